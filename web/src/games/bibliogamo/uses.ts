// What each card of the hand is good for now.
import { m, word } from "../../shell/words.svelte";
import { size, type Kit } from "./kit.svelte";
import { canHire, hireOf, only } from "./moves";
import { TOWERS, type View } from "./view";

export interface Use {
  /** Can be pressed now. */
  live: boolean;
  /** Cannot be hired with: shown faded. */
  off: boolean;
  told: string;
}

/** The sentence of the rules that a card of the hand is about now. */
export function ruleOf(view: View, card: number): string {
  if (view.step === "pay") return "L-5.1";
  if (view.step === "library") return "L-6.2";
  return view.previews.blocked_cards.includes(card) ? "L-2.6" : "L-5.2";
}

/** The most artisans that the card would place anywhere. */
function most(view: View, card: number): number {
  return Math.max(...TOWERS.map((tower) => Math.min(size(hireOf(view, card, tower)?.places ?? {}), view.supply)));
}

export function useOf(kit: Kit, view: View, card: number): Use {
  if (view.step === "pay") return { live: !!only(view, `pay ${card}`), off: false, told: "" };
  if (view.step === "library")
    return {
      live: !!only(view, `library ${card}`),
      off: false,
      told: m.bibliogamo_use_library({ count: size(kit.cards.get(card)?.grants ?? {}) }),
    };
  if (!["move", "sell", "hire"].includes(view.step)) return { live: false, off: false, told: "" };
  const lifts = !!only(view, `lift ${card}`);
  const blocked = view.previews.blocked_cards.includes(card);
  const hires = canHire(view, card);
  const told = [
    blocked && view.blocked ? word(`bibliogamo_rest_${view.blocked}`) : "",
    hires ? m.bibliogamo_use_places({ count: most(view, card) }) : "",
    lifts ? m.bibliogamo_use_lift() : "",
  ];
  return { live: hires || lifts, off: blocked, told: told.filter(Boolean).join(" ") };
}
