// What a press on a space of the board does now: walk there, hire for it, choose it.
import { m } from "../../shell/words.svelte";
import { crewName } from "./names";
import type { Kit } from "./kit.svelte";
import { hireOf, hire, sources, targets, walk } from "./moves";
import { size } from "./kit.svelte";
import type { View, HirePreview, TowerId } from "./view";

export interface Press {
  /** In words; empty where a press does nothing. */
  told: string;
  /** The same on the tower itself, as short as it goes. */
  short?: string;
  actions?: string[];
  choose?: TowerId;
  cost?: number;
  loses?: number;
  hire?: HirePreview;
  /** A hire that places nobody. */
  isEmpty?: boolean;
}

export interface Chosen {
  /** Hiring was begun: a card is asked for. */
  hiring: boolean;
  card: number | null;
  /** A space whose hire would place nobody, and was asked about once. */
  doubted: number | null;
  from: TowerId | null;
  to: TowerId | null;
}

/** "+2", "+1, 1 lost", "nothing": on the tower; whole sentences for ears. */
function hireTold(preview: HirePreview, supply: number): { told: string; short: string } {
  const placed = preview.short ? supply : size(preview.places);
  const told = [
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
  return { told: told.filter(Boolean).join(" "), short };
}

function walkTold(cost: number, loses: number): string {
  return loses
    ? m.bibliogamo_press_walk_loses({ count: cost, artisans: loses })
    : m.bibliogamo_press_walk({ count: cost });
}

export function pressesOf(kit: Kit, view: View, chosen: Chosen): Press[] {
  const levels = kit.set.florin_levels.map((level) => level.florins);
  const none: Press = { told: "" };
  return kit.ring.map((tower, space): Press => {
    if (chosen.card !== null) {
      const preview = tower && hireOf(view, chosen.card, tower);
      const actions = tower && hire(view, chosen.card, tower);
      if (!preview || !actions) return none;
      const isEmpty = !preview.short && !size(preview.places);
      return { ...hireTold(preview, view.supply), actions, hire: preview, isEmpty };
    }
    if (view.step === "move") {
      const way = view.previews.reach.find((reach) => reach.space === space);
      const actions = walk(view, space, levels);
      if (!way || !actions) return none;
      return { told: walkTold(way.cost, way.gives_back), actions, cost: way.cost, loses: way.gives_back };
    }
    if (!tower) return none;
    if (view.step === "give-back" && sources(view).includes(tower))
      return { told: m.bibliogamo_press_give(), choose: tower };
    if (view.step === "transfer" && view.transfer?.from === null) {
      if (chosen.from === null && sources(view).includes(tower))
        return { told: m.bibliogamo_press_from(), choose: tower };
      if (chosen.from === tower) return { told: m.bibliogamo_press_from(), choose: tower };
      if (chosen.from && targets(view, chosen.from).includes(tower))
        return { told: m.bibliogamo_press_to(), choose: tower };
    }
    return none;
  });
}
