"""`whoknows plan`, `ground` and `validate`: what they print, files in any order, exit codes, errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from kripke.models.kripke_model import KripkeModel
from whoknows.cli.main import app

DOMAIN = """(define (domain coin) (:requirements :modal-goals) (:predicates (heads))
  (:event e-tell :precondition (heads))
  (:action tell :parameters (?i - agent) :action-type (basic (e-tell))))"""
PROBLEM = """(define (problem coin-1) (:domain coin) (:requirements :finitary-S5-theories :modal-goals) (:agents a b)
  (:init (heads)) (:goal ([a] (heads))))"""


def run(command: str, *arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [command, *map(str, arguments)], prog_name="whoknows")


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A coin with heads up that ann may look at, and files of a problem in EPDDL."""
    monkeypatch.chdir(tmp_path)
    classes = {"ann": [["w", "v"]], "bob": [["w", "v"]]}
    KripkeModel.s5(worlds={"w": {"h"}, "v": set()}, partitions=classes, actual="w").save("coin.json")
    Path("look.event").write_text("event heads: pre h\nevent tails: pre ~h\nann: heads | tails\nothers: heads tails\n")
    Path("d.epddl").write_text(DOMAIN)
    Path("p.epddl").write_text(PROBLEM)
    return ["coin.json", "--action", "look.event", "--announce", "Kw_ann h & h"]


def test_a_plan_is_printed_and_explained(coin: list[str]) -> None:
    found = run("plan", *coin, "--goal", "C h")
    assert (found.exit_code, found.stdout) == (0, "look, then Kw_ann h ∧ h: a plan of 2 steps\n")
    told = run("plan", *coin, "--goal", "C h", "--explain").stdout
    assert "  ann learns that h; bob knows this\n" in told


def test_the_exit_code_tells_impossible_from_given_up(coin: list[str]) -> None:
    none = run("plan", *coin[:3], "--goal", "K_bob h")
    assert (none.exit_code, none.stdout) == (1, "no plan is possible: the search is exhausted after 2 states\n")
    given_up = run("plan", *coin[:3], "--goal", "K_bob h", "--states", "1")
    assert (given_up.exit_code, given_up.stdout) == (3, "gave up: more than 1 state; raise the limit\n")
    assert "K_bob h fails at w" in run("plan", *coin[:3], "--goal", "K_bob h", "--explain").stdout


def test_json_has_the_outcome_and_the_steps(coin: list[str]) -> None:
    data: Any = json.loads(run("plan", *coin, "--goal", "C h", "--json").stdout)
    assert (data["outcome"], data["steps"]) == ("found", ["look", "Kw_ann h ∧ h"])
    none: Any = json.loads(run("plan", *coin[:3], "--goal", "C h", "--json", "--explain").stdout)
    assert (none["outcome"], none["steps"], none["why"][0]["depth"]) == ("impossible", None, 0)


def test_files_in_epddl_are_read_in_any_order(coin: list[str]) -> None:
    found = run("plan", "p.epddl", "d.epddl")
    assert (found.exit_code, found.stdout) == (0, "tell_a (a): a plan of 1 step\n")
    assert run("validate", "p.epddl", "d.epddl", "--plan", "tell_a").exit_code == 0


def test_turns_are_asked_for_by_agent(coin: list[str]) -> None:
    assert run("plan", "d.epddl", "p.epddl", "--by", "a").exit_code == 1, "a does not know heads at the start"
    assert run("plan", "coin.json", "--action", "look.event", "--goal", "Kw_ann h", "--by", "ann").exit_code == 0


def test_who_acts_is_named_for_files_and_announcements(coin: list[str]) -> None:
    actors = ["--actor", "look=ann", "--actor", "Kw_ann h & h=ann"]
    found = run("plan", *coin, *actors, "--goal", "Kw_bob h", "--by", "ann,bob")
    assert (found.exit_code, found.stdout) == (1, "no plan is possible: the search is exhausted after 2 states\n")
    found = run("plan", *coin, *actors, "--goal", "Kw_ann h", "--by", "ann,bob")
    assert found.stdout == "look (ann): a plan of 1 step\n"
    valid = run("validate", *coin, *actors, "--goal", "Kw_ann h", "--by", "ann,bob", "--plan", "look")
    assert valid.stdout == "the plan works as the agents who act see it\n"
    assert "MODEL" not in run("ground", "--help").stdout


