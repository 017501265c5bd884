"""Events as sentences in the terminal; the page renders the same (web/tests/shell/events.test.ts)."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from armarium.games import bibliogamo, biblios
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.biblios.naming import BibliosNames
from armarium.text.catalogue import MissingMessage, all_keys, languages
from armarium.text.events import Viewer, render_event

ROOT = Path(__file__).parents[2]
EXAMPLES = json.loads((Path(__file__).parent / "event_examples.json").read_text(encoding="utf-8"))
NAMES = ("Agnes", "Bruno", "Clara", "Denis")
COMPONENTS = bibliogamo.Game.new(seed=1).components
GAMES = ("biblios", "bibliogamo")


def render(example: dict[str, Any], language: str) -> str:
    if example["game"] == "bibliogamo":
        return BibliogamoNames.of(language, COMPONENTS).event(example["event"])
    return BibliosNames(language, example["words"], NAMES, example["you"]).event(example["event"])


def list_event_kinds(game: str) -> set[str]:
    return {example["event"]["event"] for example in EXAMPLES if example["game"] == game}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one['game']}-{one['en']}")
def test_an_event_has_the_text_of_the_table(example: dict[str, Any], language: str):
    text = render(example, language)
    assert text == example[language]
    assert text.endswith(".") and (text[0].isupper() or text[0].isdigit())


@pytest.mark.parametrize("game", GAMES)
def test_the_table_shows_every_documented_event(game: str):
    text = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")
    table = text.partition(f"## Events of {game.capitalize()}")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    documented = {kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)}
    # The terminal prints the first player, which is not an event of the rules.
    assert list_event_kinds(game) - {"game-begun"} == documented


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_one_entry_and_no_entry_is_left_over(game: str):
    keys = {key for key in all_keys() if key.startswith(f"{game}_event_")}
    assert keys == {f"{game}_event_{kind.replace('-', '_')}" for kind in list_event_kinds(game)}


@pytest.mark.parametrize("penalty", ["standard", "medieval-bluff"])
@pytest.mark.parametrize("edition", ["iello", "manual"])
def test_every_event_of_biblios_has_a_text_for_every_viewer(edition: str, penalty: str):
    chance = random.Random(5)
    game = biblios.Game.new(
        seats=4, seed=5, edition=edition, penalty=penalty, open_collections=True
    )
    while game.to_act is not None:
        events = game.play(chance.choice(game.legal()))
        lot = game.view(None)["lot"] or ""
        for viewer in (None, 0, 1, 2, 3):
            reader = BibliosNames("fr", edition, NAMES, viewer)
            for event in game.seen(viewer):
                assert reader.event({"lot": lot, **event})
        for event in events:
            assert BibliosNames("en", edition, NAMES).event({"lot": lot, **event})


@pytest.mark.parametrize("language", languages())
def test_every_event_of_bibliogamo_has_a_text(language: str):
    chance = random.Random(5)
    game = bibliogamo.Game.new(seed=5, landing="every-stop", transfer_keeps_type=False)
    reader = BibliogamoNames.of(language, game.components)
    while game.to_act is not None:
        for event in game.play(chance.choice(game.legal())):
            assert reader.event(event)


def test_an_event_without_an_entry_or_without_its_facts_is_refused():
    with pytest.raises(MissingMessage):
        render_event("biblios", {"event": "no-such-event"}, Viewer("en"))
    with pytest.raises(MissingMessage, match="needs amount"):
        render_event("biblios", {"event": "could-not-pay", "seat": 0}, Viewer("en", NAMES))
