"""Requests about small models, of every route that the page has without a server."""

from itertools import product

from learn.exercises.registry import KINDS

TWO = {"whoknows": 1, "worlds": {"w": ["p"], "v": []}, "actual": "w", "relations": {"a": {"partition": [["w", "v"]]}}}
WEIGHED = TWO | {"weights": {"a": {"w": "1/3", "v": "2/3"}}, "threshold": {"a": 0.5}}
RANKED = TWO | {"ranks": {"a": {"w": 1, "v": 0}}}
ARROWS = {
    "whoknows": 1,
    "worlds": {"u": [], "v": ["p"], "w": ["q"], "x": ["p", "q"]},
    "actual": "u",
    "relations": {
        "a": {"edges": [["u", "v"], ["v", "w"], ["w", "w"], ["x", "x"]]},
        "b": {"edges": [["u", "w"], ["u", "x"], ["x", "u"], ["v", "v"], ["w", "v"]]},
    },
}
RING = {
    "whoknows": 1,
    "worlds": {f"w{i}": ["p"] * (i % 2) for i in range(300)},
    "actual": "w0",
    "relations": {"a": {"edges": [[f"w{i}", f"w{(i + 1) % 300}"] for i in range(300)]}},
}
"""More worlds than are computed with bit masks."""
PEEK = {"kind": "peek", "formula": "p", "by": ["a"]}
SIGN = {"kind": "evidence", "agent": "a", "formula": "p", "gain": 0.1, "loss": 0}
LAMP = """Agent Environment
  Vars: lit : boolean; end Vars
  Actions = {flip, wait};
  Protocol: Other : {flip, wait}; end Protocol
  Evolution: lit = true if Action = flip; end Evolution
end Agent
Agent watcher
  Lobsvars = {lit};
  Vars: seen : 0..2; end Vars
  Actions = {look};
  Protocol: Other : {look}; end Protocol
  Evolution: seen = seen + 1 if seen < 2 and Environment.lit = true; end Evolution
end Agent
Evaluation lit if Environment.lit = true; end Evaluation
InitStates Environment.lit = false and watcher.seen = 0; end InitStates
Formulae AF lit; end Formulae
"""


def cube(n):
    """The model of n muddy children."""
    worlds = ["".join(bits) for bits in product("01", repeat=n)]
    partitions = {}
    for i in range(n):
        pairs = {}
        for world in worlds:
            pairs.setdefault(world[:i] + world[i + 1 :], []).append(world)
        partitions[f"a{i}"] = {"partition": [*pairs.values()]}
    true = {world: [f"m{i}" for i in range(n) if world[i] == "1"] for world in worlds}
    return {"whoknows": 1, "worlds": true, "actual": worlds[-1], "relations": partitions}


CHANGES = (
    PEEK,
    {"kind": "announce", "formula": "p"},
    {"kind": "announce", "formula": "p", "to": ["a"], "whether": True},
    {"kind": "private", "formula": "p", "to": ["a"]},
    {"kind": "say", "formula": "p", "by": "a"},
    {"kind": "set", "atom": "q", "formula": "~p"},
    {"kind": "events", "text": "event e: pre p\nevent f: pre ~p\na: e f"},
    {"kind": "contract"},
    {"kind": "generated", "depth": 1},
    {"kind": "actual", "at": "v"},
    {"kind": "law", "formula": "p"},
)
PUZZLES = ("cheryl", "gossip", "monty_hall", "muddy_children", "russian_cards", "sum_and_product", "wise_men")
SAVED = ("json", "smcdel", "model", "dot", "tikz", "svg", "python", "notebook")
SEEDED = [{"kind": kind, "difficulty": 1, "seed": 1} for kind in KINDS]
FORMULAS = ("[p] K_a p", "K_a p | C{a} ~p", "B_a p", "<*> K_a p", "D{a} p & Kw_a p", "[(a)*] p")

