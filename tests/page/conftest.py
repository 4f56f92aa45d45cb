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


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce", accept_downloads=True)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if "Content Security" in message.text else None)
    page.goto(address)
    page.wait_for_selector(".world")
    yield page
    context.close()
    assert not errors
