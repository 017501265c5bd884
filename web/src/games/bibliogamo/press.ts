// What a press does now: on a space of the board (walk there, hire for it, select it) and on a card in hand.
import { m, textFor } from "../../shell/text/text.svelte";
import { crewName } from "./names";
import { type Kit, size } from "./kit.svelte";
import { hireOf, hire, sources, targets, walk, canHire, ifLegal } from "./moves";
import { type View, type HirePreview, type TowerId, TOWERS } from "./view";

export interface Press {
  /** The effect as text; empty if a press does nothing. */
  effect: string;
  /** The short form shown on the tower itself. */
  short?: string;
  actions?: string[];
  choose?: TowerId;
  cost?: number;
  loses?: number;
  hire?: HirePreview;
  /** True for a hire that places nobody. */
  isEmpty?: boolean;
}

export interface Chosen {
  /** True if hiring has started and a card must be chosen. */
  hiring: boolean;
  card: number | null;
  /** A space whose hire would place nobody, and whose confirmation has been shown. */
  doubted: number | null;
  /** The card whose payment would end the day, and whose confirmation has been shown. */
  ending: number | null;
  from: TowerId | null;
  to: TowerId | null;
}

/** "+2", "+1, 1 lost" or "nothing" on the tower; full sentences for screen readers. */
function describeHire(preview: HirePreview, supply: number): { effect: string; short: string } {
  const placed = preview.short ? supply : size(preview.places);
  const effect = [
    !placed
      ? m.bibliogamo_press_hire_none()
      : preview.short
        ? m.bibliogamo_press_hire_short({ count: placed })
        : m.bibliogamo_press_hire({ crew: crewName(preview.places) }),
    preview.short ? m.bibliogamo_press_short({ count: preview.short }) : "",
    preview.loses ? m.bibliogamo_press_loses({ count: preview.loses }) : "",
    preview.finishes ? m.bibliogamo_press_finishes() : "",
  ];
  const short = !placed
    ? m.bibliogamo_tag_nobody()
    : preview.finishes
      ? m.bibliogamo_tag_finishes()
      : preview.loses + preview.short
        ? m.bibliogamo_tag_loses({ placed, count: preview.loses + preview.short })
        : `+${placed}`;
  return { effect: effect.filter(Boolean).join(" "), short };
}

function describeWalk(cost: number, loses: number): string {
  return loses
    ? m.bibliogamo_press_walk_loses({ count: cost, artisans: loses })
    : m.bibliogamo_press_walk({ count: cost });
}

export function pressesOf(kit: Kit, view: View, chosen: Chosen): Press[] {
  const levels = kit.set.florin_levels.map((level) => level.florins);
  const none: Press = { effect: "" };
  return kit.ring.map((tower, space): Press => {
    if (chosen.card !== null) {
      const preview = tower && hireOf(view, chosen.card, tower);
      const actions = tower && hire(view, chosen.card, tower);
      if (!preview || !actions) return none;
      const isEmpty = !preview.short && !size(preview.places);
      return { ...describeHire(preview, view.supply), actions, hire: preview, isEmpty };
    }
    if (view.step === "move") {
      const way = view.previews.reach.find((reach) => reach.space === space);
      const actions = walk(view, space, levels);
      if (!way || !actions) return none;
      return { effect: describeWalk(way.cost, way.gives_back), actions, cost: way.cost, loses: way.gives_back };
    }
    if (!tower) return none;
    if (view.step === "give-back" && sources(view).includes(tower))
      return { effect: m.bibliogamo_press_give(), choose: tower };
    if (view.step === "transfer" && view.transfer?.from === null) {
      if (chosen.from === null && sources(view).includes(tower))
        return { effect: m.bibliogamo_press_from(), choose: tower };
      if (chosen.from === tower) return { effect: m.bibliogamo_press_from(), choose: tower };
      if (chosen.from && targets(view, chosen.from).includes(tower))
        return { effect: m.bibliogamo_press_to(), choose: tower };
    }
    return none;
  });
}

export interface Use {
  /** True if the card can be pressed now. */
  live: boolean;
  /** True if the card cannot be used to hire; it is shown faded. */
  off: boolean;
  effect: string;
}

/** The rule that applies to a card in hand now. */
export function ruleOf(view: View, card: number): string {
  if (view.step === "pay") return "L-5.1";
  if (view.step === "library") return "L-6.2";
  return view.previews.blocked_cards.includes(card) ? "L-2.6" : "L-5.2";
}

/** The most artisans that the card would place on any tower. */
function most(view: View, card: number): number {
  return Math.max(...TOWERS.map((tower) => Math.min(size(hireOf(view, card, tower)?.places ?? {}), view.supply)));
}

export function useOf(kit: Kit, view: View, card: number): Use {
  if (view.step === "pay") return { live: !!ifLegal(view, `pay ${card}`), off: false, effect: "" };
  if (view.step === "library")
    return {
      live: !!ifLegal(view, `library ${card}`),
      off: false,
      effect: m.bibliogamo_use_library({ count: size(kit.cards.get(card)?.grants ?? {}) }),
    };
  if (!["move", "sell", "hire"].includes(view.step)) return { live: false, off: false, effect: "" };
  const lifts = !!ifLegal(view, `lift ${card}`);
  const blocked = view.previews.blocked_cards.includes(card);
  const hires = canHire(view, card);
  const effect = [
    blocked && view.blocked ? textFor(`bibliogamo_rest_${view.blocked}`) : "",
    hires ? m.bibliogamo_use_places({ count: most(view, card) }) : "",
    lifts ? m.bibliogamo_use_lift() : "",
  ];
  return { live: hires || lifts, off: blocked, effect: effect.filter(Boolean).join(" ") };
}
