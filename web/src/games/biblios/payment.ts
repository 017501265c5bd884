// What the chosen cards come to, for the sum beside the tray. The server judges the payment; this
// only says whether asking makes sense.
import { read } from "./cards";

export interface Sum {
  paid: number;
  state: "short" | "exact" | "over" | "too-many";
}

export function sum(cards: string[], owed: number, inCards: boolean): Sum {
  if (inCards) {
    const paid = cards.length;
    return { paid, state: paid < owed ? "short" : paid === owed ? "exact" : "too-many" };
  }
  const values = cards.map((card) => read(card).value);
  const paid = values.reduce((a, b) => a + b, 0);
  if (paid < owed) return { paid, state: "short" };
  if (paid === owed) return { paid, state: "exact" };
  const largest = Math.max(...values);
  return { paid, state: paid - largest >= owed ? "too-many" : "over" };
}

/** The actions in an order that never pays on after the debt is met: small coins first. */
export function actions(cards: string[]): string[] {
  return [...cards].sort((a, b) => read(a).value - read(b).value).map((card) => `pay ${card}`);
}

export const cardsOf = (payment: string[] | null): string[] =>
  (payment ?? []).map((action) => action.replace(/^pay /, ""));

/** Marks as many of the keyed cards as the payment names. */
export function preselect(hand: { card: string; key: string }[], payment: string[] | null): Set<string> {
  const left = cardsOf(payment);
  const chosen = new Set<string>();
  for (const { card, key } of hand) {
    const at = left.indexOf(card);
    if (at < 0) continue;
    left.splice(at, 1);
    chosen.add(key);
  }
  return chosen;
}
