"""Boolean formulas as constraints; one pass finds the atoms and operator chains, a second builds the diagram.

A conjunction of literals is stored as a cube, which is a pair of integers. A disjunction of many cubes over the same
atoms is built in one pass, like a table. So a law that lists its states costs one operation for each node of its
diagram, and not one for each connective.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import and_, or_, xor
from typing import Any, TypeAlias, cast

from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.state_set import Cube, StateSet
from kripke.symbolic.laws.constraints import DiagramConstraint
from logic.clauses import And, Atom, Bottom, Iff, Implies, Not, Or, Top, Xor
from logic.formula import Formula

Value: TypeAlias = StateSet | Cube
Row: TypeAlias = tuple[Formula, tuple[int, ...]]
"""A node, and the row numbers of its operands. A chain such as ``p & q & r`` is one row with several operands."""

FEW_OPERANDS = 5_000
"""Largest number of operands for which the parts of a formula influence the order of the atoms."""

MANY_CUBES = 8
"""Minimal number of cubes over the same variables that are built as a table; fewer cubes are joined one by one."""

_CHAINS = (And, Or, Xor)


class Condition(DiagramConstraint):
    """A boolean formula as a constraint of a state law."""

    def __init__(self, formula: Formula) -> None:
        self.formula = formula

    def __repr__(self) -> str:
        return str(self.formula)

    @cached_property
    def rows(self) -> list[Row]:
        """The formula's nodes, each after its operands; every literal occurs once. O(n) for n distinct nodes."""
        return _Rows(self.formula).rows

    @cached_property
    def atoms(self) -> frozenset[str]:
        """The names of the atoms in the formula."""
        return frozenset([node.name for node, _ in self.rows if type(node) is Atom])

    @property
    def groups(self) -> Iterable[Sequence[str]]:
        """Groups of atoms that should be adjacent in the order: all atoms, and the atoms of each operand.

        The atoms of operands are left out if there are more than `FEW_OPERANDS` operands.
        """
        if sum([len(kids) for _, kids in self.rows]) > FEW_OPERANDS:
            return [sorted(self.atoms)]
        names: list[frozenset[str]] = []
        distinct = {self.atoms: None}
        for node, kids in self.rows:
            names.append(frozenset({node.name}) if type(node) is Atom else frozenset().union(*[names[k] for k in kids]))
            distinct |= dict.fromkeys([names[kid] for kid in kids])
        return [sorted(group) for group in distinct if len(group) > 1]

    def require(self, atoms: Collection[str], what: str) -> None:
        """Raise `ModelError` for a formula with modalities, `UnknownAtom` for an unknown atom."""
        if any(type(node) not in _CLAUSES for node, _ in self.rows) or not all(atom in atoms for atom in self.atoms):
            from kripke.checking.observations import require_boolean  # only needed for the error

            require_boolean(self.formula, atoms, what)

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states where the formula is true. O(n) for n subformulas, and at most one diagram operation for each."""
        literals: dict[str, Value] = {}  # a single bit as a cube, anything else as it is
        for name in self.atoms:
            states = atoms[name]
            literals[name] = (states.support, states.support) if states.is_bit else states
        values: list[Value] = []
        for node, kids in self.rows:
            if type(node) is Atom:
                values.append(literals[node.name])
            else:
                values.append(_CLAUSES[type(node)](manager, [values[kid] for kid in kids]))
        return _whole(manager, values[-1])


class _Rows:
    """Collects the rows of a formula: literals are identified by name, other nodes by object identity."""

    def __init__(self, formula: Formula) -> None:
        self.rows: list[Row] = []
        self.shared = _shared(formula)
        self.literals: dict[tuple[str, bool], int] = {}
        self.row_of: dict[int, int] = {}
        stack: list[tuple[Formula, list[Any] | None]] = [(formula, None)]
        while stack:
            node, operands = stack.pop()
            if operands is not None:
                self.row_of[id(node)] = self.add(
                    node, tuple([each if type(each) is int else self.row_of[id(each)] for each in operands])
                )
            elif id(node) not in self.row_of:
                operands = self.operands(node)
                stack.append((node, operands))
                stack += [(each, None) for each in operands if type(each) is not int]

    def add(self, node: Formula, kids: tuple[int, ...]) -> int:
        self.rows.append((node, kids))
        return len(self.rows) - 1

    def operands(self, node: Formula) -> list[Any]:
        """The operands of the chain with this top node, or the node's children.

        An operand is given as a row number if it has a row already. A chain with several parents is not merged.
        """
        chain = type(node) if type(node) in _CHAINS else None
        listed: list[Any] = []
        stack: list[Any] = list(node.children)
        while stack:
            each = stack.pop()
            clause, row = type(each), self.row_of.get(id(each))
            if row is not None:
                listed.append(row)
            elif clause is Atom or (clause is Not and type(each.sub) is Atom):
                listed.append(self.literal(each))
            elif clause is chain and id(each) not in self.shared:
                stack += each.children
            else:
                listed.append(each)
        listed.reverse()
        return listed

    def literal(self, node: Any) -> int:
        """The row of a literal, which is added on its first occurrence."""
        key = (node.name, True) if type(node) is Atom else (node.sub.name, False)
        if key not in self.literals:
            self.literals[key] = self.add(node, () if key[1] else (self.literal(node.sub),))
        self.row_of[id(node)] = self.literals[key]
        return self.literals[key]


def _shared(formula: Formula) -> set[int]:
    """The object ids of the nodes that have more than one parent."""
    seen, shared, nodes = {id(formula)}, set[int](), [formula]
    for node in nodes:  # grows in the loop
        for child in node.children:
            key = id(child)
            if key in seen:
                shared.add(key)
            else:
                seen.add(key)
                nodes.append(child)
    return shared


def _whole(manager: BddManager, value: Value) -> StateSet:
    if isinstance(value, StateSet):
        return value
    variables, true = value
    if not variables:
        return StateSet.constant(manager, True)
    if not variables & (variables - 1):
        literal = StateSet.literal(manager, variables.bit_length() - 1)
        return literal if true else ~literal
    return StateSet.of_cube(manager, variables, true)


def _not(manager: BddManager, values: Sequence[Value]) -> Value:
    (value,) = values
    if isinstance(value, StateSet):
        return ~value
    variables, true = value
    return (variables, variables ^ true) if variables.bit_count() == 1 else ~_whole(manager, value)


def _and(manager: BddManager, values: Sequence[Value]) -> Value:
    variables = true = 0
    others: list[StateSet] = []
    for value in values:
        if type(value) is tuple:
            if (true ^ value[1]) & variables & value[0]:
                return StateSet.constant(manager, False)
            variables |= value[0]
            true |= value[1]
        else:
            others.append(cast(StateSet, value))
    if not others:
        return variables, true
    return _balanced(and_, [_whole(manager, (variables, true)), *others])


def _or(manager: BddManager, values: Sequence[Value]) -> Value:
    cubes: dict[int, list[int]] = {}
    negated: list[Value] = []
    others: list[StateSet] = []
    for value in values:
        if type(value) is not tuple:
            others.append(cast(StateSet, value))
        elif value[0] & (value[0] - 1):
            cubes.setdefault(value[0], []).append(value[1])
        else:
            negated.append(_not(manager, [value]))
    for variables, listed in cubes.items():
        if len(listed) < MANY_CUBES:
            others.append(_balanced(or_, [_whole(manager, (variables, true)) for true in listed]))
        else:
            others.append(StateSet.of(manager, any_of(manager, variables, listed), variables))
    return _balanced(or_, [~_whole(manager, _and(manager, negated)), *others])


def any_of(manager: BddManager, variables: int, cubes: Iterable[int]) -> Bdd:
    """The function that is true where the set of true variables is one of the masks in `cubes`.

    It is built from the last variable to the first: cubes that agree on the variables above share a node, and nodes
    with the same two children are merged. O(n k) dictionary operations for n cubes of k variables, and one operation on
    diagrams for each node.
    """
    functions = [manager.false, manager.true]
    nodes = dict.fromkeys(cubes, 1)
    for variable in manager.bottom_up(variables):
        bit, ask = 1 << variable, manager.literal(variable).ite
        high = {cube ^ bit: node for cube, node in nodes.items() if cube & bit}
        low = {cube: node for cube, node in nodes.items() if not cube & bit}
        pairs = {cube: (high.get(cube, 0), low.get(cube, 0)) for cube in high.keys() | low.keys()}
        known: dict[tuple[int, int], int] = {}
        for pair in pairs.values():
            if pair not in known:
                known[pair] = len(functions)
                functions.append(ask(functions[pair[0]], functions[pair[1]]))
        nodes = {cube: known[pair] for cube, pair in pairs.items()}
    return functions[nodes.get(0, 0)]


def _balanced(operator: Callable[[Any, Any], Any], parts: Sequence[StateSet]) -> StateSet:
    """The parts joined pairwise in a balanced tree, which keeps intermediate results small."""
    while len(parts) > 1:
        joined = [operator(*pair) for pair in zip(parts[::2], parts[1::2], strict=False)]
        parts = joined + list(parts[2 * len(joined) :])
    return parts[0]


def _two(join: Callable[[StateSet, StateSet], StateSet]) -> Callable[[BddManager, Sequence[Value]], Value]:
    return lambda manager, values: reduce(join, [_whole(manager, value) for value in values])


_CLAUSES: dict[type[Formula], Callable[[BddManager, Sequence[Value]], Value]] = {
    Top: lambda manager, _: StateSet.constant(manager, True),
    Bottom: lambda manager, _: StateSet.constant(manager, False),
    Atom: lambda manager, _: StateSet.constant(manager, False),  # not called: the states of atoms are given
    Not: _not,
    And: _and,
    Or: _or,
    Xor: _two(xor),
    Implies: _two(lambda left, right: ~left | right),
    Iff: _two(lambda left, right: ~(left ^ right)),
}
