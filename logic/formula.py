"""Formulas: one frozen dataclass a clause of the language.

Constructors validate and never rewrite: ``Not(Not(p))`` stays as it is. No function here recurses: a formula nested
100,000 deep, or a shared graph of 2^100 paths, is compared, hashed, copied and pickled like a small one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, fields
from functools import reduce
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, TypeVar, cast, dataclass_transform

from logic.errors import FormulaError, shorten
from logic.exact import Number, share
from logic.node import Node
from logic.operators import AGENT, ATOM_PATTERN
from logic.printer import ASCII, LATEX, UNICODE, represent, write
from logic.table import assemble, disassemble, flatten, same

Group = Collection[str] | None
"""The agents of an ``E``, ``C``, ``D`` or of an audience, stored as a frozen set; None: all agents of the model."""

T = TypeVar("T", bound="Formula")

_set = object.__setattr__


class Formula(Node):
    """A formula of epistemic logic: immutable, hashable, combined by ``~ & | ^ >>``.

    ``str(f)`` writes Unicode, `to_ascii` and `to_latex` the other notations; `parse` reads each back as an equal
    formula. ``p and q`` is a mistake in Python and raises; write ``p & q``.

    Examples
    --------
    >>> p, q = atoms("p q")
    >>> print((~p & q) >> K("a", q))
    ¬p ∧ q → K_a q
    """

    __slots__ = ()
    __hash__ = Node.__hash__

    children: tuple[Formula, ...]
    content: tuple[Any, ...]
    make: ClassVar[Callable[..., Any]]
    """The constructor without validation, for values that a grammar has checked; all fields, in their order."""

    def __post_init__(self) -> None:
        for name in self.parts:
            if not isinstance(part := getattr(self, name), Formula):
                _require_formula(part, type(self).__name__)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Formula):
            return NotImplemented
        mine, theirs = getattr(self, "_hash", None), getattr(other, "_hash", None)
        return (mine is None or theirs is None or mine == theirs) and same(self, other)

    def __reduce__(self) -> tuple[Callable[..., Formula], tuple[Any, ...]]:
        return cast("Callable[..., Formula]", assemble), (disassemble(self),)

    def __copy__(self) -> Formula:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Formula:
        return self

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a formula has no truth value in Python: combine formulas by ~ & | ^ >> (not by 'and', 'or', 'not'), "
            "and ask a model: model.holds(f)"
        )

    def __invert__(self) -> Not:
        return Not(self)

    def __and__(self, other: Formula) -> And:
        return And(self, other) if isinstance(other, Formula) else NotImplemented

    def __or__(self, other: Formula) -> Or:
        return Or(self, other) if isinstance(other, Formula) else NotImplemented

    def __xor__(self, other: Formula) -> Xor:
        return Xor(self, other) if isinstance(other, Formula) else NotImplemented

    def __rshift__(self, other: Formula) -> Implies:
        return Implies(self, other) if isinstance(other, Formula) else NotImplemented

    @property
    def atoms(self) -> frozenset[str]:
        """Names of the atoms that occur."""
        return frozenset(node.name for node in self.subformulas() if isinstance(node, Atom))

    @property
    def variables(self) -> frozenset[str]:
        """Names of the variables of the ``Kv`` that occur."""
        return frozenset(node.variable for node in self.subformulas() if isinstance(node, Kv))

    @property
    def agents(self) -> frozenset[str]:
        """Names of the agents that occur, alone or in a group."""
        return frozenset(agent for node in self.subformulas() for agent in agents_of(node))

    @property
    def actions(self) -> frozenset[str]:
        """Names of the actions that occur as ``[@name]``."""
        return frozenset(node.action for node in self.subformulas() if isinstance(node, (Act, ActDual)))

    def __str__(self) -> str:
        return write(self, UNICODE)

    def __repr__(self) -> str:
        return represent(self)

    def to_ascii(self) -> str:
        """The formula in ASCII: ``K_a (p -> ~q)``."""
        return write(self, ASCII)

    def to_latex(self) -> str:
        r"""The formula in LaTeX's mathematics mode: ``K_{a} (p \to \neg q)``."""
        return write(self, LATEX)

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def subformulas(self) -> tuple[Formula, ...]:
        """The distinct subformulas, each after its own subformulas: the formula itself is the last.

        O(n) for n nodes of the shared graph.
        """
        return tuple(node for node, _ in flatten(self).rows)


def _require_formula(value: object, clause: str) -> None:
    if not isinstance(value, Formula):
        way_out = f'; write parse("{shorten(value)}")' if isinstance(value, str) else ""
        raise FormulaError(f"{clause}: expected a formula, got {shorten(value)}{way_out}")


