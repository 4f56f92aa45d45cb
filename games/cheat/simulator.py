"""Cheat as a simulator: rows of 64-bit words, moved by the compiled loops of `games.cheat.compiled.table`."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.cheat.abstraction import Previous
from games.cheat.actions import Deal, Draw, Starts
from games.cheat.cards import CARDS, RANKS
from games.cheat.compiled import row as words
from games.cheat.compiled import table as play
from games.cheat.observe import Observation, observation
from games.cheat.position import Laid, Phase
from games.cheat.rules import Cheat, CheatState
from games.cheat.search_space import facts, template
from games.core.compiled_games import CompiledSimulator
from games.core.rules import EVERYTHING

PHASES = {phase: number for number, phase in enumerate(Phase)}


class CheatSimulator(CompiledSimulator):
    """Games of Cheat. An action is chosen in stages, so it takes several steps of the same player.

    The numbers of choices are those of words, ranks, true or false, sizes and cards; the choices are the same as those
    of `games.core.stages.choices`. A random choice is random at each stage.
    """

    rules: Cheat
    width = play.SEEN
    unit = 2
    word = np.int64

    def fixed(self, rules: Cheat) -> play.TableFacts:
        """The options."""
        return play.TableFacts(rules.hand, facts(rules, "none"))

    def numbered(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The choices of all stages; who starts, and the cards that are dealt and drawn."""
        choices = ("call", "take", "claim", *RANKS, "true", "false", 1, 2, 3, 4, *CARDS)
        return choices, (*map(Starts, self.rules.names), *map(Deal, CARDS), *map(Draw, CARDS))

    def row(self, state: CheatState) -> list[int]:
        """A position as numbers, in the order of the columns of `games.cheat.compiled.table`."""
        now, view = state.position, observation(state, EVERYTHING)
        row = np.zeros(play.WIDTH, np.int64)
        row[: words.WIDTH] = template(view)
        row[words.HANDS : words.HANDS + 2] = now.hands
        row[words.PILE], row[words.DECK], row[words.OVER] = now.pile, now.deck, _over(view)
        row[play.PHASE], row[play.OPENING], row[play.LAID] = PHASES[now.phase], now.opening, len(now.laid)
        if now.can_call and now.last:
            row[words.PREVIOUS] = Previous.TRUE_CLAIM if now.last.is_true else Previous.FALSE_CLAIM
        for number, each in enumerate(now.laid):
            row[play.CLAIMS + 2 * number : play.CLAIMS + 2 * number + 2] = _packed(each), each.cards
        return [int(each) for each in row]

    def encode(self, observation: Observation) -> list[int]:
        """The viewer, the phase, the player, the starter, cards, what is public, who was caught, and the pile."""
        seen = observation
        head = [seen.player, PHASES[seen.phase], seen.current, seen.starter, seen.hand, *seen.sizes, seen.deck]
        public = [seen.opening, seen.rank, int(seen.can_call), int(seen.free), *seen.known, seen.turns, _over(seen)]
        caught = template(seen)[words.CAUGHT : words.CAUGHT + 4]
        pile = [word for each in seen.laid for word in (_packed(each), each.cards)]
        found = [*head, *public, *map(int, caught), len(seen.laid), *pile]
        return found + [0] * (self.width - len(found))


def _packed(laid: Laid) -> int:
    return laid.seat | laid.rank << 1 | laid.size << 5 | laid.fresh << 8


def _over(view: Observation) -> int:
    """The winner's seat + 1, 3 for a draw, 0 before the end."""
    return 0 if view.phase is not Phase.OVER else 3 if view.winner < 0 else view.winner + 1


SIMULATOR = CheatSimulator
