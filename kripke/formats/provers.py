"""Common code for prover formats: limits, unsupported syntax and error messages.

Error messages list the expected tokens. If ``ATOM`` is expected, one phrase stands for all tokens with which a formula
can begin. If ``_AND`` is expected, one phrase stands for all connectives. So the terminals in `SIGNS` are left out.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from logic import clauses as f
from logic.errors import FormulaError, ParseError, TooLarge, never_closed, shorten
from logic.formula import NAMELESS, Formula
from logic.grammar import Language, UnexpectedInput, UnexpectedToken
from logic.node_table import flatten
from logic.printer import Plan, Texts
from logic.shared import evaluated, has_boxes
from logic.token_parsing import LISTS

LONGEST = 10_000_000  # number of characters of the longest text that is read or written

SIGNS = re.compile(
    r"_NOT|_OR|_IMPLIES|_ONLY_IF|_IFF|_TRUE|_FALSE|BOX.*|DIAMOND.*|DEFINED|QUOTED|NONASSOC|NUMBER|LONG|SHORT"
)
"""The terminals that begin a formula or connect two formulas."""


CLAUSES: Mapping[str, Callable[..., Any]] = {
    **LISTS,
    "iff": f.Iff.make,
    "implies": f.Implies.make,
    "only_if": lambda left, right: f.Implies.make(right, left),
    "or": f.Or.make,
    "and": f.And.make,
    "not": f.Not.make,
    "top": f.Top,
    "bottom": f.Bottom,
}
"""The functions that build formulas, for the grammar rules that all formats share."""


def modal(is_box: bool, agent: str, sub: Formula) -> Formula:
    """Build a box or a diamond of the agent, or one without an agent if `agent` is `NAMELESS`."""
    if agent == NAMELESS:
        return (f.Box if is_box else f.Diamond).make(sub)  # type: ignore[no-any-return]
    return (f.K if is_box else f.M).make(agent, sub)  # type: ignore[no-any-return]


def written(
    title: str,
    formula: Formula,
    signs: Mapping[type[Formula], str],
    template: Callable[[Formula, int], Texts],
    deeper: tuple[type[Formula], ...] = (),
) -> str:
    """Write a formula in a format; `TooLarge` above `LONGEST` characters.

    O(n d) for n distinct subformulas, each of which occurs at up to d depths.

    `signs`: the signs of constants and connectives. `template` returns the text before, between and after the
    subformulas of any other node at a depth. `deeper`: operators that increase the depth of their subformulas.
    """
    rows, plan, places, lengths = flatten(formula).rows, Plan([], [], 0), dict[tuple[int, int], int](), list[int]()

    def parts(place: tuple[int, int]) -> list[tuple[int, int]]:
        node, kids = rows[place[0]]
        return [(kid, place[1] + isinstance(node, deeper)) for kid in kids]

    def add(place: tuple[int, int]) -> int:
        node, kids = rows[place[0]]
        sign = signs.get(type(node))
        around = ((sign,), (sign, ""), ("(", f" {sign} ", ")"))[len(kids)] if sign else template(node, place[1])
        plan.texts.append(around)
        plan.kids.append(tuple([places[part] for part in parts(place)]))
        lengths.append(sum(map(len, plan.texts[-1])) + sum(lengths[kid] for kid in plan.kids[-1]))
        if lengths[-1] > LONGEST:
            raise TooLarge(f"{title}: the text would have over {LONGEST:,} characters; write parts of the formula")
        return len(lengths) - 1

    evaluated((len(rows) - 1, 0), places, parts, add)
    return plan.text()


class Refusal(Exception):
    """Raised for an unsupported token.

    `problem`: a description, with ``{}`` for the token. `token`: the token, which gives the position. `hint`: advice.
    """

    def __init__(self, problem: str, token: Any, hint: str = "") -> None:
        super().__init__(problem.format(shorten(repr(str(token)))), token.start_pos, hint)


def _with_index(clause: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a constructor of formulas: it refuses boxes and diamonds without an index."""

    def build(*parts: Any) -> Any:
        formula = clause(*parts)
        if isinstance(formula, (f.Box, f.Diamond)) and isinstance(parts[0], str):
            raise Refusal("{} has no index, and other boxes or diamonds have one", parts[0], "give all one, or none")
        return formula

    return build


