"""Run all benchmarks, or those whose names are given, and print their tables.

Some benchmarks have parts: ``python -m benchmarks prover:K prover:moltap``.
"""

import os
import platform
import sys
from datetime import date
from importlib import import_module

ALL = (
    "lines",
    "start",
    "small_models",
    "muddy_children",
    "sum_and_product",
    "diamond",
    "observations",
    "parsing",
    "common_knowledge",
    "beliefs",
    "product_update",
    "contraction",
    "explore",
    "time",
    "time_diagrams",
    "mcmas",
    "plans",
    "arbitrary",
    "deal",
    "symbolic",
    "smcdel_files",
    "tables",
    "pictures",
    "prover",
    "fitch",
    "peers",
    "bluff_poker",
    "bluff_duel",
    "simulators",
    "cheat",
    "cheat_moments",
    "spades",
    "spades_bidding",
    "spades_knowledge",
    "spades_play",
    "spades_reasons",
    "holdem",
    "holdem_thresholds",
    "holdem_brains",
    "holdem_hands",
    "openspiel",
    "exploitability",
    "saboteur",
    "saboteur_source",
    "exercises",
    "page",
)


def main() -> None:
    """Run the benchmarks and print their tables."""
    names = sys.argv[1:] or ALL
    print(f"{date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}, {platform.machine()}\n")
    for asked in names:
        name, _, part = asked.partition(":")
        if name not in ALL:
            sys.exit(f"no benchmark '{name}'; there are {', '.join(ALL)}")
        module = import_module(f"benchmarks.{name}")
        parts = {"": module.main, **getattr(module, "PARTS", {})}
        if part not in parts:
            sys.exit(f"no part '{part}' of {name}; there are {', '.join([*parts][1:]) or 'no parts'}")
        parts[part]()


main()
