"""Reasons with perfect recall: second runs have the same history of local states, step by step."""

from itertools import pairwise
from random import Random

import pytest
from effort import seeds
from unrolled import Unrolled, random_formula, random_system

from kripke.data.errors import ModelError, Undecided
from kripke.space.recall_reasons import explained
from kripke.space.stepping import SystemRecall
from logic import clauses as f
from logic.errors import TooLarge
from logic.parser import parse
from whoknows import Event, EventModel, KripkeModel, System, explore


def core(node):
    """The formula under negations, and whether it holds."""
    formula, holds = node.formula, node.holds
    while isinstance(formula, f.Not):
        formula, holds = formula.sub, not holds
    return formula, holds


def is_alike(system, agents, run, end):
    """Whether a run of the system, as long as this one, ends in a state and looks the same to the agents."""
    alike = {w for w in system.first if all(system.local[a][w] == system.local[a][run[0]] for a in agents)}
    for state in run[1:]:
        after = {v for w in alike for v in system.next[w]}
        alike = {v for v in after if all(system.local[a][v] == system.local[a][state] for a in agents)}
    return end in alike


def check(system, why):
    """Check all runs of an explanation; return how many second runs there are."""
    seconds = 0
    for node in why.walk():
        if node.run is None:
            continue
        run, (formula, holds) = node.run, core(node)
        assert all(after in system.next[before] for before, after in pairwise(run.states))
        if run.loop is not None:
            assert run.states[run.loop] in system.next[run.states[-1]]
        if isinstance(formula, f.TIME):
            assert run.states[0] == node.world
            assert holds is isinstance(formula, (f.EX, f.EF, f.EG, f.EU))
        else:
            assert run.states[0] in system.first
        if isinstance(formula, f.PAST):
            assert run.states[-1] == node.world
            if isinstance(formula.sub, f.Atom):
                true = [state in system.true[formula.sub.name] for state in run.states]
                said = true[-2] if isinstance(formula, f.Y) else any(true) if isinstance(formula, f.O) else all(true)
                assert said is holds
        if isinstance(formula, (f.K, f.M, f.Kw, f.D)):
            seconds += 1
            agents = (formula.agent,) if hasattr(formula, "agent") else formula.group or tuple(system.local)
            assert is_alike(system, agents, run.states, node.world)
            if isinstance(formula, (f.K, f.D)):
                assert not holds
                told = [child for child in node.children if child.formula == formula.sub]
                assert all(child.world == run.states[-1] and not child.holds for child in told)
                if isinstance(formula.sub, f.Atom):
                    assert run.states[-1] not in system.true[formula.sub.name]
    return seconds


@pytest.mark.parametrize("seed", seeds(15, 500))
def test_second_runs_look_the_same_at_each_step(seed):
    r, system = Random(seed), random_system(seed)
    recall = SystemRecall(system.structure(), limit=3_000)
    for _ in range(5):
        agent = r.choice("ab")
        asked = r.choice([f.AX, f.EX])(
            r.choice([f.AX, f.EX])(r.choice([f.K, f.M])(agent, random_formula(r, 2, steps=1)))
        )
        try:
            why = explained(recall, asked, None, None)
        except Undecided:
            continue
        assert why.holds == all(recall.ask(asked)), str(asked)
        check(system, why)
        assert str(why)


@pytest.mark.parametrize("seed", seeds(15, 300))
def test_unbounded_operators_have_runs_of_the_system(seed):
    r, system = Random(seed), random_system(seed)
    recall = SystemRecall(system.structure(), limit=2_000)
    for _ in range(4):
        asked = random_formula(r, 3, unbounded=True)
        try:
            found, why = recall.ask(asked), explained(recall, asked, None, None)
        except TooLarge:
            continue
        assert why.holds == all(found), str(asked)
        check(system, why)


