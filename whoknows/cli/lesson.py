"""The commands `lesson` and `exercise`: files proved solvable, results verified, and exercises made."""

from __future__ import annotations

from typing import Annotated

import typer

from kripke.data.wording import visible
from learn.lesson import Lesson, check
from learn.results import read_secret, verify
from logic.exact import plural
from whoknows.cli.guard import FALSE, TRUE, Group, Guarded, examples
from whoknows.cli.inputs import AsJson
from whoknows.cli.output import emit, say

app = typer.Typer(rich_markup_mode=None)
lesson = typer.Typer(cls=Group, rich_markup_mode=None, no_args_is_help=True)
app.add_typer(
    lesson,
    name="lesson",
    help="Check files of lessons, and verify results.",
    epilog=examples("whoknows lesson check exercises.yaml", "whoknows lesson verify results.csv --secret secret.txt"),
)


@lesson.command("check", cls=Guarded, epilog=examples("whoknows lesson check exercises.yaml"))
def _check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A lesson in YAML.")], as_json: AsJson = False
) -> None:
    """Check a lesson: prove each exercise solvable by its sample answer, and warn of ambiguous ones.

    Exit code: 0 all exercises are solvable, 1 one is not, 2 the file has a mistake.
    """
    findings = list(check(Lesson.load(file)))
    if as_json:
        emit([
            {
                "number": each.number, "part": each.part, "kind": each.exercise.kind, "difficulty": each.difficulty,
                "mistakes": list(each.mistakes), "warnings": list(each.warnings),
            }
            for each in findings
        ])  # fmt: skip
    else:
        for each in findings:
            say("✗" if each.mistakes else "✓", style="bad" if each.mistakes else "good", end=" ")
            level = "no solution found" if each.difficulty is None else f"difficulty {each.difficulty}"
            say(f"{each.number}. {each.exercise.title} (part {each.part}, {level})")
            for text in each.mistakes:
                say(f"  {text}", style="bad")
            for text in each.warnings:
                say(f"  warning: {text}")
        wrong, count = sum(bool(each.mistakes) for each in findings), plural(len(findings), "exercise")
        if wrong:
            say(f"{wrong} of {count} not shown to be solved by the sample answer", style="bad")
        else:
            say(f"{count}: each is solved by its sample answer", style="good")
    raise typer.Exit(FALSE if any(each.mistakes for each in findings) else TRUE)


@lesson.command("verify", cls=Guarded, epilog=examples("whoknows lesson verify results.csv --secret secret.txt"))
def _verify(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Results that the page saved as CSV.")],
    secret: Annotated[str, typer.Option("--secret", metavar="FILE", help="The file given to serve --sign-with.")],
    as_json: AsJson = False,
) -> None:
    """Verify results: each row must have been marked and signed by a page with this secret.

    Exit code: 0 all rows are genuine, 1 one is not, 2 error.
    """
    rows = list(verify(file, read_secret(secret)))
    if as_json:
        emit([row._asdict() for row in rows])
    else:
        for row in rows:
            say("✓" if row.genuine else "✗", style="good" if row.genuine else "bad", end=" ")
            say(visible(f"{row.student or 'nobody'}: {row.exercise}, {row.earned} of {row.of}"))
    raise typer.Exit(TRUE if all(row.genuine for row in rows) else FALSE)


@app.command("exercise", cls=Guarded, epilog=examples("whoknows exercise predict --seed 7 --difficulty 2"))
def _exercise(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="Such as predict or countermodel.")],
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, max=1_000_000, help="256 in a row are never alike.")
    ] = 0,
    difficulty: Annotated[int, typer.Option("--difficulty", metavar="N", min=1, max=3, help="1, 2 or 3.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Make an exercise with its sample answer, as YAML."""
    import yaml

    from learn.exercises.registry import KINDS, make

    made = make(KINDS[kind], seed, difficulty).model_dump(mode="json", exclude_defaults=True)
    data = {"kind": kind, **made}
    if as_json:
        emit(data)
    else:
        say(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100).rstrip())
