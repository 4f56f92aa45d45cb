"""Certificates: what is written is read back, and a second checker, in C++, accepts and refuses what ours does."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from effort import seeds, share, thorough
from mutations import mutant
from problems import AGENTS, ATOMS, random_action, random_consequence
from theorems import certificates
from typer.testing import CliRunner, Result

from kripke.prove.errors import WrongProof
from kripke.prove.proofs.checking.checker import check_script
from whoknows import Certificate, FileError, Proof, prove
from whoknows.cli.main import app

INDUCTION = "C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p"
EACH = 1_000 if thorough() else 20
"""Number of proofs, and of changed proofs, of a test."""

Checker = Callable[[str], bool]


@pytest.fixture(scope="session")
def accepts(tmp_path_factory: pytest.TempPathFactory) -> Checker:
    """Whether the second checker accepts the text of a certificate."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        pytest.skip("no compiler of C++ is installed")
    program = tmp_path_factory.mktemp("checker") / "checker"
    source = Path(__file__).with_name("checker.cpp")
    subprocess.run([compiler, "-std=c++2b", "-O0", "-o", program, source], check=True)

    def accepts(text: str) -> bool:
        said = subprocess.run([program], input=text, capture_output=True, text=True, timeout=60)
        assert said.returncode in (0, 1), said
        return said.returncode == 0

    return accepts


def follows(text: str) -> bool:
    """Whether our own checker of steps accepts the text of a certificate."""
    try:
        check_script(Certificate.parse(text).script)
    except (FileError, WrongProof):
        return False
    return True


def test_both_checkers_accept_each_proof(accepts: Checker) -> None:
    for certificate, _ in zip(certificates(Random("certificates")), range(EACH), strict=False):
        text = str(certificate)
        again = Certificate.parse(text)
        assert str(again) == text
        assert vars(again) | {"script": None} == vars(certificate) | {"script": None}
        again.check()
        assert accepts(text)


def other_line(rng: Random, text: str) -> str:
    """The text with a number or a word changed, or a line dropped, doubled or moved."""
    lines = text.splitlines()
    place = rng.randrange(2, len(lines))
    words = lines[place].split(" ")
    position = rng.randrange(
        len(re.split(r'["\[]', lines[place])[0].split())
    )  # before the texts, which steps do not need
    kind = rng.randrange(5)
    if kind < 2:
        words[position] = rng.choice([str(rng.randint(-1, 9)), rng.choice(lines).split(" ")[0]])
        lines[place] = " ".join(words)
    else:
        line = lines.pop(place)
        for _ in range(kind - 2):
            lines.insert(place if kind == 4 else rng.randrange(2, len(lines)), line)
    return "\n".join([*lines, ""])


def test_both_checkers_refuse_the_same_changed_texts(accepts: Checker) -> None:
    """9 of 10 at least; in the others a row is not used, say, or another premise does as well."""
    rng = Random("changed texts")
    texts = [other_line(rng, str(certificate)) for certificate, _ in zip(certificates(rng), range(EACH), strict=False)]
    verdicts = [follows(text) for text in texts]
    assert [accepts(text) for text in texts] == verdicts
    assert sum(verdicts) <= EACH // 10
    for text in texts:
        with suppress(FileError, WrongProof):
            Certificate.parse(text).check()


def test_both_checkers_refuse_the_same_mutants(accepts: Checker) -> None:
    """Some prove something else, which our checker of the statement refuses: in another logic, under a law more."""
    rng = Random("mutants")
    for certificate, _ in zip(certificates(rng), range(EACH), strict=False):
        with suppress(IndexError, KeyError, TypeError):  # an agent, a world or a premise is not there: it has no text
            text = str(replace(certificate, script=mutant(rng, certificate.script)[1]))
            assert accepts(text) == follows(text)


@pytest.mark.parametrize("seed", seeds(3, 200))
def test_named_actions_are_written_with_the_proof(seed: int, accepts: Checker) -> None:
    rng = Random(f"certificates/actions/{seed}")
    for _ in range(share(20, 5)):
        actions = {"act": random_action(rng)}
        answer = prove(random_consequence(rng), dict.fromkeys(AGENTS, "S5"), actions=actions, atoms=ATOMS)
        if isinstance(answer, Proof):
            text = str(answer.certificate())
            Certificate.parse(text).check()
            assert accepts(text)


@pytest.mark.parametrize(
    "formula",
    [
        "B_a p -> K_a B_a p",
        "p -> [^^q] p",
        "[](p -> q) -> []p -> []q",
        "K_a p -> Kw_a p",
        "~false",
        '"it\'s" | ~"it\'s"',
    ],
)
def test_a_certificate_of_any_kind_of_agent_is_read_back(formula: str, accepts: Checker) -> None:
    text = str(prove(formula).certificate())
    Certificate.parse(text).check()
    assert accepts(text)


