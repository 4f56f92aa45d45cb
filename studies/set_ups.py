"""Experiments as data, from which the command line makes tables and pictures.

A game has its own experiment if its folder has a module ``experiment`` with an `Experiment` named ``EXPERIMENT``. In
other games an agent's return is measured. A table is a number of players, and the agents that one agent plays against.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

from games import registry
from games.core.errors import GameError
from games.playing.match import Groups, Lineup, Match, Setup
from games.playing.statistics import Estimate
from logic.errors import listing, near_miss, shorten
from studies.experiment import Hypothesis, Measure, Measured, Trial, first_return, mean


@dataclass(frozen=True)
class SetUp:
    """A set-up: a game, its options and the agents.

    Parameters
    ----------
    agent : str
        The specification of the agent at the first position of the line-up.
    parameters : mapping
        The parameters in which the set-ups differ; empty if only agents are given.
    against : tuple of str
        The other agents, in turn around the table; empty: all players are the same agent.
    rounds : int
        The number of rounds of the set-up; 0: the default number.
    coalitions : tuple of tuple of int
        Groups of positions, from 0, that share a mailbox for private messages.
    """

    game: str
    agent: str
    variant: str
    players: int
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    against: tuple[str, ...] = ()
    block: int = 1
    rounds: int = 0
    coalitions: Groups = ()

    @property
    def name(self) -> str:
        """The set-up's name, also used in file names."""
        what = ",".join(f"{key}={value}" for key, value in self.parameters.items()) or self.agent
        others = f"-against-{','.join(self.against)}" if self.against else ""
        several = f"-by-{self.block}" if self.block > 1 else ""
        return f"{self.variant}-{self.players}-" + re.sub(r"[^\w=.,()+-]+", "_", what + others) + several

    @property
    def label(self) -> str:
        """The set-up's label, which distinguishes it from other set-ups with the same `table`."""
        return self.without("") or self.agent

    @property
    def table(self) -> str:
        """The number of players and the opponents as text; members of the agent's coalition are not opponents."""
        with_it = next((group for group in self.coalitions if 0 in group), (0,))
        others = [each for place, each in enumerate(self.against, 1) if place not in with_it]
        together = f", {len(with_it)} of them together" if len(with_it) > 1 else ""
        return f"{self.players} players{together}" + (f", against {listing(others, 'and')}" if others else "")

    def without(self, parameter: str) -> str:
        """The parameters except `parameter`, as text."""
        return " ".join(f"{key} {value}" for key, value in self.parameters.items() if key != parameter)

    def trial(self, seed: int) -> Trial:
        """The set-up as a trial, which `studies.experiment.run` plays."""
        agents = (self.agent, *self.against) if self.against else (self.agent,) * self.players
        lineup = Lineup(agents, coalitions=self.coalitions)
        return Trial(self.name, Setup(self.game, lineup, dict(self.options), seed, self.block), self.rounds)


MeasuredSetUps: TypeAlias = Sequence[tuple[SetUp, Sequence[Measured]]]  # Set-ups with the measurements of their games


class Part(NamedTuple):
    """Set-ups of an experiment with their own number of rounds.

    Attributes
    ----------
    name : str
        The name for selecting the part; several parts may share it.
    against : tuple of tuple of str
        For each table, the other agents in the order of the line-up.
    block : int
        The number of games in a match; 0: the default.
    variant : str
        The variant of the rules; empty: the default one.
    coalitions : tuple of tuple of int
        Groups of positions, from 0, that share a mailbox.
    """

    name: str
    agents: tuple[str, ...]
    against: tuple[tuple[str, ...], ...]
    rounds: int
    block: int = 0
    variant: str = ""
    coalitions: Groups = ()


Axes: TypeAlias = Mapping[str, Sequence[Any]]  # the values of each parameter of the agent
Against: TypeAlias = Sequence[tuple[str, ...]] | None  # for each table, the other agents


