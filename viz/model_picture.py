"""From a structure to its picture, without places."""

from __future__ import annotations

import re
from dataclasses import replace

from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import visible
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from viz import labels
from viz.ghosts import with_ghosts
from viz.links import Hubs, Link, count_links, is_equivalence, is_ordered, links_of
from viz.picture import DrawError, Options, Picture, Spot
from viz.remarks import with_remarks

LONG = 60
"""Maximal number of letters of a formula in the legend."""
TOOLTIP = 2_000
"""Maximal number of letters of a tooltip."""


def picture_of(structure: Structure, options: Options) -> Picture:
    """The picture of a structure.

    Parameters
    ----------
    structure : Structure
        The model.
    options : Options
        The options of the picture.

    Raises
    ------
    TooLarge
        Beyond the limits; checked before anything is built.
    DrawError
        If the structure before the update has no world of this one.
    ParseError, UnknownAgent, UnknownAtom
        If the formula to highlight is not a formula of this model.

    Notes
    -----
    O(g n) for g agents and n worlds to check the limits, then O(n + l) for l lines.
    """
    require_known(options)
    for each in filter(None, (structure, options.before)):
        require_small(each, options)
    formula = parse(options.highlight) if isinstance(options.highlight, str) else options.highlight
    filled = None if formula is None else extension(structure, formula)
    spots = _spots(structure, options, filled)
    hubs, links = links_of(structure, options.hubs, options.full, options.loops)
    picture = Picture(
        spots, hubs, links, structure.agents, visible(options.title), *_said(formula),
        _layered(spots, hubs, links, options.layers), loopless_agents(structure, options), options,
        ordered=ordered_agents(structure, options),
    )  # fmt: skip
    picture = with_remarks(picture, structure)
    if options.before is None:
        return picture
    old = picture_of(options.before, replace(options, before=None, highlight=None))
    return with_ghosts(picture, structure, old, options.before)


def _said(formula: Formula | None) -> tuple[str, str]:
    """The formula as text and in LaTeX, the latter only if LaTeX without packages can typeset it."""
    if formula is None:
        return "", ""
    text, tex = visible(str(formula)), tex_formula(formula)
    return labels.shortened(text, LONG), f"{tex} holds" if tex and len(text) <= LONG else ""


def tex_formula(formula: Formula) -> str:
    """The formula in LaTeX's mathematics; empty if LaTeX without packages cannot typeset it."""
    tex = f"${formula.to_latex()}$"
    return tex if tex.isascii() and "\\text" not in tex else ""


def require_known(options: Options) -> None:
    """`DrawError` if an option has an unknown value."""
    if options.atoms not in ("true", "all", "none"):
        raise DrawError(f"atoms={options.atoms!r}: expected 'true', 'all' or 'none'")


def require_small(structure: Structure, options: Options) -> None:
    """`TooLarge` beyond the limits; nothing is built.

    Parameters
    ----------
    structure : Structure
        The model.
    options : Options
        The options of the picture.
    """
    if structure.size > options.max_worlds:
        raise too_large(f"{structure.size:,} worlds", "max_worlds", options.max_worlds, structure.size)
    lines = count_links(structure, options.hubs, options.full)
    if lines > options.max_lines:
        raise too_large(f"{lines:,} lines and arrows", "max_lines", options.max_lines, lines)


def too_large(what: str, name: str, limit: int, needed: int) -> TooLarge:
    """The error for a picture that is too large, with the option that allows it.

    Parameters
    ----------
    what : str
        What is too large.
    name : str
        The option with the limit.
    limit, needed : int
        The limit, and the value that the picture needs.
    """
    return TooLarge(
        f"a picture of {what} is unreadable, the limit is {limit:,}: merge bisimilar worlds "
        f"with contract(model), draw a submodel (announce a formula, or build the worlds of interest), or pass "
        f"{name}={needed}"
    )


def _spots(structure: Structure, options: Options, filled: WorldSet | None) -> tuple[Spot, ...]:
    titles = labels.titles(structure, options.names)
    keys = keys_of(structure)
    return tuple(_spot(structure, i, keys[i], titles[i], options, filled) for i in range(structure.size))


def _spot(structure: Structure, i: int, key: str, title: str, options: Options, filled: WorldSet | None) -> Spot:
    said = labels.literals(structure, i, options.atoms)
    rows = labels.wrapped(said) or ((((labels.EMPTY, True),),) if options.atoms != "none" or not title else ())
    true = ", ".join(structure.true_atoms(i)) or labels.EMPTY
    world = structure.worlds.name(i)
    name = title or visible(labels.world_text(world))
    return Spot(
        key, world, labels.folded(title), rows, labels.shortened(visible(f"{name}: {true}"), TOOLTIP),
        len(structure.true_atoms(i)), i == structure.actual, filled is not None and i in filled,
    )  # fmt: skip


def keys_of(structure: Structure) -> tuple[str, ...]:
    """DOT names: the world's name if it is a plain word, else its number after a sign that no word has."""
    return tuple(
        name if isinstance(name, str) and _WORD.fullmatch(name) and name.lower() not in _RESERVED else f"#{i}"
        for i, name in enumerate(structure.worlds)
    )


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")
_RESERVED = {"graph", "digraph", "subgraph", "node", "edge", "strict"}


def _layered(spots: tuple[Spot, ...], hubs: Hubs, links: tuple[Link, ...], wanted: bool | None) -> bool:
    """The given value; by default whether all lines join worlds with different numbers of true atoms."""
    if wanted is not None:
        return wanted
    graded = all(
        link.kind == "line" and spots[link.source].level != spots[link.target].level for link in links if not hubs
    )
    return bool(links) and not hubs and len(spots) > 3 and graded


def ordered_agents(structure: Structure, options: Options) -> tuple[str, ...]:
    """The agents whose plausibility order is drawn as arrows.

    Parameters
    ----------
    structure : Structure
        The model.
    options : Options
        The options of the picture.
    """
    return tuple(agent for agent in structure.ranks if is_ordered(structure, agent, options.full))


def loopless_agents(structure: Structure, options: Options) -> tuple[str, ...]:
    """The agents whose loops are not drawn although their relation is not an equivalence.

    Parameters
    ----------
    structure : Structure
        The model.
    options : Options
        The options of the picture.
    """
    if options.full or options.loops is not False:
        return ()
    return tuple(
        agent
        for agent, relation in structure.relations.items()
        if not is_equivalence(relation) and _has_loops(relation)
    )


def _has_loops(relation: Relation) -> bool:
    sources, targets = relation.edges
    return bool((sources == targets).any())
