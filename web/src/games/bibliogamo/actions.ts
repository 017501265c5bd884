// The action buttons beside the hand, and the reason why an action is disabled.
import { language, m, textFor } from "../../shell/text/text.svelte";
import { size, type Kit } from "./kit.svelte";
import { canHire, crafts, end, isLastPayment, ifLegal, payWith, sell } from "./moves";
import { craftName, crewName, mean, towerName } from "./names";
import { type Chosen, ruleOf } from "./press";
import type { View, Craft, Prices } from "./view";

export interface ActionButton {
  key: string;
  name: string;
  detail?: string;
  /** The primary button; at most one per screen. */
  kind: "pri" | "" | "quiet";
  hint?: string;
  craft?: Craft;
  /** Absent if the action is not allowed. */
  press?: () => void;
}

export interface ActionHandlers {
  send(actions: string[]): void;
  cancel(): void;
  /** Moves attention and keyboard focus to the hand. */
  pick(): void;
  /** Pays for a hire. Asks for confirmation if that ends the day. */
  pay(card: number): void;
  /** Opens the rules; absent if there are none to open. */
  rule?: (at: string) => void;
}

const range = (prices: Prices | null): string =>
  prices ? m.bibliogamo_pays({ low: prices.low, high: prices.high, mean: mean(prices.mean, language.now) }) : "";

const pressOf = (actions: string[] | null, handlers: ActionHandlers): (() => void) | undefined =>
  actions ? () => handlers.send(actions) : undefined;

function sale(kit: Kit, view: View, handlers: ActionHandlers): ActionButton {
  const where = kit.ring[view.librarian];
  const actions = sell(view);
  if (actions && where) {
    const name = m.bibliogamo_act_sell({ tower: towerName(kit, where) });
    return {
      key: "sell",
      name,
      detail: range(view.previews.sale),
      kind: "pri",
      hint: "S",
      press: pressOf(actions, handlers),
    };
  }
  const detail = view.step === "hire" ? m.bibliogamo_sell_over() : m.bibliogamo_sell_not_here();
  return { key: "sell", name: m.bibliogamo_act_sell_none(), detail, kind: "" };
}

function hiring(view: View, main: boolean, handlers: ActionHandlers): ActionButton {
  const act: ActionButton = { key: "hire", name: m.bibliogamo_act_hire(), kind: main ? "pri" : "" };
  if (view.hand.some((card) => canHire(view, card)))
    return {
      ...act,
      detail: view.hires ? m.bibliogamo_hire_again() : m.bibliogamo_hire_cost(),
      hint: "H",
      press: () => handlers.pick(),
    };
  return { ...act, kind: "", detail: view.hand.length < 2 ? m.bibliogamo_hire_few() : m.bibliogamo_hire_blocked() };
}

function ending(view: View, main: boolean, handlers: ActionHandlers): ActionButton {
  const detail = view.previews.days_left === 0 ? m.bibliogamo_end_last() : m.bibliogamo_end_draw();
  return {
    key: "end",
    name: m.bibliogamo_act_end(),
    detail,
    kind: main ? "pri" : "quiet",
    hint: "E",
    press: pressOf(end(view), handlers),
  };
}

function withCard(view: View, card: number, handlers: ActionHandlers): ActionButton[] {
  const lift = ifLegal(view, `lift ${card}`);
  const back: ActionButton = {
    key: "back",
    name: m.bibliogamo_act_back(),
    kind: "quiet",
    hint: m.bibliogamo_key_escape(),
    press: () => handlers.cancel(),
  };
  const about = ruleOf(view, card);
  const acts: ActionButton[] = [back];
  if (handlers.rule)
    acts.unshift({
      key: "rule",
      name: m.web_rules_at({ rule: about }),
      kind: "quiet",
      hint: "R",
      press: () => handlers.rule?.(about),
    });
  if (lift && view.blocked)
    acts.unshift({
      key: "lift",
      name: m.bibliogamo_act_lift(),
      detail: textFor(`bibliogamo_lift_${view.blocked}`),
      kind: "",
      hint: "B",
      press: pressOf(lift, handlers),
    });
  return acts;
}

function choices(view: View, chosen: Chosen, handlers: ActionHandlers): ActionButton[] {
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
    press: pressOf([words(craft)], handlers),
  }));
}

function payName(view: View): string {
  if (!isLastPayment(view)) return m.bibliogamo_act_pay();
  if (view.landed) return m.bibliogamo_act_pay_library();
  return view.previews.days_left === 0 ? m.bibliogamo_act_pay_over() : m.bibliogamo_act_pay_end();
}

export function actionButtons(kit: Kit, view: View, chosen: Chosen, handlers: ActionHandlers): ActionButton[] {
  if (view.legal.length === 0) return [];
  if (chosen.card !== null) return withCard(view, chosen.card, handlers);
  const back: ActionButton = {
    key: "back",
    name: m.bibliogamo_act_back(),
    kind: "quiet",
    hint: m.bibliogamo_key_escape(),
    press: () => handlers.cancel(),
  };
  if (chosen.hiring) return [back];
  switch (view.step) {
    case "move":
    case "sell":
    case "hire": {
      const selling = sale(kit, view, handlers);
      const hire = hiring(view, !selling.press, handlers);
      return [selling, hire, ending(view, !selling.press && !hire.press, handlers)];
    }
    case "price": {
      const again = ifLegal(view, "redraw");
      return [
        {
          key: "accept",
          name: m.bibliogamo_act_accept({ count: view.offer?.price ?? 0 }),
          kind: "pri",
          hint: "↵",
          press: pressOf(ifLegal(view, "accept"), handlers),
        },
        {
          key: "redraw",
          name: m.bibliogamo_act_redraw(),
          detail: again ? m.bibliogamo_redraw_cost({ range: range(view.previews.redraw) }) : m.bibliogamo_redraw_none(),
          kind: "",
          hint: again ? "N" : undefined,
          press: pressOf(again, handlers),
        },
      ];
    }
    case "pay": {
      const card = chosen.ending ?? payWith(view, (id) => size(kit.cards.get(id)?.grants ?? {}));
      if (card === null) return [];
      const pay: ActionButton = {
        key: "pay",
        name: payName(view),
        detail: crewName(kit.cards.get(card)?.grants ?? {}),
        kind: "pri",
        hint: "↵",
        press: ifLegal(view, `pay ${card}`) ? () => handlers.pay(card) : undefined,
      };
      return chosen.ending === null ? [pay] : [pay, back];
    }
    case "library":
      return [ending(view, false, handlers)];
    case "transfer": {
      const enough = ifLegal(view, "done");
      const all = choices(view, chosen, handlers);
      if (enough)
        all.push({
          key: "end",
          name: m.bibliogamo_act_enough(),
          kind: "quiet",
          hint: "E",
          press: pressOf(enough, handlers),
        });
      if (chosen.from) all.push(back);
      return all;
    }
    case "give-back":
      return chosen.from ? [...choices(view, chosen, handlers), back] : [];
    default:
      return choices(view, chosen, handlers);
  }
}

/** A line above the buttons, used when the player must press the hand or the board. */
export function noteText(view: View, chosen: Chosen): string {
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
