"""What ISPL leaves open is as in MCMAS 1.3.0, but deadlocks and unmet fairness are said in words; our own files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kripke.time.ispl import load_ispl, loads_ispl
from kripke.time.system import System
from tests.time.ispl_texts import file

HERE = Path(__file__).parents[2] / "examples" / "systems"
ROWS = re.findall(r"^\| (\w+) \| (\d+) \| ([a-z ]+) \|$", (HERE / "README.md").read_text("utf-8"), re.MULTILINE)

LAMP = {
    "environment": "",
    "lobsvars": "",
    "vars": "x: boolean; y: boolean; n: 0..2;",
    "protocol": "Other: {go, stay};",
    "evaluation": "p if a.x = true; q if a.y = true; zero if a.n = 0; one if a.n = 1; two if a.n = 2;",
    "init": "a.x = false and a.y = false and a.n = 0",
    "groups": "",
}
"""One agent alone, without an environment."""


def lamp(formulae: str, **parts: str) -> System:
    return loads_ispl(file(**(LAMP | {"formulae": formulae} | parts)))


def verdicts(system: System) -> list[bool]:
    """The verdicts on the formulas of the file, by arrays and by diagrams."""
    found = [system.holds(asked) for asked in system.formulas]
    assert [str(asked) for asked in system.formulas] == [asked.text for asked in system.formulas]
    other = System.from_description(system.description, symbolic=True)
    assert (other.engine, other.notes, other.count()) == ("diagrams", system.notes, len(system))
    assert [other.holds(asked.formula) for asked in system.formulas] == found
    return found


def told(formulae: str, **parts: str) -> list[bool]:
    return verdicts(lamp(formulae, **parts))


# ------------------------------------------------------------------------------------------------------ what K looks at


def test_an_agent_sees_its_variables_the_obsvars_and_its_lobsvars_and_the_environment_is_an_agent() -> None:
    environment = """Agent Environment
  Obsvars: open: boolean; end Obsvars
  Vars: shown: boolean; hidden: boolean; end Vars
  Actions = {none}; Protocol: Other: {none}; end Protocol Evolution: end Evolution
