"""Training of networks in rounds with checkpoints, measured by duplicate deals against simple players."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from games.core.errors import GameError
from games.holdem.agents.brain.network import Network, unpacked
from kripke.formats.writing import write_bytes
from logic.errors import EpistemicError, listing
from logic.json_values import Fields, WrongValue, json_text, read_json_value
from studies.holdem.learning.table_play import NetworkPlayer, Player, play
from studies.holdem.learning.trajectories import RANDOM, TESTED
from studies.holdem.learning.weights import packed, save_network
from studies.training import Progress

LARGEST = 400_000_000  # the largest checkpoint in bytes: NFSP keeps its memories
MOST = 1e15  # the largest figure that is read, and the largest number of games


def place_of(out: Path) -> Path:
    """The path of a training run's checkpoint, beside its result file."""
    return out.with_name(out.name + ".checkpoint.npz")


def save(out: Path, state: Any, about: dict[str, Any], history: list[Progress]) -> None:
    """Write a checkpoint."""
    import jax  # takes a second to load; not needed to read results and to measure

    arrays = {f"leaf{number}": np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(state))}
    text = json.dumps({"about": about, "history": history}).encode()
    write_bytes(place_of(out), packed(arrays | {"about": np.frombuffer(text, np.uint8)}))


def load(out: Path, begun: Any, about: dict[str, Any]) -> tuple[Any, dict[str, Any], list[Progress]] | None:
    """The state, its description and the history; None if there is no checkpoint.

    Parameters
    ----------
    begun : tree of arrays
        A state of the same training run, as a template of shapes.

    Raises
    ------
    GameError
        If the file belongs to another training run, or is damaged.
    """
    path = place_of(out)
    if not path.exists():
        return None
    import jax

    arrays = unpacked(path, LARGEST)
    leaves, tree = jax.tree.flatten(begun)
    names = [f"leaf{number}" for number in range(len(leaves))]
    try:
        if missing := [name for name in ("about", *names) if name not in arrays]:
            raise WrongValue(f"there is no array {missing[0]!r}")
        fields = Fields(read_json_value(arrays.pop("about").tobytes()))
        history = [_progress(each) for each in fields.values("history", list)]
        trained = fields.value("about", dict)
        _require_reached(trained)
    except EpistemicError as error:
        raise GameError(
            f"{path}: expected a checkpoint of whoknows train holdem: {error.message}; delete it to begin again"
        ) from None
    other = [f"{name} {json_text(trained.get(name))}" for name in about if trained.get(name) != about[name]]
    if other:
        raise GameError(
            f"{path}: a checkpoint of another training, with {listing(other, 'and')}: name another --out, or delete it"
        )
    stored = [arrays[name] for name in names]
    for leaf, expected in zip(stored, leaves, strict=True):
        if leaf.shape != np.shape(expected) or leaf.dtype != np.asarray(expected).dtype:
            problem = f"an array of shape {leaf.shape}: expected {np.shape(expected)}"
            raise GameError(f"{path}: {problem}; it is damaged, delete it to begin again")
    return jax.tree.unflatten(tree, stored), trained, history


def _require_reached(trained: dict[str, Any]) -> None:
    """Raise `WrongValue` for impossible progress: a round beyond the last, or invalid measurements."""
    number, rounds = trained.get("number"), trained.get("rounds")
    if type(number) is not int or type(rounds) is not int or not 0 <= number <= rounds:
        raise WrongValue(f"number: expected a round from 0 to {json_text(rounds)}, got {json_text(number)}")
    _require_figures(trained.get("figures"))


def _require_figures(figures: Any) -> None:
    if not isinstance(figures, dict) or not all(
        type(each) in (int, float) and abs(each) <= MOST for each in figures.values()
    ):
        raise WrongValue(f"figures: expected numbers by name, got {json_text(figures)}")


def _progress(data: list[Any]) -> Progress:
    match data:
        case [int() as games, int() | float() as done, dict() as figures] if 0 <= games <= MOST and 0 <= done <= 1:
            _require_figures(figures)
            return Progress(games, float(done), figures)
    raise WrongValue(f"history: expected numbers of games with their figures, got {json_text(data)}")


BATCH = 4_096  # Deals that are played at once
NORMAL = 1.959964  # half the width of a 95 % interval, in standard errors

ALL_DIFFERENT = (0, 1, 2)
PAIR = (0, 0, 1)  # the numbers of the players around a table: three players, or two partners and a third


class Result(NamedTuple):
    """The result of a player against two opponents.

    Attributes
    ----------
    mean, margin : float
        Big blinds per game, and half of the 95 % interval over deals.
    won : float
        The proportion of games with a positive payoff.
    ratio : float
        The number of games that the player won, divided by the mean number that the others won: the "win ratio".
    """

    mean: float
    margin: float
    won: float
    ratio: float


def measured(
    player: Player, others: Sequence[Player], deals: int, seed: int, places: Sequence[int] = ALL_DIFFERENT
) -> Result:
    """The result of a player, or of two such players as partners, against opponents; the seats are rotated.

    Parameters
    ----------
    places : sequence of three int
        The players clockwise: 0 is the player, 1 and 2 are the others. If 0 occurs twice, the result is the mean of
        both seats.
    """
    paid = payoffs([player, *others], deals, seed, places)
    is_own = np.array(places) == 0
    own, rest = paid[:, :, is_own], paid[:, :, ~is_own]
    by_deal = own.mean(axis=(1, 2))
    margin = NORMAL * by_deal.std(ddof=1) / np.sqrt(deals)
    won, others_won = float((own > 0).mean()), float((rest > 0).mean())
    return Result(float(by_deal.mean()), float(margin), won, won / max(others_won, 1e-12))


