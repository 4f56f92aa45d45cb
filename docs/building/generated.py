"""Lists for the site that are made from the code: the gallery of puzzles, the public names, the commands."""

from collections.abc import Callable
from pathlib import Path

from building.commands import commands
from building.gallery import gallery
from building.names import names

GENERATED: dict[str, Callable[[Path], str]] = {
    "gallery": gallery,
    "commands": lambda _: commands(),
    "formulas": lambda _: names("logic"),
    "models": lambda _: names(
        "kripke.models", "kripke.checking", "kripke.symbolic", "kripke.why", "kripke.formats", "kripke.data", "whoknows"
    ),
    "changes": lambda _: names("kripke.change", "kripke.space"),
    "plans": lambda _: names("kripke.plan"),
    "time": lambda _: names("kripke.time"),
    "proofs": lambda _: names("kripke.prove"),
    "pictures": lambda _: names("viz", "games"),
    "exercises": lambda _: names("learn"),
}
"""The lists by name; a list takes the folder for its pictures and is Markdown."""
