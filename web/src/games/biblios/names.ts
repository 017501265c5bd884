import { m } from "../../shell/words.svelte";
import type { TableInfo } from "../../shell/wire";

/** "You" for the own seat, the name for another. */
export function seatName(info: TableInfo, seat: number | null, you: number | null): string {
  if (seat === null) return "";
  if (seat === you) return m.web_you();
  return info.seats[seat]?.name || m.web_player({ seat: seat + 1 });
}

/** Every name as it was given, for sentences that say "you" by themselves. */
export const names = (info: TableInfo): string[] =>
  info.seats.map((seat, index) => seat.name || m.web_player({ seat: index + 1 }));
