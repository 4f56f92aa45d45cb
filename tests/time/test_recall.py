"""Systems with perfect recall: what agents remember, what announcements do to runs, and what is refused or open."""

import pytest
from effort import seeds
from unrolled import Exhausted, Plain, random_formula, random_system

from kripke.data.errors import Undecided
from kripke.space.stepping import SystemRecall
from whoknows import Action, KripkeModel, ModelError, System, TooLarge, UnknownAction, UnknownWorld, explore, parse

LAMP = {
    "agents": {"a": ["lit"], "b": []},
    "variables": ["secret", "lit"],
    "init": "lit <-> secret",
    "evolution": {"lamp": [("true", {"lit": "false"})]},
}
COIN = {
    "agents": {"a": ["tick"], "b": ["coin", "tick"]},
    "variables": {"coin": bool, "tick": range(3)},
    "init": "~coin & tick=0",
    "protocol": {"hand": ["toss", "leave"]},
    "evolution": {
        "hand": [("hand=toss", {"coin": "true"}), ("hand=toss", {"coin": "false"})],
        "clock": [("tick=0 | tick=1", {"tick": "tick + 1"})],
    },
}


@pytest.fixture(scope="module")
def lamp():
    return System(**LAMP, recall=True)


@pytest.fixture(scope="module")
def coin():
    return System(**COIN, recall=True)


@pytest.mark.parametrize(
    ("formula", "local", "recall"),
    [
        ("AG Kw_a secret", False, True),
        ("AX Kw_a secret", False, True),
        ("Kw_a secret", False, True),
        ("AX ~Kw_b secret", True, True),
        ("AG (secret -> K_a O lit)", False, True),
        ("AX (secret -> Y lit)", True, True),
        ("AX (secret -> K_a Y lit)", False, True),
        ("AG C Kw_a secret", False, True),
        ("AG (secret -> D_{a,b} secret)", False, True),
        ("H ~Y true", True, True),
    ],
)
def test_the_lamp_is_remembered_with_perfect_recall_alone(lamp, formula, local, recall):
    assert System(**LAMP).holds(formula) is local
    assert lamp.holds(formula) is recall


def test_an_agent_with_recall_counts_the_steps_of_a_system_without_clock():
    clock = {"agents": {"a": []}, "variables": ["p"], "init": "~p", "evolution": {"e": [("true", {"p": "~p"})]}}
    assert not System(**clock).holds("AG Kw_a p")
    assert System(**clock, recall=True).holds("AG Kw_a p & AX K_a p & AX AX K_a ~p")


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        ("AX (coin -> <coin> K_a coin)", True),
        ("AX [coin] AX ~Kw_a coin", True),  # the coin may be tossed again
        ("AX [coin] AX K_a Y coin", True),  # but it is remembered
        ("AX [coin] AG K_a O coin", True),
        ("AX [coin] AX K_a (O coin & O ~coin)", True),
        ("AX AG ([coin] K_a coin)", True),
        ("AX [coin?] Kw_a coin", True),
        ("AX [coin?{b}] ~Kw_a coin", True),
        ("AX [coin!{a}] K_a coin", True),
        ("AX [coin!{a}] ~K_b K_a coin", False),  # b sees the coin, and that a is told about it
        ("AX [coin] Y ~coin", True),  # what was true then
        ("AX R_{a,b} Kw_a coin", True),
        ("AX R_{a,b} AX Kw_a coin", False),
        ("AX R_{a,b} AX Kw_a Y coin", True),
        ("AG [EX coin] true", True),
        ("[AX ~coin] AX AX false", True),  # announced is false: the coin can be tossed
        ("<EX coin> AX ~Kw_a coin", True),
        ("AX [K_b coin] AX AX K_a O K_b coin", True),
        ("AX (coin -> <K_b coin> C_{a,b} coin)", True),
        ("AX [coin] Y M_a ~coin", True),
        ("AX [coin] H M_a ~coin", False),  # now a knows
        ("AX ([coin] AX H M_a true)", True),
    ],
)
def test_announcements_take_no_time_and_all_steps_go_on(coin, formula, holds):
    assert coin.holds(formula) is holds


