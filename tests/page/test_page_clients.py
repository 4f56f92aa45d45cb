"""The work that a client causes: those that cause much share a worker, for a while."""

import asyncio
import gc
import json
import os
import signal
from contextlib import ExitStack
from time import monotonic, process_time

import pytest

from viz.web import workers as clients
from viz.web.protocol import replied
from viz.web.worker import REST, Worker, work
from viz.web.workers import FULL, HEAVY, LATE, LOST, MEMORY, OPEN, Clients, Workers


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    for limit in ("PATIENCE", "CLOCK_SECONDS"):
        monkeypatch.setattr(f"viz.web.workers.{limit}", 60.0)  # on a busy machine the tests themselves wait


@pytest.fixture
def clock(monkeypatch):
    time = [0.0]
    monkeypatch.setattr(clients, "monotonic", lambda: time[0])
    return time


def test_much_work_makes_a_client_heavy_for_a_while(clock):
    client = Clients().of("one")
    client.charge(HEAVY + 0.1)
    assert client.is_heavy
    clock[0] += MEMORY
    assert not client.is_heavy


def test_short_requests_like_those_of_a_person_do_not_add_up(clock):
    client = Clients().of("one")
    for _ in range(200):
        client.charge(0.01)
        clock[0] += 1.0
    assert not client.is_heavy


def test_one_client_s_work_is_not_another_s(clock):
    known = Clients()
    known.of("one").charge(5.0)
    assert known.of("one").is_heavy
    assert not known.of("other").is_heavy


def test_those_that_asked_least_recently_are_forgotten():
    known = Clients()
    known.of("first").charge(5.0)
    for number in range(clients.CLIENTS):
        known.of(str(number))
    assert not known.of("first").is_heavy


def test_a_client_with_many_open_requests_is_full_and_is_not_forgotten():
    known = Clients()
    client = known.of("first")
    with ExitStack() as open_requests:
        for _ in range(OPEN):
            assert not client.is_full
            open_requests.enter_context(client.opened())
        assert client.is_full
        assert not known.of("other").is_full
        for number in range(clients.CLIENTS):
            known.of(str(number))
        assert known.of("first") is client
    assert not client.is_full


class Slow:
    """A worker that answers when it is told to, or ends."""

    def __init__(self, heavy):
        self.heavy, self.go, self.asked, self.lives = heavy, asyncio.Event(), [], True

    async def answer(self, route, body, seconds, longest):
        self.asked.append(body)
        async with asyncio.timeout(seconds):
            await self.go.wait()
        if not self.lives:
            raise EOFError
        return replied(200, {}), 0.0

    def close(self):
        self.lives = False


def with_slow_workers(talk):
    """Run `talk(workers, slow)`: `workers` has three slow ones, the last for heavy clients, in place of processes."""

    async def main():
        workers = Workers()
        slow = [Slow(heavy) for heavy in (False, False, True)]
        for each in slow:
            workers._idle[each.heavy].put_nowait(each)
        workers._begun.set()
        await talk(workers, slow)

    asyncio.run(main())


def test_waiting_requests_of_one_client_take_one_worker():
    async def talk(workers, slow):
        known = Clients()
        mine = [asyncio.create_task(workers.answer("formula", b"%d" % i, known.of("me"))) for i in range(3)]
        await asyncio.sleep(0.01)
        assert sum(len(each.asked) for each in slow) == 1
        for each in slow:
            each.go.set()
        assert [answer.status for answer in await asyncio.gather(*mine)] == [200] * 3

    with_slow_workers(talk)


def test_more_requests_than_may_wait_are_told_at_once_to_come_again(monkeypatch):
    monkeypatch.setattr("viz.web.workers.QUEUE", 1)

    async def talk(workers, slow):
        known = Clients()
        tasks = [asyncio.create_task(workers.answer("formula", b"%d" % i, known.of(str(i)))) for i in range(3)]
        await asyncio.sleep(0.01)
        assert await workers.answer("formula", b"4", known.of("other")) is FULL
        for each in slow:
            each.go.set()
        assert [answer.status for answer in await asyncio.gather(*tasks)] == [200] * 3
        assert (await workers.answer("formula", b"4", known.of("other"))).status == 200

    with_slow_workers(talk)


def test_collections_of_garbage_leave_out_what_the_server_has_loaded(monkeypatch):
    monkeypatch.setattr("viz.web.workers.WORKERS", {})
    try:
        Workers().begin()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()


def test_heavy_clients_share_one_worker_and_leave_the_others_to_the_others():
    async def talk(workers, slow):
        known = Clients()
        for name in ("one", "two"):
            known.of(name).charge(2 * HEAVY)
        asked = [
            asyncio.create_task(workers.answer("formula", name.encode(), known.of(name))) for name in ("one", "two")
        ]
        light = asyncio.create_task(workers.answer("formula", b"me", known.of("me")))
        await asyncio.sleep(0.01)
        assert slow[2].asked == [b"one"]
        assert [b"me"] in [each.asked for each in slow[:2]]
        for each in slow:
            each.go.set()
        assert [answer.status for answer in await asyncio.gather(*asked, light)] == [200] * 3
        assert slow[2].asked == [b"one", b"two"]

    with_slow_workers(talk)


TOO_DEEP = b'{"formula": "%sp & %sq"}' % (b"~" * 600, b"~" * 600)


