// All that the page says comes from the one catalogue. The language is state: whoever shows a
// message shows it anew when the language changes, without losing its place.
import * as messages from "../../build/paraglide/messages.js";
import { overwriteGetLocale } from "../../build/paraglide/runtime.js";

export type Language = "en" | "fr";
type Message = (inputs?: Record<string, unknown>) => string;

const asked = typeof location === "undefined" ? null : new URLSearchParams(location.search).get("lang");
/** A tongue for tests, asked for by `?lang=xx`: every message stands in ⟦brackets⟧. */
export const bracketed = asked === "xx";

export const language = $state<{ now: Language }>({ now: "en" });
overwriteGetLocale(() => language.now);

export function preferred(): Language {
  if (asked === "fr" || asked === "en") return asked;
  if (typeof navigator === "undefined" || bracketed) return "en";
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

/** The language that the server is asked to answer in. */
export const tongue = (): string => (bracketed ? "xx" : language.now);

export const m: typeof messages = bracketed
  ? new Proxy({} as typeof messages, {
      get: (_, key: string) => (inputs?: Record<string, unknown>) => `⟦${say(key, inputs)}⟧`,
    })
  : messages;

function say(key: string, inputs: Record<string, unknown> = {}): string {
  const message = (messages as unknown as Record<string, Message>)[key];
  return message ? message(inputs) : key;
}

/** A message by a key that was built: category names, events, codes. */
export function word(key: string, inputs: Record<string, unknown> = {}): string {
  const text = say(key.replaceAll("-", "_"), inputs);
  return bracketed ? `⟦${text}⟧` : text;
}

export function hasWord(key: string): boolean {
  return key.replaceAll("-", "_") in messages;
}

/** "A, B and C" in the reader's language. */
export function list(items: string[]): string {
  const [first, second] = items.slice(-2);
  if (first === undefined || second === undefined) return first ?? "";
  const last = m.list_pair({ first, second });
  return items.slice(0, -2).reduceRight((rest, first) => m.list_comma({ first, rest }), last);
}
