"""Explanations on diagrams: what they say is true, counterexamples are near, and states of many atoms stay readable."""

import json
import re
from random import Random

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from randoms import ATOMS, random_event_model, random_formula
from reasons_checked import check

from kripke.change.event import Event, EventModel
from kripke.checking import build, observations
from kripke.data.errors import ModelError, UnknownAgent
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.laws.constraints import at_least, exactly, exactly_one
from kripke.symbolic.structures.algebra import SymbolicAlgebra
from kripke.symbolic.structures.beliefs import prime
from kripke.symbolic.structures.states import States, seen_from, union
from kripke.why.explanation import Explanation
from logic import clauses as f
from logic.formula import Formula
from logic.parser import parse

SEEDS = st.integers(0, 2**32)
AGENTS = ("a", "b", "c")

CHILDREN = [f"m{i}" for i in range(1, 4)]
SEES = {agent: [m for m in CHILDREN if m != own] for agent, own in zip("abc", CHILDREN, strict=True)}
MUDDY = SymbolicModel(CHILDREN, "m1 | m2 | m3", SEES, {"m1", "m2"})

HUNDRED = [f"m{i}" for i in range(100)]
CROWD = SymbolicModel(
    HUNDRED,
    at_least(1, HUNDRED),
    {f"a{i}": [m for m in HUNDRED if m != f"m{i}"] for i in range(100)},
    HUNDRED[:60],
)

PLAYERS = ("north", "east", "south", "west")
CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
HANDS = {player: [f"{player}({card})" for card in CARDS] for player in PLAYERS}
BRIDGE = SymbolicModel(
    [f"{player}({card})" for card in CARDS for player in PLAYERS],
    [exactly_one([f"{player}({card})" for player in PLAYERS]) for card in CARDS]
    + [exactly(13, hand) for hand in HANDS.values()],
    HANDS,
    {f"{PLAYERS[i % 4]}({card})" for i, card in enumerate(CARDS)},
)


def boolean(rng: Random, size: int) -> Formula:
    """A formula without modalities, of about this number of nodes."""
    if size <= 1:
        return f.Atom(rng.choice(ATOMS))
    if rng.random() < 0.2:
        return f.Not(boolean(rng, size - 1))
    part = rng.randint(1, size - 1)
    clause = rng.choice([f.And, f.Or, f.Xor, f.Implies, f.Iff])
    return clause(boolean(rng, part), boolean(rng, size - part))


def random_pair(rng: Random) -> tuple[SymbolicModel, Structure]:
    """The same model on diagrams and listed: observed formulas, and in half of the cases relations of some agents."""
    while True:
        law = boolean(rng, rng.randint(1, 8))
        observes = {agent: [boolean(rng, rng.randint(1, 4)) for _ in range(rng.randint(0, 4))] for agent in AGENTS}
        relations = {agent: _relation(rng) for agent in AGENTS if rng.random() < 0.25}
        try:
            listed = observations.from_observations(ATOMS, observes, law)
            actual = rng.choice(list(listed.worlds))
            model = SymbolicModel(ATOMS, law, observes, actual, relations=relations)
        except ModelError:
            continue
        return model, _related(listed, relations) if relations else listed


def _relation(rng: Random) -> Formula:
    """A boolean formula over atoms here and there."""
    return f.Or(boolean(rng, 3), _there(boolean(rng, 4)))


def _there(formula: Formula) -> Formula:
    if isinstance(formula, f.Atom):
        return f.Atom(prime(formula.name))
    return type(formula)(*[_there(child) for child in formula.children])


def _related(listed: Structure, relations: dict[str, Formula]) -> Structure:
    """The listed model with those of each agent's pairs for which her formula holds, found by listing all pairs."""
    doubled = [*ATOMS, *map(prime, ATOMS)]
    inside = {agent: KripkeModel.from_observations(doubled, {}).extension(said) for agent, said in relations.items()}
    pairs = {}
    for agent, relation in listed.relations.items():
        here, there = relation.edges
        named = [(listed.worlds[int(i)], listed.worlds[int(j)]) for i, j in zip(here, there, strict=True)]
        pairs[agent] = [(v, w) for v, w in named if agent not in inside or v | {prime(p) for p in w} in inside[agent]]
    return build.from_relations({w: w for w in listed.worlds}, pairs, None, ATOMS)


def text(model: SymbolicModel, formula: str) -> str:
    return str(model.check(formula).explain())


# ------------------------------------------------------------------------------------------------- sets of states


@examples(50)
@given(SEEDS)
def test_the_states_that_an_agent_sees_are_those_of_the_listed_model(seed):
    rng = Random(seed)
    model, listed = random_pair(rng)
    made = model.knowledge
    (actual,) = made.actuals
    place = listed.worlds.position(made.name(actual))
    looks = [seen_from(SymbolicAlgebra(made), [agent], actual) for agent in AGENTS]
    expected = [{listed.worlds[int(i)] for i in listed.relations[agent].successors(place)} for agent in AGENTS]
    for look, worlds in zip(looks, expected, strict=True):
        found = look.near(actual)
        assert {made.name(state) for state in found} == worlds
        assert len(found) == look.size == len(worlds)
    together = union(looks)
    assert {made.name(state) for state in together.near(None)} == set().union(*expected)
    assert together.size == len(set().union(*expected))


