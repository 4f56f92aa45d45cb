"""What moves weights: evidence, likelihoods and trust; what belief never loses on the way; bad input."""

from __future__ import annotations

from fractions import Fraction
from pickle import dumps, loads
from random import Random

import numpy as np
import pytest
from believers import AGENTS, ATOMS, DYNAMIC, SHARES, believers, boolean, degree, names, pair, positions, questions
from effort import seeds, share
from hypothesis import given
from randoms import random_formula
from reference_graphs import plain

from kripke.change.actions.evidence import Evidence, Likelihood, Trust
from kripke.change.belief import believed, count_unsupported_classes, possible, weights
from kripke.change.update import announce
from kripke.checking import build
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom
from kripke.data.frames import violations
from kripke.data.relation import Relation
from kripke.semantics import best, see, truth
from logic import clauses as f
from logic.errors import EpistemicError, FormulaError
from logic.parser import parse

# ------------------------------------------------------------------------------------------- evidence


def moved(structure, agent, formula, gain, loss):
    """Evidence from its definition, on fractions by the worlds' names."""
    holds = {structure.worlds.name(i) for i in truth(plain(structure), formula)}
    old = weights(structure, agent)
    return {w: min(x + gain, Fraction(1)) if w in holds else max(x - loss, Fraction(0)) for w, x in old.items()}


@given(believers(), questions(DYNAMIC), SHARES, SHARES)
def test_evidence_is_what_its_definition_says(structure, formula, gain, loss):
    after = Evidence("a", formula, gain, loss).apply(structure)
    assert weights(after, "a") == moved(structure, "a", formula, gain, loss)
    assert weights(after, "b") == weights(structure, "b")
    assert after.relations == structure.relations
    assert after.weights["a"].threshold == structure.weights["a"].threshold


@pytest.mark.parametrize("power", [7, 9, 15, 18, 19, 20, 400])
def test_weights_are_exact_however_many_digits_they_have(power):
    tiny = Fraction(1, 10**power + 1)
    m = pair({"w": 1 - tiny, "v": Fraction(1, 3)})
    gain, loss = 1 - Fraction(1, 2**power), Fraction(3, 10**power)
    for action in (Evidence("a", "p", 0, loss), Evidence("a", "~p", gain, loss), Evidence("a", "p", tiny, gain / 3)):
        expected = moved(m, "a", action.formula, action.gain, action.loss)
        m = action.apply(m)
        assert weights(m, "a") == expected
        assert names(m, believed(m, "a", 0)) == {w for w, x in expected.items() if x >= Fraction(3, 10)}
        assert degree(m, "a", parse("p"), 0) == expected["w"] / sum(expected.values())


def test_six_tenths_less_fifteen_hundredths_twice_is_at_the_threshold_three_tenths():
    m = pair({"w": 0.6, "v": 0.6}, threshold=0.3)
    against = Evidence("a", "~p", gain=0.1, loss=0.15)
    m = against.apply(against.apply(m))
    assert weights(m, "a")["w"] == Fraction(3, 10)
    assert names(m, believed(m, "a", 0)) == {"w", "v"}
    m = against.apply(m)
    assert names(m, believed(m, "a", 0)) == {"v"}


def test_an_arrow_goes_and_comes_back_with_its_weight():
    m = pair({"w": 0.4, "v": 0.9})
    gone = Evidence("a", "~p", gain=0, loss=0.2).apply(m)
    back = Evidence("a", "p", gain=0.1, loss=0).apply(gone)
    assert [names(s, believed(s, "a", 0)) for s in (m, gone, back)] == [{"w", "v"}, {"v"}, {"w", "v"}]
    assert [len(extension(s, parse("B_a ~p"))) for s in (m, gone, back)] == [0, 2, 0]


def test_a_non_member_never_gets_weight_and_never_comes_back():
    m = build.kd45({"w": {"p"}, "v": set()}, {"a": [(["w", "v"], ["v"])]}, weights={"a": {"v": 0.5}}, threshold=0.3)
    for _ in range(20):
        m = Evidence("a", "p", gain=0.2, loss=0.2).apply(m)
    assert weights(m, "a") == {"v": 0}
    assert names(m, believed(m, "a", 0)) == {"v"}


def test_weights_stay_between_zero_and_one_and_wait_there():
    m = pair({"w": 0.95, "v": 0.05})
    m = Evidence("a", "p", gain=0.5, loss=0.5).apply(m)
    assert weights(m, "a") == {"w": 1, "v": 0}
    m = Evidence("a", "~p", gain=0.2, loss=0.2).apply(m)
    assert weights(m, "a") == {"w": Fraction(4, 5), "v": Fraction(1, 5)}


