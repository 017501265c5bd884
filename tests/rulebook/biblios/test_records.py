"""Invalid or changed records are rejected with the line and the reason."""

import hashlib

import pytest

from armarium.core.errors import BadRecord, OldRules
from armarium.core.seeding import commitment
from armarium.games.biblios import Game

from .scenes import check_refused


@pytest.fixture(scope="module")
def record():
    game = Game.new(3, seed=7)
    for _ in range(60):
        game.play(game.legal()[0])
    return game.record()


def seal(body):
    """Return a record with a new sha256, as anyone who changes it on purpose can."""
    body = body[: body.rindex("end: ")]
    actions = sum(line[:1].isdigit() for line in body.splitlines())
    return body + f"end: {actions} actions, sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"


def replace_fact(record, name, fact):
    lines = [
        f"{name}: {fact}" if line.startswith(f"{name}: ") else line for line in record.splitlines()
    ]
    return seal("\n".join(lines) + "\n")


def test_a_whole_record_replays(record):
    assert seal(record) == record and Game.replay(record).record() == record


@pytest.mark.parametrize(
    "text", ["", "\n", "nonsense", "armarium record 1", "armarium record 2\n", None, 7, b"x"]
)
def test_nonsense_is_no_record(text):
    check_refused(BadRecord, "bad-record", Game.replay, text)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_record(record, share):
    error = check_refused(BadRecord, "bad-record", Game.replay, record[: int(len(record) * share)])
    assert "cut off" in str(error)


def test_every_way_to_cut_a_record_short_is_refused(record):
    for length in range(0, len(record), 97):
        check_refused(BadRecord, "bad-record", Game.replay, record[:length])
    check_refused(BadRecord, "bad-record", Game.replay, record[:-1])


def test_a_tampered_record(record):
    error = check_refused(BadRecord, "bad-record", Game.replay, record.replace("1 1 keep", "1 1 public", 1)
                    if "1 1 keep" in record else record.replace("keep", "public", 1))  # fmt: skip
    assert "sha256" in str(error)


def test_a_tampered_action_with_a_new_sha256(record):
    """Replaying reaches another state or an illegal action; either way the error names the line."""
    for old, new in (("keep", "public"), ("keep", "fly")):
        error = check_refused(
            BadRecord, "bad-record", Game.replay, seal(record.replace(old, new, 1))
        )
        assert error.facts["line"] > 1


def test_the_wrong_seed(record):
    wrong = replace_fact(record, "seed", (8).to_bytes(32, "little").hex())
    assert "committed" in str(check_refused(BadRecord, "bad-record", Game.replay, wrong))
    both = replace_fact(wrong, "commitment", commitment((8).to_bytes(32, "little")))
    check_refused(BadRecord, "bad-record", Game.replay, both)


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("game", "bibliogamo"),
        ("edition", "french"),
        ("seats", "5"),
        ("seats", "three"),
        ("seats", "4"),
        ("options", "penalty=mild"),
        ("options", "penalty"),
        ("options", "colour=brown"),
        ("seed", "00"),
        ("seed", "seven"),
        ("commitment", "00"),
        ("state", "00"),
    ],
)
def test_a_wrong_fact(record, name, fact):
    check_refused(BadRecord, "bad-record", Game.replay, replace_fact(record, name, fact))


@pytest.mark.parametrize(
    "fact", ["game", "rules", "edition", "seats", "options", "commitment", "seed", "state"]
)
def test_a_missing_fact(record, fact):
    lines = [line for line in record.splitlines() if not line.startswith(f"{fact}: ")]
    check_refused(BadRecord, "bad-record", Game.replay, seal("\n".join(lines) + "\n"))


@pytest.mark.parametrize("version", ["0", "999", "x"])
def test_rules_that_are_no_longer_played(record, version):
    error = check_refused(
        OldRules, "old-rules", Game.replay, replace_fact(record, "rules", version)
    )
    assert error.facts["asked"] == version


def test_renumbered_actions(record):
    lines = record.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("5 "))
    for changed in ([*lines[:at], *lines[at + 1 :]], [*lines[:at], lines[at], *lines[at:]],
                    [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]):  # fmt: skip
        error = check_refused(BadRecord, "bad-record", Game.replay, seal("\n".join(changed) + "\n"))
        assert "action" in str(error)


def test_the_wrong_seat(record):
    line = next(line for line in record.splitlines() if line.startswith("1 "))
    number, seat, action = line.split(" ", 2)
    wrong = record.replace(line, f"{number} {(int(seat) + 1) % 3} {action}", 1)
    check_refused(BadRecord, "bad-record", Game.replay, seal(wrong))


def test_a_line_that_is_neither(record):
    check_refused(
        BadRecord, "bad-record", Game.replay, seal(record.replace("\n\n", "\nwhat is this\n", 1))
    )
    assert issubclass(OldRules, BadRecord)


def test_odd_digits_and_characters(record):
    """Not every Unicode digit is a number, and not every text can be encoded."""
    line = next(line for line in record.splitlines() if line.startswith("1 "))
    check_refused(BadRecord, "bad-record", Game.replay, seal(record.replace(line, "1 ² keep", 1)))
    check_refused(BadRecord, "bad-record", Game.replay, record.replace("end: 60 ", "end: ² ", 1))
    check_refused(BadRecord, "bad-record", Game.replay, record.replace("keep", "k\ud800p", 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats: 3", "seats: 03"),
        ("seats: 3", "seats: +3"),
        ("seats: 3", "seats: 2\nseats: 3"),
        ("seats: 3", "seats: 3\nnote: hello"),
        ("seats: 3", "\nseats: 3"),
        ("seats: 3", "seats: 3\ncontributions: - - -"),
        ("first=random", "first=random edition=manual"),
        (" first=random", ""),
    ],
)
def test_a_game_has_one_record(record, old, new):
    """A replayed record gives the same text. Another spelling is rejected, not silently corrected."""
    other = record.replace(old, new, 1)
    assert other != record
    check_refused(BadRecord, "bad-record", Game.replay, seal(other))
