"""Trainings as courses of rounds, with measurements against rule players and checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from games.core.errors import GameError
from games.holdem.agents.brain.network import Network
from studies.holdem.learning import checkpoint
from studies.holdem.learning.measure import ALL_DIFFERENT, PAIR, Result, measured
from studies.holdem.learning.sparring import RANDOM, TESTED
from studies.holdem.learning.table_play import NetworkPlayer, Player
from studies.training import Progress

DEALS, FINAL_DEALS = 1_000, 10_000
"""Duplicate deals of a measurement on the way, and at the end; each is played three times."""
MEASURED_WITH = 20_261_123
"""The seed of measurements: the same deals in all of them."""


OTHERS: dict[str, Player] = {"rule players": TESTED, "random players": RANDOM}


class LearningCourse:
    """A training whose rounds are a function of state, seed and share done.

    Parameters
    ----------
    about : dict
        What training it is: agent, inputs, seed, rounds; JSON values.
    out : Path
        The file of the result; the checkpoint is beside it.
    others : mapping of str to Player, optional
        Against whom it is measured; default: rule players and random players.
    pair : bool
        Whether it is measured on two seats, of partners.

    Raises
    ------
    GameError
        If the file's name does not end in ``.npz``, or there is a checkpoint of another training.
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
        found = checkpoint.load(out, begun, about)
        if found is not None:
            self.state, told, self.history = found
            self.number, self.figures = int(told["number"]), dict(told["figures"])

    @property
    def done(self) -> float:
        """The share of the rounds that were played."""
        return float(self.number / self.about["rounds"])

    @property
    def network(self) -> Network:
        """The present policy."""
        layers = tuple(np.asarray(each, np.float32) for each in self.policy(self.state))
        channel = self.about.get("channel", "none")
        return Network(self.about["inputs"], layers, self.made_by, self.number * self.games, channel)

    def step(self) -> None:
        """One round."""
        seed = self.about["seed"] * 1_000_003 + self.number
        self.state, self.figures = self.improved(self.state, seed, self.done)
        self.number += 1

    def measure(self) -> Progress:
        """Play against the others."""
        if not self.history or self.history[-1].games < self.number * self.games:
            figures = {name: found.mean for name, found in self._results(DEALS).items()}
            self.history.append(Progress(self.number * self.games, self.done, figures | self.figures))
        return self.history[-1]

    def save(self) -> None:
        """Write the checkpoint."""
        told = self.about | {"number": self.number, "figures": self.figures}
        checkpoint.save(self.out, self.state, told, self.history)

    def finish(self) -> str:
        """Write the weights."""
        self.network.save(self.out)
        results = self._results(FINAL_DEALS)
        count, digits = ("one", 3) if self.pair else ("two", 2)
        told = [
            f"{each.mean:+.{digits}f} +- {each.margin:.{digits}f} (win ratio {each.ratio:.2f}) against {count} {name}"
            for name, each in results.items()
        ]
        return f"{self.number * self.games:,} games; big blinds a game: {', '.join(told)}"

    def _results(self, deals: int) -> dict[str, Result]:
        player, places = NetworkPlayer(self.network), PAIR if self.pair else ALL_DIFFERENT
        return {name: measured(player, [each] * 2, deals, MEASURED_WITH, places) for name, each in self.others.items()}
