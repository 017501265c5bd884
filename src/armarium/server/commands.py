"""Commands: create a table, load it from its log, and apply what its clients send.

Every command is a function of the session that returns a `Change`. `receive` finds the command of a message; features
have their own. Bots, auto-actions and people all play through `act`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from armarium.core.definition import resolve_edition
from armarium.core.errors import ArmariumError, IllegalAction, NotYourTurn
from armarium.core.game import BaseGame
from armarium.core.registry import find_game
from armarium.server.errors import BadToken, NotNow, TableOver, TableStopped
from armarium.server.extension import server_extension
from armarium.server.features import (
    chat,
    clock,
    fairness,
    moderation,  # noqa: F401  # for its log entries
    undo,
)
from armarium.server.features.auto_actions import (
    drop_finished_auto_actions,
    next_auto_action,
    set_auto_actions,
)
from armarium.server.features.daily import score_daily
from armarium.server.features.seats import hosting, stand_ins
from armarium.server.tables.chair import Viewer, hash_token
from armarium.server.tables.dealing import deal_game, irrevocable_prefix_length, replay_fast
from armarium.server.tables.log import (
    Acted,
    BotFailed,
    CorruptLog,
    Created,
    DailyDeal,
    Entry,
    GameSnapshot,
    PaceSet,
    Sealed,
    SeatReserved,
    SeatTaken,
    kind_of,
)
from armarium.server.tables.messages import (
    Act,
    ClientMessage,
    Commit,
    Contribute,
    HostRequest,
    LeaveSeat,
    Nudge,
    PeopleRequest,
    RequestRematch,
    RequestStandIn,
    RequestUndo,
    Resign,
    ReturnToSeat,
    SendChat,
    SetAutoActions,
    SetPace,
)
from armarium.server.tables.plan import NewTable
from armarium.server.tables.session import PEOPLE_REQUEST, Change, Session
from armarium.server.tables.state import PastAction, Table, applies

__all__ = [
    "absorb",
    "act",
    "act_automatically",
    "act_for_bot",
    "apply_due",
    "create",
    "load",
    "next_deadline",
    "receive",
    "record_bot_failure",
    "report_stuck_bot",
]


# ── creating and loading ─────────────────────────────────────────────────────────────────────────


def create(
    name: str,
    plan: NewTable,
    draw_seed: Callable[[], bytes],
    token: str | None,
    deal: dict[str, Any] | None = None,
    today: DailyDeal | None = None,
    seed: bytes | None = None,
    reserved: Mapping[int, str] | None = None,
    now: float = 0.0,
    moment: GameSnapshot | None = None,
) -> tuple[Session, Change, int | None]:
    """Create a new table. `token` opens the first named seat; the tokens in `reserved` take the others.

    A chosen `deal` is for tests, a chosen `seed` for a daily deal. With a `moment`, the round starts from that
    snapshot.
    """
    definition = find_game(plan.game)
    created = Created(
        plan.game,
        resolve_edition(definition, plan.edition) or "",
        server_extension(definition.name).options_to_store(definition.name, plan.options),
        plan.seats,
        plan.pace,
        today,
        plan.memory,
        plan.clock,
        plan.contributes,
    )
    session = Session(Table.open(name, created), draw_seed, n=1, now=now)
    change = Change(session.table, [created], [0])
    # Try the deal now, so that the creator of a table with impossible options gets the error.
    deal_game(session.table, Sealed(1, bytes(32).hex()), None)
    change.add(Sealed(1, (seed or draw_seed()).hex(), deal, moment))
    seat = created.host
    if seat is not None and token is not None:
        change.add(SeatTaken(seat, plan.seats[seat].name or "", hash_token(token)))
    for other, own in (reserved or {}).items():
        change.add(SeatReserved(other, hash_token(own)))
    fairness.begin_if_full(session, change)
    clock.update_clock(None, change, now)
    session.adopt(change)
    return session, change, seat


def load(
    name: str,
    entries: Iterable[Entry],
    draw_seed: Callable[[], bytes],
    n: int,
    now: float = 0.0,
) -> Session:
    """Load a table from its log."""
    remaining = iter(entries)
    created = next(remaining)
    if not isinstance(created, Created):
        raise CorruptLog(0)
    session = Session(Table.open(name, created), draw_seed, n, now)
    absorb(session, remaining)
    return session


def absorb(session: Session, entries: Iterable[Entry]) -> None:
    """Apply entries that are already in the log. An impossible entry stops the table."""
    for are_actions, found in groupby(entries, lambda entry: isinstance(entry, Acted)):
        run: list[Any] = list(found)
        table = session.table
        done = irrevocable_prefix_length(table, run) if are_actions else 0
        if done and (after := replay_fast(table, run[:done])):
            for v, entry in enumerate(run[:done], table.v + 1):
                session.adopt_entry(entry, v, after)
            run = run[done:]
        for entry in run:
            after = _apply_saved(session.table, entry)
            session.adopt_entry(entry, after.v, after)


def _apply_saved(table: Table, entry: Entry) -> Table:
    try:
        return table.apply(entry)
    except TableStopped:
        raise
    except ArmariumError as error:
        facts = {"number": table.position, "kind": kind_of(entry), "cause": error}
        raise table.make_stopped_error("stopped-entry", **facts) from error
    except (AssertionError, LookupError, TypeError, ValueError):
        # Unknown seats or rounds, or a malformed seed: the log is corrupt. Do not repeat its content, which may
        # contain a seed.
        raise table.make_stopped_error("stopped-log", number=table.position) from None


# ── messages ─────────────────────────────────────────────────────────────────────────────────────


def receive(session: Session, viewer: Viewer, message: ClientMessage) -> Change:
    """Apply a client's message. Raise an error that refuses it."""
    if viewer is None:
        raise BadToken()
    session.check_open()
    match message:
        case Act():
            texts = message.actions or [message.action or ""]
            return act(session, viewer, texts, message.v, message.id)
        case RequestUndo():
            return undo.undo_action(session, viewer, message.v, message.id)
        case SetAutoActions():
            return set_auto_actions(session, viewer, message.instructions, message.id)
        case SendChat():
            return chat.send_chat(session, viewer, message)
        case SetPace():
            return _set_pace(session, viewer, message)
        case RequestRematch():
            return fairness.request_rematch(session, viewer, message.round)
        case Commit():
            change = fairness.commit(session, viewer, message.round, message.hash)
            return change.acknowledge(message.id, session.table.v)
        case Contribute():
            change = fairness.contribute(session, viewer, message.round, message.contribution)
            return change.acknowledge(message.id, session.table.v)
        case Nudge() | RequestStandIn() | LeaveSeat() | ReturnToSeat() | Resign() | HostRequest():
            return _receive_from_person(session, viewer, message)
        case _:
            raise AssertionError(f"{message} is for the connection")


