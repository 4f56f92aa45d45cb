"""Training and validation of predictors with scikit-learn, which is needed for nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from games.cheat.prediction.features import FEATURES
from games.cheat.prediction.forest import Forest
from games.cheat.prediction.samples import Sample
from games.core.errors import GameError
from logic.errors import did_you_mean, shorten

FEWEST = 50
"""Number of samples of each kind that training needs."""
RESAMPLES = 400
CLASSIFIERS = ("forest", "tree", "boosting", "logistic", "svm", "network")


class Quality(NamedTuple):
    """How well a predictor does on claims that it was not trained on.

    Attributes
    ----------
    samples : int
        Number of claims that were predicted.
    auc : float
        The area under the ROC curve.
    auc_interval : tuple of float
        Where 95 % of `RESAMPLES` bootstrap samples of players lie.
    true_rate, false_rate : float
        The shares of true and of false claims that are told right, at the threshold 0.5.
    """

    samples: int
    auc: float
    auc_interval: tuple[float, float]
    true_rate: float
    false_rate: float

    @property
    def g_mean(self) -> float:
        """The geometric mean of both rates."""
        return float(np.sqrt(self.true_rate * self.false_rate))


def classifier(name: str, seed: int = 0) -> Any:
    """An untrained classifier of scikit-learn.

    Parameters
    ----------
    name : str
        One of `CLASSIFIERS`.
    seed : int
        Of its random numbers.
    """
    _require_library()
    from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.neural_network import MLPClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    made: dict[str, Callable[[], Any]] = {
        "forest": lambda: RandomForestClassifier(60, max_depth=9, min_samples_leaf=8, random_state=seed),
        "tree": lambda: DecisionTreeClassifier(max_depth=7, min_samples_leaf=15, random_state=seed),
        "boosting": lambda: HistGradientBoostingClassifier(max_iter=80, max_depth=4, random_state=seed),
        "logistic": lambda: make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)),
        "svm": lambda: make_pipeline(StandardScaler(), SVC(probability=True, random_state=seed)),
        "network": lambda: make_pipeline(StandardScaler(), MLPClassifier((32, 16), max_iter=400, random_state=seed)),
    }
    if name not in made:
        raise GameError(
            f"classifier {shorten(repr(name))}: expected one of {', '.join(made)}{did_you_mean(name, made)}"
        )
    return made[name]()


def train(given: Sequence[Sample], name: str = "forest", seed: int = 0) -> Any:
    """A classifier trained on samples; the rarer kind is drawn again until both are equally many.

    Parameters
    ----------
    given : sequence of Sample
        At least `FEWEST` true and false claims.
    name : str
        One of `CLASSIFIERS`.
    seed : int
        Of all random numbers.
    """
    lies = np.array([sample.lie for sample in given], dtype=bool)
    if not _is_enough(given):
        raise GameError(f"{lies.sum()} false and {(~lies).sum()} true claims: training needs {FEWEST} of each")
    rng = np.random.default_rng(seed)
    rare = np.flatnonzero(lies == (lies.sum() < (~lies).sum()))
    more = rng.choice(rare, len(lies) - 2 * len(rare)) if len(lies) > 2 * len(rare) else rare[:0]
    rows = np.concatenate([np.arange(len(lies)), more])
    return classifier(name, seed).fit(_table(given)[rows], lies[rows])


def validate(given: Sequence[Sample], name: str = "forest", seed: int = 0) -> Quality | None:
    """Each match is predicted from all samples of other players, and from earlier matches of the same two.

    Matches for which these are too few are left out; None if nothing is left. The source leaves out one sample at a
    time, and trains on earlier rounds of the same match too.

    Parameters
    ----------
    given : sequence of Sample
        Of many players.
    name : str
        One of `CLASSIFIERS`.
    seed : int
        Of all random numbers.
    """
    chances = np.full(len(given), np.nan)
    for match in sorted({sample.match for sample in given}):
        here = [row for row, sample in enumerate(given) if sample.match == match]
        both = {given[here[0]].claimer, given[here[0]].viewer}
        past = [sample for sample in given if sample.match < match or not both & {sample.claimer, sample.viewer}]
        past = [sample for sample in past if sample.match != match]
        if not _is_enough(past):
            continue
        chances[here] = train(past, name, seed).predict_proba(_table([given[row] for row in here]))[:, 1]
    told = np.flatnonzero(~np.isnan(chances))
    return quality([given[row] for row in told.tolist()], chances[told], seed) if len(told) else None


def quality(given: Sequence[Sample], chances: Any, seed: int = 0) -> Quality:
    """The quality of predicted chances; the interval resamples claimers, whose claims are alike.

    Parameters
    ----------
    given : sequence of Sample
    chances : array of float
        The predicted chance of a lie by sample.
    seed : int
        Of the bootstrap.
    """
    from sklearn.metrics import roc_auc_score

    lies = np.array([sample.lie for sample in given], dtype=bool)
    names = sorted({sample.claimer for sample in given})
    rows = [np.array([row for row, sample in enumerate(given) if sample.claimer == name]) for name in names]
    rng = np.random.default_rng(seed)
    drawn = (np.concatenate([rows[n] for n in rng.integers(len(rows), size=len(rows))]) for _ in range(RESAMPLES))
    areas = [roc_auc_score(lies[each], chances[each]) for each in drawn if 0 < lies[each].mean() < 1]
    low, high = np.quantile(areas, (0.025, 0.975))
    told = chances > 0.5
    return Quality(
        len(lies),
        float(roc_auc_score(lies, chances)),
        (float(low), float(high)),
        float((~told)[~lies].mean()),
        float(told[lies].mean()),
    )


def forest_of(trained: Any, made_by: str) -> Forest:
    """A trained random forest as data.

    Parameters
    ----------
    trained : RandomForestClassifier
        As `train` returns it.
    made_by : str
        The command that made it.
    """
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


def _is_enough(given: Sequence[Sample]) -> bool:
    lies = sum(sample.lie for sample in given)
    return min(lies, len(given) - lies) >= FEWEST


def _table(given: Sequence[Sample]) -> Any:
    return np.array([sample.features for sample in given], dtype=np.float64)


def _require_library() -> None:
    try:
        import sklearn  # noqa: F401  # only whether it is there
    except ImportError:
        raise GameError("training needs scikit-learn: pip install 'whoknows[predict]'") from None
