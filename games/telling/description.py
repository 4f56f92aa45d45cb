"""A game described: options, agents with their parameters, atoms at the first decision, formulas to ask."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import partial
from random import Random
from typing import Any

from games import registry
from games.core.agent import Agent
from games.core.rules import State


@dataclass(frozen=True)
class AgentDescription:
    """An agent of a game.

    Parameters
    ----------
    parameters : mapping
        Parameter -> default; None where there is no default.
    text : str
        The agent with its parameters, as it can be asked for.
    ready_made : bool
        Whether this is another agent with its parameters filled in.
    """

    name: str
    parameters: Mapping[str, Any]
    text: str
    about: str
    ready_made: bool


@dataclass(frozen=True)
class Description:
    """A game.

    Parameters
    ----------
    name, title, about : str
        The registry's name, the name for people, and one line.
    options : mapping
        Option of the rules -> default.
    defaults : mapping
        Option whose default is None -> what None stands for, from the field's metadata ``default``.
    lineup : tuple of str
        The agents where none are asked for.
    variables : mapping
        Variable -> its values at the first decision; a variable without values is an atom.
    """

    name: str
    title: str
    about: str
    players: tuple[int, int]
    unit: str
    options: Mapping[str, Any]
    defaults: Mapping[str, str]
    agents: tuple[AgentDescription, ...]
    lineup: tuple[str, ...]
    names: tuple[str, ...]
    variables: Mapping[str, list[Any]]
    defined: tuple[str, ...]
    formulas: tuple[dict[str, str], ...]

    def as_data(self) -> dict[str, Any]:
        """The description as JSON values."""
        return asdict(self)


def describe(name: str) -> Description:
    """The description of a game in the registry, or of one's own, ``package.module:GAME``."""
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
        agents=tuple(_agent(each, maker) for each, maker in registry.makers(game).items()),
        lineup=tuple(game.lineup),
        names=tuple(rules.names),
        variables={variable: list(values) for variable, values in table.variables}
        | {atom: [] for atom, _ in table.implied},
        defined=tuple(atom for atom, _ in table.defined),
        formulas=tuple({"formula": formula, "meaning": meaning} for formula, meaning in game.formulas),
    )


def first_decision(state: State) -> State:
    """The first state in which a player decides, after chance has dealt; the same one each time."""
    rng = Random(0)
    while state.is_chance:
        state = state.after(state.sample(rng))
    return state


def own_agents(name: str) -> list[str]:
    """The agents of a game, without those that are others with their parameters filled in."""
    return [each for each, maker in registry.makers(registry.game(name)).items() if not _is_ready_made(maker)]


def _agent(name: str, maker: Callable[..., Agent]) -> AgentDescription:
    parameters = {
        key: None if value is inspect.Parameter.empty else value for key, value in registry.parameters_of(maker).items()
    }
    about = _first_line(maker.func if isinstance(maker, partial) else maker)
    return AgentDescription(name, parameters, registry.signature(name, maker), about, _is_ready_made(maker))


def _is_ready_made(maker: Callable[..., Agent]) -> bool:
    return isinstance(maker, partial)


def _first_line(documented: Any) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]
