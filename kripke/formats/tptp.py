"""TPTP, a format of theorem provers: reading and writing of modal problems, and writing as first-order logic.

A modal problem is in the non-classical form: ``tff`` or ``thf`` with a logic specification. ``{$box} @ (p)``, or
``[.] p``, is a box without an agent, and ``{$box(#a)} @ (p)`` is the box of agent a. Axioms hold at every world;
hypotheses and conjectures are about one world. A subrole can change this (``axiom-local``). The entry ``$modalities``
names the logic, either for all agents or for each agent.

The standard translation to first-order logic, ``fof``, has worlds as individuals, a predicate for each atom and a
binary one for each agent's relation: J. van Benthem, "Correspondence theory" (1984), doi:10.1007/978-94-009-6259-0_4.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from kripke.data.frames import PROPERTIES, SYSTEMS, system_named
from kripke.formats.problems import Problem, logic_of
from kripke.formats.provers import CLAUSES, ProverFormat, Refusal, modal, written
from logic import clauses as f
from logic.errors import FormulaError, ParseError, listing, shorten
from logic.formula import NAMELESS, Formula, agents_of
from logic.printer import Texts
from logic.shared import expanded, expansion

LOGICS = ("$modal", "$alethic_modal", "$deontic_modal", "$epistemic_modal", "$doxastic_modal")
BOXES = ("$box", "$necessary", "$obligatory", "$knows", "$believes")
DIAMONDS = ("$dia", "$possible", "$permissible", "$canKnow", "$canBelieve")
OF_TERMS = ("$domains", "$designation", "$terms", "$constants", "$quantification")  # do not concern propositions
LOCAL, GLOBAL = ("hypothesis", "conjecture"), ("axiom", "definition", "assumption", "lemma", "theorem", "corollary")
AXIOMS = {f"$modal_axiom_{name}": name.replace("M", "T").strip("K") for name in "KTMBD45"}
"""The letters after K in the name of a system, by TPTP's name of the axiom."""

_WORD = re.compile(r"\$?\w+|'[^'\n]*'|\{[^}\n]*\}|<=>|<~>|=>|<=|~[|&]|.", re.DOTALL)
_REFUSED = {
    r"[!?^](?!=)(?:\s*\[)?": "quantifiers; formulas are propositional",
    r"(?<=[\w'])\(": "predicates with arguments; atoms are propositions",
    r"[A-Z]\w*|(?:[<\[]|\{\$\w+\s*\()\s*#\s*[A-Z]\w*": "variables; formulas are propositional",
    r"@": "application to other than one box or diamond",
    r"!=|=(?!>)": "equality; formulas are propositional",
    r"\{\$\$?\w*|\$\$\w*": "operators and logics of one system, and operators with other parameters than an index",
    r"-->|<<|\*|>": "sequents and types in formulas",
}
_HINT = "{$box} @ (p), {$dia(#a)} @ (p), [.] p, <#a> p, ~ & | => <= <=> <~>, $true and $false are read"


def loads_problem(text: str) -> Problem:
    """Read a problem from a text: its conjectures (false if there are none), hypotheses and axioms.

    O(n) for n characters; formulas may have any depth. `ParseError` with the position and a hint if the text is not in
    the format, or is not propositional; `TooLarge` if it is too long.

    >>> problem = loads_problem(
    ...     "tff(s,logic, $modal == [$modalities == $modal_system_S4]). tff(a,axiom,{$box} @ (p)). tff(c,conjecture,p)."
    ... )
    >>> print(*problem.theory, problem.formula, problem.logic)
    □p p S4
    """
    file: _File = _FORMAT.parse(text)
    if not (file.premises or file.theory or file.conjectures):
        raise ParseError("there is no formula", text, len(text.rstrip()), ("tff(c, conjecture, {$box} @ (p) => p).",))
    kinds: dict[str, str] = {}
    for match in re.finditer(r"%.*|\{\s*\$(?:can)?(know|believe)s?\s*(?:\(\s*#\s*'?(\w+))?", text, re.IGNORECASE):
        if match[1] and kinds.setdefault(match[2] or "", match[1].lower()) != match[1].lower():
            hint = "the logic has one box for each agent; K_a p and B_a p in a formula are both"
            raise ParseError("knowledge and belief of one agent", text, match.start(), ("the operator before",), hint)
    _FORMAT.require_one_kind(text, [*file.conjectures, *file.premises, *file.theory])
    formula = f.conj(file.conjectures) if file.conjectures else f.Bottom()

    def system_of(agent: str) -> str:
        if system := file.systems.get(agent, file.systems.get(NAMELESS)):
            return system
        whom = f"agent {agent!r}" if agent else "boxes without an agent"
        what = f"no system for {whom}" if file.systems else "no logic specification"
        hint = "write tff(s, logic, $modal == [$modalities == $modal_system_K])."
        raise ParseError(f"there is {what}", text, len(text.rstrip()), hint=hint)

    logic = logic_of([formula, *file.premises, *file.theory], system_of)
    return Problem(formula, tuple(file.premises), tuple(file.theory), logic)


