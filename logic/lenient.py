"""Lenient reading of formulas: square brackets as round ones, brackets as boxes of agents, and ``v`` as "or"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from logic.brackets import BEGINNING, CLOSING, OPERANDS, enclosing
from logic.clauses import Announce, AnnounceDual, AnnounceWhether, Atom, Bottom, E, K, M, Not, Or, Top
from logic.errors import FormulaError
from logic.formula import NAMELESS, Formula, agents_of
from logic.node_table import CLAUSES, Table, flatten, rebuild
from logic.operators import AGENT, CONNECTIVES, MATHEMATICAL, temporal
from logic.programs import OfProgram
from logic.tokens import BARE, CANONICAL, STYLE, TEMPORAL, Meaning, classify, cut, meaning, places

_WORDS = {
    "v": "|", "V": "|", "Or": "|", "OR": "|", "And": "&", "AND": "&", "Xor": "^", "XOR": "^", "implies": "->",
    "iff": "<->", "imp": "->", "equiv": "<->",
}  # fmt: skip
"""Words for connectives; they are atoms unless they stand between operands."""
_PREFIXES = {"box": "[]", "nec": "[]", "dia": "<>", "diamond": "<>", "pos": "<>", "Not": "~", "NOT": "~"}
_PREFIXES |= {word.capitalize(): sign for word, sign in _PREFIXES.items() if word.islower()}
"""Words for unary operators; they are atoms unless an operand follows."""
_VERBS = {"knows that": "K", "knows whether": "Kw", "believes that": "B", "thinks that": "B"}
EVERYONE = {"everyone", "everybody"}
NO_AGENTS = {"nobody", "someone", "somebody", "it", "she", "he", "who", "one"}
"""Words that are not agents, although "knows" may follow them."""
_OF_ALL = {"K": "E", "B": "EB"}
_BOXES = {"[]": "K", "<>": "M"}
_INFIX = {symbol.ascii for symbol in CONNECTIVES.values()}


_ENVIRONMENT = r"\\(?:begin|end)\s*\{(?:(?:align|gather|multline|eqnarray)(?:ed)?|equation|split|(?:display)?math)\*?\}"
_TOLD = {"[!", "<!", "!]", "!>", "TO", "ABOUT", "ACTION", "[^^", "[^", "<^^", "<^"}
"""The terminals that occur only in explicit announcements, upgrades and actions."""


_QUOTED = r'"(?>(?:[^"\\]|\\.)*)"'
_END = r"[.,;。](?=(?:[\s$]|\\[)\]])*+\Z)"
"""Matches a punctuation mark at the end of the text."""


def uncopied(text: str) -> str:
    r"""Return a text without LaTeX environments and final punctuation, and with mathematical letters made plain."""
    if re.search(_ENVIRONMENT, text):
        text = re.sub(rf"{_ENVIRONMENT}|(?<!\\)&|\\\\|\\nonumber", lambda match: " " * len(match[0]), text)
    if re.search(f"[{MATHEMATICAL}]", text):
        copied = rf"{_QUOTED}|[{MATHEMATICAL}]+"
        text = re.sub(copied, lambda x: x[0] if x[0][0] == '"' else unicodedata.normalize("NFKC", x[0]), text)
    if (end := re.search(_END, text)) and (head := text[: end.start()].rstrip()) and head[-1] not in "\\.,;。":
        return f"{text[: end.start()]} {text[end.end() :]}"
    return text


_GROUP = r"(?:_?\{[^{}]*\}|_\w+)?"
_REMARKS = (
    (rf"(?<![\w\\])([ECD]B{_GROUP})\[(?![\]!^])",
     "the bracket after {0} announces, {0} ([q] p); what is believed on a condition has one agent, B_a[q] p"),
    (r"(?<![\w\\])L_\{?(\w+)\}?",
     "L_{0} is read as M_{0}: {0} considers it possible; where a book writes L for the box, that is K_{0}"),
    (r"(?<![\w\\])(L(?:[a-z]|\d+)?[a-z][\d']*)(?![\w(='])",
     "'{0}' is read as an atom; in some books L is K, in others its dual M: write K p or M p, K_a p or M_a p"),
    (r"(?<![\w\\])([ECD])\s*\^\s*\{?\s*(B)(?!\w)",
     "{0}^{1} is read as an exclusive or, {0} ^ {1}; belief of a group is written {0}{1} p, {0}{1}_{{a,b}} p"),
)  # fmt: skip
"""Pairs of a pattern and a remark; the pattern matches text that may be meant in another way."""
_NEAR = 300  # number of characters after the beginning of a sentence that are searched for a connective
_SENTENCE = r"(?<!\w)(\w+) +(?:knows +(?:that|whether)|(?:believes|thinks) +that)(?!\w)"


def remarks(text: str, atoms: Collection[str] = ()) -> list[str]:
    """Return remarks on parts of a text that may be meant differently; names in a model's `atoms` get no remark."""
    bare = re.sub(_QUOTED, lambda match: " " * len(match[0]), text)
    notes = [
        note.format(*match.groups())
        for pattern, note in _REMARKS
        for match in re.finditer(pattern, bare)
        if match[1] not in atoms
    ]
    if any(word in text for word in _WORDS_OF_TIME):
        notes += _of_time(cut(text), atoms)
    for sentence in re.finditer(_SENTENCE, bare):
        depth = 0
        for token in cut(bare[sentence.end() : sentence.end() + _NEAR]):
            depth += (token in ("(", "[", "<")) - (token in (")", "]", ">"))
            if not depth and (meaning(token)[0] in _INFIX or token in _WORDS):
                way_out = f"brackets make it reach further: {sentence[0]} (p & q)"
                notes.append(f"'{sentence[0]}' is about what follows it directly; {way_out}")
            if depth < 0 or (not depth and notes and sentence[0] in notes[-1]):
                break
    return list(dict.fromkeys(notes))


