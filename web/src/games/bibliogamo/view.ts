// The shapes of Bibliogamo are the wire's own; here are the lists that a page walks along.
import type { Line } from "../../shell/game";
import type { Craft, Event, Options, TowerId } from "./wire";

export type {
  ArtisanCard,
  ComponentsAnswer,
  ComponentSet,
  Craft,
  Crew,
  HirePreview,
  Options,
  Outcome,
  Prices,
  Step,
  TowerId,
  TowerPart,
  View,
} from "./wire";
export type GameEvent = Event;
export type GameLine = Line<GameEvent>;

export const CRAFTS: readonly Craft[] = ["researcher", "scribe", "illustrator", "binder"];
export const TOWERS: readonly TowerId[] = ["history", "poetry", "philosophy", "astronomy", "devotion", "cartography"];

/** The standard set, by its name, or an owner's own, as data. */
export type Components = Options["components"];
