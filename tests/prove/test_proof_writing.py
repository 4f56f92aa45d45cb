"""Proofs to read: trees, steps in words, LaTeX, HTML and plain data."""

import json
import re
from html.parser import HTMLParser
from random import Random

import pytest
from theorems import random_question

from kripke.prove.proofs.forms.choices import STYLES
from kripke.prove.proofs.forms.telling import Telling, reduced
from kripke.prove.proofs.forms.texts import (
    INFERENCES,
    WRITERS,
    bussproofs,
    dot,
    lines_of,
    page,
    record,
    tikz,
    tree,
    words,
)
from logic.errors import FormulaError, TooLarge
from logic.parser import parse
from tests.effort import seeds
from tests.prove.written import cases, induction, introspection, trivial
from whoknows import KripkeModel, draw, entails, prove, valid_on_frame

HOSTILE = r'</pre><script>alert("1")</script> & \end{document} $x_1^2$ %{'


def told(proof, limit=None):
    script, formula = proof
    return Telling(script, formula, "S4", limit=limit)


def test_a_tree_has_number_world_formula_rule_and_premises() -> None:
    assert tree(told(introspection())) == (
        "Theorem. K_a p → K_a K_a p is valid in S4\n"
        "1  w: ¬(K_a p → K_a K_a p)   supposed\n"
        "2  w: K_a p                  from line 1\n"
        "3  w: ¬K_a K_a p             from line 1\n"
        "4  v: ¬K_a p                 new world, from line 3\n"
        "5  v: K_a p                  axiom 4, from line 2\n"
        "6  ✗                         from lines 4 and 5"
    )


@pytest.mark.parametrize("style", ["steps", "tree", "latex", "bussproofs", "dot"])
@pytest.mark.parametrize(
    ("formula", "logic", "axiom"),
    [
        ("~K_a p -> K_a ~K_a p", "S5", "axiom 5, from line"),
        ("K_a K_a K_a p -> K_a K_a K_a K_a p", "S4", "axiom 4, from line"),
        ("p -> K_a M_a p", "B", "axiom B, from line"),
        ("K_a p -> p", "T", "axiom T"),
    ],
)
def test_every_form_tells_axioms_from_lines(style: str, formula: str, logic: str, axiom: str) -> None:
    proof = prove(formula, logic)
    text = proof.to_dot() if style == "dot" else proof.text(style)
    assert axiom in text
    assert not re.search(r"(from|By|contradicts) [0-9]|[({ ][45] from", text)


def test_steps_in_words_share_a_line_where_a_reader_takes_them_at_a_glance() -> None:
    assert words(told(introspection())) == (
        "Theorem. K_a p → K_a K_a p is valid in S4\n"
        "1. Suppose it fails at a world w: K_a p and ¬K_a K_a p hold there.\n"
        "2. By line 1, a considers possible a world v where ¬K_a p holds. There, K_a p holds "
        "(positive introspection, axiom 4, from line 1). This is a contradiction."
    )


def test_an_induction_displays_its_invariant_and_both_cases_for_each_agent() -> None:
    text = words(told(induction()))
    assert "Lemma 1, by induction. C_{a,b} (p → E_{a,b} p) ∧ p → C_{a,b} p holds at every world\n" in text
    assert "and a considers possible a world v where ¬p holds. There, p holds (from line" in text
    assert "farther away, and b considers possible a world v where ¬C_{a,b} p holds, one step nearer to it" in text
    assert text.count("This contradicts the induction hypothesis.") == 2
    assert text.endswith("p and ¬C_{a,b} p hold there. This contradicts Lemma 1.")
    assert len(text.splitlines()) < 15


def test_a_tree_draws_its_cases_with_box_characters() -> None:
    text = tree(told(induction()))
    assert text.count(" ├─ ") == 3
    assert text.count(" └─ ") == 1
    assert text.count("✗") == 5


@pytest.mark.parametrize("proof", [introspection(), induction(), cases(3)], ids=["introspection", "induction", "cases"])
def test_each_step_is_once_in_each_form_and_its_premises_are_before_it(proof) -> None:
    telling = told(proof)
    for part in telling.outline.parts:
        before: dict[int, set[int]] = {}
        for place, block in enumerate(part.blocks):
            known = set() if block.above is None else set(before[block.above])
            for entry in block.entries:
                assert known.issuperset(entry.premises)
                known.add(entry.number)
            before[place] = known
        numbers = [entry.number for block in part.blocks for entry in block.entries]
        assert numbers == list(range(1, len(numbers) + 1))
    total = telling.outline.total
    data = record(telling)
    assert sum(len(part["steps"]) for part in data["parts"]) == total == data["steps"]
    assert len(re.findall(r"^[ │├└─]*\d+  ", tree(telling), re.M)) == total
    assert len(re.findall(r"(?:\{| \\\\ )\d+\. ", tikz(telling))) == total
    assert len(re.findall(r"InfC\{\d+\.\\ ", bussproofs(telling))) == total - tree(telling).count("✗")


