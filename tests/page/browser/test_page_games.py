"""Games on the page in a real browser: play, watch, step, ask, and look into minds."""

import re

import pytest
from browsing import NARROW, NO_BROWSER, WIDE, require_accessible
from served import start, stop, until

pytestmark = NO_BROWSER
PATIENCE = 60_000


@pytest.fixture
def games(page):
    page.get_by_role("button", name="Games").click()
    page.get_by_role("button", name="Bluff Poker").wait_for(timeout=PATIENCE)
    return page


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def choose(page, name):
    page.get_by_role("button", name=name).click()
    page.get_by_text("Options and luck").click()
    page.get_by_label("seed").fill("5")  # so that the same happens each time


def play(page, name):
    choose(page, name)
    button(page, "Play").click()
    page.get_by_text("Your move").wait_for(timeout=PATIENCE)


def watch(page, name):
    choose(page, name)
    page.get_by_label("I watch").check()
    button(page, "Watch").click()
    button(page, "Run").wait_for(timeout=PATIENCE)


def moment(page):
    return int(page.get_by_role("slider", name="Moment").input_value())


def moves(page):
    return page.get_by_role("list", name="Moves").inner_text()


def see(page, text):
    page.get_by_text(text).first.wait_for(timeout=PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Saboteur", "Cheat", "Spades"])
def test_a_game_can_be_played(games, name):
    play(games, name)
    assert games.locator(".board img").get_attribute("src").startswith("data:image/svg+xml")
    before = moment(games)
    actions = games.locator(".actions button")
    if actions.count():
        actions.first.click()
    else:
        games.get_by_label("Your move in words").fill("take")
        games.keyboard.press("Enter")
    until(lambda: moment(games) > before, 60)


def test_a_move_that_is_none_says_what_can_be_done(games):
    play(games, "Bluff Poker")
    games.get_by_label("Your move in words").fill("dance")
    button(games, "Move").click()
    see(games, "is not one of your actions now")
    assert not games.get_by_label("Whose mind").count()


def test_after_a_reload_the_game_goes_on(games):
    play(games, "Bluff Poker")
    before = moment(games)
    games.reload()
    games.get_by_role("button", name="Games").click()
    see(games, "Your move")
    assert moment(games) == before


def test_a_game_is_watched_stepped_through_and_asked(games):
    watch(games, "Bluff Poker")
    button(games, "To the end").click()
    see(games, "The game is over")
    last = moment(games)
    games.get_by_role("slider", name="Moment").fill("3")
    until(lambda: moment(games) == 3)
    button(games, "Forward").click()
    until(lambda: moment(games) == 4)
    button(games, "Back").click()
    games.get_by_label("Whose mind").select_option("ann")
    see(games, re.compile("worlds? possible"))
    games.get_by_label("Formula about this moment").fill("K_ann bluff | ~K_ann bluff")
    button(games, "Ask").click()
    see(games, "knows that it is so")
    games.get_by_label("Formula about this moment").fill("K_nobody bluff")
    button(games, "Ask").click()
    see(games, "no agent 'nobody'")
    assert last > 4


@pytest.mark.slow
def test_a_move_shows_what_its_agent_asked_and_arrow_keys_step_through_the_moves(games):
    games.get_by_label("Agent of john").select_option(label="good: source")
    see(games, "Asks what it and the next player know of the dice")
    see(games, "Who has the cup throws, looks, and bids a number above the last bid")
    watch(games, "Bluff Poker")
    button(games, "To the end").click()
    see(games, "The game is over")
    asked = games.get_by_role("listitem").filter(has_text="asked its model").last
    asked.get_by_role("button").first.click()
    until(lambda: moment(games) < int(games.get_by_role("slider", name="Moment").get_attribute("max")))
    before = moment(games)
    games.keyboard.press("ArrowLeft")
    until(lambda: moment(games) == before - 1)
    games.keyboard.press("ArrowRight")
    until(lambda: moment(games) == before)
    asked.get_by_text("asked its model").click()
    asked.get_by_role("button", name="Why").first.click()
    asked.get_by_text(re.compile("(holds|fails) at ")).first.wait_for(timeout=PATIENCE)
    asked.get_by_role("button", name="Draw the model").first.click()
    games.wait_for_selector(".world", timeout=PATIENCE)
    see(games, re.compile(r"true at (all|\d+ of)"))


@pytest.mark.slow
def test_degrees_of_belief_are_shown_for_each_mind(games):
    watch(games, "Saboteur")
    button(games, "To the end").click()
    see(games, "The game is over")
    games.get_by_role("slider", name="Moment").fill("60")
    see(games, "What john believes")
    assert games.locator(".degrees meter").count() >= 15
    games.get_by_label("Whose mind").select_option("mary")
    until(lambda: games.locator(".degrees").count() == 1)


@pytest.mark.slow
def test_what_is_possible_opens_as_a_model(games):
    watch(games, "Bluff Poker")
    button(games, "To the end").click()
    see(games, "The game is over")
    games.get_by_role("slider", name="Moment").fill("3")
    until(lambda: moment(games) == 3)
    games.get_by_label("Whose mind").select_option("bob")
    see(games, re.compile("worlds? possible"))
    games.get_by_role("button", name="Draw what").click()
    formula = games.get_by_role("textbox", name="Formula", exact=True)
    until(lambda: formula.input_value() == '"possible for bob"')
    games.wait_for_selector(".world", timeout=PATIENCE)
    see(games, re.compile(r"true at (all|[1-9]\d* of)"))  # by chance others consider more worlds possible
    assert not games.locator(".problem").count()
    formula.fill("bluff & ~bluff")
    see(games, "true at 0 of")
    assert games.get_by_label("What is said or seen").input_value() == "bluff"


@pytest.mark.slow
def test_a_record_is_saved_and_opened_again(games, tmp_path):
    watch(games, "Bluff Poker")
    button(games, "To the end").click()
    see(games, "The game is over")
    last = moment(games)
    with games.expect_download() as download:
        button(games, "Save the record").click()
    path = tmp_path / "game.jsonl"
    download.value.save_as(path)
    button(games, "Leave").click()
    path.write_text(path.read_text() * 2)
    games.locator("input[type=file]").set_input_files(path)
    games.get_by_label("Recorded game").select_option(index=1)
    button(games, "Watch this game").click()
    button(games, "To the end").click(timeout=PATIENCE)
    see(games, "The game is over")
    assert moment(games) == last


@pytest.mark.slow
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
def test_no_view_of_games_violates_the_rules_of_accessibility(games, size):
    games.set_viewport_size(size)
    require_accessible(games)
    play(games, "Bluff Poker")
    require_accessible(games)
    picture = games.locator(".board img").bounding_box()
    assert picture["x"] >= 0
    assert picture["x"] + picture["width"] <= size["width"]
    assert (picture["height"] > picture["width"]) == (size == NARROW)
    games.get_by_text("The table in words").click()
    button(games, "Ask").click()
    games.locator(".badge").first.wait_for()
    require_accessible(games)
    button(games, "Leave").click()
    watch(games, "Saboteur")
    button(games, "Forward").click()
    until(lambda: moment(games) == 1)
    require_accessible(games)


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_was_killed(browser, tmp_path):
    server, address = start(0, "--games", str(tmp_path))
    page = browser.new_context().new_page()
    try:
        page.goto(address)
        page.get_by_role("button", name="Games").click()
        page.get_by_role("button", name="Bluff Poker").wait_for(timeout=PATIENCE)
        play(page, "Bluff Poker")
        before, told = moment(page), moves(page)
        server.kill()
        server.wait()
        page.locator(".actions button").first.click()
        see(page, "The server does not answer")
        server, _ = start(int(address.rsplit(":", 1)[1]), "--games", str(tmp_path))
        until(lambda: moment(page) > before, 60)
        assert moves(page).endswith(told)
        after, all_told = moment(page), moves(page)
        stop(server)
        server, _ = start(int(address.rsplit(":", 1)[1]), "--games", str(tmp_path))
        page.reload()
        page.get_by_role("button", name="Games").click()
        until(lambda: moment(page) == after, 60)
        assert moves(page) == all_told
    finally:
        stop(server)
        page.context.close()


@pytest.mark.slow
def test_two_tabs_have_two_games_and_reload_and_back_keep_the_moment_and_the_mind(games):
    watch(games, "Bluff Poker")
    button(games, "To the end").click()
    see(games, "The game is over")
    games.get_by_label("Whose mind").select_option("bob")
    games.get_by_role("slider", name="Moment").fill("3")
    until(lambda: games.evaluate("location.hash").endswith("/3/bob"))
    other = games.context.new_page()
    other.goto(games.url.partition("#")[0] + "#/games")
    other.get_by_role("button", name="Bluff Poker", exact=True).wait_for(timeout=PATIENCE)
    assert other.get_by_role("group", name="Games that go on").get_by_role("button").count() == 1
    other.get_by_role("button", name="Bluff Poker", exact=True).click()
    button(other, "Play").click()
    see(other, "Your move")
    for leave in (games.reload, lambda: (button(games, "Learn").click(), games.go_back())):
        leave()
        see(games, re.compile("worlds? possible"))
        until(lambda: moment(games) == 3 and games.get_by_label("Whose mind").input_value() == "bob")
    other.close()
