"""Belief over ranked models as knowledge about ranks.

A ranked agent has an equivalence relation, which divides the worlds into classes, and a rank for each world; lower is
more plausible. Let n be a number of ranks. The atom ``rank(a,i)`` marks worlds, and ``l_i``, the disjunction of the
first i + 1 of these atoms, says that the world's rank for a is at most i. The worlds where ``l_i`` holds are level i;
``l_(n-1)`` is true everywhere. So each valuation of the atoms gives ranks below n, and ranks below n give a valuation.
At a world of a model

- ``B_a[q] p`` is ``K_a (q -> p) | M_a (q & l_0) & K_a (q & l_0 -> p) | M_a (q & l_1) & ...``: some level has q-worlds,
  and p holds at all of these, so it holds at the best; conversely, the level of the best is such a level;
- ``Bsafe_a p`` is ``l_0 & K_a (l_0 -> p) | l_1 & K_a (l_1 -> p) | ...``;
- ``Bstrong_a p`` is ``M_a p & (K_a (p <-> l_0) | K_a (p <-> l_1) | ...)``;
- the world is a best q-world of its class if ``q & M_a q`` holds there, and ``l_i <-> M_a (q & l_i)`` for each i.

The translation is exact in models with ranks below n, so it is sound. It is complete if n is large enough:

    Consider a class with any ranks. For each condition q cut the ranks after the least rank of a q-world. For each p
    of a safe or strong belief cut them before the least rank of a world without p. Number the nonempty pieces 0, 1, ...
    and give each world the number of its piece. The least rank of a q-world is the last of its piece, and no q-world
    is below, so the q-worlds of this piece are the best q-worlds as before: conditional belief is kept. The least rank
    of a world without p is the first of its piece, so a world is below all worlds without p exactly if its piece is
    below theirs: safe belief is kept. Strong belief is kept by the same cut, since pieces keep the order.

So n is one more than the number of cuts. Then each class has a world of the least rank: ``M_a l_0`` is a law, and
``B_a p`` is ``K_a (l_0 -> p)`` unless it comes after an announcement or action. Announcements and actions keep the
atoms of ranks, and the translations above are about the worlds that remain. If any of k sequences of events may have
happened, a condition corresponds to k conditions in the original model, and needs k cuts. The ranks of an action's
events are compared first, and the ranks of worlds only if these are equal: the action stores the position of its event
in new atoms, and `in_order` computes the levels. An upgrade is an action that stores where its formula holds; a
conservative upgrade stores, for each agent, where the best of these worlds are. After a radical upgrade a condition
corresponds to two conditions in the original model: with the upgrade's formula and without it.

``CB_G p`` is ``[@step] C_G x`` for an action that only gives the atom x the value of p. Each agent of G
sees an event of their own, which happens at the agent's best worlds.

Board, "Dynamic interactive epistemology" (2004), doi:10.1016/j.geb.2003.10.006; Baltag and Smets, "A qualitative theory
of dynamic interactive belief revision" (2008); van Benthem, "Dynamic logic for belief revision" (2007),
doi:10.3166/jancl.17.129-155.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, count
from typing import Any

from kripke.change.event import Event, EventModel
from kripke.prove.clock import Clock
from kripke.prove.errors import UnsupportedOperator
from kripke.prove.question.nodes import Group
from kripke.prove.question.reduction import rows_of
from logic import clauses as f
from logic.clauses import conj, disj
from logic.errors import TooLarge, listing, shorten
from logic.formula import Formula, agents_of
from logic.node_table import rebuild
from logic.shared import answered

PLAUSIBLE = (f.BGiven, f.Bsafe, f.Bstrong)  # the operators that always depend on ranks

UPGRADES = (f.RadicalUpgrade, f.ConservativeUpgrade)

BELIEF = (f.B, f.EB, f.CB, f.DB, *PLAUSIBLE)
MOST_LEVELS = 200  # number of levels of one agent above which a question is refused

Ranks = Mapping[str, tuple[f.Atom, ...]]
"""Maps each ranked agent to the atoms that encode the agent's ranks; the atom of the least rank comes first."""

Levels = Mapping[str, tuple[Formula, ...]]
"""Maps each agent to ``l_0``, ``l_1``, ...; ``l_i`` says that the rank is at most i. The last, ``true``, is omitted."""


