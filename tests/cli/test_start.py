"""What commands load: a command imports nothing that it does not use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from whoknows.cli.guard import COMMANDS
from whoknows.cli.main import app
from whoknows.cli.start import _answered_plainly

HEAVY = {"numpy", "scipy", "sympy", "networkx", "matplotlib", "graphviz", "pygraphviz", "numba", "rich", "pydantic"}
"""Libraries that are not needed to read a formula, or to check one on a small model."""

OTHERS = {"games", "studies", "viz", "kripke.puzzles", "kripke.change", "kripke.sameness", "kripke.formats.smcdel"}
"""Our own packages that such commands do not need."""

WORLDS = {"w1": ["p"], "w2": []}
MODEL = {"whoknows": 1, "worlds": WORLDS, "actual": "w1", "relations": {"a": {"partition": [["w1", "w2"]]}}}
WEIGHTS = {"weights": {"a": {"w1": 0.5, "w2": "1/4"}}, "threshold": {"a": 0.3}}
RANKS = {"ranks": {"a": {"w1": 0, "w2": 1}}}
BELIEFS = "B_a p & B_a[~p] ~p & Bsafe_a p & ~Bstrong_a ~p & ~B_a>=0.9 ~p"


READ = "from logic.parser import parse; parse('p')"
"""What most commands do first: it takes half of their time."""


def loaded(*arguments: str, code: int = 0, first: str = READ) -> set[str]:
    """The modules that a command has loaded when it ends."""
    return loaded_by([(arguments, code)], first)


STARTED = """
import os, sys
from whoknows.cli.start import run
exec(sys.argv[1])
for line in sys.stdin:
    if not os.fork():
        answer = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0), os.dup2(0, 1)
        for words, code in eval(line):
            sys.argv = ['whoknows', *words]
            try: run()
            except SystemExit as end: assert (end.code or 0) == code, (words, end.code)
        os.write(answer, ' '.join(sys.modules).encode() + b'\\n')
        os._exit(0)
    if os.wait()[1]: print('failed', flush=True)
