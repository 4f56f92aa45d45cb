"""Event files: the same event model comes back from JSON and from text, and mistakes are told with path or caret."""

import contextlib
import json
import os
import pickle
import re
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from effort import examples, share
from hypothesis import given
from hypothesis import strategies as st
from randoms import random_event_model, random_formula, random_structure
from structures import ATOMS, NAMES, of_classes

from kripke.change.event import Event, EventModel
from kripke.data.errors import FileError
from kripke.formats import eventfile
from kripke.formats import modelfile as io
from kripke.formats.eventfile import dumps_event_model, load_event_model, loads_event_model, save_event_model
from kripke.formats.file_reading import TextFormError
from logic.clauses import Atom, Not
from logic.errors import EpistemicError, ParseError

ROOT = Path(__file__).parents[2]
PEEK = EventModel.s5(
    {"yes": Event("p"), "no": Event("~p", {"q": "true"})},
    {"a": [["yes"], ["no"]], "b": [["yes", "no"]]},
    actual="yes",
    others=[["yes", "no"]],
)
JSON = json.dumps(
    {
        "whoknows": 1,
        "events": {"yes": {"pre": "p"}, "no": {"pre": "~p", "post": {"q": "true"}}},
        "actual": "yes",
        "relations": {"a": {"partition": [["yes"], ["no"]]}, "b": {"partition": [["yes", "no"]]}},
        "others": {"partition": [["yes", "no"]]},
    }
)
TEXT = """
event yes: pre p
event no: pre ~p; q := true
actual: yes
a: yes | no
b: yes no
others: yes no
"""


ODD = ATOMS.filter(str.isprintable)


def changed(**keys: object) -> str:
    data = {**json.loads(JSON), **keys}
    return json.dumps({key: value for key, value in data.items() if value != "left out"})


def message(text: str) -> str:
    with pytest.raises(FileError) as caught:
        loads_event_model(text, "peek")
    assert str(caught.value).startswith("peek: ")
    assert len(str(caught.value)) < 3_000
    return str(caught.value)


def same(one: EventModel, other: EventModel) -> bool:
    """Equal, with the orders of events, agents and changes."""
    posts = [[list(event.post) for event in model.events.values()] for model in (one, other)]
    return (
        one == other and list(one.events) == list(other.events) and one.agents == other.agents and posts[0] == posts[1]
    )


@st.composite
def odd_event_models(draw: st.DrawFn) -> EventModel:
    """Event models with any names that can be had, formulas of the whole language, others, weights and ranks."""
    names = draw(st.lists(NAMES.filter(bool), min_size=1, max_size=5, unique=True))
    rng = Random(draw(st.integers(0, 10**6)))
    formula = st.builds(lambda size, atom: random_formula(rng, ("a", "b"), size) & Atom(atom), st.integers(1, 6), ODD)
    events = {name: Event(draw(formula), draw(st.dictionaries(ODD, formula, max_size=2))) for name in names}
    several = st.lists(st.sampled_from(names), min_size=1, unique=True)

    def pairs() -> list[tuple[str, str]]:
        free = st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=8)
        return draw(free) if draw(st.booleans()) else of_classes(draw, names, draw(st.booleans()))

    agents = draw(st.lists(st.sampled_from(["a", "event", "others", "Ω", "agent"]), max_size=3, unique=True))
    relations = {agent: pairs() for agent in agents}
    plain = EventModel(events, relations)
    weights, ranks = {}, {}
    for agent, relation in plain.frame.relations.items():
        if relation.is_k45 and draw(st.booleans()):
            seen = [name for name, member in zip(names, relation.members, strict=True) if member]
            weights[agent] = {name: draw(st.fractions(0, 1, max_denominator=99)) for name in seen}
        elif relation.is_k45:
            ranks[agent] = {name: draw(st.integers(-3, 10**20)) for name in names}
    actual = draw(st.none() | st.sampled_from(names) | several)
    others = draw(st.none() | st.builds(pairs))
    return EventModel(events, relations, actual, others, weights or None, ranks or None)


# ----------------------------------------------------------------------------------------------- round trips


@pytest.mark.parametrize("form", ["json", "text"])
@given(st.integers(0, 10**6))
def test_a_random_event_model_comes_back_as_it_was(form, seed):
    rng = Random(seed)
    model = random_event_model(rng, random_structure(rng), most_events=6)
    assert same(loads_event_model(dumps_event_model(model, form)), model)


