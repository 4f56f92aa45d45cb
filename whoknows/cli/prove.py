"""The commands `prove` and `compare`: validity, equivalence and countermodels."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kripke.data.errors import UnknownAction
from kripke.data.frames import SYSTEMS, system
from kripke.data.lazy import Lazy
from kripke.data.naming import name_text
from kripke.data.wording import brief, natural
from kripke.formats.modelfile import to_data
from kripke.formats.problems import Problem
from kripke.formats.writing import write_text
from kripke.models.functions import distinguish
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Actions, Model
from kripke.prove.answers import Countermodel, Proof, under
from kripke.prove.errors import OutOfTime, UnknownLogic, UnsupportedOperator
from kripke.prove.face import entails, prove, valid_on_frame
from kripke.prove.proofs.forms.choices import STEPS, STYLES
from kripke.prove.question.plausibility import PLAUSIBLE
from kripke.prove.question.problem import BELIEVING, Logic, agents_under, logic_text, ranked_agents, usual_systems
from logic.clauses import Announce, Atom, Bsafe, Bstrong, Iff, Implies, Not, conj
from logic.errors import FormulaError, ParseError, TooLarge, listing, naming, shorten
from logic.exact import plural
from logic.formula import Formula
from logic.lenient import listed
from logic.parser import parse
from logic.shared import named
from logic.typed import BEFORE_COMMENT, read_typed, sequent
from whoknows.cli import models
from whoknows.cli.guard import AS_JSON, FALSE, TRUE, argument, command, flag, leave_out, option, refuse, report, written
from whoknows.cli.models import files_of, read_actions, read_on
from whoknows.cli.streams import (
    STANDARD_INPUT,
    emit,
    formula_text,
    name_of,
    read_problem,
    read_source,
    read_typed_texts,
    require_one_reader,
    say,
    say_judged,
    say_reasons,
    usage,
)

drawing = Lazy("viz.drawing")  # imported with the first picture
translation = Lazy("kripke.prove.translation")  # with the reader and its grammar

UNDECIDED = 3

FEW = 4  # countermodels with more worlds than this get a note about ``--smallest``
LONGEST = 2_000  # number of characters of a formula that is printed; --json prints all of it


LOGIC = option(
    "--logic LOGIC",
    "The logic of all agents, or of each: S5, or a=S5,b=KD45. Default: S5, KD45 for agents that occur only under B, "
    "in a prover's file the logic that it names, else K.",
)
PREMISES = option("--premise FORMULA", "A formula that holds at the world; or give 'A, B |= C'. Repeatable.")
THEORY = option("--theory FILE", "Formulas that hold at every world, one in each line; # comments.")
SMALLEST = flag("--smallest", "The countermodel has as few worlds as possible.")
TIME = option("--time SECONDS", "Give up after this time: exit code 3.", min=0)
ATOMS = option("--atom ATOM", "One more atom, as a value for Kv. Repeatable.")
SAME_RELATION = flag("--same-relation", "K_a and B_a of one agent are the same box; otherwise the agent has ranks.")


@command("prove", also=models.GRAPH_OPTIONS)
def _prove(
    formula: str = argument(
        "FORMULA", "A formula, or a prover's file (.intohylo, .p, .ksp); - reads a formula from standard input."
    ),
    premise: list[str] = PREMISES,
    logic: str | None = LOGIC,
    theory: str | None = THEORY,
    smallest: bool = SMALLEST,
    time: float | None = TIME,
    every: bool = flag("--all", "Decide in each of the 15 systems of the modal cube."),
    frame: str | None = option("--frame MODEL", "Decide for all valuations on the frame of a model."),
    successful: bool = flag("--successful", "Is the formula true whenever it was announced? It decides [f] f."),
    wanted: bool = flag("--satisfiable", "Decide whether the formula has a model; exit code 0 if it has one."),
    explain: bool = flag("--explain", "Say why: the proof in words, or the countermodel's reasons."),
    proof: str | None = option("--proof STYLE", f"Print the proof: {listing(STYLES)}. --json has its steps."),
    limit: int = option("--limit N", "Maximal number of steps of the proof; 0 prints all of it.", STEPS, min=0),
    draw: Path | None = written("--draw FILE", "Draw the countermodel or the proof: svg, png, pdf, dot or tex."),
    certificate: str | None = written(
        "--certificate FILE", "Write the proof as data for other programs, - prints it; mark FILE checks it."
    ),
    write_tptp: str | None = written(
        "--write-tptp FILE", "Write the question in first-order logic for other provers, - prints it; decide nothing."
    ),
    modal: bool = flag("--modal", "With --write-tptp: write TPTP's modal form, which prove FILE reads."),
    atom: list[str] = ATOMS,
    action: list[str] = models.ACTIONS,
    same_relation: bool = SAME_RELATION,
    as_json: bool = AS_JSON,
) -> bool | int:
    """Decide whether a formula is valid in a logic.

    It is valid if it is true at every world of every model whose relations fit the logic. If it is not, a
    countermodel that the checker has confirmed is shown. B is the box over the agent's relation; beliefs that may be
    false have logic KD45. If an agent has both K and B, or conditional, safe or strong belief, the worlds have ranks,
    and B is about the most plausible worlds. A formula follows from premises if it holds at every world where all of
    them hold; a theory holds at all worlds of a model. InToHyLo files, TPTP's modal problems and KSP's input contain
    formulas, premises, theory and logic. Exit code: 0 valid, 1 not valid, 2 error, 3 undecided in the time given.

    Examples
    --------
    whoknows prove 'K_a p -> K_a K_a p' --logic S4 --proof steps
    whoknows prove 'K_a p -> K_b K_a p' --smallest --explain
    whoknows prove 'B_b p -> p' --logic a=S5,b=KD45 --draw why.svg
    whoknows prove 'K_a p -> p' --all
    whoknows prove '[](p -> q), []p |= []q' --logic K
    whoknows prove 'p, <>~p' --satisfiable
    whoknows prove 'C K_a p' --theory laws.txt --time 10
    whoknows prove 'K_a p -> K_a K_a p' --frame model.json
    whoknows prove 'p & ~K_a p' --successful
    whoknows prove k_branch_p.intohylo --satisfiable
    whoknows prove problem.p --explain
    """
    require_one_reader(formula, *premise, theory, frame, *files_of(action))
    is_alone = certificate == STANDARD_INPUT
    refuse(
        (is_alone and (as_json or proof or explain), "--certificate - prints the certificate alone; give it a file"),
        (successful + wanted + every > 1, "--successful, --satisfiable and --all are questions: give one of them"),
        (proof not in (None, *STYLES), f"--proof '{shorten(proof or '')}': expected {listing(STYLES)}"),
        (modal and write_tptp is None, "--modal is a form of --write-tptp"),
    )
    shown = {"draw": draw, "explain": explain, "proof": proof, "certificate": certificate}
    if write_tptp is not None:
        beside = {"all": every, "frame": frame, "smallest": smallest, "time": time, **shown, "action": action}
        leave_out("--write-tptp decides nothing", **beside, json=as_json)
    if every:
        leave_out("--all decides in every logic", logic=logic, frame=frame, **shown)
    if frame is None:
        models.require_no_options_of_graphs("a formula, without a --frame", formula)
    else:
        beside = {"logic": logic, "theory": theory, "smallest": smallest, "atom": atom}
        leave_out("--frame decides on one frame", **beside, same_relation=same_relation)
    model = None if frame is None else read_on(frame, "auto", frame=True).model
    read = read_problem(formula)
    laws, premises, given = _read_question(read, premise, read_theory(theory), wanted, model, logic is not None)
    refuse(
        (successful and premises, "--successful is about one formula: leave out the premises"),
        (model is not None and laws, f"--frame decides on one frame, and {formula} has formulas for every world"),
    )
    question = Announce(given, given) if successful else Not(given) if wanted else given
    options = _options(atom, action, theory=laws, smallest=smallest, time=time, same_relation=same_relation)
    if write_tptp is not None:
        arguments = question, read_logic(logic, read), premises, laws, options["atoms"], same_relation, modal
        _write(write_tptp, translation.dumps_tptp(*arguments))
        return TRUE
    if every:
        return _in_all(premises, question, options, as_json)
    answer = _answer(premises, question, logic, read, model, options, as_json)
    if draw is not None:
        _draw(answer, draw)
    _show(answer, given if wanted else None, explain, proof, limit, certificate, as_json)
    return answer.valid is not wanted


def _answer(
    premises: Sequence[Formula],
    question: Formula,
    logic: str | None,
    read: str | Problem,
    model: Model | None,
    options: Mapping[str, Any],
    as_json: bool,
) -> Proof | Countermodel:
    """Decide whether a formula follows in a logic or, with a model, on its frame; print notes on the answer."""
    with in_time(as_json):
        if model is None:
            answer = entails(premises, question, read_logic(logic, read), **options)
        else:
            whole = Implies(conj(premises), question) if premises else question
            answer = valid_on_frame(model, whole, options["actions"], options["time"])
    _note(answer)
    if isinstance(answer, Countermodel) and len(answer.model) > FEW and not options["smallest"] and model is None:
        say(f"note: --smallest looks for fewer worlds than these {len(answer.model)}", err=True)
    return answer


def _draw(answer: Proof | Countermodel, path: Path) -> None:
    if isinstance(answer, Proof) and answer.decided is None:
        say(f"there is no countermodel: nothing is drawn in {path}", err=True)
    else:
        drawing.draw(answer, path)
        say(f"the {'proof' if answer else 'countermodel'} is drawn in {path}", err=True)


def _show(
    answer: Proof | Countermodel,
    satisfiable: Formula | None,
    explain: bool,
    style: str | None,
    limit: int,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Print the answer and its proof, and write the certificate.

    If `satisfiable` is a formula, the printed answer is whether it is satisfiable; `answer` is about its negation.
    """
    is_written = style is not None or explain
    proof = _readable(answer) if style or certificate is not None or (explain and answer.valid) else None
    if certificate is not None:
        if proof is None:
            say(f"note: nothing is written in {certificate}", err=True)
        else:
            _write(certificate, str(proof.certificate()))
    if as_json:
        data = answer_data(answer) if satisfiable is None else _satisfiable_data(satisfiable, answer)
        if proof is not None and is_written:
            data["proof"] = proof.to_dict(limit or None)
            data |= {"derivation": proof.derivation().to_dict()} if style == "hilbert" else {}
            data |= {"fitch": str(proof.fitch())} if style == "fitch" else {}
        emit(data)
        return
    if satisfiable is not None:
        _tell_satisfiable(satisfiable, answer, explain)
    elif proof is None or (style is None and certificate != STANDARD_INPUT):
        _tell(answer, explain)
    if proof is not None and is_written:
        say(proof.text(style or "steps", limit or None))  # type: ignore[arg-type]  # one of the styles


