"""Which viewers an action showed cards to, and whether it used randomness; undo depends on it."""

from .scenes import bid_alone, deal_game, play, set_up_auction, set_up_end

EVERYONE = ("0", "1", "2", "everyone")


def list_shown_cards(game):
    return game.describe_reveals()["cards"]


def test_the_next_card_is_news_to_its_drawer_alone():
    game = deal_game(3, ["monks-2a", "monks-2b", "gold-1", "gold-2"])
    game.play("keep")
    assert list_shown_cards(game) == {"0": ["monks-2b"]}
    game.play("auction")
    assert list_shown_cards(game) == {"0": ["gold-1"]}


def test_a_card_made_public_is_news_to_all_but_its_placer():
    game = deal_game(3, ["monks-2a", "monks-2b"])
    game.play("public")
    assert list_shown_cards(game) == {
        "0": ["monks-2b"],
        **{viewer: ["monks-2a"] for viewer in EVERYONE[1:]},
    }


def test_a_church_card_is_news_when_it_is_kept_and_not_when_it_is_used():
    game = deal_game(3, ["church+1", "gold-1"])
    game.play("keep")
    assert list_shown_cards(game) == {viewer: ["church+1"] for viewer in EVERYONE[1:]}
    game.play("raise monks")
    assert list_shown_cards(game) == {"0": ["gold-1"]}


def test_bids_and_passes_show_nothing_and_a_lot_turned_up_is_news_to_all():
    game = set_up_auction([["gold-1"], [], []], ["tomes-1a", "tomes-1b"])
    for action in ("pass", "pass", "bid 1"):
        game.play(action)
        assert game.describe_reveals() == {"cards": {}, "hands": False, "chance": False}
    game.play("pay gold-1")
    assert list_shown_cards(game) == {
        viewer: (["tomes-1b"] if viewer == "0" else ["gold-1", "tomes-1b"]) for viewer in EVERYONE
    }


def test_a_penalty_uses_chance_and_shows_each_taker_its_card():
    game = set_up_auction([[], ["gold-1"], []], ["tomes-1a"])
    bid_alone(game, 1, 9)
    assert game.describe_reveals()["chance"] and set(list_shown_cards(game)) == {"0", "2"}
    assert [len(cards) for cards in list_shown_cards(game).values()] == [1, 1]


def test_shuffling_the_auction_pile_uses_chance():
    game = deal_game(2)
    used = []
    while game.truth()["phase"] == "gift":
        game.play(game.legal()[0])
        used.append(game.describe_reveals()["chance"])
    assert used == [False] * (len(used) - 1) + [True]


def test_at_the_end_hands_are_shown():
    assert set_up_end([["gold-1"], ["gold-2"]]).describe_reveals()["hands"]
    game = deal_game(3)
    play(game, "keep")
    assert not game.describe_reveals()["hands"]
