"""Model files: the same structure comes back, numbers are exact, and every mistake is told with its path."""

import json
import os
import re
import stat
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from effort import examples, share
from hypothesis import given
from hypothesis import strategies as st
from structures import same_in_order, structures

from kripke.checking import build, observations
from kripke.data.errors import FileError
from kripke.data.naming import name_text
from kripke.data.relation import Relation, WorldSet
from kripke.data.structure import Structure, Weights
from kripke.data.worlds import Named
from kripke.formats import modelfile as io
from kripke.formats.file_reading import MissingFile, read_text
from kripke.formats.writing import write_text
from logic.errors import TooLarge

ROOT = Path(__file__).parents[2]
EXAMPLE = """{"whoknows": 1, "agents": ["a", "b"], "atoms": ["p", "q"], "worlds": {"w1": ["p"], "w2": []},
 "actual": "w1", "relations": {"a": {"partition": [["w1", "w2"]]}, "b": {"edges": [["w1", "w1"], ["w2", "w2"]]}},
 "weights": {"a": {"w1": "1/2", "w2": 0.5}}, "threshold": {"a": 0.3}}"""


def changed(**keys: object) -> str:
    data = json.loads(EXAMPLE)
    for key, value in keys.items():
        data[key] = value
    return json.dumps({key: value for key, value in data.items() if value != "left out"})


def message(text: str) -> str:
    with pytest.raises(FileError) as caught:
        io.loads(text, "m.json")
    assert len(str(caught.value)) < 3_000
    return str(caught.value)


# ----------------------------------------------------------------------------------------------- round trips


@given(structures())
def test_what_is_written_is_read_back_as_the_same_structure_in_the_same_order(structure):
    assert same_in_order(io.loads(io.dumps(structure)), structure)


@given(structures())
def test_what_is_read_and_written_again_is_the_same_text(structure):
    text = io.dumps(structure)
    assert io.dumps(io.loads(text)) == text


def test_the_example_of_the_format_is_read():
    model = io.loads(EXAMPLE)
    assert model.atoms == ("p", "q")
    assert model.worlds[model.actual] == "w1"
    assert model.weights["a"] == Weights((1, 1), 2, Fraction(3, 10))
    assert model.relations["a"].count_edges() == 4
    assert model.relations["b"].count_edges() == 2


def test_partitions_are_written_where_the_relation_is_s5_and_edges_elsewhere():
    text = io.dumps(
        build.from_relations(
            {"w": [], "v": []},
            {"a": [("w", "w"), ("v", "v")], "b": [("w", "v"), ("v", "v")], "c": []},
        )
    )
    assert json.loads(text)["relations"] == {
        "a": {"partition": [["w"], ["v"]]},
        "b": {"edges": [["w", "v"], ["v", "v"]]},
        "c": {"edges": []},
    }


def test_a_large_relation_of_belief_is_written_by_its_classes_and_comes_back():
    size = 3_000
    labels = (np.arange(size) % 7).astype(np.int32)
    belief = Relation.from_labels(labels, np.arange(size) % 3 > 0)
    structure = Structure(Named([f"w{i}" for i in range(size)]), {}, {"a": belief}, (5,))
    text = io.dumps(structure)
    assert len(text) < 100_000
    assert len(json.loads(text)["relations"]["a"]["members"]) == 7
    assert io.loads(text) == structure


def test_a_relation_too_large_to_write_is_refused():
    seen = Relation.from_labels(np.where(np.arange(9_000) == 0, -1, 0).astype(np.int32))
    with pytest.raises(TooLarge, match="80,982,001 edges"):
        io.dumps(Structure(Named(range(9_000)), {}, {"a": seen}))


def test_a_model_of_many_worlds_is_written_and_read_in_seconds():
    structure = observations.from_observations([f"m{i}" for i in range(12)], {f"a{i}": [f"m{i}"] for i in range(4)})
    again = io.loads(io.dumps(structure))
    assert again.size == 2**12
    assert all(again.relations[agent] == structure.relations[agent] for agent in structure.agents)


# --------------------------------------------------------------------------------------------------- numbers


