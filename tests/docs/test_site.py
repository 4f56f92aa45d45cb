"""The site: its examples, pictures, commands and links are so, and it lists every public name, command and puzzle."""

import importlib.util
import json
import re
import shlex
import subprocess
import sys
import tomllib
import zlib
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest
import yaml
from building.gallery import section
from building.generated import GENERATED
from building.names import home_of, names
from building.pages import BLOCK, expanded
from building.session import WrongExample
from layouts import layout_in_this_process
from typer.testing import CliRunner

import whoknows
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles import puzzle
from whoknows.cli.main import app

__all__ = ["layout_in_this_process"]

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {str(path.relative_to(DOCS).with_suffix("")): path for path in sorted(DOCS.rglob("*.md"))}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in PAGES.items()}
RUNNING = [name for name, text in TEXTS.items() if "\n>>> " in text]
TESTED_ELSEWHERE = (
    "guides/prove",
    "guides/hilbert",
    "guides/lessons-on-proof",
    "guides/write-your-own-game",
    "tutorial/5-event-models",
)
COMMANDED = [
    name
    for name, text in TEXTS.items()
    if name.startswith(("tutorial/", "guides/")) and name not in TESTED_ELSEWHERE and "\n$ whoknows" in text
]


@pytest.mark.parametrize("name", RUNNING)
def test_the_examples_of_the_page_run_and_its_pictures_are_drawn(name: str, tmp_path: Path) -> None:
    pictures = len([kind for kind, _, _ in BLOCK.findall(TEXTS[name]) if kind == "picture"])
    whole = expanded(TEXTS[name], name, tmp_path)
    drawn = [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()]
    assert len(drawn) == pictures == whole.count("```{figure} /made/")
    assert all("<svg" in picture for picture in drawn)


def test_each_command_of_the_gallery_draws_the_picture_below_it(tmp_path: Path) -> None:
    whole = expanded(TEXTS["figures"], "figures", tmp_path)
    files = re.findall(r"^```console\n\$ whoknows .* (\S+)\n```\n\n```\{figure\} /made/\1$", whole, re.MULTILINE)
    assert len(set(files)) == 30
    assert all("<svg" in (tmp_path / file).read_text(encoding="utf-8") for file in files)


def test_a_command_that_fails_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongExample, match="no-such"):
        expanded("# A page\n\n```{command} whoknows draw no-such.model -o a.svg\nIt fails.\n```\n", "wrong", tmp_path)


def test_models_of_the_tutorial_can_be_tried_where_the_static_page_is(tmp_path: Path) -> None:
    whole = expanded(TEXTS["tutorial/2-knowledge"], "tutorial/2-knowledge", tmp_path, live=True)
    links = re.findall(r'src="\.\./page/index\.html#/embed/([\w-]+)"', whole)
    assert links
    for link in links:
        data = json.loads(zlib.decompress(urlsafe_b64decode(link + "=" * (-len(link) % 4)), wbits=-15))
        model = KripkeModel.from_dict(data["model"])
        assert model.check(data["formula"], at=next(iter(model.worlds))) is not None


def test_each_chapter_of_the_tutorial_has_a_picture() -> None:
    chapters = [text for name, text in TEXTS.items() if re.match(r"tutorial/\d", name)]
    assert len(chapters) == 11
    assert all("```{picture}" in text for text in chapters)


def test_a_page_with_a_wrong_example_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongExample, match="Expected"):
        expanded("# A page\n\n```python\n>>> 1 + 1\n3\n\n```\n", "wrong", tmp_path)


SHOWN = {"InitStates": "system.ispl", "student,mail": "class.csv", "student,exercise": "week1-answers.csv"}
"""What a file that a page shows has -> its name in the commands below it."""


@pytest.mark.parametrize("name", COMMANDED)
def test_the_commands_of_the_page_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for text in re.findall(r"^```text\n(.*?)^```", TEXTS[name], re.DOTALL | re.MULTILINE):
        own = re.match(r"# (\S+\.\w+)\n", text)
        named = own[1] if own else next((name for start, name in SHOWN.items() if start in text), "muddy.smcdel.txt")
        Path(named).write_text(text, encoding="utf-8")
    for line in re.findall(r"^\$ whoknows (.*)$", TEXTS[name], re.MULTILINE):
        result = CliRunner().invoke(app, shlex.split(line, comments=True), prog_name="whoknows")
        assert result.exit_code in (0, 1), (line, result.output)


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES.values()], ids=str)
def test_the_files_that_the_page_links_to_exist(path: Path) -> None:
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
        assert "://" in target or (path.parent / target).exists(), target


