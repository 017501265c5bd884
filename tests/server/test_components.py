"""Card sets over HTTP: the standard set can be downloaded, and a custom one checked and played."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from armarium.games import bibliogamo
from armarium.games.bibliogamo import components
from armarium.games.bibliogamo.component_checks import REASONS
from tests.server.bibliogamo.tables import move, open_solo_table, play_out, sit_down
from tests.server.in_memory import Server

TEXT = Path(components.__file__).with_name("components.toml").read_text("utf-8")


def replace_text(old: str, new: str) -> bytes:
    assert old in TEXT
    return TEXT.replace(old, new, 1).encode()


async def choose_own_set(server: Server, text: bytes) -> dict[str, Any]:
    answer = await server.post("/api/components", text)
    assert answer.status == 200, answer.text
    data: dict[str, Any] = answer.json["components"]
    return data


async def test_the_standard_set_can_be_read(server: Server):
    answer = await server.get("/api/components")
    assert answer.status == 200
    data = answer.json["components"]
    assert [len(data[kind]) for kind in ("tower", "prestige", "artisan")] == [6, 7, 47]
    assert data["provenance"]["counts"] == "rules"


async def test_the_standard_file_can_be_fetched_changed_and_sent_again(server: Server):
    answer = await server.get("/api/components.toml")
    assert (answer.status, answer.text) == (200, TEXT)
    assert answer.headers["content-type"].startswith("application/toml")
    assert "attachment" in answer.headers["content-disposition"]
    assert components.from_text(answer.text).data == components.components_of("standard").data
    own = answer.text.replace('name = "History"', 'name = "Chroniques"')
    assert (await choose_own_set(server, own.encode()))["tower"][0]["name"] == "Chroniques"


async def test_a_custom_card_set_is_accepted_and_played(server: Server):
    data = await choose_own_set(server, replace_text('name = "History"', 'name = "Chroniques"'))
    assert data["tower"][0]["name"] == "Chroniques"
    table, token, ada = await open_solo_table(server, options={"components": data})
    assert ada.view["options"]["components"] == data
    await play_out(ada, random.Random(1))
    record = (await server.get(f"/api/tables/{table}/record")).text
    assert bibliogamo.Game.replay(record).view(0) == ada.view
    server.app.state.live_tables._tables.clear()
    assert (await sit_down(server, table, token)).view == ada.view


async def test_the_standard_text_gives_the_standard_data(server: Server):
    standard = (await server.get("/api/components")).json["components"]
    assert await choose_own_set(server, TEXT.encode()) == standard


BROKEN = {
    "wrong counts": (replace_text("artisan_cards = 47", "artisan_cards = 46"), "counts artisan_cards"),
    "a card twice": (replace_text("id = 12", "id = 11"), "artisan"),
    "an unknown tower": (replace_text('"poetry", "philosophy"', '"atlantis", "philosophy"'), "ring spaces"),
    "a tower with another id": (replace_text('id = "history"', 'id = "atlantis"'), "tower 'atlantis'"),
    "a collection of no tower": (replace_text("need = { history = 4", "need = { atlantis = 4"), "prestige 1"),
    "a negative number": (replace_text("need = { researcher = 3", "need = { researcher = -3"), "tower history"),
    "too many books": (replace_text("need = { history = 4", "need = { history = 14"), "prestige 1"),
    "no TOML": (b"this is = = not TOML", "file"),
    "TOML that ends too early": (b"a = 1\nb = [1, 2", "file"),
    "a card without prices": (replace_text("florins = [", "prices = ["), "artisan 1, florins"),
    "a card without a block": (replace_text("blocks = ", "stops = "), "artisan 1, blocks"),
    "a card of no artisan": (replace_text('blocks = "', 'blocks = "x'), "artisan 1, blocks"),
    "a pointer to nowhere": (replace_text("pointer = 1", "pointer = 9"), "artisan"),
    "a price that is no number": (replace_text("florins = [", "florins = [true, "), "artisan 1, florins"),
    "a count that is missing": (replace_text("hand_size = 5", "size = 5"), "counts hand_size"),
    "other levels": (replace_text("extra_artisans = 1", "extra_artisans = 2"), "florin_levels"),
    "a name without letters": (replace_text('name = "History"', 'name = ""'), "tower history, name"),
    "a book of two types": (replace_text("illustrator = 2", "illustrator = 0"), "tower history"),
    "a ring without a tower": (replace_text('"poetry", "philosophy"', '"philosophy"'), "ring spaces"),
    "nothing": (b"", "counts"),
    "not text": (b"\xff\xfe\x00\x01", "file"),
    "nested without end": (b"a = " + b"[" * 30_000, "file"),
    "a number without end": (b"a = " + b"9" * 30_000, "file"),
    "no list": (b"tower = 5\nprestige = 5\nartisan = 5\ncounts = 5\nring = 5", "counts"),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
async def test_a_broken_file_is_refused_with_its_entry(server: Server, kind: str):
    text, entry = BROKEN[kind]
    answer = await server.post("/api/components", text)
    assert (answer.status, answer.json["code"]) == (422, "bad-components")
    assert answer.json["facts"]["entry"].startswith(entry)
    assert answer.json["facts"]["reason"]
    assert answer.json["facts"]["entry"] in answer.json["text"]
    assert answer.json["facts"]["reason"] in REASONS


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=pytest.mark.thorough if n % 8 else ())
        for n, kind in enumerate(BROKEN)
    ],
)
async def test_a_broken_file_is_refused_in_french_alone(server: Server, kind: str):
    """No word of the English reason is left, except names from the file."""
    text, entry = BROKEN[kind]
    english = await server.post("/api/components", text)
    french = await server.post("/api/components", text, **{"Accept-Language": "fr"})
    assert french.json["facts"] == english.json["facts"]
    own = [fact for name, fact in french.json["facts"].items() if name != "reason"]
    facts = " ".join(map(str, own)) if entry != "file" else ""
    of_both = {"toml", "utf", "table", "tables", "artisans"}
    shared = split_words(english.json["text"]) & split_words(french.json["text"])
    assert shared - split_words(facts) - of_both == set()
    reason = french.json["text"].partition("\u00a0: ")[2]
    assert split_words(reason) & {
        "le",
        "la",
        "les",
        "on",
        "ce",
        "cette",
        "il",
        "elle",
        "un",
        "livres",
    }


def split_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


async def test_an_oversized_file_is_refused(server: Server):
    answer = await server.post("/api/components", b"#" * (64 * 1024 + 1))
    assert (answer.status, answer.json["code"]) == (413, "too-big")
    assert (await server.post("/api/components", TEXT.encode() + b"#" * 30_000)).status == 200


async def test_foreign_pages_may_not_ask(server: Server):
    answer = await server.post("/api/components", TEXT.encode(), Origin="http://evil.example")
    assert (answer.status, answer.json["code"]) == (403, "foreign-origin")


@pytest.mark.parametrize(
    "asked", ["/etc/passwd", "components.toml", "", "Standard", 5, True, None, [], ["standard"]]
)
async def test_a_path_as_a_card_set_is_refused(server: Server, tmp_path: Path, asked: Any):
    """A file on the server is never opened, not even to report that it is missing."""
    body = {"game": "bibliogamo", "seats": [{"name": "Ada"}], "options": {"components": asked}}
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (400, "bad-option")
    assert answer.json["facts"]["option"] == "components"


async def test_a_path_to_an_existing_file_is_refused_the_same_way(server: Server, tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(TEXT, "utf-8")
    texts = set()
    for path in (file, tmp_path / "not-there.toml"):
        body = {
            "game": "bibliogamo",
            "seats": [{"name": "Ada"}],
            "options": {"components": str(path)},
        }
        answer = await server.post("/api/tables", body)
        assert answer.status == 400
        texts.add(answer.text.replace(str(path), "PATH"))
    assert len(texts) == 1


@pytest.mark.parametrize("data", [{}, {"counts": []}, {"tower": {"a": 1}}])
async def test_broken_data_is_refused_at_the_table_too(server: Server, data: Any):
    body = {"game": "bibliogamo", "seats": [{"name": "Ada"}], "options": {"components": data}}
    answer = await server.post("/api/tables", body)
    assert (answer.status, answer.json["code"]) == (422, "bad-components")


async def test_unknown_fields_are_dropped(server: Server):
    """Clients cannot fill views and records with arbitrary data."""
    junk = '\nspare = "' + "x" * 20_000 + '"\nwhen = 2026-11-15\nfar = inf\n'
    data = await choose_own_set(server, (junk + TEXT).encode())
    assert "spare" not in json.dumps(data)
    filled = copy.deepcopy(data)
    filled["spare"] = "x" * 20_000
    filled["tower"][0]["spare"] = [[[[]]]]
    filled["artisan"][3]["provenance"] = "printed card"
    _, _, ada = await open_solo_table(server, options={"components": filled})
    kept = ada.view["options"]["components"]
    assert "spare" not in json.dumps(kept)
    assert kept["artisan"][3]["provenance"] == "printed card"
    await move(ada, "done")
