// Names of towers, crafts, collections and cards in the reader's language. Names of custom cards are shown as written.
import { hasText, list, m, textFor } from "../../shell/text/text.svelte";
import type { Kit } from "./kit.svelte";
import { CRAFTS, TOWERS, type Craft, type Crew, type TowerId } from "./view";

export function towerName(kit: Kit, tower: TowerId): string {
  return kit.own ? (kit.towers.get(tower)?.name ?? tower) : textFor(`bibliogamo_tower_${tower}`);
}

export const spaceName = (kit: Kit, space: number): string => {
  const tower = kit.ring[space];
  return tower ? towerName(kit, tower) : m.bibliogamo_library();
};

/** The name for use within a sentence, where the Grand Library takes its article. */
export const placeName = (kit: Kit, space: number): string =>
  kit.ring[space] ? spaceName(kit, space) : m.bibliogamo_library_there();

export const craftName = (craft: Craft): string => textFor(`bibliogamo_craft_${craft}`);

/** "2 scribes" */
export const counted = (craft: Craft, count: number): string => textFor(`bibliogamo_count_${craft}`, { count });

/** "2 scribes and 1 binder", or "nobody". */
export function crewName(crew: Crew): string {
  const parts = CRAFTS.filter((craft) => crew[craft]).map((craft) => counted(craft, crew[craft] ?? 0));
  return parts.length ? list(parts) : m.bibliogamo_nobody();
}

export function collectionName(kit: Kit, id: number, name: string): string {
  const key = `bibliogamo_collection_${id}`;
  return !kit.own && hasText(key) ? textFor(key) : name;
}

/** "Poetry 3, Devotion 2", with the counts that the collection asks for. */
export const needOf = (need: Partial<Record<TowerId, number>>): TowerId[] => TOWERS.filter((tower) => need[tower]);

export const rankName = (rank: string): string => textFor(`bibliogamo_rank_${rank}`);

export const signed = (number: number): string => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** Everything printed on a card, for screen readers. */
export function cardLabel(kit: Kit, id: number): string {
  const card = kit.cards.get(id);
  if (!card) return m.bibliogamo_card({ card: id });
  return m.bibliogamo_card_label({
    card: id,
    crew: crewName(card.grants),
    step: signed(card.librarian),
    craft: textFor(`bibliogamo_plural_${card.blocks}`),
    prices: card.florins.join(", "),
    row: card.pointer,
  });
}

/** A mean price in the number format of the language. */
export const mean = (number: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

/** Whole percentages that add up to 100: the largest remainders are rounded up first. */
export function wholePercents(counts: number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!total) return counts.map(() => 0);
  const exact = counts.map((count) => (100 * count) / total);
  const rounded = exact.map(Math.floor);
  const left = 100 - rounded.reduce((sum, share) => sum + share, 0);
  const most = exact.map((share, at) => ({ at, rest: share % 1 })).sort((one, other) => other.rest - one.rest);
  for (const { at } of most.slice(0, left)) rounded[at] = (rounded[at] ?? 0) + 1;
  return rounded;
}