@pytest.mark.slow
def test_the_worker_of_heavy_clients_measures_refused_requests_too_and_has_a_lower_priority():
    async def main():
        worker = await Worker.start(work, (), None, True)
        try:
            answer, spent = await worker.answer("formula", TOO_DEEP, 2.0, 10.0)
            assert 0 < spent < 2
            assert b"different parts" in answer.body
            own = os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) == min(19, own + REST)
        finally:
            worker.close()

    asyncio.run(main())


def test_while_somebody_has_waited_for_long_no_more_are_let_in_and_those_inside_are_answered(monkeypatch):
    monkeypatch.setattr("viz.web.workers.PATIENCE", 0.05)

    async def talk(workers, slow):
        tasks = [asyncio.create_task(workers.answer("formula", b"%d" % i, Clients().of("me"))) for i in range(5)]
        begun = clients._clock()
        while clients._clock() - begun < 0.06:  # the time in which the tests wait for a core does not count
            await asyncio.sleep(0.01)
        assert await workers.answer("formula", b"5", Clients().of("me")) is FULL
        for each in slow:
            each.go.set()
        assert [(await each).status for each in tasks] == [200] * 5
        assert (await workers.answer("formula", b"5", Clients().of("me"))).status == 200

    with_slow_workers(talk)


def test_work_counts_as_waiting_time_and_the_time_without_a_core_does_not():
    before = monotonic(), process_time(), clients._clock()
    while process_time() - before[1] < 0.05:
        pass
    worked, waited = process_time() - before[1], clients._clock() - before[2]
    assert worked - 0.02 < waited <= monotonic() - before[0]


def test_no_worker_works_for_somebody_who_has_gone_while_waiting():
    async def talk(workers, slow):
        async def is_gone():
            return True

        me = Clients().of("me")
        first, second = (asyncio.create_task(workers.answer("formula", b"%d" % i, me, is_gone)) for i in range(2))
        await asyncio.sleep(0.01)
        for each in slow:
            each.go.set()
        assert (await first).status == 200
        assert await second is FULL
        assert [b"1"] not in [each.asked for each in slow]

    with_slow_workers(talk)


def test_the_time_of_an_answer_begins_when_a_worker_gets_the_request(monkeypatch):
    monkeypatch.setattr("viz.web.workers.SECONDS", 0.1)

    async def talk(workers, slow):
        taken = [workers._idle[False].get_nowait() for _ in range(2)]
        asked = asyncio.create_task(workers.answer("formula", b"1", Clients().of("me")))
        await asyncio.sleep(0.15)
        taken[0].go.set()
        workers._idle[False].put_nowait(taken[0])
        assert (await asked).status == 200

    with_slow_workers(talk)


def test_a_request_whose_answer_is_not_there_in_time_is_given_up(monkeypatch):
    monkeypatch.setattr("viz.web.workers.SECONDS", 0.05)
    started = []

    async def start(workers, heavy):
        started.append(heavy)

    monkeypatch.setattr(Workers, "_start", start)

    async def talk(workers, slow):
        assert await workers.answer("formula", b"1", Clients().of("me")) is LATE
        assert sum(each.lives for each in slow) == 2
        await asyncio.sleep(0)
        assert started == [False]

    with_slow_workers(talk)


@pytest.mark.parametrize(("ended", "status"), [(1, 200), (2, LOST.status)])
def test_a_request_whose_worker_ended_is_given_to_another_one_once(monkeypatch, ended, status):
    async def start(workers, heavy):
        pass

    monkeypatch.setattr(Workers, "_start", start)

    async def talk(workers, slow):
        for number, each in enumerate(slow[1::-1]):
            each.lives = number >= ended
            each.go.set()
        assert (await workers.answer("formula", b"1", Clients().of("me"))).status == status
        assert [each.asked for each in slow] == [[b"1"], [b"1"], []]

    with_slow_workers(talk)


def test_the_limit_of_a_worker_is_its_own_time_not_that_of_other_processes():
    proof = b'{"formula": "K_a p -> p", "logic": "S5"}'
    worlds = [f"w{number}" for number in range(60)]
    model = {"whoknows": 1, "worlds": {each: [] for each in worlds}, "relations": {"a": {"partition": [worlds]}}}
    picture = json.dumps({"model": model}).encode()

    async def main():
        worker = await Worker.start(work, (), None, False)
        try:
            await worker.answer("proof", proof, 60.0, 60.0)
            os.kill(worker.process.pid, signal.SIGSTOP)  # as if others had the processor
            asked = asyncio.create_task(worker.answer("proof", proof + b" ", 0.5, 60.0))
            await asyncio.sleep(0.8)
            assert not asked.done()
            os.kill(worker.process.pid, signal.SIGCONT)
            assert (await asked)[0].status == 200
            with pytest.raises(TimeoutError):
                await worker.answer("picture", picture, 0.02, 60.0)
            os.kill(worker.process.pid, signal.SIGSTOP)
            with pytest.raises(TimeoutError):
                await worker.answer("proof", proof, 60.0, 0.1)
        finally:
            worker.close()

    asyncio.run(main())


@pytest.mark.slow
def test_a_request_whose_process_is_killed_is_answered(monkeypatch):
    monkeypatch.setattr("viz.web.workers.WORKERS", {False: 2, True: 1})

    async def main():
        workers = Workers()
        workers.begin()
        while workers._idle[False].qsize() < 2:
            await asyncio.sleep(0.01)
        first = workers._idle[False]._queue[-1]
        first.process.kill()
        assert (
            await workers.answer("proof", b'{"formula": "K_a p -> p", "logic": "S5"}', Clients().of("me"))
        ).status == 200

    asyncio.run(main())
