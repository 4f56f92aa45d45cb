"""Proofs on the page: written line by line, marked as they are written, kept in the browser, shown by the prover."""

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, require_accessible

from kripke.prove.fitch.proof import FitchProof
from learn.exercises.registry import make

pytestmark = NO_BROWSER


def begin(page, logic, goal):
    """A new proof of a formula."""
    page.goto(page.url.partition("#")[0] + "#/proof")
    page.get_by_role("textbox", name="Formula", exact=True).fill(goal)
    page.get_by_label("Logic").select_option(logic)
    page.get_by_role("button", name="Write a proof of your own").click()
    page.get_by_label("What is to be proved").wait_for()


def write(page, number, formula, why=None):
    """Fill a line that is open."""
    page.get_by_label(f"Formula of line {number}").fill(formula)
    if why is not None:
        page.get_by_label(f"Reason of line {number}").fill(why)


def press(page, name):
    page.locator(".panel").get_by_role("button", name=name, exact=True).click()


def line(page, number):
    return page.locator("[data-line]").nth(number - 1)


def distribution(page):
    """The proof of axiom K up to its last line."""
    begin(page, "K", "K_a (p -> q) -> K_a p -> K_a q")
    page.get_by_role("button", name="Assume").click()
    write(page, 1, "K_a (p -> q)")
    press(page, "Assume")
    write(page, 2, "K_a p")
    press(page, "Subproof |a")
    write(page, 3, "p -> q", "K 1")
    press(page, "New line")
    write(page, 4, "p", "K 2")
    press(page, "New line")
    write(page, 5, "q")


@pytest.mark.slow
def test_a_proof_is_written_and_each_line_is_marked_with_a_hint(page):
    distribution(page)
    line(page, 5).get_by_text("it follows by ->E 3,4").wait_for()
    line(page, 5).get_by_role("button", name="Take the reason").click()
    press(page, "End the subproof")
    write(page, 6, "K_a q", "KI 3-4")
    line(page, 6).get_by_text("it follows by KI 3-5").wait_for()
    page.locator(".panel .palette").get_by_role("button", name="KI", exact=True).wait_for()
    page.get_by_label("Reason of line 6").fill("KI 3-5")
    press(page, "End the subproof")
    write(page, 7, "K_a p -> K_a q", "->I 2-6")
    press(page, "End the subproof")
    write(page, 8, "K_a (p -> q) -> K_a p -> K_a q", "->I 1-7")
    page.get_by_text("proved", exact=True).wait_for()
    line(page, 3).get_by_role("button").first.click()
    press(page, "Delete line 3")
    page.get_by_text("2 lines do not follow yet").wait_for()
    assert page.locator("[data-line]").nth(3).locator(".reason").inner_text() == "->E ?,3"
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("proved", exact=True).wait_for()
    address = page.url
    page.reload()
    page.get_by_text("proved", exact=True).wait_for()
    assert page.url == address
    page.get_by_role("button", name="My proofs").click()
    page.get_by_text("8 lines").wait_for()


def test_a_proof_is_written_with_keys_alone(page):
    begin(page, "S5", "p -> p")
    page.get_by_role("button", name="Assume").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("p")
    page.locator("[data-line].right").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.type("p | q")
    page.keyboard.press("Tab")
    page.keyboard.type("|I 1")
    page.locator("[data-line].right").nth(1).wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.textContent").strip().startswith("1.")


def test_the_prover_s_proof_is_shown_in_each_style_and_gone_on_from(page):
    page.goto(page.url.partition("#")[0] + "#/proof/K/K_a%20(p%20%26%20q)%20-%3E%20K_a%20p")
    page.get_by_text("There, p").wait_for()
    for style, text in (("Tableau", "axiom K, from line"), ("Hilbert", "RM 1"), ("Fitch", "KI 2-3")):
        page.get_by_role("button", name=style).click()
        page.get_by_text(text).first.wait_for()
    page.get_by_role("button", name="Go on from this proof").click()
    page.get_by_text("proved", exact=True).wait_for()
    page.get_by_role("button", name="Open a text").click()
    page.get_by_label("Text of a proof").fill("1. | p  assume\n2. | p & q  &I 1,1")
    page.get_by_role("button", name="Read").click()
    page.get_by_text("line 1 is p and line 1 is p").wait_for()


def test_a_link_holds_a_proof_and_a_damaged_one_says_so(page):
    begin(page, "S5", "p -> p")
    page.get_by_role("button", name="Assume").click()
    write(page, 1, "p")
    page.locator("[data-line].right").wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy a link").click()
    page.get_by_text("Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto("about:blank")
    page.goto(link)
    page.locator("[data-line].right").wait_for()
    page.goto(link[:-9])
    page.get_by_role("alert").wait_for()
    page.goto(page.url.partition("#")[0] + "#/proofs/nothing")
    page.get_by_text("there is no such proof in this browser").wait_for()


@pytest.mark.slow
def test_exercises_on_proofs_are_solved(page):
    """The exercises are those of seeds, and the answers are looked up; a gap is written, a wrong line is changed."""
    home = page.url.partition("#")[0]
    for kind in ("proof_gap", "proof_fault", "write_proof"):
        exercise = make(kind, 3, 1)
        page.goto(home + f"#/exercise/{kind}/1/3")
        page.locator("[data-line]").first.wait_for()
        lines = FitchProof.parse(exercise.answer).lines
        shown = exercise.public()["proof"]["lines"]
        for place, wanted in enumerate(lines):
            data = wanted.to_dict()
            if place < len(shown) and shown[place] == data:
                continue
            if place >= len(shown):
                if place == len(shown):
                    line(page, place).get_by_role("button").first.click()
                grow(page, place, lines)
            else:
                line(page, place + 1).get_by_role("button").first.click()
            write(page, place + 1, data["formula"], data["why"])
        page.get_by_role("button", name="Check", exact=True).click()
        page.get_by_text("Right.", exact=True).wait_for()
        require_accessible(page)


def grow(page, place, lines):
    """A new line with the bars of the sample's, below the line that is open."""
    above, bars = lines[place - 1].bars, lines[place].bars
    if len(bars) > len(above):
        mark = "".join(sorted(bars[-1] or ""))
        press(page, f"Subproof |{mark}" if mark else "Assume")
    else:
        press(page, "New line" if bars == above else "End the subproof")


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
def test_the_view_of_a_proof_is_accessible_and_needs_no_sideways_scrolling(page, size):
    page.set_viewport_size(size)
    distribution(page)
    line(page, 5).get_by_text("it follows by").wait_for()
    require_accessible(page)
    widths = "[document.documentElement, document.querySelector('main')].map((each) => each.scrollWidth)"
    assert max(page.evaluate(widths)) <= size["width"]
    page.get_by_label("Logic").click(trial=True)  # nothing covers it
    page.goto(page.url.partition("#")[0] + "#/proof/K/K_a%20p%20-%3E%20K_a%20p")
    page.get_by_role("button", name="Fitch").click()
    page.locator("[data-line]").first.wait_for()
    require_accessible(page)
