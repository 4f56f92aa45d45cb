"""The commands `play`, for a game of a person against agents, and `watch`, for a game among agents."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from os.path import expanduser
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from games import registry
from games.core.agent import Agent, Decision, Reason
from games.core.errors import GameError, IllegalAction
from games.core.rules import EVERYTHING, Event, Rules, State
from games.core.seeds import draw_seed
from games.core.sentences import YOU, capital
from games.game import Game
from games.knowing.knower import AT_THE_TABLE, Knower, speaks_of_beliefs
from games.knowing.queries import Query
from games.playing.arena import require_games
from games.playing.match import Lineup, Match, Setup, Turn
from games.playing.records import LONGEST_MOVE, add_records, record_of
from games.telling.choosing import chosen
from games.telling.face import face_of, kinds
from games.telling.sitting import Story
from kripke.data.lazy import Lazy
from kripke.formats.writing import made_folder, require_place
from logic.errors import EpistemicError, TooLarge, did_you_mean, shorten
from logic.exact import decimals_text
from viz.boards import draw_board, has_board
from viz.game_pictures import draw_asked, draw_knowledge
from viz.pictures.picture import DrawError
from whoknows.cli.games import GAME, OPENSPIEL, OPTIONS, SEED
from whoknows.cli.guard import command, flag, option, refuse, separate
from whoknows.cli.streams import require_folder
from whoknows.cli.terminal import Teller, Terminal, query_lines

if TYPE_CHECKING:
    from whoknows.cli import openspiel
else:
    openspiel = Lazy("whoknows.cli.openspiel")

HELP = (
    ("?", "what you know, and how likely the rest is"),
    ("? FORMULA", "whether you can know it, such as ? {example}"),
    ("draw FILE", "draw the worlds that you consider possible, as svg, png or pdf; FILE WORD ...: about these"),
    ("h", "the rules in short, and this list"),
    ("why", "what players had in the last round, and why they acted"),
    ("table", "show the table again"),
    ("save FILE", "save the record, when the game is over or you leave it"),
    ("quit", "leave the game"),
)


class Leaves(EOFError):
    """Raised when the person leaves the game."""


ALONE = ("q", "h")  # Commands of one letter are not followed by words: in Cheat ``q sq hq`` claims queens


class Person(Agent):
    """An agent whose actions a person types at the terminal of `teller`, which prints the game."""

    teller: Teller
    state: State  # the current state; answers use only what the person can know of it

    def __init__(self, save: Callable[[Path], None]) -> None:
        self.save_record = save
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self._knowledge, "draw": self._draw, "why": lambda _: self.teller.explain(), "table": self._table,
            "save": self._save,
            "quit": self._quit, "exit": self._quit, "q": self._quit, "help": self._help, "h": self._help,
        }  # fmt: skip

    def begin(self, seat: int, rules: Rules, seed: str) -> None:
        """Begin a game; the advisor, an agent that may help the person, begins it too."""
        super().begin(seat, rules, seed)
        self.advisor = self.teller.story.face.advisor()
        if self.advisor is not None:
            self.advisor.begin(seat, rules, seed)

    def observe(self, event: Event) -> None:
        """Pass an event on to the advisor."""
        if self.advisor is not None:
            self.advisor.observe(event)

    def policy(self, observation: Any, legal: Sequence[Any]) -> Mapping[Any, float]:
        """Return the action that the person types, with probability 1."""
        self.view, self.legal = observation, legal
        self._table("")
        while True:
            text = self.teller.terminal.ask(f"{self.me}> ")
            try:
                if text and not self._command(text):
                    return {chosen(text, legal, self.teller.story.face): 1.0}
                if not text:
                    self._choices()
            except IllegalAction as error:
                self._refuse(error.said("command"))
                self._choices()
            except EpistemicError as error:
                self._refuse(error.said("command"))
            except OSError as error:
                self._refuse(str(error))

    def act(self, observation: Any, legal: Sequence[Any]) -> Decision:
        """Return the person's action and the number of seconds it took."""
        begun = monotonic()
        decision = super().act(observation, legal)
        return decision._replace(seconds=round(min(max(monotonic() - begun, 0.001), LONGEST_MOVE), 3))

    def reason(self, observation: Any, action: Any) -> Reason:
        """Return a fixed text, since persons are not asked for reasons."""
        return Reason("chosen by a person")

    @property
    def me(self) -> str:
        """The person's name in formulas."""
        return str(self.rules.names[self.seat])

    def _command(self, text: str) -> bool:
        """Run a command of the terminal; return False if the text is an action of the game instead."""
        if text.replace(" ", "") in ("?h", "??", "?help"):
            text = "h"
        first, _, rest = ("?", "", text[1:]) if text.startswith("?") else text.lstrip("/").partition(" ")
        word = first.lower()
        is_action = word in kinds(self.legal) or (word in ALONE and bool(rest.strip()))
        if word not in self.commands or (is_action and not text.startswith("/")):
            return False
        self.commands[word](rest.strip())
        return True

    def _say(self, text: str, style: str = "", hang: int = 0) -> None:
        self.teller.terminal.say(text, style, hang)

    def _refuse(self, text: str) -> None:
        self._say(text, "yellow")

    def _table(self, _: str) -> None:
        face = self.teller.story.face
        self._say("")
        self.teller.terminal.show(*face.table(self.view))
        for line in () if self.advisor is None else face.beliefs(self.advisor):
            self._say(f"  {line}", "cyan", hang=4)
        self._choices()

    def _choices(self) -> None:
        for line in self.teller.story.face.choices(self.view, self.legal):
            self._say(f"  {line}", hang=6)
        self._say("  (? what you know, h help)", "dim")

    def _knowledge(self, formula: str) -> None:
        if not formula:
            facts = self.teller.story.face.facts(self.state, self.seat)
            self.teller.knowledge(self._knower().all(), facts)
            if self.advisor is not None and (lines := self.teller.story.face.beliefs(self.advisor, whole=True)):
                self._say("What an agent that plays by beliefs would believe in your place:", "dim")
                for line in lines:
                    self._say(f"  {line}", "cyan", hang=4)
            return
        knower = self._knower()
        answer, mind = knower.ask(formula), None if self.advisor is None else self.advisor.mind()
        own = mind if mind is not None and answer.formula.atoms <= set(mind.atoms) else None  # only roles in Saboteur
        if own is None or not speaks_of_beliefs(answer.formula):
            if answer.settled is None:
                share = f"{answer.among(knower.possibilities())} that you consider possible"
                self._say(f"You cannot know: it is so in {share} ({decimals_text(answer.share)}).", "bold")
            else:
                self._say(f"{capital(answer.settled_of(YOU))}.", "bold")
        if own is not None:
            said = Knower(knower.table, self.me, own).ask(formula).said_of(YOU)
            self._say(f"By the beliefs of an agent in your place, {said}", "cyan")
        elif speaks_of_beliefs(answer.formula):
            self._say(f"{AT_THE_TABLE}.", "dim")

    def _knower(self) -> Knower:
        return Knower(self.teller.story.game.table(self.state), self.me)

    def _draw(self, rest: str) -> None:
        path, *about = rest.split() or [""]
        if not path:
            knower = self._knower()
            example = [*knower.focus(), knower.table.variables[0][0]][0]
            self._refuse(f"draw needs a file, such as draw model.svg, or draw model.svg {example}")
            return
        written = draw_knowledge(self._knower(), Path(expanduser(path)), about)
        self._say(f"Wrote {written}.")

    def _save(self, path: str) -> None:
        if not path:
            self._refuse("save needs a file, such as save game.jsonl")
            return
        self.save_record(Path(expanduser(path)))
        self._say(f"The record will be in {path} when the game is over, or when you leave.")

    def _quit(self, _: str) -> None:
        raise Leaves

    def _help(self, _: str) -> None:
        variable, values = self._knower().table.variables[0]
        other = self.rules.names[self.seat - 1]
        example = f"K_{other} {variable}={values[0]}" if values else f"K_{other} {variable}"
        for rule in self.teller.story.face.how_to_play:
            self._say(rule, hang=2)
        self._say("Type your action, or enough of its words. Other commands:")
        for each, meaning in HELP:
            self._say(f"  {each:<11}{meaning.format(example=example)}", hang=13)