def moments_after(unrolled, changes, steps=3):
    """The moments that steps lead to after changes, with any number of steps before each."""
    found = [unrolled.start()]
    for change in (None, *changes):
        found = found if change is None else [unrolled.after(change, moments) for moments in found]
        found = [m for moments in found for m in later(unrolled, moments, steps - len(moments) + 1)]
    return found


def later(unrolled, moments, steps):
    """The moments, and those of more steps."""
    yield moments
    if steps > 0:
        yield from later(unrolled, unrolled.step(moments), steps - 1)


def claimed(unrolled, node):
    """Whether some history has what an explanation claims, and its second run is left and looks the same there."""
    formula, holds = core(node)
    for moments in moments_after(unrolled, node.after):
        histories, pairs = moments[-1]
        true = unrolled.where(formula, moments)
        ends = [h for h in histories if h[-1] == node.world and (h in true) is holds]
        if node.run and isinstance(formula, (f.K, f.M, f.Kw)):
            ends = [h for h in ends if (h, node.run.states) in pairs[formula.agent]]
        elif node.run and isinstance(formula, f.PAST):
            ends = [h for h in ends if h == node.run.states]
        if ends:
            return True
    return False


@pytest.mark.parametrize("seed", seeds(10, 400))
def test_reasons_go_inside_changes_and_hold_on_listed_histories(seed):
    r, system = Random(seed), random_system(seed, most=4)
    recall, unrolled = SystemRecall(system.structure()), Unrolled(system)
    for _ in range(4):
        asked = random_formula(r, 4, steps=2, common=False)
        if not any(node.operator.changes for node in asked.subformulas()):
            continue
        why = explained(recall, asked, None, None)
        assert why.holds == all(unrolled.holds(asked)), str(asked)
        assert all(claimed(unrolled, node) for node in why.walk() if not node.repeats), f"{asked}\n{why}"


@pytest.mark.slow
def test_second_runs_after_announcements_begin_before_them():
    count = 0
    for seed in range(60):
        system = random_system(seed, most=4)
        recall, unrolled = SystemRecall(system.structure()), Unrolled(system)
        for said in ("p | q", "K_b p | q", "~K_a q"):
            for text in (
                f"AX [{said}] AX K_a p",
                f"EX <{said}> K_a q",
                f"AX [{said}!{{b}}] AX D ~p",
                "AX R_{a,b} AX K_a p",
            ):
                why = explained(recall, parse(text), None, None)
                for node in [node for node in why.walk() if node.run and node.after and isinstance(node.formula, f.K)]:
                    assert claimed(unrolled, node), f"{text}\n{why}"
                    count += 1
    assert count >= 20


def test_many_second_runs_are_checked():
    count = 0
    for seed in range(40):
        system = random_system(seed)
        why = explained(
            SystemRecall(system.structure()),
            parse("AX AX ((p -> K_a p) & (q -> K_b q) & (p -> D p) & (~q -> D ~q))"),
            None,
            None,
        )
        count += check(system, why)
    assert count >= 10


LAMP = {
    "agents": {"a": ["lit"], "b": []},
    "variables": ["secret", "lit"],
    "init": "lit <-> secret",
    "evolution": {"lamp": [("true", {"lit": "false"})]},
}


def test_the_lamp_is_told_with_both_kinds_of_knowledge():
    forgets = System(**LAMP).explain("AG Kw_a secret")
    assert not forgets.holds
    assert forgets.children[0].run.states == (frozenset({"secret", "lit"}), frozenset({"secret"}))
    assert System(**LAMP, recall=True).explain("AG Kw_a secret").holds
    blind = System(**LAMP, recall=True).explain("AX AX K_b secret")
    (told,) = [node for node in blind.walk() if isinstance(node.formula, f.K)]
    assert told.world == told.children[0].world if told.children else told.run is None
    other = System(**LAMP, recall=True).explain("AX K_b ~secret")
    (told,) = [node for node in other.walk() if isinstance(node.formula, f.K)]
    assert told.holds is False


def test_a_state_is_told_for_all_runs_that_lead_there():
    why = System(**LAMP, recall=True).explain("secret -> Y lit", at={"secret"})
    assert not why.holds
    assert "of 2 runs that lead there" in why.reason


