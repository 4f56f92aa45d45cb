"""Knowledge states: classes of histories that no formula with a given demand distinguishes.

A history is the beginning of a run, up to the present. A `Demand` is the information about a history that a formula
needs. A knowledge state is identified by a tree: a state, and the trees of the histories that agents consider possible.
If the demand has no finite depth, all histories that agents' relations connect are contracted together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from kripke.data.relation import Relation
from kripke.data.worlds import SMALL
from kripke.sameness.canonical import mask_of
from kripke.space.demands import Demand, Key, pooled
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula

Ids = frozenset[int]

LIMIT = 10_000  # maximal number of knowledge states of a question; with C on one long line of histories they take 1 s


class Knowledge(NamedTuple):
    """A knowledge state: a demand, a state, values of past formulas, and the knowledge states that are accessible."""

    demand: int  # the number of the demand
    state: int  # the number of the state of the system
    past: int  # the values of the past formulas, as a mask
    sees: tuple[Any, ...]  # for each key of the demand, the knowledge states that its agents consider possible


class Open(Exception):
    """Raised if a knowledge state depends on a formula that is undecided."""


class Full(TooLarge):
    """Raised if the limit of knowledge states is reached."""


class Histories:
    """The known knowledge states and their demands, both numbered."""

    def __init__(self, limit: int) -> None:
        self.limit, self.known, self.demands = limit, list[Knowledge](), list[Demand]()
        self._numbers: dict[Hashable, int] = {}
        self.trees = defaultdict[Hashable, int](count().__next__)  # the number of each tree, by its root and branches
        self.below: dict[int, dict[Key, int]] = {}  # demand -> key -> demand at the accessible histories

    def number(self, demand: Demand) -> int:
        """Return the number of a demand; a new demand is added, with the demands below it."""
        if demand not in self._numbers:
            self._numbers[demand] = number = len(self.demands)
            self.demands.append(demand)
            self.below[number] = {k: number if each is None else self.number(each) for k, each in demand.sees}
        return self._numbers[demand]

    def of(self, number: int) -> Demand:
        """Return the demand for which the knowledge state with this number was built."""
        return self.demands[self.known[number].demand]

    def add(self, key: Hashable, state: Knowledge) -> int:
        """Return the number of the knowledge state with this key; if the key is new, add the state."""
        if key not in self._numbers:
            if len(self.known) >= self.limit:
                raise Full(f"more than {self.limit:,} knowledge states")
            self._numbers[key] = len(self.known)
            self.known.append(state)
        return self._numbers[key]

    def moment(self, starts: Iterable[int]) -> list[int]:
        """Return these knowledge states and all others that the agents' relations reach from them."""
        states, sets = dict.fromkeys(starts), set[Ids]()
        for each in (waiting := list(states)):  # grows in the loop
            for some in self.known[each].sees:
                if some not in sets:
                    sets.add(some)
                    new = [seen for seen in some if seen not in states]
                    waiting += new
                    states |= dict.fromkeys(new)
        return waiting

    def relation(self, places: Mapping[int, int], key: Key) -> Relation:
        """Return the joint relation of the agents in `key`; `places` maps each knowledge state to its position."""
        lookers = defaultdict[Ids, list[int]](list)
        for each, place in places.items():
            keys = [*self.below[self.known[each].demand]]
            if key in keys:
                lookers[self.known[each].sees[keys.index(key)]].append(place)
        groups = [(looking, [places[each] for each in seen]) for seen, looking in lookers.items()]
        if len(places) <= SMALL:
            return Relation.from_parts(len(places), [(mask_of(looking), mask_of(seen)) for looking, seen in groups])
        return Relation.from_pairs(len(places), [(w, v) for looking, seen in groups for w in looking for v in seen])


