"""Exercises on stories of what agents see and hear: choose the event model of a story, or plans that reach a goal."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import combinations, permutations
from random import Random
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from kripke.change import actions
from kripke.change.event import EventModel
from kripke.data.errors import PreconditionFailed
from kripke.models.functions import distinguish
from kripke.models.kripke_model import KripkeModel
from learn.exercises.choices import Choices, vocabulary
from learn.exercises.english import ENGLISH, Words, capital, person, sentence
from learn.exercises.exercise import AFormula, Agent, AModel, Drafts, Exercise, Strict, Unsolvable, Vocabulary
from learn.exercises.marks import reasons
from learn.exercises.small_models import SmallModel, random_model
from logic.clauses import Atom, Not
from logic.errors import listing
from logic.formula import Formula
from logic.parser import parse

EVENTS: Mapping[str, Callable[[Formula, str], EventModel]] = {
    "announce": lambda formula, _: actions.announcement(formula),
    "reveal": lambda formula, _: actions.announcement_whether(formula).event_model(),
    "look": actions.peek,
    "tell": lambda formula, by: actions.semi_private(formula, by).event_model(),
    "secret look": partial(actions.peek, noticed=False),
    "secret": actions.private_announcement,
    "maybe": partial(actions.may_read, read=True),
}
"""For each kind of deed (an action in a story), a function from the deed's formula and agent to its event model."""
TOLD: Mapping[str, str] = ENGLISH["deeds"]  # for each kind of deed, the template of an English clause
DEEDS = {1: ("announce", "reveal", "look", "tell"), 2: ("secret look", "secret"), 3: ("maybe",)}


class Deed(Strict):
    """An action in a story: its kind, its formula and its agent."""

    happens: Literal["announce", "reveal", "look", "tell", "secret look", "secret", "maybe"]
    formula: AFormula
    by: Agent

    @property
    def events(self) -> EventModel:
        """The event model of the action."""
        return EVENTS[self.happens](self.formula, self.by)

    @property
    def level(self) -> int:
        """The difficulty of the action."""
        return next(level for level, names in DEEDS.items() if self.happens in names)

    def told(self, words: Words, agents: Sequence[str]) -> str:
        """Return the English clause that describes the action in a story."""
        others = listing([person(agent, words) for agent in agents if agent != self.by], "and")
        return TOLD[self.happens].format(x=sentence(self.formula, words), a=person(self.by, words), b=others)


def _deeds(names: Sequence[str], atoms: Sequence[str], agents: Sequence[str]) -> list[Deed]:
    """Return all deeds of the kinds `names` about these atoms, by these agents.

    A deed that tells a fact is about an atom or its negation; other deeds are about an atom. Public deeds are by the
    first agent only.
    """
    return [
        Deed.model_validate({"happens": name, "formula": formula, "by": agent})
        for name in names
        for atom in atoms
        for formula in ((Atom(atom), Not(Atom(atom))) if name in ("announce", "tell", "secret") else (Atom(atom),))
        for agent in (agents[:1] if name in ("announce", "reveal") else agents)
    ]


