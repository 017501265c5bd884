// Reads a catalogue of the inlang message format by the same rules as the terminal and the server: a text with
// {placeholders}, or variants of which the first that fits is said. `de~{name}` is elided before a vowel (elision.ts).
import { joined } from "./elision";

export type Facts = Record<string, unknown>;
export type Catalogue = Record<string, unknown>;

interface Message {
  /** The name of a plural, and the fact that it counts. */
  plurals: [string, string][];
  variants: { conditions: [string, string][]; text: string }[];
}

const PLURAL = /^local (\w+) = (\w+): plural$/;
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
  if (typeof entry === "string") return { plurals: [], variants: [{ conditions: [], text: entry }] };
  const [only] = Array.isArray(entry) ? entry : [];
  if (typeof only !== "object" || only === null || !("match" in only)) return null;
  const { declarations = [], match } = only as { declarations?: string[]; match: Record<string, string> };
  const plurals = declarations.flatMap((line): [string, string][] => {
    const [, name, fact] = PLURAL.exec(line) ?? [];
    return name && fact ? [[name, fact]] : [];
  });
  const variants = Object.entries(match).map(([when, text]) => ({ conditions: when.split(",").map(pair), text }));
  return { plurals, variants };
}

/** The text of an entry; null where it cannot be said with these facts. */
export function sayFrom(catalogue: Catalogue, key: string, language: string, facts: Facts = {}): string | null {
  const message = read(catalogue[key]);
  if (!message) return null;
  const chosen = new Map(Object.entries(facts).map(([name, fact]) => [name, String(fact)]));
  for (const [name, fact] of message.plurals) {
    const number = facts[fact];
    if (typeof number !== "number") return null;
    chosen.set(name, new Intl.PluralRules(language).select(number));
  }
  const fits = ([name, wanted]: [string, string]): boolean => wanted === "*" || chosen.get(name) === wanted;
  const found = message.variants.find(({ conditions }) => conditions.every(fits));
  if (!found || [...found.text.matchAll(PLACEHOLDER)].some(([, , name = ""]) => !(name in facts))) return null;
  return found.text.replace(PLACEHOLDER, (_, word: string | undefined, name: string) =>
    joined(word, String(facts[name])),
  );
}
