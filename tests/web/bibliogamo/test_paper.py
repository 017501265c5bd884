"""What the page says and hands out: its log from the first card on, its components as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from armarium.games import bibliogamo
from armarium.games.bibliogamo.components import Components, from_text
from armarium.games.bibliogamo.terminal.event_sentences import brief
from armarium.games.bibliogamo.terminal.naming import Reader
from tests.rulebook.bibliogamo.scenes import FILE
from tests.web.bibliogamo.hands import moment
from tests.web.bibliogamo.test_eyes import open_moment
from tests.web.seeing import DESKTOP, PHONE, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
STANDARD = FILE.read_text(encoding="utf-8")


def first_card(lang: str, seed: bytes) -> str:
    """The line of the first morning, in the words of the terminal: page and terminal say the same."""
    game = bibliogamo.Game.new(seed=seed)
    components: Components = game.components
    return brief(game.seen(0), Reader.of(lang, components))[1]


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["bibliogamo-first", more("bibliogamo-move")])
@pytest.mark.matrix
def test_the_log_begins_with_the_first_card(sit: Sit, db: Path, name: str, lang: str):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, name, lang)
    lines = page.locator("aside.right [role=log] li")
    expect(lines.nth(0)).to_have_text(f"{'Jour' if lang == 'fr' else 'Day'} 1.")
    expect(lines.nth(1)).to_have_text(first_card(lang, moment(name).seed))


@pytest.mark.matrix
def test_the_first_line_is_read_on_a_small_screen_too(sit: Sit, db: Path):
    page = sit("about:blank", viewport={"width": 820, "height": 1180})
    open_moment(page, db, "bibliogamo-first")
    expect(page.locator(".logline .one")).to_have_text(
        first_card("en", moment("bibliogamo-first").seed)
    )


@pytest.mark.parametrize(
    ("lang", "name"),
    [("en", "Download the standard file"), more("fr", "Télécharger le fichier de base")],
)
@pytest.mark.parametrize("viewport", [pytest.param(DESKTOP, id="desktop"), more(PHONE, id="phone")])
@pytest.mark.matrix
def test_the_standard_file_is_downloaded_changed_and_played(
    sit: Sit, lang: str, name: str, viewport: dict[str, int], tmp_path: Path
):
    page = sit(f"/components?lang={lang}", viewport=viewport)
    link = page.get_by_role("link", name=name)
    link.focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "bibliogamo-components.toml"
    file = tmp_path / "own.toml"
    download.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert text == STANDARD
    assert from_text(text).data["tower"][0]["name"] == "History"
    file.write_text(text.replace('name = "History"', 'name = "Kroniek & Co"'), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".good")).to_contain_text("own.toml")
    expect(page.locator(".towers")).to_contain_text("Kroniek & Co")


@pytest.mark.matrix
def test_a_broken_file_is_refused_in_the_readers_language(sit: Sit):
    page = sit("/components?lang=fr", viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    broken = {"name": "cards.toml", "mimeType": "application/toml", "buffer": b"a = 1\nb = = 2"}
    page.locator("input[type=file]").set_input_files(broken)  # type: ignore[arg-type]
    told = page.locator(".wrong")
    expect(told).to_contain_text("le fichier\u00a0: ce n’est pas du TOML, voir ligne 2, colonne 5.")
