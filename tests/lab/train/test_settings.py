"""The settings file: it says why, comes back as it was, and refuses what cannot be."""

import pytest

from armarium.lab.train.settings import BadSettings, Settings, default_tables, read, write
from tests.lab.train.small import small


def test_settings_come_back_as_they_were(tmp_path):
    for settings in (small(), Settings("biblios", default_tables("biblios"))):
        write(settings, tmp_path / "settings.toml")
        assert read(tmp_path / "settings.toml") == settings


def test_every_setting_is_explained(tmp_path):
    write(small(), tmp_path / "settings.toml")
    lines = (tmp_path / "settings.toml").read_text().splitlines()
    top = lines[: lines.index("[[tables]]")]
    told = [n for n, line in enumerate(top) if " = " in line]
    assert len(told) > 25 and all(top[n - 1].startswith("# ") for n in told)


def test_a_short_file_keeps_the_rest(tmp_path):
    (tmp_path / "s.toml").write_text('game = "biblios"\nclip = 0.1\n[[tables]]\nseats = 3\n')
    settings = read(tmp_path / "s.toml")
    assert settings.clip == 0.1 and settings.tables[0].seats == 3 and settings.trace == 0.96


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("clip = ", "Invalid value"),
        ('game = "biblios"', "“tables” is missing"),
        ('game = "biblios"\nclipp = 1\n[[tables]]\nseats = 2', "no setting “clipp”"),
        ('game = "biblios"\n[[tables]]\nseats = 5', "two seats or more"),
        ('game = "bibliogamo"\n[[tables]]\nseats = 1', "two seats or more"),
        (
            'game = "biblios"\nprecision = "int4"\n[[tables]]\nseats = 2',
            "precision cannot be “int4”",
        ),
        ('game = "biblios"\nslots = 4\n[[tables]]\nseats = 2', "larger than a round"),
    ],
)
def test_what_cannot_be_is_said(tmp_path, text, reason):
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(BadSettings, match=reason):
        read(tmp_path / "s.toml")


def test_a_value_between_two_points_of_a_schedule():
    settings = small(rate=((0.0, 1.0), (100.0, 0.5)))
    assert [settings.at(settings.rate, n) for n in (0, 50, 100, 1000)] == [1.0, 0.75, 0.5, 0.5]
