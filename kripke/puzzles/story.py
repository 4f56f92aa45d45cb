"""The shape that all puzzles share: a story of steps, each a sentence with its formula and the model after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from kripke.change.actions.evidence import Likelihood
from kripke.change.actions.telling import Whether
from kripke.change.event import EventModel
from kripke.change.update import Action
from kripke.data.errors import ModelError, PreconditionFailed
from kripke.data.wording import world_quoted
from kripke.models.kripke_model import Actions
from kripke.puzzles.engines import Model, as_asked
from kripke.symbolic.choice import Engine
from logic.errors import listing, shorten
from logic.exact import magnitude
from logic.formula import Formula
from logic.parser import parse

Kind = Literal["begins", "says", "sees", "acts", "holds", "refuted"]
"""How a sentence acts: it sets the scene, is announced, happens, is an action, is a fact, or is nowhere true."""

OFTEN = 20
"""A sentence that is said more often than this, one time after the other, is not told each time."""
NARROW = 9
"""So wide is the column of the numbers of worlds, or as wide as the widest."""


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of a story.

    Parameters
    ----------
    sentence : str
        In the words of the puzzle.
    formula : Formula or None
        What is announced or found true; None where the sentence sets the scene or something happens.
    model : Model or None
        The model after it, on the engine on which the story is told; None where no world is left.
    kind : str
        ``begins`` sets the scene, ``says`` is a public announcement, ``acts`` is an action, ``sees`` is something else
        that happens, ``holds`` is a fact that changes nothing, ``refuted`` is true at no world that is left.
    action : EventModel, another action, or None
        What is done where the kind is ``acts``.
    event : str or None
        Which event of the event model happens; None: the preconditions decide.
    """

    sentence: str
    formula: Formula | None
    model: Model | None
    kind: Kind
    action: Action | EventModel | None = None
    event: str | None = None

    @property
    def worlds(self) -> int:
        """The number of worlds after the step."""
        return 0 if self.model is None else self.model.count("true")

    @property
    def lines(self) -> tuple[str, ...]:
        """What it says in the language of formulas: the formula, or each event with what it needs and changes."""
        if isinstance(self.action, EventModel):
            return tuple(_event_text(name, self.action) for name in self.action.events)
        if self.action is not None:
            return (_action_text(self.action),)
        return () if self.formula is None else (str(self.formula),)


@dataclass(frozen=True, slots=True)
class Story:
    """A puzzle told to its end.

    Parameters
    ----------
    title, statement, source : str
        Its name, its text, and where it comes from.
    steps : tuple of Step
        The first sets the scene.
    answer : object
        What the engine found: a world, a pair of numbers, names.
    conclusion : str
        The answer as a sentence.
    warnings : tuple of str
        Where a limit of the model, not the puzzle, decides.
    """

    title: str
    statement: str
    source: str
    steps: tuple[Step, ...]
    answer: object
    conclusion: str
    warnings: tuple[str, ...] = ()

    @property
    def model(self) -> Model:
        """The model with which the story begins."""
        first = self.steps[0].model
        assert first is not None
        return first

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of worlds: at first, and after each step that can change them (facts cannot)."""
        return tuple(step.worlds for step in self.steps if step.kind != "holds")

    def told(self) -> Iterator[tuple[str, str, Step | None]]:
        """The lines to read: how many worlds there are, the sentence, and the step.

        Of a sentence that is said very often in a row the first and the last are told, with how often between them,
        and no step.
        """
        for _, run in groupby(self.steps, key=lambda step: (step.kind, step.sentence)):
            steps = list(run)
            shown = steps if len(steps) <= OFTEN else [*steps[:2], None, *steps[-1:]]
            for step in shown:
                if step is None:
                    yield "…", f"({len(steps) - 3:,} more times the same)", None
                else:
                    yield magnitude(step.worlds), step.sentence, step

    def __str__(self) -> str:
        rows = [self.title, "", self.statement, f"Source: {self.source}", ""]
        told = list(self.told())
        rows += [f"{shown:>{width_of(told)}}  {sentence}" for shown, sentence, _ in told]
        rows += ["", f"Answer: {self.conclusion}", *(f"Warning: {warning}" for warning in self.warnings)]
        return "\n".join(rows)


def width_of(told: Iterable[tuple[str, str, Step | None]]) -> int:
    """How wide the numbers of worlds are in the lines of a story, at least `NARROW`."""
    return max(NARROW, *(len(worlds) for worlds, _, _ in told))


class Script:
    """A story while it is told: each method adds a step, and the engine decides whether it can happen.

    Parameters
    ----------
    sentence : str
        What sets the scene.
    model : Model
        The model with which the story begins.
    engine : {'auto', 'explicit', 'symbolic'}
        Where the models of the story are to be: a listed model becomes one on diagrams where that is asked for.
    """

    def __init__(self, sentence: str, model: Model, engine: Engine = "auto") -> None:
        self.engine: Engine = engine
        self.model = as_asked(engine, model)
        self.steps = [Step(sentence, None, self.model, "begins")]

    def say(self, sentence: str, formula: str | Formula) -> Script:
        """A truthful public announcement; `PreconditionFailed` where it is false."""
        said = parse(formula)
        try:
            after = self.model.announce(said)
        except PreconditionFailed as refusal:
            raise PreconditionFailed(f"{self._place(sentence)}: {refusal}") from None
        return self._add(sentence, said, after, "says")

    def see(self, sentence: str, model: Model) -> Script:
        """Something happens that is no announcement, and leads to this model."""
        return self._add(sentence, None, as_asked(self.engine, model), "sees")

    def act(self, sentence: str, action: Action | EventModel, event: str | None = None) -> Script:
        """Something is done: an event model happens, or an agent's beliefs change.

        `event` says which event of an event model happens, where the preconditions leave a choice.
        `PreconditionFailed` where none can.
        """
        try:
            after = self.model.update(action, event)
        except PreconditionFailed as refusal:
            raise PreconditionFailed(f"{self._place(sentence)}: {refusal}") from None
        self.steps.append(Step(sentence, None, after, "acts", action, event))
        self.model = after
        return self

    def find(self, sentence: str, formula: str | Formula, actions: Actions | None = None) -> Script:
        """A fact: the formula holds at the actual world, or, without one, everywhere; else `PreconditionFailed`.

        `actions` are those that the formula names.
        """
        said, model = parse(formula), self.model
        if not (model.valid(said, actions) if model.actual is None else model.holds(said, actions=actions)):
            where = (
                "everywhere in the model"
                if model.actual is None
                else f"at the actual world {world_quoted(model.actual)}"
            )
            raise PreconditionFailed(f"{self._place(sentence)}: {shorten(str(said), 200)} is not true {where}")
        return self._add(sentence, said, model, "holds")

    def say_or_end(self, sentence: str, formula: str | Formula) -> bool:
        """As `say`; where the formula holds at no world that is left, a step with no worlds, and False."""
        said = parse(formula)
        if self.model.actual is None and not self.model.count(said):
            self.steps.append(Step(sentence, said, None, "refuted"))
            return False
        self.say(sentence, said)
        return True

    def story(
        self, title: str, statement: str, source: str, answer: object, conclusion: str, warnings: Iterable[str] = ()
    ) -> Story:
        """The finished story."""
        return Story(title, statement, source, tuple(self.steps), answer, conclusion, tuple(warnings))

    def _add(self, sentence: str, formula: Formula | None, model: Model, kind: Kind) -> Script:
        self.steps.append(Step(sentence, formula, model, kind))
        self.model = model
        return self

    def _place(self, sentence: str) -> str:
        return f'step {len(self.steps)} of the story, "{shorten(sentence)}"'


def _event_text(name: str, model: EventModel) -> str:
    """An event in a line: ``change: needs basket; basket becomes false, box becomes true``."""
    event = model.events[name]
    changes = ", ".join(f"{atom} becomes {formula}" for atom, formula in event.post.items())
    return f"{name}: needs {event.pre}" + (f"; {changes}" if changes else "")


def _action_text(action: Action) -> str:
    """An action that is no event model: ``the weights of guest are multiplied by 1/2 where car=1, ...``."""
    match action:
        case Whether(formula, to):
            who = ["all"] if to is None else [to] if isinstance(to, str) else list(to)
            return f"{listing(who, 'and')} learn{'s' * (len(who) == 1 and to is not None)} whether {formula}"
        case Likelihood(agent, chances):
            factors = ", ".join(f"by {chance} where {formula}" for formula, chance in chances)
            return f"the weights of {agent} are multiplied {factors}"
    return str(action)


def whole(value: object, what: str, least: int, most: int | None = None) -> int:
    """The option's value, if it is a whole number from `least` to `most`; else `ModelError`."""
    in_range = isinstance(value, int) and not isinstance(value, bool) and value >= least
    if not in_range or (most is not None and isinstance(value, int) and value > most):
        end = "" if most is None else f" to {most}"
        raise ModelError(f"{what}={shorten(repr(value))}: expected a whole number from {least}{end}")
    assert isinstance(value, int)
    return value


