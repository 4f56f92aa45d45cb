"""`whoknows check FILE` on SMCDEL's files, compared with the program `smcdel` if it is on the path.

The whole process is timed, from the start of the interpreter to the last answer. Both programs run in turn on each
file, and their answers are compared. `python -m benchmarks.smcdel_files FOLDER` only writes the files.
"""

import math
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from shutil import which
from time import process_time
from typing import Any
from unittest.mock import patch

from benchmarks.measure import best, table, timed
from kripke.formats import smcdel, smcdel_symbolic
from kripke.symbolic.diagrams import bdd
from logic.token_parsing import collector_paused

Answers = list[bool | tuple[frozenset[str], int]]
"""For each question a truth value, or the listed states (as printed in brackets) and the number of all states."""

Call = tuple[int | None, str, Sequence[Any]]
"""The place of an object among the values of earlier calls, its method, and the arguments: places or other values."""

RUNS, SHORT, LONG = 25, 1.0, "60"
"""Files that take at most `SHORT` seconds are run `RUNS` times, larger ones twice; the minimum counts. SMCDEL is ended
after `LONG` seconds."""


def both(parts: Iterable[str]) -> str:
    return f"AND ({', '.join(parts)})"


def some(parts: Iterable[str]) -> str:
    return f"OR ({', '.join(parts)})"


def file(variables: Iterable[int], law: str, observes: dict[str, Iterable[int]], questions: Iterable[str]) -> str:
    """The text of an SMCDEL file.

    Parameters
    ----------
    variables : iterable of int
        The atoms.
    law : str
        A boolean formula.
    observes : dict of str to iterable of int
        Agent -> the atoms that the agent sees.
    questions : iterable of str
        The queries, each with its keyword.
    """
    lines = ["VARS " + ",".join(map(str, variables)), "LAW " + law, "OBS"]
    lines += [f"  {agent}: {','.join(map(str, seen))}" for agent, seen in observes.items()]
    return "\n".join([*lines, *questions]) + "\n"


def muddy(n: int) -> str:
    """The file of the muddy children: the father speaks, nobody knows n - 1 times, then everyone knows."""
    numbers = range(1, n + 1)
    nobody = both(f"~ a{i} knows whether {i}" for i in numbers)
    everyone = both(f"a{i} knows whether {i}" for i in numbers)
    rounds = f"[! {nobody}]\n" * (n - 1)
    question = f"VALID? [! {some(map(str, numbers))}]\n{rounds}{everyone}"
    return file(numbers, "Top", {f"a{i}": [j for j in numbers if j != i] for i in numbers}, [question])


def drinking(n: int) -> str:
    """The file of the drinking logicians: all but the last do not know whether all want beer; then the last knows."""
    numbers = range(1, n + 1)
    everyone = both(map(str, numbers))
    unsure = "".join(f"[! ~ a{i} knows whether {everyone}]\n" for i in numbers[:-1])
    state = ",".join(map(str, numbers))
    question = f"TRUE? {{{state}}} {unsure} a{n} knows that {everyone}"
    return file(numbers, "Top", {f"a{i}": [i] for i in numbers}, [question])


def bits(name: Sequence[int], value: int) -> list[str]:
    """The literals that encode a number, the most significant bit first."""
    return [
        f"{'' if value >> place & 1 else '~'}{atom}" for atom, place in zip(name, range(len(name))[::-1], strict=True)
    ]


