"""Training of classifiers that predict lies, with scikit-learn: samples, forests, and validation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np

from games.cheat.observe import observation, seen
from games.cheat.predictors import FEATURES, Forest, Moment, Past, features
from games.cheat.rules import Claim, is_lie
from games.core.errors import GameError
from games.core.rules import CHANCE, Event, State
from logic.errors import near_miss, shorten
from studies.training import area


class Sample(NamedTuple):
    """A claim with its features, its players and whether it is a lie.

    Attributes
    ----------
    claimer, viewer : str
        The player who made the claim, and the opponent, who must reply to it.
    features : list of float
        In the order of `games.cheat.predictors.FEATURES`.
    """

    claimer: str
    viewer: str
    match: int
    move: int
    features: list[float]
    lie: bool


def samples(
    last: State, players: Sequence[str], match: int, past: Past, seconds: Sequence[float] | None = None
) -> Iterator[Sample]:
    """Yield samples of a game's claims to which the opponent can reply; `past` is updated. O(m) for m moves."""
    steps = last.steps()
    states = [before for before, _ in steps[1:]] + [last]
    for number, ((before, move), after) in enumerate(zip(steps, states, strict=True)):
        if move.player == CHANCE:
            continue
        viewer = 1 - move.player
        past.observe(Event(move.player, seen(before, move.action, viewer), seconds[number] if seconds else 0.0))
        if isinstance(move.action, Claim) and after.current_player == viewer:
            view = observation(after, viewer)
            seen_claim = features(Moment(view, past))
            yield Sample(players[move.player], players[viewer], match, number, seen_claim, is_lie(move.action))


FEWEST = 50  # number of samples of each class, such as true and false claims, that training needs
CLASSIFIERS = ("forest", "tree", "boosting", "logistic", "svm", "network")


def classifier(name: str, seed: int = 0) -> Any:
    """An untrained classifier of scikit-learn; `name` is one of `CLASSIFIERS`."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
        from sklearn.linear_model import LogisticRegression
        from sklearn.neural_network import MLPClassifier
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        from sklearn.svm import SVC
        from sklearn.tree import DecisionTreeClassifier
    except ImportError:
        raise GameError("training needs scikit-learn: pip install 'whoknows[predict]'") from None

    makers: dict[str, Callable[[], Any]] = {
        "forest": lambda: RandomForestClassifier(60, max_depth=9, min_samples_leaf=8, random_state=seed),
        "tree": lambda: DecisionTreeClassifier(max_depth=7, min_samples_leaf=15, random_state=seed),
        "boosting": lambda: HistGradientBoostingClassifier(max_iter=80, max_depth=4, random_state=seed),
        "logistic": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "svm": lambda: make_pipeline(StandardScaler(), SVC()),
        "network": lambda: make_pipeline(
            StandardScaler(), MLPClassifier((32, 16), solver="lbfgs", alpha=20.0, max_iter=100, random_state=seed)
        ),
    }
    if name not in makers:
        raise GameError(
            f"classifier {shorten(repr(name))}: expected one of {', '.join(makers)}{near_miss(name, list(makers))}"
        )
    return makers[name]()


def train(given: Sequence[Sample], name: str = "forest", seed: int = 0) -> Any:
    """A classifier trained on samples; the smaller class is oversampled to the size of the larger class.

    Parameters
    ----------
    given : sequence of Sample
        At least `FEWEST` true claims and at least `FEWEST` false claims.
    """
    lies = np.array([sample.lie for sample in given], dtype=bool)
    if not is_enough(lies.tolist()):
        raise GameError(f"{lies.sum()} false and {(~lies).sum()} true claims: training needs {FEWEST} of each")
    rng = np.random.default_rng(seed)
    rare = np.flatnonzero(lies == (lies.sum() < (~lies).sum()))
    more = rng.choice(rare, len(lies) - 2 * len(rare)) if len(lies) > 2 * len(rare) else rare[:0]
    rows = np.concatenate([np.arange(len(lies)), more])
    with catch_warnings():
        simplefilter("ignore")  # the network stops after a number of steps, as it should
        return classifier(name, seed).fit(_table(given)[rows], lies[rows])


def chances(trained: Any, given: Sequence[Sample]) -> Any:
    """The predicted probabilities of lies; for a support vector machine, the logistic function of its margins."""
    if hasattr(trained, "predict_proba"):
        return trained.predict_proba(_table(given))[:, 1]
    return 1 / (1 + np.exp(-trained.decision_function(_table(given))))


def forest_of(trained: Any, made_by: str) -> Forest:
    """A trained random forest, converted to plain data."""
    roots: list[int] = []
    feature: list[int] = []
    threshold: list[float] = []
    low: list[int] = []
    high: list[int] = []
    for tree in (each.tree_ for each in trained.estimators_):
        first = len(feature)
        roots.append(first)
        leaf = tree.children_left < 0
        lies = tree.value[:, 0, 1] / tree.value[:, 0].sum(axis=1)
        feature += np.where(leaf, -1, tree.feature).tolist()
        threshold += np.where(leaf, lies.round(4), tree.threshold).tolist()
        low += (tree.children_left + first).tolist()
        high += (tree.children_right + first).tolist()
    nodes = (tuple(threshold), tuple(low), tuple(high))
    return Forest(made_by, tuple(FEATURES), tuple(roots), tuple(feature), *nodes)


def is_enough(marks: Collection[bool]) -> bool:
    """Whether at least `FEWEST` of the marks are true and at least `FEWEST` are false."""
    marked = sum(marks)
    return min(marked, len(marks) - marked) >= FEWEST


def _table(given: Sequence[Sample]) -> Any:
    return np.array([sample.features for sample in given], dtype=np.float64)


RESAMPLES = 400
EVERY = 25  # number of claims of a match between trainings; Bitan and Kraus (2018) train for each claim


class Figure(NamedTuple):
    """A value with its 95 % interval, from `RESAMPLES` bootstrap samples of player pairs or of one pair's matches."""

    value: float
    low: float
    high: float