@pytest.mark.parametrize("form", ["json", "text"])
@given(odd_event_models())
def test_an_event_model_with_odd_names_comes_back_as_it_was(form, model):
    assert same(loads_event_model(dumps_event_model(model, form)), model)


@given(odd_event_models())
def test_what_is_read_and_written_again_is_the_same_text_in_both_forms(model):
    for form in ("json", "text"):
        text = dumps_event_model(model, form)
        assert dumps_event_model(loads_event_model(text), form) == text


def test_the_two_forms_of_an_event_model_are_read_as_the_same():
    assert loads_event_model(JSON) == PEEK
    assert loads_event_model(TEXT) == PEEK
    assert dumps_event_model(PEEK, "text") == TEXT.lstrip()


def test_a_formula_nested_very_deep_comes_back():
    formula = Atom("p")
    for _ in range(share(20_000)):
        formula = Not(formula)
    model = EventModel({"e": Event(formula)}, {})
    for form in ("json", "text"):
        assert loads_event_model(dumps_event_model(model, form)).events["e"].pre == formula


def test_numbers_are_exact_in_both_forms():
    text = "event e: pre p\nevent f: pre ~p\na: e f\nweights a: e 1/3, f 0.15\n"
    model = loads_event_model(text)
    assert (model.weight("a", "e"), model.weight("a", "f")) == (Fraction(1, 3), Fraction(15, 100))
    for form in ("json", "text"):
        assert loads_event_model(dumps_event_model(model, form)).weight("a", "f") == Fraction(15, 100)


