"""The kernels compiled by numba, where it is installed."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from cadogan import kernels as plain


@lru_cache(maxsize=1)
def compiled() -> ModuleType | None:
    """The kernels compiled by numba, or None where numba is not installed. Nothing is compiled until called.

    What is compiled is kept on disk, in a folder named after the source of all kernels together: numba itself
    would look only at the file of each function, not at the functions it calls.
    """
    if importlib.util.find_spec("numba") is None:
        return None
    import numba

    folder = Path(plain.__file__).parent
    source = b"".join(f.read_bytes() for f in sorted(folder.glob("*.py")))
    version = hashlib.sha256(source).hexdigest()[:12]
    spec = importlib.util.spec_from_file_location("cadogan._compiled", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cadogan._compiled"] = module
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(Path(before or cache_folder()) / f"kernels-{version}")
    try:
        spec.loader.exec_module(module)
    finally:
        settings.CACHE_DIR = before
    return module


def cache_folder() -> Path:
    """Where compiled kernels are kept: the user's cache folder (``$XDG_CACHE_HOME/cadogan``)."""
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "cadogan"
