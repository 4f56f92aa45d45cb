"""Models by hand on the page: frames, arrows and panels, as a person edits them."""

import re

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, Person, middle, require_accessible, see, type_formula
from served import MODEL, until

from kripke.models.kripke_model import KripkeModel

pytestmark = NO_BROWSER


def shown(page):
    """The model on the page: the last one that was drawn."""
    return KripkeModel.from_dict(page.model)


def arrows(page, agent):
    return sorted(map("".join, shown(page).relations[agent]))


def arrows_become(page, agent, *expected):
    until(lambda: page.title() and arrows(page, agent) == [*expected])


def panel_of(page, name):
    panel = page.get_by_role("region", name=name)
    panel.wait_for()
    return panel


@pytest.fixture
def person(page):
    def keep(request):
        if request.url.endswith("/api/picture"):
            page.model = request.post_data_json["model"]

    page.model = MODEL
    page.on("requestfinished", keep)
    yield Person(page)
    page.remove_listener("requestfinished", keep)


@pytest.mark.slow
def test_a_click_with_an_agent_s_tool_removes_nothing(page, person):
    person.press("New world")
    person.click_at(300, 300)
    until(lambda: page.locator(".world").count() == 3)
    before = shown(page).relations
    person.press("a")
    for name in ("w", "v"):
        person.click_world(name)
        panel_of(page, f"Arrow from {name} to itself")
    person.drag("w", "v")
    panel_of(page, "Arrows between w and v")
    page.wait_for_timeout(300)
    assert shown(page).relations == before


def in_view(page, panel):
    box, size = panel.bounding_box(), page.viewport_size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] and box["x"] + box["width"] <= size["width"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
def test_the_panel_of_a_world_is_in_view_and_atoms_are_edited_there(page, person, size):
    page.set_viewport_size(size)
    person.click_world("v")
    panel = panel_of(page, "World v")
    until(lambda: in_view(page, panel))
    x, y = middle(page, "v")
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.world') !== null", [x, y])
    person.press("p", panel)
    panel.get_by_label("Name of a new atom").fill("q")
    person.press("Add", panel)
    until(lambda: page.title() and shown(page)["v"] == {"p", "q"})
    require_accessible(page)
    page.keyboard.press("Escape")
    panel.wait_for(state="detached")


@pytest.mark.slow
def test_loops_are_drawn_and_arrows_removed_by_pointer_and_by_keys(page, person):
    person.choose("Frame of b", "any")
    person.press("b")
    person.drag("w", "v")
    arrows_become(page, "b", "vv", "wv", "ww")
    page.keyboard.press("Escape")
    person.click_line()
    page.keyboard.press("Delete")
    arrows_become(page, "b", "vv", "ww")
    page.locator(".world").first.focus()
    page.keyboard.press("Enter")
    panel = panel_of(page, "World w")
    until(lambda: panel.locator(":focus").count() == 1)
    panel.get_by_label("World at the end of the arrow").select_option("w")
    panel.get_by_role("group", name="Arrows of b").get_by_role("button", name="w → w").press("Enter")
    arrows_become(page, "b", "vv")
    page.keyboard.press("Escape")
    until(lambda: page.locator(".world").first.evaluate("it => it === document.activeElement"))
    person.press("b")
    person.click_world("w")
    arrows_become(page, "b", "vv", "ww")


def test_what_the_frame_needs_is_not_removed_and_the_panel_says_so(page, person):
    person.choose("Frame of b", "KD45")
    person.press("b")
    person.click_world("v")
    person.press("v → v", page.get_by_role("group", name="Arrows of b"))
    see(page, "KD45 needs v → v for b: draw another arrow from v first")
    assert arrows(page, "b") == ["vv", "ww"]
    type_formula(page, "p & p")
    until(lambda: "/models/" in page.evaluate("location.hash"))
    page.reload()
    until(lambda: page.get_by_label("Frame of b").input_value() == "KD45")


def test_validity_is_asked_of_formulas_that_the_model_cannot_evaluate(page, person):
    for formula, answer in (
        ("C p -> E p", "All agents: a and b."),
        ("K_carl secret -> secret", "Valid in S5"),
        ("p, p -> goal |= goal", "Valid in S5"),
    ):
        type_formula(page, formula)
        person.press("Valid in")
        see(page, answer)


@pytest.mark.slow
def test_a_model_that_is_too_large_for_a_picture_is_drawn_in_part(page, person):
    person.press("Library")
    person.press("Sum and Product")
    see(page, "The picture shows 24 of 2,352 worlds, first those around (2, 3).")
    see(page, "true at 145 of 2,352 worlds")
    until(lambda: page.locator(".world.filled").count())
    assert page.locator(".world").count() == 24
    assert page.get_by_role("alert").count() == 0
    labels = [each.get_attribute("aria-label") for each in page.locator(".world.filled").all()]
    sums = {sum(map(int, re.findall(r"\d+", label)[:2])) for label in labels}
    assert sums <= {11, 17, 23, 27, 29, 35, 37, 41, 47, 53}, "no sum of two primes"
    page.locator(".world").last.press("Enter")
    page.get_by_role("button", name="Look around").click()
    page.get_by_text("worlds, first those around (2, 3)").wait_for(state="detached")
    require_accessible(page)
