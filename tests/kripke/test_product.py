"""The product update by arrays, against the definition; where its worlds come from; what it refuses."""

import pickle
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from effort import seeds, share
from forms import form  # noqa: F401
from networkx import relabel_nodes
from products import random_events
from randoms import FRAMES, random_cube, random_event_model, random_formula, random_structure
from reference_graphs import plain

from kripke import semantics
from kripke.change.actions import announcement, private_announcement, public_change, shuffling
from kripke.change.event import Event, EventModel, is_announcement
from kripke.change.product import product, update
from kripke.change.product_worlds import ProductWorlds
from kripke.change.update import announce
from kripke.checking import build, observations
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAgent, UnknownAtom
from kripke.data.frames import properties
from kripke.data.worlds import Named
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic.errors import EpistemicError
from logic.parser import parse

pytestmark = pytest.mark.usefixtures("form")

COIN = KripkeModel.s5(
    {"heads": {"h"}, "tails": set()},
    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]},
    actual="heads",
)
LOOPS = {"anne": [("e", "e")], "bob": [("e", "e")]}


def places(values):
    """Only the order counts."""
    order = sorted(set(values))
    return [order.index(value) for value in values]


def assert_is_the_definition(made, names, expected):
    """The structure's world at each position is the definition's world of that name."""
    assert len(names) == made.size == len(expected)
    positions = plain(made)
    found = relabel_nodes(positions, dict(enumerate(names)))
    assert dict(found.nodes(data="atoms")) == dict(expected.nodes(data="atoms"))
    assert {*found.graph["vocabulary"]} == {*expected.graph["vocabulary"]}
    for agent in {*semantics.agents(found), *semantics.agents(expected)}:
        assert semantics.relation(found, agent) == semantics.relation(expected, agent), agent
        for _, i in semantics.relation(positions, agent):
            assert semantics.weight(positions, agent, i) == semantics.weight(expected, agent, names[i])
    assert all(found.graph[key].keys() == expected.graph[key].keys() for key in ("weights", "ranks"))
    assert found.graph["threshold"] == expected.graph["threshold"]
    for agent, ranks in expected.graph["ranks"].items():
        assert places(found.graph["ranks"][agent].values()) == places([ranks[name] for name in names])


@pytest.mark.parametrize("frame", [*FRAMES, "mixed"])
def test_random_sequences_of_updates_are_those_of_the_definition(frame):
    rng = Random(frame)
    updates = 0
    while updates < share(800):
        structure = replace(random_structure(rng, most_worlds=8, frame=frame), actuals=())
        names, expected = list(range(structure.size)), plain(structure)
        for _ in range(rng.randint(1, 4)):
            model = random_events(rng, structure)
            made = product(structure, model)
            events = list(model.events)
            names = [(names[w], events[e]) for w, e in zip(made.world_of, made.event_of, strict=True)]
            structure, expected = made.structure, semantics.product(expected, model)
            assert_is_the_definition(structure, names, expected)
            updates += 1
            if not 0 < structure.size < 30:
                break


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_formulas_have_the_same_worlds_after_an_update_as_after_the_definition(seed):
    rng = Random(seed)
    compared = 0
    while compared < 40:
        structure = random_structure(rng, most_worlds=7)
        model = random_events(rng, structure)
        made = product(structure, model)
        events = list(model.events)
        names = [(int(w), events[e]) for w, e in zip(made.world_of, made.event_of, strict=True)]
        formula = random_formula(rng, structure.agents, 8)
        if made.structure.size:
            found = extension(made.structure, formula)
            expected = semantics.truth(semantics.product(plain(structure), model), formula)
            assert {name for i, name in enumerate(names) if i in found} == expected
            compared += 1


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_large_structures_are_updated_as_small_ones_are(seed):
    """Above 256 worlds sets are arrays: the update of two hundred copies is two hundred copies of the update."""
    rng = Random(seed)
    structure = random_structure(rng, most_worlds=6, frame="any")
    model = random_event_model(rng, structure)
    worlds = {(c, w): structure.true_atoms(i) for c in range(200) for i, w in enumerate(structure.worlds)}
    relations = {
        a: [
            ((c, structure.worlds[i]), (c, structure.worlds[j]))
            for c in range(200)
            for i in range(structure.size)
            for j in r.successors(i)
        ]
        for a, r in structure.relations.items()
    }
    many = build.from_relations(worlds, relations, None, structure.atoms)
    one = product(replace(structure, weights={}, ranks={}), replace_beliefs(model))
    all_of_them = product(many, replace_beliefs(model)).structure
    size = one.structure.size
    assert all_of_them.size == 200 * size
    for atom, where in one.structure.valuation.items():
        assert [i % size for i in range(200 * size) if i in all_of_them.valuation[atom]] == 200 * [
            i for i in range(size) if i in where
        ]
    for agent, relation in one.structure.relations.items():
        for i in rng.sample(range(200 * size), min(50, 200 * size)):
            here = [i - i % size + j for j in relation.successors(i % size)]
            assert all_of_them.relations[agent].successors(i) == here


