"""A third-party game passes the same contract tests as the built-in games."""

import re


def test_it_passes_the_contract_tests(python):
    files = [f"tests/contract/test_{name}.py" for name in ("contract", "imagined", "taking_back")]
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "mill", *files)
    assert done.returncode == 0, done.stdout[-3000:]
    tried = re.search(r"(\d+) passed, \d+ deselected", done.stdout)
    assert tried is not None and int(tried[1]) > 100, done.stdout


def test_it_is_found_by_its_entry_point_alone(python):
    ask = "from armarium.core import registry; print(*registry.game_names())"
    assert python("-c", ask).stdout.split()[0] == "biblios"
    assert "mill" in python("-c", ask).stdout.split()


def test_the_third_game_is_registered(mill):
    from armarium.core import registry

    assert "mill" in registry.game_names()


def test_the_third_game_is_gone_after_its_tests():
    from armarium.core import registry

    assert "mill" not in registry.game_names()


def test_a_broken_game_package_stops_no_other(python, tmp_path):
    about = tmp_path / "broken-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (about / "entry_points.txt").write_text(
        "[armarium.games]\nbroken = nowhere.at_all:DEFINITION\n"
    )
    ask = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
        "from armarium.core import registry; print(*registry.game_names())"
    )
    done = python("-c", ask)
    assert done.returncode == 0 and done.stdout.split() == ["biblios", "bibliogamo", "mill"]
    assert "armarium.games: broken cannot be loaded" in done.stderr
