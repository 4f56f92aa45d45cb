"""Sheets of exercises: what they show, what a learning system reads, and what the marks of a class say."""

import base64
import csv
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from subprocess import run
from typing import Any

import pytest
from typer.testing import CliRunner

from learn.exercises.choices import Choices
from learn.exercises.registry import KINDS, make
from learn.lesson import Lesson
from learn.results import read_answer
from viz.sheets import Item, Sheet, SheetError, pieces, to_html, to_md, to_moodle, to_pdf, to_tex
from whoknows.cli.main import app

FRACTIONS = {sign * 100 / share for share in range(1, 11) for sign in (1, -1)}
"""Those of the list of Moodle that are a hundred divided by a whole number."""
ON_SCREEN = {"hidden_frame"}


def items(kinds: Any = KINDS, difficulty: int = 1, seeds: range = range(1, 2)) -> list[Item]:
    return [Item(f"{k}/{difficulty}/{s}", make(k, s, difficulty)) for k in kinds for s in seeds]


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    """One exercise of each kind that can be done on paper."""
    return Sheet("Week <1> & $2", "Ann_B", [item for item in items(difficulty=2) if item.is_for_paper])


def test_every_kind_has_a_form_on_paper_but_those_that_answer_questions(sheet: Sheet) -> None:
    assert {item.exercise.kind for item in sheet.items} == set(KINDS) - ON_SCREEN
    pictures = sum(kind == "picture" for task, blocks in sheet.blocks() if task == "task" for kind, _ in blocks)
    shown = [item.exercise.public() for item in sheet.items if item.exercise.form != "model"]
    assert pictures == sum(("model" in each) + ("other" in each) + len(each.get("pictures", ())) for each in shown)


def test_a_sheet_has_no_answers_and_its_solutions_have_all(sheet: Sheet) -> None:
    told = [to_md([sheet.blocks(solved)]) for solved in (False, True)]
    told = [re.sub(r"\(data:[^)]*\)", "", text) for text in told]
    assert told[0].count("Answer") == 0
    assert told[1].count("Answer") == len(sheet.items)
    for item in sheet.items:
        if item.exercise.form == "formula":
            assert f"`{item.exercise.model_dump(mode='json')['answer']}`" in told[1]


def test_a_sheet_names_the_agents_of_a_sentence_that_is_to_be_a_formula() -> None:
    (item,) = items(["translate"])
    assert f"Agents: {' and '.join(item.exercise.agents)}." in to_md([Sheet("", "", [item]).blocks()])


def test_what_is_written_is_text_in_html_and_tex_and_never_their_commands(sheet: Sheet) -> None:
    page = to_html([sheet.blocks()])
    assert "<h1>Week &lt;1&gt; &amp; $2</h1>" in page
    assert "<script" not in page
    assert r"\section*{Week \ensuremath{<}1\ensuremath{>} \& \$2}" in to_tex([sheet.blocks()])
    ET.fromstring(re.sub("<(meta|img)([^>]*)>", r"<\1\2/>", page.partition("\n")[2]))  # each tag is closed


def test_agents_are_subscripts() -> None:
    assert pieces("¬K_ann p ∧ B_b≥0.7 q") == [
        ("¬K", False), ("ann", True), (" p ∧ B", False), ("b≥0.7", True), (" q", False),
    ]  # fmt: skip


def test_a_pdf_is_written_and_a_sign_without_a_font_is_an_error(sheet: Sheet) -> None:
    made = to_pdf([sheet._replace(items=sheet.items[:2]).blocks()] * 3)
    assert made.startswith(b"%PDF")
    with pytest.raises(SheetError, match=r"張 \(U\+5F35\).*--format html"):
        to_pdf([sheet._replace(student="張").blocks()])


