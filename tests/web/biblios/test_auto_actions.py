"""Auto-actions: they bid and pass for a player, survive a killed server, and keep the maximum bid secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import (
    find_action,
    find_actions,
    find_auto_actions_button,
    find_bidder,
    label,
    partial_label,
)
from tests.web.reading import check_dialog_translations, check_translations, in_test_locale
from tests.web.scenes import store_scene
from tests.web.seeing import (
    PHONE,
    WINDOWS,
    axe_violations,
    find_hidden_controls,
    in_language,
    resize_window,
)
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
SIDE = WINDOWS["side"]


def collect_frames(page: Page) -> list[str]:
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))),
    )
    return frames


def open_auto_actions(page: Page) -> None:
    expect(find_auto_actions_button(page)).to_be_visible()
    page.keyboard.press("o")
    expect(page.get_by_role("dialog")).to_be_visible()


def find_limit_button(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role(
        "button", name=label("biblios_web_order_give", "biblios_web_order_given")
    )


def find_pass_choice(page: Page, category: str) -> Locator:
    return page.get_by_role("dialog").get_by_role(
        "checkbox", name=label(f"biblios_category_{category}")
    )


def expect_leader(page: Page, name: str, bid: str) -> None:
    bidder = find_bidder(page, name)
    expect(bidder).to_have_attribute("aria-current", "true")
    expect(bidder.get_by_text(bid, exact=True)).to_be_visible()


def test_a_maximum_bid_acts_and_stays_secret(sit: Sit, db: Path):
    seats = store_scene(
        db, find_moment("bid")
    )  # three others; the last bid is 2, and seat 0 has 8 gold
    other = sit("/")
    frames = collect_frames(other)
    other.goto(seats.link(3))
    expect(find_actions(other)).to_be_visible()
    page = sit(seats.link(0))
    open_auto_actions(page)
    for _ in range(2):
        page.get_by_role("dialog").get_by_role("button", name="More").click()
    find_limit_button(page).click()
    page.keyboard.press("Escape")
    expect_leader(page, "You", "3")
    expect(find_auto_actions_button(page)).to_contain_text("up to 5")
    expect_leader(other, "Ada", "3")
    assert frames and not any("up-to" in frame or "instructions" in frame for frame in frames)


def test_leaders_are_computed_from_seen_cards(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(seats.link(0))
    strip = page.locator(".leaders")
    expect(strip.locator("[data-leads=monks]")).to_contain_text("You")
    for category in ("monks", "pigments"):  # the reader's own cards are certain
        held = page.locator(f'.shelf [data-zone="col-{category}"] [data-card]')
        cards = [one.get_attribute("data-card") or "" for one in held.all()]
        total = sum(int(card.split("-")[-1][0]) for card in cards)
        expect(strip.locator(f"[data-leads={category}] b")).to_contain_text(str(total))


@pytest.mark.variant
def test_an_auto_pass_survives_a_killed_server(sit: Sit, db: Path, table_server: ServerProcess):
    seats = store_scene(db, find_moment("bid"))
    page = sit(seats.link(2), viewport=PHONE)
    open_auto_actions(page)
    find_pass_choice(page, "manuscripts").check()
    page.get_by_role("dialog").get_by_role("combobox").select_option("church")
    expect(
        page.get_by_role("dialog").get_by_role("button", name=label("biblios_web_order_cancel"))
    ).to_be_enabled()
    page.keyboard.press("Escape")
    table_server.kill()
    table_server.start()
    back = sit(seats.link(2))
    expect(find_auto_actions_button(back)).to_have_attribute("aria-pressed", "true")
    mine = sit(seats.link(0))
    expect(find_action(mine, "biblios_action_pass")).to_be_enabled()
    find_action(mine, "biblios_action_bid_gold", "biblios_action_bid_cards").first.click()
    expect(find_bidder(mine, "Bede")).to_contain_text(partial_label("biblios_web_pass_said"))


@pytest.mark.variant
def test_cancelled_auto_actions_do_nothing(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(seats.link(1))
    open_auto_actions(page)
    page.get_by_role("dialog").get_by_label(label("biblios_web_order_everything")).check()
    page.get_by_role("dialog").get_by_role("button", name=label("biblios_web_order_cancel")).click()
    expect(
        page.get_by_role("dialog").get_by_role("button", name=label("biblios_web_order_cancel"))
    ).to_be_disabled()
    expect(
        page.get_by_role("dialog").get_by_label(label("biblios_web_order_everything"))
    ).not_to_be_checked()


@pytest.mark.variant
def test_the_auto_actions_dialog_is_accessible_and_translated(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(in_test_locale(seats.link(0)), viewport=PHONE)
    open_auto_actions(page)
    assert axe_violations(page) == []
    check_dialog_translations(page, "auto-pass")
    check_translations(page, "who leads")


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_auto_actions_hide_no_control(sit: Sit, db: Path, lang: str):
    page = sit(in_language(store_scene(db, find_moment("bid")).link(1), lang))
    open_auto_actions(page)
    find_pass_choice(page, "tomes").check()
    page.keyboard.press("Escape")
    page.evaluate("document.fonts.ready")
    assert find_hidden_controls(page) == {}
    resize_window(page, **SIDE)
    page.keyboard.press("o")
    page.get_by_role("dialog").get_by_role(
        "button", name=label("biblios_web_order_cancel")
    ).scroll_into_view_if_needed()
    assert axe_violations(page) == []


@pytest.mark.variant
def test_auto_actions_can_be_set_before_the_first_auction(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("allocate-other")).link(0))
    open_auto_actions(page)
    expect(find_limit_button(page)).to_have_count(0)
    find_pass_choice(page, "tomes").check()
    page.get_by_role("dialog").get_by_role("combobox").select_option("gold")
    expect(
        page.get_by_role("dialog").get_by_role("button", name=label("biblios_web_order_cancel"))
    ).to_be_enabled()
    page.keyboard.press("Escape")
    button = find_auto_actions_button(page)
    expect(button).to_have_attribute("aria-label", re.compile("until Gold.*Tomes"))
    assert axe_violations(page) == []
    assert find_hidden_controls(page) == {}


_BOTH = """() => {
  const leaf = document.querySelector("dialog[open]");
  leaf.querySelector("input[name=pass-tomes]").click();
  const until = leaf.querySelector("select[name=pass-until]");
  until.value = "gold";
  until.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.mark.variant
def test_two_auto_actions_are_stored_before_the_first_is_acknowledged(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("allocate-other")).link(0))
    open_auto_actions(page)
    page.evaluate(_BOTH)
    page.keyboard.press("Escape")
    button = find_auto_actions_button(page)
    expect(button).to_have_attribute("aria-label", re.compile("until Gold.*Tomes"))
    page.reload()
    expect(button).to_have_attribute("aria-label", re.compile("until Gold.*Tomes"))


@pytest.mark.variant
def test_a_replay_has_no_auto_actions(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("results"))
    page = sit(f"/replay/{seats.table}?eye=0&v=70")
    expect(find_actions(page)).to_be_visible()
    expect(find_auto_actions_button(page)).to_have_count(0)
