"""One player's knowledge in a state of a game, given by a `Table` (what is commonly known, and the actual values).

No answer reveals more than the player can know.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from games.core.errors import GameError
from games.core.sentences import does
from games.knowing.queries import Query
from games.knowing.table import Table, model
from kripke.data.errors import UnknownAction, UnknownAtom
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from logic.clauses import Atom, B, BAtLeast, K, Kv, Kw, M, Not, Top, conj
from logic.errors import listing, shorten
from logic.exact import degree_text, magnitude
from logic.formula import Formula, OneAgent
from logic.parser import parse

ATTITUDES: Mapping[type[Formula], str] = {
    K: "know that {0.sub}",
    M: "consider it possible that {0.sub}",
    Kw: "know whether {0.sub}",
    Kv: "know the value of {0.variable}",
    B: "believe that {0.sub}",
    BAtLeast: "believe to the degree {0.degree} or more that {0.sub}",
}
"""For each operator, a phrase for an agent's attitude; other one-agent operators are shown as formulas."""

AT_THE_TABLE = "the model of the table has no weights: there, belief is knowledge"


@dataclass(frozen=True)
class Answer:
    """A player's answer to a query about a formula."""

    formula: Formula
    # the truth value of the formula, if the player knows it; None if the player's information leaves it open
    settled: bool | None
    # Whether the player believes the formula. Without weights in the model, belief is equivalent to knowledge.
    believed: bool
    # the degree of belief: the proportion, by weight, of the worlds where the formula is true among the worlds that the
    # player considers possible
    share: Fraction
    who: str  # the player's name in formulas

    @property
    def is_attitude(self) -> bool:
        """Whether the formula is about the player's knowledge or belief."""
        return _is_about(self.formula, self.who)

    def settled_of(self, name: str) -> str:
        """A settled answer as a sentence about the player's knowledge or belief.

        A formula that is not about these is called "it", as in ``ann knows that it is so``.
        """
        if not self.is_attitude:
            return f"{does(name, 'knows')} that {'it is so' if self.settled else 'it is not so'}"
        inner, true = self.formula, self.settled
        while isinstance(inner, Not):
            inner, true = inner.sub, not true
        if type(inner) not in ATTITUDES:
            return f"for {name}, {inner} {'holds' if true else 'fails'}"
        verb, _, rest = ATTITUDES[type(inner)].format(inner).partition(" ")
        return does(name, f"{verb}s {rest}" if true else f"does not {verb} {rest}")

    def said_of(self, name: str) -> str:
        """The answer as a sentence about the player."""
        if self.settled is not None:
            return self.settled_of(name) + f": {self.formula}" * (not self.is_attitude)
        degree = degree_text(self.share)
        if self.believed:
            return f"{does(name, 'believes')} it without knowing it: {self.formula}, to the degree {degree}"
        return f"{name} cannot know: {self.formula}, likely to the degree {degree}"

    def among(self, possibilities: int) -> str:
        """The number of worlds where the formula holds, in words, if weights are equal: ``147 of the 216 worlds``."""
        count = magnitude(int(self.share * possibilities))
        return f"{count} of the {magnitude(possibilities)} worlds"


@dataclass(frozen=True)
class Known:
    """The knowledge of a player in a state, as far as it can be listed.

    The fields are the results of the methods of `Knower` with the same names.
    """

    name: str
    own: tuple[Formula, ...]
    common: tuple[Formula, ...]
    possibilities: int
    # the defined atoms that the player's information leaves open, such as whether the bid is a bluff
    open_questions: tuple[Answer, ...]


