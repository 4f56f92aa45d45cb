"""Results are signed by the page that marked them, and changes are found."""

import csv
import json
import re

import pytest
from typer.testing import CliRunner

from kripke.data.errors import FileError
from learn.lesson import Lesson
from learn.results import COLUMNS, Result, parse_rows, read_answer, read_secret, signature, stated, summed, verify
from viz.web.routes.exercise import SCHOOL, Answered, SeededExercise, mark
from whoknows.cli.main import app

SECRET = b"0123456789abcdef"


def write(path, rows):
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([COLUMNS, *rows])
    return path


def row(student="Zoë", exercise="predict/1/7", earned="3", of="4", answer="null"):
    signed = signature(SECRET, student, exercise, earned, of)
    return [student, exercise, earned, of, signed, answer]


def unsigned(earned, answer, student="Zoë"):
    return [student, "possible-worlds/1", earned, "2", "", json.dumps(answer)]


@pytest.mark.parametrize(
    ("form", "texts", "answer"),
    [
        ("worlds", ["s, v", "s and v", "s, and v", "{s, v}", '["s", "v"]'], ["s", "v"]),
        ("choices", ["c, d and e", "C, D, E", "cde", "(c) (d) (e)", "[2, 3, 4]"], [2, 3, 4]),
        ("step", ["3 v", "line 3, at v", "Line 3, at v", "3. v"], {"step": 3, "world": "v"}),
        ("path", ["b: u, v", "B: u and v", "(b) u v"], {"choice": 1, "worlds": ["u", "v"]}),
    ],
)
def test_an_answer_is_read_as_solutions_print_it(form, texts, answer):
    assert [read_answer(form, text) for text in texts] == [answer] * len(texts)


def test_a_row_that_was_changed_is_found(tmp_path):
    better = [*row()[:2], "4", *row()[3:]]
    file = write(tmp_path / "results.csv", [row(), better, [*row()[:4], "", "null"]])
    assert [each.genuine for each in verify(file, SECRET)] == [True, False, False]
    assert not any(each.genuine for each in verify(file, SECRET + b"!"))


def test_points_with_decimals_are_signed_as_the_browser_writes_them(monkeypatch):
    monkeypatch.setattr(SCHOOL, "secret", SECRET)
    at = {"kind": "after_lie", "difficulty": 1, "seed": 1}
    marks = [mark(Answered(at=SeededExercise(**at), answer=[choice], student="Zoë")) for choice in range(5)]
    assert {type(each["earned"]) for each in marks} == {float}
    for each in marks:
        earned, of = json.dumps(each["earned"]), json.dumps(each["of"])
        assert each["signature"] == signature(SECRET, "Zoë", "after_lie/1/1", earned, of)


@pytest.mark.parametrize("secret", [b"", b"short", b"x" * 5000])
def test_secrets_are_neither_short_nor_endless(tmp_path, secret):
    (tmp_path / "secret").write_bytes(secret)
    with pytest.raises(FileError, match="openssl"):
        read_secret(tmp_path / "secret")


def test_a_file_without_results_says_so(tmp_path):
    with pytest.raises(FileError, match="no rows below the columns"):
        list(verify(write(tmp_path / "results.csv", []), SECRET))


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"a\rb,c\n1,2\n", b"\xff\xfe"])
def test_files_that_are_no_results_are_refused(tmp_path, content):
    (tmp_path / "results.csv").write_bytes(content)
    with pytest.raises(FileError):
        list(verify(tmp_path / "results.csv", SECRET))


@pytest.mark.parametrize("read", [lambda path: list(verify(path, SECRET)), read_secret, Lesson.load])
@pytest.mark.parametrize("name", ["no\0name", "", "missing", "x" * 5000])
def test_names_of_no_file_are_refused_in_a_line(tmp_path, monkeypatch, read, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileError) as error:
        read(name)
    assert len(str(error.value)) < 500


def test_the_command_verifies(tmp_path):
    file = write(tmp_path / "results.csv", [row()])
    (tmp_path / "secret").write_bytes(SECRET + b"\n")
    command = ["lesson", "verify", str(file), "--secret", str(tmp_path / "secret")]
    done = CliRunner().invoke(app, [*command, "--json"])
    assert json.loads(done.stdout)[0]["genuine"]
    write(file, [[*row()[:2], "4", *row()[3:]]])
    assert CliRunner().invoke(app, command).exit_code == 1


@pytest.mark.parametrize("trick", ["x\n✓ ann", "x\r✓ ann", "\x1b[2K\x1b[1G✓ ann", "\u202e✓ ann"])
def test_a_name_cannot_look_like_a_genuine_row(tmp_path, trick):
    (tmp_path / "secret").write_bytes(SECRET)
    write(tmp_path / "results.csv", [[trick, *row()[1:]]])
    command = ["lesson", "verify", str(tmp_path / "results.csv"), "--secret", str(tmp_path / "secret")]
    told = CliRunner().invoke(app, command, color=True).stdout
    (line,) = re.sub(r"\x1b\[\d+m", "", told).splitlines()  # without our own colours
    assert line.startswith("✗ ")
    assert not set(line) & set("\r\x1b\u202e")