@dataclass(frozen=True)
class Statement:
    """A question as formulas: goals for the actual world, laws for every world, and the named actions."""

    goals: tuple[Formula, ...]
    laws: tuple[Formula, ...]
    actions: Mapping[str, EventModel]


@dataclass(frozen=True, eq=False)
class State:
    """The effect that the changes before a subformula have on plausibility.

    `levels` encode the ranks after the changes, and `pooled` are the ranked agents who took part in a resolution.
    """

    levels: Levels
    is_first: bool = True  # whether nothing has happened, and each class has a world of the least rank
    events: int = 1  # number of sequences of events that agents may consider possible; doubled by a radical upgrade
    pooled: Group = frozenset()


def in_ranks(
    question: Statement, ranked: Group, agents: Group, clock: Clock, frame: Mapping[str, int] | None = None
) -> tuple[Statement, Mapping[str, tuple[f.Atom, ...]]]:
    """Translate a question about ranks to one about atoms that encode the ranks; return the result and these atoms.

    `frame` maps each agent to the greatest rank on a given frame.
    """
    sizes = dict.fromkeys(ranked, 0)
    sizes |= Translation(question, ranked, agents, clock, sizes).sizes() if frame is None else frame
    done = Translation(question, ranked, agents, clock, sizes, frame is None)
    goals, laws = done.formulas()
    return Statement(goals, (*laws, *(done.lowest() if frame is None else ())), done.actions), done.atoms


Goal = tuple[State, int]  # the state after some changes, and the row of a formula


