"""What a game's own experiment consists of, as data: the command, its tables and its pictures are made from it.

A game has one where its folder has a module ``experiment`` with an `Experiment` named ``EXPERIMENT``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from games import registry
from games.core.errors import GameError
from games.playing.experiment import Hypothesis, Measure, Measured, Trial, combined
from games.playing.lineup import Lineup
from games.playing.match import Setup
from games.playing.statistics import Estimate
from logic.errors import did_you_mean, listing, shorten

Axes: TypeAlias = Mapping[str, Sequence[Any]]
"""Parameter of the agent -> its values."""


@dataclass(frozen=True)
class SetUp:
    """Who plays what: all players are the same agent.

    Parameters
    ----------
    game : str
        As `registry.game` takes it.
    agent : str
        The agent's text, as the registry reads it.
    variant : str
        The variant of the rules.
    players : int
        How many play.
    parameters : mapping
        The parameters in which the set-ups differ; empty where the agent is all that is said.
    options : mapping
        The options of the rules.
    """

    game: str
    agent: str
    variant: str
    players: int
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The set-up's name, in names of files too."""
        what = ",".join(f"{key}={value}" for key, value in self.parameters.items()) or self.agent
        return f"{self.variant}-{self.players}-" + re.sub(r"[^\w=.,()+-]+", "_", what)

    @property
    def label(self) -> str:
        """The set-up's name among those with as many players."""
        return self.without("") or self.agent

    def without(self, parameter: str) -> str:
        """The parameters in words, without one."""
        return " ".join(f"{key} {value}" for key, value in self.parameters.items() if key != parameter)

    def trial(self, seed: int) -> Trial:
        """The set-up as the arena plays it: a round is a game."""
        return Trial(self.name, Setup(self.game, Lineup((self.agent,) * self.players), dict(self.options), seed))


Found: TypeAlias = Sequence[tuple[SetUp, Sequence[Measured]]]
"""Set-ups with what was measured in their rounds."""


class Column(NamedTuple):
    """A figure of a set-up, as tables and pictures show it.

    Attributes
    ----------
    heading : str
        Above its column.
    unit : {'%', ''}
        ``%``: the figure is a share, and is shown times 100.
    decimals : int
        Number of decimals.
    chart : str
        The title of its panel in pictures; empty: it has none.
    on_map : str
        The title of its panel in maps; empty: it has none.
    """

    heading: str
    unit: Literal["%", ""] = ""
    decimals: int = 2
    chart: str = ""
    on_map: str = ""


class Comparison(NamedTuple):
    """What one change of the set-ups is worth.

    Attributes
    ----------
    name, title : str
        In data, and for people.
    column : str
        The figure that is compared.
    rows : list of (SetUp, str, Estimate)
        The changed set-up, what it is called, and the difference.
    """

    name: str
    title: str
    column: str
    rows: list[tuple[SetUp, str, Estimate]]