_WORDS_OF_TIME = [word if len(word) > 1 else f"{word}(" for word in TEMPORAL]


def _of_time(tokens: Sequence[str], atoms: Collection[str]) -> Iterator[str]:
    """Yield remarks on names such as ``EF`` and ``AG(p)``, which may be meant as temporal operators or as atoms."""
    for before, here, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        if (match := temporal(here)) and not (match[2] is None and meaning(after)[0] in BEGINNING):
            is_operator = len(match[1]) > 1 and match[2] and meaning(before)[0] != "VALUE_KNOWN"
            written = f"{match[1]} {match[2] or 'p'}" if len(match[1]) > 1 else f"{match[1]} ({match[2]})"
            if is_operator:
                yield f"'{here}' is read as {written}; the atom is written \"{here}\""
            elif here not in atoms:
                yield f"'{here}' is read as an atom; the operator is written {written}, the atom \"{here}\""


A_SET = r"\s*\\?\{((?:[^{}]|\{[^{}]*\})*?)\\?\}\s*"
"""Matches a list of formulas in braces; the formulas may contain groups in braces."""
BELOW = rf"\s*_\s*(?:\{{((?:[^{{}}]|\{{[^{{}}]*\}})*)\}}|({STYLE}\{{[^{{}}]*\}}|\w+))"
"""Matches the name of a logic as the subscript of a turnstile."""


def listed(text: str) -> list[str]:
    """Split a list such as ``p, K_{a} q`` or ``{p, q}`` at commas and semicolons outside inner brackets."""
    if match := re.fullmatch(A_SET, text):
        text = match[1]
    parts, begin, spans = list[str](), 0, [*places(text)]
    for (start, end), bracket in zip(spans, enclosing([meaning(text[i:j])[0] for i, j in spans]), strict=True):
        if (text[start:end] in (",", ";") and bracket < 0) or start == end:
            parts.append(text[begin:start].strip())
            begin = end
    return [part for part in parts if part] if any(parts) else []


_PATH = rf"{STYLE}\{{([AE])\}}{STYLE}\{{([FGX])\}}"


