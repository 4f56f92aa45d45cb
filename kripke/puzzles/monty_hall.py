"""Monty Hall: three doors, a car and two goats; what the host's choice of a door says about the others."""

from __future__ import annotations

from fractions import Fraction

from kripke.change.actions.evidence import Likelihood
from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.puzzles.engines import listed
from kripke.puzzles.story import Script, Story, whole, yes_or_no

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
"""What the host does, who knows where the car is or not."""

DOORS = (1, 2, 3)
HALF = Fraction(1, 2)


def monty_hall(chosen: int = 1, opened: int | None = None, knowing: bool = True) -> Story:
    """Tell the story.

    Parameters
    ----------
    chosen : int
        The guest's door: 1, 2 or 3.
    opened : int, optional
        The one that the host opens, another of them; None: the last that is left.
    knowing : bool
        Whether the host knows where the car is; if not, he opens any other door, and it happens that a goat is there.

    Returns
    -------
    Story
        Its answer is how likely the guest wins if he stays, and how likely if he switches: two fractions.
    """
    mine = whole(chosen, "chosen", 1, 3)
    his = max(door for door in DOORS if door != mine) if opened is None else whole(opened, "opened", 1, 3)
    if mine == his:
        raise ModelError(f"opened={his}: the host opens another door than the guest's")
    yes_or_no(knowing, "knowing")
    left = next(door for door in DOORS if door not in (mine, his))
    model = beginning()

    # "The guest chooses a door."
    script = Script(f"A car is behind one of three doors. The guest chooses door {mine}.", model)
    script.find("He wins in one case of three.", f"B_guest>=1/3 car={mine} & B_guest>=2/3 ~car={mine}")

    # "The host, who knows where the car is, opens another door, behind which there is a goat." Or he does not know it.
    likely = (
        likelihoods(mine, his) if knowing else {f"car={mine}": HALF, f"car={left}": HALF, f"car={his}": Fraction(0)}
    )
    script.act(f"The host opens door {his}, and there is a goat.", Likelihood("guest", likely))
    script.find(f"The guest is sure that the car is not behind door {his}.", f"B_guest>=1 ~car={his}")

    # "Do you want to stay with your door, or to switch to the one that is left?"
    stay, switch = (listed(script.model).degree("guest", f"car={door}", at=mine) for door in (mine, left))
    better = "Switch" if switch > stay else "It does not matter"
    conclusion = f"{better}: he wins with probability {stay} if he stays, and {switch} if he switches."
    return script.story("Monty Hall", STATEMENT.format(opens=OPENS[knowing]), SOURCE, (stay, switch), conclusion)


def beginning() -> KripkeModel:
    """The car may be behind each of the doors, and the guest has no reason to prefer one."""
    # "Behind one of three doors there is a car, behind the others there are goats."
    worlds = {door: {f"car={door}"} for door in DOORS}
    even = dict.fromkeys(DOORS, Fraction(1, 3))
    return KripkeModel.s5(worlds, {"guest": [DOORS]}, weights={"guest": even}, threshold=0)


def likelihoods(mine: int, his: int) -> dict[str, Fraction]:
    """For each place of the car, how likely the host opens his door; he never opens the guest's or the car's."""
    # "The host ... opens another door, behind which there is a goat; where he has the choice he tosses a coin."
    choice = {car: [door for door in DOORS if door not in (mine, car)] for car in DOORS}
    return {f"car={car}": Fraction(his in doors, len(doors)) for car, doors in choice.items()}
