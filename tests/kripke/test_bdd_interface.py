"""The interface to the library of decision diagrams: no object of the library is in reach of another module."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import oxidd.bcdd
import oxidd.util
import pytest
from effort import seeds

from kripke.symbolic.diagrams.bdd import Bdd, BddManager, Substitution
from kripke.symbolic.diagrams.nodes import arrays, build, copies, supports
from kripke.symbolic.diagrams.variable_order import mask_of, members

ROOT = Path(__file__).parents[2]
HERE = ROOT / "kripke/symbolic/diagrams/bdd.py"


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


WRAPPED = public(Bdd) | public(BddManager) | public(Substitution)
LIBRARY = {
    name
    for kind in (oxidd.bcdd.BCDDFunction, oxidd.bcdd.BCDDManager, oxidd.util.DDDMPFile)
    for name in public(kind)
    if "_" in name or name in ("cofactors", "gc", "imp", "equiv", "nand", "nor", "satisfiable")
}
"""Names of the library's methods that no other code has."""


def test_no_other_module_uses_what_belongs_to_the_library():
    paths = [
        path for folder in ("kripke", "games", "studies", "viz", "whoknows") for path in (ROOT / folder).rglob("*.py")
    ]
    assert HERE in paths
    for path in paths:
        text = path.read_text(encoding="utf-8")
        foreign = LIBRARY - WRAPPED | ({"_raw"} if "symbolic" in path.parts else set())
        if not re.search(rf"\.\s*({'|'.join(foreign)})\b", text):
            continue
        attributes = {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
        assert path == HERE or not attributes & foreign, path


def test_no_public_attribute_or_result_is_an_object_of_the_library():
    manager = BddManager(4)
    p, q = manager.literal(0), manager.literal(2)
    f = p & q | ~p
    given = [getattr(each, name) for each in (manager, f, Substitution([(0, q)])) for name in public(type(each))]
    given += [*f.branches(), f.ite(p, q), f.exists(1), f.forall(1), f.and_exists(q, 1), f.given(1, 1)]
    given += [manager.pick(f, 5), *copies(manager, [f], BddManager(4))]
    assert not [each for each in given if type(each).__module__.startswith("oxidd")]
    assert not [each for each in (manager, f) if hasattr(each, "__dict__")]
    with pytest.raises(AttributeError):
        f.node_count  # noqa: B018  # the library's


def random_bdd(rng: Random, manager: BddManager, depth: int) -> Bdd:
    if not depth:
        return manager.literal(rng.randrange(2 * manager.bits))
    one, other = random_bdd(rng, manager, depth - 1), random_bdd(rng, manager, depth - 1)
    return rng.choice([one & other, one | other, one ^ other, ~one, one.ite(other, ~other)])


def truth(function: Bdd, variables: int) -> list[bool]:
    return [function.holds(variables, true) for true in range(variables + 1)]


@pytest.mark.parametrize("seed", seeds(4, 20))
@pytest.mark.parametrize("deep", [False, True])
def test_each_operation_does_what_its_truth_table_says(seed, deep):
    rng, manager = Random(seed), BddManager(3)
    manager.is_deep = deep
    every = 0b111111
    f, g, h = (random_bdd(rng, manager, 3) for _ in range(3))
    a, b, c = (truth(each, every) for each in (f, g, h))
    some = rng.randrange(every + 1)
    true = rng.randrange(every + 1) & some
    alike = [[y for y in range(every + 1) if not (x ^ y) & ~some] for x in range(every + 1)]
    assert truth(f & g, every) == [x and y for x, y in zip(a, b, strict=True)]
    assert truth(f | g, every) == [x or y for x, y in zip(a, b, strict=True)]
    assert truth(f ^ g, every) == [x is not y for x, y in zip(a, b, strict=True)]
    assert truth(~f, every) == [not x for x in a]
    assert truth(f.ite(g, h), every) == [y if x else z for x, y, z in zip(a, b, c, strict=True)]
    assert truth(f.exists(some), every) == [any(a[y] for y in ys) for ys in alike]
    assert truth(f.forall(some), every) == [all(a[y] for y in ys) for ys in alike]
    assert truth(f.and_exists(g, some), every) == [any(a[y] and b[y] for y in ys) for ys in alike]
    assert truth(f.given(some, true), every) == [a[x & ~some | true] for x in range(every + 1)]
    moved = f.substitute(Substitution([(0, g), (3, h)]))
    assert truth(moved, every) == [a[x & ~0b1001 | b[x] | c[x] << 3] for x in range(every + 1)]
    assert truth(manager.assignment(some, true), every) == [x & some == true for x in range(every + 1)]
    assert truth(manager.parity(some, True), every) == [bool((x & some).bit_count() & 1) for x in range(every + 1)]
    assert f.count(6) == sum(a)
    assert f.value == (None if 0 < sum(a) < 64 else a[0])
    assert sum(a) == 0 or a[manager.pick(f, every)]
    (support,) = supports(manager, [f])
    assert support == mask_of([v for v in range(6) if a != [a[x ^ 1 << v] for x in range(64)]])


@pytest.mark.parametrize("seed", range(5))
def test_copies_and_arrays_say_the_same(seed):
    rng, manager, other, turned = Random(seed), BddManager(4), BddManager(4), BddManager(4)
    functions = [random_bdd(rng, manager, 4) for _ in range(5)] + [manager.true, manager.false]
    if seed % 2:
        order = rng.sample(range(4), 4)
        manager.reorder(order)
        other.reorder(order)
    tables = [truth(function, 255) for function in functions]
    assert [truth(function, 255) for function in copies(manager, functions, other)] == tables
    nodes = arrays(manager, functions)
    same = {v: v for v in range(8)}
    assert [truth(function, 255) for function in build(turned, nodes, same)] == tables
    for edges in (nodes.high, nodes.low):
        assert all(edge >> 1 < node for node, edge in enumerate(edges.tolist()) if node)
    for function, root in zip(functions, nodes.roots, strict=True):
        assert function.size == len(reached(nodes, root))


def reached(nodes, root):
    found, stack = {root >> 1}, [root >> 1]
    while stack:
        node = stack.pop()
        below = {int(nodes.high[node]) >> 1, int(nodes.low[node]) >> 1} - found if node else set()
        found |= below
        stack += below
    return found | {0}


def test_sets_of_variables_and_their_members_are_inverse():
    rng = Random(1)
    for size in (0, 1, 2, 40):
        variables = sorted(rng.sample(range(500), size))
        assert list(members(mask_of(variables))) == variables


def test_counts_are_exact_beyond_the_range_of_doubles():
    manager = BddManager(1_000)
    some = manager.literal(0) & ~manager.literal(6) | manager.literal(1_998)
    assert manager.true.count(2_000) == 2**2_000
    assert manager.assignment(2**2_000 - 1, 5).count(2_000) == 1
    assert some.count(2_000) == 5 * 2**1_997


def test_a_value_that_is_left_out_would_be_true_so_the_support_of_a_function_must_have_values():
    manager = BddManager(2)
    either = manager.literal(0) & ~manager.literal(2)
    assert either.holds(0b101, 0b001)
    assert not either.holds(0b001, 0b001)  # OxiDD takes variable 2 as true


def test_a_count_over_fewer_variables_than_the_function_has_is_wrong_or_an_error():
    manager = BddManager(4)
    parity, cube = manager.parity(0b1010101, True), manager.assignment(0b1010101, 0b1010101)
    assert (parity.count(4), parity.count(8), cube.count(4)) == (8, 128, 1)
    assert parity.count(3) == 4
    with pytest.raises(RuntimeError, match="non-integral"):
        cube.count(3)


@pytest.mark.parametrize(
    "order", [("kripke.symbolic.diagrams.bdd", "oxidd"), ("oxidd", "kripke.symbolic.diagrams.bdd")]
)
def test_the_library_is_whole_whether_it_or_ours_is_imported_first(order: tuple[str, str]) -> None:
    check = "oxidd.__version__ and oxidd.bcdd.BCDDManager is kripke.symbolic.diagrams.bdd.BCDDManager"
    script = f"import {order[0]}\nimport {order[1]}\nassert {check} and oxidd.zbdd"
    subprocess.run([sys.executable, "-c", script], check=True)
