"""SMCDEL's text files in: variables, a law, who observes what, and questions that are answered.

Variable 3 becomes the atom ``p3``. The worlds are the states of the law, named by the set of their true atoms.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from typing import Literal

import numpy as np
from lark import Token

from kripke.checking import build
from kripke.checking.explicit import extension
from kripke.data.relation import Column, Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.worlds import Valued
from kripke.formats import smcdel_reader
from kripke.formats.files import read_text
from kripke.formats.smcdel_reader import Asked, Parsed, Piece, Quantified, atom_name, without_comments
from logic.errors import ParseError, did_you_mean, shorten
from logic.exact import DIGITS
from logic.formula import And, C, Formula
from logic.table import flatten, rebuild

Keyword = Literal["TRUE?", "VALID?", "WHERE?"]
State = tuple[int, ...]
"""The variables that are true, in the order of VARS."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question of a file.

    Parameters
    ----------
    keyword : {'TRUE?', 'VALID?', 'WHERE?'}
        What is asked.
    formula : Formula
        What it is asked of.
    state : frozenset of str, or None
        For ``TRUE?``: the atoms that are true at the state.
    text : str
        The question as it is written, on one line and without comments.
    place : int
        Where it begins in the file.
    """

    keyword: Keyword
    formula: Formula
    state: frozenset[str] | None
    text: str
    place: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and its answer: a truth value, or the states for ``WHERE?``, of which `more` are not listed."""

    query: Query
    value: bool | tuple[State, ...]
    more: int = 0

    def __str__(self) -> str:
        if isinstance(self.value, bool):
            return str(self.value)
        listed = " ".join(f"[{','.join(map(str, state))}]" for state in self.value)
        if self.more:
            return f"{listed} and {self.more:,} more" if listed else f"{self.more:,} states"
        return listed or "nowhere"

    def cut(self, limit: int | None) -> Answer:
        """The answer with at most so many of its states listed; None: all that are."""
        if limit is None or isinstance(self.value, bool) or len(self.value) <= limit:
            return self
        return replace(self, value=self.value[:limit], more=self.more + len(self.value) - limit)


@dataclass(frozen=True)
class SmcdelFile:
    """What a file says.

    Parameters
    ----------
    variables : tuple of str
        The atoms, in the order of VARS.
    law : Formula
        Boolean; common knowledge.
    observes : mapping of str to tuple of str
        For each agent the atoms that she sees.
    queries : tuple of Query
        The questions, in order.
    text : str
        The file's text, for messages.
    bound : mapping of str to Quantified
        The quantifiers that were not expanded, by the atoms that stand for them in the law and in the questions.
    """

    variables: tuple[str, ...]
    law: Formula
    observes: Mapping[str, tuple[str, ...]]
    queries: tuple[Query, ...]
    text: str
    bound: Mapping[str, Quantified] = field(default_factory=dict)

    @cached_property
    def expanded(self) -> SmcdelFile:
        """The same file with its quantifiers written out; `TooLarge` where they become too long."""
        return read(self.text) if self.bound else self

    @cached_property
    def structure(self) -> Structure:
        """The states that satisfy the law, in which each agent sees her variables; without an actual world.

        `ModelError` if there is none, `TooLarge` if there are too many. Cost as `build.from_observations`.
        """
        if self.bound:
            return self.expanded.structure
        return build.from_observations(self.variables, self.observes, self.law)


def load(path: str | PathLike[str]) -> SmcdelFile:
    """Read a file; `FileError` where it cannot be read, else as `read`."""
    return read(read_text(path))


