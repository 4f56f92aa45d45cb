"""From event models to their text form, which `kripke.formats.event_reader` reads as an equal event model."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np

from kripke.change.event import EventModel
from kripke.data.relation import Relation, bits, canonical_labels
from kripke.data.structure import Structure
from kripke.data.weighing import number, rank
from kripke.formats.entries import LIMIT, cells
from kripke.formats.event_lines import BARE, KEYWORDS
from logic.clauses import Atom
from logic.errors import TooLarge
from logic.formula import Formula


def write(model: EventModel) -> str:
    """Return the event model as text; errors and cost as for `kripke.formats.event_io.dumps_event_model`."""
    names = list(map(_name, model.events))
    rows = [
        _event(name, event.pre, event.post.items()) for name, event in zip(names, model.events.values(), strict=True)
    ]
    if model.actual is not None:
        rows.append(f"actual: {', '.join(map(_name, model.actual))}")
    rows += [_line(_agent(agent), _relation(r, names)) for agent, r in model.frame.relations.items()]
    if model.others is not None:
        rows.append(_line("others", _relation(model.others, names)))
    rows += _preferences(model.frame, names)
    return "\n".join([*rows, ""])


def _event(name: str, pre: Formula, post: Iterable[tuple[str, Formula]]) -> str:
    changes = [f"{Atom(atom).to_ascii()} := {formula.to_ascii()}" for atom, formula in post]
    return f"event {name}: {'; '.join([f'pre {pre.to_ascii()}', *changes])}"


def _name(event: str) -> str:
    """Return the event's name, in JSON's quotes if it needs them."""
    return event if BARE.fullmatch(event) else quoted(event)


def quoted(name: str) -> str:
    """Return the name in quotes, with escapes for characters that would end the line or the name."""
    text = json.dumps(name, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(name)


def _agent(agent: str) -> str:
    return f"agent {agent}" if agent in KEYWORDS else agent


def _line(head: str, body: str) -> str:
    return f"{head}: {body}".rstrip()


def _relation(relation: Relation, names: Sequence[str]) -> str:
    """Return classes if the relation is S5, else arrows; empty for an empty relation."""

    def listed(positions: Iterable[int]) -> str:
        return " ".join([names[i] for i in positions])

    if relation.is_s5:
        return " | ".join(map(listed, cells(canonical_labels(relation)[0])))
    blocks = [(lookers, seen) for lookers, seen in relation.blocks if seen]
    if sum(lookers.bit_count() + seen.bit_count() for lookers, seen in blocks) > LIMIT:
        raise TooLarge(f"a relation of {relation.count_edges():,} edges is too large to be written")
    return " | ".join(f"{listed(bits(lookers))} -> {listed(bits(seen))}" for lookers, seen in blocks)


def _preferences(frame: Structure, names: Sequence[str]) -> list[str]:
    rows = []
    for agent in frame.agents:
        if agent in frame.weights:
            given = frame.weights[agent]
            members = np.flatnonzero(frame.relations[agent].members).tolist()
            each = [f"{names[i]} {number(Fraction(given.numerators[i], given.denominator))}" for i in members]
            rows.append(_line(f"weights {agent}", ", ".join(each)))
        if agent in frame.ranks:
            each = [f"{name} {rank(height)}" for name, height in zip(names, frame.ranks[agent], strict=True)]
            rows.append(f"ranks {agent}: {', '.join(each)}")
    return rows
