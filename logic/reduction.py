"""Elimination of announcements by the reduction axioms, and of iterated operators such as ``E^n``.

The announcements before a subformula form its context, which describes the model after them by formulas of the original
model: the worlds that are left, and the questions whose answers refine each agent's relation. A subformula is reduced
once in each context. A reduction axiom expresses an operator after a change by operators that apply before the change.
A change turns a world into images, one for each event; the axiom of an agent's operator is about the images by events
that the agent considers possible. It expresses a statement about the images as a statement about the worlds. A public
announcement of p gives each world where p holds one image. Only the conditions of a change are simplified, not the
operands, since letters such as p stand for operands in the steps.

Sources: J. Plaza, Logics of public communications (1989), doi:10.1007/s11229-007-9168-7 (reprint); A. Baltag, L. Moss,
S. Solecki, The logic of public announcements, common knowledge and private suspicions (1998); J. van Benthem,
J. van Eijck, B. Kooi, Logics of communication and change (2006), doi:10.1016/j.ic.2006.04.006; H. van Ditmarsch,
W. van der Hoek, B. Kooi, Dynamic Epistemic Logic (2007), doi:10.1007/978-1-4020-5839-4; for belief: J. van Benthem,
Dynamic logic for belief revision (2007), doi:10.3166/jancl.17.129-155; A. Baltag, S. Smets, A qualitative theory of
dynamic interactive belief revision (2008); for degrees of belief: B. Kooi, Probabilistic dynamic epistemic logic
(2003), doi:10.1023/A:1025050800836.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Any, cast

from logic import clauses as f
from logic.clauses import conj, disj, negation
from logic.derivation import result
from logic.errors import SHOWN, FormulaError, TooLarge, by_face, shorten
from logic.exact import require_whole
from logic.formula import FIELDS, NAMELESS, Formula, Group, agents_of
from logic.node_table import rebuild
from logic.parser import parse
from logic.programs import EITHER, REPEAT, TEST, THEN, Program, joined
from logic.shared import BOOLEAN, BOXES, boxed, expansion, once, size

ANNOUNCEMENTS = (f.Announce, f.AnnounceDual, f.AnnounceWhether)
CHANGES = (*ANNOUNCEMENTS, f.R)  # the eliminated operators

NODES = 1_000_000  # Default for the maximal number of nodes that are made

Change = f.Announce | f.AnnounceDual | f.AnnounceWhether | f.R
Passage = tuple[type[f.Announce | f.AnnounceWhether | f.R], int | None, Group]  # class, row of the statement, group
Goal = tuple[int, int]  # the number of a context, and the row of a subformula
Case = tuple[Program, tuple[Formula, ...]]
"""A program, and the formulas of its tests."""


POOLED = "of a relation that is pooled, this language says only what is known: by "


class NoReduction(FormulaError):
    """Raised if no equivalent formula without announcements exists or is known.

    Examples
    --------
    >>> from whoknows import NoReduction, eliminate_announcements
    >>> try:
    ...     eliminate_announcements("[p] Kv_a x")
    ... except NoReduction as error:
    ...     print(error)
    cannot eliminate the announcement before Kv_a x: it compares all values among the worlds that are left, \
