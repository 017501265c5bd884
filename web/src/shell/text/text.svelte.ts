// All texts of the page come from one catalogue. The language is reactive state: a change of language updates every
// message in place.
import { catalogues, type Messages } from "../../../build/words/messages";
import { renderMessage, type Catalogue, type Facts, type Functions } from "./catalogue";

export type Language = "en" | "fr";

const requested = typeof location === "undefined" ? null : new URLSearchParams(location.search).get("lang");
/** A test locale, requested by `?lang=xx`: every message is in ⟦brackets⟧. */
export const isBracketed = requested === "xx";

export const language = $state<{ now: Language }>({ now: "en" });

/** Texts from the server, for games that the page was not built with. */
const extraTexts = $state<{ words: Record<Language, Catalogue> }>({ words: { en: {}, fr: {} } });

export function addTexts(lang: Language, words: Catalogue): void {
  extraTexts.words = { ...extraTexts.words, [lang]: { ...extraTexts.words[lang], ...words } };
}

export function preferred(): Language {
  if (requested === "fr" || requested === "en") return requested;
  if (typeof navigator === "undefined" || isBracketed) return "en";
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

/** The language requested from the server. */
export const serverLanguage = (): string => (isBracketed ? "xx" : language.now);

/** Every message of the page by its key, with the values it needs. */
export const m = new Proxy({} as Messages, {
  get: (_, key: string) => (facts?: Facts) => addBrackets(lookUpOrKey(key, facts)),
});

/** Null if no catalogue has it, or if the values do not fit. */
function lookUp(
  key: string,
  facts: Facts = {},
  functions?: Functions,
  show?: (fact: unknown) => string,
): string | null {
  const own = catalogues[language.now];
  return renderMessage(key in own ? own : extraTexts.words[language.now], key, language.now, facts, functions, show);
}

const lookUpOrKey = (key: string, facts?: Facts): string => lookUp(key, facts) ?? key;
const addBrackets = (text: string): string => (isBracketed ? `⟦${text}⟧` : text);
const normalizeKey = (key: string): string => key.replaceAll("-", "_");

/** A message by a computed key: category names, events, codes. */
export const textFor = (key: string, facts: Facts = {}): string => addBrackets(lookUpOrKey(normalizeKey(key), facts));

/** The text of a key, or the raw name if it has none. */
export function textOr(key: string, plain: string, facts: Facts = {}): string {
  const text = lookUp(normalizeKey(key), facts);
  return text === null ? plain : addBrackets(text);
}

/** A message whose variants and placeholders are computed by functions; null if it does not fit. */
export function renderText(
  key: string,
  facts: Facts,
  functions: Functions,
  show?: (fact: unknown) => string,
): string | null {
  const text = lookUp(normalizeKey(key), facts, functions, show);
  return text === null ? null : addBrackets(text);
}

export function hasText(key: string): boolean {
  const name = normalizeKey(key);
  return name in catalogues.en || name in extraTexts.words[language.now];
}

/** Each game's text for one of its own keys. Games without it are left out. */
export const textsOfGames = (end: string, games: Iterable<string>): string[] =>
  [...games]
    .map((game) => `${game}_${end}`)
    .filter(hasText)
    .map((key) => textFor(key));

/** A text that begins with a capital, for the middle of a sentence: "Better: take Monk 2". */
export const midSentence = (text: string): string =>
  text.replace(/^(⟦?)(\p{Lu})(?=\p{Ll})/u, (_, mark: string, first: string) => mark + first.toLowerCase());

/** "A, B and C" in the reader's language. */
export function list(items: string[]): string {
  const [first, second] = items.slice(-2);
  if (first === undefined || second === undefined) return first ?? "";
  const last = m.list_pair({ first, second });
  return items.slice(0, -2).reduceRight((rest, first) => m.list_comma({ first, rest }), last);
}