@dataclass(frozen=True)
class Experiment:
    """A game's own experiment.

    Parameters
    ----------
    game, agent : str
        The game, as `registry.game` takes it, and the agent whose parameters vary.
    options : mapping
        Variant of the rules -> options of the rules; the first variant is the usual one.
    axes : Axes
        The usual set-ups.
    measure : Measure
        What is measured in a round.
    figures : function of rounds
        Figure -> Estimate.
    columns : mapping
        Figure -> `Column`, for those that are shown.
    note : str
        A line below the title of the tables.
    groups : str
        The parameter whose values have colours of their own in pictures.
    compare : function of Found
        What is worth comparing, None where nothing is.
    judge : function of Found
        Hypotheses, judged; empty where the set-ups are not those that they are about.
    map_axes : Axes
        The set-ups of a map: its rows, its columns, and its panels; empty where the game has no map.
    map_labels : tuple of str
        What the columns and the rows of a map are called.
    """

    game: str
    agent: str
    options: Mapping[str, Mapping[str, Any]]
    axes: Axes
    measure: Measure
    figures: Callable[[Sequence[Measured]], dict[str, Estimate]]
    columns: Mapping[str, Column]
    note: str
    groups: str = ""
    compare: Callable[[Found], Comparison | None] = lambda found: None
    judge: Callable[[Found], list[Hypothesis]] = lambda found: []
    map_axes: Axes = field(default_factory=dict)
    map_labels: tuple[str, str] = ("", "")

    def __post_init__(self) -> None:
        if len(self.map_axes) not in (0, 3):
            raise GameError(f"map of {listing(list(self.map_axes), 'and')}: expected three parameters, or none")

    @property
    def name(self) -> str:
        """The game's own name, as files have it."""
        return registry.game(self.game).name

    @property
    def title(self) -> str:
        """The game's name for people."""
        return registry.game(self.game).title

    def set_ups(self, axes: Axes, variant: str = "", players: Sequence[int] = (5,)) -> list[SetUp]:
        """A set-up for each combination of parameters and each number of players.

        Parameters
        ----------
        axes : Axes
            The parameters and their values.
        variant : str
            Of the rules; empty: the usual one.
        players : sequence of int
            Numbers of players.
        """
        chosen = combined(axes)
        texts = [f"{self.agent}({', '.join(f'{key}={value}' for key, value in each.items())})" for each in chosen]
        pairs = list(zip(texts, chosen, strict=True))
        return [self._set_up(text, variant, number, each) for number in players for text, each in pairs]

    def of_agents(self, agents: Sequence[str], variant: str = "", players: Sequence[int] = (5,)) -> list[SetUp]:
        """A set-up for each agent and each number of players; an agent that is named twice plays once.

        Parameters
        ----------
        agents : sequence of str
            Their texts.
        variant : str
            Of the rules; empty: the usual one.
        players : sequence of int
            Numbers of players.
        """
        return [self._set_up(agent, variant, number, {}) for number in players for agent in dict.fromkeys(agents)]

    def _set_up(self, agent: str, variant: str, players: int, parameters: Mapping[str, Any]) -> SetUp:
        named = variant or next(iter(self.options))
        if named not in self.options:
            kinds = listing([repr(each) for each in self.options])
            raise GameError(f"variant {shorten(repr(variant))}: expected {kinds}")
        return SetUp(self.game, agent, named, players, parameters, self.options[named])

    def players(self, text: str) -> tuple[int, ...]:
        """Numbers of players such as ``5``, ``3,5`` or ``3..10``; `GameError` if the text is not such a list."""
        rules = registry.game(self.game).rules
        found: list[int] = []
        for part in text.split(","):
            ends = part.strip().split("..")
            if len(ends) > 2 or not all(end.isdecimal() and end.isascii() for end in ends):
                raise GameError(f"players {shorten(repr(text))}: expected numbers such as 5, 3,5 or 3..10")
            if any(len(end) > 4 or not rules.fewest <= int(end) <= rules.most for end in ends):
                way_out = f"expected numbers from {rules.fewest} to {rules.most}, such as {rules.fewest}..{rules.most}"
                raise GameError(f"players {shorten(repr(text))}: {way_out}")
            found += range(int(ends[0]), int(ends[-1]) + 1)
        if not found:
            raise GameError(f"players {shorten(repr(text))}: expected the smaller number first, such as 3..10")
        return tuple(dict.fromkeys(found))


def experiment_of(name: str) -> Experiment:
    """The experiment of a game; `GameError` if the game has none."""
    there = [each for each in registry.names() if registry.part(registry.game(each).rules, "experiment") is not None]
    module = registry.part(registry.game(name).rules, "experiment") if name in registry.names() or ":" in name else None
    if module is None:
        raise GameError(f"no experiment of {shorten(repr(name))}{did_you_mean(name, there)}")
    found: Experiment = module.EXPERIMENT
    return found
