"""Valid records pass verification; a changed one fails, wherever it was changed."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from armarium.core.stream import Stream, compute_commitment, compute_key
from armarium.games.biblios import Game
from armarium.games.biblios.terminal.verify import draw_deal, shuffle_pile
from armarium.terminal.verify import format_report, verify

ROOT = Path(__file__).parents[2]
VECTORS = json.loads((ROOT / "tests" / "golden" / "chance_vectors.json").read_text("utf-8"))


def play_record(seed=3, until=None, bold=0.3, **arguments):
    """Return a record; `bold` players bid more than they can pay and are penalised."""
    chance = random.Random(seed)
    game = Game.new(seed=seed, **arguments)
    while game.to_act is not None and (until is None or len(game.actions) < until):
        legal = game.legal()
        if "pass" in legal and chance.random() > bold:
            legal = ["pass"]
        game.play(chance.choice(legal))
    return game.record()


def seal(text):
    """Return the text with a matching end line, as a careful cheater would."""
    body = text[: text.rindex("end: ")]
    actions = sum(line[:1].isdigit() for line in body.splitlines())
    return f"{body}end: {actions} actions, sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def read_fact(text, name):
    return next(
        line.partition(": ")[2] for line in text.splitlines() if line.startswith(f"{name}: ")
    )


def list_verdicts(text, published=None):
    return {check.name: check.ok for check in verify(text, published)}


def is_verified(text, published=None):
    return all(ok is not False for ok in list_verdicts(text, published).values())


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
    text = play_record(seats=seats, **options)
    found = list_verdicts(text, read_fact(text, "commitment"))
    assert set(found.values()) <= {True, None}
    assert found["deal"] and found["pile"] and found["outcome"] and found["published"]


@pytest.mark.parametrize(
    "file",
    sorted((ROOT / "tests" / "golden" / "records").glob("*.txt")),
    ids=lambda file: file.stem,
)
def test_golden_records_hold(file):
    assert is_verified(file.read_bytes().decode("utf-8"))


def test_penalties_are_checked():
    text = play_record(seed=5, bold=1, open_collections=True)
    assert list_verdicts(text)["penalties"] is True


def test_an_unfinished_record_holds_as_far_as_it_goes():
    found = list_verdicts(play_record(until=10))
    assert found["actions"] and found["state"]
    assert found["pile"] is None and found["outcome"] is None


def test_a_chosen_deal_is_called_chosen():
    truth = Game.new(seats=4, seed=2).truth()
    text = play_record(
        seats=4, deal={"draw": truth["draw"], "box": truth["box"], "auction": ["gold-3"]}
    )
    found = list_verdicts(text)
    assert found["deal"] is None and found["pile"] is True
    assert "The cards were chosen, not shuffled" in "\n".join(format_report(verify(text), "en"))


def test_a_changed_text_is_noticed():
    text = play_record()
    assert list_verdicts(text.replace("keep", "public", 1))["text"] is False
    assert list_verdicts(text[:-40])["text"] is False
    assert list_verdicts("")["text"] is False
    assert list_verdicts("frog")["text"] is False
    assert list_verdicts("armarium record 1\nend: x")["text"] is False


def test_another_seed_is_noticed_though_the_seal_fits():
    text = play_record()
    other = text.replace(read_fact(text, "seed"), "08" + "00" * 31)
    found = list_verdicts(seal(other))
    assert found["text"] is True and found["commitment"] is False
    assert found["actions"] is None, "what follows would mean nothing"


def test_another_seed_with_its_own_commitment_is_noticed_by_the_cards_or_the_published_one():
    text = play_record()
    seed = bytes([8, *bytes(31)])
    other = text.replace(read_fact(text, "seed"), seed.hex())
    other = seal(other.replace(read_fact(text, "commitment"), compute_commitment(seed)))
    assert not is_verified(other)
    assert list_verdicts(other, read_fact(text, "commitment"))["published"] is False


def test_a_changed_action_is_noticed_though_the_seal_fits():
    text = play_record()
    for old, new in (("keep", "auction"), ("pass", "bid 66"), ("take ", "take church~1 ")):
        index = text.index(f" {old}") + 1
        assert not is_verified(seal(text[:index] + new + text[index + len(old) :])), old


def test_a_changed_state_is_noticed():
    text = play_record()
    found = list_verdicts(seal(text.replace(read_fact(text, "state"), "0" * 64)))
    assert found["actions"] is True and found["state"] is False


@pytest.mark.parametrize(
    ("name", "value"),
    [("game", "whist"), ("rules", "999"), ("seats", "7"), ("seed", "frog"), ("seed", "00"),
     ("options", "frog"), ("options", "penalty=gallows"), ("edition", "none")],
)  # fmt: skip
def test_a_header_that_cannot_be_is_refused_without_a_crash(name, value):
    text = play_record()
    assert not is_verified(
        seal(text.replace(f"{name}: {read_fact(text, name)}\n", f"{name}: {value}\n"))
    )


@pytest.mark.parametrize(
    "name", ["game", "rules", "seats", "seed", "options", "commitment", "state"]
)
def test_a_missing_line_is_refused_without_a_crash(name):
    text = play_record()
    assert not is_verified(seal(text.replace(f"{name}: {read_fact(text, name)}\n", "")))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_lines_say_yes_or_no(language):
    good, bad = play_record(), seal(play_record().replace("keep", "public", 1))
    output = format_report(verify(good), language)
    assert (
        output[-1] == {"en": "The record is valid.", "fr": "Le relevé est authentique."}[language]
    )
    output = format_report(verify(bad), language)
    assert (
        output[-1]
        == {"en": "The record is NOT valid.", "fr": "Le relevé n’est pas authentique."}[language]
    )
    assert any(line.startswith({"en": "NO ", "fr": "NON "}[language]) for line in output)


def test_the_second_dealing_follows_the_published_page():
    """docs/chance.md: its numbers, from the page's own words."""
    key = compute_key((7).to_bytes(32, "little"), [None, None])
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
    assert shuffle_pile(Stream(key), pile[::-1]) == shuffled.split()
    wanted = ["gold-1", "monks-4i", "church~1", "gold-1", "gold-1", "monks-2a"]
    arranged = "gold-1 church~1 gold-1 monks-2a church+1 gold-3 holy-books-1g tomes-2i"
    assert shuffle_pile(Stream(key), pile, wanted) == arranged.split()
    assert Stream(bytes(32)).below(2**32) == 2917185654
    dealt = draw_deal(Stream(key), 2)
    assert dealt.first == 1 and dealt.draw[:3] == ["monks-3f", "holy-books-1c", "church~1"]
