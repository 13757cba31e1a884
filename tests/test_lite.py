"""JupyterLab for the browser: its libraries are laid so that none is looked for elsewhere."""

import json
from zipfile import ZipFile

import lite

from .conftest import text_of


def wheel(folder, name, version, *needs):
    """A small wheel."""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    lines = [f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {need}" for need in needs)]
    with ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "")
        archive.writestr(f"{name}-{version}.dist-info/METADATA", "\n".join(lines) + "\n")
    return path


def test_the_lock_names_just_the_wheels_beside_it(tmp_path, monkeypatch):
    """Of two wheels of one name the first, the kernel's own; what a wheel needs is named if it is
    there.
    """
    monkeypatch.setattr(lite, "PYODIDE", tmp_path)
    lock = {"info": {"python": "3.14"}, "packages": {"numpy": {"file_name": "numpy.whl"}}}
    (tmp_path / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    wheels = [
        wheel(tmp_path, "kernel_part", "9.0"),
        wheel(tmp_path, "kernel_part", "1.0"),
        wheel(tmp_path, "board", "2.0", "Kernel.Part>=1", "numpy", 'kernel-part; extra == "other"'),
    ]
    lite.lay_wheels(wheels, tmp_path / "wheels")
    laid = json.loads(text_of(tmp_path / "wheels/pyodide-lock.json"))
    assert laid["info"] == lock["info"] and list(laid["packages"]) == ["kernel-part", "board"]
    assert laid["packages"]["kernel-part"]["version"] == "9.0"
    assert laid["packages"]["board"]["depends"] == ["kernel-part"]
    files = {path.name for path in (tmp_path / "wheels").glob("*.whl")}
    assert files == {one["file_name"] for one in laid["packages"].values()}


def test_what_is_loaded_at_once_is_locked_or_the_kernels_own():
    lock = text_of("requirements/lite-wheels.txt")
    locked = {line.split("==")[0] for line in lock.splitlines() if "==" in line}
    own = {name.replace("_", "-") for name in lite.OF_THE_KERNEL} | {"cadogan"}
    assert set(lite.AT_ONCE.split()) <= locked | own
