"""Players who do not learn: those against whom networks are measured, and those of a league against whom they train."""

from __future__ import annotations

from games.holdem.compiled_table import CALL, CHECK, RAISE
from games.holdem.fair_share import RAISES, STAYS
from studies.holdem.learning.table_play import FixedPlayer, Player, RandomPlayer, RulePlayer
from studies.holdem.learning.trajectories import Against

TESTED = RulePlayer(STAYS, RAISES)
"""The rule player of the report."""
CALLER, RAISER, RANDOM = FixedPlayer((CALL, CHECK)), FixedPlayer((RAISE, CALL, CHECK)), RandomPlayer()
OTHER_RULES = tuple(
    RulePlayer(*each)
    for each in ((0.7, 1.2), (0.8, 1.5), (0.9, 1.35), (0.9, 1.8), (1.1, 1.5), (1.1, 2.0), (1.2, 1.35), (1.2, 1.8))
)
"""Rule players with thresholds on all sides of those of the tested one, which is not among them."""
PARTNERS: tuple[Player, ...] = (RAISER, CALLER, RANDOM, *OTHER_RULES)
LEAGUES = {
    "league": Against(PARTNERS, share=0.6),
    "league-tested": Against((*PARTNERS, TESTED), share=0.6),
    "random": Against((RANDOM,), share=0.1),
}
"""Name -> sparring partners, and the share of the games in which they have two seats; in the others it is self-play.
The second league has the tested player too: what that is worth says how much of the result is a fit to the test. In the
third, a tenth of the games is against random players: without it, self-play wins less from players who call too much.
"""
