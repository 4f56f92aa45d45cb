"""Which of these sentences are true? Of a picture, of agents with ranks, and of runs."""

from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Literal

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

    anywhere = True

    kind: Literal["read_picture"] = "read_picture"

    @staticmethod
    def rated(formula: Formula) -> int:
        """The nesting of knowledge, at most 3, as for common knowledge."""
        return 3 if _has(formula, C) else max(1, min(3, modal_depth(formula)))


class Ranks(Claims):
    """A model with ranks and sentences about the actual world; the answer is the true ones."""

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
