"""Pictures as TikZ for papers: a ``tikzpicture``, which needs only the package ``tikz``, or a complete document.

Positions, sizes and curves are those of the other formats. Lines refer to worlds by name, so the picture can be edited
by hand.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from kripke.data.wording import visible
from kripke.why.explanation import LINE, TreeBox
from viz.layout.geometry import Box, Curve, Point, around
from viz.layout.names import Track
from viz.layout.placement import RING, Panel, form_of
from viz.layout.tips import HALF, Tip, strands_of, tips_along
from viz.output.sheet import SWATCH, Sheet, Text, swatch
from viz.pictures.labels import EMPTY, group_rows
from viz.pictures.legend import LINES, Entry
from viz.pictures.picture import MARGIN, Options, Remark, Spot
from viz.theme import FILL, GHOST, INK, PALE, PAPER, strokes

_LETTERS: dict[str, str] = json.loads(Path(__file__).with_name("letters.json").read_text("utf-8"))
"""The code of each character in LaTeX's text mode, apart from letters with accents.

A bracket is in braces, since at the start of a row LaTeX would read it as the option of the line break before it.
"""
_ACCENTS = {
    0x300: "`", 0x301: "'", 0x302: "^", 0x303: "~", 0x304: "=", 0x306: "u", 0x307: ".", 0x308: '"', 0x30A: "r",
    0x30B: "H", 0x30C: "v", 0x327: "c",
}  # fmt: skip
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_',=() .-]*")
_NUMBERED = re.compile(r"([A-Za-z])_?([0-9]+)|([A-Za-z])_([A-Za-z0-9]+)|([A-Za-z]+)_([A-Za-z0-9])")
"""Matches a letter or a word with an index: ``w1``, ``w_1``, ``m_a``, ``m_anne``, ``muddy_a``."""


def tex_text(text: str) -> str:
    """Return the text with escapes for LaTeX's text mode."""
    return "".join(map(_letter, visible(text)))


def tex_name(text: str) -> str:
    """Return the name of a world or agent in LaTeX: ``w1`` and ``m_a`` with a subscript, other names as text."""
    numbered = _NUMBERED.fullmatch(text)
    if numbered is None:
        return tex_text(text)
    parts = filter(None, numbered.groups())
    base, index = (part if len(part) == 1 or part.isdigit() else rf"\mathit{{{part}}}" for part in parts)
    return f"${base}_{{{index}}}$"


def tex_atom(atom: str) -> str:
    """Return an atom in math mode if its name is plain or has an index, otherwise as text."""
    if len(atom) == 1 or _NUMBERED.fullmatch(atom) or not _PLAIN.fullmatch(atom):
        return f"${atom}$" if re.fullmatch("[A-Za-z]", atom) else tex_name(atom)
    spaced = atom.replace("_", r"\_").replace(" ", r"\ ").replace("=", "{=}")
    return rf"$\mathit{{{spaced}}}$"


def _letter(letter: str) -> str:
    if letter in _LETTERS or letter.isascii():
        return _LETTERS.get(letter, letter)
    base, *marks = list(unicodedata.normalize("NFD", letter))
    if len(marks) == 1 and base.isascii() and base.isalpha() and ord(marks[0]) in _ACCENTS:
        return f"\\{_ACCENTS[ord(marks[0])]}{{{base}}}"
    plain = unicodedata.normalize("NFKD", letter)
    return plain if plain.isascii() and plain.isalnum() else rf"\texttt{{U+{ord(letter):04X}}}"


def forest(boxes: Sequence[TreeBox], standalone: bool) -> str:
    """Return the tree of an explanation for the LaTeX package ``forest``, as an environment or a complete document."""
    below: dict[int | None, list[int]] = {}
    for place, box in enumerate(boxes):
        below.setdefault(box.above, []).append(place)
    out, stack = list[str](), [("", place) for place in reversed(below[None])]
    while stack:
        end, place = stack.pop()
        if end:
            out.append(end)
            continue
        box, depth = boxes[place], "  " * (1 + sum(text != "" for text, _ in stack))
        rows = [tex_text(row) for text in box.lines for row in wrap(text, LINE, break_on_hyphens=False)]
        if box.same is not None:
            rows, style = ["as above"], "plain"
        else:
            style = {True: "holds", False: "fails", None: "plain"}[box.holds]
        said = r" \\ ".join(rows)
        out.append(f"{depth}[{{{said}}}, {style}")
        stack += [(f"{depth}]", place), *(("", each) for each in reversed(below.get(place, [])))]
    tree = "\n".join([_FOREST, *out, "\\end{forest}"])
    if standalone:
        return _ALONE[0].replace("tikz", "forest") + tree + "\n" + _ALONE[1]
    return f"% for a document with \\usepackage{{forest}}\n{tree}\n"


