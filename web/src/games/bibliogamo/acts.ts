// The buttons beside the hand: what can be done now, and the reason where something cannot.
import { language, m, word } from "../../shell/words.svelte";
import { size, type Kit } from "./kit.svelte";
import { canHire, crafts, end, only, payWith, sell } from "./moves";
import { craftName, crewName, mean, towerName } from "./names";
import type { Chosen } from "./press";
import { ruleOf } from "./uses";
import type { View, Craft, Prices } from "./view";

export interface Act {
  key: string;
  name: string;
  told?: string;
  /** One filled button a screen. */
  kind: "pri" | "" | "quiet";
  hint?: string;
  craft?: Craft;
  /** Missing where it is not allowed. */
  press?: () => void;
}

export interface Doer {
  send(actions: string[]): void;
  cancel(): void;
  /** Leads the eye and the keys to the hand. */
  pick(): void;
  /** Opens the rules; missing where none can be opened. */
  rule?: (at: string) => void;
}

const range = (prices: Prices | null): string =>
  prices ? m.bibliogamo_pays({ low: prices.low, high: prices.high, mean: mean(prices.mean, language.now) }) : "";

const doing = (actions: string[] | null, doer: Doer): (() => void) | undefined =>
  actions ? () => doer.send(actions) : undefined;

function sale(kit: Kit, view: View, doer: Doer): Act {
  const where = kit.ring[view.librarian];
  const actions = sell(view);
  if (actions && where) {
    const name = m.bibliogamo_act_sell({ tower: towerName(kit, where) });
    return { key: "sell", name, told: range(view.previews.sale), kind: "pri", hint: "S", press: doing(actions, doer) };
  }
  const told = view.step === "hire" ? m.bibliogamo_sell_over() : m.bibliogamo_sell_not_here();
  return { key: "sell", name: m.bibliogamo_act_sell_none(), told, kind: "" };
}

function hiring(view: View, main: boolean, doer: Doer): Act {
  const act: Act = { key: "hire", name: m.bibliogamo_act_hire(), kind: main ? "pri" : "" };
  if (view.hand.some((card) => canHire(view, card)))
    return {
      ...act,
      told: view.hires ? m.bibliogamo_hire_again() : m.bibliogamo_hire_cost(),
      hint: "H",
      press: () => doer.pick(),
    };
  return { ...act, kind: "", told: view.hand.length < 2 ? m.bibliogamo_hire_few() : m.bibliogamo_hire_blocked() };
}

function ending(view: View, main: boolean, doer: Doer): Act {
  const told = view.previews.days_left === 0 ? m.bibliogamo_end_last() : m.bibliogamo_end_draw();
  return {
    key: "end",
    name: m.bibliogamo_act_end(),
    told,
    kind: main ? "pri" : "quiet",
    hint: "E",
    press: doing(end(view), doer),
  };
}

function withCard(view: View, card: number, doer: Doer): Act[] {
  const lift = only(view, `lift ${card}`);
  const back: Act = {
    key: "back",
    name: m.bibliogamo_act_back(),
    kind: "quiet",
    hint: m.bibliogamo_key_escape(),
    press: () => doer.cancel(),
  };
  const about = ruleOf(view, card);
  const acts: Act[] = [back];
  if (doer.rule)
    acts.unshift({
      key: "rule",
      name: m.web_rules_at({ rule: about }),
      kind: "quiet",
      hint: "R",
      press: () => doer.rule?.(about),
    });
  if (lift && view.blocked)
    acts.unshift({
      key: "lift",
      name: m.bibliogamo_act_lift(),
      told: word(`bibliogamo_lift_${view.blocked}`),
      kind: "",
      hint: "B",
      press: doing(lift, doer),
    });
  return acts;
}

function choices(view: View, chosen: Chosen, doer: Doer): Act[] {
  const from = view.transfer?.from ?? chosen.from;
  const to = view.transfer?.to ?? chosen.to;
  const words = (craft: Craft): string =>
    view.step === "give-back"
      ? `give-back ${from} ${craft}`
      : view.step === "transfer"
        ? `transfer ${craft} ${from} ${to}`
        : `place ${craft}`;
  return crafts(view, from, to).map((craft, index) => ({
    key: craft,
    name: craftName(craft),
    kind: "",
    hint: String(index + 1),
    craft,
    press: doing([words(craft)], doer),
  }));
}

export function actsOf(kit: Kit, view: View, chosen: Chosen, doer: Doer): Act[] {
  if (view.legal.length === 0) return [];
  if (chosen.card !== null) return withCard(view, chosen.card, doer);
  const back: Act = {
    key: "back",
    name: m.bibliogamo_act_back(),
    kind: "quiet",
    hint: m.bibliogamo_key_escape(),
    press: () => doer.cancel(),
  };
  if (chosen.hiring) return [back];
  switch (view.step) {
    case "move":
    case "sell":
    case "hire": {
      const selling = sale(kit, view, doer);
      const hire = hiring(view, !selling.press, doer);
      return [selling, hire, ending(view, !selling.press && !hire.press, doer)];
    }
    case "price": {
      const again = only(view, "redraw");
      return [
        {
          key: "accept",
          name: m.bibliogamo_act_accept({ count: view.offer?.price ?? 0 }),
          kind: "pri",
          hint: "↵",
          press: doing(only(view, "accept"), doer),
        },
        {
          key: "redraw",
          name: m.bibliogamo_act_redraw(),
          told: again ? m.bibliogamo_redraw_cost({ range: range(view.previews.redraw) }) : m.bibliogamo_redraw_none(),
          kind: "",
          hint: again ? "N" : undefined,
          press: doing(again, doer),
        },
      ];
    }
    case "pay": {
      const card = payWith(view, (id) => size(kit.cards.get(id)?.grants ?? {}));
      if (card === null) return [];
      return [
        {
          key: "pay",
          name: m.bibliogamo_act_pay(),
          told: crewName(kit.cards.get(card)?.grants ?? {}),
          kind: "pri",
          hint: "↵",
          press: doing(only(view, `pay ${card}`), doer),
        },
      ];
    }
    case "library":
      return [ending(view, false, doer)];
    case "transfer": {
      const enough = only(view, "done");
      const all = choices(view, chosen, doer);
      if (enough)
        all.push({ key: "end", name: m.bibliogamo_act_enough(), kind: "quiet", hint: "E", press: doing(enough, doer) });
      if (chosen.from) all.push(back);
      return all;
    }
    case "give-back":
      return chosen.from ? [...choices(view, chosen, doer), back] : [];
    default:
      return choices(view, chosen, doer);
  }
}

/** A line over the buttons, where the hand and the board are what is pressed. */
export function noteOf(view: View, chosen: Chosen): string {
  if (view.legal.length === 0) return "";
  if (chosen.doubted !== null) return m.bibliogamo_note_doubted();
  if (chosen.card !== null) return canHire(view, chosen.card) ? m.bibliogamo_note_tower() : m.bibliogamo_note_blocked();
  if (chosen.hiring) return m.bibliogamo_note_hire();
  if (view.step === "move" && view.previews.reach.some((way) => way.cost > 0)) return m.bibliogamo_note_walk();
  if (view.step === "give-back" && !chosen.from) return m.bibliogamo_note_give();
  if (view.step === "transfer" && !view.transfer?.from && !chosen.to)
    return chosen.from ? m.bibliogamo_note_to() : m.bibliogamo_note_from();
  if (view.step === "library") return m.bibliogamo_note_library();
  if (view.step === "pay") return m.bibliogamo_note_pay();
  return "";
}
