"""Random planning problems of few worlds, with announcements, private actions, changes of facts and observers."""

from __future__ import annotations

from random import Random

from plain_planner import Deed, Task, reachable, true_at

from kripke.change.actions.announcements import private_announcement
from kripke.change.event import Event, EventModel
from kripke.models.kripke_model import KripkeModel

ATOMS = ["p", "q", "r"]


def random_model(rng: Random, most: int = 6, several: float = 0.25, ranked: bool = False) -> KripkeModel:
    """A model of 2 to `most` worlds and 2 or 3 agents, S5 or KD45, sometimes with 2 or 3 actual worlds, or ranks."""
    count = rng.choice([rng.randint(2, most), most])
    worlds = {f"w{i}": {p for p in ATOMS if rng.random() < 0.5} for i in range(count)}
    names, agents = list(worlds), "abc"[: rng.randint(2, 3)]
    actual = names[: rng.choice([2, 3])] if rng.random() < several else names[0]
    blocks = {a: _blocks(rng, names) for a in agents}
    ranks = {a: {name: rng.randrange(3) for name in names} for a in agents if rng.random() < 0.8} if ranked else None
    if rng.random() < 0.75:
        return KripkeModel.s5(worlds, blocks, actual, ATOMS, ranks=ranks)
    members = {a: [(b, rng.sample(b, rng.randint(1, len(b)))) for b in split] for a, split in blocks.items()}
    return KripkeModel.kd45(worlds, members, actual, ATOMS, ranks=ranks)


def _blocks(rng: Random, names: list[str]) -> list[list[str]]:
    number = rng.choice([1, 1, 2, 3])
    label = [rng.randrange(number) for _ in names]
    blocks = [[name for name, own in zip(names, label, strict=True) if own == k] for k in range(number)]
    return [block for block in blocks if block]


def fact(rng: Random) -> str:
    """An atom or its negation, or two of them in one formula."""
    one, other = [rng.choice(["", "~"]) + p for p in rng.sample(ATOMS, 2)]
    return rng.choice([one, one, one, f"({one} {rng.choice('&|')} {other})"])


def thought(rng: Random, agents: tuple[str, ...], depth: int = 2, ranked: bool = False) -> str:
    """A formula about what agents know or believe, singly or in common."""
    inside = fact(rng) if depth < 2 or rng.random() < 0.7 else thought(rng, agents, depth - 1, ranked)
    group = "{" + ",".join(rng.sample(agents, 2)) + "}"
    agent = rng.choice(agents)
    of_belief = [f"B_{agent}[{fact(rng)}]", f"Bsafe_{agent}", f"Bstrong_{agent}", f"B_{agent}", f"CB_{group}"]
    of_knowledge = [f"K_{agent}", f"K_{agent}", f"B_{agent}", f"Kw_{agent}", f"M_{agent}", f"C_{group}", "C"]
    operator = rng.choice(of_belief if ranked and rng.random() < 0.6 else of_knowledge)
    return rng.choice(["", "", "", "~"]) + f"{operator} {inside}"


def random_goal(rng: Random, agents: tuple[str, ...], ranked: bool = False) -> str:
    """One to three conjuncts of facts and thoughts."""
    parts = [thought(rng, agents, 2, ranked)] + [
        rng.choice([fact(rng), thought(rng, agents, 2, ranked)]) for _ in range(rng.choice([0, 1, 1, 2]))
    ]
    return " & ".join(f"({part})" for part in parts)


def counting_goal(rng: Random, agents: tuple[str, ...]) -> str:
    """One or two formulas that tell bisimilar states apart: pooled knowledge, and shares of worlds."""
    group, agent = "{" + ",".join(rng.sample(agents, 2)) + "}", rng.choice(agents)
    operators = [f"D_{group}", "D", f"K_{agent} D_{group}", f"R_{group} K_{agent}", f"R_{group} C_{group}"]
    operators += [f"B_{agent}>={share}" for share in ("1/3", "1/2", "2/3")]
    parts = [rng.choice(["", "~"]) + f"{rng.choice(operators)} {fact(rng)}" for _ in range(rng.choice([1, 1, 2]))]
    return " & ".join(f"({part})" for part in parts)


