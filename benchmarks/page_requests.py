"""The requests of the sessions and of the hostile clients in the load test."""

import json
from functools import cache
from random import Random

MIX = {"formula": 60, "picture": 15, "reasons": 10, "change": 10, "proof": 3, "library": 2}
"""The percentage of each route in the requests."""


def model(rng):
    """A random model of 4 to 16 worlds with two agents; no other model has a world with the name of its first one."""
    count = rng.randint(4, 16)
    worlds = {f"w{number}": [atom for atom in "pq" if rng.random() < 0.5] for number in range(count)}
    mark = f"mine{rng.getrandbits(40)}"
    worlds = {mark if name == "w0" else name: true for name, true in worlds.items()}
    names = list(worlds)
    classes = {agent: _classes(rng, names) for agent in "ab"}
    relations = {agent: {"partition": found} for agent, found in classes.items()}
    return {
        "whoknows": 1,
        "agents": ["a", "b"],
        "atoms": ["p", "q"],
        "worlds": worlds,
        "actual": mark,
        "relations": relations,
    }


def _classes(rng, names):
    found = [[] for _ in range(3)]
    for name in names:
        rng.choice(found).append(name)
    return [each for each in found if each]


def request(route, model, rng):
    """The body of a request on this route, as a person at the page would cause it."""
    formula = rng.choice(
        ["K_a p", "M_b (p & ~q)", "K_a (p -> K_b q)", "C_{a,b} (p | q)", f"[p | q] K_{rng.choice('ab')} p"]
    )
    if route == "proof":
        return {"formula": f"K_a p -> {formula}".replace("p", f"p{rng.getrandbits(40)}"), "logic": "S5"}
    if route == "library":
        return {"name": rng.choice(["muddy_children", "cheryl"])}
    if route == "change":
        return {"model": model, "change": {"kind": "peek", "formula": rng.choice("pq"), "by": [rng.choice("ab")]}}
    more = {"picture": {}, "formula": {"formula": formula}, "reasons": {"formula": formula, "at": model["actual"]}}
    return {"model": model, **more[route]}


def is_own(route, answer, model):
    """Whether the answer is about this model, as far as the answer shows it."""
    if route == "picture":
        return any(world["name"] == model["actual"] for world in answer["worlds"])
    if route == "change":
        return any(world.startswith(model["actual"]) for world in answer["model"]["worlds"])
    return True


ATTACKS = (
    lambda model, n: ("formula", {"model": model, "formula": "K_a " * (2_000 + n) + "p"}),
    lambda model, n: ("formula", {"model": model, "formula": f"K_a {'~' * n}" * 190 + "p"}),
    lambda model, n: ("formula", {"model": model, "formula": _nested(900 + n)}),
    lambda model, n: ("formula", {"model": large(1_900 + n), "formula": _nested(190)}),
    lambda model, n: ("formula", {"model": large(10_000 + n), "formula": "C p"}),
    lambda model, n: ("picture", {"model": large(1_900 + n)}),
    lambda model, n: ("change", {"model": model, "change": {"kind": "events", "text": bomb(1_000 + n)}}),
    lambda model, n: ("change", {"model": large(33), "change": {"kind": "events", "text": bomb(295 + n)}}),
)
"""The requests of hostile clients, as functions of a model and a small number: in turn one that exceeds a limit of the
page and is refused, and one just below the limit. Client i of four sends attacks 2 i and 2 i + 1."""
SIZES = 8
"""Number of sizes of each attack that are prepared."""
PLACE = "@@@@@@@@"
"""Placeholder in prepared attacks for a world name that is new in each request, so that no answer is cached."""


def attack(client, number):
    """The route and the body of a request by one of four hostile clients."""
    route, body = _prepared(2 * client + number % 2, number // 2 % SIZES)
    return route, body.replace(PLACE.encode(), b"%08d" % number)


def prepare():
    """Generate the attacks before the measurement starts."""
    for number in range(2 * SIZES):
        for client in range(4):
            attack(client, number)


@cache
def _prepared(which, size):
    mine = model(Random(which // 2))
    route, asked = ATTACKS[which](mine, size)
    return route, json.dumps(asked).replace(mine["actual"], PLACE).encode()


def _nested(depth):
    return "C (" * depth + "p" + ")" * depth


def large(count):
    """A model of `count` worlds."""
    names = [PLACE, *(f"w{number}" for number in range(1, count))]
    return {"whoknows": 1, "worlds": {name: ["p"] for name in names}, "relations": {"a": {"partition": [names]}}}


def bomb(count):
    """An event model of `count` events that no agent can tell apart."""
    names = [f"e{number}" for number in range(count)]
    return "\n".join([*(f"event {name}: pre true" for name in names), f"others: {' '.join(names)}"])
