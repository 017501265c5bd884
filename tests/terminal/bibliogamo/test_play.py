"""Whole games of Bibliogamo on a fake screen: both languages, any width, undo, leaving and resuming."""

from pathlib import Path

import pytest

from armarium.core.errors import BadOption, BadRecord, BadSeats
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.bibliogamo.terminal.play import TerminalBibliogamo, play
from armarium.terminal.extension import PlayRequest
from tests.rulebook.bibliogamo.scenes import (
    FILE,
    fill_towers,
    find_tower,
    make_deal,
    make_own_components,
    set_up,
    set_up_city,
)
from tests.terminal.bibliogamo.fakes import play_whole_game
from tests.terminal.fakes import FakeScreen, make_typist

# A city takes seconds and is played once a process: those who look at the same one share a worker.
cities = pytest.mark.xdist_group("cities")


def type_lines(game, *lines, language="en"):
    """Type these lines, then end the input."""
    fake = FakeScreen(make_typist(lines))
    sitting = TerminalBibliogamo(game, language, fake.screen)
    with pytest.raises(EOFError):
        sitting.run()
    return sitting, fake.text


@cities
@pytest.mark.parametrize(
    ("language", "width"),
    [
        ("en", 80),
        pytest.param("fr", 140, marks=pytest.mark.thorough),
        pytest.param("en", 140, marks=pytest.mark.thorough),
        pytest.param("fr", 80, marks=pytest.mark.thorough),
    ],
)
def test_whole_cities_come_to_their_results(language, width):
    typist, fake = play_whole_game(2, language=language, width=width)
    game = typist.sitting.game
    reader = BibliogamoNames.of(language, game.components)
    outcome = game.outcome()
    assert outcome is not None
    tail = fake.text[fake.text.rindex(reader.translate("play_results")) :]
    assert reader.rank(outcome["rank"]) in tail
    assert reader.translate("bibliogamo_result_text", count=outcome["score"]) in tail
    assert max(len(line) for line in fake.text.splitlines()) <= width


@cities
@pytest.mark.parametrize(
    "options",
    [
        {"transfer_keeps_type": False, "landing": "every-stop"},
        pytest.param({"redraw_chains": True, "block_scope": "any"}, marks=pytest.mark.thorough),
    ],
)
def test_every_switch_can_be_played(options):
    typist, _ = play_whole_game(3, language="fr", width=80, **options)
    assert typist.sitting.game.outcome() is not None


@cities
def test_every_step_was_asked_in_some_city():
    steps = set()
    for seed, options in ((2, {}), (3, {"transfer_keeps_type": False, "landing": "every-stop"})):
        typist, _ = play_whole_game(seed, language="fr" if options else "en", width=80, **options)
        steps |= {view["step"] for _, view in typist.shown}
    assert {"move", "hire", "pay", "library", "transfer"} <= steps


def test_very_narrow_screens_do_not_break():
    _, fake = play_whole_game(4, width=40, language="fr", patience=60)
    assert max(len(line) for line in fake.text.splitlines() if " >" not in line) <= 40


def test_a_real_terminal_is_wiped_and_shows_the_news():
    _, fake = play_whole_game(5, terminal=True, patience=20)
    assert "\x1b[2J" in fake.text and "· Day 1." in fake.text


def test_the_board_shows_librarian_towers_tracks_hand_and_previews():
    game = set_up_city(hand=[2, 5, 12, 29, 47], towers={"history": {"researcher": 2}}, florins=13)
    _, text = type_lines(game)
    assert "▸  3  Philosophy" in text and "1  History" in text and "2/3" in text
    assert "13 florins. At 15, you gain 1 artisan. 18 artisans free." in text
    assert "blocked, lifts the block" in " ".join(text.split())  # cards 2 and 47
    assert "Scribes are blocked." in text and "The Annalist’s Shelf, 8 points: 0 of 9 books" in text
    row = next(line for line in text.splitlines() if line.lstrip().startswith("5  2 Res."))
    assert row.split()[4:10] == ["+1−1", "·", "+2", "+2", "·", "+2"]


def test_a_hire_that_finishes_a_book_and_levels_that_would_be_lost_are_marked():
    almost = fill_towers("history")
    almost["history"]["researcher"] -= 1
    game = set_up_city(hand=[17, 5, 12, 28, 8], pile=[18], towers=almost, florins=15)
    _, text = type_lines(game)
    assert "+1✓" in text and "1 (−1)" in text


def test_a_jam_has_a_text_in_both_languages():
    towers = {"history": {"researcher": 3}, "poetry": {"binder": 3}}
    for language, said in (("en", "No open tower can be finished"), ("fr", "Aucune tour")):
        _, text = type_lines(set_up_city(towers=towers, supply=1), language=language)
        assert said in text


def test_a_price_is_shown_with_what_another_might_be():
    game = set_up_city(pile=[28, 1, 2, 3], at=3, towers=fill_towers("philosophy"))
    sitting, text = type_lines(game, "d", "s", "r", "a")
    assert "The book of Philosophy is finished: sell it, or continue." in text
    assert "A first price would be" in text
    assert "Card 1 points to row 1; there, card 2 shows 3 florins." in text
    assert "A new price would be" in text
    assert "Day 2 passed: the new price is 6 florins." in text
    assert sitting.game.truth()["florins"] == 11


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nonsense_is_answered_in_a_sentence_and_asked_again(language):
    nonsense = [
        "frog",
        "0",
        "-1",
        "²",
        "٣",
        "[/]",
        "hire",
        "12",
        "99 9",
        "lift",
        "? ",
        "?" * 300,
        "",
        "12 p",
    ]
    sitting, text = type_lines(set_up_city(), *nonsense, language=language)
    assert sitting.game.actions == []
    assert text.count(" >") >= len(nonsense)


