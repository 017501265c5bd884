"""Speed of the games in the browser: `make bench PARTS="page"`, or `python -m bench.static_page [--rounds 5]`.

Prints the speed of the WebAssembly modules in Node, Chromium and, if installed, Firefox. Then come the time from
opening the static page to the first card on a slow line, the bytes loaded until then, and how long bots take on a slow
processor.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from armarium.core.registry import DEFAULT_GAME
from tests.wasm.test_browser import PATIENCE, open_script, read_for_page
from tests.wasm.test_equality import FOLDER, GAMES, NODE
from tests.web.browser import ARGS, find_browser
from tests.web.static_site import SITE, serve_site

HERE = Path(__file__).parent
BITS_PER_SECOND, ROUND_TRIP_MS = 1_600_000, 150
SLOWDOWN = 6

MEASURE = """
import { measure } from "./bench/module_speed.mjs";
window.measure = async (game, seconds) => {
  const about = await (await fetch(`build/wasm/${game}.json`)).json();
  const code = await (await fetch(`build/wasm/${game}.wasm`)).arrayBuffer();
  const file = about.network && (await (await fetch(`build/wasm/${about.network.file}`)).arrayBuffer());
  return measure(about, await WebAssembly.compile(code), file ? new Uint8Array(file) : null, seconds);
};
"""
REPORT = """
for (const game of GAMES) {
  const body = JSON.stringify(await window.measure(game, SECONDS).catch(String));
  await fetch(game, { method: "POST", body });
}
"""
FILES_OF_REPORT = re.compile(r"(?:(?:bench|build/wasm|web/src/local)/[\w.]+)?")
FIREFOX = ("firefox", "firefox-esr")
# Firefox rounds its clock to a millisecond otherwise.
FIREFOX_SETTINGS = 'user_pref("privacy.reduceTimerPrecision", false);\n'
FIREFOX_PATIENCE = 600  # seconds

# Presses "Play now" as soon as it appears, and records when it and the first card appeared.
PRESS_PLAY = """
const check = () => {
  const play = document.querySelector('button.now:enabled');
  if (play && !window.pressed) {
    window.pressed = performance.now();
    play.click();
  }
  if (!window.firstText && document.querySelector('h1')) window.firstText = performance.now();
  if (document.querySelector('[data-card]')) window.firstCard = performance.now();
  else requestAnimationFrame(check);
};
requestAnimationFrame(check);
"""

# Plays a game against three bots in the page's own worker, and returns the milliseconds of each bot's move: from the
# message before it to the message about it, with rules, views and storage.
PLAY = """async ([game, level, script]) => {
  const worker = new Worker(script, { type: 'module' });
  const moves = [];
  const send = (message) => worker.postMessage(message);
  let [before, actor] = [0, null];
  const onmessage = async (message, ended) => {
    if (message.t === 'refused') throw new Error(message.code);
    if (message.t !== 'view' && message.t !== 'events') return;
    const now = performance.now();
    if (actor > 0 && message.t === 'events') moves.push(now - before);
    [before, actor] = [performance.now(), message.view.to_act];
    if (actor === null) return ended();
    const { legal } = message.view;
    const action = legal[Math.floor(Math.random() * legal.length)];
    const act = { t: 'act', id: `id${message.v}`, v: message.v, action };
    if (actor === 0) send({ t: 'send', connection: 2, message: act });
  };
  return await new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.t === 'answer') {
        const { table, token } = data.answer.body;
        send({ t: 'open', connection: 2, table, hello: { t: 'hello', token } });
      } else if (data.t === 'message') {
        onmessage(data.message, () => (worker.terminate(), resolve(moves))).catch(reject);
      }
    };
    send({ t: 'start', base: new URL('wasm/', location.href).href });
    const seats = [{ name: 'Ada' }, ...Array(3).fill({ bot: level })];
    send({ t: 'request', id: 1, method: 'POST', path: '/api/tables', body: { game, seats, pace: 'fast' } });
  });
}"""

# The levels that a browser has alone.
LEVELS = """async ([game, file]) => {
  const { bots, not_ready: missing } = (await (await fetch(file)).json()).info.games[game];
  return bots.filter((level) => !missing.includes(level));
}"""

BUSY = """() => {
  const start = performance.now();
  let sum = 0;
  for (let n = 0; n < 3e7; n += 1) sum = (sum * 31 + n) | 0;
  return performance.now() - start + (sum === 0.5);
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the games in the browser.")
    parser.add_argument("--rounds", type=int, default=5, help="times to open the page")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of a module")
    arguments = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGS)
        print_modules(browser, arguments.seconds)
        with tempfile.TemporaryDirectory() as folder, serve_site(Path(folder)) as address:
            print_first_card(browser, address, arguments.rounds)
            print_bots(browser, address)
        browser.close()


