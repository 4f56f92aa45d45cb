"""The examples of the guide run."""

import doctest
from pathlib import Path


def test_the_examples_of_the_guide_run() -> None:
    guide = Path(__file__).parents[2] / "docs" / "prove.md"
    failed, attempted = doctest.testfile(str(guide), module_relative=False)
    assert attempted
    assert not failed
