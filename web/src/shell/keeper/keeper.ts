// What whoever keeps the house asks of the server. The token travels in a header, never in an address, and is kept as long
// as this tab is open.
import { ask } from "../api";
import { language } from "../words.svelte";
import type { BanInfo, KeptPerson, KeptTableInfo, KeptTables } from "../wire";

const KEY = "armarium-keeper";

export const keptToken = (): string => sessionStorage.getItem(KEY) ?? "";

export function keepToken(token: string): void {
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
}

const bearer = (): Record<string, string> => ({ Authorization: `Bearer ${keptToken()}` });
const look = <T>(path: string): Promise<T> => ask(`/api/keeper${path}`, undefined, bearer());
const wish = <T>(path: string, body: unknown): Promise<T> => ask(`/api/keeper${path}`, body, bearer());
const at = (table: string): string => `/tables/${encodeURIComponent(table)}`;

export const tables = (before: number | null = null): Promise<KeptTables> =>
  look(before === null ? "/tables" : `/tables?before=${Math.floor(before)}`);
export const oneTable = (table: string): Promise<KeptTableInfo> => look(at(table));
export const people = (): Promise<KeptPerson[]> => look("/people");
export const bans = (): Promise<BanInfo[]> => look("/bans");
export const ban = (address: string, days: number): Promise<BanInfo[]> => wish("/bans", { address, days });
export const toTable = (table: string, what: "close" | "mute" | "unmute", seat?: number): Promise<KeptTableInfo> =>
  wish(at(table), { do: what, seat: seat ?? null });
export const deleteTable = (table: string): Promise<unknown> => wish(at(table), { do: "delete" });

/** As a file. */
export async function exportTable(table: string): Promise<void> {
  const told = await look<unknown>(`${at(table)}/export`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(told, null, 1)], { type: "application/json" }));
  link.download = `armarium-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A moment, from seconds since 1970. */
export const when = (seconds: number): string =>
  new Intl.DateTimeFormat(language.now, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(
    seconds * 1000,
  );
