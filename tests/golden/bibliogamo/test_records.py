"""Old records of Bibliogamo stay valid: options added later, and the original ranks."""

import json

import pytest

from armarium.core.errors import BadRecord
from armarium.core.kernels.writing import get_buffer
from armarium.core.record import Record
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.kernels.event_words import MAX_BYTES
from armarium.games.bibliogamo.kernels.outcome_text import write_outcome
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


def read_stored(name):
    return (RECORDS / f"{name}.txt").read_text(encoding="utf-8")


def replace_options(text, change):
    """Return the record with other options and a matching end line."""
    record = Record.parse(text)
    record.facts["options"] = change(record.facts["options"])
    return record.text()


@pytest.mark.parametrize("name", FIRST)
def test_a_missing_tacit_option_has_its_default(name):
    assert "transfer_count" not in read_stored(name)
    game = Game.replay(read_stored(name))
    assert game.options["transfer_count"] == "up-to"
    assert game.record() == read_stored(name)


def test_a_tacit_option_is_recorded_unless_it_has_its_default():
    assert "landing=rest transfer_count=exact\n" in read_stored(EXACT)
    game = Game.replay(read_stored(EXACT))
    assert game.options["transfer_count"] == "exact"
    moved = [action for _, action in game.actions if action.startswith("transfer")]
    assert len(moved) == 8  # by cards of four, two and two icons


def test_a_tacit_option_recorded_at_its_default_is_refused():
    text = replace_options(
        read_stored("bibliogamo-apprentice"), lambda options: f"{options} transfer_count=up-to"
    )
    with pytest.raises(BadRecord, match="it differs from the record that the game itself writes"):
        Game.replay(text)


@pytest.mark.parametrize("left_out", Record.parse(read_stored(FIRST[0])).facts["options"].split())
def test_all_older_options_must_be_named(left_out):
    name = left_out.split("=")[0]
    text = replace_options(
        read_stored("bibliogamo-apprentice"),
        lambda options: " ".join(pair for pair in options.split() if not pair.startswith(name)),
    )
    assert name not in text
    with pytest.raises(BadRecord, match="it differs from the record that the game itself writes"):
        Game.replay(text)


@pytest.mark.parametrize("value", ["some", "no", "3", ""])
def test_no_other_value_is_read(value):
    with pytest.raises(BadRecord):
        Game.replay(
            replace_options(
                read_stored(EXACT), lambda options: options.replace("=exact", f"={value}")
            )
        )


SEALED = [
    (0, "apprentice"), (11, "apprentice"), (12, "journeyman"), (19, "journeyman"), (20, "master"),
    (27, "master"), (28, "guildmaster"), (34, "guildmaster"), (35, "grand-librarian"), (60, "grand-librarian"),
]  # fmt: skip


@pytest.mark.parametrize(("score", "rank"), SEALED)
def test_a_fingerprint_holds_the_rank_of_the_first_records(score, rank):
    game = Game.replay(read_stored(FIRST[0]))
    game.states["score"] = score
    outcome = game.outcome()
    assert read_original(game) == {**outcome, "rank": rank} and outcome["score"] == score


def read_original(game):
    """Return the outcome as in fingerprints."""
    page = get_buffer(MAX_BYTES)
    return json.loads(page[: write_outcome(game.states, 0, 1, page)].tobytes())


def test_changed_ranks_do_not_change_records():
    renamed = 0
    for name in FIRST:
        game = Game.replay(read_stored(name))
        renamed += game.outcome()["rank"] != read_original(game)["rank"]
        assert game.record() == read_stored(name)
    assert renamed, "no record has a rank that is called otherwise now"


def test_the_first_records_are_all_there():
    assert set(FIRST) < set(CITY)
