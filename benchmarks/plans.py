"""Plans: planning problems from the literature, built here, and those of plank if its files are available.

The environment variable `PLANK` is a folder with plank's source (github.com/a-burigana/plank), whose problems are then
solved too, and `PLANK_PROGRAM` is the path of its program `bfs_planner`, to compare with. Results of other planners in
the tables are from their papers.
"""

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

from benchmarks.measure import best, first_time, table, timed
from logic.clauses import Atom, Kw, conj, disj
from logic.formula import Formula
from whoknows import (
    Action,
    Event,
    EventModel,
    KripkeModel,
    SymbolicModel,
    announcement,
    load_epddl,
    plan,
    public_change,
)

Question = tuple[str, KripkeModel, list[Action], str]
"""The name of a problem, its model, its actions and its goal."""

SECONDS = 60.0  # after which a search gives up
MEMORY = 4 * 2**30  # bytes that plank's program may take
NIL = "nothing"


def observed(events: dict[str, Event], designated: list[str], sees: dict[str, Any], name: str, by: str) -> Action:
    """An action whose observers see it fully (full), see that it happens (part), or do not notice it (none)."""
    names = [*events, NIL]
    kinds = {
        "full": [(e, e) for e in names],
        "part": [*[(d, e) for d in events for e in events], (NIL, NIL)],
        "none": [(e, NIL) for e in names],
    }
    used = {kind for seen in sees.values() for kind in ([seen] if isinstance(seen, str) else dict(seen).values())}
    model = EventModel({**events, NIL: Event()}, {kind: kinds[kind] for kind in sorted(used)}, designated)
    return Action(name, model, by, sees)


def among(formula: str, kind: str, otherwise: str = "none") -> list[tuple[str, str]]:
    """Conditional observability: this kind if a formula holds, otherwise another."""
    return [(formula, kind), ("true", otherwise)]


def muddy_agents(count: int) -> tuple[list[str], list[str], dict[str, list[str]]]:
    """The atoms of the mud, the agents, and for each agent the atoms that it sees: the mud of all others."""
    mud, agents = [f"muddy({i})" for i in range(count)], [f"a{i}" for i in range(count)]
    return mud, agents, {agent: [m for m in mud if m != own] for agent, own in zip(agents, mud, strict=True)}


def muddy_child(children: int, muddy: int) -> Question:
    """Each child can publicly say whether it knows about its own mud; the goal is that the first child knows."""
    mud, agents, sees = muddy_agents(children)
    model = KripkeModel.from_observations(mud, sees, law=" | ".join(mud), actual=mud[:muddy])
    asks = []
    for agent, own in zip(agents, mud, strict=True):
        answers = {"yes": Event(f"Kw_{agent} {own}"), "no": Event(f"~Kw_{agent} {own}")}
        asks.append(Action(f"ask_{agent}", EventModel.s5(answers, {}, others=[["yes"], ["no"]]), agent))
    return f"active muddy child, {children} children, {muddy} muddy", model, asks, f"Kw_{agents[0]} {mud[0]}"


def muddy_robots(robots: int, muddy: int) -> Question:
    """The father says that there is mud; in rounds, all say that nobody knows; the muddy ones are to know."""
    mud, agents, sees = muddy_agents(robots)
    model = KripkeModel.from_observations(mud, sees, actual=mud[:muddy])
    nobody = " & ".join(f"~Kw_{a} {m}" for a, m in zip(agents, mud, strict=True))
    actions = [Action("father", announcement(" | ".join(mud))), Action("round", announcement(nobody))]
    goal = " & ".join(f"K_{a} {m}" for a, m in zip(agents[:muddy], mud, strict=False))
    return f"muddy robots, {robots} robots, {muddy} muddy", model, actions, goal


