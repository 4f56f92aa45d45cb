"""The thresholds of the rule player, in multiples of the fair share: one of the number of players still in.

The source does not print its own. These won most in a grid of 25 pairs, each against two players with each pair, before
any network was trained: ``python -m benchmarks holdem_thresholds``.
"""

STAYS, RAISES = 1.0, 1.65
"""From so many fair shares of the pot the player stays in, and raises."""
