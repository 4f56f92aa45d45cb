"""What both engines tell of a system besides its answers."""

from collections.abc import Callable
from typing import Any, TypeVar

from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.time.description import Description
from logic.exact import plural

Set = TypeVar("Set")

NO_START = "no state is initial, so every formula holds"


def deadlock(description: Description, state: World, number: int) -> str:
    """That nothing can happen in a state, one of a number of states."""
    others = f", and in {number - 1:,} more" * (number > 1)
    then = "it has no successor" if description.deadlocks else "it repeats"
    return f"deadlock: nothing can happen in state {world_text(state)}{others}; {then}"


def among_fair(
    description: Description, time: Any, starting: Callable[..., Set], number: Callable[[Set], int], notes: list[str]
) -> Set:
    """The states from which a fair run starts, since others do not count for knowledge either; and a note on those.

    `starting`: the states from which a run meets sets again and again. `number`: of the states in a set.
    """
    kept = starting(*time.fair)
    if left := number(time.first & kept):
        if lost := number(time.first) - left:
            notes.append(f"{plural(lost, 'initial state')} left out: no fair run starts there")
        return kept
    pairs = zip(description.fair, time.fair, strict=True)
    unmet = [fair for fair, where in pairs if not number(time.first & starting(where))]
    which = f"the fairness condition {description.named(unmet[0])}" if unmet else "all fairness conditions"
    notes.append(f"no run meets {which} again and again, so every formula holds")
    return kept
