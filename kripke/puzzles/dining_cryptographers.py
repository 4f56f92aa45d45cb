"""Dining cryptographers: all learn whether one of them has paid, and nobody learns who."""

from collections.abc import Iterable
from itertools import combinations

from kripke.models.functions import observation_model
from kripke.puzzles.story import Script, Story, limit_for, one_of, people, some_of, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, C, K, Kw, conj, disj

STATEMENT = """\
{n} cryptographers dine together. The waiter says that the bill has been paid: by one of them, or by the NSA.
They respect each other's right to pay anonymously, but they would like to know whether it was the NSA. Each two
neighbours toss a coin that only they see. Each says aloud whether the two coins that she sees fell on the same
side or on different sides; if she has paid, she says the opposite."""

SOURCE = (
    "D. Chaum: The dining cryptographers problem: unconditional sender and recipient untraceability. "
    "Journal of Cryptology 1 (1988), doi:10.1007/BF00206326"
)


def dining_cryptographers(
    n: int = 3, payer: str | None = None, heads: str | Iterable[str] = "", engine: Engine = "auto"
) -> Story:
    """Return the story of the dining cryptographers; its answer is whether the NSA or one of the diners has paid.

    `n`: number of cryptographers, from 3 to 10, or up to 60 with decision diagrams.
    `payer`: the cryptographer who has paid; None: the NSA has paid.
    `heads`: the cryptographers whose coin with the neighbour on the right shows heads.
    """
    diners = people(whole_number(n, "n", 3, limit_for(engine, n, 10, 60)))
    paid = {name: Atom(f"paid({name})") for name in diners}
    coin = {name: Atom(f"heads({name})") for name in diners}  # shared with the neighbour on the right
    left = dict(zip(diners, (diners[-1], *diners[:-1]), strict=True))
    up = some_of(heads, diners, "heads")
    truth = {coin[name].name for name in up} | ({paid[one_of(payer, diners, "payer")].name} if payer else set())

    # "By one of them, or by the NSA."
    at_most_one = conj(~(paid[one] & paid[other]) for one, other in combinations(diners, 2))

    # "Each two neighbours toss a coin that only they see."
    sees = {name: [paid[name].name, coin[name].name, coin[left[name]].name] for name in diners}
    vocabulary = [a.name for a in (*paid.values(), *coin.values())]
    start = observation_model(vocabulary, sees, at_most_one, truth, engine)
    script = Script("One of them has paid, or the NSA; each two neighbours have tossed a coin.", start)

    # "Each says whether the two coins fell on the same side or on different sides; if she has paid, the opposite."
    for name in diners:
        different = coin[name] ^ coin[left[name]] ^ paid[name]
        differs = script.model.holds(different)
        word = "different sides" if differs else "the same side"
        script.say(f"{name.title()}: {word}.", different if differs else ~different)

    one_paid = disj(paid.values())
    who = "one of them" if script.model.holds(one_paid) else "the NSA"
    script.find(f"All know in common that {who} has paid.", C(None, ~one_paid if who == "the NSA" else one_paid))
    if who == "one of them":
        # unless this diner has paid, the diner does not know of any other diner whether they have paid
        anonymous = [
            ~K(name, paid[name]) >> conj(~Kw(name, paid[other]) for other in diners if other != name) for name in diners
        ]
        script.find("Nobody but the payer can even exclude anyone else.", conj(anonymous))
    statement, answer = STATEMENT.format(n="Three" if n == 3 else n), f"{who} has paid"
    return script.story("Dining cryptographers", statement, SOURCE, answer, f"{who[0].upper()}{who[1:]} has paid.")
