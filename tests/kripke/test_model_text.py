"""The text form of models: what is read and written, how it is recognised, its mistakes and its limits."""

from __future__ import annotations

import pickle
import re
import warnings
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from effort import examples, seeds
from hypothesis import given
from randoms import random_structure
from structures import same_in_order, structures
from typer.testing import CliRunner

from kripke.data.errors import FileError, ModelError, UnknownAgent
from kripke.data.structure import Structure
from kripke.formats import file_reading, model_text
from kripke.formats.file_reading import TextFormError
from kripke.formats.registry import Format, format_of
from whoknows import KripkeModel, ParseError, SymbolicModel, TooLarge, load
from whoknows.cli.main import app

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "model-text.md").read_text(encoding="utf-8")
RAIN = """# a comment
* w: p q    # behind a line, too
v: p
u:
a: w v | u
b: w -> v | v -> v
"""


def plain(structure: Structure) -> Structure:
    """The structure without weights and ranks."""
    return Structure(structure.worlds, structure.valuation, structure.relations, structure.actuals)


# ------------------------------------------------------------------------------------------------------ reading


def test_worlds_classes_and_arrows_are_read() -> None:
    model = KripkeModel.loads(RAIN)
    assert list(model.worlds) == ["w", "v", "u"]
    assert (model.actual, model.atoms, model.agents) == ("w", ("p", "q"), ("a", "b"))
    assert model.relations["a"] == {(x, y) for x in "wv" for y in "wv"} | {("u", "u")}
    assert model.relations["b"] == {("w", "v"), ("v", "v")}
    assert model.holds("~K_a q & B_b ~q")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("* w : p , q\n\tv:\r\na:w,v\n", "*w: p q\nv:\na: w v"),
        ("w: p\na, b: w", "w: p\na: w\nb: w"),
        ("w: p\na: w → w | ", None),
        ("w: p\na: w → w", "w: p\na: w -> w"),
        ('"a # b": "p q" has(ann, 3) die=4\na: "a # b"', '"a # b": has(ann,3) die=4 "p q" # c\na: "a # b"'),
        ("a: w | v\nworld w: p\n* v:", "world w: p\n* v:\na: w | v"),
        ("w: p\nagent c:\nd:", "w: p\nagent d:\nagent c:"),
        ("w: p\nworld p: w\na: w p", "w: p\n* p: w\na: p w"),
        ("w: d=w\nworld a: w=d\nb: w a", "w: d=w\n* a: w=d\nb: a w"),
        ("atoms: r p\nw: p", "w: p\natoms: p r"),
        ("world atoms: p\nagent atoms: atoms", '"atoms": p\nagent atoms: atoms'),
    ],
)
def test_one_model_is_written_in_several_ways(text: str, same: str | None) -> None:
    if same is None:
        with pytest.raises(TextFormError):
            KripkeModel.loads(text)
    else:
        assert KripkeModel.loads(text).at(None) == KripkeModel.loads(same).at(None)


MISTAKES = {
    "w: p\nw: q": r"line 2, column 1: world w is there a second time(?s:.*)one line for each world",
    "w: p\nv:\na: w | vv": r"line 3, column 8: no world 'vv'; did you mean 'v'\?",
    "w: p\nv:\na: w | w v": r"line 3, column 8: world w is in a class already(?s:.*)in one class",
    "w: p\nv:\na: w": r"line 3, column 5: world v is in no class(?s:.*)expected \| v",
    "w: p\na: w\na: w": r"line 3, column 1: agent a is there a second time",
    "w: p\na: w\nu: q": r"line 3, column 4: no world 'q'(?s:.*)write world u: q",
    "world p: w\nw: p\na: w p": r"line 3, column 4: no world 'w'(?s:.*)write world w: p",
    "w: p\na: w | ": r"line 2, column \d: a world is missing(?s:.*)classes are written",
    "w: p\na: w -> w -> w": r"line 2, column 11: unexpected ->(?s:.*)arrows w -> v",
    "w: p\na.b: w | w": r"line 2, column 1: a\.b is not an agent's name",
    "w: ~p": r"column 4: ~ is not an atom(?s:.*)leave out",
    "w: p, not q": r"column 7: not is not an atom(?s:.*)leave out",
    "w: p -q": r"column 6: - is not an atom(?s:.*)leave out",
    "w: p\nv:\na: w -- v": r"line 3, column 6: unexpected -(?s:.*)expected a world\nhint: classes are written w v \| u",
    "w: p\nv:\na: (w,v)": r"line 3, column 4: unexpected \((?s:.*)expected a world\nhint: classes are written w v \| u",
    "w: p\nv:\na: {w, v}": r"line 3, column 4: unexpected \{(?s:.*)expected a world\nhint: classes",
    "w: p\nv:\na: w <-> v": r"line 3, column 6: unexpected <->(?s:.*)expected a world\nhint: classes",
    "w: p\nv:\na: w=v": r"line 3, column 4: unexpected w=v(?s:.*)classes are written w v \| u(?s:.*)world a: ",
    "w: p\nv:\na: w = u": r"line 3, column 6: unexpected =(?s:.*)classes are written",
    "w: p\nv:\na: w ~ v": r"line 3, column 6: unexpected ~(?s:.*)expected a world\nhint: classes",
    "w: p & q": r"column 6: & is not an atom(?s:.*)separated by blanks",
    "w: K_a p": r"column 4: K_a is not an atom",
    "w: p p": r"column 6: atom p is listed twice",
    "* w: p | q": r"column 8: \| is not an atom(?s:.*)a star",
    'w: "p': r'column 4: "p is not an atom(?s:.*)quote',
    '* "w: p': r"column 3: the quote is never closed",
    '* "\\x": p': r"column 3: .* is not a name",
    "w: p\nv q": r"line 2, column 3: unexpected q(?s:.*)expected ':'",
    "w: p\nv": r"line 2, column 2: a line without a colon",
    "* : p": r"column 3: a line without a name",
    "w: p\n(v): p": r"line 2, column 1: unexpected \(v\): p(?s:.*)has quotes",
    "* w, v: p": r"column 6: two worlds in a line",
    "w: p\natoms: p\natoms: q": r"line 3, column 1: atoms is there a second time",
    "world w p": r"unexpected p",
    "": r"there is no world(?s:.*)write \* w: p q",
}


