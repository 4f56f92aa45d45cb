"""Whether two knowledge structures are the same model: the same states by name, and the same relations between them."""

from __future__ import annotations

from collections.abc import Iterable

from kripke.symbolic.bdd import Function, Nodes, Space, mask_of, members
from kripke.symbolic.build import name_of
from kripke.symbolic.elimination import conjunction, eliminate
from kripke.symbolic.knowledge import Knowledge, Observation
from kripke.symbolic.listing import is_bit, support_of
from kripke.symbolic.memory import meanings, regions
from kripke.symbolic.region import Region, primed


def same(one: Knowledge, other: Knowledge, nodes: int) -> bool:
    """Whether the structures have the same vocabulary, agents, states, relations and actual state.

    Neither the order of atoms and agents counts, nor how they are coded in bits. Both are written over one space, where
    bits with the same name are one, and what each says must follow from what the other says. `nodes` is the room there.
    """
    if set(one.atoms) != set(other.atoms) or set(one.marks) != set(other.marks):
        return False
    if set(one.observes) != set(other.observes) or (one.actual is None) != (other.actual is None):
        return False
    if one.actual is not None and other.actual is not None and name_of(one, one.actual) != name_of(other, other.actual):
        return False
    mine, theirs = _side_by_side(one, other, nodes)
    return _implies(mine, theirs) and _implies(theirs, mine)


class Side:
    """One of two structures, over a space that both share."""

    def __init__(self, made: Knowledge, space: Space, number: dict[int, int]) -> None:
        self.made, self.space, self.number = made, space, number
        kept = [region for region in regions(made) if region.parity is None]
        functions = list({region.function: None for region in kept})
        self.copies = dict(zip(functions, _copied(made.space.arrays(functions), space, number), strict=True))
        meaning = {number[v]: self.region(region) for v, region in meanings(made).items()}
        self.law = [self.region(part) for part in made.law]
        self.law += [~(Region.literal(space, v) ^ region) for v, region in meaning.items()]
        self.names = {name: self.region(region) for name, region in (*made.atoms.items(), *made.mark_regions)}
        self.variables = self.mask(_used(made))

    def region(self, region: Region) -> Region:
        """The region with the shared space's variables."""
        if region.parity is not None:
            return Region.of_parity(self.space, self.mask(region.parity[0]), region.parity[1])
        return Region.of(self.space, self.copies[region.function], self.mask(region.support))

    def mask(self, variables: int) -> int:
        """The shared space's variables."""
        return mask_of(self.number[v] for v in members(variables))

    def looks(self, agent: str) -> list[Region]:
        """What is true of two states if the agent looks from one at the other."""
        observation: Observation = self.made.observes[agent]
        return [_equal(self.space, self.number[v]) for v in members(observation.seen)] + [
            self.region(part) for part in observation.relation
        ]


def _equal(space: Space, variable: int) -> Region:
    """That a bit has the same value here and there."""
    return Region.of_parity(space, 1 << variable | 1 << (variable + 1), False)


def _side_by_side(one: Knowledge, other: Knowledge, nodes: int) -> tuple[Side, Side]:
    """The structures over one space, in which bits that bear the same name are the same."""
    mine, theirs = _literals(one), _literals(other)
    pairs: dict[int, int] = {theirs[name]: variable for name, variable in mine.items() if name in theirs}
    place: dict[tuple[int, int], int] = {}
    for variable in one.space.bottom_up(_used(one))[::-1]:
        place[0, variable] = len(place)
    bits = len(place)
    for variable in other.space.bottom_up(_used(other))[::-1]:
        shared = variable in pairs
        place[1, variable] = place[0, pairs[variable]] if shared else bits
        bits += not shared
    space = Space(bits, nodes)
    number: tuple[dict[int, int], dict[int, int]] = {}, {}
    for (side, variable), pair in place.items():
        number[side][variable], number[side][variable + 1] = 2 * pair, 2 * pair + 1
    return Side(one, space, number[0]), Side(other, space, number[1])


def _used(made: Knowledge) -> int:
    return made.state | mask_of(meanings(made))


def _literals(made: Knowledge) -> dict[str, int]:
    """The names that are bits, one for each bit."""
    found: dict[int, str] = {}
    for name, region in (*made.atoms.items(), *made.mark_regions):
        if is_bit(region) and region.support & made.state:
            found.setdefault(region.support.bit_length() - 1, name)
    return {name: variable for variable, name in found.items()}


def _copied(nodes: Nodes, space: Space, number: dict[int, int]) -> list[Function]:
    """The functions with other variables, in any order. O(s) operations for s nodes."""
    made = [space.true]
    for node in range(1, len(nodes)):
        high, low = int(nodes.high[node]), int(nodes.low[node])
        then, other = (~made[e >> 1] if e & 1 else made[e >> 1] for e in (high, low))
        made.append(space.literal(number[int(nodes.variable[node])]).ite(then, other))
    return [~made[root >> 1] if root & 1 else made[root >> 1] for root in nodes.roots]


def _implies(one: Side, other: Side) -> bool:
    """Whether each state of one is a state of the other by name, and each agent who looks along there does so here."""
    links = [~(region ^ other.names[name]) for name, region in one.names.items()]
    links = [link for link in links if link.value is not True]
    private = other.variables & ~one.variables
    if not _follow(one.space, one.law, eliminate(one.space, [*other.law, *links], private)):
        return False
    both = [*one.law, *other.law, *links]
    both += [primed(part, part.support) for part in both]
    return all(_follow(one.space, [*both, *one.looks(agent)], other.looks(agent)) for agent in one.made.observes)


def _follow(space: Space, given: list[Region], parts: Iterable[Region]) -> bool:
    """Whether each of the parts is true wherever all that is given is; what is given itself need not be asked."""
    said = {part.key for part in given}
    for part in parts:
        if part.key in said:
            continue
        left = [*given, ~part]
        if conjunction(space, eliminate(space, left, support_of(left))).value is not False:
            return False
    return True
