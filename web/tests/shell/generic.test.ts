// A game that the page was not built with: its view as a table, its actions as buttons, in its own words.
import { render } from "svelte/server";
import { beforeEach, expect, test } from "vitest";
import type { GameEvent, GameView, Line } from "../../src/shell/game";
import Game from "../../src/shell/generic/Game.svelte";
import { screen } from "../../src/shell/generic/screen";
import fixture from "../../src/shell/generic/fixtures/mill.json";
import { actionText, told } from "../../src/shell/generic/told";
import { isBuiltIn, screenOf } from "../../src/shell/registry";
import { Table } from "../../src/shell/table.svelte";
import { language, learn } from "../../src/shell/words.svelte";
import type { TableInfo } from "../../src/shell/wire";

function table(more: object = {}): Table {
  const made = new Table("fixture", null, false);
  made.info = fixture.table as TableInfo;
  made.view = { ...fixture.view, ...more } as GameView;
  made.lines = fixture.lines as Line<GameEvent>[];
  made.link = "open";
  return made;
}
/** What is read, without tags. */
const text = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const body = (more: object = {}): string => {
  const made = table(more);
  return render(Game, { props: { table: made as never, log: screen.told(made) } }).body;
};

beforeEach(() => {
  language.now = "en";
  learn("en", fixture.words.en);
  learn("fr", fixture.words.fr);
});

test("a game without a folder has the generic screen", async () => {
  expect(isBuiltIn("mill")).toBe(false);
  expect(await screenOf("mill")).toBe(screen);
  expect(screen.heading(table()).title).toBe("Mill");
});

test("actions are buttons in their order, the first nine with their key", () => {
  const legal = Array.from({ length: 11 }, (_, index) => `grind ${index}`);
  const buttons = [...body({ legal }).matchAll(/<button[^>]*data-act="([^"]+)"[^>]*>(.*?)<\/button>/gs)].map(
    ([, action, inner]) => [action, text(inner ?? "").trim()],
  );
  expect(buttons).toHaveLength(11);
  expect(buttons[0]).toEqual(["grind 0", "Grind the sack of 0 1"]);
  expect(buttons[8]).toEqual(["grind 8", "Grind the sack of 8 9"]);
  expect(buttons[10]).toEqual(["grind 10", "Grind the sack of 10"]);
});

test("the whole view is there, nested values too, and what is shown elsewhere is not there twice", () => {
  const html = body();
  const read = text(html);
  for (const part of ["Winds so far 4, 2", "Your sacks 2, 5, 7", "carried 0", "ground 6, 3", "size 8 is open no"])
    expect(read).toContain(part);
  // A row a seat, by name.
  expect(read).toContain("Millers sacks Flour laid Ada 3 4 – Bede 2 0 sack");
  expect(html).toMatch(/<th scope="row"[^>]*>Ada/);
  expect(read).not.toContain("legal");
});

test("whose turn it is, and what happened, in the game's words or as it came", () => {
  const read = text(body());
  expect(read).toContain("Your turn.");
  expect(read).toContain("A wind of 4 blows.");
  expect(read).toContain("Bede laid a sack.");
  expect(read).toContain("Ada flour taken, flour 4");
  expect(text(body({ to_act: 1, legal: [] }))).toContain("Bede is to act.");
});

test("the end is told from the outcome", () => {
  const read = text(body({ to_act: null, legal: [], outcome: { winners: [1], points: [3, 9], decided_by: "points" } }));
  expect(read).toContain("Won by Bede");
  expect(read).toContain("points Ada 3 Bede 9");
  expect(read).toContain("decided by points");
});

test("words follow the language, and what has none is shown as it is", () => {
  expect(actionText("mill", "grind 5")).toBe("Grind the sack of 5");
  expect(actionText("mill", "rest")).toBe("rest");
  language.now = "fr";
  expect(actionText("mill", "grind 5")).toBe("Moudre le sac de 5");
  expect(told("mill", fixture.lines as Line<GameEvent>[], ["Ada", "Bede"])[0]?.text).toBe("Un vent de 4 souffle.");
  // A sentence that lacks a fact is no sentence.
  expect(told("mill", [{ v: 1, events: [{ event: "wind-turned" }] }], [])[0]?.text).toBe("wind turned");
  expect(told("chess", [{ v: 1, events: [{ event: "checked" }] }], [])[0]?.text).toBe("checked");
});
