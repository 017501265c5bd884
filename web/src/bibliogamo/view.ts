// The shapes of the city are the wire's own; here are the lists that a page walks along.
import type { CityEvent, CityOptions, Craft, Line, TowerId } from "../wire";

export type {
  ArtisanCard, CityEvent, CityOutcome, CityStep, CityView, ComponentSet, Craft, Crew, HirePreview, Prices, TowerId, TowerPart,
} from "../wire";

export const CRAFTS: readonly Craft[] = ["researcher", "scribe", "illustrator", "binder"];
export const TOWERS: readonly TowerId[] = ["history", "poetry", "philosophy", "astronomy", "devotion", "cartography"];

/** A line of a city's log. */
export type CityLine = Line & { events: CityEvent[] };

/** The standard set, by its name, or an owner's own, as data. */
export type Components = CityOptions["components"];
