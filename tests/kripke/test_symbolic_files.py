"""Symbolic models in files, pickled, copied and compared; and every mistake in a file is told with its place."""

import copy
import json
import pickle
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from effort import seeds, share
from randoms import FRAMES, random_cube, random_formula, random_structure

from kripke.data.errors import FileError
from kripke.data.structure import Structure
from kripke.formats import symbolicfile
from kripke.formats.file_reading import MissingFile
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.laws.constraints import exactly, parity
from kripke.symbolic.laws.values import from_table

ROOT = Path(__file__).resolve().parents[2]


def random_symbolic(rng: Random) -> SymbolicModel:
    """A model with any relations, marks and definitions."""
    s = random_cube(rng) if rng.random() < 0.3 else random_structure(rng, 10, rng.choice([*FRAMES, "mixed"]))
    return SymbolicModel.from_explicit(KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals)))


def cards() -> SymbolicModel:
    """A model with variables in binary, an order of its own, a parity in its law, and what announcements define."""
    made = SymbolicModel(
        ["p", "q", "r", "s"],
        law=["p | q", parity(["q", "r", "s"])],
        observes={"a": ["p", "die"], "b": ["q ^ r", "die=2 | s"]},
        variables={"die": [1, 2, 3, 4, 5]},
        order=["s", "die#2", "p", "q", "die#0", "r", "die#1"],
        actual={"p", "s", "die=3"},
    )
    made.knowledge.manager.reorder([3, 0, 6, 1, 5, 2, 4])
    return made.announce_whether("die=3 -> K_a q", ["b"]).announce("die=1 | die=3 | s")


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_a_saved_model_is_the_same_when_it_is_loaded(seed, tmp_path):
    rng = Random(seed)
    for number in range(15):
        model, path = random_symbolic(rng), tmp_path / f"{number}.json"
        model.save(path)
        loaded = SymbolicModel.load(path)
        assert loaded == model
        for _ in range(5):
            formula = random_formula(rng, model.agents, 8)
            assert set(loaded.extension(formula)) == set(model.extension(formula)), (seed, str(formula))
        assert loaded.actual == model.actual
        assert loaded.atoms == model.atoms
        assert loaded.agents == model.agents


def test_variables_orders_parities_and_definitions_come_back(tmp_path):
    model = cards()
    model.save(tmp_path / "m.json")
    loaded = SymbolicModel.load(tmp_path / "m.json")
    assert loaded == model
    assert set(loaded.extension()) == set(model.extension())
    for formula in ("K_b q", "Kw_b K_a q", "Kv_a die", "D p", "C (p | q)", "[die=3?] K_b die=3"):
        assert set(loaded.extension(formula)) == set(model.extension(formula)), formula
    loaded.save(tmp_path / "again.json")
    assert SymbolicModel.load(tmp_path / "again.json") == model


def test_pickles_and_copies_are_the_same_models():
    rng = Random(3)
    for model in [cards(), *[random_symbolic(rng) for _ in range(10)]]:
        assert pickle.loads(pickle.dumps(model)) == model
        assert copy.copy(model) is model
        assert copy.deepcopy([model])[0] is model


