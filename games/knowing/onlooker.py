"""What is true at a table, for an onlooker who sees everything."""

from __future__ import annotations

from functools import cached_property

from games.core.errors import GameError
from games.knowing.excerpt import COUNTED
from games.knowing.knower import actual_atoms, first_world
from games.knowing.table import Table, model
from kripke.models.model import Model
from kripke.why.verdict import Verdict
from logic.clauses import Top
from logic.constructors import conj
from logic.errors import listing
from logic.exact import plural
from logic.formula import Formula


class Onlooker:
    """The answers of who sees everything."""

    def __init__(self, table: Table, moment: str) -> None:
        self.table, self.moment = table, moment

    @cached_property
    def model(self) -> Model:
        """The table's model."""
        return model(self.table)

    @property
    def missing(self) -> list[str]:
        """The variables without a value yet, such as dice in the air."""
        return [name for name, _ in self.table.variables if name not in self.table.actual]

    def check(self, question: Formula) -> Verdict:
        """Whether it is true; where values are missing, whether it is true whatever they come to.

        Raises
        ------
        GameError
            If that depends on the values that are missing.
        """
        if not self.missing:
            return self.model.check(question)
        fixed = conj(actual_atoms(self.table))
        there, true = self.model.count(fixed), self.model.count(fixed & question)
        if 0 < true < there:
            raise GameError(
                f"{self.moment}: {listing(self.missing, 'and')} {'has' if len(self.missing) == 1 else 'have'} no value "
                f"yet, and {question} depends on that: it is true in {true:,} of {plural(there, 'possible case')}; "
                "ask at the next move, or ask what somebody knows"
            )
        return self.model.at(first_world(self.model, fixed)).check(question)

    def counts(self, question: Formula) -> tuple[int | None, int | None]:
        """In how many worlds it is true, and of how many; None for a count that takes long."""
        from kripke.models.symbolic_model import SymbolicModel  # loads decision diagrams

        if isinstance(self.model, SymbolicModel):
            return self.model.count_within(question, COUNTED), self.model.count_within(Top(), COUNTED)
        return self.model.count(question), self.model.count()
