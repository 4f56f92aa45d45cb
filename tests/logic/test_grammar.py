"""The grammars have no conflicts, threads share their parsers, and formulas hold plain texts."""

import os
import subprocess
import sys
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
GRAMMARS = sorted([*ROOT.glob("logic/*.lark"), *ROOT.glob("kripke/formats/*.lark")])


def test_there_are_grammars() -> None:
    assert {path.stem for path in GRAMMARS} >= {"formula", "smcdel", "event", "intohylo"}


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_the_grammar_has_no_conflicts_that_lark_would_settle_silently(path: Path) -> None:
    start = path.stem if path.stem == "formula" else "file"
    strict = Lark(path.read_text(encoding="utf-8"), parser="lalr", start=start, lexer=GivenTokens, strict=True)
    assert len(strict.rules) > 10


def test_threads_read_at_the_same_time_from_the_first_text_on() -> None:
    parser._language.cache_clear()
    texts = [f"K_a{number} (p{number} & ~q) -> [p{number}!{{a,b}}] B_a>=1/{number} q" for number in range(2, 200)]
    with ThreadPoolExecutor(8) as threads:
        read = [*threads.map(parser._read, texts * 2)]
    assert [formula.to_ascii() for formula in read] == texts * 2


READ = """
import sys
from lark import Lark
from logic.errors import ParseError
from logic.parser import parse
from kripke.formats import smcdel
if sys.argv[1:]: del Lark._build_parser
print(repr(parse("[p!] K_a (q | ~B_b>=1/2 p)")))
print(smcdel.read("VARS 1 LAW Top OBS a: 1 VALID? a knows whether 1").queries)
for text in ("K_a (p -> ) q", "p q"):
    try: parse(text)
    except ParseError as error: print(error)
"""


def read(folder: Path, *arguments: str, **variables: str) -> str:
    """What `READ` prints in a process of its own, with byte code in a folder."""
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(folder), "PYTHONPATH": str(ROOT)} | variables
    done = subprocess.run(
        [sys.executable, "-c", READ, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    return done.stdout


def test_tables_are_kept_beside_byte_code_and_made_again_where_they_are_damaged(tmp_path: Path) -> None:
    first = read(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert first.startswith("parse('[p")
    assert not [*tmp_path.rglob("*.tables")]
    assert read(tmp_path, PYTHONDONTWRITEBYTECODE="") == first
    stored = sorted(tmp_path.rglob("*.lark.*"))
    assert [path.suffix for path in stored] == [".tables"] * 2
    assert read(tmp_path, "no parser is made", PYTHONDONTWRITEBYTECODE="") == first
    for path in stored:
        path.write_bytes(path.read_bytes()[:20_000])
    assert read(tmp_path, PYTHONDONTWRITEBYTECODE="") == first
    assert read(tmp_path, "no parser is made", PYTHONDONTWRITEBYTECODE="") == first


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
