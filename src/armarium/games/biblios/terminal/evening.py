"""An evening with Biblios: who sits where, and with which rules."""

from __future__ import annotations

import secrets
from pathlib import Path

from armarium import words
from armarium.games.biblios import Game
from armarium.games.biblios.terminal.asking import Wishes, complete
from armarium.games.biblios.terminal.opponents import invite
from armarium.games.biblios.terminal.play import Sitting
from armarium.games.biblios.warm import warm
from armarium.terminal import evening
from armarium.terminal.screen import Screen

__all__ = ["play", "spend"]


def play(asked: evening.Asked, spoken: str, screen: Screen) -> None:
    if asked.components is not None:
        raise evening.not_for("components", asked.components, Game.name)
    wishes = Wishes(
        language=asked.language,
        edition=asked.edition,
        seats=asked.seats,
        people=asked.people,
        you=asked.you,
        opponents=asked.opponents,
        options=asked.options,
    )
    resumed = Game.replay(asked.resumed) if asked.resumed is not None else None
    spend(
        wishes, spoken, screen, seed=asked.seed, record=asked.record, ask=asked.ask, resumed=resumed
    )


def spend(
    wishes: Wishes,
    spoken: str,
    screen: Screen,
    *,
    seed: int | bytes,
    record: Path | None = None,
    ask: bool = True,
    resumed: Game | None = None,
) -> None:
    evening.spend(_Party(wishes, spoken, screen, seed, ask, resumed), screen, record)


class _Party:
    def __init__(
        self,
        wishes: Wishes,
        spoken: str,
        screen: Screen,
        seed: int | bytes,
        ask: bool,
        resumed: Game | None,
    ) -> None:
        self.language = spoken
        self._wishes = wishes
        self._screen = screen
        self._seed = seed
        self._ask = ask
        self._resumed = resumed

    def sit_down(self) -> Sitting:
        wishes, resumed = self._wishes, self._resumed
        if resumed is not None:  # these are settled
            wishes.edition, wishes.seats = resumed.edition, resumed.seats
            wishes.options = {"penalty": resumed.options["penalty"]}
        agreed = complete(wishes, self._screen, self.language, self._ask)
        assert agreed.language and agreed.edition and agreed.seats and agreed.people is not None
        self.language = agreed.language
        with self._screen.waiting(words.say(agreed.language, "play_preparing")):
            game = resumed or Game.new(
                seats=agreed.seats, seed=self._seed, edition=agreed.edition, **agreed.options
            )
            warm()  # rules that compile during play would look like a screen that hangs
            players = {}
            for seat, name in enumerate(agreed.opponents, agreed.people):
                players[seat] = invite(name, seat, game, self._seed_of(seat))
        return Sitting(game, agreed.names, players, agreed.language, self._screen)

    def _seed_of(self, seat: int) -> int:
        """A player's own chance."""
        if isinstance(self._seed, bytes):
            return secrets.randbits(32)
        return self._seed % 2**32 + seat
