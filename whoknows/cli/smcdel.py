"""The questions of an SMCDEL file, answered."""

from __future__ import annotations

from typing import Any

from kripke.errors import FileError
from kripke.formats import smcdel
from kripke.formats.smcdel import Answer
from whoknows.cli.inputs import read_source
from whoknows.cli.models import PUZZLE
from whoknows.cli.output import emit, say
from whoknows.cli.sources import Format, format_of


def answer_questions(given: str, beyond_law: bool, as_json: bool) -> bool:
    """Print the answers to a file's questions; whether all TRUE? and VALID? hold.

    Raises
    ------
    FileError
        If the file is of another format, or asks nothing.
    """
    text = "" if given.startswith(PUZZLE) else read_source(given)
    if format_of(given, text) is not Format.SMCDEL:
        raise FileError(f"{given}: FORMULA is missing; without one the questions in an SMCDEL file are answered")
    answers = smcdel.answer(smcdel.read(text), beyond_law)
    if not answers:
        raise FileError(f"{given}: this file asks nothing; write a FORMULA behind it, or add a TRUE?, VALID? or WHERE?")
    hold = all(each.value for each in answers if isinstance(each.value, bool))
    if as_json:
        emit({"holds": hold, "questions": [_data(each) for each in answers]})
    else:
        for each in answers:
            _tell(each)
    return hold


def _data(answer: Answer) -> dict[str, Any]:
    query = answer.query
    shared = {"keyword": query.keyword, "question": query.text, "formula": str(query.formula)}
    return shared | ({"holds": answer.value} if isinstance(answer.value, bool) else {"where": answer.value})


def _tell(answer: Answer) -> None:
    say(answer.query.text)
    style = {True: "good", False: "bad"}[answer.value] if isinstance(answer.value, bool) else "strong"
    say(f"  {str(answer).lower()}", style=style)
