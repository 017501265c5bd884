"""The examples that the rules page of Bibliogamo prints."""

from tests.rulebook.bibliogamo.scenes import (
    end_day,
    fill_towers,
    find_event,
    get_artisans,
    list_cards_for,
    play,
    set_up,
    set_up_city,
)


def test_the_example_of_the_block():
    game = set_up_city(hand=[29, 18, 1, 3, 4], pile=[28, 12], day=8, at=4)
    end_day(game)
    truth = game.truth()
    assert truth["day"] == 9 and truth["librarian"] == 0 and truth["landed"]
    assert truth["turned"] == 12 and truth["blocked"] == "scribe"
    blocked = game.copy()
    blocked.play("done")
    assert 29 not in list_cards_for(blocked, "hire")
    play(game, "lift 18", "done")
    assert 29 in list_cards_for(game, "hire")


def test_the_example_of_the_lost_level():
    game = set_up_city(florins=31, towers=fill_towers("poetry"), supply=1)
    assert game.view(0)["previews"]["finished"] == ["poetry"]
    play(game, "forward")
    assert game.truth()["florins"] == 30 and game.truth()["step"] == "move"
    events = play(game, "forward")
    assert find_event(events, "level-lost") == {"event": "level-lost", "level": 30, "artisans": 2}
    assert game.truth()["supply"] == 0 and game.truth()["owed"] == 1
    assert all(action.startswith("give-back") for action in game.legal())
    play(game, "give-back poetry binder", "forward")
    assert game.truth()["florins"] == 28 and game.view(0)["previews"]["finished"] == []


def test_the_example_of_the_sale():
    game = set_up_city(pile=[28, 1, 2, 3], day=20, at=3, towers=fill_towers("philosophy"))
    assert play(game, "done", "sell")[0]["price"] == 3
    assert game.play("redraw")[0]["price"] == 6
    supply = game.truth()["supply"]
    game.play("accept")
    assert game.truth()["day"] == 21 and game.truth()["supply"] == supply + 8
    assert game.truth()["step"] == "hire"


def test_the_example_of_the_hire():
    game = set_up_city(hand=[1, 40, 3, 4, 7], towers={"history": {"researcher": 2}})
    supply = game.truth()["supply"]
    play(game, "done")
    assert game.view(0)["previews"]["hires"]["1"]["history"]["loses"] == 2
    play(game, "hire 1 history", "pay 40")
    assert (
        get_artisans(game, "history") == {"researcher": 3} and game.truth()["supply"] == supply - 1
    )


def test_the_example_of_the_library():
    game = set_up_city(hand=[47, 1, 3, 4, 7], at=0, towers={"poetry": {"scribe": 2, "binder": 2}})
    play(game, "done", "done", "library 47")
    play(game, *["transfer scribe poetry devotion"] * 2, "transfer binder poetry devotion")
    assert "transfer binder poetry devotion" in game.legal()
    play(game, "done")
    assert get_artisans(game, "devotion") == {"scribe": 2, "binder": 1} and game.truth()["day"] == 2


def test_a_first_day_with_nothing_to_do_is_two_words():
    game = set_up(set_up_city())
    play(game, "done", "done")
    assert game.truth()["day"] == 2
