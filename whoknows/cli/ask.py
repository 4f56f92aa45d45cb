"""The commands `ask`, which evaluates formulas in a recorded game, and `plot`, which plots counts over many games.

A moment of a game is its state after a number of moves. The table (`games.knowing.table.Table`) describes the common
knowledge at that moment, and the actual values.
"""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from sys import maxsize
from typing import TYPE_CHECKING

from games.core.agent import Agent
from games.core.errors import GameError, RecordError
from games.core.rules import EVERYTHING, State
from games.core.sentences import does, one_each
from games.knowing.excerpt import Onlooker
from games.knowing.knower import AT_THE_TABLE, Answer, Knower, read_question, speaks_of_beliefs
from games.knowing.table import Table
from games.playing.records import Record, read_records
from games.playing.replay import Replayer, agent_at
from games.telling.face import face_of
from kripke.data.lazy import Lazy
from kripke.formats.writing import require_place
from kripke.models.kripke_model import KripkeModel
from kripke.why.view import Detail
from logic.errors import TooLarge, did_you_mean, listing, shorten
from logic.exact import plural
from logic.formula import Formula
from viz.game_pictures import course, draw_knowledge, draw_table, plot_beliefs, plot_games
from viz.minds import MOST, world_labels
from viz.output.files import ending_of, format_of
from whoknows.cli.check import DETAIL, detail_of, explained, tallied, tell
from whoknows.cli.games import NAMED_GAME, OPENSPIEL, lines_of
from whoknows.cli.guard import AS_JSON, TRUE, argument, command, flag, option, refuse, written
from whoknows.cli.streams import emit, formula_text, name_of, require_one_reader, say, say_judged, say_reasons
from whoknows.cli.terminal import query_lines

if TYPE_CHECKING:
    from whoknows.cli import openspiel
else:
    openspiel = Lazy("whoknows.cli.openspiel")

SAMPLES = 1_000


@command("ask")
def _ask(
    record: str = argument("RECORD", "A file of records; - reads standard input."),
    formula: str | None = argument("FORMULA", "Such as 'K_bob die1=4'; - reads it; without it: what is known.", None),
    move: int | None = option("--move N", "After this number of moves; default: all."),
    number: int | None = option("--number N", "Which record of the file, from 1; default: the first."),
    game: str | None = NAMED_GAME,
    player: str | None = option("--as NAME", "What this player makes of it; default: what is true at the table."),
    read: str = option("--read PLAYER=NAME,...", "Read what players said by conventions.", ""),
    explain: bool = flag("--explain", "Say why, with witnesses."),
    detail: str | None = DETAIL,
    picture: Path | None = written("--draw FILE", "Draw the possible worlds; the ending is the format."),
    about: list[str] = option("--about ATOM", "With --draw: only these; may be repeated."),
    plot: Path | None = written("--plot FILE", "Plot the degrees of belief in the round so far."),
    queries: bool = flag("--queries", "Show what the agent asked its models to decide on the move N."),
    history: str | None = option("--history 'A B ...'", "For openspiel:GAME: the actions so far, those of chance too."),
    policy: list[str] = option("--policy AGENT", "For openspiel:GAME: how all play; repeated: how each plays."),
    samples: int = option(
        "--samples N", "For openspiel:GAME: sampled games where histories are too many.", SAMPLES, min=2
    ),
    as_json: bool = AS_JSON,
) -> bool | int:
    """Evaluate a formula at a move of a recorded game.

    The answer is whether the formula is true at the table. With --as NAME it is whether that player knows or believes
    the formula, or how likely they consider it. To find this, the same agents play the game again; if an agent has
    its own model, the formula is evaluated on it. If a game has conventions, as for bids in Spades, --read names each
    player's convention: --read E=ms,S=rb. Exit code: 0 true (with --as: known or believed), 1 not, 2 error.

    Examples
    --------
    whoknows watch bluff_poker --seed 25 --names ann bob john --record game.jsonl
    whoknows ask game.jsonl --move 8 'K_bob K_ann die1=4' --explain
    whoknows ask game.jsonl --move 8 'M_john bluff' --as john
    whoknows ask game.jsonl --move 8 --as john --draw john.svg
    whoknows ask game.jsonl 'bluff' --plot bluff.svg
    whoknows ask game.jsonl --move 8 --queries
    whoknows ask openspiel:leduc_poker --history '0 3 1 2' 'K_0 ~chance(2)=0 & ~Kv_0 chance(2)'
    whoknows ask spades.jsonl --move 55 --read E=ms 'K_N (bid(E)=0 -> ~has(E,SA))'
    """
    require_one_reader(record, formula)
    if record.startswith(OPENSPIEL):
        given = (move, number, game, player, read or None, about or None, plot, queries or None)
        takes = "openspiel:GAME takes --history, --policy, --samples, --explain and --draw alone"
        refuse((given != (None,) * 8, takes))
        level = detail_of(explain, detail)
        return openspiel.ask(record, history or "", policy, formula, samples, level, picture, as_json)
    refuse((history is not None or policy, "--history and --policy need openspiel:GAME in place of a file"))
    question = None if formula is None else read_question(formula_text(formula))
    level = detail_of(explain, detail)
    others = (question, player, picture, plot, read) != (None, None, None, None, "")
    refuse(
        (level and question is None, f"{'--explain' if explain else '--detail'} needs a FORMULA"),
        (read and question is None, "--read needs a FORMULA"),
        (about and picture is None, "--about needs --draw FILE"),
        (queries and others, "--queries shows what was asked already; give it --move N alone"),
        (plot is not None and read, "--plot shows what is known without conventions; leave out --read"),
        (plot is not None and question is None and player is None, "--plot needs a FORMULA or --as NAME"),
    )
    if picture is not None:  # unwritable files cause an error before anything is computed or printed
        ending_of(picture)
        require_place(picture)
    if plot is not None:
        format_of(plot)
        require_place(plot)
    moment = _Moment(record, game, number, move)
    moment.read(read, player)
    if queries:
        _queries(moment, as_json)
        return TRUE
    answer = _Table(moment) if player is None else _Mind(moment, moment.seat_of(player))
    if question is None:
        answer.facts(as_json)
    held = question is None or answer.ask(question, level, as_json)
    if picture is not None:
        say(f"wrote {answer.draw(picture, about, question)}", err=as_json)
    if plot is not None:
        say(f"wrote {_plotted(moment, player, question, plot)}", err=as_json)
    return held


