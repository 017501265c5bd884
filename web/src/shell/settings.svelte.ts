// The settings of this browser: looks, sounds and names. Without storage they last as long as the page.
import { language, preferred, type Language } from "./text/text.svelte";
import type { Memory, Pace } from "./wire";

export type Theme = "auto" | "vellum" | "night";
export type Motion = "calm" | "swift" | "none";
export type CardSize = "small" | "usual" | "large";
/** `apart`: a second, colour-blind friendly set of colours. */
export type Colours = "usual" | "apart";

/** Which keys act without Ctrl or Alt: speech input or a tremor may type letters by accident. */
export type Shortcuts = "all" | "digits" | "none";

interface Settings {
  lang: Language | null;
  theme: Theme;
  motion: Motion;
  colours: Colours;
  cards: CardSize;
  sound: boolean;
  shortcuts: Shortcuts;
  /** 0 … 1. */
  volume: number;
  /** Shows a browser notification when it is this player's turn and the page is hidden. */
  notices: boolean;
  /** The speed of bots at tables created by this browser. */
  pace: Pace;
  /** The memory aid in solo games. Among people, the table agrees on it. */
  memory: Memory;
  name: string;
}

export function readStorage<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function writeStorage(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* full or disabled: the page works without it */
  }
}

const KEY = "armarium-settings";
const DEFAULTS: Settings = {
  lang: null,
  theme: "auto",
  motion: "calm",
  colours: "usual",
  cards: "usual",
  sound: true,
  shortcuts: "all",
  volume: 0.6,
  notices: false,
  pace: "human",
  memory: "seen",
  name: "",
};

/** Reads the stored settings. The memory aid was once a boolean. */
function loadSettings(): Partial<Settings> {
  const stored = readStorage<Partial<Settings>>(KEY, {});
  if (typeof stored.memory === "boolean") return { ...stored, memory: stored.memory ? "seen" : "none" };
  return stored;
}

export const settings = $state<Settings>({ ...DEFAULTS, ...loadSettings() });

language.now = new URLSearchParams(location.search).has("lang") ? preferred() : (settings.lang ?? preferred());

export function updateSettings(what: Partial<Settings>): void {
  Object.assign(settings, what);
  if (what.lang) language.now = what.lang;
  writeStorage(KEY, $state.snapshot(settings));
  applySettings();
}

const dark = matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", () => applySettings());

export function isDark(): boolean {
  return settings.theme === "night" || (settings.theme === "auto" && dark.matches);
}

/** Sets looks and language on the root element, where style sheets and screen readers find them. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = isDark() ? "night" : "vellum";
  root.dataset.colours = settings.colours;
  root.dataset.cards = settings.cards;
  root.dataset.motion = settings.motion;
  root.lang = language.now;
}

// Follows changes made in another tab.
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  Object.assign(settings, loadSettings());
  if (settings.lang) language.now = settings.lang;
  applySettings();
});

/** The duration of one card's move in milliseconds; 0 without motion. */
export function moveDuration(): number {
  if (settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return settings.motion === "swift" ? 210 : 420;
}

const CARD_SCALES: Record<CardSize, number> = { small: 0.86, usual: 1, large: 1.18 };
/** The scale of cards; `tokens.css` has the same values. */
export const cardScale = (): number => CARD_SCALES[settings.cards];
