"""The commands `prove` and `compare` as their users type them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from whoknows import KripkeModel, peek, save_event_model
from whoknows.cli.main import app


def ask(*arguments: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], input=given, prog_name="whoknows")


def test_a_valid_formula_ends_with_0_and_a_formula_that_is_not_with_1() -> None:
    valid = ask("prove", "K_a p -> K_a K_a p", "--logic", "S4")
    assert (valid.exit_code, valid.stdout) == (0, "valid in S4: K_a p → K_a K_a p\n")
    other = ask("prove", "K_a p -> K_b K_a p", "--smallest", "--explain")
    assert other.exit_code == 1
    assert "it fails at w0 of a model with 2 worlds" in other.stdout
    assert "fails at w0: " in other.stdout


def test_each_agent_may_have_a_logic_of_its_own() -> None:
    assert ask("prove", "K_a p -> p", "--logic", "a=S5,b=KD45").exit_code == 0
    assert ask("prove", "B_b p -> p", "--logic", "a=S5,b=KD45").exit_code == 1
    assert ask("prove", "B_b p -> p", "--logic", "a=S5,=KD45").exit_code == 2
    twice = ask("prove", "p", "--logic", "a=S5,a=K")
    assert (twice.exit_code, "one logic for each agent" in twice.stderr) == (2, True)


def test_a_theory_is_read_from_a_file_and_a_wrong_line_is_named(tmp_path: Path) -> None:
    laws = tmp_path / "laws.txt"
    laws.write_text("# what holds everywhere\n\np -> q\n")
    assert ask("prove", "K_a p -> K_a q", "--logic", "K", "--theory", laws).exit_code == 0
    laws.write_text('p -> q  # a comment\n"#1" & r # and one after a quoted name\n')
    assert ask("prove", 'K_a p -> q & "#1" & r', "--theory", laws, "--logic", "T").exit_code == 0
    laws.write_text("p -> q\np &\n")
    wrong = ask("prove", "p", "--theory", laws)
    assert wrong.exit_code == 2
    assert "laws.txt: line 2: column 4" in wrong.stderr


def test_names_in_a_theory_and_in_the_formula_are_read_in_one_way(tmp_path: Path) -> None:
    laws = tmp_path / "laws.txt"
    laws.write_text("Kp -> p\n")
    for asked in (ask("prove", "p | ~p", "--theory", laws), ask("compare", "Kp & p", "Kp", "--theory", laws)):
        assert asked.exit_code == 0
        assert asked.stderr == "note: 'Kp' is read as K p; the atom is written \"Kp\"\n"
    laws.write_text("Kq -> Kr\n")
    assert ask("prove", "Kq -> Kr", "--theory", laws).stdout.startswith('valid in every logic: "Kq" → "Kr"')
    laws.write_text("Kq -> Kr\nr\n")
    assert ask("prove", "M_1 p", "--theory", laws).stdout.startswith('not valid in S5: M_1 p, where "Kq"')


def test_all_lists_the_logics_in_which_a_formula_is_valid_and_each_countermodel_once() -> None:
    rows = ask("prove", "K_a p -> p", "--all").stdout.splitlines()
    assert [row.split()[0] for row in rows if row.endswith(" valid")] == ["S5", "S4", "B", "T"]
    assert {row.split()[0]: row[-1] for row in rows if "not valid" in row} == {
        **dict.fromkeys(["KD45", "KD4", "KD5", "D"], "1"),
        "KDB": "2",
        **dict.fromkeys(["KB4", "KB", "K45", "K4", "K5", "K"], "3"),
    }
    assert rows[-2:] == ["model 3:", "  w0: nothing is true; possible for a: none"]
    assert ask("prove", "p -> p", "--all").exit_code == 0


def test_all_refuses_agents_with_ranks_and_names_the_way_out() -> None:
    refused = ask("prove", "B_a p -> K_a p", "--all")
    assert refused.exit_code == 2
    assert "in models with ranks" in " ".join(refused.stderr.split())
    assert "logic S4" not in refused.stderr
    assert ask("prove", "B_a p -> K_a p", "--all", "--same-relation").exit_code == 0


def test_a_formula_that_is_not_decided_in_time_ends_with_3() -> None:
    undecided = ask("prove", "C_{a,b} p -> K_a p", "--time", "0")
    assert undecided.exit_code == 3
    assert "undecided after" in undecided.stderr
    assert "by --time SECONDS" in undecided.stderr


def test_json_has_the_countermodel_as_a_model_file(tmp_path: Path) -> None:
    data = json.loads(ask("prove", "p -> K_a p", "--json").stdout)
    assert data["valid"] is False
    (tmp_path / "m.json").write_text(json.dumps(data["countermodel"]))
    assert not KripkeModel.load(tmp_path / "m.json").holds("p -> K_a p")
    assert json.loads(ask("prove", "p -> p", "--json").stdout)["valid"] is True


def test_a_countermodel_is_drawn(tmp_path: Path) -> None:
    assert ask("prove", "p -> K_a p", "--draw", tmp_path / "why.svg").exit_code == 1
    assert "fails at w0: p is true, but K_a p fails there" in (tmp_path / "why.svg").read_text()
    KripkeModel.s5({"w": set()}, {"a": [["w"]]}).save(tmp_path / "m.json")
    valid = ask("prove", "K_a p -> p", "--frame", tmp_path / "m.json", "--draw", tmp_path / "none.svg", "--explain")
    assert (valid.exit_code, (tmp_path / "none.svg").exists()) == (0, False)
    assert "nothing is drawn" in valid.stderr


def test_a_proof_is_drawn(tmp_path: Path) -> None:
    for ending, text in (("svg", "K_a p"), ("tex", r"\begin{tikzpicture}"), ("dot", "digraph")):
        path = tmp_path / f"proof.{ending}"
        drawn = ask("prove", "K_a p -> p", "--draw", path)
        assert (drawn.exit_code, drawn.stderr) == (0, f"the proof is drawn in {path}\n")
        assert text in path.read_text()


@pytest.mark.parametrize(
    ("style", "line"),
    [
        (
            "steps",
            "K_a p and ¬p hold there. This is a contradiction (truth, axiom T).",
        ),
        ("tree", "4  ✗                 axiom T, from lines 2 and 3"),
        ("latex", r"\begin{tikzpicture}"),
        ("bussproofs", r"\begin{prooftree}"),
    ],
)
def test_a_proof_is_printed_in_a_style(style: str, line: str) -> None:
    shown = ask("prove", "K_a p -> p", "--proof", style)
    assert shown.exit_code == 0
    assert line in shown.stdout
    assert "is valid in S5" in shown.stdout


def test_a_derivation_is_printed_and_marked(tmp_path: Path) -> None:
    shown = ask("prove", "K_a p -> p & M_a p", "--proof", "hilbert")
    assert shown.stdout.startswith("logic: S5\n1. p → M_a p")
    (tmp_path / "proof.txt").write_text(shown.stdout, encoding="utf-8")
    assert ask("mark", str(tmp_path / "proof.txt"), "--proves", "K_a p -> p & M_a p").exit_code == 0
    data = json.loads(ask("prove", "K_a p -> p & M_a p", "--proof", "hilbert", "--json").stdout)
    assert data["derivation"]["lines"][0] == {"number": 1, "formula": "p → M_a p", "rule": "T", "of": []}
    assert data["proof"]["complete"]


def test_a_proof_that_is_no_derivation_is_an_error_that_names_the_other_styles() -> None:
    refused = ask("prove", "[p?] Kw_a p", "--proof", "hilbert")
    assert refused.exit_code == 2
    assert "no axioms for announcements whether" in refused.stderr
    assert "'tree'" in refused.stderr


def test_explain_adds_the_proof_in_words() -> None:
    lines = ask("prove", "K_a p -> p", "--explain").stdout.splitlines()
    assert lines[0] == "valid in S5: K_a p → p"
    assert lines[2].startswith("1. Suppose it fails")


def test_json_holds_the_proof_that_is_asked_for() -> None:
    data = json.loads(ask("prove", "K_a p -> p", "--proof", "tree", "--json").stdout)
    assert [step["rule"] for step in data["proof"]["parts"][0]["steps"]] == ["suppose", "and", "and", "T"]
    assert "proof" not in json.loads(ask("prove", "K_a p -> p", "--json").stdout)
    refuted = json.loads(ask("prove", "p & ~p & q", "--satisfiable", "--proof", "tree", "--json").stdout)
    assert (refuted["satisfiable"], refuted["proof"]["complete"]) == (False, True)


def test_an_unknown_style_and_a_proof_of_every_logic_are_refused() -> None:
    wrong = ask("prove", "K_a p -> p", "--proof", "leaf")
    assert (
        wrong.exit_code,
        "expected steps, tree, latex, bussproofs, hilbert, fitch or fitch-latex" in wrong.stderr,
    ) == (2, True)
    assert ask("prove", "K_a p -> p", "--proof", "tree", "--all").exit_code == 2


def test_a_formula_with_a_countermodel_has_no_proof_to_print() -> None:
    refuted = ask("prove", "p -> K_a p", "--proof", "steps")
    assert refuted.exit_code == 1
    assert "not valid in S5" in refuted.stdout
    assert "Theorem" not in refuted.stdout


def test_a_long_proof_is_cut_at_the_limit() -> None:
    shown = ask("prove", "C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p", "--proof", "steps", "--limit", "5").stdout
    assert "the first 5 are shown" in shown
    whole = ask("prove", "C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p", "--proof", "steps", "--limit", "0").stdout
    assert "Theorem" in whole


def test_a_countermodel_lists_atoms_in_natural_order() -> None:
    assert "  w0: p0, p2 and p10 are true\n" in ask("prove", "~(p10 & p2 & p0)").stdout


def test_notes_are_on_standard_error_and_in_the_json() -> None:
    answer = ask("prove", "B_a T -> T", "--logic", "S5")
    assert (answer.exit_code, answer.stdout) == (0, "valid in S5: B_a T → T\n")
    assert "'T' is an atom; for the constant write true" in answer.stderr
    assert "B is the box over the agent's relation" in answer.stderr
    assert len(json.loads(ask("prove", "B_a T -> T", "--json").stdout)["notes"]) == 2
    assert "note: 'T'" in ask("compare", "T", "p").stderr
    assert "B is the box over" in " ".join(ask("prove", "--help").stdout.split())


@pytest.mark.parametrize(
    ("formula", "advice"),
    [
        ("[@look] p", "give it by --action look=FILE"),
        ("Kv_a x", "--atom 'x=1' --atom 'x=2'"),
        ("C p", "give the agents by --logic a=S5,b=S5"),
        ("B_a>=1/2 p", "whoknows check MODEL FORMULA"),
    ],
)
def test_advice_names_options_of_the_command(formula: str, advice: str) -> None:
    assert advice in ask("prove", formula).stderr
    assert advice in json.loads(ask("prove", formula, "--json").stdout)["error"]["message"]


def test_belief_over_ranks_is_said_and_shown() -> None:
    said = ask("prove", "B_a p -> K_a p")
    assert "note: a has ranked models" in said.stderr
    assert "possible for a: w1 < w0" in said.stdout
    assert "--same-relation reads K and B as the box" in ask("prove", "B_a p -> K_a p", "--logic", "KD45").stderr
    assert ask("prove", "B_a p -> K_a p", "--logic", "KD45", "--same-relation").exit_code == 0


def test_compare_shows_a_model_where_one_formula_holds_and_the_other_fails() -> None:
    assert ask("compare", "K_a (p & q)", "K_a p & K_a q", "--logic", "K").exit_code == 0
    other = ask("compare", "K_a (p | q)", "K_a p | K_a q")
    assert other.exit_code == 1
    assert "K_a (p ∨ q) is true and K_a p ∨ K_a q is false" in other.stdout


def test_compare_names_the_logic_and_the_theory(tmp_path: Path) -> None:
    laws = tmp_path / "laws.txt"
    laws.write_text("p -> q")
    same = ask("compare", "K_a (p & q)", "K_a p", "--logic", "K", "--theory", laws)
    words = "K_a (p ∧ q) and K_a p are true at the same worlds of every model, where p → q at every world"
    assert same.stdout == f"equivalent in K: {words}\n"
    assert ask("compare", "K_a p", "B_b p").stdout.startswith(
        "not equivalent in S5 (a), KD45 (b): at w0 of this model, "
    )
    assert ask("compare", "Kv_a x", "K_a x=1 | K_a x=2", "--atom", "x=1", "--atom", "x=2").exit_code == 0
    assert ask("compare", "E^2_{a,b} p", "E_{a,b} E_{a,b} p").exit_code == 0


def test_compare_takes_named_actions(tmp_path: Path) -> None:
    path = tmp_path / "look.json"
    save_event_model(peek("h", by="anne"), path)
    same = ask("compare", "[@look] (K_anne h | K_anne ~h)", "true", "--action", path)
    assert same.exit_code == 0
    other = ask("compare", "[@look] K_anne h", "K_anne h", "--action", path)
    assert (other.exit_code, "[@look] K_anne h is true and K_anne h is false" in other.stdout) == (1, True)


@pytest.mark.parametrize("formula", ["K_a (p ->", "B_a>=1/2 p", "E p", "Kv_a x"])
def test_what_cannot_be_decided_ends_with_2_without_a_traceback(formula: str) -> None:
    wrong = ask("prove", formula)
    assert wrong.exit_code == 2
    assert wrong.stderr.startswith("error: ")


def test_a_formula_is_decided_on_the_frame_of_a_model(tmp_path: Path) -> None:
    KripkeModel({1: {"p"}, 2: set()}, {"a": [(1, 2), (2, 2)]}, 1).save(tmp_path / "m.json")
    assert ask("prove", "K_a p -> K_a K_a p", "--frame", tmp_path / "m.json").exit_code == 0
    other = ask("prove", "K_a p -> p", "--frame", tmp_path / "m.json")
    assert other.exit_code == 1
    assert other.stdout.startswith("not valid in this frame: K_a p → p\nit fails at 1 of a model with 2 worlds\n")
    assert ask("prove", "p", "--frame", tmp_path / "m.json", "--logic", "K").exit_code == 2


def test_a_formula_is_successful_if_it_is_true_whenever_it_was_announced() -> None:
    assert ask("prove", "C_{a,b} p", "--successful").exit_code == 0
    moore = ask("prove", "p & ~K_a p", "--successful", "--smallest")
    assert (moore.exit_code, "[p ∧ ¬K_a p] (p ∧ ¬K_a p)" in moore.stdout) == (1, True)


def test_an_intohylo_file_is_decided_in_k(tmp_path: Path) -> None:
    path = tmp_path / "f.intohylo"
    path.write_text("begin [r1](p1 -> p2) -> [r1]p1 -> [r1]p2 end")
    assert ask("prove", path).stdout.startswith("valid in K: ")
    path.write_text("begin [r1]p1; <r1>-p1 end")
    assert ask("prove", path, "--satisfiable").stdout == "unsatisfiable in K: K_r1 p1 ∧ M_r1 ¬p1\n"
    path.write_text("begin [r1]p1; -p1 end")
    found = ask("prove", path, "--satisfiable", "--smallest")
    assert (found.exit_code, found.stdout.splitlines()[1]) == (0, "it holds at w0 of a model with 1 world")
    assert ask("prove", path, "--satisfiable", "--logic", "T").exit_code == 1
    data = json.loads(ask("prove", path, "--satisfiable", "--json").stdout)
    assert (data["satisfiable"], data["world"], data["logic"]) == (True, "w0", {"r1": "K"})
    path.write_text("begin @n1 p1 end")
    wrong = ask("prove", path)
    assert (wrong.exit_code, "column 7: '@' is not supported" in wrong.stderr) == (2, True)


def test_two_questions_at_once_are_refused() -> None:
    for options in (("--successful", "--satisfiable"), ("--all", "--satisfiable"), ("--all", "--frame", "m.json")):
        assert ask("prove", "p", *options).exit_code == 2


def test_formulas_are_written_as_intohylo_files_and_read_by_parse_and_compare(tmp_path: Path) -> None:
    path = tmp_path / "f.intohylo"
    path.write_text(ask("parse", "K_anne rain -> rain", "--to", "intohylo").stdout)
    assert path.read_text() == "% r1: anne\n% p1: rain\nbegin\n([r1]p1 -> p1)\nend\n"
    assert ask("parse", path, "--to", "ascii").stdout == "K_r1 p1 -> p1\n"
    assert ask("compare", path, "true", "--logic", "T").exit_code == 0
    assert ask("parse", "C p", "--to", "intohylo").exit_code == 2


def test_explain_says_why_a_satisfiable_formula_holds() -> None:
    found = ask("prove", "K_a p & p", "--satisfiable", "--explain")
    assert (found.exit_code, "K_a p ∧ p holds at w0" in found.stdout, found.stderr) == (0, True, "")


@pytest.mark.parametrize("style", ["steps", "tree", "latex", "bussproofs", "hilbert"])
def test_each_style_says_that_a_model_has_no_proof(style: str) -> None:
    for question in (["p"], ["p", "--satisfiable"], ["p", "--satisfiable", "--json"]):
        assert ask("prove", *question, "--proof", style).stderr == "note: there is a model instead of a proof\n"


def test_a_formula_that_is_valid_on_a_frame_has_no_proof_and_a_note_says_so(tmp_path: Path) -> None:
    KripkeModel.s5({"w": set()}, {"a": [["w"]]}).save(tmp_path / "m.json")
    for wish in (["--proof", "steps"], ["--proof", "hilbert"], ["--explain"]):
        valid = ask("prove", "K_a p -> p", "--frame", tmp_path / "m.json", *wish)
        assert (valid.exit_code, valid.stdout) == (0, "valid in this frame: K_a p → p\n")
        assert "there is no proof in a logic" in valid.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        (["K_a (p -> q), K_a p |- K_a q"], 0, "valid in S5: K_a (p → q), K_a p ⊨ K_a q\n"),
        (["[]q", "--premise", "[](p -> q)", "--premise", "[]p", "--logic", "K"], 0, "valid in K: □(p → q), □p ⊨ □q\n"),
        (["p ∴ []p", "--logic", "K"], 1, "not valid in K: p ⊨ □p\n"),
        (["p, <>~p, []<>p", "--satisfiable"], 0, "satisfiable in S5: p ∧ ◇¬p ∧ □◇p\n"),
        (["p, []~p", "--satisfiable", "--logic", "M"], 1, "unsatisfiable in T: p ∧ □¬p\n"),
        (["[]p |= p", "--frame", "puzzle:sum_and_product"], 2, ""),
        (["p |= p", "--satisfiable"], 2, ""),
    ],
)
def test_premises_hold_at_the_world_and_a_list_is_satisfied_together(
    arguments: list[str], code: int, answer: str
) -> None:
    result = ask("prove", *arguments)
    assert result.exit_code == code
    assert result.stdout.startswith(answer)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["Kp -> p"], 0, "note: 'Kp' is read as K p; the atom is written \"Kp\"\n"),
        (["Kp -> q"], 1, "note: 'Kp' is read as an atom; an operator stands apart: K p, of an agent K_a p\n"),
        (["Cp -> q", "--satisfiable"], 0, "an operator stands apart: C p, of a group C_{a,b} p\n"),
        (
            ["[a] q -> p", "--logic", "T", "--premise", "a"],
            1,
            "the same in every logic; [a] announces the atom a; that a knows p is K_a p\n",
        ),
        (
            ["[a] p -> p", "--logic", "T"],
            0,
            "note: [a] and <a> are read as K_a and M_a; to announce the atom a write [!a]\n",
        ),
        (["p | ~p", "--all"], 0, "note: no agent is named, so the answer is the same in every logic"),
        (
            ["K_a p", "--logic", "a=S4.2"],
            2,
            "logic 'S4.2' is not supported; the nearest weaker logic is S4, the nearest stronger one S5",
        ),
        (["p", "--logic", "S4.1.2"], 2, "the nearest weaker logic is S4; no logic here is stronger"),
        (["CB_{a,b}>=0.5 p"], 2, "the prover does not decide degrees of belief"),
        (["Kp -> Mp"], 0, "note: 'Kp' is read as K p and 'Mp' is read as M p; the atom is written \"Kp\"\n"),
        (["[anne]p -> p"], 1, "note: [anne] announces the atom anne; that anne knows p is K_anne p; under --logic"),
        (
            ["w |= p"],
            1,
            "note: 'w' is read as a premise; for a world of a model write the formula alone: whoknows check",
        ),
        (["DB_{a,b} p -> EB_{a,b} p"], 1, "note: --smallest looks for fewer worlds than these 8\n"),
        (["K_a p", "--frame", "puzzle:hexa", "--atom", "q"], 2, "one frame: leave out --atom\n"),
        (["p", "--all", "--proof", "steps", "--logic", "K"], 2, "every logic: leave out --logic and --proof\n"),
    ],
)
def test_what_is_read_otherwise_than_meant_or_not_read_is_said(arguments: list[str], code: int, said: str) -> None:
    result = ask("prove", *arguments)
    assert result.exit_code == code
    assert said in result.stderr


@pytest.mark.parametrize("text", ['p & "Kp" -> Kp', '"Kp" -> Kp', "Kp -> p | Mq", '"Kp" & p'])
def test_each_name_has_one_note_at_most(text: str) -> None:
    notes = [line for line in ask("prove", text).stderr.splitlines() if "'Kp' is" in line]
    assert len(notes) == ("Kp" in text.replace('"Kp"', ""))


PROVERS = Path(__file__).parents[1] / "data" / "provers"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["knowledge.p"], 0, "valid in S5 (anne), S4 (bob)"),
        (["five.p"], 1, "not valid in S4"),
        (["five.p", "--logic", "S5"], 0, "valid in S5"),
        (["local.p"], 1, "not valid in D"),
        (["local.p", "--satisfiable"], 0, "satisfiable in D"),
        (["two_boxes.ksp", "--satisfiable"], 1, "unsatisfiable in K"),
        (["transitive.ksp", "--satisfiable"], 1, "unsatisfiable in S4"),
        (["left.ksp", "--satisfiable"], 0, "satisfiable"),
        (["five.p", "--premise", "[]<>p"], 0, "valid in S4"),
    ],
)
def test_a_problem_of_another_prover_is_decided_in_its_logic(words: list[str], code: int, said: str) -> None:
    answer = ask("prove", PROVERS / words[0], *words[1:])
    assert answer.exit_code == code
    assert answer.stdout.startswith(said)


def test_a_theory_alone_is_satisfiable_or_not(tmp_path: Path) -> None:
    spec = "tff(s,logic,$modal == [$modalities == $modal_system_K]). "
    (tmp_path / "p.p").write_text(spec + "tff(a,axiom,<.>p).")
    assert ask("prove", tmp_path / "p.p", "--satisfiable").exit_code == 0
    (tmp_path / "p.p").write_text(spec + "tff(a,axiom,<.>p & ~p).")
    assert ask("prove", tmp_path / "p.p", "--satisfiable").exit_code == 1
    assert ask("prove", tmp_path / "p.p").exit_code == 0
    (tmp_path / "f.intohylo").write_text("begin false end")
    assert ask("prove", tmp_path / "f.intohylo", "--satisfiable").exit_code == 1


def test_a_satisfiable_formula_is_told_with_its_theory() -> None:
    said = ask("prove", PROVERS / "knowledge.p", "--satisfiable").stdout.splitlines()[0]
    assert said.endswith("where K_anne rain ∨ K_anne ¬rain at every world")


def test_a_problem_is_shown_and_compared_where_it_is_one_formula() -> None:
    assert ask("parse", PROVERS / "five.p", "--to", "ascii").stdout == "<>p -> []<>p\n"
    assert ask("compare", PROVERS / "five.p", "true", "--logic", "S5").exit_code == 0
    refused = ask("parse", PROVERS / "knowledge.p", "--to", "ascii")
    assert refused.exit_code == 2
    assert "whoknows prove FILE decides it" in refused.stderr


def test_a_problem_is_shown_with_its_premises_theory_and_logic(tmp_path: Path) -> None:
    spec = "tff(s,logic,$modal == [$modalities == $modal_system_S4]). "
    text = f"{spec}tff(a,axiom,{{$box}} @ (p)). tff(h,hypothesis,q). tff(c,conjecture,r)."
    (tmp_path / "problem").write_text(text)
    shown = ask("parse", tmp_path / "problem").stdout
    assert re.findall(r"^ *(r|premises +q|theory +□p|logic +S4)$", shown, re.MULTILINE)
    data = json.loads(ask("parse", "-", "--json", given=text).stdout)
    assert (data["unicode"], data["premises"], data["theory"], data["logic"]) == ("r", ["q"], ["□p"], "S4")
    assert "logic" not in json.loads(ask("parse", "r", "--json").stdout)


def test_a_problem_is_decided_whatever_its_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "set(box 1, ref). sos(formulas). box 1 p. ~p. end_of_list."
    (tmp_path / "p").write_text(text)
    (tmp_path / "q").write_text("q")
    (tmp_path / "r").write_bytes(b"\xff\xfe")
    (tmp_path / "m").write_text("* w: p\na: w")
    assert "the file of this name has a model: give it as MODEL" in ask("prove", "m").stderr
    for answer in (ask("prove", "p", "--satisfiable"), ask("prove", "-", "--satisfiable", given=text)):
        assert answer.exit_code == 1
        assert "in T" in answer.stdout
    for name in ("q", "r"):
        assert ask("prove", name).stdout.startswith(f"not valid in any logic: {name}")


def test_models_are_compared_and_the_formula_says_in_which_it_holds(tmp_path: Path) -> None:
    one, both, alike = (tmp_path / name for name in ("one.model", "both.json", "alike.dot"))
    one.write_text("* u: p\nv:\na: u v\n")
    KripkeModel.load(one).at(["u", "v"]).save(both)
    alike.write_text('digraph { 1 [label="p" shape=doublecircle]; 2 [label=""]; 1 -> 2 [label=a dir=both] }')
    parted = ask("compare", both, one)
    assert (parted.exit_code, parted.stdout) == (1, f"not bisimilar: p holds at u of {one}, not at u and v of {both}\n")
    data = json.loads(ask("compare", both, one, "--json").stdout)
    assert data == {"bisimilar": False, "formula": "p", "holds_in": str(one)}
    graph = ["--agent-from", "label", "--atoms-from", "label", "--close", "S5"]
    assert ask("compare", one, alike, *graph).stdout.startswith("bisimilar: ")
    assert ask("compare", one, one, "--json").stdout == '{\n  "bisimilar": true\n}\n'
    (tmp_path / "more.model").write_text("* u: p q\nv: p\na: u v\n")
    fewer = ask("compare", one, tmp_path / "more.model")
    assert "note: compared by the atoms of both, p\n" in fewer.stderr
    assert fewer.stdout.startswith("not bisimilar: M_a ¬p holds at u of")
    assert ask("compare", one, "-", given=both.read_text()).stdout.endswith("not at u and v of standard input\n")
    assert "p: expected a model, as beside it" in ask("compare", one, "p").stderr
    for refused in (ask("compare", one, both, "--logic", "K"), ask("compare", one, both, "--close", "S5")):
        assert refused.exit_code == 2
    assert "--close" in ask("compare", "p", "q", "--close", "S5").stderr


def test_options_about_graphs_are_refused_where_no_graph_is_read() -> None:
    refused = ask("prove", "K_a p -> p", "--agent-from", "label", "--close", "S5")
    assert refused.exit_code == 2
    assert "--agent-from 'label' and --close 'S5'" in refused.stderr
    assert "--frame" in refused.stderr
    for command in (["draw", "-"], ["frames", "-"], ["convert", "-"]):
        refused = ask(*command, "--close", "S5", given="event yes: pre p\na: yes")
        assert "--close 'S5': only" in refused.stderr
        assert "an event model" in refused.stderr


def test_a_file_in_the_place_of_a_formula_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {
        "m.model": ("* w: p\na: w", "a model: give it as MODEL"),
        "m.txt": ("AS0;", "a model: give it as MODEL"),
        "e.event": ("event yes: pre p\na: yes", "an event model, which whoknows update"),
        "f.txt": ("K_a p", "- in place of a formula reads one from standard input, < f.txt"),
        "i.png": (b"\x89PNG\r\n", "a PNG picture"),
    }
    for name, (text, hint) in texts.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        answer = ask("prove", name)
        assert answer.exit_code == 2
        assert "this is a file" in answer.stderr
        assert hint in answer.stderr
    (tmp_path / "g.txt").write_text("tff(c,conjecture,p).")
    assert "for a prover, which whoknows prove" in ask("check", "g.txt", "p").stderr


@pytest.mark.parametrize(
    "axiom",
    [
        "[a ; b] p <-> [a] [b] p",
        "[a*] p <-> p & [a] [a*] p",
        "p & [a*] (p -> [a] p) -> [a*] p",
        "[(a|b);c] p <-> [a][c] p & [b][c] p",
        "[(a|b)*] p <-> p & [a | b] [(a|b)*] p",
        "<(a|b) ; c> p <-> <a | b> <c> p",
    ],
)
@pytest.mark.parametrize("logic", [(), ("--logic", "K")])
def test_the_axioms_of_dynamic_logic_are_valid_as_books_write_them(axiom: str, logic: tuple[str, ...]) -> None:
    answer = ask("prove", axiom, *logic)
    assert answer.exit_code == 0
    assert answer.stderr.count("note: ") == 1
    assert "[!" in answer.stderr


def test_a_program_in_one_of_two_formulas_makes_boxes_of_both() -> None:
    assert ask("compare", "[a ; b] p", "[a] [b] p", "--logic", "K").exit_code == 0
