// The animations and sounds of an event. Zones of the table: pile, drawn, public, auction, lot, church, discard, a seat
// ("seat-2"), a shelf column ("col-monks"), a die ("die-tomes").
import type { Flight } from "../../shell/motion.svelte";
import type { GameEvent } from "./view";
import { read } from "./cards";
import type { Sound } from "../../shell/sound/voices";

/** The zone of a card that a seat receives: the reader's own shelf, or another player's name. */
function zoneOf(seat: number | undefined, you: number | null, card: string | undefined): string {
  return seat === you && card ? `col-${read(card).family}` : `seat-${seat}`;
}

type ToFlights = (event: GameEvent, you: number | null) => Flight[];

const one = (flight: Flight): Flight[] => [flight];

const FLIGHTS: Record<string, ToFlights> = {
  "card-drawn": (e) => one({ from: "pile", to: "drawn", card: e.card ?? null, turns: !!e.card }),
  "card-kept": (e, you) => one({ from: "drawn", to: zoneOf(e.seat, you, e.card), card: e.card ?? null }),
  "card-auctioned": () => one({ from: "drawn", to: "auction", card: null }),
  "card-made-public": (e) => one({ from: "drawn", to: "public", card: e.card ?? null }),
  "card-taken": (e, you) => one({ from: "public", to: zoneOf(e.seat, you, e.card), card: e.card ?? null }),
  "lot-turned-up": (e) => one({ from: "auction", to: "lot", card: e.card ?? null, turns: true }),
  bid: (e) => one({ from: `seat-${e.seat}`, to: `bid-${e.seat}`, card: null, figure: String(e.amount) }),
  "card-paid": (e, you) =>
    one({ from: zoneOf(e.seat, you, e.card), to: "discard", card: e.face === "up" ? (e.card ?? null) : null }),
  "lot-bought": (e, you) => one({ from: "lot", to: zoneOf(e.seat, you, e.card), card: e.card ?? null }),
  "card-stolen": (e, you) =>
    one({ from: zoneOf(e.from, you, e.card), to: zoneOf(e.seat, you, e.card), card: e.card ?? null }),
  "card-lost": (e, you) => one({ from: zoneOf(e.seat, you, e.card), to: "discard", card: e.card ?? null }),
  "lot-discarded": (e) => one({ from: "lot", to: "discard", card: e.card ?? null }),
  "church-used": (e) =>
    (e.dice ?? []).map(({ category }) => ({ from: "church", to: `die-${category}`, card: e.card ?? null })),
  "church-declined": (e) => one({ from: "church", to: "discard", card: e.card ?? null }),
};

/** A church card never reaches a hand, so taking one is animated as a move to the church zone. */
const TOWARDS_CHURCH = new Set(["card-kept", "card-taken", "lot-bought"]);

export function flightsOf(events: GameEvent[], you: number | null): Flight[] {
  return events.flatMap((event, index) => {
    const flights = FLIGHTS[event.event]?.(event, you) ?? [];
    const next = events[index + 1];
    if (next?.event === "church-acquired" && TOWARDS_CHURCH.has(event.event)) {
      return flights.map((flight) => ({ ...flight, to: "church", card: next.card ?? flight.card }));
    }
    return flights;
  });
}

const SOUNDS: Record<string, Sound> = {
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

export const soundsOf = (events: GameEvent[]): Sound[] => events.flatMap(({ event }) => SOUNDS[event] ?? []);
