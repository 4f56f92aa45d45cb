"""Upgrades inside formulas: all engines, the slow semantics, updates of the model, and explanations."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from effort import seeds
from forms import arrays
from randoms import random_formula, random_structure
from reasons_checked import check
from reference_graphs import plain

from kripke.checking.explicit import extension
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.semantics import truth
from kripke.why.explain import explain, explicit_view
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse
from whoknows import ModelError, SymbolicModel, UnsupportedByEngine, conservative_upgrade, radical_upgrade

UPGRADES = {f.RadicalUpgrade: radical_upgrade, f.ConservativeUpgrade: conservative_upgrade}


def random_case(seed: int, most_worlds: int = 12) -> tuple[Structure, Formula]:
    """A structure whose agents can be upgraded, and a formula with an upgrade, often below other changes."""
    rng = Random(f"upgrades/{seed}")
    while (s := random_structure(rng, most_worlds, rng.choice(["S5", "KD45", "K45"]))).weights or not s.agents:
        pass

    def body(size: int) -> Formula:
        """No resolution: what agents with ranks believe after it is undefined."""
        made = random_formula(rng, s.agents, size)
        return body(size) if any(isinstance(node, f.R) for node in made.subformulas()) else made

    formula = rng.choice([*UPGRADES])(body(4), body(8))
    around = rng.choice([lambda x: x, f.Not, lambda x: f.Announce(body(3), x), lambda x: f.Or(body(3), x)])
    if rng.random() < 0.5:
        formula = rng.choice([*UPGRADES])(body(3), f.And(formula, body(3)))
    return s, around(f.K(rng.choice(s.agents), formula) if rng.random() < 0.3 else formula)


@pytest.mark.parametrize("seed", seeds(15, 1_500))
def test_engines_agree_with_the_slow_semantics(seed: int) -> None:
    structure, formula = random_case(seed)
    expected = truth(plain(structure), formula)
    assert frozenset(extension(structure, formula).positions()) == expected
    with arrays():
        assert frozenset(np.flatnonzero(extension(structure, formula).column).tolist()) == expected


@pytest.mark.parametrize("formula", ["<!q> [^^p] B_a p", "[!q] [^~p] B_a ~p", "[!q] [^^p] [^~p] (B_a ~p & M_a p)"])
def test_relations_need_classes_only_among_the_worlds_that_an_announcement_leaves(formula: str) -> None:
    pairs = [(x, y) for x in "wv" for y in "wv"] + [("w", "u"), ("u", "x")]
    model = KripkeModel({"w": {"p", "q"}, "v": {"q"}, "u": set(), "x": set()}, {"a": pairs}, actual="w")
    expected = truth(plain(model.structure), parse(formula))
    assert frozenset(extension(model.structure, parse(formula)).positions()) == expected
    with arrays():
        assert frozenset(np.flatnonzero(extension(model.structure, parse(formula)).column).tolist()) == expected
    check(model.structure, explain(explicit_view(model.structure, parse(formula)), 0))
    with pytest.raises(ModelError, match="transitive and Euclidean"):
        model.holds("[^^p] B_a p")


@pytest.mark.parametrize("seed", seeds(10, 1_000))
def test_an_upgrade_in_a_formula_is_the_update(seed: int) -> None:
    structure, _ = random_case(seed)
    rng, model = Random(seed), KripkeModel.of(structure)
    said, body = (parse(rng.choice(STATEMENTS)) for _ in range(2))
    for clause, update in UPGRADES.items():
        assert model.extension(clause(said, body)) == model.update(update(said)).extension(body)


STATEMENTS = ["p", "Bsafe_a (p | q)", "B_a[q] p", "~Bstrong_a p", "EB p", "K_a (p -> B_a q)", "p & ~B_a p", "CB q"]


@pytest.mark.parametrize("seed", seeds(13, 400))
def test_an_explanation_says_which_worlds_rise(seed: int) -> None:
    structure, formula = random_case(seed, 8)
    for position in range(min(3, structure.size)):
        check(structure, explain(explicit_view(structure, formula), position))


MODEL = KripkeModel.s5(
    {"w": {"p"}, "u": {"p", "q"}, "v": set()},
    {"a": [["w", "u", "v"]]},
    actual="w",
    ranks={"a": {"w": 2, "u": 1, "v": 0}},
)


def test_a_radical_upgrade_raises_all_worlds_and_a_conservative_one_the_best() -> None:
    assert MODEL.holds("B_a ~p & [^^p] B_a (p & q) & [^p] B_a (p & q)")
    assert MODEL.holds("[^^p] B_a[~q] p & [^p] B_a[~q] ~p")
    assert MODEL.holds("<^^p> B_a q <-> [^^p] B_a q")
    assert str(MODEL.explain("[^p] B_a q").reason) == (
        "for every agent, the most plausible of w and u become more plausible than the others, since p is true there; "
        "then B_a q holds there"
    )


def test_agents_without_ranks_found_all_worlds_equally_plausible() -> None:
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]})
    assert model.valid("~B_a p & [^^p] B_a p & [^p] (B_a p & ~K_a p)")


def test_agents_whose_plausibility_cannot_change_are_refused() -> None:
    weighed = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, weights={"a": {"w": 1, "v": 1}})
    with pytest.raises(ModelError, match=r"agent a: .* weights, .* changes ranks"):
        weighed.valid("[^^p] B_a p")
    with pytest.raises(ModelError, match="no classes to upgrade"):
        KripkeModel({"w": {"p"}, "v": set()}, {"a": [("w", "v"), ("v", "w")]}).valid("[^p] B_a p")
    with pytest.raises(UnsupportedByEngine, match="ask a model with listed worlds"):
        SymbolicModel(atoms=["p"], observes={"a": []}).valid("[^^p] B_a p")
    with pytest.raises(ModelError, match="leaves its members' beliefs undefined"):
        MODEL.holds("R_{a} [^^p] true")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("[^^p] q", f.RadicalUpgrade("p", "q")),
        ("<^^p> q", f.RadicalUpgrade("p", "q")),
        ("[⇑p] q", f.RadicalUpgrade("p", "q")),
        (r"\langle \Uparrow p \rangle q", f.RadicalUpgrade("p", "q")),
        ("[^p] q", f.ConservativeUpgrade("p", "q")),
        ("[ ^ p] q", f.ConservativeUpgrade("p", "q")),
        ("<↑p> q", f.ConservativeUpgrade("p", "q")),
        (r"[\uparrow p] q", f.ConservativeUpgrade("p", "q")),
        ("[^^p & q] r", f.RadicalUpgrade("p & q", "r")),
        ("[p ^ q] r", f.Announce("p ^ q", "r")),
        ("[^p ^ q] r", f.ConservativeUpgrade("p ^ q", "r")),
        ("B_a ([^^~p] q)", f.B("a", f.RadicalUpgrade("~p", "q"))),
    ],
)
def test_upgrades_are_read_and_written(text: str, meant: Formula) -> None:
    assert parse(text) == meant
    assert parse(str(meant)) == parse(meant.to_ascii()) == parse(meant.to_latex()) == meant
