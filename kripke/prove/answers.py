"""The two answers of the prover, a proof or a countermodel, and the notes for the user that come with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from kripke.data.frames import SYSTEMS, required
from kripke.models.kripke_model import KripkeModel
from kripke.prove.clock import Clock
from kripke.prove.errors import NoProof, OutOfTime, vocabulary_of
from kripke.prove.proofs.forms.choices import STEPS, Style
from kripke.prove.question.plausibility import Ranks
from kripke.prove.question.problem import Problem, logic_text
from kripke.prove.search.search import Decision
from logic.clauses import Announce, AnnounceDual, AnnounceWhether, Atom, B, Kv, Top
from logic.errors import Face, TooLarge, at_a_world, by_face, listing, worded
from logic.exact import require_whole
from logic.formula import NAMELESS, Formula, agents_of
from logic.lenient import like_agents
from logic.node_table import Table, flatten
from logic.unknown import agent_hint, applied, constant_meant, group_notes, run_together

if TYPE_CHECKING:
    from kripke.change.event import EventModel
    from kripke.prove.fitch.proof import FitchProof
    from kripke.prove.hilbert.derivation import Derivation
    from kripke.prove.proofs.certificate import Certificate
    from kripke.prove.proofs.forms.telling import Telling
    from kripke.prove.proofs.script import Script
    from kripke.why.explanation import Explanation

DRAWN = 300  # maximal number of steps of a proof that are drawn or shown in a notebook; more would be unreadable
QUICK = 1.0  # number of seconds in which a proof must be written to be shown in a notebook

NO_MODEL = "no model satisfies the theory, so every formula is valid"


class _Answer:
    """Base class of proofs and countermodels: the answer as text, the notes, and the truth value."""

    formula: Formula
    logic: Mapping[str, str]
    premises: tuple[Formula, ...]
    theory: tuple[Formula, ...]
    valid: bool
    vacuous: bool

    @property
    def summary(self) -> str:
        """The answer in one line, or in two lines for a countermodel, without notes."""
        logic = logic_text(self.logic, "every logic" if self.valid else "any logic")
        given = f"{', '.join(map(str, self.premises))} ⊨ " * bool(self.premises)
        return f"{'not ' * (not self.valid)}valid in {logic}: {given}{self.formula}{under(self.theory)}"

    def _named(self) -> tuple[Collection[str], Collection[str]]:
        """The atoms of the vocabulary, and the agents with ranks or weights."""
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the user on how belief and ``Kv`` are read, on suspicious names, and on a theory without models."""
        return self.notes_for("python")

    def notes_for(self, face: Face) -> tuple[str, ...]:
        """Return the notes in the wording of one interface, such as Python or the command line."""
        formulas = (self.formula, *self.premises, *self.theory)
        notes = [*notes_on(formulas, self.logic, *self._named(), self.premises), NO_MODEL * self.vacuous]
        return tuple(filter(None, [worded(note, face) for note in notes]))

    def __str__(self) -> str:
        return "\n".join([self.summary, *[f"note: {note}" for note in self.notes]])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def __bool__(self) -> bool:
        return self.valid


