"""DOT and GraphML of other programs: each construct of the formats is read as its documentation says, or refused."""

import subprocess
import sys
import warnings
from fractions import Fraction
from random import Random

import networkx as nx
import pytest
from effort import seeds

from kripke.change.actions.evidence import Trust
from kripke.data.errors import FileError, MissingLoop, ModelError
from kripke.formats import dot
from kripke.models.functions import load
from kripke.models.kripke_model import KripkeModel

# ---- DOT: three files after Graphviz's description of the language

LECTURE = """/* two rooms, and what is known of them */
digraph rooms {
  edge [label=a]                    // the default of all that follow
  node [shape=circle, p=true]
  w1 [q=true]; w2
  subgraph cluster_left { w1:n -> w2:s:e; w3 [p=false] }
  w1 -> w1
  w2 -> { w3 w1 } [label="a, b"]
  w3 -> w3 [label=b]
}
"""
DEFAULTS = """strict graph { edge [label=ann];
  home -- shop -- school; home -- home
  edge [label=bob]
  subgraph far { school -- "the sea"; edge [label=ann]; "the sea" -- "the sea" }
  school -- school
}"""
DRAWN = r"""digraph {
  u [label="p\nq"]; v [label="p"]; w [label=""]
  u -> v [dir=both, agent="a"]; v -> w [dir=back, agent=<b>]; u -> u [agent="a"]; w -> w [dir=none agent=a]
  v -> v [agent="a"]
}"""


def test_dot_has_defaults_subgraphs_ports_and_flags():
    model = KripkeModel.loads(LECTURE, atoms="p,q", agent="label")
    assert model == KripkeModel(
        {"w1": {"p", "q"}, "w2": {"p"}, "w3": set()},
        {
            "a": [("w1", "w2"), ("w1", "w1"), ("w2", "w3"), ("w2", "w1")],
            "b": [("w2", "w3"), ("w2", "w1"), ("w3", "w3")],
        },
    )


def test_undirected_dot_leads_in_both_directions_and_defaults_of_a_subgraph_end_with_it():
    with pytest.warns(MissingLoop) as warned:
        model = KripkeModel.loads(DEFAULTS, atoms="=", agent="label")
    assert [str(each.message)[:9] for each in warned] == ["agent ann", "agent bob"]
    assert set(model.relations["ann"]) == {
        ("home", "shop"), ("shop", "home"), ("shop", "school"), ("school", "shop"), ("home", "home"),
        ("the sea", "the sea"),
    }  # fmt: skip
    assert set(model.relations["bob"]) == {("school", "the sea"), ("the sea", "school"), ("school", "school")}


def test_labels_with_several_lines_and_arrows_that_are_drawn_backwards():
    model = KripkeModel.loads(DRAWN, atoms="label")
    assert model == KripkeModel(
        {"u": {"p", "q"}, "v": {"p"}, "w": set()},
        {"a": [("u", "v"), ("v", "u"), ("u", "u"), ("w", "w"), ("v", "v")], "b": [("w", "v")]},
    )


def test_a_default_that_equals_the_value_of_an_edge_is_not_lost():
    """networkx's reader of DOT loses the label of each edge here."""
    text = "digraph { edge [label=a]; w -> v; v -> w [label=b]; w -> w [label=a] }"
    model = KripkeModel.loads(text, atoms="=p", agent="label")
    assert set(model.relations["a"]) == {("w", "v"), ("w", "w")}
    assert set(model.relations["b"]) == {("v", "w")}


def test_parallel_edges_of_dot_are_read_one_by_one():
    text = "digraph { w -> v [agent=a]; w -> v [agent=b]; w -> v [agent=a] }"
    assert {agent: len(pairs) for agent, pairs in KripkeModel.loads(text, atoms="=").relations.items()} == {
        "a": 1,
        "b": 1,
    }


