"""The third game, installed for these tests alone: nothing of it stays on the shelf afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from armarium import words
from armarium.games import shelf
from armarium.players import registry

from .site import install

ROOT = Path(__file__).parents[2]
_CACHES = (shelf._books, registry._ours, registry._strangers, words._catalogue)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def mill(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """On the shelf of this process and of those that it starts."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", _path(site))
    _forget()
    yield
    for name in set(sys.modules) - known:
        if name.partition(".")[0] == "mill":
            del sys.modules[name]
    monkeypatch.undo()
    _forget()


@pytest.fixture
def python(site: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Python in a process of its own, with the package installed."""

    def run(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *map(str, arguments)],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            cwd=ROOT,
            timeout=600,
            env={**os.environ, "PYTHONPATH": _path(site), "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
        )

    return run


def _path(site: Path) -> str:
    return os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))


def _forget() -> None:
    for cache in _CACHES:
        cache.cache_clear()
