"""Certificates: proofs as text, which `Certificate.check` or another program can check.

The format, one item per line, is in ``docs/reference/certificate.md``. Names and formulas are JSON at the end of a
line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from kripke.data.errors import FileError
from kripke.formats.jsonfile import read_json
from kripke.prove.proofs.checking.checker import CREATING, check_script
from kripke.prove.proofs.checking.statement import FALSE, check_statement
from kripke.prove.proofs.script import Group, Induction, Lemma, Row, Script, Step, Tableau
from kripke.prove.question.problem import require_decidable
from logic.clauses import Not
from logic.errors import EpistemicError, by_face, shorten
from logic.formula import Formula, actions_of
from logic.json_values import Fields, json_text, read_json_value
from logic.parser import parse
from logic.shared import expansion

if TYPE_CHECKING:
    from kripke.change.event import EventModel

HEAD = "whoknows-proof 1"  # the first line of a file with a proof certificate

_LINE = re.compile(r'([^\s"{}\[\]]++)((?: -?[0-9]{1,9})*)(?: (["{\[].*))?')


@dataclass(frozen=True, eq=False)
class Certificate:
    """A proof with its statement: the formula holds at each world where the premises hold, in models of the theory.

    `str` returns the certificate as text; `parse` reads this text. `str` raises `FileError` if a formula of an event
    model names an action, which event files do not allow.

    Parameters
    ----------
    script : Script
        The steps of the proof.
    formula : Formula
        The formula.
    premises, theory : tuple of Formula
        The formulas from which the formula follows, and those that hold at every world.
    logic : mapping of str to str
        The name of each agent's system.
    atoms : tuple of str
        The vocabulary; the values of x in ``Kv_a x`` are taken from it.
    actions : mapping of str to EventModel
        The event models of the actions that the formulas name.

    Examples
    --------
    >>> from whoknows import Certificate, prove
    >>> text = str(prove("K_a p -> p", "T").certificate())
    >>> certificate = Certificate.parse(text)
    >>> certificate.check()
    >>> print(certificate.formula)
    K_a p → p
    """

    script: Script
    formula: Formula
    premises: tuple[Formula, ...] = ()
    theory: tuple[Formula, ...] = ()
    logic: Mapping[str, str] = field(default_factory=dict)
    atoms: tuple[str, ...] = ()
    actions: Mapping[str, EventModel] = field(default_factory=dict)

    def check(self) -> None:
        """Check that each step of the proof follows and that the proof proves the formula.

        The checker uses no code of the search. O(n) for n nodes in the steps and the formulas; each step about a
        conjunction takes O(k) for its k nested conjuncts.

        Raises
        ------
        WrongProof
            If a step does not follow, or the proof proves another statement.
        """
        check_script(self.script)
        goals = [*self.premises, Not(self.formula)]
        check_statement(self.script, goals, self.theory, self.logic, self.actions, self.atoms)

    def __str__(self) -> str:
        return "\n".join([*_lines(self), ""])

    @classmethod
    def parse(cls, text: str) -> Certificate:
        """Parse a certificate without checking the proof. O(n) for n characters.

        Parameters
        ----------
        text : str
            The text.

        Raises
        ------
        FileError
            If the text is not in the format; the message gives the line.
        """
        if not isinstance(text, str):
            raise FileError(f"expected the text of a certificate, got {shorten(repr(text))}")
        lines = _Lines(text)
        try:
            return lines.certificate()
        except (EpistemicError, KeyError, StopIteration, TypeError) as error:
            why = "a number is missing, or names no agent, step or world"
            raise FileError(f"line {lines.number}: {getattr(error, 'message', why)}") from None


def _lines(certificate: Certificate) -> Iterator[str]:
    proof = certificate.script
    agents = {agent: number for number, agent in enumerate(proof.systems)}

    def group(members: Iterable[str]) -> str:
        return _counted(sorted(agents[agent] for agent in members))

    yield HEAD
    yield _json(_statement(certificate))
    yield f"agents {len(agents)}"
    for agent, system in proof.systems.items():
        yield f"{system} {_json(agent)}"
    yield f"rows {len(proof.rows)}"
    for row in proof.rows:
        match row:
            case ("atom", name):
                yield f"atom {_json(name)}"
            case ("member", str(agent)):
                yield f"member {agents[agent]}"
            case ("box", members, node):
                yield f"box {group(members)} {node}"  # type: ignore[arg-type]
            case ("fix", formula, history, ways):
                steps = [f"{group(way[0])} {' '.join(map(str, way[1:]))}" for way in ways]  # type: ignore[attr-defined]
                yield " ".join([f"fix {len(steps)}", *steps, _json([formula, *history])])  # type: ignore[misc]
            case _:
                yield " ".join(map(str, row))
    yield f"theory {_counted(proof.theory)}"
    for part in proof.parts:
        yield f"induction {len(part.lemmas)}" if isinstance(part, Induction) else "lemma"
        for lemma in part.lemmas:
            yield f"clause {_counted(lemma.clause)}"
        for lemma in part.lemmas:
            yield from _tableau_lines(lemma.tableau, group)
    yield f"goal {proof.goal}"
    yield from _tableau_lines(proof.tableau, group)


def _tableau_lines(tableau: Tableau, group: Callable[[Group], str]) -> Iterator[str]:
    """Yield the lines for a tableau, branch by branch; `group` writes a group of agents.

    Steps and worlds are numbered along each path from the root.
    """
    places, after = tableau.layout
    number, world = dict[int, int](), {0: 0}
    waiting = [(0, 0, 1)]  # a branch, and the numbers of steps and worlds before it
    while waiting:
        branch, steps, worlds = waiting.pop()
        for place in places[branch]:
            step, new = tableau.steps[place], ""
            number[place], steps = steps, steps + 1
            x = step.world
            if step.rule in CREATING:
                world[x], worlds = worlds, worlds + 1
                x, members = tableau.worlds[x - 1]
                new = f" {group(members)}"
            premises = _counted(number[premise] for premise in step.premises)
            yield f"{step.rule} {step.node} {world[x]} {step.of} {premises}{new}"
        if after[branch]:
            yield f"split {len(after[branch])}"
            waiting += [(each, steps, worlds) for each in reversed(after[branch])]


def _counted(numbers: Iterable[int]) -> str:
    numbers = [*numbers]
    return " ".join(map(str, [len(numbers), *numbers]))


def _statement(certificate: Certificate) -> dict[str, Any]:
    actions = {}
    if certificate.actions:
        from kripke.formats.eventfile import dumps_event_model  # loaded only if there are actions

        inner = [formula for model in certificate.actions.values() for formula in model.formulas]
        for nested in [formula for formula in inner if formula.actions]:
            raise FileError(
                f"an event of the proof depends on another action, by {shorten(str(nested))}; a certificate has no "
                f"text for this, {by_face('but check() checks the proof', 'but --proof steps shows the proof')}"
            )
        actions = {name: json.loads(dumps_event_model(model)) for name, model in certificate.actions.items()}
    names = ("formula", "premises", "theory", "logic", "atoms")
    return {name: getattr(certificate, name) for name in names} | {"actions": actions}


def _json(value: Any) -> str:
    return json.dumps(value, default=_plain)


def _plain(part: Any) -> Any:
    if isinstance(part, Formula):
        return part.to_ascii()
    return sorted(part) if isinstance(part, frozenset) else dict(part)


class _Lines:
    """Parses the lines of a certificate one after the other."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
        self.number = 0  # number of lines read so far
        self.agents: dict[int, str] = {}
        self.formulas: list[Formula] = []

    def line(self, *words: str) -> tuple[str, Iterator[int], Any]:
        """Parse the next line: its first word (one of `words` if given), its numbers, and the value at its end."""
        line = self.lines[self.number] if self.number < len(self.lines) else ""
        self.number += 1
        match = _LINE.fullmatch(line)
        if match is None or (words and match[1] not in words):
            raise FileError(f"expected {' or '.join(words) or 'a word'} and numbers, got {shorten(repr(line))}")
        return match[1], map(int, match[2].split()), match[3] and read_json_value(match[3])

    def some(self, numbers: Iterator[int]) -> list[int]:
        """Read a count and that many numbers; `KeyError` for a negative count."""
        if (size := next(numbers)) < 0:
            raise KeyError(size)
        return [next(numbers) for _ in range(size)]

    def listed(self, numbers: Iterator[int]) -> tuple[int, ...]:
        """Read the remaining numbers of the line: a count, then exactly that many numbers."""
        items = self.some(numbers)
        if rest := [*numbers]:
            raise FileError(f"expected {len(items)} numbers, got {len(items) + len(rest)}")
        return tuple(items)

    def group(self, numbers: Iterator[int]) -> Group:
        """Read a group of agents, given by their numbers."""
        return frozenset([self.agents[number] for number in self.some(numbers)])

    def count(self, word: str) -> int:
        """Read the only number on the next line, which begins with this word."""
        (number,) = self.listed(chain([1], self.line(word)[1]))
        return number

    def certificate(self) -> Certificate:
        self.number = 1
        if self.lines[0] != HEAD:
            raise FileError(f"expected {HEAD!r}, got {shorten(repr(self.lines[0]))}")
        self.number = 2
        statement = Fields(read_json("".join(self.lines[1:2])))
        statement.require_known(("formula", "premises", "theory", "logic", "atoms", "actions"))
        premises, theory = [tuple(map(self.formula, statement.values(name, str))) for name in ("premises", "theory")]
        logic = Fields(statement.value("logic", dict), "logic")
        given = statement.value("actions", dict)
        formula = self.formula(statement.value("formula", str))
        logics = {agent: logic.value(agent, str) for agent in logic.data}
        atoms = tuple(statement.values("atoms", str))
        actions: dict[str, EventModel] = {}
        if given:
            from kripke.formats.eventfile import loads_event_model  # loaded only if there are actions

            actions = {name: loads_event_model(json.dumps(model)) for name, model in given.items()}
        systems = {}
        for number in range(self.count("agents")):
            system, _, self.agents[number] = self.line()
            systems[self.agents[number]] = system
        rows = tuple([self.row() for _ in range(self.count("rows"))])
        laws, parts = self.listed(self.line("theory")[1]), list[Lemma | Induction]()
        while (head := self.line("lemma", "induction", "goal"))[0] != "goal":
            size = next(head[1]) if head[0] == "induction" else 1
            clauses = [self.listed(self.line("clause")[1]) for _ in range(size)]
            lemmas = tuple([Lemma(clause, self.tableau()) for clause in clauses])
            parts.append(Induction(lemmas) if head[0] == "induction" else lemmas[0])
        (goal,) = self.listed(chain([1], head[1]))
        script = Script(rows, goal, laws, systems, tuple(parts), self.tableau())
        self.require_decidable(actions)
        if self.lines[self.number :]:
            raise FileError("expected the end of the text after the tableau of the goal")
        return Certificate(script, formula, premises, theory, logics, atoms, actions)

    def row(self) -> Row:
        """Parse the next line as a row of the certificate's table of formulas."""
        word, numbers, text = self.line("true", "unused", "atom", "member", "and", "box", "fix")
        match word:
            case "atom":
                return word, text, *numbers
            case "member":
                return word, *[self.agents[agent] for agent in numbers]
            case "box":
                return word, self.group(numbers), *numbers
            case "fix":
                ways = [(self.group(numbers), *[next(numbers) for _ in range(4)]) for _ in range(next(numbers))]
                formula, *history = text if isinstance(text, list) and text else [text]
                if not isinstance(formula, str) or [*numbers]:
                    raise FileError("expected the formula of a fixpoint after its ways")
                return word, self.formula(formula), tuple(map(self.event, history)), tuple(ways)
        return word, *numbers

    def tableau(self) -> Tableau:
        """Parse the steps of a tableau, branch by branch, and number them for the whole tableau."""
        steps, above, branches = list[Step](), list[tuple[int, Group]](), list[int]()
        places, worlds = list[int](), [0]  # numbers of the steps and of the worlds of this branch
        waiting = list[tuple[int, int, int]]()  # later branches: the parent, and its numbers of steps and worlds
        branch = 0
        while True:
            rule, numbers, _ = self.line()
            if rule == "split":
                (size,) = self.listed(chain([1], numbers))
                waiting += [(branch, len(places), len(worlds))] * min(size, len(self.lines))
            else:
                node, world, of = [next(numbers) for _ in range(3)]
                premises = tuple([_at(places, number) for number in self.some(numbers)])
                x = _at(worlds, world)
                if rule in CREATING:
                    above.append((x, self.group(numbers)))
                    worlds.append(x := len(above))
                self.listed(chain([0], numbers))
                places.append(len(steps))
                steps.append(Step(rule, node, x, premises, branch, of))
                if node != FALSE:
                    continue
            if not waiting:
                return Tableau(tuple(steps), tuple(above), tuple(branches))
            parent, length, seen = waiting.pop()
            branches.append(parent)
            branch = len(branches)
            del places[length:], worlds[seen:]

    def event(self, event: Any) -> Row:
        """Parse an event of a fixpoint's history (see `Row`) from JSON; formulas are strings, and groups are lists."""
        match event:
            case ["announced", str(text)]:
                return "announced", self.formula(text)
            case ["answered", str(text), answer, hearers]:
                heard = frozenset(hearers) if isinstance(hearers, list) else hearers
                return "answered", self.formula(text), answer, heard
            case ["resolved", [*agents]]:
                return "resolved", frozenset(agents)
        if not isinstance(event, list) or not event or not all(isinstance(part, (str, int)) for part in event):
            raise FileError(f"expected an event of a history, got {json_text(event)}")
        return tuple(event)

    def formula(self, text: str) -> Formula:
        """Parse a formula, and store it for `require_decidable`."""
        self.formulas.append(parse(text))
        return self.formulas[-1]

    def require_decidable(self, actions: Mapping[str, EventModel]) -> None:
        """Raise an error for unsupported operators, unknown actions, and actions whose formulas name actions."""
        inner = [formula for model in actions.values() for formula in model.formulas]
        said = [node for node, _ in expansion(*self.formulas, *inner, repeated=False).rows]
        require_decidable(said, same_relation=True)
        named = {action for node in said for action in actions_of(node)}
        if unknown := named - actions.keys() or {action for formula in inner for action in formula.actions}:
            raise FileError(f"[@{shorten(min(unknown))}]: expected a named action whose formulas name no action")


def _at(numbers: Sequence[int], place: int) -> int:
    """Return the number at an index; `KeyError` for an index that is negative or too large."""
    if not 0 <= place < len(numbers):
        raise KeyError(place)
    return numbers[place]
