"""Ways into a model and out of it, on both engines: files of every format, dictionaries, records, tables, new names."""

import json
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from effort import examples, seeds
from hypothesis import assume, given
from randoms import random_cube, random_event_model, random_structure
from structures import structures

from kripke.data.errors import FileError, ModelError, UnknownAgent, UnknownAtom, UnsupportedByEngine
from kripke.formats import registry, smcdel
from kripke.models.named_model import NamedModel
from whoknows import (
    EpistemicError,
    KripkeModel,
    Model,
    SymbolicModel,
    TooLarge,
    announcement,
    bisimilar,
    exactly,
    isomorphic,
    load,
    may_read,
    peek,
    save_event_model,
)

BOX = {"atoms": ["p", "q"], "law": "p | q", "observes": {"a": ["p"], "b": ["q"]}, "actual": {"p"}}
HATS = "VARS 1,2,3\nLAW 1|2|3\nOBS ann: 2,3 bob: 1,3 cath: 1,2\n"
WRITTEN = [kind.value for kind in registry.WRITTEN]
ENDINGS = [ending for kind in registry.WRITTEN for ending in kind.endings]
ENGINES = {"explicit": KripkeModel.from_observations, "symbolic": SymbolicModel}


@pytest.fixture(params=ENGINES)
def box(request):
    return ENGINES[request.param](**BOX)


def symbolic_or_not(seed):
    """A random model without weights and ranks that has no two worlds with the same atoms, on each engine."""
    listed = KripkeModel.of(random_cube(Random(seed)))
    return listed, SymbolicModel.from_explicit(listed)


# ------------------------------------------------------------------------------------------ files, texts, dictionaries


@pytest.mark.parametrize("ending", [".json", ".graphml"])
@examples(60)
@given(structure=structures())
def test_what_is_saved_is_loaded_as_an_equal_model(tmp_path_factory, ending, structure):
    assume(ending == ".json" or "\0" not in "".join(structure.worlds))
    path, model = tmp_path_factory.mktemp("files") / f"m{ending}", KripkeModel.of(structure)
    model.save(path)
    assert load(path) == KripkeModel.load(path) == KripkeModel.loads(path.read_text("utf-8")) == model


@pytest.mark.parametrize("seed", seeds(2, 40))
def test_a_symbolic_model_is_loaded_from_its_file_its_text_and_its_dictionary(tmp_path, seed):
    model = SymbolicModel.from_explicit(KripkeModel.of(_plain(Random(seed))))
    model.save(tmp_path / "m.json")
    assert load(tmp_path / "m.json") == SymbolicModel.load(tmp_path / "m.json") == model
    assert SymbolicModel.loads(model.dumps()) == SymbolicModel.from_dict(model.to_dict()) == model
    assert SymbolicModel.from_dict(json.loads(json.dumps(model.to_dict()))) == model


def _plain(rng):
    while True:
        structure = random_structure(rng, 12)
        if not (structure.weights or structure.ranks):
            return structure


@pytest.mark.parametrize("seed", seeds(2, 40))
@pytest.mark.parametrize("ending", ENDINGS)
def test_both_engines_save_the_same_model_in_every_format(tmp_path, ending, seed):
    for number, model in enumerate(symbolic_or_not(seed)):
        path = tmp_path / f"{number}{ending}"
        try:
            model.save(path)
        except ModelError:  # SMCDEL's format has limits
            assert "smcdel" in ending
            continue
        expected = model.to_explicit()
        if "smcdel" in ending:  # whose atoms are numbers
            expected = expected.rename(atoms={a: f"p{n}" for a, n in smcdel._numbers(expected.structure.atoms).items()})
        assert isomorphic(load(path), expected)


@given(structures())
def test_a_dictionary_gives_back_an_equal_model(structure):
    model = KripkeModel.of(structure)
    assert KripkeModel.from_dict(model.to_dict()) == model
    assert KripkeModel.from_dict(json.loads(json.dumps(model.to_dict()))) == model


