"""Lessons and exercises on the page in a real browser: each kind answered wrong and right, results, links, keys."""

import csv
import io

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, require_accessible
from served import LESSON, serving, until

from learn.exercises.registry import KINDS, make
from learn.results import verify

pytestmark = NO_BROWSER
PATIENCE = 60_000
SEED = 5


def visit(page, place):
    page.goto(page.url.partition("#")[0] + f"#/{place}")
    page.locator(".question, .chapters li").first.wait_for(timeout=PATIENCE)


def check(page):
    page.wait_for_load_state("networkidle")  # a picture that comes late moves the button
    with page.expect_response("**/api/mark", timeout=PATIENCE):
        page.get_by_role("button", name="Check", exact=True).click()
    page.wait_for_timeout(200)
    return page.locator(".marks").inner_text(timeout=PATIENCE)


def pick(page, worlds):
    for world in worlds:
        page.locator(f".world[aria-label^='World {world}:'], .world[aria-label^='World {world},']").click()


def fill(page, exercise, answer):
    """Give an answer as a person does."""
    page.locator(".question").wait_for(timeout=PATIENCE)
    if exercise.form == "formula":
        page.get_by_label("Your formula").fill(str(answer))
    elif exercise.form == "text":
        page.get_by_label("Your derivation").fill(answer)
    elif exercise.form == "worlds":
        page.locator(".world").first.wait_for()
        chosen = page.locator(".world[aria-pressed=true]")
        while chosen.count():  # an answer that was begun is kept over a reload
            chosen.first.click()
        pick(page, answer)
    elif exercise.form == "step":
        page.locator(f"input[type=radio][value='{answer['step']}']").check()
        pick(page, [answer["world"]])
    elif exercise.form == "number":
        page.get_by_label("Your number").fill(answer)
    elif exercise.form == "path":
        page.locator(".question input[type=radio]").nth(answer["choice"]).check()
        while page.get_by_role("button", name="Take back").count():
            page.get_by_role("button", name="Take back").click()
        pick(page, answer["worlds"])
    elif exercise.form == "choices" and exercise.public()["single"]:
        page.locator(".question input[type=radio]").nth(answer[0]).check()
    elif exercise.form == "choices":
        boxes = page.locator(".question input[type=checkbox]")
        for i in range(boxes.count()):
            if boxes.nth(i).is_checked() != (i in answer):
                boxes.nth(i).click()
            until(lambda i=i: boxes.nth(i).is_checked() == (i in answer))  # it follows the state of the page


def wrong(exercise):
    """An answer of the right form that is wrong."""
    answer = exercise.model_dump()["answer"]
    match exercise.form:
        case "formula":
            return "false"
        case "text":
            return "1. p & ~p  PL"
        case "number":
            return "1"
        case "path":
            return {"choice": answer["choice"], "worlds": exercise.model.worlds[:1] * 4}
        case "worlds":
            return [world for world in exercise.model.worlds if world not in answer][:1]
        case "step":
            step = next(i for i, line in enumerate(exercise.lines, 1) if line.of and i != answer["step"])
            return {"step": step, "world": answer["world"]}
    return [next(i for i in range(len(exercise.public()["choices"])) if i not in answer)]


FORMS = {kind.form: name for name, kind in reversed(KINDS.items()) if kind.form not in ("model", "proof")}
QUICK = {FORMS[form] for form in ("formula", "worlds", "choices", "path")}
"""A number and a text are typed like a formula, and a step is chosen like a path."""


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name, kind in KINDS.items()
        if kind.form in FORMS
    ],
)
def test_an_exercise_is_answered_wrong_and_right(page, kind):
    exercise = make(kind, SEED, 1)
    visit(page, f"exercise/{kind}/1/{SEED}")
    if exercise.form != "text":
        assert page.get_by_role("button", name="Check", exact=True).is_disabled()
    fill(page, exercise, wrong(exercise))
    said = check(page)
    assert said.startswith(("Not yet.", "Partly right."))
    assert "✗" in said
    page.reload()
    fill(page, exercise, exercise.model_dump(mode="json")["answer"])
    assert check(page).startswith("Right.")
    page.get_by_text("done", exact=True).wait_for()


def centre(page, world):
    box = page.locator(f".world[aria-label^='World {world}'] .body").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def add_world(page):
    page.get_by_role("button", name="New world").click()
    frame = page.locator(".builder svg[role=group]").bounding_box()
    page.mouse.click(frame["x"] + frame["width"] * 0.75, frame["y"] + frame["height"] * 0.75)
    until(lambda: page.locator(".world").count() == 2)