class Making:
    """Builds knowledge states from descriptions; subclasses define the form of the descriptions."""

    def __init__(self, histories: Histories) -> None:
        self.histories = histories
        self.made: dict[Any, int] = {}  # the number of each knowledge state, by description
        self._sets: dict[Any, Ids] = {}

    def knowledge(self, given: Any) -> Knowledge:
        """Return the knowledge state with this description; its `sees` contains names of sets of knowledge states."""
        raise NotImplementedError

    def members(self, name: Any) -> Iterable[Any]:
        """Return the descriptions of the knowledge states in the set with this name."""
        raise NotImplementedError

    def __call__(self, given: Any) -> int:
        """Return the number of the knowledge state with this description; build it if necessary."""
        if given not in self.made:
            knowledge = self.knowledge(given)
            if self.histories.demands[knowledge.demand].is_endless:
                self._contract(given)
            else:
                self.made[given] = self.histories.add(state := self._complete(knowledge), state)
        return self.made[given]

    def _set(self, name: Any) -> Ids:
        if name not in self._sets:
            self._sets[name] = frozenset([self(member) for member in self.members(name)])
        return self._sets[name]

    def _contract(self, start: Any) -> None:
        """Build the knowledge states that relations connect with the description `start`; merge bisimilar ones."""
        waiting, states, sets = self._connected(start)
        trees = self._trees(states, sets)
        here, number = {0}, 0  # the places from which steps lead to the start
        while number < len(here):
            number = len(here)
            for at, each in enumerate(states):  # one pass is enough for equivalence relations
                if at not in here and not all(here.isdisjoint(sets[name]) for name in each.sees):
                    here.add(at)
        for at in reversed(range(len(states))):
            if at not in here:
                self(waiting[at])
        key = frozenset(trees)
        self.made |= {waiting[at]: self.histories.add((key, trees[at]), states[at]) for at in here}
        for at in here:
            self.histories.known[self.made[waiting[at]]] = self._complete(states[at])

    def _connected(self, start: Any) -> tuple[list[Any], list[Knowledge], dict[Any, list[int]]]:
        """Return all descriptions connected with `start`, a knowledge state for each, and the sets of states by name.

        A set is given as the places of its members among the descriptions.
        """
        place, states, sets = {start: 0}, list[Knowledge](), dict[Any, list[int]]()
        for given in (waiting := [start]):  # grows in the loop
            states.append(self.knowledge(given))
            for name in states[-1].sees:
                if name not in sets:
                    members = list(self.members(name))
                    new = [member for member in members if member not in place]
                    place |= {member: len(waiting) + number for number, member in enumerate(new)}
                    waiting += new
                    sets[name] = [place[member] for member in members]
            if len(waiting) > self.histories.limit:
                raise Full(f"more than {self.histories.limit:,} histories of one moment")
        return waiting, states, sets

    def _trees(self, states: Sequence[Knowledge], sets: Mapping[Any, Sequence[int]]) -> list[int]:
        """Return, for each connected knowledge state, the number of its bisimulation class, by partition refinement."""
        inside, lookers = defaultdict[int, list[Any]](list), defaultdict[Any, list[int]](list)
        for name, members in sets.items():
            for at in members:
                inside[at].append(name)
        for at, each in enumerate(states):
            for name in each.sees:
                lookers[name].append(at)
        tree, seen = self.histories.trees.__getitem__, dict.fromkeys(sets, Ids())
        trees = [tree(each[:3]) for each in states]
        sizes, changed = Counter(trees), [*range(len(states))]
        while changed:  # only states that see a changed tree are visited, so a long line takes linear time
            stale = {name for at in changed for name in inside[at]}
            seen |= {name: frozenset([trees[at] for at in sets[name]]) for name in stale}
            groups = defaultdict[int, defaultdict[Hashable, list[int]]](lambda: defaultdict(list))
            for at in {at for name in stale for at in lookers[name]}:
                groups[trees[at]][tuple([seen[name] for name in states[at].sees])].append(at)
            changed = []
            for old, parts in groups.items():
                rows = sorted(parts.items(), key=lambda row: -len(row[1]))  # the largest part keeps the old tree
                grown = {tree((old, sees)): part for sees, part in rows}
                if sum(map(len, grown.values())) == sizes[old]:
                    del grown[min(grown)]  # this part keeps the old tree, whatever the number of histories
                for number, part in grown.items():
                    sizes.update({number: len(part), old: -len(part)})
                    for at in part:
                        trees[at] = number
                    changed += part
        return [tree((each, *map(seen.get, at.sees))) for each, at in zip(trees, states, strict=True)]

    def _complete(self, state: Knowledge) -> Knowledge:
        return state._replace(sees=tuple([self._set(name) for name in state.sees]))