def sum_and_product(limit: int) -> str:
    """The file of Sum and Product: s knows that p does not know; then p knows; then s knows."""
    pairs = [(x, y) for x in range(2, limit) for y in range(x + 1, limit - x + 1)]
    width, product_width = limit.bit_length(), (limit * limit // 4).bit_length()
    atoms = iter(range(1, 3 * width + product_width + 1))
    x_bits, y_bits, sums = ([next(atoms) for _ in range(width)] for _ in range(3))
    products = list(atoms)
    are = {pair: both(bits(x_bits, pair[0]) + bits(y_bits, pair[1])) for pair in pairs}
    law = some(both([are[x, y], *bits(sums, x + y), *bits(products, x * y)]) for x, y in pairs)
    knows = {agent: some(f"{agent} knows that {each}" for each in are.values()) for agent in ("s", "p")}
    first = f"s knows that ~ {knows['p']}"
    question = f"WHERE? AND ({first},\n[! {first}] {knows['p']},\n[! {first}] [! {knows['p']}] {knows['s']})"
    return file([*x_bits, *y_bits, *sums, *products], law, {"s": sums, "p": products}, [question])


def what_sum(limit: int) -> str:
    """The file of What Sum: each sees the others' numbers, and one is the sum of the others; nobody knows their own."""
    triples = [(x, y, x + y) for x in range(1, limit) for y in range(1, limit - x + 1)]
    values = sorted({order for triple in triples for order in permutations(triple)})
    width = limit.bit_length()
    hers = {agent: list(range(place * width + 1, place * width + width + 1)) for place, agent in enumerate("abc")}
    law = some(
        both([lit for agent, v in zip("abc", each, strict=True) for lit in bits(hers[agent], v)]) for each in values
    )
    unsure = [
        "~ " + some(f"{agent} knows that {both(bits(own, v))}" for v in range(1, limit + 1))
        for agent, own in hers.items()
    ]
    observes = {agent: [atom for other in hers if other != agent for atom in hers[other]] for agent in hers}
    question = "WHERE?\n" + "\n".join(f"< ! {each} >" for each in unsure) + " Top"
    return file(range(1, 3 * width + 1), law, observes, [question])


def parity(n: int) -> str:
    """Atom n + i is the parity of atoms 1 to i; a sees 1 to n and knows the last parity, b sees only that."""
    chain = [f"~1 | {n + 1}", f"1 | ~{n + 1}"]
    for i in range(2, n + 1):
        for signs in (("", "", "~"), ("", "~", ""), ("~", "", ""), ("~", "~", "~")):
            chain.append(some(f"{sign}{atom}" for sign, atom in zip(signs, (n + i - 1, i, n + i), strict=True)))
    questions = [f"VALID? a knows whether {2 * n}", "VALID? b knows whether 1"]
    return file(range(1, 2 * n + 1), both(chain), {"a": range(1, n + 1), "b": [2 * n]}, questions)


def russian_cards() -> str:
    """The file of the Russian Cards: what holds after Anne's and after Bill's announcement, with 3, 3 and 1 cards."""
    cards, players = range(7), ("anne", "bill", "cath")
    has = {(player, card): 3 * card + place for card in cards for place, player in enumerate(players)}
    law = [some(str(has[player, card]) for player in players) for card in cards]
    law += [f"~({has[one, card]} & {has[two, card]})" for card in cards for one, two in combinations(players, 2)]
    law += [some(both(str(has[p, card]) for card in hand) for hand in combinations(cards, 3)) for p in players[:2]]
    law += [some(str(has["cath", card]) for card in cards)]
    hands = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (2, 4, 6))
    anne = "anne knows that " + some(both(str(has["anne", card]) for card in hand) for hand in hands)
    bill = f"bill knows that {has['cath', 6]}"
    anne_knows = both(f"anne knows whether {has['bill', card]}" for card in cards)
    bill_knows = both(f"bill knows whether {has['anne', card]}" for card in cards)
    ignorant = both(f"~ cath knows that {has[player, card]}" for card in cards for player in players[:2])
    pair, trio = "(anne,bill) comknow that", "(anne,bill,cath) comknow that"
    checks = [
        anne,
        f"[! {anne}] {bill_knows}",
        f"[! {anne}] {pair} {bill_knows}",
        f"[! {anne}] {trio} {ignorant}",
        f"[! {anne}] {bill}",
        f"[! {anne}] [! {bill}] {pair} {both([anne_knows, bill_knows])}",
        f"[! {anne}] [! {bill}] {trio} {ignorant}",
    ]
    deal = [*(has["anne", card] for card in (0, 1, 2)), *(has["bill", card] for card in (3, 4, 5)), has["cath", 6]]
    state = ",".join(map(str, deal))
    observes = {player: [has[player, card] for card in cards] for player in players}
    return file(range(21), both(law), observes, [f"TRUE? {{{state}}} {check}" for check in checks])