def require_name(value: object, what: str) -> None:
    """Raise `FormulaError` unless the value can be the name of an atom, a variable or an action.

    Parameters
    ----------
    value : object
        The name.
    what : str
        What it names, for the message.
    """
    if not isinstance(value, str) or not value or not value.isprintable():
        raise FormulaError(f"{what} {shorten(repr(value))}: expected a text of one or more printable characters")


def _require_agent(value: object) -> None:
    if not isinstance(value, str) or not AGENT.fullmatch(value):
        raise FormulaError(f"agent {shorten(repr(value))}: expected a name of letters, digits and underscores")


def _group(value: object) -> Group:
    """The group as a frozen set; a text is the name of a single agent."""
    if value is None:
        return None
    if isinstance(value, Formula) or not isinstance(value, Iterable):
        raise FormulaError(f"group {shorten(value)}: expected agents such as ['a', 'b'], or None for all agents")
    group = frozenset([value] if isinstance(value, str) else value)
    if not group:
        raise FormulaError("an empty group: name at least one agent, or give None for all agents of the model")
    for agent in group:
        _require_agent(agent)
    return group


def _read(names: tuple[str, ...]) -> property:
    """Return a property that reads these fields as a tuple, in C where there are several: all walks use it."""
    if len(names) > 1:
        return property(attrgetter(*names))
    if not names:
        return property(lambda _: ())
    field = attrgetter(*names)
    return property(lambda node: (field(node),))