def _satisfiable_data(formula: Formula, refutation: Proof | Countermodel) -> dict[str, Any]:
    """The answer on satisfiability as JSON values; `refutation` is the answer on the negation of `formula`."""
    data = answer_data(refutation)
    answer = {"formula": str(formula), "satisfiable": not refutation.valid, "logic": data["logic"]}
    pointed_model = {} if refutation.valid else {"model": data["countermodel"], "world": data["world"]}
    return answer | {"notes": data["notes"]} | pointed_model


def _write(path: str, text: str) -> None:
    if path == STANDARD_INPUT:
        say(text, end="")
    else:
        write_text(path, text)
        say(f"written in {path}", err=True)


def _read_question(
    read: Problem | str, premise: list[str], theory: list[str], satisfiable: bool, model: Model | None, boxes: bool
) -> tuple[list[Formula], list[Formula], Formula]:
    """Parse the theory, the premises and the formula; with `satisfiable`, the formula may be a list of conjuncts."""
    premises = [formula_text(each) for each in premise]
    if isinstance(read, Problem):
        laws, others = split(read_typed_texts([*theory, *premises]), len(theory))
        laws = [*read.theory, *laws]
        if satisfiable:
            return laws, [], conj([*others, read.together()])
        return laws, [*read.premises, *others], read.formula
    before, text = sequent(read)
    if satisfiable and before:
        raise usage("--satisfiable is about a list of formulas, 'p, <>~p', without a sign of consequence")
    texts = [*premises, *before, *(listed(text) if satisfiable else [text])]
    laws, (*others, last) = split(read_typed_texts([*theory, *(texts or [text])], model, boxes), len(theory))
    return (laws, [], conj([*others, last])) if satisfiable else (laws, others, last)


