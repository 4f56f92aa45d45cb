"""Updates of symbolic models: the same worlds, facts and knowledge afterwards as the explicit product has."""

from random import Random

import pytest
from beliefstructures import random_pair, says, speakable
from effort import seeds, share
from randoms import ATOMS, random_event_model, random_formula

from kripke.change.actions import (
    announcement,
    announcement_whether,
    answering,
    asking,
    believed_announcement,
    bluff,
    compose,
    lie,
    may_read,
    peek,
    private_announcement,
    private_change,
    public_change,
    read_letter,
    semi_private,
    shuffling,
    truthful,
)
from kripke.change.actions.evidence import Evidence, Likelihood, Trust, conservative_upgrade, radical_upgrade
from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAction, UnknownAgent, UnknownAtom, UnknownWorld
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams.state_set import StateSet
from logic import clauses as f
from logic.errors import EpistemicError


def compare(symbolic, explicit, rng, formulas=5, actions=None):
    """Assert that both models have as many worlds, as many of each random formula, and the same at the actual one."""
    assert symbolic.count() == len(explicit)
    assert set(symbolic.atoms) == set(explicit.atoms)
    for _ in range(formulas):
        formula = random_formula(rng, explicit.agents, rng.randint(1, 10))
        if says(formula, explicit.atoms):
            assert symbolic.count(formula, actions) == explicit.count(formula, actions), str(formula)
            if explicit.actual is not None:
                assert symbolic.holds(formula) == explicit.holds(formula), str(formula)


def events_for(rng, explicit, most_events=4):
    """A random event model whose formulas the model can answer."""
    while True:
        model = random_event_model(rng, explicit.structure, most_events)
        if speakable(model, explicit.atoms):
            return model


def both_updated(symbolic, explicit, model, event=None):
    """The two models after the event model; None where both refuse, for the same kind of reason."""
    try:
        after = explicit.update(model, event)
    except EpistemicError as refused:
        with pytest.raises(type(refused)):
            symbolic.update(model, event)
        return None
    return symbolic.update(model, event), after


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_random_updates_in_a_row_agree_with_the_explicit_product(seed):
    rng = Random(seed)
    steps = 0
    while steps < 30:
        symbolic, explicit = random_pair(rng, rng.choice([None, ATOMS]))
        world = rng.choice([None, *explicit.worlds])
        symbolic, explicit = symbolic.at(world), explicit.at(world)
        for _ in range(4):
            model = events_for(rng, explicit)
            after = both_updated(symbolic, explicit, model) or both_updated(symbolic, explicit, model, "e0")
            if after is None or len(after[1]) > 500:
                break
            symbolic, explicit = after
            compare(symbolic, explicit, rng)
            for agent in explicit.agents if len(explicit) < 50 else ():
                assert symbolic.frame_properties(agent) == explicit.frame_properties(agent)
            steps += 1


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_a_model_stays_as_it_is_whatever_happens_to_its_copies(seed):
    rng = Random(seed)
    made = [(s, e) for s, e in [random_pair(rng, ATOMS, kinds=("S5", "facts"))]]
    for _ in range(12):
        symbolic, explicit = rng.choice(made)
        after = both_updated(symbolic, explicit, events_for(rng, explicit, 3))
        if after is not None and len(after[1]) < 500:
            made.append(after)
    for symbolic, explicit in made:
        compare(symbolic, explicit, rng, 4)
    assert len(made) > 3


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_states_after_updates_are_found_by_their_names(seed):
    rng = Random(seed)
    found = 0
    while found < 12:
        symbolic, explicit = random_pair(rng, ATOMS)
        world = rng.choice(list(explicit.worlds))
        symbolic, explicit = symbolic.at(world), explicit.at(world)
        for _ in range(3):
            after = both_updated(symbolic, explicit, events_for(rng, explicit))
            if after is None:
                break
            symbolic, explicit = after
            again = symbolic.at(None).at(symbolic.actual)
            assert again.knowledge.actuals == symbolic.knowledge.actuals
            if len(explicit.actuals) == 1:
                assert {atom for atom in explicit.atoms if explicit.holds(f.Atom(atom))} <= symbolic.actual
            found += 1


