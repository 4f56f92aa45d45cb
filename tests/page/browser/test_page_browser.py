"""The page in a real browser, as a person uses it."""

import json
import re

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, filled, require_accessible, see, share, type_formula
from served import start, stop, until

from kripke.puzzles.registry import puzzle

pytestmark = NO_BROWSER


def names(page):
    return [each.get_attribute("aria-label").split()[1].rstrip(",:") for each in page.query_selector_all(".world")]


@pytest.mark.slow
def test_a_first_visit_shows_a_model_before_the_server_answers(page):
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    until(lambda: names(page) == ["w", "v"])
    page.locator(".math.shown").wait_for()
    page.unroute_all()
    type_formula(page, "p")
    until(lambda: filled(page) == ["World w"])


def test_worlds_where_the_formula_holds_are_filled(page):
    type_formula(page, "p")
    until(lambda: filled(page) == ["World w"])
    type_formula(page, "p | ~p")
    until(lambda: filled(page) == ["World w", "World v"])
    see(page, "true at all worlds")


def test_a_part_under_the_pointer_lights_its_worlds(page):
    type_formula(page, "K_a (p | ~p) & p")
    until(lambda: filled(page) == ["World w"])
    page.locator(".part", has_text="¬p").last.hover()
    until(lambda: filled(page) == ["World v"])


def test_a_mistake_shows_its_place_and_a_hint(page):
    type_formula(page, "K_a (p &")
    see(page, "the text ends after &")
    type_formula(page, "K_a q")
    see(page, "no atom 'q'")


def test_the_formula_is_there_as_mathematics_for_screen_readers(page):
    type_formula(page, "K_a (p & ~p)")
    page.locator("math mo", has_text="¬").wait_for(state="attached")
    assert page.locator("math msub mi").text_content() == "K"
    assert page.locator("math msub mtext").text_content() == "a"


@pytest.mark.slow
def test_weights_and_ranks_are_edited_by_keyboard_and_undone(page):
    page.locator(".world").first.focus()
    page.keyboard.press("Enter")
    page.get_by_text("Belief: ranks or weights").click()
    page.get_by_label("Belief of a").select_option("by weights")
    type_formula(page, "B_a p")
    weight = page.get_by_label("weight here")
    weight.fill("3")
    weight.press("Enter")
    see(page, "3: expected a number from 0 to 1")
    weight.fill("1/3")
    weight.press("Enter")
    until(lambda: "a 1/3" in page.locator(".world").first.text_content())
    until(lambda: not filled(page))
    page.get_by_label("Belief of b").select_option("by ranks")
    page.get_by_label("rank here").fill("2")
    page.get_by_label("rank here").press("Enter")
    until(lambda: "rank 2 for b at w" in page.content())
    require_accessible(page)
    for _ in range(4):
        page.get_by_role("button", name="Undo").click()
    until(lambda: "a 1" not in page.locator(".world").first.text_content())


@pytest.mark.slow
def test_after_a_lie_the_hearer_believes_it(page):
    page.get_by_label("What happens").select_option("say")
    page.get_by_label("What is said or seen").fill("~p")
    page.get_by_role("button", name="Side by side").click()
    page.locator("dialog img").wait_for()
    page.locator("dialog").get_by_role("button", name="Do it").click()
    type_formula(page, "B_a ~p & p")
    see(page, "true at w·lie")
    page.get_by_role("button", name="Why at w·lie?").click()
    see(page, "the only world that a considers possible")
    require_accessible(page)


def offer(page, kind, said, agent):
    """Offer a change to the plan, by the keyboard alone."""
    page.get_by_label("What happens").select_option(kind)
    page.get_by_label("What is said or seen").fill(said)
    for each in "ab":
        page.get_by_role("group", name="Agents").get_by_label(each, exact=True).set_checked(each == agent)
    page.get_by_role("button", name="Use in a plan").press("Enter")