class _Moment:
    """The state of a recorded game after a given number of moves."""

    def __init__(self, given: str, game: str | None, number: int | None, move: int | None) -> None:
        self.name = name_of(given)
        self.line, self.record = _chosen(given, self.name, game, number)
        last = len(self.record.moves)
        if move is not None and not 0 <= move <= last:
            raise GameError(f"--move {move}: expected 0 to {last}, the moves of this game")
        self.move = last if move is None else move
        self.state: State = self.record.state(self.move)
        self.table: Table = self.record.played.table(self.state)

    def seat_of(self, name: str) -> int:
        seats = self.record.rules.seats
        if name not in seats:
            raise GameError(f"--as {shorten(name)}: there is no player of this name{did_you_mean(name, seats)}")
        return seats[name]

    def read(self, conventions: str, player: str | None) -> None:
        """Replace `table` by one for a player, or an onlooker (None), who reads bids by conventions like ``E=ms``."""
        if not conventions:
            return
        game = self.record.played
        if game.reading is None:
            raise GameError(f"--read {shorten(conventions)}: there are no conventions in {game.title}")
        named = one_each(conventions, self.record.rules.names, "--read")
        self.table = game.reading(self.state, EVERYTHING if player is None else self.seat_of(player), named)

    def agent(self, seat: int) -> tuple[Agent, bool]:
        """Return the agent at this seat after the recorded moves, and whether it replaces a person."""
        face = face_of(self.record.played, self.record.rules)
        _, match = Replayer(self.name, listener=face.advisor).follow(self.record, self.line, self.move)
        return agent_at(match, seat)

    def told(self) -> str:
        """Return a phrase that describes the moment: ``move 3 of 20, after ...``."""
        said = self.state.history()[-1:]
        last = f", after {said[0].action}" if said else ", before the first move"
        return f"move {self.move} of {len(self.record.moves)}{last}"


def _chosen(given: str, name: str, game: str | None, wanted: int | None) -> tuple[int, Record]:
    """Return the requested record and its line number; print a note if the file has several and no number was given."""
    number, lines = 1 if wanted is None else wanted, lines_of(given)
    if not 1 <= number <= maxsize:
        raise GameError(f"--number {number}: expected the number of a record, from 1")
    chosen = next(islice(read_records(lines, name, game), number - 1, None), None)
    if chosen is None:
        raise RecordError(f"{name}: there is no record number {number} in it; --number N says which, from 1")
    if wanted is None and any(line.strip() for line in lines):
        say(f"note: {name} has several games, this is the first; ask about another by --number N", err=True)
    return chosen


