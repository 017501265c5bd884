// A record from this computer: sent to be looked through, and kept by the tab in case the server forgets it.
import { ask } from "../api";
import type { SentRecord } from "../wire";

/** As much as a server reads. */
export const MOST_BYTES = 1 << 20;

const key = (id: string): string => `armarium-record-${id}`;

export async function send(text: string): Promise<SentRecord> {
  const sent = await ask<SentRecord>("/api/replays", text);
  try {
    sessionStorage.setItem(key(sent.id), text);
  } catch {
    // Full or forbidden: the file can be opened again.
  }
  return sent;
}

/** Sends a record again that the server does not have any more; false where the tab has not kept it either. */
export async function sendAgain(id: string): Promise<boolean> {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(key(id));
  } catch {
    // Nothing is kept, then.
  }
  return text !== null && (await send(text)).id === id;
}
