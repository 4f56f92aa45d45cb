"""Policies as networks with two hidden layers: weights in files, and a forward pass that needs only NumPy."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO
from warnings import catch_warnings
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import numpy as np

from games.core.errors import GameError
from games.holdem.agents.brain.inputs import ACTIONS, CHANNELS, INPUTS, WIDTHS
from kripke.checking.engine.compiled import compiled
from kripke.formats.file_reading import opened_regular
from logic.errors import listing, naming, shorten
from logic.json_values import Fields, WrongValue, json_text, read_json_value

NAMES = ("w1", "b1", "w2", "b2", "w3", "b3")
CHUNK = 1_024  # number of decisions computed at once: few enough for the processor's cache
MOST_WEIGHT = 1_000_000
"""The largest absolute value of a weight: it keeps the values of a network far below the largest 32-bit float. The
shipped weights are below 10."""
LARGEST = 4_000_000  # the largest file of weights in bytes

Layers = tuple[Any, ...]  # Weights and biases of three layers, in the order of `NAMES`


@dataclass(frozen=True)
class Network:
    """A policy as a network.

    Parameters
    ----------
    inputs : {'bits', 'cards', 'shares'}
        The encoding of the state; see `inputs.WIDTHS`.
    layers : tuple of arrays
        The weights and biases, in the order of `NAMES`.
    made_by : str
        The command that trained the network.
    games : int
        The number of games played in training.
    channel : {'none', 'raises', 'cards'}
        The kind of the inputs about a partner; see `inputs.CHANNELS`.
    """

    inputs: str
    layers: Layers
    made_by: str = ""
    games: int = 0
    channel: str = "none"

    @property
    def hash(self) -> str:
        """A hash of the weights, which identifies the network in records."""
        return sha256(b"".join(np.ascontiguousarray(each, np.float32).tobytes() for each in self.layers)).hexdigest()

    def probabilities(self, seen: Any, legal: Any) -> Any:
        """The probabilities of actions for each row of inputs; `legal` is the mask of legal actions."""
        return masked_softmax(forward(self.layers, seen), legal)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read a file; `GameError` or `FileError` if it does not contain a valid network."""
        arrays, expected = unpacked(path, LARGEST), f"{path}: expected weights of hold'em from whoknows train holdem"
        if missing := [name for name in ("about", *NAMES) if name not in arrays]:
            raise GameError(f"{expected}: there is no array {missing[0]!r}")
        with naming(expected, GameError):
            about = Fields(read_json_value(arrays.pop("about").tobytes()))
            inputs, made_by, digest = (about.value(name, str) for name in ("inputs", "made_by", "hash"))
            channel = about.value("channel", str) if "channel" in about else "none"
            games = about.value("games", int)
        if inputs not in INPUTS:
            raise GameError(f"{path}: input {json_text(inputs)}: expected {listing(INPUTS)}")
        if channel not in CHANNELS:
            raise GameError(f"{path}: channel {json_text(channel)}: expected {listing(list(CHANNELS))}")
        layers = tuple(arrays[name] for name in NAMES)
        hidden = layers[0].shape[-1] if layers[0].ndim else 0
        shapes = ((WIDTHS[inputs] + CHANNELS[channel], hidden), (hidden,), (hidden, hidden), (hidden,))
        for name, array, shape in zip(NAMES, layers, (*shapes, (hidden, ACTIONS), (ACTIONS,)), strict=True):
            if array.shape != shape or array.dtype != np.float32:
                raise GameError(f"{path}: {name} is {array.dtype} of shape {array.shape}: expected float32 {shape}")
            if (most := np.abs(array).max(initial=0)) > MOST_WEIGHT:
                raise GameError(f"{path}: {name} has a weight of {most:g} in size: expected at most {MOST_WEIGHT:,}")
        network = cls(inputs, layers, made_by, games, channel)
        if network.hash != digest:
            raise GameError(f"{path}: the weights do not have the hash that the file says: it is damaged")
        return network


def unpacked(path: Path, most: int) -> dict[str, Any]:
    """The arrays of an ``.npz`` file, by name.

    Raises `GameError` if the file is damaged, has anything but finite numbers, or has more than `most` bytes, packed or
    unpacked.
    """
    with opened_regular(path) as file:
        try:
            members = ZipFile(file).infolist() if os.fstat(file.fileno()).st_size <= most else None
            if members is not None and sum(each.file_size for each in members) <= most:
                return _arrays(file, members)
        except Exception as error:  # a damaged file makes the readers of archives and headers raise nearly anything
            damage = "it is damaged, or has something else than numbers"
            why = error.message if isinstance(error, WrongValue) else damage
            raise GameError(f"{path}: expected an .npz file of arrays of numbers: {why}") from None
    raise GameError(f"{path}: more than {most:,} bytes: expected a file of whoknows train holdem")


def _arrays(file: BinaryIO, members: Sequence[ZipInfo]) -> dict[str, Any]:
    """The arrays of an archive, by name; `WrongValue` for unusual compression or values that are not finite numbers."""
    if strange := [each.filename for each in members if each.compress_type not in (ZIP_STORED, ZIP_DEFLATED)]:
        raise WrongValue(f"{shorten(strange[0])} is packed in an unusual way")
    with np.load(file, allow_pickle=False) as archive, catch_warnings(action="error"):
        arrays = {name: archive[name] for name in archive.files}
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray) or array.dtype.kind not in "biuf":
            raise WrongValue(f"{shorten(name)} is no array of numbers")
        if not np.isfinite(array).all():
            raise WrongValue(f"{shorten(name)} has a number that is not finite")
    return arrays


def forward(layers: Layers, seen: Any) -> Any:
    """The outputs of the last layer for each row of inputs; the units of the hidden layers are rectified linear."""
    if len(seen) > CHUNK:
        return np.concatenate([forward(layers, seen[first : first + CHUNK]) for first in range(0, len(seen), CHUNK)])
    for weights, bias in ((layers[0], layers[1]), (layers[2], layers[3])):
        seen = seen @ weights
        seen += bias
        np.maximum(seen, 0, out=seen)
    return seen @ layers[4] + layers[5]


def masked_softmax(values: Any, legal: Any) -> Any:
    """Probabilities proportional to the exponentials of the values; 0 for illegal actions."""
    probabilities = np.zeros(values.shape)
    _fill_softmax(values, legal, probabilities)
    return probabilities


@compiled
def _fill_softmax(values: Any, legal: Any, probabilities: Any) -> None:
    for row in range(len(values)):
        most, total = -np.inf, 0.0
        for action in range(values.shape[1]):
            if legal[row, action]:
                most = max(most, values[row, action])
        for action in range(values.shape[1]):
            if legal[row, action]:
                probabilities[row, action] = np.exp(values[row, action] - most)
                total += probabilities[row, action]
        for action in range(values.shape[1]):
            probabilities[row, action] /= total
