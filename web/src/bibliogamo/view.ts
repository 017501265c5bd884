// The shapes of the city: what the wire gives, and the components, which are a file of their own.
import type { CityEvent, CityView, Craft, Crew, TowerId } from "../wire";

export type { CityEvent, CityOutcome, CityStep, CityView, Craft, Crew, HirePreview, Prices, TowerId } from "../wire";

export const CRAFTS: readonly Craft[] = ["researcher", "scribe", "illustrator", "binder"];
export const TOWERS: readonly TowerId[] = ["history", "poetry", "philosophy", "astronomy", "devotion", "cartography"];

export interface CityLine {
  v: number;
  events: CityEvent[];
}

export interface ArtisanCard {
  id: number;
  librarian: number;
  blocks: Craft;
  grants: Crew;
  pointer: number;
  florins: number[];
}

export interface TowerPart {
  id: TowerId;
  name: string;
  need: Crew;
  name_provenance?: string;
  need_provenance?: string;
  position_provenance?: string;
}

export interface CollectionPart {
  id: number;
  name: string;
  vp: number;
  need: Record<string, number>;
  provenance?: string;
}

/** A set of components as data: the standard one, or an owner's own. */
export interface ComponentSet {
  provenance?: Record<string, string>;
  counts: Record<string, number>;
  florin_levels: { florins: number; extra_artisans: number }[];
  limits?: Record<string, number>;
  ring: { spaces: string[] };
  tower: TowerPart[];
  prestige: CollectionPart[];
  artisan: ArtisanCard[];
}

export type Components = "standard" | ComponentSet;

export const componentsOf = (view: CityView): Components => view.options.components as Components;
