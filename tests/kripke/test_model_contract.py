"""The contract of `Model`: both engines have the same methods, with the same parameters, results and errors."""

import inspect
import pickle
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from effort import seeds
from lawful import SMALL, random_fact, random_pair
from randoms import ATOMS, FRAMES, random_event_model, random_formula, random_structure

from kripke.data.frames import FrameLost
from kripke.data.structure import Structure
from kripke.data.worlds import Worlds
from kripke.models.named_model import NamedModel
from kripke.why.explanation import Explanation
from logic.errors import EpistemicError
from whoknows import (
    Event,
    EventModel,
    Evidence,
    KripkeModel,
    Model,
    ModelError,
    ParseError,
    PreconditionFailed,
    SymbolicModel,
    TooLarge,
    UnknownAction,
    UnknownAgent,
    UnknownAtom,
    UnknownWorld,
    UnsupportedByEngine,
    Verdict,
    announcement,
    at_least,
    deal,
    exactly,
    exactly_one,
    from_table,
    observation_model,
    parity,
    parse,
    private_announcement,
    radical_upgrade,
    semi_private,
)

SHARED = sorted(name for name, member in inspect.getmembers(Model) if not name.startswith("_"))
ENGINES = (KripkeModel, SymbolicModel)


# ------------------------------------------------------------------------------------------------- the same methods


def parameters(member):
    """Names, kinds and defaults in their order; empty for a property."""
    if isinstance(member, property):
        return ()
    return [(p.name, p.kind, p.default) for p in inspect.signature(member).parameters.values()]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SHARED)
def test_each_shared_method_has_the_same_parameters_and_a_docstring(engine, name):
    shared, own = inspect.getattr_static(Model, name), inspect.getattr_static(engine, name)
    assert isinstance(own, type(shared))
    assert parameters(getattr(engine, name)) == parameters(getattr(Model, name))
    assert inspect.getdoc(getattr(engine, name))


def test_what_both_engines_have_beyond_model_has_the_same_parameters_too():
    both = {name for name in dir(KripkeModel) if not name.startswith("_")} & set(dir(SymbolicModel))
    for name in both - set(SHARED):
        assert parameters(getattr(KripkeModel, name)) == parameters(getattr(SymbolicModel, name)), name


def test_the_contract_has_the_methods_that_users_are_promised():
    assert {
        "agents", "atoms", "actual", "count", "holds", "check", "valid", "extension", "sample", "probability", "degree",
        "possible", "believed", "entropy", "announce", "announce_whether", "update", "at", "frame_properties",
        "generated", "without", "save", "load", "to_explicit", "of", "explain", "engine", "worlds",
    } <= set(SHARED)  # fmt: skip


# ------------------------------------------------------------------------------------------------- the same answers


def outcome(work, model):
    """The result of the work on the model, or the class of its error."""
    try:
        found = work(model)
    except EpistemicError as error:
        return type(error)
    if isinstance(found, Model):
        return contents(found)
    if isinstance(found, Verdict):
        return found.formula, found.world, found.holds, found.count, found.size, found.extension
    return found


def contents(model):
    """What a model says of its worlds, by their names."""
    seen = {agent: {world: model.possible(agent, world) for world in model} for agent in model.agents}
    truths = {atom: model.extension(atom) for atom in model.atoms}
    return set(model.agents), model.actual, list(model), truths, seen


def questions(rng, model):
    """Random calls of the shared methods, by name."""
    f, g = (random_formula(rng, model.agents, rng.randint(1, 8)) for _ in range(2))
    world, other = (rng.choice([*model.worlds, None]) for _ in range(2))
    agent = rng.choice([*model.agents, "nobody"])
    group = rng.choice([None, [agent], list(model.agents)])
    flag = rng.choice([False, False, True])
    return {
        "holds": lambda m: m.holds(f, world),
        "check": lambda m: m.check(f, world),
        "valid": lambda m: (m.valid(f), m.valid("p | ~p")),
        "count": lambda m: (m.count(f), m.count(), len(m)),
        "extension": lambda m: (m.extension(f), m.extension(f, limit=len(m)), m.extension()),
        "too large": lambda m: m.extension("true", limit=len(m) - 1),
        "iterate": lambda m: list(m.iterate(f)),
        "worlds": lambda m: (list(m.worlds), list(m), world in m, "no world" in m),
        "records": lambda m: m.to_records(),
        "relations": lambda m: {name: list(pairs) for name, pairs in m.relations.items()},
        "listed": lambda m: list(m.to_explicit().worlds),
        "probability": lambda m: m.probability(f),
        "sample": lambda m: m.sample(3, formula=f),
        "samples": lambda m: m.sample(Random(4), size=50),
        "possible": lambda m: (m.possible(agent, world), m.count_possible(agent, world)),
        "believed": lambda m: m.believed(agent, world),
        "degree": lambda m: m.degree(agent, f, world),
        "degrees": lambda m: list(m.degrees(agent, world).items()),
        "entropy": lambda m: m.entropy(agent, world),
        "frame_properties": lambda m: m.frame_properties(agent),
        "announce": lambda m: m.announce(f, check_frames=flag),
        "announce to a group": lambda m: m.announce(f, group, check_frames=flag),
        "announce_whether": lambda m: m.announce_whether(f, group, check_frames=flag),
        "announcement in a context": lambda m: m.at(world).announce(f).announce_whether(g),
        "at": lambda m: m.at(world),
        "without": lambda m: m.without(*[w for w in (world, other) if w is not None]),
        "generated": lambda m: m.generated(world),
        "explain": lambda m: (m.explain(f, world).holds, m.check(f, world).explain().holds),
    }