def test_a_dictionary_is_the_data_of_the_file(box, tmp_path):
    box.save(tmp_path / "m.json")
    data = json.loads((tmp_path / "m.json").read_text("utf-8"))
    shared = data.keys() - {"diagrams", "sha256"}
    assert {key: data[key] for key in shared} == {key: box.to_dict()[key] for key in shared}


def test_a_dictionary_may_have_floats_and_is_read_exactly():
    data = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}).to_dict()
    model = KripkeModel.from_dict(data | {"weights": {"a": {"w": 0.15, "v": "1/3"}}})
    assert model.weights("a") == {"w": Fraction(15, 100), "v": Fraction(1, 3)}


@pytest.mark.parametrize("engine", [KripkeModel, SymbolicModel])
@pytest.mark.parametrize("data", [[], "p", 3, {"whoknows": {1, 2}}, {"worlds": {"w": object()}}, {}, {"whoknows": 2}])
def test_data_that_are_no_model_are_refused(engine, data):
    with pytest.raises(FileError):
        engine.from_dict(data)


def test_smcdel_s_text_is_loaded_on_the_engine_that_is_asked_for(tmp_path):
    path = tmp_path / "hats.smcdel.txt"
    path.write_text(HATS)
    listed, states = KripkeModel.load(path), SymbolicModel.load(path)
    assert len(listed) == states.count() == 7
    assert load(path) == load(path, engine="explicit") == listed
    assert load(path, engine="symbolic") == states == SymbolicModel.loads(HATS)
    path.write_text("VARS " + ",".join(map(str, range(1, 60))) + " LAW 1 OBS a: 2")
    assert isinstance(load(path), SymbolicModel)


def test_a_listed_model_is_loaded_as_diagrams_and_diagrams_as_a_listed_model(box, tmp_path):
    box.save(tmp_path / "m.json")
    assert isinstance(load(tmp_path / "m.json"), type(box))
    assert isinstance(load(tmp_path / "m.json", engine="symbolic"), SymbolicModel)
    assert isinstance(load(tmp_path / "m.json", engine="explicit"), KripkeModel)
    assert load(tmp_path / "m.json", engine="explicit").holds("K_a p & ~Kw_a q")


@pytest.mark.parametrize("name", ["m.xyz", "m", "m.txt", "m.json.bak", "m.event", "m.dot", "m.svg", "M.TEX"])
def test_an_unknown_ending_is_refused_with_the_endings(box, tmp_path, name):
    with pytest.raises(FileError) as caught:
        box.save(tmp_path / name)
    assert all(ending in str(caught.value) for ending in ENDINGS)
    assert "draw(model, path) makes pictures" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_the_ending_may_be_in_capital_letters(box, tmp_path):
    box.save(tmp_path / "M.GraphML")
    assert isomorphic(load(tmp_path / "M.GraphML"), box.to_explicit())


@pytest.mark.parametrize("name", ["yaml", "dot", "event", "", "JSON", None])
def test_an_unknown_format_is_refused(box, name):
    with pytest.raises(FileError):
        box.dumps(name)


def test_a_file_of_the_other_engine_is_refused_with_the_way_out(tmp_path):
    KripkeModel.from_observations(**BOX).save(tmp_path / "listed.json")
    KripkeModel.from_observations(**BOX).save(tmp_path / "listed.graphml")
    SymbolicModel(**BOX).save(tmp_path / "s.json")
    with pytest.raises(FileError, match=r"symbolic model.*SymbolicModel\.load.*to_explicit\(\)"):
        KripkeModel.load(tmp_path / "s.json")
    for name in ("listed.json", "listed.graphml"):
        with pytest.raises(FileError, match=r"KripkeModel\.load, then SymbolicModel\.from_explicit\(m\)"):
            SymbolicModel.load(tmp_path / name)


@pytest.mark.parametrize("ending", [".json", ".event"])
@pytest.mark.parametrize("read", [load, KripkeModel.load, SymbolicModel.load])
def test_an_event_model_is_refused_with_the_way_out(tmp_path, read, ending):
    save_event_model(peek("p", "a"), tmp_path / f"peek{ending}")
    with pytest.raises(FileError, match=r"event model.*load_event_model"):
        read(tmp_path / f"peek{ending}")


