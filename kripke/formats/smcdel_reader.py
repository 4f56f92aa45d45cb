"""Parser of SMCDEL's format, with error messages and a check of declarations.

For the format, see M. Gattinger, "New Directions in Model Checking Dynamic Epistemic Logic" (PhD thesis, Amsterdam
2018), and the model checker SMCDEL 1.3.0. Operator precedence differs from that in `logic.parser`: see ``smcdel.lark``.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import islice
from operator import call, length_hint
from typing import Any, Literal, NamedTuple

from kripke.data.wording import brief
from kripke.formats.quantifiers import Clause, Quantified, within
from logic import clauses as f
from logic.errors import ParseError, did_you_mean, never_closed, shorten
from logic.exact import DIGITS
from logic.formula import Formula
from logic.token_parsing import LISTS, UNKNOWN, Stuck, collector_paused

Keyword = Literal["TRUE?", "VALID?", "WHERE?"]

BLANK = r"(?>(?:\s|--[^\n]*)*)"  # White space and comments

_MODAL = r"(?:knows|comknow|distknow)\s+(?:that|whether)(?![a-zA-Z])"
_ASKED = r"(?:TRUE|VALID|WHERE)\?"
_NAME = r"[a-zA-Z][a-zA-Z0-9]*"

_CLAUSE = r"(?:AND|OR)\s*+\(\s*+~?[0-9]++(?:\s*+,\s*+~?[0-9]++)*+\s*+\)"  # scans each character once

_LIST = r"(?:AND|OR|XOR)\s*+\((?=[^()]{50})[^()a-zA-Z-]*+[a-zA-Z](?:[^()-]++|-(?!-))*+\)"  # short ones are parsed anew

_SEEN = r":\s*+[0-9]++(?:\s*+,\s*+[0-9]++)*+"

_PLAIN = rf"[0-9]+|{_MODAL}|{_ASKED}|{_NAME}|->|.|\Z"

_TOKEN = rf"(?s){BLANK}({_PLAIN})"

_PHRASE = rf"(?s){BLANK}({_CLAUSE}|{_LIST}|{_SEEN}|{_PLAIN})"
"""The pattern of a token, of what an agent observes, or of a conjunction or disjunction without brackets inside.

