"""Which announcement achieves this?"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Literal

from kripke.models.kripke_model import KripkeModel
from learn.exercises.exercise import AFormula, AModel, Drafts, Exercise, Formulas, Unsolvable
from learn.exercises.marks import Mark, Marks, reasons, with_losses
from learn.exercises.small_models import SmallModel, blocks, random_model, successors, unions
from logic.clauses import Atom, K, Kw, Not
from logic.formula import Formula

FEW = 10  # maximal number of blocks of worlds of which all unions are tried: 1,024 announcements
TRIES = 24  # Random goals that are tried on a model


class ChooseAnnouncement(Exercise):
    """A model and what shall hold after an announcement; the answer is what is announced."""

    form = "formula"

    kind: Literal["choose_announcement"] = "choose_announcement"
    model: AModel
    goals: Formulas
    answer: AFormula

    @property
    def task(self) -> str:
        goals = " and ".join(f"`{goal}`" for goal in self.goals)
        return f"Which announcement to all achieves this: {goals}?"

    def marked(self, answer: Formula) -> Marks:
        """A point for each goal reached that did not hold before; a goal lost costs one, down to 0."""
        before = list(map(self.model.holds, self.goals))
        if not self.model.holds(answer):
            says = "It is false at the actual world, so it cannot be announced."
            return Marks((Mark(0, before.count(False), says, reasons(self.model, answer), fault=True),))
        after = self.model.announce(answer)
        rows = [Mark(0, 0, f"It is true; {len(after)} of {len(self.model)} worlds are left.", model=after)]
        for goal, held in zip(self.goals, before, strict=True):
            holds = after.holds(goal)
            says = f"Afterwards {goal} {'holds' if holds else 'does not hold'}."
            why = () if holds else reasons(after, goal)
            rows.append(Mark(int(holds and not held), int(not held), says, why, fault=not holds))
        return with_losses(rows)

    def measure(self) -> int:
        """1 if a literal achieves it, 2 if other facts do, 3 if knowledge must be announced; or `Unsolvable`."""
        if len(self.model.actuals) != 1:
            raise Unsolvable("model: one actual world is needed, where the announcement is true")
        return _difficulty(Announcements(self.model), self.goals)

    def warnings(self) -> tuple[str, ...]:
        if all(map(self.model.holds, self.goals)):
            return ("the goals hold already, before any announcement",)
        return ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """One agent shall learn a fact, and the other not; to say the whole truth is too much."""
        agents = ("a", "b")
        small = random_model(rng, rng.randint(4, 6), ("p", "q") if difficulty > 1 else ("p", "q", "r"), agents)
        return small.pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        model = small.model(actual)
        known = Announcements(model)
        for _ in range(TRIES):
            goals = _goals(rng, small, actual)
            if any(known.achieving([known.full], goals[:1])) or any(known.achieving([1 << actual], goals)):
                continue
            try:
                if _difficulty(known, goals, difficulty) < difficulty:
                    continue
            except Unsolvable:
                continue
            formulas, masks = small.shortest(), known.achieving(unions(known.knowledge), goals)
            answer = min((formulas[mask] for mask in masks), key=lambda formula: len(str(formula)))
            return cls(model=model, goals=goals, answer=answer, difficulty=difficulty)
        return None


class Announcements:
    """The effects of announcements true at the actual world, cached; an announcement is the mask of its worlds."""

    def __init__(self, model: KripkeModel) -> None:
        self.model = model
        self.full = (1 << len(model)) - 1
        self._values = [tuple(model.holds(Atom(p), at=world) for p in model.atoms) for world in model.worlds]
        masks = [sum(1 << i for i, own in enumerate(self._values) if own[k]) for k in range(len(model.atoms))]
        self.literals = [literal for mask in masks for literal in (mask, self.full & ~mask)]
        self.facts = blocks([], self._values, 0)  # the worlds that no fact tells apart
        self._here = 1 << model.worlds.index(model.actual)
        self._left: dict[int, KripkeModel] = {}
        self._known: dict[Formula, dict[int, bool]] = {}

    def achieving(self, masks: Iterable[int], goals: Sequence[Formula]) -> Iterator[int]:
        """The announcements that are true and after which all goals hold."""
        known = [(goal, self._known.setdefault(goal, {})) for goal in goals]
        return (mask for mask in masks if mask & self._here and all(self._holds(mask, *each) for each in known))

    @cached_property
    def knowledge(self) -> list[int]:
        """The worlds that no formula tells apart."""
        return blocks(successors(self.model), self._values, len(self.model))

    def _holds(self, mask: int, goal: Formula, known: dict[int, bool]) -> bool:
        if mask not in known:
            known[mask] = self._after(mask).holds(goal)
        return known[mask]

    def _after(self, mask: int) -> KripkeModel:
        if mask not in self._left:
            gone = [world for i, world in enumerate(self.model.worlds) if not mask >> i & 1]
            self._left[mask] = self.model.without(*gone) if gone else self.model
        return self._left[mask]


def _goals(rng: Random, small: SmallModel, actual: int) -> tuple[Formula, ...]:
    """One agent learns a fact, the other does not, or not whether the first did; no goal follows from another one."""
    atom = rng.choice(small.atoms)
    fact: Formula = Atom(atom) if atom in small.values[actual] else Not(Atom(atom))
    one, other = rng.sample(list(small.classes), 2)
    learns = K(one, fact)
    hidden: Formula = Not(rng.choice((K(other, fact), K(other, learns), Kw(other, Atom(atom)))))
    others = [p for p in small.atoms if p != atom]
    rest: list[Formula] = [hidden, Not(Kw(one, Atom(rng.choice(others)))), Kw(other, Atom(rng.choice(others)))]
    return (learns, *rng.sample(rest, rng.randint(1, 2)))


def _difficulty(known: Announcements, goals: tuple[Formula, ...], most: int = 3) -> int:
    """See `ChooseAnnouncement.measure`; `Unsolvable` if it is more than `most`."""
    if any(known.achieving(known.literals, goals)):
        return 1
    for difficulty in range(2, most + 1):
        masks = known.facts if difficulty == 2 else known.knowledge
        if len(masks) > FEW or any(known.achieving(unions(masks), goals)):  # too many: the sample answer is marked
            return difficulty
    raise Unsolvable("goals: no announcement achieves them at the actual world")
