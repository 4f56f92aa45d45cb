"""The process of a game, which answers the page's requests with the information that the viewer may see."""

import json
import multiprocessing
import re
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, replace
from math import inf
from os.path import getmtime
from pathlib import Path
from socket import socket
from typing import Any, NamedTuple

from games import registry
from games.core.errors import GameError
from games.core.rules import CHANCE, EVERYTHING, TERMINAL, State
from games.core.seeds import draw_seed
from games.core.sentences import whose
from games.core.stages import Stage, Subsets
from games.game import Game
from games.knowing.excerpt import Excerpt, Onlooker, asked_in, seen_by, seen_by_all
from games.knowing.knower import AT_THE_TABLE, Knower, read_question, speaks_of_beliefs, words_of
from games.knowing.queries import Query, joined
from games.playing.match import Lineup, Setup
from games.playing.records import InUse, Journal, read_line, read_record
from games.telling.description import describe
from games.telling.face import Beside, Block, Face, Fitting, Line, Lines, face_of, kinds
from games.telling.sitting import Sitting
from kripke.formats.file_reading import confine
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Verdict
from learn.exercises.formulas import limited_formula
from logic.clauses import Atom, Top
from logic.errors import EpistemicError, did_you_mean, listing, shorten
from logic.exact import decimals_text, magnitude
from logic.parser import parse
from viz.boards import draw_board, has_board
from viz.game_pictures import DRAWN
from viz.web.answers import answered
from viz.web.protocol import SECONDS, Answer, said
from viz.web.request import validated
from viz.web.tables.tables import Act, Ask, AtTable, Body, Draw, Games, Open, Opening, Play, Queries, Replay, View
from viz.web.worker import serve
from viz.web.workers import LATE, LOST

BUTTONS = 120  # maximal number of actions that are listed one by one
STAGED = 20  # the same for actions that can be chosen in steps


class Moment(NamedTuple):
    """A game after `number` moves, for one viewer (a seat, or `EVERYTHING`); `face` describes the state in words."""

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
        """The knowledge of the viewer at this moment, or of the first player if the viewer is an onlooker."""
        return Knower(self.game.table(self.state), self.state.rules.names[0 if self.sees_all else self.viewer])


def board(moment: Moment, narrow: bool = False) -> dict[str, Any]:
    """Return what the viewer sees as a picture and in words, the player to move, and the viewer's legal actions."""
    state, face = moment.state, moment.face
    view = moment.game.observation(state, moment.viewer)
    player = state.current_player
    legal = state.legal_actions() if player >= 0 and player == moment.viewer else None
    most = STAGED if isinstance(legal, Stage) else BUTTONS
    few = [] if legal is None or len(legal) > most else list(legal)
    return {
        "svg": str(draw_board(state, player=moment.viewer, narrow=narrow)) if has_board(moment.game.name) else None,
        "words": [_block(each) for each in face.table(view)],
        "turn": None if player in (CHANCE, TERMINAL) else face.name(player),
        "choices": [] if legal is None else face.choices(view, legal),
        "actions": [
            {"kind": kind, "texts": [(str(action), face.deed(action, view)) for action in same]}
            for kind, same in kinds(few).items()
        ],
        "steps": _steps(legal) if isinstance(legal, Stage) and not few else None,
        "result": face.result(state.returns()) if state.is_terminal else [],
    }


def _steps(after: Any) -> dict[str, Any]:
    """Convert a stage to its choices, `Subsets` to the items to choose from, and an action to its text."""
    if isinstance(after, Subsets):
        items = [getattr(item, "sign", str(item)) for item in after.items]
        return {"text": str(after.action(())), "items": items, "size": after.size}
    if isinstance(after, Stage):
        return {"choices": [[str(choice), _steps(then)] for choice, then in after.choices.items()]}
    return {"text": str(after)}


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


