"""Formulas as shared graphs: folding, measuring and replacing, with one visit to each distinct subformula."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, TypeVar, cast

from logic.clauses import And, Atom, Bottom, Box, Diamond, Iff, Implies, K, M, Not, Or, Top, Xor
from logic.errors import EpistemicError, FormulaError, TooLarge, shorten
from logic.formula import NAMELESS, Formula, OfNameless, OneAgent, agents_of
from logic.node_table import CLAUSES, Table, build, flatten, mapped, rebuild

CONNECTIVES = (Top, Bottom, Not, And, Or, Xor, Implies, Iff)
BOOLEAN = (*CONNECTIVES, Atom)  # the classes of formulas without modalities

Rows = Sequence[tuple[Formula, tuple[int, ...]]]
"""The rows of a `Table`: for each distinct subformula, the formula and the rows of its children."""

T = TypeVar("T")


def fold(rows: Rows, combine: Callable[[Formula, list[T]], T]) -> T:
    """Compute the value of the last row bottom up; each value is freed after its last use. O(n) calls for n rows."""
    last_use = {kid: row for row, (_, kids) in enumerate(rows) for kid in kids}
    values: dict[int, T] = {}
    for row, (node, kids) in enumerate(rows):
        values[row] = combine(node, [values[kid] for kid in kids])
        for kid in {kid for kid in kids if last_use[kid] == row}:
            del values[kid]
    return values[len(rows) - 1]


def ranks(rows: Rows) -> list[int]:
    """Number the rows by height, class, content and children, identically in all processes. O(n log n) for n rows."""
    heights: list[int] = []
    for _, kids in rows:
        heights.append(1 + max((heights[kid] for kid in kids), default=0))
    rank = [0] * len(rows)

    def key(row: int) -> tuple[Any, ...]:
        node, kids = rows[row]
        # groups, frozen sets or None, are listed, since sets are not totally ordered
        content = [sorted(each or ()) if each is None or isinstance(each, frozenset) else each for each in node.content]
        return type(node).__name__, content, [rank[kid] for kid in kids]

    levels: dict[int, list[int]] = {}
    for row, height in enumerate(heights):
        levels.setdefault(height, []).append(row)
    number = 0
    for height in sorted(levels):
        for row in sorted(levels[height], key=key):
            rank[row] = number
            number += 1
    return rank


def conjuncts(formula: Formula) -> list[Formula]:
    """Return the operands of the outermost conjunctions, from left to right, each object once. O(n) for n nodes."""
    operands, stack, seen = list[Formula](), [formula], set[int]()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, And):
            stack += [node.right, node.left]
        else:
            operands.append(node)
    return operands


def dual_over(node: Formula, children: Iterable[Formula]) -> Formula:
    """Return the dual of a node's operator, such as ``M_a`` for ``K_a``, applied to these children."""
    dual: Formula = build(CLAUSES[node.operator.dual], node.content, children)
    return dual


class Pool:
    """A pool with one object for each distinct formula, so members are equal only if they are identical."""

    def __init__(self) -> None:
        self._members: dict[tuple[Any, ...], Formula] = {}

    def __call__(self, formula: Formula) -> Formula:
        """Return the member equal to `formula`, added if there is none; its children must be members. O(1)."""
        key = (type(formula), formula.content, tuple([id(child) for child in formula.children]))
        return self._members.setdefault(key, formula)

    def adopt(self, formula: Formula) -> Formula:
        """Add a formula and its subformulas; return the member equal to it. O(n) for n distinct subformulas."""
        return mapped(formula, self)


def layer(root: Formula, inside: tuple[type[Formula], ...] = CONNECTIVES) -> Rows:
    """Return the rows of a pooled formula's outermost operators, and of their operands. O(m) for m rows.

    `inside`: the classes of these operators.
    """
    if not isinstance(root, inside):
        return [(root, ())]
    return flatten(root, below=lambda node: node.children if isinstance(node, inside) else ()).rows


