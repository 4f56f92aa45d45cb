"""Writing of models and event models, in the format of the ending or of an option."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeAlias

from kripke.change.event import EventModel
from kripke.data.errors import FileError
from kripke.formats import registry, smcdel_writer
from kripke.formats.event_io import dumps_event_model
from kripke.formats.registry import ENDINGS, Format, format_by_ending
from kripke.formats.writing import require_place, write_text
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.errors import listing, shorten
from viz import to_graphviz, to_tikz
from whoknows.cli.inputs import STANDARD_INPUT
from whoknows.cli.output import say
from whoknows.cli.sources import with_worlds

Writable: TypeAlias = Model | EventModel
"""The values that can be written to a file."""

PICTURES = (".svg", ".png", ".pdf")

NOTED = 3
"""Maximal number of renamed atoms that are listed."""


def format_to_write(path: str, way_out: str = "") -> Format:
    """The format of the ending of a path; `FileError` for an unknown ending."""
    kind = format_by_ending(path)
    if kind is not None:
        return kind
    way_out = "; whoknows draw makes pictures" if path.lower().endswith(PICTURES) else way_out
    raise FileError(f"{shorten(path)}: no format of models has this ending: use {listing(ENDINGS)}{way_out}")


def require_writable(path: str) -> None:
    """Check before any work that a model can be written to the path. Errors as `write_model`."""
    format_to_write(path)
    require_place(path)


def write_model(model: Writable, path: str, kind: Format | None = None) -> list[str]:
    """Write a model to a file, completely or not at all, or with ``-`` to standard output, by default as JSON.

    A symbolic model is written as JSON with a second file for its diagrams, on standard output with the text of its
    diagrams; in other formats its worlds are listed. The written paths are returned.

    Parameters
    ----------
    kind : Format, optional
        The format; None: by the ending of the path, on standard output JSON.
    """
    if path == STANDARD_INPUT:
        say(_text_of(model, kind or Format.JSON), end="")
        return []
    if isinstance(model, EventModel) and path.lower().endswith(".txt"):
        kind = kind or Format.EVENT  # a text, as `EventModel.save` writes it
    kind = kind or format_to_write(path, "; or give it with --to")
    if kind is Format.JSON and not isinstance(model, (EventModel, KripkeModel)):
        model.save(path)
        return [path, *filter(os.path.isfile, [f"{path}.dddmp"])]  # a law of parities needs no diagrams
    write_text(path, _text_of(model, kind))
    return [path]


def _text_of(model: Writable, kind: Format) -> str:
    if isinstance(model, EventModel):
        return event_text(model, kind)
    if kind is Format.JSON:
        return model.dumps()
    return model_text(with_worlds(model, "this format lists them all; a .json file keeps them as diagrams"), kind)


def _note_numbers(model: KripkeModel) -> None:
    """Note on standard error the atoms that SMCDEL's format renames."""
    renamed = smcdel_writer.renamed(model.structure)
    if renamed:
        shown = [f"{number} for {shorten(atom)}" for atom, number in list(renamed.items())[:NOTED]]
        more = f" and {len(renamed) - NOTED:,} more" if len(renamed) > NOTED else ""
        say(f"note: atoms are numbers in SMCDEL's text: {', '.join(shown)}{more}; its comments list them", err=True)


def model_text(model: KripkeModel, kind: Format) -> str:
    """The text of a model in a format.

    Raises
    ------
    ModelError, TooLarge, DrawError
        If the format does not support the model.
    """
    pictures: dict[Format, Callable[[KripkeModel], str]] = {
        Format.DOT: lambda m: to_graphviz(m).source,
        Format.TIKZ: to_tikz,
    }
    if kind in pictures:
        return pictures[kind](model)
    text = registry.dumps(model.structure, kind)
    if kind is Format.SMCDEL:
        _note_numbers(model)
    return text


def event_text(model: EventModel, kind: Format) -> str:
    """The text of an event model in a format. Errors as `model_text`."""
    writers: dict[Format, Callable[[EventModel], str]] = {
        Format.JSON: dumps_event_model,
        Format.EVENT: lambda m: dumps_event_model(m, "text"),
        Format.DOT: lambda m: to_graphviz(m).source,
        Format.TIKZ: to_tikz,
    }
    if kind not in writers:
        raise FileError(f"{kind.value} is a format of models, and this is an event model; take {_listed(writers)}")
    return writers[kind](model)


def _listed(kinds: Iterable[Format]) -> str:
    return listing([kind.value for kind in kinds])
