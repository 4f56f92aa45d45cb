"""Formulas said in English, and words to say them with."""

from collections.abc import Mapping

from logic.clauses import (
    AF,
    AG,
    AU,
    AX,
    EF,
    EG,
    EU,
    EX,
    And,
    Atom,
    B,
    BGiven,
    C,
    E,
    Iff,
    Implies,
    K,
    Kw,
    M,
    Not,
    Or,
)  # fmt: skip
from logic.errors import FormulaError
from logic.formula import Formula

Words = Mapping[str, str]
"""Atom -> what it says, a clause such as ``it rains``; ``not ATOM`` -> its denial; agent -> the agent's name."""

JOINED: Mapping[type[Formula], str] = {
    And: "both {} and {}",
    Or: "either {} or {} (or both)",
    Implies: "if {}, then {}",
    Iff: "{} exactly if {}",
    EU: "it can be that {} until at some time {}",
    AU: "whatever happens, {} until at some time {}",
}
"""Operator -> the clause around the clauses of its two parts."""
SAID: Mapping[type[Formula], str] = {
    K: "{} knows that {}",
    M: "{} considers it possible that {}",
    Kw: "{} knows whether {}",
    B: "{} believes that {}",
}
"""Operator of one agent -> the clause around the agent's name and the clause of its part."""
DENIED: Mapping[type[Formula], str] = {
    K: "{} does not know that {}",
    Kw: "{} does not know whether {}",
    B: "{} does not believe that {}",
}
"""The same for the operator below a negation."""
SHARED: Mapping[type[Formula], str] = {
    E: "everyone knows that {}",
    C: "it is common knowledge that {}",
    EX: "it can be that at the next moment {}",
    AX: "whatever happens, at the next moment {}",
    EF: "it can be that at some time {}",
    AF: "whatever happens, at some time {}",
    EG: "it can be that at all times {}",
    AG: "whatever happens, at all times {}",
}
"""Operator without an agent of its own -> the clause around the clause of its part; times begin now."""

VOCABULARIES: tuple[tuple[tuple[str, str, str], tuple[str, str, str]], ...] = (
    (("rain", "it rains", "it does not rain"), ("cold", "it is cold", "it is not cold")),
    (("tea", "there is tea", "there is no tea"), ("milk", "there is milk", "there is no milk")),
    (("won", "the team has won", "the team has not won"), ("late", "the bus is late", "the bus is not late")),
    (("open", "the shop is open", "the shop is closed"), ("full", "the car park is full", "the car park is not full")),
)
AGENTS = (("ann", "bob"), ("eve", "dan"), ("mia", "leo"))


def sentence(formula: Formula, words: Words) -> str:
    """The formula as a clause: ``both A and B`` stands for a conjunction, so no comma decides the meaning.

    >>> from whoknows import parse
    >>> words = {"rain": "it rains", "not rain": "it does not rain", "ann": "Ann"}
    >>> sentence(parse("~K_ann rain & M_ann ~rain"), words)
    'both Ann does not know that it rains and Ann considers it possible that it does not rain'
    """
    match formula:
        case Atom():
            return words.get(formula.name, f"“{formula.name}” is so")
        case Not(sub=Atom() as inner) if f"not {inner.name}" in words:
            return words[f"not {inner.name}"]
        case Not(sub=K() | Kw() | B() as inner):
            return DENIED[type(inner)].format(person(inner.agent, words), sentence(inner.sub, words))
        case Not():
            return f"it is not the case that {sentence(formula.sub, words)}"
        case And() | Or() | Implies() | Iff() | EU() | AU():
            return JOINED[type(formula)].format(sentence(formula.left, words), sentence(formula.right, words))
        case K() | M() | Kw() | B():
            return SAID[type(formula)].format(person(formula.agent, words), sentence(formula.sub, words))
        case BGiven():
            given, then = sentence(formula.condition, words), sentence(formula.sub, words)
            return f"given that {given}, {person(formula.agent, words)} believes that {then}"
        case _ if type(formula) in SHARED:
            return SHARED[type(formula)].format(*(sentence(child, words) for child in formula.children))
    raise FormulaError(
        f"{formula}: there are no words for it: expected K, M, Kw, B, E, C, operators of time and connectives"
    )


def person(agent: str, words: Words) -> str:
    """The agent's name in a sentence."""
    return words.get(agent, agent[:1].upper() + agent[1:])


def capital(clause: str) -> str:
    """The clause as a sentence."""
    return f"{clause[:1].upper()}{clause[1:]}."
