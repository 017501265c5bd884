"""VectorGame is many games and nothing else: slot by slot the games of their seeds, on a CPU and on a GPU."""

import os
import pickle
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from armarium.core.errors import (
    ArmariumError,
    BadOption,
    BadSeats,
    UnknownEdition,
    UnknownGame,
)
from armarium.core.registry import find_game
from armarium.games.biblios import Game
from armarium.lab.rows import find_rows
from armarium.lab.slots import NoBatches
from armarium.lab.vector import IllegalInSlot, NoDevice, VectorGame

CASES = [
    (2, {"edition": "manual"}),
    (2, {"edition": "iello", "first": 1}),
    (3, {"edition": "scripts-and-scribes", "penalty": "medieval-bluff"}),
    (4, {"edition": "iello", "open_collections": True, "may_refuse": True}),
    (4, {"edition": "manual", "beyond_means": False}),
]


def choose_ordinary_code(rng, game):
    """Choose mostly small bids and passes, so that the game has the usual length."""
    legal = game.legal()
    if legal[-1] == "pass" and rng.random() < 0.6:
        return game.codes["pass"]
    return game.codes[legal[0] if legal[-1] == "pass" else rng.choice(legal)]


def choose_codes(games, rng):
    """Choose a legal action for each slot."""
    return np.argmax(rng.random(games.masks().shape) * games.masks(), axis=1)


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_slots_play_the_games_of_their_seeds(seats, options):
    count, seed, rng, rows = 3, 70, random.Random(1), find_rows("biblios")
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
        codes = [choose_ordinary_code(rng, game) for game in alone]
        rewards, dones = games.step(codes)
        for slot, game in enumerate(alone):
            game.play(texts[codes[slot]])
            assert dones[slot] == (game.to_act is None)
            outcome = game.outcome()
            winners = outcome["winners"] if outcome else []
            worth = [1 / len(winners) if seat in winners else 0 for seat in range(seats)]
            assert rewards[slot].tolist() == np.array(worth, dtype=np.float32).tolist()
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
            assert games.states[slot].tobytes() == game.states[0].tobytes()
        codes = [choose_ordinary_code(rng, game) for game in alone]
        games.step(codes)
        for game, code in zip(alone, codes):
            game.play(games.actions[code])


@pytest.mark.parametrize(("game", "seats"), [("biblios", 4), ("bibliogamo", 1)])
def test_the_number_of_threads_changes_nothing(game, seats):
    one = VectorGame(game, 200, seats, seed=5, threads=1)
    three = VectorGame(game, 200, seats, seed=5, threads=3)
    rng = np.random.default_rng(0)
    for _ in range(120):
        codes = choose_codes(one, rng)
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
        games.step(choose_codes(games, np.random.default_rng(1)))
    assert games.states.tobytes() != first.tobytes()
    games.reset()
    assert games.states.tobytes() == first.tobytes()
    games.reset(seed=9)
    assert games.states[:3].tobytes() == first[1:].tobytes()


@pytest.mark.parametrize("has_masks", [True, False])
@pytest.mark.parametrize("wrong", [-1, 203, 10**12, None])
def test_an_illegal_action_changes_nothing_and_names_its_slot(wrong, has_masks):
    games = VectorGame("biblios", 5, 4, masks=has_masks)
    masks = VectorGame("biblios", 5, 4).masks()
    codes = masks.argmax(1)
    codes[3] = np.argmin(masks[3]) if wrong is None else wrong
    kept = ("states", "actors", "rewards", "dones", "numbers")
    before = [getattr(games, name).tobytes() for name in kept]
    with pytest.raises(IllegalInSlot, match="Slot 3 cannot play") as caught:
        games.step(codes)
    assert caught.value.facts["slot"] == 3
    assert caught.value.facts["allowed"] == ["keep", "auction", "public"]
    assert [getattr(games, name).tobytes() for name in kept] == before


def test_impossible_requests_are_refused():
    for asked, error in [
        ({"game": "chess"}, UnknownGame),
        ({"count": 0}, BadOption),
        ({"seats": 5}, BadSeats),
        ({"edition": "none"}, UnknownEdition),
        ({"device": "tpu"}, BadOption),
        ({"seed": -1}, BadOption),
        ({"keep_knowledge": False}, BadOption),
        ({"penalty": "none"}, BadOption),
        ({"game": "bibliogamo", "seats": 2}, BadSeats),
        ({"game": "bibliogamo", "edition": "iello"}, UnknownEdition),
    ]:
        with pytest.raises(error):
            VectorGame(**{"count": 2, **asked})  # type: ignore[arg-type, dict-item]
    games = VectorGame("biblios", 2, 2)
    with pytest.raises(BadOption):
        games.step([0])
    with pytest.raises(BadOption):
        games.observe(2)
    for slot in (2, -1, "0"):
        with pytest.raises(BadOption):
            games.copy_game(slot)  # type: ignore[arg-type]


