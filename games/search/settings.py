"""The settings of a search: the selection rule and its constants.

- ``uct``: upper confidence bounds (Kocsis and Szepesvari, 2006). Over fixed determinisations, in trees of full states,
  it is the determinised UCT that suffers from strategy fusion.
- ``ismcts``: the bound of an action uses how often the action was legal at the information set instead of how often
  the set was visited (Cowling, Powley and Whitehouse, 2012).
- ``smooth``: Smooth-UCT (Heinrich and Silver, 2015) by Algorithm 3 of Bitan and Kraus (2018): with probability
  eta_k = max(gamma, eta / (1 + d sqrt(N))), where N is the number of visits of the information set, it selects the
  action with the largest bound, otherwise it draws an action in proportion to its visits.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.errors import require_choice, require_number

SELECTIONS = ("uct", "ismcts", "smooth")
UCT, ISMCTS, SMOOTH = range(3)
LARGEST_TREE = 1 << 22  # Nodes; a node of 18 actions takes about 310 bytes


class Settings(NamedTuple):
    """The parameters of a search; the defaults are those of Bitan and Kraus (2018).

    `selection` is `UCT`, `ISMCTS` or `SMOOTH`, and `c` is the weight of exploration in the bounds.
    """

    selection: int = SMOOTH
    c: float = 0.0025
    # `eta`, `gamma`, `d`: Smooth-UCT follows the bound with a probability that starts at `eta`, decreases with the
    # speed `d` and is at least `gamma`
    eta: float = 0.9
    gamma: float = 0.1
    d: float = 0.0025
    discount: float = 0.995  # the factor of the payoff for each move until the end
    nodes: int = 1 << 18  # the largest number of nodes in a tree


RANGES = {
    "c": (0, 1e6),
    "eta": (0, 1),
    "gamma": (0, 1),
    "d": (0, 1e6),
    "discount": (0.5, 1),
    "nodes": (64, LARGEST_TREE),
}


def settings(selection: str = "smooth", **numbers: float) -> Settings:
    """The `Settings` with this selection rule and these numbers; `GameError` if a value is not allowed."""
    require_choice("selection", selection, SELECTIONS)
    for name, value in numbers.items():
        require_number(name, value, *RANGES[name])
    given = {name: int(value) if name == "nodes" else float(value) for name, value in numbers.items()}
    return Settings(SELECTIONS.index(selection), **given)  # type: ignore[arg-type]  # the only int is `nodes`


def weighed(cases: Sequence[Sequence[float]], visits: Sequence[Sequence[int]], shares: Sequence[float]) -> list[float]:
    """The mean value of each action over the cases where it was tried, weighted by `shares`; -inf if it never was."""
    means = []
    for action in range(len(cases[0])):
        tried = [i for i, share in enumerate(shares) if share > 0 and visits[i][action]]
        total = sum(shares[i] for i in tried)
        means.append(sum(shares[i] * cases[i][action] for i in tried) / total if tried else float("-inf"))
    return means


def mixture(visits: Sequence[Sequence[int]], shares: Sequence[float]) -> list[float]:
    """The average strategy at the root of a search, as a mean over its cases (see `Search`), weighted by `shares`.

    The probability of an action a at a root u is N(u, a) / N(u), its proportion of the visits.
    """
    strategy = [0.0] * len(visits[0])
    total = sum(share for share, counts in zip(shares, visits, strict=True) if any(counts))
    for share, counts in zip(shares, visits, strict=True):
        for action, count in enumerate(counts):
            strategy[action] += share / total * count / sum(counts) if count and share else 0.0
    return strategy
