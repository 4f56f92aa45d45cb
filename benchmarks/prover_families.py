"""The formula families for K, KT and S4 of Balsiger, Heuerding and Schwendimann (2000), doi:10.1023/A:1006249507577.

Each family has a formula for n = 1, 2, ...; those whose name ends with ``p`` are valid, those with ``n`` are not. Atoms
are numbered as in the paper.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from whoknows import And, Atom, Bottom, Formula, Iff, Implies, K, M, Top, conj, disj

A = "a"


def p(n: int) -> Formula:
    return Atom(f"p{n}")


def box(f: Formula, times: int = 1) -> Formula:
    for _ in range(times):
        f = K(A, f)
    return f


def dia(f: Formula, times: int = 1) -> Formula:
    for _ in range(times):
        f = M(A, f)
    return f


def disjunction(parts: Iterable[Formula]) -> Formula:
    return disj(list(parts))


# ------------------------------------------------------------------------------------------------------ axioms

D2 = dia(Top())


def t(f: Formula) -> Formula:
    return Implies(box(f), f)


def b(f: Formula) -> Formula:
    return Implies(f, box(dia(f)))


def d(f: Formula) -> Formula:
    return Implies(box(f), dia(f))


def a4(f: Formula) -> Formula:
    return Implies(box(f), box(f, 2))


def a5(f: Formula) -> Formula:
    return Implies(~box(f), box(~box(f)))


def inductive(f: Formula) -> Formula:
    """The common premise of the axioms of Grzegorczyk and Dummett."""
    return box(Implies(box(Implies(f, box(f))), f))


def grz(f: Formula) -> Formula:
    return Implies(inductive(f), f)


def grz1(f: Formula) -> Formula:
    return Implies(inductive(f), box(f))


def dum(f: Formula) -> Formula:
    return Implies(inductive(f), Implies(dia(box(f)), f))


def dum1(f: Formula) -> Formula:
    return Implies(inductive(f), Implies(dia(box(f)), box(f)))


def dum4(f: Formula) -> Formula:
    return Implies(inductive(f), Implies(dia(box(f)), f | box(f)))


# ------------------------------------------------------------------------------------------------ branch, 45, d4


def _branching(n: int) -> Formula:
    """Each world of depth i has successors of depth i + 1 with both values of atom i + 1 and the same earlier atoms."""
    depth = [Implies(p(100 + i), p(99 + i)) for i in range(1, n + 2)]
    kept = [
        Implies(
            p(100 + i),
            Implies(p(i), box(Implies(p(100 + i), p(i)))) & Implies(~p(i), box(Implies(p(100 + i), ~p(i)))),
        )
        for i in range(n + 1)
    ]
    split = []
    for i in range(n):
        below = p(101 + i) & ~p(102 + i)
        split.append(Implies(p(100 + i) & ~p(101 + i), dia(below & p(i + 1)) & dia(below & ~p(i + 1))))
    return conj([*depth, *kept, *split])


def _branch(everywhere: Callable[[Formula, int], Formula], last: Callable[[Formula, int], Formula], valid: bool):
    def family(n: int) -> Formula:
        tree = ~(p(100) & ~p(101) & everywhere(_branching(n), n))
        return tree | ~last(p(n // 3 + 1), n) if valid else tree

    return family


def _each_depth(f: Formula, n: int) -> Formula:
    return conj([box(f, i) for i in range(n + 1)])


def k_d4(valid: bool):
    """The valid or the invalid formulas of the family k_d4 (set K), as a function of n."""

    def part(n: int, i: int) -> Formula:
        if valid:
            goal, axioms = t(p(0)), [D2, a4(p(0)), a4(dia(p(0))), b(p(0)), b(~p(0))]
        else:
            goal = box(p(0)) | box(dia(~p(0)))
            axioms = [D2, a4(p(0)), a4(dia(p(0))), d(p(0)), a4(Implies(dia(p(0)), p(0))), a4(Implies(box(p(0)), p(0)))]
        return disj([box(goal, n), *[~box(axiom, i) for axiom in axioms]])

    return lambda n: disjunction(part(n, i) for i in range(1, n + 1))


def kt_45(valid: bool):
    """The valid or the invalid formulas of the family kt_45 (set KT), as a function of n."""

    def part(n: int, i: int) -> Formula:
        if valid:
            goal, axioms = a4(p(0)), [D2, a5(dia(~p(0))), box(a5(p(0))), b(p(0))]
        else:
            goal = box(p(0)) | box(dia(~p(0)))
            axioms = [a4(p(0)), a4(dia(p(0))), t(p(0)), a4(Implies(dia(p(0)), p(0))), a4(Implies(box(p(0)), p(0)))]
        return disj([box(goal, n), *[~box(axiom, i) for axiom in axioms]])

    return lambda n: disjunction(part(n, i) for i in range(1, n + 1))


def s4_45(valid: bool):
    """The valid or the invalid formulas of the family s4_45 (set S4), as a function of n."""

    def h(f: Formula, i: int) -> Formula:
        for _ in range(i):
            f = box(p(0)) | box(f) | box(p(1))
        return f

    def part(n: int, i: int) -> Formula:
        if valid:
            goal, axioms = a5(p(0)), [D2, a5(dia(~p(0))), box(a5(p(0))), b(p(0))]
        else:
            goal, back = box(p(0)) | box(dia(~p(0))), Implies(box(p(0)), p(0))
            axioms = [a4(p(0)), a4(dia(p(0))), t(p(0)), a4(back), t(back)]
        return disj([h(goal, n), *[~h(axiom, i) for axiom in axioms]])

    return lambda n: disjunction(part(n, i) for i in range(1, n + 1))


# --------------------------------------------------------------------------------------------------- dum, grz, lin


def _dummett(goal, depth, each, axiom):
    def family(n: int) -> Formula:
        start = a4(Implies(box(Implies(p(0), box(p(0)))), p(0)))
        c = conj([start, box(a4(p(0))), axiom(p(0)), axiom(Implies(p(0), box(p(0))))])
        given = conj([box(each, i) for i in range(1, n // 2 + 1)])
        other = disjunction(dia(~each, i) for i in range(n // 2 + 2, n))
        far = depth(n)
        return Implies(given & ~box(goal(p(0)), far), dia(~c, far) | other)

    return family


def _half(n: int) -> int:
    return n // 2 + 1


def _grzegorczyk(given, goal):
    def nested(i: int) -> Formula:
        f: Formula = Bottom()
        for _ in range(i):
            f = disj([box(f), p(1), p(2), p(3), p(4)])
        return f

    def layer(i: int) -> Formula:
        inner = nested(i // 4)
        return given(inner if i % 4 == 0 else disj([box(inner), *[p(j) for j in range(1, i % 4 + 1)]]))

    def family(n: int) -> Formula:
        c = Implies(box(Implies(p(2), box(p(2)))), p(2))
        layers = conj([layer(i) for i in range(1, n)])
        return Implies(conj([box(given(p(2))), layers, given(c & a4(c))]), goal)

    return family


_G1 = [grz1(p(i)) for i in range(4)]
_K_GRZ_N = disj([grz(p(1)), grz(p(2)), grz(p(3))])
_KT_GRZ_P = disj([_G1[1], _G1[2] & dia(box(~p(0))), _G1[3], _G1[2] & dia(p(0))])
_S4_GRZ_P = disj(
    [_G1[1], _G1[2] & ~box(dia(p(0))), _G1[3], _G1[2] & ~dia(~(box(dia(p(0))) | p(1)))],
)
_A5 = disj([a5(p(1)), a5(p(2)), a5(p(3))])


def k_lin_p(n: int) -> Formula:
    """The valid formula number n of the family k_lin (set K)."""

    def h2(x: Formula, y: Formula) -> Formula:
        one, other = Implies(x & box(x) & x, y), Implies(~x, ~(box(y) & y))
        premises = box(one | other) & box(box(one) | other) & box(one | box(other))
        return Implies(premises, box(one) | box(other))

    linear = box(Implies(p(n) & box(p(n)), p(n)))
    parts = [~h2(p(i), p(i + 1)) for i in range(1, n + 1)]
    return disj([*parts[: n // 3], linear | linear, *parts[n // 3 :]])


def k_lin_n(n: int) -> Formula:
    """The formula number n of the family k_lin (set K) that is not valid."""

    def linear(x: Formula, y: Formula) -> Formula:
        return box(Implies(x & box(x), y)) | box(Implies(y & box(y), x))

    def part(i: int) -> Formula:
        return ~linear(dia(p(i)), p(i + 1)) | ~linear(Implies(p(i), box(p(i + 1))), p(i + 1))

    plus = box(Implies(box(p(n)), p(n)))
    first, last = range(1, 2 * n - 1), range(2 * n, 4 * n - 3)
    return disj([disjunction(map(part, first)), plus | plus, disjunction(map(part, last))])


# ------------------------------------------------------------------------------------------------------------ path


def _element(level: int, n: int) -> int:
    x = 2
    for at in range(2, level + 1):
        x += 3 if at > n // 2 else 5
        x -= 6 * (x > 6)
    return x


def _path(n: int, gap: bool, atom, step, first, last) -> Formula:
    """A formula about paths in six lanes through n levels: one path reaches the end or, with a gap, none does."""

    def right(level: int, k: int) -> list[int]:
        x = _element(level + 1, n)
        hole = gap and level == n // 2
        if level == n:
            return []
        if k == _element(level, n):
            lanes = [1, 3, 5] if hole else [1, 3, x, 5]
            return lanes if k % 2 else [] if hole else [x]
        return [lane for lane in (1, 3, 5) if lane != x] if k % 2 else []

    def left(level: int, k: int) -> list[int]:
        if level == 1 or k % 2:
            return []
        return [lane for lane in (2, 4, 6) if lane != _element(level - 1, n)]

    ways: list[Formula] = []
    for level in range(1, n + 1):
        for k in range(1, 7):
            ways += [step(~atom(level, k) & box(atom(level + 1, x)), level) for x in right(level, k)]
            ways += [step(~atom(level - 1, x) & box(atom(level, k)), level - 1) for x in left(level, k)]
    starts = [first(atom(1, i)) for i in (1, _element(1, n), 3, 5)]
    ends = [last(~atom(n, i), n) for i in (2, 4, _element(n, n), 6)]
    return disj([*starts, *ways, *ends])


def _lane(_level: int, k: int) -> Formula:
    return p(k)


def _lane_of_level(level: int, k: int) -> Formula:
    return p(10 * level + k)


# ----------------------------------------------------------------------------------------- pigeons, polygons, others


def _pigeons(wrap, inside, valid: bool):
    def hole(i: int, j: int) -> Formula:
        return box(p(100 * i + j)) if i < j else p(100 * i + j)

    def odd(i: int, j: int, n: int) -> Formula:
        return ~hole(i, j) if not valid and i == j == 2 * n // 3 + 1 else hole(i, j)

    def family(n: int) -> Formula:
        each = conj([disjunction(hole(i, j) for j in range(1, n + 1)) for i in range(1, n + 2)])
        pairs = [(j, i, k) for j in range(1, n + 1) for i, k in combinations(range(1, n + 2), 2)]
        return Implies(wrap(each), dia(disjunction(inside(odd(i, j, n) & odd(k, j, n)) for j, i, k in pairs)))

    return family


def _same(f: Formula) -> Formula:
    return f


def _polygon(size: Callable[[int], int], far: int, to_first: int):
    def family(number: int) -> Formula:
        n = size(number)
        f: Formula = Bottom()
        for i in range(1, n + 1):
            equal = dia(Iff(p(i), p(1 if i == n else i + 1)), (n + to_first) if i == n else i + far)
            f = dia(f | equal) | box(p(i + 2))
        some = conj([p(i) for i in range(1, n + 2)])
        none = conj([~p(2 * i) for i in range(1, n + 2)])
        return disj([box(some, n + 1), f, box(none, n + 1)])

    return family


def _t4p(base: Formula, wrap, depths: Callable[[int], tuple[int, int]]):
    def family(n: int) -> Formula:
        goals, laws = depths(n)
        e, c = dia(box(p(0))), base
        for _ in range(goals):
            e = disj([dia(~a4(~p(1))), box(e), box(a5(p(1)))])
        for _ in range(laws):
            c = wrap(c)
        return disj([e, ~c, dia(p(4))])

    return family


_P = p(0) & dia(~p(3))
_OFTEN = box(dia(p(0)))
_BACK = box(Implies(dia(_OFTEN) & p(0), box(_P)))
_T4P = [
    Implies(_OFTEN, dia(_P)),
    box(Implies(box(~box(dia(_P))), ~_OFTEN)),
    Implies(_OFTEN, box(dia(_P), 2)),
    _BACK,
    box(dia(_P)),
]


def _md(step, valid: bool):
    def family(n: int) -> Formula:
        def chain(f: Formula, times: int) -> Formula:
            for _ in range(times):
                f = step(f)
            return f

        def one(i: int, f: Formula) -> Formula:
            return chain(box(chain(f, n - i)), i - 1)

        def all_to(i: int, f: Formula) -> Formula:
            for j in range(2, i + 1):
                f = one(j, f)
            return f

        parts = [p(1)]
        for i in range(1, n):
            if valid:
                parts.append(all_to(i, ~p(1) & dia(one(1, p(2)))))
            parts.append(all_to(i, ~p(1) & dia(one(1, p(1)))))
            if valid:
                parts.append(all_to(i, ~p(2) & dia(one(1, p(1)))))
        return disj([*parts, all_to(n, ~p(1))] if valid else parts)

    return family


def s4_ipc(valid: bool):
    def family(n: int) -> Formula:
        everything = conj([box(p(j)) for j in range(1, n + 1)])
        parts = [box(~box(Implies(box(p(i)), everything))) for i in range(1, n + 1) if valid or i != (n + 1) // 2]
        return ~conj(parts)

    return family


def s4_s5(valid: bool):
    """The valid or the invalid formulas of the family s4_s5 (set S4), as a function of n."""

    def family(n: int) -> Formula:
        size, last = (3 * n, 3 * n - 1) if valid else (6 * n, 6 * n - 5)
        f: Formula = Bottom()
        for i in range(last - 1, 0, -1):
            f = dia((p(i) & ~p(i + 1)) | (~p(i) & p(i + 1))) | box(f)
        some = [box(disjunction(Iff(p(i), p(i + 1)) for i in range(1, size - 1)))] if valid else []
        return box(dia(disj([*some, box(p(size)), f]))) | box(Implies(dia(p(1)), ~p(size)))

    return family


_EACH_K, _EACH_K4, _A4 = And(box(a4(p(0))), dum(p(0))), And(box(a4(p(0))), dum4(p(0))), a4(p(0))

FAMILIES: dict[str, dict[str, Callable[[int], Formula]]] = {
    "K": {
        "branch_n": _branch(_each_depth, box, False),
        "branch_p": _branch(_each_depth, box, True),
        "d4_n": k_d4(False),
        "d4_p": k_d4(True),
        "dum_n": _dummett(dum, lambda n: n + 1, _EACH_K4, dum4),
        "dum_p": _dummett(dum1, _half, _EACH_K, dum),
        "grz_n": _grzegorczyk(grz1, _K_GRZ_N),
        "grz_p": _grzegorczyk(grz, disj(_G1[1:])),
        "lin_n": k_lin_n,
        "lin_p": k_lin_p,
        "path_n": lambda n: _path(n + 1, True, _lane, dia, box, dia),
        "path_p": lambda n: _path(n, False, _lane, dia, box, dia),
        "ph_n": _pigeons(dia, _same, False),
        "ph_p": _pigeons(dia, _same, True),
        "poly_n": _polygon(lambda n: 3 * n + n % 2, 0, 0),
        "poly_p": _polygon(lambda n: 3 * n + 1 - n % 2, 0, 0),
        "t4p_n": _t4p(
            conj(_T4P[:4]), lambda c: conj([box(a4(p(1))), box(c), box(a4(dia(p(1))))]), lambda n: (2 * n - 1,) * 2
        ),
        "t4p_p": _t4p(conj(_T4P), lambda c: conj([box(a4(p(1))), box(c), box(a4(dia(p(1))))]), lambda n: (n, n)),
    },
    "T": {
        "45_n": kt_45(False),
        "45_p": kt_45(True),
        "branch_n": _branch(box, box, False),
        "branch_p": _branch(box, box, True),
        "dum_n": _dummett(grz, _half, _EACH_K, dum),
        "dum_p": _dummett(dum1, _half, _A4, dum),
        "grz_n": _grzegorczyk(grz1, _A5),
        "grz_p": _grzegorczyk(grz, _KT_GRZ_P),
        "md_n": _md(dia, False),
        "md_p": _md(dia, True),
        "path_n": lambda n: _path(n + 1, True, _lane_of_level, dia, box, dia),
        "path_p": lambda n: _path(n, False, _lane_of_level, dia, box, dia),
        "ph_n": _pigeons(_same, _same, False),
        "ph_p": _pigeons(_same, _same, True),
        "poly_n": _polygon(lambda n: 3 * n + n % 2, 2, 2),
        "poly_p": _polygon(lambda n: 5 * n + 1 - n % 2, 2, 2),
        "t4p_n": _t4p(
            conj([_T4P[0], _T4P[2], _BACK]), lambda c: box(a4(p(1))) & box(c), lambda n: (2 * n - 1, 2 * n - 1)
        ),
        "t4p_p": _t4p(conj([_T4P[2], _BACK, _T4P[4]]), lambda c: box(a4(p(1))) & box(c), lambda n: (n, n)),
    },
    "S4": {
        "45_n": s4_45(False),
        "45_p": s4_45(True),
        "branch_n": _branch(lambda f, _n: box(f), lambda f, _n: box(f), False),
        "branch_p": _branch(lambda f, _n: box(f), lambda f, _n: box(f), True),
        "grz_n": _grzegorczyk(grz1, _A5),
        "grz_p": _grzegorczyk(grz, _S4_GRZ_P),
        "ipc_n": s4_ipc(False),
        "ipc_p": s4_ipc(True),
        "md_n": _md(lambda f: dia(f) | p(2), False),
        "md_p": _md(lambda f: dia(f) | p(2), True),
        "path_n": lambda n: _path(n + 1, True, _lane_of_level, dia, lambda f: box(f, 2), lambda f, _n: dia(f, 2)),
        "path_p": lambda n: _path(n, False, _lane_of_level, dia, lambda f: box(f, 2), lambda f, _n: dia(f, 2)),
        "ph_n": _pigeons(_same, dia, False),
        "ph_p": _pigeons(_same, dia, True),
        "s5_n": s4_s5(False),
        "s5_p": s4_s5(True),
        "t4p_n": _t4p(_T4P[0] & _BACK, lambda c: dum(p(1)) & box(c), lambda n: (2 * n - 1, 4 * n - 1)),
        "t4p_p": _t4p(_BACK & _T4P[4], lambda c: dum(p(1)) & box(c), lambda n: (n, 2 * n - 1)),
    },
}
"""Logic -> family -> a function from n to a formula."""
