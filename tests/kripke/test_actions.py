"""The constructors of event models: who believes what after an announcement, a whisper, a lie, a peek, a change."""

import warnings
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from effort import seeds, share
from randoms import ATOMS, random_cube, random_formula, random_structure

from kripke.change import actions
from kripke.change.actions import (
    announcement,
    announcement_whether,
    answering,
    asking,
    believed_announcement,
    bluff,
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
from kripke.change.product import product, update
from kripke.change.update import announce, announce_whether
from kripke.checking import observations
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAgent
from kripke.data.frames import properties
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic import clauses as f
from logic.errors import EpistemicError, TooLarge

KD45 = {"serial", "transitive", "euclidean"}


def coin(actual="heads", **more):
    """Three agents, none of whom knows how the coin lies."""
    unknown = [["heads", "tails"]]
    return KripkeModel.s5(
        {"heads": {"h"}, "tails": set()}, {"anne": unknown, "bob": unknown, "carl": unknown}, actual=actual, **more
    )


def known_to_anne(actual="tails", **more):
    return KripkeModel.s5(
        {"heads": {"h"}, "tails": set()},
        {"anne": [["heads"], ["tails"]], "bob": [["heads", "tails"]], "carl": [["heads", "tails"]]},
        actual=actual,
        **more,
    )


def facts(rng, size):
    """A formula about facts alone."""
    if size == 1:
        return f.Atom(rng.choice(ATOMS))
    clause = rng.choice([f.And, f.Or, f.Xor])
    return clause(facts(rng, size - 1), f.Not(f.Atom(rng.choice(ATOMS))))


# ---- telling


def test_after_a_public_announcement_it_is_common_knowledge():
    assert coin().update(announcement("h")).holds("C h")


def test_after_a_private_announcement_the_others_believe_falsely_that_nothing_happened():
    after = coin().update(private_announcement("h", to="anne"))
    assert after.holds("B_anne h & ~Kw_bob h")
    assert after.holds("~Kw_anne h") is False
    assert after.holds("B_bob ~Kw_anne h & B_anne B_bob ~Kw_anne h")


def test_a_group_that_is_told_in_private_shares_it():
    after = coin().update(private_announcement("h", to=["anne", "bob"]))
    assert after.holds("C_{anne,bob} h & B_carl ~(Kw_anne h | Kw_bob h)")


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_private_announcements_make_knowledge_belief_and_keep_what_others_believe(seed):
    rng = Random(seed)
    compared = 0
    while compared < 25:
        structure = random_structure(rng, 8, "S5")
        structure = replace(structure, weights={}, ranks={})
        fact = facts(rng, 3)
        where = extension(structure, fact)
        if len(structure.agents) < 2 or not len(where):
            continue
        told, *others = structure.agents
        formula = random_formula(rng, structure.agents, 6)
        here = next(i for i in range(structure.size) if i in where)
        before = KripkeModel.of(structure).at(structure.worlds[here])
        after = before.update(private_announcement(fact, to=told))
        assert after.holds(f"B_{told} ({fact})")
        for other in others:
            assert properties(after.structure, other) >= KD45
            assert after.holds(f.B(other, formula)) == before.holds(f.B(other, formula))
        compared += 1


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_telling_and_whether_are_what_their_event_models_do(seed):
    rng = Random(seed)
    compared = 0
    while compared < 40:
        structure = random_structure(rng, 10) if rng.random() < 0.8 else replace(random_cube(rng), actuals=())
        if not structure.agents:
            continue
        formula = random_formula(rng, structure.agents, 5)
        group = rng.sample(structure.agents, rng.randint(1, len(structure.agents)))
        for action in (announcement_whether(formula), announcement_whether(formula, group)):
            by_events = product(structure, action.event_model()).structure
            refined = action.apply(structure)
            assert by_events.valuation == refined.valuation
            assert by_events.relations == refined.relations
            assert (by_events.weights, by_events.ranks) == (refined.weights, refined.ranks)
        assert announcement_whether(formula, group).apply(structure) == announce_whether(structure, formula, group)
        where = extension(structure, formula)
        if len(where):
            actual = next(i for i in range(structure.size) if i in where)
            here = replace(structure, actuals=(actual,))
            told = semi_private(formula, group)
            assert told.apply(here) == announce(here, formula, group)
            assert update(here, told.event_model()).relations == told.apply(here).relations
            assert update(here, told.event_model()).actual == actual
        compared += 1


def test_what_a_group_is_told_the_others_know_that_it_knows():
    after = coin().update(semi_private("h", to=["anne", "bob"]))
    assert after.holds("C_{anne,bob} h & ~Kw_carl h & K_carl (Kw_anne h & Kw_bob h)")
    assert list(after.worlds) == ["heads", "tails"]


def test_what_is_false_cannot_be_told_to_a_group():
    with pytest.raises(PreconditionFailed, match=r"h is false.*'tails'.* announced"):
        coin("tails").update(semi_private("h", to="anne"))


def test_many_announcements_whether_cost_as_many_refinements_and_no_world():
    atoms = [f"p{i}" for i in range(10)]
    m = KripkeModel.of(observations.from_observations(atoms, {"a": [], "b": []}, actual=set()))
    composed = announcement_whether("p0", to="a").event_model()
    for i, atom in enumerate(atoms):
        m = m.update(announcement_whether(atom, to="a"))
        assert len(m) == 2**10
        assert m.structure.relations["a"].top == 2 ** (i + 1)
        if 0 < i < 5:
            composed = actions.compose(composed, announcement_whether(atom, to="a"))
            assert len(composed.events) == 2 ** (i + 1)
    assert m.holds("Kw_a p9 & ~Kw_b p9 & K_b Kw_a p9")


def test_an_announcement_whether_may_stand_in_a_formula():
    assert coin().valid("[@look] (Kw_anne h & K_bob Kw_anne h)", actions={"look": announcement_whether("h", "anne")})


def test_what_a_group_is_told_says_the_same_by_name_and_by_the_announcement():
    rng = Random(7)
    for _ in range(share(150, 37)):
        structure = random_structure(rng, most_worlds=6)
        told, after = random_formula(rng, structure.agents, 4), random_formula(rng, structure.agents, 6)
        to = rng.sample(list(structure.agents), rng.randint(1, len(structure.agents))) if structure.agents else []
        if not to:
            continue
        model, named = KripkeModel.of(structure), {"tell": semi_private(told, to)}
        for named_by, told_by in ((f.Act, f.Announce), (f.ActDual, f.AnnounceDual)):
            spoken = model.extension(told_by(told, after, to))
            assert model.extension(named_by("tell", after), actions=named) == spoken, (told, after, to)


# ---- lying


@pytest.mark.parametrize("action", [lie("~p"), lie("~p", by="a"), peek("~p", "a"), answering("~p", "a")])
def test_no_precondition_of_an_action_about_a_negation_is_a_double_one(action):
    assert not any("¬¬" in str(event.pre) for event in action.events.values())


def test_a_lie_is_believed_and_the_liar_knows_better():
    after = known_to_anne("tails").update(lie("h", by="anne"))
    assert after.actual == "tails·lie"
    assert after.holds("~h & B_anne ~h & B_bob h & B_carl h & B_bob C_{bob,carl} h & B_bob B_anne h")
    assert properties(after.structure, "bob") >= KD45


def test_a_lie_that_is_found_out_leaves_the_credulous_with_nothing_to_believe():
    after = known_to_anne("tails").update(lie("h", by="anne"))
    found_out = after.announce("~h")
    assert found_out.holds("B_bob false & ~B_anne false")
    with pytest.raises(EpistemicError, match="bob"):
        after.announce("~h", check_frames=True)


def test_a_lie_that_is_found_out_teaches_those_who_revise_who_lied():
    level = {agent: {"heads": 0, "tails": 0} for agent in ("bob", "carl")}
    before = known_to_anne("tails", ranks=level)
    after = before.update(lie("h", by="anne", revising=["bob", "carl"]))
    assert after.holds("B_bob h & ~K_bob h & B_bob B_anne h & B_carl B_bob h & K_bob Kw_anne h")
    found_out = after.announce("~h")
    assert found_out.holds("B_bob ~h & K_bob B_anne ~h & ~B_bob false")


def test_moores_sentence_may_be_a_lie_that_is_believed_and_comes_true_of_nobody():
    """To lie that "the coin shows heads, and you do not know it": it is false, and after it bob believes to know."""
    after = known_to_anne("tails").update(lie("h & ~K_bob h", by="anne"))
    assert after.holds("B_bob h & B_bob B_bob h & ~h")


def test_who_hears_the_truth_believes_it_and_no_world_goes():
    after = known_to_anne("heads").update(truthful("h", by="anne"))
    assert after.holds("h & B_bob h & B_bob K_anne h")
    assert set(after.extension("~h")) == {"tails·lie"}


def test_what_it_was_is_decided_by_what_the_speaker_believes():
    saying = believed_announcement("h", by="anne")
    assert known_to_anne("tails").update(saying).actual == "tails·lie"
    assert known_to_anne("heads").update(saying).actual == "heads·truth"
    assert coin("heads").update(saying).actual == "heads·bluff"
    assert coin("heads").update(bluff("h", by="anne")).holds("B_bob B_anne h & ~B_anne h")


def test_a_speaker_is_taken_to_be_sincere_not_to_be_right():
    """Bob knows nothing of the coin, nor whether anne's belief about it is true."""
    worlds = {"heads": {"h"}, "tails": set(), "wrong": {"h"}}
    m = KripkeModel.kd45(
        worlds,
        {
            "anne": [(["heads"], ["heads"]), (["tails", "wrong"], ["tails"])],
            "bob": [(list(worlds), list(worlds))],
        },
        actual="wrong",
    )
    after = m.update(believed_announcement("~h", by="anne"))
    assert after.actual == "wrong·truth"
    assert after.holds("B_bob B_anne ~h & ~B_bob ~h")


@pytest.mark.parametrize(("action", "actual"), [(lie("h"), "tails"), (truthful("h"), "heads")])
def test_a_voice_from_outside_is_believed_by_all(action, actual):
    after = coin(actual).update(action)
    assert after.holds("C h")
    assert after.holds("h") is (actual == "heads")


def test_lies_in_private_are_believed_by_who_hears_them_alone():
    before = known_to_anne("tails")
    after = before.update(lie("h", by="anne", to="bob"))
    assert after.holds("B_bob h & ~B_carl h & B_carl ~Kw_bob h & B_bob B_carl ~Kw_bob h")
    assert after.holds("B_anne (~h & B_bob h)")
    by_voice = before.update(lie("h", to="bob"))
    assert by_voice.holds("B_bob h & B_anne ~B_bob h")


def test_lies_need_a_liar():
    with pytest.raises(PreconditionFailed, match=r"'heads': lie .*B_anne ¬h, .*false"):
        known_to_anne("heads").update(lie("h", by="anne"))


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_lies_keep_the_beliefs_of_the_liar_about_facts(seed):
    rng = Random(seed)
    compared = 0
    while compared < 30:
        structure = random_structure(rng, 8, "KD45")
        structure = replace(structure, weights={}, ranks={})
        if not structure.agents:
            continue
        speaker = structure.agents[0]
        fact, question = facts(rng, 3), facts(rng, 3)
        saying = believed_announcement(fact, by=speaker)
        before = KripkeModel.of(structure).at(structure.worlds[0])
        after = before.update(saying)
        assert after.holds(f.B(speaker, question)) == before.holds(f.B(speaker, question))
        for hearer in structure.agents[1:]:
            assert after.holds(f"B_{hearer} B_{speaker} ({fact})")
            assert properties(after.structure, hearer) >= {"transitive", "euclidean"}
        compared += 1


# ---- asking and looking


def test_a_question_says_that_its_asker_does_not_know():
    worlds = {"11": {"p", "q"}, "10": {"p"}, "01": {"q"}}
    m = KripkeModel.s5(
        worlds, {"a": [["11", "01"], ["10"]], "b": [["11", "10", "01"]]}, actual="11"
    )  # a sees q; "10" is where that tells her p
    assert not m.holds("Kw_b q")
    after = m.update(asking("p", by="a"))
    assert after.holds("C ~Kw_a p & K_b q")
    with pytest.raises(PreconditionFailed):
        m.at("10").update(asking("p", by="a"))


def test_who_is_asked_may_know_as_far_as_the_asker_knows():
    assert coin().update(asking("h", by="bob")).holds("C ~Kw_bob h")
    with pytest.raises(PreconditionFailed, match="M_bob Kw_carl h"):
        coin().update(asking("h", by="bob", of="carl"))
    assert known_to_anne().update(asking("h", by="bob", of="anne")).holds("C M_bob Kw_anne h")


@pytest.mark.parametrize(
    ("before", "event", "after"),
    [
        (known_to_anne("heads"), "yes", "C h"),
        (known_to_anne("tails"), "no", "C ~h"),
        (coin(), "unknown", "C ~Kw_anne h"),
    ],
)
def test_an_answer_is_yes_or_no_or_that_it_is_not_known(before, event, after):
    said = before.update(answering("h", by="anne"))
    assert said.actual == f"{before.actual}·{event}"
    assert said.holds(after)


def test_an_answer_to_some_is_noticed_by_the_others():
    after = known_to_anne("heads").update(answering("h", by="anne", to="bob"))
    assert after.holds("K_bob h & ~Kw_carl h & K_carl Kw_bob h & K_anne K_bob h")


def test_who_peeks_and_is_seen_peeking():
    after = coin().update(peek("h", by="anne"))
    assert after.holds("K_anne h & ~Kw_bob h & C Kw_anne h")
    assert list(after.worlds) == ["heads·yes", "tails·no"]


def test_who_peeks_unnoticed_is_believed_not_to_know():
    after = coin("tails").update(peek("h", by=["anne", "carl"], noticed=False))
    assert after.actual == "tails·no"
    assert after.holds("C_{anne,carl} ~h & B_bob ~Kw_anne h & ~Kw_bob h")
    assert properties(after.structure, "bob") >= KD45


def test_a_letter_that_is_read_and_one_that_may_have_been_read():
    read = coin().update(read_letter("h", by="anne"))
    assert read.holds("K_anne h & K_bob Kw_anne h")
    perhaps = coin().update(may_read("h", by="anne", read=True))
    assert perhaps.actual == "heads·yes"
    assert perhaps.holds("K_anne h & M_bob Kw_anne h & M_bob ~Kw_anne h")
    left = coin().update(may_read("h", by="anne", read=False))
    assert left.actual == "heads·unread"
    assert left.holds("~Kw_anne h & M_bob Kw_anne h & K_anne M_bob Kw_anne h")
    with pytest.raises(ModelError, match=r"yes and unread.*choose one.*event="):
        coin().update(may_read("h", by="anne"))
    assert coin().update(may_read("h", by="anne"), event="unread").holds("~Kw_anne h")


def test_both_may_have_read_the_letter():
    """Van Ditmarsch, van der Hoek and Kooi (2007), chapter 5: bothmayread."""
    both = actions.compose(may_read("h", by="anne", read=False), may_read("h", by="bob", read=True))
    after = coin().update(both)
    assert len(after) == 8
    assert after.holds("K_bob h & ~Kw_anne h & M_anne Kw_bob h & M_anne ~Kw_bob h & M_bob Kw_anne h & ~Kw_carl h")


# ---- changing facts


@pytest.mark.parametrize("engine", ["explicit", "symbolic"])
def test_a_new_atom_that_looks_misspelt_is_warned_of_where_the_update_is(engine):
    given = KripkeModel.s5({"up": {"heads", "door1"}, "down": set()}, {"bob": [["up", "down"]]}, actual="up")
    model = given if engine == "explicit" else SymbolicModel.from_explicit(given)
    with pytest.warns(UserWarning, match=r"new atom 'head'.* mean 'heads'.*atoms=\['head'\]") as caught:
        model.update(public_change({"head": "~heads"}))
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model.update([public_change({"heads": "~heads", "door2": "door1", "box": "true"}), "heads | ~heads"])


def test_a_public_change_is_seen_by_all():
    assert coin().update(public_change({"h": "~h"})).holds("~h & ~Kw_bob h")
    assert coin().update(public_change({"h": "false"})).holds("C ~h")
    assert coin().update(public_change({"h": "false"}, when="h")).holds("C ~h")
    with pytest.raises(PreconditionFailed, match=r"'tails': change needs h, .*false"):
        coin("tails").update(public_change({"h": "false"}, when="h"))


def test_sally_looks_for_the_marble_where_she_left_it():
    room = KripkeModel.s5({"start": {"basket"}}, {"sally": [["start"]], "anne": [["start"]]}, actual="start")
    after = room.update(private_change({"basket": "false", "box": "true"}, to="anne"))
    assert after.holds("box & ~basket & B_sally basket & B_anne (box & B_sally basket) & B_sally B_anne basket")
    assert properties(after.structure, "sally") == KD45


def test_shuffled_cards_may_lie_anywhere():
    places, cards = ["left", "middle", "right"], ["1", "2", "3"]
    deals = {"".join(order): {f"{p}={c}" for p, c in zip(places, order, strict=True)} for order in permutations(cards)}
    m = KripkeModel.s5(deals, {"dealer": [[d] for d in deals], "player": [[d] for d in deals]}, actual="123")
    assert m.holds("K_player left=1")
    action = shuffling(places, cards, seen_by="dealer")
    assert len(action.events) == 6
    after = m.update(action, event="left←middle middle←right right←left")
    assert after.holds("left=2 & middle=3 & right=1")
    assert after.holds(
        "Kv_dealer left & ~Kv_player left & K_player (left=1 | left=2 | left=3) & K_player Kv_dealer left"
    )
    assert after.holds("K_player ((left=1 & middle=2) -> right=3)")
    twice = after.update(action, event="left←right middle←left right←middle")
    assert twice.holds("left=1 & middle=2 & right=3")


def test_every_permutation_keeps_each_card_in_one_place():
    action = shuffling(["a", "b", "c", "d"], [1, 2])
    assert len(action.events) == 24
    for event in action.events.values():
        sources = [str(formula) for formula in event.post.values()]
        assert len(set(sources)) == len(sources)


def test_the_agents_who_see_a_shuffle_or_revise_after_a_lie_may_come_from_an_empty_generator():
    assert shuffling(["xy"], [1], seen_by=(agent for agent in ())) == shuffling(["xy"], [1])
    assert lie("p", by="a", revising=(agent for agent in ())) == lie("p", by="a")


# ---- what cannot be


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: private_announcement("p", to=[]), r"to \[\]: .*empty group; .*at least one"),
        (lambda: semi_private("p", to=[]), r"to \[\]: an empty group"),
        (lambda: announcement_whether("p", to=()), r"to \[\]: an empty group"),
        (lambda: peek("p", by=[]), r"by \[\]: an empty group"),
        (lambda: private_announcement("p", to=3), r"to 3: expected agents such as \['a', 'b'\]"),
        (lambda: private_announcement("p", to="no such name"), r"agent 'no such name': expected.* letters"),
        (lambda: private_change(["p"], to="a"), r"post \['p'\]: expected what changes"),
        (lambda: lie("p", by="a", revising="a"), r"revising a: .*not hear.*hearers"),
        (lambda: lie("p", to="b", revising="c"), r"revising c: .*not hear.*hearers"),
        (lambda: shuffling([], [1]), r"variables \[\]: expected at least one"),
        (lambda: shuffling(["x", "x"], [1]), "without duplicates"),
        (lambda: shuffling("xy", [1]), r"variables 'xy': expected a list.*"),
        (lambda: shuffling(["x", "y"], []), r"values \[\]: expected at least one"),
        (lambda: shuffling(["x", "y"], [1], seen_by=[3]), r"seen_by: expected the names of agents .*got 3"),
        (lambda: shuffling([f"x{i}" for i in range(8)], [1]), "8 variables have 40,320 permutations"),
    ],
)
def test_bad_arguments_are_refused(make, message):
    with pytest.raises((ModelError, TooLarge), match=message):
        make()


@pytest.mark.parametrize(
    "action",
    [
        semi_private("h", "dora"),
        announcement_whether("h", "dora"),
        peek("h", "dora"),
        lie("h", to="dora"),
        lie("h", by="dora"),
    ],
)
def test_an_agent_whom_the_model_has_not_is_named(action):
    with pytest.raises(UnknownAgent, match="no agent 'dora'"):
        coin().update(action)


def test_formulas_are_read_once_and_bad_ones_refused():
    for make in (announcement, announcement_whether, asking, lie, peek, semi_private):
        with pytest.raises(EpistemicError, match="column"):
            make("p &", **({"by": "a"} if make in (asking, peek) else {"to": "a"} if make is semi_private else {}))


def test_all_constructors_are_at_hand():
    assert set(actions.__all__) >= {"announcement", "private_announcement", "lie", "compose", "shuffling"}
