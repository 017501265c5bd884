"""What a result came from: hashes of package, weights and player, the kind of machine, and the work done."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import time
from collections.abc import Iterable
from functools import cache
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

import armarium
from armarium.players.registry import GROUP, find_spec

__all__ = ["ComputeMeter", "describe_package", "describe_player", "game_weights", "hash_file"]

_PACKAGE = Path(armarium.__file__).parent
_CODE = (".py", ".safetensors")


def hash_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def describe_package() -> dict[str, str]:
    """Return the version of this package, and a hash of its code and weights."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        if path.suffix in _CODE:
            digest.update(f"{path.relative_to(_PACKAGE).as_posix()} {hash_file(path)}\n".encode())
    return {"name": "armarium", "version": armarium.__version__, "sha256": digest.hexdigest()}


def game_weights(game: str) -> dict[str, str]:
    """Return the hashes of the network files in the game's folder, which its built-in players use."""
    folder = _PACKAGE / "games" / game.replace("-", "_")
    return {path.name: hash_file(path) for path in sorted(folder.rglob("*.safetensors"))}


def describe_player(
    name: str, game: str, label: str | None = None, weights: Iterable[Path] = ()
) -> dict[str, Any]:
    """Return a player's name without folders, its kind, and hashes of its code and of its weights."""
    kind, shown, digest = _identify(name, game)
    return {
        "name": label or shown,
        "kind": kind,
        "sha256": digest,
        "weights": {path.name: hash_file(path) for path in weights},
    }


def _identify(name: str, game: str) -> tuple[str, str, str]:
    path, _, class_name = name.rpartition(":")
    if path.endswith(".py"):
        return "file", f"{Path(path).name}:{class_name}", hash_file(Path(path))
    if name.endswith(".safetensors"):
        return "network", Path(name).name, hash_file(Path(name))
    if name.startswith("cmd:"):
        words = shlex.split(name.removeprefix("cmd:"))
        files = [shutil.which(word) if number == 0 else word for number, word in enumerate(words)]
        parts = [
            hash_file(Path(file)) if file and Path(file).is_file() else word
            for word, file in zip(words, files, strict=True)
        ]
        shown = " ".join(Path(word).name if "/" in word else word for word in words)
        return "command", f"cmd:{shown}", hashlib.sha256("\n".join(parts).encode()).hexdigest()
    if find_spec(name.partition(":")[0], game, third_party=False) is not None or name == "random":
        return "built-in", name, describe_package()["sha256"]
    return "package", name, _hash_player_packages()


def _hash_player_packages() -> str:
    """Return a hash of the installed packages that register players, from the lists of their files."""
    found = {
        f"{entry.dist.name} {entry.dist.version} {entry.dist.read_text('RECORD') or ''}"
        for entry in entry_points(group=GROUP)
        if entry.dist is not None and entry.dist.name != "armarium"
    }
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def _describe_machine() -> dict[str, Any]:
    """Return the kind of machine. It has no host name and no user."""
    processor = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8", errors="replace").splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        processor = models[0] if models else processor
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": processor,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


class ComputeMeter:
    """Measures the processor time of this process and its child processes. On a cluster it is unknown."""

    def __init__(self) -> None:
        self._before = self._processor_seconds()
        self._began = time.monotonic()

    def _processor_seconds(self) -> float:
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    def to_dict(self, *, decisions: int, deals: int, is_local: bool) -> dict[str, Any]:
        """Return the work since the start. `deals` are those that were played, and not read from a file."""
        seconds = self._processor_seconds() - self._before
        return {
            "processor_s": round(seconds, 2) if is_local else None,
            "elapsed_s": round(time.monotonic() - self._began, 2),
            "decisions": decisions,
            "deals": deals,
            "machine": _describe_machine(),
        }