class _File(NamedTuple):
    """The formulas and systems in a file.

    `premises` hold at the world of the conjectures, and `theory` holds at every world. `systems` maps agents, and
    `NAMELESS` for all other agents, to the names of their systems.
    """

    premises: list[Formula]
    theory: list[Formula]
    conjectures: list[Formula]
    systems: dict[str, str]


def _formula(file: _File, language: Any, _: Any, role: tuple[Any, str], body: Any, __: Any) -> _File:
    word, subrole = role
    if language not in ("tff", "thf", "fof"):
        raise Refusal("{} is not supported", language, "tff, thf and fof are read")
    if word not in (*LOCAL, *GLOBAL, "type", "logic"):
        hint = f"{listing([*LOCAL, *GLOBAL, 'type', 'logic'], 'and')} are read"
        raise Refusal("the role {} is not supported", word, hint)
    kinds: dict[str, type] = {"type": type(None), "logic": dict}
    if not isinstance(body, kinds.get(word, Formula)):
        raise Refusal("the role {} does not fit what follows", word)
    if isinstance(body, dict):
        for agent, system in body.items():
            _add(file.systems, agent, system, word)
    elif isinstance(body, Formula):
        is_local = subrole == "local" if subrole else word in LOCAL
        if word == "conjecture" and not is_local:
            raise Refusal("a global {} is not supported", word, "a conjecture is about one world")
        {"conjecture": file.conjectures}.get(word, file.premises if is_local else file.theory).append(body)
    return file


def _add(systems: dict[str, str], agent: str, system: str, token: Any) -> None:
    """Store the system of an agent, or of all other agents; `Refusal` if there is a different one."""
    if systems.setdefault(agent, system) != system:
        whom = f"of {agent}" if agent else "of all agents"
        raise Refusal(f"{{}}: the system {whom} is {systems[agent]} before, and {system} here", token, "name one")


def _role(word: Any, subrole: Any = "") -> tuple[Any, str]:
    if subrole and subrole not in ("local", "global"):
        raise Refusal("the subrole {} is not supported", subrole, "local and global are read")
    return word, str(subrole)


def _include(_: Any, word: Any, __: Any) -> None:
    raise Refusal("{} is not supported: no other file is read", word, "copy its formulas into this file")


def _spec(logic: Any, entries: list[tuple[Any, list[Any]]]) -> dict[str, str]:
    """The system that a logic specification gives to each agent, or to all other agents (`NAMELESS`)."""
    if logic not in LOGICS:
        raise Refusal("the logic {} is not supported", logic, f"{listing(LOGICS, 'and')} are read")
    systems: dict[str, str] = {}
    for key, values in entries:
        if key == "$modalities":
            own = [value for value in values if isinstance(value, tuple)]
            for index, names in own:
                _add(systems, _agent(index), _system(names), logic)
            if others := [value for value in values if not isinstance(value, tuple)]:
                _add(systems, NAMELESS, _system(others), logic)
        elif key not in OF_TERMS:
            raise Refusal("the property {} is not supported", key, "$modalities is read")
    return systems


def _system(names: list[Any]) -> str:
    """The name of the system, from a system's name or from names of axioms."""
    if len(names) == 1 and not isinstance(names[0], tuple) and names[0].startswith("$modal_system_"):
        system = str(names[0]).removeprefix("$modal_system_")
        if not system_named(system):
            raise Refusal("{} is not supported", names[0], _SYSTEMS)
        return system
    letters = ""
    for name in names:
        if (letter := AXIOMS.get(str(name))) is None:
            token = name[0] if isinstance(name, tuple) else name
            raise Refusal("{} is not supported: expected one system or a list of axioms", token, _SYSTEMS)
        letters += letter * (letter not in letters)
    return f"K{letters}"


_SYSTEMS = "$modal_system_K, T, D, B, S4, S5 and the others of the modal cube, $modal_axiom_K, T, B, D, 4, 5 are read"


