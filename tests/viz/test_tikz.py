import re

import pytest
from drawn import panel_of
from hypothesis import given
from hypothesis import strategies as st
from tex import TEX, compiled

from kripke.models.kripke_model import KripkeModel
from viz.drawing import draw, to_tikz
from viz.output.tikz import SCALE, tex_atom, tex_name, tex_text
from viz.pictures.picture import DrawError
from viz.update_pictures import draw_sequence, draw_update

ODD = ['a"b', "c\\N", "<d>", "e&%$#_{}~^f", "новый", "é", "x\ny", "", "β", "w1"]
CHAIN = [f"t{i}" for i in range(4)]
MUDDY = KripkeModel.from_observations(
    atoms=["m1", "m2", "m3"], observes={"anne": ["m2", "m3"], "b_1": ["m1", "m3"], "c": ["m1", "m2"]}, law="true",
    actual={"m1", "m2"},
)  # fmt: skip
BELIEF = {"a": [(["w", "v"], ["v"])], "b": [(["w"], ["w"]), (["v"], ["v"])]}
RANKS = {"dry": 0, "wet": 1, "flood": 2}
SEVEN = [f"w{i}" for i in range(7)]
MODELS = {
    "muddy": (MUDDY, {"title": "100% of {muddy} $children_", "highlight": "K_anne m1 & ~K_b_1 m2", "atoms": "all"}),
    "odd": (KripkeModel.s5({w: {"die1=4", "has(N,SA)", "p_q"} for w in ODD}, {"a": [ODD[:6], ODD[6:]]}, "w1"), {}),
    "belief": (KripkeModel.kd45({"w": {"p"}, "v": set()}, BELIEF), {}),
    "chain": (KripkeModel({w: set() for w in CHAIN}, {"a": [(u, v) for u in CHAIN for v in CHAIN if u <= v]}), {}),
    "shared": (KripkeModel.s5({"w": set(), "v": set()}, {x: [["w", "v"]] for x in "abcde"}), {}),
    "hub": (KripkeModel.kd45({w: set() for w in SEVEN}, {"a": [(SEVEN, SEVEN[:5])]}), {}),
    "lonely": (KripkeModel({"w": set()}, {}), {}),
}  # fmt: skip


def document(*pictures):
    body = "\n\\newpage\n".join(pictures)
    return f"\\documentclass{{article}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


@pytest.fixture(scope="module")
def pictures():
    return {name: to_tikz(model, **options) for name, (model, options) in MODELS.items()}


STEPS = [MUDDY, MUDDY.announce("m1 | m2 | m3"), MUDDY.announce("m1 | m2 | m3").announce("~K_anne m1")]


@TEX
def test_every_picture_compiles_in_a_document_that_loads_tikz_alone(tmp_path, pictures):
    draw_update(MUDDY, MUDDY.announce("m1 | m2"), tmp_path / "update.tex")
    drawn = [*pictures.values(), (tmp_path / "update.tex").read_text()]
    assert compiled(tmp_path, "paper", document(*drawn)) == len(drawn)


@TEX
@pytest.mark.parametrize(
    "width", [None, "column", *(pytest.param(each, marks=pytest.mark.slow) for each in ("slide", 3))]
)
def test_a_standalone_picture_compiles_alone(tmp_path, width):
    assert compiled(tmp_path, "alone", to_tikz(MUDDY, standalone=True, width=width)) == 1


@TEX
def test_overlays_are_pages_of_one_slide(tmp_path):
    path = draw_sequence(STEPS, tmp_path / "steps.tex", overlays=True, standalone=True)
    assert compiled(tmp_path, "talk", path.read_text()) == 3


