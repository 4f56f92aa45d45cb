"""Knowledge states: histories of one moment, merged where no formula of a demand tells them apart.

An agent with synchronous perfect recall cannot tell two histories apart if they are equally long and the agent was in
the same local states all along. A knowledge state has a state of the system, bits of past formulas, and for each key of
its demand the knowledge states of the histories that the key's agents cannot tell apart. Trees are interned from their
leaves; with endless demands the histories that are connected to each other are contracted together, by colours that are
sorted, so that equal knowledge states have equal keys.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kripke.data.relation import Relation, bits
from kripke.data.worlds import SMALL
from kripke.space.demands import Demand, Key, pooled
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula

Ids = frozenset[int]

LIMIT = 100_000  # maximal number of knowledge states, and of histories that are connected at one moment


class Knowledge(NamedTuple):
    """A knowledge state.

    `demand`: the number of its demand. `state`: of the system. `past`: the bits of past formulas. `sees`: for each key
    of the demand the numbers of the knowledge states that its agents consider possible.
    """

    demand: int
    state: int
    past: int
    sees: tuple[Ids, ...]


class Open(Exception):
    """What a knowledge state is like depends on a formula that is not decided."""


class Full(TooLarge):
    """There are too many knowledge states."""


class Histories:
    """The knowledge states that are known, by number, and their demands."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.known: list[Knowledge] = []
        self.demands: list[Demand] = []
        self._numbers: dict[Hashable, int] = {}
        self._below: list[dict[Key, int]] = []

    def number(self, demand: Demand) -> int:
        """The number of a demand."""
        number = self._numbers.get(demand)
        if number is None:
            number = self._numbers[demand] = len(self.demands)
            self.demands.append(demand)
            self._below.append({})
            self._below[number] |= {k: number if each is None else self.number(each) for k, each in demand.sees}
        return number

    def below(self, demand: int) -> Mapping[Key, int]:
        """For each key of a demand the demand at what its agents see."""
        return self._below[demand]

    def add(self, key: Hashable, found: Knowledge) -> int:
        """The number of a knowledge state by its key."""
        number = self._numbers.get(key)
        if number is None:
            if len(self.known) >= self.limit:
                raise Full(f"more than {self.limit:,} knowledge states")
            number = self._numbers[key] = len(self.known)
            self.known.append(found)
        return number

    def moment(self, starts: Iterable[int]) -> list[int]:
        """The knowledge states that are seen from some, in any number of steps, and these."""
        found = dict.fromkeys(starts)
        waiting = list(found)
        while waiting:
            for seen in self.known[waiting.pop()].sees:
                new = [each for each in seen if each not in found]
                found.update(dict.fromkeys(new))
                waiting += new
        return list(found)

    def relation(self, places: Mapping[int, int], key: Key) -> Relation:
        """What the agents of a key see together at knowledge states, which have places."""
        lookers: dict[Ids, list[int]] = {}
        for each, place in places.items():
            keys = [*self.below(self.known[each].demand)]
            if key in keys:
                lookers.setdefault(self.known[each].sees[keys.index(key)], []).append(place)
        groups = [(looking, [places[each] for each in seen]) for seen, looking in lookers.items()]
        if len(places) <= SMALL:
            masks = [[sum([1 << place for place in side]) for side in group] for group in groups]
            return Relation.from_parts(len(places), [(looking, seen) for looking, seen in masks])
        return Relation.from_pairs(
            len(places), [(one, two) for looking, seen in groups for one in looking for two in seen]
        )


class Raw(NamedTuple):
    """What a knowledge state is made of: as `Knowledge`, but for each key a name of the set that is seen."""

    demand: int
    state: int
    past: int
    sees: tuple[Any, ...]


