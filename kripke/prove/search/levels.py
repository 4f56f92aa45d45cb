"""The propositional side of the search: SAT solvers for ranges of modal depths, whose solutions become worlds.

If a problem has no symmetric or Euclidean relations and no fixpoints, a world at depth d only needs the nodes
(see `Nodes`) inside d boxes, and each solver is for a range of depths. Otherwise there is one solver for all worlds.

A world claims some of the nodes that hold in a solution. A claim needs reasons: for a conjunction both its parts, for a
disjunction one of its parts. A node that is true but not claimed demands nothing of other worlds, so it is best to
claim little: for a disjunction, a world claims a part that it has to claim anyway, or else a part that costs little.

Solvers need exponential time for contradictions that are found by counting, such as the pigeonhole principle. Here
disjunctions are matched with groups of literals that exclude each other; if the matching leaves a disjunction out, some
set of disjunctions has fewer groups than members (Hall's theorem). The groups are found as in Biere, Le Berre, Lonca
and Manthey, "Detecting cardinality constraints in CNF" (SAT 2014), doi:10.1007/978-3-319-09284-3_22.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable

from pysat.solvers import Solver

from kripke.prove.clock import SOLVER, Clock, solve
from kripke.prove.question.nodes import AND, ATOM, BOX, FIX, Node
from kripke.prove.question.problem import Problem
from kripke.prove.search.rules import Rules, World
from logic.shared import depth_first, irreducible

Clause = frozenset[int]


def contradictory(clauses: Collection[Clause], clock: Clock) -> bool:
    """Whether a counting argument shows that the clauses are contradictory; False if this is unknown.

    O(p + e sqrt(c)) for c clauses, p pairs of literals that exclude each other, and e pairs of a clause and a group of
    such literals.

    Four pigeons and three holes, where literal 23 says that pigeon 2 is in hole 3:

    >>> somewhere = [frozenset({10 * pigeon + hole for hole in (1, 2, 3)}) for pigeon in (1, 2, 3, 4)]
    >>> pairs = [(i, j) for i in (1, 2, 3, 4) for j in range(1, i)]
    >>> alone = [frozenset({-10 * i - hole, -10 * j - hole}) for hole in (1, 2, 3) for i, j in pairs]
    >>> contradictory(somewhere + alone, Clock(None)), contradictory(somewhere + alone[1:], Clock(None))
    (True, False)
    """
    used: set[int] = set()
    apart: list[Clause] = []
    for clause in sorted([clause for clause in clauses if len(clause) > 2], key=len):
        if used.isdisjoint(clause):  # so each has a true literal of its own
            used |= clause
            apart.append(clause)
    if not apart:
        return False
    from networkx import Graph  # most searches need no graph
    from networkx.algorithms.bipartite import hopcroft_karp_matching

    group = _groups([literal for clause in apart for literal in sorted(clause)], clauses, clock)
    graph = Graph((("clause", row), group[literal]) for row, clause in enumerate(apart) for literal in clause)
    rows = [("clause", row) for row in range(len(apart))]
    return len(hopcroft_karp_matching(graph, rows)) < 2 * len(rows)


def _groups(literals: Iterable[int], clauses: Iterable[Clause], clock: Clock) -> dict[int, int]:
    """Map each literal to the number of its group; the clauses say that literals of a group exclude each other."""
    excluded: dict[int, set[int]] = {}
    for clause in clauses:
        if len(clause) == 2:
            one, other = clause
            excluded.setdefault(-one, set()).add(-other)
            excluded.setdefault(-other, set()).add(-one)
    group: dict[int, int] = {}
    size: Counter[int] = Counter()
    for literal in literals:
        clock.tick()
        near = Counter(group[other] for other in excluded.get(literal, ()) if other in group)
        group[literal] = next((number for number, count in near.items() if count == size[number]), len(size))
        size[group[literal]] += 1
    return group


SMALL = 100
"""Number of nodes by which a level may exceed twice the number of nodes at its last depth.

