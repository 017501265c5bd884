"""The chat: quick messages in each reader's language, plain text, and a killed server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import find_moment
from tests.web.parts import find_actions, find_chat_button, label
from tests.web.reading import check_translations, in_test_locale
from tests.web.scenes import store_scene
from tests.web.seeing import OUTSIDE, PHONE, WINDOWS, axe_violations, in_language
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
EVIL = "<img src=x onerror=alert(1)> & <b>bold</b>"


def test_quick_messages_appear_in_each_readers_language(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    ada = sit(in_language(seats.link(0), "en"))
    bo = sit(in_language(seats.link(1), "fr"), locale="fr-FR")
    expect(find_actions(bo)).to_be_visible()
    find_chat_button(ada).click()
    ada.get_by_role("button", name="Too rich for me!").click()
    expect(bo.locator(".bubble")).to_contain_text("Trop cher pour moi.")
    expect(bo.locator(".talkbtn b")).to_have_text("1")
    bo.keyboard.press("t")
    expect(bo.get_by_label(label("web_talk_write"))).to_be_focused()
    bo.keyboard.type(EVIL)
    bo.keyboard.press("Enter")
    line = ada.get_by_role("log", name=label("web_talk_lines")).get_by_role("paragraph").last
    expect(line).to_contain_text(EVIL)
    assert ada.locator(".talk .lines img").count() == 0
    bo.get_by_role("button", name="Applaudissements").click()
    expect(
        ada.get_by_role("log", name=label("web_talk_lines")).get_by_role("img", name="Applause")
    ).to_be_visible()
    expect(bo.locator(".talkbtn b")).to_have_count(0)
    # Keys typed into the chat do not act: the bid is unchanged.
    expect(ada.locator(".ladder .hi b")).to_have_text("2")
    watcher = sit(seats.link(None))
    expect(find_actions(watcher)).to_be_visible()
    expect(find_chat_button(watcher)).to_have_count(0)


@pytest.mark.variant
def test_the_chat_survives_a_killed_server(sit: Sit, db: Path, table_server: ServerProcess):
    seats = store_scene(db, find_moment("bid"))
    ada = sit(seats.link(0))
    # The chat can be opened before the table's own part of the page has arrived, which needs the server.
    expect(find_actions(ada)).to_be_visible()
    find_chat_button(ada).click()
    ada.get_by_label(label("web_talk_write")).fill("still here")
    ada.keyboard.press("Enter")
    expect(
        ada.get_by_role("log", name=label("web_talk_lines")).get_by_role("paragraph")
    ).to_have_count(1)
    table_server.kill()
    table_server.start()
    bo = sit(seats.link(1))
    expect(bo.locator(".talkbtn b")).to_have_text("1")
    find_chat_button(bo).click()
    expect(bo.get_by_role("log", name=label("web_talk_lines"))).to_contain_text("still here")
    expect(ada.locator(".status.lost")).to_have_count(0)
    expect(
        ada.get_by_role("log", name=label("web_talk_lines")).get_by_role("paragraph")
    ).to_have_count(1)


@pytest.mark.variant
def test_the_chat_is_rate_limited(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid")).link(0))
    find_chat_button(page).click()
    for _ in range(12):
        page.locator(".reactions button").first.click()
    expect(page.locator(".talk [role=alert]")).to_contain_text("Wait a few seconds")
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.variant
def test_the_chat_is_accessible_and_translated(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("bid"))
    page = sit(in_test_locale(seats.link(0)), viewport=PHONE)
    find_chat_button(page).click()
    page.locator(".phrases button").first.click()
    expect(
        page.get_by_role("log", name=label("web_talk_lines")).get_by_role("paragraph")
    ).to_have_count(1)
    page.locator(".talk time").evaluate(
        "(one) => (one.textContent = '')"
    )  # times are not in the catalogue
    assert axe_violations(page) == []
    check_translations(page, "talk")
    page.locator(".talk header button").click()
    expect(page.get_by_role("region", name=label("web_talk"))).to_have_count(0)


@pytest.mark.variant
@pytest.mark.parametrize("size", WINDOWS)
def test_the_chat_fits_the_window(sit: Sit, db: Path, size: str):
    page = sit(
        in_language(store_scene(db, find_moment("bid")).link(0), "fr"), viewport=WINDOWS[size]
    )
    find_chat_button(page).click()
    box = page.get_by_role("region", name=label("web_talk")).bounding_box()
    assert box and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= WINDOWS[size]["width"] + 1
    assert [one for one in page.evaluate(OUTSIDE) if "btn quiet" not in one] == []
