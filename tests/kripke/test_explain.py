"""Explanations: what they say is true, their witnesses are witnesses, and a student can read them."""

import json
import pickle
import re
from random import Random
from xml.etree import ElementTree

import pygraphviz
import pytest
from hypothesis import given
from hypothesis import strategies as st
from randoms import random_event_model, random_formula, random_structure
from reasons_checked import CHECKS, check, contexts

from kripke.change.event import Event, EventModel
from kripke.change.product import extend_vocabulary, occurrences
from kripke.checking import explicit
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.program import CHANGES, CLAUSES
from kripke.data.errors import ModelError, PreconditionFailed, UnknownAgent, UnknownAtom
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.semantics import relation
from kripke.why import explain, explicit_view
from kripke.why.explicit_view import ExplicitView
from kripke.why.point import GLOSSES
from kripke.why.reasons import REASONS
from logic import clauses as f
from logic.formula import Formula
from logic.node_table import flatten, rebuild
from logic.parser import parse

SEEDS = st.integers(0, 2**32)
UNBOUNDED = 10_000

THREE = KripkeModel.s5(
    worlds={"w1": {"p", "q", "x=1"}, "w2": {"q", "x=2"}, "w3": {"p", "x=2"}},
    partitions={"a": [["w1", "w2"], ["w3"]], "b": [["w1"], ["w2", "w3"]]},
    actual="w1",
)
WEIGHTED = KripkeModel.s5(
    worlds={"w1": {"p"}, "w2": {"p", "q"}, "w3": {"q"}},
    partitions={"a": [["w1", "w2", "w3"]]},
    actual="w1",
    weights={"a": {"w1": 0.5, "w2": 0.3, "w3": 0.2}},
    threshold=0.3,
)
RANKED = KripkeModel.s5(
    worlds={"w1": {"p"}, "w2": {"p", "q"}, "w3": {"q"}},
    partitions={"a": [["w1", "w2", "w3"]]},
    actual="w1",
    ranks={"a": {"w1": 1, "w2": 0, "w3": 2}},
)
ARROWS = KripkeModel(
    worlds={"w1": {"p"}, "w2": set(), "w3": {"p"}, "w4": set()},
    relations={"a": [("w1", "w2"), ("w1", "w3"), ("w2", "w4")], "b": [("w2", "w1")]},
    actual="w1",
)
MUDDY = KripkeModel.from_observations(
    ["m1", "m2", "m3"], {"a": ["m2", "m3"], "b": ["m1", "m3"], "c": ["m1", "m2"]}, "m1 | m2 | m3", {"m1", "m2"}
)


def text(model: KripkeModel, formula: str, at: object = None) -> str:
    return str(model.check(formula, at).explain())


def random_case(seed: int) -> tuple[Structure, Formula, int]:
    rng = Random(seed)
    structure = random_structure(rng, 12, rng.choice([None, "mixed"]))
    formula = random_formula(rng, structure.agents, rng.randint(1, 14))
    return structure, formula, rng.randrange(structure.size)


def explained(structure, formula, position, *bounds, actions=None, **detail):
    return explain.explain(explain.explicit_view(structure, formula, actions), position, *bounds, **detail)


@given(SEEDS)
def test_every_claim_and_every_witness_is_right_by_the_slow_semantics(seed):
    structure, formula, position = random_case(seed)
    check(structure, explained(structure, formula, position, UNBOUNDED, UNBOUNDED))


@given(SEEDS)
def test_every_claim_is_right_in_the_engine_for_large_models_too(seed):
    structure, formula, position = random_case(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explicit, "SMALL", 0)
        check(structure, explained(structure, formula, position, UNBOUNDED, UNBOUNDED))


def with_actions(rng: Random, formula: Formula, names: tuple[str, ...]) -> Formula:
    """The formula with actions before some of its subformulas; after a resolution they may be undefined."""
    done: list[Formula] = []
    for node, kids in flatten(formula).rows:
        made = node if isinstance(node, f.R) else rebuild(node, [done[i] for i in kids])
        act = rng.choice([f.Act, f.ActDual])
        done.append(act(rng.choice(names), made) if rng.random() < 0.2 else made)
    return done[-1]


@given(SEEDS, st.booleans())
def test_every_claim_about_what_actions_lead_to_is_right(seed, large):
    rng = Random(seed)
    structure = random_structure(rng, 6, rng.choice([None, "mixed"]))
    actions = {name: random_event_model(rng, structure) for name in ("peek", "wait")}
    formula = with_actions(rng, random_formula(rng, structure.agents, rng.randint(1, 8)), tuple(actions))
    ready = extend_vocabulary(structure, actions)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explicit, "SMALL", 0 if large else explicit.SMALL)
        explanation = explained(ready, formula, 0, UNBOUNDED, UNBOUNDED, actions=occurrences(actions))
    check(ready, explanation, actions)
    for node in explanation.walk():
        assert not SLIPS.search(node.reason), node.reason


@given(SEEDS)
def test_values_that_do_not_fit_the_memory_are_computed_again_with_the_same_explanation(seed):
    structure, formula, position = random_case(seed)
    kept = str(explained(structure, formula, position))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explain, "KEPT", 0)
        assert str(explained(structure, formula, position)) == kept


@given(SEEDS, st.integers(0, 6), st.integers(1, 12))
def test_a_bounded_explanation_is_as_right_as_a_whole_one(seed, depth, size):
    structure, formula, position = random_case(seed)
    bounded = explained(structure, formula, position, depth, size)
    check(structure, bounded)
    whole = explained(structure, formula, position, UNBOUNDED, UNBOUNDED)
    assert (bounded.holds, bounded.reason) == (whole.holds, whole.reason)
    assert len({(n.formula, n.world, n.after) for n in bounded.walk() if not n.repeats}) <= size