A solver handles these extra nodes at little cost.
"""

ALWAYS = 1 << 60  # the last depth of a node that occurs at every depth


class Level:
    """A SAT solver for the nodes of one modal depth or of several neighbouring depths."""

    def __init__(self, rules: Rules, universe: list[Node], laws: Iterable[Node], clock: Clock) -> None:
        self.rules, self.laws = rules, list(laws)
        universe = sorted(universe, key=lambda base: (rules.nodes.kind[base >> 1] != ATOM, base))
        self.atoms = sum(rules.nodes.kind[base >> 1] == ATOM for base in universe)
        """The number of atoms; the solver's first variables stand for them."""
        self.named = [0, *universe, *[base ^ 1 for base in reversed(universe)]]
        """The node of each literal: at index n for the variable n, at index -n for its negation."""
        self.literals = {base: number for number, base in enumerate(universe, 1)}
        self.literals |= {base ^ 1: -number for base, number in self.literals.items()}
        self.last = len(universe)
        self.solver = Solver(SOLVER)
        self.values: list[int] = []
        self.backward = [box for box in rules.boxes(universe) if rules.nodes.group(box) in rules.backward]
        self.symmetric = [rules.nodes.inside(b) for b in self.backward if not rules.is_euclidean(rules.nodes.group(b))]
        for base in universe:
            clock.tick()
            for clause in self.meaning(base):
                self.add(clause)
        for law in self.laws:
            self.add([law])
        self.solver.add_clause([len(universe), -len(universe)])  # every variable has a value in a solution

    def add(self, clause: Iterable[Node]) -> None:
        """Add a clause, a disjunction of nodes, to the solver."""
        self.solver.add_clause([self.literals[node] for node in clause])

    def selector(self) -> int:
        """Return a new literal of the solver that stands for no node, and can switch clauses on."""
        self.last += 1
        return self.last

    def meaning(self, base: Node) -> list[list[Node]]:
        """Return the clauses that define an unnegated node."""
        nodes = self.rules.nodes
        kind = nodes.kind[base >> 1]
        if base == 0:
            return [[base]]
        if kind in (AND, FIX):
            parts = nodes.parts(base)
            return [*[[base ^ 1, part] for part in parts], [base, *[part ^ 1 for part in parts]]]
        return self.rules.clauses(base) if kind == BOX else []

    def solve(self, nodes: Iterable[Node], selectors: Iterable[int], clock: Clock) -> list[Node] | None:
        """Return None, and set `values`, if some world satisfies the nodes; otherwise return an unsatisfiable core."""
        nodes = list(nodes)
        counted: list[Node] = []

        def refuted() -> bool:
            counted.extend(self.counted(nodes, clock))
            return bool(counted)

        if solve(self.solver, [*map(self.literals.__getitem__, nodes), *selectors], clock, refuted):
            self.values = self.solver.get_model()
            return None
        nodes_only = len(self.literals) // 2
        core = [self.named[literal] for literal in self.solver.get_core() or [] if abs(literal) <= nodes_only]
        return counted or core

    def counted(self, nodes: list[Node], clock: Clock) -> list[Node]:
        """Return a small subset of the nodes that a counting argument refutes; empty if there is no such argument."""
        if not contradictory(self.disjunctions(nodes), clock):
            return []
        return irreducible(nodes, lambda fewer: contradictory(self.disjunctions(fewer), clock), clock.timed(nodes))

    def disjunctions(self, nodes: Iterable[Node]) -> list[frozenset[int]]:
        """Return the disjunctions that the nodes imply, without the literals that unit propagation refutes.

        Disjunctions with a literal that unit propagation makes true are omitted.
        """
        assumed = [self.literals[node] for node in [*nodes, *self.laws]]
        forced = {*assumed, *self.solver.propagate(assumptions=assumed)[1]}
        choices = [node for node in map(self.named.__getitem__, forced) if self.rules.nodes.is_choice(node)]
        clauses = [{self.literals[part] for part in self.rules.nodes.choices(node)} for node in choices]
        refuted = {-literal for literal in forced}
        return [frozenset(clause - refuted) for clause in clauses if forced.isdisjoint(clause)]


