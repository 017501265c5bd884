"""Run this environment's uv with the package sources that pip is configured to use.

uv does not read pip's configuration, so on a machine that needs a mirror, pip would work and uv would fail.
Settings made for uv itself take precedence.
"""

import ast
import os
import subprocess
import sys
from pathlib import Path

# pip's setting -> (uv's variable, the separator between several values)
SETTINGS = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "trusted-host": ("UV_INSECURE_HOST", " "),
    "cert": ("SSL_CERT_FILE", " "),
}


def read_pip_settings() -> dict[str, str]:
    """Parse `pip config list`: lines like global.index-url='…'; later lines override earlier ones."""
    listing = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    settings: dict[str, str] = {}
    from_environment: dict[str, str] = {}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if equals and section in ("global", "install", ":env:"):
            # PIP_… variables are listed first, although they override the rest.
            where = from_environment if section == ":env:" else settings
            where[name] = str(ast.literal_eval(value))
    return settings | from_environment


def make_uv_environment() -> dict[str, str]:
    environment = dict(os.environ)
    for name, value in read_pip_settings().items():
        if name in SETTINGS:
            variable, separator = SETTINGS[name]
            environment.setdefault(variable, separator.join(value.split()))
    if "UV_INDEX" in environment:
        # pip takes the best version from all its indexes. The hashes in the lock file make that safe.
        environment.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")
    # As pip does. If Python cannot write bytecode later, every process would compile again.
    environment.setdefault("UV_COMPILE_BYTECODE", "1")
    # Install into this environment, even if another one is active.
    environment["VIRTUAL_ENV"] = sys.prefix
    return environment


def main() -> int:
    uv = Path(sys.prefix) / "bin" / "uv"
    # Show progress bars only on a terminal.
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    return subprocess.run(
        [uv, *quiet, *sys.argv[1:]], env=make_uv_environment(), check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
