"""The comparison with an emulated arm64 sees one bit, and says what a machine lacks (make test-slow PARTS=arm64)."""

import platform
import sys

import arm64_choices
import numpy as np


def test_one_bit_is_a_difference(capsys):
    here = np.array([[0.0, 0.5], [1.0, 0.25]])
    there = here.copy()
    there[0, 0] = -0.0  # equal to a comparison of numbers
    assert arm64_choices.count_differences("odds", here, here.copy()) == 0
    assert arm64_choices.count_differences("odds", here, there) == 1
    assert "1 of 4 differ" in capsys.readouterr().out


def test_without_apt_it_says_so_in_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["arm64_choices.py"])
    assert arm64_choices.main() == 2
    assert capsys.readouterr().err.startswith("apt-get is missing;")
