"""The legend, and remarks at worlds: an agent's weight or rank, or that the agent considers no world possible.

An agent who considers no world possible has no lines, like an agent who knows everything; only a remark distinguishes
them.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal as OneOf
from typing import NamedTuple

from kripke.data.structure import Structure
from kripke.data.wording import visible
from logic.errors import listing, shorten
from viz.pictures.labels import even_rows
from viz.pictures.links import STRANDS, Link
from viz.pictures.picture import Picture, Remark, letters_across

WIDE, NARROW = 78, 52
"""Number of letters in a row of a note below one picture, and below stacked pictures."""

NOTE, LETTER = 30, 6.0  # minimal number of letters in a row, and the usual width of a letter in points

_BELIEF = "at a world that points to a named dot the agent considers possible all worlds that the dot points to"

Sign = OneOf[
    "stroke", "arrow", "bridge", "actual", "designated", "filled", "frame", "ghost", "lost", "lost arrow", "note"
]
LINES: tuple[Sign, ...] = ("stroke", "arrow", "bridge", "lost", "lost arrow")
"""The legend symbols that are lines; all others are small worlds or events, and notes have no symbol."""


class Entry(NamedTuple):
    """An entry of the legend: a symbol with its text."""

    sign: Sign
    text: str
    agent: str = ""
    tex: str = ""  # the meaning in LaTeX, if it is not just the text


class Beside(NamedTuple):
    """What is drawn around the panels: captions, signs, lines between panels, parts of the legend, a text below."""

    captions: Sequence[str]
    signs: Sequence[str] = ()  # symbols between the panels, such as ×
    bridges: Sequence[Link] = ()  # lines from worlds of the first panel to worlds of the second
    notes: Sequence[str] = ()
    below: str = ""  # a text of several rows below the legend, such as an explanation
    doubled: str = ""  # what else a double frame means, to follow "actual world"
    filled: str = ""  # what a frame in the colour of filled worlds means; empty if there is none
    overlays: bool = False  # whether the pictures are shown one after another on one slide, not side by side


def entries_of(pictures: Sequence[Picture], beside: Beside) -> list[Entry]:
    """Return entries for the symbols that occur, then the notes. O(n + l) for n worlds and l lines of all pictures."""
    picture = pictures[-1]
    spots = [spot for each in pictures for spot in each.spots if not each.events]
    entries = [*_agent_entries(pictures)]
    if rings := max((sum(spot.actual for spot in each.spots) for each in pictures if not each.events), default=0):
        entries.append(Entry("actual", ("actual world" if rings == 1 else "actual worlds") + beside.doubled))
    elif beside.doubled:
        entries.append(Entry("actual", beside.doubled.removeprefix(", ")))
    happening = max((sum(spot.actual for spot in each.spots) for each in pictures if each.events), default=0)
    if happening:
        entries.append(Entry("designated", "event that may happen" if happening > 1 else "event that happens"))
    if beside.filled:
        entries.append(Entry("filled", beside.filled))
    found = any(spot.filled for spot in spots)
    if picture.highlight and found:
        entries.append(Entry("filled", f"{picture.highlight} holds", tex=picture.highlight_tex))
    if any(spot.ghost for spot in spots):
        entries.append(Entry("ghost", "no longer possible"))
    lost = {  # kinds of removed links between worlds that remain
        link.kind
        for each in pictures
        for link in each.links
        if link.ghost and not any(spot.ghost for i in (link.source, link.target) for spot in each.spots[i : i + 1])
    }
    if lost:
        kinds = ["line"] * ("line" in lost) + ["arrow"] * (lost != {"line"})
        entries.append(Entry("lost" if "line" in lost else "lost arrow", f"removed {' or '.join(kinds)}"))
    if beside.bridges:
        entries.append(Entry("bridge", "bisimilar"))
    notes = [*_notes(pictures, beside), *beside.notes]
    notes += [f"{picture.highlight} holds at none of these worlds"] * bool(picture.highlight and not found)
    width = WIDE if len(pictures) == 1 else NARROW if picture.options.columns == 1 else WIDE * 3 // 2
    width = min(width, max(NOTE, letters_across(picture.options.width, LETTER)))
    return entries + [Entry("note", row) for note in notes for row in even_rows(note, width)]


def _agent_entries(pictures: Sequence[Picture]) -> Iterator[Entry]:
    """Yield the entries for agents with frames or lines, and for agents who consider nothing possible."""
    links = [link for each in pictures for link in each.links if not link.ghost]
    lines, arrows = ({a for x in links if (x.kind == "line") == wanted for a in x.agents} for wanted in (True, False))
    blind = set(agents_of(pictures)).intersection(*(each.blind for each in pictures))
    for agent in agents_of(pictures):
        if any(agent == each.hubs[hub][0] for each in pictures for hub, _ in each.frames):
            yield Entry("frame", f"{agent}: worlds in a frame are joined", agent)
        elif agent in lines | arrows | blind:
            said = f"{agent}: considers nothing possible" if agent in blind else agent
            yield Entry("arrow" if agent in arrows - lines else "stroke", said, agent)


def agents_of(pictures: Sequence[Picture]) -> tuple[str, ...]:
    """Return the agents of all pictures of a drawing, which may have different agents."""
    return tuple(dict.fromkeys(agent for each in pictures for agent in each.agents))


def _notes(pictures: Sequence[Picture], beside: Beside) -> list[str]:
    """Return notes on omitted parts, and on parts drawn in an unusual way."""
    links = [link for each in pictures for link in each.links]
    hubs = [k for each in pictures for k in range(len(each.spots), len(each.spots) + len(each.hubs))]
    ordered = {agent for each in pictures for agent in each.ordered}
    believed = any(
        link.kind != "line" and {link.source, link.target} & {*hubs} and {*link.agents} - ordered for link in links
    )
    ways = _ways(pictures, links, ordered, beside)
    notes = ["; ".join(ways)] if ways else []
    framed = {each.hubs[hub][0] for each in pictures for hub, _ in each.frames}
    drawn = framed.union(agent for link in links for agent in link.agents)
    sharp = [a for a in agents_of(pictures) if a not in drawn and all(a in {*each.reflexive} for each in pictures)]
    if sharp:
        things = "events" if all(each.events for each in pictures) else "worlds"
        things += " that are drawn" * any(each.options.fold for each in pictures)
        notes.append(f"{_named(sharp)} can tell all {things} apart")
    loopless = dict.fromkeys(agent for each in pictures for agent in each.loopless)
    if loopless:
        notes.append(f"loops of {', '.join(map(visible, loopless))} are not drawn")
    between = [x for each in pictures for x in each.links if max(x.source, x.target) < len(each.spots) and not x.ghost]
    if any(len(link.agents) > STRANDS for link in between):
        notes.append("a dark line is of all agents that are named on it")
    if any(len(each.hubs) > len(each.frames) for each in pictures):
        joined = "events" if all(each.events for each in pictures) else "worlds"
        alike = any({*agents} & ordered for each in pictures for agents in each.hubs)
        plain = f"all {joined} at a named dot are joined{', and equally plausible where arrows lead on' * alike}"
        notes.append(plain if not believed else _BELIEF)
    always = set(pictures[0].blind).intersection(*(each.blind for each in pictures))  # their own entries say so
    for agent in dict.fromkeys(agent for each in pictures for agent in each.blind if agent not in always):
        there = [_part(i, beside) for i, each in enumerate(pictures) if agent in each.blind]
        notes.append(f"{visible(agent)} considers nothing possible in {_named(there)}")
    notes += dict.fromkeys(note for each in pictures for note in each.notes)
    before, after = (sum(spot.actual for spot in pictures[i].spots) for i in (0, -1))
    if any(each.events for each in pictures[:-1]) and after > max(before, 1):
        notes.append("several events can happen: the actual world becomes one of the doubly ringed ones")
    return notes


def _ways(pictures: Sequence[Picture], links: Sequence[Link], ordered: set[str], beside: Beside) -> list[str]:
    """Return phrases on how to read lines, and on the agents whose loops are not drawn.

    A line of an agent in `ordered` joins equally plausible worlds.
    """
    graded = {agent in ordered for link in links if link.kind == "line" and not link.ghost for agent in link.agents}
    some = listing([visible(agent) for agent in agents_of(pictures) if agent in ordered], "or")
    owned = f" of {some}" * (False in graded)
    ways = ["a line goes both ways"] * (False in graded)
    ways += [f"a line{owned} joins what the agent finds equally plausible"] * (True in graded)
    whose = [each.reflexive for each in pictures]
    if any(whose):
        kinds = {each.events for each in pictures}
        noun = "world and event" if len(kinds) == 2 else "event" if kinds == {True} else "world"
        undrawn = f"loops at every {noun} are not drawn"
        if all(each.reflexive == each.agents for each in pictures):
            ways.append(undrawn)
        elif len(set(whose)) == 1:
            ways.append(f"{undrawn} for {_named(whose[0])}")
        else:
            where = {agents: [i for i, each in enumerate(whose) if each == agents] for agents in dict.fromkeys(whose)}
            parts = [
                f"in {listing([_part(i, beside) for i in there], 'and')} for {_named(agents)}"
                for agents, there in where.items()
                if agents
            ]
            ways.append(f"{undrawn}: {', '.join(parts)}")
    return ways


def _named(names: Sequence[str]) -> str:
    return listing([visible(name) for name in names], "and")


def _part(i: int, beside: Beside) -> str:
    caption = beside.captions[i] if i < len(beside.captions) else ""
    if not caption:  # the states of a space are numbers
        return str(i)
    return f"the {caption}" if caption in ("model", "event model", "product") else f"“{shorten(visible(caption), 30)}”"


LONG = 9  # maximal number of characters of a fraction; longer ones are written as decimals


def with_remarks(picture: Picture, structure: Structure) -> Picture:
    """Return the picture with remarks at worlds and notes below.

    O(g n + e) for g agents, n worlds and e edges of relations that are not transitive and Euclidean.
    """
    spots, notes, shown = picture.spots, list[str](), set[str]()
    numbered = picture.options.weights and not (picture.events and picture.options.atoms == "none")
    for agent in structure.agents if numbered else ():
        rows = {} if agent in picture.ordered else dict(_numbers(structure, agent, picture.events))
        shown.update([agent] * bool(rows))
        spots = tuple(
            spot._replace(remarks=(*spot.remarks, rows[i])) if i in rows else spot for i, spot in enumerate(spots)
        )
    notes += _notes_on_numbers(structure, picture.events, shown)
    arrows = {agent for link in picture.links if link.kind != "line" for agent in link.agents}
    whose = [visible(agent) for agent in picture.agents if agent in picture.ordered and agent in arrows]
    if whose:
        of = f" of {listing(whose, 'or')}" if arrows - {*picture.ordered} else ""
        notes.append(f"an arrow{of} leads to what the agent finds more plausible")
    without_successors = {
        agent: {*range(structure.size)}.difference(*(looking for looking, _ in relation.groups()))
        for agent, relation in structure.relations.items()
    }
    blind = tuple(agent for agent, where in without_successors.items() if len(where) == structure.size)
    partly = {agent: where for agent, where in without_successors.items() if where and agent not in blind}
    for agent, where in partly.items():
        mark = Remark(f"{visible(agent)}:", "none", agent=agent)
        spots = tuple(s._replace(remarks=(*s.remarks, mark)) if i in where else s for i, s in enumerate(spots))
    if partly:
        notes.append(f"none: there the agent considers no {'event' if picture.events else 'world'} possible")
    reflexive = [agent for agent, relation in structure.relations.items() if relation.is_s5]
    reflexive = [] if picture.options.full or picture.options.loops else reflexive
    return replace(picture, spots=spots, blind=blind, reflexive=tuple(reflexive), notes=tuple(notes))


def _numbers(structure: Structure, agent: str, events: bool) -> Iterator[tuple[int, Remark]]:
    """Yield the index and the weight or rank of each world that the agent considers possible at some world."""
    weights, ranks, name = structure.weights.get(agent), structure.ranks.get(agent), visible(agent)
    if weights is None and ranks is None:
        return
    for i in structure.relations[agent].seen_by_some.positions():
        if weights is not None:
            share = _number(weights.at(i))
            is_believed = weights.threshold and weights.numerators[i] >= weights.least_believed
            yield i, Remark(name, f"× {share}" if events else f"{share} ✓" if is_believed else share, agent=agent)
        elif ranks is not None:
            yield i, Remark(name, f"rank {ranks[i]}", agent=agent)


def _number(value: Fraction) -> str:
    is_long = value.denominator.bit_length() > 4 * LONG  # Python does not write very long numbers
    return f"≈ {float(value):.4g}" if is_long or len(str(value)) > LONG else str(value)


def _notes_on_numbers(structure: Structure, events: bool, shown: Container[str]) -> list[str]:
    weighted = {agent: weights for agent, weights in structure.weights.items() if agent in shown}
    notes = []
    if events and weighted:
        notes.append("× at an event: factor for the agent's weights of worlds")
    elif weighted:
        thresholds = {agent: weights.threshold for agent, weights in weighted.items() if weights.threshold}
        reached = ", ".join(f"{visible(agent)} {_number(threshold)}" for agent, threshold in thresholds.items())
        ticked = f"; ✓: at least the threshold, {reached}" if reached else ""
        notes.append(f"number: the agent's weight of the world{ticked}")
    if any(agent in shown for agent in structure.ranks.keys() - weighted):
        notes.append("rank: lower is more plausible for the agent")
    return notes
