"""The published packages are complete, hold nothing else, and have the right metadata."""

from __future__ import annotations

import email
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.third_party

ROOT = Path(__file__).parents[2]
GAMES = ("biblios", "bibliogamo")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_wheel_holds_every_file_of_the_package(wheel):
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "src"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    wanted = {name.removeprefix("src/") for name in tracked if name and (ROOT / name).is_file()}
    assert {"armarium/text/fr.json", "armarium/games/bibliogamo/components.toml"} <= wanted
    held = {name for name in wheel if ".dist-info/" not in name}
    assert wanted <= held
    assert all(name.startswith("armarium/page/") for name in held - wanted)


def test_the_wheel_holds_the_whole_page(wheel):
    page = {name.removeprefix("armarium/page/") for name in wheel if "/page/" in name}
    html = wheel["armarium/page/index.html"].decode()
    named = set(re.findall(r'(?:src|href)="/([^"#]+\.\w+)"', html))
    assert any(name.endswith(".js") for name in named)
    assert named <= page
    rules = {re.sub(r"-\w+\.", ".", name) for name in page if name.startswith("wasm/")}
    assert {f"wasm/{game}.{kind}" for game in GAMES for kind in ("wasm", "json")} <= rules


def test_fonts_travel_with_their_licences(wheel):
    fonts = {Path(name).name for name in wheel if name.endswith(".woff2")}
    licences = wheel["armarium/page/licences.txt"].decode()
    assert fonts
    for font in fonts:
        family = font.partition("-latin")[0]
        assert f"@fontsource/{family}\n" in licences
    assert "SIL OPEN FONT LICENSE" in licences.upper()


def test_the_packages_contain_no_stray_files(wheel, sdist):
    for name in (*wheel, *sdist):
        parts = set(Path(name).parts)
        assert not parts & {"__pycache__", "node_modules", ".venv", "build", "dist", ".git"}, name


def test_the_source_makes_the_same_wheel_again(built, wheel, tmp_path):
    """Without node: nothing but the archive is there, and its page is already built."""
    with tarfile.open(built[0]) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    uv = Path(sys.executable).with_name("uv")
    command = [
        uv,
        "build",
        "--quiet",
        "--offline",
        "--no-config",
        "--wheel",
        "--python",
        sys.executable,
    ]
    subprocess.run([*command, "--out-dir", tmp_path, source], env={"PATH": ""}, check=True)  # type: ignore[list-item]
    (again,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(again) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        assert {name: archive.read(name) for name in names} == wheel


def test_the_source_can_be_worked_on(sdist):
    for name in ("Makefile", "requirements.lock", "web/package-lock.json", "tests/conftest.py"):
        assert name in sdist
    assert "docs/rules/biblios.fr.md" in sdist


def test_an_index_can_show_what_it_is(wheel):
    (name,) = [name for name in wheel if name.endswith(".dist-info/METADATA")]
    metadata = email.message_from_bytes(wheel[name])
    assert metadata["Name"] == "armarium" and metadata["Version"] == PROJECT["version"]
    assert metadata["License-Expression"] == "MIT AND CC-BY-4.0 AND OFL-1.1"
    assert set(metadata.get_all("License-File")) == {"LICENSE", "LICENSES.md"}
    assert metadata["Summary"] and metadata["Keywords"] and metadata.get_all("Classifier")
    assert metadata.get_payload().startswith("# Armarium")