NAMES = ("ann", "bob", "john", "mary", "eve", "fay", "gus", "hugo", "ida", "kim")

NAMES_OF_PLAYERS = option("--names NAME ...", "The players' names, seat by seat.")
RECORD = option("--record FILE", "Add the record of the game to this file (JSON lines).")


@command("play")
def _play(
    name: str = GAME,
    seat: int = option("--seat N", "Where you sit, from 1.", 1),
    agents: list[str] = option("--agents AGENT ...", "The other players, in their order around the table."),
    seed: int | None = SEED,
    options: list[str] = OPTIONS,
    names: list[str] = NAMES_OF_PLAYERS,
    record: Path | None = RECORD,
) -> None:
    """Play a game yourself, against agents.

    Type your action, or enough of its words to identify it. ? shows what you know and what you know that others know,
    ? FORMULA shows what you know about a formula, and h shows the rules and the other commands.

    Examples
    --------
    whoknows play bluff_poker
    whoknows play bluff_poker --seat 2 --agents source 'source(k=0.3)' --seed 7
    whoknows play bluff_poker --option ending=lives --names me ann bob --record mine.jsonl
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
    setup = _setup(name, played, specs, called, options, seed)
    _Play(setup, seat - 1, record).run()


def _setup(
    name: str, played: Game, specs: Sequence[Any], called: Sequence[str], options: list[str], seed: int | None
) -> Setup:
    lineup = Lineup(tuple(specs), tuple(called))
    return Setup(name, lineup, registry.read(played, options), draw_seed() if seed is None else seed)


class _Session:
    """A game on a terminal, from the point of view of one player or of an onlooker."""

    def __init__(self, match: Match, seat: int, delay: float = 0.0, *you: str) -> None:
        self.match, self.seat, self.game = match, seat, match.setup.played
        face = face_of(self.game, match.rules)
        self.terminal = Terminal(delay, face.plain)
        self.teller = Teller(Story(self.game, face, seat, *you), self.terminal)
        self.state: State = match.rules.start()
        self.seconds: list[float] = []

    def tell_result(self) -> None:
        for line in self.teller.story.face.result(self.state.returns()):
            self.terminal.say(line, "bold")

    def tell_record(self, path: Path, queries: tuple[tuple[Query, ...], ...] | None = None) -> None:
        number = add_records(path, record_of(self.match, 0, self.state, queries, self.seconds))
        more = f"This is record {number} of {path}: ask with --number {number}."
        self.terminal.say(f"The record is in {path}." if number == 1 else more)


class _Play(_Session):
    """A game with a person, who may leave before its end."""

    def __init__(self, setup: Setup, seat: int, record: Path | None) -> None:
        self.records = [] if record is None else [record]
        self.person = Person(self.save)
        match = Match(setup, 0, setup.lineup.new_agents(setup.played, lambda: self.person), queries=True)
        super().__init__(match, seat, 0.0, match.rules.names[seat])
        self.person.teller = self.teller

    def run(self) -> None:
        """Play the game; its record is written even if the person leaves early."""
        who = " ".join(self.match.rules.names)
        self.terminal.say(f"{self.game.title}: {who}.", "bold")
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            self.terminal.say("\nYou leave the table. Goodbye.")
        finally:  # only now, since the seed and the records reveal future dice and cards
            self.terminal.say(f"The seed was {self.match.setup.seed}.", "dim")
            for path in dict.fromkeys(self.records):
                self.tell_record(path)

    def _play(self) -> None:
        self.person.state = self.state
        for turn in self.match.turns(0):
            self.state = self.person.state = turn.after
            self.seconds.append(turn.seconds)
            if self.teller.tell(turn).ends_round:
                self.teller.after_round(turn)
                self.terminal.rule("what players had, and why they acted")
                self.teller.explain()
                self.terminal.rule()
        self.tell_result()

    def save(self, path: Path) -> None:
        """Add a file to those that get the record after the game; an earlier record would reveal secrets."""
        _require_records(path)
        self.records.append(path)


LONGEST_DELAY = 3_600  # maximum seconds to wait after a move


@command("watch")
def _watch(
    name: str = GAME,
    agents: list[str] = option("--agents AGENT ...", "Agents, such as a b 'c(x=1)'; default: the game's own."),
    count: int = option("--games N", "Number of games.", 1),
    seed: int | None = SEED,
    options: list[str] = OPTIONS,
    names: list[str] = NAMES_OF_PLAYERS,
    viewer: str | None = option("--as NAME", "Show what this player sees; default: everything."),
    delay: float = option("--delay SECONDS", "Wait after each move.", 0.0),
    folder: Path | None = option(
        "--svg FOLDER", "Write each table as a picture into this folder; with --queries, models too."
    ),
    record: Path | None = RECORD,
    queries: bool = flag("--queries", "Show what each agent asks its models, and why; --record keeps it."),
) -> None:
    """Watch agents play, with each move in words.

    After each move you see what each player knows, and why the player chose the move. With --as NAME you see what that
    player sees, and the reasons of the others after the round.

    Examples
    --------
    whoknows watch bluff_poker --seed 7
    whoknows watch bluff_poker --agents source source --names ann john --as john --delay 1
    whoknows watch bluff_poker --seed 7 --svg tables --record game.jsonl
    whoknows watch bluff_poker --seed 7 --queries
    whoknows watch openspiel:kuhn_poker --agents uniform 'cfr(iterations=1000)' --seed 7
    """
    require_games(count)
    if name.startswith(OPENSPIEL):
        given = options or names or folder or record or queries
        refuse((given, "openspiel:GAME takes --agents, --games, --seed, --as and --delay alone"))
        openspiel.watch(name, separate(agents), count, seed, viewer, min(max(delay, 0), LONGEST_DELAY))
        return
    played = registry.game(name)
    if not 0 <= delay <= LONGEST_DELAY:
        raise GameError(f"--delay {delay:g}: expected at least 0 seconds, at most {LONGEST_DELAY:,}")
    if record is not None:
        _require_records(record)
    if folder is not None:
        require_folder(folder)
        if not has_board(played.name):
            raise DrawError(f"--svg: there is no picture of the table of {played.name}")
    specs = separate(agents) or played.lineup
    registry.require_players(played, len(specs))
    called = separate(names) or NAMES[: len(specs)]
    setup = _setup(name, played, specs, called, options, seed)
    if viewer is not None and viewer not in called:
        raise GameError(f"--as {shorten(viewer)}: there is no player of this name{did_you_mean(viewer, called)}")
    if folder is not None:
        made_folder(folder)
    for number in range(count):
        _Watch(Match(setup, number, queries=True), viewer, delay, folder, record, queries).run()


def _require_records(path: Path) -> None:
    """Raise an error, before the game starts, if records cannot be added to this file."""
    require_place(path)
    add_records(path)


class _Watch(_Session):
    """A game among agents, printed move by move."""

    def __init__(
        self,
        match: Match,
        viewer: str | None,
        delay: float,
        folder: Path | None,
        record: Path | None,
        shows_queries: bool,
    ) -> None:
        super().__init__(match, EVERYTHING if viewer is None else match.rules.seats[viewer], delay)
        self.folder, self.record, self.shows_queries = folder, record, shows_queries
        self.queries: list[tuple[Query, ...]] = []
        self.known: tuple[State, dict[str, str]] | None = None

    def run(self) -> None:
        """Print the moves of the game; its record is written even after an interruption."""
        setup, seats = self.match.setup, self.match.seats
        specs = setup.lineup.agents
        players = ((name, specs[seats.index(seat)]) for seat, name in enumerate(self.match.rules.names))
        who = ", ".join(f"{name} ({spec})" for name, spec in players)
        self.terminal.say(f"{self.game.title}, seed {setup.seed}, game {self.match.number + 1}: {who}", "bold")
        try:
            for number, turn in enumerate(self.match.turns(0), 1):
                self.state = turn.after
                self.queries.append(turn.queries)
                self.seconds.append(turn.seconds)
                self._tell(number, turn)
            self.tell_result()
        finally:
            if self.record is not None:
                self.tell_record(self.record, tuple(self.queries) if self.shows_queries else None)

    def _tell(self, number: int, turn: Turn) -> None:
        report = self.teller.tell(turn, f"{number:>4}  ")
        over = report.ends_round
        self._draw(number, turn)
        if report.why:
            self.terminal.say(f"      why: {report.why}", "italic", hang=11)
        for line in query_lines(report.queries) if self.shows_queries else ():
            self.terminal.say(f"      {line}", "dim", hang=12)
        self._knowledge(turn)
        seats = [self.match.seats.index(seat) for seat in range(self.match.rules.players)]
        heard = [self.match.agents[place] for seat, place in enumerate(seats) if self.teller.story.may_hear(seat)]
        for line in self.teller.story.face.news(heard, turn):  # what agents began or stopped believing
            self.terminal.say(f"      {line}", "cyan", hang=8)
        if over:
            self.teller.after_round(turn)
        if over and self.seat != EVERYTHING:
            self.terminal.rule("what players had, and why they acted")
            self.teller.explain()
        if over:
            self.terminal.rule()
        self.terminal.pause()

    def _knowledge(self, turn: Turn) -> None:
        """Print what the players know, if the move has changed it."""
        if turn.after.is_chance or turn.after.is_terminal:
            return
        face, may_hear, seats = self.teller.story.face, self.teller.story.may_hear, self.match.rules.seats
        last, now = self.known, face.knowledge(turn.after)
        then = last[1] if last is not None and last[0] is turn.before else face.knowledge(turn.before)
        self.known = turn.after, now
        shown = [f"{name} {known}" for name, known in now.items() if may_hear(seats[name])]
        if now != then:
            self.terminal.say("      " + "; ".join(shown), "dim", hang=6)

    def _draw(self, number: int, turn: Turn) -> None:
        """Draw the table at each decision and at the end; if queries are shown, also the model of the first query."""
        if self.folder is None:
            return
        player = None if self.seat == EVERYTHING else self.seat
        match = self.match.number + 1
        if turn.player >= 0:
            draw_board(turn.before, self.folder / f"{match}-{number:03}.svg", player=player, action=turn.action)
        check = next((query.check for query in turn.queries if query.check is not None), None)
        if self.shows_queries and check is not None and self.teller.story.may_hear(turn.player):
            with suppress(TooLarge):
                draw_asked(check(), self.folder / f"{match}-{number:03}-asked.svg")
        if turn.after.is_terminal:  # its file name sorts last
            draw_board(turn.after, self.folder / f"{match}-{number + 1:03}-end.svg", player=player)