class Moment(Making):
    """Builds knowledge states from pairs of a world and a demand, for the worlds of the model at one moment.

    `relations`: the relation of each agent. `states`, `past`: each world's state and the bits of its past formulas.
    `origins`: each world's position before the last action. `within`: the joint relations before that action.
    """

    def __init__(
        self,
        histories: Histories,
        relations: Mapping[str, Relation],
        states: Sequence[int],
        past: Sequence[int],
        origins: Sequence[int] = (),
        within: Mapping[Key, Relation] | None = None,
    ) -> None:
        super().__init__(histories)
        self._relations, self._states, self._past = relations, states, past
        self.origins, self._within = origins, within or {}
        self._seen: dict[Key, list[Ids]] = {}

    def knowledge(self, given: tuple[int, int]) -> Knowledge:  # noqa: D102
        world, demand = given
        sees = [(self._sees(key)[world], under) for key, under in self.histories.below[demand].items()]
        past = self._past[world] & self.histories.demands[demand].past
        return Knowledge(demand, self._states[world], past, tuple(sees))

    def members(self, name: tuple[Ids, int]) -> list[tuple[int, int]]:  # noqa: D102
        seen, demand = name
        return [(world, demand) for world in seen]

    def _sees(self, key: Key) -> list[Ids]:
        """Return, for each world, the worlds that the agents in `key` jointly consider possible."""
        if key not in self._seen:
            everyone = range(len(self._states))
            successors = self._seen[key] = [frozenset(everyone) if not key else Ids()] * len(everyone)
            if len(key) == 1:
                for looking, seen in self._relations[key[0]].groups():
                    for world in looking:
                        successors[world] = frozenset(seen) if world == looking[0] else successors[looking[0]]
            elif key:
                before = self._within.get(key)
                together = [{*before.successors(place)} for place in range(before.size)] if before else []
                known: dict[Hashable, Ids] = {}
                for world in everyone:
                    origin = self.origins[world] if before else -1
                    alone = [self._sees((agent,))[world] for agent in key]
                    if (name := (origin, *alone)) not in known:
                        both = alone[0].intersection(*alone[1:])
                        known[name] = Ids([w for w in both if not before or self.origins[w] in together[origin]])
                    successors[world] = known[name]
        return self._seen[key]


class Changed(Making):
    """Builds knowledge states from pairs: a stored knowledge state, and a weaker demand (see `Demand.within`).

    With `node`, they are the knowledge states after this announcement or resolution.
    """

    def __init__(self, histories: Histories, node: Formula | None = None, agents: Collection[str] = ()) -> None:
        super().__init__(histories)
        self.true: dict[int, bool] = {}
        self._pooling = agents if isinstance(node, f.R) else ()
        self._is_public = isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is None
        self._audience = frozenset(agents if isinstance(node, f.Announcement) else ())

    def knowledge(self, given: tuple[int, int]) -> Knowledge:  # noqa: D102
        number, demand = given
        old, names = self.histories.known[number], list[Any]()
        before = dict(zip(self.histories.below[old.demand], old.sees, strict=True))
        for key, under in self.histories.below[demand].items():
            answer: bool | None = self._is_public or None
            if not self._is_public and not self._audience.isdisjoint(key):
                answer = self.truth(number)
            names.append((before[pooled(key, self._pooling)], under, answer))
        return Knowledge(demand, old.state, old.past & self.histories.demands[demand].past, tuple(names))

    def members(self, name: tuple[Ids, int, bool | None]) -> list[tuple[int, int]]:  # noqa: D102
        seen, demand, answer = name
        return [(each, demand) for each in seen if answer is None or self.truth(each) is answer]

    def truth(self, number: int) -> bool:
        """Whether the announced statement is true at a knowledge state; `Open` if undecided."""
        if number not in self.true:
            raise Open
        return self.true[number]


class Step(Making):
    """Builds knowledge states one step later, from pairs of a knowledge state and the next state of the system."""

    def __init__(
        self,
        histories: Histories,
        follow: Sequence[Sequence[int]],
        labels: Mapping[str, Sequence[int]],
        later: Callable[[int], int],
    ) -> None:
        super().__init__(histories)
        self.follow, self._labels, self._later = follow, labels, later
        self._grouped: dict[tuple[Key, Ids], dict[Hashable, list[tuple[int, int]]]] = {}

    def knowledge(self, given: tuple[int, int]) -> Knowledge:  # noqa: D102
        number, state = given
        old = self.histories.known[number]
        keys = zip(self.histories.below[old.demand], old.sees, strict=True)
        names = [(key, seen, self._local(key, state)) for key, seen in keys]
        return Knowledge(old.demand, state, self._later(number), tuple(names))

    def members(self, name: tuple[Key, Ids, Hashable]) -> list[tuple[int, int]]:  # noqa: D102
        key, seen, local = name
        if (key, seen) not in self._grouped:
            groups = self._grouped[key, seen] = defaultdict(list)
            for each in seen:
                for state in self.follow[self.histories.known[each].state]:
                    groups[self._local(key, state)].append((each, state))
        return self._grouped[key, seen][local]

    def _local(self, key: Key, state: int) -> Hashable:
        return tuple([self._labels[agent][state] for agent in key])