_FOREST = r"""\begin{forest}
  for tree={draw, rounded corners=3pt, align=center, font=\footnotesize, edge={->, >=stealth}},
  holds/.style={fill=green!10}, fails/.style={fill=red!10}, plain/.style={draw=none}"""


SCALE = 0.8  # scale of the picture; papers use smaller letters than slides

_FONTS = {
    "title": r"\large\bfseries", "caption": r"\bfseries", "legend": r"\footnotesize", "note": r"\scriptsize",
    "sign": r"\Large", "below": r"\footnotesize",
}  # fmt: skip
_HEADS = {"line": "", "both": "<->", "arrow": "->", "loop": "->"}
Names = Mapping[str, str]


def tikz_document(sheets: Sequence[Sheet], options: Options, scale: float | None) -> str:
    """Return the sheets as TikZ pictures, or as a complete document; several sheets are overlays of one slide.

    `scale` is the factor from points on the sheets to points on the paper. If it is None, only pictures for slides are
    resized; in other pictures, letters have the document's font size.
    """
    whole, overlays = around(sheet.bounds for sheet in sheets), len(sheets) > 1
    drawn = (_picture(sheet, whole if overlays else None) for sheet in sheets)
    if overlays or (options.width == "slide" and not options.standalone):  # the class standalone has no page
        high = [_resized(part, "!", r"0.8\textheight") for part in drawn]  # only TeX knows the size of its letters
        broad = r"\ifdim\wd0>\textwidth\resizebox{\textwidth}{!}{\usebox0}\else\usebox0\fi"
        parts = [f"{{\\sbox0{{{part}}}%\n{broad}}}" for part in high]
    else:
        width = f"{(whole.width + 2 * MARGIN) * (scale or 0):.1f}bp"
        parts = [part if scale is None else _resized(part, width, "!") for part in drawn]
    if overlays:
        parts = [f"\\only<{k}>{{%\n{part}}}%" for k, part in enumerate(parts, 1)]
    body = "\n".join(parts)
    slide = " of the class beamer" * overlays
    if not options.standalone:
        return f"% for a document{slide} with \\usepackage{{tikz}}\n{body}\n"
    head, end = _BEAMER if overlays else _ALONE
    return f"{head}{body}\n{end}"


_ALONE = ("\\documentclass[border=4pt]{standalone}\n\\usepackage{tikz}\n\\begin{document}\n", "\\end{document}\n")
_BEAMER = (
    "\\documentclass[aspectratio=169]{beamer}\n\\usepackage{tikz}\n\\begin{document}\n\\begin{frame}\\centering\n",
    "\\end{frame}\n\\end{document}\n",
)


def _resized(picture: str, width: str, height: str) -> str:
    return f"\\resizebox{{{width}}}{{{height}}}{{%\n{picture}}}"


def _picture(sheet: Sheet, whole: Box | None) -> str:
    """Return the sheet as a ``tikzpicture``; `whole` is a box around all overlays, which gives them the same size."""
    names = {agent: f"agent{_letters(place)}" for place, agent in enumerate(sheet.agents)}
    lines = _preamble(sheet, names)
    if whole is not None:
        corners = ((whole.x + sign * whole.width / 2, whole.y + sign * whole.height / 2) for sign in (-1, 1))
        lines.append(rf"\useasboundingbox {' rectangle '.join(map(_point, corners))};")
    for state in sheet.states:
        styles = ["state", *["actual"] * state.is_first, *["found"] * state.is_found, _size(state.frame)]
        top = state.frame.x, state.frame.y + state.frame.height / 2
        lines += [_node(", ".join(styles), state.frame.middle, "", f"state {state.name}")]
        lines += [_node(r"anchor=north, font=\small\bfseries", top, tex_text(state.name))]
    for step in sheet.steps:
        tip, start, *ways, at = [_point((float(x), float(y))) for x, y in _PAIR.findall(f"{step.spline} {step.place}")]
        curves = [f".. controls {ways[k]} and {ways[k + 1]} .. {ways[k + 2]}" for k in range(0, len(ways), 3)]
        said = r" \\ ".join(map(tex_text, step.label.split("\n")))
        lines.append(rf"\draw[->] {start} {' '.join(curves)} -- {tip};")
        lines.append(rf"\node[align=center, font=\footnotesize] at {at} {{{said}}};")
    for place, panel in enumerate(sheet.panels):
        lines += _panel(panel, _PREFIXES[place : place + 1] or f"x{place}-", names)
    for track in sheet.bridges:
        lines.append(rf"\draw[bridge] (w{track.link.source}) {_way(track.curve)} (v{track.link.target});")
    lines += [_text(text, box) for text, box in sheet.texts]
    for entry, text, box in sheet.legend:
        lines += _entry(entry, text, box, names)
    return "\n".join([*lines, r"\end{tikzpicture}"])


