"""Composition in sequence: the composed event model does what its parts do one after the other."""

from dataclasses import replace
from random import Random

import pytest
from effort import seeds, share
from products import random_events
from randoms import random_formula, random_structure

from kripke.change.actions import (
    announcement,
    announcement_whether,
    compose,
    lie,
    peek,
    private_announcement,
    private_change,
    public_change,
    semi_private,
    shuffling,
)
from kripke.change.actions.composition import NotExpressible, Regression
from kripke.change.event import Event, EventModel, is_announcement
from kripke.change.product import Action, product
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAtom, UnsupportedByEngine
from kripke.models.kripke_model import KripkeModel
from logic import clauses as f
from logic.errors import FormulaError, TooLarge
from logic.parser import parse
from logic.reduction import NoReduction

COIN = KripkeModel.s5(
    {"heads": {"h"}, "tails": set()},
    {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]]},
    actual="heads",
)


def places(values):
    order = sorted(set(values))
    return [order.index(value) for value in values]


def assert_same_but_for_names(one, other):
    """Both have their worlds in the same order: by the first world, then by the first event, then by the second."""
    assert set(one.valuation) == set(other.valuation)
    for atom, where in one.valuation.items():
        assert where == other.valuation[atom], atom
    assert one.relations == other.relations
    assert one.weights == other.weights
    assert {a: places(r) for a, r in one.ranks.items()} == {a: places(r) for a, r in other.ranks.items()}


def in_sequence(structure, one, two):
    first = product(structure, one)
    then = product(first.structure, two)
    return then.structure, first.world_of[then.world_of]


def with_actual(model, decided):
    """The event model with its first event as the actual one, or with none; several may be refused."""
    return EventModel.of(model.events, model.frame, next(iter(model.events)) if decided else None, model.others)


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_the_composed_model_does_the_one_and_then_the_other(seed):
    rng = Random(seed)
    compared = 0
    while compared < 40:
        structure = replace(random_structure(rng, most_worlds=6), actuals=())
        decided = rng.random() < 0.5
        one, two = [with_actual(random_events(rng, structure), decided) for _ in range(2)]
        try:
            both = compose(one, two, agents=structure.agents)
        except (NotExpressible, NoReduction):
            continue
        expected, world_of = in_sequence(structure, one, two)
        made = product(structure, both)
        assert made.world_of.tolist() == world_of.tolist()
        assert_same_but_for_names(made.structure, expected)
        compared += 1


SAID = (
    f.K,
    f.M,
    f.Kw,
    f.E,
    f.D,
    f.B,
    f.BGiven,
    f.Bsafe,
    f.BAtLeast,
    f.Announce,
    f.AnnounceDual,
    f.AnnounceWhether,
    f.EIterated,
    f.R,
)


@pytest.mark.parametrize("clause", SAID)
def test_what_must_hold_before_an_event_is_what_holds_after_it(clause):
    rng = Random(clause.__name__)
    compared = 0
    while compared < share(80):
        structure = replace(random_structure(rng, most_worlds=6), actuals=())
        if not structure.agents:
            continue
        model = random_events(rng, structure)
        formula = with_clause(rng, structure.agents, clause)
        try:
            before = Regression(model, [formula], structure.agents)
        except (NotExpressible, NoReduction):
            continue
        made = product(structure, model)
        if not made.structure.size:
            continue
        after = extension(made.structure, formula).column
        there = [extension(structure, before(0, e)).column for e in range(len(model.events))]
        assert [there[e][w] for w, e in zip(made.world_of, made.event_of, strict=True)] == after.tolist()
        compared += 1


def with_clause(rng, agents, clause):
    """A formula in which the clause stands above and below other things."""
    inside, agent = random_formula(rng, agents, 3), rng.choice(agents)
    group = rng.choice([None, rng.sample(agents, rng.randint(1, len(agents)))])
    if clause in (f.E, f.D):
        made = clause(group, inside)
    elif clause is f.EIterated:
        made = clause(group, rng.randint(1, 3), inside)
    elif clause is f.R:
        made = clause(group, random_formula(rng, agents, 3, beliefs=False))
    elif clause is f.BGiven:
        made = clause(agent, random_formula(rng, agents, 2), inside)
    elif clause is f.BAtLeast:
        made = clause(agent, rng.choice([0, 1]), inside)
    elif clause in (f.Announce, f.AnnounceDual, f.AnnounceWhether):
        made = clause(random_formula(rng, agents, 2), inside, group)
    else:
        made = clause(agent, inside)
    return rng.choice([made, f.Not(made), f.K(agent, made), f.Iff(made, f.Atom("p"))])


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_composition_is_associative(seed):
    rng = Random(seed)
    compared = 0
    while compared < 15:
        structure = replace(random_structure(rng, most_worlds=4), actuals=())
        decided = rng.random() < 0.5
        parts = [with_actual(random_events(rng, structure, 2), decided) for _ in range(3)]
        try:
            left = compose(compose(parts[0], parts[1], structure.agents), parts[2], structure.agents)
            right = compose(parts[0], compose(parts[1], parts[2], structure.agents), structure.agents)
            made = product(structure, left)
        except (NotExpressible, NoReduction):
            continue
        assert list(left.events) == list(right.events)
        assert (left.actual, left.others) == (right.actual, right.others)
        assert_same_but_for_names(made.structure, product(structure, right).structure)
        compared += 1


