"""Base classes and functions for immutable models and mappings."""

from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


def refuse(self: object, *change: object) -> NoReturn:
    """Raise `AttributeError`; immutable classes use this function as ``__setattr__`` and ``__delattr__``."""
    raise AttributeError(
        f"{type(self).__name__}.{change[0]}: a model is immutable; make a new one: its methods and constructors give "
        "models"
    )


class Frozen(dict[str, T]):
    """An immutable dictionary with string keys; ``{**frozen, key: value}`` is a changed copy, a plain dictionary."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("a model is immutable; make a new one: its methods and constructors give models")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)
