"""Sheets of exercises for paper and for learning management systems, in several formats.

A sheet is a list of blocks, which are written as Markdown, HTML, TeX, PDF (by Typst), or Moodle's XML. No text of an
exercise becomes code: Typst's template reads the blocks as data, and in the other formats texts are escaped.
"""

from __future__ import annotations

import base64
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from itertools import islice, product
from pathlib import Path
from random import Random
from string import Template, ascii_lowercase
from textwrap import wrap
from typing import Any, Literal, NamedTuple, TypeAlias

from kripke.change.event import EventModel
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import Choices
from learn.exercises.exercise import Exercise
from logic.clauses import And, Atom, Iff, Implies, K, Kw, M, Not, Or
from logic.errors import EpistemicError, listing
from logic.formula import Formula
from logic.node_table import rebuild
from logic.parser import parse
from logic.printer import escape_latex
from viz.drawing import draw, to_tikz

Run: TypeAlias = "tuple[Literal['text', 'formula'], str]"
Kind: TypeAlias = Literal["title", "task", "heading", "line", "choices", "rows", "picture", "space"]
Block: TypeAlias = "tuple[Kind, Any]"
"""A kind with its content. ``title``, ``heading``: a text; ``task``: blocks that stay on one page if they fit;
``line``: pieces of text and formulas (runs); ``choices``: a list of runs for each choice; ``rows``: verbatim lines;
``picture``: a model or an event model; ``space``: a number of blank lines.
"""

LINES = {"formula": 2, "model": 9, "text": 12, "proof": 12}
"""Number of blank lines for an answer, by the form of the answer; other forms get one."""
COLUMNS = 88  # maximal number of letters in a line of reasons
REASONS = 6  # maximal number of lines of the reasons of a part
WIDEST, HIGHEST = 420.0, 190.0  # maximum size of a picture in points; a line of an A4 page has 454
PIXEL = 0.75  # points


class SheetError(EpistemicError, ValueError):
    """Raised if a sheet cannot be written in the requested format."""


class Item(NamedTuple):
    """An exercise with its identifier, such as ``predict/2/17``, which is needed to mark answers."""

    name: str
    exercise: Exercise

    @property
    def is_for_paper(self) -> bool:
        """Whether the exercise can be solved on paper, without queries to a computer."""
        return not self.exercise.public().get("ask")


class Sheet(NamedTuple):
    """The exercises of one student, or of all students if `student` is empty, with the title of the sheet."""

    title: str
    student: str
    items: Sequence[Item]

    def blocks(self, solved: bool = False) -> Iterator[Block]:
        """Yield the tasks, with space for answers or, if `solved`, with the sample answers and their reasons."""
        yield "title", self.title
        if solved:
            yield "line", [("text", f"Solutions for {self.student}" if self.student else "Solutions")]
        else:
            yield "line", [("text", self.student or "Name: " + "_" * 30)]
        for number, item in enumerate(self.items, 1):
            yield "task", list(_task(number, item))
            if solved:
                yield from _solution(item.exercise)
            else:
                yield "space", LINES.get(item.exercise.form, 1)


def _task(number: int, item: Item) -> Iterator[Block]:
    exercise, public = item.exercise, item.exercise.public()
    yield "heading", f"{number}. {exercise.title}"
    for text in (exercise.text, exercise.task):
        yield from (("line", _runs(paragraph)) for paragraph in re.split(r"\n\s*\n", text) if paragraph.strip())
    if "agents" in public:
        yield "line", [("text", f"Agents: {listing(public['agents'], 'and')}.")]
    if words := public.get("words"):
        runs = [run for name, says in words.items() for run in (("formula", name), ("text", f": {says}; "))]
        yield "line", [*runs[:-1], ("text", runs[-1][1].rstrip("; ") + ".")]
    pictures = [public[key] for key in ("model", "other") if key in public and exercise.form != "model"]
    for model in (*map(KripkeModel.from_dict, pictures), *getattr(exercise, "event_models", ())):
        yield "picture", model
    if "lines" in public:
        yield (
            "rows",
            _numbered([(each["formula"], ", ".join(map(str, each["of"])) or "premise") for each in public["lines"]]),
        )
    if "proof" in public:
        lines = public["proof"]["lines"]
        said = ["".join(f"|{bar} " for bar in line["bars"]) + (line["formula"] or "…") for line in lines]
        yield "rows", _numbered([(text, line["why"]) for text, line in zip(said, lines, strict=True)])
    if "choices" in public:
        yield "choices", [_runs(choice, public) for choice in public["choices"]]


