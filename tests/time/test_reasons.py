"""Reasons in systems: every run that a reason shows is one of the system and shows what it says."""

import re
from itertools import pairwise
from random import Random

import networkx as nx
import pytest
from effort import seeds
from random_systems import Plain, formula

from kripke.data.errors import ModelError, UnknownWorld
from kripke.semantics import lasting, past, truth
from kripke.why.explanation import Explanation
from kripke.why.runs import Run
from logic import clauses as f
from logic.errors import TooLarge
from logic.parser import parse
from whoknows import System

KNOWING = (f.K, f.M, f.Kw, f.E, f.C, f.D)


class Checked:
    """A system's graph, and what explanations in it claim."""

    def __init__(self, graph: nx.MultiDiGraph) -> None:
        self.graph = graph
        self.next = {(w, v) for w, v in graph.graph["next"] if w in graph and v in graph}
        self.first = {w for w in graph.graph["first"] if w in graph}
        self.fair = [set(where) for where in graph.graph["fair"]]
        self.seen = 0

    def check(self, why: Explanation) -> None:
        for node in why.walk():
            if not past(node.formula):
                assert node.holds == (node.world in truth(self.graph, node.formula)), str(node.formula)
            core = node.formula
            while isinstance(core, f.Not):
                core = core.sub
            holds = node.holds != (len([*negations(node.formula)]) % 2 == 1)
            if node.run is not None:
                self.seen += 1
                self.run(node.run)
                self.shows(core, holds, node.world, node.run)
            elif not node.repeats and not node.reason.startswith(("no state follows", "runs begin")):
                self.exhausted(core, holds, node)

    def run(self, run: Run) -> None:
        """It is a run of the system; if it has a loop, this closes and meets each fairness condition."""
        assert self.next.issuperset(pairwise(run.states))
        if run.loop is not None:
            assert (run.states[-1], run.states[run.loop]) in self.next
            assert all(where & set(run.states[run.loop :]) for where in self.fair)

    def shows(self, node: f.Formula, holds: bool, world: object, run: Run) -> None:
        """It begins and ends where the formula needs it, and its states have what the formula says."""
        start, end = run.states[0], run.states[-1]
        if isinstance(node, KNOWING):
            assert start in self.first
            if not past(node):
                group = {node.agent} if hasattr(node, "agent") else node.group or self.graph.graph["agents"]
                links = nx.Graph((u, v) for u, v, agent in self.graph.edges(data="agent") if agent in group)
                assert nx.has_path(links, world, end)
                if isinstance(node, (f.K, f.M, f.Kw)):
                    assert links.has_edge(world, end)
                if not isinstance(node, f.Kw):
                    assert (end in truth(self.graph, node.sub)) is isinstance(node, f.M)
            return
        if isinstance(node, f.PAST):
            assert start in self.first
            assert end == world
            if not past(node.sub):
                true = [state in truth(self.graph, node.sub) for state in run.states]
                said = true[-2] if isinstance(node, f.Y) else any(true) if isinstance(node, f.O) else all(true)
                assert said == holds
            return
        assert start == world
        if past(node):
            return
        *left, right = [[state in truth(self.graph, part) for state in run.states] for part in node.children]
        some = isinstance(node, (f.EX, f.EF, f.EG, f.EU))
        assert holds is some
        match node:
            case f.EX() | f.AX():
                assert len(run.states) == 2
                assert right[1] is some
            case f.EF() | f.AG():
                assert right[-1] is some
                assert len(run.states) - 1 == self.distance(world, node.sub, some)
            case f.EG() | f.AF():
                assert run.loop is not None
                assert set(right) == {some}
            case f.EU():
                assert right[-1]
                assert all(left[0][:-1])
                assert run.loop is None
            case f.AU():
                assert not any(right)
                assert run.loop is not None or not left[0][-1]

    def distance(self, world: object, sub: f.Formula, value: bool) -> int:
        """The number of steps to the nearest state where a formula has a value."""
        lengths = nx.single_source_shortest_path_length(self.digraph, world)
        where = truth(self.graph, sub)
        return min(steps for state, steps in lengths.items() if (state in where) is value)

    @property
    def digraph(self) -> nx.DiGraph:
        graph = nx.DiGraph(self.next)
        graph.add_nodes_from(self.graph)
        return graph

    def exhausted(self, node: f.Formula, holds: bool, why: Explanation) -> None:
        """A formula about all runs says how many states were looked at."""
        if isinstance(node, (f.EF, f.AG)) and holds is isinstance(node, f.AG) and not past(node):
            count = len({why.world} | nx.descendants(self.digraph, why.world))
            said = re.search(r"(the only state|both states|all ([\d,]+) states) that runs from", why.reason)
            assert said, why.reason
            assert count == {"the only state": 1, "both states": 2}.get(said[1], int(said[2] or 0)), why.reason


def negations(node: f.Formula):
    while isinstance(node, f.Not):
        yield node
        node = node.sub


@pytest.mark.parametrize("seed", seeds(5, 300))
def test_runs_of_reasons_are_runs_of_the_system_and_show_what_they_say(seed):
    plain = Plain(seed)
    system, graph, rng = System.from_description(plain.description), lasting(plain.graph()), Random(seed)
    checked = Checked(graph)
    for clause in (*f.TIME, f.K, f.C, f.O, f.H):
        parts = [formula(rng, 2) for _ in range(2)]
        asked = (
            clause(*parts)
            if clause in (f.EU, f.AU)
            else clause("a", parts[0])
            if clause is f.K
            else clause(None, parts[0])
            if clause is f.C
            else clause(parts[0])
        )
        if not len(system.initial):
            with pytest.raises(ModelError, match="no state is initial"):
                system.explain(asked)
            continue
        why = system.explain(asked)
        assert why.holds == system.holds(asked), str(asked)
        assert why.world in set(system.initial)
        checked.check(why)
        state = rng.choice(system.states)
        there = system.explain(asked, at=state)
        assert there.world == state
        assert there.holds == system.holds(asked, at=state)
        checked.check(there)
        assert str(why)
        assert why.to_dict()
        assert why.to_dot()


