"""Saboteur as text: the mine, the players, and an agent's beliefs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from typing import Any

from games.core.agent import Agent
from games.core.errors import IllegalAction
from games.core.rules import EVERYTHING, Event, Rules, State
from games.core.sentences import capital, does
from games.game import Game
from games.knowing.knower import Knower
from games.playing.match import Turn
from games.saboteur.actions import (
    Break,
    Discard,
    Draw,
    First,
    Goals,
    Gold,
    Look,
    Repair,
    Reveal,
    Say,
    Take,
    played_card,
    verb_phrase,
)
from games.saboteur.agents.bayes_lookahead.agent import Stronger
from games.saboteur.agents.threshold_belief.agent import Source
from games.saboteur.agents.threshold_belief.panel import bars, news, suspect
from games.saboteur.knowledge import role
from games.saboteur.observe import Observation
from games.saboteur.rules import Phase, Saboteur
from games.saboteur.tunnels.board import DEAD_ENDS, PATHS, Lay, Rockfall, drawing, sign
from games.saboteur.tunnels.cards import BLOCKED, LETTERS, PATH_NAMES, SHAPE_NAMES, Use, shape
from games.telling.face import Beside, Block, Face, Grid, Line, Row, Span, Style, highlighted, line, lines
from logic.errors import listing, shorten
from logic.exact import plural

SIDES = dict(zip(LETTERS, ("top", "right", "bottom", "left"), strict=True))
WORDS = {
    "map": "look under a goal that lies face down",
    "rockfall": "take a card out of the mine",
    "broken": "break a tool of another player, who then cannot lay paths",
    "repair": "mend a broken tool",
}
"""The effect of an action card, by the first word of its name."""


def _roles(view: Observation, knower: Knower, rules: Saboteur) -> Iterator[str]:
    own = view.roles[view.player] if view.roles else None
    if own is None:
        return
    yield capital(f"{does(rules.names[view.player], 'is')} a {'saboteur' if own else 'miner'}")
    _, most = rules.role_cards
    least = most - rules.is_official
    count = f"{least} or {most} saboteurs" if least < most else plural(most, "saboteur")
    are = "is" if count == "1 saboteur" else "are"
    others = [name for seat, name in enumerate(rules.names) if seat != view.player]
    answers = {name: knower.ask(role(name)).settled for name in others}
    guilty, open_ones = [[name for name in others if answers[name] is value] for value in (True, None)]
    found = f"; {listing(guilty, 'and')} for sure" if guilty else ""
    rest = f"; {listing(open_ones, 'or')} may be one" if open_ones else ""
    yield f"among {len(rules.names)} players there {are} {count}{found}{rest}"


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
    """A card's symbol, name and description: ``├ TRB: a path, open at top, right and bottom``."""
    if card not in PATH_NAMES:
        return f"  {card}: {WORDS[card.partition('-')[0]]}"
    sides = listing([SIDES[letter] for letter in card.removeprefix(BLOCKED)], "and")
    kind = "a dead end" if card.startswith(BLOCKED) else "a path"
    return f"{sign(shape(card))} {card}: {kind}, open at {sides}"


PLAIN = str.maketrans(PATHS + DEAD_ENDS + "█░▶·", " |-+||++-+-+++++" + " xxxxxxxxx=xxxxx" + "#.>.")
"""Translation of the drawing to ASCII characters, for simple terminals."""
SAME = {
    "block": "break", "unblock": "repair", "mend": "repair", "fix": "repair", "free": "repair", "look": "map",
    "peek": "map", "put": "lay", "play": "lay", "use": "lay", "pass": "discard", "drop": "discard", "throw": "discard",
    "tell": "say", "claim": "say", "rocks": "rockfall", "rock": "rockfall",
}  # fmt: skip
"""The word that the game's texts use, by synonym."""
FILLERS = ("at", "on", "onto", "under", "the", "of", "goal", "card", "that", "is", "a", "an", "to")
TURNED = ("turned", "turn", "t")
MARKS: dict[str, Style] = {rf"[{DEAD_ENDS[1:]}═]+": "bad", r"\d\?": "key", r"[$]": "warning", "·": "faint"}
"""The styles of characters in the drawing of the mine: dead ends, face-down goals, the gold, empty cells."""