def print_modules(browser: Browser, seconds: float) -> None:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    open_script(page, MEASURE)
    page.wait_for_function("() => Boolean(window.measure)")
    in_firefox = measure_in_firefox(seconds)
    for game in GAMES:
        command = [str(NODE), str(HERE / "module_speed.mjs"), str(FOLDER), game, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        places = {
            "Node": json.loads(done.stdout),
            "Chromium": page.evaluate("([game, s]) => window.measure(game, s)", [game, seconds]),
        }
        if game in in_firefox:
            places["Firefox"] = in_firefox[game]
        for place, found in places.items():
            rate = found.pop("decisions_per_second")
            times = ", ".join(f"{name} {time:.1f}" for name, time in found.items())
            print(f"{game} in {place}: {rate / 1e6:.2f} million decisions/s; microseconds: {times}")
    page.close()


def measure_in_firefox(seconds: float) -> dict[str, Any]:
    """Return what the modules of both games reach in Firefox, by game; nothing without Firefox.

    Playwright drives only its own build of Firefox. So the page measures when it is opened, and posts the results.
    """
    firefox = next(filter(None, map(shutil.which, FIREFOX)), None)
    if firefox is None:
        print("Firefox is not installed, so it is left out.")
        return {}
    script = MEASURE + REPORT.replace("GAMES", json.dumps(GAMES)).replace("SECONDS", str(seconds))
    found: dict[str, Any] = {}
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path[1:]
            answer = read_for_page(name, script) if FILES_OF_REPORT.fullmatch(name) else None
            content, kind = answer or (b"", "text/plain")
            self.send_response(200 if answer else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_POST(self) -> None:
            found[self.path[1:]] = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(204)
            self.end_headers()
            if len(found) == len(GAMES):
                ended.set()

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    with (
        tempfile.TemporaryDirectory() as profile,
        ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server,
    ):
        (Path(profile) / "user.js").write_text(FIREFOX_SETTINGS)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        command = [firefox, "--headless", "--no-remote", "--profile", profile, address]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ended.wait(FIREFOX_PATIENCE)
        running.terminate()
        running.wait()
        server.shutdown()
    return {game: result for game, result in found.items() if isinstance(result, dict)}


def print_first_card(browser: Browser, address: str, rounds: int) -> None:
    found = [open_slowly(browser, address) for _ in range(rounds)]
    print(
        f"Static page at {BITS_PER_SECOND / 1e6} Mbit/s, {ROUND_TRIP_MS} ms round trip, {rounds} times:"
    )
    for name in ("first text", "Play now", "first card"):
        times = sorted(one[name] for one in found)
        print(f"  {name}: {statistics.median(times):.2f} s ({times[0]:.2f} to {times[-1]:.2f})")
    print(f"  until the first card: {found[0]['bytes'] / 1000:.0f} kB")
    for size, name in sorted(found[0]["files"], reverse=True):
        print(f"    {size / 1000:6.1f} kB  {name}")


def open_slowly(browser: Browser, address: str) -> dict[str, Any]:
    """Open the page in a fresh browser context, press "Play now", and wait for the first card."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.add_init_script(PRESS_PLAY)
    finished: list[Any] = []
    page.on("requestfinished", lambda request: finished.append(request))
    line = context.new_cdp_session(page)
    rate = BITS_PER_SECOND / 8
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": ROUND_TRIP_MS,
            "downloadThroughput": rate,
            "uploadThroughput": rate,
        },
    )
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.firstCard", timeout=120_000)
    times = page.evaluate(
        "() => [window.firstText, window.pressed, window.firstCard].map((ms) => ms / 1000)"
    )
    files = []
    for request in list(finished):
        sizes = request.sizes()
        size = sizes["responseBodySize"] + sizes["responseHeadersSize"]
        files.append((size, request.url.removeprefix(address) or "the page"))
    context.close()
    return {
        **dict(zip(("first text", "Play now", "first card"), times)),
        "bytes": sum(size for size, _ in files),
        "files": files,
    }


def print_bots(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.locator("button.now").wait_for()
    page.wait_for_timeout(2000)
    (worker,) = page.workers
    processor = context.new_cdp_session(page)
    usual = page.evaluate(BUSY), worker.evaluate(BUSY)
    processor.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    slow = page.evaluate(BUSY), worker.evaluate(BUSY)
    factors = [after / before for before, after in zip(usual, slow)]
    print(f"Slowdown of the processor: page {factors[0]:.1f}, worker {factors[1]:.1f}")
    script = find_file("assets", "local-worker-*.js")
    for level in page.evaluate(LEVELS, [DEFAULT_GAME, find_file("wasm", "games-*.json")]):
        for rate in (1, SLOWDOWN):
            processor.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            played = page.evaluate(PLAY, [DEFAULT_GAME, level, script])
            moves = sorted(played[1:])  # the first one waits for the network's file
            middle, late = (moves[int(len(moves) * part)] for part in (0.5, 0.95))
            print(
                f"  {level}, rate {rate}: {len(moves)} moves, median {middle:.1f} ms, "
                f"95 % {late:.1f} ms, longest {moves[-1]:.0f} ms"
            )
    context.close()


def find_file(folder: str, pattern: str) -> str:
    (file,) = (SITE / folder).glob(pattern)
    return f"{folder}/{file.name}"


if __name__ == "__main__":
    main()
