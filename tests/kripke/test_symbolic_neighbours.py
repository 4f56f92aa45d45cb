"""Many agents who each miss one bit, asked at once: the answers are as on listed worlds, where each is asked."""

import random

import pytest
from effort import seeds

from whoknows import Atom, Formula, K, Kw, SymbolicModel, conj, disj, from_table

BITS = 11
ATOMS = [f"p{i}" for i in range(BITS)]
WHETHER = [Kw(f"a{i}", Atom(atom)) for i, atom in enumerate(ATOMS)]


def model(rng: random.Random, **more: object) -> SymbolicModel:
    """A model of random states, each agent a0, a1, ... of which sees all bits but her own."""
    rows = [[rng.random() < 0.5 for _ in ATOMS] for _ in range(6)]
    near = [[value ^ (i == flipped) for i, value in enumerate(row)] for row in rows for flipped in range(BITS)]
    kept = list({tuple(row): None for row in rows + [row for row in near if rng.random() < 0.8]})
    observes = {f"a{i}": [atom for atom in ATOMS if atom != f"p{i}"] for i in range(BITS)}
    return SymbolicModel(ATOMS, from_table(ATOMS, kept), observes=observes, **more)


def questions(rng: random.Random) -> list[Formula]:
    """Who knows: all, nobody, some, not all; of many or few; and mixed with other things."""
    few = rng.sample(WHETHER, rng.randint(2, BITS))
    none = [~each for each in few]
    half = len(few) // 2
    mixed = conj([disj(few[:half]), conj(none[half:]), Atom("p0")]) if half else disj(none)
    return [conj(few), conj(none), disj(few), disj(none), mixed, conj(few) ^ disj(few), K("a1", disj(few))]


def agree(ours: SymbolicModel, asked: list[Formula]) -> None:
    listed = ours.to_explicit()
    for question in asked:
        assert ours.count(question) == len(listed.extension(question)), str(question)


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_who_knows_is_the_same_as_on_listed_worlds(seed):
    rng = random.Random(seed)
    agree(model(rng), questions(rng))


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_announcing_that_nobody_knows_leaves_the_same_states(seed):
    rng = random.Random(seed)
    ours = model(rng)
    nobody = conj([~each for each in WHETHER])
    after = conj([~WHETHER[0], *WHETHER[1:]])
    listed = ours.to_explicit()
    for question in (disj(WHETHER), after, nobody):
        if left := listed.extension(question):
            assert ours.announce(question).count() == len(left)
    agree(ours, [(question >> conj(WHETHER)) & nobody for question in (disj(WHETHER), after, nobody)])


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_agents_who_are_told_something_more_are_asked_alike(seed):
    rng = random.Random(seed)
    ours = model(rng)
    agree(ours.announce_whether(f"{ATOMS[0]} ^ {ATOMS[3]} | {ATOMS[5]}"), questions(rng))


@pytest.mark.parametrize("seed", seeds(1, 5))
def test_the_order_of_the_bits_does_not_matter(seed):
    rng = random.Random(seed)
    ours, asked = model(rng, order=rng.sample(ATOMS, BITS)), questions(rng)
    agree(ours, asked)
    agree(ours.reordered(rng.sample(ATOMS, BITS)), asked)


def test_what_all_know_or_nobody_knows_everywhere_is_seen_to_be_so():
    free = SymbolicModel(ATOMS, observes={f"a{i}": ATOMS[:i] + ATOMS[i + 1 :] for i in range(BITS)})
    assert free.valid(conj([~each for each in WHETHER]))
    assert not free.count(disj(WHETHER))
    even = free.announce(f"~({' ^ '.join(ATOMS)})")
    assert even.valid(conj(WHETHER))
    assert not even.count(disj([~each for each in WHETHER]))
