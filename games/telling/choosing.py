"""Matching of typed text with legal actions: words may be abbreviated, but only one action may match."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from games.core.errors import IllegalAction
from games.core.stages import Stage
from games.telling.face import Face
from logic.errors import listing, near_miss, shorten

SHOWN = 4


def chosen(text: str, legal: Sequence[Any], face: Face) -> Any:
    """The legal action that a text means.

    The text may be the number of the action (if actions are numbered), the action's text, or some words of this text,
    possibly abbreviated. For example, ``642`` means ``bid 642``, ``c`` means ``call``, and ``1 3 open`` means
    ``throw 1 3 open``. If an action is chosen in stages (see `Stage`), the text may also have a word for each choice.

    Raises `IllegalAction` if the text means no action, or more than one; the message lists valid texts.
    """
    if isinstance(legal, Stage):
        return _in_stages(text, legal, face)
    by_text = {_plain(str(action)): action for action in legal}
    said = _plain(text)
    if said in by_text:
        return by_text[said]
    if face.numbers(legal) and said.isdecimal():
        number = int(said[:9])
        if not 1 <= number <= len(legal):
            raise IllegalAction(f"{shorten(said)}: expected a number from 1 to {len(legal)}")
        return legal[number - 1]
    meant = face.understood(text, legal)
    if _plain(meant) in by_text:
        return by_text[_plain(meant)]
    tried = dict.fromkeys([_plain(meant), said, " ".join(re.findall(r"\d|[^\d\s]+", said))])
    for words in (each.split() for each in tried):
        for fits in (_in_order, _in_any_order if not face.cells else _numbers_in_order):
            texts = [each for each in by_text if words and fits(words, each.split())]
            verbs = {each: each.split()[0] for each in texts}
            texts = [each for each in texts if verbs[each] not in face.aloud or any(map(verbs[each].startswith, words))]
            least = min((len(each.split()) for each in texts), default=0)
            texts = [each for each in texts if len(each.split()) == least]  # with the fewest other words
            if len(texts) == 1:
                return by_text[texts[0]]
            if texts:
                may = listing([repr(str(by_text[each])) for each in texts[:SHOWN]])
                raise IllegalAction(f"{shorten(repr(text))} may be {may}: say more")
    known = list(dict.fromkeys(each.split()[0] for each in by_text if each))
    silent = [] if not said or said.startswith(("-", "+")) else [verb for verb in known if verb not in face.aloud]
    action = _parsed([text, meant, *[f"{verb} {said}" for verb in silent]], face)
    if action is None:
        raise IllegalAction(_refusal(text, said, by_text, known))
    if (written := _plain(str(action))) in by_text:  # another way to write a legal action, such as bid 03
        return by_text[written]
    raise IllegalAction(_cannot(action, face.why_not(action, legal)))


def _in_stages(text: str, legal: Stage, face: Face) -> Any:
    meant = face.understood(text, legal)
    try:
        action = face.rules.parse(meant)
    except IllegalAction:
        if meant != text:  # the face found an action: its error is more precise
            raise
        return _followed(text, legal)
    if action not in legal:
        raise IllegalAction(_cannot(action, face.why_not(action, legal)))
    return action


def _followed(text: str, legal: Stage) -> Any:
    """The action that a text chooses with one word at each stage."""
    now: Any = legal
    for word in _plain(text).split():
        if not isinstance(now, Stage):
            raise IllegalAction(f"{shorten(repr(text))}: {now} is complete before {shorten(repr(word))}")
        names = {_plain(str(choice)): after for choice, after in now.choices.items()}
        fits = [name for name in names if name == word] or [name for name in names if _begins(word, name)]
        if len(fits) != 1:
            if now is legal:
                raise IllegalAction(f"{shorten(repr(text))} is not one of your actions now; you can {_few(names)}")
            raise IllegalAction(f"{shorten(repr(text))}: {shorten(repr(word))} is not one of {_few(names)}")
        now = names[fits[0]]
    if isinstance(now, Stage):
        raise IllegalAction(f"{shorten(repr(text))}: say more, one of {_few(now.choices)}")
    return now


def _few(choices: Iterable[Any]) -> str:
    texts = [repr(str(each)) for each in choices]
    return listing(texts) if len(texts) <= SHOWN else f"{', '.join(texts[:SHOWN])} and {len(texts) - SHOWN} more"


def _cannot(action: Any, why: str) -> str:
    return f"{action}: you cannot do this now{f': {why}' if why else ''}"


def _plain(text: str) -> str:
    return " ".join(text.replace(",", " ").lower().split())


def _in_order(words: list[str], tokens: list[str]) -> bool:
    rest = iter(tokens)
    return all(any(_begins(word, token) for token in rest) for word in words)


def _in_any_order(words: list[str], tokens: list[str]) -> bool:
    left = list(tokens)
    for word in words:
        match = next((token for token in left if _begins(word, token)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _numbers_in_order(words: list[str], tokens: list[str]) -> bool:
    """Whether words match tokens in any order, with numbers in the same order: 3 6 and 6 3 are different cells."""
    numbers = [token for token in tokens if any(map(str.isdigit, token))]
    return _in_any_order(words, tokens) and _in_order([word for word in words if any(map(str.isdigit, word))], numbers)


def _begins(word: str, token: str) -> bool:
    """Whether a word is a prefix of a token; numbers must match completely."""
    return word == token if any(each.isdigit() for each in word) else token.startswith(word)


def _parsed(texts: Iterable[str], face: Face) -> Any:
    """The action, legal or not, that the first parsable text describes; None if no text can be parsed."""
    for each in texts:
        with suppress(IllegalAction):
            return face.rules.parse(each)
    return None


def _refusal(text: str, said: str, texts: dict[str, Any], verbs: list[str]) -> str:
    verb = said.partition(" ")[0]
    ways = [repr(str(action)) for text, action in texts.items() if text.split()[:1] == [verb]]
    way_out = f"; you can {listing(ways[:SHOWN])}" if ways else near_miss(verb, verbs)
    return f"{shorten(repr(text))} is not one of your actions now{way_out}"