@examples(50)
@given(SEEDS)
def test_no_state_of_a_set_is_nearer_than_the_first(seed):
    rng = Random(seed)
    model, _ = random_pair(rng)
    here = model.knowledge.actuals[0]
    among = States(model.knowledge) & model.knowledge.atoms[rng.choice(ATOMS)]
    differences = [state ^ here for state in among.near(here)]
    for other in differences[1:]:
        assert other & differences[0] != other


def test_few_of_astronomically_many_states_are_picked_without_listing_them():
    everything = States(CROWD.knowledge)
    assert everything.size == 2**100 - 1
    near = everything.near(CROWD.knowledge.actuals[0], 20)
    assert near[0] == CROWD.knowledge.actuals[0]
    assert len(set(near)) == 20
    assert all(CROWD.knowledge.lawful(state) for state in near)


def test_a_deal_that_an_agent_cannot_rule_out_is_another_deal():
    here = BRIDGE.knowledge.actuals[0]
    (there,) = (
        seen_from(SymbolicAlgebra(BRIDGE.knowledge), ["north"], here) & BRIDGE.knowledge.atoms["east(SQ)"]
    ).near(here, 1)
    names = BRIDGE.knowledge.name(there)
    assert "east(SQ)" in names
    assert names & set(HANDS["north"]) == BRIDGE.actual & set(HANDS["north"])
    assert sorted(sum(atom in names for atom in hand) for hand in HANDS.values()) == [13] * 4
    assert (here ^ there).bit_count() <= 6, "two or three cards have changed hands"


# --------------------------------------------------------------------------------------------------------- reasons


@examples(50)
@given(SEEDS)
def test_every_reason_is_true_by_the_slow_semantics(seed):
    rng = Random(seed)
    model, listed = random_pair(rng)
    formula = random_formula(rng, AGENTS, rng.randint(2, 12))
    check(listed, model.check(formula).explain(size=60))


@examples(50)
@given(SEEDS)
def test_a_verdict_says_what_the_listed_model_says(seed):
    rng = Random(seed)
    model, listed = random_pair(rng)
    formula = random_formula(rng, AGENTS, 8)
    verdict, expected = model.check(formula), KripkeModel.of(listed).check(formula, at=model.actual)
    assert verdict.holds == bool(verdict) == expected.holds
    assert verdict.world == expected.world
    assert verdict.count == len(expected.extension)
    assert verdict.extension == expected.extension


@examples(50)
@given(SEEDS)
def test_reasons_on_diagrams_are_those_of_the_listed_model(seed):
    """The same steps down to the leaves, wherever there is one way to explain; a witness may be another one."""
    rng = Random(seed)
    model, listed = random_pair(rng)
    formula = random_formula(rng, AGENTS, 6)
    one = model.check(formula).explain()
    other = KripkeModel.of(listed).check(formula, at=model.actual).explain()
    assert (one.claim, one.omitted, len(one.path)) == (other.claim, other.omitted, len(other.path))
    assert [(child.formula, child.holds) for child in one.children] == [
        (child.formula, child.holds) for child in other.children
    ]


@pytest.mark.parametrize(
    "formula",
    [
        "K_a m1", "M_a ~m1", "Kw_a m1", "E m1", "E m3", "C m1", "D m1", "B_a m1", "B_a[m1] m2", "Bstrong_a m1",
        "[m1!{a}] K_a m1", "[m1?{a,b}] C_{a,b} m1", "[~Kw_a m1 & ~Kw_b m2 & ~Kw_c m3] K_c ~m3", "~~~K_a m1",
        "<m3> m1", "m1 <-> m2", "m1 -> m3",
    ],
)  # fmt: skip
def test_in_the_smallest_puzzle_the_sentence_is_that_of_the_listed_model(formula):
    listed = KripkeModel.from_observations(CHILDREN, SEES, "m1 | m2 | m3", {"m1", "m2"})
    first, expected = (str(model.check(formula).explain()).splitlines()[0] for model in (MUDDY, listed))
    assert re.sub(r"\{m\d\}(, \{m\d\})* and \{m\d\}", "...", first) == re.sub(
        r"\{m\d\}(, \{m\d\})* and \{m\d\}", "...", expected
    )


@examples(50)
@given(SEEDS)
def test_reasons_after_named_actions_are_true(seed):
    rng = Random(seed)
    model, listed = random_pair(rng)
    actions = {"act": random_event_model(rng, listed)}
    formula = f.Act("act", random_formula(rng, AGENTS, 6))
    if rng.random() < 0.5:
        formula = f.ActDual("act", formula.sub)
    explanation = model.check(formula, actions=actions).explain()
    assert explanation.holds == KripkeModel.of(listed).holds(formula, at=model.actual, actions=actions)
    for node in explanation.walk():
        if not node.after:
            assert node.holds == model.holds(node.formula, at=node.world, actions=actions)


