"""The points of a finished game, counted once more from the open hands (B-5.2, B-5.3)."""

from __future__ import annotations

from armarium.games.biblios.terminal.naming import CATEGORIES, family_of, value_of

__all__ = ["recount"]


def recount(
    hands: list[list[str]], dice: dict[str, int]
) -> tuple[dict[str, int | None], list[int]]:
    """Who won each category, and the points of each seat."""
    won: dict[str, int | None] = {}
    points = [0] * len(hands)
    for category in CATEGORIES:
        best: tuple[int, int] | None = None
        won[category] = None
        for seat, hand in enumerate(hands):
            held = [card for card in hand if family_of(card) == category]
            if not held:
                continue
            total = sum(value_of(card) for card in held)
            letter = -min(ord(card[-1]) for card in held)
            if best is None or (total, letter) > best:
                best, won[category] = (total, letter), seat
        winner = won[category]
        if winner is not None:
            points[winner] += dice[category]
    return won, points
