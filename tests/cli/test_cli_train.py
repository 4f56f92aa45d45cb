"""The command train, in process: from records of games to a predictor that an agent plays with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from whoknows.cli.main import app


def ask(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments], prog_name="whoknows")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("train") / "games.jsonl"
    match = ask(
        "match",
        "cheat",
        "--agents",
        "habits",
        "habits",
        "--games",
        "6",
        "--jobs",
        "1",
        "--seed",
        "1",
        "--records",
        path,
    )
    assert match.exit_code == 0, match.output
    return path


@pytest.mark.slow
def test_records_train_a_predictor_that_plays(records: Path, tmp_path: Path) -> None:
    told = ask("train", "cheat", records, "--out", tmp_path / "forest.json").output.replace("\n", "")
    assert f"such as pmga(predictor={tmp_path / 'forest.json'})" in told
    trained = ask("train", "cheat", records, "--out", tmp_path / "forest.json", "--json")
    assert trained.exit_code == 0, trained.output
    assert json.loads(trained.stdout)["validation"][0]["classifier"] == "forest"
    agent = f"pmga(predictor={tmp_path / 'forest.json'},simulations=20)"
    match = ask("match", "cheat", "--agents", agent, "habits", "--games", "2", "--jobs", "1", "--seed", "1")
    assert match.exit_code == 0, match.output


@pytest.mark.slow
def test_classifiers_are_compared_and_their_curves_drawn(records: Path, tmp_path: Path) -> None:
    plot = tmp_path / "roc.svg"
    given = ask("train", "cheat", records, "--compare", "--plot", plot, "--json")
    assert given.exit_code == 0, given.output
    rows = json.loads(given.stdout)["validation"]
    assert [row["classifier"] for row in rows] == ["forest", "tree", "boosting", "logistic", "svm", "network"]
    drawn = plot.read_text()
    for row in rows[:1]:
        assert f"{row['classifier']}, {row['AUC'].split()[0]}" in "".join(drawn.split("\n"))


@pytest.mark.slow
def test_only_claims_of_persons_train_where_there_are_persons(records: Path, tmp_path: Path) -> None:
    """A person's record: the agent's claims do not say how people lie."""
    path = tmp_path / "mine.jsonl"
    changed = []
    for line in records.read_text().splitlines():
        record = json.loads(line)
        record.pop("crc")
        changed.append(json.dumps(record | {"agents": [None, "habits"]}))
    path.write_text("\n".join(changed))
    both, own = (json.loads(ask("train", "cheat", each, "--json").stdout)["data"] for each in (records, path))
    assert "2 players" in both
    assert "1 player," in own
    assert int(own.split()[0].replace(",", "")) < int(both.split()[0].replace(",", ""))


def test_a_plot_of_an_unknown_format_is_refused_before_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = ask("train", "cheat", "--plot", tmp_path / "roc.gif")
    assert result.exit_code == 2
    assert "the ending gives the format" in " ".join(result.output.split())
    monkeypatch.delattr("studies.spades.training.PLOTTED")
    none = ask("train", "spades", "--plot", tmp_path / "roc.svg")
    assert none.exit_code == 2
    assert "spades has no curves" in " ".join(none.output.split())


def test_what_cannot_be_trained_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n")
    (tmp_path / "empty.jsonl").write_text("")
    wrong = {
        ("chess",): "nothing to train in 'chess': expected cheat",
        ("saboteur",): "nothing to train in 'saboteur'",
        ("cheat", "--what", "nil"): "--what 'nil': expected calls; without --what cheat trains a predictor of lies",
        ("spades", "--what", "calls"): "leave --what out: spades trains success curves of nil",
        ("holdem", "--what", "zz"): "leave --what out: holdem trains networks that play",
        ("holdem", "--seed", "-1"): "expected a number, at least 0",
        ("spades", str(tmp_path / "empty.jsonl")): "0 nil bids, 0 after 0 bids, 0 after 1 bid",
        ("cheat", str(tmp_path / "none.jsonl")): "no such file",
        ("cheat", str(tmp_path / "bad.jsonl")): "bad.jsonl, line 1",
        ("cheat", str(tmp_path / "empty.jsonl")): "0 false and 0 true claims",
        ("cheat", "--out", str(tmp_path / "none" / "forest.json")): "none",
    }
    for arguments, problem in wrong.items():
        result = ask("train", *arguments)
        assert result.exit_code == 2, result.output
        assert problem in " ".join(result.output.split())


def test_a_predictor_that_is_not_there_is_named_once(tmp_path: Path) -> None:
    told = ask("match", "cheat", "--agents", f"pmga(predictor={tmp_path / 'no.json'})", "habits", "--games", "1").output
    assert "no.json: there is no such file" in " ".join(told.split())
    assert "not a predictor" not in told


def test_records_of_another_game_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "bluff.jsonl"
    assert ask("match", "bluff_poker", "--games", "3", "--jobs", "1", "--records", path).exit_code == 0
    told = " ".join(ask("train", "cheat", path).output.split())
    assert "bluff.jsonl, line 1: a record of Bluff Poker, expected" in told


def test_a_file_of_records_is_read_once(records: Path) -> None:
    told = ask("train", "cheat", records, records)
    assert told.exit_code == 2
    assert "expected each file of records once" in " ".join(told.output.split())


@pytest.mark.slow
def test_a_long_training_writes_weights_and_curves_and_goes_on(tmp_path: Path) -> None:
    out, plot = tmp_path / "brain.npz", tmp_path / "curves.svg"
    command = ("train", "holdem", "--agent", "nfsp", "--minutes", "0.001", "--out", out, "--plot", plot)
    first = ask(*command)
    assert first.exit_code == 0, first.output
    games = int(first.output.split(" games, ")[0])  # a minute's thousandth is one round of 250 games, or two
    assert "games; holdem, seed 1" in plot.read_text()
    second = ask(*command, "--json")
    assert json.loads(second.stdout)["history"][-1]["games"] > games > 0
    match = ask(
        "match", "holdem", "--agents", f"brain(weights={out})", "caller", "caller", "--games", "3", "--jobs", "1"
    )
    assert match.exit_code == 0, match.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("holdem", "--agent", "ac"), "--out: expected a file"),
        (("holdem", "--agent", "dqn", "--out", "x.npz"), "agent 'dqn': no such learner"),
        (("cheat", "--minutes", "3"), "--minutes: the training of cheat is a short one"),
        (("cheat", "--out", "roc.svg", "--plot", "./roc.svg"), "--plot and --out name this file"),
        (("holdem", "--agent", "ac", "--out", "brain"), "--out brain: expected a name that ends in .npz"),
        (("holdem", "games.jsonl", "--out", "x.npz"), "by self-play: leave out records and --compare"),
    ],
)
def test_options_of_long_trainings_are_checked(arguments: tuple[str, ...], message: str) -> None:
    found = ask("train", *arguments)
    assert found.exit_code == 2
    assert message in " ".join(found.output.split())


def test_records_that_are_read_are_not_written_over(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    match = ("match", "cheat", "--agents", "honest", "habits", "--games", "3", "--jobs", "1", "--seed", "1")
    assert ask(*match, "--records", records).exit_code == 0
    before = records.read_text()
    told = ask("train", "cheat", records, "--out", tmp_path / "." / "games.jsonl")
    assert told.exit_code == 2
    assert "RECORDS and --out name this file" in " ".join(told.output.split())
    assert records.read_text() == before