PRES = ("p", "~p", "true", "q", "p & ~q", "p | q", "K_a p")


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_several_actual_events_compose_to_what_the_two_updates_do_or_are_refused(seed):
    rng = Random(seed)
    compared = refused = 0
    while compared < 60:
        structure = random_structure(rng, most_worlds=5)
        structure = replace(structure, actuals=(0,), weights={}, ranks={})
        one, two = (
            EventModel(
                {f"e{n}": Event(rng.choice([*PRES][: 6 + ("a" in structure.agents)])) for n in range(3)},
                {},
                actual=rng.choice([None, ["e0"], ["e0", "e1"]]),
                others=[(f"e{n}", f"e{n}") for n in range(3)],
            )
            for _ in range(2)
        )
        model = KripkeModel.of(structure)
        if not {"p", "q"} <= {*model.atoms}:
            continue
        try:
            both = compose(one, two, agents=structure.agents)
        except ModelError:
            refused += 1
            continue
        compared += 1
        try:
            one_by_one = model.update(one).update(two)
        except PreconditionFailed:
            with pytest.raises(PreconditionFailed):
                model.update(both)
        except ModelError:  # open which event happens: the second may decide it, by its preconditions
            assert both.actual is None
        else:
            assert_same_but_for_names(model.update(both).structure, one_by_one.structure)
    assert refused
    either = EventModel({"e": Event("p"), "f": Event("true")}, {}, actual=["e", "f"], others=[("e", "e"), ("f", "f")])
    with pytest.raises(ModelError, match="update with the first and then with the second"):
        compose(either, announcement("q"))


def test_a_choice_that_an_update_leaves_open_stays_open_in_a_composition():
    model = KripkeModel({"w": {"p", "q"}}, {}, actual="w")
    either, other = [
        EventModel({"e": Event("p"), "f": Event("q")}, {}, actual=actual, others=[("e", "e"), ("f", "f")])
        for actual in (None, "e")
    ]
    for one, two in ((either, announcement("true")), (announcement("true"), either)):
        with pytest.raises(ModelError, match="can happen: choose one with event="):
            model.update(compose(one, two))
    for one, two in ((either, other), (other, either)):
        with pytest.raises(ModelError, match=r"several events .* update with the first and"):
            compose(one, two)


def test_two_announcements_are_one_announcement():
    both = compose(announcement("p"), announcement("K_a q"))
    assert is_announcement(both)
    (event,) = both.events.values()
    assert event.pre == parse("p & K_a (p -> q)")


def test_preconditions_are_said_in_the_words_of_the_model_before():
    both = compose(public_change({"h": "~h"}), private_announcement("h", to="anne"))
    assert list(both.events) == ["change;said", "change;nothing"]
    assert both.events["change;said"].pre == parse("~h")
    assert both.actual == ("change;said",)
    tails = COIN.at("tails").update(both)
    assert tails.actual == "tails·change;said"
    assert tails.holds("h & B_anne h & B_bob ~Kw_anne h")


def test_a_later_change_overrides_an_earlier_one():
    both = compose(public_change({"p": "q", "r": "true"}), public_change({"p": "~p", "s": "K_a p"}))
    (event,) = both.events.values()
    assert event.post == {"p": parse("~q"), "r": parse("true"), "s": parse("K_a q")}


def test_an_action_with_a_name_is_composed_as_its_change():
    look, tell = peek("p", by="a"), announcement("q")
    assert compose(Action("look", look), tell) == compose(look, tell)
    assert compose(look, Action("tell", tell)) == compose(look, tell)


def test_shuffles_of_other_values_are_other_event_models():
    few = shuffling(["left", "right"], ["ace", "king"])
    assert few == shuffling(["left", "right"], ["ace", "king"])
    assert few != EventModel.of(few.events, few.frame, few.actual, few.others, {})


def test_shuffles_compose_only_where_each_of_them_moves_all_values():
    few, more = shuffling(["left", "right"], ["ace", "king"]), shuffling(["left", "right"], ["ace", "king", "ten"])
    table = KripkeModel.s5(
        {"start": {"left=ace", "right=ten"}}, {}, "start", atoms=["left=king", "left=ten", "right=ace", "right=king"]
    )
    assert table.update(compose(more, more), event="unchanged;left←right right←left").holds("left=ten & right=ace")
    for one, two in ((few, more), (more, few)):
        with pytest.raises(ModelError, match="also has the value ten"):
            table.update(compose(one, two), event="unchanged;unchanged")


