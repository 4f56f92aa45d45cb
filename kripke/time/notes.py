"""What both engines tell of a system besides its answers."""

from collections.abc import Sequence

from kripke.data.wording import world_text
from kripke.data.worlds import World
from kripke.time.description import Description
from logic.exact import plural
from logic.formula import Formula

NO_START = "no state is initial, so every formula holds"


def deadlock(description: Description, state: World, number: int) -> str:
    """That nothing can happen in a state, one of a number of states."""
    others = f", and in {number - 1:,} more" * (number > 1)
    then = "it has no successor" if description.deadlocks else "it repeats"
    return f"deadlock: nothing can happen in state {world_text(state)}{others}; {then}"


def unfair(lost: int, left: int, unmet: Sequence[Formula]) -> list[str]:
    """That fair runs start at some initial states only, or at none.

    `lost` and `left`: the numbers of initial states where none starts, and where some do. `unmet`: the conditions that
    no run meets again and again even alone.
    """
    if not left:
        which = f"the fairness condition {unmet[0]}" if unmet else "all fairness conditions"
        return [f"no run meets {which} again and again, so every formula holds"]
    return [f"{plural(lost, 'initial state')} left out: no fair run starts there"] if lost else []