def with_actions(rng, agents, names, size):
    """A formula in which actions, announcements and knowledge are mixed."""
    if size <= 3 or rng.random() < 0.2:
        return random_formula(rng, agents, size)
    inside = with_actions(rng, agents, names, size - 2)
    kind = rng.randrange(5)
    if kind < 2:
        return rng.choice([f.Act, f.ActDual])(rng.choice(names), inside)
    if kind == 2:
        return rng.choice([f.Announce, f.AnnounceDual, f.AnnounceWhether])(random_formula(rng, agents, 3), inside)
    if kind == 3:
        return rng.choice([f.K, f.M, f.B])(rng.choice(agents), inside)
    return f.And(f.Not(inside), random_formula(rng, agents, 3))


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_named_actions_in_formulas_agree_with_the_explicit_engine(seed):
    rng = Random(seed)
    compared = 0
    while compared < share(400):
        symbolic, explicit = random_pair(rng, ATOMS)
        actions = {name: events_for(rng, explicit, 3) for name in "xy"}
        asked = random_formula(rng, explicit.agents, 3)
        actions["z"] = announcement_whether(asked, rng.choice([None, "a"]))
        for _ in range(8):
            formula = with_actions(rng, explicit.agents, list(actions), 9)
            if says(formula, ATOMS) and says(asked, ATOMS):
                assert symbolic.count(formula, actions) == explicit.count(formula, actions), str(formula)
                world = rng.choice(list(explicit.worlds))
                expected = explicit.holds(formula, at=world, actions=actions)
                assert symbolic.holds(formula, at=world, actions=actions) == expected
                compared += 1


def test_after_a_named_action_is_after_the_update():
    coin = SymbolicModel(["h"], observes={"a": [], "b": []}, actual={"h"})
    look = {"look": peek("h", by="a")}
    assert coin.holds("[@look] K_a h & <@look> (K_a h & ~Kw_b h & K_b Kw_a h)", actions=look)
    assert coin.valid("[@look] Kw_a h & ~Kw_a h", actions=look)
    assert coin.update(look["look"]).holds("K_a h & K_b Kw_a h")
    with pytest.raises(UnknownAction, match="no action 'look' was given"):
        coin.holds("[@look] h")
    with pytest.raises(UnknownAction, match="did you mean 'look'"):
        coin.holds("[@lok] h", actions=look)


def test_an_announcement_that_is_repeated_changes_nothing():
    model = SymbolicModel(["p", "q"], observes={"a": ["q"]}, actual={"p"})
    assert model.holds("[p] [p] K_a p")
    assert model.announce("p").announce("p") == model.announce("p")


def test_actions_deep_inside_one_another_are_no_deep_recursion():
    coin = SymbolicModel(["h"], observes={"a": []})
    formula = f.Atom("h")
    for _ in range(300):
        formula = f.ActDual("turn", formula)
    assert coin.valid(f.Iff(formula, f.Atom("h")), actions={"turn": public_change({"h": "~h"})})


COIN = {"anne": [["heads", "tails"]], "bob": [["heads", "tails"]], "carl": [["heads", "tails"]]}
KNOWS = {"anne": [["heads"], ["tails"]], "bob": [["heads", "tails"]], "carl": [["heads", "tails"]]}