def test_a_node_of_dot_may_have_an_empty_name():
    model = KripkeModel.loads('digraph { "" [atoms=p]; v [atoms=q]; "" -> v [agent=a]; "" -> "" [agent=a] }')
    assert model == KripkeModel({"": {"p"}, "v": {"q"}}, {"a": [("", "v"), ("", "")]})


def test_the_graph_of_dot_names_the_actual_world_and_agents():
    text = r'digraph { actual="w 1"; agents="[\"a\", \"b\"]"; "w 1" [atoms="p"]; "w 1" -> "w 1" [agent=a] }'
    model = KripkeModel.loads(text)
    assert (model.actual, model.agents, model.holds("K_a p & K_b false")) == ("w 1", ("a", "b"), True)


@pytest.mark.parametrize(
    ("nodes", "actual"),
    [
        ("w [shape=doublecircle]; v", "w"),
        ("node [shape=circle]; w; v [peripheries=2]", "v"),
        ("w [shape=doublecircle]; v; actual=v", "v"),
        ("w [peripheries=2]; v [shape=doublecircle]; u", frozenset("wv")),
        ("node [shape=doublecircle]; w; v", None),
    ],
)
def test_nodes_with_two_rings_are_the_actual_worlds_unless_all_have_them(nodes, actual):
    assert KripkeModel.loads(f"digraph {{ {nodes}; w -> v [agent=a] }}", atoms="=").actual == actual


def test_the_charset_that_dot_names_does_not_matter_once_the_text_is_read():
    for charset in ("latin1", "nonsense"):
        model = KripkeModel.loads(f'digraph {{ charset={charset}; "é" -> "é" [agent=a] }}', atoms="=ü")
        assert model["é"] == {"ü"}


def scattered(model: KripkeModel, rng: Random) -> str:
    """A model in DOT: its worlds and arrows in any order, some in clusters, some with agents from defaults."""
    true = {world: model[world] for world in model.worlds}
    lines = [f'"{w}" [p={str("p" in true[w]).lower()} q="{int("q" in true[w])}"]' for w in true]
    for agent, pairs in model.relations.items():
        for source, target in pairs:
            arrow = f'"{source}" -> "{target}":n'
            if rng.random() < 0.5:
                lines.append(f"{arrow} [label={agent}]")
            else:
                lines.append(f"subgraph cluster_{rng.randrange(3)} {{ edge [label={agent}]; {arrow} }}")
    rng.shuffle(lines)
    return 'digraph { agents="[\\"a\\", \\"b\\"]"; edge [label=nobody]\n' + ";\n".join(lines) + "}"


