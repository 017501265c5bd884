"""How networks encode rows of bytes."""

import numpy as np

from armarium.core.batch import Entry
from armarium.lab.vector import VectorGame, find_batch
from armarium.players.network.columns import TrainedColumns, map_columns, seat_rotations, widen


def test_cards_become_flags_and_amounts_stay_amounts():
    batch = find_batch("biblios")
    columns = map_columns(batch.LAYOUT)
    row = np.zeros((1, batch.SIZE), np.int8)
    row[0, :3] = 1, 2, 3  # cards in my hand
    row[0, 469] = 7  # the bid
    found = columns.features(row)[0]
    cards = sum(e.length for e in batch.LAYOUT if e.length == 45)
    assert np.flatnonzero(found[: 3 * cards]).tolist() == [0, cards + 1, 2 * cards + 2]
    assert sorted(found[3 * cards :][found[3 * cards :] > 0].tolist()) == [
        np.float32(7 / 16),
        np.float32(np.log(8)),
    ]
    assert columns.inputs % 64 == 0


def test_full_state_rows_start_with_the_acting_seat():
    """Own cards come first: the hand in the rotated row is the hand that the seat itself sees."""
    batch = find_batch("biblios")
    for seats in (2, 3, 4):
        games = VectorGame("biblios", 64, seats, seed=9)
        rng = np.random.default_rng(seats)
        for _ in range(90):
            masks = games.masks()
            games.step((masks * rng.random(masks.shape)).argmax(1))
        turns = seat_rotations(batch.WHOLE_LAYOUT, seats, 4)
        whole = np.take_along_axis(games.observe_all(), turns[games.actors], 1)
        assert np.array_equal(whole[:, :48], games.observe()[:, :48]), "my hand"
        names = {e.name: e for e in batch.LAYOUT}
        theirs = {e.name: e for e in batch.WHOLE_LAYOUT}
        for name in ("actor", "active", "leader", "first", "passed", "barred", "hand sizes"):
            a, b = names[name], theirs[name]
            ours = games.observe()[:, a.start : a.start + a.length]
            assert np.array_equal(ours, whole[:, b.start : b.start + b.length]), name


def test_a_wider_network_is_the_same_function_until_it_learns():
    """A column is added between others. The weights of its inputs start at zero."""
    layout = find_batch("biblios").LAYOUT
    rows = np.random.default_rng(3).integers(0, 4, (5, find_batch("biblios").SIZE), np.int8)
    first = (
        np.random.default_rng(4).normal(size=(2, map_columns(layout).inputs, 8)).astype(np.float32)
    )
    names = TrainedColumns.of_batch(find_batch("biblios")).row
    more = (*names[:7], ("overtime", 70), *names[7:])
    moved = [(Entry(name, 0, length, "")) for name, length in more]
    start = 0
    for n, entry in enumerate(moved):
        moved[n] = entry._replace(start=start)
        start += entry.length
    there = np.zeros((5, start), np.int8)
    for entry in moved:
        old = next((e for e in layout if e.name == entry.name), None)
        if old is not None:
            there[:, entry.start : entry.start + entry.length] = rows[
                :, old.start : old.start + old.length
            ]
    wide = widen(first, names, more)
    np.testing.assert_allclose(
        map_columns(moved).features(there) @ wide,
        map_columns(layout).features(rows) @ first,
        rtol=1e-4,
        atol=1e-4,
    )
