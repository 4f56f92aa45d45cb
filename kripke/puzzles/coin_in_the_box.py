"""The coin in the box: one agent looks, some watch, and the distracted notice nothing."""

from collections.abc import Iterable

from kripke.change.actions import public_change
from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, some_of, yes_or_no
from kripke.symbolic.choice import Engine
from logic.clauses import Atom
from logic.errors import listing

STATEMENT = """\
A coin lies in a closed box, heads up or tails up; Anne, Bill and Cath stand around it and do not know which.
{distracts}Then Anne opens the box and peeks. {notice}
What does each of them believe?"""

SOURCE = (
    "A. Baltag, L. S. Moss, S. Solecki: The logic of public announcements, common knowledge, and private suspicions. "
    "TARK 1998; C. Baral, G. Gelfond, E. Pontelli, T. C. Son: An action language for multi-agent domains. Artificial "
    "Intelligence 302 (2022)"
)

SEEN = {
    (): ("", "Bill and Cath watch her, but do not see the coin."),
    ("bill",): ("Anne distracts Bill, so that he looks away. ",
                "Cath watches her, but does not see the coin; Bill notices nothing."),
    ("cath",): ("Anne distracts Cath, so that she looks away. ",
                "Bill watches her, but does not see the coin; Cath notices nothing."),
    ("bill", "cath"): ("Anne distracts Bill and Cath, so that they look away. ", "They notice nothing."),
}  # fmt: skip
"""Maps the agents who look away to two sentences of the statement: how they are distracted, and what is noticed."""

WATCHERS = ("bill", "cath")
AGENTS = ("anne", *WATCHERS)


def coin_in_the_box(
    distracted: str | Iterable[str] | None = "cath", heads: bool = True, engine: Engine = "auto"
) -> Story:
    """Return the story of the coin in the box.

    Its answer is which of Bill and Cath believe that Anne knows how the coin lies.

    `distracted`: the agents who look away when Anne peeks. None or ``all``: both bill and cath; ``nobody``: neither.
    `heads`: whether the coin lies heads up.
    """
    away = some_of(distracted, WATCHERS, "distracted")
    lies = "heads" if yes_or_no(heads, "heads") else "tails"

    # "A coin lies in a closed box, heads up or tails up; Anne, Bill and Cath stand around it and do not know which."
    looking = [f"looking({name})" for name in WATCHERS]
    worlds = {"heads": {"heads", *looking}, "tails": {*looking}}
    model = KripkeModel.s5(worlds, {name: [worlds] for name in AGENTS}, lies)
    script = Script("A coin lies in a closed box; three stand around it.", model, engine)
    unknown = "C (~Kw_anne heads & ~Kw_bill heads & ~Kw_cath heads)"
    script.find("All know in common that nobody knows how it lies.", unknown)

    # "Anne distracts Cath, so that she looks away."
    for name in away:
        script.act(f"Anne distracts {name.title()}.", public_change({f"looking({name})": "false"}))

    # "Then Anne opens the box and peeks. Bill watches her, but does not see the coin; Cath notices nothing."
    watching = [name for name in WATCHERS if script.model.holds(Atom(f"looking({name})"))]
    script.act("Anne opens the box and peeks.", _peeking(watching))
    sees = "heads" if heads else "~heads"
    script.find("Anne knows how the coin lies.", f"B_anne {sees}")
    for name in watching:
        script.find(f"{name.title()} knows that she knows it, and does not know it.",
                    f"B_{name} Kw_anne heads & ~Kw_{name} heads")  # fmt: skip
    for name in away:
        script.find(f"{name.title()} believes that nobody knows it, and Anne knows that.",
                    f"B_{name} ~Kw_anne heads & B_anne B_{name} ~Kw_anne heads")  # fmt: skip

    # "What does each of them believe?"
    aware = tuple(name for name in WATCHERS if script.model.holds(f"B_{name} Kw_anne heads"))
    said = f"{listing(map(str.title, aware), 'and')}, watching, believe{'s' * (len(aware) == 1)}"
    believers = said if aware else "Nobody else believes"
    conclusion = f"{believers} that Anne knows how the coin lies."
    distracts, notice = SEEN[away]
    statement = STATEMENT.format(distracts=distracts, notice=notice)
    return script.story("The coin in the box", statement, SOURCE, aware, conclusion)


def _peeking(watching: Iterable[str]) -> EventModel:
    """Return the event model of Anne's look at the coin: some agents watch her, and the others notice nothing."""
    peeks, nothing = ["heads", "tails"], ["nothing"]
    apart = [(["heads"], ["heads"]), (["tails"], ["tails"]), (nothing, nothing)]
    watched = [(peeks, peeks), (nothing, nothing)]
    return EventModel.kd45(
        {"heads": Event("heads"), "tails": Event("~heads"), "nothing": Event()},
        {"anne": apart} | dict.fromkeys(watching, watched),
        actual=peeks,
        others=[([*peeks, *nothing], nothing)],
    )
