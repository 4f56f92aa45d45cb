"""Random formulas of the whole language for hypothesis, used by the tests of all layers."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from hypothesis import strategies as st

from logic.clauses import LANGUAGE, PAST, TIME, Atom, Bottom, Kv, Top
from logic.formula import Formula, OfNameless
from logic.operators import AGENT

CLAUSES = tuple([clause for clause in LANGUAGE if clause is not Atom and not issubclass(clause, OfNameless)])
TIMELESS = tuple([clause for clause in CLAUSES if clause not in (*TIME, *PAST)])
"""The clauses that a model without time evaluates."""
CONNECTIVES = tuple([clause for clause in CLAUSES if clause.parts == ("left", "right") and not clause.operator.feature])
_STATIC = [clause for clause in TIMELESS if clause.operator.feature and not clause.operator.changes]
OF_AGENT = tuple([clause for clause in _STATIC if (clause.data, clause.parts) == (("agent",), ("sub",))])
PROGRAMS = tuple([clause for clause in CLAUSES if clause.data == ("program",)])
OF_GROUP = tuple([clause for clause in _STATIC if "group" in clause.data])

ATOMS = ("p", "q", "r")
AGENTS = ("a", "b", "c")
VARIABLES = ("x", "die1")
ACTIONS = ("peek", "wait")
DEGREES = tuple(Fraction(n, 10) for n in range(11))
TIMES = st.integers(1, 4) | st.just(10_000)
SAMPLES = {
    "name": "p",
    "agent": "a",
    "group": ("a", "b"),
    "degree": Fraction(1, 2),
    "times": 3,
    "variable": "x",
    "action": "peek",
    "program": ("a", "?", "b", ";", "|", "*"),
    "tests": (Atom("p"),),
}
"""A value for each field of a clause that holds no formula."""

Clause = type[Formula]


def names_actions(clause: Clause) -> bool:
    """Whether the field `action` of a clause holds several names."""
    return "tuple" in str(clause.__annotations__.get("action"))


def sample(clause: Clause, last: Formula | None = None) -> Formula:
    """A formula of the clause over atoms, with this formula as its last part."""
    parts: list[Any] = [SAMPLES.get(part, Atom(name)) for part, name in zip(clause.parts, ATOMS, strict=False)]
    if parts and last is not None:
        parts[-1] = last
    data = {field: SAMPLES[field] for field in clause.data}
    if clause in PROGRAMS and clause.operator.changes:
        data["program"] = ("@peek", "?", ";", *([] if clause.operator.means else "*"))
    if names_actions(clause):
        data["action"] = (SAMPLES["action"],) * 2
    return clause(**data, **dict(zip(clause.parts, parts, strict=True)))


def formulas(
    atoms: Sequence[str] = ATOMS,
    agents: Sequence[str] = AGENTS,
    clauses: Sequence[Clause] = CLAUSES,
    variables: Sequence[str] = VARIABLES,
    actions: Sequence[str] = ACTIONS,
    degrees: Sequence[Fraction] = DEGREES,
    max_leaves: int = 12,
) -> st.SearchStrategy[Formula]:
    """Formulas over these names that use these clauses alone (atoms always).

    Parameters
    ----------
    atoms, agents, variables, actions : sequence of str
        The names that may occur.
    clauses : sequence of type
        The clauses that may occur, of `CLAUSES`.
    degrees : sequence of Fraction
        The degrees of belief that may occur.
    max_leaves : int
        Atoms and constants in a formula, at most.
    """
    return formulas_of(
        atoms=st.sampled_from(atoms),
        agents=st.sampled_from(agents) if agents else st.nothing(),
        clauses=clauses,
        variables=st.sampled_from(variables) if variables else st.nothing(),
        actions=st.sampled_from(actions) if actions else st.nothing(),
        degrees=st.sampled_from(degrees) if degrees else st.nothing(),
        max_leaves=max_leaves,
    )


def formulas_of(
    atoms: st.SearchStrategy[str],
    agents: st.SearchStrategy[str],
    variables: st.SearchStrategy[str],
    actions: st.SearchStrategy[str],
    degrees: st.SearchStrategy[Fraction],
    clauses: Sequence[Clause] = CLAUSES,
    max_leaves: int = 12,
) -> st.SearchStrategy[Formula]:
    """The same, with strategies for the names. Made when a test draws from it: all of them take a second."""

    def made() -> st.SearchStrategy[Formula]:
        constants = [st.builds(clause) for clause in (Top, Bottom) if clause in clauses]
        values = [st.builds(Kv, agents, variables)] if Kv in clauses else []
        extend = partial(_extend, clauses=clauses, agents=agents, actions=actions, degrees=degrees)
        return st.recursive(st.one_of(st.builds(Atom, atoms), *constants, *values), extend, max_leaves=max_leaves)

    return st.deferred(made)


def _extend(
    sub: st.SearchStrategy[Formula],
    clauses: Sequence[Clause],
    agents: st.SearchStrategy[str],
    actions: st.SearchStrategy[str],
    degrees: st.SearchStrategy[Fraction],
) -> st.SearchStrategy[Formula]:
    groups = st.none() | st.frozensets(agents, min_size=1, max_size=3)
    data = {"agent": agents, "group": groups, "degree": degrees, "action": actions, "times": TIMES}
    return st.one_of(
        *[programs(clause, agents, actions, sub) for clause in clauses if clause in PROGRAMS],
        *[
            st.builds(
                clause,
                **{field: data[field] for field in clause.data}
                | ({"action": st.lists(actions, min_size=2, max_size=3).map(tuple)} if names_actions(clause) else {}),
                **dict.fromkeys(clause.parts, sub),
            )
            for clause in clauses
            if clause.parts and clause not in PROGRAMS
        ],
    )


@st.composite  # not st.recursive, which would write out what it repeats, all formulas
def _runs(draw, leaf):
    """The words and tests of a program. Made once: Hypothesis reads the source of what it makes composite."""
    stack = [draw(leaf)]
    for step in draw(st.lists(st.sampled_from("*;|") | leaf, max_size=7)) + [";"] * 7:
        if step == "*":
            stack[-1] = (*stack[-1][0], "*"), stack[-1][1]
        elif not isinstance(step, str):
            stack.append(step)
        elif len(stack) > 1:
            (words, tests), (more, others) = stack[-2:]
            stack[-2:] = [((*words, *more, step), tests + others)]
    return stack[0]


def programs(
    clause: Clause, agents: st.SearchStrategy[str], actions: st.SearchStrategy[str], sub: st.SearchStrategy[Formula]
) -> st.SearchStrategy[Formula]:
    """Formulas of a clause with a program: its words and its tests are drawn together."""
    steps = actions.map(lambda name: f"@{name}") if clause.operator.changes else agents
    tests = st.just("?").flatmap(lambda _: sub)  # hypothesis writes out recursive strategies, but not functions
    leaf = steps.map(lambda step: ((step,), ())) | tests.map(lambda test: (("?",), (test,)))

    runs = _runs(leaf).filter(lambda run: not {*";*?"}.isdisjoint(run[0]))
    if clause.operator.changes:
        is_star = clause.operator.means is None
        runs = runs.map(lambda run: ((*run[0], "*"), run[1]) if is_star else run).filter(
            lambda run: (run[0][-1] == "*") is is_star and any(word[0] == "@" for word in run[0])
        )
    return st.builds(lambda run, body: clause(*run, body), runs, sub)


# ---- names of every kind, for reading and writing

LETTERS = st.characters(categories=("L", "Nd"), include_characters="_")


any_character = st.characters(exclude_categories=("Cs", "Cc", "Cn")).filter(str.isprintable)
reserved_words = st.sampled_from(
    ["K", "K_a", "K1", "E", "true", "not", "Kw", "Kv_a", "C", "B_", "E1", "MM", "android", "Kate"]
)
odd_names = st.sampled_from(
    [
        "p=",
        "p=q",
        "p q",
        " ",
        '"',
        "\\",
        '\\"',
        "a\\",
        "{}",
        "$",
        "~",
        "^",
        "%",
        "@",
        "p'",
        "has(N,SA)",
        "has(N, SA)",
        "f()",
    ]
)
more_odd_names = st.sampled_from(
    [
        "x=-1",
        "x=1.5",
        "die1=4",
        "pₐ",
        "é",
        "φ",
        "1",
        "_",
        r"\text{x}",
        r"\textbackslash{}",
        "muddy_anne",
        "m_a",
        "x_1'",
        "a_b_c'_",
        "φ_1",
        "p_é",
        "a,b",
        "B_a[q]",
        "#&|",
    ]
)
words_of_time = st.sampled_from(["U", "A", "EF", "AG", "H", "Y", "AG(p)", "H(p)", "EX(1)", "AG(p,q)", "E[p U q]"])
any_name = reserved_words | words_of_time | odd_names | more_odd_names | st.text(any_character, min_size=1, max_size=6)
any_agent = st.sampled_from(["a", "b", "1", "12", "_", "agent_1", "anne", "é", "φ"]) | st.text(
    LETTERS, min_size=1, max_size=4
).filter(lambda name: AGENT.fullmatch(name) is not None)  # Hypothesis before 6.166 refuses the pattern
any_degree = st.fractions(0, 1) | st.sampled_from([Fraction(0), Fraction(1), Fraction(7, 10), Fraction(1, 10**50)])


def language(max_leaves: int = 12, clauses: Sequence[Clause] = CLAUSES) -> st.SearchStrategy[Formula]:
    """The whole language, with every kind of name."""
    return formulas_of(any_name, any_agent, any_name, any_name, any_degree, clauses=clauses, max_leaves=max_leaves)
