"""What a record of Bibliogamo leaves unsaid, and what it says for ever: options that came later, ranks as they were."""

import pytest

from armarium.games.bibliogamo import Game, ranks
from armarium.games.table.errors import BadRecord
from armarium.games.table.record import Record
from tests.golden.bibliogamo.endings import CITY
from tests.golden.make import RECORDS

EXACT = "bibliogamo-exact-transfer"
# Before there was transfer_count, and before ranks were measured.
FIRST = sorted(
    "bibliogamo-" + name
    for name in (
        "any-icon-blocks", "apprentice", "chained-prices", "chosen-deal", "contribution", "every-stop",
        "finished-books", "grand-librarian", "guildmaster", "journeyman", "master", "own-cards", "retrained",
    )
)  # fmt: skip


def stored(name):
    return (RECORDS / f"{name}.txt").read_text(encoding="utf-8")


def with_options(text, change):
    """The same record with another line of options, and its end in order again."""
    record = Record.parse(text)
    record.facts["options"] = change(record.facts["options"])
    return record.text()


@pytest.mark.parametrize("name", FIRST)
def test_a_record_that_does_not_name_the_younger_option_means_its_default(name):
    assert "transfer_count" not in stored(name)
    game = Game.replay(stored(name))
    assert game.options["transfer_count"] == "up-to"
    assert game.record() == stored(name)


def test_the_younger_option_is_named_where_it_is_not_at_its_default():
    assert "landing=rest transfer_count=exact\n" in stored(EXACT)
    game = Game.replay(stored(EXACT))
    assert game.options["transfer_count"] == "exact"
    moved = [action for _, action in game.actions if action.startswith("transfer")]
    assert len(moved) == 8  # by cards of four, two and two icons


def test_named_at_its_default_it_would_be_a_second_spelling():
    text = with_options(
        stored("bibliogamo-apprentice"), lambda told: f"{told} transfer_count=up-to"
    )
    with pytest.raises(BadRecord, match="it does not say what the game says"):
        Game.replay(text)


@pytest.mark.parametrize("left_out", Record.parse(stored(FIRST[0])).facts["options"].split())
def test_all_older_options_must_be_named(left_out):
    name = left_out.split("=")[0]
    text = with_options(
        stored("bibliogamo-apprentice"),
        lambda told: " ".join(pair for pair in told.split() if not pair.startswith(name)),
    )
    assert name not in text
    with pytest.raises(BadRecord, match="it does not say what the game says"):
        Game.replay(text)


@pytest.mark.parametrize("value", ["some", "no", "3", ""])
def test_no_other_value_is_read(value):
    with pytest.raises(BadRecord):
        Game.replay(with_options(stored(EXACT), lambda told: told.replace("=exact", f"={value}")))


SEALED = [
    (0, "apprentice"), (11, "apprentice"), (12, "journeyman"), (19, "journeyman"), (20, "master"),
    (27, "master"), (28, "guildmaster"), (34, "guildmaster"), (35, "grand-librarian"), (60, "grand-librarian"),
]  # fmt: skip


@pytest.mark.parametrize(("score", "rank"), SEALED)
def test_a_fingerprint_holds_the_rank_of_the_first_records(score, rank):
    told = {"score": score, "rank": "whatever it is called now", "books": 3}
    assert ranks.sealed(told) == {"score": score, "rank": rank, "books": 3}


@pytest.mark.parametrize("name", FIRST)
def test_other_ranks_leave_every_record_as_it_is(name, monkeypatch):
    monkeypatch.setattr(ranks, "_RANKS", ((90, "grand-librarian"), (0, "apprentice")))
    game = Game.replay(stored(name))
    assert game.outcome()["rank"] == "apprentice"
    assert game.record() == stored(name)


def test_the_first_records_are_all_there():
    assert set(FIRST) < set(CITY)
