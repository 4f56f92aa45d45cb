"""Systems by decision diagrams: the same states, answers and notes as by arrays, and systems too large to be listed."""

from dataclasses import replace
from random import Random

import pytest
from effort import seeds
from random_systems import Plain, formula

from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom, UnknownWorld, UnsupportedByEngine
from kripke.symbolic.structures import transitions
from kripke.symbolic.structures.memory import moved
from kripke.time.diagrams import Runs
from kripke.time.system import System
from logic.errors import TooLarge
from logic.parser import parse


def both(description, **options):
    return (System.from_description(description, symbolic=symbolic, **options) for symbolic in (False, True))


def system(symbolic=True, **parts):
    return System(
        **{"agents": {"a": ["n"]}, "variables": {"n": range(6), "m": range(5), "p": bool}} | parts, symbolic=symbolic
    )


@pytest.mark.parametrize("seed", seeds(25, 2000))
def test_random_systems_have_the_same_states_answers_and_notes_as_by_arrays(seed):
    rng = Random(seed)
    arrays, diagrams = both(Plain(seed).description)
    assert (arrays.engine, diagrams.engine) == ("arrays", "diagrams")
    assert diagrams.notes == arrays.notes
    assert (len(diagrams), list(diagrams.where("true"))) == (len(arrays), list(arrays.states))
    some = [arrays.states.name(place) for place in range(min(1, len(arrays)))]
    for _ in range(6):
        asked = formula(rng, 3 + seed % 3)
        assert diagrams.holds(asked) == arrays.holds(asked), str(asked)
        assert list(diagrams.where(asked)) == list(arrays.where(asked)), str(asked)
        assert diagrams.count(asked) == arrays.count(asked), str(asked)
        assert [diagrams.holds(asked, at) for at in some] == [arrays.holds(asked, at) for at in some], str(asked)


@pytest.mark.parametrize(
    ("condition", "sets"),
    [
        ('"n + m < 9"', {"n": "n + 1", "m": "4 - m"}),
        ('"2 * n >= m - 1"', {"n": "n / 2", "m": "m + 1 - n"}),
        ('"n / m = 2" | p', {"n": "m", "p": "~p | n=3"}),
        ('"n * m > 6" <-> p', {"m": "n - m", "p": "n < m"}),
        ("p", {"n": "n / m"}),
    ],
)
@pytest.mark.parametrize("init", ["n=1 & m=2", "n=4 | p", "true"])
def test_sums_and_comparisons_over_ranges_that_are_no_powers_of_two_are_as_by_arrays(condition, sets, init):
    lines = {"a": [(condition, sets), ('"n = m"', {"p": "true"})]}
    arrays, diagrams = system(False, init=init, evolution=lines), system(init=init, evolution=lines)
    assert list(diagrams.where("true")) == list(arrays.states)
    for asked in ("EX K_a p", '"n > m" & EF n=0', "AF (K_a m=4 | EG p)", 'O "n + 1 = m"', "Kv_a m", "A[p U n=3]"):
        assert list(diagrams.where(asked)) == list(arrays.where(asked)), asked


def test_two_numbers_are_no_truth_values():
    parts = {"variables": {"n": range(2)}, "init": "n=0", "evolution": {"a": [("n=0", {"n": "1 - n"})]}}
    assert list(system(**parts).where("n=1 & O n=0")) == [frozenset({"n=1"})]


def counter(bits):
    """A number in binary that grows by one until all bits are true; an agent sees all bits but the first."""
    names = [f"b{i}" for i in range(bits)]
    lines = {f"p{i}": [(" & ".join(names[:i]) or "true", {name: f"~{name}"})] for i, name in enumerate(names)}
    return {
        "agents": {"a": names[1:]},
        "variables": names,
        "init": " & ".join(f"~{n}" for n in names),
        "evolution": lines,
    }


def test_a_counter_reaches_all_numbers_one_by_one():
    s = System(**counter(9), symbolic=True)
    assert s.count() == 512
    assert s.holds("AF (b0 & b1 & b2 & b3 & b4 & b5 & b6 & b7 & b8)")
    assert s.holds("AG (b0 & ~b1 -> AX b1 & Y ~b0)")
    assert not s.holds("EF Kw_a b0")


def lamps(number):
    """Each of many lamps can be switched on once, all at a time; an agent sees the first of them."""
    names = [f"on{i}" for i in range(number)]
    actors = {f"c{i}": ["switch", "wait"] for i in range(number)}
    lines = {f"c{i}": [(f"c{i}=switch", {name: "true"})] for i, name in enumerate(names)}
    none = " & ".join(f"~{name}" for name in names)
    return System({"a": names[:1]}, names, none, actors, lines)


