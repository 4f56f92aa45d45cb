"""The symbolic engine on classic problems of symbolic model checking, compared with SMCDEL.

The peer is SMCDEL 1.3.0 (van Benthem, van Eijck, Gattinger, Su 2018), compiled with -O2, on a machine of this kind.
Our times include building the model from names and evaluating a formula made before. The compiled program of a formula
is cached; *first time* is measured in a new process without this cache.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from random import Random

from oxidd.bcdd import BCDDManager

from benchmarks.measure import best, first_time, table
from kripke.models.functions import observation_model
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.laws.constraints import Counting, exactly, exactly_one, parity
from kripke.symbolic.laws.values import from_table
from logic.clauses import Announce, AnnounceWhether, Atom, C, Implies, K, Kw, Not, Xor, conj, disj
from logic.formula import Formula

Work = Callable[[], object]


def after(announcements: Iterable[Formula], body: Formula, kind: type = Announce) -> Formula:
    """The formula that the body holds after these announcements, made in order."""
    for statement in reversed(list(announcements)):
        body = kind(statement, body)
    return body


@dataclass(frozen=True)
class Workload:
    """A benchmark at growing sizes, with the peer's seconds at some of them."""

    title: str
    sizes: tuple[int, ...]
    case: Callable[[int], Work]
    peer: dict[int, float]

    def alone(self) -> list[tuple[float, float]]:
        """Seconds and megabytes for each size in a new process; call it before other measurements."""
        return [first_time(self.case(n)) for n in self.sizes]

    def show(self, alone: list[tuple[float, float]]) -> None:
        """Print for each size the seconds, the exponent of their growth, and the ratio to the peer's time."""
        lines: list[tuple[object, ...]] = []
        before: tuple[int, float] | None = None
        for n, (first, grown) in zip(self.sizes, alone, strict=True):
            seconds, _ = best(self.case(n), 5 if n < 150 else 2)
            power = "" if before is None else log(seconds / before[1]) / log(n / before[0])
            peer = self.peer.get(n, "")
            lines.append((n, seconds, power, peer, peer / seconds if peer else "", first, grown))
            before = n, seconds
        table(self.title, HEAD, lines)


HEAD = ("n", "seconds", "growth: power of n", "SMCDEL", "times as fast", "first time", "memory grown, MB")


# ------------------------------------------------------------------------------------------------ muddy children


def muddy(n: int) -> tuple[list[str], dict[str, list[str]], Formula, Formula, Formula]:
    atoms = [f"m{i}" for i in range(n)]
    observes = {f"c{i}": [atom for atom in atoms if atom != f"m{i}"] for i in range(n)}
    knows = [Kw(f"c{i}", Atom(f"m{i}")) for i in range(n)]
    return atoms, observes, disj(map(Atom, atoms)), conj(map(Not, knows)), conj(knows)


def all_rounds(n: int) -> Work:
    atoms, observes, father, nobody, everyone = muddy(n)
    question = after([father] + [nobody] * (n - 1), everyone)

    def work() -> None:
        assert SymbolicModel(atoms, observes=observes, actual=atoms).holds(question)

    return work


def library_alone(n: int) -> Work:
    """The diagram operations of the rounds, without an engine."""

    def work() -> None:
        manager = BCDDManager(2**27, 2**20, 1)
        manager.add_vars(2 * n)
        variables = [manager.var(2 * i) for i in range(n)]
        law = manager.false()
        for variable in reversed(variables):
            law = law | variable
        for _ in range(n - 1):
            nobody = manager.true()
            for variable in variables:
                nobody = nobody & law.forall(variable)
            law = law & nobody
        assert law.sat_count_float(2 * n) == 2.0**n  # all are muddy

    return work


def beside_the_library() -> None:
    lines = []
    for n in (40, 60, 100, 140, 200):
        ours, _ = best(all_rounds(n), 3)
        theirs, _ = best(library_alone(n), 3)
        lines.append((n, ours, theirs, ours / theirs))
    table("Muddy children: the same run, and the library's operations alone", ("n", "seconds", "alone", "ratio"), lines)


def search(n: int) -> Work:
    """Announce that nobody knows until everyone does."""
    atoms, observes, father, nobody, everyone = muddy(n)

    def work() -> None:
        model = SymbolicModel(atoms, observes=observes, actual=atoms).announce(father)
        rounds = 0
        while not model.holds(everyone):
            model = model.announce(nobody)
            rounds += 1
        assert rounds == n - 1

    return work


