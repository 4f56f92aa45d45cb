"""Exercises on announcements: predict the result, choose one that reaches goals, and judge a lie's effects."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from kripke.change.actions import believed_announcement
from kripke.data.wording import world_text
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import Choices
from learn.exercises.exercise import (
    AFormula,
    Agent,
    AModel,
    Drafts,
    Exercise,
    Formulas,
    Unsolvable,
    Worlds,
    require_known,
)
from learn.exercises.marks import Mark, Marks, listed, nothing_chosen, points_of_set, reasons, with_losses
from learn.exercises.small_models import (
    SmallModel,
    alike,
    built,
    random_formula,
    random_literal,
    random_model,
    unions,
)
from logic.clauses import Atom, B, K, Kw, Not, Or
from logic.errors import listing
from logic.formula import Formula
from logic.shared import modal_depth

TRIES = 60  # random announcements that are tried on a model


class Predict(Exercise):
    """An exercise with a model and successive announcements; the answer is the remaining worlds."""

    form = "worlds"

    kind: Literal["predict"] = "predict"
    model: AModel
    announce: Formulas
    answer: Worlds

    @property
    def task(self) -> str:
        said = ", then ".join(f"`{formula}`" for formula in self.announce)
        return f"It is announced that {said}. Which worlds are left?"

    def marked(self, answer: tuple[str, ...]) -> Marks:
        """Mark the chosen worlds by `points_of_set`: right ones earn points, and wrong ones cost points.

        The maximum is one point for each world of the model.
        """
        left = [world_text(world) for world in _after(self.model, self.announce).worlds]
        names = [world_text(world) for world in self.model.worlds]
        require_known(answer, names, "world")
        if not answer:
            return nothing_chosen(len(names), "the worlds that are left")
        wrong = [name for name in names if (name in left) != (name in answer)]
        if not wrong:
            return Marks((Mark(len(names), len(names), f"Left: {listed(left)}."),))
        earned = points_of_set(set(answer), set(left), names)
        return Marks((Mark(earned, len(names), *self._reason(wrong[0], left)),))

    def _reason(self, name: str, left: list[str]) -> tuple[str, tuple[str, ...]]:
        """Return why a world stays or is removed, with an explanation of the decisive announcement."""
        model = self.model
        for formula in self.announce:
            world = next(each for each in model.worlds if world_text(each) == name)
            lines = reasons(model, formula, world)
            if not model.holds(formula, at=world):
                return f"{name} does not stay: {formula} is false there.", lines
            model = model.at(None).announce(formula)
        return f"{name} stays: what is announced is true there.", lines

    def measure(self) -> int:
        """Return difficulty 1 for announcements of facts, 2 for a single one about knowledge, otherwise 3."""
        _after(self.model, self.announce)
        depth = max(map(modal_depth, self.announce))
        return 1 if not depth else 2 if len(self.announce) == 1 else 3

    def warnings(self) -> tuple[str, ...]:
        left = _after(self.model, self.announce)
        warnings = ["the announcement removes no world"] if len(left) == len(self.model) else []
        for actual in [world for world in self.model.actuals if world not in left.worlds][:1]:
            at = f"the actual world {world_text(actual)}"
            warnings.append(f"the announcement is false at {at}, where nobody can make it")
        return tuple(warnings)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a small random model; `finished` looks for suitable announcements in it."""
        small = random_model(rng, rng.randint(4, 6), ("p", "q"), ("a", "b"))
        yield small.shape(), small

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel) -> Exercise | None:
        for _ in range(TRIES):
            depths = {1: [0], 2: [1], 3: [rng.randint(0, 1), 1]}[difficulty]
            said = tuple(random_formula(rng, depth, small.atoms, small.agents) for depth in depths)
            if _is_good(small.model(), said):
                left = tuple(map(world_text, _after(small.model(), said).worlds))
                return cls(model=small.model(), announce=said, answer=left, difficulty=difficulty)
        return None


def _is_good(model: KripkeModel, said: tuple[Formula, ...]) -> bool:
    """Return whether each announcement removes some worlds, not all, and none of the announcements is trivial.

    A single announcement about knowledge must not depend on facts alone. The result of several announcements must
    differ from the result of announcing all of them at once.
    """
    if len(said) == 1 and modal_depth(said[0]) and _is_about_facts(model, said[0]):
        return False
    left = model
    for formula in said:
        if not 0 < left.count(formula) < len(left):
            return False
        left = left.announce(formula)
    # otherwise the first announcement does not change the effect of the second
    return len(said) == 1 or set(left.worlds) != set.intersection(*(set(model.extension(each)) for each in said))


def _after(model: KripkeModel, announce: tuple[Formula, ...]) -> KripkeModel:
    for formula in announce:
        if not model.count(formula):
            raise Unsolvable(f"announce: {formula} is true at no world, so it cannot be announced")
        model = model.at(None).announce(formula)
    return model


