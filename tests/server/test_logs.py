"""The server's log: a JSON object a line where that is asked for, and never a secret."""

from __future__ import annotations

import json
import logging

import pytest

from armarium.server.logs import log_to_stderr
from tests.server.people import two_people
from tests.server.pipes import Server


@pytest.fixture
def own_root(monkeypatch: pytest.MonkeyPatch):
    """What is set up here is gone afterwards."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    level = root.level
    yield
    root.setLevel(level)
    logging.getLogger("armarium").setLevel(logging.NOTSET)


def test_a_line_is_an_object(own_root, capsys: pytest.CaptureFixture[str]):
    log_to_stderr("json")
    try:
        raise OSError("no space\nleft")
    except OSError:
        logging.getLogger("armarium.server").error("table %s: “%s”", "abc", "ça", exc_info=True)
    logging.getLogger("elsewhere").info("not ours")
    (line,) = capsys.readouterr().err.splitlines()
    told = json.loads(line)
    assert told["level"] == "error" and told["said"] == "table abc: “ça”"
    assert told["at"].endswith("Z") and "no space" in told["trace"]


def test_lines_for_people(own_root, capsys: pytest.CaptureFixture[str]):
    log_to_stderr("text")
    logging.getLogger("armarium.server").info("%d old tables were deleted", 3)
    assert capsys.readouterr().err.rstrip().endswith("INFO 3 old tables were deleted")


async def test_no_secret_is_logged_when_nothing_can_be_saved(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch
):
    caplog.set_level(logging.DEBUG, "armarium")
    table, people = await two_people(server)
    store = server.app.state.house.lobby._store
    seeds = [entry.seed for entry in store.read(table) if hasattr(entry, "seed")]
    assert seeds

    def failing(*given: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(store._database, "insert", failing)
    mover = next(person for person in people if person.view["legal"])
    assert (await mover.act(mover.view["legal"][0]))["code"] == "not-saved"
    assert "not saved" in caplog.text
    assert not any(seed in caplog.text for seed in seeds)
