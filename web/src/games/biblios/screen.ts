import type { Screen } from "../../shell/screens";
import { m, word } from "../../shell/words.svelte";
import type { View } from "../../shell/wire";
import Keys from "./Keys.svelte";
import { refused } from "./refusal";
import Game from "./Table.svelte";

export const screen: Screen = {
  name: () => m.web_table_title(),
  heading(table) {
    const view = table.view as View;
    const title = word(`biblios_phase_${view.phase}`, { words: table.info?.edition });
    const hand = view.hand.length;
    if (view.phase !== "auction") return { title, hand };
    return { title, hand, long: m.biblios_web_lot_of({ number: view.lot_number, count: view.lots }), short: `${view.lot_number}/${view.lots}` };
  },
  refused: (table) => (table.refusal && table.info ? refused(table.refusal, table.view as View, table.info) : ""),
  Game,
  Keys,
};
