"""Commands of one game, as data: ``whoknows GAME COMMAND`` exists where the game's folder has a module ``commands``.

The module has ``COMMANDS``, a sequence of `OwnCommand`; the command line adds ``--json``, and ``-o FILE`` where the
pictures' folder has a module ``GAME_COMMAND`` with ``picture(found) -> Canvas``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games import registry

Row = tuple[str, ...]


class Option(NamedTuple):
    """An option that takes a text.

    Attributes
    ----------
    metavar, help : str
        What stands for the text in the help, and what it means.
    default : str
        Its text where the option is not given.
    """

    metavar: str
    help: str
    default: str


class Flag(NamedTuple):
    """An option without a text: given or not.

    Attributes
    ----------
    help : str
        What it means.
    """

    help: str


@dataclass(frozen=True)
class Answer:
    """What a command found."""

    title: str
    tables: Sequence[tuple[str, Sequence[Row]]]
    conclusion: str
    data: Mapping[str, Any]
    found: Any


@dataclass(frozen=True)
class OwnCommand:
    """A command.

    Parameters
    ----------
    name, help : str
        Its name, and one line on what it does.
    argument : tuple of str
        The metavar and the help of its argument, a text.
    options : mapping
        Name -> `Option` or `Flag`.
    answer : function of the argument's text and of the options by name, a text or a bool each
        Raises `EpistemicError` for texts that it does not understand.
    counts : str
        What is counted while it works, where that takes seconds: then `answer` also takes ``told``.
    """

    name: str
    help: str
    argument: tuple[str, str]
    options: Mapping[str, Option | Flag]
    answer: Callable[..., Answer]
    examples: tuple[str, ...]
    counts: str = ""


def own_commands(game: str) -> tuple[OwnCommand, ...]:
    """The commands of a game of whoknows; none for any other name."""
    if game not in registry.names():
        return ()
    module = registry.part(registry.game(game).rules, "commands")
    return () if module is None else tuple(module.COMMANDS)
