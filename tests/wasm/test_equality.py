"""The WebAssembly modules compute the same bytes as the CPU: states, legal actions, rows, views, patches, choices."""

from __future__ import annotations

import base64
import hashlib
import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from armarium.core.game import encode_json
from armarium.core.kernels.patch import JsonText, patch_text
from armarium.core.state_game import RecordFields, copy_states
from armarium.games.bibliogamo.components import STANDARD, components_of
from armarium.games.bibliogamo.players.kernels import careful, planner
from armarium.games.bibliogamo.players.kernels.evaluation import new_evaluations
from armarium.games.biblios.actions import CODES
from armarium.games.biblios.players.chance_words import next_word
from armarium.games.biblios.players.kernels import baseline, monk, novice, oblate
from armarium.games.biblios.players.kernels.features import new_features, read_state_at
from armarium.games.biblios.players.specs import SAMPLING
from armarium.games.biblios.state import PAY
from armarium.players.network.network import network_of, sample_action
from armarium.players.spec import Sampling
from tests.golden.networks.choices import collect_positions
from tests.gpu.cases import Case, list_cases

FOLDER = Path(__file__).parents[2] / "build" / "wasm"
PLAY = Path(__file__).parent / "play.mjs"
NODE = Path(sys.executable).parent / "node"
GAMES = ("biblios", "bibliogamo")
PUBLIC, REFEREE = -1, -2
EXPLAIN_EVERY = 5  # decisions, as in play.mjs

# The same order as COMPILED of each game; player 0 is random, which every game without a player tests.
BIBLIOS_PLAYERS = (None, oblate.choose_at, novice.choose_at, monk.choose_at, baseline.choose_at)


class Job(NamedTuple):
    """A game to play on both sides: at random, or by a compiled player that holds every seat."""

    case: Case
    number: int
    views: bool = False
    player: int | None = None
    fault: int | None = (
        None  # the decision before which one bit of the module's state is turned over
    )

    @property
    def key(self) -> np.ndarray:
        return np.random.default_rng(self.number).integers(0, 1 << 32, 8, np.uint32)

    @property
    def word(self) -> int:
        return self.number * 2654435761 + 1

    def to_json(self) -> str:
        blank, first = _make_blank_game(self.case)
        return json.dumps({
            "game": self.case.game,
            "seats": self.case.seats,
            "state": base64.b64encode(blank.tobytes()).decode(),
            "key": base64.b64encode(self.key.tobytes()).decode(),
            "first": first,
            "word": str(self.word),
            "views": self.views,
            "player": self.player,
            "fault": self.fault,
        })  # fmt: skip


def _load(game: str, module: str) -> Any:
    return importlib.import_module(f"armarium.games.{game}.{module}")


@cache
def _make_blank_game(case: Case) -> tuple[np.ndarray, int]:
    batch = _load(case.game, "kernels.batch")
    blank, first = batch.template(case.seats, case.edition, True, dict(case.options))
    return blank, first


