"""`armarium analyse`: sentences, data, and one clear line for a record that cannot be explained."""

import json

from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.biblios import Game
from tests.analysis.biblios.games import play_and_record, play_without_bids

LITTLE = 0.25  # the least effort that can be asked for


def run(*arguments):
    return CliRunner().invoke(cli, ["analyse", *map(str, arguments)])


def test_a_record_is_explained_in_words_and_as_data(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(play_and_record("oblate", "prior"))
    french = run(file, "--effort", LITTLE, "--lang", "fr")
    assert french.exit_code == 0 and "Il valait mieux" in french.output
    assert "juste prix" in french.output
    data = json.loads(run(file, "--effort", LITTLE, "--json").stdout)
    assert {"curve", "decisions", "seats", "lots", "stories"} <= set(data)
    assert data["stories"][0]["text"].startswith("Player ")
    assert {"v", "seat", "action", "chance", "best", "cost", "class", "reason"} <= set(
        data["decisions"][0]
    )


def test_a_game_that_goes_on_is_refused_in_one_line(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(Game.new(2, 1).record())
    found = run(file, "--lang", "en")
    assert (
        found.exit_code == 1
        and "finished games" in found.output
        and "Traceback" not in found.output
    )


def test_many_records_are_reported_in_their_order(tmp_path):
    files = [tmp_path / f"{number}.txt" for number in range(3)]
    files[0].write_text(play_without_bids())
    files[1].write_text(Game.new(2, 1).record())
    files[2].write_text(play_without_bids(deal=2))
    asked = ["--effort", LITTLE, "--json", "--lang", "en"]
    result = run(*files, *asked, "--processes", 1)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert (
        result.exit_code == 1 and lines[1]["code"] == "not-over" and "finished" in lines[1]["error"]
    )
    for file, line in ((files[0], lines[0]), (files[2], lines[2])):
        alone = json.loads(run(file, *asked).stdout)
        assert line == {"file": str(file), **alone}
    assert run(*files, *asked, "--processes", 2).stdout == result.stdout


def test_many_records_in_words_stand_under_their_names(tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(play_and_record("oblate", "prior"))
    bad.write_bytes(b"\xff")
    result = run(bad, good, "--effort", LITTLE, "--lang", "fr", "--processes", 1)
    first, refusal, second, *rest = result.stdout.splitlines()
    assert result.exit_code == 1 and first == str(bad) and second == str(good)
    assert refusal.startswith("Erreur") and "juste prix" in "".join(rest)