def yes_or_no(value: object, what: str) -> bool:
    """The option's value, if it is True or False; else `ModelError`."""
    if not isinstance(value, bool):
        raise ModelError(f"{what}={shorten(repr(value))}: expected True or False")
    return value


NAMES = ("anne", "bill", "cath", "dave", "emma", "fred", "gina", "hugo", "iris", "john", "kate", "liam", "mary", "nick",
         "olga", "paul", "quin", "rosa", "sven", "tina", "ugo", "vera", "walt", "xena", "yves", "zoe")  # fmt: skip


def people(n: int) -> tuple[str, ...]:
    """Names of n agents: anne, bill, cath, ...; beyond 26 agent27, agent28, ..."""
    return tuple(NAMES[i] if i < len(NAMES) else f"agent{i + 1}" for i in range(n))


def one_of(value: object, choices: Iterable[str], what: str) -> str:
    """The option's value, if it is one of the choices; else `ModelError`."""
    known = tuple(choices)
    if value not in known:
        raise ModelError(f"{what}={shorten(repr(value))}: expected one of {', '.join(known)}")
    return str(value)


def some_of(value: object, choices: Sequence[str], what: str) -> tuple[str, ...]:
    """The option's values, a list or a text of names, in the order of the choices; None or ``all``: all of them.

    An empty list or text, or ``nobody``: none of them.
    """
    if value is None or value == "all":
        return tuple(choices)
    if isinstance(value, str):
        value = () if value == "nobody" else value.replace(",", " ").split()
    expected = f"{', '.join(choices)}, several of them, all, or nobody"
    if not isinstance(value, Iterable):
        raise ModelError(f"{what}={shorten(repr(value))}: expected names out of {expected}")
    chosen = list(value)
    for name in chosen:
        if name not in choices:
            raise ModelError(f"{what}={shorten(repr(name))}: expected one of {expected}")
    return tuple(name for name in choices if name in chosen)


def sole(worlds: Iterable[object]) -> object:
    """The one world that is left, or the tuple of those that are."""
    left = tuple(worlds)
    return left[0] if len(left) == 1 else left


def alternatives(worlds: Iterable[object]) -> str:
    """The worlds as text: ``(1, 2) or (2, 3)``; of many, the first few."""
    texts = [str(world) for world in worlds]
    return listing(texts if len(texts) <= 4 else [*texts[:3], f"{len(texts) - 3} others"])