def test_numbers_are_read_as_they_print_and_never_as_binary_floats():
    weights = {"w1": 0.15, "w2": 0.12345678901234567890123}
    text = (
        changed(weights={"a": {"w1": "W1", "w2": "W2"}})
        .replace('"W1"', "0.15")
        .replace('"W2"', "0.12345678901234567890123")
    )
    given = io.loads(text).weights["a"]
    assert Fraction(given.numerators[0], given.denominator) == Fraction(15, 100)
    assert Fraction(given.numerators[1], given.denominator) == Fraction("0.12345678901234567890123")
    assert Fraction(weights["w2"]) != Fraction("0.12345678901234567890123")


def test_fractions_are_written_as_short_as_they_are_exact():
    model = io.loads(changed(weights={"a": {"w1": "1/3", "w2": "2/8"}}, threshold={"a": "0/7"}))
    data = json.loads(io.dumps(model))
    assert data["weights"] == {"a": {"w1": "1/3", "w2": 0.25}}
    assert data["threshold"] == {"a": 0}


def test_a_weight_with_too_many_digits_is_refused_when_it_is_written():
    huge = Weights((1, 1), 3**4000, Fraction(0))
    model = build.s5({"w": [], "v": []}, {"a": [["w", "v"]]})
    with pytest.raises(FileError, match=r"6,340 bits.* 1,000 .*m\.rounded\(6\)"):
        io.dumps(Structure(model.worlds, model.valuation, model.relations, (), {"a": huge}))


# ---------------------------------------------------------------------------------------------------- names


def test_worlds_that_are_no_texts_are_written_as_their_text():
    worlds = {1: [], frozenset({"q", "p"}): [], (2, ("e", frozenset())): []}
    model = io.loads(io.dumps(build.from_relations(worlds, {"a": []})))
    assert list(model.worlds) == ["1", "{p, q}", "(2, (e, {}))"]


def test_two_worlds_with_the_same_text_are_an_error():
    with pytest.raises(FileError, match=r"worlds 1 and '1'.*: rename"):
        io.dumps(build.from_relations({1: [], "1": []}, {}))


def test_names_nested_by_very_many_updates_have_a_text():
    world, depth = "w", share(100_000)
    for _ in range(depth):
        world = (world, "e")
    assert len(name_text(world)) == 1 + 5 * depth


def test_surrogates_and_control_characters_in_names_survive():
    structure = build.from_relations({"\ud800\x00\u2028": []}, {})
    assert io.loads(io.dumps(structure)) == structure
    assert io.dumps(structure).isascii()


# ----------------------------------------------------------------------------------------------- left out parts


def test_what_is_optional_may_be_left_out_or_null():
    model = io.loads('{"whoknows": 1, "worlds": {"w": ["p"]}}')
    assert (model.size, model.agents, model.atoms, model.actual) == (1, (), ("p",), None)
    assert io.loads(changed(actual=None, weights=None, threshold=None, agents=None)).actual is None


def test_an_agent_without_a_relation_sees_nothing():
    model = io.loads('{"whoknows": 1, "worlds": {"w": []}, "agents": ["b", "a"], "relations": {"a": {"edges": []}}}')
    assert model.agents == ("b", "a")
    assert model.relations["b"].count_edges() == 0


def test_agents_keep_the_order_of_the_list_whatever_the_forms_of_their_relations():
    relations = {
        "z": {"edges": [["w1", "w2"]]},
        "y": {"members": [[["w1", "w2"], ["w2"]]]},
        "x": {"partition": [["w1"], ["w2"]]},
    }
    text = changed(
        agents=["x", "z", "y"],
        relations=relations,
        weights={"y": {"w2": 1}},
        threshold="left out",
        ranks={"x": {"w1": 0, "w2": 1}},
    )
    model = io.loads(text)
    assert model.agents == ("x", "z", "y")
    assert list(model.weights) == ["y"]
    assert model.ranks == {"x": (0, 1)}
    assert model.relations["y"].successors(0) == [1]


