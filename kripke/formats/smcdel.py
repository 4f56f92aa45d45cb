"""Text files of the model checker SMCDEL (variables, a law, observations, questions): reading, answering and writing.

Variable 3 becomes the atom ``p3``. The worlds are the states that satisfy the state law, named by the set of their true
atoms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kripke.checking.joining import Part, joined
from kripke.data.errors import ModelError
from kripke.data.lazy import Lazy, np
from kripke.data.relation import Column, Relation, WorldSet, canonical_labels
from kripke.data.worlds import SMALL, Valued
from kripke.formats import quantifiers, smcdel_reader
from kripke.formats.quantifiers import Quantified
from kripke.formats.smcdel_reader import RESERVED, Keyword, require_declared, without_comments
from logic.clauses import And, Atom, C
from logic.errors import EpistemicError, ParseError, TooLarge, naming, shorten
from logic.exact import DIGITS
from logic.formula import Formula
from logic.node_table import mapped

if TYPE_CHECKING:
    import numpy.typing as npt

    from kripke.checking import build, explicit, observations
    from kripke.data.structure import Structure
else:  # not needed if diagrams are used
    build, explicit = Lazy("kripke.checking.build"), Lazy("kripke.checking.explicit")
    observations = Lazy("kripke.checking.observations")

State = tuple[int, ...]  # the variables that are true, in the order of VARS

Table: TypeAlias = "npt.NDArray[np.bool_]"

LIMIT = 100  # maximal number of states that are listed for a ``WHERE?``

NOTED = 3  # maximal number of renamed atoms that a warning names
LISTED = 10_000  # maximal number of states that a written law lists


class Query(NamedTuple):
    """A question in a file.

    `keyword` is ``TRUE?``, ``VALID?`` or ``WHERE?``, and `formula` is the formula to evaluate. For ``TRUE?``,
    `state` has the true atoms of the state; otherwise it is None. `text` is the question on one line, and `place` its
    position in the file. `problem` is the error for an undeclared name in the question, otherwise None.
    """

    keyword: Keyword
    formula: Formula
    state: frozenset[str] | None
    text: str
    place: int
    problem: ParseError | None = None


class Answer(NamedTuple):
    """The answer to a question.

    `query` is the question. `value` is a truth value, or a tuple of states for ``WHERE?``; None if there is a problem.
    `more` is the number of states left out of `value`. `problem` is the error that prevented an answer, otherwise None.
    """

    query: Query
    value: bool | tuple[State, ...] | None
    more: int = 0
    problem: EpistemicError | None = None

    def __str__(self) -> str:
        if self.value is None:
            return f"not answered: {self.problem}"
        if isinstance(self.value, bool):
            return str(self.value)
        listed = " ".join(f"[{','.join(map(str, state))}]" for state in self.value)
        if self.more:
            return f"{listed} and {self.more:,} more" if listed else f"{self.more:,} states"
        return listed or "nowhere"

    def cut(self, limit: int | None) -> Answer:
        """The answer with at most `limit` states; None: all states."""
        if limit is None or not isinstance(self.value, tuple) or len(self.value) <= limit:
            return self
        return self._replace(value=self.value[:limit], more=self.more + len(self.value) - limit)


def answered(query: Query, work: Callable[[Query], Answer]) -> Answer:
    """Return the answer of `work`; if the question has a problem or `work` raises an error, the answer contains it."""
    if query.problem is not None:
        return Answer(query, None, problem=query.problem)
    try:
        return work(query)
    except EpistemicError as error:
        return Answer(query, None, problem=error)


@dataclass(frozen=True)
class SmcdelFile:
    """The content of an SMCDEL file.

    `variables`: the atoms of VARS. `law`: the state law. `observes`: maps agents to the atoms that they see. `queries`:
    the questions. `text`: the whole text. `bound`: maps each atom that stands for a quantifier, in the law or in a
    question, to the quantifier.
    """

    variables: tuple[str, ...]
    law: Formula
    observes: Mapping[str, tuple[str, ...]]
    queries: tuple[Query, ...]
    text: str
    bound: Mapping[str, Quantified] = field(default_factory=dict)

    @cached_property
    def expanded(self) -> SmcdelFile:
        """The file with quantifiers expanded; `TooLarge` for long formulas.

        A formula keeps its quantifiers if the scope of one of them has a modal operator.
        """
        if not self.bound:
            return self

        def expanded(formula: Formula) -> Formula:
            inside = quantifiers.within(formula, self.bound)
            is_possible = all(quantifiers.is_boolean(each.formula) for each in inside.values())
            return quantifiers.written_out(formula, inside) if is_possible else formula

        queries = tuple([query._replace(formula=expanded(query.formula)) for query in self.queries])
        return replace(self, law=expanded(self.law), queries=queries)

    @property
    def is_small(self) -> bool:
        """Whether the states are few and easily found, and questions about them can be answered without diagrams."""
        return not self.bound and (1 << len(self.variables) <= SMALL or self._few is not None)

    @cached_property
    def _few(self) -> Part | None:
        return joined(self.variables, self.law)

    @cached_property
    def structure(self) -> Structure:
        """The structure of the states that satisfy the law, without an actual world; `observes` gives the relations.

        `ModelError` if no state satisfies the law, `TooLarge` if too many do. Cost as for
        `observations.from_observations`.
        """
        if 1 << len(self.variables) > SMALL and not self.bound and self._few:
            seen = {agent: [Atom(atom) for atom in atoms] for agent, atoms in self.observes.items()}
            return observations.of_few(self._few, seen)
        try:
            return observations.from_observations(self.variables, self.observes, self.expanded.law)
        except ModelError:  # all names are declared, so that only this is left
            raise self.unsatisfiable() from None

    def where(self, query: Query) -> WorldSet:
        """The states where the formula of a query holds; in a small model, all queries are evaluated together."""
        if self.structure.size > SMALL:
            return explicit.extension(self.structure, query.formula)
        return self._together(query.place)

    @cached_property
    def _together(self) -> Callable[[int], WorldSet]:
        return explicit.together(self.structure, {query.place: query.formula for query in self.queries})

    def unsatisfiable(self) -> ModelError:
        """The error for a state law that no state satisfies; it quotes the law as in the file."""
        code = without_comments(self.text)
        written = re.search(r"\bLAW\b(.*?)\bOBS\b", code, re.DOTALL)
        shown = " ".join(written[1].split()) if written else str(self.law)
        return ModelError(f"law {shorten(shown)}: no assignment satisfies it, so the model would have no worlds")


def loads(text: str, source: str) -> Structure:
    """Read a structure from a text; `source` is the file's name for errors.

    Errors as in `read` and `SmcdelFile.structure`.
    """
    with naming(source):
        return read(text, expand=False).structure


def read(text: str, expand: bool = True) -> SmcdelFile:
    """Read SMCDEL's text format.

    `ParseError` if the text is not in the format, or its law or OBS has a variable that is not in VARS. A question with
    a variable or an agent that is not declared has the error as its `problem`. O(n) for n characters, apart from the
    expansion of quantifiers.

    `expand`: whether quantifiers are expanded, as in `SmcdelFile.expanded`.
    """
    parsed = smcdel_reader.read(text)
    places = smcdel_reader.question_places(text)
    problems = require_declared(text, parsed, places)
    code = without_comments(text) if "--" in text else text
    queries = []
    spans = pairwise([*places, len(text)])
    for (keyword, state, formula), (start, end), problem in zip(parsed.questions, spans, problems, strict=True):
        said = " ".join(code[start:end].split())
        queries.append(Query(keyword, formula, None if state is None else frozenset(state), said, start, problem))
    observes = {agent: tuple(dict.fromkeys(atoms)) for agent, atoms in parsed.observations}
    file = SmcdelFile(tuple(parsed.variables), parsed.law, observes, tuple(queries), text, parsed.bound)
    return file.expanded if expand else file


def answer(file: SmcdelFile) -> list[Answer]:
    """Answer the questions of a file on explicit states; `kripke.formats.smcdel_symbolic.answer` uses diagrams.

    As in SMCDEL, a ``TRUE?`` may name a state that the law excludes: the accessible states are then those that satisfy
    the law and look the same to the agent. A question that cannot be answered has a problem and no value. O(n s)
    for n states and s distinct subformulas of the questions, plus the cost of listing the states for ``WHERE?``.
    """
    ready = file.expanded
    return [answered(query, lambda query: Answer(query, _value(ready, query))) for query in ready.queries]


def _value(file: SmcdelFile, query: Query) -> bool | tuple[State, ...]:
    if quantifiers.within(query.formula, file.bound):
        problem = "a modal operator under a quantifier over atoms cannot be evaluated on listed states"
        raise ParseError(problem, file.text, query.place, hint="evaluate it on diagrams: --engine symbolic")
    try:
        structure = file.structure
    except ModelError:  # no state satisfies the law
        return _vacuous(file, query)
    if query.state is not None:
        position = structure.worlds.find(query.state)
        if position is not None:
            return position in file.where(query)
        beyond = with_state(structure, file.observes, query.state)
        return beyond.size - 1 in explicit.extension(beyond, reflexive(query.formula))
    where = file.where(query)
    return len(where) == structure.size if query.keyword == "VALID?" else _states(file, where)


def _vacuous(file: SmcdelFile, query: Query) -> bool | tuple[State, ...]:
    """The answer if no state satisfies the state law. Agents then consider no state possible."""
    if query.state is None:
        return True if query.keyword == "VALID?" else ()
    alone = build.from_relations({"state": query.state}, dict.fromkeys(file.observes, ()), atoms=file.variables)
    return 0 in explicit.extension(alone, reflexive(query.formula))


def _states(file: SmcdelFile, where: WorldSet) -> tuple[State, ...]:
    """The states as tuples of their true variables, in lexicographic order."""
    true = map(file.structure.true_atoms, where.positions())
    return in_order(file, [tuple([int(atom[1:]) for atom in atoms]) for atoms in true])


def in_order(file: SmcdelFile, states: Iterable[State]) -> tuple[State, ...]:
    """The states sorted lexicographically, by the order of VARS."""
    order = {int(atom[1:]): place for place, atom in enumerate(file.variables)}
    return tuple(sorted(states, key=lambda state: [order[number] for number in state]))


# ------------------------------------------------------------------------------------------ states beyond the law


def with_state(structure: Structure, observes: Mapping[str, Iterable[str]], state: frozenset[str]) -> Structure:
    """The structure with one more world at the end; no agent considers this world possible.

    At the new world each agent considers possible the worlds that agree with it on the observed atoms. O(k n) for k
    observations and n worlds.
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
    return replace(structure, worlds=Valued(valuation, size), valuation=valuation, relations=relations)


