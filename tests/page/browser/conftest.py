"""A browser, and a page for each test."""

import pytest
from browsing import CHROMIUM, COUNTER, WIDE, Person
from served import FLAGS


@pytest.fixture(scope="module")
def address(request):
    """The address of the page: of its server, or with the parameter ``site`` of the static site."""
    return request.getfixturevalue(getattr(request, "param", "server"))


@pytest.fixture(scope="package")  # while it is open, no test can run an event loop of its own
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def window(browser):
    """One for all tests: a page in a new one takes four times the processor time."""
    context = browser.new_context(reduced_motion="reduce", accept_downloads=True)
    context.add_init_script(COUNTER)
    page = context.new_page()
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda it: page.errors.append(it.text) if "Content Security" in it.text else None)
    yield page
    context.close()


@pytest.fixture
def page(window, address):
    """The page as a first visitor sees it: nothing is stored but the files of a static site."""
    origin = "/".join(address.split("/")[:3])
    window.goto(f"{origin}/none")  # of the same origin: the page goes on in the same process, in half of the time
    window.errors.clear()
    window.set_viewport_size(WIDE)
    stored = {"origin": origin, "storageTypes": "local_storage,indexeddb"}
    window.context.new_cdp_session(window).send("Storage.clearDataForOrigin", stored)
    window.goto(address)
    window.wait_for_selector(".world")
    yield window
    assert not window.errors


@pytest.fixture
def person(page):
    return Person(page)
