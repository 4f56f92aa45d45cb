"""What every engine does: one suite for integers, arrays, shifts and decision diagrams.

A model is given as atoms, a law and observations, so that every engine can have it.
"""

import inspect

import pytest

from kripke.change.actions.announcements import announcement_whether
from kripke.change.actions.evidence import Evidence
from kripke.change.event import Event, EventModel
from kripke.checking import observations
from kripke.checking.algebra import SetAlgebra
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.engine.shifts import CubeAlgebra
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAgent, UnknownAtom, UnknownWorld
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from logic.errors import ParseError

MUDDY = {
    "atoms": ["m1", "m2", "m3"],
    "observes": {"a": ["m2", "m3"], "b": ["m1", "m3"], "c": ["m1", "m2"]},
    "actual": ["m1", "m2"],
}
BOX = {
    "atoms": ["p", "q", "x=1", "x=2"],
    "law": "(p | q) & (x=1 ^ x=2)",
    "observes": {"a": ["p"], "b": ["p ^ q", "x=1"]},
    "actual": ["p", "x=1"],
}


def explicit(engine):
    """`KripkeModel` whose answers are computed by one set algebra, where it can compute them."""

    class Forced(KripkeModel):
        __slots__ = ()

        def _where(self, formula, actions=None):
            if actions or (engine is CubeAlgebra and self.structure.cube is None):
                return super()._where(formula, actions)
            if engine is CubeAlgebra:
                return extension(self.structure, formula)
            return extension(self.structure, formula, engine(self.structure))

    return lambda **spec: Forced.of(observations.from_observations(**spec))


ENGINES = {
    "integers": explicit(BitsetAlgebra),
    "arrays": explicit(ArrayAlgebra),
    "shifts": explicit(CubeAlgebra),
    "diagrams": SymbolicModel,
}


@pytest.fixture(params=ENGINES)
def make(request):
    return ENGINES[request.param]


TRUE = [
    "K_a m2", "~Kw_a m1", "M_a ~m1", "E_{a,b,c} (m1 | m2)", "~C (m1 | m2)", "D_{a,b} (m1 & m2)", "~D_{a} m1", "Kw_c m1",
    "[m1 | m2 | m3] ~Kw_a m1", "[m1 | m2 | m3] [~(Kw_a m1 | Kw_b m2 | Kw_c m3)] (Kw_a m1 & Kw_b m2 & ~Kw_c m3)",
    "<m1> K_a m1", "~<m3> true", "[m3] false", "[m1?] C Kw_a m1", "[m3?] C ~m3", "[m1!{a}] K_a m1",
    "[m1!{a}] K_b Kw_a m1", "[m1?{a,b}] C_{a,b} Kw_a m1", "B_a m2", "B_a[m1] (m1 & m2)", "B_a>=1/2 m1", "~B_a>=2/3 m1",
    "K_a K_b m3 | K_a ~K_b m3", "C (K_a m2 | K_a ~m2)", "M_a M_b ~m2 ", "true", "~false",
]  # fmt: skip


@pytest.mark.parametrize("formula", TRUE)
def test_what_is_true_of_three_muddy_children_is_true_in_every_engine(make, formula):
    assert make(**MUDDY).holds(formula)


@pytest.mark.parametrize("formula", TRUE)
def test_what_is_true_is_not_false(make, formula):
    assert not make(**MUDDY).holds(f"~({formula})")


@pytest.mark.parametrize(
    ("formula", "number"),
    [("true", 6), ("p", 4), ("K_a p", 4), ("K_a q", 2), ("Kv_b x", 6), ("Kv_a x", 0), ("K_b p", 2), ("Kw_b q", 2),
     ("D_{a,b} q", 4), ("[p & q] K_b p", 6), ("[p & q?] Kw_a (p & q)", 6), ("E_{a,b} p", 2), ("C (p | q)", 6)],
)  # fmt: skip
def test_as_many_worlds_satisfy_a_formula_in_every_engine(make, formula, number):
    assert make(**BOX).count(formula) == number


def test_the_laws_of_knowledge_are_valid(make):
    model = make(**BOX)
    for law in ("K_a p -> p", "K_a p -> K_a K_a p", "~K_a p -> K_a ~K_a p", "K_a (p -> q) -> (K_a p -> K_a q)",
                "C q -> E C q", "C (q -> E q) -> (q -> C q)", "K_a q -> D q",
                "Kw_a q <-> (K_a q | K_a ~q)"):  # fmt: skip
        assert model.valid(law), law


def test_announcements_reduce_as_the_textbook_says(make):
    model = make(**BOX)
    for law in ("[q] x=1 <-> (q -> x=1)", "[q] ~p <-> (q -> ~[q] p)", "[q] K_a p <-> (q -> K_a [q] p)",
                "[q] [p] K_b x=1 <-> [q & [q] p] K_b x=1", "<q> p <-> (q & [q] p)"):  # fmt: skip
        assert model.valid(law), law