def play_on_cpu(job: Job) -> dict[str, Any]:
    game, seats = job.case.game, job.case.seats
    batch, engine = _load(game, "kernels.batch"), _load(game, "kernels.engine")
    blank, first = _make_blank_game(job.case)
    states = blank.copy()
    engine.begin_at(states, 0, job.key, first)
    digest, views = hashlib.sha256(), _ViewDigest(game, seats)
    row = np.zeros((1, batch.SIZE // 8), np.int64)
    choose = None if job.player is None else _find_player(game, job.player)
    word, decisions, choices = job.word, 0, []
    if job.views:
        views.add_texts(states, states, -1)
    while (actor := int(states["actor"][0])) >= 0:
        texts = batch.allowed_texts(states, 0)
        batch.observe_slots(states, 0, 1, np.array([actor]), row)
        digest.update(states.tobytes() + "|".join(texts).encode() + row.tobytes())
        if job.views:
            views.add(states)
            views.add_answers(states, texts, decisions)
        word = next_word(word)
        code = CODES_OF[game][texts[((word >> 32) * len(texts)) >> 31]]
        if choose is not None:
            code = choose(states, actor, word)
            choices.append(code)
        before = copy_states(states)
        engine.apply_at(states, 0, code)
        if job.views:
            views.add_texts(before, states, code)
        decisions += 1
    if job.views:
        views.add(states)
    digest.update(states.tobytes())
    found = views.hexdigest() if job.views else None
    return {
        "digest": digest.hexdigest(),
        "views": found,
        "choices": choices,
        "decisions": decisions,
    }


CODES_OF = {"biblios": CODES, "bibliogamo": _load("bibliogamo", "actions").CODES}


class _ViewDigest:
    """A digest of every viewer's views, patches and events, and of reasons, undo rules, outcome and truth."""

    def __init__(self, game: str, seats: int) -> None:
        self._game = game
        text = _load(game, "kernels.view_text")
        self._write, self._page = text.write_view, np.empty(text.MAX_BYTES, np.uint8)
        self._viewers = (*range(seats), PUBLIC)
        self._last: dict[int, JsonText] = {}
        self._digest = hashlib.sha256()

    def add(self, states: np.ndarray) -> None:
        for viewer in self._viewers:
            shown = states
            if self._game == "biblios" and states["actor"][0] < 0:
                shown = copy_states(states)
                _load("biblios", "kernels.engine").reveal_at(shown, 0)
            *holes, end = self._write(shown, 0, viewer, self._page)
            bounds = [
                0,
                *holes,
                end,
            ]  # the options, and in Bibliogamo the collection, are not written by the kernel
            parts = [self._page[low:high].tobytes() for low, high in pairwise(bounds)]
            text = JsonText(b"{}".join(parts) + b"null}")
            self._digest.update(text.text)
            if viewer in self._last:
                self._digest.update(patch_text(self._last[viewer], text))
            self._last[viewer] = text

    def add_texts(self, before: np.ndarray, states: np.ndarray, code: int) -> None:
        is_biblios = self._game == "biblios"
        events = _load(self._game, "kernels.event_text")
        outcome = _load(self._game, "kernels.outcome_text").write_outcome
        revealed = _load("biblios", "kernels.revealed").has_revealed
        for viewer in (*self._viewers, REFEREE):
            about = (before, states, 0, code, viewer) if is_biblios else (states, 0)
            self._add_text(events.write_events(*about, self._page))
        if code >= 0:
            has = revealed(before, states, 0) if is_biblios else events.has_revealed(states, 0)
            self._digest.update(str(int(has)).encode())
        self._add_text(outcome(states, 0, *([] if is_biblios else [0]), self._page))
        self._digest.update(encode_json(_find_truth(self._game, states)))
        self._digest.update(str(int(states["drawn"][0])).encode())

    def add_answers(self, states: np.ndarray, legal: list[str], decision: int) -> None:
        codes, undo = CODES_OF[self._game], _load(self._game, "kernels.undo")
        allowed = (int(undo.may_take_back_at(states, 0, codes[text])) for text in legal)
        self._digest.update("".join(map(str, allowed)).encode())
        if decision % EXPLAIN_EVERY:
            return
        view = json.loads(self._last[int(states["actor"][0])].text)
        view["options"] = _list_options(self._game, states)
        for n in range(3):
            text = list(codes)[(decision * 31 + n * 67) % len(codes)]
            reason = None if text in legal else _load(self._game, "why").why_not(view, text)
            self._digest.update(b"" if reason is None else encode_json(reason.data()))

    def _add_text(self, end: int) -> None:
        self._digest.update(self._page[:end].tobytes())

    def hexdigest(self) -> str:
        return self._digest.hexdigest()


def _find_truth(game: str, states: np.ndarray) -> dict[str, Any]:
    """Return the truth. The kernels leave the collection of Bibliogamo out."""
    referee, fields = _load(game, "referee"), RecordFields(states)
    if game == "biblios":
        truth: dict[str, Any] = referee.truth_of(fields)
        return truth
    truth = referee.truth_of(fields, components_of(STANDARD))
    return {**truth, "prestige": None}


def _list_options(game: str, states: np.ndarray) -> dict[str, Any]:
    """Return the options that the reasons depend on; the kernels do not write them into views."""
    s = {name: int(states[name][0]) for name in states.dtype.names if states[name].ndim == 1}
    if game == "biblios":
        return {"may_refuse": bool(s["may_refuse"]), "overpay": bool(s["overpay"])}
    exact = "exact" if s["exact_transfer"] else "up-to"
    return {"components": STANDARD, "transfer_count": exact}


def _find_player(game: str, player: int) -> Callable[[np.ndarray, int, int], int]:
    if game == "bibliogamo":
        evaluations = new_evaluations()
        if player == 1:
            return lambda states, actor, word: int(careful.choose_at(states, 0))
        return lambda states, actor, word: int(planner.choose_at(states, 0, evaluations))
    features, choose_at = new_features(1), BIBLIOS_PLAYERS[player]
    assert choose_at is not None

    def choose(states: np.ndarray, actor: int, word: int) -> int:
        if states["step"][0] == PAY and not states["owed"][0]:
            return CODES["pass"]  # B-3.14: no player overpays
        read_state_at(states, 0, actor, features, 0, True)
        return int(choose_at(features, 0, word))

    return choose


def play_in_node(jobs: list[Job]) -> list[dict[str, Any]]:
    return _run_node([job.to_json() for job in jobs])


def _run_node(lines: list[str]) -> list[Any]:
    done = subprocess.run(
        [NODE, PLAY, FOLDER], input="\n".join(lines), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def check_equal(jobs: list[Job]) -> None:
    for job, found in zip(jobs, play_in_node(jobs), strict=True):
        assert found == play_on_cpu(job), job


def list_jobs(game: str, games: int, games_with_views: int, games_of_player: int) -> list[Job]:
    """Return jobs that go round all editions, seats and options."""
    cases = list_cases(game)
    players = range(1, 5) if game == "biblios" else range(1, 3)
    return [
        *(Job(cases[n % len(cases)], n) for n in range(games)),
        *(Job(cases[-1 - n % len(cases)], n, views=True) for n in range(games_with_views)),
        *(Job(cases[n % len(cases)], n, player=p) for p in players for n in range(games_of_player)),
    ]


@pytest.mark.parametrize(("game", "games"), [("biblios", 45), ("bibliogamo", 16)])
def test_games_are_equal_byte_for_byte(game: str, games: int):
    check_equal(list_jobs(game, games, 3, 4))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_games_are_equal(game: str, part: int):
    jobs = list_jobs(game, 10_000, 1_000, 1_000)
    check_equal(jobs[part::10])


@pytest.mark.parametrize("game", GAMES)
def test_one_wrong_bit_is_found_in_its_game(game: str):
    jobs = [Job(list_cases(game)[0], n, fault=5 if n == 2 else None) for n in range(4)]
    equal = [found == play_on_cpu(job) for job, found in zip(jobs, play_in_node(jobs))]
    assert equal == [True, True, False, True]


NETWORK_POSITIONS = 200  # of the golden positions, every level


Run = Callable[[dict[str, Any]], list[int]]


def run_in_node(job: dict[str, Any]) -> list[int]:
    (choices,) = _run_node([json.dumps(job)])
    return list(choices)


def choose_in_module(
    rows: np.ndarray, masks: np.ndarray, level: int, folder: Path, run: Run
) -> list[int]:
    """Return the choices of a level; −1 is the network's most likely action."""
    about = json.loads((FOLDER / "biblios.json").read_text("utf-8"))
    padded = np.zeros((len(masks), about["sizes"]["mask"]), np.int8)
    padded[:, : masks.shape[1]] = masks
    (folder / "rows").write_bytes(np.ascontiguousarray(rows, np.int8).tobytes())
    (folder / "masks").write_bytes(padded.tobytes())
    return run({
        "game": "biblios",
        "network": str(FOLDER / about["network"]["file"]),
        "rows": str(folder / "rows"),
        "masks": str(folder / "masks"),
        "count": len(rows),
        "level": level,
    })  # fmt: skip


def sample_on_cpu(rows: np.ndarray, masks: np.ndarray, sampling: Sampling) -> list[int]:
    word, found = 1, []
    for logits in network_of("biblios").logits(rows, masks):
        word = next_word(word)
        found.append(sample_action(logits, *sampling, word))
    return found


def check_network(count: int | None, folder: Path, run: Run = run_in_node) -> None:
    rows, masks = collect_positions("biblios")
    rows, masks = (
        rows[:: len(rows) // (count or len(rows))],
        masks[:: len(masks) // (count or len(masks))],
    )
    best = choose_in_module(rows, masks, -1, folder, run)
    assert best == network_of("biblios").choose(rows, masks).tolist()
    for level, sampling in enumerate(SAMPLING.values()):
        found = choose_in_module(rows, masks, level, folder, run)
        assert found == sample_on_cpu(rows, masks, sampling)


def test_the_network_chooses_the_same(tmp_path: Path):
    check_network(NETWORK_POSITIONS, tmp_path)


@pytest.mark.slow
def test_the_network_chooses_the_same_in_all_golden_positions(tmp_path: Path):
    check_network(None, tmp_path)