@pytest.mark.parametrize("seed", seeds(4, 200))
def test_a_random_model_in_dot_is_the_same_wherever_its_arrows_stand(seed: int) -> None:
    rng = Random(seed)
    names = [f"w {i}" for i in range(rng.randint(1, 6))]
    relations = {agent: [(u, v) for u in names for v in names if rng.random() < 0.4] for agent in "ab"}
    model = KripkeModel({w: {a for a in "pq" if rng.random() < 0.5} for w in names}, relations, atoms=["p", "q"])
    read = KripkeModel.loads(scattered(model, rng), atoms="p,q", agent="label")
    assert read.relations == model.relations
    assert {world: read[world] for world in read.worlds} == {world: model[world] for world in names}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "digraph { w -- v }",
            "column 13: unexpected --\n  digraph { w -- v }\n              ^\nhint: an arrow of a digraph is ->",
        ),
        ("digraph { w -> ", "column 15: the text ends too early"),
        (
            'digraph {\n w [label="p];\n v [label="q"];\n w -> v }',
            "line 2, column 11: this quote does not end in its line",
        ),
        ('digraph {\n w [label="a\\\nb" c"];\n}', "line 3, column 5: this quote does not end"),
        ("digraph {\n w [label='p q'];\n}", "line 2, column 11: unexpected '\n   w [label="),
        ("digraph {\n w [label=p q];\n}", "a name with blanks or signs has double quotes"),
        ("digraph {\n w [label=“p”]; w -> w [agent=a]\n}", "node 'w': label has '“p”', which is no name"),
        ('digraph {\n w [label="p]; v [label=q"]; w -> v [agent=a]\n}', "node 'w': label has 'p];', which is no name"),
        ("digraph { w -> v }\ndigraph { v -> w }", "line 1: after the graph stands 'digraph"),
        ('digraph { w [label="}"]; v [label=<<b>"}</b>>] } // }\n x', "after the graph stands 'x'"),
        ("digraph { 1a -> 2b }", "badly delimited number '1a' in line 1 of input splits into two tokens; write "),
        ("/* nothing */ digraph", "the text ends too early"),
        ("digraph {}", "a model has at least one world"),
        ("digraph { w [label=<<b>p</b>>]; w -> w [agent=a] }", "node 'w': label is '<b>p</b>', with <b>; write names"),
        ("digraph { w -> w }", "edge 'w' -> 'w': no attribute 'agent'"),
        ("digraph { w -> w [agent=a dir=up] }", "dir is 'up'; expected forward, back, both, none"),
        (r'digraph { w [label=p]; v [label="\N: q"]; w -> w [agent=a] }', r"with \N; write names alone"),
        ("digraph { w [label=true]; v [label=p]; w -> w [agent=a] }", "node 'w': label is 'true', and names elsewhere"),
        ("digraph { actual=u; w -> w [agent=a] }", "actual: no world 'u'"),
        ("digraph { " + "a -> " * 2_500 + "b }", "memory exhausted in line 1 near '->'; write fewer arrows in one"),
        ("digraph { " + "{" * 20_000 + "}" * 20_000 + " }", "memory exhausted"),
    ],
)
def test_a_dot_text_that_is_no_model_is_refused_and_never_read_in_part(text, words):
    with pytest.raises(FileError) as refused:
        KripkeModel.loads(text, atoms="label" if "label" in text else "=")
    assert words in str(refused.value)


def test_a_text_that_explodes_is_stopped(monkeypatch):
    nodes = " ".join(f"n{i}" for i in range(3_000))
    monkeypatch.setattr(dot, "TIMEOUT", 0.4)
    with pytest.raises(FileError, match=r"had not read this after 0.4 s|ended with code"):
        KripkeModel.loads(
            f"digraph {{ subgraph s {{ {nodes} }} " + "subgraph s {} -> subgraph s {};" * 500 + "}", atoms="="
        )


def test_a_file_without_a_graph_is_refused(tmp_path):
    (tmp_path / "m.dot").write_text("// digraph { w -> w }")
    with pytest.raises(FileError, match=r"m\.dot: Graphviz cannot read this: there is no graph"):
        load(tmp_path / "m.dot")


def test_dot_is_recognised_by_its_ending_or_its_beginning(tmp_path):
    for name in ("m.dot", "m.gv", "m.txt"):
        (tmp_path / name).write_text("// rain\n/* * */ strict digraph { w -> w [agent=a] }")
        assert load(tmp_path / name, atoms="=p").holds("K_a p", at="w")


# ---- GraphML: three files after the primer of the format and the files of yEd

PRIMER = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="true atoms" attr.type="string"><default>p</default></key>
  <key id="d1" for="edge" attr.name="who" attr.type="string"><default>ann</default></key>
  <key id="d2" for="all" attr.name="certain" attr.type="boolean"/>
  <graph id="G" edgedefault="undirected">
    <desc>an example</desc>
    <node id="n0"><data key="d0">p,q</data><port name="north"><data key="d9">?</data></port></node>
    <node id="n1"/>
    <node id="n2"><data key="d0"> </data><data key="d2">1</data></node>
    <edge id="e0" source="n0" target="n1" sourceport="north"/>
    <edge source="n1" target="n2" directed="true"><data key="d1">ann, bob</data></edge>
    <edge source="n0" target="n0"/><edge source="n1" target="n1"/>
  </graph>
