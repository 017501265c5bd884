"""An owner's own components, as they come over the wire: text or data, never the name of a file.

What is kept is built up from the entries that the rules know, so that a table, its views and its
record hold nothing else that a stranger wrote into the file.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from armarium.games import bibliogamo
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.components import STANDARD, BadComponents, components_of, from_text
from armarium.games.table.address import Address, Answer
from armarium.games.table.errors import BadOption

__all__ = ["ADDRESSES", "MOST_BYTES", "asked_set", "read_set", "standard_set", "standard_text"]

MOST_BYTES = 64 * 1024

_LONGEST_NOTE = 60  # letters of a provenance or a colour


def standard_set() -> dict[str, Any]:
    return components_of(STANDARD).data


def standard_text() -> str:
    """The standard set as the file it is kept in, remarks included: a beginning for an owner's own."""
    return (files(bibliogamo) / "components.toml").read_text("utf-8")


def asked_set(asked: Any) -> str | dict[str, Any]:
    """The option of a table. A text would be a path: the server's files are nobody's business."""
    if isinstance(asked, dict):
        return _kept(components_of(asked).data)
    if asked != STANDARD:
        shortened = str(asked)[:100]
        raise BadOption(option="components", asked=shortened, form="word-or-set", word=STANDARD)
    return STANDARD


def read_set(text: bytes) -> dict[str, Any]:
    """A set from the TOML text that somebody sent."""
    try:
        return _kept(from_text(text.decode("utf-8")).data)
    except UnicodeDecodeError:
        raise BadComponents("file", "not-utf8") from None


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """The entries of a checked set that mean something."""
    known = standard_set()
    spaces = [str(space) for space in data["ring"]["spaces"]]
    return {
        "provenance": _notes(data.get("provenance"), known["provenance"]),
        "counts": dict(known["counts"]),  # checked: they are the same
        "florin_levels": [dict(level) for level in known["florin_levels"]],
        "limits": dict(known["limits"]),
        "ring": {"spaces": spaces},
        "colours": _notes(data.get("colours"), TYPES),
        "tower": [_tower(tower, spaces) for tower in data["tower"]],
        "prestige": [_collection(collection) for collection in data["prestige"]],
        "artisan": [_card(card) for card in data["artisan"]],
    }


def _tower(tower: dict[str, Any], spaces: list[str]) -> dict[str, Any]:
    notes = ("name_provenance", "need_provenance", "position_provenance")
    return {
        "id": tower["id"],
        "name": tower["name"],
        "ring_index": spaces.index(tower["id"]),
        "need": {kind: tower["need"][kind] for kind in TYPES if kind in tower["need"]},
        **_notes(tower, notes),
    }


def _collection(collection: dict[str, Any]) -> dict[str, Any]:
    need = collection["need"]
    return {
        "id": int(collection["id"]),
        "name": collection["name"],
        "vp": collection["vp"],
        "need": {tower: need[tower] for tower in TOWERS if tower in need},
        **_notes(collection, ("provenance",)),
    }


def _card(card: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": int(card["id"]),
        "librarian": card["librarian"],
        "blocks": card["blocks"],
        "grants": {kind: card["grants"][kind] for kind in TYPES if kind in card["grants"]},
        "pointer": card["pointer"],
        "florins": list(card["florins"]),
        **_notes(card, ("provenance",)),
    }


def _notes(found: Any, names: Any) -> dict[str, str]:
    """Short texts beside the numbers: where they come from, which colour they have."""
    if not isinstance(found, dict):
        return {}
    notes = {name: found[name] for name in names if isinstance(found.get(name), str)}
    return {name: note[:_LONGEST_NOTE] for name, note in notes.items() if note.isprintable()}


def _standard(_: bytes) -> Answer:
    return Answer({"components": standard_set()})


def _standard_file(_: bytes) -> Answer:
    return Answer(
        text=standard_text(),
        file_name="bibliogamo-components.toml",
        media_type="application/toml",
    )


def _check(text: bytes) -> Answer:
    return Answer({"components": read_set(text)})


ADDRESSES = (
    Address("GET", "/api/components", _standard),
    Address("POST", "/api/components", _check, MOST_BYTES),
    Address("GET", "/api/components.toml", _standard_file),
)
