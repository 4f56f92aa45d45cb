"""A proof in reading order, with its nodes as formulas.

A part is a lemma or the refutation of the goal. A block consists of the entries (steps) of a branch up to the point
where the branch closes or splits. The blocks of the cases follow it. The entries of each part are numbered in this
order, from 1. Worlds are named w, v, u, w1, w2, ... in the order in which a branch reaches them. Formulas are as the
user wrote them where possible, otherwise in the form that is easiest to read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import cast

from kripke.data.wording import both, brief, visible
from kripke.prove.proofs.checking.statement import Table
from kripke.prove.proofs.script import ENDS, WAYS, Induction, Row, Script, Step, Tableau
from kripke.prove.question.nodes import AND, ATOM, BOX, FALSE, TRUE, Group, Node, Nodes
from kripke.prove.question.problem import BELIEVING, KNOWING, agents_under, box
from kripke.prove.question.reduction import PROGRAMS, Reducer
from logic.clauses import CB, EB, Atom, Bottom, C, E, Implies, K, M, Not, Top, conj, disj, negation
from logic.formula import Formula
from logic.shared import boxed, depth_first, evaluated

NUMBERS = 6  # maximal number of numbers in the name of a case
NAMES = ("w", "v", "u")


@dataclass(frozen=True, slots=True)
class Entry:
    """A step of a tableau with its number, the name of its world, and the numbers of its premises."""

    number: int  # its number in the part, from 1
    step: Step
    world: str
    premises: tuple[int, ...]
    group: Group  # the agents who consider the world possible, if the step is the first at a new world; else empty
    fixpoint: Node = TRUE  # the fixpoint, if the step leads towards its counterexample; otherwise `TRUE`


@dataclass(slots=True)
class Block:
    """The entries of a branch up to the point where the branch closes or splits.

    `depth` is the number of case distinctions around it. `cases` are the blocks that continue it, by their places in
    the part. `is_cut` says whether entries or cases are omitted here.
    """

    depth: int
    case: str  # the numbers of the cases: ``2.1`` is case 1 of case 2; only the last few where cases are nested deeply
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
    """A lemma with its tableau, or the refutation of the goal.

    `induction` has the numbers of all lemmas of the induction that proves the lemma; it is empty if there is none.
    """

    number: int  # the lemma's number from 1; 0 for the refutation of the goal
    clause: tuple[Node, ...]  # the disjunction that the lemma states; for the refutation of the goal, the negated goal
    induction: tuple[int, ...]
    blocks: list[Block]


@dataclass(frozen=True, slots=True)
class Outline:
    """The parts of a proof, perhaps truncated, with the number of steps shown and the total number of steps."""

    parts: tuple[Part, ...]
    shown: int
    total: int

    @property
    def is_cut(self) -> bool:
        """Whether the outline omits steps of the proof."""
        return self.shown < self.total


def outline(script: Script, limit: int | None) -> Outline:
    """Return the parts of a proof, up to `limit` steps in all. O(n) for a proof of n steps, without recursion."""
    tableaux = list(_tableaux(script))
    total = sum(len(tableau.steps) for _, _, _, tableau in tableaux)
    shown = left = total if limit is None else min(total, limit)
    parts = []
    for number, clause, induction, tableau in tableaux:
        if left > 0:
            parts.append(Part(number, clause, induction, _blocks(tableau, left)))
            left -= len(tableau.steps)
    return Outline(tuple(parts), shown, total)


def _tableaux(script: Script) -> Iterator[tuple[int, tuple[Node, ...], tuple[int, ...], Tableau]]:
    """Yield each lemma, then the goal, as number, clause, numbers of the lemmas in its induction, and tableau."""
    number = 0
    for part in script.parts:
        together = tuple(range(number + 1, number + 1 + len(part.lemmas))) if isinstance(part, Induction) else ()
        for lemma in part.lemmas:
            number += 1
            yield number, lemma.clause, together, lemma.tableau
    yield 0, (script.goal ^ 1,), (), script.tableau


def _blocks(tableau: Tableau, limit: int) -> list[Block]:
    """Return a tableau's blocks, with at most `limit` entries; a branch and its only continuation share a block."""
    places, below = tableau.layout
    blocks: list[Block] = []
    numbers: dict[int, int] = {}
    stack: list[tuple[int, Block, dict[int, str]]] = [(0, Block(0, "", None), {})]
    while stack:
        branch, block, worlds = stack.pop()
        if len(numbers) >= limit:
            if block.above is not None:
                blocks[block.above].is_cut = True
            continue
        if block.above is not None:
            blocks[block.above].cases.append(len(blocks))
        blocks.append(block)
        branches = [branch]
        while len(branches) == 1:
            here = places[branches[0]]
            for place in here[: limit - len(numbers)]:
                numbers[place] = len(numbers) + 1
                block.entries.append(_entry(tableau, tableau.steps[place], numbers, worlds))
            block.is_cut = here != [] and here[-1] not in numbers
            branches = [] if block.is_cut else below[branches[0]]
        for number, branch in reversed(list(enumerate(branches, 1))):
            names = [*block.case.split("."), str(number)] if block.case else [str(number)]
            case = ".".join(["…"] * (len(names) > NUMBERS) + names[-NUMBERS:])
            stack.append((branch, Block(block.depth + 1, case, len(blocks) - 1), dict(worlds)))
    return blocks


