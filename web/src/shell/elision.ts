// French elision, for both catalogues' readers alike (words/elision.py): a catalogue writes `de~{name}`, and what is said is
// "d’Ivo" or "de Bede". The table of tests/house/elision_examples.json holds for both.
import { plain } from "./rich";

/** Words that begin with a vowel and are spoken as if they did not. */
const HARD = new Set(["oui", "onze", "onzième", "ouistiti", "uhlan", "yaourt", "yoga"]);

/** Whether what follows swallows the vowel before it: it begins with a vowel or a silent h. */
export function swallows(text: string): boolean {
  const word = /^[^\p{L}\p{N}]*(\p{L}[\p{L}’'-]*)/u.exec(plain(text))?.[1]?.toLowerCase() ?? "";
  if (!word || HARD.has(word)) return false;
  const [first = "", second = ""] = word.normalize("NFD").replace(/\p{M}/gu, "");
  return "aeiouhœæ".includes(first) || (first === "y" && !"aeiou".includes(second));
}

/** "de" and "Ivo": "d’Ivo". Without a word: the text alone. */
export function joined(word: string | undefined, text: string): string {
  if (word === undefined) return text;
  return swallows(text) ? `${word.slice(0, -1)}’${text}` : `${word} ${text}`;
}
