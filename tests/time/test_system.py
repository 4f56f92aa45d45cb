"""Systems by local states: what is asked of them, notes, errors, and small systems whose answers are known."""

import pickle
import re

import pytest

from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, UnknownAgent, UnknownAtom, UnknownWorld
from kripke.models.kripke_model import KripkeModel
from kripke.semantics import truth
from kripke.time.description import Agent, Description, Line
from kripke.time.system import System
from logic.clauses import Atom, K, Kv
from logic.errors import FormulaError, ParseError, TooLarge
from logic.parser import parse
from viz.drawing import draw
from viz.pictures.picture import DrawError

TRANSMISSION = {
    "agents": {"sender": ["bit", "ack"], "receiver": ["got"]},
    "variables": {"bit": ["0", "1"], "ack": bool, "got": ["none", "0", "1"]},
    "init": "~ack & got=none",
    "protocol": {
        "sender": {"send": "~ack", "wait": "ack"},
        "receiver": {"silent": "got=none", "reply": "~got=none"},
        "channel": ["deliver", "lose"],
    },
    "evolution": {
        "sender": [("channel=deliver & receiver=reply", {"ack": "true"})],
        "receiver": [("channel=deliver & sender=send", {"got": "bit"})],
    },
}
"""A sender sends a bit until it is acknowledged, over a channel that may lose messages."""

COUNTER = {
    "agents": {"a": ["x"]},
    "variables": {"x": bool, "n": range(3)},
    "init": "~x & n=0",
    "evolution": {"a": [('"n < 2"', {"n": "n + 1"}), ("n=2", {"x": "true"})]},
}
"""A counter from 0 to 2, and then x; the agent sees x alone."""


@pytest.mark.parametrize(
    ("formula", "holds"),
    [
        ("AG (ack -> K_sender Kv_receiver bit)", True),
        ("AG (got=0 -> K_receiver bit=0)", True),
        ("EF (Kv_receiver bit & ~K_sender Kv_receiver bit)", True),
        ("AG ~C_{sender,receiver} (bit=0 | bit=1) ", False),
        ("AG ~C_{sender,receiver} ~got=none", True),
        ("EF ack", True),
        ("AF ack", False),
        ("EG ~ack", True),
        ("A[~ack U ~got=none]", False),
        ("E[got=none U ~got=none & E[~ack U ack]]", True),
        ("AX AX (ack -> Y ~got=none)", True),
        ("AG (ack -> O (Kv_receiver bit & ~ack))", True),
        ("AG (O ack -> ack) & AG (H ~ack <-> ~ack)", True),
        ("~Y true & AX Y got=none", True),
        ("AG K_sender (O ack -> ack)", True),
        ("EF (Y Y (got=none & Y true) & ack)", True),
        ('AG (~got=none -> "got = bit")', True),
    ],
)
def test_what_is_known_of_the_bit_transmission(formula, holds):
    assert System(**TRANSMISSION).holds(formula) is holds


def test_a_fair_channel_delivers_at_last():
    # fairness is about states: delivered says what the channel has just done
    fair = {
        **TRANSMISSION,
        "variables": {**TRANSMISSION["variables"], "delivered": bool},
        "evolution": {
            **TRANSMISSION["evolution"],
            "channel": [("channel=deliver", {"delivered": "true"}), ("channel=lose", {"delivered": "false"})],
        },
    }
    assert not System(**fair).holds("AF ack")
    assert System(**fair, fairness="delivered").holds("AF ack & AG AF Kv_receiver bit")


def test_states_are_named_by_their_atoms_and_found_by_values_too():
    s = System(**COUNTER)
    assert len(s) == 4
    assert list(s.states) == [{"n=0"}, {"n=1"}, {"n=2"}, {"n=2", "x"}]
    assert list(s.initial) == [{"n=0"}]
    assert s.agents == ("a",)
    assert s.atoms == ("x", "n=0", "n=1", "n=2")
    assert s.states.find({"x": True, "n": 2}) == s.states.find({"x", "n=2"}) == 3
    for wrong in ({"x"}, {"n=1", "n=2"}, {"x", "n=0"}, {"x": True}, {"n": 2}, {"x": True, "n": 9}, "n=0", {"k"}):
        assert s.states.find(wrong) is None
    assert str(s) == "System(4 states, 4 transitions, 1 agent)"


def test_questions_at_states_and_about_all_states():
    s = System(**COUNTER)
    assert list(s.where("EX n=1")) == [{"n=0"}]
    assert s.count("AF x") == s.count() == 4
    assert s.holds("~K_a n=1 & AX x", at={"n=2"})
    assert s.holds("O n=0 & Y n=1", at={"x": False, "n": 2})
    with pytest.raises(UnknownWorld):
        s.holds("x", at={"x"})


