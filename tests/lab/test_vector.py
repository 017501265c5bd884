"""VectorGame is many games and nothing else: slot by slot the games of their seeds, on a CPU and on a GPU."""

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

from armarium.games.biblios import Game
from armarium.games.shelf import open_book
from armarium.games.table.errors import (
    ArmariumError,
    BadOption,
    BadSeats,
    UnknownEdition,
    UnknownGame,
)
from armarium.lab.adapters.rows import rows_of
from armarium.lab.batch.slots import NoBatches
from armarium.lab.vector import IllegalInSlot, NoDevice, VectorGame

CASES = [
    (2, {"edition": "manual"}),
    (2, {"edition": "iello", "first": 1}),
    (3, {"edition": "scripts-and-scribes", "penalty": "medieval-bluff"}),
    (4, {"edition": "iello", "open_collections": True, "may_refuse": True}),
    (4, {"edition": "manual", "beyond_means": False}),
]


def ordinary_code(rng, game):
    """Mostly small bids and passes: a game of the usual length."""
    legal = game.legal()
    if legal[-1] == "pass" and rng.random() < 0.6:
        return game.codes["pass"]
    return game.codes[legal[0] if legal[-1] == "pass" else rng.choice(legal)]


def codes_of(games, rng):
    """Some legal action a slot."""
    return np.argmax(rng.random(games.masks().shape) * games.masks(), axis=1)


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_slots_play_the_games_of_their_seeds(seats, options):
    count, seed, rng, rows = 3, 70, random.Random(1), rows_of("biblios")
    games = VectorGame("biblios", count, seats, seed=seed, **options)
    alone = [Game.new(seats, seed + slot, **options) for slot in range(count)]
    numbers = [0] * count
    texts, steps = games.actions, 0
    while min(numbers) < 2:
        for slot, game in enumerate(alone):
            legal = np.flatnonzero(games.masks()[slot])
            assert [texts[code] for code in legal] == game.legal()
            assert games.actors[slot] == game.to_act
            row = rows.observation(game, game.to_act)
            assert games.observe()[slot].tobytes() == row.tobytes()
            assert games.numbers[slot] == numbers[slot]
            if steps % 20 == 0:
                for seat in range(seats):
                    assert (games.observe(seat)[slot] == rows.observation(game, seat)).all()
        codes = [ordinary_code(rng, game) for game in alone]
        rewards, dones = games.step(codes)
        for slot, game in enumerate(alone):
            game.play(texts[codes[slot]])
            assert dones[slot] == (game.to_act is None)
            outcome = game.outcome()
            winners = outcome["winners"] if outcome else []
            worth = [1 / len(winners) if seat in winners else 0 for seat in range(seats)]
            assert rewards[slot].tolist() == np.float32(worth).tolist()
            if outcome:
                numbers[slot] += 1
                alone[slot] = Game.new(seats, seed + numbers[slot] * count + slot, **options)
        steps += 1


def test_states_are_the_bytes_of_single_games():
    games = VectorGame("biblios", 2, 3, seed=2**61 + 5)
    alone = [Game.new(3, 2**61 + 5 + slot) for slot in range(2)]
    rng = random.Random(3)
    for _ in range(150):
        for slot, game in enumerate(alone):
            assert games.states[slot].tobytes() == game._states[0].tobytes()
        codes = [ordinary_code(rng, game) for game in alone]
        games.step(codes)
        for game, code in zip(alone, codes):
            game.play(games.actions[code])


@pytest.mark.parametrize(("game", "seats"), [("biblios", 4), ("bibliogamo", 1)])
def test_the_number_of_threads_changes_nothing(game, seats):
    one = VectorGame(game, 200, seats, seed=5, threads=1)
    three = VectorGame(game, 200, seats, seed=5, threads=3)
    rng = np.random.default_rng(0)
    for _ in range(120):
        codes = codes_of(one, rng)
        one.step(codes)
        three.step(codes)
        for name in ("states", "actors", "rewards", "dones", "numbers"):
            assert getattr(one, name).tobytes() == getattr(three, name).tobytes()
        assert one.observe().tobytes() == three.observe().tobytes()
    assert one.observe_all().tobytes() == three.observe_all().tobytes()


