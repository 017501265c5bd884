"""Opening the rules: from a refusal, from the phase title, and as a page, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import find_action, find_rule, label, starting_label
from tests.web.scenes import store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def read_rule(mark: Locator) -> str:
    """Return the number of the rule that a button opens."""
    return (mark.get_attribute("aria-label") or "").split()[-1]


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
    expect(find_action(page, "biblios_action_bid_gold").first).to_be_enabled()
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_role("button", name=button).click()
    here = find_rule(page.get_by_role("dialog"), "B-3.3")
    expect(here).to_be_in_viewport()
    expect(here).to_have_attribute("aria-current", "true")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("banner").get_by_title(label("web_rules")).click()
    here = find_rule(page.get_by_role("dialog"), "B-3.1")
    expect(here).to_have_attribute("aria-current", "true")


def test_late_drawings_do_not_interrupt_a_search(sit: Sit):
    page = sit("/", viewport=DESKTOP)
    late: list[Route] = []
    page.route("**/assets/Drawing-*.js", lambda route: late.append(route))
    with page.expect_request("**/assets/Drawing-*.js"):
        page.goto(page.url.rstrip("/") + "/rules/biblios#B-3.9")
    page.get_by_role("searchbox").fill("penalty bluff")
    expect(find_rule(page, "B-2.1")).to_have_count(0)
    for route in late:
        route.continue_()
    drawn = "url => import(url).then(() => new Promise((done) => setTimeout(done, 300)))"
    page.evaluate(drawn, late[0].request.url)
    expect(page.get_by_role("searchbox")).to_have_value("penalty bluff")
    expect(find_rule(page, "B-2.1")).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "lang", "asked", "other"),
    [(DESKTOP, "en", "penalty bluff", "B-2.1"), more(PHONE, "fr", "pénalité", "B-2.1")],
)
def test_the_rules_page_can_be_searched(sit: Sit, size, lang, asked, other):
    page = sit(f"/rules/biblios?lang={lang}#B-3.9", viewport=size)
    here = find_rule(page, "B-3.9")
    expect(here).to_have_attribute("aria-current", "true")
    expect(here).to_be_in_viewport()
    expect(find_rule(page, other)).to_be_visible()
    page.get_by_role("searchbox").fill(asked)
    expect(here).to_be_visible()
    expect(find_rule(page, other)).to_have_count(0)
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
    mark = find_action(page, "web_rules_at")
    rule = read_rule(mark)
    mark.click()
    leaf = page.get_by_role("dialog")
    expect(find_rule(leaf, rule)).to_have_attribute("aria-current", "true")
    expect(leaf.get_by_role("figure")).to_have_count(4)
    expect(find_rule(leaf, "B-3.8")).to_contain_text(here)
    column = page.get_by_role("columnheader", name=kept)
    heads = leaf.get_by_role("table").filter(has=column).first.get_by_role("columnheader")
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

    def expect_rule(rule: str) -> None:
        expect(find_rule(leaf.last, rule)).to_have_attribute("aria-current", "true")

    def close_rules() -> None:
        page.keyboard.press("Escape")
        expect(leaf).to_have_count(0)

    take = find_action(page, "biblios_action_take").first
    mark = find_action(page, "web_rules_at").first
    rule = read_rule(mark)
    mark.click()
    expect_rule(rule)
    close_rules()
    take.focus()
    page.keyboard.press("r")
    expect_rule(rule)
    close_rules()
    # A long press does not take the card on release.
    finger = {"pointerType": "touch", "isPrimary": True, "clientX": 5, "clientY": 5}
    take.get_by_text(re.compile(r"^[+−±]?\d$")).first.dispatch_event("pointerdown", finger)
    expect_rule(rule)
    take.dispatch_event("click")
    close_rules()
    expect(take).to_be_enabled()
    stack = page.get_by_role("button", name=starting_label("biblios_web_shelf_open")).first
    stack.click(button="right")
    expect_rule("B-5.2")
    close_rules()
    stack.press("Enter")
    leaf.get_by_role("button", name=f"{word} B-5.2").first.click()
    expect_rule("B-5.2")
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    expect(leaf).to_have_count(1)
