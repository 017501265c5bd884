// Converts events to sentences, and builds the log with its headings.
import type { LogLine } from "../../shell/view";
import type { Functions } from "../../shell/text/catalogue";
import { renderEvent, type Reader } from "../../shell/text/events";
import { list, m, textFor } from "../../shell/text/text.svelte";
import type { GameEvent, GameLine } from "./view";
import { cardMark, familyMark, read, type Family } from "./cards";

export interface LogContext extends Reader {
  words: string;
  /** The tie-break option, for a game decided by a tie. */
  game_tie?: unknown;
}
type Die = NonNullable<GameEvent["dice"]>[number];

/** Draws are visible on the table; logging each one would flood the log. */
const SILENT = new Set(["card-drawn", "turn-begun", "phase-begun", "lot-won", "church-acquired"]);

const functions = (words: string): Functions => ({
  card: (card: string) => cardMark(card, words),
  category: (category: Family) => familyMark(category, words),
  unit: (lot: string) => (lot && read(lot).family === "gold" ? "cards" : "gold"),
  way: ([die]: Die[]) => (die && die.to > die.from ? "raised" : "lowered"),
  dice: (dice: Die[]) =>
    list(
      dice.map(({ category, from, to }) =>
        m.biblios_die_change({ category: familyMark(category, words), old: from, new: to }),
      ),
    ),
});

export function sentence(event: GameEvent, context: LogContext, lot = ""): string {
  const { words, game_tie } = context;
  return renderEvent("biblios", { words, game_tie, lot, ...event }, context, functions(words)) ?? "";
}

function headingText(event: GameEvent, context: LogContext): string | null {
  if (event.event === "turn-begun") {
    const name = context.names[event.seat ?? 0] ?? "";
    return event.seat === context.you ? m.web_log_your_turn() : m.biblios_web_log_turn_of({ name });
  }
  if (event.event === "phase-begun")
    return textFor(`biblios_phase_${event.phase ?? "auction"}`, { words: context.words });
  if (event.event === "lot-turned-up") return m.biblios_web_log_auction({ number: event.number ?? 0 });
  if (event.event === "hands-revealed") return m.biblios_web_log_scoring();
  return null;
}

/** The whole log, newest last. */
export function buildLog(lines: GameLine[], context: LogContext): LogLine[] {
  const out: LogLine[] = [];
  let lot: string | undefined;
  for (const line of lines) {
    line.events.forEach((event, index) => {
      const key = `${line.v}.${index}`;
      if (event.event === "lot-turned-up" || event.event === "lot-offered-again") lot = event.card;
      const head = headingText(event, context);
      if (head) out.push({ head: true, text: head, key: `${key}h` });
      if (SILENT.has(event.event)) return;
      const text = sentence(event, context, lot);
      if (text) out.push({ head: false, text, key });
    });
  }
  return out;
}
