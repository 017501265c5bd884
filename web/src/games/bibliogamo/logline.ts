// From events to sentences. A day is a rubric; what the board shows by itself is not told twice.
import type { LogLine } from "../../shell/log";
import { mark, plain } from "../../shell/rich";
import { list, m, word } from "../../shell/words.svelte";
import { size, type Kit } from "./kit.svelte";
import { counted, placeName, towerName } from "./names";
import { CRAFTS, type GameEvent, type GameLine, type Craft, type Crew, type TowerId } from "./view";

const marked = (craft: Craft, count: number): string => mark(craft, counted(craft, count));

const crew = (placed: Crew): string =>
  list(CRAFTS.filter((craft) => placed[craft]).map((craft) => marked(craft, placed[craft] ?? 0)));

type Telling = (event: GameEvent, kit: Kit, next: GameEvent | undefined) => string;
const tower = (kit: Kit, event: GameEvent): string => towerName(kit, event.tower as TowerId);

function hired(event: GameEvent, kit: Kit, next: GameEvent | undefined): string {
  const placed = event.placed ?? {};
  const lost = size(event.icons ?? {}) - size(placed);
  // The supply was short: whoever is placed is named one by one, and told one by one.
  if (!size(placed) && next?.event !== "card-paid") return m.bibliogamo_event_hired_first({ tower: tower(kit, event) });
  if (!size(placed)) return m.bibliogamo_event_hired_none({ tower: tower(kit, event) });
  const text = m.bibliogamo_event_hired({ tower: tower(kit, event), crew: crew(placed) });
  return lost ? `${text} ${m.bibliogamo_event_hired_lost({ count: lost })}` : text;
}

function moved(event: GameEvent, kit: Kit): string {
  const facts = {
    craft: mark(event.type ?? "scribe", counted(event.type as Craft, 1)),
    from: towerName(kit, event.from as TowerId),
    to: towerName(kit, event.to as TowerId),
  };
  return event.as && event.as !== event.type
    ? m.bibliogamo_event_moved_as({ ...facts, as: counted(event.as, 1) })
    : m.bibliogamo_event_moved(facts);
}

const TOLD: Record<string, Telling> = {
  "card-turned": (e, kit) =>
    m.bibliogamo_event_turned({
      card: e.card ?? 0,
      place: placeName(kit, Number(e.to)),
      rest: word(`bibliogamo_rest_${e.blocks}`),
    }),
  "step-paid": (e, kit) => m.bibliogamo_event_step({ place: placeName(kit, Number(e.to)) }),
  "level-lost": (e) => m.bibliogamo_event_level_lost({ level: e.level ?? 0, count: e.artisans ?? 0 }),
  "artisan-given-back": (e, kit) =>
    m.bibliogamo_event_given_back({ tower: tower(kit, e), craft: marked(e.type as Craft, 1) }),
  "block-lifted": (e) => word(`bibliogamo_event_lifted_${e.type}`, { card: e.card }),
  "price-offered": (e) => m.bibliogamo_event_price({ count: e.price ?? 0 }),
  "price-redrawn": (e) => m.bibliogamo_event_redrawn({ count: e.price ?? 0, day: e.day ?? 0 }),
  "level-reached": (e) => m.bibliogamo_event_level_reached({ level: e.level ?? 0, count: e.artisans ?? 0 }),
  "book-sold": (e, kit) => m.bibliogamo_event_sold({ tower: tower(kit, e), count: e.price ?? 0 }),
  "artisans-hired": hired,
  "artisan-placed": (e, kit) => m.bibliogamo_event_placed({ tower: tower(kit, e), craft: marked(e.type as Craft, 1) }),
  "card-paid": (e) => m.bibliogamo_event_paid({ card: e.card ?? 0 }),
  "library-used": (e) => m.bibliogamo_event_library({ card: e.card ?? 0, count: e.moves ?? 0 }),
  "artisan-moved": moved,
  "cards-drawn": (e) => m.bibliogamo_event_drawn({ count: Array.isArray(e.cards) ? e.cards.length : 0 }),
  reshuffled: (e) => m.bibliogamo_event_reshuffled({ count: Number(e.cards) }),
  "game-ended": (e) => m.bibliogamo_event_ended({ count: e.score ?? 0 }),
};

/** The whole log, newest last. The first day began before anything was done. */
export function told(kit: Kit, lines: GameLine[]): LogLine[] {
  const out: LogLine[] = [{ head: true, text: m.bibliogamo_lead({ day: 1 }), key: "first" }];
  lines.forEach((line, number) => {
    line.events.forEach((event, index) => {
      const key = `${line.v}.${index}`;
      if (event.event === "day-begun") {
        if (event.day === 1 && out.length === 1) return;
        out.push({ head: true, text: m.bibliogamo_lead({ day: event.day ?? 0 }), key });
        return;
      }
      const text = TOLD[event.event]?.(event, kit, line.events[index + 1] ?? lines[number + 1]?.events[0]);
      if (text) out.push({ head: false, text, key });
    });
  });
  return out;
}

/** What the last action did, for ears, without the drawings. */
export function happened(log: LogLine[], lines: GameLine[]): string {
  const v = lines.at(-1)?.v;
  return log
    .filter((line) => line.key.startsWith(`${v}.`))
    .map((line) => plain(line.text))
    .join(" ");
}
