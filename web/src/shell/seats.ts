// The seats this browser holds. A seat is a link; its token is kept here and after the # of the
// address, which no server log ever sees.
import { recall, remember } from "./settings.svelte";

export interface KeptSeat {
  table: string;
  token: string;
  seat: number;
  with: string[];
  when: number;
  over?: boolean;
  game?: string;
  /** The game of a day, the same for everyone. */
  daily?: boolean;
}

const KEY = "armarium-seats";

export function keptSeats(): KeptSeat[] {
  const seats = recall<KeptSeat[]>(KEY, []);
  return Array.isArray(seats) ? seats : [];
}

export function keptSeat(table: string): KeptSeat | undefined {
  return keptSeats().find((seat) => seat.table === table);
}

export function keepSeat(seat: KeptSeat): void {
  const others = keptSeats().filter((other) => other.table !== seat.table);
  remember(KEY, [seat, ...others].slice(0, 30));
}

export function forgetSeat(table: string): void {
  remember(
    KEY,
    keptSeats().filter((seat) => seat.table !== table),
  );
}
