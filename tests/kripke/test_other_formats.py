"""Models in the formats of other tools: node-link graphs of networkx, the Modal Logic Playground, states as JSON."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from time import process_time

import networkx as nx
import pytest

from kripke.data.errors import MissingLoop
from kripke.formats.eventfile import loads_event_model
from kripke.formats.file_reading import TextFormError
from kripke.formats.registry import READ, WRITTEN
from kripke.formats.tptp import loads_problem
from kripke.models.functions import load
from kripke.models.kripke_model import KripkeModel
from logic.errors import EpistemicError, listing
from whoknows import FileError

MODEL = KripkeModel(
    {"w": {"p"}, "v": {"p", "q"}, "u": set()},
    {"ann": [("w", "w"), ("w", "v"), ("v", "u")], "bob": [("w", "v"), ("u", "u")]},
    actual="w",
)

# ------------------------------------------------------------------------------------------------------- node-link


@pytest.mark.parametrize("edges", ["links", "edges"])
def test_what_networkx_writes_as_node_link_is_the_model(edges: str, tmp_path: Path) -> None:
    data = nx.node_link_data(MODEL.to_networkx())  # its versions up to 3.5 write links, later ones edges
    data[edges] = data.pop("links" if "links" in data else "edges")
    text = json.dumps(data, default=sorted)
    for name in ("m.json", "m.txt"):
        (tmp_path / name).write_text(text)
        assert load(tmp_path / name) == MODEL


@pytest.mark.parametrize("kind", [nx.MultiDiGraph, nx.DiGraph, nx.Graph])
def test_what_networkx_writes_as_adjacency_is_the_model(kind: type[nx.Graph[str]]) -> None:
    known = kind([("w", "v", {"agent": "a"}), ("w", "w", {"agent": "a"}), ("v", "v", {"agent": "a"})], actual="w")
    nx.set_node_attributes(known, {"w": ["p"], "v": ["p", "q"]}, "atoms")
    model = KripkeModel.from_networkx(known)
    assert KripkeModel.loads(json.dumps(nx.adjacency_data(known))) == model
    assert KripkeModel.loads(json.dumps(nx.node_link_data(known) | {"graph": [["actual", "w"]]})) == model


def test_the_attributes_of_a_graph_may_be_an_empty_list() -> None:
    assert KripkeModel.loads(graph(graph=[])) == KripkeModel.loads(graph(graph={}))


def graph(directed: bool = True, **changes: object) -> str:
    return json.dumps(
        {
            "directed": directed,
            "multigraph": False,
            "graph": {"actual": 1, "weights": {"a": {"1": 0.75, "2": 0.25}}, "threshold": {"a": 0.5}},
            "nodes": [{"id": 1, "atoms": "p, q", "x": 0.5}, {"id": 2, "atoms": []}],
            "links": [{"source": i, "target": j, "agent": "a"} for i in (1, 2) for j in (1, 2)],
        }
        | changes
    )


def test_numbers_of_nodes_become_texts_and_weights_stay_exact() -> None:
    model = KripkeModel.loads(graph())
    assert model == KripkeModel.s5(
        {"1": {"p", "q"}, "2": set()}, {"a": [["1", "2"]]}, "1", weights={"a": {"1": 0.75, "2": 0.25}}, threshold=0.5
    )


def test_an_undirected_edge_leads_in_both_directions() -> None:
    edge = [{"source": 1, "target": 2, "agent": "a, b"}]
    with pytest.warns(MissingLoop, match="close='S5' adds loops"):
        model = KripkeModel.loads(graph(False, links=edge, graph={}))
    assert set(model.relations["a"]) == set(model.relations["b"]) == {("1", "2"), ("2", "1")}
    assert KripkeModel.loads(graph(False, links=edge, graph={}), close="S5") == model.close("S5")
    assert set(KripkeModel.loads(graph(links=edge, graph={})).relations["b"]) == {("1", "2")}


def test_truth_values_in_json_are_atoms_and_agents_of_their_names() -> None:
    nodes = [{"id": 1, "p": True, "q": False}, {"id": 2, "q": True}]
    edges = [{"source": 1, "target": 2, "ann": True}]
    model = KripkeModel.loads(graph(nodes=nodes, links=edges, graph={}), atoms="p,q", agent="ann")
    assert model == KripkeModel({"1": {"p"}, "2": {"q"}}, {"ann": [("1", "2")]})


def test_edges_of_several_agents_between_two_nodes_are_kept_where_networkx_would_keep_one() -> None:
    edges = [{"source": 1, "target": 2, "key": 0, "agent": agent} for agent in ("a", "b")]
    model = KripkeModel.loads(graph(links=edges, graph={}))
    assert set(model.relations["a"]) == set(model.relations["b"]) == {("1", "2")}


def test_other_attributes_of_nodes_and_edges_are_named(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(
        graph(
            nodes=[{"id": "w", "facts": ["p"]}, {"id": "v", "facts": []}],
            links=[{"source": "w", "target": "v", "who": 1}],
            graph={},
        )
    )
    model = load(tmp_path / "g.json", atoms="facts", agent="who")
    assert model == KripkeModel({"w": {"p"}, "v": set()}, {"1": [("w", "v")]})
    with pytest.raises(FileError, match="no attribute 'atoms'"):
        load(tmp_path / "g.json")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"nodes": [], "links": []}', "directed is missing"),
        (graph(edges=[]), "links, edges: both"),
        (graph(adjacency=[]), "links, adjacency: both"),
        (graph(graph=[[1, 2]]), "graph: expected an object, or a list of pairs"),
        (graph(graph=["ab"]), r"graph\[0\]: expected a list"),
        (graph(links=[[], [], []]).replace("links", "adjacency"), r"adjacency\[2\]: expected a list for each"),
        (graph(links=[[{"id": 7}]]).replace("links", "adjacency"), r"adjacency\[0\]\[0\]\.id: no node has the id 7"),
        (graph(links=[[{}]]).replace("links", "adjacency"), r"adjacency\[0\]\[0\]\.id is missing"),
        (graph(nodes={}), "nodes: expected a list"),
        (graph(nodes=[1]), r"nodes\[0\]: expected an object"),
        (graph(nodes=[{"id": None}]), r"nodes\[0\]\.id: expected a text or a whole number, got null"),
        (graph(nodes=[{"id": 1}, {"id": "1"}]), r"nodes\[1\]\.id: there is a second node 1"),
        (graph(links=[{"source": 1}]), r"links\[0\]\.target is missing"),
        (graph(links=[{"source": 1, "target": 3}]), r"links\[0\]\.target: no node has the id 3"),
        (graph(graph={"actual": "u"}), "no world 'u'"),
        (graph(graph={"actual": {}}), r"graph\.actual: expected a text"),
        (graph(graph={"actual": [{}]}), r"graph\.actual\[0\]: expected a text"),
        (graph(graph={"agents": [[]]}), "expected a list of names"),
        (graph(graph={"weights": [1]}), "weights"),
        (graph().replace('"id": 2', '"id": 2, "id": 3'), "the key occurs twice"),
        (graph(graph={"weights": {"a": 0}}).replace('"a": 0', '"a": ' + "1" * 5000 + ".5"), "expected a mapping"),
        ('{"nodes": ' + "[" * 100_000, "nested too deep"),
        ('{"nodes": [1', "not valid JSON"),
    ],
)
def test_a_mistake_in_a_node_link_graph_has_its_path(text: str, problem: str) -> None:
    with pytest.raises(EpistemicError, match=problem) as refusal:
        KripkeModel.loads(text)
    assert isinstance(refusal.value, FileError)


# ------------------------------------------------------------------------------------------------- the playground


@pytest.mark.parametrize(
    ("text", "worlds", "pairs"),
    [
        ("AqS0,2;;AS;", {"0": {"q"}, "2": set()}, {("0", "0"), ("0", "2")}),
        ("ASS1;Ap,SqS01;\n", {"0": {"S"}, "1": {"p", "Sq"}}, {("0", "1"), ("1", "1")}),
        (
            "http://rkirsling.github.io/modallogic/?model=AS1%2C2;ApS1;Ap,qS;",
            {"0": set(), "1": {"p"}, "2": {"p", "q"}},
            {("0", "1"), ("0", "2"), ("1", "1")},
        ),
        ("http://rkirsling.github.io/modallogic/?model=ApS0;?formula=[]p", {"0": {"p"}}, {("0", "0")}),
        ("https://example.org/explorer/?model=;AS?formula=_", {"1": set()}, set()),
        ("rkirsling.github.io/modallogic/?model=ApS0;#top", {"0": {"p"}}, {("0", "0")}),
        ("?model=;AS&formula=~[]p", {"1": set()}, set()),
    ],
)
def test_a_model_string_of_the_playground_is_a_model_of_one_agent(
    text: str, worlds: dict[str, set[str]], pairs: set[tuple[str, str]]
) -> None:
    assert KripkeModel.loads(text) == KripkeModel(worlds, {"a": pairs})


def test_boxes_without_an_agent_are_about_its_agent() -> None:
    model = KripkeModel.loads("AS1,2;ApS1;Ap,qS;")
    assert model.extension("[]p & <>~q") == {"0", "1"}


@pytest.mark.parametrize(
    ("text", "problem", "place"),
    [
        ("AS0;ApSx;", "unexpected ApSx", 4),
        ("AS0;p;", "unexpected p", 4),
        ("AS0,7;;", "no state 7", 4),
        ("AS0;;AS1;", "no state 1", 7),
        ("AS0," + "9" * 5000 + ";", "no state 999", 4),
    ],
)
def test_a_mistake_in_a_model_string_has_its_place(text: str, problem: str, place: int) -> None:
    with pytest.raises(TextFormError) as refusal:
        KripkeModel.loads(text)
    assert refusal.value.problem.startswith(problem)
    assert refusal.value.position == place


def test_an_address_without_a_model_says_what_was_expected() -> None:
    with pytest.raises(FileError, match="expected one model in the address"):
        KripkeModel.loads("https://example.org/?q=AS;")


@pytest.mark.parametrize(
    "text",
    [
        '[{"assignment": {"q": true, "r": false}, "successors": [0, 2]}, null, {"assignment": {}, "successors": []}]',
        '{"states": [{"id": 0, "assignment": {"q": true}, "successors": ["0", 2]}, '
        '{"name": "2", "assignment": {"r": false}, "successors": [], "x": 3.5}]}',
        '{"states": {"0": {"assignment": ["q"], "successors": {"a": [0, 2]}}, '
        '"2": {"assignment": {"r": false}, "successors": {}}}}',
    ],
)
def test_states_with_successors_and_an_assignment_are_a_model(text: str, tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text(text)
    model = KripkeModel({"0": {"q"}, "2": set()}, {"a": [("0", "0"), ("0", "2")]}, atoms=["q", "r"])
    assert load(tmp_path / "m.json") == KripkeModel.loads(text) == model


def test_successors_of_each_agent_and_an_actual_state_are_read() -> None:
    text = '{"states": {"w": {"assignment": ["p"], "successors": {"a": ["w"], "b": []}}}, "actual": "w"}'
    model = KripkeModel({"w": {"p"}}, {"a": [("w", "w")], "b": []}, "w")
    assert KripkeModel.loads(text) == model
    assert KripkeModel.loads(text.replace('"actual": "w"', '"actual": null')).actual is None


@pytest.mark.parametrize(
    ("states", "problem"),
    [
        ("3", "states: expected a list"),
        ("[]", "at least one world"),
        ("[3]", r"states\[0\]: expected an object"),
        ('{"w": {"successors": []}}', r"states\.w\.assignment is missing"),
        ('[{"assignment": {"p": 1}, "successors": []}]', r"states\[0\]\.assignment\.p: expected true or false, got 1"),
        ('[{"assignment": [1], "successors": []}]', r"states\[0\]\.assignment\[0\]: expected a text"),
        ('[{"assignment": [], "successors": [0.5]}]', r"states\[0\]\.successors\.a\[0\]: expected"),
        ('[{"assignment": [], "successors": [4]}]', "relation of a: no world '4'"),
        ('[{"assignment": [], "successors": [], "id": 1}, {"assignment": [], "successors": []}]', "a second state 1"),
    ],
)
def test_a_mistake_in_states_has_its_path(states: str, problem: str) -> None:
    with pytest.raises(FileError, match=problem):
        KripkeModel.loads(f'{{"states": {states}}}')


# --------------------------------------------------------------------------------------------------- unknown files


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("hello\nworld", "it begins with 'hello'"),
        ("", "it is empty"),
        (" \n", "it is empty"),
        ('{"name": "x", "version": 1}', 'it has JSON that begins with \'{"name": "x"'),
        ("[1, 2]", "it has JSON that begins with"),
        ("hello world", "it begins with 'hello world'"),
        ('<?xml version="1.0"?><!-- a --><!DOCTYPE html><html></html>', "it begins with <html>"),
    ],
)
def test_an_unknown_file_says_what_was_seen_and_shows_a_model(text: str, seen: str, tmp_path: Path) -> None:
    (tmp_path / "m.txt").write_text(text)
    with pytest.raises(FileError) as refusal:
        load(tmp_path / "m.txt")
    message = str(refusal.value)
    assert seen in message
    assert f"expected the format {listing(READ)}" in message
    example = message.partition(":\n")[2]
    assert KripkeModel.loads(example).actual == "w"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\x89PNG\r\n", "a PNG picture"),
        (b"PK\x03\x04\xff", "a zip archive"),
        (b"\xff\xfea\0", "UTF-16"),
        (b"a\xe9", "not a text"),
    ],
)
def test_a_file_that_is_no_text_says_what_it_is(content: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / "m").write_bytes(content)
    with pytest.raises(FileError, match=f"is not UTF-8 text; .*{what}"):
        load(tmp_path / "m")
    (tmp_path / "m").write_bytes(b"\n" + content)
    with pytest.raises(FileError, match="in line 2 is not UTF-8"):
        load(tmp_path / "m")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("* w: p\na: w", "expected an event model, and this is a model: give it as MODEL"),
        ("AS0;", "expected an event model, and this is a model"),
        ("sos(formulas). p. end_of_list.", "this is a problem for a prover, which whoknows prove FILE reads"),
        ('{"a": 1}', "it has the entries 'a'; expected an event file, such as"),
    ],
)
def test_a_file_without_events_in_the_place_of_events_says_what_it_is(text: str, what: str) -> None:
    for source in ("e.event", "e.json"):
        with pytest.raises(FileError, match=what):
            loads_event_model(text, source)


BEGUN = {
    "json": '{"whoknows": 1, "agents": ["a"], "worlds": {"0": ["p"]}, "relations": {"a": {"partition": [["0"]]}}}',
    "playground": "ApS0;",
    "model": "* 0: p\na: 0",
    "dot": "// one world\ndigraph { 0 [atoms=p]; 0 -> 0 [agent=a] }",
    "graphml": """<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        <key id="d" for="node" attr.name="atoms" attr.type="string"/><key id="e" for="edge" attr.name="agent"
        attr.type="string"/><graph edgedefault="directed"><node id="0"><data key="d">p</data></node>
        <edge source="0" target="0"><data key="e">a</data></edge></graph></graphml>""",
    "smcdel": "-- all is known\nVARS 0\nLAW 0\nOBS a:0",
}


@pytest.mark.parametrize("ending", ["json", "model", "dot", "graphml", "event", "smcdel", "txt", "xml", "tex"])
@pytest.mark.parametrize("kind", BEGUN)
def test_a_text_is_read_by_its_look_where_the_ending_says_another_format(
    kind: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"m.{ending}"
    path.write_text(BEGUN[kind])
    with warnings.catch_warnings(record=True, action="always") as warned:
        model = load(path)
    (agent,) = model.agents
    assert model.valid(f"K_{agent} p{'0' * (kind == 'smcdel')}")
    said = [f"but the text looks like {kind}"] if ending not in (kind, "txt", "xml") else []
    assert [str(each.message).partition(", ")[2].removesuffix(" and is read so") for each in warned] == said


def test_an_ending_is_believed_where_the_text_looks_like_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    for text, problem in (('"worlds": {"w": []}', "not valid JSON"), ("{", "never closed"), ("[1]", "begins with")):
        path.write_text(text)
        with pytest.raises(FileError, match=problem):
            load(path)


def test_a_file_of_events_that_has_none_says_what_is_written(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"e\.event: column 7: unexpected world"):
        loads_event_model("hello world", "e.event")


def test_formats_that_are_only_read_are_not_written() -> None:
    with pytest.raises(FileError, match=f"node-link is only read; take {listing(WRITTEN)}"):
        MODEL.dumps("node-link")


@pytest.mark.parametrize("part", ["<?a ?>", "<!-- a -->", "<!a>", "<!--", "AqS0,2", "AS,", "% a\n", "/* a */", "/*"])
def test_a_part_that_is_repeated_often_is_read_in_time(part: str) -> None:
    start = process_time()
    with pytest.raises(FileError):
        KripkeModel.loads(part * 30_000 + "!")
    with pytest.raises(FileError):
        KripkeModel.loads(part * 30_000 + ";")
    assert process_time() - start < 5


def test_two_systems_for_the_same_boxes_are_refused() -> None:
    spec = "tff(s, logic, $modal == [ $modalities == $modal_system_{} ]).\n"
    conjecture = "tff(c, conjecture, {$box(#a)} @ (p) => p ).\n"
    with pytest.raises(EpistemicError, match="is K before, and S5 here"):
        loads_problem(spec.format("K") + spec.format("S5") + conjecture)
    both = "tff(s, logic, $modal == [ $modalities == $modal_system_K, $modalities == $modal_system_T ]).\n"
    with pytest.raises(EpistemicError, match="is K before, and T here"):
        loads_problem(both + conjecture)
    assert loads_problem(2 * spec.format("K") + conjecture).logic


def test_ones_and_zeros_of_node_link_json_are_truth_values() -> None:
    nodes, links = [{"id": "u", "q": 1}, {"id": "v", "q": 0}], [{"source": "u", "target": "v", "agent": "a"}]
    text = json.dumps({"directed": True, "nodes": nodes, "links": links})
    model = KripkeModel.loads(text, atoms="q")
    assert (model["u"], model["v"]) == ({"q"}, set())


@pytest.mark.parametrize("label", ["~p, q", "p∧q", "{p,q}", "∅", "-"])
def test_labels_that_are_no_names_are_refused(label: str) -> None:
    for text in (
        f'digraph {{ u [label="{label}"]; u -> u [agent=a] }}',
        json.dumps({"directed": True, "nodes": [{"id": "u", "label": label}], "links": []}),
    ):
        with pytest.raises(FileError, match="is no name; write names alone"):
            KripkeModel.loads(text, atoms="label")


def test_successors_of_one_agent_and_of_named_ones_do_not_mix() -> None:
    states = {"w": {"assignment": ["p"], "successors": {"ann": ["w"]}}, "v": {"assignment": [], "successors": ["w"]}}
    text = json.dumps({"states": states})
    with pytest.raises(FileError, match=r"states\.v\.successors"):
        KripkeModel.loads(text)


def test_atoms_named_true_come_back_from_graphml() -> None:
    model = KripkeModel.s5({"u": {"true", "p"}, "v": {"q"}}, {"a": [["u", "v"]]})
    assert KripkeModel.loads(model.dumps("graphml")) == model
