"""The grammars have no conflicts, threads share their parsers, and formulas hold plain texts."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from lark import Lark

from kripke.formats.intohylo import loads_intohylo
from logic import parser
from logic.formula import Formula
from logic.grammar import GivenTokens
from logic.parser import parse

ROOT = Path(__file__).parents[2]
GRAMMARS = sorted([*ROOT.glob("logic/*.lark"), *ROOT.glob("kripke/**/*.lark")])


def test_there_are_grammars() -> None:
    assert {path.stem for path in GRAMMARS} >= {"formula", "smcdel", "event", "intohylo"}


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_the_grammar_has_no_conflicts_that_lark_would_settle_silently(path: Path) -> None:
    start = {"formula": "formula", "terms": "start"}.get(path.stem, "file")
    strict = Lark(path.read_text(encoding="utf-8"), parser="lalr", start=start, lexer=GivenTokens, strict=True)
    assert len(strict.rules) > 5


def test_threads_read_at_the_same_time_from_the_first_text_on() -> None:
    parser._language.cache_clear()
    texts = [f"K_a{number} (p{number} & ~q) -> [p{number}!{{a,b}}] B_a>=1/{number} q" for number in range(2, 200)]
    with ThreadPoolExecutor(8) as threads:
        read = [*threads.map(parser._read, texts * 2)]
    assert [formula.to_ascii() for formula in read] == texts * 2


@pytest.mark.parametrize(
    "formula",
    [
        parse('K_a p & Kv_b x | E_{a,b} "any text" <-> [@peek] p1 & <@"a b"> m_{a}'),
        loads_intohylo("begin [r1] p1 & <> p2 end"),
    ],
    ids=["formula", "InToHyLo"],
)
def test_the_names_in_a_formula_are_plain_texts(formula: Formula) -> None:
    for node in formula.subformulas():
        names = [each for content in node.content for each in ([content] if isinstance(content, str) else content)]
        assert {type(name) for name in names} <= {str}