def compare(rng, explicit, symbolic):
    for name, work in questions(rng, explicit).items():
        assert outcome(work, explicit) == outcome(work, symbolic), name


@pytest.mark.parametrize("frame", [*FRAMES, "mixed"])
@pytest.mark.parametrize("seed", seeds(1, 30))
def test_any_plain_model_answers_alike_on_both_engines(frame, seed):
    rng = Random(f"{frame}{seed}")
    for _ in range(3):
        s = random_structure(rng, 6, frame)
        model = KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals))
        compare(rng, model, NamedModel(model))


@pytest.mark.parametrize("seed", seeds(2, 60))
def test_models_of_a_law_answer_alike_on_both_engines(seed):
    rng = Random(seed)
    for _ in range(5):
        structure, symbolic = random_pair(rng, ATOMS[: rng.randint(len(ATOMS) - 1, len(ATOMS))])
        explicit = KripkeModel.of(structure)
        world = rng.choice([None, *explicit.worlds])
        compare(rng, explicit.at(world), symbolic.at(world))


@pytest.mark.parametrize("seed", seeds(1, 40))
def test_the_order_of_worlds_and_what_a_seed_draws_are_the_same_on_both_engines(seed):
    rng = Random(seed)
    for _ in range(5):
        structure, symbolic = random_pair(rng, tuple(rng.sample(SMALL[:5], 5)))
        symbolic.reordered(rng.sample(symbolic.order, len(symbolic.order)))
        explicit = KripkeModel.of(structure)
        for model in (explicit, explicit.rename(atoms={"p": "new"})):
            other = symbolic if model is explicit else symbolic.rename(atoms={"p": "new"})
            assert list(other.worlds) == list(model.worlds)
            assert other.to_explicit() == model
            assert other.sample(seed, 9) == model.sample(seed, 9)
            assert (other.to_records(), other.dumps("graphml")) == (model.to_records(), model.dumps("graphml"))


def test_states_keep_their_order_and_their_marks_when_atoms_get_other_names():
    told = built(SymbolicModel).update(private_announcement("p", ["a"]))
    renamed = told.rename(atoms={"p": "zebra"}).to_explicit()
    assert renamed == told.to_explicit().rename(atoms={"p": "zebra"})
    assert list(renamed.worlds) == list(told.to_explicit().rename(atoms={"p": "zebra"}).worlds)
    for model in (told, told.to_explicit()):
        with pytest.raises(ModelError, match=r"^atom '1:nothing': .*update.* name"):
            model.rename(atoms={"p": "1:nothing"})


@pytest.mark.parametrize("seed", seeds(1, 30))
def test_the_worlds_at_which_an_announcement_costs_a_property_are_named_on_both_engines(seed):
    rng = Random(seed)
    for _ in range(10):
        believes = {a: {random_fact(rng, SMALL[:3], 2): random_fact(rng, SMALL[:3], 2)} for a in "ab"}
        model = SymbolicModel(SMALL[:3], believes=believes, observes={"a": [rng.choice(SMALL[:3])]})
        said = random_fact(rng, SMALL[:3], 3)
        lost = [complaint(m, "announce", [said], {"check_frames": True}) for m in (model, model.to_explicit())]
        assert lost[0] == lost[1]


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_event_models_leave_as_many_worlds_and_the_same_formulas_on_both_engines(seed):
    rng = Random(seed)
    for _ in range(8):
        s = random_structure(rng, 6, "any")
        model = KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals))
        action = random_event_model(rng, model.structure)
        asked = [random_formula(rng, model.agents, 5) for _ in range(4)]

        def after(m, action=action, asked=asked):
            now = m.update(action)
            return len(now), now.actual is None, [now.count(f) for f in asked]

        assert outcome(after, model) == outcome(after, NamedModel(model))


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_files_and_pickles_keep_models_of_both_engines(seed, tmp_path):
    for place, engine in enumerate(random_pair(Random(seed), SMALL)):
        model = KripkeModel.of(engine) if isinstance(engine, Structure) else engine
        model.save(tmp_path / f"{place}.json")
        assert type(model).load(tmp_path / f"{place}.json").count() == len(model)
        assert pickle.loads(pickle.dumps(model)) == model
        assert hash(pickle.loads(pickle.dumps(model))) == hash(model)


# -------------------------------------------------------------------------------------------------- the same errors


GIVEN = {"atoms": ["p", "q", "r"], "observes": {"a": ["p"], "b": ["q ^ r"]}, "law": "p | q | r"}


