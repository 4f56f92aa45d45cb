"""The explorer in a notebook: in Python, and in a real JupyterLab in a browser."""

import json
import socket
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec

import pytest
from browsing import NO_BROWSER, WIDE
from served import until

from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic.errors import EpistemicError

if find_spec("anywidget") is None:
    pytest.skip("pip install 'whoknows[jupyter]'", allow_module_level=True)


def unsure():
    return KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")


def explorer(*given):
    from whoknows import show

    return show(*given)


def test_what_is_edited_is_read_back():
    shown = explorer(unsure(), "K_a p")
    assert shown.model == unsure()
    edited = unsure().announce("p")
    shown.document = {"model": edited.to_dict(), "formula": "p"}  # as the page sends it
    assert shown.model == edited
    assert shown.formula == "p"


def test_a_model_that_is_set_is_shown():
    shown = explorer(unsure())
    shown.model = unsure().announce("p")
    assert list(shown.document["model"]["worlds"]) == ["w"]
    shown.formula = "K_a p"
    assert shown.document["formula"] == "K_a p"


def test_a_question_of_the_page_is_answered_by_the_kernel():
    shown, sent = explorer(unsure()), []
    shown.send = sent.append
    body = json.dumps({"model": unsure().to_dict(), "formula": "K_a p"})
    shown._handle_custom_msg({"id": 3, "route": "formula", "body": body}, [])
    shown._handle_custom_msg({"id": 4, "route": "nothing", "body": "{}"}, [])
    assert [(each["id"], each["status"]) for each in sent] == [(3, 200), (4, 404)]
    assert json.loads(sent[0]["text"])["valid"] is False


def test_a_model_too_large_for_a_picture_is_shown_without_one():
    data, _ = explorer(KripkeModel.s5({i: {f"p{i}"} for i in range(100)}, sees={"a": bool}))._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "image/svg+xml" not in data


def test_without_a_kernel_there_is_a_picture():
    data, _ = explorer(unsure())._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<?xml")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_symbolic_model_is_shown_too():
    atoms = [f"p{i}" for i in range(12)]
    model = SymbolicModel(atoms, "p0 | p1", {"a": atoms[1:]}, set(atoms))
    shown = explorer(model, "K_a p1")
    assert shown.model == model
    data, _ = shown._repr_mimebundle_()
    assert "3,072" in data["text/html"]
    shown.model = model.announce("p0")
    assert shown.model == model.announce("p0")
    with pytest.raises(EpistemicError, match=r"show 3: expected.*KripkeModel.*networkx"):
        explorer(3)


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    import whoknows

    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "viz.jupyter", raising=False)
    monkeypatch.delitem(vars(whoknows), "show", raising=False)
    with pytest.raises(EpistemicError, match=r"pip install 'whoknows\[jupyter\]'"):
        explorer(unsure())


CELLS = (
    "from whoknows import KripkeModel, show\n"
    "m = KripkeModel.s5({'w': {'p'}, 'v': set()}, {'a': [['w', 'v']]}, actual='w')\n"
    "shown = show(m, 'K_a p')\nshown",
    "print(len(shown.model), 'worlds', shown.formula)",
)
EMPTY = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
NOTEBOOK = {
    "cells": [{**EMPTY, "id": str(number), "source": source} for number, source in enumerate(CELLS)],
    "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@contextmanager
def jupyter_lab(folder):
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    options = [
        "--no-browser",
        f"--port={port}",
        "--IdentityProvider.token=",
        "--allow-root",
        f"--notebook-dir={folder}",
    ]
    command = [sys.executable, "-m", "jupyterlab", *options]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: _listens(port), 90)
        yield f"http://127.0.0.1:{port}/lab/tree/model.ipynb"
    finally:
        server.terminate()
        server.wait(30)


def _listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
@NO_BROWSER
def test_a_model_is_edited_in_jupyterlab_and_read_back_in_python(browser, tmp_path):
    pytest.importorskip("jupyterlab", reason="pip install jupyterlab")
    (tmp_path / "model.ipynb").write_text(json.dumps(NOTEBOOK))
    with jupyter_lab(tmp_path) as address:
        page = browser.new_page(viewport=WIDE)
        page.goto(address)
        page.locator(".jp-CodeCell").nth(1).wait_for(timeout=90_000)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()
        page.locator(".world").nth(1).wait_for(timeout=90_000)
        page.get_by_text("2 worlds K_a p").wait_for(timeout=30_000)
        page.get_by_role("button", name="Do it").click()
        until(lambda: page.locator(".world").count() == 1)
        page.locator(".jp-CodeCell").nth(1).locator(".cm-content").click()
        page.keyboard.press("Control+Enter")
        page.get_by_text("1 worlds K_a p").wait_for(timeout=30_000)
        page.close()