def _receive_from_person(session: Session, seat: int, request: PeopleRequest) -> Change:
    """Apply a request about people. It has an idempotency key, is applied once, and is acknowledged."""
    if done := session.find_earlier_result(seat, request.id, [PEOPLE_REQUEST]):
        return done
    match request:
        case Nudge():
            change = stand_ins.nudge(session, seat, request)
        case RequestStandIn():
            change = stand_ins.request_stand_in(session, seat, request)
        case LeaveSeat():
            change = stand_ins.leave(session, seat, request)
        case ReturnToSeat():
            change = stand_ins.hand_back(session, seat, request)
        case Resign():
            change = stand_ins.resign(session, seat, request)
        case HostRequest():
            change = hosting.handle_host_request(session, seat, request)
    fairness.begin_if_full(session, change)
    return change


def _set_pace(session: Session, seat: int, message: SetPace) -> Change:
    change = Change(session.table)
    if message.pace != session.table.pace:
        session.check_settings()
        change.add(PaceSet(seat, message.pace))
        change.table_changed = True
    return change


@applies(PaceSet)
def _apply_pace(table: Table, entry: PaceSet) -> dict[str, Any]:
    return {"pace": entry.pace, "settings": table.settings + 1}


# ── playing ──────────────────────────────────────────────────────────────────────────────────────


def act(
    session: Session,
    seat: int,
    texts: list[str],
    v: int,
    key: str | None = None,
    bot: bool = False,
    is_automatic: bool = False,
) -> Change:
    """Play all of the actions, or none."""
    table = session.table
    if done := session.find_earlier_result(seat, key, texts):
        return done
    session.check_version(seat, v)
    session.check_holder(seat, texts[0], bot)
    change = Change(table)
    with _explain_refusal(table, seat, texts):
        _check_actions(table, seat, texts)
        for text in texts:
            change.play(Acted(seat, text, key, bot, instructed=is_automatic))
    if change.after.is_over:
        score_daily(change, session.now)
        fairness.seal_next_round(session, change)
    return change.acknowledge(key, change.after.v)


