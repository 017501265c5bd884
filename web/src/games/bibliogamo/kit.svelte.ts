// The components in use: the standard set, fetched once, or a custom set, which comes with the view.
import {
  CRAFTS,
  type ArtisanCard,
  type Components,
  type ComponentSet,
  type Craft,
  type Crew,
  type TowerId,
  type TowerPart,
  type ComponentsAnswer,
} from "./view";
import { fetchJson } from "../../shell/api";
import { fetchRulesFile, HAS_LOCAL } from "../../shell/local/place.svelte";

const fromServer = (): Promise<ComponentsAnswer> => fetchJson("/api/components");

/** From the files of the page if it can play alone, so that no server is needed. */
export const standardComponents = (): Promise<ComponentSet> =>
  (HAS_LOCAL ? fetchRulesFile<ComponentsAnswer>("components.json").catch(fromServer) : fromServer()).then(
    ({ components }) => components,
  );

/** Sends the text of a component file to the server, which parses and checks it. An error names the wrong entry. */
export const checkComponents = (text: string): Promise<ComponentSet> =>
  fetchJson<ComponentsAnswer>("/api/components", text).then(({ components }) => components);

export interface Kit {
  /** True for custom cards, whose names are shown as written. */
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

/** The standard set; empty until it is loaded. A failed request is retried. */
export function loadStandardComponents(): void {
  if (asking || standard.kit) return;
  asking = true;
  standardComponents().then(
    (set) => (standard.kit = kitOf(set, false)),
    () => setTimeout(() => ((asking = false), loadStandardComponents()), 1500),
  );
}

const known = new WeakMap<ComponentSet, Kit>();

export function kitFor(components: Components): Kit | null {
  if (components === "standard") return standard.kit;
  const kit = known.get(components) ?? kitOf(components, true);
  known.set(components, kit);
  return kit;
}

/** The large icons of a card, one entry per icon, in the order of the crafts. */
export const icons = (crew: Crew): Craft[] => CRAFTS.flatMap((craft) => Array<Craft>(crew[craft] ?? 0).fill(craft));

export const size = (crew: Crew): number => CRAFTS.reduce((sum, craft) => sum + (crew[craft] ?? 0), 0);
