"""What a worker teaches: the lessons by name, and the secret that signs results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from learn.exercises.fields import AnswerError
from learn.lessons.lesson import Lesson
from logic.errors import did_you_mean, shorten

FOLDER = Path(__file__).with_name("lessons")


class School:
    """Lessons, read when they are first asked for, and the secret of this server."""

    def __init__(self) -> None:
        self._read: dict[Path, Lesson] = {}  # kept by forked workers, so they do not read the lessons again
        self.attend()

    def attend(self, own: Sequence[Path] = (), secret: bytes | None = None) -> None:
        """Teach these lessons, and sign results with this secret.

        Parameters
        ----------
        secret : bytes, optional
            Signs results; None: they are not signed.
        """
        self.files = {_name(path): path for path in (*sorted(FOLDER.glob("*.yaml")), *own)}
        self.secret = secret

    def lesson(self, name: str) -> Lesson:
        """The lesson of this name."""
        if name not in self.files:
            raise AnswerError(f"there is no lesson {shorten(repr(name))}{did_you_mean(name, self.files)}")
        path = self.files[name]
        if path not in self._read:
            self._read[path] = Lesson.load(path)
        return self._read[path]


def _name(path: Path) -> str:
    return path.stem.lstrip("0123456789").lstrip("-") or path.stem


SCHOOL = School()
"""The school of this process; a worker is told its files and secret when it begins."""
