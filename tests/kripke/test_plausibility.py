"""Plausibility: the textbook's laws of belief by ranks, and upgrades by soft information.

BS: Baltag and Smets (2008), doi:10.1007/978-3-319-20451-2_39. vB: van Benthem (2007), doi:10.3166/jancl.17.129-155.
AGM: Alchourrón, Gärdenfors and Makinson (1985), doi:10.2307/2274239. B: Board (2004), doi:10.1016/j.geb.2003.10.006.
"""

from __future__ import annotations

from itertools import product
from pickle import dumps, loads

import pytest
from believers import AGENTS, DYNAMIC, believers, boolean, positions, questions
from effort import examples
from hypothesis import given
from hypothesis import strategies as st

from kripke.change.actions.evidence import Evidence, conservative_upgrade, radical_upgrade
from kripke.change.belief import believed, possible
from kripke.change.update import announce
from kripke.checking import build, observations
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom
from kripke.data.structure import Structure
from logic.errors import ParseError
from logic.parser import parse
from logic.shared import substitute

SAFE = {
    "distribution (BS)": "Bsafe_a (p -> q) -> Bsafe_a p -> Bsafe_a q",
    "S4.3: truth (BS)": "Bsafe_a p -> p",
    "S4.3: positive introspection (BS)": "Bsafe_a p -> Bsafe_a Bsafe_a p",
    "S4.3: connectedness (BS)": "Bsafe_a (Bsafe_a p -> q) | Bsafe_a (Bsafe_a q -> p)",
    "knowledge is safe (BS)": "K_a p -> Bsafe_a p",
    "safe belief is belief (BS)": "Bsafe_a p -> B_a p",
    "belief is the possibility of safe belief (BS)": "B_a p <-> M_a Bsafe_a p",
    "safe belief is belief under every true condition (BS)": "Bsafe_a p & q -> B_a[q] p",
    "conditional belief from knowledge and safe belief (BS)": ("B_a[q] p <-> (M_a q -> M_a (q & Bsafe_a (q -> p)))"),
    "strong belief from belief, knowledge and safe belief (BS)": "Bstrong_a p <-> B_a p & K_a (p -> Bsafe_a p)",
    "strong belief is belief (BS)": "Bstrong_a p -> B_a p",
    "strong belief withstands what is compatible with it (BS)": "Bstrong_a p & M_a (q & p) -> B_a[q] p",
    "strong belief is known (BS)": "Bstrong_a p -> K_a Bstrong_a p",
    "knowledge is belief under every condition (BS)": "K_a p <-> B_a[~p] p",
}
NO_LAWS = {
    "safe belief is not negatively introspective": "~Bsafe_a p -> Bsafe_a ~Bsafe_a p",
    "belief need not be safe": "B_a p & p -> Bsafe_a p",
    "belief need not be strong": "B_a p -> Bstrong_a p",
    "strong belief need not be knowledge": "Bstrong_a p -> K_a p",
    "safe belief need not be strong": "Bsafe_a p -> Bstrong_a p",
    "strong belief is not closed under consequence": "Bstrong_a (p & q) -> Bstrong_a p",
    "belief may be false": "B_a p -> p",
}
CONDITIONAL = {
    "K*1: closure (AGM)": "B_a[p] (q -> r) -> B_a[p] q -> B_a[p] r",
    "K*2: success (AGM)": "B_a[p] p",
    "K*3: inclusion (AGM)": "B_a[p] q -> B_a (p -> q)",
    "K*4: vacuity (AGM)": "~B_a ~p & B_a q -> B_a[p] q",
    "K*5: consistency (AGM)": "M_a p -> ~B_a[p] false",
    "K*6: extensionality (AGM)": "K_a (p <-> q) -> (B_a[p] r <-> B_a[q] r)",
    "K*7: superexpansion (AGM)": "B_a[p & q] r -> B_a[p] (q -> r)",
    "K*8: subexpansion (AGM)": "~B_a[p] ~q & B_a[p] r -> B_a[p & q] r",
    "cautious monotony (B)": "B_a[p] q & B_a[p] r -> B_a[p & q] r",
    "cut (B)": "B_a[p] q & B_a[p & q] r -> B_a[p] r",
    "disjunction in the condition": "B_a[p] r & B_a[q] r -> B_a[p | q] r",
    "positive introspection (B)": "B_a[p] q -> K_a B_a[p] q",
    "negative introspection (B)": "~B_a[p] q -> K_a ~B_a[p] q",
    "what is known is believed on any condition (B)": "K_a p -> B_a[q] p",
    "belief is belief on no condition (B)": "B_a p <-> B_a[true] p",
}
HARD = {
    "facts (vB)": "[p] q <-> (p -> q)",
    "belief (vB)": "[p] B_a q <-> (p -> B_a[p] q)",
    "conditional belief (vB)": "[p] B_a[q] r <-> (p -> B_a[p & q] r)",
    "safe belief (BS)": "[p] Bsafe_a q <-> (p -> Bsafe_a (p -> q))",
}

