"""No control misleads: what is offered is on the screen, what it costs is said, a penalty is seen."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from armarium.games import biblios
from tests.web.biblios.hands import play_by_keys, wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.lines import PlainLine
from tests.web.offers import too_early, watch_offers
from tests.web.scenes import Scene, Seats, put
from tests.web.seeing import PHONE, in_language, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
MOVING = {"reduced_motion": "no-preference"}


def version(house: ServerProcess, seats: Seats) -> int:
    return int(json.loads(house.get(f"/api/tables/{seats.table}"))["v"])


def pass_as(house: ServerProcess, seats: Seats, seat: int) -> None:
    with PlainLine(house, seats.table, seats.tokens[seat]) as line:
        line.hear_until("history")
        assert line.act("pass")["t"] == "ack"


# ── only what is on the screen ─────────────────────────────────────────────────────────────────


def test_two_quick_presses_place_one_card(sit: Sit, db: Path, table_server: ServerProcess):
    """The second comes before the next card is seen: it ends the motion and nothing else."""
    seats = put(db, moment("allocate-first"))
    page = sit(seats.link(0), **MOVING)
    wait_for_offer(page)
    before = version(table_server, seats)
    page.locator(".place.can").first.dblclick()
    expect(page.locator("[data-zone=drawn] [data-card]")).to_be_visible()
    wait_for_offer(page)
    assert version(table_server, seats) == before + 1
    # A third press is made on a card that lies there.
    page.locator(".place.can").first.click()
    expect(page.locator("aside.right [role=log] li")).to_have_count(2)
    assert version(table_server, seats) == before + 2


@pytest.mark.matrix
def test_a_key_held_down_places_one_card(sit: Sit, db: Path, table_server: ServerProcess):
    seats = put(db, moment("allocate-first"))
    page = sit(seats.link(0))
    wait_for_offer(page)
    before = version(table_server, seats)
    for _ in range(8):  # without letting go
        page.keyboard.down("3")
    page.keyboard.up("3")
    wait_for_offer(page)
    assert version(table_server, seats) == before + 1


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("name", "pace", "presses"),
    [
        ("allocate-first", "human", 5),
        more("take", "human", 6),
        more("bid", "human", 6),
        more("bid", "fast", 20),
        more("allocate-first", "fast", 20),
        more("church-two", "fast", 8),
        more("pay", "fast", 8),
    ],
)
def test_nothing_is_offered_before_it_has_come_to_rest(
    sit: Sit, db: Path, name: str, pace: str, presses: int
):
    page = sit(put(db, moment(name), pace=pace, bots=True).link(0), **MOVING)
    wait_for_offer(page)
    watch_offers(page)
    play_by_keys(page, random.Random(3), presses=presses)
    wait_for_offer(page)
    assert too_early(page) == []


# ── bids beyond one's means ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", ["en", more("fr")])
@pytest.mark.parametrize("viewport", [PHONE, more({"width": 1440, "height": 900})])
def test_a_bid_beyond_ones_means_is_never_the_default(
    sit: Sit, db: Path, table_server: ServerProcess, lang: str, viewport: dict[str, int]
):
    seats = put(db, moment("bid-poor"))
    page = sit(in_language(seats.link(0), lang), viewport=viewport)
    wait_for_offer(page)
    told = {
        "en": ("Pass", "each other player draws a card from your hand"),
        "fr": ("Passer", "chaque adversaire pioche une carte chez vous"),
    }[lang]
    expect(page.locator(".stage .btn.pri")).to_have_count(1)
    expect(page.locator(".stage .btn.pri")).to_contain_text(told[0])
    expect(page.locator(".price")).to_contain_text(told[1])
    assert serious(page) == []
    # The bid is asked twice, and a first press sends nothing.
    before = version(table_server, seats)
    bid = page.locator(".bids .btn").first
    bid.click()
    expect(bid).to_contain_text("all the same" if lang == "en" else "quand même")
    assert version(table_server, seats) == before
    page.keyboard.press("Enter")  # on the button itself
    expect(page.locator(".ladder li.hi")).to_contain_text("You" if lang == "en" else "Vous")
    assert version(table_server, seats) == before + 1


def test_enter_passes_for_those_who_cannot_pay(sit: Sit, db: Path):
    page = sit(put(db, moment("bid-poor")).link(0))
    wait_for_offer(page)
    page.keyboard.press("Enter")
    expect(page.locator("aside.right [role=log] li.last")).to_contain_text("You passed")


@pytest.mark.matrix
def test_coins_are_not_greyed_while_others_speak(sit: Sit, db: Path):
    page = sit(put(db, moment("bid-other")).link(0))
    expect(page.locator(".purse i").first).to_be_visible()
    faded = page.locator(".purse i").evaluate_all(
        "(all) => all.filter((coin) => getComputedStyle(coin).opacity !== '1').length"
    )
    assert faded == 0


# ── the penalty ────────────────────────────────────────────────────────────────────────────────


def lost_to_others(scene: Scene, seat: int) -> list[str]:
    """The cards that the rules take from this seat when the last of the others passes."""
    game = biblios.Game.new(
        seats=scene.seats, seed=scene.seed, edition=scene.edition, **scene.options
    )
    for who, text in scene.actions:
        game.play(text, seat=who)
    before = game.view(seat)["hand"]
    game.play("pass")
    after = game.view(seat)["hand"]
    for card in after:
        before.remove(card)
    return sorted(before)


@pytest.mark.parametrize("name", ["reckless", more("reckless-bluff")])
def test_a_penalty_is_staged_and_names_what_was_lost(
    sit: Sit, db: Path, table_server: ServerProcess, name: str
):
    scene = moment(name)
    seats = put(db, scene, pace="fast")
    victim, taker = sit(seats.link(0)), sit(seats.link(2))
    for page in (victim, taker):
        expect(page.locator(".stage")).to_be_visible()
    pass_as(table_server, seats, 1)
    leaf = victim.locator(".penalty")
    expect(leaf).to_be_visible()
    shown = leaf.locator("[data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card).sort()"
    )
    assert shown == lost_to_others(scene, 0) != []
    assert serious(victim) == []
    # Whoever took a card knows that one; the others' draws are backs.
    known = 1 if name == "reckless" else 0
    expect(taker.locator(".penalty [data-card]")).to_have_count(known)
    # It stays until it was read; then the table is there again.
    victim.keyboard.press("Enter")
    expect(leaf).to_have_count(0)
    expect(victim.locator(".stage .lot, .stage .space")).to_be_visible()
