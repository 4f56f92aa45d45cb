"""The base class of formulas: comparison, printing, copies, Python operators, and the declaration of clauses.

A clause is a class of formulas, such as `Atom`, `And` or `K`; all are in `logic.clauses`. No function here recurses
into subformulas: a formula nested 100,000 deep, or one whose shared subformulas form a graph with 2^100 paths, is
compared, hashed, copied and pickled like a small one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, fields, is_dataclass
from inspect import Parameter, Signature
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, TypeVar, cast, dataclass_transform

from logic.errors import FormulaError, shorten
from logic.exact import require_whole, share
from logic.node_table import CLAUSES, Node, assemble, disassemble, flatten, nodes, same
from logic.operators import AGENT, MOST_TIMES, Bracket, Modality, Notation, Operator, Temporal
from logic.printer import ASCII, LATEX, UNICODE, represent, write

Formulas = tuple["Formula", ...]
"""The type of a field with any number of subformulas; a clause has at most one such field."""

Group = Collection[str] | None
"""The agents of an operator or the audience of an announcement, as a frozen set; None: all agents of the model."""

NAMELESS = ""
"""Stands for the nameless agent, as in ``[]p`` and ``K p``; constructors also accept None."""

T = TypeVar("T", bound="Formula")


def _joining(connective: str) -> tuple[Callable[[Formula, Formula | str], Formula], Callable[[Formula, str], Formula]]:
    """Return the methods ``__op__`` and ``__rop__`` of a connective; an operand that is a string is parsed."""

    def before(self: Formula, other: Formula | str) -> Formula:
        return cast(Formula, CLAUSES[connective](self, other) if isinstance(other, (Formula, str)) else NotImplemented)

    def behind(self: Formula, other: str) -> Formula:
        return cast(Formula, CLAUSES[connective](other, self) if isinstance(other, str) else NotImplemented)

    return before, behind


class Formula(Node):
    """A formula of epistemic logic. It is immutable and hashable; ``~ & | ^ >>`` combine formulas.

    ``str(f)`` is the Unicode notation, `to_ascii` and `to_latex` return the other notations, and `parse` reads all of
    them. ``p and q`` raises an error; write ``p & q``.

    Examples
    --------
    >>> from whoknows import K, atoms
    >>> p, q = atoms("p q")
    >>> print((~p & q) >> K("a", q))
    ¬p ∧ q → K_a q

    Wherever a formula is expected, a string is parsed. It is a single operand, even if it contains connectives:

    >>> print(p & "q | K_a q", K("a", "p -> q"))
    p ∧ (q ∨ K_a q) K_a (p → q)
    """

    __slots__ = ()
    __hash__ = Node.__hash__

    children: tuple[Formula, ...]
    content: tuple[Any, ...]
    operator: ClassVar[Operator]
    # the name, the setter and the validating function of each field in `FIELDS`
    checks: ClassVar[tuple[tuple[str, Callable[[Any, Any], None], Callable[[Any], Any]], ...]]
    make: ClassVar[Callable[..., Any]]
    """The constructor without validation, for values that the grammar has checked. Takes all fields in order."""

    reader: ClassVar[Callable[[str], Formula]]
    """Parses a text where a formula is expected; set by the package, since the parser imports this module."""

    def __post_init__(self) -> None:
        for name, set_field, valid in self.checks:
            set_field(self, valid(getattr(self, name)))
        for place, name in enumerate(self.parts):
            part, several = getattr(self, name), place == self.several
            if several and (isinstance(part, (str, Formula)) or not isinstance(part, Iterable)):
                raise FormulaError(f"{name} {shorten(repr(part))}: expected a list of formulas, such as ['p']")
            if not isinstance(part, Formula):
                read = tuple(as_formula(each, type(self).__name__) for each in (part if several else (part,)))
                object.__setattr__(self, name, read if several else read[0])

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

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

    def __invert__(self) -> Formula:
        return cast(Formula, CLAUSES["Not"](self))

    __and__, __rand__ = _joining("And")
    __or__, __ror__ = _joining("Or")
    __xor__, __rxor__ = _joining("Xor")
    __rshift__, __rrshift__ = _joining("Implies")

    @property
    def steps(self) -> int:
        """The number of steps along relations from a world to the worlds where the subformulas are evaluated.

        It is 1 for operators such as ``C`` and ``AG``, which follow any number of steps.
        """
        return 1 if self.operator.feature and not self.operator.changes else 0

    @property
    def own_agents(self) -> frozenset[str]:
        """The agents that the outermost operator names; may contain `NAMELESS`."""
        return frozenset()

    @property
    def own_actions(self) -> tuple[str, ...]:
        """The actions that the outermost operator names."""
        named = getattr(self, "action", ())
        return (named,) if isinstance(named, str) else named

    @property
    def atoms(self) -> frozenset[str]:
        """The names of the atoms that occur in the formula."""
        return self._names("name")

    @property
    def variables(self) -> frozenset[str]:
        """The names of the variables in subformulas ``Kv_a x``."""
        return self._names("variable")

    @property
    def agents(self) -> frozenset[str]:
        """The names of the agents that occur, alone or in a group, except the nameless agent."""
        return frozenset(agent for node in nodes(self) for agent in agents_of(node)) - {NAMELESS}

    @property
    def actions(self) -> frozenset[str]:
        """The names of the actions that occur, as in ``[@name] p`` or in a program such as ``[@name ; @other] p``."""
        return frozenset(action for node in nodes(self) for action in actions_of(node))

    def _names(self, field: str) -> frozenset[str]:
        return frozenset(getattr(node, field) for node in nodes(self) if field in node.data)

    def __str__(self) -> str:
        return write(self, UNICODE)

    def __repr__(self) -> str:
        return represent(self)

    def to_ascii(self) -> str:
        """Return the formula in ASCII notation: ``K_a (p -> ~q)``."""
        return write(self, ASCII)

    def to_latex(self) -> str:
        r"""Return the formula in LaTeX, for math mode: ``K_{a} (p \to \neg q)``."""
        return write(self, LATEX)

    def _repr_latex_(self) -> str:
        return f"${self.to_latex()}$"

    def subformulas(self) -> tuple[Formula, ...]:
        """Return the distinct subformulas, each after its own subformulas; the last is the formula itself.

        O(n) for n nodes of the shared graph.
        """
        return tuple(node for node, _ in flatten(self).rows)


def as_formula(value: object, clause: str) -> Formula:
    """Parse a string; return a formula unchanged. `ParseError` for an invalid string, `FormulaError` for other values.

    `clause`: the name of the class or function that needs the formula, for the message.
    """
    if isinstance(value, Formula):
        return value
    if isinstance(value, str):
        return Formula.reader(value)
    raise FormulaError(f"{clause}: expected a formula or its text, got {shorten(value)}")


def require_name(value: object, what: str) -> str:
    """Return the name of an atom, a variable or an action (`what`) unchanged; `FormulaError` if it is invalid."""
    if not isinstance(value, str) or not value or not value.isprintable():
        raise FormulaError(f"{what} {shorten(repr(value))}: expected a text of one or more printable characters")
    return value


def require_agent(value: object) -> str:
    """Return the value; `FormulaError` unless it can be the name of an agent."""
    if not isinstance(value, str) or not AGENT.fullmatch(value):
        raise FormulaError(f"agent {shorten(repr(value))}: expected a name of letters, digits and underscores")
    return value


def _group(value: object) -> Group:
    """Return the group as a frozen set, or None unchanged; a string is the name of a single agent."""
    if value is None:
        return None
    if isinstance(value, Formula) or not isinstance(value, Iterable):
        raise FormulaError(f"group {shorten(value)}: expected agents such as ['a', 'b'], or None for all agents")
    names = [value] if isinstance(value, str) else list(value)
    for agent in names:
        require_agent(agent)
    group = frozenset(names)
    if not group:
        raise FormulaError("an empty group: name at least one agent, or give None for all agents of the model")
    return group


FIELDS: dict[str, Callable[[Any], Any]] = {
    "name": lambda value: require_name(value, "atom"),
    "variable": lambda value: require_name(value, "variable"),
    "action": lambda value: require_name(value, "action"),
    "agent": lambda value: (
        NAMELESS if value is None or (isinstance(value, str) and not value) else require_agent(value)
    ),
    "group": _group,
    "degree": share,
    "times": lambda times: require_whole(times, "times", 1, MOST_TIMES),
}
"""Maps a field of a clause to the function that validates and converts its value; `FormulaError` if it is invalid."""


def _read(names: tuple[str, ...], several: int | None = None) -> property:
    """Return a property: the tuple of these fields' values. A tuple in field number `several` is unpacked."""
    if several is not None:
        first, middle, last = names[:several], attrgetter(names[several]), names[several + 1 :]
        ends = _read(first).fget, _read(last).fget
        return property(lambda node: (*ends[0](node), *middle(node), *ends[1](node)))  # type: ignore[misc]
    if len(names) > 1:
        return property(attrgetter(*names))
    if not names:
        return property(lambda _: ())
    field = attrgetter(*names)
    return property(lambda node: (field(node),))


