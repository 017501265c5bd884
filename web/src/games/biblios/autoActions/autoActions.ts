// The auto-actions of this seat, as protocol texts (docs/protocol.md) and as form values.
import { list, m } from "../../../shell/text/text.svelte";
import { familyName, SHELF, type Family } from "../cards";
import type { View } from "../view";

export const FAMILIES: Family[] = [...SHELF, "church"];

export interface AutoActions {
  /** For the card on offer: bid up to a maximum, or pass. */
  limit: number | null;
  passes: boolean;
  /** Pass until one of these cards is up for auction. */
  until: Family | null;
  every: Family[];
  always: boolean;
}

/** The current auction. A card that is offered again starts a new one. */
export const lotName = ({ lot_number, barred }: View): string =>
  barred.length ? `${lot_number}.${barred.length}` : String(lot_number);

const isFamily = (text: string): text is Family => (FAMILIES as string[]).includes(text);

export function readAutoActions(texts: string[]): AutoActions {
  const parsed: AutoActions = { limit: null, passes: false, until: null, every: [], always: false };
  for (const text of texts) {
    const [verb = "", second = "", third = ""] = text.split(" ");
    if (verb === "up-to") parsed.limit = Number(second);
    else if (second === "on") parsed.passes = true;
    else if (second === "until" && isFamily(third)) parsed.until = third;
    else if (second === "always") parsed.always = true;
    else if (isFamily(second)) parsed.every.push(second);
  }
  return parsed;
}

export function formatAutoActions({ limit, passes, until, every, always }: AutoActions, lot: string): string[] {
  return [
    ...(limit !== null ? [`up-to ${limit} on ${lot}`] : passes ? [`pass on ${lot}`] : []),
    ...(until ? [`pass until ${until}`] : []),
    ...(always ? ["pass always"] : []),
    ...FAMILIES.filter((family) => every.includes(family)).map((family) => `pass ${family}`),
  ];
}

/** A short summary, most urgent first. */
export function summary(autoActions: AutoActions, words: string): string[] {
  const { limit, passes, until, every, always } = autoActions;
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
