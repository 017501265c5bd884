"""What a view says of the places of cards, read as a stranger would, and held against the independent eye."""

from collections import Counter
from functools import reduce


def told(view, whose="you"):
    """(known, possible): (place, kind) → how many certainly lie there, and how many may."""
    known, possible = Counter(), Counter()
    for row in view["knowledge"][whose]:
        places = {place.partition(".")[0] for place in row["at"]}
        for card in row["cards"]:
            for place in places:
                possible[place, card] += 1
                known[place, card] += len(places) == 1
    return +known, possible


def compared(view, eye):
    """(wrong, lost): what the view says and the worlds deny; what all worlds say and the view does not.

    Wrong is never anything. Lost are cards that certainly lie in a place, and places where a kind cannot be. A hand's
    certain cards must be listed. Of the piles it is enough if rows and sizes imply them: that a small box cannot
    hold all gold of a value is arithmetic, and any of the copies may be the one.
    """
    (least, most), (known, possible) = eye.bounds(), told(view)
    wrong = {key: ("known", n) for key, n in known.items() if n > least.get(key, 0)}
    wrong |= {key: ("excluded", n) for key, n in most.items() if n > possible[key]}
    lost = {key: ("impossible", n) for key, n in possible.items() if key not in most}
    for (place, card), n in least.items():
        if n > known[place, card] and (place.startswith("hand") or n > implied(view, place, card)):
            lost[place, card] = "certain", n
    return wrong, lost


def implied(view, place, kind):
    """How many cards of a kind the rows put into a place at least: those for which there is no room elsewhere."""
    room = rooms(view)
    cards = [(card, tuple(row["at"])) for row in view["knowledge"]["you"] for card in row["cards"]]
    cards.sort(key=lambda entry: entry[0] == kind)  # those of the kind come last
    inside = {name for name in room if name.partition(".")[0] == place}
    at = {name: [] for name in room}
    left_over = 0
    for card, places in cards:
        if card == kind:
            places = tuple(name for name in places if name not in inside)
        left_over += not _seat(places, at, room)
    return left_over


def rooms(view):
    """How many hidden cards lie in each place that the rows name."""
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


def _seat(places, at, room):
    """Find a place for one more card, others moving over where they can."""
    came = dict.fromkeys(places)
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