class SaboteurFace(Face):
    """The texts of Saboteur: the mine, moves, choices and results."""

    rules: Saboteur
    numbered = False  # a number that is typed means a card or a goal
    cells = True
    aloud = ("discard",)
    how_to_play = (
        "Miners dig from the start S to the goals 1, 2 and 3, which lie face down: one is gold, two are stone.",
        "Saboteurs look like miners, and win the round if the gold is not reached.",
        "In a turn you play a card or discard one, and then draw one.",
        "A path card is named by its open sides, T top, R right, B bottom, L left: ├ is TRB. An x is a dead end: ║ is "
        "xTB.",
        "It must fit all its neighbours, and it can be turned by half: TRB turned is TBL.",
        "map: look under a goal, then say gold, stone or nothing of it; a lie is allowed. rockfall: take a card away.",
        "With a broken tool nobody can lay paths; a repair mends it.",
    )
    plain = PLAIN

    def __init__(self, game: Game, rules: Rules) -> None:
        super().__init__(game, rules)
        self._most: dict[tuple[int, int], str] = {}

    def table(self, view: Observation) -> tuple[Block, ...]:
        """The mine with the players beside it."""
        mine = highlighted(drawing(view.board), MARKS)
        left = f"Round {view.round}, {plural(view.left, 'card')} in the deck"
        return lines([left]), Beside(mine, self._players(view))

    def _players(self, view: Observation) -> Grid:
        several = len(self.rules.tools) > 1
        columns = ("", "role", "cards", "tools" if several else "tool", "saw", "says", *["gold"] * any(view.gold))
        rows = []
        for seat, name in enumerate(self.rules.names):
            turn = seat == view.current and view.phase is not Phase.OVER
            role = {True: "saboteur", False: "miner", None: "?"}[view.roles[seat]]
            broken = [tool for bit, tool in enumerate(self.rules.tools) if view.broken[seat] >> bit & 1]
            state = f"{' '.join(broken)} broken" if broken and several else "broken" if broken else ""
            looked = [goal for goal in range(3) if view.peeks[seat] >> goal & 1]
            saw = ", ".join(f"{goal + 1} {_kind(view.faces[goal])}" for goal in looked)
            own = [("▶ " if turn else "  ") + name, role, str(view.hands[seat]), state, saw]
            cells = *map(line, own), self._says(view, seat), line(str(view.gold[seat]))
            rows.append(Row(cells[: len(columns)], turn))
        return Grid(columns, tuple(rows), narrow=3)

    def _says(self, view: Observation, seat: int) -> Line:
        """The player's claims; known lies are marked."""
        spans: list[Span] = []
        for who, goal, what in view.claims:
            if who == seat and what != "nothing":
                lie = _kind(view.faces[goal - 1]) not in (what, "?")
                spans.append(Span(f"{', ' if spans else ''}{goal} {what}", "bad" if lie else ""))
        return tuple(spans)

    def sentence(self, event: Event, before: Observation, after: Observation) -> str:
        """A sentence about a move as a viewer sees it; cards that other players draw are omitted."""
        action = event.seen.action
        if event.player >= 0:
            who = self.rules.names[event.player]
            verb, rest = verb_phrase(action, who)
            shows = [f"goal {goal} is {_named(face)}" for goal, face in event.seen.goals]
            return capital(f"{does(who, verb)} {rest}{': ' if shows else ''}{listing(shows, 'and')}.")
        if isinstance(action, First):
            return capital(f"{does(action.player, 'begins')}.")
        if isinstance(action, Goals):
            return self._dealt(after)
        if isinstance(action, Draw):
            own = action.card is not None and after.player != EVERYTHING and before.phase is Phase.DRAW
            return capital(f"{does(event.seen.to, 'draws')} {action.card}.") if own else ""
        if isinstance(action, Reveal):
            winner = "The saboteurs" if action.saboteurs else "Nobody"  # in the card game there may be no saboteur
            is_found = before.results[-1].found
            won = "The miners found the gold" if is_found else f"{winner} won: the gold was not found"
            who = listing(action.saboteurs, "and") or "nobody"
            return f"{won}. The saboteur{'' if len(action.saboteurs) == 1 else 's'}: {who}."
        return f"A gold card of {action.nuggets} is drawn." if isinstance(action, Gold) else ""

    def _dealt(self, view: Observation) -> str:
        """A sentence with the viewer's role or, for a viewer who sees all cards, with the saboteurs and the gold."""
        names = self.rules.names
        if view.player != EVERYTHING:
            role = "a saboteur" if view.roles[view.player] else "a miner"
            return capital(f"{does(names[view.player], 'is')} {role}, in round {view.round}.")
        bad = [name for name, role in zip(names, view.roles, strict=True) if role]
        one = does(bad[0], "is a saboteur") if len(bad) == 1 else ""
        are = one or (f"{listing(bad, 'and')} are saboteurs" if bad else "no saboteurs")
        return f"Round {view.round}: {are}, and the gold is at goal {view.faces.index('gold') + 1}."

    def after_round(self, before: Observation, after: Observation) -> tuple[Block, ...]:
        """The mine at the end of a round, with the roles and everybody's gold."""
        guilty = after.results[before.round - 1].saboteurs or ()
        roles = tuple(seat in guilty for seat in range(self.rules.players))
        return self.table(replace(before, phase=Phase.OVER, roles=roles, gold=after.gold))

    def choices(self, view: Observation, legal: Sequence[Any]) -> list[str]:
        """The player's choices as lines of text: the uses of each card in hand, the claims, or the gold cards."""
        if view.phase is Phase.CLAIM:
            there = _named(view.faces[view.looking - 1])
            return [f"say gold, stone or nothing of goal {view.looking}, where you saw {there}; a lie is allowed"]
        if view.phase is Phase.TAKE:
            return [f"take a gold card: {listing([str(action.nuggets) for action in legal])}"]
        held, hand = Counter(view.hand), _hand(legal)
        width = max(len(_signed(card)) for card in hand)
        many = {card: f"x{count}" if count > 1 else "  " for card, count in held.items()}
        uses = [
            f"{number} {_signed(card):<{width}} {many[card]}  {self._uses(card, view, legal)}"
            for number, card in enumerate(hand, 1)
        ]
        return [*uses, "lay 1 X,Y (or lay 1 turned X,Y), map N, break TOOL NAME, ... or discard 1"]

    def _uses(self, card: str, view: Observation, legal: Sequence[Any]) -> str:
        ways = [action for action in legal if played_card(action) == card and not isinstance(action, Discard)]
        if not ways:
            blocked = card in PATH_NAMES and view.broken[view.player]
            return "cannot be laid with a broken tool" if blocked else "of no use now"
        return "; ".join(_grouped(_way(action) for action in ways))

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """The text in a standard form: the game's own words, and cards by their names."""
        words = [word for word in text.replace(",", " ").lower().split() if word not in FILLERS]
        if not words:
            raise IllegalAction(f"{shorten(repr(text))} is not one of your actions now")
        words[0] = SAME.get(words[0], words[0])
        hand = _hand(legal)
        if not hand:
            return " ".join(words)
        numbered = words if words[0].isdecimal() else words[1:] if words[0] in ("lay", "discard") else []
        if not numbered or not numbered[0].isdecimal() or (words[0] == "lay" and len(words) == 3 and _cell(words[1:])):
            return " ".join(words)
        card, rest = _card(numbered[0], hand), numbered[1:]
        if words == numbered[:1]:
            raise IllegalAction(f"card {numbered[0]} is {card}: say what to do with it, such as discard {card}")
        if words[0] == "discard":
            return " ".join(("discard", card, *rest))
        if self.rules.cards[self.rules.kinds[card]].use is Use.PATH:
            return _laid(card, rest, legal)
        verb, _, tool = card.replace("broken", "break").partition("-")
        return " ".join((verb, *([tool] if verb == "break" else []), *rest))

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """The reason why the action is illegal: the card is not in the hand, or cannot be used."""
        hand, card = _hand(legal), played_card(action)
        if not hand:
            return f"now you {listing([str(each) for each in legal])}"
        if isinstance(action, (Say, Take)):
            return "there is nothing to be said" if isinstance(action, Say) else "there is no gold to be taken"
        if card not in hand:
            return f"you have no {card}" if card else ""
        return {
            Break: "it is broken already, or your own",
            Repair: "it is not broken",
            Look: "the goals that lie face down are to be looked at",
            Rockfall: "there is no card that rocks can fall on",
        }.get(type(action), "")

    def hand(self, view: Observation) -> str:
        """The player's cards."""
        return " ".join(view.hand)

    def deed(self, action: Any, view: Observation) -> str:
        """An action as text, with the symbol of a path card in place of its name."""
        if isinstance(action, Lay):
            return f"lay {sign(action.shape)} {action.x},{action.y}"
        is_path = isinstance(action, Discard) and action.card in PATH_NAMES
        return f"discard {sign(shape(action.card))}" if is_path else str(action)

    def round_of(self, state: Any) -> int:
        """The number of the current round; after the game, the number of rounds plus 1."""
        return int(state.position.round) + (state.position.phase is Phase.OVER)

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """The gold of each player."""
        return ["gold: " + ", ".join(f"{name} {paid}" for name, paid in zip(self.rules.names, returns, strict=True))]

    def facts(self, state: State, seat: int) -> list[str]:
        """The roles and goals that the player knows, and descriptions of the cards in hand."""
        knower = Knower(self.game.table(state), self.rules.names[seat])
        view = self.game.observation(state, seat)
        cards = map(card_text, dict.fromkeys(view.hand))
        return [*_roles(view, knower, self.rules), *_goals(view, self.rules), *cards]

    def advisor(self) -> Agent:
        """An agent that observes the game for a person and forms beliefs from what the person can see."""
        return Source()

    def beliefs(self, agent: Agent, whole: bool = False) -> list[str]:
        """The agent's suspicions, and the goal that a `Source` agent expects; with `whole`, all beliefs about roles."""
        believer = _believer(agent)
        if believer is None:
            return bars(_degrees(agent))
        return believer.beliefs_text(whole)

    def news(self, agents: Sequence[Agent], turn: Turn) -> list[str]:
        """Lines about beliefs that changed after an act: adopted or dropped beliefs, or a new main suspect."""
        if turn.player < 0 or isinstance(turn.action, Take):
            return []
        return [line for agent in agents for line in self._news(agent, turn)]

    def _news(self, agent: Agent, turn: Turn) -> list[str]:
        believer = _believer(agent)
        if believer is not None:
            if believer.beliefs is None or isinstance(turn.action, Look):
                return []
            return news(believer.beliefs, believer.moves)
        suspicions = _degrees(agent)
        who, key = suspect(suspicions), (self.round_of(turn.before), agent.seat)
        if who is None or who == self._most.get(key):
            return []
        self._most[key] = who
        return [f"{self.rules.names[agent.seat]} now suspects {who} most, to the degree {suspicions[who]:.2f}"]


