"""What each action and outcome of chance does to a position."""

from __future__ import annotations

from typing import Any

from games.core.cards import NUMBER
from games.holdem.actions import FOLD, RAISE, Action, Deal
from games.holdem.position import ALL, BOARD, BUTTON, HOLE, ROUNDS, SEATS, Phase, Position, changed, next_live


def after(bets: tuple[int, ...], now: Position, action: Action) -> Position:
    """The position after an action or an outcome of chance.

    Parameters
    ----------
    bets : tuple of int
        By round what a raise adds.
    """
    if isinstance(action, Deal):
        assert action.card is not None
        return (_hand if now.phase is Phase.DEAL else _board)(now, NUMBER[action.card])
    return _spoken(bets, now, action)


def _hand(now: Position, card: int) -> Position:
    """Hands are dealt card by card from the small blind; the button speaks first."""
    count = now.dealt.bit_count()
    hands = _with(now.hands, count % SEATS, now.hands[count % SEATS] | 1 << card)
    if count + 1 < SEATS * HOLE:
        return changed(now, hands=hands)
    return changed(now, hands=hands, phase=Phase.BET, player=BUTTON)


def _board(now: Position, card: int) -> Position:
    board = (*now.board, card)
    if len(board) < BOARD[now.round]:
        return changed(now, board=board)
    return changed(now, board=board, phase=Phase.BET, player=next_live(now.live, BUTTON))


def _spoken(bets: tuple[int, ...], now: Position, action: Action) -> Position:
    seat, acted = now.player, now.acted | 1 << now.player
    if action == FOLD:
        return _closed(changed(now, live=now.live & ~(1 << seat)), acted)
    paid = max(now.paid) + (bets[now.round] if action == RAISE else 0)
    here = changed(now, paid=_with(now.paid, seat, paid))
    if action != RAISE:
        return _closed(here, acted)
    raises = _with(now.raises, now.round, now.raises[now.round] + 1)
    raised = _with(now.raised, seat, now.raised[seat] | 1 << now.round)
    return _closed(changed(here, raises=raises, raised=raised), 1 << seat)


def _closed(now: Position, acted: int) -> Position:
    """The next player's turn; or the round is over, since all who are left have spoken since the last raise."""
    if not now.live & (now.live - 1):
        return changed(now, phase=Phase.OVER, acted=ALL)
    if now.live & ~acted:
        return changed(now, acted=acted, player=next_live(now.live, now.player))
    if now.round == ROUNDS - 1:
        return changed(now, phase=Phase.OVER, acted=ALL)
    return changed(now, phase=Phase.BOARD, round=now.round + 1, acted=0)


def _with(values: tuple[int, ...], place: int, value: int) -> Any:
    return (*values[:place], value, *values[place + 1 :])
