// The table screen of Bibliogamo, as the shell expects it.
import { forShell, type Chapter } from "../../shell/game";
import type { Refusal } from "../../shell/view";
import { m, hasText, textFor } from "../../shell/text/text.svelte";
import "./styles/crafts.css";
import "./styles/colour-blind.css";
import { flightsOf, soundsOf } from "./effects";
import { kitFor, type Kit } from "./kit.svelte";
import Knowledge from "./Knowledge.svelte";
import { buildLog } from "./logline";
import { dailyOf } from "./solo";
import Game from "./Table.svelte";
import { type GameEvent, type View, TOWERS, type TowerId } from "./view";
import type { Table } from "../../shell/table.svelte";
import { commonErrorText } from "../../shell/names";
import { towerName } from "./names";

/** "Hire for History": the last action of a list is the intended one. The `done` actions before it only lead there. */
function describeAction(action: unknown, kit: Kit): string {
  const text = String((Array.isArray(action) ? action.at(-1) : action) ?? "");
  const [verb = "", ...what] = text.split(" ");
  const tower = what.find((one): one is TowerId => (TOWERS as readonly string[]).includes(one));
  const key = `bibliogamo_asked_${verb}`.replaceAll("-", "_");
  return hasText(key) ? textFor(key, { tower: tower ? towerName(kit, tower) : "" }) : "";
}

export function explainRefusal(refusal: Refusal, kit: Kit): string {
  const { code, facts, text } = refusal;
  switch (code) {
    case "illegal-action":
    case "invalid-action": {
      const why = facts.why as { code: string; facts: Record<string, unknown> } | undefined;
      if (why) return textFor(`bibliogamo_why_${why.code}`, why.facts);
      const what = describeAction(facts.asked, kit);
      return what ? m.web_refused_action_none({ asked: what }) : text;
    }
    case "nothing-to-take-back":
      return m.bibliogamo_refused_take_back();
    default:
      return commonErrorText(code) ?? text;
  }
}

export function chaptersOf({ lines }: Table<View, GameEvent>): Chapter[] {
  const begun = lines.flatMap(({ v, events }) =>
    events.filter(({ event }) => event === "day-begun").map(({ day }) => ({ v, day: day ?? 1 })),
  );
  return begun.map(({ v, day }) => ({ v, title: m.bibliogamo_event_day_begun({ day }), letter: String(day) }));
}

const LAST_DAY = 40;
/** The rule for each step. */
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
  explainRefusal({ refusal, view }) {
    const kit = view && kitFor(view.options.components);
    return refusal ? (kit ? explainRefusal(refusal, kit) : refusal.text) : "";
  },
  buildLog({ view, lines }) {
    const kit = view && kitFor(view.options.components);
    return kit ? buildLog(kit, lines) : [];
  },
  flights: flightsOf,
  sounds: soundsOf,
  Game,
  Knowledge,
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