</graphml>"""
YED = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <key for="node" id="d5" attr.name="description" attr.type="string"/>
  <key for="node" id="d6" yfiles.type="nodegraphics"/><key for="edge" id="d10" yfiles.type="edgegraphics"/>
  <graph edgedefault="directed" id="G">
    <node id="g" yfiles.foldertype="group"><data key="d6"><y:GroupNode><y:NodeLabel>Paris</y:NodeLabel></y:GroupNode></data>
      <graph edgedefault="directed" id="g:">
        <node id="g::n0"><data key="d6"><y:ShapeNode><y:NodeLabel>p<y:LabelModel/></y:NodeLabel>
          <y:NodeLabel>q</y:NodeLabel></y:ShapeNode></data></node>
      </graph></node>
    <node id="n1"><data key="d5"/><data key="d6"><y:ShapeNode><y:NodeLabel hasText="false"/></y:ShapeNode></data></node>
    <edge id="e0" source="g::n0" target="n1"><data key="d10"><y:PolyLineEdge><y:EdgeLabel>a
 <y:LabelModel/></y:EdgeLabel><y:EdgeLabel>b</y:EdgeLabel></y:PolyLineEdge></data></edge>
    <edge id="e1" source="n1" target="n1"><data key="d10"><y:PolyLineEdge><y:EdgeLabel>b</y:EdgeLabel></y:PolyLineEdge></data></edge>
  </graph></graphml>"""  # noqa: E501
FLAGS = """<graphml><key id="p" for="node" attr.name="p" attr.type="boolean"/>
<key id="q" for="node" attr.name="q" attr.type="boolean"/><key id="n" for="edge" attr.name="label" attr.type="int"/>
<graph edgedefault="directed"><node id="w"><data key="p">true</data><data key="q">false</data></node>
<node id="v"><data key="p">0</data></node><edge source="w" target="v"><data key="n">1</data></edge></graph></graphml>"""


def test_graphml_has_defaults_ports_and_edges_of_both_kinds():
    with pytest.warns(MissingLoop, match="") as warned:
        model = KripkeModel.loads(
            PRIMER.replace('<edge source="n1" target="n1"/>', ""), atoms="true atoms", agent="who"
        )
    assert "'n1' to others, and it has no loop" in str(warned[0].message)
    with warnings.catch_warnings(action="error"):
        model = KripkeModel.loads(PRIMER, atoms="true atoms", agent="who")
    assert model == KripkeModel(
        {"n0": {"p", "q"}, "n1": {"p"}, "n2": set()},
        {
            "ann": [("n0", "n1"), ("n1", "n0"), ("n1", "n2"), ("n0", "n0"), ("n1", "n1")],
            "bob": [("n1", "n2")],
        },
    )


def test_all_labels_of_yed_are_read_and_its_groups_are_no_worlds():
    model = KripkeModel.loads(YED, atoms="label", agent="label")
    assert model == KripkeModel(
        {"g::n0": {"p", "q"}, "n1": set()}, {"a": [("g::n0", "n1")], "b": [("g::n0", "n1"), ("n1", "n1")]}
    )


@pytest.mark.parametrize(
    ("source", "target", "pairs"),
    [
        ("none", "standard", {("w", "v")}),
        ("none", "white_delta", {("w", "v")}),
        ("standard", "none", {("v", "w")}),
        ("none", "none", {("w", "v"), ("v", "w")}),
        ("standard", "standard", {("w", "v"), ("v", "w")}),
    ],
)
def test_edges_of_yed_lead_as_they_are_drawn(source, target, pairs):
    text = f"""<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
  <key for="edge" id="d10" yfiles.type="edgegraphics"/>
  <graph edgedefault="directed" id="G"><node id="u"/><node id="v"/><node id="w"/>
    <edge id="e0" source="w" target="v"><data key="d10"><y:PolyLineEdge>
      <y:Arrows source="{source}" target="{target}"/><y:EdgeLabel>a</y:EdgeLabel></y:PolyLineEdge></data></edge>
    <edge id="e1" source="u" target="u"><data key="d10"><y:PolyLineEdge>
      <y:Arrows source="none" target="standard"/><y:EdgeLabel>a</y:EdgeLabel></y:PolyLineEdge></data></edge>
  </graph></graphml>"""
    with warnings.catch_warnings(record=True, action="always") as warned:
        model = KripkeModel.loads(text, atoms="=", agent="label")
    assert set(model.relations["a"]) == {*pairs, ("u", "u")}
    assert [type(each.message) for each in warned] == ([MissingLoop] if len(pairs) == 2 else [])


