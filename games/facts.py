"""What is known of the values of variables, listed as formulas, and what players hold possible of each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.errors import GameError
from kripke.model import KripkeModel
from logic.formula import Formula
from logic.parser import parse


def perspectives(model: KripkeModel, agents: Sequence[str], at: Any = None) -> frozenset[Any]:
    """What the first agent holds possible of what the second holds possible, and so on: sets of sets of worlds.

    ``perspectives(m, ["1"])`` are the worlds that 1 holds possible; ``perspectives(m, ["1", "2"])`` for each of these
    the set of worlds that 2 holds possible there. That something is so in one of them is ``M_1 M_2 f``. O(n^d) for n
    worlds and d agents, less where classes meet again.
    """
    here = model.possible(agents[0], at)
    if len(agents) == 1:
        return here
    cells: dict[frozenset[Any], frozenset[Any]] = {}
    for world in here:
        cell = model.possible(agents[1], world)
        if cell not in cells:
            cells[cell] = perspectives(model, agents[1:], world)
    return frozenset(cells.values())


def known(model: KripkeModel, player: str, variables: Iterable[str]) -> tuple[Formula, ...]:
    """What the player knows at the actual world of the values of variables, and of who knows these, as formulas.

    ``K_1 die2=5`` for each value that she knows, and with it for each other player ``K_1 K_2 die2=5`` or
    ``K_1 ~K_2 die2=5`` where she knows that. Whatever the model's true values, nothing is listed that does not hold.
    """
    found = []
    for atom in _true_values(model, variables):
        others = [agent for agent in model.agents if agent != player]
        told = [f"K_{player} {sign}K_{other} {atom}" for other in others for sign in ("", "~")]
        found += [parse(text) for text in (f"K_{player} {atom}", *told)] if model.holds(f"K_{player} {atom}") else []
    return tuple([formula for formula in found if model.holds(formula)])


def common(model: KripkeModel, variables: Iterable[str]) -> tuple[Formula, ...]:
    """What is common knowledge of the values of variables, and of who knows these, as formulas.

    ``C die2=5`` for a value that all know so, and for each player ``C Kv_1 die2`` or ``C ~Kv_1 die2``.
    """
    names = list(variables)
    texts = [f"C {atom}" for atom in _true_values(model, names)]
    texts += [f"C {sign}Kv_{agent} {name}" for name in names for agent in model.agents for sign in ("", "~")]
    return tuple([formula for formula in map(parse, texts) if model.holds(formula)])


def _true_values(model: KripkeModel, variables: Iterable[str]) -> list[str]:
    """The atoms that say the actual values."""
    here, actual = model.structure, model.structure.actual
    if actual is None:
        raise GameError("the model has no actual world: a variable has no value yet; ask model.at(world)")
    return [atom for name in variables for atom in here.values(name).values() if actual in here.valuation[atom]]