which no formula about the model before does; check the formula in a model: model.holds(f)
    """


def eliminate_announcements(
    formula: Formula | str, *, agents: Iterable[str] | None = None, limit: int = NODES
) -> Formula:
    """Return an equivalent formula without announcements, by the reduction axioms.

    The two formulas are equivalent in every model; relations may be arbitrary, with or without weights or ranks. For
    instance ``[p] K_a q`` becomes ``p -> K_a (p -> q)``, ``[p?] K_a q`` becomes ``(p -> K_a (p -> q)) & (~p -> K_a (~p
    -> q))``, ``[p] B_a q`` becomes ``p -> B_a[p] q``, ``R_{a,b} K_a q`` becomes ``D_{a,b} q``, and ``[p] C_a q``
    becomes ``p -> [a ; ?p ; (a ; ?p)*] q``. A formula without announcements and resolutions is returned unchanged.
    ``E^n`` after a change becomes n operators. Upgrades and quantifiers over announcements are refused.

    Parameters
    ----------
    formula : Formula or str
        A formula; it may contain announcements of all kinds and resolutions, nested in any way.
    agents : iterable of str, optional
        All agents of the model. They are needed for ``C p`` and ``EB p`` of all agents after an announcement, and for
        ``E p`` of all agents after an announcement to a group. With them, the result is shorter for ``[p?] D q`` of all
        agents in a formula that names no agent, because ``D`` of an empty group is about all worlds.
    limit : int
        Maximal number of nodes that are created, estimated from the operators and the combinations of answers.

    Raises
    ------
    NoReduction
        If an announcement affects an operator that the language without announcements cannot express: ``Kv``,
        ``Bstrong``, degrees of belief strictly between 0 and 1, common and distributed belief, beliefs and common
        knowledge of agents who have pooled what they know, named actions, and temporal operators; if the formula
        contains upgrades or quantifiers over announcements; or if `agents` is needed and missing. A model can evaluate
        such formulas; with temporal operators, a system can.
    TooLarge
        If the estimate exceeds `limit`.

    Notes
    -----
    O(n c 2^k) for n distinct subformulas, c contexts (at most one for each way to reach an announcement) and k
    questions ``[p?]`` nested around a modality. The result is a shared graph; as a tree it may have exponential size,
    because announcements are exponentially more succinct (C. Lutz, Complexity and succinctness of public announcement
    logic, 2006, doi:10.1145/1160633.1160657).

    Examples
    --------
    >>> print(eliminate_announcements("[p] (K_a q & [q?] M_b r)"))
    p → K_a (p → q) ∧ ((q → M_b (p ∧ q ∧ r)) ∧ (¬q → M_b (p ∧ ¬q ∧ r)))
    """
    formula = parse(formula)
    reducer = Reducer(formula, agents, limit)
    for node, _ in reducer.rows:
        if isinstance(node, (f.RadicalUpgrade, f.ConservativeUpgrade, *f.QUANTIFIERS)):
            way_out = by_face(
                "a model, m.holds(f), evaluates it", "whoknows check evaluates it in a model", "ask a model"
            )
            raise NoReduction(f"cannot eliminate {_shown(node)}: {why_refused(node)}; {way_out}")
    if not any(isinstance(node, CHANGES) for node, _ in reducer.rows):
        return formula
    written = {type(node) for node in formula.subformulas() if NAMELESS in agents_of(node)}
    reduced = reducer.run()
    return boxed(reduced) if written & {*BOXES.values()} and written.isdisjoint(BOXES) else reduced


@dataclass(frozen=True, slots=True)
class Context:
    """The updates so far, as formulas of the original model that describe the current model."""

    domain: Formula | None = None  # holds at the worlds that are left; None: at all worlds
    changes: tuple[tuple[Formula | None, Group], ...] = ()
    """Changes of relations, in order. A formula restricts the relations of the group (None: of all agents) to pairs of
    worlds where the formula has the same value. None in place of a formula is a resolution: each of the group's
    relations is replaced by their intersection.
    """

    @property
    def is_empty(self) -> bool:
        """Whether there is no announcement and no change of relations."""
        return self.domain is None and not self.changes

    def sight(self, group: Group) -> tuple[Group, tuple[Formula, ...]]:
        """Return agents and formulas that describe a group's joint relation, as for distributed knowledge.

        The joint relation is the intersection of the members' relations. It equals the intersection of the original
        relations of these agents (None: of all agents), without the pairs of worlds where one of these formulas has
        different values.
        """
        questions: list[Formula] = []
        for statement, hearers in reversed(self.changes):
            if hearers is None or group is None or set(hearers) & set(group):
                if statement is not None:
                    questions.append(statement)
                else:
                    group = None if hearers is None or group is None else frozenset({*group, *hearers})
        return group, tuple(dict.fromkeys(reversed(questions)))

    def leaves(self, group: Group) -> bool:
        """Return whether the current relation of each member depends on no other agent's original relation."""
        if group is None:
            return all(statement is not None for statement, _ in self.changes)
        return all(self.sight(frozenset([agent]))[0] == frozenset([agent]) for agent in group)

    def keeps(self, group: Group) -> bool:
        """Return whether the relations of all members are unchanged."""
        return self.domain is None and self.leaves(group) and not self.sight(group)[1]


