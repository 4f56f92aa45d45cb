"""Formulas as English sentences that can be read in one way only."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from logic.clauses import And, Atom, C, E, Iff, Implies, K, Kw, M, Not, Or
from logic.formula import Formula

Words = Mapping[str, str]
"""Atom -> what it says, a clause such as ``it rains``; ``not ATOM`` -> its denial; agent -> the agent's name."""


@singledispatch
def sentence(formula: Formula, words: Words) -> str:
    """The formula as a clause: ``both A and B`` stands for a conjunction, so no comma decides the meaning.

    Parameters
    ----------
    formula : Formula
        Made of atoms, connectives, and K, M, Kw, E and C.
    words : mapping of str to str
        What atoms say, and the agents' names.

    Examples
    --------
    >>> from whoknows import parse
    >>> words = {"rain": "it rains", "not rain": "it does not rain", "ann": "Ann"}
    >>> sentence(parse("~K_ann rain & M_ann ~rain"), words)
    'both Ann does not know that it rains and Ann considers it possible that it does not rain'
    """
    raise TypeError(f"{formula}: there are no words for {type(formula).__name__}")


@sentence.register
def _(formula: Atom, words: Words) -> str:
    return words[formula.name]


@sentence.register
def _(formula: And, words: Words) -> str:
    return f"both {sentence(formula.left, words)} and {sentence(formula.right, words)}"


@sentence.register
def _(formula: Or, words: Words) -> str:
    return f"either {sentence(formula.left, words)} or {sentence(formula.right, words)} (or both)"


@sentence.register
def _(formula: Implies, words: Words) -> str:
    return f"if {sentence(formula.left, words)}, then {sentence(formula.right, words)}"


@sentence.register
def _(formula: Iff, words: Words) -> str:
    return f"{sentence(formula.left, words)} exactly if {sentence(formula.right, words)}"


@sentence.register
def _(formula: K, words: Words) -> str:
    return f"{words[formula.agent]} knows that {sentence(formula.sub, words)}"


@sentence.register
def _(formula: M, words: Words) -> str:
    return f"{words[formula.agent]} considers it possible that {sentence(formula.sub, words)}"


@sentence.register
def _(formula: Kw, words: Words) -> str:
    return f"{words[formula.agent]} knows whether {sentence(formula.sub, words)}"


@sentence.register
def _(formula: E, words: Words) -> str:
    return f"everyone knows that {sentence(formula.sub, words)}"


@sentence.register
def _(formula: C, words: Words) -> str:
    return f"it is common knowledge that {sentence(formula.sub, words)}"


@sentence.register
def _(formula: Not, words: Words) -> str:
    inner = formula.sub
    if isinstance(inner, Atom):
        return words[f"not {inner.name}"]
    if isinstance(inner, K):
        return f"{words[inner.agent]} does not know that {sentence(inner.sub, words)}"
    if isinstance(inner, Kw):
        return f"{words[inner.agent]} does not know whether {sentence(inner.sub, words)}"
    return f"it is not the case that {sentence(inner, words)}"