def test_a_game_without_batches_is_refused(monkeypatch):
    monkeypatch.setattr(type(find_game("bibliogamo")), "batch", None)
    with pytest.raises(NoBatches, match="bibliogamo cannot be played in batches") as caught:
        VectorGame("bibliogamo", 2)
    assert caught.value.code == "no-batches"
    assert caught.value.facts == {"asked": "bibliogamo", "allowed": ["biblios"]}


def test_only_requested_arrays_are_written():
    games = VectorGame("biblios", 2, 3, observations=False, masks=False, keep_knowledge=False)
    assert games.observe() is None and games.masks() is None
    games.step([0, 0])
    assert VectorGame("bibliogamo", 2).seats == 1 and VectorGame(count=2).seats == 4


def test_the_arrays_stay_where_they_are():
    """Code that shares their memory (torch.from_numpy) sees the next step."""
    games = VectorGame("biblios", 2, 2)
    before = [games.observe(), games.masks(), games.rewards, games.dones, games.actors]
    games.step(choose_codes(games, np.random.default_rng(0)))
    after: list[np.ndarray] = [
        games.observe(), games.masks(), games.rewards, games.dones, games.actors
    ]  # fmt: skip
    assert all(np.shares_memory(a, b) for a, b in zip(before, after))
    assert [a.dtype for a in after] == [np.int8, np.int8, np.float32, np.bool_, np.int8]


ALONE = """
import sys
from armarium.lab.slots import NoBatches
from armarium.lab.vector import VectorGame
VectorGame("biblios", 2, 2).step([0, 0])
unwanted = ("torch", "msgspec", "sqlalchemy", "starlette", "uvicorn", "armarium.server", "gymnasium", "pettingzoo",
             "pyspiel", "rich", "click")
print([name for name in unwanted if name in sys.modules])
"""


def test_a_batch_needs_numpy_and_numba_alone():
    # Without the registration with Gymnasium, which imports it if it is installed.
    alone = {**os.environ, "ARMARIUM_GYMNASIUM": "0"}
    done = subprocess.run(
        [sys.executable, "-c", ALONE], capture_output=True, text=True, check=False, env=alone
    )
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr


# ------------------------------------------------------------------------------------ a GPU, or none


def find_gpu_error():
    from armarium.lab.cuda.slots import load_cuda

    try:
        load_cuda()
    except NoDevice as error:
        return str(error)
    return None


def test_without_a_gpu_one_clear_error():
    if find_gpu_error() is None:
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
    reason = find_gpu_error()
    if reason:
        pytest.skip(reason)
    cpu = VectorGame(game, 64, seats, "cpu", seed=4)
    gpu: Any = VectorGame(game, 64, seats, "cuda", seed=4)
    rng = np.random.default_rng(0)
    for _ in range(200):
        codes = choose_codes(cpu, rng)
        cpu.step(codes)
        gpu.step(codes)
    for name in ("states", "actors", "rewards", "dones", "numbers"):
        assert getattr(cpu, name).tobytes() == getattr(gpu, name).copy_to_host().tobytes()
    assert cpu.observe().tobytes() == gpu.observe().copy_to_host().tobytes()


def test_arrays_have_no_gaps():
    """Check that torch, JAX and other libraries can read the arrays without copying."""
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
        games.step(choose_codes(games, rng))
    twin = pickle.loads(pickle.dumps(games))
    for _ in range(150):
        assert np.array_equal(games.observe(), twin.observe())
        assert np.array_equal(games.masks(), twin.masks())
        codes = choose_codes(games, rng)
        rewards, dones = games.step(codes)
        assert np.array_equal(rewards, twin.step(codes)[0])
        assert np.array_equal(dones, twin.dones)
    assert np.array_equal(games.states.view(np.uint8), twin.states.view(np.uint8))
    games.reset()
    twin.reset()
    assert np.array_equal(games.observe_all(), twin.observe_all())


@pytest.mark.parametrize("game", ["biblios", "bibliogamo"])
def test_games_restored_in_place_accept_their_own_actions(game):
    games, other = VectorGame(game, 70, seed=3), VectorGame(game, 70, seed=4)
    rng = np.random.default_rng(1)
    for _ in range(20):
        games.step(choose_codes(games, rng))
    other.states.view(np.uint8)[...] = games.states.view(np.uint8)
    for name in ("observe", "masks"):
        getattr(other, name)()[...] = getattr(games, name)()
    other.actors[...] = games.actors
    other.adopt_masks()
    for _ in range(20):
        codes = choose_codes(games, rng)
        games.step(codes)
        other.step(codes)
        assert np.array_equal(games.masks(), other.masks())


def test_slots_may_stay_as_they_are():
    games, other = VectorGame("biblios", 140, 2, threads=2), VectorGame("biblios", 140, 2)
    rng = np.random.default_rng(2)
    for _ in range(200):
        codes = choose_codes(games, rng)
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
