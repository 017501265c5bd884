"""The terminal extension of Biblios."""

from armarium.games.biblios.terminal.play import BibliosNarrator, HotSeatBiblios
from armarium.games.biblios.terminal.verify import BibliosVerifier
from armarium.terminal.extension import TerminalUI
from armarium.terminal.play import make_hot_seat_play

__all__ = ["TERMINAL"]

TERMINAL = TerminalUI(
    make_hot_seat_play("biblios", HotSeatBiblios), BibliosNarrator, BibliosVerifier
)