Files often repeat such formulas, for example in each round of the muddy children puzzle; the reader builds each of them
once.
"""

_QUESTION = re.compile(rf"(?>(?:--[^\n]*|[^a-zA-Z-]++|{_MODAL}|(?!{_ASKED}){_NAME}|-)*)({_ASKED}|\Z)")
"""The pattern of text up to the keyword of the next question, or to the end."""


class Parsed(NamedTuple):
    """The parsed content of a text, before declarations are checked.

    `variables`: the atoms of VARS. `law`: the formula of LAW. `observations`: each agent of OBS and the atoms that the
    agent observes. `questions`: the keyword of each question, the state of a ``TRUE?``, and the formula. `bound`: maps
    atoms to the quantifiers that they stand for, inner ones first. `atoms` and `agents`: those in the whole text.
    """

    variables: list[str]
    law: Formula
    observations: list[tuple[str, list[str]]]
    questions: list[tuple[Keyword, list[str] | None, Formula]]
    bound: Mapping[str, Quantified]
    atoms: frozenset[str]
    agents: frozenset[str]


def read(text: str) -> Parsed:
    """Parse a text without checking declarations; `ParseError` with position and hint. O(n) for n characters."""
    words, parts = _parsed(text, _PHRASE)
    numbers, law, observations = parts[0]
    return Parsed(
        _names(numbers),
        law,
        [(agent, _names(seen)) for agent, seen in observations],
        [(part[0], _names(part[1]) if len(part) > 2 else None, part[-1]) for part in parts[1:]],
        words.bound,
        frozenset([value.name for _, value in words.values() if isinstance(value, f.Atom)]),
        frozenset([value for kind, value in words.values() if kind == "WORD"]),
    )


def _parsed(text: str, pattern: str) -> tuple[_Words, Any]:
    """Split a text into tokens by a pattern, and parse it; return the values by token, and the result."""
    words = _Words()
    try:
        given = [words[token] for token in re.findall(pattern, text)]
        with collector_paused(len(given)):
            return words, _language().run(given)
    except Stuck as stuck:
        if pattern is _PHRASE:
            return _parsed(text, _TOKEN)  # which raises the error, with the place of a plain token
        token, place = next(islice(tokens(text), stuck.number, None))
        raise explain(text, token, place, stuck.accepted) from None


def tokens(text: str, start: int = 0) -> Iterator[tuple[str, int]]:
    """Yield each token with its start position, beginning at `start`; the last token is empty."""
    return ((match[1], match.start(1)) for match in re.compile(_TOKEN).finditer(text, start))


def question_places(text: str) -> list[int]:
    """The position of each question. O(n) for n characters."""
    return [match.start(1) for match in _QUESTION.finditer(text) if match[1]]


def atom_name(number: str) -> str:
    """The atom for a variable, such as ``p3`` for 3 or 003."""
    return "p" + (number.lstrip("0") or "0")


def _names(numbers: Sequence[f.Atom]) -> list[str]:
    return [atom.name for atom in numbers]


class _Words(dict[str, tuple[str, Any]]):
    """A mapping from the spellings of tokens to terminals and values, computed when a spelling first occurs.

    `bound`: maps atoms to the quantifiers that they stand for.
    """

    def __init__(self) -> None:
        self._names = _language().names
        super().__init__(_FIXED)
        self.bound: dict[str, Quantified] = {}

    def __missing__(self, token: str) -> tuple[str, Any]:
        if token[0] in "0123456789":
            entry: tuple[str, Any] = "INT", f.Atom.make(atom_name(token))
        elif len(token) > 1 and token[0] == "~":
            entry = "LITERAL", f.Not.make(self[token[1:]][1])
        elif len(token) > 1 and token[0] == ":":
            entry = "SEEN", [self[number.strip()][1] for number in token[1:].split(",")]
        elif len(token) > 1 and token[-1] == ")":
            head, bracket, inside = token.partition("(")
            if any(map(str.isalpha, inside)):
                parts = [head.strip(), *re.findall(_PHRASE, bracket + inside)]
                entry = "CLAUSE", _language().run([("PART", None), *[self[part] for part in parts]])
            else:
                join = _all if head[0] == "A" else _any
                entry = "CLAUSE", join([self[literal.strip()][1] for literal in inside[:-1].split(",")])
        elif token in self._names:
            entry = self._names[token], token if token in ("TRUE?", "VALID?", "WHERE?") else None
        elif token in _QUANTIFIERS:
            name, clause = _QUANTIFIERS[token]
            entry = name, partial(partial, self._bind, clause)
        elif token[0].isascii() and token[0].isalpha():
            words = " ".join(token.split())
            entry = self[words] if words != token else ("WORD", token)
        else:
            entry = UNKNOWN, None
        self[token] = entry
        return entry

    def _bind(self, clause: Clause, numbers: Sequence[f.Atom], formula: Formula) -> f.Atom:
        """Return an atom that stands for a quantifier; the atom's name describes the quantifier."""
        atoms = tuple(_names(numbers))
        name = f"{clause} {shorten(','.join(atoms))}: {brief(formula)} (quantifier {len(self.bound) + 1})"
        self.bound[name] = Quantified(clause, atoms, formula)
        return f.Atom(name)


_QUANTIFIERS: dict[str, tuple[str, Clause]] = {
    "Forall": ("FORALL", "Forall"),
    "ForAll": ("FORALL", "Forall"),
    "Exists": ("EXISTS", "Exists"),
}


def _of_group(clause: type[Formula]) -> Callable[[Sequence[str]], Callable[..., Any]]:
    return lambda names: partial(clause.make, frozenset(names))


def _whether(clause: type[Formula]) -> Callable[[Sequence[str]], Callable[..., Any]]:
    """Return a constructor of "the group knows whether": the group knows the formula, or it knows the negation.

    `clause`: the class of common or distributed knowledge. The constructor is called with the names of the group, and
    its result with the formula.
    """

    def of(names: Sequence[str]) -> Callable[[Formula], Any]:
        that = partial(clause.make, frozenset(names))
        return lambda sub: f.Or.make(that(sub), that(f.Not.make(sub)))

    return of


