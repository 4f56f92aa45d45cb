"""Arbitrary announcements: random models with 4 to 16 classes of worlds, and Anne's 2^34 sets of hands."""

from random import Random

from benchmarks.measure import best, table
from kripke.checking.arbitrary import announcement_search
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.checking.program import compile_formula
from kripke.puzzles import russian_cards
from logic.clauses import AnnounceAnyDual
from logic.formula import Formula
from logic.parser import parse
from whoknows import KripkeModel

BODIES = [
    parse(text)
    for text in (
        "K_b p & ~K_c p & ~K_c q",
        "C_{a,b} p & ~Kw_c p",
        "Kw_b q & ~Kw_c q & K_b ~Kw_c q",
        "C (Kw_a p & Kw_b q & ~Kw_c r)",
        "K_a (p | q) & ~K_a p & ~K_a q & K_b K_a (p | q)",
        "M_a (K_b p & ~K_c s) & C_{b,c} (p | r)",
    )
]
MODELS = 10


def model(kinds: int, seed: int) -> KripkeModel:
    """A model whose worlds differ in p, q, r and s, with a random partition for each agent."""
    rng = Random(seed)
    worlds = {n: {atom for place, atom in enumerate("pqrs") if n >> place & 1} for n in rng.sample(range(16), kinds)}
    sees = {agent: {world: rng.randrange(max(2, kinds // 3)) for world in worlds} for agent in "abc"}
    return KripkeModel.s5(
        worlds, sees={agent: labels.__getitem__ for agent, labels in sees.items()}, atoms=list("pqrs")
    )


def brute_force(start: BitsetAlgebra, body: Formula) -> int:
    """The mask of the worlds where the body holds after some true announcement; tries all sets of worlds."""
    program = compile_formula(body)
    found = 0
    for said in range(1, start.domain + 1):
        values: list[int] = []
        after = start.restrict(said)
        for apply in program.straight or ():
            values.append(apply(after, values))
        found |= said & values[-1]
    return found


def searched(start: BitsetAlgebra, body: Formula, told: list[int]) -> int:
    """The mask that `brute_force` returns, by the search of the library; appends the numbers of tries."""
    with announcement_search(progress=lambda tries, _: told.append(tries)):
        return extension(start.structure, AnnounceAnyDual(None, body), start).mask


def main() -> None:
    """Run the benchmark and print its tables."""
    rows = []
    for kinds in (4, 8, 12, 16):
        times, slow, tries = list[float](), 0.0, list[int]()
        for seed in range(MODELS):
            start = BitsetAlgebra(model(kinds, seed).structure)
            for body in BODIES:
                told: list[int] = []
                seconds, found = best(lambda start=start, body=body, told=told: searched(start, body, told), 1)
                times.append(seconds)
                tries.append(len(told))
                if kinds <= 12 or (seed, body) == (0, BODIES[0]):
                    seconds, expected = best(lambda start=start, body=body: brute_force(start, body), 1)
                    assert found == expected
                    slow = max(slow, seconds)
        count = len(times)
        rows.append(
            (kinds, 2**kinds, sum(times) / count * 1e3, max(times) * 1e3, sum(tries) // count, max(tries), slow)
        )
    head = (
        "kinds",
        "announcements",
        "milliseconds, mean",
        "most",
        "tries, mean",
        "most",
        "seconds of all announcements",
    )
    table("`<*> p` at all worlds", head, rows)
    deals, question = russian_cards.model(), AnnounceAnyDual(["anne"], russian_cards.SAFE)
    seconds, holds = best(lambda: deals.holds(question), 3)
    everywhere, worlds = best(lambda: deals.count(question), 1)
    assert holds
    assert worlds == len(deals)
    table("Russian cards, `<*{anne}>`", ("seconds at a deal", "at all 140"), [(seconds, everywhere)])