def test_asides_help_log_pile_and_why():
    sitting, text = type_lines(
        set_up_city(), "h", "l", "m", "? forward", "? hire 14 history", "q", "no"
    )
    assert "Press u to undo, step by step" in " ".join(text.split())
    assert "Log" in text and "· Day 1." in text
    assert "Extra step:" in text and "Points to row" in text
    assert "“forward” is allowed now." in text
    assert "Steps come first, then the sale, then the hires" in text
    assert sitting.game.actions == []


def test_what_showed_no_card_is_taken_back_step_by_step():
    game = set_up_city()
    before = game.digest()
    sitting, text = type_lines(game, "u", "f", "b", "lift 15", "d", "u", "u", "u", "u")
    assert sitting.game.digest() == before and sitting.game.actions == []
    assert text.count("There is nothing to undo yet.") == 1


def test_a_card_that_was_shown_cannot_be_unseen():
    sitting, text = type_lines(set_up_city(), "f", "d", "d", "u", "f", "u")
    assert [action for _, action in sitting.game.actions] == ["forward", "done", "done"]
    assert "You cannot undo this: a card has been revealed." in text


def test_a_taken_back_action_is_not_in_the_record_nor_in_the_log():
    sitting, text = type_lines(set_up_city(), "f", "u", "b", "l")
    assert [action for _, action in sitting.game.actions] == ["back"]
    log = text[text.rindex("Log") :]
    assert "move to Poetry" in log and "move to Astronomy" not in log


def test_a_price_cannot_be_taken_back():
    game = set_up_city(pile=[28, 1, 2, 3], at=3, towers=fill_towers("philosophy"))
    sitting, text = type_lines(game, "d", "s", "u")
    assert sitting.game.truth()["step"] == "price" and "You cannot undo this" in text


def test_own_towers_are_called_by_their_own_names():
    def rename_towers(data):
        find_tower(data, "history")["name"] = "[bold]Chronicles[/]"

    game = Game.new(seed=1, deal=make_deal(), components=make_own_components(rename_towers))
    sitting, text = type_lines(game, "d", "15 chron", "15 [bold]chron", language="fr")
    assert "[bold]Chronicles[/]" in text
    assert [action for _, action in sitting.game.actions] == ["done", "hire 15 history"]


# ---------------------------------------------------------------- an evening


def spend(lines, **asked):
    fake = FakeScreen(make_typist(lines))
    play(PlayRequest(**{"seed": 3, **asked}), "en", fake.screen)
    return fake.text


def test_the_language_is_asked_and_nothing_else():
    text = spend(["2", "d"])
    assert "Langue (1–2)" in text or "Language (1–2)" in text
    assert "Votre choix" in text and "Au revoir." in text


def test_leaving_saves_the_game_and_resume_continues_it(tmp_path: Path):
    file = tmp_path / "city.txt"
    text = spend(["d", "d", "f", "q", "yes"], language="en", record=file)
    assert "Goodbye." in text and str(file) in text.replace("\n", "")
    left = file.read_text(encoding="utf-8")
    assert [action for _, action in Game.replay(left).actions] == ["done", "done", "forward"]
    spend(["b", "q", "y"], language="fr", record=file, resumed=left)  # oui and yes
    spend(["b", "q", "oui"], language="fr", record=file, resumed=left)
    again = Game.replay(file.read_text(encoding="utf-8"))
    assert [action for _, action in again.actions][-2:] == ["forward", "back"]
    assert again.commitment == Game.replay(left).commitment


def test_a_city_that_is_over_shows_its_results_when_resumed():
    game = Game.new(seed=1)
    while game.to_act is not None:
        game.play("done")
    assert "Your rank: Apprentice." in spend([], language="en", resumed=game.record())


def test_records_of_another_game_are_not_resumed():
    from armarium.games.biblios import Game as Biblios

    with pytest.raises(BadRecord):
        spend([], language="en", resumed=Biblios.new(2, seed=1).record())


def test_options_and_components_are_played(tmp_path: Path):
    file = tmp_path / "own.toml"
    file.write_text(FILE.read_text(encoding="utf-8").replace('"History"', '"Chronicles"'), "utf-8")
    text = spend([], language="en", options={"landing": "every-stop", "components": file})
    assert "Chronicles" in text


@pytest.mark.parametrize(
    "asked", [{"edition": "iello"}, {"seats": 2}, {"people": 1}, {"opponents": ("random",)}, {"options": {"x": 1}}]
)  # fmt: skip
def test_what_belongs_to_another_game_is_refused(asked):
    with pytest.raises((BadOption, BadSeats)):
        spend([], language="en", **asked)


def test_an_interrupt_says_goodbye():
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    fake = FakeScreen(interrupt)
    play(PlayRequest(seed=1), "fr", fake.screen)
    assert "Au revoir." in fake.text


def test_the_table_can_be_laid_for_the_screen():
    """The scenes of the rulebook tests and the screen agree on what a city is."""
    game = set_up(set_up_city(), florins=45)
    _, text = type_lines(game)
    assert "45 florins." in text and "26 artisans free." in text


def test_a_brief_log_names_the_card_of_the_walk():
    game = Game.new(seed=1)
    events = game.seen(0)
    assert (
        len(events) == 3 and len(BibliogamoNames.of("en", game.components).format_log(events)) == 2
    )
