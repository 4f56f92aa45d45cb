"""Random formulas and effects of EPDDL mean what a plain reading of their words says."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from effort import seeds

from kripke.models.kripke_model import KripkeModel
from tests.plan.epddl_texts import loads_epddl

AGENTS, THINGS = ("a", "b", "c"), ("x", "y")
FACTS = {("near", "a", "x"), ("near", "b", "x"), ("near", "b", "y")}
HEAD = """(define (domain d) (:requirements :del) (:types thing) (:constants x y - thing)
  (:predicates (p) (has ?i - agent ?t - thing) (:fact near ?i - agent ?t - thing)) {})"""
Tree = Any  # an operator and its parts; a name starts with ? where it is a variable


def tree(rng: Random, depth: int, scope: tuple[tuple[str, str], ...] = (), static: bool = False) -> Tree:
    """A random formula; `scope`: the variables with their types."""

    def term(kind: str) -> str:
        return str(
            rng.choice([*(AGENTS if kind == "agent" else THINGS), *[name for name, own in scope if own == kind]])
        )

    def below(inner: tuple[tuple[str, str], ...] = scope) -> Tree:
        return tree(rng, depth - 1, inner, static)

    kinds = ["near", "=", "/="] if static else ["p", "has", "has", "near", "="]
    if depth:
        kinds += ["not", "and", "or", "imply", "forall", "exists"] + (
            [] if static else ["[", "<", "[Kw.", "<Kw.", "[C.", "<C."]
        )
    match kind := rng.choice(kinds):
        case "p":
            return (kind,)
        case "has" | "near":
            return kind, term("agent"), term("thing")
        case "=" | "/=":
            return kind, term("agent"), term("agent")
        case "not":
            return kind, below()
        case "and" | "or":
            return kind, *[below() for _ in range(rng.randint(0, 3))]
        case "imply":
            return kind, below(), below()
        case "forall" | "exists":
            inner = (
                *scope,
                *[(f"?v{rng.randint(0, 3)}", rng.choice(["agent", "thing"])) for _ in range(rng.randint(1, 2))],
            )
            inner = tuple({name: (name, own) for name, own in inner}.values())
            new = [pair for pair in inner if pair not in scope] or [("?w", "agent")]
            inner = tuple({name: (name, own) for name, own in (*scope, *new)}.values())
            condition = tree(rng, 1, inner, True) if rng.random() < 0.5 else None
            return kind, tuple(new), condition, tree(rng, depth - 1, inner, static)
        case _:
            return kind, tuple(sorted({term("agent") for _ in range(rng.choice([1, 1, 2]))})), below()


def text(formula: Tree) -> str:
    match formula:
        case ("forall" | "exists") as kind, variables, condition, sub:
            such = f" | {text(condition)}" if condition else ""
            return f"({kind} ({' '.join(f'{name} - {own}' for name, own in variables)}{such}) {text(sub)})"
        case (str(kind), tuple(group), sub) if kind[0] in "[<":
            return f"({kind} ({' '.join(group)}){']' if kind[0] == '[' else '>'} {text(sub)})"
        case (str(kind), *parts):
            return f"({' '.join([kind, *[part if isinstance(part, str) else text(part) for part in parts]])})"
    raise AssertionError(formula)


def holds(formula: Tree, model: KripkeModel, world: Any, values: dict[str, str]) -> bool:
    """The plain reading: quantifiers try all values, modalities look along the relations."""

    def sub(part: Tree, at: Any = world, more: dict[str, str] | None = None) -> bool:
        return holds(part, model, at, values | (more or {}))

    kind, *parts = formula
    names = [values.get(part, part) for part in parts if isinstance(part, str)]
    if kind in ("p", "has"):
        return model.holds(f"has({','.join(names)})" if names else "p", at=world)
    if kind == "near":
        return ("near", *names) in FACTS
    if kind in ("=", "/="):
        return (names[0] == names[1]) is (kind == "=")
    if kind in ("not", "and", "or", "imply"):
        subs = [sub(part) for part in parts]
        return {
            "not": lambda: not subs[0],
            "and": lambda: all(subs),
            "or": lambda: any(subs),
            "imply": lambda: not subs[0] or subs[1],
        }[kind]()
    if kind in ("forall", "exists"):
        variables, condition, body = parts
        given = product(*[AGENTS if own == "agent" else THINGS for _, own in variables])
        cases = [dict(zip([name for name, _ in variables], row, strict=True)) for row in given]
        subs = [sub(body, more=case) for case in cases if not condition or sub(condition, more=case)]
        return all(subs) if kind == "forall" else any(subs)
    group, body = [values.get(agent, agent) for agent in parts[0]], parts[1]
    if "C." in kind:
        seen, waiting = set(), [other for agent in group for other in model.possible(agent, at=world)]
        while waiting:
            if (here := waiting.pop()) not in seen:
                seen.add(here)
                waiting += [other for agent in group for other in model.possible(agent, at=here)]
        return all(sub(body, at) for at in seen) if kind[0] == "[" else any(sub(body, at) for at in seen)
    if "Kw." in kind:
        knows = all(len({sub(body, at) for at in model.possible(agent, at=world)}) < 2 for agent in group)
        return knows is (kind[0] == "[")
    cases_ = [sub(body, at) for agent in group for at in model.possible(agent, at=world)]
    return all(cases_) if kind[0] == "[" else any(cases_)


def random_start(rng: Random) -> str:
    worlds = ["u", "v", "w"]
    atoms = ["(p)", *[f"(has {i} {t})" for i in AGENTS for t in THINGS]]
    edges = {agent: [(s, t) for s in worlds for t in worlds if rng.random() < 0.4] for agent in AGENTS}
    relations = " ".join(
        f"{agent} (:and {' '.join(f'({s} {t})' for s, t in pairs)})" for agent, pairs in edges.items() if pairs
    )
    labels = {world: [atom for atom in atoms if rng.random() < 0.5] for world in worlds}
    told = " ".join(f"{world} (:and {' '.join(true)})" for world, true in labels.items() if true)
    facts = " ".join(f"({' '.join(fact)})" for fact in sorted(FACTS))
    init = f"(:init :worlds (u v w) :relations ({relations}) :labels ({told}) :designated (u))"
    return f"(define (problem r) (:requirements :del) (:agents a b c) (:facts-init {facts}) {init} (:goal {{}}))"


@pytest.mark.parametrize("seed", seeds(6, 60))
def test_random_formulas_are_true_where_a_plain_reading_says(seed: int) -> None:
    rng = Random(seed)
    start, formula = random_start(rng), tree(rng, 4)
    problem = loads_epddl(HEAD.format(""), start.format(text(formula)))
    model = problem.model
    assert isinstance(model, KripkeModel)
    for world in model.worlds:
        assert model.holds(problem.goal, at=world) is holds(formula, model, world, {}), (world, text(formula))


@pytest.mark.parametrize("seed", seeds(3, 30))
def test_random_actions_change_what_a_plain_reading_says(seed: int) -> None:
    rng = Random(1_000 + seed)
    rules = [
        (tree(rng, 2, (("?i", "agent"),)), rng.choice(["when", "iff"]), rng.random() < 0.5, rng.choice(["p", "has"]))
        for _ in range(3)
    ]
    literal = {"p": "(p)", "has": "(has ?i x)"}
    said = " ".join(
        f"({kind} {text(c)} {literal[what] if yes else f'(not {literal[what]})'})" for c, kind, yes, what in rules
    )
    events = f"""(:event e :parameters (?i - agent) :effects (:and {said}))
      (:action do :parameters (?i - agent) :action-type (basic (e ?i)))"""
    problem = loads_epddl(HEAD.format(events), random_start(rng).format("(p)"))
    model = problem.model
    assert isinstance(model, KripkeModel)
    for action in problem.actions:
        agent = action.name.removeprefix("do_")
        after = model.update(action)
        for world in after.worlds:
            for what, atom in (("p", "p"), ("has", f"has({agent},x)")):
                made, unmade = False, False
                for condition, kind, yes, of in rules:
                    if of == what:
                        true = holds(condition, model, world, {"?i": agent})
                        made |= true is yes and (true or kind == "iff")
                        unmade |= true is not yes and (true or kind == "iff")
                expected = made or (model.holds(atom, at=world) and not unmade)
                assert after.holds(atom, at=world) is expected, (action.name, world, atom, said)