_PAIR = re.compile(r"(-?[\d.]+(?:e[-+]\d+)?),(-?[\d.]+(?:e[-+]\d+)?)")
"""Matches a point of an arrow in Graphviz's output; the first point is the tip, the last one the label's position."""
_PREFIXES = "wvutsrqponmlkjihgfedcba"  # first letters of the names of worlds in the first panels


def _letters(place: int) -> str:
    """Convert an index to letters, A to Z, then AA and so on, for style names, where some characters are forbidden."""
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)


def _preamble(sheet: Sheet, names: Names) -> list[str]:
    known = strokes(sheet.agents, sheet.panels[0].picture.options.palette)
    colours = {"whoink": INK, "whopale": PALE, "whoghost": GHOST, "whofill": FILL, "whopaper": PAPER}
    colours |= {names[agent]: known[agent].colour for agent in sheet.agents}
    agents = [
        f"  {names[agent]}/.style={{draw={names[agent]}, {stroke.style}, line width={stroke.width * 0.75:.2g}pt}},"
        for agent, stroke in known.items()
    ]
    defined = (rf"\definecolor{{{name}}}{{HTML}}{{{code[1:].upper()}}}" for name, code in colours.items())
    scale = rf"\begin{{tikzpicture}}[x={SCALE}pt, y={SCALE}pt, >=stealth, line width=0.7pt,"
    return [scale, _STYLES, *agents, "]", *defined]


_STYLES = Path(__file__).with_name("styles.tex").read_text("utf-8").rstrip("\n")
"""The styles of the parts of a picture, apart from those of the agents' lines."""


def _panel(panel: Panel, prefix: str, names: Names) -> list[str]:
    picture = panel.picture
    n = len(picture.spots)
    keys = [f"{prefix}{i}" for i in range(len(panel.boxes))]
    sort = {"square": "event", "circle": "world, circle", "rounded": "world"}[form_of(picture)]
    placed = zip(picture.spots, panel.boxes, keys, strict=False)
    lines = [_frame(agent, box, names) for agent, box in panel.frames]
    lines += [_world(spot, box, key, sort, names) for spot, box, key in placed]
    for hub, ghost, box, key in zip(picture.hubs, picture.ghost_hubs, panel.boxes[n:], keys[n:], strict=True):
        ring = "lost" if ghost else f"draw={names[hub[0]]}" if len(hub) == 1 else "draw=whoink"
        lines.append(_node(f"hub, {ring}, {_size(box)}", box.middle, _agents(hub, names), key))
    lines += [row for track in panel.tracks for row in _line(track, keys, names)]
    for link, label in ((track.link, track.label) for track in panel.tracks):
        if label is not None:
            lines.append(_node(f"agents, {_size(label)}", label.middle, _agents(link.agents, names, link.ghost)))
    return lines


def _frame(agent: str, box: Box, names: Names, corner: int = 8) -> str:
    corners = (_point((box.x + side * box.width / 2, box.y + side * box.height / 2)) for side in (-1, 1))
    style = f"{names[agent]}, line width=0.6pt, fill={names[agent]}!10, rounded corners={corner}pt"
    return rf"\filldraw[{style}] {' rectangle '.join(corners)};"


def _world(spot: Spot, box: Box, key: str, sort: str, names: Names) -> str:
    flags = [style for style, on in (("actual", spot.actual), ("holds", spot.filled), ("ghost", spot.ghost)) if on]
    rows = [rf"\textbf{{\boldmath {tex_name(part)}}}" for part in spot.title]
    rows += [", ".join(_literal(*literal) for literal in row) + "," * (row is not spot.rows[-1]) for row in spot.rows]
    rows += [_remark(remark, names) for remark in spot.remarks]
    styles = ", ".join([sort, *flags, _size(box.grown(RING) if spot.actual else box)])
    return _node(styles, box.middle, r" \\ ".join(rows), key)


def _remark(remark: Remark, names: Names) -> str:
    colour = names[remark.agent] if remark.agent else "whopale"
    lead = rf"\textcolor{{{colour}}}{{{tex_text(remark.lead)}}} " if remark.lead else ""
    return lead + (remark.tex or tex_text(remark.text))


