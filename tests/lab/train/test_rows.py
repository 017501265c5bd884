"""What the networks make of the bytes."""

import numpy as np

from armarium.lab.vector import VectorGame, batch_of
from armarium.players.network.columns import columns_of, fingerprint, turned


def test_cards_become_flags_and_amounts_stay_amounts():
    batch = batch_of("biblios")
    columns = columns_of(batch.LAYOUT)
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


def test_the_referee_counts_from_the_seat_that_acts():
    """Own cards come first: the hand of the turned row is the hand that the seat itself sees."""
    batch = batch_of("biblios")
    for seats in (2, 3, 4):
        games = VectorGame("biblios", 64, seats, seed=9)
        rng = np.random.default_rng(seats)
        for _ in range(90):
            masks = games.masks()
            games.step((masks * rng.random(masks.shape)).argmax(1))
        turns = turned(batch.WHOLE_LAYOUT, seats, 4)
        whole = np.take_along_axis(games.observe_all(), turns[games.actors], 1)
        assert np.array_equal(whole[:, :48], games.observe()[:, :48]), "my hand"
        names = {e.name: e for e in batch.LAYOUT}
        theirs = {e.name: e for e in batch.WHOLE_LAYOUT}
        for name in ("actor", "active", "leader", "first", "passed", "barred", "hand sizes"):
            a, b = names[name], theirs[name]
            ours = games.observe()[:, a.start : a.start + a.length]
            assert np.array_equal(ours, whole[:, b.start : b.start + b.length]), name


def test_the_fingerprint_tells_layouts_apart():
    batch = batch_of("biblios")
    texts = tuple(batch.TEXTS)
    ours = fingerprint(batch.LAYOUT, batch.WHOLE_LAYOUT, texts)
    assert ours != fingerprint(batch.LAYOUT[:-1], batch.WHOLE_LAYOUT, texts)
    assert ours != fingerprint(batch.LAYOUT, batch.WHOLE_LAYOUT, texts[::-1])
