// Who leads each die, from what this seat has seen: the cards that are certainly in each hand, and nothing that is only
// likely. Equal totals are parted by the letter nearest to A, as at the end (B-5.2).
import { CATEGORIES, ofFamily, read, total } from "./cards";
import type { Category, View } from "./view";

export interface Standing {
  seat: number;
  /** At least this much: more may be hidden. */
  sum: number;
  letter: string;
}

/** Those of whom something was seen, the one in front first. */
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

export const leaders = (view: View): { category: Category; held: Standing[] }[] =>
  CATEGORIES.map((category) => ({ category, held: standings(view, category) }));
