"""What can happen, ready made: the constructors of event models and actions, by the ideas that they come from."""

from kripke.asking import answering, asking, may_read, peek, read_letter
from kripke.changing import private_change, public_change, shuffling
from kripke.compose import compose
from kripke.lying import believed_announcement, bluff, lie, truthful
from kripke.telling import announcement, announcement_whether, private_announcement, semi_private

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