def test_the_past_of_a_state_holds_however_it_was_reached():
    s = System({"a": []}, ["x", "y"], "~x & ~y", None, {"e": [("~x", {"x": "true", "y": "y"}), ("~x", {"y": "true"})]})
    assert s.count("O (y & ~x)") == 2  # of the three states with x or y, {x} is never reached over {y}
    assert list(s.where("x & O (y & ~x)")) == [{"x", "y"}]
    once = System({"a": []}, {"n": range(3)}, "n=0 | n=1", None, {"e": [("n=0 | n=1", {"n": "2"})]})
    assert list(once.where("O n=0")) == [{"n=0"}]
    assert list(once.where("~O n=0")) == [{"n=1"}]  # 2 was reached from 0 and from 1
    assert once.holds("n=0 -> AX O n=0")


@pytest.mark.parametrize("formula", ["x | B_a>=1/2 O n=0", "(O x | ~O x) & CB_{a}>=0.9 x"])
def test_degrees_beside_the_past_are_refused_since_they_would_count_a_state_for_each_of_its_pasts(formula):
    s = System(**COUNTER)
    assert s.holds("AG (B_a>=1/3 n=1 | x)")
    with pytest.raises(ModelError, match="in two formulas"):
        s.holds(formula)
    with pytest.raises(ModelError, match="the past"):
        truth(s.to_networkx(), formula)


def test_a_system_without_fair_runs_is_not_drawn():
    s = System({"a": ["x"]}, ["x"], "x", fairness="~x")
    with pytest.raises(ModelError, match="change init or fairness"):
        draw(s)


def test_a_picture_of_a_system_has_no_lines_of_agents_and_does_not_advise_to_choose_some():
    s = System({"a": ["n"]}, {"n": range(9)}, "n=0", None, {"a": [("true", {"n": "n + 1"})]})
    with pytest.raises(TooLarge, match=r"can be read: give a larger width or none$"):
        draw(s, width=0.5)
    for options in ({"agents": ["a"]}, {"worlds": [{"n=0"}]}):
        with pytest.raises(DrawError, match="shows all its states, without lines of agents"):
            draw(s, **options)


def test_a_text_for_a_state_is_answered_by_the_set_to_write():
    s = System({"a": ["n"]}, {"n": range(3)}, "n=0")
    for text in ("n=0", "{n=0}"):
        with pytest.raises(UnknownWorld, match=re.escape("did you mean {'n=0'}, which is no text?")):
            s.holds("n=0", at=text)
    assert s.holds("n=0", at={"n=0"})


FORGETTING = {
    "agents": {"a": ["x"]},
    "variables": {"x": bool, "n": range(3)},
    "init": "n=0",
    "evolution": {"e": [("n=0", {"n": "1"}), ("n=1", {"n": "2", "x": "false"})]},
}
"""An agent sees x, which becomes false in the second step."""


def test_by_local_states_agents_forget_and_with_perfect_recall_they_know_what_they_saw():
    local, recall = System(**FORGETTING), System(**FORGETTING, recall=True)
    assert local.holds("x -> AX AX (O x & ~K_a O x)")
    assert recall.holds("x -> AX AX (O x & K_a O x)")
    assert local.holds("AX AX ~K_a n=2")
    assert recall.holds("AX AX K_a n=2")  # agents know how many steps there were


def test_the_model_has_the_states_without_time():
    model = System(**TRANSMISSION).model
    assert isinstance(model, KripkeModel)
    assert (len(model), len(model.actuals)) == (6, 2)
    assert model.holds("~Kv_receiver bit & Kv_sender bit")
    with pytest.raises(ModelError, match="this model has no time"):
        model.holds("EF ack")
    for past in ("O ack", "H ack", "Y ack"):
        with pytest.raises(ModelError, match="this model has no time"):
            model.holds(past)
        with pytest.raises(ModelError, match="the graph has no time"):
            truth(model.to_networkx(), past)


def test_the_graph_is_read_by_the_reference_semantics():
    s = System(**TRANSMISSION)
    for asked in ("AG (ack -> K_sender Kv_receiver bit)", "EG ~ack", "O got=none & Y ~ack", "K_receiver O ~ack"):
        assert truth(s.to_networkx(), asked) == frozenset(s.where(asked))