def test_announced_histories_lead_to_states_that_were_excluded(coin):
    assert coin.holds("AX <coin> EX (~coin & K_a Y coin) | AX ~coin") is False  # one step leads to each
    assert coin.holds("AX (coin -> <coin> EX (~coin & M_a ~coin & M_a coin))")


@pytest.mark.parametrize(
    ("formula", "named"),
    [
        ("AX [O coin] coin", "[O coin] speaks of the past"),
        ("AX [^^coin] Y coin", "[^^coin]"),
        ("<*> AX coin", "<*>"),
        ("AX B_a>=0.5 coin", "graded belief"),
        ("AX Bsafe_a coin", "safe belief"),
    ],
)
def test_what_is_not_supported_is_refused_by_name(coin, formula, named):
    with pytest.raises(ModelError) as refused:
        coin.holds(formula)
    told = str(refused.value).replace("⇑", "^^").replace("⟨", "<").replace("⟩", ">")
    assert named in told
    assert "supported" in told


@pytest.mark.parametrize("condition", ["D_{a,b} coin", "R_{a,b} coin", "B_a>=1/2 coin", "CB_{a,b}>=0.9 coin"])
def test_conditions_of_actions_are_true_in_all_bisimilar_models_or_in_none(condition):
    m = KripkeModel.s5({"w": {"coin"}, "v": set(), "u": set()}, {"a": [["w", "v", "u"]], "b": [["w"], ["v", "u"]]})
    with pytest.raises(ModelError, match="not supported in the conditions of an action"):
        System.from_updates(m, ["coin | ~coin", condition])


def test_named_actions_are_those_of_spaces_alone(coin):
    with pytest.raises(UnknownAction, match="peek"):
        coin.holds("AX [@peek] coin")


def test_changes_are_refused_by_local_states():
    with pytest.raises(ModelError, match="recall=True"):
        System(**COIN).holds("AX [coin] AX coin")


def test_diagrams_have_no_recall():
    with pytest.raises(ModelError, match="symbolic=True, recall=True"):
        System(**COIN, recall=True, symbolic=True)


@pytest.mark.parametrize("seed", seeds(8, 40))
def test_states_are_those_where_all_histories_satisfy_the_formula(seed):
    import random

    r, system = random.Random(seed), random_system(seed)
    plain, asked = Exhausted(system), SystemRecall(system.structure())
    if plain.kinds is None:
        return
    for _ in range(3):
        formula = random_formula(r, 3, past=False, changes=False, unbounded=True)
        fails = {asked.position(each) for each in asked.fails(formula)}
        where = plain.where(formula)
        assert fails == {w for kind, (w, _, _) in plain.kinds.items() if kind not in where}, str(formula)


def test_questions_about_states_are_about_all_histories_that_end_there(lamp):
    assert [set(state) for state in lamp.where("Kw_a secret")] == [set(state) for state in lamp.states]
    assert lamp.count("K_a Y true") == 1
    assert lamp.holds("AX ~lit", at={"secret", "lit"})
    assert not lamp.holds("Kw_b secret", at={"secret", "lit"})
    assert len(lamp) == lamp.count("true") == 3
    assert lamp.count('"secret = true"') == lamp.count("secret") == 2


def test_fairness_and_deadlocks_are_kept_with_recall():
    loses = {
        "agents": {"a": ["got"]},
        "variables": ["got"],
        "init": "~got",
        "protocol": {"channel": ["deliver", "lose"]},
        "evolution": {"a": [("channel=deliver", {"got": "true"})]},
    }
    assert not System(**loses, recall=True).holds("AF K_a got")
    assert System(**loses, recall=True, fairness="got").holds("AF K_a got & AF K_a O ~got")
    ends = {"agents": {"a": []}, "variables": {"n": range(2)}, "init": "n=0"}
    ends |= {"evolution": {"a": [("true", {"n": "n + 1"})]}, "deadlocks": True, "recall": True}
    s = System(**ends)
    assert s.holds("AX K_a n=1") == System(**{**ends, "recall": False}).holds("AX n=1")


