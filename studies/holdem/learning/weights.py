"""Networks for training: random layers, added channels, and files."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from games.holdem.agents.brain.inputs import CHANNELS
from games.holdem.agents.brain.network import NAMES, Layers, Network
from kripke.formats.writing import write_bytes

HIDDEN = 64  # nodes of each of the two hidden layers
ILLEGAL = np.float32(-1e9)


def fresh(rng: np.random.Generator, width: int, ends: int, hidden: int = HIDDEN, last: float = 0.1) -> Layers:
    """Random layers (He initialisation) from `width` inputs to `ends` outputs; the last layer is scaled by `last`."""
    sizes = ((width, hidden, 1.0), (hidden, hidden, 1.0), (hidden, ends, last))
    pairs = [(rng.normal(0, factor * np.sqrt(2 / into), (into, out)), np.zeros(out)) for into, out, factor in sizes]
    return tuple(each.astype(np.float32) for pair in pairs for each in pair)


def padded(network: Network, channel: str) -> Network:
    """Add inputs about a partner (a channel) to a network; their weights are 0, so the policy stays the same."""
    first, *rest = network.layers
    more = np.zeros((CHANNELS[channel], first.shape[1]), np.float32)
    return replace(network, layers=(np.concatenate([first, more]), *rest), channel=channel)


def save_network(network: Network, path: Path) -> None:
    """Write a network to a file: arrays, and a text with inputs, command, number of games and hash."""
    about = {"inputs": network.inputs, "made_by": network.made_by, "games": network.games, "hash": network.hash}
    about |= {} if network.channel == "none" else {"channel": network.channel}
    text = np.frombuffer(json.dumps(about).encode(), np.uint8)
    write_bytes(path, packed(dict(zip(NAMES, network.layers, strict=True)) | {"about": text}))


def packed(arrays: dict[str, Any]) -> bytes:
    """Arrays as the bytes of an ``.npz`` file; the same arrays give the same bytes."""
    buffer = BytesIO()
    np.savez(buffer, **arrays)
    return buffer.getvalue()