def test_answers_that_are_not_signed_are_marked_again(tmp_path):
    rows = [unsigned("2", "~h"), unsigned("2", "h"), unsigned("2", "~~~h"), [*unsigned("2", "~h")[:5], "~h"]]
    command = ["lesson", "verify", str(write(tmp_path / "results.csv", rows))]
    told = json.loads(CliRunner().invoke(app, [*command, "--json"]).stdout)
    assert [(each["genuine"], each["again"]) for each in told] == [
        (True, [2, 2]), (False, [0, 2]), (True, [2, 2]), (False, None),
    ]  # fmt: skip
    lines = CliRunner().invoke(app, command).stdout.splitlines()
    assert all("not signed" in line for line in lines)
    assert "its answer earns 0 of 2" in lines[1]


def test_the_table_of_a_class_counts_what_answers_earn(tmp_path):
    (tmp_path / "secret").write_bytes(SECRET)
    one = write(tmp_path / "one.csv", [unsigned("2", "h"), unsigned("0", "~h"), row("Bo")])
    two = write(tmp_path / "two.csv", [unsigned("2", "~h", "Ann"), unsigned("2", "h", "Bo")])
    command = ["lesson", "table", str(one), str(two), "--secret", str(tmp_path / "secret")]
    assert CliRunner().invoke(app, command).stdout.splitlines() == [
        "Ann: 2 of 2 points in 1 exercise, not signed",
        "Bo: 3 of 6 points in 2 exercises, not signed",
        "Zoë: 2 of 2 points in 1 exercise, not signed",
        "hardest: possible-worlds/1 (67% of the points), predict/1 (75% of the points)",
    ]


def test_what_cannot_be_read_or_marked_does_not_stop_the_table_of_a_class_and_is_named(tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_bytes(b"\x89PNG")
    file = write(tmp_path / "one.csv", [unsigned("2", "~h"), ["Bo", "mine/1", "1", "many", "", "1"]])
    told = CliRunner().invoke(app, ["lesson", "table", str(bad), str(file)])
    assert told.exit_code == 1
    student, _, *left = told.stdout.splitlines()
    assert student == "Zoë: 2 of 2 points in 1 exercise, not signed"
    assert [line.split()[:2] for line in left] == [["left", "out:"]] * 2
    assert "bad.csv: byte 0" in left[0]
    assert f"{file}, line 3: not signed, " in left[1]
    assert CliRunner().invoke(app, ["lesson", "table", str(bad)]).exit_code == 2


def test_of_several_results_of_a_student_the_best_counts_and_exercises_from_seeds_are_one_the_hardest_first():
    students, exercises = summed([
        Result("Zoë", "predict/1/7", 1, 4), Result("Zoë", "predict/1/7", 3, 4, attempts=2),
        Result("Zoë", "mine/2", -1, 4),
        Result("Ann", "predict/1/8", 4, 4), Result("Ann", "mine/1", 1, 4),
    ])  # fmt: skip
    assert [each[:5] for each in students] == [("Ann", 5, 8, 2, 1 + 1), ("Zoë", 2, 8, 2, 2 + 1)]
    assert [each[:4] for each in exercises] == [("mine/2", 0, 4, 1), ("mine/1", 1, 4, 1), ("predict/1", 7, 8, 2)]
    assert summed([Result("Bo", "mine/1", 3, 3), Result("Bo", "mine/1", 1, 3, signed=True)])[0][0].earned == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ann,mine/1,two,3,,,1", "earned"),
        ("Ann,mine/1,7,3,,,1", "7 of 3"),
        ("Ann,mine/1,-4,-3,,,1", "-4 of -3"),
        ("Ann,mine/1,2,,,,1", "of: "),
        ("Ann,mine/1,nan,inf,,,1", "earned"),
        ("Ann,,2,3,,,1", "exercise"),
        ("Ann,mine/1,2,3,,,0.5", "attempts"),
        ("Ann,mine/1,2,3,,,0", "attempts"),
    ],
)
def test_rows_of_a_class_that_cannot_be_points_are_named_with_their_lines_and_not_summed_up(line, says):
    good = 'Bob,mine/1,2,3,ab,"a,\n""b""",1'
    results, left = stated([("a.csv", f"{','.join(COLUMNS)},attempts\r\n{good}\r\n{line}\r\n,,,,,,\r\n{good}")])
    assert results == [Result("Bob", "mine/1", 2, 3)] * 2
    assert len(left) == 1
    assert left[0].startswith("a.csv, line 4: ")  # the row above it has two lines
    assert says in left[0]