def test_an_action_is_explained_by_what_it_leads_to_or_needs():
    peek = EventModel.s5({"yes": Event("m1"), "no": Event("~m1")}, {"a": [["yes"], ["no"]], "b": [["yes", "no"]],
                                                                   "c": [["yes", "no"]]})  # fmt: skip
    only = EventModel.s5({"e": Event("m3")}, {agent: [["e"]] for agent in "abc"})
    actions = {"peek": peek, "only": only}
    said = MUDDY.check("[@peek] K_a m1", actions=actions).explain()
    assert said.reason == "peek leads to {m1, m2}, and K_a m1 holds there"
    assert "after peek, K_a m1 holds" in str(said)
    assert "only cannot happen there: it needs m3, which is false at {m1, m2}" in str(
        MUDDY.check("<@only> m3", actions=actions).explain()
    )


# ------------------------------------------------------------------------------------------- states of many atoms


def test_a_counterexample_differs_in_one_atom_and_shows_no_other():
    assert text(CROWD, "K_a3 m3") == (
        "K_a3 m3 fails at {m3, …}: a3 cannot tell {m3, …} from {¬m3, …}, and m3 is false at {¬m3, …}"
    )


def test_a_shortest_path_names_its_states_by_the_atoms_that_change():
    said = CROWD.check("C (m1 | m2)").explain()
    assert [agent for agent, _ in said.path] == ["a1", "a2"]
    assert "{m1, m2, …} –a1→ {¬m1, m2, …} –a2→ {¬m1, ¬m2, …}" in said.reason
    assert not CROWD.holds("m1 | m2", at=said.path[-1][1])


@pytest.mark.parametrize(
    ("model", "formula"),
    [
        (CROWD, "K_a3 m3"),
        (CROWD, "E (m1 | m2 | m3)"),
        (CROWD, "C m99"),
        (CROWD, "[m1 & m2] Kw_a1 m1 & D m7"),
        (BRIDGE, "K_north (east(SK) | south(SK))"),
        (BRIDGE, "D_{north,east} west(SJ)"),
        (BRIDGE, "M_north south(SK) & ~K_east north(SA)"),
        (BRIDGE, "[~west(SA) & ~west(SK)] C_{north,east} ~Kw_south west(SQ)"),
    ],
)
def test_large_states_are_shown_by_a_few_atoms_and_say_what_is_true(model, formula):
    said = model.check(formula).explain()
    assert len(model.atoms) >= 100
    for node in said.walk():
        for shown in re.findall(r"\{[^{}]*…\}", node.sentence):
            assert 1 <= len(shown.split(", ")) <= 11
    for node in said.walk():
        if not node.after:
            assert model.holds(node.formula, at=node.world) == node.holds
            shown = str(node.to_dict()["world"])
            for literal in shown[1:-1].removesuffix(", …").split(", "):
                assert (literal.removeprefix("¬") in node.world) != literal.startswith("¬"), shown


def test_two_states_of_an_explanation_never_have_the_same_name():
    said = CROWD.check("[m1] E_{a5,a6,a7,a8} (m1 & m2 & (m50 | m51))").explain()
    names = {node.to_dict()["world"]: node.world for node in said.walk()}
    assert len(names) == len(set(names.values()))


def test_an_explanation_of_a_large_state_is_drawn_and_written_as_data():
    said = CROWD.check("K_a3 m3 | C m1").explain()
    assert json.loads(json.dumps(said.to_dict()))["world"] == "{m1, m3, …}"
    assert "fillcolor" in said.to_dot()
    assert "<details" in said.to_html()


def test_bits_that_are_no_atoms_are_named_when_they_tell_states_apart():
    flip = EventModel.s5({"on": Event(post={"m1": "true"}), "off": Event(post={"m1": "false"})},
                         {"a": [["on", "off"]]}, others=[["on"], ["off"]])  # fmt: skip
    after = MUDDY.update(flip, "on")
    said = after.check("K_a m1").explain()
    assert not said.holds
    (there,) = said.children
    assert there.world != said.world
    assert "m1" in said.world - there.world


def test_an_unknown_agent_is_refused_before_anything_is_explained():
    with pytest.raises(UnknownAgent, match="did you mean 'a'"):
        MUDDY.check("K_aa m1")


def test_without_an_actual_state_a_verdict_needs_one():
    with pytest.raises(ModelError, match="at="):
        SymbolicModel(["p"]).check("p")
    verdict = SymbolicModel(["p"]).check("p", at={"p"})
    assert verdict.holds
    assert repr(verdict) == "<Verdict: p holds at {p}>"


def test_depth_and_size_bound_an_explanation():
    whole: Explanation = CROWD.check("[m1 & m2] (E m1 & E m2 & ~K_a3 m3 & ~K_a4 m4)").explain()
    brief = CROWD.check(parse("[m1 & m2] (E m1 & E m2 & ~K_a3 m3 & ~K_a4 m4)")).explain(depth=1, size=5)
    assert len(list(brief.walk())) <= 5 < len(list(whole.walk()))