@pytest.mark.parametrize(
    "heading", ["worlds", "world", "states", "actual", "agents", "agent", "relations", "valuation"]
)
def test_a_heading_of_a_list_is_refused_and_a_name_that_looks_like_one_comes_back(heading: str) -> None:
    with pytest.raises(TextFormError, match=rf"line 2, column 1: {heading} is no name(.*\n)*hint: a.*world {heading}:"):
        KripkeModel.loads(f"u: p\n{heading}: u\na: u")
    named = KripkeModel.s5({heading: {"p"}, "u": set()}, {heading: [[heading, "u"]]}, atoms=["p"])
    assert KripkeModel.loads(named.dumps("model")) == named
    assert KripkeModel.loads(f'"{heading}": p\nagent {heading}: {heading}').agents == (heading,)


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_with_its_place_and_the_way_out(text: str, tmp_path: Path) -> None:
    path = tmp_path / "rain.model"
    path.write_text(text)
    with pytest.raises(FileError, match=MISTAKES[text]) as caught:
        load(path)
    assert isinstance(caught.value, ParseError)
    assert "rain.model: " in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)


# ------------------------------------------------------------------------------------------- reading and writing


@examples(100)
@given(structures())
def test_what_is_written_is_read_as_the_same_model_in_the_same_order(structure: Structure) -> None:
    if structure.weights or structure.ranks:
        with pytest.raises(ModelError, match="no weights and no ranks: write JSON"):
            model_text.dumps(structure)
    structure = plain(structure)
    text = model_text.dumps(structure)
    assert same_in_order(model_text.loads(text), structure)
    assert model_text.dumps(model_text.loads(text)) == text


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_every_relation_of_more_than_256_worlds_comes_back(seed: int) -> None:
    structure = plain(random_structure(Random(seed), 400))
    assert model_text.loads(model_text.dumps(structure)) == KripkeModel.of(structure).rename(worlds=str).structure


def test_the_names_of_worlds_and_atoms_that_clash_are_told_apart() -> None:
    model = KripkeModel(
        {"p": {"w", "p"}, "w": {"p"}, "atoms": set(), "": {"q"}, "agent": {"world", "~p"}},
        {"none": (), "world": {("p", "w")}, "atoms": {("w", "")}},
    )
    assert KripkeModel.loads(model.dumps("model")) == model


def test_a_symbolic_model_is_written_with_its_states(tmp_path: Path) -> None:
    SymbolicModel(["p", "q"], "p | q", {"a": ["p"]}).save(tmp_path / "s.model")
    assert load(tmp_path / "s.model").holds("K_a q", at="{q}")
    assert load(tmp_path / "s.model", engine="symbolic").engine == "diagrams"


# -------------------------------------------------------------------------------------------- which format it is


@pytest.mark.parametrize(("first", "second"), [("VARS", "v"), ("w 1", "1"), ("w:", "2nd")])
def test_a_text_is_recognised_whatever_the_names_of_its_first_worlds(first: str, second: str) -> None:
    model = KripkeModel({first: set(), second: {"p"}}, {"a": [(first, second)]})
    assert KripkeModel.loads(model.dumps("model")) == model


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("m.model", "VARS 1", Format.SMCDEL),
        ("m.model", "w p", Format.MODEL),
        ("m.MODEL", "", Format.MODEL),
        ("m.json", "w: p", Format.MODEL),
        ("m.json", '"w": [', Format.JSON),
        *(
            ("m.txt", text, Format.MODEL)
            for text in (RAIN, "\n \n w: p", '"it rains": r', "* w", "world w :", "#\r\n\r\nw:")
        ),
        *(
            ("m.txt", text, Format.JSON)
            for text in ("", "w p", "# only a comment", '{"worlds": 1}', "K_a p", '"w', "~w: p")
        ),
        ("m.txt", "# coin\nevent e: pre p\na: e", Format.EVENT),
        ("m.txt", "VARS 1 LAW 1 OBS a: 1", Format.SMCDEL),
    ],
)
def test_a_file_is_recognised_by_its_ending_or_its_beginning(name: str, text: str, kind: Format) -> None:
    assert format_of(name, text) is kind


