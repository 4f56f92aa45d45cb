"""Texts that give each of some players a value, such as ``S=3,W=nil``."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import GameError
from logic.errors import listing, near_miss, shorten


def by_player(text: str, names: Sequence[str], what: str) -> list[tuple[str, str]]:
    """The players and their values, in the text's order.

    Parameters
    ----------
    text : str
        Such as ``S=3,W=nil``; an empty one gives nobody a value.
    names : sequence of str
        All players.
    what : str
        What the text is called in errors.

    Raises
    ------
    GameError
        If it is no such text, or has a name that is no player's.

    Examples
    --------
    >>> by_player("S=3, W=nil", "NESW", "bids")
    [('S', '3'), ('W', 'nil')]
    """
    found = []
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or name not in names:
            hint = "" if name in names else near_miss(name, names)
            raise GameError(
                f"{what} {shorten(repr(part))}: expected PLAYER=..., with commas between players; players are "
                f"{listing(names, 'and')}{hint}"
            )
        found.append((name, value))
    return found


def one_each(text: str, names: Sequence[str], what: str) -> dict[str, str]:
    """The same as a mapping; a player who has two values is refused.

    Parameters
    ----------
    text, names, what
        As in `by_player`.
    """
    pairs = by_player(text, names, what)
    found = dict(pairs)
    if len(found) < len(pairs):
        raise GameError(f"{what} {shorten(repr(text))}: expected each player once")
    return found
