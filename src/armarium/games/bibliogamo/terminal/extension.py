"""The terminal extension of Bibliogamo."""

from armarium.games.bibliogamo.terminal.play import BibliogamoNarrator, play
from armarium.games.bibliogamo.terminal.verify import BibliogamoVerifier
from armarium.terminal.extension import TerminalUI

__all__ = ["TERMINAL"]

TERMINAL = TerminalUI(play, BibliogamoNarrator, BibliogamoVerifier)
