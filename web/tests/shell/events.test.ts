// The terminal uses the same table: tests/project/event_examples.json.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kitOf } from "../../src/games/bibliogamo/kit.svelte";
import { eventSentence } from "../../src/games/bibliogamo/logline";
import type { ComponentSet } from "../../src/games/bibliogamo/view";
import { sentence } from "../../src/games/biblios/logline";
import type { GameEvent } from "../../src/games/biblios/view";
import { renderEvent } from "../../src/shell/text/events";
import { plain } from "../../src/shell/text/rich";
import { language, addTexts, type Language } from "../../src/shell/text/text.svelte";

interface Example {
  game: string;
  you: number | null;
  words: string;
  event: GameEvent;
  en: string;
  fr: string;
}
const EXAMPLES = JSON.parse(readFileSync("../tests/project/event_examples.json", "utf8")) as Example[];
const names = ["Agnes", "Bruno", "Clara", "Denis"];
const kit = kitOf(
  { artisan: [], tower: [], ring: { spaces: ["library", "history"] } } as unknown as ComponentSet,
  false,
);

function renderExample({ game, event, you, words }: Example): string {
  return plain(game === "biblios" ? sentence(event, { you, names, words }) : eventSentence(kit, event));
}

test.each(["en", "fr"] as Language[])("every example reads as in the terminal in %s", (lang) => {
  language.now = lang;
  expect(EXAMPLES.map(renderExample)).toEqual(EXAMPLES.map((example) => example[lang]));
});

test("a game loaded from the server has the same functions", () => {
  language.now = "en";
  addTexts("en", {
    loft_event_climbed: [
      {
        declarations: ["input seat", "input name", "input steps", "local who = seat: who", "local most = steps: most"],
        selectors: ["who"],
        match: { "who=you": "You climbed {most}.", "who=*": "{name} climbed {most}." },
      },
    ],
    loft_event_slept: [{ declarations: ["local how = seat: dream"], selectors: ["how"], match: { "how=*": "{how}" } }],
  });
  const climbed = { event: "climbed", seat: 1, steps: [2, 5] };
  const text = (you: number): string => plain(renderEvent("loft", climbed, { you, names }) ?? "");
  expect([text(1), text(0)]).toEqual(["You climbed 5.", "Bruno climbed 5."]);
  // An unknown function, a missing value, an event without an entry.
  expect(renderEvent("loft", { event: "slept", seat: 1 }, { you: 0, names })).toBeNull();
  expect(renderEvent("loft", { event: "climbed", seat: 1 }, { you: 0, names })).toBeNull();
  expect(renderEvent("loft", { event: "sang" }, { you: 0, names })).toBeNull();
});
