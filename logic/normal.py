"""Negation, conjunctive and disjunctive normal forms, the last two by SymPy, and conversion to SymPy and back.

A layer of a formula consists of its outermost connectives. Their operands are called letters: atoms, and subformulas
that begin with a modality, an announcement or an action. From the truth table of a layer, SymPy computes a shortest sum
of products (E. J. McCluskey 1956, doi:10.1002/j.1538-7305.1956.tb03835.x). For a normal form, SymPy gets only the truth
table, since it is recursive and could not process a deeply nested formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any

from logic.clauses import And, Atom, Bottom, E, Iff, Implies, K, Kw, M, Not, Or, Top, Xor, atoms, conj, disj
from logic.derivation import STEPS, Step, Steps, Unfolding, law, result
from logic.errors import FormulaError, TooLarge, by_face, shorten
from logic.exact import require_whole
from logic.formula import Formula
from logic.node_table import flatten, rebuild
from logic.parser import parse
from logic.shared import CONNECTIVES, Pool, Rows, dual_over, fold, layer, ranks

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


def nnf(formula: Formula | str) -> Formula:
    """Return the negation normal form: negations only before atoms and before operators without a dual.

    ``->``, ``<->``, ``^`` and ``Kw`` are expanded; negation passes through operators with a dual (such as ``K``/``M``,
    ``[p]``/``<p>``, ``EX``/``AX``, and ``[p?]`` and ``R``, their own duals) and through ``E`` of a named group
    (``~E_{a,b} p`` is ``M_a ~p | M_b ~p``). ``~E p`` of all agents, ``~E^n`` of any group, ``~C``, ``~D``, ``~Kv``,
    ``~Y``, negated untils and negated beliefs stay, and their operands are in normal form. For instance, the language
    has no operator for the dual of ``B_a p``, which is ``~B_a ~p``.

    Parameters
    ----------
    formula : Formula or str
        Any formula.

    Notes
    -----
    Each distinct subformula has at most two normal forms, its own and that of its negation. Both are shared, so nested
    ``<->`` cost no more than nested ``&``: O(n + the sum of the sizes of the groups) objects and time for n
    distinct subformulas, though the tree may be exponentially larger than the tree of `formula`.
    P. Blackburn, M. de Rijke, Y. Venema, Modal Logic (2001), doi:10.1017/CBO9781107050884, has the laws of duality.

    Examples
    --------
    >>> print(nnf("~(K_a p -> [q] C_{a,b} p)"))
    K_a p ∧ ⟨q⟩ ¬C_{a,b} p
    """
    rows = flatten(parse(formula)).rows
    return result(Negations(rows), (len(rows) - 1, True))


def nnf_steps(formula: Formula, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps to the negation normal form; `TooLarge` if there are more than `limit`."""
    rows, steps = flatten(formula).rows, Steps(limit)
    Unfolding(Negations(rows), (len(rows) - 1, True)).run(steps)
    return tuple(steps.found)


Goal = tuple[int, bool]  # the row of a subformula, and whether the goal is its own normal form or that of its negation