def payoffs(players: Sequence[Player], deals: int, seed: int, places: Sequence[int] = ALL_DIFFERENT) -> Any:
    """The payoffs in an array of shape (deals, 3, 3): by deal, rotation around the table, and position.

    Parameters
    ----------
    places : sequence of three int
        The index in `players` of the player at each position, clockwise.
    """
    winnings = np.zeros((deals, 3, 3))
    rng = np.random.default_rng(seed)
    seeds = rng.integers(0, 2**63, deals, np.uint64)
    for first in range(0, deals, BATCH):
        part = slice(first, min(first + BATCH, deals))
        shares = None
        for turn in range(3):
            seats = np.tile([places[(seat - turn) % 3] for seat in range(3)], (part.stop - part.start, 1))
            paid, shares = play(players, seats, seeds[part], shares)
            winnings[part, turn] = paid[:, [(place + turn) % 3 for place in range(3)]]
    return winnings


DEALS, FINAL_DEALS = 1_000, 10_000
"""The number of duplicate deals for a measurement during training, and at the end; each is played three times."""
MEASURED_WITH = 20_261_123  # the seed of measurements: the same deals in all of them


OTHERS: dict[str, Player] = {"rule players": TESTED, "random players": RANDOM}


class LearningCourse:
    """A training run whose rounds are functions of the state, a seed and the finished fraction of the run.

    Parameters
    ----------
    about : dict
        The description of the training run as JSON values: agent, inputs, seed, rounds.
    begun, improved, policy : state, function of (state, seed, fraction), function of a state
        The initial state, the function that runs a round, and the one that returns the layers of the policy.
    games : int
        The number of games in a round.
    out : Path
        The file of the result; the checkpoint is beside it.
    others : mapping of str to Player, optional
        The opponents of the measurement; default: rule players and random players.
    pair : bool
        Whether the policy is measured at two seats, as a pair of partners.

    Raises
    ------
    GameError
        If the file's name does not end in ``.npz``, or there is a checkpoint of another training run.
    """

    def __init__(
        self,
        about: dict[str, Any],
        begun: Any,
        improved: Callable[[Any, int, float], tuple[Any, dict[str, float]]],
        policy: Callable[[Any], Any],
        games: int,
        out: Path,
        made_by: str,
        others: Mapping[str, Player] | None = None,
        pair: bool = False,
    ) -> None:
        if out.suffix != ".npz":
            raise GameError(f"--out {out}: expected a name that ends in .npz, as brain(weights=...) takes it")
        self.about, self.state, self.improved, self.policy = about, begun, improved, policy
        self.games, self.out, self.made_by = games, out, made_by
        self.others, self.pair = OTHERS if others is None else others, pair
        self.number, self.figures, self.history = 0, dict[str, float](), list[Progress]()
        checkpoint = load(out, begun, about)
        if checkpoint is not None:
            self.state, progress, self.history = checkpoint
            self.number, self.figures = int(progress["number"]), dict(progress["figures"])

    @property
    def done(self) -> float:
        """The fraction of the training run that is done, from 0 to 1."""
        return float(self.number / self.about["rounds"])

    @property
    def network(self) -> Network:
        """The network of the present policy."""
        layers = tuple(np.asarray(each, np.float32) for each in self.policy(self.state))
        channel = self.about.get("channel", "none")
        return Network(self.about["inputs"], layers, self.made_by, self.number * self.games, channel)

    def step(self) -> None:
        """Run one round."""
        seed = self.about["seed"] * 1_000_003 + self.number
        self.state, self.figures = self.improved(self.state, seed, self.done)
        self.number += 1

    def measure(self) -> Progress:
        """Measure the present policy against the other players, unless this has been done already."""
        if not self.history or self.history[-1].games < self.number * self.games:
            figures = {name: result.mean for name, result in self._results(DEALS).items()}
            self.history.append(Progress(self.number * self.games, self.done, figures | self.figures))
        return self.history[-1]

    def save(self) -> None:
        """Write the checkpoint of the training run beside the file of its result."""
        about = self.about | {"number": self.number, "figures": self.figures}
        save(self.out, self.state, about, self.history)

    def finish(self) -> str:
        """Write the weights, measure the policy, and return a line with the results."""
        save_network(self.network, self.out)
        results = self._results(FINAL_DEALS)
        count, digits = ("one", 3) if self.pair else ("two", 2)
        texts = [
            f"{each.mean:+.{digits}f} +- {each.margin:.{digits}f} (win ratio {each.ratio:.2f}) against {count} {name}"
            for name, each in results.items()
        ]
        return f"{self.number * self.games:,} games; big blinds a game: {', '.join(texts)}"

    def _results(self, deals: int) -> dict[str, Result]:
        player, places = NetworkPlayer(self.network), PAIR if self.pair else ALL_DIFFERENT
        return {name: measured(player, [each] * 2, deals, MEASURED_WITH, places) for name, each in self.others.items()}
