"""A book that nobody here has heard of keeps the same promise as ours, by the same tests."""

import re


def test_it_passes_the_contract_tests(python):
    files = [f"tests/contract/test_{name}.py" for name in ("contract", "imagined", "taking_back")]
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "mill", *files)
    assert done.returncode == 0, done.stdout[-3000:]
    tried = re.search(r"(\d+) passed, \d+ deselected", done.stdout)
    assert tried is not None and int(tried[1]) > 100, done.stdout


def test_it_is_found_by_its_entry_point_alone(python):
    ask = "from armarium.games import shelf; print(*shelf.names())"
    assert python("-c", ask).stdout.split()[0] == "biblios"
    assert "mill" in python("-c", ask).stdout.split()


def test_it_leaves_nothing_on_the_shelf_of_other_tests(mill):
    from armarium.games import shelf

    assert "mill" in shelf.names()


def test_the_shelf_is_ours_again():
    from armarium.games import shelf

    assert "mill" not in shelf.names()


def test_a_book_that_cannot_be_opened_stops_nobody(python, tmp_path):
    about = tmp_path / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[armarium.games]\nbroken = nowhere.at_all:BOOK\n")
    ask = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
        "from armarium.games import shelf; print(*shelf.names())"
    )
    done = python("-c", ask)
    assert done.returncode == 0 and done.stdout.split() == ["biblios", "bibliogamo", "mill"]
    assert "The book broken cannot be opened" in done.stderr
