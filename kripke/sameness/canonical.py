"""Bisimulation of small models by integers: blocks, merged worlds, and a canonical form of pointed models.

A set of worlds is an integer (mask) whose bit i is world i. A block of a relation is a pair of masks: worlds with equal
successors, and these successors. All other blocks are sets of a partition of the worlds. They are split as long as some
worlds of a block see a world of another block and others do not (Kanellakis and Smolka 1990, "CCS expressions, finite
state processes, and three problems of equivalence", doi:10.1016/0890-5401(90)90025-D). The order of all steps depends
only on what formulas can express, so bisimilar pointed models get the same blocks in the same order.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from kripke.data.relation import Relation, WorldSet, bits, reached
from kripke.data.structure import Ranks, Structure
from kripke.data.worlds import Named, Origins, union_of

FEW = 8  # number of blocks of a relation up to which a search is faster than building a dictionary of the seen worlds


def facts_of(structure: Structure) -> list[int]:
    """Return the extension of each atom as a mask, in the order of the atoms' names."""
    return [structure.valuation[atom].mask for atom in sorted(structure.valuation)]


def blocks(structure: Structure, inside: int, marks: Iterable[int]) -> list[int]:
    """Return the blocks of bisimilar worlds in the mask `inside`, as masks; these worlds must see no others.

    Each mask in `marks` separates its worlds from the others at the start; usually `facts_of` returns them.
    O(k (m + k)) integer operations for k blocks and m edges, where an equivalence counts as one edge per world.
    """
    parts = [inside] if inside else []
    for true in marks:
        if inside & true not in (0, inside):
            parts = [part for whole in parts for part in (whole & ~true, whole & true) if part]
    waiting, used = dict.fromkeys(range(len(parts))), {0}
    divisible = [number for number, part in enumerate(parts) if part & part - 1]
    lookers = [_lookers(structure.relations[a], inside) for a in sorted(structure.relations)] if divisible else []
    while waiting and divisible:
        number = next(iter(waiting))
        del waiting[number]
        splitter = parts[number]
        for looking in lookers:
            sources, before = looking(splitter), len(parts)
            if sources in used:
                continue
            used.add(sources)
            for number in divisible:
                part = parts[number]
                split = part & sources
                if split and split != part:
                    parts[number] ^= split
                    waiting[number] = waiting[len(parts)] = None
                    parts.append(split)
            if len(parts) > before:
                divisible = [i for i in (*divisible, *range(before, len(parts))) if parts[i] & parts[i] - 1]
    return parts


def _lookers(relation: Relation, inside: int) -> Callable[[int], int]:
    """Return a function from a set of worlds in `inside` to the worlds that see one of them; sets are masks."""
    if len(relation.blocks) <= FEW:

        def lookers_of(worlds: int) -> int:
            mask = 0
            for lookers, seen in relation.blocks:
                if seen & worlds:
                    mask |= lookers
            return mask

        return lookers_of
    looking: dict[int, int] = {}  # for the bit of each world that is seen, the worlds that see it
    for lookers, seen in relation.blocks:
        seen &= inside
        while seen:
            low = seen & -seen
            looking[low] = looking.get(low, 0) | lookers
            seen ^= low
    return partial(union_of, masks=looking)


def head(part: int, actual: int) -> int:
    """Return the representative of a block, as a mask: its first actual world, otherwise its first world."""
    chosen = part & actual or part
    return chosen & -chosen


def merged(structure: Structure, parts: Sequence[int]) -> tuple[Structure, list[int]]:
    """Return the structure with one world for each block, and the new position of each old world (-1: removed).

    A block has the name of its first actual world, otherwise of its first world.
    """
    actual = mask_of(structure.actuals)
    heads = Origins([head(part, actual).bit_length() - 1 for part in parts])
    places, block_of = [-1] * structure.size, dict[int, int]()
    for place, part in enumerate(parts):
        for world in bits(part):
            places[world] = place
            block_of[1 << world] = 1 << place
    relations = {
        agent: Relation.from_parts(
            len(parts), [(heads.pulled(lookers), union_of(seen, block_of)) for lookers, seen in relation.blocks]
        )
        for agent, relation in structure.relations.items()
    }
    return structure.restrict(heads, relations), places


def canonical(structure: Structure) -> tuple[Structure, Hashable]:
    """Return the smallest structure that is bisimilar at the actual worlds, and a key of its bisimulation class.

    The structure has only worlds that can be reached from the actual worlds, in an order that the key determines. Only
    keys of models with the same agents and vocabulary can be compared. Without ranks, a key is the bytes of `packed`.
    With ranks, it also has each world's place in the order of ranks. Then models with equal keys satisfy the same
    formulas even after updates, but bisimilar models may have different keys. Cost as for `blocks`.

    The structure must have an actual world and no weights, which have no canonical form.
    """
    inside = generated_worlds(structure, structure.actuals)
    key, heads = packed(structure, inside, _levels(structure, inside))
    levels: dict[str, Ranks] = {}
    for agent, ranks in structure.ranks.items():
        order = {rank: level for level, rank in enumerate(sorted({ranks[head] for head in heads}))}
        levels[agent] = tuple([order[ranks[head]] for head in heads])
    several = [(agent, each) for agent, each in sorted(levels.items()) if any(each)]  # a single level says nothing
    smallest = replace(unpacked(key, structure), worlds=structure.worlds.restrict(Origins(heads)), ranks=levels)
    return smallest, (key, *several) if several else key