def beliefs(moment: Moment, minds: Mapping[int, tuple[KripkeModel, bool]]) -> list[dict[str, Any]]:
    """Return the uncertain atoms in players' own models, the likeliest first, with percentages.

    `minds` maps each seat to a model, and to whether the agent at this seat stands in for a person.
    """
    rows = []
    for seat, (model, stands_in) in minds.items():
        knower = Knower(moment.knower.table, moment.face.name(seat), model)
        answers = sorted(knower.open_questions(model.atoms), key=lambda answer: -answer.share)
        degrees = ({"atom": str(a.formula), "percent": round(100 * a.share), "believed": a.believed} for a in answers)
        rows.append({"name": knower.name, "stands_in": stands_in, "degrees": list(degrees)})
    return rows


def knows(moment: Moment) -> dict[str, Any]:
    """Return the viewer's knowledge; for an onlooker, the knowledge of each player."""
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
    moment: Moment, text: str, own: Callable[[], Mapping[int, tuple[KripkeModel, bool]]] = dict
) -> dict[str, Any]:
    """Return whether a formula is true; for a player, what the player knows or believes about it.

    `own` returns the players' own models by seat, in the form of the argument `minds` of `beliefs`.
    """
    formula = read_question(limited_formula(text))
    if not moment.sees_all:
        knower = moment.knower
        answer, (model, stands_in) = knower.ask(formula), own().get(moment.viewer, (None, False))
        if answer.settled is None:
            share = f"{answer.among(knower.possibilities())} ({decimals_text(answer.share)})"
            says = f"{knower.name} cannot know: it is so in {share}"
        else:
            says = answer.settled_of(knower.name)
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


def mind(moment: Moment, about: Sequence[str]) -> dict[str, Any]:
    """Return the model of the worlds that the viewer considers possible; for an onlooker, of all players' knowledge.

    Worlds that agree on the given variables and atoms and on the knowledge about them are merged.
    """
    read = seen_by_all if moment.sees_all else seen_by
    return _drawn(read(moment.knower, about, most=DRAWN))


def queries(history: Sequence[Query]) -> dict[str, Any]:
    """Return an agent's queries before a move with their answers, as formulas and, if possible, in words."""
    rows = []
    for each in joined(history):
        query = history[each.first]
        words = words_of(query) if each.formula == query.formula else ""  # not of joined or shortened formulas
        rows.append({**each._asdict(), "words": words, "has_model": query.check is not None})
    return {"queries": rows}


def _drawn(shown: Excerpt) -> dict[str, Any]:
    formula = next(map(Atom, shown.model.atoms), Top()) if shown.marker is None else shown.marker
    return {"model": shown.model.to_dict(), "formula": str(formula)}


def apart(ask: Callable[[], dict[str, Any]]) -> Answer:
    """Call a function in another process; return its result, or an error if it takes too long or crashes."""
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)

    def tell() -> None:
        signal.setitimer(signal.ITIMER_REAL, 2 * SECONDS)  # it ends even if the process that waits for it was killed
        there.send(answered(ask))

    process = context.Process(target=tell)
    process.start()
    there.close()
    try:
        return Answer(*here.recv()) if here.poll(SECONDS) else LATE
    except EOFError:
        return LOST
    finally:
        process.kill()
        process.join()
        here.close()


def offer() -> dict[str, Any]:
    """Return the list of games, each with its title, players, options and agents."""
    games = [
        {
            "name": name,
            "title": game.title,
            "about": game.about,
            "players": list(game.players),
            "options": {key: game.defaults.get(key, str(value)) for key, value in game.options.items()},
            "rules": list(face_of(played := registry.game(name), played.rules.of()).how_to_play),
            "agents": [{"name": each.name, "about": each.about, "level": each.level} for each in game.agents],
            "lineup": list(game.lineup),
            "names": list(game.names),
        }
        for name, game in ((name, describe(name)) for name in registry.names())
    ]
    return {"games": games}


KEPT = 200  # maximal number of stored games; a new game replaces the game whose last move is oldest
MOVING = 0.5  # seconds in a request after which no agent begins a move, so the page shows moves as they come
NAME = "the record"