class Reducer:
    """Translates a formula to one without announcements; each subformula is translated once in each context."""

    def __init__(self, formula: Formula, agents: Iterable[str] | None = None, limit: int = NODES) -> None:
        self.rows = expansion(formula, repeated=False).rows
        if agents is not None and (isinstance(agents, str) or not isinstance(agents, Iterable)):
            raise FormulaError(f"agents {shorten(repr(agents))}: expected a list of agents, such as ['a', 'b']")
        self.agents = None if agents is None else frozenset(map(FIELDS["agent"], agents))
        self.has_agents = bool(self.agents or any(agents_of(node) for node, _ in self.rows))
        self.limit = self.room = require_whole(limit, "limit")
        self.contexts = [Context()]
        self.passages: list[tuple[int, Passage] | None] = [None]  # context -> the previous context, and the change
        self.successor: dict[tuple[int, type[Formula], int | None, Group], int] = {}
        self.done: dict[Goal, Formula] = {}
        self.propositional: list[bool] = []
        for node, kids in self.rows:
            self.propositional.append(isinstance(node, BOOLEAN) and all(self.propositional[k] for k in kids))

    def run(self) -> Formula:
        """Return the equivalent formula without announcements."""
        return result(self, (0, len(self.rows) - 1), self.done)

    def _spend(self, nodes: int) -> None:
        """Count an estimated number of created nodes; `TooLarge` if there are too many."""
        self.room -= nodes
        if self.room < 0:
            raise TooLarge(
                f"without announcements the formula has more than {self.limit:,} distinct subformulas: evaluate it as "
                f"it is (a model does not need the reduction), or give a higher {by_face('limit', '--limit', 'limit')}"
            )

    def needs(self, goal: Goal) -> list[Goal]:
        """Return the subgoals to reduce first; for an announcement, its statement and then the formula after it."""
        context, row = goal
        node, kids = self.rows[row]
        if self.propositional[row]:
            return []
        if not isinstance(node, CHANGES):
            return [(context, kid) for kid in kids]
        if isinstance(node, f.R):
            return [(self._after(context, node, None), kids[0])]
        statement = (context, kids[0])
        if statement not in self.done:
            return [statement]
        return [statement, (self._after(context, node, kids[0]), kids[1])]

    def _after(self, context: int, node: Change, statement: int | None) -> int:
        """Return the context after an update. Its statement, if any, must already be reduced."""
        public = isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is None
        kind = f.R if isinstance(node, f.R) else f.Announce if public else f.AnnounceWhether
        key = (context, kind, statement, node.group)
        if key not in self.successor:
            self.successor[key] = len(self.contexts)
            said = None if statement is None else self.done[context, statement]
            self.contexts.append(self.changed(self.contexts[context], said, node.group, public))
            self.passages.append((context, (kind, statement, node.group)))
        return self.successor[key]

    def path(self, context: int) -> list[Passage]:
        """Return the updates that lead to a context."""
        path = []
        while (passage := self.passages[context]) is not None:
            context, change = passage
            path.append(change)
        return path[::-1]

    def changed(self, old: Context, statement: Formula | None, group: Group, public: bool) -> Context:
        """Return the context after an update: an announcement to all if `public` is true, else a change of relations.

        `statement`: a formula of the original model; None for `R`.
        """
        if public and statement is not None:
            return Context(_both(old.domain, statement), old.changes)
        return Context(old.domain, (*old.changes, (statement, group)))

    def build(self, goal: Goal, parts: list[Formula]) -> Formula:
        """Translate a subformula to a formula of the original model, equivalent at the worlds that remain."""
        context, row = goal
        node = self.rows[row][0]
        return node if self.propositional[row] else self.reduce(self.contexts[context], node, parts)

    def reduce(self, context: Context, node: Formula, kids: list[Formula]) -> Formula:
        """Apply the reduction axiom of an operator in a context; `kids` are the rewritten operands."""
        match node:
            case f.Announce():
                return f.Implies(*kids)
            case f.AnnounceDual():
                return f.And(*kids)
            case f.AnnounceWhether() | f.R():
                return kids[-1]
            case _ if context.is_empty or isinstance(node, BOOLEAN):
                return rebuild(node, kids)
            case f.E():
                return self._everyone(context, node, node.group, kids[0])
            case f.EB() | f.EBAtLeast():
                return self._everyone_believes(context, node, kids)
            case f.C() | f.Run() | f.RunDual():
                return self._program(context, node, kids)
            case _ if node.operator.repeats:
                return self._repeated(context, node, kids[0])
            case _ if node.operator.changes:
                raise _refusal(node, why_refused(node))
            case _:
                return self._modality(context, node, kids)

    def _repeated(self, context: Context, node: Formula, body: Formula) -> Formula:
        """Reduce each operator of an iteration such as ``E^n``, if a relation of its agents has changed."""
        group: Group = getattr(node, "group", agents_of(node))
        if context.keeps(group):
            return rebuild(node, [body])
        for _ in range(node.steps):
            self._spend(1)
            body = self.reduce(context, once(node, body), [body])
        return body

    def _everyone(self, context: Context, node: Formula, named: Group, body: Formula) -> Formula:
        """Reduce ``E`` to a conjunction, with one conjunct for each set of agents with the same changes."""
        group = self.agents if named is None else named
        if group is None:
            return self._everyone_of_all(context, node, body)
        parts: dict[tuple[bool, Group, tuple[Formula, ...]], list[str]] = {}
        for agent in sorted(group):
            seers, questions = context.sight(frozenset([agent]))
            own = seers == frozenset([agent])
            parts.setdefault((own, None if own else seers, questions), []).append(agent)
        conjuncts = []
        for (own, seers, questions), agents in parts.items():
            alike = named if len(parts) == 1 else frozenset(agents)
            conjuncts.append(
                self._part(context, questions, partial(f.E if own else f.D, alike if own else seers), body)
            )
        return conj(conjuncts)

    def _everyone_of_all(self, context: Context, node: Formula, body: Formula) -> Formula:
        """Reduce ``E`` of all agents if the set of agents is unknown."""
        if any(hearers is not None for _, hearers in context.changes):
            raise _refusal_of_all(node, "only some of all agents have heard it")
        _, questions = context.sight(None)
        if context.leaves(None):
            return self._part(context, questions, partial(f.E, None), body)
        # without agents E is true, and D is about all worlds
        joint = self._part(context, questions, partial(f.D, None), body)
        return joint if self.has_agents else f.Or(f.E(None, f.Bottom()), joint)

    def _everyone_believes(self, context: Context, node: f.EB | f.EBAtLeast, kids: list[Formula]) -> Formula:
        if context.keeps(node.group):
            return rebuild(node, kids)
        if (group := self.agents if node.group is None else node.group) is None:
            raise _refusal_of_all(node, "what each of all agents believes changes by itself")
        one = f.B if isinstance(node, f.EB) else lambda agent, sub: f.BAtLeast(agent, node.degree, sub)
        return conj([self.reduce(context, one(agent, kids[0]), kids) for agent in sorted(group)])

    def _program(self, context: Context, node: Any, kids: list[Formula]) -> Formula:
        """Translate a program, or `C`, in the current model into a program in the original model.

        Source: van Benthem et al. (2006), section 4.
        """
        group: Group = getattr(node, "group", agents_of(node))
        if context.keeps(group):
            return cast(Formula, rebuild(node, kids))
        if not context.leaves(group):
            raise _refusal(node, f"{POOLED}K, M, Kw, E and D", change="resolution")
        if group is None and self.agents is None:
            raise _refusal_of_all(node, "each of all agents takes steps of their own")
        agents = sorted((self.agents if group is None else group) or ())
        if NAMELESS in agents:
            raise _refusal(node, "a program has no steps of an agent without a name", "name the agent, as in K_a p")
        steps = {agent: self._steps(context, agent) for agent in agents}
        if isinstance(node, f.C):
            if not agents:
                return f.Top()
            words, tests = joined(EITHER, [case for agent in agents for case in steps[agent]])
            return f.run((*words, *words, REPEAT, THEN), tests * 2, kids[-1], True)
        parts, given = list[Case](), iter(kids[:-1])
        for word in node.program:
            parts.append(
                joined(EITHER, steps[word]) if word in steps else ((word,), tuple(islice(given, word == TEST)))
            )
        return f.run(*joined("", parts), kids[-1], isinstance(node, f.Run))

    def _steps(self, context: Context, agent: str) -> list[Case]:
        """Translate an agent's step in the current model to programs in the original model, one per set of answers."""
        _, questions = context.sight(frozenset([agent]))
        cases: list[Case] = []
        for here in self._answers(questions):
            there = [each for each in (context.domain, here) if each is not None]
            answers = there[-1:] if here is not None else []
            words = (*[TEST] * len(answers), agent, *[THEN] * len(answers), *(TEST, THEN) * bool(there))
            cases.append((words, (*answers, *[conj(there)] * bool(there))))
        return cases

    def _answers(self, questions: tuple[Formula, ...]) -> list[Formula | None]:
        """Return the 2^k conjunctions that affirm or negate each of k formulas; ``[None]`` if there are no formulas."""
        self._spend(3 * 2 ** min(len(questions), 64))
        return [conj(answers) if answers else None for answers in product(*[(q, negation(q)) for q in questions])]

    def _part(self, context: Context, questions: tuple[Formula, ...], box: Box, body: Formula) -> Formula:
        """Translate `box` applied to `body`. The formulas in `questions` refine the box's relation in this context."""
        if context.domain is None and not questions:
            return box(body)
        return self._split(context, questions, lambda left: KNOWLEDGE[f.E](box, [(left, body)]))

    def _modality(self, context: Context, node: Formula, kids: list[Formula]) -> Formula:
        """Reduce an operator that is about one agent's relation, or about a group's joint relation."""
        group: Group = getattr(node, "group", agents_of(node))
        seers, questions = context.sight(group)
        own = seers == group if isinstance(node, f.D) else context.leaves(group)
        if own and context.domain is None and not questions:
            return rebuild(node, kids)
        if isinstance(node, (f.BAtLeast, f.CBAtLeast)) and node.degree == 0:
            return f.Top()
        reduced = self._split(context, questions, self._axiom(node, kids, own, seers))
        if isinstance(node, f.D) and questions and not self.has_agents:
            alone = rebuild(node, [_if(context.domain, kids[0])])  # without agents, about all worlds that are left
            reduced = f.And(reduced, f.Implies(f.E(None, f.Bottom()), alone))
        return reduced

    def _axiom(self, node: Any, kids: list[Formula], own: bool, seers: Group) -> Callable[[Formula], Formula]:
        """Return a function that reduces the operator; its argument is the condition under which a world remains.

        `own`: whether the operator's agents keep their own relations; if not, `seers` pool theirs.
        """
        if type(node) in KNOWLEDGE:
            box: Box = partial(f.K, node.agent) if own and not isinstance(node, f.D) else partial(f.D, seers)
            return lambda left: KNOWLEDGE[type(node)](box, [(left, kids[0])])
        if not own:
            raise _refusal(node, f"{POOLED}K, M, Kw, E and D", change="resolution")
        axiom = BELIEF.get(type(node))
        if axiom is None or axiom(node, *[[(f.Top(), kid)] for kid in kids]) is None:
            raise _refusal(node, why_refused(node))
        return lambda left: cast(Formula, axiom(node, *[[(left, kid)] for kid in kids]))

    def _split(self, context: Context, questions: tuple[Formula, ...], say: Callable[[Formula], Formula]) -> Formula:
        """Return the conjunction of 2^k implications, one for each combination of answers to k questions.

        `say` returns the consequent, given the condition under which a world remains.
        """
        return conj([_if(here, say(_both(context.domain, here))) for here in self._answers(questions)])


