"""Belief of groups: everyone's, common and pooled belief, along relations, plausible worlds, thresholds and degrees."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from believers import AGENTS, believers
from effort import seeds
from hypothesis import given
from hypothesis import strategies as st
from randoms import FRAMES, random_structure
from reference_graphs import plain
from strategies import formulas

from kripke.checking.engine import arrays
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.semantics import to_degree
from logic import clauses as f
from logic.node_table import build, flatten
from logic.parser import parse
from whoknows import (
    KripkeModel,
    ModelError,
    NoReduction,
    SymbolicModel,
    UnknownLogic,
    eliminate_announcements,
    prove,
)

PARTITIONS = {"a": [[0, 1, 2, 3], [4]], "b": [[0, 1, 4], [2, 3]]}
HALF = KripkeModel.s5({i: {"p"} if i in (0, 2) else set() for i in range(5)}, PARTITIONS, actual=4)
"""A model where common belief to the degree 1/2 differs from its stronger rival."""

DEGREES = st.sampled_from([Fraction(n, 6) for n in range(7)])
ORDERED = st.sampled_from(["weights", "ranks"]).flatmap(believers)

apart = KripkeModel.s5(
    {"u": {"p"}, "v": {"q"}, "w": {"p", "q"}},
    {"a": [["u", "v", "w"]], "b": [["u", "v", "w"]]},
    ranks={"a": {"u": 0, "v": 1, "w": 1}, "b": {"u": 1, "v": 0, "w": 2}},
    actual="w",
)


def test_common_r_belief_is_weaker_than_belief_in_its_conjunction_with_the_fact() -> None:
    assert HALF.extension("CB_{a,b}>=1/2 p") == {2, 3}
    stronger = frozenset(range(5))  # the greatest X with X = EB>=1/2 (p & X), of Fagin and Halpern
    while True:
        marked = KripkeModel.s5(
            {i: {"p"} if i in stronger & {0, 2} else set() for i in range(5)}, PARTITIONS, atoms=["p"]
        )
        smaller = marked.extension("EB_{a,b}>=1/2 p")
        if smaller == stronger:
            break
        stronger = smaller
    assert stronger == set()


@given(ORDERED, formulas(clauses=(f.Not, f.And)), DEGREES)
def test_common_r_belief_is_all_iterations_where_relations_are_classes(structure, formula, degree) -> None:
    iteration, every = formula, frozenset(range(structure.size))
    for _ in range(structure.size + 1):
        iteration = f.EBAtLeast(AGENTS, degree, iteration)
        every &= frozenset(extension(structure, iteration).positions())
    assert every == frozenset(extension(structure, f.CBAtLeast(AGENTS, degree, formula)).positions())


@given(ORDERED, formulas(clauses=(f.Not, f.And)), DEGREES)
def test_common_r_belief_is_the_greatest_fixed_point(structure, formula, degree) -> None:
    graph = plain(structure)
    inside = frozenset(extension(structure, formula).positions())
    found = frozenset(extension(structure, f.CBAtLeast(AGENTS, degree, formula)).positions())

    def step(candidate: frozenset[int]) -> frozenset[int]:
        return to_degree(graph, AGENTS, degree, inside) & to_degree(graph, AGENTS, degree, candidate)

    assert step(found) == found
    for mask in range(1 << structure.size):
        candidate = frozenset(i for i in range(structure.size) if mask >> i & 1)
        assert candidate != step(candidate) or candidate <= found


@given(ORDERED, formulas(clauses=(f.Not, f.And, f.B, f.K), agents=AGENTS))
def test_both_engines_take_belief_of_groups_from_the_beliefs_of_agents(structure, formula) -> None:
    for engine in (BitsetAlgebra, ArrayAlgebra):

        def where(asked: f.Formula, engine=engine) -> frozenset[int]:
            return frozenset(extension(structure, asked, engine(structure)).positions())

        each = where(f.And(f.B("a", formula), f.B("b", formula)))
        assert where(f.EB(AGENTS, formula)) == where(f.EB(None, formula)) == each
        assert each <= where(f.DB(AGENTS, formula))
        common = f.CB(AGENTS, formula)
        assert where(common) == where(f.EB(AGENTS, f.And(formula, common))) <= each
        assert where(f.DB({"a"}, formula)) == where(f.B("a", formula))


def test_common_belief_is_common_knowledge_where_belief_is_a_relation() -> None:
    m = SymbolicModel(atoms=["p", "q"], law="p | q", observes={"a": ["p"], "b": ["q"], "c": ["p", "q"]})
    for belief, knowledge in (("EB", "E"), ("CB", "C"), ("DB", "D")):
        for formula in ("p", "p | q", "~Kw_a q"):
            for group in ("", "_{a,b}", "_{b,c}"):
                same = f"{belief}{group} ({formula}) <-> {knowledge}{group} ({formula})"
                assert m.valid(same)
                assert m.to_explicit().valid(same)


def test_common_belief_may_be_false_and_steps_lead_to_worlds_that_are_believed_possible() -> None:
    assert apart.extension("EB_{a} p & CB_{a} p") == {"u", "v", "w"}
    assert not apart.holds("K_a p", "w")
    verdict = apart.check("CB p")
    assert verdict.explain().path == (("b", "v"),)
    assert "at w, b believes v possible, and p is false at v" in str(verdict.explain())


def test_where_nothing_is_believed_possible_together_the_answer_says_so() -> None:
    verdict = apart.check("DB_{a,b} false & EB (p | q)")
    assert verdict.holds
    assert verdict.note.endswith(", so they believe everything")
    assert "a and b together believe no world possible at w" in apart.explain("DB false").reason
    assert apart.check("DB_{a} p").note == ""


def test_the_explanation_of_common_r_belief_names_the_round_in_which_a_world_drops_out() -> None:
    m = KripkeModel.s5(
        {i: {"p"} if i else set() for i in range(4)},
        {"a": [[0, 1], [2, 3]], "b": [[0], [1, 2], [3]]},
        actual=3,
    )
    assert m.extension("CB_{a,b}>=1 p") == set()
    reason = m.explain("CB_{a,b}>=1 p")
    assert "3 drops out in round 3: a gives the worlds left after round 2" in reason.reason
    assert "2 drops out in round 2" in str(reason)
    assert "1 drops out in round 1, since a believes it less" in str(reason)
    assert [each.world for each in reason.walk()][:3] == [3, 2, 1]
    stays = HALF.explain("CB_{a,b}>=1/2 p", at=2)
    assert stays.reason.startswith("the worlds that stay in all rounds are 2 and 3, and each share is at least 1/2")


def test_degrees_of_groups_are_noted_where_agents_have_no_weights() -> None:
    assert HALF.check("EB>=1/2 p").note == HALF.check("CB_{a,b}>=1/2 p").note
    assert HALF.check("EB>=1/2 p").note.startswith("a and b have no weights")
    assert HALF.check("EB_{b}>=1/2 p").note == "b has no weights, so worlds count equally"


def test_a_large_symbolic_model_counts_the_degrees_of_all_agents_of_a_group() -> None:
    atoms = [f"p{i}" for i in range(24)]
    m = SymbolicModel(atoms=atoms, law="p0 | p1", observes={"a": atoms[1:], "b": atoms[2:]}, actual={"p0"})
    assert m.degree("a", "p0") == 1
    assert m.degree("b", "p0") == Fraction(2, 3)
    assert m.holds("EB_{a,b}>=2/3 p0")
    assert not m.holds("EB_{a,b}>=0.7 p0")
    assert m.holds("CB_{a,b}>=2/3 (p0 | p1)")


@pytest.mark.parametrize(
    ("formula", "valid"),
    [
        ("EB_{a,b} p <-> B_a p & B_b p", True),
        ("CB_{a,b} p -> EB_{a,b} (p & CB_{a,b} p)", True),
        ("EB_{a,b} p & CB_{a,b} (p -> EB_{a,b} p) -> CB_{a,b} p", True),
        ("[p] CB_{a,b} p", True),
        ("EB_{a,b} p -> DB_{a,b} p", True),
        ("DB_{a,b} false -> DB_{a,b} p", True),
        ("~DB_{a,b} false", False),
        ("CB_{a,b} p -> p", False),
        ("DB_{a,b} p -> EB_{a,b} p", False),
        ("CB_{a,b} CB_{a,b} p -> CB_{a,b} p", True),
    ],
)
def test_the_prover_decides_belief_of_groups_over_the_relations_of_kd45(formula: str, valid: bool) -> None:
    result = prove(formula)
    assert result.valid is valid
    assert set(result.logic.values()) == {"KD45"} if valid else result.model.holds(f"~({formula})")


@pytest.mark.parametrize(
    ("formula", "ranked"), [("EB_{a,b} p -> K_a p", "a"), ("CB p & E_{a} p", "a"), ("DB_{a,b} p & C_{b,c} q", "b")]
)
def test_an_agent_of_knowledge_and_belief_has_ranks(formula: str, ranked: str) -> None:
    assert {*prove(formula).model.structure.ranks} == {*ranked}
    with pytest.raises(UnknownLogic, match=f"logic KD45 for {ranked}: .* knowledge has S5"):
        prove(formula, "KD45")
    prove(formula, "KD45", same_relation=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[p] EB_{a,b} q", "p -> B_a[p] q & B_b[p] q"),
        ("[p!{c}] EB_{a,b} q", "p -> EB_{a,b} q"),
        ("[p!{c}] CB_{a,b} q", "p -> CB_{a,b} q"),
        ("[p?{c}] CB_{a,b}>=1/2 q", "CB_{a,b}>=1/2 q"),
        ("R_{a,b} DB_{c,d} q", "DB_{c,d} q"),
    ],
)
def test_announcements_before_belief_of_groups_are_eliminated(before: str, after: str) -> None:
    assert eliminate_announcements(before) == parse(after)


@pytest.mark.parametrize("formula", ["[p] CB_{a,b} q", "[p] DB_{a,b} q", "[p] CB_{a,b}>=1/2 q", "[p] EB q"])
def test_what_no_formula_says_after_an_announcement_is_refused(formula: str) -> None:
    with pytest.raises(NoReduction):
        eliminate_announcements(formula)


@pytest.mark.parametrize("formula", ["R EB p", "R_{a,b} CB_{a} p", "R DB p", "R_{a} EB_{a,b}>=1/2 p", "R CB>=1/2 p"])
def test_beliefs_of_groups_are_undefined_after_their_members_have_pooled_what_they_know(formula: str) -> None:
    with pytest.raises(ModelError, match="leaves its members' beliefs undefined"):
        apart.holds(formula)


BELIEF_OF = {f.K: f.B, f.E: f.EB, f.C: f.CB, f.D: f.DB}


def in_beliefs(formula: f.Formula) -> f.Formula:
    """The formula with belief for knowledge, of agents and of groups."""
    done: list[f.Formula] = []
    for node, kids in flatten(formula).rows:
        done.append(build(BELIEF_OF.get(type(node), type(node)), node.content, [done[kid] for kid in kids]))
    return done[-1]


@given(formulas(("p", "q"), AGENTS, (f.Not, f.And, f.Implies, f.K, f.E, f.C, f.D, f.Announce, f.R), max_leaves=5))
def test_the_prover_takes_belief_of_groups_for_boxes_over_the_same_relations(formula) -> None:
    logic = {"a": "KD45", "b": "K45"}
    known, believed = prove(formula, logic), prove(in_beliefs(formula), logic, same_relation=True)
    assert known.valid == believed.valid
    if believed.valid:
        believed.check()
    else:
        assert not believed.model.holds(in_beliefs(formula))


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_worlds_fall_one_by_one_to_the_fixed_point_of_the_rounds(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chains of classes, where each round drops few worlds, and random relations."""
    monkeypatch.setattr(arrays, "FEW_DROPPED", 1)
    rng = Random(seed)
    structure = random_structure(rng, 40, rng.choice([None, *FRAMES]))
    if seed % 2:
        pairs = [[[i, i + 1] for i in range(start, 40, 2)] for start in (0, 1)]
        structure = KripkeModel.s5(
            {i: set() for i in range(41)}, {"a": [*pairs[0], [40]], "b": [[0], *pairs[1]]}, atoms=["p"]
        ).to_structure()
    target = np.array([rng.random() < 0.9 for _ in range(structure.size)])
    degree = Fraction(rng.randint(0, 6), 6)
    start = ArrayAlgebra(structure)
    for model in (start, start.restrict(np.array([rng.random() < 0.9 for _ in range(structure.size)]))):
        said = target & model.domain
        rounds = model.rounds_to_degree(structure.agents, degree, said)
        assert np.array_equal(model.common_to_degree(structure.agents, degree, said), rounds[-1])