def hold(channel: socket, path: Path) -> None:
    """Serve requests about a game; the first request opens the game, or continues it from its journal."""
    holders: list[Holder] = []

    def opened(request: Open | Replay) -> dict[str, Any]:
        holders.append(Holder(path, request))
        return holders[0].opened()

    def answer(route: str, body: bytes) -> Answer:
        request: Any = validated(Body, body)
        if isinstance(request, Games):
            return answered(offer)
        if not isinstance(request, AtTable):
            return answered(lambda: opened(request))
        try:
            holder = holders[0] if holders else Holder(path)
        except InUse as error:  # the earlier process of this game has not ended yet
            return said(503, "Busy", error.message)
        except (EpistemicError, LookupError, TypeError, ValueError) as error:
            wrong = error.message if isinstance(error, EpistemicError) else f"{path} is damaged"
            return said(410, "Gone", f"the game cannot go on: {wrong}")
        holders[:] = [holder]
        return holder.answer(request)

    serve(channel, answer)


def _new(request: Open, moves: Sequence[str]) -> Sitting:
    game = registry.built_in(request.game)
    agents = registry.makers(game)
    for agent in request.agents:
        if agent is not None and agent not in agents:  # only a name is allowed, since parameters may name files
            raise GameError(f"no agent {shorten(repr(agent))}{did_you_mean(agent, agents)}")
    options = registry.read(game, [f"{name}={value}" for name, value in request.options.items()])
    lineup = Lineup(tuple(request.agents), tuple(request.names))
    return Sitting.of(Setup(game.name, lineup, options, int(request.seed or 0)), moves)


def _again(request: Replay, moves: int) -> Sitting:
    line = next((line for line in request.record.splitlines() if line.strip()), "")
    sitting = Sitting.of_record(read_record(read_line(line, 1, NAME), NAME), 1, NAME, request.reasons)
    sitting.play(moves, inf)
    return sitting


