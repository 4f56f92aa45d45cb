"""The page for everyone: in words, by keyboard alone, in the dark, on a phone, on a large screen, from the start."""

import re
from pathlib import Path

from browsing import NO_BROWSER, require_accessible
from served import until

from viz import theme

DARK = Path("viz/web/page/src/lib/theme.svelte.ts")


def test_pictures_have_a_colour_that_is_readable_in_the_dark_for_each_colour_of_the_theme():
    shades = dict(re.findall(r'"(#\w{6})": "(#\w{6})"', DARK.read_text("utf-8")))
    assert {theme.INK, theme.PALE, theme.GHOST, theme.FILL, theme.PAPER, *theme.COLOURS} == set(shades)
    for colour in (theme.INK, theme.PALE, *theme.COLOURS):
        assert theme.contrast(shades[colour], shades[theme.PAPER]) >= 4.5
    assert theme.contrast(shades[theme.INK], shades[theme.FILL]) >= 4.5


@NO_BROWSER
class TestInABrowser:
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
