"""Limits and refusals of event files: large files, misspelt atoms, actions in preconditions, messages."""

from __future__ import annotations

import random

import pytest
from effort import seeds

from kripke.change.event import Event, EventModel
from kripke.checking import build
from kripke.data.errors import FileError, ModelError, PreconditionFailed
from kripke.formats.entries import LIMIT, relation_of
from kripke.formats.eventfile import dumps_event_model, loads_event_model
from kripke.models.kripke_model import KripkeModel
from logic.errors import TooLarge


def coin(up: bool = True) -> KripkeModel:
    """A coin that nobody sees."""
    nobody = {name: [["up", "down"]] for name in ("ann", "bob", "cath")}
    return KripkeModel.s5({"up": {"h"}, "down": set()}, nobody, "up" if up else "down")


def many(count: int) -> str:
    """An event file whose events ann tells apart, bob takes for the first two, and the others cannot tell apart."""
    names = [f"e{i}" for i in range(count)]
    everywhere = " ".join(names)
    relations = [f"ann: {' | '.join(names)}", f"bob: {everywhere} -> e0 e1", f"others: {everywhere}"]
    return "\n".join([f"event {name}: pre h" for name in names] + relations)


# ------------------------------------------------------------------------------------------------- large files


def test_five_thousand_events_in_one_class_are_a_label_each_and_not_millions_of_pairs() -> None:
    model = loads_event_model(many(5_000))
    assert model.others is not None
    assert (model.others.is_k45, model.others.count_edges()) == (True, 5_000**2)
    assert model.frame.relations["bob"].count_edges() == 10_000
    assert loads_event_model(dumps_event_model(model, "json")) == model


def test_a_product_with_a_thousand_events_keeps_label_arrays() -> None:
    after = coin().update(loads_event_model(many(1_000)), "e5")
    assert len(after) == 1_000
    assert all(after.structure.relations[name].is_k45 for name in after.agents)
    assert (len(after.possible("ann")), len(after.possible("bob")), len(after.possible("cath"))) == (1, 2, 1_000)


@pytest.mark.parametrize("seed", seeds(4, 30))
@pytest.mark.parametrize("size", [7, 300])
def test_relations_from_groups_have_exactly_their_pairs(size: int, seed: int) -> None:
    rng = random.Random(seed)
    if seed % 2:  # classes that are disjoint, some of whose lookers are no members
        points = rng.sample(range(size), size)
        cells = [points[i : i + 3] for i in range(0, size, 3)]
        classes = [(tuple(cell), tuple(cell[: rng.randint(1, len(cell))])) for cell in cells if rng.random() < 0.9]
    else:
        some = lambda: tuple(rng.choices(range(size), k=rng.randint(1, 4)))  # noqa: E731
        classes = [(some(), some()) for _ in range(rng.randint(0, 5))]
    pairs = {(i, j) for looking, seen in classes for i in looking for j in seen}
    exactly = build.from_relations(dict.fromkeys(range(size), ()), {"a": pairs}).relations["a"]
    made = relation_of(size, classes)
    assert made == exactly
    assert made.is_k45 == exactly.is_k45


def test_too_many_pairs_and_too_large_products_are_told() -> None:
    half = LIMIT // 4_000
    with pytest.raises(TooLarge, match=r" 4\d,\d{3},\d{3} pairs.* S5 nor KD45"):
        relation_of(10_000, [(tuple(range(4_000)), tuple(range(2 * half))), ((0,), (9_999,))])
    worlds = {str(i): () for i in range(40_000)}
    large = KripkeModel.s5(worlds, {"ann": [list(worlds)]}, "0")
    with pytest.raises(TooLarge, match=r"40,000 worlds.*280,000,000 pairs.*contract=True.*fewer events"):
        large.update(loads_event_model("\n".join(f"event e{i}:" for i in range(7_000)) + "\nothers: e0 -> e0"))


# ------------------------------------------------------------------------------- actions within event models


@pytest.mark.parametrize("text", ["event e: pre [@e] h\nothers: e", "event e: pre h; q := <@look> h\nothers: e"])
def test_a_formula_of_an_event_that_names_an_action_is_refused_at_its_place(text: str) -> None:
    with pytest.raises(FileError, match=r"column \d+: .*named actions; write.*before"):
        loads_event_model(text, "peek.event")


def test_the_refusal_is_the_same_in_json_and_in_python() -> None:
    with pytest.raises(FileError, match=r"events.e.pre: \[@look\] .*named actions"):
        loads_event_model('{"whoknows": 1, "events": {"e": {"pre": "[@look] h"}}}')
    for events in ({"e": Event("[@look] h")}, {"e": Event("[@look] h"), "f": Event()}):
        pairs = [(name, name) for name in events]
        with pytest.raises(ModelError, match=r"event e: \[@look\] .*named actions"):
            coin().update(EventModel(events, {}, others=pairs))


