"""The predictors of lies and of calls as plain data, and their input features.

A forest of decision trees predicts whether a claim is a lie, from 21 numbers that a player sees. A logistic model
predicts whether a claim will be called, from the features in `games.cheat.compiled.moves.call_chance` and the
proportion of claims that the player has called so far. Both are read from JSON files and evaluated without a library.

The list of features of Bitan and Kraus (2018) is lost, so these features follow the text of their paper. They describe
the cards held, the claims made, the lies detected, the cards taken, and the time that the claim took. The statistics of
a claimer cover the whole match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import exp
from os import PathLike
from typing import TypeVar

from games.cheat.cards import of_rank
from games.cheat.observe import Observation
from games.cheat.rules import CALL, TAKE, Claim
from games.core.errors import GameError
from games.core.rules import CHANCE, Event
from kripke.formats.file_reading import path_text, read_regular_text
from logic.errors import EpistemicError
from logic.json_values import Fields, WrongValue, json_text, read_json_value

T = TypeVar("T")


@dataclass
class Deeds:
    """The public statistics of a player's moves in a match."""

    turns: int = 0  # the number of all moves
    claims: int = 0  # the number of claims
    cards: int = 0  # the number of cards in these claims
    takes: int = 0  # how often the player took a card
    calls: int = 0  # how often the player called
    answers: int = 0  # the number of claims of the other player that the player could have called
    cheated: int = 0  # the number of the player's claims that a call has shown to be false
    caught: int = 0  # the number of these claims that were themselves called, so that the player took the pile
    seconds: float = 0.0  # the time that the player's claims took


@dataclass
class Past:
    """Both players' statistics in a match, updated move by move."""

    seats: tuple[Deeds, Deeds] = field(default_factory=lambda: (Deeds(), Deeds()))
    seconds: float = 0.0  # how long the last move of a player took; 0: not known
    _open: bool = False

    def observe(self, event: Event) -> None:
        """Update the statistics of the player who moved and, after a call, of the players whose claims it shows."""
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
    """A claim that another player may call, with the view of that player and the statistics of both players."""

    view: Observation
    past: Past

    @property
    def claimer(self) -> int:
        """The seat of the player who made the claim."""
        return 1 - self.view.player

    @property
    def deeds(self) -> Deeds:
        """The claimer's statistics."""
        return self.past.seats[self.claimer]

    @property
    def held(self) -> int:
        """The number of cards of the claimed rank that the viewer holds, has laid, or saw as the opening card."""
        return (self.view.own & of_rank(self.view.rank)).bit_count()

    def claimed(self, seat: int) -> int:
        """The number of cards that a player claimed as this rank since the last call, before this claim."""
        return sum(each.size for each in self.view.laid[:-1] if each.seat == seat and each.rank == self.view.rank)

    def caught(self, rank: int | None = None) -> int:
        """The number of the claimer's lies detected in this game, in claims of this rank or, for None, of any rank."""
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
"""The function that computes each feature. Counts are of cards or moves, proportions are over the match so far."""


def features(moment: Moment) -> list[float]:
    """The features of a claim, in the order of `FEATURES`."""
    return [float(value(moment)) for value in FEATURES.values()]


MOST_NODES = 1_000_000
MOST_THRESHOLD = 1e300


@dataclass(frozen=True)
class Forest:
    """Decision trees with probabilities at their leaves; the forest's prediction is their mean."""

    made_by: str  # the command that trained the forest
    names: tuple[str, ...]  # the names of the features
    roots: tuple[int, ...]  # the first node of each tree
    feature: tuple[int, ...]  # by node: the number of the feature that is tested; -1 at a leaf
    threshold: tuple[float, ...]  # by node: up to this value `low` follows, else `high`; at a leaf the chance of a lie
    low: tuple[int, ...]  # by node: the next node if the feature is at most the threshold
    high: tuple[int, ...]  # by node: the next node if the feature is above the threshold

    def chance(self, values: Sequence[float]) -> float:
        """The predicted probability of a lie. O(t d) for t trees of depth d."""
        total = 0.0
        for node in self.roots:
            while (feature := self.feature[node]) >= 0:
                node = self.low[node] if values[feature] <= self.threshold[node] else self.high[node]
            total += self.threshold[node]
        return total / len(self.roots)

    def dumps(self) -> str:
        """The forest as JSON."""
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


def load_forest(path: str | PathLike[str]) -> Forest:
    """Read a forest from a file; `GameError` or `FileError` if it is invalid.

    In a valid forest, nodes lead only to later nodes, so evaluation terminates.
    """
    return _loaded(path, _forest, "a predictor", "whoknows train cheat")


def _loaded(path: str | PathLike[str], read: Callable[[Fields], T], what: str, command: str) -> T:
    """Read an object from a JSON file; errors name the command that writes such files."""
    text = read_regular_text(path)
    try:
        return read(Fields(read_json_value(text)))
    except EpistemicError as error:
        raise GameError(f"{path_text(path)}: not {what}, {error.message}; `{command}` writes one") from None


