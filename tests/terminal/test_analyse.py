"""`armarium analyse`: sentences, data, and one clear line for a record that cannot be explained."""

import json

from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.biblios import Game
from tests.analysis.biblios.games import played


def run(*arguments):
    return CliRunner().invoke(cli, ["analyse", *map(str, arguments)])


def test_a_record_is_explained_in_words_and_as_data(tmp_path):
    file = tmp_path / "game.txt"
    file.write_text(played("oblate", "prior"))
    french = run(file, "--effort", 0.25, "--lang", "fr")
    assert french.exit_code == 0 and "Mieux\N{NO-BREAK SPACE}:" in french.output
    assert "juste prix" in french.output
    data = json.loads(run(file, "--effort", 0.25, "--json").stdout)
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
