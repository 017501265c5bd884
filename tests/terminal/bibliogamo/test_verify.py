"""Good records of Bibliogamo hold; a changed one does not, wherever it was changed."""

import functools
import json
import random
from pathlib import Path

import pytest

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.terminal.counting import recount
from armarium.games.bibliogamo.terminal.dealing import deal, shuffled
from armarium.games.bibliogamo.terminal.verify import Proof
from armarium.games.table.record import Record
from armarium.games.table.stream import Stream, commitment_of, key_of
from armarium.terminal.verdict import lines
from armarium.terminal.verify import verify
from tests.rulebook.bibliogamo.scenes import NEED, chosen, city, full, lay, own, play, tower_of
from tests.terminal.test_verify import fact, holds, sealed, verdicts

VECTORS = Path(__file__).parents[2] / "golden" / "bibliogamo" / "chance_vectors.json"


@functools.cache
def played(seed=3, until=None, **arguments):
    """A record by somebody who hires much, so that the discard pile is shuffled."""
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
    text = played(**options)
    found = verdicts(text, fact(text, "commitment"))
    assert set(found.values()) == {True}
    assert list(found) == [
        "text", "commitment", "published", "deal", "actions", "cards", "shuffles", "state", "outcome",
    ]  # fmt: skip


def test_own_components_hold_too():
    def other(data):
        tower_of(data, "history")["need"] = {"researcher": 1, "scribe": 1, "binder": 1}

    game = Game.new(seed=1, components=own(other), count_when="finished")
    while game.to_act is not None:
        game.play(game.legal()[len(game.legal()) // 2])
    assert holds(game.record())


def test_a_shuffle_between_the_two_cards_of_a_sale_holds():
    game = city(pile=[28, 1, 2], at=3, towers=full("philosophy"))
    lay(game, draw=[1])
    stream = Stream(key_of((1).to_bytes(32, "little"), [None]))  # the scenes have seed 1
    record = Record.parse(Game.new(seed=1, deal=chosen(pile=[28, 1, 2])).record())
    proof = Proof(game, stream, record)
    proof.deal()
    proof._pile = [1]
    play(game, "done")
    before = game.truth()
    proof.follow(before, game.play("sell"))
    assert game.truth()["offer"]["first"] == 1
    assert [check.ok for check in proof.drawn()] == [True, True]


def test_an_unfinished_record_holds_as_far_as_it_goes():
    found = verdicts(played(until=10))
    assert found["actions"] and found["state"] and found["cards"]
    assert found["shuffles"] is None and found["outcome"] is None


def test_a_chosen_deal_is_called_chosen_and_its_cards_are_followed():
    text = _chosen()
    found = verdicts(text)
    assert found["deal"] is None and found["cards"] is True and found["shuffles"] is True
    assert "The cards were chosen, not dealt by chance" in "\n".join(lines(verify(text), "en"))


def _chosen():
    game = Game.new(seed=4, deal=chosen())
    while game.to_act is not None:
        legal = game.legal()
        game.play(next((a for a in legal if a.split()[0] in ("hire", "pay")), "done"))
    return game.record()


def test_a_changed_text_is_noticed():
    text = played()
    assert verdicts(text.replace("done", "back", 1))["text"] is False
    assert verdicts(text[:-40])["text"] is False


def test_another_seed_is_noticed_though_the_seal_fits():
    text = played()
    seed = bytes([8, *bytes(31)])
    other = sealed(text.replace(fact(text, "seed"), seed.hex()))
    assert verdicts(other)["commitment"] is False
    other = sealed(other.replace(fact(text, "commitment"), commitment_of(seed)))
    assert not holds(other)
    assert verdicts(other, fact(text, "commitment"))["published"] is False


def test_a_changed_action_or_state_is_noticed_though_the_seal_fits():
    text = played()
    assert not holds(sealed(text.replace(" hire ", " hire 1 ", 1)))
    assert not holds(sealed(text.replace(" done", " forward", 1)))
    found = verdicts(sealed(text.replace(fact(text, "state"), "0" * 64)))
    assert found["actions"] is True and found["state"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("game", "whist"), ("game", "biblios"), ("rules", "999"), ("seed", "frog"), ("seed", "00"), ("options", "frog"),
     ("components", "frog"), ("components", "{}")],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_without_a_crash(name, value):
    text = played()
    assert not holds(sealed(text.replace(f"{name}: {fact(text, name)}\n", f"{name}: {value}\n")))


@pytest.mark.parametrize(
    "name", ["game", "rules", "seed", "options", "components", "commitment", "state"]
)
def test_a_missing_line_is_refused_without_a_crash(name):
    text = played()
    assert not holds(sealed(text.replace(f"{name}: {fact(text, name)}\n", "")))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lines_say_yes_or_no(language):
    good = lines(verify(played()), language)
    assert good[-1] == {"en": "The record holds.", "fr": "Le relevé est bon."}[language]
    assert any({"en": "Hand, draw pile", "fr": "Main, pioche"}[language] in line for line in good)
    assert any("point" in line for line in good)
    bad = lines(verify(sealed(played().replace(" done", " forward", 1))), language)
    assert (
        bad[-1] == {"en": "The record does not hold.", "fr": "Le relevé n’est pas bon."}[language]
    )
    left = "\n".join(lines(verify(played(until=10)), language))
    assert {"en": "was never shuffled", "fr": "jamais été mélangée"}[language] in left


def test_the_second_dealing_gives_the_published_vectors():
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))
    for vector in vectors["deals"]:
        stream = Stream(bytes.fromhex(vector["key"]))
        assert deal(stream) == (vector["prestige"], vector["draw"])
    for vector in vectors["shuffles"]:
        assert shuffled(Stream(bytes.fromhex(vector["key"])), vector["pile"]) == vector["order"]


def test_the_score_is_counted_again():
    truth = city(books={"history": 4, "philosophy": 3, "cartography": 2}, florins=23).truth()
    assert recount(truth, NEED, False) == (9 + 4 + 8, "master")
    truth["towers"]["devotion"] = dict(NEED["devotion"])
    assert recount(truth, NEED, True) == (10 + 4 + 8, "master")
    truth["books"]["history"] = 3
    assert recount(truth, NEED, False) == (8 + 4, "journeyman")
