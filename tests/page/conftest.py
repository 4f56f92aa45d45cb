"""A server, a static site, a browser, and a page for each test."""

import pytest
from browsing import CHROMIUM, COUNTER, WIDE, Person
from served import FLAGS, LESSON, serving, serving_files

from kripke.data.errors import FileError
from viz.web.site import write

MOST_BYTES = 12_000_000
"""Of a static site, as a reader loads it."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder of a plain server; the static site is below it."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "mine.yaml").write_text(LESSON)
    try:
        _, size = write(folder / "course" / "logic", [folder / "mine.yaml"])
    except FileError as error:
        pytest.skip(str(error))
    assert size <= MOST_BYTES
    return folder


@pytest.fixture(scope="module")
def site(folder):
    """The address of the static site, under a path of its own."""
    with serving_files(folder) as address:
        yield f"{address}course/logic/"


@pytest.fixture(scope="session")
def server():
    """The address of a server of the page."""
    with serving() as address:
        yield address


@pytest.fixture(scope="module")
def address(request):
    """The address of the page: of its server, or with the parameter ``site`` of the static site."""
    return request.getfixturevalue(getattr(request, "param", "server"))


@pytest.fixture(scope="module")  # while it is open, no test can run an event loop of its own
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
