"""A proof in numbered steps in words, as a textbook writes it.

Steps that a reader takes at a glance share a line: the parts of a conjunction, what is known at the same world, and
the contradiction that a line leads to. Brackets name the axiom and the lines that a fact follows from.
"""

from __future__ import annotations

from collections.abc import Iterable

from kripke.data.wording import both
from kripke.prove.proofs import script as s
from kripke.prove.proofs.forms.choices import SOMEONE
from kripke.prove.proofs.forms.reading import Block, Entry, Part, Reading, is_vacuous
from kripke.prove.proofs.forms.telling import WORDS, Telling, named_lines
from kripke.prove.question.nodes import FALSE
from logic.clauses import And, E, Implies, K, Not, Or
from logic.formula import Formula

WIDE, NEW, FACT = 70, 30, 8
"""Number of characters from which a line takes no more facts, and those around a new world and around a fact."""


class Merging:
    """The lines of a part, as lists of entries."""

    def __init__(self, part: Part, reading: Reading) -> None:
        self.reading = reading
        self.entries = {entry.number: entry for block in part.blocks for entry in block.entries}
        self.block_of = {entry.number: place for place, block in enumerate(part.blocks) for entry in block.entries}
        self.users: dict[int, list[Entry]] = {}
        for entry in self.entries.values():
            for premise in entry.premises:
                self.users.setdefault(premise, []).append(entry)
        self.anchors = {block.entries[0].number for block in part.blocks if block.above is not None and block.entries}
        self.anchors |= {e.number for e in self.entries.values() if e.group or e.step.rule in (s.SUPPOSE, s.CONDITION)}
        self.dropped = {number for number in self.entries if self._is_dropped(number)}
        """The numbers of the conjunctions that are not said."""

    def lines(self, block: Block) -> list[list[Entry]]:
        """The entries of each line of a block, without the conjunctions that are not said except the first facts."""
        found: list[list[Entry]] = []
        width = 0
        for entry in self._arranged(block):
            if not found or self._starts(entry, found[-1], width):
                found.append([])
                width = 0
            found[-1].append(entry)
            if entry.number not in self.dropped:
                width += len(str(self.reading.formula(entry.step.node))) + (NEW if entry.group else FACT)
        return found

    def origin(self, entry: Entry) -> Entry:
        """The entry that gives the reason for a fact: the conjunction that it is a part of, if that is not said."""
        while is_part(entry) and entry.premises[0] in self.dropped:
            entry = self.entries[entry.premises[0]]
        return entry

    def _is_dropped(self, number: int) -> bool:
        """Whether a conjunction is needed for its parts only; if it stands for itself, these must follow at once."""
        users = self.users.get(number, [])
        if not users or not all(map(is_part, users)):
            return False
        match self.reading.formula(self.entries[number].step.node):
            case And() | Not(Or()) | Not(Implies()):
                blocks = {self.block_of[user.number] for user in users}
                return number not in self.anchors or blocks == {self.block_of[number]}
        return False

    def _arranged(self, block: Block) -> list[Entry]:
        """The entries of a block, the parts of an anchor directly after it."""
        here = {entry.number for entry in block.entries}
        found: dict[int, Entry] = {}
        for entry in block.entries:
            stack = [entry]
            while stack:
                each = stack.pop()
                if each.number in found:
                    continue
                found[each.number] = each
                if each.number in self.dropped and self._first(each).number in self.anchors:
                    stack += [user for user in reversed(self._in_order(each)) if user.number in here]
        return [e for e in found.values() if e.number not in self.dropped or e.number in self.anchors]

    def _in_order(self, entry: Entry) -> list[Entry]:
        """The parts of a conjunction in the order in which it is written."""
        places: dict[Formula, int] = {}
        for place, part in enumerate(conjuncts(self.reading.formula(entry.step.node))):
            places[part] = place
            if isinstance(part, E) and part.group is not None:
                places |= {K(agent, part.sub): place for agent in part.group}
        found = {id(e): places.get(self.reading.formula(e.step.node), len(places)) for e in self.users[entry.number]}
        return sorted(self.users[entry.number], key=lambda e: found[id(e)])

    def _first(self, entry: Entry) -> Entry:
        """The fact that a part of a part belongs to."""
        while entry.number not in self.anchors and is_part(entry) and entry.premises[0] in self.dropped:
            entry = self.entries[entry.premises[0]]
        return entry

    def _starts(self, entry: Entry, line: list[Entry], width: int) -> bool:
        """Whether an entry starts a line."""
        before = line[-1]
        both = entry.step.rule == before.step.rule == s.SUPPOSE
        if both or entry.step.node == FALSE or entry.step.rule == s.CONDITION or self.is_part_of(entry, line):
            return False
        return bool(entry.group) or entry.world != before.world or before.step.rule == s.SUPPOSE or width > WIDE

    def is_part_of(self, entry: Entry, line: list[Entry]) -> bool:
        """Whether an entry is a part of a conjunction that stands on the line."""
        if not is_part(entry):
            return False
        here = {each.number for each in line}
        return entry.premises[0] in here or self.origin(entry).number in here & self.anchors