def _entry(tableau: Tableau, step: Step, numbers: dict[int, int], worlds: dict[int, str]) -> Entry:
    """Return the entry of a step; a new world gets a name, which is added to `worlds`."""
    group: Group = frozenset()
    if step.world not in worlds:
        count = len(worlds)
        worlds[step.world] = NAMES[count] if count < len(NAMES) else f"w{count - len(NAMES) + 1}"
        group = tableau.worlds[step.world - 1][1] if step.world else group
    premises = tuple([numbers[premise] for premise in step.premises])
    fixpoint = tableau.steps[step.premises[0]].node ^ 1 if step.rule in WAYS else TRUE
    return Entry(len(numbers), step, worlds[step.world], premises, group, fixpoint)


def is_vacuous(entry: Entry) -> bool:
    """Whether an entry leads to an impossible counterexample: the formula is equivalent to ⊤."""
    return entry.step.rule in WAYS and entry.step.node == FALSE


class Reading:
    """Converts a proof's nodes to formulas.

    A disjunction with negated parts becomes an implication, and a negated box of a negation becomes ``M_a``. Common
    knowledge after events, which no formula expresses, is named X1, X2, ...; `definitions` explains these names. O(n)
    for n rows and distinct subformulas, without recursion.
    """

    def __init__(self, script: Script, formulas: Sequence[Formula], boxes: bool) -> None:
        self.rows, self.table = script.rows, Table(script.rows, script.systems)
        self.done: dict[Node, Formula] = {}
        self.shown: dict[Node, Formula] = {}
        self.boxes = boxes  # whether the nameless agent's operators are written as □ and ◇
        atoms = {row[1] for row in self.rows if row[0] == "atom"}
        members = self.table.members.items()
        self.members = {node: _fresh(f"{agent} sees this world", atoms) for agent, node in members}
        fixpoints = [fix for fix in self.table.ways if self._history(fix)]
        self.fixpoints = {fix: _fresh(f"X{number}", atoms) for number, fix in enumerate(fixpoints, 1)}
        said = [node for formula in formulas for node in formula.subformulas()]
        agents = frozenset(script.systems)
        self.believers = agents_under(said, BELIEVING, agents) - agents_under(said, KNOWING, agents)
        """The agents whose box is written B."""
        self.written = {TRUE: Top(), FALSE: Bottom(), **self._written(formulas, script)}
        """Node -> the formula as the user wrote it."""

    def formula(self, node: Node) -> Formula:
        """Return the formula of a node."""
        if node not in self.shown:
            formula = evaluated(node, self.done, self._needs, self._build)
            self.shown[node] = boxed(formula) if self.boxes else formula
        return self.shown[node]

    def member(self, node: Node) -> str | None:
        """If the node or its negation says that an agent sees this world, return the agent; otherwise None."""
        row = self.rows[node >> 1]
        return str(row[1]) if row[0] == "member" else None

    def way(self, fixpoint: Node, step: Step) -> tuple[Formula, tuple[Row, ...]]:
        """Return the formula that fails after a step towards a counterexample, and the history of events there."""
        common = self._common(fixpoint)
        if isinstance(common, PROGRAMS):
            way = self.table.ways[fixpoint][step.of]
            return self.formula(way.body if step.rule == ENDS else way.then), ()
        return (common.sub if step.rule == ENDS else common), self._history(self.table.ways[fixpoint][step.of].then)

    def target(self, entry: Entry, verb: str) -> str:
        """Return a phrase about the formula that `way` returns: the formula, `verb` and the events before it.

        An example is ``p never fails after the announcement of q``, for the verb ``never fails``.
        """
        formula, history = self.way(entry.fixpoint, entry.step)
        return f"{visible(brief(formula))} {verb}" + (f" after {both(map(_event, history))}" if history else "")

    def definitions(self) -> list[tuple[str, str, Formula, str]]:
        """Return the name, meaning and unfolding of each named fixpoint, and a note if parts are left out."""
        said = {fix: f"{self._common(fix)} after {both(map(_event, self._history(fix)))}" for fix in self.fixpoints}
        names = self.fixpoints.items()
        return [(name.name, said[fix], self._unfolding(fix), self._left_out(fix)) for fix, name in names]

    def _left_out(self, fix: Node) -> str:
        """Return why the unfolding of a fixpoint leaves out the body after some events; empty if it does not."""
        common, ways = self._common(fix), self.table.ways[fix]
        gone = dict.fromkeys(self._history(way.then) for way in ways if way.body == TRUE)
        if isinstance(common, PROGRAMS) or not gone or common.sub == Top():
            return ""
        is_all = len(gone) > 1 and all(way.body == TRUE for way in ways)
        events = "these events" if is_all else " or ".join([both(map(_event, history)) for history in gone])
        return f", since {visible(brief(common.sub))} never fails after {events}"

    def _common(self, fix: Node) -> C | CB:
        return cast(C | CB, self.rows[fix >> 1][1])

    def _history(self, fix: Node) -> tuple[Row, ...]:
        return cast("tuple[Row, ...]", self.rows[fix >> 1][2]) if fix in self.table.ways else ()

    def _unfolding(self, fix: Node) -> Formula:
        """Return the conjunction of a fixpoint's boxes, with ``E`` in place of equal boxes of several agents."""
        groups: dict[Formula, dict[Group, None]] = {}
        for way in self.table.ways[fix]:
            inside = conj([self.formula(node) for node in (way.body, way.then) if node != TRUE])
            given = inside if way.pre == TRUE else Implies(self.formula(way.pre), inside)
            groups.setdefault(given, {})[way.group] = None
        parts: list[Formula] = []
        for inside, of in groups.items():
            if len(of) > 1 and all(len(group) == 1 for group in of):
                members = frozenset[str]().union(*of)
                parts.append(EB(members, inside) if members <= self.believers else E(members, inside))
            else:
                parts += [box(group, inside, self.believers) for group in of]
        return conj(parts)

    def _written(self, formulas: Sequence[Formula], script: Script) -> dict[Node, Formula]:
        """Map nodes to subformulas as the user wrote them, by translating the formulas into nodes of the proof."""
        names = [str(row[1]) for row in self.rows if row[0] == "atom"]
        reducer = Reducer(formulas, frozenset(script.systems), names)
        reducer.nodes = _as_nodes(self.rows)
        fixpoints = {self._common(fix): fix for fix in self.table.ways if not self._history(fix)}
        said = [formula for formula, _ in reducer.rows]
        common = [(number, formula) for number, formula in enumerate(said) if isinstance(formula, (C, CB))]
        reducer.done |= {(0, number): fixpoints[formula] for number, formula in common if formula in fixpoints}
        known = [(reducer.translate((0, number)), formula) for number, formula in enumerate(said)]
        written = {node: formula for node, formula in reversed(known) if 0 < node >> 1 < len(self.rows)}
        plain = [(node, formula) for node, formula in reversed(known) if not isinstance(formula, Not)]
        return written | {node: formula for node, formula in plain if node in written}

    def _needs(self, node: Node) -> list[Node]:
        base = node & ~1
        if node in self.written or node ^ 1 in self.written:
            return []
        if base in self.table.boxes:
            return [self.table.boxes[base][1] ^ self._is_diamond(node)]
        return [part ^ (node & 1) for part in self._parts(base)] if base in self.table.parts else []

    def _build(self, node: Node) -> Formula:
        base = node & ~1
        if node in self.written:
            return self.written[node]
        if node ^ 1 in self.written:
            return self._negated(self.written[node ^ 1])
        if base in self.table.parts:
            parts = self._parts(base)
            return self.clause([part ^ 1 for part in parts]) if node & 1 else conj(map(self.formula, parts))
        if base in self.table.boxes:
            group, inside = self.table.boxes[base]
            if self._is_diamond(node):
                return M(next(iter(group)), self.done[inside ^ 1])
            said = box(group, self.done[inside], self.believers)
        elif base in self.table.ways:
            said = self.fixpoints[base] if base in self.fixpoints else self._common(base)
        else:
            row = self.rows[base >> 1]
            said = self.members[base] if base in self.members else Atom(str(row[1]) if row[0] == "atom" else "…")
        return Not(said) if node & 1 else said

    def _parts(self, base: Node) -> list[Node]:
        """Return the conjuncts of an unnegated node; nested conjunctions are split unless the user wrote them."""

        def inner(part: Node) -> Sequence[Node]:
            return () if part in self.written else self.table.parts.get(part, ())

        return [*filterfalse(inner, depth_first(self.table.parts[base], inner))]

    def clause(self, parts: Sequence[Node]) -> Formula:
        """Return the disjunction of the nodes, as an implication if possible: the negated nodes are its antecedent."""
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
        group, inside = self.table.boxes[node & ~1]
        return bool(node & 1 and inside & 1 and len(group) == 1 and not group & self.believers)

    def _negated(self, formula: Formula) -> Formula:
        """Return the negation without a double negation; for ``M_a p`` it is ``K_a ~p``."""
        match formula:
            case Top() | Bottom():
                return Bottom() if isinstance(formula, Top) else Top()
            case M(agent, sub):
                return box(frozenset([agent]), negation(sub), self.believers)
        return negation(formula)


