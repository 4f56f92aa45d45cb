"""Compiled successor computation for states of up to 64 worlds: product, contraction and packing into bytes.

A set of worlds is an unsigned integer of 64 bits, and states are bytes, as `kripke.sameness.canonical.packed` writes
them. The update follows `kripke.change.product`. The contraction, which merges bisimilar worlds, follows
`kripke.sameness.canonical` step by step. So the compiled code gives the same bytes as these modules.

Importing this module loads Numba, which takes about 0.4 s. The first use on a machine compiles the code, which takes
some seconds; later uses load it from a cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kripke.checking.engine.compiled import compiled
from kripke.checking.engine.tape import AND, ATOM, DOMAIN, OR, PREIMAGE, XOR

MOST = 64
"""Maximal number of worlds of a state, of events of an action, and of reachable worlds after the update."""

NONE, ONE, EIGHT = np.uint64(0), np.uint64(1), np.uint64(8)


def expanded(stored: bytes, together: bool, *tables: Any) -> tuple[bytes, list[list[int]]]:
    """The successors of the state `stored` by all actions as one byte string, and a list [action, event, end] for each.

    The end is the index in the byte string at which the state ends. An empty state means that this code cannot compute
    the action's successors. With `together`, an action has one successor, in which all its possible events may have
    happened, provided that some event can happen at each actual world. Otherwise it has one successor for each event
    that can happen at the only actual world.

    `tables` are the numbers of atoms and agents, followed by these arrays (int64, except the last, which is uint64):

    - ``tape`` (t, 3): the operations with sets of worlds, see `kripke.checking.engine.tape`.
    - ``actions`` (n + 1, 3): for each action, the index of its first event, the agent from whose point of view it
      happens (or -1), and whether conditions in ``choices`` must hold at all actual worlds. The last row has the
      number of events.
    - ``events`` (k + 1, 3): for each event, the row of its precondition in the tape, whether it is designated, and the
      index of its first change in ``posts``.
    - ``posts`` (c, 2): for each change, the atom, and the row of the tape that computes where it is then true.
    - ``sees`` (n g + 1,): for each action and agent, the index of the agent's first condition in ``choices``.
    - ``choices`` (s, 2): for each condition, its row in the tape, and the index in ``seen_events`` of its first mask;
      its masks apply if it is the first condition that holds.
    - ``seen_events`` (m,): for each event of an action, the events that are considered possible, as a bit mask.
    """
    states, ends = _expanded(np.frombuffer(stored, np.uint8), together, *tables)
    return states.tobytes(), ends.tolist()


def holds(stored: bytes, atoms: int, agents: int, tape: Any) -> bool:
    """Whether a formula holds at all actual worlds of a state; the last row of `tape` computes the formula."""
    return bool(_holds(np.frombuffer(stored, np.uint8), atoms, agents, tape))


@compiled
def _holds(stored: Any, atoms: int, agents: int, tape: Any) -> Any:
    size, numbers, starts = _read(stored, atoms, agents)
    return numbers[0] & ~_values(size, numbers, starts, tape)[-1] == 0


@compiled
def _read(stored: Any, atoms: int, agents: int) -> Any:
    """Decode a stored state: the number of worlds, its integers, and the index of each agent's number of blocks.

    An agent's blocks follow this number. A block is two integers: a set of worlds, and the worlds that they see.
    """
    size = np.int64(stored[3])  # stored in four bytes; up to 64, the first three are 0
    width = (size + 7) // 8
    numbers = np.zeros((len(stored) - 4) // width, np.uint64)
    for place in range(4, 4 + width * len(numbers)):
        number = (place - 4) // width
        numbers[number] = numbers[number] << EIGHT | np.uint64(stored[place])
    starts = np.zeros(agents + 1, np.int64)
    end: Any = 1 + atoms
    for agent in range(agents):
        starts[agent] = end
        end += 1 + 2 * np.int64(numbers[end])
    starts[agents] = end
    return size, numbers, starts


@compiled
def _values(size: Any, numbers: Any, starts: Any, tape: Any) -> Any:
    """The set of worlds that each row of a tape computes, as a bit mask."""
    values = np.zeros(len(tape), np.uint64)
    for row in range(len(tape)):
        kind, one, two = tape[row]
        if kind == DOMAIN:
            values[row] = ~NONE >> np.uint64(MOST - size)
        elif kind == ATOM:
            values[row] = numbers[1 + one]
        elif kind == AND:
            values[row] = values[one] & values[two]
        elif kind == OR:
            values[row] = values[one] | values[two]
        elif kind == XOR:
            values[row] = values[one] ^ values[two]
        elif kind == PREIMAGE:
            for block in range(starts[one] + 1, starts[one + 1], 2):
                if numbers[block + 1] & values[two]:
                    values[row] |= numbers[block]
        else:
            before = ONE
            while before != values[row]:
                before = values[row]
                for agent in range(len(starts) - 1):
                    for block in range(starts[agent] + 1, starts[agent + 1] if one >> agent & 1 else 0, 2):
                        if numbers[block + 1] & (values[row] | values[two]):
                            values[row] |= numbers[block]
    return values


@compiled
def _expanded(
    stored: Any, together: bool, atoms: int, agents: int,
    tape: Any, actions: Any, events: Any, posts: Any, sees: Any, choices: Any, seen_events: Any,
) -> Any:  # fmt: skip
    size, numbers, starts = _read(stored, atoms, agents)
    values, seen = _values(size, numbers, starts, tape), _seen(size, numbers, starts)
    kinds = np.zeros((agents, size), np.int64)
    true, rows, pairs = np.empty(atoms, np.uint64), np.empty((agents, MOST), np.uint64), np.empty((MOST, 2), np.int64)
    places, form = np.empty((size, MOST), np.int64), np.empty(1 + atoms + agents * (1 + 2 * MOST), np.uint64)
    out, end = np.empty(64 * len(form), np.uint8), 0
    ends, count = np.empty((len(actions) + len(events), 3), np.int64), 0
    for action in range(len(actions) - 1):
        first, last = actions[action, 0], actions[action + 1, 0]
        left = actual = _actual(numbers[0], seen, actions[action, 1])
        for event in range(first, last):
            if events[event, 1]:
                left &= ~values[events[event, 0]]
        if not actual or (left and first < last):
            continue
        before, begun = count, end
        required = actual if actions[action, 2] else NONE
        fails = first == last or not _observed(sees[action * agents :], choices, values, required, kinds)
        for event in range(first, first if fails else first + 1 if together else last):
            starting = _starting(event, last if together else event + 1, size, actual, values, events, pairs)
            if starting:
                number = _product(starting, first, last, seen, kinds, values, events, seen_events, pairs, places, rows)
                if not number:
                    fails = True
                    break
                _facts(number, numbers, values, events, posts, pairs, true)
                if len(out) < end + 4 + 8 * len(form):  # the most bytes of a state
                    out = np.concatenate((out, np.empty(len(out), np.uint8)))
                end = _packed(starting, true, rows[:, :number], _blocks(true, rows[:, :number]), form, out, end)
                ends[count, 0], ends[count, 1], ends[count, 2] = action, event - first, end
                count += 1
        if fails:
            ends[before, 0], ends[before, 1], ends[before, 2] = action, 0, begun
            count, end = before + 1, begun
    return out[:end], ends[:count]


@compiled
def _seen(size: Any, numbers: Any, starts: Any) -> Any:
    """The set of worlds that each agent sees from each world."""
    seen = np.zeros((len(starts) - 1, size), np.uint64)
    for agent in range(len(seen)):
        for block in range(starts[agent] + 1, starts[agent + 1], 2):
            for i in range(size):
                if numbers[block] >> np.uint64(i) & ONE:
                    seen[agent, i] = numbers[block + 1]
    return seen


@compiled
def _actual(designated: Any, seen: Any, turn: int) -> Any:
    """The worlds seen from the designated ones by the agent `turn`; empty if none is seen from one of them.

    If `turn` is -1, the designated worlds.
    """
    if turn < 0:
        return designated
    actual = NONE
    for i in range(seen.shape[1]):
        if designated >> np.uint64(i) & ONE:
            actual |= seen[turn, i]
            if not seen[turn, i]:
                return NONE
    return actual


@compiled
def _observed(sees: Any, choices: Any, values: Any, required: Any, kinds: Any) -> Any:
    """Write to `kinds`, for each agent and world, the second column of the first condition in `choices` that holds.

    A condition holds at all worlds or at none if `required` is not empty: at all if it holds at the worlds `required`.
    The result is whether each agent has such a condition at each world.
    """
    agents, size = kinds.shape
    for agent in range(agents):
        left = ~NONE >> np.uint64(MOST - size)
        for choice in range(sees[agent], sees[agent + 1]):
            here = values[choices[choice, 0]]
            if required:
                here = left if required & here == required else NONE
            for i in range(size):
                if (here & left) >> np.uint64(i) & ONE:
                    kinds[agent, i] = choices[choice, 1]
            left &= ~here
        if left:
            return False
    return True


@compiled
def _starting(first: int, last: int, size: int, actual: Any, values: Any, events: Any, pairs: Any) -> Any:
    """Write to `pairs` the actual worlds and designated events, from `first` to before `last`, that happen there.

    Return the number of pairs; if it exceeds `MOST`, any greater number.
    """
    number = 0
    for event in range(first, last):
        here = actual & values[events[event, 0]] if events[event, 1] else NONE
        for i in range(size):
            if here >> np.uint64(i) & ONE:
                if number == MOST:
                    return MOST + 1
                pairs[number, 0], pairs[number, 1] = i, event
                number += 1
    return number


@compiled
def _product(
    number: int, first: int, last: int, seen: Any, kinds: Any, values: Any, events: Any, seen_events: Any,
    pairs: Any, places: Any, rows: Any,
) -> Any:  # fmt: skip
    """Compute the reachable pairs (world, event) of a product; return their number, or 0 for more than `MOST`.

    Writes the pairs to `pairs`. For each agent and pair, `rows` gets the pairs possible there, as a bit mask.
    """
    if number > MOST:
        return 0
    places[:, : last - first] = -1
    for place in range(number):
        places[pairs[place, 0], pairs[place, 1] - first] = place
    place = 0
    while place < number:
        i, event = pairs[place]
        for agent in range(len(kinds)):
            possible, other, row = seen_events[kinds[agent, i] + event - first], first, NONE
            while possible:
                there, j = seen[agent, i] & values[events[other, 0]] if possible & ONE else NONE, 0
                while there:
                    if there & ONE:
                        if places[j, other - first] < 0:
                            if number == MOST:
                                return 0
                            places[j, other - first] = number
                            pairs[number, 0], pairs[number, 1] = j, other
                            number += 1
                        row |= ONE << np.uint64(places[j, other - first])
                    there, j = there >> ONE, j + 1
                possible, other = possible >> ONE, other + 1
            rows[agent, place] = row
        place += 1
    return number


@compiled
def _facts(number: int, numbers: Any, values: Any, events: Any, posts: Any, pairs: Any, true: Any) -> Any:
    """Write to `true`, for each atom, the set of pairs where it is true after the event."""
    true[:] = NONE
    for place in range(number):
        i, event, bit = np.uint64(pairs[place, 0]), pairs[place, 1], ONE << np.uint64(place)
        for atom in range(len(true)):
            true[atom] |= (numbers[1 + atom] >> i & ONE) << np.uint64(place)
        for post in range(events[event, 2], events[event + 1, 2]):
            atom = posts[post, 0]
            true[atom] = true[atom] & ~bit | (values[posts[post, 1]] >> i & ONE) << np.uint64(place)


@compiled
def _blocks(true: Any, rows: Any) -> Any:
    """The bisimulation classes of the worlds, in the order of `kripke.sameness.canonical`."""
    agents, size = rows.shape
    parts, others, number = np.zeros(size, np.uint64), np.zeros(size, np.uint64), 1
    parts[0] = every = ~NONE >> np.uint64(MOST - size)
    for where in true:
        if where and where != every:
            before, number = number, 0
            for place in range(before):
                for half in (parts[place] & ~where, parts[place] & where):
                    if half:
                        others[number] = half
                        number += 1
            parts, others = others, parts
    queue, first, last = np.zeros(3 * size, np.int64), 0, number
    waits = np.zeros(size, np.bool_)
    for place in range(number):
        queue[place], waits[place] = place, True
    while first < last and number < size:
        splitter = parts[queue[first]]
        waits[queue[first]] = False
        first += 1
        for agent in range(agents):
            sources = NONE
            for i in range(size):
                if rows[agent, i] & splitter:
                    sources |= ONE << np.uint64(i)
            for i in range(number if sources else 0):
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
def _packed(starting: int, true: Any, rows: Any, parts: Any, form: Any, out: Any, end: int) -> Any:
    """Write the contracted state to `out` from index `end` on; return the index after it."""
    agents, size = rows.shape
    number, atoms = len(parts), len(true)
    heads, place_of = np.zeros(number, np.int64), np.zeros(size, np.uint64)
    form[: 1 + atoms] = NONE
    for place in range(number):
        for i in range(size - 1, -1, -1):
            if parts[place] >> np.uint64(i) & ONE:
                heads[place], place_of[i] = i, ONE << np.uint64(place)
        for atom in range(atoms):
            form[1 + atom] |= (true[atom] >> np.uint64(heads[place]) & ONE) << np.uint64(place)
    for i in range(starting):
        form[0] |= place_of[i]
    last = 1 + atoms
    for agent in range(agents):
        count, last = last, last + 1
        for place in range(number):
            sees, row, j = NONE, rows[agent, heads[place]], 0
            while row:
                if row & ONE:
                    sees |= place_of[j]
                row, j = row >> ONE, j + 1
            if sees:  # blocks are sorted by their last world, so a block that gains a world moves to the end
                block, who = count + 1, ONE << np.uint64(place)
                while block < last and form[block + 1] != sees:
                    block += 2
                if block < last:
                    who |= form[block]
                    for each in range(block, last - 2):
                        form[each] = form[each + 2]
                    last -= 2
                form[last], form[last + 1] = who, sees
                last += 2
        form[count] = (last - count) // 2
    out[end], out[end + 1], out[end + 2], out[end + 3] = 0, 0, 0, number
    width, end = (number + 7) // 8, end + 4
    for place in range(last):
        for byte in range(width):
            out[end] = form[place] >> np.uint64(8 * (width - 1 - byte)) & np.uint64(255)
            end += 1
    return end
