"""A model's own questions about belief: weights, what is possible, what is believed, degrees and entropy."""

from fractions import Fraction
from itertools import compress

import pytest

from kripke.change.actions.evidence import Evidence
from kripke.data.errors import ModelError, UnknownAgent
from kripke.models.kripke_model import KripkeModel

WORLDS = {n: {f"die={n}", *(["even"] if n % 2 == 0 else [])} for n in range(1, 5)}
CLASSES = {"ann": [[1, 2, 3, 4]], "bob": [[1], [2], [3], [4]]}
DIE = KripkeModel.s5(
    WORLDS,
    CLASSES,
    actual=4,
    weights={"ann": {1: 0.1, 2: 0.2, 3: 0.3, 4: 0.4}},
    threshold=0.25,
)


def test_what_is_possible_and_what_is_believed_part_at_the_threshold():
    assert DIE.possible("ann") == {1, 2, 3, 4}
    assert DIE.believed("ann") == {3, 4}
    assert DIE.possible("bob") == DIE.believed("bob") == {4}
    assert DIE.believed("bob", at=2) == {2}


def test_sets_of_worlds_are_given_as_columns_too():
    for agent, world in ((agent, world) for agent in DIE.agents for world in DIE):
        assert set(compress(DIE.worlds, DIE.believed_column(agent, at=world))) == DIE.believed(agent, at=world)
    for formula in ("even", "~even & B_ann even", "false", "[even] B_ann die=4"):
        assert set(compress(DIE.worlds, DIE.column(formula))) == DIE.extension(formula)
    with pytest.raises(UnknownAgent, match="did you mean 'ann'"):
        DIE.believed_column("anne")


def test_what_was_asked_before_evidence_is_answered_alike_after_it_where_beliefs_do_not_count():
    asked = ("even", "~even", "die=1 | even", "B_ann even", "die=3 & B_ann ~die=4")
    before = [DIE.extension(formula) for formula in asked]
    after = DIE.update(Evidence("ann", "~even", gain=0.6, loss=0.4))
    fresh = KripkeModel.s5(WORLDS, CLASSES, actual=4, weights={"ann": after.weights("ann")}, threshold=0.25)
    assert [after.extension(formula) for formula in asked] == [fresh.extension(formula) for formula in asked]
    assert [after.extension(formula) for formula in asked] != before
    assert after.extension("even") == before[0]


def test_degrees_are_exact_shares():
    assert DIE.degree("ann", "even") == Fraction(3, 5)
    assert DIE.holds("B_ann>=0.6 even & ~B_ann>=0.61 even")
    assert DIE.degree("bob", "even", at=3) == 0


def test_weights_are_exact():
    assert DIE.weights("ann") == {1: Fraction(1, 10), 2: Fraction(1, 5), 3: Fraction(3, 10), 4: Fraction(2, 5)}


def test_entropy_is_in_bits():
    fair = KripkeModel.s5({1: [], 2: [], 3: [], 4: []}, {"a": [[1, 2, 3, 4]]}, actual=1, atoms=["p"])
    assert fair.entropy("a") == pytest.approx(2)
    assert DIE.entropy("bob") == 0


def test_classes_that_would_have_become_empty_are_counted_after_each_update():
    spoilt, counts = DIE, []
    for _ in range(3):
        spoilt = spoilt.update(Evidence("ann", "false", gain=0, loss=0.1))
        counts.append(spoilt.emptied("ann"))
    assert counts == [0, 1, 1]
    assert spoilt.believed("ann") == {4}
    assert spoilt.update(Evidence("ann", "true", gain=0.2, loss=0)).emptied("ann") == 0
    with pytest.raises(ModelError, match=r"agent bob: .*no weights.*weights="):
        DIE.emptied("bob")


def test_an_unknown_agent_or_a_missing_world_is_an_error():
    with pytest.raises(UnknownAgent, match="did you mean 'ann'"):
        DIE.believed("anne")
    with pytest.raises(ModelError, match="no actual world"):
        DIE.at(None).possible("ann")


def test_worlds_without_any_weight_have_no_shares_unless_they_are_taken_alike():
    worlds = {"w1": {"p"}, "w2": {"p"}, "w3": set(), "w4": set()}
    a = {"w1": 0, "w2": 0, "w3": 0, "w4": "1/2"}
    m = KripkeModel.kd45(worlds, {"a": [(["w1", "w2", "w3"],) * 2, (["w4"],) * 2]}, weights={"a": a}, threshold="0.3")
    with pytest.raises(ModelError, match=r"agent a: .*weight 0.*B_a"):
        m.degree("a", "p", at="w1")
    assert m.degree("a", "p", at="w1", alike=True) == Fraction(2, 3)
    assert m.degree("a", "p", at="w4", alike=True) == m.degree("a", "p", at="w4") == 0


@pytest.mark.parametrize("size", [4, 400])
def test_a_column_cannot_be_written_to_which_would_change_the_model(size):
    worlds = {f"w{i}": {"p"} if i % 2 else set() for i in range(size)}
    m = KripkeModel.s5(worlds, {"a": [list(worlds)]}, weights={"a": dict.fromkeys(worlds, "1/2")}, threshold="0.3")
    for column in (m.column("p"), m.column("~p"), m.column("K_a p"), m.believed_column("a", at="w0")):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = not column[0]
    assert m.extension("p") == {world for world, atoms in worlds.items() if atoms}
