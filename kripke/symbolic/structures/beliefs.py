"""Belief structures: agents with relations other than equivalences, given by formulas over two states.

In these formulas, ``p'`` is the value of p at a state that the agent considers possible. Source: van Benthem, van
Eijck, Gattinger and Su, "Symbolic model checking for dynamic epistemic logic: S5 and beyond" (2018),
doi:10.1093/logcom/exx038, whose belief structures have a diagram over such a doubled vocabulary for each agent.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from kripke.checking.build import agents_of
from kripke.checking.constraint import Laws, Question
from kripke.data.errors import ModelError
from kripke.data.frames import PROPERTIES, Frame, frame, require_kept
from kripke.data.listing import LIMIT
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.elimination import conjunction, satisfiable
from kripke.symbolic.diagrams.state_set import StateSet, primed, renamed, support_of, unprime, unprimed
from kripke.symbolic.diagrams.variable_order import members
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.build import fact, laws
from kripke.symbolic.structures.counting import connected
from kripke.symbolic.structures.knowledge_structure import KnowledgeStructure, Observation
from kripke.symbolic.structures.states import are_few, require_agent
from kripke.symbolic.structures.transformer import unused
from kripke.symbolic.structures.translate import to_structure
from logic.errors import shorten

Beliefs: TypeAlias = Mapping[str, Laws | Mapping[Question, Laws]]
Relations: TypeAlias = Mapping[str, Laws]


def prime(atom: str) -> str:
    """The primed name of an atom, for its value at the second state: ``p'``, ``has'(N,SA)``, ``die1'=4``.

    The prime stands before the first bracket or ``=``, so that the primed name is a valid atom.
    """
    head = min([place for place in (atom.find("("), atom.find("=")) if place >= 0], default=len(atom))
    return f"{atom[:head]}'{atom[head:]}"


def believing(
    knowledge: KnowledgeStructure, believes: Beliefs | None = None, relations: Relations | None = None
) -> KnowledgeStructure:
    """Return the model whose agents consider possible only some of the states that agree with their observations.

    `ParseError`, `UnknownAtom` or `ModelError` if a formula is invalid, has modalities or an unknown name, or if a
    primed name in it is also the name of an atom.

    `believes`: maps agents to a condition on the states that the agent considers possible, or to a mapping from
        conditions on the present state to conditions on the possible states.
    `relations`: maps agents to formulas that hold between a state and each state that the agent considers possible
        there; atoms at the second state are primed, see `prime`.
    """
    given: dict[str, list[StateSet]] = {}
    for agent, value in _by_agent(believes, "believes"):
        given.setdefault(agent, []).extend(_believed(knowledge, value, f"believes of {agent}"))
    atoms = knowledge.atoms.items() if relations else ()
    there = {prime(atom): primed(states, states.support) for atom, states in atoms}
    doubled, unclear = replace(knowledge, atoms={**knowledge.atoms, **there}), there.keys() & knowledge.atoms.keys()
    for agent, value in _by_agent(relations, "relations"):
        what = f"relations of {agent}"
        for part in laws(value, what):
            if name := next((name for name in part.atoms if name in unclear), None):
                raise ModelError(
                    f"{what}: '{shorten(name)}' is an atom, and another atom with a prime; rename one, or say it by "
                    "believes={agent: {here: there}}"
                )
            given.setdefault(agent, []).append(fact(doubled, part, what))
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
    """Yield a condition on two states for each item: its value holds at the second if its key holds at the first.

    If `value` is not a mapping, the second state must always satisfy it.
    """
    by: Mapping[Any, Any] = value if isinstance(value, Mapping) else {"true": value}
    for here, there in by.items():
        wanted = conjunction(knowledge.manager, [fact(knowledge, part, what) for part in laws(there, what)])
        where = conjunction(knowledge.manager, [fact(knowledge, part, what) for part in laws(here, what)])
        yield ~where | primed(wanted, wanted.support)


def properties(knowledge: KnowledgeStructure, agent: str) -> frozenset[str]:
    """The properties of the agent's relation among reflexive, serial, symmetric, transitive and Euclidean.

    `UnknownAgent` for an unknown agent. An agent without a relation, whose knowledge depends on observations alone, has
    all these properties. For other agents, each property is a condition on at most three states. Its diagrams have up
    to three times as many variables as those of the relation; eliminating these variables decides the property.
    """
    require_agent(knowledge, agent)
    observation = knowledge.observes[agent]
    if not observation.relation:
        return frozenset(PROPERTIES)
    # The relation, and the parts of the law that constrain those of its variables that the agent does not see.
    algebra, seen = SymbolicAlgebra(knowledge), observation.seen
    parts = [unprimed(part, seen) for part in observation.relation]
    used = unprime(support_of(parts))
    there, hidden = algebra.concerned(seen, used & ~seen, used)
    bits = list(members(hidden))
    onto = dict(zip(bits, unused(knowledge, len(bits)), strict=True))

    def at(part: StateSet, one: str, other: str) -> StateSet:
        """A part of the relation as a condition on two of the states x, y and z.

        The bits of x are unprimed variables, those of y primed ones, and those of z unused ones.
        """
        state_of = {v: other if v & 1 else one for v in members(part.support & ~seen)}
        moved = {v: onto[v & ~1] if to == "z" else v & ~1 | (to == "y") for v, to in state_of.items()}
        return renamed(part, {v: to for v, to in moved.items() if v != to})

    def related(one: str, other: str) -> list[StateSet]:
        """The relation from state `one` to state `other`; the observed bits, which are equal, are left out."""
        return [at(part, one, other) for part in parts]

    def states(names: str) -> list[StateSet]:
        """Conditions which say that these states, among x, y and z, satisfy the state law."""
        here = [*knowledge.law, *knowledge.definitions.parts(unprime(seen | support_of((*parts, *knowledge.law))))]
        return here + [at(part, name, name) for name in names if name != "x" for part in there]

    always = partial(_always, knowledge.manager)
    two, three = [*states("xy"), *related("x", "y")], [*states("xyz"), *related("x", "y")]
    has = {
        "reflexive": always(states("x"), related("x", "x")),
        "serial": algebra.is_empty(~algebra.preimage(agent, algebra.domain)),
        "symmetric": always(two, related("y", "x")),
        "transitive": always([*three, *related("y", "z")], related("x", "z")),
        "euclidean": always([*three, *related("x", "z")], related("y", "z")),
    }
    return frozenset(name for name, it_has in has.items() if it_has)


def _always(manager: BddManager, given: Iterable[StateSet], wanted: Iterable[StateSet]) -> bool:
    """Whether the given conditions are inconsistent, or imply all wanted conditions.

    Only conditions that share variables, directly or through others, are tested together.
    """
    groups = [(support_of(group), group) for group in connected(given)]

    def follows(part: StateSet) -> bool:
        near = [each for support, group in groups if support & part.support for each in group]
        return not satisfiable(manager, [*near, ~part])

    return all(map(follows, wanted)) or not all(satisfiable(manager, group) for _, group in groups)


def check_frames(before: KnowledgeStructure, after: KnowledgeStructure) -> None:
    """Raise `FrameLost` if an agent's relation lost a property. The error names worlds if there are few states."""
    for agent in before.observes:
        had, now = properties(before, agent), properties(after, agent)
        if not had <= now:
            few = are_few(after, StateSet.constant(after.manager, True))
            require_kept(had, frame(to_structure(after, LIMIT), agent) if few else Frame(agent, now, {}))
