// A game without its own screen: its view as a table, its actions as buttons, with its own texts.
import { render } from "svelte/server";
import { beforeEach, expect, test } from "vitest";
import type { GameEvent, GameView, Line } from "../../src/shell/view";
import Game from "../../src/shell/generic/Game.svelte";
import { screen } from "../../src/shell/generic/screen";
import fixture from "../../src/shell/generic/fixtures/mill.json";
import { actionText, buildLog } from "../../src/shell/generic/text";
import { isBuiltIn } from "../../src/shell/registry";
import { screenOf } from "../../src/shell/screens";
import { Table } from "../../src/shell/table.svelte";
import { language, addTexts } from "../../src/shell/text/text.svelte";
import type { TableInfo } from "../../src/shell/wire";

function makeTable(more: object = {}): Table {
  const table = new Table("fixture", null, false);
  table.info = fixture.table as TableInfo;
  table.view = { ...fixture.view, ...more } as GameView;
  table.lines = fixture.lines as Line<GameEvent>[];
  table.link = "open";
  return table;
}
/** The text without tags. */
const textOf = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const renderBody = (more: object = {}): string => {
  const table = makeTable(more);
  return render(Game, { props: { table: table as never, log: screen.buildLog(table) } }).body;
};

beforeEach(() => {
  language.now = "en";
  addTexts("en", fixture.words.en);
  addTexts("fr", fixture.words.fr);
});

test("a game without a folder has the generic screen", async () => {
  expect(isBuiltIn("mill")).toBe(false);
  expect(await screenOf("mill")).toBe(screen);
  expect(screen.heading(makeTable()).title).toBe("Mill");
});

test("actions are buttons in their order, the first nine with their key", () => {
  const legal = Array.from({ length: 11 }, (_, index) => `grind ${index}`);
  const buttons = [...renderBody({ legal }).matchAll(/<button[^>]*data-act="([^"]+)"[^>]*>(.*?)<\/button>/gs)].map(
    ([, action, inner]) => [action, textOf(inner ?? "").trim()],
  );
  expect(buttons).toHaveLength(11);
  expect(buttons[0]).toEqual(["grind 0", "Grind the sack of 0 1"]);
  expect(buttons[8]).toEqual(["grind 8", "Grind the sack of 8 9"]);
  expect(buttons[10]).toEqual(["grind 10", "Grind the sack of 10"]);
});

test("the whole view is shown, with nested values and without duplicates", () => {
  const html = renderBody();
  const read = textOf(html);
  for (const part of ["Winds so far 4, 2", "Your sacks 2, 5, 7", "carried 0", "ground 6, 3", "size 8 is open no"])
    expect(read).toContain(part);
  // One row per seat, by name.
  expect(read).toContain("Millers sacks Flour laid Ada 3 4 – Bede 2 0 sack");
  expect(html).toMatch(/<th scope="row"[^>]*>Ada/);
  expect(read).not.toContain("legal");
});

test("the turn and the log use the game's texts or the raw values", () => {
  const read = textOf(renderBody());
  expect(read).toContain("Your turn.");
  expect(read).toContain("A wind of 4 blows.");
  expect(read).toContain("Bede laid a sack.");
  expect(read).toContain("flour taken: Ada, Flour 4");
  expect(textOf(renderBody({ to_act: 1, legal: [] }))).toContain("Bede moves next.");
});

test("the result is read from the outcome", () => {
  const read = textOf(
    renderBody({ to_act: null, legal: [], outcome: { winners: [1], points: [3, 9], decided_by: "points" } }),
  );
  expect(read).toContain("Won by Bede");
  expect(read).toContain("points Ada 3 Bede 9");
  expect(read).toContain("decided by points");
});

test("texts follow the language, and anything without a text is shown raw", () => {
  const viewer = { you: null, names: ["Ada", "Bede"] };
  expect(actionText("mill", "grind 5")).toBe("Grind the sack of 5");
  expect(actionText("mill", "rest")).toBe("rest");
  language.now = "fr";
  expect(actionText("mill", "grind 5")).toBe("Moudre le sac de 5");
  expect(buildLog("mill", fixture.lines as Line<GameEvent>[], viewer)[0]?.text).toBe("Un vent de 4 souffle.");
  // A sentence with a missing value is not used.
  expect(buildLog("mill", [{ v: 1, events: [{ event: "wind-turned" }] }], viewer)[0]?.text).toBe("wind turned");
  expect(buildLog("chess", [{ v: 1, events: [{ event: "checked" }] }], viewer)[0]?.text).toBe("checked");
});
