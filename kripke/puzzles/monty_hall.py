"""Monty Hall: three doors, a car and two goats; what the guest learns when the host opens a door."""

from fractions import Fraction

from kripke.change.actions.evidence import Likelihood
from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.story import Script, Story, whole_number, yes_or_no

STATEMENT = """\
Behind one of three doors there is a car, behind the others there are goats. The guest chooses a door. The host, who
{opens}. He
asks: "Do you want to stay with your door, or to switch to the one that is left?" What is better?"""

SOURCE = (
    "S. Selvin: A problem in probability (letter to the editor). The American Statistician 29 (1975), p. 67, "
    "doi:10.1080/00031305.1975.10479121; M. Gardner: Mathematical games. Scientific American 201/4 (1959)"
)

OPENS = {
    True: "knows where the car is, opens another door, behind which there is a goat; where he has the choice he tosses "
    "a coin",
    False: "does not know where the car is, opens another door, whichever, and it happens that there is a goat",
}
"""The text of what the host does if the host knows where the car is (True) or does not know it (False)."""

DOORS = (1, 2, 3)
HALF = Fraction(1, 2)


def monty_hall(chosen: int = 1, opened: int | None = None, knowing: bool = True) -> Story:
    """Return the story of Monty Hall; its answer is the guest's chances of winning by staying and by switching.

    `chosen`: the door that the guest chooses, from 1 to 3.
    `opened`: the door that the host opens, not the chosen one; None: the last possible one.
    `knowing`: whether the host knows where the car is. If not, he opens any other door, and it happens to hide a goat.
    """
    guest_door = whole_number(chosen, "chosen", 1, 3)
    left = max(door for door in DOORS if door != guest_door)
    host_door = left if opened is None else whole_number(opened, "opened", 1, 3)
    if guest_door == host_door:
        raise ModelError(f"opened={host_door}: the host opens another door than the guest's")
    yes_or_no(knowing, "knowing")
    other_door = next(door for door in DOORS if door not in (guest_door, host_door))

    # "Behind one of three doors there is a car, behind the others there are goats."
    worlds = {door: {f"car={door}"} for door in DOORS}
    even = dict.fromkeys(DOORS, Fraction(1, 3))
    model = KripkeModel.s5(worlds, {"guest": [DOORS]}, weights={"guest": even}, threshold=0)

    # "The guest chooses a door."
    script = Script(f"A car is behind one of three doors. The guest chooses door {guest_door}.", model)
    script.find("He wins in one case of three.", f"B_guest>=1/3 car={guest_door} & B_guest>=2/3 ~car={guest_door}")

    # "The host, who knows where the car is, opens another door, behind which there is a goat." Or he does not know it.
    likely = {f"car={guest_door}": HALF, f"car={other_door}": HALF, f"car={host_door}": Fraction(0)}
    if knowing:  # "where he has the choice he tosses a coin"; he never opens the guest's door or the car's
        choice = {car: [door for door in DOORS if door not in (guest_door, car)] for car in DOORS}
        likely = {f"car={car}": Fraction(host_door in doors, len(doors)) for car, doors in choice.items()}
    script.act(f"The host opens door {host_door}, and there is a goat.", Likelihood("guest", likely))
    script.find(f"The guest is sure that the car is not behind door {host_door}.", f"B_guest>=1 ~car={host_door}")

    # "Do you want to stay with your door, or to switch to the one that is left?"
    stay, switch = (script.model.degree("guest", f"car={door}", at=guest_door) for door in (guest_door, other_door))
    better = "Switch" if switch > stay else "It does not matter"
    conclusion = f"{better}: he wins with probability {stay} if he stays, and {switch} if he switches."
    return script.story("Monty Hall", STATEMENT.format(opens=OPENS[knowing]), SOURCE, (stay, switch), conclusion)
