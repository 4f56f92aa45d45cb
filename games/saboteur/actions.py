"""The actions of players and of chance in Saboteur. Each action is written as a string that `read` parses."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from games.core.errors import IllegalAction
from games.core.rules import Written
from games.core.sentences import whose
from games.saboteur.tunnels.board import Lay, Rockfall
from games.saboteur.tunnels.cards import BLOCKED, GOAL_FACES, SHAPE_NAMES, shape, upright
from logic.errors import listing, near_miss, shorten


def verb_phrase(action: Any, who: str) -> tuple[str, str]:
    """The verb and the rest of the phrase for an action of the player `who`, such as ``("lays", "TRB at 3,1")``."""
    kind = type(action)
    if kind is Lay:
        name = SHAPE_NAMES[action.shape]
        dead = f"a dead end, {name}," if name.startswith(BLOCKED) else name
        return "lays", f"{dead} at {action.x},{action.y}"
    if kind is Rockfall:
        return "lets", f"rocks fall on {action.x},{action.y}"
    if kind is Look:
        return "looks", f"under goal {action.goal}"
    if kind is Say:
        is_what = "is gold" if action.what == "gold" else "is a stone"
        return (
            "says",
            f"nothing of goal {action.goal}" if action.what == "nothing" else f"that goal {action.goal} {is_what}",
        )
    if kind is Take:
        return "takes", f"{action.nuggets} gold"
    if kind is Discard:
        return "lays", f"{action.card or 'a card'} aside"
    assert kind in (Break, Repair)
    owner = "the" if action.player == who else whose(action.player)
    return ("breaks" if kind is Break else "repairs"), f"{owner} {action.tool}"


SAYINGS = ("gold", "stone", "nothing")  # the possible claims about a goal after a look at the map


@dataclass(frozen=True, slots=True)
class Look(Written):
    """The action of playing a map card to look under the goal with this number."""

    verb = "map"
    goal: int


@dataclass(frozen=True, slots=True)
class Say(Written):
    """The claim that a goal is gold or stone, which may be a lie; a player may also claim nothing."""

    verb = "say"
    goal: int
    what: str


@dataclass(frozen=True, slots=True)
class Break(Written):
    """The action of breaking a tool of a player."""

    verb = "break"
    tool: str
    player: str


@dataclass(frozen=True, slots=True)
class Repair(Written):
    """The action of repairing a player's broken tool with a card such as ``lamp+cart``."""

    verb = "repair"
    tool: str
    player: str
    card: str


@dataclass(frozen=True, slots=True)
class Discard(Written):
    """The action of discarding a card face down; the card is None for viewers who do not see it."""

    verb = "discard"
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Take(Written):
    """The action of keeping a gold card with this number of nuggets; the other gold cards are passed on."""

    verb = "take"
    nuggets: int


@dataclass(frozen=True, slots=True)
class First(Written):
    """The chance outcome that the player with this name begins."""

    verb = "first"
    player: str


@dataclass(frozen=True, slots=True)
class Role(Written):
    """The chance outcome that a role card is dealt; the role is None for viewers who do not see it."""

    verb = "role"
    role: str | None = None


@dataclass(frozen=True, slots=True)
class Goals(Written):
    """The chance outcome that the goals have these faces, in order; ``()`` for viewers who do not see them."""

    verb = "goals"
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw(Written):
    """The chance outcome that a card is drawn; the card is None for viewers who do not see it."""

    verb = "draw"
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Reveal(Written):
    """The chance outcome that reveals the saboteurs at the end of a round."""

    verb = "saboteurs"
    saboteurs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gold(Written):
    """The chance outcome that a gold card with this number of nuggets is drawn."""

    verb = "gold"
    nuggets: int


GOAL_ORDERS = tuple(permutations(GOAL_FACES))
MINER, SABOTEUR = "miner", "saboteur"
ROLES = (Role(MINER), Role(SABOTEUR))  # the role cards of a miner and of a saboteur


def played_card(action: Any) -> str | None:
    """The name of the card that the action uses; None if the action uses no card or a hidden one."""
    kind = type(action)
    if kind is Lay:
        return upright(action.shape)
    if kind is Break:
        return f"broken-{action.tool}"
    if kind is Repair:
        return f"repair-{action.card}"
    if kind is Discard:
        return action.card  # type: ignore[no-any-return]
    return {Look: "map", Rockfall: "rockfall"}.get(kind)


def examples(tool: str, name: str, card: str) -> str:
    """Examples of actions as text, with a tool, a player and a repair card that exist in this game."""
    broken = f"'break {tool} {name}', 'repair {tool} {name} {card}'"
    return f"'lay TRB 3,1', 'rockfall 3,1', 'map 2', 'say 2 gold', {broken}, 'discard xTB'"


def read(text: str, forms: str = examples("lamp", "ann", "lamp+cart")) -> Any:
    """Return the action that a text describes; `IllegalAction` for other texts.

    `forms` are examples for the message.
    """
    word, *rest = str(text).split()[:40] or [""]
    form = FORMS.get(word)
    if form is None:
        raise IllegalAction(f"{shorten(repr(text))}: no action such as {forms}{near_miss(word, list(FORMS))}")
    try:
        return form(*rest)
    except IllegalAction:
        raise
    except (TypeError, ValueError, LookupError):
        raise IllegalAction(f"{shorten(repr(text))}: not understood; such as {forms}") from None


def _say(goal: str, what: str) -> Say:
    number = int(goal)
    if what not in SAYINGS:
        near = near_miss(what, SAYINGS) or f"; expected {listing(SAYINGS)}"
        raise IllegalAction(f"{shorten(repr(what))}: no such thing to say of goal {number}{near}")
    return Say(number, what)


FORMS: dict[str, Callable[..., Any]] = {
    "lay": lambda name, cell: Lay(shape(name), *map(int, cell.split(","))),
    "rockfall": lambda cell: Rockfall(*map(int, cell.split(","))),
    "map": lambda goal: Look(int(goal)),
    "say": _say,
    "break": Break,
    "repair": Repair,
    "discard": lambda card: Discard(card),
    "take": lambda nuggets: Take(int(nuggets)),
    "first": First,
    "role": {each.role: each for each in ROLES}.__getitem__,
    "goals": lambda *faces: Goals(GOAL_ORDERS[GOAL_ORDERS.index(faces)]),
    "draw": lambda card: Draw(card),
    "saboteurs": lambda *names: Reveal(names),
    "gold": lambda nuggets: Gold(int(nuggets)),
}
