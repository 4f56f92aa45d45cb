"""The commands that play one game at a time: a person against agents, or agents among themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from games import registry
from games.core.errors import GameError
from games.core.rules import EVERYTHING, State
from games.core.seeds import draw_seed
from games.core.wording import YOU
from games.game import Game
from games.knowing.queries import Query
from games.playing.arena import require_games
from games.playing.lineup import Lineup
from games.playing.match import Match, Setup, Turn
from games.playing.records import Record, add_records, record_of
from games.telling.face import face_of
from games.telling.story import Story
from kripke.formats.writing import require_place
from logic.errors import did_you_mean, shorten
from viz.boards import draw_board, has_board
from viz.pictures.picture import DrawError
from whoknows.cli.dialogue import Person
from whoknows.cli.games import Name, Options, Seed
from whoknows.cli.help import examples
from whoknows.cli.output import make_folder, require_folder
from whoknows.cli.query_texts import query_lines
from whoknows.cli.several import Several, separate
from whoknows.cli.telling import Teller
from whoknows.cli.terminal import Terminal

app = typer.Typer(rich_markup_mode=None)

NAMES = ("ann", "bob", "john", "mary", "eve", "fay", "gus", "hugo", "ida", "kim")

PlayerNames = Annotated[
    list[str] | None, typer.Option("--names", metavar="NAME ...", help="The players' names, seat by seat.")
]
RecordFile = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="Add the record of the game to this file (JSON lines).")
]

PLAY_EXAMPLES = examples(
    "whoknows play bluff_poker",
    "whoknows play bluff_poker --seat 2 --agents source 'source(k=0.3)' --seed 7",
    "whoknows play bluff_poker --option ending=lives --names me ann bob --record mine.jsonl",
)


@app.command("play", cls=Several, epilog=PLAY_EXAMPLES)
def _play(
    name: Name,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="Where you sit, from 1.")] = 1,
    agents: Annotated[
        list[str] | None,
        typer.Option("--agents", metavar="AGENT ...", help="The other players, in their order around the table."),
    ] = None,
    seed: Seed = None,
    options: Options = None,
    names: PlayerNames = None,
    record: RecordFile = None,
) -> None:
    """Play a game yourself, against agents.

    Type your action, or enough of its words. ? shows what you know and what you know that others know, ? FORMULA asks
    anything that you can know, h shows the rules and the other commands.
    """
    if record is not None:
        _require_records(record)
    played = registry.game(name)
    others = separate(agents) or played.lineup[:-1]
    count = len(others) + 1
    registry.require_players(played, count)
    if not 1 <= seat <= count:
        raise GameError(f"--seat {seat}: expected a seat from 1 to {count}")
    specs = (*others[: seat - 1], None, *others[seat - 1 :])
    called = separate(names) or (*NAMES[: seat - 1], YOU, *NAMES[seat - 1 : count - 1])
    setup = Setup(
        name, Lineup(specs, called), registry.read(played, options or ()), draw_seed() if seed is None else seed
    )
    _Play(setup, seat - 1, record).run()


class _Play:
    """A game with a person, from the first move to the last, or until the person leaves."""

    def __init__(self, setup: Setup, seat: int, record: Path | None) -> None:
        self.setup, self.records = setup, [] if record is None else [record]
        self.person = Person(self.save)
        self.match = Match(setup, 0, setup.lineup.made(setup.played, lambda: self.person))
        rules = self.match.rules
        face = face_of(setup.played, rules)
        self.terminal = Terminal(plain=face.plain)
        story = Story(setup.played, face, seat, rules.names[seat])
        self.teller = self.person.teller = Teller(story, self.terminal)
        self.state: State = rules.start()
        self.seconds: list[float] = []

    def run(self) -> None:
        """Play; the record is written in any case."""
        who = " ".join(self.match.rules.names)
        self.terminal.say(f"{self.setup.played.title}: {who}.", "bold")
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            self.terminal.say("\nYou leave the table. Goodbye.")
        finally:
            self._end()

    def _play(self) -> None:
        self.person.state = self.state
        for turn in self.match.turns(0):
            self.state = self.person.state = turn.after
            self.seconds.append(turn.seconds)
            if self.teller.tell(turn):
                self.teller.after_round(turn)
                self.terminal.rule("what players had, and why they acted")
                self.teller.explain()
                self.terminal.rule()
        for line in self.teller.story.face.result(self.state.returns()):
            self.terminal.say(line, "bold")

    def save(self, path: Path) -> None:
        """Add the record to a file when the game is over: it contains what the person must not know before."""
        _require_records(path)
        self.records.append(path)

    def _end(self) -> None:
        """Say the seed and write the records, which reveal the dice and cards to come."""
        self.terminal.say(f"The seed was {self.setup.seed}.", "dim")
        for path in dict.fromkeys(self.records):
            self.terminal.say(_recorded(path, record_of(self.match, 0, self.state, None, self.seconds)))


def _recorded(path: Path, record: Record) -> str:
    """Add the record to the file, and return where it is."""
    number = add_records(path, record)
    if number == 1:
        return f"The record is in {path}."
    return f"This is record {number} of {path}: ask with --number {number}."


LONGEST_DELAY = 3_600
"""Seconds of the longest wait after a move."""

WATCH_EXAMPLES = examples(
    "whoknows watch bluff_poker --seed 7",
    "whoknows watch bluff_poker --agents source source --names ann john --as john --delay 1",
    "whoknows watch bluff_poker --seed 7 --svg tables --record game.jsonl",
    "whoknows watch bluff_poker --seed 7 --queries",
)


@app.command("watch", cls=Several, epilog=WATCH_EXAMPLES)
def _watch(
    name: Name,
    agents: Annotated[
        list[str] | None,
        typer.Option("--agents", metavar="AGENT ...", help="Agents, such as a b 'c(x=1)'; default: the game's own."),
    ] = None,
    count: Annotated[int, typer.Option("--games", metavar="N", help="Number of games.")] = 1,
    seed: Seed = None,
    options: Options = None,
    names: PlayerNames = None,
    viewer: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Show what this player sees; default: everything.")
    ] = None,
    delay: Annotated[float, typer.Option("--delay", metavar="SECONDS", help="Wait after each move.")] = 0.0,
    folder: Annotated[
        Path | None, typer.Option("--svg", metavar="FOLDER", help="Write each table as a picture into this folder.")
    ] = None,
    record: RecordFile = None,
    queries: Annotated[
        bool, typer.Option("--queries", help="Show what each agent asks its models; --record keeps it.")
    ] = False,
) -> None:
    """Watch agents play, told move by move.

    After each move it says what each player knows, and why the player moved. With --as NAME you see what that player
    sees, and hear the reasons of the others after the round.
    """
    played = registry.game(name)
    require_games(count)
    if not 0 <= delay <= LONGEST_DELAY:
        raise GameError(f"--delay {delay:g}: expected at least 0 seconds, at most {LONGEST_DELAY:,}")
    _require_files(played, folder, record)
    specs = separate(agents) or played.lineup
    called = separate(names) or NAMES[: len(specs)]
    setup = Setup(
        name, Lineup(specs, called), registry.read(played, options or ()), draw_seed() if seed is None else seed
    )
    if viewer is not None and viewer not in called:
        raise GameError(f"--as {shorten(viewer)}: there is no player of this name{did_you_mean(viewer, called)}")
    if folder is not None:
        make_folder(folder)
    for number in range(count):
        _Watch(Match(setup, number, queries=queries), viewer, delay, folder, record).run()


def _require_records(path: Path) -> None:
    """Refuse a file of another kind before the game, not when it is over."""
    require_place(path)
    add_records(path)


def _require_files(played: Game, folder: Path | None, record: Path | None) -> None:
    if record is not None:
        _require_records(record)
    if folder is not None:
        require_folder(folder)
        if not has_board(played.name):
            raise DrawError(f"--svg: there is no picture of the table of {played.name}")


class _Watch:
    """A game among agents, told move by move."""

    def __init__(
        self, match: Match, viewer: str | None, delay: float, folder: Path | None, record: Path | None
    ) -> None:
        self.match, self.folder, self.record = match, folder, record
        self.game = match.setup.played
        self.seat = EVERYTHING if viewer is None else match.rules.seats[viewer]
        face = face_of(self.game, match.rules)
        self.terminal = Terminal(delay, face.plain)
        self.teller = Teller(Story(self.game, face, self.seat), self.terminal)
        self.state: State = match.rules.start()
        self.queries: list[tuple[Query, ...]] = []
        self.seconds: list[float] = []
        self.known: tuple[State, dict[str, str]] | None = None

    def run(self) -> None:
        """Tell the game; the record is written in any case."""
        who = ", ".join(f"{name} ({spec})" for name, spec in self._players())
        setup = self.match.setup
        self.terminal.say(f"{self.game.title}, seed {setup.seed}, game {self.match.number + 1}: {who}", "bold")
        try:
            for number, turn in enumerate(self.match.turns(0), 1):
                self.state = turn.after
                self.queries.append(turn.queries)
                self.seconds.append(turn.seconds)
                self._tell(number, turn)
            for line in self.teller.story.face.result(self.state.returns()):
                self.terminal.say(line, "bold")
        finally:
            self._save()

    def _save(self) -> None:
        if self.record is not None:
            asked = tuple(self.queries) if self.match.queries else None
            self.terminal.say(_recorded(self.record, record_of(self.match, 0, self.state, asked, self.seconds)))

    def _players(self) -> Iterator[tuple[str, str | None]]:
        specs = self.match.setup.lineup.agents
        for seat, name in enumerate(self.match.rules.names):
            yield name, specs[self.match.seats.index(seat)]

    def _tell(self, number: int, turn: Turn) -> None:
        over = self.teller.tell(turn, f"{number:>4}  ")
        self._draw(number, turn)
        mine = self.teller.story.may_hear(turn.player)
        if turn.player >= 0 and mine and str(turn.reason):
            self.terminal.say(f"      why: {turn.reason}", "italic", hang=11)
        for line in query_lines(turn.queries) if mine else ():
            self.terminal.say(f"      {line}", "dim", hang=12)
        self._knowledge(turn)
        self._news(turn)
        if over:
            self.teller.after_round(turn)
        if over and self.seat != EVERYTHING:
            self.terminal.rule("what players had, and why they acted")
            self.teller.explain()
        if over:
            self.terminal.rule()
        self.terminal.pause()

    def _knowledge(self, turn: Turn) -> None:
        """Say who knows what, if that has changed."""
        if turn.after.is_chance or turn.after.is_terminal:
            return
        face, may_hear, seats = self.teller.story.face, self.teller.story.may_hear, self.match.rules.seats
        last, now = self.known, face.knowledge(turn.after)
        then = last[1] if last is not None and last[0] is turn.before else face.knowledge(turn.before)
        self.known = turn.after, now
        shown = [f"{name} {known}" for name, known in now.items() if may_hear(seats[name])]
        if now != then:
            self.terminal.say("      " + "; ".join(shown), "dim", hang=6)

    def _news(self, turn: Turn) -> None:
        """Say what agents began or stopped believing, if the viewer may hear it."""
        seats = [self.match.seats.index(seat) for seat in range(self.match.rules.players)]
        heard = [self.match.agents[place] for seat, place in enumerate(seats) if self.teller.story.may_hear(seat)]
        for line in self.teller.story.face.news(heard, turn):
            self.terminal.say(f"      {line}", "cyan", hang=8)

    def _draw(self, number: int, turn: Turn) -> None:
        """Draw the table at each decision, with the action; at the end the final table."""
        if self.folder is None:
            return
        player = None if self.seat == EVERYTHING else self.seat
        match = self.match.number + 1
        if turn.player >= 0:
            draw_board(turn.before, self.folder / f"{match}-{number:03}.svg", player=player, action=turn.action)
        if turn.after.is_terminal:  # sorts last by name
            draw_board(turn.after, self.folder / f"{match}-{number + 1:03}-end.svg", player=player)
