"""Saboteur: the rules of the card game, and those of the report of 2012 (see `games.saboteur.variants`)."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, permutations
from random import Random
from typing import Any

from games.core.errors import GameError, IllegalAction
from games.core.rules import CHANCE, TERMINAL, State
from games.saboteur.actions import (
    ROLES,
    SABOTEUR,
    SAYINGS,
    Break,
    Discard,
    Draw,
    First,
    Goals,
    Gold,
    Look,
    Repair,
    Reveal,
    Role,
    Say,
    Take,
    examples,
    played_card,
    read,
)
from games.saboteur.tunnels.board import Board, Lay, Rockfall
from games.saboteur.tunnels.cards import GOAL_FACES, GOLD_CARDS, WAGES, Use
from games.saboteur.variants import DECIDING, Phase, Position, Result, Variant, changed, moment
from logic.errors import did_you_mean, shorten

MOST_GOLD = 9  # the largest number of gold cards drawn, also for ten players


def _draw(rules: Variant, now: Position, action: Draw) -> Position:
    kind = rules.kinds[action.card or ""]
    dealing = now.phase is Phase.DEAL
    count = sum(map(len, now.hands)) if dealing else 0
    seat = (now.player + count) % rules.players
    hands = _changed(now.hands, seat, tuple(sorted((*now.hands[seat], kind))))
    deck = _changed(now.deck, kind, now.deck[kind] - 1)
    if not dealing:
        return _next_turn(rules, now, hands=hands, deck=deck, left=now.left - 1)
    phase = Phase.TURN if count + 1 == rules.players * rules.hand else Phase.DEAL
    return changed(now, phase=phase, hands=hands, deck=deck, left=now.left - 1)


def _lay(rules: Variant, now: Position, action: Lay) -> Position:
    place = rules.plan.place(action.x, action.y)
    board = uncovered(now.board.with_card(place, action.shape), now.faces)
    gold = rules.plan.ends[now.faces.index("gold")]
    if not board.is_hidden(gold):
        return _ended(now, found=True, hands=_without(rules, now, action), passed=0, board=board)
    return _played(rules, now, action, board=board)


def uncovered(board: Board, faces: tuple[str, ...]) -> Board:
    """The board with all goals face up that are reached; a stone may lead on to the next goal."""
    while board.leads_to_goal and board.reach.goals:
        place, arrivals = board.reach.goals[0]
        board = board.with_goal(place, faces[board.plan.ends.index(place)], arrivals)
    return board


def _turn_ended(rules: Variant, now: Position, action: Any) -> Position:
    """A turn without a path: something is used, said or laid aside."""
    match action:
        case Rockfall():
            return _played(rules, now, action, board=now.board.without(rules.plan.place(action.x, action.y)))
        case Look():
            peeks = _changed(now.peeks, now.player, now.peeks[now.player] | 1 << action.goal - 1)
            hands = _without(rules, now, action)
            return changed(now, phase=Phase.CLAIM, hands=hands, passed=0, peeks=peeks, looking=action.goal)
        case Say():
            claim = now.player, action.goal, action.what
            return _drawing(rules, now, claims=(*now.claims, claim), looking=0)
        case Discard():
            return _played(rules, now, action, passed=now.passed + (now.left == 0))
    seat, tool = rules.seats[action.player], 1 << rules.tools.index(action.tool)
    bits = now.broken[seat] | tool if type(action) is Break else now.broken[seat] & ~tool
    return _played(rules, now, action, broken=_changed(now.broken, seat, bits))


def _played(rules: Variant, now: Position, action: Any, passed: int = 0, **changes: Any) -> Position:
    """The card leaves the hand, and the turn ends; a play ends the row of passes."""
    return _drawing(rules, now, hands=_without(rules, now, action), passed=passed, **changes)


def _without(rules: Variant, now: Position, action: Any) -> tuple[tuple[int, ...], ...]:
    """The hands without the card that the action uses."""
    hand = now.hands[now.player]
    at = hand.index(rules.kinds[played_card(action) or ""])
    return _changed(now.hands, now.player, hand[:at] + hand[at + 1 :])


def _drawing(rules: Variant, now: Position, **changes: Any) -> Position:
    """The turn ends with a card from the deck, if any is left."""
    return changed(now, phase=Phase.DRAW, **changes) if now.left else _next_turn(rules, now, **changes)


def _next_turn(rules: Variant, now: Position, **changes: Any) -> Position:
    """The next player with cards; the round ends with the hands, or in the simplified game when all have passed."""
    hands, players = changes.get("hands", now.hands), rules.players
    first = passed = changes.pop("passed", now.passed)
    for seat in range(now.player + 1, now.player + 1 + players):
        if passed >= players and not rules.is_official:
            break
        if hands[seat % players]:
            return changed(now, phase=Phase.TURN, player=seat % players, passed=passed, **changes)
        passed += 1
    return _ended(now, found=False, passed=first, **changes)


def _ended(now: Position, found: bool, **changes: Any) -> Position:
    return changed(now, phase=Phase.REVEAL, results=(*now.results, Result(found, now.player, None)), **changes)


def _reveal(rules: Variant, now: Position) -> Position:
    """Pay the saboteurs, and the miners too if all get the same; otherwise draw gold cards."""
    saboteurs = tuple(seat for seat, role in enumerate(now.roles) if role)
    result = now.results[-1]._replace(saboteurs=saboteurs)
    now = now._replace(results=(*now.results[:-1], result))
    if result.found and rules.is_official:
        return now._replace(phase=Phase.GOLD)
    each = 1
    if rules.is_official:
        each = WAGES[len(saboteurs)] if saboteurs else 0
    paid = [each if role != result.found else 0 for role in now.roles]
    gold = tuple(has + more for has, more in zip(now.gold, paid, strict=True))
    stack = now.stack
    if rules.is_official:
        for wage in paid:
            stack = _less(stack, wage)
    return _next_round(rules, now._replace(gold=gold, stack=stack))


def _less(stack: tuple[int, ...], wage: int) -> tuple[int, ...]:
    """The gold cards left after a wage is paid in cards as large as fit; a rest that cannot be paid is owed."""
    for index, nuggets in reversed(list(enumerate(GOLD_CARDS))):
        cards = min(stack[index], wage // nuggets)
        stack, wage = _changed(stack, index, stack[index] - cards), wage - cards * nuggets
    return stack


def _gold(rules: Variant, now: Position, action: Gold) -> Position:
    index = list(GOLD_CARDS).index(action.nuggets)
    stack = _changed(now.stack, index, now.stack[index] - 1)
    offer = (*now.offer, action.nuggets)
    drawn = now._replace(stack=stack, offer=offer)
    wanted = rules.players if rules.share == "players" else now.roles.count(False)
    if len(offer) < min(wanted, MOST_GOLD) and sum(stack):
        return drawn
    finisher = now.results[-1].finisher
    taker = _next_miner(now, finisher) if now.roles[finisher] else finisher
    return drawn._replace(phase=Phase.TAKE, player=taker)


def _take(rules: Variant, now: Position, action: Take) -> Position:
    at = now.offer.index(action.nuggets)
    gold = _changed(now.gold, now.player, now.gold[now.player] + action.nuggets)
    taken = now._replace(gold=gold, offer=now.offer[:at] + now.offer[at + 1 :])
    return taken._replace(player=_next_miner(now, now.player)) if taken.offer else _next_round(rules, taken)


def _next_miner(now: Position, seat: int) -> int:
    """Gold is passed on counter-clockwise, against the turns."""
    players = len(now.roles)
    return next(each % players for each in range(seat - 1, seat - 1 - players, -1) if not now.roles[each % players])


def _next_round(rules: Variant, now: Position) -> Position:
    """The player to the left of the one who played last begins."""
    if now.round == rules.rounds:
        return now._replace(phase=Phase.OVER)
    fresh = rules.fresh
    return fresh._replace(
        phase=Phase.ROLES,
        player=(now.results[-1].finisher + 1) % rules.players,
        round=now.round + 1,
        stack=now.stack,
        gold=now.gold,
        results=now.results,
    )


def _changed(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    listed = list(values)
    listed[index] = value
    return tuple(listed)


def _after(rules: Variant, now: Position, action: Any) -> Position:
    """The position after an action."""
    match action:
        case Draw():
            return _draw(rules, now, action)
        case Lay():
            return _lay(rules, now, action)
        case First():
            return now._replace(phase=Phase.ROLES, player=rules.seats[action.player])
        case Role():
            roles = (*now.roles, action.role == SABOTEUR)
            return now._replace(phase=Phase.GOALS if len(roles) == rules.players else Phase.ROLES, roles=roles)
        case Goals():
            return now._replace(phase=Phase.DEAL, faces=action.faces)
        case Reveal():
            return _reveal(rules, now)
        case Gold():
            return _gold(rules, now, action)
        case Take():
            return _take(rules, now, action)
    return _turn_ended(rules, now, action)


@dataclass(frozen=True)
class Saboteur(Variant):
    """Miners dig for the gold, and saboteurs among them try to prevent it; the options are those of `Variant`."""

    def start(self) -> SaboteurState:
        """The state before it is drawn who begins."""
        _ = self.kinds, self.uses, self.discards, self.draws  # made now: made on demand they would tell who holds what
        return SaboteurState(self, self.fresh)

    def parse(self, text: str) -> Any:
        """The action that a text describes; `IllegalAction` if it names an unknown player, tool or card."""
        action = read(text, examples(self.tools[0], self.names[1], "+".join(self.tools[:2])))
        for name, known in self._named(action):
            if name not in known:
                raise IllegalAction(f"{shorten(repr(text))}: no {shorten(repr(name))} here{did_you_mean(name, known)}")
        return action

    def _named(self, action: Any) -> list[tuple[str, Collection[str]]]:
        """The names in an action, each with the names that exist."""
        kind = type(action)
        if kind is First:
            return [(action.player, self.names)]
        if kind is Reveal:
            return [(name, self.names) for name in action.saboteurs]
        if kind is Break or kind is Repair:
            return [(action.tool, self.tools), (action.player, self.names), (played_card(action) or "", self.kinds)]
        return [(action.card, self.kinds)] if kind is Discard or kind is Draw else []


class SaboteurState(State):
    """A moment of Saboteur."""

    __slots__ = ("_legal", "current_player", "position")

    rules: Saboteur
    current_player: int
    _legal: tuple[Any, ...] | None

    def __init__(self, rules: Saboteur, position: Position) -> None:
        self.rules, self.position, self.past, self._legal = rules, position, None, None
        phase = position.phase
        self.current_player = position.player if phase in DECIDING else TERMINAL if phase is Phase.OVER else CHANCE

    @property
    def receiver(self) -> int | None:
        """The seat that chance deals a card to now, or None."""
        now = self.position
        if now.phase is Phase.ROLES:
            return len(now.roles)
        if now.phase is Phase.DEAL:
            return (now.player + sum(map(len, now.hands))) % self.rules.players
        return now.player if now.phase is Phase.DRAW else None

    def legal_actions(self) -> tuple[Any, ...]:
        """The player's legal actions. O(k m) for k openings and m cards in hand, once a state."""
        if self._legal is None:
            self._legal = tuple(_decisions(self))
        return self._legal

    def is_legal(self, action: Any) -> bool:
        """Whether the action can be taken, or the outcome can occur."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            kind = self.rules.kinds.get(action.card or "") if type(action) is Draw else None
            return kind is not None and now.deck[kind] > 0
        return super().is_legal(action)

    def chance_outcomes(self) -> tuple[tuple[Any, Fraction], ...] | None:
        """The possible outcomes and their probabilities; cards are dealt one by one."""
        if self.current_player != CHANCE:
            return None
        weights = [(outcome, weight) for outcome, weight in _outcomes(self) if weight]
        total = sum(weight for _, weight in weights)
        return tuple((outcome, Fraction(weight, total)) for outcome, weight in weights)

    def sample(self, rng: Random) -> Any:
        """An outcome drawn by its probability; `GameError` if chance does not move."""
        now = self.position
        if now.phase is Phase.DEAL or now.phase is Phase.DRAW:
            return self.rules.draws[bisect(list(accumulate(now.deck)), int(rng.random() * now.left))]
        if self.current_player != CHANCE:
            raise GameError(f"chance does not move now: {moment(self.rules.names[now.player], now.phase)}")
        outcomes = _outcomes(self)
        return rng.choices([outcome for outcome, _ in outcomes], [weight for _, weight in outcomes])[0]

    def returns(self) -> tuple[Fraction, ...]:
        """The gold of each player."""
        if self.position.phase is not Phase.OVER:
            raise GameError("the game is not over: no returns yet")
        return tuple(map(Fraction, self.position.gold))

    def _next(self, action: Any) -> SaboteurState:
        return SaboteurState(self.rules, _after(self.rules, self.position, action))


LOOKS = tuple(Look(goal) for goal in (1, 2, 3))
GOAL_ORDERS = tuple((Goals(faces), 1) for faces in permutations(GOAL_FACES))


def _decisions(state: SaboteurState) -> list[Any]:
    """The player's possible actions; in a turn each way to use a card of the hand, then each card laid aside."""
    rules, now = state.rules, state.position
    if now.phase is Phase.CLAIM:
        return [Say(now.looking, what) for what in SAYINGS]
    if now.phase is Phase.TAKE:
        return [Take(nuggets) for nuggets in sorted(set(now.offer), reverse=True)]
    if now.phase is not Phase.TURN:
        return []
    kinds = list(dict.fromkeys(now.hands[now.player]))
    found: list[Any] = []
    if not now.broken[now.player]:
        found += now.board.fits([bits for kind in kinds for bits in rules.cards[kind].shapes])
    for kind in kinds:
        found += _uses(rules, now, kind)
    return found + [rules.discards[kind] for kind in kinds]