def reflexive(formula: Formula) -> Formula:
    """Replace ``C p`` by ``p & C p``, so that common knowledge implies truth.

    The two differ at worlds that violate the state law, since these worlds do not see themselves.
    """
    return mapped(formula, lambda node: And(node.sub, node) if isinstance(node, C) else node)


# ------------------------------------------------------------------------------------------------------ writing


def dumps(structure: Structure) -> str:
    """Write the structure in SMCDEL's format, from which `loads` reads the same worlds and relations.

    Worlds lose their names; a comment names the actual one. If all atoms have names such as ``p3``, they get the
    numbers in their names. Otherwise they are numbered from 1, and a comment lists them. `ModelError` if two
    worlds have the same true atoms, an agent's relation is not determined by one or more atoms that the agent observes,
    an agent has weights or ranks, the format does not allow an agent's name, or there are no atoms or no agents.
    `TooLarge` if the law would list more than `LISTED` states. O(g k n log n) for g agents, k atoms and n worlds.
    """
    _require_plain(structure)
    table = np.column_stack([structure.valuation[atom].column for atom in structure.atoms])
    _require_distinct(structure, table)
    numbers = _numbers(structure.atoms)
    actual = [",".join([str(numbers[atom]) for atom in structure.true_atoms(i)]) for i in structure.actuals]
    rows = [
        *[f"-- {number}: {' '.join(atom.split())}" for atom, number in numbers.items() if atom != f"p{number}"],
        *[f"-- the actual state: {{{state}}}" for state in actual],
        "VARS " + ",".join(map(str, numbers.values())),
        "LAW " + _law(table, list(numbers.values())),
        "OBS " + "  ".join(_observed(structure, agent, table, list(numbers.values())) for agent in structure.agents),
    ]
    return "\n".join(rows).rstrip() + "\n"


