"""The questions of an SMCDEL file, answered."""

from __future__ import annotations

from typing import Any

from kripke.data.errors import FileError
from kripke.formats import smcdel
from kripke.formats.smcdel import Answer, SmcdelFile
from kripke.symbolic import choice
from kripke.symbolic.choice import Choice
from whoknows.cli.engines import PUZZLE, announce_choice, engine_of, note, ways_out
from whoknows.cli.inputs import read_source
from whoknows.cli.output import emit, say
from whoknows.cli.sources import Format, format_of, smcdel_errors


def answer_questions(given: str, beyond_law: bool, as_json: bool, engine: str, limit: int | None) -> bool:
    """Print the answers to a file's questions; whether all TRUE? and VALID? hold.

    Parameters
    ----------
    given : str
        The path of the file.
    beyond_law : bool
        Whether TRUE? may name states that the law excludes.
    as_json : bool
        Whether the command prints JSON.
    engine : str
        'auto', 'explicit' or 'symbolic'.
    limit : int, optional
        Maximal number of states to list.

    Raises
    ------
    FileError
        If the file is of another format, or asks nothing.
    """
    wanted = engine_of(engine)
    text = "" if given.startswith(PUZZLE) else read_source(given)
    if format_of(given, text) is not Format.SMCDEL:
        raise FileError(f"{given}: FORMULA is missing; without one the questions in an SMCDEL file are answered")
    with smcdel_errors(given):
        file = smcdel.read(text, expand=False)
        chosen = choice.for_atoms(wanted, len(file.variables))
        answers = _answers(file, beyond_law, chosen, limit)
    if not answers:
        raise FileError(f"{given}: this file asks nothing; write a FORMULA behind it, or add a TRUE?, VALID? or WHERE?")
    announce_choice(chosen, as_json)
    hold = all(each.value for each in answers if isinstance(each.value, bool))
    if as_json:
        emit({"holds": hold, "questions": [_data(each) for each in answers]} | note(chosen))
    else:
        for each in answers:
            _tell(each)
    return hold


def _answers(file: SmcdelFile, beyond_law: bool, chosen: Choice, limit: int | None) -> list[Answer]:
    if chosen.is_symbolic:
        from kripke.formats import smcdel_symbolic  # diagrams are loaded for who wants them

        return smcdel_symbolic.answer(file, beyond_law, smcdel_symbolic.LIMIT if limit is None else limit)
    with ways_out():
        return [each.cut(limit) for each in smcdel.answer(file, beyond_law)]


def _data(answer: Answer) -> dict[str, Any]:
    query = answer.query
    shared = {"keyword": query.keyword, "question": query.text, "formula": str(query.formula)}
    if isinstance(answer.value, bool):
        return shared | {"holds": answer.value}
    return shared | {"where": answer.value} | ({"more": answer.more} if answer.more else {})


def _tell(answer: Answer) -> None:
    say(answer.query.text)
    style = {True: "good", False: "bad"}[answer.value] if isinstance(answer.value, bool) else "strong"
    say(f"  {str(answer).lower()}", style=style)
