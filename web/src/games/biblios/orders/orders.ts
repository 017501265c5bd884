// What this seat has said beforehand about auctions, as texts of the wire (docs/protocol.md) and as a form shows it.
import { list, m } from "../../../shell/words.svelte";
import { familyName, SHELF, type Family } from "../cards";
import type { View } from "../view";

export const FAMILIES: Family[] = [...SHELF, "church"];

export interface Orders {
  /** About the card on offer: bid for me so far, or pass on it. */
  limit: number | null;
  passes: boolean;
  /** Pass on everything until such a card comes. */
  until: Family | null;
  every: Family[];
  always: boolean;
}

/** The auction that goes on; a card that is offered again is another one. */
export const lotName = ({ lot_number, barred }: View): string =>
  barred.length ? `${lot_number}.${barred.length}` : String(lot_number);

const isFamily = (text: string): text is Family => (FAMILIES as string[]).includes(text);

export function readOrders(texts: string[]): Orders {
  const found: Orders = { limit: null, passes: false, until: null, every: [], always: false };
  for (const text of texts) {
    const [verb = "", second = "", third = ""] = text.split(" ");
    if (verb === "up-to") found.limit = Number(second);
    else if (second === "on") found.passes = true;
    else if (second === "until" && isFamily(third)) found.until = third;
    else if (second === "always") found.always = true;
    else if (isFamily(second)) found.every.push(second);
  }
  return found;
}

export function written({ limit, passes, until, every, always }: Orders, lot: string): string[] {
  return [
    ...(limit !== null ? [`up-to ${limit} on ${lot}`] : passes ? [`pass on ${lot}`] : []),
    ...(until ? [`pass until ${until}`] : []),
    ...(always ? ["pass always"] : []),
    ...FAMILIES.filter((family) => every.includes(family)).map((family) => `pass ${family}`),
  ];
}

/** In a few words, the most pressing first. */
export function summary(orders: Orders, words: string): string[] {
  const { limit, passes, until, every, always } = orders;
  return [
    ...(limit !== null ? [m.biblios_web_order_up_to({ count: limit })] : []),
    ...(passes ? [m.biblios_web_order_passes()] : []),
    ...(until ? [m.biblios_web_order_until({ category: familyName(until, words) })] : []),
    ...(always ? [m.biblios_web_order_always()] : []),
    ...(every.length
      ? [m.biblios_web_order_every({ categories: list(every.map((family) => familyName(family, words))) })]
      : []),
  ];
}
