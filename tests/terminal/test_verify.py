"""Good records hold; a changed one does not, wherever it was changed."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from armarium.games.biblios import Game
from armarium.games.biblios.terminal.dealing import deal, shuffled_pile
from armarium.games.table.stream import Stream, commitment_of, key_of
from armarium.terminal.verdict import lines
from armarium.terminal.verify import verify

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "golden" / "chance_vectors.json").read_text("utf-8"))


def played(seed=3, until=None, bold=0.3, **arguments):
    """A record; bold players bid what they cannot pay, and are penalised."""
    chance = random.Random(seed)
    game = Game.new(seed=seed, **arguments)
    while game.to_act is not None and (until is None or len(game.actions) < until):
        legal = game.legal()
        if "pass" in legal and chance.random() > bold:
            legal = ["pass"]
        game.play(chance.choice(legal))
    return game.record()


def sealed(text):
    """The text with an end line that fits it: what a careful cheat would do."""
    body = text[: text.rindex("end: ")]
    actions = sum(line[:1].isdigit() for line in body.splitlines())
    return f"{body}end: {actions} actions, sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def fact(text, name):
    return next(
        line.partition(": ")[2] for line in text.splitlines() if line.startswith(f"{name}: ")
    )


def verdicts(text, published=None):
    return {check.name: check.ok for check in verify(text, published)}


def holds(text, published=None):
    return all(ok is not False for ok in verdicts(text, published).values())


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"penalty": "medieval-bluff", "first": 1},
        {"edition": "manual", "open_collections": True},
        {"contributions": True},
    ],
)
def test_good_records_hold(seats, options):
    if options.pop("contributions", False):
        options["contributions"] = [bytes([seat + 1] * 32) for seat in range(seats - 1)] + [None]
    text = played(seats=seats, **options)
    found = verdicts(text, fact(text, "commitment"))
    assert set(found.values()) <= {True, None}
    assert found["deal"] and found["pile"] and found["outcome"] and found["published"]


@pytest.mark.parametrize(
    "file",
    sorted((ROOT / "tests" / "golden" / "records").glob("*.txt")),
    ids=lambda file: file.stem,
)
def test_golden_records_hold(file):
    assert holds(file.read_bytes().decode("utf-8"))


def test_penalties_are_checked():
    text = played(seed=5, bold=1, open_collections=True)
    assert verdicts(text)["penalties"] is True


def test_an_unfinished_record_holds_as_far_as_it_goes():
    found = verdicts(played(until=10))
    assert found["actions"] and found["state"]
    assert found["pile"] is None and found["outcome"] is None


def test_a_chosen_deal_is_called_chosen():
    truth = Game.new(seats=4, seed=2).truth()
    text = played(seats=4, deal={"draw": truth["draw"], "box": truth["box"], "auction": ["gold-3"]})
    found = verdicts(text)
    assert found["deal"] is None and found["pile"] is True
    assert "The cards were chosen, not dealt by chance" in "\n".join(lines(verify(text), "en"))


def test_a_changed_text_is_noticed():
    text = played()
    assert verdicts(text.replace("keep", "public", 1))["text"] is False
    assert verdicts(text[:-40])["text"] is False
    assert verdicts("")["text"] is False
    assert verdicts("frog")["text"] is False
    assert verdicts("armarium record 1\nend: x")["text"] is False


def test_another_seed_is_noticed_though_the_seal_fits():
    text = played()
    other = text.replace(fact(text, "seed"), "08" + "00" * 31)
    found = verdicts(sealed(other))
    assert found["text"] is True and found["commitment"] is False
    assert found["actions"] is None, "what follows would mean nothing"


def test_another_seed_with_its_own_commitment_is_noticed_by_the_cards_or_the_published_one():
    text = played()
    seed = bytes([8, *bytes(31)])
    other = text.replace(fact(text, "seed"), seed.hex())
    other = sealed(other.replace(fact(text, "commitment"), commitment_of(seed)))
    assert not holds(other)
    assert verdicts(other, fact(text, "commitment"))["published"] is False


def test_a_changed_action_is_noticed_though_the_seal_fits():
    text = played()
    for old, new in (("keep", "auction"), ("pass", "bid 66"), ("take ", "take church~1 ")):
        index = text.index(f" {old}") + 1
        assert not holds(sealed(text[:index] + new + text[index + len(old) :])), old


def test_a_changed_state_is_noticed():
    text = played()
    found = verdicts(sealed(text.replace(fact(text, "state"), "0" * 64)))
    assert found["actions"] is True and found["state"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("game", "whist"), ("rules", "999"), ("seats", "7"), ("seed", "frog"), ("seed", "00"),
     ("options", "frog"), ("options", "penalty=gallows"), ("edition", "none")],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_without_a_crash(name, value):
    text = played()
    assert not holds(sealed(text.replace(f"{name}: {fact(text, name)}\n", f"{name}: {value}\n")))


@pytest.mark.parametrize(
    "name", ["game", "rules", "seats", "seed", "options", "commitment", "state"]
)
def test_a_missing_line_is_refused_without_a_crash(name):
    text = played()
    assert not holds(sealed(text.replace(f"{name}: {fact(text, name)}\n", "")))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lines_say_yes_or_no(language):
    good, bad = played(), sealed(played().replace("keep", "public", 1))
    told = lines(verify(good), language)
    assert told[-1] == {"en": "The record holds.", "fr": "Le relevé est bon."}[language]
    told = lines(verify(bad), language)
    assert (
        told[-1] == {"en": "The record does not hold.", "fr": "Le relevé n’est pas bon."}[language]
    )
    assert any(line.startswith({"en": "NO ", "fr": "NON "}[language]) for line in told)


def test_the_second_dealing_follows_the_published_page():
    """docs/chance.md: its numbers, from the page's own words."""
    key = key_of((7).to_bytes(32, "little"), [None, None])
    assert key.hex() == "5f18910dc1afd58ad7dca22cb4b896ec182b561c8da1d919460df59a4907e365"
    stream = Stream(key)
    assert [stream.below(n) for n in (2, 3, 4, 1, 6, 87, 52, 1, 10, 66)] == [
        1,
        2,
        3,
        0,
        3,
        50,
        7,
        0,
        8,
        31,
    ]
    stream = Stream(key)
    drawn = [stream.below(3_000_000_000) for _ in range(8)]
    assert drawn[:3] == [808629347, 2115771739, 26244063] and drawn[-1] == 1138653226
    pile = [
        "monks-2a",
        "holy-books-1g",
        "tomes-2i",
        "gold-1",
        "gold-1",
        "gold-3",
        "church+1",
        "church~1",
    ]
    shuffled = "church+1 holy-books-1g tomes-2i church~1 gold-1 gold-3 monks-2a gold-1"
    assert shuffled_pile(Stream(key), pile[::-1]) == shuffled.split()
    wanted = ["gold-1", "monks-4i", "church~1", "gold-1", "gold-1", "monks-2a"]
    arranged = "gold-1 church~1 gold-1 monks-2a church+1 gold-3 holy-books-1g tomes-2i"
    assert shuffled_pile(Stream(key), pile, wanted) == arranged.split()
    assert Stream(bytes(32)).below(2**32) == 2917185654
    dealt = deal(Stream(key), 2)
    assert dealt.first == 1 and dealt.draw[:3] == ["monks-3f", "holy-books-1c", "church~1"]
