"""The rules at hand: from a refusal, from the title of the phase, and on a page of their own; both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.biblios.moments import moment
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, more, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def too_low(socket: Any) -> None:
    """On the way to the server every bid becomes 1, which was bid already."""
    server = socket.connect_to_server()
    socket.on_message(lambda text: server.send(re.sub(r'"bid \d+"', '"bid 1"', str(text))))


@pytest.mark.parametrize(
    ("size", "locale", "button"),
    [(DESKTOP, "en-GB", "Rule B-"), more(PHONE, "fr-FR", "Règle B-")],
)
def test_a_refusal_leads_to_its_sentence(sit: Sit, db: Path, size, locale, button):
    page = sit("about:blank", viewport=size, locale=locale)
    page.route_web_socket("**/socket", too_low)
    page.goto(put(db, moment("bid")).link(0))
    expect(page.locator(".stage .btn.pri")).to_be_enabled()
    page.keyboard.press("Enter")
    page.locator(".toast").get_by_role("button", name=button).click()
    here = page.locator("dialog[open] [aria-current=true]")
    expect(here).to_be_in_viewport()
    expect(here).to_contain_text("B-3.3")
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("header .rule").click()
    expect(page.locator("dialog[open] [aria-current=true] b").first).to_have_text("B-3.1")


def test_what_is_searched_for_stays_when_the_drawings_come_late(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    late: list[Route] = []
    page.route("**/assets/Drawing-*.js", lambda route: late.append(route))
    with page.expect_request("**/assets/Drawing-*.js"):
        page.goto(page.url.rstrip("/") + "/rules/biblios#B-3.9")
    page.get_by_role("searchbox").fill("penalty bluff")
    expect(page.locator('[data-rule="B-2.1"]')).to_have_count(0)
    for route in late:
        route.continue_()
    drawn = "url => import(url).then(() => new Promise((done) => setTimeout(done, 300)))"
    page.evaluate(drawn, late[0].request.url)
    expect(page.get_by_role("searchbox")).to_have_value("penalty bluff")
    expect(page.locator('[data-rule="B-2.1"]')).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "lang", "asked", "other"),
    [(DESKTOP, "en", "penalty bluff", "B-2.1"), more(PHONE, "fr", "pénalité", "B-2.1")],
)
def test_the_rules_have_a_page_that_is_searched(sit: Sit, size, lang, asked, other):
    page = sit(f"/rules/biblios?lang={lang}#B-3.9", viewport=size)
    expect(page.locator("[aria-current=true]")).to_be_in_viewport()
    expect(page.locator(f'[data-rule="{other}"]')).to_be_visible()
    page.get_by_role("searchbox").fill(asked)
    expect(page.locator('[data-rule="B-3.9"]')).to_be_visible()
    expect(page.locator(f'[data-rule="{other}"]')).to_have_count(0)
    assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []
    page.get_by_role("searchbox").fill("zeppelin")
    expect(page.get_by_role("status")).to_contain_text("zeppelin")


@pytest.mark.parametrize(
    ("size", "locale", "here", "kept"),
    [
        (DESKTOP, "en-GB", "At this table", "Reference manual"),
        more(PHONE, "fr-FR", "À cette table", "Manuel de référence"),
    ],
)
def test_a_card_leads_to_its_sentence_as_the_table_plays_it(sit: Sit, size, locale, here, kept):
    """With a drawing, with what its options make of a sentence, and with its own edition's column alone."""
    page = sit("/", viewport=size, locale=locale)
    seats = [{"name": "Ada"}, {"bot": "oblate"}]
    wish = {"game": "biblios", "edition": "manual", "options": {"first": 0}, "seats": seats}
    headers = {"Origin": page.url.partition("?")[0].rstrip("/")}
    at = page.request.post("/api/tables", data=wish, headers=headers).json()
    page.goto(f"/t/{at['table']}#{at['token']}")
    mark = page.locator(".drawn .rulemark")
    rule = mark.get_attribute("data-rule-of")
    mark.click()
    leaf = page.locator("dialog[open]")
    expect(leaf.locator("[aria-current=true] b").first).to_have_text(rule or "")
    expect(leaf.locator("[data-drawing]")).to_have_count(4)
    expect(leaf.locator('[data-choice="B-3.8"]')).to_contain_text(here)
    heads = leaf.locator('section[data-rule="editions"] table').first.locator("th")
    expect(heads).to_have_count(2)
    expect(heads.last).to_have_text(kept)
    assert serious(page) == []


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("size", "locale", "told"), [(DESKTOP, "en-GB", "Rule"), (PHONE, "fr-FR", "Règle")]
)
def test_every_card_leads_to_its_sentence(sit: Sit, db: Path, size, locale, told):
    """On the table and in the hand: by its mark, by a key, by the second button, by a finger that stays."""
    page = sit(put(db, moment("take")).link(0), viewport=size, locale=locale)
    leaf = page.locator("dialog[open]")

    def leads_to(rule: str | None) -> None:
        expect(leaf.last.locator("[aria-current=true] b").first).to_have_text(rule or "")

    def closed() -> None:
        page.keyboard.press("Escape")
        expect(page.locator("dialog .leaf")).to_have_count(0)

    first = page.locator(".space .spot").first
    rule = first.locator(".rulemark").get_attribute("data-rule-of")
    first.locator(".rulemark").click()
    leads_to(rule)
    closed()
    first.locator("button.can").focus()
    page.keyboard.press("r")
    leads_to(rule)
    closed()
    # Held, and so not taken when the finger goes.
    finger = {"pointerType": "touch", "isPrimary": True, "clientX": 5, "clientY": 5}
    first.locator(".card").dispatch_event("pointerdown", finger)
    leads_to(rule)
    first.locator("button.can").dispatch_event("click")
    closed()
    expect(first.locator("button.can")).to_be_enabled()
    stack = page.locator(".shelf .col[data-about]").first
    stack.click(button="right")
    leads_to("B-5.2")
    closed()
    stack.locator(".opener").press("Enter")
    leaf.get_by_role("button", name=f"{told} B-5.2").first.click()
    leads_to("B-5.2")
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(leaf).to_have_count(1)