def _maker(clause: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """Return the constructor of a clause without validation; parsing spends most of its time in it."""
    new = clause.__new__
    setters = [getattr(clause, name).__set__ for name in names]
    if len(setters) == 2:
        set_first, set_second = setters

        def of_two(first: Any, second: Any) -> Any:
            node = new(clause)
            set_first(node, first)
            set_second(node, second)
            return node

        return of_two

    def of_one(value: Any) -> Any:
        node = new(clause)
        setters[0](node, value)
        return node

    def of_any(*values: Any) -> Any:
        node = new(clause)
        for set_field, value in zip(setters, values, strict=True):
            set_field(node, value)
        return node

    return of_one if len(setters) == 1 else of_any


@dataclass_transform(eq_default=False, frozen_default=True)
def _clause(cls: type[T]) -> type[T]:
    """Make a frozen, slotted dataclass with the tables that walks and the parser use."""
    made: Any = dataclass(frozen=True, slots=True, eq=False, repr=False)(cls)
    names = tuple(f.name for f in fields(made))
    made.parts = tuple(f.name for f in fields(made) if f.type == "Formula")
    made.data = tuple(f.name for f in fields(made) if f.type != "Formula")
    made.setters = tuple(getattr(made, name).__set__ for name in (*made.data, *made.parts))
    made.children, made.content = _read(made.parts), _read(made.data)
    made.make = staticmethod(_maker(made, names))
    return made  # type: ignore[no-any-return]  # dataclass() of a class is that class


@_clause
class Top(Formula):
    """Verum, ``true``.

    Examples
    --------
    >>> print(Top())
    ⊤
    """


@_clause
class Bottom(Formula):
    """Falsum, ``false``.

    Examples
    --------
    >>> print(Bottom())
    ⊥
    """


@_clause
class Atom(Formula):
    """A proposition letter; any printable text may be its name.

    Examples
    --------
    >>> print(Atom("muddy(anne)") & ~Atom("p"))
    muddy(anne) ∧ ¬p
    """

    name: str

    def __post_init__(self) -> None:
        require_name(self.name, "atom")
        Formula.__post_init__(self)


@_clause
class Not(Formula):
    """Negation, ``~p``.

    Examples
    --------
    >>> Not(Atom("p")) == ~Atom("p")
    True
    """

    sub: Formula


@_clause
class And(Formula):
    """Conjunction, ``p & q``.

    Examples
    --------
    >>> print(And(Atom("p"), Atom("q")))
    p ∧ q
    """

    left: Formula
    right: Formula


@_clause
class Or(Formula):
    """Disjunction, ``p | q``.

    Examples
    --------
    >>> print(Or(Atom("p"), Atom("q")))
    p ∨ q
    """

    left: Formula
    right: Formula


@_clause
class Xor(Formula):
    """Exclusive disjunction, ``p ^ q``.

    Examples
    --------
    >>> print(Xor(Atom("p"), Atom("q")))
    p ⊕ q
    """

    left: Formula
    right: Formula


@_clause
class Implies(Formula):
    """Material implication, ``p -> q``.

    Examples
    --------
    >>> print(Implies(Atom("p"), Atom("q")))
    p → q
    """

    left: Formula
    right: Formula


@_clause
class Iff(Formula):
    """Material equivalence, ``p <-> q``.

    Examples
    --------
    >>> print(Iff(Atom("p"), Atom("q")))
    p ↔ q
    """

    left: Formula
    right: Formula


class _OneAgent(Formula):
    """A modality of a single agent, whose name is validated."""

    __slots__ = ()
    agent: str

    def __post_init__(self) -> None:
        _require_agent(self.agent)
        Formula.__post_init__(self)


class _OfGroup(Formula):
    """A modality of a group: any iterable of agents, kept as a frozen set, or None for all agents."""

    __slots__ = ()
    group: Group

    def __post_init__(self) -> None:
        _set(self, "group", _group(self.group))
        Formula.__post_init__(self)


@_clause
class K(_OneAgent):
    """``K_a p``: agent a knows p (p holds at every world that a considers possible).

    Examples
    --------
    >>> print(K("a", Atom("p")))
    K_a p
    """

    agent: str
    sub: Formula


@_clause
class M(_OneAgent):
    """``M_a p``: agent a considers p possible, the dual of `K`.

    Examples
    --------
    >>> print(M("a", Atom("p")))
    M_a p
    """

    agent: str
    sub: Formula


@_clause
class Kw(_OneAgent):
    """``Kw_a p``: agent a knows whether p, ``K_a p | K_a ~p``.

    Examples
    --------
    >>> print(Kw("a", Atom("p")))
    Kw_a p
    """

    agent: str
    sub: Formula


@_clause
class Kv(_OneAgent):
    """``Kv_a x``: agent a knows the value of x: for some v, agent a knows ``x=v``.

    Examples
    --------
    >>> print(Kv("a", "die1"))
    Kv_a die1
    """

    agent: str
    variable: str

    def __post_init__(self) -> None:
        require_name(self.variable, "variable")
        _OneAgent.__post_init__(self)


@_clause
class E(_OfGroup):
    """``E_{a,b} p``: everyone in the group knows p.

    Examples
    --------
    >>> print(E(["a", "b"], Atom("p")))
    E_{a,b} p
    >>> print(E(None, Atom("p")))
    E p
    """

    group: Group
    sub: Formula


@_clause
class C(_OfGroup):
    """``C_{a,b} p``: p is common knowledge in the group: E p, E E p, E E E p, and so on.

    Examples
    --------
    >>> print(C(["a", "b"], Atom("p")))
    C_{a,b} p
    """

    group: Group
    sub: Formula


@_clause
class D(_OfGroup):
    """``D_{a,b} p``: p is distributed knowledge: the agents of the group would know p if they pooled what they know.

    Examples
    --------
    >>> print(D(["a", "b"], Atom("p")))
    D_{a,b} p
    """

    group: Group
    sub: Formula


@_clause
class B(_OneAgent):
    """``B_a p``: agent a believes p.

    Examples
    --------
    >>> print(B("a", Atom("p")))
    B_a p
    """

    agent: str
    sub: Formula


@_clause
class BAtLeast(_OneAgent):
    """``B_a>=r p``: a's degree of belief in p is at least r, a rational in [0, 1]; a float counts as it prints.

    Examples
    --------
    >>> print(BAtLeast("a", 0.7, Atom("p")))
    B_a>=7/10 p
    """

    agent: str
    degree: Number
    sub: Formula

    def __post_init__(self) -> None:
        _set(self, "degree", share(self.degree))
        _OneAgent.__post_init__(self)


@_clause
class BGiven(_OneAgent):
    """``B_a[q] p``: conditional belief, agent a believes p given q.

    Examples
    --------
    >>> print(BGiven("a", Atom("q"), Atom("p")))
    B_a[q] p
    """

    agent: str
    condition: Formula
    sub: Formula


@_clause
class Bsafe(_OneAgent):
    """``Bsafe_a p``: safe belief, no true information makes agent a give up p.

    Examples
    --------
    >>> print(Bsafe("a", Atom("p")))
    Bsafe_a p
    """

    agent: str
    sub: Formula


@_clause
class Bstrong(_OneAgent):
    """``Bstrong_a p``: strong belief, the p-worlds that a considers possible are more plausible than the others.

    Examples
    --------
    >>> print(Bstrong("a", Atom("p")))
    Bstrong_a p
    """

    agent: str
    sub: Formula


@_clause
class Announce(_OfGroup):
    """``[p] q`` or ``[p!{a,b}] q``: if p is true, then q holds after it is announced (to the group).

    Examples
    --------
    >>> print(Announce(Atom("p"), K("a", Atom("p"))))
    [p] K_a p
    >>> print(Announce(Atom("p"), Atom("q"), ["a", "b"]))
    [p!{a,b}] q
    """

    statement: Formula
    sub: Formula
    group: Group = None


@_clause
class AnnounceDual(_OfGroup):
    """``<p> q`` or ``<p!{a,b}> q``: p is true, and q holds after it is announced (to the group).

    Examples
    --------
    >>> print(AnnounceDual(Atom("p"), K("a", Atom("p"))))
    ⟨p⟩ K_a p
    """

    statement: Formula
    sub: Formula
    group: Group = None


@_clause
class AnnounceWhether(_OfGroup):
    """``[p?] q`` or ``[p?{a,b}] q``: q holds after all (or the group) learn whether p. It is its own dual.

    Examples
    --------
    >>> print(AnnounceWhether(Atom("p"), Kw("a", Atom("p"))))
    [p?] Kw_a p
    """

    statement: Formula
    sub: Formula
    group: Group = None


@_clause
class Act(Formula):
    """``[@peek] q``: q holds after the action named ``peek``, wherever it can happen.

    Examples
    --------
    >>> print(Act("peek", K("a", Atom("p"))))
    [@peek] K_a p
    """

    action: str
    sub: Formula

    def __post_init__(self) -> None:
        require_name(self.action, "action")
        Formula.__post_init__(self)


@_clause
class ActDual(Formula):
    """``<@peek> q``: the action named ``peek`` can happen, and q holds after it.

    Examples
    --------
    >>> print(ActDual("peek", K("a", Atom("p"))))
    ⟨@peek⟩ K_a p
    """

    action: str
    sub: Formula

    def __post_init__(self) -> None:
        require_name(self.action, "action")
        Formula.__post_init__(self)


def agents_of(node: Formula) -> frozenset[str]:
    """The agents that the node itself names, apart from its subformulas."""
    if isinstance(node, _OneAgent):
        return frozenset([node.agent])
    if isinstance(node, _OfGroup):
        return frozenset(node.group or ())
    return frozenset()


def atoms(names: str | Iterable[str]) -> tuple[Atom, ...]:
    """Make several atoms: ``p, q = atoms("p q")``, or from a list of any names.

    In a text the names are those that a formula may have without quotes: ``p``, ``muddy(ann)``, ``die=4``.

    Examples
    --------
    >>> p, q = atoms("p q")
    >>> print(p >> q)
    p → q
    """
    if not isinstance(names, str):
        if not isinstance(names, Iterable) or isinstance(names, Formula):
            raise FormulaError(f"atoms {shorten(repr(names))}: expected names such as 'p q' or ['p', 'q']")
        return tuple([Atom(name) for name in names])
    rest = re.sub(ATOM_PATTERN, " ", names).replace(",", " ").strip()
    if rest:
        raise FormulaError(
            f"atoms {shorten(repr(names))}: {shorten(repr(rest))} is no atom; give other names in a list"
        )
    return tuple([Atom("".join(found.group().split())) for found in re.finditer(ATOM_PATTERN, names)])


def conj(formulas: Iterable[Formula] | Formula, *more: Formula) -> Formula:
    """The conjunction of an iterable of formulas, or of several arguments, nested to the left; `Top` without any.

    Parameters
    ----------
    formulas : iterable of Formula, or Formula
        All of them, or the first.
    *more : Formula
        The others.

    Examples
    --------
    >>> print(conj(atoms("p q r")))
    p ∧ q ∧ r
    """
    return _fold(And, formulas, more, Top)


def disj(formulas: Iterable[Formula] | Formula, *more: Formula) -> Formula:
    """The disjunction of an iterable of formulas, or of several arguments, nested to the left; `Bottom` without any.

    Parameters
    ----------
    formulas : iterable of Formula, or Formula
        All of them, or the first.
    *more : Formula
        The others.

    Examples
    --------
    >>> print(disj(atoms("p q r")))
    p ∨ q ∨ r
    """
    return _fold(Or, formulas, more, Bottom)


def _fold(
    clause: type[And] | type[Or],
    formulas: Iterable[Formula] | Formula,
    more: tuple[Formula, ...],
    empty: type[Formula],
) -> Formula:
    name = "conj" if clause is And else "disj"
    if not isinstance(formulas, (Formula, Iterable)) or isinstance(formulas, str):
        raise FormulaError(f"{name} {shorten(repr(formulas))}: expected formulas, such as {name}([p, q])")
    items = [formulas, *more] if isinstance(formulas, Formula) else [*formulas, *more]
    for item in items:
        _require_formula(item, name)
    return reduce(clause, items) if items else empty()
