// The clock of a table: the server's time (the reader's own clock may be wrong), the time a seat has left, and the rule
// as text.
import type { ClockInfo, TableInfo } from "../wire";
import { m } from "../text/text.svelte";

/** This browser's time in seconds; it runs while a component shows it. */
const here = $state({ now: Date.now() / 1000 });
const behind = new WeakMap<ClockInfo, number>();
let looking = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Called when a table message arrives: only then is the offset between the two clocks known. */
export function noteTime(info: TableInfo): void {
  if (info.clock) behind.set(info.clock, info.clock.now - Date.now() / 1000);
}

/** For an effect: runs the clock until the component is destroyed. */
export function watchTime(): () => void {
  here.now = Date.now() / 1000;
  if (looking++ === 0) timer = setInterval(() => (here.now = Date.now() / 1000), 500);
  return () => {
    if (--looking === 0) clearInterval(timer);
  };
}

/** This browser's time in seconds. */
export const seconds = (): number => here.now;

/** The server's time, for a table with a clock. */
export const timeAt = (clock: ClockInfo): number => here.now + (behind.get(clock) ?? 0);

/** The time a seat has left: counting down for the seat to act, the stored bank for the others. */
export function leftOf(clock: ClockInfo, seat: number): number | null {
  if (clock.seat === seat && clock.due !== null) return Math.max(0, clock.due - timeAt(clock));
  return clock.plan.kind === "live" ? (clock.left[seat] ?? 0) : null;
}

export function clockRule(clock: ClockInfo | null): string {
  if (!clock) return m.web_clock_none_text();
  const { plan } = clock;
  if (plan.kind === "slow") return `${m.web_clock_rule_slow({ count: plan.days })} ${m.web_clock_slow_text()}`;
  const minutes = Math.round(plan.bank / 60);
  return `${m.web_clock_rule_live({ minutes, seconds: plan.increment })} ${m.web_clock_live_text()}`;
}
