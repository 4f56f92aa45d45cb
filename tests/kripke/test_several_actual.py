"""Models and event models with several actual worlds: both engines, both forms of sets, and the reference agree."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from itertools import product as all_pairs
from random import Random

import pytest
from effort import examples, seeds
from forms import arrays
from hypothesis import given
from randoms import FRAMES, random_event_model, random_formula, random_structure
from reference_graphs import plain
from structures import distinguishing_formula, same_in_order, structures

from kripke import semantics
from kripke.change.product import update
from kripke.checking.explicit import extension
from kripke.data.errors import EpistemicError, FileError, ModelError, PreconditionFailed, UnknownWorld
from kripke.data.structure import Structure
from kripke.formats import graphs, model_text, modelfile
from kripke.models.named_model import NamedModel
from kripke.sameness.bisimulation import bisimilar, bisimulation
from kripke.sameness.canonical import canonical
from kripke.sameness.invariance import contract, generated
from whoknows import Event, EventModel, KripkeModel, SymbolicModel, distinguish, peek
from whoknows import distinguishing_formula as parting

UVW = {"u": {"p"}, "v": set(), "w": {"q"}}
MODEL = KripkeModel.s5(UVW, {"a": [["u", "v"], ["w"]], "b": [["u"], ["v", "w"]]}, actual=["u", "v"])
EITHER = EventModel(
    {"yes": Event("p"), "no": Event("~p")}, {}, actual=["yes", "no"], others=[("yes", "yes"), ("no", "no")]
)


def several(rng: Random, structure: Structure) -> Structure:
    """The structure with one to four actual worlds."""
    chosen = {rng.randrange(structure.size) for _ in range(rng.randint(1, 4))}
    return replace(structure, actuals=tuple(sorted(chosen)))


def bare(rng: Random, most: int) -> Structure:
    """A random structure without weights and ranks, with several actual worlds."""
    return several(rng, replace(random_structure(rng, most, rng.choice([None, *FRAMES])), weights={}, ranks={}))


def outcome(work):
    try:
        return work()
    except EpistemicError as error:
        return type(error), error.message


# ---- truth


@pytest.mark.parametrize("seed", seeds(10, 400))
def test_a_formula_holds_if_it_holds_at_each_actual_world(seed):
    rng = Random(seed)
    structure = several(rng, random_structure(rng, 12))
    model, formula = KripkeModel.of(structure), random_formula(rng, structure.agents, 8)
    here = [structure.worlds[i] for i in structure.actuals]
    truths = {world: model.holds(formula, world) for world in here}
    where = semantics.truth(plain(structure), formula)
    assert truths == {structure.worlds[i]: i in where for i in structure.actuals}
    verdict = model.check(formula)
    assert model.holds(formula) is verdict.holds is all(truths.values())
    assert verdict.world == next((world for world in here if not truths[world]), here[0])
    assert verdict.truths == (truths if len(here) > 1 else {})
    assert verdict.explain().world == verdict.world
    if not structure.weights and not structure.ranks:
        symbolic = SymbolicModel.from_explicit(model)
        assert symbolic.holds(formula) is verdict.holds
        assert sum(symbolic.check(formula).truths.values()) == sum(verdict.truths.values())
    with arrays():
        assert KripkeModel.of(structure).holds(formula) is verdict.holds


def test_both_a_formula_and_its_negation_may_fail():
    for model in (MODEL, SymbolicModel.from_explicit(MODEL)):
        assert not model.holds("p")
        assert not model.holds("~p")
        assert model.holds("M_a p & ~q")
        assert "holds at 1 of 2 actual worlds, but not at" in model.check("p").said
        assert "holds at each of 2 actual worlds" in model.check("M_a p").said
        assert len(model.actuals) == len(model.actual) == 2
        assert model.at(model.actual) == model


def test_a_question_about_several_worlds_is_that_of_a_model_whose_actual_worlds_they_are():
    for model in (MODEL, SymbolicModel.from_explicit(MODEL)):
        u, v, w = MODEL.worlds if model is MODEL else [frozenset(atoms) for atoms in UVW.values()]
        for at in ([u, w], {v, w}, (u, v), [v], frozenset({u, v, w})):
            for formula in ("p", "~q", "K_a p | K_a q", "M_b q"):
                pointed = model.at(at)
                assert model.holds(formula, at) == pointed.holds(formula) == model.check(formula, at).holds
                assert model.check(formula, at).truths == pointed.check(formula).truths
                assert model.explain(formula, at).world == pointed.explain(formula).world
        assert "; the formula holds at each of 2 given worlds" in str(model.explain("p | q", [u, w]))
        assert "; the formula holds at each of 2 actual worlds" in str(model.explain("~q"))
        assert "the formula" not in str(model.explain("~q", u))
        for ask, refused in ((model.possible, "2 "), (model.holds, "expected one or more worlds")):
            with pytest.raises(ModelError, match=refused):
                ask("a" if ask == model.possible else "p", at=[u, w] if ask == model.possible else [])
        with pytest.raises(UnknownWorld):
            model.holds("p", at=[u, "x"])


@pytest.mark.parametrize("ask", ["degree", "possible", "believed", "count_possible", "entropy", "degrees"])
def test_a_question_about_one_world_asks_for_it(ask):
    for model in (MODEL, SymbolicModel.from_explicit(MODEL)):
        with pytest.raises(ModelError, match=r"several actual (worlds|states), .* by at="):
            getattr(model, ask)("a", *["p"] * (ask == "degree"))
        getattr(model, ask)("a", *["p"] * (ask == "degree"), at=model.actuals[0])


def test_a_set_that_names_a_world_is_that_world_and_not_several():
    names = {frozenset({"u", "v"}): {"p"}, "u": set(), "v": set()}
    assert KripkeModel(names, {}, actual={"u", "v"}).actual == frozenset({"u", "v"})
    assert KripkeModel(names, {}, actual=["v", "u", "v"]).actuals == ("u", "v")
    assert KripkeModel(names, {}, actual=["v"]).actual == "v"
    with pytest.raises(UnknownWorld, match="no world 'x'"):
        MODEL.at(["u", "x"])
    with pytest.raises(ModelError, match="expected one or more worlds"):
        MODEL.at([])
    with pytest.raises(ModelError, match="'u' is an actual world"):
        MODEL.without("w", "u")


def test_observations_have_several_actual_states():
    given = {"atoms": ["p", "q"], "observes": {"a": ["p"]}, "law": "p | q", "actual": [{"p"}, {"p", "q"}]}
    explicit, symbolic = KripkeModel.from_observations(**given), SymbolicModel(**given)
    assert explicit.actuals == symbolic.actuals == (frozenset({"p"}), frozenset({"p", "q"}))
    assert symbolic.to_explicit() == explicit
    assert [m.holds("K_a p") and not m.holds("q") and not m.holds("~q") for m in (explicit, symbolic)] == [True, True]
    assert [m.announce("p").actual == explicit.actual for m in (explicit, symbolic)] == [True, True]
    with pytest.raises(ModelError, match=r"actual \{\}: this assignment does not satisfy the law"):
        KripkeModel.from_observations(**given | {"actual": [{"p"}, set()]})
    assert SymbolicModel(["p"], observes={"a": []}, actual=[]).actuals == (frozenset(),)


# ---- change


def test_several_actual_states_are_in_the_order_of_all_states_whatever_the_order_of_the_bits():
    s = SymbolicModel(["p", "q"], actual=[{"q"}, {"p"}], order=["q", "p"])
    assert s.actuals == ({"p"}, {"q"})
    assert s.check("false").world == s.check("false", at=[{"q"}, {"p"}]).world == {"p"}
    m = KripkeModel({"w": {"p"}, "v": set()}, {}, actual=["w", "v"])
    assert NamedModel(m).actuals == m.actuals == ("w", "v")


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_an_update_of_several_actual_worlds_is_the_union_of_the_pointed_updates(seed):
    rng = Random(seed)
    structure = several(rng, random_structure(rng, 10))
    events = random_event_model(rng, structure)
    whole = outcome(lambda: update(structure, events))
    parts = [outcome(lambda i=i: update(replace(structure, actuals=(i,)), events)) for i in structure.actuals]
    if isinstance(whole, Structure):
        assert whole.actuals == tuple(sorted({i for part in parts for i in part.actuals}))
        assert {len(events.actual or "1") >= len(part.actuals) >= 1 for part in parts} == {True}
        graph = semantics.product(plain(structure), events)
        assert tuple(i for i, pair in enumerate(graph) if pair in semantics.actual(graph)) == whole.actuals
        assert all(replace(whole, actuals=()) == replace(part, actuals=()) for part in parts)
    else:
        assert whole == next(part for part in parts if not isinstance(part, Structure))
    with arrays():
        assert outcome(lambda: update(structure, events)) == whole


@pytest.mark.parametrize("seed", seeds(13, 250))
def test_both_engines_update_several_actual_worlds_alike(seed):
    rng = Random(seed)
    structure = bare(rng, 8)
    model, events = KripkeModel.of(structure), random_event_model(rng, structure)
    if events.frame.weights or events.frame.ranks:
        return
    symbolic = SymbolicModel.from_explicit(model)
    one, other = outcome(lambda: model.update(events)), outcome(lambda: symbolic.update(events))
    if isinstance(one, KripkeModel):
        assert len(one.actuals) == len(other.actuals)
        for _ in range(4):
            formula = random_formula(rng, structure.agents, 6)
            assert one.holds(formula) is other.holds(formula)
    else:  # if one actual world has no event and another several, each engine reports the one that it meets first
        assert one[0] is other[0] or {one[0], other[0]} == {ModelError, PreconditionFailed}


def test_each_actual_world_needs_an_actual_event():
    after = MODEL.update(EITHER)
    assert after.actual == frozenset({"u·yes", "v·no"})
    assert MODEL.update(peek("p", by="a")).actual == after.actual  # its events are decided by the preconditions
    lonely = EventModel(EITHER.events, {}, actual="yes", others=[("yes", "yes"), ("no", "no")])
    for model in (MODEL, SymbolicModel.from_explicit(MODEL)):
        with pytest.raises(PreconditionFailed, match="yes needs p, which is false there"):
            model.update(lonely)
        with pytest.raises(PreconditionFailed, match="p is false at the actual"):
            model.announce("p")


def test_several_actual_events_that_can_happen_give_several_actual_worlds():
    free = {"e": Event(), "f": Event()}
    loops = [("e", "e"), ("f", "f")]
    for start in (MODEL.at("u"), SymbolicModel.from_explicit(MODEL.at("u"))):
        assert len(start.update(EventModel(free, {}, actual=["e", "f"], others=loops)).actuals) == 2
        with pytest.raises(ModelError, match="e and f can happen: choose one"):
            start.update(EventModel(free, {}, others=loops))


# ---- sameness


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_bisimilar_models_match_the_actual_worlds_both_ways(seed):
    rng = Random(seed)
    one = bare(rng, 5)
    other = several(rng, one) if rng.random() < 0.7 else bare(rng, 4)
    if other.agents != one.agents:
        return
    here, there = bisimulation(one, other), bisimulation(other, one)
    matched = {(i, j) for i, j in all_pairs(one.actuals, other.actuals) if here[0][i] == here[1][j]}
    expected = {i for i, _ in matched} == {*one.actuals} and {j for _, j in matched} == {*other.actuals}
    assert bisimilar(one, other) is expected
    assert (canonical(one)[1] == canonical(other)[1]) is expected
    assert len(there[0]) == other.size
    formula = distinguishing_formula(one, other)
    assert (formula is None) is expected
    if formula is not None:
        truths = [all(i in extension(each, formula) for i in each.actuals) for each in (one, other)]
        assert truths[0] != truths[1]
        covered = {j for _, j in matched} == {*other.actuals}
        assert truths == [not covered, covered]  # in the first unless nothing can hold there alone
    with arrays():
        assert bisimilar(one, other) is expected


@pytest.mark.parametrize("seed", seeds(10, 400))
def test_contractions_and_generated_models_keep_the_actual_worlds(seed):
    rng = Random(seed)
    structure = bare(rng, 12)
    for make in (contract, generated, lambda s: canonical(s)[0]):
        made = make(structure)
        assert bisimilar(made, structure)
        with arrays():
            assert bisimilar(make(structure), made)
    model = SymbolicModel.from_explicit(KripkeModel.of(structure))
    assert len(model.generated().actuals) == len(structure.actuals)
    assert model.generated().count() == generated(structure).size


def test_the_formula_holds_in_the_model_with_fewer_actual_worlds():
    fewer = MODEL.at("u")
    assert str(parting(fewer, MODEL)) == str(parting(MODEL, fewer)) == "p"
    assert (MODEL.holds("p"), fewer.holds("p")) == (False, True)
    assert parting(MODEL, MODEL.at(["v", "u"])) is None
    assert [distinguish(*pair).holds_in for pair in ((fewer, MODEL), (MODEL, fewer))] == ["first", "second"]


def test_a_distinction_says_in_which_model_the_formula_holds():
    everywhere, somewhere = KripkeModel.s5({1: {"p"}}, {}), KripkeModel.s5({1: {"p"}, 2: set()}, {}, atoms=["p"])
    never = KripkeModel.s5({1: set()}, {}, atoms=["p"])
    for one, other, where in ((everywhere, somewhere, "everywhere"), (somewhere, never, "somewhere")):
        found = distinguish(one, other)
        assert (found.holds_in, found.where) == ("first", where)
        assert str(found).startswith(f"{found.formula} holds {where} in the first model, no")
    assert str(distinguish(MODEL.at("u"), MODEL)).startswith("p holds at the actual worlds of the first model, not at")


# ---- ways in and out


@examples(60)
@given(structures())
def test_several_actual_worlds_come_back_from_every_form(structure):
    rng = Random(structure.size)
    structure = several(rng, structure)
    model = KripkeModel.of(structure)
    texts = [(modelfile.dumps, modelfile.loads), (graphs.dumps, graphs.loads)]
    if not structure.weights and not structure.ranks:
        texts.append((model_text.dumps, model_text.loads))
    for dumps, loads in texts:
        try:
            text = dumps(structure)
        except FileError:  # a name that the form cannot contain
            continue
        assert same_in_order(loads(text), structure)
    assert KripkeModel.from_networkx(model.to_networkx()) == model
    assert pickle.loads(pickle.dumps(model)) == model
    assert [row["actual"] for row in model.to_records()].count(True) == len(structure.actuals)


def test_the_text_of_a_model_gives_it_back():
    assert eval(repr(MODEL), {"KripkeModel": KripkeModel}) == MODEL
    assert hash(MODEL) == hash(MODEL.at({"v", "u"}))
    assert str(MODEL).count("*") == 2


def test_a_symbolic_file_has_several_actual_states(tmp_path):
    model = SymbolicModel.from_explicit(MODEL)
    model.save(tmp_path / "m.json")
    data = json.loads((tmp_path / "m.json").read_text())
    assert SymbolicModel.load(tmp_path / "m.json") == model
    assert len(data["actual"]) == 2
    assert pickle.loads(pickle.dumps(model)).actual == model.actual
    (tmp_path / "m.json").write_text(json.dumps(data | {"actual": [*data["actual"], ["#9"]]}))
    with pytest.raises(FileError, match=r"actual\[2\]\[0\]: no bit '#9'"):
        SymbolicModel.load(tmp_path / "m.json")
    (tmp_path / "m.json").write_text(json.dumps(data | {"actual": [["p"], 3]}))
    with pytest.raises(FileError, match=r"actual: expected the true bits .* list of such lists"):
        SymbolicModel.load(tmp_path / "m.json")
