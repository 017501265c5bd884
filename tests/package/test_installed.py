"""The wheel in an empty environment, outside the checkout: the command, the page, and a whole game."""

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
from tests.package.emptied import WheelEnvironment

pytestmark = [pytest.mark.third_party, pytest.mark.browser]


@pytest.fixture(scope="module")
def address(installation: WheelEnvironment) -> Iterator[str]:
    """Start a server as after a fresh installation."""
    command = [installation.python.with_name("armarium"), "serve", "--no-browser", "--port", "0"]
    errors = (installation.here / "errors.txt").open("w", encoding="utf-8")
    with errors, installation.start(*command, stdout=subprocess.PIPE, stderr=errors) as process:  # type: ignore[arg-type]
        assert process.stdout is not None
        try:
            line = next((line for line in process.stdout if "http://" in line), None)
            assert line, (installation.here / "errors.txt").read_text(encoding="utf-8")
            yield "http://" + line.partition("http://")[2].partition("/")[0]
        finally:
            process.terminate()
            process.wait(timeout=60)


def test_the_command_says_its_version(installation):
    assert installation.armarium("--version").split()[-1] == armarium.__version__


def test_it_is_the_wheel_that_runs_and_no_checkout(installation):
    output = installation.run(
        installation.python, "-c", "import armarium; print(armarium.__file__)"
    )
    assert Path(output.strip()).is_relative_to(installation.site)


def test_games_and_players_are_found(installation):
    code = "from armarium import players; from armarium.core import registry; "
    code += "print([(name, len(players.levels(name)) > 0) for name in registry.game_names()])"
    output = installation.run(installation.python, "-c", code)
    assert "('biblios', True)" in output and "('bibliogamo', True)" in output


def test_the_page_is_there(address, browser: Browser):
    page = browser.new_page(locale="en-GB")
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.on("response", lambda answer: failed.extend([answer.url] if answer.status >= 400 else []))
    page.goto(address)
    expect(page).to_have_title("Armarium")
    expect(page.get_by_role("heading").first).to_be_visible(timeout=60_000)
    expect(page.get_by_role("button").first).to_be_enabled()
    page.close()
    assert not failed


def test_a_game_is_played_to_its_end_over_the_socket(address, installation):
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
        (installation.here / "game.txt").write_bytes(answer.read())
    installation.armarium("verify", "game.txt")


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


def test_installed_rules_need_no_compiling_and_tables_are_in_the_platforms_folder(
    address, installation
):
    assert "compiling" not in (installation.here / "errors.txt").read_text(encoding="utf-8")
    code = "from armarium.places import database_file; print(database_file())"
    file = Path(installation.run(installation.python, "-c", code).strip())
    assert file.is_file() and file.is_relative_to(installation.home)
    assert not list(installation.here.glob("*.db*"))
