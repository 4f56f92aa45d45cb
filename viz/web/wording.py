"""Messages of the library in terms of the page: arguments of Python become what the page has, or are left out."""

from __future__ import annotations

from logic.errors import WaysOut, reworded, without_calls

WAYS_OUT: WaysOut = (
    (r"choose one with event=\.\.\.", "choose the event that happens"),
    (r"with update\(\.\.\., contract=True\)", "with Contract"),
    (r"merge bisimilar worlds with contract\(model\)", "merge bisimilar worlds"),
    (r"give relations=\{'(\w+)': \[\.\.\.\]\}, or others=\[\.\.\.\]", r"give a line \1: ..., or a line others: ..."),
    (r"; read it with load_event_model, or give it to whoknows update", "; paste it under Change, as an event model"),
    (r"read it by KripkeModel\.load", "open it as a model"),
    (r"name them: eliminate_announcements\(f, agents=\[\.\.\.\]\)", "name them in a group"),
    (r"give more time by time=", "ask for less"),
    (r"a model evaluates (it as it stands|them): model\.holds\(f\)", r"a model evaluates \1"),
    (r"draw a part of them by agents=\[\.\.\.\]", "show a part of them"),
    (r"show a part by (worlds=\[\.\.\.\] or )?agents=\[\.\.\.\]", "show a part of the model"),
    (r"take names='compact'", "take short names"),
    (r" \(see radical_upgrade\)", ""),
    (r"; make the model with weights=.*", "; choose a world, and give weights under Belief"),
    (r" by (?:agent|atoms)='\.\.\.', or (.*) by (?:agent|atoms)='(=\S+)'$", r" under Attributes, or \1: \2"),
    (r"leave out layout", "take the usual layout"),
    (r", or by entails in Python", ""),
    (r"take engine='sfdp'(, or pass a longer timeout)?", "take another layout"),
)
"""Patterns of advice for Python, and the advice on the page."""


def worded(message: str) -> str:
    """The message with its advice in terms of the page, and without other advice for Python."""
    return without_calls(reworded(message, WAYS_OUT))
