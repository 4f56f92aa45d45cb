"""What a player sees of a claim, as 21 numbers from which a predictor learns whether it is a lie.

The source's list of features is lost; these are ours, after its text: what is held, what was claimed and caught, takes
by round, and how long the claim took. A claimer's past goes on through a match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.cheat.actions import CALL, TAKE, Claim
from games.cheat.cards import of_rank
from games.cheat.observe import Observation
from games.core.rules import CHANCE, Event


@dataclass
class Deeds:
    """What a player has done in a match so far, as everybody saw it.

    Parameters
    ----------
    turns, claims, cards, takes, calls : int
        Numbers of moves, of claims and their cards, of takes and of calls.
    answers : int
        How many claims of the other player could have been called.
    cheated, caught : int
        How many own claims a call has shown to be false, and for how many of them the player took the pile.
    """

    turns: int = 0
    claims: int = 0
    cards: int = 0
    takes: int = 0
    calls: int = 0
    answers: int = 0
    cheated: int = 0
    caught: int = 0
    seconds: float = 0.0


@dataclass
class Past:
    """The past of both players, told move by move.

    Parameters
    ----------
    seconds : float
        How long the last move of a player took; 0: not known.
    """

    seats: tuple[Deeds, Deeds] = field(default_factory=lambda: (Deeds(), Deeds()))
    seconds: float = 0.0
    _open: bool = False

    def observe(self, event: Event) -> None:
        """Take notice of a move."""
        if event.player == CHANCE:
            return
        deeds, seen = self.seats[event.player], event.seen
        self.seconds = event.seconds
        deeds.turns += 1
        deeds.answers += self._open
        self._open = isinstance(seen.action, Claim)
        if self._open:
            deeds.claims += 1
            deeds.cards += seen.count
            deeds.seconds += event.seconds
        deeds.takes += seen.action == TAKE
        if seen.action == CALL:
            deeds.calls += 1
            for each in seen.shown:
                self.seats[each.seat].cheated += not each.is_true
            self.seats[1 - event.player].caught += not seen.shown[-1].is_true


@dataclass(frozen=True)
class Moment:
    """A claim that another player may answer."""

    view: Observation
    past: Past

    @property
    def claimer(self) -> int:
        """The seat of the player who claimed."""
        return 1 - self.view.player

    @property
    def deeds(self) -> Deeds:
        """What the claimer has done."""
        return self.past.seats[self.claimer]

    @property
    def held(self) -> int:
        """Cards of the claimed rank that the viewer has or has laid, or that opened the pile."""
        view = self.view
        own = view.hand | view.opening | sum(each.cards for each in view.laid)
        return (own & of_rank(view.rank)).bit_count()

    def claimed(self, seat: int) -> int:
        """Cards that a seat claimed as this rank since the last call, before this claim."""
        return sum(each.size for each in self.view.laid[:-1] if each.seat == seat and each.rank == self.view.rank)

    def caught(self, rank: int | None = None) -> int:
        """How often the claimer was caught in this game, on one rank or on any."""
        return sum(
            each.caught and each.claimer == self.claimer and rank in (None, each.rank) for each in self.view.calls
        )


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _last_size(moment: Moment) -> int:
    return moment.view.laid[-1].size


FEATURES: dict[str, Callable[[Moment], float]] = {
    "round": lambda m: m.view.round,
    "claimer's cards": lambda m: m.view.sizes[m.claimer],
    "own cards": lambda m: m.view.sizes[m.view.player],
    "cards in the pile before": lambda m: m.view.pile - _last_size(m),
    "cards in the deck": lambda m: m.view.deck,
    "claimed cards": _last_size,
    "of the rank seen elsewhere": lambda m: m.held,
    "of the rank known with the claimer": lambda m: (m.view.known[m.claimer] & of_rank(m.view.rank)).bit_count(),
    "cards too many": lambda m: _last_size(m) + m.held + m.claimed(m.claimer) - m.view.rules.suits,
    "claimed as this rank by the claimer since the call": lambda m: m.claimed(m.claimer),
    "claimed as this rank by the viewer since the call": lambda m: m.claimed(m.view.player),
    "claims since the call": lambda m: len(m.view.laid) - 1,
    "caught in this game": lambda m: m.caught(),
    "caught on this rank": lambda m: m.caught(m.view.rank),
    "caught / cheated": lambda m: _share(m.deeds.caught, m.deeds.cheated),
    "cheated / claims": lambda m: _share(m.deeds.cheated, m.deeds.claims),
    "takes / turns": lambda m: _share(m.deeds.takes, m.deeds.turns),
    "calls / claims of the viewer": lambda m: _share(m.deeds.calls, m.deeds.answers),
    "cards / claims": lambda m: _share(m.deeds.cards, m.deeds.claims),
    "seconds": lambda m: m.past.seconds,
    "seconds / own mean": lambda m: _share(m.past.seconds * m.deeds.claims, m.deeds.seconds),
}
"""Name of a feature -> its value. Counts are of cards or moves, shares are of the match so far."""


def features(moment: Moment) -> list[float]:
    """The features of a claim, in the order of `FEATURES`."""
    return [float(value(moment)) for value in FEATURES.values()]
