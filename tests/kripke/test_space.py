"""The space of pointed models: keys are bisimilarity, survive changes, and the search finds what plain updates find."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest
from effort import seeds
from randoms import FRAMES, random_event_model, random_formula, random_structure

from kripke.change.actions.evidence import Evidence, Likelihood, Trust, conservative_upgrade, radical_upgrade
from kripke.change.product import Action, extend_vocabulary, occurrences
from kripke.change.successors import Successors
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from kripke.sameness.bisimulation import bisimilar
from kripke.space.explore import Limits, Space, require_kept
from kripke.space.states import BISIMULATION, Kept, endings, state, transitions
from logic import clauses as f
from logic.errors import EpistemicError, TooLarge
from whoknows import (
    Event,
    EventModel,
    KripkeModel,
    announcement,
    announcement_whether,
    explore,
    peek,
    plan,
    public_change,
    semi_private,
)

BLIND = [["w", "v"]]
TWO = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND, "b": BLIND}, actual="w")


def pointed(rng: Random, most: int = 4) -> Structure:
    structure = random_structure(rng, most, rng.choice([None, *FRAMES]))
    return replace(structure, actuals=(rng.randrange(structure.size),))


def shuffled(rng: Random, structure: Structure) -> Structure:
    """The same model with its worlds in another order, and with an unreachable copy of them if nothing is weighed."""
    from kripke.data.worlds import kept_of

    order = rng.sample(range(structure.size), structure.size)
    moved = replace(structure, actuals=()).restrict(kept_of(order, structure.size))
    return replace(moved, actuals=tuple(order.index(actual) for actual in structure.actuals))


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_without_weights_and_ranks_equal_keys_are_bisimilarity(seed: int) -> None:
    rng = Random(seed)
    states = [replace(pointed(rng), weights={}, ranks={}) for _ in range(6)]
    states = [s for s in states if (s.agents, s.atoms) == (states[0].agents, states[0].atoms)]
    for one in states:
        for other in states:
            assert (state(one).key == state(other).key) == bisimilar(one, other)


def changes(rng: Random, structure: Structure) -> dict[str, object]:
    said = random_formula(rng, structure.agents, 4)
    every: dict[str, object] = {"event": random_event_model(rng, structure), "said": announcement(said)}
    for agent in structure.ranks:
        every["radical"], every["conservative"] = radical_upgrade(said, agent), conservative_upgrade(said, agent)
    for agent in structure.weights:
        every["evidence"] = Evidence(agent, said, "1/3", "1/2")
        every["likelihood"] = Likelihood(agent, [(said, "1/2"), (f.Not(said), "1/3")], repair=True)
        every["trust"] = Trust(agent, rng.choice([*structure.weights]), "1/2")
    if structure.relations:
        group = rng.sample(structure.agents, rng.randint(1, len(structure.agents)))
        every["whether"], every["semi"] = announcement_whether(said, group), semi_private(said, group)
    return every


def everything(structure: Structure) -> Kept:
    return Kept(True, frozenset(structure.relations) - structure.weights.keys())


@pytest.mark.parametrize("kept_of", [lambda _: BISIMULATION, lambda _: Kept(pooled=True), everything])
@pytest.mark.parametrize("seed", seeds(25, 2_000))
def test_states_with_equal_keys_satisfy_the_same_formulas_before_and_after_every_change(
    seed: int, kept_of: Callable[[Structure], Kept]
) -> None:
    rng = Random(seed)
    one = pointed(rng, 5)
    if rng.random() < 0.5:  # then many worlds are alike
        one = replace(one, valuation={atom: one.valuation[atom if atom < "q" else "q"] for atom in one.valuation})
    kept = kept_of(one)
    small = state(one, kept=kept)
    assert small.key == state(shuffled(rng, one), kept=kept).key == state(small.structure, kept=kept).key
    points = [replace(one, actuals=(world,)) for world in range(one.size) if world != one.actual]
    pairs = [(one, other) for other in [small.structure, *points] if state(other, kept=kept).key == small.key]
    for name, action in occurrences(changes(rng, one)).items():
        for pair in pairs[: len(points) + 1]:
            try:
                for formula in action.formulas:
                    require_kept(formula, one, kept)
                ends = [[(e, state(s, names, kept)) for e, s, names in endings(each, action)] for each in pair]
                first, second = map(dict, ends)
            except EpistemicError:
                continue
            assert {event: s.key for event, s in first.items()} == {event: s.key for event, s in second.items()}, name
            pairs += [(first[event].structure, second[event].structure) for event in first]
    upgrade = rng.choice([f.ConservativeUpgrade, f.RadicalUpgrade])
    upgraded = upgrade(random_formula(rng, one.agents, 3), random_formula(rng, one.agents, 4))
    for asked in [upgraded, *[random_formula(rng, one.agents, 6) for _ in range(4)]]:
        for first, second in pairs:
            try:
                require_kept(asked, one, kept)
                expected = first.actual in extension(first, asked)
            except EpistemicError:
                continue
            assert (second.actual in extension(second, asked)) == expected, str(asked)


TWICE = EventModel({"i": Event(), "j": Event()}, {}, actual="i", others=[(x, y) for x in "ij" for y in "ij"])


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_keys_keep_what_is_asked_and_no_more(seed: int) -> None:
    """Where each world is there twice, degrees alone can tell; so can weights, which are absolute."""
    rng = Random(seed)
    one = replace(pointed(rng, 5), weights={})
    two = replace(Action("twice", TWICE)(one).structure, actuals=(2 * one.actuals[0],))
    for kept in (BISIMULATION, Kept(pooled=True)):
        assert state(one, kept=kept).key == state(two, kept=kept).key
    assert state(two).structure.size <= one.size
    alone = all(not relation.count_edges() for relation in state(one).structure.relations.values())
    kept = Kept(counted=frozenset(one.relations))
    assert (state(one, kept=kept).key == state(two, kept=kept).key) == alone


def test_pooled_keys_tell_who_sees_a_world_together() -> None:
    """w sees alike worlds: a one and b the other; b one alone; both the same."""
    apart, alone, joint = ({"a": ["v"], "b": ["u"]}, {"a": [], "b": ["v", "u"]}, {"a": ["v"], "b": ["v", "u"]})
    points = [
        KripkeModel(
            {"w": set(), "v": {"p"}, "u": {"p"}},
            {agent: [("w", there) for there in seen] for agent, seen in edges.items()},
            actual="w",
        ).structure
        for edges in (apart, alone, joint)
    ]
    assert len({state(each, kept=Kept(pooled=True)).key for each in points}) == 3
    assert [state(each).key == state(points[0]).key for each in points] == [True, False, True]


def test_keys_have_weights_thresholds_and_counts() -> None:
    keys = set()
    for u, v, threshold in ((1, 2, 3), (2, 1, 3), (1, 1, 3), (1, 2, 1)):
        for worlds in ("uv", "uvw"):
            model = KripkeModel.s5(
                {world: {"p"} if world == "u" else set() for world in worlds},
                {"a": [list(worlds)]},
                actual="u",
                weights={"a": {world: Fraction(u if world == "u" else v, 6) for world in worlds}},
                threshold=Fraction(threshold, 6),
            )
            keys.add(state(model.structure).key)
    assert len(keys) == 8


def test_worlds_with_weights_are_one_where_their_own_weights_make_no_difference() -> None:
    """The agent considers both p-worlds possible, whichever is actual, and the other agent's classes do not differ."""
    keys = [
        state(
            KripkeModel.s5(
                {"w": {"p"}, "v": {"p"}, "u": set()},
                {"a": [["w", "v", "u"]], "b": [["w", "v", "u"]]},
                actual=actual,
                weights={"a": {"w": 0.1, "v": 0.2, "u": 0.7}},
            ).structure
        ).key
        for actual in "wvu"
    ]
    assert keys[0] == keys[1] != keys[2]


