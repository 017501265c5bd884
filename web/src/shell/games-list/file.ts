// The seats of this browser as one file, to be brought to another: there are no accounts, a seat is its link. What is
// brought is looked at before anything of it is kept, and nothing that is here is replaced by it.
import { keptSeats, keepSeat, MOST_SEATS, type HeldSeat, type KeptSeat } from "../seats";
import { m } from "../words.svelte";

export const MOST_BYTES = 64 * 1024;
const KIND = "armarium-seats";

export const fileText = (seats: KeptSeat[]): string => JSON.stringify({ kind: KIND, version: 1, seats }, null, 1);

export function saveFile(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([fileText(keptSeats())], { type: "application/json" }));
  link.download = `${KIND}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

const isText = (value: unknown, form: RegExp): value is string => typeof value === "string" && form.test(value);
const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;

/** A seat's number and its link, or null. */
function heldFrom(found: unknown): HeldSeat | null {
  if (typeof found !== "object" || found === null) return null;
  const { seat, token } = found as Record<string, unknown>;
  return isCount(seat, 31) && isText(token, /^[A-Za-z0-9_-]{8,128}$/) ? { seat, token } : null;
}

/** One entry with the fields that are known, or null if it is none. */
function seatFrom(found: unknown): KeptSeat | null {
  if (typeof found !== "object" || found === null) return null;
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
  } = found as Record<string, unknown>;
  const own = heldFrom({ seat, token });
  if (!own || !isText(table, /^[A-Za-z0-9_-]{1,40}$/) || !isCount(when, 8.64e15)) return null;
  const beside = here === undefined ? [] : Array.isArray(here) && here.length < 32 ? here.map(heldFrom) : [null];
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
    ...(round === undefined ? {} : { round }),
    ...(game === undefined ? {} : { game }),
    ...(beside.length ? { here: beside } : {}),
    ...(results.includes(result) ? { result: result as KeptSeat["result"] } : {}),
  };
}

/** The seats of a file, or null if it is no such file: all of it is right, or nothing of it is taken. */
export function seatsFrom(text: string): KeptSeat[] | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof data !== "object" || data === null) return null;
  const { kind, version, seats } = data as Record<string, unknown>;
  if (kind !== KIND || version !== 1 || !Array.isArray(seats) || seats.length > MOST_SEATS) return null;
  const found = seats.map(seatFrom);
  return found.every((seat) => seat !== null) ? found : null;
}

/** How many seats are new here; or, in words, why none is. */
export async function bringFile(file: Blob): Promise<number | string> {
  if (file.size > MOST_BYTES) return m.web_seats_too_big();
  const found = seatsFrom(await file.text());
  if (!found) return m.web_seats_unreadable();
  const here = keptSeats();
  const isHere = (seat: KeptSeat): boolean =>
    here.some((one) => one.table === seat.table && (one.round ?? 1) === (seat.round ?? 1));
  const fresh = found.filter((seat) => !isHere(seat));
  if (here.length + fresh.length > MOST_SEATS) return m.web_seats_too_many({ count: MOST_SEATS });
  for (const seat of fresh.reverse()) keepSeat(seat);
  return fresh.length;
}