def test_a_lie_and_its_discovery_as_one_event_model():
    m = KripkeModel.s5(
        {"heads": {"h"}, "tails": set()},
        {"anne": [["heads"], ["tails"]], "bob": [["heads", "tails"]]},
        actual="tails",
    )
    both = compose(lie("h", by="anne"), peek("B_bob h", by="anne"))
    one_by_one = m.update(lie("h", by="anne")).update(peek("B_bob h", by="anne"))
    after = m.update(both)
    assert after.holds("~h & B_bob h & K_anne B_bob h")
    assert one_by_one.holds("~h & B_bob h & K_anne B_bob h")
    assert_same_but_for_names(after.structure, one_by_one.structure)


def test_branch_free_actions_compose_as_event_models():
    both = compose(announcement_whether("h", to="anne"), semi_private("Kw_anne h", to="bob"))
    assert both.actual == ("yes;yes", "no;yes")
    assert COIN.update(both).holds("Kw_anne h & K_bob Kw_anne h & ~Kw_bob h")


def test_everyone_is_everyone_without_their_names_where_all_see_alike():
    both = compose(announcement("p"), announcement("E q"))
    assert next(iter(both.events.values())).pre == parse("p & E (p -> q)")


REFUSED = [
    (announcement("p"), announcement("C q"), NotExpressible, r"C q after the first.*: .*relativised"),
    (
        announcement("p"),
        announcement("Kv_a x"),
        NotExpressible,
        r"Kv_a x after the first .*; update.*first.*then",
    ),
    (announcement("p"), announcement("Bstrong_a q"), NotExpressible, "Bstrong_a q after the first"),
    (announcement("p"), announcement("B_a>=1/2 q"), NotExpressible, "a ratio of two weights"),
    (announcement("p"), announcement("[@x] q"), NotExpressible, r"\[@x\] q after .*named action.*; update"),
    (announcement("p"), announcement("[q] C q"), NoReduction, "cannot eliminate the announcement before C q"),
    (
        private_announcement("p", to="a"),
        announcement("E q"),
        NotExpressible,
        r"E q after the first.*agents.*not known.*compose\(one, two, agents=",
    ),
    (announcement("p"), announcement("D q"), NotExpressible, r"D q after .*group.*not known.*agents="),
    (
        EventModel(
            {"e": Event(), "f": Event()},
            {"a": [("e", "e"), ("e", "f"), ("f", "e"), ("f", "f")]},
            ranks={"a": {"e": 0, "f": 1}},
        ),
        EventModel({"e": Event("B_a p")}, {"a": [("e", "e")]}),
        NotExpressible,
        r"B_a p after the first.*weights.* agent a",
    ),
    (
        EventModel({"e": Event()}, {"a": [("e", "e")]}),
        peek("p", by="b"),
        ModelError,
        r"agent b: one of the two .*no relation.*others=",
    ),
    (
        EventModel({"x": Event(), "x;y": Event()}, {}),
        EventModel({"y;z": Event(), "z": Event()}, {}),
        ModelError,
        r"'x;y;z' .*two pairs; .*without ';'",
    ),
    (announcement("p"), "q", ModelError, r"'q': expected an event model.* action"),
    (
        announcement("p"),
        Action("look", peek("p", by="a"), sees={"a": "a"}, per_state=True),
        UnsupportedByEngine,
        "observers are read per state has no event model",
    ),
]


@pytest.mark.parametrize(("one", "two", "kind", "message"), REFUSED)
def test_what_cannot_be_composed_is_refused(one, two, kind, message):
    with pytest.raises(kind, match=message):
        compose(one, two)


def test_common_knowledge_before_the_first_is_fine():
    both = compose(announcement("C p"), announcement("q"))
    assert next(iter(both.events.values())).pre == parse("C p & q")


def test_too_large_a_composition_is_refused():
    with pytest.raises(TooLarge, match=r"more than 5 formulas.*first.*then.*second"):
        Regression(announcement("p"), [parse("K_a K_b (p & q)")], None, limit=5)


def test_what_is_refused_is_a_formula_error():
    assert issubclass(NotExpressible, FormulaError)


def test_an_atom_that_the_first_brings_at_times_must_be_known():
    marking = private_change({"marked": "true"}, to="anne")
    with pytest.raises(UnknownAtom, match=r"event nothing;said: no atom 'marked'"):
        COIN.update(compose(marking, announcement("marked")))
    known = KripkeModel.s5({"w": set()}, {"anne": [["w"]], "bob": [["w"]]}, actual="w", atoms=["marked"])
    after = known.update(compose(marking, announcement("marked")))
    assert after.holds("B_anne marked & B_bob false")