# ------------------------------------------------------------------------- small files, as SMCDEL comes with four


def three_muddy() -> str:
    """The file of three muddy children: what they know at first, and after their father has spoken."""
    names, numbers = ("ann", "ben", "cleo"), (1, 2, 3)
    knows = [f"{name} knows whether {i}" for name, i in zip(names, numbers, strict=True)]
    nobody = both(f"~ {each}" for each in knows)
    questions = [
        f"TRUE? {{1,2,3}} AND (ann knows that (2 & 3), ~ {knows[0]})",
        f"VALID? {nobody}",
        "VALID? (ann,ben) distknow whether 1 & (ann,ben) distknow whether 2",
        f"WHERE? < ! OR (1,2,3) > {some(knows)}",
        f"VALID? [ ! OR (1,2,3) ] [ ! {nobody} ] [ ! {nobody} ] (1 & 2 & 3)",
    ]
    observes = {name: [j for j in numbers if j != i] for name, i in zip(names, numbers, strict=True)}
    return file(numbers, "Top", observes, questions)


def three_drinking() -> str:
    """The file of three drinking logicians: what they know about whether all want beer."""
    doubts = [f"[ ! ~ {name} knows whether AND (1,2,3) ]" for name in ("ann", "ben")]
    questions = [
        "TRUE? {} ann knows that ~ AND (1,2,3)",
        f"VALID? {doubts[0]} (ann,ben,cleo) comknow that 1",
        f"VALID? {' '.join(doubts)} cleo knows whether AND (1,2,3)",
        "VALID? (< ! ~ ann knows whether AND (1,2,3) > < ! ~ ben knows whether AND (1,2,3) > "
        "< ! cleo knows that AND (1,2,3) > Top) iff AND (1,2,3)",
    ]
    return file((1, 2, 3), "Top", {"ann": [1], "ben": [2], "cleo": [3]}, questions)


def cryptographers(n: int, comes_out: str, more: Iterable[str] = ()) -> str:
    """The file of n dining cryptographers, where each announces a parity and the payer 0 is not one of them.

    Parameters
    ----------
    n : int
        Number of cryptographers.
    comes_out : str
        The formula that the protocol reveals whether 0 has paid.
    more : iterable of str
        Queries before the announcements.
    """
    agents, payers = range(1, n + 1), range(n + 1)
    coins = {pair: n + place for place, pair in enumerate(combinations(agents, 2), 1)}
    observes = {f"c{i}": [i, *(coin for pair, coin in coins.items() if i in pair)] for i in agents}
    law = both([some(map(str, payers)), *(f"~({i} & {j})" for i, j in combinations(payers, 2))])
    said = " ".join(f"[ ?! XOR ({', '.join(map(str, seen))}) ]" for seen in observes.values())
    hidden = [f"{i} -> AND ({', '.join(f'~ c{j} knows that {i}' for j in agents if j != i)})" for i in agents]
    return file([*payers, *coins.values()], law, observes, [*more, f"VALID? {said} {both([comes_out, *hidden])}"])


def three_cryptographers() -> str:
    """The file of three cryptographers, with queries about what they know at first."""
    known = ("VALID? (c1,c2,c3) comknow that OR (0,1,2,3)", "VALID? c1 knows whether 1")
    return cryptographers(3, "0 -> (c1,c2,c3) comknow that 0", known)


def ten_cryptographers() -> str:
    """The file of ten cryptographers: after the full protocol, all know whether 0 has paid."""
    return cryptographers(10, both(f"c{i} knows whether 0" for i in range(1, 11)))


