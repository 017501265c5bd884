"""Uploads that are small to send and expensive to parse are refused before they cost anything."""

from __future__ import annotations

import asyncio
import importlib
import os
import resource
from pathlib import Path

import pytest

from armarium.server.errors import TooBig, TooFast
from armarium.server.extension import ExtraRoute
from armarium.server.sandbox import SandboxLimits, SandboxPool, SandboxResult
from tests.server.in_memory import Server
from tests.server.stress import costly

MOST = 64 * 1024

BOMBS = {
    "dotted keys": b".".join([b"a"] * 20_000) + b"=1",
    "dotted headers": b"[" + b".".join([b"a"] * 20_000) + b"]",
    "dotted with blanks": b" . ".join([b"a"] * 10_000) + b"=1",
    "dotted and quoted": b".".join([b'"a"', b"'b'"] * 5_000) + b"=1",
    "dotted in a table": b"a={" + b".".join([b"a"] * 20_000) + b"=1}",
    "many deep keys": b"\n".join(b"k%d." % n + b"a." * 40 + b"a=1" for n in range(600)),
    "lists in lists": b"a=" + b"[" * 30_000,
    "tables in tables": b"a=" + b"{a=" * 15_000,
    "behind a string": b'a="#"\nb=\'"\'\n' + b".".join([b"c"] * 15_000) + b"=1",
}


def measure_cpu_seconds() -> float:
    """Return the CPU seconds of this process and its finished children."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


@pytest.mark.parametrize("kind", BOMBS)
async def test_a_toml_bomb_is_refused_before_it_is_parsed(server: Server, kind: str):
    assert len(BOMBS[kind]) <= MOST
    before = measure_cpu_seconds()
    answer = await server.post("/api/components", BOMBS[kind])
    assert (answer.status, answer.json["code"]) == (422, "bad-components")
    assert answer.json["facts"]["reason"] == "too-deep"
    assert measure_cpu_seconds() - before < 3, "it was parsed"


async def test_dots_in_texts_are_allowed(server: Server):
    text = (await server.get("/api/components.toml")).text
    dotted = text.replace('name = "History"', f'name = "{"a." * 25}"') + "# " + "a." * 100
    answer = await server.post("/api/components", dotted.encode())
    assert answer.status == 200, answer.text


@pytest.fixture
def slow_route(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ExtraRoute:
    """A route whose module takes long to import, in the sandbox only."""
    slow = "import time\nend = time.monotonic() + 2.5\nwhile time.monotonic() < end: pass\n"
    own = "from armarium.server.extension import RouteAnswer\ndef size(body): return RouteAnswer({'size': len(body)})\n"
    (tmp_path / "slowly_imported.py").write_text(own)
    monkeypatch.syspath_prepend(tmp_path)
    address = ExtraRoute("POST", "/x", importlib.import_module("slowly_imported").size, 100)
    (tmp_path / "slowly_imported.py").write_text(slow + own)
    return address


# ── other expensive files are parsed in the sandbox, with limits ─────────────────────────────────


COSTLY = {
    "for ever": costly.sleep_on,
    "all memory": costly.eat_memory,
    "all time": costly.compute,
    "an end": costly.end_at_once,
}


@pytest.mark.parametrize("kind", COSTLY)
async def test_a_parser_that_takes_too_much_is_killed(kind: str):
    sandbox = SandboxPool(SandboxLimits(seconds=1.0))
    address = ExtraRoute("POST", "/x", COSTLY[kind], 100)
    with pytest.raises(TooBig) as refused:
        await sandbox.answer(address, b"", "192.0.2.7")
    assert refused.value.facts["reason"] == "too-hard"
    assert sandbox.waiting == 0


async def test_the_time_limit_excludes_the_start_of_the_process(slow_route: ExtraRoute):
    sandbox = SandboxPool(SandboxLimits(seconds=2.0, cpu_seconds=1))
    answer = await sandbox.answer(slow_route, b"12345", "192.0.2.7")
    assert answer.data == {"size": 5}


async def test_a_sandbox_that_cannot_start_is_not_the_files_fault(slow_route: ExtraRoute):
    sandbox = SandboxPool(SandboxLimits(start_seconds=0.1))
    with pytest.raises(TooFast) as refused:
        await sandbox.answer(slow_route, b"", "192.0.2.7")
    assert refused.value.facts["reason"] == "too-many-files"
    assert sandbox.waiting == 0


async def test_running_and_waiting_uploads_are_limited():
    """Further uploads are refused for now, and the tables are not affected."""
    sandbox = SandboxPool(SandboxLimits(seconds=1.0, at_once=1, waiting=2))
    address = ExtraRoute("POST", "/x", costly.sleep_on, 100)
    asked = [asyncio.create_task(sandbox.answer(address, b"", "192.0.2.7")) for _ in range(8)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    codes = sorted(getattr(error, "code", "") for error in done)
    assert codes == ["too-big"] * 3 + ["too-fast"] * 5


async def test_one_address_cannot_fill_the_upload_queue():
    """A client with one file gets the place of a client that sent many."""
    sandbox = SandboxPool(SandboxLimits(seconds=0.1, at_once=1, waiting=3))
    address = ExtraRoute("POST", "/x", costly.sleep_on, 100)
    crowd = [asyncio.create_task(sandbox.answer(address, b"", "192.0.2.7")) for _ in range(4)]
    await asyncio.sleep(0)
    others = [asyncio.create_task(sandbox.answer(address, b"", f"192.0.2.{n}")) for n in (8, 9, 10)]
    refused = await asyncio.gather(*crowd, *others, return_exceptions=True)
    codes = [getattr(error, "code", "") for error in refused]
    assert codes == ["too-big", "too-big", "too-fast", "too-fast", "too-big", "too-big", "too-fast"]
    assert sandbox.waiting == 0


@pytest.mark.parametrize("path", ["/api/components", "/api/replays"])
async def test_uploads_are_counted_per_address(
    server: Server, path: str, monkeypatch: pytest.MonkeyPatch
):
    held = asyncio.Event()
    asked: list[str] = []

    async def hold(_: SandboxPool, __: ExtraRoute, body: bytes) -> SandboxResult:
        asked.append(body.decode())
        await held.wait()
        return SandboxResult({"components": {}, "game": "biblios", "actions": 0})

    monkeypatch.setattr(SandboxPool, "_read", hold)
    most = SandboxLimits().at_once + SandboxLimits().waiting
    crowd = {asyncio.create_task(server.post(path, b"crowd")) for _ in range(most + 1)}
    refused, crowd = await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)
    assert len(refused) == 1, "the others run or wait, and the queue is full"
    server.caller = "192.0.2.7"
    honest = asyncio.create_task(server.post(path, b"honest"))
    replaced, rest = await asyncio.wait({honest, *crowd}, return_when=asyncio.FIRST_COMPLETED)
    assert honest in rest and len(replaced) == 1
    for one in refused | replaced:
        answer = one.result()
        assert (answer.status, answer.json["facts"]["reason"]) == (429, "too-many-files")
    held.set()
    assert (await honest).status in (200, 201)
    assert asked.index("honest") <= SandboxLimits().at_once + 1, "addresses take turns"
    await asyncio.gather(*rest)


async def test_the_sandbox_has_a_lower_priority():
    answer = await SandboxPool().answer(
        ExtraRoute("POST", "/x", costly.get_niceness, 100), b"", "192.0.2.7"
    )
    assert answer.data["nice"] > os.nice(0)
