"""The worlds and lines that an update removed, drawn pale around the rest."""

from __future__ import annotations

from dataclasses import replace

from kripke.data.structure import Structure
from viz.links import Hubs, Link
from viz.picture import DrawError, Picture


def with_ghosts(after: Picture, structure: Structure, old: Picture, before: Structure) -> Picture:
    """The picture after an update, with the removed worlds and lines around it.

    Raises
    ------
    DrawError
        If they have no world in common.

    Notes
    -----
    O(n + l) for n worlds and l lines of both, and a look-up for each world.
    """
    place = [structure.worlds.find(world) for world in before.worlds]
    gone = [i for i, there in enumerate(place) if there is None]
    if len(gone) == before.size:
        raise DrawError(
            "before=...: the model has none of the worlds before, so they have nothing in common; draw both models"
        )
    ghosts = tuple(replace(old.spots[i], key=f"gone {old.spots[i].key}", actual=False, ghost=True) for i in gone)
    n, g = len(after.spots), len(ghosts)
    where = {i: n + k for k, i in enumerate(gone)} | {i: there for i, there in enumerate(place) if there is not None}
    moved = tuple(_moved(link, n, g) for link in after.links)
    hubs, lost = _lost(after, moved, old, where, n + g)
    notes = tuple(dict.fromkeys(after.notes + (old.notes if any(ghost.remarks for ghost in ghosts) else ())))
    return replace(after, spots=after.spots + ghosts, hubs=hubs, links=moved + lost, notes=notes)


def _moved(link: Link, n: int, by: int) -> Link:
    """The link after `by` spots were inserted between the n worlds and the hubs."""
    shift = [i + by if i >= n else i for i in (link.source, link.target)]
    return replace(link, source=shift[0], target=shift[1])


def _lost(
    after: Picture, moved: tuple[Link, ...], old: Picture, where: dict[int, int], n: int
) -> tuple[Hubs, tuple[Link, ...]]:
    """The removed links. An old hub is identified with the new hub of the same agents, if there is one."""
    hubs = list(after.hubs)
    new_stars = {n + k: _star(moved, n + k) for k in range(len(hubs))}
    for k, agents in enumerate(old.hubs, len(old.spots)):
        star = {where[i] for i in _star(old.links, k)}
        same = (h for h, rest in new_stars.items() if rest <= star and set(agents) & set(after.hubs[h - n]))
        where[k] = next(same, n + len(hubs))
        if where[k] == n + len(hubs):
            hubs.append(agents)
    kept = {(way, agent) for link in moved for way in _ways(link) for agent in link.agents}
    lost = []
    for link in old.links:
        old_link = replace(link, source=where[link.source], target=where[link.target], ghost=True)
        left = tuple(agent for agent in link.agents if not any((way, agent) in kept for way in _ways(old_link)))
        if left and link.kind != "loop":
            lost.append(replace(old_link, agents=left))
    return tuple(hubs), tuple(lost)


def _ways(link: Link) -> set[tuple[int, int]]:
    """The directions of a link: an arrow that leads the other way now is a new one."""
    there, back = (link.source, link.target), (link.target, link.source)
    return {there} if link.kind == "arrow" else {there, back}


def _star(links: tuple[Link, ...], hub: int) -> set[int]:
    ends = [(link.source, link.target) for link in links if hub in (link.source, link.target)]
    return {i for pair in ends for i in pair} - {hub}
