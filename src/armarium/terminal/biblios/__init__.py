"""The terminal's room for Biblios."""

from armarium.games.biblios.header import arguments_of
from armarium.terminal.biblios.evening import play
from armarium.terminal.biblios.replaying import Narrator
from armarium.terminal.biblios.verify import Proof

__all__ = ["Narrator", "Proof", "arguments_of", "play"]