def replace_beliefs(model):
    """The event model without weights and ranks."""
    relations = {a: [(e, g) for e in model.events for g in model.seen(a, e)] for a in model.agents}
    return EventModel(model.events, relations, model.actual)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_products_of_transitive_euclidean_relations_are_label_arrays_again(seed):
    rng = Random(seed)
    for _ in range(share(30, 7)):
        structure = random_structure(rng, 12, rng.choice(["S5", "KD45", "K45"]))
        model = random_event_model(rng, structure)
        made = product(structure, model).structure
        for agent, relation in made.relations.items():
            if model.frame.relations[agent].is_k45:
                assert relation.is_k45
                assert "csr" not in vars(relation)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_belief_stays_belief_where_what_is_believed_to_happen_can_and_else_transitive_and_euclidean(seed):
    rng = Random(seed)
    lost = 0
    for _ in range(share(30, 7)):
        structure = random_structure(rng, 10, "KD45")
        happening = {"yes": Event("p"), "no": Event("~p"), "idle": Event(post={"q": "p"})}
        looking = {a: [(["yes", "no", "idle"], ["idle"])] for a in structure.agents}
        for agent in structure.agents:
            kept = product(structure, EventModel.kd45(happening, looking)).structure
            assert properties(kept, agent) >= {"serial", "transitive", "euclidean"}
            apart = {a: [([e], [e]) for e in happening] for a in structure.agents}
            made = product(structure, EventModel.kd45(happening, apart)).structure
            assert properties(made, agent) >= {"transitive", "euclidean"}
            lost += "serial" not in properties(made, agent)
    assert lost > share(5)  # who is sure of a lie and sees the truth has nothing left to believe


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_knowledge_stays_knowledge(seed):
    rng = Random(seed)
    for _ in range(share(30, 7)):
        structure = random_structure(rng, 10, "S5")
        events = {"yes": Event("p"), "no": Event("~p"), "maybe": Event(post={"p": "q"})}
        model = EventModel.s5(events, {a: [["yes", "no"], ["maybe"]] for a in structure.agents})
        made = product(structure, model).structure
        for agent in structure.agents:
            assert properties(made, agent) >= {"reflexive", "transitive", "euclidean", "symmetric", "serial"}


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_an_announcement_as_an_event_model_is_the_announcement(seed):
    rng = Random(seed)
    compared = 0
    while compared < 60:
        structure = random_structure(rng, 20) if rng.random() < 0.8 else random_cube(rng)
        formula = random_formula(rng, structure.agents, 6)
        where = extension(structure, formula)
        if not len(where):
            with pytest.raises(PreconditionFailed):
                update(structure, announcement(formula))
            continue
        actual = next(i for i in range(structure.size) if i in where)
        structure = replace(structure, actuals=(actual,))
        announced = announce(structure, formula)
        assert update(structure, announcement(formula)) == announced
        assert product(structure, announcement(formula)).structure == replace(announced, actuals=())
        compared += 1


def test_an_announcement_of_a_cube_stays_a_cube():
    cube = observations.from_observations(["p", "q"], {"a": ["p"]}, actual={"p"})
    assert update(cube, announcement("p")).cube is not None


def test_a_single_event_that_somebody_weighs_is_no_announcement():
    weighed = EventModel({"e": Event("p")}, {"a": [("e", "e")]}, others=[("e", "e")], weights={"a": {"e": 0.5}})
    changing = public_change({"p": "true"})
    assert not is_announcement(weighed)
    assert not is_announcement(changing)
    assert is_announcement(announcement("p"))


# ---- names, and where worlds come from


