"""The cache of compiled kernels sees through files and flags (core/jit.py).

A temporary copy of the package gets a game of three lines, so that next to nothing is compiled.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "armarium"

CALLEE = """
import numpy as np
from armarium.core.jit import jit

TABLE = np.array([10, 20, 30], np.int64)

@jit
def worth(i):
    return TABLE[i] + 1
"""
CALLER = """
import numpy as np
from armarium.core.jit import jit_entry
from armarium.games.toy.callee import worth

@jit_entry
def twice(i):
    return 2 * worth(i)

@jit_entry
def peek(cards, i):
    return cards[i]
"""


@pytest.fixture
def toy(tmp_path):
    games = tmp_path / "armarium" / "games"
    shutil.copytree(PACKAGE / "core", tmp_path / "armarium" / "core")
    games.mkdir()
    shutil.copy(PACKAGE / "__init__.py", tmp_path / "armarium")
    shutil.copy(PACKAGE / "games" / "__init__.py", games)
    (games / "toy").mkdir()
    (games / "toy" / "__init__.py").touch()
    (games / "toy" / "callee.py").write_text(CALLEE, encoding="utf-8")
    (games / "toy" / "caller.py").write_text(CALLER, encoding="utf-8")
    return tmp_path


def run(toy, script, **flags):
    environment = {**os.environ, "PYTHONPATH": str(toy), "ARMARIUM_CACHE": str(toy / "cache")}
    environment["ARMARIUM_GYMNASIUM"] = "0"  # the copy has no lab to register
    for flag in ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"):
        environment.pop(flag, None)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=toy,
        env=environment | flags,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip(), done.stderr


TWICE = """
from armarium.games.toy.caller import twice
print(twice(1), sum(twice.stats.cache_hits.values()))
"""
PEEK = """
import numpy as np
from armarium.games.toy.caller import peek
print(peek(np.arange(9)[:4], 6))
"""


def test_an_edited_callee_or_table_changes_the_callers_result(toy):
    assert run(toy, TWICE)[0] == "42 0"
    assert run(toy, TWICE)[0] == "42 1"  # from the cache
    callee = toy / "armarium" / "games" / "toy" / "callee.py"
    callee.write_text(CALLEE.replace("+ 1", "+ 2"), encoding="utf-8")
    assert run(toy, TWICE)[0] == "44 0"
    callee.write_text(CALLEE.replace("20", "21"), encoding="utf-8")
    assert run(toy, TWICE)[0] == "44 0"
    callee.write_text(CALLEE, encoding="utf-8")
    assert run(toy, TWICE)[0] == "42 1"  # the old folder is still right


@pytest.mark.thorough
def test_an_index_out_of_bounds_raises_when_bounds_are_checked(toy):
    """Also where unchecked code lies in the cache already."""
    assert run(toy, PEEK) == ("6", "")
    output, error = run(toy, PEEK, NUMBA_BOUNDSCHECK="1")
    assert output == "" and "IndexError" in error
    assert run(toy, PEEK)[0] == "6"


BORROWING = """
import numpy as np
from armarium.core.jit import jit_no_refcount, jit_entry

@jit_no_refcount
def sum_of(cards):
    return MADE.sum()

@jit_entry
def total(cards):
    return sum_of(cards)
"""
TOTAL = """
import numpy as np
from armarium.games.toy.borrower import total
print(total(np.arange(4)))
"""


@pytest.mark.thorough
def test_functions_without_refcounts_create_no_arrays(toy):
    borrower = toy / "armarium" / "games" / "toy" / "borrower.py"
    borrower.write_text(BORROWING.replace("MADE", "cards"), encoding="utf-8")
    assert run(toy, TOTAL)[0] == "6"
    borrower.write_text(BORROWING.replace("MADE", "np.empty(3)"), encoding="utf-8")
    output, error = run(toy, TOTAL)
    assert output == "" and "empty" in error and "Error" in error


GENERIC = """
from armarium.core.binding import generic

worth = rules = None

@generic
def twice(i):
    return 2 * worth(i)

@generic
def four_times(i):
    return 2 * twice(i)
