"""Who may ask the page: hosts, origins, types and sizes, and the headers of its answers."""

import asyncio
import json
import re
import socket
from pathlib import Path

import httpx
import pytest
import uvicorn
from served import start
from starlette.exceptions import HTTPException
from uvicorn.server import ServerState

from viz.web.app import Connection, Uploads, application
from viz.web.protocol import BODY, CONNECTIONS, MODEL_BODY, WORLDS, Answer
from viz.web.request import refusal
from viz.web.workers import Workers

HOST = "127.0.0.1:8036"


class Echo(Workers):
    async def _in_turn(self, route, body, *request):
        return Answer(200, body)


class Client:
    """Requests to the application without a server, and without workers: the answer to a request is its body."""

    app = application([HOST], Path("games"))
    app.state.workers = Echo()

    def request(self, method, path, **options):
        async def send():
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await client.request(method, path, **options)

        return asyncio.run(send())

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, **options):
        return self.request("POST", path, **options)


@pytest.fixture(scope="module")
def client():
    return Client()


def test_the_page_is_served_with_a_strict_policy(client):
    answer = client.get("/")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_is_large_is_sent_compressed_to_those_who_read_that(client):
    page = client.get("/")
    assert "content-encoding" not in page.headers
    script = next(part for part in page.text.split('"') if part.endswith(".js"))
    packed, plain = (client.get(f"/{script}", headers={"accept-encoding": each}) for each in ("gzip", "identity"))
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert packed.content == plain.content


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:1", "", "localhost"])
def test_other_hosts_names_are_refused(client, host):
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8036", "http://127.0.0.1:9"])
def test_other_origins_are_refused(client, origin):
    assert client.post("/api/library", json={}, headers={"origin": origin}).status_code == 403


def test_only_json_is_read(client):
    assert client.post("/api/library", content=b"{}", headers={"content-type": "text/plain"}).status_code == 415


def test_large_bodies_are_refused_before_they_are_read(client):
    headers = {"content-type": "application/json"}
    assert client.post("/api/proof", content=b" " * (BODY + 1), headers=headers).status_code == 413
    assert client.post("/api/picture", content=b" " * (MODEL_BODY + 1), headers=headers).status_code == 413


