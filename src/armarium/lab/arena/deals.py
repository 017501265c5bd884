"""The deals of the arena: a setting, and the seed of each of its deals.

Some games have several kinds of deals that are not equally good. The arena uses all kinds in turn: deal k has kind k
modulo their number, and is the next deal of that kind in the sequence of seeds. So any number of deals covers the kinds
as evenly as possible.
"""

from __future__ import annotations

import functools
import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from armarium.core.errors import BadOption
from armarium.core.game import BaseGame
from armarium.core.registry import find_game
from armarium.core.seeding import commitment
from armarium.lab.extension import lab_extension

__all__ = [
    "SecretSeed",
    "Setting",
    "deal_game",
    "derive_deal_seed",
    "derive_number",
    "read_seed_file",
]


_MAX_SEED_FILE = 1024  # bytes


@dataclass(frozen=True)
class Setting:
    """Everything that the result of a deal depends on, except the players."""

    game: str
    seats: int
    edition: str  # "" for a game with only one
    options: tuple[tuple[str, Any], ...]
    seed: int
    commitment: str = ""  # of the secret that the seed comes from; "" for a published seed

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready data. It contains the commitment of a secret seed in place of the seed."""
        data = asdict(self)
        del data["seed" if self.commitment else "commitment"]
        return data


@dataclass(frozen=True)
class SecretSeed:
    """32 bytes that only the organiser of a comparison has. The commitment can be published before the first deal."""

    secret: bytes

    @property
    def commitment(self) -> str:
        return commitment(self.secret)


def read_seed_file(path: Path) -> SecretSeed:
    """Read a secret seed: a file with 64 hexadecimal digits."""
    with path.open("rb") as file:
        text = file.read(_MAX_SEED_FILE).strip()  # a device such as /dev/zero has no end
    if len(text) != 64 or not all(digit in b"0123456789abcdefABCDEF" for digit in text):
        # The error must not quote the file, which is secret.
        raise BadOption(option="seed-file", asked=path.name, form="seed-file")
    return SecretSeed(bytes.fromhex(text.decode()))


def derive_number(*words: object) -> int:
    """Derive a 256-bit number for a purpose, so that deals and the players' random numbers are independent."""
    text = " ".join(str(word) for word in ("armarium arena 1", *words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest(), "little")


def deal_game(setting: Setting, seed: int) -> BaseGame:
    definition = find_game(setting.game)
    return definition.deal(setting.seats, seed, setting.edition, **dict(setting.options))


def derive_deal_seed(setting: Setting, deal: int) -> int:
    if not lab_extension(setting.game).deal_kinds(dict(setting.options)):
        return derive_number("deal", setting.seed, deal)
    return _deals_by_kind(setting).seed(deal)


class _DealsByKind:
    """The deals of a setting, grouped by kind and generated on demand."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._lab = lab_extension(setting.game)
        self._ids = self._lab.deal_kinds(dict(setting.options))
        self._found: dict[int, list[int]] = {number: [] for number in self._ids}
        self._generated = 0

    def seed(self, deal: int) -> int:
        turn, place = divmod(deal, len(self._ids))
        found = self._found[self._ids[place]]
        while len(found) <= turn:
            seed = derive_number("deal", self._setting.seed, self._generated)
            game = deal_game(self._setting, seed)
            kind = self._lab.deal_kind(game)
            assert kind is not None
            self._found[kind].append(seed)
            self._generated += 1
        return found[turn]


@functools.cache
def _deals_by_kind(setting: Setting) -> _DealsByKind:
    return _DealsByKind(setting)
