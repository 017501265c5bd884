import type { Screen } from "../screens";
import { m } from "../words.svelte";
import { kitFor } from "./kit.svelte";
import Keys from "./Keys.svelte";
import { refused } from "./refusal";
import Game from "./Table.svelte";
import type { CityView } from "./view";

const LAST_DAY = 40;

export const screen: Screen = {
  name: () => m.city_title(),
  heading(table) {
    const view = table.view as CityView;
    const count = kitFor(view.options.components)?.set.counts.last_day ?? LAST_DAY;
    return { title: m.city_title(), long: m.city_day_of({ day: view.day, count }), short: `${view.day}/${count}` };
  },
  refused(table) {
    const kit = kitFor((table.view as CityView).options.components);
    return table.refusal ? (kit ? refused(table.refusal, kit) : table.refusal.text) : "";
  },
  Game,
  Keys,
};
