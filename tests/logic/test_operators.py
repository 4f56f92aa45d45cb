"""What is declared of an operator is enough to read, write, measure and simplify it."""

import pytest
from strategies import CLAUSES, sample

from logic.clauses import LANGUAGE, Announce, Atom, Bottom, Box, Bsafe, Bstrong, Diamond, K, Kv, Kw, Top
from logic.errors import FormulaError
from logic.formula import clause
from logic.node_table import CLAUSES as BY_NAME
from logic.normal import nnf
from logic.operators import Bracket, Modality, Temporal
from logic.parser import parse
from logic.reduction import CHANGES, NoReduction, eliminate_announcements
from logic.shared import CONNECTIVES, modal_depth
from logic.simplification import simplify
from logic.transform import ORDER, features, fragment

OPERATORS = [each for each in LANGUAGE if isinstance(each.operator.form, (Modality, Bracket, Temporal))]
each_clause = pytest.mark.parametrize("clause", LANGUAGE, ids=lambda each: each.__name__)
each_operator = pytest.mark.parametrize("clause", OPERATORS, ids=lambda each: each.__name__)


def test_a_clause_is_propositional_or_an_operator() -> None:
    assert {*CONNECTIVES, Atom, Box, Diamond} == set(LANGUAGE) - set(OPERATORS)


def test_the_random_formulas_of_the_tests_have_every_clause() -> None:
    assert set(CLAUSES) == set(LANGUAGE) - {Atom, Box, Diamond}  # those of the only agent of a model


@each_clause
def test_each_clause_is_written_in_three_notations_and_read_again(clause) -> None:
    formula = sample(clause)
    assert parse(str(formula)) == parse(formula.to_ascii()) == parse(formula.to_latex()) == formula


@each_operator
def test_each_operator_has_a_name_in_the_fragments(clause) -> None:
    assert features(sample(clause)) & set(ORDER)
    assert fragment(sample(clause)) != "propositional logic"


@each_operator
def test_the_dual_of_the_dual_is_the_operator(clause) -> None:
    dual = clause.operator.dual
    if dual:
        assert BY_NAME[BY_NAME[dual].operator.dual] is clause
        assert set(BY_NAME[dual].operator.keeps) == {not value for value in clause.operator.keeps}


@each_operator
def test_the_normal_form_has_no_negation_before_an_operator_with_a_dual(clause) -> None:
    formula = nnf(~sample(clause))
    assert bool(clause.operator.dual) <= (str(formula)[0] != "¬")


@each_operator
@pytest.mark.parametrize("constant", [Top(), Bottom()], ids=str)
def test_an_operator_is_simplified_to_the_constants_that_it_keeps(clause, constant) -> None:
    formula = sample(clause, constant)
    if isinstance(constant, Top) in clause.operator.keeps:
        assert simplify(formula) == constant
    assert simplify(simplify(formula)) == simplify(formula)


@each_operator
def test_the_depth_of_an_operator_is_its_number_of_steps(clause) -> None:
    deeper = sample(clause, K("a", Atom("p")))
    if deeper.children:
        assert modal_depth(deeper) == 1 + deeper.steps
    assert deeper.steps == 0 if clause.operator.changes else deeper.steps > 0


@pytest.mark.parametrize("clause", [Kw, Kv, Bsafe, Bstrong])
def test_an_operator_that_is_never_written_without_an_agent_needs_one(clause) -> None:
    for nobody in (None, ""):
        with pytest.raises(FormulaError, match="agent"):
            clause(nobody, "p")


def test_an_operator_without_a_feature_is_refused_where_it_is_declared() -> None:
    with pytest.raises(TypeError, match="declare the operator's feature"):
        clause(Modality("Z"))


@each_operator
def test_each_operator_has_a_reduction_axiom_or_a_reason_why_it_has_none(clause) -> None:
    formula, why = Announce(Atom("p"), sample(clause)), ""
    try:
        formula = eliminate_announcements(formula, agents=["a", "b"])
    except NoReduction as error:
        why = str(error)
    assert "no reduction axiom is known" not in why
    assert why or not any(isinstance(part, CHANGES) for part in formula.subformulas())
