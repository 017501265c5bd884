"""The research guide tells the truth: its Python runs, its links lead somewhere, its tables are the code's."""

import doctest
import re
from pathlib import Path

import numpy as np

from armarium.lab.dataset import SCHEMA, collect

GUIDE = Path(__file__).parents[2] / "docs" / "research.md"


def test_every_example_runs():
    failed, tried = doctest.testfile(str(GUIDE), module_relative=False)
    assert tried >= 30
    assert failed == 0


def test_every_link_leads_somewhere():
    text = GUIDE.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    titles = {
        re.sub(r"[^\w]+", "-", title.lower()) for title in re.findall(r"^## (.+)$", text, re.M)
    }
    missing = [
        link
        for link in links
        if not (link[1:] in titles if link.startswith("#") else (GUIDE.parent / link).exists())
    ]
    assert links
    assert not missing


def test_the_table_of_the_episodes_is_what_is_written():
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\w+)", GUIDE.read_text(encoding="utf-8"), re.M)
    arrays = collect(seats=2, games=1)
    named = dict(rows)
    assert set(named) == set(arrays)
    for name, kind in named.items():
        assert kind == "JSON" or arrays[name].dtype == np.dtype(kind)
    assert f"`schema` ({SCHEMA})" in GUIDE.read_text(encoding="utf-8")


def test_the_examples_are_as_short_as_the_guide_promises():
    root = GUIDE.parents[1]
    adapters = root / "src" / "armarium" / "lab" / "adapters"
    for file in (*adapters.glob("*.py"), root / "examples" / "ppo.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) < 200, file.name
    assert len((root / "examples" / "clone.py").read_text(encoding="utf-8").splitlines()) < 60
