"""Which games are compiled. For each game and stage, a note in the cache lists the files that compiling left there.

The name of a note contains a hash of the game's kernels and of the machine, and a note counts only while all its files
exist. So after an upgrade, on another machine, or when something was deleted, the game is compiled again. Reading the
notes imports no kernel.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import armarium
from armarium.core.kernel_cache import cache_base, folder_of, machine_name, used_folders
from armarium.core.registry import find_game, game_names

__all__ = ["PLAYING", "are_games_compiled", "count_kernels", "is_compiled", "note_compiled"]

PLAYING = ("rules", "players")  # the stages that a server needs; the lab has "batches" too
_LAYERS_WITH_KERNELS = ("core", "players")  # besides the games
_DECORATED = re.compile(r"^@(?:\w+\.)?jit|^\w+ = \w+\.jit", re.MULTILINE)


def are_games_compiled() -> bool:
    """Return whether everything that a server needs is compiled."""
    return all(is_compiled(game, stage) for game in game_names() for stage in PLAYING)


def is_compiled(game: str, stage: str) -> bool:
    if not any(_game_modules(game)):
        return True  # plain Python
    try:
        names = _note(game, stage).read_text(encoding="utf-8").split()
    except OSError:
        return False
    return all((cache_base() / name).exists() for name in names)


def note_compiled(game: str, stage: str) -> None:
    """Note that this process has compiled a stage, or has found it in the cache."""
    files = (file for folder in used_folders for file in folder.glob("*.nb[ci]"))
    names = sorted(file.relative_to(cache_base()).as_posix() for file in files)
    note = _note(game, stage)
    note.parent.mkdir(exist_ok=True)
    written = note.with_suffix(".part")
    written.write_text("\n".join(names), encoding="utf-8")
    written.replace(note)


def count_kernels(game: str) -> int:
    """Return how many kernels the sources of a game and of the layers below it contain, for a progress display."""
    modules = {**dict(_game_modules(game)), **dict(_shared_modules())}
    return sum(len(_DECORATED.findall(file.read_text("utf-8"))) for file in modules.values())


@functools.cache
def _note(game: str, stage: str) -> Path:
    digest = hashlib.sha256(machine_name().encode())
    for module, file in sorted([*_game_modules(game), *_shared_modules()]):
        digest.update(folder_of(module, file).name.encode())
    return cache_base() / "compiled" / f"{game}-{stage}-{digest.hexdigest()[:16]}"


def _game_modules(game: str) -> Iterator[tuple[str, Path]]:
    """Yield the kernel modules of a game, by name and file."""
    package = sys.modules[type(find_game(game)).__module__].__package__
    if package and (file := sys.modules[package].__file__):
        yield from _kernel_modules(package, Path(file).parent)


def _shared_modules() -> Iterator[tuple[str, Path]]:
    root = Path(armarium.__file__).parent
    for layer in _LAYERS_WITH_KERNELS:
        yield from _kernel_modules(f"{root.name}.{layer}", root / layer)


def _kernel_modules(package: str, folder: Path) -> Iterator[tuple[str, Path]]:
    for file in folder.rglob("kernels/*.py"):
        yield ".".join([package, *file.relative_to(folder).with_suffix("").parts]), file
