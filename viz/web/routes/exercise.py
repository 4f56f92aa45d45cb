"""Routes for lessons and exercises: exercises of lessons, exercises generated from seeds, and drafts of teachers.

`form`, `draft` and `lesson_file` are for writing exercises and lessons. `class_results` sums up the results of a class.

Each worker process stores the lessons and the secret that signs results.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from kripke.data.lazy import Lazy
from kripke.formats.jsonfile import Limits
from learn.exercises.exercise import AnswerError, Exercise
from learn.exercises.frames import HiddenFrame
from learn.exercises.registry import KINDS, make
from learn.lesson import Lesson, Part
from learn.results import LONGEST, signature, stated, summed
from logic.errors import did_you_mean, shorten
from viz.web.request import Name, Request, Text
from viz.web.routes import system

if TYPE_CHECKING:
    from learn import writing
else:
    writing = Lazy("learn.writing")  # with YAML, which few requests need

Source = Annotated[str, Limits(most=20_000)]

READER = MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink", "html_block", "html_inline"])
TAGS = {
    "paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "strong": "strong", "em": "em",
    "heading": "h3", "blockquote": "blockquote",
}  # fmt: skip


def blocks(text: str) -> list[Any]:
    """Convert a Markdown text to a list of nodes; each is a string, or a list of a tag and the nodes inside it.

    Examples
    --------
    >>> blocks("Anne **knows** `K_anne p`.")
    [['p', 'Anne ', ['strong', 'knows'], ' ', ['code', 'K_anne p'], '.']]
    """
    return _inside(SyntaxTreeNode(READER.parse(text)))


def _inside(node: SyntaxTreeNode) -> list[Any]:
    nodes: list[Any] = []
    for child in node.children:
        if child.type in TAGS:
            nodes.append([TAGS[child.type], *_inside(child)])
        elif child.type == "inline":
            nodes += _inside(child)
        elif child.type in ("code_inline", "code_block", "fence"):
            nodes.append(["code", child.content.strip()])
        elif child.type in ("softbreak", "hardbreak"):
            nodes.append(" ")
        elif child.content:
            nodes.append(child.content)
    return nodes


FOLDER = Path(__file__).parents[1] / "lessons"


class School:
    """The lessons of this process, loaded on first use, and the secret that signs results."""

    def __init__(self) -> None:
        self._read: dict[Path, Lesson] = {}  # kept by forked workers, so they do not read the lessons again
        self.attend()

    def attend(self, own: Sequence[Path] = (), secret: bytes | None = None) -> None:
        """Set the additional lesson files, and the secret that signs results, if any."""
        paths = (*sorted(path for path in FOLDER.iterdir() if path.suffix in (".yaml", ".json")), *own)
        self.files = {path.stem.lstrip("0123456789").lstrip("-") or path.stem: path for path in paths}
        self.secret = secret

    def lesson(self, name: str) -> Lesson:
        """Return the lesson with this name; `AnswerError` if there is none."""
        if name not in self.files:
            raise AnswerError(f"there is no lesson {shorten(repr(name))}{did_you_mean(name, self.files)}")
        return self.load(self.files[name])

    def load(self, path: Path) -> Lesson:
        """Return the lesson in a file, which is read once."""
        if path not in self._read:
            self._read[path] = Lesson.load(path)
        return self._read[path]


SCHOOL = School()  # the lessons and the secret of this process; a worker sets them when it starts


class InLesson(Request):
    """A request for an exercise of a lesson, by its index from 0."""

    lesson: Name
    question: Annotated[int, Limits(0, 1_000_000)]

    def find(self) -> Exercise:
        """Return the requested exercise from its lesson."""
        return SCHOOL.lesson(self.lesson).question(self.question)

    def __str__(self) -> str:
        return f"{self.lesson}/{self.question + 1}"


class SeededExercise(Request):
    """A request for an exercise that is generated from a seed."""

    kind: Name
    difficulty: Annotated[int, Limits(1, 3)]
    seed: Annotated[int, Limits(0, 1_000_000)]

    def find(self) -> Exercise:
        """Return the exercise generated from the seed."""
        return make(self.kind, self.seed, self.difficulty)

    def __str__(self) -> str:
        return f"{self.kind}/{self.difficulty}/{self.seed}"


class Drafted(Request):
    """A request with an unfinished exercise by a teacher: a kind, and the texts of the fields."""

    kind: Name
    fields: Annotated[dict[Name, Source], Limits(most=30)]

    def find(self) -> Exercise:
        """Return the exercise; `AnswerError` if the fields do not define one yet."""
        read = writing.read(self.kind, self.fields)
        if read.exercise is None:
            raise AnswerError("; ".join(f"{field}: {says}" for field, says in read.problems.items()))
        return read.exercise


def named(name: str) -> InLesson | SeededExercise:
    """Return a request for the exercise with a name from results: ``LESSON/NUMBER`` or ``KIND/DIFFICULTY/SEED``."""
    first, *numbers = name.split("/")
    if not (1 <= len(numbers) <= 2 and all(re.fullmatch("[0-9]{1,7}", each) for each in numbers)):
        raise AnswerError(f"no exercise {shorten(repr(name))}: expected LESSON/NUMBER or KIND/DIFFICULTY/SEED")
    number, *seed = map(int, numbers)
    if seed:
        return SeededExercise(kind=first, difficulty=number, seed=seed[0])
    return InLesson(lesson=first, question=number - 1)


class Query(Request):
    """A request for an exercise, and base class of the other requests about an exercise."""

    at: InLesson | SeededExercise | Drafted


class Answered(Query):
    """A request to mark a student's answer to an exercise."""

    answer: Any
    student: Name = ""


