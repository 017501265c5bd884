// Shows single states without a server: /?f=bid, and /?f for a list. Not part of the production build. Each game has
// its states in its `fixtures/` folder, and so has the generic screen.
import { mount } from "svelte";
import type { GameEvent, GameView, Line } from "./view";
import type { Catalogue } from "./text/catalogue";
import { updateSettings, type Theme } from "./settings.svelte";
import { Table } from "./table.svelte";
import TablePage from "./TablePage.svelte";
import { addTexts } from "./text/text.svelte";
import type { TableInfo } from "./wire";

interface Fixture {
  table: TableInfo;
  view: GameView;
  lines: Line<GameEvent>[];
  refusal?: string;
  link?: "open" | "lost";
  /** A state of a game that the page has no screen for. */
  words?: { en: Catalogue; fr: Catalogue };
}

const files = import.meta.glob<Fixture>(["../games/*/fixtures/*.json", "./generic/fixtures/*.json"], {
  import: "default",
});
const all = new Map(Object.entries(files).map(([path, load]) => [/([^/]+)\.json$/.exec(path)?.[1] ?? path, load]));
const query = new URLSearchParams(location.search);
const theme = query.get("theme") as Theme | null;
if (theme) updateSettings({ theme });

const load = all.get(query.get("f") ?? "");
const target = document.getElementById("app")!;
if (load) {
  const fixture = await load();
  for (const lang of ["en", "fr"] as const) if (fixture.words) addTexts(lang, fixture.words[lang]);
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