def test_files_are_saved_in_the_form_of_their_ending_and_loaded_in_the_form_that_they_have(tmp_path):
    for name, start in (("peek.json", "{"), ("peek.event", "event"), ("peek.txt", "event"), ("PEEK.JSON", "{")):
        save_event_model(PEEK, tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
        assert load_event_model(tmp_path / name) == PEEK
    (tmp_path / "peek.json").write_text(TEXT, encoding="utf-8")
    assert load_event_model(tmp_path / "peek.json") == PEEK


def test_an_ending_without_a_form_is_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(FileError, match=r"take \.json, \.event or \.txt"):
        save_event_model(PEEK, tmp_path / "peek.yaml")
    assert not os.listdir(tmp_path)


def test_a_file_that_cannot_be_written_leaves_the_old_one_as_it_was(tmp_path, monkeypatch):
    save_event_model(PEEK, tmp_path / "peek.event")

    def full(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileError, match="the disk is full"):
        save_event_model(EventModel({"e": Event()}, {}), tmp_path / "peek.event")
    assert load_event_model(tmp_path / "peek.event") == PEEK
    assert os.listdir(tmp_path) == ["peek.event"]


def test_an_unknown_form_is_refused():
    with pytest.raises(FileError, match="expected 'json' or 'text'"):
        dumps_event_model(PEEK, "yaml")


# ------------------------------------------------------------------------------------------------ the text form


def test_lines_come_in_any_order_with_comments_and_continued_lines():
    text = """
        # who sees what
        b: yes no       # Bob
        others: yes no
        a: yes | no
        event yes:
            pre p
        actual: yes
        event no: pre ~p;   # and then
            q := true;
    """
    assert loads_event_model(text).events == PEEK.events
    assert loads_event_model(text) == PEEK


@pytest.mark.parametrize("sign", [";", "#", ":=", "|", "->", '\\"', ","])
def test_signs_of_the_format_in_quotes_are_part_of_the_name(sign):
    model = loads_event_model(f'event "e{sign}": pre "p{sign}"; "q{sign}" := "p{sign}"\na: "e{sign}"')
    name = sign.replace("\\", "")
    assert list(model.events) == [f"e{name}"]
    event = model.events[f"e{name}"]
    assert (event.pre, event.post) == (Atom(f"p{name}"), {f"q{name}": Atom(f"p{name}")})


def test_formulas_are_read_as_everywhere():
    model = loads_event_model(r"event e: pre \neg K_{a} p \; \wedge q; x=1 := K_{a} p")
    assert str(model.events["e"].pre) == "¬K_a p ∧ q"
    assert list(model.events["e"].post) == ["x=1"]


def test_a_program_in_a_formula_keeps_its_semicolons():
    for program in ("[a ; b] p", "<(?q ; a)* ; b> p", "[?B_a[q] p ; a] [q!] p", "[?[!q] p ; a] p"):
        model = loads_event_model(f"event e: pre {program}; q := {program}; r := p")
        assert model.events["e"] == Event(program, {"q": program, "r": "p"})
        assert loads_event_model(dumps_event_model(model, "text")) == model


def test_an_event_needs_no_more_than_a_name():
    for text in ("event skip", "event skip:", "event skip: pre true", "event skip:;;"):
        assert loads_event_model(text) == EventModel({"skip": Event()}, {})


def test_an_atom_called_pre_can_be_set():
    assert loads_event_model("event e: pre := true").events["e"] == Event("true", {"pre": "true"})
    assert loads_event_model("event e: pre pre; pre(a) := q").events["e"] == Event("pre", {"pre(a)": "q"})


def test_classes_arrows_and_empty_relations_mean_exactly_their_pairs():
    text = "event e:\nevent f:\nevent g:\na: e f | g\nb: e f -> g | g -> g\nc: e | f -> g e\nd:\n"
    model = loads_event_model(text)
    seen = {agent: [model.seen(agent, event) for event in "efg"] for agent in model.agents}
    assert seen == {
        "a": [("e", "f"), ("e", "f"), ("g",)],
        "b": [("g",), ("g",), ("g",)],
        "c": [("e",), ("e", "g"), ()],
        "d": [(), (), ()],
    }


def test_several_agents_share_a_line_and_keywords_can_be_agents():
    model = loads_event_model("event e\nagent agent, others: e\nevent, b: e\nothers: e")
    assert model.agents == ("agent", "others", "event", "b")
    assert loads_event_model(dumps_event_model(model, "text")) == model


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("", "column 1", "there is no event"),
        ("# nothing", "column 10", "there is no event"),
        ("a: yes", "column 7", "there is no event"),
        ("evnt yes: pre p", "column 6", "unexpected yes: pre p; did you mean 'event'?"),
        ("event yes pre p", "column 11", "expected ':'"),
        ("event: pre p", "column 6", "event without a name"),
        ('event "": pre p', "column 7", "a name without a character"),
        ('event "\\x": pre p', "column 7", "in quotes"),
        ("event yes: p", "column 12", "neither a precondition nor a change"),
        ("event yes: pre", "column 15", "a formula is missing"),
        ("event yes: pre p &", "column 19", "expected a formula"),
        ("event yes: pre p; q = true", "column 19", "an atom, := and a formula"),
        ("event yes: pre p; q := ", "column 24", "a formula is missing"),
        ("event yes: pre p; K_a q := p", "column 19", "only atoms are set"),
        ("event yes: pre p; q := p; q := p", "column 27", "q is set a second time"),
        ("event yes: pre p; pre q", "column 19", "join the two by &"),
        ("event yes: pre p\nevent yes: pre q", "line 2, column 7", "event yes is there a second time"),
        ("event yes:\n  pre p;\n  q := (r", "line 3, column 10", "expected"),
        ("event yes\nactual", "line 2, column 7", "actual without a colon"),
        ("event yes\nactual:", "line 2, column 8", "actual without an event"),
        ("event yes\nactual: no", "line 2, column 9", "no event 'no'"),
        ("event yes\nactual: yes\nactual: yes", "line 3, column 1", "actual is there a second time"),
        ("event yes\na: yes\na: yes", "line 3, column 1", "agent a is there a second time"),
        ("event yes\na, b, a: yes", "line 2, column 7", "agent a is there a second time"),
        ("event yes\na b: yes", "line 2, column 3", "expected ':'"),
        ("event yes\na, : yes", "line 2, column 4", "an agent is missing"),
        ("event yes\n| yes", "line 2, column 1", "a line begins with"),
        ("event yes\na: yse", "line 2, column 4", "no event 'yse'; did you mean 'yes'?"),
        ("event yes\na: yes %", "line 2, column 8", "written in quotes"),
        ('event yes\na: "yes', "line 2, column 4", "the quote is never closed"),
        (
            "event yes: pre p\nevent no: pre (~p\na: yes",
            "line 2, column 18",
            "the ( at line 2, column 15 is never closed",
        ),
        ("event yes: pre p; q := [p q\na: yes", "line 1, column 27", "the [ at column 24 is never closed"),
        ("event yes\nevent no\na: yes", "line 3, column 7", "event no is in no class"),
        ("event yes\na: yes | yes", "line 2, column 10", "is in a class already"),
        ("event yes\na: yes |", "line 2, column 9", "an event is missing"),
        ("event yes\na: -> yes", "line 2, column 4", "an event is missing"),
        ("event yes\na: yes -> yes -> yes", "line 2, column 15", "an arrow too many"),
        ("event yes\nweights a: yes 1", "line 2, column 9", "no agent 'a'"),
        ("event yes\nweights: yes 1", "line 2, column 8", "weights without a name"),
        ("event yes\na: yes\nweights a: yes", "line 3, column 12", "write yes 1/2, no 1/2"),
        ("event yes\na: yes\nweights a: yes 2", "line 3, column 16", "expected a number from 0 to 1"),
        ("event yes\na: yes\nweights a: yes 1, yes 1", "line 3, column 19", "has a number already"),
        ("event yes\na: yes\nweights a: no 1", "line 3, column 12", "no event 'no'"),
        ("event yes\nevent no\na: yes no\nweights a: no 1", "line 4, column 1", "event 'yes' has none"),
        ("event yes\na: yes\nranks a: yes 0.5", "line 3, column 14", "expected a whole number"),
        ("event yes\na:\nweights a:\nranks a: yes 1", "line 3, column 1", "agent a: weights and ranks"),
    ],
)
def test_each_mistake_in_a_text_is_told_with_its_place_and_a_caret(text, place, expected):
    found = message(text)
    assert found.startswith(f"peek: {place}: ")
    assert expected in found
    if text and text[0] != "#":
        rows = found.splitlines()
        caret = next(row for row in rows if row.strip() == "^")
        assert len(caret) - 2 == int(re.search(r"column (\d+)", found)[1])


