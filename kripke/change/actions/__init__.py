"""Constructors of common event models and actions, one module for each kind."""

from kripke.change.actions.announcements import announcement, announcement_whether, private_announcement, semi_private
from kripke.change.actions.composition import compose
from kripke.change.actions.fact_changes import private_change, public_change, shuffling
from kripke.change.actions.lies import believed_announcement, bluff, lie, truthful
from kripke.change.actions.questions import answering, asking, may_read, peek, read_letter

__all__ = [
    "announcement",
    "announcement_whether",
    "answering",
    "asking",
    "believed_announcement",
    "bluff",
    "compose",
    "lie",
    "may_read",
    "peek",
    "private_announcement",
    "private_change",
    "public_change",
    "read_letter",
    "semi_private",
    "shuffling",
    "truthful",
]
