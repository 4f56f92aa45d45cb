"""Options in the form ``name=value``, for puzzles, rules of games, agents and experiments."""

from __future__ import annotations

import warnings
from ast import literal_eval
from collections.abc import Iterable, Mapping
from typing import Any

from logic.errors import EpistemicError, did_you_mean, shorten

LONGEST_VALUE, LONGEST_LIST = 1_000, 10_000
"""Maximum numbers of characters of a value, and of a list of values or agents."""
TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
"""Accepted spellings of truth values, in lower case."""


class InvalidOption(EpistemicError, TypeError):
    """Raised if an option does not exist, is given twice, has no value, or has an invalid value."""


def read_options(texts: Iterable[str], usual: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Read options from strings such as ``n=10`` or ``muddy=anne``.

    A value that is not a Python literal stays a string, and a list becomes a tuple. An option with the value
    ``None`` is omitted, so its default applies. `InvalidOption` if a string has no name or no ``=``, an option is given
    twice, or a value is too long.

    `usual`: maps options to defaults, for the example in messages.

    >>> read_options(["n=10", "muddy=anne", "pair=[4, 13]"])
    {'n': 10, 'muddy': 'anne', 'pair': (4, 13)}
    """
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise InvalidOption(f"option '{shorten(text)}': expected name=value, such as {_example(text, usual or {})}")
        if name.strip() in options:
            raise InvalidOption(f"option '{shorten(name.strip())}' is given twice")
        options[name.strip()] = read_value(value.strip())
    return {option: value for option, value in options.items() if value is not None}


def read_value(text: str) -> Any:
    """Parse a Python literal, a list as a tuple; return other strings unchanged. `InvalidOption` if too long."""
    _require_short(text, LONGEST_VALUE)
    value = literal(text)
    return tuple(value) if isinstance(value, list) else value


def literal(text: str) -> Any:
    """Parse a Python literal, without Python's syntax warnings; return other strings unchanged."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        try:
            return literal_eval(text)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):  # TypeError: a list as a key
            return text


def require_known(name: str, known: Iterable[str], what: str = "option") -> None:
    """Raise `InvalidOption` for an unknown name; the message suggests a similar one."""
    names = list(known)
    if name not in names:
        way_out = did_you_mean(name, names) or f"; there are no {what}s"
        raise InvalidOption(f"no {what} {shorten(repr(name))}{way_out}")


def typed_options(texts: Iterable[str], usual: Mapping[str, Any]) -> dict[str, Any]:
    """Parse options to the types of their defaults: ``lives=yes`` is a truth value if the default is one.

    `InvalidOption` if there is no such option, or the value is not of the default's type.

    `usual`: maps options to defaults. If a default is a truth value or a whole number, the value must be one, too. If a
        default is a string or a tuple, the value becomes one. For other defaults, such as ``None``, any value is valid.

    >>> typed_options(["lives=yes", "limit=5", "tools=lamp,cart"], {"lives": False, "limit": 3, "tools": ("tool",)})
    {'lives': True, 'limit': 5, 'tools': ('lamp', 'cart')}
    """
    given = [*texts]
    options = read_options(given, usual)
    for name in options:
        require_known(name, usual)
    written = {name.strip(): value.strip() for name, _, value in (text.partition("=") for text in given)}
    return {name: _typed(name, value, usual[name], written[name]) for name, value in options.items()}


def as_truth(value: Any) -> Any:
    """Return the truth value that a string such as "yes" means; other values unchanged."""
    return TRUTHS.get(value.lower(), value) if isinstance(value, str) else value


def _require_short(text: str, longest: int) -> None:
    """Raise `InvalidOption` if a string is too long. The limit also bounds the nesting and the digits of numbers."""
    if len(text) > longest:
        raise InvalidOption(f"{shorten(text)}: {len(text):,} characters, at most {longest:,} are read")


def split(text: str) -> list[str]:
    """Split a string at commas outside brackets: ``a(x=1,y=2), b`` has two parts. `InvalidOption` for long strings."""
    _require_short(text, LONGEST_LIST)
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _typed(name: str, value: Any, usual: Any, written: str) -> Any:
    value = as_truth(value) if isinstance(usual, bool) else value
    if isinstance(usual, tuple) and not isinstance(value, tuple):
        value = tuple(read_value(each) for each in split(str(value)))
    if isinstance(usual, str) and not isinstance(value, str):
        value = written
    if isinstance(usual, bool | int | tuple) and type(value) is not type(usual):
        kinds = {bool: "true or false", int: "a whole number"}
        kind = kinds.get(type(usual), "values with commas between them")
        raise InvalidOption(f"option {name}={shorten(written)}: expected {kind}, such as {name}={_shown(usual)}")
    return value


def _example(text: str, usual: Mapping[str, Any]) -> str:
    """Return an example of an option: the option named by the text, otherwise the first one.

    Without options, the example is ``name=1``; a text that is a name takes the place of ``name``.
    """
    options = {name: value for name, value in usual.items() if value not in (None, (), "")}
    if not options:
        written = text.strip()
        return f"{shorten(written) if written.isidentifier() else 'name'}=1"
    name = text.strip() if text.strip() in options else next(iter(options))
    return f"{name}={_shown(options[name])}"


def _shown(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()
