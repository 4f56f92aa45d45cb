"""Hints for common mistakes that the whole text shows: characters lost on the way, and notation around a formula."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from logic.clauses import Atom, Implies
from logic.constructors import conj
from logic.errors import EpistemicError, FormulaError
from logic.formula import Formula
from logic.look_alikes import called, plain
from logic.tokens import CANONICAL, MODALITIES
from logic.unknown import NO_GROUP_BELIEF

WIDTH = 40
"""Characters of a bracket's content that are looked at."""

_POINTED = re.compile(r"(?!\s*_)\s*\(?[\w\s\\{}']*,[\w\s\\{}']*\)?\s*[\]>⟩]")


def pointed_event_model(text: str, position: int) -> str:
    """The hint if the bracket that opens before `position` encloses an event model and its event: ``[M,s]``."""
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


_JUDGEMENT = re.compile(
    r"(?P<truth>[⊨⊩⊭]|\|=(?!>)|\\(?:models|n?vDash|n?Vdash)(?![A-Za-z]))"
    r"|[⊢⊬∴]|\|-(?!>)|\\(?:n?vdash|therefore)(?![A-Za-z])"
)
_SUBSCRIPT = re.compile(r"\A\s*_(?:\{[^{}]*\}|\w+)")
"""The name of a logic below a turnstile."""
_GROUP_BELIEF = re.compile(
    r"(?<!\w)(?:[ECD]B(?:_(?:\w+|\{[^}]*\}))?|B(?:safe|strong)?_?\{[^}]*,[^}]*\})\s*"
    r"(?:[\^>]\S*)?\s*(?:[\w(~¬\[\"]\S*)?\Z"
)
LONGEST = 500
"""Number of characters up to which premises are written as an implication in a hint."""
_MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff]+")


def around(text: str, read: Callable[[str], Formula]) -> str:
    """Return the hint if the text has a sign of truth or proof, such as ``⊨``, or mathematical letters; else empty."""
    if sign := _JUDGEMENT.search(text):
        return _judgement(text[: sign.start()], _SUBSCRIPT.sub("", text[sign.end() :]), sign["truth"] is not None, read)
    if found := _MATHEMATICAL.search(text):
        copied = found[0][:WIDTH]
        plain = unicodedata.normalize("NFKC", copied)
        return f"{copied} is in mathematical letters, as copied from a paper; write plain letters: {plain}, as in K_a p"
    return ""


def _judgement(before: str, after: str, is_truth: bool, read: Callable[[str], Formula]) -> str:
    """The hint for a sign of truth or proof: before it are premises, or a model and a world."""
    alone = "write the formula alone, without ⊨ or ⊢ and what is before it: model and world are given to the check"
    if not before.strip():
        return alone
    written, are_atoms = "p & q -> r", False
    try:
        if len(after) > LONGEST or _JUDGEMENT.search(after):
            raise FormulaError("too long, or several signs")
        given = [read(each) for each in re.split(r"[,;](?![^({]*[)}])", before[: LONGEST + 1])]
        are_atoms = all(isinstance(each, Atom) for each in given)
        whole = Implies(conj(given), read(after)).to_ascii()
        written = whole if len(whole) <= LONGEST else written
    except EpistemicError:
        if is_truth and not are_atoms:
            return alone
    more = "; model and world are given to the check" if is_truth and are_atoms else ""
    return f"premises are given as an implication, {written}, or by entails in Python{more}"


def group_belief(text: str) -> str:
    """Return the hint if the text ends in an operator of belief of a group, such as ``CB p``; else empty."""
    return NO_GROUP_BELIEF if _GROUP_BELIEF.search(text) else ""