def test_a_plan_is_found_and_played_step_by_step_and_undone(page):
    see(page, "Which changes make a formula true?")
    offer(page, "private", "p", "a")
    offer(page, "private", "K_a p", "b")
    offer(page, "private", "K_a p", "b")
    assert page.get_by_label("What may happen").locator("li").count() == 2, "the same one is not offered twice"
    page.get_by_label("Goal").fill("K_b K_a p &")
    page.get_by_label("Goal").press("Enter")
    see(page, "the text ends after &")
    page.get_by_label("Goal").fill("K_b K_a p")
    page.get_by_label("Goal").press("Enter")
    see(page, "a plan of 2 steps")
    require_accessible(page)
    timeline = page.get_by_role("navigation", name="Timeline").locator("button")
    step = page.get_by_label("Steps of the plan").locator("[aria-current]")
    for count, name in enumerate(("p to a, secretly", "Ka p to b, secretly"), 2):
        page.get_by_role("button", name="Next step").press("Enter")
        until(lambda count=count: timeline.count() == count)
        until(lambda name=name: name in step.text_content())
        assert timeline.last.text_content().strip().startswith(name)
    type_formula(page, "K_b K_a p")
    see(page, "true at w·said·said")
    require_accessible(page)
    page.get_by_role("button", name="Undo").click()
    see(page, "a learns that p; no other agent knows this")
    page.get_by_role("button", name="Next step").click()
    until(lambda: page.get_by_role("button", name="Next step").count() == 0)
    assert timeline.count() == 3, "a moment that is there is not made again"


@pytest.mark.slow
def test_a_policy_is_found_drawn_and_played_branch_by_branch(page, tmp_path):
    file = tmp_path / "box.model"
    file.write_text("* x: p\n* y:\na: x y\nb: x y\n")
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: names(page) == ["x", "y"])
    offer(page, "peek", "p", "a")
    page.get_by_label("What happens").select_option("announce")
    for said in ("K_a p", "K_a ~p"):
        page.get_by_label("What is said or seen").fill(said)
        page.get_by_role("button", name="Use in a plan").click()
    page.get_by_label("Goal").fill("Kw_b p")
    page.get_by_role("button", name="Find a plan").click()
    see(page, "no plan is possible")
    page.get_by_label("policy: what is done may depend").check()
    for who in page.get_by_label("Who does").all():
        who.select_option("a")
    page.get_by_role("button", name="Find a plan").click()
    see(page, "a policy of at most 2 steps")
    page.get_by_alt_text("The policy: a model at each place").wait_for()
    require_accessible(page)
    steps = page.get_by_label("Steps of the plan")
    assert steps.locator("ol").count() == 2, "each branch has its steps"
    ways = page.get_by_role("button", name="Next step")
    assert ways.count() == 2
    for first, then, said in (("if Ka p", "Ka p!", "K_b p"), ("if Ka ¬p", "Ka ¬p!", "K_b ~p")):
        ways.filter(has_text=first).click()
        until(lambda first=first: first in steps.locator("[aria-current]").text_content())
        until(lambda: ways.count() == 1)
        ways.filter(has_text=then).click()
        until(lambda: ways.count() == 0)
        type_formula(page, said)
        see(page, "true at all worlds")
        page.get_by_role("navigation", name="Timeline").locator("button").first.click()
        until(lambda: ways.count() == 2)
    page.reload()
    page.get_by_alt_text("The policy: a model at each place").wait_for()


@pytest.mark.slow
def test_where_there_is_no_plan_the_page_says_what_is_missing(page):
    page.get_by_role("button", name="Use in a plan").click()
    page.get_by_label("Goal").fill("C ~p")
    page.get_by_role("button", name="Find a plan").click()
    see(page, "no plan is possible: the search is exhausted after 2 states")
    page.locator(".reasons button", has_text="C ¬p fails at w").hover()
    until(lambda: page.locator(".world.lit").count() == 1)
    page.get_by_role("button", name="Do it").click()
    see(page, "It is about another moment.")
    require_accessible(page)
    page.get_by_role("button", name="Go there").click()
    until(lambda: page.locator(".reasons").count() == 1)
    page.get_by_role("button", name="Leave out p!").click()
    page.get_by_label("What happens").select_option("events")
    for text in ("event e: pre p", "event f: pre ~p"):
        page.get_by_role("textbox", name="Event model").fill(text)
        page.get_by_role("button", name="Use in a plan").click()
    for name in ("event model", "event model (2)"):
        page.get_by_role("button", name=f"Leave out {name}", exact=True).click()
    until(lambda: page.get_by_role("button", name="Find a plan").count() == 0)


