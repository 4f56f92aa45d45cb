"""The output forms of a proof: numbered steps in words, trees, Graphviz, TikZ and bussproofs; HTML and plain data.

In words, several simple steps share a line: the parts of a conjunction, facts known at the same world, and the
contradiction that a line leads to. Brackets name the axiom and the lines that a fact follows from. Parts, blocks and
entries are explained in `kripke.prove.proofs.forms.reading_order`; a fact is an entry that is no contradiction.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from textwrap import wrap
from typing import Any, TypeVar

from kripke.data.wording import both
from kripke.prove.hilbert.marking import WrittenProof
from kripke.prove.proofs import script as s
from kripke.prove.proofs.forms.choices import SOMEONE, STYLES, cut
from kripke.prove.proofs.forms.reading_order import Block, Entry, Part, is_vacuous
from kripke.prove.proofs.forms.telling import WORDS, Telling, in_text, math, named_lines
from kripke.prove.proofs.script import HYPOTHESIS, LEMMA, WAYS
from kripke.prove.question.nodes import FALSE, TRUE
from logic.clauses import And, E, Implies, K, Not, Or, negation
from logic.errors import FormulaError, listing, near_miss, shorten
from logic.formula import Formula
from logic.printer import escape_latex
from logic.shared import depth_first

P = TypeVar("P", bound=WrittenProof)

WIDE, NEW, FACT = 70, 30, 8
"""Widths in characters: of a full line, of the words that introduce a new world, and of the words around a fact."""


def conjuncts(formula: Formula) -> list[Formula]:
    """Return the conjuncts of a formula in order; a negated implication or disjunction counts as a conjunction."""
    parts, stack = [], [formula]
    while stack:
        match part := stack.pop():
            case And(left, right):
                stack += [right, left]
            case Not(Implies(left, right)):
                stack += [negation(right), left]
            case Not(Or(left, right)):
                stack += [negation(right), negation(left)]
            case _:
                parts.append(part)
    return parts


def is_part(entry: Entry) -> bool:
    """Whether an entry states a part of a conjunction."""
    return entry.step.rule == s.AND and len(entry.premises) == 1 and entry.step.node != FALSE


DEEPEST = 20  # number of nested cases up to which lines are indented


def words(telling: Telling) -> str:
    """Return the proof as numbered lines in words."""

    def numbered(part: Part) -> Iterator[str]:
        lines = lines_of(telling, part)
        width = len(str(len(lines)))
        return (f"{'   ' * depth}{n:{width}}. {text}" for n, (depth, text) in enumerate(lines, 1))

    return _whole(telling, numbered)


def _whole(telling: Telling, lines: Callable[[Part], Iterable[str]]) -> str:
    out = telling.preface()
    out += [""] * bool(out)
    for part in telling.outline.parts:
        out += [telling.title(part), *lines(part), ""]
    return "\n".join([*out[:-1], *telling.ending()])


def lines_of(telling: Telling, part: Part) -> list[tuple[int, str]]:
    """Return the lines of a part, each as its level of indentation and its text."""
    return _Writer(telling, part).lines


class _Writer:
    """Groups the entries of one part of a proof into numbered lines, and writes them."""

    def __init__(self, telling: Telling, part: Part) -> None:
        self.telling, self.part, self.reading = telling, part, telling.reading
        self.lines: list[tuple[int, str]] = []
        self.line_of: dict[int, int] = {}  # number of an entry -> number of its line
        self.vacuous: dict[str, int] = {}
        """Formula that is true everywhere -> the number of the line that explains this."""
        self.entries = {entry.number: entry for block in part.blocks for entry in block.entries}
        self.block_of = {entry.number: place for place, block in enumerate(part.blocks) for entry in block.entries}
        self.users: dict[int, list[Entry]] = {}
        for entry in self.entries.values():
            for premise in entry.premises:
                self.users.setdefault(premise, []).append(entry)
        self.anchors = {block.entries[0].number for block in part.blocks if block.above is not None and block.entries}
        self.anchors |= {e.number for e in self.entries.values() if e.group or e.step.rule in (s.SUPPOSE, s.CONDITION)}
        self.dropped = {number for number in self.entries if self._is_dropped(number)}
        """The numbers of the conjunctions that are left out."""
        for block in part.blocks:
            case = f"Case {block.case}: " if block.case else ""
            depth = min(block.depth, DEEPEST)
            for entries in self._grouped(block):
                self.lines.append((depth, case + self._text(entries, bool(case))))
                case = ""
            self.lines += [(depth, "…")] * block.is_cut

    def _grouped(self, block: Block) -> list[list[Entry]]:
        groups: list[list[Entry]] = []
        width = 0
        for entry in self._arranged(block):
            if not groups or self._starts(entry, groups[-1], width):
                groups.append([])
                width = 0
            groups[-1].append(entry)
            if entry.number not in self.dropped:
                width += len(str(self.reading.formula(entry.step.node))) + (NEW if entry.group else FACT)
        return groups

    def _origin(self, entry: Entry, anchors: Container[int] = ()) -> Entry:
        """Return the omitted conjunction that a fact is part of, or the fact itself; its reason is given for the fact.

        A fact whose number is in `anchors` has its own reason.
        """
        while entry.number not in anchors and is_part(entry) and entry.premises[0] in self.dropped:
            entry = self.entries[entry.premises[0]]
        return entry

    def _is_dropped(self, number: int) -> bool:
        """Whether a conjunction can be omitted, since only its parts are used."""
        users = self.users.get(number, [])
        if not users or not all(map(is_part, users)):
            return False
        match self.reading.formula(self.entries[number].step.node):
            case And() | Not(Or()) | Not(Implies()):
                blocks = {self.block_of[user.number] for user in users}
                return number not in self.anchors or blocks == {self.block_of[number]}
        return False

    def _arranged(self, block: Block) -> list[Entry]:
        here = {entry.number for entry in block.entries}

        def parts(entry: Entry) -> list[Entry]:
            is_hidden = entry.number in self.dropped and self._origin(entry, self.anchors).number in self.anchors
            return [user for user in self._in_order(entry) if user.number in here] if is_hidden else []

        entries = depth_first(block.entries, parts)
        return [e for e in entries if e.number not in self.dropped or e.number in self.anchors]

    def _in_order(self, entry: Entry) -> list[Entry]:
        """Sort the parts of a conjunction as they are written in it."""
        places: dict[Formula, int] = {}
        for place, part in enumerate(conjuncts(self.reading.formula(entry.step.node))):
            places[part] = place
            if isinstance(part, E) and part.group is not None:
                places |= {K(agent, part.sub): place for agent in part.group}
        order = {id(e): places.get(self.reading.formula(e.step.node), len(places)) for e in self.users[entry.number]}
        return sorted(self.users[entry.number], key=lambda e: order[id(e)])

    def _starts(self, entry: Entry, line: list[Entry], width: int) -> bool:
        before = line[-1]
        both = entry.step.rule == before.step.rule == s.SUPPOSE
        if both or entry.step.node == FALSE or entry.step.rule == s.CONDITION or self._is_part_of(entry, line):
            return False
        return bool(entry.group) or entry.world != before.world or before.step.rule == s.SUPPOSE or width > WIDE

    def _is_part_of(self, entry: Entry, line: list[Entry]) -> bool:
        """Whether an entry is a part of a conjunction on this line."""
        if not is_part(entry):
            return False
        here = {each.number for each in line}
        return entry.premises[0] in here or self._origin(entry).number in here & self.anchors

    def _text(self, entries: list[Entry], is_case: bool) -> str:
        number = len(self.lines) + 1
        self.line_of |= {entry.number: number for entry in entries}
        facts = [entry for entry in entries if entry.step.node != FALSE]
        said = [self._facts(facts, is_case, number)] if facts else []
        said += [self._contradiction(entry, facts, number) for entry in entries if entry.step.node == FALSE]
        return " ".join(said)

    def _facts(self, entries: list[Entry], is_case: bool, number: int) -> str:
        first = entries[0]
        head = self._head(entries, is_case)
        facts = self._hold([entry for entry in head if entry.number not in self.dropped])
        items = self._items([entry for entry in entries if entry not in head], entries, number)
        if not head:
            return f"At {first.world}, {_joined(items)}."
        if first.step.rule == s.SUPPOSE:
            text = f"Suppose it fails at a world {first.world}"
            if self.part.induction:
                lemmas = [f"Lemma {number}" for number in self.part.induction]
                hold = f"but {both(lemmas)} hold" if len(lemmas) > 1 else "but it holds"
                text += f", {hold} wherever the counterexample to {self.telling.text(self.part.clause[0])} is nearer"
            text += f": {facts} there"
        elif first.group:
            text = self._new_world(first, facts, is_case)
        else:
            text = f"{facts} at {first.world}{self._because(first, number)}"
        if first.group and items and not items[0].startswith("so "):
            return f"{text}. There, {_joined(items)}."
        return f"{_joined([text, *items])}."

    def _head(self, entries: list[Entry], is_case: bool) -> list[Entry]:
        """Return the facts at the start of the sentence: suppositions, or the facts of a new world or case."""
        first, rules = entries[0], (s.SUPPOSE, s.CONDITION)
        if first.step.rule != s.SUPPOSE and not first.group and not is_case:
            return []
        head = [first, *[entry for entry in entries[1:] if entry.step.rule in rules]]
        roots = {entry.number for entry in head}
        return [e for e in entries if e in head or self._origin(e).number in roots & self.dropped]

    def _new_world(self, entry: Entry, facts: str, is_case: bool) -> str:
        where = "" if entry.step.node == TRUE else f" where {facts}"
        seen = f"{_considers(entry)} possible a world {entry.world}{where}"
        given = self._lines(entry.premises, 0)
        if entry.step.rule == s.ENDS:
            return f"the counterexample is one step away, and {seen}"
        if entry.step.rule == s.ONWARD:
            return f"it is farther away, and {seen}, one step nearer to it"
        return f"{'by' if is_case else 'By'} {given or 'consistency'}, {seen}"

    def _items(self, facts: list[Entry], entries: list[Entry], number: int) -> list[str]:
        """Return the facts with their reasons, as strings; facts with the same reason are joined.

        `entries` are all entries of their line, and `number` is the number of this line.
        """
        here = {each.number for each in entries}
        groups: dict[tuple[tuple[int, ...], str, str], list[Entry]] = {}
        for entry in facts:
            origin = self._origin(entry)
            so = "so " if here.intersection(origin.premises) else ""
            reason = (origin.premises if so else (), so, self._because(origin, number))
            groups.setdefault(reason, []).append(entry)
        return [f"{so}{self._hold(same)}{because}" for (_, so, because), same in groups.items()]

    def _hold(self, entries: Iterable[Entry]) -> str:
        """Return the words for facts that hold, such as ``p and K_a q hold and a sees v``."""
        said = [(self.reading.member(entry.step.node) is None, self.telling.said(entry)) for entry in entries]
        formulas, seen = ([text for is_formula, text in said if is_formula is wanted] for wanted in (True, False))
        return both([f"{both(formulas)} hold{'s' * (len(formulas) == 1)}"] * bool(formulas) + seen)

    def _because(self, entry: Entry, number: int) -> str:
        above = self._lines(entry.premises, number)
        reasons = ", ".join(filter(None, [self._law(entry), f"from {above}" if above else ""]))
        return f" ({reasons})" if reasons else ""

    def _law(self, entry: Entry) -> str:
        """Return the name of a step's rule or lemma, for use in a sentence."""
        if entry.step.rule == s.LEMMA:
            return f"Lemma {entry.step.of + 1}"
        if entry.step.rule != s.HYPOTHESIS:
            return WORDS.get(entry.step.rule, "")
        if not entry.step.world:
            return f"Lemma {entry.step.of + 1}, which is proved for {entry.world}"
        return "the induction hypothesis" + (f", Lemma {entry.step.of + 1}" if len(self.part.induction) > 1 else "")

    def _contradiction(self, entry: Entry, facts: list[Entry], number: int) -> str:
        if entry.step.rule == s.SUPPOSE:
            laws = both(self.telling.simplified)
            what = "the implication from the premises" if self.telling.premises else "the formula"
            same = f"By {laws}, {what} is the same as ⊤, so it never fails."
            return same if laws else f"It never fails: {what} is ⊤."
        if is_vacuous(entry):
            return self._vacuous(entry)
        above, law = self._lines(entry.premises, number), self._law(entry)
        if entry.step.rule in (s.LEMMA, s.HYPOTHESIS):
            return f"This contradicts {law}{f' (with {above})' if above else ''}."
        said = f"By {above}, there is a contradiction" if above else "This is a contradiction"
        if not {fact.number for fact in facts}.isdisjoint(entry.premises):
            said = f"This contradicts {above}" if above else said
        return f"{said}{f' ({law})' if law else ''}."

    def _vacuous(self, entry: Entry) -> str:
        """Return the sentence for a step towards a counterexample that cannot exist."""
        way = "the counterexample is one step away" if entry.step.rule == s.ENDS else "it is farther away"
        fails = self.reading.target(entry, "fails")
        seen = f"{way}, and {_considers(entry)} possible a world {entry.world} where {fails}"
        if fails in self.vacuous:
            return f"{seen}, which is impossible as in line {self.vacuous[fails]}."
        self.vacuous[fails] = self.line_of[entry.number]
        return f"{seen}. But by {self.telling.never_fails(entry)}, it is the same as ⊤."

    def _lines(self, premises: Iterable[int], but: int) -> str:
        return named_lines({self.line_of[premise] for premise in premises} - {but})


