"""The runs of actions on models: against what named actions do, computed by the engine of models step by step."""

from random import Random

import pytest
from effort import seeds
from unrolled import random_formula

from kripke.change.product import named_actions
from kripke.space.stepping import ActionRecall
from logic import clauses as f
from logic.formula import Formula
from whoknows import Event, EventModel, KripkeModel

AGENTS = "ab"


def random_model(r: Random, alike: bool) -> KripkeModel:
    worlds = {w: {p for p in ("p", "q", "x=1", "x=2") if r.random() < 0.5} for w in range(r.randint(2, 5))}
    if alike:
        parts = {}
        for a in AGENTS:
            by = {w: r.randrange(2) for w in worlds}
            parts[a] = [[w for w in worlds if by[w] == k] for k in set(by.values())]
        return KripkeModel.s5(worlds, parts, actual=0, atoms=["p", "q", "x=1", "x=2"])
    relations = {a: [(w, v) for w in worlds for v in worlds if r.random() < 0.4] for a in AGENTS}
    return KripkeModel(worlds, relations, actual=0, atoms=["p", "q", "x=1", "x=2"])


def random_actions(r: Random, alike: bool) -> dict[str, object]:
    conditions = ["p", "~q", "K_a p", "~Kw_b q", "M_b (p & q)", "true"]
    actions: dict[str, object] = {"say": r.choice(conditions)}
    for name in ("do", "look")[: r.randint(1, 2)]:
        events = {
            e: Event(
                r.choice(conditions), {r.choice("pq"): r.choice(["true", "~p", "K_a q"])} if r.random() < 0.5 else {}
            )
            for e in ("e", "f")
        }
        both = [(e, d) for e in "ef" for d in "ef"]
        loops = [("e", "e"), ("f", "f")]
        seen = {a: r.choice([both, loops]) if alike else [s for s in both if r.random() < 0.6] for a in AGENTS}
        actions[name] = EventModel(events, seen, actual=r.choice([None, "e"]))
    return actions


def written_out(formula: Formula, names: list[str]) -> Formula:
    """The same formula without ``EX`` and ``AX``: some action, or all, or none where nothing can happen."""
    if isinstance(formula, (f.EX, f.AX)):
        sub = written_out(formula.sub, names)
        stays = f.Not(f.disj([f.ActDual(name, "true") for name in names]))
        if isinstance(formula, f.EX):
            return f.disj([f.ActDual(name, sub) for name in names]) | (stays & sub)
        return f.conj([f.Act(name, sub) for name in names]) & (stays >> sub)
    return (
        type(formula)(*formula.content, *[written_out(child, names) for child in formula.children])
        if not isinstance(formula, (f.Announce, f.AnnounceDual, f.AnnounceWhether))
        else type(formula)(*[written_out(child, names) for child in formula.children], formula.group)
    )


@pytest.mark.parametrize("seed", seeds(15, 500))
def test_steps_of_time_are_actions_that_can_happen(seed):
    r = Random(seed)
    alike = seed % 3 > 0
    model, actions = random_model(r, alike), random_actions(r, alike)
    for _ in range(3):
        formula = random_formula(r, 3, steps=2, past=False)
        asked = ActionRecall(model._listed(), named_actions(actions)).ask(formula)
        expected = model.holds(written_out(formula, list(actions)), actions=actions)
        assert asked == [expected], str(formula)
