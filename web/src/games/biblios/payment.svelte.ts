// A payment: the value of the chosen cards, and the selection while a payment is due. The server validates the payment;
// this only decides whether the button is enabled.
import { keyed, ofFamily, read, SHELF, type Family } from "./cards";
import type { View } from "./view";

export interface Sum {
  paid: number;
  state: "short" | "exact" | "over" | "too-many";
}

/** If overpaying is allowed (B-3.14), no amount of gold is too much. */
export function sum(cards: string[], owed: number, inCards: boolean, overpays = false): Sum {
  if (inCards) {
    const paid = cards.length;
    return { paid, state: paid < owed ? "short" : paid === owed ? "exact" : "too-many" };
  }
  const values = cards.map((card) => read(card).value);
  const paid = values.reduce((a, b) => a + b, 0);
  if (paid < owed) return { paid, state: "short" };
  if (paid === owed) return { paid, state: "exact" };
  const largest = Math.max(...values);
  return { paid, state: paid - largest >= owed && !overpays ? "too-many" : "over" };
}

/**
 * The actions, ordered so that none follows after the debt is met: small coins first. `ends` adds the action that
 * completes the payment.
 */
export function actions(cards: string[], ends = false): string[] {
  const paid = [...cards].sort((a, b) => read(a).value - read(b).value).map((card) => `pay ${card}`);
  return ends ? [...paid, "pass"] : paid;
}

export const cardsOf = (payment: string[] | null): string[] =>
  (payment ?? []).map((action) => action.replace(/^pay /, ""));

/** Selects as many of the keyed cards as the payment names. */
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

/** The tray's capacity in coins. More coins are picked from the shelf, where equal ones are grouped. */
const TRAY = 8;

export class PaymentInMind {
  private changed = $state.raw<{ for: View; chosen: Set<string> } | null>(null);

  constructor(private readonly view: () => View) {}

  private paying = $derived.by(() => this.view().step === "pay" && this.view().to_act === this.view().you);
  /** A gold card is paid for with cards of any kind. */
  private anyCard = $derived.by(() => {
    const { lot } = this.view();
    return this.paying && !!lot && read(lot).family === "gold";
  });
  private suggested = $derived.by(() =>
    this.paying ? preselect(keyed(this.view().hand), this.view().payment) : new Set<string>(),
  );
  private heavy = $derived.by(() => this.paying && !this.anyCard && ofFamily(this.view().hand, "gold").length > TRAY);

  chosen = $derived.by(() => (this.changed?.for === this.view() ? this.changed.chosen : this.suggested));
  /** The families to pick from the shelf; none if the coins are on the tray. */
  shelf = $derived.by<Family[]>(() => (this.anyCard ? SHELF : this.heavy ? ["gold"] : []));
  /** The family that is on the tray, and therefore not on the shelf. */
  onTray = $derived.by<Family | null>(() => (this.paying && !this.shelf.length ? "gold" : null));

  toggle = (key: string): void => {
    const next = new Set(this.chosen);
    if (!next.delete(key)) next.add(key);
    this.changed = { for: this.view(), chosen: next };
  };
  clear = (): void => void (this.changed = { for: this.view(), chosen: new Set() });
}
