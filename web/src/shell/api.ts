// The few plain requests: opening a table, taking a seat, asking what the house offers.
import { tongue } from "./words.svelte";
import type { ComponentsAnswer, ComponentSet, Daily, NewTable, ServerInfo, TableInfo } from "./wire";

export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  // A text is sent as it is, everything else as JSON.
  const kind = typeof body === "string" ? "application/toml" : "application/json";
  const answer = await fetch(path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "Accept-Language": tongue(), ...(body === undefined ? {} : { "Content-Type": kind }) },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(data.code ?? String(answer.status), data.text ?? "");
  return data as T;
}

export type SeatWish = { name: string } | { bot: string; name?: string } | { open: true };
export interface Seated {
  table: string;
  seat: number;
  token: string;
}

export const openGame = (wish: NewTable): Promise<Seated> => ask("/api/tables", wish);

export const openTable = (
  edition: string,
  options: Record<string, unknown>,
  seats: SeatWish[],
): Promise<Seated> => openGame({ game: "biblios", edition, options, seats });

const BROTHERS = ["Hildegard", "Ivo", "Marguerite", "Anselm", "Radegund", "Odo", "Clare", "Bede"];

/** Names for bots, in any order, none of them the player's own. */
export function botNames(own: string): string[] {
  const free = BROTHERS.filter((name) => name.toLowerCase() !== own.trim().toLowerCase());
  return free.map((name) => ({ name, order: Math.random() })).sort((a, b) => a.order - b.order).map(({ name }) => name);
}

export const takeSeat = (table: string, name: string): Promise<{ seat: number; token: string }> =>
  ask(`/api/tables/${table}/seats`, { name });

export const aboutTable = (table: string): Promise<TableInfo> => ask(`/api/tables/${table}`);
export const aboutHouse = (): Promise<ServerInfo> => ask("/api/info");

export const standardComponents = (): Promise<ComponentSet> => ask<ComponentsAnswer>("/api/components").then(({ components }) => components);
/** The text of a file of components, read and checked by the server; refused with the entry that is wrong. */
export const checkComponents = (text: string): Promise<ComponentSet> =>
  ask<ComponentsAnswer>("/api/components", text).then(({ components }) => components);

export const dailyScores = (browser: string): Promise<Daily> => ask(`/api/daily?browser=${encodeURIComponent(browser)}`);
