"""Which of these sentences are true? Of a picture, of agents with ranks, and of runs."""

from dataclasses import replace
from functools import cached_property
from random import Random
from typing import ClassVar, Literal

from kripke.data.relation import WorldSet
from kripke.data.structure import Time
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import Claims
from learn.exercises.exercise import Unsolvable
from logic.clauses import AU, EU, BGiven, C, K, Kw, M
from logic.formula import Formula
from logic.shared import modal_depth
from logic.table import flatten


class ReadPicture(Claims):
    """A model and sentences about its worlds; the answer is the true ones."""

    title = "Read the picture"
    trains = "to read worlds, facts and arrows, and what agents know at a world"
    asks = "Which of these sentences are true at the worlds that they name?"
    hint_texts = (
        "A circle is a world, and the facts in it are true there. An agent considers possible what a line of theirs "
        "leads to, and the world itself.",
        "An agent knows what is true at all worlds that they consider possible. They know whether something is so if "
        "all these worlds agree on it. Common knowledge is what is true wherever lines lead, step by step.",
    )
    forms: ClassVar = {
        1: ("{x}", "K_{a} {x}", "~K_{a} {x}", "M_{a} {x}", "Kw_{a} {p}", "E {x}", "~Kw_{a} {p}", "K_{a} ({x} | {y})"),
        2: ("K_{a} K_{b} {x}", "M_{a} K_{b} {x}", "K_{a} Kw_{b} {p}", "K_{a} M_{b} {x}", "~K_{a} Kw_{b} {p}"),
        3: ("C {x}", "C ({x} | {y})", "K_{a} M_{b} K_{a} {x}", "M_{a} K_{b} K_{a} {x}", "M_{a} M_{b} M_{a} {x}"),
    }
    anywhere = True

    kind: Literal["read_picture"] = "read_picture"

    @staticmethod
    def rated(formula: Formula) -> int:
        """The nesting of knowledge, at most 3, as for common knowledge."""
        return 3 if _has(formula, C) else max(1, min(3, modal_depth(formula)))


class Ranks(Claims):
    """A model with ranks and sentences about the actual world; the answer is the true ones."""

    title = "Who believes what?"
    trains = "to tell belief from knowledge: an agent believes what holds at the most plausible worlds"
    asks = "A lower rank is more plausible. Which of these sentences are true at the actual world?"
    hint_texts = (
        "An agent believes what is true at the most plausible of the worlds that they consider possible: those of the "
        "lowest rank.",
        "For a belief given that something is so, look first for the worlds where it is so, and among these for the "
        "most plausible ones. Knowledge is about all worlds that the agent considers possible.",
    )
    forms: ClassVar = {
        1: ("B_{a} {x}", "~B_{a} {x}", "K_{a} {x}", "B_{a} ({x} | {y})", "M_{a} {x}", "B_{a} {y} & ~K_{a} {y}"),
        2: ("B_{a}[{y}] {x}", "B_{b}[{x}] {y}", "~B_{a}[{y}] {x}", "B_{a}[{x} | {y}] {x}", "B_{a}[~({x} & {y})] {x}"),
        3: ("B_{a} B_{b} {x}", "B_{a}[{y}] B_{b} {x}", "K_{a} B_{b} {x}", "B_{a} ~B_{b} {x}", "~B_{a} B_{b}[{x}] {y}"),
    }  # fmt: skip

    kind: Literal["ranks"] = "ranks"

    @staticmethod
    def rated(formula: Formula) -> int:
        """1 for plain belief, 2 for conditional belief, 3 for belief about belief."""
        return 3 if modal_depth(formula) > 1 else 2 if _has(formula, BGiven) else 1

    @classmethod
    def decorated(cls, rng: Random, model: KripkeModel) -> KripkeModel:
        """The model with random ranks."""
        ranks = {agent: {str(world): rng.randrange(3) for world in model.worlds} for agent in model.agents}
        return KripkeModel.from_dict(model.to_dict() | {"ranks": ranks})


NEXT = "next"
"""The name of the relation from a state to those that can follow it."""


class Runs(Claims):
    """States, steps between them, and sentences about runs; the answer is those true at the actual state."""

    title = "What will be?"
    trains = "to read formulas of time: what holds on some run or on all, once or always, and what agents know then"
    asks = "Arrows named `next` lead from a state to those that can follow it. Which of these sentences are true now?"
    hint_texts = (
        "A run begins at the actual state and follows the arrows named next, for ever. “It can be” is about one of "
        "the runs, “whatever happens” about all of them.",
        "For “at all times” look for a state on the way where it fails; for “whatever happens, at some time” look for "
        "a circle of arrows that avoids it.",
    )
    forms: ClassVar = {
        1: ("EX {x}", "AX {x}", "EF {x}", "AF {x}", "EG {x}", "AG {x}", "EF ({x} & {y})", "AG ({x} | {y})"),
        2: ("EF K_{a} {x}", "AF K_{a} {x}", "K_{a} EF {x}", "AG M_{a} {x}", "K_{a} AX {x}", "AX Kw_{a} {p}"),
        3: ("EF AG {x}", "AG EF {x}", "E[{x} U K_{a} {y}]", "A[{x} U {y}]", "EX EG {x}", "AG EX {x}"),
    }  # fmt: skip
    minds = 1

    kind: Literal["runs"] = "runs"

    @cached_property
    def seen(self) -> KripkeModel:
        """The model whose steps are its time; `Unsolvable` if a state has no successor."""
        structure = self.model.structure
        if NEXT not in structure.relations or not all(
            map(structure.relations[NEXT].successors, range(len(self.model)))
        ):
            raise Unsolvable(f"model: expected a relation {NEXT!r} with an arrow from each state")
        minds = {agent: relation for agent, relation in structure.relations.items() if agent != NEXT}
        time = Time(structure.relations[NEXT], WorldSet.of(structure.size, range(structure.size)))
        return KripkeModel.of(replace(structure, relations=minds, time=time))

    @staticmethod
    def rated(formula: Formula) -> int:
        """1 for one operator of time, 2 with knowledge, 3 for more operators of time, and for “until”."""
        nodes = [node for node, _ in flatten(formula).rows]
        timed = sum(node.operator.feature == "time" for node in nodes)
        return 3 if timed > 1 or _has(formula, EU, AU) else 2 if _has(formula, K, Kw, M) else 1

    @classmethod
    def decorated(cls, rng: Random, model: KripkeModel) -> KripkeModel:
        """The model with one or two steps from each state."""
        names = list(map(str, model.worlds))
        steps = [[one, other] for one in names for other in rng.sample(names, rng.randint(1, 2))]
        data = model.to_dict()
        relations = data["relations"] | {NEXT: {"edges": steps}}
        return KripkeModel.from_dict(data | {"relations": relations, "agents": [*data["agents"], NEXT]})


def _has(formula: Formula, *kinds: type[Formula]) -> bool:
    return any(isinstance(node, kinds) for node, _ in flatten(formula).rows)
