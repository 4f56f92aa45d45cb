"""The wheel, away from the checkout: installed into a fresh environment it does all that the README shows."""

from __future__ import annotations

import doctest
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PACKAGES = ("logic", "kripke", "games", "learn", "studies", "viz", "whoknows")
FILES = ("pyproject.toml", "README.md", "LICENSE")
NEEDED = 77  # the build system's setuptools: where it is here, nothing is fetched


def run(*command: str | Path, cwd: Path) -> str:
    """What the command prints; it must succeed, and it sees nothing of this environment but the PATH."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd), "LANG": "C.UTF-8"}
    proxies = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "proxy" in name.lower()}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment | proxies, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy: nothing that only lies about in the checkout can get into it."""
    source = tmp_path_factory.mktemp("source")
    for package in PACKAGES:
        shutil.copytree(
            CHECKOUT / package, source / package, ignore=shutil.ignore_patterns("__pycache__", "node_modules")
        )
    for file in FILES:
        shutil.copy(CHECKOUT / file, source)
    target = tmp_path_factory.mktemp("dist")
    here = ("-c", "import setuptools.build_meta, sys; setuptools.build_meta.build_wheel(sys.argv[1])", target)
    pip = ("-m", "pip", "wheel", "--quiet", "--no-deps", "-w", target, source)
    run(sys.executable, *(here if int(version("setuptools").split(".")[0]) >= NEEDED else pip), cwd=source)
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment's Python, with the wheel in it; the libraries that it needs are borrowed from this one.

    A ``.pth`` file puts them at the end of the path, where the editable install of the checkout has no effect: that
    would take a ``.pth`` file of its own, and those are read in an environment's own folder only.
    """
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False)
    fresh = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    packages = Path(run(fresh, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "borrowed.pth").write_text("\n".join(borrowed) + "\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--python", fresh)
    run(*pip, "install", "--quiet", "--no-compile", "--no-deps", "--no-index", "--force-reinstall", wheel, cwd=home)
    return fresh


def test_the_packages_come_from_the_wheel_and_not_from_the_checkout(python: Path, tmp_path: Path) -> None:
    script = "import importlib, sys\nfor name in sys.argv[1:]: print(importlib.import_module(name).__file__)"
    homes = run(python, "-I", "-c", script, *PACKAGES, cwd=tmp_path).split()
    assert len(homes) == len(PACKAGES)
    assert all(Path(home).is_relative_to(python.parents[1]) for home in homes)


def test_the_wheel_has_a_version_and_is_typed(python: Path, tmp_path: Path) -> None:
    script = "import whoknows, pathlib; print(whoknows.__version__, pathlib.Path(whoknows.__file__).parent)"
    number, home = run(python, "-I", "-c", script, cwd=tmp_path).split()
    assert number == version("whoknows")
    assert all((Path(home).parent / package / "py.typed").is_file() for package in PACKAGES)


def test_the_examples_of_the_readme_run_away_from_the_checkout(python: Path, tmp_path: Path) -> None:
    readme = Path(shutil.copy(CHECKOUT / "README.md", tmp_path))
    assert doctest.DocTestParser().get_examples(readme.read_text(encoding="utf-8"))
    run(python, "-I", "-m", "doctest", "README.md", cwd=tmp_path)


def test_the_installed_command_reads_formulas_and_tells_puzzles(python: Path, tmp_path: Path) -> None:
    command = python.with_name("whoknows")
    assert run(command, "parse", "--to", "ascii", "¬p", cwd=tmp_path) == "~p\n"
    assert "muddy_children" in run(command, "puzzle", "--list", cwd=tmp_path)


@pytest.mark.slow
def test_the_games_come_along_with_all_that_their_agents_read(python: Path, tmp_path: Path) -> None:
    script = """if True:
        from games import registry
        from games.saboteur.agents.threshold_belief.chart import load
        from whoknows import draw_board
        load()
        for name in registry.names():
            game = registry.game(name)
            rules = game.rules()
            for agent in game.agents:
                registry.agent(game, agent).begin(0, rules, "seed")
            print(name, "<svg" in draw_board(rules.start()))
    """
    shown = run(python, "-I", "-c", script, cwd=tmp_path)
    assert shown.split() == [
        "bluff_poker",
        "True",
        "cheat",
        "True",
        "holdem",
        "True",
        "saboteur",
        "True",
        "spades",
        "True",
    ]


@pytest.mark.slow
@pytest.mark.skipif(not (CHECKOUT / ".git").exists(), reason="asks git which files are ours")
def test_the_source_distribution_makes_the_same_wheel_and_passes_its_tests(wheel: Path, tmp_path: Path) -> None:
    """Built from what is under version control, unpacked elsewhere: with documents, examples and tests."""
    source = tmp_path / "source"
    files = run("git", "ls-files", cwd=CHECKOUT).splitlines()
    for file in files:
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / file, source / file)
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", tmp_path, source, cwd=source)
    (packed,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(packed, tmp_path / "unpacked", filter="data")
    (home,) = (tmp_path / "unpacked").iterdir()
    options = ["--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path]
    run(sys.executable, "-m", "pip", "wheel", *options, home, cwd=home)
    (again,) = tmp_path.glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())
    assert {"docs/conf.py", "examples/announce.py", "Makefile", "CITATION.cff"} <= set(files)
    assert all((home / file).is_file() for file in files if not file.startswith((".", "viz/web/page/")))
    quick = ["-q", "-p", "no:cacheprovider", "-m", "not slow", "tests/logic/test_parser.py", "tests/docs"]
    run(sys.executable, "-m", "pytest", *quick, cwd=home)
