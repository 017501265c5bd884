// For looking at single states without a server: /?f=bid, and /?f for a list. Not part of the built page. Each game brings its
// own, under `fixtures/` in its folder; the generic screen has some, too.
import { mount } from "svelte";
import type { GameEvent, GameView, Line } from "./game";
import type { Catalogue } from "./reader";
import { change, type Theme } from "./settings.svelte";
import { Table } from "./table.svelte";
import TablePage from "./TablePage.svelte";
import { learn } from "./words.svelte";
import type { TableInfo } from "./wire";

interface Fixture {
  table: TableInfo;
  view: GameView;
  lines: Line<GameEvent>[];
  refusal?: string;
  link?: "open" | "lost";
  /** Of a game that the page was not built with. */
  words?: { en: Catalogue; fr: Catalogue };
}

const files = import.meta.glob<Fixture>(["../games/*/fixtures/*.json", "./generic/fixtures/*.json"], {
  import: "default",
});
const all = new Map(Object.entries(files).map(([path, load]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, load]));
const asked = new URLSearchParams(location.search);
const theme = asked.get("theme") as Theme | null;
if (theme) change({ theme });

const load = all.get(asked.get("f") ?? "");
const target = document.getElementById("app")!;
if (load) {
  const fixture = await load();
  for (const lang of ["en", "fr"] as const) if (fixture.words) learn(lang, fixture.words[lang]);
  const table = new Table(fixture.table.id, null, false);
  table.info = fixture.table;
  table.view = fixture.view;
  table.lines = fixture.lines;
  table.link = fixture.link ?? "open";
  if (fixture.refusal) table.refusal = { text: fixture.refusal, code: "", facts: {} };
  (window as unknown as Record<string, unknown>).table = table;
  mount(TablePage, { target, props: { table } });
} else {
  for (const name of all.keys()) {
    const link = document.createElement("a");
    link.href = `?f=${name}`;
    link.textContent = name;
    target.append(link, document.createElement("br"));
  }
}
