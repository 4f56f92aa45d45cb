"""Elimination of announcements by the reduction axioms.

The announcements so far form a context, expressed in the model before all announcements: the worlds that are left, and
the questions by which each agent's relation has been refined. A subformula is reduced once in each context.

Sources: J. Plaza, Logics of public communications (1989), doi:10.1007/s11229-007-9168-7 (reprint); J. van Benthem,
J. van Eijck, B. Kooi, Logics of communication and change (2006), doi:10.1016/j.ic.2006.04.006; H. van Ditmarsch,
W. van der Hoek, B. Kooi, Dynamic Epistemic Logic (2007), doi:10.1007/978-1-4020-5839-4; for conditional belief:
J. van Benthem, Dynamic logic for belief revision (2007), doi:10.3166/jancl.17.129-155; for degrees of belief: B. Kooi,
Probabilistic dynamic epistemic logic (2003), doi:10.1023/A:1025050800836.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from logic.clauses import (
    Act,
    ActDual,
    And,
    Announce,
    AnnounceDual,
    AnnounceWhether,
    Atom,
    B,
    BAtLeast,
    BGiven,
    Bottom,
    Bsafe,
    Bstrong,
    C,
    D,
    E,
    Iff,
    Implies,
    K,
    Kv,
    Kw,
    M,
    Not,
    Or,
    Top,
    Xor,
)
from logic.constructors import conj
from logic.derivation import result
from logic.errors import FormulaError, TooLarge
from logic.formula import Formula, Group, agents_of
from logic.parser import parse
from logic.table import flatten, rebuild

CONNECTIVES = (Top, Bottom, Atom, Not, And, Or, Xor, Implies, Iff)
ANNOUNCEMENTS = (Announce, AnnounceDual, AnnounceWhether)

NODES = 1_000_000
"""Default for the maximal number of nodes that are made."""

AnyAnnouncement = Announce | AnnounceDual | AnnounceWhether
Goal = tuple[int, int]  # a context and a row


class NoReduction(FormulaError):
    """No equivalent formula without announcements exists, or none is known.

    Examples
    --------
    >>> from whoknows import NoReduction, eliminate_announcements
    >>> try:
    ...     eliminate_announcements("[p] Kv_a x")
    ... except NoReduction as error:
    ...     print(error)
    cannot eliminate the announcement before Kv_a x: it speaks of all values at once, among the worlds that are left; \
a model evaluates it as it stands: model.holds(f)
    """


def eliminate_announcements(
    formula: Formula | str, *, agents: Iterable[str] | None = None, limit: int = NODES
) -> Formula:
    """Return an equivalent formula without announcements, by the reduction axioms.

    Equivalent in every model: relations may be arbitrary, with or without weights or ranks. For instance ``[p] K_a q``
    becomes ``p -> K_a (p -> q)``, ``[p?] K_a q`` becomes ``(p -> K_a (p -> q)) & (~p -> K_a (~p -> q))``, and
    ``[p] B_a q`` becomes ``p -> B_a[p] q``. A formula without announcements is returned unchanged.

    Parameters
    ----------
    formula : Formula or str
        May hold announcements of all kinds, nested anywhere.
    agents : iterable of str, optional
        All agents of the model: needed for ``E p`` (of all) after an announcement that only some hear; and ``[p?] D q``
        (of all), in a formula that names no agent, is shorter with them: without any agent, ``D`` looks at all worlds.
    limit : int
        How many nodes may be made at most.

    Raises
    ------
    NoReduction
        For what the static language cannot say after an announcement that matters to it: ``C`` (it needs relativised
        common knowledge, which the language has not), ``Kv``, ``Bstrong``, degrees of belief strictly between 0 and 1,
        and named actions. A model evaluates all of them as they stand.
    TooLarge
        If more than `limit` nodes would be made.

    Notes
    -----
    O(n c 2^k) for n distinct subformulas, c contexts (at most one for each way to reach an announcement) and k
    questions ``[p?]`` nested around a modality. The result is a shared graph; as a tree it may be exponential, which
    cannot be helped: announcements are exponentially more succinct (C. Lutz, Complexity and succinctness of public
    announcement logic, 2006, doi:10.1145/1160633.1160657).

    Examples
    --------
    >>> print(eliminate_announcements("[p] (K_a q & [q?] M_b r)"))
    p → K_a (p → q) ∧ ((q → M_b (p ∧ q ∧ r)) ∧ (¬q → M_b (p ∧ ¬q ∧ r)))
    """
    formula = parse(formula)
    if not any(isinstance(node, ANNOUNCEMENTS) for node in formula.subformulas()):
        return formula
    return Reducer(formula, agents, limit).run()


@dataclass(frozen=True, slots=True)
class Context:
    """The model after the announcements, described in the model before them.

    Parameters
    ----------
    domain : Formula, optional
        Holds at the worlds that are left; None: at all.
    questions : tuple of (Formula, group)
        Each refines the relations of its group (None: of all agents) to the pairs that agree on it.
    """

    domain: Formula | None = None
    questions: tuple[tuple[Formula, Group], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there are no announcements."""
        return self.domain is None and not self.questions

    def asked(self, group: Group) -> tuple[Formula, ...]:
        """Return the questions that were answered to some member of the group."""
        heard = (q for q, told in self.questions if told is None or group is None or set(told) & set(group))
        return tuple(dict.fromkeys(heard))


