// The table of Bibliogamo, for the shell.
import { forShell } from "../../shell/game";
import { m } from "../../shell/words.svelte";
import "./look/crafts.css";
import "./look/apart.css";
import { chaptersOf } from "./chapters";
import { flightsOf } from "./flights";
import { kitFor } from "./kit.svelte";
import Knowledge from "./Knowledge.svelte";
import { told } from "./logline";
import { refused } from "./refusal";
import { soundsOf } from "./sounds";
import { dailyOf } from "./start";
import Game from "./Table.svelte";
import type { GameEvent, View } from "./view";

const LAST_DAY = 40;
/** The sentence that each step is about. */
const RULES: Partial<Record<View["step"], string>> = {
  move: "L-3.1",
  "give-back": "L-3.5",
  sell: "L-4.1",
  price: "L-4.5",
  hire: "L-5.1",
  place: "L-5.6",
  pay: "L-5.7",
  transfer: "L-6.1",
};

export const screen = forShell<View, GameEvent>({
  heading({ view, info }) {
    if (!view) return { title: "" };
    const count = kitFor(view.options.components)?.set.counts.last_day ?? LAST_DAY;
    return {
      title: dailyOf(info) ? m.bibliogamo_daily() : m.bibliogamo_title(),
      rule: RULES[view.step] ?? "L-2.1",
      long: m.bibliogamo_day_of({ day: view.day, count }),
      short: `${view.day}/${count}`,
    };
  },
  refused({ refusal, view }) {
    const kit = view && kitFor(view.options.components);
    return refusal ? (kit ? refused(refusal, kit) : refusal.text) : "";
  },
  told({ view, lines }) {
    const kit = view && kitFor(view.options.components);
    return kit ? told(kit, lines) : [];
  },
  flights: flightsOf,
  sounds: soundsOf,
  Game,
  Known: Knowledge,
  chapters: chaptersOf,
  keys: () => [
    ["1 … 5", m.bibliogamo_keys_card()],
    ["0 … 6", m.bibliogamo_keys_tower()],
    ["← →", m.bibliogamo_keys_walk()],
    ["B", m.bibliogamo_keys_lift()],
    ["S", m.bibliogamo_act_sell_none()],
    ["↵", m.bibliogamo_keys_main()],
    ["N", m.bibliogamo_act_redraw()],
    ["H", m.bibliogamo_act_hire()],
    ["E", m.bibliogamo_act_end()],
    [m.bibliogamo_key_escape(), m.bibliogamo_act_back()],
  ],
});
