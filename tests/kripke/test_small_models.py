"""Small models are integers: products, submodels, contractions and announcements are those of the arrays."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Hashable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from effort import seeds, share
from forms import arrays
from randoms import ATOMS, FRAMES, random_cube, random_event_model, random_formula, random_structure

from kripke.change.event import Event, EventModel
from kripke.change.product import Action, extend_vocabulary, product, update
from kripke.change.successors import Successors
from kripke.change.update import announce, announce_whether
from kripke.checking import build
from kripke.checking.engine.tape import RECORDED
from kripke.checking.explicit import extension
from kripke.data.errors import EpistemicError
from kripke.data.relation import WorldSet
from kripke.data.structure import Structure, equal_structures
from kripke.data.worlds import SMALL, kept_of
from kripke.sameness.bisimulation import bisimilar
from kripke.sameness.canonical import canonical
from kripke.sameness.invariance import contract, generated, quotient, unravel
from kripke.space.states import BISIMULATION, Kept, state, transitions


def model(seed: int) -> tuple[Random, Structure]:
    """A random pointed model of 1 to 300 worlds, most of them small, with any kind of relations."""
    rng = Random(seed)
    structure = random_structure(rng, rng.choice([4, 8, 16, 40] if seed % 20 else [300]), rng.choice([None, *FRAMES]))
    return rng, replace(structure, actuals=(rng.randrange(structure.size),))


def on_both(work: Callable[[], Any]) -> list[Any]:
    """The result of the work by integers and by arrays, or the kind of error that it raises."""
    results: list[Any] = []

    def note() -> None:
        try:
            results.append(work())
        except EpistemicError as error:
            results.append((type(error), error.message))

    note()
    with arrays():
        note()
    return results


def assert_same(work: Callable[[], Structure]) -> None:
    """The result is equal on both forms, its order of worlds too."""
    one, other = on_both(work)
    assert isinstance(one, Structure) == isinstance(other, Structure)
    if isinstance(one, Structure):
        assert list(one.worlds) == list(other.worlds)
        assert equal_structures(one, other)
    else:
        assert one == other


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_changes_are_the_same_by_integers_and_by_arrays(seed):
    rng, structure = model(seed)
    events, said = random_event_model(rng, structure), random_formula(rng, structure.agents, beliefs=False)
    assert_same(lambda: product(structure, events).structure)
    one, other = on_both(lambda: product(structure, events))
    if not isinstance(one, tuple):
        assert (one.world_of.tolist(), one.event_of.tolist()) == (other.world_of.tolist(), other.event_of.tolist())
        assert one.designated == other.designated
    assert_same(lambda: announce(structure, said))
    assert_same(lambda: announce_whether(structure, said, structure.agents[:1] or None))
    assert_same(lambda: generated(structure, depth=seed % 4 or None))


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_the_blocks_of_bisimilar_worlds_are_the_same_by_integers_and_by_arrays(seed):
    _, structure = model(seed)
    fewer = replace(structure, valuation=dict(list(structure.valuation.items())[: seed % 4]))
    few_ranks = {agent: tuple([rank // 2 for rank in ranks]) for agent, ranks in structure.ranks.items()}
    for taken in (replace(fewer, weights={}, ranks={}), fewer, replace(fewer, weights={}, ranks=few_ranks)):
        assert_same(lambda taken=taken: contract(taken))
        one, other = on_both(lambda taken=taken: quotient(taken).places.tolist())
        assert one == other
    assert_same(lambda: unravel(replace(structure, weights={}, ranks={}), 2, seed % structure.size))


@pytest.mark.parametrize("seed", seeds(10, 200))
def test_models_of_observed_atoms_are_the_same_by_integers_and_by_arrays(seed):
    def contents() -> list[Any]:
        cube = random_cube(Random(seed))
        facts = {atom: (where.positions(), where.mask, len(where)) for atom, where in cube.valuation.items()}
        return [facts, {agent: (sorted(r.blocks), list(r.pairs()), r.is_s5) for agent, r in cube.relations.items()}]

    one, other = on_both(contents)
    assert one == other


def shuffled(rng: Random, structure: Structure) -> Structure:
    """A bisimilar structure: each world up to three times, each copy with all copies of what it sees, in any order."""
    places = [i for i in range(structure.size) for _ in range(rng.randint(1, 3))]
    rng.shuffle(places)
    facts = {f"v{i}": structure.true_atoms(place) for i, place in enumerate(places)}
    relations = {
        agent: [(f"v{i}", f"v{j}") for i, w in enumerate(places) for j, v in enumerate(places) if v in each.seen(w)]
        for agent, each in structure.relations.items()
    }
    actual = f"v{places.index(structure.actual)}"
    return build.from_relations(facts, relations, actual, structure.atoms)


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_copies_in_another_order_have_the_same_canonical_form(seed):
    rng, structure = model(seed)
    few = generated(replace(structure, weights={}, ranks={}))
    few = few if few.size <= 60 else few.restrict(kept_of([few.actual], few.size))
    (one, key), (other, its) = canonical(few), canonical(shuffled(rng, few))
    assert key == its
    assert hash(key) == hash(its)
    assert one.size == contract(few).size
    assert all(one.valuation[atom] == other.valuation[atom] for atom in ATOMS)
    assert all(one.relations[agent] == other.relations[agent] for agent in few.agents)
    assert one.actual == other.actual
    assert bisimilar(one, few)
    assert canonical(one)[1] == key


@pytest.mark.parametrize("seed", seeds(10, 200))
def test_keys_are_equal_exactly_for_bisimilar_pointed_models(seed):
    rng, agents = Random(seed), "ab"[: 1 + seed % 2]
    made = []
    for _ in range(12):
        n = rng.randint(1, 4)
        edges = {a: {(rng.randrange(n), rng.randrange(n)) for _ in range(rng.randint(0, 2 * n))} for a in agents}
        worlds = {w: {"p"} if rng.random() < 0.5 else set() for w in range(n)}
        made.append(build.from_relations(worlds, edges, rng.randrange(n), ["p"]))
    keys = [canonical(each)[1] for each in made]
    pairs = [(i, j) for i in range(12) for j in range(i)]
    with arrays():
        known = [bisimilar(made[i], made[j]) for i, j in pairs]
    assert [keys[i] == keys[j] for i, j in pairs] == known
    assert [bisimilar(made[i], made[j]) for i, j in pairs] == known
    unpointed = [replace(each, actuals=()) for each in made]
    one, other = on_both(lambda: [bisimilar(unpointed[i], unpointed[j]) for i, j in pairs])
    assert one == other


def stepped(before: Structure, events: EventModel) -> tuple[Structure, Hashable]:
    """The canonical form after the event model happens, and its key: by a compiled step if there is one."""
    actions = {"it": Action("it", events)}
    before, kept = extend_vocabulary(before, actions), Kept.for_formulas(events.formulas, before)
    steps = Successors(actions, before, compiled_from=0)
    found = [] if before.weights or kept != BISIMULATION else [*transitions(state(before), steps)]
    return (found[0][2].structure, found[0][2].key) if len(found) == 1 else canonical(update(before, events))


@pytest.mark.parametrize("seed", seeds(10, 600))
def test_compiled_steps_of_a_search_are_updates_in_canonical_form(seed):
    """Random updates in sequence, by both forms of a step: equal keys, models equal but for names, equal errors."""
    rng, structure = model(seed)
    before = replace(structure, weights={}, ranks={}) if seed % 5 else structure
    for _ in range(12):
        events, results = random_event_model(rng, structure), []
        for take in (stepped, lambda s, e: canonical(update(s, e))):
            try:
                results.append(take(before, events))
            except EpistemicError as error:
                results.append((type(error), error.message.removeprefix("action it: ")))
        (compiled, key), (known, other) = results
        if isinstance(compiled, Structure) and not isinstance(key, bytes):  # many worlds, in any order: a hash
            assert key == state(known).key
            before = compiled
        elif isinstance(compiled, Structure):
            assert key == other
            assert dict(compiled.valuation) == dict(known.valuation)
            assert dict(compiled.relations) == dict(known.relations)
            assert (compiled.actuals, compiled.atoms, compiled.agents) == (known.actuals, known.atoms, known.agents)
            before = compiled if compiled.size > 1 else before
        else:
            assert key == other


@pytest.mark.parametrize("n", [1, 31, 32, 33, 63, 64, 65])
def test_compiled_steps_have_room_for_64_worlds(n):
    """A chain of worlds, and an event that keeps it, with an event beside it that makes a second one."""
    chain = build.from_relations({i: {"p"} for i in range(n)}, {"a": [(i, i + 1) for i in range(n - 1)]}, 0, ["p", "q"])
    one = EventModel({"e": Event()}, {"a": [("e", "e")]})
    two = EventModel({"e": Event(), "f": Event(post={"q": "p"})}, {"a": [("e", "e"), ("e", "f"), ("f", "f")]}, "e")
    for events in (one, two):
        form, key = stepped(chain, events)
        expected, its = canonical(update(chain, events))
        assert key == its
        assert form.size == expected.size == (n if events is one else max(1, 2 * n - 1))


def test_the_first_steps_of_a_search_do_not_load_the_compiler():
    script = (
        "import sys\nfrom kripke.change.successors import LONG\n"
        "from whoknows import KripkeModel, explore, public_change\n"
        "space = explore(KripkeModel.s5({'w': ()}, {'a': [['w']]}, 'w', ['p']), {'flip': public_change({'p': '~p'})})\n"
        "space._compiled.steps = LONG - 1\n"
        "space.successors(0)\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
        "space.successors(1)\n"
        "assert 'numba' in sys.modules and space.exhausted and len(space) == 2\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_canonical_form_may_be_larger_than_models_of_integers():
    n = SMALL + 50
    chain = build.from_relations({i: set() for i in range(n)}, {"a": [(i, i + 1) for i in range(n - 1)]}, 0, ["p"])
    smallest, key = canonical(chain)
    assert smallest.size == n
    assert key == canonical(chain.restrict(WorldSet(n, mask=(1 << n) - 1).kept))[1]
    assert key != canonical(generated(chain, [1]))[1]


@pytest.mark.parametrize("seed", seeds(15, 600))
def test_recorded_formulas_are_true_where_the_formulas_are(seed):
    rng, structure = model(seed)
    one = replace(structure, weights={}, ranks={}, actuals=(rng.randrange(structure.size),))
    steps, found = Successors({}, one, compiled_from=0), state(one)
    for _ in range(share(20, 5)):
        formula = random_formula(rng, one.agents, 4)
        known = steps.holds(found.key, formula)
        if known is not None:
            assert known is (one.actual in extension(one, formula))
        assert known is not None or {type(part) for part in formula.subformulas()} - RECORDED
