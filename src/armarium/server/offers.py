"""Which games the tables offer, and what may be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from armarium.games.biblios.editions import EDITIONS
from armarium.games.shelf import open_book
from armarium.games.table.game import Game
from armarium.server.errors import UnknownGame

__all__ = ["OFFERS", "Eye", "Offer", "offer_of"]

Eye = int | None  # a seat, or None: the public


@dataclass(frozen=True)
class Offer:
    """`options` names what a table may ask for: never the seed, never a chosen deal."""

    new: Callable[..., Game]
    editions: tuple[str, ...]
    options: tuple[str, ...]
    foreseeable: Callable[[list[str]], bool]


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


OFFERS: dict[str, Offer] = {
    "biblios": Offer(
        new=open_book("biblios").Game.new,
        editions=tuple(EDITIONS),
        options=(
            "penalty",
            "beyond_means",
            "may_refuse",
            "game_tie",
            "open_collections",
            "first",
        ),
        foreseeable=_biblios_foreseeable,
    ),
}


def offer_of(name: str) -> Offer:
    if name not in OFFERS:
        raise UnknownGame(asked=name, allowed=list(OFFERS))
    return OFFERS[name]