"""


@cache
def started(first: str) -> subprocess.Popen[str]:
    """A process with all that each command loads: its forks need not load it once more, which is half of their time."""
    command = [sys.executable, "-c", STARTED, first]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    for first in (READ, ""):
        started(first).communicate()
    started.cache_clear()


def loaded_by(commands: Sequence[tuple[Sequence[str], int]], first: str = READ) -> set[str]:
    """The modules that one process has loaded after these commands, each with the exit code that it must have."""
    process = started(first)
    assert process.stdin
    assert process.stdout
    print([(list(words), code) for words, code in commands], file=process.stdin, flush=True)
    modules = set(process.stdout.readline().split())
    assert "whoknows.cli.start" in modules, modules
    return modules


def among(names: set[str], modules: set[str]) -> set[str]:
    """Those of the names that are loaded, themselves or by one of their modules."""
    return {name for name in names if any(f"{module}.".startswith(f"{name}.") for module in modules)}


def file(folder: Path, **more: object) -> str:
    """A file of a small model of knowledge, with more in it."""
    path = folder / "model.json"
    path.write_text(json.dumps(MODEL | more))
    return str(path)


def test_reading_a_formula_loads_no_model_and_no_heavy_library() -> None:
    modules = loaded("parse", "K_a p", first="")
    assert "logic.parser" in modules
    assert not among(HEAVY | OTHERS | {"kripke.models", "kripke.checking", "logic.hints", "typer"}, modules)


@pytest.mark.parametrize(
    "words",
    [
        "parse p&q", "parse p&", "parse p & q", "parse --json K_p", "parse -p", "check MODEL K_a(p)", "check MODEL",
        "check MODEL --explain ~K_a(p)", "check NONE p --json", "where MODEL p --count", "frames MODEL a b",
        "frames MODEL", "announce MODEL p q --json", "prove", "compare p MODEL", "compare p MODEL --json",
        "puzzle --list", "parse --json --json p", "nothing",
    ],
)  # fmt: skip
def test_arguments_and_flags_are_read_as_typer_reads_them(
    tmp_path: Path, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = words.replace("MODEL", file(tmp_path)).split()
    by_typer = CliRunner().invoke(app, given, prog_name="whoknows")
    code, is_left_to_typer = 0, False
    try:
        is_left_to_typer = not _answered_plainly(given)
    except SystemExit as end:
        code = int(end.code or 0)
    by_typer_alone = ("", "", 0) if is_left_to_typer else (by_typer.stdout, by_typer.stderr, by_typer.exit_code)
    assert (*capsys.readouterr(), code) == by_typer_alone


def test_checking_a_small_model_loads_no_arrays(tmp_path: Path) -> None:
    question = "~K_a p & M_a p & [p] C K_a p & [p?{a}] (Kw_a p & D_{a} p & E p)"
    modules = loaded_by([(("check", file(tmp_path), question, *more), 0) for more in ((), ("--explain",), ("--json",))])
    assert "kripke.models.kripke_model" in modules
    assert not among(HEAVY | OTHERS | {"typer"}, modules)


def test_the_help_of_games_loads_no_arrays() -> None:
    helps = [((command, "--help"), 0) for command in ("play", "watch", "ask", "plot")]
    assert not among({"numpy", "networkx", "scipy", "numba"}, loaded_by(helps, first=""))


def test_the_first_world_where_a_formula_fails_is_found_without_arrays(tmp_path: Path) -> None:
    assert not among(HEAVY, loaded("check", file(tmp_path), "p", "--everywhere", "--explain", code=1))


@pytest.mark.parametrize(("preferences", "code"), [({}, 1), (WEIGHTS, 1), (RANKS, 0)])
def test_beliefs_in_a_small_model_load_no_arrays(tmp_path: Path, preferences: dict[str, object], code: int) -> None:
    assert not among(HEAVY | OTHERS, loaded("check", file(tmp_path, **preferences), BELIEFS, "--explain", code=code))


def test_each_kind_of_reason_is_found_without_arrays(tmp_path: Path) -> None:
    questions = {"~C_{a} p": 0, "~K_a p": 0, "~Kw_a p": 0, "~D_{a} p": 0, "~[~p] p": 1}
    asked = [(("check", file(tmp_path), question, "--explain"), code) for question, code in questions.items()]
    assert not among(HEAVY, loaded_by(asked))


EVENTS = {
    "whoknows": 1,
    "events": {"yes": {"pre": "p"}, "no": {"pre": "~p", "post": {"q": "true"}}},
    "actual": ["yes", "no"],
    "relations": {"a": {"edges": [["yes", "yes"], ["no", "no"]]}},
}
LIBRARIES = {"numpy", "scipy", "networkx", "numba", "oxidd", "pydantic"}
"""Libraries that nothing in the life of a small model needs."""


CHANGES = {
    "where MODEL p": 0,
    "where MODEL p --count": 0,
    "announce MODEL p -o -": 0,
    "announce MODEL p --to a -o -": 0,
    "update MODEL EVENTS --check-frames -o -": 0,
    "contract MODEL -o -": 0,
    "frames MODEL": 0,
    "convert MODEL MODEL.model": 0,
    "prove K_a(p->q)->(K_a(p)->K_a(q))": 0,
    "prove C_{a,b}p->[p]K_a(p&q) --logic KD45": 1,
}


def test_changes_of_small_models_load_no_library_of_large_ones(tmp_path: Path) -> None:
    model, events = file(tmp_path), tmp_path / "events.json"
    events.write_text(json.dumps(EVENTS))
    words = [each.replace("MODEL", model).replace("EVENTS", str(events)).split() for each in CHANGES]
    assert not among(LIBRARIES, loaded_by([*zip(words, CHANGES.values(), strict=True)]))


SMALL_FILE = """VARS 1,2,3 LAW OR (1,2,3) OBS ann: 2,3 ben: 1,3 cleo: 1,2
TRUE? {1,2,3} ~ ann knows whether 1
VALID? (ann,ben) distknow whether 1
WHERE? < ! OR (1,2) > ann knows whether 1
VALID? [ ?! 1 ] (ann,ben,cleo) comknow whether 1
"""


FEW_STATES = SMALL_FILE.replace(
    "1,2,3 LAW OR (1,2,3)",
    f"{','.join(map(str, range(1, 21)))} LAW AND (OR (1,2,3), {', '.join([f'~ {i}' for i in range(4, 21)])})",
)


@pytest.mark.parametrize("text", [SMALL_FILE, FEW_STATES], ids=["of few atoms", "of few states"])
def test_the_questions_of_a_small_smcdel_file_load_no_library_of_large_models(tmp_path: Path, text: str) -> None:
    path = tmp_path / "small.smcdel.txt"
    path.write_text(text)
    assert not among(LIBRARIES | {"lark"}, loaded("check", str(path), first=""))


def test_the_questions_of_a_large_smcdel_file_load_diagrams_and_no_arrays(tmp_path: Path) -> None:
    path = tmp_path / "large.smcdel.txt"
    path.write_text(SMALL_FILE.replace("1,2,3 LAW", ",".join(map(str, range(1, 21))) + " LAW"))
    assert among(LIBRARIES, loaded("check", str(path))) == {"oxidd"}


LIFE = """
import pickle, sys
from whoknows import Event, EventModel, KripkeModel, bisimilar, private_announcement

