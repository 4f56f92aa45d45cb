"""The query log: the formulas and degrees of belief that agents evaluate for their decisions, with the answers.

Agents query the model of a `Table` (what is commonly known at a moment of the game) with
`games.knowing.situation.Situation`, which caches answers. They query their own models with `holds` and `degree` below.
Each of these calls `note`. Nothing is stored unless a block of `recorded` is open:

    with recorded() as queries:
        decision = agent.act(observation, legal)
    for query in queries:
        print(query)                      # K_bob bluff: false
        print(query.check().explain())    # why, in the model of the query

An agent that considers a hypothetical `Table`, such as the one after a throw, labels its queries with `considering`.
`remembered` decorates a function that makes many queries and is often called with the same arguments: it computes once,
and its queries are noted on every call, with the labels of the first. So, except for labels, the log of a decision does
not depend on earlier computations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from logic.errors import FormulaError
from logic.exact import degree_text, exact
from logic.json_values import Fields
from logic.parser import parse

if TYPE_CHECKING:
    from kripke.models.model import Model, Verdict
    from logic.formula import Formula

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Query:
    """A query to a model, with its answer."""

    formula: str
    # the truth of the formula, or the agent's degree of belief; a string sums up the answers at many worlds
    answer: bool | Fraction | str
    agent: str = ""  # the agent whose degree of belief it is; empty for the truth of the formula
    table: str = ""  # a description of the hypothetical `Table` of the query; empty for the actual one
    # A function that returns the verdict on the query, which explains the answer in the model and world of the query.
    # None for counts of worlds and for queries from a record.
    check: Callable[[], Verdict] | None = field(default=None, compare=False, repr=False)

    @property
    def told(self) -> str:
        """The answer as a string: a degree, ``true``, ``false``, or the answer itself if it is a string."""
        if isinstance(self.answer, Fraction):
            return degree_text(self.answer)
        return str(self.answer).lower() if isinstance(self.answer, bool) else self.answer

    def __str__(self) -> str:
        question = f"degree of {self.agent} in {self.formula}" if self.agent else self.formula
        return f"{self.table}: {question}: {self.told}" if self.table else f"{question}: {self.told}"

    def as_data(self) -> dict[str, Any]:
        """The query as JSON values; empty fields are left out."""
        answer = self.answer if isinstance(self.answer, bool) else str(self.answer)
        named = {"agent": self.agent, "formula": self.formula, "answer": answer, "table": self.table}
        return {key: value for key, value in named.items() if value != ""}

    @classmethod
    def of(cls, data: Any) -> Query:
        """The query in data from `as_data`; raise `WrongValue` if the data is invalid."""
        given = Fields(data, "queries")
        answer = given.value("answer", bool, str)
        agent, table = (given.value(key, str) if key in given else "" for key in ("agent", "table"))
        return cls(given.value("formula", str), answer if isinstance(answer, bool) else _number(answer), agent, table)


def _number(text: str) -> Fraction | str:
    """The answer that `Query.as_data` wrote as this text: a fraction, or a string such as ``0.832``."""
    try:
        number = exact(text)
    except FormulaError:
        return text
    return number if str(number) == text else text


_log: ContextVar[list[Query] | None] = ContextVar("queries", default=None)
_considered: ContextVar[str] = ContextVar("table", default="")


@contextmanager
def recorded() -> Iterator[list[Query]]:
    """Collect the queries made inside a ``with`` block; if blocks are nested, the innermost block collects them."""
    queries: list[Query] = []
    token = _log.set(queries)
    try:
        yield queries
    finally:
        _log.reset(token)


@contextmanager
def considering(table: str) -> Iterator[None]:
    """Label the queries inside a ``with`` block with a hypothetical `Table`, such as ``after throwing closed die1``."""
    token = _considered.set(table)
    try:
        yield
    finally:
        _considered.reset(token)


def is_recording() -> bool:
    """Whether a block of `recorded` is open."""
    return _log.get() is not None


def note(
    formula: object,
    answer: bool | Fraction | str,
    agent: str = "",
    check: Callable[[Formula], Verdict] | None = None,
    about: str = "",
) -> None:
    """Add a query to the open log, if any; `check` returns the verdict on a formula in the model of the query.

    The verdict is about the formula `about`, by default the query's formula. If the query is for a degree of belief,
    the default is a formula which says that the agent believes the query's formula to at least this degree, or to 1/2
    if the degree is 0.
    """
    log = _log.get()
    if log is not None:
        degree = f"{answer}" if isinstance(answer, Fraction) and answer else "1/2"
        question = about or (f"B_{agent}>={degree} ({formula})" if agent else str(formula))
        verdict = None if check is None else partial(_verdict, check, question)
        log.append(Query(str(formula), answer, agent, _considered.get(), verdict))


def _verdict(check: Callable[[Formula], Verdict], question: str) -> Verdict:
    return check(parse(question))


def holds(model: Model, formula: str | Formula, at: Any = None) -> bool:
    """Return `model.holds` and note the query in the log."""
    answer = model.holds(formula, at)
    note(formula, answer, check=partial(model.check, at=at))
    return answer


def degree(model: Model, agent: str, formula: str | Formula, at: Any = None, alike: bool = False) -> Fraction:
    """Return `model.degree` and note the query in the log."""
    answer = model.degree(agent, formula, at=at, alike=alike)
    note(formula, answer, agent, partial(model.check, at=at))
    return answer


def remembered(size: int) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Decorator that caches up to `size` results of a function that makes queries; every call notes the queries."""

    def decorate(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        @lru_cache(maxsize=size)
        def computed(*args: Any, **kwargs: Any) -> tuple[Result, list[Query]]:
            with recorded() as queries:
                return function(*args, **kwargs), queries

        @wraps(function)
        def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            result, queries = computed(*args, **kwargs)  # type: ignore[arg-type]  # unhashable ones raise TypeError
            log = _log.get()
            if log is not None:
                log.extend(queries)
            return result

        return call

    return decorate


LONGEST = 60  # Longer disjunctions are shown without their middle


class MergedQueries(NamedTuple):
    """Queries to one table that differ only in a value and have the same answer, such as ``M_ann outcome=642, 643``."""

    table: str  # `table` and `agent` are as in `Query`
    agent: str
    formula: str  # the queries' formula, with all the values
    answer: str  # the answer as a string
    first: int  # the index of the first of these queries in the list of all queries of the move

    def __str__(self) -> str:
        return f"{f'degree of {self.agent} in ' if self.agent else ''}{self.formula}: {self.answer}"


def joined(queries: Iterable[Query]) -> list[MergedQueries]:
    """Merge the queries of a move that have the same table and answer, and differ only in a value."""
    groups: dict[str, dict[tuple[str, str, str], tuple[int, list[str]]]] = {}
    for place, query in enumerate(queries):
        stem, equals, value = query.formula.rpartition("=")
        if not equals or not value.isalnum() or "=" in stem:  # it does not end in one value
            stem, equals, value = query.formula, "", ""
        group = groups.setdefault(query.table, {}).setdefault((query.agent, stem + equals, query.told), (place, []))
        group[1].append(value)
    entries = []
    for table, same in groups.items():
        for (agent, stem, answer), (first, values) in same.items():
            formula = stem + ", ".join(values)
            parts = formula.split(" | ")
            if len(formula) > LONGEST and len(parts) > 2:
                formula = f"{parts[0]} | ... | {parts[-1]}"
            entries.append(MergedQueries(table, agent, formula, answer, first))
    return entries
