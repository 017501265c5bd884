// The focus stays where it was pressed. When what was pressed is gone, or can do nothing more, it goes
// to what took its place, else to the first thing that can be done.
import { tick } from "svelte";

const pressable = (zone: Element): HTMLElement[] => [...zone.querySelectorAll<HTMLElement>("button")];
const isLive = (button: HTMLElement | undefined): boolean => !!button && button.getAttribute("aria-disabled") === null;

/** Keeps the focus inside the zones marked `data-keep` while the view changes; null while nothing can be pressed. */
export function keepFocus(changes: () => unknown) {
  return (root: HTMLElement): void => {
    let zone: string | null = null;
    let index = 0;
    root.addEventListener("focusin", (event) => {
      const home = (event.target as Element).closest<HTMLElement>("[data-keep]");
      zone = home?.dataset.keep ?? null;
      index = home ? pressable(home).indexOf(event.target as HTMLElement) : 0;
    });
    $effect(() => {
      if (changes() === null) return;
      void tick().then(() => {
        const now = document.activeElement;
        const isHere = now instanceof HTMLElement && root.contains(now);
        if (!zone || (now !== document.body && !isHere) || (isHere && isLive(now))) return;
        const home = root.querySelector(`[data-keep="${zone}"]`);
        const next = home ? pressable(home)[Math.max(index, 0)] : undefined;
        const other = root.querySelector<HTMLElement>('[data-keep="acts"] button:not([aria-disabled])');
        (isLive(next) ? next : (other ?? next))?.focus();
      });
    });
  };
}