_WRITTEN_DEGREE = re.compile(
    r"B(?:_?(?P<agent>\w+?)|_\{(?P<braced>\w+)\})\s*(?P<up>\^?)\s*\{?\s*"
    r"(?P<sign><=|=<|≤|⩽|\\leq?(?:slant)?|<|==?|>=?|≥|⩾|\\geq?(?:slant)?)?\s*"
    r"(?P<number>0?\.[0-9]{1,9}|[01](?:\.0{1,9})?(?![0-9.])(?!\s*/)|[0-9]{1,9}/[0-9]{1,9})\s*\}?"
)
_DEGREES = {
    "": ("a degree of belief is at least {r}", "B_{a}>={r} p"),
    "≤": ("a degree of at most {r} in p is one of at least {rest} in ~p", "B_{a}>={rest} ~p"),
    "<": ("a degree has >=; less than {r} is not at least {r}", "~B_{a}>={r} p"),
    "=": (
        "a degree of exactly {r} is one of at least {r} in p and of at least {rest} in ~p",
        "(B_{a}>={r} p & B_{a}>={rest} ~p)",
    ),
    ">": ("a degree has >=; more than {r} in p is less than {rest} in ~p", "~B_{a}>={rest} ~p"),
}
"""What is meant by each kind of sign before a degree, and how it is written; the empty one is at least."""
_KINDS = {
    **dict.fromkeys(("<=", "=<", "≤", "⩽", r"\le", r"\leq", r"\leslant", r"\leqslant"), "≤"),
    **dict.fromkeys(("=", "=="), "="),
    "<": "<",
    ">": ">",
}


_DECIMAL_COMMA = re.compile(
    r"B_?\{?\w+\}?\s*(?=[\^<>=≤≥⩽⩾\\])\^?\s*\{?\s*(?:[<>=≤≥⩽⩾]+|\\[lg]eq?(?:slant)?)?\s*"
    r"(?P<whole>[01]),(?P<decimals>[0-9]{1,9})"
)


def degree(text: str, position: int) -> str:
    """The hint if a degree of belief is not written as ``B_a>=0.5 p`` around the position; else empty."""
    start = max(position - WIDTH, 0)
    for found in _DECIMAL_COMMA.finditer(text, start, position + WIDTH):
        if found.start() <= position <= found.end():
            return f"a decimal number has a point, not a comma: {found['whole']}.{found['decimals']}"
    for found in _WRITTEN_DEGREE.finditer(text, start, position + WIDTH):
        if found.start() <= position <= found.end() and (found["up"] or found["sign"] or found["number"] not in "01"):
            return _of_degree(found)
    return ""


def _of_degree(found: re.Match[str]) -> str:
    sign, number = found["sign"] or "", found["number"]
    kind = (
        "≤"
        if sign in ("<=", "=<", "≤", "⩽") or sign.startswith("\\l")
        else sign[:1]
        if sign in (*"<>", "=", "==")
        else ""
    )
    try:
        share = Fraction(number)
    except ZeroDivisionError:
        return ""
    if share > 1:
        return ""
    rest = str(1 - share) if "/" in number else str(1 - Decimal(number))
    meaning, written = _DEGREES[kind]
    names = {"a": found["agent"] or found["braced"], "r": number, "rest": rest}
    return f"{meaning.format(**names)}: {written.format(**names)}"


_WIDE = re.compile("[\uff01-\uff5e\u3000-\u3002]")


def wide(token: str) -> str:
    """Return the hint if the token begins with a wide sign of East Asian text, such as ``（``; else empty."""
    if not _WIDE.match(token) or token[0].isalnum():
        return ""
    narrow = {"、": ",", "。": "."}.get(token[0]) or unicodedata.normalize("NFKC", token[0])
    return f"{token[0]} is a {called(token[0]).lower()}; write the ASCII sign {narrow}"


_WITH_AGENTS = re.compile(rf"({'|'.join(MODALITIES)})(?:[_{{\d].*)?", re.DOTALL)


def foreign_operator(token: str) -> str:
    """Return the hint if the token is an operator but for a letter of another alphabet, such as a Greek Kappa."""
    foreign, latin = token[:1], plain(token[:1])
    if foreign == latin or not _WITH_AGENTS.fullmatch(latin + token[1:WIDTH]):
        return ""
    return f"{foreign} is a {called(foreign)}; write the letter {latin}, as in {latin}_a p"
