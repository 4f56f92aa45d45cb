"""What the Python face refuses, with an error that says the value and the way out, and what it offers instead."""

from fractions import Fraction
from math import gcd
from random import Random

import numpy as np
import pytest
from effort import seeds, share
from randoms import random_event_model, random_formula, random_structure

from kripke.change import product
from kripke.formats.eventfile import load_event_model, loads_event_model
from logic.clauses import Act
from logic.exact import simplest
from whoknows import (
    EpistemicError,
    Event,
    EventModel,
    Evidence,
    FileError,
    KripkeModel,
    Likelihood,
    ModelError,
    PreconditionFailed,
    SymbolicModel,
    TooLarge,
    UnknownAgent,
    UnknownWorld,
    announcement,
    bisimilar,
    bluff,
    compose,
    conservative_upgrade,
    contract,
    distinguishing_formula,
    exactly_one,
    isomorphic,
    lie,
    may_read,
    parse,
    peek,
    private_announcement,
    private_change,
    public_change,
    radical_upgrade,
    shuffling,
)

WORLDS = {"w": {"p"}, "v": set()}
CLASSES = {"a": [["w", "v"]], "b": [["w"], ["v"]]}
M = KripkeModel.s5(WORLDS, CLASSES, actual="w")
HALF = {"a": {"w": 0.5, "v": 0.5}}
LOOK = peek("p", "a")
NAMED = EventModel({"e": Event(), "f": Event()}, {"a": [("e", "e"), ("f", "f")]})
LOOP = [("e", "e")]