def test_bisimilar_models_that_an_upgrade_tells_apart_have_different_keys() -> None:
    """The levels of ranks count: in one model a third world is between the two, in the other it is with the last."""
    keys = set()
    for ranks in ({"w": 0, "v": 1, "u": 2}, {"w": 0, "v": 2, "u": 2}):
        model = KripkeModel.s5(
            {"w": {"p"}, "v": set(), "u": {"q"}}, {"a": [["w", "v", "u"]]}, actual="w", ranks={"a": ranks}
        )
        keys.add(state(model.to_structure()).key)
    assert len(keys) == 2


def is_kept(model: EventModel, structure: Structure) -> bool:
    with suppress(ModelError):
        for formula in Action("it", model).formulas:
            require_kept(formula, structure)
        return True
    return False


@pytest.mark.parametrize("compiled_from", [0, 10**9])
@pytest.mark.parametrize("seed", seeds(10, 200))
def test_the_space_is_what_updates_without_contraction_reach(seed: int, compiled_from: int) -> None:
    rng = Random(seed)
    start = replace(pointed(rng, 3), weights={}, ranks={})
    kept = (each for each in iter(lambda: random_event_model(rng, start, 2), None) if is_kept(each, start))
    actions = {"one": next(kept), "two": next(kept)}
    start = extend_vocabulary(start, actions)
    space = Space(start, occurrences(actions), Limits(None), KripkeModel.of)
    space._compiled.compiled_from = compiled_from
    layer, reached = [start], {state(start).key}
    for _ in range(2):
        for number in range(len(space)):
            space.successors(number)
        layer = [
            replace(result.structure, actuals=(position,))
            for before in layer
            for action in space.actions.values()
            for result in [action(before)]
            for position in result.designated.positions()
            if result.worlds[position] == before.actual
        ]
        reached |= {state(structure).key for structure in layer}
        assert {state(space[number].structure).key for number in range(len(space))} == reached