def _literal(atom: str, truth: bool) -> str:
    plain = atom == EMPTY or atom.startswith("…")
    text = r" \\ ".join(tex_text(part) if plain else tex_atom(part) for part in atom.split("\n"))
    return text if truth else rf"\textcolor{{whopale}}{{$\neg$}}{text}"


def _line(track: Track, keys: Sequence[str], names: Names) -> list[str]:
    """Return the TikZ commands for a line: parallel strokes and shared tips for a few agents, otherwise one stroke."""
    link, curve = track.link, track.curve
    if strands := strands_of(link, curve):
        lines = [rf"\draw[{names[agent]}] {_point(way.a)} {_way(way)} {_point(way.d)};" for agent, way in strands]
        return lines + [row for tip in tips_along(link, curve) for row in _tip(tip, link.agents, names)]
    stroke = "lost" if link.ghost else names[link.agents[0]] if len(link.agents) == 1 else "several"
    style = ", ".join(filter(None, [stroke, _HEADS[link.kind]]))
    return [rf"\draw[{style}] ({keys[link.source]}) {_way(curve)} ({keys[link.target]});"]


def _tip(tip: Tip, agents: Sequence[str], names: Names) -> list[str]:
    """Return the tip of a shared arrow: a triangle for each agent, the first on the left."""
    (x, y), (u, v) = tip.base, tip.point
    across = -(v - y) * HALF, (u - x) * HALF
    n = len(agents)
    corners = [(x + across[0] * (1 - 2 * k / n), y + across[1] * (1 - 2 * k / n)) for k in range(n + 1)]
    order = agents if tip.ahead else agents[::-1]
    return [
        rf"\fill[{names[agent]}, draw=none, fill={names[agent]}] "
        f"{_point(tip.point)} -- {_point(corners[k])} -- {_point(corners[k + 1])} -- cycle;"
        for k, agent in enumerate(order)
    ]


def _way(curve: Curve) -> str:
    return "--" if curve.is_straight else f".. controls {_point(curve.b)} and {_point(curve.c)} .."


def _entry(entry: Entry, text: Text, box: Box, names: Names) -> list[str]:
    left = box.x - box.width / 2
    said = entry.tex or tex_name(entry.agent) + tex_text(entry.text.removeprefix(entry.agent))
    if entry.sign == "note":
        return [_text(text, box)]
    lines = [_node(f"anchor=west, inner sep=0pt, font={_FONTS[text.style]}", (left, box.y), said)]
    if entry.sign in LINES:
        stroke = names[entry.agent] if entry.agent else entry.sign.split()[0]
        style = stroke + (", ->" if entry.sign.endswith("arrow") else "")
        lines.append(rf"\draw[{style}] {_point((left - SWATCH, box.y))} -- {_point((left - 8, box.y))};")
    elif entry.sign == "frame":
        lines.append(_frame(entry.agent, Box(left - 22, box.y, *swatch(entry)), names, 3))
    else:
        corners = "sharp corners" if entry.sign == "designated" else "rounded corners=3pt"
        style = {"filled": "holds", "designated": "actual"}.get(entry.sign, entry.sign)
        width, height = swatch(entry)
        size = _size(Box(0, 0, width, height).grown(RING if style == "actual" else 0))
        lines.append(rf"\node[draw=whoink, {corners}, {style}, {size}] at {_point((left - 22, box.y))} {{}};")
    return lines


def _text(text: Text, box: Box) -> str:
    rows = text.text.split("\n") if text.style in ("title", "below") else [text.text]
    style = f"align={'center' if text.style == 'title' else 'left'}, font={_FONTS[text.style]}"
    return _node(style, box.middle, r" \\{} ".join(map(tex_text, rows)))


def _agents(agents: Sequence[str], names: Names, ghost: bool = False) -> str:
    colours = {visible(agent): "whoghost" if ghost else names[agent] for agent in agents}
    rows = (", ".join(rf"\textcolor{{{colours[a]}}}{{{tex_name(a)}}}" for a in row) for row in group_rows(agents))
    return r" \\ ".join(rows)


def _node(style: str, at: Point, content: str, key: str = "") -> str:
    name = f" ({key})" if key else ""
    return rf"\node[{style}]{name} at {_point(at)} {{{content}}};"


def _size(box: Box) -> str:
    return f"minimum width={box.width * SCALE:.4g}pt, minimum height={box.height * SCALE:.4g}pt"


def _point(point: Point) -> str:
    return f"({point[0]:.1f}, {point[1]:.1f})"
