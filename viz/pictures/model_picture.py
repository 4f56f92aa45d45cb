"""From a model or an event model to its picture, without positions."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kripke.change.event import EventModel
from kripke.checking.explicit import extension
from kripke.data.errors import unknown_agent
from kripke.data.lazy import np
from kripke.data.naming import name_text
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import visible
from kripke.data.worlds import Named, World
from kripke.sameness.invariance import quotient
from logic.errors import TooLarge, by_face, did_you_mean, parameter, shorten, worded
from logic.formula import Formula
from logic.parser import parse
from viz.pictures import labels
from viz.pictures.labels import compact_names
from viz.pictures.legend import with_remarks
from viz.pictures.links import (
    STAR,
    Cell,
    Hubs,
    Link,
    classes_of,
    count_links,
    framable,
    grid,
    has_chains,
    is_ordered,
    links_of,
)
from viz.pictures.picture import DrawError, Options, Picture, Remark, Spot, Unreadable, option


def part_of(structure: Structure, options: Options) -> tuple[Structure, list[int]]:
    """Return the part of a structure that the options select, and the indices of its worlds in the whole structure.

    O(n) for n worlds, for each agent and atom. `DrawError` if a selected world is neither in the structure nor in
    ``options.before``, or no world is left; `UnknownAgent` if there is no such agent.
    """
    kept, before = list(range(structure.size)), options.before
    if options.worlds is not None:
        places = [(world, structure.worlds.find(world)) for world in options.worlds]
        for world, place in places:
            if place is None and (before is None or before.worlds.find(world) is None):
                near = did_you_mean(str(world), [str(each) for each in structure.worlds][:1000])
                raise DrawError(f"worlds: there is no world {shorten(repr(world))}{near}")
        kept = sorted({place for _, place in places if place is not None})
        if not kept:
            raise DrawError("worlds: the list is empty, so there is nothing to draw; leave it out to draw all worlds")
        structure = structure.restrict(np.array(kept, dtype=np.intp))
    return (structure if options.agents is None else of_agents(structure, options.agents)), kept


def of_agents(structure: Structure, agents: Iterable[str]) -> Structure:
    """Return the structure with only these agents, in the structure's order; `UnknownAgent` for an unknown name."""
    wanted = set(agents)
    for agent in sorted(wanted - {*structure.agents}):
        raise unknown_agent(agent, structure.agents)
    relations = {agent: relation for agent, relation in structure.relations.items() if agent in wanted}
    weights = {agent: each for agent, each in structure.weights.items() if agent in wanted}
    ranks = {agent: each for agent, each in structure.ranks.items() if agent in wanted}
    return replace(structure, relations=relations, weights=weights, ranks=ranks)


def with_ghosts(after: Picture, structure: Structure, old: Picture, before: Structure) -> Picture:
    """Add removed worlds and lines to the picture after an update; `DrawError` if no world remains.

    O(n + l) for n worlds and l lines of both pictures.
    """
    place = [structure.worlds.find(world) for world in before.worlds]
    gone = [i for i, there in enumerate(place) if there is None]
    if len(gone) == before.size:
        why = "the model has none of the worlds before, so they have nothing in common"
        raise DrawError(f"before: {why}; draw both models")
    ghosts = tuple(old.spots[i]._replace(key=f"gone {old.spots[i].key}", actual=False, ghost=True) for i in gone)
    n, g = len(after.spots), len(ghosts)
    where = {i: n + k for k, i in enumerate(gone)} | {i: there for i, there in enumerate(place) if there is not None}
    shift = [*range(n), *range(n + g, n + g + len(after.hubs))]  # the ghosts stand between the worlds and the hubs
    moved = tuple(link._replace(source=shift[link.source], target=shift[link.target]) for link in after.links)
    hubs, lost = _lost(after, moved, old, where, n + g)
    notes = tuple(dict.fromkeys(after.notes + (old.notes if any(ghost.remarks for ghost in ghosts) else ())))
    return replace(after, spots=after.spots + ghosts, hubs=hubs, links=moved + lost, notes=notes)


