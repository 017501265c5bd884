"""Connections between the processes of one server: one for each pair, over which both open any number of channels.

A process listens on a private address alone. Both ends prove that they know the token of the one that listens, which
is in the database and is never sent. A frame is its size, its channel, its kind and its content.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import itertools
import logging
import secrets
import struct
import time
from collections.abc import Callable, Collection
from typing import cast

import msgspec

from armarium.server.errors import BadAddress
from armarium.server.store.leases import Lease, Peer

__all__ = ["Channel", "Link", "LinkBroken", "PeerLinks", "check_peer_host"]

CONNECT_SECONDS = 2.0  # to connect and to prove who is there
PING_SECONDS = 1.0
SILENCE_SECONDS = 5.0  # after which the other end is gone
MAX_GREETING = 512  # bytes of a frame before the other end has proved who it is
MAX_FRAME = 64 << 20  # bytes
MAX_UNSENT = 64 << 20  # bytes; the other end does not read

_HEAD = struct.Struct("!IIB")  # size of the content, channel, kind
_GREETING, _PING, _END = 0, 1, 2  # kinds; higher ones belong to the users of channels
FIRST_KIND = 16  # begins a channel

_logger = logging.getLogger("armarium.server")

Handler = Callable[[int, bytes], None]


class LinkBroken(Exception):
    """The other process cannot be reached."""


def check_peer_host(host: str) -> str:
    """Return the address for other processes. Raise BadAddress unless it is one of a private network."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        raise BadAddress(asked=host, reason="address-peer") from None
    if found.is_global or found.is_unspecified or found.is_multicast:
        raise BadAddress(asked=host, reason="address-peer")
    return host


class Channel:
    """One conversation over a link. `on_frame` gets what the other end sends; `on_end` is called once."""

    def __init__(self, link: Link, number: int) -> None:
        self._link, self._number = link, number
        self.on_frame: Handler = lambda kind, content: None
        self.on_end: Callable[[], None] = lambda: None

    @property
    def is_open(self) -> bool:
        return self._link.has(self._number)

    def send(self, kind: int, content: bytes = b"") -> None:
        """Send without waiting. Nothing is sent over a channel that has ended."""
        if self.is_open:
            self._link.write(self._number, kind, content)

    def end(self) -> None:
        if self.is_open:
            self._link.write(self._number, _END, b"")
            self._link.drop(self._number)


class Link(asyncio.Protocol):
    """One end of a connection. The end that connected has the odd channels, the other one the even ones."""

    def __init__(
        self,
        is_connecting: bool,
        greet: Callable[[Link, dict[str, str]], None],
        accept: Callable[[Channel, int, bytes], None],
        on_lost: Callable[[Link], None],
    ) -> None:
        self.peer = ""  # the process at the other end, once it has proved that
        self.nonce, self.other_nonce = secrets.token_hex(16), ""
        self._greet, self._accept, self._on_lost = greet, accept, on_lost
        self._numbers = itertools.count(1 if is_connecting else 2, 2)
        self._own = 1 if is_connecting else 0
        self._channels: dict[int, Channel] = {}
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._unsent: list[bytes] = []
        self._heard_at = time.monotonic()
        self._pinging: asyncio.TimerHandle | None = None
        self.is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # ── the connection ───────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass of it
        asyncio.get_running_loop().call_later(CONNECT_SECONDS, self._give_up_greeting)
        self._ping()

    def _give_up_greeting(self) -> None:
        if not self.is_open:
            self.abort()

    def _ping(self) -> None:
        """Notice an end that is frozen or cut off, and let the other one notice us."""
        loop = asyncio.get_running_loop()
        if self.is_open:
            if time.monotonic() - self._heard_at > SILENCE_SECONDS:
                _logger.warning("process %s does not answer", self.peer)
                self.abort()
                return
            self.write(0, _PING, b"")
        self._pinging = loop.call_later(PING_SECONDS, self._ping)

    def open(self, peer: str) -> None:
        """Both ends have proved who they are."""
        self.peer, self.is_open = peer, True
        if not self.opened.done():
            self.opened.set_result(None)

    @property
    def _is_closing(self) -> bool:
        return self._transport is None or self._transport.is_closing()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def close(self) -> None:
        """Close after what was written."""
        self._flush()
        if self._transport is not None:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        if self._pinging is not None:
            self._pinging.cancel()
        if not self.opened.done():
            self.opened.set_exception(LinkBroken())
            self.opened.exception()  # nobody may be waiting
        for number in list(self._channels):
            self.drop(number)
        self._on_lost(self)

    # ── frames ───────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        self._heard_at = time.monotonic()
        received = self._received
        received += data
        at = 0
        while len(received) - at >= _HEAD.size and not self._is_closing:
            size, number, kind = _HEAD.unpack_from(received, at)
            if size > (MAX_FRAME if self.is_open else MAX_GREETING):
                self.abort()
                break
            start = at + _HEAD.size
            if len(received) - start < size:
                break
            at = start + size
            self._handle(number, kind, bytes(received[start:at]))
        del received[:at]

    def _handle(self, number: int, kind: int, content: bytes) -> None:
        if kind == _GREETING or not self.is_open:
            self._take_greeting(kind, content)
        elif kind == _PING:
            pass
        elif (channel := self._channels.get(number)) is not None:
            if kind == _END:
                self.drop(number)
            else:
                channel.on_frame(kind, content)
        elif number % 2 != self._own and kind == FIRST_KIND:
            # Other kinds are late: their channel has ended.
            self._channels[number] = channel = Channel(self, number)
            self._accept(channel, kind, content)

    def _take_greeting(self, kind: int, content: bytes) -> None:
        try:
            if kind != _GREETING or self.is_open:
                raise ValueError
            self._greet(self, msgspec.json.decode(content, type=dict[str, str]))
        except (ValueError, KeyError, msgspec.DecodeError):
            self.abort()

    def greet(self, **facts: str) -> None:
        self.write(0, _GREETING, msgspec.json.encode(facts))

    def write(self, number: int, kind: int, content: bytes) -> None:
        """Write a frame, together with all others of this turn of the event loop."""
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent += (_HEAD.pack(len(content), number, kind), content)

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, []
        if self._transport is None or self._is_closing or not unsent:
            return
        self._transport.write(b"".join(unsent))
        if self._transport.get_write_buffer_size() > MAX_UNSENT:
            _logger.warning("process %s does not read", self.peer)
            self.abort()

    # ── channels ─────────────────────────────────────────────────────────────────────────────────

    def open_channel(self) -> Channel:
        """Return a channel, which begins with a frame of FIRST_KIND. Raise LinkBroken if the link just broke."""
        if not self.is_open:
            raise LinkBroken()
        number = next(self._numbers)
        self._channels[number] = channel = Channel(self, number)
        return channel

    def has(self, number: int) -> bool:
        return number in self._channels

    def drop(self, number: int) -> None:
        if (channel := self._channels.pop(number, None)) is not None:
            channel.on_end()


