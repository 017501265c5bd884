"""The invitation: who invites, and every house rule, before a guest joins."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, SIDE, axe_violations, in_language, more
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

ROOT = {
    "penalty": "medieval-bluff",
    "may_refuse": True,
    "game_tie": "gold-cards",
    "open_collections": True,
}
WORDS: dict[str, dict[str, Any]] = {
    "en": {
        "title": "Ada invites you to play Biblios",
        "rules": ["Medieval bluff", "Allowed", "Most gold cards", "On"],
        "printed": "In the edition: All hands are hidden.",
        "accept": "Accept these rules and sit down",
        "name": "Your name",
    },
    "fr": {
        "title": "Ada vous invite à jouer à Biblios",
        "rules": ["Bluff médiéval", "Permis", "Le plus de cartes Or", "Oui"],
        "printed": "Dans l’édition\u00a0: Toutes les réserves sont cachées.",
        "accept": "Accepter ces règles et prendre place",
        "name": "Votre nom",
    },
}


def open_table(
    server: ServerProcess, options: dict[str, Any], guests: list[dict[str, Any]]
) -> dict[str, Any]:
    seats = [{"name": "Ada"}, *guests]
    made: dict[str, Any] = server.post(
        "/api/tables", {"game": "biblios", "edition": "iello", "options": options, "seats": seats}
    )
    return made


def expect_rules(page: Page, rules: list[str]) -> None:
    expect(page.locator("main [data-house] li h3 b")).to_have_text(rules)


@pytest.mark.parametrize(
    ("lang", "window"),
    [
        ("fr", PHONE),
        more("en", PHONE),
        more("fr", DESKTOP),
        more("en", DESKTOP),
        more("fr", SIDE),
        more("fr", {"width": 1366, "height": 650}),
    ],
)
def test_a_guest_reads_the_house_rules_before_joining(
    sit: Sit, table_server: ServerProcess, lang: str, window: dict[str, int]
):
    words = WORDS[lang]
    made = open_table(table_server, ROOT, [{"open": True}, {"open": True}])
    guest = sit(in_language(f"/t/{made['table']}", lang), viewport=window)
    expect(guest.get_by_role("heading", name=words["title"], exact=True)).to_be_visible()
    expect_rules(guest, words["rules"])
    expect(guest.locator("[data-house] li").last).to_contain_text(words["printed"])
    accept = guest.get_by_role("button", name=words["accept"])
    expect(accept).to_be_in_viewport(ratio=1)
    assert guest.evaluate(OUTSIDE) == []
    assert axe_violations(guest) == []
    guest.get_by_label(words["name"]).fill("Bo")
    accept.click()
    # The waiting room also lists them, for guest and host.
    expect(guest.locator("main li[data-seat='1'] b")).to_have_text("Bo")
    expect_rules(guest, words["rules"])
    assert guest.evaluate(OUTSIDE) == []
    assert axe_violations(guest) == []
    host = sit(in_language(f"/t/{made['table']}#{made['token']}", lang), viewport=window)
    expect_rules(host, words["rules"])


def test_without_house_rules_one_line_says_so(sit: Sit, table_server: ServerProcess):
    made = open_table(table_server, {"penalty": "standard"}, [{"open": True}])
    guest = sit(f"/t/{made['table']}")
    expect(guest.locator("[data-house]")).to_have_text("Rules as printed (IELLO edition, 2010).")
    expect(guest.get_by_role("button", name="Sit down", exact=True)).to_be_enabled()
    expect(guest.get_by_role("button", name="Accept these rules")).to_have_count(0)
    assert axe_violations(guest) == []


def test_a_reserved_seat_is_taken_only_after_accepting_the_rules(
    sit: Sit, table_server: ServerProcess
):
    made = open_table(table_server, ROOT, [{"name": "Bo"}])
    link = f"/t/{made['table']}#{made['reserved'][0]['token']}"
    guest = sit(link)
    expect_rules(guest, WORDS["en"]["rules"])

    def is_free() -> bool:
        table = json.loads(table_server.get(f"/api/tables/{made['table']}"))
        return bool(table["seats"][1]["open"])

    assert is_free()
    assert axe_violations(guest) == []
    guest.get_by_role("button", name="All rules of this table").click()
    expect(guest.locator("dialog[open] [data-house] li")).to_have_count(4)
    guest.keyboard.press("Escape")
    guest.get_by_role("button", name="Accept these rules and sit down").click()
    expect(guest.locator(".players li")).to_have_count(2)
    assert not is_free()
    # Accepted once: this browser now has the seat.
    guest.goto("/")
    guest.goto(link)
    expect(guest.locator(".players li")).to_have_count(2)
    # During the game the list of people shows the rules again.
    guest.get_by_role("button", name="Players").click()
    expect(guest.locator("dialog[open] [data-house] li")).to_have_count(4)
    assert axe_violations(guest) == []


def test_the_host_sees_the_house_rules_before_inviting(sit: Sit):
    page = sit("/", viewport=PHONE)
    page.get_by_role("button", name="Invite friends").click()
    form = page.locator("dialog[open] form")
    expect(form.locator("[data-house]")).to_have_count(0)
    form.locator("summary").click()
    form.locator("[data-option=penalty] label").nth(1).click()
    expect(form.locator("[data-house] li h3 b")).to_have_text(["Medieval bluff"])
    expect(form.get_by_text("Your friends see this list before they sit down.")).to_be_visible()
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("lang", ["en", more("fr")])
def test_a_link_that_works_only_on_this_computer_is_explained(
    sit: Sit, table_server: ServerProcess, lang: str
):
    made = open_table(table_server, {}, [{"open": True}])
    host = sit(in_language(f"/t/{made['table']}#{made['token']}", lang), viewport=PHONE)
    notice = host.get_by_text(
        "works only on this computer" if lang == "en" else "ne fonctionne que sur cet ordinateur"
    )
    expect(notice).to_be_visible()
    expect(notice).not_to_contain_text("--lan")
    # The command is available on demand.
    expect(host.get_by_text("armarium serve --lan")).to_be_hidden()
    host.locator(".only summary").click()
    expect(host.get_by_text("armarium serve --lan")).to_be_visible()
    assert host.evaluate(OUTSIDE) == []
    assert axe_violations(host) == []