@pytest.mark.parametrize(("route", "limit"), [("proof", BODY), ("formula", MODEL_BODY)])
def test_a_body_in_chunks_is_refused_as_soon_as_it_is_too_large(client, route, limit):
    taken = []

    async def chunks():
        while True:  # it has no end: the answer cannot wait for it
            taken.append(b" " * 4_096)
            yield taken[-1]

    answer = client.post(f"/api/{route}", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert len(taken) == limit // 4_096 + 1


def test_a_body_in_chunks_of_the_right_size_is_read(client):
    async def chunks():
        yield b'{"formula": '
        yield b'"p"}'

    answer = client.post("/api/formula", content=chunks(), headers={"content-type": "application/json"})
    assert answer.json() == {"formula": "p"}


def test_a_body_that_comes_too_slowly_is_refused(client, monkeypatch):
    monkeypatch.setattr("viz.web.app.BODY_SECONDS", 0.1)

    async def chunks():
        while True:
            yield b" "
            await asyncio.sleep(0.03)

    answer = client.post("/api/formula", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 408


def test_bytes_of_all_open_requests_are_bounded_and_come_free_again(monkeypatch):
    monkeypatch.setattr("viz.web.app.HELD", 100)

    async def part(size):
        return {"type": "http.request", "body": b" " * size}

    async def work():
        every = Uploads()
        async with every.body(lambda: part(90), 1_000):
            with pytest.raises(HTTPException, match="too many"):
                async with every.body(lambda: part(11), 1_000):
                    pass
            assert every.held == 90
        async with every.body(lambda: part(11), 1_000) as other:
            assert len(other) == 11
        assert every.held == 0

    asyncio.run(work())


def connections(monkeypatch, talk):
    """What `talk(reader, writer)` gets from a server that waits 0.2 s for its clients."""
    monkeypatch.setattr("viz.web.app.SILENCE", 0.2)

    async def answer(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * int(scope["path"][1:])})

    async def main():
        config = uvicorn.Config(answer, http=Connection, lifespan="off", timeout_keep_alive=60)
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1")
        try:
            return await talk(*await asyncio.open_connection(*server.sockets[0].getsockname()), state)
        finally:
            server.close()

    return asyncio.run(main())


HEAD = b"POST /5 HTTP/1.1\r\nHost: x\r\n"
NEVER_DONE = [
    b"",
    b"G",
    HEAD,
    HEAD + b"Content-Length: 9\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n",
]


@pytest.mark.parametrize("start", NEVER_DONE, ids=["nothing", "letter", "head", "body", "chunks"])
def test_a_connection_whose_client_leads_to_no_request_is_closed(monkeypatch, start):
    async def talk(reader, writer, state):
        writer.write(start)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            async with asyncio.timeout(5):
                await asyncio.gather(reader.readexactly(10_000), drip(writer))
        assert not state.connections

    async def drip(writer):
        while True:  # one byte after the other, so something always comes
            writer.write(b"1" if b"\r\n\r\n" not in start else b"")
            await writer.drain()
            await asyncio.sleep(0.05)

    connections(monkeypatch, talk)


@pytest.mark.parametrize("start", [b"X: ", b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: "], ids=["head", "end"])
def test_a_connection_whose_head_has_no_end_is_closed(monkeypatch, start):
    async def talk(reader, writer, state):
        monkeypatch.setattr("viz.web.app.SILENCE", 60.0)
        writer.write(HEAD + start)
        with pytest.raises(ConnectionError):
            await endless(writer)

    async def endless(writer):
        for _ in range(100):
            writer.write(b"x" * 65_536)
            await writer.drain()
            await asyncio.sleep(0.01)

    connections(monkeypatch, talk)


def test_a_connection_whose_client_does_not_read_is_closed(monkeypatch):
    async def talk(reader, writer, state):
        reader._limit = 1  # stop reading from the socket
        writer.write(b"GET /50000000 HTTP/1.1\r\nHost: x\r\n\r\n")
        until_closed = asyncio.get_running_loop().time() + 5
        await asyncio.sleep(0.1)
        assert state.connections
        while state.connections:
            assert asyncio.get_running_loop().time() < until_closed
            await asyncio.sleep(0.05)

    connections(monkeypatch, talk)


def test_a_connection_that_is_used_stays_open(monkeypatch):
    async def talk(reader, writer, state):
        for _ in range(12):
            writer.write(b"GET /5 HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readuntil(b"xxxxx")
            await asyncio.sleep(0.05)

    connections(monkeypatch, talk)


def test_one_connection_too_many_is_closed_at_once(monkeypatch):
    monkeypatch.setattr("viz.web.app.CONNECTIONS", 0)

    async def talk(reader, writer, state):
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)

    connections(monkeypatch, talk)


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/app.py", "/assets/../../app.py", "/api/nothing"])
def test_only_the_page_s_own_files_are_served(client, path):
    assert client.get(path).status_code in (404, 405)


def test_a_client_that_goes_away_gets_no_answer_and_is_no_error(client):
    async def gone():
        return {"type": "http.disconnect"}

    async def send(message):
        raise AssertionError(f"nobody waits for {message}")

    scope = {
        "type": "http", "method": "POST", "path": "/api/formula", "raw_path": b"/api/formula", "query_string": b"",
        "headers": [(b"host", HOST.encode()), (b"content-type", b"application/json"), (b"content-length", b"9")],
    }  # fmt: skip
    asyncio.run(client.app(scope, gone, send))


CUT = b"POST /api/formula HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
NO_REQUESTS = [
    CUT + b"Content-Length: 100\r\n\r\n{}",
    CUT + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /api/" + "€".encode() * 200 + b" HTTP/1.1\r\nHost: %s\r\n\r\n",
]


def test_a_request_for_another_protocol_prints_nothing(monkeypatch, capfd):
    async def talk(reader, writer, state):
        writer.write(b"GET /5 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
        assert b"200" in await reader.readuntil(b"xxxxx")

    connections(monkeypatch, talk)
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux")
def test_there_is_room_for_all_connections_from_the_beginning():
    server, _ = start()
    with server:
        status = Path(f"/proc/{server.pid}/status").read_text()
        server.kill()  # Ctrl-C would wait until the workers' parent is loaded
    assert int(re.search(r"FDSize:\s*(\d+)", status)[1]) > CONNECTIONS


def test_no_request_brings_a_traceback_to_the_terminal(server, errors):
    host = server.removeprefix("http://").rstrip("/")
    for request in NO_REQUESTS:
        with socket.create_connection(host.split(":")) as connection:
            connection.sendall(request % host.encode() if b"%s" in request else request)
    for route in ("€" * 200, "library"):
        assert httpx.post(f"{server}/api/{route}", json={}, timeout=30).status_code < 500
    assert "Traceback" not in errors.read_text("utf-8")


def deep(operator, parts=1_001):
    return {"formula": operator * parts + "p"}


def large(number=WORLDS + 1):
    return {"whoknows": 1, "worlds": {f"w{i}": [] for i in range(number)}, "relations": {}}


TOO_MUCH = [
    deep("~"),
    deep("¬ ", 2_000),
    deep("C_{a,b} "),
    deep("K_a "),
    deep("p -> "),
    {"formula": "[p](" * 600 + "p" + ")" * 600},
    {"formula": "p & " * 1_100 + "p"},
    {"formula": f"K_a ({' & '.join(f'p{i}' for i in range(210))}) & ({' | '.join(f'~q{i}' for i in range(210))})"},
    {"change": {"kind": "peek", "by": [], **deep("~")}},
    {"change": {"kind": "events", "text": f"event e: pre p\nevent f: pre {'~' * 1_001}p; q := true\na: e f\n"}},
    {"change": {"kind": "events", "text": f"event e: pre p; q := {'~' * 1_001}p\n"}},
    {"change": {"kind": "events", "text": "#" * 20_001}},
    {"model": large(), "formula": "p"},
    {"model": large(2), "other": large()},
]


@pytest.mark.parametrize("asked", TOO_MUCH, ids=lambda each: str(each)[:30])
def test_what_is_beyond_the_limits_is_refused(asked):
    answer = refusal(json.dumps(asked).encode())
    assert (answer.status, json.loads(answer.body)["error"]) == (422, "TooLarge")


FORMULAS = [
    "~" * 199 + "p",
    "[p]" * 499 + "p",
    "[p?]" * 499 + "p",
    "(" * 100 + "p" + ")" * 100,
    "p & " * 199 + "p",
    "K_a (",
    "\\neg p",
    "é",
]


@pytest.mark.parametrize(
    "asked",
    [
        *({"formula": formula} for formula in FORMULAS),
        {"change": {"kind": "events", "text": "event e: pre (p;\nevent f: pre ~p; q := K_a p\na: e | f\n"}},
        {"change": [], "model": [], "other": 3, "formula": "p"},
        {"model": large(WORLDS), "formula": "p"},
    ],
    ids=lambda each: str(each)[:30],
)
def test_other_requests_are_answered(asked):
    assert refusal(json.dumps(asked).encode()) is None
    assert refusal(json.dumps(asked, ensure_ascii=False).encode()) is None


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"[" * 100_000, b'{"formula": 3}', b'{"formula": "p', b'{"formula": "\xff"}', b'{"formula": "\\x"}'],
)
def test_what_is_no_request_is_left_to_its_route(body):
    assert refusal(body) is None