WRITTEN = [
    {"bars": [""], "formula": "K_a p", "why": "assume"},
    {"bars": [""], "formula": "p", "why": "T 1"},
    {"formula": "K_a p -> p", "why": ""},
    {"formula": "K_a (", "why": "magic"},
]
SAVED_RESULTS = "student,exercise,earned,of,signature,answer\nAnn,mine/1,1,3,,0\nAnn,mine/2,4,3,,0"
FIELDS = {"sentence": "It rains.", "words": "p: it rains", "agents": "ann\nbob", "answer": "p", "hint": ""}
REQUESTS = [
    *(("formula", {"model": TWO, "formula": text}) for text in FORMULAS),
    *(("reasons", {"model": TWO, "formula": text}) for text in FORMULAS),
    *(("reasons", {"model": model, "formula": "B_a p"}) for model in (WEIGHED, RANKED)),
    *(("formula", {"model": ARROWS, "formula": text}) for text in ("K_a p", "C{a,b} q")),
    *(("picture", {"model": model}) for model in (TWO, RANKED, ARROWS, cube(3), cube(4))),
    ("picture", {"model": cube(2), "places": {"00": (0.0, 0.0), "11": (90.0, 70.0)}}),
    *(("change", {"model": TWO, "change": change}) for change in CHANGES),
    *(("change", {"model": RING, "change": {"kind": "generated", "depth": depth}}) for depth in (0, 3, None)),
    ("change", {"model": RANKED, "change": {"kind": "upgrade", "formula": "p"}}),
    (
        "change",
        {"model": WEIGHED, "change": SIGN},
    ),
    ("steps", {"model": TWO, "change": PEEK}),
    ("steps", {"model": TWO, "change": {"kind": "announce", "formula": "p"}}),
    ("compare", {"model": TWO, "other": TWO | {"actual": "v"}}),
    ("compare", {"model": TWO, "other": TWO}),
    ("observations", {"atoms": ["p", "q"], "law": "p | q", "observes": {"a": ["p"]}, "actual": ["p"]}),
    ("library", {}),
    *(("library", {"name": name}) for name in PUZZLES),
    ("plan", {"model": TWO, "actions": {"peek": PEEK}, "formula": "K_a p"}),
    ("plan", {"model": TWO, "actions": {"peek": PEEK}, "formula": "K_a ~p"}),
    ("system", {"system": LAMP, "formula": "AF lit"}),
    ("system", {"system": LAMP, "formula": "EF K_watcher lit"}),
    ("proof", {"formula": "K_a p -> p"}),
    ("proof", {"formula": "p -> K_a p", "logic": "KD45"}),
    *(("proof", {"formula": "M_a p -> K_a M_a p", "style": style}) for style in ("tree", "fitch", "hilbert")),
    ("derivation", {"lines": WRITTEN, "goal": "K_a p -> p", "logic": "K"}),
    ("derivation", {"lines": WRITTEN[2:], "style": "hilbert"}),
    ("lines", {"text": "1. | K_a p  assume\n2. | p  T 1"}),
    *(("rules", {"style": style}) for style in ("fitch", "hilbert")),
    ("open", {"name": "lamp.ispl", "text": LAMP}),
    ("open", {"name": "m.smcdel.txt", "text": "VARS 1,2 LAW 1|2 OBS ann: 1"}),
    *(("save", {"model": TWO, "format": each}) for each in SAVED),
    ("lessons", {}),
    *(("lessons", {"name": name}) for name in ("muddy-children", "time", "lies")),
    *(("exercise", {"at": at}) for at in SEEDED),
    *(("hint", {"at": at, "number": 0}) for at in SEEDED),
    ("mark", {"at": SEEDED[1], "answer": "cold | rain"}),
    ("mark", {"at": SEEDED[4], "answer": TWO}),
    ("guess", {"at": SEEDED[8], "formula": "[]p -> p"}),
    *(("form", {"exercise": at}) for at in SEEDED),
    ("form", {"exercise": {"kind": "predict", "seed": -1}}),
    ("draft", {"kind": "translate", "fields": FIELDS}),
    ("draft", {"kind": "translate", "fields": FIELDS | {"words": "3", "answer": "K_a ("}}),
    ("mark", {"at": {"kind": "translate", "fields": FIELDS}, "answer": "p & p"}),
    ("lesson_file", {"text": "title: t\nparts:\n  - exercise: {kind: predict, seed: 1}"}),
    ("lesson_file", {"text": "title: t\nparts:\n  - exercise: {kind: predict, seed: x}"}),
    ("lesson_file", {"lesson": {"title": "t", "summary": "", "parts": [{"text": "one\ntwo"}]}}),
    ("class_results", {"files": [{"name": "a.csv", "text": SAVED_RESULTS}, {"name": "b.csv", "text": "\0PNG"}]}),
    ("formula", {"model": TWO, "formula": "K_a ("}),
    ("formula", {"model": TWO, "formula": "K_b p"}),
    ("proof", {"formula": "~" * 2_000 + "p"}),
]
"""The name of a route, and a request to it."""
