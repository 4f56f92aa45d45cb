"""Files of lessons: bounded, strict, with lines in messages; and the lessons of the page are solvable."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import viz.web
from kripke.data.errors import FileError
from learn import writing
from learn.exercises.registry import KINDS, make
from learn.lesson import Lesson, check
from whoknows.cli.main import app

FOLDER = Path(viz.web.__file__).parent / "lessons"
LESSONS = sorted(FOLDER.glob("*.yaml"))
GOOD = """\
title: One question
parts:
  - text: Read this.
  - exercise:
      kind: predict
      model:
        worlds: {s: [p], t: []}
      announce: ["p"]
      answer: [s]
"""


def test_there_are_twelve_chapters():
    assert len(LESSONS) == 12


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_chapter_has_solvable_questions_and_a_countermodel(path):
    lesson = Lesson.load(path)
    found = list(check(lesson))
    assert len(found) >= 3
    assert any(each.exercise.kind == "countermodel" for each in found)
    assert [each.mistakes + each.warnings for each in found] == [()] * len(found)
    for part in lesson.page.parts:
        if part.model is not None and part.formula is not None:
            assert isinstance(part.model.count(part.formula), int), "the formula is about this model"


def test_the_chapters_have_answers_of_each_form_but_proofs_and_those_of_practice():
    forms = {exercise.form for path in LESSONS for exercise in Lesson.load(path).exercises}
    assert forms == {kind.form for kind in KINDS.values()} - {"text", "proof", "path", "number"}


def test_an_exercise_with_a_seed_is_made():
    lesson = Lesson("title: t\nparts:\n  - exercise: {kind: predict, seed: 3, difficulty: 1}\n")
    assert lesson.exercises[0].public() == lesson.question(0).public()
    assert lesson.exercises[0].difficulty == 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_exercise_is_the_same_as_fields_and_in_a_file(kind):
    fields = writing.fields_of({"kind": kind, "seed": 5, "difficulty": 1})
    draft = writing.checked(writing.read(kind, {each.name: each.text for each in fields}))
    assert (draft.exercise, draft.problems, draft.difficulty) == (make(kind, 5, 1), {}, 1)
    text = writing.to_yaml({"title": "t", "summary": "", "parts": [{"text": "Read."}, {"exercise": draft.data}]})
    assert writing.from_yaml(text)["parts"][1]["exercise"] == draft.data
    assert Lesson(text).exercises == (make(kind, 5, 1),)


WRITTEN = {"goal": "p", "premises": "p", "answer": "1. p  premise", "gaps": "[1]"}


@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"goal": "K_a ("}, "goal", "ends after ("),
        ({"premises": "p\nq &"}, "premises", "entry 2: column"),
        ({"gaps": "[1"}, "gaps", "line 1: cannot read '[1': a bracket is not closed"),
        ({"gaps": "x"}, "gaps", "expected a list"),
        ({"gaps": "[7]"}, "gaps", "no line 7"),
        ({"answer": ""}, "answer", "missing"),
        ({"answer": "1. | p  assume"}, "answer", "in a subproof"),
        ({"gap": "1"}, "gap", "did you mean 'gaps'"),
    ],
)
def test_a_mistake_in_a_form_is_told_at_its_field(changed, field, says):
    problems = writing.checked(writing.read("proof_gap", WRITTEN | changed)).problems
    assert says in problems[field]


def test_a_sample_answer_that_is_wrong_is_told_at_its_field():
    fields = {each.name: each.text for each in writing.fields_of({"kind": "ranks", "seed": 1, "difficulty": 1})}
    assert (
        "sample answer is wrong"
        in writing.checked(writing.read("ranks", fields | {"answer": "[3]"})).problems["answer"]
    )


BROKEN = [
    ("", "expected a title and parts"),
    ("title: t\nparts: []\n", "line 2: parts"),
    (
        "title: t\nparts:\n  - text: a\n    exercise: {}\n",
        "line 3: part 1: expected one of text, model, system and exercise, got text",
    ),
    (
        GOOD.replace("announce", "announces"),
        "exercise, announces: there is no such field; did you mean 'announce'?",
    ),
    (GOOD.replace('["p"]', '["p &"]'), "line 8: part 2, exercise, announce, entry 1"),
    (GOOD.replace('["p"]', "[3]"), "expected a formula as text"),
    (GOOD.replace("predict", "predicts"), "did you mean 'predict'"),
    (GOOD.replace("kind: predict", "kind: predict\n      seed: x"), "there is no such field"),
    ("title: t\nmodel: 5\nparts: []\n", "line 2: model: there is no such field here"),
    (GOOD.replace("worlds: {", "worlds: [").replace("[p], t: []}", "p]"), "worlds"),
    (GOOD.replace("answer: [s]", "answer: [1]"), "line 9: part 2, exercise, answer, entry 1"),
    (GOOD + "title: again\n", "line 10: title stands there twice"),
    ("a: &x [1]\nb: *x\n", "line 1: anchors"),
    ("a: !!python/object/apply:os.system ['true']\n", "the tag"),
    ("[" * 100, "nested deeper"),
    ("a: [1\nb: 2\n", "line 2"),
    ("x" * 300_000, "characters"),
    ("title: 0x" + "f" * 60_000, "line 1: a number of 60,002 characters"),
    ("title: " + ":".join(["59"] * 32_000), "line 1: a number of 95,999 characters"),
    ("\na: 1\nb: 0x_", "line 3: 0x_ looks like a number, but is not one: write it in quotes"),
    ("a: [3, 0x_]", "line 1: 0x_ looks like"),
    ("title: 3\nparts: []", "title: expected a text, got 3; write it in quotes"),
    ("title: t\nparts:\n  - model: {worlds: {w: [yes]}}", "expected a text, got true; write it in quotes"),
    ("{[1, 2]: 3}", "line 1: a list or a mapping as a name"),
    ("title: t\nparts:\n  - {2026-01-02: x}", "line 3: part 1, 2026-01-02: there is no such field"),
    ("title: null\nparts: []", "title: expected a text, got null"),
    ("title: ''\nparts: []", 'title: expected at least 1 character, got ""'),
    ("\x00", "characters"),
]


UNQUOTED = "write formulas, and texts with a sign such as : or [, in quotes, and indent"
NO_YAML = [
    ("  - text: a\n\tb: c", "line 4: cannot read 'b: c': indent by spaces, not by tabs"),
    ("  - text: a\n - text: b", f"line 4: cannot read '- text: b': {UNQUOTED}"),
    ("  - text: Note: it rains", f"line 3: cannot read '- text: Note: it rains': {UNQUOTED}"),
    ("  - formula: [p] q", f"line 3: cannot read '- formula: [p] q': {UNQUOTED}"),
    ("  - formula: @peek", f"line 3: cannot read '- formula: @peek': {UNQUOTED}"),
    ("  - text: a\n---\ntitle: u", "line 4: cannot read '---': one document is read"),
    ('  - text: "a\n\n', "line 3: cannot read '- text: \"a': the quotation mark is not closed"),
    ("  - formula: {a,b p\n", "line 3: cannot read '- formula: {a,b p': a bracket is not closed; write formulas"),
    ("  - formula: {a,\n\n", "line 3: cannot read '- formula: {a,': a bracket is not closed; write formulas"),
    ('  - formula: "p \\land q"', "single quotes"),
    ("  - formula: *p", "line 3: anchors and references (& and *) are not read: write formulas in quotes"),
    ("  - formula: !p", "line 3: the tag !p is not read: write formulas in quotes"),
    ("  - text: \x00", "line 3: "),
    ("  - text: \ud800", "line 3: half of a pair of surrogates: remove the character"),
]


@pytest.mark.parametrize(
    ("text", "message"), [*BROKEN, *((f"title: t\nparts:\n{rows}", says) for rows, says in NO_YAML)]
)
def test_mistakes_have_a_line_and_a_field(text, message):
    with pytest.raises(FileError) as error:
        _ = Lesson(text, "file.yaml").exercises
    assert message in str(error.value)
    assert "file.yaml" in str(error.value)


@given(
    st.lists(
        st.sampled_from([*"pq:-[]{},'\"&*!|>%@#?\\\n\r\t \x85\u2028\x00", "\n  ", "title: ", "---\n"]), max_size=30
    )
)
def test_what_is_no_lesson_is_an_error_with_its_line(signs):
    with pytest.raises(FileError, match=r"^the lesson, line [0-9]+: |^the lesson: [0-9]+ mistakes"):
        Lesson("".join(signs))


def test_names_before_a_colon_are_texts_as_they_stand_there():
    names = ["010", "8", "yes", "true", "1:30", "0x10", "1", "1.0", "null", "~", "<<", "="]
    worlds = ", ".join(f"{name}: []" for name in names)
    text = f"title: t\nparts:\n  - model: {{worlds: {{{worlds}}}, relations: {{no: {{edges: []}}}}}}\n"
    (part,) = Lesson(text).page.parts
    assert list(part.model.worlds) == names
    assert part.model.agents == ("no",)


def test_a_wrong_part_is_not_also_a_missing_one():
    with pytest.raises(FileError, match=r"line 3: part 1, tekst: .*'text'") as caught:
        Lesson("title: One\nparts:\n  - tekst: hello\n")
    assert "expected at least" not in str(caught.value)
    with pytest.raises(FileError, match=r"parts: expected.*1 entry, got \[\]"):
        Lesson("title: One\nparts: []\n")


def test_all_mistakes_of_a_file_are_told_at_once_and_a_misspelt_field_is_not_also_missing():
    text = GOOD.replace("title", "titel").replace("predict", "predicts") + "  - exercise: {kind: translat, seed: 1}\n"
    with pytest.raises(FileError) as error:
        Lesson(text, "file.yaml")
    first, *rows = str(error.value).splitlines()
    assert first == "file.yaml: 3 mistakes"
    assert "line 1: titel: " in rows[0]
    assert "did you mean 'title'?" in rows[0]
    assert "line 5: part 2, exercise, kind: " in rows[1]
    assert "line 10: part 3, exercise, kind: " in rows[2]


def test_a_file_with_a_mistake_makes_none_of_its_exercises(monkeypatch):
    monkeypatch.setattr("learn.lesson.make", None)
    with pytest.raises(FileError, match=r"title: expected.* text, got 3.*quotes"):
        Lesson("title: 3\nparts:\n  - exercise: {kind: choose_announcement, seed: 1}\n", "file.yaml")


def test_of_thousands_of_mistakes_the_first_ten_have_their_lines():
    text = "title: t\nparts: []\n" + "".join(f"k{number}: 1\n" for number in range(600))
    with pytest.raises(FileError) as error:
        Lesson(text, "file.yaml")
    first, *rows = str(error.value).splitlines()
    assert first == "file.yaml: 601 mistakes"
    assert [row.split(":")[0] for row in rows[:10]] == [f"  line {line}" for line in range(2, 12)]
    assert rows[10] == "  and 591 more"


def test_mistakes_in_several_exercises_are_told_at_once_and_at_most_ten():
    wrong = GOOD.replace("answer: [s]", "answer: [1]") + "  - exercise: {kind: riddle}\n" * 20
    with pytest.raises(FileError, match=r"21 mistakes\n  line 9: part 2, .*entry 1") as error:
        _ = Lesson(wrong, "file.yaml").exercises
    assert str(error.value).endswith("and 11 more")


def test_a_wrong_sample_answer_is_found():
    (found,) = check(Lesson(GOOD.replace("answer: [s]", "answer: [t]"), "file.yaml"))
    assert "line 9" in found.mistakes[0]
    assert "s stays" in found.mistakes[0]


def test_a_sample_answer_that_the_library_refuses_is_told_without_advice_for_python():
    task = "  - exercise: {kind: translate, sentence: x, words: {p: rain}, agents: [a], answer: '%s'}\n"
    lesson = Lesson("title: t\nparts:\n" + task % "[@x] p" + task % "Kv_a x", "file.yaml")
    assert [finding.mistakes for finding in check(lesson)] == [
        ("file.yaml, line 3: part 1, exercise: [@x]: no action 'x' was given",),
        ("file.yaml, line 4: part 2, exercise: Kv of x: no value of 'x' is named",),
    ]


def test_ambiguous_and_mislabelled_exercises_are_warned_of():
    trivial = GOOD.replace('["p"]', '["p | ~p"]').replace("[s]\n", "[s, t]\n      difficulty: 3\n")
    (found,) = check(Lesson(trivial, "file.yaml"))
    assert not found.mistakes
    assert "removes no world" in found.warnings[0]
    assert "line 10" in found.warnings[1]


TWO = {"worlds": {"s": ["p"], "t": []}, "relations": {"a": {"partition": [["s", "t"]]}}, "actual": "s"}
RAIN = {"formula": "K_a p", "words": {"p": "it rains"}, "answer": [0]}
REDUNDANT = [
    ({"kind": "build_model", "formulas": ["p", "M_a ~p"], "answer": TWO}, ""),
    ({"kind": "build_model", "formulas": ["p", "M_a ~p", "p & p"], "answer": TWO}, "p follows from the other formulas"),
    ({"kind": "build_model", "formulas": ["~p", "M_a p", "~K_a ~p"], "answer": TWO | {"actual": "t"}}, "M_a p follows"),
    ({"kind": "choose_announcement", "model": TWO, "goals": ["K_a p"], "answer": "p"}, ""),
    ({"kind": "choose_announcement", "model": TWO, "goals": ["Kw_a p", "K_a p"], "answer": "p"}, "Kw_a p is reached"),
    ({"kind": "write_proof", "goal": "p", "premises": ["K_a p"], "answer": "1. K_a p  premise\n2. p  T 1"}, ""),
    ({"kind": "write_proof", "goal": "p", "premises": ["p"], "answer": "1. p  premise"}, "the goal is one of"),
    (
        {"kind": "derive", "goal": "q | p", "premises": ["p", "r"], "answer": "1. p  premise\n2. q | p  PL 1"},
        "the goal follows without the premise r",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("exercise", "says"), REDUNDANT)
def test_a_formula_goal_or_premise_that_follows_from_the_others_is_warned_of(exercise, says):
    (found,) = check(Lesson(writing.dump({"title": "t", "parts": [{"exercise": exercise}]})))
    assert not found.mistakes
    assert says in "".join(found.warnings)
    assert bool(says) == bool(found.warnings)


def test_two_choices_that_read_alike_are_a_mistake():
    exercise = RAIN | {"kind": "say_in_english", "sentences": ["K_a p", "p", "K_a p"]}
    (found,) = check(Lesson(writing.dump({"title": "t", "parts": [{"exercise": exercise}]})))
    assert "are “A knows that it rains.”: expected different ones" in found.mistakes[0]


def run(*arguments):
    return CliRunner().invoke(app, arguments, prog_name="whoknows")


def test_the_command_checks_a_file(tmp_path):
    file = tmp_path / "lesson.yaml"
    file.write_text(GOOD)
    assert run("lesson", "check", str(file)).exit_code == 0
    file.write_text(GOOD.replace("[s]", "[t]"))
    done = run("lesson", "check", str(file), "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)[0]["mistakes"]
    file.write_bytes(b"\xff")
    assert "UTF-8" in run("lesson", "check", str(file)).stderr
    assert run("lesson", "check", str(tmp_path / "none.yaml")).exit_code == 2


def test_the_command_makes_an_exercise_for_a_file(tmp_path):
    done = run("exercise", "countermodel", "--seed", "3")
    text = "title: t\nparts:\n  - exercise:\n" + "".join(f"      {line}\n" for line in done.stdout.splitlines())
    (found,) = check(Lesson(text))
    assert not found.mistakes
    assert run("exercise", "riddle").exit_code == 2


DOCUMENTED = (Path(__file__).parents[2] / "docs" / "lessons.md").read_text(encoding="utf-8")


def test_the_documented_lesson_is_solvable_and_the_commands_work(tmp_path):
    (tmp_path / "monday.yaml").write_text(DOCUMENTED.split("```yaml\n")[1].split("```")[0])
    for line in DOCUMENTED.split("```console\n")[1].split("```")[0].splitlines():
        command = line.removeprefix("$ whoknows ").replace("monday.yaml", str(tmp_path / "monday.yaml")).split()
        if command[0] not in ("serve", "site") and command[:2] != ["lesson", "verify"]:  # others try them
            assert run(*command).exit_code == 0, line


def test_each_kind_is_documented_with_its_fields():
    for name, kind in KINDS.items():
        (row,) = [line for line in DOCUMENTED.splitlines() if line.startswith(f"| `{name}`")]
        own = set(kind.model_fields) - {"kind", "text", "hint", "difficulty", "answer"}
        assert all(f"`{field}`" in row for field in own), name


def test_a_sample_answer_that_names_nothing_is_found():
    (found,) = check(Lesson(GOOD.replace("answer: [s]", "answer: [s, nix]"), "file.yaml"))
    assert "there is no world 'nix'" in found.mistakes[0]


def test_a_system_of_a_lesson_is_read_when_the_lesson_is():
    text = "title: t\nparts:\n  - system: |\n      Agent a\n      end Agent\n"
    with pytest.raises(FileError, match="line 3: part 1, system: the system: line 2"):
        Lesson(text)
    with pytest.raises(FileError, match="got text and system"):
        Lesson("title: t\nparts:\n  - text: t\n    system: x\n".replace("system: x", "system: |\n" + LAMP))


LAMP = """
      Agent lamp
        Vars: on: boolean; end Vars
        Actions = {press};
        Protocol: Other: {press}; end Protocol
        Evolution: on = true if on = false; on = false if on = true; end Evolution
      end Agent
      Evaluation bright if lamp.on = true; end Evaluation
      InitStates lamp.on = false; end InitStates
      Formulae AF bright; end Formulae
"""


@pytest.mark.parametrize(
    ("kind", "field", "text", "says"),
    [
        ("translate", "agents", "ann\nK_( ?? 7", "entry 2: agent 'K_( ?? 7'"),
        ("translate", "words", "3", "expected names with values, as name: value, got 3"),
        ("find_fault", "lines", "3", "expected a list, as [one, two], got 3"),
        ("predict", "model", "a world", "expected a model with worlds and relations"),
        ("frame_properties", "properties", "serial\nreflexiv", "did you mean 'reflexive'?"),
        ("hidden_frame", "properties", "reflexiv", "did you mean 'reflexive'?"),
    ],
)
def test_the_form_of_a_teacher_says_what_a_field_needs_in_words_at_the_field(kind, field, text, says):
    texts = {each.name: each.text for each in writing.fields_of({"kind": kind, "seed": 1})}
    problem = writing.read(kind, texts | {field: text}).problems[field]
    assert says in problem
    assert "{...}" not in problem
