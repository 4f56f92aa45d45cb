"""From a structure to its picture, without places."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from kripke.checking.explicit import extension
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Ranks, Structure
from kripke.data.wording import visible
from logic.errors import TooLarge
from logic.formula import Formula
from logic.parser import parse
from viz import labels
from viz.compact_names import compact_names
from viz.ghosts import with_ghosts
from viz.layouts import grid
from viz.links import Cell, Hubs, Link, count_links, has_chains, is_equivalence, is_ordered, links_of
from viz.parts import part_of, said_part
from viz.picture import DrawError, Options, Picture, Spot, Unreadable
from viz.remarks import with_remarks

LONG = 60
"""Maximal number of letters of a formula in the legend."""
MOST_AGENTS = 64
"""Maximal number of agents of a picture: strokes of more are not told apart."""
A_SUBMODEL = "draw a submodel (announce a formula, or keep the worlds around one)"
TOOLTIP = 2_000
"""Maximal number of letters of a tooltip."""


def picture_of(structure: Structure, options: Options) -> Picture:
    """The picture of a structure.

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
    whole = structure
    structure, kept = part_of(whole, options)
    for each in filter(None, (structure, options.before and part_of(options.before, options)[0])):
        require_small(each, options, A_SUBMODEL)
    formula = parse(options.highlight) if isinstance(options.highlight, str) else options.highlight
    filled = None if formula is None else extension(whole, formula).restrict(np.array(kept, dtype=np.intp))
    cells = _cells(structure, options)
    spots = _spots(structure, options, filled)
    hubs, links = links_of(structure, options.hubs, options.full, options.loops, cells, named=not options.legend)
    layered = _layered(spots, hubs, links, options, bool(_common_order(structure, options)))
    picture = Picture(
        spots, hubs, links, structure.agents, visible(options.title), *_said(formula),
        layered, loopless_agents(structure, options), options,
        ordered=ordered_agents(structure, options), cells=cells,
    )  # fmt: skip
    picture = with_remarks(picture, structure)
    picture = replace(picture, notes=(*picture.notes, *_notes(structure, whole, options)))
    if options.before is None:
        return picture
    old = picture_of(options.before, replace(options, before=None, highlight=None))
    return with_ghosts(picture, structure, old, part_of(options.before, options)[0])


def _cells(structure: Structure, options: Options) -> tuple[Cell, ...]:
    """The cells of the worlds in a grid; none for another layout."""
    return tuple(grid(structure, high=options.width == "column")) if options.layout == "grid" else ()


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


def require_small(structure: Structure, options: Options, *ways_out: str, things: str = "worlds") -> None:
    """`TooLarge` beyond the limits; nothing is built."""
    if len(structure.relations) > MOST_AGENTS:
        raise TooLarge(
            f"a picture of {len(structure.relations):,} agents is unreadable, the limit is {MOST_AGENTS}: draw a part "
            "of them by agents=[...]"
        )
    require_within(
        options, *ways_out, max_worlds=(structure.size, things),
        max_lines=(count_links(structure, options.hubs, options.full), "lines and arrows"),
    )  # fmt: skip


def require_within(options: Options, *ways_out: str, **needed: tuple[int, str]) -> None:
    """`Unreadable` beyond the limits; the message has all options that the picture needs.

    Parameters
    ----------
    options : Options
        The options of the picture.
    *ways_out : str
        What helps.
    **needed : (int, str)
        By the option with the limit: a number, and what is counted.
    """
    beyond = {name: each for name, each in needed.items() if each[0] > getattr(options, name)}
    for name, (number, what) in beyond.items():
        raise Unreadable(
            f"a picture of {number:,} {what} is unreadable, the limit is {getattr(options, name):,}", *ways_out,
            anyway=f"to draw it as it is, pass {', '.join(f'{name}={number}' for name, (number, _) in beyond.items())}",
        )  # fmt: skip


