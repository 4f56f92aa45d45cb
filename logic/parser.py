"""The parser: converts text in ASCII, Unicode and LaTeX, mixed freely, to a `Formula`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from logic import clauses as f
from logic.brackets import PROGRAM_SIGNS, in_programs, untils
from logic.errors import FormulaError, IdleProgram, ReadingWarning, RunTogether, shorten, warn
from logic.formula import Formula
from logic.node_table import CLAUSES as BY_NAME
from logic.operators import CONNECTIVES, ODD, looks_run_together
from logic.programs import EITHER, REPEAT, TEST, THEN, OfProgram, flat, folded
from logic.token_parsing import UNKNOWN, Stuck
from logic.tokens import classify, cut, split

if TYPE_CHECKING:
    from lark import Token

    from logic.grammar import Language

CACHED = 2_000  # characters: the formulas of longer texts are not cached
REMEMBERED = 4_096  # maximal number of texts whose formulas are cached
SPELLINGS = 20_000  # Tokens that are stored from one text to the next; the store is cleared when it has more


def parse(text: str | Formula, boxes: bool = False) -> Formula:
    r"""Parse a formula.

    Parameters
    ----------
    text : str or Formula
        ASCII, Unicode and LaTeX, mixed freely; ``docs/reference/notation.md`` describes the language. A formula is
        returned unchanged.
    boxes : bool
        Whether ``[a] p`` and ``<a> p`` are read as ``K_a p`` and ``M_a p``, unless a bracket is clearly an
        announcement.

    Returns
    -------
    Formula
        The formula; atoms that are spelled alike are one object. The formulas of the last 4,096 short texts are cached.

    Raises
    ------
    ParseError
        If the text is not a formula; the message has the position, what was expected, and a hint.
    FormulaError
        If `text` is neither a string nor a formula.

    Notes
    -----
    O(n) for n characters. Lark parses by LALR(1) with the grammar ``formula.lark``.

    Examples
    --------
    >>> print(parse(r"K_a (p \to \neg q)"))
    K_a (p → ¬q)
    """
    if isinstance(text, Formula):
        return text
    if not isinstance(text, str):
        way_out = "; decode the bytes first" if isinstance(text, bytes) else ""
        raise FormulaError(f"parse: expected a text or a formula, got {shorten(text)}{way_out}")
    if not isinstance(boxes, bool):
        raise FormulaError(f"boxes {shorten(repr(boxes))}: expected True or False")
    formula = _remembered(text) if len(text) <= CACHED else _read(text)
    if boxes:
        from logic.lenient import boxes_of_agents  # rarely needed

        ((formula,), _) = boxes_of_agents([text], [formula])
    return formula


def _read(text: str) -> Formula:
    language, words = _language()
    if len(words) > SPELLINGS:
        words.clear()  # safe while other threads read a text: missing tokens are created again
    spellings, is_odd = cut(text), False
    del spellings[spellings.index("") :]
    try:
        formula: Formula = language.parse(words.tokens(spellings))
    except Stuck as stuck:
        from logic.lenient import mended, prefixed, uncopied
        from logic.syntax_errors import explain  # only for a text with a mistake

        if (bare := uncopied(text)) != text:
            return _read(bare)
        try:
            formula = language.parse(words.tokens(mended(spellings)))
        except Stuck:
            if (read := prefixed(spellings)) is None:
                raise explain(text, stuck.number, stuck.accepted, parse) from None
            formula = read
        is_odd = True
    if is_odd or not words.odd.isdisjoint(spellings):
        from logic.lenient import remarks

        for note in remarks(text):
            warn(ReadingWarning(note))
    if not words.signs.isdisjoint(spellings):
        for note in idle_programs(formula):
            warn(IdleProgram(note))
    if not words.alike.isdisjoint(spellings):
        _warn(sorted(words.alike.intersection(spellings)))
    return formula


def idle_programs(formula: Formula) -> list[str]:
    """Return warnings about programs that consist only of tests, or that repeat a part with only tests."""
    notes: dict[str, None] = {}
    for node in formula.subformulas():
        if not isinstance(node, OfProgram):
            continue
        moves = folded(  # 1 with a step, 0 without one, -1 if a part without one is repeated
            node.program,
            lambda word, _: int(word != TEST),
            lambda _, left, right: min(left, right) if left + right < 1 else 1,
            {-1: -1, 0: -1, 1: 1}.__getitem__,
        )
        if moves < 0:
            notes[f"{shorten(str(node))}: the repetition of a test does nothing, it may be repeated no times"] = None
        elif moves == 0:
            meaning = "an implication" if isinstance(node, f.Run) else "a conjunction"
            learning = f"; that all learn whether is {shorten(str(f.AnnounceWhether(node.tests[0], node.sub)))}"
            notes[f"{shorten(str(node))}: tests alone make {meaning}{learning * (len(node.tests) == 1)}"] = None
    return list(notes)


def _warn(names: list[str]) -> None:
    from logic.unknown import run_together  # only for a warning

    for name in names:
        hint = run_together(name)
        quoted = f'the atom is written "{name}"'
        warn(RunTogether(f"'{name}' is read as an atom; {f'{hint}; ' * bool(hint)}{quoted}"))


_remembered = lru_cache(maxsize=REMEMBERED)(_read)


@cache
def _language() -> tuple[Language, Words]:
    """Return the parser of ``formula.lark``, built when the first formula is parsed, and its token table."""
    from logic.grammar import Language

    language = Language(__file__.removesuffix("parser.py") + "formula.lark", CLAUSES, "formula")
    return language, Words(language.names)


class Words(dict[str, "Token"]):
    """Maps spellings to tokens, each created on first use; a token's value is what it means, such as an `Atom`."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__()
        self._names = names
        self._spelled = {name: terminal for terminal, name in names.items()}
        self.signs: set[str] = set()
        """The spellings of symbols that belong to programs, and of ``U``."""
        self.alike: set[str] = set()
        """The spellings of atoms that look like an operator and an atom without a space between them."""
        self.odd: set[str] = set()
        """The spellings that match `ODD`."""

    def __missing__(self, spelling: str) -> Token:
        from logic.grammar import Token  # loads Lark, so it is imported only when a text is parsed

        try:
            name, value = classify(spelling)
        except FormulaError:
            name, value = UNKNOWN, None
        if name in PROGRAM_SIGNS or (name == "NAME" and value.name == "U"):
            self.signs.add(spelling)
        if name == "NAME" and spelling[0] != "\\" and looks_run_together(value.name):
            self.alike.add(spelling)
        if re.fullmatch(ODD, spelling):
            self.odd.add(spelling)
        self[spelling] = token = Token(self._names.get(name, name), spelling)
        token.value = value
        return token

    def tokens(self, spellings: list[str]) -> list[Token]:
        """Return the tokens of a text; brackets and agents of programs, and ``U`` (until), get special terminals."""
        tokens = [self[spelling] for spelling in spellings]
        if not self.signs.isdisjoint(spellings):
            names = [token.value.name if isinstance(token.value, f.Atom) else str(token) for token in tokens]
            terminals = [self._spelled.get(token.type, token.type) for token in tokens]
            for place, terminal in [*in_programs(terminals, names), *untils(terminals, names)]:
                tokens[place] = type(tokens[place])(self._names.get(terminal, terminal), spellings[place])
                tokens[place].value = f.Atom.make(names[place])
        return tokens