REFUSED = {
    # thresholds, weights, ranks
    "a threshold without weights": (
        lambda: KripkeModel.s5(WORLDS, CLASSES, weights=HALF, threshold={"b": 0.4}),
        r"threshold of b: .*no weights.*weights=",
    ),
    "weights that are no mapping": (
        lambda: KripkeModel.s5(WORLDS, CLASSES, weights=[]),
        r"weights \[\]: expected a map",
    ),
    "ranks that are no mapping": (lambda: KripkeModel.s5(WORLDS, CLASSES, ranks=()), r"ranks \(\): expected a mapping"),
    "invalid weights of an agent": (
        lambda: KripkeModel.s5(WORLDS, CLASSES, weights={"a": None}),
        r"weights of a: expected a mapping.* got None",
    ),
    "invalid weights of worlds": (
        lambda: KripkeModel.s5(WORLDS, CLASSES, weights={"a": dict.fromkeys(WORLDS)}),
        r"expected.* such as 0.7 or 7/10",
    ),
    "NaN as a world": (
        lambda: KripkeModel.s5({float("nan"): {"p"}}, {"a": [[float("nan")]]}),
        r"no world nan: .*not equal.*use a text",
    ),
    # flags
    "read": (lambda: may_read("p", "a", read="no"), "read 'no': expected True or False"),
    "noticed": (lambda: peek("p", "a", noticed="no"), "noticed 'no': expected True or False"),
    "repair": (
        lambda: Likelihood("a", {"p": 1, "~p": 0}, repair="no"),
        r"repair of Likelihood.* 'no': expected True",
    ),
    "depth": (lambda: M.check("p").explain(depth=None), r"depth None: expected.* at least 0"),
    "size": (lambda: M.check("p").explain(size="x"), r"size 'x': expected.* at least 0"),
    "contract": (lambda: M.update(LOOK, contract="no"), "contract 'no': expected True or False"),
    "check_frames": (lambda: M.announce("p", check_frames=1), "check_frames 1: expected True or False"),
    # actions
    "three parts of a likelihood": (lambda: Likelihood("a", [("p", 0.5, 1)]), r"such as .*, got \[\('p', 0.5, 1\)\]"),
    "a likelihood without number": (lambda: Likelihood("a", ["p"]), r"such as .*, got \['p'\]"),
    "agents of a radical upgrade": (lambda: radical_upgrade("p", 5), "agents 5: expected names"),
    "agents of a conservative upgrade": (lambda: conservative_upgrade("p", 5), "agents 5: expected names"),
    "a change of nothing": (lambda: public_change(None), "post None: expected what changes"),
    "a private change of nothing": (lambda: private_change({}, "a"), "post {}: expected what changes"),
    "a lie to oneself": (lambda: lie("~p", "b", "b"), r"to b: .*only hearer; name"),
    "a bluff to oneself": (lambda: bluff("~p", "b", ["b"]), r"to b: .*only hearer; name"),
    "a group of groups": (lambda: private_announcement("p", [["a"]]), r"to: expected.* names.* got \['a'\]"),
    "agents of a composition": (lambda: compose(LOOK, LOOK, agents=5), "agents 5: expected agents"),
    "an agent of a composition": (lambda: compose(LOOK, LOOK, agents=[5]), r"agents: expected.* names.* got 5"),
    # event models
    "a number as the actual event": (lambda: EventModel({"e": Event()}, {}, actual=5, others=LOOP), "actual 5: expect"),
    "True as the actual event": (lambda: EventModel({"e": Event()}, {}, actual=True, others=LOOP), "actual True: expe"),
    "a precondition True": (lambda: Event(True), r"precondition: expected a formula.* got True"),
    "a precondition None": (
        lambda: Event(None),
        r"precondition: expected a formula.* got None",
    ),
    "a postcondition False": (lambda: Event(post={"q": False}), r"post of q: expected a formula.* got F"),
    "an event in no class": (
        lambda: EventModel.s5({"e": Event(), "f": Event()}, {"a": [["e"]]}),
        r"partition of a: .*'f'.* no class",
    ),
    "an unknown event in a class": (
        lambda: EventModel.s5({"e": Event()}, {"a": [["e", "g"]]}),
        r"partition of a: no event 'g'.*'e'",
    ),
    "an event without weight": (
        lambda: EventModel(
            NAMED.events, {"a": [("e", "e"), ("e", "f"), ("f", "e"), ("f", "f")]}, weights={"a": {"e": 1}}
        ),
        r"weights of a: .*'f'.* none; .*each event",
    ),
    "what an unknown event looks like": (lambda: LOOK.seen("a", "nosuch"), r"event 'nosuch': .*no such event"),
    "the weight of an unknown event": (lambda: NAMED.weight("a", "nosuch"), r"event 'nosuch': .*no such event"),
    "the rank of an event for a stranger": (lambda: NAMED.rank("z", "e"), "event model: no agent 'z'; there is 'a'"),
    "what a stranger sees": (lambda: NAMED.seen("z", "e"), "event model: no agent 'z'; there is 'a'"),
    "a list of events": (lambda: M.update(LOOK, event=["e"]), r"event \['e'\]: .*no such event"),
    "the number of an event": (lambda: M.update(LOOK, event=5), r"event 5: .*no such event"),
    "a number for an event file": (lambda: loads_event_model(5), "event file 5: expected its text"),
    "a number for its path": (lambda: load_event_model(5), "event file 5: expected its path"),
    # models
    "agents in a list": (lambda: M.possible(["a"]), r"agent \['a'\]: expected.* name of an agent"),
    "whose belief": (lambda: M.believed(["a"]), r"agent \['a'\]: expected.* name of an agent"),
    "whose weights": (lambda: M.weights(["a"]), r"agent \['a'\]: expected.* name of an agent"),
    "whose degree": (lambda: M.degree(["a"], "p"), r"agent \['a'\]: expected.* name of an agent"),
    "whose entropy": (lambda: M.entropy(["a"]), r"agent \['a'\]: expected.* name of an agent"),
    "whose classes": (lambda: M.emptied(["a"]), r"agent \['a'\]: expected.* name of an agent"),
    "whose frame": (lambda: M.frame_properties(["a"]), r"agent \['a'\]: expected.* name of an agent"),
    "told to a group in a group": (
        lambda: M.announce("p", to=[["a"]]),
        r"agent \['a'\]: expected.* name of an agent",
    ),
    "actions that are a text": (lambda: M.holds("[@x] p", actions="x"), "actions 'x': expected a mapping from names"),
    "actions that are a number": (lambda: M.holds("[@x] p", actions=5), "actions 5: expected a mapping from names"),
    "a number as a property": (lambda: M.close(5), r"closure 5: no such property.* reflexive"),
    "the opposite of a property": (lambda: M.close("irreflexive"), r"no such property.* reflexive"),
    "another logic": (lambda: M.close("S4.2"), r"no such property.* reflexive"),
    "a number as agents to close": (lambda: M.close("S5", agents=5), "agents 5: expected names"),
    "a list as an agent to close": (lambda: M.close("S5", agents=[["a"]]), r"agent \['a'\]: expected the name"),
    "an invalid depth": (lambda: M.unravel("2"), r"depth '2': expected.* number of steps"),
    "an invalid number of digits": (lambda: M.rounded(0), r"digits 0: expected.* from 1 to 400"),
    # sameness
    "bisimilar to a text": (lambda: bisimilar(M, "x"), "model 'x': expected a KripkeModel"),
    "parted from a number": (lambda: distinguishing_formula(M, 5), "model 5: expected a KripkeModel"),
    "contracting nothing": (lambda: contract(None), "model None: expected a KripkeModel"),
    "isomorphic to nothing": (lambda: isomorphic(M, None), "model None: expected a KripkeModel"),
    "atoms that are a number": (lambda: bisimilar(M, M, atoms=5), r"atoms 5: expected a list.* \['p'\]"),
}