_knows = lru_cache(partial(partial, f.K.make))
_knows_whether = lru_cache(partial(partial, f.Kw.make))
_FIXED: dict[str, tuple[str, Any]] = {
    "": ("$END", None),
    **dict.fromkeys(("~", "¬", "not", "Not"), ("NOT", f.Not.make)),
    **dict.fromkeys(("&", "∧"), ("_AND", None)),
    **dict.fromkeys(("|", "∨"), ("_OR", None)),
    **dict.fromkeys(("->", "→"), ("_IMPLIES", None)),
    "knows that": ("KNOWS_THAT", _knows),
    "knows whether": ("KNOWS_WHETHER", _knows_whether),
    "comknow that": ("COMKNOW_THAT", _of_group(f.C)),
    "comknow whether": ("COMKNOW_WHETHER", _whether(f.C)),
    "distknow that": ("DISTKNOW_THAT", _of_group(f.D)),
    "distknow whether": ("DISTKNOW_WHETHER", _whether(f.D)),
}
"""The terminal and the value of each spelling with a fixed meaning."""


# ----------------------------------------------------------------------------------------------- the formulas


_all, _any = partial(reduce, f.And.make), partial(reduce, f.Or.make)


def _exactly_one(formulas: Sequence[Formula]) -> Formula:
    """The formula which says that exactly one of n formulas is true; it has O(n) subformulas.

    It is built as a balanced tree, so that its diagram is made in O(n log n) steps.
    """
    make_and, make_or = f.And.make, f.Or.make
    parts: list[tuple[Any, Any]] = [(formula, f.Not(formula)) for formula in formulas]  # exactly one, none
    while len(parts) > 1:
        pairs = list(zip(parts[::2], parts[1::2], strict=False))
        parts = [
            (make_or(make_and(one, others_none), make_and(none, other)), make_and(none, others_none))
            for (one, none), (other, others_none) in pairs
        ] + parts[2 * len(pairs) :]
    return parts[0][0]  # type: ignore[no-any-return]


def _announcement(clause: type[Formula]) -> Callable[..., Any]:
    """Return a constructor of announcements from the group (optional) and the statement."""

    def prefix(*parts: Any) -> Callable[[Formula], Any]:
        group = frozenset(parts[0]) if len(parts) > 1 else None
        return lambda sub: clause.make(parts[-1], sub, group)

    return prefix


_CLAUSES: Mapping[str, Callable[..., Any]] = {
    "head": lambda numbers, law, observations: [(numbers, law, observations)],
    **LISTS,
    "at_state": lambda *values: values,
    "at_empty_state": lambda keyword, formula: (keyword, (), formula),
    "implies": f.Implies.make,
    "iff": f.Iff.make,
    "and": f.And.make,
    "or": f.Or.make,
    "apply": call,
    "apply_to": lambda who, operator: operator(who),
    "apply_to_each": lambda operator, first, rest: _all([*map(operator, [first, *rest])]),
    "knows": _knows,
    "knows_whether": _knows_whether,
    "announce": _announcement(f.Announce),
    "announce_dual": _announcement(f.AnnounceDual),
    "announce_whether": _announcement(f.AnnounceWhether),
    "top": f.Top,
    "bottom": f.Bottom,
    "all_of": _all,
    "any_of": _any,
    "odd": partial(reduce, f.Xor.make),
    "exactly_one": _exactly_one,
}


_PLACE = __file__.removesuffix("_reader.py")  # the path of the grammar and of the table, without extension


def table() -> dict[str, Any]:
    """Lark's LALR table for ``smcdel.lark`` as JSON data; each call numbers the states in the same way.

    The entry ``states`` has a mapping for each state, from symbols to the number of the next state, or to -1 - r for a
    reduction by rule r. The entry ``rules`` has a list for each rule: its alias, the number of its symbols with a
    value, the number of all its symbols, and the symbol that it defines.
    """
    from logic.grammar import Language

    language = Language(f"{_PLACE}.lark", {})
    conf: Any = language.lark.parse_interactive().parser_state.parse_conf
    rules: dict[Any, int] = {}
    order, states = [conf.start_state], []
    for state in order:  # the list grows in the loop
        row = dict(sorted(conf.states[state].items()))
        order += dict.fromkeys(after for _, after in row.values() if isinstance(after, int) and after not in order)
        for symbol, (_, after) in row.items():
            row[symbol] = order.index(after) if isinstance(after, int) else -1 - rules.setdefault(after, len(rules))
        states.append(row)
    kept = [sum([not getattr(symbol, "filter_out", False) for symbol in rule.expansion]) for rule in rules]
    listed = [[r.alias, n, len(r.expansion), r.origin.name] for r, n in zip(rules, kept, strict=True)]
    return {"names": language.names, "end": order.index(conf.end_state), "rules": listed, "states": states}