def split(formulas: list[Formula], laws: int) -> tuple[list[Formula], list[Formula]]:
    """Split formulas that were parsed together into the first `laws` ones (the theory) and the remaining ones."""
    return formulas[:laws], formulas[laws:]


@command("compare", also=models.GRAPH_OPTIONS)
def _compare(
    one: str = argument("FORMULA", "A formula, or the file of a model; - reads it from standard input."),
    other: str = argument("OTHER", "Another formula, or another model."),
    logic: str | None = LOGIC,
    theory: str | None = THEORY,
    smallest: bool = SMALLEST,
    time: float | None = TIME,
    atom: list[str] = ATOMS,
    action: list[str] = models.ACTIONS,
    same_relation: bool = SAME_RELATION,
    as_json: bool = AS_JSON,
) -> bool:
    """Decide whether formulas are equivalent, or models bisimilar.

    If formulas are not equivalent, a model that tells them apart is shown; if models are not bisimilar, a formula that
    holds in only one of them. Exit code: 0 equivalent or bisimilar, 1 not, 2 error, 3 undecided in the time given.

    Examples
    --------
    whoknows compare 'K_a (p & q)' 'K_a p & K_a q' --logic K
    whoknows compare 'K_a (p | q)' 'K_a p | K_a q'
    whoknows compare before.json after.model
    """
    require_one_reader(one, other, theory, *files_of(action))
    given = (one, other)
    if any(map(models.is_model, given)):
        if beside := [each for each in given if each != STANDARD_INPUT and not models.is_model(each)]:
            raise usage(f"{shorten(beside[0])}: expected a model, as beside it; check MODEL FORMULA asks")
        about = {"logic": logic, "theory": theory, "smallest": smallest, "time": time, "atom": atom, "action": action}
        leave_out("models are compared as they are", **about, same_relation=same_relation)
        return _compare_models(given, as_json)
    models.require_no_options_of_graphs("a formula", one)
    read = [read_problem(one), read_problem(other)]
    lines = read_theory(theory)
    texts = [*lines, *[each for each in read if isinstance(each, str)]]
    laws, formulas = split(read_typed_texts(texts, boxes=logic is not None), len(lines))
    left, right = [each.single() if isinstance(each, Problem) else formulas.pop(0) for each in read]
    options = _options(atom, action, theory=laws, smallest=smallest, time=time, same_relation=same_relation)
    with in_time(as_json):
        answer = prove(Iff(left, right), read_logic(logic, *read), **options)
    _note(answer)
    place = f" in {logic_text(answer.logic, 'every logic' if answer else 'any logic')}: "
    if as_json:
        emit(answer_data(answer) | {"equivalent": answer.valid})
    elif isinstance(answer, Countermodel):
        holds, fails = (left, right) if answer.model.holds(left, actions=options["actions"]) else (right, left)
        world = f"at {answer.model.actual} of this model{under(answer.theory)}"
        say_judged("not equivalent", False, f"{world}, {holds} is true and {fails} is false", place)
        show(answer.model)
    else:
        where = f"at the same worlds of every model{under(answer.theory)}"
        say_judged("equivalent", True, f"{left} and {right} are true {where}", place)
    return answer.valid


