"""Route `picture`: the layout, texts and lines of a model, which the browser draws."""

from typing import Any

from kripke.data.frames import frame
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import world_text
from kripke.data.worlds import World
from logic.errors import TooLarge, listing
from viz.drawing import no_larger
from viz.layout.geometry import Box, Point
from viz.layout.names import Track
from viz.layout.placement import Panel, engine_of, form_of, place
from viz.output import dot
from viz.output.render import places_here
from viz.pictures.labels import text_width
from viz.pictures.model_picture import picture_of, require_small
from viz.pictures.picture import Options, Picture, Spot, Unreadable
from viz.theme import strokes
from viz.web.given import AboutModel, PictureStyle
from viz.web.protocol import PAIRS
from viz.web.request import Name, Places


class Query(AboutModel):
    """A request to draw a model; worlds without a given position are placed on the right of those with one.

    If the model is too large for a picture, the part around the world `at` (None: the actual one) is drawn.
    """

    places: Places | None = None
    look: PictureStyle = PictureStyle()
    at: Name | None = None


NEAR, PART = 8, 24  # maximum numbers of worlds in a part of a large model: per agent and world, and in all


def answer(query: Query) -> dict[str, Any]:
    """Return the picture of a model, or of a part of a large model, and the data of the model."""
    model = query.listed
    whole = model.structure
    middle = whole.worlds.find(query.at) if query.at is not None else None
    middle = min(whole.actuals, default=0) if middle is None else middle
    structure = _readable(whole, middle)
    part = {"of": whole.size, "around": world_text(whole.worlds.name(middle))}

    def content(chosen: Options, _: object) -> Panel:
        picture = picture_of(structure, chosen)
        sized = places_here(dot.skeleton(picture).source, engine_of(picture))
        return place(picture, sized, _kept(query.places, picture, sized))

    shown = {"legend": False} if model.atoms else {"legend": False, "atoms": "none"}
    panel = no_larger(content, Options(**query.look.chosen | shown))
    picture, hubs = panel.picture, panel.boxes[len(panel.picture.spots) :]
    return {
        "model": model.to_dict(),
        "worlds": [_world(spot, box) for spot, box in zip(picture.spots, panel.boxes, strict=False)],
        "hubs": [{"agents": list(agents)} | _box(box) for agents, box in zip(picture.hubs, hubs, strict=True)],
        "links": [_link(track) for track in panel.tracks],
        "notes": list(picture.notes),
        "round": form_of(picture) == "circle",
        "strokes": {agent: stroke._asdict() for agent, stroke in strokes(structure.agents).items()},
        "frames": {agent: _frame(whole, agent) for agent in whole.agents},
        "sees": pairs(structure),
    } | ({"part": part} if structure.size < whole.size else {})


def _readable(whole: Structure, middle: int) -> Structure:
    """Return the structure or, if it has too many worlds or lines for a picture, the part around a world."""
    part, most = whole, PART
    while True:
        try:
            require_small(part, Options())
        except Unreadable:
            if part.size == 1:
                raise
            part = whole.restrict(_nearest(whole, middle, most).kept)
            most //= 2
        else:
            return part


def _nearest(structure: Structure, middle: int, most: int) -> WorldSet:
    """Return up to `most` worlds by breadth-first search along the agents' relations from a world.

    If the search finds fewer worlds, it is repeated from the other worlds in the model's order.
    """
    worlds: list[int] = []
    for start in (middle, *range(structure.size)):
        queue = [start] if start not in worlds and len(worlds) < most else []
        worlds += queue
        for world in queue:  # grows in the loop
            for relation in structure.relations.values():
                new = [each for each in relation.seen(world).first(NEAR) if each not in worlds][: most - len(worlds)]
                worlds += new
                queue += new
    return WorldSet.of(structure.size, worlds)


def pairs(structure: Structure) -> dict[str, list[list[int]]]:
    """Return for each agent and world the indices of the accessible worlds; `TooLarge` for more than `PAIRS`."""
    count = sum(relation.count_edges() for relation in structure.relations.values())
    if count > PAIRS:
        raise TooLarge(f"the relations have {count:,} pairs, and the page lists at most {PAIRS:,}")
    seen: dict[str, list[list[int]]] = {agent: [[] for _ in range(structure.size)] for agent in structure.agents}
    for agent, successors in seen.items():
        sources, targets = structure.relations[agent].edges
        for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
            successors[source].append(target)
    return seen


def _kept(given: Places | None, picture: Picture, sized: dict[str, Box]) -> dict[World, Point] | None:
    """Return the given positions; other worlds are added on the right. None if no world has a given position."""
    if not given or not any(spot.world in given for spot in picture.spots):
        return None
    kept: dict[World, Point] = {spot.world: given[spot.world] for spot in picture.spots if spot.world in given}
    step = max(max(sized[spot.key].width, sized[spot.key].height) for spot in picture.spots) + 40
    left, top = max(x for x, _ in kept.values()) + step, max(y for _, y in kept.values())
    new = [spot.world for spot in picture.spots if spot.world not in kept]
    return kept | {world: (left + i // 4 * step, top - i % 4 * step) for i, world in enumerate(new)}


def _world(spot: Spot, box: Box) -> dict[str, Any]:
    return {
        "name": world_text(spot.world),
        "title": list(spot.title),
        "atoms": [", ".join(text for text, _ in row) for row in spot.rows],
        "remarks": [f"{remark.lead} {remark.text}" for remark in spot.remarks],
        "said": spot.said,
    } | _box(box)


def _box(box: Box) -> dict[str, Any]:
    return {name: round(getattr(box, name), 1) for name in ("x", "y", "width", "height", "radius")}


def _link(track: Track) -> dict[str, Any]:
    link = track.link
    return {
        "source": link.source,
        "target": link.target,
        "kind": link.kind,
        "agents": list(link.agents),
        "curve": [[round(x, 1), round(y, 1)] for x, y in track.curve],
        "label": None if track.label is None else [round(track.label.x, 1), round(track.label.y, 1)],
        "labelWidth": round(text_width(", ".join(link.agents), dot.AGENT), 1),
    }


def _frame(structure: Structure, agent: str) -> dict[str, str]:
    """Return the modal system of the agent's relation, such as KD45, and a text on the properties of S5 that fail."""
    shown = frame(structure, agent)
    fails = [f"not {name}: {why}" for name, why in shown.counterexamples.items()]
    return {"system": shown.system, "fails": listing(fails, "and") if fails else ""}