@dataclass(frozen=True)
class Wrong:
    """A call that every engine refuses with the same class of error."""

    error: type
    work: object


TWO = EventModel({"e": Event("p"), "f": Event("~p")}, {"a": [("e", "e"), ("f", "f")], "b": [("e", "f")]})
SURE = EventModel({"e": Event("p & ~p")}, {"a": [("e", "e")], "b": [("e", "e")]})
SEEN = {"a": [("e", "e")], "b": [("e", "e")]}
APART = {agent: [("e", "e"), ("f", "f")] for agent in "ab"}
EITHER = EventModel({"e": Event("p"), "f": Event("p")}, APART)
TOLD = EventModel({"e": Event("p"), "f": Event("~p")}, {**APART, "b": [(e, f) for e in "ef" for f in "ef"]})
WRONG = {
    "formula": Wrong(ParseError, lambda m: m.holds("p &")),
    "no formula": Wrong(EpistemicError, lambda m: m.count(3)),
    "agent in a formula": Wrong(UnknownAgent, lambda m: m.holds("K_z p")),
    "agent": Wrong(UnknownAgent, lambda m: m.possible("z")),
    "agent of another kind": Wrong(UnknownAgent, lambda m: m.degree(["a"], "p")),
    "frames of an agent": Wrong(UnknownAgent, lambda m: m.frame_properties("z")),
    "atom": Wrong(UnknownAtom, lambda m: m.extension("zebra")),
    "atom of a constraint": Wrong(UnknownAtom, lambda m: m.count(exactly_one(["p", "zebra"]))),
    "action": Wrong(UnknownAction, lambda m: m.valid("[@peek] p")),
    "world outside the law": Wrong(UnknownWorld, lambda m: m.holds("p", at=frozenset())),
    "world with an unknown atom": Wrong(UnknownWorld, lambda m: m.holds("p", at=frozenset({"zebra"}))),
    "world of another kind": Wrong(UnknownWorld, lambda m: m.at(3)),
    "world that is a text": Wrong(UnknownWorld, lambda m: m.without("p")),
    "world that is a list": Wrong(UnknownWorld, lambda m: m.at(["p"])),
    "world that is a tuple": Wrong(UnknownWorld, lambda m: m.check("p", at=("p",))),
    "world of atoms as formulas": Wrong(UnknownWorld, lambda m: m.at({parse("p")})),
    "no world to remove": Wrong(UnknownWorld, lambda m: m.without(None)),
    "no world to remove, and no actual world": Wrong(UnknownWorld, lambda m: m.at(None).without(None)),
    "no actual world": Wrong(ModelError, lambda m: m.at(None).holds("p")),
    "no actual world to start from": Wrong(ModelError, lambda m: m.at(None).generated()),
    "depth of a neighbourhood": Wrong(ModelError, lambda m: m.generated(depth=-1)),
    "removed actual world": Wrong(ModelError, lambda m: m.without(m.actual)),
    "all worlds removed": Wrong(ModelError, lambda m: m.at(None).without(*m.worlds)),
    "false announcement": Wrong(PreconditionFailed, lambda m: m.announce("~p")),
    "impossible announcement": Wrong(PreconditionFailed, lambda m: m.at(None).announce("p & ~p")),
    "false constraint": Wrong(PreconditionFailed, lambda m: m.announce(exactly(3, ["p", "q", "r"]))),
    "impossible event": Wrong(PreconditionFailed, lambda m: m.update(SURE)),
    "unknown event": Wrong(EpistemicError, lambda m: m.update(TWO, event="g")),
    "no action": Wrong(ModelError, lambda m: m.update(3)),
    "event of an action without events": Wrong(ModelError, lambda m: m.update(semi_private("p", ["a"]), event="e")),
    "empty group": Wrong(ModelError, lambda m: m.announce("p", to=[])),
    "group of nobody": Wrong(UnknownAgent, lambda m: m.announce_whether("p", to=["z"])),
    "check_frames": Wrong(ModelError, lambda m: m.announce("p", check_frames="no")),
    "frames of an update": Wrong(FrameLost, lambda m: m.at(None).update(TWO, check_frames=True)),
    "new worlds that are a number": Wrong(ModelError, lambda m: m.rename(worlds=5)),
    "new worlds that are a text": Wrong(ModelError, lambda m: m.rename(worlds="a")),
    "contract": Wrong(ModelError, lambda m: m.update(TWO, contract=1)),
    "limit of records": Wrong(ModelError, lambda m: m.to_records(limit=-1)),
    "limit of a listed model": Wrong(ModelError, lambda m: m.to_explicit(limit=-1)),
    "limit of a structure": Wrong(ModelError, lambda m: m.to_structure(limit="all")),
    "limit of a new model": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, limit="all")),
    "too many records": Wrong(TooLarge, lambda m: m.to_records(limit=1)),
    "too many worlds of a listed model": Wrong(TooLarge, lambda m: m.to_explicit(limit=1)),
    "too many worlds of a structure": Wrong(TooLarge, lambda m: m.to_structure(limit=1)),
    "limit": Wrong(ModelError, lambda m: m.extension("p", limit="all")),
    "too many worlds": Wrong(TooLarge, lambda m: m.extension("p", limit=2)),
    "too many possible worlds": Wrong(TooLarge, lambda m: m.possible("b", limit=0)),
    "too many believed worlds": Wrong(TooLarge, lambda m: m.believed("b", limit=0)),
    "too many degrees": Wrong(TooLarge, lambda m: m.degrees("b", limit=0)),
    "no world to draw": Wrong(ModelError, lambda m: m.sample(1, formula="p & ~p")),
    "seed": Wrong(ModelError, lambda m: m.sample("seed")),
    "size": Wrong(ModelError, lambda m: m.sample(1, size=-1)),
    "depth of a reason": Wrong(ModelError, lambda m: m.explain("p", depth=-1)),
    "actions": Wrong(ModelError, lambda m: m.holds("p", actions=3)),
    "actions that are a formula": Wrong(ModelError, lambda m: m.check("p", actions=parse("p"))),
    "actions of an announcement": Wrong(ModelError, lambda m: m.announce("p", actions=parse("p"))),
    "actions of a degree": Wrong(ModelError, lambda m: m.degree("a", "p", actions=parse("p"))),
    "no actions where none are needed": Wrong(ModelError, lambda m: m.count("p", actions=0)),
    "world before agent": Wrong(UnknownWorld, lambda m: m.degree("z", "zebra", at="p")),
    "world before formula": Wrong(UnknownWorld, lambda m: m.check("zebra", at=["p"])),
    "agent before limit": Wrong(UnknownAgent, lambda m: m.possible("z", limit="all")),
    "too many worlds to draw": Wrong(TooLarge, lambda m: m.sample(1, size=10**30)),
    "atoms of a constraint": Wrong(UnknownAtom, lambda m: m.count(deal(["p", "q"], {"a": 1, "b": 1}))),
    "column of a table": Wrong(UnknownAtom, lambda m: m.count(from_table(["z", "y"], [[1, 0]]))),
    "size before formula": Wrong(ModelError, lambda m: m.sample(1, size=-1, formula="zebra")),
    "size before actions": Wrong(ModelError, lambda m: m.sample("p", "q", actions=3)),
    "check_frames before formula": Wrong(ModelError, lambda m: m.announce("zebra", check_frames="no")),
    "whether degrees count alike": Wrong(ModelError, lambda m: m.degree("a", "p", alike="no")),
    "whether all degrees count alike": Wrong(ModelError, lambda m: m.degrees("a", alike="no")),
    "agent of degrees": Wrong(UnknownAgent, lambda m: m.degrees("z")),
    "agent of entropy": Wrong(UnknownAgent, lambda m: m.entropy("z")),
    "agent who believes": Wrong(UnknownAgent, lambda m: m.believed("z")),
    "agent of a group": Wrong(UnknownAgent, lambda m: m.holds("C_{a,z} p")),
    "variable": Wrong(UnknownAtom, lambda m: m.holds("Kv_a x")),
    "size of reasons": Wrong(ModelError, lambda m: m.explain("p", size="all")),
    "world to start from": Wrong(UnknownWorld, lambda m: m.generated({"zebra"})),
    "world that is not a number": Wrong(UnknownWorld, lambda m: m.at(float("nan"))),
    "limit that is not a number": Wrong(ModelError, lambda m: m.extension("p", limit=float("nan"))),
    "false announcement with a reason": Wrong(PreconditionFailed, lambda m: m.announce("K_b p")),
    "false announcement of a conjunction": Wrong(PreconditionFailed, lambda m: m.announce("(p | q | r) & Kw_a r & ~p")),
    "false announcement of common knowledge": Wrong(PreconditionFailed, lambda m: m.announce("C (p -> q)")),
    "false announcement of an announcement": Wrong(PreconditionFailed, lambda m: m.announce("[q | p] K_b p")),
    "false compound precondition": Wrong(PreconditionFailed, lambda m: m.update(private_announcement("K_b p", ["a"]))),
    "false announcement to a group": Wrong(PreconditionFailed, lambda m: m.update(semi_private("~p", ["a"]))),
    "false announcement as an event": Wrong(PreconditionFailed, lambda m: m.update(announcement("~p"))),
    "group of another kind": Wrong(ModelError, lambda m: m.announce("p", to=3)),
    "member of another kind": Wrong(UnknownAgent, lambda m: m.announce("p", to=[3])),
    "agent of a private announcement": Wrong(UnknownAgent, lambda m: m.update(private_announcement("p", ["z"]))),
    "event that cannot happen": Wrong(PreconditionFailed, lambda m: m.update(TOLD, event="f")),
    "events that can both happen": Wrong(ModelError, lambda m: m.update(EITHER)),
    "event without an actual world": Wrong(ModelError, lambda m: m.at(None).update(TOLD, event="e")),
    "event of a formula": Wrong(ModelError, lambda m: m.update("p", event="e")),
    "event of another kind": Wrong(ModelError, lambda m: m.update(TOLD, event=3)),
    "atom of an event": Wrong(UnknownAtom, lambda m: m.update(EventModel({"e": Event("zebra")}, SEEN))),
    "agent of an event": Wrong(UnknownAgent, lambda m: m.update(EventModel({"e": Event("K_z p")}, SEEN))),
    "atom of a postcondition": Wrong(
        UnknownAtom, lambda m: m.update(EventModel({"e": Event("p", {"q": "zebra"})}, SEEN))
    ),
    "event model without an agent": Wrong(
        ModelError, lambda m: m.update(EventModel({"e": Event("p")}, {"a": [("e", "e")]}))
    ),
    "event model with another agent": Wrong(
        UnknownAgent, lambda m: m.update(EventModel({"e": Event("p")}, {**SEEN, "c": [("e", "e")]}))
    ),
    "no action in a list": Wrong(ModelError, lambda m: m.update(["p", 3])),
    "named action of another kind": Wrong(ModelError, lambda m: m.holds("[@peek] p", actions={"peek": 3})),
    "misspelt action": Wrong(UnknownAction, lambda m: m.holds("[@pek] p", actions={"peek": TOLD})),
    "new name of an unknown atom": Wrong(UnknownAtom, lambda m: m.rename(atoms={"zebra": "p"})),
    "new name that is taken": Wrong(ModelError, lambda m: m.rename(atoms={"p": "q"})),
    "new name of another kind": Wrong(EpistemicError, lambda m: m.rename(atoms={"p": 3})),
    "new names of another kind": Wrong(ModelError, lambda m: m.rename(agents=3)),
    "new name of an unknown agent": Wrong(UnknownAgent, lambda m: m.rename(agents={"z": "c"})),
    "new name of an agent": Wrong(ModelError, lambda m: m.rename(agents={"a": "b c"})),
    "atoms as a text": Wrong(ModelError, lambda m: m.from_observations("pq", {})),
    "atom twice": Wrong(ModelError, lambda m: m.from_observations(["p", "p"], {})),
    "empty name of an atom": Wrong(EpistemicError, lambda m: m.from_observations([""], {})),
    "observed atom": Wrong(UnknownAtom, lambda m: m.from_observations(["p"], {"a": ["zebra"]})),
    "observed knowledge": Wrong(ModelError, lambda m: m.from_observations(["p"], {"a": ["K_a p"]})),
    "observation as a text": Wrong(ModelError, lambda m: m.from_observations(["p"], {"a": "p"})),
    "observations as a list": Wrong(ModelError, lambda m: m.from_observations(["p"], ["a"])),
    "name of an agent": Wrong(ModelError, lambda m: m.from_observations(["p"], {"a b": ["p"]})),
    "law about knowledge": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, "K_a p")),
    "atom of the law": Wrong(UnknownAtom, lambda m: m.from_observations(["p"], {}, "zebra")),
    "text of the law": Wrong(ParseError, lambda m: m.from_observations(["p"], {}, "p &")),
    "law of another kind": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, 3)),
    "law that nothing satisfies": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, ["p", "~p"])),
    "constraint that nothing satisfies": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, exactly(2, ["p"]))),
    "actual world as a text": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, actual="p")),
    "actual world with an unknown atom": Wrong(UnknownAtom, lambda m: m.from_observations(["p"], {}, actual={"zebra"})),
    "actual world outside the law": Wrong(ModelError, lambda m: m.from_observations(["p"], {}, "p", actual=set())),
    "format": Wrong(EpistemicError, lambda m: m.dumps("xml")),
    "text of a file": Wrong(EpistemicError, lambda m: m.loads(3)),
    "text that is no file": Wrong(EpistemicError, lambda m: m.loads("hello")),
    "dictionary": Wrong(EpistemicError, lambda m: m.from_dict(3)),
    "ending of a file": Wrong(EpistemicError, lambda m: m.save("m.xyz")),
    "path of another kind": Wrong(EpistemicError, lambda m: m.load(3)),
    "folder of a file": Wrong(EpistemicError, lambda m: m.save("no/such/folder/model.json")),
    "file": Wrong(EpistemicError, lambda m: type(m).load("no such file.json")),
}


