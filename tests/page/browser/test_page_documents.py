"""A person's models: each change belongs to one, opening another is undone, tabs do not overwrite each other."""

import json

import pytest
from browsing import NO_BROWSER, require_accessible, see, share, type_formula
from served import until

pytestmark = NO_BROWSER


def worlds(page):
    return [each.get_attribute("aria-label").split()[1].rstrip(",:") for each in page.query_selector_all(".world")]


def formula(page):
    return page.get_by_role("textbox", name="Formula", exact=True).input_value()


def name(page):
    return page.get_by_role("textbox", name="Name of this model").input_value()


def rename(page, name):
    page.get_by_role("textbox", name="Name of this model").fill(name)
    page.keyboard.press("Enter")


def announce(page, said="p"):
    page.get_by_label("What is said or seen").fill(said)
    page.get_by_role("button", name="Do it").click()


def models(page):
    """The names in My models."""
    page.get_by_role("button", name="My models").click()
    page.locator("dialog li").first.wait_for()
    names = [each.inner_text() for each in page.locator("dialog > ul b").all()]
    page.keyboard.press("Escape")
    return names


def open_model(page, name):
    page.get_by_role("button", name="My models").click()
    page.locator("dialog").get_by_role("button", name=name).first.click()


def mine(page):
    """A model of the person's own."""
    announce(page)
    until(lambda: worlds(page) == ["w"])
    rename(page, "homework")
    type_formula(page, "K_a p & p")
    page.wait_for_url("**/#/models/*")


def is_mine(page):
    until(lambda: worlds(page) == ["w"] and formula(page) == "K_a p & p" and name(page) == "homework")


@pytest.mark.slow
def test_a_puzzle_of_the_library_leaves_the_model_that_was_there_and_is_undone_and_redone(page):
    mine(page)
    before = page.url
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Muddy children", exact=True).click()
    until(lambda: len(worlds(page)) == 8)
    see(page, "is a model of its own; the one before it is kept")
    require_accessible(page)
    page.get_by_role("button", name="Back to it").click()
    is_mine(page)
    assert page.url == before
    page.get_by_role("button", name="Undo").click()
    until(lambda: worlds(page) == ["w", "v"])
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Redo").click()
    until(lambda: len(worlds(page)) == 8)
    page.go_back()
    is_mine(page)


@pytest.mark.slow
def test_a_countermodel_is_a_document_of_its_own(page):
    mine(page)
    page.get_by_role("button", name="Valid in").click()
    page.get_by_role("button", name="Open the countermodel").click()
    until(lambda: name(page) != "homework")
    assert models(page)[1:] == ["homework"]
    page.get_by_role("button", name="Undo").click()
    is_mine(page)


def test_a_shared_link_opens_as_a_copy_beside_the_models_that_are_there(page):
    link = share(page)
    mine(page)
    page.goto(link)
    until(lambda: worlds(page) == ["w", "v"])
    assert models(page) == ["homework"], "a link that was only looked at leaves nothing behind"
    type_formula(page, "M_a ~p")
    page.wait_for_url("**/#/models/*")
    page.reload()
    until(lambda: worlds(page) == ["w", "v"] and formula(page) == "M_a ~p")
    open_model(page, "homework")
    is_mine(page)
    assert page.evaluate("document.title") == "homework – whoknows"


def test_two_tabs_have_two_models(page):
    mine(page)
    other = page.context.new_page()
    other.goto(page.url.partition("#")[0])
    is_mine(other)
    other.get_by_role("button", name="Library").click()
    other.get_by_role("button", name="Belief: b is wrong").click()
    until(lambda: worlds(other) == ["w", "v"])
    type_formula(other, "B_b p")
    page.reload()
    is_mine(page)
    other.reload()
    until(lambda: worlds(other) == ["w", "v"] and formula(other) == "B_b p")
    other.close()


@pytest.mark.slow
def test_two_tabs_on_one_model_have_each_other_s_changes_as_branches(page):
    mine(page)
    other = page.context.new_page()
    other.goto(page.url)
    is_mine(other)
    page.get_by_role("button", name="Undo").click()
    announce(page, "~K_a p")
    announce(other, "p & p")
    rename(other, "our homework")
    for each in (page, other):
        until(lambda each=each: each.get_by_role("navigation", name="Timeline").locator("button").count() == 4)
    until(lambda: name(page) == "our homework")
    page.reload()
    until(lambda: page.get_by_role("navigation", name="Timeline").locator("button").count() == 4)
    other.close()


@pytest.mark.slow
def test_a_model_is_renamed_deleted_and_brought_back(page):
    mine(page)
    page.get_by_role("button", name="My models").click()
    page.get_by_role("button", name="Delete homework").click()
    page.get_by_text("Deleted: 1").click()
    require_accessible(page)
    page.keyboard.press("Escape")
    see(page, "“homework” is deleted.")
    page.get_by_role("button", name="Bring it back").click()
    assert models(page) == ["homework"]


