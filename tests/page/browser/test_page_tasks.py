"""The tasks of a course, each in at most 20 clicks: on a server, on the static site, zoomed to 200 %, on a phone."""

import re
from functools import partial

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, Person, see, share, type_formula
from served import until as until_within

pytestmark = NO_BROWSER
MOST_CLICKS = 20
SIZES = {"screen": WIDE, "zoomed": {"width": WIDE["width"] // 2, "height": WIDE["height"] // 2}, "phone": NARROW}
"""A page that is zoomed to 200 % has half as many pixels of its own."""
OTHERS = [
    pytest.param(*place, marks=pytest.mark.slow)
    for place in (("server", "zoomed"), ("server", "phone"), ("site", "screen"))
]
everywhere = pytest.mark.parametrize(("address", "person"), [("server", "screen"), *OTHERS], indirect=True)
on_the_server = pytest.mark.parametrize(("address", "person"), [("server", "screen")], indirect=True)
PATIENCE = 60_000  # a busy machine loads Python in WebAssembly in a minute
until = partial(until_within, seconds=PATIENCE / 1000)


@pytest.fixture
def person(page, request):
    """Someone whose clicks are counted; a phone is touched."""
    size = SIZES[request.param]
    page.set_viewport_size(size)
    page.set_default_timeout(PATIENCE)
    yield Person(page, touch=request.param == "phone")
    assert 0 < page.evaluate("window.clicks") <= MOST_CLICKS
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


NAME = (
    "(it => it.ariaLabel || it.innerText || it.labels?.[0]?.innerText || it.textContent || '')(document.activeElement)"
)


def focused(page):
    """The name of what has the focus."""
    return page.evaluate(NAME).strip()


def go_to(page, name, backwards=False):
    """Go there by Tab alone."""
    for _ in range(120):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        now = focused(page)
        if now == name if isinstance(name, str) else name.search(now):
            return
    raise AssertionError(f"{name} is not reached by Tab")


CONTROLS = {"button", "checkbox", "combobox", "link", "radio", "slider", "spinbutton", "textbox"}


def read(page):
    """What a screen reader gets: of each node its role, its name and its description; and what live regions say."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def said(node):
        if node.get("role", {}).get("value") == "StaticText":
            return node["name"]["value"]
        return " ".join(filter(None, (said(by_id[child]) for child in node["childIds"] if child in by_id)))

    heard = [node for node in nodes if not node["ignored"]]
    lines = [tuple(node.get(key, {}).get("value", "") for key in ("role", "name", "description")) for node in heard]
    live = [
        node for node in heard if {"name": "live", "value": {"type": "token", "value": "polite"}} in node["properties"]
    ]
    return lines, " ".join(map(said, live))


def play(person):
    """Begin a game; by this seed it is the person's turn, with a few actions."""
    person.press(re.compile("^Play"))
    person.press("Bluff Poker")
    person.click(person.page.get_by_text("Options and luck"))
    person.type("seed", "5")
    person.press("Play")


def worlds(page):
    return [each.get_attribute("aria-label").split()[1].rstrip(",:") for each in page.query_selector_all(".world")]


def moments(page):
    return page.get_by_role("navigation", name="Timeline").get_by_role("button")


@everywhere
def test_from_zero_to_the_muddy_children_solved(person, page):
    person.press(re.compile("^Solve the muddy children"))
    see(page, "Father: At least one of you is muddy")
    step = page.locator(".card ol [aria-current=step]")
    for left in (7, 4, 1, 1, 1):
        before = step.inner_text()
        person.press("Next step")
        until(lambda left=left, before=before: len(worlds(page)) == left and step.inner_text() != before)
    see(page, "Answer:")
    type_formula(page, "~C muddy(anne)")
    see(page, "true at 0 of")
    type_formula(page, "C (muddy(anne) & muddy(bill) & muddy(cath))")
    see(page, "true at all")


@everywhere
@pytest.mark.slow
def test_a_kd45_model_of_two_agents_with_reasons_a_picture_and_a_link(person, page):
    person.choose("Frame of a", "KD45")
    person.click_line()
    person.press("v → w")
    see(page, "KD45 removes w → w for a")
    person.choose("Frame of b", "KD45")
    arrows = page.get_by_role("group", name="Arrows of b")
    person.press("w → v", arrows)
    see(page, "KD45 adds v → w for b")
    person.press("w → v", arrows)
    systems = page.get_by_role("region", name="Agents").locator(".badge")
    until(lambda: systems.all_inner_texts() == ["KD45", "KD45"])
    type_formula(page, "B_a ~p & B_b p & p")
    see(page, "true at w")
    person.press("Why at w?")
    page.locator(".reasons button").first.wait_for()
    person.press("Save as")
    with page.expect_download() as download:
        person.press("SVG")
    assert "<svg" in download.value.path().read_text()
    link = share(page)
    other = page.context.new_page()
    other.goto(link)
    other.get_by_text("true at w", exact=True).wait_for()
    assert [other.get_by_label(f"Frame of {agent}").input_value() for agent in "ab"] == ["KD45", "KD45"]
    other.close()


@pytest.mark.slow
@everywhere
def test_an_announcement_is_made_undone_and_another_is_a_branch(person, page):
    person.type("What is said or seen", "p")
    person.press("Do it")
    until(lambda: worlds(page) == ["w"])
    person.press("Undo")
    until(lambda: worlds(page) == ["w", "v"])
    person.choose("What happens", "whether")
    person.press("Do it")
    until(lambda: moments(page).count() == 3)
    type_formula(page, "K_a p")
    page.get_by_text("true at w", exact=True).wait_for()
    person.click(moments(page).nth(1))
    until(lambda: worlds(page) == ["w"])


@everywhere
def test_a_private_announcement(person, page):
    person.choose("What happens", "private")
    person.click(page.get_by_role("group", name="Agents").get_by_label("a", exact=True))
    person.type("What is said or seen", "p")
    person.press("Do it")
    until(lambda: len(worlds(page)) == 3)
    type_formula(page, "K_a p & ~K_b K_a p & B_b ~K_a p")
    see(page, "true at w·said")


@pytest.mark.slow
@everywhere
def test_a_countermodel(person, page):
    type_formula(page, "K_a p -> K_b p")
    person.press("Valid in")
    person.press("Open the countermodel")
    see(page, "is a model of its own; the one before it is kept")
    see(page, re.compile(r"true at [1-9] of \d|false at "))
    person.press(re.compile("^Why at"))
    page.locator(".reasons button").first.wait_for()


@pytest.mark.slow
@everywhere
def test_an_exercise_is_solved(person, page):
    person.press("Learn")
    person.press(re.compile("Possible worlds"))
    question = page.get_by_role("form", name=re.compile("^Question 1"))
    question.get_by_label("Your formula").fill("~h")
    person.press("Check", question)
    see(page, "Right.")


@pytest.mark.slow
@on_the_server
def test_a_game_is_played_and_asked_about(person, page):
    play(person)
    moment = page.get_by_role("slider", name="Moment")
    before = int(moment.input_value())
    person.click(page.locator(".actions button").first)
    until(lambda: int(moment.input_value()) > before)
    person.type("Formula about this moment", "die1=6 | ~die1=6")
    person.press("Ask")
    see(page, "knows that it is so")


@on_the_server
@pytest.mark.slow
def test_beliefs_are_watched(person, page):
    person.press("Games")
    person.press("Saboteur")
    person.click(page.get_by_label("I watch"))
    person.press("Watch")
    person.press("Forward")
    page.get_by_label("Whose mind").wait_for()
    person.choose("Whose mind", "bob")
    see(page, "worlds possible")
    person.type("Formula about this moment", "B_bob saboteur(mary)")
    person.press("Ask")
    page.get_by_role("status").locator(".badge").wait_for()


@on_the_server
@pytest.mark.usefixtures("person")
def test_a_model_is_drawn_asked_and_changed_by_keyboard_alone(page):
    press = page.keyboard.press
    go_to(page, "New world")
    press("Enter")
    until(lambda: focused(page) == "p")
    press("Enter")
    until(lambda: page.locator(".world[aria-label^='World w1: p']").count() == 1)
    go_to(page, "World at the end of the arrow")
    page.keyboard.type("v")
    go_to(page, re.compile("w1 – v"))
    press("Enter")
    told = page.get_by_role("group", name="The model in words")
    until(lambda: "a cannot tell any two worlds apart" in told.inner_text())
    press("Escape")
    until(lambda: focused(page).startswith("World w1"))
    at = page.locator(".world[aria-label^='World w1'] .body").bounding_box()
    press("Shift+ArrowDown")
    until(lambda: page.locator(".world[aria-label^='World w1'] .body").bounding_box()["y"] > at["y"])
    go_to(page, "Formula")
    press("Control+a")
    page.keyboard.type("~K_a p")
    page.get_by_text("true at all worlds").wait_for()
    go_to(page, re.compile("Why at"))
    press("Enter")
    page.locator(".reasons button").first.wait_for()
    go_to(page, "What is said or seen")
    press("Enter")
    until(lambda: page.locator(".world").count() == 2)
    press("Shift+Tab")
    go_to(page, "Undo")
    press("Enter")
    until(lambda: page.locator(".world").count() == 3)


@on_the_server
@pytest.mark.usefixtures("person")
def test_a_puzzle_and_an_exercise_are_solved_by_keyboard_alone(page):
    press = page.keyboard.press
    go_to(page, re.compile("^Solve the muddy children"))
    press("Enter")
    page.get_by_text("Father: At least one of you is muddy").first.wait_for()
    go_to(page, "Next step")
    while not page.get_by_text("Answer:").count():
        press("Enter")
        page.wait_for_timeout(200)
    go_to(page, "Learn", backwards=True)
    press("Enter")
    go_to(page, "Start")
    press("Enter")
    page.locator(".question .world").first.wait_for()
    go_to(page, re.compile("^World"))
    press("Enter")
    go_to(page, "Check")
    press("Enter")
    page.locator(".marks").wait_for()


@on_the_server
@pytest.mark.usefixtures("person")
@pytest.mark.slow
def test_a_game_is_played_and_asked_about_by_keyboard_alone(page):
    go_to(page, re.compile("^Play"))
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Bluff Poker").wait_for()
    go_to(page, "Bluff Poker")
    page.keyboard.press("Enter")
    go_to(page, "Options and luck")
    page.keyboard.press("Enter")
    go_to(page, "seed")
    page.keyboard.type("5")
    go_to(page, "Play")
    page.keyboard.press("Enter")
    actions = page.locator(".actions button")
    actions.first.wait_for()
    before = page.get_by_role("list", name="Moves").inner_text()
    go_to(page, actions.first.inner_text())
    page.keyboard.press("Enter")
    until(lambda: page.get_by_role("list", name="Moves").inner_text() != before)
    go_to(page, "Formula about this moment")
    page.keyboard.press("Control+a")
    page.keyboard.type("die1=6 | ~die1=6")
    page.keyboard.press("Enter")
    see(page, "knows that it is so")


@on_the_server
def test_what_a_screen_reader_says_is_enough(person, page):
    lines, _ = read(page)
    pictures = [line for line in lines if line[1] == "Picture of the model: 2 worlds"]
    assert [(role, "a cannot tell w from v." in description) for role, _, description in pictures] == [("group", True)]
    assert ("button", "World w, the actual world: p, the formula is false") in [line[:2] for line in lines]
    type_formula(page, "~K_a p & p")
    until(lambda: "true at w" in read(page)[1])
    assert any(
        role == "button" and name.startswith("World w") and name.endswith("is true") for role, name, _ in read(page)[0]
    )
    person.press("Why at w?")
    page.locator(".reasons button").first.wait_for()
    assert any(role == "button" and "a cannot tell w from v" in name for role, name, _ in read(page)[0])
    person.press("Do it")
    until(lambda: any(name == "Picture of the model: 1 world" for _, name, _ in read(page)[0]))
    for view, ready in (
        ("Models", ".world"),
        ("Prove", "main input"),
        ("Learn", ".chapters li"),
        ("Games", ".tiles button"),
    ):
        person.press(view)
        page.locator(ready).first.wait_for()
        assert [line for line in read(page)[0] if line[0] in CONTROLS and not line[1].strip()] == []
