"""Files are opened at one place: no pipe, device or folder makes a reader wait for ever."""

from __future__ import annotations

import ast
import os
import pty
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from games.cheat.predictors import load_calls, load_forest
from games.holdem.agents.brain.agent import network_of
from games.playing.records import resumed_seed
from games.saboteur.agents.threshold_belief.chart import load as load_chart
from games.spades.bidding.hand_value import load_curves
from kripke.data.errors import FileError
from kripke.formats import file_reading, writing
from kripke.formats.file_reading import MissingFile, opened, opened_regular, read_regular_text, read_text
from kripke.formats.writing import write_text
from learn.results import read_secret
from logic.errors import EpistemicError
from viz.drawing import draw
from whoknows import KripkeModel, load

ROOT = Path(__file__).parents[2]
OPENERS = {
    "logic/grammar.py": "a grammar of the package",
    "kripke/formats/file_reading.py": "the one place for reading",
    "kripke/formats/writing.py": "the one place for writing",
    "kripke/formats/smcdel_reader.py": "its own table",
    "kripke/formats/symbolicfile.py": "a temporary file of its own",
    "kripke/symbolic/diagrams/capacity.py": "files of the system",
    "kripke/prove/fitch/reading.py": "its own rules",
    "kripke/prove/hilbert/forms.py": "its own schemes",
    "kripke/prove/hilbert/reading.py": "its own rules",
    "kripke/prove/proofs/deriving/facts.py": "its own theorems",
    "kripke/prove/proofs/forms/telling.py": "its own words",
    "kripke/prove/question/problem.py": "its own table",
    "learn/exercises/arguments.py": "its own rules",
    "learn/exercises/exercise.py": "its own texts",
    "learn/exercises/english.py": "its own words",
    "games/holdem/chances.py": "its own data",
    "games/saboteur/agents/threshold_belief/chart.py": "its own chart",
    "games/saboteur/agents/bayes_lookahead/act_likelihood.py": "its own data",
    "games/spades/bidding/compiled_bis.py": "its own data",
    "games/playing/records.py": "lines are added to a regular file",
    "kripke/symbolic/diagrams/bdd.py": "a file that was read before",
    "viz/jupyter.py": "its own style sheet",
    "viz/output/animation.py": "pictures that were made before",
    "viz/output/tikz.py": "its own letters and styles",
    "viz/sheets.py": "its own template",
    "viz/web/answers.py": "a tool of developers",
    "viz/web/site.py": "files of the package, and regular files that are pinned by their SHA-256",
    "viz/web/worker.py": "a file of the system",
}
"""The modules that open files, and what they open."""


def is_opening(call: ast.Call) -> bool:
    called = call.func
    if isinstance(called, ast.Name):
        return called.id == "open"
    return isinstance(called, ast.Attribute) and (
        (called.attr in ("read_text", "read_bytes") and ast.unparse(called.value) != "file_reading")
        or (called.attr == "open" and ast.unparse(called.value) not in ("os", "webbrowser"))
        or ast.unparse(called) == "np.load"
    )


def test_files_are_opened_at_one_place() -> None:
    found = set()
    for package in ("logic", "kripke", "games", "learn", "studies", "viz", "whoknows"):
        for path in (ROOT / package).rglob("*.py"):
            text = path.read_text()
            parts = ast.walk(ast.parse(text)) if re.search(r"\bopen\(|\.read_(text|bytes)\(|np\.load", text) else ()
            if any(isinstance(each, ast.Call) and is_opening(each) for each in parts):
                found.add(str(path.relative_to(ROOT)))
    assert found - {"games/holdem/agents/brain/network.py"} == set(OPENERS)  # NumPy reads there what was opened here


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(file_reading, "PATIENCE", 0.05)
    monkeypatch.setattr(writing, "PATIENCE", 0.05)
    os.mkfifo(tmp_path / "pipe.json")
    return tmp_path / "pipe.json"


def of_user(path: Path) -> list[Callable[[], Any]]:
    return [
        lambda: read_text(path),
        lambda: KripkeModel.load(path),
        lambda: load(path),
        lambda: read_secret(path),
    ]


def test_a_pipe_to_which_nothing_is_written_is_refused(pipe: Path) -> None:
    for read in of_user(pipe):
        with pytest.raises(FileError, match=r"pipe\.json: nothing.*pipe; name"):
            read()


@contextmanager
def writing_to(pipe: Path, write: Callable[[FileIO], None]) -> Iterator[None]:
    """A thread that writes; it has opened the pipe before anything else goes on."""
    is_open = Event()

    def work() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
            is_open.set()
            write(file)

    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    thread = Thread(target=work)
    thread.start()
    is_open.wait()
    yield
    os.close(reader)
    thread.join()


