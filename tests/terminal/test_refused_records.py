"""A record that cannot be replayed is refused in the reader's language, its reason included."""

import json
import re

import pytest
from click.testing import CliRunner

from armarium.cli import cli
from armarium.games.bibliogamo import Game

from .test_verify import seal


def play_record():
    game = Game.new(seed=3)
    for _ in range(8):
        game.play("done" if "done" in game.legal() else game.legal()[0])
    return game.record()


RECORD = play_record()
STATE = re.search(r"state: (\w+)", RECORD)[1]
SEED = re.search(r"seed: (\w+)", RECORD)[1]


def replace_text(old, new):
    assert old in RECORD
    return seal(RECORD.replace(old, new, 1))


def replace_first_action(text):
    """Replace the first action."""
    return seal(re.sub(r"(?m)^1 0 .*$", f"1 0 {text}", RECORD, count=1))


BROKEN = {
    "nonsense": "frog",
    "cut off": RECORD[: len(RECORD) // 2],
    "an end that cannot be read": RECORD[: RECORD.rindex("end:")] + "end: of it\n",
    "changed": RECORD.replace("1 0 ", "1 0 x", 1),
    "letters": RECORD + "é",
    "no fact": replace_text("seed: ", "seed "),
    "no state": seal(re.sub(r"(?m)^state: .*\n", "", RECORD)),
    "another number": seal(RECORD).replace("end: 8", "end: 9"),
    "another game": replace_text("game: bibliogamo", "game: chess"),
    "no options": seal(re.sub(r"(?m)^options: .*\n", "", RECORD)),
    "a word for a seed": replace_text(f"seed: {SEED}", "seed: frog"),
    "a short seed": replace_text(f"seed: {SEED}", "seed: 00ff"),
    "another seed": replace_text(f"seed: {SEED}", f"seed: {'0' * 64}"),
    "an option that is none": replace_text("block_scope=large", "block_scope=huge"),
    "components that are none": replace_text("components: standard", 'components: {"counts":5}'),
    "an action that is none": replace_first_action("frog"),
    "an action not allowed": replace_first_action("accept"),
    "another state": replace_text(STATE, "0" * 64),
    "components without end": replace_text("components: standard", "components: " + "[" * 100_000),
    "a seat without end": seal(re.sub(r"(?m)^1 0 ", f"1 {'9' * 5000} ", RECORD, count=1)),
    "a record without end": seal(RECORD.replace("\n2 0 ", "\n" * (1 << 20) + "2 0 ", 1)),
    "actions out of order": seal(RECORD.replace("\n2 0 ", "\n3 0 ")),
}
# Words of the record and of the rules' notation, and those that are the same in both languages.
OF_BOTH = {
    *re.findall(r"[^\W\d_]+", " ".join(Game.forms).lower()),
    *re.findall(r"\w+", "ascii sha armarium components record action actions option options bibliogamo biblios"),
    *re.findall(r"\w+", "chess seed frog block scope huge large any state ring a collection score pile points"),
}  # fmt: skip


def run(command, file, *more):
    runner = CliRunner(env={"LC_ALL": "C.UTF-8", "COLUMNS": "200"})
    return runner.invoke(cli, [command, str(file), *more], obj={})


def split_words(text):
    return set(re.findall(r"[^\W\d_]+", text.lower()))


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_record_is_refused_in_french_alone(tmp_path, kind):
    file = tmp_path / "broken.txt"
    file.write_text(BROKEN[kind], "utf-8")
    english, french = run("replay", file), run("replay", file, "--lang", "fr")
    assert english.exit_code == french.exit_code == 1
    assert "The game record" in english.stderr
    assert french.stderr.startswith("Erreur\u00a0: Le relevé")
    assert (split_words(french.stderr) & split_words(english.stderr)) - OF_BOTH == set()
    assert len(french.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("kind", BROKEN)
def test_verify_reports_in_french_alone(tmp_path, kind):
    file = tmp_path / "broken.txt"
    file.write_text(BROKEN[kind], "utf-8")
    english, french = run("verify", file), run("verify", file, "--lang", "fr")
    assert english.exit_code == french.exit_code == 1
    shared = split_words(french.stdout) & split_words(english.stdout)
    assert shared - OF_BOTH == set()
    assert json.loads(run("verify", file, "--json").stdout)["ok"] is False


def test_a_picture_is_no_record(tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    assert "un relevé est un texte en UTF-8" in run("replay", file, "--lang", "fr").stderr
