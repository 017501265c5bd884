// The animations and sounds of an event. Zones of the table: pile, discard, turned, hand, supply, florins, offer-first,
// offer-second, library, and a tower ("tower-poetry").
import type { CustomAnimation, Flight } from "../../shell/motion.svelte";
import type { GameEvent } from "./view";
import type { Sound } from "../../shell/sound/voices";

const TILE = 160;
const SPACES = 7;

/** Every space the librarian passes, in order. The sign of `steps` gives the direction. */
export function passedSpaces(from: number, steps: number): number[] {
  const way = steps < 0 ? -1 : 1;
  return Array.from(
    { length: Math.abs(steps) },
    (_, index) => (((from + way * (index + 1)) % SPACES) + SPACES) % SPACES,
  );
}

export function walkAnimation(from: number, steps: number): CustomAnimation {
  return {
    prepare: ({ shown }) => void (shown.librarian ??= from),
    play: async (motion) => {
      for (const tile of passedSpaces(from, steps)) {
        motion.shown.librarian = tile;
        await motion.pause(TILE);
      }
    },
    settle: ({ shown }) => void delete shown.librarian,
  };
}

type ToFlights = (event: GameEvent) => (Flight | CustomAnimation)[];

const card = (from: string, to: string, id: number | undefined, turns = false): Flight => ({
  from,
  to,
  card: id === undefined ? null : String(id),
  turns,
});
const step = (from: unknown, to: unknown): number => ((Number(to) - Number(from) + SPACES + 3) % SPACES) - 3;

const FLIGHTS: Record<string, ToFlights> = {
  "librarian-walked": (e) => [walkAnimation(Number(e.from), 3)],
  "card-turned": (e) => [card("pile", "turned", e.card, true), walkAnimation(Number(e.from), step(e.from, e.to))],
  "step-paid": (e) => [walkAnimation(Number(e.from), step(e.from, e.to))],
  "block-lifted": (e) => [card("hand", "discard", e.card)],
  "price-offered": (e) => [card("pile", "offer-first", e.first, true), card("pile", "offer-second", e.second, true)],
  "price-redrawn": (e) => [card("pile", "offer-second", e.second, true)],
  "book-sold": (e) => [{ from: `tower-${e.tower}`, to: "florins", card: null, figure: `+${e.price}` }],
  "artisans-hired": (e) => [card("hand", `tower-${e.tower}`, e.card)],
  "card-paid": (e) => [card("hand", "discard", e.card)],
  "library-used": (e) => [card("hand", "library", e.card)],
  "cards-drawn": (e) => (Array.isArray(e.cards) ? e.cards : []).map((id) => card("pile", "hand", id, true)),
};

export const flightsOf = (events: GameEvent[]): (Flight | CustomAnimation)[] =>
  events.flatMap((event) => FLIGHTS[event.event]?.(event) ?? []);

const SOUNDS: Record<string, Sound> = {
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

export const soundsOf = (events: GameEvent[]): Sound[] => events.flatMap(({ event }) => SOUNDS[event] ?? []);
