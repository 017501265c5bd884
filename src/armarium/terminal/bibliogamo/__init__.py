"""The terminal's room for Bibliogamo."""

from armarium.games.bibliogamo.header import arguments_of
from armarium.terminal.bibliogamo.evening import play
from armarium.terminal.bibliogamo.replaying import Narrator
from armarium.terminal.bibliogamo.verify import Proof

__all__ = ["Narrator", "Proof", "arguments_of", "play"]