class Making:
    """A way to make knowledge states, from hashable descriptions of them: `look` reads one, `members` lists a set."""

    def __init__(self, histories: Histories) -> None:
        self.histories = histories
        self._made: dict[Any, int] = {}
        self._sets: dict[Any, Ids] = {}

    def look(self, given: Any) -> Raw:
        """What the knowledge state is made of."""
        raise NotImplementedError

    def members(self, name: Any) -> Iterable[Any]:
        """The descriptions of the knowledge states in the set of this name."""
        raise NotImplementedError

    def __call__(self, given: Any) -> int:
        """The number of the knowledge state."""
        number = self._made.get(given)
        if number is None:
            raw = self.look(given)
            if self.histories.demands[raw.demand].is_endless:
                self._contract(given)
                return self._made[given]
            found = Knowledge(*raw[:3], tuple([self._set(name) for name in raw.sees]))
            number = self._made[given] = self.histories.add(found, found)
        return number

    def _set(self, name: Any) -> Ids:
        found = self._sets.get(name)
        if found is None:
            found = self._sets[name] = frozenset([self(member) for member in self.members(name)])
        return found

    def _contract(self, start: Any) -> None:
        """Make all that is seen from a description in any number of steps, each kind once."""
        place, raws, sets = {start: 0}, list[Raw](), dict[Any, list[int]]()
        waiting = [start]
        for given in waiting:  # which grows
            raws.append(raw := self.look(given))
            for name in raw.sees:
                if name not in sets:
                    sets[name] = []
                    for member in self.members(name):
                        if member not in place:
                            place[member] = len(waiting)
                            waiting.append(member)
                        sets[name].append(place[member])
            if len(waiting) > self.histories.limit:
                raise Full(f"more than {self.histories.limit:,} histories of one moment")
        kinds, rows = _kinds([(raw.state, raw.past) for raw in raws], [raw.sees for raw in raws], sets)
        numbers: dict[int, int] = {}
        demand = raws[0].demand
        for part in _parts(rows):  # those that are seen come before those that see them
            local = {kind: number for number, kind in enumerate(part)}
            key = (
                demand,
                *[
                    (state, past, *[tuple([local[k] if k in local else ~numbers[k] for k in each]) for each in seen])
                    for state, past, seen in [rows[kind] for kind in part]
                ],
            )
            first = [
                self.histories.add((key, number), Knowledge(demand, *rows[k][:2], ())) for k, number in local.items()
            ]
            numbers.update(zip(part, first, strict=True))
            for kind in part:
                if not self.histories.known[numbers[kind]].sees:
                    state, past, seen = rows[kind]
                    sees = tuple([frozenset([numbers[k] for k in each]) for each in seen])
                    self.histories.known[numbers[kind]] = Knowledge(demand, state, past, sees)
        self._made.update((given, numbers[kinds[at]]) for given, at in place.items())


Row = tuple[int, int, tuple[tuple[int, ...], ...]]
"""The state, the past and the kinds that are seen, for each key."""


def _kinds(facts: Sequence[Any], sees: Sequence[Any], sets: Mapping[Any, list[int]]) -> tuple[list[int], list[Row]]:
    """The kind of each of several descriptions, and a row for each kind: bisimilar ones are of one kind.

    Kinds are numbered in an order that only depends on what can be seen from them.
    """
    definitions, count = list(facts), 0
    while True:
        order = {each: kind for kind, each in enumerate(sorted(set(definitions)))}
        kinds = [order[each] for each in definitions]
        seen = {name: tuple(sorted({kinds[place] for place in places})) for name, places in sets.items()}
        if len(order) == count:
            break
        count = len(order)
        definitions = [(kind, *[seen[name] for name in names]) for kind, names in zip(kinds, sees, strict=True)]
    rows: list[Any] = [None] * count
    for kind, fact, names in zip(kinds, facts, sees, strict=True):
        rows[kind] = (*fact, tuple([seen[name] for name in names]))
    return kinds, rows


def _parts(rows: Sequence[Row]) -> Iterable[list[int]]:
    """The kinds that see each other in some steps, in ascending order; parts come after those that they see."""
    everyone = range(len(rows))
    arrows = {kind: {each for seen in rows[kind][2] for each in seen} for kind in everyone}
    if all(kind in arrows[each] for kind in everyone for each in arrows[kind]):  # connected, as for equivalences
        return [list(everyone)]
    import networkx

    graph = networkx.condensation(networkx.DiGraph(arrows))
    return [sorted(graph.nodes[part]["members"]) for part in reversed(list(networkx.topological_sort(graph)))]


