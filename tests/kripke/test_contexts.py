"""Each subformula once in each context: long, deep and doubly used formulas stay cheap."""

import pickle
from random import Random

import pytest
from effort import seeds, share
from randoms import random_formula, random_structure

from kripke.checking import program as programs
from kripke.checking.check import Evaluation
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.checking.program import compile_formula
from kripke.models.kripke_model import KripkeModel
from logic.clauses import Announce, AnnounceWhether, Atom, K, Kw, Not, atoms, conj, disj

TWO = KripkeModel.s5({"w1": {"p", "q"}, "w2": {"q"}}, {"a": [["w1", "w2"]], "b": [["w1"], ["w2"]]}, actual="w1")
p, q = atoms("p q")


class Counting(BitsetAlgebra):
    """Counts the diamonds that are computed."""

    diamonds = 0

    def preimage(self, agent, target):
        Counting.diamonds += 1
        return super().preimage(agent, target)


def diamonds(formula, structure=TWO.structure):
    Counting.diamonds = 0
    Evaluation(compile_formula(formula), Counting(structure)).value()
    return Counting.diamonds


def test_a_subformula_used_twice_is_computed_once():
    assert diamonds(K("a", p) & ~K("a", p)) == 1
    assert diamonds(K("a", p) | Kw("a", q) | K("a", p)) == 1


def test_announcements_that_leave_the_same_worlds_lead_to_one_context():
    known = K("a", p)
    assert diamonds(Announce(p, known) & Announce(p & q, known)) == 1
    assert diamonds(Announce(q, known) & known) == 1


def test_doubling_announcements_stay_linear():
    formula = K("a", p)
    for _ in range(200):
        formula = Announce(p, formula) & Announce(Not(p), formula)
    assert diamonds(formula) <= 3
    assert TWO.count(formula) in range(3)


def test_a_formula_nested_very_deep_is_evaluated():
    formula = p
    for i in range(share(100_000)):
        formula = K("b", formula) if i % 3 else ~~formula
    assert TWO.holds(formula)
    assert TWO.check(formula).holds


def test_very_many_nested_announcements_are_evaluated():
    formula = K("a", p)
    for _ in range(share(100_000)):
        formula = Announce(q, formula)
    assert not TWO.holds(formula)


def test_announcements_whether_of_announcements_whether_stay_linear():
    formula = K("a", p)
    for _ in range(share(20_000)):
        formula = AnnounceWhether(formula, formula)
    assert not TWO.holds(formula)


def test_a_shared_graph_of_two_to_the_hundred_paths_is_evaluated():
    formula = p
    for i in range(100):
        formula = K("a" if i % 2 else "b", formula) & formula
    assert not TWO.holds(formula)  # path by path it would take longer than the universe is old


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_dropping_values_changes_no_answer(seed):
    rng = Random(seed)
    for _ in range(share(200, 50)):
        structure = random_structure(rng, most_worlds=10)
        made = compile_formula(random_formula(rng, structure.agents, 20))
        start = BitsetAlgebra(structure)
        assert Evaluation(made, start).value() == Evaluation(made, start, keep=True).value()


def test_the_programs_that_are_remembered_are_bounded():
    for i in range(programs.CACHED_PROGRAMS + 10):
        compile_formula(Atom(f"p{i}"))
    assert programs._short_program.cache_info().currsize <= programs.CACHED_PROGRAMS


def test_nested_announcements_on_large_models_give_what_one_after_the_other_gives():
    n = 10
    muddy = atoms(" ".join(f"m{i}" for i in range(n)))
    m = KripkeModel.from_observations(
        [a.name for a in muddy], {f"c{i}": [a.name for a in muddy if a != muddy[i]] for i in range(n)}
    )
    nobody = conj(~Kw(f"c{i}", muddy[i]) for i in range(n))
    nested, step = Kw("c0", muddy[0]), m.announce(disj(muddy))
    for _ in range(4):
        nested, step = Announce(nobody, nested), step.announce(nobody)
    nested = Announce(disj(muddy), nested)
    after = step.extension(Kw("c0", muddy[0]))
    assert m.extension(nested) == after | (frozenset(m.worlds) - frozenset(step.worlds))


def test_models_and_their_parts_survive_pickling():
    m = KripkeModel.from_observations(["p", "q"], {"a": ["p"]}, actual={"p"})
    for model in (m, m.announce("p | q"), TWO):
        again = pickle.loads(pickle.dumps(model))
        assert again == model
        assert again.extension("Kw_a p") == model.extension("Kw_a p")


def test_an_extension_on_arrays_is_the_same_as_on_integers_after_updates():
    structure = TWO.announce_whether("p", to=["a"]).structure
    assert len(extension(structure, K("a", p))) == 1


@pytest.fixture
def few_steps_are_large(monkeypatch):
    monkeypatch.setattr(programs, "CACHED_STEPS", 1_000)


def test_the_program_of_a_large_formula_is_not_kept(few_steps_are_large):
    formula = conj([Atom(f"p{i}") for i in range(programs.CACHED_STEPS)])
    before = programs._short_program.cache_info().currsize
    assert compile_formula(formula) is not compile_formula(formula)
    assert programs._short_program.cache_info().currsize == before


def test_a_large_formula_that_is_compiled_for_the_first_time_is_not_hashed(few_steps_are_large):
    formula = conj([Atom(f"p{i}") for i in range(programs.CACHED_STEPS)])
    compile_formula(formula)
    assert not hasattr(formula, "_hash")
