// What people did, as log lines, each placed after the action that preceded it.
import type { Line, LogLine } from "../view";
import { levelName, playerNames } from "../names";
import { nameMark, plain } from "../text/rich";
import type { PeopleLine, TableInfo } from "../wire";
import { hasText, m, textFor } from "../text/text.svelte";

/** The text of a line; empty if another line already says it. */
export function sentence(line: PeopleLine, info: TableInfo): string {
  const seat = line.seat ?? 0;
  const facts = {
    // A removed person whose name was deleted is not the current player of that seat.
    name: nameMark(line.name === "" ? m.web_player({ seat: seat + 1 }) : (line.name ?? playerNames(info)[seat] ?? "")),
    bot: line.bot ? levelName(info.game, line.bot) : "",
  };
  const base = `web_people_${line.what}${line.why ? `_${line.why}` : ""}`;
  // If no seat asked for it, the admin did it.
  const by = line.by === null && hasText(`${base}_admin`) ? `${base}_admin` : base;
  const own = `${by}_you`;
  const key = line.seat !== null && line.seat === info.you && hasText(own) ? own : by;
  return hasText(key) ? textFor(key, facts) : "";
}

const versionOf = (line: LogLine): number => (line.key === "first" ? -1 : Number.parseInt(line.key, 10));

/** The game's log merged with what people did. */
export function withPeople(log: LogLine[], people: PeopleLine[], info: TableInfo): LogLine[] {
  const lines = people
    .map((line, index) => ({ v: line.v, head: false, text: sentence(line, info), key: `people-${index}-${line.v}` }))
    .filter(({ text }) => text);
  if (!lines.length) return log;
  const out: LogLine[] = [];
  let next = 0;
  for (const line of log) {
    while (next < lines.length && versionOf(line) > (lines[next]?.v ?? 0)) out.push(lines[next++] as LogLine);
    out.push(line);
  }
  return [...out, ...lines.slice(next)];
}

/** The number of moves that fit into a short notice. */
const SHOWN_MOVES = 3;

/**
 * For a player who is back: how many moves a bot made for them, and the most recent ones as text. Empty once they have
 * played themselves, or if the bot made none.
 */
export function playedMeanwhile(lines: Line[], people: PeopleLine[], log: LogLine[], you: number | null): string {
  const own = people.filter(({ seat, what }) => seat === you && (what === "stood-in" || what === "handed-back"));
  const back = own.at(-1);
  const gone = own.findLast(({ what }) => what === "stood-in");
  if (you === null || back?.what !== "handed-back" || !gone) return "";
  const lastRequest = ({ events: [first] }: Line): boolean => (first as { seat?: number } | undefined)?.seat === you;
  if (lines.some((line) => line.v > back.v && lastRequest(line))) return "";
  const moves = lines.filter((line) => line.v > gone.v && line.v <= back.v && lastRequest(line)).map(({ v }) => v);
  const texts = moves.flatMap((v) => log.find((line) => !line.head && versionOf(line) === v)?.text ?? []);
  if (!texts.length) return "";
  return m.web_people_meanwhile({ count: moves.length, moves: texts.slice(-SHOWN_MOVES).map(plain).join(" ") });
}

/** "3:07", or days and hours for longer times. */
export function spell(left: number): string {
  const all = Math.ceil(left);
  if (all >= 172_800) return m.web_clock_days({ count: Math.floor(all / 86_400) });
  if (all >= 7200) return m.web_clock_hours({ count: Math.floor(all / 3600) });
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}
