"""Every kind of event of Bibliogamo has its sentence, in both languages."""

import random
import re
from pathlib import Path

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.cards import TYPES
from armarium.games.bibliogamo.terminal.event_sentences import KINDS, brief, tell
from armarium.games.bibliogamo.terminal.naming import Reader

ROOT = Path(__file__).parents[3]
COMPONENTS = Game.new(seed=1).components
TOWER = {"tower": "devotion", "type": "binder"}
MOVED = {"type": "scribe", "from": "history", "to": "poetry"}
HIRED = {"card": 2, "tower": "history", "icons": {"scribe": 3}}
# Each kind in each of its shapes.
SAMPLES = [
    ("day-begun", {"day": 7}),
    ("librarian-walked", {"from": 4, "to": 0}),
    *(("card-turned", {"card": 4, "from": 0, "to": 1, "blocks": kind}) for kind in TYPES),
    ("step-paid", {"from": 1, "to": 0}),
    ("level-lost", {"level": 15, "artisans": 1}),
    ("level-reached", {"level": 30, "artisans": 2}),
    ("artisan-given-back", TOWER),
    *(("block-lifted", {"card": 4, "type": kind}) for kind in TYPES),
    ("price-offered", {"first": 1, "second": 2, "price": 1}),
    ("price-redrawn", {"first": 1, "second": 3, "price": 6, "day": 9}),
    ("book-sold", {"tower": "poetry", "price": 8}),
    ("artisans-hired", {**HIRED, "placed": {"scribe": 3}}),
    ("artisans-hired", {**HIRED, "placed": {"scribe": 1}}),
    ("artisans-hired", {**HIRED, "placed": {}}),
    ("artisan-placed", TOWER),
    ("card-paid", {"card": 40}),
    ("library-used", {"card": 47, "moves": 4}),
    ("artisan-moved", {**MOVED, "as": "scribe"}),
    ("artisan-moved", {**MOVED, "as": "illustrator"}),
    ("cards-drawn", {"cards": [3]}),
    ("cards-drawn", {"cards": [3, 1, 2]}),
    ("reshuffled", {"cards": 30}),
    ("game-ended", {"score": 1, "books": 1, "florins": 4, "prestige": False, "rank": "apprentice"}),
]


def test_the_samples_show_every_kind():
    assert {kind for kind, _ in SAMPLES} == set(KINDS)


def test_every_kind_of_the_documentation_is_told():
    text = (ROOT / "docs" / "views.md").read_text(encoding="utf-8")
    table = text.partition("## Events of Bibliogamo")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)} == set(KINDS)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("kind", "facts"), SAMPLES)
def test_a_sentence_in_each_language(kind, facts, language):
    said = tell({"event": kind, **facts}, Reader.of(language, COMPONENTS))
    assert said.endswith(".") and "{" not in said
    assert said[0].isupper() or said[0].isdigit()


def test_a_brief_log_tells_the_walk_with_its_card():
    events = Game.new(seed=1).seen(0)
    assert len(events) == 3 and len(brief(events, Reader.of("en", COMPONENTS))) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whole_cities_are_told(language):
    chance = random.Random(5)
    game = Game.new(seed=5, landing="every-stop", transfer_keeps_type=False)
    reader = Reader.of(language, game.components)
    while game.to_act is not None:
        for event in game.play(chance.choice(game.legal())):
            assert tell(event, reader)
