"""Texts in ISPL for tests: a small file whose parts can be replaced."""

from __future__ import annotations

PARTS = {
    "semantics": "",
    "environment": """
Agent Environment
  Obsvars:
    light: {red, green};
  end Obsvars
  Vars:
    n: 0..2;
    m: -1..1;
  end Vars
  Actions = {tick, rest};
  Protocol:
    Other: {tick, rest};
  end Protocol
  Evolution:
    n = n + 1 and light = green if n < 2 and Action = tick;
  end Evolution
end Agent
""",
    "vars": "x: boolean; y: boolean; c: {red, blue};",
    "lobsvars": "Lobsvars = {n};",
    "actions": "go, stay",
    "protocol": "Environment.n = 2: {stay}; Other: {go, stay};",
    "evolution": "x = true if Action = go;",
    "evaluation": "p if a.x = true; q if Environment.n = 2;",
    "init": "a.x = false and a.y = false and a.c = red and Environment.light = red and Environment.n = 0 and "
    "Environment.m = 0",
    "groups": "g = {a, Environment};",
    "fairness": "",
    "formulae": "AG p;",
}


def file(**parts: str) -> str:
    """The text of a file: an environment and an agent a, with these parts replaced."""
    part = PARTS | parts
    agent = f"""Agent a
  {part["lobsvars"]}
  Vars: {part["vars"]} end Vars
  Actions = {{{part["actions"]}}};
  Protocol: {part["protocol"]} end Protocol
  Evolution: {part["evolution"]} end Evolution
end Agent
"""
    fairness = f"Fairness {part['fairness']} end Fairness" if part["fairness"] else ""
    return f"""{part["semantics"]}
{part["environment"]}{agent}{part.get("more", "")}
Evaluation {part["evaluation"]} end Evaluation
InitStates {part["init"]}; end InitStates
Groups {part["groups"]} end Groups
{fairness}
Formulae {part["formulae"]} end Formulae
"""
