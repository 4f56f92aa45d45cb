"""Random problems for the prover: 3CNF_K, and quantified Boolean formulas as modal formulas; our own generators.

3CNF_K: conjunctions of clauses of three literals, each an atom or a box over a clause, with the generator of
Patel-Schneider and Sebastiani, "A new general method to generate random modal formulae for testing decision
procedures", Journal of Artificial Intelligence Research 18 (2003), doi:10.1613/jair.1166.

Quantified formulas: the sets of Massacci and Donini, "Design and results of TANCS-2000" (TABLEAUX 2000),
doi:10.1007/10722086_4: D blocks of V variables, alternately exists and for all, and C clauses of four literals; in K by
the tree of assignments of Ladner, "The computational complexity of provability in systems of modal propositional logic"
(1977), doi:10.1137/0206033, and in S5 with two agents who take turns (Halpern and Moses 1992).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from random import Random

from whoknows import Atom, Formula, Implies, K, M, Top, conj, disj

Box = Callable[[int, Formula], Formula]
"""A function from a depth and a formula to the box of the formula there."""


def cnf_k(rng: Random, depth: int, atoms: int, clauses: int, plain: float) -> Formula:
    """A random 3CNF_K formula.

    Parameters
    ----------
    rng : Random
        The generator.
    depth : int
        Number of nested boxes.
    atoms, clauses : int
        Number of atoms (N) and clauses (L).
    plain : float
        Proportion of atoms among the literals of a clause outside the innermost boxes; rounded at random.
    """
    return conj([_clause(rng, depth, atoms, plain) for _ in range(clauses)])


def _clause(rng: Random, depth: int, atoms: int, plain: float) -> Formula:
    count = int(3 * plain + rng.random()) if depth else 3
    parts: list[Formula] = [Atom(f"p{i}") for i in rng.sample(range(atoms), count)]
    while len(parts) < 3:
        part = K("a", _clause(rng, depth - 1, atoms, plain))
        if part not in parts:
            parts.append(part)
    return disj([part if rng.random() < 0.5 else ~part for part in parts])


@dataclass(frozen=True)
class Quantified:
    """A quantified Boolean formula: the quantifiers of the variables, outermost first, and clauses of literals."""

    universal: tuple[bool, ...]
    clauses: tuple[tuple[int, ...], ...]

    def holds(self) -> bool:
        """Whether the formula is true, from its truth table as an integer of 2^n bits."""
        bits = reduce(and_, (reduce(or_, map(self._column, clause)) for clause in self.clauses))
        for variable in reversed(range(len(self.universal))):
            half = 1 << variable
            high, low = bits >> half, bits & ((1 << half) - 1)
            bits = high & low if self.universal[variable] else high | low
        return bool(bits)

    def _column(self, literal: int) -> int:
        """The rows of the truth table where a literal is true, as bits."""
        half, rows = 1 << (abs(literal) - 1), 1 << len(self.universal)
        block = ((1 << half) - 1) << (half if literal > 0 else 0)
        return ((1 << rows) - 1) // ((1 << 2 * half) - 1) * block


def quantified(rng: Random, clauses: int, variables: int, blocks: int) -> Quantified:
    """A random quantified formula; its innermost block is existential, as are at least two literals of each clause.

    Parameters
    ----------
    rng : Random
        The generator.
    clauses : int
        Number of clauses (C), of four literals.
    variables : int
        Number of variables of a block (V).
    blocks : int
        Number of blocks (D).
    """
    universal = tuple([(blocks - 1 - i // variables) % 2 == 1 for i in range(blocks * variables)])
    every = range(len(universal))
    some = [i for i in every if not universal[i]]

    def clause() -> tuple[int, ...]:
        chosen = rng.sample(some, 2)
        chosen += rng.sample([i for i in every if i not in chosen], 2)
        return tuple([(i + 1) * rng.choice((1, -1)) for i in chosen])

    return Quantified(universal, tuple([clause() for _ in range(clauses)]))


def _atom(literal: int) -> Formula:
    return Atom(f"p{literal}") if literal > 0 else ~Atom(f"p{-literal}")


def _matrix(q: Quantified) -> Formula:
    return conj([disj([_atom(literal) for literal in clause]) for clause in q.clauses])


def in_k(q: Quantified) -> Formula:
    """A modal formula that is satisfiable in K iff the quantified formula is true."""
    depth, body = len(q.universal), _matrix(q)
    for i in reversed(range(depth)):
        kept = [Implies(_atom(sign * j), K("a", _atom(sign * j))) for j in range(1, i + 1) for sign in (1, -1)]
        ways = [_atom(i + 1), _atom(-i - 1)] if q.universal[i] else [Top()]
        body = conj([*kept, *[M("a", way) for way in ways], K("a", body)])
    return body


def in_s5(q: Quantified) -> Formula:
    """A formula of two agents that is satisfiable in S5 iff the quantified formula is true; ``d3`` marks depth 3."""
    depth = len(q.universal)
    at = [Atom(f"d{i}") for i in range(depth + 1)]
    laws: list[Formula] = [Implies(at[depth], _matrix(q))]
    laws += [~(at[i] & at[i + 1]) for i in range(depth)]
    for i in range(depth):
        agent, below = "ab"[i % 2], at[i + 1]
        ways = [below & _atom(i + 1), below & _atom(-i - 1)] if q.universal[i] else [below]
        kept = [Implies(_atom(s * j), K(agent, Implies(below, _atom(s * j)))) for j in range(1, i + 1) for s in (1, -1)]
        laws.append(Implies(at[i], conj([*kept, *[M(agent, way) for way in ways]])))
    everywhere = conj(laws)
    for i in reversed(range(depth)):
        everywhere = K("ab"[i % 2], everywhere)
    return at[0] & everywhere
