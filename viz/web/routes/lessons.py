"""`lessons`: the chapters, or one of them with its texts, models and questions."""

from __future__ import annotations

from typing import Any

from learn.exercises.registry import KINDS
from learn.lesson import Part
from viz.web.request import Name, Request
from viz.web.routes.exercise import shown
from viz.web.school import SCHOOL, blocks


class Query(Request):
    """A chapter by its name; None: the list of chapters."""

    name: Name | None = None


def answer(query: Query) -> dict[str, Any]:
    """The list of chapters and of the kinds of exercises, or one chapter."""
    if query.name is None:
        return {
            "chapters": [_chapter(name) for name in SCHOOL.files],
            "kinds": [{"name": name, "title": kind.title} for name, kind in KINDS.items()],
            "signed": SCHOOL.secret is not None,
        }
    lesson = SCHOOL.lesson(query.name)
    numbers = {path: number for number, (path, _) in enumerate(lesson.given)}
    parts = [
        _part(part)
        if part.exercise is None
        else {"question": numbers[i], "exercise": shown(lesson.question(numbers[i]))}
        for i, part in enumerate(lesson.page.parts)
    ]
    return _chapter(query.name) | {"parts": parts}


def _chapter(name: str) -> dict[str, Any]:
    lesson = SCHOOL.lesson(name)
    return {
        "name": name, "title": lesson.page.title, "summary": lesson.page.summary, "questions": len(lesson.given),
    }  # fmt: skip


def _part(part: Part) -> dict[str, Any]:
    if part.model is None:
        return {"text": blocks(part.text or "")}
    formula = "" if part.formula is None else part.formula.to_ascii()
    return {"model": part.model.to_dict(), "formula": formula, "caption": part.caption}
