"""Belief structures: agents whose relation is no equivalence, said by formulas over two states.

A state that an agent looks at is written with a prime: ``p'`` is p there. Source: van Benthem, van Eijck, Gattinger and
Su, "Symbolic model checking for dynamic epistemic logic: S5 and beyond" (2018), doi:10.1093/logcom/exx038, whose belief
structures have a diagram over such a doubled vocabulary for each agent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_, xor
from typing import Any, TypeAlias

from kripke.checking.build import agents_of
from kripke.checking.constraint import Laws, Question
from kripke.data.errors import ModelError, unknown_agent
from kripke.data.frames import Frame, frame, require_kept
from kripke.data.listing import LIMIT
from kripke.symbolic.diagrams.bdd import Substitution
from kripke.symbolic.diagrams.elimination import conjunction, satisfiable
from kripke.symbolic.diagrams.state_set import StateSet, primed, unprime, unprimed
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.build import fact, laws
from kripke.symbolic.structures.counting import connected
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure, Observation
from kripke.symbolic.structures.states import are_few
from kripke.symbolic.structures.transformer import unused
from kripke.symbolic.structures.translate import to_structure
from logic.errors import shorten

Beliefs: TypeAlias = Mapping[str, Laws | Mapping[Question, Laws]]
Relations: TypeAlias = Mapping[str, Laws]

PROPERTIES = ("reflexive", "serial", "symmetric", "transitive", "euclidean")


def prime(atom: str) -> str:
    """The name that an atom has at the state looked at: ``p'``, ``has'(N,SA)``, ``die1'=4``.

    The prime stands before the first bracket or ``=``, so that the name is an atom of the language again.
    """
    head = min([place for place in (atom.find("("), atom.find("=")) if place >= 0], default=len(atom))
    return f"{atom[:head]}'{atom[head:]}"


def believing(
    knowledge: KnowledgeStructure, believes: Beliefs | None = None, relations: Relations | None = None
) -> KnowledgeStructure:
    """The model whose agents look at fewer states than those that agree on what they observe.

    Parameters
    ----------
    believes : mapping, optional
        Agent -> what holds at the states that the agent looks at; or a mapping from what holds here to what holds
        there.
    relations : mapping, optional
        Agent -> formulas over atoms here and primed atoms there, all of which hold between a state and those that they
        looks at; see `prime`.

    Raises
    ------
    ParseError, UnknownAtom, ModelError
        If a formula is invalid, has modalities, or names what is not there; if a primed name is also an atom's own.
    """
    given: dict[str, list[StateSet]] = {}
    for agent, value in _by_agent(believes, "believes"):
        given.setdefault(agent, []).extend(_believed(knowledge, value, f"believes of {agent}"))
    doubled, unclear = _doubled(knowledge) if relations else (knowledge, frozenset())
    for agent, value in _by_agent(relations, "relations"):
        given.setdefault(agent, []).extend(_related(doubled, unclear, value, f"relations of {agent}"))
    observes = dict(knowledge.observes)
    for agent, parts in given.items():
        before = observes.get(agent, Observation(0))
        kept = tuple([part for part in parts if part.value is not True])
        observes[agent] = Observation(before.seen, (*before.relation, *kept))
    return replace(knowledge, observes=observes)


def _by_agent(given: Any, what: str) -> Iterator[tuple[str, Any]]:
    if given is None:
        return
    if not isinstance(given, Mapping):
        raise ModelError(f"{what} {shorten(repr(given))}: expected a mapping from agents, such as {{'a': 'p'}}")
    yield from ((agent, value) for agent, (value,) in agents_of({a: (v,) for a, v in given.items()}, what))


def _believed(knowledge: KnowledgeStructure, value: Any, what: str) -> Iterator[StateSet]:
    """The constraints between two states that the mapping from here to there says."""
    by: Mapping[Any, Any] = value if isinstance(value, Mapping) else {"true": value}
    for here, there in by.items():
        wanted = conjunction(knowledge.manager, [fact(knowledge, part, what) for part in laws(there, what)])
        where = conjunction(knowledge.manager, [fact(knowledge, part, what) for part in laws(here, what)])
        yield ~where | primed(wanted, wanted.support)


def _related(doubled: KnowledgeStructure, unclear: frozenset[str], value: Laws, what: str) -> Iterator[StateSet]:
    for part in laws(value, what):
        for name in part.atoms:
            if name in unclear:
                raise ModelError(
                    f"{what}: '{shorten(name)}' is an atom, and another atom with a prime; rename one, or say it by "
                    "believes={agent: {here: there}}"
                )
        yield fact(doubled, part, what)


def _doubled(knowledge: KnowledgeStructure) -> tuple[KnowledgeStructure, frozenset[str]]:
    """The model whose vocabulary has each atom here and, primed, there; and the names that would be both."""
    there = {prime(atom): primed(states, states.support) for atom, states in knowledge.atoms.items()}
    return replace(knowledge, atoms={**knowledge.atoms, **there}), frozenset(there.keys() & knowledge.atoms.keys())


@dataclass(frozen=True)
class _Pairs:
    """An agent's relation, to be asked about three states: x, unprimed, y, primed, and z, on unused bits."""

    knowledge: KnowledgeStructure
    seen: int
    parts: tuple[StateSet, ...]
    there: tuple[StateSet, ...]
    onto: Mapping[int, int]

    def holds(self, one: str, other: str) -> list[StateSet]:
        """The relation between two of the states, without what is seen, which is the same in all."""
        return [self._at(part, one, other) for part in self.parts]

    def laws(self, names: str) -> list[StateSet]:
        """That these are states."""
        k = self.knowledge
        used = reduce(or_, [part.support for part in (*self.parts, *k.law)], self.seen)
        here = [*k.law, *[k.definitions.part(v) for v in members(k.definitions.needed(unprime(used)))]]
        return here + [self._at(part, name, name) for name in names if name != "x" for part in self.there]

    def always(self, given: Iterable[StateSet], wanted: Iterable[StateSet]) -> bool:
        """Whether what is given implies all that is wanted: each from what it hangs together with, or from nonsense."""
        groups = [(reduce(or_, [part.support for part in group]), group) for group in connected(given)]

        def follows(part: StateSet) -> bool:
            near = [each for support, group in groups if support & part.support for each in group]
            return self._is_impossible([*near, ~part])

        return all(map(follows, wanted)) or any(self._is_impossible(group) for _, group in groups)

    def _is_impossible(self, parts: list[StateSet]) -> bool:
        return not satisfiable(self.knowledge.manager, parts)

    def _at(self, part: StateSet, one: str, other: str) -> StateSet:
        """The part with its unprimed bits read at one state, and its primed bits at another."""
        moved: dict[int, int] = {}
        for v in members(part.support & ~self.seen):
            to = other if v & 1 else one
            base = v & ~1
            moved[v] = base if to == "x" else base + 1 if to == "y" else self.onto[base]
        return _renamed(part, {v: to for v, to in moved.items() if v != to})