def _compare_models(given: Sequence[str], as_json: bool) -> bool:
    """Print whether two models are bisimilar; if not, also a formula that holds in only one of them."""
    one = models.read_on(given[0], "explicit", spare=True)
    other = models.read_on(given[1], "explicit", spare=one.is_told)
    shared = [atom for atom in one.model.atoms if atom in {*other.model.atoms}]
    if {*one.model.atoms} != {*other.model.atoms}:
        say(f"note: compared by the atoms of both, {', '.join(shared) or 'none'}", err=True)
    witness = distinguish(one.model, other.model, shared)
    if as_json:
        data = {"formula": str(witness.formula), "holds_in": given[witness.holds_in == "second"]} if witness else {}
        emit({"bisimilar": witness is None, **data})
    elif witness is None:
        say_judged("bisimilar", True, "no formula without D, DB and R tells the models apart")
    else:
        points = [listing(list(map(name_text, each.model.actuals)), "and") for each in (one, other)]
        say_judged("not bisimilar", False, f"{witness.formula} {witness.said(*map(name_of, given), *points)}")
    return witness is None


def _options(atoms: list[str], actions: list[str], **options: Any) -> dict[str, Any]:
    return {"atoms": [_atom(text) for text in atoms] or None, "actions": read_actions(actions), **options}