def test_reset_begins_the_first_games_again():
    games = VectorGame("biblios", 4, 2, seed=8)
    first = games.states.copy()
    for _ in range(30):
        games.step(codes_of(games, np.random.default_rng(1)))
    assert games.states.tobytes() != first.tobytes()
    games.reset()
    assert games.states.tobytes() == first.tobytes()
    games.reset(seed=9)
    assert games.states[:3].tobytes() == first[1:].tobytes()


@pytest.mark.parametrize("wrong", [-1, 203, 10**12, None])
def test_an_illegal_action_changes_nothing_and_names_its_slot(wrong):
    games = VectorGame("biblios", 5, 4)
    codes = codes_of(games, np.random.default_rng(2))
    codes[3] = np.argmin(games.masks()[3]) if wrong is None else wrong
    kept = ("states", "actors", "rewards", "dones", "numbers")
    before = [getattr(games, name).tobytes() for name in kept]
    with pytest.raises(IllegalInSlot, match="Slot 3 cannot play") as caught:
        games.step(codes)
    assert caught.value.facts["slot"] == 3
    assert caught.value.facts["allowed"] == ["keep", "auction", "public"]
    assert [getattr(games, name).tobytes() for name in kept] == before


def test_what_cannot_be_had_is_said():
    for asked, error in [
        ({"game": "chess"}, UnknownGame),
        ({"count": 0}, BadOption),
        ({"seats": 5}, BadSeats),
        ({"edition": "none"}, UnknownEdition),
        ({"device": "tpu"}, BadOption),
        ({"seed": -1}, BadOption),
        ({"eyes": False}, BadOption),
        ({"penalty": "none"}, BadOption),
        ({"game": "bibliogamo", "seats": 2}, BadSeats),
        ({"game": "bibliogamo", "edition": "iello"}, UnknownEdition),
    ]:
        with pytest.raises(error):
            VectorGame(**{"count": 2, **asked})
    games = VectorGame("biblios", 2, 2)
    with pytest.raises(BadOption):
        games.step([0])
    with pytest.raises(BadOption):
        games.observe(2)
    for slot in (2, -1, "0"):
        with pytest.raises(BadOption):
            games.single(slot)


def test_a_game_without_batches_is_refused(monkeypatch):
    monkeypatch.setattr(type(open_book("bibliogamo")), "batch", None)
    with pytest.raises(NoBatches, match="bibliogamo cannot be played in batches") as caught:
        VectorGame("bibliogamo", 2)
    assert caught.value.code == "no-batches"
    assert caught.value.facts == {"asked": "bibliogamo", "allowed": ["biblios"]}


def test_what_is_not_asked_for_is_not_written():
    games = VectorGame("biblios", 2, 3, observations=False, masks=False, eyes=False)
    assert games.observe() is None and games.masks() is None
    games.step([0, 0])
    assert VectorGame("bibliogamo", 2).seats == 1 and VectorGame(count=2).seats == 4


def test_the_arrays_stay_where_they_are():
    """Whoever shares their memory (torch.from_numpy) sees the next step."""
    games = VectorGame("biblios", 2, 2)
    before = [games.observe(), games.masks(), games.rewards, games.dones, games.actors]
    games.step(codes_of(games, np.random.default_rng(0)))
    after = [games.observe(), games.masks(), games.rewards, games.dones, games.actors]
    assert all(np.shares_memory(a, b) for a, b in zip(before, after))
    assert [a.dtype for a in after] == [np.int8, np.int8, np.float32, np.bool_, np.int8]


