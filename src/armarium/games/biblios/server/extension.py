"""The server extension of Biblios."""

from __future__ import annotations

from collections.abc import Sequence

from armarium.server.extension import AutoActions, Lesson, ServerExtension

__all__ = ["SERVER"]


class BibliosServer(ServerExtension):
    stand_in = "monk"

    def is_foreseeable(self, actions: Sequence[str]) -> bool:
        """Return True if no action of the list depends on a card that is revealed within it.

        `auction, keep, raise monks` would reveal the next card for free. Payments reveal nothing to the payer, and a
        `pass` may end them (B-3.14). Placing draws cards, but the free places are known. Only a card kept unseen may
        turn out to be a church card, so `keep` must be the first or the last action.
        """
        paid = actions[:-1] if actions[-1] == "pass" else actions
        if len(actions) == 1 or all(action.startswith("pay ") for action in paid):
            return True
        placing = all(action in ("keep", "auction", "public") for action in actions)
        return placing and "keep" not in actions[1:-1]

    @property
    def auto_actions(self) -> AutoActions:
        from armarium.games.biblios.server import auto_actions

        return auto_actions

    @property
    def lesson(self) -> Lesson:
        from armarium.games.biblios.server.lesson import LESSON

        return LESSON


SERVER = BibliosServer()