def test_where_a_class_would_lose_its_last_member_the_heaviest_stay_and_it_is_counted():
    worlds = {"u": {"p"}, "v": {"p"}, "w": set(), "x": set()}
    start = {"a": {"u": 0.4, "v": 0.4, "w": 0.35, "x": 0.9}}
    m = build.s5(worlds, {"a": [["u", "v", "w"], ["x"]]}, weights=start, threshold=0.3)
    assert count_unsupported_classes(m, "a") == 0
    m = Evidence("a", "false", gain=0.1, loss=0.15).apply(m)
    assert count_unsupported_classes(m, "a") == 1
    assert names(m, believed(m, "a", 0)) == {"u", "v"}
    m = Evidence("a", "false", gain=0, loss=1).apply(m)
    assert count_unsupported_classes(m, "a") == 2
    assert names(m, believed(m, "a", 0)) == {"u", "v", "w"}


@given(believers())
def test_classes_counted_as_emptied_are_those_without_a_member_at_the_threshold(structure):
    for agent in AGENTS:
        level, held = structure.weights[agent].threshold, weights(structure, agent)
        classes = {positions(possible(structure, agent, w)) for w in range(structure.size)}
        assert count_unsupported_classes(structure, agent) == sum(
            all(held[w] < level for w in cell) for cell in classes
        )


def test_evidence_about_beliefs_is_read_on_the_model_before_it():
    m = build.s5(
        {"w": {"p"}, "v": set()},
        {"a": [["w", "v"]], "b": [["w"], ["v"]]},
        weights={"a": {"w": 0.5, "v": 0.5}, "b": {"w": 0.5, "v": 0.5}},
        threshold=0.4,
    )
    surprised = Evidence("a", "B_a (p | ~p) & p & ~B_a p", gain=0.2, loss=0.2)
    m = surprised.apply(m)
    assert len(extension(m, parse("B_a p"))) == 2
    assert weights(surprised.apply(m), "a") == {"w": Fraction(1, 2), "v": Fraction(1, 10)}


@pytest.mark.slow
def test_large_models_are_moved_like_small_ones():
    rng = Random(3)
    n = 300
    worlds = {w: {p for p in ATOMS if rng.random() < 0.5} for w in range(n)}
    cells = [[w for w in worlds if w % 7 == k] for k in range(7)]
    members = {"a": [(cell, cell[::2]) for cell in cells], "b": [(range(n), range(n))]}
    given_weights = {
        a: {w: Fraction(rng.randint(0, 10), 10) for _, inside in pairs for w in inside} for a, pairs in members.items()
    }
    m = build.kd45(worlds, members, weights=given_weights, threshold=0.5, atoms=ATOMS)
    for action in (Evidence("a", "p & ~K_a q", 0.1, 0.15), Evidence("b", "B_a p | q", 0.03, 0.3)):
        expected = moved(m, action.agent, action.formula, action.gain, action.loss)
        m = action.apply(m)
        assert weights(m, action.agent) == expected
        oracle = plain(m)
        for w in range(0, n, 17):
            seen = see(oracle, action.agent, w)
            assert positions(possible(m, action.agent, w)) == seen
            assert positions(believed(m, action.agent, w)) == best(oracle, action.agent, seen)


# ------------------------------------------------------------------------------------------- likelihood


@given(believers(), boolean(), SHARES, SHARES)
def test_a_likelihood_is_bayes_in_each_class(structure, formula, yes, no):
    old = weights(structure, "a")
    holds = {structure.worlds.name(i) for i in truth(plain(structure), formula)}
    after = weights(Likelihood("a", {formula: yes, ~formula: no}, repair=True).apply(structure), "a")
    for w in range(structure.size):
        cell = positions(possible(structure, "a", w))
        joint = {v: old[v] * (yes if v in holds else no) for v in cell}
        total = sum(joint.values())
        for v in cell:
            assert after[v] == (joint[v] / total if total else old[v])


def test_the_order_of_independent_observations_does_not_count():
    worlds = {w: {x for k, x in enumerate("pq") if w >> k & 1} for w in range(4)}
    m = build.s5(worlds, {"a": [worlds]}, weights={"a": {0: 0.1, 1: 0.2, 2: 0.3, 3: 0.4}})
    one, two = Likelihood("a", {"p": 0.9, "~p": 0.2}), Likelihood("a", {"q": "1/3", "~q": "2/3"})
    assert one.apply(two.apply(m)).weights == two.apply(one.apply(m)).weights
    assert sum(weights(one.apply(m), "a").values()) == 1


