"""Variables with several values, which are coded in bits; and tables of values as state laws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from kripke.data.errors import ModelError, unknown_atom
from kripke.data.lazy import np
from kripke.symbolic.diagrams.bdd import Bdd, BddManager
from kripke.symbolic.diagrams.state_set import StateSet, support_of
from kripke.symbolic.diagrams.variable_order import MOST_BITS, members
from kripke.symbolic.laws.conditions import Condition
from kripke.symbolic.laws.constraints import DiagramConstraint, PortableConstraint, exactly_one, names_of, place_of
from logic.clauses import Atom, Bottom, Not, Top, disj
from logic.errors import TooLarge, require_choice, shorten
from logic.formula import Formula

if TYPE_CHECKING:
    from numpy.typing import NDArray

Encoding = Literal["binary", "one-hot"]

MOST_VALUES = MOST_BITS  # maximal number of values of a variable; each is an atom


@dataclass(frozen=True)
class Variable:
    """A variable with several values.

    `labels`: the values as strings. `encoding`: whether values are coded as binary numbers or with one bit per value.
    """

    name: str
    labels: tuple[str, ...]
    encoding: Encoding

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms ``name=value`` of the variable, one for each value."""
        return tuple([f"{self.name}={value}" for value in self.labels])

    @property
    def is_binary(self) -> bool:
        """Whether the values are coded as binary numbers rather than with one bit per value."""
        return self.encoding == "binary"

    @property
    def bits(self) -> tuple[str, ...]:
        """The names of the variable's bits, the most significant first; in binary encoding they are not atoms."""
        if not self.is_binary:
            return self.atoms
        return tuple([f"{self.name}#{place}" for place in range((len(self.labels) - 1).bit_length())])

    def bits_of(self, atom: str) -> list[str]:
        """The bits that an atom depends on."""
        return list(self.bits) if self.is_binary else [atom]

    def values(self, where: Mapping[str, StateSet]) -> dict[str, StateSet]:
        """The states where each atom is true, given the states where each bit is true."""
        if not self.is_binary:
            return {atom: where[atom] for atom in self.atoms}
        bits = list(enumerate(where[bit] for bit in reversed(self.bits)))
        return {
            atom: reduce(and_, [bit if number >> place & 1 else ~bit for place, bit in bits])
            for number, atom in enumerate(self.atoms)
        }

    @property
    def law(self) -> list[DiagramConstraint]:
        """A list with the constraint that the variable has exactly one value; empty if the encoding implies it."""
        if not self.is_binary:
            return [exactly_one(self.atoms)]
        return [] if len(self.labels) == 1 << len(self.bits) else [Condition(disj(list(map(Atom, self.atoms))))]


def variables_of(given: Mapping[str, Iterable[Any]], encoding: Encoding, taken: Sequence[str]) -> list[Variable]:
    """Return the validated variables; `ModelError` for invalid names or values, or an atom that exists already.

    `FormulaError` for a name or a value that cannot be printed, `TooLarge` for more than `MOST_VALUES` values.
    """
    require_choice(encoding, "encoding", get_args(Encoding), ModelError)
    if not isinstance(given, Mapping):
        raise ModelError(f"variables {shorten(repr(given))}: expected names with their values, {{'die': [1, 2, 3]}}")
    known = [_variable(name, values, encoding) for name, values in given.items()]
    atoms = set(taken)
    for variable in known:
        for atom in variable.atoms:
            if atom in atoms:
                raise ModelError(f"variable {shorten(variable.name)}: the atom {shorten(atom)} is there already")
            atoms.add(atom)
    for variable in known:
        for bit in variable.bits if variable.is_binary else ():
            if bit in atoms:
                raise ModelError(
                    f"variable {shorten(variable.name)}: the atom {shorten(bit)} is named as one of its bits; "
                    "rename it, or take encoding='one-hot'"
                )
    return known


def _variable(name: Any, values: Any, encoding: Encoding) -> Variable:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ModelError(f"variable {shorten(repr(name))}: expected its values in a list, got {shorten(repr(values))}")
    if not isinstance(name, str) or not name or "=" in name:
        raise ModelError(f"variable {shorten(repr(name))}: expected a name, which is a text without '='")
    labels = tuple([str(value) for value in islice(values, MOST_VALUES + 1)])
    if len(labels) > MOST_VALUES:
        raise TooLarge(
            f"variable {shorten(name)}: more than {MOST_VALUES:,} values, and each is an atom; give its bits as atoms"
        )
    if not labels:
        raise ModelError(f"variable {shorten(repr(name))}: no values; name at least one")
    for label in labels:
        Atom(f"{name}={label}")  # raises an error if this is no valid name of an atom
    return Variable(name, labels, encoding if len(labels) > 1 else "one-hot")