class Negations:
    """Rewrites formulas to negation normal form; a subformula whose children are not in `rows` counts as an atom."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def needs(self, goal: Goal) -> list[Goal]:
        """Return the goals of the children, each affirmed or negated."""
        row, sign = goal
        node, kids = self.rows[row]
        return [(kids[child], wanted) for child, wanted in _needs(node, sign)] if kids else []

    def build(self, goal: Goal, parts: list[Formula]) -> Formula:
        """Build the normal form of a goal from the normal forms of its parts."""
        row, sign = goal
        node, kids = self.rows[row]
        return _signed(node, sign, parts) if kids else _literal(node, sign)

    def given(self, goal: Goal) -> Formula:
        """Return the formula of a goal: a subformula or its negation."""
        row, sign = goal
        return self.rows[row][0] if sign else Not(self.rows[row][0])

    def rule(self, goal: Goal) -> tuple[str, str]:
        """Return the name of the rule, and its law with letters for the children."""
        row, sign = goal
        node, kids = self.rows[row]
        pattern = rebuild(node, atoms("p q r s")[: len(kids)])
        letters = pattern.children
        parts = [letters[child] if kept else Not(letters[child]) for child, kept in _needs(node, sign)]
        new = _signed(node, sign, parts) if kids else _literal(node, sign)
        return _NAMES.get(type(node), "dual"), law(pattern if sign else Not(pattern), new)


_NAMES: dict[type[Formula], str] = {
    Not: "double negation",
    Implies: "implication",
    Iff: "equivalence",
    Xor: "exclusive or",
    Kw: "knowing whether",
    E: "everyone knows",
    **dict.fromkeys((And, Or), "De Morgan"),
    **dict.fromkeys((Top, Bottom), "constant"),
}
"""Maps a class of formulas to the name of the rule that rewrites them or their negations; ``dual`` for all others."""


def _literal(node: Formula, sign: bool) -> Formula:
    if isinstance(node, Top | Bottom) and not sign:
        return Bottom() if isinstance(node, Top) else Top()
    return node if sign else Not(node)


def _needs(node: Formula, sign: bool) -> list[tuple[int, bool]]:
    """Return the children needed for the normal form: the index of each, and False if its negation is needed."""
    match node:
        case Not():
            return [(0, not sign)]
        case Implies():
            return [(0, not sign), (1, sign)]
        case Xor() | Iff():
            return [(0, True), (0, False), (1, True), (1, False)]
        case Kw():
            return [(0, True), (0, False)]
        case And() | Or():
            return [(0, sign), (1, sign)]
        case E() if node.group is not None:
            return [(0, sign)]
        case _:  # only the last child is negated; the others, such as an announced formula, keep their sign
            last = len(node.children) - 1
            return [(child, sign or child < last or not node.operator.dual) for child in range(last + 1)]


def _signed(node: Formula, sign: bool, kids: list[Formula]) -> Formula:
    """Build the normal form of the node, or of its negation if `sign` is False, from the normal forms of children."""
    match node:
        case Not():
            return kids[0]
        case Implies():
            return (Or if sign else And)(*kids)
        case Xor() | Iff():
            return _iff(*kids) if isinstance(node, Iff) == sign else _iff(kids[0], kids[1], kids[3], kids[2])
        case Kw():
            box = K if sign else M
            return (Or if sign else And)(box(node.agent, kids[0]), box(node.agent, kids[1]))
        case _ if sign:
            return rebuild(node, kids)
        case And() | Or():
            return (Or if isinstance(node, And) else And)(*kids)
        case E() if node.group is not None:
            return disj(M(agent, kids[0]) for agent in sorted(node.group))
        case _:
            return dual_over(node, kids) if node.operator.dual else Not(rebuild(node, kids))


def _iff(left: Formula, not_left: Formula, right: Formula, not_right: Formula) -> Formula:
    return Or(And(left, right), And(not_left, not_right))


LETTERS = 6
CLAUSES = 10_000
COMPARISONS = 3_000
"""Maximum number of comparisons for each clause that `limit` allows; 30 million in all by default, about 3 seconds."""
SHORTEST = "shortest form with the same truth table"  # Name of the step of a minimisation

Literal = tuple[int, bool]  # the number of a letter, and whether it is affirmed
Cube = frozenset[Literal]  # literals that hold together


def cnf(formula: Formula | str, *, letters: int = LETTERS, limit: int = CLAUSES) -> Formula:
    """Return an equivalent conjunction of disjunctions of literals; a modal subformula counts as an atom.

    Modal subformulas stay as they are; `simplify` looks inside them. With at most `letters` letters (atoms
    and modal subformulas), the form is minimal and depends only on the truth table over these letters.

    Parameters
    ----------
    formula : Formula or str
        Any formula.
    letters : int
        Maximal number of letters for which a minimal form is computed. SymPy needs up to 0.02 s for 6 letters, up to 2
        s for 8. With more letters, only clauses that another clause implies are removed.
    limit : int
        Maximal number of clauses at any time while the formula is multiplied out.

    Raises
    ------
    TooLarge
        If there are more clauses than `limit`, or more than ``3000 * limit`` comparisons of clauses.

    Notes
    -----
    O(n 2^k) bit operations for n distinct subformulas and k <= `letters` letters, plus the minimisation; with more
    letters O(n m^2) for at most m clauses at a time. The size as a tree does not matter.

    Examples
    --------
    >>> print(cnf("p & K_a q | r"))
    (p ∨ r) ∧ (r ∨ K_a q)
    """
    return conj(disj(clause) for clause in _normal_form(parse(formula), False, letters, limit))


def dnf(formula: Formula | str, *, letters: int = LETTERS, limit: int = CLAUSES) -> Formula:
    """Return an equivalent disjunction of conjunctions of literals; a modal subformula counts as an atom.

    Errors and cost as for `cnf`.

    Parameters
    ----------
    formula : Formula or str
        Any formula.
    letters : int
        Maximal number of letters for which a minimal form is computed.
    limit : int
        Maximal number of cubes (conjunctions of literals) at any time while the formula is multiplied out.

    Examples
    --------
    >>> print(dnf("(p | K_a q) & (p -> r)"))
    p ∧ r ∨ ¬p ∧ K_a q
    """
    return disj(conj(cube) for cube in _normal_form(parse(formula), True, letters, limit))


def to_sympy(formula: Formula | str) -> Boolean:
    """Convert a formula to SymPy's connectives; any other subformula becomes a symbol with its text as name.

    An atom p is ``Symbol("p")``, and ``K_a p`` is ``Symbol("K_a p")``. SymPy sorts operands and merges equal ones
    (``p & p`` is ``p``), so `from_sympy` gives back an equivalent formula over the same atoms and modal subformulas.

    Parameters
    ----------
    formula : Formula or str
        Any formula.

    Raises
    ------
    ParseError
        If the formula is invalid.
    TooLarge
        If the connectives are nested too deeply for SymPy, which is recursive.

    Examples
    --------
    >>> from sympy.logic import satisfiable
    >>> to_sympy("p & (K_a p -> q)"), satisfiable(to_sympy("K_a p & ~K_a p"))
    (p & (Implies(K_a p, q)), False)
    """
    from sympy import Symbol, false, true
    from sympy.logic import boolalg

    def build(node: Formula, kids: list[Any]) -> Any:
        if isinstance(node, (Top, Bottom)):
            return true if isinstance(node, Top) else false
        if isinstance(node, CONNECTIVES):
            return getattr(boolalg, _IN_SYMPY.get(type(node), type(node).__name__))(*kids)
        return Symbol(str(node))

    try:
        return fold(layer(Pool().adopt(parse(formula))), build)
    except RecursionError:
        raise TooLarge("the connectives are nested too deeply for SymPy, which is recursive") from None


def from_sympy(expression: Boolean) -> Formula:
    """Return the formula of a SymPy expression; each symbol's name is read as a formula.

    Parameters
    ----------
    expression : sympy Boolean
        An expression of symbols, ``true`` and ``false`` with ``And``, ``Or``, ``Not``, ``Xor``, ``Implies``,
        ``Equivalent`` and ``ITE``, or any form into which SymPy converts such an expression.

    Raises
    ------
    ParseError
        If a symbol's name is not a formula; double quotes allow any name for an atom: ``Symbol('"my atom"')``.
    FormulaError
        If `expression` is of another kind, such as ``x > 1``.
    TooLarge
        If `expression` is nested too deeply.

    Examples
    --------
    >>> from sympy.logic import simplify_logic
    >>> print(from_sympy(simplify_logic(to_sympy("K_a p & q | K_a p & ~q"))))
    K_a p
    """
    from sympy import Symbol
    from sympy.logic import boolalg

    known: dict[Any, Formula] = {boolalg.true: Top(), boolalg.false: Bottom()}  # True and False are equal to these keys

    def read(term: Any) -> Formula:
        if term not in known:
            known[term] = joined(term, list(map(read, term.args if isinstance(term, boolalg.BooleanFunction) else ())))
        return known[term]

    def joined(term: Any, parts: list[Formula]) -> Formula:
        match term:
            case Symbol():
                return parse(term.name)
            case boolalg.And():
                return conj(parts)
            case boolalg.Or():
                return disj(parts)
            case boolalg.Not():
                return Not(parts[0])
            case boolalg.Implies():
                return Implies(parts[0], parts[1])
            case boolalg.Xor():
                return reduce(Xor, parts)
            case boolalg.Equivalent():
                return conj(map(Iff, parts, parts[1:]))
            case boolalg.ITE():
                return And(Implies(parts[0], parts[1]), Implies(Not(parts[0]), parts[2]))
        raise FormulaError(f"{shorten(str(term))}: expected a SymPy formula of symbols and connectives, such as p & q")

    if not isinstance(expression, (bool, boolalg.Boolean)):
        raise FormulaError(f"{shorten(repr(expression))}: expected a SymPy formula; to_sympy makes one")
    try:
        return read(expression)
    except RecursionError:
        raise TooLarge("the SymPy expression is nested too deeply") from None


_IN_SYMPY: dict[type[Formula], str] = {Iff: "Equivalent"}  # the connectives that SymPy names differently


def _normal_form(formula: Formula, sign: bool, letters: int, limit: int) -> Iterator[list[Formula]]:
    """Yield the cubes of the formula if `sign` is True, otherwise its clauses, each as a list of literals."""
    letters, limit = require_whole(letters, "letters"), require_whole(limit, "limit")
    rows = layer(Pool().adopt(formula))
    names = letters_in_order(rows)
    number = {name: i for i, name in enumerate(names)}
    if len(names) <= letters:
        values = column(rows, len(names), lambda letter: (number[letter], True))
        cubes: Iterable[Cube] = minimal(values if sign else values ^ mask(len(names)), len(names))
    else:
        whole = skeleton(rows, number)
        cubes = _fewer(_multiplied(nnf(whole if sign else Not(whole)), limit), letters)
    for cube in sorted(sorted((i, affirmed != sign) for i, affirmed in cube) for cube in cubes):
        yield [Not(names[i]) if negated else names[i] for i, negated in cube]


def letters_in_order(rows: Rows) -> list[Formula]:
    """Return the letters of a propositional layer in an order that depends only on the formulas."""
    letters = [node for node, _ in rows if not isinstance(node, CONNECTIVES)]
    table = flatten(*letters)
    rank = ranks(table.rows)
    return [letter for _, letter in sorted(zip([rank[root] for root in table.roots], letters, strict=True))]


# ---------------------------------------------------------------------------------- truth tables, one bit a row

OPERATIONS: dict[type[Formula], Callable[[int, int, int], int]] = {
    And: lambda full, x, y: x & y,
    Or: lambda full, x, y: x | y,
    Xor: lambda full, x, y: x ^ y,
    Implies: lambda full, x, y: full ^ x | y,
    Iff: lambda full, x, y: full ^ x ^ y,
}


def mask(k: int) -> int:
    """Return the truth table of ``true`` over k letters: 2^k ones."""
    return (1 << (1 << k)) - 1


def pattern(i: int, k: int) -> int:
    """Return the truth table of letter i among k letters: bit j is bit i of the number j."""
    return mask(k) // ((1 << (1 << i)) + 1) << (1 << i)


def column(rows: Rows, k: int, literal: Callable[[Formula], Literal]) -> int:
    """Return the truth table of a propositional layer with `k` letters, as an integer.

    Bit j is the value of the layer if each letter i has the value of bit i of j. `literal` returns the number of a
    letter, and False if the number stands for the letter's negation, else True.
    """
    full = mask(k)

    def value(node: Formula, kids: list[int]) -> int:
        if isinstance(node, (Top, Bottom)):
            return full if isinstance(node, Top) else 0
        if isinstance(node, Not):
            return full ^ kids[0]
        if isinstance(node, CONNECTIVES):
            return OPERATIONS[type(node)](full, kids[0], kids[1])
        i, affirmed = literal(node)
        return pattern(i, k) ^ (0 if affirmed else full)

    return fold(rows, value)


@lru_cache(maxsize=10_000)
def minimal(values: int, k: int) -> tuple[Cube, ...]:
    """Return a shortest disjunction of cubes for a truth table (bits as in `column`), always the same one."""
    used = [i for i in range(k) if _matters(values, i, k)]  # the others cannot change what SymPy finds
    rows = [sum((j >> n & 1) << i for n, i in enumerate(used)) for j in range(1 << len(used))]
    ones = [j for j, row in enumerate(rows) if values >> row & 1]
    return tuple(frozenset((used[n], affirmed) for n, affirmed in cube) for cube in _sum_of_products(ones, len(used)))


def _matters(values: int, i: int, k: int) -> bool:
    true = pattern(i, k)
    return values & true != (values & ~true) << (1 << i)


def _sum_of_products(ones: list[int], k: int) -> list[Cube]:
    """Return SymPy's shortest sum of products for a truth table of k letters; `ones` are its true rows."""
    if len(ones) in (0, 1 << k):
        return [frozenset()] if ones else []
    from sympy.logic import SOPform

    letters = [to_sympy(Atom(f"{n:03}")) for n in range(k)]  # SymPy orders them by name
    shortest = SOPform(letters, [[j >> n & 1 for n in range(k)] for j in ones])
    return list(_multiplied(from_sympy(shortest), CLAUSES))