@pytest.mark.slow
def test_pictures_beside_others_stay_readable_on_a_phone(page):
    page.set_viewport_size(NARROW)
    page.get_by_label("What happens").select_option("boxes")
    page.get_by_role("button", name="Side by side").click()
    picture = page.get_by_alt_text("The model before, what happens, and the model after")
    picture.wait_for()
    until(lambda: picture.evaluate("it => it.naturalWidth") > 0)
    width, height = picture.evaluate("it => [it.naturalWidth, it.naturalHeight]")
    assert height > width, "below each other"
    shown = picture.bounding_box()["width"]
    assert 0.75 * width <= shown < NARROW["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    require_accessible(page)


@pytest.mark.slow
def test_a_large_picture_stays_readable_and_is_scrolled_or_seen_whole(page):
    page.set_viewport_size(NARROW)
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Consecutive numbers").click()
    until(lambda: page.locator(".world").count() == 20)
    view = page.get_by_role("group", name="A large picture, to be scrolled")
    view.wait_for()
    letters = "() => 12 * document.querySelector('.frame svg[role=group]').getScreenCTM().a"
    assert page.evaluate(letters) >= 9 - 0.01
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    require_accessible(page)
    page.get_by_role("button", name="Whole").press("Enter")
    until(lambda: view.count() == 0)
    assert page.evaluate(letters) < 9
    require_accessible(page)


def test_a_long_formula_leaves_the_room_to_the_picture(page):
    page.set_viewport_size(NARROW)
    type_formula(page, " & ".join(["K_a p"] * 40))
    see(page, "true at 0 of 2 worlds")
    assert page.locator(".frame svg[role=group]").bounding_box()["height"] > 250


def test_reasons_light_the_worlds_that_they_are_about(page):
    type_formula(page, "K_a p")
    page.get_by_role("button", name="Why at w?").click()
    reason = page.locator(".reasons button").first
    reason.hover()
    until(lambda: page.locator(".world.lit").count() == 2)
    assert page.locator(".links path.lit").count() == 1
    page.mouse.move(0, 0)
    until(lambda: not page.locator(".lit").count())
    reason.click()
    page.mouse.move(0, 0)
    page.locator(".world").last.focus()
    assert page.locator(".links path.lit").count() == 1
    reason.click()
    page.mouse.move(0, 0)
    page.locator(".world").last.focus()
    until(lambda: not page.locator(".lit").count())


def test_the_path_of_a_reason_is_lit_line_by_line(page):
    model = {"whoknows": 1, "worlds": {"w1": ["p"], "w2": ["p"], "w3": []}, "actual": "w1"}
    model["relations"] = {"a": {"partition": [["w1", "w2"], ["w3"]]}, "b": {"partition": [["w1"], ["w2", "w3"]]}}
    page.set_input_files(
        "input[type=file]", {"name": "m.json", "mimeType": "application/json", "buffer": json.dumps(model).encode()}
    )
    until(lambda: len(names(page)) == 3)
    type_formula(page, "C p")
    page.get_by_role("button", name="Why at w1?").click()
    page.locator(".reasons button").first.click()
    until(lambda: page.locator(".links path.lit").count() == 2)
    assert page.locator(".world.lit").count() == 3


def test_an_announcement_removes_a_world_and_undo_brings_it_back(page):
    page.get_by_role("button", name="Do it").click()
    until(lambda: names(page) == ["w"])
    page.keyboard.press("Control+z")
    until(lambda: names(page) == ["w", "v"])
    page.keyboard.press("Control+Shift+z")
    until(lambda: names(page) == ["w"])


def test_a_change_that_cannot_happen_says_why(page):
    page.get_by_label("What is said or seen").fill("~p")
    page.get_by_role("button", name="Do it").click()
    page.get_by_role("alert").wait_for()
    assert names(page) == ["w", "v"]


def test_after_an_undone_step_another_way_is_a_branch(page):
    page.get_by_role("button", name="Do it").click()
    until(lambda: names(page) == ["w"])
    page.get_by_role("button", name="Undo").click()
    until(lambda: names(page) == ["w", "v"])
    page.get_by_label("What happens").select_option("whether")
    page.get_by_role("button", name="Do it").click()
    until(lambda: page.locator(".timeline li").count() == 3)
    page.locator(".timeline li button").nth(1).click()
    until(lambda: names(page) == ["w"])


def test_a_valid_formula_has_a_proof_and_another_a_countermodel_to_open(page):
    type_formula(page, "K_a p -> p")
    page.get_by_role("button", name="Valid in").click()
    see(page, "Theorem")
    type_formula(page, "p -> K_a p")
    page.get_by_role("button", name="Valid in").click()
    page.get_by_role("button", name="Open the countermodel").click()
    until(lambda: names(page) == ["w0", "w1"])


def test_a_slide_shows_the_picture_alone_and_goes_back_and_forth_by_keys(page):
    page.get_by_role("button", name="Do it").click()
    until(lambda: names(page) == ["w"])
    page.get_by_role("button", name="Slide").click()
    page.get_by_role("button", name="Models", exact=True).wait_for(state="detached")
    assert not page.locator(".tools").is_visible()
    below = page.locator(".legend").bounding_box()["y"]
    assert below > page.locator(".world").first.bounding_box()["y"]
    require_accessible(page)
    page.keyboard.press("ArrowLeft")
    until(lambda: names(page) == ["w", "v"])
    page.keyboard.press("ArrowRight")
    until(lambda: names(page) == ["w"])
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Models", exact=True).wait_for()


@pytest.mark.slow
def test_a_link_has_the_look_and_files_the_places(page):
    page.get_by_role("button", name="Look").click()
    page.get_by_label("Short names").click()
    page.keyboard.press("Escape")
    body = page.locator(".world[aria-label^='World v'] .body").bounding_box()
    page.mouse.move(body["x"] + 10, body["y"] + 10)
    page.mouse.down()
    page.mouse.move(body["x"] + 10, body["y"] + 160, steps=6)
    page.mouse.up()
    page.wait_for_timeout(400)
    link = share(page)
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".world")
    page.get_by_role("button", name="Look").click()
    assert page.get_by_label("Short names").is_checked()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save as").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Python", exact=True).click()
    code = download.value.path().read_text()
    assert "names='compact'" in code
    assert "positions={'w': (" in code
    exec(code.replace('draw(model, "model.svg"', "assert draw(model"), {})


