// A record as text: a header, one action a line, and an end that shows whether anything was changed.
import { bytes, hex, sha256 } from "./sha256";

export interface GameRecord {
  facts: Record<string, string>;
  actions: { seat: number; action: string }[];
}

const TITLE = "armarium record 1";

/** Null where a line is missing or was changed. */
export function readRecord(text: string): GameRecord | null {
  const end = /^end: (\d+) actions, sha256 ([0-9a-f]{64})\n$/m.exec(text);
  if (!text.startsWith(`${TITLE}\n`) || !end || end.index + end[0].length !== text.length) return null;
  const body = text.slice(0, end.index);
  if (hex(sha256(bytes(body))) !== end[2]) return null;
  const record: GameRecord = { facts: {}, actions: [] };
  for (const line of body.split("\n").slice(1)) {
    const action = /^(\d+) (\d+) (.+)$/.exec(line);
    const fact = /^([a-z-]+): (.*)$/.exec(line);
    if (action && Number(action[1]) === record.actions.length + 1)
      record.actions.push({ seat: Number(action[2]), action: action[3]! });
    else if (fact && !action) record.facts[fact[1]!] = fact[2]!;
    else if (line) return null;
  }
  return record.actions.length === Number(end[1]) ? record : null;
}
