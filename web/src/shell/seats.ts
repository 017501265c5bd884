// The seats of this browser. There are no accounts: a seat is a link. Its token is stored here and travels after the #
// of the URL, which never reaches a server log. All seats can be exported to a file and imported into another browser.
import { addEntries, loadRecord, MAX_ENTRIES, parseEntry, type GameResult, type RecordEntry } from "./record";
import { addTries, loadTries, parseTries, type Tries } from "./practice/tries";
import { readStorage, writeStorage } from "./settings.svelte";
import { m } from "./text/text.svelte";

export interface SeatLink {
  seat: number;
  token: string;
}

export interface SavedSeat extends SeatLink {
  table: string;
  with: string[];
  when: number;
  over?: boolean;
  /** A table may play several rounds; finished ones stay in the list. */
  round?: number;
  game?: string;
  /** The date of a daily game, which is the same for everyone. */
  daily?: boolean;
  /** True for a lesson. */
  lesson?: boolean;
  /** The position from which its first round continues. */
  from?: "practice" | "replay";
  /** The number of the last chat message read. */
  heard?: number;
  /** The seats reserved for friends: their links, and which of them were copied. */
  invited?: (SeatLink & { copied?: boolean })[];
  /** The other seats of people who share this device. */
  here?: SeatLink[];
  /** How a finished round ended, if the game has a winner. */
  result?: GameResult;
}

/** The maximum number of stored seats. */
export const MAX_SEATS = 60;

export function resultOf(winners: number[] | null | undefined, seat: number): SavedSeat["result"] {
  if (!winners) return undefined;
  return !winners.includes(seat) ? "lost" : winners.length > 1 ? "shared" : "won";
}

const KEY = "armarium-seats";

export function loadSeats(): SavedSeat[] {
  const seats = readStorage<SavedSeat[]>(KEY, []);
  return Array.isArray(seats) ? seats : [];
}

/** The seat in the table's newest round. */
export function loadSeat(table: string): SavedSeat | undefined {
  return loadSeats()
    .filter((seat) => seat.table === table)
    .sort((a, b) => (b.round ?? 1) - (a.round ?? 1))[0];
}

/** The seat that this browser holds in a round of a table, the last one unless a round is given; null if it holds none. */
export function ownSeatIn(table: string, round: number | null = null): number | null {
  const held = loadSeats().filter((seat) => seat.table === table && (round === null || (seat.round ?? 1) === round));
  return held.sort((a, b) => (b.round ?? 1) - (a.round ?? 1))[0]?.seat ?? null;
}

const isSame = (one: SavedSeat, other: SavedSeat): boolean =>
  one.table === other.table && (one.round ?? 1) === (other.round ?? 1);

export function saveSeat(seat: SavedSeat): void {
  const others = loadSeats().filter((other) => !isSame(seat, other));
  writeStorage(KEY, [seat, ...others].slice(0, MAX_SEATS));
}

/** All seats of a table whose players share this device, in seat order; none for another person's link. */
export function loadDeviceSeats(table: string, token: string | null): SeatLink[] {
  const saved = loadSeat(table);
  const all = saved ? [{ seat: saved.seat, token: saved.token }, ...(saved.here ?? [])] : [];
  return all.some((held) => held.token === token) ? all.sort((a, b) => a.seat - b.seat) : [];
}

/** Whether the browser stores this seat's result as its own: of several at one device, only the first. */
export function storesResult(table: string, token: string): boolean {
  const saved = loadSeat(table);
  return !saved?.here?.length || saved.token === token;
}

/** Adds a seat at this device. */
export function addDeviceSeat(table: string, held: SeatLink): void {
  const saved = loadSeat(table);
  if (saved) saveSeat({ ...saved, here: [...(saved.here ?? []), held] });
}

/** Marks the link of a friend's seat as copied. */
export function markLinkCopied(table: string, seat: number): void {
  const saved = loadSeat(table);
  const invited = saved?.invited?.map((held) => (held.seat === seat ? { ...held, copied: true } : held));
  if (saved && invited) saveSeat({ ...saved, invited });
}

/** Removes a seat from this device. */
export function removeDeviceSeat(table: string, token: string): void {
  const saved = loadSeat(table);
  const rest = saved?.here?.filter((held) => held.token !== token) ?? [];
  if (!saved) return;
  const [next, ...others] = rest;
  if (saved.token !== token) saveSeat({ ...saved, here: rest });
  else if (next) saveSeat({ ...saved, ...next, here: others });
}

const TOKENS_KEY = "armarium-own-tokens";

/** The token that this browser uses for the seat of a link: generated once, and stored before it is sent. */
export function tokenForLink(table: string, link: string): string {
  const saved = readStorage<Record<string, string>>(TOKENS_KEY, {});
  const name = `${table}#${link}`;
  const drawn = crypto.getRandomValues(new Uint8Array(18));
  const own =
    saved[name] ??
    btoa(String.fromCharCode(...drawn))
      .replaceAll("+", "-")
      .replaceAll("/", "_");
  const latest = Object.entries(saved).slice(-MAX_SEATS);
  writeStorage(TOKENS_KEY, { ...Object.fromEntries(latest), [name]: own });
  return own;
}

