"""The wheel in an empty environment, far from any checkout: the command, the page, and a game to its end."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect
from websockets.sync.client import ClientConnection, connect

import armarium
from tests.package.emptied import Emptied

pytestmark = [pytest.mark.third, pytest.mark.browser]


@pytest.fixture(scope="module")
def address(emptied: Emptied) -> Iterator[str]:
    """A server as whoever has just installed it would start it."""
    command = [emptied.python.with_name("armarium"), "serve", "--no-browser", "--port", "0"]
    errors = (emptied.here / "errors.txt").open("w", encoding="utf-8")
    with errors, emptied.start(*command, stdout=subprocess.PIPE, stderr=errors) as process:
        assert process.stdout is not None
        try:
            line = next((line for line in process.stdout if "http://" in line), None)
            assert line, (emptied.here / "errors.txt").read_text(encoding="utf-8")
            yield "http://" + line.partition("http://")[2].partition("/")[0]
        finally:
            process.terminate()
            process.wait(timeout=60)


def test_the_command_says_its_version(emptied):
    assert emptied.armarium("--version").split()[-1] == armarium.__version__


def test_it_is_the_wheel_that_runs_and_no_checkout(emptied):
    told = emptied.run(emptied.python, "-c", "import armarium; print(armarium.__file__)")
    assert Path(told.strip()).is_relative_to(emptied.site)


def test_games_and_players_are_found(emptied):
    code = "from armarium import players; from armarium.games import shelf; "
    code += "print([(name, len(players.levels(name)) > 0) for name in shelf.names()])"
    told = emptied.run(emptied.python, "-c", code)
    assert "('biblios', True)" in told and "('bibliogamo', True)" in told


def test_the_page_is_there(address, browser: Browser):
    page = browser.new_page(locale="en-GB")
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.on("response", lambda answer: answer.status >= 400 and failed.append(answer.url))
    page.goto(address)
    expect(page).to_have_title("Armarium")
    expect(page.get_by_role("heading").first).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button").first).to_be_enabled()
    page.close()
    assert not failed


def test_a_game_is_played_to_its_end_over_the_socket(address, emptied):
    body = {"game": "biblios", "pace": "fast", "seats": [{"name": "Ada"}, {"bot": "novice"}]}
    headers = {"Content-Type": "application/json"}
    request = Request(f"{address}/api/tables", json.dumps(body).encode(), headers)
    with urlopen(request, timeout=60) as answer:
        ticket = json.load(answer)
    socket = f"{address.replace('http', 'ws', 1)}/api/tables/{ticket['table']}/socket"
    with connect(socket, open_timeout=60) as connection:
        hello = {"t": "hello", "token": ticket["token"], "v": 0, "n": 0, "lang": "en"}
        connection.send(json.dumps(hello))
        view = play_to_the_end(connection, random.Random(5))
    assert view["phase"] == "over"
    with urlopen(f"{address}/api/tables/{ticket['table']}/record", timeout=60) as answer:
        (emptied.here / "game.txt").write_bytes(answer.read())
    emptied.armarium("verify", "game.txt")


def play_to_the_end(connection: ClientConnection, chance: random.Random) -> dict[str, Any]:
    asked: dict[str, Any] | None = None
    for number in range(20_000):
        message = json.loads(connection.recv(timeout=60))
        if message["t"] == "refused":
            assert message["code"] == "too-fast", message
            time.sleep(0.1)  # as the server asks
            connection.send(json.dumps(asked))
        if "view" not in message:
            continue
        view: dict[str, Any] = message["view"]
        if view["phase"] == "over":
            return view
        if view["legal"]:
            action = chance.choice(view["legal"])
            asked = {"t": "act", "id": f"c{number}", "v": message["v"], "action": action}
            connection.send(json.dumps(asked))
    raise AssertionError("the game came to no end")


def test_nothing_was_compiled_and_tables_lie_in_the_platforms_place(address, emptied):
    assert "compiling" not in (emptied.here / "errors.txt").read_text(encoding="utf-8")
    code = "from armarium.places import database_file; print(database_file())"
    file = Path(emptied.run(emptied.python, "-c", code).strip())
    assert file.is_file() and file.is_relative_to(emptied.home)
    assert not list(emptied.here.glob("*.db*"))
