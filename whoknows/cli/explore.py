"""The command `explore`: the states that actions reach from a model, and paths to states where a formula is true."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from pathlib import Path

from kripke.data.lazy import Lazy
from kripke.models.functions import explore
from kripke.models.kripke_model import KripkeModel
from kripke.space.explore import Space, Transition
from logic.errors import ParseError, listing
from logic.exact import plural
from logic.parser import parse
from whoknows.cli import models
from whoknows.cli.guard import AS_JSON, FALSE, INTERRUPTED, command, flag, option, refuse, written
from whoknows.cli.streams import emit, progress, say

drawing = Lazy("viz.drawing")  # with NumPy, which most spaces do not need

GAVE_UP = 3  # exit code if a limit is reached before an answer is found, as for OutOfTime
LISTED = 20  # maximum number of listed states if no limit is given


@command("explore", also=models.GRAPH_OPTIONS)
def _explore(
    model: str = models.MODEL,
    action: list[str] = models.ACTIONS,
    announce: list[str] = option("--announce FORMULA", "An announcement that may happen. Repeatable."),
    where: str | None = option("--where FORMULA", "List the states where it is true, with the way to each."),
    output: str | None = written("--draw FILE", "Draw the states, those of --where marked: svg, png, pdf or dot."),
    together: bool = flag("--together", "All actual worlds are one state; actions must be possible at each."),
    at: str | None = models.AT,
    limit: int = option("--limit N", "List at most this many states.", LISTED, min=0),
    states: int = option("--states N", "Find at most this many states.", 100_000, min=1),
    seconds: float | None = option("--time SECONDS", "Search for at most this long.", min=0),
    as_json: bool = AS_JSON,
) -> int:
    """Find all states that actions lead to.

    A state is the part of a model that the actual world reaches; bisimilar states count as one. An event model is given
    by --action. An announcement has its formula as its name: [@"p | q"] after --announce 'p | q'. With --where the
    exit code is 1 if the formula is true in no state, and 3 if none was found before a limit.

    Examples
    --------
    whoknows explore model.json --action look=peek.event --announce p
    whoknows explore model.json --action look=peek.event --where 'K_a p & ~K_b p'
    whoknows explore puzzle:muddy_children --announce 'muddy(anne) | muddy(bill)' --draw space.png
    """
    steps = "a system with time, whose steps are in its file; whoknows check asks what its runs reach, as in 'EF p'"
    refuse((models.is_system(model), f"{model}: {steps}, and whoknows explain shows the run"))
    if output is not None:
        drawing.ending_of(output)  # refused before the search
    names = [models.named_file(text)[0] for text in action]
    asking = [] if where is None else [NAME.sub(partial(_listed, names), where)]
    given, named, formulas = models.read_happening(model, at, action, announce, asking)
    with progress(as_json, "states") as bar:
        space = explore(
            given, named, states=states, seconds=seconds, progress=bar, asking=formulas, together=together
        ).run()
    numbers = space.where(formulas[0]) if formulas else list(range(len(space)))
    _tell(space, numbers, bool(formulas), limit, as_json)
    if output is not None:
        path = drawing.draw(space, Path(output), highlight=formulas[0] if formulas else None)
        say(f"wrote {path}", err=as_json)
    if "keyboard" in space.stopped:
        return INTERRUPTED
    return 0 if numbers else FALSE if space.exhausted else GAVE_UP


def _tell(space: Space[KripkeModel], numbers: list[int], has_formula: bool, limit: int, as_json: bool) -> None:
    """Print at most `limit` states: those where a formula holds, with paths to them, or all states and transitions."""
    if as_json:
        steps = [step._asdict() for step in space.transitions]
        ways = [
            {"state": number, "path": [step._asdict() for step in space.path(number)]} for number in numbers[:limit]
        ]
        emit(
            {"states": len(space), "exhausted": space.exhausted, "stopped": space.stopped or None}
            | ({"count": len(numbers), "where": ways} if has_formula else {"transitions": steps})
        )
        return
    after: dict[int, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for step in space.transitions:
        after[step.source][step.target].append(_name(step))
    say(repr(space)[len("Space(") : -1], style="strong")
    for number in numbers[:limit]:
        size, start = plural(len(space[number]), "world"), ", first" if number in space.starts else ""
        leads = "; ".join(f"{listing(names, 'and')} → {target}" for target, names in after[number].items())
        text = " then ".join(map(_name, space.path(number))) if has_formula else leads
        say(f"{number} ({size}{start}){': ' if text else ''}{text}")
    if len(numbers) > limit:
        say(f"and {len(numbers) - limit:,} more", style="faint", err=True)
    if has_formula and not numbers:
        say(f"nowhere ({plural(len(space), 'state')} asked{'' if space.exhausted else ', not all'})", err=True)


NAME = re.compile(r'@"([^"\\]*)"')


def _listed(names: Collection[str], name: re.Match[str]) -> str:
    """Return a matched ``@"NAME"``, with NAME in Unicode if it is a formula and not in `names`."""
    with suppress(ParseError):
        return name[0] if name[1] in names else f'@"{parse(name[1])}"'
    return name[0]


def _name(step: Transition) -> str:
    return step.action if step.event is None else f"{step.action} ({step.event})"