def test_a_pipe_that_closes_empty_is_refused(pipe: Path) -> None:
    with writing_to(pipe, lambda file: None), pytest.raises(FileError, match=r"nothing.*pipe; name"):
        read_text(pipe)


def test_a_pipe_is_read_to_its_end_however_slowly_it_is_written(pipe: Path) -> None:
    def write(file: FileIO) -> None:
        time.sleep(0.3)  # longer than the reader waits for a program
        file.write(b"one\n")
        time.sleep(0.1)
        file.write(b"two\n")

    with writing_to(pipe, write):
        assert read_text(pipe) == "one\ntwo\n"


def test_a_pipe_that_never_ends_is_cut(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reading, "LARGEST", 100_000)
    written = []

    def write(file: FileIO) -> None:
        while True:
            written.append(file.write(bytes(10_000)))

    with writing_to(pipe, write), pytest.raises(FileError, match="over 100,000 bytes"):
        read_text(pipe)
    assert sum(written) > 100_000


NAMED_IN_DATA: dict[str, Callable[[str], Any]] = {
    "predictor.json": load_forest,
    "calls.json": load_calls,
    "curves.json": load_curves,
    "brain.npz": network_of,
    "chart.toml": load_chart,
    "text": read_regular_text,
}


@pytest.mark.parametrize("name", NAMED_IN_DATA)
def test_files_that_data_may_name_are_regular_files(name: str, tmp_path: Path) -> None:
    """A record names its agents, and these their files: a reader must not wait for a terminal or a pipe there."""
    os.mkfifo(tmp_path / name)
    with pytest.raises(EpistemicError, match=r"expected.* regular file, .*pipe"):
        NAMED_IN_DATA[name](str(tmp_path / name))
    (tmp_path / name).unlink()
    (tmp_path / name).mkdir()
    with pytest.raises(EpistemicError, match="this is a directory"):
        NAMED_IN_DATA[name](str(tmp_path / name))
    (tmp_path / name).rmdir()
    with pytest.raises(EpistemicError, match="no such file"):
        NAMED_IN_DATA[name](str(tmp_path / name))


@pytest.mark.parametrize("name", ["a\0b.npz", "\ud800.npz", "x" * 5_000 + ".npz"])
def test_names_that_no_file_can_have_are_refused(name: str) -> None:
    for read in (read_text, read_regular_text, network_of, KripkeModel.load, read_secret):
        with pytest.raises(FileError, match="cannot be read"):
            read(name)


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero", "/dev/full"])
def test_devices_are_refused(device: str) -> None:
    for read in of_user(Path(device)):
        with pytest.raises(FileError, match="this is a device"):
            read()


def test_a_terminal_is_read_where_the_user_names_it() -> None:
    ours, theirs = pty.openpty()
    try:
        os.write(ours, b"p & q\n\x04")
        assert read_text(os.ttyname(theirs)).strip() == "p & q"
        with pytest.raises(FileError, match="expected a regular file"), opened_regular(os.ttyname(theirs)):
            pass
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_seed_is_not_looked_for_in_a_pipe_or_a_folder(pipe: Path, tmp_path: Path) -> None:
    assert resumed_seed(pipe, tmp_path, tmp_path / "none", None) != resumed_seed(pipe)


def test_errors_while_a_file_is_read_name_it() -> None:
    with (
        pytest.raises(FileError, match=r"/proc/self/mem: .*read: input/output error"),
        opened("/proc/self/mem") as file,
    ):
        file.read(1)


def test_a_pipe_is_written_for_the_program_that_reads_it(pipe: Path) -> None:
    found: list[str] = []
    reader = Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "all of it")
    reader.join()
    assert found == ["all of it"]
    assert pipe.is_fifo()


def test_a_pipe_that_no_program_reads_is_not_written(pipe: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.svg")
    for write in (lambda: write_text(pipe, "x"), lambda: draw(KripkeModel.s5({"w": {"p"}}), tmp_path / "pipe.svg")):
        with pytest.raises(FileError, match=r"cannot be written: .*pipe"):
            write()
    assert (tmp_path / "pipe.svg").is_fifo()


def test_a_missing_file_is_both_kinds_of_error(tmp_path: Path) -> None:
    for read in (read_text, read_regular_text):
        with pytest.raises(MissingFile) as caught:
            read(tmp_path / "none")
        assert isinstance(caught.value, FileNotFoundError)