CLASSICS = {
    "announcement": (COIN, announcement("p"), None),
    "announcement of ignorance": (COIN, announcement("~Kw_anne p"), None),
    "announcement-whether": (COIN, announcement_whether("p"), None),
    "announcement-whether to a group": (COIN, announcement_whether("p", ["anne", "bob"]), None),
    "announcement-whether by events": (COIN, announcement_whether("p", ["anne"]).event_model(), None),
    "private": (COIN, private_announcement("p", to=["anne", "bob"]), None),
    "semi-private": (COIN, semi_private("p", ["anne"]), None),
    "semi-private by events": (COIN, semi_private("p", ["anne"]).event_model(), None),
    "peek": (COIN, peek("p", by="anne"), None),
    "secret peek": (COIN, peek("p", by="anne", noticed=False), None),
    "letter": (COIN, read_letter("p", by="bob"), None),
    "letter perhaps read": (COIN, may_read("p", by="anne", read=True), None),
    "letter perhaps left": (COIN, may_read("p", by="anne", read=False), None),
    "letter open": (COIN, may_read("p", by="anne"), "unread"),
    "question": (KNOWS, asking("p", by="bob", of="anne"), None),
    "answer": (KNOWS, answering("p", by="anne"), None),
    "answer in a group": (KNOWS, answering("p", by="anne", to="bob"), None),
    "no answer": (KNOWS, answering("p", by="carl"), None),
    "public change": (COIN, public_change({"p": "~p", "turned": "p"}), None),
    "private change": (COIN, private_change({"p": "~p"}, to="carl"), None),
    "lie": (KNOWS, lie("~p", by="anne"), None),
    "lie to one": (KNOWS, lie("~p", by="anne", to="bob"), None),
    "lie from outside": (COIN, lie("~p"), None),
    "truth": (KNOWS, truthful("p", by="anne"), None),
    "bluff": (KNOWS, bluff("p", by="bob"), None),
    "believed": (KNOWS, believed_announcement("~p", by="anne"), None),
    "composed": (COIN, compose(peek("p", by="anne"), private_announcement("K_anne p", to="bob")), None),
    "composed with a change": (COIN, compose(public_change({"p": "~p"}), announcement_whether("p", "carl")), None),
}


@pytest.mark.parametrize("name", CLASSICS)
def test_each_action_does_to_a_coin_what_it_does_in_the_explicit_engine(name):
    partitions, action, event = CLASSICS[name]
    explicit = KripkeModel.s5({"heads": {"p"}, "tails": set()}, partitions, actual="heads", atoms=ATOMS)
    sees = {agent: ["p"] if len(classes) > 1 else [] for agent, classes in partitions.items()}
    symbolic = SymbolicModel(ATOMS, [f.Not(f.Atom(atom)) for atom in ATOMS[1:]], sees, {"p"})
    symbolic, explicit = symbolic.update(action, event), explicit.update(action, event)
    compare(symbolic, explicit, Random(name), share(800))
    for agent in explicit.agents:
        assert symbolic.frame_properties(agent) == explicit.frame_properties(agent)


def test_shuffling_three_cards_is_seen_by_the_dealer_alone():
    places, cards = ["left", "mid", "right"], ["A", "K", "Q"]
    deals = [dict(zip(places, row, strict=True)) for row in [("A", "K", "Q"), ("K", "A", "Q")]]
    worlds = {f"w{i}": {f"{place}={card}" for place, card in deal.items()} for i, deal in enumerate(deals)}
    vocabulary = [f"{place}={card}" for place in places for card in cards]
    explicit = KripkeModel.s5(worlds, {"dealer": [["w0"], ["w1"]], "bob": [["w0", "w1"]]}, "w0", atoms=vocabulary)
    symbolic = SymbolicModel(
        variables=dict.fromkeys(places, cards),
        law=["left=A & mid=K & right=Q | left=K & mid=A & right=Q"],
        observes={"dealer": places, "bob": []},
        actual=worlds["w0"],
    )
    shuffle = shuffling(places, cards, seen_by="dealer")
    event = "left←right mid←left right←mid"
    assert event in shuffle.events
    for _ in range(2):
        symbolic, explicit = symbolic.update(shuffle, event), explicit.update(shuffle, event)
        for formula in ("left=Q & mid=A", "Kv_dealer left", "Kv_bob left", "K_bob Kv_dealer mid", "M_bob left=K"):
            assert symbolic.holds(formula) == explicit.holds(formula)
            assert symbolic.count(formula) == explicit.count(formula)
        assert symbolic.count() == len(explicit)


