"""Symbolic models and systems in a real browser: asked, seen through eyes, changed, edited, and told as puzzles."""

from pathlib import Path

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, filled, require_accessible, see, share, type_formula
from served import until

pytestmark = NO_BROWSER


@pytest.mark.slow
def test_a_symbolic_model_is_asked_changed_undone_shared_and_drawn_around_a_state(page):
    names = ",".join(map(str, range(1, 31)))
    text = f"VARS {names}\nLAW OR({names})\nOBS a: 1,2\n b: {','.join(map(str, range(1, 29)))}\n"
    file = {"name": "thirty.smcdel.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    see(page, "1,073,741,823")
    type_formula(page, "p1 & K_a p1")
    see(page, "true at 536,870,912 of 1,073,741,823 states")
    page.get_by_role("button", name="Look around state 1").click()
    until(lambda: page.locator(".world").count() == 4)
    see(page, "Not drawn: a (268,435,45")
    require_accessible(page)
    page.get_by_label("What is said or seen").fill("p1")
    page.get_by_role("button", name="Do it").click()
    until(lambda: page.locator(".timeline li").nth(1).inner_text().split() == ["p1!", "536,870,912"])
    page.get_by_role("button", name="Undo").click()
    link = share(page)
    page.goto("about:blank")
    page.goto(link)
    see(page, "1,073,741,823")
    page.get_by_role("button", name="Open as a model").click()
    page.get_by_role("button", name="New world").wait_for()


@pytest.fixture
def thirty(page):
    """A symbolic model of thirty atoms."""
    names = ",".join(map(str, range(1, 31)))
    text = f"VARS {names}\nLAW OR({names})\nOBS a: 1,2\n b: {','.join(map(str, range(1, 29)))}\n"
    file = {"name": "thirty.smcdel.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    see(page, "1,073,741,823")
    return page


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
def test_a_symbolic_model_is_seen_through_eyes_and_before_and_after_a_change(thirty, size):
    page = thirty
    page.set_viewport_size(size)
    see(page, "Not drawn: a (268,435,45")
    page.get_by_role("button", name="+ a", exact=True).click()
    see(page, "Not dimmed: what a considers possible")
    until(lambda: page.locator(".world").count() > 4)
    page.get_by_role("button", name="+ b", exact=True).click()
    see(page, "Not dimmed: what a thinks b considers possible")
    require_accessible(page)
    page.get_by_role("button", name="All worlds").click()
    page.get_by_label("What happens").select_option("whether")
    page.get_by_label("What is said or seen").fill("p29")
    page.get_by_role("button", name="Side by side").click()
    page.locator("dialog img").wait_for()
    see(page, "Not drawn: a (268,435,45")
    require_accessible(page)
    page.locator("dialog").get_by_role("button", name="Do it").click()
    until(lambda: "p29?" in page.locator(".timeline li").nth(1).inner_text())


@pytest.mark.slow
def test_who_sees_what_the_law_and_the_atoms_of_a_symbolic_model_are_edited(thirty):
    page = thirty
    page.locator("summary", has_text="sees 2 of 30 bits").click()
    page.get_by_role("group", name="Atoms that a sees").get_by_role("button", name="p3", exact=True).click()
    see(page, "sees 3 of 30 bits")
    type_formula(page, "Kw_a p3")
    see(page, "true at all states")
    page.get_by_label("Condition to add to the law").fill("p4 -> p5")
    page.get_by_role("button", name="Add to the law").click()
    see(page, "805,306,367")
    page.get_by_label("Name of a new atom").fill("both")
    page.get_by_label("Where the new atom is true").fill("p1 & p2")
    page.get_by_role("button", name="Add atom").click()
    until(lambda: page.locator(".timeline li").count() == 4)
    type_formula(page, "both -> K_a both")
    see(page, "true at all states")
    page.get_by_role("button", name="Make it the actual state").click()
    see(page, "true at the actual state")
    page.get_by_label("Name of a new agent").fill("c")
    page.get_by_role("button", name="Add agent").click()
    see(page, "sees 0 of 30 bits")
    require_accessible(page)


@pytest.mark.slow
def test_a_model_is_made_from_a_law_and_observations(page):
    page.get_by_role("button", name="Library").click()
    page.locator("summary", has_text="From observations").click()
    page.get_by_label("Law").fill("p | z")
    page.get_by_role("button", name="Make the model").click()
    see(page, "no atom 'z'")
    require_accessible(page)
    page.get_by_label("Law").fill("p | q | r")
    page.get_by_role("button", name="Make the model").click()
    until(lambda: "from observations" in page.locator(".timeline").inner_text())
    page.get_by_label("Law").wait_for(state="hidden")  # the library closes when the new model is drawn and asked
    assert page.locator(".world").count() == 7
    type_formula(page, "Kw_a p & Kw_b (q & r)")
    see(page, "true at all worlds")


@pytest.mark.slow
def test_a_puzzle_with_twenty_children_is_told_with_diagrams(page):
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Muddy children", exact=True).click()
    page.get_by_text("Options").click()
    page.get_by_label("n", exact=True).fill("twenty")
    page.get_by_role("button", name="Tell it with these").click()
    page.get_by_role("alert").wait_for()
    page.get_by_label("n", exact=True).fill("20")
    page.get_by_role("button", name="Tell it with these").click()
    until(lambda: page.locator(".world").count() == 21)
    require_accessible(page)
    page.get_by_role("button", name="Next step").click()
    until(lambda: "1,048,575" in page.locator(".timeline").inner_text())
    type_formula(page, "~muddy(bill)")
    until(lambda: filled(page) == ["World ¬muddy(bill)"])
    page.get_by_role("button", name="Why at the actual state?").click()
    page.locator(".reasons button").first.wait_for()
    page.get_by_role("button", name="World ¬muddy(bill)").press("Enter")
    see(page, "Around this state")
    page.set_viewport_size(NARROW)
    require_accessible(page)


BITS = (Path(__file__).parents[3] / "examples/systems/bit_transmission.ispl").read_text(encoding="utf-8")
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(event);
}"""


@pytest.mark.slow
def test_a_file_in_ispl_opens_with_its_formulas_and_its_runs_are_played(page, tmp_path):
    file = tmp_path / "bits.ispl"
    file.write_text(BITS, encoding="utf-8")
    page.locator("input[type=file]").first.set_input_files(file)
    card = page.locator("section", has=page.get_by_role("heading", name="System", exact=True))
    formulas = card.get_by_label("Formulas of the file").locator("li")
    until(
        lambda: [each.inner_text().split()[1] for each in formulas.all()] == ["true"] * 4 + ["false", "true", "false"]
    )
    assert page.locator(".world").count() == 6
    formulas.nth(3).get_by_role("button").click()
    steps = card.get_by_label("The run").locator("li")
    until(lambda: steps.count() == 3)
    lit = page.locator(".world.lit")
    assert "got=nothing" in lit.get_attribute("aria-label")
    card.get_by_role("button", name="Next step").click()
    until(lambda: "got=zero" in lit.get_attribute("aria-label"))
    card.get_by_label("Formula about runs").fill("AG (received -> Y ~received)")
    card.get_by_role("button", name="Ask").click()
    see(card, "false where runs begin")
    card.get_by_text("Why?").click()
    see(card, "1 step ago")
    require_accessible(page)
    page.reload()
    until(lambda: formulas.count() == 7)
    page.get_by_label("What is said or seen").fill("~confirmed")
    page.get_by_role("button", name="Do it").click()
    until(lambda: page.locator(".world").count() == 4)
    assert card.count() == 0  # after an announcement the worlds are not the states any more


@pytest.mark.slow
def test_files_are_dropped_on_the_page(page):
    page.evaluate(DROP, ["bits.ispl", BITS])
    see(page, "The system in ISPL")
    page.evaluate(DROP, ["bad.ispl", "Agent a"])
    see(page, "bad.ispl")
