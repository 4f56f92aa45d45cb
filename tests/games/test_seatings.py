"""Seatings: each agent has each seat equally often, partners stay partners, and no game is played twice."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from games.core.errors import GameError, RecordError
from games.playing.arena import run
from games.playing.match import KINDS, Lineup, Match, Setup, keeps, seat_order
from games.playing.records import read_records
from games.playing.replay import Replayer
from whoknows.cli.main import app

GAME = "liars_card:GAME"
LINEUPS = st.lists(st.sampled_from("abc"), min_size=2, max_size=5)


def games_of(lineup: Lineup, seats: tuple[tuple[int, ...], ...]) -> list[tuple[str | None, ...]]:
    """The agent of each seat, by match."""
    return [tuple(lineup.agents[seated.index(seat)] for seat in range(lineup.players)) for seated in seats]


@given(agents=LINEUPS, kind=st.sampled_from(KINDS))
@examples(60)
def test_matches_of_a_deal_are_different_games_and_all_deals_have_the_same(agents: list[str], kind: str) -> None:
    lineup = Lineup(tuple(agents))
    seats, distinct = seat_order(kind, lineup, ())
    played = games_of(lineup, seats)
    deals = [played[first : first + distinct] for first in range(0, len(played), distinct)]
    assert all(len(set(deal)) == distinct for deal in deals)
    assert all(Counter(deal) == Counter(deals[0]) for deal in deals)


@given(agents=LINEUPS, kind=st.sampled_from(KINDS))
@examples(60)
def test_each_agent_has_each_seat_equally_often(agents: list[str], kind: str) -> None:
    seats, _ = seat_order(kind, Lineup(tuple(agents)), ())
    for position in range(len(agents)):
        times = Counter(seated[position] for seated in seats)
        assert set(times) == set(range(len(agents)))
        assert len(set(times.values())) == 1


@given(agents=LINEUPS)
@examples(30)
def test_all_seatings_are_all_permutations(agents: list[str]) -> None:
    seats, _ = seat_order("all", Lineup(tuple(agents)), ())
    assert sorted(seats) == sorted(permutations(range(len(agents))))


def test_rotations_keep_the_order_around_the_table() -> None:
    seats, distinct = seat_order("rotations", Lineup(("a", "b", "a", "c")), ())
    assert seats == ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
    assert distinct == 4


@pytest.mark.parametrize(("kind", "total"), [("rotations", 4), ("all", 8)])
def test_two_pairs_of_equal_partners_play_each_deal_twice(kind: str, total: int) -> None:
    """A-B-A-B: the second game has the other pair's cards; a third one would be one of the two again."""
    lineup, across = Lineup(("a", "b", "a", "b")), ((0, 2), (1, 3))
    seats, distinct = seat_order(kind, lineup, across)
    assert (len(seats), distinct) == (total, 2)
    assert set(games_of(lineup, seats)) == {("a", "b", "a", "b"), ("b", "a", "b", "a")}
    assert keeps(seats, across)
    assert not keeps(seats, ((0, 1), (2, 3)))


def test_partners_that_share_a_mailbox_are_not_exchanged_with_others() -> None:
    """Four equal agents in two coalitions: there are three ways to pair the seats."""
    seats, distinct = seat_order("all", Lineup(("a",) * 4, coalitions=((0, 1), (2, 3))), ())
    assert (len(seats), distinct) == (24, 3)


def test_persons_are_unlike_each_other() -> None:
    assert seat_order("all", Lineup((None, None, "a")), ()).distinct == 6


def test_partners_of_the_rules_are_partners_in_all_seatings() -> None:
    setup = Setup("pennies:GAME", Lineup(("random",) * 4), {"rounds": 3}, seatings="all")
    assert setup.partners == ((0, 2), (1, 3))
    for number in range(8):
        match = Match(setup, number)
        paid = match.by_position(match.play(0).returns)
        assert paid[0] == paid[2] == -paid[1] == -paid[3]


def test_partners_that_the_lineup_names_come_first() -> None:
    assert Setup("pennies:GAME", Lineup(("random",) * 4, teams=((0, 1),))).partners == ((0, 1),)


def test_where_each_plays_alone_there_are_no_partners() -> None:
    assert Setup(GAME, Lineup(("random",) * 3)).partners == ()


def cards(setup: Setup, number: int) -> list[str]:
    return [text for text in Match(setup, number).play(0).last.serialize() if text.startswith("card")]


def test_the_games_of_a_deal_have_the_same_cards_and_those_of_another_have_others() -> None:
    mixed = Setup(GAME, Lineup(("honest", "learner", "honest", "learner")), {"cards": 20}, 7)
    deals = [tuple(cards(mixed, number)) for number in range(8)]
    assert [deals.index(each) for each in deals] == [0, 0, 2, 2, 4, 4, 6, 6]


def test_without_duplicates_each_match_has_its_own_cards() -> None:
    lineup = Lineup(("honest", "learner", "random"))
    deals = {tuple(cards(Setup(GAME, lineup, {"cards": 20}, 7, duplicate=False), number)) for number in range(8)}
    assert len(deals) == 8


@pytest.mark.parametrize("choices", [True, False])
@pytest.mark.parametrize(("seatings", "duplicate"), [("all", True), ("rotations", False), ("rotations", True)])
def test_records_say_how_the_games_were_seated_and_are_replayed(
    seatings: str, duplicate: bool, choices: bool, tmp_path: Path
) -> None:
    lineup = Lineup(("honest", "learner", "honest"), ("ann", "bob", "cem"))
    setup = Setup(GAME, lineup, {}, 5, 2, seatings, duplicate)
    whole, _ = run(setup, 16, records=tmp_path / "records", out=tmp_path / "out", jobs=1)
    again, _ = run(setup, 16, records=tmp_path / "records", out=tmp_path / "out", jobs=1)
    assert whole == again
    replayer = Replayer("records", choices)
    with open(tmp_path / "records", "rb") as file:
        for line, record in read_records(file, "records", GAME):
            assert (record.seatings, record.duplicate) == (seatings, duplicate)
            assert replayer.check(record, line).is_terminal


def test_a_file_of_other_seatings_is_refused(tmp_path: Path) -> None:
    lineup = Lineup(("honest", "learner", "random"))
    run(Setup(GAME, lineup, {}, 5), 6, out=tmp_path / "out", records=tmp_path / "records", jobs=1)
    for other, key in (({"seatings": "all"}, "seatings"), ({"duplicate": False}, "duplicate")):
        for file in ("out", "records"):
            with pytest.raises(RecordError, match=f"another run, with {key}"):
                run(Setup(GAME, lineup, {}, 5, **other), 12, **{file: tmp_path / file}, jobs=1)


def test_seatings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(GameError, match=r"seatings 'al': expected.*'rotations'.*'all'"):
        Setup(GAME, Lineup(("honest",) * 3), seatings="al")
    with pytest.raises(GameError, match=r"9 players: expected.* 8 players.*rotations"):
        seat_order("all", Lineup(("a",) * 9), ())


def ask(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["match", GAME, *arguments], prog_name="whoknows")
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_the_command_seats_agents_in_all_ways_and_says_how_many_cycles_there_were() -> None:
    found = json.loads(ask("--agents", "honest", "learner", "random", "--seatings", "all", "--games", "60", "--json"))
    assert (found["matches"], found["cycles"]) == (60, 10)
    assert "95 % intervals over 20 cycles of seatings" in ask("--games", "60", "--duplicate")
    assert "two cycles of seatings, 12 games" in ask("--games", "6", "--seatings", "all")
