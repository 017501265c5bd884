"""An environment with the wheel and its dependencies only, made without a network.

The wheel is installed normally. Its dependencies, direct and transitive, are linked from the test environment instead
of downloaded. A library that is used but not declared is therefore missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

__all__ = ["WheelEnvironment"]


class WheelEnvironment:
    """The environment, an empty home folder, and a working folder outside the checkout."""

    def __init__(self, folder: Path, wheel: Path, cache: Path) -> None:
        self.python = folder / "venv" / "bin" / "python"
        self.here, self.home, self._cache = folder / "elsewhere", folder / "home", cache
        self.here.mkdir()
        self.home.mkdir()
        make = [sys.executable, "-m", "venv", "--without-pip", folder / "venv"]
        subprocess.run(make, check=True)  # type: ignore[arg-type]
        uv = Path(sys.executable).with_name("uv")
        install = [uv, "pip", "install", "--quiet", "--offline", "--no-config", "--no-index"]
        subprocess.run([*install, "--no-deps", "--python", self.python, wheel], check=True)  # type: ignore[list-item]
        self.site = Path(
            sysconfig.get_path("purelib", vars={"base": str(folder / "venv")}, scheme="venv")
        )
        (own,) = self.site.glob("armarium-*.dist-info")
        _link_libraries(_list_libraries(PathDistribution(own)), self.site)

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment without our variables except the cache, so that nothing is compiled again."""
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        mine = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "ARMARIUM_CACHE": str(self._cache)}
        return {**kept, **mine}

    def start(self, *command: str | Path, **more: int) -> subprocess.Popen[str]:
        return subprocess.Popen(  # type: ignore[call-overload]
            command, cwd=self.here, env=self.environment, text=True, encoding="utf-8", **more
        )

    def run(self, *command: str | Path) -> str:
        """Run a command, check that it succeeds, and return its output."""
        process = self.start(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output, _ = process.communicate(timeout=300)
        assert process.returncode == 0, output
        return output

    def armarium(self, *arguments: str | Path) -> str:
        return self.run(self.python.with_name("armarium"), *arguments)


def _list_libraries(wheel: Distribution) -> Iterable[Distribution]:
    """Yield all dependencies of the wheel on this machine, without extras."""
    found: dict[str, Distribution] = {}
    asking = [(wheel, "")]
    asked = set()
    while asking:
        library, extra = asking.pop()
        for wanted in map(Requirement, library.requires or []):
            if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
                name = canonicalize_name(wanted.name)
                for more in ("", *wanted.extras):
                    if (name, more) not in asked:
                        asked.add((name, more))
                        found[name] = distribution(name)
                        asking.append((found[name], more))
    return found.values()


def _link_libraries(libraries: Iterable[Distribution], site: Path) -> None:
    for library in libraries:
        names = {file.parts[0] for file in library.files or []} - {"..", "__pycache__"}
        for name in names:
            if not (site / name).exists():
                (site / name).symlink_to(Path(str(library.locate_file(name))))
