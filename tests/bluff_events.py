"""What happens to the dice, as event models: they define what players learn, die by die.

Play does not use them: `games.knowing.table` makes the model of any moment from who knows which die. The tests hold
the one against the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from games.bluff_poker.actions import CALL, DICE, LOOK, Rolls, Throw
from games.bluff_poker.outcomes import FACES
from games.bluff_poker.rules import BluffState
from games.knowing.ground import Defined
from kripke.change.event import Event, EventModel
from kripke.checking.constraint import formula_of
from logic.clauses import Bottom, Top
from logic.formula import Formula
from logic.shared import substitute

Happening: TypeAlias = tuple[EventModel, str]
"""An event model, and the event that happens: the face that the die shows, ``die1=4``."""


def throw(players: Iterable[str], die: int, seers: Iterable[str], defined: Defined = ()) -> EventModel:
    """A die is thrown: it gets any of the six values, which some players see; everyone notices that they see it.

    Only the thrower sees a closed throw, everyone an open one, nobody a die in the air. What was known of the die is
    known of its past only.
    """
    events = {}
    for face in _faces(die):
        to: Mapping[Any, Formula] = {each: Top() if each == face else Bottom() for each in _faces(die)}
        follows = {atom: substitute(formula_of(formula, ()), to) for atom, formula in defined}
        events[face] = Event(post={**to, **follows})
    return EventModel(events, _told(players, die, seers), actual=list(events))


def look(players: Iterable[str], die: int, seers: Iterable[str]) -> EventModel:
    """Some players see what a die shows, under the cup or when it is lifted; everyone notices that they see it."""
    return EventModel({face: Event(face) for face in _faces(die)}, _told(players, die, seers), actual=_faces(die))


def happenings(state: BluffState, action: Any) -> Iterator[Happening]:
    """What a move does to the dice and to what players know of them, in order.

    Dice in the air are thrown unseen, and land when chance has moved. In between nobody knows their values, and the
    state does not have them: they count as ones.
    """
    rules, now, then = state.rules, state.position, state.after(action).position
    names = rules.names
    if type(action) is Rolls:
        seers = names if now.throw.is_open else (names[now.player],)
        for die, value in zip(now.throw.dice, action.values, strict=True):
            yield throw(names, die, seers), f"die{die}={value}"
    for die, seers in _looks(state, action):
        yield look(names, die, seers), f"die{die}={now.dice[die - 1]}"
    for die, value in zip(DICE, then.dice, strict=True):
        if not value and (now.dice[die - 1] or then.round > now.round):
            yield throw(names, die, ()), f"die{die}=1"


def _looks(state: BluffState, action: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Each die that a move shows, with the players who see it."""
    names = state.rules.names
    if action == CALL:
        yield from ((die, names) for die in DICE)
    elif action == LOOK:
        yield from ((die, (names[state.position.player],)) for die in DICE)
    elif type(action) is Throw and not action.hiding:
        yield from ((die, names) for die in DICE if die not in action.dice)


def _faces(die: int) -> list[str]:
    return [f"die{die}={face}" for face in FACES]


def _told(players: Iterable[str], die: int, seers: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """The relations: players who see the die distinguish its faces, the others do not."""
    faces, sees = _faces(die), set(seers)
    apart, alike = [(face, face) for face in faces], [(one, other) for one in faces for other in faces]
    return {player: apart if player in sees else alike for player in players}
