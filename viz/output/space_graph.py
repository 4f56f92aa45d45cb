"""The graph of a `Space` (models that actions lead to): a picture in each state, or only a number if there are many."""

import json
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias, runtime_checkable

from graphviz import Digraph

from kripke.checking.constraint import Question, formula_of, question_text
from kripke.checking.explicit import extension
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure
from kripke.data.wording import natural, visible
from kripke.data.worlds import Named, World
from kripke.plan.tree import Places
from kripke.space.explore import Space, Transition
from logic.errors import TooLarge, by_face, shorten
from viz.layout.geometry import Box
from viz.layout.placement import RING, Panel, place
from viz.output import dot
from viz.output.files import TEX, Drawing, content_of, measured
from viz.output.render import render, run
from viz.output.sheet import Sheet, State, Step, Text, furniture, legend_below, title_above
from viz.pictures.legend import Beside, agents_of
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import A_PART, INCH, PAGE, Options, paper_of, scale_on
from viz.theme import FILL

PICTURED, MOST = 30, 300
"""Maximum number of states in a graph with a picture in each, and in any graph; 300 states take some seconds."""
PAD, HEAD = 10.0, 20.0  # distance of a state's picture from its frame, and height of the number above it, in points
NAMED = 40  # maximum number of letters of the name of an action and its event


@runtime_checkable
class InTime(Protocol):
    """An object with successive states, such as a run or a system."""

    def in_time(self, most: int) -> tuple[Sequence[World], Sequence[int], Iterable[tuple[int, str, int]]]:
        """Return at most `most` states, the indices of the initial ones, and the steps between these states.

        An object with more states leaves some out, or raises `TooLarge`. A step is the index of a state, the names of
        the actions, separated by commas, and the index of the next state.
        """


class Moments:
    """A run or system as a graph, in which each state is a structure with one world."""

    def __init__(self, given: InTime) -> None:
        self.given, (self.states, self.starts, steps) = given, given.in_time(MOST)
        self.transitions = [
            Transition(source, part, None, target) for source, done, target in steps for part in done.split(", ")
        ]
        true: list[frozenset[str]] = [state if isinstance(state, frozenset) else frozenset() for state in self.states]
        atoms = sorted(frozenset[str]().union(*true), key=natural)
        self.structures = [
            Structure(Named([state]), {atom: WorldSet.of(1, [0] * (atom in here)) for atom in atoms}, {})
            for state, here in zip(self.states, true, strict=True)
        ]

    def where(self, formula: Question) -> list[int]:
        """Return the indices of the states where a formula holds."""
        if hasattr(self.given, "where"):
            states = set(self.given.where(formula))
            return [number for number, state in enumerate(self.states) if state in states]
        parsed = formula_of(formula, self.structures[0].valuation)
        return [number for number, each in enumerate(self.structures) if 0 in extension(each, parsed)]

    def structure(self, number: int) -> Structure:
        """Return the structure of the state with this index."""
        return self.structures[number]


Graph: TypeAlias = Space[Any] | Places | Moments  # states with transitions


def space_content(space: Graph, structures: Sequence[Structure], options: Options, ending: str) -> bytes:
    """Draw the explored part of a space; states where the formula `highlight` holds are coloured.

    `TooLarge` for more than `MOST` states, or more than `PICTURED` in TikZ; `DrawError` if the layout exceeds the time
    limit.
    """
    if len(structures) > MOST:
        instead = by_face("; space.to_networkx() is the graph")
        raise TooLarge(f"a space of {len(structures):,} states, and at most {MOST} are drawn{instead}")
    labels, question = labels_of(space), options.highlight
    marked, options = set[int]() if question is None else {*space.where(question)}, replace(options, highlight=None)
    panels: list[Panel] = []
    if len(structures) <= PICTURED and ending not in ("dot", "gv"):
        try:
            pictures = [picture_of(structure, options) for structure in structures]
            first = f", first state{'s' * (len(space.starts) > 1)}"
            said = "" if question is None else question_text(question, space.structure(0).atoms)
            holds = f"{shorten(said, NAMED)} holds" if said else ""
            notes = [f"{holds} in none of these states"] * (bool(holds) and not marked)
            beside = Beside([""] * len(pictures), notes=notes, doubled=first, filled=holds * bool(marked))
            texts = furniture(pictures, beside)
            sized, (sizes,) = measured(pictures, [texts])
            panels = [place(*part) for part in zip(pictures, sized, strict=True)]
        except TooLarge:  # a model that is too large for a picture
            if options.width is not None:
                raise
    if panels:
        return content_of(_pictured(space, labels, panels, texts, sizes, marked), ending)
    if ending in TEX:
        raise TooLarge(f"TikZ has the models of at most {PICTURED} states of a space; write .svg, .pdf, .png or .dot")
    graph = _graph(space, labels, "LR", options.font)
    graph.attr(label=dot.plain(visible(options.title)), labelloc="t")
    for number in range(len(structures)):
        filled = {"style": "filled", "fillcolor": FILL} if number in marked else {}
        graph.node(str(number), shape="circle", peripheries="2" if number in space.starts else "1", **filled)
    if ending in ("dot", "gv"):
        return str(graph.source).encode()
    return render(graph.source, ending, "dot", options.timeout, options.dpi if ending == "png" else None, options.begun)