@given(SEEDS)
def test_nothing_is_explained_twice(seed):
    structure, formula, position = random_case(seed)
    seen, numbers = set(), {}
    for node, context in contexts(structure, explained(structure, formula, position, UNBOUNDED, UNBOUNDED)):
        model = frozenset(context.model)
        refined = {a for change in node.after for a in audience(change, structure)}
        left = frozenset((a, relation(context.model, a)) for a in structure.agents)
        key = node.formula, node.world, model, left, frozenset(refined)
        if node.repeats:
            assert (node.formula, node.world, model, left) in {k[:4] for k in seen}
            assert not node.children
            assert node.number is None or numbers[node.number] == (node.formula, node.world)
        else:
            assert key not in seen, node.sentence
            numbers[node.number] = node.formula, node.world
        seen.add(key)


def audience(change: Formula, structure: Structure) -> tuple[str, ...]:
    if change.group is None:
        return structure.agents if isinstance(change, (f.AnnounceWhether, f.R)) else ()
    return tuple(change.group)


SLIPS = re.compile(
    r"  |\(\)|\ball 1 |\b1 worlds|\b1 more values|,,|;;| ,| ;|\band and\b|\bor or\b|\bNone\b|there there|\.$|, and$"
    r"|^[^A-Za-z¬⊤⊥⟨\[({\"… ]|neither [a-d] considers|^[a-d](?:, [a-d])* and [a-d] considers\b|(?:of|neither|both) and"
)


@given(SEEDS)
def test_every_sentence_is_in_order(seed):
    structure, formula, position = random_case(seed)
    for node in explained(structure, formula, position).walk():
        assert node.reason
        assert not SLIPS.search(node.reason), node.reason
        assert node.reason.count("(") == node.reason.count(")")


@given(SEEDS)
def test_the_html_is_well_formed_and_says_what_the_text_says(seed):
    structure, formula, position = random_case(seed)
    explanation = explained(structure, formula, position)
    root = ElementTree.fromstring(explanation._repr_html_())
    said = [" ".join("".join(e.itertext()).split()) for e in root.iter() if e.tag == "summary" or is_line(e)]
    expected = [" ".join(line.split()) for line in str(explanation).splitlines()]
    assert [re.sub("^[✓✗] ", "", line) for line in said] == expected


def is_line(element) -> bool:
    return element.tag == "div" and element.get("class") is None


@given(SEEDS)
def test_the_dot_text_is_a_graph_with_all_lines_and_a_box_more_only_where_it_branches(seed):
    structure, formula, position = random_case(seed)
    explanation = explained(structure, formula, position)
    graph = pygraphviz.AGraph(string=explanation.to_dot())
    lines = [line for line in str(explanation).splitlines() if "as above (" not in line]
    plain = "".join("".join(box.attr["label"] for box in graph.nodes()).replace("\\n", "").split())
    assert all("".join(line.split()).replace('"', "") in plain.replace('"', "") for line in lines)
    assert len(graph.edges()) + 1 == len(graph.nodes()) + sum(edge.attr["style"] == "dashed" for edge in graph.edges())
    for box in graph.nodes():
        below = [edge[1] for edge in graph.out_edges(box) if edge.attr["style"] != "dashed"]
        if len(graph.out_edges(box)) == 1 and below and graph.get_node(below[0]).attr["fillcolor"]:
            assert graph.get_node(below[0]).attr["fillcolor"] != box.attr["fillcolor"]


@given(SEEDS)
def test_the_data_are_json_and_hold_the_whole_tree(seed):
    structure, formula, position = random_case(seed)
    explanation = explained(structure, formula, position)
    data = json.loads(json.dumps(explanation.to_dict()))
    reasons, stack = [], [data]
    while stack:
        node = stack.pop()
        reasons.append(node["reason"])
        assert parse(node["formula"]) is not None
        stack += reversed(node["children"])
    assert reasons == [node.reason for node in explanation.walk()]


def test_every_clause_has_words_of_its_own_and_a_check_in_these_tests():
    assert REASONS.keys() >= CLAUSES.keys() | CHANGES.keys()
    assert CHECKS.keys() == REASONS.keys() - {f.Top, f.Bottom, f.Atom, f.Not, *f.TIME, *f.PAST}  # time: test_reasons