def grapevine(count: int) -> Question:
    """Agents in two rooms, each with a secret; the goal is that some learn secrets and others do not."""
    agents = "abcdefgh"[:count]
    secrets = [f"s({i})" for i in agents]
    model = KripkeModel.from_observations(
        [*secrets, *[f"left({i})" for i in agents]],
        {i: [f"s({i})", *[f"left({j})" for j in agents]] for i in agents},
        law=" & ".join(f"left({i})" for i in agents),
        actual=[*secrets, *[f"left({i})" for i in agents]],
    )
    moves = [
        Action(f"{name}_{i}", public_change({f"left({i})": to}, when=when), i)
        for i in agents
        for name, to, when in (("left", "true", f"~left({i})"), ("right", "false", f"left({i})"))
    ]
    tells = [
        observed(
            {"told": Event(f"s({j})")},
            ["told"],
            {k: "full" if k == i else among(f"left({i}) <-> left({k})", "full") for k in agents},
            f"tell_{i}_{j}",
            i,
        )
        for i in agents
        for j in agents
    ]
    goal = "Kw_a s(b) & Kw_b s(a) & Kw_b s(c) & ~Kw_c s(b) & ~Kw_c s(a)"
    return f"grapevine, {count} agents", model, moves + tells, goal


def coin_in_the_box(count: int, goal: str, story: str) -> Question:
    """A box with a coin and its key; agents who look see what happens, and can be made to look or not."""
    agents = "abcde"[:count]
    facts = {"tails", "key(a)", "looking(a)"}
    model = KripkeModel.s5(
        {"tails": facts, "heads": facts - {"tails"}}, {i: [["tails", "heads"]] for i in agents}, "tails",
        ["tails", "opened", *[f"{atom}({i})" for i in agents for atom in ("key", "looking")]],
    )  # fmt: skip
    aware = " & ".join(f"(looking({j}) -> K_{j} (opened & looking({{i}})))" for j in agents)
    heard = " & ".join(f"(looking({j}) -> K_{j} looking({{i}}))" for j in agents)
    actions = []
    for i in agents:
        alone = {j: "full" if j == i else "none" for j in agents}
        near = {j: "full" if j == i else among(f"looking({j})", "part") for j in agents}
        hear = {j: "full" if j == i else among(f"looking({j})", "full") for j in agents}
        can = aware.format(i=i)
        opening = Event(f"~opened & looking({i}) & key({i})", {"opened": "true"})
        seen = {"yes": Event(f"{can} & tails"), "no": Event(f"{can} & ~tails")}
        said = Event(f"K_{i} tails & looking({i}) & {heard.format(i=i)}")
        actions += [
            observed({"opens": opening}, ["opens"], alone, f"open_{i}", i),
            observed(seen, ["yes", "no"], near, f"peek_{i}", i),
            observed({"said": said}, ["said"], hear, f"shout_{i}", i),
        ]
    for i, j in permutations(agents, 2):
        both = {k: "full" if k in (i, j) else "none" for k in agents}
        for name, before, after in (("signal", "~", "true"), ("distract", "", "false")):
            pre = f"looking({i}) & {before}looking({j})"
            event = Event(f"{pre} & E_{{{i},{j}}} ({pre})", {f"looking({j})": after})
            actions.append(observed({"does": event}, ["does"], both, f"{name}_{i}_{j}", i))
    return f"coin in the box, {count} agents, {story}", model, actions, goal