def test_sameness_looks_at_states_relations_and_the_actual_state_and_at_no_order_or_code():
    one = SymbolicModel(["p", "q"], "p | q", {"a": ["p"], "b": ["p ^ q"]}, {"p"})
    assert one == SymbolicModel(["q", "p"], ["q | p"], {"b": ["p <-> q"], "a": ["p"]}, {"p"}, order=["q", "p"])
    assert one != one.at({"q"})
    assert one != one.at(None)
    assert one != SymbolicModel(["p", "q"], "true", {"a": ["p"], "b": ["p ^ q"]}, {"p"})
    assert one != SymbolicModel(["p", "q"], "p | q", {"a": ["p"], "b": ["p", "q"]}, {"p"})
    assert one != SymbolicModel(["p", "q"], "p | q", {"a": ["p"]}, {"p"})
    assert one != SymbolicModel(["p", "r"], "p | r", {"a": ["p"], "b": ["p ^ r"]}, {"p"})
    coded, plain = (
        SymbolicModel(variables={"x": ["1", "2", "3"]}, observes={"a": ["x=1"]}, encoding=e)
        for e in ("binary", "one-hot")
    )
    assert coded == plain
    assert coded != SymbolicModel(variables={"x": ["1", "2", "3"]}, observes={"a": ["x"]})
    assert one.announce("p") == one.announce("q -> p")
    assert one != "p"


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_models_are_the_same_where_their_listed_worlds_are(seed):
    rng = Random(seed)
    agree = {True: 0, False: 0}
    for _ in range(share(60, 20)):
        model = KripkeModel.of(random_cube(rng))
        told = random_formula(rng, model.agents, 4)
        if not model.count(told):
            continue
        one, other = SymbolicModel.from_explicit(model), SymbolicModel.from_explicit(model.announce(told))
        expected = model == model.announce(told)
        assert (one == other) is expected, str(told)
        assert one.announce(told) == other
        agree[expected] += 1
    assert min(agree.values()) > share(5)


def test_a_deal_of_cards_comes_back_from_its_files(tmp_path):
    names = [f"{player}{card}" for card in range(16) for player in "NESW"]
    law = [exactly(1, [f"{p}{card}" for p in "NESW"]) for card in range(16)]
    law += [exactly(4, [f"{player}{card}" for card in range(16)]) for player in "NESW"]
    model = SymbolicModel(names, law, {p: [n for n in names if n[0] == p] for p in "NESW"})
    told = model.announce("~N0 & (N1 | E1)")
    for each in (model, told):
        each.save(tmp_path / "deal.json")
        again = SymbolicModel.load(tmp_path / "deal.json")
        assert again.knowledge.deal.hands == model.knowledge.deal.hands
        assert again.count("N0 | E1") == each.count("N0 | E1")
        assert again == each


# ------------------------------------------------------------------------------------------------- mistakes


@pytest.fixture
def saved(tmp_path):
    """The files of a model, and what the first says."""
    path = tmp_path / "m.json"
    cards().save(path)
    return path, json.loads(path.read_text())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(whoknows=2), "whoknows: expected 1"),
        (lambda d: d.pop("bits"), "bits: is missing"),
        (lambda d: d.update(low=[]), r"low: no such key.* mean 'law'"),
        (lambda d: d["bits"].append("p"), r"bits\[\d+\]: 'p' is listed twice"),
        (lambda d: d["order"].pop(), "order: the bit '.*' is missing"),
        (lambda d: d["order"].append("zz"), r"order\[\d+\]: no bit 'zz'"),
        (lambda d: d["atoms"].update(p="pp"), r"atoms.p.parity\[0\]: no bit 'pp'.* mean 'p'"),
        (lambda d: d["atoms"].update(p={}), r"atoms.p: expected.* bit.*, true, false"),
        (lambda d: d["atoms"].update(p={"diagram": 99}), "atoms.p.diagram: no diagram 99"),
        (lambda d: d["atoms"].update(p={"diagram": -1}), "atoms.p.diagram: "),
        (
            lambda d: d["atoms"].update(p={"parity": ["p"], "primed": ["q"]}),
            "atoms.p.primed: .*allowed in relations only",
        ),
        (lambda d: d["law"].append("nn"), r"law\[\d+\].parity\[0\]: no bit 'nn'"),
        (lambda d: d["law"].append(False), "law: no state satisfies it"),
        (lambda d: d["law"].append({"diagram": 0, "odd": 3}), r"law\[\d+\].odd: "),
        (lambda d: d["observes"]["a"].update(sees=["qq"]), r"observes.a.sees\[0\]: no bit 'qq'"),
        (lambda d: d["observes"].update({"a b": {"sees": []}}), r'observes\["a b"\]: agent .*expected a name'),
        (lambda d: d.update(actual=[]), r"actual: .*not satisfy the law"),
        (lambda d: d.update(actual=["#77"]), r"actual\[0\]: no bit '#77'"),
        (lambda d: d.update(deal={"cards": [["qq"]], "hands": [], "sizes": []}), r"deal.cards\[0\]\[0\]: no bit 'qq'"),
        (
            lambda d: d.update(deal={"cards": [["p"]], "hands": [["p"]], "sizes": []}),
            "deal.sizes: expected a number for",
        ),
        (lambda d: d.update(deal={"cards": [], "hands": [["p"]], "sizes": [-1]}), r"deal.sizes\[0\]: "),
        (lambda d: d.update(marks={"m": "qqq"}), "marks.m: no bit 'qqq'"),
        (lambda d: d.update(marks={"p": "p"}), r"marks.p: .*same name; choose"),
        (lambda d: d.update(diagrams="../x.dddmp"), "diagrams: .*expected a file in the same folder"),
        (lambda d: d.update(diagrams="gone.dddmp"), r"diagrams: .*no such file"),
        (lambda d: d.pop("diagrams"), "diagrams: is missing"),
        (lambda d: d.update(sha256="0"), r"sha256: .*not written together.*save"),
        (
            lambda d: (d["bits"].append("x"), d["order"].append("x")),
            r"m.json.dddmp: .* variables, expected",
        ),
        (lambda d: d["order"].reverse(), r"m.json.dddmp: .*variables.* another order"),
    ],
)
def test_a_mistake_is_told_with_its_place(saved, change, message):
    path, data = saved
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(FileError, match=message):
        SymbolicModel.load(path)


