"""Answers to the queries in an SMCDEL file, for the command `check`."""

from dataclasses import replace
from typing import Any

from kripke.data.errors import FileError
from kripke.formats import smcdel
from kripke.formats.registry import Format, format_of
from kripke.formats.smcdel import Answer, Query, SmcdelFile
from kripke.symbolic import choice
from logic.clauses import Bottom
from logic.errors import naming
from logic.token_parsing import collector_paused
from whoknows.cli.guard import ERROR, FALSE, TRUE
from whoknows.cli.models import PUZZLE, announce_choice, engine_of, note
from whoknows.cli.streams import emit, name_of, read_source, say

_LAWLESS = Query("VALID?", Bottom(), None, "", 0)  # a query that holds iff no state satisfies the state law


def answer_questions(given: str, as_json: bool, engine: str, limit: int | None, valid: bool = False) -> int:
    """Print the answers to the queries of a file and return the exit code; `FileError` for a file without queries.

    At most `limit` states are listed for each ``WHERE?``. With `valid`, the formula of each true ``VALID?`` is also
    decided in S5, without the state law. The code is `TRUE` if the formulas of all ``TRUE?`` and ``VALID?`` hold,
    `ERROR` if a query could not be answered, otherwise `FALSE`.
    """
    wanted = engine_of(engine)
    text = "" if given.startswith(PUZZLE) else read_source(given)
    if format_of(given, text) is not Format.SMCDEL:
        raise FileError(f"{given}: FORMULA is missing; without one the questions in an SMCDEL file are answered")
    with naming(name_of(given)), collector_paused():  # garbage collection would take a fifth of the time
        file = smcdel.read(text, expand=False)
        file = replace(file, queries=(*file.queries, _LAWLESS))
        chosen = choice.for_questions(wanted, len(file.variables), lambda: file.is_small)
        limit = smcdel.LIMIT if limit is None and wanted == "auto" else limit
        if chosen.is_symbolic:
            from kripke.formats import smcdel_symbolic  # imports decision diagrams

            *answers, lawless = smcdel_symbolic.answer(file, smcdel.LIMIT if limit is None else limit)
        else:
            *answers, lawless = [answer.cut(limit) for answer in smcdel.answer(file)]
    if not answers:
        raise FileError(f"{given}: this file has no questions; give a FORMULA, or add a TRUE?, VALID? or WHERE?")
    announce_choice(chosen, as_json)
    if lawless.value is True:
        say("note: no state satisfies the law, so every formula is valid, and WHERE? finds no state", err=True)
    beyond = [_valid_in_s5(answer, file) if valid else None for answer in answers]
    hold = all(answer.value for answer in answers if isinstance(answer.value, bool))
    if as_json:
        emit({"holds": hold, "questions": [_data(*pair) for pair in zip(answers, beyond, strict=True)]} | note(chosen))
    else:
        for pair in zip(answers, beyond, strict=True):
            _tell(*pair, name_of(given))
    if any(answer.problem is not None for answer in answers):
        return ERROR
    return TRUE if hold else FALSE


def _valid_in_s5(answer: Answer, file: SmcdelFile) -> bool | None:
    """Return whether a question's formula is valid in S5 without the state law.

    None unless the question is a ``VALID?`` without quantifiers and its answer is True.
    """
    query = answer.query
    if query.keyword != "VALID?" or answer.value is not True or query.formula.atoms & file.bound.keys():
        return None
    from whoknows.cli.prove import is_valid  # loads the prover

    return is_valid(query.formula, dict.fromkeys(file.observes, "S5"))


def _data(answer: Answer, valid: bool | None) -> dict[str, Any]:
    query = answer.query
    shared = {"keyword": query.keyword, "question": query.text, "formula": str(query.formula)}
    if answer.problem is not None:
        return shared | {"error": answer.problem.said("command")}
    if isinstance(answer.value, bool):
        return shared | {"holds": answer.value} | ({} if valid is None else {"valid": valid})
    return shared | {"where": answer.value} | ({"more": answer.more} if answer.more else {})


def _tell(answer: Answer, valid: bool | None, file: str) -> None:
    say(answer.query.text)
    if answer.problem is not None:
        said = f"error: {file}: {answer.problem.said('command')}"
        say("\n".join([f"  {line}" for line in said.split("\n")]), style="bad")
        return
    style = {True: "good", False: "bad"}[answer.value] if isinstance(answer.value, bool) else "strong"
    more = {None: "", True: ", and valid in S5", False: ", but not valid in S5"}[valid]
    say(f"  {str(answer).lower()}{more}", style=style)
