"""Build the sdist and the wheel, with the built page inside: python tools/make_package.py [FOLDER]

From a copy of what git tracks, so that nothing lying about gets in, and so that no copy of the page stays in the
sources, where it would hide the one that is built next. The wheel is made from the sdist, without node.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from uv_like_pip import uv_environment

__all__ = ["make_package"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "build" / "page"
WEB = ROOT / "web"
UV = Path(sys.executable).with_name("uv")
# What builds and checks the page and leaves nothing of itself in it; all else is in it, with its licence.
ONLY_TOOLS = {
    "@eslint/js",
    "@sveltejs/vite-plugin-svelte",
    "@types/node",
    "eslint",
    "eslint-plugin-svelte",
    "globals",
    "prettier",
    "prettier-plugin-svelte",
    "svelte-check",
    "typescript",
    "typescript-eslint",
    "vite",
    "vitest",
}


def make_package(out: Path, page: Path = PAGE) -> tuple[Path, Path]:
    """The sdist and the wheel, new in a folder."""
    if not (page / "index.html").is_file():
        raise SystemExit(f"there is no built page in {page}: make wheel builds it first")
    with tempfile.TemporaryDirectory(prefix="armarium-package-") as folder:
        tree, made = Path(folder) / "armarium", Path(folder) / "made"
        _copy_tracked(tree)
        inside = tree / "src" / "armarium" / "page"
        shutil.copytree(page, inside)
        (inside / "licences.txt").write_text(_licences(), encoding="utf-8")
        # Without a network: uv holds the build backend within itself.
        command: list[str | Path] = [
            UV,
            "build",
            "--quiet",
            "--offline",
            "--no-config",
            "--python",
            sys.executable,
        ]
        command += ["--out-dir", made, tree]
        subprocess.run(command, env=uv_environment(), check=True)
        (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return _moved(sdist, out), _moved(wheel, out)


def _copy_tracked(tree: Path) -> None:
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, told.split("\0")):
        source = ROOT / name
        if source.is_file() and not source.is_symlink():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, tree / name)


def _licences() -> str:
    """Of the fonts and libraries within the page: their authors ask that these go along."""
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    names = {*wanted.get("dependencies", {}), *wanted["devDependencies"]} - ONLY_TOOLS
    parts = ["Fonts and libraries within this page, and their licences.\n"]
    for name in sorted(names):
        found = sorted((WEB / "node_modules" / name).glob("LICEN[CS]E*"))
        if not found:
            raise SystemExit(f"{name} is in the page, and its licence is nowhere to be found")
        parts.append(f"\n{'=' * 20} {name}\n\n{found[0].read_text(encoding='utf-8').strip()}\n")
    return "".join(parts)


def _moved(file: Path, folder: Path) -> Path:
    there = folder / file.name
    there.unlink(missing_ok=True)
    return Path(shutil.move(file, there))


if __name__ == "__main__":
    for made in make_package(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"):
        print(f"• {made.name}: {made.stat().st_size / 1e6:.1f} MB")
