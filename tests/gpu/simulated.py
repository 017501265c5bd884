"""Run by test_simulator.py in a process of its own, under Numba's simulator: a GPU's kernels against the CPU's loops.

python -m tests.gpu.simulated GAME SEATS SLOTS DECISIONS EYES [UNDEALT]

Undealt: no game but the first is dealt beforehand, so that the slots have to deal for themselves.
"""

import sys

import numpy as np

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption
from armarium.lab.batch.slots import CpuSlots, batch_of
from armarium.lab.cuda import slots as cuda_slots
from armarium.lab.cuda.slots import CudaSlots


def same(cpu, gpu, decision):
    assert cpu.states.tobytes() == gpu.states.copy_to_host().tobytes(), (decision, "states")
    for name in ("actors", "rewards", "dones", "numbers"):
        found = getattr(gpu, name).copy_to_host()
        assert getattr(cpu, name).tobytes() == found.tobytes(), (decision, name)
    if cpu.observations is not None:
        assert np.array_equal(cpu.observations, np.asarray(gpu.observations.copy_to_host()))
        assert np.array_equal(cpu.masks, np.asarray(gpu.masks.copy_to_host())), decision


def main(game, seats, slots, decisions, eyes):
    batch = batch_of(game)
    template = batch.template(seats, open_book(game).edition(None), eyes, {})
    cpu = CpuSlots(batch, slots, seats, template, eyes, eyes, 1)
    gpu = CudaSlots(batch, slots, seats, template, eyes, eyes)
    cpu.begin(7)
    gpu.begin(7)
    same(cpu, gpu, "begin")
    for games in (cpu, gpu):
        refuses_nonsense(games, slots, seats)
    rng = np.random.default_rng(slots)
    ended = 0
    for decision in range(decisions):
        codes = np.array([legal_code(batch, cpu.states, i, rng) for i in range(slots)])
        wrong = codes.copy()
        if (
            decision == 3
        ):  # first with a code that is none: it must be flagged and leave its slot alone
            wrong[slots // 2] = -1
        gpu.turn(wrong)
        if decision == 3:
            assert np.flatnonzero(gpu.illegal.copy_to_host()).tolist() == [slots // 2]
            gpu.turn(np.where(np.arange(slots) == slots // 2, codes, -1))
        cpu.turn(codes)
        ended += int(cpu.dones.sum())
        if decision != 3:  # where each slot had its turn in the same launch
            same(cpu, gpu, decision)
    print(f"{ended} games ended, all equal")


def refuses_nonsense(games, slots, seats):
    before = np.asarray(games.numbers).tobytes()
    for ask in (
        lambda: games.turn(np.zeros(slots + 1, np.int64)),
        lambda: games.turn(np.zeros((slots, 1), np.int64)),
        lambda: games.observe(seats),
        lambda: games.observe(-1),
        lambda: games.observe([0] * (slots + 1)),
        lambda: games.observe("all"),
    ):
        try:
            ask()
        except BadOption:
            continue
        raise AssertionError("nonsense was taken")
    assert np.asarray(games.numbers).tobytes() == before


def legal_code(batch, states, i, rng):
    texts = batch.allowed_texts(states, i)
    return batch.TEXTS.index(texts[int(rng.integers(len(texts)))])


if __name__ == "__main__":
    game, seats, slots, decisions, eyes, *undealt = sys.argv[1:]
    if undealt:
        cuda_slots.DEAL_AFTER = 1_000_000
    main(game, int(seats), int(slots), int(decisions), eyes == "eyes")
