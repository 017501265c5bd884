"""Cities set by hand: chosen cards, and a position written into the state: a rule is then one or two actions away."""

import copy
import tomllib
from pathlib import Path

from armarium.games import bibliogamo
from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.cards import CARDS, LEVELS, TOWERS, TYPES

FILE = Path(bibliogamo.__file__).with_name("components.toml")
STANDARD = tomllib.loads(FILE.read_text(encoding="utf-8"))
NEED = {tower["id"]: tower["need"] for tower in STANDARD["tower"]}
# Single artisans: scribe, illustrator, binder, binder, scribe; small researcher, scribe, illustrator, binder, binder.
PLAIN = [14, 15, 16, 20, 26]


def chosen(hand=PLAIN, pile=(), prestige=1):
    """A deal with this hand and these cards on top of the draw pile; the others follow in ascending order."""
    begin = [*hand, *pile]
    rest = [card for card in range(1, CARDS + 1) if card not in begin]
    return {"draw": [*begin, *rest], "prestige": prestige}


def city(hand=PLAIN, pile=(28,), *, prestige=1, **wishes):
    """The first `move` of a day. pile[0] is the card of the day; card 28 takes the Librarian to space 3 and blocks
    scribes. What is no option is laid out as `lay` does it."""
    laid = {name: wishes.pop(name) for name in list(wishes) if name in LAYABLE}
    game = Game.new(seed=1, deal=chosen(hand, pile, prestige), **wishes)
    return lay(game, **laid)


LAYABLE = ("day", "at", "landed", "florins", "towers", "supply", "books", "draw", "discard")


def lay(game, *, towers=None, supply=None, at=None, landed=None, florins=None, day=None, books=None,
        hand=None, draw=None, discard=None):  # fmt: skip
    """Put things where they are wanted. Artisans who stand in no tower are in the supply, unless it is set."""
    s = game._states[0]
    if florins is not None:
        s["florins"] = florins
    if day is not None:
        s["day"] = day
    if at is not None:
        s["librarian"], s["landed"] = at, at == 0
    if landed is not None:
        s["landed"] = landed
    for tower, artisans in (towers or {}).items():
        for kind, number in artisans.items():
            s["artisans"][TOWERS.index(tower), TYPES.index(kind)] = number
    for tower, number in (books or {}).items():
        s["books"][TOWERS.index(tower)] = number
    if supply is None:
        gained = sum(extra for level, extra in LEVELS if s["florins"] >= level)
        supply = 20 + gained - int(s["artisans"].sum())
    s["supply"] = supply
    if hand is not None:
        s["hand"] = word(hand)
    if draw is not None:
        s["draw"][: len(draw)] = [card - 1 for card in draw]
        s["draw_next"], s["draw_end"] = 0, len(draw)
    if discard is not None:
        s["discard"] = word(discard)
    return game


def word(cards):
    return sum(1 << card - 1 for card in cards)


def full(*towers):
    """A finished book in each of these towers."""
    return {tower: dict(NEED[tower]) for tower in towers}


def play(game, *actions):
    """Play these one after the other; what happened in the last of them."""
    events = []
    for action in actions:
        events = game.play(action)
    return events


def end_day(game):
    """Do nothing more today; what happened last."""
    day, events = game.truth()["day"], []
    while game.to_act is not None and game.truth()["day"] == day:
        events = game.play("done")
    return events


def verbs(game):
    """What kinds of action are legal, in canonical order."""
    return list(dict.fromkeys(action.split()[0] for action in game.legal()))


def cards_for(game, verb):
    """The cards with which something can be done."""
    return sorted({int(a.split()[1]) for a in game.legal() if a.split()[0] == verb})


def names(events):
    return [event["event"] for event in events]


def the(events, name):
    """The one event of this name."""
    (event,) = [event for event in events if event["event"] == name]
    return event


def standing(game, tower):
    return {kind: n for kind, n in game.truth()["towers"][tower].items() if n}


def own(change):
    """The standard set as data, changed."""
    data = copy.deepcopy(STANDARD)
    change(data)
    return data


def card_of(data, number):
    return next(card for card in data["artisan"] if card["id"] == number)


def tower_of(data, name):
    return next(tower for tower in data["tower"] if tower["id"] == name)