GOLDEN = [
    (THREE, "p", "p is true at w1"),
    (THREE, "true", "⊤ holds at w1: it is true everywhere"),
    (THREE, "~p", "¬p fails at w1: p is true there"),
    (THREE, "K_a p", "K_a p fails at w1: a cannot tell w1 from w2, and p is false at w2"),
    (THREE, "~K_a p", "¬K_a p holds at w1: a cannot tell w1 from w2, and p is false at w2"),
    (
        THREE,
        "~~K_a p",
        "¬¬K_a p fails at w1: the 2 negations cancel out; a cannot tell w1 from w2, and p is false at w2",
    ),
    (THREE, "K_a q", "K_a q holds at w1: q is true at both worlds that a considers possible: w1 and w2"),
    (THREE, "K_b p", "K_b p holds at w1: p is true at w1 itself, the only world that b considers possible"),
    (THREE, "M_a ~p", "M_a ¬p holds at w1: a cannot tell w1 from w2, and p is false at w2"),
    (THREE, "Kw_a p", "Kw_a p fails at w1: a cannot tell w1 from w2; p is true at w1, but false at w2"),
    (THREE, "Kv_a x", "Kv_a x fails at w1: at w1, a considers x=1 (at w1) and x=2 (at w2) possible"),
    (THREE, "Kv_b x", "Kv_b x holds at w1: x=1 is true at w1 itself, the only world that b considers possible"),
    (THREE, "E p", "E p fails at w1: a does not know it: a cannot tell w1 from w2, and p is false at w2"),
    (THREE, "E q", "E q holds at w1: q is true at both worlds that a or b considers possible: w1 and w2"),
    (
        THREE,
        "C q",
        "C q fails at w1: a shortest path to a counterexample is w1 –a→ w2 –b→ w3, and q is false at w3",
    ),
    (
        THREE,
        "C_{b} q",
        "C_{b} q holds at w1: q is true at w1 itself, the only world within reach of b (within reach: by one or more "
        "steps, each to a world that the agent who takes the step considers possible)",
    ),
    (THREE, "D p", "D p holds at w1: p is true at w1 itself, the only world that both a and b consider possible"),
    (THREE, "p & q", "p ∧ q holds at w1: p is true and q is true there"),
    (THREE, "p & ~q", "p ∧ ¬q fails at w1: q is true there"),
    (THREE, "~p | q", "¬p ∨ q holds at w1: q is true there"),
    (THREE, "~p | ~q", "¬p ∨ ¬q fails at w1: p is true and q is true there"),
    (
        THREE,
        "~p -> K_a p",
        "¬p → K_a p holds at w1: p is true there (an implication holds wherever its left side fails)",
    ),
    (THREE, "K_a q -> q", "K_a q → q holds at w1: q is true there"),
    (THREE, "p ^ q", "p ⊕ q fails at w1: p is true and q is true there"),
    (
        THREE,
        "p <-> K_a p",
        "p ↔ K_a p fails at w1: p is true, but K_a p fails there\n"
        "  K_a p fails at w1: a cannot tell w1 from w2, and p is false at w2",
    ),
    (
        THREE,
        "[p] K_a p",
        "[p] K_a p holds at w1: p is true there, so it can be announced; w2 goes, since p is false there; "
        "then K_a p holds there\n"
        "  after [p], K_a p holds at w1: p is true at w1 itself, the only world that a considers possible",
    ),
    (
        THREE,
        "[K_b p] q",
        "[K_b p] q holds at w1: K_b p holds there, so it can be announced; w2 and w3 go, since it fails there; "
        "then q is true there\n"
        "  K_b p holds at w1: p is true at w1 itself, the only world that b considers possible\n"
        "  K_b p fails at w2: b considers w2 itself possible, and p is false there\n"
        "  K_b p fails at w3: b cannot tell w3 from w2, and p is false at w2",
    ),
    (
        THREE,
        "[~p] q",
        "[¬p] q holds at w1: p is true there, so ¬p cannot be announced (what cannot be announced has no afterwards, "
        "so everything is said to hold after it)",
    ),
    (
        THREE,
        "<K_a p> q",
        "⟨K_a p⟩ q fails at w1: K_a p fails there, so it cannot be announced\n"
        "  K_a p fails at w1: a cannot tell w1 from w2, and p is false at w2",
    ),
    (
        THREE,
        "[p?] K_a p",
        "[p?] K_a p holds at w1: p is true there, and a and b learn that; at w1, a rules out w2; "
        "then K_a p holds there\n"
        "  after [p?], K_a p holds at w1: p is true at w1 itself, the only world that a considers possible",
    ),
    (
        THREE,
        "[p!{b}] K_a p",
        "[p!{b}] K_a p fails at w1: p is true there, and b hears that; at w1, this rules out nothing; "
        "then K_a p fails there\n"
        "  after [p!{b}], K_a p fails at w1: a cannot tell w1 from w2, and p is false at w2",
    ),
    (
        THREE,
        "K_a K_b (p & q)",
        "K_a K_b (p ∧ q) fails at w1: a cannot tell w1 from w2, and K_b (p ∧ q) fails at w2\n"
        "  K_b (p ∧ q) fails at w2: b considers w2 itself possible, and p ∧ q fails there\n"
        "    p ∧ q fails at w2: p is false there",
    ),
    (
        THREE,
        "K_a K_a p ^ K_a p",
        "K_a K_a p ⊕ K_a p fails at w1: K_a K_a p fails and K_a p fails there\n"
        "  K_a K_a p fails at w1: a considers w1 itself possible, and K_a p fails there\n"
        "    (1) K_a p fails at w1: a cannot tell w1 from w2, and p is false at w2\n"
        "  K_a p fails at w1: as above (1)",
    ),
    (
        WEIGHTED,
        "B_a p",
        "B_a p holds at w1: p is true at both worlds that a considers possible and whose weight reaches a's threshold "
        f"3/10: w1 and w2 ({GLOSSES['threshold']})",
    ),
    (
        WEIGHTED,
        "B_a q",
        "B_a q fails at w1: of the worlds that a considers possible, w1 itself has the weight 1/2, which reaches a's "
        "threshold 3/10, and q is false there "
        f"({GLOSSES['threshold']})",
    ),
    (
        WEIGHTED,
        "B_a[~p] q",
        "B_a[¬p] q holds at w1: q is true at w3, the only world with the greatest weight of the worlds that a "
        "considers possible where p is false (weight 1/5; none of them reaches a's threshold 3/10) "
        f"({GLOSSES['threshold']})",
    ),
    (
        WEIGHTED,
        "B_a>=0.9 p",
        "B_a>=9/10 p fails at w1: a's weight where p is true is 1/2 (w1) + 3/10 (w2) = 4/5, of 1 in all "
        "that a considers possible: a share of 4/5 = 0.8, which is less than 9/10",
    ),
    (
        THREE,
        "B_a>=0.5 p",
        "B_a>=1/2 p holds at w1: p is true at 1 of the 2 worlds that a considers possible, which count equally: "
        "a share of 1/2 = 0.5, which is at least 1/2",
    ),
    (
        RANKED,
        "B_a ~q",
        "B_a ¬q fails at w1: a finds w2 most plausible of the worlds that a considers possible (rank 0), and q is true "
        f"at w2 ({GLOSSES['ranks']})",
    ),
    (
        RANKED,
        "B_a[~q] ~p & B_a q",
        "B_a[¬q] ¬p ∧ B_a q fails at w1: B_a[¬q] ¬p fails there\n"
        "  B_a[¬q] ¬p fails at w1: a finds w1 itself most plausible of the worlds that a considers possible "
        f"where q is false (rank 1), and p is true there ({GLOSSES['ranks']})",
    ),
    (
        RANKED,
        "Bsafe_a p",
        "Bsafe_a p holds at w1: p is true at both worlds that a considers possible and no less plausible than w1: "
        "w1 and w2",
    ),
    (
        RANKED,
        "Bstrong_a q",
        "Bstrong_a q fails at w1: q is true at w3 (rank 2), but false at w1 (rank 1), which is no less plausible to a",
    ),
    (
        RANKED,
        "Bstrong_a p",
        "Bstrong_a p holds at w1: of the worlds that a considers possible, even the least plausible where p is true, "
        "w1 (rank 1), is more plausible to a than the most plausible where p is false, w3 (rank 2)",
    ),
    (ARROWS, "K_a p", "K_a p fails at w1: at w1, a considers w2 possible, and p is false at w2"),
    (
        ARROWS,
        "K_b false",
        "K_b ⊥ holds at w1: b considers no world possible at w1, so everything holds in all of them",
    ),
    (ARROWS, "M_b p", "M_b p fails at w1: b considers no world possible at w1, so there is none where p is true"),
    (
        ARROWS,
        "D p",
        "D p holds at w1: a and b together rule out every world at w1, so everything holds in all that are left",
    ),
    (MUDDY, "K_a m1", "K_a m1 fails at {m1, m2}: a cannot tell {m1, m2} from {m2}, and m1 is false at {m2}"),
]


