"""A simulated player of Bibliogamo, who types each choice in any accepted form."""

from __future__ import annotations

import contextlib
import functools
import random
from typing import Any

from armarium.games.bibliogamo import Game
from armarium.games.bibliogamo.naming import BibliogamoNames
from armarium.games.bibliogamo.terminal.choices import list_choices
from armarium.games.bibliogamo.terminal.play import TerminalBibliogamo
from tests.terminal.fakes import FakeScreen


class BibliogamoTypist:
    def __init__(self, seed: int, language: str = "en", patience: int = 10_000) -> None:
        self._random = random.Random(seed)
        self._language = language
        self._patience = patience  # how many questions are answered
        self.sitting: TerminalBibliogamo | None = None
        self.shown: list[tuple[str, dict[str, Any]]] = []  # what was on the screen, and the view

    def __call__(self, news: str) -> str:
        assert self.sitting is not None
        view = self.sitting.game.view(0)
        self.shown.append((news, view))
        if len(self.shown) > self._patience:
            raise EOFError
        action = self._choose_action(view)
        reader = BibliogamoNames.of(self._language, self.sitting.game.components)
        ways = [action, action.upper(), f"  {action} "]
        for choice in list_choices(view, reader):
            if choice.action == action:
                ways += choice.keys
        if action.startswith("hire "):
            _, card, tower = action.split()
            space = reader.ring.index(tower)
            ways += [f"{card} {space}", f"{card} {tower[:3]}", f"hire {card} {reader.tower(tower)}"]
        return self._random.choice(ways)

    def _choose_action(self, view: dict[str, Any]) -> str:
        """Prefer sales and useful hires; otherwise little would happen."""
        legal = view["legal"]
        if view["step"] in ("sell", "price") and self._random.random() < 0.8:
            return {"sell": "sell", "price": "accept"}[view["step"]]
        hires = [
            f"hire {card} {tower}"
            for card, towers in view["previews"]["hires"].items()
            for tower, preview in towers.items()
            if preview["places"] and tower in ("history", "poetry", "philosophy")
        ]
        if view["step"] == "hire" and hires:
            return self._random.choice(hires)
        return str(self._random.choice(legal))


@functools.cache
def play_whole_game(
    seed: int, *, language: str = "en", width: int = 80, terminal: bool = False, patience: int = 10_000,
    **options: Any,
) -> tuple[BibliogamoTypist, FakeScreen]:  # fmt: skip
    """Play a game to its end, or until a number of questions."""
    typist = BibliogamoTypist(seed, language, patience)
    fake = FakeScreen(typist, width, terminal)
    typist.sitting = TerminalBibliogamo(Game.new(seed=seed, **options), language, fake.screen)
    with contextlib.suppress(EOFError):
        typist.sitting.run()
    return typist, fake
