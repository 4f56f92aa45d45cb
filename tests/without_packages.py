"""Answers requests with the packages alone that a browser has: a list of requests and the folder of the lessons in JSON
on standard input, the answers on standard output.
"""

import json
import multiprocessing
import sys
from pathlib import Path

MISSING = {
    "joblib", "matplotlib", "networkx", "numba", "numpy", "oxidd", "pydantic", "pygraphviz", "rich", "scipy", "sympy",
    "typer", "yaml",
}  # fmt: skip


class Missing:
    """Finds no module of these packages."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def layout(dot, engine, format):
    """Graphviz, in a process that has it."""
    from viz.output import layout_process

    return layout_process.run({"dot": dot, "engine": engine, "format": format, "font": "DejaVu Sans"}).decode()


def main():
    given = json.load(sys.stdin)
    others = multiprocessing.get_context("fork").Pool(1)  # from now on packages are missing here, and not there
    sys.meta_path.insert(0, Missing(MISSING - {*given["packages"]}))
    from viz.web import browser
    from viz.web.answers import answer

    browser.begin(lambda *job: others.apply(layout, job))
    if given["packages"]:
        from viz.web.routes import exercise

        exercise.FOLDER = Path(given["lessons"])
        exercise.SCHOOL.attend()
    answers = [answer(route, json.dumps(body).encode()) for route, body in given["requests"]]
    json.dump([[status, json.loads(body)] for status, body in answers], sys.stdout)


if __name__ == "__main__":
    main()