@cache
def built(engine):
    return engine.from_observations(**GIVEN, actual={"p"})


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_the_same_error_on_every_engine(engine, name):
    with pytest.raises(EpistemicError) as raised:
        WRONG[name].work(built(engine))
    assert isinstance(raised.value, WRONG[name].error)


def refusal(work, engine):
    """The error of the work on a model of the engine: its class, and its text, where states are called worlds."""
    with pytest.raises(EpistemicError) as raised:
        work(built(engine))
    return type(raised.value), str(raised.value).replace("state", "world")


@pytest.mark.parametrize("name", WRONG)
def test_the_errors_have_the_same_class_and_text(name):
    (error, text), (symbolic, short) = (refusal(WRONG[name].work, engine) for engine in ENGINES)
    assert error is symbolic
    assert re.sub("·[ef]", "", text) == short  # after an event, listed worlds are named by it too


@pytest.mark.parametrize("engine", ENGINES)
def test_a_world_of_atoms_is_found_by_a_set_and_by_nothing_else(engine):
    model = built(engine)
    assert model.at({"q"}) == model.at(frozenset({"q"}))
    assert {"q"} in model
    assert not any(world in model for world in (["q"], ("q",), {"q": 1}, "q", None))


def test_many_listed_worlds_have_relations_whatever_their_number():
    model = KripkeModel.from_observations([f"p{i}" for i in range(14)], {"a": []})
    assert len(model.relations["a"]) == 2**28


