// What this browser remembers: looks and names. A browser that keeps nothing plays all the same.
import { language, preferred, type Language } from "./words.svelte";

export type Theme = "auto" | "vellum" | "night";
export type Motion = "calm" | "swift" | "none";

interface Settings {
  lang: Language | null;
  theme: Theme;
  motion: Motion;
  memory: boolean;
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
const fresh: Settings = { lang: null, theme: "auto", motion: "calm", memory: true, name: "" };

export const settings = $state<Settings>({ ...fresh, ...recall<Partial<Settings>>(KEY, {}) });

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

/** Puts theme and language on the root, where the style sheets and screen readers look. */
export function dress(): void {
  document.documentElement.dataset.theme = isNight() ? "night" : "vellum";
  document.documentElement.lang = language.now;
}

/** How long one card travels, in milliseconds; 0 where motion is not wanted. */
export function travel(): number {
  if (settings.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
  return settings.motion === "swift" ? 210 : 420;
}
