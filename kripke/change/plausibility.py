"""Soft information: upgrades of plausibility. Structure -> Structure; worlds and relations stay the same.

An upgrade moves worlds to the front of each agent's ranks; hard information, which removes worlds, is the announcement
of `update.announce`. van Benthem (2007), "Dynamic logic for belief revision", Journal of Applied Non-Classical
Logics 17(2), 129-155, doi:10.3166/jancl.17.129-155; Baltag and Smets (2008), "A qualitative theory of dynamic
interactive belief revision", doi:10.1007/978-3-319-20451-2_39. The conservative upgrade is Boutilier's (1996),
"Iterated revision and minimal change of conditional beliefs", doi:10.1007/BF00248151.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from kripke.checking.explicit import extension
from kripke.data.errors import ModelError, unknown_agent
from kripke.data.relation import Relation
from kripke.data.structure import Ranks, Structure
from logic.errors import shorten
from logic.formula import Formula
from logic.parser import parse


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Worlds of a formula become more plausible than the others of their class; otherwise the order stays the same.

    Made by `radical_upgrade` and `conservative_upgrade`.

    Parameters
    ----------
    formula : Formula
        The information; it is evaluated before the upgrade and need not be true.
    best_only : bool
        Whether only the most plausible of its worlds in each class move (conservative), or all (radical).
    agents : frozenset of str, optional
        The agents who accept the information; None: all agents.
    """

    formula: Formula
    best_only: bool
    agents: frozenset[str] | None = None

    total: ClassVar[bool] = True
    """The action can happen at every world and keeps all worlds, so a formula such as ``[@name] f`` may name it."""

    def __repr__(self) -> str:
        agents = "" if self.agents is None else f", agents={sorted(self.agents)!r}"
        return f"{'conservative' if self.best_only else 'radical'}_upgrade({self.formula!r}{agents})"

    def apply(self, structure: Structure) -> Structure:
        """The structure after the upgrade. An agent without ranks considered all worlds equally plausible before.

        Raises
        ------
        UnknownAgent, UnknownAtom
            If the model does not have a name.
        ModelError
            If an agent who accepts the information has weights, or a relation without classes.

        Notes
        -----
        O(n log n) for n worlds and each agent, plus the cost of the formula's extension.
        """
        group = structure.agents if self.agents is None else sorted(self.agents)
        old = {agent: _ranks_of(structure, agent) for agent in group}
        holds = extension(structure, self.formula).column.tolist()
        new = {}
        for agent, ranks in old.items():
            moving = _best(structure.relations[agent], ranks, holds) if self.best_only else holds
            new[agent] = _to_front(ranks, moving)
        return replace(structure, relations=dict(structure.relations), ranks={**structure.ranks, **new})


def radical_upgrade(formula: Formula | str, agents: Iterable[str] | str | None = None) -> Upgrade:
    """The lexicographic upgrade: all worlds of the formula become more plausible than all others of their class.

    The order among the worlds of the formula, and among the others, stays the same. An agent who considered the formula
    possible then believes what the agent believed before on the condition of the formula.

    Parameters
    ----------
    formula : Formula or str
        The information; it is evaluated before the upgrade and need not be true.
    agents : iterable of str, optional
        The agents who accept it; the ranks of the others do not change. None: all agents.

    Returns
    -------
    Upgrade
        An action for `KripkeModel.update`.

    Examples
    --------
    >>> from whoknows import KripkeModel
    >>> m = KripkeModel.s5({"w": {"p"}, "v": set()}, {"a": [["w", "v"]]}, actual="w", ranks={"a": {"w": 1, "v": 0}})
    >>> m.holds("B_a ~p"), m.update(radical_upgrade("p")).holds("B_a p")
    (True, True)
    """
    return Upgrade(parse(formula), False, _group(agents))


def conservative_upgrade(formula: Formula | str, agents: Iterable[str] | str | None = None) -> Upgrade:
    """The minimal upgrade: in each class only the most plausible worlds of the formula come first.

    Parameters
    ----------
    formula : Formula or str
        The information; it is evaluated before the upgrade and need not be true.
    agents : iterable of str, optional
        The agents who accept it; the ranks of the others do not change. None: all agents.

    Returns
    -------
    Upgrade
        An action for `KripkeModel.update`.

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


def _ranks_of(structure: Structure, agent: str) -> Ranks:
    if agent not in structure.relations:
        raise unknown_agent(agent, structure.relations)
    if agent in structure.weights:
        raise ModelError(
            f"agent {agent}: the agent has weights, but an upgrade changes ranks; use Evidence or Likelihood instead, "
            "or name the agents who accept the information: agents=[...]"
        )
    if not structure.relations[agent].is_k45:
        raise ModelError(
            f"agent {agent}: the relation is not transitive and Euclidean (S5, KD45), so it has no classes to upgrade; "
            "name the agents who accept the information: agents=[...]"
        )
    return structure.ranks.get(agent, (0,) * structure.size)


def _best(relation: Relation, ranks: Ranks, holds: list[bool]) -> list[bool]:
    """Whether each world is among the most plausible members of its class where the formula holds."""
    labels = relation.labels.tolist()
    candidates = [member and true for member, true in zip(relation.members.tolist(), holds, strict=True)]
    least: dict[int, int] = {}
    for label, rank, candidate in zip(labels, ranks, candidates, strict=True):
        if candidate and rank <= least.get(label, rank):
            least[label] = rank
    return [
        candidate and rank == least[label] for label, rank, candidate in zip(labels, ranks, candidates, strict=True)
    ]


def _to_front(ranks: Ranks, moving: list[bool]) -> Ranks:
    """The ranks with the moving worlds before all others, numbered from 0 without gaps."""
    keys = [(not moves, rank) for moves, rank in zip(moving, ranks, strict=True)]
    places = {key: place for place, key in enumerate(sorted(set(keys)))}
    return tuple([places[key] for key in keys])
