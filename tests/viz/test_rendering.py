import io
import os
import random
import re
import subprocess
import sys
import time
import zlib
from xml.etree import ElementTree

import pytest

from viz.drawing import laid_out
from viz.output import layout_process
from viz.output.render import font_settings, places, render, run
from viz.pictures.legend import Beside
from viz.pictures.picture import DrawError, Options
from whoknows import KripkeModel

HELLO = 'digraph { a [label="knows ¬p"] b [label="∅ ⊤ é"] a -> b }'


def ink(drawn):
    """How much of a PNG is dark."""
    from matplotlib.image import imread

    pixels = imread(io.BytesIO(drawn))[..., :3]
    return float((pixels.mean(axis=2) < 0.5).sum())


def inflated(pdf):
    """All that a PDF says, its compressed streams unpacked."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    texts = [pdf]
    for stream in streams:
        try:
            texts.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"\n".join(texts)


@pytest.fixture
def bare_machine(monkeypatch, tmp_path):
    """No fonts of the machine, no home: what Fontconfig finds is what we give it."""
    for name in ("FONTCONFIG_FILE", "FONTCONFIG_PATH", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("FONTCONFIG_PATH", str(tmp_path / "nothing"))


def test_letters_are_letters_on_a_machine_without_fonts(bare_machine):
    def drawn(text):
        return render(f'digraph {{ a [shape=plain, label="{text}"] }}', "png", dpi=192)

    assert ink(drawn("iiiiiiii")) * 2 < ink(drawn("WWWWWWWW")), "boxes would be equally dark for every letter"
    assert ink(drawn("........")) * 4 < ink(drawn("WWWWWWWW"))


def test_the_text_of_a_pdf_is_set_in_dejavu_and_can_be_searched(bare_machine):
    said = inflated(render(HELLO, "pdf"))
    assert b"DejaVu" in said
    known = b"".join(re.findall(rb"begincmap.*?endcmap", said, re.DOTALL)).lower()
    for letter in "knows¬p∅⊤é":
        assert f"<{ord(letter):04x}>".encode() in known, letter


def test_the_settings_name_only_fonts_that_are_there():
    settings = font_settings().read_text()
    folder = re.search("<dir>(.*?)</dir>", settings)[1]
    assert os.path.exists(os.path.join(folder, "DejaVuSans.ttf"))
    assert "/etc/fonts" not in settings
    assert "/etc/fonts" in font_settings(wide=True).read_text(), "Chinese needs the machine's fonts"


def test_the_settings_are_made_again_when_somebody_emptied_the_folder():
    font_settings().unlink()
    assert font_settings().exists()


def test_svg_is_valid_xml_and_names_fonts_that_others_have():
    root = ElementTree.fromstring(render(HELLO, "svg"))
    texts = [each for each in root.iter() if each.tag.endswith("}text")]
    assert [each.text for each in texts] == ["knows ¬p", "∅ ⊤ é"]
    assert {each.get("font-family") for each in texts} == {"DejaVu Sans,Verdana,sans-serif"}


def test_places_are_those_of_the_layout():
    boxes = places([("digraph { a -> b }", "dot"), ("graph { c }", "neato")])
    assert set(boxes[0]) == {"a", "b"}
    assert boxes[0]["a"].y > boxes[0]["b"].y
    assert set(boxes[1]) == {"c"}


def test_the_same_graph_is_drawn_alike_twice():
    assert render(HELLO, "svg") == render(HELLO, "svg")


def test_a_layout_that_takes_too_long_is_killed():
    rng = random.Random(1)
    dot = "digraph {" + ";".join(f"{rng.randrange(300)} -> {rng.randrange(300)}" for _ in range(900)) + "}"
    start = time.monotonic()
    with pytest.raises(DrawError, match=r" 0\.5 s .*stopped.* longer timeout"):
        render(dot, timeout=0.5)
    assert time.monotonic() - start < 5


def test_the_time_limit_is_for_all_layouts_of_a_picture_together():
    after_a_first_layout = time.monotonic() - 2
    with pytest.raises(DrawError, match=r" 3 s .*stopped"):
        places([(HELLO, "dot")], 3, begun=time.monotonic() - 4)
    assert places([(HELLO, "dot")], 30, begun=after_a_first_layout)
    late = Options(timeout=3, begun=time.monotonic() - 4)
    with pytest.raises(DrawError, match=r" 3 s .*stopped"):
        laid_out(KripkeModel({"w": set()}, {"a": []}), late, Beside([""]), "svg")


@pytest.mark.parametrize("dot", ["digraph {", "nonsense", ""])
def test_a_text_that_is_no_graph_gets_one_clear_sentence(dot):
    with pytest.raises(DrawError) as caught:
        render(dot)
    assert "Traceback" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_an_unknown_engine_is_named_with_those_that_there_are():
    with pytest.raises(DrawError, match=r"'spring'.*'dot', 'neato'"):
        render(HELLO, engine="spring")


def test_many_jobs_have_one_child_and_their_order():
    drawn = run([{"dot": f"digraph {{ only{i} }}", "engine": "dot", "format": "svg"} for i in range(3)])
    assert [f"only{i}".encode() in each for i, each in enumerate(drawn)] == [True] * 3


SCRIPT = """
from viz.drawing import draw
from kripke.checking import build
model = build.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, "w1")
print(len(draw(model)))
"""


def test_a_script_without_a_guard_and_from_another_folder_can_draw(tmp_path):
    script = tmp_path / "lesson.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1000


def test_a_program_without_an_interpreter_says_so(monkeypatch):
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(DrawError, match=r"no Python interpreter"):
        render(HELLO)


def test_without_matplotlib_the_machines_fonts_serve(monkeypatch):
    monkeypatch.setattr("viz.output.render._matplotlib_fonts", lambda: None)
    assert font_settings() is None
    assert b"knows" in render(HELLO)


def test_drawing_from_a_thread_works():
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda i: render(f"digraph {{ n{i} }}"), range(8)))
    assert all(f"n{i}".encode() in each for i, each in enumerate(drawn))


def test_the_process_that_draws_loads_graphviz_alone():
    """So a small picture takes a fifth of a second."""
    script = "import runpy, sys; runpy.run_path(sys.argv[1]); print(*sys.modules)"
    command = [sys.executable, "-c", script, layout_process.__file__]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "pygraphviz" in loaded
    assert not {"numpy", "matplotlib", "pydantic", "logic", "kripke", "viz"} & set(loaded)