def _lost(
    after: Picture, moved: tuple[Link, ...], old: Picture, where: dict[int, int], n: int
) -> tuple[Hubs, tuple[Link, ...]]:
    """Return the hubs of both pictures and the removed links; an old hub may be the same as a new one.

    `where` maps the spots of `old` to the `n` spots of the new picture, and the hubs of `old` are added to it. `moved`
    are the links of `after` with the indices of the new picture.
    """
    hubs = list(after.hubs)
    new_stars = {n + k: _star(moved, n + k, n) for k in range(len(hubs))}
    framed = {hub for hub, _ in old.frames}
    for k, agents in enumerate(old.hubs, len(old.spots)):
        if k - len(old.spots) in framed:
            continue
        star = {where[i] for i in _star(old.links, k, len(old.spots))}
        same = (h for h, rest in new_stars.items() if rest <= star and set(agents) & set(after.hubs[h - n]))
        where[k] = next(same, n + len(hubs))
        if where[k] == n + len(hubs):
            hubs.append(agents)
    kept = {(way, agent) for link in moved for way in _ways(link) for agent in link.agents}
    lost = []
    for link in old.links:
        old_link = link._replace(source=where[link.source], target=where[link.target], ghost=True)
        left = tuple(agent for agent in link.agents if not any((way, agent) in kept for way in _ways(old_link)))
        if left and link.kind != "loop":
            lost.append(old_link._replace(agents=left))
    return tuple(hubs), tuple(lost)


def _ways(link: Link) -> set[tuple[int, int]]:
    """Return the directed pairs that a link shows: one pair for an arrow, both directions for other links."""
    there, back = (link.source, link.target), (link.target, link.source)
    return {there} if link.kind == "arrow" else {there, back}


def _star(links: tuple[Link, ...], hub: int, spots: int) -> set[int]:
    """Return the worlds that links join to a hub; indices below `spots` are worlds, other indices are hubs."""
    ends = [(link.source, link.target) for link in links if hub in (link.source, link.target)]
    return {i for pair in ends for i in pair if i < spots}


LONG = 60  # maximal number of letters of a formula in the legend
MOST_AGENTS = 64  # maximum number of agents of a picture: more strokes could not be distinguished
A_SUBMODEL = by_face(
    "draw a submodel (announce a formula, or keep the worlds around one)",
    "draw a part by --world or --agents, or announce something first, by --announce",
    "draw a submodel (announce a formula, or keep the worlds around one)",
)
TOOLTIP = 2_000  # maximal number of letters of a tooltip


def picture_of(structure: Structure, options: Options) -> Picture:
    """Return the picture of a structure. O(g n + l) for g agents, n worlds and l lines.

    `TooLarge` if a limit is exceeded; this is checked before anything is built. `DrawError` if the structure before the
    update has no world in common with `structure`. The formula to highlight may raise the errors of `extension`.
    """
    whole = structure
    structure, kept = part_of(whole, options)
    formula = parse(options.highlight) if isinstance(options.highlight, str) else options.highlight
    filled = None if formula is None else extension(whole, formula).restrict(np.array(kept, dtype=np.intp))
    counts: list[int] = []
    if options.fold:
        structure, filled, counts = _folded(structure, filled)
    before = None if options.before is None else part_of(options.before, options)[0]
    if before is not None:
        require_unfolded(options)
    for each in (structure, before):
        if each is not None:
            require_small(each, options, A_SUBMODEL)
    ordered = ordered_agents(structure, options)
    orders = [*dict.fromkeys(structure.ranks[agent] for agent in ordered)]  # the order of the first agent first
    cells = tuple(grid(structure, high=options.width == "column")) if options.layout == "grid" else ()
    spots, names = _spots(structure, options, filled, _levels(structure, options, orders), counts)
    framed = framed_agent(structure, options)
    hubs, links, frames = _joined(structure, framed, options, cells)
    text, tex = ("", "") if formula is None else (visible(str(formula)), tex_formula(formula))
    picture = Picture(
        spots, hubs, links, structure.agents, visible(options.title), shorten(text, LONG),
        f"{tex} holds" if tex and len(text) <= LONG else "", _layered(spots, hubs, links, options, len(orders) == 1),
        loopless_agents(structure, options), options, ordered=ordered, cells=cells, frames=frames,
    )  # fmt: skip
    picture = with_remarks(picture, structure)
    chained = not options.full and has_chains(structure, cells)
    notes = [
        f"rows: the plausibility of {visible(ordered[0])}" if options.layout == "layers" and len(orders) > 1 else "",
        "worlds in a row or column of lines of one agent are all joined" if chained else "",
        names,
        "×n: n worlds that nothing in the picture tells apart" if max(counts, default=1) > 1 else "",
        _part_note(len(kept), structure, whole),
    ]
    picture = replace(picture, notes=(*picture.notes, *filter(None, notes)))
    if options.before is None or before is None:
        return picture
    old = picture_of(options.before, replace(options, before=None, highlight=None, frames=framed))
    return with_ghosts(picture, structure, old, before)


