// The few plain requests: opening a table, taking a seat, asking what the house offers.
import type { Catalogue } from "./reader";
import { keepContribution, newContribution } from "./verify/own";
import { tongue } from "./words.svelte";
import type { Daily, Forgot, NewTable, ServerInfo, TableInfo } from "./wire";

export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** Any address of the server; a game's own addresses are asked for by the game. */
export async function ask<T>(
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  // A text is sent as it is, everything else as JSON.
  const kind = typeof body === "string" ? "application/toml" : "application/json";
  const answer = await fetch(path, {
    method,
    headers: { "Accept-Language": tongue(), ...more, ...(body === undefined ? {} : { "Content-Type": kind }) },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(data.code ?? String(answer.status), data.text ?? "");
  return data as T;
}

export interface Seated {
  table: string;
  seat: number;
  token: string;
  /** Seats with a name of their own: only these links take them. */
  reserved: { seat: number; name: string; token: string }[];
}

/** What everybody plays alike is dealt as it is; to any other deal whoever opens the table adds bytes of their own. */
export const openTable = (wish: NewTable): Promise<Seated> =>
  ask("/api/tables", wish.daily ? wish : { ...wish, contributes: true });

export const BROTHERS = ["Hildegard", "Ivo", "Marguerite", "Anselm", "Radegund", "Odo", "Clare", "Bede"];

/** Names for bots, in any order, none of them the player's own. */
export function botNames(own: string): string[] {
  const free = BROTHERS.filter((name) => name.toLowerCase() !== own.trim().toLowerCase());
  return free
    .map((name) => ({ name, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
}

interface Taken {
  seat: number;
  token: string;
}

/** Whoever sits down last has the cards dealt: what they add comes with it. Of cards that lie there nothing changes. */
export async function takeSeat({ id, started }: Pick<TableInfo, "id" | "started">, name: string): Promise<Taken> {
  if (started) return ask(`/api/tables/${id}/seats`, { name });
  const contribution = newContribution();
  const taken = await ask<Taken>(`/api/tables/${id}/seats`, { name, contribution });
  keepContribution(id, 1, taken.seat, contribution);
  return taken;
}

/** Another link for a seat, by whoever opened the table; the old one opens nothing any more. */
export const replaceLink = (table: string, seat: number, host: string): Promise<{ seat: number; token: string }> =>
  ask(`/api/tables/${table}/seats/${seat}/link`, {}, { Authorization: `Bearer ${host}` });

/** By whoever sits there: the table if it is theirs alone, else their name and what they said. */
export const forgetMe = (table: string, seat: number, token: string): Promise<Forgot> =>
  ask(`/api/tables/${table}/seats/${seat}`, undefined, { Authorization: `Bearer ${token}` }, "DELETE");

export const aboutTable = (table: string): Promise<TableInfo> => ask(`/api/tables/${table}`);
export const aboutHouse = (): Promise<ServerInfo> => ask("/api/info");

/** A game's own catalogue, as it is written. */
export const gameWords = (game: string, lang: string): Promise<Catalogue> =>
  ask(`/api/games/${encodeURIComponent(game)}/words/${lang}`);

/** How today's game came out for everyone, and for this browser. */
export const dailyScores = (game: string, browser: string): Promise<Daily> =>
  ask(`/api/daily?${new URLSearchParams({ game, browser })}`);
