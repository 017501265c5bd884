"""Games in the browser, from a static host: played, continued, verified, replayed and without a network."""

from __future__ import annotations

import hashlib
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from armarium.games import biblios
from tests.web.biblios.hands import is_over, play_by_keys, wait_for_offer
from tests.web.seeing import DESKTOP, OUTSIDE, PHONE, axe_violations
from tests.web.static_site import SITE, download_record
from tests.web.test_install import cache_all_files

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
CRASH = "() => setTimeout(() => { throw new Error('a planted crash') })"


def start_game(page: Page) -> None:
    page.get_by_role("button", name="Play now").click()
    wait_for_offer(page)


def finish_game(page: Page, chance: random.Random) -> None:
    page.keyboard.press("f")
    play_by_keys(page, chance)
    assert is_over(page)


def test_a_record_of_the_browser_is_verified_and_replayed(sit: Sit, site: str, tmp_path: Path):
    page = sit(site)
    start_game(page)
    finish_game(page, random.Random(3))
    text = download_record(page)
    file = tmp_path / "game.txt"
    file.write_text(text)
    command = [str(Path(sys.executable).with_name("armarium")), "verify", str(file)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    game = biblios.Game.replay(text)
    shown = [int(points) for points in page.locator(".pts .num").all_inner_texts()]
    assert shown == sorted(game.outcome()["points"], reverse=True)

    page.locator("[data-act=verify]").click()
    expect(page.locator(".verdict")).to_be_visible()
    answers = page.locator("[data-step]").evaluate_all("(all) => all.map((one) => one.dataset.ok)")
    assert "no" not in answers and answers.count("yes") > 5
    page.keyboard.press("Escape")

    # The file opens in any other browser, without a server.
    other = sit(f"{site}#/replay")
    other.locator("input[type=file]").set_input_files(file)
    slider = other.get_by_role("slider").first
    expect(slider).to_have_attribute("max", str(len(game.actions)))
    other.keyboard.press("End")
    expect(slider).to_have_value(str(len(game.actions)))


@pytest.mark.parametrize("damage", ["", "x", "armarium record 1\n", "seed", "action", "\0" * 5000])
def test_a_damaged_record_is_refused_with_a_sentence(
    sit: Sit, site: str, tmp_path: Path, damage: str
):
    page = sit(f"{site}#/replay")
    game = biblios.Game.new(seats=2, seed=3)
    while game.to_act is not None:
        game.play(game.legal()[0])
    text = game.record()
    changed = {
        "seed": text.replace("seed: 03", "seed: 04"),
        "action": text.replace(" keep", " kept", 1),
    }
    file = tmp_path / "game.txt"
    file.write_text(changed.get(damage, damage))
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("record")


def test_a_game_goes_on_after_a_reload_and_after_a_crash(sit: Sit, site: str):
    page = sit(site)
    start_game(page)
    play_by_keys(page, random.Random(4), presses=3)
    wait_for_offer(page)
    log = page.locator("aside.right [role=log] li").all_inner_texts()
    page.reload()
    wait_for_offer(page)
    assert page.locator("aside.right [role=log] li").all_inner_texts() == log
    page.workers[0].evaluate(CRASH)
    finish_game(page, random.Random(4))
    page.goto(site)
    page.reload()
    expect(page.get_by_role("link", name="View").first).to_be_visible()


@pytest.mark.parametrize("path", ["t/abc#token", "t/local-abc", "replay/abc", "replay/local-abc"])
def test_a_link_to_a_game_that_this_browser_does_not_have_says_so(sit: Sit, site: str, path: str):
    page = sit(f"{site}#/{path}")
    expect(page.get_by_text("This browser has no such game.")).to_be_visible()
    expect(page.get_by_role("link").last).to_be_visible()


def test_a_static_host_has_no_pages_that_need_a_server(sit: Sit, site: str):
    page = sit(f"{site}#/practice")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_two_people_share_the_device(sit: Sit, site: str):
    page = sit(site)
    page.get_by_role("button", name="Custom game").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("A server has them all.")).to_be_visible()
    assert dialog.get_by_label("Friend", exact=False).count() == 0
    dialog.locator("[data-seat='1'] input[value=here]").check()
    for seat in (2, 3):
        dialog.locator(f"[data-seat='{seat}'] input[value=nobody]").check()
    dialog.get_by_role("button", name="Play with").click()
    expect(page.locator(".curtain, [data-curtain]").first).to_be_visible()


def test_without_a_network_the_installed_page_plays(
    person: Callable[..., BrowserContext], site: str
):
    context = person(service_workers="allow")
    page = context.new_page()
    page.goto(site)
    cache_all_files(page)
    context.set_offline(True)
    page.reload()
    expect(page.get_by_text("A server has them all.")).to_be_visible()
    start_game(page)
    play_by_keys(page, random.Random(6), presses=2)


def test_the_rules_are_loaded_before_somebody_presses_play(
    person: Callable[..., BrowserContext], site: str
):
    page = person().new_page()
    with page.expect_request(re.compile(r"/biblios-\w+\.wasm$")):
        page.goto(site)


def test_the_name_of_each_rules_file_has_the_hash_of_its_content():
    """Otherwise a newer page could use a cached file of an older build."""
    files = [*(SITE / "wasm").iterdir()]
    assert {re.sub(r"-\w+\.", ".", file.name) for file in files} >= {"biblios.wasm", "games.json"}
    (worker,) = (SITE / "assets").glob("local-worker-*.js")
    for file in files:
        assert file.stem.endswith("-" + hashlib.sha256(file.read_bytes()).hexdigest()[:12])
        assert file.name in worker.read_text("utf-8")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_front_page_says_what_it_does_not_have(sit: Sit, site: str, locale: str, size: object):
    page = sit(site, locale=locale, viewport=size)
    expect(page.locator("[data-local]")).to_contain_text(
        "serveur" if locale == "fr-FR" else "server"
    )
    assert axe_violations(page) == [] and page.evaluate(OUTSIDE) == []
    page.locator("[data-act=connect]").click()
    page.get_by_role("dialog").locator("input").fill("not an address")
    page.get_by_role("dialog").locator("button.pri").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert axe_violations(page) == []
