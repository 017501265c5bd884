"""What `armarium verify` found, as lines of yes and no."""

from __future__ import annotations

from armarium.terminal.proof import Check
from armarium.words import say
from armarium.words.errors import sentence_of

__all__ = ["lines"]


def lines(checks: list[Check], language: str) -> list[str]:
    answers = {ok: say(language, f"play_verify_{key}") for ok, key in _ANSWERS.items()}
    wide = max(len(answer) for answer in answers.values())
    told = [f"{answers[check.ok]:<{wide}}  {_claim(check, language)}" for check in checks]
    good = all(check.ok is not False for check in checks)
    return [*told, say(language, "play_verify_good" if good else "play_verify_bad")]


_ANSWERS = {True: "yes", False: "no", None: "none"}


def _claim(check: Check, language: str) -> str:
    claim = say(language, check.claim)
    if check.ok is None:
        if check.found:
            return claim
        return say(language, "play_verify_unreached", claim=claim)
    if check.ok is False and check.refusal is not None:
        reason = sentence_of(check.refusal, language).rstrip(".")
        return say(language, "play_verify_because", claim=claim, reason=reason)
    if check.ok and check.told is not None:
        return say(language, "play_verify_because", claim=claim, reason=check.told(language))
    return claim
