"""The commands `lesson` and `exercise`: files proved solvable, results verified, and exercises made."""

from kripke.data.lazy import Lazy
from kripke.data.wording import visible
from logic.exact import plural
from whoknows.cli.guard import AS_JSON, argument, command, group, option
from whoknows.cli.streams import emit, say

lessons, results = Lazy("learn.lesson"), Lazy("learn.results")  # with pydantic, which the help does not need
lesson = group(
    "lesson", "Check files of lessons, and verify results.",
    "whoknows lesson check exercises.yaml", "whoknows lesson verify results.csv --secret secret.txt",
)  # fmt: skip


@command("check", lesson)
def _check(file: str = argument("FILE", "A lesson in YAML."), as_json: bool = AS_JSON) -> bool:
    """Check a lesson: prove each exercise solvable by its sample answer, and warn of ambiguous ones.

    Exit code: 0 all exercises are solvable, 1 one is not, 2 the file has a mistake.

    Examples
    --------
    whoknows lesson check exercises.yaml
    """
    findings = list(lessons.check(lessons.Lesson.load(file)))
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
    return not any(each.mistakes for each in findings)


@command("verify", lesson)
def _verify(
    file: str = argument("FILE", "Results that the page saved as CSV."),
    secret: str = option("--secret FILE", "The file given to serve --sign-with.", ...),
    as_json: bool = AS_JSON,
) -> bool:
    """Verify results: each row must have been marked and signed by a page with this secret.

    Exit code: 0 all rows are genuine, 1 one is not, 2 error.

    Examples
    --------
    whoknows lesson verify results.csv --secret secret.txt
    """
    rows = list(results.verify(file, results.read_secret(secret)))
    if as_json:
        emit([row._asdict() for row in rows])
    else:
        for row in rows:
            say("✓" if row.genuine else "✗", style="good" if row.genuine else "bad", end=" ")
            say(visible(f"{row.student or 'nobody'}: {row.exercise}, {row.earned} of {row.of}"))
    return all(row.genuine for row in rows)


@command("exercise")
def _exercise(
    kind: str = argument("KIND", "Such as predict or countermodel."),
    seed: int = option("--seed N", "256 in a row are never alike.", 0, min=0, max=1000000),
    difficulty: int = option("--difficulty N", "1, 2 or 3.", 1, min=1, max=3),
    as_json: bool = AS_JSON,
) -> None:
    """Make an exercise with its sample answer, as YAML.

    Examples
    --------
    whoknows exercise predict --seed 7 --difficulty 2
    """
    import yaml

    from learn.exercises.registry import KINDS, make

    made = make(KINDS[kind], seed, difficulty).model_dump(mode="json", exclude_defaults=True)
    data = {"kind": kind, **made}
    if as_json:
        emit(data)
    else:
        say(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100).rstrip())
