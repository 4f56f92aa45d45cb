"""The errors and warnings of whoknows; an error class derives from `EpistemicError` and from a built-in error."""

from __future__ import annotations

import re
import sys
import unicodedata
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

PACKAGES = frozenset(["logic", "kripke", "games", "learn", "studies", "viz", "whoknows"])
SHOWN = 60
FEW = 8
SEARCHED = 10_000


class EpistemicError(Exception):
    """The base class: ``except EpistemicError`` catches every error that whoknows raises on purpose.

    Examples
    --------
    >>> from whoknows import EpistemicError, parse
    >>> try:
    ...     parse("p &")
    ... except EpistemicError as error:
    ...     print(error)
    column 4: the text ends after &
      p &
         ^
    expected a formula
    """

    @property
    def message(self) -> str:
        """The message with its wordings for all interfaces (see `Face`), for use inside another message."""
        return str(self.args[0]) if self.args else ""

    def said(self, face: Face) -> str:
        """Return the message in the wording for one interface: ``python``, ``command`` or ``page``."""
        return worded(self.message, face)

    def __str__(self) -> str:  # KeyError would print the message in quotes
        return self.said("python")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


@contextmanager
def naming(place: str, kind: type[EpistemicError] | None = None) -> Iterator[None]:
    """Context manager that prefixes the message of an `EpistemicError` with a location, such as a file or an option.

    If `kind` is given, an error of this class is left unchanged, and any other is converted to this class.

    >>> with naming("--ask"):
    ...     raise FormulaError("degree 2: expected a number from 0 to 1")
    Traceback (most recent call last):
        ...
    logic.errors.FormulaError: --ask: degree 2: expected a number from 0 to 1
    """
    try:
        yield
    except EpistemicError as error:
        if kind is None:
            error.args = (f"{place}: {error.message}",)
        elif not isinstance(error, kind):
            raise kind(f"{place}: {error.message}") from None
        raise


class FormulaError(EpistemicError, ValueError):
    """Raised if a formula cannot be built from its parts, such as an empty group, a degree above 1 or an invalid name.

    Examples
    --------
    >>> from whoknows import Atom, BAtLeast, FormulaError
    >>> try:
    ...     BAtLeast("a", 2, Atom("p"))
    ... except FormulaError as error:
    ...     print(error)
    degree 2: expected a number from 0 to 1
    """