GENERALS = Plain(  # a messenger goes to and fro: with each message that arrives someone knows more of the other's mind
    4,
    {"p": {1, 3}},  # states 0 and 2: the messenger is lost; at 0 and 1 he should be with a, at 2 and 3 with b
    {"a": [0, 1, 2, 2], "b": [2, 2, 0, 1]},
    ((2,), (2, 3), (0,), (0, 1)),
    (1,),
)


def test_without_common_knowledge_all_is_decided_and_with_it_some_questions_stay_open():
    asked = SystemRecall(GENERALS.structure(), limit=500)
    assert asked.ask(parse("AG (p -> K_a p | K_b p) & EX EX (K_a Y K_b p & ~K_b K_a Y K_b p)")) == [True]
    assert asked.ask(parse("EF E^3 Y E^2 Y E p & AG AX ~E p")) == [True]
    assert asked.ask(parse("C p & AX ~C p")) == [True]
    with pytest.raises(Undecided, match=r"EX EF C p: not decided .* \d+ steps") as still_open:
        asked.ask(parse("EX EF C p"))
    assert "500 knowledge states" in str(still_open.value)
    assert isinstance(still_open.value, TooLarge)


def muddy(count=3, actual=None):
    children = ["anne", "bill", "cath"][:count]
    mud = {child: f"muddy({child})" for child in children}
    sees = {child: [mud[other] for other in children if other != child] for child in children}
    return KripkeModel.from_observations(list(mud.values()), sees, law=" | ".join(mud.values()), actual=actual)


NOBODY = "~(K_anne muddy(anne) | K_bill muddy(bill) | K_cath muddy(cath))"
LEARNS = "AG (muddy(anne) -> AF K_anne muddy(anne))"


def test_the_muddy_children_learn_it_in_the_space_of_their_answers():
    answers = {"nobody": NOBODY, "somebody": f"~{NOBODY}"}
    for dirty in ({"muddy(anne)"}, {"muddy(anne)", "muddy(cath)"}, {"muddy(anne)", "muddy(bill)", "muddy(cath)"}):
        space = explore(muddy(actual=dirty), answers)
        assert space.holds(LEARNS)
        assert space.holds("AF AG K_anne (muddy(anne) & O M_anne ~muddy(anne))") is (len(dirty) > 1)
    space = explore(muddy(actual={"muddy(anne)", "muddy(cath)"}), answers)
    assert space.holds("~K_anne muddy(anne) & AX K_anne muddy(anne)")
    assert space.holds("[@nobody] (K_anne muddy(anne) & K_anne Y ~K_anne muddy(anne))")
    assert space.holds("[@nobody | @somebody] AG K_anne muddy(anne)")
    assert space.where("K_anne muddy(anne)") == space.where("K_anne muddy(anne) & AG K_anne muddy(anne)")


def test_the_muddy_children_learn_it_by_a_sequence_of_updates():
    s = System.from_updates(muddy(), [NOBODY, NOBODY])
    assert s.holds(LEARNS)
    assert s.holds("AG (muddy(anne) -> EF K_anne muddy(anne))")
    assert not System.from_updates(muddy(), [NOBODY]).holds(LEARNS)
    all_dirty = {"muddy(anne)", "muddy(bill)", "muddy(cath)"}
    pointed = System.from_updates(muddy(actual=all_dirty), [NOBODY, NOBODY])
    assert pointed.holds("AX AX K_anne (muddy(anne) & O M_anne ~muddy(anne)) & ~EX K_anne muddy(anne)")
    assert pointed.holds("AX AX AX AX Y Y Y Y true & AX AX ~Y Y Y true")
    assert pointed.holds("AX [~muddy(bill)] false & [muddy(anne)] K_anne muddy(anne)")
    assert s.count("true") == len(s) == len(s.states)
    assert 0 < s.count("K_anne muddy(anne)") < len(s)
    assert set(s.where("muddy(anne)")) == {state for state in s.states if "muddy(anne)" in state[1]}
    assert s.atoms == s.model.atoms == ("muddy(anne)", "muddy(bill)", "muddy(cath)")
    with pytest.raises(ModelError, match="model 5: expected a KripkeModel"):
        System.from_actions(5, {})


