"""The log from the first card on, and the component file for export and import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from armarium.games import bibliogamo
from armarium.games.bibliogamo.components import Components, from_text
from armarium.games.bibliogamo.naming import BibliogamoNames
from tests.rulebook.bibliogamo.scenes import FILE
from tests.web.bibliogamo.hands import find_moment
from tests.web.bibliogamo.test_access import open_moment
from tests.web.seeing import DESKTOP, PHONE, more

pytestmark = pytest.mark.browser

Sit = Callable[..., Page]
STANDARD = FILE.read_text(encoding="utf-8")


def render_first_line(lang: str, seed: bytes) -> str:
    """Return the first log line as the terminal renders it: the page must show the same."""
    game = bibliogamo.Game.new(seed=seed)
    components: Components = game.components
    return BibliogamoNames.of(lang, components).format_log(game.seen(0))[1]


@pytest.mark.parametrize("lang", ["fr", more("en")])
@pytest.mark.parametrize("name", ["bibliogamo-first", more("bibliogamo-move")])
@pytest.mark.variant
def test_the_log_starts_with_the_first_card(sit: Sit, db: Path, name: str, lang: str):
    page = sit("about:blank", viewport=DESKTOP)
    open_moment(page, db, name, lang)
    lines = page.locator("aside.right [role=log] li")
    expect(lines.nth(0)).to_have_text(f"{'Jour' if lang == 'fr' else 'Day'} 1.")
    expect(lines.nth(1)).to_have_text(render_first_line(lang, find_moment(name).seed))


@pytest.mark.variant
def test_the_first_log_line_is_shown_on_a_small_screen(sit: Sit, db: Path):
    page = sit("about:blank", viewport={"width": 820, "height": 1180})
    open_moment(page, db, "bibliogamo-first")
    expect(page.locator(".logline .one")).to_have_text(
        render_first_line("en", find_moment("bibliogamo-first").seed)
    )


@pytest.mark.parametrize(
    ("lang", "name"),
    [("en", "Download the standard file"), more("fr", "Télécharger le fichier standard")],
)
@pytest.mark.parametrize("viewport", [pytest.param(DESKTOP, id="desktop"), more(PHONE, id="phone")])
@pytest.mark.variant
def test_the_standard_set_can_be_exported_changed_and_played(
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


@pytest.mark.variant
def test_an_invalid_file_is_rejected_in_the_readers_language(sit: Sit):
    page = sit("/components?lang=fr", viewport=DESKTOP)
    expect(page.locator(".cards li").first).to_be_visible()
    broken = {"name": "cards.toml", "mimeType": "application/toml", "buffer": b"a = 1\nb = = 2"}
    page.locator("input[type=file]").set_input_files(broken)  # type: ignore[arg-type]
    problem = page.locator(".wrong")
    expect(problem).to_contain_text("Fichier\u00a0: ce n’est pas du TOML, voir ligne 2, colonne 5.")
