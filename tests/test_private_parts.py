"""Parts of other projects that are no part of what these promise: each is used in one place, with the
versions it was tried with. A part that has moved fails here, by its name, before anything else does.
"""

import importlib.metadata
import inspect
import pkgutil

import pytest

from .conftest import ROOT

#: What is used, in which file; the project and the versions; the names of its parameters.
PARTS = {
    "jupyter_cache.executors.basic:ExecutionWorkerLocalMProc.__call__": (
        "tools/execute.py",
        "jupyter-cache 1.0.",
        "self data",
    ),
    "jupyter_cache.cache.main:JupyterCacheBase.truncate_caches": (
        "tools/execute.py",
        "jupyter-cache 1.0.",
        "self",
    ),
    "jupyter_cache.executors.basic:ProcessData": (
        "tools/execute.py",
        "jupyter-cache 1.0.",
        "pk uri cache timeout allow_errors",
    ),
    "jupyter_client.provisioning.factory:KernelProvisionerFactory.instance": (
        "tools/kernels.py",
        "jupyter_client 8.",
        "args kwargs",
    ),
    "multiprocessing.context:ForkServerProcess._Popen": ("tools/kernels.py", "", "process_obj"),
    "nbval.plugin:IPyNbFile.setup": ("tests/executed/conftest.py", "nbval 0.11.", "self"),
    "jupyter_book.sphinx:build_sphinx": ("tools/book_jobs.py", "jupyter-book 1.0.", None),
    "jupytext:build_sync_jupytext_contents_manager_class": (
        "cadogan/lab_files.py",
        "jupytext 1.",
        "base_contents_manager_class",
    ),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_private_part_of_another_project_is_where_it_was(part):
    where, project, parameters = PARTS[part]
    name = part.rpartition(":")[2].split(".")[0]
    assert name in (ROOT / where).read_text(encoding="utf-8"), f"{where} no longer uses {part}"
    found = pkgutil.resolve_name(part)
    moved = f"{part}, used in {where}, is not as it was tried with {project or 'Python'}"
    if parameters is None:
        assert "jobs" in inspect.signature(found).parameters, moved
    else:
        names = " ".join(inspect.signature(found).parameters)
        assert names.startswith(parameters), f"{moved}: its parameters are {names}"
    if project:
        package, version = project.split()
        assert importlib.metadata.version(package).startswith(version), (
            f"{part}: try it with this version"
        )