# What holds after an upgrade with p, for facts q and r: what held before. The laws of conditional belief are vB's.
RADICAL = {
    "B_a[q] r": "(M_a (p & q) & B_a[p & q] r) | (~M_a (p & q) & B_a[q] r)",
    "B_a r": "(M_a p & B_a[p] r) | (~M_a p & B_a r)",
    "K_a r": "K_a r",
    "Bsafe_a r": "(p -> Bsafe_a (p -> r)) & (~p -> Bsafe_a (~p -> r) & K_a (p -> r))",
}
CONSERVATIVE = {
    "B_a[q] r": "(B_a[p] ~q & B_a[q] r) | (~B_a[p] ~q & B_a[p & q] r)",
    "B_a r": "(M_a p & B_a[p] r) | (~M_a p & B_a r)",
    "K_a r": "K_a r",
}


def holds_everywhere(structure, formula) -> bool:
    return len(extension(structure, formula)) == structure.size


def instance(law, p, q, r):
    return substitute(parse(law), {"p": p, "q": q, "r": r})


anything = questions(max_leaves=3)


@pytest.mark.parametrize("law", SAFE.values(), ids=SAFE.keys())
@examples(25)
@given(structure=believers("ranks", "S5"), p=anything, q=anything)
def test_a_law_of_safe_and_strong_belief_holds_on_every_plausibility_model(law, structure, p, q):
    assert holds_everywhere(structure, parse(law))
    assert holds_everywhere(structure, instance(law, p, q, p))


@pytest.mark.parametrize("formula", NO_LAWS.values(), ids=NO_LAWS.keys())
def test_what_is_no_law_fails_on_a_plausibility_model_that_is_found(formula):
    question = parse(formula)
    assert not all(holds_everywhere(model, question) for n in (2, 3) for model in plausibility_models(n))


def plausibility_models(n):
    """All models of n worlds, which agent a cannot tell apart, by their ranks and by where p and q are true."""
    for facts, ranks in product(product(([], ["p"], ["q"], ["p", "q"]), repeat=n), product(range(n), repeat=n)):
        yield build.s5(dict(enumerate(facts)), {"a": [range(n)]}, atoms=["p", "q"], ranks={"a": dict(enumerate(ranks))})


@pytest.mark.parametrize("law", CONDITIONAL.values(), ids=CONDITIONAL.keys())
@examples(30)
@given(structure=believers("ranks") | believers("weights"), p=anything, q=anything, r=anything)
def test_a_postulate_of_belief_revision_holds_of_conditional_belief_by_ranks_and_by_thresholds(law, structure, p, q, r):
    assert holds_everywhere(structure, parse(law))
    assert holds_everywhere(structure, instance(law, p, q, r))


@pytest.mark.parametrize("law", HARD.values(), ids=HARD.keys())
@examples(30)
@given(structure=believers("ranks", "S5"), p=anything, q=boolean(), r=boolean())
def test_a_reduction_law_of_hard_information_holds(law, structure, p, q, r):
    assert holds_everywhere(structure, instance(law, p, q, r))


@given(believers("ranks", "S5"), questions(DYNAMIC, max_leaves=4))
def test_an_announcement_leaves_the_ranks_of_the_worlds_that_stay(structure, formula):
    kept = sorted(positions(extension(structure, formula)))
    if kept:
        after = announce(structure, formula)
        assert after.ranks == {agent: tuple(ranks[i] for i in kept) for agent, ranks in structure.ranks.items()}


# ------------------------------------------------------------------------------------------- upgrades


def more_plausible(structure: Structure, agent: str) -> set[tuple[int, int]]:
    """The pairs of members of one class of which the agent finds the first at least as plausible as the second."""
    ranks = structure.ranks[agent]
    return {
        (w, v)
        for look in range(structure.size)
        for w in positions(possible(structure, agent, look))
        for v in positions(possible(structure, agent, look))
        if ranks[w] <= ranks[v]
    }


