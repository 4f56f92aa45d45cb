"""The puzzles by name; a puzzle's file is imported when its story is told."""

from __future__ import annotations

import inspect
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kripke.data.errors import ModelError
from kripke.symbolic.choice import Engine
from kripke.symbolic.choice import engine as known_engine
from logic.errors import EpistemicError, did_you_mean, shorten

if TYPE_CHECKING:
    from kripke.puzzles.story import Story

ENGINE = "engine"
"""The parameter that says where the models are; it is no option of the story."""

TITLES = {
    "muddy_children": "Muddy children",
    "wise_men": "Three wise men",
    "sum_and_product": "Sum and Product",
    "cheryl": "Cheryl's birthday",
    "consecutive_numbers": "Consecutive numbers",
    "what_sum": "What Sum",
    "russian_cards": "Russian cards",
    "dining_cryptographers": "Dining cryptographers",
    "drinking_logicians": "Drinking logicians",
    "hexa": "Hexa: three players, three cards",
    "surprise_exam": "The surprise examination",
    "moore": "Moore's sentence",
    "prisoners": "One hundred prisoners and a light bulb",
    "whisper": "Hexa: a card shown, or a word whispered",
    "letter_passing": "Letter passing",
    "coordinated_attack": "The coordinated attack",
    "gossip": "Gossip by telephone",
    "sally_anne": "Sally and Anne",
    "coin_in_the_box": "The coin in the box",
    "lie": "A lie that is found out",
    "moore_lie": "Moore's sentence as a lie",
    "monty_hall": "Monty Hall",
}
"""The puzzles in the order of a first course: the name of the file and of its function, and the title.

First announcements, then what agents do, then what they wrongly believe.
"""


class UnknownPuzzle(EpistemicError, KeyError):
    """There is no puzzle of this name."""


class UnknownOption(EpistemicError, TypeError):
    """The puzzle has no such option."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle that can be told.

    Parameters
    ----------
    name, title : str
        The name that `puzzle` knows, and the title for people.
    """

    name: str
    title: str

    @property
    def function(self) -> Callable[..., Story]:
        """The function that tells the story, from the file of the same name."""
        made: Callable[..., Story] = getattr(import_module(f"kripke.puzzles.{self.name}"), self.name)
        return made

    @property
    def options(self) -> dict[str, Any]:
        """The options and their defaults."""
        return {name: p.default for name, p in self._parameters.items() if name != ENGINE}

    @property
    def is_symbolic(self) -> bool:
        """Whether the story can be told on the symbolic engine: nobody in it has weights or ranks."""
        return ENGINE in self._parameters

    @property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.function).parameters

    def tell(self, engine: Engine = "auto", **options: Any) -> Story:
        """The story with these options.

        Parameters
        ----------
        engine : {'auto', 'explicit', 'symbolic'}
            Where its models are: listed, or as diagrams; ``auto`` lists them where there are not too many worlds.

        Raises
        ------
        UnknownOption
            If the puzzle has no such option.
        ModelError
            If an option's value does not fit.
        PreconditionFailed
            If somebody would have to say what is false at the actual world.
        """
        known = self.options
        for option in options:
            if option not in known:
                there = did_you_mean(option, known) or "; it takes no options"
                raise UnknownOption(f"puzzle {self.name}: no option '{shorten(option)}'{there}")
        if self.is_symbolic:
            return self.function(**options, engine=known_engine(engine))
        if known_engine(engine) == "symbolic":
            raise ModelError(
                f"puzzle {self.name}: there are weights or ranks in this story, which the symbolic engine has not; "
                "tell it by engine='explicit'"
            )
        return self.function(**options)


def puzzle(name: str) -> Puzzle:
    """The puzzle of this name; hyphens, spaces and capitals do not matter.

    Raises
    ------
    UnknownPuzzle
        If there is none; the message proposes a near one.
    """
    key = str(name).strip().lower().replace("-", "_").replace(" ", "_")
    if key not in TITLES:
        there = did_you_mean(key, TITLES) or "; there are " + ", ".join(TITLES)
        raise UnknownPuzzle(f"no puzzle '{shorten(str(name))}'{there}")
    return Puzzle(key, TITLES[key])


def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles; nothing is imported."""
    return tuple(Puzzle(name, title) for name, title in TITLES.items())


def read_options(texts: Iterable[str]) -> dict[str, Any]:
    """Options from texts such as ``n=10`` or ``muddy=anne``: what is no Python literal is a text, a list a tuple.

    ``None`` is the option's default, as if it were not there.

    Raises
    ------
    UnknownOption
        If a text has no ``=``, or an option is given twice.
    """
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UnknownOption(f"option '{shorten(text)}': expected name=value, such as n=10")
        if name.strip() in options:
            raise UnknownOption(f"option '{shorten(name.strip())}' is given twice")
        options[name.strip()] = _value(value.strip())
    return {option: value for option, value in options.items() if value is not None}


def _value(text: str) -> Any:
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return tuple(value) if isinstance(value, list) else value
