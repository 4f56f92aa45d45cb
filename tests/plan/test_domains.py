"""Our domains in EPDDL: the answers that their README lists, and sentences that stand in their stories."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kripke.plan.answers import Plan, Policy
from kripke.plan.epddl.loading import load_epddl
from kripke.plan.face import plan
from kripke.plan.problem import Problem
from whoknows.cli.main import app

HERE = Path(__file__).parents[2] / "examples" / "plans"
PROBLEMS = sorted(path for path in HERE.glob("*/*.epddl") if path.stem != "domain" and path.parent.name != "libraries")
ROWS = re.findall(r"^\| (\w+/\w+) \|(.*)\| (.*) \|$", (HERE / "README.md").read_text("utf-8"), re.MULTILINE)


@cache
def problem(name: str | Path, **options: bool) -> Problem:
    path = HERE / f"{name}.epddl"
    return load_epddl(path.parent / "domain.epddl", path, **options)


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(HERE).with_suffix("")) for path in paths]


@pytest.mark.parametrize(("name", "options", "answer"), ROWS)
def test_the_command_finds_what_the_table_says(name: str, options: str, answer: str) -> None:
    path = HERE / f"{name}.epddl"
    files = str(path.parent / "domain.epddl"), str(path)
    result = CliRunner().invoke(app, ["plan", *files, *options.split(), "--json"], prog_name="whoknows")
    found = json.loads(result.stdout)
    assert result.exit_code == (answer == "impossible")
    if answer == "impossible":
        assert found["outcome"] == "impossible"
    elif "--policy" in options:
        assert f"{found['depth']} steps, {found['leaves']} ends" == answer
    else:
        assert ", ".join(found["steps"]) == answer


def test_the_table_has_each_problem() -> None:
    assert {name for name, _, _ in ROWS} == {*names(PROBLEMS)}
    assert len({path.parent for path in PROBLEMS}) == 6


@pytest.mark.parametrize("name", names(PROBLEMS))
def test_the_reference_semantics_confirms_each_answer_and_the_files_need_no_notes(name: str) -> None:
    task = problem(name)
    assert not task.notes
    for options in ({}, {"consistent": True}, {"policy": True}):
        found = task.plan(**options)
        assert found.outcome != "gave up"
        assert not found or found.check()  # type: ignore[union-attr]
        assert not isinstance(found, Plan) or task.model.holds(found.formula, actions={a.name: a for a in task.actions})


@pytest.mark.parametrize("path", [*PROBLEMS, *HERE.glob("*/domain.epddl")], ids=lambda path: names([path])[0])
def test_each_quoted_sentence_stands_in_the_story(path: Path) -> None:
    def told(text: str) -> str:
        return " ".join(re.findall(r"[\w'?-]+", text.lower()))

    domain, own = path.with_stem("domain").read_text("utf-8"), path.read_text("utf-8")
    story = told(domain.partition("(define")[0] + own.partition("(define")[0])
    quoted = re.findall(r'"(.*?)"', " ".join(re.findall(r"^ *; ?(.*)$", own.partition("(define")[2], re.MULTILINE)))
    assert quoted
    assert [said for said in quoted if told(said) not in story] == []


@pytest.mark.parametrize("name", ["any", "co", "lns"])
def test_three_calls_tell_all_secrets_by_each_protocol(name: str) -> None:
    task = problem(f"gossip/{name}")
    everyone = " & ".join(f"has({one},{other})" for one in task.model.agents for other in task.model.agents)
    found = plan(task.model, list(task.actions), everyone)
    assert isinstance(found, Plan)
    assert len(found) == 3


def test_each_message_that_arrives_adds_one_level_of_knowledge() -> None:
    task = problem("coordinated_attack/messengers")
    messages = {action.name: action.event_model for action in task.actions}
    model, known = task.model, "asleep"
    for number in range(1, 5):
        sender, receiver = ("anne", "bill") if number % 2 else ("bill", "anne")
        model = model.update(messages[f"send_{sender}_{receiver}_m{number}"], "e-arrives")
        known = f"K_{receiver} {known}"
        assert model.holds(f"{known} & ~K_{sender} {known} & ~C asleep")


def test_spying_needs_observers_that_are_read_per_world() -> None:
    goal = "K_anne K_sally in(basket) & K_sally in(box) & ~K_anne K_sally in(box)"
    for as_plank in (False, True):
        task = problem("false_belief/spied", as_plank=as_plank)
        named = {action.name: action for action in task.actions}
        model = task.model
        for name in ("leave_sally", "spy_sally", "move_anne_basket_box"):
            model = model.update(named[name])
        assert model.holds(goal) is not as_plank


def test_in_a_branch_only_those_learn_who_did_not_see_it_before() -> None:
    found = problem("muddy_questions/blindfold").plan(policy=True)
    assert isinstance(found, Policy)
    told = [line.strip() for line in str(found.why()).splitlines()]
    branch = told[told.index("if K_dad muddy(cath):") :]
    assert branch[1] == "dad and cath learn that muddy(cath), and know this of each other; every other agent knows this"