class TellStory(Choices):
    """An exercise with a story and event models; the answer is the event model that fits the story."""

    several = False

    kind: Literal["event_model"] = "event_model"
    story: Deed
    deeds: Annotated[tuple[Deed, ...], Field(min_length=2, max_length=6, strict=False)]
    agents: Annotated[tuple[Agent, ...], Field(min_length=1, max_length=4, strict=False)]
    words: Vocabulary

    @property
    def task(self) -> str:
        return f"{capital(self.story.told(self.words, self.agents))} Which of these event models tells it?"

    @cached_property
    def event_models(self) -> list[EventModel]:
        """The event models to choose from, with normalised names, so that isomorphic event models are equal."""
        return [_canonical(deed.events, self.agents) for deed in self.deeds]

    def shown(self) -> dict[str, Any]:
        return super().shown() | {"pictures": [_pictured(events).to_dict() for events in self.event_models]}

    def options(self) -> list[str]:
        return [f"Model {letter}" for letter in "ABCDEF"[: len(self.deeds)]]

    def values(self) -> list[bool]:
        return [not difference for difference in self.differences]

    def verdict(self, number: int, right: bool) -> str:
        return f"{self.options()[number]} tells: {self.deeds[number].told(self.words, self.agents)}."

    def why(self, number: int) -> tuple[str, ...]:
        return tuple(filter(None, [self.differences[number]]))

    def require_mixed(self, values: Collection[bool]) -> None:
        """Raise `Unsolvable` as the base class does, and also if two event models are isomorphic."""
        super().require_mixed(values)
        if any(one == other for one, other in combinations(self.event_models, 2)):
            raise Unsolvable("two event models are isomorphic: expected pictures that differ")

    @cached_property
    def differences(self) -> list[str]:
        """For each event model, the difference between its effect and that of the story, in words; empty if equal."""
        atoms = sorted({str(atom) for deed in (self.story, *self.deeds) for atom in deed.formula.atoms})
        before = KripkeModel.from_observations(atoms, dict.fromkeys(self.agents, ()), "true").to_explicit()
        expected = self._ends(before, self.story)
        return ["" if deed == self.story else _difference(expected, self._ends(before, deed)) for deed in self.deeds]

    @staticmethod
    def _ends(before: KripkeModel, deed: Deed) -> list[KripkeModel | None]:
        """Return, for each world as the actual one, the model after the deed; None if the deed cannot happen there."""
        events = deed.events
        return [_after(before.at(world), events) for world in before.worlds]

    def level(self) -> int:
        """Return difficulty 1 for deeds that all agents notice, 2 for secret deeds, 3 for suspected ones."""
        return max(deed.level for deed in self.deeds)

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield sets of three or four random deeds with one of them as the story; at least one has this difficulty."""
        every = _deeds([name for level in range(1, difficulty + 1) for name in DEEDS[level]], ("p", "q"), ("a", "b"))
        about = [(str(*deed.formula.atoms), deed.level) for deed in every]
        hard = [number for number, (_, level) in enumerate(about) if level == difficulty]
        for _ in range(400):
            some = {rng.choice(hard), *rng.sample(range(len(every)), OFFERED - 1)}
            story = rng.choice(sorted(some))
            if [about[number] for number in some].count(about[story]) > 1:  # else the atom tells which one
                yield (*sorted(some), story), every, some, story

    @classmethod
    def finished(cls, rng: Random, difficulty: int, every: Sequence[Deed], some: set[int], story: int) -> Self | None:
        atoms, agents, words = vocabulary(rng)
        deeds = [_renamed(every[number], atoms, agents) for number in rng.sample(sorted(some), len(some))]
        deed = _renamed(every[story], atoms, agents)
        fields: dict[str, Any] = {"agents": agents, "words": words, "difficulty": difficulty}
        return cls.solved(story=deed, deeds=tuple(deeds), **fields) if len(some) == OFFERED else None


def _after(model: KripkeModel, events: EventModel) -> KripkeModel | None:
    with suppress(PreconditionFailed):
        return model.update(events)
    return None


def _difference(expected: Sequence[KripkeModel | None], ends: Sequence[KripkeModel | None]) -> str:
    for one, other in zip(expected, ends, strict=True):
        if one is None or other is None:
            if one is not other:
                return "one of the two can happen where the other cannot"
        elif distinction := distinguish(one, other):
            return f"{distinction.formula} can hold after one of the two, and not after the other"
    return ""


def _renamed(deed: Deed, atoms: Sequence[str], agents: Sequence[str]) -> Deed:
    names = dict(zip(("p", "q", "a", "b"), (*atoms, *agents), strict=True))
    formula = parse("".join(names.get(sign, sign) for sign in str(deed.formula)))
    return Deed(happens=deed.happens, formula=formula, by=names[deed.by])


def _canonical(events: EventModel, agents: Sequence[str]) -> EventModel:
    """Return the event model with relations for these agents, and names that depend only on its structure."""

    def form(order: Sequence[str]) -> tuple[Any, ...]:
        happening = [name not in events.designated for name in order]
        seen = [[sorted(map(order.index, events.seen(agent, name))) for name in order] for agent in agents]
        return happening, [str(events.events[name].pre) for name in order], seen, order

    *_, seen, order = min(map(form, permutations(events.events)))
    pairs = [[(NAMES[i], NAMES[j]) for i, row in enumerate(rows) for j in row] for rows in seen]
    arrows = dict(zip(agents, pairs, strict=True))
    old = dict(zip(NAMES, order, strict=False))
    happening = [name for name in old if old[name] in events.designated]
    return EventModel({name: events.events[old[name]] for name in old}, arrows, happening)


def _pictured(events: EventModel) -> KripkeModel:
    """Return a Kripke model that shows the event model: each world is named by an event and its precondition."""
    names = {name: f"{name}: {event.pre}" for name, event in events.events.items()}
    arrows = {a: [(names[name], names[to]) for name in names for to in events.seen(a, name)] for a in events.agents}
    return KripkeModel(dict.fromkeys(names.values(), ()), arrows, [names[name] for name in events.designated])


Plan = Annotated[tuple[Deed, ...], Field(min_length=1, max_length=4, strict=False)]


class ReachGoal(Choices):
    """An exercise with a model, a goal and plans; the answer is the plans that reach the goal."""

    forms: ClassVar[Sequence[str]]  # patterns of goals; no conjunct of a pattern implies another one

    kind: Literal["reach_goal"] = "reach_goal"
    model: AModel
    words: Vocabulary
    goal: AFormula
    plans: Annotated[tuple[Plan, ...], Field(min_length=2, max_length=6, strict=False)]

    @property
    def task(self) -> str:
        return f"This shall be so afterwards: {sentence(self.goal, self.words)}. Which of these plans reach it?"

    def options(self) -> list[str]:
        plans = [[deed.told(self.words, self.model.agents) for deed in plan] for plan in self.plans]
        return [capital("; then ".join(clauses)) for clauses in plans]

    @cached_property
    def ends(self) -> list[KripkeModel | int]:
        """For each plan, the model at its end, or the index of the first step that cannot be carried out."""
        return [self._end(plan) for plan in self.plans]

    def _end(self, plan: Sequence[Deed]) -> KripkeModel | int:
        model = self.model
        for number, deed in enumerate(plan):
            if (after := _after(model, deed.events)) is None:
                return number
            model = after
        return model

    def values(self) -> list[bool]:
        return [isinstance(end, KripkeModel) and end.holds(self.goal) for end in self.ends]

    def why(self, number: int) -> tuple[str, ...]:
        end = self.ends[number]
        if isinstance(end, KripkeModel):
            return reasons(end, self.goal)
        return (f"step {end + 1} cannot be carried out: {self.plans[number][end].formula} is false then",)

    def level(self) -> int:
        """Return the number of steps of the longest plan, at most 3."""
        return min(3, max(map(len, self.plans)))

    @classmethod
    def drafts(cls, rng: Random, difficulty: int) -> Drafts:
        """Yield a random model, with each world in turn as the actual one; `finished` draws goals and plans."""
        return random_model(rng, rng.randint(4, 5), ("p", "q"), ("a", "b")).pointed()

    @classmethod
    def finished(cls, rng: Random, difficulty: int, small: SmallModel, actual: int) -> Exercise | None:
        atoms, agents, words = vocabulary(rng)
        model = small.renamed(atoms, agents).model(actual)
        deeds = _deeds(DEEDS[1], atoms, agents)
        for _ in range(TRIES):
            (one, other), atom = rng.sample(agents, 2), rng.choice(atoms)
            goal = parse(rng.choice(cls.forms).format(a=one, b=other, p=atom))
            plans = tuple(tuple(rng.sample(deeds, difficulty)) for _ in range(PLANS))
            exercise = cls.solved(model=model, words=words, goal=goal, plans=plans, difficulty=difficulty)
            if exercise and len(set(plans)) == PLANS and not model.holds(goal):
                return exercise
        return None


NAMES = "efgh"  # names of the events in pictures; each event model has at most three events
OFFERED = 4  # number of event models of a generated exercise
PLANS, TRIES = 4, 20  # number of plans of a generated exercise, and of random goals and plans that are tried on a model
