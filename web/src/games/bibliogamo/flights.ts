// From what happened to what travels. Zones of the table: pile, discard, turned, hand, supply, florins,
// offer-first, offer-second, library, a tower ("tower-poetry").
import type { Beat, Flight } from "../../shell/motion.svelte";
import type { GameEvent } from "./view";
import { stroll } from "./pawn.svelte";

type Told = (event: GameEvent) => (Flight | Beat)[];

const card = (from: string, to: string, id: number | undefined, turns = false): Flight => ({
  from,
  to,
  card: id === undefined ? null : String(id),
  turns,
});
const SPACES = 7;
const step = (from: unknown, to: unknown): number => ((Number(to) - Number(from) + SPACES + 3) % SPACES) - 3;

const TOLD: Record<string, Told> = {
  "librarian-walked": (e) => [stroll(Number(e.from), 3)],
  "card-turned": (e) => [card("pile", "turned", e.card, true), stroll(Number(e.from), step(e.from, e.to))],
  "step-paid": (e) => [stroll(Number(e.from), step(e.from, e.to))],
  "block-lifted": (e) => [card("hand", "discard", e.card)],
  "price-offered": (e) => [card("pile", "offer-first", e.first, true), card("pile", "offer-second", e.second, true)],
  "price-redrawn": (e) => [card("pile", "offer-second", e.second, true)],
  "book-sold": (e) => [{ from: `tower-${e.tower}`, to: "florins", card: null, figure: `+${e.price}` }],
  "artisans-hired": (e) => [card("hand", `tower-${e.tower}`, e.card)],
  "card-paid": (e) => [card("hand", "discard", e.card)],
  "library-used": (e) => [card("hand", "library", e.card)],
  "cards-drawn": (e) => (Array.isArray(e.cards) ? e.cards : []).map((id) => card("pile", "hand", id, true)),
};

export const flightsOf = (events: GameEvent[]): (Flight | Beat)[] =>
  events.flatMap((event) => TOLD[event.event]?.(event) ?? []);
