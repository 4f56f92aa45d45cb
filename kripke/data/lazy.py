"""Modules that are imported on first use, such as NumPy: models of up to 256 worlds need no arrays.

Modules for small models import `np` from here; modules for large models import NumPy directly. `without_collection`
saves the time of the garbage collector.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["Lazy", "np"]


class Lazy(ModuleType):
    """A module that is imported when one of its names is used for the first time; later uses have no extra cost.

    Unlike the modules of `importlib.util.LazyLoader` it is thread-safe, and `sys.modules` has no unfinished module.
    """

    def __getattr__(self, name: str) -> Any:
        loaded = import_module(self.__name__)
        self.__dict__.update(vars(loaded))
        self.__class__ = ModuleType  # type: ignore[assignment]
        return getattr(loaded, name)


if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazy("numpy")


@contextmanager
def without_collection() -> Iterator[None]:
    """Inside, objects in cycles are not freed: for work that makes many small objects and no cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
