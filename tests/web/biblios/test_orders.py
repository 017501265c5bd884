"""Standing orders in the page: they bid and pass for a person, outlive a killed server, and show nobody their limit."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import moment
from tests.web.reading import check, check_dialog, in_test_tongue
from tests.web.scenes import put
from tests.web.seeing import PHONE, WINDOWS, hidden_in_windows, in_language, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
SIDE = WINDOWS["side"]


def frames_of(page: Page) -> list[str]:
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))),
    )
    return frames


def open_orders(page: Page) -> None:
    expect(page.locator("[data-opens=orders]")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator("dialog[open]")).to_be_visible()


def test_a_limit_bids_for_me_and_nobody_learns_it(sit: Sit, db: Path):
    seats = put(db, moment("bid"))  # three others; the last bid is 2, and seat 0 has 8 gold
    other = sit("/")
    frames = frames_of(other)
    other.goto(seats.link(3))
    expect(other.locator(".stage")).to_be_visible()
    page = sit(seats.link(0))
    open_orders(page)
    for _ in range(2):
        page.locator("dialog[open]").get_by_role("button", name="More").click()
    page.locator("[data-act=order-limit]").click()
    page.keyboard.press("Escape")
    lead = page.locator(".ladder .hi")
    expect(lead).to_contain_text("You")
    expect(lead.locator("b")).to_have_text("3")
    expect(page.locator("[data-opens=orders]")).to_contain_text("up to 5")
    expect(other.locator(".ladder .hi b")).to_have_text("3")
    assert frames and not any("up-to" in frame or "instructions" in frame for frame in frames)


def test_who_leads_each_die_is_told_from_what_was_seen(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(seats.link(0))
    strip = page.locator(".leaders")
    expect(strip.locator("[data-leads=monks]")).to_contain_text("You")
    for category in ("monks", "pigments"):  # what one holds oneself is known for certain
        held = page.locator(f'.shelf [data-zone="col-{category}"] [data-card]')
        cards = [one.get_attribute("data-card") or "" for one in held.all()]
        total = sum(int(card.split("-")[-1][0]) for card in cards)
        expect(strip.locator(f"[data-leads={category}] b")).to_contain_text(str(total))


@pytest.mark.matrix
def test_a_standing_pass_outlives_a_killed_server(sit: Sit, db: Path, table_server: ServerProcess):
    seats = put(db, moment("bid"))
    page = sit(seats.link(2), viewport=PHONE)
    open_orders(page)
    page.locator("dialog[open] input[name=pass-manuscripts]").check()
    page.locator("dialog[open] select[name=pass-until]").select_option("church")
    expect(page.locator("dialog[open] [data-act=order-cancel]")).to_be_enabled()
    page.keyboard.press("Escape")
    table_server.kill()
    table_server.start()
    back = sit(seats.link(2))
    expect(back.locator("[data-opens=orders]")).to_have_attribute("aria-pressed", "true")
    mine = sit(seats.link(0))
    expect(mine.locator(".stage button.pass")).to_be_enabled()
    mine.locator(".bids .btn").first.click()
    expect(mine.locator(".ladder .pass").filter(has_text="Bede")).to_be_visible()


@pytest.mark.matrix
def test_cancelled_orders_do_nothing(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(seats.link(1))
    open_orders(page)
    page.locator("dialog[open] input[name=pass-always]").check()
    page.locator("dialog[open] [data-act=order-cancel]").click()
    expect(page.locator("dialog[open] [data-act=order-cancel]")).to_be_disabled()
    expect(page.locator("dialog[open] input[name=pass-always]")).not_to_be_checked()


@pytest.mark.matrix
def test_the_leaf_of_orders_for_every_eye_and_tongue(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(in_test_tongue(seats.link(0)), viewport=PHONE)
    open_orders(page)
    assert serious(page) == []
    check_dialog(page, "standing orders")
    check(page, "who leads")


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_with_orders_everything_stays_in_sight(sit: Sit, db: Path, lang: str):
    page = sit(in_language(put(db, moment("bid")).link(1), lang))
    open_orders(page)
    page.locator("dialog[open] input[name=pass-tomes]").check()
    page.keyboard.press("Escape")
    page.evaluate("document.fonts.ready")
    assert hidden_in_windows(page) == {}
    page.set_viewport_size(SIDE)  # type: ignore[arg-type]
    page.keyboard.press("o")
    page.locator("dialog[open] [data-act=order-cancel]").scroll_into_view_if_needed()
    assert serious(page) == []


@pytest.mark.matrix
def test_orders_are_given_before_the_first_card_is_sold(sit: Sit, db: Path):
    page = sit(put(db, moment("allocate-other")).link(0))
    open_orders(page)
    expect(page.locator("dialog[open] [data-act=order-limit]")).to_have_count(0)
    page.locator("dialog[open] input[name=pass-tomes]").check()
    page.locator("dialog[open] select[name=pass-until]").select_option("gold")
    expect(page.locator("dialog[open] [data-act=order-cancel]")).to_be_enabled()
    page.keyboard.press("Escape")
    button = page.locator("[data-opens=orders]")
    expect(button).to_have_attribute("aria-label", re.compile("until Gold.*Tomes"))
    assert serious(page) == []
    assert hidden_in_windows(page) == {}


_BOTH = """() => {
  const leaf = document.querySelector("dialog[open]");
  leaf.querySelector("input[name=pass-tomes]").click();
  const until = leaf.querySelector("select[name=pass-until]");
  until.value = "gold";
  until.dispatchEvent(new Event("change", { bubbles: true }));
}"""


@pytest.mark.matrix
def test_two_orders_are_kept_though_the_first_is_not_yet_answered(sit: Sit, db: Path):
    page = sit(put(db, moment("allocate-other")).link(0))
    open_orders(page)
    page.evaluate(_BOTH)
    page.keyboard.press("Escape")
    button = page.locator("[data-opens=orders]")
    expect(button).to_have_attribute("aria-label", re.compile("until Gold.*Tomes"))
    page.reload()
    expect(button).to_have_attribute("aria-label", re.compile("until Gold.*Tomes"))


@pytest.mark.matrix
def test_nothing_is_ordered_in_a_replay(sit: Sit, db: Path):
    seats = put(db, moment("results"))
    page = sit(f"/replay/{seats.table}?eye=0&v=70")
    expect(page.locator(".replay .stage")).to_be_visible()
    expect(page.locator("[data-opens=orders]")).to_have_count(0)
