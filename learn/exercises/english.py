"""Formulas as English sentences that can be read in one way only."""

from __future__ import annotations

from collections.abc import Mapping

from logic.clauses import And, Atom, C, E, Iff, Implies, K, Kw, M, Not, Or
from logic.formula import Formula

Words = Mapping[str, str]
"""Atom -> what it says, a clause such as ``it rains``; ``not ATOM`` -> its denial; agent -> the agent's name."""


JOINED: Mapping[type[Formula], str] = {
    And: "both {} and {}",
    Or: "either {} or {} (or both)",
    Implies: "if {}, then {}",
    Iff: "{} exactly if {}",
}
"""Connective -> the clause around the clauses of its two parts."""
SAID: Mapping[type[Formula], str] = {
    K: "{} knows that {}",
    M: "{} considers it possible that {}",
    Kw: "{} knows whether {}",
}
"""Operator of one agent -> the clause around the agent's name and the clause of its part."""
DENIED: Mapping[type[Formula], str] = {K: "{} does not know that {}", Kw: "{} does not know whether {}"}
"""The same for the operator below a negation."""
SHARED: Mapping[type[Formula], str] = {E: "everyone knows that {}", C: "it is common knowledge that {}"}
"""Operator of all agents -> the clause around the clause of its part."""


def sentence(formula: Formula, words: Words) -> str:
    """The formula as a clause: ``both A and B`` stands for a conjunction, so no comma decides the meaning.

    Examples
    --------
    >>> from whoknows import parse
    >>> words = {"rain": "it rains", "not rain": "it does not rain", "ann": "Ann"}
    >>> sentence(parse("~K_ann rain & M_ann ~rain"), words)
    'both Ann does not know that it rains and Ann considers it possible that it does not rain'
    """
    match formula:
        case Atom():
            return words[formula.name]
        case Not(sub=Atom() as inner):
            return words[f"not {inner.name}"]
        case Not(sub=K() | Kw() as inner):
            return DENIED[type(inner)].format(words[inner.agent], sentence(inner.sub, words))
        case Not():
            return f"it is not the case that {sentence(formula.sub, words)}"
        case And() | Or() | Implies() | Iff():
            return JOINED[type(formula)].format(sentence(formula.left, words), sentence(formula.right, words))
        case K() | M() | Kw():
            return SAID[type(formula)].format(words[formula.agent], sentence(formula.sub, words))
        case E() | C():
            return SHARED[type(formula)].format(sentence(formula.sub, words))
    raise TypeError(f"{formula}: there are no words for {type(formula).__name__}")
