"""A clause with several bodies, actions and agents is walked, measured, changed and copied from its declaration."""

import subprocess
import sys

from effort import share

USE = """\
from __future__ import annotations
import copy, pickle, sys
from logic.clauses import K, atoms
from logic.formula import Formula, Formulas, Group, OfGroup, clause
from logic.operators import Bracket
from logic.parser import parse
from logic.shared import modal_depth, replace, size, substitute, distinct_size
from logic.node_table import build, rebuild
from logic.transform import features

def inside(content, notation):
    return ("", *[" ; "] * (content["count"] - 1), "")

@clause(Bracket(inside=inside), "trials", keeps=(True,))
class Trials(OfGroup):
    group: Group
    action: tuple[str, ...]
    count: int
    statements: Formulas
    sub: Formula

p, q, r = atoms("p q r")
f = Trials(["a", "b"], ("peek", "tell"), 3, (p & q, K("c", r), "p -> q"), r)
assert f.children == (p & q, K("c", r), p >> q, r)
assert str(f) == "[(p ∧ q) ; K_c r ; (p → q)] r", f
assert f.atoms == {"p", "q", "r"} and f.agents == {"a", "b", "c"} and f.actions == {"peek", "tell"}
assert size(f) == 10 and distinct_size(f) == 7 and modal_depth(f) == 2
assert "trials" in features(f)
assert substitute(f, {"r": "q"}).children == (p & q, K("c", q), p >> q, q)
assert replace(f, {p & q: p}).statements == (p, K("c", r), p >> q)
assert rebuild(f, f.children) is f and build(Trials, f.content, f.children) == f
assert pickle.loads(pickle.dumps(f)) == f == copy.deepcopy(f) and hash(f) == hash(pickle.loads(pickle.dumps(f)))
assert f != Trials(["a", "b"], ("peek", "tell"), 3, (p & q, K("c", r)), r)
none = Trials(None, (), 0, (), r)
assert none.children == (r,) and rebuild(none, (q,)).sub == q and not none.agents
deep, depth = r, int(sys.argv[1])
for _ in range(depth):
    deep = Trials(["a"], (), 2, (p, deep), q)
again = pickle.loads(pickle.dumps(deep))
assert again == deep and hash(again) == hash(deep) and size(deep) == 3 * depth + 1
assert len(str(deep)) > depth
"""


def test_every_walk_follows_the_declaration() -> None:
    done = subprocess.run([sys.executable, "-c", USE, str(share(100_000))], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
