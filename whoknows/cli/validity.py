"""Whether a formula that holds at every world of a model holds in every model of its agents' logics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kripke.data.errors import UnknownAction
from kripke.data.frames import system
from kripke.formats.model_io import to_data
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Actions, Model
from kripke.prove.answers import Countermodel, Proof
from kripke.prove.clock import MORE_TIME
from kripke.prove.errors import OutOfTime, UnsupportedOperator
from kripke.prove.face import prove
from kripke.prove.question.logics import logic_text
from logic.clauses import B
from logic.errors import TooLarge
from logic.exact import plural
from logic.formula import Formula
from whoknows.cli.output import say
from whoknows.cli.prove import in_time, show

SECONDS = 60.0
"""Time after which the command gives up; `whoknows prove` has an option for it."""


@dataclass(frozen=True)
class Validity:
    """The answer, with its text and its data."""

    answer: Proof | Countermodel

    def tell(self) -> None:
        """Print whether the formula is valid, and a countermodel if it is not."""
        logic = logic_text(self.answer.logic, "every logic" if self.answer else "any logic")
        if isinstance(self.answer, Countermodel):
            model = self.answer.model
            say(f"not valid in {logic}", style="bad", end=": ")
            say(f"it fails at {model.actual} of a model with {plural(len(model), 'world')}")
            show(model)
        else:
            say(f"valid in {logic}", style="good", end=": ")
            say("it holds at every world of every model of this logic")

    def data(self) -> dict[str, Any]:
        """The answer for JSON."""
        data: dict[str, Any] = {"valid": self.answer.valid, "logic": dict(self.answer.logic)}
        if isinstance(self.answer, Countermodel):
            data["countermodel"] = to_data(self.answer.model.structure)
        return data


def decide(model: Model, formula: Formula, actions: Actions, as_json: bool) -> Validity:
    """Decide whether the formula is valid in the strongest logic of each agent's relation.

    Parameters
    ----------
    as_json : bool
        Whether an error is printed as JSON.

    Raises
    ------
    UnsupportedOperator
        For operators that the prover does not decide, and for beliefs of an agent with weights or ranks.
    """
    _refuse_weighed(model, formula)
    logic = {agent: system(model.frame_properties(agent)) for agent in model.agents}
    options: dict[str, Any] = {"actions": actions, "atoms": model.atoms, "same_relation": True, "time": SECONDS}

    def work() -> Proof | Countermodel:
        try:
            return prove(formula, logic, **options)
        except OutOfTime as error:
            text = f"--logic {','.join(f'{agent}={name}' for agent, name in logic.items())}"
            raise OutOfTime(str(error).replace(MORE_TIME, f"whoknows prove FORMULA {text} has --time")) from None

    return Validity(in_time(work, as_json))


def is_valid(formula: Formula, logic: Mapping[str, str], atoms: Iterable[str] = ()) -> bool | None:
    """Whether the formula is valid; None if that takes too long, or for operators that the prover does not decide.

    Parameters
    ----------
    logic : mapping of str to str
        Agent -> logic.
    """
    try:
        return prove(formula, logic, atoms=atoms, same_relation=True, time=SECONDS).valid
    except (OutOfTime, TooLarge, UnsupportedOperator, UnknownAction):
        return None


def _refuse_weighed(model: Model, formula: Formula) -> None:
    weighed = {*model.structure.weights, *model.structure.ranks} if isinstance(model, KripkeModel) else set()
    for node in formula.subformulas():
        if isinstance(node, B) and node.agent in weighed:
            raise UnsupportedOperator(
                f"{node}: agent {node.agent} has weights or ranks here, and the prover does not decide such beliefs; "
                "leave out --valid"
            )