def _refusal(node: Formula, why: str, way_out: str = "", change: str = "announcement") -> NoReduction:
    way_out = way_out or f"check the formula in a model{by_face(': model.holds(f)', ': whoknows check')}"
    way_out = "a system whose agents remember evaluates it" if isinstance(node, (*f.TIME, *f.PAST)) else way_out
    return NoReduction(f"cannot eliminate the {change} before {_shown(node)}: {why}; {way_out}")


def _refusal_of_all(node: Formula, why: str) -> NoReduction:
    names = by_face(": eliminate_announcements(f, agents=[...])", " by --agents a,b", " in a group")
    return _refusal(node, f"{why}, and the formula does not say who they are", f"name them{names}")


def _shown(node: Formula) -> str:
    """Return the formula as text, with letters for its subformulas if it is long."""
    if size(node) <= SHOWN:
        return shorten(str(node))
    return str(rebuild(node, [f.Atom(name) for name in ("q", "r")[: len(node.children)]]))


def _both(left: Formula | None, right: Formula | None) -> Formula:
    return conj([each for each in (left, right) if each is not None])


def _if(left: Formula | None, right: Formula) -> Formula:
    return right if left is None else f.Implies(left, right)


Image = tuple[Formula, Formula]
"""The conditions under which an image of a world exists, and under which the operand holds there."""

