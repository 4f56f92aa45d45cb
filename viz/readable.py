"""The options with which a picture can be read and is small, or an error whose advice was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol, TypeVar

from kripke.data.structure import Structure
from kripke.data.worlds import World
from kripke.sameness.bisimulation import contract
from logic.errors import EpistemicError, TooLarge
from viz.geometry import Box, Point
from viz.picture import DrawError, Options, Unreadable

SLACK = 1.0
"""Difference of lengths, in points, that is due to rounding."""


class Laid(Protocol):
    """A picture with places."""

    @property
    def bounds(self) -> Box:
        """The smallest box around it."""

    @property
    def where(self) -> Mapping[World, Point] | None:
        """The middle of each world; None for several pictures."""


Drawn = TypeVar("Drawn", bound=Laid)
Content = Callable[[Options, Sequence[Structure]], Drawn]
"""Lays out a picture of models with options."""


def readable(
    content: Content[Drawn], options: Options, structures: Sequence[Structure] = (), whole: bool = False
) -> Drawn:
    """The picture; as a grid if a width is wanted and only so the letters are large enough.

    Parameters
    ----------
    content : callable
        Lays out the picture.
    options : Options
        The options of the picture.
    structures : sequence of Structure
        The models that may be contracted.
    whole : bool
        Whether the picture shows whole models, so that no part can be chosen by its worlds.

    Raises
    ------
    TooLarge
        If the picture would be unreadable; the message advises other options, or to contract the models, only if that
        makes it readable.
    """
    try:
        return _as_it_fits(content, options, structures)
    except Unreadable as error:
        tried = (said for said, other, models in _others(options, structures) if _is_drawn(content, other, models))
        ways = [*[said for said in [next(tried, "")] if said], *error.ways_out]
        raise TooLarge(error.said([way.replace("worlds=[...] or ", "") for way in ways] if whole else ways)) from None


def _as_it_fits(content: Content[Drawn], options: Options, structures: Sequence[Structure]) -> Drawn:
    try:
        return no_larger(content, options, structures)
    except Unreadable:
        if options.width is not None and not (options.layout or options.positions or options.engine):
            with suppress(Unreadable):
                return no_larger(content, replace(options, layout="grid"), structures)
        raise


def no_larger(content: Content[Drawn], options: Options, structures: Sequence[Structure] = ()) -> Drawn:
    """The picture; with compact names the first of three pictures that is no larger than the last one."""
    if options.names != "compact":
        return content(options, structures)
    try:
        usual = content(replace(options, names=None), structures)
    except Unreadable:
        return content(options, structures)
    with suppress(Unreadable):
        compact = content(options, structures)
        if _is_within(compact, usual):
            return compact
        if usual.where is not None and not (options.layout or options.positions):
            with suppress(DrawError):  # of short names, which given places prevent
                moved = content(replace(options, positions=usual.where), structures)
                if _is_within(moved, usual):
                    return moved
    return usual


def _is_within(one: Laid, other: Laid) -> bool:
    """Whether a picture is neither wider nor higher than another one."""
    wide, high = one.bounds.width - other.bounds.width, one.bounds.height - other.bounds.height
    return wide < SLACK and high < SLACK


def _others(options: Options, structures: Sequence[Structure]) -> Iterator[tuple[str, Options, Sequence[Structure]]]:
    """Options and models that may make a picture readable, with the advice to take them."""
    compact = replace(options, names="compact")
    if options.names != "compact":
        yield "take names='compact'", compact, structures
    if options.layout:
        yield "leave out layout", replace(options, layout=None), structures
    if options.layout and options.names != "compact":
        yield "take names='compact' and leave out layout", replace(compact, layout=None), structures
    smaller = [contract(each) for each in structures]
    if any(each.size < whole.size for each, whole in zip(smaller, structures, strict=True)):
        yield "merge bisimilar worlds with contract(model)", options, smaller


def _is_drawn(content: Content[Drawn], options: Options, structures: Sequence[Structure]) -> bool:
    try:
        _as_it_fits(content, options, structures)
    except EpistemicError:
        return False
    return True
