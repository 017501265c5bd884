// From events to sentences, by the catalogue's own keys: event_<name>[_detail]_<you|other>[_hidden].
import type { LogLine } from "../../shell/log";
import { nameMark } from "../../shell/rich";
import { hasWord, list, m, word } from "../../shell/words.svelte";
import type { GameEvent, GameLine } from "./view";
import { cardMark, familyMark, read, type Family } from "./cards";

export interface Teller {
  you: number | null;
  names: string[];
  words: string;
}

/** Drawing a card is seen on the table; saying it for every card would drown the log. */
const SILENT = new Set(["card-drawn", "turn-begun", "phase-begun", "lot-won", "church-acquired"]);

const isGold = (card: string | undefined): boolean => !!card && read(card).family === "gold";

/** The part of the key that depends on the facts, not on who is reading. */
function detail(event: GameEvent, lot: string | undefined): string {
  switch (event.event) {
    case "bid":
      return isGold(lot) ? "_cards" : "_gold";
    case "lot-bought":
      return isGold(event.card) ? "_cards" : "_gold";
    case "card-paid":
      return event.face === "down" ? "_face_down" : "";
    case "category-won":
      return event.letter ? "_letter" : "";
    case "church-used": {
      const [die] = event.dice ?? [];
      const raised = !die || die.to > die.from;
      return (raised ? "_raised" : "_lowered") + ((event.dice?.length ?? 0) > 1 ? "_two" : "");
    }
    case "game-won": {
      const by = event.decided_by ?? "points";
      if ((event.winners?.length ?? 0) > 1) return "_shared";
      return by === "points" ? "_points" : by === "gold" ? "_gold" : "_category";
    }
    default:
      return "";
  }
}

function inputs(event: GameEvent, teller: Teller): Record<string, unknown> {
  const name = (seat: number | undefined): string => nameMark(teller.names[seat ?? 0] ?? "");
  const family = (which: string | undefined): string => (which ? familyMark(which as Family, teller.words) : "");
  const [first, second] = event.dice ?? [];
  const winners = event.winners ?? [];
  const points = Array.isArray(event.points) ? event.points[winners[0] ?? 0] : event.points;
  return {
    words: teller.words,
    name: name(event.seat ?? winners[0]),
    names: list(winners.filter((seat) => seat !== teller.you).map((seat) => name(seat))),
    victim: name(event.from),
    card: event.card ? cardMark(event.card, teller.words) : m.biblios_card_hidden(),
    count: event.amount,
    category: family(event.category ?? first?.category ?? event.decided_by),
    old: first?.from,
    new: first?.to,
    first: family(first?.category),
    first_old: first?.from,
    first_new: first?.to,
    second: family(second?.category),
    second_old: second?.from,
    second_new: second?.to,
    total: event.total,
    letter: event.letter,
    points,
  };
}

export function sentence(event: GameEvent, teller: Teller, lot?: string): string {
  const base = `biblios_event_${event.event}${detail(event, lot)}`;
  const mine = event.winners ? event.winners.includes(teller.you ?? -1) : event.seat === teller.you;
  const values = inputs(event, teller);
  if (event.event === "card-stolen" && event.from === teller.you)
    return word("biblios_event_card_stolen_from_you", values);
  const who = mine ? "_you" : "_other";
  const keys = [`${base}${who}${event.card ? "" : "_hidden"}`, `${base}${who}`, base];
  const key = keys.find(hasWord);
  return key ? word(key, values) : "";
}

function rubric(event: GameEvent, teller: Teller): string | null {
  if (event.event === "turn-begun") {
    const name = teller.names[event.seat ?? 0] ?? "";
    return event.seat === teller.you ? m.web_log_your_turn() : m.biblios_web_log_turn_of({ name });
  }
  if (event.event === "phase-begun") return word(`biblios_phase_${event.phase ?? "auction"}`, { words: teller.words });
  if (event.event === "lot-turned-up") return m.biblios_web_log_auction({ number: event.number ?? 0 });
  if (event.event === "hands-revealed") return m.biblios_web_log_scoring();
  return null;
}

/** The whole log, newest last. */
export function told(lines: GameLine[], teller: Teller): LogLine[] {
  const out: LogLine[] = [];
  let lot: string | undefined;
  for (const line of lines) {
    line.events.forEach((event, index) => {
      const key = `${line.v}.${index}`;
      if (event.event === "lot-turned-up" || event.event === "lot-offered-again") lot = event.card;
      const head = rubric(event, teller);
      if (head) out.push({ head: true, text: head, key: `${key}h` });
      if (SILENT.has(event.event)) return;
      const text = sentence(event, teller, lot);
      if (text) out.push({ head: false, text, key });
    });
  }
  return out;
}
