"""An explanation on the command line ends within a time."""

from __future__ import annotations

import threading

import pytest
from typer.testing import CliRunner

from kripke.why.verdict import Verdict
from whoknows.cli import explaining
from whoknows.cli.main import app


def test_an_explanation_that_takes_too_long_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def spin(verdict: Verdict) -> None:
        while not over.is_set():
            sum(range(1_000))

    monkeypatch.setattr(Verdict, "explain", spin)
    monkeypatch.setattr(explaining, "SECONDS", 0.1)
    try:
        shown = CliRunner().invoke(app, ["check", "puzzle:muddy_children", "K_anne muddy(bill)", "--explain"])
    finally:
        over.set()
    assert shown.exit_code == 2
    assert "takes more than 0.1 s of processor time; ask without --explain" in " ".join(shown.output.split())


def test_an_explanation_in_time_is_shown() -> None:
    shown = CliRunner().invoke(app, ["check", "puzzle:muddy_children", "K_anne muddy(bill)", "--explain"])
    assert "anne" in shown.output
    assert shown.exit_code == 0