def test_a_puzzle_is_told_step_by_step(page):
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Muddy children", exact=True).click()
    until(lambda: len(names(page)) == 8)
    steps = puzzle("muddy_children").tell().steps
    said, formula = [str(step.formula) for step in steps[1:]], page.get_by_role("textbox", name="Formula", exact=True)
    counts, held = [], []
    page.route("**/api/picture", lambda route: held.append(route), times=1)
    for i in range(1, len(steps)):
        until(lambda: formula.input_value() == said[i - 1])  # noqa: B023 (called at once)
        page.get_by_role("button", name="Next step").click()
        if i == 1:
            until(lambda: page.title() and held)  # asking the page lets the route be called
            continue  # the next click comes before the picture
        while held:
            held.pop().continue_()
        until(lambda: page.locator(".card ol li").count() == i + 1)  # noqa: B023
        counts.append(page.locator("[aria-current=step] .pale").first.inner_text())
    see(page, "Answer:")
    assert [int(count) for count in counts] == [4, 1, 1, 1]
    assert formula.input_value() == said[-1]
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Back", exact=True).click()
    until(lambda: formula.input_value() == said[3])


@pytest.mark.slow
def test_worlds_and_agents_are_guessed_before_a_statement_is_said_and_the_guess_is_marked(page):
    page.get_by_role("button", name="Solve the muddy children").click()
    see(page, "Which worlds remain after this?")
    assert not page.get_by_role("textbox", name="Formula", exact=True).count(), "the answer is not told"
    page.locator(".world", has_text="muddy").first.click()
    page.get_by_role("button", name="Check my guess").click()
    see(page, "Not quite")
    see(page, "7 of 8 worlds remain")
    until(lambda: page.locator(".world.faded").count() == 1)
    require_accessible(page)
    page.get_by_role("button", name="Next step").click()
    until(lambda: len(names(page)) == 7)
    for count in (2, 3):
        page.get_by_role("button", name="Next step").click()
        until(lambda count=count: page.locator(".card ol li").count() == count + 1)
    see(page, "Who knows now which world is the actual one?")
    for agent in ("anne", "bill", "cath"):
        page.get_by_role("checkbox", name=agent).check()
    page.get_by_role("button", name="Check my guess").click()
    page.get_by_text("Right", exact=True).wait_for()


def test_a_new_document_does_not_keep_a_formula_about_another_one(page, tmp_path):
    type_formula(page, "K_a p")
    file = tmp_path / "other.json"
    file.write_text(json.dumps({"whoknows": 1, "worlds": {"x": ["q now"], "y": []}, "actual": "x"}))
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: names(page) == ["x", "y"])
    until(lambda: page.get_by_role("textbox", name="Formula", exact=True).input_value() == "")
    assert page.locator(".problem").count() == 0
    assert page.get_by_label("What is said or seen").input_value() == '"q now"'
    page.get_by_role("button", name="Do it").click()
    until(lambda: names(page) == ["x"])


