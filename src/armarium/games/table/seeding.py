"""Where a deal comes from, as people give it and as records tell it: the seed and what the seats contribute."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from armarium.games.table.errors import BadOption, BadRecord
from armarium.games.table.record import Record

__all__ = [
    "commitment",
    "contributions_of",
    "deal_key",
    "facts_of",
    "read_seeds",
    "seed_bytes",
    "seed_of",
]


def seed_bytes(seed: int | bytes) -> bytes:
    """A seed is 32 bytes; an int is its 32 little-endian bytes."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError("a seed has 32 bytes")
        return seed
    return seed.to_bytes(32, "little")


def commitment(seed: bytes) -> str:
    """What may be shown before the deal, to be checked against the seed after the game."""
    return hashlib.sha256(b"armarium commit 1" + seed).hexdigest()


def deal_key(seed: bytes, contributions: list[bytes]) -> np.ndarray:
    """The key of the deal's stream of chance (docs/chance.md): a seed, and 32 bytes a seat."""
    digest = hashlib.sha256(b"armarium deal 1" + seed + b"".join(contributions)).digest()
    return np.frombuffer(digest, "<u4")


def seed_of(seed: int | bytes | None) -> bytes:
    """A seed as its 32 bytes; without one, the deal is random."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bool) or not isinstance(seed, int | bytes):
        raise BadOption(option="seed", asked=seed, form="seed")
    try:
        return seed_bytes(seed)
    except (ValueError, OverflowError) as error:
        raise BadOption(option="seed", asked=seed, form="seed") from error


def contributions_of(given: list[bytes | None] | None, seats: int) -> list[bytes | None]:
    """What each seat adds to the seed, or None."""
    if given is None:
        return [None] * seats
    is_list = isinstance(given, list | tuple) and len(given) == seats
    if not is_list or any(
        c is not None and not (isinstance(c, bytes) and len(c) == 32) for c in given
    ):
        raise BadOption(option="contributions", asked=given, form="contributions", seats=seats)
    return list(given)


def facts_of(seed: bytes, contributions: list[bytes | None]) -> dict[str, str]:
    """The lines of a record's header that say where the deal came from."""
    facts = {"commitment": commitment(seed), "seed": seed.hex()}
    if any(contributions):
        facts["contributions"] = " ".join(c.hex() if c else "-" for c in contributions)
    return facts


def read_seeds(record: Record) -> dict[str, Any]:
    """Seed and contributions of a header, as arguments of Game.new; says which line cannot be read."""
    arguments: dict[str, Any] = {"seed": record.read("seed", bytes.fromhex)}
    if "contributions" in record.facts:
        arguments["contributions"] = record.read("contributions", _contributions)
    if len(arguments["seed"]) != 32:
        raise BadRecord(line=record.lines["seed"], reason="seed-size")
    if commitment(arguments["seed"]) != record.fact("commitment"):
        raise BadRecord(line=record.lines["seed"], reason="seed-other")
    return arguments


def _contributions(text: str) -> list[bytes | None]:
    return [None if given == "-" else bytes.fromhex(given) for given in text.split()]
