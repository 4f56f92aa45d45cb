"""A compiled step of a search: product update, generated submodel and canonical form of a state of up to 64 worlds.

A set of worlds is an unsigned integer of 64 bits. The clauses are those of `kripke.change.product`, the order of all
steps is that of `kripke.sameness.canonical`, so the canonical form is the same.

Importing this module loads Numba (about 0.4 s), and the first use on a machine compiles (some seconds, then cached).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled

MOST = 64
"""Maximal number of worlds of a state, of events, and of worlds that can be reached after the update."""

ONE = np.uint64(1)


def successor(
    size: int, pairs: Any, state: Any, event_rows: Any, rows: Any, changes: Any, values: Any
) -> list[int] | None:
    """The canonical form after events that happen at worlds, as one list; None with more than `MOST` worlds.

    First the number of worlds and the actual worlds, then the worlds where each atom is true, then for each agent the
    number of blocks, and of each block its lookers and the worlds that they see.

    Parameters
    ----------
    size : int
        Number of worlds before.
    pairs : int64 array of shape (a, 2)
        The actual worlds, each with an event that happens there.
    state : uint64 array
        For each of g agents the number of blocks; for each block its lookers and what they see; for each of p atoms
        the worlds where it is true.
    event_rows : uint64 array of shape (r, k)
        For each kind of observation and event the events that are then considered possible.
    rows : int64 array of shape (g, size)
        For each agent and world the kind of observation there.
    changes : int64 array of shape (c, 2)
        Pairs of an atom and an event that changes it.
    values : uint64 array of shape (k + c,)
        For each event the worlds where it can happen, for each change the worlds after which the atom is true.
    """
    form = _successor(size, pairs, state, event_rows, rows, changes, values)
    return form.tolist() if len(form) else None


def packed(form: Any, atoms: Any, agents: Any) -> bytes:
    """A form of `_successor` as `kripke.sameness.canonical.packed` has it, its atoms and agents in these orders."""
    return _packed(form, atoms, agents).tobytes()  # type: ignore[no-any-return]


@compiled
def _packed(form: Any, atoms: Any, agents: Any) -> Any:
    size: Any = np.int64(form[0])
    width, starts = (size + 7) // 8, np.zeros(len(agents), np.int64)
    end: Any = 2 + len(atoms)
    for agent in range(len(agents)):
        starts[agent] = end
        end += 1 + 2 * np.int64(form[end])
    numbers = np.zeros(end - 1, np.uint64)
    count: Any = 1 + len(atoms)
    numbers[0] = form[1]
    for place in range(len(atoms)):
        numbers[1 + place] = form[2 + atoms[place]]
    for agent in agents:
        start, blocks = starts[agent], np.int64(form[starts[agent]])
        numbers[count] = form[start]
        count += 1
        for block in range(blocks):  # sorted by their lookers, which are disjoint
            who, place = form[start + 1 + 2 * block], count + 2 * block
            while place > count and numbers[place - 2] > who:
                numbers[place], numbers[place + 1] = numbers[place - 2], numbers[place - 1]
                place -= 2
            numbers[place], numbers[place + 1] = who, form[start + 2 + 2 * block]
        count += 2 * blocks
    out = np.zeros(2 + width * count, np.uint8)
    out[0], out[1] = size >> 8, size & 255
    for place in range(count):
        for byte in range(width):
            shift = np.uint64(8 * (width - 1 - byte))
            out[2 + place * width + byte] = np.uint8(numbers[place] >> shift & np.uint64(255))
    return out


@compiled
def _successor(size: int, pairs: Any, state: Any, event_rows: Any, kinds: Any, changes: Any, values: Any) -> Any:
    agents, events = len(kinds), event_rows.shape[1]
    seen, facts = np.zeros((agents, size), np.uint64), agents
    for agent in range(agents):  # what each world sees
        for _ in range(np.int64(state[agent])):
            for i in range(size):
                if state[facts] >> np.uint64(i) & ONE:
                    seen[agent, i] = state[facts + 1]
            facts += 2
    where = _reached(pairs, seen, event_rows, kinds, values)
    number, places = 0, np.full((size, events), -1)
    origins = np.zeros((MOST, 2), np.int64)
    for i in range(size):
        for e in range(events):
            if where[e] >> np.uint64(i) & ONE:
                if number == MOST:
                    return np.zeros(0, np.uint64)
                origins[number, 0], origins[number, 1] = i, e
                places[i, e] = number
                number += 1
    true = np.zeros(len(state) - facts, np.uint64)
    for place in range(number):
        origin, e = np.uint64(origins[place, 0]), origins[place, 1]
        for atom in range(len(true)):
            true[atom] |= (state[facts + atom] >> origin & ONE) << np.uint64(place)
        for change in range(len(changes)):
            if changes[change, 1] == e:
                atom = changes[change, 0]
                bit = ONE << np.uint64(place)
                true[atom] = true[atom] & ~bit | (values[events + change] >> origin & ONE) << np.uint64(place)
    rows = np.zeros((agents, number), np.uint64)
    for agent in range(agents):
        for place in range(number):
            i, e = origins[place, 0], origins[place, 1]
            for other in range(events):
                if event_rows[kinds[agent, i], e] >> np.uint64(other) & ONE:
                    there = seen[agent, i] & values[other]
                    for j in range(size):
                        if there >> np.uint64(j) & ONE:
                            rows[agent, place] |= ONE << np.uint64(places[j, other])
    actual = ONE ^ ONE
    for world, event in pairs:
        actual |= ONE << np.uint64(places[world, event])
    return _merged(actual, true, rows, _blocks(true, rows))


@compiled
def _reached(pairs: Any, seen: Any, event_rows: Any, kinds: Any, values: Any) -> Any:
    """For each event the worlds from which it leads to a world that can be reached from the actual ones."""
    agents, size = seen.shape
    events = event_rows.shape[1]
    where = np.zeros(events, np.uint64)
    waiting, number = np.zeros((size * events, 2), np.int64), len(pairs)
    waiting[:number] = pairs
    for world, event in pairs:
        where[event] |= ONE << np.uint64(world)
    while number:
        number -= 1
        i, e = waiting[number, 0], waiting[number, 1]
        for agent in range(agents):
            for other in range(events):
                if event_rows[kinds[agent, i], e] >> np.uint64(other) & ONE:
                    new = seen[agent, i] & values[other] & ~where[other]
                    where[other] |= new
                    for j in range(size):
                        if new >> np.uint64(j) & ONE:
                            waiting[number, 0], waiting[number, 1] = j, other
                            number += 1
    return where


@compiled
def _blocks(true: Any, rows: Any) -> Any:
    """As `kripke.sameness.canonical.blocks`; of all worlds, from what each sees."""
    agents, size = rows.shape
    lookers = np.zeros((agents, size), np.uint64)
    for agent in range(agents):
        for i in range(size):
            for j in range(size):
                lookers[agent, j] |= (rows[agent, i] >> np.uint64(j) & ONE) << np.uint64(i)
    parts, number = np.zeros(size, np.uint64), 1
    for i in range(size):
        parts[0] |= ONE << np.uint64(i)
    for atom in range(len(true)):
        before, number = parts[:number].copy(), 0
        for part in before:
            for half in (part & ~true[atom], part & true[atom]):
                if half:
                    parts[number] = half
                    number += 1
    queue, first, last = np.zeros(3 * size, np.int64), 0, number
    queue[:number] = np.arange(number)
    waits = np.zeros(size, np.bool_)
    waits[:number] = True
    while first < last and number < size:
        splitter = parts[queue[first]]
        waits[queue[first]] = False
        first += 1
        for agent in range(agents):
            sources = splitter ^ splitter
            for j in range(size):
                if splitter >> np.uint64(j) & ONE:
                    sources |= lookers[agent, j]
            for i in range(number):
                half = parts[i] & sources
                if half and half != parts[i]:
                    parts[i] ^= half
                    parts[number] = half
                    for each in (i, number):
                        if not waits[each]:
                            waits[each] = True
                            queue[last] = each
                            last += 1
                    number += 1
    return parts[:number]


@compiled
def _merged(actual: Any, true: Any, rows: Any, parts: Any) -> Any:
    """One world for each block, in the form that `successor` returns; blocks are sorted by their last lookers."""
    agents, size = rows.shape
    number, atoms = len(parts), len(true)
    form = np.zeros(2 + atoms + agents * (1 + 2 * number), np.uint64)
    heads, place_of = np.zeros(number, np.int64), np.zeros(size, np.uint64)
    for place in range(number):
        for i in range(size - 1, -1, -1):
            if parts[place] >> np.uint64(i) & ONE:
                heads[place], place_of[i] = i, place
        for atom in range(atoms):
            form[2 + atom] |= (true[atom] >> np.uint64(heads[place]) & ONE) << np.uint64(place)
    form[0] = number
    for i in range(size):
        form[1] |= (actual >> np.uint64(i) & ONE) << place_of[i]
    end = 2 + atoms
    for agent in range(agents):
        count, end = end, end + 1
        for place in range(number):
            sees, row = ONE ^ ONE, rows[agent, heads[place]]
            for j in range(size):
                if row >> np.uint64(j) & ONE:
                    sees |= ONE << place_of[j]
            if sees:
                block = count + 1  # the block that sees the same moves to the end, with one more looker
                while block < end and form[block + 1] != sees:
                    block += 2
                who = form[block] if block < end else sees ^ sees
                if block == end:
                    end += 2
                form[block : end - 2] = form[block + 2 : end]
                form[end - 2], form[end - 1] = who | ONE << np.uint64(place), sees
        form[count] = (end - count) // 2
    return form[:end]