def _believer(agent: Agent) -> Source | None:
    """The `Source` agent that decides: the agent itself or the agent inside it; None if there is none."""
    if isinstance(agent, Stronger) and not agent.plays_stronger:
        return agent.source
    return agent if isinstance(agent, Source) else None


def _degrees(agent: Agent) -> dict[str, float]:
    """The degrees of suspicion of an agent with a `deduction`; empty for other agents."""
    now = agent.deduction if isinstance(agent, Stronger) else None
    if now is None:
        return {}
    deduction = copy(now)  # a query updates and rounds the weights; the agent's play must not depend on it
    return {name: deduction.degree(name) for name in deduction.names if name != deduction.owner}


def _kind(face: str | None) -> str:
    return "?" if face is None else "gold" if face == "gold" else "stone"


def _named(face: str | None) -> str:
    return "a stone" if _kind(face) == "stone" else "gold"


def _signed(card: str) -> str:
    """A card's name, after its symbol if it is a path card."""
    return f"{sign(shape(card))} {card}" if card in PATH_NAMES else f"  {card}"


def _way(action: Any) -> tuple[str, str]:
    """A use of a card as two strings: a phrase and the cell, goal or player."""
    if isinstance(action, Lay):
        name = SHAPE_NAMES[action.shape]
        return "lay at" if name in PATH_NAMES else f"turned ({sign(action.shape)}) at", f"{action.x},{action.y}"
    if isinstance(action, Rockfall):
        return "rockfall", f"{action.x},{action.y}"
    if isinstance(action, Look):
        return "look under goal", str(action.goal)
    return f"{'break' if isinstance(action, Break) else 'repair'} the {action.tool} of", action.player


