"""Models of a table with three dice (216 worlds and 75 atoms, of which 57 are defined), as players query them."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

from benchmarks.measure import best, table
from games.bluff_poker.knowledge import NAMES
from games.bluff_poker.knowledge import table as at_the_table
from games.bluff_poker.outcomes import MULTIPLICITY
from games.bluff_poker.rules import BluffPoker
from games.knowing.ground import Ground
from games.knowing.table import Table, model, situation

OUTCOMES = tuple(f"outcome={number}" for number in MULTIPLICITY)
QUESTION = "K_2 bluff | (Kv_1 die2 & ~C die1=4)"


def everything_that_can_be_known() -> list[Table]:
    """A table for each combination of which dice each of the three players knows."""
    blank = replace(at_the_table(BluffPoker().start()), actual=dict(zip(NAMES, (6, 4, 2), strict=True)))
    sights = [tuple(name for name, sees in zip(NAMES, seen, strict=True) if sees) for seen in product((0, 1), repeat=3)]
    return [replace(blank, observes=tuple(zip("123", seen, strict=True))) for seen in product(sights, repeat=3)]


def bluffing(tables: list[Table], bid: int) -> list[Table]:
    """The tables with the atom `bluff`, which states that the dice are below a bid."""
    below = " | ".join(f"outcome={each}" for each in MULTIPLICITY if each < bid)
    return [replace(each, defined=(*each.defined[:-1], ("bluff", below))) for each in tables]


def fresh(tables: list[Table]) -> int:
    """Build the models with only the worlds cached; the number of models."""
    situation.cache_clear()
    return sum(len(model(each)) == 216 for each in tables)


def main() -> None:
    """Run the benchmark and print its table."""
    tables = everything_that_can_be_known()
    first, ground = best(lambda: Ground(tables[0].variables).valuation(tables[0].defined), runs=3)
    assert sum(len(ground[outcome]) for outcome in OUTCOMES) == 216
    rows = [("the worlds, and where 57 defined atoms hold, once", first * 1e6)]
    for name, work in (
        ("a new who-knows-what on these worlds", lambda: fresh(tables)),
        ("the same who-knows-what with other actual values", lambda: sum(len(model(each)) == 216 for each in tables)),
    ):
        seconds, made = best(work)
        assert made == len(tables)
        rows.append((name, seconds / len(tables) * 1e6))
    bids = [bluffing(tables, bid) for bid in list(MULTIPLICITY)[1:6]]
    seconds, made = best(lambda: sum(fresh(each) for each in bids), runs=1)
    assert made == 5 * len(tables)
    rows.append(("a new atom `bluff` in each", seconds / made * 1e6))
    asked = [situation(each) for each in tables]
    seconds, counts = best(lambda: [each.counts("2", OUTCOMES) for each in asked], runs=1)
    degrees = [model(each).degree("2", OUTCOMES[0], at="1·1·1") for each in tables]
    classes = [each.classes("2") for each in asked]
    here = [each.number[0] for each in classes]
    found = zip(counts, classes, here, strict=True)
    assert [Fraction(int(count[row, 0]), int(each.size[row])) for count, each, row in found] == degrees
    rows.append(("the counts of 56 outcomes, the first time", seconds / len(tables) * 1e6))
    seconds, _ = best(lambda: [each.counts("2", OUTCOMES) for each in asked])
    rows.append(("the counts of 56 outcomes, again", seconds / len(tables) * 1e6))
    here = [model(each) for each in bids[0]]
    seconds, answers = best(lambda: [each.holds(QUESTION) for each in here], runs=1)
    assert answers == [each.check(QUESTION).holds for each in here]
    rows.append(("`holds` of a formula with 5 operators", seconds / len(tables) * 1e6))
    table("Models of 216 rolls, for all 512 ways of who knows what", ("what", "microseconds"), rows)
