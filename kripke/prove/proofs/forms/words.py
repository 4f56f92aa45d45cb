"""A proof in numbered steps in words, as a textbook writes it.

Steps that a reader takes at a glance share a line: the parts of a conjunction, what is known at the same world, and
the contradiction that a line leads to. Numbers in brackets are the lines that a fact follows from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from kripke.data.wording import both
from kripke.prove.nodes import FALSE, Node
from kripke.prove.proofs import script as s
from kripke.prove.proofs.forms.labels import WORDS
from kripke.prove.proofs.forms.outline import Block, Entry, Part
from kripke.prove.proofs.forms.telling import Telling
from kripke.prove.proofs.forms.tree import above
from logic.clauses import And, Implies, Not, Or

WIDE, NEW, FACT = 70, 30, 8
"""Number of characters from which a line takes no more facts, and those around a new world and around a fact."""
DEEPEST = 20
"""Number of nested cases up to which lines are indented."""


@dataclass(slots=True)
class Line:
    """A numbered line.

    Parameters
    ----------
    number : int
        Its number in the part.
    depth : int
        How many cases it is in.
    text : str
        The text.
    """

    number: int
    depth: int
    text: str


def words(telling: Telling) -> str:
    """The proof as numbered lines in words.

    Parameters
    ----------
    telling : Telling
        The proof.
    """
    out = above(telling)
    for part in telling.outline.parts:
        out.append(telling.title(part))
        lines = lines_of(telling, part)
        width = len(str(len(lines)))
        out += [f"{'   ' * min(line.depth, DEEPEST)}{line.number:{width}}. {line.text}" for line in lines]
        out.append("")
    return "\n".join([*out[:-1], *telling.ending()])


def lines_of(telling: Telling, part: Part) -> list[Line]:
    """The lines of a part.

    Parameters
    ----------
    telling : Telling
        The proof.
    part : Part
        The part.
    """
    return _Writer(telling, part).lines


@dataclass(slots=True)
class _Group:
    """Entries that share a line."""

    case: str
    entries: list[Entry] = field(default_factory=list)
    width: int = 0


class _Writer:
    """Writes the lines of a part."""

    def __init__(self, telling: Telling, part: Part) -> None:
        self.telling, self.part = telling, part
        self.lines: list[Line] = []
        self.line_of: dict[int, int] = {}
        """Number of an entry -> number of its line."""
        self.entries = {entry.number: entry for block in part.blocks for entry in block.entries}
        self.users: dict[int, list[int]] = {}
        for entry in self.entries.values():
            for premise in entry.premises:
                self.users.setdefault(premise, []).append(entry.number)
        for block in part.blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        """Write the lines of a block."""
        depth = block.depth
        case = f"Case {block.case}" if block.case else ""
        group = _Group(case)
        for entry in block.entries:
            if group.entries and self._starts(entry, group):
                self._write(group, depth)
                group = _Group("")
            group.entries.append(entry)
            group.width += len(self.telling.text(entry.step.node)) + (NEW if entry.group else FACT)
        if group.entries:
            self._write(group, depth)
        if block.is_cut:
            self.lines.append(Line(len(self.lines) + 1, depth, "…"))

    def _starts(self, entry: Entry, group: _Group) -> bool:
        """Whether an entry starts a line."""
        if entry.step.node == FALSE or self._is_unfolding(entry, group.entries):
            return False
        before = group.entries[-1]
        if entry.group or entry.world != before.world:
            return True
        if (before.step.rule == s.SUPPOSE) is not (entry.step.rule == s.SUPPOSE) and entry.step.rule != s.CONDITION:
            return True
        return group.width > WIDE

    def _is_unfolding(self, entry: Entry, entries: Sequence[Entry]) -> bool:
        """Whether an entry is a part of a conjunction on the same line."""
        return (
            entry.step.rule == s.AND
            and len(entry.premises) == 1
            and entry.premises[0] in {each.number for each in entries}
        )

    def _write(self, group: _Group, depth: int) -> None:
        """Write the line of a group."""
        number = len(self.lines) + 1
        for entry in group.entries:
            self.line_of[entry.number] = number
        last = group.entries[-1]
        closing = last if last.step.node == FALSE else None
        facts = group.entries[:-1] if closing else group.entries
        text = self._facts(facts, group.case, number) if facts else group.case and f"{group.case}:"
        if closing:
            text = f"{text} {self._contradiction(closing, facts, number)}".strip()
        self.lines.append(Line(number, depth, text))

    def _facts(self, entries: list[Entry], case: str, number: int) -> str:
        """The sentence that says the facts of a line."""
        first = entries[0]
        dropped = self._dropped(entries)
        head = self._head(entries, dropped)
        rest = [entry for entry in entries if entry not in head]
        facts = both([self.telling.said(entry) for entry in head if entry.number not in dropped])
        if first.step.rule == s.SUPPOSE:
            text = self._supposition(first.world, facts)
        elif first.group:
            text = self._new_world(first, facts, bool(case))
        elif case:
            text = f"{facts} at {first.world}{self._because(first, number)}"
        else:
            text = f"At {first.world}: {facts}{self._because(first, number)}"
        items = self._items([entry for entry in rest if entry.number not in dropped], entries, dropped, number)
        there = "; there " if first.group and items and not items[0].startswith("so ") else "; "
        text += "".join([(there if place == 0 else "; ") + item for place, item in enumerate(items)])
        return (f"{case}: {text}" if case else text) + "."

    def _head(self, entries: list[Entry], dropped: set[int]) -> list[Entry]:
        """The facts that the sentence begins with: all suppositions; else the first, or the parts of it."""
        if entries[0].step.rule == s.SUPPOSE:
            head = [entry for entry in entries if entry.step.rule == s.SUPPOSE]
        else:
            head = [entries[0]]
            head += [entry for entry in entries[1:] if entry.step.rule == s.CONDITION]
        known = {entry.number for entry in head}
        for entry in entries:
            if entry.number not in known and len(entry.premises) == 1 and entry.premises[0] in dropped & known:
                head.append(entry)
                known.add(entry.number)
        return head

    def _dropped(self, entries: list[Entry]) -> set[int]:
        """The conjunctions that are used for their parts only, on the same line; of suppositions all parts are said."""
        here = {entry.number: entry for entry in entries}
        dropped: set[int] = set()
        for entry in entries:
            users = self.users.get(entry.number, [])
            parts = [here[user] for user in users if user in here and self._is_unfolding(here[user], entries)]
            if len(parts) == len(users) and parts and self._is_conjunction(entry.step.node):
                said = {part.step.node for part in parts}
                if entry.step.rule != s.SUPPOSE or self._leaves(entry.step.node) <= said:
                    dropped.add(entry.number)
        return dropped

    def _is_conjunction(self, node: Node) -> bool:
        """Whether a node is read as a conjunction."""
        match self.telling.reading.formula(node):
            case And() | Not(Or()) | Not(Implies()):
                return True
        return False

    def _leaves(self, node: Node) -> set[Node]:
        """The conjuncts that nested conjunctions give, as far as they are read as conjunctions."""
        rows = self.telling.script.rows
        stack, found = [node], set()
        while stack:
            part = stack.pop()
            if not part & 1 and rows[part >> 1][0] == "and" and self._is_conjunction(part):
                stack += cast("tuple[Node, Node]", rows[part >> 1][1:])
            else:
                found.add(part)
        return found

    def _supposition(self, world: str, facts: str) -> str:
        if self.part.induction:
            fixpoint = self.telling.text(self.part.clause[0])
            nearest = f"let {world} be the nearest to a counterexample to {fixpoint}"
            return f"Suppose it fails. Of these worlds {nearest}: {facts}"
        return f"Suppose it fails at a world {world}: {facts}"

    def _new_world(self, entry: Entry, facts: str, is_case: bool) -> str:
        """The sentence that brings in a world."""
        verb = f"{both(sorted(entry.group))} {'both consider' if len(entry.group) == 2 else 'all consider'}"
        verb = f"{next(iter(entry.group))} considers" if len(entry.group) == 1 else verb
        seen = f"{verb} possible a world {entry.world}" + (f" where {facts}" if facts != "⊤" else "")
        given = self._numbers(entry.premises, 0)
        if entry.step.rule == s.ENDS:
            return f"the counterexample is one step away: {seen}"
        if entry.step.rule == s.ONWARD:
            return f"it is farther away: {seen}, one step nearer to it"
        if entry.step.rule == s.SUCCESSOR or not given:
            return f"{seen[0].upper()}{seen[1:]}" if not is_case else seen
        return f"{'by' if is_case else 'By'} {given}, {seen}"

    def _items(self, facts: list[Entry], entries: list[Entry], dropped: set[int], number: int) -> list[str]:
        """The facts with the reasons for them; those with the same reason together."""
        here = {each.number for each in entries}
        found: dict[tuple[tuple[int, ...], str, str], list[str]] = {}
        for entry in facts:
            origin = entry
            while len(origin.premises) == 1 and origin.premises[0] in dropped:
                origin = self.entries[origin.premises[0]]
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
        lines = self._numbers(entry.premises, number, "and")
        reasons = ", ".join([*names, *([lines] if lines else [])])
        return f" ({reasons})" if reasons else ""

    def _lemma(self, entry: Entry) -> str:
        """The name of a lemma or of the induction's hypothesis."""
        if entry.step.rule == s.LEMMA:
            return f"Lemma {entry.step.of + 1}"
        several = len(self.part.induction) > 1
        return "the induction hypothesis" + (f" of Lemma {entry.step.of + 1}" if several else "")

    def _contradiction(self, entry: Entry, facts: list[Entry], number: int) -> str:
        """The sentence that closes a branch."""
        if entry.step.rule == s.SUPPOSE:
            return "The rules for ¬, ∧ and ∨ alone show that it never fails."
        here = {fact.number for fact in facts}
        numbers = self._numbers(entry.premises, number, "and")
        by = WORDS.get(entry.step.rule, "")
        if entry.step.rule in (s.LEMMA, s.HYPOTHESIS):
            what = self._lemma(entry)
            return f"This contradicts {what}{f' (with {numbers})' if numbers else ''}."
        if not numbers:
            return f"This is a contradiction{f' ({by})' if by else ''}."
        if here.intersection(entry.premises):
            return f"This contradicts {numbers}{f' ({by})' if by else ''}."
        return f"Contradiction: {numbers}{f' ({by})' if by else ''}."

    def _numbers(self, premises: Iterable[int], but: int, word: str = "") -> str:
        """The lines of some entries, without one."""
        numbers = sorted({self.line_of[premise] for premise in premises} - {but})
        return both(map(str, numbers)) if word or len(numbers) > 1 else "".join(map(str, numbers))
