// Plain HTTP requests: create a table, take a seat, list the available games.
import type { Catalogue } from "./text/catalogue";
import { contributionFor, hashOf, saveContribution, attemptOf } from "./verify/commitments";
import { rememberLevels } from "./levels.svelte";
import { isLocal, refusalText, requestLocal } from "./local/browser";
import { fetchLocalInfo, HAS_LOCAL, noteServer, place, type GameLocation } from "./local/place.svelte";
import { IS_SITE } from "./routes";
import { tokenForLink } from "./seats";
import { botName } from "./names";
import { m, serverLanguage } from "./text/text.svelte";
import type { Daily, ErrorBody, ForgetResult, NewTable, SeatTicket, ServerInfo, TableInfo } from "./wire";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** Whether the worker of this page answers a request: one about a table or a replay in this browser. */
function isAnsweredHere(path: string): boolean {
  const id = /^\/api\/(?:tables|replays)\/([\w-]+)/.exec(path)?.[1];
  return id !== undefined && isLocal(id);
}

/** A request to the tables in this browser. */
export async function fetchLocal<T>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  const answer = await requestLocal({ method, path, body });
  if (answer.status !== 200) {
    const { code = "failed", facts } = answer.body as Partial<ErrorBody>;
    throw new ApiError(code, refusalText(code, facts));
  }
  return answer.body as T;
}

/** Requests a path of the server, or of the tables in this browser. Games use it for their own routes. */
export async function fetchJson<T>(
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  if (isAnsweredHere(path)) return fetchLocal(path, body, method);
  if (IS_SITE) throw new ApiError("not-local", m.web_local_without());
  // A string is sent as it is, everything else as JSON.
  const kind = typeof body === "string" ? "application/toml" : "application/json";
  const answer = await fetch(path, {
    method,
    headers: { "Accept-Language": serverLanguage(), ...more, ...(body === undefined ? {} : { "Content-Type": kind }) },
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(data.code ?? String(answer.status), data.text ?? "");
  return data as T;
}

export interface CreatedTable {
  table: string;
  seat: number;
  token: string;
  /** Reserved seats, by name. Only their own links can take them. */
  reserved: { seat: number; name: string; token: string }[];
}

/** A daily game has a fixed deal. For any other deal, the person who creates the table adds random bytes. */
export function createTable(request: NewTable, where: GameLocation = place()): Promise<CreatedTable> {
  const body = request.daily ? request : { ...request, contributes: true };
  return where === "browser" && !request.daily ? fetchLocal("/api/tables", body) : fetchJson("/api/tables", body);
}

/** The record of a finished round as text. */
export async function fetchRecord(table: string, round: number): Promise<string> {
  const path = `/api/tables/${table}/record?round=${round}`;
  if (isLocal(table)) return fetchLocal<string>(path);
  const answer = await fetch(path, { headers: { "Accept-Language": serverLanguage() } });
  const text = await answer.text();
  if (!answer.ok) throw new Error((JSON.parse(text) as { text?: string }).text ?? m.web_failed());
  return text;
}

export const BOT_NAMES = ["Hildegard", "Ivo", "Marguerite", "Anselm", "Radegund", "Odo", "Clare", "Bede"];

/** Names for bots, in random order, without the player's own name. */
export function pickBotNames(own: string): string[] {
  const taken = own.trim().toLowerCase();
  const free = BOT_NAMES.filter((name) => name.toLowerCase() !== taken && botName(name).toLowerCase() !== taken);
  return free
    .map((name) => ({ name, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
}

interface TakenSeat {
  seat: number;
  token: string;
}

/**
 * The last person to sit down triggers the deal, so the hash of their contribution is sent along. Cards already dealt
 * do not change.
 */
export async function takeSeat(info: TableInfo, name: string): Promise<TakenSeat> {
  const path = `/api/tables/${info.id}/seats`;
  if (info.started) return fetchJson(path, { name });
  const contribution = contributionFor();
  const taken = await fetchJson<TakenSeat>(path, { name, hash: hashOf(contribution) });
  saveContribution(attemptOf(info), taken.seat, contribution);
  return taken;
}

/**
 * Claims the seat of a link. The host knows the link they made, so it is exchanged for a token that only this browser
 * has. Repeating the request gives the same answer.
 */
export async function claimSeat(info: TableInfo, token: string): Promise<TakenSeat> {
  const path = `/api/tables/${info.id}/seats`;
  const own = tokenForLink(info.id, token);
  if (info.started) return fetchJson(path, { token, own });
  const contribution = contributionFor();
  const taken = await fetchJson<TakenSeat>(path, { token, own, hash: hashOf(contribution) });
  saveContribution(attemptOf(info), taken.seat, contribution);
  return taken;
}

/** Creates a new link for a seat; only the host may. The old link stops working. */
export const replaceLink = (table: string, seat: number, host: string): Promise<SeatTicket> =>
  fetchJson(`/api/tables/${table}/seats/${seat}/link`, {}, { Authorization: `Bearer ${host}` });

/** Deletes a player's data: the table if they play alone, otherwise their name and chat messages. */
export const deleteMyData = (table: string, seat: number, token: string): Promise<ForgetResult> =>
  fetchJson(`/api/tables/${table}/seats/${seat}`, undefined, { Authorization: `Bearer ${token}` }, "DELETE");

export const fetchTable = (table: string): Promise<TableInfo> => fetchJson(`/api/tables/${table}`);
/** What this page's server offers; if none answers, what this browser can play alone. */
export async function fetchServerInfo(): Promise<ServerInfo> {
  let info: ServerInfo;
  try {
    info = await fetchJson<ServerInfo>("/api/info");
    noteServer(info);
  } catch (error) {
    // A server that answers is there, even if it is too busy or a proxy answers for it.
    noteServer(error instanceof ApiError && !IS_SITE ? { rules: "loading" } : null);
    if (!HAS_LOCAL) throw error;
    info = await fetchLocalInfo();
  }
  rememberLevels(info);
  return info;
}

/** A game's own catalogue, unprocessed. */
export const fetchGameTexts = (game: string, lang: string): Promise<Catalogue> =>
  fetchJson(`/api/games/${encodeURIComponent(game)}/words/${lang}`);

/** The results of a daily game, for everyone and for this browser. Today's, unless a date is given. */
export const fetchDailyScores = (game: string, browser: string, date?: string): Promise<Daily> =>
  fetchJson(`/api/daily?${new URLSearchParams({ game, browser, ...(date && { date }) })}`);
