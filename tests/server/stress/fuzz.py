"""Random invalid frames and requests: a grammar of valid ones, and ways to break them. Seeded."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote

__all__ = ["make_body", "make_frame", "request"]

WORDS = [
    "",
    "keep",
    "bid 5",
    "pass",
    "pay gold-3",
    "take monks-2a",
    "forward",
    "done",
    "hire 12 history",
    "fly",
    "c1",
]
ODD = [
    "\0",
    "\ud800",
    "é" * 50,
    "𝕏",
    "‮",
    "'; DROP TABLE table_log; --",
    "../../etc/passwd",
    "{" * 40,
    "a" * 101,
    "%s%n",
]
NUMBERS = [0, 1, -1, 17, 2**31, 2**31 + 1, 2**53, 2**64, -(2**70), 10**400, 0.5, -0.0, 1e308]


def make_value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return None
    if kind == 1:
        return rng.random() < 0.5
    if kind == 2:
        return rng.choice(NUMBERS)
    if kind in (3, 4):
        return rng.choice(WORDS)
    if kind == 5:
        return rng.choice(ODD)
    if kind == 6:
        return [make_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice([*WORDS, *ODD]): make_value(rng, depth + 1) for _ in range(rng.randrange(4))}


def _make_message(rng: random.Random, v: int) -> dict[str, Any]:
    name = f"f{rng.randrange(50)}"
    return rng.choice(
        [
            {"t": "act", "id": name, "v": v, "action": rng.choice(WORDS)},
            {
                "t": "act",
                "id": name,
                "v": v,
                "actions": [rng.choice(WORDS) for _ in range(rng.randrange(5))],
            },
            {"t": "take-back", "id": name, "v": v},
            {"t": "lang", "lang": rng.choice(["en", "fr", "xx", "de", ""])},
            {"t": "pace", "pace": rng.choice(["human", "fast"])},
            {"t": "rematch"},
            {
                "t": "commit",
                "id": name,
                "round": rng.randrange(3),
                "hash": rng.choice(["ab" * 32, "", name]),
            },
            {
                "t": "contribute",
                "id": name,
                "round": rng.randrange(3),
                "contribution": rng.choice(["ab" * 32, "", name]),
            },
            {"t": "hello", "token": None, "v": 0, "n": 0, "lang": "en"},
            {"t": "say", "id": name, "text": rng.choice([*WORDS, *ODD])},
            {"t": "instruct", "id": name, "instructions": [rng.choice(WORDS)]},
            {"t": "nudge", "id": name, "seat": rng.randrange(-1, 4)},
            {"t": "stand-in", "id": name, "seat": rng.randrange(-1, 4)},
            {"t": "leave", "id": name},
            {"t": "return", "id": name},
            {"t": "host", "id": name, "do": rng.choice(["mute", "bot", *WORDS]), "seat": 0},
        ]
    )


def _make_table_request(rng: random.Random) -> dict[str, Any]:
    seats = [
        rng.choice([{"name": "Ada"}, {"bot": "random"}, {"open": True}])
        for _ in range(rng.randrange(6))
    ]
    options = {rng.choice(["penalty", "first", "components", "frog"]): make_value(rng)}
    return {
        "game": rng.choice(["biblios", "biblios", "bibliogamo", "chess"]),
        "edition": rng.choice(["iello", "manual", None]),
        "options": options if rng.random() < 0.5 else {},
        "seats": seats,
        "pace": "fast",
    }


def _make_admin_request(rng: random.Random) -> dict[str, Any]:
    """Return an admin request that does not end the table under test."""
    return rng.choice(
        [
            {"do": rng.choice(["mute", "unmute", "dance"]), "seat": rng.choice(NUMBERS)},
            {
                "address": rng.choice([*WORDS, *ODD, "203.0.113.4", "2001:db8::1"]),
                "days": make_value(rng),
            },
        ]
    )


def _break_message(message: dict[str, Any], rng: random.Random) -> Any:
    """Change, remove or add a field."""
    changed = dict(message)
    for _ in range(rng.randrange(1, 3)):
        way, key = rng.randrange(4), rng.choice([*changed, "x"])
        if way == 0:
            changed.pop(key, None)
        elif way == 1:
            changed[rng.choice([*WORDS, *ODD])] = make_value(rng)
        else:
            changed[key] = make_value(rng)
    return changed if rng.random() < 0.95 else make_value(rng)


def _corrupt_text(text: str, rng: random.Random) -> str:
    """Truncate, double, change or inflate the text."""
    way = rng.randrange(6)
    at = rng.randrange(len(text) + 1)
    if way == 0:
        return text[:at]
    if way == 1:
        return text + text
    if way == 2:
        return (
            text[:at]
            + rng.choice(['"', "{", "}", "\\u0000", "\\ud800", "é", "\x7f", ","])
            + text[at:]
        )
    if way == 3:
        return text[:at] + "[" * rng.choice([1, 100, 5000]) + text[at:]
    if way == 4:
        return text.replace('"', "'")
    return text.replace(":", ": " * rng.choice([1, 50]))


def _encode_message(message: dict[str, Any], rng: random.Random) -> str:
    chosen = message if rng.random() < 0.3 else _break_message(message, rng)
    text = json.dumps(chosen, ensure_ascii=rng.random() < 0.7)
    return _corrupt_text(text, rng) if rng.random() < 0.3 else text


def make_frame(rng: random.Random, v: int) -> str:
    """Return one message. Surrogates cannot be sent as text, so they are escaped."""
    text = _encode_message(_make_message(rng, v), rng)
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def make_body(rng: random.Random) -> bytes:
    if rng.random() < 0.05:
        return rng.randbytes(rng.randrange(200))
    if rng.random() < 0.3:
        return json.dumps(_make_table_request(rng)).encode()  # valid except for its values
    message = rng.choice(
        [_make_table_request(rng), {"name": rng.choice(WORDS)}, {"token": rng.choice(ODD)}]
    )
    return _encode_message(message, rng).encode("utf-8", "replace")


def request(rng: random.Random, table: str) -> tuple[str, str, bytes]:
    """Return method, path and body."""
    part = rng.choice(
        [
            table,
            "nowhere",
            quote(rng.choice(ODD), safe="", errors="replace"),
            "a" * rng.choice([1, 3000]),
        ]
    )
    address = rng.choice(
        [
            "/api/tables",
            f"/api/tables/{part}/seats",
            f"/api/tables/{part}/seats/{rng.choice(['0', '1', '99', '-1', 'x'])}/link",
            f"/api/tables/{part}",
            f"/api/tables/{part}/record?round={quote(rng.choice([*ODD, '1', '99999999999']), errors='replace')}",
            f"/api/daily?game={part}&browser={quote(rng.choice(ODD), errors='replace')}",
            f"/api/games/{part}/words/{rng.choice(['en', 'fr', 'xx', part])}",
            f"/api/tables/{part}/replay?round={quote(rng.choice([*ODD, '1', '-1']), errors='replace')}",
            f"/api/tables/{part}/analysis?seat={quote(rng.choice([*ODD, '0', '9']), errors='replace')}",
            f"/{part}",
            f"/assets/{part}.js",
            f"/api/tables/{part}/seats/{rng.choice(['0', '1', '99', 'x'])}",
            f"/api/admin/tables?before={quote(rng.choice([*ODD, '1', '1800000000']), errors='replace')}",
            f"/api/admin/tables/{part}",
            f"/api/admin/tables/{part}/export",
            "/api/admin/people",
            "/api/admin/bans",
        ]
    )
    path = address.partition("?")[0]
    if path.startswith("/api/admin/") and rng.random() < 0.4:
        return (
            "POST",
            address,
            _encode_message(_make_admin_request(rng), rng).encode("utf-8", "replace"),
        )
    if "/seats/" in path and not path.endswith("/link"):
        return "DELETE", address, b""
    has_body = address.partition("?")[0].endswith(("/api/tables", "/seats", "/link"))
    return ("POST", address, make_body(rng)) if has_body else ("GET", address, b"")
