"""Truth of a formula at one state: what agents know there is decided at the states that they consider possible.

The diagrams of the law are small when they are restricted to the values that an agent sees. An extension costs a
quantification of the whole law, which is only faster if the same formula is evaluated at many states.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kripke.change.product import Actions
from kripke.checking.program import Program, forced
from kripke.symbolic.questions.evaluation import REMEMBERED, evaluated, extension, prepared
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.knowledge_structure import Bits, KnowledgeStructure
from kripke.symbolic.structures.states import degree, seen_from
from logic import clauses as f
from logic.exact import exact
from logic.formula import NAMELESS, Formula, agents_of
from logic.node_table import CLAUSES, rebuild
from logic.shared import CONNECTIVES, Rows, fold, layer
from logic.simplification import without_constants

FEW = 16
"""Maximal number of pairs of a modality and a group of its agents that are decided at the state.

For more, the extension is computed, which handles many agents at once. It is also the maximal number of conditions
tested one by one for a group, and of subformulas evaluated at the state.
"""

STATES = 4
"""Maximal number of states at which a formula is decided without its extension.

The extension takes as long as the decision at 3 or 4 states, and for ``C`` far longer (measured in Spades).
"""

NESTED = 50
"""Largest number of announcements in a formula that are decided at the state; each takes a few stack frames."""

Sees = Callable[[bool], bool]
"""Function of a truth value: whether the agents consider a state possible where a certain formula has this value."""

LOCAL: dict[type[Formula], Callable[[Sees], bool]] = {
    f.M: lambda sees: sees(True),
    f.Kw: lambda sees: not (sees(True) and sees(False)),
    **dict.fromkeys((f.K, f.B, f.C, f.CB, f.D, f.DB, f.E, f.EB), lambda sees: not sees(False)),
}
"""The modalities that are decided by the states that agents consider possible. These states can refute ``C`` and
``E^n``, but not prove them."""

INSIDE = tuple([clause for clause in f.LANGUAGE if clause in (*CONNECTIVES, *LOCAL) or clause.operator.repeats])
"""The classes of formulas whose subformulas are decided at the state."""

KNOWN_AS: dict[type[Formula], type[Formula]] = {f.EB: f.E, f.CB: f.C, f.DB: f.D}
"""The knowledge operators that replace beliefs of groups, since a symbolic model has no weights and ranks."""

OWN = f.K, f.M, f.Kw, f.B, f.BAtLeast  # Operators that look at all states that one agent considers possible

TO_DEGREE = f.BAtLeast, f.EBAtLeast  # Operators that compare each agent's degree of belief with a bound

TRUE, FALSE = f.Top(), f.Bottom()

PUBLIC = f.Announce, f.AnnounceDual  # Operators that are evaluated at the state after a public announcement


def holds(knowledge: KnowledgeStructure, formula: Formula, state: Bits, actions: Actions | None = None) -> bool:
    """Whether the formula holds at a state; raises the errors of `kripke.symbolic.questions.evaluation.extension`.

    ``B_a>=r f`` takes two counts of states, since its extension may be too large for diagrams. In a large model
    ``K_a f``, ``M_a f``, ``Kw_a f``, ``B_a f``, ``E_G f`` and ``D_G f`` take at most two eliminations of variables for
    each agent. They take none if the state itself decides, for example ``K_a f`` where f is false. ``C_G f`` and
    ``E_G^n f`` are quickly decided if a part of the law implies f, or if an agent in G does not know f. Otherwise their
    extension is computed. ``[p] f`` is decided in the same way in the model after the announcement. Answers are cached.
    The extension of a modal formula is computed if the formula is evaluated at more than `STATES` states.
    """
    if actions is None and formula not in knowledge.extensions:
        program, algebra = prepared(knowledge, formula)  # raises an error for unknown names
        there = _AtState(knowledge, state)
        rows, here = there.decided(program)
        if not here:
            return knowledge.true(evaluated(program, algebra), state)
        formula = fold(rows, lambda node, parts: there.value(node, parts) if node in here else _over(node, parts))
    return knowledge.true(extension(knowledge, formula, actions), state)


class _AtState:
    """Decides modal formulas at one state if that is cheaper than computing their extensions."""

    def __init__(self, knowledge: KnowledgeStructure, state: Bits) -> None:
        self.knowledge, self.state = knowledge, state

    def decided(self, program: Program) -> tuple[Rows, frozenset[Formula]]:
        """Rows of the formula's outer part, and the modal subformulas to decide at this state only."""
        outer = program.outer
        said = sum([isinstance(step.formula, PUBLIC) for step in program.steps])
        for rows in (layer(outer[-1][0], INSIDE), outer) if self.knowledge.is_large else ():
            new = [node for node, _ in rows if self._is_new(node, said <= NESTED)]
            if sum([len(_groups(self.knowledge, node)) for node in new]) <= FEW:
                return rows, self._thresholds(rows).union(new)
        return outer, self._thresholds(outer) if not program.clauses.isdisjoint(TO_DEGREE) else frozenset()

    def _is_new(self, node: Formula, public: bool) -> bool:
        """Whether to decide the node at this state alone.

        The result is False if the node's extension, or answers at `STATES` other states, are cached.

        `public`: whether public announcements are decided at this state.
        """
        is_local = _step(node) in LOCAL or (public and isinstance(node, PUBLIC) and node.group is None)
        if not is_local or NAMELESS in agents_of(node) or node in self.knowledge.extensions:
            return False
        answers = self.knowledge.answers.get(node, ())
        return self.state in answers or len(answers) < STATES

    def _thresholds(self, rows: Rows) -> frozenset[Formula]:
        """Return the formulas about degrees of belief for which `goes_by_sight` is true."""
        nodes = [node for node, _ in rows if isinstance(node, TO_DEGREE)]
        return frozenset([node for node in nodes if all(map(self.goes_by_sight, _groups(self.knowledge, node)))])

    def value(self, node: Formula, parts: list[Formula]) -> Formula:
        """``true`` or ``false`` for the node at the state, or the node itself if undecided; answers are cached.

        `parts`: empty, or a list of one formula with the same truth value at the state as the scope of the node.
        """
        kept = self.knowledge.answers
        if len(kept) > REMEMBERED:
            kept.clear()
        answers = kept.setdefault(node, {})
        answer = answers[self.state] if self.state in answers else self._answer(node, parts)
        if answer is not None and len(answers) < STATES:
            answers[self.state] = answer
        return _constant(answer, node)

    def _answer(self, node: Any, parts: list[Formula]) -> bool | None:
        """Whether the node holds at the state; None if the agents' possible states do not decide it."""
        if isinstance(node, PUBLIC):
            where = extension(self.knowledge, node.statement)
            if not self.knowledge.true(where, self.state):
                return isinstance(node, f.Announce)
            return holds(SymbolicAlgebra(self.knowledge).restrict(where).knowledge, node.sub, self.state)
        if isinstance(node, TO_DEGREE):
            where, least = extension(self.knowledge, node.sub), exact(node.degree)
            groups = _groups(self.knowledge, node)
            return all(degree(self.knowledge, agent, lambda: where, self.state) >= least for (agent,) in groups)
        inside = _Inside(self, node.children[0], parts)
        step = _step(node)
        if step in (f.C, f.E) and inside.is_true and inside.is_law:
            return True  # implied by one part of the law, such as an announcement: each agent knows it
        groups = _groups(self.knowledge, node)
        held = all(LOCAL[step](inside.seen_by(group)) for group in groups)
        if node.operator.repeats and not held:
            return False if all(self.goes_by_sight(group) for group in groups) else None  # E^2 f requires E f there
        return None if held and (step is f.C or node.operator.repeats) else held

    def goes_by_sight(self, group: Iterable[str]) -> bool:
        """Whether the agents' relations depend on observations alone; then they are reflexive."""
        return not any(self.knowledge.observes[agent].relation for agent in group)

    def is_true(self, formula: Formula) -> bool:
        """Whether the formula holds at the state; a short formula is evaluated there without building its diagram."""

        def is_in(node: Formula) -> bool:
            return self.knowledge.true(extension(self.knowledge, node), self.state)

        def value(node: Formula, parts: list[Formula]) -> Formula:
            return _over(node, parts) if isinstance(node, CONNECTIVES) else _constant(is_in(node), node)

        rows = layer(formula)
        return isinstance(fold(rows, value), f.Top) if len(rows) <= FEW else is_in(formula)

    def sees(self, group: Sequence[str], formula: Formula, value: bool) -> bool:
        """Whether the agents jointly consider a state possible where the formula has the value."""
        parts = [extension(self.knowledge, part) for part in _conjuncts(formula, value)]
        if any(part.value is False for part in parts):
            return False
        if self.goes_by_sight(group) and all(self.knowledge.true(part, self.state) for part in parts):
            return True
        states = seen_from(SymbolicAlgebra(self.knowledge), group, self.state)
        return replace(states, parts=(*states.parts, *parts)).is_possible


