"""Play many matches of a line-up, on all cores or on a cluster; a killed run resumes from its files.

Matches are numbered, each match is played by one process, and the results are written in order. So the files are
identical for any number of processes and after any number of kills.
"""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from threading import current_thread, main_thread
from time import monotonic, sleep
from typing import Any, NamedTuple, TypeVar
from warnings import catch_warnings, simplefilter

from games.core.errors import GameError, RecordError
from games.core.progress import ProgressCallback, untold
from games.playing.match import Match, Setup
from games.playing.records import VERSION as RECORD
from games.playing.records import Journal, again, as_number, as_return, record_of, require_same
from games.playing.statistics import MatchResult, Summary, summary
from logic.errors import listing, parameter, shorten
from logic.json_values import json_text

VERSION = 1
BACKENDS = ("loky", "dask")
EXTRA = "dask"  # the extra that installs what a cluster needs
MOST_GAMES = 10_000_000  # the largest number of games of a run: the results of all games are kept in memory
MOST_JOBS = 1_000  # the largest number of processes of a run
HEAD = 0.5  # seconds for which a run plays in its own process: many runs are over before other processes have started
PATIENCE = 10  # seconds to wait for the scheduler, and for its workers

Task = TypeVar("Task")
Done = TypeVar("Done")


class _Outcome(NamedTuple):
    result: MatchResult
    records: tuple[dict[str, Any], ...]


def run(
    setup: Setup,
    games: int,
    *,
    out: Path | None = None,
    records: Path | None = None,
    queries: bool = False,
    jobs: int = -1,
    backend: str = "loky",
    scheduler: str | None = None,
    told: ProgressCallback = untold,
) -> tuple[Summary, list[MatchResult]]:
    """Play games; return the summary and the results of all matches.

    Raises `GameError` if the setup or another argument is invalid; `RecordError` if a file cannot be
    written, or belongs to another setup.

    Time O(games / processes); memory O(games * players) for the results. Records are not kept in memory.

    Parameters
    ----------
    setup : Setup
        The rules and the agents.
    games : int
        The number of games, a multiple of the games of a match.
    out : Path, optional
        A file of results, a line for each match. Matches in this file are not played again.
    records : Path, optional
        A file of records, a line for each game.
    queries : bool
        Whether the records include the agents' queries.
    jobs : int
        The number of processes; -1: one on each core.
    backend : {'loky', 'dask'}
        Whether processes of this machine or the workers of a cluster play.
    scheduler : str, optional
        The address of the cluster's scheduler, for ``dask`` only.
    told : function, optional
        Called with the number of finished matches and the number of all matches, at the start and after each match.
    """
    matches = _count(setup, games)
    require_jobs(jobs)
    require_backend(backend, scheduler)
    setup.lineup.new_agents(setup.played)  # refuses an invalid line-up before a file is touched
    results: list[MatchResult] = []
    with ExitStack() as stack:
        files = _Files(setup, stack, out, records, queries)
        results.extend(files.done(matches))
        told(len(results), matches)
        task = partial(play_match, setup, with_records=records is not None, queries=queries)
        playing = spread(task, range(len(results), matches), jobs, backend, scheduler)
        for result in stack.enter_context(closing(playing)):
            files.write(result)
            results.append(result.result)
            told(len(results), matches)
    return summary(results, setup), results


def play_match(setup: Setup, number: int, with_records: bool = False, queries: bool = False) -> _Outcome:
    """Play a whole match: the task of a worker."""
    match, returns, records = Match(setup, number, queries=queries), [], []
    for each in range(setup.block):
        over = match.play(each)
        returns.append(tuple(match.by_position(over.returns)))
        if with_records:
            records.append(record_of(match, each, over.last, over.queries, over.seconds).as_data())
    return _Outcome(MatchResult(number, tuple(returns)), tuple(records))


def spread(
    task: Callable[[Task], Done], wanted: Iterable[Task], jobs: int, backend: str = "loky", scheduler: str | None = None
) -> Generator[Done, None, None]:
    """Run tasks in several processes; yield the results in the order of the tasks."""
    left = deque(wanted)
    end = monotonic() + HEAD
    while left and backend == "loky" and (jobs == 1 or monotonic() < end):
        yield task(left.popleft())
    if left:
        from joblib import Parallel, delayed

        with _workers(backend, scheduler), ExitStack() as stack:
            parallel = Parallel(n_jobs=jobs, return_as="generator")  # sends tasks in batches of about half a second
            with held_back():
                results = parallel(delayed(task)(each) for each in left)
                stack.callback(_cancel, results)
            for each in results:  # noqa: UP028  # `yield from` would pass a stop on to joblib, which warns
                yield each


