"""Routes `change` (the model after a statement, an observation, an action or an edit) and `observations`."""

import re
from typing import Annotated, Any, ClassVar, Literal
from warnings import catch_warnings

from kripke.change.actions import (
    announcement_whether,
    believed_announcement,
    peek,
    private_announcement,
    public_change,
    semi_private,
)
from kripke.change.actions.evidence import Evidence, conservative_upgrade, radical_upgrade
from kripke.change.event import EventModel
from kripke.data.errors import ModelError
from kripke.data.naming import has_long_histories, short_names
from kripke.data.wording import world_text
from kripke.data.worlds import SMALL
from kripke.formats.eventfile import loads_event_model
from kripke.formats.jsonfile import Limits, Tagged
from kripke.models.functions import contract
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from learn.exercises.formulas import limited_formula, require_shallow
from logic.errors import TooLarge
from viz.web.given import DRAWN, AboutModel, At, State, data_of, listed, place, symbolic_model
from viz.web.protocol import EVENTS, PRODUCT
from viz.web.request import Name, Request, Text

Agents = Annotated[list[Name], Limits(most=100)]


class Happening(Request):
    """Base class of changes that can happen in the modelled situation and can therefore be steps of a plan."""

    action: ClassVar[Any]  # the change as an argument of `Model.update` and `plan`

    @property
    def said(self) -> Any:
        """The formula of the change; `ParseError` if it is invalid, `TooLarge` if it is too long."""
        return limited_formula(vars(self)["formula"])

    def apply(self, model: Model) -> Model:
        return model.update(self.action)


class Announce(Happening):
    """A truthful announcement to all agents, or to the group `to`; other agents notice it, but not its content.

    With `whether`, the formula may be false, and the announcement says whether it is true.
    """

    kind: Literal["announce"]
    formula: Text
    to: Agents | None = None
    whether: bool = False

    @property
    def action(self) -> Any:
        if self.whether:
            return announcement_whether(self.said, self.to)
        return self.said if self.to is None else semi_private(self.said, self.to)


class ByEvents(Happening):
    """Base class of changes that are product updates with an event model."""

    def apply(self, model: Model) -> Model:
        """Return the model after the change; `TooLarge` for more than `PRODUCT` pairs of a world and an event."""
        events = self.action
        if isinstance(model, KripkeModel) and (pairs := len(model) * len(events.events)) > PRODUCT:
            contracted = "contract the model first, or " * (len(contract(model)) * len(events.events) <= PRODUCT)
            raise TooLarge(
                f"{len(model):,} worlds times {len(events.events):,} events are {pairs:,} pairs, and the page tries at "
                f"most {PRODUCT:,}: {contracted}use the command `whoknows update`"
            )
        with catch_warnings(action="ignore", category=UserWarning):  # of new atoms, which the page lists
            return model.update(events)


class Private(ByEvents):
    """A truthful announcement to a group; all agents outside the group believe that nothing happened."""

    kind: Literal["private"]
    formula: Text
    to: Agents

    action = property(lambda self: private_announcement(self.said, self.to))


class Say(ByEvents):
    """A statement, true or false, that its hearers believe.

    The speaker `by` is None for somebody outside the model; the hearers `to` are None for all agents.
    """

    kind: Literal["say"]
    formula: Text
    by: Name | None = None
    to: Agents | None = None

    action = property(lambda self: believed_announcement(self.said, self.by, self.to))


class Peek(ByEvents):
    """An observation by some agents of whether a formula is true; other agents notice it if `noticed` is set."""

    kind: Literal["peek"]
    formula: Text
    by: Agents
    noticed: bool = True

    action = property(lambda self: peek(self.said, self.by, self.noticed))


class SetAtom(ByEvents):
    """A public assignment of a new value to an atom."""

    kind: Literal["set"]
    atom: Name
    formula: Text

    action = property(lambda self: public_change({self.atom: self.said}))


class Upgrade(Happening):
    """An upgrade of ranks: all worlds where a formula holds, or only the most plausible ones, become more plausible."""

    kind: Literal["upgrade"]
    formula: Text
    radical: bool = True

    action = property(lambda self: (radical_upgrade if self.radical else conservative_upgrade)(self.said))


