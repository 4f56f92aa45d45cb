"""An object of the wrong kind is an error of ours, which says what was expected."""

import pytest

from games.registry import read_spec
from logic.errors import EpistemicError
from whoknows import (
    KripkeModel,
    SymbolicModel,
    draw_board,
    dumps_event_model,
    game,
    observation_model,
    save_event_model,
)

M = KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w")
WRONG = {
    "a board of a number": (lambda: draw_board(3), "draw_board 3: expected a state of a game"),
    "a board of a model": (lambda: draw_board(M), "expected a state of a game"),
    "a number as an event model": (lambda: save_event_model(3, "e.json"), "event model 3: expected an EventModel"),
    "a model as an event model": (lambda: dumps_event_model(M), "expected an EventModel, got KripkeModel"),
    "a table of a number": (lambda: game("bluff_poker").model(3), "model of 3: expected a state of Bluff Poker"),
    "a table of another game": (
        lambda: game("bluff_poker").model(game("saboteur").rules().start()),
        "expected a state of Bluff Poker",
    ),
    "a game that is a number": (lambda: game(3), "game 3: expected the name of a game"),
    "a path that is a number": (lambda: KripkeModel.load(3), "file 3: expected its path"),
    "a path for diagrams": (lambda: SymbolicModel.load(3), "file 3: expected its path"),
    "a path to write to": (lambda: M.save(3), "file 3: expected its path"),
    "atoms": (lambda: observation_model(3, {}), "atoms 3: expected a list"),
    "observations": (lambda: observation_model(["p"], 3), "observes 3: expected a mapping"),
    "an engine": (lambda: observation_model(["p"], {}, engine=3), "engine 3: no such engine"),
    "a structure": (lambda: KripkeModel.of(3), "structure 3: expected a Structure"),
    "a knowledge structure": (lambda: SymbolicModel.of(M), "expected a KnowledgeStructure"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_object_of_the_wrong_kind_is_named_with_what_was_expected(name):
    work, words = WRONG[name]
    with pytest.raises(EpistemicError, match=words):
        work()


def test_an_agents_parameter_without_a_value_is_shown_with_one():
    with pytest.raises(EpistemicError, match="expected name=value, such as k=1"):
        read_spec("source(k)")
