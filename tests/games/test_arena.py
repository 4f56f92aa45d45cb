"""The arena: seeds and seats, files that are the same byte for byte, errors that name their way out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from liars_card import GAME as LIARS_CARD
from liars_card import Call, Card, Claim, Honest

from games.core.agent import Agent, Decision, Reason
from games.core.errors import GameError, RecordError
from games.core.rules import CHANCE, Event
from games.playing import arena
from games.playing.arena import play_match, run
from games.playing.match import Lineup, Match, Played, Setup, turns
from studies import experiment

GAME = "liars_card:GAME"


def setup(*agents: str, seed: int = 5, block: int = 1, **options: Any) -> Setup:
    return Setup(GAME, Lineup(agents or ("honest", "learner", "random")), options, seed, block)


def dealt(match: Match, number: int) -> list[str]:
    return [text for text in match.play(number).last.serialize() if text.startswith("card")]


def test_matches_in_a_row_share_the_cards_once_round_the_table() -> None:
    deals = [dealt(Match(setup(block=2), number), 1) for number in range(9)]
    assert deals[0] == deals[1] == deals[2]
    assert deals[3] == deals[4] == deals[5]
    assert len({tuple(deal) for deal in deals}) == 3


def test_games_of_a_match_have_cards_of_their_own() -> None:
    match = Match(setup(block=20), 0)
    assert len({tuple(dealt(match, number)) for number in range(20)}) > 5


def test_the_cards_of_a_match_do_not_depend_on_who_plays() -> None:
    for number in range(6):
        first = dealt(Match(setup(), number), 0)
        assert first == dealt(Match(setup("random", "random", "honest"), number), 0)


def test_other_seeds_give_other_cards() -> None:
    assert len({tuple(dealt(Match(setup(seed=seed), 0), 0)) for seed in range(20)}) > 5


def test_an_agent_has_a_chance_of_her_own_in_each_match_and_game() -> None:
    drawn = set()
    for number in range(3):
        match = Match(setup("random", "random", "random", block=3), number)
        for game in range(3):
            match.play(game)
            drawn |= {agent.rng.random() for agent in match.agents}
    assert len(drawn) == 27


def test_each_agent_has_each_seat_equally_often_and_the_order_around_the_table_stays() -> None:
    four = Setup(GAME, Lineup(("a", "b", "c", "d")))
    seatings = [four.seats_of(number) for number in range(8)]
    for position in range(4):
        assert Counter(seating[position] for seating in seatings) == dict.fromkeys(range(4), 2)
        assert all((seating[position] + 1) % 4 == seating[(position + 1) % 4] for seating in seatings)


def test_names_go_with_the_agents() -> None:
    lineup = Lineup(("honest", "learner", "random"), ("ann", "bob", "john"))
    for number in range(6):
        match = Match(Setup(GAME, lineup), number)
        for agent, seat, name in zip(match.agents, match.seats, lineup.names, strict=True):
            assert match.rules.names[seat] == agent.name == name


def test_memory_lasts_for_a_match_and_no_longer() -> None:
    match = Match(setup("learner", "honest", "random", block=8), 0)
    counts = []
    for number in range(8):
        match.play(number)
        counts.append(match.agents[0].save()["claims"])
    assert counts == sorted(set(counts))
    assert Match(setup("learner", "honest", "random", block=8), 1).agents[0].save()["claims"] == 2


def test_returns_are_told_by_position_in_the_lineup() -> None:
    for number in range(12):
        match = Match(setup(), number)
        over = match.play(0)
        result = play_match(setup(), number).result
        assert [over.returns[seat] for seat in match.seats] == list(result.returns[0])
        assert sum(result.returns[0]) == 0


class Ear(Honest):
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[Event] = []
        self.ends: list[Sequence[Fraction]] = []

    def observe(self, event: Event) -> None:
        self.heard.append(event)

    def end(self, returns: Sequence[Fraction]) -> None:
        self.ends.append(returns)


def test_who_overrides_observe_hears_her_information_state_and_then_the_returns() -> None:
    for number in range(6):
        ears = [Ear(), Ear(), Ear()]
        match = Match(setup(), number, list(ears))
        over = match.play(0)
        for ear, seat in zip(ears, match.seats, strict=True):
            assert ear.heard == LIARS_CARD.events(over.last, seat)
            assert sum(event.seen != Card(None) for event in ear.heard if event.player == CHANCE) == 1
            assert ear.ends == [over.returns]


def test_percepts_are_computed_for_those_alone_who_listen() -> None:
    asked = []

    def seen(state: Any, action: Any, player: int) -> Any:
        asked.append(player)
        return LIARS_CARD.seen(state, action, player)

    game = type(LIARS_CARD)(**{**vars(LIARS_CARD), "seen": seen})
    match = Match(setup(), 0, [Honest(), Ear(), Honest()])
    for position, agent in enumerate(match.agents):
        agent.begin(position, match.rules, "seed")
    cards = iter((Card(2), Card(4), Card(1)))
    moves = list(turns(game, match.rules, match.agents, lambda state: next(cards)))
    assert asked == [1] * len(moves)
    assert [turn.action for turn in moves] == [Card(2), Card(4), Card(1), Claim(2), Claim(4), Call()]


class Cheat(Agent):
    """Claims more than the deck has."""

    def policy(self, observation: Any, legal: Sequence[Any]) -> dict[Any, float]:
        return {Claim(99): 1.0}

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        return Decision(Claim(99), Reason("why not"))


def test_what_is_not_legal_is_an_error_that_names_agent_and_move() -> None:
    match = Match(setup(), 0, [Honest(), Cheat(), Honest()])
    with pytest.raises(GameError, match=r"match 0, game 0, move 5: .*Cheat.* claim 99: .*claim 4"):
        match.play(0)


def test_the_files_are_the_same_byte_for_byte_on_one_process_and_on_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "HEAD", 0)
    played = setup(block=10, cards=6)
    found = []
    for jobs in (1, 2):
        paths = [tmp_path / f"{kind}{jobs}" for kind in ("out", "records")]
        found.append((run(played, 2_000, out=paths[0], records=paths[1], jobs=jobs), *(p.read_bytes() for p in paths)))
    assert found[0] == found[1]


def test_a_run_takes_up_its_file_and_plays_what_is_missing(tmp_path: Path) -> None:
    whole = run(setup(block=2), 60, out=tmp_path / "whole", jobs=1)
    run(setup(block=2), 20, out=tmp_path / "parts", jobs=1)
    told: list[tuple[int, int]] = []
    again = run(setup(block=2), 60, out=tmp_path / "parts", jobs=1, told=lambda done, of: told.append((done, of)))
    assert again == whole
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert told == [(done, 30) for done in range(10, 31)]


@pytest.mark.slow
def test_a_file_cut_at_any_byte_is_taken_up(tmp_path: Path) -> None:
    out, records = tmp_path / "out", tmp_path / "records"
    whole = run(setup(block=2), 8, out=out, records=records, jobs=1)
    results, moves = out.read_bytes(), records.read_bytes()
    for place in range(0, len(results), 3):
        out.write_bytes(results[:place])
        done = max(0, results[:place].count(b"\n") - 1)
        written = moves[: len(b"".join(moves.splitlines(keepends=True)[: 2 * done])) + place % 200]
        records.write_bytes(written)
        assert run(setup(block=2), 8, out=out, records=records, jobs=1) == whole
        assert (out.read_bytes(), records.read_bytes()) == (results, moves)


@pytest.mark.parametrize(
    ("other", "key"),
    [
        (setup(seed=6, block=2), "seed"),
        (setup(block=1), "block"),
        (setup("honest", "honest", "honest", block=2), "agents"),
        (setup(block=2, cards=7), "options"),
        (Setup(GAME, Lineup(("honest", "learner", "random"), coalitions=((0, 1),)), {}, 5, 2), "coalitions"),
    ],
)
def test_a_file_of_another_run_is_refused_and_stays_as_it_is(tmp_path: Path, other: Setup, key: str) -> None:
    out = tmp_path / "out"
    run(setup(block=2), 8, out=out, jobs=1)
    before = out.read_bytes()
    with pytest.raises(RecordError, match=f"another run.* {key} .*another file"):
        run(other, 8, out=out, jobs=1)
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"dear diary", b"dear diary\nno end", b"\x89PNG\r\n\x1a\n\0\0", b'{"a": 1}\n', b"[]\n"]
)
@pytest.mark.parametrize("kind", ["out", "records"])
def test_somebody_elses_file_is_refused_and_stays_as_it_is(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="file"):
        run(setup(), 8, jobs=1, **{kind: path})
    assert path.read_bytes() == content


def test_records_of_other_options_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "records"
    run(setup(), 8, records=path, jobs=1)
    before = path.read_bytes()
    with pytest.raises(RecordError, match="options"):
        run(setup(cards=6), 8, records=path, jobs=1)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("other", "games", "message"),
    [
        (setup(), 4, r"8 games.* 4 .*ask for 8 games.*another file"),
        (
            Setup(GAME, Lineup(("honest", "learner", "random"), ("a", "b", "c")), {}, 5),
            8,
            r'options .*\["1", "2", "3"\]\}, not .*\["a", "b", "c"\]\}',
        ),
        (setup(cards=6), 8, r'options .*"cards": \d+\}, not .*"cards": 6\}; .*another file'),
        (Setup(GAME, Lineup(("honest", "learner", "random"), coalitions=((0, 1),)), {}, 5), 8, "with coalitions"),
    ],
)
def test_records_of_more_or_other_games_stay_as_they_are(
    tmp_path: Path, other: Setup, games: int, message: str
) -> None:
    path = tmp_path / "records"
    run(setup(), 8, records=path, jobs=1)
    before = path.read_bytes()
    with pytest.raises(RecordError, match=message):
        run(other, games, records=path, jobs=1)
    assert path.read_bytes() == before
    run(setup(), 8, records=path, jobs=1)
    assert path.read_bytes() == before


def test_records_of_one_game_watched_twice_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "records"
    run(setup(), 1, records=path, jobs=1)
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(RecordError, match=r"line 2: .*match 1.*match 0.*another file"):
        run(setup(), 8, records=path, jobs=1)
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(("games", "bound"), [(0, "at least 1"), (-5, "at least 1"), (10**20, "at most 10,000,000")])
def test_a_number_of_games_out_of_bounds_is_refused(games: int, bound: str) -> None:
    with pytest.raises(GameError, match=f"games={games}: expected {bound}"):
        run(setup(), games, jobs=1)


def test_fewer_games_than_the_file_has_are_refused(tmp_path: Path) -> None:
    run(setup(), 8, out=tmp_path / "out", jobs=1)
    with pytest.raises(RecordError, match=r"8 matches.* 4 .*8 games.*file"):
        run(setup(), 4, out=tmp_path / "out", jobs=1)


def test_a_wrong_line_in_the_middle_is_an_error_with_its_number(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(setup(), 8, out=out, jobs=1)
    lines = out.read_text().splitlines(keepends=True)
    for wrong in ('{"match":3,"returns":[[1,2]]}\n', "oops\n", '{"match":9,"returns":[[1,-1,0]]}\n', '{"match":3}\n'):
        out.write_text("".join([*lines[:4], wrong, *lines[5:]]))
        with pytest.raises(RecordError, match=r"line 5: .*(expected|changed).*another file"):
            run(setup(), 8, out=out, jobs=1)


def test_records_that_do_not_reach_as_far_as_the_results_are_refused(tmp_path: Path) -> None:
    run(setup(), 8, out=tmp_path / "out", jobs=1)
    with pytest.raises(RecordError, match=r"0 records.* 8 games"):
        run(setup(), 9, out=tmp_path / "out", records=tmp_path / "records", jobs=1)


def test_a_run_that_is_refused_leaves_no_new_file(tmp_path: Path) -> None:
    out, diary, new = tmp_path / "out", tmp_path / "diary", tmp_path / "new"
    run(setup(), 8, out=out, jobs=1)
    diary.write_text("dear diary")
    (tmp_path / "link").symlink_to(new)
    refused = [
        (setup(seed=6), 8, {"out": out, "records": new}),
        (setup(), 4, {"out": out, "records": new}),
        (setup(), 9, {"out": out, "records": new}),
        (setup(), 9, {"out": out, "records": tmp_path / "link"}),
        (setup(), 8, {"out": new, "records": diary}),
        (setup(), 8, {"out": new, "records": tmp_path}),
    ]
    for other, games, files in refused:
        with pytest.raises(RecordError):
            run(other, games, jobs=1, **files)
        assert {each.name for each in tmp_path.iterdir()} == {"out", "diary", "link"}


def _returns(match: Match, played: Played) -> dict[str, Any]:
    return {"returns": list(map(str, played.returns))}


def test_an_experiment_that_is_refused_leaves_no_new_file(tmp_path: Path) -> None:
    first, second = experiment.Trial("first", setup()), experiment.Trial("second", setup())
    experiment.run([second], 2, _returns, out=tmp_path, jobs=1)
    other = experiment.Trial("second", setup(seed=6))
    with pytest.raises(RecordError, match="another run, with seed"):
        experiment.run([first, other], 2, _returns, out=tmp_path, jobs=1)
    assert [each.name for each in tmp_path.iterdir()] == ["second.jsonl"]
    found = experiment.run([first, second], 3, _returns, out=tmp_path, jobs=1)
    assert found == experiment.run([first, second], 3, _returns, jobs=1)


def test_two_runs_cannot_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")

    def told(done: int, matches: int) -> None:
        if done == 1:
            with pytest.raises(RecordError, match=r"another process.*wait.*stop"):
                run(setup(), 4, out=tmp_path / "out", jobs=1)

    run(setup(), 4, out=tmp_path / "out", jobs=1, told=told)
    assert len((tmp_path / "out").read_text().splitlines()) == 5


@pytest.mark.parametrize(
    ("games", "options", "message"),
    [
        (0, {}, "games=0: expected at least 1"),
        (7, {"jobs": 0}, "jobs=0"),
        (7, {"backend": "cloud"}, "backend 'cloud': expected loky or dask"),
        (7, {"backend": "dask"}, "needs scheduler"),
        (7, {"scheduler": "tcp://127.0.0.1:1"}, "takes none"),
    ],
)
def test_runs_that_make_no_sense_are_refused(games: int, options: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        run(setup(), games, **options)


def test_games_must_fill_the_matches() -> None:
    with pytest.raises(GameError, match=r"10 games.* 4: expected.* 8$"):
        run(setup(block=4), 10)
    with pytest.raises(GameError, match="block 0"):
        setup(block=0)
    with pytest.raises(GameError, match=r"1 agent; expected 2.*4"):
        setup("honest")


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be written"):
        run(setup(), 4, out=tmp_path / "no" / "out", jobs=1)


def test_results_are_json_lines_with_exact_returns(tmp_path: Path) -> None:
    _, results = run(setup(block=2), 8, out=tmp_path / "out", jobs=1)
    head, *lines = map(json.loads, (tmp_path / "out").read_text().splitlines())
    assert (head["game"], head["seed"], head["block"], head["options"]) == ("liars_card", 5, 2, {"cards": 5})
    read = [tuple(tuple(map(Fraction, game)) for game in line["returns"]) for line in lines]
    assert read == [result.returns for result in results]