def test_a_mistake_in_a_text_is_a_parse_error_and_a_file_error_that_can_be_pickled():
    with pytest.raises(TextFormError) as caught:
        loads_event_model("event yes: pre p &", "peek.event")
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, ParseError)
    assert isinstance(error, FileError)
    assert (error.line, error.column, str(error)) == (1, 19, str(caught.value))


@examples(300)
@given(st.text(alphabet='eventpryso: |->;="#\n\t\\&~,', max_size=60))
def test_any_text_is_read_or_refused(text):
    for start in ("", "event e: pre p\n", "event e: pre p; "):
        try:
            model = loads_event_model(start + text)
        except FileError:
            continue
        assert loads_event_model(dumps_event_model(model, "text")) == model


@examples(100)
@given(odd_event_models(), st.integers(0, 10**6), st.sampled_from(['"', ";", "|", "->", ":", "", " ", "\n", "\\", "#"]))
def test_a_text_with_a_slip_anywhere_is_read_or_refused(model, seed, slip):
    text = dumps_event_model(model, "text")
    place = seed % (len(text) + 1)
    with contextlib.suppress(FileError):
        loads_event_model(text[:place] + slip + text[place + 1 :])


# ------------------------------------------------------------------------------------------------ the JSON form


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"whoknows": "left out"}, "whoknows: is missing"),
        ({"whoknows": 2}, "whoknows: expected 1, the version of the format"),
        ({"whoknows": True}, "whoknows: expected a version number, got true"),
        ({"events": {}}, "events: a model has at least one event"),
        ({"events": "left out"}, "events: is missing"),
        ({"events": {"yes": "p", "no": {}}}, "events.yes: expected an object with pre or post, got 'p'"),
        ({"events": {"yes": {"pre": 3}, "no": {}}}, "events.yes.pre: expected a text, got 3"),
        ({"events": {"yes": {"pre": "p &"}, "no": {}}}, "events.yes.pre: column 4: "),
        ({"events": {"yes": {"pre": "p &"}, "no": {}}}, "\n      p &\n         ^\n"),
        ({"events": {"yes": {"post": {"q": "p p"}}, "no": {}}}, "events.yes.post.q: column 3: "),
        ({"events": {"yes": {"post": {"": "p"}}, "no": {}}}, 'events.yes.post[""]: atom \'\': expected a name'),
        ({"events": {"yes": {"prae": "p"}, "no": {}}}, "events.yes.prae: no such key in the format; did you mean"),
        ({"events": {"yes": {}, "no": {}, "": {}}}, 'events[""]: an event needs a name'),
        ({"actual": "yse"}, "actual[0]: no event 'yse'; did you mean 'yes'?"),
        ({"actual": ["yes", "maybe"]}, "actual[1]: no event 'maybe'"),
        ({"actual": []}, "actual: expected an event, a list of events, or null"),
        ({"actual": 3}, "actual: expected an event, a list of events, or null for any of them, got 3"),
        ({"relation": {}}, "relation: no such key in the format; did you mean 'relations'?"),
        ({"relations": {"a b": {"edges": []}}}, 'relations["a b"]: agent \'a b\''),
        ({"relations": {"a": {"partition": [["yes"]]}}}, "relations.a.partition: event 'no' is in no class"),
        ({"relations": {"a": {"edges": [["yes", "w"]]}}}, "relations.a.edges[0][1]: no event 'w'"),
        ({"relations": {"a": {"edge": []}}}, "relations.a.edge: no such key in the format; did you mean 'edges'?"),
        ({"others": {}}, "others: expected one of partition, edges, members, got none"),
        ({"others": {"members": [[["yes", "no"], []]]}}, "others.members[0][1]: a class without members"),
        ({"others": {"cells": []}}, "others.cells: no such key"),
        ({"weights": {"c": {"yes": 1}}}, "weights.c: no agent 'c'"),
        ({"weights": {"a": {"maybe": 1}}}, "weights.a.maybe: no event 'maybe'"),
        ({"weights": {"a": {"yes": 2, "no": 1}}}, "weights.a.yes: number 2: expected a number from 0 to 1"),
        ({"weights": {"a": {"yes": 1}}}, "weights of a: event 'no' has none"),
        ({"ranks": {"a": {"yes": 0.5, "no": 1}}}, "ranks.a.yes: expected a whole number, got 0.5"),
        ({"weights": {"a": {"yes": 1, "no": 1}}, "ranks": {"a": {"yes": 1, "no": 1}}}, "ranks.a: the agent also has"),
        ({"events": "left out", "worlds": {"w": []}}, "this is a model, not an event model"),
    ],
)  # fmt: skip
def test_each_mistake_in_json_is_told_with_its_path(keys, expected):
    assert expected in message(changed(**keys))