def test_shuffling_some_of_a_variables_values_is_refused():
    model = SymbolicModel(variables={"left": [*"AKQ"], "right": [*"AKQ"]}, observes={"a": []})
    with pytest.raises(ModelError, match=r"shuffling left: .*value Q, .*list all"):
        model.update(shuffling(["left", "right"], [*"AK"]))


def test_sally_looks_where_the_marble_was():
    room = SymbolicModel(
        ["basket", "box", "here"], "basket & ~box & here", {"sally": [], "anne": []}, {"basket", "here"}
    )
    assert room.holds("C (basket & ~box)")
    room = room.update(public_change({"here": "false"}))
    room = room.update(private_change({"basket": "false", "box": "true"}, "anne"))
    assert room.holds("B_anne box & ~basket & B_sally basket & B_anne (box & B_sally basket) & B_sally B_anne basket")
    room = room.update(public_change({"here": "true"}))
    assert room.holds("B_sally basket & B_anne B_sally basket & here")
    assert room.frame_properties("sally") == {"serial", "transitive", "euclidean"}
    assert room.count() == 2


def test_announcements_whether_in_a_row_cost_one_bit_each_and_no_state():
    size = 40
    model = SymbolicModel([f"p{i}" for i in range(size + 1)], observes={"a": [], "b": []})
    nodes = []
    for i in range(size):
        asked = f"p{i} & ~p{i + 1}"
        how = [announcement_whether(asked, "a"), announcement_whether(asked, "a").event_model()][i % 2]
        model = model.update(how)
        nodes.append(sum(part.size for part in model.knowledge.law))
    made = model.knowledge
    assert len(made.definitions.meaning) == size
    assert made.state.bit_count() == size + 1
    assert not made.marks
    assert max(nodes) <= 2
    assert model.count() == 2 ** (size + 1)
    assert model.valid("Kw_a (p3 & ~p4) & K_b Kw_a (p20 & ~p21)")
    assert not model.valid("Kw_b (p3 & ~p4)")


def test_an_event_may_be_told_by_the_contrary_of_what_was_asked_before():
    model = SymbolicModel(["p", "q", "r"], observes={"a": [], "b": []})
    asked = model.announce_whether("p & q", to="b")
    looks = EventModel.s5(
        {"yes": Event("p & q"), "no": Event("~(p & q)", {"r": "true"})},
        {"a": [["yes"], ["no"]]},
        others=[["yes", "no"]],
    )
    after = asked.update(looks)
    assert after.valid("~(p & q) -> r")
    assert after.count("p & q & ~r") == 1
    assert len(after.knowledge.definitions.meaning) == 1


def test_a_definition_depends_on_what_all_its_models_agree_on():
    made = SymbolicModel(["p", "q", "r"]).knowledge
    narrow = made.atoms["p"] & made.atoms["q"]
    wide = StateSet.of(made.manager, narrow.function, made.state)
    variable = made.definitions.variable(wide)
    assert made.definitions.meaning[variable].support == made.state
    assert made.definitions.variable(~narrow) == variable
    assert made.definitions.meaning[variable].support == narrow.support


def test_the_diagrams_of_many_private_announcements_grow_by_a_part_each():
    size = 30
    model = SymbolicModel(
        [f"p{i}" for i in range(size)], observes={"a": [], "b": []}, actual=[f"p{i}" for i in range(size)]
    )
    for i in range(size):
        model = model.update(private_announcement(f"p{i}", to="a"))
    made = model.knowledge
    assert made.state.bit_count() == 2 * size
    assert sum(part.size for part in made.law) <= 10 * size
    assert model.count() == 3**size
    assert model.holds("K_a p0 & K_a p29 & ~Kw_b p0 & B_b ~Kw_a p0")