@pytest.mark.parametrize("engine", ENGINES)
def test_too_many_worlds_are_refused_with_the_ways_out(engine):
    with pytest.raises(TooLarge, match=r"count.*sample.*limit=") as raised:
        built(engine).extension("true", limit=3)
    assert str(raised.value).startswith("7 ")


@pytest.mark.parametrize("engine", ENGINES)
def test_more_worlds_than_ten_thousand_are_listed_on_request_only(engine):
    model = engine.from_observations([f"p{i}" for i in range(14)], {"a": []})
    with pytest.raises(TooLarge):
        model.extension()
    assert len(model.extension("p0 & p1", limit=None)) == 4096
    assert model.probability("p0 & p1") == Fraction(1, 4)
    assert {len(next(iter(model))), len(model.sample(1))} <= set(range(15))


ONE_ENGINE = {
    "weights": lambda m: m.update(Evidence("a", "p", gain=0.1, loss=0.1)),
    "ranks": lambda m: m.update(radical_upgrade("p")),
    "merged worlds": lambda m: m.update(private_announcement("p", ["a"]), contract=True),
    "closure": lambda m: m.close("S5"),
    "weights of an agent": lambda m: m.weights("a"),
    "column": lambda m: m.column("p"),
    "tree": lambda m: m.unravel(2),
    "graph": lambda m: m.to_networkx(),
}