def substitute(formula: Formula | str, mapping: Mapping[str | Atom, Formula | str]) -> Formula:
    """Substitute formulas for atoms simultaneously: ``{"p": q, "q": p}`` swaps p and q.

    The language binds no atom, so nothing is captured. The substitution also applies to announced formulas.
    But below an announcement or an action, a formula may change its value even if all atoms keep theirs, so
    substitution does not preserve validity there (``[p] p`` is valid, ``[p & ~K_a p] (p & ~K_a p)`` is not).
    The formula only names actions (``[@peek]``), so their conditions and effects are unchanged.

    Parameters
    ----------
    formula : Formula or str
        The formula to change.
    mapping : mapping
        Maps an atom (an `Atom` or its name) to a formula or its text. Other atoms stay; an atom that does not occur is
        ignored.

    Raises
    ------
    FormulaError
        If a key is not an atom or a value not a formula, or if ``x=v`` is to be replaced while ``Kv_a x`` occurs: `Kv`
        is about all atoms ``x=...`` of the model, so the result would be inconsistent.
    ParseError
        If a text is not a formula.

    Notes
    -----
    O(n) for n distinct subformulas of `formula` and the values together; the result shares the values.

    Examples
    --------
    >>> print(substitute("p -> K_a q", {"p": "q & r", "q": "p"}))
    q ∧ r → K_a p
    """
    from logic.parser import parse  # the other functions here take no text

    formula = parse(formula)
    if not isinstance(mapping, Mapping):
        raise FormulaError(
            f"mapping {shorten(repr(mapping))}: expected a formula for each atom, such as {{'p': 'q & r'}}"
        )
    named: dict[Formula, Formula] = {
        key if isinstance(key, Atom) else _atom(key, formula.atoms): parse(value) for key, value in mapping.items()
    }
    variables = formula.variables
    for name in {name for atom in named for name in atom.atoms}:
        variable = name.partition("=")[0]
        if variable != name and variable in variables:
            raise FormulaError(
                f"cannot put a formula for {shorten(name)}: Kv speaks of the values of '{shorten(variable)}' in "
                f"the same formula; first replace the Kv by a disjunction of K_a {shorten(variable)}=v over the values"
            )
    return replace(formula, named)


def replace(formula: Formula, mapping: Mapping[Formula, Formula]) -> Formula:
    """Substitute formulas for subformulas simultaneously.

    Only outermost occurrences are replaced; neither a replaced part nor its replacement is searched. `FormulaError` if
    a key or a value is not a formula. O(n) for n distinct subformulas of `formula` and the keys; the result shares the
    parts in which nothing is replaced.

    `mapping`: maps old formulas to new ones; all equal occurrences are replaced, also in announced formulas.
    """
    for item in (*mapping.keys(), *mapping.values()):
        if not isinstance(item, Formula):
            raise FormulaError(f'expected a formula, got {shorten(item)}; write parse("...") or Atom("...")')
    table = flatten(formula, *mapping)
    new = dict(zip(table.roots[1:], mapping.values(), strict=True))
    built: list[Formula] = []
    for row, (node, kids) in enumerate(table.rows):
        built.append(new[row] if row in new else rebuild(node, [built[kid] for kid in kids]))
    return built[table.roots[0]]


def _atom(key: object, atoms: Collection[str]) -> Atom:
    """Return the atom with this name; `FormulaError` for the text of a compound formula, unless it is in `atoms`."""
    if not isinstance(key, str):
        raise FormulaError(f"cannot put a formula for {shorten(key)}: expected an atom or its name")
    from logic.parser import parse

    try:
        is_compound = key not in atoms and not isinstance(parse(key), Atom)
    except EpistemicError:  # a name that needs quotes in a formula
        is_compound = False
    if is_compound:
        raise FormulaError(f"cannot put a formula for {shorten(repr(key))}: expected the name of an atom")
    return Atom(key)


def size(formula: Formula) -> int:
    """Return the number of nodes of the formula as a tree; `distinct_size` counts shared subformulas once."""
    return fold(flatten(formula).rows, lambda node, kids: 1 + sum(kids))


def distinct_size(formula: Formula) -> int:
    """Return the cost of an evaluation: the number of distinct subformulas, including the formula itself."""
    return len(flatten(formula).rows)


def modal_depth(formula: Formula) -> int:
    """Return the nesting depth of the operators of knowledge, belief and time.

    The depth of ``[p] q`` is the sum of the depths of p and q, since a reduction axiom such as
    ``[p] K_a q <-> (p -> K_a [p] q)`` puts p inside the modalities of q. ``C p`` counts 1, though it reaches any number
    of steps; ``E^3 p`` and ``[a ; b ; c] p`` count 3. ``R_{a,b} p`` and ``[@peek] p`` count as p, since they name a
    change of the model, not a condition. O(n) for n distinct subformulas.
    """
    depths: list[int] = []
    for node, kids in flatten(formula).rows:
        below = [depths[kid] for kid in kids]
        depths.append(sum(below) if node.operator.changes else max(below, default=0) + node.steps)
    return depths[-1]


G = TypeVar("G")
V = TypeVar("V")


def depth_first(starts: Iterable[G], below: Callable[[G], Sequence[G]]) -> list[G]:
    """Return the starts and everything below them, each once, in the order in which they are first visited."""
    stack, met = [*starts][::-1], dict[G, None]()
    while stack:
        if (item := stack.pop()) not in met:
            met[item] = None
            stack += reversed(below(item))
    return list(met)