def test_a_state_where_nothing_can_happen_repeats_or_ends():
    stops = {**COUNTER, "protocol": {"a": {"go": '"n < 2"'}}}
    s = System(**stops)
    assert s.notes == ["deadlock: nothing can happen in state {n=2}; it repeats"]
    assert s.holds("AF AG n=2 & EG true")
    s = System(**stops, deadlocks=True)
    assert s.notes == ["deadlock: nothing can happen in state {n=2}; it has no successor"]
    assert s.holds("AF n=2 & ~EG true & EF ~EX true & EF AX false")


def test_a_value_out_of_range_gives_no_successor():
    s = System({"a": []}, {"n": range(2)}, "n=0", None, {"e": [("true", {"n": "n + 1"})]}, deadlocks=True)
    assert s.holds("EX n=1 & AX ~EX true")
    s = System({"a": []}, {"n": range(4)}, "n=3", None, {"e": [("true", {"n": "n / 2"}), ("true", {"n": "n - 1"})]})
    assert s.holds("AX n=2")


def test_one_line_takes_place_or_all_lines_of_different_variables():
    lines = (Line(parse("true"), {"x": "true"}), Line(parse("true"), {"y": "true"}))
    described = {"variables": {"x": (False, True), "y": (False, True)}, "init": parse("~x & ~y")}
    one, all_ = (
        System.from_description(Description(**described, agents={"e": Agent((), lines=lines)}, single=single))
        for single in (False, True)
    )
    assert one.holds("AX ~(x & y) & EX (x & ~y) & EX (y & ~x)")
    assert all_.holds("AX (x & y)")


@pytest.mark.parametrize("symbolic", [False, True])
def test_definitions_are_atoms_of_questions(symbolic):
    described = {"variables": {"n": (0, 1, 2)}, "init": parse("n=0"), "definitions": {"late": parse('"n > 0"')}}
    lines = (Line(parse('"n < 2"'), {"n": "n + 1"}),)
    agents = {"a": Agent((), lines=lines)}
    s = System.from_description(Description(**described, agents=agents), symbolic=symbolic)
    assert s.holds("~late & AX (late & Y ~late) & AG (late -> AG late) & ~K_a late")
    assert s.atoms == ("n=0", "n=1", "n=2", "late")
    assert s.count("late") == 2


@pytest.mark.parametrize("symbolic", [False, True])
def test_a_comparison_is_no_value_of_a_variable(symbolic):
    same = [{"n": i, "m": i} for i in range(3)]
    s = System({"a": [], "b": ["m"]}, {"n": range(3), "m": range(3)}, same, symbolic=symbolic)
    assert s.holds(K("a", Atom("n=m")) & ~Kv("a", "n") & Kv("b", "n"))


def test_fairness_that_no_run_meets_is_said_and_every_formula_holds():
    s = System(**COUNTER, fairness=["x", "n=0"])
    assert s.notes == ["no run meets the fairness condition n=0 again and again, so every formula holds"]
    assert s.holds("false")
    assert len(s) == 0
    toggling = {"variables": ["x", "y"], "evolution": {"e": [("true", {"x": "~x"})]}, "agents": {"a": ["y"]}}
    s = System(**toggling, init="true", fairness=["y", "~y"])
    assert s.notes == ["no run meets all fairness conditions again and again, so every formula holds"]
    s = System(**toggling, init="true", fairness=["x", "y"])
    assert s.notes == ["2 initial states left out: no fair run starts there"]
    assert s.holds("K_a y & C y")
    assert System(**toggling, init="true").holds("~x & ~y -> ~K_a x")


def test_a_system_has_an_initial_state():
    for init, symbolic in (("x & ~x", False), ("x & ~x", True), ([], False)):
        with pytest.raises(ModelError, match="no state is initial"):
            System(**{**COUNTER, "init": init}, symbolic=symbolic)


def test_initial_states_may_come_from_an_iterator():
    s = System(**{**COUNTER, "init": ({"x": False, "n": n} for n in (1, 2))})
    assert list(s.initial) == [{"n=1"}, {"n=2"}]


def test_actions_may_come_from_an_iterator():
    lines = {"a": [("a=go", {"x": "true"})]}
    s = System({"a": []}, ["x"], "~x", {"a": iter(["go", "stay"])}, lines)
    assert s.holds("EX x & EX ~x")


@pytest.mark.parametrize(
    ("given", "error", "named"),
    [
        ({"agents": {"a": [5]}}, UnknownAtom, "agent a: no variable '5'"),
        ({"evolution": {"a": [("x", {5: "x"})]}}, UnknownAtom, "evolution of a: no variable '5'"),
        ({"protocol": {"a": [["go"]]}}, ModelError, "protocol of a: .*'send'"),
    ],
)
def test_values_that_are_no_names_are_refused(given, error, named):
    with pytest.raises(error, match=named):
        System(**{**COUNTER, **given})


