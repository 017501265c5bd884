// The form for a new table comes from the game's option list: by edition, by seats, with the game's texts.
import { beforeEach, expect, test } from "vitest";
import {
  formOptions,
  explainValue,
  houseRules,
  changedOptions,
  availableValues,
  optionName,
  printedEdition,
  editionValue,
  valueName,
} from "../../src/shell/front/options";
import { language } from "../../src/shell/text/text.svelte";
import type { GameInfo, OptionInfo } from "../../src/shell/wire";

const makeOption = (name: string, more: Partial<OptionInfo>): OptionInfo => ({
  name,
  kind: "choice",
  default: null,
  editions: {},
  choices: [],
  offers: {},
  rule: "",
  ...more,
});
const penalty = makeOption("penalty", {
  default: "standard",
  choices: ["standard", "medieval-bluff"],
  offers: { "scripts-and-scribes": ["standard"] },
});
const refuse = makeOption("may_refuse", { kind: "yes-no", default: false, editions: { manual: true } });
const first = makeOption("first", { kind: "seat" });
const set = makeOption("components", { kind: "set", default: "standard" });
const info: GameInfo = {
  seats: [2, 3, 4],
  editions: ["iello", "manual"],
  options: [],
  bots: [],
  not_ready: [],
  has_daily: false,
  has_practice: false,
  lesson: null,
  has_odds: false,
  table: [penalty, refuse, first, set],
};

beforeEach(() => {
  language.now = "en";
});

test("an edition has its own values and may offer fewer", () => {
  expect(editionValue(refuse, "iello")).toBe(false);
  expect(editionValue(refuse, "manual")).toBe(true);
  expect(availableValues(penalty, "iello", 3)).toEqual(["standard", "medieval-bluff"]);
  expect(availableValues(first, "iello", 3)).toEqual([null, 0, 1, 2]);
  expect(formOptions(info, "iello", 2).map(({ name }) => name)).toEqual(["penalty", "may_refuse", "first"]);
  expect(formOptions(info, "scripts-and-scribes", 2).map(({ name }) => name)).toEqual(["may_refuse", "first"]);
});

test("only available values that differ from the edition are sent", () => {
  const chosen = { penalty: "medieval-bluff", may_refuse: true, first: 3 };
  expect(changedOptions(info, "iello", 4, chosen)).toEqual(chosen);
  expect(changedOptions(info, "manual", 4, chosen)).toEqual({ penalty: "medieval-bluff", first: 3 });
  expect(changedOptions(info, "scripts-and-scribes", 2, chosen)).toEqual({ may_refuse: true });
});

test("names and explanations come from the catalogue", () => {
  expect(optionName("biblios", refuse)).toBe("Refusing to pay");
  expect(valueName("biblios", refuse, false)).toBe("Not allowed");
  expect(explainValue("biblios", penalty, "medieval-bluff", "iello")).toContain(
    "your left neighbour draws one of your cards",
  );
  expect(valueName("biblios", first, 1)).toBe("Player 2");
  expect(explainValue("biblios", first, 1, "iello")).toBe("Player 2 goes first in both phases.");
  const [rule] = houseRules("biblios", info, "iello", { first: 1 }, ["Ada", "Bo"]);
  expect(rule).toMatchObject({ value: "Bo", text: "Bo goes first in both phases." });
  // An unknown game without texts shows the raw value.
  expect(optionName("chess", makeOption("pie", {}))).toBe("pie");
  expect(valueName("chess", refuse, true)).toBe("yes");
  expect(explainValue("chess", refuse, true, "")).toBe("");
});

test("house rules are the options that differ, each with the edition's rule", () => {
  const played = { penalty: "medieval-bluff", may_refuse: true, first: null, components: "standard" };
  const [bluff, refusing, ...others] = houseRules("biblios", info, "iello", played);
  expect(others).toEqual([]);
  expect(bluff).toMatchObject({ name: "Penalty for not paying", value: "Medieval bluff" });
  expect(bluff?.printed).toContain("every other player draws one of your cards");
  expect(refusing).toMatchObject({ value: "Allowed", printed: "If you can pay, you must." });
  // The other edition's own rule does not differ there.
  expect(houseRules("biblios", info, "manual", played).map(({ name }) => name)).toEqual(["Penalty for not paying"]);
  expect(houseRules("biblios", info, "manual", {})).toEqual([]);
  expect(printedEdition("biblios", "iello")).toBe("IELLO edition, 2010");
});

test("a game without texts shows its raw options", () => {
  const [pie] = houseRules("chess", { ...info, table: [makeOption("pie", { kind: "yes-no", default: false })] }, "", {
    pie: true,
  });
  expect(pie).toEqual({ name: "pie", value: "yes", text: "", printed: "no" });
  const [own] = houseRules("bibliogamo", { ...info, table: [set] }, "", { components: { towers: [] } });
  expect(own).toMatchObject({ name: "Cards and towers", printed: "The set that comes with the game." });
  expect(printedEdition("chess", "club")).toBe("club");
});
