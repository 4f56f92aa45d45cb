"""What is known of the values of variables, listed as formulas, and what players hold possible of each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.core.errors import GameError
from kripke.models.model import Model
from logic.formula import Formula
from logic.parser import parse


def perspectives(model: Model, agents: Sequence[str], at: Any = None) -> frozenset[Any]:
    """What the first agent considers possible about what the second does, and so on: sets of sets of worlds.

    ``perspectives(m, ["1"])`` are the worlds that 1 considers possible; ``perspectives(m, ["1", "2"])`` for each of
    these the set of worlds that 2 considers possible there. That f is true in one of them is ``M_1 M_2 f``. O(n^d) for
    n worlds and d agents, less where classes meet again.
    """
    here = model.possible(agents[0], at, limit=None)
    if len(agents) == 1:
        return here
    cells: dict[frozenset[Any], frozenset[Any]] = {}
    for world in here:
        cell = model.possible(agents[1], world, limit=None)
        if cell not in cells:
            cells[cell] = perspectives(model, agents[1:], world)
    return frozenset(cells.values())


def known(model: Model, player: str, variables: Iterable[str]) -> tuple[Formula, ...]:
    """What the player knows at the actual world of some variables and atoms, and of who knows these, as formulas.

    ``K_1 die2=5`` for each value that the player knows, ``K_1 ~p`` for an atom, and with it for each other player
    ``K_1 K_2 die2=5`` or ``K_1 ~K_2 die2=5`` if the player knows that.
    """
    found = []
    others = [agent for agent in model.agents if agent != player]
    for fact in _facts(model, variables):
        if model.holds(f"K_{player} {fact}"):
            told = [f"K_{player} {sign}K_{other} {fact}" for other in others for sign in ("", "~")]
            found += [f"K_{player} {fact}", *[text for text in told if model.holds(text)]]
    return tuple(map(parse, found))


def common(model: Model, variables: Iterable[str]) -> tuple[Formula, ...]:
    """What is common knowledge of some variables and atoms, and of who knows these, as formulas.

    ``C die2=5`` for a value that all know so, and for each player ``C Kv_1 die2``, of an atom ``C Kw_1 p``.
    """
    names = list(variables)
    return _true(model, [f"C {each}" for each in [*_facts(model, names), *_knowledge(model, names)]])


def common_ignorance(model: Model, variables: Iterable[str]) -> tuple[Formula, ...]:
    """Of whom it is common knowledge that they do not know a value: ``C ~Kv_1 die2``, of an atom ``C ~Kw_1 p``."""
    return _true(model, [f"C ~{each}" for each in _knowledge(model, variables)])


def _knowledge(model: Model, variables: Iterable[str]) -> list[str]:
    """For each variable and player that the player knows it: ``Kv_1 die1``, of an atom ``Kw_1 p``."""
    return [f"{'Kw' if name in model.atoms else 'Kv'}_{agent} {name}" for name in variables for agent in model.agents]


def _true(model: Model, texts: Iterable[str]) -> tuple[Formula, ...]:
    return tuple([parse(text) for text in texts if model.holds(text)])


def _facts(model: Model, variables: Iterable[str]) -> list[str]:
    """The actual values as formulas: ``die1=4``, ``p``, ``~q``."""
    if model.actual is None:
        raise GameError("the model has no actual world: a variable has no value yet; ask model.at(world)")
    found = []
    for name in variables:
        if name in model.atoms:
            found.append(name if model.holds(name) else f"~{name}")
        else:
            found += [atom for atom in model.atoms if atom.startswith(f"{name}=") and model.holds(atom)]
    return found
