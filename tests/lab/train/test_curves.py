"""The curves of a training run: journals of every version are drawn."""

import json

import pytest
from click.testing import CliRunner

from armarium.lab.train.curves import curves as command
from armarium.lab.train.curves import write_curves

LINE = {
    "what": "learning", "decisions": 1e6, "entropy": 1.0, "critic": 0.5, "chances": 0.5, "length": 200.0,
}  # fmt: skip


@pytest.mark.parametrize("names", [["rate"], ["decisions_per_s"], ["rate", "decisions_per_s"]])
def test_a_training_log_of_any_version_is_plotted(tmp_path, names):
    """Older versions called the decisions per second `rate`; a resumed run has both in one journal."""
    lines = [json.dumps({**LINE, name: 5e5}) for name in names]
    (tmp_path / "journal.jsonl").write_text("\n".join(lines) + "\n")
    write_curves(tmp_path, tmp_path / "curves.svg")
    assert (tmp_path / "curves.svg").read_text().count("decisions per second") >= 1


def test_nothing_is_plotted_without_a_training_log(tmp_path):
    write_curves(tmp_path, tmp_path / "curves.svg")
    assert not (tmp_path / "curves.svg").exists()


def test_the_program_says_what_is_wrong(tmp_path):
    done = CliRunner().invoke(command, [str(tmp_path / "gone"), "curves.svg"])
    assert done.exit_code == 2 and "does not exist" in done.output
    (tmp_path / "journal.jsonl").write_text(json.dumps({**LINE, "rate": 5e5}) + "\n")
    assert CliRunner().invoke(command, [str(tmp_path), str(tmp_path / "c.svg")]).exit_code == 0
    assert (tmp_path / "c.svg").exists()