@pytest.mark.parametrize(("model", "formula", "expected"), GOLDEN, ids=[case[1] for case in GOLDEN])
def test_a_student_reads(model, formula, expected):
    assert text(model, formula) == expected


def apart(**belief):
    """Agent b, who considers y impossible at w and x, though q holds there and it is as likely as x."""
    worlds = {"w": {"p"}, "x": {"p", "q"}, "y": {"q"}}
    return KripkeModel.s5(worlds=worlds, partitions={"b": [["w", "x"], ["y"]]}, actual="w", **belief)


HEAVY = {"weights": {"b": {"w": 0.1, "x": 0.9, "y": 1}}}
BELIEFS_APART = [
    (HEAVY | {"threshold": 0.5}, "B_b q", "the only world that b considers possible and whose weight reaches b's"),
    (
        HEAVY | {"threshold": 0.95},
        "B_b q",
        "the only world with the greatest weight of the worlds that b considers poss",
    ),
    (HEAVY, "B_b>=0.5 q", "b's weight where q is true is 9/10 (x), of 1 in all that b considers possible"),
    (
        {"ranks": {"b": {"w": 1, "x": 0, "y": 0}}},
        "B_b q",
        "finds most plausible of the worlds that b considers possible",
    ),
    (
        {"ranks": {"b": {"w": 1, "x": 0, "y": 0}}},
        "Bstrong_b q",
        "of the worlds that b considers possible, even the least",
    ),
]


@pytest.mark.parametrize(("belief", "formula", "expected"), BELIEFS_APART, ids=[str(i) for i in range(5)])
def test_a_reason_for_a_belief_speaks_of_the_worlds_that_the_agent_considers_possible(belief, formula, expected):
    assert expected in text(apart(**belief), formula)


LINE = KripkeModel.s5(
    worlds={i: {"p"} if i < 20 else set() for i in range(21)},
    partitions={
        "even": [[i, i + 1] for i in range(0, 20, 2)] + [[20]],
        "odd": [[0]] + [[i, i + 1] for i in range(1, 20, 2)],
    },
    actual=0,
)
CROWD = KripkeModel.s5(
    worlds={f"w{i}": {"p", f"x={i}"} for i in range(1, 2_001)},
    partitions={"a": [[f"w{i}" for i in range(1, 2_001)]]},
    actual="w5",
)


@given(SEEDS, st.sampled_from([0.5, 4]))
def test_a_search_that_looks_from_each_world_finds_what_passes_over_the_model_find(seed, wide):
    structure = random_structure(Random(seed))
    view = ExplicitView(explicit.evaluate(ArrayAlgebra(structure), f.Atom("p")), ArrayAlgebra(structure))

    def found():
        return [
            (view.reach(structure.agents, world).positions(), view.path(structure.agents, world, 0))
            for world in range(structure.size)
        ]

    passes = found()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(explicit_view, "MASKED", -1)
        patch.setattr(explicit_view, "WIDE", wide)
        assert found() == passes


def test_the_path_along_a_chain_of_twenty_thousand_worlds_is_found_in_one_search():
    size = 20_000
    partitions = {"even": [[i, i + 1] for i in range(0, size, 2)]}
    partitions["odd"] = [[0], *([i, i + 1] for i in range(1, size - 1, 2)), [size - 1]]
    m = KripkeModel.s5({i: {"p"} if i < size - 1 else set() for i in range(size)}, partitions, actual=0)
    assert m.check("C p").explain().path == tuple(("odd" if i % 2 == 0 else "even", i) for i in range(1, size))


def test_a_long_path_is_cut_in_the_middle_but_kept_whole_as_data():
    explanation = LINE.check("C p").explain()
    assert str(explanation) == (
        "C p fails at 0: a shortest path to a counterexample is 0 –even→ 1 –odd→ 2 –even→ 3 –odd→ 4 … (12 more steps) "
        "… –even→ 17 –odd→ 18 –even→ 19 –odd→ 20, and p is false at 20"
    )
    assert explanation.path == tuple(("even" if i % 2 else "odd", i) for i in range(1, 21))