class _Row(dict[str, Any]):
    """The transitions of a parser state by symbol, computed on first use. `below`: the state under it on the stack."""

    def __init__(self, table: _Table, below: int, state: int) -> None:
        super().__init__()
        self._table, self._below, self._state = table, below, state

    def __missing__(self, symbol: str) -> Any:
        self[symbol] = after = self._table.after(self._below, self._state, symbol)
        return after


class _Table:
    """An LALR parser that loads its table from a file, since constructing the table takes 50 ms.

    Files of several megabytes are common. This parser is over three times as fast as Lark's, since it follows unit
    rules, such as a conjunction of one formula, only once for each pair of states and lookahead token. It reads the
    file of 200 muddy children (1.1 MB, 281,000 tokens) in 0.26 s of processor time, Lark's loop in over 0.96 s (2
    cores, 2026-11-27).
    """

    def __init__(self) -> None:
        with open(f"{_PLACE}.json", encoding="utf-8") as file:
            stored = json.load(file)
        self.names, self._end, self._rules, self._states = (stored[k] for k in ("names", "end", "rules", "states"))
        self._rows: dict[tuple[int, int], _Row] = {}
        self._start = self._row(-1, 0)

    def _row(self, below: int, state: int) -> _Row:
        row = self._rows.get((below, state))
        if row is None:
            self._rows[below, state] = row = _Row(self, below, state)
        return row

    def after(self, below: int, state: int, symbol: str) -> Any:
        """The transition of `state` by a symbol; `below` is the state under it on the parser's stack.

        It is the next row, a reduction, True at the end, or None for an error.
        """
        if not symbol.isupper():  # a rule's symbol stands where the rule began
            return self._row(below, self._states[below][symbol])
        while (symbol, state) != ("$END", self._end):
            target = self._states[state].get(symbol)
            if target is None:
                return None
            if target >= 0:
                return self._row(state, target)
            alias, kept, size, origin = self._rules[-1 - target]
            if alias or size > 1:
                return alias and _CLAUSES[alias], -kept or sys.maxsize, -size, origin
            state = self._states[below][origin]
        return True

    def run(self, tokens: Sequence[tuple[str, Any]]) -> Any:
        """Parse pairs (terminal, value), with the end as the last pair; return the value of the text, or raise `Stuck`.

        Tokens that carry no value, such as brackets, have the value None. A rule without an alias keeps its only value.
        """
        row, rows, values = self._start, [self._start], list[Any]()
        source = iter(tokens)
        for kind, value in source:
            while type(after := row[kind]) is tuple:
                build, first, size, symbol = after
                if build is not None:
                    values[first:] = (build(*values[first:]),)
                rows[size:] = (row := rows[size][symbol],)
            if type(after) is not _Row:
                break
            row = after
            rows.append(row)
            if value is not None:
                values.append(value)
        if after is True:
            return values[-1]
        spelled = {name: spelling for spelling, name in self.names.items()}
        known = {name for state in self._states for name in state if name.isupper()}
        raise Stuck(
            len(tokens) - length_hint(source) - 1,
            {spelled.get(name, name) for name in known if self._is_accepted(rows.copy(), name)},
        )

    def _is_accepted(self, rows: list[_Row], terminal: str) -> bool:
        while type(after := rows[-1][terminal]) is tuple:
            _, _, size, symbol = after
            rows[size:] = (rows[size][symbol],)
        return after is not None


@cache
def _language() -> _Table:
    """The parser, loaded when the first text is read."""
    return _Table()


