"""Names and chat lines: invisible characters are removed, and texts without visible ones are refused."""

from __future__ import annotations

import pytest

from armarium.server.errors import BadText
from armarium.server.tables.plain_text import MAX_MARKS, clean_text
from tests.server.in_memory import Server
from tests.server.people import ADA, OPEN, seat_two_people

INVISIBLE = {
    "Hangul filler": "\u3164",
    "Hangul initial filler": "\u115f",
    "Hangul medial filler": "\u1160",
    "halfwidth filler": "\uffa0",
    "empty braille": "\u2800",
    "accents alone": "\u0301" * 30,
    "an accent over a blank": " \u0301 \u3164\u0301",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "variation selectors": "\ufe0f\ufe00\U000e0100",
    "Mongolian selectors": "\u180b\u180e",
    "soft hyphens": "\u00ad",
    "grapheme joiner": "\u034f",
    "Khmer inherent vowels": "\u17b4\u17b5",
    "directions": "\u202e\u2066\u200f\u061c",
    "tags": "\U000e0041\U000e007f",
    "control": "\x00\x1b\x7f",
    "musical": "\U0001d159\U0001d173",
    "shorthand": "\U0001bca0",
    "private": "\ue000",
}

SEEN = {
    "Zoë": "Zoë",
    "Zoe\u0308": "Zoe\u0308",
    "Nguyễn Thị Ánh": "Nguyễn Thị Ánh",
    "מֹשֶׁה": "מֹשֶׁה",
    "हिन्दी": "हिन्दी",
    "ก็ได้": "ก็ได้",
    "می\u200cخواهم": "می\u200cخواهم",
    "ශ්\u200dරී": "ශ්\u200dරී",
    "র\u200d্যাব": "র\u200d্যাব",
    "👩\u200d👩\u200d👧": "👩\u200d👩\u200d👧",
    "❤\ufe0f": "❤\ufe0f",
    "1\ufe0f\u20e3": "1\ufe0f\u20e3",
    "👍🏽": "👍🏽",
    "한글": "한글",
    "two\nlines\tof\u00a0it": "two lines of it",
    "\u202eevil\u2066": "evil",
    "e" + "\u0301" * 50 + "!": "e" + "\u0301" * MAX_MARKS + "!",
    "\x00\x1b[31m": "[31m",
    "\u0301Ada \u0301": "Ada",
    "A\u200d\u200d\u200d B\u200d": "A B",
    "A\u3164\u3164B": "A B",
    "\ufffd": "\ufffd",
    "": "",
    " \t\n": "",
}


@pytest.mark.parametrize("text", SEEN)
def test_visible_text_is_kept(text: str):
    assert clean_text(text) == SEEN[text]


@pytest.mark.parametrize("kind", INVISIBLE)
def test_invisible_text_is_refused(kind: str):
    with pytest.raises(BadText):
        clean_text(INVISIBLE[kind])
    assert clean_text(f"Ada{INVISIBLE[kind]}").startswith("Ada")


@pytest.mark.parametrize("kind", ["Hangul filler", "accents alone"])
async def test_names_and_chat_need_a_visible_character(server: Server, kind: str):
    text = INVISIBLE[kind]
    plan = {"game": "biblios", "seats": [{"name": text}, OPEN]}
    table, _ = await server.open_table(ADA, OPEN)
    for address, body in (("/api/tables", plan), (f"/api/tables/{table}/seats", {"name": text})):
        answer = await server.post(address, body, **{"Accept-Language": "fr"})
        assert (answer.status, answer.json["code"]) == (400, "bad-text")
        assert "visible" in answer.json["text"]
    _, (ada, _) = await seat_two_people(server)
    ada.pipe.send({"t": "say", "id": "a", "text": text})
    refused = await ada.receive_until("refused")
    assert (refused["id"], refused["code"]) == ("a", "bad-text")


async def test_stacked_accents_are_removed_from_names(server: Server):
    table, _ = await server.open_table({"name": "Z" + "\u0301" * 30}, OPEN)
    received = (await server.get(f"/api/tables/{table}")).json
    assert received["seats"][0]["name"] == "Z" + "\u0301" * MAX_MARKS


async def test_a_name_may_still_be_left_out(server: Server):
    table, _ = await server.open_table(ADA, OPEN)
    await server.take_seat(table, "  ")
