"""Texts in TPTP's ``fof``, as far as the standard translation writes them, evaluated in models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lark import Transformer, v_args

from whoknows import Atom, KripkeModel

Places = Mapping[str, Any]  # variable -> world
Truth = Callable[[Places], bool]


@v_args(inline=True)
class InModel(Transformer[Any, Any]):
    """Evaluates the formulas of a file in a model: worlds are the individuals, ``r_a`` is the relation of agent a."""

    def __init__(self, model: KripkeModel) -> None:
        super().__init__()
        self.worlds = model.worlds
        self.true = {atom: {(world,) for world in model.extension(Atom(atom))} for atom in model.atoms}
        self.true |= {f"r_{a}": {(w, v) for w in model.worlds for v in model.possible(a, w)} for a in model.agents}

    def file(self, *parts: Any) -> list[tuple[str, bool]]:
        """The role of each formula, and whether it holds."""
        return [(str(role), truth({})) for role, truth in zip(parts[1::3], parts[2::3], strict=True)]

    def names(self, *names: str) -> tuple[str, ...]:
        return names

    def constant(self, sign: str) -> Truth:
        return lambda _: sign == "$true"

    def atom(self, name: str, variables: tuple[str, ...]) -> Truth:
        true = self.true.get(name.strip("'").replace("\\'", "'"), ())
        return lambda at: tuple([at[variable] for variable in variables]) in true

    def negation(self, sub: Truth) -> Truth:
        return lambda at: not sub(at)

    def binary(self, left: Truth, sign: str, right: Truth) -> Truth:
        connective: Callable[[bool, bool], bool] = {
            "&": lambda one, other: one and other,
            "|": lambda one, other: one or other,
            "=>": lambda one, other: not one or other,
            "<=>": lambda one, other: one == other,
            "<~>": lambda one, other: one != other,
        }[sign]
        return lambda at: connective(left(at), right(at))

    def quantified(self, sign: str, names: tuple[str, ...], sub: Truth) -> Truth:
        first, *rest = names
        inner = self.quantified(sign, tuple(rest), sub) if rest else sub
        each = all if sign == "!" else any
        return lambda at: each(inner({**at, first: world}) for world in self.worlds)
