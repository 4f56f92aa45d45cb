"""The checker of proofs: it accepts proofs that are written by hand, and refuses what does not follow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from writing import Writing

from kripke.prove.errors import WrongProof
from kripke.prove.proofs.checking.checker import check_script
from kripke.prove.proofs.checking.statement import check_statement
from kripke.prove.proofs.script import Induction, Lemma, Script, Step, Tableau
from logic.errors import EpistemicError
from logic.parser import parse

A, B, AB = frozenset("a"), frozenset("b"), frozenset("ab")


def conjuncts(w: Writing, *nodes: int) -> list[int]:
    """Begin the tableau of a conjunction; the places of its conjuncts."""
    (goal,) = w.begin(w.nodes.all(list(nodes)))
    return [w.add("and", node, goal) for node in nodes]


def finished(w: Writing) -> Script:
    return w.script(w.steps[0].node)


def axiom_4(system: str) -> Script:
    """``K_a p & ~K_a K_a p``: a considers a world possible where ~K_a p, and K_a p goes along."""
    w = Writing({"a": system})
    known = w.nodes.box(A, w.nodes.atom("p"))
    here, fails = conjuncts(w, known, w.nodes.box(A, known) ^ 1)
    y = w.world(0, "a")
    there = w.add("possible", known ^ 1, fails, world=y)
    goes = w.add("4", known, here, world=y)
    w.add("contradiction", 1, there, goes, world=y)
    return finished(w)


def axiom_5(system: str) -> Script:
    """``~K_a p & ~K_a ~K_a p``."""
    w = Writing({"a": system})
    known = w.nodes.box(A, w.nodes.atom("p"))
    here, fails = conjuncts(w, known ^ 1, w.nodes.box(A, known ^ 1) ^ 1)
    y = w.world(0, "a")
    there = w.add("possible", known, fails, world=y)
    goes = w.add("5", known ^ 1, here, world=y)
    w.add("contradiction", 1, there, goes, world=y)
    return finished(w)


def axiom_b(system: str) -> Script:
    """``p & ~K_a ~K_a ~p``."""
    w = Writing({"a": system})
    p = w.nodes.atom("p")
    denied = w.nodes.box(A, p ^ 1)
    here, fails = conjuncts(w, p, w.nodes.box(A, denied ^ 1) ^ 1)
    y = w.world(0, "a")
    there = w.add("possible", denied, fails, world=y)
    back = w.add("B", denied ^ 1, here, world=y)
    w.add("contradiction", 1, there, back, world=y)
    return finished(w)


def axiom_d(system: str) -> Script:
    """``K_a p & K_a ~p``, by a successor."""
    w = Writing({"a": system})
    p = w.nodes.atom("p")
    yes, no = conjuncts(w, w.nodes.box(A, p), w.nodes.box(A, p ^ 1))
    y = w.world(0, "a")
    w.add("successor", 0, world=y)
    both = [w.add("K", p, yes, world=y), w.add("K", p ^ 1, no, world=y)]
    w.add("contradiction", 1, *both, world=y)
    return finished(w)


def axiom_t(system: str) -> Script:
    """``K_a p & ~p``."""
    w = Writing({"a": system})
    p = w.nodes.atom("p")
    known, fails = conjuncts(w, w.nodes.box(A, p), p ^ 1)
    w.add("contradiction", 1, w.add("T", p, known), fails)
    return finished(w)


AXIOMS = {
    axiom_t: {"T", "B", "S4", "S5"},
    axiom_d: {"D", "KD4", "KD5", "KD45", "KDB", "T", "B", "S4", "S5"},
    axiom_b: {"KB", "KDB", "KB4", "B", "S5"},
    axiom_4: {"K4", "KD4", "K45", "KD45", "KB4", "S4", "S5"},
    axiom_5: {"K5", "KD5", "K45", "KD45", "KB4", "S5"},
}
ALL = ["K", "D", "T", "B", "K4", "S4", "S5", "KB", "KB4", "K5", "K45", "KD4", "KD5", "KD45", "KDB"]


@pytest.mark.parametrize("system", ALL)
@pytest.mark.parametrize("axiom", AXIOMS)
def test_an_axiom_has_a_proof_in_exactly_the_systems_whose_relations_have_its_property(axiom, system: str) -> None:
    if system in AXIOMS[axiom]:
        check_script(axiom(system))
    else:
        with pytest.raises(WrongProof, match="rule"):
            check_script(axiom(system))


@pytest.mark.parametrize("system", ALL)
def test_no_belief_in_falsity_is_an_axiom_of_serial_systems(system: str) -> None:
    w = Writing({"a": system})
    (goal,) = w.begin(w.nodes.box(A, 1))
    w.add("contradiction", 1, goal, w.add("D", w.nodes.box(A, 1) ^ 1))
    if system in AXIOMS[axiom_d]:
        check_script(finished(w))
    else:
        with pytest.raises(WrongProof, match="rule 'D'"):
            check_script(finished(w))


@pytest.mark.parametrize("system", ALL)
@pytest.mark.parametrize("name", ["55", "CD", "4C", "KB4"])
def test_the_rules_about_worlds_that_a_relation_leads_to(name: str, system: str) -> None:
    w = Writing({"a": system})
    p = w.nodes.atom("p")
    known = w.nodes.box(A, p)
    member = w.nodes.member("a")
    if name == "55":  # ~K K p & ~K ~K p
        twice, fails = conjuncts(w, w.nodes.box(A, known) ^ 1, w.nodes.box(A, known ^ 1) ^ 1)
        y = w.world(0, "a")
        there = w.add("possible", known, fails, world=y)
        w.add("contradiction", 1, there, w.add("55", known ^ 1, twice, world=y), world=y)
    elif name == "CD":  # K K p & ~K p
        twice, fails = conjuncts(w, w.nodes.box(A, known), known ^ 1)
        w.add("contradiction", 1, w.add("CD", known, twice), fails)
    elif name == "4C":  # ~K (K p -> K K p)
        twice = w.nodes.box(A, known)
        (goal,) = w.begin(w.nodes.box(A, w.nodes.either(known ^ 1, twice)) ^ 1)
        y = w.world(0, "a")
        there = w.add("possible", w.nodes.both(known, twice ^ 1), goal, world=y)
        yes, no = (w.add("and", node, there, world=y) for node in (known, twice ^ 1))
        seen = w.add("seen", member, world=y)
        premises = [yes] if system in AXIOMS[axiom_4] else [yes, seen]
        w.add("contradiction", 1, w.add("4C", twice, *premises, world=y), no, world=y)
    else:  # ~K p & K q & ~q
        q = w.nodes.atom("q")
        fails, yes, no = conjuncts(w, known ^ 1, w.nodes.box(A, q), q ^ 1)
        here = w.add("KB4", member, fails)
        w.add("contradiction", 1, w.add("T", q, yes, *[here] * (system != "S5")), no)
    if system in (AXIOMS[axiom_b] & AXIOMS[axiom_5] if name == "KB4" else AXIOMS[axiom_5]):
        check_script(finished(w))
    else:
        with pytest.raises(WrongProof):
            check_script(finished(w))


@pytest.mark.parametrize("of_a", ["T", "B", "S5", "KD45", "K"])
@pytest.mark.parametrize("of_b", ["KD45", "K5", "S4"])
def test_distributed_knowledge_is_true_where_each_relation_leads_back_or_is_reflexive(of_a: str, of_b: str) -> None:
    """``K_b (D_{a,b} p -> p)``: b is a member of what b considers possible, a must be reflexive."""
    w = Writing({"a": of_a, "b": of_b})
    p, member = w.nodes.atom("p"), w.nodes.member("b") if of_b != "S4" else 0
    together = w.nodes.box(AB, p)
    (goal,) = w.begin(w.nodes.box(B, w.nodes.either(together ^ 1, p)) ^ 1)
    y = w.world(0, "b")
    there = w.add("possible", w.nodes.both(together, p ^ 1), goal, world=y)
    known, fails = (w.add("and", node, there, world=y) for node in (together, p ^ 1))
    premises = [known, w.add("seen", member, world=y)] if member else [known]
    w.add("contradiction", 1, w.add("T", p, *premises, world=y), fails, world=y)
    if of_a in ("T", "B", "S5"):
        check_script(finished(w))
    else:
        with pytest.raises(WrongProof, match="rule 'T'"):
            check_script(finished(w))


def cases() -> Script:
    """``(K_a p | K_a q) & ~p & ~q`` in T, by cases."""
    w = Writing({"a": "T"})
    p, q = w.nodes.atom("p"), w.nodes.atom("q")
    known = [w.nodes.box(A, p), w.nodes.box(A, q)]
    either, *fail = conjuncts(w, w.nodes.either(*known), p ^ 1, q ^ 1)
    for node, inside, fails in zip(known, (p, q), fail, strict=True):
        branch = w.branch()
        here = w.add("T", inside, w.add("and", node, either, branch=branch), branch=branch)
        w.add("contradiction", 1, here, fails, branch=branch)
    return finished(w)


def test_a_disjunction_is_a_case_distinction() -> None:
    check_script(cases())


def test_a_missing_case_is_refused() -> None:
    whole = cases()
    steps = tuple(step for step in whole.tableau.steps if step.branch < 2)
    with pytest.raises(WrongProof, match="not all cases"):
        check_script(replace(whole, tableau=Tableau(steps, (), (0,))))


def test_a_case_may_not_use_what_holds_in_another() -> None:
    whole = cases()
    steps = list(whole.tableau.steps)
    steps[9] = replace(steps[9], premises=(5, 3))
    with pytest.raises(WrongProof, match="another branch"):
        check_script(replace(whole, tableau=Tableau(tuple(steps), (), (0, 0))))


def test_a_theory_holds_at_every_world() -> None:
    w = Writing({"a": "K"})
    p = w.nodes.atom("p")
    (goal,) = w.begin(w.nodes.box(A, p) ^ 1)
    y = w.world(0, "a")
    there = w.add("possible", p ^ 1, goal, world=y)
    w.add("contradiction", 1, there, w.add("theory", p, world=y), world=y)
    check_script(w.script(w.steps[0].node, (p,)))
    with pytest.raises(WrongProof, match="rule 'theory'"):
        check_script(finished(w))


def induction(**changed: object) -> Script:
    """``C_a (p -> K_a p) & K_a p -> C_a p`` in K, by induction; `changed` gives another world or number of a step."""
    w = Writing({"a": "K"})
    p = w.nodes.atom("p")
    known = w.nodes.box(A, p)
    keeps = w.nodes.either(p ^ 1, known)
    common, law = w.nodes.fix((parse("C_a p"), ())), w.nodes.fix((parse("C_a (p -> K_a p)"), ()))
    w.nodes.define(common, [(A, 0, p, common)])
    w.nodes.define(law, [(A, 0, keeps, law)])
    clause = (common, law ^ 1, known ^ 1)
    _, lawful, yes = w.begin(*[node ^ 1 for node in clause])
    on = w.add("common", w.nodes.options[law][0].box, lawful)
    ends, onward = w.branch(), w.branch()
    y, z = w.world(0, "a"), w.world(0, "a")
    fails = w.add("ends", p ^ 1, 0, world=y, branch=ends, of=0)
    w.add("contradiction", 1, fails, w.add("K", p, yes, world=y, branch=ends), world=y, branch=ends)
    still = w.add("onward", common ^ 1, 0, world=z, branch=onward, of=0)
    both = w.add("K", w.nodes.both(keeps, law), on, world=z, branch=onward)
    kept, goes = (w.add("and", node, both, world=z, branch=onward) for node in (keeps, law))
    here = w.add("K", p, yes, world=z, branch=onward)
    next_one = w.add("and", known, kept, here, world=z, branch=onward)
    given = {"world": z, "of": 0, **changed}
    premises = [0, lawful, yes] if given["world"] == 0 else [still, goes, next_one]
    w.add("hypothesis", 1, *premises, branch=onward, **given)  # type: ignore[arg-type]
    w.parts.append(Induction((Lemma(clause, w.tableau()),)))
    parts = conjuncts(w, *[node ^ 1 for node in clause])
    w.add("lemma", 1, *parts, of=0)
    return finished(w)


INDUCTION = parse("C_a (p -> K_a p) & K_a p -> C_a p")


def test_induction_over_the_steps_to_a_counterexample() -> None:
    check_script(induction())
    check_statement(induction(), [~INDUCTION], systems={"a": "K"})


@pytest.mark.parametrize("changed", [{"world": 0}, {"of": 1}, {"of": -1}])
def test_a_hypothesis_holds_nearer_to_the_counterexample_only(changed: dict[str, int]) -> None:
    with pytest.raises(WrongProof, match="hypothesis"):
        check_script(induction(**changed))


def without_branch(tableau: Tableau, branch: int) -> Tableau:
    """The tableau without a branch that is not the last, and without what happens there."""
    places = [place for place, step in enumerate(tableau.steps) if step.branch != branch]
    new = {old: place for place, old in enumerate(places)}
    steps = [tableau.steps[old] for old in places]
    renumbered = [
        replace(
            step,
            premises=tuple(new[premise] for premise in step.premises),
            branch=step.branch - (step.branch > branch),
            world=step.world - (step.world > branch),
        )
        for step in steps
    ]
    worlds, branches = list(tableau.worlds), list(tableau.branches)
    del worlds[branch - 1], branches[branch - 1]
    return Tableau(tuple(renumbered), tuple(worlds), tuple(branches))


@pytest.mark.parametrize("branch", [1, 2])
def test_an_induction_must_split_into_all_ways(branch: int) -> None:
    whole = induction()
    (lemma,) = whole.parts[0].lemmas
    less = Induction((Lemma(lemma.clause, without_branch(lemma.tableau, branch)),))
    with pytest.raises(WrongProof, match="not all cases"):
        check_script(replace(whole, parts=(less,)))


def test_a_lemma_that_is_no_induction_has_no_hypotheses_and_no_ways() -> None:
    whole = induction()
    with pytest.raises(WrongProof, match="rule 'ends'"):
        check_script(replace(whole, parts=whole.parts[0].lemmas))


def test_a_lemma_must_be_proved_before() -> None:
    whole = induction()
    with pytest.raises(WrongProof, match="rule 'lemma'"):
        check_script(replace(whole, parts=()))


def test_a_fixpoint_that_depends_on_itself_through_what_it_says_is_refused() -> None:
    w = Writing({"a": "K"})
    fix = w.nodes.fix((parse("C_a p"), ()))
    w.nodes.define(fix, [(A, 0, w.nodes.box(A, fix ^ 1), fix)])
    w.begin(fix)
    with pytest.raises(WrongProof, match="depends on itself"):
        check_script(finished(w))


@pytest.mark.parametrize(
    ("goals", "theory"),
    [
        ("~(K_a p -> p)", ()),
        ("~(C_a (p -> K_a p) & K_a p -> C_a q)", ()),
        ("~(C_a (p -> K_a p) & p -> C_a p)", ()),
        (str(~INDUCTION), ("p",)),
    ],
)
def test_a_proof_of_something_else_is_refused(goals: str, theory: tuple[str, ...]) -> None:
    with pytest.raises(WrongProof, match=r"goal|theory"):
        check_statement(induction(), [parse(goals)], [parse(law) for law in theory])


def test_a_proof_in_another_logic_is_refused() -> None:
    with pytest.raises(WrongProof, match="the proof is for"):
        check_statement(induction(), [~INDUCTION], systems={"a": "KD45"})


def test_the_name_of_a_fixpoint_must_say_what_it_is() -> None:
    whole = induction()
    rows = list(whole.rows)
    place = next(i for i, row in enumerate(rows) if row[0] == "fix")
    for name in (parse("C_a q"), parse("p"), "C_a p"):
        rows[place] = ("fix", name, *rows[place][2:])
        with pytest.raises(WrongProof):
            check_statement(replace(whole, rows=tuple(rows)), [~INDUCTION])


JUNK = [None, "p", 1.5, (), -1, 10**6, [1], frozenset(), True]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("field", ["rule", "node", "world", "premises", "branch", "of"])
def test_a_step_of_anything_is_refused_with_an_error_of_the_package(field: str, junk: object) -> None:
    whole = axiom_4("S4")
    for place, step in enumerate(whole.tableau.steps):
        if junk != getattr(step, field) and (field, junk) != ("premises", ()):
            steps = list(whole.tableau.steps)
            steps[place] = replace(step, **{field: junk})
            with pytest.raises(EpistemicError):
                check_script(replace(whole, tableau=replace(whole.tableau, steps=tuple(steps))))


def test_a_proof_of_many_branches_and_worlds_is_checked_without_recursion() -> None:
    """``K_a p & M_a M_a ... ~p`` in S4, 4,000 worlds deep, and a case distinction at each."""
    w = Writing({"a": "S4"})
    p = w.nodes.atom("p")
    known = w.nodes.box(A, p)
    far = [p ^ 1]
    for _ in range(4_000):
        far.append(w.nodes.box(A, far[-1] ^ 1) ^ 1)
    here, fails = conjuncts(w, known, far[-1])
    world = branch = 0
    for node in reversed(far[:-1]):
        before, world = world, w.world(world, "a")
        assert before == world - 1
        fails = w.add("possible", node, fails, world=world, branch=branch)
        here = w.add("4" if node != p ^ 1 else "K", known if node != p ^ 1 else p, here, world=world, branch=branch)
        if node != p ^ 1:
            closed, branch = w.branch(branch), w.branch(branch)
            yes = w.add("contradiction", known ^ 1, world=world, branch=closed)
            w.add("contradiction", 1, yes, here, world=world, branch=closed)
            w.add("contradiction", known, world=world, branch=branch)
    w.add("contradiction", 1, fails, here, world=world, branch=branch)
    check_script(finished(w))


def test_steps_after_the_end_of_a_branch_are_refused() -> None:
    whole = axiom_4("S4")
    steps = (*whole.tableau.steps, Step("contradiction", 1, 1, (3, 4)))
    with pytest.raises(WrongProof, match="branch 0 has ended"):
        check_script(replace(whole, tableau=replace(whole.tableau, steps=steps)))