/** Whether this browser generated the token. */
export const isOwnToken = (token: string): boolean =>
  Object.values(readStorage<Record<string, string>>(TOKENS_KEY, {})).includes(token);

/** Stores how many chat messages have been read. */
export function markChatRead(table: string, number: number): void {
  const seat = loadSeat(table);
  if (seat && (seat.heard ?? -1) < number) saveSeat({ ...seat, heard: number });
}

/** Removes one round of a table, or all of them. */
export function forgetSeat(table: string, round?: number): void {
  writeStorage(
    KEY,
    loadSeats().filter((seat) => seat.table !== table || (round !== undefined && (seat.round ?? 1) !== round)),
  );
}

export const MAX_BYTES = 160 * 1024;
const FILE_KIND = "armarium-seats";

/** The file of all seats, with the personal record and the answers in practice if there are any. */
export function formatSeats(seats: SavedSeat[], record: RecordEntry[] = [], practice: Tries = {}): string {
  const more = { ...(record.length ? { record } : {}), ...(Object.keys(practice).length ? { practice } : {}) };
  return JSON.stringify({ kind: FILE_KIND, version: 1, seats, ...more }, null, 1);
}

/** Offers a file for download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const exportSeats = (): void =>
  saveFile(
    new Blob([formatSeats(loadSeats(), loadRecord(), loadTries())], { type: "application/json" }),
    `${FILE_KIND}.json`,
  );

const isText = (value: unknown, form: RegExp): value is string => typeof value === "string" && form.test(value);
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** A seat's number and its link, or null. */
function parseSeatLink(parsed: unknown): SeatLink | null {
  if (typeof parsed !== "object" || parsed === null) return null;
  const { seat, token } = parsed as Record<string, unknown>;
  return isCount(seat, 31) && isText(token, /^[A-Za-z0-9_-]{8,128}$/) ? { seat, token } : null;
}

/** An entry with its known fields, or null if it is not valid. */
function parseSeat(parsed: unknown): SavedSeat | null {
  if (typeof parsed !== "object" || parsed === null) return null;
  const {
    table,
    token,
    seat,
    with: others,
    when,
    over,
    round,
    game,
    daily,
    result,
    here,
    from,
  } = parsed as Record<string, unknown>;
  const own = parseSeatLink({ seat, token });
  if (!own || !isText(table, /^[A-Za-z0-9_-]{1,40}$/) || !isCount(when, 8.64e15)) return null;
  const beside = here === undefined ? [] : Array.isArray(here) && here.length < 32 ? here.map(parseSeatLink) : [null];
  if (!beside.every((one) => one !== null)) return null;
  if (!Array.isArray(others) || others.length > 32 || !others.every((name) => isText(name, /^.{0,60}$/su))) return null;
  if (round !== undefined && !isCount(round, 1e6)) return null;
  if (game !== undefined && !isText(game, /^[a-z0-9_-]{1,40}$/)) return null;
  const results: unknown[] = ["won", "shared", "lost"];
  return {
    ...own,
    table,
    when,
    with: others as string[],
    ...(over === true ? { over } : {}),
    ...(daily === true ? { daily } : {}),
    ...(from === "practice" || from === "replay" ? { from } : {}),
    ...(round === undefined ? {} : { round }),
    ...(game === undefined ? {} : { game }),
    ...(beside.length ? { here: beside } : {}),
    ...(results.includes(result) ? { result: result as SavedSeat["result"] } : {}),
  };
}

/** The content of a file, or null if the file is not valid. It is imported completely or not at all. */
export function parseFile(text: string): { seats: SavedSeat[]; record: RecordEntry[]; practice: Tries } | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== "object" || data === null) return null;
  const { kind, version, seats, record = [], practice = {} } = data as Record<string, unknown>;
  if (kind !== FILE_KIND || version !== 1 || !Array.isArray(seats) || seats.length > MAX_SEATS) return null;
  if (!Array.isArray(record) || record.length > MAX_ENTRIES) return null;
  const [parsed, entries] = [seats.map(parseSeat), record.map(parseEntry)];
  const isWhole = parsed.every((seat) => seat !== null) && entries.every((entry) => entry !== null);
  const tries = parseTries(practice);
  return isWhole && tries ? { seats: parsed, record: entries, practice: tries } : null;
}

/** Returns how many seats are new, or the error as text. */
export async function importSeats(file: Blob): Promise<number | string> {
  if (file.size > MAX_BYTES) return m.web_seats_too_big();
  const parsed = parseFile(await file.text());
  if (!parsed) return m.web_seats_unreadable();
  const here = loadSeats();
  const isHere = (seat: SavedSeat): boolean =>
    here.some((one) => one.table === seat.table && (one.round ?? 1) === (seat.round ?? 1));
  const added = parsed.seats.filter((seat) => !isHere(seat));
  if (here.length + added.length > MAX_SEATS) return m.web_seats_too_many({ count: MAX_SEATS });
  for (const seat of added.reverse()) saveSeat(seat);
  addEntries(parsed.record);
  addTries(parsed.practice);
  return added.length;
}
