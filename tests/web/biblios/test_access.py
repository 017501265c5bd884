"""For every eye, hand and window: axe-core, no sideways scrolling, focus in sight, motion on wish."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.moments import MOMENTS, moment
from tests.web.biblios.screens import provoke_refusal
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, ZOOMED, focus_walk, more, serious
from tests.web.server_process import ServerProcess

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

TABLES = [name for name in MOMENTS if name not in ("late", "allocate-first", "results-scribes")]


def open_scene(sit: Sit, db: Path, name: str, seat: int | None = 0, **more: Any) -> Page:
    page = sit("about:blank", **more)
    provoke_refusal(page)
    page.goto(put(db, moment(name)).link(seat))
    expect(page.locator(".stage, .cats").first).to_be_visible()
    return page


# ── axe-core ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("scheme", ["light", more("dark")])
def test_axe_finds_nothing_serious_in_the_fullest_state(sit: Sit, db: Path, scheme: str):
    """Four seats, twenty cards, the log, a payment being chosen and a refusal on top."""
    page = open_scene(sit, db, "full", color_scheme=scheme, viewport=DESKTOP)
    expect(page.locator("aside.right [role=log]")).to_be_visible()
    expect(page.locator("header .mine b")).to_have_text("20")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_be_visible()
    assert serious(page) == []


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_axe_finds_nothing_serious_on_a_telephone(sit: Sit, db: Path, scheme: str):
    page = open_scene(sit, db, "full", color_scheme=scheme, viewport=PHONE)
    page.locator(".stage .btn.pri").click()
    expect(page.locator(".toast")).to_be_visible()
    assert serious(page) == []
    page.locator(".toast button.icon").click()
    page.locator(".logline").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert serious(page) == []


@pytest.mark.matrix
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_elsewhere(sit: Sit, db: Path, scheme: str):
    page = sit("/", color_scheme=scheme)
    assert serious(page) == []
    for number in (1, 2):
        page.locator(".go button").nth(number).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert serious(page) == []
        page.keyboard.press("Escape")
    page.locator("header button").last.click()
    assert serious(page) == []
    for name in ("allocate", "take", "church-two", "bid", "pay", "results"):
        page.goto(put(db, moment(name)).link(0))
        expect(page.locator(".stage, .cats").first).to_be_visible()
        assert serious(page) == [], name
    page.goto(put(db, moment("bid")).link(None))
    expect(page.locator(".stage")).to_be_visible()
    assert serious(page) == [], "watching"


# ── windows of all sizes ───────────────────────────────────────────────────────────────────────


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(
    ("width", "height", "scale"), [(360, 640, 2), more(ZOOMED["width"], ZOOMED["height"], 2)]
)
def test_nothing_is_reached_by_scrolling_sideways(
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
    assert page.evaluate(OUTSIDE) == [], "set a table"
    seats = [{"name": "Ada"}, {"open": True}]
    made = table_server.post("/api/tables", {"game": "biblios", "seats": seats})
    page.goto(f"/t/{made['table']}?lang={lang}#{made['token']}")
    expect(page.locator(".invite")).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "waiting room"
    for name in TABLES:
        path, _, token = put(db, moment(name)).link(0).partition("#")
        page.goto(f"{path}?lang={lang}#{token}")
        expect(page.locator(".stage, .cats").first).to_be_visible()
        assert page.evaluate(OUTSIDE) == [], name
    page.goto(put(db, moment("bid")).link(None))
    expect(page.locator(".stage")).to_be_visible()
    assert page.evaluate(OUTSIDE) == [], "watching"


_TALL = "document.documentElement.scrollHeight"


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize(("width", "height"), [(360, 640), more(1440, 900), more(820, 1180)])
def test_a_seat_plays_without_scrolling(sit: Sit, db: Path, width: int, height: int, lang: str):
    """Dice, sentence, actions, hand and log are in sight together."""
    page = sit("about:blank", viewport={"width": width, "height": height})
    too_long = {}
    for name in TABLES:
        if name.startswith("results"):
            continue
        path, _, token = put(db, moment(name)).link(0).partition("#")
        page.goto(f"{path}?lang={lang}#{token}")
        expect(page.locator(".stage")).to_be_visible()
        tall = page.evaluate(_TALL)
        if tall > height:
            too_long[name] = tall - height
    # Who watches on a large screen has it all in sight, too.
    if width >= 1280:
        page.goto(put(db, moment("bid")).link(None))
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


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["fr", more("en")])
def test_the_bar_of_a_telephone_has_room_for_all_it_holds(sit: Sit, db: Path, lang: str):
    """Bots to hurry, and an action to take back."""
    page = sit("about:blank", viewport=PHONE)
    for name, bots in (("bid", False), ("bid", True), ("allocate", True), ("bid-other", False)):
        path, _, token = put(db, moment(name), bots=bots).link(0).partition("#")
        page.goto(f"{path}?lang={lang}#{token}")
        expect(page.locator(".stage")).to_be_visible()
        expect(page.locator(".bar .ff")).to_have_count(int(bots))
        assert page.evaluate(_CROWDED) == [], (name, bots)


# ── hands and eyes ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name", ["bid", *map(more, ["allocate", "pay", "full", "church-two", "results"])]
)
def test_the_focus_can_be_seen_wherever_it_goes(sit: Sit, db: Path, name: str):
    page = open_scene(sit, db, name, viewport=DESKTOP)
    assert len(focus_walk(page)) >= 5


def test_a_dialog_gives_the_focus_back(sit: Sit, db: Path):
    page = open_scene(sit, db, "bid", viewport=DESKTOP)
    button = page.locator("header button").last
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(button).to_be_focused()


_COUNT = """
window.flown = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) { window.flown += 1; return animate.apply(this, given); };
"""


@pytest.mark.matrix
@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_motion_is_there_unless_it_is_not_wanted(sit: Sit, db: Path, wish: str):
    page = sit("about:blank", reduced_motion=wish, viewport=DESKTOP)
    page.add_init_script(_COUNT)
    page.goto(put(db, moment("allocate-first")).link(0))
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
