"""The page docs/reference/notation.md says what the parser does."""

import re
from pathlib import Path

import pytest

from logic.errors import ParseError
from logic.formula import CLAUSES, Formula
from logic.parser import parse

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.splitlines()
    if line.startswith("| $")
]
BOOKS = [
    [re.findall(r"`([^`]+)`", cell.replace(r"\|", "|")) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in PAGE.split("## What books write")[1].split("\n## ")[0].splitlines()
    if line.startswith("| `")
]
EXAMPLES = [
    (text, row[5].strip("`"), column)
    for row in ROWS
    for column in (2, 3, 4)
    for text in re.findall(r"`([^`]+)`", row[column])
]


@pytest.mark.parametrize(("text", "clause", "_column"), EXAMPLES)
def test_each_example_of_the_page_is_read_as_the_clause_it_stands_for(text: str, clause: str, _column: int) -> None:
    assert type(parse(text)).__name__ == clause


def test_the_page_has_a_row_for_each_clause() -> None:
    assert {row[5].strip("`") for row in ROWS} == CLAUSES.keys()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[5])
def test_the_first_example_of_each_column_is_what_the_printer_writes(row: list[str]) -> None:
    ascii_text, unicode_text, latex_text = (re.findall(r"`([^`]+)`", row[column])[0] for column in (2, 3, 4))
    assert parse(ascii_text).to_ascii() == ascii_text
    assert str(parse(unicode_text)) == unicode_text
    assert parse(latex_text).to_latex() == latex_text


@pytest.mark.parametrize("row", BOOKS, ids=lambda row: row[0][0])
def test_each_form_of_books_is_read_or_has_a_hint_and_each_form_of_ours_is_read(row: list[list[str]]) -> None:
    for text in row[0]:
        assert reading(text)
    for text in row[1]:
        assert isinstance(parse(text), Formula)


def reading(text: str) -> str:
    """What the text is read as, or the hint."""
    try:
        return str(parse(text))
    except ParseError as error:
        return error.hint


def test_the_table_of_books_is_long() -> None:
    assert len(BOOKS) >= 20
