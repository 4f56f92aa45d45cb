"""What games may ask of the common ground: choices at the same time, rounds, partners, 2 to 10 players."""

from __future__ import annotations

from collections.abc import Callable

import conformance
import pytest
from pennies import GAME, Lifted, PenniesRules, Penny

from games.playing.arena import run
from games.playing.match import Lineup, Match, Setup

CHECKS = [
    getattr(conformance, name) for name in dir(conformance) if name.startswith("check_") and "check_agent" not in name
]
SEATS = [tuple("abcdefghij"[:players]) for players in (2, 3, 4, 10)]
FOUR = PenniesRules(("ann", "bob", "cem", "dan"), 1)


@pytest.mark.parametrize("names", SEATS, ids=len)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_two_to_ten_who_choose_at_the_same_time_pass_what_all_games_pass(
    check: Callable[[conformance.Case], None], names: tuple[str, ...]
) -> None:
    check(conformance.Case("pennies:GAME", {"names": names}, looks=10, worlds=8))


def test_who_chooses_at_the_same_time_decides_alike_whatever_the_others_chose() -> None:
    """What a player is given when she chooses is the same after all choices of those who sit before her."""
    given = set()
    for first in ("heads", "tails"):
        for second in ("heads", "tails"):
            state = FOUR.deserialize([first, second])
            given.add((GAME.observation(state, 2), state.legal_actions(), *GAME.events(state, 2)))
    assert len(given) == 1


def test_the_last_choice_reveals_all_at_once() -> None:
    state = FOUR.deserialize(["heads", "tails", "heads"])
    down = GAME.model(FOUR.deserialize(["heads", "tails", "heads", "heads"]))
    assert {GAME.seen(state, Penny("heads"), player) for player in range(4)} == {
        Lifted(("heads", "tails", "heads", "heads"))
    }
    assert down.holds("C (penny_ann=heads & penny_bob=tails)")


def test_before_that_it_is_common_knowledge_that_each_knows_her_own_choice_alone() -> None:
    model = GAME.model(FOUR.deserialize(["heads", "tails", "heads"]))
    assert model.valid("C (Kv_ann penny_ann & Kv_bob penny_bob & ~Kv_ann penny_bob)")
    assert model.valid("C (~Kv_dan penny_ann & ~Kv_dan penny_dan)")


def test_partners_win_together_and_keep_each_other_at_every_seat() -> None:
    lineup = Lineup(("random",) * 4, ("ann", "bob", "cem", "dan"))
    setup = Setup("pennies:GAME", lineup, {"rounds": 3})
    assert setup.partners == ((0, 2), (1, 3))
    for number in range(4):
        match = Match(setup, number)
        paid = match.by_position(match.play(0).returns)
        assert paid[0] == paid[2] == -paid[1] == -paid[3]
        assert set(match.rules.names[0::2]) in ({"ann", "cem"}, {"bob", "dan"})
    found, _ = run(setup, 40, jobs=1)
    assert sum(each.mean for each in found.teams) == pytest.approx(0)


def test_rounds_are_within_a_game_and_games_within_a_match() -> None:
    setup = Setup("pennies:GAME", Lineup(("random",) * 2), {"rounds": 5}, block=3)
    match = Match(setup, 0)
    lengths = [len(match.play(number).last.before) for number in range(3)]
    assert lengths == [5, 5, 5]


def test_returns_of_uneven_teams_have_no_fixed_sum() -> None:
    last = PenniesRules(tuple("abcde"), 1).deserialize(["heads"] * 5)
    assert last.returns() == (-1, 1, -1, 1, -1)
    assert PenniesRules(tuple("abcde")).total is None