def test_an_announcement_in_a_formula_is_the_announcement_then_the_formula(make):
    model = make(**MUDDY)
    after = model.announce("m1 | m2 | m3").announce("~(Kw_a m1 | Kw_b m2 | Kw_c m3)")
    assert after.holds("Kw_a m1 & Kw_b m2")
    assert after.count("true") == 4


def test_only_a_truth_can_be_announced(make):
    with pytest.raises(PreconditionFailed, match=r"m3 is false.* actual"):
        make(**MUDDY).announce("m3")


@pytest.mark.parametrize(
    ("formula", "error", "words"),
    [
        ("K_ann p", UnknownAgent, "ann"),
        ("zz", UnknownAtom, "zz"),
        ("Kv_a y", UnknownAtom, "y"),
        ("p &", ParseError, "the text ends after &"),
    ],
)
def test_names_that_are_not_there_are_refused(make, formula, error, words):
    with pytest.raises(error, match=words):
        make(**BOX).holds(formula)


ONE = {"a": [("e", "e")], "b": [("e", "e")]}
BOTH = {agent: [*loops, ("f", "f")] for agent, loops in ONE.items()}
ACTIONS = {
    "fine": EventModel({"e": Event("p")}, ONE, "e"),
    "atom": EventModel({"e": Event("zz")}, ONE, "e"),
    "agent": EventModel({"e": Event("K_ann p")}, ONE, "e"),
    "value": EventModel({"e": Event("p", {"q": "zz | p"})}, ONE, "e"),
    "looker": EventModel({"e": Event("p")}, {**ONE, "ann": [("e", "e")]}, "e"),
    "other": EventModel({"e": Event("p"), "f": Event("zz")}, BOTH, "e"),
    "named": EventModel({"e": Event("[@fine] p")}, ONE, "e"),
    "told": announcement_whether("zz", to=["a"]),
    "weights": Evidence("a", "p", gain=0.1, loss=0.1),
}


@pytest.mark.parametrize("formula", ["K_a ~[@{}] p", "~p -> [p][@{}] p", "[@fine][@{}] p"])
@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("atom", UnknownAtom, "action atom: precondition of event e: no atom 'zz'"),
        ("agent", UnknownAgent, "action agent: precondition of event e: K_ann p: no agent 'ann'"),
        ("value", UnknownAtom, "action value: postcondition for q of event e: no atom 'zz'"),
        ("looker", UnknownAgent, "action looker: event model: no agent 'ann'"),
        ("other", UnknownAtom, "action other: precondition of event f: no atom 'zz'"),
        ("named", ModelError, r"action named: precondition of event e: \[@fine\] in "),
        ("told", UnknownAtom, "action told: no atom 'zz'"),
        ("weights", ModelError, "action weights: .* weights"),
    ],
)
def test_an_action_that_does_not_fit_the_model_is_refused_by_its_name(make, formula, name, error, words):
    with pytest.raises(error, match=f"^{words}"):
        make(**BOX).holds(formula.format(name), actions=ACTIONS)


def test_actions_that_a_formula_does_not_name_do_not_matter(make):
    assert make(**BOX).holds("[@fine] K_a p", actions=ACTIONS)


def test_worlds_are_shown_by_their_true_atoms_in_every_message(make):
    model = make(**MUDDY)
    with pytest.raises(PreconditionFailed, match=r"^m3 is false.*\{m1, m2\}, "):
        model.announce("m3")
    loops = dict.fromkeys("abc", (("e", "e"), ("f", "f")))
    with pytest.raises(PreconditionFailed, match=r"^no event.*\{m1, m2\}: "):
        model.update(EventModel({"e": Event("m3"), "f": Event("~m1")}, loops))
    with pytest.raises(ModelError, match=r"^actual \{p, q\}: .*not satisfy.*law"):
        make(**BOX | {"actual": ["q", "p"]})
    with pytest.raises((UnknownWorld, ModelError), match=r"^(world|state) \{q, x=1, x=2\}[:;]"):
        make(**BOX).holds("p", at=frozenset({"x=2", "q", "x=1"}))
    assert repr(model.check("m1")) == "<Verdict: m1 holds at {m1, m2}>"


def test_a_world_outside_the_law_is_refused(make):
    with pytest.raises((UnknownWorld, ValueError)):
        make(**BOX).holds("p", at=frozenset())


@pytest.mark.parametrize("engine", [BitsetAlgebra, ArrayAlgebra, CubeAlgebra, SymbolicAlgebra])
def test_every_set_algebra_has_the_parameters_of_the_protocol(engine):
    for name, operation in inspect.getmembers(SetAlgebra, inspect.isfunction):
        if not name.startswith("_"):
            own = [*inspect.signature(getattr(engine, name)).parameters]
            assert own in ([*inspect.signature(operation).parameters], ["self", "_", "__"]), (
                name
            )  # the last: unsupported