def lost(structure: Structure) -> list[str]:
    """Descriptions of what SMCDEL's text cannot store: names of worlds and atoms, and the actual worlds."""
    renamed = {atom: number for atom, number in _numbers(structure.atoms).items() if atom != f"p{number}"}
    shown = [f"{number} for {shorten(atom)}" for atom, number in list(renamed.items())[:NOTED]]
    more = f" and {len(renamed) - NOTED:,} more" if len(renamed) > NOTED else ""
    is_named = any(structure.worlds.name(i) != frozenset(structure.true_atoms(i)) for i in range(structure.size))
    parts = {
        f"atoms are numbers: {', '.join(shown)}{more}, which its comments list": renamed,
        "worlds have no names": is_named,
        "no state is actual, and comments list those that were": structure.actuals,
    }
    return [text for text, is_lost in parts.items() if is_lost]


def _require_plain(structure: Structure) -> None:
    if structure.weights or structure.ranks:
        raise ModelError("SMCDEL's format has no weights and no ranks: write JSON, which keeps them")
    if not structure.atoms:
        raise ModelError("SMCDEL's format needs an atom: this model's vocabulary is empty")
    if not structure.agents:
        raise ModelError("SMCDEL's format needs an agent: this model has none")
    for agent in structure.agents:
        if not re.fullmatch("[a-zA-Z][a-zA-Z0-9]*", agent) or agent in RESERVED:
            raise ModelError(f"agent '{shorten(agent)}': in SMCDEL's format an agent is a letter and letters or digits")