def test_facts_change_without_copies_and_all_at_once():
    model = SymbolicModel(["p", "q", "r"], observes={"a": ["p"], "b": ["q"]}, actual={"p"})
    swapped = model.update(public_change({"p": "q", "q": "p"}))
    assert swapped.actual == {"q"}
    assert swapped.valid("Kw_a q & Kw_b p & ~Kw_a p")
    back = swapped.update(public_change({"p": "q", "q": "p"}))
    assert back.actual == {"p"}
    assert back.count("K_a p") == model.count("K_a p")
    turned = model.update(public_change({"p": "~p"}))
    assert turned.actual == frozenset()
    assert {swapped.knowledge.state, back.knowledge.state, turned.knowledge.state} == {model.knowledge.state}
    assert not swapped.knowledge.marks
    assert turned.at({"p", "r"}).holds("K_a p & r")


def test_a_hidden_bit_that_tells_states_apart_is_shown():
    model = SymbolicModel(["p", "q"], observes={"a": ["p"]}, actual={"p"})
    lost = model.update(public_change({"p": "q"}))
    assert lost.count() == 4
    assert lost.actual == {"1:was p"}
    assert lost.at({"p", "q"}).actual == {"p", "q"}
    assert lost.update(public_change({"q": "true"})).actual == {"1:was p", "q"}
    fixed = SymbolicModel(["p", "q"], "p", {"a": []}, {"p"}).update(public_change({"p": "q"}))
    assert fixed.actual == frozenset()
    assert fixed.at({"p", "q"}).actual == {"p", "q"}


def test_events_that_no_fact_tells_apart_are_named_in_the_states():
    model = SymbolicModel(["p"], observes={"a": [], "b": []}, actual={"p"})
    told = model.update(private_announcement("p", to="a"))
    assert told.count() == 3
    assert told.actual == {"p"}
    assert told.at({"p", "1:nothing"}).holds("~K_a p")
    again = told.update(may_read("p", by="b"), "unread")
    assert again.actual == {"p", "2:unread"}
    assert again.at({"p", "1:nothing"}).holds("K_b p & ~Kw_a p")
    with pytest.raises(UnknownWorld, match="does not satisfy the law"):
        told.at(set())


def test_an_event_cannot_bring_an_atom_that_is_named_as_a_mark():
    told = SymbolicModel(["p"], observes={"a": [], "b": []}, actual={"p"}).update(private_announcement("p", to="a"))
    clash = EventModel.s5({"e": Event("p", {"1:nothing": "p"})}, {}, others=[["e"]])
    with pytest.raises(ModelError, match=r"event e: postcondition.*'1:nothing': .*otherwise"):
        told.update(clash)
    assert told.count() == len(set(told.extension())) == 3


def test_an_atom_that_an_event_brings_extends_the_vocabulary():
    model = SymbolicModel(["p"], observes={"a": []}, actual={"p"})
    after = model.update(peek("p", by="a")).update(public_change({"seen": "K_a p"}))
    assert after.atoms == ("p", "seen")
    assert after.actual == {"p", "seen"}
    assert model.count("[@look] seen", actions={"look": public_change({"seen": "p"})}) == 1
    some = EventModel.s5({"e": Event("p", {"new": "p"}), "f": Event()}, {}, others=[["e", "f"]])
    assert model.update(some, "f").count("new") == 1


STUCK = EventModel.s5({"e": Event("~p"), "f": Event("K_a p")}, {}, others=[["e", "f"]])