def _cancel(results: Generator[Any, None, None]) -> None:
    """Cancel the remaining tasks without messages when a run is stopped.

    joblib warns about lost work, and loky's thread prints a traceback if it is stopped while it dispatches tasks.
    """
    usual = threading.excepthook
    threading.excepthook = lambda _: None
    try:
        with catch_warnings():
            simplefilter("ignore")
            results.close()
    finally:
        threading.excepthook = usual


@contextmanager
def _workers(backend: str, scheduler: str | None) -> Iterator[None]:
    """Configure joblib: processes on this machine, or the workers of a cluster."""
    from joblib import parallel_config

    if backend == "loky":
        with parallel_config(backend="loky", inner_max_num_threads=1, initializer=_leave_with, initargs=(os.getpid(),)):
            yield
        return
    from distributed import Client

    make: Any = Client  # has no types
    try:
        client = make(scheduler, timeout=PATIENCE)
    except (OSError, ValueError) as error:
        raise GameError(f"scheduler {scheduler}: {shorten(str(error), 200)}; is `dask scheduler` running?") from None
    with client, parallel_config(backend="dask", client=client, wait_for_workers_timeout=PATIENCE):
        try:
            yield
        except TimeoutError:
            raise GameError(
                f"scheduler {scheduler}: it has no workers; start some by `dask worker {scheduler}`"
            ) from None


