import { afterEach, expect, it } from "vitest";
import { pickBotNames } from "../../src/shell/api";
import { chooseLevel, isReady, rememberLevels } from "../../src/shell/levels.svelte";
import { levelChoice, levelName, playerNames, namesFor } from "../../src/shell/names";
import { language } from "../../src/shell/text/text.svelte";
import type { ServerInfo, TableInfo } from "../../src/shell/wire";

const disambiguateNames = (...all: string[]): string[] =>
  playerNames({ seats: all.map((name) => ({ name })) } as TableInfo);

it("shows the seat beside names that look the same", () => {
  expect(disambiguateNames("Ada", "Bo")).toEqual(["Ada", "Bo"]);
  expect(disambiguateNames("Ada", "ADA")).toEqual(["Ada (1)", "ADA (2)"]);
  expect(disambiguateNames("Zoë", "Zoe\u0308")).toEqual(["Zoë (1)", "Zoe\u0308 (2)"]);
  expect(disambiguateNames("Ada", "Ａｄａ")).toEqual(["Ada (1)", "Ａｄａ (2)"]);
});

const displayNames = (...seats: [name: string, bot: string | null][]): string[] =>
  playerNames({ seats: seats.map(([name, bot]) => ({ name, bot })) } as TableInfo);

afterEach(() => {
  language.now = "en";
});

it("shows a bot's name in the reader's language", () => {
  const seats: Parameters<typeof displayNames> = [
    ["Hildegard", null],
    ["Anselm", "monk"],
    ["Bede", "novice"],
    ["Robin", "monk"],
  ];
  expect(displayNames(...seats)).toEqual(["Hildegard", "Anselm", "Bede", "Robin"]);
  language.now = "fr";
  expect(displayNames(...seats)).toEqual(["Hildegard", "Anselme", "Bède", "Robin"]);
  expect(displayNames(["Claire", null], ["Clare", "monk"])).toEqual(["Claire (1)", "Claire (2)"]);
});

it("gives no bot the player's own name, in the reader's language", () => {
  language.now = "fr";
  expect(pickBotNames("claire ")).toHaveLength(7);
  expect(pickBotNames("claire ")).not.toContain("Clare");
  expect(pickBotNames("Odo")).not.toContain("Odo");
});

it("numbers the levels of a game from the weakest, and no third-party bot", () => {
  expect(levelName("biblios", "cellarer")).toBe("Cellarer");
  const bots = ["oblate", "novice", "lector", "monk", "cellarer", "prior", "abbot", "miser"];
  const games = { biblios: { bots, not_ready: [] }, mill: { bots: ["random"], not_ready: [] } };
  rememberLevels({ games } as unknown as ServerInfo);
  expect(levelName("biblios", "oblate")).toBe("1 · Oblate");
  expect(levelName("biblios", "cellarer")).toBe("5 · Cellarer");
  expect(levelName("biblios", "miser")).toBe("miser");
  expect(levelName("mill", "random")).toBe("Random");
});

it("says which levels are not ready, and chooses one that is", () => {
  const biblios = { bots: ["oblate", "novice", "prior"], not_ready: ["novice", "prior"] };
  const server = { games: { biblios }, progress: 0.4 };
  rememberLevels({ ...server, rules: "compiling" } as unknown as ServerInfo);
  expect(["oblate", "prior"].map((bot) => isReady("biblios", bot))).toEqual([true, false]);
  expect(levelChoice("biblios", "oblate")).toBe("1 · Oblate");
  expect(levelChoice("biblios", "prior")).toBe("3 · Prior (ready in a moment)");
  rememberLevels({ ...server, rules: "interpreted" } as unknown as ServerInfo);
  expect(levelChoice("biblios", "prior")).toBe("3 · Prior (not available)");
  expect(chooseLevel(biblios, "novice")).toBe("oblate");
  expect(chooseLevel({ ...biblios, not_ready: [] }, "novice")).toBe("novice");
  expect(chooseLevel({ bots: [], not_ready: [] }, "novice")).toBe("");
});

it("calls the reader's own seat You in a finished game", () => {
  const info = { seats: [{ name: "" }, { name: "Bo" }] } as TableInfo;
  expect(namesFor(info, 0)).toEqual(["You", "Bo"]);
  expect(namesFor(info, null)).toEqual(["Player 1", "Bo"]);
});