@TEX
@pytest.mark.parametrize("legend", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_overlays_are_no_wider_and_no_higher_than_the_slide(tmp_path, legend):
    model = KripkeModel.s5(
        {"dry": set(), "wet": {"rain"}, "flood": {"rain", "flood"}}, {"bob": [[*RANKS]]}, "wet", ranks={"bob": RANKS}
    )
    steps = [model, model.announce("rain")]
    path = draw_sequence(steps, tmp_path / "row.tex", overlays=True, standalone=True, legend=legend)
    assert compiled(tmp_path, "row", path.read_text()) == 2
    assert "Overfull" not in (tmp_path / "row.log").read_text("latin-1")


def test_overlays_have_the_same_size_and_the_same_places(tmp_path):
    text = draw_sequence(STEPS, tmp_path / "steps.tex", overlays=True).read_text()
    assert re.findall(r"\\only<(\d)>", text) == ["1", "2", "3"]
    assert len({*re.findall(r"\\useasboundingbox .*", text)}) == 1
    boxes = [dict(re.findall(r"\((w\d+)\) at (\S+ \S+) ", part)) for part in text.split(r"\only")[1:]]
    where = [{*each.values()} for each in boxes]
    assert where[0] == where[1] > where[2], "the last picture has lost the world that was pale in the second"
    with pytest.raises(DrawError, match=r"expected.*\.tex, \.tikz, \.svg or \.gif, got \.png"):
        draw_sequence(STEPS, tmp_path / "steps.png", overlays=True)


def test_a_shared_arrow_has_strokes_and_tips_in_the_colours_of_its_agents():
    arrow = [("w", "v"), ("v", "w")]
    text = to_tikz(KripkeModel({"w": set(), "v": set()}, dict.fromkeys(["m_a", "b"], arrow)), legend=False)
    for colour in ("agentA", "agentB"):
        assert len(re.findall(rf"\\draw\[{colour}\]", text)) == 1
        assert len(re.findall(rf"\\fill\[{colour}, draw=none, fill={colour}\]", text)) == 2
    assert r"\textcolor{agentA}{$m_{a}$}, \textcolor{agentB}{b}" in text


@pytest.mark.parametrize("name", MODELS)
def test_a_picture_is_plain_ascii_and_its_brackets_match(pictures, name):
    text = pictures[name]
    assert text.isascii()
    bare = re.sub(r"\\[{}]", "", text)
    depth = 0
    for letter in bare:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0
    assert text.startswith("% for a document with \\usepackage{tikz}\n\\begin{tikzpicture}")
    assert text.endswith("\\end{tikzpicture}\n")


@pytest.mark.parametrize("name", MODELS)
def test_every_line_joins_nodes_that_are_there_and_every_colour_is_defined(pictures, name):
    text = pictures[name]
    nodes = set(re.findall(r"\\node\[[^\n]*?\] \((\w+)\) at", text))
    ends = re.findall(r"\\draw\[[^\n]*?\] \((w\d+)\) .*\((w\d+)\);", text)
    assert {end for pair in ends for end in pair} <= nodes
    assert len([key for key in nodes if key.startswith("w")]) >= len(MODELS[name][0])
    used = set(re.findall(r"\\textcolor\{(\w+)\}", text)) | set(re.findall(r"draw=(\w+)", text))
    assert used <= set(re.findall(r"\\definecolor\{(\w+)\}", text))


def test_the_gap_in_a_line_is_as_large_as_in_the_other_formats():
    panel = panel_of(MUDDY.structure)
    gaps = re.findall(r"\\node\[agents, minimum width=(\S+)pt, minimum height=(\S+)pt\]", to_tikz(MUDDY))
    sizes = [(track.label.width * SCALE, track.label.height * SCALE) for track in panel.tracks if track.label]
    assert [(float(width), float(height)) for width, height in gaps] == [pytest.approx(size, 1e-3) for size in sizes]
    assert gaps


def test_only_what_tikz_itself_offers_is_used(pictures):
    for text in pictures.values():
        text = text.partition("\n")[2]
        assert not re.search(r"usetikzlibrary|usepackage|\\text\{|shape=|Stealth|ellipse|positioning", text)


def test_the_actual_world_is_double_and_the_worlds_of_the_formula_are_filled():
    text = to_tikz(KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, "w1"), highlight="p")
    rows = [row for row in text.splitlines() if row.startswith(r"\node[world")]
    assert ["actual" in row and "holds" in row for row in rows] == [True, False]
    assert re.search(r"\\draw\[agentA\] \(w0\) -- \(w1\);", text)


def test_the_file_is_what_to_tikz_says(tmp_path):
    assert draw(MUDDY, tmp_path / "m.tex").read_text() == to_tikz(MUDDY)


@pytest.mark.parametrize(
    ("text", "written"),
    [("50%", r"50\%"), ("é", r"\'{e}"), ("ñ", r"\~{n}"), ("¬", r"$\neg$"), ("β", r"$\beta$"), ("Ω", r"$\Omega$"),
     ("ß", r"\ss{}"), ("世", r"\texttt{U+4E16}"), ("a_b", r"a\_b"), ("\\", r"\textbackslash{}"), ("[p] q", "{[}p] q")],
)  # fmt: skip
def test_letters_are_written_for_plain_latex(text, written):
    assert tex_text(text) == written


def test_names_and_atoms_are_set_as_in_a_paper():
    assert tex_name("w1") == "$w_{1}$"
    assert tex_name("w_12") == "$w_{12}$"
    assert tex_name("w٣") == r"w\texttt{U+0663}"
    assert tex_name("anne") == "anne"
    assert tex_name("m_a") == "$m_{a}$"
    assert tex_name("m_anne") == r"$m_{\mathit{anne}}$"
    assert tex_name("muddy_a") == r"$\mathit{muddy}_{a}$"
    assert tex_name("has_ace") == r"has\_ace"
    assert tex_atom("p") == "$p$"
    assert tex_atom("m2") == "$m_{2}$"
    assert tex_atom("die1=4") == r"$\mathit{die1{=}4}$"
    assert tex_atom("has_ace(N)") == r"$\mathit{has\_ace(N)}$"
    assert tex_atom("über & drüber") == r"\"{u}ber \& dr\"{u}ber"


@given(st.text())
def test_every_text_is_ascii_with_matching_brackets(text):
    written = tex_text(text)
    assert written.isascii()
    bare = re.sub(r"\\[{}\\]", "", written)
    assert bare.count("{") == bare.count("}")
