"""What each eye of the table has seen happen, to be told when that eye reads on."""

from __future__ import annotations

from armarium.games.biblios.terminal.event_sentences import Happening
from armarium.games.table.game import Event, Game

__all__ = ["Chronicle"]

Eye = int | None  # a seat; None: everyone


class Chronicle:
    def __init__(self, eyes: list[Eye], first: int, by_gold_cards: bool) -> None:
        begun = Happening({"event": "game-begun", "seat": first})
        self._seen: dict[Eye, list[Happening]] = {eye: [begun] for eye in eyes}
        self._read = dict.fromkeys(eyes, 0)
        self._lot: dict[Eye, str | None] = dict.fromkeys(eyes)
        self._by_gold_cards = by_gold_cards

    def follow(self, game: Game) -> None:
        """Take down what each eye saw of the last action."""
        for eye in self._seen:
            self.note(eye, game.seen(eye))

    def note(self, eye: Eye, events: list[Event]) -> None:
        for event in events:
            if event["event"] == "lot-turned-up":
                self._lot[eye] = event["card"]
            self._seen[eye].append(Happening(event, self._lot[eye], self._by_gold_cards))

    def unread(self, eye: Eye) -> list[Happening]:
        return self._seen[eye][self._read[eye] :]

    def mark_read(self, eye: Eye) -> None:
        self._read[eye] = len(self._seen[eye])

    def all(self, eye: Eye) -> list[Happening]:
        return list(self._seen[eye])
