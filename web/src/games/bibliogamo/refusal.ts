// A refusal in the page's own words: what was asked is read from the action, the rest from its code.
import { hasWord, m, word } from "../../shell/words.svelte";
import type { Refusal } from "../../shell/game";
import { refusedAnywhere } from "../../shell/names";
import type { Kit } from "./kit.svelte";
import { towerName } from "./names";
import { TOWERS, type TowerId } from "./view";

/** "Hire for History": the last of a list is what was meant, the `done`s before it are on the way. */
function asked(action: unknown, kit: Kit): string {
  const text = String((Array.isArray(action) ? action.at(-1) : action) ?? "");
  const [verb = "", ...what] = text.split(" ");
  const tower = what.find((one): one is TowerId => (TOWERS as readonly string[]).includes(one));
  const key = `bibliogamo_asked_${verb}`.replaceAll("-", "_");
  return hasWord(key) ? word(key, { tower: tower ? towerName(kit, tower) : "" }) : "";
}

export function refused(refusal: Refusal, kit: Kit): string {
  const { code, facts, text } = refusal;
  switch (code) {
    case "illegal-action":
    case "invalid-action": {
      const why = facts.why as { code: string; facts: Record<string, unknown> } | undefined;
      if (why) return word(`bibliogamo_why_${why.code}`, why.facts);
      const what = asked(facts.asked, kit);
      return what ? m.web_refused_action_none({ asked: what }) : text;
    }
    case "nothing-to-take-back":
      return m.bibliogamo_refused_take_back();
    default:
      return refusedAnywhere(code) ?? text;
  }
}
