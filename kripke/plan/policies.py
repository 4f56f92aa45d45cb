"""The search for a policy: an AND-OR graph that branches on what the acting agent can distinguish.

States are pointed structures up to bisimulation, so the graph shares them. For implicitly coordinated policies, see
Engesser, Bolander, Mattmüller and Nebel (2017), "Cooperative epistemic multi-agent planning for implicit coordination",
doi:10.4204/EPTCS.243.6.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Any, NamedTuple

from kripke.data.watch import Watch
from kripke.plan.search import States
from kripke.plan.tree import Branch, Node
from kripke.space.explore import Limits
from logic.clauses import Atom, K, Not, Top, conj
from logic.formula import Formula

Part = tuple[int, ...]
"""The actual worlds of one branch."""


class Option(NamedTuple):
    """A possible action at a state, with its agent and cost, and the numbers of the states that it may lead to."""

    action: str
    by: str | None
    cost: float
    targets: tuple[int, ...]


class PolicySearch:
    """Searches for a policy: the cheapest one in the worst case or, with an estimate, any policy."""

    def __init__(self, known: States, estimate: Callable[[Any], Sequence[Any]] | None = None) -> None:
        self.known, self._goal, self._estimate = known, known.question.goal, estimate
        self.watch = Watch(known, known.limits.seconds)
        self._least = min([action.cost for action in known.actions.values()], default=0)
        self.options: dict[int, list[Option]] = {}  # of each expanded state, without actions that lead to dead ends
        self._parents = defaultdict[int, list[int]](list)
        self._worst: dict[int, float] = {}  # the least cost in the worst case, as far as states are expanded
        self._dead = set[int]()
        self._paid: dict[int, float] = {}  # the least cost of a path to a state
        self._queues: list[list[tuple[Any, int, int]]] = []
        self._order = count()
        self.came: list[tuple[int, str, float]] = []
        """For each known state, the previous state on a path to it, the action between them, and the path's cost."""
        self.infos = cache(self._infos)
        self.starts: tuple[int, ...] = ()

    def run(self) -> dict[int, Option] | None:
        """Search; return an action for each reached state, or None if no policy was found (see `watch.stopped`)."""
        policy, retry = None, 0
        with self.watch:
            self.starts = tuple([number for number, _ in self.parts(self.known.first, None)])
            for number in self.starts:
                self._reach(number, 0.0, -1, "")
            bound, again = 0.0, False
            while not self._dead.intersection(self.starts):
                cost, left = self.cost(), self._left()
                most = max(bound, cost) if self._estimate is None else inf
                if self._estimate is not None:  # any policy; retried at twice as many states
                    wait = left < inf and (cost == inf or len(self.options) < retry)
                else:
                    wait = left < most or (again and left == most < inf)
                if wait:
                    self._expand()
                    continue
                policy, nearest = self._choose(most) if cost < inf else (None, inf)
                bound, again, retry = min(nearest, left), True, 2 * len(self.options)
                if policy is not None or bound == inf:
                    break
        return policy

    # ------------------------------------------------------------------------------------------------- the graph

    def parts(self, state: Any, by: str | None) -> list[tuple[int, Part]]:
        """Split a state by what the acting agent can distinguish; return each part's state number and actual worlds.

        If agents must know that the plan works, each actual world is a part. If no agent acts, there is one part.
        """
        worlds = self.known.actuals(state)
        groups = [worlds]
        if self.known.question.turns:
            groups = [(world,) for world in worlds]
        elif by is not None and len(worlds) > 1:
            classes = defaultdict[Hashable, list[int]](list)
            for world, info in zip(worlds, self.known.told_apart(state, by), strict=True):
                classes[info].append(world)
            groups = [tuple(each) for each in classes.values()]
        if len(groups) == 1:
            return [(self.known.number(state), groups[0])]
        return [(self.known.number(self.known.only(state, group)), group) for group in groups]

    def _infos(self, number: int, agent: str) -> frozenset[Hashable]:
        """The keys of what the agent considers possible at the actual worlds of a state; see `States.informed`."""
        return frozenset(self.known.informed(self.known.at(number), agent))

    # --------------------------------------------------------------- the first stage: costs, whatever agents know

    def _reach(self, number: int, price: float, source: int, action: str) -> None:
        if number == len(self.came):
            self.came.append((source, action, price))
        if number not in self._worst and number not in self.options and price < self._paid.get(number, inf):
            state = self.known.at(number)
            if number not in self._paid and self.known.holds(state, self._goal):
                self._worst[number] = 0
                return
            self._paid[number] = price
            ranks = [price] if self._estimate is None else self._estimate(state)
            self._queues = self._queues or [[] for _ in ranks]
            for queue, rank in zip(self._queues, ranks, strict=True):
                heappush(queue, (rank, next(self._order), number))

    def _left(self) -> float:
        """A lower bound on the cost of policies through states that are not expanded yet.

        With an estimate, the bound only shows whether there are such states: it is infinite if there are none.
        """
        for queue in self._queues:
            while queue and (queue[0][2] in self.options or not self._is_useful(queue[0][2])):
                heappop(queue)
        least = [queue[0][0] if self._estimate is None else 0.0 for queue in self._queues if queue]
        return min(least, default=inf) + self._least

    def _is_useful(self, number: int) -> bool:
        """Whether the state is initial, or an action without dead ends leads to it. If not, delete its path cost."""
        useful = number in self.starts or any(
            number in option.targets for parent in self._parents[number] for option in self.options[parent]
        )
        if not useful:
            self._paid.pop(number, None)
        return useful

    def _expand(self) -> None:
        turn = len(self.options) % len(self._queues)
        _, _, number = heappop(next(queue for queue in [*self._queues[turn:], *self._queues[:turn]] if queue))
        options = []
        for name, action in self.known.actions.items():
            self.watch()
            if (state := self.known.step(number, name)) is not None:
                parts = self.parts(self.known.settled(state), action.by)
                targets = tuple([target for target, _ in parts])
                options.append(Option(name, action.by, action.cost, targets))
        self.options[number] = options
        for option in options:
            for target in option.targets:
                self._parents[target].append(number)
                self._reach(target, self._paid[number] + option.cost, number, option.action)
        waiting = [number]
        while waiting:  # worst costs and dead ends are passed on to the parents
            number = waiting.pop()
            alive = [option for option in self.options[number] if not self._dead.intersection(option.targets)]
            self.options[number] = alive
            worst = min([self._after(option) for option in alive], default=inf)
            if worst < self._worst.get(number, inf) or (not alive and number not in self._dead):
                waiting += self._parents[number]
            if alive:
                self._worst[number] = min(worst, self._worst.get(number, inf))
            else:
                self._dead.add(number)
        if self.known.progress is not None:
            self.known.progress(len(self.options), len(self.known))

    def _after(self, option: Option) -> float:
        return option.cost + max([self._worst.get(target, inf) for target in option.targets])

    # ------------------------------------------------------------- the second stage: what agents cannot tell apart

    def _choose(self, bound: float) -> tuple[dict[int, Option] | None, float]:
        """Return a policy of cost at most `bound`, or None; also the least cost above `bound` that was found."""
        chosen: dict[int, Option] = {}
        tried: list[tuple[int, Iterator[Option]]] = []
        nearest = inf
        while (number := self._open(chosen)) is not None:
            tried.append(
                (number, iter(sorted(self.options[number], key=lambda each: (self._after(each), each.action))))
            )
            while tried:
                number, options = tried[-1]
                chosen.pop(number, None)
                for option in options:
                    self.watch()
                    if self._conflicts(number, option, chosen):
                        continue
                    chosen[number] = option
                    if (cost := self.cost(chosen)) <= bound < inf or cost < bound:
                        break
                    nearest = min(nearest, cost)
                    del chosen[number]
                else:
                    tried.pop()
                    continue
                break
            else:
                return None, nearest
        return chosen, nearest

    def _open(self, chosen: dict[int, Option]) -> int | None:
        """The first reached state, breadth first, that has options but no chosen one; None if there is none."""
        reached = dict.fromkeys(self.starts)
        for number in (waiting := list(reached)):
            if number in chosen:
                new = [target for target in chosen[number].targets if target not in reached]
                reached.update(dict.fromkeys(new))
                waiting += new
            elif number in self.options:
                return number
        return None

    def _conflicts(self, number: int, option: Option, chosen: dict[int, Option]) -> bool:
        """Whether an acting agent cannot distinguish the state from a state where a different action is chosen."""
        return any(
            theirs.action != option.action
            and any(self.infos(number, by) & self.infos(other, by) for by in {option.by, theirs.by} if by is not None)
            for other, theirs in chosen.items()
        )

    def cost(self, chosen: dict[int, Option] | None = None) -> float:
        """A lower bound on the worst-case cost, given actions chosen for some states; infinite if these form a loop."""
        worst = dict(self._worst)
        if chosen:
            try:
                for number in TopologicalSorter({at: option.targets for at, option in chosen.items()}).static_order():
                    if number in chosen:
                        option = chosen[number]
                        worst[number] = option.cost + max([worst.get(target, inf) for target in option.targets])
            except CycleError:
                return inf
        return max([worst.get(number, inf) for number in self.starts])

    # ------------------------------------------------------------------------------------------------- the answer

    def tree(self, policy: dict[int, Option]) -> Node:
        """The policy as a tree, with a formula for each branch that distinguishes it from the others."""
        nodes: dict[int, Node] = {}

        def node(number: int | None, state: Any, option: Option | None) -> Node:
            groups: dict[Hashable, list[tuple[int, Part]]] = {}
            for target, part in self.parts(state, option and option.by):
                then = policy.get(target)
                same = then and (then.action, self.infos(target, then.by) if then.by else target)
                groups.setdefault(same if self.known.question.turns else target, []).append((target, part))
            parts = [tuple([world for _, part in group for world in part]) for group in groups.values()]
            whens = self._conditions(state, parts, option.by if option else None)
            branches = [
                Branch(when, tuple([tuple(sorted(self.known.facts(state, w))) for w in part]), nodes[group[0][0]])
                for group, part, when in zip(groups.values(), parts, whens, strict=True)
            ]
            return Node(option and option.action, option and option.by, tuple(branches), number)

        order = TopologicalSorter({number: option.targets for number, option in policy.items()}).static_order()
        for number in [*order, *self.starts]:
            if number not in policy:
                nodes[number] = Node(None, None, (), number)
            elif number not in nodes:
                after = self.known.step(number, policy[number].action)
                assert after is not None
                nodes[number] = node(number, self.known.settled(after), policy[number])
        root = node(None, self.known.first, None)
        return root if len(root.branches) > 1 else root.branches[0].then

    def works(self, policy: dict[int, Option]) -> bool:
        """Whether the policy leads to the goal from each actual world, not only from the acting agents' viewpoint."""
        self.known.limits = Limits(None, None)  # no more states follow than the policy has branches
        reached = dict.fromkeys(self.starts)
        for number in (waiting := list(reached)):
            if number in policy:
                option = policy[number]
                state = self.known.step(number, option.action, plainly=True)
                if state is None:
                    return False
                targets = [target for target, _ in self.parts(self.known.settled(state), option.by)]
                waiting += [target for target in targets if target not in reached]
                reached.update(dict.fromkeys(targets))
            elif not self.known.holds(self.known.at(number), self._goal):
                return False
        return True

    def unaware(self, policy: dict[int, Option]) -> list[str]:
        """Notes on agents who act in one branch, and cannot tell that another branch has ended."""
        ends = {target for option in policy.values() for target in option.targets if target not in policy}
        pairs = {
            (option.by, option.action)
            for number, option in policy.items()
            for end in ends
            if option.by is not None and self.infos(number, option.by) & self.infos(end, option.by)
        }
        return [
            f"{by} does {action} in one branch, and cannot tell that another has ended" for by, action in sorted(pairs)
        ]

    def _conditions(self, state: Any, parts: Sequence[Part], by: str | None) -> list[Formula | None]:
        """For each part, a formula that holds at its worlds only; None if there is one part, or no formula is found.

        Formulas that the agent `by` knows are preferred.
        """
        if len(parts) == 1:
            return [None]
        agents = self.known.question.model.agents
        atoms = [Atom(name) for name in self.known.atoms]
        facts: list[Formula] = [*atoms, *map(Not, atoms)]
        levels: list[list[Formula]] = [[Top()], facts]
        levels += [[K(agent, fact) for fact in facts] for agent in agents if agent != by]
        levels[1:1] = [[K(by, fact) for fact in facts]] if by else []
        candidates: list[tuple[Formula, set[int]]] = []
        whens: dict[Part, Formula | None] = {}
        for level in levels:  # formulas about other agents come last
            candidates += [(each, self.known.where(state, each)) for each in level]
            whens |= {part: _told(part, parts, candidates) for part in parts if whens.get(part) is None}
            if None not in whens.values():
                return [*whens.values()]
        return [self.known.apart(state, part) if when is None else when for part, when in whens.items()]


def _told(part: Part, parts: Sequence[Part], candidates: Sequence[tuple[Formula, set[int]]]) -> Formula | None:
    """A short conjunction of candidates that holds only at the worlds of a part; None if there is none."""
    true = [(each, where) for each, where in candidates if where.issuperset(part)]
    left, formulas = [other for other in parts if other is not part], list[Formula]()
    while left:
        tried = [(each, [other for other in left if where.intersection(other)]) for each, where in true]
        each, missed = min(tried, key=lambda one: len(one[1]), default=(Top(), left))
        if len(missed) == len(left):
            return None
        formulas.append(each)
        left = missed
    return conj(formulas)
