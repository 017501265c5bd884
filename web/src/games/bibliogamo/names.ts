// Towers, crafts, collections and cards in the reader's words; an owner's own names as written.
import { hasWord, list, m, word } from "../../shell/words.svelte";
import type { Kit } from "./kit.svelte";
import { CRAFTS, TOWERS, type Craft, type Crew, type TowerId } from "./view";

export function towerName(kit: Kit, tower: TowerId): string {
  return kit.own ? (kit.towers.get(tower)?.name ?? tower) : word(`bibliogamo_tower_${tower}`);
}

export const spaceName = (kit: Kit, space: number): string => {
  const tower = kit.ring[space];
  return tower ? towerName(kit, tower) : m.bibliogamo_library();
};

/** The same within a sentence, where the Grand Library has its article. */
export const placeName = (kit: Kit, space: number): string =>
  kit.ring[space] ? spaceName(kit, space) : m.bibliogamo_library_there();

export const craftName = (craft: Craft): string => word(`bibliogamo_craft_${craft}`);

/** "2 scribes" */
export const counted = (craft: Craft, count: number): string => word(`bibliogamo_count_${craft}`, { count });

/** "2 scribes and 1 binder", or "nobody". */
export function crewName(crew: Crew): string {
  const parts = CRAFTS.filter((craft) => crew[craft]).map((craft) => counted(craft, crew[craft] ?? 0));
  return parts.length ? list(parts) : m.bibliogamo_nobody();
}

export function collectionName(kit: Kit, id: number, name: string): string {
  const key = `bibliogamo_collection_${id}`;
  return !kit.own && hasWord(key) ? word(key) : name;
}

/** "Poetry 3, Devotion 2" with the counts as they are wished. */
export const needOf = (need: Partial<Record<TowerId, number>>): TowerId[] => TOWERS.filter((tower) => need[tower]);

export const rankName = (rank: string): string => word(`bibliogamo_rank_${rank}`);

export const signed = (number: number): string => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** Everything that a card prints, for ears. */
export function cardLabel(kit: Kit, id: number): string {
  const card = kit.cards.get(id);
  if (!card) return m.bibliogamo_card({ card: id });
  return m.bibliogamo_card_label({
    card: id,
    crew: crewName(card.grants),
    step: signed(card.librarian),
    craft: word(`bibliogamo_plural_${card.blocks}`),
    prices: card.florins.join(", "),
    row: card.pointer,
  });
}

/** A mean price as the language writes it. */
export const mean = (number: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);