class Levels:
    """The solvers of a problem, one for each range of depths."""

    def __init__(self, problem: Problem, rules: Rules, clock: Clock) -> None:
        self.rules = rules
        self.laws = [*problem.theory, *rules.serial]
        fixpoints = any(problem.nodes.kind[base >> 1] == FIX for base in rules.universe)
        self.starts = [0]  # the first depth of each level
        is_flat = fixpoints or rules.backward or rules.sometimes
        universes = [rules.universe] if is_flat else self.layers(problem)
        self.levels = [Level(rules, universe, self.laws, clock) for universe in universes]

    def at(self, depth: int) -> int:
        """Return the number of the level for worlds at a depth."""
        return bisect_right(self.starts, depth) - 1

    def layers(self, problem: Problem) -> list[list[Node]]:
        """Set `starts`; return the nodes of each level. Neighbouring depths with many common nodes share a level."""
        depths = self.depths(problem)
        begin, end = (Counter(ends) for ends in zip(*depths.values(), strict=True))
        here = held = 0
        for depth in range(max(each for each in [*begin, *end, 0] if each < ALWAYS) + 2):
            here += begin[depth] - end[depth - 1]
            held += begin[depth]
            if held > 2 * here + SMALL:
                self.starts.append(depth)
                held = here
        universes: list[list[Node]] = [[] for _ in self.starts]
        for base, (first, last) in depths.items():
            for level in range(self.at(first), self.at(last) + 1):
                universes[level].append(base)
        return universes

    def depths(self, problem: Problem) -> dict[Node, tuple[int, int]]:
        """Return, for each unnegated node, the first and the last depth of worlds at which the node may matter."""
        rules, nodes = self.rules, self.rules.nodes
        depths = {problem.goal & ~1: (0, 0)} | {node & ~1: (0, ALWAYS) for node in [0, *self.laws]}
        for base in reversed(rules.universe):  # a node has a greater number than those below it
            first, last = depths[base]
            below = nodes.parts(base)
            if nodes.kind[base >> 1] == BOX:
                group, below = nodes.group(base), (nodes.inside(base),)
                if rules.has("transitive", group, ()) is not None:
                    last = ALWAYS
                    depths[base] = first, last
                first += rules.has("reflexive", group, ()) is None
                last = min(last + 1, ALWAYS)
            for node in below:
                least, most = depths.get(node & ~1, (first, last))
                depths[node & ~1] = min(first, least), max(last, most)
        return depths

    def learn(self, clause: list[Node]) -> None:
        """Add a lemma to each level that has all nodes of the lemma."""
        for level in self.levels:
            if all(node in level.literals for node in clause):
                level.add(clause)


LITERAL, TOGETHER, CHOICE, BOXED, DIAMOND, FAILS = range(6)

Literal = tuple[Node, int, int]
"""A node, the index of its variable in a solution, and the variable's value if the node holds."""

Choice = tuple[tuple[Node, ...], tuple[Literal, ...]]
"""The parts of a disjunction and their literals, both in order of cost."""

Entry = tuple[int, tuple[Node, ...], tuple[Literal, ...], tuple[Node, ...], tuple[Choice, ...]]
"""For a claimed node: kind, nodes to claim, literals (options, or a box's reasons), nodes claimed with it, choices."""


