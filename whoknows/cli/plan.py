"""The commands `plan`, `ground` and `validate` for EPDDL files, ground JSON, and models.

Ground JSON is a planning problem whose actions have no parameters; see `kripke.plan.epddl.ground_json`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from kripke.change.product import Action
from kripke.data.lazy import Lazy
from kripke.formats.writing import write_text
from kripke.plan.problem import Problem
from logic.errors import few, naming, shorten
from logic.json_values import Fields, read_json_value
from logic.options import split
from whoknows.cli import models
from whoknows.cli.guard import AS_JSON, argument, command, flag, one_of, option, refuse, written
from whoknows.cli.streams import emit, progress, read_source, say, say_reasons, usage, warnings_said

drawing, pictures = Lazy("viz.drawing"), Lazy("viz.plan_pictures")  # with NumPy
epddl = Lazy("kripke.plan.epddl.loading")  # with Lark
ground_json = Lazy("kripke.plan.epddl.ground_json")

EXIT = {"found": 0, "impossible": 1, "gave up": 3}  # outcome of the search -> exit code
KINDS = "domain", "problem", "action-type-library"
KIND = re.compile(r"\(\s*define\s*\(\s*(" + "|".join(KINDS) + r")\b", re.IGNORECASE)

PROBLEM = "A domain, a problem and libraries in EPDDL; ground JSON"
GROUND = argument("FILE...", f"{PROBLEM}.")
FILES = argument("FILE...", f"{PROBLEM}; or, with --goal, a MODEL.")
AS = option("--as plank", "Read EPDDL as plank does where that departs from the guideline.", complete=["plank"])
ANNOUNCE = option("--announce FORMULA", "For a MODEL: an announcement that may happen. Repeatable.")
ACTOR = option("--actor NAME=AGENT", "Who does an --action, or makes the announcement of a FORMULA. Repeatable.")
GOAL = option("--goal FORMULA", "For a MODEL: what is to hold.")
BY = option("--by AGENTS", "Each agent who acts, such as a,b, must know at their turn that the rest works.")
CONSISTENT = flag("--consistent", "Each agent must consider some world possible, everywhere and always.")


@command("plan", also=models.GRAPH_OPTIONS)
def _plan(
    files: list[str] = FILES,
    action: list[str] = models.ACTIONS,
    announce: list[str] = ANNOUNCE,
    actor: list[str] = ACTOR,
    goal: str | None = GOAL,
    at: str | None = models.AT,
    policy: bool = flag("--policy", "The plan may branch on what the agent who acts learns."),
    by: str | None = BY,
    consistent: bool = CONSISTENT,
    greedy: bool = flag("--greedy", "Take the first plan that is found; it may not be the shortest."),
    explain: bool = flag("--explain", "Say who learns what at each step; without a plan what is missing."),
    output: str | None = written("--draw FILE", "Draw the plan; the ending is the format: svg, png, pdf, tex, dot."),
    states: int = option("--states N", "Find at most this many states.", 100_000, min=1),
    timeout: float | None = option("--time SECONDS", "Search for at most this long.", min=0),
    as_: str | None = AS,
    as_json: bool = AS_JSON,
) -> int:
    """Find the actions after which a goal holds.

    A plan works at every actual world. Exit code: 0 there is a plan, 1 it is proved that there is none, 2 error, 3 the
    search gave up. The shortest plan is found, or the cheapest if actions have costs.

    Examples
    --------
    whoknows plan domain.epddl problem.epddl --explain
    whoknows plan ground.json --policy --draw policy.svg
    whoknows plan model.json --action look=peek.event --announce p --goal 'K_a p & ~K_b p'
    """
    if output is not None:
        drawing.ending_of(output)  # refused before the search
    problem = _read(files, action, announce, actor, goal, at, as_)
    how: dict[str, Any] = {"by": by and split(by), "consistent": consistent, "shortest": not greedy}
    with progress(as_json, "states") as bar:
        plan = problem.plan(policy=policy, states=states, timeout=timeout, progress=bar, **how)
    if as_json:
        emit(plan.to_dict() | ({"why": plan.why().to_dict()["lines"]} if explain else {}))
    elif explain:
        say_reasons(plan.why().rows())
    else:
        say(str(plan), style="good" if plan else "bad")
    for note in () if explain else plan.notes:
        say(f"note: {note}", err=True)
    if output is not None:
        drawn = f"wrote {pictures.draw_plan(plan, Path(output))}" if plan else "note: without a plan nothing is drawn"
        say(drawn, err=as_json or not plan)
    return EXIT[plan.outcome]


@command("ground")
def _ground(
    files: list[str] = GROUND,
    output: str | None = written("-o --output FILE", "The file, in place of standard output."),
    as_: str | None = AS,
) -> None:
    """Print a planning problem as ground JSON.

    Examples
    --------
    whoknows ground domain.epddl problem.epddl -o ground.json
    """
    text = ground_json.dumps_ground(_of_files(files, as_))
    if output in (None, "-"):
        print(text, flush=True)
    else:
        write_text(output, text + "\n")
        say(f"wrote {output}")


@command("validate", also=models.GRAPH_OPTIONS)
def _validate(
    files: list[str] = FILES,
    plan: str | None = option("--plan NAMES", "The names of the actions; or a file of them, one on a line, or JSON."),
    action: list[str] = models.ACTIONS,
    announce: list[str] = ANNOUNCE,
    actor: list[str] = ACTOR,
    goal: str | None = GOAL,
    at: str | None = models.AT,
    by: str | None = BY,
    consistent: bool = CONSISTENT,
    as_: str | None = AS,
    as_json: bool = AS_JSON,
) -> bool:
    """Say whether a plan works.

    The plan is run by the reference semantics, which shares no code with the search. Exit code: 0 it works, 1 it fails.

    Examples
    --------
    whoknows validate domain.epddl problem.epddl --plan 'open_ann look_ann'
    """
    problem = _read(files, action, announce, actor, goal, at, as_)
    if plan is None:
        raise usage("give the names of the actions by --plan NAMES")
    said = dict(zip(announce, [each.name for each in problem.actions[len(action) :]], strict=False))
    known = {*said, *(each.name for each in problem.actions)}
    steps = [said.get(name, name) for name in _steps(plan, known)]
    is_path = steps == [plan] and (os.sep in plan or Path(plan).suffix)
    refuse((is_path and plan not in known, f"--plan {plan}: there is no such file, and no action of this name"))
    checked = problem.check(steps, by and split(by), consistent)
    if as_json:
        data = {"works": bool(checked), "steps": steps, "step": checked.step, "reason": checked.reason or None}
        emit(data | {"view": checked.view})
    else:
        works = f"the plan works{f' {checked.view}' if by else ''}"
        say(works if checked else checked.reason, style="good" if checked else "bad")
    return bool(checked)


def _read(
    files: Sequence[str],
    action: list[str],
    announce: list[str],
    actor: list[str],
    goal: str | None,
    at: str | None,
    as_: str | None,
) -> Problem:
    """Read a planning problem: from EPDDL or JSON files or, with a goal, from a model and actions."""
    rest = [file for file in files[1:] if not os.path.isfile(file)]
    refuse((rest and (goal or announce), f"'{' '.join(rest)}' is no file; put the formula in quotes, such as 'K_a p'"))
    if goal is None:
        only = "--action, --announce, --actor and --at are for a MODEL with --goal FORMULA"
        refuse((action or announce or actor or at, only))
        return _of_files(files, as_)
    refuse((len(files) > 1, "--goal FORMULA is for one MODEL"), (as_, "--as is for files in EPDDL"))
    given, named, (wanted,) = models.read_happening(files[0], at, action, announce, [goal])
    places = {name: place for place, name in enumerate([*[each.name for each in named[: len(action)]], *announce])}
    for text in actor:
        name, _, agent = text.rpartition("=")
        refuse((name not in places, f"--actor {text}: expected NAME=AGENT for {few([*places])}"))
        named[places[name]] = Action(named[places[name]].name, named[places[name]], agent)
    return Problem(files[0], given, named, wanted)


def _of_files(files: Sequence[str], as_: str | None) -> Problem:
    """Read a problem from EPDDL files in any order, or from one file of ground JSON; print the problem's notes."""
    if as_ is not None:
        one_of("--as", as_, ["plank"])
    text = read_source(files[0]) if os.path.isfile(files[0]) else ""
    is_problem = KIND.search(text) or re.search(r'"(initial-state|problem)"', text)
    is_model = len(files) == 1 and not is_problem and models.is_model(files[0])
    refuse((is_model, f"{files[0]} is a MODEL: give --goal FORMULA"))
    if len(files) > 1:
        kinds = {file: match and match[1].lower() for file in files for match in [KIND.search(read_source(file))]}
        for file in [file for file, kind in kinds.items() if kind is None]:
            raise usage(f"{file}: expected a domain, a problem or a library in EPDDL, (define (domain ...")
        files = sorted(files, key=lambda file: KINDS.index(kinds[file]))
    with warnings_said():
        problem: Problem = epddl.load_epddl(*files, as_plank=as_ is not None)
    for note in problem.notes:
        say(f"note: {note}", err=True)
    return problem


def _steps(given: str, known: Collection[str]) -> list[str]:
    """Return the actions of a plan, given as a text, a file with one name per line, or the JSON of ``plan --json``.

    A text may be a plan as `plan` prints it, with commas, "then", and agents in brackets. `known`: the actions' names.
    """
    text = read_source(given) if given == "-" or os.path.isfile(given) else given
    if text.lstrip()[:1] in ("{", "["):
        with naming(f"--plan {shorten(given)}"):
            data = read_json_value(text)
            return [*Fields(data if isinstance(data, dict) else {"steps": data}).values("steps", str)]
    if "\n" in text.strip():
        return [line.strip() for line in text.splitlines() if line.strip()]
    has_commas = any("," in name for name in known)
    parts = [part.strip() for part in re.split(r",?\s+then\s" if has_commas else r",?\s+then\s|,", text)]
    parts = [part if part in known else re.sub(r"\s+\([^()]*\)$", "", part) for part in parts]
    return [name for part in parts for name in ([part] if part in known else part.split())]