Value: TypeAlias = bool | int | str
Bools: TypeAlias = "NDArray[np.bool_]"
Layer: TypeAlias = "tuple[StateSet, Bools]"  # a bit, and its value in each row


@dataclass(frozen=True)
class Table(PortableConstraint):
    """The constraint that the atoms and variables in `names` have the values of one of the rows."""

    names: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    @property
    def atoms(self) -> tuple[str, ...]:
        """The columns' names, each an atom or a variable."""
        return self.names

    def formula(self, atoms: Collection[str]) -> Formula:
        """Return the condition as a formula, in which equal subformulas are shared.

        `atoms`: the model's vocabulary; a column with a name outside it stands for a variable.
        """
        values = list(zip(*self.rows, strict=True)) or [()] * len(self.names)
        named = zip(self.names, values, strict=True)
        columns = [literals for name, column in named for literals in _literals(name, column, atoms)]
        rows: Iterable[tuple[Formula, ...]] = zip(*columns, strict=True) if columns else [()] * len(self.rows)
        rests: dict[tuple[Formula, ...], Formula] = dict.fromkeys(rows, Top())
        for _ in columns:
            groups: dict[tuple[Formula, ...], dict[Formula, Formula]] = {}
            for row, rest in rests.items():
                groups.setdefault(row[:-1], {})[row[-1]] = rest
            known: dict[tuple[tuple[Formula, int], ...], Formula] = {}
            rests = {row: _any(choices, known) for row, choices in groups.items()}
        return rests.get((), Bottom())

    def state_set(self, manager: BddManager, atoms: Mapping[str, StateSet]) -> StateSet:
        """The states that have the values of some row. O(r k) for r rows of k bits, and one operation for each node."""
        columns = zip(*self.rows, strict=True) if self.rows else [()] * len(self.names)
        layers = [
            layer
            for name, column in zip(self.names, columns, strict=True)
            for layer in _layers(manager, atoms, name, column)
        ]
        layers.sort(key=lambda layer: place_of(manager, layer[0]))
        bits = np.array([values for _, values in layers], bool).reshape(len(layers), len(self.rows)).T
        return StateSet.of(
            manager, diagram(manager, [bit.function for bit, _ in layers], bits), support_of(bit for bit, _ in layers)
        )


def from_table(names: Iterable[str | Atom], rows: Iterable[Iterable[Any]]) -> Table:
    """The constraint that atoms and variables have the values of one of the rows.

    Parameters
    ----------
    names : iterable of str or Atom
        The columns: atoms and variables of the model.
    rows : iterable of rows
        Each row has a value for each column: a truth value (or 0 or 1) for an atom, and one of its values for a
        variable. An array is accepted.

    Raises
    ------
    ModelError
        If a row has more or fewer values than there are columns. The model raises it if the value of an atom is not a
        truth value.
    UnknownAtom
        The model raises it if a row has a value that the variable does not have.

    Notes
    -----
    O(r k) for r rows of k bits, and one operation for each node of the diagram.

    Examples
    --------
    >>> from whoknows import SymbolicModel, from_table
    >>> rows = [(2, 3, True), (2, 4, False), (3, 4, False)]
    >>> s = SymbolicModel(["odd"], law=from_table(["x", "y", "odd"], rows), observes={"a": ["x"]},
    ...                   variables={"x": [2, 3], "y": [3, 4]})
    >>> s.count(), s.valid("x=3 -> K_a ~odd")
    (3, True)
    """
    columns = names_of("from_table", names)
    given = rows.tolist() if hasattr(rows, "tolist") else rows
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise ModelError(f"from_table: expected a list of rows, got {shorten(repr(given))}")
    return Table(columns, tuple([_row(number, row, len(columns)) for number, row in enumerate(given)]))


def _row(number: int, row: Any, length: int) -> tuple[Value, ...]:
    if isinstance(row, str) or not isinstance(row, Iterable):
        raise ModelError(f"from_table, row {number}: expected {length} values, got {shorten(repr(row))}")
    values = tuple(row)
    if len(values) != length:
        raise ModelError(f"from_table, row {number}: {shorten(repr(values))}; expected {length} values")
    return values if all(type(value) in PLAIN for value in values) else tuple(map(_plain, values))


PLAIN = frozenset((bool, int, str))


def _plain(value: Any) -> Value:
    if isinstance(value, np.generic):
        value = value.item()
    return value if isinstance(value, (bool, int, str)) else str(value)


