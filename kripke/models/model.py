"""`Model`, the common base class of explicit and symbolic models, and `Verdict`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias

from kripke.checking.constraint import Question, formula_of
from kripke.data.errors import AT, ModelError, UnsupportedByEngine, require_flag, several_actual
from kripke.data.listing import LIMIT, require_listable, sample_size
from kripke.data.naming import name_text
from kripke.data.relation import WorldSet
from kripke.data.wording import brief, visible, world_quoted
from kripke.data.worlds import World, actual_places
from kripke.models.changeable import Changeable
from kripke.models.exchange import T
from kripke.why.view import DEPTH, SIZE, Detail, View
from logic.clauses import DB, QUANTIFIERS, Bottom, Not
from logic.errors import listing
from logic.exact import magnitude, plural
from logic.formula import Formula, agents_of
from logic.parser import parse
from logic.shared import layer

if TYPE_CHECKING:
    from kripke.change import product
    from kripke.why.explain import Survey
    from kripke.why.explanation import Explanation

Actions: TypeAlias = "product.Actions"


class Model(Changeable):
    """A Kripke model on any engine: worlds, a valuation, a relation for each agent, and any number of actual worlds.

    `KripkeModel` lists its worlds, which are any hashable values. `SymbolicModel` stores them as decision diagrams; its
    worlds are called states and are the frozen sets of their true atoms. Both have the methods of this class, with the
    same parameters, results and errors. What an engine does not support raises `UnsupportedByEngine`.

    Models are immutable: methods that change a model return a new one.

    Worlds have an order, which updates preserve. A `KripkeModel` has the order in which its worlds were given. The
    worlds of `from_observations` and the states of any `SymbolicModel` are sorted by the binary number of their true
    atoms, in which the first atom is the lowest bit. So both engines list the same worlds in the same order, and the
    same seed gives the same sample. There is one exception. If a formula holds at more than 10,000 states of a symbolic
    model, or there are more than a million pairs of such a state and an atom, `iterate` and `sample` use the order of
    the diagrams, because sorting would need all these states at once.

    Examples
    --------
    >>> from whoknows import KripkeModel, Model, SymbolicModel
    >>> def who_knows(model: Model, atom: str) -> list[str]:
    ...     return [agent for agent in model.agents if model.holds(f"Kw_{agent} {atom}")]
    >>> given = {"atoms": ["p", "q"], "observes": {"a": ["p"], "b": ["q"]}, "actual": {"p"}}
    >>> who_knows(KripkeModel.from_observations(**given), "p"), who_knows(SymbolicModel(**given), "p")
    (['a'], ['a'])
    """

    __slots__ = ()

    _other_engine: ClassVar[Mapping[str, str]] = {}
    """For each method that only the other engine supports, advice on how to get a model on that engine."""

    if not TYPE_CHECKING:  # for the type checker the class does not have these names

        def __getattr__(self, name: str) -> NoReturn:
            way_out = self._other_engine.get(name)
            if way_out is not None:
                raise UnsupportedByEngine(f"{name}: not supported by the engine '{self.engine}'; {way_out}")
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)

    # ---------------------------------------------------------------------------------------------- what it consists of

    @property
    @abstractmethod
    def engine(self) -> str:
        """The name of the engine that evaluates formulas on this model.

        The engine is chosen when the model is built and does not change.

        The engines represent sets of worlds in different ways. ``"integer"`` uses one integer for up to 256 worlds,
        ``"arrays"`` Boolean arrays, and ``"diagrams"`` decision diagrams. ``"cube"`` uses one integer with a bit for
        each assignment to the atoms; for operators that it does not support, it falls back on ``"integer"`` or
        ``"arrays"``.
        """

    @abstractmethod
    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[World]:
        return self.iterate()

    @abstractmethod
    def __getitem__(self, world: World) -> frozenset[str]:
        """The true atoms of a world; `UnknownWorld` if the model does not have it."""

    @abstractmethod
    def __contains__(self, world: object) -> bool: ...

    # --------------------------------------------------------------------------------------------------------- formulas

    @abstractmethod
    def holds(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> bool:
        """Whether the formula holds at a world, by default at all actual worlds.

        With several actual worlds, a formula and its negation may both fail.

        `ParseError`, `UnknownAgent`, `UnknownAtom`, `UnknownAction` or `UnknownWorld` if the formula is invalid, or a
        name is unknown. `ModelError` if no world is given and the model has no actual world.

        Parameters
        ----------
        formula : Formula, str or constraint
            The formula, parsed if it is a string, or a constraint such as `exactly`.
        at : world, or list or set of worlds, optional
            The world, or several worlds at all of which the formula must hold; None: every actual world.
        actions : mapping of str to action, or list of Action, optional
            The actions that the formula names: ``m.holds("[@peek] K_a p", actions={"peek": peek})``.
        """

    @abstractmethod
    def check(self, formula: Question, at: World | None = None, actions: Actions | None = None) -> Verdict:
        """Check a formula at a world, by default at all actual worlds; return a `Verdict`.

        The verdict has the formula's extension and, on request, the reasons.

        Parameters
        ----------
        formula, at, actions : as for `holds`
        """

    def explain(
        self,
        formula: Question,
        at: World | None = None,
        actions: Actions | None = None,
        depth: int = DEPTH,
        size: int = SIZE,
        detail: Detail = "full",
    ) -> Explanation:
        """Explain why the formula holds or fails at a world, with witnesses.

        If there are several worlds, the first where the formula fails is explained; if it fails nowhere, the first
        world. If several worlds are witnesses, the engines may name different ones: a `KripkeModel` names the first, a
        `SymbolicModel` names one that differs little from the world in question.

        Parameters
        ----------
        formula, at, actions : as for `holds`
        depth, size : int
            Maximal depth of the tree, and maximal number of reasons.
        detail : {"full", "brief"}
            "full": all reasons, with terms explained at their first use. "brief": one line of reasons, down to the
            facts.
        """
        from kripke.why.explain import explain  # not loaded by a check without reasons

        if len(self._places(at)) > 1:
            return self.check(formula, at, actions).explain(depth, size, detail)
        place, question = self._place(at), self._formula(formula)
        return self._viewed(question, actions, lambda view: explain(view, place, depth, size, detail))

    def survey(self, formula: Question, actions: Actions | None = None, detail: Detail = "full") -> Survey:
        """Explain why a formula holds at every world, by cases; `ModelError` if it fails at a world.

        Parameters
        ----------
        formula, actions : as for `holds`
        detail : {"full", "brief"}
            How detailed the example of each case is.
        """
        from kripke.why.explain import survey  # not loaded by a check without reasons

        question = self._formula(formula)
        for world in self.iterate(Not(question), actions):
            fails = f"{brief(question)} fails at {world_quoted(world)}"
            raise ModelError(f"{fails}: a survey is for formulas that hold everywhere; explain it there")
        return self._viewed(question, actions, lambda view: survey(view, detail))

    @abstractmethod
    def valid(self, formula: Question, actions: Actions | None = None) -> bool:
        """Whether the formula holds at every world of the model.

        Parameters
        ----------
        formula, actions : as for `holds`
        """

    @abstractmethod
    def count(self, formula: Question = "true", actions: Actions | None = None) -> int:
        """The number of worlds where the formula holds, exact for any size; no names of worlds are computed.

        Parameters
        ----------
        formula, actions : as for `holds`
        """

    @abstractmethod
    def extension(
        self, formula: Question = "true", actions: Actions | None = None, limit: int | None = LIMIT
    ) -> frozenset[World]:
        """The worlds where the formula holds.

        `TooLarge` if there are more than `limit`. `count` returns their number, `sample` a random selection, and
        `iterate` yields them one by one.

        Parameters
        ----------
        formula, actions : as for `holds`
        limit : int, optional
            Maximal number of worlds; None: no limit.
        """

    @abstractmethod
    def iterate(self, formula: Question = "true", actions: Actions | None = None) -> Iterator[World]:
        """Iterate over the worlds where the formula holds, in their order.

        ``iter(model)`` yields all worlds. Each name is built on request. If the formula holds at more than 10,000
        states of a symbolic model, or their number times the number of atoms exceeds a million, the order is that of
        the model's diagrams.

        Parameters
        ----------
        formula, actions : as for `holds`
        """

    def sample(
        self,
        rng: Any = None,
        size: int | None = None,
        formula: Question = "true",
        actions: Actions | None = None,
    ) -> Any:
        """A random world, uniformly distributed; with `size` a list of independent worlds.

        The same seed gives the same worlds on both engines if the formula holds at no more than 10,000 worlds, and
        their number times the number of atoms is at most a million.

        Parameters
        ----------
        rng : numpy.random.Generator, random.Random or int, optional
            A random generator, or a seed.
        size : int, optional
            Number of worlds.
        formula, actions
            As for `holds`; only worlds where the formula holds are drawn; `ModelError` if there are none.
        """
        number = 1 if size is None else sample_size(size)
        drawn = self._samples(rng, number, formula, actions)
        return drawn[0] if size is None else drawn

    @abstractmethod
    def _samples(self, rng: Any, number: int, formula: Question, actions: Actions | None) -> list[World]:
        """`number` independent random worlds where the formula holds."""

    def probability(self, formula: Question, actions: Actions | None = None) -> Fraction:
        """The exact proportion of the worlds where the formula holds.

        Parameters
        ----------
        formula, actions : as for `holds`
        """
        return Fraction(self.count(formula, actions), self.count())

    # ---------------------------------------------------------------------------------------------- what agents believe

    def possible(self, agent: str, at: World | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        """The worlds that the agent considers possible at a world: the successors for ``K_a``.

        Parameters
        ----------
        agent : str
            Name of the agent.
        at : world, optional
            The world; None: the actual world.
        limit : int, optional
            Maximal number of worlds, `TooLarge` above it; None: no limit.
        """
        return self._seen(agent, at, limit, "considers")

    @abstractmethod
    def count_possible(self, agent: str, at: World | None = None) -> int:
        """The number of worlds that the agent considers possible, exact for any size.

        Parameters
        ----------
        agent, at : as for `possible`
        """

    def believed(self, agent: str, at: World | None = None, limit: int | None = LIMIT) -> frozenset[World]:
        """The worlds that the agent believes possible at a world: the successors for ``B_a``.

        Without weights and ranks these are the worlds of `possible`.

        Parameters
        ----------
        agent, at, limit : as for `possible`
        """
        return self._seen(agent, at, limit, "believes")

    def degree(
        self,
        agent: str,
        formula: Question,
        at: World | None = None,
        actions: Actions | None = None,
        *,
        alike: bool = False,
    ) -> Fraction:
        """The agent's degree of belief in a formula, from 0 to 1.

        This is the weight of the possible worlds where the formula holds, divided by the weight of all possible worlds.

        Without weights all worlds count equally; for an agent with ranks, a warning says so.

        `ModelError` if the agent considers no world possible, or all possible worlds have weight 0.

        Parameters
        ----------
        agent, formula, at, actions : as for `possible` and `holds`
        alike : bool
            Whether the possible worlds count equally if all have weight 0. If `alike` is False, such weights are an
            error, and there is a warning for an agent with ranks.
        """
        return self._degree(agent, formula, at, actions, require_flag(alike, "alike"))

    @abstractmethod
    def _degree(
        self, agent: str, formula: Question, at: World | None, actions: Actions | None, alike: bool
    ) -> Fraction: ...

    @abstractmethod
    def degrees(
        self, agent: str, at: World | None = None, limit: int | None = LIMIT, *, alike: bool = False
    ) -> dict[World, Fraction]:
        """The agent's degree of belief in each world that they consider possible; the degrees sum to 1.

        Parameters
        ----------
        agent, at, limit : as for `possible`
        alike : bool
            As for `degree`.
        """

    @abstractmethod
    def entropy(self, agent: str, at: World | None = None) -> float:
        """The entropy in bits of the agent's degrees of belief at a world: log2 n for n worlds of equal weight.

        Parameters
        ----------
        agent, at : as for `possible`
        """

    @abstractmethod
    def frame_properties(self, agent: str) -> set[str]:
        """The frame properties of the agent's relation: any of reflexive, serial, symmetric, transitive, euclidean."""

    # --------------------------------------------------------------------------------------------------- data and files

    @abstractmethod
    def to_explicit(self, limit: int | None = LIMIT) -> Model:
        """The model as a `KripkeModel` with listed worlds; `TooLarge` for more than `limit` worlds."""

    # ------------------------------------------------------------------------------------------------------- the engine

    def _formula(self, question: Question) -> Formula:
        """Convert a string, a constraint or a SymPy expression to a formula."""
        if isinstance(question, Formula):
            return question
        return parse(question) if isinstance(question, str) else formula_of(question, self.atoms)

    def _places(self, at: World | None) -> tuple[Any, ...]:
        """The positions of one or more worlds, by default of the actual worlds; `ModelError` if there are none."""
        places = self._actual_places if at is None else actual_places(at, self._position)
        if not places:
            raise ModelError(f"the model has no actual {self._noun}: {AT}")
        return places

    def _place(self, at: World | None) -> Any:
        """The position of a world, by default of the actual world; `ModelError` if there are several or none."""
        places = self._places(at)
        if len(places) > 1 and at is not None:
            raise ModelError(f"{len(places)} {self._noun}s are given: expected one, which this question is about")
        if len(places) > 1:
            raise several_actual(map(self._named, places), self._noun)
        return places[0]

    def _verdict(
        self, question: Formula, truths: Mapping[World, bool], actions: Actions | None, where: WorldSet | None = None
    ) -> Verdict:
        world, holds = min(truths.items(), key=itemgetter(1))  # the first where it fails, or else the first
        return Verdict(question, world, holds, self, actions, where, truths if len(truths) > 1 else {})

    def _names(self, where: WorldSet, limit: int | None = LIMIT, what: str = "worlds") -> frozenset[World]:
        """The names of the worlds in a set; `TooLarge` for more than `limit` worlds."""
        if limit is not LIMIT or len(self) > LIMIT:  # a check of a few worlds would take as long as their names
            require_listable(len(where), limit, what)
        return frozenset(map(self._named, where.positions()))

    def _text(self, world: Any, formula: Formula) -> str:
        """The name of a world as a string; for a state with many true atoms, only the true atoms in the formula."""
        return name_text(world)

    @property
    def _weighted(self) -> Collection[str]:
        """The agents with weights; empty unless the engine supports weights."""
        return ()

    @abstractmethod
    def _viewed(self, question: Formula, actions: Actions | None, work: Callable[[View], T]) -> T:
        """Call `work` with a view of the model for explanations; return the result."""

    @abstractmethod
    def _seen(self, agent: str, at: World | None, limit: int | None, verb: str) -> frozenset[World]:
        """The worlds that the agent considers or believes possible; `verb` is ``considers`` or ``believes``."""


