"""The coordinated attack: each delivered message adds one level of knowledge, but never common knowledge."""

from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, whole_number, yes_or_no
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, C, K
from logic.formula import Formula

STATEMENT = """\
Two generals, Anne and Bill, camp on two hills with the enemy in the valley between them. Only if both attack at once
will they win. Anne has decided to attack at dawn, and sends a messenger to tell Bill. The messenger may be caught, and
then nobody hears of him. If he arrives, Bill sends a messenger back to say so; if that one arrives, Anne confirms it
by another, and so on. How many messengers must arrive until they can attack?"""

SOURCE = (
    "J. Gray: Notes on data base operating systems (1978), doi:10.1007/3-540-08755-9_9; J. Halpern, Y. Moses: "
    "Knowledge and common knowledge in a distributed environment. Journal of the ACM 37 (1990), doi:10.1145/79147.79161"
)

GENERALS = ("anne", "bill")
DAWN = Atom("dawn")


def coordinated_attack(deliveries: int = 3, lost: bool = True, engine: Engine = "auto") -> Story:
    """Return the story of the coordinated attack.

    Its answer is the depth of the generals' mutual knowledge that Anne attacks. There are m + 2 worlds after m
    messages.

    `deliveries`: the number of delivered messages, from 0 to 60.
    `lost`: whether a further message is sent, whose messenger is caught.
    """
    whole_number(deliveries, "deliveries", 0, 60)
    yes_or_no(lost, "lost")

    # "Anne has decided to attack at dawn."
    worlds = {"dawn": {"dawn"}, "never": set[str]()}
    start = KripkeModel.s5(worlds, {"anne": [["dawn"], ["never"]], "bill": [worlds]}, "dawn")
    script = Script("Anne has decided to attack at dawn; Bill does not know it.", start, engine)
    script.find("Anne knows it.", "K_anne dawn & ~K_bill dawn")

    for number in range(1, deliveries + 1 + lost):
        sender, receiver = _parties(number)
        # "The messenger may be caught, and then nobody hears of him. If he arrives, ..."
        if number <= deliveries:
            arrival = f"{sender.title()}'s messenger {number} arrives at {receiver.title()}'s."
            script.act(arrival, message(number), "arrives")
            script.find(f"{_told(number)}: depth {number}.", alternating(number))
        else:
            script.act(f"{sender.title()}'s messenger {number} is caught.", message(number), "caught")

    # "How many messengers must arrive until they can attack?"
    script.find("It is not common knowledge.", ~C(GENERALS, DAWN))
    depth = next(n for n in range(deliveries + 2) if not script.model.holds(alternating(n + 1)))
    conclusion = f"They know it to depth {depth}; however many arrive, they never know it in common, and never attack."
    return script.story("The coordinated attack", STATEMENT, SOURCE, depth, conclusion)


def _parties(number: int) -> tuple[str, str]:
    """Return the sender and the receiver of the message with this number, counted from 1."""
    return GENERALS[(number - 1) % 2], GENERALS[number % 2]


def _told(number: int) -> str:
    """Return a sentence about what the receiver of message `number` knows."""
    sender, receiver = (name.title() for name in _parties(number))
    if number == 1:
        return f"{receiver} knows that {sender} attacks at dawn"
    return f"{receiver} knows that {sender} knows {'it' if number == 2 else 'that ... Anne attacks at dawn'}"


def message(number: int) -> EventModel:
    """Return the event model of a message: it arrives, is caught, or is not sent.

    It is sent if the message before it has arrived; the first message is sent if `DAWN` is true. The sender knows
    whether the message is sent, the receiver whether it arrives.
    """
    sender, receiver = _parties(number)
    sent = DAWN if number == 1 else Atom(f"arrived({number - 1})")
    events = {
        "arrives": Event(sent, {f"arrived({number})": "true"}),
        "caught": Event(sent, {f"arrived({number})": "false"}),
        "not sent": Event(~sent, {f"arrived({number})": "false"}),
    }
    sees = {sender: [["arrives", "caught"], ["not sent"]], receiver: [["arrives"], ["caught", "not sent"]]}
    return EventModel.s5(events, sees)


def alternating(depth: int) -> Formula:
    """Return the formula of alternating knowledge: the receiver knows that the sender knows that ... Anne attacks.

    `depth`: the number of knowledge operators.
    """
    formula: Formula = DAWN
    for number in range(1, depth + 1):
        formula = K(_parties(number)[1], formula)
    return formula