class Column(NamedTuple):
    """A statistic of a set-up, with its format in tables and pictures.

    Attributes
    ----------
    unit : {'%', ''}
        ``%``: the figure is a proportion, and is shown times 100.
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
    """The effect of one change of the set-ups.

    Attributes
    ----------
    rows : list of (SetUp, str, Estimate)
        The changed set-up, its label, and the difference.
    """

    name: str
    title: str
    column: str
    rows: list[tuple[SetUp, str, Estimate]]


class Curve(NamedTuple):
    """A statistic as a function of a number in which set-ups differ.

    Attributes
    ----------
    name, title, label : str
        The file's name, the title of the picture, and the label of its axis.
    points : sequence of (float, SetUp)
        The number and the set-up of each point.
    """

    name: str
    title: str
    label: str
    column: str
    points: Sequence[tuple[float, SetUp]]
    is_log: bool = False


class Series(NamedTuple):
    """A table, and a picture with several lines: statistics as functions of a number in which set-ups differ.

    Attributes
    ----------
    name, title, label : str
        The file's name, the title of the table and the picture, and what the number is.
    lines : mapping
        For each line, by its name, one estimate for each number.
    """

    name: str
    title: str
    label: str
    column: Column
    numbers: Sequence[float]
    lines: Mapping[str, Sequence[Estimate]]
    is_log: bool = False


@dataclass(frozen=True)
class Experiment:
    """An experiment: the set-ups, the measurement and the statistics of a game.

    Parameters
    ----------
    game, agent : str
        The game's name for `registry.game`, and the agent whose parameters vary.
    options : mapping
        The options of the rules for each variant; the first variant is the default.
    figures : function of games
        Returns an `Estimate` of each statistic, by name; `studies.experiment.mean` handles several games a round.
    columns : mapping
        The `Column` of each displayed statistic, by the statistic's name.
    groups : str
        The parameter whose values have their own colours in pictures.
    compare : function of MeasuredSetUps
        Returns a comparison, or None if there is nothing to compare.
    judge : function of MeasuredSetUps
        Returns the judged hypotheses; an empty list if the set-ups do not allow a verdict.
    parts : tuple of Part
        The default set-ups, the most important first; empty: the set-ups of `axes`.
    map_axes : Axes
        The parameters of the rows, the columns and the panels of a map (a picture with a cell for each set-up); empty
        if the game has no map.
    map_labels : tuple of str
        The labels of the columns and the rows of a map.
    against : tuple of tuple of str
        For each default table, the other agents, in turn; if empty, all players are the same agent.
    seats : tuple of int
        The default numbers of players if all are the same agent; empty: the size of the game's line-up.
    block : int
        The number of games in a match; agents remember earlier games of a match.
    play : function of match and number
        Plays a game of a match and returns the input of `measure`. By default the agents play move by move.
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
    compare: Callable[[MeasuredSetUps], Comparison | None] = lambda results: None
    judge: Callable[[MeasuredSetUps], list[Hypothesis]] = lambda results: []
    curves: Callable[[MeasuredSetUps], list[Curve]] = lambda results: []
    parts: tuple[Part, ...] = ()
    map_axes: Axes = field(default_factory=dict)
    map_labels: tuple[str, str] = ("", "")
    against: tuple[tuple[str, ...], ...] = ((),)
    seats: tuple[int, ...] = ()
    rounds: int = 1000
    block: int = 1
    play: Callable[[Match, int], Any] = Match.play
    series: Callable[[MeasuredSetUps], list[Series]] = lambda results: []

    def __post_init__(self) -> None:
        if len(self.map_axes) not in (0, 3):
            raise GameError(f"map of {listing(list(self.map_axes), 'and')}: expected three parameters, or none")

    @property
    def name(self) -> str:
        """The game's own name, as used in files."""
        return registry.game(self.game).name

    @property
    def title(self) -> str:
        """The game's title."""
        return registry.game(self.game).title

    def set_ups(
        self, axes: Axes, variant: str = "", players: Sequence[int] = (), against: Against = None
    ) -> list[SetUp]:
        """A set-up for each table and each combination of parameters."""
        chosen = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
        texts = [f"{self.agent}({', '.join(f'{key}={value}' for key, value in each.items())})" for each in chosen]
        return self._at_tables(zip(texts, chosen, strict=True), variant, players, against)

    def of_agents(
        self, agents: Sequence[str], variant: str = "", players: Sequence[int] = (), against: Against = None
    ) -> list[SetUp]:
        """A set-up for each table and each agent; an agent named twice is used once."""
        return self._at_tables(((agent, {}) for agent in dict.fromkeys(agents)), variant, players, against)

    def of_parts(self, names: Sequence[str] = (), rounds: Mapping[str, int] | None = None) -> list[SetUp]:
        """The set-ups of the parts; a set-up that is in several parts has the largest number of rounds.

        Parameters
        ----------
        rounds : mapping of str to int, optional
            The number of rounds of each part, by name, instead of the default.
        """
        known = list(dict.fromkeys(part.name for part in self.parts))
        for name in names:
            if name not in known:
                expected = f"expected {listing(known)}" if known else f"the experiment of {self.title} has no parts"
                raise GameError(f"part {shorten(repr(name))}: {expected}{near_miss(name, known)}")
        by_name: dict[str, SetUp] = {}
        for part in self.parts:
            if not names or part.name in names:
                for usual in self.of_agents(part.agents, part.variant, against=part.against):
                    each = replace(usual, block=part.block or usual.block, coalitions=part.coalitions)
                    before = by_name[each.name].rounds if each.name in by_name else 0
                    by_name[each.name] = replace(each, rounds=max(before, (rounds or {}).get(part.name, part.rounds)))
        return list(by_name.values())

    def _at_tables(
        self, agents: Iterable[tuple[str, Mapping[str, Any]]], variant: str, players: Sequence[int], against: Against
    ) -> list[SetUp]:
        named = variant or next(iter(self.options))
        if named not in self.options:
            kinds = listing([repr(each) for each in self.options])
            raise GameError(f"variant {shorten(repr(variant))}: expected {kinds}")
        usual = ((),) if players else self.against
        tables = [(others, count) for others in against or usual for count in self._seats(others, players)]
        return [
            SetUp(self.game, text, named, count, parameters, self.options[named], others, self.block)
            for (others, count), (text, parameters) in product(tables, list(agents))
        ]

    def _seats(self, others: tuple[str, ...], players: Sequence[int]) -> Sequence[int]:
        """The numbers of players at a table with these other agents."""
        if others:
            return (1 + len(others),)
        return players or self.seats or (len(registry.game(self.game).lineup),)

    def players(self, text: str) -> tuple[int, ...]:
        """Parse numbers of players such as ``5``, ``3,5`` or ``3..10``; `GameError` for any other text."""
        rules = registry.game(self.game).rules
        counts: list[int] = []
        for part in text.split(","):
            ends = part.strip().split("..")
            if len(ends) > 2 or not all(end.isdecimal() and end.isascii() for end in ends):
                raise GameError(f"players {shorten(repr(text))}: expected numbers such as 5, 3,5 or 3..10")
            if any(len(end) > 4 or not rules.fewest <= int(end) <= rules.most for end in ends):
                fewest, most = rules.fewest, rules.most
                way_out = f"numbers from {fewest} to {most}, such as {fewest}..{most}" if fewest < most else f"{most}"
                raise GameError(f"players {shorten(repr(text))}: expected {way_out}")
            counts += range(int(ends[0]), int(ends[-1]) + 1)
        if not counts:
            raise GameError(f"players {shorten(repr(text))}: expected the smaller number first, such as 3..10")
        return tuple(dict.fromkeys(counts))


def experiment_of(name: str) -> Experiment:
    """The experiment of a game: its own, or an experiment on the returns of its agents."""
    game = registry.game(name)
    module = registry.part(game.rules, "experiment", "studies")
    experiment: Experiment = returns_of(name) if module is None else module.EXPERIMENT
    return experiment


def returns_of(name: str) -> Experiment:
    """The default experiment of a game: it measures the return of the first agent in the game's line-up."""
    game = registry.game(name)
    agent, *others = game.lineup
    return Experiment(
        game=name,
        agent=agent,
        options={"usual": {}},
        axes={},
        measure=first_return,
        figures=lambda games: {"return": mean(games, lambda game: Fraction(game["return"]))},
        columns={"return": Column("return", decimals=4, chart="return of a game")},
        note="the return of an agent in a game, with 95 % intervals over deals",
        against=(tuple(others),),
    )
