"""The commands `check` and `explain`: whether formulas are true in a model or a system with time, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from kripke.checking.program import TRIES
from kripke.data.errors import ModelError, Undecided
from kripke.data.lazy import Lazy
from kripke.data.wording import brief
from logic.clauses import QUANTIFIERS
from logic.errors import TooLarge, shorten
from logic.exact import magnitude, plural
from logic.formula import Formula
from whoknows.cli import models
from whoknows.cli.guard import AS_JSON, ERROR, FALSE, TRUE, argument, command, flag, given_of, option, refuse, written
from whoknows.cli.streams import (
    emit,
    name_of,
    progress,
    read_source,
    read_typed_texts,
    readable_texts,
    say,
    say_judged,
    say_reasons,
    usage,
)

if TYPE_CHECKING:
    from kripke.data import naming
    from kripke.models.model import Actions, Verdict
    from kripke.time.system import System
    from kripke.why.explain import Survey
    from kripke.why.explanation import Explanation
    from kripke.why.view import Detail

else:
    naming = Lazy("kripke.data.naming")  # not needed for the questions in a file
arbitrary = Lazy("kripke.checking.arbitrary")  # few formulas need a search for announcements
drawing = Lazy("viz.drawing")  # with NumPy
systems = Lazy("kripke.time.ispl")  # with Lark

T = TypeVar("T")

SECONDS = 20.0  # maximum processor time of an explanation; those of the examples take less than a second

RECALL = flag("--recall", "In a system in ISPL, agents remember all that they saw, and count the steps.")
STATES = option("--states N", "Reach at most this many states of a system, or with --recall of knowledge.", min=1)
DETAIL = option("--detail brief|full", "Explain in one line of reasons (brief), or by all of them.")


def detail_of(explain: bool, detail: str | None) -> Detail | None:
    """Return the level of detail of the requested explanation; None if neither option requests one."""
    if detail is None:
        return "full" if explain else None
    from kripke.why.view import DETAILS

    for known in DETAILS:
        if detail == known:
            return known
    raise usage(f"--detail {shorten(detail)}: expected brief or full")


def explained(verdict: Verdict, detail: Detail = "full") -> Explanation:
    """Explain a verdict; `TooLarge` if that takes more than `SECONDS` of processor time."""
    return limited_reasons(lambda: verdict.explain(detail=detail))


def surveyed(verdict: Verdict, detail: Detail = "full") -> Survey:
    """Explain why a formula holds at every world; `TooLarge` after more than `SECONDS` of processor time."""
    return limited_reasons(lambda: verdict.survey(detail))


def limited_reasons(work: Callable[[], T]) -> T:
    """Call `work`, which computes an explanation; `TooLarge` after more than `SECONDS` of processor time."""
    from kripke.symbolic.diagrams.threads import limited  # loads ctypes

    way_out = "ask without --explain, explain a part of the formula, or use a smaller model"
    return limited(work, SECONDS, lambda what: TooLarge(f"the explanation takes {what}; {way_out}"))


@command("check", also=models.GRAPH_OPTIONS)
def _check(
    model: str = models.MODEL,
    formula: str | None = argument(
        "FORMULA",
        "A formula; - reads it from standard input. Without it: the questions in an SMCDEL or ISPL file.",
        None,
    ),
    at: str | None = models.AT,
    everywhere: bool = flag("--everywhere", "Ask for all worlds: is the formula valid?"),
    valid: bool = flag("--valid", "Ask for all worlds of all models whose relations have the same properties."),
    explain: bool = flag("--explain", "Say why, with witnesses."),
    detail: str | None = DETAIL,
    limit: int | None = option("--limit N", "List at most this many states for each WHERE? of the file.", min=0),
    action: list[str] = models.ACTIONS,
    tries: int = option("--tries N", "The most announcements tried for <*> p, <*{a}> p or <+{a}> p.", TRIES, min=1),
    recall: bool = RECALL,
    states: int | None = STATES,
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> bool | int:
    """Say whether a formula is true in a model, and why.

    With --valid a formula that holds at every world is also decided for all models: each agent has the strongest logic
    that fits their relation. The exit code is 0 if the formula is true (with --valid: valid), 1 if not. Without FORMULA
    the questions of an SMCDEL file are answered; then 0 means that the formulas of all TRUE? and VALID? hold, 2 that a
    question could not be answered. The formulas of an ISPL file (a system with time) are decided likewise; a formula
    holds there if it holds at all initial states; with --recall a formula with C may stay undecided: code 2.

    Examples
    --------
    whoknows check model.json 'K_a p'
    whoknows check model.json 'K_a p' --at w2 --explain
    whoknows check model.json 'K_a p -> p' --everywhere --detail brief
    whoknows check puzzle:muddy_children '[~muddy(anne)] K_anne muddy(bill)' --everywhere
    whoknows check puzzle:muddy_children 'K_anne muddy(bill) -> muddy(bill)' --valid
    whoknows check model.json '[@peek] K_a p' --action peek.event
    whoknows check model.json '<*> (K_a p & ~K_b p)'             # is there such an announcement, and which?
    whoknows check muddy.smcdel.txt            # the questions in the file
    whoknows check bit_transmission.ispl       # the formulas in the file
    whoknows check bit_transmission.ispl 'AG (received -> Kw_Receiver bit0)' --recall
    whoknows check puzzle:muddy_children,n=100 'K_anne muddy(bill)' --explain   # 2^100 worlds, as decision diagrams
    whoknows convert puzzle:hexa --to json | whoknows check - 'K_anne ~K_bill anne=red'
    """
    level = detail_of(explain, detail)
    needing = {"at": at, "everywhere": everywhere, "explain": explain, "detail": detail, "action": action}
    if models.is_system(model, formula):
        beside = given_of(**needing, valid=valid, limit=limit is not None)
        only = "a system with time is only asked formulas; whoknows explain says why they hold"
        refuse((beside, f"{beside}: {only}"))
        return answer_formulas(*read_system(model, formula, engine, recall, states, as_json), as_json)
    refuse((recall or states, "--recall and --states are for a system in ISPL"))
    if formula is None:
        from whoknows.cli.smcdel import answer_questions

        refuse(((beside := given_of(**needing)), f"{beside} needs a FORMULA"))
        return answer_questions(model, as_json, engine, limit, valid)
    refuse((limit is not None, "--limit is for the questions in an SMCDEL file: leave out FORMULA or --limit"))
    given, question, actions = models.read_question(model, formula, action, engine, as_json)
    everywhere = everywhere or valid
    with _searching(question, tries, as_json):
        verdict = _verdict(given, question, at, everywhere, actions)
        holds, _ = _answer(verdict, everywhere), verdict.note
    beyond = None
    if valid and holds:
        from whoknows.cli.prove import answer_data, decide, tell_validity  # loads the prover

        beyond = decide(given.model, question, actions, as_json)
    if as_json:
        validity = {"valid": False} if beyond is None else answer_data(beyond)
        more = {key: validity[key] for key in ("valid", "logic", "countermodel") if valid and key in validity}
        emit(_data(verdict, everywhere, level) | more | models.note(given.choice))
    else:
        _tell(verdict, everywhere, level)
        if beyond is not None:
            tell_validity(beyond)
    return holds if beyond is None else beyond.valid


@contextmanager
def _searching(question: Formula, tries: int, as_json: bool) -> Iterator[None]:
    """Context manager that limits the search for announcements, if the formula requires one, and shows its progress."""
    if not any(isinstance(node, QUANTIFIERS) for node in question.subformulas()):
        yield
        return
    with progress(as_json, "announcements tried") as bar:
        callback = bar and (lambda done, share: bar(done, round(done / share) if share else 0))
        with arbitrary.announcement_search(tries, callback):
            yield


def _verdict(
    given: models.LoadedModel, question: Formula, at: str | None, everywhere: bool, actions: Actions
) -> Verdict:
    """Evaluate the formula at the given world; with `everywhere`, at the first world where it fails, if any."""
    if everywhere:
        if at is not None:
            raise usage("--at WORLD and --everywhere or --valid are two questions: give one of them")
        verdict = given.model.check(question, next(iter(given.model)), actions)
        return verdict if verdict.counterexample is None else verdict.at(verdict.counterexample)
    if at is None and not given.model.actuals:
        raise ModelError(
            "the model has no actual world: say where by --at WORLD, ask for all worlds by --everywhere, "
            "or list the worlds by whoknows where"
        )
    return given.model.check(question, None if at is None else given.find_all(at), actions)


def _answer(verdict: Verdict, everywhere: bool) -> bool:
    return verdict.count == verdict.size if everywhere else verdict.holds


def _tell(verdict: Verdict, everywhere: bool, detail: Detail | None) -> None:
    answer = _answer(verdict, everywhere)
    if everywhere and answer:
        each = f"{brief(verdict.formula)} holds at each of {plural(verdict.size, 'world')}"
        say_judged("true", True, "; ".join(filter(None, [each, verdict.note])))
        if detail:
            say()
            say_reasons(surveyed(verdict, detail).rows())
    else:
        tell(verdict, detail)


def tell(verdict: Verdict, detail: Detail | None, margin: str = "", tally: str | None = None) -> None:
    """Print a verdict, the text `tally` (default: the number of worlds where the formula holds), and an explanation."""
    if tally is None:
        tally = tallied(verdict.count, verdict.size)
    text = "; ".join(filter(None, [verdict.said, tally, verdict.note]))
    say_judged(f"{margin}{'true' if verdict.holds else 'false'}", bool(verdict.holds), text)
    if detail:
        say()
        say_reasons(explained(verdict, detail).rows(), margin)


def tallied(count: int, size: int) -> str:
    """Return the phrase "it holds at ... of ... worlds" with these numbers."""
    return f"it holds at {magnitude(count)} of {plural(size, 'world')}"


def _data(verdict: Verdict, everywhere: bool, detail: Detail | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "formula": str(verdict.formula),
        "holds": _answer(verdict, everywhere),
        "at": None if everywhere else list(map(naming.name_text, verdict.truths)) or naming.name_text(verdict.world),
        "count": verdict.count,
        "worlds": verdict.size,
    } | ({"note": verdict.note} if verdict.note else {})
    if verdict.truths:
        data["holds_at"] = [naming.name_text(world) for world, holds in verdict.truths.items() if holds]
    if everywhere:
        data["fails_at"] = None if _answer(verdict, everywhere) else naming.name_text(verdict.world)
    if detail and everywhere and _answer(verdict, everywhere):
        data |= surveyed(verdict, detail).to_dict()
    elif detail:
        data["explanation"] = explained(verdict, detail).to_dict()
    return data


Queries = list[tuple[str, dict[str, int], Formula]]
"""Formulas, each with its text and, if it is from a file, ``{"line": number}``."""


def read_system(
    given: str, formula: str | None, engine: str, recall: bool, states: int | None, as_json: bool
) -> tuple[System, Queries]:
    """Read a system with time; return it with the formula on the command line, or with the formulas of the file."""
    texts = readable_texts([] if formula is None else [formula])
    how = {"symbolic": SYMBOLIC[models.engine_of(engine)], "recall": recall} | ({"states": states} if states else {})
    system = systems.loads_ispl(read_source(given), name_of(given), **how)
    for note in () if as_json else system.notes:
        say(f"note: {note}", err=True)
    if formula is not None:
        return system, [(str(read), {}, read) for read in read_typed_texts(texts, system)]
    return system, [(each.text, {"line": each.line}, each.formula) for each in system.formulas]


SYMBOLIC = {"auto": None, "explicit": False, "symbolic": True}
"""For each engine, whether states are stored as decision diagrams; None: decide by the number of states."""


def answer_formulas(system: System, formulas: Queries, as_json: bool) -> int:
    """Print whether each formula holds at all initial states; return the exit code, `ERROR` if one is undecided."""
    rows: list[dict[str, Any]] = []
    for text, line, read in formulas:
        try:
            result: dict[str, Any] = {"holds": system.holds(read)}
        except Undecided as error:
            result = {"holds": None, "error": error.said("command")}
        rows.append({"formula": text, **line, "read": str(read), **result})
    hold = all(row["holds"] for row in rows)
    if as_json:
        emit({"holds": hold, "formulas": rows, "states": system.count(), "notes": system.notes})
    for number, row in () if as_json else enumerate(rows, 1):
        say(f"{number} " if row.get("line") else "", end="")
        said, style = ANSWERS[row["holds"]]
        say(said, style=style, end=": ")
        say(row.get("error", row["formula"]))
    return ERROR if any("error" in row for row in rows) else TRUE if hold else FALSE


ANSWERS = {True: ("true", "good"), False: ("false", "bad"), None: ("undecided", "strong")}


@command("explain")
def _explain(
    model: str = models.MODEL,
    formula: str | None = argument("FORMULA", "A formula. Without it: those in the file.", None),
    number: int | None = option("--formula N", "Only this formula of the file, by its number.", min=1),
    detail: str | None = DETAIL,
    output: str | None = written("--draw FILE", "Draw the run of a formula; the ending is the format: svg, png, pdf."),
    recall: bool = RECALL,
    states: int | None = STATES,
    engine: str = models.ENGINE,
    as_json: bool = AS_JSON,
) -> bool:
    """Say why the formulas of a system with time hold or fail.

    The reasons are runs: the first state, then for each step the actions and the facts that change.

    The exit code is 0 if all formulas hold, 1 if not.

    Examples
    --------
    whoknows explain bit_transmission.ispl --formula 2
    whoknows explain bit_transmission.ispl 'AF received' --draw run.svg
    whoknows explain bit_transmission.ispl 'AG (confirmed -> K_Sender O received)' --recall
    """
    level = detail_of(True, detail) or "full"
    refuse(
        (
            not models.is_system(model, formula),
            f"{model}: no file in ISPL; for a model write whoknows check MODEL FORMULA --explain",
        ),
        (formula is not None and number is not None, "--formula N is for the formulas in the file: leave out FORMULA"),
    )
    if output is not None:
        drawing.ending_of(output)  # refused before the search
    system, formulas = read_system(model, formula, engine, recall, states, as_json)
    if number is not None:
        refuse((number > len(formulas), f"--formula {number}: the file has {plural(len(formulas), 'formula')}"))
        formulas = formulas[number - 1 : number]
    why = [system.explain(read, detail=level) for _, _, read in formulas]
    if as_json:
        data = [
            {"formula": text, "explanation": each.to_dict()} for (text, *_), each in zip(formulas, why, strict=True)
        ]
        emit({"formulas": data})
    else:
        for each in why:
            say_reasons(each.rows())
    if output is not None:
        runs = [node.run for each in why for node in each.walk() if node.run is not None]
        path = drawing.draw(runs[0], output) if runs else None
        drawn = f"wrote {path}" if runs else "note: no run is part of the reasons, so nothing is drawn"
        say(drawn, err=as_json or not runs)
    return all(each.holds for each in why)
