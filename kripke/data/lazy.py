"""Modules that are imported on first use, and base classes of objects that can be drawn.

Models of up to 256 worlds do not need NumPy. Modules for small models import `np` from here; modules for large models
import NumPy directly.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from os import PathLike
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from kripke.data.errors import UnsupportedByEngine
from logic.errors import TooLarge

__all__ = ["Drawn", "Lazy", "Pictured", "np"]


class Lazy(ModuleType):
    """A module that is imported on the first use of one of its names; later uses have no extra cost.

    Several threads may use it, unlike the modules of `importlib.util.LazyLoader` before Python 3.11.9.
    """

    def __getattr__(self, name: str) -> Any:
        loaded = import_module(self.__name__)
        self.__dict__.update(vars(loaded))
        self.__class__ = ModuleType  # type: ignore[assignment]
        return getattr(loaded, name)


class Drawn:
    """Base class of objects that notebooks show as pictures."""

    __slots__ = ()

    renderer: ClassVar[Callable[[Any], str] | None] = None
    """The function that draws the object as SVG.

    The package `whoknows` sets it, so that this package does not import the drawing code.
    """

    def _repr_svg_(self) -> str | None:
        draw = type(self).renderer
        try:
            return None if draw is None else draw(self)
        except TooLarge:
            return None


class Pictured:
    """Base class of objects with the method `draw`."""

    __slots__ = ()

    renderer: ClassVar[Callable[..., str | Path] | None] = None
    """The function that draws the object.

    The package `whoknows` sets it, so that this package does not import the drawing code.
    """

    def draw(self, path: str | PathLike[str] | None = None, **options: Any) -> str | Path:
        """Draw the object; see `whoknows.draw`.

        For a plan, draw the model at each step, with the action that leads to it.

        Parameters
        ----------
        path : path, optional
            The file, whose extension gives the format; None: return the SVG text.
        **options
            The options of `draw`; for a plan those of `draw_sequence`.
        """
        if Pictured.renderer is None:
            raise UnsupportedByEngine("pictures belong to the package whoknows: import whoknows")
        return Pictured.renderer(self, path, **options)


if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
else:
    np = Lazy("numpy")