@dataclass(frozen=True)
class Verdict:
    """The result of checking a formula at a world, or at several worlds, on any engine.

    Parameters
    ----------
    formula : Formula
        The checked formula.
    world : world
        The world. With several worlds, it is the first one where the formula fails, or the first one if the formula
        fails at none.
    holds : bool
        Whether the formula holds at the world, or at all of the worlds.
    model : Model
        The model.
    actions : mapping, optional
        The actions that the formula names.
    where : WorldSet, optional
        The worlds where the formula holds, if the engine has computed them; None for diagrams.
    truths : mapping
        For each of several worlds, whether the formula holds there; empty for one world.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
    >>> verdict = m.check("p & ~K_a p")
    >>> verdict.holds, verdict.world, verdict.count, verdict.extension
    (True, 'w1', 1, frozenset({'w1'}))
    """

    formula: Formula
    world: World
    holds: bool
    model: Model = field(compare=False)
    actions: Actions | None = field(default=None, compare=False)
    where: WorldSet | None = field(default=None, compare=False, repr=False)
    truths: Mapping[World, bool] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        return f"<Verdict: {self.formula} {self._told(world_quoted(self.world))}>"

    def _told(self, place: str) -> str:
        """The result in words, such as ``holds at w`` or, for several worlds, ``holds at each of 2 given worlds``."""
        if not self.truths:
            return f"{'holds' if self.holds else 'fails'} at {place}"
        number, here = len(self.truths), sum(self.truths.values())
        worlds = f"{number} {'actual' if {*self.truths} == {*self.model.actuals} else 'given'} worlds"
        if here in (0, number):
            return f"{'holds' if here else 'fails'} at each of {worlds}"
        return f"holds at {here} of {worlds}, but not at {place}"

    def _repr_html_(self) -> str:
        """The verdict as HTML with a collapsible explanation."""
        import html  # for notebooks only

        tally = f"it holds at {magnitude(self.count)} of {plural(self.size, 'world')}"
        words = html.escape("; ".join([f"{'✓' if self.holds else '✗'} {self.said}", tally, *filter(None, [self.note])]))
        return f"<details><summary>{words}</summary>\n{self.explain().to_html()}\n</details>"

    @cached_property
    def count(self) -> int:
        """The number of worlds where the formula holds."""
        return self.model.count(self.formula, self.actions) if self.where is None else len(self.where)

    @cached_property
    def size(self) -> int:
        """The number of worlds of the model."""
        return self.model.count() if self.where is None else self.where.size

    @cached_property
    def note(self) -> str:
        """Notes on the verdict, for example on degrees of belief of agents without weights; empty if there are none."""
        notes = [note_on(self.model, self.formula, self.world), *self._announcements()]
        return "; ".join(filter(None, notes))

    def _announcements(self) -> Iterator[str]:
        """For each outermost quantifier over announcements, a text with an announcement that makes it true or false."""
        if not any(isinstance(node, QUANTIFIERS) for node, _ in layer(self.formula)):
            return
        from kripke.why.arbitrary_reasons import witnesses

        place = self.model._position(self.world)
        rows = self.model._viewed(self.formula, self.actions, lambda view: list(witnesses(view, place)))
        for node, holds, announced in rows:
            which = "" if node is self.formula else f"{brief(node)} {'holds' if holds else 'fails'} "
            yield f"{which}by the announcement {announced}"

    @cached_property
    def extension(self) -> frozenset[World]:
        """Names of the worlds where the formula holds; `TooLarge` if there are too many to list."""
        if self.where is None:
            return self.model.extension(self.formula, self.actions)
        return self.model._names(self.where)

    @cached_property
    def counterexample(self) -> World | None:
        """A world of the model where the formula fails; None if it is valid."""
        if self.where is None:
            return next(self.model.iterate(Not(self.formula), self.actions), None)
        return None if self.count == self.size else self.model._named(self.where.first_outside)

    @property
    def said(self) -> str:
        """The verdict as a sentence; for several worlds, with the number of worlds where the formula holds."""
        return f"{brief(self.formula)} {self._told(visible(self.place))}"

    @property
    def place(self) -> str:
        """The name of the world as a string; for a state with many true atoms, only the true atoms in the formula."""
        return self.model._text(self.world, self.formula)

    def at(self, world: World) -> Verdict:
        """The verdict at another world of the model; without a new evaluation if `where` is known."""
        if self.where is None:
            return replace(self, world=world, holds=self.model.holds(self.formula, world, self.actions), truths={})
        return replace(self, world=world, holds=self.model._position(world) in self.where, truths={})

    def explain(self, depth: int = DEPTH, size: int = SIZE, detail: Detail = "full") -> Explanation:
        """Explain why the formula holds or fails at the world, with witnesses.

        Parameters
        ----------
        depth, size, detail : as for `Model.explain`

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
        >>> print(m.check("~K_a p & ~K_a ~p").explain(detail="brief"))
        ¬K_a p ∧ ¬K_a ¬p holds at w1: ¬K_a p holds and ¬K_a ¬p holds there
          ¬K_a p holds at w1: a cannot tell w1 from w2, and p is false at w2
          … (1 more)
        """
        why = self.model.explain(self.formula, self.world, self.actions, depth, size, detail)
        return why.of_several(self._told(visible(self.place))) if self.truths else why

    def survey(self, detail: Detail = "full") -> Survey:
        """Explain why the formula holds at every world, by cases; `ModelError` if it fails at a world.

        Examples
        --------
        >>> from whoknows import KripkeModel
        >>> m = KripkeModel.s5({"w1": {"p"}, "w2": set()}, {"a": [["w1", "w2"]]}, actual="w1")
        >>> print(m.check("p | ~p").survey())
        p ∨ ¬p holds at each of 2 worlds, in 2 cases
          at w1, p is true
          at w2, p is false
        """
        return self.model.survey(self.formula, self.actions, detail)


def note_on(model: Model, formula: Formula, world: World | None = None) -> str:
    """Notes on degrees of belief of agents without weights, and on groups that believe no world possible at `world`.

    Empty if there are none.
    """
    degrees = [node for node in formula.subformulas() if getattr(node, "degree", 0)]
    agents = frozenset[str]().union(*[agents_of(node) & {*model.agents} or model.agents for node in degrees])
    without = sorted(agents.difference(model._weighted))
    have = "have" if len(without) > 1 else "has"
    notes = [f"{listing(without, 'and')} {have} no weights, so worlds count equally"] if without else []
    for node in [] if world is None else [node for node, _ in layer(formula) if isinstance(node, DB)]:
        if model.holds(DB(node.group, Bottom()), world):
            together = f"together the agents of {brief(node)} believe no world possible there"
            notes.append(f"{together}, so they believe everything")
    return "; ".join(notes)
