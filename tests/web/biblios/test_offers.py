"""Controls act on what is visible, name their cost, and show penalties."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from armarium.games import biblios
from tests.web.biblios.hands import play_by_keys, wait_for_offer
from tests.web.biblios.moments import find_moment
from tests.web.offers import read_early_offers, watch_offers
from tests.web.parts import (
    find_action,
    find_actions,
    find_log_lines,
    find_turn,
    label,
)
from tests.web.scenes import Scene, Seats, store_scene
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations, in_language, more
from tests.web.server_process import ServerProcess
from tests.web.socket_client import SocketClient

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
MOVING = {"reduced_motion": "no-preference"}


def read_version(server: ServerProcess, seats: Seats) -> int:
    return int(json.loads(server.get(f"/api/tables/{seats.table}"))["v"])


def pass_as(server: ServerProcess, seats: Seats, seat: int) -> None:
    with SocketClient(server, seats.table, seats.tokens[seat]) as line:
        line.receive_until("history")
        assert line.act("pass")["t"] == "ack"


def find_places(page: Page) -> Locator:
    """The places where the drawn card may go."""
    places = ("biblios_web_place_keep", "biblios_web_place_auction", "biblios_place_public_space")
    return find_action(page, *places)


def find_bids(page: Page) -> Locator:
    """Every button for a bid: its name has the amount."""
    return find_actions(page).get_by_role("button", name=re.compile(r"^(?!Rule|Règle).*\d"))


def find_penalty(page: Page) -> Locator:
    return page.get_by_role("status", name=label("biblios_web_penalty"))


# ── only visible offers ────────────────────────────────────────────────────────────────────────


def test_a_double_press_places_one_card(sit: Sit, db: Path, table_server: ServerProcess):
    """The second press comes before the next card is visible, so it only ends the animation."""
    seats = store_scene(db, find_moment("allocate-first"))
    page = sit(seats.link(0), **MOVING)
    wait_for_offer(page)
    before = read_version(table_server, seats)
    find_places(page).first.dblclick()
    drawn = find_actions(page).get_by_role("img").first
    expect(drawn).to_be_visible()
    expect(drawn).not_to_have_accessible_name(label("biblios_card_hidden"))
    wait_for_offer(page)
    assert read_version(table_server, seats) == before + 1
    # A third press acts on a visible card.
    find_places(page).first.click()
    expect(find_log_lines(page)).to_have_count(2)
    assert read_version(table_server, seats) == before + 2


@pytest.mark.variant
def test_a_held_key_places_one_card(sit: Sit, db: Path, table_server: ServerProcess):
    seats = store_scene(db, find_moment("allocate-first"))
    page = sit(seats.link(0))
    wait_for_offer(page)
    before = read_version(table_server, seats)
    for _ in range(8):  # the key is held down
        page.keyboard.down("3")
    page.keyboard.up("3")
    wait_for_offer(page)
    assert read_version(table_server, seats) == before + 1


@pytest.mark.variant
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
def test_controls_appear_only_after_the_animation(
    sit: Sit, db: Path, name: str, pace: str, presses: int
):
    page = sit(store_scene(db, find_moment(name), pace=pace, bots=True).link(0), **MOVING)
    wait_for_offer(page)
    watch_offers(page)
    play_by_keys(page, random.Random(3), presses=presses)
    wait_for_offer(page)
    assert read_early_offers(page) == []


# ── unaffordable bids ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", ["en", more("fr")])
@pytest.mark.parametrize("viewport", [PHONE, more({"width": 1440, "height": 900})])
def test_an_unaffordable_bid_is_never_the_default(
    sit: Sit, db: Path, table_server: ServerProcess, lang: str, viewport: dict[str, int]
):
    # B-3.8
    seats = store_scene(db, find_moment("bid-poor"))
    page = sit(in_language(seats.link(0), lang), viewport=viewport)
    wait_for_offer(page)
    texts = {
        "en": ("Pass", "each other player draws one of your cards"),
        "fr": ("Passer", "chaque adversaire piochera une de vos cartes"),
    }[lang]
    primary = find_actions(page).locator(".pri")  # the colour of the default
    expect(primary).to_have_count(1)
    expect(primary).to_contain_text(texts[0])
    expect(find_actions(page).get_by_role("status")).to_contain_text(texts[1])
    assert axe_violations(page) == []
    # The bid needs confirmation: the first press sends nothing.
    before = read_version(table_server, seats)
    bid = find_bids(page).first
    bid.click()
    again = page.get_by_text(
        "Press again to bid" if lang == "en" else "Appuyez de nouveau pour miser"
    )
    expect(again).to_be_in_viewport(ratio=1)
    expect(bid).to_have_accessible_description(re.compile("Press again|Appuyez de nouveau"))
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    assert read_version(table_server, seats) == before
    page.keyboard.press("Enter")  # on the button itself
    bidding = page.get_by_role("list", name=label("biblios_web_bidding"))
    own = bidding.get_by_role("listitem").filter(has_text="You" if lang == "en" else "Vous")
    expect(own).to_have_attribute("aria-current", "true")
    assert read_version(table_server, seats) == before + 1


def test_enter_passes_if_no_bid_is_affordable(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid-poor")).link(0))
    wait_for_offer(page)
    page.keyboard.press("Enter")
    expect(find_log_lines(page).last).to_contain_text("You passed")


@pytest.mark.parametrize(
    ("lang", "viewport"), [("en", DESKTOP), ("fr", PHONE), more("fr", DESKTOP), more("en", PHONE)]
)
@pytest.mark.parametrize("name", ["bid", more("bid-gold-lot")])
def test_all_bid_buttons_look_alike(
    sit: Sit, db: Path, lang: str, viewport: dict[str, int], name: str
):
    page = sit(in_language(store_scene(db, find_moment(name)).link(0), lang), viewport=viewport)
    wait_for_offer(page)
    labels = find_bids(page).all_inner_texts()
    assert len(labels) == 4
    form = {"en": r"Bid \d+ (gold|cards?)", "fr": r"Miser \d+ (Or|cartes?)"}[lang]
    # The default button shows its key.
    assert [text for text in labels if not re.match(form, re.sub(r"\s", " ", text))] == []
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(
    ("lang", "viewport"),
    [("en", DESKTOP), more("en", PHONE), more("fr", PHONE), more("fr", DESKTOP)],
)
def test_refusing_to_pay_names_the_cost_and_needs_confirmation(
    sit: Sit, db: Path, table_server: ServerProcess, lang: str, viewport: dict[str, int]
):
    seats = store_scene(db, find_moment("pay-refuse"))
    page = sit(in_language(seats.link(0), lang), viewport=viewport)
    wait_for_offer(page)
    before = read_version(table_server, seats)
    refuse = find_action(page, "biblios_web_refuse")
    refuse.click()
    texts = page.get_by_text("Press again to refuse" if lang == "en" else "Appuyez de nouveau pour")
    expect(texts).to_be_in_viewport(ratio=1)
    expect(texts).to_contain_text(
        "draws one of your cards" if lang == "en" else "une de vos cartes"
    )
    assert read_version(table_server, seats) == before
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    # Paying is still possible, and a second press refuses.
    expect(find_action(page, "biblios_web_pay_gold", "biblios_web_pay_cards")).to_be_enabled()
    refuse.click()
    expect(find_penalty(page)).to_be_visible()
    assert read_version(table_server, seats) == before + 1


@pytest.mark.parametrize(
    ("lang", "viewport"),
    [("fr", PHONE), more("en", PHONE), more("fr", DESKTOP), more("en", DESKTOP)],
)
def test_a_drawn_church_card_is_announced_as_public(
    sit: Sit, db: Path, lang: str, viewport: dict[str, int]
):
    page = sit(
        in_language(store_scene(db, find_moment("allocate-church")).link(0), lang),
        viewport=viewport,
    )
    wait_for_offer(page)
    texts = {
        "en": ("Used immediately, face up", "uses it immediately"),
        "fr": ("Utilisée aussitôt", "l’utilise"),
    }
    expect(find_action(page, "biblios_web_place_keep")).to_contain_text(texts[lang][0])
    for place in ("biblios_web_place_auction", "biblios_place_public_space"):
        expect(find_action(page, place)).to_contain_text(texts[lang][1])
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []


def test_a_bishop_for_two_dice_shows_its_number(sit: Sit, db: Path):
    page = sit(in_language(store_scene(db, find_moment("take-bishop")).link(0), "fr"))
    wait_for_offer(page)
    bishop = re.compile(r"Évêque [+−]2")
    button = find_actions(page).get_by_role("button", name=bishop).first
    expect(button.get_by_text(re.compile(r"^[+−]2$"))).to_be_visible()


@pytest.mark.variant
def test_coins_are_not_greyed_out_while_others_bid(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid-other")).link(0))
    expect(page.locator(".purse i").first).to_be_visible()
    faded = page.locator(".purse i").evaluate_all(
        "(all) => all.filter((coin) => getComputedStyle(coin).opacity !== '1').length"
    )
    assert faded == 0


# ── the penalty ────────────────────────────────────────────────────────────────────────────────


def list_stolen_cards(scene: Scene, seat: int) -> list[str]:
    """Return the cards that this seat loses when the last opponent passes."""
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
def test_a_penalty_is_shown_with_the_lost_cards(
    sit: Sit, db: Path, table_server: ServerProcess, name: str
):
    # B-3.9
    scene = find_moment(name)
    seats = store_scene(db, scene, pace="fast")
    victim, taker = sit(seats.link(0)), sit(seats.link(2))
    for page in (victim, taker):
        expect(find_actions(page)).to_be_visible()
    pass_as(table_server, seats, 1)
    # The thief sees the drawn card; other players see its back. Their panel closes after a few seconds.
    known = 1 if name == "reckless" else 0
    expect(find_penalty(taker).locator("[data-card]")).to_have_count(known)
    leaf = find_penalty(victim)
    expect(leaf).to_be_visible()
    # The status line describes the same moment.
    expect(find_turn(victim)).to_contain_text("Read the penalty")
    shown = leaf.locator("[data-card]").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card).sort()"
    )
    assert shown == list_stolen_cards(scene, 0) != []
    assert axe_violations(victim) == []
    # It stays until it is dismissed; then the table is back.
    victim.keyboard.press("Enter")
    expect(leaf).to_have_count(0)
    stage = find_actions(victim)
    expect(stage.get_by_role("img").or_(stage.get_by_role("region")).first).to_be_visible()
