"""What a player of Saboteur knows for sure, what matters most first, and what the codes of the cards mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.wording import capital, does
from games.knowing.knower import Knower
from games.saboteur.knowledge import role
from games.saboteur.observe import Observation
from games.saboteur.rules import Saboteur
from games.saboteur.tunnels.cards import BLOCKED, LETTERS, PATH_NAMES, shape
from games.saboteur.tunnels.drawing import sign
from logic.errors import listing
from logic.exact import plural

SIDES = dict(zip(LETTERS, ("top", "right", "bottom", "left"), strict=True))
WORDS = {
    "map": "look under a goal that lies face down",
    "rockfall": "take a card out of the mine",
    "broken": "break a tool of another player, who then cannot lay paths",
    "repair": "mend a broken tool",
}
"""First word of a card without paths -> what it does."""


def briefing(view: Observation, knower: Knower, rules: Saboteur) -> list[str]:
    """What the player knows: the roles, the goals, then the cards in hand."""
    return [*_roles(view, knower, rules), *_goals(view, rules), *map(card_text, dict.fromkeys(view.hand))]


def _roles(view: Observation, knower: Knower, rules: Saboteur) -> Iterator[str]:
    own = view.roles[view.player] if view.roles else None
    if own is None:
        return
    yield capital(f"{does(rules.names[view.player], 'is')} a {'saboteur' if own else 'miner'}")
    _, most = rules.role_cards
    least = most - rules.is_official
    count = f"{least} or {most} saboteurs" if least < most else plural(most, "saboteur")
    others = [name for seat, name in enumerate(rules.names) if seat != view.player]
    answers = {name: knower.ask(role(name)).settled for name in others}
    guilty, open_ones = [[name for name in others if answers[name] is value] for value in (True, None)]
    found = f"; {listing(guilty, 'and')} for sure" if guilty else ""
    rest = f"; {listing(open_ones, 'or')} may be one" if open_ones else ""
    yield f"among {len(rules.names)} players there {'is' if count.startswith('1 ') else 'are'} {count}{found}{rest}"


def _goals(view: Observation, rules: Saboteur) -> Iterator[str]:
    known = {goal: face for goal, face in enumerate(view.faces, 1) if face is not None}
    if "gold" in known.values():
        yield f"the gold is at goal {next(goal for goal, face in known.items() if face == 'gold')}"
    else:
        are = "is" if len(known) == 1 else "are"
        stones = f"; goal {listing(list(map(str, known)), 'and')} {are} stone" if known else ""
        hidden = [str(goal) for goal in range(1, len(view.faces) + 1) if goal not in known]
        yield f"the gold is at goal {listing(hidden, 'or')}{stones}"
    for who, goal, what in view.claims:
        face = known.get(goal)
        if face is not None and what != "nothing" and (what == "gold") != (face == "gold"):
            yield f"{does(rules.names[who], 'lies')} about goal {goal}"


def card_text(card: str) -> str:
    """A card drawn and explained: ``├ TRB: a path, open at top, right and bottom``."""
    if card not in PATH_NAMES:
        return f"  {card}: {WORDS[card.partition('-')[0]]}"
    sides = listing([SIDES[letter] for letter in card.removeprefix(BLOCKED)], "and")
    kind = "a dead end" if card.startswith(BLOCKED) else "a path"
    return f"{sign(shape(card))} {card}: {kind}, open at {sides}"


RULES: Sequence[str] = (
    "Miners dig from the start S to the goals 1, 2 and 3, which lie face down: one is gold, two are stone.",
    "Saboteurs look like miners, and win the round if the gold is not reached.",
    "In a turn you play a card or discard one, and then draw one.",
    "A path card is named by its open sides, T top, R right, B bottom, L left: ├ is TRB. An x is a dead end: ║ is xTB.",
    "It must fit all its neighbours, and it can be turned by half: TRB turned is TBL.",
    "map: look under a goal, then say gold, stone or nothing of it; a lie is allowed. rockfall: take a card away.",
    "With a broken tool nobody can lay paths; a repair mends it.",
)
"""The rules in short."""