def test_a_definition_that_speaks_of_itself_is_a_mistake(saved):
    path, data = saved
    (bit, *_) = data["definitions"]
    data["definitions"][bit] = {"parity": [bit, "p"]}
    path.write_text(json.dumps(data))
    with pytest.raises(FileError, match=r"#4.*bit.*definition.*not listed.*first"):
        SymbolicModel.load(path)


def test_a_missing_second_file_is_a_mistake_of_the_first(saved):
    path, _ = saved
    path.with_name("m.json.dddmp").unlink()
    with pytest.raises(FileError, match=r"m.json: .*\n  diagrams: .*m.json.dddmp: .*no such file"):
        SymbolicModel.load(path)


def test_a_second_file_from_another_model_is_a_mistake(saved, tmp_path):
    path, _ = saved
    SymbolicModel(["p", "q"], "p -> q").save(tmp_path / "other.json")
    path.with_name("m.json.dddmp").write_text((tmp_path / "other.json.dddmp").read_text())
    with pytest.raises(FileError, match="was not written together"):
        SymbolicModel.load(path)


def test_no_second_file_however_spoilt_ends_the_process_or_shows_an_error_of_its_own(saved):
    path, data = saved
    second = path.with_name("m.json.dddmp")
    text, rng = second.read_text(), Random(1)
    del data["sha256"]
    path.write_text(json.dumps(data))
    for _ in range(share(1_000)):
        place = rng.randrange(len(text))
        spoilt = rng.choice(
            [
                text[:place],
                text[:place] + rng.choice("0123456789-. \nT") + text[place + 1 :],
                text[:place] + text[place + rng.randint(1, 20) :],
                text[:place] + str(rng.randint(-(10**20), 10**20)) + text[place:],
            ]
        )
        second.write_text(spoilt)
        with suppress(FileError):
            SymbolicModel.load(path).count("K_b q")


def test_no_file_and_the_wrong_kind_of_file_are_told(tmp_path):
    with pytest.raises(MissingFile):
        SymbolicModel.load(tmp_path / "none.json")
    KripkeModel({1: {"p"}}, {}).save(tmp_path / "listed.json")
    with pytest.raises(FileError, match=r"KripkeModel\.load"):
        SymbolicModel.load(tmp_path / "listed.json")
    with pytest.raises(FileError, match="no such directory"):
        cards().save(tmp_path / "none" / "m.json")
    with pytest.raises(FileError, match="directory"):
        cards().save(tmp_path)


