"""Settings are stored in the browser and take effect at once, even during a game; a turn alerts a player who looks
elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import find_moment
from tests.web.scenes import store_scene
from tests.web.seeing import (
    DESKTOP,
    OUTSIDE,
    PHONE,
    WINDOWS,
    axe_violations,
    resize_window,
    walk_focus,
)

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

ROOT = "() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang })"
KEPT = "() => JSON.parse(localStorage.getItem('armarium-settings') ?? '{}')"
LISTEN = "addEventListener('armarium-sound', ({ detail }) => (globalThis.rung ??= []).push(detail))"
RUNG = "() => globalThis.rung ?? []"


def wait_for_sound(page: Page, sound: str = "") -> list[str]:
    """Return the sounds so far, after waiting for any sound or for this one."""
    for _ in range(100):
        heard: list[str] = page.evaluate(RUNG)
        if sound in heard or (heard and not sound):
            return heard
        page.wait_for_timeout(100)
    pytest.fail(f"not played: {sound or 'any sound'}")


def choose_setting(page: Page, setting: str, answer: str) -> None:
    page.locator(f"[data-setting={setting}]").get_by_text(answer, exact=True).click()


def test_settings_are_stored(sit: Sit):
    page = sit("/", viewport=PHONE)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="Open all settings").click()
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    choose_setting(page, "theme", "Dark")
    choose_setting(page, "colours", "Colour-blind friendly")
    choose_setting(page, "cards", "Large")
    choose_setting(page, "motion", "Off")
    choose_setting(page, "pace", "Fast")
    choose_setting(page, "memory", "Off")
    choose_setting(page, "lang", "Français")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    assert axe_violations(page) == []
    assert page.evaluate(OUTSIDE) == []
    page.reload()
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    root = page.evaluate(ROOT)
    assert (root["theme"], root["colours"], root["cards"]) == ("night", "apart", "large")
    assert (root["motion"], root["lang"]) == ("none", "fr")
    kept = page.evaluate(KEPT)
    assert (kept["pace"], kept["memory"]) == ("fast", "none")
    page.get_by_role("button", name="Retour").click()
    expect(page).not_to_have_url(re.compile("/settings$"))


@pytest.mark.variant
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_settings_page_fits_every_window(sit: Sit, lang: str, scheme: str):
    page = sit(f"/settings?lang={lang}", viewport=DESKTOP, color_scheme=scheme)
    expect(page.locator("[data-setting=memory]")).to_be_visible()
    for size in WINDOWS.values():
        resize_window(page, **size)
        assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []


@pytest.mark.variant
def test_every_setting_can_be_changed_by_keyboard(sit: Sit):
    """Tab moves through the rows, arrows through the choices; the choices are stored."""
    page = sit("/settings?lang=fr", viewport=DESKTOP)
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    assert walk_focus(page)
    for setting, presses, chosen in [("theme", 2, "night"), ("cards", 1, "large")]:
        page.locator(f"[data-setting={setting}] input:checked").focus()
        for _ in range(presses):
            page.keyboard.press("ArrowRight")
        assert page.evaluate(ROOT)[setting] == chosen
        assert page.evaluate(KEPT)[setting] == chosen


@pytest.mark.variant
def test_settings_apply_at_once_during_a_game(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), bots=True).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    card = page.locator(".shelf .card").first
    wide = card.evaluate("(one) => one.offsetWidth")
    ground = "(one) => getComputedStyle(one).getPropertyValue('--c')"
    die = page.locator(".die.c-tomes")
    before = die.evaluate(ground)
    page.get_by_role("button", name="Menu").click()
    choose_setting(page, "cards", "Large")
    choose_setting(page, "colours", "Colour-blind friendly")
    choose_setting(page, "pace", "Natural")
    page.keyboard.press("Escape")
    assert card.evaluate("(one) => one.offsetWidth") > wide
    assert die.evaluate(ground) != before
    assert page.evaluate(OUTSIDE) == []
    assert axe_violations(page) == []
    wait_for_offer(page)  # and the game continues


@pytest.mark.variant
def test_the_mute_key_is_remembered(sit: Sit, db: Path):
    page = sit(store_scene(db, find_moment("bid"), bots=True).link(0), viewport=DESKTOP)
    page.evaluate(LISTEN)
    wait_for_offer(page)
    page.keyboard.press("m")
    assert page.evaluate(KEPT)["sound"] is False
    page.keyboard.press("m")
    assert page.evaluate(KEPT)["sound"] is True
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("Sounds on or off")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    assert set(wait_for_sound(page)) <= {"gavel", "coin", "page", "die", "bell"}


# Render each sound offline: its peak level, and when it fades out.
DRAWN = """async (sound) => {
  const rate = 22050;
  const sing = Object.values(await import(globalThis.voices)).find((one) => one instanceof Function);
  const audio = new OfflineAudioContext(1, rate * 2, rate);
  sing(sound, audio, audio.destination, 0);
  const samples = (await audio.startRendering()).getChannelData(0);
  let [peak, last] = [0, 0];
  samples.forEach((value, at) => {
    peak = Math.max(peak, Math.abs(value));
    if (Math.abs(value) > 0.001) last = at / rate;
  });
  return { peak, last };
}"""


def test_every_sound_is_synthesized_and_audible(sit: Sit):
    page = sit("/settings", viewport=DESKTOP)
    page.evaluate(LISTEN)
    names = page.locator("[data-sound]")
    expect(names).to_have_count(5)
    fetched: list[tuple[str, str]] = []
    page.on("request", lambda asked: fetched.append((asked.resource_type, asked.url)))
    for name in names.all():
        name.click()
        sound = name.get_attribute("data-sound")
        wait_for_sound(page, sound or "")
    voices = next(url for _, url in fetched if "voices" in url)
    page.evaluate("(address) => (globalThis.voices = address)", voices)
    # No recording is fetched. Assets and the favicon may still be loading.
    assert [one for one in fetched if one[0] in {"media", "fetch", "xhr"}] == []
    seen = {
        sound: page.evaluate(DRAWN, sound)
        for sound in (name.get_attribute("data-sound") or "" for name in names.all())
    }
    assert all(0.05 < one["peak"] <= 1 and 0.05 < one["last"] < 1.6 for one in seen.values()), seen
    assert len({round(one["peak"], 3) for one in seen.values()}) == len(seen)


# A hidden page in a browser that may show notifications.
ELSEWHERE = """
globalThis.shown = [];
Object.defineProperty(document, "hidden", { get: () => globalThis.isElsewhere ?? false });
document.hasFocus = () => !(globalThis.isElsewhere ?? false);
globalThis.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(title, options) { globalThis.shown.push({ title, ...options }); }
};
"""


# In one step: nobody can press a button of a hidden page, and the bots may be fast. `icons` are those shown since.
PASS_AND_LEAVE = """(button) => {
  const icon = document.querySelector("link[rel=icon]");
  globalThis.icons = [];
  const note = () => globalThis.icons.push(icon.getAttribute("href"));
  new MutationObserver(note).observe(icon, { attributes: true });
  button.click();
  globalThis.isElsewhere = true;
}"""


def test_a_hidden_page_notifies_about_the_turn(person: Callable[..., object], db: Path):
    seats = store_scene(db, find_moment("bid"), bots=True)
    context = person(viewport=DESKTOP)
    context.add_init_script(ELSEWHERE)  # type: ignore[attr-defined]
    page: Page = context.new_page()  # type: ignore[attr-defined]
    page.goto(seats.link(0))
    page.evaluate(LISTEN)
    wait_for_offer(page)
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    page.get_by_role("button", name="Menu").click()
    choose_setting(page, "notices", "On")
    page.keyboard.press("Escape")
    expect(page.locator("[data-setting=notices]")).to_be_hidden()
    wait_for_offer(page)
    page.locator("[data-act=pass]").evaluate(PASS_AND_LEAVE)
    # The others act, and it is this player's turn again.
    page.wait_for_function("() => icons.at(-1) === '/favicon-turn.svg'")
    assert "/favicon.svg" in page.evaluate("icons")
    expect(page).to_have_title(re.compile("^Your turn"))
    assert "bell" in wait_for_sound(page, "bell")
    (shown,) = page.evaluate("globalThis.shown")
    assert shown["title"].startswith("Your turn · ") and "card" not in shown["body"]


@pytest.mark.variant
def test_notifications_need_a_secure_connection(person: Callable[..., object]):
    context = person(viewport=PHONE)
    context.add_init_script(  # type: ignore[attr-defined]
        "Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })"
    )  # type: ignore[attr-defined]
    page: Page = context.new_page()  # type: ignore[attr-defined]
    page.goto("/settings")
    notices = page.locator("[data-setting=notices]")
    expect(notices).to_contain_text("https")
    expect(notices.locator("input")).to_have_count(0)