def without_changes(formulas: Iterable[Formula]) -> list[Formula]:
    """Return the largest subformulas without dynamic operators, such as announcements and actions."""
    unchanged: dict[Formula, None] = {}
    for formula in formulas:
        changed: set[Formula] = set()
        for node in formula.subformulas():
            if node.operator.changes or not changed.isdisjoint(node.children):
                changed.add(node)
                unchanged |= dict.fromkeys(child for child in node.children if child not in changed)
        unchanged |= {} if formula in changed else {formula: None}
    return list(unchanged)


def _fresh(name: str, taken: set[object]) -> Atom:
    while name in taken:
        name += "'"
    return Atom(name)


def _event(event: Row) -> str:
    match event:
        case "announced", formula:
            return f"the announcement of {formula}"
        case "answered", formula, answer, hearers:
            audience = "" if hearers is None else f" to {both(sorted(cast(Group, hearers)))}"
            return f"the answer{audience} that {formula} is {'true' if answer else 'false'}"
        case "resolved", group:
            return f"the agents {both(sorted(cast(Group, group)))} have pooled what they know"
        case "at", step:
            return f"step {cast(int, step) + 1} of its program, in runs that come back to it"
        case "happened", action, happened:
            return f"event {happened} of {action}"
    raise AssertionError(f"no words for {event[0]}")


def _as_nodes(rows: Sequence[Row]) -> Nodes:
    nodes = Nodes()
    for number, (kind, *args) in enumerate(rows[1:], 1):
        nodes.kind.append(str(kind))
        nodes.args.append(tuple(args))
        if kind in (ATOM, AND, BOX):
            nodes.number[(kind, *args)] = 2 * number
    return nodes
