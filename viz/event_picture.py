"""From an event model to its picture: events as squares with their preconditions and postconditions.

This follows Baltag, Moss and Solecki's pictures (H. van Ditmarsch, W. van der Hoek, B. Kooi, "Dynamic Epistemic
Logic", Springer 2008, chapter 6, doi:10.1007/978-1-4020-5839-4): squares for events, circles for worlds, a second ring
around the designated ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from kripke.change.event import Event, EventModel
from kripke.data.structure import Product, Structure
from kripke.data.wording import visible
from kripke.data.worlds import Named
from logic.formula import Formula
from viz import labels
from viz.links import links_of
from viz.model_picture import (
    TOOLTIP,
    keys_of,
    loopless_agents,
    ordered_agents,
    picture_of,
    require_known,
    require_small,
    tex_formula,
)
from viz.parts import of_agents
from viz.picture import DrawError, Options, Picture, Remark, Spot
from viz.remarks import with_remarks

WIDTH, ROWS = 26, 4
"""Number of letters in a row of a formula, and maximal number of rows; the rest is cut."""
OTHERS, SETS = "others", " :="


def picture_of_events(
    model: EventModel, options: Options, agents: Sequence[str] | None = None, happening: Sequence[str] | None = None
) -> Picture:
    """The picture of an event model.

    Parameters
    ----------
    options : Options
        As for models; `atoms` is ``"none"`` for names alone.
    agents : sequence of str, optional
        The agents whose relations are drawn; by default the named agents, and the others as one more agent.
    happening : sequence of str, optional
        The events that can happen; None: the designated events.

    Raises
    ------
    TooLarge
        Beyond the limits.
    DrawError
        If there is a formula to highlight or a model before, which are for worlds.

    Notes
    -----
    O(k + l) for k events with their formulas and l lines.
    """
    require_known(options)
    for wrong in ("highlight", "before", "worlds", "positions"):
        if getattr(options, wrong) is not None:
            raise DrawError(
                f"{wrong}=...: this is for worlds, and an event model has none; draw its product with a model"
            )
    frame = _frame(model, agents)
    frame = frame if options.agents is None else of_agents(frame, options.agents)
    require_small(frame, options, things="events")
    hubs, links = links_of(frame, options.hubs, options.full, options.loops)
    keys = keys_of(frame)
    rings = (model.actual or ()) if happening is None else happening
    spots = tuple(
        _spot(key, name, each, options, name in rings)
        for key, (name, each) in zip(keys, model.events.items(), strict=True)
    )
    title, loopless = visible(options.title), loopless_agents(frame, options)
    return with_remarks(
        Picture(
            spots, hubs, links, frame.agents, title, "", "", False, loopless, options, events=True,
            ordered=ordered_agents(frame, options),
        ),
        frame,
    )  # fmt: skip


def picture_of_product(
    before: Structure, model: EventModel, result: Product, event: str | None, options: Options
) -> Picture:
    """The picture of a product; the worlds that the actual one may have become are doubly ringed."""
    drawn = picture_of(result.structure, options)
    if options.names is None and not labels.says_more(before) and _same_atoms(before, result):
        drawn = _named_by_events(drawn, model, result)
    here = _may_be_actual(before, model, result, event)
    return replace(drawn, spots=tuple(replace(spot, actual=i in here) for i, spot in enumerate(drawn.spots)))


def events_that_can_happen(
    before: Structure, model: EventModel, result: Product, event: str | None
) -> tuple[str, ...] | None:
    """The designated events that can happen at the actual world, or the chosen one; None without an actual world.

    Notes
    -----
    O(n) for n worlds of the product.
    """
    if before.actual is None:
        return None if event is None else (event,)
    names = list(model.events)
    return tuple(dict.fromkeys(names[result.event_of[i]] for i in _may_be_actual(before, model, result, event)))


def _may_be_actual(before: Structure, model: EventModel, result: Product, event: str | None) -> list[int]:
    """The worlds of the product that the actual world may have become."""
    if before.actual is None:
        return []
    chosen = result.designated if event is None else result.event_of == list(model.events).index(event)
    here: list[int] = np.flatnonzero((result.world_of == before.actual) & chosen).tolist()
    return here


def _same_atoms(before: Structure, result: Product) -> bool:
    """Whether each world of the product has the atoms of the world it comes from."""
    after = result.structure
    return all(after.true_atoms(i) == before.true_atoms(w) for i, w in enumerate(result.world_of.tolist()))


def _named_by_events(drawn: Picture, model: EventModel, result: Product) -> Picture:
    """The worlds named by their events, since their atoms already identify the world they come from."""
    names = list(model.events)
    titles = [labels.folded(visible(f"·{names[e]}")) for e in result.event_of.tolist()]
    if len(names) == 1:
        return drawn
    return replace(drawn, spots=tuple(replace(s, title=t) for s, t in zip(drawn.spots, titles, strict=True)))


def _frame(model: EventModel, agents: Sequence[str] | None) -> Structure:
    """The events as worlds, with the relations to draw."""
    if agents is None:
        relations = dict(model.frame.relations)
        if model.others is not None:
            relations[OTHERS if OTHERS not in relations else f"all {OTHERS}"] = model.others
    else:
        given = {agent: model.frame.relations.get(agent, model.others) for agent in agents}
        relations = {agent: relation for agent, relation in given.items() if relation is not None}
    weights = {agent: each for agent, each in model.frame.weights.items() if agent in relations}
    ranks = {agent: each for agent, each in model.frame.ranks.items() if agent in relations}
    return Structure(Named(tuple(model.events)), {}, relations, None, weights, ranks)


def _spot(key: str, name: str, event: Event, options: Options, designated: bool) -> Spot:
    said = [("pre", event.pre), *((f"{visible(atom)}{SETS}", to) for atom, to in event.post.items())]
    remarks = [] if options.atoms == "none" else [row for lead, formula in said for row in _rows(lead, formula)]
    tooltip = f"{visible(name)}: {'; '.join(f'{lead} {formula}' for lead, formula in said)}"
    return Spot(
        key, name, labels.folded(visible(name)), (), labels.shortened(visible(tooltip), TOOLTIP), 0,
        actual=designated, remarks=tuple(remarks),
    )  # fmt: skip


def _rows(lead: str, formula: Formula) -> Iterator[Remark]:
    """The formula in rows of limited width; what exceeds the maximal number of rows is cut."""
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