def test_truth_values_of_graphml_are_atoms_also_where_they_are_true_nowhere():
    model = KripkeModel.loads(FLAGS, atoms="p,q", agent="label")
    assert model == KripkeModel({"w": {"p"}, "v": set()}, {"1": [("w", "v")]}, atoms=["p", "q"])
    assert KripkeModel.loads(FLAGS, atoms="p, q,p,", agent="label") == model
    with pytest.raises(FileError, match="node 'v': no attribute 'q', only 'p'"):
        KripkeModel.loads(FLAGS, atoms="q", agent="label")


IGRAPH = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="g_actual" for="graph" attr.name="actual" attr.type="string"/>
  <key id="v_atoms" for="node" attr.name="atoms" attr.type="string"/>
  <key id="v_id" for="node" attr.name="id" attr.type="string"/>
  <key id="e_agent" for="edge" attr.name="agent" attr.type="string"/>
  <key id="e_id" for="edge" attr.name="id" attr.type="string"/>
  <graph id="G" edgedefault="directed">
    <data key="g_actual">n1</data>
    <node id="n0"><data key="v_atoms">[&quot;p&quot;]</data><data key="v_id">n1</data></node>
    <node id="n1"><data key="v_atoms">[]</data><data key="v_id">n0</data></node>
    <edge source="n0" target="n1"><data key="e_agent">a</data><data key="e_id">n1</data></edge>
  </graph>
