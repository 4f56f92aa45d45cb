"""Hints for common mistakes that the whole text shows: characters lost on the way, and notation around a formula."""

from __future__ import annotations

import re
import unicodedata

from logic.look_alikes import called, plain
from logic.tokens import CANONICAL, MODALITIES

WIDTH = 40
"""Characters of a bracket's content that are looked at."""

_POINTED = re.compile(r"(?!\s*_)\s*\(?[\w\s\\{}']*,[\w\s\\{}']*\)?\s*[\]>⟩]")


def pointed_event_model(text: str, position: int) -> str:
    """Return the hint if the bracket that opens before `position` encloses an event model and its event, as ``[M,s]``.

    Parameters
    ----------
    text : str
        The text of the formula.
    position : int
        Where the content of the bracket begins.
    """
    if not _POINTED.match(text[position : position + WIDTH]):
        return ""
    return "an action is written by its name, [@peek] p; give it by actions={'peek': ...}"


_LETTER_OF = {"\n": "n", "\t": "t", "\r": "r", "\x0b": "v", "\x0c": "f", "\x08": "b", "\x07": "a"}
_COMMANDS = {spelling for spelling in CANONICAL if spelling[0] == "\\"} | {
    r"\text", r"\textit", r"\textrm", r"\right", r"\frac", r"\neq", r"\nu", r"\forall", r"\bigwedge", r"\bigvee",
    r"\beta", r"\alpha", r"\rho", r"\tau", r"\theta", r"\varphi", r"\vdash",
}  # fmt: skip


def eaten_backslash(text: str) -> str:
    r"""Return the hint if Python read the ``\n`` of ``\neg`` or the ``\t`` of ``\to`` as a character; else empty."""
    for found in re.finditer(r"([\n\t\r\x0b\x0c\x08\x07])([A-Za-z]+)", text):
        command = f"\\{_LETTER_OF[found[1]]}{found[2]}"
        if command in _COMMANDS:
            return f'Python read {command[:2]} of {command} as one character; write a raw string: r"{command} ..."'
    return ""


_JUDGEMENT = re.compile(r"[⊨⊩⊢⊭⊬]|\|[=-](?!>)|\\(?:models|n?v[dD]ash|n?Vdash)(?![A-Za-z])")
_MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff]+")


def around(text: str) -> str:
    """Return the hint if the text has a sign of truth or proof, such as ``⊨``, or mathematical letters; else empty.

    Parameters
    ----------
    text : str
        The text, which is not a formula.
    """
    if _JUDGEMENT.search(text):
        return "write the formula alone, without ⊨ or ⊢ and what is before it: model and world are given to the check"
    if found := _MATHEMATICAL.search(text):
        copied = found[0][:WIDTH]
        plain = unicodedata.normalize("NFKC", copied)
        return f"{copied} is in mathematical letters, as copied from a paper; write plain letters: {plain}, as in K_a p"
    return ""


_WITH_AGENTS = re.compile(rf"({'|'.join(MODALITIES)})(?:[_{{\d].*)?", re.DOTALL)


def foreign_operator(token: str) -> str:
    """Return the hint if the token is an operator but for a letter of another alphabet, such as a Greek Kappa.

    Parameters
    ----------
    token : str
        The token.
    """
    foreign, latin = token[:1], plain(token[:1])
    if foreign == latin or not _WITH_AGENTS.fullmatch(latin + token[1:WIDTH]):
        return ""
    return f"{foreign} is a {called(foreign)}; write the letter {latin}, as in {latin}_a p"