Box = Callable[[Formula], Formula]  # applies an operator that says that a formula holds at all accessible worlds


def every(goals: Iterable[Image]) -> Formula:
    """Return the formula that is true at a world if the operand holds at all images of the world."""
    different = dict.fromkeys(then if isinstance(pre, f.Top) else f.Implies(pre, then) for pre, then in goals)
    return conj([each for each in different if not isinstance(each, f.Top)])


def some(goals: Iterable[Image]) -> Formula:
    """Return the formula that is true at a world if the operand holds at some image of the world."""
    return _any(_and(pre, then) for pre, then in goals)


def stays(goals: Iterable[Image]) -> Formula:
    """Return the formula which says that a world has an image."""
    return _any(pre for pre, _ in goals)


def negated(goals: Iterable[Image]) -> list[Image]:
    """Return the images with the operand negated."""
    return [(pre, f.Not(then)) for pre, then in goals]


def _and(left: Formula, right: Formula) -> Formula:
    return right if isinstance(left, f.Top) else f.And(left, right)


def _any(formulas: Iterable[Formula]) -> Formula:
    """Return the disjunction of formulas without duplicates; `true` if one of them is `true`."""
    different = list(dict.fromkeys(formulas))
    return f.Top() if f.Top() in different else disj(different)


def _possible(box: Box, goals: list[Image]) -> Formula:
    """Return the formula for the diamond that is the dual of a box: ``M_a`` for ``K_a``, ``~D ~`` for ``D``."""
    diamond = box(f.Not(some(goals)))
    return f.M(diamond.agent, some(goals)) if isinstance(diamond, f.K) else f.Not(diamond)