@pytest.mark.slow
def test_only_what_makes_a_model_small_enough_is_offered(page, tmp_path):
    def offered(name, count, classes):
        file = tmp_path / f"{name}.json"
        worlds = {f"w{i}": ["p"] if i % 2 else [] for i in range(count)}
        model = {"whoknows": 1, "worlds": worlds, "actual": "w0", "relations": {"a": {"partition": classes([*worlds])}}}
        file.write_text(json.dumps(model))
        page.locator("input[type=file]").set_input_files(file)
        see(page, f"The picture shows 24 of {count} worlds, first those around w0.")
        page.get_by_text("It is tried what makes").wait_for(state="detached")
        return [each.inner_text() for each in page.locator(".notice button").all()]

    assert offered("one", 70, lambda worlds: [worlds]) == ["Merge bisimilar worlds"]
    several = offered("many", 72, lambda worlds: [worlds[i : i + 9] for i in range(0, 72, 9)])
    reachable = ["Keep only reachable worlds", "Keep only worlds within 2 steps", "Keep only worlds within 1 step"]
    assert several == ["Merge bisimilar worlds", *reachable]
    page.get_by_role("button", name="Keep only worlds within 1 step").click()
    until(lambda: len(names(page)) == 9)


def test_a_model_is_built_with_the_pointer(page):
    page.get_by_role("button", name="New world").click()
    frame = page.locator("svg[role=group]").bounding_box()
    page.mouse.click(frame["x"] + frame["width"] * 0.5, frame["y"] + frame["height"] * 0.85)
    until(lambda: len(names(page)) == 3)
    page.locator(".card button", has_text="p").first.wait_for()
    page.locator(".tools button", has_text="b").click()
    one, other = (page.locator(f".world[aria-label^='World {name}'] .body").bounding_box() for name in ("v", "w1"))
    page.mouse.move(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2)
    page.mouse.down()
    page.mouse.move(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2, steps=5)
    page.mouse.up()
    type_formula(page, "M_b p | K_b ~p")
    until(lambda: "v" in names(page) and page.locator("text.agents", has_text="b").count() == 1)


def test_a_dragged_world_stays_where_it_was_put_and_the_others_do_not_move(page):
    other = page.locator(".world[aria-label^='World w'] .body")
    at = other.bounding_box()
    body = page.locator(".world[aria-label^='World v'] .body").bounding_box()
    page.mouse.move(body["x"] + 10, body["y"] + 10)
    page.mouse.down()
    page.mouse.move(body["x"] + 10, body["y"] + 160, steps=6)
    with page.expect_response("**/api/picture"):
        page.mouse.up()
    page.wait_for_timeout(400)
    assert other.bounding_box() == at
    page.reload()
    page.wait_for_selector(".world")
    moved = page.locator(".world[aria-label^='World v'] .body")
    until(lambda: moved.bounding_box()["y"] > other.bounding_box()["y"] + 40)


def test_everything_is_done_without_a_pointer(page):
    world = page.locator(".world").nth(1)
    world.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="World v").wait_for()
    atom = page.get_by_role("group", name="Atoms true at v").get_by_role("button", name="p")
    atom.focus()
    page.keyboard.press("Enter")
    type_formula(page, "p")
    until(lambda: filled(page) == ["World w", "World v"])
    page.get_by_role("group", name="The formula").focus()
    page.get_by_role("button", name="Make actual").focus()
    page.keyboard.press("Enter")
    until(lambda: "actual" in page.locator(".world").nth(1).get_attribute("aria-label"))


@pytest.mark.slow
def test_an_agent_s_eyes_dim_what_the_agent_does_not_consider(page):
    page.get_by_role("button", name="+ b").click()
    until(lambda: page.locator(".world.faded").count() == 1)
    page.get_by_role("button", name="+ a").click()
    until(lambda: page.locator(".world.faded").count() == 0)
    page.get_by_role("button", name="+ b").click()
    see(page, "what b thinks a thinks b considers possible, from w.")
    require_accessible(page)
    page.get_by_role("button", name="One back").click()
    page.get_by_role("button", name="One back").click()
    until(lambda: page.locator(".world.faded").count() == 1)
    page.route("**/api/picture", lambda route: None)  # no answer
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Belief: b is wrong").click()
    until(lambda: page.locator(".world").count() == 0)  # not the old model under the new name
    page.unroute("**/api/picture")
    page.reload()
    page.get_by_role("button", name="+ b").click()
    until(lambda: page.locator(".world.faded").count() == 1)
    assert "the actual world" in page.locator(".world.faded").get_attribute("aria-label"), "b rules it out"