def warn(warning: Warning) -> None:
    """Issue a warning, with the first caller outside the packages of whoknows as its location."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals["__name__"].partition(".")[0] in PACKAGES:
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level)


class ReadingWarning(UserWarning):
    """Warns that a formula may not mean what its author intended."""


class RunTogether(ReadingWarning):
    """Warns that a name in a formula looks like an operator and an atom without a space between them."""


class IdleProgram(ReadingWarning):
    """Warns of a program, or a repeated part of a program, that consists only of tests, as in ``[?p] q``."""


class TooLarge(EpistemicError, ValueError):
    """Raised if a result exceeds a limit; the message gives the size and what to request instead.

    Examples
    --------
    >>> from whoknows import KripkeModel, TooLarge
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"ann": [["w1", "w2"]]}, actual="w1")
    >>> try:
    ...     m.unravel(9, limit=10)
    ... except TooLarge as error:
    ...     print(error)
    over 10 paths; unravel to a smaller depth, or raise limit=
    """


class ParseError(EpistemicError, ValueError):
    """Raised if a text cannot be parsed as a formula.

    Parameters
    ----------
    problem : str
        What is wrong, in one line.
    text : str
        The whole text that was read.
    position : int
        Offset in `text`, in characters, at which parsing stopped.
    expected : tuple of str
        What could stand there, in words.
    hint : str
        How to correct the text; empty if there is no suggestion.

    Examples
    --------
    >>> from whoknows import ParseError, parse
    >>> try:
    ...     parse("K_a (p")
    ... except ParseError as error:
    ...     print(error)
    column 7: the ( at column 5 is never closed
      K_a (p
            ^
    expected an operator such as & or a closing bracket for the one at column 5
    """

    def __init__(
        self, problem: str, text: str, position: int = 0, expected: tuple[str, ...] = (), hint: str = ""
    ) -> None:
        self.problem, self.text, self.position = problem, text, position
        self.expected, self.advice = expected, hint
        super().__init__(self._message())

    @property
    def hint(self) -> str:
        """Advice on how to correct the text; empty if there is none."""
        return worded(self.advice)

    @property
    def line(self) -> int:
        """The line number of the error, from 1."""
        return self.text.count("\n", 0, self.position) + 1

    @property
    def column(self) -> int:
        """The column number of the error, from 1."""
        return self.position - (self.text.rfind("\n", 0, self.position) + 1) + 1

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (self.problem, self.text, self.position, self.expected, self.advice)

    def _message(self) -> str:
        rows = [f"{place_text(self.text, self.position)}: {self.problem}", *_caret(self.text, self.position)]
        if self.expected:
            rows.append("expected " + listing(self.expected))
        if self.advice:
            rows.append(f"hint: {self.advice}")
        return "\n".join(rows)


def place_text(text: str, position: int) -> str:
    """Return a position in words, counted from 1: ``column 5``, or ``line 2, column 5`` for a text of several lines."""
    column = f"column {position - text.rfind(chr(10), 0, position)}"
    return f"line {text.count(chr(10), 0, position) + 1}, {column}" if "\n" in text else column


_CLOSERS = {"(": ")", "[": "]", "{": "}"} | dict.fromkeys("<⟨〈", ">⟩〉")
_NO_BRACKETS = r'"(?:[^"\\\n]|\\.)*"|<?[-=~]+>|<='  # names in quotes, and arrows


def never_closed(text: str, position: int) -> str:
    """Return ``the ( at column 5 is never closed`` for the innermost unclosed bracket before a position; else empty."""
    signs = re.sub(_NO_BRACKETS, lambda match: " " * len(match[0]), text)
    around: list[int] = []
    inside = 0
    for match in re.finditer(r"[][(){}<>⟨⟩〈〉]", signs):
        sign, closes = match[0], bool(around) and match[0] in _CLOSERS[signs[around[-1]]]
        if match.start() < position:
            if sign in _CLOSERS:
                around.append(match.start())
            elif closes:
                around.pop()
        elif sign in _CLOSERS:
            inside += 1
        elif inside:
            inside -= 1
        elif closes:
            return ""
        else:
            break
    return f"the {text[around[-1]]} at {place_text(text, around[-1])} is never closed" if around else ""


def _caret(text: str, position: int) -> list[str]:
    """Return the line around `position`, cut to the width of a screen, and a line with a caret below the position.

    Both are left out if the line is blank.
    """
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    end = len(text) if end < 0 else end
    left, right = max(start, position - SHOWN), min(end, position + SHOWN)
    before, after = "…" if left > start else "", "…" if right < end else ""
    # a tab would shift the caret
    row = before + "".join([c if c.isprintable() else " " for c in text[left:right]]) + after
    if not row.strip():
        return []
    return [f"  {row}".rstrip(), "  " + " " * (len(before) + position - left) + "^"]


def listing(words: Iterable[str], last: str = "or") -> str:
    """Join words as an English list, with `last` before the last one: ``a, b or c``."""
    items = list(words)
    return f" {last} ".join(filter(None, [", ".join(items[:-1]), items[-1]])) if items else ""


def few(words: Sequence[str], last: str = "or") -> str:
    """Join words as an English list; if there are more than four, only three are shown: ``a, b, c and 7 others``."""
    if len(words) <= 4:
        return listing(words, last)
    return listing([*words[:3], f"{len(words) - 3:,} others"], "and")


def shorten(value: object, width: int = SHOWN) -> str:
    """Return the text of a value (`repr` unless it is a string), with an ellipsis in the middle if it is long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except ValueError:  # Python refuses to write integers of many digits
        text = f"<{type(value).__name__} of too many digits>"
    return text if len(text) <= width else f"{text[: width // 2]}…{text[-(width // 2 - 1) :]}"


def require_choice(value: object, what: str, choices: Sequence[str], kind: type[EpistemicError] = FormulaError) -> None:
    """Raise an error of the class `kind` unless the value is one of the strings in `choices`."""
    if not (isinstance(value, str) and value in choices):
        raise kind(f"{what} {shorten(repr(value))}: expected {listing(map(repr, choices))}")


Face = Literal["python", "command", "page"]  # the interface: Python, the command line, or the web page
_BY_FACE = re.compile("\x0e(?P<python>[^\x1f]*)\x1f(?P<command>[^\x1f]*)\x1f(?P<page>[^\x0f]*)\x0f")
"""Matches the three wordings of a part of a message, one for each interface, delimited by control characters."""
SIGNS = "\x0e\x1f\x0f"  # the control characters that delimit wordings


def by_face(python: str, command: str = "", page: str = "") -> str:
    """Return a part of a message in three wordings, one for each interface; a wording may be empty.

    >>> text = f"at w several can happen: choose {by_face('one with event=...', 'one with --event', 'the event')}"
    >>> worded(text, "command")
    'at w several can happen: choose one with --event'
    """
    return f"\x0e{python}\x1f{command}\x1f{page}\x0f"


def at_a_world(pointed: str = "w") -> str:
    """Return advice to write only the formula, for a user who typed a pointed model before it, such as ``(M, u)``."""
    world = (re.findall(r"\w+", pointed) or ["w"])[-1]
    return "write the formula alone: " + by_face(
        f"model.holds(formula, at='{world}') asks it at a world",
        f"whoknows check MODEL FORMULA --at {world} asks it at a world",
        "model and world are chosen beside it",
    )


def parameter(name: str, value: object, option: str = "") -> str:
    """Return a parameter with its value, worded for each interface: ``games=7``, ``--games 7`` or ``games 7``."""
    return by_face(
        f"{name}={shorten(repr(value))}",
        f"--{option or name.replace('_', '-')} {shorten(str(value))}",
        f"{name} {value}",
    )


def worded(message: str, face: Face = "python") -> str:
    """Return the message in the wording for one interface."""
    return _BY_FACE.sub(lambda part: part[face], message)


def did_you_mean(name: str, known: Iterable[object]) -> str:
    """Return a hint for an unknown name: a known name that is similar, otherwise a few of the known names.

    Empty if there are no known names.
    """
    names = [str(each) for each in known]
    near = near_miss(name, names)
    if near or not names:
        return near
    count, shown = len(names), names if len(names) <= FEW else names[:3]
    many = f"there are {count:,}, such as " if count > FEW else "there is " if count == 1 else "there are "
    return f"; {many}" + listing([f"'{shorten(each)}'" for each in shown], "and")


def near_miss(name: str, known: Sequence[str]) -> str:
    """Return a hint with a known name that is similar to the given name; empty if there is none."""
    if alike := look_alike(name[:SHOWN], known):
        return f"; did you mean '{shorten(alike)}', {difference(name, alike)}?"
    near = nearest(name, known)
    return f"; did you mean '{shorten(near)}'?" if near else ""


_GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ", "ABEZHIKMNOPTYXaikvopux")
_CYRILLIC = ("АВЕІЈКМНОРСЅТУХԚԜаеіјкорсѕухһԁԛԝ", "ABEIJKMHOPCSTYXQWaeijkopcsyxhdqw")
_LATIN = str.maketrans(_GREEK[0] + _CYRILLIC[0], _GREEK[1] + _CYRILLIC[1])


def plain(text: str) -> str:
    """Return the text with Latin letters in place of similar Cyrillic, Greek, mathematical and full-width letters.

    >>> plain("К") == "K", plain("𝐾") == "K", plain("λ") == "λ"
    (True, True, True)
    """
    return unicodedata.normalize("NFKC", text).translate(_LATIN)


def look_alike(name: str, known: Iterable[str]) -> str:
    """Return the known name that looks like the given name; empty if there is none."""
    read = plain(name)
    return next((each for each in known if each != name and plain(each) == read), "")


def difference(name: str, meant: str) -> str:
    """Return in words how the spelling of `meant` differs from that of `name`, which looks similar.

    Examples
    --------
    >>> difference("𝑝", "p"), difference("\u0430nn", "ann")
    ('in plain letters', 'with a Latin small letter a, not a Cyrillic small letter a')
    """
    if unicodedata.normalize("NFKC", name) == meant or len(name) != len(meant):
        return "in plain letters" if plain(name) == meant else "in the letters of that name"
    ours, theirs = next((a, b) for a, b in zip(name, meant, strict=True) if a != b)
    return f"with a {called(theirs)}, not a {called(ours)}"


def called(letter: str) -> str:
    """Return the Unicode name of the letter, capitalised as in a sentence: ``Greek capital letter kappa``."""
    return unicodedata.name(letter, f"U+{ord(letter):04X}").capitalize()


def nearest(name: str, known: Sequence[str], similarity: float = 0.6) -> str:
    """Return the most similar known name; empty if none reaches this similarity (0 to 1, see `difflib`).

    The result is also empty if there are more than `SEARCHED` known names.
    """
    from difflib import get_close_matches  # loaded only for a message

    near = get_close_matches(name[:SHOWN], known, n=1, cutoff=similarity) if len(known) <= SEARCHED else []
    return near[0] if near else ""


class Slip(FormulaError):
    """Raised for an invalid token that resembles a valid one.

    `problem`: what is wrong. `expected`: what could stand in its place. `hint`: how to correct it. `part`: the end of
    the token if only its end is invalid, otherwise empty.
    """

    def __init__(self, problem: str, expected: str, hint: str, part: str = "") -> None:
        super().__init__(problem)
        self.expected, self.hint, self.part = expected, hint, part


def note(text: str) -> None:
    """Log a note to standard error if it is a terminal and this is the main process."""
    if sys.stderr.isatty():
        import logging  # imported here, so programs start faster
        from multiprocessing import current_process

        if current_process().name == "MainProcess":
            logging.getLogger("whoknows").warning("note: %s", text)
