"""The link between two processes: who may open one, and what happens if nothing gets through."""

from __future__ import annotations

import asyncio
import json
import struct
import time
from collections.abc import AsyncIterator

import pytest

from armarium.server import peer_links
from armarium.server.peer_links import FIRST_KIND, Channel, LinkBroken, PeerLinks
from armarium.server.store.leases import Lease, Peer
from tests.server.postgres import Proxy

TIMEOUT_SECONDS = 60  # reached only by a failing test


class End:
    """One process with its links. It sends back what it receives."""

    def __init__(self, process: str) -> None:
        self.lease = Lease(process, "", f"token of {process}")
        self.links = PeerLinks("127.0.0.1", lambda: self.lease)
        self.links.on_channel = self.echo
        self.accepted: list[Channel] = []

    async def start(self) -> Peer:
        return Peer(self.lease.process, await self.links.start(), self.lease.token)

    def echo(self, channel: Channel, kind: int, content: bytes) -> None:
        self.accepted.append(channel)
        channel.on_frame = channel.send
        channel.send(kind, content)


@pytest.fixture
async def ends() -> AsyncIterator[tuple[End, End, Peer]]:
    one, other = End("one"), End("other")
    yield one, other, await other.start()
    for end in (one, other):
        await end.links.close()


async def ask(channel: Channel, content: bytes) -> bytes:
    answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    channel.on_frame = lambda kind, found: answer.set_result(found)
    channel.send(FIRST_KIND, content)
    return await asyncio.wait_for(answer, TIMEOUT_SECONDS)


async def test_both_ends_open_channels_over_one_link(ends: tuple[End, End, Peer]):
    one, other, peer = ends
    links = {await one.links.connect(peer) for _ in range(3)}
    assert len(links) == 1
    link = links.pop()
    channels = [link.open_channel() for _ in range(20)]
    texts = [str(number).encode() * 1000 * number for number in range(20)]
    assert [await ask(*one) for one in zip(channels, texts, strict=True)] == texts
    back = await other.links.connect(Peer("one", "127.0.0.1 1", "unknown"))
    assert await ask(back.open_channel(), b"back") == b"back"


@pytest.mark.parametrize(
    "known", [Peer("other", "", "wrong"), Peer("former", "", "token of other"), Peer("", "", "")]
)
async def test_a_process_without_the_token_gets_no_link(ends: tuple[End, End, Peer], known: Peer):
    one, other, peer = ends
    with pytest.raises(LinkBroken):
        await one.links.connect(Peer(known.process, peer.address, known.token))
    assert not other.accepted


def frame(**facts: str) -> bytes:
    content = json.dumps(facts, ensure_ascii=False).encode()
    return struct.pack("!IIB", len(content), 0, 0) + content


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        struct.pack("!IIB", 2, 0, 0) + b"{}",
        struct.pack("!IIB", 1, 1, FIRST_KIND) + b"x",
        struct.pack("!IIB", 1 << 31, 0, 0),
        frame(process="x", wanted="other", nonce="x") + frame(proof="é"),
    ],
)
async def test_a_stranger_is_disconnected(
    ends: tuple[End, End, Peer], sent: bytes, caplog: pytest.LogCaptureFixture
):
    _, other, peer = ends
    host, port = peer.address.split()
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(sent)
    answer = await asyncio.wait_for(reader.read(), TIMEOUT_SECONDS)
    assert not answer or b"proof" in answer
    writer.close()
    assert not other.accepted and not caplog.records


async def test_a_link_that_is_given_up_handles_nothing_more(ends: tuple[End, End, Peer]):
    one, other, peer = ends
    link = await one.links.connect(peer)
    channel, ended = link.open_channel(), asyncio.Event()
    channel.on_end = ended.set
    link.greet(process="one")  # once more
    channel.send(FIRST_KIND, b"in the same packet")
    await asyncio.wait_for(ended.wait(), TIMEOUT_SECONDS)
    assert not other.accepted


async def test_a_link_that_just_broke_opens_no_channel(ends: tuple[End, End, Peer]):
    one, _, peer = ends
    link = await one.links.connect(peer)
    channel, ended = link.open_channel(), asyncio.Event()
    channel.on_end = ended.set
    one.links.drop([peer.process])
    await asyncio.wait_for(ended.wait(), TIMEOUT_SECONDS)
    with pytest.raises(LinkBroken):
        link.open_channel()


async def test_what_arrives_after_the_end_begins_no_channel(ends: tuple[End, End, Peer]):
    one, other, peer = ends
    channel = (await one.links.connect(peer)).open_channel()
    assert await ask(channel, b"first") == b"first"
    other.accepted[0].end()
    channel.send(FIRST_KIND + 1, b"late")
    again = (await one.links.connect(peer)).open_channel()
    assert await ask(again, b"second") == b"second"
    assert len(other.accepted) == 2


async def test_a_link_through_which_nothing_gets_is_given_up(
    ends: tuple[End, End, Peer], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(peer_links, "SILENCE_SECONDS", 2.5)
    one, other, peer = ends
    proxy = Proxy(f"127.0.0.1:{peer.address.split()[1]}/")
    port = proxy.address.rpartition("/")[0].rpartition(":")[2]
    link = await one.links.connect(Peer(peer.process, f"127.0.0.1 {port}", peer.token))
    channel, ended = link.open_channel(), asyncio.Event()
    assert await ask(channel, b"here") == b"here"
    channel.on_end = ended.set
    proxy.is_cut, began = True, time.monotonic()
    await asyncio.wait_for(ended.wait(), TIMEOUT_SECONDS)
    assert time.monotonic() - began > 1.0 and not channel.is_open
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while other.accepted[0].is_open:
            await asyncio.sleep(0.02)
    proxy.is_cut = False
    proxy.close()
