"""The experiments of Cohensius, Meir, Oved and Stern for the command ``experiment``: Table 2, and the ablations.

A round is one deal, played twice with the sides' seats exchanged. The rules of the bidder RB and of the rule-based card
players are new, because the source does not publish its rules. Matches of the rollout bidder against the source's
bidder BIS, and of card players against each other, are additions to the source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from games.playing.match import Match, Played
from games.playing.statistics import LEVEL, Estimate
from games.spades.rules import SEATS, Round, SpadesState
from games.spades.tricks import A_TRICK
from studies.experiment import Claim, Hypothesis, Measured, mean, share, together
from studies.set_ups import Column, Experiment, MeasuredSetUps, Part

SIDES = 2
HIGHEST = 51  # the number of the ace of spades
TABLE = ("first", "bid 1", "bid 2", "bid 3", "bid 4", "points", "their points", "ace", "made")
"""The numbers of a round: the position that bids first, the bids by position, the points by side, the position with the
ace of spades, and the successful nils as bits by position."""


def measured(match: Match, played: Played) -> Measured:
    """The result, sums over the rounds (the first agent's side first), and each round as numbers."""
    last, order = played.last, match.seats
    assert isinstance(last, SpadesState)
    rounds, returns = last.position.rounds, match.by_position(played.returns)
    sides = [[seat for seat in range(SEATS) if seat % SIDES == (order[0] + side) % SIDES] for side in range(SIDES)]
    return {
        "won": str(returns[0] + returns[2]),
        "rounds": len(rounds),
        "points": [sum(each.gains[seats[0] % SIDES] for each in rounds) for seats in sides],
        "bids": sum(sum(each.bids) for each in rounds),
        "nils": [sum(each.bids[seat] == 0 for each in rounds for seat in seats) for seats in sides],
        "made": [sum(each.bids[seat] == 0 == each.took[seat] for each in rounds for seat in seats) for seats in sides],
        "tables": [_table(each, order) for each in rounds],
    }


def _table(each: Round, order: Sequence[int]) -> list[int]:
    """A round as numbers, in the order of `TABLE`."""
    ace = next((place for place, seat in enumerate(order) if each.hands[seat] >> HIGHEST & 1), -1)
    first = order.index((each.dealer + 1) % SEATS)
    gains = [each.gains[order[side] % SIDES] for side in range(SIDES)]
    nils = sum(1 << place for place, seat in enumerate(order) if each.bids[seat] == 0 == each.took[seat])
    return [first, *(each.bids[seat] for seat in order), *gains, ace, nils]


def figures(games: Sequence[Measured]) -> dict[str, Estimate]:
    """The statistics of a set-up, with 95 % intervals; proportions are from 0 to 1.

    ``won``: proportion of games that the first agent's side wins.
    ``points``, ``their points``, ``bags``, ``their bags``: means per round.
    ``nils``: proportion of the side's bids that are nil. ``nils made``: proportion of these that succeed.
    ``bids``: the sum of all four bids in a round. ``rounds``: the number of rounds in a game.
    """
    return {
        "won": share(games, won),
        "points": mean(games, part("points", 0), rounds),
        "their points": mean(games, part("points", 1), rounds),
        "bags": mean(games, lambda game: _bags(game, 0), rounds),
        "their bags": mean(games, lambda game: _bags(game, 1), rounds),
        "nils": share(games, part("nils", 0), lambda game: SIDES * rounds(game)),
        "nils made": share(games, part("made", 0), lambda game: int(game["nils"][0])),
        "their nils": share(games, part("nils", 1), lambda game: SIDES * rounds(game)),
        "their nils made": share(games, part("made", 1), lambda game: int(game["nils"][1])),
        "bids": mean(games, lambda game: int(game["bids"]), rounds),
        "rounds": mean(games, rounds),
    }


def _bags(game: Measured, side: int) -> int:
    """The bags of a side, from the last digits of its points: all other points are multiples of ten."""
    return sum(row[TABLE.index("points") + side] % A_TRICK for row in game["tables"])


def won(game: Measured) -> Fraction:
    """The fraction of a game that the first agent's side wins: 1, 1/2 for a tie, or 0."""
    return Fraction(game["won"])


def rounds(game: Measured) -> int:
    """The number of rounds of the game."""
    return int(game["rounds"])


def part(name: str, side: int) -> Callable[[Measured], Any]:
    """A function that returns, for one side, the measurement `name` of a game: a sum over the rounds."""
    return lambda game: int(game[name][side])


DEALS = 5_000  # Deals of each set-up: 10,000 games, as in the source
FEWER = 1_000  # deals of set-ups that are not in the source; their searches take ten times as long
STYLES = ("weak", "strong")
TREES = ("uct,tricks=3", "uct,tricks=5")
SEARCHES = ("dummy", *TREES)
OTHERS = ("rb", "ms", "io")
SINGLE, NO_END, BY_BIDS = "bis(curves=single)", "bis(endgame=False)", "bis(threshold=bids)"
SOURCE, ONE_ROUND = "source", "one-round"
SUM, NEAR = 10.55, 0.25  # the source's mean sum of bids, and the tolerance of "near"
STRONGER, WITHIN = 0.56, 0.02
"""The published proportion of wins of the strong player against the weak one if both bid by RB, and a tolerance."""
CLEARLY = 0.6  # a side that wins clearly wins more than this share of games


def playing(bidder: str, style: str) -> str:
    """The specification of an agent with this bidder and this card player."""
    return f"{bidder}(play={style})"


def opposite(agent: str, partner: str) -> tuple[str, str, str]:
    """The agents at a table besides `agent`, in seat order: opponent, partner, opponent."""
    return (agent, partner, agent)


TABLE_2 = {
    (other, style): (playing("bis", style), opposite(playing(other, style), playing("bis", style)))
    for style in STYLES
    for other in OTHERS
}
TABLE_2_TREES = {
    style: (playing("bis", style), opposite(playing("rb", style), playing("bis", style))) for style in TREES
}
ABLATIONS = {each: ("bis", opposite(each, "bis")) for each in (SINGLE, NO_END, BY_BIDS)}
PLAYERS = (playing("rb", "strong"), opposite(playing("rb", "weak"), playing("rb", "strong")))
OWN_PLAY = {style: (playing("bis", style), opposite("bis", playing("bis", style))) for style in SEARCHES}
OWN_BIDS = {
    style: (playing("rollout", style), opposite(playing("bis", style), playing("rollout", style))) for style in STYLES
}
BOTH = (playing("rollout", "dummy"), opposite("bis", playing("rollout", "dummy")))
PARTS = (
    Part("players", PLAYERS[:1], (PLAYERS[1],), DEALS),
    *(Part("table-2", (agent,), (others,), DEALS) for agent, others in TABLE_2.values()),
    *(Part("ablations", (agent,), (others,), DEALS) for agent, others in ABLATIONS.values()),
    Part("one-round", ("bis",), (ABLATIONS[NO_END][1],), DEALS, variant=ONE_ROUND),
    *(Part("own", (agent,), (others,), FEWER) for agent, others in (*OWN_BIDS.values(), *OWN_PLAY.values(), BOTH)),
    *(Part("uct", (agent,), (others,), DEALS) for agent, others in TABLE_2_TREES.values()),
)
COLUMNS = {
    "won": Column("won %", "%", 1, "games won"),
    "points": Column("points a round", decimals=1, chart="points a round"),
    "their points": Column("theirs", decimals=1),
    "bags": Column("bags a round", decimals=2),
    "their bags": Column("theirs", decimals=2),
    "nils": Column("nil %", "%", 1),
    "nils made": Column("made %", "%", 1),
    "their nils": Column("their nil %", "%", 1),
    "their nils made": Column("made %", "%", 1),
    "bids": Column("sum of bids", chart="sum of bids"),
    "rounds": Column("rounds", decimals=1),
}
Games = Mapping[tuple[str, tuple[str, ...]], Sequence[Measured]]


def judged(results: MeasuredSetUps) -> list[Hypothesis]:
    """The hypotheses whose set-ups were played, with their verdicts."""
    games = {(each.agent, each.against): played for each, played in results if each.variant == SOURCE}
    one_round = {(each.agent, each.against): played for each, played in results if each.variant == ONE_ROUND}
    hypotheses = [
        _wins(games, "S1", "BIS beats RB", [TABLE_2["rb", style] for style in STYLES], 0.5),
        _wins(games, "S2", "BIS beats MS clearly", [TABLE_2["ms", style] for style in STYLES], CLEARLY),
        _wins(games, "S3", "BIS beats IO clearly", [TABLE_2["io", style] for style in STYLES], CLEARLY),
        _wins(games, "S4", "success curves by the bids before beat a single one", [ABLATIONS[SINGLE]], 0.5),
        _wins(games, "S5", "bids that change near the end of a game win more games", [ABLATIONS[NO_END]], 0.5),
        _wins(games, "S6", "the fixed threshold beats one that depends on the bids", [ABLATIONS[BY_BIDS]], 0.5),
        _players(games),
        _sum(games),
        _wins(games, "S9", "with UCT for the last tricks BIS beats RB", list(TABLE_2_TREES.values()), 0.5),
        _wins(games, "S10", "UCT for the last tricks beats the strong player", [OWN_PLAY[each] for each in TREES], 0.5),
        _wins(one_round, "S11", "in single rounds the changes near the end win more", [ABLATIONS[NO_END]], 0.5),
        _wins(games, "O1", "double-dummy play of the last tricks beats the strong player", [OWN_PLAY["dummy"]], 0.5),
        _wins(games, "O2", "our own bidder beats BIS with the same player", list(OWN_BIDS.values()), 0.5),
    ]
    return [each for each in hypotheses if each is not None]


def _wins(
    games: Games, name: str, says: str, keys: Sequence[tuple[str, tuple[str, ...]]], least: float
) -> Hypothesis | None:
    if not set(keys) <= set(games):
        return None
    level = together(len(keys), LEVEL)
    claims = tuple(Claim(f"games won: {key[0]}", share(games[key], won, level=level), least, inf) for key in keys)
    return Hypothesis(name, says, f"the interval of the games won is above {least:.0%}", claims)


def _players(games: Games) -> Hypothesis | None:
    if PLAYERS not in games:
        return None
    claim = Claim("games won", share(games[PLAYERS], won), STRONGER - WITHIN, STRONGER + WITHIN)
    says = "with RB the strong player beats the weak one as often as in the source"
    return Hypothesis("S7", says, f"the interval lies within {WITHIN:.0%} of {STRONGER:.0%}", (claim,))


def _sum(games: Games) -> Hypothesis | None:
    keys = [key for key in ABLATIONS.values() if key in games]
    if not keys:
        return None
    level = together(len(keys), LEVEL)
    claims = tuple(
        Claim(
            f"sum of bids: against {key[1][0]}",
            mean(games[key], lambda game: int(game["bids"]), rounds, level),
            SUM - NEAR,
            SUM + NEAR,
        )
        for key in keys
    )
    return Hypothesis("S8", "four bidders of BIS bid 10.55 together", f"the interval lies within {NEAR}", claims)


EXPERIMENT = Experiment(
    game="spades",
    agent="bis",
    options={
        SOURCE: {"goal": 200, "floor": -100},
        "usual": {"goal": 500, "floor": -200},
        ONE_ROUND: {"goal": 1, "floor": -1},
    },
    axes={},
    measure=measured,
    figures=figures,
    columns=COLUMNS,
    note="means with 95 % intervals over deals, which are played twice with seats exchanged",
    judge=judged,
    parts=PARTS,
    against=(opposite("rb", "bis"),),
    rounds=DEALS,
)
