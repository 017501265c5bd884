"""Build the sdist and the wheel, including the page and its WebAssembly modules: python tools/make_package.py [FOLDER]

The build uses a copy of the files that git tracks. So no stray files are packaged, and no copy of the page stays in
the sources, where it would hide the next build. The wheel is built from the sdist and needs no Node.js.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from uv_like_pip import make_uv_environment

__all__ = ["WEB", "list_page_packages", "make_package"]

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "build" / "page"
WEB = ROOT / "web"
UV = Path(sys.executable).with_name("uv")
# Packages that only build or check the page. All others are part of the page and need their licence in it.
ONLY_TOOLS = {
    "@eslint/js",
    "@sveltejs/vite-plugin-svelte",
    "@types/node",
    "eslint",
    "eslint-plugin-svelte",
    "globals",
    "postcss",
    "prettier",
    "prettier-plugin-svelte",
    "svelte-check",
    "typescript",
    "typescript-eslint",
    "vite",
    "vitest",
}


def make_package(out: Path, page: Path = PAGE) -> tuple[Path, Path]:
    """Build the sdist and the wheel into a folder and return their paths."""
    if not (page / "index.html").is_file():
        raise SystemExit(
            f"There is no built page in {page}. Run `make wheel`, which builds it first."
        )
    if not any((page / "wasm").glob("games-*.json")):
        raise SystemExit(
            f"The page in {page} was built without the WebAssembly modules. Run `make wheel`."
        )
    with tempfile.TemporaryDirectory(prefix="armarium-package-") as folder:
        tree, built = Path(folder) / "armarium", Path(folder) / "built"
        _copy_tracked_files(tree)
        page_folder = tree / "src" / "armarium" / "page"
        shutil.copytree(page, page_folder)
        (page_folder / "licences.txt").write_text(_collect_licences(), encoding="utf-8")
        # uv contains the build backend, so this works offline.
        command: list[str | Path] = [
            UV,
            "build",
            "--quiet",
            "--offline",
            "--no-config",
            "--python",
            sys.executable,
        ]
        command += ["--out-dir", built, tree]
        subprocess.run(command, env=make_uv_environment(), check=True)
        (sdist,), (wheel,) = built.glob("*.tar.gz"), built.glob("*.whl")
        out.mkdir(parents=True, exist_ok=True)
        return _move_file(sdist, out), _move_file(wheel, out)


def _copy_tracked_files(tree: Path) -> None:
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, output.split("\0")):
        source = ROOT / name
        if source.is_file() and not source.is_symlink():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, tree / name)


def list_page_packages() -> list[str]:
    """Return the npm packages that are part of the page: fonts and libraries."""
    package = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    return sorted({*package.get("dependencies", {}), *package["devDependencies"]} - ONLY_TOOLS)


def _collect_licences() -> str:
    """Return the licences of the fonts and libraries in the page; they require it."""
    parts = ["Licences of the fonts and libraries in this page.\n"]
    for name in list_page_packages():
        found = sorted((WEB / "node_modules" / name).glob("LICEN[CS]E*"))
        if not found:
            raise SystemExit(f"No licence file found for {name}, which is part of the page.")
        parts.append(f"\n{'=' * 20} {name}\n\n{found[0].read_text(encoding='utf-8').strip()}\n")
    return "".join(parts)


def _move_file(file: Path, folder: Path) -> Path:
    target = folder / file.name
    target.unlink(missing_ok=True)
    return Path(shutil.move(file, target))


if __name__ == "__main__":
    for built in make_package(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist"):
        print(f"• {built.name}: {built.stat().st_size / 1e6:.1f} MB")
