"""Tables and caches lie where the platform wants them, and nothing that users run is for one platform alone."""

import re
from pathlib import Path

import platformdirs
import pytest

from armarium import places

SOURCES = Path(places.__file__).parent


@pytest.fixture
def here(monkeypatch, tmp_path: Path) -> Path:
    """Simulate a platform with its own data folder next to the earlier one."""
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, **_: tmp_path / "own" / name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "earlier"))
    return tmp_path


def create_database(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "armarium.db").touch()
    return folder / "armarium.db"


def test_new_tables_lie_in_the_platforms_place(here, capsys):
    assert places.database_file() == here / "own" / "armarium" / "armarium.db"
    assert capsys.readouterr().err == ""


def test_a_database_of_an_earlier_version_is_found_with_one_line_about_it(here, capsys):
    earlier = create_database(here / "earlier" / "armarium")
    assert places.database_file() == earlier
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(earlier.parent) in said and str(here / "own" / "armarium") in said


def test_tables_in_the_platforms_place_win(here, capsys):
    create_database(here / "earlier" / "armarium")
    own = create_database(here / "own" / "armarium")
    assert places.database_file() == own
    assert capsys.readouterr().err == ""


def test_the_earlier_place_is_found_without_variables_too(here, monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", lambda: here / "home")
    earlier = create_database(here / "home" / ".local" / "share" / "armarium")
    assert places.database_file() == earlier


def test_no_source_relies_on_one_platform():
    only_unix = re.compile(
        r"\bfcntl\b|\bXDG_|['\"]/tmp\b|os\.fork\b|SIGKILL|os\.killpg|import pwd\b"
    )
    found = {
        f"{file.relative_to(SOURCES)}: {match}"
        for file in SOURCES.rglob("*.py")
        for match in only_unix.findall(file.read_text(encoding="utf-8"))
    }
    assert found == {
        "places.py: XDG_",  # to find what an earlier version began
        "players/third_party.py: os.killpg",  # asked for before it is used
        "players/third_party.py: SIGKILL",
        "server/cold_start.py: os.killpg",  # without exec nothing is compiled while the server runs
        "server/ops/backup.py: fcntl",  # not on Windows, which locks open files itself
    }