def labels_of(space: Graph) -> dict[tuple[int, int], str]:
    """Return labels: for each pair of states, the actions that lead from the first to the second."""
    events = defaultdict[tuple[int, str], set[object]](set)
    for step in space.transitions:
        events[step.source, step.action].add(step.event)
    actions = defaultdict[tuple[int, int], dict[str, None]](dict)
    for step in space.transitions:
        event = f": {step.event}" if len(events[step.source, step.action]) > 1 else ""
        actions[step.source, step.target][shorten(visible(step.action + event), NAMED)] = None
    beside = "\xa0\xa0"  # keeps the text off the arrow, also if the arrow is slanted
    return {pair: "\n".join([f"{beside}{name}{beside}" for name in names]) for pair, names in actions.items()}


def _graph(space: Graph, labels: dict[tuple[int, int], str], direction: str, font: str) -> Digraph:
    graph = dot.empty_graph("dot", font)
    graph.attr(rankdir=direction, ranksep="0.6", nodesep="0.35")
    for (source, target), label in labels.items():
        graph.edge(str(source), str(target), label=dot.plain(label))
    return graph


def _pictured(
    space: Graph,
    labels: dict[tuple[int, int], str],
    panels: Sequence[Panel],
    texts: Sequence[Text],
    sizes: Mapping[str, Box],
    marked: Container[int],
) -> Drawing:
    """Lay out the framed panels with Graphviz, from left to right or downwards, whichever fits the paper better."""
    pictures, options = [panel.picture for panel in panels], panels[0].picture.options
    graphs = [_graph(space, labels, direction, options.font) for direction in ("LR", "TB")]
    for graph in graphs:
        for number, panel in enumerate(panels):
            frame = panel.bounds.grown(PAD + RING * (number in space.starts))
            size = {"width": f"{frame.width / INCH:.4f}", "height": f"{(frame.height + HEAD) / INCH:.4f}"}
            graph.node(str(number), label="", shape="box", fixedsize="true", **size)
    jobs = [{"dot": graph.source, "engine": "dot", "format": "json0"} for graph in graphs]
    laid = run(jobs, options.timeout, options.begun)
    paper = PAGE if options.width is None else paper_of(options.width)
    whole, chosen = max(((_whole(each), each) for each in laid), key=lambda each: scale_on(paper, *each[0][2:4]))
    laid_out = json.loads(chosen)
    nodes = {each["name"]: each for each in laid_out["objects"]}
    framed = [(_box(nodes[str(number)]), panel) for number, panel in enumerate(panels)]
    names = [each["name"] for each in laid_out["objects"]]
    steps = [
        Step(names[each["tail"]], names[each["head"]], each["pos"], labels[pair], each["lp"])
        for each in laid_out.get("edges", ())
        for pair in [(int(names[each["tail"]]), int(names[each["head"]]))]
    ]
    sheet = Sheet(
        tuple([panel.moved(frame.x - panel.bounds.x, frame.y - HEAD / 2 - panel.bounds.y) for frame, panel in framed]),
        tuple(title_above(texts, sizes, whole)),
        legend_below(texts, sizes, whole),
        agents_of(pictures),
        states=tuple([State(str(n), frame, n in space.starts, n in marked) for n, (frame, _) in enumerate(framed)]),
        steps=tuple(steps),
    )
    worlds = sum(len(picture.spots) for picture in pictures)
    bounds = sheet.bounds
    ways_out = () if isinstance(space, Moments) else (A_PART,)
    scale = options.scale(bounds.width, bounds.height, worlds, ways_out=ways_out)
    return Drawing(pictures, (sheet,), bounds, scale)


def _box(node: Mapping[str, str]) -> Box:
    x, y = map(float, node["pos"].split(","))
    return Box(x, y, INCH * float(node["width"]), INCH * float(node["height"]))


def _whole(laid: bytes) -> Box:
    left, low, right, high = map(float, json.loads(laid)["bb"].split(","))
    return Box((left + right) / 2, (low + high) / 2, right - left, high - low)
