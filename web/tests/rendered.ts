// Renders the page of a game in a stored state to HTML, without a browser.
import { render } from "svelte/server";
import type { GameEvent, GameView, Line } from "../src/shell/view";
import { screenOf } from "../src/shell/screens";
import { Table } from "../src/shell/table.svelte";
import type { TableInfo } from "../src/shell/wire";

// The page measures sizes while it renders; here nothing has a size.
Object.assign(globalThis, {
  document: { documentElement: {} },
  getComputedStyle: () => ({ fontSize: "16px" }),
});

export interface State {
  table: unknown;
  view: object;
  lines: unknown;
}

/** Renders the game's screen in this state; `changes` replace fields of the view. */
export async function renderPage({ table, view, lines }: State, changes: object = {}): Promise<string> {
  const info = table as TableInfo;
  const shown = new Table(info.id, null, false);
  shown.info = info;
  shown.view = { ...view, ...changes } as GameView;
  shown.lines = lines as Line<GameEvent>[];
  shown.link = "open";
  shown.act = () => {
    throw new Error("the page acted by itself");
  };
  const screen = await screenOf(info.game);
  return render(screen.Game, { props: { table: shown as never, log: screen.buildLog(shown) } }).body;
}

/** The text without tags. */
export const textOf = (html: string): string =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&nbsp;", "\u00a0")
    .replace(/[^\S\u00a0]+/g, " ")
    .trim();

/** The elements of a tag whose opening tag contains all of these parts. They must not contain the same tag. */
export const findElements = (html: string, tag: string, ...parts: string[]): string[] =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>.*?</${tag}>`, "gs"))]
    .map(([found]) => found)
    .filter((found) => parts.every((part) => found.slice(0, found.indexOf(">")).includes(part)));

/** The texts of the enabled buttons. */
export const listEnabledButtons = (html: string): string[] =>
  findElements(html, "button")
    .filter((button) => !/^<button[^>]* disabled/.test(button))
    .map(textOf);

/** The HTML between two pieces of text. */
export const htmlBetween = (html: string, from: string, to: string): string => {
  const at = html.indexOf(from);
  if (at < 0) throw new Error(`nothing like ${from}`);
  return html.slice(at, html.indexOf(to, at + from.length));
};
