"""Consecutive numbers: two people say that they do not know each other's number, and then they know it."""

from collections.abc import Collection, Iterable

from kripke.data.errors import ModelError
from kripke.puzzles.horizon import dialogue_formula, neighbourhood, submodel
from kripke.puzzles.story import Script, Story, alternatives, single_or_all, whole_number
from kripke.symbolic.choice import Engine
from logic.errors import shorten
from logic.shared import modal_depth

STATEMENT = """\
Anne and Bill are each going to be told a natural number. Their numbers will be one apart. The numbers are
whispered into their ears, and they know all this. They have this conversation. Anne: "I do not know your
number." Bill: "I do not know your number." Anne: "I know your number." Bill: "I know your number." What are the
numbers?"""

SOURCE = (
    "J. E. Littlewood: A Mathematician's Miscellany (1953); H. van Ditmarsch, B. Kooi: One Hundred Prisoners and a "
    "Light Bulb (2015), chapter 1, doi:10.1007/978-3-319-16694-0"
)

DIALOGUE = (
    # Anne: "I do not know your number." Bill: "I do not know your number."
    ("Anne: I do not know your number.", "~Kv_anne bill"),
    ("Bill: I do not know your number.", "~Kv_bill anne"),
    # Anne: "I know your number." Bill: "I know your number."
    ("Anne: I know your number.", "Kv_anne bill"),
    ("Bill: I know your number.", "Kv_bill anne"),
)

Pair = tuple[int, int]


def consecutive_numbers(first: int = 0, limit: int = 10, pair: Pair | None = None, engine: Engine = "auto") -> Story:
    """Return the story of consecutive numbers; its answer is the pairs of numbers for which the dialogue is true.

    The answer is computed for the infinite set of numbers, although the model that is shown has a greatest number. If
    `pair` is None, the warnings name pairs for which the dialogue is true or false only because of this limit.

    `first`: the smallest number.
    `limit`: the greatest number in the model that is shown, from `first` + 4 to `first` + 2,000. It is raised if the
        dialogue about `pair` depends on greater numbers.
    `pair`: Anne's and Bill's numbers; None: unknown, as for the reader of the puzzle.
    """
    whole_number(first, "first", 0)
    whole_number(limit, "limit", first + 4, first + 2_000)
    said = dialogue_formula([formula for _, formula in DIALOGUE])
    if pair is not None:
        if not isinstance(pair, tuple) or len(pair) != 2:
            such = first + 2, first + 3
            raise ModelError(f"pair={shorten(repr(pair))}: expected Anne's and Bill's numbers, such as {such}")
        bounds = first, first + 2_000
        limit = max(limit, *[whole_number(number, "pair", *bounds) + modal_depth(said) for number in pair])
    views = {"anne": lambda w: [(w[0], b) for b in _beside(w[0], first)],
             "bill": lambda w: [(a, w[1]) for a in _beside(w[1], first)]}  # fmt: skip

    # "Each a natural number. Their numbers will be one apart."
    pairs = [(a, b) for a in range(first, limit + 1) for b in _beside(a, first) if b <= limit]
    script = Script(f"Anne and Bill have heard numbers from {first} to {limit}, one apart.",
                    submodel(pairs, _atoms, views, pair), engine)  # fmt: skip
    left: Collection[object] = ()
    if all(script.say_or_end(sentence, formula) for sentence, formula in DIALOGUE):
        left = tuple(script.model.worlds)

    exact = [w for w in pairs if neighbourhood(w, _atoms, views, modal_depth(said)).holds(said)]
    warnings, conclusion = _warnings(limit, exact, left) if pair is None else [], f"They are {alternatives(exact)}."
    return script.story("Consecutive numbers", STATEMENT, SOURCE, single_or_all(exact), conclusion, warnings)


def _beside(number: int, first: int) -> list[int]:
    return [n for n in (number - 1, number + 1) if n >= first]


def _atoms(pair: Pair) -> Iterable[str]:
    return f"anne={pair[0]}", f"bill={pair[1]}"


def _warnings(limit: int, exact: list[Pair], left: Collection[object]) -> list[str]:
    spurious, lost = [w for w in left if w not in exact], [w for w in exact if w not in left]
    why = f"because the model has no number above {limit}; in the puzzle the numbers have no end"
    said: dict[str, Iterable[object]] = {"came through only": spurious, "did not come through": lost}
    return [f"{', '.join(map(str, pairs))} {verb} {why}" for verb, pairs in said.items() if pairs]
