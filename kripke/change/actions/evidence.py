"""Soft information: actions that change weights or ranks, but not worlds or relations.

Weights are exact: integers over the least common denominator. Only worlds that the agent considers possible at some
world have weights. A world whose weight falls below the threshold is not believed possible until the weight reaches the
threshold again. A class of an agent is a set of worlds that the agent considers possible together. If all worlds of a
class are below the threshold, the agent believes the heaviest of them possible
(`kripke.change.belief.count_unsupported_classes` counts such classes). So the relation of ``B_a`` stays KD45. Formulas
are evaluated before the change.

An upgrade moves worlds to the front of each agent's plausibility order: van Benthem (2007), "Dynamic logic for belief
revision", Journal of Applied Non-Classical Logics 17(2), 129-155, doi:10.3166/jancl.17.129-155; Baltag and Smets
(2008), "A qualitative theory of dynamic interactive belief revision", doi:10.1007/978-3-319-20451-2_39. The
conservative upgrade is from Boutilier (1996), "Iterated revision and minimal change of conditional beliefs",
doi:10.1007/BF00248151.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import compress
from math import gcd, lcm
from typing import ClassVar

from kripke.change.belief import relation_of, weights_of
from kripke.checking.explicit import algebra, extension
from kripke.data.errors import ModelError, require_flag
from kripke.data.lazy import np
from kripke.data.relation import MASKED, Column, mask_to_column
from kripke.data.structure import Structure, Weights
from kripke.data.weighing import number
from kripke.data.wording import both, brief, world_text
from logic.errors import by_face, shorten
from logic.exact import DIGITS, Number, share
from logic.formula import Formula
from logic.parser import parse

Chances = tuple[tuple[Formula, Fraction], ...]  # Formulas, each with the likelihood of the observation where it holds


class _OfWeights:
    """Base class of actions that change weights and can happen at every world."""

    total: ClassVar[bool] = True  # as in `AnnouncementWhether`

    def __repr__(self) -> str:
        parts = [f"{name}={_written(value)}" for name, value in vars(self).items()]
        return f"{type(self).__name__}({', '.join(parts)})"


def _written(value: object) -> str:
    """The value as Python code. A fraction without an exact decimal is a string, or its `repr` if it is very long."""
    if isinstance(value, tuple):
        return f"[{', '.join([f'({formula!r}, {_written(chance)})' for formula, chance in value])}]"
    is_short = isinstance(value, Fraction) and value.denominator.bit_length() < DIGITS
    return repr(number(value) if is_short else value)  # type: ignore[arg-type]


@dataclass(frozen=True, repr=False)
class Evidence(_OfWeights):
    """Evidence for a formula: worlds where the formula holds gain weight, other worlds lose weight, within [0, 1].

    Parameters
    ----------
    agent : str
        The agent whose weights change.
    formula : Formula or str
        The formula that the evidence supports.
    gain, loss : number
        The gain is added to the weight of each world where the formula holds, and the loss is subtracted from the
        weight of each other world; both are in [0, 1].

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w",
    ...                    weights={"a": {"w": 0.5, "v": 0.5}}, threshold={"a": 0.4})
    >>> after = m.update(Evidence("a", "p", gain=0.1, loss=0.15))
    >>> after.weights("a"), after.holds("B_a p")
    ({'w': Fraction(3, 5), 'v': Fraction(7, 20)}, True)
    """

    agent: str
    formula: Formula
    gain: Fraction
    loss: Fraction

    def __init__(self, agent: str, formula: Formula | str, gain: Number, loss: Number) -> None:
        object.__setattr__(self, "agent", _name(agent))
        object.__setattr__(self, "formula", parse(formula))
        object.__setattr__(self, "gain", share(gain, f"gain of {shorten(agent)}"))
        object.__setattr__(self, "loss", share(loss, f"loss of {shorten(agent)}"))

    def apply(self, structure: Structure) -> Structure:
        """The structure after the evidence. O(n) for n worlds, plus the cost of the formula's extension.

        `UnknownAgent` or `UnknownAtom` for a name that is not in the model, `ModelError` if the agent has no weights.
        """
        given = weights_of(structure, self.agent)
        holds, relation = extension(structure, self.formula), structure.relations[self.agent]
        gain, loss = self.gain, self.loss
        whole = lcm(given.denominator, gain.denominator, loss.denominator)
        steps = gain.numerator * (whole // gain.denominator), loss.numerator * (whole // loss.denominator)
        if structure.size <= MASKED:
            updated = _moved_alike(given, holds.mask, relation.seen_by_some.mask, whole, *steps)
        else:
            updated = _moved(given, holds.column, relation.members, whole, *steps)
        return structure.weighed(self.agent, updated)


@dataclass(frozen=True, repr=False)
class Likelihood(_OfWeights):
    """Bayes' rule in each class of an agent: weight times likelihood, normalised within the class.

    Bayes (1763), doi:10.1098/rstl.1763.0053. Since weights are normalised, a threshold that was chosen for other
    weights may be too high or too low afterwards; degrees of belief do not depend on the scale.

    Parameters
    ----------
    agent : str
        The agent whose weights change.
    chances : mapping, or iterable of pairs
        For each formula, the likelihood in [0, 1] of the agent's observation where the formula holds. Each member of
        each class must satisfy exactly one of the formulas.
    repair : bool
        Whether a class keeps its weights if the observation is impossible there, so all new weights would be 0. If
        False, this is an error.

    Examples
    --------
    A test is positive in 9 of 10 cases where p holds, and in 1 of 5 where it fails.

    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w",
    ...                    weights={"a": {"w": 0.5, "v": 0.5}})
    >>> m.update(Likelihood("a", {"p": 0.9, "~p": 0.2})).degree("a", "p")
    Fraction(9, 11)
    """

    agent: str
    chances: Chances
    repair: bool = False

    def __init__(
        self,
        agent: str,
        chances: Mapping[Formula, Number] | Mapping[str, Number] | Iterable[tuple[Formula | str, Number]],
        repair: bool = False,
    ) -> None:
        object.__setattr__(self, "agent", _name(agent))
        object.__setattr__(self, "chances", _chances(agent, chances))
        object.__setattr__(self, "repair", require_flag(repair, f"repair of Likelihood of {shorten(agent)}:"))

    def apply(self, structure: Structure) -> Structure:
        """The structure after the observation.

        `UnknownAgent` or `UnknownAtom` for a name that is not in the model. `ModelError` if the agent has no weights,
        if a member of a class satisfies none of the formulas or more than one, or if all new weights of a class are 0
        and `repair` is False.

        O(k n) for k formulas and n worlds, plus the cost of their extensions. The denominator is a common multiple of
        the classes' totals, so it may grow with each observation and with the number of classes; `KripkeModel.rounded`
        shortens it.
        """
        given = weights_of(structure, self.agent)
        loads = self._loads(structure, given)
        relation = structure.relations[self.agent]
        classes: dict[int, list[int]] = {}
        for i, label in compress(enumerate(relation.labels.tolist()), relation.members.tolist()):
            classes.setdefault(label, []).append(i)
        parts: list[tuple[list[int], int]] = []  # for each class the shares as small integers, and their total
        for members in classes.values():
            new = [loads[i] for i in members]
            total = sum(new)
            if not total and not self.repair:
                raise self._impossible(structure, members, given)
            if not total:
                new, total = [given.numerators[i] for i in members], given.denominator
            common = gcd(total, *new)
            parts.append(([load // common for load in new], total // common))
        whole = lcm(*[total for _, total in parts])
        moved = [0] * structure.size
        for members, (shares, total) in zip(classes.values(), parts, strict=True):
            scale = whole // total
            for i, part in zip(members, shares, strict=True):
                moved[i] = part * scale
        # No common factor is left: take any prime factor of `whole`, and a class whose total has its highest power.
        # At least one share in this class is not divisible by the prime.
        updated = Weights(tuple(moved), whole, given.threshold)
        return structure.weighed(self.agent, updated)

    def _loads(self, structure: Structure, given: Weights) -> list[int]:
        """Each world's weight times its likelihood, as integers over a common denominator; 0 for worlds in no class."""
        scale = lcm(*[chance.denominator for _, chance in self.chances])
        columns = [extension(structure, formula).column.tolist() for formula, _ in self.chances]
        factors = [chance.numerator * (scale // chance.denominator) for _, chance in self.chances]
        members = structure.relations[self.agent].members.tolist()
        loads = [0] * structure.size
        for i, covering in compress(enumerate(zip(*columns, strict=True)), members):
            if sum(covering) != 1:
                raise self._uncovered(structure, i, covering)
            loads[i] = given.numerators[i] * factors[covering.index(True)]
        return loads

    def _uncovered(self, structure: Structure, position: int, covering: Sequence[bool]) -> ModelError:
        world = world_text(structure.worlds.name(position))
        formulas = [brief(formula) for formula, _ in self.chances]
        twice = list(compress(formulas, covering))
        problem = f"{both(twice)} hold together" if twice else f"no formula holds among {both(formulas)}"
        return ModelError(
            f"Likelihood of {shorten(self.agent)}: at world {world} {problem}; each member of a class must satisfy "
            "exactly one of the formulas"
        )

    def _impossible(self, structure: Structure, members: list[int], given: Weights) -> ModelError:
        names = [world_text(structure.worlds.name(i)) for i in members]
        shown = shorten(both(names), 120)
        before = any(given.numerators[i] for i in members)
        reason = "the likelihood is 0 wherever the weight is not" if before else "all weights were 0 before"
        return ModelError(
            f"Likelihood of {shorten(self.agent)}: the class of {shown} is left without weight, since {reason}"
            + by_face("; with repair=True such a class keeps its weights")
        )


@dataclass(frozen=True, repr=False)
class Trust(_OfWeights):
    """Moves an agent's weights towards another agent's: new = old + rate (other's - old) for each class member.

    A world that the other agent considers impossible has weight 0 for that agent, so trust lowers its weight. This is
    linear pooling: DeGroot (1974), "Reaching a consensus", doi:10.1080/01621459.1974.10480137.

    Parameters
    ----------
    agent, other : str
        The agent whose weights change, and the agent whose weights they approach. Both must have weights.
    rate : number
        In [0, 1]: 0 changes nothing, 1 copies the other's weights.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]], "b": [["w", "v"]]}, actual="w",
    ...                    weights={"a": {"w": 0.5, "v": 0.5}, "b": {"w": 1, "v": 0}})
    >>> m.update(Trust("a", "b", rate=0.5)).weights("a")
    {'w': Fraction(3, 4), 'v': Fraction(1, 4)}
    """

    agent: str
    other: str
    rate: Fraction

    def __init__(self, agent: str, other: str, rate: Number) -> None:
        object.__setattr__(self, "agent", _name(agent))
        object.__setattr__(self, "other", _name(other))
        object.__setattr__(self, "rate", share(rate, f"rate of {shorten(agent)}"))

    def apply(self, structure: Structure) -> Structure:
        """The structure after the change; `UnknownAgent` for an unknown name, `ModelError` for missing weights.

        O(n) for n worlds. Each update may multiply the denominator by that of the rate, so its digits may grow with the
        number of updates: 1,000 updates at rate 1/20 give a denominator of about 1,300 digits.
        """
        own, theirs = weights_of(structure, self.agent), weights_of(structure, self.other)
        common = lcm(own.denominator, theirs.denominator)
        rate = self.rate
        old = (rate.denominator - rate.numerator) * (common // own.denominator)
        new = rate.numerator * (common // theirs.denominator)
        whole = common * rate.denominator
        moved = own.column(whole) * old + theirs.column(whole) * new
        members = structure.relations[self.agent].members
        return structure.weighed(self.agent, Weights.reduced(moved * members, whole, own.threshold))


def _name(agent: str) -> str:
    if not isinstance(agent, str):
        raise ModelError(f"agent {shorten(repr(agent))}: expected the name of an agent")
    return agent


def _chances(agent: str, chances: object) -> Chances:
    pairs = list(chances.items() if isinstance(chances, Mapping) else chances if isinstance(chances, Iterable) else ())
    if not pairs or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
        raise ModelError(
            f"Likelihood of {shorten(agent)}: expected likelihoods of formulas, such as {{'p': 0.9, '~p': 0.2}}, "
            f"got {shorten(repr(chances))}"
        )
    read = [(parse(formula), chance) for formula, chance in pairs]
    return tuple([(formula, _chance(formula, chance)) for formula, chance in read])


def _chance(formula: Formula, chance: Number) -> Fraction:
    """The likelihood as a fraction; an error if it is invalid.

    For a valid `Fraction` no text for an error is built, since printing the formula takes longer than updating.
    """
    fits = type(chance) is Fraction and 0 <= chance <= 1
    return chance if fits else share(chance, f"likelihood of {brief(formula)}")  # type: ignore[return-value]


def _moved(given: Weights, holds: Column, members: Column, whole: int, more: int, less: int) -> Weights:
    """The weights with `more` added where the formula holds and `less` subtracted elsewhere.

    The numerators stay between 0 and the common denominator `whole`; they are 0 outside `members`.
    """
    column = given.column(2 * whole) * (whole // given.denominator)
    moved = np.where(holds, np.minimum(column + more, whole), np.maximum(column - less, 0))
    return Weights.reduced(moved * members, whole, given.threshold)


@lru_cache(maxsize=1024)
def _moved_alike(given: Weights, holds: int, members: int, whole: int, more: int, less: int) -> Weights:
    """The result of `_moved` for bit masks, cached since many agents may receive the same evidence."""
    size = len(given.numerators)
    return _moved(given, mask_to_column(holds, size), mask_to_column(members, size), whole, more, less)


@dataclass(frozen=True, slots=True)
class Upgrade:
    """An upgrade: the worlds where a formula holds become the most plausible of their class.

    `best_only`: whether only the most plausible of these worlds move. `agents`: the agents who accept it; None: all.
    """

    formula: Formula
    best_only: bool
    agents: frozenset[str] | None = None

    total: ClassVar[bool] = True  # as in `AnnouncementWhether`

    def __repr__(self) -> str:
        agents = "" if self.agents is None else f", agents={sorted(self.agents)!r}"
        return f"{'conservative' if self.best_only else 'radical'}_upgrade({self.formula!r}{agents})"

    def apply(self, structure: Structure) -> Structure:
        """The structure after the upgrade. Agents without ranks start with equal plausibility. O(n log n) per agent.

        `UnknownAgent` or `UnknownAtom` for an unknown name. `ModelError` if one of the upgrade's agents has weights, or
        a relation that is not transitive and Euclidean.
        """
        for agent in self.agents or ():
            relation_of(structure, agent)
        start = algebra(structure)
        moving = start.engine_set(extension(structure, self.formula))
        return start.upgraded(moving, self.best_only, None if self.agents is None else sorted(self.agents)).structure


def radical_upgrade(formula: Formula | str, agents: Iterable[str] | str | None = None) -> Upgrade:
    """The lexicographic upgrade: worlds where the formula holds become more plausible than all others of their class.

    The order among the worlds where the formula holds, and among the other worlds, stays the same. If an agent
    considered the formula possible, the new beliefs about facts are the old beliefs conditional on the formula.

    Parameters
    ----------
    formula : Formula or str
        The information; it is evaluated before the upgrade and need not be true.
    agents : str or iterable of str, optional
        The agents who accept it; the ranks of the others do not change. None: all agents.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w", ranks={"a": {"w": 1, "v": 0}})
    >>> m.holds("B_a ~p"), m.update(radical_upgrade("p")).holds("B_a p")
    (True, True)
    """
    return Upgrade(parse(formula), False, _group(agents))


def conservative_upgrade(formula: Formula | str, agents: Iterable[str] | str | None = None) -> Upgrade:
    """The minimal upgrade: in each class only the most plausible worlds where the formula holds move to the front.

    Parameters
    ----------
    formula : Formula or str
        The information; it is evaluated before the upgrade and need not be true.
    agents : str or iterable of str, optional
        The agents who accept it; the ranks of the others do not change. None: all agents.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "u": {"p", "q"}, "v": set()}, {"a": [["w", "u", "v"]]}, actual="w",
    ...                    ranks={"a": {"w": 2, "u": 1, "v": 0}})
    >>> after = m.update(conservative_upgrade("p"))
    >>> after.holds("B_a (p & q)"), after.holds("B_a[~q] ~p")
    (True, True)
    """
    return Upgrade(parse(formula), True, _group(agents))


def _group(agents: Iterable[str] | str | None) -> frozenset[str] | None:
    if agents is None:
        return None
    group = [agents] if isinstance(agents, str) else list(agents) if isinstance(agents, Iterable) else []
    if not group or not all(isinstance(agent, str) for agent in group):
        raise ModelError(f"agents {shorten(repr(agents))}: expected names such as ['a', 'b'], or None for all agents")
    return frozenset(group)