def selective_communication(rooms: int) -> Question:
    """Five agents in a row of rooms hear what is said in the same or the next room; the goal is common knowledge."""
    agents = "abcde"
    at = {i: [f"at({i},{r})" for r in range(rooms)] for i in agents}
    places = {at[i][min(number, rooms - 1)] for number, i in enumerate(agents)}
    model = KripkeModel.s5(
        {"info": places | {"info"}, "not": places}, {i: [["info", "not"]] for i in agents}, "info",
        ["info", *[atom for each in at.values() for atom in each]],
    )  # fmt: skip
    actions = []
    for i in agents:
        for name, step in (("left", -1), ("right", 1)):
            end = at[i][0 if step < 0 else -1]
            post = {
                at[i][r]: at[i][r - step] if r - step in range(rooms) else "false"
                for r in range(rooms)
            }  # fmt: skip
            actions.append(Action(f"{name}_{i}", public_change(post, when=f"~{end}"), i))
        same = {j: " | ".join(f"({at[i][r]} & {at[j][r]})" for r in range(rooms)) for j in agents}
        near = {
            j: " | ".join(f"({at[i][r]} & {at[j][q]})" for r in range(rooms) for q in range(rooms) if abs(r - q) < 2)
            for j in agents
        }
        off = f"~{at[i][-1]}"
        hearers = [f"(({near[j]}) -> K_{j} Kw_{i} info)" for j in agents if j != i]
        said = Event(" & ".join([f"K_{i} info", *hearers]))
        sensed = {"yes": Event(f"info & {off}"), "no": Event(f"~info & {off}")}
        look = {j: "full" if j == i else among(same[j], "part") for j in agents}
        hear = {j: "full" if j == i else among(near[j], "full") for j in agents}
        actions.append(observed(sensed, ["yes", "no"], look, f"sense_{i}", i))
        actions.append(observed({"told": said}, ["told"], hear, f"tell_{i}", i))
    return f"selective communication, {rooms} rooms", model, actions, "C info"


def gossip(count: int, knowing: str) -> Question:
    """Friends with a secret each; one tells another a secret, which all see; the goal is that some know all secrets."""
    agents = "abcde"[:count]
    secrets = [f"s({i})" for i in agents]
    model = KripkeModel.from_observations(secrets, {i: [f"s({i})"] for i in agents}, actual=secrets)
    tells = [
        observed(
            {"yes": Event(f"K_{i} s({k})"), "no": Event(f"K_{i} ~s({k})")},
            ["yes", "no"],
            {a: "full" if a in (i, j) else "part" for a in agents},
            f"tell_{i}_{j}_{k}",
            i,
        )
        for i, j in permutations(agents, 2)
        for k in agents
        if k != j
    ]
    goal = " & ".join(f"Kw_{i} {secret}" for i in knowing for secret in secrets)
    return f"gossip, {count} friends, {len(knowing)} of them are to know all", model, tells, goal


def muddy_law(children: int, muddy: int) -> tuple[str, SymbolicModel, dict[str, Formula], Formula]:
    """The muddy children as a symbolic model, since it has 2 ** `children` worlds: name, model, announcements, goal."""
    mud, agents, sees = muddy_agents(children)
    said = list(map(Atom, mud))
    knows = [Kw(agent, own) for agent, own in zip(agents, said, strict=True)]
    questions = {"father": disj(said), "nobody": conj(~each for each in knows)}
    model = SymbolicModel(mud, observes=sees, actual=mud[:muddy])
    return f"muddy, {children} children, {muddy} muddy", model, questions, conj(knows[:muddy])


def problems() -> Iterator[Question]:
    """All problems; within a kind, the small ones first."""
    for children, muddy in ((5, 3), (7, 4), (8, 4), (10, 5)):
        yield muddy_child(children, muddy)
    for robots in (4, 6, 8, 10):
        yield muddy_robots(robots, 3)
    for count in (3, 4, 5, 6):
        yield grapevine(count)
    for story, goal in (
        ("a knows", "K_a tails"),
        ("b knows", "K_b tails"),
        ("all know in common", "C tails"),
        ("c knows that a knows", "E_{b,c} tails & K_b ~Kw_a tails & K_c K_a tails"),
    ):
        yield coin_in_the_box(3, goal, story)
    for count in (3, 4, 5):
        yield coin_in_the_box(count, "~tails", "the coin turns")
    for rooms in (3, 4, 5, 6):
        yield selective_communication(rooms)
    for count, knowing in ((2, "ab"), (3, "abc"), (4, "ab"), (5, "a")):
        yield gossip(count, knowing)


