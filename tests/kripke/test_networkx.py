"""Models as networkx graphs and as GraphML: the same model comes back, and a wrong graph is told what it lacks."""

from fractions import Fraction
from xml.etree import ElementTree

import networkx as nx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from layouts import layout_in_this_process
from randoms import random_formula
from structures import same_in_order, structures

import whoknows
from kripke.checking import build, observations
from kripke.data.errors import FileError, ModelError, UnknownAction, UnknownAgent, UnknownAtom, UnknownWorld
from kripke.formats.graphs import dumps, from_networkx, loads, to_networkx
from kripke.models.functions import load
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from logic.errors import EpistemicError, ParseError, TooLarge
from whoknows import reference

__all__ = ["layout_in_this_process"]


def graph(**attributes: object) -> nx.MultiDiGraph:
    made = nx.MultiDiGraph(**attributes)
    made.add_node("w", atoms={"p"})
    made.add_node("v", atoms=[])
    made.add_edge("w", "v", agent="a")
    return made


@given(structures())
def test_a_graph_gives_back_the_same_structure_in_the_same_order(structure):
    assert same_in_order(from_networkx(to_networkx(structure)), structure)


@given(structures())
def test_graphml_gives_back_the_same_structure_in_the_same_order(structure):
    assume(not any("\0" in str(world) for world in structure.worlds))
    assert same_in_order(loads(dumps(structure)), structure)


def test_a_graph_has_the_attributes_that_the_contract_names():
    model = KripkeModel({"w1": {"p"}, "w2": set()}, {"a": [("w1", "w2")], "b": []}, actual="w1", atoms=["q"])
    made = model.to_networkx()
    assert isinstance(made, nx.MultiDiGraph)
    assert made.nodes["w1"]["atoms"] == {"p"}
    assert list(made.edges(data="agent")) == [("w1", "w2", "a")]
    assert made.graph == {"agents": ("a", "b"), "vocabulary": ("q", "p"), "actual": "w1"}
    assert KripkeModel.from_networkx(made) == model


@pytest.mark.parametrize(
    ("given", "how", "words"),
    [
        ({"agents": [3]}, {}, "graph attribute 'agents': expected a list of names, got [3]"),
        ({"vocabulary": [["p"]]}, {}, "graph attribute 'vocabulary': expected a list of names"),
        ({"agents": "ab"}, {}, "graph attribute 'agents': expected a list of names, got 'ab'"),
        ({}, {"atoms": ["p"]}, "atoms ['p']: expected the name of an attribute, or a function"),
        ({}, {"agent": 3}, "agent 3: expected the name of an attribute, or a function"),
    ],
)
def test_attributes_of_wrong_types_are_named(given, how, words):
    with pytest.raises(ModelError) as refused:
        KripkeModel.from_networkx(graph(**given), **how)
    assert words in str(refused.value)
    with pytest.raises(ModelError, match="expected a networkx graph"):
        KripkeModel.from_networkx(nx.Graph)


def test_a_graph_of_many_edges_is_made_on_request():
    model = KripkeModel.from_observations(["p", "q", "r"], {"a": []})
    with pytest.raises(TooLarge, match="64 edges, more than 10"):
        model.to_networkx(limit=10)
    assert KripkeModel.from_networkx(model.to_networkx(limit=64)) == model


@pytest.mark.parametrize("limit", ["64", -1, True, float("nan")])
def test_a_limit_on_edges_that_is_no_number_is_refused_in_words(limit):
    with pytest.raises(ModelError, match="the largest number of edges, or None for 2,000,000"):
        KripkeModel({"w": {"p"}}, {"a": []}).to_networkx(limit)


def test_worlds_of_any_kind_are_nodes():
    structure = observations.from_observations(["p", "q"], {"a": ["p"], "b": ["q"]}, "p | q", {"p"})
    made = to_networkx(structure)
    assert made.graph["actual"] == frozenset({"p"})
    assert set(made) == {frozenset({"p"}), frozenset({"q"}), frozenset({"p", "q"})}
    assert from_networkx(made) == structure