@dataclass(frozen=True, eq=False, repr=False)
class Proof(_Answer):
    """A proof that the formula is valid: it holds at each world where the premises hold, in each model of the theory.

    `bool` of a proof is True. `text` returns the proof as text; `whoknows.draw` draws it.

    Parameters
    ----------
    formula : Formula
        The formula.
    logic : mapping of str to str
        The name of each agent's system.
    premises : tuple of Formula
        The formulas from which the formula follows.
    theory : tuple of Formula
        The formulas that hold at every world.
    decided : (Problem, Decision), optional
        The problem and the search that found no countermodel, from which `script` is made. None: the formula is valid
        on one frame, and there is no script.
    vacuous : bool
        Whether the theory has no model, so that every formula is valid.
    ranked : tuple of str
        The agents who have ranks or weights in the frame on which the formula is valid.

    Examples
    --------
    >>> from whoknows import prove
    >>> proof = prove("K_a p -> K_a K_a p", logic="S4")
    >>> print(proof)
    valid in S4: K_a p → K_a K_a p
    >>> print(proof.text())
    Theorem. K_a p → K_a K_a p is valid in S4
    1. Suppose it fails at a world w: K_a p and ¬K_a K_a p hold there.
    2. By line 1, a considers possible a world v where ¬K_a p holds. There, K_a p holds \
(positive introspection, axiom 4, from line 1). This is a contradiction.
    """

    formula: Formula
    logic: Mapping[str, str]
    premises: tuple[Formula, ...] = ()
    theory: tuple[Formula, ...] = ()
    decided: tuple[Problem, Decision] | None = field(default=None, repr=False)
    vacuous: bool = False
    ranked: tuple[str, ...] = ()

    valid = True

    @cached_property
    def script(self) -> Script:
        """The proof as a `Script`: a closed tableau as data, built on first access.

        Raises `TooLarge` if the proof has too many cases, and `NoProof` if the proof is about a single frame.
        """
        from kripke.prove.proofs.writing.extraction import script_of  # with the first proof that is written

        return script_of(*self._search)

    @property
    def _search(self) -> tuple[Problem, Decision]:
        """The problem and the search; `NoProof` if there was no search."""
        if self.decided is None:
            raise NoProof("this formula is valid on one frame, for all its valuations: it has no proof in a logic")
        return self.decided

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling, with the script in place of the search, whose solver cannot be pickled."""
        if self.decided is None:
            return vars(self)
        return {**vars(self), "script": self.script, "decided": (self.decided[0], None)}

    def check(self) -> None:
        """Check that each step of `script` follows and that the script proves this formula; see `Certificate.check`.

        Raises
        ------
        WrongProof
            If a step does not follow, or the proof is about something else.
        TooLarge, NoProof
            As for `script`.

        Examples
        --------
        >>> from whoknows import prove
        >>> prove("C_{a,b} (p -> E_{a,b} p) & E_{a,b} p -> C_{a,b} p", logic="K").check()
        """
        self.certificate().check()

    def certificate(self) -> Certificate:
        """Return the proof and its statement as data; `str` of the certificate is a text that other programs can check.

        If agents have ranks, the statement uses atoms that encode the ranks.

        Raises
        ------
        TooLarge, NoProof
            As for `script`.

        Examples
        --------
        >>> from whoknows import prove
        >>> print(prove("K_a p -> p", "T").certificate())  # doctest: +ELLIPSIS
        whoknows-proof 1
        {"formula": "K_a p -> p", "premises": [], "theory": [], "logic": {"a": "T"}, "atoms": ["p"], "actions": {}}
        agents 1
        T "a"
        rows 4
        true
        atom "p"
        box 1 0 2
        and ...
        """
        from kripke.prove.proofs.certificate import Certificate  # with the first proof that is checked or written

        problem, _ = self._search
        systems = {agent: name for agent, name in self.logic.items() if agent in problem.systems}
        premises, formula, theory, actions = self._shown
        return Certificate(self.script, formula, premises, theory, systems, problem.atoms, actions)

    def text(self, style: Style = "steps", limit: int | None = STEPS) -> str:
        """Return the proof as text.

        Parameters
        ----------
        style : {'steps', 'tree', 'latex', 'bussproofs', 'hilbert', 'fitch', 'fitch-latex'}
            The style ``steps`` gives numbered steps in words, ``tree`` gives tableaux as lines of text, ``hilbert`` the
            lines of `derivation`, and ``fitch`` the lines of `fitch`. The other styles are for LaTeX documents that
            load ``amsmath``; ``latex`` also needs ``tikz``, and ``bussproofs`` the package of that name.
        limit : int, optional
            Maximal number of steps, or of lines of a derivation. A longer proof is cut off, and the text says how long
            it is. None: the whole proof.

        Raises
        ------
        FormulaError
            If there is no such style, or the limit is not a positive number.
        NoDerivation
            As for `derivation` or, in the style of Fitch, as for `fitch`.
        OutOfTime
            If the search for a proof in the style of Fitch takes over 20 seconds.
        TooLarge, NoProof
            As for `script`. In the style of Fitch also as for `fitch`.

        Examples
        --------
        >>> from whoknows import prove
        >>> print(prove("K_a p -> p").text("tree"))
        Theorem. K_a p → p is valid in S5
        1  w: ¬(K_a p → p)   supposed
        2  w: ¬p             from line 1
        3  w: K_a p          from line 1
        4  ✗                 axiom T, from lines 2 and 3
        """
        from kripke.prove.fitch.proof import FitchProof  # with the first proof that is written
        from kripke.prove.proofs.forms.texts import first_lines, written

        telling = self._telling(limit)
        if style == "hilbert":
            return first_lines(self.derivation(), limit)
        if style in ("fitch", "fitch-latex"):
            return first_lines(self.fitch(), limit, str if style == "fitch" else FitchProof.to_latex)
        return written(telling, style)

    def derivation(self, axioms: Iterable[str] | None = None) -> Derivation:
        """Return a proof in the style of Hilbert: numbered lines, each an axiom or derived by a rule from lines above.

        Each line has been accepted by `Derivation.check`, which also grades derivations by students.

        Parameters
        ----------
        axioms : iterable of str, optional
            The axioms of the modal cube that may be used, such as ``["K", "T", "5"]``; others are derived from them.
            None: all axioms of the systems.

        Raises
        ------
        NoDerivation
            If derivations have no axioms for an operator of the formula, an agent has ranks, the proof uses a step that
            no line can express, or the formulas of the lines have over 1,000,000 nodes together.
        DerivationError
            If there is no such axiom.
        TooLarge
            As for `script`.
        NoProof
            As for `script`.

        Examples
        --------
        >>> from whoknows import prove
        >>> print(prove("K_a (p & q) -> K_a p", logic="K").derivation())
        logic: K
        1. p ∧ q → p            PL
        2. K_a (p ∧ q) → K_a p  RM 1
        """
        from kripke.prove.proofs.deriving.deriving import derive  # loaded with the first derivation

        return derive(self.script, self.formula, self.premises, self.theory, axioms, self._ranks)

    def fitch(self, time: float | None = 20.0) -> FitchProof:
        """Return a proof in the style of Fitch: numbered lines in nested subproofs.

        Each line has been accepted by `FitchProof.check`, which also grades proofs by students and does not call
        the search. The search is exponential at worst.

        Parameters
        ----------
        time : float, optional
            The number of seconds after which `OutOfTime` is raised; None: no limit.

        Raises
        ------
        NoDerivation
            If there are no rules for an operator of the formula, an agent has ranks, or no proof is found.
        TooLarge
            If the formulas have over 300 nodes, or the search makes over 100,000 lines.
        OutOfTime
            If the time limit is exceeded.
        NoProof
            If the proof is about a single frame.

        Examples
        --------
        >>> from whoknows import prove
        >>> print(prove("K_a (p & q) -> K_a p", logic="K").fitch())
        logic: K
        1. | K_a (p ∧ q)        assume
        2. | |a p ∧ q           K 1
        3. | |a p               &E 2
        4. | K_a p              KI 2-3
        5. K_a (p ∧ q) → K_a p  ->I 1-4
        """
        from kripke.prove.fitch.making import make  # loaded with the first proof in this style

        systems = {agent: system.name for agent, system in self._search[0].systems.items()}
        return make(self.formula, self.premises, self.theory, systems, self._ranks, time)

    def to_dict(self, limit: int | None = STEPS) -> dict[str, Any]:
        """Return the steps of the proof as plain data for JSON; raises the same errors as `text`.

        Parameters
        ----------
        limit : int, optional
            Maximal number of steps; None: all.
        """
        from kripke.prove.proofs.forms.texts import record  # with the first proof that is written

        return record(self._telling(limit))

    def to_dot(self, depth: int | None = None) -> str:
        """Return the tableaux of the proof in the DOT language of Graphviz; raises the same errors as `text`.

        For cases nested deeper than `depth` only the number of steps is shown; None: all cases are shown. Steps beyond
        the first 300 are left out.
        """
        from kripke.prove.proofs.forms.texts import dot  # with the first proof that is written

        return dot(self._telling(DRAWN), None if depth is None else require_whole(depth, "depth"))

    @property
    def cuts(self) -> Sequence[int]:
        """The values of `depth` for which `to_dot` omits some cases, largest first."""
        parts = self._telling(DRAWN).outline.parts
        return range(max(block.depth for part in parts for block in part.blocks) - 1, -1, -1)

    def to_tikz(self) -> str:
        """Return the tableaux of the proof, up to step 300, as TikZ pictures; raises the same errors as `text`."""
        return self.text("latex", DRAWN)

    def _telling(self, limit: int | None, script: Script | None = None) -> Telling:
        from kripke.prove.proofs.forms.telling import Telling  # with the first proof that is written

        premises, formula, theory, actions = self._shown
        logic, formulas = logic_text(self.logic), (self.premises, self.formula, self.theory)
        return Telling(script or self.script, formula, logic, premises, theory, limit, actions, self._ranks, formulas)

    @property
    def _shown(self) -> tuple[tuple[Formula, ...], Formula, tuple[Formula, ...], Mapping[str, EventModel]]:
        """The premises, formula, theory and actions that the script is about; atoms encode the ranks."""
        about = self._search[0].translated
        return about.goals[:-1], about.goals[-1].children[0], about.laws, about.actions

    @property
    def _ranks(self) -> Ranks:
        return self._search[0].ranks

    def _named(self) -> tuple[Collection[str], Collection[str]]:
        return (self.decided[0].atoms, self._ranks) if self.decided else ((), self.ranked)

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the answer, and the proof in words if it can be written within a second."""
        return f"<div>{_html(str(self))}{self._page()}</div>"

    def _page(self) -> str:
        if self.decided is None:
            return ""
        from kripke.prove.proofs.forms.texts import page
        from kripke.prove.proofs.writing.extraction import script_of  # with the first proof that is written

        try:
            script = self.__dict__.get("script") or script_of(*self.decided, Clock(QUICK))
        except (OutOfTime, TooLarge):
            return ""
        return page(self._telling(DRAWN, script))


