// A game that is not played at any table of the house, told to screens that draw tables.
import type { Replay, TableInfo } from "../wire";

type Told = Pick<Replay, "id" | "game" | "edition" | "options" | "round" | "last" | "seats">;

/** What a screen asks of the table around a view: who sat there. Nobody is away from a game that is over. */
export function asTable(story: Told, v: number, you: number | null): TableInfo {
  const { id, game, edition, options, round, last } = story;
  const seats = story.seats.map(({ name, bot }) => ({
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
    daily: null,
    awaits_contribution: false,
    lesson: false,
    recorded: true,
    hurried: false,
    memory: "seen",
    stand_in: "",
    closed: false,
    clock: null,
    to_act: null,
    winners: null,
  } as const;
  return { id, game, edition, options, round, started: true, over: v === last, v, seats, you, host: null, ...never };
}