class Reducer:
    """One elimination: the rows of the formula, the contexts, and the results so far.

    Parameters
    ----------
    formula : Formula
        The formula.
    agents, limit
        As for `eliminate_announcements`.

    Attributes
    ----------
    paths : list
        By context the announcements that lead to it: their clause, the row of the statement, and the group.
    """

    def __init__(self, formula: Formula, agents: Iterable[str] | None = None, limit: int = NODES) -> None:
        self.rows = flatten(formula).rows
        self.agents = None if agents is None else frozenset(agents)
        self.has_agents = bool(self.agents or formula.agents)
        self.limit = self.room = limit
        self.contexts = [Context()]
        self.paths: list[tuple[tuple[type[Announce | AnnounceWhether], int, Group], ...]] = [()]
        self.successor: dict[tuple[int, type[Announce | AnnounceWhether], int, Group], int] = {}
        self.done: dict[Goal, Formula] = {}
        self.propositional: list[bool] = []
        for node, kids in self.rows:
            self.propositional.append(isinstance(node, CONNECTIVES) and all(self.propositional[k] for k in kids))

    def run(self) -> Formula:
        """Return the formula without announcements."""
        return result(self, (0, len(self.rows) - 1), self.done)

    def _spend(self, nodes: int) -> None:
        """Count nodes that are made; `TooLarge` if there are too many."""
        self.room -= nodes
        if self.room < 0:
            raise TooLarge(
                f"without announcements the formula has more than {self.limit:,} distinct subformulas: evaluate it as "
                "it is (a model does not need the reduction), or give a higher limit"
            )

    def needs(self, goal: Goal) -> list[Goal]:
        """Return the goals to reduce first: for an announcement its statement here, then its effect afterwards."""
        context, row = goal
        node, kids = self.rows[row]
        if self.propositional[row]:
            return []
        if not isinstance(node, ANNOUNCEMENTS):
            return [(context, kid) for kid in kids]
        statement = (context, kids[0])
        if statement not in self.done:
            return [statement]
        return [statement, (self._after(context, node, kids[0]), kids[1])]

    def _after(self, context: int, node: AnyAnnouncement, statement: int) -> int:
        """Return the context after an announcement whose statement is already reduced."""
        public = node.group is None and not isinstance(node, AnnounceWhether)
        key = (context, Announce if public else AnnounceWhether, statement, node.group)
        if key not in self.successor:
            self.successor[key] = len(self.contexts)
            self.contexts.append(
                self.changed(self.contexts[context], self.done[context, statement], node.group, public)
            )
            self.paths.append((*self.paths[context], (key[1], statement, node.group)))
        return self.successor[key]

    def changed(self, old: Context, statement: Formula, group: Group, public: bool) -> Context:
        """Return the context after an announcement.

        Parameters
        ----------
        old : Context
            The context before.
        statement : Formula
            What is announced, as a formula of the model before all announcements.
        group : frozenset of str, optional
            Who learns it.
        public : bool
            Whether worlds go; else the group learns whether it holds.
        """
        if public:
            return Context(_both(old.domain, statement), old.questions)
        return Context(old.domain, (*old.questions, (statement, group)))

    def build(self, goal: Goal, parts: list[Formula]) -> Formula:
        """Return a row as a formula of the model before the announcements, equivalent at the worlds that are left.

        Parameters
        ----------
        goal : tuple of int
            The context and the row.
        parts : list of Formula
            The results of what it needs.
        """
        context, row = goal
        node = self.rows[row][0]
        return node if self.propositional[row] else self.reduce(self.contexts[context], node, parts)

    def reduce(self, context: Context, node: Formula, kids: list[Formula]) -> Formula:
        """Apply the axiom of an operator.

        Parameters
        ----------
        context : Context
            The announcements before it.
        node : Formula
            The operator.
        kids : list of Formula
            Its reduced operands.
        """
        match node:
            case Announce():
                return Implies(*kids)
            case AnnounceDual():
                return And(*kids)
            case AnnounceWhether():
                return kids[1]
            case _ if context.is_empty or isinstance(node, CONNECTIVES):
                return rebuild(node, kids)
            case Act() | ActDual():
                raise _refusal(node, "what a named action does is not part of the formula")
            case E():
                return self._everyone(context, node, kids[0])
            case _:
                return self._modality(context, node, kids)

    def _everyone(self, context: Context, node: E, body: Formula) -> Formula:
        """Return ``E`` as one conjunct for each part of the group that heard the same announcements."""
        group = self.agents if node.group is None else node.group
        if group is None:
            if any(told is not None for _, told in context.questions):
                raise _refusal(
                    node,
                    "only some of all agents have heard it, and the formula does not say who the others are",
                    "name them: eliminate_announcements(f, agents=[...])",
                )
            return self._part(context, context.asked(None), None, body)
        heard: dict[tuple[Formula, ...], list[str]] = {}
        for agent in sorted(group):
            heard.setdefault(context.asked(frozenset([agent])), []).append(agent)
        if len(heard) == 1:
            return self._part(context, next(iter(heard)), node.group, body)
        return conj(self._part(context, asked, frozenset(agents), body) for asked, agents in heard.items())

    def _part(self, context: Context, asked: tuple[Formula, ...], group: Group, body: Formula) -> Formula:
        """Return ``E`` of agents that heard the same announcements."""
        if context.domain is None and not asked:
            return E(group, body)
        return self._split(context, asked, lambda left: E(group, Implies(left, body)))

    def _modality(self, context: Context, node: Formula, kids: list[Formula]) -> Formula:
        """Reduce an operator that uses the relation of one agent, or the relations of a group together."""
        group = node.group if isinstance(node, (C, D)) else agents_of(node)
        asked = context.asked(group)
        if context.domain is None and not asked:
            return rebuild(node, kids)
        if isinstance(node, BAtLeast) and node.degree == 0:
            return Top()
        reduced = self._split(context, asked, _clause(node, kids))
        if isinstance(node, D) and asked and not self.has_agents:
            reduced = And(reduced, Implies(E(None, Bottom()), self._alone(context, node, kids[0])))
        return reduced

    def _alone(self, context: Context, node: D, body: Formula) -> Formula:
        """Reduce ``D`` in a model without agents: it quantifies over all worlds that are left."""
        return rebuild(node, [_if(context.domain, body)])

    def _split(self, context: Context, asked: tuple[Formula, ...], say: Callable[[Formula], Formula]) -> Formula:
        """Restrict an operator to the worlds that are left and agree on the questions, for each combination of answers.

        One case without questions, 2^k cases with k questions.
        """
        self._spend(3 * 2 ** min(len(asked), 64))
        cases = []
        for answers in product([True, False], repeat=len(asked)):
            told = [q if yes else _negation(q) for q, yes in zip(asked, answers, strict=True)]
            here = conj(told) if told else None
            cases.append(_if(here, say(_both(context.domain, here))))
        return conj(cases)


