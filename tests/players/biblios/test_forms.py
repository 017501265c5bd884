"""Categories with equal cards can be exchanged: the game and its rows are the same by other names."""

import numpy as np

from armarium.games.biblios import Game
from armarium.games.biblios.actions import TEXTS
from armarium.games.biblios.cards import CATEGORIES, VALUES_BY_LETTER
from armarium.games.biblios.lab.forms import CODES, FORMS, ROWS, WHOLE_ROWS, InAllForms
from armarium.games.biblios.lab.thinkers import SEED, Way, alone
from armarium.games.biblios.observation_layout import LAYOUT, WHOLE_LAYOUT
from armarium.games.biblios.players.learnt.seeing import seen_by
from armarium.games.biblios.players.learnt.thinking import NEAR
from armarium.lab.arena.deals import Setting
from armarium.players.network.network import NEVER, network_of


def _positions(number=40):
    """Rows and masks along games that follow the network."""
    network, rows, masks = network_of("biblios"), [], []
    for seed in range(3):
        game = Game.new(2 + seed, seed)
        while (seat := game.to_act) is not None and len(rows) < number * (seed + 1) // 3:
            row, mask = seen_by(game._states, seat)
            rows.append(row)
            masks.append(mask)
            game.play(TEXTS[network.choose(row, mask)[0]])
    return np.concatenate(rows), np.concatenate(masks)


def test_there_are_twelve_and_the_first_changes_nothing():
    assert FORMS == 12
    assert len({line.tobytes() for line in CODES}) == FORMS
    for lines in (ROWS, WHOLE_ROWS, CODES):
        assert np.array_equal(lines[0], np.arange(lines.shape[1]))
        assert all(np.array_equal(np.sort(line), lines[0]) for line in lines)


def test_only_cards_of_equal_value_and_their_dice_change_places():
    for layout, places in ((LAYOUT, ROWS), (WHOLE_LAYOUT, WHOLE_ROWS)):
        moved = np.flatnonzero((places != np.arange(places.shape[1])).any(0))
        values = "".join(VALUES_BY_LETTER[category] for category in CATEGORIES)
        for entry in layout:
            here = [
                at - entry.start for at in moved if entry.start <= at < entry.start + entry.length
            ]
            assert not here or entry.length == len(values) or entry.name == "dice", entry.name
            for at in here if entry.length == len(values) else ():
                assert {values[line[entry.start + at] - entry.start] for line in places} == {
                    values[at]
                }


def test_an_action_names_in_each_form_what_lies_at_that_byte_of_the_row():
    """The card that may be taken, and the one the row then shows there, move together."""
    start = next(entry.start for entry in LAYOUT if entry.name == "my hand")
    take = TEXTS.index("take monks-2a")
    for places, codes in zip(ROWS, CODES):
        for kind in range(9 * len(CATEGORIES)):
            there = codes[take + kind] - take
            assert places[start + there] == start + kind
    assert {TEXTS[code] for code in CODES[:, TEXTS.index("raise monks tomes")]} == {
        f"raise {one} {two}" for one in ("monks", "pigments") for two in ("holy-books", "manuscripts", "tomes")
    }  # fmt: skip
    for text in ("keep", "bid 7", "pass", "take gold-2", "take church~1"):
        assert set(CODES[:, TEXTS.index(text)]) == {TEXTS.index(text)}


def test_the_mean_opinion_is_the_same_of_a_position_and_of_its_forms():
    network = network_of("biblios")
    fair = InAllForms(network)
    rows, masks = _positions()
    allowed = masks[:, : len(TEXTS)]
    opinion = fair.logits(rows, masks)
    assert np.array_equal(opinion == NEVER, allowed == 0)
    assert (opinion != network.logits(rows, masks)).any(), "the network alone is not even-handed"
    chances = fair.chances(rows, 2)
    np.testing.assert_allclose(chances.sum(1), 1)
    for places, codes in zip(ROWS, CODES):
        allowed_there = np.zeros_like(allowed)
        allowed_there[:, codes] = allowed
        assert np.array_equal(fair.logits(rows[:, places], allowed_there)[:, codes], opinion)
        np.testing.assert_allclose(fair.chances(rows[:, places], 2), chances)


def test_who_looks_at_all_forms_needs_no_worlds():
    setting = Setting("biblios", 2, "iello", (), SEED)
    shares = alone(network_of("biblios"), Way(NEAR, worlds=0, in_forms=True), setting, [0])
    assert shares.shape == (1,) and 0 <= shares[0] <= 1
