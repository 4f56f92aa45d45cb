"""The limits for diagrams that come from a file."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from kripke.symbolic.diagrams import threads
from logic.errors import TooLarge


def test_work_in_time_gives_its_result_or_its_error():
    assert threads.limited(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        threads.limited(lambda: 1 // 0)
    with pytest.raises(MemoryError):
        threads.limited(lambda: bytes(2**60))


def test_work_that_takes_too_long_ends_with_its_call(monkeypatch):
    monkeypatch.setattr(threads, "FILE_SECONDS", 0.1)
    calls = []

    def work() -> None:
        while True:
            calls.append(threads.on_deep_stack(lambda: sum(range(100_000))))

    with pytest.raises(TooLarge, match="processor time"):
        threads.limited(work)
    (left,) = [each for each in threading.enumerate() if each.name == "whoknows-reading"]
    left.join(10)
    assert not left.is_alive()


LAW = """
from random import Random
from kripke.symbolic.diagrams import threads
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams import threads
from logic.errors import TooLarge
rng, text = Random(1), "VARS " + ",".join(map(str, range(1, 2_001))) + " LAW AND("
for _ in range(3_000):
    a, b, c = rng.sample(range(1, 2_001), 3)
    text += f"OR({rng.choice('~ ')}{a},{b},{c}), "
text, threads.FILE_SECONDS = text + "1) OBS a: 1,2", 1.0
try:
    SymbolicModel.loads(text)
except TooLarge as error:
    print("processor time" in str(error))
"""


@pytest.mark.slow
def test_a_program_ends_well_after_work_that_takes_too_long():
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", LAW], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "True\n")


def test_work_that_takes_too_long_is_refused_and_later_work_on_the_deep_stack_does_not_wait_for_it(monkeypatch):
    over = threading.Event()

    def spin() -> None:
        while not over.is_set():
            sum(range(1_000))

    monkeypatch.setattr(threads, "FILE_SECONDS", 0.1)
    try:
        with pytest.raises(TooLarge, match=r"law: .*diagrams.* 0\.1 s.*fewer atoms"):
            threads.limited(lambda: threads.on_deep_stack(spin))
        assert threads.on_deep_stack(lambda: 5) == 5
    finally:
        over.set()
