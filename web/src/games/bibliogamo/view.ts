// The shapes of the city are the wire's own; here are the lists that a page walks along.
import type { BibliogamoEvent, BibliogamoOptions, Craft, Line, TowerId } from "../../shell/wire";

export type {
  ArtisanCard, BibliogamoEvent, BibliogamoOutcome, BibliogamoStep, BibliogamoView, ComponentSet, Craft, Crew, HirePreview, Prices, TowerId, TowerPart,
} from "../../shell/wire";

export const CRAFTS: readonly Craft[] = ["researcher", "scribe", "illustrator", "binder"];
export const TOWERS: readonly TowerId[] = ["history", "poetry", "philosophy", "astronomy", "devotion", "cartography"];

/** A line of a city's log. */
export type BibliogamoLine = Line & { events: BibliogamoEvent[] };

/** The standard set, by its name, or an owner's own, as data. */
export type Components = BibliogamoOptions["components"];
