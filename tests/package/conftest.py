"""The wheel, built once, and an environment that holds nothing else."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from make_package import make_package

from armarium.core.kernel_cache import cache_base
from tests.package.emptied import WheelEnvironment
from tests.web.browser import ARGS, find_browser


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build the sdist and the wheel."""
    return make_package(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def sdist(built: tuple[Path, Path]) -> dict[str, bytes]:
    """Return the files of the sdist without their top folder."""
    with tarfile.open(built[0]) as archive:
        members = [member for member in archive if member.isfile()]
        return {
            member.name.partition("/")[2]: archive.extractfile(member).read()  # type: ignore[union-attr]
            for member in members
        }


@pytest.fixture(scope="session")
def wheel(built: tuple[Path, Path]) -> dict[str, bytes]:
    with zipfile.ZipFile(built[1]) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


@pytest.fixture(scope="session")
def installation(
    built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> WheelEnvironment:
    return WheelEnvironment(tmp_path_factory.mktemp("emptied"), built[1], cache_base())


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = {"executable_path": find_browser(), "args": ARGS, "timeout": 60_000}
    return {**browser_type_launch_args, **found}
