"""The tables that are shipped are those of their grammars, and the grammars have no conflicts."""

from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.lexer import Lexer

from logic.grammar import tables_text

ROOT = Path(__file__).parents[2]
GRAMMARS = sorted([*ROOT.glob("logic/*.lark"), *ROOT.glob("kripke/formats/*.lark")])


class NoLexer(Lexer):
    def __init__(self, _: Any) -> None:
        pass

    def lex(self, *_: Any) -> Any:
        raise NotImplementedError


def test_there_are_grammars() -> None:
    assert {path.stem for path in GRAMMARS} >= {"formula", "smcdel"}


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_the_shipped_tables_are_those_of_the_grammar(path: Path) -> None:
    written = path.with_suffix(".json").read_text(encoding="utf-8")
    assert written == tables_text(path), f"run: python -m logic.grammar {path.relative_to(ROOT)}"


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_the_grammar_has_no_conflicts_that_lark_would_settle_silently(path: Path) -> None:
    start = path.stem if path.stem == "formula" else "file"
    strict = Lark(path.read_text(encoding="utf-8"), parser="lalr", start=start, lexer=NoLexer, strict=True)
    assert len(strict.rules) > 10


@pytest.mark.parametrize(
    "rules",
    [
        'file: item*\nitem: "a" -> item',
        'file: "a" -> file\n    | -> nothing',
    ],
)
def test_a_grammar_with_repetitions_or_options_is_refused(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "some.lark"
    path.write_text(rules)
    with pytest.raises(ValueError, match="write repetitions and options as rules"):
        tables_text(path)