def test_several_mistakes_are_told_together():
    found = message(changed(actual="x", events={"yes": {"pre": "("}, "no": {"post": {"q": ")"}}}))
    assert found.startswith("peek: 3 mistakes\n  events.yes.pre: ")


@pytest.mark.parametrize(
    "text", ['{"whoknows": 1, "events": {"e": {"pre": "p", "pre": "q"}}}', '{"events": {}', "{", "[]"]
)
def test_what_is_no_json_is_refused(text):
    assert message(text)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@examples(200)
@given(st.sampled_from([*json.loads(JSON), "weights", "ranks"]), VALUES)
def test_a_file_with_any_value_in_any_place_is_read_or_refused(key, value):
    try:
        model = loads_event_model(changed(**{key: value}))
    except FileError:
        return
    assert loads_event_model(dumps_event_model(model)) == model


def test_a_model_is_told_from_an_event_model():
    with pytest.raises(FileError, match=r"m: .*event model.*load_event_model"):
        io.loads(JSON, "m")


def test_all_that_is_wrong_with_a_file_is_an_error_of_ours(tmp_path):
    (tmp_path / "peek.event").write_bytes(bytes(range(128, 256)))
    for path in (tmp_path / "peek.event", tmp_path / "none.event", tmp_path):
        with pytest.raises(EpistemicError):
            load_event_model(path)


# ------------------------------------------------------------------------------------------------- the schema


def test_the_published_schema_is_up_to_date():
    pytest.importorskip("pydantic", "2.13", reason="older ones leave descriptions out of schemas")
    published = json.loads((ROOT / "docs" / "reference" / "event.schema.json").read_text(encoding="utf-8"))
    assert published == eventfile.KIND.schema(), (
        "run: python -m kripke.formats.eventfile > docs/reference/event.schema.json"
    )


def test_the_description_of_the_format_names_every_key_and_its_examples_are_read():
    text = (ROOT / "docs" / "reference" / "event-file.md").read_text(encoding="utf-8")
    for key in eventfile.KIND.schema()["properties"]:
        assert f"`{key}`" in text
    (written,) = re.findall(r"```event\n(.*?)```", text, re.DOTALL)
    (data,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert loads_event_model(written) == loads_event_model(data)


@pytest.mark.parametrize("text", ["event e:; pre p", "event e: ; pre p ;", "event e:;;pre p;;"])
def test_empty_changes_are_skipped(text):
    assert loads_event_model(text) == loads_event_model("event e: pre p")


def test_a_comma_may_end_the_numbers_but_not_stand_twice():
    text = "event e\nevent f\na: e f\nweights a: e 1, f 1/2,"
    assert loads_event_model(text).weight("a", "f") == Fraction(1, 2)
    assert "expected an event and its number" in message(text + ",")


def test_messages_shorten_a_long_name_of_an_event_file():
    with pytest.raises(EpistemicError, match=r"^aaa.*…a+: column 2: a line without a colon"):
        loads_event_model("x", "a" * 5_000)