class Translation:
    """Translates the formulas of a question; the argument `cuts` has the number of cuts by agent (see the module)."""

    def __init__(
        self,
        question: Statement,
        ranked: Group,
        agents: Group,
        clock: Clock,
        cuts: Mapping[str, int],
        has_least: bool = True,  # whether each class has a world of the least rank
    ) -> None:
        self.question, self.ranked, self.agents, self.clock = question, ranked, agents, clock
        self.rows, rows, self.named = rows_of([*question.goals, *question.laws], question.actions)
        self.roots = [*rows]
        self.taken = {node.name for node, _ in self.rows if isinstance(node, f.Atom)} | {*question.actions}
        self.taken |= {atom for action in self.named.values() for post in action.post.values() for atom in post}
        self.atoms: dict[str, tuple[f.Atom, ...]] = {
            agent: tuple([f.Atom(self._fresh(f"rank({agent}{',' * bool(agent)}{i})")) for i in range(cuts[agent])])
            for agent in sorted(ranked)
        }
        levels = {agent: tuple(map(disj, accumulate([[atom] for atom in of]))) for agent, of in self.atoms.items()}
        self.start = State(levels, has_least)
        self.actions: dict[str, EventModel] = {}
        self.done: dict[Goal, Formula] = {}
        self.acted: dict[tuple[State, str], tuple[str, State]] = {}
        self.upgrade, self.common = cache(self._upgrade), cache(self._common)
        self.after = cache(lambda state, events, pooled: State(state.levels, False, state.events * events, pooled))
        self.cuts: dict[tuple[str, object], int] = {}
        """Maps each pair (agent, cut between ranks) to the number of corresponding cuts in the original model."""

    def formulas(self) -> tuple[tuple[Formula, ...], tuple[Formula, ...]]:
        """Return the translated goals and laws."""
        formulas = [answered((self.start, root), self.done, self._reading) for root in self.roots]
        return tuple(formulas[: len(self.question.goals)]), tuple(formulas[len(self.question.goals) :])

    def sizes(self) -> dict[str, int]:
        """Return the number of cuts between ranks that each agent needs; `TooLarge` for more than `MOST_LEVELS`."""
        self.formulas()
        sizes = dict.fromkeys(self.ranked, 0)
        for (agent, _), times in self.cuts.items():
            sizes[agent] += times
        for agent, size in sizes.items():
            if size > MOST_LEVELS:
                needs = f"the beliefs of {agent or 'the agent'} need {size:,} ranks, the limit is {MOST_LEVELS}"
                raise TooLarge(f"{needs}: write fewer changes that some agents miss, upgrades, or beliefs after them")
        return sizes

    def lowest(self) -> list[Formula]:
        """Return a law for each agent with beliefs that depend on it: each class has a world of the least rank."""
        entries = self.start.levels.items()
        return [f.M(agent, levels[0]) for agent, levels in entries if (agent, self.start) in self.cuts]

    def _fresh(self, name: str) -> str:
        """Return an unused name: `name`, with a number appended if it is taken."""
        new = next(each for number in count() if (each := f"{name}'{number}" if number else name) not in self.taken)
        self.taken.add(new)
        return new

    def _reading(self, goal: Goal) -> Generator[Goal, Formula, Formula]:
        """Compute the translation of a row in a state; the generator yields the goals that must be translated first."""
        self.clock.tick()
        state, row = goal
        node, kids = self.rows[row]
        if isinstance(node, f.Kv):
            return node
        if isinstance(node, (f.Act, f.ActDual)):
            name, after = yield from self._action(state, node.action)
            body = yield after, kids[0]
            return type(node)(name, body)
        if isinstance(node, UPGRADES):
            statement = yield state, kids[0]
            _require_beliefs(node, state.pooled)
            name, after = self.upgrade(state, isinstance(node, f.ConservativeUpgrade), kids[0], statement)
            body = yield after, kids[1]
            return f.Act(name, body)
        after = self._changed(state, node) if node.operator.changes else state
        parts = []
        for place, kid in enumerate(kids):
            parts.append((yield (after if place == len(kids) - 1 else state, kid)))
        return self._belief(state, node, row, parts) if isinstance(node, BELIEF) else rebuild(node, parts)

    def _changed(self, state: State, node: Any) -> State:
        events, pooled = 1, state.pooled
        if isinstance(node, f.R):
            pooled |= node.among(self.agents) & self.ranked
        elif node.group is not None or isinstance(node, f.AnnounceWhether):
            events = 2
        return self.after(state, events, pooled)

    def _action(self, state: State, name: str) -> Generator[Goal, Formula, tuple[str, State]]:
        action, model = self.named[name], self.named[name].model
        _require_beliefs(f"[@{name}]", state.pooled)
        if (state, name) not in self.acted:
            events, marks = {}, dict[str, dict[int, f.Atom]]()
            for agent in self.ranked & model.frame.ranks.keys():
                ranks = enumerate(sorted({model.rank(agent, event) for event in model.events})[:-1])
                marks[agent] = {rank: f.Atom(self._fresh(f"event({name},{agent},{i})")) for i, rank in ranks}
            for event in model.events:
                pre = yield state, action.pre[event]
                post = {}
                for atom, row in action.post[event].items():
                    post[atom] = yield state, row
                for agent, atoms in marks.items():
                    for rank, mark in atoms.items():
                        post[mark.name] = f.Top() if model.rank(agent, event) <= rank else f.Bottom()
                events[event] = Event(pre, post)
            changed = {agent: in_order([*atoms.values()], state.levels[agent]) for agent, atoms in marks.items()}
            new = name if name not in self.actions else self._fresh(name)
            self.actions[new] = EventModel.of(events, model.frame, model.actual, model.others, model.values)
            self.acted[state, name] = new, State({**state.levels, **changed}, False, state.events * len(events))
        return self.acted[state, name]

    def _upgrade(self, state: State, best_only: bool, row: int, statement: Formula) -> tuple[str, State]:
        """Create the action that stores which worlds an upgrade promotes; return its name and the next state."""
        post: dict[str, Formula] = {}
        levels: dict[str, tuple[Formula, ...]] = {}
        for agent, old in state.levels.items():
            rising = best(agent, old, statement) if best_only else statement
            mark = next((atom for atom, value in post.items() if value is rising), None) or self._fresh("upgraded")
            post[mark] = rising
            atom = f.Atom(mark)
            levels[agent] = (atom, *[atom | level for level in old]) if best_only else in_order([atom], old)
            if best_only:
                self.cuts[agent, (state, row)] = state.events
        name = self._fresh("upgrade")
        self.actions[name] = EventModel({"upgrade": Event(post=post)}, {}, others=[("upgrade", "upgrade")])
        return name, State(levels, False, state.events * (1 if best_only else 2))

    def _belief(self, state: State, node: Any, row: int, parts: Sequence[Formula]) -> Formula:
        group: Group = node.among(self.agents) if hasattr(node, "group") else agents_of(node)
        ranked, inside = sorted(group & self.ranked), parts[-1]
        _require_beliefs(node, state.pooled & group)
        if not ranked:
            return rebuild(node, parts)  # type: ignore[no-any-return]
        if isinstance(node, (f.Bsafe, f.Bstrong)):
            agent = node.agent
            self.cuts[agent, (state, row)] = state.events
            levels = (*state.levels[agent], f.Top())
            if isinstance(node, f.Bsafe):
                return disj([level & f.K(agent, level >> inside) for level in levels])
            return f.M(agent, inside) & disj([f.K(agent, f.Iff(inside, level)) for level in levels])
        if isinstance(node, f.BGiven):
            self.cuts[node.agent, (state, self.rows[row][1][0])] = state.events
            return given(node.agent, state.levels[node.agent], *parts)
        for agent in ranked:
            self.cuts[agent, state] = state.events
        if isinstance(node, f.CB):
            return self.common(state, node.group, tuple(ranked), inside)  # type: ignore[arg-type]  # a frozen set
        if isinstance(node, f.DB):
            return f.D(node.group, conj([self._best(state, agent) for agent in ranked]) >> inside)
        of = [(agent, state.levels[agent], state.is_first and state.levels[agent]) for agent in ranked]
        each = [f.K(a, first[0] >> inside) if first else given(a, levels, f.Top(), inside) for a, levels, first in of]
        return conj([*each, f.EB(group - self.ranked, inside)] if group - self.ranked else each)

    def _best(self, state: State, agent: str) -> Formula:
        levels = state.levels[agent]
        return levels[0] if state.is_first and levels else best(agent, levels, f.Top())

    def _common(self, state: State, group: Group | None, ranked: tuple[str, ...], inside: Formula) -> Formula:
        """Return common belief as common knowledge after an action that limits agents to their best worlds."""
        value, name = self._fresh("believed"), self._fresh("step")
        seen = {agent: f"seen by {agent}" for agent in ranked}
        events = {"start": Event(post={value: inside})}
        events |= {event: Event(self._best(state, agent), {value: inside}) for agent, event in seen.items()}
        relations = {agent: [(one, event) for one in events] for agent, event in seen.items()}
        everyone_else = [(one, "start") for one in events]
        self.actions[name] = EventModel(events, relations, "start", everyone_else)
        return f.Act(name, f.C(group, f.Atom(value)))


