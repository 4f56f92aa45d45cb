"""A proof in the order in which it is read, and its nodes as formulas.

The steps of a branch, up to where it is closed or splits, are a block; the blocks of the cases follow it. Entries are
numbered in this order, from 1 in each part. A world is named w, v, u, w1, w2, ... in the order in which its branch
meets it. Formulas are as the user wrote them where that is possible, else in the form that is easiest to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from kripke.data.wording import both, brief, visible
from kripke.prove.proofs.forms.choices import STEPS
from kripke.prove.proofs.script import ENDS, WAYS, Induction, Row, Script, Step, Tableau
from kripke.prove.question.nodes import AND, ATOM, BOX, CONSTANT, FALSE, FIX, TRUE, Group, Node, Nodes
from kripke.prove.question.reduction import Reducer
from logic.clauses import Atom, B, Bottom, C, D, E, Implies, K, Kv, Kw, M, Not, Top, conj, disj
from logic.formula import Formula
from logic.shared import evaluated

NUMBERS = 6
"""Maximal number of numbers in the name of a case."""
NAMES = ("w", "v", "u")


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of a tableau with its number."""

    number: int  # its number in the part, from 1
    step: Step
    world: str
    premises: tuple[int, ...]
    group: Group  # the agents who consider the world possible, if the step is the first at a new world; else empty
    fixpoint: Node = TRUE  # the fixpoint whose counterexample the step is a way to; `TRUE` for other rules


@dataclass(slots=True)
class Block:
    """The entries of a branch up to where it is closed or splits."""

    depth: int
    case: str  # their numbers: ``2.1`` is case 1 of case 2; only the last few where cases are nested deeply
    above: int | None  # the block that it continues, by its place in the part
    entries: list[Entry] = field(default_factory=list)
    cases: list[int] = field(default_factory=list)
    is_cut: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether the last step is a contradiction."""
        return bool(self.entries) and self.entries[-1].step.node == FALSE


@dataclass(frozen=True, slots=True)
class Part:
    """A lemma with its tableau, or the refutation of the goal."""

    number: int  # the lemma's number from 1; 0 for the refutation of the goal
    clause: tuple[Node, ...]  # what the lemma says; for the refutation of the goal its negation
    induction: tuple[int, ...]
    blocks: list[Block]


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a proof, perhaps only the first."""

    parts: tuple[Part, ...]
    shown: int
    total: int

    @property
    def is_cut(self) -> bool:
        """Whether steps are left out."""
        return self.shown < self.total


def outline(script: Script, limit: int | None = STEPS) -> Outline:
    """The parts of a proof, up to a number of steps.

    Notes
    -----
    O(n) for n steps shown, without recursion.
    """
    tableaux = list(_tableaux(script))
    total = sum(len(tableau.steps) for _, _, _, tableau in tableaux)
    left = total if limit is None else limit
    parts = []
    for number, clause, induction, tableau in tableaux:
        if left > 0:
            parts.append(Part(number, clause, induction, _blocks(tableau, left)))
            left -= min(left, len(tableau.steps))
    return Outline(tuple(parts), total if limit is None else min(total, limit), total)


def _tableaux(script: Script) -> Iterator[tuple[int, tuple[Node, ...], tuple[int, ...], Tableau]]:
    """Number, clause, induction and tableau of each part."""
    number = 0
    for part in script.parts:
        together = tuple(range(number + 1, number + 1 + len(part.lemmas))) if isinstance(part, Induction) else ()
        for lemma in part.lemmas:
            number += 1
            yield number, lemma.clause, together, lemma.tableau
    yield 0, (script.goal ^ 1,), (), script.tableau


def _blocks(tableau: Tableau, limit: int) -> list[Block]:
    """The blocks of a tableau, with at most `limit` entries."""
    steps: dict[int, list[int]] = {}
    for place, step in enumerate(tableau.steps):
        steps.setdefault(step.branch, []).append(place)
    below: dict[int, list[int]] = {}
    for branch, above in enumerate(tableau.branches, 1):
        below.setdefault(above, []).append(branch)
    blocks: list[Block] = []
    numbers: dict[int, int] = {}
    stack: list[tuple[int, Block, dict[int, str]]] = [(0, Block(0, "", None), {})]
    while stack:
        branch, block, worlds = stack.pop()
        if len(numbers) >= limit:
            if block.above is not None:
                blocks[block.above].is_cut = True
            continue
        place = len(blocks)
        blocks.append(block)
        if block.above is not None:
            blocks[block.above].cases.append(place)
        branches = _fill(block, branch, tableau, steps, below, numbers, worlds, limit)
        cases = []
        for number in range(1, len(branches) + 1):
            numbers_above = [*block.case.split("."), str(number)] if block.case else [str(number)]
            last = numbers_above[-NUMBERS:]
            name = ".".join(["…", *last] if len(numbers_above) > NUMBERS else last)
            cases.append(Block(block.depth + 1, name, place))
        stack += reversed([(b, case, dict(worlds)) for b, case in zip(branches, cases, strict=True)])
    return blocks