def test_a_system_too_large_to_list_takes_diagrams_by_itself():
    s = lamps(70)
    assert (s.engine, s.count(), lamps(4).engine, len(lamps(4))) == ("diagrams", 2**70, "arrays", 16)
    assert repr(s) == "System(1.18e21 states, by diagrams, 1 agent)"
    assert s.holds("AG (on0 -> K_a O ~on69 & M_a ~on69)")
    assert s.holds("EG ~on69")
    assert not s.holds("AF on69")
    assert s.holds("EF (on0 & on69) & AX (on3 -> AG on3)")
    assert s.count("on1 & ~on2") == 2**68
    with pytest.raises(TooLarge, match=r"more than len\(\) can return; use count\(\)"):
        len(s)
    with pytest.raises(TooLarge, match=r"ask for their count, by count\(formula\)$"):
        s.where("on1")
    with pytest.raises(TooLarge, match=r"[0-9,]{20,} states, and at most [0-9,]+ are listed"):
        _ = s.states


def test_states_are_given_by_their_atoms_or_values():
    s = system(init="n=1 & m=2 & ~p", evolution={"a": [("n=1", {"n": "2"})]})
    assert s.holds("n=2 & Y n=1", {"n": 2, "m": 2, "p": False}) is False  # it also follows itself
    assert s.holds("n=2 & O n=1", {"n=2", "m=2"})
    for unknown in ({"n=3", "m=2"}, {"n": 1}, {"n=2", "k"}, "n=2"):
        with pytest.raises(UnknownWorld, match="no state"):
            s.holds("p", unknown)


def test_unknown_names_and_changes_are_refused_as_by_arrays():
    for symbolic in (False, True):
        s = system(symbolic, init="n=1 & m=2 & ~p")
        with pytest.raises(UnknownAgent):
            s.holds("K_b p")
        with pytest.raises(UnknownAtom):
            s.holds('EF "k < 2"')
        with pytest.raises(ModelError, match="changes what agents know"):
            s.holds("[p] EX p")


def test_an_upgrade_needs_a_system_whose_states_are_listed():
    lines = {"a": [("n=1", {"n": "2"})]}
    assert system(False, evolution=lines).holds("[^^p] B_a p")
    with pytest.raises(UnsupportedByEngine, match=r"System\(\.\.\., symbolic=False\)"):
        system(evolution=lines).holds("[^^p] B_a p")


def test_past_operators_asked_twice_take_no_more_bits():
    s = Runs(system(init="n=1 & m=2 & ~p", evolution={"a": [("true", {"p": "~p"})]}).description)
    asked = parse("AG (p -> Y ~p)")
    assert s.holds(asked)
    bits = s.knowledge.manager.bits
    assert s.holds(asked)
    assert s.holds(parse("EF Y ~p"))
    assert s.knowledge.manager.bits == bits


@pytest.mark.parametrize("seed", range(8))
def test_another_order_of_the_variables_changes_no_answer(seed, monkeypatch):
    monkeypatch.setattr(transitions, "MANY_NODES", 1)
    arrays, diagrams = both(Plain(seed).description)
    assert list(diagrams.where("true")) == list(arrays.states)
    for _ in range(4):
        asked = formula(Random(seed), 4)
        assert list(diagrams.where(asked)) == list(arrays.where(asked)), str(asked)


def test_another_order_of_the_variables_of_a_counter_changes_no_answer(monkeypatch):
    monkeypatch.setattr(transitions, "MANY_NODES", 1)
    listed = counter(7)
    listed["variables"] = listed["variables"][::2] + listed["variables"][1::2]
    assert System(**listed, symbolic=True).holds("AF (b0 & b1 & b2 & b3 & b4 & b5 & b6)")


def test_diagrams_that_are_too_many_move_to_a_larger_store_with_their_transitions():
    runs = Runs(System(**counter(7), symbolic=False).description)
    asked = parse("AF (b6 & K_a b1) & AG (b6 -> O ~b5)")
    expected = runs.holds(asked)
    runs.knowledge = moved(runs.knowledge, runs.knowledge.manager.sibling(2**14))
    assert runs.holds(asked) is expected
    with pytest.raises(MemoryError):
        Runs(System(**counter(7), symbolic=False).description, 2**6)


def test_definitions_are_atoms_of_questions_but_do_not_name_states():
    described = system(init="n=1 & m=2", evolution={"a": [("n=1", {"n": "2"})]}).description
    s = System.from_description(replace(described, definitions={"sum": parse('"n + m = 4"')}), symbolic=True)
    assert s.atoms[-1] == "sum"
    assert s.holds("~sum & AX K_a (sum & O ~sum)")
    assert list(s.where("sum")) == [frozenset({"n=2", "m=2"}), frozenset({"n=2", "m=2", "p"})]


def test_reasons_for_more_states_than_can_be_listed_are_refused_at_once():
    many = System(agents={"a": []}, variables=[f"p{i}" for i in range(40)], symbolic=True)
    assert many.holds("AG ~K_a p0")
    with pytest.raises(TooLarge, match=r"1,099,511,627,776 states, .* 10,000,000 .* reasons need"):
        many.explain("AG ~K_a p0")
