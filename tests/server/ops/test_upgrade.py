"""Tables in play survive an upgrade from an earlier version, and the way back with a backup or the copy from before."""

from __future__ import annotations

import asyncio
import io
import os
import random
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.server.stress.killing import compare, play_meanwhile
from tests.server.stress.steady import Seat, open_clocked, open_tables
from tests.web.server_process import ServerProcess

ROOT = Path(__file__).parents[3]
EARLIER = "ea90425425eef1f082cd20e66a95b755cca5f134"  # the last commit before the packages of the server were renamed
ACTS = 60  # at each version


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Return a folder with the unpacked wheel of the earlier version."""
    made = subprocess.run(["git", "archive", EARLIER], cwd=ROOT, capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"this checkout has no commit {EARLIER}: git fetch --unshallow")
    source, wheels, unpacked = (tmp_path / name for name in ("source", "wheels", "unpacked"))
    with tarfile.open(fileobj=io.BytesIO(made.stdout)) as archive:
        archive.extractall(source, filter="data")
    uv = str(Path(sys.executable).with_name("uv"))
    subprocess.run(
        [uv, "build", "--quiet", "--wheel", "--out-dir", str(wheels), str(source)], check=True
    )
    (wheel,) = wheels.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(unpacked)
    return unpacked


def run_earlier(earlier: Path, *arguments: str) -> None:
    """Run a command of the earlier version."""
    environment = {**os.environ, "PYTHONPATH": str(earlier)}
    command = [sys.executable, "-m", "armarium.cli", *arguments]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


async def play(db: Path, boards: list[list[Seat]], site: Path | None = None) -> None:
    """Play at all tables with a server of this version or of the one in `site`, and kill it."""
    seats = [seat for board in boards for seat in board]
    with ServerProcess(db, site) as server:
        for seat in seats:
            seat.addresses = [server.address]
        await play_meanwhile(seats, lambda wait: wait(ACTS))


@pytest.mark.slow
async def test_tables_in_play_survive_an_upgrade_and_the_way_back(
    tmp_path: Path, earlier: Path, monkeypatch: pytest.MonkeyPatch
):
    db, before, restored = (tmp_path / f"{name}.db" for name in ("tables", "before", "restored"))
    chance = random.Random(1)
    with monkeypatch.context() as interpreted:
        interpreted.setenv("NUMBA_DISABLE_JIT", "1")  # compiling the earlier rules takes minutes
        with ServerProcess(db, earlier) as server:
            boards = await asyncio.to_thread(
                open_tables, server.address, 3, chance, ["biblios", "bibliogamo"]
            )
            boards += await asyncio.to_thread(open_clocked, server.address, 1, chance)
        await play(db, boards, earlier)
        run_earlier(earlier, "backup", str(before), "--db", f"sqlite:///{db}")
        # Comparing upgrades the file.
        known = compare(Path(shutil.copy(before, tmp_path / "known.db")), boards, {"seat-held"})
    await play(db, boards)
    assert compare(db, boards, {"seat-held"})["acknowledged"] >= known["acknowledged"] + ACTS

    run_earlier(earlier, "restore", str(before), "--db", f"sqlite:///{restored}")
    copy = tmp_path / "tables.db.schema-0006"  # which this version has kept
    for back in (restored, copy):
        again = [
            [Seat("", seat.table, seat.token, random.Random(2)) for seat in board]
            for board in boards
        ]
        with monkeypatch.context() as interpreted:
            interpreted.setenv("NUMBA_DISABLE_JIT", "1")
            await play(back, again, earlier)
        assert compare(back, again, {"seat-held"})["written"] >= known["written"] + ACTS