class PeerLinks:
    """The links of this process. `on_channel` is called for a channel of another process, with its first frame.

    `find_lease` returns our lease.
    """

    def __init__(self, host: str, find_lease: Callable[[], Lease | None]) -> None:
        self._host, self._find_lease = check_peer_host(host), find_lease
        self.on_channel: Callable[[Channel, int, bytes], None] = lambda channel, kind, content: None
        self._server: asyncio.Server | None = None
        self._all: set[Link] = set()
        self._links: dict[str, Link] = {}  # open ones, by process
        self._connecting: dict[str, asyncio.Task[Link]] = {}

    async def start(self) -> str:
        """Listen, and return the address for other processes."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._accept_link, self._host, 0)
        return f"{self._host} {self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._connecting.values():
            task.cancel()
        for link in list(self._all):
            link.close()

    def drop(self, processes: Collection[str]) -> None:
        """Break the links to processes that are gone, perhaps frozen."""
        for process in processes:
            if (link := self._links.get(process)) is not None:
                link.abort()

    def abort(self) -> None:
        """Break all links: we are not the process any more that the others know."""
        for link in list(self._all):
            link.abort()

    async def connect(self, peer: Peer) -> Link:
        """Return the link to a process. Raise LinkBroken if it cannot be reached."""
        if (link := self._links.get(peer.process)) is not None:
            return link
        if peer.process not in self._connecting:
            task = asyncio.create_task(self._connect(peer))
            self._connecting[peer.process] = task
            task.add_done_callback(lambda _: self._connecting.pop(peer.process, None))
        return await asyncio.shield(self._connecting[peer.process])

    async def _connect(self, peer: Peer) -> Link:
        host, _, port = peer.address.rpartition(" ")

        def answer(link: Link, facts: dict[str, str]) -> None:
            link.other_nonce = facts["nonce"]
            _check(facts, peer.token, "listens", link)
            link.greet(proof=_prove(peer.token, "connects", link))
            self._open(link, peer.process)

        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, link = await asyncio.get_running_loop().create_connection(
                    lambda: self._make_link(True, answer), host, int(port)
                )
                lease = self._find_lease()
                name = "" if lease is None else lease.process
                link.greet(process=name, wanted=peer.process, nonce=link.nonce)
                await link.opened
        except (OSError, TimeoutError, LinkBroken) as error:
            raise LinkBroken(str(error)) from None
        return link

    def _accept_link(self) -> Link:
        return self._make_link(False, self._greet_back)

    def _greet_back(self, link: Link, facts: dict[str, str]) -> None:
        """Answer the first greeting with our proof, and check that of the other end in the second."""
        lease = self._find_lease()
        if lease is None:
            raise ValueError
        if not link.other_nonce:
            if facts["wanted"] != lease.process:
                raise ValueError
            link.other_nonce, link.peer = facts["nonce"], facts["process"]
            link.greet(nonce=link.nonce, proof=_prove(lease.token, "listens", link))
        else:
            _check(facts, lease.token, "connects", link)
            self._open(link, link.peer)

    def _make_link(
        self, is_connecting: bool, greet: Callable[[Link, dict[str, str]], None]
    ) -> Link:
        link = Link(is_connecting, greet, lambda *facts: self.on_channel(*facts), self._forget)
        self._all.add(link)
        return link

    def _open(self, link: Link, peer: str) -> None:
        link.open(peer)
        self._links[peer] = link

    def _forget(self, link: Link) -> None:
        self._all.discard(link)
        if self._links.get(link.peer) is link:
            del self._links[link.peer]


def _check(facts: dict[str, str], token: str, end: str, link: Link) -> None:
    """Raise ValueError unless the other end has proved that it knows the token."""
    if not hmac.compare_digest(facts["proof"].encode(), _prove(token, end, link).encode()):
        raise ValueError


def _prove(token: str, end: str, link: Link) -> str:
    """Return what only an end of this link can know that knows the token."""
    nonces = sorted((link.nonce, link.other_nonce))
    text = " ".join((end, *nonces)).encode()
    return hmac.new(token.encode(), text, hashlib.sha256).hexdigest()