def _atom(text: str) -> Atom:
    with naming(f"--atom {shorten(text)}"):
        atom = parse(text)
        if not isinstance(atom, Atom):
            raise FormulaError("expected an atom, such as x=1; other names are written in double quotes")
        return atom


@contextmanager
def in_time(as_json: bool) -> Iterator[None]:
    """Context manager that exits with the code `UNDECIDED` if the time limit is exceeded."""
    try:
        yield
    except OutOfTime as error:
        report(error, as_json)
        sys.exit(UNDECIDED)


def read_logic(text: str | None, *problems: Problem | str) -> Logic | None:
    """Parse a logic: a system, or ``a=S5,b=KD45`` for agents; without a text, return the logic of the first problem."""
    if text is None:
        return next((each.logic for each in problems if isinstance(each, Problem)), None)
    if "=" not in text:
        return text
    pairs = [pair.partition("=") for pair in text.split(",")]
    if not all(agent.strip() and name.strip() for agent, _, name in pairs):
        raise usage(f"'{shorten(text)}': expected a logic such as S5, or one for each agent such as a=S5,b=KD45")
    agents = [agent.strip() for agent, _, _ in pairs]
    if twice := sorted(agent for agent, times in Counter(agents).items() if times > 1):
        raise usage(f"'{shorten(text)}': expected one logic for each agent, got several for '{shorten(twice[0])}'")
    return dict(zip(agents, [name.strip() for _, _, name in pairs], strict=True))


def read_theory(given: str | None) -> list[str]:
    """Return the formulas of a theory file, one per line, without empty lines and comments (#)."""
    texts = []
    for number, text in enumerate([] if given is None else read_source(given).splitlines(), 1):
        line = BEFORE_COMMENT.match(text)[0]  # type: ignore[index]  # the pattern matches every text
        if line.strip():
            try:
                read_typed([line])
            except ParseError as error:
                raise FormulaError(f"{name_of(given or '')}: line {number}: {error.message}") from None
            texts.append(line)
    return texts