def random_deed(
    rng: Random, name: str, agents: tuple[str, ...], model: KripkeModel, costs: tuple[int, ...], observers: bool
) -> Deed:
    """An announcement, a look, a private announcement, a change of fact, or any of them with observers by condition."""
    by = rng.choice(agents)
    ranked = bool(model.structure.ranks)
    texts = [rng.choice([fact(rng), f"K_{by} {fact(rng)}", thought(rng, agents, 2, ranked)]) for _ in range(6)]
    said = next((text for text in texts if model.holds(text) and not model.valid(text)), texts[0])
    group = rng.sample(agents, rng.randint(1, len(agents) - 1))
    post = {rng.choice(ATOMS): rng.choice(["true", "false", fact(rng), f"K_{by} {fact(rng)}"])}
    look = {"yes": Event(said), "no": Event(f"~({said})")}
    same, nothing = [("yes", "yes"), ("no", "no")], [("happens", "nothing"), ("nothing", "nothing")]
    both = [(e, d) for e in look for d in look]
    sees: dict[str, list[tuple[str, str]]] = {}
    plausible = {a: {"yes": rng.randrange(2), "no": rng.randrange(2)} for a in model.structure.ranks}
    match rng.randrange(6 if observers else 5):
        case 0:
            change = EventModel({"said": Event(said)}, {a: [("said", "said")] for a in agents})
        case 1:
            relations, designated = {a: same if a == by else both for a in agents}, rng.choice([None, ["yes"]])
            change = EventModel(look, relations, designated, ranks=plausible or None)
        case 2:
            change = private_announcement(said, to=group)
        case 3:
            change = EventModel(
                {"turns": Event(rng.choice(["true", said]), post)}, {a: [("turns", "turns")] for a in agents}
            )
        case 4:
            happens = {"happens": Event(rng.choice(["true", said]), post), "nothing": Event()}
            own = [(e, e) for e in happens]
            change = EventModel(happens, {a: own if a in group else nothing for a in agents}, "happens")
        case _:
            events = {"yes": Event(said, rng.choice([{}, post])), "no": look["no"], "nothing": Event()}
            full, part = [(e, e) for e in events], [*both, ("nothing", "nothing")]
            kinds = {"Full": full, "Partial": part, "None": [(e, "nothing") for e in events]}
            designated = rng.choice([["yes"], ["yes", "no"]])
            sees = {a: _conditions(rng, agents) for a in agents}
            if rng.random() < 0.3:  # this agent has a relation of their own
                sees.pop(free := rng.choice(agents))
                kinds[free] = full
            used = {*agents, *[kind for listed in sees.values() for _, kind in listed]}
            change = EventModel(events, {kind: kinds[kind] for kind in kinds if kind in used}, designated)
    return Deed(name, change, by, sees, rng.choice(costs), per_state=bool(sees) and rng.random() < 0.2)


def _conditions(rng: Random, agents: tuple[str, ...]) -> list[tuple[str, str]]:
    kinds = ["Full", "Partial", "None"]
    conditions = [rng.choice([fact(rng), thought(rng, agents, 1)]) for _ in range(rng.randint(0, 2))]
    return [*[(condition, rng.choice(kinds)) for condition in conditions], ("true", rng.choice(kinds))]


def random_task(
    rng: Random,
    most: int = 6,
    deeds: int = 4,
    costs: tuple[int, ...] = (1,),
    several: float = 0.25,
    observers: bool = True,
    ranked: bool = False,
    turns: bool = False,
    consistent: bool = False,
) -> Task:
    """A problem of 2 to `deeds` actions whose goal holds late, or at none of the first states.

    `observers`: whether what an agent sees of an action may depend on formulas. `ranked`: whether agents have ranks.
    """
    while True:
        model = random_model(rng, most, several, ranked)
        agents = tuple(model.agents)
        names = [f"act{number}" for number in range(rng.randint(2, deeds))]
        made = [random_deed(rng, name, agents, model, costs, observers) for name in names]
        states = reachable(Task(model.to_networkx(), made, "true", turns, consistent), 40, 24, cut=True)
        if len(states) < rng.choice([2, 4, 6, 8, 12]):
            continue
        early = max(1, len(states) * 3 // 4) if rng.random() < 0.6 else len(states)  # or else nowhere among these
        for _ in range(40):
            goal = random_goal(rng, agents, ranked)
            if not any(true_at(g, goal) for g in states[:early]) and (
                early == len(states) or true_at(states[-1], goal)
            ):
                return Task(states[0], made, goal, turns, consistent)


def random_sensing_task(rng: Random, ranked: bool = False, turns: bool = False, consistent: bool = False) -> Task:
    """A problem with several actual worlds, where agents look and then do what they know to be right."""
    model = random_model(rng, 4, several=1, ranked=ranked)
    agents, deeds = tuple(model.agents), list[Deed]()
    for number in range(rng.randint(1, 2)):
        by, said, goal = rng.choice(agents), rng.choice(ATOMS), rng.choice(ATOMS)
        look = {"yes": Event(said), "no": Event(f"~{said}")}
        same, both = [(e, e) for e in look], [(e, d) for e in look for d in look]
        relations = {a: same if a == by or rng.random() < 0.2 else both for a in agents}
        deeds.append(
            Deed(f"look{number}", EventModel(look, relations), rng.choice([by, by, by, by if turns else None]))
        )
        actor = rng.choice([by, by, rng.choice(agents)])
        for value in ("", "~"):
            known = rng.choice([f"K_{actor} {value}{said}", f"K_{actor} {value}{said}", f"{value}{said}", "true"])
            post = rng.choice([{}, {goal: rng.choice(["true", "true", value + said, f"~{goal}"])}])
            act = EventModel({"does": Event(known, post)}, {a: [("does", "does")] for a in agents})
            deeds.append(
                Deed(
                    f"do{value}{number}",
                    act,
                    rng.choice([actor, actor, actor if turns else None]),
                    cost=rng.choice([1, 1, 2]),
                )
            )
    goals = [*ATOMS, *[f"{k}_{a} {p}" for k in ("K", "B", "Kw") for a in agents for p in ATOMS]]
    return Task(model.to_networkx(), deeds, " & ".join(rng.sample(goals, rng.choice([1, 1, 2]))), turns, consistent)
