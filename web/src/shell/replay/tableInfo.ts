// Presents a game that is not played at any table to the screens that draw tables.
import type { Replay, TableInfo } from "../wire";

type FinishedGame = Pick<Replay, "id" | "game" | "edition" | "options" | "round" | "last" | "seats">;

/** The table information that a screen needs around a view: the players. Nobody is absent from a finished game. */
export function makeTableInfo(replay: FinishedGame, v: number, you: number | null): TableInfo {
  const { id, game, edition, options, round, last } = replay;
  const seats = replay.seats.map(({ name, bot }) => ({
    name,
    bot,
    open: false,
    reserved: false,
    connected: true,
    rematch: false,
    held: null,
    muted: false,
  }));
  const never = {
    pace: "fast",
    commitment: null,
    next_commitment: null,
    next_shuffle: null,
    daily: null,
    awaits_contribution: false,
    lesson: false,
    recorded: true,
    hurried: false,
    stuck: false,
    memory: "seen",
    stand_in: "",
    closed: false,
    watching: 0,
    clock: null,
    to_act: null,
    winners: null,
  } as const;
  const shuffle = { hashes: [], opening: false, waits_for: [], left_out: [] };
  const now = { started: true, over: v === last, v, seats, you, host: null, shuffle };
  return { id, game, edition, options, round, ...now, ...never };
}
