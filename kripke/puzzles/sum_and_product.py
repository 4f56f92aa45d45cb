"""Sum and Product: two people only say what they know or do not know, and both find the numbers."""

from math import prod

from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, alternatives, single_or_all, whole_number
from kripke.symbolic.choice import Engine

STATEMENT = """\
Somebody says to S and P: "I have chosen two whole numbers x and y with 1 < x < y and x + y <= 100. I shall tell
their sum to S alone, and their product to P alone." He does so. Then they talk. P: "I do not know the numbers."
S: "I knew that you did not." P: "Now I know them." S: "Now I know them too." What are the numbers?"""

SOURCE = (
    "H. Freudenthal: Problem 223. Nieuw Archief voor Wiskunde 17 (1969), p. 152; H. van Ditmarsch, J. Ruan, "
    "R. Verbrugge: Sum and product in dynamic epistemic logic. Journal of Logic and Computation 18 (2008), "
    "doi:10.1093/logcom/exm081"
)

KNOWS = "(Kv_{0} x & Kv_{0} y)"
P_KNOWS, S_KNOWS = KNOWS.format("p"), KNOWS.format("s")

Pair = tuple[int, int]

LEAST = 65  # the smallest limit for which the dialogue is possible


def sum_and_product(limit: int = 100, pair: Pair | None = None, engine: Engine = "auto") -> Story:
    """Return the story of Sum and Product; its answer is the pair, or the pairs, that remain after the dialogue.

    `limit`: the greatest possible sum, from 65 to 400.
    `pair`: the actual numbers; None: unknown, as for the reader of the puzzle.
    """
    start = model(whole_number(limit, "limit", LEAST, 400), pair)
    script = Script("S has heard the sum and P the product.", start, engine)

    # P: "I do not know the numbers."  S: "I knew that you did not."
    # (What S knows is true, so that P's sentence adds nothing.)
    script.say("S: I knew that you did not know the numbers.", f"K_s ~{P_KNOWS}")

    # P: "Now I know them."
    script.say("P: Now I know the numbers.", P_KNOWS)

    # S: "Now I know them too."
    script.say("S: Now I know them too.", S_KNOWS)
    left = tuple(script.model.worlds)
    statement, conclusion = STATEMENT.replace("100", str(limit)), f"x and y are {alternatives(left)}."
    return script.story("Sum and Product", statement, SOURCE, single_or_all(left), conclusion)


def model(limit: int = 100, pair: Pair | None = None) -> KripkeModel:
    """Return the model of the pairs (x, y) with 1 < x < y and x + y <= limit; agent s knows the sum, p the product.

    O(n) for n pairs, about limit^2 / 4 of them.
    """
    # "Two whole numbers x and y with 1 < x < y and x + y <= 100."
    pairs = [(x, y) for x in range(2, limit) for y in range(x + 1, limit - x + 1)]
    x_is, y_is = ([f"{name}={value}" for value in range(limit)] for name in "xy")

    # "I shall tell their sum to S alone, and their product to P alone."
    return KripkeModel.s5({(x, y): (x_is[x], y_is[y]) for x, y in pairs}, actual=pair, sees={"s": sum, "p": prod})