def _is_about_facts(model: KripkeModel, formula: Formula) -> bool:
    """Return whether worlds with equal valuations agree on the formula in this model."""
    holds, facts = model.extension(formula), [model[world] for world in model.worlds]
    return len({*zip(facts, [w in holds for w in model.worlds], strict=True)}) == len({*facts})


FEW = 10  # maximal number of classes of worlds of which all unions are tried: 1,024 announcements
GOALS = 24  # random goals that are tried on a model


class ChooseAnnouncement(Exercise):
    """An exercise with a model and goals after an announcement; the answer is the announced formula."""

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
        """Mark an announcement: each goal that becomes true earns a point, each that is then false costs one.

        The sum of the points is at least 0.
        """
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
        """Return difficulty 1 if a literal reaches the goals, 2 if a Boolean formula does, 3 if knowledge is needed."""
        if len(self.model.actuals) != 1:
            raise Unsolvable("model: one actual world is needed, where the announcement is true")
        return _difficulty(Announcements(self.model), self.goals)

    def warnings(self) -> tuple[str, ...]:
        if all(map(self.model.holds, self.goals)):
            return ("the goals hold already, before any announcement",)
        goal = Announcements(self.model).needless(self.goals)
        return (f"{goal} is reached by every announcement that reaches the other goals",) if goal is not None else ()

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a small random model with each world in turn as the actual one; `finished` looks for goals."""
        atoms = ("p", "q") if difficulty > 1 else ("p", "q", "r")
        return random_model(rng, rng.randint(4, 6), atoms, ("a", "b")).pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        model = small.model(actual)
        known = Announcements(model)
        for _ in range(GOALS):
            goals = _goals(rng, small, actual)
            if any(known.achieving([known.full], goals[:1])) or any(known.achieving([1 << actual], goals)):
                continue
            with suppress(Unsolvable):
                if _difficulty(known, goals, difficulty) == difficulty and known.needless(goals) is None:
                    formulas, masks = small.shortest(), known.achieving(unions(known.knowledge), goals)
                    answer = min((formulas[mask] for mask in masks), key=lambda formula: len(str(formula)))
                    return cls(model=model, goals=goals, answer=answer, difficulty=difficulty)
        return None


class Announcements:
    """Evaluates formulas after announcements; an announcement is a bit mask of the worlds where it is true."""

    def __init__(self, model: KripkeModel) -> None:
        self.model = model
        self.full = (1 << len(model)) - 1
        masks = [where.mask for where in model.structure.valuation.values()]
        self.literals = [literal for mask in masks for literal in (mask, self.full & ~mask)]
        self.facts = alike(model, 0)  # the classes of worlds with equal valuations
        self._here = 1 << model.worlds.index(model.actual)
        self._after, self._holds = cache(self._left), cache(lambda mask, goal: self._after(mask).holds(goal))

    def achieving(self, masks: Iterable[int], goals: Sequence[Formula]) -> Iterator[int]:
        """Yield those of the announcements `masks` that are true and after which all goals hold."""
        return (mask for mask in masks if mask & self._here and all(self._holds(mask, goal) for goal in goals))

    def needless(self, goals: Sequence[Formula]) -> Formula | None:
        """Return a goal that is reached whenever the others are; None if there is none, or more than `FEW` classes."""
        if len(self.knowledge) > FEW:
            return None
        for i, goal in enumerate(goals):
            others = self.achieving(unions(self.knowledge), (*goals[:i], *goals[i + 1 :]))
            if all(any(self.achieving([mask], [goal])) for mask in others):
                return goal
        return None

    @cached_property
    def knowledge(self) -> list[int]:
        """The classes of worlds that no formula distinguishes, as bit masks; announcements are unions of them."""
        return alike(self.model, len(self.model))

    def _left(self, mask: int) -> KripkeModel:
        gone = [world for i, world in enumerate(self.model.worlds) if not mask >> i & 1]
        return self.model.without(*gone) if gone else self.model


def _goals(rng: Random, small: SmallModel, actual: int) -> tuple[Formula, ...]:
    """Return two or three random goals: an agent learns a fact, and agents know or do not know other things."""
    atom = rng.choice(small.atoms)
    true = built(Atom, atom)
    fact = true if atom in small.values[actual] else built(Not, true)
    one, other = rng.sample(list(small.classes), 2)
    learns = built(K, one, fact)
    hidden = built(Not, built(*rng.choice(((K, other, fact), (K, other, learns), (Kw, other, true)))))
    others = [built(Atom, p) for p in small.atoms if p != atom]
    rest = [hidden, built(Not, built(Kw, one, rng.choice(others))), built(Kw, other, rng.choice(others))]
    return (learns, *rng.sample(rest, rng.randint(1, 2)))


def _difficulty(known: Announcements, goals: tuple[Formula, ...], most: int = 3) -> int:
    """Return 1 if a literal reaches the goals, 2 if a Boolean formula does, else 3; `Unsolvable` if above `most`."""
    if any(known.achieving(known.literals, goals)):
        return 1
    for difficulty in range(2, most + 1):
        masks = known.facts if difficulty == 2 else known.knowledge
        if len(masks) > FEW or any(known.achieving(unions(masks), goals)):  # not searched if too many
            return difficulty
    raise Unsolvable("goals: no announcement achieves them at the actual world")


CHOICES = 5  # number of statements of a generated exercise
LIES = 20  # random lies that are tried on a model


class AfterLie(Choices):
    """An exercise with a model and a believed lie; the answer is the set of statements that hold after the lie."""

    prose = False

    kind: Literal["after_lie"] = "after_lie"
    model: AModel
    said: AFormula
    by: Agent | None = None
    to: Annotated[tuple[Agent, ...], Field(max_length=20, strict=False)] | None = None
    statements: Formulas

    @property
    def task(self) -> str:
        speaker = self.by or "Someone outside"
        hearers = "" if self.to is None else f" to {listing(self.to, 'and')} alone, in secret,"
        believed = "believed" if self.by is None else "taken to know it"
        return f"{speaker} says{hearers} that `{self.said}`, and is {believed}. Which of these hold afterwards?"

    def options(self) -> list[str]:
        return list(map(str, self.statements))

    def values(self) -> list[bool]:
        return list(map(self.after.holds, self.statements))

    def verdict(self, number: int, right: bool) -> str:
        return f"{self.statements[number]} {'holds' if right else 'does not hold'}."

    def why(self, number: int) -> tuple[str, ...]:
        return reasons(self.after, self.statements[number])

    @cached_property
    def after(self) -> KripkeModel:
        """The model after the lie; bisimilar worlds are kept, since an explanation names them."""
        return self.model.update(believed_announcement(self.said, self.by, self.to)).generated()

    def marked(self, answer: tuple[int, ...]) -> Marks:
        """Mark the chosen statements; if some are chosen and the answer is wrong, also show the model after the lie."""
        marks = super().marked(answer)
        shown = (Mark(0, 0, "The model after the lie:", model=self.after),) if answer and not marks.right else ()
        return Marks((*marks.rows, *shown))

    def level(self) -> int:
        """Return the deepest nesting of belief in the statements, at least 1 and at most 3."""
        if self.model.actual is None:
            raise Unsolvable("model: an actual world is needed")
        return max(1, min(3, max(map(modal_depth, self.statements))))

    def warnings(self) -> tuple[str, ...]:
        return ("what is said is true: it is no lie",) * (self.by is None and self.model.holds(self.said))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a small random model with each world in turn as the actual one; `finished` looks for lies."""
        return random_model(rng, rng.randint(3, 5), ("p", "q"), ("a", "b", "c")[: max(2, difficulty)]).pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        model = small.model(actual)
        lies: dict[Hashable, AfterLie] = {}  # the lies tried so far, with the models after them
        for _ in range(LIES):
            false: list[Formula] = [Not(Atom(p)) if p in small.values[actual] else Atom(p) for p in small.atoms]
            said = rng.choice(false) if rng.random() < 0.7 else Or(false[0], false[1])
            by, to = _people(rng, small.agents, difficulty)
            if by is not None and not model.holds(K(by, Not(said))):
                continue  # a speaker lies only if they know that the statement is false
            statements = tuple(_statements(rng, difficulty, small.atoms, small.agents))
            if (lie := lies.get((said, by, to))) is None:
                given: dict[str, Any] = {"said": said, "by": by, "to": to, "statements": statements}
                lie = lies[said, by, to] = cls(model=model, difficulty=difficulty, answer=(), **given)
            if not all(map(lie.after.possible, small.agents)):
                continue
            exercise = lie.model_copy(update={"statements": statements}).answered()
            deep = [each for each in statements if modal_depth(each) == difficulty]
            if exercise and any(model.holds(each) != exercise.after.holds(each) for each in deep):
                return exercise
        return None


def _people(rng: Random, agents: tuple[str, ...], difficulty: int) -> tuple[str | None, tuple[str, ...] | None]:
    """Return a random speaker (None: an outsider) and hearers (None: all); at difficulty 3, an agent speaks."""
    if difficulty == 1:
        return None, None
    if difficulty == 2:
        return (None, (rng.choice(agents),)) if rng.random() < 0.5 else (rng.choice(agents), None)
    speaker = rng.choice(agents)
    others = [each for each in agents if each != speaker]
    return speaker, None if rng.random() < 0.3 else (rng.choice(others),)


def _statements(rng: Random, difficulty: int, atoms: tuple[str, ...], agents: tuple[str, ...]) -> list[Formula]:
    """Return different statements: nested beliefs about a literal, of depth `difficulty` or one less, at least 1."""
    statements: dict[Formula, None] = {}
    while len(statements) < CHOICES:
        formula, last = random_literal(rng, atoms), None
        for _ in range(rng.randint(max(1, difficulty - 1), difficulty)):
            last = rng.choice([each for each in agents if each != last])
            formula = B(last, formula)
        statements[formula] = None
    return list(statements)
