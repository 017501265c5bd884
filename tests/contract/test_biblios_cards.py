"""Biblios, in every edition: cards and turns are counted, and each eye is told exactly the cards that it may see."""

from collections import Counter

import pytest

from .walks import WAYS, all_cases, begin, eyes, label, walk

CASES = list(all_cases("biblios"))
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: label(case[1]))
SOME_CASES = pytest.mark.parametrize("case", CASES[1::3], ids=lambda case: label(case[1]))
EVERY_WAY = pytest.mark.parametrize("way", WAYS)


def cards_of(truth):
    zones = [
        *truth["hands"],
        truth["draw"],
        truth["public"],
        truth["auction"],
        truth["discard"],
        truth["box"],
    ]
    held = [card for zone in zones for card in zone]
    return Counter([*held, *(truth[place] for place in ("lot", "church") if truth[place])])


@EVERY_CASE
@EVERY_WAY
def test_cards_are_conserved_and_turns_and_auctions_counted(case, way):
    game = begin(case)
    all_cards, seats = cards_of(game.truth()), game.seats
    assert all_cards.total() == 87
    turns, lots, events = 1, 0, []
    for step, _ in walk(game, way):
        if step % 5 == 0:
            truth = game.truth()
            assert cards_of(truth) == all_cards
            assert all(1 <= die <= 6 for die in truth["dice"].values())
        events = Counter(event["event"] for event in game.seen(None)) if step else Counter()
        turns += events["turn-begun"]
        lots += events["lot-turned-up"]
    assert cards_of(game.truth()) == all_cards and game.truth()["phase"] == "over"
    assert turns == lots == {2: 20, 3: 18, 4: 16}[seats]
    outcome = game.outcome()
    assert outcome["winners"] and set(outcome["winners"]) <= set(range(seats))
    points = [0] * seats
    for category, seat in outcome["categories"].items():
        if seat is not None:
            points[seat] += outcome["dice"][category]
    assert outcome["points"] == points


OWNERS = {
    "card-kept": ("seat",),
    "card-auctioned": ("seat",),
    "card-drawn": ("seat",),
    "card-paid": ("seat",),
    "card-stolen": ("seat", "from"),
    "card-lost": ("seat",),
}


def who_sees(event, opened):
    """Who is told the card of a referee's event: "all", a set of seats, or None where both may be right."""
    if (
        event["event"] not in OWNERS
        or event.get("face") == "up"
        or event["card"].startswith("church")
    ):
        # A kept church card is acquired before all eyes; one put on the pile or looked at is not.
        is_hidden = event["event"] in ("card-auctioned", "card-drawn")
        return {event["seat"]} if is_hidden else "all"
    owners = {event[fact] for fact in OWNERS[event["event"]]}
    if event["event"] in ("card-paid", "card-stolen", "card-lost"):
        lying = opened[event.get("from", event["seat"])]
        if event["card"] in lying:
            # Which of two gold cards was stolen, the open or the hidden one, is chance.
            return (
                "all"
                if event["event"] == "card-paid" or not event["card"].startswith("gold")
                else None
            )
    return owners


@EVERY_CASE
@EVERY_WAY
def test_an_eye_is_told_exactly_the_cards_that_it_may_see(case, way):
    game = begin(case)
    has_open = game.options["open_collections"]
    opened = [[] for _ in range(game.seats)]
    for _, action in walk(game, way):
        if has_open:
            opened = [entry["open"] for entry in game.view(None)["seats"]]
        twin = game.copy()
        referee = twin.play(action)
        for eye in eyes(game):
            told = twin.seen(eye)
            assert len(told) == len(referee)
            for mine, true in zip(told, referee):
                allowed = who_sees(true, opened) if "card" in true else "all"
                if allowed is None:
                    continue
                if allowed != "all" and eye not in allowed:
                    true = {key: fact for key, fact in true.items() if key != "card"}
                assert mine == true


@SOME_CASES
def test_a_view_shows_no_card_of_another_that_only_the_referee_knows(case):
    """Fields that belong to one seat are empty for all others."""
    game = begin(case)
    for step, _ in walk(game, "modest"):
        if step % 7:
            continue
        truth = game.truth()
        for eye in eyes(game):
            view = game.view(eye)
            assert view["hand"] == ([] if eye is None else truth["hands"][eye])
            looks = eye == game.to_act and view["step"] == "allocate"
            assert view["drawn"] == (truth["draw"][0] if looks else None)
            assert view["payment"] is None or eye == game.to_act
            if view["lot"] and view["lot"].startswith("gold") and eye != game.to_act:
                assert view["paid"] == []
            if eye is None:
                assert view["placed"] == view["paid_hidden"] == []
            own = sum(1 for seat, action in game.actions if seat == eye and action == "auction")
            assert len(view["placed"]) <= own
