"""Training of models that predict calls (challenges of claims) in Cheat, on recorded or simulated replies to claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.cheat.observe import observation, seen
from games.cheat.predictors import CALL_FEATURES, PAST, CallModel, Past, call_features
from games.cheat.rules import CALL
from games.core.errors import GameError
from games.core.rules import CHANCE, Event, State
from games.playing.records import Record
from logic.exact import plural
from studies.cheat.lie_training import FEWEST, classifier, is_enough
from studies.cheat.training_games import TrainingGame, recorded_games, simulated_games
from studies.training import Trained

TRAINS = "a model of calls"
USED = "an agent takes it: reader(calls={out})"
PLAYERS, MATCHES = 120, 4
FOLDS = 5  # Parts of the validation
CLASSIFIERS = ("logistic", "forest", "boosting")
COLUMNS = ("classifier", "AUC", "log loss", "calls", "calls predicted")


class Reply(NamedTuple):
    """A player's reply to a claim of the opponent."""

    caller: str
    features: list[float]
    called: bool


def simulated(seed: int) -> list[Reply]:
    """The replies in games of a simulated population whose players play in pairs."""
    return list(_replies(simulated_games(PLAYERS, MATCHES, seed)))


def recorded(records: Iterable[Record]) -> list[Reply]:
    """The replies in records of Cheat; see `recorded_games`."""
    return list(_replies(recorded_games(records)))


def _replies(games: Iterable[TrainingGame]) -> Iterator[Reply]:
    for game in games:
        yield from (each for each in replies(game.last, game.names, game.past) if each.caller in game.taught)


def replies(last: State, players: Sequence[str], past: Past) -> Iterator[Reply]:
    """Yield the replies in a game to claims that could be called; `past` is updated. O(m) for m moves."""
    for before, move in last.steps():
        if move.player == CHANCE:
            continue
        view = observation(before, move.player)
        if view.can_call:
            values = call_features(view, past.seats[move.player])
            yield Reply(players[move.player], values, move.action == CALL)
        past.observe(Event(move.player, seen(before, move.action, 1 - move.player)))


def trained(given: list[Reply], compare: bool, seed: int, made_by: str) -> Trained:
    """A logistic model trained on replies, and its validation; `compare` adds the validation of other classifiers."""
    calls = sum(reply.called for reply in given)
    if not is_enough([reply.called for reply in given]):
        raise GameError(f"{calls} calls in {len(given)} replies: training needs {FEWEST} of each")
    players = len({reply.caller for reply in given})
    head = f"{len(given):,} replies of {plural(players, 'player')}, {calls / len(given):.1%} calls"
    rows = tuple(_validated(given, name, seed) for name in (CLASSIFIERS if compare else CLASSIFIERS[:1]))
    fitted = classifier("logistic", seed).fit([reply.features for reply in given], [reply.called for reply in given])
    return Trained(head, COLUMNS, rows, model_of(fitted, made_by).dumps())


def model_of(fitted: Any, made_by: str) -> CallModel:
    """Convert a trained logistic regression over scaled features to a call model over unscaled features."""
    scaler, regression = (step for _, step in fitted.steps)
    weights = regression.coef_[0] / scaler.scale_
    intercept = float(regression.intercept_[0] - weights @ scaler.mean_)
    names = (*CALL_FEATURES, PAST)
    return CallModel(made_by, names, tuple(round(float(each), 4) for each in weights), round(intercept, 4))


def _validated(given: list[Reply], name: str, seed: int) -> tuple[str, ...]:
    """A table row: how well a classifier predicts the replies of players that it was not trained on."""
    import numpy as np
    from sklearn.metrics import log_loss, roc_auc_score
    from sklearn.model_selection import GroupKFold

    if len({reply.caller for reply in given}) < FOLDS:
        return (name, "too few players to say", "", "", "")
    table = np.array([reply.features for reply in given])
    called = np.array([reply.called for reply in given])
    chances = np.zeros(len(given))
    for rest, part in GroupKFold(FOLDS).split(table, called, [reply.caller for reply in given]):
        chances[part] = classifier(name, seed).fit(table[rest], called[rest]).predict_proba(table[part])[:, 1]
    shares = f"{called.mean():.1%}", f"{chances.mean():.1%}"
    return (name, f"{roc_auc_score(called, chances):.3f}", f"{log_loss(called, chances):.4f}", *shares)
