"""A game of this package as a Python game of OpenSpiel, for OpenSpiel's algorithms and for `knowledge`.

An action is its index in `legal_actions`, and an outcome of chance its index in `chance_outcomes`. A player's
information state is the list of moves as the player perceived them, so it has perfect recall.
"""

# pyspiel has no types, so its classes are Any
# mypy: disable-error-code="misc"
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pyspiel

from games.core.errors import GameError
from games.core.rules import Rules, State
from games.game import Game

WIDEST = 4_096  # the largest number of actions in a state, and of outcomes of a chance move
LONGEST = 10_000  # the largest number of moves of a game, as declared to OpenSpiel


class SpielGame(pyspiel.Game):
    """A game of this package with its rules, as a game of OpenSpiel; see `openspiel_game`."""

    def __init__(self, game: Game, rules: Rules) -> None:
        least, most = rules.return_range or (-1_000_000, 1_000_000)
        kind = pyspiel.GameType(
            short_name=f"whoknows_{game.name}",
            long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=rules.players,
            min_num_players=rules.players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=WIDEST,
            max_chance_outcomes=WIDEST,
            num_players=rules.players,
            min_utility=float(least),
            max_utility=float(most),
            max_game_length=LONGEST,
        )
        super().__init__(kind, size, {})
        self.game, self.rules = game, rules
        self.first = _Moment(game, rules.start(), ((),) * rules.players)

    def new_initial_state(self) -> SpielState:
        """The state before the first move."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """The observer that writes an information state or, without perfect recall, an observation as a string."""
        return _Observer(iig_obs_type is None or iig_obs_type.perfect_recall)


class _Moment(NamedTuple):
    """The data of a state; immutable, so it is shared by the deep copies that OpenSpiel makes."""

    game: Game
    state: Any
    seen: tuple[tuple[str, ...], ...]  # for each player, the moves as the player perceived them

    def __deepcopy__(self, memo: Any) -> _Moment:
        return self

    def after(self, action: Any) -> _Moment:
        move = self.state.current_player
        texts = (f"{move}: {self.game.seen(self.state, action, player)}" for player in range(len(self.seen)))
        seen = tuple((*before, text) for before, text in zip(self.seen, texts, strict=True))
        return _Moment(self.game, self.state.after(action), seen)


class SpielState(pyspiel.State):
    """A state of the game; its attribute `ours` is the state of this package."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.first

    @property
    def ours(self) -> Any:
        """The state as a state of this package."""
        return self.moment.state

    def current_player(self) -> int:
        """The player to move, or OpenSpiel's number for chance or for the end of the game."""
        now: State = self.ours
        return int(
            pyspiel.PlayerId.TERMINAL
            if now.is_terminal
            else pyspiel.PlayerId.CHANCE
            if now.is_chance
            else now.current_player
        )

    def _choices(self) -> Sequence[Any]:
        if self.ours.is_chance:
            outcomes = self.ours.chance_outcomes()
            choices = None if outcomes is None else [outcome for outcome, _ in outcomes]
        else:
            choices = self.ours.legal_actions()
        if choices is None or len(choices) > WIDEST:
            raise GameError(
                f"{self.moment.game.title}: over {WIDEST:,} actions or outcomes, too many to list for OpenSpiel"
            )
        return choices

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._choices())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The index and the probability of each outcome."""
        self._choices()
        return [(place, float(share)) for place, (_, share) in enumerate(self.ours.chance_outcomes())]

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(self._choices()[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._choices()[action])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.ours.is_terminal)

    def returns(self) -> list[float]:
        """The returns by player; 0 before the game is over."""
        over = self.ours.is_terminal
        return [float(paid) for paid in self.ours.returns()] if over else [0.0] * self.ours.rules.players

    def __str__(self) -> str:
        return " | ".join(self.ours.serialize())


class _Observer:
    """Writes a string of the moves that a player perceived (if `recalls`), or of the player's present observation."""

    def __init__(self, recalls: bool) -> None:
        self.tensor, self.dict, self.recalls = None, dict[str, Any](), recalls

    def set_from(self, state: SpielState, player: int) -> None:
        """Do nothing: this observer has no tensor."""

    def string_from(self, state: SpielState, player: int) -> str:
        game, ours, seen = state.moment
        return " | ".join(seen[player]) if self.recalls else str(game.observation(ours, player))


def openspiel_game(game: Game, rules: Rules | None = None) -> SpielGame:
    """A game of this package as a Python game of OpenSpiel; its states have the attribute ``ours``, the original state.

    Parameters
    ----------
    game : Game
        The game, such as ``whoknows.game("bluff_poker")``. The outcomes of its chance moves must be listable.
    rules : Rules, optional
        Its rules with their options; None for the default rules.
    """
    return SpielGame(game, rules or game.rules())