def _spots(structure: Structure, options: Options, filled: WorldSet | None) -> tuple[Spot, ...]:
    if options.names == "compact":
        titles, rows, _ = compact_names(structure)
    else:
        titles = labels.titles(structure, options.names)
        rows = tuple(labels.wrapped(labels.literals(structure, i, options.atoms)) for i in range(structure.size))
    rows = rows if options.atoms != "none" else ((),) * structure.size
    keys, levels = keys_of(structure), _levels(structure, options)
    return tuple(
        _spot(structure, i, keys[i], titles[i], rows[i], options, filled, levels[i]) for i in range(structure.size)
    )


def _levels(structure: Structure, options: Options) -> list[int]:
    """The layer of each world, counted upwards: by a plausibility order, or by true atoms if there is none."""
    order = _common_order(structure, options)
    if options.layout == "layers":
        order = next(iter(_orders(structure, options)), ())
    return [-rank for rank in order] or [len(structure.true_atoms(i)) for i in range(structure.size)]


def _common_order(structure: Structure, options: Options) -> Ranks:
    """The plausibility order that all agents with a drawn one share; empty if there is none."""
    orders = _orders(structure, options)
    return orders[0] if len(orders) == 1 else ()


def _orders(structure: Structure, options: Options) -> list[Ranks]:
    """The different plausibility orders that are drawn, that of the first agent first."""
    return [*dict.fromkeys(structure.ranks[agent] for agent in ordered_agents(structure, options))]


def _notes(structure: Structure, whole: Structure, options: Options) -> list[str]:
    """What rows, lines in a grid and compact names mean, and what is left out."""
    chained = not options.full and has_chains(structure, _cells(structure, options))
    joined = "worlds in a row or column of lines of one agent are all joined" if chained else ""
    differ = options.layout == "layers" and len(_orders(structure, options)) > 1
    rows = f"rows: the plausibility of {visible(ordered_agents(structure, options)[0])}" if differ else ""
    names = compact_names(structure)[2] if options.names == "compact" else ""
    return [note for note in (rows, joined, names, said_part(structure, whole)) if note]


def _spot(
    structure: Structure,
    i: int,
    key: str,
    title: str,
    rows: labels.Rows,
    options: Options,
    filled: WorldSet | None,
    level: int,
) -> Spot:
    is_bare = not rows and (not title or (options.atoms != "none" and options.names != "compact"))
    rows = (((labels.EMPTY, True),),) if is_bare else rows
    true = ", ".join(structure.true_atoms(i)) or labels.EMPTY
    world = structure.worlds.name(i)
    name = title or visible(labels.world_text(world))
    return Spot(
        key, world, labels.folded(title), rows, labels.shortened(visible(f"{name}: {true}"), TOOLTIP),
        level, i == structure.actual, filled is not None and i in filled,
    )  # fmt: skip


def keys_of(structure: Structure) -> tuple[str, ...]:
    """DOT names: the world's name if it is a plain word, else its number after a sign that no word has."""
    return tuple(
        name if isinstance(name, str) and _WORD.fullmatch(name) and name.lower() not in _RESERVED else f"#{i}"
        for i, name in enumerate(structure.worlds)
    )


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")
_RESERVED = {"graph", "digraph", "subgraph", "node", "edge", "strict"}


def _layered(
    spots: tuple[Spot, ...], hubs: Hubs, links: tuple[Link, ...], options: Options, by_plausibility: bool
) -> bool:
    """Whether layers are wanted; by default, whether each line joins two of them, or each arrow leads upwards."""
    if options.layout is not None or options.positions is not None:
        return options.layout == "layers" and options.positions is None
    steps = [] if hubs else [(link.kind, spots[link.target].level - spots[link.source].level) for link in links]
    if by_plausibility:
        graded = all(up > 0 for kind, up in steps if kind != "line")
    else:
        graded = all(kind == "line" and up for kind, up in steps)
    return bool(links) and not hubs and len(spots) > 3 and graded


def ordered_agents(structure: Structure, options: Options) -> tuple[str, ...]:
    """The agents whose plausibility order is drawn as arrows."""
    return tuple(agent for agent in structure.ranks if is_ordered(structure, agent, options.full))


def loopless_agents(structure: Structure, options: Options) -> tuple[str, ...]:
    """The agents whose loops are not drawn although their relation is not an equivalence."""
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