def upgraded_by_definition(structure, agent, front):
    """In each class: what is in front of the rest, the old order inside both."""
    old = more_plausible(structure, agent)
    together = old | {(v, w) for w, v in old}
    return {
        (w, v)
        for w, v in together
        if (w in front and v not in front) or ((w in front) == (v in front) and (w, v) in old)
    }


@given(believers("ranks"), questions(DYNAMIC))
def test_the_radical_upgrade_is_the_lexicographic_one(structure, formula):
    front = positions(extension(structure, formula))
    after = radical_upgrade(formula).apply(structure)
    for agent in AGENTS:
        assert more_plausible(after, agent) == upgraded_by_definition(structure, agent, front)


@given(believers("ranks"), questions(DYNAMIC))
def test_the_conservative_upgrade_moves_the_most_plausible_worlds_of_the_formula_only(structure, formula):
    holds = positions(extension(structure, formula))
    after = conservative_upgrade(formula).apply(structure)
    for agent in AGENTS:
        old = more_plausible(structure, agent)
        cells = [positions(possible(structure, agent, w)) & holds for w in range(structure.size)]
        front = {w for cell in cells for w in cell if all((w, v) in old for v in cell)}
        assert more_plausible(after, agent) == upgraded_by_definition(structure, agent, front)


@pytest.mark.parametrize(
    ("upgrade", "later", "before"),
    [(radical_upgrade, *law) for law in RADICAL.items()]
    + [(conservative_upgrade, *law) for law in CONSERVATIVE.items()],
    ids=[*(f"radical: {law}" for law in RADICAL), *(f"conservative: {law}" for law in CONSERVATIVE)],
)
@examples(40)
@given(structure=believers("ranks", "S5"), p=anything, q=boolean(), r=boolean())
def test_what_is_believed_after_an_upgrade_follows_from_what_was_believed(upgrade, later, before, structure, p, q, r):
    after = upgrade(p).apply(structure)
    assert extension(after, instance(later, p, q, r)) == extension(structure, instance(before, p, q, r))


@given(believers("ranks"), boolean(), st.sampled_from([radical_upgrade, conservative_upgrade]))
def test_after_an_upgrade_a_possible_fact_is_believed(structure, fact, upgrade):
    after = upgrade(fact).apply(structure)
    for agent in AGENTS:
        possible_before = extension(structure, parse(f"M_{agent} ({fact})"))
        assert positions(possible_before) <= positions(extension(after, parse(f"B_{agent} ({fact})")))


@given(believers("ranks"), boolean())
def test_after_a_radical_upgrade_a_possible_fact_is_strongly_believed(structure, fact):
    after = radical_upgrade(fact).apply(structure)
    strongly = positions(extension(after, parse(f"Bstrong_a ({fact})")))
    assert strongly == positions(extension(structure, parse(f"M_a ({fact})")))


@given(believers("ranks"), boolean(), st.sampled_from([radical_upgrade, conservative_upgrade]))
def test_an_upgrade_with_a_fact_twice_is_once(structure, fact, upgrade):
    once = upgrade(fact).apply(structure)
    assert upgrade(fact).apply(once).ranks == once.ranks


@given(believers("ranks"), questions(), st.sampled_from([radical_upgrade, conservative_upgrade]))
def test_ranks_after_an_upgrade_have_no_gaps_and_relations_stay(structure, formula, upgrade):
    after = upgrade(formula).apply(structure)
    for agent in AGENTS:
        assert set(after.ranks[agent]) == set(range(max(after.ranks[agent]) + 1))
    assert after.relations == structure.relations
    assert after.valuation == structure.valuation


def test_soft_moorean_information_defeats_itself():
    m = build.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, ranks={"a": {"w": 1, "v": 0}})
    after = radical_upgrade("p & ~B_a p").apply(m)
    assert len(extension(after, parse("B_a p & B_a ~(p & ~B_a p)"))) == 2


def test_radical_and_conservative_upgrades_part_on_the_second_best_world():
    worlds = {"mammal": {"m"}, "flying mammal": {"m", "f"}, "flying": {"f"}, "neither": set()}
    ranks = {"a": {"neither": 0, "flying": 1, "mammal": 2, "flying mammal": 3}}
    m = build.s5(worlds, {"a": [worlds]}, ranks=ranks)
    radical, conservative = radical_upgrade("m").apply(m), conservative_upgrade("m").apply(m)
    assert by_rank(radical) == ["mammal", "flying mammal", "neither", "flying"]
    assert by_rank(conservative) == ["mammal", "neither", "flying", "flying mammal"]
    assert len(extension(radical, parse("B_a[f] m"))) == 4
    assert len(extension(conservative, parse("B_a[f] ~m"))) == 4