class Moment(Making):
    """Knowledge states from the worlds of a structure; a description is the place of a world and a demand.

    `states` and `past`: of each world the state and the bits of the past. `origins` and `within`: of a moment after an
    action, the place of each world before it, and what the agents of each longer key saw together there: where worlds
    have been merged, that is less than what each of them saw.
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
        self._origins, self._within = origins, within or {}
        self._seen: dict[Key, tuple[list[int], list[list[int]]]] = {}

    def look(self, given: tuple[int, int]) -> Raw:  # noqa: D102
        world, demand = given
        sees = [(key, self._looking(key)[0][world], under) for key, under in self.histories.below(demand).items()]
        return Raw(demand, self._states[world], self._past[world] & self.histories.demands[demand].past, tuple(sees))

    def members(self, name: tuple[Key, int, int]) -> list[tuple[int, int]]:  # noqa: D102
        key, place, demand = name
        return [(world, demand) for world in self._looking(key)[1][place]]

    def _looking(self, key: Key) -> tuple[list[int], list[list[int]]]:
        """For each world the number of the set that the agents of a key see together, and these sets."""
        if key not in self._seen:
            sets: list[list[int]] = [[]]
            places = [0] * len(self._states)
            if len(key) == 1:
                for looking, seen in self._relations[key[0]].groups():
                    for world in looking:
                        places[world] = len(sets)
                    sets.append(seen)
            elif not key:  # nobody: all histories
                sets = [[*range(len(places))]]
            else:
                alone = [self._looking((agent,)) for agent in key]
                before = self._within.get(key)
                together = [{*before.successors(place)} for place in range(before.size)] if before else []
                numbers: dict[Hashable, int] = {}
                for world in range(len(places)):
                    origin = self._origins[world] if before else -1
                    name = (origin, *[at[world] for at, _ in alone])
                    if name not in numbers:
                        numbers[name] = len(sets)
                        first, *rest = [set(seen[at]) for at, (_, seen) in zip(name[1:], alone, strict=True)]
                        both = first.intersection(*rest)
                        sets.append(sorted([w for w in both if not before or self._origins[w] in together[origin]]))
                    places[world] = numbers[name]
            self._seen[key] = places, sets
        return self._seen[key]


class Changed(Making):
    """Knowledge states after an announcement, or after a group has pooled its knowledge; or with a smaller demand.

    A description is a knowledge state and a demand. `node`: the change, or None. `true`: the knowledge states where the
    statement is true.
    """

    def __init__(self, histories: Histories, node: Formula | None = None, agents: Collection[str] = ()) -> None:
        super().__init__(histories)
        self.true: dict[int, bool] = {}
        self._pooling = agents if isinstance(node, f.R) else ()
        self._is_public = isinstance(node, (f.Announce, f.AnnounceDual)) and node.group is None
        self._audience = frozenset(agents if isinstance(node, f.Announcement) else ())

    def look(self, given: tuple[int, int]) -> Raw:  # noqa: D102
        number, demand = given
        _, state, past, seen = self.histories.known[number]
        before = dict(zip(self.histories.below(self.histories.known[number].demand), seen, strict=True))
        names = []
        for key, under in self.histories.below(demand).items():
            told: bool | None = self._is_public or None
            if not self._is_public and not self._audience.isdisjoint(key):
                told = self._truth(number)
            names.append((before[pooled(key, self._pooling)], under, told))
        return Raw(demand, state, past & self.histories.demands[demand].past, tuple(names))

    def members(self, name: tuple[Ids, int, bool | None]) -> list[tuple[int, int]]:  # noqa: D102
        seen, demand, told = name
        return [(each, demand) for each in sorted(seen) if told is None or self._truth(each) is told]

    def _truth(self, number: int) -> bool:
        if number not in self.true:
            raise Open
        return self.true[number]


class Step(Making):
    """Knowledge states one step later; a description is a knowledge state and the next state.

    `follow`: for each state those that can follow it. `labels`: the local state of each agent in each state. `later`:
    the bits of the past after a knowledge state.
    """

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

    def look(self, given: tuple[int, int]) -> Raw:  # noqa: D102
        number, state = given
        demand, _, _, seen = self.histories.known[number]
        keys = self.histories.below(demand)
        names = [(key, each, self._local(key, state)) for key, each in zip(keys, seen, strict=True)]
        return Raw(demand, state, self._later(number), tuple(names))

    def members(self, name: tuple[Key, Ids, Hashable]) -> list[tuple[int, int]]:  # noqa: D102
        key, seen, local = name
        groups = self._grouped.get((key, seen))
        if groups is None:
            groups = self._grouped[key, seen] = defaultdict(list)
            for each in sorted(seen):
                for state in self.follow[self.histories.known[each].state]:
                    groups[self._local(key, state)].append((each, state))
        return groups[local]

    def _local(self, key: Key, state: int) -> Hashable:
        return tuple([self._labels[agent][state] for agent in key])


def later_bits(knowledge: Knowledge, demanded: int, past: Sequence[Formula], true: Callable[[int], bool]) -> int:
    """The bits of the past after a knowledge state: of ``Y p`` whether p holds there, of ``O p`` and ``H p`` these."""
    after = 0
    for number in bits(demanded):
        now, before = true(number), bool(knowledge.past >> number & 1)
        match past[number]:
            case f.O():
                now = now or before
            case f.H():
                now = now and before
        after |= now << number
    return after