def test_a_test_for_a_rare_illness():
    m = build.s5({"ill": {"i"}, "well": set()}, {"a": [["ill", "well"]]}, weights={"a": {"ill": 0.01, "well": 0.99}})
    positive = Likelihood("a", {"i": 0.9, "~i": 0.05})
    assert degree(positive.apply(m), "a", parse("i"), 0) == Fraction(9 * 20, 9 * 20 + 99 * 10)
    for _ in range(3):
        m = positive.apply(m)
    assert degree(m, "a", parse("i"), 0) > Fraction(98, 100)


def test_in_monty_halls_game_switching_wins_twice_in_three_times():
    worlds = {f"car{k}": {f"car={k}"} for k in (1, 2, 3)}
    m = build.s5(worlds, {"guest": [worlds]}, weights={"guest": dict.fromkeys(worlds, "1/3")})
    opens_3 = Likelihood("guest", {"car=1": "1/2", "car=2": 1, "car=3": 0})  # the guest has chosen door 1
    m = opens_3.apply(m)
    assert degree(m, "guest", parse("car=1"), 0) == Fraction(1, 3)
    assert degree(m, "guest", parse("car=2"), 0) == Fraction(2, 3)


@pytest.mark.parametrize(
    ("chances", "message"),
    [
        ({"p": 0.9}, r"world v no formula .* p;"),
        ({"p": 0.9, "~p": 0.2, "p | q": 0.1}, r"world w p and p ∨ q .*together"),
        ({"p": 0.9, "~p": 0.2, "true": 0.1, "~q": 1}, r"world w p, ⊤ and ¬q .*together"),
    ],
)
def test_likelihoods_must_cover_each_member_exactly_once(chances, message):
    m = build.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, weights={"a": {"w": 0.5, "v": 0.5}}, atoms=["p", "q"])
    with pytest.raises(ModelError, match=message) as error:
        Likelihood("a", chances).apply(m)
    assert "exactly one of the formulas" in str(error.value)


def test_worlds_that_nobody_of_hers_sees_need_no_likelihood():
    m = build.kd45({"w": {"p"}, "v": set()}, {"a": [(["w", "v"], ["w"])]}, weights={"a": {"w": 0.5}})
    assert weights(Likelihood("a", {"p": 0.3}).apply(m), "a") == {"w": 1}


def test_a_class_left_without_weight_is_an_error_or_keeps_its_weights_if_asked_to():
    m = build.s5(
        {"w": {"p"}, "v": set(), "u": {"p"}},
        {"a": [["w"], ["v", "u"]]},
        weights={"a": {"w": 0.5, "v": 0.25, "u": 0.25}},
    )
    chances = {"p": 0, "~p": 0.4}
    with pytest.raises(ModelError, match=r"of w .*likelihood is 0.*repair=True"):
        Likelihood("a", chances).apply(m)
    assert weights(Likelihood("a", chances, repair=True).apply(m), "a") == {"w": Fraction(1, 2), "v": 1, "u": 0}
    with pytest.raises(ModelError, match="all weights were 0 before"):
        Likelihood("a", {"true": 1}).apply(pair({"w": 0, "v": 0}))


# ------------------------------------------------------------------------------------------- trust


@given(believers(), SHARES)
def test_trust_is_linear_pooling_on_the_members_of_her_classes(structure, rate):
    mine, others = weights(structure, "a"), weights(structure, "b")
    after = Trust("a", "b", rate).apply(structure)
    assert weights(after, "a") == {w: x + rate * (others.get(w, 0) - x) for w, x in mine.items()}
    assert weights(after, "b") == others


@given(believers())
def test_trust_at_rate_nought_moves_nothing_and_full_trust_copies(structure):
    assert Trust("a", "b", 0).apply(structure).weights == structure.weights
    others = weights(structure, "b")
    copied = weights(Trust("a", "b", 1).apply(structure), "a")
    assert copied == {w: others.get(w, 0) for w in copied}


