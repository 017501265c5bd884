"""Does this browser start, as the tests will start it? In its own process: Playwright leaves a loop behind.

python -m tests.web.probe PATH SECONDS; an empty path is Playwright's own. The last line is the path, or why not.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from tests.web.browser import ARGS


def main(path: str, seconds: str) -> int:
    with sync_playwright() as playwright:
        path = path or playwright.chromium.executable_path
        if not Path(path).is_file():
            print("it is not there")
            return 1
        try:
            browser = playwright.chromium.launch(
                executable_path=path, args=ARGS, timeout=float(seconds) * 1000
            )
            page = browser.new_page()
            page.set_default_timeout(float(seconds) * 1000)
            page.goto("data:text/html,<title>ready</title>")
            title = page.title()
            browser.close()
        except Error as error:
            print(_reason(str(error)))
            return 1
    print(path if title == "ready" else "it shows nothing")
    return 0 if title == "ready" else 1


def _reason(told: str) -> str:
    """The first line that says something: the rest is Playwright's log."""
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    loading = [line for line in lines if "error while loading" in line or "ENOEXEC" in line]
    return f"it does not start ({(loading or lines)[0]})"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