def _uses(rules: Variant, now: Position, kind: int) -> list[Any]:
    """The uses of a card that is no path."""
    match rules.cards[kind].use:
        case Use.MAP:
            return [look for look, end in zip(LOOKS, rules.plan.ends, strict=True) if now.board.is_hidden(end)]
        case Use.ROCKFALL:
            return list(now.board.rockfalls)
        case Use.BREAK:
            uses = rules.uses[kind]
            return [action for seat, tool, action in uses if seat != now.player and not now.broken[seat] & tool]
        case Use.REPAIR:
            return [action for seat, tool, action in rules.uses[kind] if now.broken[seat] & tool]
    return []


def _outcomes(state: SaboteurState) -> list[tuple[Any, int]]:
    """The outcomes of chance and their weights."""
    rules, now = state.rules, state.position
    match now.phase:
        case Phase.FIRST:
            return [(First(name), 1) for name in rules.names]
        case Phase.ROLES:
            (miners, saboteurs), dealt = rules.role_cards, now.roles
            return list(zip(ROLES, (miners - len(dealt) + sum(dealt), saboteurs - sum(dealt)), strict=True))
        case Phase.GOALS:
            return list(GOAL_ORDERS)
        case Phase.REVEAL:
            return [(Reveal(tuple(name for name, role in zip(rules.names, now.roles, strict=True) if role)), 1)]
        case Phase.GOLD:
            return [(Gold(nuggets), left) for nuggets, left in zip(GOLD_CARDS, now.stack, strict=True)]
    return list(zip(rules.draws, now.deck, strict=True))