def test_trusting_long_enough_is_agreeing_with_what_the_other_believes():
    m = build.s5(
        {"w": {"p"}, "v": set()},
        {"a": [["w", "v"]], "b": [["w", "v"]]},
        weights={"a": {"w": 0, "v": 1}, "b": {"w": 1, "v": 0}},
        threshold=0.5,
    )
    m = Trust("a", "b", rate=0.05).apply(m)
    assert weights(m, "a") == {"w": Fraction(1, 20), "v": Fraction(19, 20)}
    for _ in range(20):
        m = Trust("a", "b", rate=0.05).apply(m)
    assert len(extension(m, parse("B_a p & B_b p"))) == 2


# ------------------------------------------------------------------------------------------- long sequences


def explicit_belief(structure, agent):
    """The relation of belief as the pairs that `believed` gives, world by world."""
    pairs = [(w, v) for w in range(structure.size) for v in sorted(positions(believed(structure, agent, w)))]
    sources, targets = np.array(pairs, dtype=np.intp).T
    return Relation.from_edges(structure.size, sources, targets)


def random_believers(rng, n):
    worlds = {w: {p for p in ATOMS if rng.random() < 0.5} for w in range(n)}
    members = {}
    for agent in "abc":
        cells = {}
        for w in worlds:
            cells.setdefault(rng.randrange(2), []).append(w)
        members[agent] = [(cell, [w for w in cell if rng.random() < 0.7] or cell[:1]) for cell in cells.values()]
    shares = {a: {w: rng.random() for _, inside in cells for w in inside} for a, cells in members.items()}
    return build.kd45(worlds, members, weights=shares, threshold=0.4, atoms=(*ATOMS, "x=1", "x=2", "x=3"))


def random_action(rng):
    agent, other = rng.sample("abc", 2)
    formula = random_formula(rng, ("a", "b", "c"), 4)
    kind = rng.random()
    if kind < 0.7:
        return Evidence(agent, formula, rng.choice([0.02, 0.1, 0.3]), rng.choice([0.03, 0.15, 0.5]))
    if kind < 0.85:
        return Trust(agent, other, rng.choice([0.05, 0.5, 1]))
    return Likelihood(agent, {formula: rng.choice([0, 0.2, 1]), ~formula: rng.choice([0.1, 0.9])}, repair=True)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_belief_stays_kd45_over_many_updates(seed):
    rng = Random(seed)
    start = structure = random_believers(rng, 7)
    outside = {a: ~start.relations[a].members for a in start.agents}
    changes = repairs = 0
    for _ in range(share(3_000)):
        action = random_action(rng)
        before, structure = structure, action.apply(structure)
        agent = action.agent
        relation = explicit_belief(structure, agent)
        lacking = violations(relation)
        assert not {"serial", "transitive", "euclidean"} & lacking.keys(), (action, lacking)
        assert not outside[agent][relation.edges[1]].any(), "a non-member is believed possible"
        numerators = np.array([bool(x) for x in structure.weights[agent].numerators])
        assert not numerators[outside[agent]].any(), "a non-member has weight"
        assert structure.relations[agent] is start.relations[agent]
        assert all(0 <= x <= structure.weights[agent].denominator for x in structure.weights[agent].numerators)
        changes += relation != explicit_belief(before, agent)
        repairs += count_unsupported_classes(structure, agent) > 0
    assert changes > share(200)
    assert repairs > 0


def test_denominators_do_not_grow_with_evidence():
    m = pair({"w": 0.5, "v": 0.5})
    rng = Random(1)
    for _ in range(500):
        m = Evidence("a", rng.choice(["p", "~p"]), gain=0.1, loss=0.15).apply(m)
        assert m.weights["a"].denominator <= 20


def test_equal_weights_are_equal_however_they_came_about():
    m = pair({"w": 0.5, "v": 0.25})
    there_and_back = Evidence("a", "true", 0.125, 0).apply(Evidence("a", "false", 0, 0.125).apply(m))
    assert there_and_back.weights == m.weights
    assert announce(pair({"w": 0.5, "v": 1 / 8}), parse("p")).weights["a"].denominator == 2


# ------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan"), float("inf"), "much", True, [], "1/0"])
@pytest.mark.parametrize(
    "make",
    [
        lambda x: Evidence("a", "p", gain=x, loss=0.1),
        lambda x: Evidence("a", "p", gain=0.1, loss=x),
        lambda x: Trust("a", "b", rate=x),
        lambda x: Likelihood("a", {"p": x, "~p": 0.5}),
        lambda x: pair({"w": x, "v": 0.5}),
        lambda x: pair({"w": 0.5, "v": 0.5}, threshold=x),
    ],
    ids=["gain", "loss", "rate", "likelihood", "weight", "threshold"],
)
def test_a_number_that_is_no_share_is_refused_and_shown(make, value):
    with pytest.raises(FormulaError, match=r"expected a (finite )?number") as error:
        make(value)
    assert any(word in str(error.value) for word in ("gain", "loss", "rate", "likelihood", "weight", "threshold"))