def packed(structure: Structure, inside: int, marks: Iterable[int] = ()) -> tuple[bytes, list[int]]:
    """Reduce a structure to one world per block; return its bytes (no names or ranks), and the heads of the blocks.

    Only the worlds in the mask `inside` are used. `marks` separate worlds in addition to the atoms, as in `blocks`.

    The first four bytes are the number of worlds. Sets of worlds follow: the actual worlds, the extension of each atom,
    and for each agent the number of blocks of the relation and the blocks in order. The head of a block is its first
    actual world, otherwise its first world. In addition to the cost of `blocks`, O(k (a + b)) integer
    operations for k worlds, a atoms and b blocks of the relations.
    """
    facts = facts_of(structure)
    parts = blocks(structure, inside, [*facts, *marks])
    actual, size = mask_of(structure.actuals), len(parts)
    heads = [head(part, actual) for part in parts]
    place_of: dict[int, int] = {}
    for place, part in enumerate(parts):
        bit = 1 << place
        while part:
            low = part & -part
            place_of[low] = bit
            part ^= low
    placing = [(part, 1 << place) for place, part in enumerate(parts)]
    every, places = sum(heads), {0: 0}  # the places of worlds, by their mask; many masks recur

    def placed(worlds: int) -> int:
        if worlds not in places:
            if 3 * worlds.bit_count() < size:
                places[worlds] = union_of(worlds, place_of)
            else:
                places[worlds] = sum([place for part, place in placing if part & worlds])
        return places[worlds]

    numbers = [placed(actual), *[placed(true & every) for true in facts]]
    for agent in sorted(structure.relations):
        lookers_of: dict[int, int] = {}
        for lookers, seen in structure.relations[agent].blocks:
            if (who := lookers & every) and (sees := placed(seen)):
                lookers_of[sees] = lookers_of.get(sees, 0) | placed(who)
        listed = sorted([(who, sees) for sees, who in lookers_of.items()])
        numbers += [len(listed), *[mask for block in listed for mask in block]]
    width = (size + 7) // 8
    code = size.to_bytes(4, "big") + b"".join([number.to_bytes(width, "big") for number in numbers])
    return code, [one.bit_length() - 1 for one in heads]


def unpacked(code: bytes, like: Structure) -> Structure:
    """Return the structure that `packed` encoded, with the agents and atoms of `like`."""
    size = int.from_bytes(code[:4], "big")
    width = (size + 7) // 8
    numbers = iter([int.from_bytes(code[i : i + width], "big") for i in range(4, len(code), width)])
    actuals = tuple(bits(next(numbers)))
    facts = {atom: WorldSet(size, mask=next(numbers)) for atom in sorted(like.valuation)}
    blocks_of = {agent: [(next(numbers), next(numbers)) for _ in range(next(numbers))] for agent in sorted(like.agents)}
    relations = {agent: Relation.from_blocks(size, blocks_of[agent]) for agent in like.relations}
    return Structure(Named(range(size)), {atom: facts[atom] for atom in like.valuation}, relations, actuals)


def _levels(structure: Structure, inside: int) -> Iterator[int]:
    """Yield, for each agent with ranks, the mask of the worlds in `inside` at each rank, the most plausible first."""
    for _, ranks in sorted(structure.ranks.items()):
        levels: dict[int, int] = {}
        for world in bits(inside):
            levels[ranks[world]] = levels.get(ranks[world], 0) | 1 << world
        yield from [worlds for _, worlds in sorted(levels.items())]


def bisimilar(one: Structure, other: Structure, atoms: Iterable[str]) -> bool:
    """Whether each actual world has a bisimilar actual world in the other structure.

    If a structure has no actual world, all worlds of both structures are compared.
    """
    shift, size = one.size, one.size + other.size
    facts = {
        atom: WorldSet(size, mask=one.valuation[atom].mask | other.valuation[atom].mask << shift) for atom in atoms
    }
    edges = {
        agent: [*each.blocks, *[(a << shift, b << shift) for a, b in other.relations[agent].blocks]]
        for agent, each in one.relations.items()
    }
    relations = {agent: Relation.from_parts(size, parts) for agent, parts in edges.items()}
    union = Structure(Named(range(size)), facts, relations)
    pointed = one.actuals and other.actuals
    here = mask_of(one.actuals if pointed else range(shift))
    there = mask_of(other.actuals if pointed else range(other.size)) << shift
    inside = generated_worlds(union, bits(here | there))
    return all(bool(part & here) == bool(part & there) for part in blocks(union, inside, facts_of(union)))


def mask_of(positions: Iterable[int]) -> int:
    """Return the worlds at these positions as a mask."""
    return sum([1 << position for position in positions])


def generated_worlds(structure: Structure, starts: Iterable[int], steps: int | None = None) -> int:
    """Return the mask of the worlds `starts` and the worlds at most `steps` steps away (None: any number of steps)."""
    edges = [block for relation in structure.relations.values() for block in relation.blocks]
    start = mask_of(starts)
    return start | reached(edges, start, steps=steps)
