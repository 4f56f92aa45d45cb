"""Spaces that fill up, diagrams that are very deep, and interrupts: every answer is right or a clear error."""

import gc
import subprocess
import sys
import textwrap
import threading
from itertools import pairwise
from random import Random

import pytest
from effort import seeds, share
from randoms import random_cube, random_formula, random_structure

from kripke.data.errors import ModelError
from kripke.data.structure import Structure
from kripke.models.kripke_model import KripkeModel
from kripke.models.symbolic_model import SymbolicModel
from kripke.symbolic.diagrams import capacity
from kripke.symbolic.diagrams.bdd import BddManager
from kripke.symbolic.diagrams.capacity import NODE_BYTES, SLOT_BYTES
from kripke.symbolic.diagrams.threads import on_deep_stack
from kripke.symbolic.laws.constraints import exactly, exactly_one
from kripke.symbolic.structures.memory import moved
from logic.clauses import AnnounceWhether, Atom, Kw, Xor
from logic.errors import TooLarge

PLAYERS = "NESW"


@pytest.fixture(autouse=True, scope="module")
def _small_heap():
    """Full managers collect Python's garbage: not among all that earlier tests left."""
    gc.collect()
    gc.freeze()


def deal(cards: int, nodes: int) -> SymbolicModel:
    """A deal of `cards` to four players in a manager with a limit of nodes; the law is given as an iterator."""
    names = [f"{player}{card}" for card in range(cards) for player in PLAYERS]
    law = [exactly_one([f"{p}{card}" for p in PLAYERS]) for card in range(cards)]
    law += [exactly(cards // 4, [f"{p}{card}" for card in range(cards)]) for p in PLAYERS]
    observes = {p: iter([n for n in names if n[0] == p]) for p in PLAYERS}
    return SymbolicModel(iter(names), iter(law), observes, nodes=nodes)


def cramped(model: SymbolicModel, room: int) -> SymbolicModel:
    """The model in a manager that holds it and a few nodes more."""
    made = model.knowledge
    made.manager.collect()
    return SymbolicModel.of(moved(made, BddManager(made.manager.bits, made.manager.sweep() + room)))


def test_a_model_is_built_in_a_larger_space_where_the_first_was_too_small():
    small = deal(12, 100)
    assert small.knowledge.manager.nodes > 100
    assert small.count() == 369600
    assert small == deal(12, 2**20)


@pytest.mark.parametrize(
    "room", [300, pytest.param(0, marks=pytest.mark.slow), pytest.param(3000, marks=pytest.mark.slow)]
)
def test_questions_that_fill_a_space_move_the_model_into_a_larger_one_and_answer_the_same(room):
    small, large = cramped(deal(16, 2**22), room), deal(16, 2**22)
    before = small.knowledge.manager
    for question in ("K_N N0", "M_E (W3 & S4)", "~K_S (N1 | E2) ^ W5", "D_{N,E} W0", "[N0?] Kw_E N0", "B_N>=1/3 E5"):
        assert small.count(question) == large.count(question)
    assert small.knowledge.manager.nodes > before.nodes
    told = small.announce_whether("N0 ^ E1").announce("N2 | S3")
    assert told.count("Kw_W (N0 ^ E1)") == large.announce_whether("N0 ^ E1").announce("N2 | S3").count("Kw_W (N0 ^ E1)")
    assert all(large.holds("true", at=state) for state in small.sample(1, 5))


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_relations_marks_and_definitions_come_along_into_larger_spaces(seed):
    rng = Random(seed)
    moved = 0
    for _ in range(3):
        s = random_cube(rng) if rng.random() < 0.5 else random_structure(rng, 16, rng.choice(["any", "KD45", "S4"]))
        model = KripkeModel.of(Structure(s.worlds, s.valuation, s.relations, s.actuals))
        small = cramped(SymbolicModel.from_explicit(model), 20)
        first = small.knowledge.manager
        for _ in range(share(20, 5)):
            formula = random_formula(rng, model.agents, 10)
            assert small.count(formula) == model.count(formula), (seed, str(formula))
        moved += small.knowledge.manager is not first
        assert small == SymbolicModel.from_explicit(model)
    assert moved > 1


def test_what_others_made_of_a_model_stays_with_them_when_it_moves():
    small = cramped(deal(16, 2**20), 1000)
    first = small.knowledge.manager
    told = small.announce("N0")
    for card in range(16):
        small.count(f"K_N (E{card} | W{(card + 1) % 16}) ^ M_S (N{card} & ~W3)")
    assert small.knowledge.manager is not first is told.knowledge.manager
    assert told.count() * 4 == small.count() == 63063000
    assert told.holds("K_E N0", at=next(iter(told)))


def test_where_no_space_is_large_enough_the_model_is_as_it_was(monkeypatch):
    model = deal(16, 2**18)  # many times what the first question takes: how much a full manager frees varies
    answer = model.count("K_N N0")
    monkeypatch.setattr(capacity, "MOST_NODES", model.knowledge.manager.nodes)
    names = [f"{player}{card}" for card in range(16) for player in PLAYERS]
    heavy = " ^ ".join(f"({a} & {b})" for a, b in zip(names[:32], reversed(names), strict=False))  # 2^32 nodes
    with pytest.raises(TooLarge, match="another order of the atoms"):
        model.count(f"K_N ({heavy})")
    assert model.count("K_N N0") == answer
    assert model.count() == 63063000
    monkeypatch.setattr(capacity, "MOST_NODES", 500)
    with pytest.raises(TooLarge, match="need more than 500 nodes"):
        deal(16, 500)


@pytest.mark.parametrize("nodes", [0, -1, True, "many", 2.5])
def test_the_number_of_nodes_is_a_positive_whole_number(nodes):
    with pytest.raises(ModelError, match="expected the capacity in nodes"):
        SymbolicModel(["p"], nodes=nodes)


def test_a_space_forgets_what_is_remembered_when_it_collects():
    manager = BddManager(8)
    made = [manager.parity(0x5555, False) & manager.literal(2 * i) for i in range(8)]
    assert manager.results.get("key", lambda: made) is manager.results.get("key", list)
    full = manager.sweep()
    made.clear()
    manager.collect()
    assert manager.sweep() < full
    assert manager.results.get("key", list) == []


# ------------------------------------------------------------------------------------------------- depth


def run(program: str) -> subprocess.CompletedProcess[str]:
    """What a process of its own says; if it ends otherwise than by its own doing, that shows here."""
    source = textwrap.dedent(program)
    return subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=600, check=False)


LIMITED = """
    import resource
    resource.setrlimit(resource.RLIMIT_AS, ({limit}, {limit}))
    from kripke.models.symbolic_model import SymbolicModel
    from logic.errors import TooLarge
    names = [f"p{{i}}" for i in range(64)]
    models = [SymbolicModel(names, observes={{"a": names[:3]}}) for _ in range(3)]
    near = " ^ ".join(f"({{p}} & {{q}})" for p, q in zip(names[::2], names[1::2]))
    far = " ^ ".join(f"({{p}} & {{q}})" for p, q in zip(names[:32], reversed(names)))  # 2^32 nodes
    before = [model.count(near) for model in models]
    try:
        models[0].count(far)
    except TooLarge as error:
        print(error)
    print(before == [model.count(near) for model in models] == [2**63 - 2**31] * 3)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the address space is limited on Linux only")
@pytest.mark.parametrize("limit", [1_300_000_000, 6_000_000_000])
def test_where_the_address_space_is_limited_a_question_that_needs_more_is_too_large_and_others_are_answered(limit):
    done = run(LIMITED.format(limit=limit))
    assert done.returncode == 0, done.stderr[-2000:]
    refused, answered = done.stdout.splitlines()
    assert "there is no memory for more" in refused
    assert answered == "True"


DEEP = """
    from kripke.symbolic.laws.constraints import exactly, exactly_one, parity
    from kripke.models.symbolic_model import SymbolicModel
    n, names = {n}, [f"p{{i}}" for i in range({n})]
    s = SymbolicModel(names, {law}, {{"a": names[:-1], "b": names[n // 2:], "c": []}})
    last = names[-1]
    print(s.count() == {count}, s.count(f"K_a {{last}}") == {knows}, s.valid("M_c p0"))
    u = s.at(s.sample(1))
    print(u.degree("b", "p0") <= 1, u.holds("K_c p1 -> p1"), len(next(iter(s))) <= n)
    print(s.announce_whether(f"p0 ^ {{last}}").count(f"Kw_a {{last}}") == {learns})
    print(repr(s.knowledge.law)[:2], s.announce("p0 | p1").valid("p0 | p1"))
"""


@pytest.mark.parametrize("n", [8_000, pytest.param(99_990, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("law", "count", "knows", "learns"),
    [
        pytest.param("'true'", "2**n", "0", "2**n", marks=pytest.mark.slow),
        pytest.param("exactly(n, names)", "1", "1", "1", marks=pytest.mark.slow),
        pytest.param("exactly_one(names)", "n", "1", "n", marks=pytest.mark.slow),
        ("parity(names)", "2 ** (n - 1)", "2 ** (n - 2)", "2 ** (n - 1)"),
    ],
    ids=["free", "cube", "chain", "parity"],
)
def test_diagrams_as_deep_as_there_are_atoms_answer(n, law, count, knows, learns):
    done = run(DEEP.format(n=n, law=law, count=count, knows=knows, learns=learns))
    assert done.returncode == 0, done.stderr[-2000:]
    assert "False" not in done.stdout


@pytest.mark.parametrize("n", [100_001, 1_000_000])
def test_more_atoms_than_can_be_are_refused_with_their_number(n):
    with pytest.raises(TooLarge, match=rf"{n:,} atoms: expected.* 100,000"):
        SymbolicModel([f"p{i}" for i in range(n)])


def test_variables_of_too_many_bits_are_refused():
    with pytest.raises(TooLarge, match="at most 100,000"):
        SymbolicModel(variables={f"x{i}": range(600) for i in range(200)}, encoding="one-hot")


def test_announcements_that_make_a_shallow_model_deep_go_on_where_there_is_room(monkeypatch):
    monkeypatch.setattr("kripke.symbolic.diagrams.bdd.SHALLOW", 1000)
    names = [f"p{i}" for i in range(750)]
    s = SymbolicModel(names, observes={"a": names[:2]}, actual=names[:3])
    body = Kw("a", Atom("p499"))
    for p, q in pairwise(names):
        body = AnnounceWhether(Xor(Atom(p), Atom(q)), body)
    assert not s.knowledge.manager.is_deep
    assert s.holds(body)
    assert (s.knowledge.manager.bits, s.knowledge.manager.is_deep) == (1499, True)


# ------------------------------------------------------------------------------------------------- threads


def test_work_on_deep_diagrams_runs_on_one_thread_and_its_errors_arrive_with_the_caller():
    deep = on_deep_stack(threading.current_thread)
    assert deep is on_deep_stack(threading.current_thread) is not threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        on_deep_stack(divmod, 1, 0)


def test_a_process_that_is_forked_gets_a_deep_thread_of_its_own():
    done = run("""
        import os
        from kripke.symbolic.diagrams.threads import on_deep_stack
        on_deep_stack(int)
        child = os.fork()
        if not child:
            os._exit(on_deep_stack(int, "7"))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    """)
    assert done.stdout.split() == ["7"], done.stderr


def test_an_interrupt_reaches_the_caller_of_an_operation_on_deep_diagrams():
    done = run("""
        import os, signal, threading
        from kripke.symbolic.diagrams.threads import on_deep_stack
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the suite may be started with Ctrl-C ignored
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        stop, ends = threading.Event(), []
        try:
            on_deep_stack(lambda: ends.append(stop.wait(60)))
        except KeyboardInterrupt:
            print("caller", ends)
            stop.set()
            print(on_deep_stack(int))
    """)
    assert done.stdout.split() == ["caller", "[]", "0"], done.stderr


def test_many_threads_ask_one_deep_model_at_once(monkeypatch):
    monkeypatch.setattr("kripke.symbolic.diagrams.bdd.SHALLOW", 2000)
    names = [f"p{i}" for i in range(3000)]
    model = SymbolicModel(names, exactly_one(names), {"a": names[:10]})
    found: list[int] = []
    threads = [threading.Thread(target=lambda i=i: found.append(model.count(f"K_a p{i}"))) for i in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [0, 0, *[1] * 10]


def test_managers_that_are_garbage_do_not_take_the_memory_of_new_ones(monkeypatch):
    gc.collect()
    gc.disable()
    try:
        model = deal(16, 2**16)
        cycle = [model]
        cycle.append(cycle)  # only a collection frees it
        before = sum(manager.nodes for manager in capacity._managers)
        room = (before - 2**15) * (NODE_BYTES - SLOT_BYTES)

        def promised() -> int:
            return sum(manager.nodes for manager in capacity._managers) * (NODE_BYTES - SLOT_BYTES)

        monkeypatch.setattr(capacity, "_fits", lambda nodes: promised() <= room)
        del model, cycle
        assert BddManager(4, 2**14).nodes == 2**14
    finally:
        gc.enable()
