"""The command `mark`: a derivation in the style of Hilbert, marked line by line."""

from __future__ import annotations

import typer

from kripke.prove.errors import DerivationError
from kripke.prove.hilbert.derivation import INDENT, Derivation
from logic.errors import shorten
from logic.parser import parse
from whoknows.cli.guard import argument, command, option
from whoknows.cli.inputs import AS_JSON, name_of, read_source, require_one_reader
from whoknows.cli.output import emit, say
from whoknows.cli.prove import LONGEST, THEORY, TIME, in_time, read_theory


@command("mark")
def _mark(
    file: str = argument("FILE", "A derivation; - reads it from standard input."),
    proves: str | None = option("--proves FORMULA", "What the last line of the derivation must be."),
    premise: list[str] = option("--premise FORMULA", "With --proves: a premise that lines may use. Repeatable."),
    theory: str | None = THEORY,
    time: float | None = TIME,
    as_json: bool = AS_JSON,
) -> bool:
    """Mark a derivation: say of each line whether it follows.

    A line is a number, a formula and after two spaces a rule with the lines that it is applied to, such as
    "4. p -> K_a M_a p  PL 2,3". Rules: PL MP Nec RM RK RE, the axioms K T D 4 5 B of the agent's logic, D_G, Fix and
    Ind for groups, Ann and AnnC for announcements, premise, theory. Above the lines may stand "logic: S5", or
    "logic: a: S5, b: KD45". Exit code: 0 all lines are right, 1 a line is wrong, 2 error, 3 undecided in
    the time given.

    Examples
    --------
    whoknows mark proof.txt
    whoknows mark proof.txt --proves 'p -> K_a M_a p'
    whoknows mark proof.txt --proves 'K_a q' --premise 'K_a p' --premise 'K_a (p -> q)'
    """
    require_one_reader(file, theory)
    if proves is None and (premise or theory is not None):
        raise typer.BadParameter(
            "--premise and --theory need --proves: they list all that a proof of its formula may assume; without "
            "--proves any formula may be assumed"
        )
    try:
        derivation = Derivation.parse(read_source(file))
    except DerivationError as error:
        raise DerivationError(f"{name_of(file)}: {error.message}") from None
    goal = None if proves is None else parse(proves)
    laws = None if theory is None else read_theory(theory)
    with in_time(as_json):
        marking = derivation.check(goal, premise or None, laws, time)
    if as_json:
        emit(marking.to_dict())
        return bool(marking)
    say(f"logic: {marking.logic}")
    for mark, row in zip(marking.marks, marking.rows, strict=True):
        say("✓" if mark.right else "✗", style="good" if mark.right else "bad", end=" ")
        say(shorten(row, LONGEST))
        for note in mark.note.splitlines():
            say(INDENT + note)
    say(marking.summary, style="good" if marking else "bad")
    return bool(marking)