class Quality(NamedTuple):
    """The quality of a predictor on claims that it was not trained on.

    Attributes
    ----------
    auc : Figure
        The area under the ROC curve.
    true_rate, false_rate : Figure
        The proportions of true and of false claims that are classified correctly, at the threshold 0.5.
    g_mean : Figure
        The geometric mean of both rates.
    areas : array of float
        The area in each bootstrap sample; predictors of the same claims use the same samples.
    curve : tuple of lists
        The ROC curve: false positive rates (true claims predicted as lies) and true positive rates.
    """

    auc: Figure
    true_rate: Figure
    false_rate: Figure
    g_mean: Figure
    areas: Any
    curve: tuple[list[float], list[float]]


def validate(given: Sequence[Sample], name: str = "forest", seed: int = 0, every: int = EVERY) -> Quality | None:
    """The quality of predictors; each predicts one block of claims.

    A predictor is trained on all claims before the block, and on claims in games without its two players.

    Claims with too few training samples are left out. The result is None if no claims remain, or only true or only
    false ones.

    Parameters
    ----------
    every : int
        The number of successive claims of a match in a block. One predictor is trained for each block. Bitan and
        Kraus (2018) use 1.
    """
    predictions = np.full(len(given), np.nan)
    for block in _blocks(given, every):
        past = _before(given, given[block[0]])
        if is_enough([sample.lie for sample in past]):
            predictions[block] = chances(train(past, name, seed), [given[row] for row in block])
    rows = np.flatnonzero(~np.isnan(predictions))
    left = [given[row] for row in rows.tolist()]
    return quality(left, predictions[rows], seed) if len({sample.lie for sample in left}) == 2 else None


def _blocks(given: Sequence[Sample], every: int) -> Iterator[list[int]]:
    """For each match, the indices of its claims in order, cut into blocks."""
    order = sorted(range(len(given)), key=lambda row: (given[row].match, given[row].move))
    for _, match in groupby(order, key=lambda row: given[row].match):
        rows = list(match)
        yield from (rows[start : start + every] for start in range(0, len(rows), every))


def _before(given: Sequence[Sample], claim: Sample) -> list[Sample]:
    """The claims that were made before this claim, and all claims in games with neither of its two players."""
    both, when = {claim.claimer, claim.viewer}, (claim.match, claim.move)
    return [each for each in given if (each.match, each.move) < when or both.isdisjoint((each.claimer, each.viewer))]


def quality(given: Sequence[Sample], predictions: Any, seed: int = 0) -> Quality:
    """The quality of `predictions`, the predicted probabilities that the claims `given` are lies."""
    from sklearn.metrics import roc_curve

    lies = np.array([sample.lie for sample in given], dtype=bool)

    def figures(rows: Any) -> tuple[float, float, float, float]:
        told, sincere = (predictions[rows][lies[rows] == is_lie] for is_lie in (True, False))
        true, false = float((sincere <= 0.5).mean()), float((told > 0.5).mean())
        return area(told, sincere), true, false, (true * false) ** 0.5

    drawn = np.array([figures(rows) for rows in _resampled(given, seed) if 0 < lies[rows].mean() < 1])
    ends = np.quantile(drawn, (0.025, 0.975), axis=0).T
    auc, true, false, mean = (
        Figure(value, float(low), float(high)) for value, (low, high) in zip(figures(slice(None)), ends, strict=True)
    )
    across, up, _ = roc_curve(lies, predictions)
    return Quality(auc, true, false, mean, drawn[:, 0], (across.tolist(), up.tolist()))


def _resampled(given: Sequence[Sample], seed: int) -> Iterator[Any]:
    """Yield the claims' indices for each bootstrap sample of player pairs (of matches, if there is one pair)."""
    pairs = [tuple(sorted((each.claimer, each.viewer))) for each in given]
    groups: list[Any] = pairs if len(set(pairs)) > 1 else [each.match for each in given]
    rows = [np.array([row for row, each in enumerate(groups) if each == group]) for group in sorted(set(groups))]
    rng = np.random.default_rng(seed)
    for _ in range(RESAMPLES):
        yield np.concatenate([rows[number] for number in rng.integers(len(rows), size=len(rows))])


def lead(one: Quality, other: Quality) -> Figure:
    """The difference of two predictors' areas under the curve on the same claims, with its interval."""
    low, high = np.quantile(one.areas - other.areas, (0.025, 0.975))
    return Figure(one.auc.value - other.auc.value, float(low), float(high))