def act_automatically(session: Session) -> Change:
    """Play the current auto-action, looked up at the last moment, so that a cancelled one is not played."""
    found = next_auto_action(session.table)
    if found is None:
        return Change(session.table)
    seat, text = found
    return act(session, seat, [text], session.table.v, is_automatic=True)


def act_for_bot(session: Session, seat: int, text: str, v: int, hurried: bool) -> Change:
    """Play a bot's action. `hurried`: it had less time to think than usual, because the server is busy."""
    change = act(session, seat, [text], v, bot=True)
    change.table_changed |= session.is_hurried != hurried
    session.is_hurried = hurried
    return change


def _check_actions(table: Table, seat: int, texts: list[str]) -> None:
    assert table.game is not None, "versions come first"
    if table.is_over:
        raise TableOver()
    if table.game.to_act != seat:
        raise NotYourTurn(seat=seat, asked=texts[0], to_act=table.game.to_act)
    if len(texts) > 1:
        _try_list(table.game.copy(), table.definition.name, seat, texts)


def _try_list(trial: BaseGame, name: str, seat: int, texts: list[str]) -> None:
    """Try a list of actions on a copy before any of it is applied."""
    game_part = server_extension(name)
    trial.follow([(seat, texts[0])])
    if not game_part.is_foreseeable(texts):
        raise NotNow(asked=texts, reason="no-list", allowed=[])
    for text in texts[1:]:
        if game_part.stops_at_cards and trial.has_revealed():
            raise NotNow(asked=texts, reason="no-list", allowed=[])
        try:
            trial.follow([(seat, text)])
        except ArmariumError:
            # The legal actions at that point might reveal an unseen card, so they are not listed.
            raise NotNow(asked=texts, reason="no-list", allowed=[]) from None


@contextmanager
def _explain_refusal(table: Table, seat: int, texts: list[str]) -> Iterator[None]:
    """Add the reason to a refusal, from what the seat itself sees. Of a list, only the first action is explained."""
    try:
        yield
    except IllegalAction as error:
        if table.game is not None and error.facts["asked"] == texts[0]:
            why = table.definition.why_not(table.game.view(seat), texts[0])
            if why is not None:
                error.facts["why"] = why.data()
        raise


@applies(Acted)
def _play(table: Table, entry: Acted) -> dict[str, Any]:
    assert table.game is not None, "an action before the deal"
    game, v = table.game.copy(), table.v + 1
    game.follow([(entry.seat, entry.action)])
    changes: dict[str, Any] = {
        "game": game,
        "v": v,
        "undo": undo.extend_undo(table, entry, game),
        "last_action": PastAction(v, game.last_action, table.last_action),
    }
    if game.to_act is None and game.has_history and table.round not in table.recorded:
        changes["recorded"] = (*table.recorded, table.round)
    if entry.digest is not None and entry.digest != game.fingerprint():
        raise table.copy_with(position=table.position + 1, **changes).make_stopped_error(
            "stopped-cards"
        )
    if any(chair.auto_actions for chair in table.chairs):
        changes["chairs"] = drop_finished_auto_actions(table, game)
    return changes


# ── deadlines ────────────────────────────────────────────────────────────────────────────────────


def next_deadline(session: Session) -> float | None:
    """Return when the next automatic change is due, as far as it is known now."""
    deadlines = clock.clock_deadline(session), fairness.contribution_deadline(session)
    return min((when for when in deadlines if when is not None), default=None)


def apply_due(session: Session) -> Change:
    """Apply everything that is due: bots that stand in, and missing contributions."""
    change = clock.time_out(session)
    fairness.stop_waiting(session, change)
    return change


def record_bot_failure(session: Session, seat: int, reason: str) -> Change:
    change = Change(session.table)
    if not session.table.closed:
        bot = session.table.chairs[seat].player or ""
        change.add(BotFailed(seat, bot, reason[:500]))
    return change


@applies(BotFailed)
def _apply_bot_failure(_: Table, __: BotFailed) -> dict[str, Any]:
    return {}


def report_stuck_bot(session: Session) -> Change:
    """Tell everyone that a server error keeps a bot from moving."""
    session.is_stuck = True
    return Change(session.table, table_changed=True)