@dataclass(frozen=True, eq=False)
class ProverFormat:
    """A prover's format: its title, its grammar, the functions for the rules, and its texts for error messages.

    `title`: the name of the format. `module`: the path of its module; the grammar is in the same folder. `clauses`: the
    functions for the rules of the grammar, in addition to `CLAUSES`. `word`: the pattern of the text shown at a
    mistake. `refused`: maps the patterns of unsupported features to their descriptions. `hint`: the supported features.
    `formula`: an example. `connectives`: the connectives, as messages list them.
    """

    title: str
    module: str
    clauses: Mapping[str, Callable[..., Any]]
    word: re.Pattern[str]
    refused: Mapping[str, str]
    hint: str
    formula: str
    connectives: str = "& | -> <->"

    @cached_property
    def language(self) -> Language:
        """The format's parser, built when the first text is read."""
        return self._language(lambda clause: clause)

    def _language(self, changed: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Language:
        clauses = {name: changed(clause) for name, clause in {**CLAUSES, **self.clauses}.items()}
        return Language(f"{self.module.removesuffix('py')}lark", clauses, lexer="basic")

    def require_one_kind(self, text: str, formulas: Iterable[Formula]) -> None:
        """Raise `ParseError` at a box or diamond without an index if others have an index."""
        formulas = [*formulas]
        if any(formula.agents for formula in formulas) and has_boxes(*formulas):
            self.parse(text, self._language(_with_index))

    def parse(self, text: str, language: Language | None = None) -> Any:
        """Parse a text in linear time; `ParseError` with the position and a hint, `TooLarge` if it is too long."""
        if not isinstance(text, str):
            raise FormulaError(f"{self.title} {shorten(repr(text))}: expected a text, such as {self.formula!r}")
        if len(text) > LONGEST:
            raise TooLarge(f"{self.title}: {len(text):,} characters, the limit is {LONGEST:,}; read it in parts")
        try:
            return (language or self.language).lark.parse(text)
        except UnexpectedInput as error:
            mistake = self._mistake(text, error)
        except Refusal as refusal:
            problem, place, hint = refusal.args
            mistake = ParseError(problem, text, place, hint=hint or self.hint)
        raise mistake

    def _mistake(self, text: str, error: UnexpectedInput) -> ParseError:
        is_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        place = len(text) if is_end else error.pos_in_stream or 0
        for pattern, what in self.refused.items():
            if match := re.compile(pattern, re.ASCII | re.DOTALL).match(text, place):
                return ParseError(f"{shorten(repr(match[0]))} is not supported: {what}", text, place, hint=self.hint)
        word = self.word.match(text, place)
        token = word[0] if word else ""
        code = re.sub(r"%[^\n]*", lambda comment: " " * len(comment[0]), text)
        problem = f"unexpected {shorten(token)!r}" if token else "the text ends too early"
        problem = never_closed(code, place + (token in ("[", "<"))) or problem
        accepted = self.language.accepted(error)
        name = f"a formula such as {self.formula}" if "(" in accepted else "a name"
        signs = ((name, "ATOM"), (f"a connective ({self.connectives})", "_AND"))
        expected = [words for words, sign in signs if sign in accepted]
        rest = sorted(sign for sign in accepted - {"ATOM", "_AND"} if not SIGNS.fullmatch(sign))
        if "ATOM" in accepted:
            rest = [sign for sign in rest if sign != "("]
        shown = {"$END": "the end of the text"}
        return ParseError(problem, text, place, (*expected, *[shown.get(r, f"'{r.strip('_').lower()}'") for r in rest]))
