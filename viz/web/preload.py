"""Preloading for the process that forks the workers: the modules that most answers need are imported and used."""

import gc
import json
import os

from viz.output.render import run_here
from viz.web.answers import answer

MODEL = {"whoknows": 1, "worlds": {"w": ["p"], "v": []}, "actual": "w", "relations": {"a": {"partition": [["w", "v"]]}}}
PEEK = {"kind": "peek", "formula": "p", "by": ["a"]}


def warm_up() -> None:
    """Answer a small request on each of the main routes, so that later requests do not wait for an import."""
    for route, body in (
        ("picture", {"model": MODEL}),
        ("formula", {"model": MODEL, "formula": "[p] K_a p"}),
        ("reasons", {"model": MODEL, "formula": "K_a p"}),
        ("change", {"model": MODEL, "change": PEEK}),
        ("plan", {"model": MODEL, "actions": {"peek": PEEK}, "formula": "K_a p"}),
        ("compare", {"model": MODEL, "other": MODEL}),
        ("save", {"model": MODEL, "format": "png"}),
        ("proof", {"formula": "K_a p -> p", "logic": "S5"}),
        ("library", {"name": "muddy_children"}),
        ("lessons", {}),
        ("exercise", {"at": {"kind": "countermodel", "difficulty": 1, "seed": 1}}),
    ):
        answer(route, json.dumps(body).encode())


os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # Graphviz's and Fontconfig's warnings; errors are answers
run_here()
warm_up()
gc.freeze()  # else the first collection of each worker copies all pages that it shares with this process
