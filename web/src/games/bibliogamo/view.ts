// The view types come from the protocol. This module adds the lists that the page iterates over.
import type { Line } from "../../shell/view";
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

/** The standard set by name, or a custom set as data. */
export type Components = Options["components"];
