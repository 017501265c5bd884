"""Opening the rules: from a refusal, from the phase title, and as a page, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import find_actions
from tests.web.scenes import store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def replace_bids(socket: Any) -> None:
    """Replace every bid on its way to the server by 1, which was already bid."""
    server = socket.connect_to_server()
    socket.on_message(lambda text: server.send(re.sub(r'"bid \d+"', '"bid 1"', str(text))))


@pytest.mark.parametrize(
    ("size", "locale", "button"),
    [(DESKTOP, "en-GB", "Rule B-"), more(PHONE, "fr-FR", "Règle B-")],
)
def test_a_refusal_links_to_its_rule(sit: Sit, db: Path, size, locale, button):
    page = sit("about:blank", viewport=size, locale=locale)
    page.route_web_socket("**/socket", replace_bids)
    page.goto(store_scene(db, find_moment("bid")).link(0))
    expect(find_actions(page).locator(".btn.pri")).to_be_enabled()
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_role("button", name=button).click()
    here = page.get_by_role("dialog").locator("[aria-current=true]")
    expect(here).to_be_in_viewport()
    expect(here).to_contain_text("B-3.3")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("header .rule").click()
    expect(page.get_by_role("dialog").locator("[aria-current=true] b").first).to_have_text("B-3.1")


def test_late_drawings_do_not_interrupt_a_search(sit: Sit):
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
def test_the_rules_page_can_be_searched(sit: Sit, size, lang, asked, other):
    page = sit(f"/rules/biblios?lang={lang}#B-3.9", viewport=size)
    expect(page.locator("[aria-current=true]")).to_be_in_viewport()
    expect(page.locator(f'[data-rule="{other}"]')).to_be_visible()
    page.get_by_role("searchbox").fill(asked)
    expect(page.locator('[data-rule="B-3.9"]')).to_be_visible()
    expect(page.locator(f'[data-rule="{other}"]')).to_have_count(0)
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    page.get_by_role("searchbox").fill("zeppelin")
    expect(page.get_by_role("status")).to_contain_text("zeppelin")


@pytest.mark.parametrize(
    ("size", "locale", "here", "kept"),
    [
        (DESKTOP, "en-GB", "At this table", "Reference manual"),
        more(PHONE, "fr-FR", "À cette table", "Manuel de référence"),
    ],
)
def test_a_card_opens_the_rule_with_the_tables_options(sit: Sit, size, locale, here, kept):
    """The rule has its drawing, the table's options, and only the column of the edition."""
    page = sit("/", viewport=size, locale=locale)
    seats = [{"name": "Ada"}, {"bot": "oblate"}]
    wish = {"game": "biblios", "edition": "manual", "options": {"first": 0}, "seats": seats}
    headers = {"Origin": page.url.partition("?")[0].rstrip("/")}
    at = page.request.post("/api/tables", data=wish, headers=headers).json()
    page.goto(f"/t/{at['table']}#{at['token']}")
    mark = page.locator(".drawn .rulemark")
    rule = mark.get_attribute("data-rule-of")
    mark.click()
    leaf = page.get_by_role("dialog")
    expect(leaf.locator("[aria-current=true] b").first).to_have_text(rule or "")
    expect(leaf.locator("[data-drawing]")).to_have_count(4)
    expect(leaf.locator('[data-choice="B-3.8"]')).to_contain_text(here)
    heads = leaf.locator('section[data-rule="editions"] table').first.locator("th")
    expect(heads).to_have_count(1)
    expect(heads.last).to_have_text(kept)
    assert axe_violations(page) == []


@pytest.mark.variant
@pytest.mark.parametrize(
    ("size", "locale", "word"), [(DESKTOP, "en-GB", "Rule"), (PHONE, "fr-FR", "Règle")]
)
def test_every_card_opens_its_rule(sit: Sit, db: Path, size, locale, word):
    """Rules open from cards on the table and in the hand: by button, key, right-click and long press."""
    page = sit(store_scene(db, find_moment("take")).link(0), viewport=size, locale=locale)
    leaf = page.get_by_role("dialog")

    def expect_rule(rule: str | None) -> None:
        expect(leaf.last.locator("[aria-current=true] b").first).to_have_text(rule or "")

    def close_rules() -> None:
        page.keyboard.press("Escape")
        expect(page.locator("dialog .leaf")).to_have_count(0)

    first = page.locator(".space .spot").first
    rule = first.locator(".rulemark").get_attribute("data-rule-of")
    first.locator(".rulemark").click()
    expect_rule(rule)
    close_rules()
    first.locator("button.can").focus()
    page.keyboard.press("r")
    expect_rule(rule)
    close_rules()
    # A long press does not take the card on release.
    finger = {"pointerType": "touch", "isPrimary": True, "clientX": 5, "clientY": 5}
    first.locator(".card").dispatch_event("pointerdown", finger)
    expect_rule(rule)
    first.locator("button.can").dispatch_event("click")
    close_rules()
    expect(first.locator("button.can")).to_be_enabled()
    stack = page.locator(".shelf .col[data-about]").first
    stack.click(button="right")
    expect_rule("B-5.2")
    close_rules()
    stack.locator(".opener").press("Enter")
    leaf.get_by_role("button", name=f"{word} B-5.2").first.click()
    expect_rule("B-5.2")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(leaf).to_have_count(1)
