// The table screen of Biblios, as the shell expects it.
import { forShell, type Chapter } from "../../shell/game";
import { playerNames, initialOf } from "../../shell/names";
import { m, textFor } from "../../shell/text/text.svelte";
import { flightsOf, soundsOf } from "./effects";
import Knowledge from "./Knowledge.svelte";
import { buildLog } from "./logline";
import { explainRefusal } from "./refusal";
import Game from "./Table.svelte";
import type { GameEvent, Phase, View } from "./view";
import type { Table } from "../../shell/table.svelte";
import { read } from "./cards";

export function chaptersOf({ info, view, lines }: Table<View, GameEvent>): Chapter[] {
  if (!info || !view) return [];
  const names = playerNames(info);
  const turn = (v: number, seat: number): Chapter => {
    const name = names[seat] ?? "";
    const title = seat === view.you ? m.web_log_your_turn() : m.biblios_web_log_turn_of({ name });
    return { v, title, letter: initialOf(name), part: "gift" };
  };
  const chapters = [turn(0, view.first)];
  for (const { v, events } of lines)
    for (const event of events) {
      if (event.event === "turn-begun") chapters.push(turn(v, event.seat ?? 0));
      if (event.event !== "lot-turned-up" || !event.card) continue;
      const { family } = read(event.card);
      chapters.push({
        v,
        title: m.biblios_web_log_auction({ number: event.number ?? 0 }),
        icon: family,
        family,
        part: "auction",
      });
    }
  return chapters;
}
import "./styles/families.css";
import "./styles/colour-blind.css";

/** The rule that opens each phase. */
const RULES: Record<Phase, string> = { gift: "B-2.1", auction: "B-3.1", over: "B-5.1" };

export const screen = forShell<View, GameEvent>({
  heading({ view, info }) {
    if (!view) return { title: "" };
    const title = textFor(`biblios_phase_${view.phase}`, { words: info?.edition });
    const hand = {
      count: view.hand.length,
      label: m.biblios_web_cards_held({ words: info?.edition ?? "", count: view.hand.length }),
    };
    const rule = RULES[view.phase];
    if (view.phase !== "auction") return { title, hand, rule };
    return {
      title,
      hand,
      rule: view.church ? "B-4.1" : rule,
      long: m.biblios_web_lot_of({ number: view.lot_number, count: view.lots }),
      short: `${view.lot_number}/${view.lots}`,
    };
  },
  explainRefusal: ({ refusal, view, info }) => (refusal && view && info ? explainRefusal(refusal, view, info) : ""),
  buildLog: ({ lines, view, info }) =>
    view && info
      ? buildLog(lines, {
          you: view.you,
          names: playerNames(info),
          words: info.edition,
          game_tie: view.options.game_tie,
        })
      : [],
  flights: flightsOf,
  sounds: soundsOf,
  Game,
  Knowledge,
  chapters: chaptersOf,
  keys: ({ info }) => [
    ["1 2 3", m.biblios_web_keys_allocate({ words: info?.edition ?? "" })],
    ["1 … 9", m.biblios_web_keys_take()],
    ["↵", m.biblios_web_keys_bid()],
    ["+ −", m.biblios_web_keys_step()],
    ["P", m.biblios_action_pass()],
    ["O", m.biblios_web_orders()],
    ["1 … 9", m.biblios_web_keys_pay()],
    ["X", m.biblios_web_pay_clear()],
    ["1 … 5", m.biblios_web_keys_church()],
    ["↵", m.biblios_web_keys_confirm()],
    ["D", m.biblios_web_keys_decline({ words: info?.edition ?? "" })],
  ],
});