@pytest.mark.parametrize(
    "text", ["#\n" * 20_000, " " * 40_000, "w" * 40_000, '"' * 40_000, "# \\" * 12_000, "w " * 20_000]
)
def test_the_beginning_and_the_lines_of_a_long_text_are_read_in_linear_time(text: str) -> None:
    assert format_of("m.txt", text) in (Format.JSON, Format.MODEL)
    for each in (text, f"w: p\n{text}", f"w: {text}", f"w: p\na: w | {text}"):
        with suppress(FileError):
            model_text.loads(each)


# --------------------------------------------------------------------------------------------------------- limits


def test_a_large_class_takes_space_for_its_worlds_only() -> None:
    names = [f"w{i}" for i in range(5_000)]
    text = "\n".join([*(f"{name}: p" for name in names), f"a: {' '.join(names)}", f"b: {' '.join(names)} -> w0 w1"])
    structure = model_text.loads(text)
    assert structure.relations["a"].count_edges() == 5_000**2
    assert model_text.loads(model_text.dumps(structure)) == structure


def test_too_many_pairs_and_too_long_files_are_refused_with_the_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"w{i}" for i in range(10_000)]
    lines = [*(f"{name}:" for name in names), f"a: {' '.join(names[:5000])} -> {' '.join(names[:4500])} | w0 -> w9999"]
    with pytest.raises(FileError, match=r"line 10001, column 1: a relation of 22,500,001 pairs, more than 20,000,000"):
        model_text.loads("\n".join(lines))
    (tmp_path / "m.model").write_text(RAIN)
    monkeypatch.setattr(file_reading, "LARGEST", 20)
    with pytest.raises(FileError, match="over 20 bytes, the maximum"):
        load(tmp_path / "m.model")


def test_a_relation_with_too_many_pairs_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kripke.formats.lines.LIMIT", 2)
    model = KripkeModel({i: set() for i in "abcd"}, {"x": {("a", "b"), ("b", "c"), ("c", "d")}})
    with pytest.raises(TooLarge, match="3 edges"):
        model.dumps("model")


# ----------------------------------------------------------------------------------------- the page, and the command


def test_the_page_shows_a_model_and_a_mistake_as_they_are() -> None:
    (text,) = re.findall(r"^```model\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    (shown,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert KripkeModel.loads(text).holds("K_ann rain & ~Kw_bob rain & B_cath ~rain")
    with pytest.raises(FileError) as caught:
        model_text.loads("* rainy: rain\ndry:\nann: rainy | dyr", "rain.model")
    assert str(caught.value).splitlines() == shown.splitlines()


def test_the_command_checks_and_converts_it(tmp_path: Path) -> None:
    (tmp_path / "rain.model").write_text(RAIN)

    def said(*arguments: str, given: str | None = None) -> str:
        result = CliRunner().invoke(app, arguments, input=given, prog_name="whoknows")
        assert result.exit_code == 0, result.output
        return str(result.stdout)

    source, target = str(tmp_path / "rain.model"), str(tmp_path / "rain.json")
    assert "true" in said("check", source, "K_a p")
    assert "true" in said("check", "-", "K_a p", given=RAIN)
    said("convert", source, target)
    assert load(target) == load(source)
    assert KripkeModel.loads(said("convert", target, "--to", "model")) == load(source)


def test_a_line_that_was_read_as_a_world_is_named_where_its_agent_is_unknown() -> None:
    model = KripkeModel.loads("* rainy: rain\ndry:\nbob: Rainy Dry\n")
    with pytest.raises(UnknownAgent, match="no agent 'bob'; 'bob' is a world"):
        model.holds("K_bob rain")


@pytest.mark.parametrize("text", ["w\nv: p", "# rain\nw", "#only"])
def test_a_text_of_no_format_names_those_that_are_read(text: str) -> None:
    with pytest.raises(FileError, match=r"(?s)begins with.*json, smcdel, .*, model or dot.*\* w: p q"):
        KripkeModel.loads(text)


def test_an_atom_that_looks_like_an_operator_is_an_atom_without_a_warning() -> None:
    with warnings.catch_warnings(action="error"):
        assert KripkeModel.loads("* w: Dry\na: w").atoms == ("Dry",)


def test_names_that_would_print_alike_are_told_apart_by_quotes() -> None:
    model = KripkeModel({0: ["p"], "0": []}, {"a": [[0, "0"]]}, actual=0)
    assert str(model).split("\n")[1:] == ["* 0      p", '  "0"    -', 'a: 0 → "0"']
    assert "\n  v      -\n" in str(KripkeModel({0: ["p"], "v": []}, {"a": [[0, "v"]]}, actual=0))
