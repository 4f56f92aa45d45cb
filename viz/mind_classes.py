"""The classes of an agent's model as its owner sees them, and short names for its worlds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from viz.labels import world_text

ONE_PLACE = re.compile(r"(\w+)\((\w+)\)")


@dataclass(frozen=True)
class BeliefClass:
    """A class of worlds with the same possible and believed worlds of an agent.

    Parameters
    ----------
    worlds : tuple of World
        The worlds of the class that the owner of the model believes possible.
    possible, believed : frozenset of World
        The worlds that the agent considers possible there, and those the agent believes possible.
    """

    worlds: tuple[World, ...]
    possible: frozenset[World]
    believed: frozenset[World]


@dataclass(frozen=True)
class OwnedModel:
    """The model of one agent, with the agent's own beliefs."""

    mind: KripkeModel
    owner: str

    @cached_property
    def here(self) -> frozenset[World]:
        """The worlds that the owner believes possible."""
        start = self.mind.actual if self.mind.actual is not None else next(iter(self.mind.worlds))
        return self.mind.believed(self.owner, start)

    def classes(self, agent: str) -> list[BeliefClass]:
        """The agent's classes at these worlds, the largest first. O(n^2) for n worlds."""
        by_beliefs: dict[tuple[frozenset[World], frozenset[World]], list[World]] = {}
        for world in self.mind.worlds:
            if world in self.here:
                key = self.mind.possible(agent, world), self.mind.believed(agent, world)
                by_beliefs.setdefault(key, []).append(world)
        return sorted(
            (BeliefClass(tuple(worlds), *key) for key, worlds in by_beliefs.items()),
            key=lambda each: -len(each.possible),
        )

    def describe(self, agent: str, each: BeliefClass) -> str:
        """The agent's name with what is true of the agent in this class, if the same holds in all its worlds."""
        atom = next((atom for atom in self.mind.atoms if atom.endswith(f"({agent})")), None)
        if atom is None:
            return agent
        true = [atom in self.mind.structure.true_atoms(i) for i, w in enumerate(self.mind.worlds) if w in each.worlds]
        word = atom.partition("(")[0]
        return f"{agent}, if a {word}" if all(true) else f"{agent}, if no {word}" if not any(true) else agent


def one_word(mind: KripkeModel) -> tuple[dict[str, str], str]:
    """The argument of each atom, if all atoms have the same predicate, such as ``saboteur(ann)``; and the predicate."""
    matches = [ONE_PLACE.fullmatch(atom) for atom in mind.atoms]
    words = {each[1] for each in matches if each}
    if len(words) != 1 or not all(matches):
        return {}, ""
    return {each[0]: each[2] for each in matches if each}, words.pop()


def world_labels(mind: KripkeModel) -> tuple[dict[World, str], str]:
    """Short names of the worlds, and the predicate they are made of; it is empty for the worlds' own names.

    If all atoms have the same predicate, such as ``saboteur(ann)``, a world is named by the arguments of its true
    atoms.
    """
    about, word = one_word(mind)
    if not word:
        return {world: world_text(world) for world in mind.worlds}, ""
    return {
        world: ", ".join(about[atom] for atom in _true(mind, i)) or "none" for i, world in enumerate(mind.worlds)
    }, word


def _true(mind: KripkeModel, position: int) -> list[str]:
    true = set(mind.structure.true_atoms(position))
    return [atom for atom in mind.atoms if atom in true]
