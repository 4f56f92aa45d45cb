"""What tests in a real browser share."""

import pytest
from served import browser_path

CHROMIUM = browser_path()
NO_BROWSER = pytest.mark.skipif(
    CHROMIUM is None,
    reason="no Chromium: the page was not tried in a browser (apt-get install chromium, or WHOKNOWS_INSTALL_BROWSER=1)",
)
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


def require_accessible(page):
    """Fail if axe finds a violation."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    found = axe.run(page).response["violations"]
    assert not found, [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found]


def filled(page):
    """The worlds of the picture that are filled."""
    return [
        each.get_attribute("aria-label").split(":")[0].split(",")[0]
        for each in page.query_selector_all(".world.filled")
    ]


def type_formula(page, text):
    """Type a formula."""
    page.get_by_role("textbox", name="Formula", exact=True).fill(text)


def see(page, text):
    """Wait until the text is there."""
    page.get_by_text(text).first.wait_for()


def share(page):
    """The link of Share."""
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="Link").input_value()
    page.keyboard.press("Escape")
    return link
