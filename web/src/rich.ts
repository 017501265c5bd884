// Sentences with drawings in them. A card or a name goes into a message as a short mark and comes
// out as a piece of its own, whatever the word order of the language.

export type Piece =
  | { kind: "text"; text: string }
  | { kind: "card"; card: string }
  | { kind: "family"; family: string }
  | { kind: "name"; name: string };

const OPEN = { card: "\uE000", family: "\uE001", name: "\uE002" } as const;
const CLOSE = "\uE00F";

export const cardMark = (card: string): string => OPEN.card + card + CLOSE;
export const familyMark = (family: string): string => OPEN.family + family + CLOSE;
export const nameMark = (name: string): string => OPEN.name + name + CLOSE;

export function pieces(text: string): Piece[] {
  return text
    .split(/([\uE000-\uE002][^\uE00F]*\uE00F)/)
    .filter((part) => part !== "")
    .map((part): Piece => {
      const inner = part.slice(1, -1);
      if (part[0] === OPEN.card) return { kind: "card", card: inner };
      if (part[0] === OPEN.family) return { kind: "family", family: inner };
      if (part[0] === OPEN.name) return { kind: "name", name: inner };
      return { kind: "text", text: part };
    });
}
