// What is heard when something happened.
import type { Sound } from "../../shell/sound/sounds";
import type { GameEvent } from "./view";

const HEARD: Record<string, Sound> = {
  "card-turned": "page",
  "cards-drawn": "page",
  "block-lifted": "page",
  "price-offered": "page",
  "price-redrawn": "page",
  reshuffled: "page",
  "step-paid": "coin",
  "book-sold": "coin",
  "artisans-hired": "gavel",
};

export const soundsOf = (events: GameEvent[]): Sound[] => events.flatMap(({ event }) => HEARD[event] ?? []);
