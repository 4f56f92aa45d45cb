"""NumPy, imported when the first array is made: models of up to 256 worlds are read, checked and explained without.

Modules that small models need import `np` from here, modules for large models import NumPy themselves.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["Lazy", "np"]


class Lazy(ModuleType):
    """A module that is imported when one of its names is looked up; from then on it costs what any module costs.

    Unlike the modules of `importlib.util.LazyLoader` it is safe in threads, and `sys.modules` has no unfinished module.
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
