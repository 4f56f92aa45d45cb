"""The package `whoknows`: the public names, fetched late, and each of them typed."""

from __future__ import annotations

import ast
import pydoc
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import whoknows
from logic import clauses
from whoknows import Event, EventModel, KripkeModel

CONTRACT = [
    *("parse", "Formula", "Atom", "atoms", "conj", "disj", "K", "M", "Kw", "Kv", "B", "E", "C", "D", "Announce"),
    *("ParseError", "EpistemicError", "UnknownWorld", "UnknownAgent", "UnknownAtom", "PreconditionFailed", "TooLarge"),
    *("Event", "EventModel", "announcement", "private_announcement"),
    *("bisimilar", "contract", "distinguishing_formula"),
    *("SymbolicModel", "exactly", "exactly_one", "at_most", "at_least", "parity", "from_table", "deal", "plot_counts"),
    *("KripkeModel", "draw", "Evidence", "Likelihood", "Trust", "radical_upgrade", "conservative_upgrade"),
]


def alone(script: str) -> str:
    """What the script prints in a Python of its own."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize("name", CONTRACT)
def test_the_names_of_the_contract_are_there(name: str) -> None:
    assert name in whoknows.__all__
    assert getattr(whoknows, name) is not None


def test_every_public_name_is_the_one_from_its_home() -> None:
    for name in set(whoknows.__all__) - {"__version__"}:
        assert getattr(whoknows, name) is getattr(import_module(whoknows._HOME.get(name, "logic.clauses")), name)


def test_the_list_has_the_names_of_the_stub_and_no_others() -> None:
    tree = ast.parse(Path(whoknows.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    typed = {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names} - {None}
    assert typed == whoknows._HOME.keys()
    assert whoknows.__all__ == sorted({*typed, *clauses.__all__, "__version__"})


def test_the_help_names_every_public_name_on_ten_screens() -> None:
    text = pydoc.plain(pydoc.render_doc(whoknows))
    assert set(whoknows.__all__) - {"__version__"} <= set(re.findall(r"\w+", text))
    assert len(text.splitlines()) < 10 * 24


def test_every_class_that_the_help_lists_is_public() -> None:
    listed = (whoknows.__doc__ or "").partition("formulas  ")[2]
    assert set(re.findall(r"\b[A-Z]\w*", re.sub(r"\(.*?\)", "", listed))) <= set(whoknows.__all__)


def test_every_clause_of_the_language_is_public() -> None:
    assert sorted(clauses.__all__) == sorted(clause.__name__ for clause in clauses.LANGUAGE)


def test_star_and_dir_know_them_all() -> None:
    assert {name for name in dir(whoknows) if name[0] != "_"} == set(whoknows.__all__) - {"__version__"}
    assert "__version__" in dir(whoknows)
    exec("from whoknows import *", found := {})
    assert set(whoknows.__all__) <= set(found)
    assert found["parse"]("K_a p") == found["K"]("a", found["Atom"]("p"))


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'KripkeMode'"):
        whoknows.KripkeMode  # noqa: B018
    assert not hasattr(whoknows, "numpy")


def test_models_draw_themselves_without_pictures_being_imported_before() -> None:
    script = """if True:
        import sys
        from whoknows import KripkeModel
        m = KripkeModel.s5(worlds={"w1": {"p"}}, partitions={"a": [["w1"]]})
        assert "viz" not in sys.modules
        print("<svg" in m._repr_svg_(), "viz" in sys.modules)
    """
    assert alone(script) == "True True\n"


def test_a_system_as_diagrams_loads_no_graphs() -> None:
    script = """if True:
        import sys
        from whoknows import System
        s = System({"a": ["p"]}, ["p"], symbolic=True)
        print(s.holds("AG (p | ~p)"), "networkx" in sys.modules)
    """
    assert alone(script) == "True False\n"


def test_event_models_draw_themselves_as_models_do() -> None:
    script = """if True:
        import sys
        from whoknows import peek
        look = peek("p", by="a")
        assert "viz" not in sys.modules
        print("<svg" in look._repr_svg_(), "viz" in sys.modules)
    """
    assert alone(script) == "True True\n"


def test_an_event_model_too_large_for_a_picture_shows_none() -> None:
    events = {f"e{i}": Event() for i in range(1_000)}
    assert EventModel(events, {}, others=[])._repr_svg_() is None


def test_a_model_too_large_for_a_picture_shows_none() -> None:
    atoms = [f"p{i}" for i in range(10)]
    assert KripkeModel.from_observations(atoms=atoms, observes={"a": atoms[:5]})._repr_svg_() is None