@pytest.mark.slow
def test_minds_are_bubbles_one_in_the_other_with_percentages(page):
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Muddy children", exact=True).click()
    until(lambda: len(names(page)) == 8)
    page.get_by_role("button", name="anne", exact=True).last.click()
    bubble = page.get_by_role("group", name=re.compile("^What anne considers possible"))
    worlds = page.get_by_role("list", name="Worlds that anne considers possible").get_by_role("button")
    until(lambda: worlds.count() == 2)
    page.get_by_role("button", name="+ bill").click()
    inner = bubble.get_by_role("group", name=re.compile("^What bill considers possible"))
    until(lambda: inner.count() == 2)
    see(page, "may be in 2 states of mind")
    worlds.first.hover()
    until(lambda: page.locator(".world.lit").count() == 1)
    require_accessible(page)
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Monty Hall", exact=True).click()
    until(lambda: len(names(page)) == 3)
    for count in (2, 3):
        page.get_by_role("button", name="Next step").click()
        until(lambda count=count: page.locator(".card ol li").count() == count)
    page.locator(".world").first.click()  # this puzzle has no actual world
    page.get_by_role("button", name="guest", exact=True).last.click()
    page.get_by_role("list", name="Worlds that guest considers possible").get_by_text("67 %").wait_for()


def test_reloading_loses_nothing(page):
    page.get_by_role("button", name="Do it").click()
    until(lambda: names(page) == ["w"])
    type_formula(page, "K_a p & p")
    page.wait_for_timeout(200)
    page.reload()
    until(lambda: names(page) == ["w"])
    assert page.get_by_role("textbox", name="Formula", exact=True).input_value() == "K_a p & p"
    page.get_by_role("button", name="Undo").click()
    until(lambda: names(page) == ["w", "v"])


def test_a_shared_link_opens_the_same_in_another_window(page, browser):
    type_formula(page, "M_a ~p")
    link = share(page)
    assert len(link) < 500
    other = browser.new_context().new_page()
    other.goto(link)
    until(lambda: other.query_selector(".world") is not None)
    assert other.get_by_role("textbox", name="Formula", exact=True).input_value() == "M_a ~p"
    other.context.close()


@pytest.mark.parametrize(
    "link", ["#nonsense", *(pytest.param(link, marks=pytest.mark.slow) for link in ("#" + "A" * 3000, "#%%%"))]
)
def test_a_broken_link_says_so_and_opens_a_model(browser, address, link):
    page = browser.new_context().new_page()
    page.goto(address + "/" + link)
    until(lambda: page.query_selector(".world") is not None)
    page.get_by_role("alert").first.wait_for()
    page.context.close()


@pytest.mark.parametrize(
    "format", ["JSON", *(pytest.param(each, marks=pytest.mark.slow) for each in ("SVG", "Python"))]
)
def test_the_model_is_saved_in_a_file(page, format):
    page.get_by_role("button", name="Save as").click()
    with page.expect_download() as download:
        page.get_by_role("button", name=format, exact=True).click()
    assert download.value.suggested_filename.startswith("model.")


def test_what_a_saved_file_does_not_keep_is_said(page, tmp_path):
    file = tmp_path / "m.model"
    file.write_text("* w: p\nv: q\na: w | v\n")
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: page.locator(".world[aria-label^='World v: q']").count() == 1)
    page.get_by_role("button", name="Save as").click()
    with page.expect_download():
        page.get_by_role("button", name="SMCDEL", exact=True).click()
    see(page, "in SMCDEL's text atoms are numbers: 1 for p, 2 for q, which its comments list; worlds have no names")


def heights(page):
    return {round(each.bounding_box()["y"]) for each in page.locator(".world .body").all()}


@pytest.mark.slow
def test_the_layout_the_names_and_the_legend_are_chosen_for_the_page_and_what_it_saves(page, tmp_path):
    three = {f"w{i}": ["p"] if i < 2 else [] for i in range(3)}
    file = tmp_path / "three.json"
    file.write_text(json.dumps({"whoknows": 1, "worlds": three, "relations": {"a": {"partition": [list(three)]}}}))
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: names(page) == list(three))
    page.get_by_role("button", name="Look").click()
    layout = page.get_by_label("Layout")
    for chosen, rows in (("circle", 2), ("grid", 1), ("layers", 2)):
        layout.select_option(chosen)
        until(lambda rows=rows: len(heights(page)) == rows)
    page.get_by_label("Short names").check()
    until(lambda: page.locator(".world text").first.text_content() == "w0")
    see(page, "1: true, 0: false, in the order p")
    page.get_by_label("Legend").uncheck()
    page.locator("p.legend").wait_for(state="detached")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save as").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Python", exact=True).click()
    code = download.value.path().read_text()
    assert "draw(model, \"model.svg\", layout='layers', legend=False, names='compact')" in code
    page.reload()
    until(lambda: page.locator(".world text").nth(1).text_content() == "1")
    assert page.locator("p.legend").count() == 0


