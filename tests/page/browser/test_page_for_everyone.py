"""The page for everyone: in words, by keyboard alone, in the dark, on a phone, on a large screen, from the start."""

import re
from pathlib import Path

import pytest
from browsing import NARROW, NO_BROWSER, filled, require_accessible, type_formula
from served import until

from viz import theme

DARK = Path("viz/web/page/src/lib/theme.svelte.ts")
STARTS = [
    ("Solve the muddy children", "Father: At least one of you is muddy"),
    ("Draw a model", "New world"),
    ("Prove Is", "This is a contradiction"),
    ("Plan Who", "a plan of 2 steps"),
    ("Play Bluff", "Games of hidden information"),
]


def test_pictures_have_a_colour_that_is_readable_in_the_dark_for_each_colour_of_the_theme():
    shades = dict(re.findall(r'"(#\w{6})": "(#\w{6})"', DARK.read_text("utf-8")))
    assert {theme.INK, theme.PALE, theme.GHOST, theme.FILL, theme.PAPER, *theme.COLOURS} == set(shades)
    for colour in (theme.INK, theme.PALE, *theme.COLOURS):
        assert theme.contrast(shades[colour], shades[theme.PAPER]) >= 4.5
    assert theme.contrast(shades[theme.INK], shades[theme.FILL]) >= 4.5


@NO_BROWSER
class TestInABrowser:
    @pytest.mark.slow
    def test_a_model_is_told_in_words_beside_its_picture_and_alone(self, page):
        picture = page.get_by_role("group", name="Picture of the model")
        told = page.locator(f"[id='{picture.get_attribute('aria-describedby')}']")
        assert "a cannot tell w from v." in told.inner_text()
        assert "b can tell all worlds apart." in told.inner_text()
        page.get_by_role("button", name="In words").press("Enter")
        until(lambda: told.bounding_box()["width"] > 400)
        assert not picture.is_visible()
        require_accessible(page)
        page.get_by_role("button", name="In words").press("Enter")
        picture.wait_for()

    @pytest.mark.slow
    def test_the_page_is_dark_as_the_system_is_or_by_a_switch_and_its_pictures_too(self, page):
        def lightness():
            return page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")

        assert lightness() > 200
        page.emulate_media(color_scheme="dark")
        until(lambda: lightness() < 50)
        assert page.locator(".links path").first.get_attribute("stroke") != theme.COLOURS[0]
        page.get_by_role("button", name="Side by side").click()
        page.locator("dialog img").wait_for()
        assert theme.PAPER.removeprefix("#") not in page.locator("dialog img").get_attribute("src")
        require_accessible(page)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Why at w?").click()
        page.locator(".reasons button").first.wait_for()
        require_accessible(page)
        page.get_by_role("button", name="Dark mode").press("Enter")
        until(lambda: lightness() > 200)
        page.reload()
        page.locator(".world").first.wait_for()
        assert lightness() > 200, "the choice stays"
        page.emulate_media(color_scheme="light")

    @pytest.mark.slow
    def test_a_phone_has_keys_for_signs_and_boxes_whose_letters_are_not_zoomed(self, page):
        page.set_viewport_size(NARROW)
        box = page.get_by_role("textbox", name="Formula", exact=True)
        box.fill("p")
        box.evaluate("it => it.setSelectionRange(0, 0)")
        keys = page.get_by_role("group", name="Signs").first.get_by_role("button")
        for name in ("¬", "K_a", "Agent a; the next one", "◇_b"):
            keys.get_by_text(name, exact=True).or_(keys.and_(page.get_by_label(name, exact=True))).first.click()
        assert box.input_value() == "¬K_a ◇_b p"
        until(lambda: filled(page) == ["World w", "World v"])
        sizes = "all => all.map(it => parseFloat(getComputedStyle(it).fontSize))"
        assert min(page.locator("input, select").evaluate_all(sizes)) >= 16
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        require_accessible(page)

    @pytest.mark.slow
    def test_help_on_notation_stands_beside_the_box_and_writes_into_it(self, page):
        box = page.get_by_role("textbox", name="Formula", exact=True)
        box.fill("")
        page.get_by_role("button", name="Notation").first.press("Enter")
        page.get_by_role("button", name="Kw_a p", exact=True).wait_for()
        require_accessible(page)
        page.get_by_role("button", name="Kw_a p", exact=True).press("Enter")
        assert box.input_value() == "Kw_a p"
        until(lambda: page.evaluate("document.activeElement.ariaLabel") == "Formula")

    def test_what_is_typed_with_keys_of_a_typewriter_is_shown_as_mathematics_and_the_prover_speaks_in_sentences(
        self, page
    ):
        page.get_by_label("What is said or seen").fill("~K_a p")
        page.get_by_role("button", name="Do it").click()
        timeline = page.get_by_role("navigation", name="Timeline")
        until(lambda: timeline.locator("sub").count() == 1)
        assert "¬Ka p!" in timeline.inner_text()
        type_formula(page, "p -> K_a p | ~K_b p")
        page.get_by_role("button", name="Valid in").click()
        page.get_by_text("Not valid in S5").wait_for()
        said = page.locator(".proof").inner_text()
        assert "K_" not in said
        assert page.locator(".proof sub").count() > 4

    def test_a_slide_fills_a_large_screen(self, page):
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.get_by_role("button", name="Slide").click()
        until(lambda: page.locator(".world .body").first.bounding_box()["height"] > 200)
        assert page.locator(".frame svg[role=group]").bounding_box()["width"] == 1920
        assert page.locator(".legend").bounding_box()["y"] > 950
        page.keyboard.press("Escape")

    def test_the_start_leads_to_an_example_of_each_task(self, page):
        require_accessible(page)
        for tile, shown in STARTS:
            page.get_by_role("button", name=tile).press("Enter")
            page.get_by_text(shown).first.wait_for()
            assert page.get_by_role("heading", name="Start with one of these").count() == 0
            page.get_by_role("button", name="whoknows").click()
            page.get_by_role("heading", name="Start with one of these").wait_for()