def irreducible(items: Sequence[G], enough: Callable[[list[G]], bool], order: Iterable[G] | None = None) -> list[G]:
    """Return the items that are needed: one by one, in `order`, an item is dropped if the others are enough."""
    kept = [*items]
    for item in items if order is None else order:
        if enough(fewer := [other for other in kept if other != item]):
            kept = fewer
    return kept


def evaluated(goal: G, done: dict[G, V], needs: Callable[[G], Iterable[G]], value: Callable[[G], V]) -> V:
    """Compute the value of a goal from the values of the goals that it needs; `done` caches all values."""
    stack = [goal]
    while stack:
        current = stack[-1]
        missing = [] if current in done else [need for need in needs(current) if need not in done]
        if missing:
            stack += missing
            continue
        stack.pop()
        if current not in done:
            done[current] = value(current)
    return done[goal]


def answered(goal: G, known: dict[G, V], reading: Callable[[G], Generator[G, Any, V]]) -> V:
    """Return the value of `goal`, which is cached in `known` or computed by `reading`.

    The generator `reading(goal)` yields other goals, receives their values, and returns the value of its own goal.
    """
    stack = [] if goal in known else [(goal, reading(goal))]
    answer: V | None = None
    while stack:
        current, asking = stack[-1]
        try:
            subgoal = asking.send(answer)
        except StopIteration as end:
            known[current] = answer = end.value
            stack.pop()
            continue
        answer = known.get(subgoal)
        if answer is None:
            stack.append((subgoal, reading(subgoal)))
    return known[goal]


MOST = 200_000  # maximal number of operators in an expansion, which takes less than a second


def expansion(*formulas: Formula, repeated: bool = True) -> Table[Formula]:
    """Tabulate formulas with definitions in place of defined operators and, if `repeated`, ``E E p`` for ``E^2 p``.

    `TooLarge` if the expansion needs more than `MOST` operators.
    """
    table = flatten(*formulas)
    while defined := [node for node, _ in table.rows if _is_defined(node, repeated)]:
        if sum([node.steps for node in defined]) > MOST:
            raise TooLarge(f"operators that are repeated more than {MOST:,} times in all: write smaller numbers")
        built: list[Formula] = []
        for node, kids in table.rows:
            new = rebuild(node, [built[kid] for kid in kids])
            built.append(definition(new) if _is_defined(new, repeated) else new)
        table = flatten(*[built[root] for root in table.roots])
    return table


def expanded(*formulas: Formula, repeated: bool = True) -> list[Formula]:
    """Return the formulas of `expansion`."""
    table = expansion(*formulas, repeated=repeated)
    return [table.rows[root][0] for root in table.roots]


def _is_defined(node: Formula, repeated: bool) -> bool:
    return node.operator.means is not None or bool(repeated and node.operator.repeats)


def definition(node: Formula) -> Formula:
    """Return the formula that the node abbreviates: its declared meaning, or the iterated operator written n times."""
    if node.operator.means is not None:
        return cast(Formula, node.operator.means(node))
    return reduce(lambda sub, _: once(node, sub), range(node.steps), node.children[0])


def of_agent(node: Formula, name: str) -> Formula:
    """Return the node with this agent in place of the nameless one; boxes and diamonds become K and M."""
    if isinstance(node, OfNameless):
        node = definition(node)
    is_nameless = isinstance(node, OneAgent) and node.agent == NAMELESS
    return build(type(node), (name, *node.content[1:]), node.children) if is_nameless else node


def named(formula: Formula, name: str) -> Formula:
    """Return the formula with this agent in place of the nameless one. O(n) for n distinct subformulas."""
    return mapped(formula, partial(of_agent, name=name))


def has_boxes(*formulas: Formula) -> bool:
    """Return whether □ or ◇ of the nameless agent occurs in one of the formulas."""
    return any(isinstance(node, OfNameless) for formula in formulas for node in formula.subformulas())


BOXES: dict[type[Formula], type[Formula]] = {K: Box, M: Diamond}


def boxed(formula: Formula) -> Formula:
    """Return the formula with □ and ◇ in place of the nameless agent's K and M. O(n) for n distinct subformulas."""

    def sign(node: Formula) -> Formula:
        known = BOXES.get(type(node)) if NAMELESS in agents_of(node) else None
        return node if known is None else build(known, (), node.children)

    return mapped(formula, sign)


def once(node: Formula, sub: Formula) -> Formula:
    """Return `sub` under a single application of the node's iterated operator, such as ``E sub`` for ``E^3 p``."""
    clause = CLAUSES[node.operator.repeats]
    data = dict(zip(node.data, node.content, strict=True))
    return cast(Formula, clause(*[data[name] for name in clause.data], sub))