def entries(name: str) -> list[str]:
    """The pages in the tables of contents of a page."""
    home = PAGES[name].parent
    lines = "".join(re.findall(r"^```\{toctree\}\n(.*?)^```", TEXTS[name], re.DOTALL | re.MULTILINE)).splitlines()
    patterns = [re.sub(r".*<(.*)>$", r"\1", line) for line in lines if line and not line.startswith(":")]
    found = [path.resolve() for pattern in patterns for path in home.glob(f"{pattern}.md")]
    return [str(path.relative_to(DOCS).with_suffix("")) for path in found if path != PAGES[name]]


def test_every_page_is_in_one_table_of_contents() -> None:
    listed = [entry for name in PAGES for entry in entries(name)]
    assert sorted([*listed, "index"]) == sorted(PAGES), (
        "add the page to the toctree of its folder's index.md, or of docs/index.md"
    )


def test_the_readme_and_the_pages_of_games_are_short() -> None:
    pages = [ROOT / "README.md", *(DOCS / "games").glob("*.md")]
    assert {path.name: length for path in pages if (length := len(path.read_text("utf-8").splitlines())) > 150} == {}


REPORTS = {path.stem: path.read_text("utf-8") for path in (DOCS / "reports").glob("*.md") if path.stem != "index"}
WORDS, ROWS = 1_500, 40  # maximal number of words outside tables and code, and of lines of a table


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_opens_with_its_answer_in_three_sentences_and_is_short(name: str) -> None:
    text = re.sub(r"^```.*?^```", "", REPORTS[name], flags=re.DOTALL | re.MULTILINE)
    title, answer = text.split("\n\n")[:2]
    assert title.startswith("# ")
    assert answer.startswith("**Answer.** ")
    assert len(re.findall(r"[.!?](?=\s+[A-Z`\"(]|$)", answer.removeprefix("**Answer.** "))) <= 3
    assert len(re.sub(r"^\|.*", "", text, flags=re.MULTILINE).split()) <= WORDS
    assert max(len(table.splitlines()) for table in re.findall(r"(?:^\|.*\n)*", text, re.MULTILINE)) <= ROWS, (
        "a longer table goes to a file beside the report"
    )


def test_the_citation_is_of_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {key: cited[key] for key in ("title", "version", "license", "keywords")} == {
        "title": project["name"], "version": project["version"], "license": project["license"],
        "keywords": project["keywords"],
    }  # fmt: skip


def test_every_public_name_is_in_the_reference_once() -> None:
    listed = re.findall(r"whoknows\.(\w+)", "".join(GENERATED[each](DOCS) for each in GENERATED if each in (
        "formulas", "models", "changes", "plans", "time", "proofs", "pictures", "exercises",
    )))  # fmt: skip
    public = [name for name in whoknows.__all__ if not name.startswith("_")]
    assert sorted(listed) == sorted(public), "building/generated.py names the packages of the reference"
    assert names("logic").count("## ") == sum(home_of(name).startswith("logic") for name in public)


def test_every_command_is_in_the_reference() -> None:
    shown = re.findall(r"^## (\w+)$", GENERATED["commands"](DOCS), re.MULTILINE)
    assert {"parse", "check", "prove", "play", "serve", "tour"} <= set(shown)
    assert len(shown) == len(set(shown)) > 20


def test_a_puzzle_is_told_with_a_picture_if_that_can_be_read(tmp_path: Path) -> None:
    assert "/made/puzzle-hexa.svg" in section(puzzle("hexa"), tmp_path)
    assert "<svg" in (tmp_path / "puzzle-hexa.svg").read_text(encoding="utf-8")
    assert "names would be too small" in section(puzzle("what_sum"), tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("sphinx") is None, reason="the site needs the extra `docs`")
def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", DOCS, tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "tutorial" / "1-a-model.html").is_file()
    assert "<math" in (tmp_path / "reference" / "notation.html").read_text(encoding="utf-8")
    written = {path.relative_to(tmp_path): path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")}
    loaded = {path: LOADED.findall(text) for path, text in written.items()}
    assert {path: found for path, found in loaded.items() if found} == {}, "the site works without the internet"


LOADED = re.compile(
    r"""<(?:script|img|iframe|source|object|embed)\b[^>]*\b(?:src|srcset|data)=["'](?:https?:)?//[^>]*>"""
    r"""|<link\b[^>]*\bhref=["'](?:https?:)?//[^>]*>"""
)
"""What a browser would fetch from another host to show a page."""
