"""The suite that every game passes is failed by games that break one promise each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import conformance
import pytest
from conformance import Case
from peeking import GuessableSetup, claims

from games.bluff_poker.actions import Bid
from games.bluff_poker.game import GAME
from games.bluff_poker.rules import BluffPoker, BluffState
from games.core.agent import Agent
from games.core.errors import IllegalAction
from games.core.rules import EVERYTHING, Event
from games.game import Game
from games.knowing.table import Table
from games.playing.match import Lineup
from kripke.models.kripke_model import KripkeModel


def case_of(game: Game) -> Case:
    """A case of a game that is in no registry."""
    case = Case("bluff_poker", {"limit": 2}, games=2, worlds=216, exactly=8)
    case.__dict__["game"] = game
    return case


def forgetful(state: BluffState, player: int, rng: Random) -> BluffState:
    """Draws all dice anew, those that the player has seen included."""
    drawn = state.rules.start()
    for before, move in state.steps():
        drawn = drawn.after(before.sample(rng) if str(move.action).startswith("rolls") else move.action)
    return drawn


def knowing_too_much(state: BluffState) -> Table:
    table = GAME.table(state)
    return replace(table, observes=tuple((name, (*items, "die1")) for name, items in table.observes))


def knowing_too_little(state: BluffState) -> Table:
    table = GAME.table(state)
    return replace(table, observes=tuple((name, items[1:]) for name, items in table.observes))


def denying(state: BluffState) -> Table:
    return replace(GAME.table(state), law="die1=1")


class Peeking(BluffState):
    """Whoever holds a six cannot bid below 611."""

    __slots__ = ()

    def legal_actions(self) -> tuple[Any, ...]:
        found = super().legal_actions()
        low = [each for each in found if not (type(each) is Bid and each.outcome < 611)]
        return tuple(low) if 6 in self.position.dice and low else found

    def is_legal(self, action: Any) -> bool:
        return super().is_legal(action) and (self.is_chance or action in self.legal_actions())

    def _next(self, action: Any) -> BluffState:
        return Peeking(self.rules, super()._next(action).position)


class Lenient(Peeking):
    """Takes any action that it is given."""

    __slots__ = ()

    def legal_actions(self) -> tuple[Any, ...]:
        return BluffState.legal_actions(self)

    def is_legal(self, action: Any) -> bool:
        return True

    def _next(self, action: Any) -> BluffState:
        try:
            return Lenient(self.rules, BluffState._next(self, action).position)
        except (KeyError, TypeError, AttributeError):
            return self


class Paying(Peeking):
    """Pays everyone."""

    __slots__ = ()

    def legal_actions(self) -> tuple[Any, ...]:
        return BluffState.legal_actions(self)

    def returns(self) -> tuple[Fraction, ...]:
        super().returns()
        return (Fraction(1),) * self.rules.players

    def _next(self, action: Any) -> BluffState:
        return Paying(self.rules, BluffState._next(self, action).position)


def rules_that_start(state: type[BluffState]) -> type[BluffPoker]:
    @dataclass(frozen=True)
    class Broken(BluffPoker):
        def start(self) -> BluffState:
            return state(self, super().start().position)

    return Broken


@dataclass(frozen=True)
class Mumbling(BluffPoker):
    """Reads every bid as 211, and nonsense as a call."""

    def parse(self, text: str) -> Any:
        if text.startswith("bid"):
            return Bid(211)
        try:
            return super().parse(text)
        except IllegalAction:
            return super().parse("call")


def all_seeing(state: BluffState, action: Any, player: int) -> Any:
    return GAME.seen(state, action, EVERYTHING)


def short_sighted(state: BluffState, action: Any, player: int) -> Any:
    return GAME.seen(state, action, max(player, 0))


@dataclass(frozen=True)
class Keeping(BluffPoker):
    """Keeps the rolls, where the next player finds them."""

    def start(self) -> BluffState:
        object.__setattr__(self, "rolls", [])
        return Kept(self, super().start().position)


class Kept(Peeking):
    """Takes down each roll."""

    __slots__ = ()

    def legal_actions(self) -> tuple[Any, ...]:
        return BluffState.legal_actions(self)

    def _next(self, action: Any) -> BluffState:
        after = BluffState._next(self, action).position
        vars(self.rules)["rolls"].append(after.dice)
        return Kept(self.rules, after)


BROKEN: dict[str, tuple[Game, Callable[[Case], None]]] = {
    "resample gives the state away": (
        replace(GAME, resample=lambda state, player, rng: state), conformance.check_possible_worlds_are_drawn
    ),
    "resample forgets what was seen": (replace(GAME, resample=forgetful), conformance.check_resampling),
    "everyone sees the dice": (replace(GAME, seen=all_seeing), conformance.check_resampling),
    "the observer of everything does not": (replace(GAME, seen=short_sighted), conformance.check_everything),
    "observations leak": (
        replace(GAME, observation=lambda state, player: state.position), conformance.check_resampling
    ),
    "observations lead to the state": (
        replace(GAME, observation=lambda state, player: lambda: state.current_player),
        conformance.check_views_hold_no_state
    ),
    "what is seen leads to the state": (
        replace(GAME, seen=lambda state, action, player: (action, [state])), conformance.check_views_hold_no_state
    ),
    "what players share tells the dice": (replace(GAME, rules=Keeping), conformance.check_nothing_shared_tells),
    "the model knows too much": (
        replace(GAME, table=knowing_too_much), conformance.check_possible_worlds_are_drawn
    ),
    "the model knows too little": (
        replace(GAME, table=knowing_too_little), conformance.check_possible_worlds_are_drawn
    ),
    "the law denies what is so": (replace(GAME, table=denying), conformance.check_knowledge),
    "what can be done depends on unseen dice": (
        replace(GAME, rules=rules_that_start(Peeking)), conformance.check_resampling
    ),
    "illegal actions are taken": (replace(GAME, rules=rules_that_start(Lenient)), conformance.check_illegal_actions),
    "returns do not sum to what is declared": (
        replace(GAME, rules=rules_that_start(Paying)), conformance.check_returns
    ),
    "texts are read wrongly": (replace(GAME, rules=Mumbling), conformance.check_actions_print_and_parse),
    "and so what is written is lost": (replace(GAME, rules=Mumbling), conformance.check_serialisation),
}  # fmt: skip


@pytest.mark.parametrize(("game", "check"), BROKEN.values(), ids=BROKEN)
def test_a_broken_promise_is_caught(game: Game, check: Callable[[Case], None]) -> None:
    with pytest.raises((AssertionError, ValueError, pytest.fail.Exception)):
        check(case_of(game))


@pytest.mark.parametrize("check", dict.fromkeys(each[1] for each in BROKEN.values()), ids=lambda check: check.__name__)
def test_the_same_checks_pass_where_nothing_is_broken(check: Callable[[Case], None]) -> None:
    check(case_of(GAME))


def test_seeds_from_which_that_of_chance_follows_are_caught() -> None:
    """As seeds were once."""
    conformance.check_peeking(case_of(GAME))
    with pytest.raises(AssertionError):
        conformance.check_peeking(case_of(GAME), GuessableSetup)


def test_rewriting_its_seed_was_enough_to_know_the_whole_deal() -> None:
    right, luck = claims(GuessableSetup("saboteur", Lineup(("random",) * 5), {"rounds": 1}, seed=7), 6)
    assert (right, luck) == (30, 0)


class Unbelieving(Agent):
    """Has a mind in which she holds nothing possible, once she has seen a move."""

    seen = 0

    def observe(self, event: Event) -> None:
        self.seen += 1

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        return {legal[0]: 1.0}

    def mind(self) -> KripkeModel:
        return KripkeModel(worlds={"w": set()}, relations={"1": [] if self.seen else [("w", "w")]})


class Cheating(Agent):
    """Bids what cannot be bid."""

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        return {Bid(999): 1.0}


class Moody(Agent):
    """Decides by a chance that is not hers."""

    chance = Random(0)

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        return {Moody.chance.choice(legal): 1.0}


@pytest.mark.parametrize("agent", [Unbelieving, Cheating, Moody])
def test_an_agent_who_breaks_a_promise_is_caught(agent: type[Agent]) -> None:
    with pytest.raises(AssertionError):
        conformance.check_agent(case_of(replace(GAME, agents={"broken": agent})), "broken")
