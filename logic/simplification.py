"""Simplification: smaller formulas that are equivalent in every model.

A step removes constants, repetitions or complements in a single node, or minimises a subformula with SymPy. Every rule
is valid in every model: relations may be arbitrary, there may be weights or ranks, or no agents at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce

from logic import clauses as f
from logic.derivation import HOLE, STEPS, Step, Steps, law
from logic.exact import require_whole
from logic.formula import Formula
from logic.node_table import flatten, rebuild
from logic.normal import LETTERS, OPERATIONS, SHORTEST, Cube, column, mask, minimal
from logic.parser import parse
from logic.shared import CONNECTIVES, Pool, dual_over, fold, layer, size

HUGE = 1 << 62  # larger sizes count as this size in comparisons


def simplify(formula: Formula | str, *, letters: int = LETTERS) -> Formula:
    """Return an equivalent formula that is smaller or unchanged; subformulas under modalities are simplified, too.

    Constants are removed (``K_a true``, ``p & true``, ``[false] p``). A layer consists of connectives over letters:
    atoms and modal subformulas. A layer with few letters is replaced by its shortest sum of products or product of
    sums, from SymPy, if that is smaller. A modality and its dual count as one letter: ``K_a ~p | M_a p`` becomes true.
    Otherwise modal logic is not used: ``K_a p & ~K_a (p | q)`` stays.

    Parameters
    ----------
    formula : Formula or str
        Any formula.
    letters : int
        Maximal number of distinct letters for which a layer is minimised; larger layers only lose constants and
        repetitions. SymPy needs up to 0.02 s per layer for 6 letters, 2 s for 8.

    Returns
    -------
    Formula
        A formula of smaller `size`, or `formula` itself. Simplifying it again changes nothing.

    Notes
    -----
    One pass costs O(n 2^k) bit operations for n distinct subformulas and k = `letters`, plus the minimisations; passes
    are repeated while the size decreases.

    Examples
    --------
    >>> print(simplify("K_a (p & q | p & ~q) & [true] ~~r"))
    K_a p ∧ r
    """
    *_, (best, _) = _passes(parse(formula), require_whole(letters, "letters"))
    return best


def simplification_steps(formula: Formula, limit: int = STEPS) -> tuple[Step, ...]:
    """Return the steps of a simplification, from the inside out; `TooLarge` if there are more than `limit`."""
    steps = Steps(limit)
    for _, done in _passes(formula, LETTERS):
        if done is not None:
            done.trace(steps)
    return tuple(steps.found)


def _passes(formula: Formula, letters: int) -> Iterator[tuple[Formula, _Pass | None]]:
    """Yield pairs: the formula with None, then the result of each pass that makes it smaller, with the pass."""
    smallest, last = size(formula), None
    while True:
        yield formula, last
        last = _Pass(formula, letters)
        formula = last.run()
        if (now := size(formula)) >= smallest:
            return
        smallest = now


class _Pass:
    """A single pass from the atoms up. Its formulas are members of one `Pool`; for letters see `logic.normal`."""

    def __init__(self, formula: Formula, most: int) -> None:
        self.rows = flatten(formula).rows
        self.built: list[Formula] = []
        self.most = most
        self.pool = Pool()
        self.sizes: dict[Formula, int] = {}
        self.letters: dict[Formula, frozenset[Formula] | None] = {}  # None: more than are minimised
        self.literals: dict[Formula, tuple[Formula, bool]] = {}
        self.minimised: dict[Formula, Formula] = {}

    def run(self) -> Formula:
        for node, kids in self.rows:
            self.built.append(self.make(rebuild(node, self.operands(node, kids))))
        return self.best(self.built[-1])

    def operands(self, node: Formula, kids: tuple[int, ...]) -> list[Formula]:
        """Return the simplified children; a child in a small layer is not minimised, since its whole layer will be."""
        children = [self.built[kid] for kid in kids]
        whole = isinstance(node, CONNECTIVES) and self.union(children) is not None
        return children if whole else [self.best(child) for child in children]

    def trace(self, steps: Steps) -> None:
        """Add the steps of a completed pass to `steps`. O(n) per step for n rows."""
        for row, (node, kids) in enumerate(self.rows):
            operands = [self.built[kid] for kid in kids]
            for old, new in zip(operands.copy(), self.operands(node, kids), strict=True):
                if old is not new and old in operands:
                    frame = rebuild(node, [HOLE if each is old else each for each in operands])
                    self.add_step(steps, row, frame, (SHORTEST, ""), old, new)
                    operands = [new if each is old else each for each in operands]
            old, new = rebuild(node, operands), self.built[row]
            if old != new:
                self.add_step(steps, row, HOLE, rule_of(old), old, new)
        if (old := self.built[-1]) is not (new := self.best(old)):
            steps.add(Step(SHORTEST, "", HOLE, old, new))

    def add_step(
        self, steps: Steps, row: int, frame: Formula, rule: tuple[str, str], old: Formula, new: Formula
    ) -> None:
        """Add the step from `old` to `new` in a row's subformula, where all earlier rows are simplified already.

        `frame`: the row's subformula, with a hole in place of `old`.
        """
        steps.expect(len(self.rows) - row)
        whole = [*self.built[:row], frame]
        for node, kids in self.rows[row + 1 :]:
            whole.append(rebuild(node, [whole[kid] for kid in kids]))
        steps.add(Step(*rule, whole[-1], old, new))

    def make(self, node: Formula) -> Formula:
        """Return the simplified pool member that is equivalent to a node whose children are members."""
        member = self.pool(without_constants(node))
        if member not in self.sizes:
            self.sizes[member] = min(HUGE, 1 + sum(self.sizes[child] for child in member.children))
            if isinstance(member, CONNECTIVES):
                self.letters[member] = self.union(member.children)
            else:
                self.letters[member] = frozenset([self.literal(member)[0]])
        return member

    def union(self, members: Iterable[Formula]) -> frozenset[Formula] | None:
        """Return all letters of these members; None if there are too many."""
        union: frozenset[Formula] = frozenset()
        for member in members:
            letters = self.letters[member]
            if letters is None or len(union := union | letters) > self.most:
                return None
        return union

    def literal(self, letter: Formula) -> tuple[Formula, bool]:
        """Return the letter and True or, if it is the dual of another letter, that letter and False."""
        if letter not in self.literals:
            inner = self.negated(letter.children[-1]) if isinstance(letter, _WITH_DUAL) else None
            if inner is None:
                self.literals[letter] = letter, True
            else:
                self.literals[letter] = self.make(dual_over(letter, (*letter.children[:-1], inner))), False
        return self.literals[letter]

    def negated(self, member: Formula) -> Formula | None:
        """Return the formula that the member negates, also by a dual: ``K_a p`` for ``M_a ~p``; None for others."""
        if isinstance(member, CONNECTIVES):
            return member.sub if isinstance(member, f.Not) else None
        letter, affirmed = self.literal(member)
        return None if affirmed else letter

    def best(self, member: Formula) -> Formula:
        """Return the smallest known equivalent of a member."""
        if member not in self.minimised:
            few = isinstance(member, CONNECTIVES) and self.letters[member] is not None
            self.minimised[member] = self.minimise(member) if few else member
        return self.minimised[member]

    def minimise(self, member: Formula) -> Formula:
        """Return the smallest of the member, its shortest sum of products and its shortest product of sums."""
        rows = layer(member)
        literals = {node: self.literal(node) for node, _ in rows if not isinstance(node, CONNECTIVES)}
        letters = list(dict.fromkeys(letter for letter, _ in literals.values()))
        if fold(rows, lambda node, kids: sum(kids) if isinstance(node, CONNECTIVES) else 1) == len(letters):
            return member  # each letter occurs once in the layer as a tree, so no form is smaller
        number = {letter: i for i, letter in enumerate(letters)}
        k = len(letters)
        values = column(rows, k, lambda node: (number[literals[node][0]], literals[node][1]))
        sums = self.combine(f.Or, minimal(values, k), letters)
        products = self.combine(f.And, minimal(values ^ mask(k), k), letters)
        return min(member, sums, products, key=self.sizes.__getitem__)

    def combine(self, outer: type[f.And | f.Or], cubes: Iterable[Cube], letters: list[Formula]) -> Formula:
        """Return the disjunction of the cubes or, if `outer` is `And`, its negation as a product of sums."""
        inner, sign = (f.And, True) if outer is f.Or else (f.Or, False)
        rows = sorted(sorted((i, affirmed == sign) for i, affirmed in cube) for cube in cubes)
        parts = [self.chain(inner, [self.signed(letters[i], affirmed) for i, affirmed in row]) for row in rows]
        return self.chain(outer, parts)

    def chain(self, clause: type[f.And | f.Or], members: list[Formula]) -> Formula:
        """Join formulas by a conjunction or disjunction, nested to the left; a constant if there are none."""
        if not members:
            return self.make(f.Top() if clause is f.And else f.Bottom())
        return reduce(lambda left, right: self.make(clause(left, right)), members)

    def signed(self, letter: Formula, affirmed: bool) -> Formula:
        """Return the letter or its negation; a negation before a diamond is moved inside."""
        if affirmed:
            return letter
        diamonds, inner = [], letter
        while isinstance(inner, _DIAMONDS):
            diamonds.append(inner)
            inner = inner.children[-1]
        moved = self.make(f.Not(inner))
        for diamond in reversed(diamonds):
            moved = self.make(dual_over(diamond, (*diamond.children[:-1], moved)))
        return moved


_WITH_DUAL = tuple(clause for clause in f.LANGUAGE if clause.operator.dual)
_DIAMONDS = tuple(clause for clause in _WITH_DUAL if clause.operator.keeps == (False,))


def without_constants(node: Formula) -> Formula:
    """Simplify a node with simplified children; return a child, a grandchild, a new node or `node` itself."""
    if isinstance(node, CONNECTIVES) and node.children:
        return _connective(node)
    last = node.children[-1] if node.children else None
    if isinstance(last, (f.Top, f.Bottom)) and isinstance(last, f.Top) in node.operator.keeps:
        return last  # a box of ``true`` is true, a diamond of ``false`` is false
    return _operator(node)


def rule_of(node: Formula) -> tuple[str, str]:
    """Return the name of the rule that `without_constants` applies to a node, and its law with letters for children."""
    letters: dict[Formula, Formula] = {}
    children = [_lettered(child, letters) for child in node.children]
    pattern = rebuild(node, children)
    return _rule_name(node, children), law(pattern, without_constants(pattern))


def _lettered(child: Formula, letters: dict[Formula, Formula]) -> Formula:
    """Return a letter for the child, the same for equal children; constants and negations stay."""
    if isinstance(child, f.Top | f.Bottom):
        return child
    if isinstance(child, f.Not):
        return f.Not(_lettered(child.sub, letters))
    return letters.setdefault(child, f.Atom("pqrs"[len(letters)]))


def _rule_name(node: Formula, children: list[Formula]) -> str:
    if any(isinstance(child, f.Top | f.Bottom) for child in children):
        return "constant"
    if len(children) == 2 and children[0] == children[1]:
        return "equal parts"
    if len(children) == 2 and len({_letter(child) for child in children}) == 1:
        return "complement"
    if any(isinstance(child, f.Not) for child in children):
        return "double negation" if isinstance(node, f.Not) else "negation"
    return "degree of belief 0"


def _connective(node: Formula) -> Formula:
    """Simplify a node by its truth table if it has at most one letter: to a constant, the letter or its negation."""
    letters = {id(letter): letter for child in node.children if (letter := _letter(child)) is not None}
    if len(letters) > 1:
        return node
    # the truth tables of the children: bit 0 for a false letter, bit 1 for a true one
    columns = [{f.Top: 3, f.Bottom: 0, f.Not: 1}.get(type(child), 2) for child in node.children]
    value = 3 ^ columns[0] if isinstance(node, f.Not) else OPERATIONS[type(node)](3, columns[0], columns[1])
    if value in (0, 3):
        return f.Top() if value else f.Bottom()
    (letter,) = letters.values()
    return letter if value == 2 else next((each for each in (*node.children, node) if isinstance(each, f.Not)), ~letter)


def _letter(child: Formula) -> Formula | None:
    if isinstance(child, f.Top | f.Bottom):
        return None
    return child.sub if isinstance(child, f.Not) else child


def _operator(node: Formula) -> Formula:
    """Simplify a node that is not a connective, such as ``[true] p`` or ``Kw_a ~p``; return other nodes unchanged."""
    match node:
        case f.Announce(statement=f.Bottom()) | f.BGiven(condition=f.Bottom()) | f.Kw(sub=f.Top() | f.Bottom()):
            return f.Top()
        case f.AnnounceDual(statement=f.Bottom()):
            return f.Bottom()
        case f.Announce(statement=f.Top(), sub=sub) | f.AnnounceDual(statement=f.Top(), sub=sub):
            return sub
        case f.AnnounceWhether(statement=f.Top() | f.Bottom(), sub=sub):
            return sub
        case f.AnnounceWhether(statement=f.Not(statement), sub=sub):
            return f.AnnounceWhether(statement, sub, node.group)
        case f.Kw(agent, f.Not(sub)):
            return f.Kw(agent, sub)
        case f.BGiven(agent, f.Top(), sub):
            return f.B(agent, sub)
        case f.BAtLeast() | f.EBAtLeast() | f.CBAtLeast() if node.degree == 0:
            return f.Top()
        case f.BAtLeast(sub=f.Bottom()):
            return f.Bottom()
        case _:
            return node