def compiled(tex: str, folder: Path) -> Path:
    """The PDF of a text in LaTeX; nothing leaves the width of the text."""
    (folder / "sheet.tex").write_text(tex, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    done = run(command, cwd=folder, capture_output=True)
    assert done.returncode == 0, done.stdout[-2000:]
    assert b"Overfull \\hbox" not in done.stdout
    return folder / "sheet.pdf"


@pytest.mark.skipif(which("pdflatex") is None, reason="no TeX here")
def test_tex_compiles_and_pictures_are_as_wide_as_the_text_at_most(sheet: Sheet, tmp_path: Path) -> None:
    wide = sheet._replace(items=items(["bisimilar"], 3, range(1, 7)))
    compiled(to_tex([sheet.blocks(), sheet.blocks(True), wide.blocks()]), tmp_path)


@pytest.mark.skipif(which("pdftotext") is None, reason="nothing reads PDF here")
@pytest.mark.parametrize(
    "form", ["pdf", pytest.param("tex", marks=pytest.mark.skipif(not which("pdflatex"), reason=""))]
)
def test_a_task_is_on_one_page_with_its_picture_and_choices(form: str, tmp_path: Path) -> None:
    one = Sheet("Exercises", "", items(["translate", "read_picture", "after_lie", "ranks", "derive"], 2, range(1, 4)))
    path = tmp_path / "typst.pdf"
    if form == "tex":
        path = compiled(to_tex([one.blocks()]), tmp_path)
    else:
        path.write_bytes(to_pdf([one.blocks()]))
    pages = run(["pdftotext", "-raw", str(path), "-"], capture_output=True, text=True).stdout.split("\f")
    for number, item in enumerate(one.items, 1):
        heading = f"{number}. {item.exercise.title}"
        (page,) = [page for page in pages if re.search(rf"(?m)^{re.escape(heading)}$", page)]
        if isinstance(item.exercise, Choices):
            rest = page[page.index(heading) + len(heading) :]
            last = f"({'abcdefgh'[len(item.exercise.options()) - 1]})"
            assert last in re.split(r"(?m)^\d+\. ", rest)[0]
    assert len(pages) > 5


# ---------------------------------------------------------------------------------------------------------- Moodle


def questions(text: str) -> Iterator[ET.Element]:
    """The questions of a file, each checked as the documentation of Moodle's XML says."""
    quiz = ET.fromstring(text)
    assert quiz.tag == "quiz"
    category, *others = quiz
    assert category.get("type") == "category"
    assert (category.findtext("category/text") or "").startswith("$course$/")
    for question in others:
        kind = question.get("type")
        assert kind in ("multichoice", "shortanswer")
        assert question.findtext("name/text")
        shares = [float(each.get("fraction", "")) for each in question.findall("answer")]
        assert all(any(abs(share - known) <= 1e-3 for known in FRACTIONS) for share in shares)
        texts = [each.findtext("text") or "" for each in question.findall("answer")]
        assert len(set(texts)) == len(texts)
        assert all(texts)
        if kind == "shortanswer":
            assert set(shares) == {100}
            assert question.findtext("usecase") == "1"
            assert all("*" not in text.replace(r"\*", "") and text == text.strip() for text in texts)
        elif question.findtext("single") == "true":
            assert sorted(shares, reverse=True)[0] == 100
            assert sum(share > 0 for share in shares) == 1
        else:
            assert question.findtext("single") == "false"
            assert abs(sum(share for share in shares if share > 0) - 100) < 1e-3
        assert question.findtext("answernumbering") == (None if kind == "shortanswer" else "abc")
        for field in (question.find("questiontext"), question.find("generalfeedback")):
            assert field is not None
            assert field.get("format") == "html"
            shown = set(re.findall(r'src="@@PLUGINFILE@@/([^"]+)"', field.findtext("text") or ""))
            assert shown == {file.get("name") for file in field.findall("file")}
            for file in field.findall("file"):
                assert file.get("encoding") == "base64"
                ET.fromstring(base64.b64decode(file.text or ""))
        yield question


def checked(made: list[Item]) -> None:
    left_out: list[str] = []
    read = list(questions(to_moodle([Sheet("A/B", "", made)], left_out)))
    assert len(read) + len(left_out) == len(made)
    by_name = {item.name: item.exercise for item in made}
    for question in read:
        exercise = by_name[(question.findtext("name/text") or "").partition(" ")[0]]
        answers = [
            (each.findtext("text") or "", float(each.get("fraction", ""))) for each in question.findall("answer")
        ]
        if question.get("type") == "shortanswer":
            assert all(exercise.mark(text.replace(r"\*", "*")).right for text, _ in answers)
        elif exercise.form == "worlds":
            assert exercise.mark([text for text, share in answers if share > 0]).right
        elif exercise.form == "choices":
            assert exercise.mark([i for i, (_, share) in enumerate(answers) if share > 0]).right


def test_questions_for_moodle_are_as_its_documentation_says_and_their_right_answers_are_right() -> None:
    checked(items())


@pytest.mark.slow
def test_five_hundred_questions_for_moodle_are_as_its_documentation_says() -> None:
    checked(items([k for k in KINDS if KINDS[k].form not in ("model", "path", "text", "proof")], 2, range(1, 36)))


# ------------------------------------------------------------------------------------------------------- the command


def whoknows(*arguments: str | Path, code: int = 0) -> Any:
    """What a command prints, as JSON if asked for."""
    done = CliRunner().invoke(app, [*map(str, arguments)], prog_name="whoknows")
    assert done.exit_code == code, done.output
    return json.loads(done.stdout) if "--json" in arguments else done.stdout


def test_each_student_has_a_version_and_their_sample_answers_earn_all_points(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("student;mail\nAnn B.;a\nann b;c\nANN B 2;b\n", encoding="utf-8")
    folder = tmp_path / "week"
    kinds = ["predict", "translate", "after_lie"]
    whoknows("sheet", *kinds, "--count", "3", "--students", tmp_path / "class.csv", "--format", "md", "-o", folder)
    names = ["ANN_B_2_2.md", "Ann_B.md", "ann_b_2.md", "answers.csv", "solutions.md"]
    assert sorted(path.name for path in folder.iterdir()) == names
    texts = [(folder / name).read_text(encoding="utf-8").partition("\n")[2] for name in names[:3]]
    assert len({re.sub("(?i:ann b).*", "", text) for text in texts}) == 3
    with (folder / "answers.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        kind, difficulty, seed = row["exercise"].split("/")
        row["answer"] = typed(make(kind, int(seed), int(difficulty)))
    rows[4] |= {"answer": "x, y, z"}
    rows[8] |= {"exercise": "predict/1"}
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    marks = whoknows("mark", folder, "--json", code=1)
    right = [each["right"] for each in marks["answers"]]
    assert right == [True] * 4 + [False] + [True] * 3 + [False]
    assert [i for i, each in enumerate(marks["answers"]) if each["problem"]] == [4, 8]
    assert [each["earned"] == each["of"] for each in marks["students"]] == [True, True, False]  # sorted by their names


def test_the_documented_table_of_answers_is_marked(tmp_path: Path) -> None:
    documented = (Path(__file__).parents[2] / "docs/guides/sheets.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"```text\n(student,exercise.*?)```", documented, re.DOTALL)
    (tmp_path / "class.csv").write_text(table, encoding="utf-8")
    marks = whoknows("mark", tmp_path / "class.csv", "--json")
    assert [each["problem"] for each in marks["answers"]] == [""] * 4


def typed(exercise: Any) -> str:
    """The sample answer as a student writes it."""
    answer = exercise.model_dump(mode="json")["answer"]
    match exercise.form:
        case "choices":
            return ", ".join("abcdefghijkl"[i] for i in answer)
        case "worlds":
            return " ".join(answer)
        case "step":
            return f"{answer['step']} {answer['world']}"
        case "path":
            return f"{'abcdefghijkl'[answer['choice']]}: {', '.join(answer['worlds'])}"
    return str(answer)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].form != "model"])
def test_answers_are_read_as_they_are_typed(kind: str) -> None:
    exercise = make(kind, 3, 1)
    assert exercise.mark(read_answer(exercise.form, typed(exercise))).right


def test_moodle_gets_no_exercise_that_must_be_asked(tmp_path: Path) -> None:
    whoknows("sheet", "predict", "hidden_frame", "--count", "2", "--format", "moodle", "-o", tmp_path / "a.xml")
    text = (tmp_path / "a.xml").read_text(encoding="utf-8")
    assert "predict/1/1" in text
    assert "hidden_frame" not in text


def test_a_sheet_as_yaml_is_a_lesson_with_the_same_exercises(tmp_path: Path) -> None:
    whoknows("sheet", "predict", "translate", "--count", "4", "--format", "yaml", "-o", tmp_path / "a.yaml")
    lesson = Lesson.load(tmp_path / "a.yaml")
    assert [each.task for each in lesson.exercises] == [
        make(kind, seed, 1).task for seed in (1, 2) for kind in ("predict", "translate")
    ]
    whoknows("sheet", tmp_path / "a.yaml", "--count", "4", "--format", "html", "-o", tmp_path / "b.html")
    assert (tmp_path / "b-answers.csv").read_text(encoding="utf-8").splitlines()[1] == ",a/1,"


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("mail\na@b\n", "expected the column student or name, got mail"),
        ("Name;Mail\n Ann ;a\n\nAnn;b\n", "line 4: 'Ann' stands in line 2, too"),
        ("student\n", "no rows below the columns"),
    ],
)
def test_a_table_of_students_that_cannot_be_read_says_why(tmp_path: Path, table: str, problem: str) -> None:
    (tmp_path / "class.csv").write_text(table, encoding="utf-8")
    told = CliRunner().invoke(app, ["sheet", "predict", "--students", str(tmp_path / "class.csv"), "-o", "week"])
    assert told.exit_code == 2
    assert problem in told.output