def _leave_with(parent: int) -> None:
    """Start a thread that ends this process when its parent ends; else the process would wait for tasks forever."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _count(setup: Setup, games: int) -> int:
    require_games(games)
    if games % setup.block:
        near = max(1, round(games / setup.block)) * setup.block
        raise GameError(f"{games:,} games in matches of {setup.block:,}: expected a multiple, such as {near:,}")
    return games // setup.block


def require_games(games: int) -> None:
    """Raise `GameError` if the number of games is invalid."""
    if not 1 <= games <= MOST_GAMES:
        bound = "at least 1" if games < 1 else f"at most {MOST_GAMES:,}"
        raise GameError(f"{parameter('games', games)}: expected {bound}")


def require_jobs(jobs: int) -> None:
    """Raise `GameError` if the number of processes is invalid."""
    if not 1 <= jobs <= MOST_JOBS and jobs != -1:
        raise GameError(
            f"{parameter('jobs', jobs)}: expected a number of processes from 1 to {MOST_JOBS:,}, or -1 for one on each "
            "core"
        )


def require_backend(backend: str, scheduler: str | None) -> None:
    """Raise `GameError` for an unknown backend, one that is not installed, or a scheduler that does not fit it."""
    if backend not in BACKENDS:
        raise GameError(f"backend {shorten(repr(backend))}: expected {listing(BACKENDS)}")
    if (backend == "dask") != (scheduler is not None):
        raise GameError(
            f"{parameter('backend', 'dask')} needs {parameter('scheduler', 'tcp://127.0.0.1:8786')} or another "
            f"address; {parameter('backend', 'loky')} takes none"
        )
    if backend == "dask":
        try:
            import distributed  # noqa: F401
        except ImportError:
            raise GameError(f"Dask is not installed; try: pip install 'whoknows[{EXTRA}]'") from None


class _Files:
    """The files of a run: one with the results of the matches, and one with the records of the games."""

    def __init__(
        self, setup: Setup, stack: ExitStack, out: Path | None, records: Path | None, queries: bool = False
    ) -> None:
        if out is not None and records is not None and out.resolve() == records.resolve():
            raise GameError(f"{out}: results and records need a file each")
        self.setup, self.queries = setup, queries
        self.out = None if out is None else stack.enter_context(Journal(out))
        self.records = None if records is None else stack.enter_context(Journal(records))

    def done(self, matches: int) -> list[MatchResult]:
        """The results of the matches finished in both files; `RecordError` if there are more than `matches`.

        Truncates the longer file, and writes the header of a new file of results.

        The run may be killed between a match's records and its result, and a loss of power may truncate either file.
        Incomplete matches are played again.
        """
        done = []
        if self.out is not None:
            lines = enumerate(self.out.following(header(self.setup)), 1)
            done = [_result(entry, number, str(self.out.path), self.setup) for number, entry in lines]
        if len(done) > matches:
            raise RecordError(
                f"{self.out.path if self.out else ''}: {len(done):,} matches are done and {matches:,} are wanted; "
                f"ask for {len(done) * self.setup.block:,} games or more, or name another file"
            )
        if self.records is not None:
            done = done[: self._recorded(self.records, len(done), matches)]
            self.records.keep(len(done) * self.setup.block)
        if self.out is not None:
            self.out.keep(1 + len(done) if done else 0)
        if self.out is not None and not done:
            self.out.append(header(self.setup))
        return done

    def _recorded(self, records: Journal, done: int, matches: int) -> int:
        """The number of matches with complete records; raise an error if the records do not fit this run."""
        name, games, wanted = str(records.path), done * self.setup.block, matches * self.setup.block
        count = self._found(records)
        if count < games and records.is_new:
            raise RecordError(f"{name}: {count:,} records of {games:,} games that are done; name other files")
        if count > wanted:
            raise RecordError(
                f"{name}: {count:,} games are recorded and {wanted:,} are wanted; "
                f"ask for {-(-count // self.setup.block) * self.setup.block:,} games or more, or name another file"
            )
        return count // self.setup.block

    def _found(self, records: Journal) -> int:
        """The number of records; raise an error if they are not the first records of this run."""
        setup, count = self.setup, 0
        groups = {"coalitions": header(setup)["coalitions"]}
        for count, entry in enumerate(records.entries(), 1):
            match, number = divmod(count - 1, setup.block)
            place = f"{records.path}, line {count}"
            require_same(entry, _heading(setup) | groups, place)
            if (entry.get("match"), entry.get("number")) != (match, number):
                found_match, found_number = (json_text(entry.get(key)) for key in ("match", "number"))
                raise RecordError(
                    f"{place}: expected match {match}, game {number}, found match {found_match}, game {found_number}: "
                    "lines are doubled, "
                    f"swapped or missing; {again(count, str(records.path))}"
                )
            require_same(entry, {"options": setup.rules_of(match).options()}, place)
            if ("queries" in entry) != self.queries:
                kept = "has no queries" if self.queries else "has queries"
                raise RecordError(f"{place}: the record {kept}, unlike the records of this run; name another file")
        if not count:
            records.require_own(_heading(setup))
        return count

    def write(self, outcome: _Outcome) -> None:
        """Write the records of a match, then its result, which marks it as finished."""
        if self.records is not None:
            self.records.append(*outcome.records)
        if self.out is not None:
            number, returns = outcome.result
            self.out.append({"match": number, "returns": [[as_number(each) for each in game] for game in returns]})


def _heading(setup: Setup) -> dict[str, Any]:
    """The entries with which every record of a setup begins."""
    agents = list(setup.lineup.agents)
    head = {"record": RECORD, "game": setup.played.name, "agents": agents, "seed": setup.seed, "block": setup.block}
    return head | {"seatings": setup.seatings, "duplicate": setup.duplicate}


def header(setup: Setup) -> dict[str, Any]:
    """The settings that determine the matches: the first line of a results file."""
    lineup, options = setup.lineup, setup.rules_of(0).options()
    people = {"agents": list(lineup.agents), "names": options.pop("names")}
    groups = {key: [list(group) for group in getattr(lineup, key)] for key in ("teams", "coalitions")}
    head: dict[str, Any] = {"results": VERSION, "game": setup.played.name, "options": options}
    luck = {"seed": setup.seed, "block": setup.block, "seatings": setup.seatings, "duplicate": setup.duplicate}
    return head | people | groups | luck


def _result(entry: dict[str, Any], number: int, name: str, setup: Setup) -> MatchResult:
    """The match result in an entry of the results file `name`; `number` counts the entries from 1, after the header."""
    try:
        returns = tuple(tuple(map(as_return, game)) for game in entry["returns"])
        fits = entry["match"] == number - 1 and len(returns) == setup.block
        if fits and all(len(game) == setup.lineup.players for game in returns):
            return MatchResult(number - 1, returns)
    except (KeyError, TypeError, ValueError):
        pass
    raise RecordError(
        f"{name}, line {number + 1}: expected the result of match {number - 1}; {again(number + 1, name)}"
    )


SILENT = "ignore:resource_tracker"
"""Warning filter for loky's clean-up process: it warns about resources of processes that end while they start."""


@contextmanager
def held_back() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block; processes that start in the block never receive Ctrl-C.

    A process inherits the blocked signals. So only this process receives Ctrl-C, and ends the processes of a pool;
    each of these would print a traceback if it were interrupted during its imports.
    """
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or current_thread() is not main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker  # needed by runs in several processes only

    resource_tracker.ensure_running()  # it ignores Ctrl-C, but its start would unblock the signal here
    caught: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: caught.append(number))  # where another thread receives it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    sys.warnoptions.append(SILENT)  # inherited by the processes that start
    try:
        yield
    finally:
        sys.warnoptions.remove(SILENT)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if caught:
        handler(signal.SIGINT, None)
