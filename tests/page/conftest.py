"""A server and a static site."""

import pytest
from served import LESSON, serving, serving_files

from kripke.data.errors import FileError
from viz.output import render
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


@pytest.fixture(scope="session")
def site(folder):
    """The address of the static site, under a path of its own."""
    with serving_files(folder) as address:
        yield f"{address}course/logic/"


@pytest.fixture(scope="session")
def errors(tmp_path_factory):
    """The file of what the server says on standard error."""
    return tmp_path_factory.mktemp("server") / "errors"


@pytest.fixture(scope="session")
def server(errors):
    """The address of a server of the page."""
    with errors.open("w") as file, serving(errors=file) as address:
        yield address


@pytest.fixture
def as_in_a_worker(monkeypatch):
    """Pictures are laid out in this process, as in the workers of the server."""
    monkeypatch.setattr(render, "_here", render._graphviz())
