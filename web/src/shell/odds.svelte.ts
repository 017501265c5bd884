// Live odds: asked for anew whenever the seat has seen something more. The server reckons them from that seat's view alone.
import { ask } from "./api";
import type { GameEvent, GameView } from "./game";
import type { Table } from "./table.svelte";

export interface Held {
  thing: string;
  /** A part of 1 for each seat. */
  shares: number[];
}

/** The odds of a table, as long as whoever asks is on the screen; empty where there are none. */
export function oddsOf<V extends GameView, E extends GameEvent>(at: () => Table<V, E>): { held: Held[] } {
  const found = $state<{ held: Held[] }>({ held: [] });
  let asked = 0;
  $effect(() => {
    const table = at();
    const view = table.view;
    if (!view || view.you === null || view.to_act === null || table.past || !table.token) return;
    const mine = ++asked;
    const headers = { Authorization: `Bearer ${table.token}` };
    ask<{ held: Held[] }>(`/api/tables/${table.id}/odds`, undefined, headers).then(
      ({ held }) => mine === asked && (found.held = held),
      () => mine === asked && (found.held = []),
    );
  });
  return found;
}
