"""Notes on work that takes seconds: written on a terminal alone, and where loops are compiled for the first time."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from logic.errors import note

LOOPS = """
from kripke.checking.engine.compiled import compiled
@compiled
def twice(number):
    return 2 * number
twice(3)
"""


def on_terminal(*command: str) -> str:
    """What a command writes to standard error on a terminal."""
    ours, theirs = pty.openpty()
    done = subprocess.run(command, stderr=theirs, check=True)
    os.close(theirs)
    assert done.returncode == 0
    text = b""
    try:
        while part := os.read(ours, 4096):
            text += part
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(ours)
    return text.decode()


def test_a_note_is_written_on_a_terminal() -> None:
    script = "from logic.errors import note; note('solving')"
    assert on_terminal(sys.executable, "-c", script).strip() == "note: solving"


def test_nothing_is_written_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    note("solving")
    assert capsys.readouterr() == ("", "")


@pytest.mark.slow
def test_what_is_compiled_is_noted_and_what_is_on_disk_is_not(tmp_path: Path) -> None:
    file = tmp_path / "loops.py"
    file.write_text(LOOPS)
    first, second = on_terminal(sys.executable, str(file)), on_terminal(sys.executable, str(file))
    assert first.startswith("note: compiling to machine code")
    assert second == ""
