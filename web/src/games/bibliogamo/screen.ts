import type { Screen } from "../../shell/screens";
import { m } from "../../shell/words.svelte";
import { kitFor } from "./kit.svelte";
import Keys from "./Keys.svelte";
import { refused } from "./refusal";
import Game from "./Table.svelte";
import type { BibliogamoView } from "./view";

const LAST_DAY = 40;

export const screen: Screen = {
  name: () => m.bibliogamo_title(),
  heading(table) {
    const view = table.view as BibliogamoView;
    const count = kitFor(view.options.components)?.set.counts.last_day ?? LAST_DAY;
    return { title: m.bibliogamo_title(), long: m.bibliogamo_day_of({ day: view.day, count }), short: `${view.day}/${count}` };
  },
  refused(table) {
    const kit = kitFor((table.view as BibliogamoView).options.components);
    return table.refusal ? (kit ? refused(table.refusal, kit) : table.refusal.text) : "";
  },
  Game,
  Keys,
};
