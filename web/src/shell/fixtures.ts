// For looking at single states without a server: /fixtures.html?f=bid. Not part of the built page.
import { mount } from "svelte";
import "./look/fonts.css";
import "./look/tokens.css";
import "./look/base.css";
import { dress, change, type Theme } from "./settings.svelte";
import { Table } from "./table.svelte";
import TablePage from "./TablePage.svelte";
import type { Line, TableInfo, View } from "./wire";

interface Fixture {
  table: TableInfo;
  view: View;
  lines: Line[];
  refusal?: string;
  link?: "open" | "lost";
}

const all = import.meta.glob<Fixture>("../fixtures/*.json", { import: "default" });
const asked = new URLSearchParams(location.search);
const theme = asked.get("theme") as Theme | null;
if (theme) change({ theme });
dress();

const name = asked.get("f");
const load = all[`../fixtures/${name}.json`];
const target = document.getElementById("app")!;
if (load) {
  const fixture = await load();
  const table = new Table(fixture.table.id, null, false);
  table.info = fixture.table;
  table.view = fixture.view;
  table.lines = fixture.lines;
  table.link = fixture.link ?? "open";
  if (fixture.refusal) table.refusal = { text: fixture.refusal, code: "", facts: {} };
  (window as unknown as Record<string, unknown>).table = table;
  mount(TablePage, { target, props: { id: fixture.table.id, token: null, table } });
} else {
  for (const path of Object.keys(all)) {
    const link = document.createElement("a");
    const short = path.slice(12, -5);
    link.href = `?f=${short}`;
    link.textContent = short;
    target.append(link, document.createElement("br"));
  }
}
