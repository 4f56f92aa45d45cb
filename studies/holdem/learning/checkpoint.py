"""The state of a training as a file of arrays, from which it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import numpy as np

from games.core.errors import GameError
from games.holdem.agents.brain.network import packed, unpacked
from kripke.formats.writing import write_bytes
from logic.errors import EpistemicError, listing
from logic.json_values import Fields, WrongValue, json_text, read_json_value
from studies.training import Progress

LARGEST = 400_000_000
"""The largest checkpoint in bytes: NFSP keeps its memories."""
MOST = 1e15
"""The largest figure that is read, and the largest number of games."""


def place_of(out: Path) -> Path:
    """Where the checkpoint of a training is, whose result will be written to a file."""
    return out.with_name(out.name + ".checkpoint.npz")


def save(out: Path, state: Any, about: dict[str, Any], history: list[Progress]) -> None:
    """Write a checkpoint."""
    arrays = {f"leaf{number}": np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(state))}
    text = json.dumps({"about": about, "history": history}).encode()
    write_bytes(place_of(out), packed(arrays | {"about": np.frombuffer(text, np.uint8)}))


def load(out: Path, begun: Any, about: dict[str, Any]) -> tuple[Any, dict[str, Any], list[Progress]] | None:
    """The state, what is said of it and the history; None where there is no checkpoint.

    Parameters
    ----------
    begun : tree of arrays
        A state of the same training, for its shapes.
    about : dict
        What training it must be.

    Raises
    ------
    GameError
        If the file is of another training, or damaged.
    """
    path = place_of(out)
    if not path.exists():
        return None
    arrays = unpacked(path, LARGEST)
    leaves, tree = jax.tree.flatten(begun)
    names = [f"leaf{number}" for number in range(len(leaves))]
    try:
        if missing := [name for name in ("about", *names) if name not in arrays]:
            raise WrongValue(f"there is no array {missing[0]!r}")
        told = Fields(read_json_value(arrays.pop("about").tobytes()))
        history = [_progress(each) for each in told.values("history", list)]
        trained = told.value("about", dict)
        _require_reached(trained)
    except EpistemicError as error:
        raise GameError(
            f"{path}: expected a checkpoint of whoknows train holdem: {error}; delete it to begin again"
        ) from None
    other = [f"{name} {json_text(trained.get(name))}" for name in about if trained.get(name) != about[name]]
    if other:
        raise GameError(
            f"{path}: a checkpoint of another training, with {listing(other, 'and')}: name another --out, or delete it"
        )
    found = [arrays[name] for name in names]
    for leaf, expected in zip(found, leaves, strict=True):
        if leaf.shape != np.shape(expected) or leaf.dtype != np.asarray(expected).dtype:
            problem = f"an array of shape {leaf.shape}: expected {np.shape(expected)}"
            raise GameError(f"{path}: {problem}; it is damaged, delete it to begin again")
    return jax.tree.unflatten(tree, found), trained, history


def _require_reached(trained: dict[str, Any]) -> None:
    """Refuse what no training has reached: a round beyond the last, or figures that are no numbers."""
    number, rounds = trained.get("number"), trained.get("rounds")
    if type(number) is not int or type(rounds) is not int or not 0 <= number <= rounds:
        raise WrongValue(f"number: expected a round from 0 to {json_text(rounds)}, got {json_text(number)}")
    _require_figures(trained.get("figures"))


def _require_figures(figures: Any) -> None:
    if not isinstance(figures, dict) or not all(map(_is_figure, figures.values())):
        raise WrongValue(f"figures: expected numbers by name, got {json_text(figures)}")


def _is_figure(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= MOST


def _progress(data: list[Any]) -> Progress:
    match data:
        case [int() as games, int() | float() as done, dict() as figures] if 0 <= games <= MOST and 0 <= done <= 1:
            _require_figures(figures)
            return Progress(games, float(done), figures)
    raise WrongValue(f"history: expected numbers of games with their figures, got {json_text(data)}")