def _joined(tokens: Sequence[str]) -> list[str]:
    """Join the tokens of an operator and its agent, as in ``K(a, p)``, ``a knows that p``, ``[1] p``, ``box 1 p``."""
    new_tokens: list[str] = []
    for token in tokens:
        match [*new_tokens[-3:], token]:
            case [letter, "(", agent, ","] if letter in BARE and AGENT.fullmatch(agent):
                new_tokens[-3:] = [f"{letter}_{agent}", "("]
            case [*_, who, verb, word] if (
                (letters := _VERBS.get(f"{verb} {word}", ""))
                and AGENT.fullmatch(who)
                and who.lower() not in (NO_AGENTS if letters in _OF_ALL else NO_AGENTS | EVERYONE)
            ):
                new_tokens[-2:] = [_OF_ALL[letters] if who.lower() in EVERYONE else f"{letters}_{who}"]
            case ["K" | "M" as letter, "[", agent, "]"] if agent.isdecimal():
                new_tokens[-3:] = [f"{letter}_{agent}"]
            case [*_, opening, agent, closing] if agent.isdecimal() and _signs(opening, closing) in _BOXES:
                new_tokens[-2:] = [f"{_BOXES[_signs(opening, closing)]}_{agent}"]
            case [*_, box, agent] if agent.isdecimal() and _signs(box) in _BOXES:
                new_tokens[-1] = f"{_BOXES[_signs(box)]}_{agent}"
            case [*_, "[]" | "<>" as box, "_", agent] if AGENT.fullmatch(agent):
                new_tokens[-2:] = [f"{_BOXES[box]}_{agent}"]
            case [*_, path, _] if two := re.fullmatch(_PATH, path + token):
                new_tokens[-1] = two[1] + two[2]
            case _:
                new_tokens.append(token)
    return new_tokens


def _signs(*tokens: str) -> str:
    """Return the symbols that these tokens mean, such as ``[]`` for ``box``, as one string; empty for other tokens."""
    return "".join([_PREFIXES.get(token) or CANONICAL.get(token, "") for token in tokens])


def mended(tokens: list[str]) -> list[str]:
    """Return the tokens in standard notation: ``K_a (p)`` for ``K(a, p)``, ``|`` for ``v``, ``(p|q)`` for ``[p|q]``.

    A word for a connective that is also used as an atom is not replaced. Square brackets around a connective become
    round if no formula follows them. If a token is invalid, all tokens are returned unchanged.
    """
    new_tokens = _joined(tokens)
    try:
        terminals = ["", *["NUMBER" if token.isdecimal() else classify(token)[0] for token in new_tokens], ""]
    except FormulaError:
        return tokens
    ends, begins = {*OPERANDS, ")", "]"}, BEGINNING
    for word, sign in _WORDS.items():
        places = [place for place, token in enumerate(new_tokens, 1) if token == word]
        if all(terminals[place - 1] in ends and terminals[place + 1] in begins for place in places):
            for place in places:
                new_tokens[place - 1] = terminals[place] = sign
    for place, token in enumerate(new_tokens, 1):
        if token in _PREFIXES and terminals[place - 1] not in ends and terminals[place + 1] in begins:
            new_tokens[place - 1], terminals[place] = _PREFIXES[token], "MODALITY"
    around = enclosing(terminals)
    joined = set[int]()  # the brackets around a connective
    for place, (terminal, start) in enumerate(zip(terminals, around, strict=True)):
        if terminal in _INFIX:
            joined.add(start)
        elif start in joined and terminal.removeprefix("!") == CLOSING.get(terminals[start]):
            joined.add(around[start])
            if (terminals[start], terminal) == ("[", "]") and terminals[place + 1] not in begins:
                new_tokens[start - 1], new_tokens[place - 1] = "(", ")"
    return new_tokens


_BEFORE = {"and": "And", "or": "Or", "xor": "Xor", "imp": "Implies", "implies": "Implies", "iff": "Iff", "equiv": "Iff"}
"""Words for connectives in prefix notation."""
_NO_AGENTS = {*"pqrst"}  # letters that usually are atoms, so ``nec p q`` lacks a connective


def prefixed(tokens: Sequence[str]) -> Formula | None:
    """Parse prefix notation as in the prover LoTREC, such as ``imp nec p p``; None for other texts.

    Either all boxes have agents, or none has one; the result is None if both readings are possible and differ.
    """
    if {*_BEFORE, *_PREFIXES}.isdisjoint(tokens):
        return None
    readings = (_prefixed(tokens, of_agents) for of_agents in (False, True))
    ways = {formula for formula in readings if formula is not None}
    return ways.pop() if len(ways) == 1 else None