def test_of_many_worlds_a_few_are_named_and_all_are_counted():
    assert text(CROWD, "K_a p") == (
        "K_a p holds at w5: p is true at all 2,000 worlds that a considers possible, such as w5, w1 and w2"
    )
    assert text(CROWD, "K_a M_a p").splitlines()[1:] == [
        "  M_a p holds at w5: a considers w5 itself possible, and p is true there",
        "  M_a p holds at w1: a considers w1 itself possible, and p is true there",
        "  M_a p holds at w2: a considers w2 itself possible, and p is true there",
        "  … (1,997 more)",
    ]
    assert text(CROWD, "[x=5] Kv_a x").splitlines()[0] == (
        "[x=5] Kv_a x holds at w5: x=5 is true there, so it can be announced; 1,999 of 2,000 worlds go, such as "
        "w1, w2 and w3, since x=5 is false there; then Kv_a x holds there"
    )
    assert text(CROWD, "Kv_a x") == (
        "Kv_a x fails at w5: at w5, a considers x=5 (at w5), x=1 (at w1), x=2 (at w2) and 1,997 more values possible"
    )


def test_of_the_worlds_that_go_a_few_are_explained_before_what_holds_then():
    lines = text(CROWD, "[K_a x=5 | x=5] p").splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:]] == [
        "K_a x=5 ∨ x=5 holds at w5",
        "K_a x=5 ∨ x=5 fails at w1",
        "K_a x=5 fails at w1",
        "K_a x=5 ∨ x=5 fails at w2",
        "K_a x=5 fails at w2",
        "K_a x=5 ∨ x=5 fails at w3",
        "K_a x=5 fails at w3",
        "… (1,996 more)",
    ]


def test_the_muddy_children_are_explained_in_the_order_in_which_one_thinks():
    told = text(MUDDY, "[~Kw_a m1 & ~Kw_b m2 & ~Kw_c m3] K_a m1")
    statement = "¬Kw_a m1 ∧ ¬Kw_b m2 ∧ ¬Kw_c m3"
    assert told.splitlines() == [
        f"[{statement}] K_a m1 holds at {{m1, m2}}: {statement} holds there, so it can be announced; "
        "{m1}, {m2} and {m3} go, since it fails there; then K_a m1 holds there",
        f"  {statement} holds at {{m1, m2}}: ¬Kw_a m1 holds, ¬Kw_b m2 holds and ¬Kw_c m3 holds there",
        "    ¬Kw_a m1 holds at {m1, m2}: a cannot tell {m1, m2} from {m2}; m1 is true at {m1, m2}, but false at {m2}",
        "    ¬Kw_b m2 holds at {m1, m2}: b cannot tell {m1, m2} from {m1}; m2 is true at {m1, m2}, but false at {m1}",
        "    ¬Kw_c m3 holds at {m1, m2}: c cannot tell {m1, m2} from {m1, m2, m3}; m3 is false at {m1, m2}, "
        "but true at {m1, m2, m3}",
        f"  {statement} fails at {{m1}}: ¬Kw_a m1 fails there",
        "    ¬Kw_a m1 fails at {m1}: m1 is true at {m1} itself, the only world that a considers possible",
        f"  {statement} fails at {{m2}}: ¬Kw_b m2 fails there",
        "    ¬Kw_b m2 fails at {m2}: m2 is true at {m2} itself, the only world that b considers possible",
        f"  {statement} fails at {{m3}}: ¬Kw_c m3 fails there",
        "    ¬Kw_c m3 fails at {m3}: m3 is true at {m3} itself, the only world that c considers possible",
        f"  after [{statement}], K_a m1 holds at {{m1, m2}}: m1 is true at {{m1, m2}} itself, the only world that a "
        "considers possible",
    ]


def test_conjunctions_are_explained_flat_however_they_are_nested_and_repeated():
    assert text(THREE, "(p & (q & p)) & (p & q)") == "p ∧ (q ∧ p) ∧ (p ∧ q) holds at w1: p is true and q is true there"
    assert text(
        THREE, "p & q & ~r1 & x=1 & ~r2 & p | r3".replace("r1", "x=2").replace("r2", "x=2").replace("| r3", "")
    ) == ("p ∧ q ∧ ¬x=2 ∧ x=1 ∧ ¬x=2 ∧ p holds at w1: p is true, q is true, x=2 is false and x=1 is true there")
    shared = parse("p")
    for _ in range(100):
        shared = f.And(shared, shared)
    assert str(explained(THREE.structure, shared, 0)).endswith("holds at w1: p is true there")


def test_the_announcement_that_fails_says_why():
    with pytest.raises(PreconditionFailed) as caught:
        THREE.announce("K_a p")
    assert str(caught.value) == (
        "K_a p is false at the actual world 'w1', so it cannot be announced truthfully: "
        "a cannot tell w1 from w2, and p is false at w2"
    )
    with pytest.raises(PreconditionFailed) as caught:
        THREE.at(None).announce("C p")
    assert str(caught.value).startswith("C p holds at no world, ")
    with pytest.raises(PreconditionFailed, match=r"truthfully$"):
        THREE.announce("~p")
    with pytest.raises(PreconditionFailed, match=r"\{m1, m2\}, .*: m3 is false there$"):
        MUDDY.announce("m3 & m1")


def test_a_failed_announcement_on_65536_worlds_is_explained():
    atoms = [f"m{i}" for i in range(16)]
    model = KripkeModel.from_observations(
        atoms, {f"a{i}": set(atoms) - {f"m{i}"} for i in range(16)}, "true", set(atoms)
    )
    with pytest.raises(PreconditionFailed, match="a1 cannot tell"):
        model.announce("K_a1 m1")


