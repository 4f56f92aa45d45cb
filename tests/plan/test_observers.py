"""Actions whose observers depend on formulas, and the steps of a search for a plan."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from effort import seeds

from kripke.change.observers import Observed
from kripke.change.product import Action, extend_vocabulary
from kripke.change.successors import Successors
from kripke.data.structure import Structure
from kripke.space.states import endings, state, transitions
from logic.parser import parse
from tests.kripke.test_space import is_kept, pointed, random_event_model
from whoknows import (
    Event,
    EventModel,
    KripkeModel,
    Model,
    ModelError,
    ParseError,
    SymbolicModel,
    UnsupportedByEngine,
    announcement,
    compose,
    plan,
    prove,
    shuffling,
)


def several(rng: Random, worlds: int = 5) -> Structure:
    """A random model without weights and ranks, with one or more actual worlds."""
    structure = replace(pointed(rng, worlds), weights={}, ranks={})
    return replace(structure, actuals=tuple(sorted(rng.sample(range(structure.size), rng.randint(1, structure.size)))))


def observed(rng: Random, model: EventModel, structure: Structure, per_state: bool = False) -> Action:
    """An action with these events whose agents see them in ways that depend on where they are."""
    kinds = {f"kind{number}": relation for number, relation in enumerate(model.every_relation)}
    some = ["p", "~q", "p & q", "false", *[f"K_{agent} p" for agent in structure.relations]]
    sees = {
        agent: [(rng.choice(some), rng.choice([*kinds])) for _ in range(rng.randint(0, 2))]
        + [("true", rng.choice([*kinds]))]
        for agent in structure.relations
    }
    named = EventModel.of(model.events, replace(model.frame, relations=kinds), model.designated)
    return Action("it", named, sees=sees, per_state=per_state)


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_observers_per_world_are_those_of_the_plain_event_model(seed: int) -> None:
    rng = Random(seed)
    one = several(rng)
    model = replace_frame(random_event_model(rng, one))
    if is_kept(model, one):
        action = observed(rng, model, one)
        assert isinstance(action.change, Observed)
        plain = Action("it", action.change.event_model(one.relations))
        found = [[state(s).key for _, s, _ in endings(one, each, together=True)] for each in (action, plain)]
        assert found[0] == found[1]


@pytest.mark.parametrize("seed", seeds(15, 600))
@pytest.mark.parametrize("per_state", [False, True])
def test_raw_and_compiled_steps_lead_to_the_same_state(seed: int, per_state: bool) -> None:
    rng = Random(seed)
    for _ in range(5):
        one = several(rng, 8)
        models = [replace_frame(random_event_model(rng, one)) for _ in range(3)]
        actions = {
            f"{place}": observed(rng, model, one, per_state)
            for place, model in enumerate(models)
            if is_kept(model, one)
        }
        one = extend_vocabulary(one, actions)
        step = Successors(actions, one, compiled_from=0)
        compiled = {name: after.key for name, _, after in transitions(state(one), step, together=True)}
        for name, action in actions.items():
            raw = step.raw(one, action.possible)
            plain = [state(after).key for _, after, _ in endings(one, action, together=True)]
            assert plain == ([compiled[name]] if name in compiled else [])
            assert plain == ([] if raw is None else [state(raw).key])


def replace_frame(model: EventModel) -> EventModel:
    """The events without weights and ranks."""
    return EventModel.of(model.events, replace(model.frame, weights={}, ranks={}), model.actual, model.others)


BLIND = [["w", "v"]]
TWO = KripkeModel.s5({"w": {"p", "near"}, "v": {"near"}}, {"a": BLIND, "b": BLIND}, actual="w")
LOOK = EventModel(
    {"p": Event("p"), "~p": Event("~p")},
    {
        "full": [("p", "p"), ("~p", "~p")],
        "partly": [("p", "p"), ("p", "~p"), ("~p", "p"), ("~p", "~p")],
    },
)


def test_the_first_condition_that_holds_decides_what_an_agent_sees() -> None:
    look = Action("look", LOOK, sees={"a": "full", "b": [("~near", "full"), ("near", "partly"), ("true", "full")]})
    assert TWO.update(look).holds("K_a p & ~Kw_b p & K_b Kw_a p")
    assert TWO.holds("[@look](K_a p & ~Kw_b p & K_b Kw_a p)", actions=[look])


def test_without_a_condition_that_holds_it_is_an_error() -> None:
    look = Action("look", LOOK, sees={"a": "full", "b": [("p", "full")]})
    with pytest.raises(ModelError, match=r"sees of b: .* at 'v'.*end with \('true', 'full'\)"):
        TWO.update(look)
    with pytest.raises(ModelError, match=r"'ful'; did you mean 'full'"):
        Action("look", LOOK, sees={"a": "ful"})


@pytest.mark.parametrize(
    ("way", "place"),
    [
        (TWO.update, "'v'"),
        (SymbolicModel.from_explicit(TWO).update, "{near}"),
        (lambda it: compose(it, it), "worlds with ¬p"),
        (lambda it: prove("[@look] true", actions=[it]), "worlds with ¬p"),
    ],
)
def test_a_world_that_no_condition_covers_is_named_by_every_engine(way: Any, place: str) -> None:
    look = Action("look", LOOK, sees={"a": "full", "b": [("p", "full")]})
    with pytest.raises(ModelError, match=rf"no condition holds at {place}.*end with \('true', 'full'\)"):
        way(look)
    way(Action("look", LOOK, sees={"a": "full", "b": [("p", "full"), ("~p", "partly")]}))


def test_conditions_that_are_all_false_are_refused_by_every_engine() -> None:
    look = Action("look", LOOK, sees={"a": "full", "b": [("false", "full")]})
    for ask in (TWO.update, SymbolicModel.from_explicit(TWO).update, lambda it: prove("[@look] p", actions=[it])):
        with pytest.raises(ModelError, match="sees of b: no condition holds at"):
            ask(look)


EVENTS = {"p": Event("p"), "any": Event()}
KINDS = {"near": [(e, e) for e in EVENTS], "far": [(d, e) for d in EVENTS for e in EVENTS]}
EACH_ENGINE = [kind.from_observations(["p"], {"a": [], "b": []}) for kind in (KripkeModel, SymbolicModel)]


@pytest.mark.parametrize("m", EACH_ENGINE)
def test_if_several_events_can_happen_one_must_be_chosen_whoever_observes_them(m: Model) -> None:
    act = Action("act", EventModel(EVENTS, KINDS), sees={"a": "near", "b": [("p", "far"), ("true", "near")]})
    with pytest.raises(ModelError, match=r"p.* and any.* can happen: choose one"):
        m.at({"p"}).update(act)


@pytest.mark.parametrize("m", EACH_ENGINE)
@pytest.mark.parametrize("kinds", [[("true", "near")], [("p", "near"), ("true", "near")]])
def test_an_event_can_be_chosen_if_no_observer_mistakes_it_for_another(m: Model, kinds: Any) -> None:
    act = Action("act", EventModel(EVENTS, KINDS, actual="p"), sees={"a": "near", "b": kinds})
    assert len(m.update(act)) == len(m.update(act, event="p")) == 1


@pytest.mark.parametrize("m", EACH_ENGINE)
def test_the_event_that_happens_can_be_chosen_whoever_observes_it(m: Model) -> None:
    act = Action("act", EventModel(EVENTS, KINDS), sees={"a": [("p", "near"), ("true", "far")], "b": "far"})
    after = m.at({"p"}).update(act, event="any")
    assert len(after) == 3
    assert after.holds("~Kw_a p & ~Kw_b p")
    with pytest.raises(ModelError, match="'nay': there is no such event"):
        m.update(act, event="nay")


def test_values_that_a_shuffle_does_not_move_are_refused_whoever_observes_it() -> None:
    m = KripkeModel.s5({"w": {"x=1", "y=2"}}, {"a": [["w"]]}, actual="w", atoms=["x=2", "y=1", "x=3"])
    act = Action("act", shuffling(["x", "y"], [1, 2], seen_by="near"), sees={"a": "near"})
    for each in (m, SymbolicModel.from_explicit(m)):
        with pytest.raises(ModelError, match="also has the value 3, which would not move"):
            each.update(act)


def test_per_state_the_condition_must_hold_at_all_actual_worlds() -> None:
    sees = {"a": [("p", "full"), ("true", "partly")], "b": "partly"}
    per_world, per_state = (Action("look", LOOK, sees=sees, per_state=each) for each in (False, True))
    both = TWO.at(["w", "v"])
    assert both.update(per_world).at(both.update(per_world).worlds[0]).holds("K_a p")
    assert not both.update(per_state).valid("Kw_a p")
    with pytest.raises(ModelError, match="actual worlds, and the model has none"):
        TWO.at(None).update(per_state)
    with pytest.raises(UnsupportedByEngine, match="per state has no event model"):
        TWO.holds("[@look] p", actions=[per_state])


def test_an_action_keeps_its_agent_and_cost_under_a_new_name() -> None:
    first = Action("first", "p", by="a", cost=3)
    assert (Action("second", first).by, Action("second", first).cost, first.change) == ("a", 3, parse("p"))
    with pytest.raises(ModelError, match="cost -1: expected a number from 0 to"):
        Action("x", "p", cost=-1)


@pytest.mark.parametrize("cost", [10**400, float("nan"), True, "5"])
def test_a_cost_is_a_number_that_sums_keep_exact(cost: Any) -> None:
    with pytest.raises(ModelError, match="expected a number from 0 to 1e"):
        Action("x", "p", cost=cost)


def test_conditions_of_observers_are_at_least_one_and_are_read_with_their_mistakes_shown() -> None:
    with pytest.raises(ModelError, match=r"sees of a: \[\]; expected a list of pairs"):
        Action("look", LOOK, sees={"a": []})
    with pytest.raises(ParseError):
        Action("look", LOOK, sees={"a": [("p &", "full")]})


def test_a_kind_of_observation_that_is_no_name_is_refused_and_an_event_model_without_kinds_says_so() -> None:
    listed: Any = {"a": [("true", ["full"])]}
    with pytest.raises(ModelError, match=r"no relation of the kind \['full'\]"):
        Action("look", LOOK, sees=listed)
    with pytest.raises(ModelError, match="no relation of the kind 'full'; there are none"):
        Action("tell", announcement("p"), sees={"a": "full"})


def test_a_compiled_search_takes_actions_with_more_events_than_it_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kripke.plan.states.COMPILED_FROM", 0)
    many = {f"e{number}": Event("p" if number else "~p", {"q": "p"}) for number in range(70)}
    blind = [(one, other) for one in many for other in many]
    action = Action("many", EventModel(many, {}, others=blind), by="a")
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND}, actual="w", atoms=["p", "q"])
    assert plan(model, [action, Action("tell", "p", by="a")], "q & K_a p & K_a q").steps == ("many", "tell")


def test_a_compiled_search_has_room_for_the_last_byte_of_the_largest_states() -> None:
    names = [f"b{bit}" for bit in range(6)]
    worlds = {number: {name for bit, name in enumerate(names) if number >> bit & 1} for number in range(64)}
    ring = KripkeModel(worlds, {"a": [(number, (number + 1) % 64) for number in worlds]}, actual=0, atoms=names)
    # states of 64, 62 and 4 worlds have 1,092, 1,044 and 18 bytes; with the ninth they pass the first 8,704 bytes by 2
    said = [*["true"] * 6, "~(b1 & b2 & b3 & b4 & b5)", "~(b2 | b3 | b4 | b5)", "true"]
    actions = {f"{number}": Action(f"{number}", announcement(formula)) for number, formula in enumerate(said)}
    key = state(ring.structure).key
    assert isinstance(key, bytes)
    after = Successors(actions, ring.structure, compiled_from=0).expanded(key, together=True)
    assert after is not None
    assert after["8"] == after["0"] == [(0, key)]


def test_common_knowledge_of_more_agents_than_bits_is_left_to_the_search_without_compiled_code() -> None:
    crowd = KripkeModel.s5({"w": {"p"}, "v": set()}, {f"a{number}": BLIND for number in range(64)}, actual="w")
    successors = Successors({"tell": Action("tell", announcement("~C p"))}, crowd.structure, compiled_from=0)
    key = state(crowd.structure).key
    assert isinstance(key, bytes)
    assert successors.expanded(key, together=True) == {"tell": None}
    assert successors.holds(key, parse("~C p")) is None
    assert successors.holds(key, parse("K_a63 p | ~E p")) is True


def test_the_relation_of_an_agent_is_theirs_also_where_another_agent_observes_in_the_same_way() -> None:
    events = {"yes": Event("p"), "no": Event("~p")}
    sees_all = [(event, event) for event in events]
    answer = EventModel(events, {"a": [], "c": sees_all}, others=[])
    told = Action("tell", answer, sees={"a": [("p", "c"), ("true", "a")]})  # c has no entry, so c sees all, too
    m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": BLIND, "c": BLIND}, actual="w")
    learned = "K_a p & K_c p & ~K_c false"
    for model in (m, SymbolicModel.from_explicit(m)):
        assert model.holds(f"[@tell] ({learned})", actions=[told])
        assert model.update(told).holds(learned)
    assert m.update(compose(told, announcement("true"), agents=["a", "c"])).holds(learned)
    assert prove("p -> [@tell] (K_c p & ~K_c false)", actions=[told]).valid


def test_agents_with_weights_observe_by_conditions_in_a_model_without_worlds() -> None:
    m = KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, weights={"a": {"w": 1}}, threshold=0)
    look = Action("look", EventModel({"e": Event()}, {"all": [("e", "e")]}), sees={"a": [("p", "all"), ("~p", "all")]})
    assert m.valid("[false] [@look] p", actions=[look])
