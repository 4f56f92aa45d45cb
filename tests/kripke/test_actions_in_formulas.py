"""``[@name] f`` in formulas: the engines give what the slow clauses give, and update then f."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from effort import seeds, share, thorough
from forms import form  # noqa: F401
from randoms import random_event_model, random_formula, random_structure
from reference_graphs import plain

from kripke.change.actions.evidence import Evidence
from kripke.change.event import Event, EventModel
from kripke.change.product import Action, extend_vocabulary, occurrences, update
from kripke.checking.algebra import Past
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAction
from kripke.models.kripke_model import KripkeModel
from kripke.semantics import truth
from logic import clauses as f
from logic.clauses import conj
from logic.errors import EpistemicError
from whoknows import SymbolicModel, explore, prove

pytestmark = pytest.mark.usefixtures("form")

TWO = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]], "b": [["w1", "w2"]]}, actual="w1")
PEEK = EventModel.s5(
    {"yes": Event("p"), "no": Event("~p")}, {"a": [["yes"], ["no"]], "b": [["yes", "no"]]}, actual=["yes", "no"]
)


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
    if kind == 3 and agents:
        return rng.choice([f.K, f.M, f.B])(rng.choice(agents), inside)
    return f.And(f.Not(inside), random_formula(rng, agents, 3))


@pytest.mark.parametrize("seed", seeds(1, 8))
def test_the_engines_agree_with_the_slow_semantics_on_actions(seed):
    rng = Random(seed)
    compared = 0
    while compared < 100:
        structure = random_structure(rng, most_worlds=6)
        actions = {name: random_event_model(rng, structure) for name in ("x", "y")}
        structure = extend_vocabulary(structure, actions)
        ready = occurrences(actions)
        formula = with_actions(rng, structure.agents, ["x", "y"], 10)
        expected = truth(plain(structure), formula, actions)
        for engine in (BitsetAlgebra, ArrayAlgebra):
            found = extension(structure, formula, engine(structure, past=Past(ready)), ready)
            assert frozenset(np.flatnonzero(found.column).tolist()) == expected, (seed, compared, formula)
        compared += 1


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_after_an_action_in_a_formula_is_after_the_update(seed):
    rng = Random(seed)
    compared = 0
    while compared < 60:
        structure = random_structure(rng, most_worlds=8)
        model = random_event_model(rng, structure)
        structure = extend_vocabulary(structure, {"x": model})
        formula = random_formula(rng, structure.agents, 6)
        ready = occurrences({"x": model})
        box = extension(structure, f.Act("x", formula), actions=ready)
        diamond = extension(structure, f.ActDual("x", formula), actions=ready)
        for position in range(structure.size):
            found = [KripkeModel.of(s).holds(formula) for s in ends(structure, position, [model])]
            assert (position in box) == all(found)
            assert (position in diamond) == any(found)
            compared += len(found)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_actions_after_one_another_are_updates_after_one_another(seed):
    rng = Random(seed)
    compared = 0
    while compared < 60:
        structure = random_structure(rng, most_worlds=5)
        models = [random_event_model(rng, structure, most_events=2) for _ in range(3 if thorough() else 2)]
        actions = dict(zip("xyz", models, strict=False))
        structure, ready = extend_vocabulary(structure, actions), occurrences(actions)
        formula = random_formula(rng, structure.agents, 6)
        always = sometimes = formula
        for name in reversed(actions):
            always, sometimes = f.Act(name, always), f.ActDual(name, sometimes)
        box, diamond = (extension(structure, each, actions=ready) for each in (always, sometimes))
        for position in range(structure.size):
            found = [KripkeModel.of(s).holds(formula) for s in ends(structure, position, models)]
            assert (position in box) == all(found)
            assert (position in diamond) == any(found)
            compared += len(found)


def ends(structure, position, models):
    """The structures to which the models lead, one after the other, from a world, by all events that can happen."""
    states = [replace(structure, actuals=(position,))]
    for model in models:
        states = [after for state in states for event in model.designated if (after := happened(state, model, event))]
    return states


def happened(structure, model, event):
    try:
        return update(structure, model, event)
    except PreconditionFailed:
        return None


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_the_reduction_laws_of_event_models_hold(seed):
    """Baltag, Moss and Solecki (TARK 1998); with change of facts van Benthem, van Eijck and Kooi (2006), section 3."""
    rng = Random(seed)
    for _ in range(share(100)):
        structure = replace(random_structure(rng, most_worlds=6), weights={}, ranks={})
        model = random_event_model(rng, structure)
        seen = {a: [(e, g) for e in model.events for g in model.seen(a, e)] for a in structure.agents}
        actions = {e: EventModel(model.events, seen, e) for e in model.events}
        structure, ready = extend_vocabulary(structure, actions), occurrences(actions)
        one, two = (random_formula(rng, structure.agents, 4) for _ in range(2))
        for e, event in model.events.items():
            laws = [(f.Act(e, f.Atom(p)), event.pre >> event.post.get(p, f.Atom(p))) for p in ("p", *event.post)] + [
                (f.Act(e, ~one), event.pre >> ~f.Act(e, one)),
                (f.Act(e, one & two), f.Act(e, one) & f.Act(e, two)),
                (f.ActDual(e, one), event.pre & f.Act(e, one)),
                (f.ActDual(e, one), ~f.Act(e, ~one)),
            ]
            for a in structure.agents:
                knows_each = conj(f.K(a, f.Act(g, one)) for g in model.seen(a, e))
                laws.append((f.Act(e, f.K(a, one)), event.pre >> knows_each))
            for left, right in laws:
                assert extension(structure, left, actions=ready) == extension(structure, right, actions=ready), left


def test_a_peek_is_known_to_the_one_who_peeks():
    assert TWO.holds("[@peek] K_a p & [@peek] ~Kw_b p & [@peek] K_b Kw_a p", actions={"peek": PEEK})
    assert TWO.valid("[@peek] Kw_a p & ~Kw_a p", actions={"peek": PEEK})


def test_actions_nest_and_mix_with_announcements():
    both = {"peek": PEEK, "turn": EventModel({"turn": Event(post={"p": "~p"})}, {}, others=[("turn", "turn")])}
    assert TWO.holds("[@peek] [@turn] K_a ~p & [@turn] [@turn] p", actions=both)
    assert TWO.holds("[@peek] [p] K_b K_a p & [p] [@turn] C ~p", actions=both)


def test_an_atom_that_an_action_brings_may_be_spoken_of():
    marked = EventModel({"mark": Event(post={"marked": "p"})}, {}, others=[("mark", "mark")])
    assert TWO.holds("~marked & [@mark] marked", actions={"mark": marked})


def test_an_action_that_cannot_happen_makes_the_box_true_and_the_diamond_false():
    never = EventModel({"never": Event("false")}, {}, others=[("never", "never")])
    assert TWO.valid("[@never] false & ~<@never> true", actions={"never": never})


def test_an_action_that_was_not_given_is_named():
    with pytest.raises(UnknownAction, match=r"no action 'pek'.* mean 'peek'"):
        TWO.holds("[@pek] p", actions={"peek": PEEK})
    with pytest.raises(UnknownAction, match="give it by actions="):
        TWO.holds("[@peek] p")


def test_something_that_is_no_action_is_refused():
    with pytest.raises(EpistemicError, match=r"action 'x': 3 .*expected.*model"):
        TWO.holds("[@x] p", actions={"x": 3})


def test_a_formula_is_an_action_that_announces_it():
    for said in ("p", f.Atom("p")):
        assert TWO.holds("<@tell> K_a p & ~K_a p", at="w1", actions={"tell": said})
        assert TWO.holds("[@tell] false", at="w2", actions={"tell": said})


def test_actions_without_names_are_refused():
    for given in ([PEEK], PEEK, "peek"):
        with pytest.raises(ModelError, match=r"expected.* mapping.*'peek': peek"):
            TWO.holds("[@peek] p", actions=given)
        with pytest.raises(ModelError, match=r"expected.* mapping.*'peek': peek"):
            TWO.check("[@peek] p", actions=given)


def test_a_formula_error_in_an_action_names_the_event():
    wrong = EventModel({"look": Event("pp")}, {}, others=[("look", "look")])
    with pytest.raises(EpistemicError, match=r"look: no atom 'pp'.*mean 'p'"):
        TWO.holds("[@x] p", actions={"x": wrong})


def test_evidence_may_be_spoken_of_in_formulas():
    m = KripkeModel.s5(
        {"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, "w1", weights={"a": {"w1": 0.5, "w2": 0.5}}, threshold=0.5
    )
    seen = {"see": Evidence("a", "p", gain=0.1, loss=0.1)}
    assert m.holds("~B_a p & [@see] B_a p & <@see> ~K_a p", actions=seen)
    assert m.update(seen["see"]).holds("B_a p & ~K_a p")


def test_only_an_action_updates_and_only_an_event_model_has_events():
    with pytest.raises(ModelError, match=r"update 3: expected.*announcement\(f\)"):
        TWO.update(3)
    with pytest.raises(ModelError, match=r"'yes': .*has no events"):
        TWO.update(Evidence("a", "p", gain=0.1, loss=0.1), event="yes")


def test_contraction_after_updates_keeps_a_long_game_small():
    idle = EventModel.s5({"x": Event(), "y": Event()}, {"a": [["x", "y"]], "b": [["x", "y"]]}, actual="x")
    long, small = TWO, TWO
    for _ in range(6):
        long, small = long.update(idle), small.update(idle, contract=True)
    assert (len(long), len(small)) == (2 * 2**6, 2)
    assert long.holds("~K_a p & C ~Kw_b p")
    assert small.holds("~K_a p & C ~Kw_b p")


def test_actions_with_names_are_taken_wherever_actions_are():
    look, tell = Action("look", PEEK), Action("tell", "p")
    for model in (TWO, SymbolicModel.from_explicit(TWO)):
        for actions in ([look, tell], {"look": PEEK, "tell": "p"}, {"look": look, "tell": tell}):
            assert model.holds("[@look] Kw_a p & ~Kw_b p & [@tell] C p", actions=actions)
        assert model.update(tell).holds("C p")
        assert model.update([look, tell]).holds("C p")
        assert model.update(look, event="yes").holds("K_a p")
        with pytest.raises(PreconditionFailed, match="action lie"):
            model.update(Action("lie", "~p"))
    assert truth(plain(TWO.structure), "[@tell] K_b p", [tell]) == {0, 1}
    assert prove("[@tell] K_b p", actions=[tell]).valid


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ([Action("x", "p"), Action("x", "q")], "given twice"),
        ([PEEK], "list of Action"),
        ("p", "list of Action"),
        ({"x": 1}, "action 'x': 1"),
        ({"": "p"}, "printable"),
        ({"x": "p &"}, "action x"),
    ],
)
def test_what_is_no_action_is_refused(given, problem):
    for ask in (lambda: TWO.holds("p", actions=given), lambda: explore(TWO, given), lambda: prove("p", actions=given)):
        with pytest.raises(EpistemicError, match=problem):
            ask()