def test_a_plan_of_ones_own_is_validated_and_a_wrong_one_told(coin: list[str]) -> None:
    assert run("validate", *coin, "--goal", "K_ann h", "--plan", "look").stdout == "the plan works\n"
    typed = run("validate", *coin, "--goal", "K_ann h", "--plan", '["look", "Kw_ann h & h"]')
    assert typed.stdout == "the plan works\n"
    wrong = run("validate", *coin, "--goal", "K_bob h", "--plan", "look")
    assert (wrong.exit_code, wrong.stdout) == (1, "after the last step the goal fails at w·heads\n")
    pasted = run("plan", *coin, "--goal", "C h").stdout.partition(":")[0]
    for plan in (pasted, "look, Kw_ann h & h", "look,Kw_ann h & h", "look (ann) then Kw_ann h & h (bob)"):
        assert run("validate", *coin, "--goal", "C h", "--plan", plan).exit_code == 0, plan
    Path("plan.txt").write_text("look\nKw_ann h ∧ h\n")
    assert run("validate", *coin, "--goal", "C h", "--plan", "plan.txt").exit_code == 0
    Path("plan.json").write_text(run("plan", *coin, "--goal", "C h", "--json").stdout)
    assert run("validate", *coin, "--goal", "C h", "--plan", "plan.json").exit_code == 0
    failed: Any = json.loads(run("validate", *coin, "--goal", "C h", "--plan", "look", "--json").stdout)
    assert (failed["works"], failed["step"]) == (False, None)


@pytest.mark.parametrize("said", ["h & (h | ~h)", "h & C_{ann,bob} (h | ~h)"])
def test_a_plan_names_announcements_with_brackets_and_commas(coin: list[str], said: str) -> None:
    task = ["coin.json", "--announce", said, "--announce", "h", "--goal", "K_ann h"]
    for plan in (said, f"h, then {said}"):
        assert run("validate", *task, "--plan", plan).stdout == "the plan works\n", plan


def test_a_plan_is_drawn(coin: list[str]) -> None:
    undrawn = run("plan", *coin[:3], "--goal", "C h", "--draw", "none.svg")
    assert (undrawn.stderr, Path("none.svg").exists()) == ("note: without a plan nothing is drawn\n", False)
    drawn = run("plan", *coin, "--goal", "C h", "--draw", "plan.svg")
    assert "wrote plan.svg" in drawn.stdout
    assert "1. look" in Path("plan.svg").read_text()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["plan", "coin.json"], "coin.json is a MODEL: give --goal FORMULA"),
        (["plan", "coin.json", "--goal", "K_bob h"], "nothing can happen"),
        (["plan", "d.epddl", "p.epddl", "--announce", "h"], "are for a MODEL with --goal FORMULA"),
        (["plan", "d.epddl", "p.epddl", "--as", "plonk"], "'plonk' is not one of 'plank'"),
        (["plan", "d.epddl", "nowhere"], "nowhere: there is no such file"),
        (["plan", "coin.json", "--announce", "h", "--goal", "K_carl h"], "no agent 'carl'"),
        (["plan", "d.epddl", "p.epddl", "--draw", "plan.bmp"], "bmp"),
        (["plan", "coin.json", "--announce", "h", "--goal", "h", "--actor", "k=ann"], "expected NAME=AGENT for h"),
        (["validate", "d.epddl", "p.epddl", "--plan", "tell_c"], "there is no action 'tell_c'"),
        (["validate", "d.epddl", "p.epddl", "--plan", "plan.txt"], "no such file, and no action of this name"),
        (["plan", "coin.json", "p.epddl"], "coin.json: expected a domain, a problem or a library in EPDDL"),
        (["validate", "d.epddl", "p.epddl", "--plan", "{"], "--plan {: not valid JSON"),
        (["validate", "d.epddl", "p.epddl", "--plan", "[7]"], "steps[0]: expected a text, got 7"),
    ],
)
def test_what_cannot_be_read_is_an_error(coin: list[str], arguments: list[str], problem: str) -> None:
    refused = run(*arguments)
    assert refused.exit_code == 2
    assert problem in " ".join(refused.stderr.split())


def test_ctrl_c_gives_up(coin: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kripke.plan.states.Reached.step", interrupted)
    stopped = run("plan", *coin, "--goal", "C h")
    assert (stopped.exit_code, stopped.stdout) == (3, "gave up: stopped by the keyboard after 1 state\n")


def test_ground_json_is_printed_and_planned(coin: list[str]) -> None:
    printed = run("ground", "d.epddl", "p.epddl")
    assert run("ground", "d.epddl", "p.epddl", "-o", "written.json").stdout == "wrote written.json\n"
    assert Path("written.json").read_text(encoding="utf-8") == printed.stdout
    Path("g.json").write_text(printed.stdout)
    found: Any = json.loads(run("plan", "g.json", "--json").stdout)
    assert (printed.exit_code, found["outcome"], len(found["steps"])) == (0, "found", 1)


def test_a_policy_is_printed_explained_and_drawn(coin: list[str]) -> None:
    arguments = ["coin.json", "--at", "w,v", "--action", "look.event", "--goal", "Kw_ann h", "--policy"]
    found = run("plan", *arguments, "--draw", "policy.svg")
    assert (found.exit_code, found.stdout.splitlines()) == (0, ["look", "the goal holds", "wrote policy.svg"])
    data: Any = json.loads(run("plan", *arguments, "--json", "--explain").stdout)
    assert (data["outcome"], data["policy"]["action"]) == ("found", "look")
    assert "ann learns whether h; bob knows this" in [line["text"] for line in data["why"]]
