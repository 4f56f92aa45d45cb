"""Training of predictors with scikit-learn, which is needed for nothing else but their validation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from games.cheat.predictors import FEATURES, Forest
from games.core.errors import GameError
from logic.errors import near_miss, shorten
from studies.cheat.samples import Sample

FEWEST = 50
"""Number of samples of each kind that training needs."""
CLASSIFIERS = ("forest", "tree", "boosting", "logistic", "svm", "network")


def classifier(name: str, seed: int = 0) -> Any:
    """An untrained classifier of scikit-learn."""
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
        "svm": lambda: make_pipeline(StandardScaler(), SVC()),
        "network": lambda: make_pipeline(
            StandardScaler(), MLPClassifier((32, 16), solver="lbfgs", alpha=20.0, max_iter=100, random_state=seed)
        ),
    }
    if name not in made:
        raise GameError(
            f"classifier {shorten(repr(name))}: expected one of {', '.join(made)}{near_miss(name, list(made))}"
        )
    return made[name]()


def train(given: Sequence[Sample], name: str = "forest", seed: int = 0) -> Any:
    """A classifier trained on samples; the rarer kind is drawn again until both are equally many.

    Parameters
    ----------
    given : sequence of Sample
        At least `FEWEST` true and false claims.
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
    """The chances of lies; for a support vector machine, the logistic function of its margins."""
    if hasattr(trained, "predict_proba"):
        return trained.predict_proba(_table(given))[:, 1]
    return 1 / (1 + np.exp(-trained.decision_function(_table(given))))


def forest_of(trained: Any, made_by: str) -> Forest:
    """A trained random forest as data."""
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
    """Whether there are `FEWEST` samples of each kind."""
    marked = sum(marks)
    return min(marked, len(marks) - marked) >= FEWEST


def _table(given: Sequence[Sample]) -> Any:
    return np.array([sample.features for sample in given], dtype=np.float64)


def _require_library() -> None:
    try:
        import sklearn  # noqa: F401  # only whether it is there
    except ImportError:
        raise GameError("training needs scikit-learn: pip install 'whoknows[predict]'") from None
