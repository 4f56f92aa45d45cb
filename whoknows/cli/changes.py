"""The commands `announce`, `update`, `contract` and `convert`, which write models."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from warnings import catch_warnings

from kripke.change.event import EventModel
from kripke.data.errors import FileError
from kripke.data.lazy import Lazy
from kripke.data.naming import name_text, one_or_all
from kripke.formats import registry
from kripke.formats.file_reading import path_text
from kripke.formats.registry import ENDINGS, Format, format_by_ending
from kripke.formats.writing import require_place, write_text
from kripke.models.functions import contract as contracted
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model, note_on
from logic.errors import listing
from logic.exact import magnitude, plural
from whoknows.cli import models
from whoknows.cli.guard import AS_JSON, argument, command, flag, option, written
from whoknows.cli.streams import STANDARD_INPUT, emit, read_typed_texts, readable_texts, require_one_reader, say, usage

drawing = Lazy("viz.drawing")  # most commands here need no pictures
eventfile = Lazy("kripke.formats.eventfile")  # with Lark

PICTURES = (".svg", ".png", ".pdf")


OF_MODELS = [kind for kind in Format if kind not in (Format.ISPL, Format.EVENT)]
OF_EVENT_MODELS = [Format.JSON, Format.EVENT, Format.DOT, Format.TIKZ]


def _format_of(path: str, way_out: str = "", kinds: Sequence[Format] = OF_MODELS) -> Format:
    """Return the format for a path's extension; `FileError`, with the advice `way_out`, if it is not in `kinds`."""
    kind = format_by_ending(path)
    if kind is not None and kind in kinds:
        return kind
    endings = listing([ending for ending, each in ENDINGS.items() if each in kinds])
    way_out = "; whoknows draw makes pictures" if path.lower().endswith(PICTURES) else way_out
    what = "models" if kinds is OF_MODELS else "event models"
    raise FileError(f"{path_text(path)}: no format of {what} has this ending: use {endings}{way_out}")


def _require_writable(output: str | None, as_json: bool) -> None:
    """Raise an error, before any work, if the model cannot be written to this output."""
    if output == STANDARD_INPUT and as_json:
        raise usage("--json and -o - both write to standard output: give -o a file")
    if output is not None and output != STANDARD_INPUT:
        _format_of(output)
        require_place(output)


def _note_names(given: models.LoadedModel) -> None:
    if any(name_text(world) != name_text(state) for world, state in given.names.items()):
        say("note: the states of a symbolic model are named by their true atoms: the names of the worlds go", err=True)


def _write(model: Model | EventModel, path: str, kind: Format | None = None) -> list[str]:
    """Write a model to a file, or with ``-`` to standard output; return the paths of the files.

    `kind`: the format; None: the format of the file's extension, and JSON for standard output.

    A symbolic model is written as JSON with a second file for its diagrams; on standard output, the JSON contains the
    diagrams as text. In other formats, the worlds of a symbolic model are listed.
    """
    if path == STANDARD_INPUT:
        say(_text_of(model, kind or Format.JSON), end="")
        return []
    if isinstance(model, EventModel) and path.lower().endswith(".txt"):
        kind = kind or Format.EVENT  # a text, as `EventModel.save` writes it
    kinds = OF_EVENT_MODELS if isinstance(model, EventModel) else OF_MODELS
    kind = kind or format_by_ending(path) or _format_of(path, "; or give it with --to", kinds)
    if kind is Format.JSON and not isinstance(model, (EventModel, KripkeModel)):
        model.save(path)
        return [path, *filter(os.path.isfile, [f"{path}.dddmp"])]  # a law of parities needs no diagrams
    write_text(path, _text_of(model, kind))
    return [path]


def _text_of(model: Model | EventModel, kind: Format) -> str:
    """Return the model as text in this format; `FileError`, `ModelError`, `TooLarge` or `DrawError` if this fails."""
    writers: dict[Format, Callable[[Any], str]] = {
        Format.DOT: lambda shown: drawing.to_graphviz(shown).source,
        Format.TIKZ: lambda shown: drawing.to_tikz(shown),
    }
    if isinstance(model, EventModel):
        write = eventfile.dumps_event_model
        writers = {Format.JSON: write, Format.EVENT: partial(write, form="text"), **writers}
        if kind not in writers:
            others = listing([each.value for each in writers])
            raise FileError(f"{kind.value} is no format of event models, and this is one; take {others}")
        return writers[kind](model)
    if kind is Format.JSON:
        return model.dumps()
    listed = models.with_worlds(model, "this format lists them all; a .json file keeps them as diagrams")
    if kind in writers:
        return writers[kind](listed)
    return registry.dumps(listed.structure, kind)


