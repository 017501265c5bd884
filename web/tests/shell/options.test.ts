// A form is made from the book's table of options: by edition, by seats, with the words of the game.
import { beforeEach, expect, test } from "vitest";
import { asked, explained, kept, offered, optionName, usual, valueName } from "../../src/shell/front/options";
import { language } from "../../src/shell/words.svelte";
import type { GameInfo, OptionInfo } from "../../src/shell/wire";

const option = (name: string, more: Partial<OptionInfo>): OptionInfo => ({
  name,
  kind: "choice",
  default: null,
  editions: {},
  choices: [],
  offers: {},
  rule: "",
  ...more,
});
const penalty = option("penalty", {
  default: "standard",
  choices: ["standard", "medieval-bluff"],
  offers: { "scripts-and-scribes": ["standard"] },
});
const refuse = option("may_refuse", { kind: "yes-no", default: false, editions: { manual: true } });
const first = option("first", { kind: "seat" });
const set = option("components", { kind: "set", default: "standard" });
const info: GameInfo = {
  seats: [2, 3, 4],
  editions: ["iello", "manual"],
  options: [],
  bots: [],
  has_daily: false,
  has_practice: false,
  lesson: null,
  has_odds: false,
  table: [penalty, refuse, first, set],
};

beforeEach(() => {
  language.now = "en";
});

test("an edition has its own answers and may offer fewer", () => {
  expect(usual(refuse, "iello")).toBe(false);
  expect(usual(refuse, "manual")).toBe(true);
  expect(offered(penalty, "iello", 3)).toEqual(["standard", "medieval-bluff"]);
  expect(offered(first, "iello", 3)).toEqual([null, 0, 1, 2]);
  expect(asked(info, "iello", 2).map(({ name }) => name)).toEqual(["penalty", "may_refuse", "first"]);
  expect(asked(info, "scripts-and-scribes", 2).map(({ name }) => name)).toEqual(["may_refuse", "first"]);
});

test("only what differs from the edition is sent, and nothing that cannot be had", () => {
  const chosen = { penalty: "medieval-bluff", may_refuse: true, first: 3 };
  expect(kept(info, "iello", 4, chosen)).toEqual(chosen);
  expect(kept(info, "manual", 4, chosen)).toEqual({ penalty: "medieval-bluff", first: 3 });
  expect(kept(info, "scripts-and-scribes", 2, chosen)).toEqual({ may_refuse: true });
});

test("names and sentences come from the catalogue", () => {
  expect(optionName("biblios", refuse)).toBe("Refusing to pay");
  expect(valueName("biblios", refuse, false)).toBe("Not allowed");
  expect(explained("biblios", penalty, "medieval-bluff", "iello")).toContain("loses one card at random");
  expect(valueName("biblios", first, 1)).toBe("Player 2");
  expect(explained("biblios", first, 1, "iello")).toBe("Player 2 begins both phases.");
  // A stranger without words: as it is.
  expect(optionName("chess", option("pie", {}))).toBe("pie");
  expect(valueName("chess", refuse, true)).toBe("yes");
  expect(explained("chess", refuse, true, "")).toBe("");
});