def _joined(clauses: Sequence[str]) -> str:
    return "; ".join(clauses).replace("; so ", ", so ")


def _considers(entry: Entry) -> str:
    """Return the words for the agents who consider a new world possible, such as ``a considers``."""
    if len(entry.group) == 1:
        return f"{next(iter(entry.group)) or SOMEONE} considers"
    return f"{both(sorted(entry.group))} {'both' if len(entry.group) == 2 else 'all'} consider"


INDENTED = 30  # number of nested cases up to which lines are indented; deeper ones stay at that column
WIDEST = 90  # number of columns before the reasons; after a longer line the reason follows directly


def tree(telling: Telling) -> str:
    """Return the proof as a tree of lines."""

    def aligned(part: Part) -> Iterator[str]:
        rows = list(_lines(telling, part))
        column = min(max([len(left) for left, _ in rows], default=0), WIDEST)
        return (f"{left:{column}}   {reason}".rstrip() for left, reason in rows)

    return _whole(telling, aligned)


def _lines(telling: Telling, part: Part) -> Iterator[tuple[str, str]]:
    width = len(str(sum(len(block.entries) for block in part.blocks)))
    stems = [("", "")] * len(part.blocks)
    for block, (first, stem) in zip(part.blocks, stems, strict=True):
        for position, entry in enumerate(block.entries):
            yield f"{stem if position else first}{entry.number:{width}}  {_said(telling, entry)}", telling.reason(entry)
        if block.is_cut:
            yield f"{stem}{'':{width}}  …", ""
        for case in block.cases:
            is_last = case == block.cases[-1] and not block.is_cut
            below = stem if block.depth >= INDENTED else stem + ("    " if is_last else " │  ")
            stems[case] = below[:-4] + (" └─ " if is_last else " ├─ "), below


