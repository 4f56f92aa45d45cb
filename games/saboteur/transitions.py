"""The effect of each action: the position after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.saboteur.actions import (
    SABOTEUR,
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
    played_card,
)
from games.saboteur.position import Phase, Position, Result, changed
from games.saboteur.tunnels.board import Board
from games.saboteur.tunnels.cards import GOLD_CARDS, WAGES
from games.saboteur.tunnels.changes import Lay, Rockfall
from games.saboteur.variants import Variant

MOST_GOLD = 9
"""The largest number of gold cards drawn, also for ten players."""


def _first(rules: Variant, now: Position, action: First) -> Position:
    return now._replace(phase=Phase.ROLES, player=rules.seats[action.player])


def _role(rules: Variant, now: Position, action: Role) -> Position:
    roles = (*now.roles, action.role == SABOTEUR)
    return now._replace(phase=Phase.GOALS if len(roles) == rules.players else Phase.ROLES, roles=roles)


def _goals(rules: Variant, now: Position, action: Goals) -> Position:
    return now._replace(phase=Phase.DEAL, faces=action.faces)


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


def _rockfall(rules: Variant, now: Position, action: Rockfall) -> Position:
    board = now.board.without(rules.plan.place(action.x, action.y))
    return _played(rules, now, action, board=board)


def _look(rules: Variant, now: Position, action: Look) -> Position:
    peeks = _changed(now.peeks, now.player, now.peeks[now.player] | 1 << action.goal - 1)
    hands = _without(rules, now, action)
    return changed(now, phase=Phase.CLAIM, hands=hands, passed=0, peeks=peeks, looking=action.goal)


def _say(rules: Variant, now: Position, action: Say) -> Position:
    claim = now.player, action.goal, action.what
    return _drawing(rules, now, claims=(*now.claims, claim), looking=0)


def _break(rules: Variant, now: Position, action: Break) -> Position:
    seat, tool = rules.seats[action.player], 1 << rules.tools.index(action.tool)
    broken = _changed(now.broken, seat, now.broken[seat] | tool)
    return _played(rules, now, action, broken=broken)


def _repair(rules: Variant, now: Position, action: Repair) -> Position:
    seat, tool = rules.seats[action.player], 1 << rules.tools.index(action.tool)
    broken = _changed(now.broken, seat, now.broken[seat] & ~tool)
    return _played(rules, now, action, broken=broken)


def _discard(rules: Variant, now: Position, action: Discard) -> Position:
    return _played(rules, now, action, passed=now.passed + (now.left == 0))


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


def _reveal(rules: Variant, now: Position, action: Reveal) -> Position:
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


STEPS: dict[type, Callable[[Any, Position, Any], Position]] = {
    First: _first,
    Role: _role,
    Goals: _goals,
    Draw: _draw,
    Lay: _lay,
    Rockfall: _rockfall,
    Look: _look,
    Say: _say,
    Break: _break,
    Repair: _repair,
    Discard: _discard,
    Reveal: _reveal,
    Gold: _gold,
    Take: _take,
}
"""Type of action -> what it does."""
