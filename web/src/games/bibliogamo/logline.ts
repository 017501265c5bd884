// Converts events to log lines. Each day is a heading. Facts that the board already shows are left out.
import type { LogLine } from "../../shell/view";
import type { Functions } from "../../shell/text/catalogue";
import { renderEvent } from "../../shell/text/events";
import { mark, plain } from "../../shell/text/rich";
import { list, m, textFor } from "../../shell/text/text.svelte";
import type { Kit } from "./kit.svelte";
import { counted, crewName, placeName, towerName } from "./names";
import { CRAFTS, type GameEvent, type GameLine, type Craft, type Crew, type TowerId } from "./view";

const marked = (craft: Craft, count: number): string => mark(craft, counted(craft, count));

const functions = (kit: Kit): Functions => ({
  tower: (tower: TowerId) => towerName(kit, tower),
  place: (space: number) => placeName(kit, space),
  craft: (craft: Craft) => marked(craft, 1),
  crafts: (craft: Craft) => textFor(`bibliogamo_plural_${craft}`),
  crew: (crew: Crew) => list(CRAFTS.filter((craft) => crew[craft]).map((craft) => marked(craft, crew[craft] ?? 0))),
  rest: (craft: Craft) => textFor(`bibliogamo_rest_${craft}`),
});

export const eventSentence = (kit: Kit, event: { event: string }): string =>
  renderEvent("bibliogamo", event, { you: null, names: [] }, functions(kit)) ?? "";

/** The whole log, newest last. The first day starts before the first action. */
export function buildLog(kit: Kit, lines: GameLine[]): LogLine[] {
  const log: LogLine[] = [{ head: true, text: m.bibliogamo_event_day_begun({ day: 1 }), key: "first" }];
  for (const line of lines) {
    line.events.forEach((event, index) => {
      const head = event.event === "day-begun";
      if (event.event === "librarian-walked" || (head && event.day === 1 && log.length === 1)) return;
      const text = eventSentence(kit, event);
      if (text) log.push({ head, text, key: `${line.v}.${index}` });
    });
  }
  return log;
}

/** What the last action did, as plain text for screen readers. Drawn cards are named. */
export function announceLastAction(kit: Kit, log: LogLine[], lines: GameLine[]): string {
  const last = lines.at(-1);
  if (!last) return "";
  // If this game continues another one, the log before the first action is a whole game: announce only its last day.
  const from = last.v === 0 ? log.findLastIndex((line) => line.head) : 0;
  return log
    .slice(from)
    .flatMap((line) => {
      const [v, index] = line.key.split(".");
      if (v !== String(last.v)) return [];
      const event: GameEvent | undefined = last.events[Number(index)];
      return event?.event === "cards-drawn" && Array.isArray(event.cards)
        ? eventSentence(kit, { ...event, cards: event.cards.map((card) => cardText(kit, card)) } as { event: string })
        : plain(line.text);
    })
    .join(" ");
}

const cardText = (kit: Kit, card: number): string =>
  m.bibliogamo_announce_card({ card, crew: crewName(kit.cards.get(card)?.grants ?? {}) });