_WORDS = {"INT": "an atom's number", "WORD": "an agent's name", "$END": "the end"}
_PHRASES = {
    "a formula": {"Top", "INT", "("},
    "a connective (& | -> iff)": {"_AND", "_OR", "_IMPLIES", "iff"},
    "'knows that' or 'knows whether'": {"KNOWS_THAT", "KNOWS_WHETHER"},
    "'comknow that' or 'distknow that' (or whether)": {"COMKNOW_THAT", "DISTKNOW_THAT"},
}
_STARTS = {"Top", "Bot", "INT", "WORD", "(", "[", "<", "NOT", "FORALL", "EXISTS", "AND", "OR", "XOR"}
_STARTS |= {"K", "Kw", "ONEOF", "CLAUSE"}
_PART_OF_PHRASE = {"_AND", "_OR", "_IMPLIES", "iff", "KNOWS_THAT", "KNOWS_WHETHER"} | {
    f"{kind}_{that}" for kind in ("COMKNOW", "DISTKNOW") for that in ("THAT", "WHETHER")
}
RESERVED = {"K", "Kw", "Top", "Bot", "AND", "OR", "XOR", "ONEOF", "iff", "VARS", "LAW", "OBS"}
RESERVED |= {"Not", "not", "Forall", "ForAll", "Exists"}
"""Words of the format, which are not allowed as names of agents."""

_SIGNS = "()[]{}<>:,!?&|~¬∧∨→-"
_INSTEAD = {
    "^": "write XOR(f, g)",
    "=": "write iff",
    "↔": "write iff",
    "⊕": "write XOR(f, g)",
    "#": "write -- a comment",
}


def without_comments(text: str) -> str:
    """Replace comments by blanks, so that positions do not change."""
    return re.sub(r"--[^\n]*", lambda comment: " " * len(comment[0]), text)


def explain(text: str, token: str, place: int, accepted: set[str]) -> ParseError:
    """The error for a token that is not accepted at its position."""
    code = without_comments(text)
    if not code.strip():
        problem = "an empty text: a file has VARS, LAW and OBS, and then questions"
        return ParseError(problem, text, len(code.rstrip()), tuple(_in_words(accepted)))
    place = place if token else len(code.rstrip())
    if unclosed := never_closed(code, place):
        return ParseError(unclosed, text, place, tuple(_in_words(accepted)))
    if not token:
        return ParseError("the text ends too early", text, place, tuple(_in_words(accepted)))
    if len(token) == 1 and not (token.isascii() and token.isalnum()) and token not in _SIGNS:
        return ParseError(f"unknown symbol {token!r}", text, place, hint=_INSTEAD.get(token, ""))
    problem = f"unexpected {shorten(token)!r}"
    return ParseError(problem, text, place, tuple(_in_words(accepted)), _slip(token, accepted))


def _in_words(accepted: set[str]) -> Iterator[str]:
    phrased: set[str] = set()
    for phrase, needed in _PHRASES.items():
        if needed <= accepted:
            phrased |= _STARTS if phrase == "a formula" else _PART_OF_PHRASE
            yield phrase
    for terminal in sorted(accepted - phrased - {"PART", "SEEN"}):
        yield _WORDS.get(terminal, terminal if terminal[0].isalpha() else f"'{terminal}'")


def _slip(token: str, accepted: set[str]) -> str:
    """A hint for a common mistake, from the wrong token and the accepted ones; empty if there is none."""
    if "WORD" in accepted and token in RESERVED and "Top" not in accepted:
        return f"{token!r} is a word of the format, so no agent can have this name"
    if token in ("knows", "comknow", "distknow"):
        return f"write '{token} that' or '{token} whether'"
    if token.upper() in ("VARS", "LAW", "OBS"):
        return f"write {token.upper()}, in this order: VARS, LAW, OBS, questions"
    if token == "?":
        return "questions are TRUE?, VALID? and WHERE?, with the question mark close to the word"
    return ""


_FIRST_MODAL = rf"[\[<]|(?<![a-zA-Z])(?!(?:{'|'.join(RESERVED)})(?![a-zA-Z0-9])){_NAME}"
"""The pattern of a modal operator's first symbol: the bracket of an announcement, or an agent."""


