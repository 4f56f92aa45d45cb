"""The examples of the guides run."""

import doctest
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["prove.md", "lessons-on-proof.md"])
def test_the_examples_of_the_guide_run(name: str) -> None:
    guide = Path(__file__).parents[2] / "docs" / name
    failed, attempted = doctest.testfile(str(guide), module_relative=False)
    assert attempted
    assert not failed
