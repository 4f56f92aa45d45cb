"""What tests in a real browser share."""

import pytest
from effort import thorough
from served import browser_path

CHROMIUM = browser_path()
NO_BROWSER = pytest.mark.skipif(
    CHROMIUM is None,
    reason="no Chromium: the page was not tried in a browser (apt-get install chromium, or WHOKNOWS_INSTALL_BROWSER=1)",
)
WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
VIOLATIONS = "rules => axe.run({resultTypes: ['violations'], ...rules}).then((found) => found.violations)"
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that other colours can break."""


def require_accessible(page):
    """Fail if axe finds a violation, in light or in dark colours."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    page.evaluate(axe.axe_script)
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    other, own = ("light", "dark") if is_dark else ("dark", "light")
    for scheme, rules in ((other, {} if thorough() else COLOURS), (own, {})):
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(VIOLATIONS, rules)
        assert not found, (scheme, [(each["id"], [node["html"] for node in each["nodes"]][:3]) for each in found])


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


COUNTER = """
    window.clicks = 0;
    let box = null;
    const count = (kind, clicks) => addEventListener(kind, (event) => { window.clicks += clicks(event); }, true);
    const typed = (it) => it.matches("textarea, input:not([type=checkbox], [type=radio], [type=range])");
    const used = (it) => typed(it) ? it : null;
    count("pointerdown", ({ target }) => { box = used(target); return 1; });
    count("input", ({ target }) => {
        const isOther = typed(target) && target !== box;
        box = used(target);
        return Number(isOther);
    });
    count("change", ({ target }) => target.matches("select") ? 2 : target.matches("[type=range]") ? 1 : 0);
    count("keydown", ({ key, target }) => key === "Enter" || (key === " " && !typed(target)) ? 1 : 0);
"""
"""Counts what a person does: a press of the pointer or of a key that does the same, and the one on a box before typing.

A list to choose from is two clicks.
"""

LAST_LINE = """() => {
    const ends = (it) => [0, it.getTotalLength()].map((at) => it.getPointAtLength(at).x);
    const wide = (it) => Math.abs(ends(it)[0] - ends(it)[1]) > 20;
    const line = [...document.querySelectorAll(".links .hit")].filter(wide).at(-1);
    const { x, y } = line.getPointAtLength(0.25 * line.getTotalLength());
    const at = new DOMPoint(x, y).matrixTransform(line.getScreenCTM());
    return [at.x, at.y];
}"""


class Person:
    """What a person does on a page, with a mouse or with a finger."""

    def __init__(self, page, touch=False):
        self.page, self.touch = page, touch

    def press(self, name, within=None):
        self.click((within or self.page).get_by_role("button", name=name, exact=isinstance(name, str)).first)

    def click(self, button):
        if self.touch:
            self.click_at(*centre(button))
        else:
            button.click()

    def click_at(self, x, y):
        if self.touch:
            devtools = self.page.context.new_cdp_session(self.page)
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        else:
            self.page.mouse.click(x, y)

    def choose(self, label, option):
        self.page.get_by_label(label, exact=True).select_option(option)

    def type(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)

    def click_world(self, name):
        self.click_at(*middle(self.page, name))

    def click_line(self):
        """The last line or arrow between two worlds, beside its name."""
        middle(self.page, "w")
        self.click_at(*self.page.evaluate(LAST_LINE))

    def drag(self, one, other):
        self.page.mouse.move(*middle(self.page, one))
        self.page.mouse.down()
        self.page.mouse.move(*middle(self.page, other), steps=4)
        self.page.mouse.up()


def middle(page, name):
    """The middle of a world."""
    return centre(page.locator(", ".join(f".world[aria-label^='World {name}{sign}'] .body" for sign in ",:")))


def centre(locator):
    """The middle of what is there, in view, once it is still."""
    locator.scroll_into_view_if_needed()
    before, box = None, locator.bounding_box()
    while box != before:
        locator.page.wait_for_timeout(60)
        before, box = box, locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
