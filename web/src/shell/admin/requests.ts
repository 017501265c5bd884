// The admin's requests to the server. The token is sent in a header, never in a URL, and is stored until the tab is
// closed.
import { fetchJson } from "../api";
import { language } from "../text/text.svelte";
import type { BanInfo, AdminPerson, AdminTableDetail, AdminTables } from "../wire";

const KEY = "armarium-keeper";

export const loadToken = (): string => sessionStorage.getItem(KEY) ?? "";

export function saveToken(token: string): void {
  if (token) sessionStorage.setItem(KEY, token);
  else sessionStorage.removeItem(KEY);
}

const bearer = (): Record<string, string> => ({ Authorization: `Bearer ${loadToken()}` });
const get = <T>(path: string): Promise<T> => fetchJson(`/api/admin${path}`, undefined, bearer());
const post = <T>(path: string, body: unknown): Promise<T> => fetchJson(`/api/admin${path}`, body, bearer());
const tablePath = (table: string): string => `/tables/${encodeURIComponent(table)}`;

export const fetchTables = (before: number | null = null): Promise<AdminTables> =>
  get(before === null ? "/tables" : `/tables?before=${Math.floor(before)}`);
export const fetchAdminTable = (table: string): Promise<AdminTableDetail> => get(tablePath(table));
export const fetchPeople = (): Promise<AdminPerson[]> => get("/people");
export const fetchBans = (): Promise<BanInfo[]> => get("/bans");
export const setBan = (address: string, days: number): Promise<BanInfo[]> => post("/bans", { address, days });
export const moderateTable = (
  table: string,
  what: "close" | "mute" | "unmute",
  seat?: number,
): Promise<AdminTableDetail> => post(tablePath(table), { do: what, seat: seat ?? null });
export const deleteTable = (table: string): Promise<unknown> => post(tablePath(table), { do: "delete" });

/** Downloads a response as a file. */
export async function exportTable(table: string): Promise<void> {
  const data = await get<unknown>(`${tablePath(table)}/export`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
  link.download = `armarium-${table}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Formats a Unix timestamp in seconds. */
export const formatTime = (seconds: number): string =>
  new Intl.DateTimeFormat(language.now, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(
    seconds * 1000,
  );
