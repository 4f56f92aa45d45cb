"""A proof in numbered steps in words, as a textbook writes it.

Steps that a reader takes at a glance share a line: the parts of a conjunction, what is known at the same world, and
the contradiction that a line leads to. Brackets name the axiom and the lines that a fact follows from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kripke.data.wording import both
from kripke.prove.proofs import script as s
from kripke.prove.proofs.forms.labels import WORDS, named_lines
from kripke.prove.proofs.forms.merging import Merging
from kripke.prove.proofs.forms.outline import Block, Entry, Part, is_vacuous
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.forms.tree import above
from kripke.prove.question.nodes import FALSE

DEEPEST = 20
"""Number of nested cases up to which lines are indented."""


@dataclass(slots=True)
class Line:
    """A numbered line."""

    number: int
    depth: int
    text: str


def words(telling: Telling) -> str:
    """The proof as numbered lines in words."""
    out = above(telling)
    for part in telling.outline.parts:
        out.append(telling.title(part))
        lines = lines_of(telling, part)
        width = len(str(len(lines)))
        out += [f"{'   ' * min(line.depth, DEEPEST)}{line.number:{width}}. {line.text}" for line in lines]
        out.append("")
    return "\n".join([*out[:-1], *telling.ending()])


def lines_of(telling: Telling, part: Part) -> list[Line]:
    """The lines of a part."""
    return _Writer(telling, part).lines


class _Writer:
    """Writes the lines of a part."""

    def __init__(self, telling: Telling, part: Part) -> None:
        self.telling, self.part = telling, part
        self.lines: list[Line] = []
        self.line_of: dict[int, int] = {}
        """Number of an entry -> number of its line."""
        self.vacuous: dict[str, int] = {}
        """What can fail nowhere -> number of the line that says why."""
        self.merging = Merging(part, telling.reading)
        for block in part.blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        """Write the lines of a block."""
        case = f"Case {block.case}: " if block.case else ""
        for entries in self.merging.lines(block):
            self.lines.append(Line(len(self.lines) + 1, block.depth, case + self._text(entries, bool(case))))
            case = ""
        if block.is_cut:
            self.lines.append(Line(len(self.lines) + 1, block.depth, "…"))

    def _text(self, entries: list[Entry], is_case: bool) -> str:
        """The text of a line."""
        number = len(self.lines) + 1
        self.line_of |= {entry.number: number for entry in entries}
        facts = [entry for entry in entries if entry.step.node != FALSE]
        said = [self._facts(facts, is_case, number)] if facts else []
        said += [self._contradiction(entry, facts, number) for entry in entries if entry.step.node == FALSE]
        return " ".join(said)

    def _facts(self, entries: list[Entry], is_case: bool, number: int) -> str:
        """The sentence that says the facts of a line."""
        first = entries[0]
        head = self._head(entries, is_case)
        facts = both([self.telling.said(entry) for entry in head if entry.number not in self.merging.dropped])
        items = self._items([entry for entry in entries if entry not in head], entries, number)
        if not head:
            return f"At {first.world}: {'; '.join(items)}."
        if first.step.rule == s.SUPPOSE:
            text = self._supposition(first.world, facts)
        elif first.group:
            text = self._new_world(first, facts, is_case)
        else:
            text = f"{facts} at {first.world}{self._because(first, number)}"
        there = "; there " if first.group and items and not items[0].startswith("so ") else "; "
        return text + (there + "; ".join(items) if items else "") + "."

    def _head(self, entries: list[Entry], is_case: bool) -> list[Entry]:
        """The facts that the sentence begins with: suppositions, those of a new world or of a case, and their parts."""
        first, rules = entries[0], (s.SUPPOSE, s.CONDITION)
        if first.step.rule != s.SUPPOSE and not first.group and not is_case:
            return []
        head = [first, *[entry for entry in entries[1:] if entry.step.rule in rules]]
        roots = {entry.number for entry in head}
        return [e for e in entries if e in head or self.merging.origin(e).number in roots & self.merging.dropped]

    def _supposition(self, world: str, facts: str) -> str:
        if not self.part.induction:
            return f"Suppose it fails at a world {world}: {facts}"
        lemmas = [f"Lemma {number}" for number in self.part.induction]
        hold = f"but {both(lemmas)} hold" if len(lemmas) > 1 else "but holds"
        nearer = f"wherever the counterexample to {self.telling.text(self.part.clause[0])} is nearer"
        return f"Suppose it fails at a world {world}, {hold} {nearer}: {facts}"

    def _new_world(self, entry: Entry, facts: str, is_case: bool) -> str:
        """The sentence that brings in a world."""
        seen = f"{_considers(entry)} possible a world {entry.world}" + (f" where {facts}" if facts != "⊤" else "")
        given = self._lines(entry.premises, 0)
        if entry.step.rule == s.ENDS:
            return f"the counterexample is one step away: {seen}"
        if entry.step.rule == s.ONWARD:
            return f"it is farther away: {seen}, one step nearer to it"
        return f"{'by' if is_case else 'By'} {given or 'consistency'}, {seen}"

    def _items(self, facts: list[Entry], entries: list[Entry], number: int) -> list[str]:
        """The facts with the reasons for them; those with the same reason together."""
        here = {each.number for each in entries}
        found: dict[tuple[tuple[int, ...], str, str], list[str]] = {}
        for entry in facts:
            origin = self.merging.origin(entry)
            so = "so " if here.intersection(origin.premises) else ""
            reason = (origin.premises if so else (), so, self._because(origin, number))
            found.setdefault(reason, []).append(self.telling.said(entry))
        return [f"{so}{both(said)}{because}" for (_, so, because), said in found.items()]

    def _because(self, entry: Entry, number: int) -> str:
        """The reason for a fact, in brackets."""
        rule = entry.step.rule
        names = [WORDS[rule]] if rule in WORDS else []
        if rule in (s.LEMMA, s.HYPOTHESIS):
            names = [self._lemma(entry)]
        above = self._lines(entry.premises, number)
        reasons = ", ".join([*names, *([f"from {above}"] if above else [])])
        return f" ({reasons})" if reasons else ""

    def _lemma(self, entry: Entry) -> str:
        """The name of a lemma or of the induction's hypothesis."""
        if entry.step.rule == s.LEMMA:
            return f"Lemma {entry.step.of + 1}"
        if not entry.step.world:
            return f"Lemma {entry.step.of + 1}, which is proved for {entry.world}"
        return "the induction hypothesis" + (f", Lemma {entry.step.of + 1}" if len(self.part.induction) > 1 else "")

    def _contradiction(self, entry: Entry, facts: list[Entry], number: int) -> str:
        """The sentence that closes a branch."""
        if entry.step.rule == s.SUPPOSE:
            return self._simplified()
        if is_vacuous(entry):
            return self._vacuous(entry)
        here = {fact.number for fact in facts}
        above = self._lines(entry.premises, number)
        by = WORDS.get(entry.step.rule, "")
        if entry.step.rule in (s.LEMMA, s.HYPOTHESIS):
            what = self._lemma(entry)
            return f"This contradicts {what}{f' (with {above})' if above else ''}."
        if not above:
            return f"This is a contradiction{f' ({by})' if by else ''}."
        if here.intersection(entry.premises):
            return f"This contradicts {above}{f' ({by})' if by else ''}."
        return f"Contradiction: {above}{f' ({by})' if by else ''}."

    def _simplified(self) -> str:
        """The sentence for what the table of formulas simplifies to ⊤."""
        laws = both(self.telling.simplified)
        what = "the implication from the premises" if self.telling.premises else "the formula"
        return f"By {laws}, {what} is the same as ⊤, so it never fails." if laws else f"It never fails: {what} is ⊤."

    def _vacuous(self, entry: Entry) -> str:
        """The sentence for a way to a counterexample where nothing can fail."""
        way = "the counterexample is one step away" if entry.step.rule == s.ENDS else "it is farther away"
        fails = self.telling.reading.target(entry, "fails")
        seen = f"{way}: {_considers(entry)} possible a world {entry.world} where {fails}"
        if fails in self.vacuous:
            return f"{seen}, which is impossible as in line {self.vacuous[fails]}."
        self.vacuous[fails] = self.line_of[entry.number]
        return f"{seen}. But by {self.telling.never_fails(entry)}, it is the same as ⊤."

    def _lines(self, premises: Iterable[int], but: int) -> str:
        """The lines of some entries, without one."""
        return named_lines({self.line_of[premise] for premise in premises} - {but})


def _considers(entry: Entry) -> str:
    """Those who consider a new world possible, with the verb."""
    if len(entry.group) == 1:
        return f"{next(iter(entry.group))} considers"
    return f"{both(sorted(entry.group))} {'both' if len(entry.group) == 2 else 'all'} consider"
