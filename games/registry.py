"""Games by name, and agents by specifications such as ``source(k=0.3, forced=bid)``.

The modules of a game are imported on demand.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from games.core.agent import SHARED, Agent
from games.core.errors import GameError
from games.core.rules import Rules
from games.game import Game
from games.own_game import own_game
from logic.errors import FormulaError, did_you_mean, listing, naming, parameter, shorten
from logic.exact import exact, plural
from logic.options import InvalidOption, as_truth, read_options, require_known, split, typed_options


def names() -> tuple[str, ...]:
    """The names of the games of whoknows in alphabetical order: the folders of this package with a ``game.py``."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/game.py")))


def game(name: str) -> Game:
    """The game that the user names: a game of whoknows or the user's own.

    A user's own game is named ``./my_game.py:GAME`` or ``package.module:GAME``. The code of such a game runs, so the
    name must come from the user; `built_in` is for names in data.

    Raises
    ------
    GameError
        If there is no such game; the message suggests a similar name.

    Examples
    --------
    >>> poker = game("bluff_poker")
    >>> poker.rules(names=("ann", "bob")).players
    2
    """
    if not isinstance(name, str):
        raise GameError(f"game {shorten(repr(name))}: expected the name of a game, such as {names()[0]!r}")
    return named_game(name)


@lru_cache(maxsize=64)
def named_game(name: str) -> Game:
    """The game with this name, of whoknows or of the user; cached, so that each game is imported once."""
    if ":" not in name:
        return _of_whoknows(name, "a game of your own is ./my_game.py:GAME or package.module:GAME")
    played = own_game(name)
    if played.name in names():
        taken = f"its name is {played.name!r}, as that of a game of whoknows; choose another"
        raise GameError(f"game {shorten(repr(name))}: {taken}")
    return played


def built_in(name: str) -> Game:
    """The game of whoknows with this name; safe for a name from a file, since an unknown name runs no code.

    Raises
    ------
    GameError
        If there is no such game.

    Examples
    --------
    >>> built_in("saboteur").title
    'Saboteur'
    """
    return _of_whoknows(
        name, f"if it is a game of your own, name it yourself, such as {parameter('game', './my_game.py:GAME')}"
    )


def _of_whoknows(name: str, way_out: str) -> Game:
    known = names()
    if name not in known:
        raise GameError(f"no game {shorten(repr(name))} ({way_out}){did_you_mean(name, known)}")
    played: Game = import_module(f"games.{name}.game").GAME
    return played


def part(rules: type[Rules], name: str, room: str = "games") -> ModuleType | None:
    """A module beside a game's rules, such as ``face``; None if the game has no module of this name.

    Parameters
    ----------
    rules : type of Rules
        The game's rules.
    name : str
        The module's name in the package of the rules.
    room : str
        The top-level package to search for a game of whoknows: ``studies`` has experiments, training and simulators.
        For other games, the module is searched beside the rules.
    """
    package, _, _ = rules.__module__.rpartition(".")
    if package.startswith("games."):
        package = room + package.removeprefix("games")
    if not package or find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def makers(played: Game) -> dict[str, Callable[..., Agent]]:
    """The factory of each agent by name: the game's own agents and the agents available in every game."""
    return {**played.agents, **SHARED, **played.agents}  # in this order; the game's own agents prevail


def agent(played: Game, spec: str) -> Agent:
    """A new agent from its specification, such as ``source`` or ``source(k=0.3, forced=bid)``.

    Parameters
    ----------
    played : Game
        The game.
    spec : str
        The agent's name, with parameters or without.

    Raises
    ------
    GameError
        If the specification is malformed, there is no such agent or parameter, or a value is invalid.
    """
    name, parameters = read_spec(spec)
    maker = makers(played).get(name)
    if maker is None:
        raise GameError(f"{played.name}: no agent {shorten(repr(name))}{did_you_mean(name, makers(played))}")
    with naming(f"agent {name}", GameError):
        for each, value in parameters.items():
            require_known(each, parameters_of(maker), "parameter")
            usual = parameters_of(maker)[each]
            if isinstance(usual, str) and not isinstance(value, str) and not _is_number(usual):
                such_as = f", such as {usual}" if usual else ""
                raise InvalidOption(f"{each}={shorten(value)}: expected a text{such_as}")
    try:
        return maker(**parameters)
    except (TypeError, ValueError, ArithmeticError) as error:
        raise GameError(f"agent {shorten(spec)}: {error}") from None


def _is_number(text: str) -> bool:
    try:
        exact(text)
    except FormulaError:
        return False
    return True


@lru_cache(maxsize=256)
def read_spec(spec: str) -> tuple[str, Mapping[str, Any]]:
    """The name and parameters in a specification; a value is a Python literal, a truth value (``yes``) or a string."""
    name, opened, inside = spec.strip().partition("(")
    if opened and not inside.endswith(")"):
        raise GameError(f"agent {shorten(repr(spec))}: expected name or name(key=value, ...)")
    with naming(f"agent {shorten(spec)}", GameError):
        parameters = read_options(each for each in split(inside[:-1]) if each)
    return name.strip(), MappingProxyType({key: as_truth(value) for key, value in parameters.items()})


@lru_cache(maxsize=256)
def parameters_of(maker: Callable[..., Agent]) -> Mapping[str, Any]:
    """The default of each parameter of an agent's factory, or `inspect.Parameter.empty`."""
    return MappingProxyType({each.name: each.default for each in inspect.signature(maker).parameters.values()})


def rules(played: Game, options: Mapping[str, Any], players: Iterable[str]) -> Rules:
    """The rules of a game with these options for these players.

    Parameters
    ----------
    played : Game
        The game.
    options : mapping
        The value of each option; the other options have their defaults.
    players : iterable of str
        The names by seat.

    Raises
    ------
    GameError
        If an option, a value, a name or the number of players is invalid.
    """
    try:
        ruleset: Rules = played.rules.of(**dict(options) | {"names": tuple(players)})
    except TypeError as error:  # a value of a type that the rules cannot compare
        raise GameError(f"{played.name}: options {shorten(dict(options))} for {shorten(players)}: {error}") from None
    return ruleset


def read(played: Game, texts: Iterable[str]) -> dict[str, Any]:
    """A game's options from strings such as ``ending=lives``.

    Parameters
    ----------
    played : Game
        The game.
    texts : iterable of str
        The strings, each of the form ``name=value``.

    Raises
    ------
    GameError
        If an option does not exist, or its value does not have the type of the default.
    """
    usual = {each.name: each.default for each in fields(played.rules) if each.name != "names"}
    with naming(played.name, GameError):
        return typed_options(texts, usual)


def signature(name: str, maker: Callable[..., Agent]) -> str:
    """An agent's specification with all parameters and defaults: ``simple(roll=greedy, bid=truthful, call=random)``.

    Parameters
    ----------
    name : str
        The agent's name.
    maker : function
        The agent's factory.
    """
    parameters = parameters_of(maker)
    shown = [key if value is inspect.Parameter.empty else f"{key}={value}" for key, value in parameters.items()]
    return f"{name}({', '.join(shown)})" if shown else name


def require_players(played: Game, count: int) -> None:
    """Raise `GameError` for a number of players that the game does not allow.

    Parameters
    ----------
    played : Game
        The game.
    count : int
        The number of players.
    """
    fewest, most = played.rules.fewest, played.rules.most
    if not fewest <= count <= most:
        expected = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise GameError(
            f"{played.name}: {plural(count, 'agent')}; expected {expected}, such as {listing(played.lineup, 'and')}"
        )