m = KripkeModel.s5({"w": {"p"}, "v": set(), "u": {"p"}}, {"a": [["w", "v"], ["u"]], "b": [["w", "u"], ["v"]]}, "w")
loops = [("yes", "yes"), ("no", "no")]
look = EventModel({"yes": Event("p"), "no": Event("~p", {"q": "true"})}, {}, ["yes", "no"], loops)
assert m.holds("p & ~K_a p & B_b p & ~M_b K_a ~p") and m.update(look).holds("K_a p & C_{a,b} p")
assert m.announce("~K_b ~p").holds("D_{a,b} p") and m.announce("p", to=["a"]).holds("K_a p & K_b p")
assert m.holds("[@look] K_a p", actions={"look": look}) and len(m.update([look, "p"]).generated()) == 2
assert m.update(private_announcement("p", to=["b"])).believed("a") and m.possible("b") == {"w", "u"}
assert len(m.update(look, contract=True)) == 2 and pickle.loads(pickle.dumps(m)) == m != m.at("v")
assert bisimilar(m, m.generated()) and not bisimilar(m, m.at("v"))
assert eval(repr(m)) == m and "p" in str(m) and m.frame_properties("a") > {"serial"}
ranked = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, "w", ranks={"a": {"w": 0, "v": 1}})
assert ranked.update(EventModel({"e": Event()}, {"a": [("e", "e")]})).holds("B_a p") and ranked.believed("a") == {"w"}
weighed = KripkeModel.s5({"w": {"p"}, "v": {"p"}}, {"a": [["w"], ["v"]]}, weights={"a": {"w": 1, "v": 1}})
assert len(weighed.contract()) == 1 and ranked.contract() == ranked and len(m.unravel(1)) == 5
assert m.unravel(1).close('S5').frame_properties('a') >= {'reflexive', 'symmetric'} - m.unravel(1).frame_properties('a')
seen = KripkeModel.from_observations(["p", "q"], {"a": ["p"], "b": ["q"]}, "p | q", {"p"})
assert seen.holds("K_b p & ~Kw_a q & D_{a,b} ~q") and len(seen.announce("p")) == 2 < len(seen.announce("p", to=["a"]))
print(*sys.modules)
"""


def test_a_small_model_lives_without_arrays() -> None:
    done = subprocess.run([sys.executable, "-c", LIFE], capture_output=True, text=True, check=False)
    assert not done.stderr
    assert not among(LIBRARIES, set(done.stdout.split()))


def test_a_picture_of_one_model_loads_no_schemas_graphs_or_comparison_of_models(tmp_path: Path) -> None:
    modules = loaded("draw", file(tmp_path), "-o", str(tmp_path / "model.svg"), "--layout", "grid")
    assert not among({"pydantic", "networkx", "scipy", "matplotlib", "viz.pair_pictures"}, modules)


@pytest.mark.parametrize(("limit", "code", "needs"), [("1", 0, False), ("1_0", 0, True), ("-1", 2, True)])
def test_a_plain_number_is_read_without_schemas(tmp_path: Path, limit: str, code: int, needs: bool) -> None:
    modules = loaded("where", file(tmp_path), "p", "--limit", limit, code=code)
    assert among({"pydantic"}, modules) == ({"pydantic"} if needs else set())


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are counted by Linux")
def test_a_picture_starts_no_threads_for_matrices(tmp_path: Path) -> None:
    script = (  # counted at the exit, which does not finalise the interpreter
        "import atexit, os\nfrom whoknows.__main__ import run\n"
        "atexit.register(lambda: print(len(os.listdir('/proc/self/task'))))\nrun()"
    )
    command = [sys.executable, "-c", script, "draw", file(tmp_path), "-o", str(tmp_path / "model.svg")]
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[-1] == "1"


def test_a_check_without_reasons_does_not_load_them(tmp_path: Path) -> None:
    assert not among({"kripke.why.explain", "html"}, loaded("check", file(tmp_path), "p"))


def test_a_command_loads_no_other_command(tmp_path: Path) -> None:
    modules = {f"whoknows.cli.{module}" for module, _ in COMMANDS.values()}
    assert among(modules, loaded("check", file(tmp_path), "p")) == {"whoknows.cli.check"}
    assert among(modules, loaded("parse", "p")) == {"whoknows.cli.formulas"}


def test_the_list_of_commands_loads_none_of_them() -> None:
    modules = {f"whoknows.cli.{module}" for module, _ in COMMANDS.values()}
    assert not among(modules | HEAVY | {"games", "kripke.models"}, loaded("--help", first=""))


def test_the_help_of_a_command_loads_no_heavy_library() -> None:
    names = ("parse", "check", "prove", "update", "draw", "puzzle", "games", "lesson", "experiment")
    assert not among(HEAVY | {"yaml", "lark"}, loaded_by([((name, "--help"), 0) for name in names], first=""))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_has_the_first_sentence_of_their_help(name: str) -> None:
    group: Any = typer.main.get_command(app)
    _, command, _ = group.resolve_command(None, [name])
    assert command is not group.get_command(None, name)
    assert command.get_short_help_str(1_000) == COMMANDS[name][1]


def test_the_list_of_puzzles_loads_no_parser_no_pictures_and_no_arrays() -> None:
    assert not among(HEAVY | {"lark", "viz.drawing"}, loaded("puzzle", first=""))


def test_a_file_with_mistakes_loads_pydantic_to_name_them_all(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "whoknows", "check", file(tmp_path, actual=7, atoms=[1]), "p"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "atoms[0]: expected a text, got 1" in done.stderr
    assert "null for none, got 7" in done.stderr


def test_importing_the_package_loads_nothing_else_of_ours() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys, whoknows; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    assert not among(HEAVY | {"logic", "kripke", "games", "studies", "viz", "lark", "typer"}, set(done.stdout.split()))