CHECK_FRAMES = flag("--check-frames", "An error if a relation loses its kind.")
OUTPUT = written("-o --output FILE", "Write the model after it; - prints it as JSON.")


Change = tuple[str, dict[str, Any]]  # a message about a change of a model, and JSON data with the numbers of worlds


def _tell(changes: Sequence[Change], more: Mapping[str, Any], as_json: bool, output: str | None) -> None:
    """Print the changes; on standard error if standard output receives the model."""
    if as_json:
        emit({"steps": [data for _, data in changes], **more})
        return
    aside = output == STANDARD_INPUT
    for words, data in changes:
        say(f"{magnitude(data['before'])} → {magnitude(data['after'])}", style="strong", err=aside, end=" ")
        say(f"{'world' if data['after'] == 1 else 'worlds'}{words}", err=aside)


def _counts(before: Model, after: Model) -> dict[str, Any]:
    return {"before": before.count("true"), "after": after.count("true")}


@command("announce", also=models.GRAPH_OPTIONS)
def _announce(
    model: str = models.MODEL,
    formulas: list[str] = argument("FORMULA", "What is announced, in this order."),
    to: str | None = option(
        "--to AGENTS", "Tell only these, such as a,b; the others notice.", complete=models.completed_agent
    ),
    whether: bool = flag("--whether", "Tell whether it is true, whichever it is."),
    check_frames: bool = CHECK_FRAMES,
    at: str | None = models.AT,
    action: list[str] = models.ACTIONS,
    output: str | None = OUTPUT,
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> None:
    """Announce formulas, and count the worlds that are left.

    The formulas are announced one after the other. Without --whether, each must be true at the actual world; otherwise
    the exit code is 2, with the reason.

    Examples
    --------
    whoknows announce model.json 'p | q'
    whoknows announce model.json 'p | q' '~K_a p' -o after.json     # one after the other
    whoknows announce model.json p --whether --to a,b               # a and b learn whether p, the others notice
    whoknows announce puzzle:muddy_children 'muddy(anne)' -o - | whoknows frames -
    """
    require_one_reader(model, *formulas, *models.files_of(action))
    _require_writable(output, as_json)
    actions = models.read_actions(action)
    texts = readable_texts(formulas)
    group = None if to is None else list(dict.fromkeys(agent.strip() for agent in to.split(",") if agent.strip()))
    if group == []:
        raise usage(f"--to {to!r} names nobody: write agents, such as --to a,b; without --to all are told")
    given = models.read_on(model, engine).seen_from(at)
    models.announce_choice(given.choice, as_json)
    now = given.model
    announced = read_typed_texts(texts, now)
    models.note_atoms_of(actions, now)
    verb = "learns" if group is not None and len(group) == 1 else "learn"
    learn = f"{'all' if group is None else listing(group, 'and')} {verb} {'whether' if whether else 'that'}"
    changes = []
    for formula in announced:
        after = now.announce(formula, group, actions, check_frames, whether)
        words = f" after {formula}" if group is None and not whether else f": {learn} {formula}"
        note = note_on(now, formula)
        data = {"formula": str(formula)} | ({"note": note} if note else {}) | _counts(now, after)
        changes.append(("; ".join(filter(None, [words, note])), data))
        now = after
    _tell(changes, models.note(given.choice), as_json, output)
    if output is not None:
        _note_names(given)
        _write(now, output)


@command("update", also=models.GRAPH_OPTIONS)
def _update(
    model: str = models.MODEL,
    actions: list[str] = argument(
        "ACTION",
        "Files with event models (text or JSON), in this order; - for standard input.",
        complete=models.completed_file,
    ),
    event: str | None = option("--event EVENT", "The event that happens; default: the one that is possible."),
    check_frames: bool = CHECK_FRAMES,
    at: str | None = models.AT,
    output: str | None = OUTPUT,
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> None:
    """Apply event models, and count the worlds after each.

    They are applied one after the other. An event must be possible at the actual world; otherwise the exit code is 2,
    with the reason.

    Examples
    --------
    whoknows update model.json peek.event
    whoknows update model.json ask.event answer.json -o after.json   # one after the other
    whoknows update model.json peek.event --event yes --json
    whoknows update puzzle:hexa show.event -o - | whoknows check - 'K_bill anne=red'
    """
    require_one_reader(model, *actions)
    _require_writable(output, as_json)
    if event is not None and len(actions) > 1:
        raise usage("--event names the event of one ACTION: give them one at a time")
    read = [(file, models.read_event_model(file)) for file in actions]
    given = models.read_on(model, engine).seen_from(at)
    models.announce_choice(given.choice, as_json)
    now = given.model
    changes = []
    for number, (file, action) in enumerate(read, start=1):
        models.note_new_atoms(file, action, now)
        with models.step(file, number, len(read)), catch_warnings(action="ignore", category=UserWarning):  # noted above
            after = now.update(action, event, check_frames)
        happened = [] if event is None else [event]
        if event is None and now.actuals:  # those whose preconditions are true at actual worlds
            able = ((name, action.events[name].pre) for name in action.designated)
            happened = [name for name, pre in able if any(now.holds(pre, at) for at in now.actuals)]
        words = f" after {listing(happened, 'and')} of {file}" if happened else f" after {file}"
        changes.append((words, {"action": file, "event": one_or_all(happened)} | _counts(now, after)))
        now = after
    _tell(
        changes, {"actual": one_or_all(list(map(name_text, now.actuals))), **models.note(given.choice)}, as_json, output
    )
    if output is not None:
        _note_names(given)
        _write(now, output)


@command("contract", also=models.GRAPH_OPTIONS)
def _contract(
    model: str = models.MODEL, at: str | None = models.AT, output: str | None = OUTPUT, as_json: bool = AS_JSON
) -> None:
    """Merge bisimilar worlds.

    Formulas with D, DB or R may change, since these operators intersect what agents consider possible. Degrees of
    belief without weights may change, too, since they count worlds.

    Examples
    --------
    whoknows contract model.json -o small.json
    whoknows contract puzzle:muddy_children -o - | whoknows draw - -o muddy.svg
    """
    _require_writable(output, as_json)
    before = models.seen_from(models.read_listed(model), at)
    after = contracted(before)
    if as_json:
        emit({"before": len(before), "after": len(after)})
    else:
        aside = output == STANDARD_INPUT
        say(f"{len(before):,} → {plural(len(after), 'world')}", style="strong", err=aside)
    if output is not None:
        _write(after, output)


@command("convert", also=models.GRAPH_OPTIONS)
def _convert(
    model: str = models.MODEL,
    target: str = written("TARGET", "The file to write; its ending is the format. -: standard output.", STANDARD_INPUT),
    to: Format | None = option("--to", "The format to write, whatever the ending."),
    source: Format | None = option("--from", "The format to read, whatever the ending."),
    at: str | None = models.AT,
    engine: str = models.ENGINE,
) -> None:
    """Write a model, or an event model, in another format.

    JSON, plain text, SMCDEL's text and GraphML are read and written; networkx's JSON and the Modal Logic Playground's
    models are read; DOT is read as a model and, like TikZ, written as a picture; event models are read and written as
    JSON and as text. Endings: .json, .model, .event, .smcdel.txt, .graphml, .dot, .gv, .tikz, .tex. The model is not
    changed; it is an error if the other format does not support a part of it. SMCDEL's atoms are numbers: other atoms
    are numbered, and the comments list them; its worlds have no names. A symbolic model is JSON with a second file for
    its diagrams; on standard output, the JSON contains them.

    Examples
    --------
    whoknows convert muddy.smcdel.txt muddy.json
    whoknows convert model.json model.graphml
    whoknows convert graph.dot model.json --agent-from label --atoms-from p,q --close S5
    whoknows convert model.json --to model             # plain text, a line for each world and agent
    whoknows convert model.json --to tikz > model.tex
    whoknows convert puzzle:hexa hexa.json
    whoknows convert large.smcdel.txt large.json       # too large to list: as decision diagrams
    whoknows convert peek.event peek.json
    """
    given = models.read_any_on(model, engine, source)
    written: Model | EventModel
    if not isinstance(given, EventModel):
        models.announce_choice(given.choice, as_json=False)
        written = given.seen_from(at).model
        _note_names(given)
    elif at is not None:
        raise usage("--at is for models, and this is an event model")
    else:
        written = given
    for path in _write(written, target, to):
        say(f"wrote {path}")
