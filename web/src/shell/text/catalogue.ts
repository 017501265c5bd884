// Reads a catalogue in the inlang message format, by the same rules as the terminal and the server (text/catalogue.py).
// An entry is a text with {placeholders}, or variants of which the first match is used. `local who = seat: who`
// declares a value that a function computes from others; `plural` is built in. `de~{name}` is elided before a vowel:
// "d’Ivo", "de Bede". The example tables in tests/project apply to both readers.
import { plain } from "./rich";

/** Words that start with a vowel but allow no elision. */
const NO_ELISION = new Set(["oui", "onze", "onzième", "ouistiti", "uhlan", "yaourt", "yoga"]);

/** Whether the next word causes elision: it starts with a vowel or a silent h. */
export function causesElision(text: string): boolean {
  const word = /^[^\p{L}\p{N}]*(\p{L}[\p{L}’'-]*)/u.exec(plain(text))?.[1]?.toLowerCase() ?? "";
  if (!word || NO_ELISION.has(word)) return false;
  const [first = "", second = ""] = word.normalize("NFD").replace(/\p{M}/gu, "");
  return "aeiouhœæ".includes(first) || (first === "y" && !"aeiou".includes(second));
}

/** "de" and "Ivo" give "d’Ivo". Without a word, the text alone. */
export function elide(word: string | undefined, text: string): string {
  if (word === undefined) return text;
  return causesElision(text) ? `${word.slice(0, -1)}’${text}` : `${word} ${text}`;
}

export type Facts = Record<string, unknown>;
export type Catalogue = Record<string, unknown>;
export type Functions = Record<string, (...facts: never[]) => string | number>;

interface Message {
  /** Local values: their sources and function. */
  computed: Map<string, { sources: string[]; by: string }>;
  variants: { conditions: [string, string][]; text: string }[];
}

const LOCAL = /^local (\w+) = (\w+(?: \w+)*): (\w+)$/;
const PLACEHOLDER = /(?:(\p{L}+)~)?\{(\w+)\}/gu;
const known = new WeakMap<object, Message | null>();

function pair(condition: string): [string, string] {
  const [name = "", ...wanted] = condition.trim().split("=");
  return [name, wanted.join("=")];
}

function read(entry: unknown): Message | null {
  if (typeof entry !== "object" || entry === null) return parse(entry);
  if (!known.has(entry)) known.set(entry, parse(entry));
  return known.get(entry) ?? null;
}

function parse(entry: unknown): Message | null {
  if (typeof entry === "string") return { computed: new Map(), variants: [{ conditions: [], text: entry }] };
  const [only] = Array.isArray(entry) ? entry : [];
  if (typeof only !== "object" || only === null || !("match" in only)) return null;
  const { declarations = [], match } = only as { declarations?: string[]; match: Record<string, string> };
  const computed: Message["computed"] = new Map();
  for (const line of declarations) {
    const [, name, sources, by] = LOCAL.exec(line) ?? [];
    if (name && sources && by) computed.set(name, { sources: sources.split(" "), by });
  }
  const variants = Object.entries(match).map(([when, text]) => ({ conditions: when.split(",").map(pair), text }));
  return { computed, variants };
}

/**
 * The text of an entry; null if the given values do not fit. A placeholder is formatted by the function of the same
 * name, or else by `show`; a local value by its own function.
 */
export function renderMessage(
  catalogue: Catalogue,
  key: string,
  language: string,
  facts: Facts = {},
  functions: Functions = {},
  show: (fact: unknown) => string = String,
): string | null {
  const message = read(catalogue[key]);
  if (!message) return null;
  const isComputed = (name: string): boolean => message.computed.has(name) && !(name in facts);
  let isWhole = true;
  const missing = (): "" => {
    isWhole = false;
    return "";
  };
  const call = (by: string, ...sources: unknown[]): unknown => {
    const isGiven = sources.every((source) => source !== undefined && source !== null);
    if (by !== "plural" && (isGiven || by === "given")) return functions[by]?.(...(sources as never[])) ?? missing();
    return by === "plural" && typeof sources[0] === "number"
      ? new Intl.PluralRules(language).select(sources[0])
      : missing();
  };
  const value = (name: string): unknown => {
    const local = isComputed(name) ? message.computed.get(name) : null;
    return local ? call(local.by, ...local.sources.map(value)) : facts[name];
  };
  const shown = (name: string): string => {
    const found = value(name) ?? missing();
    if (isComputed(name) || !isWhole) return String(found);
    return name in functions ? String(call(name, found)) : show(found);
  };
  const fits = ([name, wanted]: [string, string]): boolean => wanted === "*" || String(value(name)) === wanted;
  const found = message.variants.find(({ conditions }) => conditions.every(fits));
  const text = found?.text.replace(PLACEHOLDER, (_, word: string | undefined, name: string) =>
    elide(word, shown(name)),
  );
  return isWhole ? (text ?? null) : null;
}