def _plotted(moment: _Moment, player: str | None, question: Formula | None, path: Path) -> Path:
    """Plot how a player's beliefs developed, or all players' beliefs in the formula; return the path of the plot."""
    rules = moment.record.rules
    viewer = EVERYTHING if player is None else rules.seats[player]
    seats = [viewer] if player is not None else list(range(rules.players))
    steps = course(moment.record, moment.line, moment.name, moment.move, viewer)
    title = f"{moment.record.played.title}: how {'belief went' if player is None else f'the beliefs of {player} went'}"
    return plot_beliefs(steps, rules.names, seats, question, path, title)


class _Table:
    """Queries by an onlooker who sees everything, on the model of the table; see `games.knowing.table.Table`."""

    def __init__(self, moment: _Moment) -> None:
        self.moment, self.onlooker = moment, Onlooker(moment.table, moment.told())

    def ask(self, question: Formula, detail: Detail | None, as_json: bool) -> bool:
        """Print whether the formula is true; if atoms have no value yet, whether it is true for all their values."""
        missing, verdict = self.onlooker.missing, self.onlooker.check(question)
        if as_json:
            why = {"explanation": explained(verdict, detail).to_dict()} if detail else {}
            data = {"formula": str(question), "move": self.moment.move, "holds": verdict.holds}
            count, size = self.onlooker.counts(question)
            emit(data | {"worlds": size, "count": count, "no_value": missing} | why)
        elif missing:
            said = f"{question}, whatever {listing(missing, 'and')} will be: there is no value yet"
            say_judged("true" if verdict.holds else "false", verdict.holds, said)
            if detail:
                say()
                say_reasons(explained(verdict, detail).rows())
        else:
            count, size = self.onlooker.counts(question)
            if size is None:
                tally = "its worlds are too many to be counted here"
            elif count is None:
                tally = f"a model of {plural(size, 'world')}; those where it is true are not counted"
            else:
                tally = tallied(count, size)
            tell(verdict, detail, tally=tally)
        if speaks_of_beliefs(question) and not as_json:
            say(f"{AT_THE_TABLE}; --as NAME asks for the beliefs of a player", style="faint")
        return bool(verdict.holds)

    def facts(self, as_json: bool) -> None:
        """Print what each player knows."""
        knowers = [Knower(self.moment.table, name) for name in self.moment.record.rules.names]
        _facts(self.moment, knowers, EVERYTHING, as_json)

    def draw(self, path: Path, about: Sequence[str], question: Formula | None) -> Path:
        """Draw the model of the table, which is the same for all players."""
        name = self.moment.record.rules.names[0]
        return draw_table(Knower(self.moment.table, name), path, about, question)