def connect(page, agent, one, other):
    page.locator(".tools button", has_text=agent).click()
    page.mouse.move(*centre(page, one))
    page.mouse.down()
    page.mouse.move(*centre(page, other), steps=4)
    page.mouse.up()
    page.locator("text.agents", has_text=agent).first.wait_for(timeout=PATIENCE)
    page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("place", "agent"),
    [pytest.param("possible-worlds/4", "a", marks=pytest.mark.slow), ("knowing-what-others-know/4", "b")],
    ids=["countermodel", "build"],
)
def test_a_model_is_built_and_marked(page, place, agent):
    visit(page, f"exercise/{place}")
    page.locator(".world").wait_for(timeout=PATIENCE)
    assert not check(page).startswith("Right.")
    page.locator(".world").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Atoms true at w").get_by_role("button", name="p").click()
    add_world(page)
    connect(page, agent, "w,", "w1")
    assert check(page).startswith("Right.")


@pytest.mark.slow
def test_a_countermodel_of_belief_has_arrows_that_are_no_partition(page):
    visit(page, "exercise/sally-and-anne/3")
    page.locator(".world").wait_for(timeout=PATIENCE)
    add_world(page)
    page.get_by_role("group", name="Atoms true at w1").get_by_role("button", name="p").click()
    connect(page, "a", "w,", "w1")
    assert "p is true at the actual world" in check(page)
    page.locator(".tools button", has_text="a").click()
    x, y = centre(page, "w,")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 6, y + 6, steps=4)
    page.mouse.up()
    page.get_by_role("group", name="Arrows of a").get_by_role("button").click()
    until(lambda: check(page).startswith("Right."), PATIENCE / 1000)


def test_hints_come_one_by_one(page):
    visit(page, "exercise/possible-worlds/1")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_text("the atom h is not true").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Another hint").click()
    until(lambda: page.locator(".hints li").count() == 2)


@pytest.mark.slow
def test_the_hidden_frame_answers_formulas_and_stays_hidden(page):
    told = []
    page.on("response", lambda response: told.append(response.text()) if "/api/" in response.url else None)
    visit(page, "exercise/sally-and-anne/4")
    page.get_by_label("Is this valid on the frame?").fill("K_a p -> M_a p")
    page.get_by_role("button", name="Ask").click()
    page.locator("ol", has_text="valid").wait_for(timeout=PATIENCE)
    page.get_by_label("Is this valid on the frame?").fill("K_a (")
    page.get_by_role("button", name="Ask").click()
    page.locator(".problem").wait_for(timeout=PATIENCE)
    assert not any("edges" in text for text in told)


def test_a_formula_with_a_mistake_is_answered_with_a_message(page):
    visit(page, "exercise/possible-worlds/1")
    page.get_by_label("Your formula").fill("K_anne (h")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("alert").wait_for(timeout=PATIENCE)


@pytest.mark.slow
def test_a_chapter_has_live_models_and_leads_to_the_next(page):
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name="Possible worlds").click()
    page.get_by_role("heading", name="Possible worlds").wait_for(timeout=PATIENCE)
    formula = page.get_by_role("textbox", name="Formula").first
    until(lambda: page.locator("figure").first.locator(".world.filled").count() == 1)
    formula.fill("h | ~h")
    until(lambda: page.locator("figure").first.locator(".world.filled").count() == 2)
    formula.fill("h |")
    page.get_by_text("the text ends after").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Next: Announcements").click()
    page.get_by_role("heading", name="Announcements").wait_for(timeout=PATIENCE)


def test_the_muddy_children_are_solved_with_keys_alone(page):
    visit(page, "exercise/muddy-children/4")
    page.locator(".world").first.wait_for(timeout=PATIENCE)
    page.locator(".world[aria-label^='World abc']").focus()
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Check":
            break
    page.keyboard.press("Enter")
    page.get_by_text("Right.").wait_for(timeout=PATIENCE)


def test_progress_survives_a_reload(page):
    visit(page, "exercise/possible-worlds/1")
    page.get_by_label("Your formula").fill("~h")
    assert check(page).startswith("Right.")
    visit(page, "learn")
    page.reload()
    page.get_by_text("1 of 4").wait_for(timeout=PATIENCE)
    page.get_by_text("1 exercise answered, 2 of 2 points").wait_for()


