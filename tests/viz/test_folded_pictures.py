"""Worlds that nothing in a picture tells apart, drawn as one with their number."""

import pytest
from hypothesis import given
from structures import structures

from kripke.data.structure import Structure
from kripke.models.functions import structure_of
from kripke.sameness.invariance import contract
from viz.pictures.model_picture import picture_of
from viz.pictures.picture import DrawError, Options
from whoknows import Event, EventModel, KripkeModel, draw, draw_update

WORLDS = {i: {"p"} if i < 5 else set() for i in range(8)}
MODEL = KripkeModel.s5(WORLDS, {"a": [[*WORLDS]], "b": [[0, 1, 2, 3, 4], [5, 6], [7]]}, actual=3)


def counts(model: KripkeModel, **options: object) -> dict[object, str]:
    picture = picture_of(structure_of(model), Options(fold=True, **options))  # type: ignore[arg-type]
    return {spot.world: "".join(remark.text for remark in spot.remarks) for spot in picture.spots}


def test_a_world_stands_for_its_block_and_the_actual_one_for_its_own() -> None:
    assert counts(MODEL) == {3: "×5", 5: "×3"}
    (actual,) = [spot for spot in picture_of(structure_of(MODEL), Options(fold=True)).spots if spot.actual]
    assert actual.world == 3


def test_what_is_filled_and_what_is_left_out_decides_what_is_told_apart() -> None:
    model = KripkeModel.s5({1: set(), 2: set(), 3: {"q"}}, {"a": [[1], [2, 3]]}, actual=1)
    assert counts(model) == {1: "", 2: "", 3: ""}
    assert counts(model, worlds=[1, 2]) == {1: "×2"}
    assert counts(model, worlds=[1, 2], highlight="M_a q") == {1: "", 2: ""}


@given(structures())
def test_the_picture_is_that_of_the_contracted_model(structure: Structure) -> None:
    whole, smaller = picture_of(structure, Options(fold=True)), contract(structure)
    assert whole.links == picture_of(smaller, Options()).links
    assert tuple(spot.world for spot in whole.spots) == tuple(smaller.worlds)


@pytest.mark.parametrize("ending", ["svg", "tex", "dot"])
def test_each_format_shows_the_number_and_a_legend_explains_it(tmp_path: object, ending: str) -> None:
    text = draw(MODEL, f"{tmp_path}/folded.{ending}", fold=True).read_text().replace(r"$\times$", "×")
    assert "×5" in text
    if ending != "dot":  # which has no legend
        assert "×n: n worlds" in text
        assert "b can tell all worlds that are drawn apart" in text
    assert "×n" not in draw(MODEL.contract(), fold=True)


def test_pictures_of_several_models_or_of_events_are_not_folded() -> None:
    for wrong in (
        lambda: draw(MODEL, before=MODEL, fold=True),
        lambda: draw_update(MODEL, MODEL, fold=True),
        lambda: draw(EventModel.s5({"told": Event("p")}, {"a": [["told"]]}), fold=True),
    ):
        with pytest.raises(DrawError, match="fold"):
            wrong()
