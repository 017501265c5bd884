"""What is published: complete, nothing beside it, and described as an index shows it."""

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

pytestmark = pytest.mark.third

ROOT = Path(__file__).parents[2]
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
    assert {"armarium/words/fr.json", "armarium/games/bibliogamo/components.toml"} <= wanted
    held = {name for name in wheel if ".dist-info/" not in name}
    assert wanted <= held
    line = f"armarium-{PROJECT['version']}.data/purelib/armarium_gymnasium.pth"
    assert wheel[line] == (ROOT / "tools" / "site" / "armarium_gymnasium.pth").read_bytes()
    beside = held - wanted - {line}
    assert all(name.startswith("armarium/page/") for name in beside)


def test_the_wheel_holds_the_whole_page(wheel):
    page = {name.removeprefix("armarium/page/") for name in wheel if "/page/" in name}
    html = wheel["armarium/page/index.html"].decode()
    named = set(re.findall(r'(?:src|href)="/([^"#]+\.\w+)"', html))
    assert any(name.endswith(".js") for name in named)
    assert named <= page


def test_fonts_travel_with_their_licences(wheel):
    fonts = {Path(name).name for name in wheel if name.endswith(".woff2")}
    licences = wheel["armarium/page/licences.txt"].decode()
    assert fonts
    for font in fonts:
        family = font.partition("-latin")[0]
        assert f"@fontsource/{family}\n" in licences
    assert "SIL OPEN FONT LICENSE" in licences.upper()


def test_nothing_lies_about_in_either(wheel, sdist):
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
    subprocess.run([*command, "--out-dir", tmp_path, source], env={"PATH": ""}, check=True)
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
    told = email.message_from_bytes(wheel[name])
    assert told["Name"] == "armarium" and told["Version"] == PROJECT["version"]
    assert told["License-Expression"] == "MIT AND CC-BY-4.0 AND OFL-1.1"
    assert set(told.get_all("License-File")) == {"LICENSE", "LICENSES.md"}
    assert told["Summary"] and told["Keywords"] and told.get_all("Classifier")
    assert told.get_payload().startswith("# Armarium")
