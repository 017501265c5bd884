// The first game that teaches: begun, taken up again, and its voice asked. The server keeps the table; what was said
// already, and so where the lesson stands, this browser remembers.
import { ask, type Seated } from "../api";
import { go } from "../router.svelte";
import { keepSeat, keptSeats, MOST_SEATS, type KeptSeat } from "../seats";
import { recall, remember, settings } from "../settings.svelte";
import { problem } from "../start";
import type { LessonTold } from "../wire";

const KEY = "armarium-lessons";

/** The codes of the steps that were said at a table, in their order. */
export function saidAt(table: string): string[] {
  const said = recall<Record<string, string[]>>(KEY, {})[table];
  return Array.isArray(said) ? said : [];
}

export function rememberSaid(table: string, said: string[]): void {
  const { [table]: _, ...others } = recall<Record<string, string[]>>(KEY, {});
  const kept = Object.entries(others).slice(-(MOST_SEATS - 1));
  remember(KEY, { ...Object.fromEntries(kept), [table]: said });
}

export const askVoice = (table: string, token: string): Promise<LessonTold> =>
  ask(`/api/tables/${table}/lesson`, undefined, { Authorization: `Bearer ${token}` });

/** A lesson of this game that was left before its end. */
export const leftLesson = (game: string): KeptSeat | undefined =>
  keptSeats().find((seat) => seat.lesson && seat.game === game && !seat.over && (seat.round ?? 1) === 1);

/** Goes on with the lesson that was left, or begins one; null, or what went wrong. */
export async function learn(game: string): Promise<string | null> {
  const left = leftLesson(game);
  if (left) {
    go(`/t/${left.table}#${left.token}`);
    return null;
  }
  try {
    const wish = { name: settings.name };
    const { table, token, seat } = await ask<Seated>(`/api/games/${encodeURIComponent(game)}/lesson`, wish);
    keepSeat({ table, token, seat, with: [], when: Date.now(), game, lesson: true });
    go(`/t/${table}#${token}`);
    return null;
  } catch (error) {
    return problem(error);
  }
}
