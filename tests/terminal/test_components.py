"""`armarium components`: the standard set, own sets, and the errors of invalid ones."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.bibliogamo import components

TEXT = Path(components.__file__).with_name("components.toml").read_text("utf-8")


def run(*arguments, language="C.UTF-8"):
    environment = {"LC_ALL": language, "COLUMNS": "100"}
    return CliRunner(env=environment).invoke(cli, ["components", *map(str, arguments)], obj={})


def test_the_built_in_set_is_printed_with_its_sources():
    result = run()
    assert result.exit_code == 0
    for shown in ("47 artisan cards", "Grand Library", "Cartography", "reconstruction", "review"):
        assert shown in result.output
    assert "3 researchers, 3 scribes and 2 illustrators" in result.output


def test_it_speaks_french():
    english, french = run().output, run("--lang", "fr").output
    assert french != english
    assert french == run(language="fr_FR.UTF-8").output
    assert "Grand Library" not in french


def test_figures_as_json(tmp_path):
    output = json.loads(run("--json").output)
    assert output["counts"] == {"tower": 6, "prestige": 7, "artisan": 47}
    assert output["file"] is None
    assert "tower history need" in output["provenance"]["review"]
    own = tmp_path / "own.toml"
    own.write_text("when = 2026-11-15\n" + TEXT, "utf-8")
    assert json.loads(run(own, "--json").output)["file"] == str(own)


def test_an_owners_set_keeps_its_names(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(TEXT.replace('name = "History"', 'name = "Chronicles"'), "utf-8")
    result = run(own)
    assert result.exit_code == 0
    assert "Chronicles" in result.output


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        (TEXT.replace("artisan_cards = 47", "artisan_cards = 46"), "counts artisan_cards"),
        (TEXT.replace('id = "history"', 'id = "atlantis"', 1), "tower 'atlantis'"),
        (TEXT.replace("researcher = 3", "researcher = -3", 1), "tower history"),
        (TEXT.replace("{ history = 4", "{ history = 14", 1), "prestige 1"),
        ("this is = = not TOML", ("The file", "Fichier")),
        ("a = " + "[" * 30_000, ("The file", "Fichier")),
        ("a = " + "9" * 30_000, ("The file", "Fichier")),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_broken_file_is_one_clear_line(tmp_path, text, entry, language):
    file = tmp_path / "broken.toml"
    file.write_text(text, "utf-8")
    for more in ((), ("--json",)):
        result = run(file, "--lang", language, *more)
        assert result.exit_code != 0
        output = entry if isinstance(entry, str) else entry[language == "fr"]
        assert output in result.stderr
        assert result.stdout == ""
        assert len(result.stderr.strip().splitlines()) == 1


def test_the_place_of_an_error_is_in_the_readers_language(tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text("a = 1\nthis is = = not TOML", "utf-8")
    assert "not TOML: see line 2, column 6" in run(file).stderr
    assert "pas du TOML, voir ligne 2, colonne 6" in run(file, "--lang", "fr").stderr


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        ("nowhere.toml", "the file does not exist", "ce fichier n’existe pas"),
        (".", "it is a folder", "c’est un dossier"),
    ],
)
def test_the_error_for_a_file_that_cannot_be_opened_is_in_the_readers_language(
    tmp_path, name, english, french
):
    assert english in run(tmp_path / name).stderr
    output = run(tmp_path / name, "--lang", "fr").stderr
    assert french in output
    assert english not in output
    assert f". {tmp_path / name}\u00a0: " in output


@pytest.mark.parametrize("name", ["nowhere.toml", "."])
def test_a_missing_file_gives_an_error(tmp_path, name):
    result = run(tmp_path / name)
    assert result.exit_code != 0
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_binary_file_gives_an_error(tmp_path):
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in run(file).stderr