class _Mind:
    """Queries about a player's knowledge or belief, on the player's own model or, without one, on the game's model."""

    def __init__(self, moment: _Moment, seat: int) -> None:
        self.moment, self.seat, self.name = moment, seat, moment.record.rules.names[seat]
        self.agent, self.stands_in = moment.agent(seat)
        self.own = self.agent.mind()
        self.knower = Knower(moment.table, self.name, self.own)

    def ask(self, question: Formula, detail: Detail | None, as_json: bool) -> bool:
        """Print whether the player knows or believes the formula, or the player's degree of belief."""
        # the model of an agent in a person's place answers only if it has all atoms of the question
        own = self.own is not None and (not self.stands_in or question.atoms <= set(self.own.atoms))
        self.knower = self.knower if own else Knower(self.moment.table, self.name)
        try:
            answer = self.knower.ask(question)
        except TooLarge as error:
            way_out = f"--as {self.name} asks what {self.name} knows of it; leave --as out"
            raise TooLarge(f"{error.message}; {way_out}") from None
        if as_json:
            data = {"formula": str(question), "move": self.moment.move, "as": self.name, "mind": own}
            share = {"degree": str(answer.share), "decimal": round(float(answer.share), 4)}
            emit(data | {"settled": answer.settled, "believes": answer.believed} | share)
        else:
            mine = "by the beliefs of an agent in their place" if self.stands_in else "by their own model"
            by = mine if own else "by what they know of the table"
            say(f"{self.moment.told()}, {by}:", style="faint")
            say(answer.said_of(self.name), style="good" if answer.settled else "strong")
            if not own and speaks_of_beliefs(question):
                say(AT_THE_TABLE, style="faint")
            self._say_of_table(answer)
        if detail and not as_json:
            why = explained(self.knower.model.check(self.knower.question(answer)), detail)
            say_reasons(why.rows())
            mind = self.own
            labels, word = world_labels(mind) if isinstance(mind, KripkeModel) and len(mind) <= MOST else ({}, "")
            named = [f"{world}: {label}" for world, label in labels.items() if re.search(rf"\b{world}\b", str(why))]
            if word and named:
                say(f"the worlds, by who is a {word} there: {'; '.join(named)}", style="faint")
        return bool(answer.settled or (answer.settled is None and answer.believed))

    def _say_of_table(self, answer: Answer) -> None:
        """Print the formula's truth value if the player sees it on the table but their own model leaves it open."""
        if self.own is None or answer.settled is not None or answer.formula.agents:
            return
        table = Knower(self.moment.table, self.name)
        if not answer.formula.atoms <= set(table.model.atoms):
            return
        seen = table.ask(answer.formula)
        if seen.settled is not None:
            so = "it is so" if seen.settled else "it is not so"
            say(f"{does(self.name, 'sees')} on the table that {so}", style="faint")

    def facts(self, as_json: bool) -> None:
        """Print what the player knows, and the agent's beliefs if the game can describe beliefs."""
        knower = Knower(self.moment.table, self.name) if self.stands_in else self.knower
        _facts(self.moment, [knower], self.seat, as_json)
        record = self.moment.record
        for line in [] if as_json else face_of(record.played, record.rules).beliefs(self.agent, whole=True):
            say(f"  {line}")

    def draw(self, path: Path, about: Sequence[str], question: Formula | None) -> Path:
        return draw_knowledge(self.knower, path, about, self.moment.told())


def _queries(moment: _Moment, as_json: bool) -> None:
    """Print the queries that the agent made before the last move, from the record or by replaying the game."""
    kept, move = moment.record.queries, moment.move
    if not move:
        raise GameError("--move 0: nobody has decided yet; ask from --move 1 on")
    queries = Replayer(moment.name).queries(moment.record, moment.line, move) if kept is None else kept[move - 1]
    if as_json:
        emit({"move": move, "queries": [query.as_data() for query in queries]})
        return
    say(f"{moment.told()}:", style="faint")
    for line in query_lines(queries) or ["nothing was asked of a model"]:
        say(line)


def _facts(moment: _Moment, knowers: Sequence[Knower], viewer: int, as_json: bool) -> None:
    common, record = knowers[0].common(), moment.record
    face = face_of(record.played, record.rules)
    facts = {
        each.name: face.facts(moment.state, record.rules.seats[each.name]) if each.mind is None else []
        for each in knowers
    }
    if as_json:
        own = {each.name: [str(formula) for formula in each.own()] for each in knowers}
        emit({"move": moment.move, "facts": facts, "knows": own, "common": [str(formula) for formula in common]})
        return
    say(f"{moment.told()}: {moment.record.played.observation(moment.state, viewer)}", style="strong")
    for each in knowers:
        values = "; ".join(facts[each.name]) or ", ".join(map(str, each.own()))
        say(f"{each.name}: {values or 'knows no value, or none that can be listed'}")
    if common:
        say("common knowledge: " + ", ".join(map(str, common)))


@command("plot")
def _plot(
    records: list[str] = argument("RECORD ...", "Files of records; - reads standard input."),
    output: Path = written("-o --output FILE", "The ending is the format: svg, png or pdf.", ...),
    game: str | None = NAMED_GAME,
) -> None:
    """Plot the counts of a game over many records.

    The page of the game says what is counted, such as how often bluffs are believed. A plot needs many games: 100 of
    Bluff Poker are enough for a first one, 1,000 for short intervals.

    Examples
    --------
    whoknows match bluff_poker --games 1000 --records games.jsonl && whoknows plot games.jsonl -o bluffs.png
    whoknows plot two.jsonl three.jsonl four.jsonl -o bluffs.svg    # by number of players
    """
    require_one_reader(*records)
    read = (each for given in records for _, each in read_records(lines_of(given), name_of(given), game))
    say(f"wrote {plot_games((record.state() for record in read), output)}")
