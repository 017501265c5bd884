"""A hint in the page: asked for by a button, told in words, done by another; gone with its moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import OUTSIDE, PHONE, SIDEWAYS

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]


def open_table(page: Page, *seats: dict[str, object]) -> None:
    wish = {"game": "biblios", "options": {"first": 0}, "seats": list(seats)}
    at = page.request.post(
        "/api/tables", data=wish, headers={"Origin": page.url.rstrip("/")}
    ).json()
    page.goto(f"/t/{at['table']}#{at['token']}")


def test_a_hint_is_told_and_done(sit: Sit):
    page = sit("/")
    open_table(page, {"name": "Ada"}, {"bot": "oblate"})
    page.get_by_role("button", name="A hint").click()
    hint = page.get_by_role("status", name="A hint")
    expect(hint).to_contain_text("give or take")
    expect(hint).to_contain_text("marked in the table’s log")
    hint.get_by_role("button", name="Do this").click()
    expect(hint).to_be_hidden()


@pytest.mark.matrix
@pytest.mark.parametrize("size", [PHONE, *SIDEWAYS])
def test_on_a_telephone_a_hint_leaves_its_card_in_sight(sit: Sit, size):
    page = sit("/", viewport=size)
    open_table(page, {"name": "Ada"}, {"bot": "oblate"})
    page.get_by_role("button", name="A hint").click()
    hint = page.get_by_role("status", name="A hint")
    expect(hint.get_by_role("button", name="Do this")).to_be_in_viewport(ratio=1)
    card, told = page.locator(".drawn .card").bounding_box(), hint.bounding_box()
    assert card and told and card["y"] + card["height"] / 2 < told["y"]
    assert page.evaluate(OUTSIDE) == []


def test_where_a_friend_may_sit_there_is_no_hint(sit: Sit):
    page = sit("/")
    open_table(page, {"name": "Ada"}, {"bot": "oblate"}, {"open": True})
    expect(page.get_by_role("button", name="A hint")).to_have_count(0)