def _fill(
    block: Block,
    branch: int,
    tableau: Tableau,
    places: dict[int, list[int]],
    below: dict[int, list[int]],
    numbers: dict[int, int],
    worlds: dict[int, str],
    limit: int,
) -> list[int]:
    """Add the entries of a branch, and of its only continuation; the branches that follow."""
    while True:
        for place in places.get(branch, []):
            if len(numbers) >= limit:
                block.is_cut = True
                return []
            step = tableau.steps[place]
            group: Group = frozenset()
            if step.world not in worlds:
                count = len(worlds)
                worlds[step.world] = NAMES[count] if count < len(NAMES) else f"w{count - len(NAMES) + 1}"
                group = tableau.worlds[step.world - 1][1] if step.world else group
            numbers[place] = len(numbers) + 1
            premises = tuple([numbers[premise] for premise in step.premises])
            fixpoint = tableau.steps[step.premises[0]].node ^ 1 if step.rule in WAYS else TRUE
            block.entries.append(Entry(numbers[place], step, worlds[step.world], premises, group, fixpoint))
        branches = below.get(branch, [])
        if len(branches) != 1:
            return branches
        branch = branches[0]


def is_vacuous(entry: Entry) -> bool:
    """Whether an entry is a way to a counterexample that cannot be there, since what would fail is the same as ⊤."""
    return entry.step.rule in WAYS and entry.step.node == FALSE