@pytest.mark.parametrize("name", ONE_ENGINE)
def test_what_only_listed_worlds_support_is_one_error(name):
    with pytest.raises(UnsupportedByEngine, match=r"KripkeModel|listed worlds|contract"):
        ONE_ENGINE[name](built(SymbolicModel))


def of_one_engine(cls, other):
    return sorted(n for n in dir(cls) if not n.startswith("_") and not hasattr(Model, n) and n not in dir(other))


@pytest.mark.parametrize("name", of_one_engine(SymbolicModel, KripkeModel))
def test_what_only_diagrams_support_is_the_same_error(name):
    with pytest.raises(UnsupportedByEngine, match=r"SymbolicModel\.from_explicit"):
        getattr(built(KripkeModel), name)


@pytest.mark.parametrize("cls", ENGINES)
@pytest.mark.parametrize("given", [3, ["p"], np.array([1, 2])], ids=["a number", "a list", "an array"])
@pytest.mark.parametrize("question", ["p", exactly_one(["p"])], ids=["a formula", "a constraint"])
@pytest.mark.parametrize("method", ["holds", "valid", "count", "announce"])
def test_actions_that_are_no_mapping_are_refused(cls, given, question, method):
    with pytest.raises(ModelError, match="expected a mapping from names"):
        getattr(built(cls), method)(question, actions=given)


@pytest.mark.parametrize("cls", ENGINES)
@pytest.mark.parametrize("limit", [Fraction(1, 2), "3", -1, True])
def test_a_limit_is_a_number_of_worlds(cls, limit):
    with pytest.raises(ModelError, match=r"limit .*expected.* number of worlds"):
        built(cls).possible("a", limit=limit)


@pytest.mark.parametrize("cls", ENGINES)
def test_where_nothing_is_possible_there_are_no_degrees(cls):
    listed = KripkeModel({"s": {"p"}}, {"a": []}, actual="s")
    model = listed if cls is KripkeModel else cls.from_explicit(listed)
    for asked in (lambda: model.degree("a", "[@nothing] p"), lambda: model.degrees("a")):
        with pytest.raises(ModelError, match=r"^agent a: no degree.*no world.*B_a"):
            asked()
    with pytest.raises(ModelError, match=r"^agent a: no degree.*B_a"):
        model.degree("a", "Kv_a x", actions={"told": announcement("p")})


def test_weights_and_ranks_cannot_become_diagrams():
    ranked = KripkeModel.s5({1: {"p"}, 2: set()}, {"a": [[1, 2]]}, ranks={"a": {1: 0, 2: 1}})
    with pytest.raises(UnsupportedByEngine, match="ranks"):
        SymbolicModel.from_explicit(ranked)


def test_names_that_no_engine_has_are_plain_attribute_errors():
    for engine in ENGINES:
        assert not hasattr(built(engine), "nothing")


# ------------------------------------------------------------------------------------------------------------- laws