def _require_distinct(structure: Structure, table: Table) -> None:
    _, first = np.unique(table, axis=0, return_index=True)
    if len(first) < structure.size:
        twin = int(np.setdiff1d(np.arange(structure.size), first)[0])
        other = int(np.flatnonzero((table == table[twin]).all(axis=1))[0])
        one, two = (
            shorten(repr(structure.worlds.name(i)), 200) for i in (other, twin)
        )  # they may differ in the middle
        raise ModelError(
            f"worlds {one} and {two} have the same atoms: SMCDEL's format has one state for each set of atoms"
        )


def _numbers(atoms: Sequence[str]) -> dict[str, int]:
    """Map each atom to its number in the file: the one in its name if all names are like ``p3``, else 1, 2, ..."""
    own = all(len(atom) <= DIGITS and re.fullmatch(r"p(0|[1-9]\d*)", atom, re.ASCII) for atom in atoms)
    return {atom: int(atom[1:]) if own else i + 1 for i, atom in enumerate(atoms)}


def _law(table: Table, numbers: Sequence[int]) -> str:
    """The state law as a list of states or, if that is shorter, as the negation of a list of excluded states."""
    size, atoms = table.shape
    if atoms < 24 and size * 2 > 1 << atoms:
        codes = table @ (1 << np.arange(atoms, dtype=np.int64))
        missing = np.setdiff1d(np.arange(1 << atoms), codes)
        left_out = (missing[:, None] >> np.arange(atoms)) & 1 == 1
        return f"~{_listed(left_out, numbers)}" if len(missing) else "Top"
    return _listed(table, numbers)


def _listed(table: Table, numbers: Sequence[int]) -> str:
    if len(table) > LISTED:
        raise TooLarge(f"the law would list {len(table):,} states, the limit is {LISTED:,}: write JSON")
    signed = [[str(n) if true else f"~{n}" for n, true in zip(numbers, row, strict=True)] for row in table]
    states = [f"AND({','.join(literals)})" for literals in signed]
    return f"OR({', '.join(states)})" if len(states) > 1 else states[0]


def _observed(structure: Structure, agent: str, table: Table, numbers: Sequence[int]) -> str:
    """The entry of OBS with the atoms that an agent observes; `ModelError` if they do not determine the relation."""
    relation = structure.relations[agent]
    if not relation.is_s5:
        raise ModelError(
            f"agent {agent}: the relation is not an equivalence; in SMCDEL's format each agent observes atoms"
        )
    labels = canonical_labels(relation)[0]  # a class is labelled by its first world
    seen = [j for j in range(table.shape[1]) if (table[:, j] == table[labels, j]).all()]
    if not seen:
        raise ModelError(f"agent {agent} observes no atom; in SMCDEL's format each agent observes one or more")
    if len(np.unique(table[:, seen], axis=0)) < len(np.unique(labels)):
        raise ModelError(
            f"agent {agent} tells worlds apart by more than atoms that it observes; SMCDEL's format cannot say it"
        )
    return f"{agent}: {','.join(str(numbers[j]) for j in seen)}"
