"""docs/hosting.md, followed by a machine that has nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from make_package import make_package

from tests.server.upkeep.guide import NoDebian, commands, follow


def test_the_guide_has_its_steps():
    told = commands()
    assert told[0].startswith("apt-get install") and told[-1].endswith("armarium doctor")
    assert sum(line.startswith("systemctl") for line in told) == 2


@pytest.mark.slow
def test_from_nothing_to_a_game_over_tls(tmp_path: Path):
    _, wheel = make_package(tmp_path / "dist")
    try:
        follow(tmp_path / "debian", wheel)
    except NoDebian as missing:
        pytest.skip(str(missing))
