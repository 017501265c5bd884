"""Advice: every legal action once, best first, in words of both languages, and from the view alone."""

import json

import pytest

from armarium.core.errors import BadOption
from armarium.games.bibliogamo import Game as Bibliogamo
from armarium.players import NoAdvice, advise, position_from, position_of
from armarium.text import catalogue
from tests.players.biblios.test_abbot import sample_positions

CODES = [
    "only-one", "little-changes", "die-nearer", "die-further", "rival-stopped", "rival-helped", "die-up",
    "die-down", "gold-kept", "gold-spent",
]  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_is_weighed_once(seats):
    steps = set()
    for position in sample_positions(seats, 300, seed=seats)[::37]:
        found = advise(position)
        steps.add(position.view["step"])
        assert sorted(one["action"] for one in found) == sorted(position.legal)
        chances = [one["chance"] for one in found]
        assert chances == sorted(chances, reverse=True) and chances[-1] >= 0 and chances[0] <= 1
        for one in found:
            assert one["error"] >= 0 and one["because"]["code"] in CODES
            assert one["reason"] and "{" not in one["reason"]
        assert json.loads(json.dumps(found)) == found
    assert len(steps) >= 3


def test_the_same_view_gives_the_same_advice_in_every_language():
    position = sample_positions(3, 60)[-1]
    again = position_from(json.loads(json.dumps(position.view)))
    english, french = advise(position), advise(again, "fr")
    for one, two in zip(english, french):
        assert [one[k] for k in ("action", "chance", "error", "because")] == [
            two[k] for k in ("action", "chance", "error", "because")
        ]
        assert one["reason"] != two["reason"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_reason_has_a_text(language):
    for code in CODES:
        key = f"biblios_advice_{code.replace('-', '_')}"
        assert catalogue.translate(language, key, category="Monks", count=2, words="iello")


def test_there_is_no_advice_out_of_turn():
    position = sample_positions(2, 5)[-1]
    other = position_from({**position.view, "legal": []})
    assert advise(other) == []


def test_a_game_without_an_adviser_says_so():
    with pytest.raises(NoAdvice, match="bibliogamo"):
        advise(position_of(Bibliogamo.new(seed=1), 0))


def test_an_unknown_language_is_refused():
    with pytest.raises(BadOption):
        advise(position_of(Bibliogamo.new(1, 1), 0), "de")