SIX = ["p", "q", "r", "s", "t", "u"]
DEAL = deal(range(4), {"anne": 2, "bob": 1, "table": 1})
LAWS = {
    "exactly": (SIX, exactly(2, SIX)),
    "exactly_one": (SIX, exactly_one(["q", "r", "u"])),
    "at_least": (SIX, at_least(5, SIX)),
    "none of none": (SIX, exactly(0, [])),
    "parity": (SIX, parity(["p", "r", "t"])),
    "even parity": (SIX, parity(SIX, odd=False)),
    "parity of nothing": (SIX, parity([], odd=False)),
    "list": (SIX, ["p -> q", exactly(3, SIX), parity(["p", "u"])]),
    "table": (SIX, from_table(["p", "q", "t"], [(1, 0, True), (1, 1, False), (0, 0, 0), (1, 0, True)])),
    "table of values": (["x=1", "x=2", "y=1", "y=2", "p"], from_table(["x", "p", "y"], [(1, 1, 2), (2, 0, 1)])),
    "deal": (list(DEAL.atoms), DEAL),
}


@pytest.mark.parametrize("name", LAWS)
def test_constraints_are_laws_observations_and_questions_on_both_engines(name):
    atoms, law = LAWS[name]
    condition = law[1] if isinstance(law, list) else law
    models = [engine.from_observations(atoms, {"a": atoms[:1], "b": [condition]}, law) for engine in ENGINES]
    free = [engine.from_observations(atoms, {"a": atoms[:1], "b": [condition]}) for engine in ENGINES]
    works = [
        lambda m: (m.count(condition), m.extension(condition, limit=None), m.valid(condition)),
        lambda m: m.announce(condition).count(),
        lambda m: contents(m.announce_whether(condition, to="a")) if len(m) < 40 else None,
        lambda m: [m.possible("b", world) for world in sorted(m.worlds, key=sorted)[:3]],
    ]
    assert set(models[0]) == set(models[1])
    for work in works:
        assert outcome(work, models[0]) == outcome(work, models[1])
        assert outcome(work, free[0]) == outcome(work, free[1])


def test_a_deal_of_many_cards_is_listed_too():
    law = deal(range(9), {"anne": 4, "bob": 4, "cath": 1})
    sees = {player: law.hand(player) for player in ("anne", "bob", "cath")}
    models = [engine.from_observations(law.atoms, sees, law) for engine in ENGINES]
    assert [len(model) for model in models] == [630, 630]
    assert [model.count("K_anne ~has(cath,0)") for model in models] == [280, 280]


def test_a_law_without_assignments_is_refused_by_both():
    for engine in ENGINES:
        with pytest.raises(ModelError, match="no assignment satisfies it"):
            engine.from_observations(SIX, {}, [exactly(2, SIX), exactly(3, SIX)])
        with pytest.raises(TooLarge):
            engine.from_observations(SIX, {}, exactly(3, SIX), limit=19)


# ------------------------------------------------------------------------------------------------------- the engine


def test_a_model_says_which_engine_computes_its_answers():
    atoms = [f"p{i}" for i in range(10)]
    assert KripkeModel.from_observations(atoms, {}).engine == "cube"
    assert KripkeModel.s5({1: {"p"}}, {}).engine == "integer"
    assert KripkeModel.s5({n: {"p"} for n in range(300)}, {}).engine == "arrays"
    assert SymbolicModel(atoms).engine == "diagrams"


def test_the_engine_is_chosen_by_name_or_by_the_size_of_the_law():
    atoms = [f"p{i}" for i in range(20)]
    assert observation_model(atoms[:16], {}).engine == "cube"
    assert observation_model(atoms, {}).engine == "diagrams"
    assert observation_model(atoms, {}, exactly(2, atoms)).engine == "integer"
    assert observation_model(atoms, {}, exactly(2, atoms), engine="symbolic").engine == "diagrams"
    assert len(observation_model(atoms, {}, exactly(2, atoms), engine="explicit")) == 190
    with pytest.raises(TooLarge):
        observation_model(atoms, {}, exactly(2, atoms), limit=100)


def test_states_are_not_counted_where_that_would_take_long():
    many = [f"p{i}" for i in range(200)]
    apart = [parity([many[i], many[(7 * i + 3) % 200], many[(i * i) % 200]]) for i in range(190)]
    assert observation_model(many, {}, apart).engine == "diagrams"


@pytest.mark.parametrize("engine", ENGINES)
def test_questions_never_change_the_engine(engine):
    model = built(engine)
    before = model.engine
    for _ in range(300):
        model.holds("K_a p & ~K_b q & [q] ~K_a r")
    assert model.engine == before


def test_announcements_give_reasons_on_both_engines():
    for engine in ENGINES:
        why = built(engine).explain("~K_b p")
        assert isinstance(why, Explanation)
        assert why.holds
        assert built(engine).update(announcement("p")).valid("C p")


