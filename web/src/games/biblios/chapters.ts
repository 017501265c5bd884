// The turns of the gift phase and the lots of the auction, as places on the line of a game.
import type { Chapter } from "../../shell/game";
import { markOf, names } from "../../shell/names";
import type { Table } from "../../shell/table.svelte";
import { m } from "../../shell/words.svelte";
import { read } from "./cards";
import type { GameEvent, View } from "./view";

export function chaptersOf({ info, view, lines }: Table<View, GameEvent>): Chapter[] {
  if (!info || !view) return [];
  const called = names(info);
  const turn = (v: number, seat: number): Chapter => {
    const name = called[seat] ?? "";
    const title = seat === view.you ? m.web_log_your_turn() : m.biblios_web_log_turn_of({ name });
    return { v, title, letter: markOf(name), part: "gift" };
  };
  const found = [turn(0, view.first)];
  for (const { v, events } of lines)
    for (const event of events) {
      if (event.event === "turn-begun") found.push(turn(v, event.seat ?? 0));
      if (event.event !== "lot-turned-up" || !event.card) continue;
      const { family } = read(event.card);
      found.push({
        v,
        title: m.biblios_web_log_auction({ number: event.number ?? 0 }),
        icon: family,
        family,
        part: "auction",
      });
    }
  return found;
}