def balanced(text: str) -> bool:
    """Whether the braces that are not escaped open and close in order."""
    depth = 0
    for sign in re.findall(r"(?<!\\)(?:\\\\)*([{}])", text):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.parametrize("write", [tikz, bussproofs])
@pytest.mark.parametrize("limit", [None, 1, 4, 20])
@pytest.mark.parametrize("proof", [introspection(), introspection(HOSTILE), induction(), cases(8)])
def test_latex_is_balanced_wherever_the_proof_is_cut(write, limit, proof) -> None:
    text = write(told(proof, limit))
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    assert balanced(body)
    assert r"\end{document}" not in body
    assert not re.search(r"(?<!\\)%", body)
    for name in ("tikzpicture", "prooftree"):
        assert body.count(rf"\begin{{{name}}}") == body.count(rf"\end{{{name}}}")


@pytest.mark.parametrize("limit", [None, 1, 4, 20])
@pytest.mark.parametrize("proof", [introspection(), induction(), cases(8), trivial()])
def test_each_inference_of_bussproofs_finds_its_premises(limit, proof) -> None:
    arity = {name: number for number, name in enumerate(INFERENCES, 1)}
    for body in re.findall(r"\\begin\{prooftree\}(.*?)\\end\{prooftree\}", bussproofs(told(proof, limit)), re.S):
        waiting = 0
        for axiom, name in re.findall(r"\\(AxiomC)|\\(\w+)InfC", body):
            if axiom:
                waiting += 1
            else:
                assert waiting >= arity[name]
                waiting -= arity[name] - 1
        assert waiting == 1


def before(text):
    return ["".join(map(str, line)) for line in reduced([parse(text)], ["a", "b"])[1]]


def test_announcements_are_reduced_axiom_by_axiom_before_the_proof() -> None:
    assert before("[p] K_a q") == [
        "By the reduction axioms, [p] K_a q",
        "  ≡ p → K_a (p → [p] q)   by [p] K_a q ≡ p → K_a (p → [p] q)",
        "  ≡ p → K_a (p → q)   by [p] q ≡ q, where p; q propositional",
    ]
    assert before("K_a p -> p") == []


def test_what_has_no_formula_without_events_names_the_axioms_that_the_prover_uses() -> None:
    assert before("[p] C_{a,b} p")[1:] == [
        "  [p] K_a q ≡ p → K_a (p → [p] q); to a group, [p!{a}] q ≡ p → [p?{a}] q",
        "  [p] C q is a fixpoint: relativised common knowledge (van Benthem, van Eijck and Kooi 2006)",
    ]
    assert before("[@peek] K_a p")[0] == "The proof is about the model before the events of [@peek] K_a p, by"