DEEP = {
    "negations": f.Not,
    "knowledge": lambda sub: f.K("a", sub),
    "conjunctions": lambda sub: f.And(sub, f.Atom("q")),
    "disjunctions to the right": lambda sub: f.Or(f.Bottom(), sub),
    "implications": lambda sub: f.Implies(f.Atom("q"), sub),
    "announcements": lambda sub: f.Announce(f.Atom("q"), sub),
    "statements of announcements": lambda sub: f.Announce(sub, f.Atom("q")),
    "two uses": lambda sub: f.Xor(f.K("a", sub), sub),
}


@pytest.mark.parametrize("depth", [1_100, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "nest",
    [
        pytest.param(nest, id=name, marks=[pytest.mark.slow] * (name in ("disjunctions to the right", "implications")))
        for name, nest in DEEP.items()
    ],
)
def test_a_deep_formula_is_explained_without_recursion(nest, depth):
    formula = f.Atom("p")
    for _ in range(depth):
        formula = nest(formula)
    explanation = explained(THREE.structure, formula, 0)
    assert 0 < len(str(explanation)) < 200_000
    assert len(explanation.to_html()) < 400_000
    assert explanation.to_dot().endswith("}\n")
    assert len(repr(explanation)) < 400


SLOW_AS_DATA = [
    pytest.param(name, marks=pytest.mark.slow) for name in DEEP if name not in ("knowledge", "announcements")
]


@pytest.mark.parametrize("name", ["knowledge", "announcements", *SLOW_AS_DATA])
def test_the_explanation_of_a_deep_formula_is_plain_data(name):
    formula = f.Atom("p")
    for _ in range(1_100):
        formula = DEEP[name](formula)
    explanation = explained(THREE.structure, formula, 0)
    assert explanation.to_dict()["holds"] == explanation.holds


def test_what_is_cut_off_is_counted_and_a_higher_bound_shows_it():
    formula = f.Atom("p")
    for _ in range(60):
        formula = f.K("b", formula)
    lines = str(explained(THREE.structure, formula, 0)).splitlines()
    assert len(lines) == explain.DEPTH + 2
    assert lines[-1].strip() == "… (1 more)"
    assert len(str(THREE.check(formula).explain(depth=100)).splitlines()) == 60
    assert "more" not in str(THREE.check(formula).explain(depth=100))


NASTY = ['say "hi"', "back\\slash", "<b>&amp;</b>", "two\nlines", "{curly}", "", "'", "é → ∧", "a|b"]


@pytest.mark.parametrize("name", NASTY)
def test_names_with_any_character_survive_html_and_dot(name):
    model = KripkeModel.s5({each: {"p"} if each else set() for each in NASTY}, {"a": [NASTY]})
    explanation = model.check("K_a K_a p", at=name).explain()
    root = ElementTree.fromstring(explanation.to_html())
    said = " ".join("".join(root.itertext()).split())
    assert " ".join(explanation.claim.split()) in said
    assert {element.tag for element in root.iter()} == {"div", "details", "summary"}
    graph = pygraphviz.AGraph(string=explanation.to_dot())
    assert (len(graph.nodes()), len(str(explanation).splitlines())) == (1, 2)  # a row of reasons is one box
    assert explanation.world == name


@pytest.mark.parametrize(
    ("world", "shown"),
    [
        ("w1", "w1"),
        (frozenset({"m10", "m2"}), "{m2, m10}"),
        (frozenset(), "{}"),
        ((4, 13), "(4, 13)"),
        (("w1", "peek"), "(w1, peek)"),
        ((frozenset({"p"}), "e"), "({p}, e)"),
        (7, "7"),
        ("", "''"),
        ("two\nlines", "'two\\nlines'"),
        ((((((1,),),),),), "((((…))))"),
    ],
)
def test_worlds_are_named_as_one_writes_them(world, shown):
    model = KripkeModel({world: {"p"}}, {"a": [(world, world)]}, actual=world)
    assert text(model, "p") == f"p is true at {shown}"
    assert model.check("p").explain().world == world


def test_an_explanation_gives_its_parts():
    explanation = THREE.check("K_a K_b p").explain()
    assert explanation.formula == parse("K_a K_b p")
    assert (explanation.world, explanation.holds) == ("w1", False)
    assert explanation.claim == "K_a K_b p fails at w1"
    assert explanation.sentence == str(explanation).splitlines()[0]
    (child,) = explanation.children
    assert (str(child.formula), child.world, child.holds) == ("K_b p", "w2", False)
    assert [str(node.formula) for node in explanation.walk()] == ["K_a K_b p", "K_b p", "p"]
    assert repr(explanation) == "<Explanation: K_a K_b p fails at w1>"
    assert str(pickle.loads(pickle.dumps(explanation))) == str(explanation)


def test_an_explanation_as_data_says_which_announcements_came_before():
    data = THREE.check("[p] C K_a p").explain().to_dict()
    assert data["formula"] == "[p] C K_a p"
    assert [child.get("after") for child in data["children"]] == [None, None, ["[p]"]]
    assert data["children"][1] == {
        "formula": "p",
        "world": "w2",
        "holds": False,
        "reason": "p is false at w2",
        "children": [],
    }
    assert THREE.check("C q").explain().to_dict()["path"] == [["a", "w2"], ["b", "w3"]]


def test_a_repetition_is_a_dashed_arrow_to_where_it_was_explained():
    graph = pygraphviz.AGraph(string=THREE.check("K_a K_a p ^ K_a p").explain().to_dot())
    dashed = [edge for edge in graph.edges() if edge.attr["style"] == "dashed"]
    assert [edge.attr["label"] for edge in dashed] == ["as above"]
    assert dashed[0][1] in {edge[1] for edge in graph.edges() if edge.attr["style"] != "dashed"}


def test_a_name_that_is_not_the_models_is_an_error_before_any_explanation():
    with pytest.raises(UnknownAgent):
        explained(THREE.structure, parse("K_zoe p"), 0)
    with pytest.raises(UnknownAtom):
        explained(THREE.structure, parse("p & nothing"), 0)


def test_without_agents_group_modalities_say_so():
    model = KripkeModel({"w1": {"p"}, "w2": set()}, {}, actual="w1")
    assert text(model, "E p") == "E p holds at w1: the model has no agents"
    assert text(model, "C p") == "C p holds at w1: the model has no agents"
    assert text(model, "D p") == "D p fails at w1: there is no agent to rule out w2, and p is false at w2"
    assert text(model, "[p?] p").endswith(
        "there is nobody to learn that; at w1, this rules out nothing; then p is true there"
    )


def test_a_group_in_a_model_of_beliefs_is_explained_by_what_its_agents_consider_possible():
    assert text(ARROWS, "C p") == "C p fails at w1: at w1, a considers w2 possible, and p is false at w2"
    assert text(ARROWS, "C (p | K_b ~p | K_a ~p)").splitlines()[0] == (
        "C (p ∨ K_b ¬p ∨ K_a ¬p) holds at w1: p ∨ K_b ¬p ∨ K_a ¬p holds at all 4 worlds within reach of a and b: "
        f"w1, w2, w3 and w4 ({GLOSSES['reach']})"
    )
    assert text(ARROWS, "E p", "w3") == (
        "E p holds at w3: neither a nor b considers any world possible at w3, so everything holds in all of them"
    )
    assert text(ARROWS, "C_{a} p", "w3") == (
        "C_{a} p holds at w3: a considers no world possible at w3, so everything holds in all of them"
    )


def test_a_term_is_explained_where_it_is_used_first_and_never_again():
    told = text(RANKED, "B_a p & B_a q & (q -> p)")
    assert told.count(GLOSSES["ranks"]) == 1
    assert GLOSSES["ranks"] in told.splitlines()[1]
    assert GLOSSES["ranks"] not in str(RANKED.check("B_a p & B_a q").explain(detail="brief"))


def test_formulas_that_are_announced_again_and_again_have_labels_in_the_text_and_are_whole_as_data():
    statement = "¬Kw_a m1 ∧ ¬Kw_b m2 ∧ ¬Kw_c m3"
    explanation = MUDDY.check(f"[{statement}] [{statement}] Kw_a m1", frozenset({"m1", "m2", "m3"})).explain()
    first, second, *rest = str(explanation).splitlines()
    assert first.startswith("[φ1] [φ1] Kw_a m1 holds at {m1, m2, m3}: φ1 holds there, so it can be announced;")
    assert second == f"  φ1 := {statement}"
    assert any(line.startswith("  after [φ1], [φ1] Kw_a m1 holds") for line in rest)
    assert not any(statement in line for line in rest)
    assert max(map(len, rest)) < 220
    data = explanation.to_dict()
    assert (data["formula"], "φ1" in json.dumps(data)) == (f"[{statement}] [{statement}] Kw_a m1", False)
    assert pickle.loads(pickle.dumps(explanation)) == explanation
    assert str(pickle.loads(pickle.dumps(explanation))) == str(explanation)


def test_an_announcement_that_is_announced_has_a_label_and_keeps_its_own_brackets():
    said = "[m1] (K_a m1 & (m2 | m2 | m2 | m2))"
    lines = str(MUDDY.check(f"[{said}] [{said}] K_a m2", frozenset({"m1", "m2", "m3"})).explain()).splitlines()
    assert lines[0].startswith("[φ1] [φ1] K_a m2 holds")
    assert any(line.strip().startswith("after [m1], K_a m1 ∧") for line in lines)


def test_a_label_is_no_name_of_the_models():
    atoms = ["φ1", "m2", "m3"]
    model = KripkeModel.from_observations(atoms, {"a": ["m2"], "b": ["m3"]}, "true", set(atoms))
    said = "¬Kw_a φ1 ∧ ¬Kw_b φ1 ∧ ¬Kw_b m2"
    assert f"  φ2 := {said}" in str(model.check(f"[{said}] [{said}] ~K_a φ1").explain()).splitlines()


@given(SEEDS)
def test_a_brief_explanation_is_one_line_of_true_reasons_and_counts_the_others(seed):
    structure, formula, position = random_case(seed)
    short = explained(structure, formula, position, UNBOUNDED, UNBOUNDED, detail="brief")
    assert all(len(node.children) <= 1 for node in short.walk())
    whole = explained(structure, formula, position, UNBOUNDED, UNBOUNDED)
    assert (short.holds, short.reason) == (whole.holds, whole.reason)
    assert short.omitted + len(short.children) == whole.omitted + len(whole.children)
    for node, context in contexts(structure, short):
        assert node.holds == (context.places[node.world] in context.truth(node.formula))


def test_an_unknown_level_of_detail_is_an_error():
    with pytest.raises(ModelError, match=r"detail 'long': expected 'brief' or 'full'"):
        THREE.check("p").explain(detail="long")


@given(SEEDS)
def test_a_survey_of_a_valid_formula_has_every_world_in_a_case_and_true_examples(seed):
    structure, formula, _ = random_case(seed)
    model = KripkeModel.of(structure)
    valid = f.Or(formula, f.Not(formula))
    found = model.check(valid, next(iter(model.worlds))).survey()
    assert sum(case.count for case in found.cases) == structure.size
    for example in [case.example for case in found.cases if case.example is not None]:
        assert model.holds(example.formula, example.world) == example.holds
        check(structure, example)
    with pytest.raises(ModelError, match="fails at"):
        model.check(f.And(formula, f.Not(formula)), next(iter(model.worlds))).survey()


def test_a_survey_reasons_about_all_worlds_not_about_one():
    assert str(MUDDY.check("K_a m1 -> m1").survey()).splitlines()[:3] == [
        "K_a m1 → m1 holds at each of 7 worlds, in 2 cases",
        "  at {m1}, {m1, m2}, {m1, m3} and {m1, m2, m3}, m1 is true",
        "  at {m2}, {m3} and {m2, m3}, K_a m1 fails, so the implication holds",
    ]
    assert "everywhere, so also at all worlds that an agent considers possible" in str(
        THREE.check("C (p | q)").survey()
    )
    assert "at w2, p is false, so it cannot be announced" in str(THREE.check("[p] p").survey())
    root = ElementTree.fromstring(MUDDY.check("K_a m1 -> m1").survey()._repr_html_())
    assert "so the implication holds" in " ".join(root.itertext())


def actions_explained(formula: str) -> str:
    both = ("yes", "no")
    peek = EventModel(
        events={"yes": Event(pre="p"), "no": Event(pre="~p")},
        relations={"a": [(e, e) for e in both], "b": [(e, g) for e in both for g in both]},
    )
    toss = EventModel(
        events={"heads": Event(post={"h": "true"}), "tails": Event(post={"h": "false"})},
        relations={agent: [(e, e) for e in ("heads", "tails")] for agent in "ab"},
    )
    never = EventModel(events={"e": Event(pre="p & ~p")}, relations={"a": [("e", "e")], "b": [("e", "e")]})
    actions = {"peek": peek, "toss": toss, "never": never}
    return str(THREE.check(formula, actions=actions).explain())


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (
            "[@never] p",
            "[@never] p holds at w1: never cannot happen there: it needs p ∧ ¬p, which is false at w1 "
            f"({GLOSSES['action']})",
        ),
        ("<@never> p", "⟨@never⟩ p fails at w1: never cannot happen there: it needs p ∧ ¬p, which is false at w1"),
        (
            "[@peek] K_b p & ~K_a K_b p",
            "[@peek] K_b p ∧ ¬K_a K_b p holds at w1: [@peek] K_b p holds and ¬K_a K_b p holds there\n"
            "  [@peek] K_b p holds at w1: peek leads to w1·yes, and K_b p holds there\n"
            "    after peek, K_b p holds at w1·yes: p is true at w1·yes itself, the only world that b considers "
            "possible\n"
            "  ¬K_a K_b p holds at w1: a cannot tell w1 from w2, and K_b p fails at w2\n"
            "    K_b p fails at w2: b considers w2 itself possible, and p is false there",
        ),
        (
            "[@toss] h",
            "[@toss] h fails at w1: toss can lead to w1·tails, and h is false there",
        ),
        (
            "<@toss> K_a h",
            "⟨@toss⟩ K_a h holds at w1: toss can lead to w1·heads, and K_a h holds there\n"
            "  after toss, K_a h holds at w1·heads: h is true at both worlds that a considers possible: "
            "w1·heads and w2·heads",
        ),
        (
            "[@toss] Kw_a h",
            "[@toss] Kw_a h holds at w1: Kw_a h holds at both worlds to which toss can lead: w1·heads and w1·tails\n"
            "  after toss, Kw_a h holds at w1·heads: h is true at both worlds that a considers possible: "
            "w1·heads and w2·heads\n"
            "  after toss, Kw_a h holds at w1·tails: h is false at both worlds that a considers possible: "
            "w1·tails and w2·tails",
        ),
    ],
)
def test_what_holds_after_an_action_is_explained_by_what_it_leads_to(formula, expected):
    assert actions_explained(formula) == expected