ALONE = """
import sys
from armarium.lab.batch.slots import NoBatches
from armarium.lab.vector import VectorGame
VectorGame("biblios", 2, 2).step([0, 0])
strangers = ("torch", "msgspec", "sqlalchemy", "starlette", "uvicorn", "armarium.server", "gymnasium", "pettingzoo",
             "pyspiel", "rich", "click")
print([name for name in strangers if name in sys.modules])
"""


def test_a_batch_needs_numpy_and_numba_alone():
    done = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr


# ------------------------------------------------------------------------------------ a GPU, or none


def reason_without_gpu():
    from armarium.lab.cuda.slots import cuda_of_numba

    try:
        cuda_of_numba()
    except NoDevice as error:
        return str(error)
    return None


def test_without_a_gpu_one_clear_error():
    if reason_without_gpu() is None:
        pytest.skip("there is a GPU here")
    with pytest.raises(ArmariumError, match="No CUDA device can be used here: ") as caught:
        VectorGame("biblios", 2, 2, device="cuda")
    assert caught.value.code == "no-device"
    done = subprocess.run(
        [sys.executable, "-m", "tests.gpu.check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("No CUDA device")


@pytest.mark.gpu
@pytest.mark.parametrize(("game", "seats"), [("biblios", 3), ("bibliogamo", 1)])
def test_the_gpu_plays_the_same_games(game, seats):
    reason = reason_without_gpu()
    if reason:
        pytest.skip(reason)
    cpu, gpu = (VectorGame(game, 64, seats, device, seed=4) for device in ("cpu", "cuda"))
    rng = np.random.default_rng(0)
    for _ in range(200):
        codes = codes_of(cpu, rng)
        cpu.step(codes)
        gpu.step(codes)
    for name in ("states", "actors", "rewards", "dones", "numbers"):
        assert getattr(cpu, name).tobytes() == getattr(gpu, name).copy_to_host().tobytes()
    assert cpu.observe().tobytes() == gpu.observe().copy_to_host().tobytes()


def test_arrays_have_no_gaps():
    """So that torch, jax and others take them as they are."""
    games = VectorGame("biblios", 4, 2)
    for array in (games.observe(), games.masks(), games.actors, games.rewards, games.dones):
        assert array.flags.c_contiguous
    there = games.masks()
    games.step(there.argmax(1))
    assert games.masks() is there


@pytest.mark.parametrize("game", ["biblios", "bibliogamo"])
def test_a_pickled_batch_plays_on_to_the_same_result(game):
    games, rng = VectorGame(game, 70, seed=3, threads=2), np.random.default_rng(1)
    for _ in range(150):
        games.step(codes_of(games, rng))
    twin = pickle.loads(pickle.dumps(games))
    for _ in range(150):
        assert np.array_equal(games.observe(), twin.observe())
        assert np.array_equal(games.masks(), twin.masks())
        codes = codes_of(games, rng)
        rewards, dones = games.step(codes)
        assert np.array_equal(rewards, twin.step(codes)[0])
        assert np.array_equal(dones, twin.dones)
    assert np.array_equal(games.states.view(np.uint8), twin.states.view(np.uint8))
    games.reset()
    twin.reset()
    assert np.array_equal(games.observe_all(), twin.observe_all())


def test_slots_may_stay_as_they_are():
    games, other = VectorGame("biblios", 140, 2, threads=2), VectorGame("biblios", 140, 2)
    rng = np.random.default_rng(2)
    for _ in range(200):
        codes = codes_of(games, rng)
        stays = rng.random(140) < 0.4
        before = games.states.copy()
        rewards, dones = games.step(np.where(stays, -1, codes), stays)
        assert np.array_equal(games.states[stays], before[stays])
        assert not dones[stays].any() and not rewards[stays].any()
        now = other.states.copy()
        other.step(codes)  # who played plays as without the others
        assert np.array_equal(games.states[~stays], other.states[~stays])
        now[~stays] = other.states[~stays]
        other = pickle.loads(pickle.dumps(games))
    with pytest.raises(IllegalInSlot):
        games.step(np.full(140, -1), stays)