def test_an_action_with_several_events_is_a_transition_for_each_that_can_happen() -> None:
    both = ("heads", "tails")
    toss = EventModel(
        {"heads": Event(post={"h": "true"}), "tails": Event(post={"h": "false"})},
        {
            "a": [("heads", "heads"), ("tails", "tails")],
            "b": [(x, y) for x in both for y in both],
        },
        actual=["heads", "tails"],
    )
    space = explore(TWO, {"toss": toss}).run()
    assert {(step.event, step.target) for step in space.successors(0)} == {("heads", 1), ("tails", 2)}
    assert space.where("Kw_a h & ~Kw_b h & h") == [1]
    assert space.exhausted


def test_formulas_may_name_the_actions() -> None:
    space = explore(TWO, {"peek": peek("p", by="a"), "tell": "p"}).run()
    assert space.where("<@tell> C p") == [0, 1, 2]
    assert space.where("Kw_a p & ~Kw_b p") == [1]


@pytest.mark.parametrize("question", ["D p", "DB p", "R p", "B_a>=.6 p", "CB>=.6 p"])
def test_what_contraction_changes_is_refused_unless_it_is_named_first(question: str) -> None:
    with pytest.raises(ModelError, match=r"contracted.*asking"):
        explore(TWO, {"tell": "p"}).where(question)
    assert 0 not in explore(TWO, {"tell": "p"}, asking=[f"C ({question})"]).where(f"C ({question})")


def test_pooled_knowledge_and_degrees_are_asked_of_states_that_keep_them() -> None:
    """a sees one atom of a world, b the other, and both are true; p holds in two of a's three worlds."""
    model = KripkeModel.s5({1: {"p", "q"}, 2: {"p", "q"}, 3: {"q"}}, {"a": [[1, 2, 3]], "b": [[1], [2, 3]]}, actual=1)
    actions = {"tell": "D_{a,b} p", "pool": announcement("B_a>=2/3 p")}
    space = explore(model, actions, asking=["D p"])
    assert space.where("D p & ~K_a p & B_a>=2/3 p") == [0]
    assert [step.target for step in space.path(space.where("K_a p")[0])] == [1]
    assert explore(model, actions).where("K_a p") == space.where("K_a p")


def test_the_limit_on_states_may_be_a_number_of_numpy() -> None:
    assert len(explore(TWO, {"tell": "p"}, states=np.int64(1)).run()) == 1
    with pytest.raises(ModelError, match=r"^timeout -1: "):
        plan(TWO, {"tell": "p"}, "p", timeout=-1)


