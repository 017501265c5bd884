"""The third game, registered for these tests only and removed afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from armarium.core import registry
from armarium.players import registry as players
from armarium.text import catalogue

from .site import install

ROOT = Path(__file__).parents[2]
_CACHES = (
    registry._definitions,
    registry._load_once,
    players._built_in,
    players._third_party,
    catalogue._catalogue,
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(tmp_path_factory.mktemp("site"))


@pytest.fixture
def mill(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game in this process and in its child processes."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("PYTHONPATH", _build_python_path(site))
    _clear_caches()
    yield
    for name in set(sys.modules) - known:
        if name.partition(".")[0] == "mill":
            del sys.modules[name]
    monkeypatch.undo()
    _clear_caches()


@pytest.fixture
def python(site: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run Python in a subprocess with the package installed."""

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
            env={
                **os.environ,
                "PYTHONPATH": _build_python_path(site),
                "LC_ALL": "C.UTF-8",
                "COLUMNS": "80",
            },
        )

    return run


def _build_python_path(site: Path) -> str:
    return os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))


def _clear_caches() -> None:
    for cache in _CACHES:
        cache.cache_clear()
