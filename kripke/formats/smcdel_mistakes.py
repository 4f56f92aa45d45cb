"""Why a text is not in SMCDEL's format: the place, what was expected there, and a hint."""

from __future__ import annotations

import re
from collections.abc import Iterator

from logic.errors import ParseError, never_closed, shorten

_WORDS = {"INT": "an atom's number", "WORD": "an agent's name", "$END": "the end"}
_PHRASES = {
    "a formula": {"Top", "INT", "("},
    "a connective (& | -> iff)": {"_AND", "_OR", "_IMPLIES", "iff"},
    "'knows that' or 'knows whether'": {"KNOWS_THAT", "KNOWS_WHETHER"},
    "'comknow that' or 'distknow that' (or whether)": {"COMKNOW_THAT", "DISTKNOW_THAT"},
}
_STARTS = {"Top", "Bot", "INT", "WORD", "(", "[", "<", "NOT", "FORALL", "EXISTS", "AND", "OR", "XOR"}
_STARTS |= {"K", "Kw", "ONEOF"}
_PART_OF_PHRASE = {"_AND", "_OR", "_IMPLIES", "iff", "KNOWS_THAT", "KNOWS_WHETHER"} | {
    f"{kind}_{that}" for kind in ("COMKNOW", "DISTKNOW") for that in ("THAT", "WHETHER")
}
RESERVED = {"K", "Kw", "Top", "Bot", "AND", "OR", "XOR", "ONEOF", "iff", "VARS", "LAW", "OBS"}
RESERVED |= {"Not", "not", "Forall", "ForAll", "Exists"}
"""Words of the format, which are no agents."""

_SIGNS = "()[]{}<>:,!?&|~¬∧∨→-"
_INSTEAD = {
    "^": "write XOR(f, g)",
    "=": "write iff",
    "↔": "write iff",
    "⊕": "write XOR(f, g)",
    "#": "write -- a comment",
}


def without_comments(text: str) -> str:
    """Return the text with blanks for its comments, so all places stay."""
    return re.sub(r"--[^\n]*", lambda found: " " * len(found[0]), text)


def explain(text: str, token: str, place: int, accepted: set[str]) -> ParseError:
    """Return the error for a token that cannot stand where it stands."""
    code = without_comments(text)
    if not code.strip():
        problem = "an empty text: a file has VARS, LAW and OBS, and then questions"
        return ParseError(problem, text, len(code.rstrip()), tuple(_in_words(accepted)))
    place = place if token else len(code.rstrip())
    if unclosed := never_closed(code, place):
        return ParseError(unclosed, text, place, tuple(_in_words(accepted)))
    if not token:
        return ParseError("the text ends too early", text, place, tuple(_in_words(accepted)))
    if len(token) == 1 and not (token.isascii() and token.isalnum()) and token not in _SIGNS:
        return ParseError(f"unknown symbol {token!r}", text, place, hint=_INSTEAD.get(token, ""))
    problem = f"unexpected {shorten(token)!r}"
    return ParseError(problem, text, place, tuple(_in_words(accepted)), _slip(token, accepted))


def _in_words(accepted: set[str]) -> Iterator[str]:
    phrased: set[str] = set()
    for phrase, needed in _PHRASES.items():
        if needed <= accepted:
            phrased |= _STARTS if phrase == "a formula" else _PART_OF_PHRASE
            yield phrase
    for terminal in sorted(accepted - phrased):
        yield _WORDS.get(terminal, terminal if terminal[0].isalpha() else f"'{terminal}'")


def _slip(token: str, accepted: set[str]) -> str:
    """Return a hint for a common mistake."""
    if "WORD" in accepted and token in RESERVED and "Top" not in accepted:
        return f"{token!r} is a word of the format, so no agent can have this name"
    if token in ("knows", "comknow", "distknow"):
        return f"write '{token} that' or '{token} whether'"
    if token.upper() in ("VARS", "LAW", "OBS"):
        return f"write {token.upper()}, in this order: VARS, LAW, OBS, questions"
    if token == "?":
        return "questions are TRUE?, VALID? and WHERE?, with the question mark close to the word"
    return ""