def test_states_of_several_words_are_packed_and_found():
    variables = {f"v{i}": range(5) for i in range(50)}  # 150 bits
    lines = [(f'v{i}=0 & "v{i} = v{i + 1}"', {f"v{i}": f"v{i + 1} + 4"}) for i in range(3)]
    s = System({"a": ["v0", "v49"]}, variables, dict.fromkeys(variables, 0), None, {"e": lines})
    assert len(s) == 8
    assert s.holds("EF v0=4 & EF v2=4 & ~EF v3=4 & AG K_a v49=0")
    last = s.states[len(s) - 1]
    assert s.states.find(last) == len(s) - 1
    assert sorted(map(sorted, s.states)) == sorted(sorted(state) for state in {*s.states})


def test_a_system_whose_variables_have_one_value_each_has_one_state():
    for symbolic in (False, True):
        s = System({"a": ["x"]}, {"x": [7], "y": ["on"]}, protocol={"a": ["wait"]}, symbolic=symbolic)
        assert list(s.where("AG K_a (x=7 & y=on)")) == [{"x=7", "y=on"}]


def test_large_and_small_systems_have_the_same_answers():
    wide = System({"a": ["n"], "b": ["m"]}, {"n": range(30), "m": range(30)}, "n=0 & m=0", None, {
        "e": [('"n < 29"', {"n": "n + 1"}), ('"m < n"', {"m": "m + 1"}), ("n=29 & m=29", {"n": "0", "m": "0"})],
    })  # fmt: skip
    assert len(wide) == 465
    assert wide.holds('AG "m <= n" & AG EF (n=0 & m=0) & AF m=29')
    assert wide.holds("AG (m=29 -> K_b n=29) & AG (n=1 -> ~K_a m=0) & ~EG ~m=1 & EG (~m=1 | n=29 | n=28)")
    assert wide.holds("AG (m=1 -> O n=1) & AG (n=0 & Y true -> Y m=29)")
    small = wide.structure
    assert extension(small, parse("EG ~m=1"), ArrayAlgebra(small)) == extension(small, parse("EG ~m=1"))


def test_a_bound_on_states_says_how_many_were_reached():
    with pytest.raises(TooLarge, match=r"3 states .* limit is 2; raise states="):
        System(**COUNTER, states=2)
    with pytest.raises(TooLarge, match="would be tried as initial states"):
        System({"a": []}, {f"n{i}": range(10) for i in range(20)}, "true", symbolic=False, states=1_000)
    for most in ("2", -1, 1.5):
        with pytest.raises(ModelError, match=f"^states {most!r}: "):
            System(**COUNTER, states=most)
    assert len(System(**COUNTER, states=None)) == len(System(**COUNTER, states=4)) == 4


def test_initial_states_are_found_without_trying_all_values():
    names = [f"p{i}" for i in range(100)]
    s = System({"a": []}, names, " & ".join(names[:50]) + " & ~" + " & ~".join(names[50:]))
    assert len(s) == 1
    listed = System({"a": []}, names, [dict.fromkeys(names, False), dict.fromkeys(names, True)])
    assert len(listed) == 2


@pytest.mark.parametrize(
    ("formula", "error", "named"),
    [
        ("K_b x", UnknownAgent, "no agent 'b'"),
        ("AG y", UnknownAtom, "no atom 'y'"),
        ("EF n", UnknownAtom, "its atoms are 'n=0'"),
        ('AG "n < m"', UnknownAtom, "no variable or value 'm'"),
        ("EF n=7", UnknownAtom, "n=7"),
        ("AG x &", ParseError, "column"),
        ("[x] EX x", ModelError, r"\[x\] changes what agents know.*recall=True"),
        ("EX <x> K_a x", ModelError, "changes what agents know"),
        ("O [x?] x", ModelError, "changes what agents know"),
        ("<*> EX x", ModelError, "changes what agents know"),
        ("R_a EX x", ModelError, "changes what agents know"),
        (3, FormulaError, "got 3"),
    ],
)
def test_wrong_questions_are_refused(formula, error, named):
    with pytest.raises(error, match=named):
        System(**COUNTER).holds(formula)


def test_announcements_without_time_are_answered_at_a_state():
    assert System(**COUNTER).holds("~K_a n=0 & [n=0 | n=1] ~K_a n=0 & [n=0] K_a n=0")


def test_a_system_is_pickled_with_its_states():
    s = pickle.loads(pickle.dumps(System(**TRANSMISSION, fairness="ack | ~ack")))
    assert s.holds("EF ack & AG (ack -> O ~got=none)")