def test_a_file_is_opened(page, tmp_path):
    file = tmp_path / "three.json"
    file.write_text(json.dumps({"whoknows": 1, "worlds": {"x": ["q"], "y": [], "z": []}, "actual": "x"}))
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: names(page) == ["x", "y", "z"])
    file.write_text("{")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("alert").first.wait_for()


def test_a_formula_that_is_typed_while_a_model_opens_stays(page, tmp_path):
    file = tmp_path / "m.model"
    file.write_text("* x: q\na: x\n")
    type_formula(page, "strange")
    see(page, "no atom 'strange'")
    held = {"picture": [], "formula": []}
    page.route("**/api/picture", lambda route: held["picture"].append(route))
    page.route("**/api/formula", lambda route: held["formula"].append(route))
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: page.title() and all(held.values()))  # questions to the page let the routes be noticed
    type_formula(page, "q | q")
    until(lambda: page.title() and len(held["formula"]) == 2)
    held["picture"][-1].continue_()
    until(lambda: names(page) == ["x"])
    held["formula"][-1].continue_()
    page.get_by_text("true at x", exact=True).wait_for()
    assert page.get_by_role("textbox", name="Formula", exact=True).input_value() == "q | q"
    page.unroute_all()


def test_several_actual_worlds_have_rings_and_a_formula_is_asked_at_all_of_them(page, tmp_path):
    file = tmp_path / "several.model"
    file.write_text("* x: q\n* y:\nz: q\na: x y z\n")
    page.locator("input[type=file]").set_input_files(file)
    until(lambda: names(page) == ["x", "y", "z"])
    until(lambda: page.locator(".world .ring").count() == 2)
    assert "an actual world" in page.locator(".world").nth(1).get_attribute("aria-label")
    type_formula(page, "q")
    see(page, "true at 1 of 2 actual worlds")
    page.get_by_role("button", name="Why at the actual worlds?").click()
    see(page, "q is false at y")


def test_a_second_actual_world_is_set_and_removed_by_buttons_and_the_answer_speaks_of_both(page):
    def actual():
        labels = [each.get_attribute("aria-label") for each in page.query_selector_all(".world")]
        return [label.split(":")[0].split(",")[0].removeprefix("World ") for label in labels if "actual" in label]

    def press(name):
        page.get_by_role("button", name=name, exact=True).click()

    type_formula(page, "p")
    page.get_by_text("true at w", exact=True).wait_for()
    page.locator(".world").nth(1).press("Enter")
    press("Also actual")
    until(lambda: actual() == ["w", "v"])
    see(page, "true at 1 of 2 actual worlds")
    type_formula(page, "p | ~p")
    see(page, "true at 2 of 2 actual worlds")
    press("Not actual")
    until(lambda: actual() == ["w"])
    page.get_by_text("true at w", exact=True).wait_for()
    press("Also actual")
    until(lambda: actual() == ["w", "v"])
    page.locator(".world").nth(0).press("Enter")
    press("Not actual")
    until(lambda: actual() == ["v"])
    page.get_by_role("button", name="Also actual", exact=True).wait_for()
    page.get_by_text("true at v", exact=True).wait_for()


