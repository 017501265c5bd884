"""A record of Biblios told again, as one seat saw it or with all cards open."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from armarium import words
from armarium.games.biblios.terminal import board
from armarium.games.biblios.terminal.chronicle import Chronicle
from armarium.games.biblios.terminal.event_sentences import brief
from armarium.games.biblios.terminal.naming import Reader
from armarium.games.biblios.terminal.results import results
from armarium.games.table.game import Game

__all__ = ["Narrator"]

_ENDING = ("category-won", "category-unclaimed", "game-won")  # told with the results


class Narrator:
    def __init__(self, game: Game, seat: int | None, language: str) -> None:
        names = [words.say(language, "play_player_name", seat=n + 1) for n in range(game.seats)]
        self._reader = Reader(language, game.options["edition"], tuple(names), seat)
        by_gold_cards = bool(game.options["game_tie"] == "gold-cards")
        self._chronicle = Chronicle([seat], game.view(None)["first"], by_gold_cards)
        self._seats = game.seats

    def title(self, count: int) -> str:
        reader = self._reader
        edition = reader.say(f"biblios_edition_{reader.edition.replace('-', '_')}")
        return reader.say(
            "biblios_play_replay_title", edition=edition, seats=self._seats, count=count
        )

    def whose_eyes(self) -> str:
        if self._reader.you is None:
            return self._reader.say("play_replay_open")
        return self._reader.say("play_replay_seat", name=self._reader.name(self._reader.you))

    def note(self, events: list[dict[str, Any]]) -> None:
        self._chronicle.note(self._reader.you, events)

    def news(self) -> list[str]:
        eye = self._reader.you
        unread = [here for here in self._chronicle.unread(eye) if here.kind not in _ENDING]
        self._chronicle.mark_read(eye)
        return brief(unread, self._reader)

    def heading(self, game: Game) -> str:
        return board.heading(game.view(self._reader.you), self._reader)

    def table(self, game: Game, width: int) -> list[RenderableType]:
        reader = self._reader
        view = game.view(reader.you)
        things: list[RenderableType] = [board.board(view, reader, width)]
        if reader.you is None:
            things.append(_open_hands(game, reader))
        if view["step"] != "over":
            things.append(Text(board.turn_sentence(view, reader), style="dim"))
        return things

    def results(self, outcome: dict[str, Any]) -> RenderableType:
        return results(outcome, self._chronicle.all(self._reader.you), self._reader)


def _open_hands(game: Game, reader: Reader) -> Group:
    hands = game.truth()["hands"]
    lines = [
        reader.say("biblios_play_hand_of", name=reader.name(seat), cards=reader.cards(hand) or "–")
        for seat, hand in enumerate(hands)
    ]
    return Group(*(Text(line) for line in lines))