@pytest.mark.parametrize("second", ["student", " Student"])
def test_a_column_that_is_there_twice_is_named_and_empty_ones_are_not(second):
    with pytest.raises(FileError, match='"student"'):
        parse_rows(f"student,exercise,answer,{second}\nAl,predict/1/3,s,Bo", "a.csv", ("student", "answer"))
    ((_, row),) = parse_rows("student,answer,,\nAl,s,,", "a.csv", ("student", "answer"))
    assert row["student"] == "Al"


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("student,answer\nAnn,s\nBo,s,v", "line 3: 3 fields, expected 2; separate fields by commas, and write"),
        ("student;answer\nAnn;s;v", "line 2: 3 fields, expected 2; separate fields by semicolons"),
        ("student,mail\nAnn;x", "line 2: 1 field, expected 2; separate fields by commas"),
        ("student\nAnn, x", "line 2: 2 fields, expected 1"),
    ],
)
def test_a_row_is_not_cut_nor_read_with_another_separator(table, says):
    with pytest.raises(FileError, match=says):
        parse_rows(table, "a.csv", ("student",))
    for kept in (
        'student,answer\nAnn,"s,v"',
        "student,answer\nAnn",
        "student,answer\nAnn,s,,",
        "student,answer\nAnn;x,",
    ):
        assert len(parse_rows(kept, "a.csv", ("student",))) == 1


@pytest.mark.parametrize(
    ("rows", "students", "line"),
    [
        ("Ann,s\nMo,s,extra\nBo,s\n", ["Ann", "Bo"], 3),
        ('Ann,"s\nt"\nMo,"s, v\nBo,"s, v"\nCy,s\n', ["Ann", "Bo", "Cy"], 4),
        ('Ann,s\nBo,s\nMo,"s\n', ["Ann", "Bo"], 4),
        ('Ann,s\nMo,"s"t"\nBo,"s ""t"""\n', ["Ann", "Bo"], 3),
        ("Ann;s,\nBo,s", ["Ann;s", "Bo"], None),
    ],
)
def test_a_row_that_cannot_be_read_is_named_with_its_first_line_and_the_others_are_read(rows, students, line):
    left = []
    read = parse_rows(f"Name,answer\n{rows}", "a.csv", ("student", "answer"), left)
    assert [row["student"] for _, row in read] == students
    assert [reason.partition(": ")[0] for reason in left] == [f"a.csv, line {line}"] * (line is not None)
    if line is not None:
        with pytest.raises(FileError, match=f"line {line}: "):
            parse_rows(f"Name,answer\n{rows}", "a.csv", ("student",))


def test_a_missing_column_is_named_beside_those_that_are_there():
    with pytest.raises(FileError, match=r"line 1: expected the column answer, got Name and task$"):
        parse_rows("Name,task\nAnn,s", "a.csv", ("student", "answer"))


def test_answers_are_marked_though_other_rows_of_the_table_are_wrong(tmp_path):
    table = [
        "name,exercise,answer", ' Jo , predict/1/1 ," s, v "', "Mo,predict/1/1,s,v", "Al,PREDICT/1/1,s",
        "Cy,common_knowledge_path/1/3,b", 'Bo,countermodel/1/3,"{""worlds"":{}}"', "Di,write_proof/2/1,K_a p  premise",
    ]  # fmt: skip
    (tmp_path / "a.csv").write_text("\n".join(table))
    told = CliRunner().invoke(app, ["mark", str(tmp_path / "a.csv"), "--json"])
    data = json.loads(told.stdout)
    jo, *others = data["answers"]
    assert (told.exit_code, jo["student"], jo["right"]) == (1, "Jo", True)
    assert [each["place"].rpartition(" ")[2] for each in others] == ["4", "5", "6", "7"]
    assert [left.partition(": ")[0][-6:] for left in data["left"]] == ["line 3"]
    for each, wanted in zip(others, ("'predict'", "b: u, v", "at least one world", "1. | p  assume"), strict=True):
        assert wanted in each["problem"]
    assert "the answer" not in others[2]["problem"]
    lines = CliRunner().invoke(app, ["mark", str(tmp_path / "a.csv")]).stdout.splitlines()
    assert sum("a.csv, line " in line for line in lines) == 5


@pytest.mark.parametrize(
    "text", ["", ",".join(COLUMNS), "student,exercise,earned,of\nAnn,mine/1,1,1", "\0PNG", f'{",".join(COLUMNS)}\n"a']
)
def test_a_file_that_states_no_results_is_named_and_others_are_summed_up(text):
    spreadsheet = "Student; Exercise;Earned;Of;Signature;Answer\nAnn;mine/1;-1.5;3;;[0]"
    results, left = stated([("b.csv", text), ("c.csv", spreadsheet)])
    assert results == [Result("Ann", "mine/1", -1.5, 3)]
    assert len(left) == 1
    assert left[0].startswith("b.csv")
