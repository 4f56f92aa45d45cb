"""The space of pointed models: keys are bisimilarity, survive changes, and the search finds what plain updates find."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import networkx as nx
import pytest
from effort import seeds
from randoms import FRAMES, random_event_model, random_formula, random_structure

from kripke.change.actions.evidence import Evidence, conservative_upgrade, radical_upgrade
from kripke.change.product import occurrences
from kripke.change.successors import Successors
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from kripke.sameness.bisimulation import bisimilar
from kripke.space.explore import Space, formulas_of, require_kept
from kripke.space.states import outcomes, state
from logic.errors import EpistemicError, TooLarge
from whoknows import Event, EventModel, KripkeModel, announcement, explore, peek, public_change

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


@pytest.mark.parametrize("seed", seeds(60, 600))
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
    return every


@pytest.mark.parametrize("seed", seeds(150, 3_000))
def test_states_with_equal_keys_satisfy_the_same_formulas_before_and_after_every_change(seed: int) -> None:
    rng = Random(seed)
    one = pointed(rng, 5)
    found = [(one, state(one).structure)]
    assert state(one).key == state(shuffled(rng, one)).key == state(state(one).structure).key
    for name, action in occurrences(changes(rng, one)).items():  # type: ignore[arg-type]
        try:
            for formula in formulas_of(action.possible):
                require_kept(formula, one)
            after = [dict(outcomes(each, action, Successors())) for each in found[0]]
        except EpistemicError:
            continue
        assert {event: s.key for event, s in after[0].items()} == {event: s.key for event, s in after[1].items()}, name
        found += [(after[0][event].structure, after[1][event].structure) for event in after[0]]
    for whole, small in found:
        asked = random_formula(rng, one.agents, 6)
        try:
            require_kept(asked, one)
            expected = whole.actual in extension(whole, asked)
        except EpistemicError:
            continue
        assert (small.actual in extension(small, asked)) == expected, str(asked)


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
        for formula in formulas_of(model):
            require_kept(formula, structure)
        return True
    return False


@pytest.mark.parametrize("compiled_from", [0, 10**9])
@pytest.mark.parametrize("seed", seeds(20, 200))
def test_the_space_is_what_updates_without_contraction_reach(seed: int, compiled_from: int) -> None:
    rng = Random(seed)
    start = replace(pointed(rng, 3), weights={}, ranks={})
    kept = (each for each in iter(lambda: random_event_model(rng, start, 2), None) if is_kept(each, start))
    actions = {"one": next(kept), "two": next(kept)}
    space = Space(start, occurrences(actions), (None, None, None), KripkeModel.of)  # type: ignore[arg-type]
    space._compiled = Successors(compiled_from)
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
        assert {state(structure).key for structure in space._structures} == reached


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


@pytest.mark.parametrize("question", ["D p", "DB p", "R p", "B_a>=1/2 p", "CB>=.5 p"])
def test_what_contraction_changes_is_refused(question: str) -> None:
    with pytest.raises(ModelError, match="contracted"):
        explore(TWO, {"tell": "p"}).where(question)


def test_limits_end_the_search_and_a_larger_one_goes_on() -> None:
    counter = public_change({"n0": "~n0", "n1": "n0 ^ n1", "n2": "(n0 & n1) ^ n2"})
    start = KripkeModel.s5({"w": set()}, {"a": [["w"]]}, actual="w")
    space = explore(start, {"tick": counter}, states=3).run()
    assert not space.exhausted
    assert "states=3" in space.stopped
    with pytest.raises(TooLarge):
        list(space)
    space.limits = space.limits._replace(states=100)
    assert space.run().exhausted
    assert len(space) == 8
    assert [step.target for step in space.path(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert not explore(start, {"tick": counter}, seconds=0).run().exhausted
    assert "memory=1" in explore(start, {"tick": counter}, memory=1).run().stopped


def test_ctrl_c_ends_the_search_with_what_is_known() -> None:
    def interrupt(explored: int, known: int) -> None:
        if explored == 2:
            raise KeyboardInterrupt

    space = explore(TWO, {"peek": peek("p", by="a"), "tell": "p"}, progress=interrupt).run()
    assert "keyboard" in space.stopped
    assert len(space) == 3


@pytest.mark.parametrize("given", [{"states": "a"}, {"states": -1}, {"states": True}, {"seconds": float("nan")}])
def test_a_limit_that_is_no_number_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="expected a number from 0, or None"):
        explore(TWO, {"tell": "p"}, **given)


def test_what_is_no_model_or_no_name_of_an_action_is_refused() -> None:
    for model in ("x.json", None):
        with pytest.raises(ModelError, match="expected a KripkeModel"):
            explore(model, {"tell": "p"})  # type: ignore[arg-type]
    for name in ("", 1):
        with pytest.raises(EpistemicError, match=r"action .*expected a text"):
            explore(TWO, {name: "p"})  # type: ignore[dict-item]


def test_an_upgrade_that_changes_nothing_leads_back() -> None:
    assert len(explore(TWO, {"up": radical_upgrade("p | ~p")}).run()) == 1


def test_the_space_is_a_networkx_graph() -> None:
    graph = explore(TWO, {"tell": "p"}).run().to_networkx()
    assert isinstance(graph, nx.MultiDiGraph)
    assert list(graph.edges(data="action")) == [(0, 1, "tell"), (1, 1, "tell")]
    assert graph.nodes[1]["model"].holds("C p")


@pytest.mark.parametrize(("at", "problem"), [(None, "no actual world"), (["w", "v"], "several actual worlds")])
def test_a_model_without_one_actual_world_is_refused(at: object, problem: str) -> None:
    with pytest.raises(ModelError, match=rf"{problem}.*at\(world\)"):
        explore(TWO.at(at), {"tell": "p"})
