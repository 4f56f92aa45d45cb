"""Parsing of derivations: lines, rules and axioms; error messages give the number of the line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kripke.prove.errors import DerivationError
from kripke.prove.question.problem import Logic
from logic.errors import ParseError, TooLarge, did_you_mean, naming, shorten
from logic.formula import NAMELESS, Formula
from logic.typed import BEFORE_COMMENT, read_typed

AXIOMS = ("K", "T", "D", "4", "5", "B")  # the axioms of the modal cube, which the systems of the agents allow
OTHERS = ("D_G", "Fix", "Ind", "Ann")  # the axioms of groups and announcements; `Ind` with a line is a rule
RULES = ("PL", "MP", "Nec", "RK", "RM", "RE", "AnnC", "premise", "theory")
KNOWN = (*AXIOMS, *OTHERS, *RULES)

_WORDS = json.loads(Path(__file__).with_name("rules.json").read_text("utf-8"))
SAYS: Mapping[str, str] = _WORDS["says"]  # rule or axiom suggested to users -> its conclusion and premises in words

_CANONICAL = {name.casefold(): name for name in KNOWN}
_CANONICAL |= {alias: name for name, aliases in _WORDS["names"].items() for alias in aliases.split()}


def canonical(name: str) -> str | None:
    """Return the standard name of a rule or axiom; None for an unknown name.

    >>> canonical("necessitation"), canonical("t"), canonical("magic")
    ('Nec', 'T', None)
    """
    return _CANONICAL.get(name.casefold())


Bar: TypeAlias = "frozenset[str] | None"
"""The bar of a subproof. None: an ordinary subproof, below an assumption; a group of agents: a strict subproof, about
any world that all of them consider possible; the empty group: a closed subproof, about any world at all.
"""

CLOSED: Bar = frozenset()


def bar_text(bar: Bar) -> str:
    """Return the text after ``|`` on the lines of a subproof: empty if it is ordinary, ``*`` if it is closed.

    For a strict subproof, the text is the agent, ``[]`` for the nameless agent, or the group.
    """
    if bar is None:
        return ""
    names = ",".join(sorted(bar))
    return "*" if not bar else "[]" if bar == {NAMELESS} else names if len(bar) == 1 else f"{{{names}}}"


@dataclass(frozen=True, slots=True)
class Line:
    """A numbered formula with its justification and, in the style of Fitch, the subproofs that contain it."""

    number: int
    formula: Formula
    rule: str  # name of the rule or axiom, such as ``PL``, ``Nec`` or ``5``
    of: tuple[Any, ...] = ()  # the cited lines by number, and the cited subproofs as (first line, last line)
    bars: tuple[Bar, ...] = ()

    @property
    def text(self) -> str:
        """The line as text: its number, the bars of its subproofs and its formula."""
        return f"{self.number}. {''.join([f'|{bar_text(bar)} ' for bar in self.bars])}{self.formula}"

    @property
    def why(self) -> str:
        """The justification, such as ``PL 1,2`` or ``axiom 5``; the word shows that 5 is not a line number."""
        cited = ",".join([f"{each[0]}-{each[1]}" if isinstance(each, tuple) else str(each) for each in self.of])
        return f"{self.rule} {cited}" if cited else "axiom " * self.rule.isdigit() + self.rule

    def to_dict(self) -> dict[str, Any]:
        """Return the bars, the formula and the justification as strings; the formula is in ASCII notation."""
        return {"bars": [bar_text(bar) for bar in self.bars], "formula": self.formula.to_ascii(), "why": self.why}


LONGEST = 1_000_000  # number of characters of the longest text that is read

_HEADER = re.compile(r"\s*([A-Za-z]+)\s*:(.*)", re.DOTALL)
SEPARATORS = 8  # number of places, from the end of a line, at which a justification may begin
LONGEST_LINE = 2_000  # characters: longer lines are not searched for the end of the formula, since that takes seconds

NUMBERED = re.compile(r"\s*(\d{1,9})\s*[.):]\s*(.*)", re.DOTALL)
SEPARATOR = re.compile(r"\s*;\s*|\s+by\s+|\s{2,}|\t|\s(?=[\[(])")
BLANKS = re.compile(r"\s+")  # blanks that separate a formula from its justification, if the whole line is not a formula
DASH = "[-–—−]"
_WHY = re.compile(  # possessive quantifiers: no backtracking in a long line
    r"[\[(]?\s*+(?:(?:from|by|rule|axiom|ax\.?)\s++)*([A-Za-z]\w*+|[45])\s*+[,:]?\s*+[(\[]?"
    rf"((?>(?:\d|,|{DASH}|\band\b|\s)*))[)\]]*+\s*+",
    re.IGNORECASE,
)

MOST = 10_000  # about the largest number of lines that a justification may list

Parsed = tuple[tuple[Line, ...], "Logic | None", "tuple[str, ...] | None"]

Reader = Callable[[Sequence[str], bool], Sequence[Formula]]  # (strings, whether the text names a logic) -> formulas


class Row(NamedTuple):
    """A line of a derivation before its formula, `text`, is parsed.

    `place` is its line number in the text, and `number` the number that it begins with.
    """

    place: int
    number: int
    text: str
    rule: str
    of: tuple[Any, ...]  # the lines that the rule is applied to
    bars: tuple[Bar, ...] = ()


def read(text: str, reader: Reader) -> Parsed:
    """Parse the lines, logic and axioms; `DerivationError` for invalid text, `TooLarge` over 1,000,000 characters."""
    lines, logic, heads = read_lines(text, reader, _row, ("logic", "axioms"), STYLE.example)
    text_of_axioms = heads.get("axioms")
    names = None if text_of_axioms is None else text_of_axioms.replace(",", " ").split()
    if names == []:
        raise DerivationError("axioms: expected some, such as K T 5, or none; to allow all, leave the line out")
    axioms = None if names is None else () if names == ["none"] else tuple(map(axiom_named, names))
    return lines, logic, axioms


def read_lines(
    text: str, reader: Reader, row_of: Callable[[int, int, str], Row], known: Collection[str], example: str
) -> tuple[tuple[Line, ...], Logic | None, dict[str, str]]:
    """Parse a text into its numbered lines, its logic, and its header lines, whose keywords must be in `known`.

    `row_of` builds a row from its line number in the text, the number that it begins with, and the text after that
    number. Error messages show `example`, a valid line.
    """
    if not isinstance(text, str):
        raise DerivationError(f"derivation {shorten(repr(text))}: expected a text such as '{example}'")
    if len(text) > LONGEST:
        raise TooLarge(f"the derivation has {len(text):,} characters, the limit is {LONGEST:,}; check it in parts")
    rows: list[Row] = []
    heads: dict[str, str] = {}
    for place, content in paragraphs(text):
        with naming(f"line {place}"):
            numbered = NUMBERED.fullmatch(content)
            if numbered is None:
                _take_head(content, heads, known, example)
                continue
            number = int(numbered[1])
            if rows and number <= rows[-1].number:
                raise DerivationError(f"number {number} follows {rows[-1].number}; numbers increase from line to line")
            rows.append(row_of(place, number, numbered[2].strip()))
    if not rows:
        raise DerivationError(f"there are no lines; expected lines such as '{example}'")
    try:
        formulas = reader([row.text for row in rows], "logic" in heads)
    except ParseError:
        for row in rows:  # find the first that is not a formula
            try:
                reader([row.text], "logic" in heads)
            except ParseError as error:
                raise DerivationError(f"line {row.place}: {error.message}") from None
        raise
    lines = tuple([Line(row.number, said, *row[3:]) for row, said in zip(rows, formulas, strict=True)])
    return lines, _logic(heads), heads


def paragraphs(text: str) -> list[tuple[int, str]]:
    """Return the lines without comments, each with its line number in the text.

    A line without a number is joined to the numbered line that it continues.
    """
    blocks: list[tuple[int, list[str]]] = []
    for place, row in enumerate(text.splitlines(), 1):
        content = BEFORE_COMMENT.match(row)[0].rstrip()  # type: ignore[index]  # it matches every text
        if blocks and content and NUMBERED.match(blocks[-1][1][0]) and not NUMBERED.match(content):
            blocks[-1][1].append(content.strip())
        elif content:
            blocks.append((place, [content]))
    return [(began, "  ".join(held)) for began, held in blocks]


def _take_head(content: str, heads: dict[str, str], known: Collection[str], example: str) -> None:
    """Parse a header line, such as ``logic: S5``, into `heads`."""
    head = _HEADER.fullmatch(content)
    name = head[1].casefold() if head is not None else ""
    if name not in known:
        expected = f"expected a line such as '{example}', or 'logic: S5'"
        raise DerivationError(f"'{shorten(content.strip())}' has no number; {expected}")
    if name in heads:
        raise DerivationError(f"'{name}:' is given twice")
    heads[name] = head[2].strip() if head is not None else ""


def _row(place: int, number: int, content: str) -> Row:
    text, rule, of = STYLE.justified(number, content)
    return Row(place, number, text, rule, _numbers(of))


class UnreadLines(DerivationError):
    """Raised for a justification whose rule is known and whose line numbers cannot be read."""


class Reasons(NamedTuple):
    """The syntax of justifications in a style of proofs.

    `canonical` returns the standard name of a rule, or None for an unknown name. `known` has the standard names, `what`
    is the word for them in messages, and `example` is a line of a proof.
    """

    why: re.Pattern[str]  # its groups: the rule, and the line numbers as a string
    canonical: Callable[[str], str | None]
    known: Collection[str]
    what: str
    example: str
    cited: Callable[[str], tuple[Any, ...]]  # parses the line numbers

    def reason(self, text: str) -> tuple[str, tuple[Any, ...]]:
        """Parse a justification, such as ``MP 1,2``, into a rule and what it cites; `DerivationError` for others."""
        why = self.why.fullmatch(text.strip())
        if why is None or (rule := self.canonical(why[1])) is None:
            raise self._unread(text)
        return rule, self.cited(why[2])

    def _unread(self, text: str) -> DerivationError:
        """Return the error for a justification with an unknown rule, or with line numbers that cannot be read."""
        words = text.split(maxsplit=SEPARATORS)
        cuts = range(len(words), 0, -1)
        why, cut = next(((why, cut) for cut in cuts if (why := self.why.fullmatch(" ".join(words[:cut])))), (None, 0))
        if why and self.canonical(why[1]):
            wanted = f"expected the numbers of the lines that {why[1]} takes, such as 1,2 or 3-5"
            return UnreadLines(f"'{shorten(' '.join(words[cut:]))}': {wanted}")
        name = why[1] if why else "".join(words[:1])
        return DerivationError(f"no {self.what} '{shorten(name)}'{did_you_mean(name, self.known)}")

    def justified(self, number: int, content: str) -> tuple[str, str, str]:
        """Split a line into formula, rule and cited lines, as strings; `DerivationError` without a justification."""
        for separator, is_sure in ((SEPARATOR, True), (BLANKS, False)):
            cuts = list(separator.finditer(content))[-SEPARATORS:]
            for cut in reversed(cuts) if is_sure else cuts:  # q ->E 4,3 is q by ->E, not q → E by axiom 4
                why, before = self.why.fullmatch(content, cut.end()), content[: cut.start()]
                rule = why and self.canonical(why[1])
                if why and rule and (is_sure or (is_formula(before) and not is_formula(content))):
                    return before, rule, why[2]
        ends = [cut for cut in SEPARATOR.finditer(content) if cut[0] != " "][-SEPARATORS:]
        likely = reversed(ends if len(content) <= LONGEST_LINE else [])
        end = next((each for each in likely if is_formula(content[: each.start()])), None)
        if end or (ends and not is_formula(content)):
            unread = self._unread(content[(end or ends[-1]).end() :])
            if isinstance(unread, UnreadLines) or not is_formula(content):  # p  ->E one is a formula, too
                raise unread
        lacks = f"'{shorten(f'{number}. {content}')}' has no justification; write it after two spaces"
        raise DerivationError(f"{lacks}: {self.example}")


def is_formula(text: str) -> bool:
    """Whether a string is a formula in one of the accepted notations."""
    try:
        read_typed([text])
    except ParseError:
        return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for first, last in re.findall(rf"(\d+)(?:\s*{DASH}\s*(\d+))?", text):
        start, end = int(first[:10]), int((last or first)[:10])
        if end - start + len(numbers) >= MOST:
            raise DerivationError(f"'{shorten(text.strip())}': expected the numbers of lines above, such as 1,2")
        numbers += range(start, end + 1)
    return tuple(numbers)


STYLE = Reasons(_WHY, canonical, KNOWN, "rule or axiom", "1. K_a p -> p  T", _numbers)
reason = STYLE.reason


def _logic(heads: dict[str, str]) -> Logic | None:
    """Parse the header line ``logic:``; the systems are validated when the derivation is checked."""
    text = heads.get("logic")
    if text is None or not re.search("[:=]", text):
        return text
    pairs = [re.split("[:=]", pair) for pair in text.split(",")]
    if not all(len(pair) == 2 and all(map(str.strip, pair)) for pair in pairs):
        raise DerivationError(f"logic '{shorten(text)}': expected a logic such as S5, or a: S5, b: KD45")
    agents = [agent.strip() for agent, _ in pairs]
    if twice := sorted(agent for agent, times in Counter(agents).items() if times > 1):
        expected = f"expected one logic for each agent, got several for '{twice[0]}'"
        raise DerivationError(f"logic '{shorten(text)}': {expected}")
    return dict(zip(agents, [name.strip() for _, name in pairs], strict=True))


def axiom_named(name: str) -> str:
    """Return the standard name of an axiom of the modal cube; `DerivationError` for other names."""
    axiom = canonical(name) if isinstance(name, str) else None
    if axiom is None or axiom not in AXIOMS:
        hint = did_you_mean(name, AXIOMS) if isinstance(name, str) else f"; expected some of {', '.join(AXIOMS)}"
        raise DerivationError(f"axioms: no axiom {shorten(repr(name))}{hint}")
    return axiom