class _Inside:
    """The scope of a modality, at a state and at the states that agents consider possible there."""

    def __init__(self, here: _AtState, formula: Formula, parts: list[Formula]) -> None:
        self.here, self.formula, self.parts = here, formula, parts

    @property
    def is_true(self) -> bool:
        return self.here.is_true(self.parts[0] if self.parts else self.formula)

    @property
    def is_law(self) -> bool:
        """Whether a single part of the state law implies the scope."""
        where = extension(self.here.knowledge, self.formula)
        return any((part & ~where).value is False for part in reversed(self.here.knowledge.law))  # the latest first

    def seen_by(self, group: list[str]) -> Sees:
        """Return a function that decides whether the agents jointly consider a truth value of the scope possible.

        Agents whose relations depend on observations alone consider `here.state` possible.
        """
        here = self.here

        def sees(value: bool) -> bool:
            if not here.goes_by_sight(group):
                return here.sees(group, self.formula, value)
            if self.is_true is value:
                return True
            scope = self._told(group)
            if any(_step(node) in LOCAL for node, _ in layer(scope)):
                bound = necessary(scope, value, INSIDE, partial(self._known, group))
                if not (isinstance(bound, f.Top) or here.sees(group, bound, True)):
                    return False  # without deciding what other agents know at the possible states
            return here.sees(group, scope, value)

        return sees

    def _told(self, group: list[str]) -> Formula:
        """The scope with constants in place of what an agent of the group knows or believes.

        Each constant is the cached truth value at the state. The agent knows the value, so it is the same at all states
        that the group considers possible.
        """

        def told(node: Formula, parts: list[Formula]) -> Formula:
            if isinstance(node, OWN) and node.agent in group:
                return _constant(self.here.knowledge.answers.get(node, {}).get(self.here.state), node)
            return _over(node, parts)

        return fold(layer(self.formula), told)

    def _known(self, group: list[str], node: Formula, fact: Formula) -> Formula:
        """What follows from a knowledge formula `node` if its scope implies the condition `fact`.

        It is `fact`, or ``false`` if an agent of the group does not know the fact at the state. If the relations need
        not be reflexive, nothing follows, and the result is ``true``.
        """
        groups = _groups(self.here.knowledge, node)
        if not groups or not all(map(self.here.goes_by_sight, groups)):
            return TRUE
        own = [agents for agents in groups if len(agents) == 1 and agents[0] in group]
        return FALSE if any(self.here.sees(agents, fact, False) for agents in own) else fact


