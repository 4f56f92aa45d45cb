"""Where a player is called "you", verbs are in the second person, in all texts of all games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games import registry
from games.core.agent import Reason
from games.core.rules import EVERYTHING, Event
from games.core.sentences import YOU, capital, does, sentence, turn_of, whose
from games.playing.match import Lineup, Match, Setup
from games.telling.face import face_of
from viz.boards import canvas_of, has_board
from viz.canvas import Words

NO_VERBS = frozenset(("always", "perhaps", "besides", "towards", "afterwards", "as", "this", "its", "saboteurs"))
WRONG = re.compile(r"\byou(?:'s\b| ([a-z]+s)\b)", re.IGNORECASE)
LINEUPS = {
    "bluff_poker": (("source", "learner", "source"), ("greedy-truthful-random", "source")),
    "cheat": (("doubter", "doubter"), ("doubter", "honest")),
    "holdem": (("rule", "caller", "raiser"), ("random", "random", "random")),
    "saboteur": (("source(depth=2)",) * 5, ("stronger", "source(saboteurs=never)", "greedy")),
    "spades": (("bis", "rb", "ms", "io"), ("rollout", "rb", "rollout(play=weak)", "ms")),
}


def wrong(text: str) -> list[str]:
    """The places where "you" has a verb in the third person, or a possessive with 's."""
    return [found[0] for found in WRONG.finditer(text) if found[1] not in NO_VERBS]


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("calls", "call"),
        ("passes", "pass"),
        ("tries", "try"),
        ("loses", "lose"),
        ("is", "are"),
        ("has", "have"),
        ("does not believe", "do not believe"),
        ("goes", "go"),
        ("watches", "watch"),
        ("considers", "consider"),
    ],
)
def test_the_verb_follows_the_player(verb: str, said: str) -> None:
    assert does("ann", verb) == f"ann {verb}"
    assert does(YOU, verb) == f"you {said}"
    assert sentence(f"{{who:{verb}}} it", who=YOU) == f"you {said} it"


def test_possessives_turns_and_capitals() -> None:
    assert (whose("ann"), whose(YOU)) == ("ann's", "your")
    assert turn_of(YOU, "to call") == "it is your turn to call"
    assert [capital(each) for each in ("you call", "your dice", "young calls", "ann calls")] == [
        "You call",
        "Your dice",
        "young calls",
        "ann calls",
    ]


def test_a_reason_conjugates_and_formats_numbers_as_before() -> None:
    reason = Reason("{next:knows} {share:.1%} of {next:'s} dice, {name:>5}", next=YOU, share=0.25, name="ann")
    assert str(reason) == "you know 25.0% of your dice,   ann"


def test_the_check_finds_what_is_wrong() -> None:
    assert wrong("then you considers it; You's turn; you is to call") == ["you considers", "You's", "you is"]
    assert not wrong("you consider it, your turn; do you always call?")


def texts(name: str, agents: tuple[str, ...], seed: int) -> Iterator[str]:
    """All that is said of one game, by each viewer, to and of players one of whom is called "you"."""
    game = registry.game(name)
    options = {"saboteur": {"rounds": 1}, "cheat": {"hand": 4, "limit": 12}}.get(name, {})
    names = ("ann", YOU, "bob", "eve", "joe")[: len(agents)]
    match = Match(Setup(name, Lineup(agents, names), options, seed), 0)
    face = face_of(game, match.rules)
    for number, turn in enumerate(match.turns(0)):
        for viewer in (EVERYTHING, *range(len(agents))):
            before, after = (game.observation(state, viewer) for state in (turn.before, turn.after))
            yield face.sentence(Event(turn.player, game.seen(turn.before, turn.action, viewer)), before, after)
            yield str(before)
        if turn.player >= 0:
            seen = game.observation(turn.before, turn.player)
            yield str(turn.reason)
            yield from face.choices(seen, turn.before.legal_actions())
            yield from face.news(match.agents, turn)
            yield from (f"{who} {known}" for who, known in face.knowledge(turn.before).items())
            yield from (line for agent in match.agents for line in face.beliefs(agent, whole=True))
            if has_board(name) and number % 5 == 0:
                canvas = canvas_of(turn.before, None, turn.action)
                yield from [canvas.title, *(each.text for each in canvas.shapes if isinstance(each, Words))]
        if turn.after.is_terminal:
            yield from face.result(turn.after.returns())


@pytest.mark.parametrize(("name", "agents"), [(name, agents) for name, all_ in LINEUPS.items() for agents in all_])
def test_no_text_of_a_game_has_you_with_a_verb_in_the_third_person(name: str, agents: tuple[str, ...]) -> None:
    said = list(texts(name, agents, 1))
    assert any(re.search(r"\byou\b", text, re.IGNORECASE) for text in said)
    assert not [(place, text) for text in said for place in wrong(text)]


def test_every_game_is_checked() -> None:
    assert set(LINEUPS) == set(registry.names())
