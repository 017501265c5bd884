"""`armarium analyse`: sentences, data, and one clear line for a record that cannot be explained."""

import json

from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.biblios import Game
from tests.analysis.biblios.games import passed, played

LITTLE = 0.25  # the least effort that can be asked for


def run(*arguments):
    return CliRunner().invoke(cli, ["analyse", *map(str, arguments)])


def test_a_record_is_explained_in_words_and_as_data(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(played("oblate", "prior"))
    french = run(file, "--effort", LITTLE, "--lang", "fr")
    assert french.exit_code == 0 and "Mieux\N{NO-BREAK SPACE}:" in french.output
    assert "juste prix" in french.output
    data = json.loads(run(file, "--effort", LITTLE, "--json").stdout)
    assert {"curve", "decisions", "seats", "lots"} <= set(data)
    assert {"v", "seat", "action", "chance", "best", "cost", "class", "reason"} <= set(
        data["decisions"][0]
    )


def test_a_game_that_goes_on_is_refused_in_one_line(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(Game.new(2, 1).record())
    found = run(file, "--lang", "en")
    assert (
        found.exit_code == 1
        and "when it is over" in found.output
        and "Traceback" not in found.output
    )


def test_many_records_are_told_in_their_order_whoever_explains_them(tmp_path):
    files = [tmp_path / f"{number}.txt" for number in range(3)]
    files[0].write_text(passed())
    files[1].write_text(Game.new(2, 1).record())
    files[2].write_text(passed(deal=2))
    asked = ["--effort", LITTLE, "--json", "--lang", "en"]
    told = run(*files, *asked, "--processes", 1)
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert told.exit_code == 1 and lines[1]["code"] == "not-over" and "over" in lines[1]["error"]
    for file, line in ((files[0], lines[0]), (files[2], lines[2])):
        alone = json.loads(run(file, *asked).stdout)
        assert line == {"file": str(file), **alone}
    assert run(*files, *asked, "--processes", 2).stdout == told.stdout


def test_many_records_in_words_stand_under_their_names(tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(played("oblate", "prior"))
    bad.write_bytes(b"\xff")
    told = run(bad, good, "--effort", LITTLE, "--lang", "fr", "--processes", 1)
    first, refusal, second, *rest = told.stdout.splitlines()
    assert told.exit_code == 1 and first == str(bad) and second == str(good)
    assert refusal.startswith("Erreur") and "juste prix" in "".join(rest)
