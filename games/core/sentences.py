"""Sentences about players, with "you" and its verb forms for a person; and the parsing of short texts."""

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

from games.core.errors import GameError, IllegalAction
from logic.errors import did_you_mean, listing, near_miss, shorten

YOU = "you"  # the default name of a person

_YOU_DO = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_HISSING = ("sses", "shes", "ches", "xes", "zes")


def does(who: str, verb: str) -> str:
    """A player's name with the right form of a verb: ``ann calls``, ``you call``."""
    return f"{who} {verb_of(who, verb)}"


def verb_of(who: str, verb: str) -> str:
    """The verb, given in the third person, in the form that fits the player: ``calls`` for ann, ``call`` for you."""
    if who != YOU:
        return verb
    first, space, rest = verb.partition(" ")
    if first not in _YOU_DO and first.endswith("ies"):
        plain = first[:-3] + "y"
    else:
        plain = _YOU_DO.get(first, first[:-2] if first.endswith(_HISSING) else first.removesuffix("s"))
    return plain + space + rest


def whose(who: str) -> str:
    """The possessive of a player's name: ``ann's``, ``your``."""
    return "your" if who == YOU else f"{who}'s"


def turn_of(who: str, what: str) -> str:
    """A phrase that says whose turn it is: ``it is your turn to call``, ``it is ann's turn to call``."""
    return f"it is {whose(who)} turn {what}"


def capital(text: str) -> str:
    """The text with a capital letter if it starts with "you" or "your"; names keep their spelling."""
    return text[:1].upper() + text[1:] if text.startswith((f"{YOU} ", "your ")) else text


def sentence(template: str, **parts: Any) -> str:
    """Fill in a template; a field for a player can have a verb as its format specification.

    Parameters
    ----------
    template : str
        As for `str.format`; ``{who:calls}`` is replaced by the result of `does`, and ``{who:'s}`` by that of `whose`.

    Examples
    --------
    >>> sentence("{who:holds} {count} worlds possible, {other:'s} too", who="you", count=3, other="ann")
    "you hold 3 worlds possible, ann's too"
    """
    return _SENTENCES.format(template, **parts)


def often(chance: float) -> str:
    """A probability in words: ``about 8 times in 100``, ``never``, ``always``.

    Examples
    --------
    >>> [often(chance) for chance in (0, 0.001, 0.01, 1 / 12, 0.999, 1)]
    ['never', 'less than once in 100', 'about once in 100', 'about 8 times in 100', 'nearly always', 'always']
    """
    if chance <= 0 or chance >= 1:
        return "always" if chance >= 1 else "never"
    count = round(100 * chance)
    if count in (0, 100):
        return "nearly always" if count else "less than once in 100"
    return "about once in 100" if count == 1 else f"about {count} times in 100"


class _Sentences(Formatter):
    """A formatter for which a format specification may be a verb: ``{name:bids}`` gives ``Ann bids`` or ``you bid``."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str) and format_spec == "'s":
            return whose(value)
        if isinstance(value, str) and format_spec[:2].isalpha() and len(format_spec) > 1:
            return does(value, format_spec)
        return str(super().format_field(value, format_spec))


_SENTENCES = _Sentences()


def by_player(text: str, names: Sequence[str], what: str) -> list[tuple[str, str]]:
    """Parse a text into pairs of player and value, in the order of the text.

    Raises `GameError` if the text has another form, or a name that is not a player's.

    Parameters
    ----------
    text : str
        Pairs such as ``S=3,W=nil``; may be empty.
    names : sequence of str
        The players.
    what : str
        What the text is called in error messages.

    Examples
    --------
    >>> by_player("S=3, W=nil", "NESW", "bids")
    [('S', '3'), ('W', 'nil')]
    """
    pairs = []
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or name not in names:
            hint = "" if name in names else near_miss(name, names)
            raise GameError(
                f"{what} {shorten(repr(part))}: expected PLAYER=..., with commas between players; players are "
                f"{listing(names, 'and')}{hint}"
            )
        pairs.append((name, value))
    return pairs


def one_each(text: str, names: Sequence[str], what: str) -> dict[str, str]:
    """Parse pairs such as ``S=3,W=nil`` into a mapping; `GameError` as in `by_player`, or if a player occurs twice."""
    pairs = by_player(text, names, what)
    values = dict(pairs)
    if len(values) < len(pairs):
        raise GameError(f"{what} {shorten(repr(text))}: expected each player once")
    return values


def one_word(read: Callable[[str], Any], expected: str) -> tuple[Callable[[list[str]], Any], str]:
    """A reader for `read_action`: a function that parses exactly one word, and the expected form."""
    return lambda words: read(words[0]) if len(words) == 1 else None, expected


def read_action(
    text: str, words: Mapping[str, Any], readers: Mapping[str, tuple[Callable[[list[str]], Any], str]], expected: str
) -> Any:
    """The action that a text describes, from `words` or by the reader of its verb; `IllegalAction` if there is none.

    `words`: the actions that are written as one word. `readers`: for each verb, a function that parses the words after
    the verb (None if they are invalid), and the expected form for the error message. `expected`: the expected form in
    the message about an unknown verb.
    """
    verb, *rest = text.replace(",", " ").split() or [""]
    verb = verb.lower()
    if verb in words and not rest:
        return words[verb]
    if verb not in readers:
        hint = did_you_mean(verb, [*words, *readers])
        raise IllegalAction(f"{shorten(repr(text))}: expected {expected}{hint}")
    reader, expected = readers[verb]
    action = reader(rest)
    if action is None:
        raise IllegalAction(f"{shorten(repr(text))}: expected {expected}")
    return action
