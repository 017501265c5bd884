"""What a server is called, whom it believes about who calls, and whom it shows its figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from armarium.server import serve
from armarium.server.errors import BadAddress, ForeignOrigin
from armarium.server.net.app import make_app
from armarium.server.net.guards import Origins
from armarium.server.net.limits import Limits
from tests.server.fire.listening import ask, listening
from tests.server.people import ADA, OPEN
from tests.server.pipes import Closed, Server


@pytest.mark.parametrize(
    "url", ["cards.example", "//cards.example", "https://", "ftp://x", "null", "http://[x"]
)
def test_a_public_address_without_a_scheme_or_a_name_is_refused(url: str):
    with pytest.raises(BadAddress, match="http"):
        serve.serve(port=0, public_url=url, browser=False)


@pytest.mark.parametrize("origin", ["null", "", "file://", "data:text/html", "about:blank"])
def test_the_origin_of_nobody_is_refused_whatever_is_known(origin: str):
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
        ("", 421),
        ("[", 421),
    ],
)
async def test_a_foreign_name_is_sent_away(tmp_path: Path, host: str, status: int):
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
            with pytest.raises(Closed):
                await pipe.receive()


async def test_the_refusal_of_a_name_says_what_to_do(server: Server):
    answer = await server.get("/", Host="rebound.example", **{"Accept-Language": "fr"})
    assert (answer.json["code"], answer.json["facts"]["asked"]) == (
        "foreign-host",
        "rebound.example",
    )
    assert "--public-url" in answer.json["text"]


# ── who calls ──────────────────────────────────────────────────────────────────────────────────


async def statuses(port: int, forwarded: list[str]) -> list[int]:
    return [
        (await ask(port, "POST", "/api/tables", X_Forwarded_For=by, Content_Length="0"))[0]
        for by in forwarded
    ]


async def test_what_a_caller_writes_about_itself_is_not_believed(tmp_path: Path):
    app = make_app(
        f"sqlite:///{tmp_path / 'a.db'}", limits=Limits(requests_a_second=0.001, requests_burst=2)
    )
    async with listening(app) as port:
        assert await statuses(port, [f"192.0.2.{n}" for n in range(4)]) == [400, 400, 429, 429]


async def test_a_named_proxy_is_believed_and_what_stands_before_it_is_not(tmp_path: Path):
    app = make_app(
        f"sqlite:///{tmp_path / 'a.db'}", limits=Limits(requests_a_second=0.001, requests_burst=2)
    )
    async with listening(app, ["127.0.0.1"]) as port:
        assert await statuses(port, [f"192.0.2.{n}" for n in range(4)]) == [400] * 4
        lied = [f"198.51.100.{n}, 203.0.113.5" for n in range(4)]
        assert await statuses(port, lied) == [400, 400, 429, 429]
        within_64 = [f"2001:db8::{n}" for n in range(4)]
        assert await statuses(port, within_64) == [400, 400, 429, 429]


@pytest.mark.parametrize("proxy", ["nginx", "10.0.0.0/99", "10.0.0.1:80"])
def test_a_proxy_that_is_no_address_is_refused(proxy: str):
    with pytest.raises(BadAddress, match=r"10\.0\.0\.7"):
        serve.serve(port=0, trusted_proxy=[proxy], browser=False)


# ── figures ────────────────────────────────────────────────────────────────────────────────────


async def test_figures_are_for_this_machine_or_by_token(tmp_path: Path):
    app = make_app(f"sqlite:///{tmp_path / 'a.db'}", metrics_token="sesame")
    async with listening(app, ["127.0.0.1"]) as port:

        async def status(**headers: str) -> int:
            return (await ask(port, path="/metrics", **headers))[0]

        assert await status() == 200
        assert await status(X_Forwarded_For="192.0.2.1") == 403
        assert await status(X_Forwarded_For="192.0.2.1", Authorization="Bearer sesame") == 200
        assert await status(X_Forwarded_For="192.0.2.1", Authorization="Bearer wrong") == 403


async def test_a_proxy_that_was_not_named_does_not_open_them(tmp_path: Path):
    """It speaks from this machine, but for anybody."""
    app = make_app(f"sqlite:///{tmp_path / 'a.db'}")
    async with listening(app) as port:
        assert (await ask(port, path="/metrics", X_Forwarded_For="192.0.2.1"))[0] == 403
        status, body = await ask(port, path="/metrics", Authorization="Bearer ")
        assert status == 200 and "armarium_tables" in body


# ── the port ───────────────────────────────────────────────────────────────────────────────────


def test_a_port_that_is_asked_for_and_busy_fails():
    taken = serve._bind("127.0.0.1", 0)
    port = taken.getsockname()[1]
    with pytest.raises(OSError, match=f"port {port} is busy"):
        serve.serve(port=port, browser=False)
    taken.close()