def test_what_cannot_happen_is_explained_by_what_it_needs_and_where_that_is_false():
    loops = [("e", "e"), ("f", "f")]
    two = EventModel({"e": Event("~p"), "f": Event("K_a p")}, {}, others=loops)
    chosen = EventModel({"e": Event("~p"), "f": Event()}, {}, "e", others=loops)
    many = EventModel({f"e{i}": Event("false") for i in range(8)}, {}, others=[("e0", "e0")])
    actions = {"two": two, "chosen": chosen, "many": many}

    def why(formula, at="w1"):
        said = str(THREE.check(formula, at, actions).explain()).splitlines()[-1].partition("happen there: ")[2]
        return said.removesuffix(f" ({GLOSSES['action']})")

    assert why("<@two> p") == "e needs ¬p and f needs K_a p, and none of that is true at w1"
    assert why("[@chosen] false") == "it needs ¬p, which is false at w1"
    assert why("[p] <@chosen> true") == "it needs ¬p, which is false at w1"
    assert why("[@many] p") == (
        "e0 needs ⊥, e1 needs ⊥, e2 needs ⊥, e3 needs ⊥, e4 needs ⊥ and 3 more events need something else, "
        "and none of that is true at w1"
    )


def test_actions_after_one_another_are_named_and_announcements_stay_in_brackets():
    peek = EventModel.s5({"yes": Event("p"), "no": Event("~p")}, {}, others=[["yes"], ["no"]])
    found = THREE.check("[p] [@peek] [@peek] [p?] K_a ~p", actions={"peek": peek}).explain()
    assert "after [p], then peek, then peek, then [p?], K_a ¬p fails" in str(found)
    assert next(node.to_dict()["after"] for node in found.walk() if len(node.after) == 4) == [
        "[p]",
        "[@peek]",
        "[@peek]",
        "[p?]",
    ]
