"""Line-ups: names, teams and coalitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from liars_card import GAME, LiarsCardRules

from games.core.errors import GameError
from games.core.random_agent import RandomAgent
from games.playing.lineup import Lineup


def test_members_of_a_coalition_share_a_mailbox_that_others_do_not_have() -> None:
    lineup = Lineup(("honest", "random", "learner", "random"), coalitions=((0, 2),))
    ann, bob, cath, dave = lineup.made(GAME)
    assert ann.mailbox is cath.mailbox is not None
    assert bob.mailbox is None
    assert dave.mailbox is None
    ann.mailbox.post(0, "I hold the 5")
    assert cath.mailbox.read() == [(0, "I hold the 5")]


def test_two_coalitions_have_two_mailboxes_and_each_match_new_ones() -> None:
    lineup = Lineup(("random",) * 4, coalitions=((0, 2), (1, 3)))
    first, second = lineup.made(GAME), lineup.made(GAME)
    boxes = {id(agent.mailbox) for agent in (*first, *second)}
    assert len(boxes) == 4


@dataclass(frozen=True)
class Partners(LiarsCardRules):
    """Two against two, across the table or side by side."""

    across: bool = True

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if self.across else ((0, 1), (2, 3))


@pytest.mark.parametrize(("across", "teams"), [(True, ((0, 2), (1, 3))), (False, ())])
def test_partners_are_those_of_the_rules_where_moving_on_keeps_them(across: bool, teams: Any) -> None:
    rules = Partners(names=("a", "b", "c", "d"), across=across)
    assert Lineup(("random",) * 4).partners(rules) == teams


def test_partners_that_the_lineup_names_come_first() -> None:
    rules = Partners(names=("a", "b", "c", "d"))
    assert Lineup(("random",) * 4, teams=((0, 1),)).partners(rules) == ((0, 1),)


def test_where_each_plays_for_herself_there_are_no_partners() -> None:
    assert Lineup(("random",) * 3).partners(LiarsCardRules()) == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"names": ("ann",)}, "1 name for 3 agents"),
        ({"teams": ((0, 3),)}, "team with agent 4: expected numbers of agents from 1 to 3"),
        ({"coalitions": ((0, 1), (1, 2))}, "coalitions: agent 2 is named 2 times"),
        ({"coalitions": ((-1,),)}, "coalition with agent 0"),
    ],
)
def test_lineups_that_make_no_sense_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Lineup(("random",) * 3, **arguments)


def test_a_person_is_made_by_who_asks_her() -> None:
    class Person(RandomAgent):
        def policy(self, observation: Any, legal: Sequence[Any]) -> Any:
            return {legal[0]: 1.0}

    made = Lineup(("honest", None), ("ann", "bob")).made(GAME, Person)
    assert [type(agent).__name__ for agent in made] == ["Honest", "Person"]
    assert [agent.name for agent in made] == ["ann", "bob"]
    with pytest.raises(GameError, match="agent 2 is a person"):
        Lineup(("honest", None)).made(GAME)
