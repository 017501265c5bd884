"""Valid records of Bibliogamo pass verification; a changed one fails, wherever it was changed."""

import functools
import json
import random
from pathlib import Path

import pytest

from armarium.core.record import Record
from armarium.core.stream import Stream, compute_commitment, compute_key
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.terminal.verify import (
    BibliogamoVerifier,
    draw_deal,
    recount_score,
    shuffle_cards,
)
from armarium.terminal.verify import format_report, verify
from tests.rulebook.bibliogamo.scenes import (
    NEED,
    fill_towers,
    find_tower,
    make_deal,
    make_own_components,
    play,
    set_up,
    set_up_city,
)
from tests.terminal.test_verify import is_verified, list_verdicts, read_fact, seal

VECTORS = Path(__file__).parents[2] / "golden" / "bibliogamo" / "chance_vectors.json"


@functools.cache
def play_record(seed=3, until=None, **arguments):
    """Return a record with many hires, so that the discard pile is shuffled."""
    chance = random.Random(seed)
    game = Game.new(seed=seed, **arguments)
    while game.to_act is not None and (until is None or len(game.actions) < until):
        legal = game.legal()
        keen = [a for a in legal if a.split()[0] in ("hire", "sell", "accept", "library", "lift")]
        game.play(chance.choice(keen or legal))
    return game.record()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"redraw_chains": True, "count_when": "finished"},
        {"transfer_keeps_type": False, "landing": "every-stop", "block_scope": "any"},
        {"contributions": (b"\x01" * 32,)},
    ],
    ids=["plain", "chained", "retrained", "contributed"],
)
def test_good_records_hold(options):
    text = play_record(**options)
    found = list_verdicts(text, read_fact(text, "commitment"))
    assert set(found.values()) == {True}
    assert list(found) == [
        "text", "commitment", "published", "deal", "actions", "cards", "shuffles", "state", "outcome",
    ]  # fmt: skip


def test_own_components_hold_too():
    def change_components(data):
        find_tower(data, "history")["need"] = {"researcher": 1, "scribe": 1, "binder": 1}

    game = Game.new(
        seed=1, components=make_own_components(change_components), count_when="finished"
    )
    while game.to_act is not None:
        game.play(game.legal()[len(game.legal()) // 2])
    assert is_verified(game.record())


def test_a_shuffle_between_the_two_cards_of_a_sale_holds():
    game = set_up_city(pile=[28, 1, 2], at=3, towers=fill_towers("philosophy"))
    set_up(game, draw=[1])
    stream = Stream(compute_key((1).to_bytes(32, "little"), [None]))  # the scenes have seed 1
    record = Record.parse(Game.new(seed=1, deal=make_deal(pile=[28, 1, 2])).record())
    verifier = BibliogamoVerifier(game, stream, record)
    verifier.check_deal()
    verifier._pile = [1]
    play(game, "done")
    before = game.truth()
    verifier.follow(before, game.play("sell"))
    assert game.truth()["offer"]["first"] == 1
    assert [check.ok for check in verifier.check_draws()] == [True, True]


def test_an_unfinished_record_holds_as_far_as_it_goes():
    found = list_verdicts(play_record(until=10))
    assert found["actions"] and found["state"] and found["cards"]
    assert found["shuffles"] is None and found["outcome"] is None


def test_a_chosen_deal_is_called_chosen_and_its_cards_are_followed():
    text = _make_chosen_record()
    found = list_verdicts(text)
    assert found["deal"] is None and found["cards"] is True and found["shuffles"] is True
    assert "The cards were chosen, not shuffled" in "\n".join(format_report(verify(text), "en"))


def _make_chosen_record():
    game = Game.new(seed=4, deal=make_deal())
    while game.to_act is not None:
        legal = game.legal()
        game.play(next((a for a in legal if a.split()[0] in ("hire", "pay")), "done"))
    return game.record()


def test_a_changed_text_is_noticed():
    text = play_record()
    assert list_verdicts(text.replace("done", "back", 1))["text"] is False
    assert list_verdicts(text[:-40])["text"] is False


def test_another_seed_is_noticed_though_the_seal_fits():
    text = play_record()
    seed = bytes([8, *bytes(31)])
    other = seal(text.replace(read_fact(text, "seed"), seed.hex()))
    assert list_verdicts(other)["commitment"] is False
    other = seal(other.replace(read_fact(text, "commitment"), compute_commitment(seed)))
    assert not is_verified(other)
    assert list_verdicts(other, read_fact(text, "commitment"))["published"] is False


def test_a_changed_action_or_state_is_noticed_though_the_seal_fits():
    text = play_record()
    assert not is_verified(seal(text.replace(" hire ", " hire 1 ", 1)))
    assert not is_verified(seal(text.replace(" done", " forward", 1)))
    found = list_verdicts(seal(text.replace(read_fact(text, "state"), "0" * 64)))
    assert found["actions"] is True and found["state"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("game", "whist"), ("game", "biblios"), ("rules", "999"), ("seed", "frog"), ("seed", "00"), ("options", "frog"),
     ("components", "frog"), ("components", "{}")],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_without_a_crash(name, value):
    text = play_record()
    assert not is_verified(
        seal(text.replace(f"{name}: {read_fact(text, name)}\n", f"{name}: {value}\n"))
    )


@pytest.mark.parametrize(
    "name", ["game", "rules", "seed", "options", "components", "commitment", "state"]
)
def test_a_missing_line_is_refused_without_a_crash(name):
    text = play_record()
    assert not is_verified(seal(text.replace(f"{name}: {read_fact(text, name)}\n", "")))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lines_say_yes_or_no(language):
    good = format_report(verify(play_record()), language)
    assert good[-1] == {"en": "The record is valid.", "fr": "Le relevé est authentique."}[language]
    assert any({"en": "Hand, draw pile", "fr": "Main, pioche"}[language] in line for line in good)
    assert any("point" in line for line in good)
    bad = format_report(verify(seal(play_record().replace(" done", " forward", 1))), language)
    assert (
        bad[-1]
        == {"en": "The record is NOT valid.", "fr": "Le relevé n’est pas authentique."}[language]
    )
    left = "\n".join(format_report(verify(play_record(until=10)), language))
    assert {"en": "was never shuffled", "fr": "jamais été mélangée"}[language] in left


def test_the_second_dealing_gives_the_published_vectors():
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    for vector in vectors["deals"]:
        stream = Stream(bytes.fromhex(vector["key"]))
        assert draw_deal(stream) == (vector["prestige"], vector["draw"])
    for vector in vectors["shuffles"]:
        assert (
            shuffle_cards(Stream(bytes.fromhex(vector["key"])), vector["pile"]) == vector["order"]
        )


def test_the_score_is_counted_again():
    truth = set_up_city(books={"history": 4, "philosophy": 3, "cartography": 2}, florins=23).truth()
    assert recount_score(truth, NEED, False) == (9 + 4 + 8, "master")
    truth["towers"]["devotion"] = dict(NEED["devotion"])
    assert recount_score(truth, NEED, True) == (10 + 4 + 8, "master")
    truth["books"]["history"] = 3
    assert recount_score(truth, NEED, False) == (8 + 4, "journeyman")