def test_worlds_are_named_by_world_and_event_and_know_where_they_come_from():
    model = EventModel.s5({"yes": Event("h"), "no": Event("~h")}, {"anne": [["yes"], ["no"]], "bob": [["yes", "no"]]})
    after = COIN.update(model)
    assert list(after.worlds) == ["heads·yes", "tails·no"]
    assert after.actual == "heads·yes"
    assert [after.structure.worlds.origin(i) for i in range(2)] == [("heads", "yes"), ("tails", "no")]
    assert after.structure.worlds.find("tails·no") == 1
    assert after.structure.worlds.find("tails·yes") is None
    assert after.structure.worlds.find(["tails"]) is None


def test_one_event_keeps_the_names():
    assert list(COIN.update(public_change({"h": "~h"})).worlds) == ["heads", "tails"]


def test_worlds_of_observations_are_named_by_their_atoms_in_order():
    m = KripkeModel.from_observations(["p", "q"], {"a": ["p"]}, "p", actual={"q", "p"})
    after = m.update(private_announcement("q", to="a"))
    assert set(after.worlds) == {"{p}·nothing", "{p, q}·said", "{p, q}·nothing"}


def test_names_that_would_be_the_same_are_pairs():
    m = KripkeModel({"w": set(), "w·e": set()}, {}, actual="w")
    model = EventModel({"e": Event(), "e·e": Event()}, {}, actual="e")
    after = m.update(model)
    assert set(after.worlds) == {("w", "e"), ("w", "e·e"), ("w·e", "e"), ("w·e", "e·e")}
    assert after.actual == ("w", "e")


@pytest.mark.parametrize("names", [(1, "1"), (frozenset({"p"}), "{p}"), ((1, 2), "(1, 2)")])
def test_worlds_that_differ_but_read_alike_are_told_apart_in_products(names):
    m = KripkeModel(dict.fromkeys(names, ()), {}, atoms=["p"])
    after = m.update(EventModel({"e": Event(), "f": Event("p")}, {}))
    assert set(after.worlds) == {(name, "e") for name in names}
    alone = m.at(names[0]).update(EventModel({"e": Event(), "f": Event()}, {}), event="e")
    assert alone.actual == (names[0], "e")


# ---- facts, weights and ranks


def test_facts_change_all_at_once_and_are_evaluated_before():
    m = KripkeModel({"w": {"p"}}, {}, actual="w", atoms=["q"])
    after = m.update(public_change({"p": "q", "q": "p", "new": "p & ~q"}))
    assert after.holds("q & ~p & new")
    assert after.atoms == ("q", "p", "new")


def test_an_atom_that_one_event_brings_is_false_after_the_others():
    model = EventModel({"mark": Event(post={"marked": "true"}), "pass": Event()}, {}, actual="pass")
    after = KripkeModel({"w": set()}, {}, actual="w").update(model)
    assert after.holds("~marked")
    assert after.extension("marked") == {"w·mark"}


def test_weights_are_multiplied_and_non_members_have_none():
    m = KripkeModel.s5(
        {"w1": {"p"}, "w2": set()},
        {"a": [["w1", "w2"]]},
        weights={"a": {"w1": 0.5, "w2": 0.25}},
        threshold=0.2,
        actual="w1",
    )
    model = EventModel.kd45(
        {"told": Event("p"), "nothing": Event()},
        {"a": [(["told", "nothing"], ["nothing"])]},
        "told",
        weights={"a": {"nothing": 0.5}},
    )
    after = m.update(model)
    assert after.weights("a") == {"w1·nothing": Fraction(1, 4), "w2·nothing": Fraction(1, 8)}
    assert after.structure.weights["a"].numerators[after.structure.worlds.position("w1·told")] == 0
    assert after.holds("B_a p")  # 1/8 is below the threshold


def test_worlds_that_nobody_takes_for_possible_have_no_weight():
    m = KripkeModel.s5(
        {"w1": {"p"}, "w2": set()},
        {"a": [["w1", "w2"]], "b": [["w1", "w2"]]},
        weights={"a": {"w1": 0.5, "w2": 0.25}},
        actual="w1",
    )
    after = m.update(private_announcement("p", to="b"))
    assert after.weights("a") == {"w1·nothing": Fraction(1, 2), "w2·nothing": Fraction(1, 4)}
    assert after.structure.weights["a"].numerators[after.structure.worlds.position("w1·said")] == 0