def _journal(path: Path) -> Journal:
    """Open the journal of a game, in a folder that only the user can read, since it contains hidden information.

    If the folder has more than `KEPT` journals, the oldest ones are deleted.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise GameError(
            f"{path.parent}: {error.strerror}; give a folder with `whoknows serve --games FOLDER`"
        ) from None
    with suppress(OSError):  # another process may be faster
        for old in sorted({*path.parent.glob("*.jsonl")} - {path}, key=getmtime)[: 1 - KEPT]:
            old.unlink()
    return Journal(path)


class Holder:
    """The game that this process serves, with a journal of the opening request and the moves."""

    def __init__(self, path: Path, request: Open | Replay | None = None) -> None:
        with ExitStack() as stack:
            self._journal = stack.enter_context(_journal(path))
            moves: list[dict[str, Any]] = []
            if request is None:
                first, *moves = self._journal.entries()
                request = validated(Opening, json.dumps(first).encode())
            elif isinstance(request, Open) and request.seed is None:
                request = replace(request, seed=str(draw_seed()))
            confine(Path(registry.__file__).parent)  # names of agents in a record may name files
            actions = [move["move"] for move in moves]
            self.sitting = _new(request, actions) if isinstance(request, Open) else _again(request, len(actions))
            if self._journal.is_new:
                self._journal.append(asdict(request))
            stack.pop_all()  # without a game, a new journal is removed
        self.path, self._kept = path, len(actions)

    def opened(self) -> dict[str, Any]:
        """Return the data that the page needs when it opens the game."""
        match, person = self.sitting.match, self.sitting.person
        agents = match.setup.lineup.agents
        names = match.rules.names
        return {
            "table": self.path.stem,
            "game": match.setup.game,
            "title": match.setup.played.title,
            "players": [{"name": name, "agent": agents[match.seats.index(seat)]} for seat, name in enumerate(names)],
            "person": None if person is None else names[person],
            "examples": self._examples(),
        }

    def _examples(self) -> list[str]:
        """Return the game's example formulas that mention only players of this game; without any, simple formulas."""
        rules, game = self.sitting.match.rules, self.sitting.match.setup.played
        usual = set(game.rules.of().names)
        named = {text: parse(text).agents | usual.intersection(re.findall(r"\w+", text)) for text, _ in game.formulas}
        own = [text for text, names in named.items() if names <= set(rules.names)]
        variable, values = game.table(rules.start()).variables[0]
        atom = f"{variable}={values[0]}" if values else variable
        return own or [f"K_{rules.names[-1]} {atom}", f"M_{rules.names[0]} K_{rules.names[-1]} {atom}"]

    def answer(self, request: AtTable) -> Answer:
        """Answer a request; the answer is an error if the viewer may not see what is requested."""
        if isinstance(request, Play | Act):
            return answered(lambda: self._played(request))
        if isinstance(request, View | Ask | Queries | Draw):
            return apart(lambda: self._moment(request))
        return answered(self._record)

    def _played(self, request: Play | Act) -> dict[str, Any]:
        """Make the person's move, or let agents make moves; return the events since the page's last request."""
        sitting, viewer = self.sitting, self._viewer(request)
        if not isinstance(request, Act):
            sitting.play(request.moves, MOVING)
        elif request.since in (None, len(sitting.turns)):
            sitting.act(request.text)
        self._journal.append(*({"move": str(turn.action)} for turn in sitting.turns[self._kept :]))
        self._kept = len(sitting.turns)
        log = sitting.log(viewer, request.since or 0)
        return {
            "log": [entry._asdict() | {"deeds": [deed._asdict() for deed in entry.deeds]} for entry in log],
            "moments": len(sitting.turns),
            "mine": sitting.is_persons_turn,
            "over": sitting.state.is_terminal,
        }

    def _moment(self, request: View | Ask | Queries | Draw) -> dict[str, Any]:
        sitting, number = self.sitting, request.moment
        game = sitting.match.setup.played
        moment = Moment(game, sitting.face, sitting.at(number), number, self._viewer(request))
        if isinstance(request, Ask):
            return question(moment, request.formula, lambda: sitting.minds([moment.viewer], number))
        if isinstance(request, Queries) and request.number is None:
            return queries(sitting.asked(moment.viewer, number))
        if isinstance(request, Queries | Draw) and request.number is not None:
            verdict = self._verdict(sitting.asked(moment.viewer, number), request.number)
            return (
                _drawn(asked_in(verdict, most=DRAWN)) if isinstance(request, Draw) else {"why": str(verdict.explain())}
            )
        if isinstance(request, Draw):
            return mind(moment, request.about)
        if request.do == "board":
            return board(moment, request.narrow)
        seats = range(sitting.match.rules.players) if moment.sees_all else [moment.viewer]
        return knows(moment) | {"beliefs": beliefs(moment, sitting.minds(seats, number))}

    def _verdict(self, history: Sequence[Query], number: int) -> Verdict:
        if number >= len(history) or (check := history[number].check) is None:
            raise GameError(f"query {number}: expected the number of a query of this move that has a model")
        return check()

    def _record(self) -> dict[str, Any]:
        if self.sitting.person is not None and not self.sitting.state.is_terminal:
            raise GameError("the record tells what is hidden from you: it is there when the game is over")
        return {"text": json.dumps(self.sitting.record().as_data(), ensure_ascii=False) + "\n"}

    def _viewer(self, request: AtTable) -> int:
        """Return the viewer's seat; `GameError` if there is no such player, or the person may not see that view."""
        seats = self.sitting.match.rules.seats
        if request.viewer is not None and request.viewer not in seats:
            raise GameError(f"no player {shorten(repr(request.viewer))}{did_you_mean(request.viewer, seats)}")
        viewer = EVERYTHING if request.viewer is None else seats[request.viewer]
        if not self.sitting.may_see(viewer):
            raise GameError("what others see is hidden from you until the game is over")
        return viewer
