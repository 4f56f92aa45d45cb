"""Gossip: the smallest number of telephone calls after which everybody knows all secrets."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, compress, permutations, product
from operator import or_

from kripke.change.event import Event, EventModel
from kripke.data.errors import ModelError
from kripke.models.kripke_model import KripkeModel
from kripke.models.model import Model
from kripke.puzzles.story import Script, Story, whole_number
from kripke.symbolic.choice import Engine
from logic.clauses import Atom, Kw, conj
from logic.errors import TooLarge, listing, shorten
from logic.formula import Formula

STATEMENT = """\
Some friends each have a secret. They tell one another by telephone: in each call two of them exchange all the secrets
that they know. Everybody notices who calls whom, but hears nothing. How many calls are needed until everybody knows all
secrets?"""

SOURCE = (
    "R. Tijdeman: On a telephone problem. Nieuw Archief voor Wiskunde 19 (1971); C. Hurkens: Spreading gossip "
    "efficiently. Nieuw Archief voor Wiskunde 5/1 (2000); M. Attamah, H. van Ditmarsch, D. Grossi, W. van der Hoek: "
    "Knowledge and gossip. ECAI 2014, doi:10.3233/978-1-61499-419-0-21"
)

MOST_SECRETS = 6
Call = tuple[str, str]
State = tuple[tuple[bool, ...], ...]  # for each agent a row that says whose secrets the agent knows


def gossip(n: int = 4, calls: str | int | Iterable[object] | None = None, engine: Engine = "auto") -> Story:
    """Return the story of agents who exchange secrets in telephone calls: the given calls, or a shortest sequence.

    The answer is the number of calls if everybody knows all secrets in the end, otherwise each agent's known secrets.

    `n`: number of agents, from 2 to 5, or 6 if the calls are given. The agents are called 0, 1, 2, ...
    `calls`: the calls, such as ``01 23 02 13``; None: a shortest sequence after which everybody knows all secrets.
    """
    whole_number(n, "n", 2, MOST_SECRETS if calls is not None or n == MOST_SECRETS else MOST_SECRETS - 1)
    sequence = _shortest(n) if calls is None else _calls(calls, n)

    # "Some friends each have a secret."
    script = Script(f"{n} friends each have a secret; nobody knows another's.", _beginning(n), engine)
    unknown = conj(~_knows_secret(one, other) for one, other in permutations(_agents(n), 2))
    script.find("Nobody knows another's secret.", unknown)

    # "In each call two of them exchange all the secrets that they know."
    for one, other in sequence:
        secrets = _known_secrets(_state(script.model, n), one, other)
        script.act(f"{one} calls {other}.", _call(one, other, secrets))
        script.find(f"Now both know the secrets of {listing(secrets, 'and')}.",
                    conj(_knows_secret(who, j) for who in (one, other) for j in secrets))  # fmt: skip
    rows = _state(script.model, n)
    known = {i: tuple(compress(_agents(n), row)) for i, row in zip(_agents(n), rows, strict=True)}
    if not script.model.valid(_all_know(n)):
        conclusion = "; ".join(f"{i} knows the secrets of {listing(js, 'and')}" for i, js in known.items()) + "."
        return script.story("Gossip by telephone", STATEMENT, SOURCE, known, conclusion)
    script.find("Everybody knows all secrets.", _all_know(n))
    count = f"{len(sequence)} call{'s' * (len(sequence) > 1)}"
    conclusion = f"{count}{'.' if calls is not None else ', and no fewer.'}"
    return script.story("Gossip by telephone", STATEMENT, SOURCE, len(sequence), conclusion)


def _agents(n: int) -> tuple[str, ...]:
    return tuple(map(str, range(n)))


@cache
def _secret(of: str) -> Atom:
    return Atom(f"secret({of})")


@cache  # the engine recognises identical objects fastest
def _knows_secret(agent: str, of: str) -> Formula:
    return Kw(agent, _secret(of))


@cache
def _all_know(n: int) -> Formula:
    return conj(_knows_secret(i, j) for i in _agents(n) for j in _agents(n))


def _beginning(n: int) -> KripkeModel:
    """Return the initial model: each secret may be true or false, and each agent knows their own."""
    own = {i: [_secret(i).name] for i in _agents(n)}
    return KripkeModel.from_observations([_secret(i).name for i in _agents(n)], own)


@cache
def _call(one: str, other: str, secrets: tuple[str, ...]) -> EventModel:
    """Return the event model of a call: two agents learn which of the secrets are true, the others notice the call."""
    events = {}
    for values in product((True, False), repeat=len(secrets)):
        said = [_secret(i) if value else ~_secret(i) for i, value in zip(secrets, values, strict=True)]
        events[" ".join(i if value else "¬" + i for i, value in zip(secrets, values, strict=True))] = Event(conj(said))
    apart = [[name] for name in events]
    return EventModel.s5(events, {one: apart, other: apart}, others=[list(events)])


def _state(model: Model, n: int) -> State:
    """Return which secrets each agent knows, as rows of truth values; `ModelError` if this is not common knowledge."""
    whole_model = model.count("true")
    counts = [[model.count(_knows_secret(i, j)) for j in _agents(n)] for i in _agents(n)]
    if any(count not in (0, whole_model) for row in counts for count in row):
        raise ModelError("who knows whose secret is not common knowledge: not all calls were noticed")
    return tuple(tuple(count > 0 for count in row) for row in counts)


def _known_secrets(rows: State, one: str, other: str) -> tuple[str, ...]:
    return tuple(compress(_agents(len(rows)), map(or_, rows[int(one)], rows[int(other)])))


def _shortest(n: int) -> tuple[Call, ...]:
    """Search breadth-first for a shortest sequence of calls after which everybody knows all secrets."""
    if n > 5:
        raise TooLarge(f"n={n}: {n} agents: the search supports at most 5; give the calls, such as calls='01 23 02 13'")
    start = _beginning(n)
    layer: list[tuple[tuple[Call, ...], KripkeModel, State]] = [((), start, _state(start, n))]
    seen = {_canonical(layer[0][2])}
    while True:
        following = []
        for calls, model, rows in layer:
            for one, other in combinations(_agents(n), 2):
                after = model.update(_call(one, other, _known_secrets(rows, one, other)))
                if after.valid(_all_know(n)):
                    return (*calls, (one, other))
                then = _state(after, n)
                if (form := _canonical(then)) not in seen:  # states that differ by agents' names are searched once
                    seen.add(form)
                    following.append(((*calls, (one, other)), after, then))
        layer = following


def _canonical(rows: State) -> State:
    """Return the smallest of the states that result from renaming the agents."""
    n = range(len(rows))
    return min(tuple(tuple(rows[i][j] for j in order) for i in order) for order in permutations(n))


def _calls(given: str | int | Iterable[object], n: int) -> tuple[Call, ...]:
    """Return the calls between n agents, from a string such as ``01 23``, a number such as 12, or a list of these."""
    if not isinstance(given, (str, int, Iterable)):
        raise ModelError(f"calls={shorten(repr(given))}: expected calls such as '01 23 02 13'")
    given = str(given) if isinstance(given, int) else given
    calls = []
    for part in given.replace(",", " ").split() if isinstance(given, str) else given:
        pair = tuple(map(str, part if isinstance(part, Iterable) else str(part)))
        if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(_agents(n)):
            raise ModelError(f"call {shorten(''.join(pair))}: expected two different agents of {', '.join(_agents(n))}")
        calls.append((pair[0], pair[1]))
    return tuple(calls)