class Hint(Query):
    """A request for a hint, by its index from 0."""

    number: Annotated[int, Limits(0, 20)]


class Guess(Query):
    """A request to check whether a formula is valid on the hidden frame of an exercise."""

    formula: Text


def answer(query: Query) -> dict[str, Any]:
    """Return the public part of the exercise, without its answer."""
    return shown(query.at.find())


def shown(exercise: Exercise) -> dict[str, Any]:
    """Return the public part of an exercise, with its texts as Markdown nodes."""
    public = exercise.public()
    return public | {"text": blocks(exercise.text), "task": blocks(exercise.task)}


def mark(query: Answered) -> dict[str, Any]:
    """Mark an answer; the marks are signed if the server has a secret and the exercise is not a draft."""
    marks = query.at.find().mark(query.answer).to_dict()
    secret = None if isinstance(query.at, Drafted) else SCHOOL.secret
    points = str(marks["earned"]), str(marks["of"])
    signed = "" if secret is None else signature(secret, query.student, str(query.at), *points)
    return marks | {"signature": signed}


def hint(query: Hint) -> dict[str, Any]:
    """Return the requested hint, and the number of hints left."""
    hints = query.at.find().hints()
    if query.number >= len(hints):
        raise AnswerError(f"there are {len(hints)} hints")
    return {"hint": hints[query.number], "left": len(hints) - query.number - 1}


def guess(query: Guess) -> dict[str, Any]:
    """Return whether a formula is valid on the hidden frame of an exercise; the frame itself is not revealed."""
    exercise = query.at.find()
    if not isinstance(exercise, HiddenFrame):
        raise AnswerError("only the hidden frame is asked about")
    return {"valid": exercise.ask(query.formula)}


class Form(Request):
    """A request for the fields of an exercise, given as in a lesson file, or only by its kind and seed."""

    exercise: dict[str, Any]


def form(query: Form) -> dict[str, Any]:
    """Return the form fields for the exercise's kind, filled with the texts of the exercise."""
    return {"fields": [each._asdict() for each in writing.fields_of(query.exercise)]}


def draft(query: Drafted) -> dict[str, Any]:
    """Return the draft: its data, its mistakes and, if its fields can be read, the exercise as students see it."""
    read = writing.checked(writing.read(query.kind, query.fields))
    exercise = None if read.exercise is None else shown(read.exercise)
    return {**read._asdict(), "exercise": exercise}


class LessonFile(Request):
    """A request to parse the text of a lesson file, or to write a lesson as such a text."""

    text: Annotated[str, Limits(most=256 * 1024)] = ""
    lesson: dict[str, Any] | None = None


def lesson_file(query: LessonFile) -> dict[str, Any]:
    """Convert a lesson file's text to data, or a lesson's data to text."""
    return writing.from_yaml(query.text) if query.lesson is None else {"text": writing.to_yaml(query.lesson)}


class SavedResults(Request):
    """A file of results: its name and its text."""

    name: Name
    text: Annotated[str, Limits(most=LONGEST)]


class ClassResults(Request):
    """A request to summarise the result files of a class."""

    files: Annotated[list[SavedResults], Limits(most=1_000)]


def class_results(query: ClassResults) -> dict[str, Any]:
    """Return the results summed by student and by exercise (the hardest first), and the rows that were left out."""
    results, left = stated((file.name, file.text) for file in query.files)
    students, exercises = summed(results)
    return {
        "students": [each._asdict() for each in students], "exercises": [each._asdict() for each in exercises],
        "left": left,
    }  # fmt: skip


class Chapter(Request):
    """A request for a lesson (a chapter of the page) by name or, without a name, for the list of lessons."""

    name: Name | None = None


def lesson(query: Chapter) -> dict[str, Any]:
    """Return a lesson or, without a name, the lists of lessons (chapters) and of kinds of exercises."""
    if query.name is None:
        return {
            "chapters": [_chapter(name) for name in SCHOOL.files],
            "kinds": [{"name": name, "title": kind.title, "trains": kind.trains} for name, kind in KINDS.items()],
            "signed": SCHOOL.secret is not None,
        }
    chapter = SCHOOL.lesson(query.name)
    numbers = {path: number for number, (path, _) in enumerate(chapter.given)}
    questions = {i: {"question": k, "exercise": shown(chapter.question(k))} for i, k in numbers.items()}
    parts = [questions.get(i) or _part(part) for i, part in enumerate(chapter.page.parts)]
    return _chapter(query.name) | {"parts": parts}


def _chapter(name: str) -> dict[str, Any]:
    given, page = SCHOOL.lesson(name).given, SCHOOL.lesson(name).page
    return {"name": name, "title": page.title, "summary": page.summary, "questions": len(given)}


def _part(part: Part) -> dict[str, Any]:
    if part.text is not None:
        return {"text": blocks(part.text)}
    shown = {"formula": "" if part.formula is None else part.formula.to_ascii(), "caption": part.caption}
    if part.system is not None:
        model = system.shown(system.read(part.system))
        model |= {"worlds": {name: [] for name in model["worlds"]}, "atoms": []}  # the names list all true atoms
        return {"system": part.system, "model": model, **shown}
    assert part.model is not None
    return {"model": part.model.to_dict(), **shown}