def read(text: str, expand: bool = True) -> SmcdelFile:
    """Read SMCDEL's text format.

    Parameters
    ----------
    text : str
        The text.
    expand : bool
        Write quantifiers out; else atoms stand for them, which the symbolic engine quantifies away.

    Raises
    ------
    ParseError
        If the text is not in the format, or speaks of a variable or an agent that it does not declare.

    Notes
    -----
    O(n) for n characters, apart from the expansion of quantifiers.
    """
    parsed = smcdel_reader.read(text, expand)
    if parsed.law.modal is not None:
        raise ParseError("the law must be boolean", text, parsed.law.modal)
    checked = _Declared(text, parsed)
    checked.require(parsed.law, checked.code.index("LAW", parsed.variables[-1].end_pos or 0))
    places = [asked.place for asked in parsed.asked] + [len(text)]
    queries = [_query(asked, places[i + 1], checked) for i, asked in enumerate(parsed.asked)]
    bound = {name: each for piece in _pieces(parsed) for name, each in piece.bound.items()}
    return SmcdelFile(tuple(checked.variables), parsed.law.formula, checked.observes, tuple(queries), text, bound)


def _pieces(parsed: Parsed) -> list[Piece]:
    return [parsed.law, *[asked.piece for asked in parsed.asked]]


def answer(file: SmcdelFile, beyond_law: bool = False) -> list[Answer]:
    """Answer the questions of a file on listed states; see `kripke.formats.smcdel_symbolic.answer` for diagrams.

    Parameters
    ----------
    file : SmcdelFile
        From `load` or `read`.
    beyond_law : bool
        Whether a ``TRUE?`` may name a state that the law excludes. The agents then think of the states of the law that
        look the same to them, as SMCDEL evaluates it; else such a question is an error.

    Raises
    ------
    ParseError
        If a state does not satisfy the law.

    Notes
    -----
    O(n s) for n states and s distinct subformulas of the questions, and the states that ``WHERE?`` lists.
    """
    file = file.expanded
    return [Answer(query, _value(file, query, beyond_law)) for query in file.queries]


def _value(file: SmcdelFile, query: Query, beyond_law: bool) -> bool | tuple[State, ...]:
    structure = file.structure
    if query.state is not None:
        position = structure.worlds.find(query.state)
        if position is not None:
            return position in extension(structure, query.formula)
        if beyond_law:
            return _value_beyond(file, query.state, query.formula)
        raise beyond(file, query)
    where = extension(structure, query.formula)
    return len(where) == structure.size if query.keyword == "VALID?" else _states(file, where)


def beyond(file: SmcdelFile, query: Query) -> ParseError:
    """That the question is asked of a state that the law excludes."""
    return ParseError(
        "this state does not satisfy the law",
        file.text,
        query.place,
        hint="ask for a state of the law (WHERE? Top lists them), or answer with beyond_law=True, as SMCDEL does",
    )


def _states(file: SmcdelFile, where: WorldSet) -> tuple[State, ...]:
    """The states as lists of their true variables, in lexicographic order."""
    positions = np.flatnonzero(where.column)
    table = np.column_stack([file.structure.valuation[atom].column[positions] for atom in file.variables])
    numbers = [int(atom[1:]) for atom in file.variables]
    return in_order(file, [tuple([numbers[i] for i in np.flatnonzero(row)]) for row in table])


def in_order(file: SmcdelFile, states: Iterable[State]) -> tuple[State, ...]:
    """The states in lexicographic order, by the order of VARS."""
    order = {int(atom[1:]): place for place, atom in enumerate(file.variables)}
    return tuple(sorted(states, key=lambda state: [order[number] for number in state]))


# ------------------------------------------------------------------------------------------ states beyond the law


def _value_beyond(file: SmcdelFile, state: frozenset[str], formula: Formula) -> bool:
    structure = with_state(file.structure, file.observes, state)
    return structure.size - 1 in extension(structure, reflexive(formula))


def with_state(structure: Structure, observes: Mapping[str, Iterable[str]], state: frozenset[str]) -> Structure:
    """The structure with one more world, the last, that no agent considers possible.

    From it each agent looks at the worlds that agree with it on the atoms that she observes. O(k n) for k observations
    and n worlds.
    """
    size = structure.size + 1
    valuation = {
        atom: WorldSet(size, column=np.append(where.column, atom in state))
        for atom, where in structure.valuation.items()
    }
    relations = {}
    for agent, relation in structure.relations.items():
        alike: Column = np.ones(structure.size, dtype=np.bool_)
        for atom in observes[agent]:
            alike &= structure.valuation[atom].column == (atom in state)
        label = relation.labels[alike.argmax()] if alike.any() else -1
        members = np.append(relation.members, False)
        relations[agent] = Relation.from_labels(np.append(relation.labels, label).astype(np.int32), members)
    worlds = Valued({atom: where.column for atom, where in valuation.items()}, size)
    return replace(structure, worlds=worlds, valuation=valuation, relations=relations)