class Knower:
    """One player's knowledge in a state of a game; the player's own model (`mind`), if any, replaces the table's."""

    def __init__(self, table: Table, name: str, mind: Model | None = None) -> None:
        self.table, self.name, self.mind = table, name, mind

    @cached_property
    def model(self) -> Model:
        """The model at a world that the player considers possible.

        If some variables have no value, such as dice in the air, any world with the values of the other variables is
        taken. No agent can distinguish these worlds, so questions about knowledge have the same answer in all of them.
        """
        if self.mind is not None:
            start = self.mind if self.mind.actual is not None else self.mind.at(next(self.mind.iterate(Top())))
            # the first world may be one that the player does not consider possible
            held = start.possible(self.name, limit=None)
            return start.at(next(world for world in start if world in held))
        whole = model(self.table)
        return whole if whole.actual is not None else whole.at(next(whole.iterate(conj(actual_atoms(self.table)))))

    def all(self) -> Known:
        """Everything about the player's knowledge that can be listed."""
        return Known(self.name, self.own(), self.common(), self.possibilities(), tuple(self.open_questions()))

    def own(self) -> tuple[Formula, ...]:
        """The player's knowledge of values and of who knows them, or the beliefs in the player's own model.

        Empty if the table's model is symbolic and the player has no model of their own.
        """
        if self.mind is not None:
            atoms = self.mind.atoms  # one value of a variable excludes the others, which need not be said
            literals = [*map(Atom, atoms), *(Not(Atom(atom)) for atom in atoms if "=" not in atom)]
            return tuple(B(self.name, each) for each in literals if self.model.holds(B(self.name, each)))
        return known(self.model, self.name, self._variables()) if isinstance(self.model, KripkeModel) else ()

    def common(self) -> tuple[Formula, ...]:
        """The common knowledge of values and of who knows them.

        Empty if the player has a model of their own, or the table's model is symbolic.
        """
        if self.mind is not None or not isinstance(self.model, KripkeModel):
            return ()
        return common(self.model, self._variables())

    def _variables(self) -> list[str]:
        return [name for name, _ in self.table.variables]

    def possibilities(self) -> int:
        """The number of worlds that the player considers possible."""
        return self.model.count_possible(self.name)

    def open_questions(self, atoms: Iterable[str] | None = None) -> list[Answer]:
        """The answers to the open questions among `atoms` or, by default, among the atoms of `focus`."""
        answers = [self.ask(atom) for atom in (self.focus() if atoms is None else atoms)]
        return [answer for answer in answers if answer.settled is None]

    def focus(self) -> list[str]:
        """The defined atoms to ask about by default, except auxiliary atoms and those of the form ``name=value``."""
        return [atom for atom, said in self.table.defined if "=" not in atom and not getattr(said, "is_digit", False)]

    def ask(self, formula: str | Formula) -> Answer:
        """The player's answer: whether they know the formula or its negation, and otherwise their degree of belief.

        Errors as in `KripkeModel.holds`.
        """
        question = read_question(formula)
        self._require_about_mind(question)
        for certain, settled in ((Not(question), False), (question, True)):
            if self.model.holds(K(self.name, certain)):
                return Answer(question, settled, settled, Fraction(settled), self.name)
        share = self.model.degree(self.name, question, alike=True)
        return Answer(question, None, self.model.holds(B(self.name, question)), share, self.name)

    def _require_about_mind(self, question: Formula) -> None:
        """Raise `UnknownAtom` for atoms of the table that are not in the vocabulary of the player's own model."""
        if self.mind is None:
            return
        values = {f"{name}={value}" for name, values in self.table.variables for value in values}
        other = sorted((values | {atom for atom, _ in self.table.said}) & question.atoms - set(self.mind.atoms))
        if other:
            more = " and the like" if len(self.mind.atoms) > 3 else ""
            raise UnknownAtom(
                f"no atom {shorten(repr(other[0]))} in the model that {self.name} keeps, whose atoms are "
                f"{listing(self.mind.atoms[:3])}{more}; the table's model has it: ask without --as, such as "
                f"K_{self.name} {other[0]}"
            )

    def question(self, answer: Answer) -> Formula:
        """The formula that the answer states about the player, such as ``K_ann p``."""
        if self.mind is not None and answer.settled is not None and _is_about(answer.formula, self.name):
            return answer.formula
        if self.mind is not None and answer.settled is None:
            return B(self.name, answer.formula)
        return K(self.name, Not(answer.formula) if answer.settled is False else answer.formula)