def _clause(node: Formula, kids: list[Formula]) -> Callable[[Formula], Formula]:
    """The operator restricted to the worlds at which a formula holds: the reduction axioms themselves."""
    match node:
        case K() | D() | Bsafe():
            return lambda left: rebuild(node, [Implies(left, kids[0])])
        case M():
            return lambda left: M(node.agent, And(left, kids[0]))
        case Kw():
            a, body = node.agent, kids[0]
            return lambda left: Or(K(a, Implies(left, body)), K(a, Implies(left, Not(body))))
        case B():
            return lambda left: BGiven(node.agent, left, kids[0])
        case BGiven():
            return lambda left: BGiven(node.agent, And(left, kids[0]), kids[1])
        case BAtLeast() if node.degree == 1:  # no weight on a counterexample, and some weight on what is left
            a, one, body = node.agent, node.degree, kids[0]
            return lambda left: And(BAtLeast(a, one, Implies(left, body)), Not(BAtLeast(a, one, Not(left))))
        case _:
            raise _refusal(node, _WHY[type(node)])


_WHY: dict[type[Formula], str] = {
    C: "that is relativised common knowledge (q wherever the group's paths lead through worlds that are left; van "
    "Benthem, van Eijck and Kooi 2006), which no formula of this language says",
    Kv: "it speaks of all values at once, among the worlds that are left",
    Bstrong: "comparing all the p-worlds that are left with all others is not said by any belief before",
    BAtLeast: "the share of weight among the worlds that are left is a ratio of two weights (Kooi 2003)",
}


def _refusal(node: Formula, why: str, way_out: str = "") -> NoReduction:
    pattern = rebuild(node, [Atom(name) for name in ("q", "r")[: len(node.children)]])
    way_out = way_out or "a model evaluates it as it stands: model.holds(f)"
    return NoReduction(f"cannot eliminate the announcement before {pattern}: {why}; {way_out}")


def _both(left: Formula | None, right: Formula | None) -> Formula:
    """Return the conjunction of those that are not None; at least one is not."""
    given = [f for f in (left, right) if f is not None]
    return conj(given)


def _if(left: Formula | None, right: Formula) -> Formula:
    return right if left is None else Implies(left, right)


def _negation(formula: Formula) -> Formula:
    return formula.sub if isinstance(formula, Not) else Not(formula)