def _grouped(ways: Iterable[tuple[str, str]]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for what, where in sorted(ways, key=lambda way: way[0].startswith("turned")):
        groups.setdefault(what, []).append(where)
    return [f"{what} {' '.join(where)}" for what, where in groups.items()]


def _hand(legal: Sequence[Any]) -> list[str]:
    """The cards in hand that the player can discard."""
    return [action.card for action in legal if isinstance(action, Discard) and action.card]


def _card(number: str, hand: list[str]) -> str:
    place = int(number) if len(number) < 10 else 0
    if not 1 <= place <= len(hand):
        raise IllegalAction(f"card {shorten(number)}: expected a number from 1 to {len(hand)}, as the cards are listed")
    return hand[place - 1]


def _cell(words: Sequence[str]) -> tuple[int, int] | None:
    try:
        x, y = map(int, words)
    except ValueError:
        return None
    return x, y


def _laid(card: str, rest: list[str], legal: Sequence[Any]) -> str:
    """The text of the way to lay a card at the cell in `rest`: upright, unless only the other way fits or is meant."""
    cell, turned = _cell([word for word in rest if word not in TURNED]), any(word in TURNED for word in rest)
    ways = [action for action in legal if isinstance(action, Lay) and played_card(action) == card]
    if cell is None:
        upright = [way for way in ways if SHAPE_NAMES[way.shape] == card]
        fit = str(upright[0]) if upright else f"{ways[0]} ({card} turned)" if ways else f"lay {card} 6,3"
        raise IllegalAction(f"{card} is laid at a cell, such as {fit}")
    here = [way for way in ways if (way.x, way.y) == cell and (not turned or SHAPE_NAMES[way.shape] != card)]
    if not here:
        places = ", ".join(f"{SHAPE_NAMES[way.shape]} {way.x},{way.y}" for way in ways)
        way_out = f"it can be laid as {places}" if ways else "it fits nowhere, or a tool of yours is broken"
        raise IllegalAction(f"{card} cannot be laid{' turned' * turned} at {cell[0]},{cell[1]}; {way_out}")
    return str(min(here, key=lambda way: SHAPE_NAMES[way.shape] != card))


FACE = SaboteurFace
