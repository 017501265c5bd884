// Explains a rejected action from its error code: what was attempted, and what is possible now. The possible actions
// come from the view on the screen, so the text matches what the reader sees.
import type { Refusal } from "../../shell/view";
import { hasText, list, m, textFor } from "../../shell/text/text.svelte";
import type { TableInfo } from "../../shell/wire";
import type { View } from "./view";
import { cardName, familyName, read, type Family } from "./cards";
import { commonErrorText, seatName } from "../../shell/names";

/** The rule that forbids an action (docs/protocol.md). */
interface Why {
  code: string;
  facts: Record<string, unknown>;
}

/** "Take Monk 4 I": one action, or the cards of a whole payment. */
function describeAction(action: unknown, view: View, words: string): string {
  const texts = (Array.isArray(action) ? action : [action]).map(String);
  const [verb = "", ...what] = (texts[0] ?? "").split(" ");
  switch (verb) {
    case "take":
      return textFor("biblios_action_take", { card: cardName(what[0] ?? "", words) });
    case "pay":
      return textFor("biblios_action_pay", {
        card: list(texts.map((text) => cardName(text.split(" ")[1] ?? "", words))),
      });
    case "bid": {
      const inCards = !!view.lot && read(view.lot).family === "gold";
      return textFor(inCards ? "biblios_action_bid_cards" : "biblios_action_bid_gold", { count: Number(what[0]) });
    }
    case "raise":
    case "lower": {
      const [first = "", second] = what.map((die) => familyName(die as Family, words));
      return second
        ? textFor(`biblios_action_${verb}_two`, { first, second })
        : textFor(`biblios_action_${verb}`, { category: first });
    }
    default:
      return hasText(`biblios_action_${verb}`) ? textFor(`biblios_action_${verb}`, { words }) : "";
  }
}

/** The reason, in the same words as in the terminal, with cards and categories by name. */
function why({ code, facts }: Why, words: string): string {
  const { card, category } = facts;
  const names = {
    ...(card ? { card: cardName(String(card), words) } : {}),
    ...(category ? { category: familyName(category as Family, words) } : {}),
  };
  return textFor(`biblios_why_${code}`, { words, ...facts, ...names });
}

/** "bid 3 or more, or pass"; empty if this seat has nothing to do. */
function possible(view: View, words: string): string {
  const bids = view.legal.filter((action) => action.startsWith("bid "));
  const ways = new Set(
    view.legal.map((action) => {
      const [verb = "", what = ""] = action.split(" ");
      if (verb === "take") return m.biblios_web_can_take({ card: cardName(what, words) });
      if (verb === "bid")
        return textFor(bids.length > 1 ? "biblios_web_can_bid_up" : "biblios_web_can_bid", {
          count: bids[0]?.slice(4),
        });
      return textFor(`biblios_web_can_${verb}`);
    }),
  );
  const all = [...ways];
  const second = all.pop() ?? "";
  const first = all.reduceRight((rest, way) => (rest ? m.list_comma({ first: way, rest }) : way), "");
  return first ? m.biblios_web_or({ first, second }) : second;
}

export function explainRefusal(refusal: Refusal, view: View, info: TableInfo): string {
  const { code, facts, text } = refusal;
  const words = info.edition;
  switch (code) {
    case "illegal-action":
    case "invalid-action": {
      if (facts.why) return why(facts.why as Why, words);
      const what = code === "illegal-action" ? describeAction(facts.asked, view, words) : "";
      const allowed = possible(view, words);
      if (!allowed) return what ? m.web_refused_action_none({ asked: what }) : text;
      return what ? m.web_refused_action({ asked: what, allowed }) : m.web_refused_invalid({ allowed });
    }
    case "not-your-turn":
      if (facts.to_act === undefined) return m.web_refused_not_started();
      return m.web_refused_turn({ name: seatName(info, Number(facts.to_act), view.you) });
    default:
      return commonErrorText(code) ?? text;
  }
}
