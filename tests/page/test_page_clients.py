"""The work that a client causes: those that cause much share a worker, for a while."""

import pytest

from viz.web import clients
from viz.web.clients import HEAVY, MEMORY, Clients


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
