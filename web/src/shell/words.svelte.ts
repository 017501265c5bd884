// All that the page says comes from the one catalogue. The language is state: whoever shows a
// message shows it anew when the language changes, without losing its place.
import { catalogues, type Messages } from "../../build/words/messages";
import { sayFrom, type Catalogue, type Facts } from "./reader";

export type Language = "en" | "fr";

const asked = typeof location === "undefined" ? null : new URLSearchParams(location.search).get("lang");
/** A tongue for tests, asked for by `?lang=xx`: every message stands in ⟦brackets⟧. */
export const bracketed = asked === "xx";

export const language = $state<{ now: Language }>({ now: "en" });

/** Words that came over the wire, of games that the page was not built with. */
const learnt = $state<{ words: Record<Language, Catalogue> }>({ words: { en: {}, fr: {} } });

export function learn(lang: Language, words: Catalogue): void {
  learnt.words = { ...learnt.words, [lang]: { ...learnt.words[lang], ...words } };
}

export function preferred(): Language {
  if (asked === "fr" || asked === "en") return asked;
  if (typeof navigator === "undefined" || bracketed) return "en";
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

/** The language that the server is asked to answer in. */
export const tongue = (): string => (bracketed ? "xx" : language.now);

/** Every message of the page by its key, with the facts it asks for. */
export const m = new Proxy({} as Messages, {
  get: (_, key: string) => (facts?: Facts) => shown(say(key, facts)),
});

/** Null where no catalogue has it, or it cannot be said with these facts. */
function found(key: string, facts: Facts = {}): string | null {
  const own = catalogues[language.now];
  return sayFrom(key in own ? own : learnt.words[language.now], key, language.now, facts);
}

const say = (key: string, facts?: Facts): string => found(key, facts) ?? key;
const shown = (text: string): string => (bracketed ? `⟦${text}⟧` : text);
const keyed = (key: string): string => key.replaceAll("-", "_");

/** A message by a key that was built: category names, events, codes. */
export const word = (key: string, facts: Facts = {}): string => shown(say(keyed(key), facts));

/** A word if there is one; what has none is shown as it is. */
export function wordOr(key: string, plain: string, facts: Facts = {}): string {
  const text = found(keyed(key), facts);
  return text === null ? plain : shown(text);
}

export function hasWord(key: string): boolean {
  const name = keyed(key);
  return name in catalogues.en || name in learnt.words[language.now];
}

/** What each of these games says under one key of its own; games that say nothing are left out. */
export const ofGames = (end: string, games: Iterable<string>): string[] =>
  [...games]
    .map((game) => `${game}_${end}`)
    .filter(hasWord)
    .map((key) => word(key));

/** "A, B and C" in the reader's language. */
export function list(items: string[]): string {
  const [first, second] = items.slice(-2);
  if (first === undefined || second === undefined) return first ?? "";
  const last = m.list_pair({ first, second });
  return items.slice(0, -2).reduceRight((rest, first) => m.list_comma({ first, rest }), last);
}