# -------------------------------------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"worlds": {}}, "worlds: a model has at least one world"),
        ({"worlds": "left out"}, "worlds: is missing"),
        ({"worlds": ["w1"]}, "worlds: expected an object {...}, got a list"),
        ({"worlds": {"w1": "p", "w2": []}}, "worlds.w1: expected a list [...], got 'p'"),
        ({"worlds": {"w1": [3], "w2": []}}, "worlds.w1[0]: expected a text, got 3"),
        ({"worlds": {"w1": ["p", "p"], "w2": []}}, "worlds.w1[1]: 'p' is listed twice"),
        ({"worlds": {"w1": [""], "w2": []}}, "worlds.w1[0]: atom '': expected a name"),
        ({"whoknows": "left out"}, "whoknows: is missing"),
        ({"whoknows": 2}, "whoknows: expected 1, the version of the format"),
        ({"whoknows": "1"}, "whoknows: expected 1, the version of the format"),
        ({"whoknows": True}, "whoknows: expected a version number, got true"),
        ({"actual": "w9"}, "actual: no world 'w9'; there are 'w1' and 'w2'"),
        ({"actual": 1}, "actual: expected a world, a list of worlds, or null for none, got 1"),
        ({"actual": []}, "actual: expected a world, a list of worlds, or null for none, got a list without one"),
        ({"actual": ["w1", 2]}, "actual: expected a world, a list of worlds, or null for none, got 2 at [1]"),
        ({"actual": ["w1", "w9"]}, "actual[1]: no world 'w9'; there are 'w1' and 'w2'"),
        ({"agents": ["a", "b", "a"]}, "agents[2]: 'a' is listed twice"),
        ({"agents": ["a", "b", "x y"]}, "agents[2]: agent 'x y': expected a name of letters, digits and underscores"),
        ({"agents": ["a"]}, "relations.b: no agent 'b'"),
        ({"agents": "ab"}, "agents: expected a list [...], got 'ab'"),
        ({"atoms": ["p", "p"]}, "atoms[1]: 'p' is listed twice"),
        ({"atoms": [None]}, "atoms[0]: expected a text, got null"),
        ({"atoms": [0.5]}, "atoms[0]: expected a text, got 0.5"),
        ({"relation": {}}, "relation: no such key in the format; did you mean 'relations'?"),
        (
            {"relations": {"a": [], "b": {"edges": []}}},
            "relations.a: expected an object with partition, edges or members",
        ),
        ({"relations": {"a": {}}}, "relations.a: expected one of partition, edges, members, got none"),
        (
            {"relations": {"a": {"edges": [], "partition": []}}},
            "relations.a: expected one of partition, edges, members",
        ),
        ({"relations": {"a": {"edge": []}}}, "relations.a.edge: no such key in the format; did you mean 'edges'?"),
        ({"relations": {"a": {"edges": [["w1"]]}}}, "relations.a.edges[0]: expected a pair"),
        ({"relations": {"a": {"edges": [["w1", "w2", "w2"]]}}}, "relations.a.edges[0]: expected a pair"),
        ({"relations": {"a": {"edges": [["w1", 2]]}}}, "relations.a.edges[0][1]: expected a text, got 2"),
        ({"relations": {"a": {"edges": [["w1", "w2"], ["w1", "w3"]]}}}, "relations.a.edges[1][1]: no world 'w3'"),
        ({"relations": {"a b": {"edges": []}}}, "relations[\"a b\"]: agent 'a b'"),
        ({"relations": {"a": {"partition": [["w1"]]}}}, "relations.a.partition: world 'w2' is in no class"),
        (
            {"relations": {"a": {"partition": [["w1", "w2"], ["w1"]]}}},
            "relations.a.partition[1]: world 'w1' is also in class 0",
        ),
        ({"relations": {"a": {"partition": [["w1", "w2", "w9"]]}}}, "relations.a.partition[0][2]: no world 'w9'"),
        ({"relations": {"a": {"members": [[["w1", "w2"], []]]}}}, "relations.a.members[0][1]: a class without members"),
        (
            {"relations": {"a": {"members": [[[], ["w1"]], [["w1"], ["w2"]]]}}},
            "relations.a.members[1]: world 'w1' is also in class 0",
        ),
        ({"weights": {"a": {"w9": 1}}}, "weights.a.w9: no world 'w9'"),
        ({"weights": {"c": {"w1": 1}}}, "weights.c: no agent 'c'"),
        ({"weights": {"a": {"w1": 2, "w2": 1}}}, "weights.a.w1: number 2: expected a number from 0 to 1"),
        ({"weights": {"a": {"w1": -0.5, "w2": 1}}}, "weights.a.w1: number -0.5: expected a number from 0 to 1"),
        ({"weights": {"a": {"w1": "1/0", "w2": 1}}}, "weights.a.w1: number 1/0: expected a finite number"),
        ({"weights": {"a": {"w1": "half", "w2": 1}}}, "weights.a.w1: number half: expected a finite number"),
        ({"weights": {"a": {"w1": True, "w2": 1}}}, "weights.a.w1: expected a number such as 0.5"),
        ({"weights": {"a": {"w1": float("nan"), "w2": 1}}}, "weights.a.w1: number NaN: expected a finite number"),
        ({"weights": {"a": {"w1": float("inf"), "w2": 1}}}, "weights.a.w1: number Infinity: expected a finite number"),
        ({"weights": {"a": {"w1": "1e999999999", "w2": 1}}}, "weights.a.w1: number 1e999999999: too long"),
        ({"weights": {"a": {"w1": "1E-99999999", "w2": 1}}}, "weights.a.w1: number 1E-99999999: too long"),
        ({"weights": {"a": {"w1": 1}}}, "weights of a: world 'w2' has none"),
        ({"threshold": {"b": 0.5}}, "threshold.b: a threshold without weights"),
        ({"ranks": {"a": {"w1": 0, "w2": 1}}}, "ranks.a: the agent also has weights"),
        ({"ranks": {"b": {"w1": 0.5, "w2": 1}}}, "ranks.b.w1: expected a whole number, got 0.5"),
        ({"ranks": {"b": {"w1": 10**2_000, "w2": 1}}}, "ranks.b.w1: expected a whole number of at most 1,000 digits"),
        ({"ranks": {"b": {"w1": 0}}}, "ranks of b: world 'w2' has none"),
    ],
)
def test_each_mistake_is_told_with_its_path(keys, expected):
    assert expected in message(changed(**keys))