def by_rank(structure):
    ranks = structure.ranks["a"]
    return [structure.worlds.name(i) for i in sorted(range(structure.size), key=lambda i: ranks[i])]


@given(believers("ranks"), boolean(), st.sampled_from([radical_upgrade, conservative_upgrade]))
def test_an_upgrade_of_a_group_leaves_the_others_as_they_were(structure, fact, upgrade):
    after = upgrade(fact, agents=["a"]).apply(structure)
    assert after.ranks["b"] == structure.ranks["b"]
    assert after.ranks["a"] == upgrade(fact).apply(structure).ranks["a"]
    assert upgrade(fact, agents="a") == upgrade(fact, agents=["a"])


def test_an_agent_without_ranks_found_all_equally_plausible_before():
    m = observations.from_observations(["p", "q"], {"a": ["q"], "b": []})
    assert m.cube is not None
    after = radical_upgrade("p").apply(m)
    assert len(extension(after, parse("B_a p & B_b p & ~K_a p & B_b[~p] ~p & ~B_b q & Bsafe_b true"))) == 4
    assert len(believed(after, "a", 0)) == 1


def test_upgrades_of_large_models_are_those_of_small_ones():
    worlds = {w: {"p"} if w % 3 == 0 else set() for w in range(900)}
    members = {"a": [(list(worlds)[k::2], list(worlds)[k::4]) for k in (0, 1)]}
    m = build.kd45(worlds, members, ranks={"a": {w: w % 7 for w in worlds}})
    for upgrade, front in ((radical_upgrade, lambda w: w % 3 == 0), (conservative_upgrade, lambda w: w % 21 == 0)):
        after = upgrade("p").apply(m).ranks["a"]
        in_a_class = range(0, 900, 4)
        expected = sorted(in_a_class, key=lambda w: (not front(w), w % 7))
        assert sorted(in_a_class, key=lambda w: after[w]) == expected
        assert len({after[w] for w in in_a_class if front(w)} & {after[w] for w in in_a_class if not front(w)}) == 0


# ------------------------------------------------------------------------------------------- bad input

both = pytest.mark.parametrize("upgrade", [radical_upgrade, conservative_upgrade])


@both
def test_unknown_names_are_errors_with_a_near_miss(upgrade):
    m = build.s5({"w": {"muddy"}}, {"anne": [["w"]]})
    with pytest.raises(UnknownAgent, match=r"no agent 'ann'.* mean 'anne'"):
        upgrade("muddy", agents=["ann"]).apply(m)
    with pytest.raises(UnknownAtom, match=r"no atom 'mudy'.* mean 'muddy'"):
        upgrade("mudy").apply(m)
    with pytest.raises(ParseError):
        upgrade("muddy &")


@both
def test_an_agent_with_weights_or_without_classes_is_named_and_can_be_left_out(upgrade):
    worlds = {"w": {"p"}, "v": set()}
    m = build.from_relations(
        worlds,
        {"a": [("w", "w"), ("v", "v")], "b": [("w", "v"), ("v", "w")], "c": [(x, y) for x in worlds for y in worlds]},
        weights={"a": {"w": 0.5, "v": 0.5}},
    )
    with pytest.raises(ModelError, match=r"agent a: .*weights.*ranks; use Evidence"):
        upgrade("p").apply(m)
    with pytest.raises(ModelError, match=r"agent b: .*not transitive.*agents="):
        upgrade("p", agents=["b"]).apply(m)
    after = upgrade("p", agents=["c"]).apply(m)
    assert after.ranks == {"c": (0, 1)}
    assert after.weights == Evidence("a", "p", 0, 0).apply(m).weights


@both
@pytest.mark.parametrize("agents", [[], [3], [None]])
def test_a_group_is_a_list_of_names(upgrade, agents):
    with pytest.raises(ModelError, match="expected names"):
        upgrade("p", agents=agents)


@both
def test_upgrades_are_values(upgrade):
    action = upgrade("p -> q", agents=["a", "b"])
    assert loads(dumps(action)) == action
    assert len({action, upgrade("p -> q", agents=["b", "a"])}) == 1