@pytest.mark.parametrize("mistake", REFUSED)
def test_a_mistake_is_an_error_of_ours_that_shows_the_value(mistake):
    attempt, message = REFUSED[mistake]
    with pytest.raises(EpistemicError, match=message):
        attempt()


def test_the_repr_of_an_error_has_the_words_of_python() -> None:
    with pytest.raises(ModelError) as caught:
        KripkeModel.s5({"w": set()}, {"a": [["w"]]}).holds("p")
    assert repr(caught.value) == f"ModelError({str(caught.value)!r})"
    assert "at=" in repr(caught.value)


def test_an_unknown_agent_of_any_type_is_an_unknown_agent():
    for agent in (["a"], 5, None, ("a",), {"a"}):
        with pytest.raises(UnknownAgent):
            M.possible(agent)


def test_numbers_of_numpy_are_ranks_and_weights():
    plain = KripkeModel.s5(WORLDS, CLASSES, ranks={"a": {"w": 1, "v": 0}})
    assert KripkeModel.s5(WORLDS, CLASSES, ranks={"a": {"w": np.int64(1), "v": np.uint8(0)}}) == plain
    assert KripkeModel.s5(WORLDS, CLASSES, weights={"a": {"w": np.float64(0.5), "v": np.float32(0.5)}}) == (
        KripkeModel.s5(WORLDS, CLASSES, weights=HALF)
    )


def test_an_actual_event_named_twice_is_one():
    twice = EventModel({"e": Event(), "f": Event()}, {}, actual=["e", "e"], others=LOOP)
    assert twice.designated == ("e",)
    assert M.update(twice).actual == "w·e"
    assert EventModel({"e": Event(), "f": Event()}, {}, actual={"f", "e"}, others=LOOP).actual == ("e", "f")


def test_what_the_model_and_the_events_give_her_must_fit_and_the_way_out_is_said():
    both = {"e": Event(), "f": Event()}
    weighed = EventModel.s5(both, {"a": [["e", "f"]]}, weights={"a": {"e": 1, "f": "1/2"}}, others=[["e"], ["f"]])
    ranked = KripkeModel.s5(WORLDS, CLASSES, actual="w", ranks={"a": {"w": 0, "v": 1}})
    with pytest.raises(ModelError, match=r"agent a: .*weights.*ranks.*weights=.* remove them"):
        ranked.update(weighed, event="e")
    with pytest.raises(ModelError, match=r"agent a: .*weights.*gives none.*weights="):
        M.update(weighed, event="e")


def test_an_event_that_cannot_happen_says_why_as_an_announcement_does():
    for action in (announcement("K_a p"), private_announcement("K_a p", "a")):
        with pytest.raises(PreconditionFailed, match=r"'w': said .*K_a p.*w from v"):
            M.update(action)


# ------------------------------------------------------------------------------------------- shuffling


def cards() -> KripkeModel:
    deals = {f"{x}{y}": {f"left={x}", f"right={y}"} for x in "123" for y in "123" if x != y}
    return KripkeModel.s5(deals, {"a": [list(deals)]}, actual="12")


