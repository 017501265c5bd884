"""The origin of a deal, as arguments and in records: the seed and the contributions of the seats."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import numpy as np

from armarium.core.errors import BadOption, BadRecord
from armarium.core.record import Record

__all__ = [
    "check_contributions",
    "commitment",
    "contribution_hash",
    "deal_key",
    "parse_seed",
    "read_seeds",
    "seed_bytes",
    "seed_facts",
]


def seed_bytes(seed: int | bytes) -> bytes:
    """Return a seed as 32 bytes; an int is encoded as little-endian."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError("a seed has 32 bytes")
        return seed
    return seed.to_bytes(32, "little")


def commitment(seed: bytes) -> str:
    """Return the hash that can be published before the deal and checked against the seed after the game."""
    return hashlib.sha256(b"armarium commit 1" + seed).hexdigest()


def contribution_hash(contribution: bytes) -> str:
    """Return the hash that a seat publishes before it reveals its contribution."""
    return hashlib.sha256(contribution).hexdigest()


def deal_key(seed: bytes, contributions: list[bytes]) -> np.ndarray:
    """Return the key of the deal's random stream (docs/chance.md), from a seed and 32 bytes per seat."""
    digest = hashlib.sha256(b"armarium deal 1" + seed + b"".join(contributions)).digest()
    return np.frombuffer(digest, "<u4")


def parse_seed(seed: int | bytes | None) -> bytes:
    """Return a seed as 32 bytes; without one, a random seed."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bool) or not isinstance(seed, int | bytes):
        raise BadOption(option="seed", asked=seed, form="seed")
    try:
        return seed_bytes(seed)
    except (ValueError, OverflowError) as error:
        raise BadOption(option="seed", asked=seed, form="seed") from error


def check_contributions(given: list[bytes | None] | None, seats: int) -> list[bytes | None]:
    """Check what each seat adds to the seed: 32 bytes or None."""
    if given is None:
        return [None] * seats
    is_list = isinstance(given, list | tuple) and len(given) == seats
    if not is_list or any(
        c is not None and not (isinstance(c, bytes) and len(c) == 32) for c in given
    ):
        raise BadOption(option="contributions", asked=given, form="contributions", seats=seats)
    return list(given)


def seed_facts(seed: bytes, contributions: list[bytes | None]) -> dict[str, str]:
    """Return the header lines of a record that describe the origin of the deal."""
    facts = {"commitment": commitment(seed), "seed": seed.hex()}
    if any(contributions):
        facts["contributions"] = " ".join(c.hex() if c else "-" for c in contributions)
    return facts


def read_seeds(record: Record) -> dict[str, Any]:
    """Read seed and contributions from a header, as arguments of Game.new; raise BadRecord if they are invalid."""
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
