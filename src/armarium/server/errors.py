"""The errors of the server. Their codes are part of the protocol; see docs/protocol.md.

ArmariumError
├── Stale            stale             acted on an older version
├── BadToken         bad-token         the link does not open a seat at this table
├── TableFull        table-full        no seat is open
├── TableOver        table-over        the round is over
├── TableClosed      table-closed      the table is closed
├── SeatHeld         seat-held         a bot plays in the sender's seat
├── SeatRefused      seat-refused      not possible for that seat, or not now
├── HostOnly         host-only         only the host may do that
├── NothingToTakeBack  nothing-to-take-back  the action cannot be undone, or another seat acted
├── BadTalk          bad-talk          a chat line that is not allowed
├── BadText          bad-text          a name or chat line without visible characters
├── NotStarted       not-your-turn     seats are still open
├── IdUsed           illegal-action    the idempotency key was used for something else
├── NotNow           illegal-action    a list that is not allowed, a rematch before the end
├── UnreadableAct    invalid-action    an act or take-back message with wrong fields
├── TooFast          too-fast          too many messages
├── TooBig           too-big           too many bytes
├── TooSlow          too-slow          an incomplete request that timed out
├── UnknownType      unknown-type      an unknown or malformed message
├── NoTable          no-table          no such table
├── Banned           banned            the address is banned
├── NoReplay         no-replay         an uploaded record that has expired
├── UnknownBot       unknown-bot       no such level
├── BadRequest       bad-request       a body that cannot be read
├── RecordSealed     record-sealed     the record is public after the round
├── RecordWithheld   record-withheld   a daily deal: its record is public after the day
├── NoHint           no-hint           other people play, it is a daily deal, or it is not the seat's turn
├── NoLesson         no-lesson         the game has no lesson, or the table is not one
├── NoOdds           no-odds           the table has not agreed on odds, or its game has none
├── HintFailed       hint-failed       a hint could not be computed
├── NotJudged        not-judged        an analysis failed
├── NotReady         not-ready         it needs compiled rules, or too many tables play without them
├── ForeignOrigin    foreign-origin    a request from another site's page
├── ForeignHost      foreign-host      an unknown host name
├── Locked           locked            metrics without the token
├── BadAddress       bad-address       an invalid server setting
├── TableStopped     table-stopped     the log does not replay to the same cards
└── NotSaved         not-saved         the log could not be written; nothing was done
    └── Overtaken                      another process wrote to that log position
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from armarium.core.errors import ArmariumError, IllegalAction, InvalidAction, Reason
from armarium.core.game import BaseGame
from armarium.text.errors import describe_error, describe_error_data, describe_reason

__all__ = [
    "BadAddress",
    "BadRequest",
    "BadTalk",
    "BadText",
    "BadToken",
    "Banned",
    "ForeignHost",
    "ForeignOrigin",
    "HintFailed",
    "HostOnly",
    "IdUsed",
    "Locked",
    "NoHint",
    "NoLesson",
    "NoOdds",
    "NoReplay",
    "NoTable",
    "NotJudged",
    "NotNow",
    "NotReady",
    "NotSaved",
    "NotStarted",
    "NothingToTakeBack",
    "Overtaken",
    "RecordSealed",
    "RecordWithheld",
    "SeatHeld",
    "SeatRefused",
    "Stale",
    "TableClosed",
    "TableFull",
    "TableOver",
    "TableStopped",
    "TooBig",
    "TooFast",
    "TooSlow",
    "UnknownBot",
    "UnknownType",
    "UnreadableAct",
    "text_from",
    "text_of",
]


class Stale(ArmariumError):
    code = "stale"
    sentence = "You acted on version {asked}, but the table is at version {allowed}."


class BadToken(ArmariumError):
    code = "bad-token"
    sentence = "This link does not open a seat at this table."
    reasons: ClassVar = {
        "hello-first": "The first message on a socket must be hello.",
        "host-only": "Only the host can replace a link.",
        "link-used": "This link was already used. To change devices, copy your seat’s link from “Leave”. "
        "If it was not you, ask the host for a new link.",
        "link-replaced": "This link was replaced by a new one. Ask the host for it.",
        "removed": "The host has removed you from this table. Your link no longer works.",
    }


class TableFull(ArmariumError):
    code = "table-full"
    sentence = "All {allowed} seats of this table are taken."
    reasons: ClassVar = {
        "seats-kept": "The open seats of this table are reserved for other people."
    }


class TableOver(ArmariumError):
    code = "table-over"
    sentence = "The game at this table is over."


class TableClosed(ArmariumError):
    code = "table-closed"
    sentence = "This table is closed. The game cannot continue."


class SeatHeld(ArmariumError):
    code = "seat-held"
    sentence = "A bot is playing for you. Take your seat back first."
    reasons: ClassVar = {
        "held-resigned": "You have resigned. A bot plays your seat to the end.",
        "held-next-round": "You join in the next round. Until then a bot plays your seat.",
    }


class SeatRefused(ArmariumError):
    code = "seat-refused"
    sentence = "This is not possible for this seat: {reason}."
    reasons: ClassVar = {
        "seat-unnamed": "no seat was given; the seats are: {allowed}",
        "seat-own": "it is your own seat",
        "seat-no-person": "nobody sits there",
        "seat-of-bot": "a bot already sits there",
        "seat-here": "its player is present",
        "seat-just-gone": "its player left a moment ago; wait {allowed} s",
        "seat-not-waited-for": "it is not that player’s turn",
        "seat-not-begun": "the game has not started",
        "seat-not-playing": "no game is in progress",
        "seat-slow": "in a slow game a bot takes over only when the time is up or the player asks for it",
        "seat-resigned": "its player has resigned",
        "seat-next-round": "its player joins in the next round, and a bot plays until then",
        "seat-open-already": "it is already open; a new player joins in the next round",
    }


class HostOnly(ArmariumError):
    code = "host-only"
    sentence = "Only the host of the table can do that."


class NothingToTakeBack(ArmariumError):
    code = "nothing-to-take-back"
    sentence = (
        "There is nothing to undo: the last move is final, or another player has moved since."
    )


class BadTalk(ArmariumError):
    code = "bad-talk"
    sentence = "The message was not sent: {reason}."
    reasons: ClassVar = {
        "talk-one": "a message has exactly one of text, phrase and reaction",
        "talk-empty": "it is empty",
        "talk-too-long": "it has {asked} characters; the limit is {allowed}",
        "talk-muted": "the host has muted you",
        "talk-full": "this table has reached its limit of {allowed} messages",
    }


class BadText(ArmariumError):
    code = "bad-text"
    sentence = "A name or a message needs at least one visible letter."


class NotStarted(ArmariumError):
    code = "not-your-turn"
    sentence = "The game has not started. Open seats: {allowed}."
    reasons: ClassVar = {"seats-open": sentence}


class IdUsed(ArmariumError):
    code = "illegal-action"
    sentence = "The id {id} was already used for another action: {allowed}."
    reasons: ClassVar = {
        "id-used": sentence,
        "id-long-ago": "The id {id} was already used in an earlier round.",
    }


class NotNow(IllegalAction):
    reasons: ClassVar = {
        "no-list": "“{asked}” cannot be part of a list of actions.",
        "not-over": "“{asked}” is possible only when the game is over.",
        "contribution-given": "This seat has already added its random bytes. They cannot change.",
        "contribution-late": "Random bytes can be added only before the next deal.",
        "contribution-early": "Random bytes can be revealed only after the hashes of all seats are fixed.",
        "contribution-other": "These random bytes do not match the hash that this seat gave.",
        "contribution-missed": "This seat did not reveal its random bytes in time. It adds nothing to this deal.",
        "hashes-fixed": "The hashes of this deal are fixed. No more are accepted.",
    }


class UnreadableAct(InvalidAction):
    reasons: ClassVar = {
        "act-fields": "The message “{asked}” cannot be read ({detail}); it looks like this: {allowed}.",
        "act-one-or-list": "An act message has either an action or a list of actions: {allowed}.",
    }


class TooFast(ArmariumError):
    code = "too-fast"
    sentence = "Too many messages. The limit is {allowed} per second."
    reasons: ClassVar = {
        "too-many-changes": "The settings of this table were changed {allowed} times and can no longer change.",
        "nudged-already": "That player was nudged a moment ago. Wait {allowed} s between nudges.",
        "too-many-tables": "Too many tables were opened from this address today. "
        "The limit is {allowed}; try again later.",
        "too-many-open": "Too many connections from one address. The limit is {allowed}.",
        "too-much-talk": "That was too fast. Wait a few seconds; the limit is {allowed} messages per minute.",
        "too-many-judged": "Too many games are being analysed now. At most {allowed} can wait; try again later.",
        "too-many-hints": "Too many hints are being computed now. At most {allowed} can wait; try again later.",
        "too-many-files": "Too many files are being read now. At most {allowed} can wait; try again later.",
    }


class TooBig(ArmariumError):
    code = "too-big"
    sentence = "The message has {asked} bytes. The limit is {allowed}."
    reasons: ClassVar = {
        "too-hard": "Reading this file takes too much time or memory.",
    }


class TooSlow(ArmariumError):
    code = "too-slow"
    sentence = "The request did not arrive in time. The limit is {allowed} s."


class UnknownType(ArmariumError):
    code = "unknown-type"
    sentence = "There is no message type {asked!r}. The types are: {allowed}."
    reasons: ClassVar = {
        "no-message": "A message must be a JSON object with one of these types: {allowed}.",
        "message-fields": "The message “{asked}” cannot be read ({detail}).",
    }


class NoTable(ArmariumError):
    code = "no-table"
    sentence = "There is no table {asked!r}."


class Banned(ArmariumError):
    code = "banned"
    sentence = "The admin of this server has banned you until {until}."


class NoReplay(ArmariumError):
    code = "no-replay"
    sentence = "This record is no longer stored here. Open its file again."


class UnknownBot(ArmariumError):
    code = "unknown-bot"
    sentence = "There is no player {asked!r}. Choose one of: {allowed}."


class BadRequest(ArmariumError):
    code = "bad-request"
    sentence = "The request cannot be read: {reason}."
    reasons: ClassVar = {
        "request-cut-off": "it is incomplete",
        "request-shape": "its JSON is not as expected ({detail})",
        "request-browser": "“browser” must be an id of 16 to 64 letters",
        "request-date": "“date” must be a day such as 2026-11-15, today or earlier",
        "request-round": "“{found}” is not a round number",
        "request-version": "“{found}” is not a version of this game; the last is {allowed}",
        "request-number": "“{name}” must be a number, not “{found}”",
        "request-language": "“{found}” is not a supported language",
        "request-address": "“{found}” is not an IP address",
        "seat-plan": "seat {seat} must be exactly one of these: a name, a bot, or open",
        "daily-person": "the daily game needs a person in a named seat",
        "daily-clock": "the daily game has no clock",
        "daily-contribution": "the daily game has the same cards for everyone, so seats add no random bytes",
    }


class RecordSealed(ArmariumError):
    code = "record-sealed"
    sentence = "The record becomes available when the round is over."


class RecordWithheld(ArmariumError):
    code = "record-withheld"
    sentence = (
        "This is the game of {asked}. Its record reveals the seed, "
        "so it becomes available at 02:00 UTC the next day."
    )


class NoHint(ArmariumError):
    code = "no-hint"
    sentence = "No hint is available: {reason}."
    reasons: ClassVar = {
        "hint-none": "{game} has no hints",
        "hint-people": "there are other people at this table",
        "hint-daily": "this is the scored game of {asked}",
        "hint-memory": "this table plays without aids",
        "hint-turn": "it is not your turn",
        "hint-many": "you have used all {allowed} hints of this round",
    }


class HintFailed(ArmariumError):
    code = "hint-failed"
    sentence = "This hint {reason}."
    reasons: ClassVar = {
        "hint-too-long": "took too long; ask for it again",
        "hint-ended": "could not be computed, because its process stopped; ask for it again",
        "hint-cause": "could not be computed ({cause})",
    }


class NoLesson(ArmariumError):
    code = "no-lesson"
    sentence = "There is no lesson: {reason}."
    reasons: ClassVar = {
        "lesson-none": "{game} has none; games with a lesson: {allowed}",
        "lesson-table": "this game is not a lesson",
    }


class NoOdds(ArmariumError):
    code = "no-odds"
    sentence = "No odds are available: {reason}."
    reasons: ClassVar = {
        "odds-none": "{game} has no odds",
        "odds-agreed": "this table plays without them",
        "odds-daily": "this is the scored game of {asked}",
        "odds-begun": "no game is in progress",
    }


class NotJudged(ArmariumError):
    code = "not-judged"
    sentence = "This game could not be analysed: {reason}."
    reasons: ClassVar = {
        "judged-too-long": "it took too long",
        "judged-ended": "the analysis process stopped",
        "judged-cause": "it failed ({cause})",
        "judged-error": "something went wrong on the server",
    }


class NotReady(ArmariumError):
    code = "not-ready"
    sentence = "The server is not ready for that."
    reasons: ClassVar = {
        "ready-soon-tables": "The server is still getting ready. Until then at most {allowed} games run at once. "
        "Try again in a minute.",
        "ready-soon-level": "The level “{asked}” is ready in a moment. Until then choose another one.",
        "ready-soon-help": "Hints and analyses are ready in a moment. Try again in a minute.",
        "ready-never-tables": "This server runs at most {allowed} games at once. Try again later.",
        "ready-never-level": "This server cannot offer the level “{asked}”. Choose another one.",
        "ready-never-help": "This server cannot give hints and analyses.",
        "ready-elsewhere": "Another server process is taking this table over. Try again in a moment.",
    }


class ForeignOrigin(ArmariumError):
    code = "foreign-origin"
    sentence = "Requests from pages of {asked} are not accepted."


class ForeignHost(ArmariumError):
    code = "foreign-host"
    sentence = "This server does not serve the host name {asked!r}. Set its name with --public-url."


class Locked(ArmariumError):
    code = "locked"
    sentence = "The metrics are available only from this machine or with the token."


class BadAddress(ArmariumError):
    code = "bad-address"
    sentence = "{asked!r} cannot be used: {reason}."
    reasons: ClassVar = {
        "address-url": "it must start with http:// or https:// and a host name, such as https://cards.example",
        "address-path": "the server needs a host name of its own, without a path, such as {origin}",
        "address-proxy": "a proxy must be an address or a network, such as 10.0.0.7 or 10.0.0.0/8",
        "address-peer": "it must be an address of this machine in a private network, such as 127.0.0.1 or 10.0.0.7",
        "admin-token": "an admin token needs at least {allowed} characters",
    }


class TableStopped(ArmariumError):
    code = "table-stopped"
    sentence = "This table stopped at version {v} of round {round}: {reason}."
    reasons: ClassVar = {
        "stopped-cards": "the cards differ from the log",
        "stopped-log": "entry {number} of the log cannot be read",
        "stopped-entry": "entry {number} ({kind}) of the log is impossible: {cause}",
    }


class NotSaved(ArmariumError):
    code = "not-saved"
    sentence = "The table could not be saved, so nothing was changed. Try again in a moment."
    reasons: ClassVar = {
        "not-read": "The tables cannot be read at the moment. Nothing was changed; try again."
    }


class Overtaken(NotSaved):
    """Another process wrote to this log position: read the new entries and try again."""


def text_of(error: ArmariumError, language: str, game: BaseGame | None = None, **facts: str) -> str:
    """Return the error as a sentence in the client's language. `facts` override the error's own facts."""
    if language == "xx":  # the page's test language: mark every text from the catalogue
        return f"⟦{text_of(error, 'en', game, **facts)}⟧"
    if game is not None and "why" in error.facts:
        return describe_reason(game.name, Reason(**error.facts["why"]), game.options, language)
    return describe_error(error, language, **facts)


def text_from(error: Mapping[str, Any], language: str) -> str:
    """Return the sentence of an error that is given as data."""
    text = describe_error_data(error, "en" if language == "xx" else language)
    return f"⟦{text}⟧" if language == "xx" else text
