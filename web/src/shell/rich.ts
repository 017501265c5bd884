// Sentences with drawings in them. A card or a name goes into a message as a short mark and comes
// out as a piece of its own, whatever the word order of the language.

export type Piece =
  | { kind: "text"; text: string }
  | { kind: "card"; card: string }
  | { kind: "family"; family: string }
  | { kind: "name"; name: string }
  | { kind: "mark"; icon: string; text: string };

const OPEN = { card: "\uE000", family: "\uE001", name: "\uE002", mark: "\uE003" } as const;
const BETWEEN = "\uE004";
const CLOSE = "\uE00F";

export const cardMark = (card: string): string => OPEN.card + card + CLOSE;
export const familyMark = (family: string): string => OPEN.family + family + CLOSE;
export const nameMark = (name: string): string => OPEN.name + name + CLOSE;

/** Words with a drawing of the sprite before them, in its colour. */
export const mark = (icon: string, text: string): string => OPEN.mark + icon + BETWEEN + text + CLOSE;

export function pieces(text: string): Piece[] {
  return text
    .split(/([\uE000-\uE003][^\uE00F]*\uE00F)/)
    .filter((part) => part !== "")
    .map((part): Piece => {
      const inner = part.slice(1, -1);
      if (part[0] === OPEN.card) return { kind: "card", card: inner };
      if (part[0] === OPEN.family) return { kind: "family", family: inner };
      if (part[0] === OPEN.name) return { kind: "name", name: inner };
      if (part[0] === OPEN.mark) {
        const [icon = "", words = ""] = inner.split(BETWEEN);
        return { kind: "mark", icon, text: words };
      }
      return { kind: "text", text: part };
    });
}
