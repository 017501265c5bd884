"""Tries to start a browser as the tests do, in a separate process because Playwright leaves an event loop behind.

python -m tests.web.probe PATH SECONDS; an empty path is Playwright's own. The last line is the path or an error.
"""

from __future__ import annotations

import subprocess
import sys

from playwright.sync_api import Error, sync_playwright

from tests.web.browser import ARGS


def main(path: str, seconds: str) -> int:
    with sync_playwright() as playwright:
        path = path or playwright.chromium.executable_path
        try:
            _check_executable(path)
            browser = playwright.chromium.launch(
                executable_path=path, args=ARGS, timeout=float(seconds) * 1000
            )
            page = browser.new_page()
            page.set_default_timeout(float(seconds) * 1000)
            page.goto("data:text/html,<title>ready</title>")
            title = page.title()
            browser.close()
        except (Error, OSError) as error:
            print(_describe_error(error))
            return 1
    print(path if title == "ready" else "it shows nothing")
    return 0 if title == "ready" else 1


def _check_executable(path: str) -> None:
    """Check that this machine can run the file: Playwright would pass a binary for another processor to the shell."""
    if sys.platform != "win32":
        nowhere = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen([path, "--version"], **nowhere) as started:  # type: ignore[call-overload]
            started.kill()


def _describe_error(error: Exception) -> str:
    """Return the error in one line, preferably the browser's own."""
    if isinstance(error, FileNotFoundError):
        return "it is not there"
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    own = [line.partition("[err] ")[2] for line in lines if "[err] " in line]
    return f"it does not start ({(own or lines)[0]})"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
