"""Whole games on a fake screen: turns, hidden screens, results, leaving; a seat never sees an unseen card."""

import re
from pathlib import Path

import pytest

from armarium.core.errors import BadOption
from armarium.games.biblios import Game
from armarium.games.biblios.definition import DEFINITION
from armarium.games.biblios.naming import CATEGORIES, BibliosNames, family_of
from armarium.games.biblios.terminal.board import memory
from armarium.games.biblios.terminal.extension import TERMINAL
from armarium.games.biblios.terminal.play import HotSeatBiblios, format_log
from armarium.players import load
from armarium.terminal.extension import PlayRequest
from armarium.terminal.prompts import complete_setup

from .fakes import FakeScreen, Typist, make_hot_seat_play, make_typist

SHORT = re.compile(r"\b(\d[A-I])\b")


def find_cards(text, reader):
    """Return the category cards in a text: by name, or in the line of their family."""
    shown = set()
    for category in CATEGORIES:
        for value, letter in zip(_list_values(category), "abcdefghi"):
            card = f"{category}-{value}{letter}"
            if reader.card(card) in text:
                shown.add(card)
        for line in text.splitlines():
            if line.startswith(reader.category(category)):
                shown |= {f"{category}-{corner.lower()}" for corner in SHORT.findall(line)}
    return shown


def _list_values(category):
    return "222233344" if category in ("monks", "pigments") else "111111122"


def list_never_seen(view):
    """Return the category cards that this seat has never seen: they may be in the box."""
    rows = view["knowledge"]["you"]
    hidden = {card for row in rows if "box" in row["at"] for card in row["cards"]}
    return {card for card in hidden if family_of(card) in CATEGORIES}


@pytest.mark.parametrize(
    ("language", "edition", "width", "seats", "options"),
    [
        ("en", "iello", 80, 3, {}),
        pytest.param(
            "fr", "iello", 140, 2, {"penalty": "medieval-bluff"}, marks=pytest.mark.thorough
        ),
        pytest.param("en", "manual", 100, 4, {}, marks=pytest.mark.slow),
        pytest.param(
            "fr", "scripts-and-scribes", 80, 4, {"open_collections": True}, marks=pytest.mark.slow
        ),
    ],
)
def test_a_seat_is_shown_no_card_that_it_has_not_seen(language, edition, width, seats, options):
    typist, _ = make_hot_seat_play(
        seats, seats=seats, edition=edition, language=language, width=width, **options
    )
    looked_at = 0
    for seat, text, view in typist.shown:
        reader = BibliosNames(language, edition, typist.sitting.names, seat)
        text += "\n".join(memory(view, reader))
        secret = list_never_seen(view)
        looked_at += len(secret)
        assert find_cards(text, reader) & secret == set()
    assert looked_at > 1000


def test_the_check_for_secrets_can_fail():
    typist, _ = make_hot_seat_play(2, seats=2)
    reader = BibliosNames("en", "iello", typist.sitting.names, 0)
    boards = [(text, view) for _, text, view in typist.shown if "Your choice >" in text]
    assert len(boards) > 50
    for text, view in boards:
        held = {card for card in view["hand"] if family_of(card) in CATEGORIES}
        assert held <= find_cards(text, reader)


def test_a_curtain_falls_whenever_the_device_changes_hands():
    typist, fake = make_hot_seat_play(2, seats=2)
    curtains = [seat for seat, text, _ in typist.shown if "Hand the device to" in text]
    asked = [seat for seat, text, _ in typist.shown if "Hand the device to" not in text]
    changes = [seat for seat, before in zip(asked, [None, *asked]) if seat != before]
    assert curtains == changes
    for seat, text, _ in typist.shown:
        if "Hand the device to" in text:
            assert f"Hand the device to {('Agnes', 'Bruno')[seat]}, then press Enter." in fake.text
            assert not SHORT.search(text), "nothing but the name on the curtain"


def test_the_screen_is_wiped_before_the_curtain_with_all_that_could_be_scrolled_back_to():
    _, fake = make_hot_seat_play(3, seats=2, terminal=True, patience=60)
    for before in fake.text.split("Hand the device to")[:-1]:
        assert "\x1b[2J" in before[-200:]
        assert "\x1b[3J" in before[-200:]


@pytest.mark.parametrize(
    ("language", "edition"), [("en", "iello"), ("fr", "scripts-and-scribes"), ("fr", "manual")]
)
def test_games_of_people_and_players_come_to_their_results(language, edition):
    typist = Typist(4, language)
    fake = FakeScreen(typist)
    game = Game.new(seats=3, seed=4, edition=edition)
    names = ("Ada", "Zufall", "Hasard")
    players = {1: load("random", 1), 2: load("random", 2)}
    typist.sitting = HotSeatBiblios(game, names, players, language, fake.screen)
    typist.sitting.run()
    reader = BibliosNames(language, edition, names)
    assert game.outcome() is not None
    tail = fake.text[fake.text.rindex(reader.translate("play_results")) :]
    for category in CATEGORIES:
        assert reader.category(category) in tail
    assert reader.translate("biblios_play_points") in tail
    assert "Hand the device" not in fake.text and "Passez l’appareil" not in fake.text
    assert max(len(line) for line in fake.text.splitlines()) <= 80


def test_very_narrow_screens_do_not_break():
    _, fake = make_hot_seat_play(5, seats=2, width=40, language="fr")
    assert max(len(line) for line in fake.text.splitlines() if " >" not in line) <= 40