def words_of(query: Query) -> str:
    """A query and its answer as a sentence; empty if the query is not about one agent's knowledge or belief."""
    if query.agent and isinstance(query.answer, Fraction):
        return f"{does(query.agent, 'believes')} to {float(query.answer):.0%} that {query.formula}"
    if not isinstance(query.answer, bool) or not isinstance(formula := parse(query.formula), OneAgent):
        return ""
    return Answer(formula, query.answer, query.answer, Fraction(query.answer), formula.agent).settled_of(formula.agent)


def read_question(text: str | Formula) -> Formula:
    """The formula of a question; `UnknownAction` if it contains a named action, which cannot be used here."""
    formula = parse(text)
    if formula.actions:
        action = min(formula.actions)
        raise UnknownAction(
            f"[@{shorten(action)}]: no actions are given to questions about a game; ask about announcements, such as "
            "[p] K_a q, or of a model in a file: whoknows check MODEL FORMULA --action FILE"
        )
    return formula


def speaks_of_beliefs(formula: Formula) -> bool:
    """Whether a formula has an operator of belief; in a table's model belief is equivalent to knowledge."""
    return any("belief" in part.operator.feature for part in formula.subformulas())


def actual_atoms(table: Table) -> list[Formula]:
    """The actual values of a table as literals."""
    literals: list[Formula] = []
    for name, values in table.variables:
        if name in table.actual:
            value = table.actual[name]
            atom = Atom(f"{name}={value}" if values else name)
            literals.append(atom if values or value else Not(atom))
    return literals


def _is_about(formula: Formula, name: str) -> bool:
    """Whether the formula, apart from negations in front, says what the player knows or believes."""
    while isinstance(formula, Not):
        formula = formula.sub
    return isinstance(formula, OneAgent) and formula.agent == name


def known(model: Model, player: str, variables: Iterable[str]) -> tuple[Formula, ...]:
    """Formulas which say what the player knows at the actual world about variables and atoms, and about who knows them.

    ``K_1 die2=5`` for each value that the player knows, or ``K_1 ~p`` for an atom; and then for each other player
    ``K_1 K_2 die2=5`` or ``K_1 ~K_2 die2=5`` if the player knows this.
    """
    texts = []
    others = [agent for agent in model.agents if agent != player]
    for fact in _facts(model, variables):
        if model.holds(f"K_{player} {fact}"):
            nested = [f"K_{player} {sign}K_{other} {fact}" for other in others for sign in ("", "~")]
            texts += [f"K_{player} {fact}", *[text for text in nested if model.holds(text)]]
    return tuple(map(parse, texts))


def common(model: Model, variables: Iterable[str]) -> tuple[Formula, ...]:
    """What is commonly known about some variables and atoms, and about who knows them, as formulas.

    For example, ``C die2=5`` if the value is commonly known, and ``C Kv_1 die2`` (for an atom, ``C Kw_1 p``) if it is
    commonly known that player 1 knows the value.
    """
    names = list(variables)
    whether = [f"{'Kw' if name in model.atoms else 'Kv'}_{agent} {name}" for name in names for agent in model.agents]
    texts = [f"C {each}" for each in (*_facts(model, names), *whether)]
    return tuple([parse(text) for text in texts if model.holds(text)])


def _facts(model: Model, variables: Iterable[str]) -> list[str]:
    """The actual values as literals: ``die1=4``, ``p``, ``~q``."""
    if model.actual is None:
        raise GameError("the model has no actual world: a variable has no value yet; ask model.at(world)")
    literals = []
    for name in variables:
        if name in model.atoms:
            literals.append(name if model.holds(name) else f"~{name}")
        else:
            literals += [atom for atom in model.atoms if atom.startswith(f"{name}=") and model.holds(atom)]
    return literals