def measured(title: str, model: Any, actions: Any, goal: Any, policy: bool = False) -> tuple[object, ...]:
    """A row on a problem: sizes, outcome, states, minimum seconds of two searches, memory in another process."""

    def work() -> Any:
        return plan(model, actions, goal, timeout=SECONDS, policy=policy)

    seconds, answer = best(work, 1)
    again, memory = first_time(work)
    outcome = (answer.depth if policy else len(answer.steps)) if answer else answer.outcome
    return title, model.count(), len(actions), outcome, len(answer.space), min(seconds, again), memory


HEAD = ("problem", "worlds", "actions", "length", "states", "seconds", "MB more")


def made_here() -> None:
    """Print the table of the problems that are built here."""
    table("Plans", HEAD, [measured(*problem) for problem in problems()])


def by_diagrams() -> None:
    """Print the table of symbolic models."""
    table("Plans by diagrams", HEAD, [measured(*muddy_law(n, n // 10)) for n in (20, 40, 70, 100)])


def policies() -> None:
    """Print the table of policies for the coordinated attack, with a beacon and with messengers."""
    folder = Path(__file__).parents[1] / "examples" / "plans" / "coordinated_attack"
    rows = []
    for name in ("beacon", "messengers"):
        task = load_epddl(folder / "domain.epddl", folder / f"{name}.epddl")
        rows.append(measured(f"attack, {name}", task.model, list(task.actions), task.goal, policy=True))
    table("Policies", HEAD, rows)


def plank_files(folder: Path) -> Iterator[tuple[str, Path, Path, list[Path]]]:
    """For each problem of plank: its name, domain file, problem file, and libraries."""
    libraries = folder / "benchmarks" / "libraries"
    for domain in sorted((folder / "benchmarks" / "domains").glob("*/*.epddl")):
        named = re.search(r":action-type-libraries (\w+)", domain.read_text())  # one is in a comment, but needed
        library = libraries / f"{named[1] if named else 'basic'}.epddl"
        for problem in sorted((domain.parent / "instances").rglob("*.epddl")):
            title = re.search(r"\(define\s+\(problem ([\w-]+)\)", problem.read_text())
            yield title[1] if title else problem.stem, domain, problem, [library]


def by_plank(program: str | None, domain: Path, problem: Path, libraries: list[Path]) -> tuple[object, object]:
    """The length of plank's plan and the processor seconds, which include some milliseconds of grounding."""
    if program is None:
        return "", ""
    limits = ["timeout", f"{SECONDS:g}", "prlimit", f"--as={MEMORY}"]
    try:
        seconds, told = timed([*limits, program, "-d", str(domain), "-p", str(problem), "-l", *map(str, libraries)])
    except RuntimeError:
        return "stopped", ""
    steps = len(re.findall(r"^\d+\. ", told, re.MULTILINE))
    return steps if "Plan found" in told else "none" if "No plan found" in told else "stopped", seconds


def plank() -> None:
    """Print the table of plank's problems, if `PLANK` names its folder."""
    if (folder := os.environ.get("PLANK")) is None:
        print("PLANK names no folder of plank's source: its problems are left out\n")
        return
    rows = []
    for title, domain, problem, libraries in plank_files(Path(folder)):
        grounding, task = best(partial(load_epddl, domain, problem, *libraries), 3)
        row = measured(title, task.model, list(task.actions), task.goal)
        rows.append((*row, grounding, *by_plank(os.environ.get("PLANK_PROGRAM"), domain, problem, libraries)))
    table("Plans of plank's problems", (*HEAD, "grounding", "length by plank", "seconds by plank"), rows)


PARTS: dict[str, Callable[[], None]] = {
    "made": made_here, "diagrams": by_diagrams, "policies": policies, "plank": plank
}  # fmt: skip


def main() -> None:
    """Run the benchmark and print its tables."""
    for part in PARTS.values():
        part()