def test_wrong_answers_are_explained_and_asked_again():
    # Seat 0 is first: an illegal bid, nonsense, why not, help, log, memory, then a real choice.
    lines = ["5", "frog", "? keep", "? bid 5", "h", "l", "m", "k", "k"]
    fake = FakeScreen(make_typist(lines))
    game = Game.new(seats=2, seed=9, first=0)
    sitting = HotSeatBiblios(game, ("Ada", "Bo"), {1: load("random", 1)}, "en", fake.screen)
    with pytest.raises(EOFError):
        sitting.run()
    assert "“5” is not a choice" in fake.text
    assert "“frog” is not a choice" in fake.text
    assert "“keep” is allowed now." in fake.text
    assert "Bids are made in the Auction phase only." in fake.text
    assert "Enter alone passes" in fake.text
    assert "Log" in fake.text
    assert "Nothing beyond what is on the table." in fake.text
    assert game.actions[0] == (0, "keep")
    assert game.view(0)["step"] == "allocate"
    assert "You have already kept a card this turn." in fake.text


def test_leaving_asks_once_and_saves_the_record_so_far(tmp_path: Path):
    file = tmp_path / "game.txt"
    fake = FakeScreen(make_typist(["q", "no", "a", "q", "yes", "never read"]))
    options = {"first": 0, "penalty": "standard"}
    wish = PlayRequest(
        "en", "iello", 2, 1, ("Ada",), ("random",), options, seed=1, record=file, ask=False
    )
    TERMINAL.play(wish, "en", fake.screen)
    assert fake.text.count("Leave the game?") == 2
    assert "Goodbye." in fake.text
    assert str(file) in fake.text.replace("\n", "")
    assert Game.replay(file.read_text(encoding="utf-8")).actions == [(0, "auction")]


def test_a_record_that_cannot_be_saved_gives_an_error(tmp_path: Path):
    fake = FakeScreen(make_typist([]))
    wish = PlayRequest(
        "fr", "manual", 2, 1, ("Ada",), ("random",), seed=1, record=tmp_path, ask=False
    )
    TERMINAL.play(wish, "fr", fake.screen)
    assert "n’a pas pu être enregistré" in fake.text.replace("\n", " ")


def test_an_interrupt_says_goodbye():
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    fake = FakeScreen(interrupt)
    TERMINAL.play(PlayRequest("fr", seed=1), "fr", fake.screen)
    assert "Au revoir." in fake.text


def test_questions_before_the_game_and_their_answers():
    answers = ["2", "9", "manual", "2", "4", "2", "Zoé", "", "random", ""]
    fake = FakeScreen(make_typist(answers))
    agreed = complete_setup(DEFINITION, PlayRequest(), fake.screen, "en")
    assert (agreed.language, agreed.edition, agreed.seats, agreed.people) == ("fr", "manual", 4, 2)
    assert agreed.options == {"penalty": "medieval-bluff"}
    assert agreed.opponents == ("random", "oblate")
    assert agreed.names == ("Zoé", "Joueur 2", "Hasard", "Oblat")
    assert "«\u202f9\u202f» ne peut pas être choisi ici" in fake.text


def test_an_opponent_may_be_chosen_by_the_number_of_its_level():
    answers = ["1", "1", "1", "2", "1", "Ada", "5"]
    fake = FakeScreen(make_typist(answers))
    agreed = complete_setup(DEFINITION, PlayRequest(), fake.screen, "en")
    assert agreed.opponents == ("cellarer",)
    assert "1 · oblate, 2 · novice" in fake.text and "7 · abbot" in fake.text


def test_nothing_is_asked_where_the_defaults_are_wanted():
    fake = FakeScreen(make_typist([]))
    agreed = complete_setup(DEFINITION, PlayRequest(ask=False), fake.screen, "fr")
    assert fake.text == ""
    assert (agreed.language, agreed.edition, agreed.seats, agreed.people) == ("fr", "iello", 3, 1)
    assert agreed.names == ("Joueur 1", "Oblat", "Oblat 2")


def test_more_people_than_seats_are_a_bad_option():
    fake = FakeScreen(make_typist([]))
    with pytest.raises(BadOption):
        complete_setup(DEFINITION, PlayRequest(seats=2, people=3, ask=False), fake.screen, "en")


def test_names_are_shown_as_they_are():
    typist = Typist(1, patience=20)
    fake = FakeScreen(typist)
    names = ("[bold]Ada[/]", "{name} :smile:")
    typist.sitting = HotSeatBiblios(Game.new(seats=2, seed=1), names, {}, "en", fake.screen)
    with pytest.raises(EOFError):
        typist.sitting.run()
    assert "Hand the device to [bold]Ada[/], then press Enter." in fake.text
    assert "{name} :smile:" in fake.text


def test_a_brief_log_leaves_out_what_the_next_line_says():
    reader = BibliosNames("en", "iello", ("Agnes", "Bruno", "Clara"), 0)
    events = [
        {"event": "card-drawn", "seat": 1},
        {"event": "lot-won", "seat": 1, "card": "gold-3", "amount": 2},
        {"event": "card-paid", "seat": 1, "face": "down"},
        {"event": "card-paid", "seat": 1, "face": "down"},
        {"event": "lot-bought", "seat": 1, "card": "gold-3", "amount": 2},
        {"event": "lot-won", "seat": 2, "card": "gold-2", "amount": 9},
        {"event": "could-not-pay", "seat": 2, "amount": 9},
    ]
    assert format_log(events, reader) == [
        "Bruno got Gold 3 for 2 cards.",
        "Clara won Gold 2 with a bid of 9.",
        "Clara could not pay the bid of 9.",
    ]
