"""Threads that ask the same models new formulas get the answers that one thread gets, and no errors."""

import sys
import threading
from functools import partial

import pytest
from effort import share

from kripke.checking.program import CACHED_PROGRAMS, compile_formula
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams import bdd
from logic import parser
from logic.clauses import And, Announce, Atom, K, M, Not, Xor
from logic.formula import Formula
from logic.parser import parse

THREADS = 8
OBSERVES = {"a": ["p", "q"], "b": ["r"]}
MANY_ATOMS = [f"x{i}" for i in range(70)]
"""A number of atoms with which the symbolic engine never lists the states."""
OPERATORS = [
    Not,
    partial(K, "a"),
    partial(K, "b"),
    partial(M, "b"),
    partial(And, Atom("p")),
    partial(Xor, Atom("r")),
    partial(Announce, Atom("q")),
]


def formula(number: int) -> Formula:
    """The formula of a number: each digit is an operator, so different numbers have different formulas."""
    made: Formula = Atom("p")
    while number:
        number, digit = divmod(number, len(OPERATORS))
        made = OPERATORS[digit](made)
    return made


def explicit() -> KripkeModel:
    return KripkeModel.from_observations(["p", "q", "r"], OBSERVES, law="p | q | r", actual={"p", "r"})


def symbolic(more: list[str]) -> SymbolicModel:
    return SymbolicModel(["p", "q", "r", *more], "p | q | r", OBSERVES, {"p", "r"})


@pytest.fixture(autouse=True)
def threads_take_turns_often():
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def in_threads(work) -> None:
    """Call `work` with 0, 1, ... in as many threads, and raise the first error."""
    errors: list[BaseException] = []
    start = threading.Barrier(THREADS)

    def run(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


QUICK, ALL = 400, 20_000


@pytest.mark.parametrize("count", [QUICK, pytest.param(ALL, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "make", [explicit, partial(symbolic, []), partial(symbolic, MANY_ATOMS)], ids=["explicit", "symbolic", "diagrams"]
)
def test_new_formulas_have_the_right_answers_in_eight_threads(make, count) -> None:
    formulas = [formula(number) for number in range(7**4, 7**4 + count)]
    alone = explicit()
    expected = [alone.holds(each) for each in formulas]
    model = make()

    def ask(number: int) -> None:
        asked = range(number * 50 % count, count)  # the threads ask partly the same, at different times
        assert [model.holds(formulas[i]) for i in asked] == [expected[i] for i in asked]

    in_threads(ask)


def test_a_full_cache_of_programs_is_no_error_in_eight_threads() -> None:
    for i in range(CACHED_PROGRAMS):
        compile_formula(Atom(f"x{i}"))
    model, count = explicit(), 60

    def ask(number: int) -> None:
        for i in range(count):
            model.holds(formula(7**6 + number * count + i))

    in_threads(ask)


def test_counts_on_diagrams_are_right_in_eight_threads_while_the_cache_of_counts_is_full(monkeypatch) -> None:
    monkeypatch.setattr(bdd, "MOST_RESULTS", 2)
    model = symbolic(MANY_ATOMS)
    atoms = ["p", "q", "r", *MANY_ATOMS[:5]]
    expected = [model.count(Atom(each)) for each in atoms]

    def ask(number: int) -> None:
        for i in range(number, number + 100):
            assert model.count(Atom(atoms[i % 8])) == expected[i % 8]

    in_threads(ask)


def test_announcements_to_groups_have_the_right_answers_in_eight_threads() -> None:
    """Each defines new variables of the model's manager, which all threads share."""
    texts = [f"[p ^ ({'~' * i}q)?{{{group}}}] (K_a r | Kw_b q)" for i in range(40) for group in "ab"]
    alone, model = explicit(), symbolic(MANY_ATOMS)
    expected = [alone.holds(text) for text in texts]

    def ask(number: int) -> None:
        asked = [(number * 10 + i) % len(texts) for i in range(len(texts))]
        assert [model.holds(texts[i]) for i in asked] == [expected[i] for i in asked]

    in_threads(ask)


def test_models_are_made_in_eight_threads() -> None:
    def make(number: int) -> None:
        for _ in range(share(30)):
            assert symbolic([]).holds("K_a p & ~K_b p")
            assert symbolic([]) == symbolic([])

    in_threads(make)


def test_texts_are_read_in_eight_threads_while_the_spellings_are_cleared(monkeypatch) -> None:
    monkeypatch.setattr(parser, "SPELLINGS", 3)

    def read(number: int) -> None:
        for i in range(50):
            text = f"K_a p{number} & q{i}"
            assert str(parser._read(text)) == str(parse(text)).replace("&", "∧")

    in_threads(read)