class Tags(HTMLParser):
    """The names of the elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        self.found.add(tag)


@pytest.mark.parametrize("style", ["steps", "tree", "latex", "bussproofs"])
def test_a_proof_about_belief_after_an_announcement_is_written_in_each_style(style: str) -> None:
    proof = prove("B_a (q -> p) & q -> [q] B_a p")
    assert proof.text(style).count("[q] B_a p" if style in ("steps", "tree") else r"[q] B_{a} p") == 2


def test_html_escapes_the_names_of_atoms() -> None:
    text = page(told(introspection(HOSTILE)))
    assert Tags(text).found == {"div", "p", "b", "details", "summary", "pre"}
    assert "&lt;script&gt;" in text


def test_a_tautology_that_the_table_of_formulas_simplifies_has_a_proof_of_one_line() -> None:
    assert words(told(trivial())).endswith(
        "1. By propositional logic, the formula is the same as ⊤, so it never fails."
    )
    assert tree(told(trivial())).endswith("1  ✗   supposed, which is ⊥ by propositional logic")


def test_plain_data_is_json() -> None:
    data = json.loads(json.dumps(record(told(induction()))))
    lemma, theorem = data["parts"]
    assert lemma["lemma"] == 1
    assert lemma["induction"] == [1]
    assert theorem["steps"][-1] == {
        "number": 5, "branch": 0, "world": "w", "formula": "⊥", "rule": "lemma",
            "reason": "Lemma 1, from lines 2, 3 and 4", "premises": [2, 3, 4], "of": 1,
    }  # fmt: skip


def test_a_long_proof_shows_its_first_part_and_says_how_long_it_is() -> None:
    text = words(told(induction(), limit=12))
    assert text.endswith("… the proof has 31 steps, the first 12 are shown; all: limit=None, --limit 0")
    assert "Theorem" not in text
    assert not record(told(induction(), limit=12))["complete"]
    assert words(told(induction(), limit=1)).endswith(
        "… the proof has 31 steps, only the first is shown; all: limit=None, --limit 0"
    )


@pytest.mark.parametrize("limit", [0, -3, 2.5, True, "2"])
def test_a_limit_is_a_positive_number_or_none(limit: object) -> None:
    for write in (lambda proof: proof.text(limit=limit), lambda proof: proof.to_dict(limit)):
        with pytest.raises(FormulaError, match=r"limit .*expected a positive.* None"):
            write(prove("K_a p -> p"))


def test_an_unknown_style_lists_the_styles_once() -> None:
    with pytest.raises(FormulaError) as caught:
        prove("K_a p -> p").text("foo")
    assert (
        str(caught.value)
        == "style 'foo': expected 'steps', 'tree', 'latex', 'bussproofs', 'hilbert', 'fitch' or 'fitch-latex'"
    )
    with pytest.raises(FormulaError, match="did you mean 'steps'"):
        prove("K_a p -> p").text("stepps")


SLIDES = [
    ("K_a (p -> q) -> (K_a p -> K_a q)", "K"),
    ("K_a p -> p", "S5"),
    ("K_a p -> K_a K_a p", "S5"),
    ("~K_a p -> K_a ~K_a p", "S5"),
    ("p -> K_a M_a p", "S5"),
    ("C_{a,b} p -> p", "S5"),
    ("C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p", "K"),
    ("C_{a,b} (p -> E_{a,b} p) & p -> C_{a,b} p", "S5"),
    ("C_{a,b} (p | q) & C_{a,b} (Kw_a q & Kw_b p) & C_{a,b} (~Kw_a p & ~Kw_b q) -> false", "S5"),
]
"""The axioms of S5, common knowledge by induction, and two muddy children who cannot both stay silent for ever."""


@pytest.mark.parametrize(("formula", "logic"), SLIDES)
def test_the_proofs_of_a_course_fit_on_a_slide(formula: str, logic: str) -> None:
    assert len(prove(formula, logic).text().splitlines()) < 25


def test_distributed_knowledge_is_about_worlds_that_both_agents_consider_possible() -> None:
    assert (
        "2. By line 1, a and b both consider possible a world v where ¬D_{a,b} p"
        in prove("D_{a,b} p -> D_{a,b} D_{a,b} p", "S4").text()
    )


def test_a_world_that_seriality_gives_needs_no_premise_and_names_of_agents_stay_as_they_are() -> None:
    assert "2. By consistency, a considers possible a world v. There, " in prove("K_a ~p -> ~K_a p", "D").text()


def test_common_knowledge_after_an_announcement_has_a_name_with_its_definition() -> None:
    lines = prove("[p] C_{a,b} p").text().splitlines()
    assert lines[3] == (
        "X1 says C_{a,b} p after the announcement of p; it is the weakest formula with X1 → E_{a,b} (p → p ∧ X1)"
    )
    assert lines[5] == "Lemma 1, by induction. X1 holds at every world"


@pytest.mark.parametrize("style", ["latex", "bussproofs"])
def test_no_line_break_of_latex_has_a_bracket_after_it_which_would_be_its_option(style: str) -> None:
    text = prove("[p] C_{a,b} p").text(style)
    assert "[p] K" in text
    assert not re.search(r"\\\\\s*\[", text)


def test_an_atom_with_the_name_of_a_fixpoint_is_not_confused_with_it() -> None:
    assert "Lemma 1, by induction. X1' holds at every world" in prove("[X1] C_{a,b} X1").text()


def test_premises_and_theory_are_stated() -> None:
    text = entails(["K_a p"], "K_a q", "K", theory=["p -> q"]).text()
    assert text.startswith("Theorem. K_a q follows from K_a p in K, where p → q holds at every world\n")
    assert "the theory" in text


def test_an_unknown_style_is_an_error_that_names_the_styles() -> None:
    with pytest.raises(FormulaError, match=r"style 'leaves': expected 'steps', .*'hilbert'"):
        prove("p -> p").text("leaves")


@pytest.mark.parametrize(
    ("formula", "logic"),
    [("K_a (p & q) -> K_a p & K_a q", "K"), ("C_{a,b} p -> C_{a,b} K_a p", "K"), ("[p] C_{a,b} q -> [p] K_a q", "S5")],
)
def test_the_data_of_a_proof_has_the_script_and_comes_back_from_json(formula: str, logic: str) -> None:
    proof = prove(formula, logic)
    data = proof.to_dict()
    assert json.loads(json.dumps(data)) == data
    tableaux = [lemma.tableau for part in proof.script.parts for lemma in getattr(part, "lemmas", (part,))]
    tableaux.append(proof.script.tableau)
    assert data["steps"] == sum(len(tableau.steps) for tableau in tableaux)
    for part, tableau in zip(data["parts"], tableaux, strict=True):
        steps = part["steps"]
        assert sorted(step["rule"] for step in steps) == sorted(step.rule for step in tableau.steps)
        assert all(premise < step["number"] for step in steps for premise in step["premises"])
        assert all(str(parse(step["formula"])) == step["formula"] for step in steps)


@pytest.mark.parametrize("style", [style for style in STYLES if "fitch" not in style])
def test_each_style_reduces_announcements_axiom_by_axiom(style: str) -> None:
    """DEL 4.4: [p] over an atom, a negation, a conjunction and a box."""
    sign = {"hilbert": "  Ann", "latex": r"  $\equiv$ ", "bussproofs": r"  $\equiv$ "}.get(style, "  ≡ ")
    assert prove("[p & ~K_a p] ~(p & ~K_a p)").text(style).count(sign) == 5


def test_each_style_has_a_writer() -> None:
    assert (*WRITERS, "hilbert", "fitch", "fitch-latex") == STYLES


def test_a_notebook_shows_the_answer_and_the_proof() -> None:
    text = prove("K_a p -> p")._repr_html_()
    assert text.startswith("<div><p>valid in S5: K_a p → p</p>")
    assert "Suppose it fails" in text
    one = KripkeModel.s5({"w": set()}, {"a": [["w"]]})
    assert valid_on_frame(one, "K_a p -> p")._repr_html_().count("<p>") == 1


@pytest.mark.parametrize("seed", seeds(10, 1_000))
def test_each_form_of_each_proof_has_each_step_and_names_lines_that_exist(seed: int) -> None:
    formula, logic, theory = random_question(Random(seed))
    answer = prove(formula, logic, theory=theory, atoms=["x=1", "x=2"], same_relation=True)
    if not answer:
        return
    telling = Telling(answer.script, formula, "", (), theory, limit=None)
    total = telling.outline.total
    assert len(re.findall(r"^[ │├└─]*\d+  ", tree(telling), re.M)) == total
    assert len(re.findall(r"(?:\{| \\\\ )\d+\. ", tikz(telling))) >= total
    assert balanced(tikz(telling))
    assert balanced(bussproofs(telling))
    for part in telling.outline.parts:
        for number, (_, text) in enumerate(lines_of(telling, part), 1):
            cited = re.findall(r"\((?:[^()]*, )?(\d+)(?: and (\d+))?\)|By (\d+),|contradicts (\d+)", text)
            assert all(int(each) <= number for group in cited for each in group if each)
    json.dumps(answer.to_dict())
    assert answer.to_dot()


def test_cases_nested_400_deep_are_written_without_recursion() -> None:
    telling = told(cases(400))
    for write in (tree, words, tikz, bussproofs, page, dot):
        assert write(telling)
    json.dumps(record(telling))


INDUCTION = "C_{a,b} (p -> K_a p) & C_{a,b} (p -> K_b p) & p -> C_{a,b} p"


def test_a_tree_cut_at_a_depth_counts_the_steps_below_it_and_keeps_each_statement() -> None:
    proof = prove(INDUCTION)
    steps, boxes = r"(?:\\l|\")(\d+)  ", r"(?m)^  n(\d+)_\d+ \["
    whole = proof.to_dot()
    assert list(proof.cuts) == [0]
    cut = proof.to_dot(0)
    left = [int(number) for number in re.findall(r"… \((\d+) more\)", cut)]
    assert left
    assert set(re.findall(boxes, cut)) == set(re.findall(boxes, whole))
    assert len(re.findall(steps, cut)) + sum(left) == len(re.findall(steps, whole))
    with pytest.raises(TooLarge, match=r"tree in a column .* give a larger width"):
        draw(proof, width="column")
    assert f"({left[0]} more)" in draw(proof, width="slide").replace("\xa0", " ").replace("&#160;", " ")
