"""Settings: a page of their own, kept by the browser, at once in the middle of a game; and a turn that is told to
whoever looks elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.biblios.hands import wait_for_offer
from tests.web.biblios.moments import moment
from tests.web.scenes import put
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, WINDOWS, focus_walk, serious

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]

ROOT = "() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang })"
KEPT = "() => JSON.parse(localStorage.getItem('armarium-settings') ?? '{}')"
LISTEN = "addEventListener('armarium-sound', ({ detail }) => (globalThis.rung ??= []).push(detail))"
RUNG = "() => globalThis.rung ?? []"


def rung(page: Page, sound: str = "") -> list[str]:
    """The sounds so far, once one was heard, or this one."""
    for _ in range(100):
        heard: list[str] = page.evaluate(RUNG)
        if sound in heard or (heard and not sound):
            return heard
        page.wait_for_timeout(100)
    pytest.fail(f"nothing is heard: {sound or 'no sound at all'}")


def choose(page: Page, setting: str, answer: str) -> None:
    page.locator(f"[data-setting={setting}]").get_by_text(answer, exact=True).click()


def test_the_page_of_settings_is_kept(sit: Sit):
    page = sit("/", viewport=PHONE)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("link", name="All settings on a page of their own").click()
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    choose(page, "theme", "Night office")
    choose(page, "colours", "Far apart")
    choose(page, "cards", "Large")
    choose(page, "motion", "None")
    choose(page, "pace", "Fast")
    choose(page, "memory", "None")
    choose(page, "lang", "Français")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    assert serious(page) == []
    assert page.evaluate(OUTSIDE) == []
    page.reload()
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    told = page.evaluate(ROOT)
    assert (told["theme"], told["colours"], told["cards"]) == ("night", "apart", "large")
    assert (told["motion"], told["lang"]) == ("none", "fr")
    kept = page.evaluate(KEPT)
    assert (kept["pace"], kept["memory"]) == ("fast", "none")
    page.get_by_role("button", name="Retour").click()
    expect(page).not_to_have_url(re.compile("/settings$"))


@pytest.mark.matrix
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_settings_fits_every_window(sit: Sit, lang: str, scheme: str):
    page = sit(f"/settings?lang={lang}", viewport=DESKTOP, color_scheme=scheme)
    expect(page.locator("[data-setting=memory]")).to_be_visible()
    for size in WINDOWS.values():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []


@pytest.mark.matrix
def test_everything_is_set_by_keys_alone(sit: Sit):
    """Tab leads through the rows, arrows through the answers of each; what is chosen is kept."""
    page = sit("/settings?lang=fr", viewport=DESKTOP)
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    assert focus_walk(page)
    for setting, presses, chosen in [("theme", 2, "night"), ("cards", 1, "large")]:
        page.locator(f"[data-setting={setting}] input:checked").focus()
        for _ in range(presses):
            page.keyboard.press("ArrowRight")
        assert page.evaluate(ROOT)[setting] == chosen
        assert page.evaluate(KEPT)[setting] == chosen


@pytest.mark.matrix
def test_in_the_middle_of_a_game_a_choice_holds_at_once(sit: Sit, db: Path):
    page = sit(put(db, moment("bid"), bots=True).link(0), viewport=DESKTOP)
    wait_for_offer(page)
    card = page.locator(".shelf .card").first
    wide = card.evaluate("(one) => one.offsetWidth")
    ground = "(one) => getComputedStyle(one).getPropertyValue('--c')"
    die = page.locator(".die.c-tomes")
    before = die.evaluate(ground)
    page.get_by_role("button", name="Settings").click()
    choose(page, "cards", "Large")
    choose(page, "colours", "Far apart")
    choose(page, "pace", "Like people")
    page.keyboard.press("Escape")
    assert card.evaluate("(one) => one.offsetWidth") > wide
    assert die.evaluate(ground) != before
    assert page.evaluate(OUTSIDE) == []
    assert serious(page) == []
    wait_for_offer(page)  # and the game goes on where it was


@pytest.mark.matrix
def test_one_key_turns_the_sounds_off_and_is_remembered(sit: Sit, db: Path):
    page = sit(put(db, moment("bid"), bots=True).link(0), viewport=DESKTOP)
    page.evaluate(LISTEN)
    wait_for_offer(page)
    page.keyboard.press("m")
    assert page.evaluate(KEPT)["sound"] is False
    page.keyboard.press("m")
    assert page.evaluate(KEPT)["sound"] is True
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("Sounds off and on")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    assert set(rung(page)) <= {"gavel", "coin", "page", "die", "bell"}


# Each sound drawn without a loudspeaker: how loud it is at its loudest, and when it was last heard.
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


def test_every_sound_is_made_here_and_can_be_heard(sit: Sit):
    page = sit("/settings", viewport=DESKTOP)
    page.evaluate(LISTEN)
    names = page.locator("[data-sound]")
    expect(names).to_have_count(5)
    fetched: list[tuple[str, str]] = []
    page.on("request", lambda asked: fetched.append((asked.resource_type, asked.url)))
    for name in names.all():
        name.click()
        sound = name.get_attribute("data-sound")
        rung(page, sound or "")
    voices = next(url for _, url in fetched if "voices" in url)
    page.evaluate("(address) => (globalThis.voices = address)", voices)
    # Nothing that was recorded is fetched. What the page is made of, and its mark, may still be on their way.
    assert [one for one in fetched if one[0] in {"media", "fetch", "xhr"}] == []
    seen = {
        sound: page.evaluate(DRAWN, sound)
        for sound in (name.get_attribute("data-sound") or "" for name in names.all())
    }
    assert all(0.05 < one["peak"] <= 1 and 0.05 < one["last"] < 1.6 for one in seen.values()), seen
    assert len({round(one["peak"], 3) for one in seen.values()}) == len(seen)


# Somebody who looks elsewhere, and a browser that may show notices.
ELSEWHERE = """
globalThis.shown = [];
Object.defineProperty(document, "hidden", { get: () => globalThis.isElsewhere ?? false });
document.hasFocus = () => !(globalThis.isElsewhere ?? false);
globalThis.Notification = class {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(title, told) { globalThis.shown.push({ title, ...told }); }
};
"""


def test_a_turn_is_told_to_whoever_looks_elsewhere(person: Callable[..., object], db: Path):
    seats = put(db, moment("bid"), bots=True)
    context = person(viewport=DESKTOP)
    context.add_init_script(ELSEWHERE)  # type: ignore[attr-defined]
    page: Page = context.new_page()  # type: ignore[attr-defined]
    page.goto(seats.link(0))
    page.evaluate(LISTEN)
    wait_for_offer(page)
    icon = page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    page.get_by_role("button", name="Settings").click()
    choose(page, "notices", "On")
    page.keyboard.press("Escape")
    page.evaluate("globalThis.isElsewhere = true")
    page.keyboard.press("p")
    expect(icon).to_have_attribute("href", "/favicon.svg")
    # The others act, and it is this person's turn again.
    expect(icon).to_have_attribute("href", "/favicon-turn.svg")
    expect(page).to_have_title(re.compile("^Your turn"))
    assert "bell" in rung(page, "bell")
    (shown,) = page.evaluate("globalThis.shown")
    assert shown["title"].startswith("Your turn · ") and "card" not in shown["body"]


@pytest.mark.matrix
def test_where_the_connection_is_open_no_notice_is_offered(person: Callable[..., object]):
    context = person(viewport=PHONE)
    context.add_init_script(
        "Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })"
    )  # type: ignore[attr-defined]
    page: Page = context.new_page()  # type: ignore[attr-defined]
    page.goto("/settings")
    told = page.locator("[data-setting=notices]")
    expect(told).to_contain_text("https")
    expect(told.locator("input")).to_have_count(0)
