"""A tenth of the comparison in a real browser: the modules and the code around them are the same files as in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.wasm.test_equality import (
    GAMES,
    NODE,
    Job,
    check_network,
    list_jobs,
    play_on_cpu,
)
from tests.web.browser import ARGS, find_browser

pytestmark = pytest.mark.browser
PATIENCE = 120_000  # milliseconds; the machine may be shared
ROOT = Path(__file__).parents[2]
ORIGIN = "https://modules.test/"  # never reached: every request is answered from the folder of the checkout
SCRIPT = """
import { run } from "./tests/wasm/games.mjs";
const modules = {};
for (const game of GAMES) {
  const about = await (await fetch(`build/wasm/${game}.json`)).json();
  modules[game] = [about, await WebAssembly.compileStreaming(fetch(`build/wasm/${game}.wasm`))];
}
const read = async (file) => new Uint8Array(await (await fetch(file.slice(1))).arrayBuffer());
window.run = (job) => run(modules, job, read);
"""
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm"}
ERASE_TYPES = "console.log(require('node:module').stripTypeScriptTypes(fs.readFileSync(process.argv[1], 'utf8')))"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = {"executable_path": find_browser(), "args": ARGS, "timeout": PATIENCE}
    return {**browser_type_launch_args, **found}


@pytest.fixture
def modules(browser: Browser) -> Iterator[Page]:
    """A page that has both modules."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    open_script(page, SCRIPT.replace("GAMES", json.dumps(GAMES)))
    page.wait_for_function("() => Boolean(window.run)")
    yield page
    page.close()


def open_script(page: Page, script: str) -> None:
    """Open a page with a script, which can import and fetch files of the checkout, and of temporary folders."""

    def answer(route: Route) -> None:
        found = read_for_page(route.request.url.removeprefix(ORIGIN), script)
        if found is None:
            route.fulfill(status=404)
        else:
            route.fulfill(body=found[0], content_type=found[1])

    page.route(f"{ORIGIN}**", answer)
    page.goto(ORIGIN)


def read_for_page(name: str, script: str) -> tuple[bytes, str] | None:
    """Return a file for a browser and its type; the empty name is a page with the script."""
    if not name:
        return f"<script type=module>{script}</script>".encode(), "text/html"
    file = next((path for path in (ROOT / name, Path("/", name)) if path.is_file()), None)
    if file is None:
        return None
    if file.suffix != ".ts":
        return file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream")
    command = [str(NODE), "--disable-warning=ExperimentalWarning", "-e", ERASE_TYPES, str(file)]
    return subprocess.run(command, capture_output=True, check=True).stdout, "text/javascript"


def check_equal(modules: Page, jobs: list[Job]) -> None:
    for job in jobs:
        found: Any = modules.evaluate("job => window.run(job)", json.loads(job.to_json()))
        assert found == play_on_cpu(job), job


@pytest.mark.parametrize("game", GAMES)
def test_games_are_equal_byte_for_byte(modules: Page, game: str):
    check_equal(modules, list_jobs(game, 3, 1, 1))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_games_are_equal(modules: Page, game: str):
    check_equal(modules, list_jobs(game, 1_000, 100, 100))


def test_one_wrong_bit_is_found(modules: Page):
    job = Job(list_jobs("biblios", 1, 0, 0)[0].case, 2, fault=5)
    found = modules.evaluate("job => window.run(job)", json.loads(job.to_json()))
    assert found["digest"] != play_on_cpu(job)["digest"]


def check_network_in(modules: Page, count: int, folder: Path) -> None:
    check_network(count, folder, lambda job: modules.evaluate("job => window.run(job)", job))


@pytest.mark.variant
def test_the_network_chooses_the_same(modules: Page, tmp_path: Path):
    check_network_in(modules, 50, tmp_path)


@pytest.mark.slow
def test_the_network_chooses_the_same_in_a_tenth_of_the_golden_positions(
    modules: Page, tmp_path: Path
):
    check_network_in(modules, 1000, tmp_path)
