"""The puzzles by name; the module of a puzzle is imported on first use."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from kripke.data.errors import ModelError
from kripke.symbolic.choice import Engine
from kripke.symbolic.choice import engine as known_engine
from logic.errors import EpistemicError, did_you_mean, naming, parameter, shorten
from logic.options import require_known, typed_options

if TYPE_CHECKING:
    from kripke.puzzles.story import Story

ENGINE = "engine"  # the parameter that chooses the engine; it is not an option of the story

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
"""Maps puzzle names to titles. The order suits a first course: announcements, then actions, then false beliefs.

The module of a puzzle, and the function that tells it, have the name of the puzzle.
"""


class UnknownPuzzle(EpistemicError, KeyError):
    """Raised for an unknown puzzle name."""


class Puzzle(NamedTuple):
    """A puzzle, which can be turned into a story.

    `name`: the name, which is the argument of the function `puzzle`.
    `title`: the title for readers.
    """

    name: str
    title: str

    @property
    def function(self) -> Callable[..., Story]:
        """The function that builds the story, from the module with the puzzle's name."""
        function: Callable[..., Story] = getattr(import_module(f"kripke.puzzles.{self.name}"), self.name)
        return function

    @property
    def options(self) -> dict[str, Any]:
        """The puzzle's options and their default values."""
        return {name: p.default for name, p in self._parameters.items() if name != ENGINE}

    @property
    def is_symbolic(self) -> bool:
        """Whether the puzzle supports both engines; its function then has the parameter ``engine``."""
        return ENGINE in self._parameters

    @property
    def _parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.function).parameters

    def read(self, texts: Iterable[str]) -> dict[str, Any]:
        """Parse options such as ``n=4``, with the types of the defaults; `InvalidOption` for other strings."""
        with naming(f"puzzle {self.name}"):
            return typed_options(texts, self.options)

    def tell(self, engine: Engine = "auto", **options: Any) -> Story:
        """Build the puzzle's story with these options.

        `InvalidOption` for an unknown option, `ModelError` if the value of an option is invalid or the puzzle does not
        support the engine, `PreconditionFailed` if a speaker would have to say something false.
        """
        known = self.options
        with naming(f"puzzle {self.name}"):
            for option in options:
                require_known(option, known)
        if self.is_symbolic:
            return self.function(**options, engine=known_engine(engine))
        if known_engine(engine) == "symbolic":
            raise ModelError(
                f"puzzle {self.name}: this story needs listed worlds, for weights, ranks or worlds of its own; use "
                + parameter("engine", "explicit")
            )
        return self.function(**options)


def puzzle(name: str) -> Puzzle:
    """Return the puzzle with this name; `UnknownPuzzle` suggests a similar name.

    Hyphens and spaces count as underscores; upper and lower case are equal.
    """
    key = str(name).strip().lower().replace("-", "_").replace(" ", "_")
    if key not in TITLES:
        there = did_you_mean(key, TITLES) or "; there are " + ", ".join(TITLES)
        raise UnknownPuzzle(f"no puzzle '{shorten(str(name))}'{there}")
    return Puzzle(key, TITLES[key])


def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles; their modules are not imported."""
    return tuple(Puzzle(name, title) for name, title in TITLES.items())