def test_huge_weights_and_ranks_are_exact():
    tiny = Fraction(1, 10**30)
    m = KripkeModel.s5(
        {"w1": {"p"}, "w2": set()},
        {"a": [["w1", "w2"]], "b": [["w1", "w2"]]},
        weights={"a": {"w1": tiny, "w2": 3 * tiny}},
        ranks={"b": {"w1": 10**30, "w2": -(10**30)}},
    )
    events = {"e": Event(), "f": Event()}
    model = EventModel.s5(events, {}, others=[["e", "f"]], weights=None)
    after = m.update(model)
    assert after.weights("a")["w2·f"] == 3 * tiny
    weighed = EventModel.s5(
        events,
        {agent: [["e", "f"]] for agent in "ab"},
        weights={"a": {"e": tiny, "f": 1}},
        ranks={"b": {"e": -1, "f": 10**20}},
    )
    after = m.update(weighed)
    assert after.weights("a")["w1·e"] == tiny * tiny
    assert places(after.structure.ranks["b"]) == [1, 3, 0, 2]


def test_an_events_rank_comes_before_a_worlds():
    m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1", ranks={"a": {"w1": 5, "w2": -5}})
    model = EventModel.s5(
        {"yes": Event("p"), "no": Event("~p")}, {"a": [["yes", "no"]]}, ranks={"a": {"yes": 0, "no": 1}}
    )
    assert m.holds("B_a ~p")
    assert m.update(model).holds("B_a p & ~K_a p")


# ---- several possible events, and what is refused


def test_the_event_that_happens_is_chosen_by_its_precondition_or_by_name():
    model = EventModel.s5(
        {"see": Event("h"), "miss": Event("h"), "dark": Event("~h")}, {}, others=[["see"], ["miss"], ["dark"]]
    )
    assert COIN.at("tails").update(model).actual == "tails·dark"
    assert COIN.update(model, event="miss").actual == "heads·miss"
    with pytest.raises(ModelError, match=r"'heads' see and miss .*event="):
        COIN.update(model)


def test_without_an_actual_world_any_event_may_have_happened():
    model = EventModel.s5({"yes": Event("h"), "no": Event("~h")}, {}, others=[["yes"], ["no"]])
    after = COIN.at(None).update(model)
    assert after.actual is None
    assert len(after) == 2