end Agent
"""
    names = {"open": "Environment.open", "shown": "Environment.shown", "hidden": "Environment.hidden", "own": "a.x"}
    system = loads_ispl(file(
        environment=environment, vars="x: boolean;", lobsvars="Lobsvars = {shown};", protocol="Other: {go};",
        evaluation=" ".join(f"{name} if {variable} = true;" for name, variable in names.items()), init="a.x = a.x",
        more="Agent b Vars: z: boolean; end Vars Actions = {c}; Protocol: Other: {c}; end Protocol "
        "Evolution: z = true if Action = c; end Evolution end Agent\n",
        formulae=" ".join(
            f"K({agent}, {name}) or K({agent}, !{name});" for agent in ("a", "b", "Environment") for name in names
        ),
    ))  # fmt: skip
    assert len(system) == 32
    a, b, environment_knows = [True, True, False, True], [True, False, False, False], [True, True, True, False]
    assert verdicts(system) == a + b + environment_knows


def test_knowledge_is_about_reachable_states() -> None:
    assert told("K(a, !q); AG K(a, !q);", evolution="x = true if Action = go;") == [True, True]


# --------------------------------------------------------------------------------------------------------------- a step


def test_of_several_lines_that_fit_one_takes_place_also_if_they_set_different_variables() -> None:
    lines = "x = true if Action = go; y = true if Action = go;"
    formulae = "AX (p and q); EX (p and !q); EX (q and !p); EX (p and q); AX (p or q);"
    go = "Other: {go};"
    assert told(formulae, evolution=lines, protocol=go) == [False, True, True, False, True]
    single = told(formulae, evolution=lines, protocol=go, semantics="Semantics=SingleAssignment;")
    assert single == [True, False, False, True, True]


def test_under_single_assignment_one_of_the_lines_of_a_variable_takes_place() -> None:
    lines = "n = 1 if Action = go; n = 2 if Action = go; x = true if Action = go;"
    formulae = "EX (one and p); EX (two and p); AX p; EX zero;"
    assert told(formulae, evolution=lines, protocol="Other: {go};", semantics="Semantics=SA;") == [
        True,
        True,
        True,
        False,
    ]


def test_where_no_line_fits_everything_stays() -> None:
    assert told("AG (!p and !q); EX !p;", evolution="x = true if y = true;") == [True, True]


def test_all_variables_are_set_from_what_was_there_before() -> None:
    lines = "x = y and y = x if Action = go;"
    formulae = "EX (p and !q); AG EX (p and !q); AG !(p and q);"
    assert told(formulae, evolution=lines, init="a.x = false and a.y = true and a.n = 0") == [True, True, True]


def test_a_protocol_without_a_fitting_line_gives_no_successor_and_the_state_is_said() -> None:
    lines = {"evolution": "x = true if Action = go;", "protocol": "x = false: {go};"}
    system = lamp("AX EX q; AX AX q; AX AF q; EX EG p; EG !q; AF q; AG (p -> AX !p);", **lines)
    assert verdicts(system) == [False, True, True, False, False, True, True]
    (note,) = system.notes
    assert re.match(r"deadlock: nothing can happen in state .*\bx\b.*; it has no successor", note)


def test_other_is_what_may_be_done_where_no_line_fits() -> None:
    parts = {"protocol": "x = false: {go}; y = true: {go}; Other: {stay};", "evolution": "x = true if Action = go;"}
    assert told("AX p; AG EX p;", **parts) == [True, True]
    parts["evolution"] = "x = true if Action = go; n = 1 if Action = stay;"
    assert told("AX (p and zero); AX AX one; EX one;", **parts) == [True, True, False]


def test_a_value_out_of_range_gives_no_successor() -> None:
    system = lamp(
        "AG EX !p; AF two; AF (two and AX zero);", evolution="n = n + 1 if Action = go;", protocol="Other: {go};"
    )
    assert (len(system), verdicts(system)) == (3, [False, True, True])
    assert "n=2" in system.notes[0]
    assert told("AX one; EX zero;", evolution="n = n - 1 if Action = go; n = n + 1 if Action = stay;") == [True, False]


def test_a_quotient_that_is_not_whole_is_no_value() -> None:
    lines = {"evolution": "n = n / 2 if n > 0;", "protocol": "Other: {go};"}
    assert told("EX !p; AX p;", **lines, init="a.x = false and a.n = 1") == [False, True]
    assert told("EX one; AX AX p;", **lines, init="a.x = false and a.n = 2") == [True, True]
    with pytest.raises(ValueError, match=r"line 7, column 20: n := 3 / 2: .* no such value"):
        lamp("p;", evolution="n = 3 / 2 if n = 0;")
    halves = {"evaluation": "p if a.n / 2 = 1 / 2; q if a.n * 1 / 2 < 1;", "evolution": "x = true if Action = go;"}
    assert told("p; q;", **halves, init="a.n = 1") == [True, True]


def test_right_sides_read_obsvars_and_conditions_also_lobsvars() -> None:
    copied = {
        "vars": "x: boolean; c: {red, green};",
        "evaluation": "p if a.c = green;",
        "init": "a.c = green and a.x = false",
    }
    parts = {"evolution": "c = Environment.light if Action = go and Environment.n = 0;", "formulae": "p;"}
    assert len(loads_ispl(file(**copied, **parts))) > 1
    with pytest.raises(ValueError, match=r"'Environment\.n' is not seen here"):
        loads_ispl(file(vars="x: boolean; k: 0..2;", evolution="k = Environment.n if Action = go;", init="a.x = false"))


def test_states_are_counted_rightly_where_a_range_is_no_power_of_two() -> None:
    assert len(lamp("p;", evolution="n = n + 1 if n < 2;")) == 3


# ------------------------------------------------------------------------------------------------------------- fairness

LOOPS = {
    "vars": "n: 0..3;",
    "evolution": "n = 1 if n = 0 and Action = go; n = 2 if n = 0 and Action = stay; n = 3 if n = 1 and Action = go;",
    "evaluation": "zero if a.n = 0; one if a.n = 1; two if a.n = 2; three if a.n = 3; f if a.n = 2 or a.n = 3;",
    "init": "a.n = 0",
}
"""From 0 to 1, where a run may stay, or to 2; from 1 to 3."""


def test_where_no_run_meets_a_fairness_every_formula_is_true_and_the_constraint_is_said() -> None:
    system = lamp("p; !p; EX p; AX p; K(a, p); K(a, !p);", evolution="x = true if y = true;", fairness="p or !q; q;")
    assert (verdicts(system), len(system)) == ([True] * 6, 0)
    assert system.notes == ["no run meets the fairness condition q again and again, so every formula holds"]


def test_runs_that_are_unfair_do_not_count() -> None:
    formulae = "AF f; EX EG one; E(zero U one); EX EG !f; AG (one -> AF three);"
    assert told(formulae, **LOOPS) == [False, True, True, True, False]
    assert told(formulae, **LOOPS, fairness="f;") == [True, False, True, False, True]


def test_states_without_a_fair_run_are_left_out_before_knowledge_and_initial_states_too() -> None:
    parts = LOOPS | {"vars": "n: 0..3; x: boolean;", "protocol": "x = x: {stay};", "fairness": "two;"}
    parts["evaluation"] = "two if a.n = 2; dark if a.x = false;"
    system = lamp("AF two; K(a, two);", **(parts | {"init": "a.x = false"}))
    assert (len(system), system.holds("AG AF two")) == (2, True)
    assert system.notes == ["2 initial states left out: no fair run starts there"]


def test_fairness_follows_the_definitions_where_mcmas_does_not() -> None:
    trap = LOOPS | {"evolution": "n = 1 if n = 0 and Action = go; n = 2 if n = 0 and Action = stay; n = 0 if n = 2;"}
    trap["evaluation"] = "zero if a.n = 0; good if a.n <> 1; back if a.n = 0; two if a.n = 2; one if a.n = 1;"
    system = lamp("EX one; AX two; A(zero U two); !EG !two; EF !two; E(zero U !zero);", **trap, fairness="back;")
    assert verdicts(system) == [False, True, True, True, True, True]
    assert (len(system), system.where("EX zero")) == (2, system.where("two"))


def test_an_atom_that_fairness_names_holds_at_no_unfair_state_either() -> None:
    trap = LOOPS | {"evolution": "n = 1 if n = 0 and Action = go; n = 2 if n = 0 and Action = stay; n = 0 if n = 2;"}
    trap["evaluation"] = "one if a.n = 1; same if a.n = 1; zero if a.n = 0;"
    formulae = "EX one; EX same; EF one; EF same; E(zero U one); E(zero U same);"
    assert told(formulae, **trap) == [True] * 6
    assert told(formulae, **trap, fairness="!one;") == [False] * 6


def test_without_an_initial_state_every_formula_is_true_and_this_is_said() -> None:
    system = lamp("p; !p;", evolution="x = true if y = true;", init="a.x = true and a.x = false")
    assert (verdicts(system), len(system)) == ([True, True], 0)
    assert system.notes == ["no state is initial, so every formula holds"]


# -------------------------------------------------------------------------------------------------------- our own files


@pytest.mark.parametrize(("name", "states", "answers"), ROWS)
def test_the_formulas_of_our_files_are_answered_as_their_table_says(name: str, states: str, answers: str) -> None:
    system = load_ispl(HERE / f"{name}.ispl")
    assert (len(system), " ".join(map(str, verdicts(system))).lower(), system.notes) == (int(states), answers, [])


def test_the_table_has_each_file() -> None:
    assert sorted(path.stem for path in HERE.glob("*.ispl")) == [name for name, _, _ in ROWS]


@pytest.mark.parametrize("path", sorted(HERE.glob("*.ispl")), ids=lambda path: path.stem)
def test_each_quoted_sentence_stands_in_the_story(path: Path) -> None:
    def words(text: str) -> str:
        return " ".join(re.findall(r"[\w']+", text.lower()))

    text = path.read_text("utf-8")
    story, _, rest = text.partition("\nAgent ")
    quoted = re.findall(r'"(.*?)"', " ".join(re.findall(r"^ *-- ?(.*)$", rest, re.MULTILINE)))
    assert [said for said in quoted if not all(words(part) in words(story) for part in said.split("..."))] == []


def test_names_of_evaluation_are_atoms_of_our_formulas_and_variables_are_too() -> None:
    system = load_ispl(HERE / "bit_transmission.ispl")
    assert system.holds("AG (received -> Kw_Receiver bit0)")
    assert system.holds("AG (received <-> ~got=nothing)")
    assert system.holds('AG ("bit < 1" <-> bit0)')
    assert not system.holds("AG Kv_Receiver bit")
    assert system.holds("AG (received -> Kv_Receiver bit)")
    assert system.holds("AG (confirmed -> O (received & ~confirmed))"), "the past is asked of files, too"
    with pytest.raises(KeyError, match="did you mean 'received'"):
        system.holds("recieved")


def test_a_system_of_a_file_has_the_limit_of_states_and_its_name_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "lamp.ispl"
    path.write_text(file(**LAMP, evolution="n = n + 1 if n < 2;", formulae="p;"))
    with pytest.raises(ValueError, match=r"lamp\.ispl: .*the limit is 2"):
        load_ispl(path, states=2)
    with pytest.raises(FileNotFoundError):
        load_ispl(tmp_path / "none.ispl")
    assert json.loads(json.dumps(load_ispl(path).formulas[0].text)) == "p"
