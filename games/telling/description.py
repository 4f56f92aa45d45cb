"""The description of a game as plain data: options, agents, atoms, formulas, its chart and its own commands.

A game has a chart (a plot of `Shares`) if its folder has a module ``charts`` with ``chart``, and commands ``whoknows
GAME COMMAND`` if it has a module ``commands`` with ``COMMANDS``, a sequence of `OwnCommand`. The command line adds
``--json``, and ``-o FILE`` if `viz.boards` has a module ``GAME_COMMAND`` with ``picture(found) -> Canvas``.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from random import Random
from typing import Any, NamedTuple

from games import registry
from games.core.agent import Agent
from games.core.rules import State

LEVELS = ("easy", "good", "strongest")


@dataclass(frozen=True)
class AgentDescription:
    """The description of an agent: its parameters and its texts."""

    name: str
    parameters: Mapping[str, Any]  # the default of each parameter; None if there is none
    text: str  # the agent's specification with its parameters, as on the command line
    about: str  # the first line of the agent's docstring
    ready_made: bool  # whether the agent is a preset: another agent with given parameters
    level: str = ""  # ``easy``, ``good`` or ``strongest``, as measured in docs/reports; empty for all other agents


@dataclass(frozen=True)
class Description:
    """The description of a game.

    `players` are the smallest and the largest number of players, and `unit` is that of the returns. `agents` include
    those available in every game. `lineup` and `formulas` are as in `games.game.Game`, `names` are the default names of
    the players, and `defined` are the defined atoms of the `Table` at the first decision.
    """

    # `name`, `title`, `about`: the registry's name, the title, and a one-line description
    name: str
    title: str
    about: str
    players: tuple[int, int]
    unit: str
    options: Mapping[str, Any]  # the default of each option of the rules
    # for each option with the default None, the meaning of None, from the field's metadata ``default``
    defaults: Mapping[str, str]
    agents: tuple[AgentDescription, ...]
    lineup: tuple[str, ...]
    names: tuple[str, ...]
    # the values of each variable at the first decision; a variable without values is an atom
    variables: Mapping[str, list[Any]]
    defined: tuple[str, ...]
    formulas: tuple[dict[str, str], ...]

    def as_data(self) -> dict[str, Any]:
        """The description as JSON values."""
        return asdict(self)


def describe(name: str) -> Description:
    """The description of the game that a name refers to, as in `registry.game`."""
    game = registry.game(name)
    rules = game.rules()
    table = game.table(first_decision(rules.start()))
    return Description(
        name=name,
        title=game.title,
        about=_first_line(game.rules),
        players=(game.rules.fewest, game.rules.most),
        unit=rules.unit,
        options={each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "names"},
        defaults={each.name: each.metadata["default"] for each in fields(rules) if "default" in each.metadata},
        agents=tuple(
            _agent(each, maker, dict(zip(game.levels, LEVELS, strict=False)).get(each, ""))
            for each, maker in registry.makers(game).items()
        ),
        lineup=tuple(game.lineup),
        names=tuple(rules.names),
        variables={variable: list(values) for variable, values in table.variables}
        | {atom: [] for atom, _ in table.implied},
        defined=tuple(atom for atom, _ in table.defined),
        formulas=tuple({"formula": formula, "meaning": meaning} for formula, meaning in game.formulas),
    )


def first_decision(state: State) -> State:
    """The first state in which a player decides, after random but reproducible chance moves."""
    rng = Random(0)
    while state.is_chance:
        state = state.after(state.sample(rng))
    return state


def own_agents(name: str) -> list[str]:
    """The names of the agents that can play a game, without presets (names for agents with given parameters)."""
    return [each for each, maker in registry.makers(registry.game(name)).items() if not isinstance(maker, partial)]


def _agent(name: str, maker: Callable[..., Agent], level: str) -> AgentDescription:
    parameters = {
        key: None if value is inspect.Parameter.empty else value for key, value in registry.parameters_of(maker).items()
    }
    about = _first_line(maker.func if isinstance(maker, partial) else maker)
    return AgentDescription(name, parameters, registry.signature(name, maker), about, isinstance(maker, partial), level)


def _first_line(documented: Any) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]


@dataclass(frozen=True)
class Shares:
    """The data of a plot of proportions, with a line for each series of counts.

    Parameters
    ----------
    series : mapping
        For each name of a series and each step, the number of hits and the number of trials.
    steps : sequence of str
        The labels of the steps on the horizontal axis.
    title, label, below : str
        The texts above the plot, beside its vertical axis, and below its horizontal axis.
    least : int
        The smallest number of trials for which a step is drawn.
    counted : str
        The trials in words, for messages.
    games : int
        A suitable number of games for the plot.
    """

    series: Mapping[str, Sequence[tuple[int, int]]]
    steps: Sequence[str]
    title: str = ""
    label: str = "share"
    below: str = ""
    least: int = 1
    counted: str = "counts"
    games: int = 100


def games_with_charts() -> list[str]:
    """The names of the games in the registry that have a chart."""
    return [name for name in registry.names() if registry.part(registry.game(name).rules, "charts") is not None]


def chart_of(ends: Sequence[State]) -> Shares | None:
    """The chart of several plays of one game, given their last states; None if the game has no chart."""
    module = registry.part(type(ends[0].rules), "charts")
    if module is None:
        return None
    shares: Shares = module.chart(ends)
    return shares


Row = tuple[str, ...]


class Option(NamedTuple):
    """A command-line option that has a string as its value."""

    # `metavar`, `help`: the placeholder of the text in the help, and its meaning
    metavar: str
    help: str
    default: str  # the text if the option is not given


class Flag(NamedTuple):
    """A command-line option without a value; the command's function gets True if the option is given."""

    help: str


@dataclass(frozen=True)
class Answer:
    """The result of a game's own command: a title, tables with headings, a conclusion, and the data for ``--json``.

    `found` is the object that the command's picture shows.
    """

    title: str
    tables: Sequence[tuple[str, Sequence[Row]]]
    conclusion: str
    data: Mapping[str, Any]
    found: Any


@dataclass(frozen=True)
class OwnCommand:
    """A command that a game adds to the command line.

    Parameters
    ----------
    name, help : str
        The command's name, and a one-line description.
    argument : tuple of str
        The placeholder and the help text of the command's argument, a string.
    options : mapping
        The `Option` or `Flag` of each name.
    answer : function
        Computes the answer from the argument's text and from the options as keyword arguments. It raises
        `EpistemicError` for invalid texts.
    examples : tuple of str
        Lines with examples for the help.
    counts : str
        The unit in which a slow command reports progress; `answer` then also takes the callback ``told``.
    """

    name: str
    help: str
    argument: tuple[str, str]
    options: Mapping[str, Option | Flag]
    answer: Callable[..., Answer]
    examples: tuple[str, ...]
    counts: str = ""


def own_commands(game: str) -> tuple[OwnCommand, ...]:
    """The commands of a built-in game; none for any other name."""
    if game not in registry.names():
        return ()
    module = registry.part(registry.game(game).rules, "commands")
    return () if module is None else tuple(module.COMMANDS)