def _believed(node: f.B, goals: list[Image]) -> Formula:
    """Apply the axiom of `B`; it is valid since all images of a world have the same weight."""
    condition, then = stays(goals), _then(goals)
    return f.B(node.agent, then) if isinstance(condition, f.Top) else f.BGiven(node.agent, condition, then)


def _given(node: f.BGiven, where: list[Image], goals: list[Image]) -> Formula:
    """Apply the axiom of `BGiven`, similar to that of `B`; it keeps a condition that has become `true`."""
    left = [(_and(pre, condition), then) for (pre, condition), (_, then) in zip(where, goals, strict=True)]
    return f.BGiven(node.agent, stays(left), _then(left))


def _then(goals: list[Image]) -> Formula:
    return goals[0][1] if len(goals) == 1 else every(goals)


def _degree(node: f.BAtLeast, goals: list[Image]) -> Formula | None:
    """Apply the axiom of `BAtLeast` for degrees 0 and 1; None for other degrees.

    For degree 1, no weight may be on counterexamples, and some weight must be on worlds with an image.
    """
    if node.degree == 0:
        return f.Top()
    if node.degree != 1:
        return None
    a, one = node.agent, node.degree
    return f.And(f.BAtLeast(a, one, every(goals)), f.Not(f.BAtLeast(a, one, f.Not(stays(goals)))))


