"""Measurements in a game of Cheat: the winner, the cards left, and the actions of both players.

Agents that search have a fixed number of simulations, because results with time limits would depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from games.cheat.agents.habits import HABITS, SPREAD
from games.cheat.rules import CALL, TAKE, CheatState, Claim, is_lie
from games.playing.match import Match, Played
from games.playing.statistics import Estimate
from studies.experiment import Measured, mean, share

PEOPLE = ("habits",)  # the other player in the main set-ups: the simulated population
CHANGE = 0.2  # the change of a parameter of the population in a sensitivity analysis
CHANGED = tuple(
    (f"habits(habit={habit},factor={1 + sign * CHANGE:g})",) for habit in (*HABITS, SPREAD) for sign in (-1, 1)
)
"""Players of populations that differ from the fitted one in one parameter."""
USUAL = 1_000  # Simulations for each move
MGA, PMGA, FPMGA, READER = (f"{name}(simulations={USUAL})" for name in ("mga", "pmga", "fpmga", "reader"))
ONLY_LAST = f"mga(simulations={USUAL},claims=last)"
"""The agent MGA, with a search that treats only the last claim as public."""
ACCURACIES = tuple(round(0.5 + 0.05 * step, 2) for step in range(11))
SIMULATIONS = (100, 300, USUAL, 3_000, 10_000, 30_000)


def channel(accuracy: float) -> str:
    """The specification of the agent with a predictor of this accuracy: MGA for 0.5, otherwise FPMGA."""
    if accuracy in (0.5, 0.85):
        return MGA if accuracy == 0.5 else FPMGA
    return f"fpmga(simulations={USUAL},accuracy={accuracy})"


def with_simulations(count: int) -> str:
    """The specification of PMGA with this number of simulations for each move."""
    return f"pmga(simulations={count})"


DEEDS = ("moves", "claims", "lies", "takes", "calls", "right", "caught")
"""The counts of each player; ``right``: calls for which the claim was a lie, ``caught``: own lies that were called."""


def measured(match: Match, played: Played) -> Measured:
    """The result, and the counts of both players; the player at the first position of the line-up comes first."""
    last = played.last
    assert isinstance(last, CheatState)
    now, deeds = last.position, _deeds(last)
    return {
        "won": str(match.by_position(played.returns)[0]),
        "turns": now.turns,
        "limit": now.turns >= last.rules.turns and all(now.hands),
        "cards": [now.hands[seat].bit_count() for seat in match.seats],
    } | {name: [deeds[seat][name] for seat in match.seats] for name in DEEDS}


def _deeds(last: CheatState) -> tuple[dict[str, int], dict[str, int]]:
    """The counts of each player's actions in a game, as listed in `DEEDS`."""
    counts = dict.fromkeys(DEEDS, 0), dict.fromkeys(DEEDS, 0)
    for before, move in last.steps():
        if before.is_chance:
            continue
        mine, action = counts[move.player], move.action
        mine["moves"] += 1
        mine["takes"] += action == TAKE
        mine["calls"] += action == CALL
        mine["claims"] += isinstance(action, Claim)
        mine["lies"] += is_lie(action)
        if action == CALL:
            was_lie = not before.position.laid[-1].is_true
            mine["right"] += was_lie
            counts[1 - move.player]["caught"] += was_lie
    return counts


def figures(games: Sequence[Measured]) -> dict[str, Estimate]:
    """The statistics of a set-up, with 95 % intervals; proportions are from 0 to 1.

    ``won``: proportion of games that the agent wins; a draw counts half. ``right``: proportion of its calls that catch
    a lie. ``rounds``: the number of rounds in a game. ``difference``: the agent's cards minus the opponent's at the
    end. ``lies``: proportion of its claims that are lies. ``takes``, ``calls``: proportions of its moves that take a
    card, and that call. ``caught``: proportion of its lies that are called. ``limit``: proportion of games that reach
    the limit on rounds. The other statistics are about the opponent.
    """
    return {
        "won": share(games, won),
        "right": ratio(games, "right", "calls"),
        "rounds": mean(games, rounds),
        "difference": mean(games, difference),
        "lies": ratio(games, "lies", "claims"),
        "takes": ratio(games, "takes", "moves"),
        "calls": ratio(games, "calls", "moves"),
        "caught": ratio(games, "caught", "lies"),
        "limit": share(games, lambda game: int(game["limit"])),
        "their lies": ratio(games, "lies", "claims", 1),
        "their takes": ratio(games, "takes", "moves", 1),
        "their calls": ratio(games, "calls", "moves", 1),
        "their caught": ratio(games, "caught", "lies", 1),
    }


def won(game: Measured) -> Fraction:
    """The return of the measured agent: 1 for a win, 1/2 for a draw, 0 for a loss."""
    return Fraction(game["won"])


def rounds(game: Measured) -> Fraction:
    """The number of rounds; a round is a turn of each player."""
    return Fraction(game["turns"], 2)


def difference(game: Measured) -> int:
    """The number of the agent's cards minus the number of the opponent's cards at the end."""
    return int(game["cards"][0] - game["cards"][1])


def share_of(part: str, whole: str, player: int = 0) -> Callable[[Measured], Fraction | None]:
    """A function that returns the ratio of one of `DEEDS` to another in a game; None if the denominator is 0."""
    return lambda game: Fraction(game[part][player], game[whole][player]) if game[whole][player] else None


def ratio(games: Sequence[Measured], part: str, whole: str, player: int = 0) -> Estimate:
    """The ratio of one of `DEEDS` to another, over all games."""
    return share(games, _count(part, player), _count(whole, player))


def _count(name: str, player: int) -> Callable[[Any], int]:
    return lambda game: int(game[name][player])
