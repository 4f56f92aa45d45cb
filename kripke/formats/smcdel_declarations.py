"""What an SMCDEL text declares: each atom and agent that occurs is in VARS or OBS, and the law is boolean.

Nearly every text is right, and a few comparisons of sets show it. Only where they fail is the text searched for the
mistake and its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from kripke.formats import smcdel_reader
from kripke.formats.quantifiers import Quantified, within
from kripke.formats.smcdel_mistakes import RESERVED, without_comments
from kripke.formats.smcdel_reader import Keyword, Parsed
from logic.errors import ParseError, did_you_mean, shorten
from logic.exact import DIGITS
from logic.formula import Formula

Question: TypeAlias = "tuple[Keyword, list[str] | None, Formula]"
"""The keyword of a question, the state of a ``TRUE?``, and the formula."""

_MODAL = re.compile(rf"[\[<]|(?<![a-zA-Z])(?!(?:{'|'.join(RESERVED)})(?![a-zA-Z0-9]))[a-zA-Z][a-zA-Z0-9]*")
"""The first sign of a modal operator: an announcement's bracket or an agent."""


def require_declared(text: str, parsed: Parsed, places: Sequence[int]) -> list[ParseError | None]:
    """For each question the error that it has a name that is not declared, or None; a mistake before them is raised.

    Raises
    ------
    ParseError
        If a name is declared twice, the law has a name that is not declared, or the law has a modal operator.

    Notes
    -----
    O(n) for n characters.
    """
    code = without_comments(text) if "--" in text else text
    start = code.index("LAW") + len("LAW")  # VARS lists numbers only
    modal = _MODAL.search(code, start, code.index("OBS", start))
    if modal:
        raise ParseError("the law must be boolean", text, modal.start())
    variables, agents = set(parsed.variables), {agent for agent, _ in parsed.observations}
    if (
        parsed.atoms <= variables
        and parsed.agents <= agents
        and len(variables) == len(parsed.variables)
        and len(agents) == len(parsed.observations)
        and max(map(len, variables)) <= DIGITS
    ):
        return [None] * len(places)
    names = _Names(text, parsed, variables, agents)
    names.require_distinct()
    names.require(parsed.law, code.index("LAW"), code)
    return [names.mistake(question, place, code) for question, place in zip(parsed.questions, places, strict=True)]


class _Names:
    """The search for a name that is declared twice or not at all."""

    def __init__(self, text: str, parsed: Parsed, variables: set[str], agents: set[str]) -> None:
        self.text, self.parsed, self.variables, self.agents = text, parsed, variables, agents

    def require_distinct(self) -> None:
        """Raise `ParseError` for a second declaration, and for a variable of OBS that is not in VARS."""
        tokens = smcdel_reader.tokens(self.text)
        next(tokens)  # VARS
        seen: set[str] = set()
        for number, place in _until(tokens, "LAW"):
            if len(number) > DIGITS:
                problem = f"a number of {len(number):,} digits, at most {DIGITS:,} are read"
                raise ParseError(problem, self.text, place)
            self._require_new("VARS", smcdel_reader.atom_name(number), number, place, seen)
        for _ in _until(tokens, "OBS"):
            pass
        listed: set[str] = set()
        for token, place in _until(tokens, "TRUE?", "VALID?", "WHERE?", ""):
            if token[0].isalpha():
                self._require_new("OBS", token, token, place, listed)
            elif token[0].isdigit():
                self._require_variable(smcdel_reader.atom_name(token), place)

    def _require_new(self, where: str, name: str, written: str, place: int, seen: set[str]) -> None:
        if name in seen:
            raise ParseError(f"{where} lists {shorten(written)} twice", self.text, place)
        seen.add(name)

    def _require_variable(self, atom: str, place: int) -> None:
        if atom not in self.variables:
            number = shorten(atom[1:])
            raise ParseError(f"variable {number} is not in VARS", self.text, place, hint=f"add {number} to VARS")

    def mistake(self, question: Question, place: int, code: str) -> ParseError | None:
        """The error that a question has a name that is not declared; None: it has no such name."""
        keyword, state, formula = question
        try:
            self.require_state(state or (), place)
            self.require(formula, code.index("}", place) if state else place + len(keyword), code)
        except ParseError as error:
            return error
        return None

    def require_state(self, state: Sequence[str], place: int) -> None:
        """Raise `ParseError` for a variable of a question's state that is not declared; `place` is the question's."""
        if self.variables.issuperset(state):
            return
        numbers = smcdel_reader.tokens(self.text, place)
        for atom, (_, where) in zip(state, _numbers(numbers), strict=False):
            self._require_variable(atom, where)

    def require(self, formula: Formula, start: int, code: str) -> None:
        """Raise `ParseError` for a variable or an agent in a formula that is not declared."""
        for atom in sorted(_free(formula, self.parsed.bound) - self.variables):
            self._require_variable(atom, _find(rf"(?<![A-Za-z0-9])0*{atom[1:]}(?![0-9])", code, start))
        for agent in sorted(_agents(formula, self.parsed.bound) - self.agents):
            near = did_you_mean(agent, [name for name, _ in self.parsed.observations])
            place = _find(rf"(?<![A-Za-z0-9]){agent}(?![A-Za-z0-9])", code, start)
            raise ParseError(f"agent '{shorten(agent)}' is not in OBS{near}", self.text, place)


def _until(tokens: Iterator[tuple[str, int]], *ends: str) -> Iterator[tuple[str, int]]:
    for token, place in tokens:
        if token in ends:
            return
        if token != ",":
            yield token, place


def _numbers(tokens: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    return ((token, place) for token, place in tokens if token[:1].isdigit())


def _find(pattern: str, code: str, start: int) -> int:
    found = re.compile(pattern).search(code, start)
    return found.start() if found else start


def _agents(formula: Formula, bound: Mapping[str, Quantified]) -> set[str]:
    return set(formula.agents).union(*[each.formula.agents for each in within(formula, bound).values()])


def _free(formula: Formula, bound: Mapping[str, Quantified]) -> set[str]:
    """The atoms of the formula that no quantifier binds, without those that stand for quantifiers."""
    inside: dict[str, set[str]] = {}
    for name, each in bound.items():  # inner ones first
        inside[name] = _resolved(each.formula.atoms, inside).difference(each.atoms)
    return _resolved(formula.atoms, inside)


def _resolved(atoms: Iterable[str], inside: Mapping[str, set[str]]) -> set[str]:
    return set().union(*[inside.get(atom, {atom}) for atom in atoms])