def reflexive(formula: Formula) -> Formula:
    """The formula with common knowledge that implies truth, as in SMCDEL: a world beyond the law sees not itself."""
    built: list[Formula] = []
    for node, kids in flatten(formula).rows:
        new = rebuild(node, [built[kid] for kid in kids])
        built.append(And(built[kids[0]], new) if isinstance(node, C) else new)
    return built[-1]


# ------------------------------------------------------------------------------------------------- declarations


def _place(token: Token) -> int:
    return token.start_pos or 0


class _Declared:
    """The variables and agents that a text declares, each once."""

    def __init__(self, text: str, parsed: Parsed) -> None:
        self.text, self.code = text, without_comments(text)
        self.variables: dict[str, None] = {}
        for number in parsed.variables:
            if len(number) > DIGITS:
                raise ParseError(
                    f"a number of {len(number):,} digits, at most {DIGITS:,} are read", text, _place(number)
                )
            if atom_name(number) in self.variables:
                raise ParseError(f"VARS lists {shorten(str(number))} twice", text, _place(number))
            self.variables[atom_name(number)] = None
        self.observes: dict[str, tuple[str, ...]] = {}
        for agent, numbers in parsed.observations:
            if agent in self.observes:
                raise ParseError(f"OBS lists {shorten(str(agent))} twice", text, _place(agent))
            for number in numbers:
                self.require_variable(atom_name(number), _place(number))
            self.observes[str(agent)] = tuple(dict.fromkeys(map(atom_name, numbers)))

    def require_variable(self, atom: str, place: int) -> None:
        """`ParseError` for a variable that is not declared."""
        if atom not in self.variables:
            raise ParseError(
                f"variable {shorten(atom[1:])} is not in VARS",
                self.text,
                place,
                hint=f"add {shorten(atom[1:])} to VARS",
            )

    def require(self, piece: Piece, start: int) -> None:
        """`ParseError` for a variable or an agent in the formula, which stands behind `start`, that is not declared."""
        formula = piece.formula
        for atom in sorted(_free(piece) - self.variables.keys()):
            self.require_variable(atom, self._find(rf"(?<![A-Za-z0-9])0*{atom[1:]}(?![0-9])", start))
        for agent in sorted(formula.agents - self.observes.keys()):
            place = self._find(rf"(?<![A-Za-z0-9]){agent}(?![A-Za-z0-9])", start)
            raise ParseError(
                f"agent '{shorten(agent)}' is not in OBS{did_you_mean(agent, self.observes)}", self.text, place
            )

    def _find(self, pattern: str, start: int) -> int:
        found = re.compile(pattern).search(self.code, start)
        return found.start() if found else start


def _free(piece: Piece) -> set[str]:
    """The atoms of the formula, without those that quantifiers bind and those that stand for quantifiers."""
    inside: dict[str, set[str]] = {}
    for name, each in piece.bound.items():  # inner ones first
        inside[name] = _resolved(each.formula.atoms, inside).difference(each.atoms)
    return _resolved(piece.formula.atoms, inside)


def _resolved(atoms: Iterable[str], inside: Mapping[str, set[str]]) -> set[str]:
    return set().union(*[inside.get(atom, {atom}) for atom in atoms])


def _query(asked: Asked, end: int, declared: _Declared) -> Query:
    for number in asked.state or ():
        declared.require_variable(atom_name(number), _place(number))
    start = asked.place + len(asked.keyword)
    if asked.state:
        start = declared.code.index("}", start)
    declared.require(asked.piece, start)
    state = None if asked.state is None else frozenset(map(atom_name, asked.state))
    keyword: Keyword = asked.keyword  # type: ignore[assignment]  # the grammar has these three
    return Query(keyword, asked.piece.formula, state, " ".join(declared.code[asked.place : end].split()), asked.place)
