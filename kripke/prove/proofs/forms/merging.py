"""Which facts share a line: conjunctions that a proof needs for their parts only are not said, their parts are.

The parts of a conjunction that stands for itself, such as a supposition or the fact of a new world, follow it at once.
"""

from __future__ import annotations

from kripke.prove.proofs import script as s
from kripke.prove.proofs.forms.outline import Block, Entry, Part
from kripke.prove.proofs.forms.reading import Reading
from kripke.prove.question.nodes import FALSE, Node
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
        if not users or not all(map(is_part, users)) or not self._is_conjunction(self.entries[number].step.node):
            return False
        return number not in self.anchors or all(self.block_of[e.number] == self.block_of[number] for e in users)

    def _is_conjunction(self, node: Node) -> bool:
        """Whether a node is read as a conjunction."""
        match self.reading.formula(node):
            case And() | Not(Or()) | Not(Implies()):
                return True
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
