// Parses card names ("monks-4h", "gold-3", "church~1") for display. It contains no rules.
import { mark } from "../../shell/text/rich";
import { textFor } from "../../shell/text/text.svelte";
import type { Category, View } from "./view";

export const CATEGORIES: Category[] = ["monks", "pigments", "holy-books", "manuscripts", "tomes"];
export type Family = Category | "gold" | "church";
export const SHELF: Family[] = [...CATEGORIES, "gold"];

export interface Card {
  family: Family;
  /** The text in the card's initial: a value, or the sign of a church card. */
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

/** The text in a card's corner. Scripts & Scribes prints the sum of both dice on a card for two dice. */
export function figureOf(card: string, words: string): string {
  const { figure, dice } = read(card);
  return dice > 1 ? textFor(`biblios_web_figure_${churchKind(card)}`, { words }) : figure;
}

/** "Monk 4 H", in the reader's language and the edition's vocabulary. */
export function cardName(card: string, words: string): string {
  const { family, value, letter } = read(card);
  if (family === "church") return textFor(`biblios_card_church_${churchKind(card)}`, { words });
  return textFor(`biblios_card_${family}`, { words, value, letter });
}

export const familyName = (family: Family, words: string): string => textFor(`biblios_category_${family}`, { words });

/** A card or a family within a sentence, preceded by its icon. */
export const cardMark = (card: string, words: string): string => mark(read(card).family, cardName(card, words));
export const familyMark = (family: Family, words: string): string => mark(family, familyName(family, words));

export const ofFamily = (cards: string[], family: Family): string[] =>
  cards.filter((card) => read(card).family === family);

export const total = (cards: string[]): number => cards.reduce((sum, card) => sum + read(card).value, 0);

/** What a hand can pay for a card: gold is paid for with cards, everything else with gold. */
export const means = (hand: string[], lot: string): number =>
  read(lot).family === "gold" ? hand.length : total(ofFamily(hand, "gold"));

/** Equal cards have no identity of their own, so a key is the kind and the number of equal cards before it. */
export function keyed(cards: string[]): { card: string; key: string; ordinal: number }[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const ordinal = seen.get(card) ?? 0;
    seen.set(card, ordinal + 1);
    return { card, key: `${card}#${ordinal}`, ordinal };
  });
}

/** The rule for a card: what it does, what it pays for, or what it decides. */
export function ruleOfCard(card: string): string {
  const { family } = read(card);
  return family === "church" ? "B-4.3" : family === "gold" ? "B-3.5" : "B-5.2";
}

/** The rule about paying for a card on offer. */
export const ruleOfLot = (card: string): string =>
  read(card).family === "gold" ? "B-3.6" : read(card).family === "church" ? "B-4.1" : "B-3.5";

export interface Standing {
  seat: number;
  /** True if this is a minimum because more cards may be hidden. */
  sum: number;
  letter: string;
}

/**
 * The players with visible cards of a family, leader first, by the cards that are certainly in each hand. The letter
 * nearest to A breaks ties, as at the end of the game (B-5.2).
 */
export function standings(view: View, category: Category): Standing[] {
  return view.seats
    .map(({ known }, seat) => {
      const cards = ofFamily(known, category);
      const letter = cards.map((card) => read(card).letter).sort()[0] ?? "";
      return { seat, sum: total(cards), letter };
    })
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum || a.letter.localeCompare(b.letter));
}