def _of_names(clause: type[Formula]) -> Callable[..., Formula]:
    """Return a function that builds a formula of this class from its parts; a token is replaced by its value."""
    return lambda *parts: clause.make(*[getattr(part, "value", part) for part in parts])


def _run(bracket: Token, tree: Any, sub: Formula) -> Formula:
    """Return the formula with a program in brackets before the operand `sub`; a single action gives an `Act`."""
    words, tests = flat(tree)
    box = not bracket.type.endswith("_DUAL")
    if len(words) == 1 and not tests:
        return (f.Act if box else f.ActDual).make(words[0][1:], sub)  # type: ignore[no-any-return]
    return f.run(words, tests, sub, box)


def _announcement(clause: type[Formula]) -> Callable[..., Formula]:
    """Return a function that builds an announcement from its statement, optional audience and the formula after it."""

    def build(statement: Formula, *rest: Any) -> Any:
        return clause.make(statement, rest[-1], rest[0] if len(rest) > 1 else None)

    return build


CLAUSES: Mapping[str, Callable[..., Any]] = {
    **{re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower(): _of_names(clause) for name, clause in BY_NAME.items()},
    **{name.lower(): BY_NAME[name].make for name in (*CONNECTIVES, "Not")},
    "implied": lambda conclusion, premise: f.Implies.make(premise, conclusion),
    "apply": lambda operator, *subs: operator.value(*subs),
    "announce": _announcement(f.Announce),
    "announce_dual": _announcement(f.AnnounceDual),
    "announce_whether": _announcement(f.AnnounceWhether),
    "audience": lambda group=None: group and group.value,
    "run": _run,
    "either": lambda left, right: (EITHER, left, right),
    "then": lambda left, right: (THEN, left, right),
    "star": lambda sub: (REPEAT, sub),
    "test": lambda formula: (TEST, formula),
    "agent": lambda token: token.value.name if isinstance(token.value, f.Atom) else split(token)[0],
    "action": lambda token: "@" + token.value,
    "top": f.Top,
    "bottom": f.Bottom,
    "atom": lambda token: token.value,
    "letter": lambda token: f.Atom.make(split(token)[0]),
    "kv": lambda agent, variable: f.Kv.make(agent.value, variable.name),
    "kv_applied": lambda agent, variable: f.Kv.make(agent.value, "".join(variable.split())),
}
"""Maps an alias in the grammar to a constructor; by default that of the class of formulas with this name."""