@pytest.mark.parametrize("read", [load, KripkeModel.load, SymbolicModel.load])
def test_diagrams_pictures_and_missing_files_are_refused(tmp_path, read):
    SymbolicModel(["p", "q"], "p | q").save(tmp_path / "s.json")
    with pytest.raises(FileError, match=r"only the diagrams.*JSON file"):
        read(tmp_path / "s.json.dddmp")
    (tmp_path / "m.tex").write_text(r"\begin{tikzpicture}")
    with pytest.raises(FileError, match=r"tikz is only written.*json, smcdel"):
        read(tmp_path / "m.tex")
    with pytest.raises(FileError, match="there is no such file"):
        read(tmp_path / "none.json")


def test_the_text_of_a_symbolic_model_without_its_diagrams_says_where_they_are(tmp_path):
    SymbolicModel(["p", "q"], "p | q").save(tmp_path / "s.json")
    with pytest.raises(FileError, match=r"file beside it, s\.json\.dddmp.*path"):
        SymbolicModel.loads((tmp_path / "s.json").read_text())


def test_a_model_with_too_many_states_is_saved_with_diagrams_only(tmp_path):
    large = SymbolicModel([f"p{i}" for i in range(40)], observes={"a": ["p1"]})
    with pytest.raises(TooLarge, match=r"1,099,511,627,776 states.* 10,000.*\.json.* diagrams"):
        large.save(tmp_path / "m.graphml")
    large.save(tmp_path / "m.json")
    assert load(tmp_path / "m.json").count() == 2**40


@pytest.mark.parametrize("read", [KripkeModel.loads, SymbolicModel.loads])
def test_the_format_of_many_blank_lines_is_found_in_linear_time(read):
    with pytest.raises(FileError):
        read("\n" * 99_000 + "x")  # took a minute when each line began a search to the end


def test_what_is_no_text_and_a_model_without_engine_are_refused(tmp_path, box):
    for work in (lambda: type(box).loads(3), lambda: type(box).loads(None), lambda: box.save(3), lambda: load(3)):
        with pytest.raises(FileError, match="expected"):
            work()
    box.save(tmp_path / "m.json")
    for work in (lambda: Model.load(tmp_path / "m.json"), lambda: Model.loads(HATS), lambda: Model.from_dict({})):
        with pytest.raises(ModelError, match=r"Model has no engine.*load\(path\)"):
            work()


def test_a_symbolic_model_with_the_names_of_worlds_uses_them():
    listed = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w"], ["v"]]}, actual="w")
    named = NamedModel(listed)
    assert dict(named.relations) == dict(listed.relations)
    assert named.to_explicit() == listed
    assert {row["world"]: row["p"] for row in named.to_records()} == {"w": True, "v": False}
    assert named.rename(atoms={"p": "q"}).holds("K_b q & ~K_a q")