def test_practice_gives_one_exercise_after_another(page):
    visit(page, "learn")
    page.get_by_label("Kind of exercise").select_option("translate")
    page.get_by_role("button", name="Start").click()
    page.locator(".question").wait_for(timeout=PATIENCE)
    first = page.locator(".question .prose").last.inner_text()
    page.get_by_role("button", name="Another one").click()
    until(lambda: page.locator(".question .prose").last.inner_text() != first, 60)


@pytest.mark.slow
def test_links_that_name_nothing_say_so_where_it_is_seen(page):
    page.set_viewport_size(NARROW)
    for place, says in (
        ("exercise/nothing/1", "there is no lesson 'nothing'"),
        ("exercise/muddy-children/999", "'Muddy children' has 5 exercises; there is no exercise 999"),
        ("exercise/muddy-children/99999", "there is no exercise 99999"),
        ("exercise/predict/9/9", "a difficulty from 1 to 3"),
        ("exercise/x", "there is no exercise x"),
        ("exercise/muddy-children/1.5", "there is no exercise muddy-children/1.5"),
        ("learn/practice/x", "there is no exercise practice/x"),
        ("learn/nothing", "there is no lesson 'nothing'"),
        ("proof/XX/p", "there is no logic XX here: choose one of S5, KD45,"),
        ("games/nothing", "this browser has no game nothing"),
        ("share/!!!", "there is nothing at #/share/!!!"),
        ("models/x", "there is no model x in this browser"),
        ("nothing/at/all", "there is nothing at #/nothing/at/all"),
        ("%%%", "there is nothing at #/%%%"),
    ):
        page.goto(page.url.partition("#")[0] + f"#/{place}")
        page.get_by_role("alert").get_by_text(says).wait_for(timeout=PATIENCE)
        assert page.get_by_role("alert").bounding_box()["y"] < 300
        page.goto(page.url.partition("#")[0] + "#/learn")
        page.locator(".chapters li").first.wait_for(timeout=PATIENCE)


@pytest.mark.slow
def test_a_teacher_s_lesson_is_served_and_results_are_signed(browser, tmp_path):
    (tmp_path / "mine.yaml").write_text(LESSON)
    secret = tmp_path / "secret"
    secret.write_bytes(b"0123456789abcdef")
    with serving("--lesson", str(tmp_path / "mine.yaml"), "--sign-with", str(secret)) as address:
        page = browser.new_context(accept_downloads=True).new_page()
        page.goto(address + "/#/learn")
        page.get_by_role("button", name="My own lesson").wait_for(timeout=PATIENCE)
        visit(page, "exercise/mine/1")
        page.get_by_label("Your formula").fill("rain & rain")
        assert page.get_by_role("button", name="Check").is_disabled()  # the name is asked for first
        page.get_by_label("Name").fill("=Zoë, A.")
        page.get_by_text("It is kept as “Zoë, A.”").wait_for()
        page.get_by_label("Name").press("Tab")
        assert check(page).startswith("Right.")
        visit(page, "learn")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as CSV").click()
        assert download.value.suggested_filename == "results-Zoë-A.csv"
        download.value.save_as(tmp_path / "results.csv")
        (tmp_path / "picture.csv").write_bytes(b"\x89PNG")
        (tmp_path / "bad.csv").write_text("student,exercise,earned,of,signature,answer\nBo,mine/1,7,3,,1")
        page.get_by_text("Results of a class").click()
        page.get_by_label("The files that your students saved").set_input_files(
            [tmp_path / f"{name}.csv" for name in ("results", "picture", "bad")]
        )
        for line in ("Zoë, A. 3 of 3 1 1", "mine/1 3 of 3 1 1"):
            page.get_by_role("row", name=line).wait_for(timeout=PATIENCE)
        left_out = page.get_by_role("alert").get_by_role("listitem").all_inner_texts()
        assert [line.split(":")[0] for line in left_out] == ["picture.csv", "bad.csv, line 2"]
        require_accessible(page)
        page.context.close()
    (row,) = verify(tmp_path / "results.csv", secret.read_bytes())
    assert (row.student, row.exercise, row.earned, row.of, row.genuine) == ("Zoë, A.", "mine/1", "3", "3", True)
    (again,) = csv.DictReader(io.StringIO((tmp_path / "results.csv").read_text(encoding="utf-8")))
    assert (again["hints"], again["attempts"]) == ("0", "1")