def test_shuffling_some_of_the_values_only_is_refused():
    with pytest.raises(ModelError, match=r"shuffling left: .*value 3, .*list all"):
        cards().update(shuffling(["left", "right"], [1, 2]), event="unchanged")
    with pytest.raises(ModelError, match="shuffling left"):
        cards().update(compose(announcement("true"), shuffling(["left", "right"], [1, 2])), event="said;unchanged")
    after = cards().update(shuffling(["left", "right"], [1, 2, 3]), event="left←right right←left")
    assert after.holds("left=2 & right=1")
    for place in ("left", "right"):
        assert after.valid(
            " ^ ".join(f"{place}={value}" for value in "123") + f" & ~({place}=1 & {place}=2 & {place}=3)"
        )


# ------------------------------------------------------------------------------------------- no actual world


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_without_an_actual_world_what_holds_after_all_events_is_what_the_formula_says(seed):
    """Where agents take only designated events for possible, [@x] f is valid exactly if f is valid after the update."""
    rng = Random(seed)
    compared = refused = 0
    while compared < 40:
        model = KripkeModel.of(random_structure(rng, most_worlds=6)).at(None)
        if not model.agents:  # then D speaks of all worlds, whoever can reach them
            continue
        events = random_event_model(rng, model.structure)
        event = rng.choice([None, *events])
        asked = EventModel.of(events.events, events.frame, event or events.actual, events.others)
        inside = Act("x", random_formula(rng, model.agents, 6))
        try:
            after = model.update(events, event)
        except PreconditionFailed:
            continue
        except ModelError as error:
            refused += "cannot be chosen without an actual world" in str(error)
            continue
        seen = {f for a in asked.agents for e in asked.designated for f in asked.seen(a, e)} - {*asked.designated}
        if not seen:
            assert model.valid(inside, actions={"x": asked}) == after.valid(inside.sub)
            compared += 1
    assert refused


def test_without_an_actual_world_events_that_nobody_takes_for_possible_are_left_out():
    nobody = M.at(None)
    left = EventModel.s5({"p": Event("p"), "q": Event("~p")}, {}, actual="p", others=[["p"], ["q"]])
    assert list(nobody.update(left).worlds) == ["w·p"]
    assert list(nobody.update(left, event="q").worlds) == ["v·q"]
    assert list(nobody.update(private_announcement("p", "a")).worlds) == ["w·said", "w·nothing", "v·nothing"]
    with pytest.raises(PreconditionFailed, match=r"no event.*: r .*p ∧ ¬p.*nowhere"):
        nobody.update(EventModel({"r": Event("p & ~p"), "s": Event()}, {}, actual="r", others=[("r", "s"), ("s", "s")]))
    with pytest.raises(ModelError, match=r"'yes': .*actual world.*'no' .*at\(world\)"):
        nobody.update(LOOK, event="yes")


# ------------------------------------------------------------------------------------------- named actions, parts


def test_degrees_and_announcements_may_speak_of_named_actions():
    actions = {"look": LOOK}
    assert M.degree("a", "[@look] K_a p", actions=actions) == Fraction(1, 2)
    assert M.degree("a", "[@look] Kw_a p", actions=actions) == 1
    assert M.announce("[@look] K_a p", actions=actions).holds("K_a p")
    assert M.announce_whether("[@look] K_a p", actions=actions).holds("K_a p")


def test_parts_and_copies_of_models_are_models():
    model = KripkeModel.s5({1: {"p"}, 2: set(), 3: {"p"}}, {"a": [[1, 2], [3]]}, actual=1)
    assert list(model.generated()) == [1, 2]
    assert list(model.generated(3)) == [3]
    assert model.generated(2).actual == 2
    tree = model.unravel(2)
    assert bisimilar(tree.unravel(1), model.unravel(1))
    assert len(tree) == 1 + 2 + 4
    renamed = KripkeModel.s5({"x": {"p"}, "y": set(), "z": {"p"}}, {"a": [["y", "x"], ["z"]]}, actual="x")
    assert isomorphic(model, renamed)
    assert not isomorphic(model, renamed.at("z"))