def _conjuncts(formula: Formula, value: bool) -> list[Formula]:
    """Split the formula, or its negation if `value` is False, into at most `FEW` formulas with this conjunction."""
    conjuncts: list[Formula] = []
    pending = [(formula, value)]
    while pending:
        if len(conjuncts) + len(pending) > FEW:
            return [formula if value else f.Not(formula)]
        node, wanted = pending.pop()
        if values := forced(node, wanted):
            pending += zip(node.children, values, strict=True)
        else:
            conjuncts.append(node if wanted else f.Not(node))
    return conjuncts


def _over(node: Formula, parts: list[Formula]) -> Formula:
    """Put `parts` in place of a connective's operands, and simplify; return any other formula unchanged."""
    return without_constants(rebuild(node, parts)) if parts and isinstance(node, CONNECTIVES) else node


def _constant(value: bool | None, node: Formula) -> Formula:
    return node if value is None else TRUE if value else FALSE


def _step(node: Formula) -> type[Formula]:
    """The class of the node; iterations and group beliefs count as knowledge, such as ``E^3`` and ``EB`` as ``E``."""
    clause = CLAUSES[node.operator.repeats] if node.operator.repeats else type(node)
    return KNOWN_AS.get(clause, clause)


def _groups(knowledge: KnowledgeStructure, node: Any) -> list[list[str]]:
    """The groups of agents whose observations are combined: all agents of ``D``, otherwise each agent alone.

    The list is empty for announcements and for the nameless agent.
    """
    if isinstance(node, PUBLIC) or NAMELESS in agents_of(node):
        return []
    if "agent" in node.data:
        return [[node.agent]]
    agents = list(knowledge.observes if node.group is None else node.group)
    return [agents] if _step(node) is f.D else [[agent] for agent in agents]


Pair = tuple[Formula, Formula]  # What must be true where a formula is true, and where it is false

Known = Callable[[Formula, Formula], Formula]
"""Function of a box such as ``K_a f`` and a condition that f implies; returns a condition that the box implies."""


def necessary(formula: Formula, value: bool, inside: tuple[type[Formula], ...], known: Known) -> Formula:
    """A formula without modalities that is true wherever `formula` has the value `value`. O(n) for n subformulas.

    `known` takes a box such as ``K_a f`` and a condition that f implies; it returns a condition that the box implies.
    It is also called for a false ``M_a f``, which means that agent a knows ``~f``.
    """
    pair: Pair = fold(layer(formula, inside), partial(_pair, known))
    return pair[0] if value else pair[1]


def _pair(known: Known, node: Formula, parts: list[Pair]) -> Pair:
    match node, parts:
        case ((f.Top() | f.Bottom() | f.Atom()), _):
            return node, without_constants(f.Not(node))
        case f.Not(), [(true, false)]:
            return false, true
        case f.And(), [one, other]:
            return _both(one[0], other[0]), _either(one[1], other[1])
        case f.Or(), [one, other]:
            return _either(one[0], other[0]), _both(one[1], other[1])
        case f.Implies(), [one, other]:
            return _either(one[1], other[0]), _both(one[0], other[1])
        case ((f.Iff() | f.Xor()), [one, other]):
            same = _either(_both(one[0], other[0]), _both(one[1], other[1]))
            different = _either(_both(one[0], other[1]), _both(one[1], other[0]))
            return (same, different) if isinstance(node, f.Iff) else (different, same)
        case f.M(), [(_, false)]:
            return TRUE, known(node, false)
        case _, [(true, _)] if True in node.operator.keeps:
            return known(node, true), TRUE
        case _:
            return TRUE, TRUE


def _both(one: Any, other: Any) -> Formula:
    return without_constants(f.And(one, other))


def _either(one: Any, other: Any) -> Formula:
    return without_constants(f.Or(one, other))
