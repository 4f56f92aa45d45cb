"""The data of a search in Cheat: constants, the rollout policy, and the information set at the root.

The diagram of the rollout policy of Bitan and Kraus (2018) is lost, and the paper prints only the policy's rate of
calls, 0.105. The other probabilities are chosen here: people took a card in about 20 % of their moves, and 47.6 % of
their claims were false (sections 4.7 and 5.1 of the paper). Claims of the next higher and of the next lower rank are
equally likely, and most claims have one or two cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from games.cheat.abstraction import Previous
from games.cheat.cards import RANKS, of_rank
from games.cheat.compiled import moves as words
from games.cheat.compiled.deals import Root, draw_state
from games.cheat.compiled.moves import Facts, Weights
from games.cheat.dealing import ANY, plan
from games.cheat.observe import Observation, hidden
from games.cheat.predictors import CallModel, Deeds, called_share
from games.cheat.rules import Cheat, Laid, Phase
from games.core.errors import require_choice
from games.search.tree_search import implement_search
from kripke.checking.engine.compiled import compiled

VIEWS = ("all", "last", "none", "everything")
"""The information visible in a search: the truth of all claims, of the last claim, of no claim, or all cards."""
CALL_SHARE, TAKE_SHARE = 0.105, 0.2
FALSE_SHARE = 1157 / 2432  # the proportion of false claims in the data of the paper


Predicted: TypeAlias = tuple[int, float, Weights]
"""The player whose calls are predicted in a search: seat, logit and weights, as in `Facts`."""
NOBODY: Predicted = (-1, 0.0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))


def facts(rules: Cheat, view: str = "all", predicted: Predicted = NOBODY) -> Facts:
    """The constants of a search; `view`, one of `VIEWS`, says what is visible in the search."""
    require_choice("view", view, VIEWS)
    claims = (1 - CALL_SHARE - TAKE_SHARE) / 2
    options = rules.after_call == "winner", rules.rank_after_call == "free", rules.emptied == "at_once", rules.passing
    shares = CALL_SHARE, TAKE_SHARE, claims * (1 - FALSE_SHARE), claims * FALSE_SHARE
    deck = rules.turns, rules.ranks, rules.suits, rules.mixed
    return Facts(*deck, *options, rules.tie == "second", VIEWS.index(view), *shares, *predicted)


def predicted_calls(model: CallModel, seat: int, deeds: Deeds) -> Predicted:
    """The model of one player's calls, in the form that the search needs."""
    weights: Any = model.weights[:-1]
    return seat, model.intercept + model.weights[-1] * called_share(deeds), weights


def root(view: Observation) -> Root:
    """The information set of the player whose turn it is, and the number of deals consistent with it."""
    row = template(view)
    if view.can_call:  # `draw_state` subtracts the last claim if it is true or unseen
        row[words.HELD + 1 - view.player] = _held(view, 1 - view.player, view.laid[:-1])
    return Root.of(plan(hidden(view)), row, view.own & ~view.hand, view.can_call)


def template(view: Observation) -> Any:
    """The state that the viewer sees, as a row of numbers without hidden cards."""
    row = np.zeros(words.WIDTH, np.int64)
    row[words.HANDS + view.player] = view.hand
    row[words.PLAYER], row[words.RANK], row[words.TURN] = view.current, view.rank, view.turns
    row[words.STARTER], row[words.FREE], row[words.PREVIOUS] = view.starter, view.free, previous(view)
    row[words.COUNT] = view.last.size if view.last else 0
    for seat in range(2):
        row[words.KNOWN + seat], row[words.HELD + seat] = view.known[seat], _held(view, seat, view.laid)
        claimed = [each.rank for each in view.laid if each.seat == seat]
        row[words.MADE + seat] = _bits(claimed)
        caught = [each.rank for each in view.calls if each.claimer == seat and each.caught]
        row[words.CAUGHT + seat], row[words.TIMES + seat] = _bits(caught), len(caught)
        if view.last and view.last.seat == seat:
            row[words.REPEATED] = claimed[-1] in claimed[:-1]
    return row


def _bits(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in set(ranks))


def _held(view: Observation, seat: int, claims: Sequence[Laid]) -> int:
    """A player's estimated numbers of cards by rank, in four bits each: the cards taken up minus those claimed."""
    counts = 0
    for rank in range(len(RANKS)):
        claimed = sum(each.size for each in claims if each.seat == seat and each.rank == rank)
        counts |= max(0, (view.known[seat] & of_rank(rank)).bit_count() - claimed) << 4 * rank
    return counts


def previous(view: Observation) -> Previous:
    """The opponent's last move; a claim counts as true, and the start of the game as taking a card."""
    if view.can_call:
        return Previous.TRUE_CLAIM
    called = view.phase is not Phase.DRAW and bool(view.calls) and view.calls[-1].turn == view.turns
    return Previous.CALL if called else Previous.TAKE


@compiled
def expected_call(action: int, states: int, chance: Any, root: Root, facts: Facts) -> float:
    """The probability that a claim (`action`) at an information set is called, averaged over states drawn from it.

    `states`: the number of draws; draws that fail are left out.
    """
    row, total, drawn = root.template.copy(), 0.0, 0
    for _ in range(states):
        if draw_state(row, ANY, chance, root, facts):
            words.abstract_move(row, action, chance, facts)
            total += 0.0 if row[words.OVER] else words.call_chance(row, facts)
            drawn += 1
    return total / max(1, drawn)


implement_search(
    Facts,
    words.current,
    words.abstract_legal,
    words.information_key,
    words.rollout_action,
    words.abstract_move,
    words.payoff,
    draw_state,
)
