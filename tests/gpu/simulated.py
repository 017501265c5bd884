"""Run by test_simulator.py in a process of its own, under Numba's simulator: a GPU's kernels against the CPU's loops.

python -m tests.gpu.simulated GAME SEATS SLOTS DECISIONS KNOWLEDGE [UNDEALT]

Undealt: no game but the first is dealt beforehand, so that the slots have to deal for themselves.
"""

import sys

import numpy as np

from armarium.core.definition import resolve_edition
from armarium.core.errors import BadOption
from armarium.core.registry import find_game
from armarium.lab.cuda import slots as cuda_slots
from armarium.lab.cuda.slots import CudaSlots
from armarium.lab.slots import CpuSlots, find_batch


def check_same(cpu, gpu, decision):
    assert cpu.states.tobytes() == gpu.states.copy_to_host().tobytes(), (decision, "states")
    for name in ("actors", "rewards", "dones", "numbers"):
        found = getattr(gpu, name).copy_to_host()
        assert getattr(cpu, name).tobytes() == found.tobytes(), (decision, name)
    if cpu.observations is not None:
        assert np.array_equal(cpu.observations, np.asarray(gpu.observations.copy_to_host()))
        assert np.array_equal(cpu.masks, np.asarray(gpu.masks.copy_to_host())), decision


def main(game, seats, slots, decisions, knowledge):
    batch = find_batch(game)
    template = batch.template(seats, resolve_edition(find_game(game), None), knowledge, {})
    cpu = CpuSlots(batch, slots, seats, template, knowledge, knowledge, 1)
    gpu = CudaSlots(batch, slots, seats, template, knowledge, knowledge)
    cpu.reset(7)
    gpu.reset(7)
    check_same(cpu, gpu, "begin")
    for games in (cpu, gpu):
        check_refusals(games, slots, seats)
    rng = np.random.default_rng(slots)
    ended = 0
    for decision in range(decisions):
        codes = np.array([choose_legal_code(batch, cpu.states, i, rng) for i in range(slots)])
        wrong = codes.copy()
        if (
            decision == 3
        ):  # first with a code that is none: it must be flagged and leave its slot alone
            wrong[slots // 2] = -1
        gpu.step(wrong)
        if decision == 3:
            assert np.flatnonzero(gpu.illegal.copy_to_host()).tolist() == [slots // 2]
            gpu.step(np.where(np.arange(slots) == slots // 2, codes, -1))
        cpu.step(codes)
        ended += int(cpu.dones.sum())
        if decision != 3:  # where each slot had its turn in the same launch
            check_same(cpu, gpu, decision)
    print(f"{ended} games ended, all equal")


def check_refusals(games, slots, seats):
    before = np.asarray(games.numbers).tobytes()
    for ask in (
        lambda: games.step(np.zeros(slots + 1, np.int64)),
        lambda: games.step(np.zeros((slots, 1), np.int64)),
        lambda: games.observe(seats),
        lambda: games.observe(-1),
        lambda: games.observe([0] * (slots + 1)),
        lambda: games.observe("all"),
    ):
        try:
            ask()
        except BadOption:
            continue
        raise AssertionError("an invalid argument was accepted")
    assert np.asarray(games.numbers).tobytes() == before


def choose_legal_code(batch, states, i, rng):
    texts = batch.allowed_texts(states, i)
    return batch.TEXTS.index(texts[int(rng.integers(len(texts)))])


if __name__ == "__main__":
    game, seats, slots, decisions, knowledge, *undealt = sys.argv[1:]
    if undealt:
        cuda_slots.DEAL_INTERVAL = 1_000_000
    main(game, int(seats), int(slots), int(decisions), knowledge == "knowledge")
