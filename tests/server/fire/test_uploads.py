"""Files that strangers send: what is small to send and costly to read is refused before it costs anything."""

from __future__ import annotations

import asyncio
import importlib
import resource
import time
from pathlib import Path

import pytest

from armarium.games.table.address import Address, Answer
from armarium.server.net import apart
from tests.server.pipes import Server

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


def seconds_used() -> float:
    """Of this process and of those that it waited for."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


@pytest.mark.parametrize("kind", BOMBS)
async def test_a_bomb_is_refused_before_it_is_parsed(server: Server, kind: str):
    assert len(BOMBS[kind]) <= MOST
    before = seconds_used()
    answer = await server.post("/api/components", BOMBS[kind])
    assert (answer.status, answer.json["code"]) == (422, "bad-components")
    assert answer.json["facts"]["reason"] == "too-deep"
    assert seconds_used() - before < 3, "it was parsed"


async def test_what_is_no_bomb_may_have_dots_in_its_texts(server: Server):
    text = (await server.get("/api/components.toml")).text
    dotted = text.replace('name = "History"', f'name = "{"a." * 25}"') + "# " + "a." * 100
    answer = await server.post("/api/components", dotted.encode())
    assert answer.status == 200, answer.text


@pytest.fixture
def started_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Address:
    """Its module takes long to import, over there alone."""
    slow = "import time\nend = time.monotonic() + 2.5\nwhile time.monotonic() < end: pass\n"
    own = "from armarium.games.table.address import Answer\ndef size(body): return Answer({'size': len(body)})\n"
    (tmp_path / "slowly_imported.py").write_text(own)
    monkeypatch.syspath_prepend(tmp_path)
    address = Address("POST", "/x", importlib.import_module("slowly_imported").size, 100)
    (tmp_path / "slowly_imported.py").write_text(slow + own)
    return address


# ── what no bound foresees is read apart from the tables, with limits ──────────────────────────


def sleep_on(_: bytes) -> Answer:
    time.sleep(600)
    return Answer()


def eat_memory(_: bytes) -> Answer:
    return Answer({"size": len(bytes(4 << 30))})


def compute(_: bytes) -> Answer:
    while True:
        pass


def end_at_once(_: bytes) -> Answer:
    raise SystemExit(3)


COSTLY = {
    "for ever": sleep_on,
    "all memory": eat_memory,
    "all time": compute,
    "an end": end_at_once,
}


@pytest.mark.parametrize("kind", COSTLY)
async def test_what_takes_too_much_is_ended(kind: str):
    readers = apart.Readers(apart.Allowed(seconds=1.0))
    address = Address("POST", "/x", COSTLY[kind], 100)
    with pytest.raises(apart.TooBig) as refused:
        await readers.answer(address, b"")
    assert refused.value.facts["reason"] == "too-hard"
    assert readers.waiting == 0


async def test_only_the_reading_counts_not_the_start_of_the_process(started_slowly: Address):
    readers = apart.Readers(apart.Allowed(seconds=2.0, cpu_seconds=1))
    answer = await readers.answer(started_slowly, b"12345")
    assert answer.data == {"size": 5}


async def test_a_process_that_cannot_start_is_no_fault_of_the_file(started_slowly: Address):
    readers = apart.Readers(apart.Allowed(start_seconds=0.1))
    with pytest.raises(apart.TooFast) as refused:
        await readers.answer(started_slowly, b"")
    assert refused.value.facts["reason"] == "too-many-files"
    assert readers.waiting == 0


async def test_few_are_read_at_once_and_few_wait():
    """Beyond it everybody is told to come back, and the tables go on."""
    readers = apart.Readers(apart.Allowed(seconds=1.0, at_once=1, waiting=2))
    address = Address("POST", "/x", sleep_on, 100)
    asked = [asyncio.create_task(readers.answer(address, b"")) for _ in range(8)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    codes = sorted(getattr(error, "code", "") for error in done)
    assert codes == ["too-big"] * 3 + ["too-fast"] * 5
