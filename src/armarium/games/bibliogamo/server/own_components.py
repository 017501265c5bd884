"""Own components sent by a client: text or data, never a file name.

Only entries that the rules know are stored, so that tables, views and records contain no other user input.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from armarium.core.errors import BadOption
from armarium.games import bibliogamo
from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.components import STANDARD, BadComponents, components_of, from_text
from armarium.server.extension import ExtraRoute, RouteAnswer

__all__ = ["MAX_BYTES", "ROUTES", "check_option", "parse_set", "standard_set", "standard_text"]

MAX_BYTES = 64 * 1024

_MAX_NOTE = 60  # characters of a provenance or a colour


def standard_set() -> dict[str, Any]:
    return components_of(STANDARD).data


def standard_text() -> str:
    """Return the file of the standard set with its comments, as a template."""
    return (files(bibliogamo) / "components.toml").read_text("utf-8")


def check_option(asked: Any) -> str | dict[str, Any]:
    """Return the option `components` for a table. Paths are refused: clients must not read the server's files."""
    if isinstance(asked, dict):
        return _keep_known(components_of(asked).data)
    if asked != STANDARD:
        shortened = str(asked)[:100]
        raise BadOption(option="components", asked=shortened, form="word-or-set", word=STANDARD)
    return STANDARD


def parse_set(text: bytes) -> dict[str, Any]:
    """Parse a set from the TOML text of a client."""
    try:
        return _keep_known(from_text(text.decode("utf-8")).data)
    except UnicodeDecodeError:
        raise BadComponents("file", "not-utf8") from None


def _keep_known(data: dict[str, Any]) -> dict[str, Any]:
    """Return the known entries of a validated set."""
    known = standard_set()
    spaces = [str(space) for space in data["ring"]["spaces"]]
    return {
        "provenance": _keep_notes(data.get("provenance"), known["provenance"]),
        "counts": dict(known["counts"]),  # equal, as validated
        "florin_levels": [dict(level) for level in known["florin_levels"]],
        "limits": dict(known["limits"]),
        "ring": {"spaces": spaces},
        "colours": _keep_notes(data.get("colours"), TYPES),
        "tower": [_keep_tower(tower, spaces) for tower in data["tower"]],
        "prestige": [_keep_collection(collection) for collection in data["prestige"]],
        "artisan": [_keep_card(card) for card in data["artisan"]],
    }


def _keep_tower(tower: dict[str, Any], spaces: list[str]) -> dict[str, Any]:
    notes = ("name_provenance", "need_provenance", "position_provenance")
    return {
        "id": tower["id"],
        "name": tower["name"],
        "ring_index": spaces.index(tower["id"]),
        "need": {kind: tower["need"][kind] for kind in TYPES if kind in tower["need"]},
        **_keep_notes(tower, notes),
    }


def _keep_collection(collection: dict[str, Any]) -> dict[str, Any]:
    need = collection["need"]
    return {
        "id": int(collection["id"]),
        "name": collection["name"],
        "vp": collection["vp"],
        "need": {tower: need[tower] for tower in TOWERS if tower in need},
        **_keep_notes(collection, ("provenance",)),
    }


def _keep_card(card: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": int(card["id"]),
        "librarian": card["librarian"],
        "blocks": card["blocks"],
        "grants": {kind: card["grants"][kind] for kind in TYPES if kind in card["grants"]},
        "pointer": card["pointer"],
        "florins": list(card["florins"]),
        **_keep_notes(card, ("provenance",)),
    }


def _keep_notes(found: Any, names: Any) -> dict[str, str]:
    """Return the short notes of an entry: provenance and colours."""
    if not isinstance(found, dict):
        return {}
    notes = {name: found[name] for name in names if isinstance(found.get(name), str)}
    return {name: note[:_MAX_NOTE] for name, note in notes.items() if note.isprintable()}


def _send_standard(_: bytes) -> RouteAnswer:
    return RouteAnswer({"components": standard_set()})


def _send_standard_file(_: bytes) -> RouteAnswer:
    return RouteAnswer(
        text=standard_text(),
        file_name="bibliogamo-components.toml",
        media_type="application/toml",
    )


def _check(text: bytes) -> RouteAnswer:
    return RouteAnswer({"components": parse_set(text)})


ROUTES = (
    ExtraRoute("GET", "/api/components", _send_standard),
    ExtraRoute("POST", "/api/components", _check, MAX_BYTES),
    ExtraRoute("GET", "/api/components.toml", _send_standard_file),
)