def birthday() -> str:
    """Cheryl's birthday: ten dates, where one agent hears the month and the other the day."""
    months, days = (5, 6, 7, 8), tuple(range(14, 20))
    dates = ((5, 15), (5, 16), (5, 19), (6, 17), (6, 18), (7, 14), (7, 16), (8, 14), (8, 15), (8, 17))
    law = both(
        [some(f"({month} & {day})" for month, day in dates), f"ONEOF {months}", f"ONEOF {days}"],
    )
    all_of_it = str((*months, *days))
    albert, bernard = f"albert knows whether {all_of_it}", f"bernard knows whether {all_of_it}"
    dialogue = f"< ! ~ {albert} > < ! albert knows that (~ {bernard}) > < ! {bernard} > < ! {albert} > Top"
    return file((*months, *days), law, {"albert": months, "bernard": days}, ["WHERE? Top", f"WHERE? {dialogue}"])


FILES: dict[str, Callable[[], str]] = {
    "one atom": lambda: file([1], "Top", {"a": [1]}, ["VALID? 1"]),
    "muddy children 20": lambda: muddy(20),
    "muddy children 40": lambda: muddy(40),
    "muddy children 100": lambda: muddy(100),
    "muddy children 200": lambda: muddy(200),
    "drinking logicians 50": lambda: drinking(50),
    "drinking logicians 200": lambda: drinking(200),
    "Russian cards": russian_cards,
    "ten dining cryptographers": ten_cryptographers,
    "Sum and Product 100": lambda: sum_and_product(100),
    "What Sum 50": lambda: what_sum(50),
    "parity of 811": lambda: parity(811),
    "three muddy children": three_muddy,
    "three drinking logicians": three_drinking,
    "three dining cryptographers": three_cryptographers,
    "a birthday": birthday,
}


def write(folder: Path) -> dict[str, Path]:
    """Write the files into a folder; name -> path."""
    paths = {name: folder / f"{name.replace(' ', '_').lower()}.smcdel.txt" for name in FILES}
    for name, path in paths.items():
        path.write_text(FILES[name](), encoding="utf-8")
    return paths


# ------------------------------------------------------------------------------------------------- running


def our_answers(printed: str) -> Answers:
    """The answers in the output of `whoknows check`."""
    return _answers([row.strip() for row in printed.splitlines() if re.match(r"  (true|false|nowhere|\[)", row)])


def their_answers(printed: str) -> Answers:
    """The answers in the output of `smcdel`, which prints one state per line, and no line for an empty list."""
    rows = re.sub(r"\x1b\[[0-9;]*m", "", printed).splitlines()
    found: list[str] = []
    for row in rows:
        if row.startswith("At which states is "):
            found.append("")
        elif row in ("True", "False"):
            found.append(row.lower())
        elif re.fullmatch(r"\[[\d,]*\]", row):
            found[-1] += row
    return _answers(found)


def _answers(rows: Iterable[str]) -> Answers:
    return [row == "true" if row in ("true", "false") else _states(row) for row in rows]


def _states(row: str) -> tuple[frozenset[str], int]:
    listed = re.findall(r"\[([\d,]*)\]", row)
    more = re.search(r"and ([\d,]+) more", row)
    return frozenset(listed), len(listed) + (int(more[1].replace(",", "")) if more else 0)


def agree(ours: Answers, theirs: Answers) -> bool:
    """Whether the answers agree; `whoknows check` lists only the first states of many and counts the others."""
    if len(ours) != len(theirs):
        return False
    return all(
        one == other if isinstance(one, bool) or isinstance(other, bool) else one[0] <= other[0] and one[1] == other[1]
        for one, other in zip(ours, theirs, strict=True)
    )


def measured(path: Path, peer: str | None) -> tuple[float, float | None]:
    """The minimum seconds of our runs and of the peer's, run in turn; the answers are compared."""
    ours, theirs = [], []
    while len(ours) < RUNS and (len(ours) < 2 or max(ours + theirs) <= SHORT):
        seconds, printed = timed([sys.executable, "-m", "whoknows", "check", str(path)])
        ours.append(seconds)
        if peer is not None:
            try:
                seconds, shown = timed(["timeout", LONG, peer, str(path)])
            except RuntimeError:
                return min(ours), math.inf
            theirs.append(seconds)
            assert agree(our_answers(printed), their_answers(shown)), f"{path}: {printed[-300:]} and {shown[-300:]}"
    return min(ours), min(theirs, default=None)