class Sign(Happening):
    """Evidence for an agent: worlds where the formula holds gain weight, all other worlds lose weight."""

    kind: Literal["evidence"]
    agent: Name
    formula: Text
    gain: Annotated[float, Limits(0, 1)]
    loss: Annotated[float, Limits(0, 1)]

    action = property(lambda self: Evidence(self.agent, self.said, self.gain, self.loss))


class Events(ByEvents):
    """A product update with an event model given as text."""

    kind: Literal["events"]
    text: Annotated[str, Limits(most=EVENTS)]

    @property
    def action(self) -> EventModel:
        require_shallow(re.split(r"\n(?=[^\n]*:)", self.text))  # a formula in brackets may have several lines
        return loads_event_model(self.text, "events")


class Contract(Request):
    """A change that merges bisimilar worlds."""

    kind: Literal["contract"]

    def apply(self, model: Model) -> Model:
        return contract(listed(model))


class Near(Request):
    """A change that keeps only the worlds reachable from one world, in at most `depth` steps if this is set."""

    kind: Literal["generated"]
    at: At = None
    depth: Annotated[int, Limits(0, 1_000)] | None = None

    def apply(self, model: Model) -> Model:
        return model.generated(place(self.at), self.depth)


class MakeActual(Request):
    """A change of the actual world or state."""

    kind: Literal["actual"]
    at: At

    def apply(self, model: Model) -> Model:
        return model.at(place(self.at))


class Restrict(Request):
    """A restriction to the worlds or states where a formula holds; actual worlds may be removed."""

    kind: Literal["law"]
    formula: Text

    def apply(self, model: Model) -> Model:
        law = limited_formula(self.formula)
        return model.at([world for world in model.actuals if model.holds(law, world)] or None).announce(law)


class Define(Request):
    """A change that defines a new atom of a symbolic model by a formula."""

    kind: Literal["define"]
    atom: Name
    formula: Text

    def apply(self, model: Model) -> Model:
        if isinstance(model, KripkeModel):
            raise ModelError("the worlds of this model are listed: add the atom, and say where it is true")
        return model.define({self.atom: limited_formula(self.formula)})  # type: ignore[attr-defined,no-any-return]


Actions = Announce | Private | Say | Peek | SetAtom | Upgrade | Sign | Events
Change = Actions | Contract | Near | MakeActual | Restrict | Define


class Query(AboutModel):
    """A request to change a model and to return the result."""

    change: Annotated[Change, Tagged("kind")]


def answer(query: Query) -> dict[str, Any]:
    """Return the data of the model after the change and, for explicit models, the origin of each world."""
    before = query.read
    after = query.change.apply(before)
    origins = parents(before, after)
    if origins and has_long_histories(list(after.worlds)):
        after = after.rename(worlds=dict(zip(after.worlds, short_names(list(after.worlds)), strict=True)))
        origins = dict(zip(map(world_text, after.worlds), origins.values(), strict=True))
    return {"model": data_of(after), "parents": origins}


def parents(before: Model, after: Model) -> dict[str, str | None]:
    """Map the name of each world after the change to the name of the world it comes from; None if unknown.

    The mapping is empty for symbolic models.
    """
    if not isinstance(before, KripkeModel) or not isinstance(after, KripkeModel):
        return {}
    old, names = {world_text(world) for world in before.worlds}, list(map(world_text, after.worlds))
    if old.issuperset(names):
        return {name: name for name in names}
    stems = {name: name.rpartition("·")[0] for name in names}  # without the last event
    return {name: stem if stem in old else name if name in old else None for name, stem in stems.items()}


class Observations(Request):
    """A request for the model of all assignments that satisfy a state law; agents observe atoms and Boolean formulas.

    `actual` is the actual state, if any.
    """

    atoms: State
    law: Text = "true"
    observes: Annotated[dict[Name, Annotated[list[Text], Limits(most=1_000)]], Limits(most=100)]
    actual: State | None = None


def observed(query: Observations) -> dict[str, Any]:
    """Return the data of the requested model, with listed worlds if there are few."""
    given = query.atoms, query.observes, query.law.strip() or "true", query.actual
    if 1 << len(query.atoms) <= SMALL:
        model: Model = KripkeModel.from_observations(*given)
        if model.count() <= DRAWN:
            return {"model": data_of(model)}
    atoms, observes, law, actual = given
    return {"model": data_of(symbolic_model.SymbolicModel(atoms, law, observes, actual))}
