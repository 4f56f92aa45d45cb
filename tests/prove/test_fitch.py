"""Proofs in the style of Fitch: read, marked, and made for what the prover proves."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from effort import share
from fitch_meanings import meanings
from tex import TEX, compiled
from typer.testing import CliRunner

from benchmarks.fitch import random_modal
from kripke.prove.errors import DerivationError, NoDerivation
from kripke.prove.fitch.proof import FitchProof, core
from kripke.prove.fitch.reading import NAMES, looks_like_fitch
from kripke.prove.hilbert.reading import CLOSED, Line
from logic.clauses import CB, DB, EB, B, C, E, K, Kw, M, Not
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from logic.shared import replace
from whoknows import Proof, prove
from whoknows.cli.main import app

LOGICS = ("K", "T", "S4", "S5", "KD45")

DISTRIBUTION = """
logic: K
1. | K_a (p -> q)                    assume
2. | | K_a p                         assume
3. | | |a p -> q                     K 1
4. | | |a p                          K 2
5. | | |a q                          ->E 3,4
6. | | K_a q                         KI 3-5
7. | K_a p -> K_a q                  ->I 2-6
8. K_a (p -> q) -> K_a p -> K_a q    ->I 1-7
"""


MINDS = (K, K, K, M, Kw)


def valid_formulas(
    count: int, seed: int, groups: bool = False, operators: Sequence[type[Formula]] = MINDS
) -> Iterator[tuple[Formula, str]]:
    """Random valid formulas, each with its logic."""
    rng = Random(seed)
    while count:
        logic, agents = rng.choice(LOGICS), "abc"[: rng.randint(1 + groups, 3)]
        formula = random_modal(rng, rng.randint(5, 14), agents, [*operators, *[C, E] * groups])
        if formula.agents and prove(formula, logic).valid:
            count -= 1
            yield formula, logic


@pytest.mark.parametrize(
    "valid",
    [
        "EB_{a,b} p -> EB_{a,b} (p | q)",
        "EB_{a,b} EB_{a,b} p -> EB_{a,b} EB_{a,b} (p | q)",
        "DB_{a,b} p & DB_{a,b} q -> DB_{a,b} (p & q)",
        "CB_{a,b} p -> EB_{a,b} CB_{a,b} (p | q)",
        "EB_{a,b} p & K_c q -> EB_{a,b} (p | r) & K_c (q | r)",
    ],
)
def test_belief_of_groups_alone_is_proved_by_lines_about_belief(valid: str) -> None:
    assert bool(prove(valid).fitch().check(proves=valid))


def test_a_proof_is_read_and_each_line_is_right() -> None:
    proof = FitchProof.parse(DISTRIBUTION)
    assert bool(proof.check(proves="K_a (p -> q) -> K_a p -> K_a q"))
    assert proof.lines[4] == Line(5, parse("q"), "->E", (3, 4), (None, None, frozenset("a")))


def test_a_proof_is_printed_as_it_is_read() -> None:
    for formula, logic in valid_formulas(share(60), 1):
        proof = made(formula, logic)
        assert FitchProof.parse(str(proof)) == proof


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("5. | | |a q            ->E 3,1", "outside the strict subproof: only K, 4, 5 and B"),
        ("5. | | |a p & q        &I 3,4", "line 3 is p → q"),
        ("5. | | | q             ->E 3,4", "begins with its assumption"),
        ("5. | | |a q            ->E 3", "needs 2 lines"),
        ("5. | | |a K_a p        4 2", "needs a transitive relation, which K (a) does not have"),
        ("5. | | |a q            ->E 3,9", "9 is no line above"),
        ("5. | | |a p            premise", "not in a strict subproof"),
        ("5. | | |b p            K 2", "the box is that of a: K takes it into |a, not into |b, about the worlds of b"),
        ("5. | | |b ~K_a p       5 2", "5 is ¬□X from ¬□X outside"),
        ("5. | | K_a p           KI 3-9", "no lines above"),
        ("5. | | K_a p           KI 2-4", "is no subproof"),
        ("5. | | K_b p           KI 3-4", "about the worlds of a"),
    ],
)
def test_a_wrong_line_is_marked_with_what_the_rule_needs(line: str, problem: str) -> None:
    text = "\n".join([*DISTRIBUTION.splitlines()[:6], line])
    marking = FitchProof.parse(text).check()
    assert marking.wrong == (5,)
    assert problem in marking.marks[4].problem


@pytest.mark.parametrize(("given", "line"), [("~K_a p", "~K_a p  5 1"), ("K_a p", "K_a p  4 1"), ("p", "M_a p  B 1")])
def test_a_box_of_another_agent_than_the_subproof_is_told(given: str, line: str) -> None:
    right, wrong = (FitchProof.parse(f"1. {given}  premise\n2. |{agent} {line}").check() for agent in "ab")
    assert right
    assert "the box is that of a" in wrong.marks[1].problem


def test_a_subproof_that_has_ended_is_closed() -> None:
    marking = FitchProof.parse("1. | p  assume\n2. p -> p  ->I 1-1\n3. p  R 1").check()
    assert "stands in a subproof that has ended" in marking.marks[2].problem
    marking = FitchProof.parse("1. | p  assume\n2. | p -> p  ->I 1-1").check()
    assert "has not ended" in marking.marks[1].problem


def test_a_subproof_is_not_used_at_other_worlds_unless_it_is_closed() -> None:
    marking = FitchProof.parse("1. p  premise\n2. | q  assume\n3. | p  R 1\n4. |a q -> p  ->I 2-3").check()
    assert marking.wrong == (4,)
    assert FitchProof.parse("1. |* | q  assume\n2. |* q -> q  ->I 1-1\n3. |a K_a (q -> q)  KI 1-2").check()


def test_what_is_proved_must_stand_outside_all_subproofs_and_rest_on_the_premises_given() -> None:
    assert "stands in a subproof" in FitchProof.parse("1. | p  assume").check(proves="p").problem
    proof = FitchProof.parse("1. p  premise\n2. p -> q  premise\n3. q  MP 1,2")
    assert bool(proof.check(proves="q", premises=["p", "p -> q"]))
    assert proof.check(proves="q").wrong == (1, 2)
    assert proof.check(proves="q", premises=["p"]).wrong == (2,)


def test_common_knowledge_is_proved_by_its_fixed_point() -> None:
    proof = FitchProof.parse("""
        1. | C_{a,b} p                      assume
        2. | |* C_{a,b} p                   assume
        3. | |* E_{a,b} (p & C_{a,b} p)     CE 2
        4. | |*| K_a q                      assume
        5. | |* K_a q -> K_a q              ->I 4-4
        6. | C_{a,b} p                      CI 1, 2-3
        7. | C_{a,b} C_{a,b} p              CI 1, 2-3
    """)
    assert proof.check().wrong == (7,)


def test_rules_are_read_under_the_names_of_other_books() -> None:
    names = {"∧E": "&E", "vI": "|I", "RAA": "IP", "⊃I": "->I", "reit": "R", "□I": "KI", "¬ E": "~E", "EFQ": "falseE"}
    for typed, name in names.items():
        assert FitchProof.parse(f"1. p & q  premise\n2. p  {typed} 1").lines[1].rule == name


def test_an_unknown_rule_is_told_with_its_line() -> None:
    with pytest.raises(DerivationError, match="line 2: no rule '->F'; did you mean '->I'"):
        FitchProof.parse("1. | p -> q  assume\n2. | p  ->F 1")


def test_a_minus_sign_is_a_dash() -> None:
    assert FitchProof.parse("1. | p  assume\n2. p -> p  ->I 1−1").check()


def test_a_rule_after_one_blank_is_no_part_of_the_formula() -> None:
    text = "1. p -> q  premise\n2. p  premise\n3. q ->E 1,2\n4. p & q &I 2,3\n5. |b ~s &E 4"
    lines = FitchProof.parse(text).lines
    assert [(line.formula, line.rule) for line in lines[2:]] == [
        (parse("q"), "->E"),
        (parse("p & q"), "&I"),
        (parse("~s"), "&E"),
    ]


@pytest.mark.parametrize("bar", ["| ", ""])
@pytest.mark.parametrize("why", ["->I 1..2", "->I 1-two", "->E one", "|E 1,one", "R x", "&E 1;2"])
def test_lines_that_cannot_be_read_are_quoted_with_and_without_bars(bar: str, why: str) -> None:
    text, (rule, lines) = f"1. {bar}p  premise\n2. {bar}p  {why}", why.split()
    assert looks_like_fitch(text)
    with pytest.raises(DerivationError) as error:
        FitchProof.parse(text)
    assert str(error.value).startswith(f"line 2: '{lines}': expected the numbers of the lines that {rule} takes")


@pytest.mark.parametrize("line", ["|p -> q  assume", "|p  assume", "|K_a p  assume"])
def test_a_bar_without_a_blank_before_a_formula_is_told(line: str) -> None:
    with pytest.raises(DerivationError, match=r"with a blank it is a bar: \| (p|K_a)"):
        FitchProof.parse(f"1. {line}")


def test_an_atom_that_is_named_as_a_rule_is_a_formula_before_two_blanks() -> None:
    lines = FitchProof.parse("1. K_b t  premise\n2. |b t  K 1\n3. |b t  R 2").lines
    assert [line.formula for line in lines] == [parse("K_b t"), parse("t"), parse("t")]
    assert FitchProof.parse("1. K_b t  premise\n2. |b t  5 1").lines[1].rule == "5"


def test_other_bars_are_read_and_signs_may_follow_at_once() -> None:
    assert FitchProof.parse("1. ∣ p  assume\n2. ∣ │(p & p)  assume\n3. ∣ │~p  R 1").lines[2].bars == (None, None)


def test_knowledge_and_belief_of_one_agent_are_refused_as_by_the_prover() -> None:
    for one, other in (("B_a p", "K_a p"), ("CB_{a,b} p", "C_{a,b} p")):
        marking = FitchProof.parse(f"1. | {one}  assume\n2. | {other}  R 1\n3. {one} -> {other}  ->I 1-2").check()
        assert marking.wrong[0] == 2
        assert "belief of a occurs already" in marking.marks[1].problem


def test_random_valid_formulas_get_a_proof_that_the_checker_passes() -> None:
    missed = [formula for formula, logic in valid_formulas(share(200), 2) if not _proved(formula, logic)]
    assert len(missed) <= share(200) // 40


def test_random_valid_formulas_about_belief_of_groups_get_a_proof_that_the_checker_passes() -> None:
    formulas = valid_formulas(share(100), 9, operators=(B, B, EB, EB, DB, CB))
    missed = [formula for formula, logic in formulas if not _proved(formula, logic)]
    assert len(missed) <= share(100) // 10


def test_of_formulas_that_say_the_same_the_first_is_written_each_time() -> None:
    assert str(prove("M_a p <-> ~K_a ~p").fitch().lines[0].formula) == "M_a p"


@pytest.mark.slow
def test_of_2000_random_valid_formulas_1950_get_a_proof() -> None:
    assert sum(_proved(formula, logic) for formula, logic in valid_formulas(2_000, 3)) >= 1_950


@pytest.mark.slow
def test_of_400_with_common_knowledge_nine_in_ten_get_a_proof() -> None:
    assert sum(_proved(formula, logic) for formula, logic in valid_formulas(400, 4, groups=True)) >= 360


def made(formula: Formula | str, logic: str | None = None) -> FitchProof:
    """The proof of a valid formula."""
    answer = prove(formula, logic)
    assert isinstance(answer, Proof)
    return answer.fitch(time=3)


def _proved(formula: Formula, logic: str) -> bool:
    try:
        return bool(made(formula, logic).check(proves=formula))
    except (NoDerivation, TooLarge, TimeoutError):
        return False


def changed(proof: FitchProof, rng: Random) -> tuple[FitchProof, int]:
    """The proof with another formula, rule, citation or depth in one line, and its place."""
    place = rng.randrange(len(proof.lines))
    line = proof.lines[place]
    formula, rule, of, bars = line.formula, line.rule, line.of, line.bars
    match rng.randrange(4):
        case 0:
            parts = [part for other in proof.lines for part in other.formula.subformulas()]
            part, other = rng.choice([*formula.subformulas()]), rng.choice(parts)
            formula = rng.choice([other, Not(formula), replace(formula, {part: other})])
        case 1:
            rule = rng.choice([*NAMES])
        case 2 if of:
            of = (*of[:-1], rng.randint(1, len(proof.lines)))
        case _:
            bars = rng.choice([bars[:-1], (*bars, None), (*bars, frozenset("a")), (*bars, CLOSED)])
    lines = [*proof.lines]
    lines[place] = Line(line.number, formula, rule, of, bars)
    return FitchProof(tuple(lines), proof.logic), place


def _only_valid_lines_pass(count: int, seed: int) -> None:
    rng = Random(seed)
    for formula, logic in valid_formulas(count, seed, groups=bool(seed % 2)):
        try:
            proof, place = changed(made(formula, logic), rng)
        except (NoDerivation, TooLarge, TimeoutError):
            continue
        logics = dict.fromkeys("abc", logic)
        marking = FitchProof(proof.lines, logics).check()
        allowed = [line.formula for line in proof.lines if line.rule == "premise"]
        laws = [line.formula for line in proof.lines if line.rule == "theory"]
        for mark, said in zip(marking.marks, meanings(proof), strict=True):
            if mark.right and not mark.rests_on and not allowed:
                assert prove(core(said, frozenset(logics)), logics, theory=laws).valid, (str(marking), place, mark)


def test_a_line_rests_on_the_lines_of_a_subproof_that_its_end_needs_and_on_no_others() -> None:
    for why, rests_on in (("R 1", ()), ("->E 2,1", (2,)), ("R 7", (3,))):
        marking = FitchProof.parse(f"1. | p  assume\n2. | p -> p  T 1\n3. | p  {why}\n4. p -> p  ->I 1-3").check()
        assert marking.marks[3].right
        assert marking.marks[3].rests_on == rests_on


def test_a_changed_line_passes_only_if_it_follows() -> None:
    _only_valid_lines_pass(share(100), 5)
    _only_valid_lines_pass(share(100), 6)


@pytest.mark.slow
def test_of_2000_changed_proofs_no_line_passes_that_does_not_follow() -> None:
    _only_valid_lines_pass(1_000, 7)
    _only_valid_lines_pass(1_000, 8)


def test_what_the_style_has_no_rules_for_is_refused_by_name() -> None:
    for formula, words in (("[p] q | ~[p] q", "no rules|have rules for"), ("B_a p & K_a q -> B_a p", "ranks")):
        with pytest.raises(NoDerivation, match=words):
            made(formula)


def test_the_commands_write_and_mark_a_proof() -> None:
    made = CliRunner().invoke(app, ["prove", "M_a p -> K_a M_a p", "--proof", "fitch"])
    assert made.exit_code == 0
    marked = CliRunner().invoke(app, ["mark", "-", "--proves", "M_a p -> K_a M_a p"], input=made.stdout)
    assert (marked.exit_code, "all 4 lines are right" in marked.stdout) == (0, True)
    wrong = CliRunner().invoke(app, ["mark", "-", "--json"], input=made.stdout.replace("S5", "K"))
    assert (wrong.exit_code, '"right": false' in wrong.stdout) == (1, True)


BARLESS = [
    "K_a p |= p  T 1",
    "p |= p  R 1",
    "p |= p  reit 1",
    "~~p |= p  DN 1",
    "K_a p |= M_a p  D 1",
    "~~p |= p  ¬¬E 1",
]


def test_a_proof_names_the_logic_of_agents_that_only_the_logic_names() -> None:
    proof = prove("~E p | K_a p", {"a": "T", "b": "T"}).fitch()
    assert str(proof).startswith("logic: a: T, b: T\n")
    assert FitchProof.parse(str(proof)).check("~E p | K_a p")


@pytest.mark.parametrize("text", BARLESS)
def test_a_proof_without_bars_is_told_from_a_derivation_by_its_rules(text: str) -> None:
    premise, last = text.split(" |= ")
    marked = CliRunner().invoke(app, ["mark", "-"], input=f"1. {premise}  premise\n2. {last}\n")
    assert (marked.exit_code, "all 2 lines are right" in marked.stdout) == (0, True)


def test_what_the_prover_writes_in_one_style_is_not_taken_for_the_other() -> None:
    for formula, logic in valid_formulas(share(20), 7):
        assert looks_like_fitch(str(made(formula, logic)))
        assert not looks_like_fitch(str(prove(formula, logic).derivation()))
    for text in (
        "1. p  premise",
        "1. K_a p -> p  T\n2. q  ->E 1,2\n3. q  PL 2",
        "1. p -> p  PL\n2. K_a (p -> p)  Nec 1",
    ):
        assert not looks_like_fitch(text)


PRINTED = [DISTRIBUTION, "1. |b_1 p  theory\n2. K_b_1 p  KI 1-1", "1. |{a,b} p  theory\n2. |{a,b} | q & ~r  assume"]


@TEX
def test_proofs_compile_in_one_document_that_loads_amsmath(tmp_path: Path) -> None:
    packages, texts = ["amsmath"], [FitchProof.parse(text).to_latex() for text in PRINTED]
    for _ in range(2):
        head = rf"\documentclass{{article}}\usepackage{{{','.join(packages)}}}\begin{{document}}"
        assert compiled(tmp_path, "proofs", "\n".join([head, *texts, r"\end{document}"])) == 1
        packages, texts = ["amsmath", "amssymb"], [FitchProof.parse("1. |[] [](p -> p)  theory").to_latex()]


def test_latex_has_a_line_and_its_bars_for_each_step() -> None:
    text = FitchProof.parse(DISTRIBUTION).to_latex()
    assert text.count(r"\fitchbar{a}") == 2
    assert text.count(r"\fitchbar[.55]{a}") == 1
    assert text.count(" & ") == 16
