"""Plans over diagrams: the same answers as over listed worlds, and models that cannot be listed."""

import pickle
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from kripke.change.actions.announcements import unnoticed_events
from kripke.data.errors import ModelError, PreconditionFailed
from kripke.plan.answers import Plan, Policy
from kripke.plan.face import ONLY_SEEN
from logic import clauses as f
from logic.errors import TooLarge
from logic.formula import Formula
from tests import randoms
from tests.effort import thorough
from tests.lawful import random_fact
from whoknows import (
    Action,
    Event,
    EventModel,
    KripkeModel,
    Kw,
    SymbolicModel,
    announcement_whether,
    atoms,
    conj,
    deal,
    disj,
    plan,
    private_announcement,
)

LAWS = 100 if thorough() else 20
ATOMS = ("p", "q", "r", "s", "t")
PUBLIC = ("tell", "whether", "group")
PRIVATE = (*PUBLIC, "private", "peek", "private", "peek")
SENSING = ("peek", "group", "whether", "peek", "private")
CHANGING = ("private", "peek", "group", "change", "hidden change")


@pytest.fixture(autouse=True)
def _always_diagrams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small models are otherwise listed."""
    monkeypatch.setattr("kripke.plan.face.FEW_STATES", 0)


def random_formula(rng: Random, agents: tuple[str, ...], depth: int) -> Formula:
    if depth == 0:
        return random_fact(rng, ATOMS, rng.randint(1, 3))
    sub, agent = random_formula(rng, agents, depth - 1), rng.choice(agents)
    other = random_formula(rng, agents, depth - 1)
    return rng.choice([f.K(agent, sub), f.Not(f.K(agent, sub)), f.Kw(agent, sub), f.And(sub, other), f.Not(sub)])


def random_action(rng: Random, kind: str, model: SymbolicModel) -> object:
    """A change of this kind; what is announced is true, if that is found soon."""
    agent = rng.choice(model.agents)
    said = next((x for _ in range(20) if model.holds(x := fact(rng, model))), fact(rng, model))
    change = {rng.choice(ATOMS): random_fact(rng, ATOMS, 2)}
    return {
        "tell": lambda: said,
        "whether": lambda: announcement_whether(said),
        "group": lambda: announcement_whether(fact(rng, model), to=agent),
        "private": lambda: private_announcement(said, to=agent),
        "peek": lambda: unnoticed_events({"yes": Event(said), "no": Event(~said)}, (agent,)),
        "change": lambda: EventModel({"e": Event(said, change)}, {}, others=[("e", "e")]),
        "hidden change": lambda: unnoticed_events({"yes": Event(said, change)}, (agent,)),
    }[kind]()


def fact(rng: Random, model: SymbolicModel) -> Formula:
    return random_formula(rng, model.agents, rng.choice([0, 0, 0, 0, 1]))


def random_problem(rng: Random, kinds: tuple[str, ...]) -> tuple[SymbolicModel, list[Action], Formula]:
    """A random law with actions, and a goal that is often true after some of them."""
    agents = ("a", "b", "c")[: rng.randint(2, 3)]
    while True:
        law = conj([random_fact(rng, ATOMS, rng.randint(2, 4)) for _ in range(rng.randint(0, 2))])
        sees = {agent: [random_fact(rng, ATOMS, 2) for _ in range(rng.choice([0, 0, 1]))] for agent in agents}
        try:
            model = SymbolicModel(ATOMS, law, sees)
        except ModelError:
            continue
        break
    worlds = sorted(model.iterate(), key=sorted)
    model = model.at(rng.sample(worlds, min(len(worlds), rng.choice([1, 1, 1, 2]))))
    actions = []
    for number in range(rng.randint(4, 6)):
        change = random_action(rng, rng.choice(kinds), model)
        actions.append(Action(f"{number}", change, by=rng.choice(agents), cost=rng.choice([1, 1, 1, 3])))
    ends = [model.to_explicit()]
    for _ in range(rng.randint(2, 5)):
        try:
            ends.append(ends[-1].update(rng.choice(actions)))
        except (ModelError, PreconditionFailed):
            continue
    for _ in range(60 if rng.random() < 0.6 else 1):
        goal = f.And(random_formula(rng, agents, rng.randint(1, 3)), random_formula(rng, agents, rng.randint(1, 2)))
        if ends[-1].holds(goal) and not ends[0].holds(goal):
            break
    return model, actions, goal


def ends_of(found: Plan | Policy) -> list[Any]:
    """The models where a plan or a policy ends."""
    places = found.places
    return [model for (name, _), model in zip(places.done[1:], places.models[1:], strict=True) if name is None]


def outcomes(seeds: range, kinds: tuple[str, ...], states: int = 300, **options: object) -> Counter[tuple[str, str]]:
    """How the searches over listed worlds and over diagrams end, whose plans cost the same and lead to the goal."""
    ends: Counter[tuple[str, str]] = Counter()
    for seed in seeds:
        model, actions, goal = random_problem(Random(seed), kinds)
        listed = plan(model.to_explicit(), actions, goal, states=states, **options)  # type: ignore[arg-type]
        found = plan(model, actions, goal, states=2 * states, **options)  # type: ignore[arg-type]
        ends[listed.outcome, found.outcome] += 1
        if listed and found:
            assert found.cost == listed.cost, seed
            assert all(model.holds(goal) for model in ends_of(found)), seed
            assert found.check(), seed
    return ends


def test_with_public_events_random_laws_have_the_same_outcome_and_cost_as_listed() -> None:
    ends = outcomes(range(LAWS), PUBLIC)
    assert ends["found", "found"] + ends["impossible", "impossible"] == LAWS
    assert min(ends.values()) > LAWS // 5


@pytest.mark.slow
def test_with_private_events_random_laws_are_never_contradicted_and_at_most_a_twentieth_is_given_up() -> None:
    ends = outcomes(range(100, 100 + LAWS), PRIVATE)
    assert ends["found", "found"] + ends["impossible", "impossible"] >= LAWS * 95 // 100
    assert set(ends) <= {("found", "found"), ("impossible", "impossible"), ("impossible", "gave up")}
    assert min(ends["found", "found"], ends["impossible", "impossible"]) > LAWS // 5


@pytest.mark.parametrize("options", [{}, {"by": ["a", "b"]}, {"by": ["a", "b"], "consistent": True}])
def test_changes_of_facts_turns_and_consistency_agree_with_listed_worlds(options: dict[str, object]) -> None:
    ends = outcomes(range(200, 200 + LAWS // 5), CHANGING, **options)
    contradicted = [("found", "impossible"), ("impossible", "found")]
    assert not any(ends[each] for each in contradicted)
    assert ends["found", "found"] + ends["impossible", "impossible"] >= LAWS // 5 * 9 // 10


@pytest.mark.parametrize("options", [{}, {"by": ["a", "b"]}, {"consistent": True}])
@pytest.mark.parametrize(("kinds", "first"), [(SENSING, 300), (CHANGING, 400)])
def test_policies_for_random_laws_have_the_same_outcome_and_cost_as_listed(
    kinds: tuple[str, ...], first: int, options: dict[str, object]
) -> None:
    ends = outcomes(range(first, first + (1 if options else 5) * LAWS // 25), kinds, 60, policy=True, **options)
    assert not ends["found", "impossible"]
    assert not ends["impossible", "found"]
    assert options or LAWS < 100 or min(ends["found", "found"], ends["impossible", "impossible"]) >= 3


def test_models_of_any_frames_with_any_events_agree_with_listed_worlds() -> None:
    ends: Counter[tuple[str, str]] = Counter()
    for seed in range(40):
        rng = Random(seed)
        structure = replace(randoms.random_structure(rng, 4), weights={}, ranks={})
        if not structure.relations:
            continue
        points = rng.sample(range(structure.size), rng.randint(1, min(2, structure.size)))
        model = KripkeModel.of(replace(structure, actuals=tuple(sorted(points))))
        actions = [Action(f"{i}", randoms.random_event_model(rng, structure, 2)) for i in range(2)]
        goals = [randoms.random_formula(rng, structure.agents, 6, beliefs=False) for _ in range(20)]
        goal = next((each for each in goals if not model.holds(each)), goals[0])
        listed = plan(model, actions, goal, states=6, timeout=1)
        found = plan(SymbolicModel.from_explicit(model), actions, goal, states=8, timeout=1)
        ends[listed.outcome, found.outcome] += 1
        assert not (listed and found) or listed.steps == found.steps, seed
    assert not ends["found", "impossible"]
    assert not ends["impossible", "found"]
    assert min(ends["found", "found"], ends["impossible", "impossible"]) >= 5


def muddy(children: int, muddy: int) -> tuple[SymbolicModel, dict[str, Formula], Formula]:
    names = [f"m{i}" for i in range(children)]
    sees = {f"c{i}": names[:i] + names[i + 1 :] for i in range(children)}
    said = list(atoms(" ".join(names)))
    actions = {"father": disj(said), "nobody": conj(~Kw(f"c{i}", m) for i, m in enumerate(said))}
    return (
        SymbolicModel(names, observes=sees, actual=names[:muddy]),
        actions,
        conj(Kw(f"c{i}", m) for i, m in enumerate(said[:muddy])),
    )


def test_among_100_children_10_muddy_ones_know_it_after_10_questions() -> None:
    model, actions, goal = muddy(100, 10)
    found = plan(model, actions, goal)
    assert found.steps == ("father", *["nobody"] * 9)
    assert [m.count() for m in found.models[:3]] == [2**100, 2**100 - 1, 2**100 - 1 - 100]
    assert [m.holds(goal) for m in found.models] == [False] * 10 + [True]
    assert found.check()
    assert not replace(found, steps=found.steps[:-1]).check()


def test_a_clean_child_never_knows_that_they_are_clean_before_somebody_steps_forward() -> None:
    model, actions, _ = muddy(40, 3)
    found = plan(model, actions, "Kw_c5 m5")
    assert (found.outcome, found.states) == ("impossible", 4)  # nobody can say it once more: it is false


def secrets(number: int) -> tuple[SymbolicModel, dict[str, EventModel]]:
    """Everybody has a secret, and can hear each other one without being noticed."""
    names = [f"s{i}" for i in range(number)]
    sees = {f"a{i}": [name] for i, name in enumerate(names)}
    heard = {
        f"{i}hears{j}": unnoticed_events({"yes": Event(f"s{j}"), "no": Event(f"~s{j}")}, (f"a{i}",))
        for i in range(2)
        for j in range(2, 4)
    }
    return SymbolicModel(names, observes=sees, actual=names), heard


@pytest.mark.slow
def test_private_events_over_2_to_the_30_worlds_are_counted_once_in_whichever_order_they_happen() -> None:
    model, actions = secrets(30)
    found = plan(model, actions, "Kw_a0 s2 & Kw_a0 s3 & Kw_a1 s2 & ~K_a1 Kw_a0 s2")
    assert len(found.steps) == 3
    assert found.models[-1].holds("Kw_a1 s2 & B_a2 ~Kw_a1 s2")
    none = plan(model, actions, "K_a0 Kw_a1 s2")
    assert (none.outcome, none.states) == ("impossible", 2**4)


def test_among_2_to_the_30_worlds_a_policy_branches_on_what_is_heard() -> None:
    model, _ = secrets(30)
    names = [f"s{i}" for i in range(30)]
    both = model.at([set(names), {*names} - {"s2"}])
    says = [Action(name, f"K_a0 {said}", by="a0") for name, said in (("yes", "s2"), ("no", "~s2"))]
    actions = [Action("hear", announcement_whether("s2", to="a0"), by="a0"), *says]
    assert plan(both, actions, "Kw_a5 s2").impossible
    found = plan(both, actions, "Kw_a5 s2", policy=True)
    assert (found.cost, found.leaves, found.tree.action) == (2, 2, "hear")
    assert {str(each.when): each.then.action for each in found.tree.branches} == {"K_a0 s2": "yes", "K_a0 ¬s2": "no"}
    assert found.notes == ()
    assert found.check()
    assert not replace(found, tree=found.tree._replace(branches=found.tree.branches[:1])).check()
    assert str(found.why()).count("Kw_a5 s2 holds") == 2
    assert [model.holds("K_a5 s2") for model in ends_of(found)] in ([True, False], [False, True])
    assert pickle.loads(pickle.dumps(found)).tree == found.tree
    with pytest.raises(TooLarge):
        found.draw()
    unsure = [replace(each, by="a1") for each in says]  # who did not hear it
    assert plan(both, [actions[0], *unsure], "Kw_a5 s2", policy=True).outcome == "impossible"


@pytest.mark.slow
def test_where_beliefs_collapse_plans_and_policies_over_diagrams_warn() -> None:
    law = SymbolicModel(["p", *[f"q{n}" for n in range(20)]], observes={"a": ["p"], "b": ["p"]}, actual=["p"])
    wrong = law.update(unnoticed_events({"hide": Event(post={"p": "false"})}, ("a",)))
    for policy in (False, True):
        found = plan(wrong, [Action("tell", "K_a ~p")], "K_b ~p", policy=policy)
        assert found.notes[0].startswith("after ")
    asked = plan(wrong, [Action("tell", "K_a ~p", by="a")], "K_b ~p", policy=True)
    assert asked.stopped.startswith("after changes of facts")  # beliefs of so many worlds are not compared


def test_formulas_that_count_worlds_or_pool_relations_keep_bisimilar_states_apart() -> None:
    blind = EventModel({"e": Event(), "d": Event()}, {}, others=[(x, y) for x in "ed" for y in "ed"])
    model = SymbolicModel(["p"], observes={"a": [], "b": []}, actual=["p"])
    goal = "B_a>=1/3 p & ~B_a>=2/3 p"
    assert plan(model, {"blind": blind}, goal).steps == ()
    assert plan(model, {"blind": blind}, "K_a p", states=20).states == 1
    assert plan(model, {"blind": blind}, f"K_a p & {goal}", states=5).outcome == "gave up"


def test_observers_are_read_per_world_and_per_state() -> None:
    box = EventModel(
        {"p": Event("p"), "~p": Event("~p")},
        {"near": [("p", "p"), ("~p", "~p")], "far": [(x, y) for x in ("p", "~p") for y in ("p", "~p")]},
    )
    sees = {"a": "near", "b": [("q", "near"), ("true", "far")]}
    model = SymbolicModel(["p", "q"], observes={"a": ["q"], "b": []}, actual=["p", "q"])
    for per_state, learns in ((False, True), (True, True)):
        action = Action("open", box, sees=sees, per_state=per_state)
        assert (plan(model, [action], "Kw_b p").outcome == "found") is learns
        both = model.at([{"p", "q"}, {"p"}])
        assert plan(both, [action], "Kw_b p").outcome == "impossible"
        assert plan(both, [action], "K_b Kw_a p").outcome == "found"
    with pytest.raises(ModelError, match="no condition holds at all actual states"):
        plan(model, [Action("open", box, sees={"a": "near", "b": [("~q", "far")]}, per_state=True)], "Kw_b p")


def test_models_of_a_plan_tell_their_states_apart_by_name() -> None:
    model = SymbolicModel(["p", "q"], observes={"a": [], "b": []}, actual=["p"])
    forget = EventModel({"e": Event("true", {"p": "q"})}, {}, others=[("e", "e")])
    tell = private_announcement("p", to="a")
    found = plan(model, {"tell": tell, "zap": forget}, "B_a ~K_a ~q & ~p & ~B_b p & B_a (p <-> q) & K_a (p <-> q)")
    listed = plan(model.to_explicit(), {"tell": tell, "zap": forget}, found.question.goal)
    assert found.steps == listed.steps
    for symbolic, explicit in zip(found.models, listed.models, strict=True):
        assert len(set(symbolic.iterate())) == symbolic.count() >= explicit.count()
        assert symbolic.holds("K_a p") == explicit.holds("K_a p")


@pytest.mark.slow
def test_a_search_gives_up_when_its_limits_are_reached_and_says_which() -> None:
    model, actions, goal = muddy(60, 9)
    assert plan(model, actions, goal, states=3).stopped == "more than 3 states; raise the limit"
    assert plan(model, actions, goal, timeout=0).outcome == "gave up"
    many, hears = secrets(30)
    assert "nodes of diagrams; raise the limit" in plan(many, hears, "K_a0 Kw_a1 s2", memory=0).stopped


def test_the_deal_of_52_cards_has_plans() -> None:
    cards = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    law = deal(cards, dict.fromkeys("NESW", 13))
    dealt = {f"has({'NESW'[i % 4]},{card})" for i, card in enumerate(cards)}
    model = SymbolicModel(law.atoms, law, {player: law.hand(player) for player in "NESW"}, actual=dealt)
    goal = "K_N has(W,S5) & K_E has(W,S5)"
    found = plan(model, {"ask": "has(W,S5)", "other": "has(W,H5) | has(S,H5)"}, goal)
    assert found.steps == ("ask",)


def test_a_plan_by_diagrams_that_works_only_as_a_mistaken_agent_sees_it_says_so() -> None:
    law = SymbolicModel(["p", *[f"q{n}" for n in range(20)]], observes={"a": ["p"], "b": ["p"]}, actual=["p"])
    hidden = {"a": [("hide", "hide"), ("no", "no")], "b": [("hide", "no"), ("no", "no")]}
    hide = EventModel({"hide": Event(post={"p": "false"}), "no": Event()}, hidden, actual="hide")
    take = Action("take", EventModel({"e": Event("p", post={"got": "true"})}, {}, others=[("e", "e")]), by="b")
    found = plan(law.update(hide), [take], "got", by="b")
    assert (found.steps, found.notes) == (("take",), (ONLY_SEEN,))
    assert plan(law, [take], "got", by="b").notes == ()


def test_an_agent_who_considers_nothing_possible_at_one_of_two_actual_worlds_cannot_act() -> None:
    listed = KripkeModel({"w": {"p"}, "v": set()}, {"a": [("v", "v")]}, actual=["w", "v"], atoms=["p", "q"])
    light = Action("light", EventModel({"e": Event(post={"q": "true"})}, {"a": [("e", "e")]}), by="a")
    for model in (listed, SymbolicModel.from_explicit(listed)):
        assert plan(model, [light], "q")
        assert plan(model, [light], "q", by="a").outcome == "impossible"
        assert plan(model, [light], "q", by="a", policy=True).outcome == "impossible"


def test_an_agent_may_consider_nothing_possible_after_an_announcement_in_a_policy() -> None:
    worlds, arrows = {"w": {"p"}, "v": set(), "u": {"p", "r"}}, [("w", "v"), ("v", "v"), ("u", "v")]
    listed = KripkeModel(worlds, {"a": arrows}, actual="w", atoms=["p", "q", "r"])
    light = Action("light", EventModel({"e": Event(post={"q": "true"})}, {"a": [("e", "e")]}), by="a")
    for model in (listed, SymbolicModel.from_explicit(listed)):
        found = plan(model, [light, Action("tell", "p", by="a")], "K_a r & q", policy=True)
        assert isinstance(found, Policy)
        assert found.cost == 2
        assert found.check()
