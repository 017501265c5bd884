// The components in use: the standard set, asked for once, or an owner's own, which come with the view.
import { standardComponents } from "./addresses";
import {
  CRAFTS,
  type ArtisanCard,
  type Components,
  type ComponentSet,
  type Craft,
  type Crew,
  type TowerId,
  type TowerPart,
} from "./view";

export interface Kit {
  /** An owner's own cards: their names are shown as written. */
  own: boolean;
  set: ComponentSet;
  cards: Map<number, ArtisanCard>;
  towers: Map<TowerId, TowerPart>;
  /** Clockwise; null is the Grand Library. */
  ring: (TowerId | null)[];
}

export function kitOf(set: ComponentSet, own: boolean): Kit {
  return {
    own,
    set,
    cards: new Map(set.artisan.map((card) => [card.id, card])),
    towers: new Map(set.tower.map((tower) => [tower.id, tower])),
    ring: set.ring.spaces.map((place, index) => (index === 0 ? null : (place as TowerId))),
  };
}

export const standard = $state<{ kit: Kit | null }>({ kit: null });
let asking = false;

/** The standard set; empty until it has come. A broken line is tried again. */
export function askStandard(): void {
  if (asking || standard.kit) return;
  asking = true;
  standardComponents().then(
    (set) => (standard.kit = kitOf(set, false)),
    () => setTimeout(() => ((asking = false), askStandard()), 1500),
  );
}

const known = new WeakMap<ComponentSet, Kit>();

export function kitFor(components: Components): Kit | null {
  if (components === "standard") return standard.kit;
  const kit = known.get(components) ?? kitOf(components, true);
  known.set(components, kit);
  return kit;
}

/** The large icons of a card, one by one, in the order of the crafts. */
export const icons = (crew: Crew): Craft[] => CRAFTS.flatMap((craft) => Array<Craft>(crew[craft] ?? 0).fill(craft));

export const size = (crew: Crew): number => CRAFTS.reduce((sum, craft) => sum + (crew[craft] ?? 0), 0);
