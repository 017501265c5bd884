// Sentences with icons. A name, or words with an icon, is put into a message as a short marker and extracted as a
// separate part, whatever the word order of the language.

export type Piece =
  { kind: "text"; text: string } | { kind: "name"; name: string } | { kind: "mark"; icon: string; text: string };

const OPEN = { name: "\uE002", mark: "\uE003" } as const;
const BETWEEN = "\uE004";
const CLOSE = "\uE00F";

export const nameMark = (name: string): string => OPEN.name + name + CLOSE;

/** Words preceded by an icon of the sprite, in its colour. */
export const mark = (icon: string, text: string): string => OPEN.mark + icon + BETWEEN + text + CLOSE;

export function pieces(text: string): Piece[] {
  return text
    .split(/([\uE002\uE003][^\uE00F]*\uE00F)/)
    .filter((part) => part !== "")
    .map((part): Piece => {
      const inner = part.slice(1, -1);
      if (part[0] === OPEN.name) return { kind: "name", name: inner };
      if (part[0] === OPEN.mark) {
        const [icon = "", words = ""] = inner.split(BETWEEN);
        return { kind: "mark", icon, text: words };
      }
      return { kind: "text", text: part };
    });
}

/** The sentence without icons, for screen readers. */
export const plain = (text: string): string =>
  pieces(text)
    .map((piece) => (piece.kind === "name" ? piece.name : piece.text))
    .join("");