def test_limits_end_the_search_and_a_larger_one_goes_on() -> None:
    counter = public_change({"n0": "~n0", "n1": "n0 ^ n1", "n2": "(n0 & n1) ^ n2"})
    start = KripkeModel.s5({"w": set()}, {"a": [["w"]]}, actual="w")
    space = explore(start, {"tick": counter}, states=3).run()
    assert not space.exhausted
    assert len(space) == 3
    assert "more than 3 states" in space.stopped
    with pytest.raises(TooLarge):
        list(space)
    space.limits = space.limits._replace(states=100)
    assert space.run().exhausted
    assert len(space) == 8
    assert [step.target for step in space.path(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert not explore(start, {"tick": counter}, seconds=0).run().exhausted
    assert "memory=1" in explore(start, {"tick": counter}, memory=1).run().stopped
    assert len(explore(start, {"tick": counter}, states=1).run()) == 1
    assert explore(start, {"tick": counter}, states=8).run().exhausted


def test_ctrl_c_ends_the_search_with_what_is_known() -> None:
    def interrupt(explored: int, known: int) -> None:
        if explored == 2:
            raise KeyboardInterrupt

    space = explore(TWO, {"peek": peek("p", by="a"), "tell": "p"}, progress=interrupt).run()
    assert "keyboard" in space.stopped
    assert len(space) == 3


@pytest.mark.parametrize("given", [{"states": "a"}, {"states": 0}, {"states": True}, {"seconds": float("nan")}])
def test_a_limit_that_is_no_number_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match=r"expected a number from [01], or None"):
        explore(TWO, {"tell": "p"}, **given)


def test_what_is_no_model_or_no_name_of_an_action_is_refused() -> None:
    for model in ("x.json", None):
        with pytest.raises(ModelError, match="expected a KripkeModel"):
            explore(model, {"tell": "p"})
    for name in ("", 1):
        with pytest.raises(EpistemicError, match=r"action .*expected a text"):
            explore(TWO, {name: "p"})


@pytest.mark.parametrize("asking", ["D p", 5])
def test_what_is_no_list_of_formulas_cannot_be_named_first(asking: Any) -> None:
    with pytest.raises(ModelError, match=f"asking '?{asking}'?: expected a list"):
        explore(TWO, {"tell": "p"}, asking=asking)


def test_more_actual_worlds_than_states_are_too_many() -> None:
    with pytest.raises(TooLarge, match="more than 1 state"):
        explore(TWO.at(["w", "v"]), {"tell": "p"}, states=1)


def test_an_upgrade_that_changes_nothing_leads_back() -> None:
    assert len(explore(TWO, {"up": radical_upgrade("p | ~p")}).run()) == 1


def test_the_space_is_a_networkx_graph() -> None:
    graph = explore(TWO, {"tell": "p"}).run().to_networkx()
    assert isinstance(graph, nx.MultiDiGraph)
    assert list(graph.edges(data="action")) == [(0, 1, "tell"), (1, 1, "tell")]
    assert graph.nodes[1]["model"].holds("C p")


def test_a_model_without_an_actual_world_is_refused() -> None:
    with pytest.raises(ModelError, match=r"no actual world.*at\(world\)"):
        explore(TWO.at(None), {"tell": "p"})


def test_a_model_with_several_actual_worlds_is_asked_at_each() -> None:
    space = explore(TWO.at(["w", "v"]), {"tell": "p", "deny": "~p"}).run()
    assert space.starts == [0, 1]
    assert [space.where("p"), space.where("C p"), space.where("C ~p")] == [[0, 2], [2], [3]]
    assert [(step.source, step.action) for step in space.path(3)] == [(1, "deny")]


@pytest.mark.parametrize("compiled_from", [0, 10**9])
def test_together_an_action_must_be_possible_at_each_actual_world(compiled_from: int) -> None:
    actions = {"tell": "p", "look": peek("p", by="a"), "flip": public_change({"p": "~p"})}
    space = explore(TWO.at(["w", "v"]), actions, together=True)
    space._compiled.compiled_from = compiled_from
    space.run()
    assert {step.action for step in space.successors(0)} == {"look", "flip"}
    assert {step.event for step in space.transitions} == {None}
    assert [step.action for step in space.path(space.where("Kw_a p")[0])] == ["look"]
    assert space.where("p") == [] == space.where("~p")
    assert all(len(model.actual) == 2 for model in space)


@pytest.mark.parametrize("seed", seeds(10, 400))
def test_compiled_steps_keep_several_actual_worlds(seed: int) -> None:
    rng = Random(seed)
    one = replace(pointed(rng, 5), weights={}, ranks={})
    one = replace(one, actuals=tuple(sorted(rng.sample(range(one.size), rng.randint(1, one.size)))))
    model = random_event_model(rng, one)
    if is_kept(model, one):
        actions = {"x": Action("x", model)}
        one = extend_vocabulary(one, actions)
        plain, fast = ([*transitions(state(one), Successors(actions, one, k), together=True)] for k in (10**9, 0))
        assert [s.key for _, _, s in plain] == [s.key for _, _, s in fast]
        assert len(plain) <= 1


def test_a_transition_is_an_update() -> None:
    """Its action and its event are what `update` takes."""
    actions = {
        "tell": "p", "whether": announcement_whether("p", to="a"), "semi": semi_private("p", to="a"),
        "look": peek("p", by="a"), "said": announcement("p"),
    }  # fmt: skip
    for given in (actions, [Action(name, change) for name, change in actions.items()]):
        space = explore(TWO, given)
        for step in space.run().transitions:
            after = space[step.source].update(space.actions[step.action], step.event)
            assert state(after.structure).key == state(space[step.target].structure).key
        assert {step.action for step in space.transitions if step.event is not None} == {"look", "said"}


def test_where_finds_the_states_first() -> None:
    space = explore(TWO, {"tell": "p"})
    assert space.where("C p") == [1]
    assert space.exhausted


def test_an_event_with_ranks_happens_where_all_ranks_are_equal() -> None:
    events = EventModel(
        {"i": Event("p"), "j": Event("~p")}, {"a": [(x, y) for x in "ij" for y in "ij"]},
        ranks={"a": {"i": 1, "j": 0}}, actual=["i", "j"],
    )  # fmt: skip
    start = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w", ranks={"a": {"w": 0, "v": 0}})
    assert explore(start, {"hint": events}).where("B_a ~p") == [1]


def test_unknown_states_and_atoms_are_refused_with_what_there_is() -> None:
    space = explore(TWO, {"tell": "p"})
    with pytest.raises(ModelError, match="state 1: expected a number from 0 to 0; run"):
        space[1]
    space.run()
    for ask in (space.path, space.successors, space.__getitem__):
        for number in (-1, 2, 1.0):
            with pytest.raises(ModelError, match=f"state {number}: expected a number from 0 to 1"):
                ask(number)
    with pytest.raises(EpistemicError, match="action tell: no atom 'zz'"):
        explore(TWO, {"tell": "zz"})
    assert "there is more than 1 state" in repr(explore(TWO, {"tell": "p"}, states=1).run())


def test_keys_of_large_states_are_those_of_bisimilar_ones_alone() -> None:
    """Above 256 worlds keys are made by arrays: from every fact, arrow and point, in no order of worlds."""
    rng, atoms = Random(1), [f"p{number}" for number in range(9)]
    sees = {f"a{number}": [atom for atom in atoms if atom != own] for number, own in enumerate(atoms)}
    model = KripkeModel.from_observations(atoms, sees, actual=atoms[:3])
    whole = model.to_structure()
    shuffled = rng.sample(range(whole.size), whole.size)
    place = {old: new for new, old in enumerate(shuffled)}
    labels = [whole.true_atoms(world) for world in shuffled]
    classes = {
        agent: [[place[world] for world in block] for _, block in relation.groups()]
        for agent, relation in whole.relations.items()
    }
    other = KripkeModel.s5(dict(enumerate(labels)), classes, actual=place[whole.actuals[0]], atoms=atoms)
    assert len(other) == 512
    key = state(whole).key
    assert state(other.to_structure()).key == key
    changed = [model.at(set(atoms[:2])), model.announce("p0 | p1 | p2"), model.announce_whether("p4 & p5", to=["a4"])]
    assert len({key, *[state(each.to_structure()).key for each in changed]}) == 4


def test_weights_may_have_more_digits_than_python_writes() -> None:
    """Each step of trust multiplies the denominator, here by a number of 1,000 digits."""
    classes = {"a": [["w", "v"]], "b": [["w", "v"]]}
    weights = {"a": {"w": 0, "v": 1}, "b": {"w": 1, "v": 0}}
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, classes, actual="w", weights=weights)
    hear = {"hear": Trust("a", "b", rate=Fraction(1, 10**999))}
    assert len(explore(model, hear, states=8).run()) == 8