def bit_transmission(**options) -> System:
    return System(
        agents={"sender": ["bit", "ack"], "receiver": ["got"]},
        variables={"bit": ["0", "1"], "ack": bool, "got": ["none", "0", "1"]},
        init="~ack & got=none",
        protocol={
            "sender": {"send": "~ack", "wait": "ack"},
            "receiver": {"silent": "got=none", "reply": "~got=none"},
            "channel": ["deliver", "lose"],
        },
        evolution={
            "sender": [("channel=deliver & receiver=reply", {"ack": "true"})],
            "receiver": [("channel=deliver & sender=send", {"got": "bit"})],
        },
        **options,
    )


def test_a_run_tells_its_first_state_then_what_is_done_and_what_changes():
    why = bit_transmission().explain("EF ack")
    assert [*why.run.lines()] == [
        "0. {bit=0, got=none}",
        "1. sender=send, receiver=silent, channel=deliver: got=0",
        "2. sender=send, receiver=reply, channel=deliver: ack",
    ]
    assert str(why).splitlines()[1:] == ["  " + line for line in why.run.lines()]
    assert why.to_dict()["run"]["lines"] == [*why.run.lines()]


def test_the_loop_of_a_run_is_told():
    run = bit_transmission().explain("AF ack").run
    assert (len(run.states), run.loop) == (1, 0)
    assert [*run.lines()][1] == "1. sender=send, receiver=silent, channel=lose: state 0 again, and so on forever"


def test_a_loop_meets_the_fairness_conditions():
    turns = System(
        agents={"a": []},
        variables={"n": range(4), "on": bool},
        init="n=0 & ~on",
        protocol={"a": ["go", "stay"]},
        evolution={"a": [('a=go & "n < 3"', {"n": "n + 1"}), ("a=go & n=3", {"n": "1"})]},
        fairness=["n=2", "n=3"],
    )
    run = turns.explain("AF on").run
    loop = [sorted(state)[0] for state in run.states[run.loop :]]
    assert {"n=2", "n=3"} <= set(loop)


def test_what_was_true_is_told_with_the_number_of_steps():
    why = bit_transmission().explain("AG (ack -> O got=none)")
    (told,) = [node for node in why.walk() if isinstance(node.formula, f.O)]
    assert told.reason == "2 steps ago, at {bit=0, got=none}, got=none is true"
    first = bit_transmission().explain("Y true")
    assert (first.holds, first.reason) == (False, first.reason)
    assert "nothing comes before" in first.reason


def test_a_second_run_shows_what_an_agent_does_not_know():
    why = bit_transmission().explain("K_receiver bit=0", at={"bit=1", "got=1", "ack"})
    assert why.run is None  # the agent is not mistaken: this state itself refutes it
    why = bit_transmission().explain("K_sender got=none", at={"bit=1", "got=none"})
    assert why.run.states == (frozenset({"bit=1", "got=none"}), frozenset({"bit=1", "got=1"}))
    assert why.children[0].world == why.run.states[-1]


def test_unknown_states_and_formulas_are_refused_in_reasons():
    with pytest.raises(UnknownWorld):
        bit_transmission().explain("ack", at={"ack"})
    with pytest.raises(ModelError, match="by local states"):
        bit_transmission().explain("[ack] AG ack")


def test_long_runs_are_told_by_their_first_and_last_steps():
    count = System(
        agents={"a": []}, variables={"n": range(100)}, init="n=0", evolution={"a": [("true", {"n": "n + 1"})]}
    )
    lines = [*count.explain("EF n=90").run.lines()]
    assert len(lines) < 30
    assert "more)" in lines[12]
    assert lines[-1] == "90. n=90"
    assert parse("EF n=90") == count.explain("EF n=90").formula


@pytest.mark.slow
def test_runs_and_systems_are_drawn_with_their_states_and_what_is_done():
    from whoknows import draw  # the package that draws

    system = bit_transmission()
    run = system.explain("EF ack").run
    assert run.draw() == draw(run)
    assert all(text in run.draw() for text in ("got=none", "channel=deliver", ">2<"))
    dot = draw(system.explain("AF ack").run, highlight="bit=0").count("channel=lose")
    assert dot == 1
    whole = system.draw(highlight="AG ack")
    assert "AG ack holds" in whole
    assert "digraph" not in whole
    assert "2 steps" in system.explain("EF ack").draw()


def test_a_system_with_many_states_is_not_drawn():
    count = System(
        agents={"a": []}, variables={"n": range(400)}, init="n=0", evolution={"a": [("true", {"n": "n + 1"})]}
    )
    with pytest.raises(TooLarge, match=r"400 states, .* 300 are drawn"):
        count.draw()


def test_where_no_state_follows_the_reason_for_an_until_says_what_is_asked_there():
    s = System({"a": []}, {"n": range(2)}, "n=0", None, {"e": [("true", {"n": "n + 2"})]}, deadlocks=True)
    asked = "no state follows {n=0}, so one of both must hold there, and "
    assert s.holds("AF n=1 & A[n=0 U n=1] & ~A[n=1 U false]")
    assert asked + "n=0 is true" in str(s.explain("A[n=0 U n=1]"))
    assert asked + "n=1 is false and ⊥ is false" in str(s.explain("A[n=1 U false]"))
