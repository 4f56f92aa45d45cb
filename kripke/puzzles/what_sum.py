"""What Sum: three people have numbers on their foreheads, one the sum of the others; numbers have no upper limit."""

from collections.abc import Iterable

from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.horizon import Views, dialogue_formula, neighbourhood, reachable, submodel
from kripke.puzzles.story import Script, Story, alternatives, single_or_all, whole_number
from kripke.symbolic.choice import Engine
from logic.formula import Formula
from logic.shared import modal_depth

STATEMENT = """\
Each of Anne, Bill and Cath has a positive whole number on the forehead. They can only see the foreheads of the
others. One of the numbers is the sum of the other two. All this is common knowledge. They speak truthfully, one
after the other. Anne: "I do not know my number." Bill: "I do not know my number." Cath: "I do not know my
number." Anne: "I know my number. It is 50." What are the other numbers?"""

SOURCE = (
    "A. Liu: Problem 182. Math Horizons 11 (2004), p. 324; H. van Ditmarsch, J. Ruan: Model checking logic puzzles. "
    "Annales du Lamsade 8 (2007)"
)

Triple = tuple[int, int, int]


def what_sum(number: int = 50, triple: Triple | None = None, cut_off: int = 100, engine: Engine = "auto") -> Story:
    """Return the story of What Sum, in which Anne's number turns out to be `number`, from 1 to 200.

    The answer is the triple, or the triples, for which the dialogue is true in the model of all positive numbers.

    `triple`: the numbers of Anne, Bill and Cath; None: the only answer, or `ModelError` if there is no single answer.
    `cut_off`: the largest number in a finite model for comparison, from `number` to 300; 0: no comparison. The warnings
        name wrong and missing answers of this model.
    """
    whole_number(number, "number", 1, 200)
    if whole_number(cut_off, "cut_off", 0, 300) and cut_off < number:
        raise ModelError(f"cut_off={cut_off}: expected 0, or a number from Anne's, {number}, to 300")
    lines = script_of(number)
    said = dialogue_formula([formula for _, formula in lines])
    exact = solutions(number, said)
    numbers = triple if triple is not None else exact[0] if len(exact) == 1 else None
    if numbers is None:
        way_out = "choose one with triple=" if exact else "choose another number"
        raise ModelError(f"number={number}: the dialogue fits {_list(exact)}; {way_out}")
    is_triple = isinstance(numbers, tuple) and len(numbers) == 3
    positive = is_triple and all(isinstance(each, int) and each > 0 for each in numbers)
    if not positive or 2 * max(numbers) != sum(numbers) or numbers[0] != number:
        such = number, 1, number + 1
        raise ModelError(
            f"triple={numbers!r}: expected numbers such as {such}, the first {number}, one the sum of the others"
        )

    # "One of the numbers is the sum of the other two."
    scene = f"Anne, Bill and Cath have {numbers} on their foreheads"
    near = neighbourhood(numbers, atoms, VIEWS, modal_depth(said))
    script = Script(f"{scene}; {len(lines)} sentences depend on this part of the model only.", near, engine)
    for sentence, formula in lines:
        script.say(sentence, formula)
    conclusion = f"Anne, Bill and Cath have {alternatives(exact)}."
    warnings = _warnings(said, exact, cut_off)
    statement = STATEMENT.replace("50", str(number))
    return script.story("What Sum", statement, SOURCE, single_or_all(exact), conclusion, warnings)


def script_of(number: int) -> tuple[tuple[str, str], ...]:
    """Return the sentences of the dialogue, each with its formula."""
    return (
        # Anne: "I do not know my number." Bill: "I do not know my number." Cath: "I do not know my number."
        ("Anne: I do not know my number.", "~Kv_anne a"),
        ("Bill: I do not know my number.", "~Kv_bill b"),
        ("Cath: I do not know my number.", "~Kv_cath c"),
        # Anne: "I know my number. It is 50."
        (f"Anne: I know my number. It is {number}.", f"K_anne a={number}"),
    )


def solutions(number: int, said: Formula) -> list[Triple]:
    """Return the `candidates` for which the dialogue is true in the model of all positive numbers."""
    triples = candidates(number)
    near = submodel(reachable(triples, VIEWS, modal_depth(said)), atoms, VIEWS)  # the neighbourhoods of all of them
    true = near.extension(said, limit=None)
    return [world for world in triples if world in true]


def candidates(number: int) -> list[Triple]:
    """Return triples with this number for Anne; any other such triple is equivalent to one of them.

    If Bill's number is b > 4 * number and Cath's is b + number, four steps of the agents never make two of the three
    numbers equal. So the part of the model within four steps has the same shape for all such b, and the dialogue has
    the same truth value; likewise with Bill and Cath exchanged. One such b represents all: 4 * number + 1.
    """
    large = range(1, 4 * number + 2)
    return [
        *((number, b, number - b) for b in range(1, number)),
        *((number, b, number + b) for b in large),
        *((number, number + c, c) for c in large),
    ]


def cut_off_model(limit: int) -> KripkeModel:
    """Return the model of all triples with numbers up to the limit, for comparison with the puzzle's infinite model."""
    pairs = [(x, y) for x in range(1, limit) for y in range(1, limit - x + 1)]
    worlds = [w for x, y in pairs for w in ((x + y, x, y), (x, x + y, y), (x, y, x + y))]
    return submodel(worlds, atoms, VIEWS)


def atoms(world: Triple) -> Iterable[str]:
    """Return the atoms that give each agent's number."""
    return [f"{name}={value}" for name, value in zip("abc", world, strict=True)]


def _own(x: int, y: int) -> tuple[int, ...]:
    """Return the possible numbers of an agent who sees x and y: the sum, and the difference unless it is 0."""
    return (x + y, abs(x - y)) if x != y else (x + y,)


VIEWS: Views[Triple] = {
    "anne": lambda world: [(own, world[1], world[2]) for own in _own(world[1], world[2])],
    "bill": lambda world: [(world[0], own, world[2]) for own in _own(world[0], world[2])],
    "cath": lambda world: [(world[0], world[1], own) for own in _own(world[0], world[1])],
}


def _warnings(said: Formula, exact: list[Triple], cut_off: int) -> list[str]:
    if not cut_off:
        return []
    cutoff_worlds = cut_off_model(cut_off).extension(said, limit=None)
    model = f"a model of the numbers up to {cut_off} would"
    wrong, lost = [w for w in cutoff_worlds if w not in exact], [w for w in exact if w not in cutoff_worlds]
    warnings = [f"{model} answer {_list(wrong)}: its end, not the puzzle, lets Anne know"] if wrong else []
    return warnings + [f"{model} not answer {_list(lost)}: its end lets somebody know too early"] * bool(lost)


def _list(triples: Iterable[object]) -> str:
    first, *rest = sorted(map(str, triples)) or ["no numbers"]
    return first if not rest else f"{first} and {rest[0]}" if len(rest) == 1 else f"{first} and {len(rest)} others"
