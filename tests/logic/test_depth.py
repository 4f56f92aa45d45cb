"""Formulas of any depth and texts of any size do what small ones do, without recursion."""

import copy
import gc
import multiprocessing
import pickle
from collections.abc import Callable

import pytest
from effort import share, thorough

from logic.clauses import And, Atom, K, Not, atoms
from logic.formula import Formula
from logic.parser import parse

DEPTH = share(100_000)
MEGABYTES = 5_000_000
p, q = atoms("p q")


CHAIN, LATEX = "K_a (p & ~q) -> ", r"K_{a} (\mathit{muddy\_anne} \wedge \neg q) \to "
KINDS: dict[str, Callable[[int], str]] = {
    "negations": lambda size: "~" * size + "p",
    "brackets": lambda size: "(" * (size // 2) + "p" + ")" * (size // 2),
    "implications": lambda size: CHAIN * (size // len(CHAIN)) + "p",
    "LaTeX": lambda size: LATEX * (size // len(LATEX)) + "p",
    "a conjunction": lambda size: " & ".join(["p"] * (size // 4)),
    "a disjunction of many atoms": lambda size: " | ".join(f"p{n}" for n in range(size // 10)),
    "nested conjunctions": lambda size: "(p & " * (size // 6) + "p" + ")" * (size // 6),
    "announcements": lambda size: "[p] " * (size // 4) + "q",
    "conditions": lambda size: "B_a[" * (size // 7) + "p" + "] p" * (size // 7),
    "knowledge": lambda size: "K_a " * (size // 4) + "p",
}
"""Texts of about this number of characters, each deep or long in its own way."""


def deep(depth: int) -> Formula:
    f: Formula = p
    for n in range(depth):
        f = Not(f) if n % 2 else K("a", And(f, q))
    return f


@pytest.mark.parametrize("kind", KINDS)
def test_a_deep_or_long_text_is_read_printed_and_read_back(kind: str) -> None:
    f = parse(KINDS[kind](DEPTH))
    assert parse(str(f)) == f
    assert parse(f.to_latex()) == f


@pytest.mark.parametrize("kind", ["brackets", "LaTeX"])
def test_megabytes_are_read_and_printed(kind: str) -> None:
    size = MEGABYTES if thorough() else 30_000
    f = parse(KINDS[kind](size))
    assert len(f.to_ascii()) < 2 * size


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_five_megabytes_of_every_kind_are_read(kind: str) -> None:
    assert parse(KINDS[kind](MEGABYTES)).atoms


def test_a_deep_formula_is_hashed_compared_and_copied() -> None:
    f, g = deep(DEPTH // 2), deep(DEPTH // 2)
    assert f == g
    assert hash(f) == hash(g)
    assert f != Not(f)
    assert copy.copy(f) is f
    assert copy.deepcopy(f) is f
    assert len(f.subformulas()) == len(g.subformulas()) > DEPTH // 2


def test_a_deep_repr_evaluates() -> None:
    f = parse(KINDS["negations"](DEPTH))
    assert eval(repr(f)) == f


def test_a_deep_formula_is_pickled_also_to_another_process_and_back() -> None:
    f = deep(DEPTH // 2)
    assert pickle.loads(pickle.dumps(f)) == f
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(copy.copy, (f,)) == f


@pytest.mark.slow
def test_garbage_collection_of_deep_formulas_does_not_crash() -> None:
    for _ in range(2):
        f = deep(50_000)  # less would not use up the stack of C
        shared = And(f, f)
        del f
        gc.collect()
        del shared
        gc.collect()
    assert parse("p") == Atom("p")