def _maker(clause: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """Return a constructor of a clause without validation, optimised because the parser calls it often."""
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
def fields_of(cls: type[T]) -> type[T]:
    """Class decorator that declares the annotated names as fields; a class without annotations inherits its fields."""
    data_class: Any = dataclass(slots=True, eq=False, repr=False, init=False)(cls)  # compiling an `__init__` is slow
    data_class.__init__ = _constructor(
        fields(data_class), [getattr(data_class, each.name).__set__ for each in fields(data_class)]
    )
    return data_class  # type: ignore[no-any-return]  # dataclass() of a class is that class


def _constructor(fields: Sequence[Field[Any]], setters: Sequence[Callable[[Any, Any], None]]) -> Callable[..., None]:
    """Return a constructor with these fields. It raises `FormulaError` if an argument is missing or superfluous."""
    names, defaults = [each.name for each in fields], {f.name: f.default for f in fields if f.default is not MISSING}

    def constructor(self: Any, *given: Any, **named: Any) -> None:
        values: Iterable[Any] = given
        if named or len(given) != len(names):
            known = defaults | dict(zip(names, given, strict=False)) | named
            if len(given) > len(names) or len(known) != len(names) or not named.keys() <= {*names[len(given) :]}:
                name = type(self).__name__
                shown = shorten(", ".join([*map(repr, given), *(f"{key}={value!r}" for key, value in named.items())]))
                nameless = "agent" in names and type(self).operator.form.nameless
                hint = "; the agent is None where only one is meant, without a name" * nameless
                hint = {"And": "; conj joins any number", "Or": "; disj joins any number"}.get(name, hint)
                raise FormulaError(f"{name}({shown}): expected the parts {', '.join(names)}{hint}")
            values = map(known.__getitem__, names)
        for set_field, value in zip(setters, values, strict=True):
            set_field(self, value)
        self.__post_init__()

    kind = Parameter.POSITIONAL_OR_KEYWORD
    shown = [
        Parameter(each.name, kind, default=defaults.get(each.name, Parameter.empty), annotation=each.type)
        for each in fields
    ]
    vars(constructor)["__signature__"] = Signature([Parameter("self", kind), *shown])
    return constructor


@dataclass_transform(eq_default=False, frozen_default=True)
def clause(
    form: Notation | Modality | Bracket | Temporal | None = None, feature: str = "", **declared: Any
) -> Callable[[type[T]], type[T]]:
    """Class decorator that declares a clause; `form`, `feature` and `declared` are the fields of its `Operator`."""
    if isinstance(form, (Modality, Bracket, Temporal)) and not feature:
        raise TypeError(f"{form}: declare the operator's feature, which names the fragments that have it")
    operator = Operator(form, feature, **declared)

    def declare(cls: type[T]) -> type[T]:
        if cls.__annotations__ or not is_dataclass(cls):
            clause: Any = fields_of(cls)
        else:  # there are no new fields, so the base class's constructor stays
            body = {name: value for name, value in vars(cls).items() if name != "__dict__"}
            clause = type(cls.__name__, cls.__bases__, body | {"__slots__": ()})
        clause.operator = operator
        clause.parts = tuple(f.name for f in fields(clause) if f.type in ("Formula", "Formulas"))
        clause.data = tuple(f.name for f in fields(clause) if f.name not in clause.parts)
        several = [clause.parts.index(f.name) for f in fields(clause) if f.type == "Formulas"]
        clause.several = several[0] if several else None
        clause.setters = tuple(getattr(clause, name).__set__ for name in (*clause.data, *clause.parts))
        checked = [f.name for f in fields(clause) if f.name in FIELDS and not f.type.startswith("tuple")]
        check = FIELDS if getattr(form, "nameless", True) else {**FIELDS, "agent": require_agent}
        clause.checks = tuple([(name, getattr(clause, name).__set__, check[name]) for name in checked])
        clause.children, clause.content = _read(clause.parts, clause.several), _read(clause.data)
        clause.make = staticmethod(_maker(clause, tuple(f.name for f in fields(clause))))
        CLAUSES[clause.__name__] = clause
        return clause  # type: ignore[no-any-return]  # dataclass() of a class is that class

    return declare


class OneAgent(Formula):
    """An operator with one agent; None stands for the nameless agent, if the operator can be written without one."""

    __slots__ = ()
    agent: str

    @property
    def own_agents(self) -> frozenset[str]:
        """The set that contains only the agent."""
        return frozenset([self.agent])


class OfNameless(Formula):
    """An operator that is written as a symbol, such as ``[]``; its agent is the nameless agent."""

    __slots__ = ()
    agent = NAMELESS
    own_agents = frozenset([NAMELESS])


class OfGroup(Formula):
    """An operator with a group: any iterable of agents, stored as a frozen set, or None for all agents."""

    __slots__ = ()
    group: Group

    @property
    def own_agents(self) -> frozenset[str]:
        """The agents of the group; empty if it means all agents of the model."""
        return frozenset(self.group or ())

    def among(self, everyone: frozenset[str]) -> frozenset[str]:
        """Return the agents of the group; `everyone` if it means all agents."""
        return everyone if self.group is None else frozenset(self.group)


def agents_of(node: Formula) -> frozenset[str]:
    """Return the agents of the node itself, apart from its subformulas; may contain `NAMELESS`."""
    return node.own_agents


def actions_of(node: Formula) -> tuple[str, ...]:
    """Return the actions of the node itself, apart from its subformulas."""
    return node.own_actions