# ------------------------------------------------------------------------------------------- long numbers


def long_game(rounds: int = 500) -> KripkeModel:
    worlds = {"w": {"p"}, "v": set(), "u": {"p", "q"}}
    shares = {"w": Fraction(1, 3), "v": Fraction(1, 7), "u": Fraction(1, 5)}
    model = KripkeModel.s5(worlds, {"a": [list(worlds)]}, actual="w", weights={"a": shares}, threshold=Fraction(1, 9))
    odd = {"p & q": Fraction(10**12 - 7, 10**12 - 1), "p & ~q": Fraction(10**12 - 9, 10**12 - 1), "~p": 1}
    for _ in range(rounds):
        model = model.update(Likelihood("a", odd))
    return model


def test_long_numbers_are_told_by_their_first_digits():
    game = long_game()
    text = str(game.check("B_a>=0.9 ~p & B_a p").explain())
    assert len(text) < 1_500
    assert "about 0.2" in text
    with pytest.raises(FileError, match=r"m.rounded\(6\)"):
        game.save("never.json")


def test_long_numbers_can_be_rounded_and_saved(tmp_path):
    game = long_game()
    for digits in (2, 12):
        small = game.rounded(digits)
        assert all(abs(small.weights("a")[w] - x) <= Fraction(1, 10**digits) for w, x in game.weights("a").items())
        small.save(tmp_path / "m.json")
        assert KripkeModel.load(tmp_path / "m.json") == small
    assert min(long_game(0).update(Evidence("a", "p", 0, 0.14)).rounded(1).weights("a").values()) > 0


def test_ranks_numbered_anew_change_no_belief(tmp_path):
    model = KripkeModel.s5(WORLDS, CLASSES, ranks={"a": {"w": 10**5_000, "v": -(10**5_000)}})
    with pytest.raises(FileError, match=r"renumbered ranks, m.rounded\(6\)"):
        model.save(tmp_path / "m.json")
    assert model.rounded() == KripkeModel.s5(WORLDS, CLASSES, ranks={"a": {"w": 1, "v": 0}})
    assert "rank about 1e5000" in str(model.check("Bstrong_a p", at="w").explain())


def test_models_that_part_in_long_shares_are_parted_by_a_short_degree():
    one, other = long_game(400), long_game(401)
    formula = distinguishing_formula(one, other)
    assert one.holds(formula)
    assert not other.holds(formula)
    assert len(str(formula)) < 80
    assert parse(str(formula)) == formula


