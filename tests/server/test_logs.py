"""The server log: one JSON object per line on request, and never a secret."""

from __future__ import annotations

import json
import logging
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from armarium.server.ops.logs import log_to_stderr
from tests.server.in_memory import Server
from tests.server.people import seat_two_people


@pytest.fixture
def own_root(monkeypatch: pytest.MonkeyPatch):
    """Restore the root logger afterwards."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    level = root.level
    yield
    root.setLevel(level)
    logging.getLogger("armarium").setLevel(logging.NOTSET)


def test_json_logs_have_one_object_per_line(own_root, capsys: pytest.CaptureFixture[str]):
    log_to_stderr("json")
    try:
        raise OSError("no space\nleft")
    except OSError:
        logging.getLogger("armarium.server").error("table %s: “%s”", "abc", "ça", exc_info=True)
    logging.getLogger("elsewhere").info("not ours")
    (line,) = capsys.readouterr().err.splitlines()
    received = json.loads(line)
    assert received["level"] == "error" and received["message"] == "table abc: “ça”"
    assert received["at"].endswith("Z") and "no space" in received["trace"]


def test_text_logs_are_readable_lines(own_root, capsys: pytest.CaptureFixture[str]):
    log_to_stderr("text")
    logging.getLogger("armarium.server").info("deleted %d old tables", 3)
    line = capsys.readouterr().err.rstrip()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d{4} INFO deleted 3 old tables", line)


def start(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "armarium.cli", "serve", "--log", "json", "--no-browser"]
    return subprocess.Popen(
        [*command, "--port", "0", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def test_everything_that_a_server_prints_is_json(tmp_path: Path):
    with start("--db", str(tmp_path / "tables.db")) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(json.loads(line))
            if "Armarium is open at" in lines[-1]["message"]:
                process.terminate()
        assert process.wait() in (0, -signal.SIGTERM)
    assert lines
    assert all({"at", "level", "logger", "message"} <= entry.keys() for entry in lines)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--db", "NOTES"], "not a database"),
        (["--public-url", "cards.example"], "cards.example"),
        (["--keep-days", "many"], "many"),
        (["--player", "no/such/file.py:Player"], "no/such/file.py"),
    ],
)
def test_fatal_errors_are_json(tmp_path: Path, arguments: list[str], words: str):
    (tmp_path / "notes.txt").write_text("my precious notes\n" * 100)
    done = start(*(word.replace("NOTES", str(tmp_path / "notes.txt")) for word in arguments))
    with done:
        output = done.communicate()[0]
    *_, last = map(json.loads, output.splitlines())
    assert done.returncode and last["level"] == "critical" and words in last["message"]


def test_crashes_and_plain_lines_are_json():
    """Worker processes inherit the descriptors, and their lines are captured too."""
    script = (
        "import os, subprocess, sys, armarium.cli as cli\n"
        "def crash(**options):\n"
        "    print('plain')\n"
        "    subprocess.run([sys.executable, '-c', 'import sys; sys.exit(\"of a worker\")'])\n"
        "    1 / 0\n"
        "cli._serve = crash\n"
        "sys.argv[1:] = ['serve', '--log=json']\n"
        "cli.main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    lines = [json.loads(line) for line in (done.stdout + done.stderr).splitlines()]
    assert [line["message"] for line in lines] == ["plain", "of a worker", "the program failed"]
    assert done.returncode == 1 and "ZeroDivisionError" in lines[-1]["trace"]


async def test_no_secret_is_logged_when_nothing_can_be_saved(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch
):
    caplog.set_level(logging.DEBUG, "armarium")
    table, people = await seat_two_people(server)
    store = server.app.state.live_tables._store
    seeds = [entry.seed for entry in store.read(table) if hasattr(entry, "seed")]
    assert seeds

    def fail(*given: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(store._database, "insert", fail)
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act(mover.view["legal"][0]))["code"] == "not-saved"
    assert "could not save" in caplog.text
    assert not any(seed in caplog.text for seed in seeds)