# ---------------------------------------------------------------------------------- many letters: multiply out


def skeleton(rows: Rows, number: dict[Formula, int]) -> Formula:
    """Return the propositional layer with each letter replaced by an atom whose name is the letter's number."""

    def build(node: Formula, kids: list[Formula]) -> Formula:
        return rebuild(node, kids) if isinstance(node, CONNECTIVES) else Atom(str(number[node]))

    return fold(rows, build)


def _multiplied(formula: Formula, limit: int) -> set[Cube]:
    """Return the cubes of a formula in negation normal form; no cube includes another."""
    work = _Work(limit)

    def cubes(node: Formula, kids: list[set[Cube]]) -> set[Cube]:
        match node:
            case Top():
                return {frozenset()}
            case Bottom():
                return set()
            case Atom():
                return {frozenset([(int(node.name), True)])}
            case Not():
                return {frozenset((i, False) for (i, _) in cube) for cube in kids[0]}
            case Or():
                cubes = work.either(*kids)
                work.expect(len(cubes))
                return cubes
            case _:
                work.expect(len(kids[0]) * len(kids[1]))
                return work.both(*kids)

    return fold(flatten(formula).rows, cubes)


class _Work:
    """Computes unions and products of sets of cubes, within limits on clauses and comparisons."""

    def __init__(self, limit: int) -> None:
        self.limit, self.room = limit, COMPARISONS * limit

    def either(self, left: set[Cube], right: set[Cube]) -> set[Cube]:
        new = self.without_those_that_include(right - left, left)
        return self.without_those_that_include(left, new) | new

    def both(self, left: set[Cube], right: set[Cube]) -> set[Cube]:
        if {i for cube in left for i, _ in cube}.isdisjoint({i for cube in right for i, _ in cube}):
            return {x | y for x in left for y in right}
        products = {x | y for x in left for y in right if not any((i, not affirmed) in x for i, affirmed in y)}
        self.spend(sum(map(len, products)))  # building a long clause takes as long as many comparisons
        return self.without_those_that_include(products, products)

    def without_those_that_include(self, cubes: set[Cube], others: set[Cube]) -> set[Cube]:
        """Return the cubes that do not properly include a cube of `others`; only shorter cubes can be included."""
        by_size: dict[int, list[Cube]] = {}
        for other in others:
            by_size.setdefault(len(other), []).append(other)
        return {cube for cube in cubes if not self.includes(cube, by_size)}

    def includes(self, cube: Cube, by_size: dict[int, list[Cube]]) -> bool:
        """Return whether the cube properly includes one of these cubes, grouped by size; small ones are tried first."""
        for size in sorted(by_size):
            if size >= len(cube):
                break
            self.spend(len(by_size[size]))
            if any(other < cube for other in by_size[size]):
                return True
        return False

    def spend(self, comparisons: int) -> None:
        self.room -= comparisons
        if self.room < 0:
            raise self.too_large(f"more than {COMPARISONS * self.limit:,} comparisons of clauses")

    def expect(self, count: int) -> None:
        self.spend(count)
        if count > self.limit:
            raise self.too_large(f"more than {self.limit:,} clauses side by side")

    @staticmethod
    def too_large(needed: str) -> TooLarge:
        return TooLarge(
            f"the normal form needs {needed}: simplify the formula first, ask for the other form (cnf or dnf), or give "
            f"a higher {by_face('limit', '--limit', 'limit')}"
        )


def _fewer(cubes: set[Cube], letters: int) -> Iterable[Cube]:
    """Return the minimal form of the cubes if they have at most `letters` letters, otherwise the cubes unchanged."""
    used = sorted({i for cube in cubes for i, _ in cube})
    if len(used) > letters:
        return cubes
    k, number, values = len(used), {i: n for n, i in enumerate(used)}, 0
    for cube in cubes:
        rows = mask(k)
        for i, affirmed in cube:
            rows &= pattern(number[i], k) ^ (0 if affirmed else mask(k))
        values |= rows
    return [frozenset((used[n], affirmed) for n, affirmed in cube) for cube in minimal(values, k)]