# ------------------------------------------------------------------------------------------------------- atoms


@pytest.mark.parametrize("key", ["~h", "p & q", "K_ann h", "true"])
def test_json_sets_atoms_only_as_the_text_does(key: str) -> None:
    with pytest.raises(FileError, match=f"atom, got {key}; .*atoms only"):
        loads_event_model(f'{{"whoknows": 1, "events": {{"e": {{"post": {{"{key}": "true"}}}}}}}}')


def test_an_atom_with_such_a_name_is_written_in_quotes_and_read_again() -> None:
    odd = {"~h": "true", "p & q": "h", "it rains": "~h", '"so"': "h", "die1=4": "h", "true": "h"}
    model = EventModel({"e": Event("true", odd)}, {}, others=[("e", "e")])
    assert '"\\"~h\\"": "true"' in dumps_event_model(model, "json")
    assert (
        loads_event_model(dumps_event_model(model, "json"))
        == model
        == loads_event_model(dumps_event_model(model, "text"))
    )


def test_two_keys_for_one_atom_are_a_mistake() -> None:
    with pytest.raises(FileError, match=r"has\(ann,h\) is the same atom"):
        loads_event_model('{"whoknows": 1, "events": {"e": {"post": {"has(ann,h)": "true", "has(ann, h)": "h"}}}}')


# ---------------------------------------------------------------------------------------------------- messages


def test_a_single_event_that_cannot_happen_is_no_announcement() -> None:
    with pytest.raises(PreconditionFailed, match=r"^no event .*'down': heads needs h, "):
        coin(up=False).update(loads_event_model("event heads: pre h\nothers: heads"))


def test_of_many_events_three_are_named_and_the_rest_is_counted() -> None:
    lines = [f"event e{i}: pre {'~h' if i else 'true'}" for i in range(50)]
    model = loads_event_model("\n".join([*lines, "others: e0"]) + "".join(f" e{i}" for i in range(1, 50)))
    with pytest.raises(ModelError, match=r"'down' e0, e1, e2.*47.*choose"):
        coin(up=False).update(model)
    never = loads_event_model(many(50).replace("pre h", "pre h & ~h"))
    with pytest.raises(PreconditionFailed, match=r"e2 .*h ∧ ¬h.*47.*none"):
        coin().update(never)
    with pytest.raises(ModelError, match=r"'jump!'.*no such event.*50.*'e0'.*'e2'"):
        coin().update(never, "jump!")


@pytest.mark.parametrize("key", ["weights", "ranks"])
def test_who_has_weights_or_ranks_needs_a_line_of_her_own(key: str) -> None:
    with pytest.raises(FileError, match=r"no agent 'ann'(.|\n)*ann: \.\.\., .*others"):
        loads_event_model(f"event e: pre h\nothers: e\n{key} ann: e 1")
    others = '"others": {"partition": [["e"]]}'
    with pytest.raises(FileError, match=r"ann.*no agent 'ann'.*its own relation"):
        loads_event_model(f'{{"whoknows": 1, "events": {{"e": {{}}}}, {others}, "{key}": {{"ann": {{"e": 1}}}}}}')
    for make, rest in ((EventModel, [("e", "e")]), (EventModel.s5, [["e"]]), (EventModel.kd45, [(["e"], ["e"])])):
        with pytest.raises(ModelError, match=r"agent 'ann': .*weights.* needs.* relation"):
            make({"e": Event()}, {}, others=rest, **{key: {"ann": {"e": 1}}})


@pytest.mark.parametrize(
    ("text", "expected"), [("null", "got the value null"), ("3", "got the value 3"), ("", "empty")]
)
def test_what_a_json_file_says_is_read_as_json(text: str, expected: str) -> None:
    with pytest.raises(FileError, match=f"peek.json: .*{expected}"):
        loads_event_model(text, "peek.json")


def test_an_actual_event_that_is_no_name_is_told_with_its_place() -> None:
    with pytest.raises(FileError, match=r"actual: expected.*event.*null.*got 3 at \[2\]"):
        loads_event_model('{"whoknows": 1, "events": {"a": {}}, "actual": ["a", "zz", 3]}')


def test_a_quote_that_is_never_closed_is_said_to_be_open() -> None:
    for text, column in (('event "a: pre h', 7), ('event a: pre h\nothers: "a', 9)):
        with pytest.raises(FileError, match=f"column {column}: .*quote.*never closed"):
            loads_event_model(text)


def test_an_open_quote_with_many_quotes_inside_is_read_once() -> None:
    with pytest.raises(FileError, match=r"column 7: .*quote.*never closed"):
        loads_event_model('event "' + '\\"' * 45_000)  # quadratic before: a minute


def test_a_class_beside_an_arrow_is_the_class_of_its_events() -> None:
    text = "event a:\nevent b:\nevent c:\nothers: "
    assert loads_event_model(text + "a b | c -> a") == loads_event_model(text + "a b -> a b | c -> a")