def test_a_graph_of_another_program_is_read_by_the_attributes_that_are_named(page, tmp_path):
    key = '<key id="l" for="edge" attr.name="who" attr.type="string"/>'
    edge = '<edge source="x" target="y"><data key="l">ann</data></edge>'
    graph = f'<graph edgedefault="directed"><node id="x"/><node id="y"/>{edge}</graph>'
    file = tmp_path / "g.graphml"
    file.write_text(f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{key}{graph}</graphml>')
    page.locator("input[type=file]").set_input_files(file)
    see(page, "under Attributes, or which are true at all nodes: =p,q")
    page.get_by_label("atoms of nodes").fill("=p")
    page.get_by_role("button", name="Read", exact=True).click()
    see(page, "under Attributes, or whose all edges are: =a")
    page.get_by_label("agent of edges").fill("who")
    page.get_by_role("button", name="Read", exact=True).click()
    until(lambda: names(page) == ["x", "y"])
    assert not page.get_by_label("agent of edges").count()
    type_formula(page, "K_ann p")
    until(lambda: filled(page) == ["World x", "World y"])


@pytest.mark.slow
def test_a_graph_in_dot_is_read_with_a_warning_that_closing_answers(page, tmp_path):
    file = tmp_path / "g.gv"
    file.write_text("graph { edge [label=ann]; x -- y; x [p=true] }")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_label("atoms of nodes").fill("p")
    page.get_by_label("agent of edges").fill("label")
    page.get_by_role("button", name="Read", exact=True).click()
    see(page, "it has no loop, so ann does not consider it possible there; S5 under Attributes adds loops")
    until(lambda: names(page) == ["x", "y"])
    page.get_by_label("close under").fill("S5")
    page.get_by_role("button", name="Read", exact=True).click()
    until(lambda: not page.get_by_text("it has no loop").count())
    assert not page.get_by_label("close under").count()
    type_formula(page, "K_ann p -> p")
    until(lambda: filled(page) == ["World x", "World y"])


def test_narrow_screens_need_no_sideways_scrolling(page):
    page.set_viewport_size(NARROW)
    page.wait_for_timeout(200)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.slow
def test_two_windows_do_not_disturb_each_other(page, browser, address):
    other = browser.new_context().new_page()
    other.goto(address)
    until(lambda: other.query_selector(".world") is not None)
    other.get_by_role("button", name="Do it").click()
    until(lambda: len(names(other)) == 1)
    assert names(page) == ["w", "v"]
    other.context.close()


@pytest.mark.slow
def test_the_page_goes_on_after_the_server_was_killed(browser):
    server, address = start()
    port = int(address.rsplit(":", 1)[1])
    page = browser.new_context().new_page()
    page.goto(address)
    until(lambda: page.query_selector(".world") is not None)
    stop(server)
    page.get_by_role("textbox", name="Formula", exact=True).fill("M_a ~p")
    again, _ = start(port)
    try:
        until(lambda: len(filled(page)) == 2, 30)
    finally:
        stop(again)
        page.context.close()


@pytest.mark.parametrize("size", [pytest.param(WIDE, marks=pytest.mark.slow), NARROW], ids=["1280", "390"])
def test_no_view_violates_the_rules_of_accessibility(page, size):
    page.set_viewport_size(size)
    page.get_by_role("button", name="Look").click()
    page.get_by_label("Layout").wait_for()
    require_accessible(page)
    page.keyboard.press("Escape")
    page.locator(".world").first.focus()
    page.keyboard.press("Enter")
    type_formula(page, "K_a p")
    page.get_by_role("button", name="Why at w?").click()
    page.locator(".reasons button").first.wait_for()
    require_accessible(page)
    page.get_by_role("button", name="Valid in").click()
    see(page, "not valid")
    require_accessible(page)
    type_formula(page, "K_a (")
    see(page, "the text ends")
    require_accessible(page)
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Muddy children", exact=True).wait_for()
    require_accessible(page)


def test_a_change_is_shown_side_by_side_before_it_happens(page):
    page.get_by_label("What happens").select_option("boxes")
    page.get_by_label("Precondition of said").fill("~p")
    page.get_by_role("button", name="Side by side").click()
    see(page, "no event can happen")
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Precondition of said").fill("p")
    page.get_by_role("button", name="Side by side").click()
    page.locator("dialog img").wait_for()
    require_accessible(page)
    page.locator("dialog").get_by_role("button", name="Do it").click()
    until(lambda: len(names(page)) == 3)


def test_an_event_that_is_added_as_a_box_happens(page):
    page.get_by_label("What happens").select_option("boxes")
    page.get_by_role("button", name="Add an event").click()
    page.get_by_label("Postconditions of e1").fill("q := true")
    page.get_by_role("radio", name="it happens").nth(2).check()
    page.get_by_role("button", name="Do it").click()
    until(lambda: "w·e1" in names(page))
    type_formula(page, "q")
    see(page, "true at w·e1")


@pytest.mark.slow
def test_two_moments_are_compared(page):
    page.get_by_role("button", name="Compare").click()
    see(page, "There is no other moment yet")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Do it").click()
    until(lambda: names(page) == ["w"])
    page.get_by_role("button", name="Compare").click()
    see(page, "not bisimilar")
    page.locator("dialog img").wait_for()
    require_accessible(page)
    page.get_by_role("button", name="Look where it holds").click()
    assert page.get_by_role("textbox", name="Formula", exact=True).input_value() == "K_a p"