def test_an_atom_can_be_defined_where_states_have_the_names_of_worlds():
    named = NamedModel(KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w"))
    defined = named.define({"dry": "~p"})
    assert defined.extension("dry") == {frozenset({"dry"})}
    assert defined.holds("~dry & ~K_a ~dry")


def test_the_actual_state_that_must_stay_is_called_by_its_name():
    named = NamedModel(KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w"))
    with pytest.raises(ModelError, match=r"state 'w' is the actual state"):
        named.without("w")
    assert list(named.without("v")) == ["w"]


# ---------------------------------------------------------------------------------------------------------- graphs


@given(structures())
def test_a_graph_gives_back_an_equal_model(structure):
    model = KripkeModel.of(structure)
    assert KripkeModel.from_networkx(model.to_networkx()) == model


@pytest.mark.filterwarnings("ignore::kripke.data.errors.MissingLoop")
def test_a_graph_of_another_program_is_read_with_names_or_functions():
    path = nx.path_graph(3)
    model = KripkeModel.from_networkx(path, atoms=lambda node, data: ["end"] * (node != 1), agent=lambda u, v, d: "ann")
    assert model.close("S5").valid("C (end | ~end)")
    assert model.holds("K_ann end", at=1)


# ------------------------------------------------------------------------------------------------ relations, records


def test_relations_are_the_pairs_of_worlds(box):
    assert box.relations["a"] == {(w, v) for w in box.worlds for v in box.worlds if ("p" in w) == ("p" in v)}
    assert len(box.relations["b"]) == len(set(box.relations["b"])) == 5
    assert box.relations.keys() == {"a", "b"}


@examples(30)
@given(structures())
def test_the_pairs_of_a_relation_are_a_set_and_make_an_equal_model(structure):
    model = KripkeModel.of(structure)
    for agent, pairs in model.relations.items():
        assert all((pair in pairs) == (pair in set(pairs)) for pair in [(w, v) for w in model for v in model])
        assert len(pairs) == len(set(pairs))
        assert pairs == structure_pairs(model, agent)
    worlds = {world: structure.true_atoms(i) for i, world in enumerate(model)}
    plain = KripkeModel(worlds, model.relations, model.actual, model.atoms)
    assert {agent: set(pairs) for agent, pairs in plain.relations.items()} == {
        agent: set(pairs) for agent, pairs in model.relations.items()
    }


def structure_pairs(model, agent):
    return {(world, seen) for world in model for seen in model.possible(agent, world)}


def test_relations_are_read_only_and_shown_in_short(box):
    with pytest.raises(TypeError):
        box.relations["a"] = set()
    many = KripkeModel.s5({i: set() for i in range(100)}, {"a": [range(100)]}).relations["a"]
    assert repr(many).endswith("... and 9,990 more}")
    assert (0, "x") not in many
    assert 3 not in many


def test_the_relation_of_an_unknown_agent_is_an_error_with_a_similar_name(box):
    with pytest.raises(UnknownAgent, match=r"no agent 'aa'.* mean 'a'"):
        box.relations["aa"]
    assert box.relations.get("aa") is None


def test_the_classes_of_a_small_model_are_shown_whole():
    worlds = [f"a long name, number {i}" for i in range(8)]
    shown = str(KripkeModel.s5({world: set() for world in worlds}, {"a": [worlds[:4], worlds[4:]]}))
    assert f"a: {', '.join(worlds[:4])} | {', '.join(worlds[4:])}" in shown


def test_a_world_in_a_formula_is_named_as_a_world():
    m = KripkeModel.s5({"rainy": {"rain"}, "dry": set()}, {"a": [["rainy", "dry"]]}, actual="dry")
    for ask in (m.holds, lambda formula: m.check(formula).explain()):
        with pytest.raises(UnknownAtom, match=r"'dry' is a world.* atoms.*'rain'"):
            ask("rain & dry")


def test_records_have_a_row_for_each_world(box):
    rows = {row["world"]: row for row in box.to_records()}
    assert rows.keys() == set(box.worlds)
    here = rows[frozenset({"p"})]
    assert (here["actual"], here["p"], here["q"]) == (True, True, False)
    assert here["class_a"] == rows[frozenset({"p", "q"})]["class_a"] != rows[frozenset({"q"})]["class_a"]
    assert sum(row["actual"] for row in rows.values()) == 1


def test_records_have_weights_ranks_and_what_other_agents_see():
    model = KripkeModel(
        {"w": {"p"}, "v": set()}, {"a": [("w", "v"), ("v", "v")], "b": [("w", "v")], "c": [("v", "v"), ("w", "v")]},
        weights={"a": {"v": 0.5}}, ranks={"c": {"w": 1, "v": 0}}, atoms=["q"],
    )  # fmt: skip
    assert model.to_records() == [
        {"world": "w", "actual": False, "q": False, "p": True, "sees_a": ("v",), "sees_b": ("v",), "sees_c": ("v",),
         "weight_a": None, "rank_c": 1},
        {"world": "v", "actual": False, "q": False, "p": False, "sees_a": ("v",), "sees_b": (), "sees_c": ("v",),
         "weight_a": Fraction(1, 2), "rank_c": 0},
    ]  # fmt: skip


@pytest.mark.parametrize("atom", ["world", "actual", "class_a"])
def test_an_atom_with_the_name_of_another_column_is_refused_with_the_way_out(atom):
    model = KripkeModel.s5({"w": {atom}}, {"a": [["w"]]})
    with pytest.raises(ModelError, match=rf"atom '{atom}': .*column.*rename\(atoms="):
        model.to_records()
    assert model.rename(atoms={atom: "p"}).to_records()[0]["p"] is True


def test_too_many_states_are_not_listed():
    large = SymbolicModel([f"p{i}" for i in range(40)], observes={"a": ["p1"]})
    for work in (large.to_records, lambda: large.relations):
        with pytest.raises(TooLarge):
            work()


# ---------------------------------------------------------------------------------------------------------- tables


def test_a_model_is_printed_as_a_table_of_its_worlds_and_classes():
    model = KripkeModel.s5(
        {"rainy": {"rain"}, "dry": set()}, {"ann": [["rainy"], ["dry"]], "bob": [["rainy", "dry"]]}, actual="rainy",
        weights={"bob": {"rainy": 0.5, "dry": 0.25}}, threshold=0.3, ranks={"ann": {"rainy": 0, "dry": 2}},
    )  # fmt: skip
    assert str(model) == (
        "  world  true atoms  bob's weight, from 3/10 on believed  ann's rank\n"
        "* rainy  rain        1/2                                  0\n"
        "  dry    -           1/4                                  2\n"
        "ann: rainy | dry\n"
        "bob: rainy, dry"
    )


def test_relations_that_are_no_equivalences_are_printed_as_arrows():
    model = KripkeModel(
        {"w1": {"p"}, "w2": set(), "w3": {"q"}},
        {"a": [("w1", "w2"), ("w2", "w2")], "b": [("w1", "w2"), ("w2", "w3"), ("w2", "w1")], "c": []},
    )
    assert str(model).splitlines()[4:] == [
        "a: w1, w2 → w2",
        "b: w1 → w2 | w2 → w1, w3",
        "c: no arrows",
    ]


def test_a_long_table_is_cut_and_shows_the_actual_world():
    names = [f"m{i}" for i in range(12)]
    text = str(KripkeModel.from_observations(names, {"a": names[:11]}, actual=names))
    assert "\n  ... and 4,075 more\n* #4096   {m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11}\n" in text
    assert text.endswith(" more")
    assert len(text.splitlines()) == 24
    assert max(map(len, text.splitlines())) < 130


def test_a_symbolic_model_is_printed_by_its_law_and_observations():
    model = SymbolicModel(
        ["p", "q", "r"], "p | q", {"a": ["p", "q ^ r"], "b": [], "c": ["r"]}, {"p"}, relations={"c": "p' -> q"}
    )
    assert str(model) == (
        "6 states over p, q, r\n"
        "actual: {p}\n"
        "law: p ∨ q\n"
        "a observes p, q ⊕ r\n"
        "b observes nothing\n"
        "c observes r, considers possible (primed): ¬p' ∨ q"
    )


def test_the_text_of_a_symbolic_model_lists_at_most_twenty_actual_states() -> None:
    names = [f"p{i}" for i in range(25)]
    for count, rest in ((20, []), (21, ["... and 1 more actual state"]), (25, ["... and 5 more actual states"])):
        lines = str(SymbolicModel(names, actual=[{name} for name in names[:count]])).splitlines()
        assert lines[1:21] == [f"actual: {{{name}}}" for name in names[:20]]
        assert lines[21:] == rest


def test_auxiliary_bits_are_printed_as_the_formulas_that_they_stand_for():
    model = SymbolicModel(["p", "q", "r"], "p | q | r", {"a": ["p & q"], "b": ["r & (q | p)"]}, {"p"})
    after = model.announce_whether("K_a p | q & r").announce("~K_a q")
    assert str(after).splitlines()[2:] == [
        "law: p ∧ ¬q ∨ ¬p ∧ (q ⊕ r)", "a observes p ∧ q, q ∧ (p ∨ r)", "b observes r ∧ (p ∨ q), q ∧ (p ∨ r)"
    ]  # fmt: skip


@pytest.mark.parametrize("seed", seeds(3, 50))
def test_the_law_that_is_printed_is_the_law(seed):
    _, model = symbolic_or_not(seed)
    law = next((line for line in str(model).splitlines() if line.startswith("law: ")), "law: true")
    if any(sign in law for sign in ("diagram", "…", "more")):
        return  # it is cut
    parts = [f"({part})" for part in law.removeprefix("law: ").split("; ")]
    assert SymbolicModel(model.atoms, " & ".join(parts)).count() == model.count()


@given(structures())
def test_every_model_can_be_printed(structure):
    assert len(str(KripkeModel.of(structure)).splitlines()) >= 1 + structure.size + len(structure.agents)


def test_a_table_of_a_million_worlds_makes_the_names_of_a_few():
    names = [f"m{i}" for i in range(20)]
    assert "... and 1,048,556 more" in str(KripkeModel.from_observations(names, {"a": names[1:]}))


# ------------------------------------------------------------------------------------------------------------ names


def test_atoms_and_agents_are_renamed_on_both_engines(box):
    renamed = box.rename(atoms={"p": "rain"}, agents={"a": "ann"})
    assert renamed.holds("K_ann rain & ~Kw_ann q")
    assert renamed.actual == {"rain"}
    assert renamed.rename(atoms={"rain": "p"}, agents={"ann": "a"}) == box


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_both_engines_rename_alike(seed):
    listed, states = symbolic_or_not(seed)
    names = {"atoms": {"p": "q", "q": "p", "r": "s"}, "agents": str.upper}
    assert states.rename(**names).to_explicit() == states.to_explicit().rename(**names)
    assert bisimilar(states.rename(**names).to_explicit(), listed.rename(**names))


def test_wrong_names_are_refused_alike(box):
    for names, error in (
        ({"atoms": {"x": "y"}}, UnknownAtom),
        ({"agents": {"x": "y"}}, UnknownAgent),
        ({"atoms": {"p": "q"}}, ModelError),
        ({"agents": lambda agent: "x y"}, ModelError),
        ({"atoms": {"p": ""}}, EpistemicError),
    ):
        with pytest.raises(error):
            box.rename(**names)


def test_states_of_a_symbolic_model_cannot_get_other_names():
    with pytest.raises(UnsupportedByEngine, match=r"worlds: .*true atoms.*to_explicit\(\).* rename"):
        SymbolicModel(**BOX).rename(worlds="short")


def test_worlds_have_short_names_after_many_updates_on_request():
    model = KripkeModel.s5({"heads": {"h"}, "tails": set()}, {"a": [["heads", "tails"]]}, actual="heads")
    for _ in range(10):
        model = model.update(may_read("h", "a", read=True), contract=True)
    short = model.rename(worlds="short")
    assert list(short.worlds) == ["heads#1", "heads#2", "tails#1", "tails#2"]
    assert isomorphic(short, model)
    assert str(model).startswith(str(short))
    assert "names of worlds are shortened" in str(model)
    assert short.actual == "heads#1"


# ---------------------------------------------------------------------------------------------------------- updates


def test_a_formula_is_an_update_the_announcement(box):
    assert box.update("p") == box.announce("p") == box.update(announcement("p"))


def test_a_list_of_actions_happens_in_order(box):
    assert box.update(["p", "[q] K_a q"]) == box.announce("p").announce("[q] K_a q")
    assert box.update([]) == box
    assert box.update([exactly(1, ["p", "q"])]) == box.announce("p ^ q")
    look = peek("q", by="a")
    assert box.update([look, "Kw_a q"]).holds("K_b Kw_a q")


def test_an_event_is_chosen_for_one_event_model_only(box):
    with pytest.raises(ModelError):
        box.update(["p"], event="yes")
    with pytest.raises(ModelError):
        box.update("p", event="yes")


@pytest.mark.parametrize("seed", seeds(2, 30))
def test_a_list_of_updates_is_one_after_the_other(seed):
    rng = Random(seed)
    structure = random_structure(rng, 6)
    actions = [random_event_model(rng, structure, 2) for _ in range(2)]
    model = KripkeModel.of(structure).at(None)
    try:
        expected = model.update(actions[0]).update(actions[1])
    except EpistemicError as error:
        with pytest.raises(type(error)):
            model.update(actions)
    else:
        assert model.update(actions) == expected
