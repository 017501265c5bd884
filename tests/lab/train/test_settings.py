"""The settings file: it explains each setting, round-trips, and refuses invalid values."""

import pytest

from armarium.lab.train.settings import BadSettings, Settings, default_tables, read, write
from tests.lab.train.small_settings import make_small_settings


def test_settings_round_trip(tmp_path):
    for settings in (make_small_settings(), Settings("biblios", default_tables("biblios"))):
        write(settings, tmp_path / "settings.toml")
        assert read(tmp_path / "settings.toml") == settings


def test_every_setting_has_a_comment(tmp_path):
    write(make_small_settings(), tmp_path / "settings.toml")
    lines = (tmp_path / "settings.toml").read_text().splitlines()
    top = lines[: lines.index("[[tables]]")]
    assignments = [n for n, line in enumerate(top) if " = " in line]
    assert len(assignments) > 25 and all(top[n - 1].startswith("# ") for n in assignments)


def test_a_missing_setting_keeps_its_default(tmp_path):
    (tmp_path / "s.toml").write_text('game = "biblios"\nclip = 0.1\n[[tables]]\nseats = 3\n')
    settings = read(tmp_path / "s.toml")
    assert (
        settings.clip_range == 0.1 and settings.tables[0].seats == 3 and settings.gae_lambda == 0.96
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("clip = ", "Invalid value"),
        ('game = "biblios"', "“tables” is missing"),
        ('game = "biblios"\nclipp = 1\n[[tables]]\nseats = 2', "no setting “clipp”"),
        ('game = "biblios"\n[[tables]]\nseats = 5', "at least two seats"),
        ('game = "bibliogamo"\n[[tables]]\nseats = 1', "at least two seats"),
        (
            'game = "biblios"\nprecision = "int4"\n[[tables]]\nseats = 2',
            "precision cannot be “int4”",
        ),
        ('game = "biblios"\nslots = 4\n[[tables]]\nseats = 2', "larger than a rollout"),
    ],
)
def test_invalid_settings_are_refused(tmp_path, text, reason):
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(BadSettings, match=reason):
        read(tmp_path / "s.toml")


def test_a_schedule_interpolates_between_its_points():
    settings = make_small_settings(learning_rate=((0.0, 1.0), (100.0, 0.5)))
    assert [settings.interpolate(settings.learning_rate, n) for n in (0, 50, 100, 1000)] == [
        1.0,
        0.75,
        0.5,
        0.5,
    ]
