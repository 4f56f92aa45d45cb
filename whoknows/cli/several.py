"""Options that take several values: ``--agents a b``, which is also ``--agents a,b`` and ``--agents a --agents b``."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from logic.options import split
from whoknows.cli.guard import Guarded

SEVERAL = ("--agents", "--against", "--names")


class Several(Guarded):
    """A command whose options in `SEVERAL` take all values up to the next option; each must be a list of texts."""

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        """Parse the arguments, after each value got its option."""
        return super().parse_args(ctx, spread(args))


def spread(args: list[str]) -> list[str]:
    """The arguments with the option name before each value of an option in `SEVERAL`."""
    result: list[str] = []
    rest = list(args)
    while rest:
        first = rest.pop(0)
        name, equals, value = first.partition("=")
        values = [value] if equals else list(takewhile(lambda each: not each.startswith("-"), rest))
        if first == "--":
            return [*result, first, *rest]
        if name not in SEVERAL or not values:
            result.append(first)
            continue
        del rest[: 0 if equals else len(values)]
        result += [part for each in values for part in (name, each)]
    return result


def separate(given: Iterable[str] | None) -> tuple[str, ...]:
    """The values, split at commas; commas in brackets separate the parameters of an agent and stay."""
    return tuple(part for each in given or () for part in split(each) if part)
