// What people did, as lines of the log, each after the action that it followed.
import type { LogLine } from "../log";
import { levelName, names } from "../names";
import { nameMark } from "../rich";
import type { PeopleLine, TableInfo } from "../wire";
import { hasWord, m, word } from "../words.svelte";

/** A line in words; empty where another line says it. */
export function sentence(line: PeopleLine, info: TableInfo): string {
  const seat = line.seat ?? 0;
  const facts = {
    // Somebody who was removed and had their name deleted is not whoever sits there now.
    name: nameMark(line.name === "" ? m.web_player({ seat: seat + 1 }) : (line.name ?? names(info)[seat] ?? "")),
    bot: line.bot ? levelName(info.game, line.bot) : "",
  };
  const base = `web_people_${line.what}${line.why ? `_${line.why}` : ""}`;
  // What no seat asked for, whoever keeps the house did.
  const by = line.by === null && hasWord(`${base}_keeper`) ? `${base}_keeper` : base;
  const own = `${by}_you`;
  const key = line.seat !== null && line.seat === info.you && hasWord(own) ? own : by;
  return hasWord(key) ? word(key, facts) : "";
}

const versionOf = (line: LogLine): number => (line.key === "first" ? -1 : Number.parseInt(line.key, 10));

/** The game's log with what people did in its place. */
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

/** "3:07", or in days and hours where there are some. */
export function spell(left: number): string {
  const all = Math.ceil(left);
  if (all >= 172_800) return m.web_clock_days({ count: Math.floor(all / 86_400) });
  if (all >= 7200) return m.web_clock_hours({ count: Math.floor(all / 3600) });
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}
