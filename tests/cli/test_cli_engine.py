"""The command line on either engine: the same answers, models that nobody could list, and ways out where one cannot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from whoknows.cli.main import app

HATS = """VARS 1,2,3
LAW 1 | 2 | 3
OBS ann: 2,3  bob: 1,3  cat: 1,2
"""


def ask(*arguments: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def answered(*arguments: str | Path, code: int = 0) -> Result:
    result = ask(*arguments)
    assert result.exit_code == code, result.output
    return result


def refused(*arguments: str | Path) -> str:
    """The message of a command that ends with 2, on one line."""
    result = answered(*arguments, code=2)
    assert "Traceback" not in result.stderr
    return " ".join(result.stderr.replace("│", " ").split())


def deal(cards: int) -> str:
    """A number of cards, each to one of three players, who see their own."""
    held = [[100 * player + card for card in range(1, cards + 1)] for player in (1, 2, 3)]
    each = ",".join(f"ONEOF({','.join(map(str, owners))})" for owners in zip(*held, strict=True))
    sees = "\n".join(f"{a}: {','.join(map(str, own))}" for a, own in zip(("ann", "bob", "cat"), held, strict=True))
    return f"VARS {','.join(str(v) for own in held for v in own)} LAW AND({each}) OBS {sees}\n"


@pytest.fixture
def hats(tmp_path: Path) -> Path:
    path = tmp_path / "hats.smcdel.txt"
    path.write_text(
        HATS + "TRUE? {1,2} ann knows that 1\nWHERE? <! 1> Top\nVALID? Forall 1 (1 | ~1)\n", encoding="utf-8"
    )
    return path


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.smcdel.txt"
    path.write_text(deal(22) + "VALID? (ann,bob) distknow whether 301\nWHERE? 101 & 202\n", encoding="utf-8")
    return path


@pytest.fixture
def weighted(tmp_path: Path) -> Path:
    path = tmp_path / "weighted.json"
    KripkeModel.s5(
        {"w1": {"p"}, "w2": ()}, {"a": [["w1", "w2"]]}, "w1", weights={"a": {"w1": 0.6, "w2": 0.4}}, threshold=0.5
    ).save(path)
    return path


# --------------------------------------------------------------------------------------------- the same answers


@pytest.mark.parametrize(
    ("formula", "at"),
    [
        ("K_anne ~K_bill anne=red", "rwb"),
        ("Kv_cath anne", "rbw"),
        ("[~anne=white] (Kv_bill anne & ~Kv_cath bill)", "rwb"),
        ("C ~Kv_anne bill", "wrb"),
    ],
)
def test_both_engines_answer_alike(formula, at):
    one, two = (
        json.loads(ask("check", "puzzle:hexa", formula, "--at", at, "--engine", engine, "--json").stdout)
        for engine in ("explicit", "symbolic")
    )
    assert (one["holds"], one["count"], one["worlds"]) == (two["holds"], two["count"], two["worlds"])
    assert "engine" not in one
    assert "engine" not in two, "it was asked for"


def test_both_engines_list_the_same_worlds(hats):
    one, two = (
        answered("where", hats, "K_ann p1 | K_bob p2", "--engine", engine).stdout.split("\n")
        for engine in ("explicit", "symbolic")
    )
    assert sorted(one) == sorted(two)


def test_both_engines_announce_alike(hats):
    for arguments in (["p1 | p2", "~Kw_ann p1"], ["p1", "--to", "ann,bob"], ["p1", "--whether"]):
        one, two = (
            answered("announce", hats, *arguments, "--engine", engine, "--json").stdout
            for engine in ("explicit", "symbolic")
        )
        assert json.loads(one) == json.loads(two)


def test_both_engines_answer_the_questions_of_a_file(hats):
    texts = [answered("check", hats, "--engine", engine, code=1).stdout for engine in ("auto", "explicit", "symbolic")]
    assert len(set(texts)) == 1
    assert "[1] [1,2] [1,2,3] [1,3]" in texts[0]


def test_both_engines_update_alike(tmp_path):
    event = tmp_path / "peek.event"
    event.write_text(
        "event yes: pre anne=red\nevent no: pre ~anne=red\nbill: yes | no\nothers: yes no\n", encoding="utf-8"
    )
    for engine in ("explicit", "symbolic"):
        said = answered("update", "puzzle:hexa", event, "--engine", engine).stdout
        assert said.startswith("6 → 6 worlds after yes of")


def test_frames_are_told_without_worlds(large):
    said = answered("frames", large, "ann")
    assert said.stdout == "ann: S5 (reflexive, serial, symmetric, transitive, euclidean)\n"
    assert json.loads(answered("frames", large, "ann", "--json").stdout)["agents"]["ann"]["system"] == "S5"


# -------------------------------------------------------------------------------------------------- large models


def test_a_file_of_sixty_six_variables_is_answered_and_the_engine_said_with_its_reason(large):
    result = answered("check", large)
    assert "true" in result.stdout
    assert f" and {3**20 - 100:,} more" in result.stdout
    assert result.stderr.startswith("engine: symbolic, since 66 atoms")


def test_the_states_of_a_where_are_limited_and_the_rest_is_counted(large):
    found = json.loads(answered("check", large, "--limit", "2", "--json").stdout)
    where = found["questions"][1]
    assert len(where["where"]) == 2
    assert where["more"] == 3**20 - 2
    assert found["engine"] == {
        "name": "symbolic",
        "why": "since 66 atoms have 2^66 assignments, too many to go through",
    }


def test_a_formula_is_checked_at_a_state_and_explained(large):
    state = "{" + ",".join(["101", *[str(200 + i) for i in range(2, 23)]]) + "}"
    result = answered("check", large, "K_ann p201", "--at", state, "--explain", code=1)
    assert "K_ann p201 fails at {¬p201, …}" in result.stdout
    assert "ann considers" in result.stdout
    assert all(len(line) < 500 for line in result.stdout.splitlines())


def test_where_counts_lists_few_and_says_how_many_there_are(large):
    assert answered("where", large, "K_ann ~p201", "--count").stdout == f"{3**21}\n"
    listed = answered("where", large, "p101", "--limit", "3")
    assert len(listed.stdout.splitlines()) == 3
    assert "and 10,460,353,200 more" in listed.stderr
    assert ask("where", large, "p101 & p201").exit_code == 1


def test_everywhere_names_a_state_where_a_formula_fails(large):
    data = json.loads(answered("check", large, "~p101 | ~p202", "--everywhere", "--json", code=1).stdout)
    assert data["worlds"] == 3**22
    assert "p101" in data["fails_at"]
    assert "p202" in data["fails_at"]
    assert answered("check", large, "K_ann ~p201 | K_ann p201 | ~Kw_ann p201", "--everywhere").stdout.startswith("true")


def test_an_announcement_to_a_large_model_is_counted(large):
    said = answered("announce", large, "p101 | p202", "K_ann p101 | p202").stdout
    assert said.splitlines()[0] == "31,381,059,609 → 17,433,922,005 worlds after p101 ∨ p202"


def test_a_large_model_is_written_and_read_again(large, tmp_path):
    after = tmp_path / "after.json"
    answered("announce", large, "p101", "-o", after)
    assert SymbolicModel.load(after).count() == 3**21
    result = answered("where", after, "true", "--count")
    assert result.stdout == f"{3**21}\n"
    assert result.stderr == "engine: symbolic, since the model comes as diagrams\n"
    there = tmp_path / "there.json"
    assert answered("convert", large, there).stdout == f"wrote {there}\nwrote {there}.dddmp\n"


def test_the_reason_in_a_large_model_is_drawn(large, tmp_path):
    picture = tmp_path / "why.svg"
    state = "{" + ",".join(str(100 + i) for i in range(1, 23)) + "}"
    answered("draw", large, "--explain", "K_bob p101", "--at", state, "-o", picture)
    assert "p101" in picture.read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------------------- puzzles


def test_a_hundred_muddy_children_are_told_without_listing_anything():
    result = answered("puzzle", "muddy_children", "n=100")
    assert "1.27e30  Father: At least one of you is muddy." in result.stdout
    assert "(96 more times the same)" in result.stdout
    assert "The muddy children know after 99 rounds in which nobody knew." in result.stdout
    assert len(result.stdout) < 3_000
    assert result.stderr.startswith("engine: symbolic, since 100 atoms")


def test_the_data_of_a_puzzle_have_the_exact_counts_and_the_engine():
    data = json.loads(answered("puzzle", "muddy_children", "n=40", "muddy=3", "--json").stdout)
    assert data["counts"][:3] == [2**40, 2**40 - 1, 2**40 - 41]
    assert data["engine"]["name"] == "symbolic"
    assert "engine" not in json.loads(answered("puzzle", "muddy_children", "--json").stdout)


def test_a_story_is_the_same_on_both_engines():
    for name in ("cheryl", "wise_men", "russian_cards"):
        options = ["search=False"] if name == "russian_cards" else []
        one, two = (answered("puzzle", name, *options, "--engine", e).stdout for e in ("explicit", "symbolic"))
        assert one == two


def test_the_model_of_a_large_puzzle_is_asked():
    result = answered("check", "puzzle:muddy_children,n=60,muddy=2", "K_anne muddy(anne)", "--explain", code=1)
    assert "anne cannot tell {muddy(anne), muddy(bill)} from {muddy(bill)}" in result.stdout


# ----------------------------------------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "puzzle:hexa", "true", "--engine", "symbolik"], "--engine 'symbolik': no such engine; did you mean"),
        (["where", "puzzle:hexa", "true", "--engine", ""], "--engine ''"),
        (["puzzle", "hexa", "--engine", "explizit"], "did you mean 'explicit'?"),
        (["puzzle", "lie", "--engine", "symbolic"], "this story needs listed worlds"),
        (["puzzle", "monty_hall", "--engine", "symbolic"], "use --engine explicit"),
        (["puzzle", "muddy_children", "n=30", "--engine", "explicit"], "n=30: the explicit engine supports at most 16"),
        (["puzzle", "muddy_children", "n=201"], "n=201: expected a whole number from 1 to 200"),
        (["check", "puzzle:muddy_children,n=30", "nonsense(x)"], "nonsense(x)"),
        (["check", "puzzle:muddy_children,n=30", "true", "--at", "{dirty(anne)}"], "dirty(anne)"),
        (["check", "puzzle:muddy_children,n=30", "true", "--at", "w1"], "a state is named by its true atoms"),
        (["announce", "puzzle:muddy_children,n=30", "~muddy(anne)"], "is false at the actual state"),
        (["draw", "puzzle:muddy_children,n=30"], "announce first, by whoknows announce"),
    ],
)
def test_what_an_engine_cannot_is_refused_with_the_way_out(arguments, message):
    assert message in refused(*arguments)


def test_a_state_that_the_law_excludes_is_not_said_to_be_there(tmp_path):
    path = tmp_path / "law.smcdel.txt"
    path.write_text("VARS 1,2 LAW ~(1&2) OBS a: 1")
    said = refused("check", path, "p1", "--at", "p1", "--engine", "symbolic")
    assert "there is '{p1, p2}'" not in said
    assert "written like {p1, p2}" in said


def test_weights_need_listed_worlds(weighted):
    said = refused("check", weighted, "B_a p", "--engine", "symbolic")
    assert "agent a has weights" in said
    assert "--engine explicit" in said
    assert answered("check", weighted, "B_a p")


@pytest.mark.slow
def test_too_many_states_to_list_are_refused_with_the_engine_that_need_not(large):
    said = refused("where", large, "true", "--engine", "explicit")
    assert "take --engine symbolic" in said
    assert "limit=" not in said
    assert "announce something first" in refused("contract", large)


def test_a_model_without_an_actual_state_asks_for_one(large):
    assert "--at WORLD" in refused("check", large, "p101")


# -------------------------------------------------------------------------------------- messages in its language


def test_a_mistake_in_an_smcdel_file_names_the_file(tmp_path):
    path = tmp_path / "wrong.smcdel.txt"
    path.write_text(HATS + "VALID? 1 &", encoding="utf-8")
    for command in (["check", path], ["check", path, "p1"], ["where", path, "p1"], ["draw", path], ["convert", path]):
        assert f"{path}: line 4" in refused(*command)


def test_a_state_that_the_law_excludes_is_answered_on_both_engines(tmp_path):
    path = tmp_path / "hats.smcdel.txt"
    path.write_text(HATS + "TRUE? {} ann knows that 1", encoding="utf-8")
    outputs = [answered("check", path, "--engine", engine).stdout for engine in ("explicit", "symbolic")]
    assert outputs[0] == outputs[1]


def test_converting_to_smcdel_says_which_number_is_which_atom(tmp_path):
    path = tmp_path / "hexa.smcdel.txt"
    result = answered("convert", "puzzle:hexa", path)
    assert "numbers: 1 for anne=blue, 2 for anne=red, 3 for" in result.stderr
    assert "and 6 more, which its comments list" in result.stderr
    assert "-- 1: anne=blue" in path.read_text(encoding="utf-8")
    assert answered("convert", path, tmp_path / "again.smcdel.txt").stderr == "", "p1 is 1"
    several = tmp_path / "several.model"
    several.write_text("* {p}: p\n* u:\na: u\n".replace("{p}", '"{p}"').replace("a: u", 'a: "{p}" | u'))
    said = answered("convert", several, tmp_path / "several.smcdel").stderr
    assert said.count("no state is actual, and comments list those that were") == 1
    assert "the names of the worlds go" in answered("convert", several, "-", "--engine", "symbolic").stderr
    assert (
        "the names of the worlds go"
        in answered("announce", several, "p", "-o", "-", "--at", "{p}", "--engine", "symbolic").stderr
    )
    assert "comments list them" in " ".join(answered("convert", "--help").stdout.split())


def test_an_action_that_was_not_given_is_told_in_options():
    assert "give it by --action peek=FILE" in refused("check", "puzzle:hexa", "[@peek] true", "--at", "rwb")


@pytest.mark.parametrize("command", ["check", "where", "announce", "update", "frames", "convert", "puzzle"])
def test_the_help_says_what_the_engines_are(command):
    assert "auto|explicit|symbolic" in answered(command, "--help").stdout


def test_listed_models_load_no_diagrams():
    script = (
        "import sys\nfrom whoknows.cli.start import run\n"
        "sys.argv = ['whoknows', 'check', 'puzzle:hexa', 'K_anne anne=red']\n"
        "try: run()\nexcept SystemExit: pass\nprint('oxidd.bcdd' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