def conjuncts(formula: Formula) -> list[Formula]:
    """The parts of a formula that is read as a conjunction, through nested conjunctions, in the order of writing."""
    found, stack = [], [formula]
    while stack:
        match part := stack.pop():
            case And(left, right):
                stack += [right, left]
            case Not(Implies(left, right)):
                stack += [right.sub if isinstance(right, Not) else Not(right), left]
            case Not(Or(left, right)):
                stack += [each.sub if isinstance(each, Not) else Not(each) for each in (right, left)]
            case _:
                found.append(part)
    return found


def is_part(entry: Entry) -> bool:
    """Whether an entry says a part of a conjunction."""
    return entry.step.rule == s.AND and len(entry.premises) == 1 and entry.step.node != FALSE


DEEPEST = 20  # number of nested cases up to which lines are indented


def words(telling: Telling) -> str:
    """The proof as numbered lines in words."""
    out = telling.above()
    for part in telling.outline.parts:
        lines = lines_of(telling, part)
        width = len(str(len(lines)))
        numbered = enumerate(lines, 1)
        out += [telling.title(part), *[f"{'   ' * depth}{n:{width}}. {text}" for n, (depth, text) in numbered], ""]
    return "\n".join([*out[:-1], *telling.ending()])


def lines_of(telling: Telling, part: Part) -> list[tuple[int, str]]:
    """The lines of a part: the indentation, and the text."""
    return _Writer(telling, part).lines


class _Writer:
    """Writes the lines of a part."""

    def __init__(self, telling: Telling, part: Part) -> None:
        self.telling, self.part = telling, part
        self.lines: list[tuple[int, str]] = []
        self.line_of: dict[int, int] = {}
        """Number of an entry -> number of its line."""
        self.vacuous: dict[str, int] = {}
        """A formula that fails nowhere -> number of the line that says why."""
        self.merging = Merging(part, telling.reading)
        for block in part.blocks:
            case = f"Case {block.case}: " if block.case else ""
            depth = min(block.depth, DEEPEST)
            for entries in self.merging.lines(block):
                self.lines.append((depth, case + self._text(entries, bool(case))))
                case = ""
            self.lines += [(depth, "…")] * block.is_cut

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
            text = f"Suppose it fails at a world {first.world}"
            if self.part.induction:
                lemmas = [f"Lemma {number}" for number in self.part.induction]
                hold = f"but {both(lemmas)} hold" if len(lemmas) > 1 else "but holds"
                text += f", {hold} wherever the counterexample to {self.telling.text(self.part.clause[0])} is nearer"
            text += f": {facts}"
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
            laws = both(self.telling.simplified)
            what = "the implication from the premises" if self.telling.premises else "the formula"
            same = f"By {laws}, {what} is the same as ⊤, so it never fails."
            return same if laws else f"It never fails: {what} is ⊤."
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
        return f"{next(iter(entry.group)) or SOMEONE} considers"
    return f"{both(sorted(entry.group))} {'both' if len(entry.group) == 2 else 'all'} consider"
