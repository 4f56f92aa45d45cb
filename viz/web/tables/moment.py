"""A moment of a game for one viewer: its picture, what is known, the answer to a question, and what is possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.rules import CHANCE, EVERYTHING, TERMINAL, State
from games.core.stages import Stage
from games.core.wording import whose
from games.game import Game
from games.knowing.excerpt import Onlooker, seen_by, seen_by_all
from games.knowing.knower import AT_THE_TABLE, Answer, Knower, read_question, speaks_of_beliefs
from games.telling.face import Beside, Block, Face, Fitting, Line, Lines
from kripke.models.kripke_model import KripkeModel
from learn.exercises.formulas import limited_formula
from logic.clauses import Atom, Top
from logic.errors import listing
from logic.exact import decimals_text, magnitude
from viz.boards import draw_board, has_board
from viz.game_beliefs import DRAWN

BUTTONS = 40  # maximal number of actions that are listed whole


@dataclass(frozen=True)
class Moment:
    """A game after some moves, and who looks at it."""

    game: Game
    face: Face
    state: State
    number: int
    viewer: int

    @property
    def sees_all(self) -> bool:
        """Whether the viewer sees everything."""
        return self.viewer == EVERYTHING

    @property
    def knower(self) -> Knower:
        """The viewer's knowledge by the model of the table; the first player's for a viewer who sees everything."""
        return Knower(self.game.table(self.state), self.state.rules.names[0 if self.sees_all else self.viewer])


def board(moment: Moment, narrow: bool = False) -> dict[str, Any]:
    """The table as a picture and in words, whose turn it is, and what can be done if it is the viewer's."""
    state, face = moment.state, moment.face
    view = moment.game.observation(state, moment.viewer)
    player = state.current_player
    legal = state.legal_actions() if player >= 0 and player == moment.viewer else None
    few = [] if legal is None or isinstance(legal, Stage) or len(legal) > BUTTONS else legal
    return {
        "svg": str(draw_board(state, player=moment.viewer, narrow=narrow)) if has_board(moment.game.name) else None,
        "words": [_block(each) for each in face.table(view)],
        "turn": None if player in (CHANCE, TERMINAL) else face.name(player),
        "choices": [] if legal is None else face.choices(view, legal),
        "actions": [str(each) for each in few],
        "result": face.result(state.returns()) if state.is_terminal else [],
    }


def _block(block: Block) -> dict[str, Any]:
    if isinstance(block, Lines):
        return {"lines": [_line(each) for each in block.lines]}
    if isinstance(block, Fitting):
        return _block(block.wide)
    if isinstance(block, Beside):
        return {"left": _block(block.left), "right": _block(block.right)}
    rows = [{"cells": [_line(cell) for cell in row.cells], "marked": row.is_marked} for row in block.rows]
    return {"headings": list(block.headings), "rows": rows}


def _line(line: Line) -> list[list[str]]:
    return [list(span) for span in line]


def knows(moment: Moment) -> dict[str, Any]:
    """The viewer's knowledge; for a viewer who sees everything, each player's knowledge."""
    if moment.sees_all:
        return {"players": [{"name": name, "text": text} for name, text in moment.face.knowledge(moment.state).items()]}
    known, facts = moment.knower.all(), moment.face.facts(moment.state, moment.viewer)
    return {
        "facts": facts,
        "own": [] if facts else [str(each) for each in known.own],
        "common": [] if facts else [str(each) for each in known.common],
        "possibilities": magnitude(known.possibilities),
        "open": [
            {"atom": str(each.formula), "share": decimals_text(each.share), "worlds": each.among(known.possibilities)}
            for each in known.open_questions
        ],
    }


def question(
    moment: Moment, text: str, own: Callable[[], tuple[KripkeModel | None, bool]] = lambda: (None, False)
) -> dict[str, Any]:
    """Whether a formula is true at the table, or for a player whether it is known or believed, and else how likely.

    `own` gives the player's own model, or None, and whether it is that of an agent in a person's place.
    """
    formula = read_question(limited_formula(text))
    if not moment.sees_all:
        knower = moment.knower
        answer, (model, stands_in) = knower.ask(formula), own()
        says = _said(answer, knower)
        if model is not None and formula.atoms <= set(model.atoms):
            me = whose(knower.name)
            by = f"the beliefs of an agent in {me} place" if stands_in else f"{me} own model"
            believed = Knower(knower.table, knower.name, model).ask(formula)
            said = f"by {by}, {believed.said_of(knower.name)}"
            if speaks_of_beliefs(formula):
                answer, says = believed, said
            elif answer.settled is None:
                says += f"; {said}"
        elif speaks_of_beliefs(formula):
            says += f"; {AT_THE_TABLE}"
        return {"formula": str(formula), "says": says, "holds": answer.settled}
    onlooker = Onlooker(moment.game.table(moment.state), f"move {moment.number}")
    verdict = onlooker.check(formula)
    says = f"{'true' if verdict.holds else 'false'} at the table"
    if onlooker.missing:
        says += f", whatever {listing(onlooker.missing, 'and')} will be"
    if speaks_of_beliefs(formula):
        says += f"; {AT_THE_TABLE}"
    return {"formula": str(formula), "says": says, "holds": verdict.holds, "why": str(verdict.explain())}


def _said(answer: Answer, knower: Knower) -> str:
    if answer.settled is not None:
        return answer.settled_of(knower.name)
    share = f"{answer.among(knower.possibilities())} ({decimals_text(answer.share)})"
    return f"{knower.name} cannot know: it is so in {share}"


def mind(moment: Moment, about: Sequence[str]) -> dict[str, Any]:
    """The model of what the viewer considers possible, or of what is known at the table, and a formula about it.

    Worlds that differ neither in the given variables and atoms nor in what is known of them are one.
    """
    read = seen_by_all if moment.sees_all else seen_by
    shown = read(moment.knower, about, most=DRAWN)
    formula = next(map(Atom, shown.model.atoms), Top()) if shown.marker is None else shown.marker
    return {"model": shown.model.to_dict(), "formula": str(formula)}
