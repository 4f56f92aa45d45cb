"""The command `mark`: checks derivations, proofs and certificates, and marks students' answers to exercises."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from kripke.formats.file_reading import of_file
from kripke.prove.answers import Proof, notes_on
from kripke.prove.errors import WrongProof
from kripke.prove.fitch.proof import FitchProof
from kripke.prove.fitch.reading import looks_like_fitch
from kripke.prove.hilbert.derivation import Derivation
from kripke.prove.hilbert.marking import INDENT
from kripke.prove.proofs.certificate import HEAD, Certificate
from logic.errors import naming, shorten, worded
from whoknows.cli.guard import AS_JSON, argument, command, option, refuse
from whoknows.cli.lesson import TABLES, mark_answers
from whoknows.cli.prove import LONGEST, THEORY, TIME, in_time, read_theory, split
from whoknows.cli.streams import emit, name_of, read_source, read_typed_texts, require_one_reader, say, say_judged


@command("mark")
def _mark(
    file: str = argument(
        "FILE", "A derivation or a certificate, - for standard input; or answers: a table in CSV, or a folder of them."
    ),
    proves: str | None = option("--proves FORMULA", "What the last line of the derivation must be."),
    premise: list[str] = option("--premise FORMULA", "With --proves: a premise that lines may use. Repeatable."),
    theory: str | None = THEORY,
    time: float | None = TIME,
    lesson: list[Path] = option("--lesson FILE", "A lesson of your own whose exercises were answered. Repeatable."),
    as_json: bool = AS_JSON,
) -> bool:
    """Mark derivations, proofs, and the answers of a class.

    A line is a number, a formula and, after two spaces, a rule with the lines that it is applied to, such as
    "4. p -> K_a M_a p  PL 2,3". Rules: PL MP Nec RM RK RE, the axioms K T D 4 5 B of the agent's logic, D_G, Fix and
    Ind for groups and repeated programs, Ann and AnnC for announcements, premise, theory. In the style of Fitch each
    subproof has a bar before the formula: | below an assumption, |a about any world that a considers possible; rules:
    assume R &I &E |I |E ->I ->E <->I <->E ~I ~E IP DN falseE trueI, KI K 4 5 B into a subproof |a, T D DI CE CI. The
    first line may be "logic: S5", or "logic: a: S5, b: KD45". The certificate of a proof, as written by
    prove --certificate, is checked, too. A table of answers has the columns student, exercise and
    answer, as "whoknows sheet" and the page write it. Exit code: 0 all lines are right, or all answers were
    marked, 1 a line is wrong, or an answer could not be marked, 2 error, 3 undecided in the time given.

    Examples
    --------
    whoknows mark proof.txt
    whoknows mark proof.txt --proves 'p -> K_a M_a p'
    whoknows mark proof.txt --proves 'K_a q' --premise 'K_a p' --premise 'K_a (p -> q)'
    whoknows prove 'K_a p -> K_a K_a p' --proof fitch | whoknows mark -
    """
    if file.lower().endswith(TABLES) or Path(file).is_dir():
        refuse((proves or premise or theory, "--proves, --premise and --theory are for a derivation, not for answers"))
        return mark_answers(Path(file), lesson, as_json)
    require_one_reader(file, theory)
    any_formula = "they list all that a proof of its formula may assume; without --proves any formula may be assumed"
    alone = proves is None and (premise or theory is not None)
    refuse((alone, f"--premise and --theory need --proves: {any_formula}"))
    text = read_source(file)
    if text.startswith(HEAD.split()[0]):
        return _mark_certificate(file, text, proves is not None, as_json)
    style: type[FitchProof | Derivation] = FitchProof if looks_like_fitch(text) else Derivation
    with naming(name_of(file)):
        derivation = style.parse(text, lambda texts, has_logic: read_typed_texts(texts, boxes=has_logic))
    atoms = {atom for line in derivation.lines for atom in line.formula.atoms}  # read names alike in all texts
    lines = read_theory(theory)
    texts = [*lines, *([] if proves is None else [proves]), *premise]
    laws, given = split(read_typed_texts(texts, None, derivation.logic is not None, atoms), len(lines))
    with in_time(as_json):
        arguments = given[0] if given else None, given[1:] or None, None if theory is None else laws
        marking = derivation.check(*arguments, time)
    if as_json:
        emit(marking.to_dict())
        return bool(marking)
    say(f"logic: {marking.logic}")
    for mark, row in zip(marking.marks, marking.rows, strict=True):
        say_judged("✓" if mark.right else "✗", mark.right, shorten(row, LONGEST), " ")
        for note in mark.note.splitlines():
            say(INDENT + note)
    say(marking.summary, style="good" if marking else "bad")
    return bool(marking)


def _mark_certificate(file: str, text: str, has_wish: bool, as_json: bool) -> bool:
    """Check the certificate of a proof; print what it proves, or its mistake. `has_wish`: whether --proves is given."""
    refuse((has_wish, "--proves is for a derivation; a certificate says what it proves"))
    with of_file(name_of(file)):
        certificate = Certificate.parse(text)
    try:
        certificate.check()
    except WrongProof as error:
        said = f"wrong: {error.message}"
    else:
        about = certificate.premises, certificate.theory
        said = f"proved: {Proof(certificate.formula, certificate.logic, *about).summary}"
        for note in notes_on([certificate.formula, *chain(*about)], certificate.logic, certificate.atoms):
            say(f"note: {worded(note, 'command')}", err=True)
    is_right = said.startswith("proved")
    if as_json:
        emit({"right": is_right, "summary": said})
    else:
        say(said, style="good" if is_right else "bad")
    return is_right
