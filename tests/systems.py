"""Random systems as descriptions, and random formulas about what they know, will be and were, from a seed."""

from random import Random

from kripke.time.description import Agent, Description, Line
from logic import clauses as f
from logic.clauses import Atom
from logic.formula import Formula

NAMES = {"p": (False, True), "q": (False, True), "n": (0, 1, 2), "m": (3, 4, 5, 6, 7), "x": ("red", "blue", "green")}
NUMBERS = ("n + 1", "m - 1", "2 * n", "m / 2", "n - m + 4", "n - n + 3")


def random_description(rng: Random, fair: bool = True) -> Description:
    """Two or three agents and an environment over up to five variables."""
    variables = {name: NAMES[name] for name in rng.sample([*NAMES], rng.randint(2, 5))}
    names = [*variables]
    agents = ["a", "b", "e"]
    setter = {name: rng.choice(agents) for name in names if rng.random() < 0.9}
    actions = {agent: tuple(rng.sample(["go", "wait", "stop"], rng.randint(0, 3))) for agent in agents}

    def condition(acting: bool = False, size: int = 3) -> Formula:
        if size > 1 and rng.random() < 0.6:
            left = rng.randint(1, size - 1)
            return rng.choice([f.And, f.Or, f.Xor])(condition(acting, left), condition(acting, size - left))
        doers = [f"{agent}={action}" for agent in agents for action in actions[agent]]
        atom = rng.choice(doers) if acting and doers and rng.random() < 0.5 else _atom(rng, variables)
        return f.Not(Atom(atom)) if rng.random() < 0.5 else Atom(atom)

    def term(name: str) -> str:
        if variables[name] == (False, True):
            return str(condition(True)) if rng.random() < 0.7 else rng.choice(["true", "false"])
        if name == "x":
            return rng.choice(["red", "blue", "green", "x"])
        return rng.choice([t for t in NUMBERS if all(other in variables for other in "nm" if other in t)])

    def line(own: list[str]) -> Line:
        sets = rng.sample(own, rng.randint(1, len(own)))
        return Line(condition(acting=True), {name: term(name) for name in sets})

    described = {}
    for agent in agents:
        own = [name for name in names if setter.get(name) == agent]
        rules = [(condition(), tuple(rng.sample(actions[agent], 1))) for _ in actions[agent] if rng.random() < 0.8]
        other = actions[agent] if actions[agent] and rng.random() < 0.8 else None
        sees = tuple(rng.sample(names, rng.randint(0, len(names))))
        lines = tuple([line(own) for _ in range(rng.randint(0, 3))]) if own else ()
        described[agent] = Agent(sees, actions[agent], tuple(rules), other, lines)
    constraints = tuple([condition() for _ in range(rng.choice([0, 0, 1, 2]))]) if fair else ()
    return Description(variables, described, condition(size=4), constraints, rng.random() < 0.3, rng.random() < 0.5)


def _atom(rng: Random, variables: dict[str, tuple]) -> str:
    name = rng.choice([*variables])
    if variables[name] == (False, True):
        return name
    value = rng.choice(variables[name])
    return rng.choice([f"{name}={value}", f"{name} <= {value}"]) if name != "x" else f"x={value}"


def random_question(rng: Random, description: Description, size: int = 8, past: bool = False) -> Formula:
    """A formula of about `size` operators: connectives, knowledge, time and, with `past`, what was."""
    agents = [*description.knowing]

    def made(size: int) -> Formula:
        if size <= 1:
            return Atom(rng.choice([*description.atoms]))
        left, kind = rng.randint(1, max(1, size - 1)), rng.random()
        if kind < 0.25:
            return rng.choice([f.And, f.Or, f.Xor, f.Implies])(made(left), made(size - left))
        if kind < 0.3:
            return f.Not(made(size - 1))
        if kind < 0.45:
            return rng.choice([f.K, f.M, f.Kw])(rng.choice(agents), made(size - 1))
        if kind < 0.55:
            return rng.choice([f.E, f.C, f.D])(rng.sample(agents, rng.randint(1, len(agents))), made(size - 1))
        if past and kind < 0.8:
            return rng.choice(f.PAST)(made(size - 1))
        clause = rng.choice(f.TIME)
        return clause(made(left), made(size - left)) if clause in (f.EU, f.AU) else clause(made(size - 1))

    return made(size)