def _said(telling: Telling, entry: Entry) -> str:
    return "✗" if entry.step.node == FALSE else f"{entry.world}: {telling.said(entry)}"


WIDTH = 100  # number of characters after which a line is wrapped


def dot(telling: Telling, depth: int | None = None) -> str:
    """Return the tableaux in the DOT language: a single one from top to bottom, several from left to right.

    For cases nested deeper than `depth` only the number of steps is shown; None: all cases are shown.
    """
    out = ["digraph proof {", '  node [shape=box, style=filled, fillcolor="#fbfbf8", fontname="DejaVu Sans"];']
    parts = telling.outline.parts
    out += ["  rankdir=LR;"] * (len(parts) > 1)
    for part in reversed(parts):  # from left to right, Graphviz puts the first tree at the bottom
        for place, block in enumerate(part.blocks):
            if depth is not None and block.depth > depth:
                continue
            left = _inside(part.blocks, place) if block.depth == depth else 0
            more = [f"… ({left:,} more)"] if left else ["…"] * block.is_cut
            title = [*([] if part.number else telling.preface()), telling.title(part)] if block.above is None else []
            lines = [f"{e.number}  {_said(telling, e)}   {telling.reason(e)}".rstrip() for e in block.entries]
            label = "".join([_line(text) for text in [*title, *lines, *more]])
            out.append(f'  n{part.number}_{place} [label="{label}"];')
            if block.above is not None:
                out.append(f"  n{part.number}_{block.above} -> n{part.number}_{place} [dir=none];")
    return "\n".join([*out, "}", ""])