ACTIONS = {
    "evidence": lambda agent, formula: Evidence(agent, formula, 0.1, 0.1),
    "likelihood": lambda agent, formula: Likelihood(agent, {formula: 0.5, f"~({formula})": 0.5}),
}


@pytest.mark.parametrize("make", ACTIONS.values(), ids=ACTIONS.keys())
def test_unknown_names_are_errors_with_a_near_miss(make):
    m = build.s5({"w": {"muddy"}}, {"anne": [["w"]]}, weights={"anne": {"w": 1}})
    with pytest.raises(UnknownAgent, match=r"no agent 'ann'.* mean 'anne'"):
        make("ann", "muddy").apply(m)
    with pytest.raises(UnknownAtom, match=r"no atom 'mudy'.* mean 'muddy'"):
        make("anne", "mudy").apply(m)
    with pytest.raises(UnknownAgent, match="K_ann muddy: no agent 'ann'"):
        make("anne", "K_ann muddy").apply(m)
    with pytest.raises(UnknownAgent, match=r"no agent 'ann'.* mean 'anne'"):
        Trust("anne", "ann", 0.1).apply(m)


@pytest.mark.parametrize(
    "change",
    [
        lambda m, a: Evidence(a, "p", 0.1, 0.1).apply(m),
        lambda m, a: Likelihood(a, {"p": 1, "~p": 0}).apply(m),
        lambda m, a: Trust(a, "c", 0.1).apply(m),
        lambda m, a: Trust("c", a, 0.1).apply(m),
        weights,
        count_unsupported_classes,
    ],
    ids=["evidence", "likelihood", "trust", "trusted", "weights", "emptied"],
)
def test_an_agent_without_weights_is_told_how_to_get_them(change):
    m = build.s5(
        {"w": {"p"}, "v": set()},
        {"a": [["w", "v"]], "b": [["w", "v"]], "c": [["w", "v"]]},
        ranks={"b": {"w": 0, "v": 1}},
        weights={"c": {"w": 1, "v": 1}},
    )
    with pytest.raises(ModelError, match=r"agent a: .*no weights; .*weights="):
        change(m, "a")
    with pytest.raises(ModelError, match=r"agent b: .*no weights.*ranks.*radical_upgrade"):
        change(m, "b")


@pytest.mark.parametrize("chances", [{}, None, 0.5, "p", []])
def test_likelihoods_that_are_none_are_refused(chances):
    with pytest.raises(ModelError, match="expected likelihoods of formulas"):
        Likelihood("a", chances)


@pytest.mark.parametrize("agent", [3, None, ["a"]])
def test_an_agent_is_a_name(agent):
    for make in (
        lambda: Evidence(agent, "p", 0.1, 0.1),
        lambda: Trust("a", agent, 0.1),
        lambda: Trust(agent, "a", 0.1),
        lambda: Likelihood(agent, {"p": 1}),
    ):
        with pytest.raises(EpistemicError, match=r"agent .*expected.* name"):
            make()


@pytest.mark.parametrize(
    "action",
    [Evidence("a", "p -> q", 0.1, "1/3"), Likelihood("a", {"p": 0.9, "~p": 0.2}, repair=True), Trust("a", "b", 0.05)],
)
def test_actions_are_values(action):
    assert loads(dumps(action)) == action
    assert hash(loads(dumps(action))) == hash(action)
    with pytest.raises(AttributeError):
        action.agent = "b"


def test_an_action_keeps_its_numbers_exact():
    action = Evidence("a", "p", gain=0.1, loss="3/20")
    assert (action.gain, action.loss) == (Fraction(1, 10), Fraction(3, 20))
    assert Likelihood("a", {"p": 0.9}).chances == ((f.Atom("p"), Fraction(9, 10)),)


def test_messages_shorten_a_long_name_of_an_agent():
    name = "a" * 5_000
    for make in (lambda: Evidence(name, "p", 5, 0), lambda: Likelihood(name, 5), lambda: Trust(name, "b", 5)):
        with pytest.raises(EpistemicError, match="aaa…aaa") as raised:
            make()
        assert len(str(raised.value)) < 200
