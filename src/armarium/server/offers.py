"""Which games the tables offer, and what may be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from armarium.games.shelf import open_book
from armarium.games.table.errors import BadOption, UnknownEdition
from armarium.games.table.game import Game
from armarium.server.components import asked_set
from armarium.server.errors import UnknownGame

__all__ = ["OFFERS", "Eye", "Offer", "has_shown", "offer_of"]

Eye = int | None  # a seat, or None: the public


@dataclass(frozen=True)
class Offer:
    """`options` names what a table may ask for: never the seed, never a chosen deal."""

    name: str
    options: tuple[str, ...]
    levels: tuple[str, ...]  # of bots
    foreseeable: Callable[[list[str]], bool]  # may these actions be sent as one list?
    stops_at_cards: bool = False  # a list ends where a card is turned
    has_daily: bool = False

    @property
    def new(self) -> Callable[..., Game]:
        new: Callable[..., Game] = open_book(self.name).Game.new
        return new

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(open_book(self.name).SEATS)

    @property
    def editions(self) -> tuple[str, ...]:
        return tuple(open_book(self.name).EDITIONS)

    def edition(self, asked: str | None) -> str:
        """The edition that is played; empty for a game that has none."""
        if asked is not None and asked not in self.editions:
            raise UnknownEdition(asked=asked, allowed=list(self.editions))
        return asked or next(iter(self.editions), "")

    def checked(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Options as strangers ask for them; the game itself checks the values."""
        for option, value in asked.items():
            if option not in self.options:
                raise BadOption(option=option, asked=value, allowed=list(self.options))
        if "components" in asked:
            return {**asked, "components": asked_set(asked["components"])}
        return asked


def has_shown(game: Game) -> bool:
    """Whether the last action showed any eye a card, or used chance."""
    showed = game.showed()
    return bool(showed["cards"]) or bool(showed["hands"]) or bool(showed["chance"])


def _biblios_foreseeable(actions: list[str]) -> bool:
    """Whether it is known beforehand, by the sender alone, that the whole list is legal.

    A list that is refused changes nothing, so its verdict must never depend on a card that the
    sender has not seen: `auction, keep, raise monks` would ask what the next card is, for free.
    Paying shows the payer nothing. Placing draws cards, but where they may go is known; only a
    card kept unseen may turn out to be a church card, so that ends the list.
    """
    if all(action.startswith("pay ") for action in actions):
        return True
    placing = all(action in ("keep", "auction", "public") for action in actions)
    return placing and "keep" not in actions[1:-1]


def _always(_: list[str]) -> bool:
    """Nothing but the order of the draw pile is hidden: until a card is turned all is known."""
    return True


OFFERS: dict[str, Offer] = {
    "biblios": Offer(
        name="biblios",
        options=(
            "penalty",
            "beyond_means",
            "may_refuse",
            "game_tie",
            "open_collections",
            "first",
        ),
        levels=("random", "oblate", "novice", "monk"),
        foreseeable=_biblios_foreseeable,
    ),
    "bibliogamo": Offer(
        name="bibliogamo",
        options=(
            "redraw_chains",
            "block_scope",
            "transfer_keeps_type",
            "count_when",
            "landing",
            "components",
        ),
        levels=("random", "careful", "planner", "search"),
        foreseeable=_always,
        stops_at_cards=True,
        has_daily=True,
    ),
}


def offer_of(name: str) -> Offer:
    if name not in OFFERS:
        raise UnknownGame(asked=name, allowed=list(OFFERS))
    return OFFERS[name]