def _in_all(premises: list[Formula], formula: Formula, options: dict[str, Any], as_json: bool) -> int:
    """Decide and print whether the formula is valid in each system of the modal cube; return the exit code."""
    answers: dict[str, Proof | Countermodel | None] = {}
    for name in SYSTEMS:
        try:
            answers[name] = entails(premises, formula, name, **options)
        except OutOfTime:
            answers[name] = None
        except UnknownLogic as error:  # raised if agents have ranks
            reason = error.said("command").partition(": ")[2].partition(";")[0]
            raise usage(
                f"--all decides in every logic, but {reason}; leave out --all, or give --same-relation"
            ) from None
    _note(next((answer for answer in answers.values() if answer is not None), None))
    code = UNDECIDED if None in answers.values() else TRUE if all(answers.values()) else FALSE
    if as_json:
        emit({name: None if answer is None else answer_data(answer) for name, answer in answers.items()})
        return code
    models: list[KripkeModel] = []  # each countermodel is shown once
    for name, answer in answers.items():
        say(f"{name:5}", end="")
        if answer is None:
            say("undecided in the time given")
        elif isinstance(answer, Countermodel):
            models += [answer.model] if answer.model not in models else []
            say("not valid", style="bad", end="  ")
            say(f"fails at {answer.model.actual} of model {models.index(answer.model) + 1}")
        else:
            say("valid", style="good")
    for number, model in enumerate(models, 1):
        say(f"model {number}:")
        show(model)
    return code


def _note(answer: Proof | Countermodel | None) -> None:
    for note in () if answer is None else answer.notes_for("command"):
        say(f"note: {shorten(note, LONGEST)}", err=True)


def _readable(answer: Proof | Countermodel) -> Proof | None:
    """Return the proof if it can be written out; otherwise print the reason and return None."""
    if isinstance(answer, Countermodel):
        say("note: there is a model instead of a proof", err=True)
        return None
    if answer.decided is None:
        say("note: decided on one frame, for all its valuations: there is no proof in a logic", err=True)
        return None
    try:
        answer.script  # noqa: B018  # written here, so that the answer is printed even if the proof is too long
    except TooLarge as error:
        say(f"note: {error.said('command')}", err=True)
        return None
    return answer


def _tell(answer: Proof | Countermodel, explain: bool) -> None:
    first, *rest = answer.summary.splitlines()
    word, colon, text = first.partition(":")
    say_judged(word, answer.valid, "\n".join([shorten(text, LONGEST), *rest]), colon)
    if isinstance(answer, Countermodel):
        _show_why(answer, answer.formula, explain)


def _show_why(answer: Countermodel, formula: Formula, explain: bool) -> None:
    show(answer.model)
    if explain:
        say()
        say_reasons(answer.model.check(formula, actions=answer.actions).explain().rows())  # type: ignore[arg-type]


def _tell_satisfiable(formula: Formula, refutation: Proof | Countermodel, explain: bool) -> None:
    """Print whether the formula is satisfiable, given the answer about the validity of its negation."""
    word, text = "unsatisfiable" if refutation else "satisfiable", f"{brief(formula)}{under(refutation.theory)}"
    say_judged(word, not refutation, text, f" in {logic_text(refutation.logic)}: ")
    if isinstance(refutation, Countermodel):
        say(f"it holds at {refutation.model.actual} of a model with {plural(len(refutation.model), 'world')}")
        _show_why(refutation, formula, explain)


def show(model: KripkeModel) -> None:
    """Print the worlds of a model with their true atoms, and each agent's accessible worlds."""
    for position, world in enumerate(model.worlds):
        true = sorted(model.structure.true_atoms(position), key=natural)
        holds = f"{listing(true, 'and') or 'nothing'} {'are' if len(true) > 1 else 'is'} true"
        sees = "; ".join(f"{agent}: {_seen(model, agent, world)}" for agent in sorted(model.agents, key=natural))
        say(f"  {world}: {holds}; possible for {sees}" if sees else f"  {world}: {holds}")


