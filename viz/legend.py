"""The legend: what each sign of the pictures means, and what is not drawn.

Where pictures stand side by side, an agent may be drawn with lines in one and with arrows in another: then it says what
is true of which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from kripke.data.wording import visible
from logic.errors import listing, shorten
from viz.labels import broken
from viz.lines import Link
from viz.picture import Picture
from viz.strands import STRANDS

WIDE = 78
"""A note below one picture has so many letters in a row, below several half as many more."""

_BELIEF = "who points to a named dot considers possible all that it points to"

Sign = OneOf["stroke", "arrow", "bridge", "actual", "designated", "filled", "ghost", "hub", "note"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A part of the legend: a sign and what it means; for a stroke, whose; in LaTeX, if that is not just the text."""

    sign: Sign
    text: str
    agent: str = ""
    tex: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands between and below the panels.

    Parameters
    ----------
    captions : sequence of str
        Above the panels.
    signs : sequence of str
        Between them.
    bridges : sequence of Link
        From spots of the first panel to spots of the second.
    notes : sequence of str
        At the end of the legend.
    strands : int
        Of so many agents the format draws the strokes of a shared line; of more it draws a dark line.
    """

    captions: Sequence[str]
    signs: Sequence[str] = ()
    bridges: Sequence[Link] = ()
    notes: Sequence[str] = ()
    strands: int = STRANDS


def entries_of(pictures: Sequence[Picture], beside: Beside) -> list[Entry]:
    """The signs that occur, each once, then the notes. O(n + l) for n worlds and l lines of all pictures."""
    picture = pictures[-1]
    spots = [spot for each in pictures for spot in each.spots if not each.events]
    entries = _strokes(pictures)
    if any(spot.actual for spot in spots):
        entries.append(Entry("actual", "actual world"))
    happening = max((sum(spot.actual for spot in each.spots) for each in pictures if each.events), default=0)
    if happening:
        entries.append(Entry("designated", "event that may happen" if happening > 1 else "event that happens"))
    if picture.highlight:
        entries.append(Entry("filled", f"{picture.highlight} holds", tex=picture.highlight_tex))
    if any(spot.ghost for spot in spots) or any(link.ghost for each in pictures for link in each.links):
        entries.append(Entry("ghost", "no longer possible"))
    if beside.bridges:
        entries.append(Entry("bridge", "bisimilar"))
    notes = (*_notes(pictures, beside), *beside.notes)
    width = WIDE if len(pictures) == 1 else WIDE * 3 // 2
    return entries + [Entry("note", row) for note in notes for row in broken(note, width)]


def _strokes(pictures: Sequence[Picture]) -> list[Entry]:
    """The agents; with a tip where all that an agent has are arrows."""
    links = [link for each in pictures for link in each.links if not link.ghost]
    lines, arrows = ({a for x in links if (x.kind == "line") == wanted for a in x.agents} for wanted in (True, False))
    blind = set(pictures[-1].agents).intersection(*(each.blind for each in pictures))
    return [
        Entry(
            "arrow" if agent in arrows - lines else "stroke",
            f"{agent}: considers nothing possible" if agent in blind else agent,
            agent,
        )
        for agent in pictures[-1].agents
    ]


def _notes(pictures: Sequence[Picture], beside: Beside) -> list[str]:
    """What is not drawn, or drawn in another way than the reader may expect."""
    links = [link for each in pictures for link in each.links]
    hubs = [k for each in pictures for k in range(len(each.spots), len(each.spots) + len(each.hubs))]
    believed = any(link.kind != "line" and {link.source, link.target} & {*hubs} for link in links)
    ways = ["a line goes both ways"] if any(link.kind == "line" for link in links) else []
    notes = ["; ".join([*ways, *_undrawn(pictures, beside)])] if ways or any(p.reflexive for p in pictures) else []
    loopless = dict.fromkeys(agent for each in pictures for agent in each.loopless)
    if loopless:
        notes.append(f"loops of {', '.join(map(visible, loopless))} are not drawn")
    between = [x for each in pictures for x in each.links if max(x.source, x.target) < len(each.spots) and not x.ghost]
    if any(len(link.agents) > beside.strands for link in between):
        notes.append("a dark line is of all agents that are named on it")
    if any(each.hubs for each in pictures):
        joined = "events" if all(each.events for each in pictures) else "worlds"
        notes.append(f"all {joined} at a named dot are joined" if not believed else _BELIEF)
    notes += _blind(pictures, beside)
    notes += dict.fromkeys(note for each in pictures for note in each.notes)
    if _became(pictures) > 1:
        notes.append("several events can happen: the actual world becomes one of the doubly ringed ones")
    return notes


def _undrawn(pictures: Sequence[Picture], beside: Beside) -> Iterator[str]:
    """Whose loops at every world are left out; by pictures, where they differ."""
    said = f"loops at every {_nouns(pictures)} are not drawn"
    whose = [each.reflexive for each in pictures]
    if not any(whose):
        return
    if all(each.reflexive == each.agents for each in pictures):
        yield said
    elif len(set(whose)) == 1:
        yield f"{said} for {_named(whose[0])}"
    else:
        parts = (f"{_part(i, beside)} for {_named(agents)}" for i, agents in enumerate(whose) if agents)
        yield f"{said}: in {', in '.join(parts)}"


def _blind(pictures: Sequence[Picture], beside: Beside) -> Iterator[str]:
    """Who considers nothing possible in some of the pictures; who does in all has it beside her name."""
    always = set(pictures[0].blind).intersection(*(each.blind for each in pictures))
    for agent in dict.fromkeys(agent for each in pictures for agent in each.blind):
        if agent not in always:
            parts = [_part(i, beside) for i, each in enumerate(pictures) if agent in each.blind]
            yield f"{visible(agent)} considers nothing possible in {_named(parts)}"


def _became(pictures: Sequence[Picture]) -> int:
    """How many worlds the actual one may have become."""
    return 0 if pictures[-1].events else sum(spot.actual for spot in pictures[-1].spots)


def _named(names: Sequence[str]) -> str:
    return listing([visible(name) for name in names], "and")


def _part(i: int, beside: Beside) -> str:
    caption = beside.captions[i] if i < len(beside.captions) else ""
    return f"the {caption}" if caption in ("model", "event model", "product") else f"“{shorten(visible(caption), 30)}”"


def _nouns(pictures: Sequence[Picture]) -> str:
    """What the spots are."""
    kinds = {each.events for each in pictures}
    return "world and event" if len(kinds) == 2 else "event" if kinds == {True} else "world"