class Reading:
    """The formulas of a proof's nodes.

    A disjunction with negated parts becomes an implication, a negated box of a negation becomes ``M_a``. Common
    knowledge after events, which no formula says, gets a name X1, X2, ...; `definitions` says what these mean.

    Notes
    -----
    O(n) for n rows and distinct subformulas, without recursion.
    """

    def __init__(self, script: Script, formulas: Sequence[Formula] = ()) -> None:
        self.rows = script.rows
        self.done: dict[Node, Formula] = {}
        atoms = {row[1] for row in self.rows if row[0] == "atom"}
        self.members = {
            2 * i: _fresh(f"{row[1]} sees this world", atoms) for i, row in enumerate(self.rows) if row[0] == "member"
        }
        fixpoints = [2 * i for i, row in enumerate(self.rows) if row[0] == "fix" and row[2]]
        self.fixpoints = {fix: _fresh(f"X{number}", atoms) for number, fix in enumerate(fixpoints, 1)}
        said = [node for formula in formulas for node in formula.subformulas()]
        knowers = {node.agent for node in said if isinstance(node, (K, M, Kw, Kv))}
        self.believers = frozenset(node.agent for node in said if isinstance(node, B)) - knowers
        """The agents whose box is written B."""
        self.written = {TRUE: Top(), FALSE: Bottom(), **self._written(formulas, script)}
        """Node -> the formula as the user wrote it."""

    def formula(self, node: Node) -> Formula:
        """The formula of a node."""
        return evaluated(node, self.done, self._needs, self._build)

    def clause(self, clause: Iterable[Node]) -> Formula:
        """The formula of a disjunction of nodes: an implication from the negated ones to the others."""
        return self._either(list(clause))

    def member(self, node: Node) -> str | None:
        """The agent, if the node or its negation says that the agent sees this world."""
        row = self.rows[node >> 1]
        return str(row[1]) if row[0] == "member" else None

    def way(self, fixpoint: Node, step: Step) -> tuple[Formula, tuple[Row, ...]]:
        """What fails where a way to a counterexample leads, and the events after which it is meant to hold."""
        _, common, _, ways = cast("tuple[str, C, object, Sequence[tuple[Node, ...]]]", self.rows[fixpoint >> 1])
        return (common.sub if step.rule == ENDS else common), self._history(ways[step.of][3])

    def target(self, entry: Entry, verb: str) -> str:
        """What fails where a way to a counterexample leads, in words."""
        formula, history = self.way(entry.fixpoint, entry.step)
        return f"{visible(brief(formula))} {verb}" + (f" after {both(map(_event, history))}" if history else "")

    def definitions(self) -> list[tuple[str, str, Formula, str]]:
        """Name, meaning and unfolding of each fixpoint that has a name: it is the weakest with X1 -> unfolding.

        The last text says what the unfolding leaves out.
        """
        found = []
        for fix, name in self.fixpoints.items():
            _, formula, history, steps = self.rows[fix >> 1]
            said = f"{formula} after {both(map(_event, cast('tuple[Row, ...]', history)))}"
            unfolding = self._unfolding(cast("tuple[tuple[object, ...], ...]", steps))
            found.append((name.name, said, unfolding, self._left_out(fix)))
        return found

    def _left_out(self, fix: Node) -> str:
        """Why the unfolding of a fixpoint does not say what is common knowledge, or not for all ways."""
        _, common, _, ways = cast("tuple[str, C, object, Sequence[tuple[Node, ...]]]", self.rows[fix >> 1])
        gone = dict.fromkeys(self._history(then) for _, _, body, then, _ in ways if body == TRUE)
        if not gone or common.sub == Top():
            return ""
        never = f", since {visible(brief(common.sub))} never fails after "
        if len(gone) > 1 and all(body == TRUE for _, _, body, _, _ in ways):
            return never + "these events"
        return never + " or ".join([both(map(_event, history)) for history in gone])

    def _history(self, then: Node) -> tuple[Row, ...]:
        """The events of the fixpoint that a way leads to; none if it is ⊤."""
        row = self.rows[then >> 1]
        return cast("tuple[Row, ...]", row[2]) if row[0] == "fix" else ()

    def _unfolding(self, steps: Iterable[tuple[object, ...]]) -> Formula:
        """The conjunction of the boxes of a fixpoint; with ``E`` for the same box of several agents."""
        groups: dict[Formula, dict[Group, None]] = {}
        for step in steps:
            group, pre, body, then, _ = cast("tuple[Group, Node, Node, Node, Node]", step)
            inside = conj([self.formula(node) for node in (body, then) if node != TRUE])
            given = inside if pre == TRUE else Implies(self.formula(pre), inside)
            groups.setdefault(given, {})[group] = None
        parts: list[Formula] = []
        for inside, of in groups.items():
            if len(of) > 1 and all(len(group) == 1 for group in of):
                parts.append(E(frozenset[str]().union(*of), inside))
            else:
                parts += [self._box(group, inside) for group in of]
        return conj(parts)

    def _written(self, formulas: Sequence[Formula], script: Script) -> dict[Node, Formula]:
        """The node of each subformula as it is written: the formulas are translated with the same rows."""
        if not formulas:
            return {}
        names = [str(row[1]) for row in self.rows if row[0] == "atom"]
        reducer = Reducer(formulas, frozenset(script.systems), names)
        reducer.nodes = _as_nodes(self.rows)
        fixpoints = {row[1]: 2 * i for i, row in enumerate(self.rows) if row[0] == "fix" and not row[2]}
        for number, (formula, _) in enumerate(reducer.rows):
            if isinstance(formula, C) and formula in fixpoints:
                reducer.done[0, number] = fixpoints[formula]
        for number in range(len(reducer.rows)):
            reducer.translate((0, number))
        found: dict[Node, Formula] = {}
        for plain in (True, False):
            for number, (formula, _) in enumerate(reducer.rows):
                node = reducer.done.get((0, number), TRUE)
                if isinstance(formula, Not) is not plain and node >> 1 and node >> 1 < len(self.rows):
                    found.setdefault(node, formula)
        return found

    def _needs(self, node: Node) -> list[Node]:
        """The nodes whose formulas this one's is made of."""
        if node in self.written or node ^ 1 in self.written:
            return []
        row = self.rows[node >> 1]
        if row[0] == "and":
            return [part ^ (node & 1) for part in self._parts(node & ~1)]
        if row[0] == "box":
            inside = cast(Node, row[2])
            return [inside ^ 1] if self._is_diamond(node) else [inside]
        return []

    def _build(self, node: Node) -> Formula:
        """The formula of a node whose needs are done."""
        if node in self.written:
            return self.written[node]
        if node ^ 1 in self.written:
            return self._negated(self.written[node ^ 1])
        row = self.rows[node >> 1]
        if row[0] == "and":
            parts = self._parts(node & ~1)
            if node & 1:
                return self._either([part ^ 1 for part in parts])
            return conj([self.formula(part) for part in parts])
        if row[0] == "box":
            group, inside = cast(Group, row[1]), cast(Node, row[2])
            if self._is_diamond(node):
                return M(next(iter(group)), self.done[inside ^ 1])
            box = self._box(group, self.done[inside])
            return Not(box) if node & 1 else box
        base = node & ~1
        leaf: Formula = Atom(cast(str, row[1]) if row[0] == "atom" else "…")
        if row[0] == "member":
            leaf = self.members[base]
        elif row[0] == "fix":
            leaf = self.fixpoints[base] if base in self.fixpoints else cast(Formula, row[1])
        return Not(leaf) if node & 1 else leaf

    def _parts(self, base: Node) -> list[Node]:
        """The conjuncts of an even node, through conjunctions that are not written by the user, in order."""
        found: dict[Node, None] = {}
        stack = list(reversed(cast("tuple[Node, Node]", self.rows[base >> 1][1:])))
        while stack:
            part = stack.pop()
            if not part & 1 and self.rows[part >> 1][0] == "and" and part not in self.written:
                stack += reversed(cast("tuple[Node, Node]", self.rows[part >> 1][1:]))
            else:
                found[part] = None
        return list(found)

    def _either(self, parts: Sequence[Node]) -> Formula:
        """The disjunction of the nodes as an implication, if some of them are negations."""
        said = [self.formula(part) for part in parts]
        given = [each.sub for each in said if isinstance(each, Not)]
        then = [each for each in said if not isinstance(each, Not)]
        turned: dict[Formula, Formula] = {
            each: M(each.agent, each.sub.sub) for each in then if isinstance(each, K) and isinstance(each.sub, Not)
        } or {each: self._negated(each) for each in then if isinstance(each, M)}
        if not given and len(then) > 1:  # one disjunct stays
            first = list(turned)[: len(then) - 1]
            given, then = [turned[each] for each in first], [each for each in then if each not in first]
        if not given:
            return disj(then)
        return Implies(conj(given), disj(then)) if then else Not(conj(given))

    def _is_diamond(self, node: Node) -> bool:
        """Whether the node is best read as ``M_a``: a negated box of a negation, of one agent that is said to know."""
        _, group, inside = cast("tuple[str, Group, Node]", self.rows[node >> 1])
        return bool(node & 1 and inside & 1 and len(group) == 1 and not group & self.believers)

    def _box(self, group: Group, inside: Formula) -> Formula:
        """The box of a group as an operator."""
        if len(group) > 1:
            return D(group, inside)
        agent = next(iter(group))
        return B(agent, inside) if agent in self.believers else K(agent, inside)

    def _negated(self, formula: Formula) -> Formula:
        """The negation, without a double one; ``K_a ~p`` for ``~M_a p``."""
        match formula:
            case Not(sub):
                return sub
            case Top():
                return Bottom()
            case Bottom():
                return Top()
            case M(agent, sub):
                return self._box(frozenset([agent]), self._negated(sub) if isinstance(sub, Not) else Not(sub))
        return Not(formula)