def test_the_simplest_fraction_has_the_least_denominator():
    rng = Random(3)
    for _ in range(share(500, 125)):
        low, high = sorted(Fraction(rng.randint(0, 40), rng.randint(1, 40)) for _ in range(2))
        if low == high:
            continue
        found = simplest(low, high)
        least = next(d for d in range(1, 2_000) if low * d // 1 + 1 <= high * d)
        assert low < found <= high
        assert found.denominator == least


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_weights_after_likelihoods_are_over_the_least_denominator(seed):
    rng = Random(seed)
    for _ in range(share(40, 10)):
        size = rng.randint(1, 12)
        worlds = {w: {"p"} if rng.random() < 0.5 else set() for w in range(size)}
        cells = [[w for w in worlds if w % rng.randint(1, 3) == 0], []]
        cells[1] = [w for w in worlds if w not in cells[0]]
        weights = {"a": {w: Fraction(rng.randint(0, 5), rng.randint(5, 9)) for w in worlds}}
        model = KripkeModel.s5(worlds, {"a": [cell for cell in cells if cell]}, atoms=["p"], weights=weights)
        for _ in range(3):
            chances = {"p": Fraction(rng.randint(0, 4), 4), "~p": Fraction(rng.randint(0, 6), 6)}
            model = model.update(Likelihood("a", chances, repair=True))
        made = model.structure.weights["a"]
        assert gcd(made.denominator, *made.numerators) == 1
        again = KripkeModel.s5(worlds, {"a": [c for c in cells if c]}, weights={"a": model.weights("a")})
        assert again.structure.weights == model.structure.weights


# ------------------------------------------------------------------------------------------- sizes


def test_a_product_that_would_be_too_large_is_refused_before_it_is_made(monkeypatch):
    monkeypatch.setattr(product, "MAX_WORLDS", 100)
    unnoticed = peek("p", "a", noticed=False)
    game = M
    while len(game) < 64:
        game = game.update(unnoticed)
    with pytest.raises(TooLarge, match=r"^the product.* 128 pairs.* 100: .*contract=True"):
        game.update(unnoticed)
    with pytest.raises(TooLarge, match=r"^action x: .* 128 pairs"):
        M.holds("[@x] " * 30 + "K_a p", actions={"x": unnoticed})
    apart = KripkeModel.s5({i: {f"p{i}"} for i in range(60)}, {"a": [[*range(60)]]}, actual=0)
    with pytest.raises(TooLarge, match=r"120 pairs.* 100: use.*events$"):
        apart.update(peek("p0 | ~p0", "a", noticed=False))
    small = M
    for _ in range(40):
        small = small.update(unnoticed, contract=True)
    assert len(small) < 10


@pytest.mark.parametrize("size", [20, 60])
def test_long_orders_part_where_their_lengths_differ(size):
    """n ranks of one class, every second world a p-world, against n + 2."""

    def ranked(n: int) -> KripkeModel:
        worlds = {i: {"p"} if i % 2 else set() for i in range(n)}
        return KripkeModel.s5(worlds, {"a": [list(worlds)]}, actual=0, ranks={"a": {i: 3 * i for i in worlds}})

    one, other = ranked(size), ranked(size + 2)
    assert bisimilar(one, ranked(size))
    assert not bisimilar(one, other)
    formula = distinguishing_formula(one, other)
    assert one.holds(formula)
    assert not other.holds(formula)


def test_long_chains_of_equal_weights_are_compared_as_chains_without_weights():
    def chain(n: int, weighed: bool) -> KripkeModel:
        worlds = {i: {"p"} if i == 0 else set() for i in range(n)}
        classes = {
            "a": [list(range(i, min(i + 2, n))) for i in range(0, n, 2)],
            "b": [[0], *[list(range(i, min(i + 2, n))) for i in range(1, n, 2)]],
        }
        weights = {agent: dict.fromkeys(worlds, 1) for agent in classes} if weighed else None
        return KripkeModel.s5(worlds, classes, actual=n - 1, weights=weights)

    for weighed in (False, True):
        assert bisimilar(chain(40, weighed), chain(40, weighed))
        assert not bisimilar(chain(40, weighed), chain(41, weighed))
        assert distinguishing_formula(chain(300, weighed), chain(302, weighed)) is not None


@pytest.mark.parametrize("kind", [KripkeModel.from_observations, SymbolicModel])
def test_a_model_in_square_brackets_gives_the_true_atoms_of_a_world(kind):
    model = kind(atoms=["p", "q", "r"], law="p | ~q", observes={"a": ["p"]}).update(peek("q", by="a"))
    assert {world: model[world] for world in model} == {
        world: frozenset(atom for atom in model.atoms if model.holds(atom, at=world)) for world in model.worlds
    }
    with pytest.raises(UnknownWorld):
        model[{"q"}]
    with pytest.raises(TypeError, match=r"worlds are listed by position.*m\[world\]"):
        model.worlds["p"]


def test_a_model_is_contracted_and_told_whether_as_by_the_functions():
    twice = KripkeModel.s5({1: {"p"}, 2: {"p"}, 3: set()}, {"a": [[1, 2, 3]]}, actual=1)
    assert twice.contract() == contract(twice) == twice.update(["true"], contract=True)
    assert twice.announce("p", whether=True) == twice.announce_whether("p")
    with pytest.raises(ModelError, match="whether"):
        twice.announce("p", whether="yes")


def test_long_names_are_numbered_where_worlds_are_listed():
    cards = [f"{player}_holds_the_queen_of_hearts" for player in ("ann", "bob", "carol")]
    model = KripkeModel.from_observations(cards, {"ann": cards[:1]}, exactly_one(cards), {cards[1]})
    assert str(model).splitlines()[-1] == "ann: #1 | #2, #3"
    assert all(f"#{number}      {{{card}}}" in str(model) for number, card in enumerate(cards, 1))