def _agent(sign: Any) -> str:
    """The agent in texts such as ``{$box(#a)}``, ``[#a]`` or ``a``; `NAMELESS` if there is none."""
    match = re.search(r"#\s*+'?(\w+)", sign) or re.fullmatch(r"(\w+)", sign)
    return match[1] if match else NAMELESS


def _modal(sign: Any, sub: Formula) -> Formula:
    agent, name = _agent(sign), re.search(r"\$\w+", sign)
    if name and name[0] not in (*BOXES, *DIAMONDS):
        hint = f"{listing([*BOXES, *DIAMONDS], 'and')} are read"
        raise Refusal("the operator {} is not supported", sign, hint)
    return modal(name[0] in BOXES if name else sign.startswith("["), agent, sub)


_BINARY: Mapping[str, Callable[..., Any]] = {
    "=>": CLAUSES["implies"],
    "<=": CLAUSES["only_if"],
    "<=>": CLAUSES["iff"],
    "<~>": f.Xor.make,
    "~|": lambda left, right: f.Not.make(f.Or.make(left, right)),
    "~&": lambda left, right: f.Not.make(f.And.make(left, right)),
}


def _constant(sign: Any) -> Formula:
    if sign not in ("$true", "$false"):
        raise Refusal("the constant {} is not supported", sign)
    return f.Top() if sign == "$true" else f.Bottom()


_CLAUSES: Mapping[str, Callable[..., Any]] = {
    "nothing": lambda: _File([], [], [], {}),
    "formula": _formula,
    "include": _include,
    "role": _role,
    "annotations": lambda *_: None,
    "typing": lambda *_: None,  # propositions need no type
    "spec": _spec,
    "binary": lambda left, sign, right: _BINARY[sign](left, right),
    "modal": _modal,
    "atom": lambda name: f.Atom.make(re.sub(r"\\(.)", r"\1", name[1:-1]) if name[0] == "'" else str(name)),
    "constant": _constant,
}
_FORMAT = ProverFormat("TPTP", __file__, _CLAUSES, _WORD, _REFUSED, _HINT, "{$box} @ (p)", "& | => <=>")


# ------------------------------------------------------------------------------------------------ writing

_SIGNS: Mapping[type[Formula], str] = {
    f.Top: "$true", f.Bottom: "$false", f.Not: "~ ", f.And: "&", f.Or: "|", f.Xor: "<~>", f.Implies: "=>", f.Iff: "<=>"
}  # fmt: skip
_FRAMES = {
    "reflexive": "! [X] : {0}(X, X)",
    "serial": "! [X] : ? [Y] : {0}(X, Y)",
    "symmetric": "! [X, Y] : ({0}(X, Y) => {0}(Y, X))",
    "transitive": "! [X, Y, Z] : (({0}(X, Y) & {0}(Y, Z)) => {0}(X, Z))",
    "euclidean": "! [X, Y, Z] : (({0}(X, Y) & {0}(X, Z)) => {0}(Y, Z))",
}
"""A first-order formula for each property of a relation, with ``{0}`` for the relation's predicate."""


def dumps_problem(problem: Problem) -> str:
    """Write the problem in the non-classical form, which `loads_problem` can read.

    `FormulaError` for operators that this form does not have, `TooLarge` for a long text.

    >>> print(dumps_problem(Problem(f.K("a", f.Atom("p")), (), (f.Atom("p"),), "S4")), end="")
    tff(logic, logic, $modal == [$modalities == $modal_system_S4]).
    tff(axiom1, axiom, p).
    tff(conjecture1, conjecture, {$box(#a)} @ (p)).
    """

    def template(node: Formula, _: int) -> Texts:
        match node:
            case f.Atom(name):
                return (_quoted(name),)
            case f.K() | f.M():
                return f"{_modality('$box' if isinstance(node, f.K) else '$dia', node.agent)} @ (", ")"
        raise _refusal(node, "TPTP's modal form", "K, M")

    systems = {agent: f"$modal_system_{TPTP_SYSTEMS.get(name, name)}" for agent, name in _systems(problem).items()}
    named = [f"{_modality('$box', agent)} == {name}" for agent, name in systems.items()]
    names = {*systems.values()} or {"$modal_system_K"}
    logic = names.pop() if len(names) == 1 else f"[{', '.join(named)}]"
    lists = {"axiom": problem.theory, "hypothesis": problem.premises, "conjecture": (problem.formula,)}
    lines = [
        (f"{role}{number}", role, written("TPTP", expanded(formula)[0], _SIGNS, template))
        for role, formulas in lists.items()
        for number, formula in enumerate(formulas, 1)
    ]
    return _lines("tff", [("logic", "logic", f"$modal == [$modalities == {logic}]"), *lines])