def _numbered(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max((len(text) for text, _ in rows), default=0)
    return [f"{i}. {text:<{width}}  {why}" for i, (text, why) in enumerate(rows, 1)]


def _solution(exercise: Exercise) -> Iterator[Block]:
    answer = exercise.model_dump(mode="json")["answer"]
    says = in_words(exercise, answer)
    yield "line", [("text", "Answer: " if says else "Answer, for example:"), *says]
    if exercise.form == "model":
        yield "picture", KripkeModel.from_dict({"whoknows": 1, **answer})
    elif exercise.form in ("text", "proof"):
        yield "rows", answer.splitlines()
    if isinstance(exercise, Choices):
        for i, (option, right) in enumerate(zip(exercise.options(), exercise.values(), strict=True)):
            verdict = exercise.verdict(i, right).removeprefix(option).strip(" :")
            yield "line", [("text", f"({ascii_lowercase[i]}) {verdict}")]
            yield "rows", [part for line in exercise.why(i)[:REASONS] for part in _wrapped(line)]


def _wrapped(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(line, COLUMNS, subsequent_indent=indent, drop_whitespace=True, replace_whitespace=False) or [line]


def in_words(exercise: Exercise, answer: Any) -> list[Run]:
    """Return an answer as one line of runs; empty for a model, a text or a proof."""
    match exercise.form:
        case "formula":
            return [("formula", answer)]
        case "choices":
            return [("text", listing([ascii_lowercase[i] for i in answer], "and") or "none")]
        case "step":
            return [("text", f"line {answer['step']}, at {answer['world']}")]
        case "path":
            return [("text", f"{ascii_lowercase[answer['choice']]}, by {', '.join(answer['worlds'])}")]
        case "model" | "text" | "proof":
            return []
        case _:
            return [("text", listing(map(str, answer), "and") if isinstance(answer, list) else str(answer))]


def _runs(text: str, public: Any = None) -> list[Run]:
    """Split a text into formulas, which are in backquotes, and other text.

    With the data `public` of an exercise, the text is one of its choices. It is a formula as a whole if it can be
    parsed and the choices are not prose.
    """
    if public is not None and not public.get("prose"):
        try:
            return [("formula", str(parse(text)))]
        except EpistemicError:
            pass
    parts = " ".join(text.split()).split("`")
    return [("formula" if i % 2 else "text", part) for i, part in enumerate(parts) if part]


SUBSCRIPT = re.compile(r"(?<=\w)_(\{[^{}]*\}|\w+)((?:>=|≥)[0-9./]+)?")


def pieces(formula: str) -> list[tuple[str, bool]]:
    """Split a formula into pairs ``(part, is_subscript)``; a subscript is, for example, a group of agents.

    >>> pieces("K_ann p → E_{a,b} q")
    [('K', False), ('ann', True), (' p → E', False), ('a,b', True), (' q', False)]
    """
    cut, end = [], 0
    for match in SUBSCRIPT.finditer(formula):
        cut += [(formula[end : match.start()], False), (match[1].strip("{}") + (match[2] or ""), True)]
        end = match.end()
    return [piece for piece in (*cut, (formula[end:], False)) if piece[0]]


@lru_cache(maxsize=64)
def _svg(model: KripkeModel | EventModel) -> str:
    return draw(model)


def picture(model: KripkeModel | EventModel) -> tuple[str, float, float]:
    """Return the picture of a model as SVG, and its width and height in points on the page; the SVG is cached."""
    svg = _svg(model)
    width, height = (float(re.search(rf'<svg[^>]*\b{side}="([0-9.]+)pt"', svg)[1]) for side in ("width", "height"))  # type: ignore[index]
    scale = min(0.75, WIDEST / width, HIGHEST / height)
    return svg, width * scale, height * scale


def _described(model: KripkeModel | EventModel) -> str:
    if isinstance(model, EventModel):
        return f"An event model with the events {listing([f'{e}: {model.events[e].pre}' for e in model], 'and')}"
    return f"A model with the worlds {listing(map(str, model.worlds), 'and')}"


# ------------------------------------------------------------------------------------------ Markdown, HTML and TeX


def _template(ending: str) -> Template:
    return Template(Path(__file__).with_suffix(ending).read_text("utf-8"))


def to_md(sheets: Iterable[Iterable[Block]]) -> str:
    """Return the sheets as Markdown, with pictures as embedded SVG."""
    return "\n\n---\n\n".join("\n\n".join(map(_markdown, sheet)) for sheet in sheets) + "\n"


def _markdown(block: Block) -> str:
    match block:
        case "title", text:
            return f"# {_marked('text', text)}"
        case "task", blocks:
            return "\n\n".join(map(_markdown, blocks))
        case "heading", text:
            return f"## {_marked('text', text)}"
        case "line", runs:
            return "".join(_marked(*run) for run in runs)
        case "choices", rows:
            return "\n".join(f"- ({ascii_lowercase[i]}) {_markdown(('line', runs))}" for i, runs in enumerate(rows))
        case "rows", rows:
            return "\n".join(["```text", *rows, "```"]) if rows else ""
        case "picture", model:
            data = base64.b64encode(picture(model)[0].encode()).decode()
            return f"![{_marked('text', _described(model))}](data:image/svg+xml;base64,{data})"
        case _, lines:
            return "\n\n".join(["&nbsp;"] * lines)


def _marked(kind: str, text: str) -> str:
    return f"`{text}`" if kind == "formula" else re.sub(r"([\\`*_<>#\[\]])", r"\\\1", text)


def to_html(sheets: Iterable[Iterable[Block]]) -> str:
    """Return the sheets as one HTML document without scripts; each sheet starts a new page when printed."""
    pages = [list(sheet) for sheet in sheets]
    body = "\n".join(f"<section>\n{html_of(page)}\n</section>" for page in pages)
    return _template(".html").substitute(title=escape(pages[0][0][1]), content=body)


def html_of(blocks: Iterable[Block], image: str = "") -> str:
    """Return blocks as HTML, with pictures at the address `image` or, if it is empty, as embedded data."""
    return "\n".join(_html(block, image) for block in blocks)


def _html(block: Block, image: str) -> str:
    match block:
        case "title", text:
            return f"<h1>{escape(text)}</h1>"
        case "task", blocks:
            return f'<div class="task">\n{html_of(blocks, image)}\n</div>'
        case "heading", text:
            return f"<h2>{escape(text)}</h2>"
        case "line", runs:
            return f"<p>{_inline(runs)}</p>"
        case "choices", rows:
            return "\n".join(['<ol type="a">', *(f"<li>{_inline(runs)}</li>" for runs in rows), "</ol>"])
        case "rows", rows:
            return f"<pre>{escape(chr(10).join(rows))}</pre>" if rows else ""
        case "picture", model:
            svg, width, height = picture(model)
            source = image or f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"
            size = f'width="{width / PIXEL:.0f}" height="{height / PIXEL:.0f}"'
            return f'<img src="{source}" alt="{escape(_described(model))}" {size}>'
        case _, lines:
            return '<div class="space"></div>' * int(lines)


def _inline(runs: Iterable[Run]) -> str:
    return "".join(
        escape(text)
        if kind == "text"
        else "<i>" + "".join(f"<sub>{escape(p)}</sub>" if low else escape(p) for p, low in pieces(text)) + "</i>"
        for kind, text in runs
    )


MATHEMATICAL = {
    "¬": "neg", "∧": "land", "∨": "lor", "→": "to", "↔": "leftrightarrow", "⊤": "top", "⊥": "bot", "□": "Box",
    "◇": "Diamond", "≥": "geq", "≤": "leq", "∅": "emptyset", "⟨": "langle", "⟩": "rangle", "⊢": "vdash",
}  # fmt: skip
SIGNS = {"…": r"\dots{}"} | {sign: rf"\ensuremath{{\{name}}}" for sign, name in MATHEMATICAL.items()}
SIGNS |= {sign: rf"\ensuremath{{{sign}}}" for sign in "<>|"}
"""Characters that TeX cannot read as text, apart from those of its commands."""
LATIN = 0x24F  # the last sign of the alphabets that LaTeX reads without further packages


def to_tex(sheets: Iterable[Iterable[Block]]) -> str:
    """Return the sheets as a LaTeX document, with pictures in TikZ."""
    pages = ("\n\n".join(map(_tex_block, sheet)) for sheet in sheets)
    return _template(".tex").substitute(content="\n\\newpage\\setcounter{page}{1}\n".join(pages))


def _tex_block(block: Block) -> str:
    match block:
        case "title", text:
            return rf"\section*{{{_tex(text)}}}"
        case "task", blocks:
            return "\n\n".join([r"\begin{task}", *map(_tex_block, blocks), r"\end{task}"])
        case "heading", text:
            return rf"\subsection*{{{_tex(text)}}}"
        case "line", runs:
            return "".join(_tex(text) if kind == "text" else _mathematics(text) for kind, text in runs)
        case "choices", rows:
            items = [rf"\item {_tex_block(('line', runs))}" for runs in rows]
            return "\n".join([r"\begin{enumerate}[label=(\alph*)]", *items, r"\end{enumerate}"])
        case "rows", rows:
            lines = [_tex(row).replace("  ", r"\ \ ") for row in rows]
            return "\n".join([r"\begin{alltt}\footnotesize", *lines, r"\end{alltt}"]) if rows else ""
        case "picture", model:
            height = picture(model)[2]
            return rf"\begin{{center}}\drawn{{{height:.0f}pt}}{{{to_tikz(model)}}}\end{{center}}"
        case _, lines:
            return "\n\n".join([r"\vspace{5mm}\rule{\linewidth}{.2pt}"] * lines)


def _tex(text: str) -> str:
    """Return the text, escaped for LaTeX; `SheetError` for characters that LaTeX cannot typeset without packages."""
    if odd := sorted({sign for sign in text if ord(sign) > LATIN and sign not in SIGNS and sign not in "“”‘’–—"}):
        raise SheetError(f"LaTeX does not read {listing(odd[:5], 'and')} without further packages: write --format html")
    return "".join(SIGNS.get(sign, sign) for sign in escape_latex(text))


def _mathematics(formula: str) -> str:
    try:
        return f"${parse(formula).to_latex()}$"
    except EpistemicError:
        return rf"\texttt{{{_tex(formula)}}}"


# ------------------------------------------------------------------------------------------------------------- PDF


def to_pdf(sheets: Iterable[Iterable[Block]]) -> bytes:
    """Return the sheets as PDF, made by Typst; `SheetError` if Typst is missing, or for a character without a font."""
    try:
        import typst
    except ModuleNotFoundError:
        raise SheetError(
            "PDF needs Typst: `pip install '.[sheets]'` in the folder of whoknows; "
            "or write --format html, which a browser prints"
        ) from None
    from matplotlib import get_data_path

    fonts = Path(get_data_path()) / "fonts" / "ttf"
    content = [[_data(block) for block in sheet] for sheet in sheets]
    _require_signs(content, fonts)
    inputs = {"sheets": json.dumps(content)}
    pdf: bytes = typst.compile(  # type: ignore[misc]  # its stub leaves a variable open
        _template(".typ").template.encode(), font_paths=[fonts], ignore_system_fonts=True, sys_inputs=inputs
    )
    return pdf


FONTS = ("DejaVuSerif.ttf", "DejaVuSans.ttf", "DejaVuSansMono.ttf")


def _require_signs(content: object, fonts: Path) -> None:
    """Raise `SheetError` for a character that no font contains; Typst would print an empty box."""
    from matplotlib.ft2font import FT2Font

    known = {*map(chr, {place for name in FONTS for place in FT2Font(str(fonts / name)).get_charmap()}), "\n"}
    if missing := sorted({*json.dumps(content, ensure_ascii=False)} - known):
        shown = listing([f"{sign} (U+{ord(sign):04X})" for sign in missing[:5]], "and")
        raise SheetError(
            f"no font at hand has {shown}: write --format html, which a browser prints with the fonts it has"
        )


def _data(block: Block) -> dict[str, Any]:
    kind, content = block
    match kind:
        case "line":
            return {"kind": kind, "runs": _flat(content)}
        case "choices":
            return {"kind": kind, "rows": [_flat(runs) for runs in content]}
        case "task":
            return {"kind": kind, "blocks": [_data(block) for block in content]}
        case "picture":
            svg, width, _ = picture(content)
            return {"kind": kind, "svg": svg, "width": width, "alt": _described(content)}
        case _:
            return {"kind": kind, "content": content}


def _flat(runs: Iterable[Run]) -> list[list[str]]:
    """Return runs with each formula split into parts of the kinds ``formula`` and ``sub``."""
    return [
        [("sub" if low else kind), piece]
        for kind, text in runs
        for piece, low in (pieces(text) if kind == "formula" else [(text, False)])
    ]


# ---------------------------------------------------------------------------------------------------------- Moodle

OPTIONS = 10  # maximum number of right and of wrong options, since Moodle accepts the fractions 1/2 to 1/10
WRONG = 3  # number of wrong options beside a right formula or step
SPELLINGS = 60  # maximal number of accepted spellings of a formula


def to_moodle(sheets: Iterable[Sheet], left_out: list[str]) -> str:
    """Return the exercises as Moodle XML, with a category for each sheet.

    The names of exercises without an equivalent in Moodle are added to `left_out`, as are those of questions that do
    not have 1 to `OPTIONS` right and 1 to `OPTIONS` wrong options.

    Questions about worlds or statements are multiple choice with all options; questions about formulas or steps have at
    most four options. A guess earns 0 points on average. Translations and numbers are short answers: a translation may
    be in several notations, with its operands in another order, in at most `SPELLINGS` spellings; a number may be a
    fraction, a decimal or a percentage. Source: docs.moodle.org, Moodle XML format.
    """
    quiz = ET.Element("quiz")
    for sheet in sheets:
        place = ET.SubElement(ET.SubElement(quiz, "question", type="category"), "category")
        path = "/".join(part.replace("/", "//") for part in filter(None, (sheet.title, sheet.student)))
        ET.SubElement(place, "text").text = f"$course$/{path}"
        for number, item in enumerate(sheet.items, 1):
            if not _question(quiz, number, item):
                left_out.append(item.name)
    ET.indent(quiz, "")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(quiz, encoding="unicode") + "\n"


def _question(quiz: ET.Element, number: int, item: Item) -> bool:
    """Add the question for an exercise; return False if Moodle has no equivalent or does not accept the options."""
    exercise = item.exercise
    is_short = exercise.kind == "translate" or exercise.form == "number"
    spellings = _spellings if exercise.form == "formula" else _numbers
    options = [(text, True) for text in spellings(exercise)] if is_short else _options(item)
    right = sum(is_right for _, is_right in options)
    wrong = len(options) - right
    if not (right if is_short else 1 <= right <= OPTIONS and 1 <= wrong <= OPTIONS):
        return False
    question = ET.SubElement(quiz, "question", type="shortanswer" if is_short else "multichoice")
    ET.SubElement(ET.SubElement(question, "name"), "text").text = f"{item.name} {exercise.title}"
    blocks = [block for block in _task(number, item) if block[0] not in ("heading", "choices")]
    _html_field(question, "questiontext", blocks)
    _html_field(question, "generalfeedback", list(_solution(exercise)))
    single = str(exercise.public().get("single", exercise.form in ("formula", "step"))).lower()
    own = {"usecase": "1"} if is_short else {"single": single, "shuffleanswers": "1", "answernumbering": "abc"}
    for key, value in {"defaultgrade": "1", "penalty": "0", "hidden": "0", **own}.items():
        ET.SubElement(question, key).text = value
    for text, is_right in options:
        share = 100 if is_short else 100 / right if is_right else -100 / wrong
        form = "moodle_auto_format" if is_short else "html"
        answer = ET.SubElement(question, "answer", fraction=f"{share:.7g}", format=form)
        ET.SubElement(answer, "text").text = text.replace("*", r"\*") if is_short else text
    return True


def _html_field(question: ET.Element, name: str, blocks: Sequence[Block]) -> None:
    """Add a field with HTML text, and its pictures as files."""
    field = ET.SubElement(question, name, format="html")
    text, parts = ET.SubElement(field, "text"), []
    for number, block in enumerate(blocks):
        image = f"{name}{number}.svg"
        parts.append(html_of([block], f"@@PLUGINFILE@@/{image}"))
        if block[0] == "picture":
            file = ET.SubElement(field, "file", name=image, path="/", encoding="base64")
            file.text = base64.b64encode(picture(block[1])[0].encode()).decode()
    text.text = "\n".join(parts)


def _options(item: Item) -> list[tuple[str, bool]]:
    """Return pairs of an option in HTML and whether it is right; empty for forms without options, such as a proof."""
    exercise, public = item.exercise, item.exercise.public()
    answer = exercise.model_dump(mode="json")["answer"]
    match exercise.form:
        case "choices":
            return [(_inline(_runs(each, public)), i in answer) for i, each in enumerate(public["choices"])]
        case "worlds":
            return [(escape(world), world in answer) for world in map(str, public["model"]["worlds"])]
        case "formula":
            given: list[Any] = [str(each) for each in _changed(parse(answer))]
        case "step":
            worlds, lines = public["model"]["worlds"], range(1, len(public["lines"]) + 1)
            given = [{"step": step, "world": world} for step, world in product(lines, worlds)]
        case _:
            return []
    Random(item.name).shuffle(given)
    distinct = {json.dumps(each): each for each in given}.values()
    wrong = islice(
        (each for each in distinct if not (marks := exercise.mark(each)).right and not marks.undecided), WRONG
    )
    return [(_inline(in_words(exercise, each)), each == answer) for each in (answer, *wrong)]


def _changed(formula: Formula) -> Iterator[Formula]:
    """Yield formulas with one typical mistake, such as another operator, swapped operands or a missing negation."""
    match formula:
        case And() | Or():
            yield (Or if isinstance(formula, And) else And)(formula.left, formula.right)
        case Implies():
            yield Implies(formula.right, formula.left)
        case K() | M():
            yield (M if isinstance(formula, K) else K)(formula.agent, formula.sub)
        case Kw():
            yield K(formula.agent, formula.sub)
        case Not():
            yield formula.sub
        case Atom():
            yield Not(formula)
    children = formula.children
    for i, child in enumerate(children):
        for other in _changed(child):
            yield rebuild(formula, [*children[:i], other, *children[i + 1 :]])


def _spellings(exercise: Exercise) -> list[str]:
    """Return at most `SPELLINGS` ways to write the sample formula, which differ in notation, order or spaces."""
    texts: dict[str, None] = {}
    for formula in islice(_orders(parse(exercise.model_dump(mode="json")["answer"])), 12):
        for text in (str(formula), formula.to_ascii(), formula.to_latex()):
            texts |= dict.fromkeys((text, re.sub(r" ?(<->|->|[&|∧∨→↔]) ?", r"\1", text)))
    return [text for text in islice(texts, SPELLINGS) if exercise.mark(text).right]


def _numbers(exercise: Exercise) -> list[str]:
    """Return the sample number as a fraction, in percent, and as a decimal."""
    number = Fraction(exercise.model_dump(mode="json")["answer"])
    texts = (str(number), f"{float(number):.6g}", f"{float(100 * number):.6g}%", f"{float(100 * number):.6g} %")
    return [text for text in dict.fromkeys(texts) if exercise.mark(text).right]


def _orders(formula: Formula) -> Iterator[Formula]:
    """Yield the formula with the operands of And, Or and Iff in every order."""
    for children in product(*(tuple(_orders(child)) for child in formula.children)):
        yield rebuild(formula, list(children)) if children else formula
        if isinstance(formula, And | Or | Iff):
            yield rebuild(formula, list(reversed(children)))