class Claims:
    """Builds worlds from the solutions of one level."""

    def __init__(self, rules: Rules, level: Level) -> None:
        self.rules, self.nodes, self.level = rules, rules.nodes, level
        self.ways = {option.box for options in self.nodes.options.values() for option in options}
        self.table: dict[Node, Entry] = {}
        self.complete = [self._literal(node) for node in (*level.backward, *level.symmetric)]

    def _entry(self, node: Node) -> Entry:
        nodes, kind = self.nodes, self.nodes.kind[node >> 1]
        if kind == AND and node & 1:
            return CHOICE, (), (), (), (self._choice(node),)
        if kind == AND or (kind == FIX and not node & 1):
            return self._together(node)
        if kind == FIX:
            ways = {option.box ^ 1 for option in nodes.options[node ^ 1]}
            return FAILS, (), tuple([self._literal(way) for way in sorted(ways)]), (), ()
        if kind == BOX and node & 1:
            reflexive = self.rules.has("reflexive", nodes.group(node), ()) is not None
            # a world may be its own successor, except for steps that may lead to a counterexample
            here = (self._literal(nodes.inside(node)),) if reflexive and node ^ 1 not in self.ways else ()
            return DIAMOND, (), here, (), ()
        if kind == BOX:
            reasons = self.rules.has("reflexive", nodes.group(node), set(self.rules.sometimes.values()))
            inside = () if reasons is None else (nodes.inside(node),)
            return BOXED, inside, tuple(map(self._literal, reasons or ())), (), ()
        return LITERAL, (), (), (), ()

    def _together(self, node: Node) -> Entry:
        """Return the entry of a conjunction, claimed together with its nested conjunctions and disjunctions."""
        nodes = self.nodes
        parts = depth_first(nodes.parts(node)[::-1], lambda part: nodes.nested(part)[::-1])
        others = tuple([part for part in parts if nodes.kind[part >> 1] in (BOX, FIX)])
        held = tuple([part for part in parts if nodes.kind[part >> 1] not in (BOX, FIX)])
        return TOGETHER, others, (), held, tuple(map(self._choice, filter(nodes.is_choice, parts)))

    def _choice(self, node: Node) -> Choice:
        parts = sorted(self.nodes.choices(node, self.rules.asked), key=self._cost)
        return tuple(parts), tuple([self._literal(part) for part in parts])

    def _cost(self, node: Node) -> tuple[int, Node]:
        """Return the cost of claiming a node (atom 0, box 1, diamond 3, other nodes 2), and the node."""
        kind = self.nodes.kind[node >> 1]
        return 0 if kind == ATOM else 1 if kind == BOX and not node & 1 else 3 if kind == BOX else 2, node

    def _literal(self, node: Node) -> Literal:
        literal = self.level.literals[node]
        return node, abs(literal) - 1, literal

    def world(self, starts: Iterable[Node]) -> World:
        """Build a world from the level's last solution: it claims the given nodes and the nodes that make them true."""
        values = self.level.values
        claims = set(map(self.level.named.__getitem__, values[: self.level.atoms]))  # these cost nothing
        stack = [*starts, *[node for node, place, literal in self.complete if values[place] == literal]]
        boxes: list[Node] = []
        diamonds: list[Node] = []
        self._walk(stack, claims, boxes, diamonds)
        if self.rules.serial:
            busy = frozenset().union(*[self.nodes.group(diamond) for diamond in diamonds])
            serial = [node for node in self.rules.serial if not self.nodes.group(node) <= busy]
            self._walk(serial, claims, boxes, diamonds)
        return World(claims, boxes, diamonds)

    def _walk(self, stack: list[Node], claims: set[Node], boxes: list[Node], diamonds: list[Node]) -> None:
        """Claim the nodes of the stack and their reasons. Disjunctions come last: a part may be claimed by then."""
        values, table = self.level.values, self.table
        choices: list[Choice] = []
        while stack or choices:
            if not stack:
                parts, literals = choices.pop()
                if claims.isdisjoint(parts):  # some part of a true disjunction is true
                    stack.append(next(node for node, place, literal in literals if values[place] == literal))
                continue
            node = stack.pop()
            if node in claims:
                continue
            claims.add(node)
            if node not in table:
                table[node] = self._entry(node)
            kind, parts, literals, held, more = table[node]
            if more:
                choices += more
            if kind == TOGETHER:
                claims.update(held)
                stack += parts
            elif kind == DIAMOND:
                if literals and values[literals[0][1]] == literals[0][2]:
                    stack.append(literals[0][0])  # this world is its own successor
                else:
                    diamonds.append(node)
            elif kind == BOXED:
                boxes.append(node)
                if parts and all(member in claims for member, _, _ in literals):
                    stack += parts
            elif kind == FAILS:  # each of the diamonds that hold may lead to the counterexample
                stack += [way for way, place, literal in literals if values[place] == literal]
