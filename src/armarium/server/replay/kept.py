"""What is kept in memory of games that are looked at again: records that were sent, and what eyes saw of any.

Both are bounded, and nothing is lost with them: a file can be sent again, a sight be made again.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from armarium.server.replay.story import Sight, Watcher, told

__all__ = ["Kept", "Sights", "hash_of_record"]

MOST_SENT = 32 << 20  # bytes of records
MOST_SEEN = 64 << 20  # bytes of sights


def hash_of_record(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


Name = TypeVar("Name")
Thing = TypeVar("Thing")


class Kept(Generic[Name, Thing]):
    """The things that were asked for last, as many as fit."""

    def __init__(self, most: int, size: Callable[[Thing], int]) -> None:
        self._most, self._size = most, size
        self._things: OrderedDict[Name, Thing] = OrderedDict()
        self._bytes = 0

    def get(self, name: Name) -> Thing | None:
        if name not in self._things:
            return None
        self._things.move_to_end(name)
        return self._things[name]

    def put(self, name: Name, thing: Thing) -> None:
        if name in self._things:
            self._bytes -= self._size(self._things.pop(name))
        self._things[name] = thing
        self._bytes += self._size(thing)
        while self._bytes > self._most and len(self._things) > 1:
            self._bytes -= self._size(self._things.popitem(last=False)[1])


class Sights:
    """What eyes saw, by the record's hash; made in any thread, one made twice is no harm."""

    def __init__(self, most: int = MOST_SEEN) -> None:
        self._kept = Kept[tuple[str, Watcher], Sight](most, lambda sight: sight.size)

    def of(self, text: str, eye: Watcher) -> Sight:
        name = hash_of_record(text), eye
        if sight := self._kept.get(name):
            return sight
        sight = told(text, eye)
        self._kept.put(name, sight)
        return sight