@pytest.mark.parametrize(
    ("action", "event", "error", "words"),
    [
        (announcement("~p"), None, PreconditionFailed, "said.*¬p.*false"),
        (
            STUCK,
            None,
            PreconditionFailed,
            r"no event .*\{p\}: e needs ¬p and f needs K_a p",
        ),
        (STUCK, "e", PreconditionFailed, r"\{p\}: e needs ¬p, .*false"),
        (STUCK, "g", ModelError, r"event 'g': .*no such event.*'e' and 'f'"),
        (may_read("p", by="a"), None, ModelError, r"\{p\} yes and unread .*event="),
        (announcement("[@x] p"), None, ModelError, r"event said: .*named actions; write"),
        (announcement("q"), None, UnknownAtom, "event said: no atom 'q'"),
        (public_change({"p": "K_c p"}), None, UnknownAgent, r"for p of event change: .*no agent 'c'"),
        (peek("p", by="carl"), None, UnknownAgent, "event model: no agent 'carl'"),
        (EventModel.s5({"e": Event()}, {"a": [["e"]]}), None, ModelError, r"agent b: .*no relation.*others="),
        (lie("p", revising="a"), None, ModelError, r"agent a: .*event model.* weights or ranks"),
        (Evidence("a", "p", 0.1, 0.1), None, ModelError, "Evidence.*changes weights or ranks"),
        (Likelihood("a", {"p": 0.5, "~p": 0.2}), None, ModelError, "changes weights or ranks"),
        (Trust("a", "b", 0.1), None, ModelError, "changes weights or ranks"),
        (radical_upgrade("p"), None, ModelError, "changes weights or ranks"),
        (conservative_upgrade("p"), None, ModelError, "changes weights or ranks"),
        (semi_private("~p", "a"), None, PreconditionFailed, r"¬p is false.* \{p\}"),
        (semi_private("p", "c"), None, UnknownAgent, "no agent 'c'"),
        (announcement_whether("p"), "yes", ModelError, "Whether has no events"),
        (3, None, ModelError, r"update 3: expected an event model.*announcement\(f\)"),
        (["p", 3], None, ModelError, "update 3: expected an event model"),
        ("~p", None, PreconditionFailed, r"¬p is false.* \{p\}"),
    ],
)
def test_what_cannot_happen_is_refused_and_says_why(action, event, error, words):
    model = SymbolicModel(["p"], observes={"a": [], "b": []}, actual={"p"})
    with pytest.raises(error, match=words) as caught:
        model.update(action, event)
    assert isinstance(caught.value, EpistemicError)


def test_without_an_actual_state_some_event_must_be_possible():
    model = SymbolicModel(["p"], "p", {"a": []})
    with pytest.raises(PreconditionFailed, match=r"e needs ¬p.* f .*¬K_a p.*nowhere"):
        model.update(EventModel.s5({"e": Event("~p"), "f": Event("~K_a p")}, {}, others=[["e", "f"]]))
    assert model.update(may_read("p", by="a")).count() == 2
    with pytest.raises(ModelError, match=r"'unread': .*actual world.*'yes'.*'no'.*at\(world\)"):
        SymbolicModel(["p"], observes={"a": [], "b": []}).update(may_read("p", by="a"), "unread")
    apart = EventModel.s5({"e": Event("p"), "f": Event()}, {}, actual="e", others=[["e"], ["f"]])
    assert model.update(apart).count() == 1
    assert model.update(apart, "f").count() == 1


@pytest.mark.parametrize("action", [radical_upgrade("p"), Evidence("a", "p", 0.1, 0.1), 3])
def test_what_cannot_stand_in_a_formula_is_refused(action):
    model = SymbolicModel(["p"], observes={"a": []})
    with pytest.raises(ModelError):
        model.holds("[@x] p", at={"p"}, actions={"x": action})
    with pytest.raises(ModelError):
        model.holds("[@x] p", at={"p"}, actions=["x"])


def test_updates_of_models_without_agents_change_facts_alone():
    model = SymbolicModel(["p", "q"], actual={"p"})
    assert model.update(public_change({"q": "p"})).actual == {"p", "q"}
    assert model.update(announcement("p")).count() == 2
