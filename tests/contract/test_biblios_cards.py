"""Biblios, in every edition: cards and turns add up, and each viewer sees exactly the cards it may see."""

from collections import Counter

import pytest

from .walks import WAYS, begin, format_case, list_cases, list_viewers, walk

CASES = list(list_cases("biblios"))
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: format_case(case[1]))
SOME_CASES = pytest.mark.parametrize("case", CASES[1::3], ids=lambda case: format_case(case[1]))
EVERY_WAY = pytest.mark.parametrize("way", WAYS)


def list_cards(truth):
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
    all_cards, seats = list_cards(game.truth()), game.seats
    assert all_cards.total() == 87
    turns, lots, events = 1, 0, []
    for step, _ in walk(game, way):
        if step % 5 == 0:
            truth = game.truth()
            assert list_cards(truth) == all_cards
            assert all(1 <= die <= 6 for die in truth["dice"].values())
        events = Counter(event["event"] for event in game.seen(None)) if step else Counter[str]()  # type: ignore[assignment]
        turns += events["turn-begun"]  # type: ignore[call-overload]
        lots += events["lot-turned-up"]  # type: ignore[call-overload]
    assert list_cards(game.truth()) == all_cards and game.truth()["phase"] == "over"
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


def find_viewers(event, opened):
    """Return who sees the card of an event: "all", a set of seats, or None if both are possible."""
    if (
        event["event"] not in OWNERS
        or event.get("face") == "up"
        or event["card"].startswith("church")
    ):
        # Everyone sees a kept church card, but not one put on the pile or looked at.
        is_hidden = event["event"] in ("card-auctioned", "card-drawn")
        return {event["seat"]} if is_hidden else "all"
    owners = {event[fact] for fact in OWNERS[event["event"]]}
    if event["event"] in ("card-paid", "card-stolen", "card-lost"):
        lying = opened[event.get("from", event["seat"])]
        if event["card"] in lying:
            # Whether the open or the hidden of two gold cards was stolen is random.
            return (
                "all"
                if event["event"] == "card-paid" or not event["card"].startswith("gold")
                else None
            )
    return owners


@EVERY_CASE
@EVERY_WAY
def test_a_viewer_sees_exactly_the_cards_that_it_may_see(case, way):
    game = begin(case)
    has_open = game.options["open_collections"]
    opened = [[] for _ in range(game.seats)]
    for _, action in walk(game, way):
        if has_open:
            opened = [entry["open"] for entry in game.view(None)["seats"]]
        twin = game.copy()
        referee = twin.play(action)
        for viewer in list_viewers(game):
            seen = twin.seen(viewer)
            assert len(seen) == len(referee)
            for mine, true in zip(seen, referee):
                allowed = find_viewers(true, opened) if "card" in true else "all"
                if allowed is None:
                    continue
                if allowed != "all" and viewer not in allowed:
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
        for viewer in list_viewers(game):
            view = game.view(viewer)
            assert view["hand"] == ([] if viewer is None else truth["hands"][viewer])
            looks = viewer == game.to_act and view["step"] == "allocate"
            assert view["drawn"] == (truth["draw"][0] if looks else None)
            assert view["payment"] is None or viewer == game.to_act
            if view["lot"] and view["lot"].startswith("gold") and viewer != game.to_act:
                assert view["paid"] == []
            if viewer is None:
                assert view["placed"] == view["paid_hidden"] == []
            own = sum(1 for seat, action in game.actions if seat == viewer and action == "auction")
            assert len(view["placed"]) <= own
