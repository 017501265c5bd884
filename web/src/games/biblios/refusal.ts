// A refusal in the page's own words, from its code and its facts: what was asked, and what can be
// done now. What can be done is read from the view on the screen, so it is true while it stands there.
import type { Refusal } from "../../shell/game";
import { hasWord, list, m, word } from "../../shell/words.svelte";
import type { TableInfo } from "../../shell/wire";
import type { View } from "./view";
import { cardName, familyName, read, type Family } from "./cards";
import { refusedAnywhere, seatName } from "../../shell/names";

/** The sentence of the rules that forbids an action (docs/protocol.md). */
interface Why {
  code: string;
  facts: Record<string, unknown>;
}

/** "Take Monk 4 I": one action, or the cards of a whole payment. */
function asked(action: unknown, view: View, words: string): string {
  const texts = (Array.isArray(action) ? action : [action]).map(String);
  const [verb = "", ...what] = (texts[0] ?? "").split(" ");
  switch (verb) {
    case "take":
      return word("biblios_action_take", { card: cardName(what[0] ?? "", words) });
    case "pay":
      return word("biblios_action_pay", { card: list(texts.map((text) => cardName(text.split(" ")[1] ?? "", words))) });
    case "bid": {
      const inCards = !!view.lot && read(view.lot).family === "gold";
      return word(inCards ? "biblios_action_bid_cards" : "biblios_action_bid_gold", { count: Number(what[0]) });
    }
    case "raise":
    case "lower": {
      const [first = "", second] = what.map((die) => familyName(die as Family, words));
      return second
        ? word(`biblios_action_${verb}_two`, { first, second })
        : word(`biblios_action_${verb}`, { category: first });
    }
    default:
      return hasWord(`biblios_action_${verb}`) ? word(`biblios_action_${verb}`, { words }) : "";
  }
}

/** Why not, in the same words as the terminal: cards and categories by name. */
function why({ code, facts }: Why, words: string): string {
  const { card, category } = facts;
  const names = {
    ...(card ? { card: cardName(String(card), words) } : {}),
    ...(category ? { category: familyName(category as Family, words) } : {}),
  };
  return word(`biblios_why_${code}`, { words, ...facts, ...names });
}

/** "bid 3 or more, or pass"; empty where nothing is this seat's to do. */
function possible(view: View, words: string): string {
  const bids = view.legal.filter((action) => action.startsWith("bid "));
  const ways = new Set(
    view.legal.map((action) => {
      const [verb = "", what = ""] = action.split(" ");
      if (verb === "take") return m.biblios_web_can_take({ card: cardName(what, words) });
      if (verb === "bid")
        return word(bids.length > 1 ? "biblios_web_can_bid_up" : "biblios_web_can_bid", { count: bids[0]?.slice(4) });
      return word(`biblios_web_can_${verb}`);
    }),
  );
  const all = [...ways];
  const second = all.pop() ?? "";
  const first = all.reduceRight((rest, way) => (rest ? m.list_comma({ first: way, rest }) : way), "");
  return first ? m.biblios_web_or({ first, second }) : second;
}

export function refused(refusal: Refusal, view: View, info: TableInfo): string {
  const { code, facts, text } = refusal;
  const words = info.edition;
  switch (code) {
    case "illegal-action":
    case "invalid-action": {
      if (facts.why) return why(facts.why as Why, words);
      const what = code === "illegal-action" ? asked(facts.asked, view, words) : "";
      const allowed = possible(view, words);
      if (!allowed) return what ? m.web_refused_action_none({ asked: what }) : text;
      return what ? m.web_refused_action({ asked: what, allowed }) : m.web_refused_invalid({ allowed });
    }
    case "not-your-turn":
      if (facts.to_act === undefined) return m.web_refused_not_started();
      return m.web_refused_turn({ name: seatName(info, Number(facts.to_act), view.you) });
    default:
      return refusedAnywhere(code) ?? text;
  }
}