"""
BOUND = """
from armarium.core.binding import Binding
from armarium.games.toy import callee, generics

_bound = Binding(__name__, rules=callee, worth=callee.worth)
twice = _bound.jit(generics.twice)
four_times = _bound.jit_entry(generics.four_times)
"""
FOUR_TIMES = """
from armarium.games.toy.{} import four_times
print(four_times(1), sum(four_times.stats.cache_hits.values()))
"""


@pytest.mark.thorough
def test_a_generic_kernel_is_cached_with_the_game_that_it_is_bound_to(toy):
    """In another process it is found again; a changed rule or a changed loop is not confused with the old one."""
    folder = toy / "armarium" / "games" / "toy"
    (folder / "generics.py").write_text(GENERIC, encoding="utf-8")
    (folder / "bound.py").write_text(BOUND, encoding="utf-8")
    (folder / "other.py").write_text(
        BOUND.replace("callee.worth", "lesser").replace(
            "_bound =",
            "from armarium.core.jit import jit\n@jit\ndef lesser(i):\n    return i\n_bound =",
        ),
        encoding="utf-8",
    )
    assert run(toy, FOUR_TIMES.format("bound")) == ("84 0", "")
    assert run(toy, FOUR_TIMES.format("other")) == ("4 0", "")  # another game's own
    assert run(toy, FOUR_TIMES.format("bound")) == ("84 1", "")  # from the cache
    (folder / "callee.py").write_text(CALLEE.replace("+ 1", "+ 2"), encoding="utf-8")
    assert run(toy, FOUR_TIMES.format("bound")) == ("88 0", "")
    (folder / "generics.py").write_text(GENERIC.replace("2 *", "3 *"), encoding="utf-8")
    assert run(toy, FOUR_TIMES.format("bound")) == ("198 0", "")


FOLDERS = """
from pathlib import Path
from armarium.core.kernel_cache import folder_of
from armarium.core.kernels import bits
from armarium.games.toy import caller
print(*(folder_of(m.__name__, Path(m.__file__)).name for m in (bits, caller)))
"""


def test_every_source_that_a_kernel_may_call_names_its_folder(toy):
    table, game = run(toy, FOLDERS)[0].split()
    folder = toy / "armarium" / "games" / "toy"
    (folder / "telling.py").write_text("# no rule\n", encoding="utf-8")
    assert run(toy, FOLDERS)[0].split() == [table, game]  # nobody's kernel imports it
    (folder / "callee.py").write_text(CALLEE + "# another rule\n", encoding="utf-8")
    same, other = run(toy, FOLDERS)[0].split()
    assert same == table and other != game  # a game's edits leave the common kernels alone


@pytest.mark.thorough
def test_a_copy_elsewhere_finds_what_another_compiled(toy, tmp_path_factory):
    assert run(toy, TWICE)[0] == "42 0"
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(toy / "armarium", copy / "armarium")
    assert run(copy, TWICE, ARMARIUM_CACHE=str(toy / "cache"))[0] == "42 1"


@pytest.mark.thorough
def test_without_a_folder_that_can_be_written_a_changed_rule_still_counts(toy):
    """The warning appears once, and no file is left beside the sources."""
    flags = {"ARMARIUM_CACHE": "/dev/null/nowhere", "PYTHONDONTWRITEBYTECODE": "1"}
    output, error = run(toy, TWICE, **flags)
    assert output == "42 0" and error.count("cannot cache") == 1
    callee = toy / "armarium" / "games" / "toy" / "callee.py"
    callee.write_text(CALLEE.replace("+ 1", "+ 2"), encoding="utf-8")
    assert run(toy, TWICE, **flags)[0] == "44 0"
    assert not list((toy / "armarium").rglob("*.nb?"))


SLOW = """
from armarium.core import announcing
announcing._FIRST_DELAY = 0.0
from armarium.games.toy.caller import twice
print(twice(1))
"""


@pytest.mark.thorough
def test_compiling_announces_itself_and_the_cache_does_not(toy):
    output, error = run(toy, SLOW)
    assert output == "42" and "compiling the rules (first start only)" in error
    assert run(toy, SLOW) == ("42", "")
