import type { Screen } from "../screens";
import { m, word } from "../words.svelte";
import type { View } from "../wire";
import Keys from "./Keys.svelte";
import { refused } from "./refusal";
import Game from "./Table.svelte";

export const screen: Screen = {
  name: () => m.web_table_title(),
  heading(table) {
    const view = table.view as View;
    const title = word(`phase_${view.phase}`, { words: table.info?.edition });
    const hand = view.hand.length;
    if (view.phase !== "auction") return { title, hand };
    return { title, hand, long: m.web_lot_of({ number: view.lot_number, count: view.lots }), short: `${view.lot_number}/${view.lots}` };
  },
  refused: (table) => (table.refusal && table.info ? refused(table.refusal, table.view as View, table.info) : ""),
  Game,
  Keys,
};
