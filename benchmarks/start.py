"""The processor time of whole commands, compared with the minimum that the interpreter and imports take."""

import json
import os
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import table, timed

RUNS = 15
MODEL = {
    "whoknows": 1,
    "worlds": {
        "w1": ["p"],
        "w2": [],
        "w3": ["p", "q"],
        "w4": ["q"],
        "w5": ["p"],
        "w6": [],
        "w7": ["q"],
        "w8": ["p", "q"],
    },
    "actual": "w1",
    "relations": {
        "a": {"partition": [["w1", "w2"], ["w3", "w4", "w5"], ["w6", "w7", "w8"]]},
        "b": {"partition": [["w1", "w5"], ["w2", "w3", "w6"], ["w4", "w7", "w8"]]},
    },
}
QUESTION, ANSWER = "K_a (p -> ~q) & ~K_b q", "true"


def main() -> None:
    """Run the commands in turn and print the minimum processor time of each."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # byte code is cached as in an installed package
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        path = Path(folder) / "model.json"
        path.write_text(json.dumps(MODEL))
        check = ["-m", "whoknows", "check", str(path), QUESTION]
        picture = str(Path(folder) / "model.svg")
        commands = {
            "Python alone": (["-c", ""], ""),
            "`import typer`": (["-c", "import typer"], ""),
            "`import numpy`": (["-c", "import numpy"], ""),
            "`import whoknows`": (["-c", "import whoknows"], ""),
            "`from whoknows import KripkeModel, parse`": (["-c", "from whoknows import KripkeModel, parse"], ""),
            "`whoknows parse FORMULA`": (["-m", "whoknows", "parse", QUESTION], "K_a (p → ¬q) ∧ ¬K_b q"),
            "`whoknows check FILE FORMULA`, 8 worlds": (check, ANSWER),
            "the same with `--explain`": ([*check, "--explain"], ANSWER),
            "`whoknows where FILE FORMULA`": (["-m", "whoknows", "where", str(path), QUESTION], "w1"),
            "`whoknows announce FILE FORMULA`": (["-m", "whoknows", "announce", str(path), "p"], "8 →"),
            "`whoknows prove FORMULA`": (["-m", "whoknows", "prove", "K_a (p -> q) -> K_a p -> K_a q"], "valid"),
            "`whoknows draw FILE -o FILE.svg`": (
                ["-m", "whoknows", "draw", str(path), "-o", picture],
                "wrote",
            ),
            "`whoknows --help`": (["-m", "whoknows", "--help"], "Usage"),
            "`whoknows check --help`": (["-m", "whoknows", "check", "--help"], "Usage"),
        }
        least = dict.fromkeys(commands, float("inf"))
        for _ in range(RUNS):
            for name, (command, begin) in commands.items():
                seconds, printed = timed([sys.executable, *command])
                assert printed.startswith(begin), printed
                least[name] = min(least[name], seconds)
    rows = [(name, seconds, seconds / least["Python alone"]) for name, seconds in least.items()]
    table("Seconds from start to end of a process", ("process", "seconds", "times Python alone"), rows)
