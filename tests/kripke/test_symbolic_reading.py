"""The limits for diagrams that come from a file."""

from __future__ import annotations

import threading

import pytest

from kripke.symbolic import deep_stack, reading
from logic.errors import TooLarge


def test_work_in_time_gives_its_result_or_its_error():
    assert reading.limited(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        reading.limited(lambda: 1 // 0)
    with pytest.raises(MemoryError):
        reading.limited(lambda: bytes(2**60))


def test_work_that_takes_too_long_is_refused_and_later_work_on_the_deep_stack_does_not_wait_for_it(monkeypatch):
    over = threading.Event()

    def spin() -> None:
        while not over.is_set():
            sum(range(1_000))

    monkeypatch.setattr(reading, "SECONDS", 0.1)
    try:
        with pytest.raises(TooLarge, match=r"law: its decision diagrams take more than 0\.1 s of processor time; use"):
            reading.limited(lambda: deep_stack.on_deep_stack(spin))
        assert deep_stack.on_deep_stack(lambda: 5) == 5
    finally:
        over.set()
