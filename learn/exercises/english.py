"""Formulas as English sentences, and vocabularies for them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from logic.clauses import Atom, Not
from logic.errors import FormulaError
from logic.formula import Formula
from logic.shared import evaluated

Words = Mapping[str, str]
"""Maps an atom to an English clause such as ``it rains``, ``not ATOM`` to its negation, and an agent to a name."""

ENGLISH: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
SAID: Mapping[str, str] = ENGLISH["said"]  # templates of clauses for operators and their negations
VOCABULARIES: list[tuple[tuple[str, str, str], tuple[str, str, str]]] = ENGLISH["vocabularies"]
"""Pairs of atoms, each with a clause for the atom and a clause for its negation."""
AGENTS: list[tuple[str, str]] = list(map(tuple, ENGLISH["agents"]))


def sentence(formula: Formula, words: Words) -> str:
    """Return the formula as an English clause; a conjunction is ``both A and B``, so that commas cause no ambiguity.

    `FormulaError` if there are no words for an operator.

    >>> from whoknows import parse
    >>> words = {"rain": "it rains", "not rain": "it does not rain", "ann": "Ann"}
    >>> sentence(parse("~K_ann rain & M_ann ~rain"), words)
    'both Ann does not know that it rains and Ann considers it possible that it does not rain'
    """
    done: dict[Formula, str] = {}

    def clause(node: Formula) -> str:
        match node:
            case Atom():
                return words.get(node.name, f"“{node.name}” is so")
            case Not(sub=Atom() as atom) if f"not {atom.name}" in words:
                return words[f"not {atom.name}"]
        inner = _inner(node)
        said = type(node).__name__ if inner is node else f"Not {type(inner).__name__}"
        if said not in SAID:
            expected = "expected K, M, Kw, B, E, C, operators of time and connectives"
            raise FormulaError(f"{node}: there are no words for it: {expected}")
        parts = [done[child] for child in inner.children]
        return SAID[said].format(*parts, agent=person(getattr(inner, "agent", ""), words))

    return evaluated(formula, done, lambda node: _inner(node).children, clause)


def _inner(formula: Formula) -> Formula:
    """Return the operand of a negation that has its own template in `SAID`; otherwise the formula itself."""
    return formula.sub if isinstance(formula, Not) and f"Not {type(formula.sub).__name__}" in SAID else formula


def person(agent: str, words: Words) -> str:
    """Return the agent's name in sentences, from `words` or, by default, the agent's name with a capital letter."""
    return words.get(agent, agent[:1].upper() + agent[1:])


def capital(clause: str) -> str:
    """Return an English clause as a sentence, with a capital letter and a full stop."""
    return f"{clause[:1].upper()}{clause[1:]}."
