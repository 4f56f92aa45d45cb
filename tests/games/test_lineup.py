"""Line-ups: names, teams and coalitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from liars_card import GAME

from games.core.agent import RandomAgent
from games.core.errors import GameError
from games.playing.match import Lineup


def test_members_of_a_coalition_share_a_mailbox_that_others_do_not_have() -> None:
    lineup = Lineup(("honest", "random", "learner", "random"), coalitions=((0, 2),))
    ann, bob, cath, dave = lineup.new_agents(GAME)
    assert ann.mailbox is cath.mailbox is not None
    assert bob.mailbox is None
    assert dave.mailbox is None
    ann.mailbox.post(0, "I hold the 5")
    assert cath.mailbox.read() == [(0, "I hold the 5")]


def test_two_coalitions_have_two_mailboxes_and_each_match_new_ones() -> None:
    lineup = Lineup(("random",) * 4, coalitions=((0, 2), (1, 3)))
    first, second = lineup.new_agents(GAME), lineup.new_agents(GAME)
    boxes = {id(agent.mailbox) for agent in (*first, *second)}
    assert len(boxes) == 4


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

    made = Lineup(("honest", None), ("ann", "bob")).new_agents(GAME, Person)
    assert [type(agent).__name__ for agent in made] == ["Honest", "Person"]
    assert [agent.name for agent in made] == ["ann", "bob"]
    with pytest.raises(GameError, match="agent 2 is a person"):
        Lineup(("honest", None)).new_agents(GAME)
