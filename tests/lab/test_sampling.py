"""Actions by masks: legal ones, each as likely as it should be, also where random numbers are 0."""

import numpy as np
import pytest

from armarium.lab.sampling import NothingLegal, by_logits, random_legal


class Zeros:
    """A generator at its worst: all numbers are the smallest there is."""

    def random(self, count):
        return np.zeros(count)

    def standard_exponential(self, shape):
        return np.zeros(shape)


class Worst(Zeros):
    def random(self, count):
        return np.full(count, 1 - 2.0**-53)  # the largest below 1

    def standard_exponential(self, shape):
        return np.full(shape, 1e300)


masks = np.array([[0, 1, 0, 1, 1], [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]], np.int8)


@pytest.mark.parametrize("rng", [Zeros(), Worst()])
def test_the_worst_numbers_still_give_a_legal_action(rng):
    for actions in (
        random_legal(masks, rng),
        by_logits(np.full(masks.shape, -np.inf, np.float32), masks, rng),
        by_logits(np.zeros(masks.shape, np.float32), masks, rng),
        by_logits(np.full(masks.shape, np.nan), masks, rng),
    ):
        assert masks[np.arange(3), actions].all()


@pytest.mark.parametrize("rng", [Zeros(), Worst()])
def test_the_first_and_the_last_legal_action_can_be_drawn_from_any_type_and_width(rng):
    chance = np.random.default_rng(5)
    for width in (1, 31, 63, 64, 65, 128, 203, 577):
        wide = chance.random((40, width)) < 0.1
        wide[np.arange(40), chance.integers(width, size=40)] = True
        last = width - 1 - wide[:, ::-1].argmax(1)
        expected = wide.argmax(1) if type(rng) is Zeros else last
        forms = (wide, wide.astype(np.int8), 5 * wide.astype(np.float32), np.asfortranarray(wide))
        for form in (*forms, wide.tolist()):
            np.testing.assert_array_equal(random_legal(form, rng), expected)


def test_every_legal_action_is_equally_likely():
    many = np.repeat(masks[:1], 30_000, 0)
    counts = np.bincount(random_legal(many, np.random.default_rng(1)), minlength=5)
    assert counts[[0, 2]].sum() == 0
    assert np.all(np.abs(counts[[1, 3, 4]] - 10_000) < 400)


def test_logits_say_how_likely():
    many = np.repeat(masks[:1], 30_000, 0)
    logits = np.log(np.array([9, 1, 9, 2, 3], np.float32))
    counts = np.bincount(by_logits(logits[None], many, np.random.default_rng(2)), minlength=5)
    assert counts[[0, 2]].sum() == 0
    assert np.all(np.abs(counts[[1, 3, 4]] - np.array([5_000, 10_000, 15_000])) < 400)


def test_rows_without_a_legal_action_are_refused():
    with pytest.raises(NothingLegal, match="a legal action in every row"):
        random_legal(np.zeros((2, 4)), np.random.default_rng(1))
    for nothing in (np.zeros(4), np.zeros((0, 4)), np.array([[0, 1], [0, 0]], np.int8)):
        with pytest.raises(NothingLegal):
            random_legal(nothing, np.random.default_rng(1))
    with pytest.raises(NothingLegal):
        by_logits(np.zeros(4), np.ones(4), np.random.default_rng(1))
