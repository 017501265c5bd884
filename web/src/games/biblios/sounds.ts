// What is heard when something happened.
import type { Sound } from "../../shell/sound/sounds";
import type { GameEvent } from "./view";

const HEARD: Record<string, Sound> = {
  "card-drawn": "page",
  "lot-turned-up": "page",
  bid: "coin",
  "card-paid": "coin",
  "lot-bought": "gavel",
  "lot-discarded": "gavel",
  "could-not-pay": "gavel",
  "refused-to-pay": "gavel",
  "card-stolen": "page",
  "card-lost": "page",
  "church-used": "die",
};

export const soundsOf = (events: GameEvent[]): Sound[] => events.flatMap(({ event }) => HEARD[event] ?? []);
