// The seats this browser holds. A seat is a link; its token is kept here and after the # of the
// address, which no server log ever sees.
import { recall, remember } from "./settings.svelte";

export interface HeldSeat {
  seat: number;
  token: string;
}

export interface KeptSeat extends HeldSeat {
  table: string;
  with: string[];
  when: number;
  over?: boolean;
  /** A table may play several rounds; those that are over stay in the list. */
  round?: number;
  game?: string;
  /** The game of a day, the same for everyone. */
  daily?: boolean;
  /** The first game, which teaches. */
  lesson?: boolean;
  /** The number of the last line of talk that was read. */
  heard?: number;
  /** Seats that this browser's player has kept for friends: their links, and which of them were copied. */
  invited?: (HeldSeat & { copied?: boolean })[];
  /** The other seats at this device, of people who share it. */
  here?: HeldSeat[];
  /** How a round that is over came out, where somebody wins. */
  result?: "won" | "shared" | "lost";
}

/** As many as are kept. */
export const MOST_SEATS = 60;

export function resultOf(winners: number[] | null | undefined, seat: number): KeptSeat["result"] {
  if (!winners) return undefined;
  return !winners.includes(seat) ? "lost" : winners.length > 1 ? "shared" : "won";
}

const KEY = "armarium-seats";

export function keptSeats(): KeptSeat[] {
  const seats = recall<KeptSeat[]>(KEY, []);
  return Array.isArray(seats) ? seats : [];
}

/** The seat of the table's newest round. */
export function keptSeat(table: string): KeptSeat | undefined {
  return keptSeats()
    .filter((seat) => seat.table === table)
    .sort((a, b) => (b.round ?? 1) - (a.round ?? 1))[0];
}

const isSame = (one: KeptSeat, other: KeptSeat): boolean =>
  one.table === other.table && (one.round ?? 1) === (other.round ?? 1);

export function keepSeat(seat: KeptSeat): void {
  const others = keptSeats().filter((other) => !isSame(seat, other));
  remember(KEY, [seat, ...others].slice(0, MOST_SEATS));
}

/** All seats of a table whose people share this device, in the order of seats; none for a link of another's. */
export function seatsHere(table: string, token: string | null): HeldSeat[] {
  const kept = keptSeat(table);
  const all = kept ? [{ seat: kept.seat, token: kept.token }, ...(kept.here ?? [])] : [];
  return all.some((held) => held.token === token) ? all.sort((a, b) => a.seat - b.seat) : [];
}

/** Whether what happens to this seat is kept as the browser's own: of several at one device, only the first is. */
export function keepsFor(table: string, token: string): boolean {
  const kept = keptSeat(table);
  return !kept?.here?.length || kept.token === token;
}

/** One more seat at this device. */
export function keepHere(table: string, held: HeldSeat): void {
  const kept = keptSeat(table);
  if (kept) keepSeat({ ...kept, here: [...(kept.here ?? []), held] });
}

/** The link of a friend's seat was copied. */
export function copiedFor(table: string, seat: number): void {
  const kept = keptSeat(table);
  const invited = kept?.invited?.map((held) => (held.seat === seat ? { ...held, copied: true } : held));
  if (kept && invited) keepSeat({ ...kept, invited });
}

/** A seat that is at this device no more. */
export function dropHere(table: string, token: string): void {
  const kept = keptSeat(table);
  const rest = kept?.here?.filter((held) => held.token !== token) ?? [];
  if (!kept) return;
  const [next, ...others] = rest;
  if (kept.token !== token) keepSeat({ ...kept, here: rest });
  else if (next) keepSeat({ ...kept, ...next, here: others });
}

/** So many lines of its talk were read. */
export function heardAt(table: string, number: number): void {
  const seat = keptSeat(table);
  if (seat && (seat.heard ?? -1) < number) keepSeat({ ...seat, heard: number });
}

/** One round of a table, or all of them. */
export function forgetSeat(table: string, round?: number): void {
  remember(
    KEY,
    keptSeats().filter((seat) => seat.table !== table || (round !== undefined && (seat.round ?? 1) !== round)),
  );
}
