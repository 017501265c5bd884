"""Talk in the page: each reads phrases in their own language, text is text, and it outlives a killed server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import moment
from tests.web.reading import check, in_test_tongue
from tests.web.scenes import put
from tests.web.seeing import OUTSIDE, PHONE, WINDOWS, in_language, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
EVIL = "<img src=x onerror=alert(1)> & <b>bold</b>"


def test_two_people_talk_each_in_their_language(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    ada = sit(in_language(seats.link(0), "en"))
    bo = sit(in_language(seats.link(1), "fr"), locale="fr-FR")
    expect(bo.locator(".stage")).to_be_visible()
    ada.locator(".talkbtn").click()
    ada.get_by_role("button", name="Too dear for me.").click()
    expect(bo.locator(".bubble")).to_contain_text("Trop cher pour moi.")
    expect(bo.locator(".talkbtn b")).to_have_text("1")
    bo.keyboard.press("t")
    expect(bo.locator(".talk input")).to_be_focused()
    bo.keyboard.type(EVIL)
    bo.keyboard.press("Enter")
    line = ada.locator(".talk .lines p").last
    expect(line).to_contain_text(EVIL)
    assert ada.locator(".talk .lines img").count() == 0
    bo.get_by_role("button", name="Des applaudissements").click()
    expect(ada.locator(".talk .lines").get_by_role("img", name="Applause")).to_be_visible()
    expect(bo.locator(".talkbtn b")).to_have_count(0)
    # Keys that are typed into the line act on nothing: the bid that was there is there.
    expect(ada.locator(".ladder .hi b")).to_have_text("2")
    watcher = sit(seats.link(None))
    expect(watcher.locator(".stage")).to_be_visible()
    expect(watcher.locator(".talkbtn")).to_have_count(0)


@pytest.mark.matrix
def test_talk_outlives_a_killed_server(sit: Sit, db: Path, table_server: ServerProcess):
    seats = put(db, moment("bid"))
    ada = sit(seats.link(0))
    ada.locator(".talkbtn").click()
    ada.locator(".talk input").fill("still here")
    ada.keyboard.press("Enter")
    expect(ada.locator(".talk .lines p")).to_have_count(1)
    table_server.kill()
    table_server.start()
    bo = sit(seats.link(1))
    expect(bo.locator(".talkbtn b")).to_have_text("1")
    bo.locator(".talkbtn").click()
    expect(bo.locator(".talk .lines")).to_contain_text("still here")
    expect(ada.locator(".status.lost")).to_have_count(0)
    expect(ada.locator(".talk .lines p")).to_have_count(1)


@pytest.mark.matrix
def test_who_says_much_at_once_is_told_to_wait(sit: Sit, db: Path):
    page = sit(put(db, moment("bid")).link(0))
    page.locator(".talkbtn").click()
    for _ in range(12):
        page.locator(".reactions button").first.click()
    expect(page.locator(".talk [role=alert]")).to_contain_text("wait a few seconds")
    expect(page.locator(".toast")).to_have_count(0)


@pytest.mark.matrix
def test_talk_for_every_eye_and_tongue(sit: Sit, db: Path):
    seats = put(db, moment("bid"))
    page = sit(in_test_tongue(seats.link(0)), viewport=PHONE)
    page.locator(".talkbtn").click()
    page.locator(".phrases button").first.click()
    expect(page.locator(".talk .lines p")).to_have_count(1)
    page.locator(".talk time").evaluate(
        "(one) => (one.textContent = '')"
    )  # a time is of no catalogue
    assert serious(page) == []
    check(page, "talk")
    page.locator(".talk header button").click()
    expect(page.locator(".talk")).to_have_count(0)


@pytest.mark.matrix
@pytest.mark.parametrize("size", WINDOWS)
def test_talk_lies_within_the_window(sit: Sit, db: Path, size: str):
    page = sit(in_language(put(db, moment("bid")).link(0), "fr"), viewport=WINDOWS[size])
    page.locator(".talkbtn").click()
    box = page.locator(".talk").bounding_box()
    assert box and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= WINDOWS[size]["width"] + 1
    assert [one for one in page.evaluate(OUTSIDE) if "btn quiet" not in one] == []
