"""Letters of other scripts that look like Latin ones: names that nobody can tell apart by reading them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ", "ABEZHIKMNOPTYXaikvopux")
_CYRILLIC = ("АВЕІЈКМНОРСЅТУХԚԜаеіјкорсѕухһԁԛԝ", "ABEIJKMHOPCSTYXQWaeijkopcsyxhdqw")
_LATIN = str.maketrans(_GREEK[0] + _CYRILLIC[0], _GREEK[1] + _CYRILLIC[1])


def plain(text: str) -> str:
    """Return the text in Latin letters where others look the same: Cyrillic, Greek, mathematical and wide letters.

    Examples
    --------
    >>> plain("К") == "K", plain("𝐾") == "K", plain("λ") == "λ"
    (True, True, True)
    """
    return unicodedata.normalize("NFKC", text).translate(_LATIN)


def look_alike(name: str, known: Iterable[str]) -> str:
    """Return the known name that looks like the unknown one; empty if none does."""
    read = plain(name)
    return next((each for each in known if each != name and plain(each) == read), "")


def difference(name: str, meant: str) -> str:
    """Return in words which letters of two names that look alike differ.

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
    """Return what Unicode calls the letter, as in a sentence: ``Greek capital letter kappa``."""
    return unicodedata.name(letter, f"U+{ord(letter):04X}").capitalize()