def _renamed(states: StateSet, by: Mapping[int, int]) -> StateSet:
    """The set with some variables replaced by others, all at once."""
    if not by:
        return states
    gone, come = (reduce(or_, [1 << v for v in some]) for some in (by.keys(), by.values()))
    if states.parity is not None:
        kept = StateSet.of_parity(states.manager, states.parity[0] & ~gone, states.parity[1])
        return reduce(xor, [StateSet.literal(states.manager, v) for v in by.values()], kept)
    moved = Substitution([(v, states.manager.literal(to)) for v, to in by.items()])
    function = states.function.substitute(moved)
    return StateSet.of(states.manager, function, states.support & ~gone | come)


def properties(knowledge: KnowledgeStructure, agent: str) -> frozenset[str]:
    """Which of reflexive, serial, symmetric, transitive and Euclidean the agent's relation is.

    `UnknownAgent` for one who is not there. An agent who only observes has them all; else each is a question about two
    or three states at once, as many bits, answered by elimination.
    """
    if not isinstance(agent, str) or agent not in knowledge.observes:
        raise unknown_agent(agent, knowledge.observes)
    observation = knowledge.observes[agent]
    if not observation.relation:
        return frozenset(PROPERTIES)
    pairs = _pairs(knowledge, observation)
    seen_from_x, to_x = pairs.holds("x", "y"), pairs.holds("y", "x")
    two, three = pairs.laws("xy"), pairs.laws("xyz")
    algebra = SymbolicAlgebra(knowledge)
    has = {
        "reflexive": pairs.always(pairs.laws("x"), pairs.holds("x", "x")),
        "serial": algebra.is_empty(~algebra.preimage(agent, algebra.domain)),
        "symmetric": pairs.always([*two, *seen_from_x], to_x),
        "transitive": pairs.always([*three, *seen_from_x, *pairs.holds("y", "z")], pairs.holds("x", "z")),
        "euclidean": pairs.always([*three, *seen_from_x, *pairs.holds("x", "z")], pairs.holds("y", "z")),
    }
    return frozenset(name for name, it_has in has.items() if it_has)


def check_frames(before: KnowledgeStructure, after: KnowledgeStructure) -> None:
    """Raise `FrameLost` if an agent's relation does not have all the properties that it had.

    The message has worlds that show it if the model after the update has few states.
    """
    for agent in before.observes:
        had, now = properties(before, agent), properties(after, agent)
        if not had <= now:
            require_kept(had, _with_examples(after, agent, now))


def _with_examples(knowledge: KnowledgeStructure, agent: str, has: frozenset[str]) -> Frame:
    if are_few(knowledge, StateSet.constant(knowledge.manager, True)):
        return frame(to_structure(knowledge, LIMIT), agent)
    return Frame(agent, has, {})


def _pairs(knowledge: KnowledgeStructure, observation: Observation) -> _Pairs:
    """The relation with the parts of the law that bind what is not seen of the states looked at."""
    parts = tuple([unprimed(part, observation.seen) for part in observation.relation])
    used = unprime(reduce(or_, [part.support for part in parts], 0))
    there, hidden = SymbolicAlgebra(knowledge).concerned(observation.seen, used & ~observation.seen, used)
    bits = list(members(hidden))
    return _Pairs(
        knowledge, observation.seen, parts, tuple(there), dict(zip(bits, unused(knowledge, len(bits)), strict=True))
    )
