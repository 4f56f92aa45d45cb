"""A game as text: `Face` works for any game, and a game's own module ``face`` may define a subclass."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, TypeAlias

from games import registry
from games.core.rules import CHANCE, Event, Rules, State
from games.core.sentences import verb_of
from games.core.stages import Stage
from games.game import Game
from logic.errors import listing

if TYPE_CHECKING:
    from games.core.agent import Agent
    from games.playing.match import Turn

Style = Literal["", "strong", "faint", "bad", "warning", "key"]
"""The role of a piece of text; the output decides how the role is shown."""


class Span(NamedTuple):
    """A piece of a line, with a style."""

    text: str
    style: Style = ""


Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """A block of lines in a monospaced font."""

    lines: tuple[Line, ...]

    def __str__(self) -> str:
        return "\n".join("".join(span.text for span in line) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a grid; the row of the player to move may be marked."""

    cells: tuple[Line, ...]
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; the first `narrow` columns are never wrapped."""

    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    narrow: int = 1


@dataclass(frozen=True, slots=True)
class Beside:
    """Two blocks side by side, or stacked if there is no room."""

    left: Lines
    right: Grid


@dataclass(frozen=True, slots=True)
class Fitting:
    """Lines that must not be wrapped, and the replacement if there is no room for them."""

    wide: Lines
    narrow: Lines


Block: TypeAlias = Lines | Grid | Beside | Fitting


def line(text: str, style: Style = "") -> Line:
    """A line that consists of one span."""
    return (Span(text, style),)


def lines(texts: Iterable[str]) -> Lines:
    """A block of lines without styles."""
    return Lines(tuple(line(text) for text in texts))


def highlighted(text: str, styles: Mapping[str, Style]) -> Lines:
    """The lines of a text with styles. Each style applies where its regular expression (without groups) matches."""
    pattern = re.compile("|".join(f"({each})" for each in styles))
    kinds = tuple(styles.values())
    return Lines(tuple(tuple(_spans(each, pattern, kinds)) for each in text.split("\n")))


def _spans(text: str, pattern: re.Pattern[str], styles: tuple[Style, ...]) -> Iterable[Span]:
    place = 0
    for match in pattern.finditer(text):
        if match.start() > place:
            yield Span(text[place : match.start()])
        yield Span(match[0], styles[(match.lastindex or 1) - 1])
        place = match.end()
    if place < len(text):
        yield Span(text[place:])


LISTED = 12  # the largest number of actions that are listed one by one; more are listed by kind
SHOWN = 6  # the number of shown actions of a kind if there are more than `LISTED`


class Face:
    """The texts of a game, made from the observations of one viewer."""

    cells: ClassVar[bool] = False
    """Whether adjacent numbers in texts are coordinates on a board, so that their order matters."""

    numbered: ClassVar[bool] = True
    """Whether choices may be numbered; False for games whose own words are numbers or letters."""

    aloud: ClassVar[tuple[str, ...]] = ()  # Verbs that are never filled in for the person: they must be typed

    plain: ClassVar[Mapping[int, int]] = {}
    """The ASCII replacements of characters, for `str.translate`, on terminals with plain characters only."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules

    @property
    def how_to_play(self) -> Sequence[str]:
        """The rules in short, by paragraph; by default from the docstring of the rules, without its sections."""
        text = (inspect.getdoc(type(self.rules)) or "").partition("\nParameters\n---")[0]
        return [" ".join(each.split()) for each in text.split("\n\n") if each]

    def name(self, player: int) -> str:
        """The name of the player in a seat, or "chance"."""
        return "chance" if player == CHANCE else self.rules.names[player]

    def table(self, view: Any) -> tuple[Block, ...]:
        """The present state as blocks of text, made from a viewer's observation."""
        return (lines(str(view).split("\n")),)

    def sentence(self, event: Event, before: Any, after: Any) -> str:
        """A sentence about a move as a viewer sees it; empty if none is worth showing."""
        return f"{self.name(event.player)}: {event.seen}"

    def choices(self, view: Any, legal: Sequence[Any]) -> list[str]:
        """The player's possible actions, in lines."""
        if self.numbers(legal):
            return [f"{number}  {action}" for number, action in enumerate(legal, 1)]
        by_kind = kinds(legal).items()
        shown = {kind: ", ".join(map(str, each if len(each) <= LISTED else each[:SHOWN])) for kind, each in by_kind}
        more = {kind: f" and {len(each) - SHOWN:,} more" * (len(each) > LISTED) for kind, each in by_kind}
        return [shown[kind] if len(each) == 1 else f"{kind}: {shown[kind]}{more[kind]}" for kind, each in by_kind]

    def numbers(self, legal: Sequence[Any]) -> bool:
        """Whether the choices are numbered: the game allows it, there are few, and none contains a digit."""
        return (
            self.numbered
            and len(legal) <= LISTED
            and not any(each.isdigit() for action in legal for each in str(action))
        )

    def understood(self, text: str, legal: Sequence[Any]) -> str:
        """The text in a standard form, with the game's own words; by default unchanged. May raise `IllegalAction`."""
        return text

    def why_not(self, action: Any, legal: Sequence[Any]) -> str:
        """The reason why an action is not legal now; empty if no reason is known."""
        return ""

    def hand(self, view: Any) -> str:
        """The player's private cards and facts as text; empty if the game has none."""
        return ""

    def deed(self, action: Any, view: Any) -> str:
        """A player's action as text, for buttons and for the explanation of moves after a round.

        `view`: the player's observation before the action.
        """
        return str(action)

    def round_of(self, state: State) -> int:
        """The number of the current round; 0 if the game has only a single round."""
        return 0

    def after_round(self, before: Any, after: Any) -> tuple[Block, ...]:
        """The description of the state after a round; nothing by default.

        Parameters
        ----------
        before, after : observation
            The observations before and after the round's last move; in `after`, the next round may be set up.
        """
        return ()

    def knowledge(self, state: State) -> dict[str, str]:
        """Each player's knowledge of the values of variables, as a verb phrase to put after the name."""
        table = self.game.table(state)
        phrases = {}
        for name, items in table.observes:
            values = [
                _valued(item, table.actual[item]) for item in items if isinstance(item, str) and item in table.actual
            ]
            phrases[name] = f"{verb_of(name, 'knows')} {listing(values, 'and') if values else 'no value'}"
        return phrases

    def facts(self, state: State, seat: int) -> list[str]:
        """Lines about a player's knowledge of the state; if empty, known values are listed instead."""
        return []

    def advisor(self) -> Agent | None:
        """An agent that follows a person's observations and forms beliefs from them; None by default."""
        return None

    def beliefs(self, agent: Agent, whole: bool = False) -> list[str]:
        """Lines with an agent's beliefs (if `whole` all of them, otherwise a summary); empty if it has no beliefs."""
        return []

    def news(self, agents: Sequence[Agent], turn: Turn) -> list[str]:
        """The beliefs that agents adopted or dropped at a move, in lines."""
        return []

    def result(self, returns: Sequence[Fraction]) -> list[str]:
        """The result of the game, in lines."""
        return [f"{name}: {paid} ({self.rules.unit})" for name, paid in zip(self.rules.names, returns, strict=True)]


def kinds(legal: Sequence[Any]) -> Mapping[str, Sequence[Any]]:
    """The actions grouped by the first word of their texts, or by the first choice if they are chosen in stages."""
    if isinstance(legal, Stage):
        return {str(choice): after if isinstance(after, Stage) else (after,) for choice, after in legal.choices.items()}
    groups: dict[str, list[Any]] = {}
    for action in legal:
        groups.setdefault(str(action).partition(" ")[0], []).append(action)
    return groups


def _valued(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else f"¬{name}"
    return f"{name}={value}"


def face_of(game: Game, rules: Rules) -> Face:
    """The face in the game's own folder; a general face if the game has none."""
    module = registry.part(game.rules, "face")
    face: Face = (Face if module is None else module.FACE)(game, rules)
    return face