def _levels(structure: Structure, options: Options, orders: Sequence[Sequence[int]]) -> list[int]:
    """Return the levels of the worlds in layers: by plausibility, or by the number of true atoms."""
    if len(orders) == 1 or (orders and options.layout == "layers"):
        return [-rank for rank in orders[0]]
    return [*map(len, structure.all_true_atoms())]


def _part_note(worlds: int, structure: Structure, whole: Structure) -> str:
    """Return the note that the picture has some worlds or agents of the model only; empty if it has all."""
    shares = (worlds, whole.size, "worlds"), (len(structure.agents), len(whole.agents), "agents")
    part = [f"{some} of {total:,} {what}" for some, total, what in shares if some < total]
    return f"a part of the model: {' and '.join(part)}" if part else ""


def _joined(
    structure: Structure, framed: str | None, options: Options, cells: Sequence[Cell]
) -> tuple[Hubs, tuple[Link, ...], tuple[tuple[int, tuple[int, ...]], ...]]:
    """Return the hubs, the links, and the frames around the equivalence classes of the agent `framed`."""
    others = structure if framed is None else of_agents(structure, [a for a in structure.agents if a != framed])
    most = options.hubs if framed is None else min(STAR, options.hubs)
    hubs, links = links_of(others, most, options.full, options.loops, cells, named=not options.legend)
    if framed is None:
        return hubs, links, ()
    frames = tuple(enumerate(classes_of(structure, framed), len(hubs)))
    return hubs + ((framed,),) * len(frames), links, frames


def _folded(structure: Structure, filled: WorldSet | None) -> tuple[Structure, WorldSet | None, list[int]]:
    """Contract a structure; return it with its filled worlds and the number of merged worlds for each world.

    Filled worlds are not merged with others.
    """
    marks = {} if filled is None else {_FILLED: filled}
    merged = quotient(replace(structure, valuation={**structure.valuation, **marks}))
    valuation = dict(merged.structure.valuation)
    filled = valuation.pop(_FILLED, None)
    counts = Counter(merged.places)
    return replace(merged.structure, valuation=valuation), filled, [counts[i] for i in range(merged.structure.size)]


_FILLED = ""  # no atom has this name


def require_unfolded(options: Options) -> None:
    """Raise `DrawError` if the option `fold` is set, which is only for pictures of one model."""
    if options.fold:
        raise DrawError(
            f"{option('fold')}: this is for a picture of one model, not of several or of an event model; "
            f"merge bisimilar worlds before{by_face(' by contract(model)', ' by whoknows contract')}"
        )


def framed_agent(structure: Structure, options: Options) -> str | None:
    """Return the agent whose equivalence classes are drawn as frames; None if the option `frames` is not set.

    `DrawError` if the requested agent, or every agent, has no classes; `UnknownAgent` for an unknown agent.
    """
    if not options.frames:
        return None
    if isinstance(options.frames, str) and options.frames not in structure.relations:
        raise unknown_agent(options.frames, structure.agents)
    fit = structure if options.frames is True else of_agents(structure, [options.frames])
    agent = next(iter(framable(fit, options.full)), None)
    if agent is None:
        whose = "no agent has" if options.frames is True else f"{options.frames} does not have"
        raise DrawError(f"{option('frames')}: {whose} classes of worlds: expected an equivalence without ranks")
    return agent


def tex_formula(formula: Formula) -> str:
    """Return the formula for LaTeX's math mode; empty if it needs extra packages."""
    tex = f"${formula.to_latex()}$"
    return tex if tex.isascii() and "\\text" not in tex else ""


