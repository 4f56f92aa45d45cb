"""Each operator of the language has its clause in the program and in the slow semantics, and its explanation."""

from functools import cache

import numpy as np
import pytest
from effort import thorough
from reasons_checked import CHECKS, check
from reference_graphs import plain
from strategies import TIMELESS as NAMED
from strategies import sample

from kripke.change.event import Event, EventModel
from kripke.change.product import occurrences
from kripke.checking.algebra import Past
from kripke.checking.engine.arrays import ArrayAlgebra
from kripke.checking.engine.bitset import BitsetAlgebra
from kripke.checking.explicit import extension
from kripke.checking.program import CHANGES, CLAUSES, INTO
from kripke.data.errors import ModelError, UnsupportedByEngine
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.semantics import truth
from kripke.space.repetition import Repeating
from kripke.why.explain import explain, explicit_view
from kripke.why.reasons import REASONS
from logic.clauses import LANGUAGE, PAST, QUANTIFIERS, TIME, Atom, Bottom, Top, Upgrade
from logic.parser import parse
from logic.reduction import NoReduction, eliminate_announcements
from logic.shared import replace

OBSERVED = {"atoms": ["p", "q", "r", "x=1"], "observes": {"a": ["p", "x=1"], "b": ["q"], "c": []}, "law": "p | q | x=1"}
FEW = {**OBSERVED, "law": "(p | q) & ~r & ~x=1"}  # for the slow semantics of quantifiers over announcements
PEEK = {"peek": EventModel({"e": Event("q")}, {agent: [("e", "e")] for agent in "abc"}, "e")}
each_clause = pytest.mark.parametrize("clause", [Atom, *NAMED], ids=lambda each: each.__name__)


def observed(clause):
    return FEW if clause in QUANTIFIERS else OBSERVED


def model(clause) -> KripkeModel:
    return listed(clause in QUANTIFIERS)


@cache
def listed(few: bool) -> KripkeModel:
    return KripkeModel.from_observations(**(FEW if few else OBSERVED))


@cache
def graph(few: bool):
    """The model for the slow semantics."""
    return plain(listed(few).structure)


@cache
def expected(clause):
    """The worlds where the sample of a clause holds, by the slow semantics."""
    return truth(graph(clause in QUANTIFIERS), sample(clause), PEEK)


def test_the_tables_of_the_program_are_total() -> None:
    changes = {clause for clause in LANGUAGE if clause.operator.changes}
    defined = {clause for clause in LANGUAGE if clause.operator.means}
    assert INTO.keys() == CHANGES.keys()
    assert changes - defined <= INTO.keys() <= changes
    others = set(LANGUAGE) - changes
    assert others - defined <= CLAUSES.keys() <= others


@each_clause
@pytest.mark.parametrize("engine", [BitsetAlgebra, ArrayAlgebra])
def test_each_clause_is_evaluated_as_the_slow_semantics_says(clause, engine) -> None:
    formula, actions, structure = sample(clause), Repeating(occurrences(PEEK)), model(clause).structure
    start = engine(structure, past=Past(actions))
    found = extension(structure, formula, start, actions)
    assert frozenset(np.flatnonzero(found.column).tolist()) == expected(clause)
    assert len(extension(structure, formula, None, actions)) == len(expected(clause))


@each_clause
def test_diagrams_have_each_clause(clause) -> None:
    formula = sample(clause)
    if issubclass(clause, Upgrade):
        with pytest.raises(UnsupportedByEngine, match="gives agents ranks"):
            SymbolicModel(**OBSERVED).count(formula)
        return
    states = SymbolicModel(**observed(clause)).count(formula, actions=PEEK)
    assert states == len(expected(clause))


@each_clause
@pytest.mark.parametrize("before", ["[p]", "[p?]", "[p?{a}]", "R_{a,b}"])
def test_where_a_change_before_an_operator_is_eliminated_the_same_holds_at_the_same_worlds(clause, before) -> None:
    formula = replace(parse(f"{before} hole"), {Atom("hole"): sample(clause)})
    try:
        reduced = eliminate_announcements(formula, agents=["a", "b", "c"])
    except NoReduction:
        return
    worlds = graph(clause in QUANTIFIERS)
    assert truth(worlds, reduced, PEEK) == truth(worlds, formula, PEEK)


@each_clause
def test_each_clause_has_an_explanation_whose_claims_are_checked(clause) -> None:
    assert clause in REASONS or clause.operator.means, "add it to a table of kripke/why"
    is_plain = clause.operator.means or clause in (*_BOOLEAN, Atom, Top, Bottom)
    assert clause in CHECKS or is_plain, "add it to CHECKS in tests/reasons_checked.py"
    structure = model(clause).structure
    for position in range(0, structure.size, 3 if thorough() else 9):
        explanation = explain(explicit_view(structure, sample(clause), Repeating(occurrences(PEEK))), position)
        check(structure, explanation, PEEK)
        assert "the check finds it" not in explanation.reason


@pytest.mark.parametrize("clause", [*TIME, *PAST], ids=lambda each: each.__name__)
def test_a_model_without_time_refuses_operators_of_time_and_says_what_has_time(clause) -> None:
    for made in (model(clause), SymbolicModel(**OBSERVED)):
        for ask in (made.extension, made.at({"p"}).explain, made.at({"p"}).holds):
            with pytest.raises(ModelError, match="this model has no time; a System"):
                ask(sample(clause))


_BOOLEAN = [clause for clause in LANGUAGE if not clause.operator.feature]