@dataclass(frozen=True, repr=False)
class Countermodel(_Answer):
    """A countermodel: the formula fails at the actual world of `model`, as the model checker has confirmed.

    `bool` of a countermodel is False. `explain` says why the formula fails; `whoknows.draw` draws the model and the
    reasons.

    Parameters
    ----------
    formula : Formula
        The formula.
    logic : mapping of str to str
        The name of each agent's system.
    model : KripkeModel
        A model of the theory whose actual world satisfies the premises, but not the formula.
    premises : tuple of Formula
        The formulas that are assumed; they are true at the actual world.
    theory : tuple of Formula
        The formulas that hold at every world.
    actions : mapping of str to EventModel, optional
        The actions that the formulas name.

    Examples
    --------
    >>> from whoknows import prove
    >>> r = prove("B_a p -> p", logic="KD45")
    >>> print(r)
    not valid in KD45: B_a p → p
    it fails at w0 of a model with 2 worlds
    note: B_a: the agent has no ranks here, so B is the box over the agent's relation
    >>> r.model.holds("B_a p & ~p"), "reflexive" in r.model.frame_properties("a")
    (True, False)
    """

    formula: Formula
    logic: Mapping[str, str]
    model: KripkeModel
    premises: tuple[Formula, ...] = ()
    theory: tuple[Formula, ...] = ()
    actions: Mapping[str, object] | None = None

    valid = vacuous = False

    def __hash__(self) -> int:
        return hash((self.formula, self.premises, self.theory))  # the other fields are mappings and a model

    @property
    def summary(self) -> str:
        """The answer in two lines, without notes."""
        size = len(self.model)
        return f"{super().summary}\nit fails at {self.model.actual} of a model with {size} world{'s' * (size != 1)}"

    def _named(self) -> tuple[Collection[str], Collection[str]]:
        return self.model.atoms, self.model.structure.ranks.keys() | self.model.structure.weights.keys()

    def explain(self) -> Explanation:
        """Return the reasons why the formula fails at the actual world, as a tree."""
        return self.model.check(self.formula, actions=self.actions).explain()  # type: ignore[arg-type]

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the answer and, unless the model is large, its picture and the reasons."""
        svg = self.model._repr_svg_() or ""
        why = self.explain().to_html() if svg else ""
        return f"<div>{_html(str(self))}{svg[svg.find('<svg') :]}{why}</div>"


def _html(text: str) -> str:
    return f"<p>{'<br/>'.join(map(escape, text.splitlines()))}</p>"


def under(theory: tuple[Formula, ...]) -> str:
    """Return words for the end of a sentence, such as ``, where p at every world``; empty for an empty theory."""
    return f", where {', '.join(map(str, theory))} at every world" if theory else ""


ANNOUNCEMENTS = (Announce, AnnounceDual, AnnounceWhether)
_LETTER = "(?:Kw|[KMB])"
_CHAINED = re.compile(rf"\w+?{_LETTER}_\w+|[a-z]\d*{_LETTER}[a-z]\d*")
_RUN_TOGETHER = re.compile(rf"(?:{_LETTER}([a-z]))+([a-z]\w*)")
_STEP = re.compile(rf"({_LETTER})([a-z])")
_LIKE_WORLD = re.compile(r"[MNs-y]\d*'*")
USUAL_ATOMS = {"p", "q", "r"}


def notes_on(
    formulas: Sequence[Formula],
    logic: Mapping[str, str],
    vocabulary: Collection[str] = (),
    ranked: Collection[str] = (),
    premises: Sequence[Formula] = (),
) -> tuple[str, ...]:
    """Return the notes on the formulas of a question to the prover.

    >>> from logic.parser import parse
    >>> notes_on([parse("T -> p")], {})
    ("'T' is an atom; for the constant write true",)
    """
    table = flatten(*(formulas or [Top()]))
    said = [node for node, _ in table.rows]
    atoms = frozenset[str]().union(*[formula.atoms for formula in formulas])
    agents = frozenset[str]().union(*map(agents_of, said))
    ranked = [NAMELESS if NAMELESS in agents else agent for agent in ranked]
    named: tuple[str, ...] = (
        *_on_ranks(ranked),
        *_on_belief(said, logic, ranked),
        *_on_values(said, vocabulary),
        *_on_atoms(atoms, agents),
        *_on_agents(agents),
    )
    if len(premises) == 1 and isinstance(world := premises[0], Atom) and _LIKE_WORLD.fullmatch(world.name):
        read = f"'{world.name}' is read as a premise; for a world of a model {at_a_world(world.name)}"
        named = (*[read] * (sum(world.name in formula.atoms for formula in formulas) == 1), *named)
    return (*named, *group_notes(said), *_on_changes(table, agents, logic))


def _on_ranks(ranked: Collection[str]) -> Iterable[str]:
    if ranked:
        named = listing([agent or "the agent" for agent in sorted(ranked)], "and")
        has = f"{named} {'has' if len(ranked) == 1 else 'have'} ranked models"
        yield f"{has}: K is about all worlds of a class (S5), B about the most plausible of them (KD45)"


def _on_belief(said: Iterable[Formula], logic: Mapping[str, str], ranked: Collection[str]) -> Iterable[str]:
    if believers := sorted({node.agent for node in said if isinstance(node, B)} - {*ranked}):
        systems = [logic.get(agent, "") for agent in believers]
        never_false = any(name in SYSTEMS and "reflexive" in required(name) for name in systems)
        more = "; beliefs that may be false have logic KD45" * never_false
        names = ", ".join(f"B_{agent}" if agent else "B" for agent in believers)
        yield f"{names}: the agent has no ranks here, so B is the box over the agent's relation{more}"


def _on_values(said: Iterable[Formula], vocabulary: Collection[str]) -> Iterable[str]:
    for agent, variable in sorted({(node.agent, node.variable) for node in said if isinstance(node, Kv)}):
        values = [atom for atom in vocabulary if atom.startswith(f"{variable}=")]
        if len(values) == 1:
            says = f"Kv_{agent} {variable} says K_{agent} {values[0]}{vocabulary_of(variable)}"
            yield f"{values[0]} is the only value of '{variable}' that is named, so {says}"


def _on_atoms(atoms: Collection[str], agents: Collection[str]) -> Iterable[str]:
    for atom in sorted(atoms):
        if constant := constant_meant(atom):
            yield f"'{atom}' is an atom; for the constant write {constant}"
        elif hint := run_together(atom):
            if NAMELESS not in agents or len(atom.rstrip("0123456789'")) > 2:  # else the name is in quotes
                yield by_face(f"'{atom}' is an atom; {hint}")  # the other faces say how they read names
        elif hint := applied(atom):
            yield f"'{atom}' is an atom; {hint}"
        elif (match := _RUN_TOGETHER.fullmatch(atom)) and (
            match[1] in agents or match[2] in USUAL_ATOMS.union(atoms) - {atom}
        ):
            meant = _STEP.sub(r"\1_\2 ", atom)
            yield f"'{atom}' is an atom; an agent is a subscript: {meant}"


def _on_agents(agents: Collection[str]) -> Iterable[str]:
    for agent in sorted(agents - {NAMELESS}):  # type: ignore[operator]  # a frozenset
        hint = agent_hint(agent, agents - {agent})  # type: ignore[operator]  # a frozenset
        if not hint or "did you mean" in hint or "there " in hint:  # names of two agents may be similar
            hint = "; operators in a row have spaces between them: K_a K_b p" * bool(_CHAINED.fullmatch(agent))
        if hint:
            yield f"'{agent}' is one agent{hint}"


def _on_changes(table: Table[Formula], agents: Collection[str], logic: Mapping[str, str]) -> Iterable[str]:
    """Yield notes on announced atoms that may be meant as agents, as in [a] p -> p, and on formulas without agents."""
    statements = [node.statement for node, _ in table.rows if isinstance(node, ANNOUNCEMENTS)]
    for name in sorted({atom for statement in statements for atom in statement.atoms} & {*agents}):
        yield f"'{name}' is an atom where it is announced, and also an agent; {name} knows p is K_{name} p"
    alone = like_agents(table)
    letters = [each.name for each in statements if isinstance(each, Atom) and len(each.name) == 1]
    names = [] if {*agents} - {NAMELESS} else sorted({*alone, *letters})
    announce = "announces the atom" if len(names) == 1 else "announce the atoms"
    boxes = listing([f"[{name}]" for name in names], "and")
    read = [f"{boxes} {announce} {listing(names, 'and')}"] * bool(names)
    if not agents and logic.get("", "") in SYSTEMS:
        same = "no agent is named, so the answer is the same in every logic"
        yield "; ".join([same, *read, "that a knows p is K_a p"])
    elif read and not USUAL_ATOMS.issuperset(names):
        so = by_face(
            "; parse(text, boxes=True) reads it so", "; under --logic it is read so", "; under a logic it is read so"
        ) * (names == alone and not agents)
        yield f"{read[0]}; that {names[0]} knows p is K_{names[0]} p{so}"