def test_several_mistakes_are_told_together_and_many_are_cut():
    found = message(changed(actual="x", relations={"a": {"edges": [["w1", "u"], ["v", "w2"]]}}))
    assert found.startswith("m.json: 3 mistakes\n  actual: no world 'x'")
    many = message(changed(relations={"a": {"edges": [["w1", f"u{i}"] for i in range(1_000)]}}))
    assert many.count("\n") == 11
    assert many.endswith("and more")


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"whoknows": 1, "worlds": {"w": [], "w": ["p"]}}', "worlds.w"),
        ('{"whoknows": 1, "worlds": {"w": []}, "worlds": {"w": []}}', "worlds"),
        ('{"whoknows": 1, "worlds": {"w": []}, "relations": {"a": {"edges": [], "edges": []}}}', "relations.a.edges"),
    ],
)
def test_a_key_that_occurs_twice_is_told_with_its_path(text, path):
    assert f"\n  {path}: the key occurs twice" in message(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "m.json: empty"),
        (" \n ", "m.json: empty"),
        ("[]", "m.json: expected an object"),
        ("3", "got the value 3"),
        ("0.5", "got the value"),
        ('"text"', "got the value"),
        ("null", "got the value null"),
        ('{"whoknows": 1,\n "worlds": {w: []}}', "line 2, column 13: not valid JSON"),
        ('{"whoknows": 1', "not valid JSON: the { at column 1 is never closed"),
        ('{"whoknows": 1, "worlds": {"(w": ["p"}}', "not valid JSON: the [ at column 34 is never closed"),
        ("[" * 100_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        ('{"whoknows": 1, "worlds": {"w": ' + "[" * 500 + "]" * 500 + "}}", "worlds.w[0]: expected a text, got a list"),
        (f'{{"whoknows": {"9" * 1_000_000}, "worlds": {{"w": []}}}}', "whoknows: expected 1"),
        (
            f'{{"whoknows": 1, "worlds": {{"w": []}}, "ranks": {{"a": {{"w": {"9" * 1_000_000}}}}}}}',
            "ranks.a.w: expected a whole",
        ),
        (
            f'{{"whoknows": 1, "worlds": {{"w": []}}, "weights": {{"a": {{"w": 0.{"9" * 1_000_000}}}}}}}',
            "weights.a.w: number 0.99",
        ),
        (f'{{"whoknows": 1, "worlds": {{"w": []}}, "actual": "{"x" * 1_000_000}"}}', "actual: no world 'xxx"),
        ('{"whoknows": 1, "worlds": {"w": []}, "weights": {"a": {"w": NaN}}}', "weights.a.w: number NaN"),
        ("VARS 1 LAW Top OBS a: 1", "not valid JSON"),
    ],
)
def test_a_text_that_is_no_model_is_refused_in_words(text, expected):
    assert expected in message(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@examples(200)
@given(st.sampled_from(sorted(json.loads(EXAMPLE))), JSON)
def test_a_file_with_any_value_in_any_place_is_read_or_refused(key, value):
    text = changed(**{key: value})
    try:
        structure = io.loads(text)
    except FileError:
        return
    assert io.loads(io.dumps(structure)) == structure


# ------------------------------------------------------------------------------------------------------ files


def test_a_file_is_saved_and_loaded(tmp_path):
    structure = io.loads(EXAMPLE)
    write_text(tmp_path / "m.json", io.dumps(structure))
    assert io.loads(read_text(tmp_path / "m.json")) == structure
    assert os.listdir(tmp_path) == ["m.json"]


def test_a_byte_order_mark_is_skipped(tmp_path):
    (tmp_path / "m.json").write_text(EXAMPLE, encoding="utf-8-sig")
    assert io.loads(read_text(tmp_path / "m.json")) == io.loads(EXAMPLE)


def test_a_missing_file_is_also_a_file_not_found_error(tmp_path):
    with pytest.raises(MissingFile, match="there is no such file") as caught:
        io.loads(read_text(tmp_path / "none.json"))
    assert isinstance(caught.value, FileNotFoundError)
    assert isinstance(caught.value, FileError)


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n\x00\xff", Random(1).randbytes(64) + b"\xff\xfe"])
def test_binary_junk_is_refused_with_its_place(tmp_path, content):
    (tmp_path / "m.json").write_bytes(content)
    with pytest.raises(FileError, match=r"UTF-8 text|not valid JSON"):
        io.loads(read_text(tmp_path / "m.json"))


def test_a_directory_is_refused(tmp_path):
    with pytest.raises(FileError, match="this is a directory"):
        io.loads(read_text(tmp_path))
    with pytest.raises(FileError, match="cannot be written"):
        write_text(tmp_path, io.dumps(io.loads(EXAMPLE)))
    assert os.listdir(tmp_path.parent) == [tmp_path.name] or tmp_path.is_dir()


def test_a_name_that_no_file_can_have_is_refused():
    with pytest.raises(FileError, match="cannot be read"):
        io.loads(read_text("\x00"))


def test_a_file_that_cannot_be_written_leaves_the_old_one_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "m.json"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="the disk is full"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["m.json"]


def test_a_link_stays_a_link_and_rights_stay_rights(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_text(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_new_file_has_the_rights_that_the_user_gives_new_files(tmp_path):
    (tmp_path / "plain").touch()
    write_text(tmp_path / "made", "x")
    assert (tmp_path / "made").stat().st_mode == (tmp_path / "plain").stat().st_mode


# ------------------------------------------------------------------------------------------------- the schema


def test_the_published_schema_is_up_to_date():
    pytest.importorskip("pydantic", "2.13", reason="older ones leave descriptions out of schemas")
    published = json.loads((ROOT / "docs" / "reference" / "model.schema.json").read_text(encoding="utf-8"))
    assert published == io.KIND.schema(), "run: python -m kripke.formats.modelfile > docs/reference/model.schema.json"


def test_the_description_of_the_format_names_every_key_and_its_example_is_read():
    text = (ROOT / "docs" / "reference" / "model-file.md").read_text(encoding="utf-8")
    for key in io.KIND.schema()["properties"]:
        assert f"`{key}`" in text
    examples = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert examples
    assert all(isinstance(io.loads(example), Structure) for example in examples)


def test_a_set_of_worlds_written_by_columns_is_the_one_written_by_masks():
    names = Named(["w", "v"])
    by_mask = Structure(names, {"p": WorldSet(2, mask=2)}, {})
    by_column = Structure(names, {"p": WorldSet(2, column=np.array([False, True]))}, {})
    assert io.dumps(by_mask) == io.dumps(by_column)
