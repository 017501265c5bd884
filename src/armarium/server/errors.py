"""What the server refuses. Codes are part of the wire; see docs/protocol.md.

ArmariumError
├── Stale            stale             acted on an older version
├── BadToken         bad-token         the link opens no seat here
├── TableFull        table-full        no seat is open
├── TableOver        table-over        the round is over
├── TableClosed      table-closed      nobody plays on at this table
├── SeatHeld         seat-held         a bot holds the seat of who acts
├── SeatRefused      seat-refused      not with that seat, or not now
├── HostOnly         host-only         only the host of the table may do that
├── NothingToTakeBack  nothing-to-take-back  of a kind that stays, or another seat acted
├── BadTalk          bad-talk          a line that cannot be said
├── NotStarted       not-your-turn     seats are still open
├── IdUsed           illegal-action    the id has done something else
├── NotNow           illegal-action    a list that is none, a rematch before the end
├── UnreadableAct    invalid-action    an act or a take-back with wrong fields
├── TooFast          too-fast          too many messages
├── TooBig           too-big           too many bytes
├── TooSlow          too-slow          a request that does not become whole
├── UnknownType      unknown-type      no such message, or not one at all
├── NoTable          no-table          no such table
├── Banned           banned            nobody is heard from this address for now
├── NoReplay         no-replay         a record that was sent and is not kept any more
├── UnknownBot       unknown-bot       no such level
├── BadRequest       bad-request       a body that cannot be read
├── RecordSealed     record-sealed     the record opens at the end
├── RecordWithheld   record-withheld   the deal of a day: its record opens tomorrow
├── NoHint           no-hint           other people sit there, it counts for a day, or it is not one's turn
├── NoLesson         no-lesson         a game without a first game that teaches, or a table that is none
├── NoOdds           no-odds           the table has not agreed on odds, or its game has none
├── NotJudged        not-judged        an analysis or a hint that could not be made
├── ForeignOrigin    foreign-origin    a page of another site
├── ForeignHost      foreign-host      a name that is not ours
├── Locked           locked            figures for the host alone
├── BadAddress       bad-address       the host's own settings cannot be used
├── TableStopped     table-stopped     the log does not replay to the same cards
└── NotSaved         not-saved         the log could not be written; nothing was done
    └── Overtaken                      another process has written there: read on, and look again
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from armarium.games.table.errors import ArmariumError, IllegalAction, InvalidAction
from armarium.games.table.game import Game
from armarium.games.table.reason import Reason
from armarium.words.errors import sentence_from, sentence_of, why_of

__all__ = [
    "BadAddress",
    "BadRequest",
    "BadTalk",
    "BadToken",
    "Banned",
    "ForeignHost",
    "ForeignOrigin",
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
    sentence = "You acted on version {asked}, and the table stands at {allowed}."


class BadToken(ArmariumError):
    code = "bad-token"
    sentence = "This link does not open a seat at this table."
    reasons: ClassVar = {
        "hello-first": "The first message of a socket is hello.",
        "host-only": "Only whoever opened the table may replace a link.",
        "link-replaced": "This link was replaced by another one; ask whoever opened the table for it.",
        "removed": "The host has taken you from this table; your link opens nothing any more.",
    }


class TableFull(ArmariumError):
    code = "table-full"
    sentence = "All {allowed} seats of this table are taken."
    reasons: ClassVar = {"seats-kept": "The open seats of this table are kept for others."}


class TableOver(ArmariumError):
    code = "table-over"
    sentence = "The game at this table is over."


class TableClosed(ArmariumError):
    code = "table-closed"
    sentence = "This table is closed: nobody plays on here."


class SeatHeld(ArmariumError):
    code = "seat-held"
    sentence = "A bot plays for you: take your seat back first."
    reasons: ClassVar = {"held-resigned": "You have resigned: a bot plays your cards to the end."}


class SeatRefused(ArmariumError):
    code = "seat-refused"
    sentence = "That cannot be done with this seat: {reason}."
    reasons: ClassVar = {
        "seat-unnamed": "none is named; there are: {allowed}",
        "seat-own": "it is your own",
        "seat-no-person": "nobody sits there",
        "seat-of-bot": "a bot sits there already",
        "seat-here": "its player is there",
        "seat-just-gone": "its player went a moment ago; wait for {allowed} s",
        "seat-not-waited-for": "the table does not wait for it",
        "seat-not-begun": "the game has not begun",
        "seat-not-playing": "no game is being played",
        "seat-slow": "in a slow game a bot comes when the time is up, or when its player asks for it",
        "seat-resigned": "its player has resigned",
        "seat-open-already": "it is open already: whoever sits down there takes over",
    }


class HostOnly(ArmariumError):
    code = "host-only"
    sentence = "Only the host of the table may do that."


class NothingToTakeBack(ArmariumError):
    code = "nothing-to-take-back"
    sentence = "There is nothing to take back: the last action stays as it is, or another player has acted since."


class BadTalk(ArmariumError):
    code = "bad-talk"
    sentence = "This cannot be said here: {reason}."
    reasons: ClassVar = {
        "talk-one": "a message has one of text, phrase and reaction",
        "talk-empty": "the line is empty",
        "talk-too-long": "the line has {asked} letters, at most {allowed} are allowed",
        "talk-muted": "the host of the table has muted you",
        "talk-full": "this table has said all its {allowed} lines",
    }


class NotStarted(ArmariumError):
    code = "not-your-turn"
    sentence = "The game has not begun; seats are still open: {allowed}."
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
        "no-list": "“{asked}” cannot be sent as one list.",
        "not-over": "“{asked}” is possible only when the game is over.",
        "contribution-given": "This seat has contributed to the deal already; that stays.",
        "contribution-late": "Nobody contributes to a deal that is made, or to one that is not the next.",
    }


class UnreadableAct(InvalidAction):
    reasons: ClassVar = {
        "act-fields": "The message “{asked}” cannot be read ({detail}); it looks like this: {allowed}.",
        "act-one-or-list": "An act has either an action or a list of actions: {allowed}.",
    }


class TooFast(ArmariumError):
    code = "too-fast"
    sentence = "Too many messages: at most {allowed} a second."
    reasons: ClassVar = {
        "too-many-changes": "The settings of this table were changed {allowed} times; they stay as they are.",
        "nudged-already": "That player was nudged a moment ago: once in {allowed} s is enough.",
        "too-many-tables": "Too many tables were opened from this address today: at most {allowed}. "
        "More can be opened later.",
        "too-many-open": "Too many connections from one address: at most {allowed}.",
        "too-much-talk": "That is much at once: wait a few seconds. At most {allowed} lines a minute are told.",
        "too-many-judged": "Too many games are being explained now; at most {allowed} can wait. Ask again later.",
        "too-many-files": "Too many files are being read now; at most {allowed} can wait. Send it again later.",
    }


class TooBig(ArmariumError):
    code = "too-big"
    sentence = "The message has {asked} bytes; at most {allowed} are allowed."
    reasons: ClassVar = {
        "too-hard": "This file takes too much time or memory to be read.",
    }


class TooSlow(ArmariumError):
    code = "too-slow"
    sentence = "The request was not whole within the time allowed: {allowed} s."


class UnknownType(ArmariumError):
    code = "unknown-type"
    sentence = "There is no message type {asked!r}; there are: {allowed}."
    reasons: ClassVar = {
        "no-message": "A message is a JSON object with one of these types: {allowed}.",
        "message-fields": "The message “{asked}” cannot be read ({detail}).",
    }


class NoTable(ArmariumError):
    code = "no-table"
    sentence = "There is no table {asked!r}."


class Banned(ArmariumError):
    code = "banned"
    sentence = "Whoever keeps this house does not hear you until {until}."


class NoReplay(ArmariumError):
    code = "no-replay"
    sentence = "This record is not kept here any more; open its file again."


class UnknownBot(ArmariumError):
    code = "unknown-bot"
    sentence = "There is no player {asked!r}; there are: {allowed}."


class BadRequest(ArmariumError):
    code = "bad-request"
    sentence = "The request cannot be read: {reason}."
    reasons: ClassVar = {
        "request-cut-off": "it ended before it was whole",
        "request-shape": "its JSON does not fit ({detail})",
        "request-browser": "“browser” is an id of 16 to 64 letters",
        "request-round": "“{found}” is not the number of a round",
        "request-version": "“{found}” is not a version of this game; the last one is {allowed}",
        "request-number": "“{name}” is a number, not “{found}”",
        "request-language": "“{found}” is not a language of the house",
        "request-address": "“{found}” is no address that can be banned",
        "seat-plan": "seat {seat} is to be one of three things: a name, a bot, or open",
        "daily-person": "the deal of a day is played by a person, in a named seat",
        "daily-clock": "the deal of a day is played without a clock",
        "daily-contribution": "the deal of a day is the same for everyone: nobody contributes to it",
    }


class RecordSealed(ArmariumError):
    code = "record-sealed"
    sentence = "The record is opened when the round is over."


class RecordWithheld(ArmariumError):
    code = "record-withheld"
    sentence = "This is the deal of {asked}: its record, with the seed, is opened when that day is over (UTC)."


class NoHint(ArmariumError):
    code = "no-hint"
    sentence = "There is no hint now: {reason}."
    reasons: ClassVar = {
        "hint-none": "nobody gives any at {game}",
        "hint-people": "other people sit at this table",
        "hint-daily": "this is the deal of {asked}, and it counts",
        "hint-memory": "this table plays without any aid",
        "hint-turn": "it is not your turn",
        "hint-many": "{allowed} were given in this round",
    }


class NoLesson(ArmariumError):
    code = "no-lesson"
    sentence = "There is no lesson: {reason}."
    reasons: ClassVar = {
        "lesson-none": "{game} has none; these games have: {allowed}",
        "lesson-table": "this game is played without a voice",
    }


class NoOdds(ArmariumError):
    code = "no-odds"
    sentence = "There are no odds here: {reason}."
    reasons: ClassVar = {
        "odds-none": "nobody reckons any at {game}",
        "odds-agreed": "this table has agreed to play without them",
        "odds-daily": "this is the deal of {asked}, and it counts",
        "odds-begun": "no game is played now",
    }


class NotJudged(ArmariumError):
    code = "not-judged"
    sentence = "This could not be judged: {reason}."
    reasons: ClassVar = {
        "judged-too-long": "it took too long",
        "judged-ended": "the process that judges has ended",
        "judged-cause": "it failed ({cause})",
    }


class ForeignOrigin(ArmariumError):
    code = "foreign-origin"
    sentence = "A page of {asked} may not act here."


class ForeignHost(ArmariumError):
    code = "foreign-host"
    sentence = "This server does not go by the name {asked!r}; it is told its name by --public-url."


class Locked(ArmariumError):
    code = "locked"
    sentence = "The figures are for this machine, or for whoever has the token."


class BadAddress(ArmariumError):
    code = "bad-address"
    sentence = "{asked!r} cannot be used: {reason}."
    reasons: ClassVar = {
        "address-url": "an address begins with http:// or https:// and a name, such as https://cards.example",
        "address-proxy": "a proxy is an address or a network, such as 10.0.0.7 or 10.0.0.0/8",
        "keeper-token": "a keeper’s token has at least {allowed} letters",
    }


class TableStopped(ArmariumError):
    code = "table-stopped"
    sentence = "This table was stopped at version {v} of round {round}: {reason}."
    reasons: ClassVar = {
        "stopped-cards": "the cards are not those of the log",
        "stopped-log": "entry {number} of the log cannot be read",
        "stopped-entry": "entry {number} ({kind}) of the log is not possible: {cause}",
    }


class NotSaved(ArmariumError):
    code = "not-saved"
    sentence = "The table's log could not be written; nothing was done."
    reasons: ClassVar = {"not-read": "The tables cannot be read at this moment; nothing was done."}


class Overtaken(NotSaved):
    """Somebody else has written to this place of the log: read on, and look again."""


def text_of(error: ArmariumError, language: str, game: Game | None = None, **facts: str) -> str:
    """The refusal as a sentence in the reader's language; `facts` are told instead of its own."""
    if language == "xx":  # the page's tongue for tests: whatever comes from the catalogue is marked
        return f"⟦{text_of(error, 'en', game, **facts)}⟧"
    if game is not None and "why" in error.facts:
        return why_of(game.name, Reason(**error.facts["why"]), game.options, language)
    return sentence_of(error, language, **facts)


def text_from(told: Mapping[str, Any], language: str) -> str:
    """The same of an error as data."""
    text = sentence_from(told, "en" if language == "xx" else language)
    return f"⟦{text}⟧" if language == "xx" else text