def _inside(blocks: Sequence[Block], place: int) -> int:
    rest = range(place + 1, len(blocks))
    end = next((k for k in rest if blocks[k].depth <= blocks[place].depth), len(blocks))
    return sum(len(block.entries) for block in blocks[place + 1 : end])


def _line(text: str) -> str:
    """Return a line as a left-aligned part of a DOT string, wrapped and escaped."""
    rows = wrap(text, WIDTH, subsequent_indent="      ", drop_whitespace=False, break_on_hyphens=False) or [""]
    return "".join([row.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') + "\\l" for row in rows])


def record(telling: Telling) -> dict[str, Any]:
    """Return the parts of a proof as plain data; each branch of a part names the branch that it continues."""
    parts = []
    for part in telling.outline.parts:
        data: dict[str, Any] = {"lemma": part.number} if part.number else {}
        data |= {"induction": list(part.induction)} if part.induction else {}
        branches = [{"continues": block.above, "closed": block.is_closed} for block in part.blocks]
        steps = [
            {
                "number": entry.number,
                "branch": place,
                "world": entry.world,
                "formula": str(telling.reading.formula(entry.step.node)),
                "rule": LEMMA if entry.step.rule == HYPOTHESIS and not entry.step.world else entry.step.rule,
                "reason": telling.reason(entry),
                "premises": list(entry.premises),
                **({"of": entry.step.of + 1} if entry.step.of >= 0 else {}),
            }
            for place, block in enumerate(part.blocks)
            for entry in block.entries
        ]
        data["formula"] = str(telling.reading.clause(part.clause))
        parts.append(data | {"branches": branches, "steps": steps})
    shown = telling.outline
    return {"steps": shown.total, "complete": not shown.is_cut, "preface": telling.preface(), "parts": parts}


BREAK = r" \\{}"  # Ends a line; without the braces a bracket at the start of the next line would be read as an option


def document(telling: Telling, packages: str, draw: Callable[[Telling, Part], str]) -> str:
    """Return a fragment of a LaTeX document: for each part, its statement and its tableau as written by `draw`."""
    out = [rf"% \usepackage{{{packages}}}"]
    out += [*[line + BREAK for line in telling.preface(latex=True)], ""]
    for part in telling.outline.parts:
        out += [rf"\paragraph{{{escape_latex(telling.heading(part))}.}} {telling.statement(part, latex=True)}.", ""]
        out += [draw(telling, part), ""]
    return "\n".join([*out, *map(in_text, telling.ending())])


def said(telling: Telling, entry: Entry) -> str:
    """Return the world and the formula of an entry, for LaTeX's text mode."""
    if entry.step.node == FALSE:
        return r"$\times$"
    if telling.reading.member(entry.step.node) is not None:
        return escape_latex(telling.said(entry))
    name, index = entry.world[0], entry.world[1:]
    world = f"{name}_{{{index}}}" if index else name
    return f"${world}: {math(telling.reading.formula(entry.step.node))}$"


INFERENCES = ("Unary", "Binary", "Trinary", "Quaternary", "Quinary")
"""Names of the commands for inferences from 1 to 5 branches; bussproofs has no others."""


def _prooftree(telling: Telling, part: Part) -> str:
    return "\n".join([r"\begin{prooftree}", *_inferences(telling, part, part.blocks[0]), r"\end{prooftree}"])


bussproofs = partial(document, packages="amsmath,bussproofs", draw=_prooftree)
"""Write the proof as inferences, for a document that loads ``amsmath`` and ``bussproofs``."""


def _inferences(telling: Telling, part: Part, block: Block) -> list[str]:
    """Return the inferences of a block in LaTeX: those of its cases, then its entries from the last to the first."""
    cases = [part.blocks[case] for case in block.cases]
    before = [line for case in cases for line in _inferences(telling, part, case)]
    entries, above, out = list(block.entries), len(cases), list[str]()
    if block.is_closed:
        end = entries.pop()
        out = [r"\AxiomC{$\times$}", *_label(telling, end)]
        out, above = out if entries else [rf"\AxiomC{{{_with_reason(telling, end)}}}"], 1
    elif block.is_cut or not cases:
        out, above = [r"\AxiomC{$\vdots$}"], above + 1
    while above > len(INFERENCES):
        out += [r"\noLine", rf"\{INFERENCES[-1]}InfC{{$\cdots$}}"]
        above -= len(INFERENCES) - 1
    first = [entry for case in cases[:1] for entry in case.entries[:1] if entry.step.rule not in WAYS]
    out += [label for entry in first for label in _label(telling, entry)]
    for entry in reversed(entries):
        is_way = entry.step.rule in WAYS
        text = _with_reason(telling, entry) if is_way else f"{entry.number}.\\ {said(telling, entry)}"
        out.append(rf"\{INFERENCES[above - 1]}InfC{{{text}}}")
        out += _label(telling, entry) if entry is not entries[0] else []
        above = 1
    return [*before, *out, *[rf"\{INFERENCES[above - 1]}InfC{{}}"] * (not entries and above > 1)]


def _with_reason(telling: Telling, entry: Entry) -> str:
    return rf"{entry.number}.\ {said(telling, entry)} {{\footnotesize {in_text(telling.reason(entry))}}}"


def _label(telling: Telling, entry: Entry) -> list[str]:
    why = in_text(telling.reason(entry))
    return [rf"\RightLabel{{\footnotesize {why}}}"] if why else []


LETTER, LINE = 0.16, 0.48  # Width of a letter and height of a line in cm, for text of 10 points
GAP, FALL = 0.6, 0.7  # Distance between neighbours and between a box and the one below it, in cm
PAGE = 15.0  # Width in cm above which a picture is scaled down


def _picture(telling: Telling, part: Part) -> str:
    widths = []
    for block in part.blocks:
        texts = [f"{e.number}. {e.world}: {telling.text(e.step.node)}  {telling.reason(e)}" for e in block.entries]
        widths.append(LETTER * max([len(text) for text in texts], default=1) + GAP)
    places = _places(part.blocks, widths)
    reach = max(abs(x) + width / 2 for (x, _), width in zip(places, widths, strict=True))
    scale = f"scale={PAGE / 2 / reach:.3f}, transform shape, " if 2 * reach > PAGE else ""
    lines = [rf"\begin{{tikzpicture}}[{scale}box/.style={{anchor=north, align=left, inner sep=2pt}}]"]
    for number, (block, (x, y)) in enumerate(zip(part.blocks, places, strict=True)):
        reasons = [(entry, in_text(telling.reason(entry))) for entry in block.entries]
        small = [(entry, rf" \quad {{\footnotesize {why}}}" if why else "") for entry, why in reasons]
        rows = [f"{entry.number}. {said(telling, entry)}{reason}" for entry, reason in small]
        content = r" \\ ".join([*rows, *[r"$\vdots$"] * block.is_cut])
        lines.append(rf"\node[box] (n{number}) at ({x:.2f}, {y:.2f}) {{{content}}};")
        if block.above is not None:
            lines.append(rf"\draw (n{block.above}.south) -- (n{number}.north);")
    return "\n".join([*lines, r"\end{tikzpicture}"])


tikz = partial(document, packages="amsmath,tikz", draw=_picture)
"""Write the tableaux as TikZ pictures, for a document that loads ``amsmath`` and ``tikz``."""


def _places(blocks: list[Block], widths: list[float]) -> list[tuple[float, float]]:
    """Return the position of each block of a picture: the centre of its upper edge, in cm."""
    room = list(widths)
    for place in reversed(range(len(blocks))):
        room[place] = max(room[place], sum([room[case] for case in blocks[place].cases]))
    positions = [(0.0, 0.0)] * len(blocks)
    for place, block in enumerate(blocks):
        x, y = positions[place]
        left = x - sum([room[case] for case in block.cases]) / 2
        for case in block.cases:
            positions[case] = (left + room[case] / 2, y - LINE * max(len(block.entries), 1) - FALL)
            left += room[case]
    return positions


def first_lines(proof: P, limit: int | None, write: Callable[[P], str] = str) -> str:
    """Return the first `limit` lines of a proof as text; if some are omitted, a comment gives their total number."""
    count = len(proof.lines)
    if limit is None or count <= limit:
        return write(proof)
    comment = "#" if write is str else "%"
    return f"{write(proof.first(limit))}\n{comment} {cut('derivation', 'line', count, limit)}"


def page(telling: Telling) -> str:
    """Return the proof as an HTML ``div``."""
    out = ['<div class="whoknows-proof">']
    out += [f"<div>{escape(line)}</div>" for line in telling.preface()]
    for part in telling.outline.parts:
        out.append(f"<p><b>{escape(telling.heading(part))}.</b> {escape(telling.statement(part))}</p>")
        for number, (depth, text) in enumerate(lines_of(telling, part), 1):
            out.append(f'<div style="margin-left:{1.2 + 1.5 * depth:.1f}em">{number}. {escape(text)}</div>')
    out += [f"<p>{escape(line)}</p>" for line in telling.ending()]
    out.append(f"<details><summary>as a tree</summary><pre>{escape(tree(telling))}</pre></details>")
    return "\n".join([*out, "</div>"])


WRITERS: Mapping[str, Callable[[Telling], str]] = {
    "steps": words,
    "tree": tree,
    "latex": tikz,
    "bussproofs": bussproofs,
}
"""Name of a style of tableaux -> the function that writes it."""


def written(telling: Telling, style: str) -> str:
    """Return the proof as text in a style; `FormulaError` for an unknown style."""
    writer = WRITERS.get(style) if isinstance(style, str) else None
    if writer is None:
        hint = near_miss(style, STYLES) if isinstance(style, str) else ""
        raise FormulaError(f"style {shorten(repr(style))}: expected {listing(map(repr, STYLES))}{hint}")
    return writer(telling)
