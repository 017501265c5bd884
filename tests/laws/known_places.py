"""Compare the card locations in a view with the independent viewer of tests/twins."""

from collections import Counter
from functools import reduce


def read_view(view, whose="you"):
    """Return (known, possible): by (place, kind) how many are certainly there, and how many may be."""
    known, possible = Counter(), Counter()
    for row in view["knowledge"][whose]:
        places = {place.partition(".")[0] for place in row["at"]}
        for card in row["cards"]:
            for place in places:
                possible[place, card] += 1
                known[place, card] += len(places) == 1
    return +known, possible


def compare_knowledge(view, viewer):
    """Return (wrong, lost): what the view says but the worlds deny; what all worlds say but the view does not.

    `wrong` must be empty. `lost` are cards certainly in a place, and places where a kind cannot be. A hand's
    certain cards must be listed. Of the piles it is enough if rows and sizes imply them: that a small box cannot
    hold all gold of a value is arithmetic, and any of the copies may be the one.
    """
    (least, most), (known, possible) = viewer.compute_bounds(), read_view(view)
    wrong = {key: ("known", n) for key, n in known.items() if n > least.get(key, 0)}
    wrong |= {key: ("excluded", n) for key, n in most.items() if n > possible[key]}
    lost = {key: ("impossible", n) for key, n in possible.items() if key not in most}
    for (place, card), n in least.items():
        if n > known[place, card] and (
            place.startswith("hand") or n > count_implied(view, place, card)
        ):
            lost[place, card] = "certain", n
    return wrong, lost


def count_implied(view, place, kind):
    """Count the cards of a kind that must be in a place because no other place has room for them."""
    room = count_rooms(view)
    cards = [(card, tuple(row["at"])) for row in view["knowledge"]["you"] for card in row["cards"]]
    cards.sort(key=lambda entry: entry[0] == kind)  # those of the kind come last
    inside = {name for name in room if name.partition(".")[0] == place}
    at = {name: [] for name in room}
    left_over = 0
    for card, places in cards:
        if card == kind:
            places = tuple(name for name in places if name not in inside)
        left_over += not _find_place(places, at, room)
    return left_over


def count_rooms(view):
    """Count the hidden cards in each place that the rows name."""
    room = {
        "box": view["box_size"],
        "draw": view["draw_left"],
        "auction": view["auction_left"],
        "hidden": view["discard_hidden"],
    }
    for seat, entry in enumerate(view["seats"]):
        room[f"hand-{seat}"] = entry["size"] - len(entry["open"])
    named = reduce(set.union, (set(row["at"]) for row in view["knowledge"]["you"]), set())
    for pocket in (name for name in named if "." in name):
        room[pocket] = 1
        room[pocket.partition(".")[0]] -= 1
    return room


def _find_place(places, at, room):
    """Find a place for one more card, others moving over where they can."""
    came: dict[str, tuple | None] = dict.fromkeys(places)
    queue = list(places)
    for name in queue:
        if len(at[name]) < room[name]:
            while came[name] is not None:
                before, moving = came[name]
                at[before].remove(moving)
                at[name].append(moving)
                name = before
            at[name].append(places)
            return True
        for other in at[name]:
            for further in other:
                if further not in came:
                    came[further] = name, other
                    queue.append(further)
    return False
