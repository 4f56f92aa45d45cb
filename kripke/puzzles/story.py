"""The form of all puzzles: a story, whose steps are sentences with formulas and models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import inf
from typing import Literal, NamedTuple

from kripke.change.actions.announcements import AnnouncementWhether
from kripke.change.actions.evidence import Likelihood
from kripke.change.event import EventModel
from kripke.change.update import StructureChange
from kripke.data.errors import ModelError, PreconditionFailed
from kripke.data.wording import world_quoted
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Actions, Model
from kripke.symbolic.choice import Engine, for_worlds
from kripke.symbolic.choice import engine as known_engine
from logic.errors import listing, parameter, shorten
from logic.exact import is_whole, magnitude
from logic.formula import Formula
from logic.parser import parse

Kind = Literal["begins", "says", "sees", "acts", "holds", "refuted"]
"""The role of a sentence in a story; see `Step`."""

MAX_REPEATS = 20  # maximal number of equal sentences in a row that are all printed
MIN_WIDTH = 9  # minimal width of the column with the numbers of worlds


class Step(NamedTuple):
    """A step of a story: a sentence, its formula, and the model after it.

    `formula`: the announced formula, or the formula that is stated as a fact; None for other steps.
    `model`: the model after the step; None if no world is left.
    `kind`: ``begins`` sets the scene, ``says`` is a public announcement, ``acts`` is an action, ``sees`` is another
        change, ``holds`` states a fact and changes nothing, ``refuted`` is an announcement that is false at all worlds.
    `action`: the action of a step of the kind ``acts``; None for other steps.
    `event`: the event that happens, if the action is an event model; None: the preconditions decide.
    """

    sentence: str
    formula: Formula | None
    model: Model | None
    kind: Kind
    action: StructureChange | EventModel | None = None
    event: str | None = None

    @property
    def worlds(self) -> int:
        """The number of worlds after the step."""
        return 0 if self.model is None else self.model.count("true")

    @property
    def lines(self) -> tuple[str, ...]:
        """The step as lines of text: its formula, its action, or each event of its event model; otherwise empty."""
        if isinstance(self.action, EventModel):
            return tuple(_event_text(name, self.action) for name in self.action.events)
        if self.action is not None:
            return (_action_text(self.action),)
        return () if self.formula is None else (str(self.formula),)


class Story(NamedTuple):
    """A complete story: the puzzle's statement, its steps, and its answer.

    `source`: the publications from which the puzzle is taken.
    `answer`: the answer that the engine computed, such as a world, a pair of numbers, or names.
    `conclusion`: the answer as a sentence.
    `warnings`: notes on answers that result from the finite size of the model, and not from the puzzle.
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
        """The model at the beginning of the story."""
        first = self.steps[0].model
        assert first is not None
        return first

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of worlds at the beginning, and after each step that can change it."""
        return tuple(step.worlds for step in self.steps if step.kind != "holds")

    def rows(self) -> Iterator[tuple[str, str, Step | None]]:
        """Yield the rows to print: a number of worlds, a sentence, and a step.

        Of more than `MAX_REPEATS` consecutive equal sentences, only the first two and the last are yielded; a row
        between them has the number of omitted repetitions, and no step.
        """
        for _, run in groupby(self.steps, key=lambda step: (step.kind, step.sentence)):
            steps = list(run)
            shown = steps if len(steps) <= MAX_REPEATS else [*steps[:2], None, *steps[-1:]]
            for step in shown:
                if step is None:
                    yield "…", f"({len(steps) - 3:,} more times the same)", None
                else:
                    yield magnitude(step.worlds), step.sentence, step

    def __str__(self) -> str:
        lines = [self.title, "", self.statement, f"Source: {self.source}", ""]
        rows = list(self.rows())
        lines += [f"{shown:>{count_width(rows)}}  {sentence}" for shown, sentence, _ in rows]
        lines += ["", f"Answer: {self.conclusion}", *(f"Warning: {warning}" for warning in self.warnings)]
        return "\n".join(lines)


def count_width(rows: Iterable[tuple[str, str, Step | None]]) -> int:
    """Return the width of the column for numbers of worlds in a story, at least `MIN_WIDTH`."""
    return max(MIN_WIDTH, *(len(worlds) for worlds, _, _ in rows))


class Script:
    """Builds a story step by step; the engine checks whether each step can happen.

    `sentence`, `model`: the first sentence, which sets the scene, and the model at the beginning.
    `engine`: the engine of the models; ``symbolic`` converts an explicit model to decision diagrams.
    """

    def __init__(self, sentence: str, model: Model, engine: Engine = "auto") -> None:
        self.engine: Engine = engine
        self.model = on_engine(engine, model)
        self.steps = [Step(sentence, None, self.model, "begins")]

    def say(self, sentence: str, formula: str | Formula) -> Script:
        """Add a truthful public announcement; `PreconditionFailed` if it is false."""
        said = parse(formula)
        return self._add(Step(sentence, said, self._change(sentence, said), "says"))

    def see(self, sentence: str, model: Model) -> Script:
        """Add a change that is neither an announcement nor an action; `model` is the model after it."""
        return self._add(Step(sentence, None, on_engine(self.engine, model), "sees"))

    def act(self, sentence: str, action: StructureChange | EventModel, event: str | None = None) -> Script:
        """Add an action: an event model or a `StructureChange`; `PreconditionFailed` if no event can happen."""
        return self._add(Step(sentence, None, self._change(sentence, action, event), "acts", action, event))

    def find(self, sentence: str, formula: str | Formula, actions: Actions | None = None) -> Script:
        """Add a fact that holds at the actual world, or at every world if there is no actual one.

        `PreconditionFailed` if it does not hold there.
        """
        said, model, actual = parse(formula), self.model, self.model.actual
        if not (model.valid(said, actions) if actual is None else model.holds(said, actions=actions)):
            where = "everywhere in the model" if actual is None else f"at the actual world {world_quoted(actual)}"
            raise PreconditionFailed(f"{self._place(sentence)}: {shorten(str(said), 200)} is not true {where}")
        return self._add(Step(sentence, said, model, "holds"))

    def say_or_end(self, sentence: str, formula: str | Formula) -> bool:
        """Add an announcement, as `say` does, and return True.

        If there is no actual world and the formula is true at no world, add a step without worlds and return False.
        """
        said = parse(formula)
        if self.model.actual is None and not self.model.count(said):
            self.steps.append(Step(sentence, said, None, "refuted"))
            return False
        self.say(sentence, said)
        return True

    def story(
        self, title: str, statement: str, source: str, answer: object, conclusion: str, warnings: Iterable[str] = ()
    ) -> Story:
        """Return the finished story."""
        return Story(title, statement, source, tuple(self.steps), answer, conclusion, tuple(warnings))

    def _change(self, sentence: str, change: Formula | StructureChange | EventModel, event: str | None = None) -> Model:
        try:
            return self.model.update(change, event)
        except PreconditionFailed as refusal:
            raise PreconditionFailed(f"{self._place(sentence)}: {refusal.message}") from None

    def _add(self, step: Step) -> Script:
        assert step.model is not None
        self.steps.append(step)
        self.model = step.model
        return self

    def _place(self, sentence: str) -> str:
        return f'step {len(self.steps)} of the story, "{shorten(sentence)}"'


def on_engine(engine: Engine, model: Model) -> Model:
    """Return the model, converted to decision diagrams if the engine is symbolic."""
    if not isinstance(model, KripkeModel) or not for_worlds(engine).is_symbolic:
        return model
    from kripke.models.named_model import NamedModel  # loads the library of decision diagrams

    return NamedModel(model)


def limit_for(engine: Engine, value: object, explicit: int, symbolic: int = 200) -> int:
    """Return the maximal size of a story: `explicit` on the explicit engine, otherwise `symbolic`.

    `ModelError` if the engine is explicit and the size `value` is possible on the symbolic engine only.
    """
    if known_engine(engine) != "explicit":
        return symbolic
    if isinstance(value, int) and explicit < value <= symbolic:
        raise ModelError(
            f"n={value}: the explicit engine supports at most {explicit}; use the symbolic engine with "
            + parameter("engine", "symbolic")
        )
    return explicit


def _event_text(name: str, model: EventModel) -> str:
    """Return the text of an event, such as ``change: needs basket; basket becomes false``."""
    event = model.events[name]
    changes = ", ".join(f"{atom} becomes {formula}" for atom, formula in event.post.items())
    return f"{name}: needs {event.pre}" + (f"; {changes}" if changes else "")


def _action_text(action: StructureChange) -> str:
    """Return the text of an action without an event model, such as ``all learn whether p``."""
    match action:
        case AnnouncementWhether(formula, to):
            who = ["all"] if to is None else [to] if isinstance(to, str) else list(to)
            return f"{listing(who, 'and')} learn{'s' * (len(who) == 1 and to is not None)} whether {formula}"
        case Likelihood(agent, chances):
            factors = ", ".join(f"by {chance} where {formula}" for formula, chance in chances)
            return f"the weights of {agent} are multiplied {factors}"
    return str(action)


def whole_number(value: object, what: str, least: int, most: int | None = None) -> int:
    """Return the value of the option `what` if it is a whole number from `least` to `most`; otherwise `ModelError`."""
    if not is_whole(value, least, inf if most is None else most):
        end = "" if most is None else f" to {most}"
        raise ModelError(f"{what}={shorten(repr(value))}: expected a whole number from {least}{end}")
    return int(value)


def yes_or_no(value: object, what: str) -> bool:
    """Return the value of the option `what` if it is True or False; otherwise `ModelError`."""
    if not isinstance(value, bool):
        raise ModelError(f"{what}={shorten(repr(value))}: expected True or False")
    return value


NAMES = ("anne", "bill", "cath", "dave", "emma", "fred", "gina", "hugo", "iris", "john", "kate", "liam", "mary", "nick",
         "olga", "paul", "quin", "rosa", "sven", "tina", "ugo", "vera", "walt", "xena", "yves", "zoe")  # fmt: skip


def people(n: int) -> tuple[str, ...]:
    """Return the names of n agents: anne, bill, cath, ..., and after 26 names agent27, agent28, ..."""
    return tuple(NAMES[i] if i < len(NAMES) else f"agent{i + 1}" for i in range(n))


def one_of(value: object, choices: Iterable[str], what: str) -> str:
    """Return the value of the option `what` if it is one of the choices; otherwise `ModelError`."""
    known = tuple(choices)
    if value not in known:
        raise ModelError(f"{what}={shorten(repr(value))}: expected one of {', '.join(known)}")
    return str(value)


def some_of(value: object, choices: Sequence[str], what: str) -> tuple[str, ...]:
    """Return the names in the option `what`, whose value is a list or a string, in the order of `choices`.

    None or ``all`` means all choices; an empty list or string, or ``nobody``, means none of them. `ModelError` for
    other names.
    """
    if value is None or value == "all":
        return tuple(choices)
    if isinstance(value, str):
        value = () if value == "nobody" else value.replace(",", " ").split()
    expected = f"{', '.join(choices)}, several of them, all, or nobody"
    if not isinstance(value, Iterable):
        raise ModelError(f"{what}={shorten(repr(value))}: expected names from {expected}")
    chosen = list(value)
    for name in chosen:
        if name not in choices:
            raise ModelError(f"{what}={shorten(repr(name))}: expected one of {expected}")
    return tuple(name for name in choices if name in chosen)


def single_or_all(worlds: Iterable[object]) -> object:
    """Return the only world, or the tuple of all worlds if there are several or none."""
    left = tuple(worlds)
    return left[0] if len(left) == 1 else left


def alternatives(worlds: Iterable[object]) -> str:
    """Return the worlds as a string such as ``(1, 2) or (2, 3)``; the first three and a count if over four."""
    texts = [str(world) for world in worlds]
    return listing(texts if len(texts) <= 4 else [*texts[:3], f"{len(texts) - 3} others"])