def test_a_graph_made_by_hand_needs_no_more_than_atoms_and_agents():
    made = from_networkx(graph(actual="w", name="an example", weight=3))
    assert (made.agents, made.atoms, made.actual) == (("a",), ("p",), 0)
    assert made.relations["a"].count_edges() == 1


def test_a_plain_directed_graph_serves_where_each_edge_has_one_agent():
    assert from_networkx(nx.DiGraph(graph())).relations["a"].count_edges() == 1


@pytest.mark.filterwarnings("ignore::kripke.data.errors.MissingLoop")
def test_an_undirected_edge_leads_in_both_directions():
    made = nx.Graph([("w", "v", {"agent": "a"}), ("w", "w", {"agent": "a"})])
    nx.set_node_attributes(made, {"w": ["p"], "v": []}, "atoms")
    assert from_networkx(made).relations["a"] == build.from_relations(
        {"w": [], "v": []}, {"a": [("w", "v"), ("v", "w"), ("w", "w")]}
    ).relations["a"]  # fmt: skip


def test_one_edge_of_a_simple_graph_may_be_of_several_agents():
    made = nx.DiGraph([("w", "v", {"agent": ["a", "b"]})])
    nx.set_node_attributes(made, {"w": ["p"], "v": []}, "atoms")
    assert from_networkx(made).agents == ("a", "b")


def test_attributes_may_have_other_names():
    made = nx.DiGraph([("w", "v", {"who": "a"})])
    nx.set_node_attributes(made, {"w": ["p"], "v": []}, "facts")
    structure = from_networkx(made, atoms="facts", agent="who")
    assert (structure.true_atoms(0), structure.agents) == (("p",), ("a",))


@pytest.mark.filterwarnings("ignore::kripke.data.errors.MissingLoop")
def test_functions_of_attributes_say_what_is_true_and_whose_an_edge_is():
    karate = nx.karate_club_graph()
    structure = from_networkx(
        karate,
        atoms=lambda node, data: {data["club"].replace(" ", "_").replace(".", "")},
        agent=lambda one, other, data: ["near", "far"] if data["weight"] > 3 else "far",
    )
    assert structure.size == 34
    assert set(structure.agents) == {"far", "near"}
    assert structure.relations["far"].count_edges() == 2 * karate.number_of_edges()


@given(structures())
def test_a_graph_with_other_attributes_gives_back_the_same_structure(structure):
    made = nx.relabel_nodes(to_networkx(structure), {})
    for _, data in made.nodes(data=True):
        data["facts"] = data.pop("atoms")
    for *_, data in made.edges(data=True):
        data["who"] = data.pop("agent")
    assert from_networkx(made, "facts", lambda one, other, data: data["who"]) == structure


def test_an_edge_that_is_drawn_twice_counts_once():
    made = graph()
    made.add_edge("w", "v", agent="a")
    assert from_networkx(made).relations["a"].count_edges() == 1


def test_weights_thresholds_and_ranks_may_be_given_as_graph_attributes():
    made = graph(weights={"b": {"w": 0.15, "v": "1/3"}}, threshold=0.3, ranks={"c": {"w": 0, "v": 2}})
    for agent in "bc":
        made.add_edges_from([(u, v, agent, {"agent": agent}) for u in "wv" for v in "wv"])
    structure = from_networkx(made)
    given_weights = structure.weights["b"]
    assert [Fraction(n, given_weights.denominator) for n in given_weights.numerators] == [
        Fraction(3, 20),
        Fraction(1, 3),
    ]
    assert given_weights.threshold == Fraction(3, 10)
    assert structure.ranks == {"c": (0, 2)}


