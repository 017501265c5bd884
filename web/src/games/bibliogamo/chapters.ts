// The days, as places on the line of a game.
import type { Chapter } from "../../shell/game";
import type { Table } from "../../shell/table.svelte";
import { m } from "../../shell/words.svelte";
import type { GameEvent, View } from "./view";

export function chaptersOf({ lines }: Table<View, GameEvent>): Chapter[] {
  const begun = lines.flatMap(({ v, events }) =>
    events.filter(({ event }) => event === "day-begun").map(({ day }) => ({ v, day: day ?? 1 })),
  );
  return begun.map(({ v, day }) => ({ v, title: m.bibliogamo_lead({ day }), letter: String(day) }));
}
