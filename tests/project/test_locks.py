"""Published files contain no address of a package index and no path of one machine."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def list_published_files() -> list[Path]:
    """Return the tracked files and the new ones that git does not ignore."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file()]


def read_text(path: Path) -> str:
    """Return the text of a file, or an empty string if it is not text."""
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode("utf-8", errors="replace")


def test_python_locks_hold_hashes_and_no_address():
    locks = [path for path in list_published_files() if path.suffix == ".lock"]
    assert ROOT / "requirements.lock" in locks
    for lock in locks:
        text = read_text(lock)
        assert "--hash=sha256:" in text, lock.name
        assert not re.findall(r".*(?:://|file:|index-url|find-links).*", text), lock.name


def test_node_locks_hold_no_address():
    # Their "funding" pages are no registries, so only the key that names one is looked for.
    for lock in (path for path in list_published_files() if path.name == "package-lock.json"):
        assert '"resolved"' not in read_text(lock), lock


# A home at / names nothing.
PLACES = [place for place in (ROOT, Path.home()) if len(place.parts) > 1]


@pytest.mark.parametrize("place", PLACES, ids=["checkout", "home"][: len(PLACES)])
def test_no_file_names_a_path_of_this_machine(place):
    # A short place such as /app or /root is only meant where something follows it.
    follows = r"/\w" if len(place.parts) <= 2 else r"(?![\w-])"
    path = re.compile(rf"(?<![\w.~-]){re.escape(str(place))}{follows}")
    found = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in list_published_files()
        for number, line in enumerate(read_text(file).splitlines(), 1)
        if path.search(line)
    ]
    assert not found