@pytest.mark.parametrize(
    ("change", "kind", "message"),
    [
        (lambda g: nx.DiGraph([("w", "v")]), ModelError, "node 'w': no attribute 'atoms'; say which one"),
        (lambda g: g.remove_edge("w", "v"), ModelError, "the graph has no edges, so there are no agents"),
        (lambda g: g.edges["w", "v", 0].update(agent=[]), ModelError, "the graph has edges of no agent"),
        (
            lambda g: g.add_node("u", atom="p"),
            ModelError,
            "node 'u': no attribute 'atoms', only 'atom'; other nodes have it",
        ),
        (lambda g: g.add_edge("w", "w", agents="a"), ModelError, "no attribute 'agent', only 'agents'; say which one"),
        (lambda g: g.add_edge("w", "w", agent=["a", 3]), ModelError, "edge 'w' -> 'w': agent 3 is not a string"),
        (lambda g: nx.MultiDiGraph(), ModelError, "a model has at least one world"),
        (lambda g: "w -> v", ModelError, "'w -> v': expected a networkx graph, such as a networkx.MultiDiGraph"),
        (lambda g: g.add_node("u"), ModelError, "node 'u': no attribute 'atoms'; other nodes have it"),
        (lambda g: g.add_node("u", atoms="p"), ModelError, "world 'u': expected its true atoms"),
        (lambda g: g.add_node("u", atoms=[""]), EpistemicError, "one or more printable characters"),
        (lambda g: g.add_edge("w", "w"), ModelError, "edge 'w' -> 'w': no attribute 'agent'; say which one"),
        (lambda g: g.add_edge("w", "w", agent=3), ModelError, "edge 'w' -> 'w': agent 3 is not a string"),
        (lambda g: g.add_edge("w", "w", agent="x y"), ModelError, "expected a name of letters, digits"),
        (lambda g: g.graph.update(actual="u"), UnknownWorld, "no world 'u'"),
        (lambda g: g.graph.update(agents=["b"]), UnknownAgent, "edge 'w' -> 'v': no agent 'a'"),
        (lambda g: g.graph.update(agents="a"), ModelError, "graph attribute 'agents': expected a list"),
        (lambda g: g.graph.update(vocabulary=["p", "p"]), ModelError, "lists a name twice"),
        (lambda g: g.graph.update(vocabulary=3), ModelError, "graph attribute 'vocabulary': expected a list"),
        (lambda g: g.graph.update(weights=[1]), ModelError, "weights"),
        (lambda g: g.graph.update(ranks={"b": {}}), EpistemicError, "no agent 'b'"),
    ],
)
def test_a_wrong_graph_is_told_what_it_lacks(change, kind, message):
    made = graph()
    result = change(made)
    with pytest.raises(kind) as caught:
        from_networkx(result if isinstance(result, (nx.Graph, str)) else made)
    assert message in str(caught.value)
    assert isinstance(caught.value, EpistemicError)


def test_a_graph_of_too_many_edges_is_refused_with_the_way_out():
    structure = observations.from_observations([f"p{i}" for i in range(12)], {"a": []})
    with pytest.raises(TooLarge, match="16,777,216 edges"):
        to_networkx(structure)


@pytest.mark.parametrize("name", ["a\rb", "\r\n", "a\u2028b", "a\x85b", " \t", ""])
def test_graphml_keeps_the_ends_of_lines_in_names(name):
    model = KripkeModel.s5({name: {"p"}, "a\nb": set()}, {"a": [[name, "a\nb"]]}, actual=name)
    assert KripkeModel.loads(model.dumps("graphml")) == model


@pytest.mark.parametrize("agents", [["true"], ["False"], ["false", "b"]])
def test_graphml_keeps_agents_whose_names_are_truth_values(agents):
    model = KripkeModel({"w": {"p"}, "v": set()}, {agent: [("w", "v")] for agent in agents})
    assert KripkeModel.loads(model.dumps("graphml")) == model


def test_graphml_is_xml_whose_edges_have_distinct_ids():
    structure = build.s5({"w": ["p"], "v": []}, {"a": [["w", "v"]], "b": [["w", "v"]]})
    edges = [each for each in ElementTree.fromstring(dumps(structure)).iter() if each.tag.endswith("}edge")]
    assert len({each.get("id") for each in edges}) == len(edges) == 8


def test_graphml_of_other_programs_may_list_atoms_between_blanks_or_commas():
    made = nx.MultiDiGraph()
    made.add_node("w", atoms="p, q")
    made.add_node("v", atoms="r")
    made.add_edge("w", "v", agent="a")
    structure = loads("\n".join(nx.generate_graphml(made)))
    assert [structure.true_atoms(i) for i in range(2)] == [("p", "q"), ("r",)]