@pytest.mark.slow
def test_the_one_model_of_an_earlier_version_is_taken_over(page, address):
    relations = {"a": {"partition": [["x", "y"]]}}
    model = {"whoknows": 1, "worlds": {"x": ["p"], "y": []}, "actual": "x", "relations": relations}
    moments = [{"id": 0, "before": None, "label": "old", "model": model, "places": None}]
    old = {"moments": moments, "now": 0, "formula": "M_a p", "look": {"legend": False}}
    page.evaluate("text => localStorage.setItem('whoknows', text)", json.dumps(old))
    page.goto("about:blank")
    page.goto(address)
    until(lambda: worlds(page) == ["x", "y"] and formula(page) == "M_a p" and name(page) == "old")
    assert page.evaluate("localStorage.getItem('whoknows')") is None
    announce(page)
    until(lambda: worlds(page) == ["x"])


def test_a_full_storage_is_said_and_nothing_is_lost(page):
    mine(page)
    page.evaluate(
        "[window.transaction, window.commit] = [IDBTransaction.prototype, IDBTransaction.prototype.commit]; 0"
    )
    page.evaluate("transaction.commit = transaction.abort; 0")
    page.get_by_role("button", name="Undo").click()
    announce(page, "~K_a p")
    page.get_by_text("The browser’s storage is full").wait_for()
    page.evaluate("() => { IDBTransaction.prototype.commit = window.commit }")
    type_formula(page, "p")
    page.get_by_text("The browser’s storage is full").wait_for(state="detached")
    page.reload()
    until(lambda: page.get_by_role("navigation", name="Timeline").locator("button").count() == 3)


def test_an_address_without_a_model_here_says_so(page):
    page.goto(page.url.partition("#")[0] + "#/models/nothing")
    see(page, "there is no model nothing in this browser")
    assert worlds(page) == ["w", "v"]


@pytest.mark.slow
def test_reload_keeps_the_puzzle_with_its_step_and_options_and_undo_goes_back_in_it(page):
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Muddy children", exact=True).click()
    until(lambda: len(worlds(page)) == 8)
    page.get_by_text("Options").click()
    page.get_by_label("n", exact=True).fill("2")
    page.get_by_role("button", name="Tell it with these").click()
    until(lambda: len(worlds(page)) == 4)
    page.get_by_role("button", name="Next step").click()
    until(lambda: len(worlds(page)) == 3)
    step = page.locator(".card ol [aria-current=step]")
    told = step.inner_text()
    type_formula(page, "p")
    page.reload()
    until(lambda: len(worlds(page)) == 3 and step.inner_text() == told and formula(page) == "p")
    page.get_by_role("button", name="Undo").click()
    until(lambda: len(worlds(page)) == 4 and step.inner_text() != told)
    page.get_by_role("button", name="Undo").click()
    until(lambda: len(worlds(page)) == 8)


@pytest.mark.slow
def test_reload_keeps_what_this_tab_shows_though_another_tab_shows_something_else(page):
    mine(page)
    other = page.context.new_page()
    other.goto(page.url)
    is_mine(other)
    other.get_by_role("button", name="Undo").click()
    type_formula(other, "M_b ~p")
    page.get_by_role("button", name="+ b").click()
    see(page, "what b considers possible")
    page.reload()
    is_mine(page)
    see(page, "what b considers possible")
    other.reload()
    until(lambda: worlds(other) == ["w", "v"] and formula(other) == "M_b ~p")
    other.close()


@pytest.mark.slow
def test_a_plan_and_a_proof_have_addresses(page):
    page.get_by_role("button", name="Use in a plan").click()
    page.get_by_label("Goal").fill("K_a p")
    page.get_by_role("button", name="Find a plan").click()
    see(page, "a plan of 1 step")
    page.get_by_role("button", name="Next step").click()
    until(lambda: worlds(page) == ["w"])
    assert "#/plan/" in page.evaluate("location.hash")
    page.reload()
    see(page, "a plan of 1 step")
    page.locator("[aria-label='Steps of the plan'] [aria-current]").wait_for()
    plan = page.url
    page.get_by_role("button", name="Prove", exact=True).click()
    page.get_by_label("Formula").fill("K_a p -> p")
    page.keyboard.press("Enter")
    page.locator(".proof .good").wait_for()
    require_accessible(page)
    page.reload()
    page.locator(".proof .good").wait_for()
    page.get_by_label("Logic").select_option("K")
    page.get_by_role("main").get_by_role("button", name="Prove").click()
    page.locator(".proof .bad").wait_for()
    page.get_by_role("button", name="Open the countermodel").click()
    until(lambda: formula(page) == "K_a p -> p")
    page.go_back()
    page.locator(".proof .bad").wait_for()
    page.go_back()
    until(lambda: page.get_by_label("Logic").input_value() == "S5")
    page.goto(plan)
    see(page, "a plan of 1 step")