def require_small(structure: Structure, options: Options, *ways_out: str, things: str = "worlds") -> None:
    """Raise `TooLarge`, with advice `ways_out`, for too many agents, worlds (called `things`) or lines."""
    if len(structure.relations) > MOST_AGENTS:
        some = by_face(
            "draw a part of them by agents=[...]", "draw a part of them by --agents a,b", "show a part of them"
        )
        many = f"a picture of {len(structure.relations):,} agents is unreadable, the limit is {MOST_AGENTS}"
        raise TooLarge(f"{many}: {some}")
    framed = framed_agent(structure, options)
    others = structure if framed is None else of_agents(structure, [a for a in structure.agents if a != framed])
    lines = count_links(others, options.hubs if framed is None else STAR, options.full, options.loops)
    require_within(
        options, *ways_out, max_worlds=(structure.size, things),
        max_lines=(lines, "lines and arrows"),
    )  # fmt: skip


def require_within(options: Options, *ways_out: str, **needed: tuple[int, str]) -> None:
    """Raise `Unreadable` if a number in `needed` exceeds its limit in `options`; the message names all such limits."""
    beyond = {name: each for name, each in needed.items() if each[0] > getattr(options, name)}
    for name, (number, what) in beyond.items():
        problem = f"a picture of {number:,} {what} is unreadable, the limit is {getattr(options, name):,}"
        given = ", ".join(parameter(other, needed) for other, (needed, _) in beyond.items())
        anyway = by_face(*(f"; to draw it as it is, pass {worded(given, face)}" for face in ("python", "command")))
        raise Unreadable(problem, *ways_out, anyway=anyway)


def _spots(
    structure: Structure, options: Options, filled: WorldSet | None, levels: Sequence[int], counts: Sequence[int]
) -> tuple[tuple[Spot, ...], str]:
    """Return the worlds with their texts and layers, and a note on compact names.

    `counts`: the number of merged worlds for each world; empty if none were merged.
    """
    note, names, true = "", tuple(structure.worlds), structure.all_true_atoms()
    if options.names == "compact":
        titles, rows, note = compact_names(structure)
    else:
        titles = labels.titles(structure, options.names)
        rows = tuple(labels.wrapped(labels.literals(structure.atoms, each, options.atoms)) for each in true)
    rows = rows if options.atoms != "none" else ((),) * structure.size
    shows_atoms = options.atoms != "none" and options.names != "compact"
    spots = []
    given = zip(names, keys_of(names), titles, rows, true, strict=True)
    for i, (world, key, title, row, atoms) in enumerate(given):
        text = visible(f"{title or visible(name_text(world))}: {', '.join(atoms) or labels.EMPTY}")
        rows_shown = row if row or (title and not shows_atoms) else (((labels.EMPTY, True),),)
        texts = labels.folded(title), rows_shown, shorten(text, TOOLTIP)
        is_filled = filled is not None and i in filled
        number = (Remark("", f"×{counts[i]}"),) if counts and counts[i] > 1 else ()
        spots.append(Spot(key, world, *texts, levels[i], i in structure.actuals, is_filled, remarks=number))
    return tuple(spots), note


def keys_of(names: Iterable[World]) -> tuple[str, ...]:
    """Return the worlds' names in DOT: a world's own name if it is a plain word, otherwise ``#`` and its index."""
    return tuple(
        name if isinstance(name, str) and _WORD.fullmatch(name) and name.lower() not in _RESERVED else f"#{i}"
        for i, name in enumerate(names)
    )


_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,40}")
_RESERVED = {"graph", "digraph", "subgraph", "node", "edge", "strict"}


def _layered(
    spots: tuple[Spot, ...], hubs: Hubs, links: tuple[Link, ...], options: Options, by_plausibility: bool
) -> bool:
    """Return whether worlds are drawn in layers: if this is requested or, by default, if the lines fit layers."""
    if options.layout is not None or options.positions is not None:
        return options.layout == "layers" and options.positions is None
    steps = [] if hubs else [(link.kind, spots[link.target].level - spots[link.source].level) for link in links]
    if by_plausibility:
        graded = all(up > 0 for kind, up in steps if kind != "line")
    else:
        graded = all(kind == "line" and up for kind, up in steps)
    return bool(links) and not hubs and len(spots) > 3 and graded


