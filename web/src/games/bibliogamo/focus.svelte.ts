// Keeps the keyboard focus in place. If the focused control disappears or is disabled, the focus moves to its
// replacement, or else to the first available action.
import { tick } from "svelte";
import { isLost } from "../../shell/focus";

const pressable = (zone: Element): HTMLElement[] => [...zone.querySelectorAll<HTMLElement>("button")];
const isLive = (button: HTMLElement | undefined): boolean => !!button && button.getAttribute("aria-disabled") === null;

/** Keeps the focus inside the zones marked `data-keep` while the view changes; null while nothing can be pressed. */
export function keepFocus(changes: () => unknown) {
  return (root: HTMLElement): void => {
    let zone: string | null = null;
    let index = 0;
    root.addEventListener("focusin", (event) => {
      // The focus came here because its own place is gone. Remember that place, to return to it later.
      if ((event.target as Element).matches("[data-home]") && !event.relatedTarget) return;
      const home = (event.target as Element).closest<HTMLElement>("[data-keep]");
      zone = home?.dataset.keep ?? null;
      index = home ? pressable(home).indexOf(event.target as HTMLElement) : 0;
    });
    $effect(() => {
      if (changes() === null) return;
      void tick().then(() => {
        const now = document.activeElement as HTMLElement | null;
        const isGone = isLost(now) || !!now?.matches("[data-home]");
        const isHere = !!now && root.contains(now);
        if (!zone || (!isGone && (!isHere || isLive(now)))) return;
        const home = root.querySelector(`[data-keep="${zone}"]`);
        const next = home ? pressable(home)[Math.max(index, 0)] : undefined;
        const other = root.querySelector<HTMLElement>('[data-keep="acts"] button:not([aria-disabled])');
        (isLive(next) ? next : (other ?? next))?.focus();
      });
    });
  };
}
