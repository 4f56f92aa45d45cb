"""The commands `games`, `match` and `replay`: descriptions of games, matches between agents, and checks of records."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill

from games import registry
from games.core.errors import GameError, RecordError
from games.core.progress import ProgressCallback
from games.playing.arena import BACKENDS, run
from games.playing.match import KINDS, Groups, Lineup, Setup
from games.playing.records import read_records, resumed_seed
from games.playing.replay import Replayer
from games.playing.statistics import Estimate, Summary, as_csv, as_data
from games.telling.description import Description, describe, own_agents
from kripke.formats.file_reading import opened, read_lines
from kripke.formats.writing import require_place, write_text
from logic.errors import shorten
from logic.exact import DIGITS, plural
from whoknows.cli.guard import AS_JSON, argument, command, flag, option, separate, written
from whoknows.cli.streams import STANDARD_INPUT, emit, name_of, progress, read_standard_input, say, table, usage

GAME = argument(
    "GAME",
    "The game; see whoknows games. Your own is ./my_game.py:GAME or package.module:GAME; its code runs.",
    complete=lambda incomplete: [each for each in registry.names() if each.startswith(incomplete)],
)
OPTIONS = option("--option KEY=VALUE", "An option of the rules; may be repeated.")

OPENSPIEL = "openspiel:"  # prefix of the names of OpenSpiel's games

SEED = option(
    "--seed", "Of chance and of the agents; default: 64 random bits. A small one could be guessed by an agent."
)
JOBS = option("--jobs N", "Processes; -1: one for each core.", -1)
BACKEND = option(f"--backend {'|'.join(BACKENDS)}", "Where matches run.", BACKENDS[0])
SCHEDULER = option("--scheduler ADDRESS", "Of Dask, such as tcp://127.0.0.1:8786.")
NAMED_GAME = option(
    "--game GAME", "The game of the records, if it is your own, such as ./my_game.py:GAME: a file never names code."
)


@command("games")
def _games(name: str | None = argument("GAME", "One game, in detail.", None), as_json: bool = AS_JSON) -> None:
    """List the games, or describe one.

    The description has options, agents with their parameters, the atoms for formulas, and examples.

    Examples
    --------
    whoknows games
    whoknows games bluff_poker
    whoknows games ./my_game.py:GAME
    """
    if name is not None:
        game = describe(name)
        emit(game.as_data()) if as_json else tell_game(game)
        return
    all_games = [registry.game(each) for each in registry.names()]
    if as_json:
        emit([{"name": each.name, "title": each.title, "agents": list(registry.makers(each))} for each in all_games])
        return
    table([each.name, each.title, "agents: " + " ".join(own_agents(each.name))] for each in all_games)
    say("\nwhoknows games GAME describes one of them")


@command("match")
def _match(
    name: str = GAME,
    agents: list[str] = option("--agents AGENT ...", "Agents, such as a b 'c(x=1)'; default: the game's own."),
    count: int = option("--games N", "Number of games.", 100),
    seed: int | None = SEED,
    block: int = option("--block B", "Games in a match; agents remember for one match.", 1),
    seatings: str = option(
        f"--seatings {'|'.join(KINDS)}", "Agents move on by one seat, or sit in all ways, match by match.", KINDS[0]
    ),
    duplicate: bool = flag(
        "--duplicate/--no-duplicate", "Whether matches in a row play one deal with seats exchanged.", True
    ),
    options: list[str] = OPTIONS,
    names: list[str] = option("--names NAME ...", "The agents' names, in their order."),
    teams: list[str] = option("--team 1,3", "Agents whose returns are added; may be repeated."),
    coalitions: list[str] = option("--coalition 1,3", "Agents that share a mailbox; may be repeated."),
    out: Path | None = written("--out FILE", "Results by match (JSON lines); a killed run resumes from it."),
    records: Path | None = written("--records FILE", "Every move of every game (JSON lines)."),
    queries: bool = flag("--queries", "Records keep what each agent asked; ask RECORD --queries shows it."),
    csv: Path | None = written("--csv FILE", "A row for each agent and game."),
    jobs: int = JOBS,
    backend: str = BACKEND,
    scheduler: str | None = SCHEDULER,
    as_json: bool = AS_JSON,
) -> None:
    """Let agents play a game many times.

    The output is the mean return by agent, by seat and by team, with 95 % intervals. After each match all agents move
    on by one seat, or take the next seating (--seatings all). The matches of a deal have the same dice and cards, with
    seats exchanged; a seating that only exchanges equal agents starts another deal, so no game counts twice. Intervals
    are over cycles of seatings. The same seed gives the same result, with any number of processes.

    Examples
    --------
    whoknows match bluff_poker --agents source source random --games 1000 --seed 7
    whoknows match bluff_poker --agents 'source(k=0.3)' source --names ann bob --block 100 --games 10000
    whoknows match bluff_poker --games 100000 --out results.jsonl     # repeat it to continue
    whoknows match bluff_poker --agents source learner random --seatings all --games 6000
    whoknows match bluff_poker --games 10 --records games.jsonl && whoknows replay games.jsonl
    whoknows match bluff_poker --games 1 --records game.jsonl --queries && whoknows ask game.jsonl --move 5 --queries
    """
    for path in filter(None, (out, records, csv)):
        require_place(path)
    if queries and records is None:
        raise usage("--queries are kept in records: give --records FILE too")
    played = registry.game(name)
    lineup = Lineup(
        separate(agents) or played.lineup, separate(names), _groups("--team", teams), _groups("--coalition", coalitions)
    )
    first = resumed_seed(out, records) if seed is None else seed
    setup = Setup(name, lineup, registry.read(played, options), first, block, seatings, duplicate)
    with stoppable(out, as_json) as callback:
        summary, results = run(
            setup, count, out=out, records=records, queries=queries, jobs=jobs, backend=backend, scheduler=scheduler,
            told=callback,
        )  # fmt: skip
    if csv is not None:
        write_text(csv, as_csv(setup, results))
    emit(as_data(setup, summary)) if as_json else tell_results(setup, summary)


@contextmanager
def stoppable(out: Path | None, as_json: bool) -> Iterator[ProgressCallback]:
    """Context manager that shows the progress of matches; after Ctrl-C it prints what is saved and how to continue."""
    last = 0, 0

    def told(done: int, wanted: int) -> None:
        nonlocal last
        last = done, wanted
        if bar is not None:
            bar(done, wanted)

    try:
        with progress(as_json, "matches") as bar:
            yield told
    except KeyboardInterrupt:
        counts = f"{last[0]:,} of {last[1]:,} matches"
        kept = f"{counts} are kept in {out}; the same command goes on from there"
        say(f"stopped: {kept if out else f'{counts} were done, and none is kept; with --out they are'}", err=True)
        raise


@command("replay")
def _replay(
    record: str = argument("RECORD", "A file of records; - reads standard input."),
    moves_only: bool = flag("--moves-only", "Check moves, chance and returns only: agents do not decide again."),
    game: str | None = NAMED_GAME,
    as_json: bool = AS_JSON,
) -> None:
    """Play recorded games again and check every move.

    Each move must be legal, the same agents must choose it again from the same seed, and the returns must be the same.

    Examples
    --------
    whoknows match bluff_poker --games 10 --records games.jsonl && whoknows replay games.jsonl
    whoknows replay games.jsonl --moves-only        # agents do not decide again
    whoknows replay mine.jsonl --game ./my_game.py:GAME
    """
    replayer, name = Replayer(name_of(record), choices=not moves_only), name_of(record)
    count = moves = 0
    for line, each in read_records(lines_of(record), name, game):
        replayer.check(each, line)
        count, moves = count + 1, moves + len(each.moves)
    if not count:
        raise RecordError(f"{name}: this file has no records; expected a line of JSON for each game")
    if as_json:
        emit({"games": count, "moves": moves, "agents_asked": not moves_only})
    else:
        details = "; agents and their queries are not checked" if moves_only else ", and the agents do the same again"
        say(f"{plural(count, 'game')}, {plural(moves, 'move')}: all are as recorded{details}", style="good")


def lines_of(given: str) -> Iterator[bytes | str]:
    """Yield the lines of a file, or of standard input for ``-``."""
    if given == STANDARD_INPUT:
        yield from read_standard_input().splitlines()
        return
    with opened(given) as file:
        yield from read_lines(file, shorten(given))


def _groups(option: str, given: Iterable[str]) -> Groups:
    """Convert groups of agents, numbered from 1 on the command line, to groups of positions from 0."""
    groups = []
    for text in given:
        parts = [part.strip() for part in text.split(",")]
        if not all(part.isdecimal() and len(part) <= DIGITS for part in parts):
            raise GameError(f"{option} {shorten(text)}: expected numbers of agents, such as {option} 1,3")
        groups.append(tuple(int(part) - 1 for part in parts))
    return tuple(groups)


WIDTH = 110
SHOWN = 12  # maximum number of printed variables and defined atoms; the JSON data has all of them


def tell_game(game: Description) -> None:
    """Print the description of a game."""
    fewest, most = game.players
    say(game.title, style="strong")
    say(f"{game.about}\n{fewest if fewest == most else f'{fewest} to {most}'} players; returns in {game.unit}")
    if game.options:
        _heading("Options")
    defaults = {key: str(value).lower() for key, value in game.options.items()} | dict(game.defaults)
    table(([key, f"default {text}"] for key, text in defaults.items()), indent="  ")
    _heading("Agents")
    own = [each for each in game.agents if not each.ready_made]
    table(([each.text, f"{each.level}: {each.about}".removeprefix(": ")] for each in own), indent="  ")
    ready = " ".join(each.name for each in game.agents if each.ready_made)
    if ready:
        say(fill("ready made: " + ready, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False))
    _heading(f"Atoms at the first decision, when {' '.join(game.names)} play")
    variables = list(game.variables.items())
    rows = [(name, *(f"={value}" for value in values)) for name, values in variables[:SHOWN]]
    table(([name + "".join(values[:1]), " ".join(values[1:])] for name, *values in rows), indent="  ")
    if len(variables) > SHOWN:
        say(f"  and {plural(len(variables) - SHOWN, 'more variable')}; --json lists them")
    if game.defined:
        shown = game.defined[:SHOWN]
        say(f"  defined: {' '.join(shown)}{' ...' if len(shown) < len(game.defined) else ''}")
    _heading("Formulas")
    table(([each["formula"], each["meaning"]] for each in game.formulas), indent="  ")
    say(f"\nTry: whoknows match {game.name} --agents {' '.join(game.lineup)} --games 1000")


def _heading(text: str) -> None:
    say(f"\n{text}", style="strong")


def tell_results(setup: Setup, summary: Summary) -> None:
    """Print the results of matches."""
    played, lineup = setup.played, setup.lineup
    in_matches = f" in {plural(summary.matches, 'match').replace('matchs', 'matches')}" if setup.block > 1 else ""
    say(f"{played.title}: {plural(summary.games, 'game')}{in_matches}, seed {setup.seed}", style="strong")
    games = 2 * setup.block * len(setup.seat_order.seats)
    intervals = f"no intervals: they need two cycles of seatings, {games:,} games"
    if summary.cycles > 1:
        intervals = f"95 % intervals over {summary.cycles:,} cycles of seatings"
    say(f"returns in {setup.rules_of(0).unit}; {intervals}")
    named = [name if name == str(place + 1) else f"{place + 1} {name}" for place, name in enumerate(lineup.names)]
    _rows("agent", zip(named, (str(spec) for spec in lineup.agents), summary.agents, strict=True))
    _rows("seat", ((str(seat + 1), "", each) for seat, each in enumerate(summary.seats)))
    if summary.teams:
        texts = ["+".join(lineup.names[each] for each in team) for team in setup.partners]
        _rows("team", ((text, "", each) for text, each in zip(texts, summary.teams, strict=True)))


def _rows(kind: str, rows: Iterable[tuple[str, str, Estimate]]) -> None:
    shown = [["", "", "a game", "95 %", "in all"]]
    for who, what, each in rows:
        interval = "-" if each.low is None or each.high is None else f"{each.low:+.4f} to {each.high:+.4f}"
        total = f"{each.total.numerator:,}" if each.total.denominator == 1 else f"{float(each.total):,.2f}"
        shown.append([f"{kind} {who}", what, f"{each.mean:+.4f}", interval, total])
    say()
    table(shown)