def test_a_student_named_as_another_file_is_does_not_overwrite_it(tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("name\nSolutions\n", encoding="utf-8")
    whoknows("sheet", "predict", "--count", "1", "--students", tmp_path / "class.csv", "--format", "md", "-o", tmp_path)
    assert "Answer" in (tmp_path / "solutions.md").read_text(encoding="utf-8")
    assert "Answer" not in (tmp_path / "Solutions_2.md").read_text(encoding="utf-8")


def test_names_that_windows_or_a_spreadsheet_would_take_for_something_else_are_written_otherwise(
    tmp_path: Path,
) -> None:
    (tmp_path / "class.csv").write_text("name\nCON\n=cmd|' /C calc'!A0\n+-@ lpt1\n", encoding="utf-8")
    folder = tmp_path / "week"
    whoknows("sheet", "predict", "--count", "1", "--students", tmp_path / "class.csv", "--format", "md", "-o", folder)
    names = {path.name for path in folder.iterdir()}
    assert names == {"CON_2.md", "cmd_C_calc_A0.md", "lpt1_2.md", "answers.csv", "solutions.md"}
    with (folder / "answers.csv").open(encoding="utf-8") as file:
        assert [row["student"] for row in csv.DictReader(file)] == ["CON", "cmd|' /C calc'!A0", "lpt1"]


@pytest.mark.parametrize("form", ["md", "moodle", "yaml"])
def test_the_folder_of_a_sheet_is_made(tmp_path: Path, form: str) -> None:
    whoknows("sheet", "predict", "--count", "1", "--format", form, "-o", tmp_path / "a" / form)
    assert any((tmp_path / "a" / form).iterdir())


def test_the_ending_of_a_sheet_says_its_format(tmp_path: Path) -> None:
    whoknows("sheet", "predict", "--count", "1", "-o", tmp_path / "a.xml")
    assert (tmp_path / "a.xml").read_text(encoding="utf-8").count("<question ") == 2
    whoknows("sheet", "predict", "--count", "1", "--format", "pdf", "-o", tmp_path / "a.html", code=2)
    assert [path.name for path in tmp_path.iterdir()] == ["a.xml"]


def test_what_is_in_a_folder_beside_tables_is_named(tmp_path: Path) -> None:
    for name in ("low.csv", "UP.CSV", "tabs.Tsv", "book.xlsx", "notes.txt", "more/in.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"student,exercise,answer\n{name},predict/1/3,s\n", encoding="utf-8")
    (tmp_path / "book.xlsx").write_bytes(b"PK\x03\x04\xff")
    told = whoknows("mark", tmp_path, "--json", code=1)
    assert [each["student"] for each in told["answers"]] == ["UP.CSV", "low.csv", "tabs.Tsv"]
    assert [Path(left.partition(":")[0]).name for left in told["left"]] == ["book.xlsx", "more"]
    assert "zip archive" in told["left"][0]
    assert len(whoknows("mark", tmp_path / "UP.CSV", "--json")["answers"]) == 1


def test_damaged_answers_are_named_and_the_first_of_several_counts(tmp_path: Path) -> None:
    damaged = ["predict/1/1,[1,", f'predict/1/2,"{"[" * 200_000}"', f"find_fault/1/1,{'9' * 5_000} s", "nope/1/1,a"]
    damaged.append("common_belief/1/1,1e999999999")  # the digits of which do not fit into memory
    rows = [f"Ann,{each}" for each in damaged] + ["Bob,predict/1/1,s", 'Bob,predict/1/1,"s, v"']
    (tmp_path / "answers.csv").write_text("Student,Exercise,Answer\n" + "\n".join(rows), encoding="utf-8")
    marks = whoknows("mark", tmp_path / "answers.csv", "--json", code=1)["answers"]
    assert [bool(each["problem"]) for each in marks] == [True] * len(damaged) + [False]
    assert (marks[-1]["student"], marks[-1]["right"]) == ("Bob", False)


def test_a_student_without_an_answer_that_can_be_marked_has_no_sum_of_points(tmp_path: Path) -> None:
    rows = "student,exercise,answer\nAnn,proof_gap/301/1,p\nBob,predict/1/1,s\n"
    (tmp_path / "answers.csv").write_text(rows, encoding="utf-8")
    told = whoknows("mark", tmp_path / "answers.csv", code=1)
    assert "difficulty 301: expected 1, 2 or 3" in told
    assert "Ann: no answer could be marked\nBob: 2 of 4 points\n" in told


@pytest.mark.parametrize("name", ["none.yaml", "folder", "noise.yaml", "partless.yaml"])
def test_a_lesson_that_cannot_be_read_is_an_error_though_nobody_answered_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "noise.yaml").write_bytes(b"\xcb\xff")
    (tmp_path / "partless.yaml").write_text("title: A lesson without parts\n")
    (tmp_path / "answers.csv").write_text("student,exercise,answer\nAnn,predict/1/1,s\n", encoding="utf-8")
    command = ["mark", str(tmp_path / "answers.csv"), "--lesson", str(tmp_path / name)]
    told = CliRunner().invoke(app, command, prog_name="whoknows")
    assert (told.exit_code, name in told.stderr, told.stdout) == (2, True, ""), told.stderr