def dumps_first_order(problem: Problem) -> str:
    """The standard translation of the problem to first-order logic. Errors as in `dumps_problem`.

    It is a theorem if and only if the formula of the problem follows.

    >>> print(dumps_first_order(Problem(f.K("a", f.Atom("p")), (), (f.Atom("p"),), "S4")), end="")
    fof(reflexive_a, axiom, ! [X] : r_a(X, X)).
    fof(transitive_a, axiom, ! [X, Y, Z] : ((r_a(X, Y) & r_a(Y, Z)) => r_a(X, Z))).
    fof(axiom1, axiom, ! [W0] : p(W0)).
    fof(conjecture1, conjecture, ! [W0] : (! [W1] : (r_a(W0, W1) => p(W1)))).
    """
    systems, prefix = _systems(problem), "r_"
    question = problem._replace(theory=()).single()
    atoms = question.atoms.union(*[law.atoms for law in problem.theory])
    while any(prefix + agent in atoms for agent in systems):
        prefix += "_"

    def template(node: Formula, depth: int) -> Texts:
        here, there = f"W{depth}", f"W{depth + 1}"
        match node:
            case f.Atom(name):
                return (f"{_quoted(name)}({here})",)
            case f.K() | f.M() | f.D():
                seen = [f"{_quoted(prefix + agent)}({here}, {there})" for agent in sorted(agents_of(node))]
                both = seen[0] if len(seen) == 1 else f"({' & '.join(seen)})"
                return (f"(? [{there}] : ({both} & " if isinstance(node, f.M) else f"(! [{there}] : ({both} => ", "))")
        raise _refusal(node, "the standard translation", "K, M, D")

    lines = [
        (_quoted(f"{each}_{agent}" if agent else each), "axiom", _FRAMES[each].format(_quoted(prefix + agent)))
        for agent, name in systems.items()
        for each in PROPERTIES
        if each in SYSTEMS[name]
    ]
    for role, formulas in (("axiom", problem.theory), ("conjecture", (question,))):
        for number, formula in enumerate(formulas, 1):
            text = written("TPTP", expanded(formula)[0], _SIGNS, template, (f.K, f.M, f.D))
            lines.append((f"{role}{number}", role, f"! [W0] : {text}"))
    return _lines("fof", lines)


TPTP_SYSTEMS = {"KDB": "DB", "KD4": "D4", "KD5": "D5", "KD45": "D45", "KB4": "KB5"}
"""TPTP's names of the systems that have another name here."""


def _systems(problem: Problem) -> dict[str, str]:
    """The name of the system of each agent in the formulas; boxes without an agent have the agent `NAMELESS`."""
    table = expansion(problem.formula, *problem.premises, *problem.theory)
    agents = sorted(frozenset[str]().union(*[agents_of(node) for node, _ in table.rows]))
    logic = problem.logic
    return {agent: system_named(logic if isinstance(logic, str) else logic[agent or None]) for agent in agents}


def _lines(language: str, formulas: Iterable[tuple[str, str, str]]) -> str:
    return "".join([f"{language}({name}, {role}, {text}).\n" for name, role, text in formulas])


def _quoted(name: str) -> str:
    """The name in TPTP's syntax, with quotes if necessary."""
    return name if re.fullmatch(r"[a-z]\w*", name, re.ASCII) else "'" + re.sub(r"(['\\])", r"\\\1", name) + "'"


def _modality(operator: str, agent: str) -> str:
    """The box or diamond of an agent, with quotes around the name if necessary."""
    index = agent if re.fullmatch(r"[a-z0-9]\w*", agent, re.ASCII) else f"'{agent}'"
    return f"{{{operator}(#{index})}}" if agent else f"{{{operator}}}"


def _refusal(node: Formula, form: str, others: str) -> FormulaError:
    """The error for an operator that `form` lacks; `others` are the modal operators that it has."""
    closure = isinstance(node, (f.C, f.CB, f.Run, f.RunDual))
    why = "; it is about paths of any length" if closure else ""
    return FormulaError(
        f"{shorten(str(node))}: {form} has no operator {type(node).__name__}{why}; write the formula with {others}, "
        "~, &, |, ^, -> and <->"
    )