def _seen(model: KripkeModel, agent: str, world: object) -> str:
    """Return the worlds accessible to an agent as text; with ranks, the most plausible first: ``w1 < w0, w2``."""
    by_rank: dict[int, list[str]] = {}
    ranks = model.structure.ranks.get(agent)
    for seen in model.possible(agent, world):
        by_rank.setdefault(0 if ranks is None else ranks[model.structure.worlds.position(seen)], []).append(str(seen))
    return " < ".join([", ".join(sorted(by_rank[rank], key=natural)) for rank in sorted(by_rank)]) or "none"


def answer_data(answer: Proof | Countermodel) -> dict[str, Any]:
    """Return a proof or countermodel as JSON values."""
    data: dict[str, Any] = {
        **({"premises": [str(premise) for premise in answer.premises]} if answer.premises else {}),
        "formula": str(answer.formula),
        "valid": answer.valid,
        "logic": dict(answer.logic),
        "theory": [str(law) for law in answer.theory],
        "notes": answer.notes_for("command"),
    }
    if isinstance(answer, Countermodel):
        data |= {"world": answer.model.actual, "countermodel": to_data(answer.model.structure)}
    return data


SECONDS = 60.0  # maximum seconds of the search; `whoknows prove` has an option for it


def tell_validity(answer: Proof | Countermodel) -> None:
    """Print whether the formula is valid, and a countermodel if it is not."""
    logic = logic_text(answer.logic, "every logic" if answer else "any logic")
    if isinstance(answer, Countermodel):
        where = f"it fails at {answer.model.actual} of a model with {plural(len(answer.model), 'world')}"
        say_judged(f"not valid in {logic}", False, where)
        show(answer.model)
    else:
        say_judged(f"valid in {logic}", True, "it holds at every world of every model of this logic")


def decide(model: Model, formula: Formula, actions: Actions, as_json: bool) -> Proof | Countermodel:
    """Decide whether the formula is valid in the strongest logics that fit the model's relations and ranks."""
    formula = named(formula, *model.agents) if len(model.agents) == 1 else formula
    said, everyone = list(formula.subformulas()), frozenset(model.agents)
    weights, ranks = (model.structure.weights, model.structure.ranks) if isinstance(model, KripkeModel) else ({}, {})
    believing = agents_under(said, (*BELIEVING, *PLAUSIBLE), everyone) & (weights.keys() | ranks.keys())
    logic = {agent: system(model.frame_properties(agent)) for agent in model.agents}
    if believing:  # weights order worlds as ranks do, apart from safe and strong belief
        ranked = ranked_agents(said, everyone)
        other = ranked - believing | agents_under(said, (Bsafe, Bstrong), everyone) & weights.keys()
        if other := other | {agent for agent in believing if logic[agent] != "S5"}:
            raise UnsupportedOperator(
                f"{shorten(str(formula))}: {listing(sorted(other), 'and')}: expected S5 and ranks, or weights without "
                "safe and strong belief, for all agents whose beliefs --valid decides; leave it out, or ask whoknows "
                "prove FORMULA"
            )
        logic |= {a: name for a, name in usual_systems(said, everyone, ranked).items() if a in believing}
    options: dict[str, Any] = {"actions": actions, "atoms": model.atoms, "time": SECONDS}
    options["same_relation"] = not believing
    with in_time(as_json):
        try:
            return prove(formula, logic, **options)
        except OutOfTime as error:
            text = f"--logic {','.join(f'{agent}={name}' for agent, name in logic.items())}"
            raise OutOfTime(f"whoknows prove FORMULA {text}: {error.message}") from None


def is_valid(formula: Formula, logic: Mapping[str, str], atoms: Iterable[str] = ()) -> bool | None:
    """Return whether the formula is valid; None if the prover cannot decide it.

    This is the case if the search takes too much time or space, or the formula has unknown actions or unsupported
    operators.
    """
    try:
        return prove(formula, logic, atoms=atoms, same_relation=True, time=SECONDS).valid
    except (OutOfTime, TooLarge, UnsupportedOperator, UnknownAction):
        return None
