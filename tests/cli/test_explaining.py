"""Explanations on the command line: with the requested detail, within a time limit and the width of the terminal."""

from __future__ import annotations

import json
import threading

import pytest
from typer.testing import CliRunner

from kripke.models.model import Verdict
from whoknows.cli import check as explaining
from whoknows.cli import streams
from whoknows.cli.main import app


def test_an_explanation_that_takes_too_long_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def spin(verdict: Verdict, detail: str) -> None:
        while not over.is_set():
            sum(range(1_000))

    monkeypatch.setattr(Verdict, "explain", spin)
    monkeypatch.setattr(explaining, "SECONDS", 0.1)
    try:
        shown = CliRunner().invoke(app, ["check", "puzzle:muddy_children", "K_anne muddy(bill)", "--explain"])
    finally:
        over.set()
    assert shown.exit_code == 2
    assert "0.1 s of processor time; ask without --explain" in " ".join(shown.output.split())


def test_an_explanation_in_time_is_shown() -> None:
    shown = CliRunner().invoke(app, ["check", "puzzle:muddy_children", "K_anne muddy(bill)", "--explain"])
    assert "anne" in shown.output
    assert shown.exit_code == 0


THREE_TIMES = "[muddy(anne) | muddy(bill)] [~Kw_anne muddy(anne) & ~Kw_bill muddy(bill)] Kw_anne muddy(anne)"


def asked(*arguments: str, columns: int | None = None) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "in_terminal", lambda: columns is not None)
        env = {} if columns is None else {"COLUMNS": str(columns)}
        shown = CliRunner().invoke(app, ["check", "puzzle:muddy_children", *arguments], env=env)
    assert shown.exit_code in (0, 1), shown.output
    return shown.output


@pytest.mark.parametrize("columns", [40, 80])
def test_an_explanation_is_a_tree_that_fits_the_terminal(columns: int) -> None:
    said = asked(THREE_TIMES, "--explain", columns=columns).split("\n\n", 1)[1].rstrip("\n").split("\n")
    assert max(map(len, said)) <= columns
    assert sum(line.startswith(("├──", "└──")) for line in said) >= 4
    words = " ".join(" ".join(said).replace("│", " ").replace("├──", " ").replace("└──", " ").split())
    plain = asked(THREE_TIMES, "--explain").split("\n\n", 1)[1]
    assert words == " ".join(plain.split())


def test_a_deep_explanation_keeps_half_of_a_narrow_terminal_for_its_words() -> None:
    said = asked("K_anne K_bill K_cath K_anne K_bill K_cath (muddy(anne) | ~muddy(anne))", "--explain", columns=40)
    tree = said.split("\n\n", 1)[1].rstrip("\n").split("\n")
    assert max(map(len, tree)) <= 40
    assert max(len(line) - len(line.lstrip("│├└─ ")) for line in tree) <= 24


def test_a_brief_explanation_is_shorter_and_needs_no_second_option() -> None:
    brief, full = asked(THREE_TIMES, "--detail", "brief"), asked(THREE_TIMES, "--explain")
    assert asked(THREE_TIMES, "--detail", "full") == full
    assert 0 < len(brief.splitlines()) < len(full.splitlines())
    shown = CliRunner().invoke(app, ["check", "puzzle:muddy_children", "true", "--detail", "long"])
    assert (shown.exit_code, "--detail long: expected brief or full" in shown.output) == (2, True)


def test_a_formula_that_holds_everywhere_is_explained_at_all_worlds() -> None:
    said = asked("K_anne muddy(anne) -> muddy(anne)", "--everywhere", "--explain")
    assert "holds at each of 8 worlds, in 2 cases" in said
    assert "at {}, {muddy(bill)}, {muddy(cath)} and {muddy(bill), muddy(cath)}, K_anne muddy(anne) fails" in said
    data = json.loads(asked("K_anne muddy(anne) -> muddy(anne)", "--everywhere", "--explain", "--json"))
    assert [case["count"] for case in data["cases"]] == [4, 4]