KNOWLEDGE: dict[type[Formula], Callable[[Box, list[Image]], Formula]] = {
    f.K: lambda box, goals: box(every(goals)),
    f.M: _possible,
    f.Kw: lambda box, goals: f.Or(box(every(goals)), box(every(negated(goals)))),
    f.E: lambda box, goals: box(every(goals)),
    f.D: lambda box, goals: box(every(goals)),
}
"""The axioms of operators that quantify over all accessible worlds."""

BELIEF: dict[type[Formula], Callable[..., Formula | None]] = {
    f.Bsafe: lambda node, goals: f.Bsafe(node.agent, every(goals)),
    f.B: _believed,
    f.BGiven: _given,
    f.BAtLeast: _degree,
}
"""The axioms of operators that use an agent's weights or ranks; an axiom returns None if it does not apply."""

REFUSED: dict[type[Formula], str] = {
    f.C: "that is relativised common knowledge (what holds wherever the group's paths lead through worlds that are "
    "left; van Benthem, van Eijck and Kooi 2006), which a program says and no operator",
    **dict.fromkeys((f.Run, f.RunDual), "a program runs through the worlds that are left"),
    f.CB: "what each believes among the worlds left is conditional belief, and no formula of this language iterates it",
    f.CBAtLeast: "the shares of weight among the worlds that are left are ratios of two weights (Kooi 2003)",
    f.DB: "what each believes among the worlds left is conditional belief, and no formula of this language pools it",
    f.Kv: "it compares all values among the worlds that are left, which no formula about the model before does",
    f.Bstrong: "it compares all worlds left where the formula holds with all others, which no belief before says",
    f.BAtLeast: "the share of weight among the worlds that are left is a ratio of two weights (Kooi 2003)",
    **dict.fromkeys(
        (f.RadicalUpgrade, f.ConservativeUpgrade),
        "upgrades are eliminated only by the prover, which reduces them to ranks",
    ),
    **dict.fromkeys(
        (f.Act, f.ActDual, f.ActStar, f.ActStarDual), "what a named action does is not part of the formula"
    ),
    **dict.fromkeys((*f.TIME, *f.PAST), "it is about the runs that are left, not about one model"),
    **dict.fromkeys(
        f.QUANTIFIERS,
        "it speaks of all announcements at once, which no formula without it does (Balbiani et al. 2008)",
    ),
}
"""Maps the class of an operator to the reason why it has no reduction axiom."""


def why_refused(node: Formula) -> str:
    """Return the reason why the formula's operator has no reduction axiom."""
    return REFUSED.get(type(node), "no reduction axiom is known")
