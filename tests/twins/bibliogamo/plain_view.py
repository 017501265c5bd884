"""The view of Bibliogamo built field by field in plain Python: what the kernels' text must say, to the byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.core.state_game import RecordFields
from armarium.games.bibliogamo import Game, cards
from armarium.games.bibliogamo.actions import texts_of
from armarium.games.bibliogamo.cards import LAST_DAY, SPACES, TOWERS, TYPES
from armarium.games.bibliogamo.kernels import engine, forecast, rules
from armarium.games.bibliogamo.referee import cards_of, open_facts
from armarium.games.bibliogamo.state import HIRE, MOVE, NONE, OVER, SELL, STEPS

__all__ = ["plain_view"]


def plain_view(game: Game, seat: int | None) -> dict[str, Any]:
    states, s = game.states, RecordFields(game.states)
    legal = texts_of(engine.legal_at(states, 0))
    pile = s["draw"][int(s["draw_next"]) : int(s["draw_end"])]
    return {
        "rules": game.rules_version,
        "game": "bibliogamo",
        "you": seat,
        **open_facts(s, game.components),
        "draw_left": len(pile),
        "unseen": sorted(int(card) + 1 for card in pile),
        "previews": _build_previews(states, legal),
        "legal": legal if seat is not None else [],
        "options": game.options,
        "outcome": game.outcome(),
    }


def _build_previews(states: np.ndarray, legal: list[str]) -> dict[str, Any]:
    """Compute previews from public facts and the set of cards in the draw pile, not their order."""
    s = RecordFields(states)
    step = int(s["step"])
    lacks, finished = _find_lacks(s)
    free = int(s["supply"])
    blocked_cards, lifting = _find_blocked_cards(s)
    is_before_hire = step in (MOVE, SELL, HIRE)
    return {
        "days_left": LAST_DAY - int(s["day"]),
        "next_step": _find_next_step(states) if "done" in legal else None,
        "reach": _list_reach(s) if step == MOVE else [],
        "tomorrow": _count_tomorrow(states) if s["day"] < LAST_DAY and step != OVER else None,
        "hires": _preview_hires(s, blocked_cards) if is_before_hire else {},
        "blocked_cards": blocked_cards,
        "lifting": lifting if is_before_hire else [],
        "sale": _format_range(forecast.sale_at(states, 0)) if step in (MOVE, SELL) else None,
        "redraw": _format_range(forecast.next_price_at(states, 0)) if "redraw" in legal else None,
        "lacks": lacks,
        "finished": finished,
        "jam": bool(lacks)
        and not finished
        and all(sum(missing.values()) > free for missing in lacks.values()),
    }


def _find_next_step(states: np.ndarray) -> str:
    """Return the step that follows `done`, or "day" for a new day, by trying it on a copy."""
    trial = states.copy()
    day = int(trial["day"][0])
    engine.apply_at(trial, 0, rules.DONE)
    is_new_day = int(trial["day"][0]) != day
    return "day" if is_new_day else STEPS[trial["step"][0]]


def _list_reach(s: RecordFields) -> list[dict[str, int]]:
    """List the spaces that the Librarian can pay to reach, and the artisans that lost levels would cost."""
    here, florins = int(s["librarian"]), int(s["florins"])
    reach = []
    for space in range(SPACES):
        cost = min((space - here) % SPACES, (here - space) % SPACES)
        if cost <= florins:
            lost = sum(extra for level, extra in cards.LEVELS if florins - cost < level <= florins)
            reach.append({"space": space, "cost": cost, "gives_back": lost})
    return reach


def _count_tomorrow(states: np.ndarray) -> list[int]:
    spaces = np.zeros(SPACES, np.int64)
    forecast.tomorrow_at(states, 0, spaces)
    return spaces.tolist()


def _format_range(prices: tuple[int, int, int, int]) -> dict[str, Any] | None:
    low, high, total, number = prices
    return {"low": low, "high": high, "mean": round(total / number, 2)} if number else None


def _find_blocked_cards(s: RecordFields) -> tuple[list[int], list[int]]:
    """Return the blocked cards of the hand, and the cards that could lift the block."""
    hand, blocked = cards_of(s["hand"]), int(s["blocked"])
    if blocked == NONE:
        return [], []
    small = [card for card in hand if s["blocks"][card - 1] == blocked]
    large = [card for card in hand if s["grants"][card - 1, blocked]]
    return sorted({*large, *(small if s["any_icon"] else [])}), small


def _preview_hires(s: RecordFields, blocked_cards: list[int]) -> dict[str, Any]:
    grants, supply = s["grants"].tolist(), int(s["supply"])
    room = (s["need"] - s["artisans"]).tolist()
    hand = cards_of(s["hand"])
    if len(hand) < 2:
        return {}
    return {
        str(card): {
            tower: _preview_hire(grants[card - 1], room[t], supply)
            for t, tower in enumerate(TOWERS)
        }
        for card in hand
        if card not in blocked_cards
    }


def _preview_hire(icons: list[int], room: list[int], supply: int) -> dict[str, Any]:
    """Preview a hire. If the supply is short, list the most that each type could get."""
    fit = [min(n, free) for n, free in zip(icons, room, strict=True)]
    short = max(0, sum(fit) - supply)
    places = {kind: min(n, supply) for kind, n in zip(TYPES, fit, strict=True) if min(n, supply)}
    return {
        "places": places,
        "loses": sum(icons) - sum(fit),
        "short": short,
        "finishes": not short and sum(room) == sum(fit) > 0,
    }


def _find_lacks(s: RecordFields) -> tuple[dict[str, dict[str, int]], list[str]]:
    """Return what each begun tower still lacks, and the finished towers."""
    need, artisans = s["need"].tolist(), s["artisans"].tolist()
    lacks, finished = {}, []
    for t, tower in enumerate(TOWERS):
        missing = {k: need[t][i] - artisans[t][i] for i, k in enumerate(TYPES)}
        missing = {kind: n for kind, n in missing.items() if n}
        if not missing:
            finished.append(tower)
        elif any(artisans[t]):
            lacks[tower] = missing
    return lacks, finished
