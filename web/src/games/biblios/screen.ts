// The table of Biblios, for the shell.
import { forShell } from "../../shell/game";
import { names } from "../../shell/names";
import { m, word } from "../../shell/words.svelte";
import { chaptersOf } from "./chapters";
import { flightsOf } from "./flights";
import Knowledge from "./Knowledge.svelte";
import { told } from "./logline";
import { refused } from "./refusal";
import { soundsOf } from "./sounds";
import Game from "./Table.svelte";
import type { GameEvent, Phase, View } from "./view";
import "./look/families.css";
import "./look/apart.css";

/** The sentence with which each phase begins. */
const RULES: Record<Phase, string> = { gift: "B-2.1", auction: "B-3.1", over: "B-5.1" };

export const screen = forShell<View, GameEvent>({
  heading({ view, info }) {
    if (!view) return { title: "" };
    const title = word(`biblios_phase_${view.phase}`, { words: info?.edition });
    const hand = { count: view.hand.length, told: m.biblios_web_cards_held({ words: info?.edition ?? "" }) };
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
  refused: ({ refusal, view, info }) => (refusal && view && info ? refused(refusal, view, info) : ""),
  told: ({ lines, view, info }) =>
    view && info ? told(lines, { you: view.you, names: names(info), words: info.edition }) : [],
  flights: flightsOf,
  sounds: soundsOf,
  Game,
  Known: Knowledge,
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