def content(folder: Path) -> dict[str, bytes]:
    """All that lies in a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_nothing_is_left_beside_the_files(saved):
    assert sorted(content(saved[0].parent)) == ["m.json", "m.json.dddmp"]


def test_where_one_of_the_two_files_cannot_be_written_the_old_pair_stays(tmp_path):
    resource = pytest.importorskip("resource")
    path = tmp_path / "m.json"
    cards().save(path)
    before, other = content(tmp_path), SymbolicModel([f"p{n}" for n in range(400)], law="p1 | p2")
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, old[1]))  # enough for the diagrams, and too little for the rest
    try:
        with pytest.raises(FileError, match=r"m\.json: .*written: file too large"):
            other.save(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert content(tmp_path) == before
    assert SymbolicModel.load(path) == cards()


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("link", ["/dev/full", "gone/m.json"])
def test_where_the_first_file_is_a_link_to_where_nothing_can_be_written_the_second_stays(tmp_path, link, there):
    if not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    path = tmp_path / "m.json"
    if there:
        (tmp_path / "m.json.dddmp").write_text("old")
    path.symlink_to(link)
    with pytest.raises(FileError, match=r"m\.json: .*written: no s"):
        cards().save(path)
    path.unlink()
    assert content(tmp_path) == ({"m.json.dddmp": b"old"} if there else {})


def test_where_a_folder_has_the_name_of_one_of_the_files_nothing_is_written(tmp_path):
    (tmp_path / "m.json").mkdir()
    (tmp_path / "n.json.dddmp").mkdir()
    for name in ("m.json", "n.json"):
        with pytest.raises(FileError, match="this is a directory"):
            cards().save(tmp_path / name)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.json", "n.json.dddmp"]


def test_the_published_schema_is_up_to_date():
    pytest.importorskip("pydantic", "2.13", reason="older ones leave descriptions out of schemas")
    published = json.loads((ROOT / "docs" / "reference" / "symbolic.schema.json").read_text(encoding="utf-8"))
    assert published == symbolicfile.KIND.schema(), (
        "run: python -m kripke.formats.symbolicfile > docs/reference/symbolic.schema.json"
    )


def test_the_page_names_every_key_of_the_format():
    page = (ROOT / "docs" / "reference" / "symbolic-file.md").read_text(encoding="utf-8")
    assert [key for key in symbolicfile.KIND.schema()["properties"] if f"`{key}`" not in page] == []


def test_a_file_that_is_read_as_the_other_kind_of_model_says_which_it_is(tmp_path):
    SymbolicModel(["p", "q"], "p | q").save(tmp_path / "s.json")
    with pytest.raises(FileError, match=r"symbolic model.*SymbolicModel\.load"):
        KripkeModel.load(tmp_path / "s.json")
    with pytest.raises(FileError, match=r"only the diagrams.*JSON file"):
        SymbolicModel.load(tmp_path / "s.json.dddmp")


def test_a_file_is_read_into_as_much_room_as_it_needs(tmp_path):
    rng, names = Random(1), [f"p{i}" for i in range(14)]
    rows = [[rng.randrange(2) for _ in names] for _ in range(60)]
    model = SymbolicModel(names, from_table(names, rows), {"a": names[:5]})
    model.save(tmp_path / "model.json")
    assert SymbolicModel.load(tmp_path / "model.json") == model


def test_bits_that_are_no_atoms_keep_their_names_after_announcements_and_round_trips() -> None:
    text = """{"whoknows": 1, "bits": ["p", "hidden", "both"], "atoms": {"p": "p", "q": {"parity": ["p", "hidden"]}},
               "definitions": {"both": {"parity": ["p", "hidden"]}}, "observes": {"a": {"sees": ["both"]}}}"""
    model = SymbolicModel.loads(text)
    for each in (model, SymbolicModel.loads(model.dumps()), model.announce("q | p"), model.reordered()):
        assert json.loads(each.dumps())["bits"] == ["p", "hidden", "both"]
    renamed = json.loads(model.rename(atoms={"q": "hidden"}).dumps())
    assert (renamed["bits"], renamed["atoms"]["hidden"]) == (["p", "#1", "both"], {"parity": ["p", "#1"]})
