"""The query log: every formula and degree that an agent asks a model while it decides, with the answer.

Agents ask through `games.knowing.situation.Situation` (tables of a game; answers are cached there) or through `holds`
and `degree` below (an agent's own model). Each of these calls `note`. Nothing is stored unless a block of `recorded`
is open:

    with recorded() as queries:
        decision = agent.act(observation, legal)
    for query in queries:
        print(query)                      # K_bob bluff: false

An agent that considers another table, such as the one after a throw, names it by `considering`. A function that asks
many queries and is called again with the same arguments is wrapped in `remembered`: it computes once, and its queries
are noted on every call. So the log of a decision does not depend on what was computed before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from logic.errors import FormulaError
from logic.exact import degree_text, exact
from logic.json_values import Fields

if TYPE_CHECKING:
    from kripke.models.model import Model
    from logic.formula import Formula

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Query(NamedTuple):
    """A question to a model, with its answer.

    Attributes
    ----------
    answer : bool, Fraction or str
        Its truth, or the agent's degree of belief in it; a text sums up the answers at many worlds.
    agent : str
        Whose degree of belief it is; empty for the truth of the formula.
    table : str
        The table that was considered; empty for the table as it is.
    """

    formula: str
    answer: bool | Fraction | str
    agent: str = ""
    table: str = ""

    @property
    def told(self) -> str:
        """The answer as text."""
        if isinstance(self.answer, Fraction):
            return degree_text(self.answer)
        return str(self.answer).lower() if isinstance(self.answer, bool) else self.answer

    def __str__(self) -> str:
        asked = f"degree of {self.agent} in {self.formula}" if self.agent else self.formula
        return f"{self.table}: {asked}: {self.told}" if self.table else f"{asked}: {self.told}"

    def as_data(self) -> dict[str, Any]:
        """The query as JSON values, without empty fields."""
        answer = self.answer if isinstance(self.answer, bool) else str(self.answer)
        named = {"agent": self.agent, "formula": self.formula, "answer": answer, "table": self.table}
        return {key: value for key, value in named.items() if value != ""}

    @classmethod
    def of(cls, data: Any) -> Query:
        """The query that `as_data` wrote; `WrongValue` if the data is not one."""
        given = Fields(data, "queries")
        answer = given.value("answer", bool, str)
        agent, table = (given.value(key, str) if key in given else "" for key in ("agent", "table"))
        return cls(given.value("formula", str), answer if isinstance(answer, bool) else _number(answer), agent, table)


def _number(text: str) -> Fraction | str:
    try:
        return exact(text)
    except FormulaError:
        return text


_log: ContextVar[list[Query] | None] = ContextVar("queries", default=None)
_considered: ContextVar[str] = ContextVar("table", default="")


@contextmanager
def recorded() -> Iterator[list[Query]]:
    """Collect the queries that are asked inside the block; blocks may be nested, the innermost collects."""
    found: list[Query] = []
    token = _log.set(found)
    try:
        yield found
    finally:
        _log.reset(token)


@contextmanager
def considering(table: str) -> Iterator[None]:
    """Name the table that is considered inside a ``with`` block, such as ``after throwing die1 closed``."""
    token = _considered.set(table)
    try:
        yield
    finally:
        _considered.reset(token)


def is_recording() -> bool:
    """Whether a block of `recorded` is open."""
    return _log.get() is not None


def note(formula: object, answer: bool | Fraction | str, agent: str = "") -> None:
    """Add a query to the log, if one is open."""
    log = _log.get()
    if log is not None:
        log.append(Query(str(formula), answer, agent, _considered.get()))


def holds(model: Model, formula: str | Formula, at: Any = None) -> bool:
    """`Model.holds`, noted in the log."""
    found = model.holds(formula, at)
    note(formula, found)
    return found


def degree(model: Model, agent: str, formula: str | Formula, at: Any = None, alike: bool = False) -> Fraction:
    """`Model.degree`, noted in the log."""
    found = model.degree(agent, formula, at=at, alike=alike)
    note(formula, found, agent)
    return found


def remembered(size: int) -> Callable[[Callable[Arguments, Result]], Callable[Arguments, Result]]:
    """Decorate a function of queries: it computes once for the same arguments, and notes its queries on every call."""

    def decorate(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        @lru_cache(maxsize=size)
        def computed(*args: Any, **kwargs: Any) -> tuple[Result, list[Query]]:
            with recorded() as queries:
                return function(*args, **kwargs), queries

        @wraps(function)
        def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            found, queries = computed(*args, **kwargs)  # type: ignore[arg-type]  # unhashable ones raise TypeError
            log = _log.get()
            if log is not None:
                log.extend(queries)
            return found

        return call

    return decorate
