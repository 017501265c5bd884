"""Host names, trusted proxies, and access to metrics."""

from __future__ import annotations

from pathlib import Path

import pytest

from armarium.server import serve
from armarium.server.app import make_app
from armarium.server.errors import BadAddress, ForeignOrigin
from armarium.server.limits import Limits
from armarium.server.middleware import Origins
from tests.server.in_memory import ConnectionClosed, Server
from tests.server.people import ADA, OPEN
from tests.server.stress.raw_connections import ask, listen


@pytest.mark.parametrize(
    "url", ["cards.example", "//cards.example", "https://", "ftp://x", "null", "http://[x"]
)
def test_a_public_url_needs_a_scheme_and_a_host(url: str):
    with pytest.raises(BadAddress, match="http"):
        serve.serve(port=0, public_url=url, browser=False)


@pytest.mark.parametrize("rest", ["/biblios", "/biblios/", "/?q", "/#top"])
def test_a_public_url_with_a_path_is_refused(rest: str):
    with pytest.raises(BadAddress, match=r"without a path, such as https://club\.example\."):
        serve.serve(port=0, public_url=f"https://club.example{rest}", browser=False)


@pytest.mark.parametrize("origin", ["null", "", "file://", "data:text/html", "about:blank"])
def test_an_invalid_origin_is_always_refused(origin: str):
    origins = Origins(["cards.example", "null", "https://cards.example"])
    with pytest.raises(ForeignOrigin):
        origins.check({"origin": origin})  # type: ignore[arg-type]
    origins.check({"origin": "https://cards.example"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("[::1]:8000", 200),
        ("192.0.2.9", 200),
        ("cards.example", 200),
        ("CARDS.example:443", 200),
        ("rebound.example", 421),
        ("localhost.evil.example:8000", 421),
        ("localhost.", 200),
        ("localhost:", 200),
        ("[2001:db8::1]", 200),
        ("", 421),
        ("[", 421),
        ('127.0.0.1/"><script>', 421),
        ("evil@127.0.0.1", 421),
        ("user:pass@localhost:8000", 421),
        ("127.0.0.1 evil", 421),
        (" 127.0.0.1", 421),
        ("127.0.0.1\t", 421),
        ("127.0.0.1?x", 421),
        ("127.0.0.1#x", 421),
        ("127.0.0.1\\evil", 421),
        ("127.0.0.1,evil.example", 421),
        ("127.0.0.1:80:80", 421),
        ("127.0.0.1:x", 421),
        ("127.0.0.1:99999", 421),
        ("127.0.0.1:-1", 421),
        ("localhost..", 421),
        ("::1", 421),
        ("[::1", 421),
        ("[127.0.0.1]x", 421),
        ("[fe80::1%eth0]", 421),
        ("http://localhost", 421),
    ],
)
async def test_an_unknown_host_name_is_refused(tmp_path: Path, host: str, status: int):
    app = make_app(f"sqlite:///{tmp_path / 'tables.db'}", origins=["https://cards.example"])
    async with Server(app) as server:
        for path in ("/api/info", "/healthz"):
            assert (await server.get(path, Host=host)).status == status
        table = (await server.post("/api/tables", {"game": "biblios", "seats": [ADA, OPEN]})).json
        pipe = server.pipe(table["table"], {"Host": host})
        pipe.send({"t": "hello", "token": None})
        if status == 200:
            assert (await pipe.receive())["t"] == "table"
        else:
            with pytest.raises(ConnectionClosed):
                await pipe.receive()


async def test_the_refusal_of_a_host_name_says_what_to_do(server: Server):
    answer = await server.get("/", Host="rebound.example", **{"Accept-Language": "fr"})
    assert (answer.json["code"], answer.json["facts"]["asked"]) == (
        "foreign-host",
        "rebound.example",
    )
    assert "--public-url" in answer.json["text"]


# ── client addresses ─────────────────────────────────────────────────────────────────────────────


async def list_statuses(port: int, forwarded: list[str]) -> list[int]:
    return [
        (await ask(port, "POST", "/api/tables", X_Forwarded_For=by, Content_Length="0"))[0]
        for by in forwarded
    ]


async def test_forwarding_headers_of_clients_are_ignored(tmp_path: Path):
    app = make_app(
        f"sqlite:///{tmp_path / 'a.db'}", limits=Limits(requests_per_second=0.001, requests_burst=2)
    )
    async with listen(app) as port:
        assert await list_statuses(port, [f"192.0.2.{n}" for n in range(4)]) == [400, 400, 429, 429]


async def test_only_headers_of_a_trusted_proxy_are_used(tmp_path: Path):
    app = make_app(
        f"sqlite:///{tmp_path / 'a.db'}", limits=Limits(requests_per_second=0.001, requests_burst=2)
    )
    async with listen(app, ["127.0.0.1"]) as port:
        assert await list_statuses(port, [f"192.0.2.{n}" for n in range(4)]) == [400] * 4
        lied = [f"198.51.100.{n}, 203.0.113.5" for n in range(4)]
        assert await list_statuses(port, lied) == [400, 400, 429, 429]
        within_64 = [f"2001:db8::{n}" for n in range(4)]
        assert await list_statuses(port, within_64) == [400, 400, 429, 429]


@pytest.mark.parametrize("proxy", ["nginx", "10.0.0.0/99", "10.0.0.1:80"])
def test_a_trusted_proxy_must_be_an_address(proxy: str):
    with pytest.raises(BadAddress, match=r"10\.0\.0\.7"):
        serve.serve(port=0, trusted_proxy=[proxy], browser=False)


# ── metrics ──────────────────────────────────────────────────────────────────────────────────────


async def test_metrics_need_this_machine_or_a_token(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'a.db'}", metrics_token="sesame")
    async with listen(app, ["127.0.0.1"]) as port:

        async def get_status(**headers: str) -> int:
            return (await ask(port, path="/metrics", **headers))[0]

        assert await get_status() == 200
        assert await get_status(X_Forwarded_For="192.0.2.1") == 403
        assert await get_status(X_Forwarded_For="192.0.2.1", Authorization="Bearer sesame") == 200
        assert await get_status(X_Forwarded_For="192.0.2.1", Authorization="Bearer wrong") == 403


async def test_an_untrusted_local_proxy_gets_no_metrics(tmp_path: Path):
    """It connects from this machine, but on behalf of anyone."""
    app = make_app(f"sqlite:///{tmp_path / 'a.db'}")
    async with listen(app) as port:
        assert (await ask(port, path="/metrics", X_Forwarded_For="192.0.2.1"))[0] == 403
        status, body = await ask(port, path="/metrics", Authorization="Bearer ")
        assert status == 200 and "armarium_tables" in body


# ── the port ─────────────────────────────────────────────────────────────────────────────────────


def test_a_requested_port_that_is_busy_fails():
    taken = serve._bind("127.0.0.1", 0)
    port = taken.getsockname()[1]
    with pytest.raises(OSError, match=f"port {port} is busy"):
        serve.serve(port=port, browser=False)
    taken.close()