def _forest(data: Fields) -> Forest:
    """The forest in a JSON object; `EpistemicError` unless the object is a forest over `FEATURES`."""
    roots, feature, low, high = (data.values(key, int) for key in ("roots", "feature", "low", "high"))
    names, threshold = data.values("names", str), data.values("threshold", int, float)
    forest = Forest(data.value("made_by", str), names, roots, feature, threshold, low, high)
    if names != tuple(FEATURES):
        raise WrongValue(f"names: expected the features of this version, got {json_text(names)}")
    size, columns = len(feature), (threshold, low, high)
    if not 0 < size <= MOST_NODES or any(len(column) != size for column in columns) or not roots:
        raise WrongValue(f"{size} nodes: expected columns of one length, up to {MOST_NODES:,}")
    if not all(0 <= root < size for root in roots):
        raise WrongValue(f"roots: expected numbers of nodes, from 0 to {size - 1:,}")
    for node, (number, value, lower, higher) in enumerate(zip(feature, *columns, strict=True)):
        if number >= len(FEATURES):
            raise WrongValue(f"feature[{node}]: expected at most {len(FEATURES) - 1}, got {json_text(number)}")
        if number >= 0 and not (node < lower < size and node < higher < size):
            raise WrongValue(f"node {node}: expected later nodes, got {json_text(lower)} and {json_text(higher)}")
        if not (-MOST_THRESHOLD <= value <= MOST_THRESHOLD if number >= 0 else 0 <= value <= 1):
            bounds = "a finite number" if number >= 0 else "a chance from 0 to 1"
            raise WrongValue(f"threshold[{node}]: expected {bounds}, got {json_text(value)}")
    return forest


FULL = 8  # Cards of a new hand
HABIT_CALLS, HABIT_ANSWERS = 1, 8
"""The numbers of calls and claims added to a player's past as a prior, so that a short past has little weight."""
MOST_LOGIT = 30.0
MOST_WEIGHT = 1_000_000  # the largest absolute value of a weight; sums of larger ones may overflow


def _repeats(view: Observation) -> bool:
    last, *earlier = reversed(view.laid)
    return any(each.seat == last.seat and each.rank == last.rank for each in earlier)


CALL_FEATURES: dict[str, Callable[[Observation], float]] = {
    "claimed cards beyond the first": lambda view: view.laid[-1].size - 1,
    "cards of the rank in the own hand": lambda view: (view.hand & of_rank(view.rank)).bit_count(),
    "claimer's cards below eight": lambda view: FULL - view.sizes[1 - view.player],
    "own cards below eight": lambda view: FULL - view.sizes[view.player],
    "cards in the pile": lambda view: view.pile,
    "how often the claimer was caught": lambda view: sum(
        each.caught and each.claimer != view.player for each in view.calls
    ),
    "the claimer claimed the rank since the last call": _repeats,
    "the claimer has no card left": lambda view: not view.sizes[1 - view.player],
}
"""The function that computes each feature for the player who may call. These features change during a search."""
PAST = "share of claims that the player has called"  # the last feature; it stays the same in a search


def call_features(view: Observation, deeds: Deeds) -> list[float]:
    """The features of a claim that may be called."""
    return [*(float(value(view)) for value in CALL_FEATURES.values()), called_share(deeds)]


def called_share(deeds: Deeds) -> float:
    """The proportion of claims that a player has called, shrunk towards 1 in 8 while the number of claims is small."""
    return (deeds.calls + HABIT_CALLS) / (deeds.answers + HABIT_ANSWERS)


@dataclass(frozen=True)
class CallModel:
    """A logistic regression that predicts whether the opponent calls."""

    made_by: str
    names: tuple[str, ...]
    weights: tuple[float, ...]
    intercept: float

    def chance(self, values: Sequence[float]) -> float:
        """The predicted probability of a call."""
        logit = self.intercept + sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return 1 / (1 + exp(-max(-MOST_LOGIT, min(MOST_LOGIT, logit))))

    def dumps(self) -> str:
        """The model as JSON."""
        return json.dumps(asdict(self), indent=1) + "\n"


def load_calls(path: str | PathLike[str]) -> CallModel:
    """Read a model of calls; `GameError` or `FileError` if the file is invalid."""
    return _loaded(path, _model, "a model of calls", "whoknows train cheat --what calls")


def _model(data: Fields) -> CallModel:
    names, weights = data.values("names", str), data.values("weights", int, float)
    model = CallModel(data.value("made_by", str), names, weights, data.value("intercept", int, float))
    data.require_known(asdict(model))
    if names != (*CALL_FEATURES, PAST):
        raise WrongValue(f"names: expected the features of this version, got {json_text(names)}")
    if len(weights) != len(names):
        raise WrongValue(f"weights: expected {len(names)} numbers, got {len(weights):,}")
    for value in (*weights, model.intercept):
        if not abs(value) <= MOST_WEIGHT:
            raise WrongValue(f"a weight of {json_text(value)}: expected a number up to {MOST_WEIGHT:,} in size")
    return replace(model, weights=tuple(map(float, weights)), intercept=float(model.intercept))