# ----------------------------------------------------------------------------------------------- sum and product


def sum_and_product(limit: int) -> Work:
    """Pairs 1 < x < y with x + y <= limit; s sees the sum and p the product, both in binary."""
    pairs = [(x, y) for x in range(2, limit) for y in range(x + 1, limit - x + 1)]
    widths = {
        "x": limit.bit_length(),
        "y": limit.bit_length(),
        "s": limit.bit_length(),
        "p": (limit**2 // 4).bit_length(),
    }
    bits = {name: [f"{name}{i}" for i in reversed(range(width))] for name, width in widths.items()}
    atoms = [bit for name in ("x", "y", "s", "p") for bit in bits[name]]
    knows = {agent: conj([Kw(agent, Atom(bit)) for bit in bits["x"] + bits["y"]]) for agent in ("s", "p")}
    steps = [K("s", Not(knows["p"])), knows["p"], knows["s"]]

    def work() -> None:
        table_rows = [
            [int(d) for name, v in (("x", x), ("y", y), ("s", x + y), ("p", x * y)) for d in f"{v:0{widths[name]}b}"]
            for x, y in pairs
        ]
        model = SymbolicModel(atoms, from_table(atoms, table_rows), {"s": bits["s"], "p": bits["p"]})
        for step in steps:
            model = model.announce(step)
        (state,) = model.extension("true")
        value = {name: sum(1 << int(bit[1:]) for bit in bits[name] if bit in state) for name in ("x", "y")}
        assert limit != 100 or value == {"x": 4, "y": 13}

    return work


# ------------------------------------------------------------------------------------------ dining cryptographers


def cryptographers(n: int) -> tuple[list[str], dict[str, list[str]], list[Atom], list[Formula]]:
    """The atoms, what each agent sees (whether they paid, and their coins), the payers, and the announcements."""
    paid = [f"p{i}" for i in range(n + 1)]
    coin = {(i, j): f"c{i}_{j}" for i, j in combinations(range(1, n + 1), 2)}
    mine = {i: [name for pair, name in coin.items() if i in pair] for i in range(1, n + 1)}
    observes = {f"a{i}": [f"p{i}", *mine[i]] for i in mine}
    says = []
    for i in mine:
        said: Formula = Atom(f"p{i}")
        for name in mine[i]:
            said = Xor(said, Atom(name))
        says.append(said)
    return [*paid, *coin.values()], observes, [Atom(p) for p in paid], says


def all_say(n: int) -> list[str]:
    """The atoms of all announcements together; those that occur in two announcements are listed twice."""
    coins = [f"c{i}_{j}" for i, j in combinations(range(1, n + 1), 2)]
    return [f"p{i}" for i in range(1, n + 1)] + coins + coins


def parity_of_all(n: int) -> Work:
    """Announce the parity of all statements at once: this shows whether somebody paid, and no more."""
    atoms, observes, paid, _ = cryptographers(n)
    said = all_say(n)
    nobody = conj([Not(p) for p in paid[1:]])
    other = disj(paid[2:])
    who = conj([Not(K("a1", p)) for p in paid[2:]])
    question = Implies(Not(paid[1]), K("a1", nobody) | (K("a1", other) & who))

    def work() -> None:
        model = SymbolicModel(atoms, exactly_one(paid), observes).announce_whether(parity(said))
        assert model.valid(question)

    return work


def full_protocol(n: int) -> Work:
    """Each agent announces a parity; then all know whether p0 paid, and who did not pay knows of no other payer."""
    return _protocol(n, lambda i, j, paid: Implies(Not(paid[i]), Not(K(f"a{i}", paid[j]))))


def full_protocol_of_smcdel(n: int) -> Work:
    """The query of SMCDEL's `genDcCheckForm`: all know whether p0 paid, and nobody knows which other agent did."""
    return _protocol(n, lambda i, j, paid: Implies(paid[j], Not(K(f"a{i}", paid[j]))))


def _protocol(n: int, hides: Callable[[int, int, list[Atom]], Formula]) -> Work:
    atoms, observes, paid, says = cryptographers(n)
    agents = range(1, n + 1)
    all_know = conj([Kw(f"a{i}", paid[0]) for i in agents])
    hidden = conj([hides(i, j, paid) for i in agents for j in agents if i != j])
    question = after(says, all_know & hidden, AnnounceWhether)

    def work() -> None:
        assert SymbolicModel(atoms, exactly_one(paid), observes).valid(question)

    return work


# ------------------------------------------------------------------------------------------------- russian cards


PLAYERS = ("anne", "bill", "cath")
Hand = tuple[int, ...]
ModelOf = Callable[[int], Model]


def spread(hands: list[Hand], size: int) -> Iterable[tuple[Hand, ...]]:
    """The sets of `size` hands where any two hands share at most one card."""
    stack: list[tuple[tuple[Hand, ...], int]] = [((), 0)]
    while stack:
        chosen, start = stack.pop()
        if len(chosen) == size:
            yield chosen
            continue
        for place in range(start, len(hands)):
            if all(len({*hands[place]}.intersection(hand)) <= 1 for hand in chosen):
                stack.append(((*chosen, hands[place]), place + 1))


def questions(n: int, candidates: Iterable[Sequence[Hand]]) -> list[Formula]:
    """For each set of hands, the formula that Anne can safely announce that she has one of them.

    An announcement is safe if it makes common knowledge that Bill knows her hand and Cath knows no card of theirs. Anne
    and Bill have n cards each, Cath has one.
    """
    has = {(player, card): Atom(f"{player}{card}") for player in PLAYERS for card in range(2 * n + 1)}
    informed = conj([Kw("bill", has["anne", card]) for card in range(2 * n + 1)])
    ignorant = conj([Not(K("cath", has[player, card])) for player in ("anne", "bill") for card in range(2 * n + 1)])
    goal = C(PLAYERS, informed & ignorant)
    hands = [disj([conj([has["anne", card] for card in hand]) for hand in chosen]) for chosen in candidates]
    return [Announce(hand, goal) for hand in hands]


def safe_announcements(model_of: ModelOf) -> Work:
    """Decide which sets of 5 to 7 hands with Anne's hand 012 she can announce safely."""
    all_sets = [chosen for size in (5, 6, 7) for chosen in spread(list(combinations(range(7), 3)), size)]
    candidates = [chosen for chosen in all_sets if (0, 1, 2) in chosen]
    asked = questions(3, candidates)

    def work() -> None:
        model = model_of(3)
        safe = sum(model.holds(question) for question in asked)
        assert (len(all_sets), len(candidates), safe, model.count("true")) == (1290, 192, 102, 140)

    return work


def sums(n: int) -> list[list[Hand]]:
    """Announcements of the sum of Anne's cards modulo their number, for 50 random numberings of the cards.

    Each is followed by a variant without a third of the other hands. The full sum is safe from seven cards on.
    """
    rng, hers, found = Random(n), tuple(range(n)), []
    for _ in range(50):
        number = rng.sample(range(2 * n + 1), 2 * n + 1)
        total = sum(number[card] for card in hers)
        hands = combinations(range(2 * n + 1), n)
        every = [hand for hand in hands if not (sum(number[card] for card in hand) - total) % len(number)]
        others = [hand for hand in every if hand != hers]
        found += [every, [hers, *rng.sample(others, len(others) * 2 // 3)]]
    return found


def sums_judged(n: int, model_of: ModelOf) -> Work:
    """Decide which of these announcements are safe."""
    asked = questions(n, sums(n))

    def work() -> list[bool]:
        model = model_of(n)
        return [model.holds(question) for question in asked]

    return work


def deals(n: int) -> tuple[list[str], dict[str, list[str]], list[Counting], list[str]]:
    """Atoms, observations, law and actual world for the deals of 2n + 1 cards."""
    hands = {player: [f"{player}{card}" for card in range(2 * n + 1)] for player in PLAYERS}
    law = [exactly_one([f"{player}{card}" for player in PLAYERS]) for card in range(2 * n + 1)]
    law += [exactly(n, hands["anne"]), exactly(n, hands["bill"])]
    deal = [f"anne{card}" for card in range(n)] + [f"bill{card}" for card in range(n, 2 * n)] + [f"cath{2 * n}"]
    return [atom for hand in hands.values() for atom in hand], hands, law, deal


def as_diagrams(n: int) -> SymbolicModel:
    """The deals of 2n + 1 cards as a symbolic model."""
    return SymbolicModel.from_observations(*deals(n))


def as_chosen(n: int) -> Model:
    """The deals of 2n + 1 cards as a model of the engine that `auto` chooses."""
    return observation_model(*deals(n))


def as_worlds(n: int) -> KripkeModel:
    """The deals of 2n + 1 cards as a Kripke model."""
    return as_diagrams(n).to_explicit(None)


# --------------------------------------------------------------------------------------------- drinking logicians


def drinking(n: int) -> Work:
    """The drinking logicians: all but the last do not know whether all want beer; then the last one knows."""
    atoms = [f"w{i}" for i in range(n)]
    everyone = conj(map(Atom, atoms))
    unsure = [Not(Kw(f"l{i}", everyone)) for i in range(n - 1)]
    question = after(unsure, K(f"l{n - 1}", everyone))

    def work() -> None:
        assert SymbolicModel(atoms, observes={f"l{i}": [f"w{i}"] for i in range(n)}, actual=atoms).holds(question)

    return work


MUDDY = Workload(
    "Muddy children: [!father][!nobody]^(n-1) everyone knows whether",
    (20, 40, 60, 100, 140, 200),
    all_rounds,
    {40: 0.024, 100: 0.331, 200: 3.36},
)
OTHERS = (
    Workload(
        "Muddy children: the search for the number of rounds", (10, 20, 40, 70, 100), search, {40: 0.264, 100: 5.80}
    ),
    Workload(
        "Sum and Product, the whole dialogue, by the limit of the sum",
        (70, 85, 100, 127, 180, 255),
        sum_and_product,
        {100: 0.738},
    ),
    Workload(
        "Dining cryptographers: the parity of all is announced",
        (10, 20, 40, 80, 160),
        parity_of_all,
        {40: 0.030, 80: 0.198, 160: 2.19},
    ),
    Workload(
        "Dining cryptographers: the full protocol, each announces in turn",
        (5, 10, 12, 20, 30, 40),
        full_protocol,
        {10: 5.65, 12: 86},
    ),
    Workload(
        "Dining cryptographers: the full protocol, SMCDEL's own question (its time: the whole command)",
        (5, 10, 12, 20, 30, 40),
        full_protocol_of_smcdel,
        {10: 8.81},
    ),
    Workload("Drinking logicians", (25, 50, 100, 200, 400), drinking, {100: 0.056, 400: 1.06}),
)


CHOSEN = "engine=auto"
JUDGED = {
    "SymbolicModel": safe_announcements(as_diagrams),
    CHOSEN: safe_announcements(as_chosen),
    "KripkeModel": safe_announcements(as_worlds),
}


def russian_cards(alone: dict[str, tuple[float, float]]) -> None:
    """Print the times to judge the announcements of the original puzzle."""
    lines = []
    for name, work in JUDGED.items():
        seconds, _ = best(work)
        lines.append((name, seconds, 0.202, 0.202 / seconds, *alone[name]))
    table("Russian cards: 192 announcements judged", ("model", "seconds", *HEAD[3:]), lines)


MORE = (2, 3, 4, 5, 6)


def more_russian_cards(alone: list[tuple[float, float]]) -> None:
    """Print the times to judge announcements by number of cards."""
    lines = []
    for n, (first, grown) in zip(MORE, alone, strict=True):
        symbolic, worlds = sums_judged(n, as_diagrams), sums_judged(n, as_worlds)
        works = (symbolic, sums_judged(n, as_chosen), worlds)
        seconds, answers = zip(*[best(work, 3) for work in works], strict=True)
        assert answers[0] == answers[1] == answers[2]
        lines.append((f"{n}-{n}-1", as_diagrams(n).count(), sum(answers[0]), *seconds, first, grown))
    title = "Russian cards of more cards: 100 announcements judged, in seconds"
    table(title, ("cards", "deals", "safe", *JUDGED, *HEAD[5:]), lines)


def main() -> None:
    """Run the benchmark and print its table."""
    MUDDY.case(3)()  # imports what is imported when it is first needed
    alone = {workload.title: workload.alone() for workload in (MUDDY, *OTHERS)}
    judged = {name: first_time(work) for name, work in JUDGED.items()}
    more = [first_time(sums_judged(n, as_diagrams)) for n in MORE]
    MUDDY.show(alone[MUDDY.title])
    beside_the_library()
    for workload in OTHERS:
        workload.show(alone[workload.title])
    russian_cards(judged)
    more_russian_cards(more)
