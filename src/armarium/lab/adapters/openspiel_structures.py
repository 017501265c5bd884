"""OpenSpiel 2.0's structures of states, observations and actions, for Python callers.

OpenSpiel's own classes (`pyspiel.StateStruct` …) have no constructor in Python, as of version 2.0.2. So a state answers
with objects of the same two methods, `to_dict` and `to_json`. Code in C++ cannot ask a Python game for structures.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from armarium.core.errors import IllegalAction

if TYPE_CHECKING:
    from pyspiel import State
else:
    State = object  # every state inherits from both classes

__all__ = ["Structure", "StructuredState"]


class Structure:
    """Plain data, as a dictionary or as JSON."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._text = json.dumps(data, separators=(",", ":"))

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._text)
        return data

    def to_json(self) -> str:
        return self._text


class StructuredState(State):  # type: ignore[misc]
    """The methods of a state that take or return structures."""

    def to_struct(self) -> Structure:
        """Return the full state, hidden cards included: `truth`, or {} before the first deal.

        At a chance node, it is the state before the action that waits for chance.
        """
        return Structure({} if self.states is None else self.table.make_game(self.states).truth())

    def to_json(self) -> str:
        return self.to_struct().to_json()

    def to_observation_struct(self, player: int | None = None) -> Structure:
        """Return the view of a player, or of the one to act (docs/views.md). Before the first deal it is empty."""
        seat = self.current_player() if player is None else player
        viewer = seat if seat >= 0 else None  # a spectator's view at chance nodes and after the end
        return Structure(
            {} if self.states is None else self.table.make_game(self.states).view(viewer)
        )

    def action_to_struct(self, *player_and_action: int) -> Structure:
        """Return {"action": text} of an action. The player may be left out."""
        *players, action = player_and_action
        player = players[0] if players else self.current_player()
        return Structure({"action": self._action_to_string(player, action)})

    def struct_to_actions(self, struct: Structure) -> list[int]:
        """Return the code of a legal action, or of a possible outcome of chance."""
        asked = struct.to_dict().get("action")
        player, codes = self.current_player(), self.legal_actions()
        texts = {self._action_to_string(player, code): code for code in codes}
        if asked not in texts:
            raise IllegalAction(asked=asked, allowed=list(texts))
        return [texts[asked]]

    def apply_action_struct(self, struct: Structure) -> None:
        for action in self.struct_to_actions(struct):
            self.apply_action(action)

    def validate_action_struct(self, struct: Structure) -> bool:
        """Return True if the action is legal now."""
        try:
            return bool(self.struct_to_actions(struct))
        except IllegalAction:
            return False
