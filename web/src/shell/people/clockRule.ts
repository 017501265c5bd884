// The rule of a table's clock, in one or two sentences.
import type { ClockInfo } from "../wire";
import { m } from "../words.svelte";

export function clockRule(clock: ClockInfo | null): string {
  if (!clock) return m.web_clock_none_told();
  const { plan } = clock;
  if (plan.kind === "slow") return `${m.web_clock_rule_slow({ count: plan.days })} ${m.web_clock_slow_told()}`;
  const minutes = Math.round(plan.bank / 60);
  return `${m.web_clock_rule_live({ minutes, seconds: plan.increment })} ${m.web_clock_live_told()}`;
}