REFUSED = {
    "an event that cannot happen at the actual world": (
        COIN.at("tails"),
        EventModel({"e": Event("h & K_anne h"), "f": Event()}, {}, "e", others=[("e", "e"), ("f", "f")]),
        PreconditionFailed,
        r"'tails': e needs h ∧ K_anne h, .*: h is false",
    ),
    "no designated event that can happen": (
        COIN,
        EventModel({"e": Event("~h"), "f": Event("K_bob h")}, {}, others=[("e", "e"), ("f", "f")]),
        PreconditionFailed,
        r"'heads': e needs ¬h and f needs K_bob h, .*none",
    ),
    "no event that can happen anywhere": (
        COIN.at(None),
        EventModel({"e": Event("h & ~h"), "f": Event("false")}, {}, others=[("e", "e")]),
        PreconditionFailed,
        r"no event.*: e needs h ∧ ¬h and f needs ⊥, true nowhere",
    ),
    "an announcement that is false": (
        COIN.at("tails"),
        announcement("h"),
        PreconditionFailed,
        r"'tails': said needs h, .*false",
    ),
    "a single event of any name that all see": (
        COIN.at("tails"),
        EventModel({"drop": Event("h & K_bob h")}, {}, others=[("drop", "drop")]),
        PreconditionFailed,
        r"'tails': drop needs h ∧ K_bob h, .*: h is false",
    ),
    "an unknown atom in a precondition": (
        COIN,
        EventModel({"peek": Event("heads"), "pass": Event()}, {}, others=[("peek", "peek")]),
        UnknownAtom,
        r"event peek: no atom 'heads'.*is a world, .*'h'",
    ),
    "an unknown atom in an announcement": (
        COIN,
        announcement("hh"),
        UnknownAtom,
        "event said: no atom 'hh'",
    ),
    "an unknown agent in a precondition": (
        COIN,
        EventModel({"peek": Event("K_ann h"), "pass": Event()}, {}, others=[("peek", "peek")]),
        UnknownAgent,
        r"event peek: .*no agent 'ann'.*'anne'",
    ),
    "an unknown atom in a postcondition": (
        COIN,
        public_change({"h": "tails | h"}),
        UnknownAtom,
        "for h of event change: no atom 'tails'",
    ),
    "an unknown agent in a postcondition": (
        COIN,
        public_change({"h": "K_bo h"}),
        UnknownAgent,
        r"for h of event change: .*no agent 'bo'.*'bob'",
    ),
    "values that are not in the vocabulary": (
        COIN,
        shuffling(["left", "right"], ["ace"]),
        UnknownAtom,
        r"for left=ace of .*: no atom 'right=ace'",
    ),
    "an agent without a relation in the event model": (
        COIN,
        EventModel({"e": Event()}, {"anne": [("e", "e")]}),
        ModelError,
        r"agent bob: .*no relation.*relations=\{'bob'",
    ),
    "an agent that is not in the model": (
        COIN,
        EventModel({"e": Event()}, {**LOOPS, "carl": [("e", "e")]}),
        UnknownAgent,
        r"event model: no agent 'carl'",
    ),
    "an agent that is not in the model, in an announcement": (
        COIN,
        EventModel({"e": Event()}, {"carl": [("e", "e")]}, others=[("e", "e")]),
        UnknownAgent,
        r"event model: no agent 'carl'",
    ),
    "weights of events for an agent without weights": (
        COIN,
        EventModel({"e": Event()}, LOOPS, weights={"anne": {"e": 0.5}}),
        ModelError,
        r"agent anne: .*weights.* gives none; .*weights=",
    ),
    "weights of worlds where events have no classes": (
        KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, weights={"a": {"w": 1}}, actual="w"),
        EventModel({"e": Event(), "f": Event()}, {"a": [("e", "f"), ("f", "e")]}, "e"),
        ModelError,
        r"agent a: .*weights.* needs a transitive.*KD45",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_bad_update_is_refused_with_event_world_and_formula(what):
    model, action, kind, message = REFUSED[what]
    with pytest.raises(kind, match=message) as caught:
        model.update(action)
    assert isinstance(caught.value, EpistemicError)


def test_an_unknown_event_is_named():
    with pytest.raises(ModelError, match=r"event 'jump': .*no such event.*'said'"):
        COIN.update(announcement("h"), event="jump")


def test_a_question_about_a_product_world_that_is_not_there_is_an_error():
    after = COIN.update(private_announcement("h", to="anne"))
    with pytest.raises(EpistemicError, match=r"no world 'tails·said'.*('heads·said'|there are)"):
        after.holds(parse("h"), at="tails·said")


# ---- long games


BOTH = {"yes": Event(), "no": Event()}
LOOK = EventModel.s5({"yes": Event("p"), "no": Event("~p")}, {"a": [["yes"], ["no"]]})


def test_names_are_made_and_worlds_pickled_after_many_updates():
    m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    for _ in range(1_100):  # deeper than Python's calls
        m = m.update(LOOK)
    assert m.actual == "w1" + "·yes" * 1_100
    assert pickle.loads(pickle.dumps(m)) == m
    assert m.at(m.actual).holds("K_a p")


def test_worlds_of_large_models_are_named_and_pickled_after_many_updates():
    names = [f"w{i}" for i in range(10_001)]
    first = np.zeros(len(names), dtype=int)
    worlds = Named(names)
    for _ in range(400):
        worlds = ProductWorlds(worlds, ("yes", "no"), np.arange(len(names)), first)
    assert worlds.name(3) == "w3" + "·yes" * 400
    again = pickle.loads(pickle.dumps(worlds.restrict(np.arange(5))))
    assert list(again) == [f"w{i}" + "·yes" * 400 for i in range(5)]


def test_worlds_that_are_left_keep_their_names_in_the_next_product():
    m = KripkeModel({f"w{i}": {"p"} if i % 2 else set() for i in range(6)}, {}).update(EventModel(BOTH, {}))
    odd = m.announce("p").update(EventModel(BOTH, {}))
    assert set(odd.worlds) == {f"w{i}·{e}·{g}" for i in (1, 3, 5) for e in BOTH for g in BOTH}
    assert odd.structure.worlds.origin(3) == ("w1·no", "no")


@pytest.mark.parametrize("convert", [lambda m: m, SymbolicModel.from_explicit])
def test_without_an_actual_world_no_event_happens_that_only_other_agents_would_consider_possible(convert):
    alone = convert(KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"anne": [["heads", "tails"]]}))
    told = private_announcement("h", to="anne")  # all other agents would believe in the event `nothing`
    for after in (alone.update(told), alone.update(told, event="said")):
        assert after.count() == 1
        assert after.valid("K_anne h")
