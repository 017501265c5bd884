"""Accessibility of Biblios: axe-core, no sideways scrolling, visible focus, optional motion."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import MOMENTS, find_moment
from tests.web.biblios.screens import provoke_refusal
from tests.web.scenes import store_scene
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    ZOOMED,
    axe_violations,
    check_focus,
    in_language,
    listen,
    more,
    walk_focus,
    watch_focus,
)
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

MENU = "header button:has(use[href='#i-menu'])"
OWN_BID = re.compile("You bid|Vous avez misé")
TABLES = [name for name in MOMENTS if name not in ("late", "allocate-first", "results-scribes")]


def open_scene(sit: Sit, db: Path, name: str, seat: int | None = 0, **more: Any) -> Page:
    page = sit("about:blank", **more)
    provoke_refusal(page)
    page.goto(store_scene(db, find_moment(name)).link(seat))
    expect(page.locator(".stage, .cats").first).to_be_visible()
    return page


# ── axe-core ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("scheme", ["light", more("dark")])
def test_axe_finds_no_violation_on_a_full_table(sit: Sit, db: Path, scheme: str):
    """Cover four seats, twenty cards, the log, a payment and a refusal."""
    page = open_scene(sit, db, "full", color_scheme=scheme, viewport=DESKTOP)
    expect(page.locator("aside.right [role=log]")).to_be_visible()
    expect(page.locator("header .mine b")).to_have_text("20")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    assert axe_violations(page) == []


@pytest.mark.variant
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_no_violation_on_a_phone(sit: Sit, db: Path, scheme: str):
    page = open_scene(sit, db, "full", color_scheme=scheme, viewport=PHONE)
    page.locator(".stage .btn.pri").click()
    expect(page.locator(".toast")).to_be_visible()
    assert axe_violations(page) == []
    page.locator(".toast button.icon").click()
    page.locator(".logline").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert axe_violations(page) == []


@pytest.mark.variant
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_other_screens(sit: Sit, db: Path, scheme: str):
    page = sit("/", color_scheme=scheme)
    assert axe_violations(page) == []
    for number in (1, 2):
        page.locator(".go button").nth(number).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert axe_violations(page) == []
        page.keyboard.press("Escape")
    page.locator("header button").last.click()
    assert axe_violations(page) == []
    for name in ("allocate", "take", "church-two", "bid", "pay", "results"):
        page.goto(store_scene(db, find_moment(name)).link(0))
        expect(page.locator(".stage, .cats").first).to_be_visible()
        assert axe_violations(page) == [], name
    page.goto(store_scene(db, find_moment("bid")).link(None))
    expect(page.locator(".stage")).to_be_visible()
    assert axe_violations(page) == [], "watching"


# ── windows of all sizes ───────────────────────────────────────────────────────────────────────


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(
    ("width", "height", "scale"), [(360, 640, 2), more(ZOOMED["width"], ZOOMED["height"], 2)]
)
def test_page_never_scrolls_sideways(
    sit: Sit, db: Path, table_server: ServerProcess, width: int, height: int, scale: int, lang: str
):
    page = sit(
        f"/?lang={lang}",
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
    )
    assert page.evaluate(OUTSIDE) == [], "front"
    page.locator(".go button").nth(2).click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "custom game"
    seats = [{"name": "Ada"}, {"open": True}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    page.goto(f"/t/{made['table']}?lang={lang}#{made['token']}")
    expect(page.locator(".invite")).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "waiting room"
    for name in TABLES:
        path, _, token = store_scene(db, find_moment(name)).link(0).partition("#")
        page.goto(f"{path}?lang={lang}#{token}")
        expect(page.locator(".stage, .cats").first).to_be_visible()
        assert page.evaluate(OUTSIDE) == [], name
    page.goto(store_scene(db, find_moment("bid")).link(None))
    expect(page.locator(".stage")).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "watching"


_TALL = "document.documentElement.scrollHeight"


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(("width", "height"), [(360, 640), more(1440, 900), more(820, 1180)])
def test_a_turn_needs_no_scrolling(sit: Sit, db: Path, width: int, height: int, lang: str):
    """Dice, sentence, actions, hand and log are visible together."""
    page = sit("about:blank", viewport={"width": width, "height": height})
    too_long = {}
    for name in TABLES:
        if name.startswith("results"):
            continue
        path, _, token = store_scene(db, find_moment(name)).link(0).partition("#")
        page.goto(f"{path}?lang={lang}#{token}")
        expect(page.locator(".stage")).to_be_visible()
        tall = page.evaluate(_TALL)
        if tall > height:
            too_long[name] = tall - height
    # A spectator on a large screen also sees everything.
    if width >= 1280:
        page.goto(store_scene(db, find_moment("bid")).link(None))
        expect(page.locator(".stage")).to_be_visible()
        too_long |= {} if page.evaluate(_TALL) <= height else {"watching": page.evaluate(_TALL)}
    assert too_long == {}


_CROWDED = """() => {
  const shown = [...document.querySelector("header.bar").children].filter(
    (one) => getComputedStyle(one).position !== "absolute" && one.getClientRects().length,
  );
  const rects = shown.map((one) => one.getBoundingClientRect());
  const out = shown.filter((one, at) => at && rects[at].left < rects[at - 1].right - 1);
  const cut = [...document.querySelectorAll(".phase b")].filter((one) => one.scrollWidth > one.clientWidth + 1);
  return [...out, ...cut].map((one) => one.outerHTML.slice(0, 90));
}"""


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["fr", more("en")])
def test_the_bar_fits_a_phone(sit: Sit, db: Path, lang: str):
    """The bar has the speed button and the undo button."""
    page = sit("about:blank", viewport=PHONE)
    for name, bots in (("bid", False), ("bid", True), ("allocate", True), ("bid-other", False)):
        path, _, token = store_scene(db, find_moment(name), bots=bots).link(0).partition("#")
        page.goto(f"{path}?lang={lang}#{token}")
        expect(page.locator(".stage")).to_be_visible()
        expect(page.locator(".bar .ff")).to_have_count(int(bots))
        assert page.evaluate(_CROWDED) == [], (name, bots)


# ── the keyboard ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", ["bid", *map(more, ["allocate", "pay", "full", "church-two", "results"])]
)
def test_keyboard_focus_is_always_visible(sit: Sit, db: Path, name: str):
    page = open_scene(sit, db, name, viewport=DESKTOP)
    assert len(walk_focus(page)) >= 5


def test_a_closed_dialog_returns_the_focus(sit: Sit, db: Path):
    page = open_scene(sit, db, "bid", viewport=DESKTOP)
    button = page.locator("header button").last
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(button).to_be_focused()


def tab_into_stage(page: Page) -> None:
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.stage :is(.btn, .can)')"):
            return
    pytest.fail("no action is reached by Tab")


@pytest.mark.parametrize("name", ["take", *map(more, ["allocate", "bid", "pay", "pay-gold-lot"])])
def test_the_focus_stays_on_the_actions_after_each_action(sit: Sit, db: Path, name: str):
    page = sit("about:blank", viewport=DESKTOP)
    watch_focus(page)
    page.goto(store_scene(db, find_moment(name), bots=True).link(0))
    for _ in range(3):
        wait_for_offer(page)
        lines = page.locator("aside.right [role=log] li")
        before = lines.count()
        tab_into_stage(page)
        page.keyboard.press("Enter")
        expect(lines).not_to_have_count(before)
        page.wait_for_function("() => document.activeElement.closest('.stage') !== null")
    check_focus(page)


def test_enter_still_acts_after_clicking_a_toggle(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), bots=True).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    fast = page.get_by_role("button", name="Fast bots")
    before = fast.get_attribute("aria-pressed")
    fast.click()
    expect(fast).not_to_have_attribute("aria-pressed", str(before))
    page.keyboard.press("Enter")
    expect(page.locator("aside.right [role=log]")).to_contain_text("You bid")
    expect(fast).not_to_have_attribute("aria-pressed", str(before))


@pytest.mark.parametrize("clicked", ["aside.right [role=log]", ".stepper button >> nth=2"])
def test_enter_does_not_depend_on_the_last_click(sit: Sit, db: Path, clicked: str):
    page = sit(store_scene(db, find_moment("bid")).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    page.locator(clicked).click()
    page.keyboard.press("Enter")
    expect(page.locator("aside.right [role=log] li").last).to_contain_text("You bid")


SETTINGS = """() => [document.documentElement.lang, document.documentElement.dataset.theme,
  localStorage["armarium-settings"], !!document.querySelector(".talk")]"""


@pytest.mark.parametrize(
    ("bots", "toggles"),
    [
        (True, ["[data-act=hint]"]),
        more(False, ["header .talkbtn", "header .talkbtn"]),
        more(True, ["header button[lang]"]),
        more(True, [MENU, "dialog [data-setting=sound] label:not(:has(:checked))"]),
        more(True, [MENU, "dialog [data-setting=theme] label:not(:has(:checked)) >> nth=1"]),
        more(False, ["header [data-people=open]"]),
        more(False, ["header .keys"]),
    ],
)
def test_enter_bids_whatever_was_clicked_in_the_bar(
    sit: Sit, db: Path, bots: bool, toggles: list[str]
):
    page = sit(store_scene(db, find_moment("bid"), bots=bots).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    for clicked in toggles:
        page.locator(clicked).click()
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    own_bids = page.locator("aside.right [role=log] li", has_text=OWN_BID)
    before, settings = own_bids.count(), page.evaluate(SETTINGS)
    page.keyboard.press("Enter")
    expect(own_bids).to_have_count(before + 1)
    assert page.evaluate(SETTINGS) == settings
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_enter_presses_a_toggle_focused_by_keyboard(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), bots=True).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    fast = page.get_by_role("button", name="Fast bots")
    before = fast.get_attribute("aria-pressed")
    fast.focus()
    page.keyboard.press("Enter")
    expect(fast).not_to_have_attribute("aria-pressed", str(before))
    expect(fast).to_be_focused()


def test_the_skip_link_leads_to_the_actions(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid")).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the actions")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('.stage')")
    # The seat is unchanged: a changed URL would be another's.
    expect(page.get_by_text("Your turn.")).to_be_visible()


@pytest.mark.parametrize(
    ("answer", "letters", "digits"), [more("Digits only", False, True), ("Off", False, False)]
)
def test_letter_and_digit_shortcuts_can_be_disabled(
    sit: Sit, db: Path, answer: str, letters: bool, digits: bool
):
    page = sit("/settings", viewport=DESKTOP)
    page.locator("[data-setting=shortcuts]").get_by_text(answer, exact=True).click()
    page.goto(store_scene(db, find_moment("bid")).link(0))
    wait_for_offer(page)
    lines = page.locator("aside.right [role=log] li")
    before = lines.count()
    for key in "plou":
        page.keyboard.press(key)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator(".stage kbd", has_text="P")).to_have_count(0)
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(page.locator("dialog[open]")).to_contain_text("turned off in the settings")
    expect(page.locator("dialog[open] kbd", has_text="P")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(lines).to_have_count(before)
    page.keyboard.press("Enter")
    expect(lines.last).to_contain_text("You bid")
    page.goto(store_scene(db, find_moment("take")).link(0))
    expect(page.locator(".stage button.can").first).to_be_enabled()
    expect(page.locator(".stage button.can kbd").first).to_have_count(int(digits))
    before = lines.count()
    page.keyboard.press("1")
    page.wait_for_timeout(200)
    assert (lines.count() > before) is digits


def test_public_cards_are_numbered_by_what_is_left(sit: Sit, db: Path):
    seats = store_scene(db, find_moment("take-other"))
    page = sit("about:blank", viewport=DESKTOP)
    for seat in range(4):
        page.goto(seats.link(seat))
        expect(page.locator(".stage .space")).to_be_visible()
        cards = page.locator(".stage button.can")
        if cards.count() == 0:
            continue
        cards.first.click()
        break
    for seat in range(4):
        page.goto(seats.link(seat))
        expect(page.locator(".stage")).to_be_visible()
        cards = page.locator(".stage .space button.can")
        if left := cards.count():
            keys = cards.locator("kbd").all_inner_texts()
            assert keys == [str(number + 1) for number in range(left)]
            page.keyboard.press("1")
            expect(cards).to_have_count(0)
            return
    pytest.fail("nobody takes a second card")


# ── screen readers ─────────────────────────────────────────────────────────────────────────────


def read_turn_status(page: Page) -> str:
    """Return what a screen reader says when the turn starts."""
    expect(page.locator(".now[role=status]")).to_be_visible()
    return " ".join(page.locator(".now[role=status]").text_content().split())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lang", "drawn", "lot", "gold"),
    [
        (
            "en",
            "You drew {card}.",
            "Up for auction: {card}. Marguerite has bid",
            "You hold {gold} gold.",
        ),
        more(
            "fr",
            "Carte piochée : {card}.",
            "Aux enchères : {card}. Marguerite a misé",
            "Vous avez {gold} Or.",
        ),
    ],
)
def test_screen_readers_hear_what_the_decision_is_about(
    sit: Sit, db: Path, lang: str, drawn: str, lot: str, gold: str
):
    page = sit("about:blank", viewport=DESKTOP)

    def open_in_language(name: str) -> str:
        page.goto(in_language(store_scene(db, find_moment(name)).link(0), lang))
        return read_turn_status(page)

    def card_in(zone: str) -> str:
        return str(
            page.locator(f"[data-zone={zone}] [data-card]").first.get_attribute("aria-label")
        )

    heard = open_in_language("allocate")
    assert drawn.format(card=card_in("drawn")) in heard.replace("\u202f", " ").replace("\xa0", " ")
    heard = open_in_language("bid").replace("\u202f", " ").replace("\xa0", " ")
    assert lot.format(card=card_in("lot")) in heard
    amount = page.locator(".shelf .edge .c-gold b").inner_text()
    assert gold.format(gold=amount) in heard
    heard = open_in_language("take")
    assert page.locator(".stage .space button .sr").count() >= 2
    for name in page.locator(".stage .space button .sr").all_inner_texts():
        assert any(
            name.endswith(card)
            for card in re.split(r", | and | et |: | between ", heard.strip("."))
        )
    heard = open_in_language("pay")
    assert card_in("lot") in heard


# The card that the turn is about, and whether one can act.
_CARD = """(region) => ({
  card: document.querySelector(":is([data-zone=drawn], [data-zone=lot]) [data-card]")?.ariaLabel ?? "",
  isMine: region.matches(".mine"),
  isOffered: [...document.querySelectorAll("[data-acts] button:enabled")].some((one) => one.querySelector("kbd")),
})"""


@pytest.mark.parametrize("motion", ["reduce", more("no-preference")])
@pytest.mark.parametrize(("name", "key"), [("allocate-church", "3"), ("bid", "p")])
def test_a_new_card_is_announced_before_one_can_act_on_it(
    sit: Sit, db: Path, name: str, key: str, motion: str
):
    """The card is drawn or revealed during play, not before the page is loaded."""
    page = sit("about:blank", viewport=DESKTOP, reduced_motion=motion)
    listen(page, ".now[role=status]", _CARD)
    page.goto(store_scene(db, find_moment(name), bots=True).link(0))
    wait_for_offer(page)
    first = page.evaluate("heard.at(-1).card")
    page.keyboard.press(key)
    page.wait_for_function(
        "(first) => heard.some((one) => one.isMine && one.isOffered && ![first, ''].includes(one.card))",
        arg=first,
    )
    heard = page.evaluate("heard")
    assert all(state["isSameRegion"] for state in heard), "a new region is not announced"
    offered = [state for state in heard if state["isMine"] and state["isOffered"] and state["card"]]
    assert len({state["card"] for state in offered}) >= 2
    assert [state for state in offered if state["card"] not in state["said"]] == []


_COUNT = """
window.flown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) { window.flown += 1; return animate.apply(this, given); };
"""


@pytest.mark.variant
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_motion_follows_the_setting(sit: Sit, db: Path, wish: str):
    page = sit("about:blank", reduced_motion=wish, viewport=DESKTOP)
    page.add_init_script(_COUNT)
    page.goto(store_scene(db, find_moment("allocate-first")).link(0))
    expect(page.locator(".stage button:enabled").first).to_be_visible()
    lines = page.locator("aside.right [role=log] li")
    before = lines.count()
    page.keyboard.press("1")
    expect(lines).not_to_have_count(before)
    if wish == "reduce":
        page.wait_for_timeout(300)
        assert page.evaluate("window.flown") == 0
        moving = page.evaluate(
            "document.getAnimations().filter((a) => a.effect.getTiming().duration > 1).length"
        )
        assert moving == 0
    else:
        page.wait_for_function("window.flown > 0")
