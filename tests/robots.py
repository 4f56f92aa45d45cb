"""The coordinated attack of two robots, by lossy radio and with a beacon that both see.

The target is in the north or in the south. Robot 1 can scout it. Each robot has two messages for the radio, which they
send in turn; a message says what its sender knows about the target, and is sent only if the one before arrived. The
sender does not notice whether it arrives. A robot goes to a place only if it is common knowledge that the target is
there, and they strike only if it is common knowledge that both have gone. The beacon says where the target is.
"""

from kripke.change.event import Event, EventModel
from kripke.change.product import Action
from kripke.models.kripke_model import KripkeModel
from whoknows import peek

PLACES = {"north": "north", "south": "~north"}
GOAL = "C struck"


def robots(beacon: bool) -> tuple[KripkeModel, list[Action]]:
    """The model at the start, where either place may be the target, and the actions."""
    both = [*PLACES]
    start = KripkeModel.s5({"north": {"north"}, "south": set()}, {"one": [both], "two": [both]}, actual=both)
    acts = [Action("scout", peek("north", by="one"), by="one"), *[message(number) for number in range(1, 5)]]
    for place, here in PLACES.items():
        acts += [public(f"{who} goes {place}", f"C {here}", f"{who}_there", by=who) for who in ("one", "two")]
        acts += [public(f"light {place}", f"K_one {here}", by="one")] if beacon else []
    return start, [*acts, public("strike", "C (one_there & two_there)", "struck")]


def public(name: str, pre: str, atom: str | None = None, by: str | None = None) -> Action:
    """An action that both see, and that makes an atom true."""
    post = {} if atom is None else {atom: "true"}
    return Action(name, EventModel({name: Event(pre, post)}, {}, others=[(name, name)]), by=by)


def message(number: int) -> Action:
    """The message with this number: both know when its time has come, and it is then or never."""
    sender, receiver = ("one", "two") if number % 2 else ("two", "one")
    time = f"~time{number} & " + (f"time{number - 1}" if number > 1 else "C Kw_one north")
    before = f" & arrived{number - 1}" if number > 1 else ""
    done = {f"time{number}": "true"}
    events = {
        f"{place} {how}": Event(f"{time} & K_{sender} {here}{before}", done | arrival)
        for place, here in PLACES.items()
        for how, arrival in (("arrives", {f"arrived{number}": "true"}), ("is lost", {}))
    }
    told = " | ".join(f"K_{sender} {here}" for here in PLACES.values())
    events["silence"] = Event(f"{time} & ~(({told}){before})", done)
    sent = [[f"{place} arrives", f"{place} is lost"] for place in PLACES]
    heard, unheard = [[f"{place} arrives"] for place in PLACES], [f"{place} is lost" for place in PLACES]
    relations = {sender: [*sent, ["silence"]], receiver: [*heard, [*unheard, "silence"]]}
    return Action(f"message {number}", EventModel.s5(events, relations), by=sender)
