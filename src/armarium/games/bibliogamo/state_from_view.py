"""Rebuild a state from a view, with the draw pile in any order."""

from __future__ import annotations

from typing import Any

import numpy as np

from armarium.games.bibliogamo.cards import TOWERS, TYPES
from armarium.games.bibliogamo.components import Components, components_of
from armarium.games.bibliogamo.deal import new_undealt_states
from armarium.games.bibliogamo.kernels import engine
from armarium.games.bibliogamo.options import options_of
from armarium.games.bibliogamo.state import NONE, STEPS

__all__ = ["BibliogamoStateFromView"]


class BibliogamoStateFromView:
    """The state that a view shows. It can be completed to any number of possible worlds."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        asked = dict(view["options"])
        self.components: Components = components_of(asked.pop("components"))
        self.options = options_of(asked)
        self._states = _build_state(view, self.options, self.components)

    def imagine(self, key: np.ndarray) -> np.ndarray:
        states = self._states.copy()
        engine.imagine_at(states, 0, key)
        return states


def _build_state(
    view: dict[str, Any], options: dict[str, Any], components: Components
) -> np.ndarray:
    states = new_undealt_states(options, components)
    s = states[0]
    s["day"], s["step"] = view["day"], STEPS.index(view["step"])
    s["actor"] = NONE if view["to_act"] is None else view["to_act"]
    s["librarian"], s["landed"] = view["librarian"], view["landed"]
    s["florins"], s["supply"], s["owed"] = view["florins"], view["supply"], view["owed"]
    s["turned"] = view["turned"] - 1
    s["blocked"] = NONE if view["blocked"] is None else TYPES.index(view["blocked"])
    s["lifted"], s["hires"] = view["lifted"], view["hires"]
    s["artisans"] = [[view["towers"][tower].get(kind, 0) for kind in TYPES] for tower in TOWERS]
    s["books"] = [view["books"][tower] for tower in TOWERS]
    ids = [collection["id"] for collection in components.collections]
    s["prestige"] = ids.index(view["prestige"]["id"])
    s["hand"], s["discard"] = _to_card_set(view["hand"]), _to_card_set(view["discard"])
    s["draw"][: view["draw_left"]] = [card - 1 for card in view["unseen"]]
    s["draw_end"] = view["draw_left"]
    _set_hire(s, view["hired"])
    _set_offer(s, view["offer"])
    _set_transfer(s, view["transfer"])
    if view["outcome"]:
        s["score"], s["fulfilled"] = view["outcome"]["score"], view["outcome"]["prestige"]
    return states


def _to_card_set(cards: list[int]) -> int:
    return sum(1 << card - 1 for card in cards)


def _set_hire(s: Any, hired: dict[str, Any] | None) -> None:
    s["hired"] = hired["card"] - 1 if hired else NONE
    s["hired_tower"] = TOWERS.index(hired["tower"]) if hired else NONE
    if hired:
        s["to_place"] = [hired["left"].get(kind, 0) for kind in TYPES]


def _set_offer(s: Any, offer: dict[str, Any] | None) -> None:
    s["first"], s["second"] = (offer["first"] - 1, offer["second"] - 1) if offer else (NONE, NONE)
    if offer:
        s["on_table"] = _to_card_set([offer["first"], offer["second"], *offer["replaced"]])


def _set_transfer(s: Any, transfer: dict[str, Any] | None) -> None:
    chosen = transfer or {"from": None, "to": None, "left": 0, "type": None}
    s["library_card"] = transfer["card"] - 1 if transfer else NONE
    s["source"] = NONE if chosen["from"] is None else TOWERS.index(chosen["from"])
    s["target"] = NONE if chosen["to"] is None else TOWERS.index(chosen["to"])
    s["moves_left"] = chosen["left"]
    if chosen["type"]:
        s["to_place"][TYPES.index(chosen["type"])] = 1