def require_declared(text: str, parsed: Parsed, places: Sequence[int]) -> list[ParseError | None]:
    """For each question, the error for undeclared names, or None; `places` has the positions of the questions.

    `ParseError` for an invalid declaration or an invalid law. O(n) for n characters.
    """
    code = without_comments(text) if "--" in text else text
    start = code.index("LAW") + len("LAW")  # VARS lists numbers only
    law = code[start : code.index("OBS", start)]
    if any(sign in law for sign in "[<Kk") and (modal := re.search(_FIRST_MODAL, law)):  # the search alone is slow
        raise ParseError("the law must be boolean", text, start + modal.start())
    variables, agents = set(parsed.variables), {agent for agent, _ in parsed.observations}
    if (
        parsed.atoms <= variables
        and parsed.agents <= agents
        and len(variables) == len(parsed.variables)
        and len(agents) == len(parsed.observations)
        and max(map(len, variables)) <= DIGITS
    ):
        return [None] * len(places)
    return _undeclared(text, code, parsed, places)


def _undeclared(text: str, code: str, parsed: Parsed, places: Sequence[int]) -> list[ParseError | None]:
    """For each question, the error for undeclared names, or None; `code` is the text without comments."""
    variables, agents = set(parsed.variables), {agent for agent, _ in parsed.observations}
    inside: dict[str, set[str]] = {}  # the atoms that are free in each quantifier

    def free(formula: Formula) -> set[str]:
        return set().union(*[inside.get(atom, {atom}) for atom in formula.atoms])

    for name, each in parsed.bound.items():  # inner ones first
        inside[name] = free(each.formula).difference(each.atoms)

    def require_variable(atom: str, place: int) -> None:
        if atom not in variables:
            number = shorten(atom[1:])
            raise ParseError(f"variable {number} is not in VARS", text, place, hint=f"add {number} to VARS")

    def require(formula: Formula, start: int) -> None:
        for atom in sorted(free(formula) - variables):
            require_variable(atom, _find(rf"(?<![A-Za-z0-9])0*{atom[1:]}(?![0-9])", code, start))
        scopes = [each.formula.agents for each in within(formula, parsed.bound).values()]
        for agent in sorted(set(formula.agents).union(*scopes) - agents):
            near = did_you_mean(agent, [name for name, _ in parsed.observations])
            place = _find(rf"(?<![A-Za-z0-9]){agent}(?![A-Za-z0-9])", code, start)
            raise ParseError(f"agent '{shorten(agent)}' is not in OBS{near}", text, place)

    def mistake(keyword: Keyword, state: list[str] | None, formula: Formula, place: int) -> ParseError | None:
        try:
            if not variables.issuperset(state or ()):
                numbers = (token for token in tokens(text, place) if token[0][:1].isdigit())
                for atom, (_, where) in zip(state or (), numbers, strict=False):
                    require_variable(atom, where)
            require(formula, code.index("}", place) if state else place + len(keyword))
        except ParseError as error:
            return error
        return None

    _require_distinct(text, require_variable)
    require(parsed.law, code.index("LAW"))
    return [mistake(*question, place) for question, place in zip(parsed.questions, places, strict=True)]


def _require_distinct(text: str, require_variable: Callable[[str, int], None]) -> None:
    """Raise `ParseError` for a repeated declaration, a number that is too long, or a variable of OBS not in VARS."""
    section, seen = "", set[str]()
    for token, place in tokens(text):
        if token in ("VARS", "LAW", "OBS"):
            section, seen = token, set()
        elif token in ("TRUE?", "VALID?", "WHERE?", ""):
            return
        elif section == "LAW" or not token[0].isalnum():
            continue
        elif section == "VARS" and len(token) > DIGITS:
            problem = f"a number of {len(token):,} digits, at most {DIGITS:,} are read"
            raise ParseError(problem, text, place)
        elif section == "OBS" and token[0].isdigit():
            require_variable(atom_name(token), place)
        else:
            name = atom_name(token) if section == "VARS" else token
            if name in seen:
                raise ParseError(f"{section} lists {shorten(token)} twice", text, place)
            seen.add(name)


def _find(pattern: str, code: str, start: int) -> int:
    match = re.compile(pattern).search(code, start)
    return match.start() if match else start


if __name__ == "__main__":
    print(json.dumps(table(), separators=(",", ":")))
