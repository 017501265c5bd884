"""The rules of Mill. Each miller has four sacks, hidden; four winds blow, one after another.

While a wind blows, every miller in turn lays a sack face down, or openly rests. Then the sacks are turned
over: the heaviest takes the wind's flour. If the heaviest are equal, nobody takes it: it is spilled, or carried to the
next wind. Most flour wins. Sacks weigh 1 to 8, two of each, and three of each among five millers. Those that
nobody holds lie in the barn, unseen.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from armarium.core.game import View
from armarium.core.plain_game import PlainGame
from mill.definition import DEFINITION

__all__ = ["ACTIONS", "Game"]

WEIGHTS = range(1, 9)
WINDS = range(1, 7)
ROUNDS = HAND = 4
REST = 0  # the entry of a miller who rests
ACTIONS = (*(f"grind {weight}" for weight in WEIGHTS), "rest")


def _list_sacks(seats: int) -> list[int]:
    return sorted([*WEIGHTS] * (2 if seats < 5 else 3))


class Game(PlainGame):
    definition = DEFINITION
    name = DEFINITION.name
    rules_version = 1
    codes = {action: code for code, action in enumerate(ACTIONS)}  # noqa: RUF012
    forms = ["grind 5", "rest"]  # noqa: RUF012

    hands: list[list[int]]
    laid: list[int | None]  # in this wind, by seat
    ground: list[list[int]]  # in the winds before

    def _deal(self) -> None:
        drawn = self.chance.below(self.seats)
        self.first = drawn if self.agreed["first"] is None else self.agreed["first"]
        sacks, winds = _list_sacks(self.seats), list(WINDS)
        self.chance.shuffle(sacks)
        self.chance.shuffle(winds)
        self.hands = [sorted(sacks[HAND * n : HAND * n + HAND]) for n in range(self.seats)]
        self.barn = sorted(sacks[HAND * self.seats :])
        self.turned, self.winds = [], winds
        self.flour, self.carried, self.ground = [0] * self.seats, 0, []
        self._turn_wind()

    def _turn_wind(self) -> None:
        self.laid = [None] * self.seats
        self.turned.append(self.winds.pop(0))
        self._report("wind-turned", wind=self.turned[-1])

    @property
    def to_act(self) -> int | None:
        """The first player of a wind is the last in the next."""
        if len(self.ground) == ROUNDS:
            return None
        done = self.seats - self.laid.count(None)
        return (self.first + len(self.ground) + done) % self.seats

    def legal(self) -> list[str]:
        seat = self.to_act
        if seat is None:
            return []
        rest = ["rest"] if self.agreed["may_rest"] else []
        return [*(f"grind {weight}" for weight in sorted(set(self.hands[seat]))), *rest]

    def _apply_action(self, action: str) -> None:
        seat = self.to_act
        assert seat is not None
        if action == "rest":
            self.laid[seat] = REST
            self._report("rested", seat=seat)
        else:
            weight = int(action.removeprefix("grind "))
            self.hands[seat].remove(weight)
            self.laid[seat] = weight
            self._report("sack-laid", seat=seat, to=(seat,), secret={"sack": weight})
        if None not in self.laid:
            self._grind()

    def _grind(self) -> None:
        sacks = [weight or REST for weight in self.laid]
        heaviest = [seat for seat in range(self.seats) if sacks[seat] == max(sacks) != REST]
        flour = self.turned[-1] + self.carried
        taker = heaviest[0] if len(heaviest) == 1 else None
        if taker is not None:
            self.flour[taker] += flour
        self.carried = flour if taker is None and self.agreed["ties"] == "carry" else 0
        self.ground.append(sacks)
        self._report("sacks-ground", sacks=sacks, flour=flour)
        if taker is None:
            self._report("flour-left", flour=flour, is_carried=self.carried > 0)
        else:
            self._report("flour-taken", seat=taker, flour=flour)
        if outcome := self.outcome():
            for seat in outcome["winners"]:
                self._report("game-won", seat=seat, flour=self.flour[seat])
        else:
            self._turn_wind()

    def outcome(self) -> dict[str, Any] | None:
        if self.to_act is not None:
            return None
        winners = [seat for seat, flour in enumerate(self.flour) if flour == max(self.flour)]
        decided_by = "points" if len(winners) == 1 else "shared"
        return {"winners": winners, "points": list(self.flour), "decided_by": decided_by}

    def _view(self, seat: int | None) -> View:
        return {
            "first": self.first,
            "winds": list(self.turned),
            "winds_left": ROUNDS - len(self.turned),
            "carried": self.carried,
            "hand": [] if seat is None else list(self.hands[seat]),
            "seats": [
                {
                    "sacks": len(self.hands[other]),
                    "flour": self.flour[other],
                    "laid": self._show_laid(other, seat),
                }
                for other in range(self.seats)
            ],
            "ground": [list(sacks) for sacks in self.ground],
            "barn": len(self.barn),
        }

    def _show_laid(self, other: int, viewer: int | None) -> int | str | None:
        """Return the sacks as seen: face down until all have laid; resting is visible."""
        weight = self.laid[other]
        is_open = other == viewer or not weight or None not in self.laid
        return weight if is_open else "sack"

    def _set_up_from_view(self, view: View) -> None:
        you, seats = view["you"], view["seats"]
        self.first, self.carried = view["first"], view["carried"]
        self.flour = [entry["flour"] for entry in seats]
        self.ground = [list(sacks) for sacks in view["ground"]]
        self.turned = list(view["winds"])
        self.winds = [wind for wind in WINDS if wind not in self.turned]
        self.chance.shuffle(self.winds)
        laid = [entry["laid"] for entry in seats]
        # The sacks of the last wind are among those that were ground.
        open_now = (
            [] if len(self.ground) == ROUNDS else [w for w in laid if w not in (None, "sack")]
        )
        seen = [*view["hand"], *open_now, *(w for sacks in self.ground for w in sacks)]
        unseen = sorted((Counter(_list_sacks(self.seats)) - Counter(seen)).elements())
        self.chance.shuffle(unseen)
        self.laid = [unseen.pop() if weight == "sack" else weight for weight in laid]
        self.hands = [
            list(view["hand"])
            if other == you
            else sorted(unseen.pop() for _ in range(seats[other]["sacks"]))
            for other in range(self.seats)
        ]
        self.barn = sorted(unseen)
