"""A hint in the page: asked for by a button, told in words, done by another; gone with its moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

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


def test_where_a_friend_may_sit_there_is_no_hint(sit: Sit):
    page = sit("/")
    open_table(page, {"name": "Ada"}, {"bot": "oblate"}, {"open": True})
    expect(page.get_by_role("button", name="A hint")).to_have_count(0)
