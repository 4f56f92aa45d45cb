"""A server, a browser, and a page for each test."""

import pytest
from browsing import CHROMIUM, WIDE
from served import FLAGS, serving


@pytest.fixture(scope="module")
def address():
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def window(browser):
    """One for all tests of a module: a page in a new one takes four times the processor time."""
    context = browser.new_context(reduced_motion="reduce", accept_downloads=True)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda it: page.errors.append(it.text) if "Content Security" in it.text else None)
    yield page
    context.close()


@pytest.fixture
def page(window, address):
    """The page as a first visitor sees it: nothing is stored."""
    window.goto("about:blank")
    window.errors.clear()
    window.set_viewport_size(WIDE)
    stored = {"origin": address.rstrip("/"), "storageTypes": "all"}
    window.context.new_cdp_session(window).send("Storage.clearDataForOrigin", stored)
    window.goto(address)
    window.wait_for_selector(".world")
    yield window
    assert not window.errors