def test_steps_of_actions_are_told_by_their_names():
    m = KripkeModel.from_observations([*"ab"], {"x": ["b"], "y": ["a"]}, law="a | b", actual={"a", "b"})
    asking = {"nobody": "~(K_x a | K_y b)", "somebody": "K_x a | K_y b"}
    why = System.from_actions(m, asking).explain("EX K_x a")
    assert [*why.run.lines()] == ["0. {a, b}", "1. nobody: no fact changes"]
    space = explore(m, asking).explain("EX K_x a")
    assert [*space.run.lines()] == [*why.run.lines()]
    assert explore(m, asking).explain("K_x a").holds is False


@pytest.mark.parametrize("formula", ["<*> K_x a", "[^^p] B_x p", "[(@tell)*] p", "~K_x p", "B_x p | K_x ~p"])
def test_a_space_explains_every_formula_without_time_that_it_answers(formula):
    m = KripkeModel.s5({"w": {"p"}, "v": {"a"}}, {"x": [["w", "v"]]}, actual="w", ranks={"x": {"w": 1, "v": 0}})
    space = explore(m, {"tell": "p"})
    why = space.explain(formula)
    assert (why.holds, why.world, why.formula) == (space.holds(formula), "w", parse(formula))


def test_an_announcement_an_action_and_what_a_group_pools_are_told_with_the_run_before():
    why = System(**LAMP, recall=True).explain("AX [secret!{a}] K_b secret")
    (told,) = [node for node in why.walk() if isinstance(node.formula, f.K)]
    assert [str(change) for change in told.after] == ["[secret!{a}] K_b secret"]
    assert told.run.states == (frozenset(), frozenset())
    refused = System(**LAMP, recall=True).explain("AX [K_a secret] K_b secret")
    assert "cannot be announced" in str(refused)
    m = KripkeModel.from_observations([*"ab"], {"x": ["b"], "y": ["a"]}, law="a | b", actual={"a", "b"})
    space = explore(m, {"nobody": "~(K_x a | K_y b)", "somebody": "K_x a | K_y b"})
    assert "nobody leads to {a, b}; then K_x a holds there" in str(space.explain("EX a & [@nobody] K_x a"))
    assert "after nobody, then somebody," in str(space.explain("[@nobody] [@somebody] EX K_x ~a"))
    assert "somebody cannot happen there" in str(space.explain("[@somebody] EX a"))
    assert "a and b pool what they know" in str(System(**LAMP, recall=True).explain("AX R_{a,b} K_b secret"))


def test_a_system_without_fair_runs_has_no_state_to_explain():
    s = System({"a": ["x"]}, ["x"], "x", fairness="~x", recall=True)
    with pytest.raises(ModelError, match="no state is initial"):
        s.explain("K_a x")


def test_a_run_passes_events_that_only_agents_consider_possible():
    model = KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w")
    both = [("stay", "stay"), ("stay", "off"), ("off", "off"), ("off", "stay")]
    blink = EventModel({"stay": Event(), "off": Event(post={"p": "false"})}, {"a": both}, actual="stay")
    space = explore(model, {"blink": blink})
    text = str(space.explain("AX ~K_a p"))
    assert "a cannot tell {p} from {}, and p is false at {}; the run below ends there" in text
    assert "1. blink: ~p" in text
    assert "1 step ago, at {p}, p is true" in str(space.explain("AX K_a (p | Y p)"))
    assert "1. blink: ~p" in str(space.explain("[@blink] M_a (~p & Y p)"))


def test_a_state_after_one_that_only_an_agent_considers_possible_has_a_history():
    model = KripkeModel({"w": {"q"}, "v": {"p"}}, {"a": [("w", "v"), ("v", "v")]}, actual="w")
    text = str(explore(model, {"say": "q"}).explain("K_a AX (~Y q & Y p)"))
    assert "1 step ago, at {p}, p is true" in text