@pytest.mark.parametrize("believed", ["CB_{b} q", "[^q] q"])
def test_a_proof_whose_events_name_actions_is_checked_but_has_no_text(believed: str) -> None:
    proof = prove(f"CB_{{b}} ({believed}) -> CB_{{b}} ({believed}) | K_b q")
    assert isinstance(proof, Proof)
    proof.check()
    with pytest.raises(FileError, match="certificate"):
        str(proof.certificate())


def test_a_certificate_of_something_else_is_refused() -> None:
    certificate = prove(INDUCTION, "K").certificate()
    for changes in (
        {"formula": prove("p -> p").formula},
        {"logic": {"a": "K", "b": "T"}},
        {"theory": (prove("p | ~p").formula,)},
    ):
        with pytest.raises(WrongProof):
            replace(certificate, **changes).check()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("whoknows-proof 1", "whoknows-proof 2", "line 1: expected 'whoknows-proof 1'"),
        ('"formula"', '"formulae"', "line 2: formulae: there is no such entry; did you mean 'formula'?"),
        ('"formula": ', '"formula": "p", "formula": ', "line 2: a mistake\n  formula: the key occurs twice"),
        ('"actions"', '"acts": 1, "actions"', "line 2: acts: there is no such entry"),
        ("{", "[" * 100_000, "line 2: brackets nested too deep"),
        ("agents 2", "agents two", "line 3: expected agents and numbers, got 'agents two'"),
        ("rows", "rows 9999999999 ", "line 6: expected rows"),
        ("goal", "goal 1", "expected 1 numbers, got 2"),
        ("split ", "split 99999999", "a number is missing"),
        ("box 1 0", "box 1 7", "a number is missing, or names no agent"),
        ("box 1 0", "box 9 0", "a number is missing, or names no agent"),
        ("suppose", "suppose -1", "a number is missing, or names no agent, step or world"),
        ('"C_{a,b} p"', '"B_a>=0.5 p"', "degrees of belief"),
        ('"C_{a,b} p"', '"[@look] p"', "[@look]: expected a named action"),
        ('["C_{a,b} p"]', "[3]", "expected the formula of a fixpoint"),
        ('["C_{a,b} p"]', '["C_{a,b} p", ["resolved", [[]]]]', "names no agent"),
        ('["C_{a,b} p"]', '["C_{a,b} p", ["happened", [], {}]]', "expected an event of a history"),
    ],
)
def test_a_text_in_another_format_is_refused_at_its_line(old: str, new: str, why: str) -> None:
    text = str(prove(INDUCTION, "K").certificate())
    with pytest.raises(FileError) as refusal:
        Certificate.parse(text.replace(old, new, 1))
    assert why in str(refusal.value)
    with pytest.raises(FileError, match="expected the end"):
        Certificate.parse(f"{text}goal 1\n")


def test_ends_of_lines_of_other_systems_and_blank_lines_at_the_end_change_nothing(accepts: Checker) -> None:
    text = str(prove(INDUCTION, "K").certificate())
    for other in (text.replace("\n", "\r\n"), text.rstrip("\n"), f"{text}\n\n"):
        assert str(Certificate.parse(other)) == text
        assert accepts(other)


def test_a_deep_formula_has_a_certificate(accepts: Checker) -> None:
    text = str(prove(f"{'K_a ' * 300}p -> p", "T").certificate())
    Certificate.parse(text).check()
    assert accepts(text)


def ask(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")


def test_the_command_writes_and_marks_certificates(tmp_path: Path) -> None:
    path = tmp_path / "proof.txt"
    assert ask("prove", INDUCTION, "--logic", "K", "--certificate", path).exit_code == 0
    text = path.read_text()
    assert text == str(prove(INDUCTION, "K").certificate())
    marked = ask("mark", path)
    assert (marked.exit_code, marked.stdout.splitlines()[-1]) == (
        0,
        f"proved: valid in K: {prove(INDUCTION, 'K').formula}",
    )
    assert ask("prove", INDUCTION, "--logic", "K", "--certificate", "-").stdout == text
    assert "give it a file" in ask("prove", INDUCTION, "--certificate", "-", "--json").stderr
    path.write_text(text.replace("onward", "ends", 1))
    assert ask("mark", path).exit_code == 1
    path.write_text(text.replace("rows", "row", 1))
    assert ask("mark", path).exit_code == 2
    ask("prove", "Kv_a x -> K_a x=1", "--atom", "x=1", "--certificate", path)
    assert "Kv_a x" in ask("mark", path).stderr  # the note of prove
    countermodel = ask("prove", "K_a p", "--certificate", tmp_path / "none.txt")
    assert (countermodel.exit_code, "a model instead of a proof" in countermodel.stderr) == (1, True)
    assert not (tmp_path / "none.txt").exists()
