"""The lessons of a worker by name, with the secret that signs results, and their texts as nested data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from learn.exercises.exercise import AnswerError
from learn.lesson import Lesson
from logic.errors import did_you_mean, shorten

READER = MarkdownIt("commonmark", {"html": False}).disable(["link", "image", "autolink", "html_block", "html_inline"])
TAGS = {
    "paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "strong": "strong", "em": "em",
    "heading": "h3", "blockquote": "blockquote",
}  # fmt: skip


def blocks(text: str) -> list[Any]:
    """A Markdown text as a list of nodes: a string, or a tag with the nodes inside it.

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


FOLDER = Path(__file__).with_name("lessons")


class School:
    """Lessons, read on first use, and the secret of this server."""

    def __init__(self) -> None:
        self._read: dict[Path, Lesson] = {}  # kept by forked workers, so they do not read the lessons again
        self.attend()

    def attend(self, own: Sequence[Path] = (), secret: bytes | None = None) -> None:
        """Teach these lessons, and sign results with this secret, if there is one."""
        paths = (*sorted(FOLDER.glob("*.yaml")), *own)
        self.files = {path.stem.lstrip("0123456789").lstrip("-") or path.stem: path for path in paths}
        self.secret = secret

    def lesson(self, name: str) -> Lesson:
        """The lesson of this name."""
        if name not in self.files:
            raise AnswerError(f"there is no lesson {shorten(repr(name))}{did_you_mean(name, self.files)}")
        path = self.files[name]
        if path not in self._read:
            self._read[path] = Lesson.load(path)
        return self._read[path]


SCHOOL = School()
"""The school of this process; a worker is told its files and secret when it begins."""