def ordered_agents(structure: Structure, options: Options) -> tuple[str, ...]:
    """Return the agents whose plausibility order is drawn as arrows."""
    return tuple(agent for agent in structure.ranks if is_ordered(structure, agent, options.full))


def loopless_agents(structure: Structure, options: Options) -> tuple[str, ...]:
    """Return the agents whose loops are left out of the picture; agents with an equivalence are not listed."""
    if options.full or options.loops is not False:
        return ()
    return tuple(
        agent
        for agent, relation in structure.relations.items()
        if not relation.is_s5 and np.equal(*relation.edges).any()
    )


WIDTH, ROWS = 26, 4  # number of letters in a row of a formula, and maximal number of rows; the rest is cut
OTHERS, SETS = "others", " :="


def picture_of_events(
    model: EventModel, options: Options, agents: Sequence[str] | None = None, happening: Sequence[str] | None = None
) -> Picture:
    """Return the picture of an event model. O(k + l) for k events with their formulas and l lines.

    Without `agents`, one further agent stands for all agents that the event model does not name. The events in
    `happening`, by default the actual events, have rings. `TooLarge` if a limit is exceeded; `DrawError` for options
    that are about worlds.
    """
    require_unfolded(options)
    for wrong in ("highlight", "before", "worlds", "positions"):
        if getattr(options, wrong) is not None:
            why = "this is for worlds, and an event model has none"
            raise DrawError(f"{option(wrong, '=...')}: {why}; draw its product with a model")
    frame = _frame(model, agents)
    frame = frame if options.agents is None else of_agents(frame, options.agents)
    require_small(frame, options, things="events")
    hubs, links = links_of(frame, options.hubs, options.full, options.loops)
    keys = keys_of(frame.worlds)
    rings = (model.actual or ()) if happening is None else happening
    spots = []
    for key, (name, event) in zip(keys, model.events.items(), strict=True):
        said = [("pre", event.pre), *((f"{visible(atom)}{SETS}", to) for atom, to in event.post.items())]
        rows = [] if options.atoms == "none" else [row for each in said for row in _formula_rows(*each)]
        tooltip = visible(f"{visible(name)}: {'; '.join(f'{lead} {formula}' for lead, formula in said)}")
        texts = labels.folded(visible(name)), (), shorten(tooltip, TOOLTIP)
        spots.append(Spot(key, name, *texts, 0, actual=name in rings, remarks=tuple(rows)))
    title, loopless = visible(options.title), loopless_agents(frame, options)
    picture = Picture(tuple(spots), hubs, links, frame.agents, title, "", "", False, loopless, options, events=True)
    return with_remarks(replace(picture, ordered=ordered_agents(frame, options)), frame)


def _frame(model: EventModel, agents: Sequence[str] | None) -> Structure:
    """Return the events as worlds of a structure, with the relations to draw."""
    if agents is None:
        relations = dict(model.frame.relations)
        if model.others is not None:
            relations[OTHERS if OTHERS not in relations else f"all {OTHERS}"] = model.others
    else:
        given = {agent: model.frame.relations.get(agent, model.others) for agent in agents}
        relations = {agent: relation for agent, relation in given.items() if relation is not None}
    weights = {agent: each for agent, each in model.frame.weights.items() if agent in relations}
    ranks = {agent: each for agent, each in model.frame.ranks.items() if agent in relations}
    return Structure(Named(tuple(model.events)), {}, relations, (), weights, ranks)


def _formula_rows(lead: str, formula: Formula) -> Iterator[Remark]:
    """Yield the text `lead` and the formula in rows of limited width; rows beyond the limit become an ellipsis."""
    *above, last = labels.broken(lead.removesuffix(SETS), WIDTH)
    lead = last + SETS * lead.endswith(SETS)
    for part in above:
        yield Remark(part, "")
    rows = list(labels.broken(visible(str(formula)), WIDTH))
    if len(rows) > ROWS:
        rows = [*rows[: ROWS - 1], "…"]
    if len(rows) == 1:
        yield Remark(lead, rows[0], tex_formula(formula))
        return
    yield Remark(lead, rows[0])
    for row in rows[1:]:
        yield Remark("", row)
