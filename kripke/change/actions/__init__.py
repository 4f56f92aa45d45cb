"""What can happen, ready made: the constructors of event models and actions, by the ideas that they come from."""

from kripke.change.actions.asking import answering, asking, may_read, peek, read_letter
from kripke.change.actions.changing import private_change, public_change, shuffling
from kripke.change.actions.compose import compose
from kripke.change.actions.lying import believed_announcement, bluff, lie, truthful
from kripke.change.actions.telling import announcement, announcement_whether, private_announcement, semi_private

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