def test_systems_of_actions_agree_with_the_space_of_explore():
    model = muddy(actual={"muddy(anne)", "muddy(cath)"})
    answers = {"nobody": NOBODY, "somebody": f"~{NOBODY}", "tell": Action("tell", "K_anne muddy(anne)")}
    s, space = System.from_actions(model, answers), explore(model, answers)
    assert s.description is None
    assert s.model.actuals == tuple(s.initial)
    assert len(System.from_actions(model, answers, states=None)) == len(s)
    for formula in (
        LEARNS,
        "EF C muddy(anne)",
        "AX AX Kw_bill muddy(bill)",
        "AF AG E^2 muddy(cath)",
        "[@nobody] EX true",
    ):
        assert s.holds(formula) is space.holds(formula), formula


def test_a_state_of_a_system_of_actions_may_be_given_by_its_true_atoms():
    m = KripkeModel.s5({"h": {"heads"}, "t": set()}, {"a": [["h", "t"]]}, actual="h")
    s = System.from_actions(m, {"tell": "heads"})
    assert [s.holds("K_a heads", at=name) for name in s.states if name[1] == {"heads"}] == [False, True]
    assert s.holds("heads", at={"heads"})
    assert not s.holds("K_a heads", at={"heads"})
    assert not s.explain("K_a heads", at={"heads"}).holds
    with pytest.raises(UnknownWorld, match=r"no world \{tails\}"):
        s.holds("heads", at={"tails"})


@pytest.mark.parametrize("states", [1, 3, 5])
def test_too_many_first_states_of_actions_are_an_error_with_a_way_out(states):
    m = KripkeModel.from_observations([f"p{i}" for i in range(6)], {"x": []})
    with pytest.raises(TooLarge, match=r"more than .* knowledge states? after 0 steps .* raise states=") as it:
        System.from_actions(m, {"tell": "p0"}, states=states)
    assert it.type is TooLarge


def test_private_actions_leave_mistaken_agents_and_their_runs():
    from whoknows import private_announcement

    m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w")
    space = explore(m, {"tell": private_announcement("p", to=["a"])})
    assert space.holds("AX (K_a p & B_b ~Kw_a p & AG K_b ~Kw_a p)")
    assert space.holds("AG (EX true & M_b EX ~Kw_a p)")


@pytest.mark.parametrize(
    ("model", "actions", "named"),
    [
        (
            KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w", ranks={"a": {"w": 0}}),
            {"say": "p"},
            "agent a has ranks",
        ),
        (KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w"), {"say": "D p"}, "action say"),
    ],
)
def test_weights_ranks_and_pooled_conditions_are_refused(model, actions, named):
    with pytest.raises(ModelError, match=named):
        explore(model, actions).holds("AX p")


def test_a_space_of_all_actual_worlds_together_has_no_time():
    m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w"], ["v"]]}, actual=["w", "v"])
    with pytest.raises(ModelError, match="several actual worlds"):
        explore(m, {"say": "true"}, together=True).holds("AX p")
    assert explore(m, {"say": "true"}).holds("AG Kw_a p")
    assert explore(m, {"say": "true"}).where("AG K_a p") == [0]


def test_reasons_with_recall_are_about_histories(lamp):
    assert "b cannot tell {secret} from {}" in str(lamp.explain("AX Kw_b secret", at={"secret", "lit"}))
    forgets, remembers = (System(**LAMP, recall=recall).explain("AG (secret -> K_a O lit)") for recall in (False, True))
    assert "fails" in str(forgets).splitlines()[0]
    assert "holds" in str(remembers).splitlines()[0]
    assert "the run to" in str(lamp.explain("AG (lit -> K_b O lit)"))
    s = System.from_updates(muddy(), [NOBODY, NOBODY])
    assert str(s.explain(LEARNS)).startswith("AG (muddy(anne) → AF K_anne muddy(anne)) holds")
    alone = {"agents": {"a": []}, "variables": ["p"], "evolution": {"e": [("true", {"p": "~p"})]}}
    assert str(System(**alone, recall=True).explain("AX ~K O p")).startswith("AX ¬K_a O p")


def test_announcements_in_runs_are_a_fact_of_their_reasons(lamp):
    why = lamp.explain("AX [secret] K_b secret", at={"secret", "lit"})
    assert why.holds
    assert [str(child.formula) for child in why.children] == ["[secret] K_b secret"]
