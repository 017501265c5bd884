"""Bibliogamo deals and shuffles as the published vectors of docs/chance.md say."""

import json

import pytest

from armarium.games.bibliogamo import Game
from tests.golden.bibliogamo.vectors import FILE, HERE, vectors

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
EACH_DEAL = pytest.mark.parametrize(
    "vector", VECTORS["deals"], ids=lambda vector: vector["key"][:8]
)


def deal(vector):
    given = vector["contribution"]
    contributions = [bytes.fromhex(given)] if given else None
    return Game.new(seed=vector["seed"], contributions=contributions)


def count_words_used(game):
    return int(game.states["drawn"][0])


def test_the_stored_vectors_are_those_of_the_specification():
    assert json.loads(json.dumps(vectors())) == VECTORS


def test_the_page_shows_the_same_vectors():
    page = " ".join((HERE.parents[2] / "docs" / "chance.md").read_text("utf-8").split())
    for vector in VECTORS["deals"]:
        assert vector["key"] in page
    for row in (VECTORS["deals"][0]["draw"], VECTORS["diligent"]["turned"]):
        assert " ".join(map(str, row)) in page
    for shuffle in VECTORS["diligent"]["shuffles"]:
        assert " ".join(map(str, shuffle["order"])) in page
    assert " ".join(map(str, VECTORS["shuffles"][0]["order"])) in page


@EACH_DEAL
def test_a_whole_deal(vector):
    game = deal(vector)
    truth = game.truth()
    assert game.commitment == vector["commitment"]
    assert truth["prestige"]["id"] == vector["prestige"]
    assert truth["hand"] == sorted(vector["draw"][:5]) and truth["turned"] == vector["draw"][5]
    assert truth["draw"] == vector["draw"][6:]
    assert count_words_used(game) == vector["words_used"]


def test_the_shuffles_of_a_whole_game():
    """Each day the lowest card that is not blocked hires for History, the lowest that is left pays."""
    vector, game = VECTORS["diligent"], deal(VECTORS["deals"][0])
    turned, shuffled = [game.truth()["turned"]], []
    while game.to_act is not None:
        truth = game.truth()
        hires = [action for action in game.legal() if action.endswith(" history")]
        pays = [action for action in game.legal() if action.startswith("pay")]
        if truth["step"] == "hire" and truth["hires"] == 0 and hires:
            action = hires[0]
        else:
            action = pays[0] if pays else "done"
        for event in game.play(action):
            if event["event"] == "card-turned":
                turned.append(event["card"])
            elif event["event"] == "reshuffled":
                shuffle = vector["shuffles"][len(shuffled)]
                left = game.truth()["draw"]
                assert left == shuffle["order"][-len(left) :]
                assert event["cards"] == len(shuffle["cards"])
                assert count_words_used(game) == shuffle["words_used"]
                shuffled.append(shuffle)
    assert turned == vector["turned"] and shuffled == vector["shuffles"]


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda vector: f"{len(vector['pile'])}")
def test_a_small_discard_pile(vector):
    """Shuffled from the first word: a chosen deal uses none."""
    deal = {"draw": list(range(1, 48)), "prestige": 1}
    game = Game.new(seed=7, deal=deal)
    assert count_words_used(game) == 0
    state = game.states[0]
    state["draw_next"] = state["draw_end"]
    state["discard"] = sum(1 << card - 1 for card in vector["pile"])
    game.play("done")
    game.play("done")
    truth = game.truth()
    assert [truth["turned"], *truth["draw"]] == vector["order"]
    assert count_words_used(game) == vector["words_used"]