def _prefixed(tokens: Sequence[str], of_agents: bool) -> Formula | None:
    stack: list[Formula | str] = []  # from the right: formulas, closing brackets, and agents that are numbers

    def formula() -> Formula:
        part = stack.pop()
        if isinstance(part, str):
            raise FormulaError("no formula")
        return part

    try:
        for token in reversed(tokens):
            means: Meaning = ("", token) if token.isdecimal() else classify(token)
            terminal, value = means
            sign = _PREFIXES.get(token, "")
            if token in _BEFORE:
                stack.append(CLAUSES[_BEFORE[token]](formula(), formula()))
            elif of_agents and sign in ("[]", "<>"):
                agent = stack.pop()
                name = agent.name if isinstance(agent, Atom) else str(agent)
                stack.append((K if sign == "[]" else M)(name, formula()))
                if name in _NO_AGENTS:
                    return None
            elif sign or terminal in ("NOT", "MODALITY"):
                stack.append((classify(sign)[1] if sign else value)(formula()))
            elif terminal == "(" and stack[-2] == ")":
                stack[-1:] = [formula()]  # in place of the closing bracket, which is the last one now
            elif terminal == "APPLIED":
                stack.append(value())
            else:
                operands = {"BARE": Atom.make(token), "true": Top(), "false": Bottom(), ")": token, "": value}
                stack.append(value if terminal in ("NAME", "QUOTED", "VALUED") else operands[terminal])
    except (FormulaError, LookupError, TypeError):
        return None
    (whole,) = stack if len(stack) == 1 else [None]
    return whole if isinstance(whole, Formula) else None


def like_agents(table: Table[Formula]) -> list[str]:
    """Return the sorted names in brackets; empty if a bracket is not like ``[a] p``, or a name occurs elsewhere."""
    statements = {kids[0] for node, kids in table.rows if isinstance(node, (Announce, AnnounceDual))}
    used = {kid for node, kids in table.rows for kid in kids[isinstance(node, (Announce, AnnounceDual)) :]}
    names = [node.name if isinstance(node, Atom) else "" for node in (table.rows[row][0] for row in statements)]
    return sorted(names) if statements.isdisjoint(used.union(table.roots)) and all(map(AGENT.fullmatch, names)) else []


def boxes_of_agents(
    texts: Sequence[str], formulas: list[Formula], atoms: Collection[str] = (), boxes: bool = True
) -> tuple[list[Formula], list[Formula]]:
    """Replace ``[a]`` by ``K_a``, ``<a>`` by ``M_a``, ``[a | b]`` by ``E_{a,b}``; also return the bracketed formulas.

    Nothing is replaced if a bracket is clearly an announcement or an action. Names in brackets are agents in two cases:
    they are agents of a program and not atoms elsewhere; or `boxes` is true, all names in brackets occur only as
    ``[a]`` and ``<a>``, and no other operator has agents. O(n) for n nodes.

    `texts`: the texts of the formulas. `atoms`: the atoms of a model.
    """
    table = flatten(*formulas)
    nodes = [node for node, _ in table.rows]
    steps = {agent for node in nodes if isinstance(node, OfProgram) for agent in agents_of(node)}
    others = {agent for node in nodes if not isinstance(node, OfProgram) for agent in agents_of(node)}
    named = {*like_agents(table)} if boxes and others <= {NAMELESS} else set[str]()
    has_announcement = any(isinstance(node, AnnounceWhether) for node in nodes)
    if (
        has_announcement
        or not named | steps
        or any(meaning(token)[0] in _TOLD for text in texts for token in cut(text))
    ):
        return formulas, []
    read, held = _with_boxes(table, named | steps)
    if steps.isdisjoint([*atoms, *(atom for formula in read for atom in formula.atoms)]):
        return read, held
    return _with_boxes(table, named)


def _with_boxes(table: Table[Formula], names: Collection[str]) -> tuple[list[Formula], list[Formula]]:
    """Replace brackets that contain only these names by boxes of agents; also return the formulas in these brackets."""
    are_names, held, built = list[bool](), list[Formula](), list[Formula]()
    for node, kids in table.rows:
        parts = [built[kid] for kid in kids]
        is_choice = isinstance(node, Or) and all(are_names[kid] for kid in kids)
        are_names.append(is_choice or (isinstance(node, Atom) and node.name in names))
        if isinstance(node, (Announce, AnnounceDual)) and are_names[kids[0]]:
            held.append(parts[0])
            group, is_box = parts[0].atoms, isinstance(node, Announce)
            if isinstance(parts[0], Atom):
                built.append((K if is_box else M)(parts[0].name, parts[1]))
            else:
                built.append(E(group, parts[1]) if is_box else Not(E(group, Not(parts[1]))))
        else:
            built.append(rebuild(node, parts))
    return [built[root] for root in table.roots], held
