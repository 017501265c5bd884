"""Hints: requested by a button, explained, applied by another button, gone with the position."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import OUTSIDE, PHONE, SIDEWAYS, axe_violations, in_language, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
LAPTOP = {"width": 1366, "height": 650}


def open_table(
    page: Page, *seats: dict[str, object], game: str = "biblios", lang: str = "en"
) -> None:
    options = {"first": 0} if game == "biblios" else {}
    request = {"game": game, "options": options, "seats": list(seats)}
    ticket = page.request.post(
        "/api/tables", data=request, headers={"Origin": page.url.rstrip("/")}
    ).json()
    page.goto(in_language(f"/t/{ticket['table']}#{ticket['token']}", lang))


def test_a_hint_can_be_read_and_applied(sit: Sit):
    page = sit("/")
    open_table(page, {"name": "Ada"}, {"bot": "oblate"})
    button = page.get_by_role("button", name="Hint")
    # The sun and the moon switch the theme on the front page.
    expect(button.locator("use")).to_have_attribute("href", "#i-lamp")
    button.click()
    hint = page.get_by_role("status", name="Hint")
    expect(hint).to_contain_text("% win chance")
    expect(hint).to_contain_text("shown in the log")
    hint.get_by_role("button", name="Play this").click()
    expect(hint).to_be_hidden()


OVERLAPS = """(node) => {
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const box = node.getBoundingClientRect();
    const all = document.querySelectorAll("header button, [role=group] button, [role=log]");
    return [...all].filter((one) => !node.contains(one) && one.checkVisibility())
        .filter((one) => over(box, one.getBoundingClientRect()))
        .map((one) => one.getAttribute("aria-label") || one.textContent.trim());
}"""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        more("biblios", LAPTOP),
        ("biblios", PHONE),
        ("bibliogamo", LAPTOP),
        more("bibliogamo", PHONE),
        *(more("biblios", size, id=f"biblios-{size['width']}") for size in SIDEWAYS),
    ],
)
def test_a_hint_covers_no_control(sit: Sit, game: str, size: dict[str, int]):
    page = sit("/", viewport=size)
    bots: list[dict[str, object]] = [{"bot": "oblate"}] * (2 if game == "biblios" else 0)
    open_table(page, {"name": "Ada"}, *bots, game=game, lang="fr")
    page.get_by_role("button", name="Conseil").click()
    hint = page.get_by_role("status", name="Conseil")
    expect(hint.get_by_role("button", name="Jouer ce coup")).to_be_in_viewport(ratio=1)
    assert hint.evaluate(OVERLAPS) == []
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    hint.get_by_role("button", name="Fermer").click()
    expect(hint).to_have_count(0)


def test_a_hint_that_fails_speaks_of_a_hint(sit: Sit):
    page = sit("/")
    open_table(page, {"name": "Ada"}, {"bot": "oblate"})
    text = "This hint took too long; ask for it again."
    page.route(
        "**/hint",
        lambda route: route.fulfill(
            status=503, json={"code": "hint-failed", "text": text, "facts": {}}
        ),
    )
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status", name="Hint")).to_contain_text(text)


def test_tables_with_friends_offer_no_hint(sit: Sit):
    page = sit("/")
    open_table(page, {"name": "Ada"}, {"bot": "oblate"}, {"open": True})
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
