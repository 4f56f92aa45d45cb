"""Small models: one formula evaluated on many new models, as game agents do; and update, contraction, check."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from benchmarks.measure import best, table
from benchmarks.plain_sets import PlainModel
from kripke.change import product
from kripke.change.successors import Successors
from kripke.checking import explicit
from kripke.data import relation
from kripke.data import worlds as names
from kripke.data.structure import Structure
from kripke.sameness import invariance
from kripke.sameness.canonical import canonical
from kripke.space.states import state, transitions
from whoknows import Action, Event, EventModel, KripkeModel, contract, parse

QUESTION = parse("K_a (p -> ~K_b q) & M_c (r | K_a ~s) & ~t")
SIGHT = {"a": (0, 1, 2), "b": (2, 3, 4), "c": (4, 5, 0)}
MODELS = 2_000
LIVES = 200


def worlds(n: int, rng: random.Random) -> dict[int, set[str]]:
    return {w: {atom for k, atom in enumerate("pqrstu") if (w >> k & 1) != (rng.random() < 0.1)} for w in range(n)}


def models(n: int, count: int = MODELS) -> list[KripkeModel]:
    """Random models of n worlds, with nothing cached."""
    rng = random.Random(n)
    made = []
    for _ in range(count):
        partitions = {}
        for agent, seen in SIGHT.items():
            cells: dict[tuple[int, ...], list[int]] = {}
            for w in range(n):
                cells.setdefault(tuple(w >> k & 1 for k in seen), []).append(w)
            partitions[agent] = list(cells.values())
        made.append(KripkeModel.s5(worlds(n, rng), partitions, actual=rng.randrange(n), atoms=list("pqrstu")))
    return made


def main() -> None:
    """Run the benchmark and print its table."""
    operators = sum(1 for g in QUESTION.subformulas() if g.children)
    rows = []
    for n in (16, 32, 64, 128, 256):
        ever_new = models(n)
        ours, answers = best(lambda ever_new=ever_new: [m.holds(QUESTION) for m in ever_new], runs=1)
        plain = [PlainModel.s5({w: m.structure.true_atoms(w) for w in range(n)}, looks()) for m in ever_new[:100]]
        theirs, expected = best(
            lambda plain=plain, ms=ever_new: [
                m.actual in p.extension(QUESTION) for m, p in zip(ms, plain, strict=False)
            ]
        )
        assert answers[: len(plain)] == expected
        rows.append((n, MODELS / ours, len(plain) / theirs, (MODELS / ours) / (len(plain) / theirs)))
    table(
        f"`holds` of a formula with {operators} operators on ever new models",
        ("worlds", "evaluations a second", "plain frozen sets", "ratio"),
        rows,
    )
    for kind in ("equivalences", "arrows"):
        lives(kind)


PAIRS = [(event, other) for event in ("yes", "no") for other in ("yes", "no")]
LOOK = EventModel(
    {"yes": Event("p"), "no": Event("~p", {"q": "true"})},
    {"a": [("yes", "yes"), ("no", "no")], "b": PAIRS, "c": PAIRS},
    actual=["yes", "no"],
)


def lives(kind: str) -> None:
    """Print the times of an update, the canonical form of the result, and a check, with integers and with arrays.

    The column `compiled` has the time of a step in the compiled search, and a check.
    """
    rows = []
    for n in (8, 16, 32, 64, 128):
        make = arrows if kind == "arrows" else equivalences
        update, after = microseconds(lambda s: product.update(s, LOOK), make(n))
        key, forms = microseconds(canonical, after)
        check, answers = microseconds(lambda form: holds(form[0]), forms)
        states = [state(each) for each in make(n)]
        step = Successors({"look": Action("look", LOOK)}, states[0].structure, compiled_from=0)
        compiled, reached = microseconds(lambda s, step=step: [*transitions(s, step)], states)
        assert [found[0][2].key for found in reached] == [each for _, each in forms]
        with arrays():
            theirs, known = microseconds(
                lambda s: holds(invariance.contract(invariance.generated(product.update(s, LOOK)))), make(n)
            )
        assert known == answers
        face, found = microseconds(lambda s: contract(KripkeModel.of(s).update(LOOK)).holds(QUESTION), make(n))
        assert found == answers
        together = update + key + check
        fast = compiled + check if n <= 64 else ""
        rows.append((n, update, key, check, together, fast, theirs, theirs / together, face))
    head = ("worlds", "update", "form and key", "check", "together", "compiled", "by arrays", "ratio", "KripkeModel")
    table(f"Microseconds in the life of a state, {kind}", head, rows)


def holds(structure: Structure) -> bool:
    return structure.actual in explicit.extension(structure, QUESTION)


def microseconds(work: Callable, items: list) -> tuple[float, list]:
    """The microseconds for one item, as the minimum over four parts of the items; and all results."""
    results, least = [], float("inf")
    for start in range(0, LIVES, LIVES // 4):
        part = items[start : start + LIVES // 4]
        seconds, made = best(lambda part=part: [work(item) for item in part], runs=1)
        least, results = min(least, 1e6 * seconds / len(part)), results + made
    return least, results


@contextmanager
def arrays() -> Iterator[None]:
    """Context in which no model counts as small."""
    with ExitStack() as stack:
        for module in (explicit, invariance, names, product, relation):
            stack.enter_context(patch.object(module, "SMALL", 0))
        yield


def equivalences(n: int) -> list[Structure]:
    return [model.structure for model in models(n, LIVES)]


def arrows(n: int) -> list[Structure]:
    """Random models where each agent has two arrows from each world on average."""
    rng = random.Random(n)
    made = []
    for _ in range(LIVES):
        pairs = {agent: [(rng.randrange(n), rng.randrange(n)) for _ in range(2 * n)] for agent in SIGHT}
        made.append(KripkeModel(worlds(n, rng), pairs, actual=rng.randrange(n), atoms=list("pqrstu")).structure)
    return made


def looks():
    return {agent: lambda w, seen=seen: tuple(w >> k & 1 for k in seen) for agent, seen in SIGHT.items()}