def without_changes(formulas: Iterable[Formula]) -> list[Formula]:
    """The largest subformulas without announcements and actions."""
    found: dict[Formula, None] = {}
    for formula in formulas:
        changed: set[Formula] = set()
        for node in formula.subformulas():
            if node.operator.changes or any(child in changed for child in node.children):
                changed.add(node)
                found.update(dict.fromkeys(child for child in node.children if child not in changed))
        if formula not in changed:
            found[formula] = None
    return list(found)


def _fresh(name: str, taken: set[object]) -> Atom:
    while name in taken:
        name += "'"
    return Atom(name)


def _event(event: Row) -> str:
    """An event of a history in words."""
    match event:
        case "announced", formula:
            return f"the announcement of {formula}"
        case "answered", formula, answer, None:
            return f"the answer that {formula} is {'true' if answer else 'false'}"
        case "answered", formula, answer, hearers:
            told = both(sorted(cast(Group, hearers)))
            return f"the answer to {told} that {formula} is {'true' if answer else 'false'}"
        case "resolved", group:
            return f"the agents {both(sorted(cast(Group, group)))} have pooled what they know"
        case "happened", action, happened:
            return f"event {happened} of {action}"
    raise AssertionError(f"no words for {event[0]}")


def _as_nodes(rows: Sequence[Row]) -> Nodes:
    """The rows as a table that finds the node of a formula."""
    nodes = Nodes()
    kinds = {"atom": ATOM, "and": AND, "box": BOX, "fix": FIX, "true": CONSTANT}
    for number, row in enumerate(rows):
        kind = kinds.get(str(row[0]))
        args = row[1:] if kind in (ATOM, AND, BOX) else (number,)
        if number:
            nodes.kind.append(CONSTANT if kind is None else kind)
            nodes.args.append(args)
        if kind in (ATOM, AND, BOX):
            nodes.number[(kind, *args)] = 2 * number
    return nodes
