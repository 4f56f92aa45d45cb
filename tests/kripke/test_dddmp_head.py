"""The head of a diagrams' file: numbers too large for the file's length are errors, and no memory is allocated."""

from __future__ import annotations

import json

import pytest

from kripke.data.errors import FileError
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams.bdd import BddManager, require_possible


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "m.json"
    SymbolicModel(["p", "q", "r"], "p | q | r", {"a": ["p"]}).save(path)
    data = json.loads(path.read_text())
    del data["sha256"]  # as in a file that is written by hand
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize("key", [".nnodes", ".nroots", ".nsuppvars"])
@pytest.mark.parametrize("number", [10**9, 10**11, 99_999_999_999_999, 10**40])
def test_a_head_that_counts_more_than_the_file_can_hold_is_a_mistake_of_the_file(saved, key, number):
    second = saved.with_name("m.json.dddmp")
    lines = [f"{key} {number}" if line.startswith(key) else line for line in second.read_text().splitlines()]
    second.write_text("\n".join(lines) + "\n")
    with pytest.raises(FileError, match=rf"m.json.dddmp: .*\{key} is {str(number)[:14]}.* bytes"):
        SymbolicModel.load(saved)


def test_what_is_written_as_text_or_in_bytes_is_never_overstated(saved, tmp_path):
    require_possible(saved.with_name("m.json.dddmp"))
    manager = BddManager(20)
    functions = [manager.literal(2 * bit) for bit in range(20)]
    for text in (False, True):
        manager.write(tmp_path / "some.dddmp", functions, text)
        require_possible(tmp_path / "some.dddmp")
        assert len(manager.read(tmp_path / "some.dddmp")) == 20
    assert SymbolicModel.load(saved).count() == 7


def test_zeros_before_a_number_do_not_make_it_larger(saved):
    second = saved.with_name("m.json.dddmp")
    second.write_text(second.read_text().replace(".nnodes ", f".nnodes {'0' * 2_000}"))
    require_possible(second)