@pytest.mark.slow
def test_letters_of_an_exercise_have_at_least_eleven_pixels_on_a_phone(page):
    page.set_viewport_size(NARROW)
    for place in ("exercise/predict/2/1", "exercise/name_worlds/2/1", "exercise/after_lie/2/2"):
        visit(page, place)
        page.locator(".world").first.wait_for()
        page.wait_for_timeout(300)
        least = """() => Math.min(...[...document.querySelectorAll('.frame text')].map(
            (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
        assert page.evaluate(least) >= 10.99, place
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
def test_lessons_are_accessible_and_need_no_sideways_scrolling(page, size):
    page.set_viewport_size(size)
    for place in ("learn", "learn/possible-worlds", "exercise/sally-and-anne/4", "exercise/find_fault/1/5"):
        visit(page, place)
        page.wait_for_timeout(1500)
        require_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.locator("input[type=radio]:enabled").first.check()
    page.locator(".world").first.click()
    check(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".hints li").wait_for()
    require_accessible(page)


@pytest.mark.slow
def test_the_run_of_a_system_is_played_and_other_formulas_are_asked(page):
    page.goto(page.url.partition("#")[0] + "#/learn/time")
    figure = page.locator("figure").nth(1)
    figure.get_by_text("false where runs begin").wait_for(timeout=PATIENCE)
    steps = figure.get_by_label("The run").locator("li")
    assert steps.count() == 2
    assert steps.nth(0).get_attribute("aria-current") == "step"
    figure.get_by_role("button", name="Next step").click()
    assert "got=zero" in figure.locator("li[aria-current=step]").inner_text()
    figure.get_by_text("Why?").click()
    assert "sender cannot tell" in figure.get_by_label("Reasons").inner_text()
    figure.get_by_label("Formula").fill("AG (ack -> K_sender received)")
    figure.get_by_role("button", name="Ask").click()
    figure.get_by_text("true where runs begin").wait_for(timeout=PATIENCE)
    figure.get_by_label("Formula").fill("AG (ack -> ")
    figure.get_by_role("button", name="Ask").click()
    figure.locator(".bad").wait_for(timeout=PATIENCE)
    require_accessible(page)


@pytest.mark.slow
def test_results_of_two_tabs_merge_and_forgetting_is_asked_twice(page):
    visit(page, "exercise/possible-worlds/1")
    other = page.context.new_page()
    other.goto(page.url.replace("worlds/1", "worlds/2"))
    visit(other, "exercise/possible-worlds/2")
    for tab, answer in ((page, "~h"), (other, "h")):
        tab.get_by_label("Your formula").fill(answer)
        check(tab)
    for tab in (page, other):
        visit(tab, "learn")
        tab.get_by_text("2 exercises answered").wait_for()
    page.get_by_role("button", name="Forget all").click()
    page.get_by_role("button", name="Forget these 2 results").click()
    other.get_by_text("No exercise answered yet").wait_for()
    other.close()


@pytest.mark.slow
def test_back_and_reload_keep_an_answer_that_is_not_checked_and_an_exercise_that_was_made(page):
    visit(page, "exercise/possible-worlds/1")
    page.get_by_label("Your formula").fill("~h & h")
    visit(page, "learn/practice/translate/1/7")
    task = page.locator(".question .prose").last.inner_text()
    page.reload()
    until(lambda: page.locator(".question .prose").last.inner_text() == task)
    page.go_back()
    until(lambda: page.get_by_label("Your formula").input_value() == "~h & h")
    page.reload()
    until(lambda: page.get_by_label("Your formula").input_value() == "~h & h")
    visit(page, "exercise/possible-worlds/4")
    page.locator(".world").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Atoms true at w").get_by_role("button", name="p").click()
    page.locator(".world", has_text="p").wait_for()
    page.reload()
    page.locator(".world", has_text="p").wait_for()
    assert not page.locator(".marks").count(), "a button of the picture is no answer"
    visit(page, "learn/possible-worlds")
    page.locator(".question").last.wait_for()
    page.mouse.move(600, 400)

    def is_kept():
        page.mouse.wheel(0, 200)  # again, while the chapter grows
        return (page.evaluate("history.state") or {}).get("scroll", 0) > 100

    until(is_kept)
    page.goto(page.url.partition("#")[0] + "#/learn")
    page.go_back()
    until(lambda: page.locator("main.learn").evaluate("each => each.scrollTop") > 100)
