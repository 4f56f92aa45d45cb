"""Questions written in TPTP: the standard translation says the same in every model, and the modal form is read back."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from effort import examples, seeds, share
from first_order import InModel
from hypothesis import given
from hypothesis import strategies as st
from problems import ATOMS, random_problem, small_models
from typer.testing import CliRunner, Result

from benchmarks.prover_outsiders import FIRST_ORDER
from kripke.data.frames import SYSTEMS, required
from kripke.formats.problems import Problem, load_problem
from kripke.formats.tptp import dumps_problem, loads_problem
from logic import clauses as f
from logic.errors import FormulaError, TooLarge
from logic.formula import NAMELESS
from whoknows import KripkeModel, dumps_tptp, entails
from whoknows.cli.main import app


def said(text: str, model: KripkeModel) -> list[tuple[str, bool]]:
    """The role of each first-order formula, and whether it holds in the model."""
    return InModel(model).transform(FIRST_ORDER.parse(text))


@pytest.mark.parametrize("seed", seeds(15, 2_000))
def test_the_standard_translation_holds_where_the_formula_does(seed: int) -> None:
    rng = Random(f"translation/{seed}")
    formula, logic, theory = random_problem(rng, 10)
    options = {"theory": theory, "atoms": ATOMS, "same_relation": True}
    if any(isinstance(node, f.C) for each in (formula, *theory) for node in each.subformulas()):
        with suppress(FormulaError):  # where C follows an announcement of false, say, nothing is left of it
            dumps_tptp(formula, logic, **options)
        return
    text = dumps_tptp(formula, logic, **options)
    for graph in small_models(rng, logic, ATOMS, rng.randint(1, 3), 10):
        model = KripkeModel.from_networkx(graph)
        *frames, answer = said(text, model)
        laws = [frames.pop() for _ in theory]
        assert all(holds for _, holds in frames)
        assert laws == [("axiom", model.valid(law)) for law in theory]
        assert answer == ("conjecture", model.valid(formula))


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_axioms_of_a_relation_hold_on_the_frames_of_its_system_alone(system: str) -> None:
    rng, text = Random(system), dumps_tptp("K_a p", system)
    for _ in range(share(60, 15)):
        pairs = [(w, v) for w in range(3) for v in range(3) if rng.random() < rng.choice([0.3, 0.9])]
        model = KripkeModel(dict.fromkeys(range(3), ()), {"a": pairs}, atoms=["p"])
        *axioms, _ = said(text, model)
        assert all(holds for _, holds in axioms) == (model.frame_properties("a") >= required(system))


def test_premises_hold_at_the_world_and_laws_at_all_of_them() -> None:
    text = dumps_tptp("K_a q", "K", premises=["K_a p"], theory=["p -> q"])
    assert text.splitlines() == [
        "fof(axiom1, axiom, ! [W0] : (p(W0) => q(W0))).",
        "fof(conjecture1, conjecture, ! [W0] : "
        "((! [W1] : (r_a(W0, W1) => p(W1))) => (! [W1] : (r_a(W0, W1) => q(W1))))).",
    ]


def test_the_relation_of_an_agent_has_the_name_of_no_atom() -> None:
    assert "r__a(W0, W1) => r_a(W1)" in dumps_tptp("K_a r_a", "K")


def test_a_program_without_a_star_is_what_its_steps_say() -> None:
    assert dumps_tptp("[a ; (b | ?p)] q") == dumps_tptp("K_a (K_b q & (p -> q))")
    assert dumps_tptp("<a ; ?p> q", modal=True) == dumps_tptp("M_a (p & q)", modal=True)


def test_ranks_are_atoms_in_the_text_as_in_a_proof() -> None:
    assert "'rank(a,0)'(W1)" in dumps_tptp("K_a p -> B_a p")


@pytest.mark.parametrize(
    ("formula", "modal", "why"),
    [
        ("C_{a,b} p", False, "C_{a,b} p: the standard translation has no operator C; it is about paths of any length"),
        ("[p] CB_{a,b} q", True, "cannot eliminate the announcement before CB_{a,b} q"),
        ("[(a ; b)*] p", False, "no operator Run; it is about paths"),
        ("D_{a,b} p", True, "TPTP's modal form has no operator D; write the formula with K, M, ~"),
        ("B_a>=0.5 p", False, "degrees of belief"),
    ],
)
def test_what_has_no_translation_is_refused(formula: str, modal: bool, why: str) -> None:
    with pytest.raises(FormulaError) as refusal:
        dumps_tptp(formula, modal=modal)
    assert why in str(refusal.value)


def test_depth_is_not_limited_but_the_length_of_the_text_is() -> None:
    formula = f.Atom("p")
    for _ in range(2_000):
        formula = f.K("a", formula)
    assert "(W2000)" in dumps_tptp(formula)
    for _ in range(30):
        formula = f.And(formula, f.Not(formula))
    with pytest.raises(TooLarge, match="over 10,000,000 characters"):
        dumps_tptp(formula)


# ------------------------------------------------------------------------------------------------- the modal form

NAMES = st.sampled_from(["p", "Q", "muddy(anne)", "it's", "a\\b", "é", "x=1", "$true", "tff"])


def formulas(agents: list[str]) -> st.SearchStrategy[f.Formula]:
    clauses = (f.K.make, f.M.make) if agents else (lambda _, sub: f.Box(sub), lambda _, sub: f.Diamond(sub))
    return st.recursive(
        st.one_of(st.builds(f.Atom, NAMES), st.sampled_from([f.Top(), f.Bottom()])),
        lambda inner: st.one_of(
            st.builds(f.Not, inner),
            *(st.builds(clause, inner, inner) for clause in (f.And, f.Or, f.Xor, f.Implies, f.Iff)),
            *(st.builds(clause, st.sampled_from(agents or [NAMELESS]), inner) for clause in clauses),
        ),
        max_leaves=8,
    )


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    agents = draw(st.sampled_from([[], ["a"], ["a", "Ann", "3", "_b", "éva"]]))
    every = formulas(agents)
    logic = {agent or None: draw(st.sampled_from([*SYSTEMS])) for agent in agents or [NAMELESS]}
    lists = st.lists(every, max_size=2).map(tuple)
    return Problem(draw(every), draw(lists), draw(lists), logic)


@given(problems())
@examples(300)
def test_what_is_written_in_the_modal_form_is_read_back(problem: Problem) -> None:
    text = dumps_problem(problem)
    again = loads_problem(text)
    assert again[:3] == problem[:3]
    assert dumps_problem(again) == text  # so the logic is the same, by the names of TPTP


@pytest.mark.parametrize("name", ["knowledge.p", "five.p", "local.p"])
def test_what_is_read_from_tptp_is_written_back(name: str) -> None:
    problem = load_problem(Path(__file__).parents[1] / "data" / "provers" / name)
    formula, premises, theory, logic = problem
    again = loads_problem(dumps_tptp(formula, logic, premises, theory, modal=True))
    assert again[:3] == problem[:3]
    one, other = (entails(each.premises, each.formula, each.logic, theory=each.theory) for each in (problem, again))
    assert (one.logic, one.valid) == (other.logic, other.valid)


# ------------------------------------------------------------------------------------------------- the command


def ask(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")


def test_the_command_writes_the_question_and_decides_nothing(tmp_path: Path) -> None:
    written = ask("prove", "K_a p |= K_b p", "--logic", "a=S4,b=KB4", "--write-tptp", "-")
    assert (written.exit_code, written.stdout) == (0, dumps_tptp("K_b p", {"a": "S4", "b": "KB4"}, ["K_a p"]))
    path = tmp_path / "question.p"
    assert ask("prove", "K_a p |= K_b p", "--modal", "--write-tptp", path).stderr == f"written in {path}\n"
    assert ask("prove", path).exit_code == ask("prove", "K_a p |= K_b p").exit_code == 1
    assert ask("prove", path, "--satisfiable", "--write-tptp", "-").stdout.count("~") == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (
            ["--write-tptp", "-", "--smallest", "--json"],
            "--write-tptp decides nothing: leave out --smallest and --json",
        ),
        (["--modal"], "--modal is a form of --write-tptp"),
        (["--write-tptp", "nowhere/f.p"], "nowhere"),
    ],
)
def test_options_that_decide_are_refused_beside_it(options: list[str], why: str) -> None:
    refusal = ask("prove", "p", *options)
    assert refusal.exit_code == 2
    assert why in refusal.stderr
