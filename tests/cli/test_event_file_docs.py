"""What docs/reference/event-file.md shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kripke.data.errors import FileError
from kripke.formats.eventfile import load_event_model, loads_event_model
from whoknows.cli.main import app

TEXT = (Path(__file__).parents[2] / "docs" / "reference" / "event-file.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def test_both_forms_of_the_coin_are_one_event_model() -> None:
    (text,), (data,) = blocks("event"), blocks("json")
    assert loads_event_model(text) == loads_event_model(data)


@pytest.mark.parametrize(
    ("begins", "source"),
    [
        ("peek.event", "# a coin\nevent yes: pre p &\n"),
        (
            "peek.json",
            '{"whoknows": 1, "events": {"yes": {"pre": "p &"}}, "actual": ["yse"]}',
        ),
    ],
)
def test_the_mistakes_are_told_as_they_are_shown(begins: str, source: str) -> None:
    (shown,) = (block for block in blocks("text") if block.startswith(begins))
    with pytest.raises(FileError) as refusal:
        loads_event_model(source, begins)
    assert str(refusal.value).splitlines() == shown.splitlines()


def test_the_commands_read_and_write_the_forms_of_the_endings(tmp_path: Path) -> None:
    (tmp_path / "peek.event").write_text(blocks("event")[0], encoding="utf-8")
    for ending, begins in ((".txt", "event heads"), (".event", "event heads"), (".json", "{")):
        target = tmp_path / f"x{ending}"
        result = CliRunner().invoke(app, ["convert", str(tmp_path / "peek.event"), str(target)])
        assert result.exit_code == 0
        assert target.read_text(encoding="utf-8").startswith(begins)
        assert load_event_model(target) == load_event_model(tmp_path / "peek.event")
