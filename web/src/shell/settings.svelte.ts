// What this browser remembers: looks, sounds and names. A browser that keeps nothing plays all the same.
import { language, preferred, type Language } from "./words.svelte";
import type { Memory, Pace } from "./wire";

export type Theme = "auto" | "vellum" | "night";
export type Motion = "calm" | "swift" | "none";
export type CardSize = "small" | "usual" | "large";
/** `apart`: a second set of colours, chosen so that eyes that see fewer of them can tell them apart. */
export type Colours = "usual" | "apart";

interface Settings {
  lang: Language | null;
  theme: Theme;
  motion: Motion;
  colours: Colours;
  cards: CardSize;
  sound: boolean;
  /** 0 … 1. */
  volume: number;
  /** The browser itself tells when it is this person's turn and the page is not looked at. */
  notices: boolean;
  /** How fast bots are at the tables that this browser sets. */
  pace: Pace;
  /** The memory aid, where nobody else sits: among people the table has agreed on it. */
  memory: Memory;
  name: string;
}

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* full or forbidden: the page goes on without it */
  }
}

const KEY = "armarium-settings";
const fresh: Settings = {
  lang: null,
  theme: "auto",
  motion: "calm",
  colours: "usual",
  cards: "usual",
  sound: true,
  volume: 0.6,
  notices: false,
  pace: "human",
  memory: "seen",
  name: "",
};

/** What was kept; the memory aid was a yes or a no once. */
function kept(): Partial<Settings> {
  const found = recall<Partial<Settings>>(KEY, {});
  if (typeof found.memory === "boolean") return { ...found, memory: found.memory ? "seen" : "none" };
  return found;
}

export const settings = $state<Settings>({ ...fresh, ...kept() });

language.now = new URLSearchParams(location.search).has("lang") ? preferred() : (settings.lang ?? preferred());

export function change(what: Partial<Settings>): void {
  Object.assign(settings, what);
  if (what.lang) language.now = what.lang;
  remember(KEY, $state.snapshot(settings));
  dress();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => dress());

export function isNight(): boolean {
  return settings.theme === "night" || (settings.theme === "auto" && dark.matches);
}

/** Puts looks and language on the root, where the style sheets and screen readers look. */
export function dress(): void {
  const root = document.documentElement;
  root.dataset.theme = isNight() ? "night" : "vellum";
  root.dataset.colours = settings.colours;
  root.dataset.cards = settings.cards;
  root.dataset.motion = settings.motion;
  root.lang = language.now;
}

// Another leaf of the same browser changed something: this one follows.
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, kept());
  if (settings.lang) language.now = settings.lang;
  dress();
});

/** How long one card travels, in milliseconds; 0 where motion is not wanted. */
export function travel(): number {
  if (settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return settings.motion === "swift" ? 210 : 420;
}

const SCALES: Record<CardSize, number> = { small: 0.86, usual: 1, large: 1.18 };
/** How much larger cards are drawn than usual; `tokens.css` says the same to the style sheets. */
export const cardScale = (): number => SCALES[settings.cards];
