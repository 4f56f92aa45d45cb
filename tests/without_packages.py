"""Answers requests with the packages alone that a browser has: a list of requests and the folder of the lessons in JSON
on standard input, the answers on standard output.
"""

import base64
import json
import subprocess
import sys
from pathlib import Path

MISSING = {
    "joblib", "matplotlib", "networkx", "numba", "numpy", "oxidd", "pydantic", "pygraphviz", "rich", "scipy", "sympy",
    "typer", "yaml",
}  # fmt: skip
LAYOUT = Path(__file__).parents[1] / "viz" / "output" / "layout_process.py"


class Missing:
    """Finds no module of these packages."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def layout(dot, engine, format):
    """Graphviz in a process that has it."""
    job = {"dot": dot, "engine": engine, "format": format, "font": "DejaVu Sans"}
    done = subprocess.run([sys.executable, LAYOUT], input=json.dumps([job]), capture_output=True, text=True, check=True)
    return base64.b64decode(json.loads(done.stdout)[0]).decode()


def main():
    given = json.load(sys.stdin)
    sys.meta_path.insert(0, Missing(MISSING - {*given["packages"]}))
    from viz.web import browser
    from viz.web.answers import answer

    browser.begin(layout)
    if given["packages"]:
        from viz.web.routes import exercise

        exercise.FOLDER = Path(given["lessons"])
        exercise.SCHOOL.attend()
    answers = [answer(route, json.dumps(body).encode()) for route, body in given["requests"]]
    json.dump([[status, json.loads(body)] for status, body in answers], sys.stdout)


if __name__ == "__main__":
    main()