MISTAKES = {
    "formula": ["p &", "zz", "K_zz p", None, "[@zz] p", "B_a>=0.5 zz"],
    "at": [{"zz"}, "zz", 3, set()],
    "world": [{"zz"}, 3],
    "worlds": [{"zz"}, 3],
    "agent": ["zz", None],
    "actions": [3, {"x": 3}],
    "limit": [-1, 0, "x"],
    "size": [-1, "x"],
    "depth": [-1, "x"],
    "rng": ["x"],
    "to": ["zz", ["zz"], 3],
    "check_frames": [3],
    "contract": [3],
    "event": ["zz", 3],
    "action": [
        "p &", "zz", "~p", None, ["p", 3],
        EventModel({"e": Event(pre="zz")}, {"a": [("e", "e")]}),
        EventModel({"e": Event(pre="p")}, {"zz": [("e", "e")]}),
        EventModel({"e": Event(pre="p", post={"p": "zz"})}, {}, others=[("e", "e")]),
    ],
    "alike": [3],
    "atoms": ["zz", {"zz": "p"}, {"p": "q"}],
    "agents": [3, {"zz": "a"}],
    "path": [3, "x.zz"],
    "text": ["{", "nope", 3],
}  # fmt: skip
"""Wrong arguments by the name of the parameter."""

RIGHT = {
    "formula": "p",
    "at": {"p"},
    "world": {"p"},
    "agent": "a",
    "action": "p",
    "path": "m.json",
    "text": "VARS 1 LAW 1",
}
NOT_COMPARED = {"from_dict", "of"}
"""Each engine reads data of its own."""


def wrong_calls(name):
    """Calls of a method with one or two mistakes, as positional and named arguments."""
    known = [p for p in inspect.signature(getattr(KripkeModel, name)).parameters.values() if p.name in MISTAKES]
    wrong = [p for p in known if (name, p.name) != ("rename", "worlds")]
    for chosen in [*combinations(wrong, 1), *combinations(wrong, 2)]:
        for values in product(*[MISTAKES[p.name] for p in chosen]):
            given = dict(zip([p.name for p in chosen], values, strict=True))
            needed = {p.name: RIGHT[p.name] for p in known if p.default is p.empty and p.name in RIGHT}
            many = [given.pop(p.name) for p in known if p.kind is p.VAR_POSITIONAL and p.name in given]
            yield many, needed | given


def complaint(model, name, listed, named):
    """The class and the text of the error; a symbolic model calls its worlds states."""
    try:
        found = getattr(model, name)(*listed, **named)
        list(found) if name == "iterate" else found
    except EpistemicError as error:
        return type(error), str(error).replace("state", "world")
    return None


@pytest.mark.parametrize(
    "name", [name for name in SHARED if callable(getattr(Model, name)) and name not in NOT_COMPARED]
)
def test_of_one_or_two_mistakes_both_engines_name_the_same_in_the_same_words(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    models = [e.from_observations(["p", "q"], {"a": ["p"], "b": ["q"]}, "p | q", ["p"]) for e in ENGINES]
    for listed, named in wrong_calls(name):
        explicit, symbolic = [complaint(model, name, listed, named) for model in models]
        assert explicit == symbolic, (listed, named)


MISTAKES_OF_A_LAW = {
    "atoms": ["pq", 3, None, ["p", "p"], [""], ["p", 3], [], [["p"]]],
    "observes": [3, "a", ["a"], {"a b": ["p"]}, {"a": "p"}, {"a": ["zz"]}, {"a": ["K_a p"]}, {"a": 3}, {3: ["p"]}],
    "law": ["zz", "K_a p", "p &", 3, None, ["p", "~p"], [exactly(1, ["p"]), "~p"], exactly_one(["zz"]), [], {"p": 1}],
    "actual": ["p", 3, {"zz"}, [3], set(), [""], {"p": 1}],
    "limit": [-1, 0, "x", True, 1.5, 3],
}  # fmt: skip


@pytest.mark.parametrize(
    "observed", [{"a": ["p"], "b": ["q ^ r"]}, pytest.param({"a": ["p"], "b": ["q"]}, marks=pytest.mark.slow)]
)
def test_of_one_or_two_mistakes_of_a_constructor_both_engines_name_the_same_in_the_same_words(observed):
    right = {"atoms": ["p", "q", "r"], "observes": observed, "law": "p | q | r"}
    for chosen in [*combinations(MISTAKES_OF_A_LAW, 1), *combinations(MISTAKES_OF_A_LAW, 2)]:
        for values in product(*[MISTAKES_OF_A_LAW[name] for name in chosen]):
            given = right | dict(zip(chosen, values, strict=True))
            explicit, symbolic = [complaint(engine, "from_observations", [], given) for engine in ENGINES]
            assert explicit == symbolic, given


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_counts_worlds_and_not_the_steps_to_them(engine):
    law = parity(["p", "q", "r"])
    assert len(engine.from_observations(["p", "q", "r"], {"a": ["p ^ q"]}, law, limit=4)) == 4
    with pytest.raises(TooLarge, match=r"4 worlds.* limit of 3.*limit="):
        engine.from_observations(["p", "q", "r"], {"a": ["p ^ q"]}, law, {"p"}, limit=3)


@pytest.mark.parametrize("engine", ENGINES)
def test_worlds_are_a_sequence_of_one_kind(engine):
    worlds = built(engine).worlds
    assert isinstance(worlds, Worlds)
    assert worlds == tuple(worlds)
    assert tuple(worlds) == worlds
    assert [worlds.index(world) for world in worlds] == list(range(len(worlds)))
    with pytest.raises(IndexError, match=f"the model has {len(worlds)} worlds"):
        worlds[10**30]