</graphml>"""


def test_worlds_that_igraph_renamed_have_their_old_names():
    expected = KripkeModel({"n1": {"p"}, "n0": set()}, {"a": [("n1", "n0")]}, actual="n1")
    assert KripkeModel.loads(IGRAPH) == expected
    assert expected.holds("p")
    in_dot = 'digraph { graph [actual=n1]; 0 [atoms="[\\"p\\"]" id=n1]; 1 [atoms="[]" id=n0]; 0 -> 1 [agent=a id=n1] }'
    assert KripkeModel.loads(in_dot) == expected


def test_truth_values_are_numbers_where_igraph_writes_dot():
    text = "graph { 0 [name=w p=1]; 1 [name=v p=0]; 1 -- 0 [label=1]; 1 -- 1 [label=1]; 0 -- 0 [label=1] }"
    model = KripkeModel.loads(text, atoms="p", agent="label")
    assert model == KripkeModel.s5({"w": {"p"}, "v": set()}, {"1": [["w", "v"]]})


def test_the_actual_world_may_also_be_named_by_a_new_name_that_no_old_one_equals():
    text = IGRAPH.replace(">n1<", ">w<").replace(">n0<", ">v<")
    assert KripkeModel.loads(text).actual == "w"
    assert KripkeModel.loads(text.replace('"g_actual">w', '"g_actual">n0')).actual == "w"


def test_many_keys_with_defaults_cost_no_more_than_the_attributes_that_are_read():
    keys = "".join(f'<key id="k{i}" for="node" attr.name="a{i}"><default>p</default></key>' for i in range(10_000))
    nodes = "".join(f'<node id="w{i}"/>' for i in range(10_000))
    text = f'<graphml>{keys}<graph edgedefault="directed">{nodes}<edge source="w0" target="w1"/></graph></graphml>'
    assert KripkeModel.loads(text, atoms="a7", agent="=a").valid("p")


def test_functions_receive_defaults_too():
    model = KripkeModel.loads(PRIMER, atoms=lambda node, given: given["true atoms"].split(","), agent=lambda *ends: "b")
    assert model["n1"] == {"p"}


def test_nodes_keep_their_ids_where_they_are_no_positions_or_the_old_names_are_not_distinct():
    own = IGRAPH.replace('"n0"', '"w"').replace('target="n1"', 'target="n1"')
    assert [*KripkeModel.loads(own).worlds] == ["w", "n1"]
    twice = IGRAPH.replace(">n1</data></node>", ">n0</data></node>")
    assert [*KripkeModel.loads(twice).worlds] == ["n0", "n1"]


RUSTWORKX = """<?xml version="1.0" encoding="UTF-8"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d1" for="node" attr.name="atoms" attr.type="string"></key>
<key id="d1" for="edge" attr.name="agent" attr.type="string"></key>
<key id="d1" for="graph" attr.name="actual" attr.type="string"></key>
<graph edgedefault="directed"><data key="d1">w</data><node id="w"><data key="d1">["p"]</data></node>
<edge id="e0" source="w" target="w"><data key="d1">a</data></edge></graph></graphml>"""


def test_keys_of_nodes_edges_and_the_graph_may_have_one_id_as_rustworkx_writes_them():
    assert KripkeModel.loads(RUSTWORKX) == KripkeModel.s5({"w": {"p"}}, {"a": [["w"]]}, actual="w")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('for="edge"', 'for="node"', "line 3: two keys of nodes have the id 'd1': give each its own"),
        ('target="w"', 'target="v"', "edge 'w' -> 'v': no node 'v'; there is 'w'"),
        ('<node id="w">', "<node>", "line 5: <node>: expected an id"),
        ('<node id="w">', '<node id="w"/><node id="w">', "node 'w': there are two nodes with this id"),
        ('edgedefault="directed"', "", "edgedefault of <graph> is None; expected 'directed' or 'undirected'"),
        ('target="w"', 'target="w" directed="yes"', ""),
        ('data key="d1">a', 'data key="d2">a', "edge 'w' -> 'w': no key 'd2' for edges; there is 'd1'"),
        ("</graph>", '<hyperedge><endpoint node="w"/></hyperedge></graph>', "<hyperedge>: a relation has pairs"),
        ("</graph>", '</graph><graph edgedefault="directed"/>', "there are two graphs, and a model is one"),
        ("</node>", '<graph edgedefault="directed"><node id="v"/></graph></node>', "'w' is a group of nodes, not a"),
        ('"atoms" attr.type="string"', '"atoms" attr.type="double"', "is not of the attr.type 'double' of the key"),
        ('"UTF-8"?>', '"UTF-8"?><!DOCTYPE graphml [<!ENTITY a "aa">]>', "<!ENTITY a>: entities are not read"),
        ('"UTF-8"?>', '"UTF-8"?><!DOCTYPE graphml [<!ENTITY a SYSTEM "file:///etc/passwd">]>', "entities are not read"),
        ('<graphml xmlns="http://graphml.graphdrawing.org/xmlns">', "<svg>", "it begins with <svg>"),
    ],
)  # fmt: skip
def test_mistakes_in_graphml_are_named_with_their_place(old, new, words):
    if not words:
        assert KripkeModel.loads(RUSTWORKX.replace(old, new)).holds("K_a p")
        return
    with pytest.raises(FileError) as refused:
        KripkeModel.loads(RUSTWORKX.replace(old, new, 1))
    assert words in str(refused.value)


def test_the_number_of_edges_is_bounded(monkeypatch):
    monkeypatch.setattr("kripke.formats.graphml_reader.EDGES", 1)
    assert len(KripkeModel.loads(RUSTWORKX)) == 1
    with pytest.raises(FileError, match="more than 1 edges: save a model file"):
        KripkeModel.loads(RUSTWORKX.replace("</graph>", '<edge source="w" target="w"/></graph>'))


def test_a_document_type_without_entities_is_read():
    text = RUSTWORKX.replace('"UTF-8"?>', '"UTF-8"?><!DOCTYPE graphml SYSTEM "graphml.dtd">')
    assert KripkeModel.loads(text).actual == "w"


# ---- the options, the same for files and graphs


@pytest.mark.parametrize("text", [DEFAULTS, PRIMER])
def test_closing_adds_loops_without_a_warning(text):
    options = {"atoms": "=p", "agent": "label"} if text is DEFAULTS else {"atoms": "true atoms", "agent": "who"}
    with warnings.catch_warnings(action="error"):
        model = KripkeModel.loads(text, **options, close="S5")
    with warnings.catch_warnings(action="ignore"):
        assert model == KripkeModel.loads(text, **options).close("S5")
    with warnings.catch_warnings(action="error"):
        properties = KripkeModel.loads(text, **options, close="reflexive,transitive")
    assert {"reflexive", "transitive"} <= properties.frame_properties(properties.agents[0])
    with pytest.raises(FileError, match="the model: closure 'S9': no such property or system"):
        KripkeModel.loads(text, **options, close="S9")


def test_the_edges_of_two_agents_are_closed_apart():
    graph = nx.MultiDiGraph([("u", "v", {"agent": "a"}), ("v", "w", {"agent": "b"})])
    nx.set_node_attributes(graph, [], "atoms")
    model = KripkeModel.from_networkx(graph, close="S5")
    assert not model.holds("M_a ~true | M_b false", at="u")
    assert set(model.relations["a"]) == {(x, y) for x in "uv" for y in "uv"} | {("w", "w")}
    assert ("u", "w") not in model.relations["b"]


def test_truth_values_at_nodes_and_edges_of_a_graph_are_atoms_and_agents():
    graph = nx.DiGraph([("u", "v", {"a": True, "b": False}), ("v", "u", {"b": True})])
    graph.add_node("u", p=True, q=False)
    graph.add_node("v", p=True)
    model = KripkeModel.from_networkx(graph, atoms="p,q", agent="a,b")
    assert model == KripkeModel({"u": {"p"}, "v": {"p"}}, {"a": [("u", "v")], "b": [("v", "u")]}, atoms=["p", "q"])
    graph.nodes["v"]["p"] = "yes"
    with pytest.raises(ModelError, match=r"node 'v': p is 'yes'; expected True"):
        KripkeModel.from_networkx(graph, atoms="p,q", agent="a,b")


def test_an_undirected_edge_without_loops_warns_the_caller_at_once():
    graph = nx.Graph([("w", "v", {"agent": "a"}), ("w", "w", {"agent": "a"})])
    nx.set_node_attributes(graph, [], "atoms")
    with pytest.warns(MissingLoop, match=r"join world 'v' to others.*close='S5' adds loops") as warned:
        KripkeModel.from_networkx(graph)
    assert warned[0].filename == __file__
    graph.add_edge("v", "v", agent="a")
    with warnings.catch_warnings(action="error"):
        KripkeModel.from_networkx(graph)


def test_reading_dot_leaves_graphviz_out_of_this_process(tmp_path):
    (tmp_path / "m.dot").write_text("digraph { w -> w [agent=a] }")
    code = (
        "import sys; from whoknows import load; load(sys.argv[1], atoms='=p'); "
        "sys.exit('pygraphviz' in sys.modules or 'networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tmp_path / "m.dot")], check=False).returncode == 0


@pytest.mark.parametrize("ending", ["graphml", "json"])
def test_weights_too_long_to_be_read_again_are_not_written(ending, tmp_path):
    weights = {"a": {"w": 0, "v": 1}, "b": {"w": 1, "v": 0}}
    model = KripkeModel.s5({"w": {"p"}, "v": set()}, {agent: [["w", "v"]] for agent in "ab"}, weights=weights)
    for _ in range(6):
        model = model.update(Trust("a", "b", rate=Fraction(1, 10**999)))
    with pytest.raises(FileError, match="cannot be read again"):
        model.save(tmp_path / f"model.{ending}")
