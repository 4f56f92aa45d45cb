"""Proofs in the style of Fitch as text: the names of rules, the bars ``|`` that mark subproofs, and lines."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from kripke.prove.errors import DerivationError
from kripke.prove.hilbert import reading as hilbert
from kripke.prove.hilbert.reading import CLOSED, Bar, Line, bar_text
from kripke.prove.question.problem import Logic
from logic.errors import shorten
from logic.formula import NAMELESS

Cited: TypeAlias = "int | tuple[int, int]"  # the number of a line, or the first and the last line of a subproof

_WORDS = json.loads(Path(__file__).with_name("rules.json").read_text("utf-8"))
SAYS: Mapping[str, str] = _WORDS["says"]  # rule -> its conclusion and premises; □ is ``K_a``, ``B_a`` or ``D_G``
NAMES: Mapping[str, str] = _WORDS["names"]  # rule -> its other accepted names
CANONICAL = {each.casefold(): name for name, more in NAMES.items() for each in (name, *more.split())}

_BAR = re.compile(r"\s*[|│∣](\*|\[\]|\{[^{}|]*\}|[^\W\d_]\w*(?=[\s|│∣])|\d+(?=[\s|│∣]))?(?=[\s|│∣*\[{~¬(]|\w)")
_BOX = re.compile(r"(?:[KMBEDC]|Kw|[ECD]B)_")
_OPERATOR = re.compile(r"\s*(?:<?->|<?=>|[&|∧∨→↔⊃≡^]|/\\|\\/)")
_WHY = re.compile(
    r"[\[(]?\s*+(?:(?:from|by|rule|axiom)\s++)*+([^\s\d(\[,]\S*?(?:\s+[IEie])?|[45])[,:]?"
    rf"((?:[\s,]*+\d+(?:\s*{hilbert.DASH}\s*\d+)?)*+)[\s)\].]*+",
    re.IGNORECASE,
)
_CITED = re.compile(rf"(\d{{1,9}})(?:\s*{hilbert.DASH}\s*(\d{{1,9}}))?")
MOST = 100  # maximal number of citations on a line, and of lines whose rules are compared to guess the style of a text


def kept(line: Line, above: Sequence[Bar]) -> int:
    """Return how many of the subproofs that contain the line above continue at this line."""
    most = min(len(line.bars) - (line.rule == "assume"), len(above))
    return next((place for place in range(most) if line.bars[place] != above[place]), max(most, 0))


def looks_like_fitch(text: str) -> bool:
    """Whether a text seems to be a Fitch proof: a line has a bar, or the rules fit this style better than Hilbert's."""
    contents = [numbered[2] for _, row in hilbert.paragraphs(text) if (numbered := hilbert.NUMBERED.fullmatch(row))]
    first = contents[:MOST]
    return any(map(_BAR.match, contents)) or _misfits(STYLE, first, True) < _misfits(hilbert.STYLE, first, False)


def _misfits(style: hilbert.Reasons, contents: Sequence[str], cites: bool) -> tuple[int, int]:
    """Count the lines with a rule that the style lacks, and the lines with an axiom that do not fit `cites`.

    `cites`: whether line numbers follow an axiom in this style.
    """
    unknown = wrong = 0
    for content in contents:
        try:
            _, rule, of = style.justified(0, content)
            wrong += rule in hilbert.AXIOMS and cites != bool(of.strip())
        except hilbert.UnreadLines:
            continue  # the rule is known
        except DerivationError:
            unknown += 1
    return unknown, wrong


def read(text: str, reader: hilbert.Reader) -> tuple[tuple[Line, ...], Logic | None]:
    """Parse the lines and the logic; `DerivationError` for invalid text, `TooLarge` over 1,000,000 characters."""
    return hilbert.read_lines(text, reader, _row, ("logic",), STYLE.example)[:2]


def _row(place: int, number: int, content: str) -> hilbert.Row:
    bars: list[Bar] = []
    start = 0
    while match := _BAR.match(content, start):
        bars.append(bar_of(match[1]))
        start = match.end()
    mark = bar_text(bars[-1]) if bars else ""
    if mark and (_OPERATOR.match(content, start) or _BOX.match(mark) or _is_bare(content[start:])):
        raise DerivationError(
            f"|{mark} begins a strict subproof of agent {mark}; with a blank it is a bar: | {mark} ..."
        )
    text, rule, of = STYLE.justified(number, content[start:].strip())
    return hilbert.Row(place, number, text, rule, _cited(of), tuple(bars))


def _is_bare(text: str) -> bool:
    """Whether a text is only a justification, without a formula before it (an atom may be named T)."""
    whole = text.strip()
    starts = (0, *[separator.end() for separator in [*hilbert.SEPARATOR.finditer(whole)][-hilbert.SEPARATORS :]])
    reasons = [start for start in starts if (why := _WHY.fullmatch(whole, start)) and _canonical(why[1])]
    return reasons == [0]


def bar_of(mark: str | None) -> Bar:
    """Return the `Bar` for the text after a ``|``. The inverse is `bar_text`."""
    if not mark:
        return None
    if mark in ("*", "[]"):
        return CLOSED if mark == "*" else frozenset([NAMELESS])
    agents = frozenset([name.strip() for name in mark.strip("{}").split(",")])
    if "" in agents:
        raise DerivationError(f"the bar |{mark}: expected an agent or a group, such as |a or |{{a,b}}")
    return agents


def _canonical(name: str) -> str | None:
    return CANONICAL.get(re.sub(r"\s", "", name).casefold())


def _cited(text: str) -> tuple[Cited, ...]:
    cited: Sequence[Cited] = [(int(first), int(last)) if last else int(first) for first, last in _CITED.findall(text)]
    if len(cited) > MOST:
        raise DerivationError(f"'{shorten(text.strip())}': expected the numbers of a few lines, such as 1,2 or 3-5")
    return tuple(cited)


STYLE = hilbert.Reasons(_WHY, _canonical, NAMES, "rule", "1. | p  assume", _cited)
reason = STYLE.reason