def _layers(manager: BddManager, atoms: Mapping[str, StateSet], name: str, column: Sequence[Value]) -> list[Layer]:
    """The bits that encode a column of a table, for an atom or a variable, each with its values in the rows."""
    if name in atoms:
        return [(atoms[name], _truths(name, column))]
    labels = _labels(name, column, atoms)
    distinct = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    state_sets = [atoms[f"{name}={label}"] for label in distinct]
    return _coded(manager, state_sets, np.array([distinct[label] for label in labels], int))


def _truths(name: str, values: Sequence[Value]) -> Bools:
    if not {0, 1}.issuperset(values):
        number, value = next((number, value) for number, value in enumerate(values) if value not in (0, 1))
        raise ModelError(
            f"from_table, row {number}: '{shorten(name)}' is an atom, and {shorten(repr(value))} no truth value; "
            f"expected True, False, 0 or 1"
        )
    return np.array(values, bool)


def _literals(name: str, column: Sequence[Value], atoms: Collection[str]) -> list[list[Formula]]:
    """The literals that encode a column of a table: lists with a literal per row.

    An atom has one list, a variable one list for each of its values.
    """
    if name in atoms:
        return [_signed(name, _truths(name, column).tolist())]
    labels = _labels(name, column, atoms)
    return [_signed(f"{name}={label}", [label == each for each in labels]) for label in dict.fromkeys(labels)]


def _signed(name: str, truths: Iterable[bool]) -> list[Formula]:
    atom = Atom(name)
    literals: tuple[Formula, Formula] = Not(atom), atom
    return [literals[truth] for truth in truths]


def _any(choices: Mapping[Formula, Formula], known: dict[tuple[tuple[Formula, int], ...], Formula]) -> Formula:
    """The disjunction of ``key & value`` over `choices`; cached in `known`, so equal choices share one object."""
    key = tuple([(literal, id(rest)) for literal, rest in choices.items()])
    if key not in known:
        parts = [literal if isinstance(rest, Top) else literal & rest for literal, rest in choices.items()]
        known[key] = disj(parts)
    return known[key]


def _labels(name: str, column: Sequence[Value], atoms: Collection[str]) -> list[str]:
    """The values of a variable as strings; `UnknownAtom` if one of them is not a value in the vocabulary."""
    labels = list(map(str, column))
    for label in dict.fromkeys(labels):
        if f"{name}={label}" not in atoms:
            known = any(atom.startswith(f"{name}=") for atom in atoms)
            raise unknown_atom(f"{name}={label}" if known else name, atoms, "from_table")
    return labels


def _coded(manager: BddManager, state_sets: Sequence[StateSet], numbers: NDArray[np.int_]) -> list[Layer]:
    """The bits that encode a variable, with their values in the rows. Without an encoding, each value has a bit."""
    cubes = [state_set.cube for state_set in state_sets]
    known = [cube for cube in cubes if cube is not None]
    if len(known) < len(cubes) or len({variables for variables, _ in known}) > 1:
        return [(state_set, numbers == number) for number, state_set in enumerate(state_sets)]
    digits = {v: np.array([true >> v & 1 for _, true in known], bool) for v in members(known[0][0] if known else 0)}
    return [(StateSet.literal(manager, v), digit[numbers]) for v, digit in digits.items()]


def diagram(manager: BddManager, conditions: Sequence[Bdd], rows: Bools) -> Bdd:
    """The function that is true if the conditions have the values of some row, built bottom-up.

    The rows are sorted, so rows that agree in the first columns are adjacent; each such group of rows is a node of the
    diagram. Groups with the same two successors are one node.

    `rows` (boolean array of shape (rows, columns)): the values of the conditions.
    """
    if not len(rows):
        return manager.false
    if not conditions:
        return manager.true
    rows = np.unpackbits(np.unique(np.packbits(rows, axis=1), axis=0), axis=1, count=len(conditions)).astype(bool)
    parting = np.zeros(len(rows), int)
    parting[0] = -1
    parting[1:] = (rows[1:] != rows[:-1]).argmax(axis=1)
    first, node, size = np.arange(len(rows)), np.ones(len(rows), int), 2
    layers = []
    for column in range(len(conditions) - 1, -1, -1):
        leads = parting[first] < column
        heads = np.flatnonzero(leads)
        paired = ~np.append(leads, True)[heads + 1]
        high = rows[first[heads], column]
        low_node, high_node = np.where(high, 0, node[heads]), np.where(high, node[heads], 0)
        high_node[paired] = node[heads[paired] + 1]
        pairs, node = np.unique(low_node * size + high_node, return_inverse=True)
        layers.append((conditions[column], (pairs % size).tolist(), (pairs // size).tolist()))
        first, node, size = first[heads], node.reshape(-1) + 1, len(pairs) + 1
    return manager.layered(layers)