FOREIGN = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="l" for="edge" attr.name="who" attr.type="int"/><key id="n" for="node" attr.name="facts" attr.type="string"/>
<graph edgedefault="directed"><node id="w"><data key="n">p q</data></node><node id="v"><data key="n">q</data></node>
<edge source="w" target="v"><data key="l">1</data></edge></graph></graphml>"""


@pytest.mark.parametrize(
    ("atoms", "agent", "worlds", "agents"),
    [
        ("facts", "who", {"w": {"p", "q"}, "v": {"q"}}, ("1",)),
        ("facts", "=ann", {"w": {"p", "q"}, "v": {"q"}}, ("ann",)),
        ("=r s", "=ann", {"w": {"r", "s"}, "v": {"r", "s"}}, ("ann",)),
        ("=", "who", {"w": set(), "v": set()}, ("1",)),
        (lambda node, data: [node], lambda one, other, data: other, {"w": {"w"}, "v": {"v"}}, ("v",)),
    ],
)
def test_graphml_of_other_programs_has_atoms_and_agents_in_the_attributes_that_are_named(
    atoms, agent, worlds, agents, tmp_path
):
    (tmp_path / "g.graphml").write_text(FOREIGN)
    model = load(tmp_path / "g.graphml", atoms=atoms, agent=agent)
    assert model == KripkeModel(worlds, {agents[0]: [("w", "v")]})
    assert KripkeModel.load(tmp_path / "g.graphml", atoms=atoms, agent=agent) == model
    assert KripkeModel.loads(FOREIGN, atoms=atoms, agent=agent) == model
    assert load(tmp_path / "g.graphml", "symbolic", atoms=atoms, agent=agent).agents == agents


def test_the_advice_for_a_missing_attribute_is_something_that_load_takes(tmp_path):
    (tmp_path / "g.graphml").write_text(FOREIGN)
    given = {}
    for name, value in (("atoms", "facts"), ("agent", "who")):
        with pytest.raises(FileError, match=rf"only '{value}'.*which one.* by {name}='...'"):
            load(tmp_path / "g.graphml", **given)
        given[name] = value
    assert load(tmp_path / "g.graphml", **given).holds("K1 ~p", at="w")


@pytest.mark.parametrize("text", ['{"whoknows": 1, "worlds": {"w": []}}', "VARS 1 LAW Top OBS a: 1"])
@pytest.mark.parametrize("kind", [KripkeModel, SymbolicModel])
def test_other_formats_have_no_attributes(text, kind):
    with pytest.raises(FileError, match="agent='who': only graphml, dot and node-link have attributes"):
        kind.loads(text, agent="who")


def test_a_file_with_too_many_edges_is_refused_without_advice_that_save_does_not_take(tmp_path):
    model = KripkeModel.from_observations([f"p{i}" for i in range(12)], {"a": []})
    with pytest.raises(TooLarge, match=r"16,777,216 edges.* 2,000,000: .*model file"):
        model.save(tmp_path / "m.graphml")
    with pytest.raises(TooLarge) as caught:
        model.dumps("graphml")
    assert "limit" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not XML"),
        ("no graph", "this is not XML"),
        ("<graphml>\n<!-- <a> --><graph><node id='a'></graph></graphml>", "there <node> is open"),
        ("<graphml><graph><node id='a'/></graph>", "there <graphml> is open"),
        ("<graphml/>", "this is not GraphML"),
        ("<a>" * 100_000, "its first element is <a>, expected <graphml>"),
        ("<graphml>" * 100_000, "nested more than 1,000 deep"),
        (
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed"/></graphml>',
            "one world",
        ),
    ],
)
def test_a_text_that_is_no_graph_of_a_model_is_refused(text, message):
    with pytest.raises(FileError, match=message):
        loads(text, "g.graphml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["a"]', '{"a": 5}', r'graph.agents: expected a list \[...\], got {"a": 5}'),
        ('["q", "p"]', '{"p": 1}', "graph.vocabulary: expected a list"),
        ('["q", "p"]', '["p", null]', r"graph.vocabulary\[1\]: expected a text, got null"),
        ('["p"]', '["p", 5]', r"node 'w'.atoms\[1\]: expected a text, got 5"),
        *(
            ('name="atoms" attr.type="string"', f'name="atoms" attr.type="{kind}"', r"not of the attr.type.* string")
            for kind in ("int", "set")
        ),
    ],
)
def test_attributes_of_another_kind_are_told_as_json(old, new, message):
    text = dumps(build.s5({"w": ["p"]}, {"a": [["w"]]}, atoms=["q"])).replace(old, new)
    with pytest.raises(FileError, match=message):
        loads(text)


def test_an_attribute_that_is_no_json_is_told():
    text = dumps(build.s5({"w": ["p"]}, {"a": [["w"]]})).replace('["p"]', "[p")
    with pytest.raises(FileError, match="expected JSON"):
        loads(text)


@pytest.mark.parametrize("name", ["a\x01", "\ud800"])
def test_a_name_that_xml_cannot_hold_is_refused(name):
    with pytest.raises(FileError, match="which XML cannot contain"):
        dumps(build.s5({name: []}, {}))


@pytest.mark.parametrize("encoding", ["zlib", "rot13", "utf-7", "latin-1"])
def test_the_encoding_that_a_text_declares_does_not_matter_once_it_is_read(encoding):
    model = KripkeModel.s5({"ü": {"p"}, "v": set()}, {"a": [["ü", "v"]]}, actual="ü")
    text = model.dumps("graphml")
    text = text[text.index("<graphml") :]
    assert KripkeModel.loads(f'<?xml version="1.0" encoding="{encoding}"?>\n{text}') == model


def test_a_graphml_key_without_a_type_is_text_and_no_warning_is_shown(recwarn):
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w")
    typed = '<key id="agent" for="edge" attr.name="agent" attr.type="string" />'
    text = model.dumps("graphml")
    assert typed in text
    assert KripkeModel.loads(text.replace(typed, typed.replace(' attr.type="string"', ""))) == model
    assert not recwarn.list


# ---- the reference semantics on graphs, and graphs in the place of models


@given(structures(), st.randoms(use_true_random=False))
def test_the_reference_semantics_on_a_graph_is_the_check_of_its_model(structure, rng):
    formula = random_formula(rng, structure.agents, 8)
    model = KripkeModel.of(structure)
    try:
        expected = model.extension(formula)
    except EpistemicError as error:
        with pytest.raises(type(error)):
            reference.truth(model.to_networkx(), formula)
    else:
        assert reference.truth(model.to_networkx(), formula) == expected


def test_a_graph_takes_the_place_of_a_model():
    model = KripkeModel.s5(
        {"w": {"p"}, "v": set(), "u": set()}, {"a": [["w", "v", "u"]], "b": [["w"], ["v", "u"]]}, "w"
    )
    made = model.to_networkx()
    assert whoknows.holds(made, "Kw_b p & ~K_a p")
    assert not whoknows.holds(made, "K_b p", at="v")
    assert whoknows.holds(model, "K_b p")
    assert whoknows.bisimilar(made, model)
    assert whoknows.isomorphic(made, model)
    assert whoknows.contract(made) == whoknows.contract(model)
    other = made.copy()
    other.graph["actual"] = "v"
    assert str(whoknows.distinguishing_formula(made, other)) == "p"
    assert whoknows.valid_on_frame(made, "K_a p -> p")
    assert whoknows.SymbolicModel.from_explicit(made).count("K_b p") == 1
    assert whoknows.draw(made) == whoknows.draw(model)
    assert whoknows.draw_update(made, model.announce("p").to_networkx()) == whoknows.draw_update(
        model, model.announce("p")
    )
    assert whoknows.draw_sequence([made]) == whoknows.draw_sequence([model])
    assert whoknows.draw_sameness(made, made) == whoknows.draw_sameness(model, model)
    assert whoknows.draw_product(made, whoknows.peek("p", by="a")) == whoknows.draw_product(
        model, whoknows.peek("p", by="a")
    )
    assert whoknows.draw_mind(made, "a") == whoknows.draw_mind(model, "a")


def test_updates_of_graphs_are_graphs_of_models():
    weights = {"a": {"w": Fraction(1, 2), "v": Fraction(1, 4), "u": Fraction(1, 4)}}
    model = KripkeModel.s5(
        {"w": {"p"}, "v": {"q"}, "u": {"p", "q"}}, {"a": [["w", "v", "u"]], "b": [["w", "v"], ["u"]]}, "w",
        weights=weights, threshold=0.3, ranks={"b": {"w": 0, "v": 1, "u": 0}},
    )  # fmt: skip
    made = model.to_networkx()
    announced = reference.restricted(made, reference.truth(made, "p"))
    assert KripkeModel.from_networkx(announced) == model.announce("p")
    answered = reference.refined(made, reference.truth(made, "p"), frozenset({"b"}))
    bare = KripkeModel.s5({"w": {"p"}, "v": {"q"}}, {"a": [["w", "v"]], "b": [["w", "v"]]}, "w")
    assert reference.relation(answered, "b") == {("w", "w"), ("v", "v"), ("u", "u")}
    assert reference.relation(answered, "a") == model.relations["a"]
    assert reference.truth(reference.resolved(made, None), "K_a (p & q)") == {"u"}
    after = reference.product(bare.to_networkx(), whoknows.peek("p", by="a"))
    assert whoknows.isomorphic(after, bare.update(whoknows.peek("p", by="a")))


def test_atoms_and_agents_stay_after_their_last_world_or_edge_goes():
    made = graph()
    assert reference.truth(made, "<p> K_a false") == {"w"}
    made.add_node("u", atoms={"q"})
    assert reference.truth(made, "<p> (~q & K_a p)") == {"w"}


@pytest.mark.parametrize(
    ("given", "formula", "error", "words"),
    [
        (nx.DiGraph(graph()), "p", ModelError, "expected a networkx.MultiDiGraph, got an object of type DiGraph"),
        (KripkeModel({"w": {"p"}}, {}), "p", ModelError, "m.to_networkx() of a model"),
        (nx.MultiDiGraph([("w", "v", {"agent": "a"})]), "p", ModelError, "node 'w': expected the set of true atoms"),
        (graph(), "K_b p", UnknownAgent, "no agent 'b'; there is 'a'"),
        (graph(), "B_b p", UnknownAgent, "no agent 'b'; there is 'a'"),
        (graph(), "[p?{b}] p", UnknownAgent, "no agent 'b'; there is 'a'"),
        (graph(weights={"a": {"v": 1}}), "B_a p", ModelError, "agent a has weights, but no threshold"),
        (graph(), "q", UnknownAtom, "no atom 'q' in the model's vocabulary; there is 'p'"),
        (graph(), "Kv_a x", UnknownAtom, "Kv_a x: no atom 'x=...'"),
        (graph(), "[@peek] p", UnknownAction, "no action 'peek' was given"),
        (graph(), "p &", ParseError, "expected a formula"),
        (graph(), "~" * 20_000 + "p", TooLarge, "nested too deeply for the reference semantics; ask a KripkeModel"),
        (graph(weights={"a": {"w": 1}}, threshold=0.3), "B_a p", ModelError, "agent a has no number for world"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("no_collections")
def test_the_reference_says_what_a_graph_lacks(given, formula, error, words):
    with pytest.raises(error) as refused:
        reference.truth(given, formula)
    assert words in str(refused.value)


def test_an_edge_without_an_agent_and_an_unknown_world_are_named():
    made = graph()
    made.add_edge("v", "w")
    for ask in (reference.truth, whoknows.holds):
        with pytest.raises(ModelError, match="edge 'v' -> 'w'"):
            ask(made, "p")
    with pytest.raises(UnknownWorld, match=r"no world 'x'; .*'w'.*'v'"):
        whoknows.holds(graph(), "p", at="x")
    with pytest.raises(UnknownWorld, match=r"no world '0'.*mean 0.*text"):
        whoknows.holds(nx.relabel_nodes(graph(), {"w": 0}), "p", at="0")
    with pytest.raises(UnknownWorld, match="no world 'x'"):
        reference.see(graph(), "a", "x")
    with pytest.raises(ModelError, match=r"'model.json': expected.*KripkeModel.*networkx"):
        whoknows.holds("model.json", "p")
