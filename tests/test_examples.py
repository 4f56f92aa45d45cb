"""Each example runs, uses the public names alone, and ends in assertions."""

import ast
import runpy
import sys
from itertools import takewhile
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
HOUSE = {"logic", "kripke", "games", "learn", "studies", "viz"}


def names(examples):
    return [path.stem for path in examples]


def test_there_are_examples():
    assert {"read_a_formula", "check_and_explain", "announce", "muddy_children"} <= set(names(EXAMPLES))
    of_change = {"event_models", "lies", "composition", "event_files", "contraction", "beliefs_about_beliefs"}
    assert of_change <= set(names(EXAMPLES))


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_the_example_runs_and_says_something(path, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where its pictures go
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_the_example_imports_only_the_face_of_the_house_and_the_standard_library(path):
    imports = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    homes = {node.module.partition(".")[0] for node in imports}
    assert "whoknows" in homes
    assert not homes & HOUSE
    assert homes - {"whoknows"} <= sys.stdlib_module_names


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_the_example_quotes_its_sentences_and_ends_in_assertions(path):
    text = path.read_text("utf-8")
    assert isinstance(ast.parse(text).body[-1], ast.Assert)
    assert not list(unquoted(text))
    assert len(text.splitlines()) <= 60


def unquoted(text):
    """The statements above which, without an empty line between, no quoted sentence stands."""
    lines = text.splitlines()
    _, *body = ast.parse(text).body
    for node in body:
        if not isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert)):
            above = reversed(lines[: node.lineno - 1])
            paragraph = list(takewhile(str.strip, above))
            if not any(line.startswith('# "') for line in paragraph):
                yield ast.unparse(node)


def test_a_line_without_a_sentence_above_it_is_found():
    assert list(unquoted('"""Doc."""\n# "Said."\nx = 1\ny = 2\n\nz = 3\nassert x')) == ["z = 3"]
