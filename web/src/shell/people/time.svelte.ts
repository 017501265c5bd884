// What time it is for the server, second by second: clocks are its, and a reader's own may be wrong.
import type { ClockInfo, TableInfo } from "../wire";

/** This browser's clock, in seconds; it goes on while somebody looks. */
const here = $state({ now: Date.now() / 1000 });
const behind = new WeakMap<ClockInfo, number>();
let looking = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Called when a table is told: how far the two clocks are apart is known at that moment only. */
export function noteTime(info: TableInfo): void {
  if (info.clock) behind.set(info.clock, info.clock.now - Date.now() / 1000);
}

/** For an effect: keeps the clock going until the component is gone. */
export function watchTime(): () => void {
  here.now = Date.now() / 1000;
  if (looking++ === 0) timer = setInterval(() => (here.now = Date.now() / 1000), 500);
  return () => {
    if (--looking === 0) clearInterval(timer);
  };
}

/** This browser's seconds, as they pass. */
export const seconds = (): number => here.now;

/** The server's, for a table with a clock. */
export const timeAt = (clock: ClockInfo): number => here.now + (behind.get(clock) ?? 0);

/** What a seat has left: the one that is waited for by the second, the others as it stands in their bank. */
export function leftOf(clock: ClockInfo, seat: number): number | null {
  if (clock.seat === seat && clock.due !== null) return Math.max(0, clock.due - timeAt(clock));
  return clock.plan.kind === "live" ? (clock.left[seat] ?? 0) : null;
}
