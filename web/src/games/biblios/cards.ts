// Reading card names ("monks-4h", "gold-3", "church~1") for drawing; no rule lives here.
import { mark } from "../../shell/rich";
import { word } from "../../shell/words.svelte";
import type { Category } from "./view";

export const CATEGORIES: Category[] = ["monks", "pigments", "holy-books", "manuscripts", "tomes"];
export type Family = Category | "gold" | "church";
export const SHELF: Family[] = [...CATEGORIES, "gold"];

export interface Card {
  family: Family;
  /** What stands in the initial: a value, or the sign of a church card. */
  figure: string;
  value: number;
  letter: string;
  /** How many dice a church card changes. */
  dice: number;
}

const SIGNS: Record<string, string> = { "+1": "+1", "-1": "−1", "~1": "±1" };
const CHURCH: Record<string, string> = {
  "church+1": "up",
  "church-1": "down",
  "church+1x2": "up_two",
  "church-1x2": "down_two",
  "church~1": "either",
};

export function read(card: string): Card {
  if (card.startsWith("church")) {
    const two = card.endsWith("x2");
    const sign = card.slice(6, 8);
    return { family: "church", figure: SIGNS[sign] ?? sign, value: 0, letter: "", dice: two ? 2 : 1 };
  }
  const [, family = "", digits = "0", letter = ""] = /^(.*)-(\d+)([a-z]?)$/.exec(card) ?? [];
  return {
    family: family as Family,
    figure: digits,
    value: Number(digits),
    letter: letter.toUpperCase(),
    dice: 0,
  };
}

export const churchKind = (card: string): string => CHURCH[card] ?? "either";

/** "Monk 4 H", in the reader's language and the edition's words. */
export function cardName(card: string, words: string): string {
  const { family, value, letter } = read(card);
  if (family === "church") return word(`biblios_card_church_${churchKind(card)}`, { words });
  return word(`biblios_card_${family}`, { words, value, letter });
}

export const familyName = (family: Family, words: string): string => word(`biblios_category_${family}`, { words });

/** A card, or a family, as it stands in a sentence: with its drawing before it. */
export const cardMark = (card: string, words: string): string => mark(read(card).family, cardName(card, words));
export const familyMark = (family: Family, words: string): string => mark(family, familyName(family, words));

export const ofFamily = (cards: string[], family: Family): string[] =>
  cards.filter((card) => read(card).family === family);

export const total = (cards: string[]): number => cards.reduce((sum, card) => sum + read(card).value, 0);

/** What a hand can pay for a card: gold is paid for in cards, everything else in gold. */
export const means = (hand: string[], lot: string): number =>
  read(lot).family === "gold" ? hand.length : total(ofFamily(hand, "gold"));

/** Equal cards have no identity of their own: a key is the kind and how many came before it. */
export function keyed(cards: string[]): { card: string; key: string; ordinal: number }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const ordinal = seen.get(card) ?? 0;
    seen.set(card, ordinal + 1);
    return { card, key: `${card}#${ordinal}`, ordinal };
  });
}

/** The sentence of the rules that a card is about: what it does, what it pays for, what decides with it. */
export function ruleOfCard(card: string): string {
  const { family } = read(card);
  return family === "church" ? "B-4.3" : family === "gold" ? "B-3.5" : "B-5.2";
}

/** The sentence that says how a card on offer is paid. */
export const ruleOfLot = (card: string): string =>
  read(card).family === "gold" ? "B-3.6" : read(card).family === "church" ? "B-4.1" : "B-3.5";