def _require_beliefs(shown: object, pooled: Group) -> None:
    if pooled:
        undefined = f"the beliefs of {listing(sorted(pooled), 'and')} are undefined after a resolution R"
        why = f"{undefined}, which pools what they know; the prover decides knowledge there"
        raise UnsupportedOperator(f"{shorten(str(shown))}: {why}")


def given(agent: str, levels: Sequence[Formula], condition: Formula, inside: Formula) -> Formula:
    """Return conditional belief as a formula: some level has worlds with `condition`, and all of them satisfy `inside`.

    If the condition holds at no possible world, everything is believed.
    """
    always = isinstance(condition, f.Top)
    whole = f.K(agent, inside if always else condition >> inside)
    within = levels if always else [condition & level for level in levels]
    return disj([whole, *[f.M(agent, there) & f.K(agent, there >> inside) for there in within]])


def best(agent: str, levels: Sequence[Formula], condition: Formula) -> Formula:
    """Return a formula that is true at the most plausible worlds with `condition` in each class of the agent."""
    levels = [f.Iff(level, f.M(agent, condition & level)) for level in levels]
    return conj([condition, f.M(agent, condition), *levels])


def in_order(first: Sequence[Formula], levels: tuple[Formula, ...]) -> tuple[Formula, ...]:
    """Return the levels of the order that compares worlds first by `first` and then by `levels`."""
    pieces = [[piece & level for level in (*levels, f.Top())] for piece in first] + [list(levels)]
    earlier: list[Formula] = [f.Bottom(), *first]
    return tuple([before | new for before, piece in zip(earlier, pieces, strict=True) for new in piece])