def stages(text: str) -> tuple[float, float, float]:
    """Milliseconds to read a text, to build its law, and to build the law and answer all questions."""
    with collector_paused():
        reading, file = best(lambda: smcdel.read(text, expand=False), runs=3)
        law, _ = best(lambda: smcdel_symbolic.structure(file), runs=3)
        answers, _ = best(lambda: smcdel_symbolic.answer(smcdel.read(text, expand=False)), runs=3)
    return reading * 1e3, law * 1e3, (answers - reading) * 1e3


class Recorded:
    """A value of the diagram library. Calls that give another value are listed, to be made again without the engine."""

    def __init__(self, calls: list[Call], raw: Any, call: Call) -> None:
        self.calls, self.raw, self.place = calls, raw, len(calls)
        calls.append(call)

    def make(self, name: str, *given: Any) -> Any:
        """Call a method; if it gives a value of the library, or adds variables, the call is listed."""
        raw = getattr(self.raw, name)(*[each.raw if isinstance(each, Recorded) else each for each in given])
        if name != "add_vars" and not type(raw).__module__.startswith("oxidd"):
            return raw
        places = [(each.place, None) if isinstance(each, Recorded) else (None, each) for each in given]
        return Recorded(self.calls, raw, (self.place, name, places))

    def __getattr__(self, name: str) -> Any:
        return partial(self.make, name)

    def __invert__(self) -> Any:
        return self.make("__invert__")

    def __and__(self, other: Any) -> Any:
        return self.make("__and__", other)

    def __or__(self, other: Any) -> Any:
        return self.make("__or__", other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recorded) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)


def first_answers(text: str) -> tuple[float, int, float]:
    """Milliseconds of processor time to answer a read file's questions, the library's calls, and these calls alone."""
    calls: list[Call] = []
    file, library = smcdel.read(text, expand=False), bdd.BCDDManager
    begun = process_time()
    with collector_paused():  # as the command
        smcdel_symbolic.answer(file)
        taken = process_time() - begun
    with patch.object(bdd, "BCDDManager", lambda *size: Recorded(calls, library(*size), (None, "", size))):
        smcdel_symbolic.answer(file)
    made: list[Any] = []
    begun = process_time()
    with bdd.small_worker_stack():
        for place, name, given in calls:
            if place is None:
                made.append(library(*given))
            else:
                values = [each if at is None else made[at] for at, each in given]
                made.append(getattr(made[place], name)(*values))
    return taken * 1e3, len(calls), (process_time() - begun) * 1e3


def main() -> None:
    """Run the benchmark and print its tables."""
    peer = which("smcdel")
    lines: list[tuple[object, ...]] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # byte code is cached as in an installed package
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        start: tuple[float, float] | None = None
        for name, path in write(Path(folder)).items():
            ours, theirs = measured(path, peer)
            size = path.stat().st_size // 1000
            if theirs is None:
                lines.append((name, size, ours, "", "", ""))
                continue
            start = start or (ours, theirs)
            work = (theirs - start[1]) / (ours - start[0]) if ours > start[0] else math.nan
            lines.append((name, size, ours, theirs, theirs / ours, work))
    head = ("file", "kB", "whoknows check, s", "SMCDEL, s", "times as fast", "apart from one atom")
    table("SMCDEL's files, the whole command", head, lines)
    head = ("file", "read, ms", "law, ms", "law and answers, ms")
    table("SMCDEL's files, the work of whoknows alone", head, [(name, *stages(text())) for name, text in FILES.items()])
    own = "from benchmarks import smcdel_files as files; print(*files.first_answers(files.russian_cards()))"
    rows = [[float(each) for each in timed([sys.executable, "-c", own])[1].split()] for _ in range(9)]
    head = ("answers, ms", "calls of the library", "the calls alone, ms")
    table("Russian cards, the first answers of a process, least of 9", head, [list(map(min, zip(*rows, strict=True)))])


if __name__ == "__main__":
    write(Path(sys.argv[1]))
