"""Positions of Bibliogamo set up for tests, so that a rule is one or two actions away."""

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


def make_deal(hand=PLAIN, pile=(), prestige=1):
    """Return a deal with this hand and these cards on top of the draw pile, then the others in ascending order."""
    begin = [*hand, *pile]
    rest = [card for card in range(1, CARDS + 1) if card not in begin]
    return {"draw": [*begin, *rest], "prestige": prestige}


def set_up_city(hand=PLAIN, pile=(28,), *, prestige=1, **arguments):
    """Begin a day at its first `move`. pile[0] is the card of the day; card 28 takes the Librarian to space 3 and
    blocks scribes. Arguments in LAYABLE go to `set_up`, the others are options."""
    laid = {name: arguments.pop(name) for name in list(arguments) if name in LAYABLE}
    game = Game.new(seed=1, deal=make_deal(hand, pile, prestige), **arguments)
    return set_up(game, **laid)


LAYABLE = ("day", "at", "landed", "florins", "towers", "supply", "books", "draw", "discard")


def set_up(game, *, towers=None, supply=None, at=None, landed=None, florins=None, day=None, books=None,
        hand=None, draw=None, discard=None):  # fmt: skip
    """Set up a position. Artisans in no tower are in the supply, unless it is set."""
    s = game.states[0]
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
        s["hand"] = format_cards(hand)
    if draw is not None:
        s["draw"][: len(draw)] = [card - 1 for card in draw]
        s["draw_next"], s["draw_end"] = 0, len(draw)
    if discard is not None:
        s["discard"] = format_cards(discard)
    return game


def format_cards(cards):
    return sum(1 << card - 1 for card in cards)


def fill_towers(*towers):
    """Return artisans that finish a book in each of these towers."""
    return {tower: dict(NEED[tower]) for tower in towers}


def play(game, *actions):
    """Play these actions and return the events of the last one."""
    events = []
    for action in actions:
        events = game.play(action)
    return events


def end_day(game):
    """Play `done` until the day ends and return the last events."""
    day, events = game.truth()["day"], []
    while game.to_act is not None and game.truth()["day"] == day:
        events = game.play("done")
    return events


def list_verbs(game):
    """Return the kinds of legal actions in canonical order."""
    return list(dict.fromkeys(action.split()[0] for action in game.legal()))


def list_cards_for(game, verb):
    """Return the cards of the legal actions with this verb."""
    return sorted({int(a.split()[1]) for a in game.legal() if a.split()[0] == verb})


def list_names(events):
    return [event["event"] for event in events]


def find_event(events, name):
    """Return the only event with this name."""
    (event,) = [event for event in events if event["event"] == name]
    return event


def get_artisans(game, tower):
    return {kind: n for kind, n in game.truth()["towers"][tower].items() if n}


def make_own_components(change):
    """Return the standard set as data, after a change."""
    data = copy.deepcopy(STANDARD)
    change(data)
    return data


def find_card(data, number):
    return next(card for card in data["artisan"] if card["id"] == number)


def find_tower(data, name):
    return next(tower for tower in data["tower"] if tower["id"] == name)
