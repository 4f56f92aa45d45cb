"""How an agent looks at the worlds of a mind: her classes as its owner sees them, and short names for the worlds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from kripke.data.worlds import World
from kripke.models.kripke_model import KripkeModel
from viz.labels import world_text

ONE_PLACE = re.compile(r"(\w+)\((\w+)\)")


@dataclass(frozen=True)
class Class:
    """The worlds from which an agent looks alike, those that she holds possible there, and those she believes."""

    lookers: tuple[World, ...]
    possible: frozenset[World]
    believed: frozenset[World]


@dataclass(frozen=True)
class Minded:
    """One agent's model of all, seen from the worlds that she believes possible."""

    mind: KripkeModel
    owner: str

    @cached_property
    def here(self) -> frozenset[World]:
        """What the owner believes possible."""
        start = self.mind.actual if self.mind.actual is not None else next(iter(self.mind.worlds))
        return self.mind.believed(self.owner, start)

    def classes(self, agent: str) -> list[Class]:
        """The agent's classes there, the largest first. O(n^2) for n worlds."""
        looking: dict[tuple[frozenset[World], frozenset[World]], list[World]] = {}
        for world in self.mind.worlds:
            if world in self.here:
                key = self.mind.possible(agent, world), self.mind.believed(agent, world)
                looking.setdefault(key, []).append(world)
        return sorted((Class(tuple(seen), *key) for key, seen in looking.items()), key=lambda each: -len(each.possible))

    def told(self, agent: str, each: Class) -> str:
        """What the agent is in this class: what of her own is true or false in it, and otherwise in the others."""
        atom = next((atom for atom in self.mind.atoms if atom.endswith(f"({agent})")), None)
        if atom is None:
            return agent
        true = [atom in self.mind.structure.true_atoms(i) for i, w in enumerate(self.mind.worlds) if w in each.lookers]
        word = atom.partition("(")[0]
        return f"{agent}, if a {word}" if all(true) else f"{agent}, if no {word}" if not any(true) else agent


def one_word(mind: KripkeModel) -> tuple[dict[str, str], str]:
    """Whom each atom is about, where all are of one word about somebody, such as ``saboteur(ann)``; and the word."""
    found = [ONE_PLACE.fullmatch(atom) for atom in mind.atoms]
    words = {each[1] for each in found if each}
    if len(words) != 1 or not all(found):
        return {}, ""
    return {each[0]: each[2] for each in found if each}, words.pop()


def world_labels(mind: KripkeModel) -> tuple[dict[World, str], str]:
    """The worlds by what is true there, shortly, and what they are named by, empty for the worlds' own names.

    Where all atoms are of one word about somebody, such as ``saboteur(ann)``, worlds are named by whom it holds of.
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
